//! Upgrades of debug info: debug intrinsics become debug records; debug info of other versions is dropped.

use lindworm_ir::body::DebugRecordData;
use lindworm_ir::constant::Constants;
use lindworm_ir::debug_info::{NodeKind, OP_LLVM_FRAGMENT, OP_STACK_VALUE, expression_operations};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::metadata::MetadataStore;
use lindworm_ir::use_list::ModuleUses;
use lindworm_ir::value::Constant;
use lindworm_ir::{Block, Body, Global, Inst, InstData, Metadata, Module, Value};

/// The supported version of debug info.
pub const DEBUG_INFO_VERSION: u64 = 3;

/// `DW_OP_deref`.
const OP_DEREF: u32 = 0x06;

/// `DW_OP_plus_uconst`.
const OP_PLUS_UCONST: u64 = 0x23;

/// The debug intrinsics, named without `llvm.dbg.`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DebugIntrinsic {
    Addr,
    Assign,
    Declare,
    Label,
    Value,
}

impl DebugIntrinsic {
    fn from_name(name: &[u8]) -> Option<DebugIntrinsic> {
        Some(match name.strip_prefix(b"llvm.dbg.")? {
            b"addr" => DebugIntrinsic::Addr,
            b"assign" => DebugIntrinsic::Assign,
            b"declare" => DebugIntrinsic::Declare,
            b"label" => DebugIntrinsic::Label,
            b"value" => DebugIntrinsic::Value,
            _ => return None,
        })
    }
}

/// The debug intrinsics that a module declares.
pub(crate) struct DebugIntrinsics(HashMap<Global, DebugIntrinsic>);

impl DebugIntrinsics {
    pub fn of(module: &Module) -> DebugIntrinsics {
        let intrinsic = |&f: &Global| {
            let global = &module[f];
            Some((f, DebugIntrinsic::from_name(global.name()).filter(|_| global.is_declaration())?))
        };
        DebugIntrinsics(module.functions().iter().filter_map(intrinsic).collect())
    }

    /// Converts the calls in a body to debug records. Returns whether the body has other uses of the intrinsics.
    pub fn upgrade_body(&self, module: &mut Module, body: &mut Body) -> bool {
        let mut is_mentioned = false;
        if !self.0.is_empty() {
            for block in body.blocks().collect::<Vec<_>>() {
                let (metadata, constants) = module.metadata_and_constants();
                is_mentioned |= upgrade_block(body, metadata, constants, self, block);
            }
        }
        is_mentioned
    }

    fn get(&self, value: Value) -> Option<DebugIntrinsic> {
        self.0.get(&value.as_global()?).copied()
    }
}

/// Converts calls of debug intrinsics to debug records, and removes the intrinsics. An intrinsic with other uses is kept,
/// for the verifier to report.
pub fn upgrade_debug_intrinsics(module: &mut Module) {
    let intrinsics = DebugIntrinsics::of(module);
    if intrinsics.0.is_empty() {
        return;
    }
    let mut is_mentioned = false;
    for function in module.functions().to_vec() {
        let mentions = module.change_body(function, |module, body| intrinsics.upgrade_body(module, body));
        is_mentioned |= mentions == Some(true);
    }
    let (metadata, constants) = (module.metadata(), module.constants());
    let is_one = |v| intrinsics.get(v).is_some();
    is_mentioned |= module.globals().values().any(|global| global.operands().into_iter().flatten().any(is_one));
    is_mentioned |= (0..constants.len() as u32).any(|c| {
        let mut found = false;
        constants.get(Constant::from_u32(c)).data.for_each_operand(|v| found |= is_one(v));
        found
    });
    let mut removed: HashSet<Global> = intrinsics.0.keys().copied().collect();
    removed.retain(|&f| !metadata.values().contains(&f.into()));
    if is_mentioned {
        let uses = ModuleUses::new(module);
        removed.retain(|&f| uses.uses_of(f.into()).is_empty());
    }
    module.remove_globals(&removed);
}

/// Converts the calls in a block. Returns whether it has other uses of the intrinsics.
fn upgrade_block(
    body: &mut Body,
    metadata: &mut MetadataStore,
    constants: &Constants,
    intrinsics: &DebugIntrinsics,
    block: Block,
) -> bool {
    let mut is_mentioned = false;
    // The records since the last instruction that is kept.
    let mut pending: Vec<DebugRecordData> = Vec::new();
    let mut next = body.first_inst(block);
    while let Some(inst) = next {
        next = body.next_inst(inst);
        let intrinsic = match body.inst(inst) {
            InstData::Call { call, .. } => intrinsics.get(call.callee).map(|intrinsic| (intrinsic, *call)),
            _ => None,
        };
        match intrinsic {
            Some((intrinsic, call)) => {
                pending.extend(body.debug_records(inst).copied());
                pending.extend(record(body, metadata, constants, inst, intrinsic, &call));
                body.set_debug_records(inst, &[]);
                body.remove_inst(inst);
            }
            None => {
                body.inst(inst).for_each_operand(body.values(), |v| is_mentioned |= intrinsics.get(v).is_some());
                if !pending.is_empty() {
                    pending.extend(body.debug_records(inst).copied());
                    body.set_debug_records(inst, &pending);
                    pending.clear();
                }
            }
        }
    }
    is_mentioned
}

/// The record that replaces a call of a debug intrinsic; `None` if the call is dropped.
fn record(
    body: &mut Body,
    metadata: &mut MetadataStore,
    constants: &Constants,
    inst: Inst,
    intrinsic: DebugIntrinsic,
    call: &CallInfo,
) -> Option<DebugRecordData> {
    let args: Vec<Value> = body.call_args(call).to_vec();
    // A missing operand is invalid debug info in either form.
    let mut missing = || metadata.add_node(NodeKind::Tuple, false, &[]);
    let mut arg = |i: usize| args.get(i).and_then(|v| v.as_metadata()).unwrap_or_else(&mut missing);
    let debug_loc = match body.debug_loc(inst) {
        Some(loc) => loc,
        None => arg(usize::MAX),
    };
    let location = arg(0);
    Some(match intrinsic {
        DebugIntrinsic::Label => DebugRecordData::Label { label: location, debug_loc },
        DebugIntrinsic::Declare => {
            DebugRecordData::Declare { location, variable: arg(1), expression: arg(2), debug_loc }
        }
        DebugIntrinsic::Assign => DebugRecordData::Assign {
            location,
            variable: arg(1),
            expression: arg(2),
            id: arg(3),
            address: arg(4),
            address_expression: arg(5),
            debug_loc,
        },
        DebugIntrinsic::Addr => {
            let (variable, expression) = (arg(1), arg(2));
            let expression = append_deref(metadata, expression);
            DebugRecordData::Value { location, variable, expression, debug_loc }
        }
        DebugIntrinsic::Value => {
            // In the old form with an offset, only the offset 0 has an equivalent.
            let offset = (args.len() == 4) as usize;
            if offset == 1 && !constants.is_zero(args[1]) {
                return None;
            }
            DebugRecordData::Value { location, variable: arg(1 + offset), expression: arg(2 + offset), debug_loc }
        }
    })
}

/// Appends `DW_OP_deref` to an expression, before operations that must be last.
fn append_deref(metadata: &mut MetadataStore, expression: Metadata) -> Metadata {
    let Some(node) = expression.as_node().map(|n| metadata.node(n)).filter(|n| n.kind == NodeKind::DIExpression) else {
        return expression;
    };
    let mut words = Vec::with_capacity(node.words.len() + 2);
    let mut added = false;
    for op in expression_operations(node.words) {
        if op.code == OP_PLUS_UCONST && op.args().eq([0]) {
            continue;
        }
        if !added && matches!(op.code, OP_STACK_VALUE | OP_LLVM_FRAGMENT) {
            words.extend([OP_DEREF, 0]);
            added = true;
        }
        for element in std::iter::once(op.code).chain(op.args()) {
            words.extend([element as u32, (element >> 32) as u32]);
        }
    }
    if !added {
        words.extend([OP_DEREF, 0]);
    }
    metadata.add_node(NodeKind::DIExpression, false, &words)
}

/// The value of the module flag `Debug Info Version`; 0 if absent.
pub fn debug_info_version(module: &Module) -> u64 {
    module.integer_flag(b"Debug Info Version").unwrap_or(0)
}

/// Drops debug info unless it has [`DEBUG_INFO_VERSION`]. Returns LLVM's warning.
pub fn upgrade_debug_info(module: &mut Module) -> Option<String> {
    let version = debug_info_version(module);
    if version == DEBUG_INFO_VERSION || !module.strip_debug_info() {
        return None;
    }
    Some(format!("ignoring debug info with an invalid version ({}) in {}", version as u32, module.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lindworm_ir::debug_info::expression_elements;
    use lindworm_ir::module::{Function, GlobalKind, GlobalValue};
    use lindworm_ir::{Context, Type};

    fn expression(store: &mut MetadataStore, elements: &[u64]) -> Metadata {
        let words: Vec<u32> = elements.iter().flat_map(|&e| [e as u32, (e >> 32) as u32]).collect();
        store.add_node(NodeKind::DIExpression, false, &words)
    }

    #[test]
    fn deref_comes_before_what_ends_an_expression() {
        let mut store = MetadataStore::default();
        for (before, after) in [
            (&[][..], &[0x06][..]),
            (&[0x23, 3, OP_STACK_VALUE], &[0x23, 3, 0x06, OP_STACK_VALUE]),
            (&[OP_LLVM_FRAGMENT, 0, 8], &[0x06, OP_LLVM_FRAGMENT, 0, 8]),
            (&[0x23, 0], &[0x06]),
        ] {
            let before = expression(&mut store, before);
            let got = append_deref(&mut store, before).as_node().unwrap();
            assert_eq!(expression_elements(store.node(got).words).collect::<Vec<_>>(), after);
        }
    }

    #[test]
    fn a_debug_intrinsic_that_is_used_otherwise_stays() {
        let cx = Context::new();
        for is_used in [false, true] {
            let mut module = Module::new(&cx, "m");
            let mut function = |name: &[u8], function: Function| {
                let kind = GlobalKind::Function(Box::new(function));
                module.add_global(GlobalValue::new(name, cx.function_type(Type::VOID, &[], false), Type::PTR, kind))
            };
            let intrinsic = function(b"llvm.dbg.value", Function::default());
            function(b"f", Function { prefix: is_used.then_some(intrinsic.into()), ..Function::default() });
            upgrade_debug_intrinsics(&mut module);
            assert_eq!(module.functions().contains(&intrinsic), is_used);
        }
    }
}
