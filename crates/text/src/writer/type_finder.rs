//! Finds the structs that a module uses, in the order of LLVM's `TypeFinder`, which is the order of their definitions.
//!
//! LLVM visits every type, constant, attribute and piece of metadata. Only those that contain an identified struct matter.
//! A first pass over the tables of types and constants marks them, so that nearly everything else is skipped.

use lindworm_ir::attributes::{Attribute, AttributeList};
use lindworm_ir::constant::{ConstantData, ConstantExpr, ConstantNode};
use lindworm_ir::hash::HashSet;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::module::GlobalKind;
use lindworm_ir::types::{StructId, TypeKind};
use lindworm_ir::value::{Constant, ValueKind};
use lindworm_ir::{Body, Context, InstData, Metadata, Module, Type, Value};

use super::constant::operand;

/// The structs of a module in the order of their definitions.
#[derive(Default)]
pub(super) struct Structs {
    /// The unnamed structs.
    pub(super) numbered: Vec<StructId>,
    /// The named structs.
    pub(super) named: Vec<StructId>,
}

/// The structs that a module uses.
pub(super) fn find(module: &Module) -> Structs {
    let mut finder = Finder::new(module);
    finder.module();
    finder.found
}

struct Finder<'a> {
    module: &'a Module,
    cx: &'a Context,
    found: Structs,
    /// The number of structs not found and of marked constants not visited yet. The search ends when both are zero.
    structs_left: usize,
    constants_left: usize,
    /// By type: whether it contains an identified struct and is not visited yet.
    struct_types: Vec<bool>,
    /// By constant: whether it contains such a type and is not visited yet.
    struct_constants: Vec<bool>,
    /// The visited nodes; `None` if no metadata refers to such a constant.
    nodes: Option<HashSet<u32>>,
    attributes: HashSet<AttributeList>,
    type_stack: Vec<Type>,
}

impl<'a> Finder<'a> {
    fn new(module: &'a Module) -> Finder<'a> {
        let cx = module.context();
        let mut struct_types: Vec<bool> = Vec::with_capacity(cx.all_types().len());
        for ty in cx.all_types() {
            let has = |t: &Type| struct_types.get(t.index()).is_some_and(|&b| b);
            let it = match cx.kind(ty) {
                TypeKind::Identified(_) => true,
                TypeKind::Vector { element, .. } | TypeKind::Array { element, .. } => has(element),
                TypeKind::Struct { fields: types, .. } | TypeKind::Target { types, .. } => types.iter().any(has),
                TypeKind::Function { result, params, .. } => has(result) || params.iter().any(has),
                _ => false,
            };
            struct_types.push(it);
        }
        let structs_left = cx.all_types().filter(|&t| matches!(cx.kind(t), TypeKind::Identified(_))).count();
        let mut struct_constants = Vec::new();
        let mut nodes = None;
        if structs_left > 0 {
            // Operands of a constant precede it in the table.
            struct_constants.reserve(module.constants().len());
            for i in 0..module.constants().len() {
                let node = module.constants().get(Constant::from_u32(i as u32));
                let mut it =
                    struct_types[node.ty.index()] || source_type(node).is_some_and(|t| struct_types[t.index()]);
                for_each_operand(node, |v| it |= v.as_constant().is_some_and(|c| leads_on(&struct_constants, c)));
                struct_constants.push(it);
            }
            let is_struct = |v: &Value| v.as_constant().is_some_and(|c| leads_on(&struct_constants, c));
            if module.metadata().values().iter().any(is_struct) {
                nodes = Some(HashSet::default());
            }
        }
        Finder {
            module,
            cx,
            found: Structs::default(),
            structs_left,
            constants_left: struct_constants.iter().filter(|&&b| b).count(),
            struct_types,
            struct_constants,
            nodes,
            attributes: HashSet::default(),
            type_stack: Vec::new(),
        }
    }

    fn module(&mut self) {
        let module = self.module;
        for &id in module.variables() {
            let global = &module[id];
            self.ty(global.value_type);
            if let Some(init) = global.as_variable().and_then(|v| v.initializer) {
                self.value(init);
            }
        }
        for &id in module.aliases() {
            self.ty(module[id].value_type);
            if let GlobalKind::Alias { aliasee } = module[id].kind {
                self.value(aliasee);
            }
        }
        for &id in module.ifuncs() {
            self.ty(module[id].value_type);
        }
        for &id in module.functions() {
            if self.structs_left == 0 {
                return;
            }
            let Some(function) = module.function(id) else { continue };
            self.ty(module[id].value_type);
            self.attributes(function.attributes);
            for value in [function.personality, function.prefix, function.prologue].into_iter().flatten() {
                self.value(value);
            }
            if let Some(body) = &function.body {
                self.body(body);
            }
        }
        for named in module.named_metadata() {
            for &m in &named.operands {
                self.metadata(None, m);
            }
        }
    }

    fn body(&mut self, body: &Body) {
        for block in body.blocks() {
            if self.structs_left == 0 {
                return;
            }
            for inst in body.insts(block) {
                self.ty(body.inst_type(inst));
                let data = body.inst(inst);
                if self.constants_left > 0 && self.may_find(body, data) {
                    data.for_each_operand(body.values(), |v| match v.kind() {
                        ValueKind::Metadata(m) => self.metadata(Some(body), m),
                        _ => self.value(v),
                    });
                }
                match data {
                    InstData::GetElementPtr { source, .. } => self.ty(*source),
                    InstData::Alloca { allocated, .. } => self.ty(*allocated),
                    _ => {
                        if let Some(call) = data.call_info() {
                            self.attributes(call.attributes);
                        }
                    }
                }
                if self.nodes.is_some() {
                    for &(_, m) in body.attachments(inst) {
                        self.metadata(None, m);
                    }
                }
                if self.constants_left > 0 && body.has_debug_records() {
                    use lindworm_ir::body::DebugRecordData as Record;
                    for record in body.debug_records(inst) {
                        let (Record::Value { location, .. }
                        | Record::Declare { location, .. }
                        | Record::DeclareValue { location, .. }
                        | Record::Assign { location, .. }) = *record
                        else {
                            continue;
                        };
                        // A node in place of a location is not visited.
                        if location.as_node().is_none() {
                            self.metadata(Some(body), location);
                        }
                    }
                }
            }
        }
    }

    /// Whether an operand of an instruction may have something to find: a quick test that nearly always fails.
    #[inline]
    fn may_find(&self, body: &Body, data: &InstData) -> bool {
        let mut found = false;
        data.for_each_operand(body.values(), |v| {
            found |= match v.kind() {
                ValueKind::Constant(c) => leads_on(&self.struct_constants, c),
                ValueKind::Metadata(_) => true,
                _ => false,
            }
        });
        found
    }

    #[inline]
    fn ty(&mut self, ty: Type) {
        if self.struct_types.get(ty.index()).is_some_and(|&b| b) {
            self.visit_type(ty);
        }
    }

    fn visit_type(&mut self, ty: Type) {
        self.struct_types[ty.index()] = false;
        self.type_stack.push(ty);
        while let Some(ty) = self.type_stack.pop() {
            let mut last_first = |types: &[Type]| {
                for &t in types.iter().rev() {
                    if self.struct_types.get(t.index()).is_some_and(|&b| b) {
                        self.struct_types[t.index()] = false;
                        self.type_stack.push(t);
                    }
                }
            };
            match self.cx.kind(ty) {
                TypeKind::Identified(id) => {
                    let def = self.cx.struct_def(*id);
                    if let Some(body) = def.body() {
                        last_first(&body.fields);
                    }
                    self.structs_left -= 1;
                    match def.name().is_empty() {
                        true => self.found.numbered.push(*id),
                        false => self.found.named.push(*id),
                    }
                }
                TypeKind::Vector { element, .. } | TypeKind::Array { element, .. } => last_first(&[*element]),
                TypeKind::Struct { fields: types, .. } | TypeKind::Target { types, .. } => last_first(types),
                TypeKind::Function { result, params, .. } => {
                    last_first(params);
                    last_first(&[*result]);
                }
                _ => {}
            }
        }
    }

    #[inline]
    fn value(&mut self, value: Value) {
        if let ValueKind::Constant(c) = value.kind()
            && leads_on(&self.struct_constants, c)
        {
            self.visit_constant(c);
        }
    }

    fn visit_constant(&mut self, constant: Constant) {
        let module = self.module;
        let mut stack = vec![constant];
        while let Some(c) = stack.pop() {
            if !std::mem::take(&mut self.struct_constants[c.as_u32() as usize]) {
                continue;
            }
            self.constants_left -= 1;
            let node = module.constants().get(c);
            self.ty(node.ty);
            if let Some(source) = source_type(node) {
                self.ty(source);
            }
            let first = stack.len();
            for_each_operand(node, |v| stack.extend(v.as_constant().filter(|&c| leads_on(&self.struct_constants, c))));
            stack[first..].reverse();
        }
    }

    fn attributes(&mut self, list: AttributeList) {
        if list == AttributeList::EMPTY || !self.attributes.insert(list) {
            return;
        }
        let data = self.cx.attribute_list(list);
        for &set in [data.function, data.result].iter().chain(&data.params) {
            for attribute in self.cx.attribute_set(set) {
                if let Attribute::Type(_, Some(ty)) = attribute {
                    self.ty(*ty);
                }
            }
        }
    }

    /// Visits the constants in metadata. `body` is present for an operand of an instruction.
    fn metadata(&mut self, body: Option<&Body>, m: Metadata) {
        let module = self.module;
        let mut stack = vec![m];
        while let Some(m) = stack.pop() {
            match m.open() {
                MetadataRef::Value(v) => self.value(module.metadata().value(v)),
                MetadataRef::ArgList(list) => {
                    let list = body.and_then(|b| b.arg_lists().get(list as usize));
                    stack.extend(list.into_iter().flat_map(|l| l.iter().rev()));
                }
                MetadataRef::Node(n) if self.nodes.as_mut().is_some_and(|nodes| nodes.insert(n)) => {
                    let node = module.metadata().node(n);
                    let first = stack.len();
                    node.kind.for_each_ref(node.words, |m| stack.push(m));
                    stack[first..].reverse();
                }
                _ => {}
            }
        }
    }
}

fn leads_on(struct_constants: &[bool], c: Constant) -> bool {
    struct_constants.get(c.as_u32() as usize).is_some_and(|&b| b)
}

/// The source type of a `getelementptr` expression.
fn source_type(node: &ConstantNode) -> Option<Type> {
    match &node.data {
        ConstantData::Expr(e) => match **e {
            ConstantExpr::GetElementPtr { source, .. } => Some(source),
            _ => None,
        },
        _ => None,
    }
}

/// Calls `f` with each operand of a constant, in LLVM's order.
fn for_each_operand(node: &ConstantNode, f: impl FnMut(Value)) {
    (0..).map_while(|i| operand(node, i)).for_each(f);
}
