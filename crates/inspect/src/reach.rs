//! The globals and metadata nodes reachable from definitions.

use lindworm_ir::constant::ConstantData;
use lindworm_ir::hash::HashSet;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::module::GlobalKind;
use lindworm_ir::value::{Constant, ValueKind};
use lindworm_ir::{Body, Global, Metadata, Module, Value};

/// The globals and metadata nodes reached so far. Each is visited once.
#[derive(Default)]
pub struct Reach {
    /// The globals.
    pub globals: HashSet<Global>,
    /// The globals, in the order in which they were reached.
    pub in_order: Vec<Global>,
    /// The metadata nodes.
    pub nodes: HashSet<u32>,
    constants: HashSet<Constant>,
    pending: Vec<Value>,
}

impl Reach {
    /// Adds everything that the definition of a global refers to.
    pub fn definition(&mut self, module: &Module, global: Global) {
        let data = &module[global];
        match &data.kind {
            GlobalKind::Variable(variable) => self.pending.extend(variable.initializer),
            GlobalKind::Alias { aliasee: target } | GlobalKind::IFunc { resolver: target } => {
                self.pending.push(*target)
            }
            GlobalKind::Function(function) => {
                self.pending.extend([function.prefix, function.prologue, function.personality].into_iter().flatten());
                if let Some(body) = &function.body {
                    self.body(body);
                }
            }
        }
        self.pending.extend(data.metadata.iter().map(|(_, m)| Value::from(*m)));
        self.settle(module);
    }

    /// Adds referenced metadata.
    pub fn metadata(&mut self, module: &Module, metadata: Metadata) {
        self.pending.push(metadata.into());
        self.settle(module);
    }

    fn body(&mut self, body: &Body) {
        let pending = &mut self.pending;
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            body.inst(inst).for_each_operand(body.values(), |v| pending.push(v));
            pending.extend(body.debug_loc(inst).map(Value::from));
            pending.extend(body.attachments(inst).iter().map(|(_, m)| Value::from(*m)));
            if body.has_debug_records() {
                pending.extend(body.debug_records(inst).flat_map(|record| record.operands()).map(Value::from));
            }
        }
        pending.extend(body.local_metadata().iter().copied());
        pending.extend(body.arg_lists().iter().flatten().map(|&m| Value::from(m)));
    }

    fn global(&mut self, global: Global) {
        if self.globals.insert(global) {
            self.in_order.push(global);
        }
    }

    /// Visits pending items. Uses an explicit stack, because constants and metadata may be nested deeply.
    fn settle(&mut self, module: &Module) {
        while let Some(value) = self.pending.pop() {
            match value.kind() {
                ValueKind::Global(global) => self.global(global),
                ValueKind::Constant(constant) if self.constants.insert(constant) => {
                    match &module.constants().get(constant).data {
                        ConstantData::BlockAddress(index) => {
                            if let Some(&(function, _)) = module.block_addresses().get(*index as usize) {
                                self.global(function);
                            }
                        }
                        data => data.for_each_operand(|v| self.pending.push(v)),
                    }
                }
                ValueKind::Metadata(m) => match m.open() {
                    MetadataRef::Node(node) if self.nodes.insert(node) => {
                        module.metadata().node(node).for_each_ref(|m| self.pending.push(m.into()));
                    }
                    MetadataRef::Value(v) => self.pending.push(module.metadata().value(v)),
                    _ => {}
                },
                _ => {}
            }
        }
    }
}
