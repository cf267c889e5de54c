//! Upgrades of debug info of LLVM 3.7 to 3.9, and of its expressions up to LLVM 5.
//!
//! Up to LLVM 3.7, subprograms referred to their functions and compile units listed their subprograms. Up to 3.9, variables
//! referred to their globals or held their values, and types were referenced by their identifiers. Now functions and
//! globals refer to their debug info, and subprograms to their units.

use std::borrow::Cow;

use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::{
    FLAG_FWD_DECL, NodeKind, OP_LLVM_FRAGMENT, OP_STACK_VALUE, composite_type, derived_type, expression_elements,
    global_variable, imported_entity, local_variable, objc_property, subprogram, subrange_type, subroutine_type,
    template_type_parameter, template_value_parameter,
};
use lindworm_ir::hash::HashMap;
use lindworm_ir::metadata::{MetadataRef, MetadataStore, NULL_WORD};
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Body, Global, InstData, Metadata, Module, Value};

use crate::compile_units;

const OP_DEREF: u64 = 0x06;
const OP_CONSTU: u64 = 0x10;
const OP_MINUS: u64 = 0x1c;
const OP_PLUS: u64 = 0x22;
const OP_PLUS_UCONST: u64 = 0x23;
const OP_BIT_PIECE: u64 = 0x9d;

/// The debug info of LLVM 3.9 and earlier found by a reader, to be upgraded after all metadata is read.
#[derive(Default)]
pub struct OldDebugInfo {
    /// Whether expressions of `llvm.dbg.declare` may start with a `DW_OP_deref` that is implicit now.
    pub has_old_expressions: bool,
    /// Whether there are global variables without expressions.
    pub has_bare_variables: bool,
    /// The debug info of global variables.
    pub variables: Vec<(Global, Metadata)>,
    /// The debug info of functions.
    pub functions: Vec<(Global, Metadata)>,
    /// Compile units, with the lists of their subprograms.
    pub units: Vec<(Metadata, Metadata)>,
    /// Types that may be referenced by their identifiers.
    pub identified: Vec<Metadata>,
    /// Function types whose lists may reference types by their identifiers.
    pub function_types: Vec<Metadata>,
}

fn expression_words(elements: &[u64]) -> Vec<u32> {
    elements.iter().flat_map(|&e| [e as u32, (e >> 32) as u32]).collect()
}

/// The elements of the expression for a constant value of a variable, if it has at most 64 bits.
pub fn elements_of_value(module: &Module, value: Value) -> Option<[u64; 3]> {
    module.constants().as_u64(value).map(|number| [OP_CONSTU, number, OP_STACK_VALUE])
}

/// Upgrades the elements of an expression from `version` to the current version, 3. LLVM 3.7 to 3.9 have version 0.
pub fn upgrade_expression(version: u64, elements: &mut [u64]) -> Cow<'_, [u64]> {
    let len = elements.len();
    if version == 0 && len >= 3 && elements[len - 3] == OP_BIT_PIECE {
        elements[len - 3] = OP_LLVM_FRAGMENT;
    }
    if version <= 1 {
        // A leading `DW_OP_deref` is now last, before the fragment.
        if elements.first() == Some(&OP_DEREF) {
            let end = if len >= 3 && elements[len - 3] == OP_LLVM_FRAGMENT { len - 3 } else { len };
            elements[..end].rotate_left(1);
        }
    }
    if version >= 3 {
        return (&*elements).into();
    }
    let mut today = Vec::with_capacity(len + 4);
    let mut rest = &*elements;
    while let Some(&op) = rest.first() {
        let args = match op {
            OP_CONSTU | OP_MINUS | OP_PLUS => 1,
            OP_LLVM_FRAGMENT => 2,
            _ => 0,
        };
        let (this, after) = rest.split_at((1 + args).min(rest.len()));
        rest = after;
        today.push(match op {
            OP_PLUS => OP_PLUS_UCONST,
            OP_MINUS => OP_CONSTU,
            _ => op,
        });
        today.extend_from_slice(&this[1..]);
        if op == OP_MINUS {
            today.push(OP_MINUS);
        }
    }
    today.into()
}

/// The fields that may reference a type by its identifier.
const TYPE_REFERENCES: &[(NodeKind, &[usize])] = &[
    (NodeKind::DIDerivedType, &[derived_type::SCOPE, derived_type::BASE_TYPE, derived_type::EXTRA_DATA]),
    (NodeKind::DICompositeType, &[composite_type::SCOPE, composite_type::BASE_TYPE, composite_type::VTABLE_HOLDER]),
    (NodeKind::DISubprogram, &[subprogram::SCOPE, subprogram::CONTAINING_TYPE]),
    (NodeKind::DISubrangeType, &[subrange_type::BASE_TYPE]),
    (NodeKind::DITemplateTypeParameter, &[template_type_parameter::TYPE]),
    (NodeKind::DITemplateValueParameter, &[template_value_parameter::TYPE]),
    (NodeKind::DIGlobalVariable, &[global_variable::TYPE]),
    (NodeKind::DILocalVariable, &[local_variable::TYPE]),
    (NodeKind::DIObjCProperty, &[objc_property::TYPE]),
    (NodeKind::DIImportedEntity, &[imported_entity::ENTITY]),
];

impl OldDebugInfo {
    /// Collects the old debug info of a text, whose nodes are not uniqued yet. `fields` are the values of removed fields by
    /// node: the function of a subprogram, the variable or value of a global variable, the list of subprograms of a unit.
    /// They occur only in text of LLVM 3.9 and earlier, so all expressions and types are treated as old.
    pub fn of_text(module: &mut Module, fields: &[(u32, Metadata)]) -> OldDebugInfo {
        let mut old = OldDebugInfo { has_old_expressions: true, has_bare_variables: true, ..OldDebugInfo::default() };
        let nodes = module.metadata().node_count() as u32;
        for number in 0..nodes {
            let store = module.metadata_mut();
            let node = store.node(number);
            let m = Metadata::new(MetadataRef::Node(number));
            match node.kind {
                NodeKind::DICompositeType if node.get(composite_type::IDENTIFIER) as u32 != NULL_WORD => {
                    old.identified.push(m);
                }
                NodeKind::DISubroutineType => old.function_types.push(m),
                NodeKind::DIExpression => {
                    let mut elements: Vec<u64> = expression_elements(node.words).collect();
                    let words = expression_words(&upgrade_expression(0, &mut elements));
                    if words != node.words {
                        let distinct = node.distinct;
                        store.set_node(number, NodeKind::DIExpression, distinct, &words);
                    }
                }
                _ => {}
            }
        }
        let mut described = HashMap::default();
        for &(number, value) in fields {
            let node = Metadata::new(MetadataRef::Node(number));
            let constant = match value.open() {
                MetadataRef::Value(value) => Some(module.metadata().value(value)),
                _ => None,
            };
            let global = constant.and_then(Value::as_global);
            match module.metadata().node(number).kind {
                NodeKind::DICompileUnit => old.units.push((node, value)),
                NodeKind::DISubprogram => old.functions.extend(global.map(|global| (global, node))),
                _ => {
                    let elements = constant.and_then(|constant| elements_of_value(module, constant));
                    let words = elements.map_or(Vec::new(), |elements| expression_words(&elements));
                    let store = module.metadata_mut();
                    let mut describe = || compile_units::describe(store, node, &words);
                    match global {
                        Some(global) => old.variables.push((global, describe())),
                        None if elements.is_some() => {
                            described.insert(node, describe());
                        }
                        None => {}
                    }
                }
            }
        }
        if !described.is_empty() {
            module.metadata_mut().map_refs(0..nodes, |m| described.get(&m).copied().unwrap_or(m));
        }
        old.upgrade_nodes(module.metadata_mut());
        old
    }

    /// Upgrades nodes: references by identifier become references to types, and subprograms refer to their units.
    pub fn upgrade_nodes(&self, store: &mut MetadataStore) {
        self.resolve_identifiers(store);
        for &(unit, list) in &self.units {
            let Some(list) = list.as_node().map(|n| store.node(n)).filter(|n| n.kind == NodeKind::Tuple) else {
                continue;
            };
            let nodes = list.words.iter().filter_map(|&w| Metadata::from_word(w)?.as_node());
            let subprograms: Vec<u32> = nodes.filter(|&n| store.node(n).kind == NodeKind::DISubprogram).collect();
            for node in subprograms {
                store.set_field(node, subprogram::UNIT, unit.bits().into());
            }
        }
    }

    /// Attaches debug info to functions and variables. Requires that named metadata and attachments of globals are set.
    /// `map` gives the final node of a node.
    pub fn attach(&self, module: &mut Module, map: impl Fn(Metadata) -> Metadata) {
        for &(global, m) in self.variables.iter().chain(&self.functions) {
            let Some(global) = module.global_mut(global) else { continue };
            global.metadata.push((MetadataKind::DBG, map(m)));
        }
        if self.has_bare_variables {
            compile_units::add_expressions(module);
        }
    }

    /// Resolves references by identifier to types.
    fn resolve_identifiers(&self, store: &mut MetadataStore) {
        if self.identified.is_empty() {
            return;
        }
        let mut by_identifier: HashMap<u32, u32> = HashMap::default();
        for only_declarations in [false, true] {
            for ty in &self.identified {
                let Some(node) = ty.as_node().map(|n| store.node(n)) else { continue };
                if (node.get(composite_type::FLAGS_) as u32 & FLAG_FWD_DECL != 0) == only_declarations {
                    by_identifier.entry(node.get(composite_type::IDENTIFIER) as u32).or_insert(ty.bits());
                }
            }
        }
        let find = |word: u32| by_identifier.get(&word).copied().filter(|_| word != NULL_WORD);
        for n in 0..store.node_count() as u32 {
            let kind = store.node(n).kind;
            let Some((_, fields)) = TYPE_REFERENCES.iter().find(|(k, _)| *k == kind) else { continue };
            for &field in *fields {
                if let Some(ty) = find(store.node(n).get(field) as u32) {
                    store.set_field(n, field, ty.into());
                }
            }
        }
        for ty in &self.function_types {
            let Some(ty) = ty.as_node() else { continue };
            let list =
                store.node(ty).get_ref(subroutine_type::TYPES).and_then(Metadata::as_node).map(|n| store.node(n));
            let Some(list) = list.filter(|n| n.kind == NodeKind::Tuple && !n.distinct) else { continue };
            let words: Vec<u32> = list.words.iter().map(|&w| find(w).unwrap_or(w)).collect();
            if words != list.words {
                let new = Metadata::new(MetadataRef::Node(store.push(NodeKind::Tuple, false, &words)));
                store.set_field(ty, subroutine_type::TYPES, new.bits().into());
            }
        }
    }
}

/// Removes a leading `DW_OP_deref` from declarations of arguments, where it is implicit now.
pub fn drop_leading_deref(module: &mut Module, body: &mut Body) {
    let declare = module.global_named(b"llvm.dbg.declare");
    let store = module.metadata_mut();
    let locals = body.local_metadata().to_vec();
    let is_argument = |m: Metadata| match m.open() {
        MetadataRef::Local(i) => {
            matches!(locals.get(i as usize).map(|v| v.kind()), Some(ValueKind::Arg(_)))
        }
        _ => false,
    };
    let insts: Vec<_> = body.blocks().flat_map(|b| body.insts(b)).collect();
    for inst in insts {
        let InstData::Call { call, .. } = body.inst(inst) else { continue };
        if declare.is_none() || call.callee.as_global() != declare {
            continue;
        }
        let mut args = call.args;
        let (_, values) = body.inst_and_values_mut(inst);
        let [location, _, expression] = args.as_mut_slice(values) else { continue };
        if location.as_metadata().is_some_and(is_argument)
            && let Some(new) = expression.as_metadata().and_then(|m| without_deref(store, m))
        {
            *expression = new.into();
        }
    }
}

fn without_deref(store: &mut MetadataStore, expression: Metadata) -> Option<Metadata> {
    let node = store.node(expression.as_node()?);
    if node.kind != NodeKind::DIExpression || expression_elements(node.words).next() != Some(OP_DEREF) {
        return None;
    }
    let words = node.words[2..].to_vec();
    Some(store.add_node(NodeKind::DIExpression, false, &words))
}
