//! Access to metadata that makes promises.

use lindworm_eval::Int;
use lindworm_ir::metadata::{Metadata, MetadataRef, NULL_WORD};
use lindworm_ir::{Body, Inst, Module};

use super::value::ValueMetadata;

/// The operands of a tuple; empty for other metadata.
pub(crate) fn operands(module: &Module, node: Metadata) -> impl Iterator<Item = Metadata> + '_ {
    let words = node.as_node().map_or(&[][..], |n| module.metadata().node(n).tail());
    words.iter().filter(|&&w| w != NULL_WORD).filter_map(|&w| Metadata::from_word(w))
}

/// The integers among the operands of a tuple.
pub(crate) fn integers(module: &Module, node: Metadata) -> impl Iterator<Item = Int> + '_ {
    operands(module, node).filter_map(|m| match m.open() {
        MetadataRef::Value(value) => module.constants().as_int(module.context(), module.metadata().value(value)),
        _ => None,
    })
}

/// The attachment of an instruction with the given name.
pub(crate) fn attached(module: &Module, body: &Body, inst: Inst, name: &str) -> Option<Metadata> {
    if body.attachments(inst).is_empty() {
        return None;
    }
    body.attachment(inst, module.context().metadata_kind(name.as_bytes()))
}

/// The metadata of an instruction about its value, if any.
pub(crate) fn of_value(module: &Module, body: &Body, inst: Inst) -> Option<ValueMetadata> {
    let attachments = body.attachments(inst);
    if attachments.is_empty() {
        return None;
    }
    let mut found = ValueMetadata::default();
    let mut any = false;
    for &(kind, node) in attachments {
        let number = || integers(module, node).next().map_or(0, |n| n.low_u64());
        match module.context().metadata_kind_name(kind) {
            b"noundef" => found.noundef = true,
            b"nonnull" => found.nonnull = true,
            b"align" => found.align = Some(number()),
            b"range" => {
                let bounds: Vec<Int> = integers(module, node).collect();
                found.ranges = bounds.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
            }
            b"nofpclass" => found.classes = number() as u32,
            b"dereferenceable" => found.dereferenceable = number(),
            b"dereferenceable_or_null" => found.dereferenceable_or_null = number(),
            _ => continue,
        }
        any = true;
    }
    any.then_some(found)
}
