//! Upgrades of the lists in compile units.

use std::collections::BTreeMap;

use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::{NodeKind, compile_unit, imported_entity, lexical_block, lexical_block_file, subprogram};
use lindworm_ir::hash::HashMap;
use lindworm_ir::metadata::{MetadataRef, MetadataStore};
use lindworm_ir::{Metadata, Module};

/// Creates a global variable expression.
pub(crate) fn describe(store: &mut MetadataStore, variable: Metadata, expression: &[u32]) -> Metadata {
    let expression = Metadata::new(MetadataRef::Node(store.push(NodeKind::DIExpression, false, expression)));
    let words = [variable.bits(), expression.bits()];
    Metadata::new(MetadataRef::Node(store.push(NodeKind::DIGlobalVariableExpression, true, &words)))
}

fn is_kind(store: &MetadataStore, m: Metadata, kind: NodeKind) -> bool {
    m.as_node().is_some_and(|n| store.node(n).kind == kind)
}

/// The compile units of a module.
fn compile_units(module: &Module) -> Vec<u32> {
    let units = module.named_metadata().iter().find(|n| *n.name == *b"llvm.dbg.cu");
    let nodes = units.iter().flat_map(|n| &n.operands).filter_map(|m| m.as_node());
    nodes.filter(|&n| module.metadata().node(n).kind == NodeKind::DICompileUnit).collect()
}

/// The list in a field of a node: the tuple and its words.
fn list(store: &MetadataStore, node: u32, field: usize) -> Option<(u32, Vec<u32>)> {
    let list = store.node(node).get_ref(field)?.as_node()?;
    let node = store.node(list);
    (node.kind == NodeKind::Tuple).then(|| (list, node.words.to_vec()))
}

/// Wraps global variables in `DIGlobalVariableExpression`.
pub fn add_expressions(module: &mut Module) {
    for unit in compile_units(module) {
        let store = module.metadata_mut();
        let Some((list, words)) = list(store, unit, compile_unit::GLOBALS) else { continue };
        for (i, word) in words.into_iter().enumerate() {
            if let Some(m) = Metadata::from_word(word).filter(|&m| is_kind(store, m, NodeKind::DIGlobalVariable)) {
                let described = describe(store, m, &[]);
                store.words_mut(list)[i] = described.bits();
            }
        }
    }
    for i in 0..module.variables().len() {
        let variable = module.variables()[i];
        for at in 0..module[variable].metadata.len() {
            let (kind, m) = module[variable].metadata[at];
            if kind == MetadataKind::DBG && is_kind(module.metadata(), m, NodeKind::DIGlobalVariable) {
                module[variable].metadata[at].1 = describe(module.metadata_mut(), m, &[]);
            }
        }
    }
}

/// Moves local imports of a compile unit to the retained nodes of their functions.
pub fn move_local_imports(module: &mut Module) {
    for unit in compile_units(module) {
        let store = module.metadata_mut();
        let Some((_, imports)) = list(store, unit, compile_unit::IMPORTS) else { continue };
        let scope_of = |word: u32| {
            let node = store.node(Metadata::from_word(word)?.as_node()?);
            let is_import = node.kind == NodeKind::DIImportedEntity;
            local_scope(store, is_import.then(|| node.get_ref(imported_entity::SCOPE))??)
        };
        let mut stay = Vec::new();
        let mut moved: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let mut subprograms = HashMap::default();
        for &word in &imports {
            match scope_of(word) {
                None => stay.push(word),
                Some(scope) => {
                    if let Some(subprogram) = enclosing_subprogram(store, scope, &mut subprograms) {
                        moved.entry(subprogram).or_default().push(word);
                    }
                }
            }
        }
        if stay.len() == imports.len() {
            continue;
        }
        set_list(store, unit, compile_unit::IMPORTS, &stay);
        for (subprogram, imports) in moved {
            let mut words = list(store, subprogram, subprogram::RETAINED_NODES).map_or(Vec::new(), |(_, words)| words);
            words.extend(imports);
            set_list(store, subprogram, subprogram::RETAINED_NODES, &words);
        }
    }
}

/// Sets a field of a node to a new tuple.
fn set_list(store: &mut MetadataStore, node: u32, field: usize, words: &[u32]) {
    let list = store.add_node(NodeKind::Tuple, false, words);
    store.set_field(node, field, list.bits().into());
}

/// The node, if it is a local scope.
fn local_scope(store: &MetadataStore, scope: Metadata) -> Option<u32> {
    let node = scope.as_node()?;
    let kind = store.node(node).kind;
    matches!(kind, NodeKind::DISubprogram | NodeKind::DILexicalBlock | NodeKind::DILexicalBlockFile).then_some(node)
}

/// The subprogram that encloses a scope. `known` caches the results.
fn enclosing_subprogram(store: &MetadataStore, scope: u32, known: &mut HashMap<u32, Option<u32>>) -> Option<u32> {
    let mut path = Vec::new();
    let mut next = Some(scope);
    let mut found = None;
    while let Some(scope) = next {
        if let Some(&subprogram) = known.get(&scope) {
            found = subprogram;
            break;
        }
        // Guards against a cyclic scope chain, which is in no subprogram.
        known.insert(scope, None);
        path.push(scope);
        let node = store.node(scope);
        let field = match node.kind {
            NodeKind::DISubprogram => {
                found = Some(scope);
                break;
            }
            NodeKind::DILexicalBlock => lexical_block::SCOPE,
            _ => lexical_block_file::SCOPE,
        };
        next = node.get_ref(field).and_then(|scope| local_scope(store, scope));
    }
    known.extend(path.into_iter().map(|scope| (scope, found)));
    found
}
