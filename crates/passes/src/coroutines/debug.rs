//! Debug information of coroutines.

use lindworm_ir::body::{DebugRecord, RecordPosition};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::{
    NodeKind, label, lexical_block, lexical_block_file, local_variable, location, subprogram,
};
use lindworm_ir::hash::HashMap;
use lindworm_ir::metadata::MetadataStore;
use lindworm_ir::{Global, Metadata, Module, Value};

use crate::pass::FunctionEdit;

/// Replaces values in debug records. Linear in the records.
pub(super) fn replace_in_records(f: &mut FunctionEdit<'_, '_>, new: &HashMap<Value, Value>) {
    let body = f.editor.body();
    let mut found: Vec<(DebugRecord, Metadata, Value)> = Vec::new();
    for block in body.blocks() {
        let positions = body.insts(block).map(RecordPosition::Before).chain([RecordPosition::End(block)]);
        for (record, data) in positions.flat_map(|position| body.debug_records_at(position).handles()) {
            for operand in data.operands() {
                let value = body.local_value(operand).and_then(|value| new.get(&value));
                found.extend(value.map(|&value| (record, operand, value)));
            }
        }
    }
    for (record, old, value) in found {
        let new = f.editor.local_metadata(value);
        f.editor.debug_record_mut(record).for_each_operand_mut(|operand| {
            if *operand == old {
                *operand = new;
            }
        });
    }
}

/// Gives a copy of a function a subprogram of its own, with copies of its scopes, variables and labels. Linear in the body and in
/// the nodes that it names.
pub(super) fn own_subprogram(module: &mut Module, function: Global) {
    let attached = module[function].metadata.iter().position(|&(kind, _)| kind == MetadataKind::DBG);
    let Some((place, old)) = attached.map(|place| (place, module[function].metadata[place].1)) else { return };
    let Some(node) = old.as_node().filter(|&node| module.metadata().node(node).kind == NodeKind::DISubprogram) else {
        return;
    };
    let words = module.metadata().node(node).words.to_vec();
    let new = module.metadata_mut().add_node(NodeKind::DISubprogram, true, &words);
    module[function].metadata[place].1 = new;
    let mut copies = Copies { new: HashMap::from_iter([(old, new)]) };
    module.change_body(function, |module, body| {
        body.map_attached_metadata(|m| {
            let metadata = module.metadata_mut();
            copies.of_loop(metadata, m).unwrap_or_else(|| copies.of(metadata, m))
        });
    });
    let metadata = module.metadata_mut();
    let retained = metadata.node(node).get_ref(subprogram::RETAINED_NODES).and_then(|list| list.as_node());
    if let (Some(list), Some(new)) = (retained, new.as_node()) {
        let words: Vec<u32> = metadata.node(list).words.to_vec();
        let mapped =
            words.iter().map(|&word| Metadata::from_word(word).map_or(word, |m| copies.of(metadata, m).bits()));
        let mapped: Vec<u32> = mapped.collect();
        let list = metadata.add_node(NodeKind::Tuple, false, &mapped);
        metadata.set_field(new, subprogram::RETAINED_NODES, list.bits().into());
    }
}

/// The copies of nodes that belong to a subprogram.
struct Copies {
    new: HashMap<Metadata, Metadata>,
}

impl Copies {
    /// The node in place of another one: a copy if it belongs to the subprogram.
    fn of(&mut self, metadata: &mut MetadataStore, m: Metadata) -> Metadata {
        let mut pending = vec![m];
        while let Some(&next) = pending.last() {
            let fields = scopes(metadata, next);
            match self.new.get(&next) {
                None => {
                    // A node in a cycle stays as it is.
                    self.new.insert(next, next);
                    pending.extend(fields.iter().map(|&(_, m)| m).filter(|m| !self.new.contains_key(m)));
                }
                Some(&known) => {
                    pending.pop();
                    let copied: Vec<(usize, Metadata)> =
                        fields.iter().map(|&(field, m)| (field, self.new.get(&m).copied().unwrap_or(m))).collect();
                    if known == next && copied != fields {
                        let copy = copy(metadata, next, &copied);
                        self.new.insert(next, copy);
                    }
                }
            }
        }
        self.new.get(&m).copied().unwrap_or(m)
    }
}

impl Copies {
    /// The identifier in place of that of a loop, which names locations: a distinct tuple that starts with itself. `None` for other
    /// metadata, and for a loop outside the subprogram.
    fn of_loop(&mut self, metadata: &mut MetadataStore, m: Metadata) -> Option<Metadata> {
        if let Some(&known) = self.new.get(&m) {
            return Some(known);
        }
        let node = m.as_node().map(|node| metadata.node(node)).filter(|node| node.kind == NodeKind::Tuple)?;
        let (&first, rest) = node.words.split_first()?;
        if !node.distinct || first != m.bits() {
            return None;
        }
        let rest = rest.to_vec();
        let mapped: Vec<u32> =
            rest.iter().map(|&word| Metadata::from_word(word).map_or(word, |m| self.of(metadata, m).bits())).collect();
        if mapped == rest {
            return None;
        }
        let new = metadata.add_node(NodeKind::Tuple, true, &[]);
        let words: Vec<u32> = std::iter::once(new.bits()).chain(mapped).collect();
        metadata.set_node(new.as_node()?, NodeKind::Tuple, true, &words);
        self.new.insert(m, new);
        Some(new)
    }
}

/// The fields of a node that lead to its subprogram.
fn scopes(metadata: &MetadataStore, m: Metadata) -> Vec<(usize, Metadata)> {
    let Some(node) = m.as_node().map(|node| metadata.node(node)) else { return Vec::new() };
    let fields: &[usize] = match node.kind {
        NodeKind::DILocation => &[location::SCOPE, location::INLINED_AT],
        NodeKind::DILexicalBlock => &[lexical_block::SCOPE],
        NodeKind::DILexicalBlockFile => &[lexical_block_file::SCOPE],
        NodeKind::DILocalVariable => &[local_variable::SCOPE],
        NodeKind::DILabel => &[label::SCOPE],
        _ => &[],
    };
    fields.iter().filter_map(|&field| Some((field, node.get_ref(field)?))).collect()
}

/// A copy of a node with other references.
fn copy(metadata: &mut MetadataStore, m: Metadata, references: &[(usize, Metadata)]) -> Metadata {
    let Some(node) = m.as_node().map(|node| metadata.node(node)) else { return m };
    let (kind, distinct) = (node.kind, node.distinct);
    let mut fields: Vec<(usize, u64)> = (0..kind.fields().len()).map(|field| (field, node.get(field))).collect();
    references.iter().for_each(|&(field, m)| fields[field].1 = m.bits().into());
    metadata.add_fields(kind, distinct, &fields, &[])
}
