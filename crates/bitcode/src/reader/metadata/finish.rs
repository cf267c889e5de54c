//! Merges the metadata of a module and its functions.

use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::metadata::{MetadataRef, MetadataStore, NULL_WORD, NodeRef};
use lindworm_ir::{Body, Global, Metadata, Module};
use lindworm_upgrade::{compile_units, old_debug_info};

use super::definitions::Counts;
use super::function::Defined;
use super::{MetadataTable, OwnMetadata};
use crate::error::Result;
use lindworm_ir::parallel;

/// The mapping of a function's metadata to the module's.
pub(super) struct Absorbed {
    before: Counts,
    first_node: u32,
    strings: Vec<Metadata>,
    values: Vec<Metadata>,
}

impl Absorbed {
    /// Adds the strings and values of a function to the store of the module, and reserves node numbers from `first_node`
    /// on.
    pub fn new(store: &mut MetadataStore, own: &Defined, first_node: u32) -> Absorbed {
        let from = &own.store;
        Absorbed {
            before: own.before,
            first_node,
            strings: (0..from.string_count() as u32).map(|i| store.add_string(from.string(i))).collect(),
            values: from.values().iter().map(|&v| store.add_value(v)).collect(),
        }
    }

    /// Maps the references in the function's nodes.
    pub fn map_nodes(&self, own: &mut MetadataStore) {
        own.map_refs(0..own.node_count() as u32, |m| self.map(m));
    }

    #[inline]
    pub fn map(&self, m: Metadata) -> Metadata {
        match m.open() {
            MetadataRef::Node(n) if n >= self.before.nodes => {
                Metadata::new(MetadataRef::Node(self.first_node + (n - self.before.nodes)))
            }
            MetadataRef::String(i) if i >= self.before.strings => self.strings[(i - self.before.strings) as usize],
            MetadataRef::Value(i) if i >= self.before.values => self.values[(i - self.before.values) as usize],
            _ => m,
        }
    }
}

impl MetadataTable {
    /// Merges the metadata of the module and the functions after all bodies are read, uniques nodes, adds named metadata
    /// and the attachments of globals to the module, and sets the bodies of functions.
    ///
    /// With `odr_types`, composite types with the same identifier are merged, as in LLVM's optimizer.
    pub fn finish(
        mut self,
        module: &mut Module,
        bodies: Vec<(Global, Box<Body>, OwnMetadata)>,
        odr_types: bool,
    ) -> Result<()> {
        *module.metadata_mut() = std::mem::take(&mut self.definitions.store);
        *module.named_metadata_mut() = std::mem::take(&mut self.named);
        for &(global, kind, m) in &self.attachments {
            if let Some(global) = module.global_mut(global) {
                global.metadata.push((kind, m));
            }
        }
        let debug_info = &mut self.old.debug_info;
        for &(unit, list) in &self.old.units {
            debug_info.units.extend(self.definitions.get(list).map(|list| (unit, list)));
        }
        debug_info.upgrade_nodes(module.metadata_mut());
        debug_info.attach(module, |m| m);
        compile_units::move_local_imports(module);
        let mut has_old_expressions = debug_info.has_old_expressions;
        let mut next_node = module.metadata().node_count() as u32;
        let mut parts = Vec::with_capacity(bodies.len());
        for (global, body, own) in bodies {
            has_old_expressions |= own.has_old_expressions;
            let defined = own.defined.map(|defined| {
                let absorbed = Absorbed::new(module.metadata_mut(), &defined, next_node);
                next_node += defined.store.node_count() as u32;
                (defined, absorbed)
            });
            let map = |m| defined.as_ref().map_or(m, |(_, absorbed)| absorbed.map(m));
            if let Some(global) = module.global_mut(global) {
                global.metadata.extend(own.attachments.iter().map(|&(kind, m)| (kind, map(m))));
            }
            parts.push((global, body, defined));
        }
        let parts = parallel::map(parts, |(global, mut body, defined)| {
            let defined = defined.map(|(mut defined, absorbed)| {
                absorbed.map_nodes(&mut defined.store);
                body.map_metadata(|m| absorbed.map(m));
                defined
            });
            (global, body, defined)
        });
        module.metadata_mut().append_nodes(parts.iter().filter_map(|(_, _, defined)| Some(&defined.as_ref()?.store)));
        let all_merged = module.metadata_mut().unique(odr_types);
        let merged = |m: Metadata| match (&all_merged, m.open()) {
            (Some(merged), MetadataRef::Node(n)) => Metadata::new(MetadataRef::Node(merged[n as usize])),
            _ => m,
        };
        for named in module.named_metadata_mut() {
            named.operands.iter_mut().for_each(|m| *m = merged(*m));
        }
        for global in module.globals_mut().filter(|g| !g.metadata.is_empty()) {
            global.metadata.iter_mut().for_each(|(_, m)| *m = merged(*m));
            global.metadata.sort_by_key(|&(kind, _)| kind);
        }
        let empty_operand = empty_operand(module.metadata_mut());
        let store = module.metadata();
        let parts: Vec<_> = parts.into_iter().map(|(global, body, _)| (global, body)).collect();
        let change_body = |(global, mut body): (Global, Box<Body>)| {
            if all_merged.is_some() {
                body.map_metadata(merged);
            }
            if let Some(empty) = empty_operand {
                body.map_metadata_operands(|m| store.as_operand(m, empty));
            }
            (global, body)
        };
        let is_changed = all_merged.is_some() || empty_operand.is_some();
        let parts = if is_changed { parallel::map(parts, change_body) } else { parts };
        for (global, mut body) in parts {
            if self.old.has_loop_tags {
                lindworm_upgrade::loops::upgrade_loops(module.metadata_mut(), &mut body);
            }
            if has_old_expressions {
                old_debug_info::drop_leading_deref(module, &mut body);
            }
            if let Some(function) = module.global_mut(global).and_then(|g| g.as_function_mut()) {
                // A body without blocks counts as none.
                function.body = Some(body).filter(|b| b.entry().is_some());
            }
        }
        Ok(())
    }
}

/// Determines how tuples of one element change as operands of instructions. A tuple of `null` becomes the empty tuple,
/// returned in the inner option if needed; a tuple of a value becomes the value. `None` if the module has no such tuple.
fn empty_operand(store: &mut MetadataStore) -> Option<Option<Metadata>> {
    let single = |n: u32| match store.node(n) {
        NodeRef { kind: NodeKind::Tuple, words: &[word], .. } => Some(word),
        _ => None,
    };
    let is_value = |word| matches!(Metadata::from_word(word).map(Metadata::open), Some(MetadataRef::Value(_)));
    let singles = || (0..store.node_count() as u32).filter_map(single);
    if singles().any(|word| word == NULL_WORD) {
        return Some(Some(store.add_node(NodeKind::Tuple, false, &[])));
    }
    singles().any(is_value).then_some(None)
}
