//! Upgrades of `!tbaa` metadata.

use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::hash::HashMap;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::{Body, Metadata, Module, Type};

/// The upgraded tags by node.
pub(crate) type Tags = HashMap<u32, Metadata>;

/// Upgrades the `!tbaa` attachments of a body's instructions: scalar type tags become tags with base type, access type and
/// offset ([Language Reference](https://llvm.org/docs/LangRef.html#tbaa-metadata)).
pub(crate) fn upgrade_body(module: &mut Module, body: &mut Body, tags: &mut Tags) {
    for (kind, tag) in body.attachment_lists_mut().flatten() {
        if *kind == MetadataKind::TBAA
            && let Some(node) = tag.as_node()
        {
            *tag = *tags.entry(node).or_insert_with(|| upgrade_tag(module, *tag));
        }
    }
}

fn upgrade_tag(module: &mut Module, tag: Metadata) -> Metadata {
    let Some(node) = tag.as_node() else { return tag };
    let node = module.metadata().node(node);
    let is_node = |word: u32| matches!(Metadata::from_word(word).map(Metadata::open), Some(MetadataRef::Node(_)));
    let (scalar, constant) = match *node.words {
        _ if node.kind != NodeKind::Tuple => return tag,
        [] => return tag,
        [first, _, _, ..] if is_node(first) => return tag,
        [name, parent, constant] => {
            (module.metadata_mut().add_node(NodeKind::Tuple, false, &[name, parent]).bits(), Some(constant))
        }
        _ => (tag.bits(), None),
    };
    let zero = module.constants().int(module.context(), Type::I64, 0);
    let mut words = vec![scalar, scalar, module.metadata_mut().add_value(zero).bits()];
    words.extend(constant);
    module.metadata_mut().add_node(NodeKind::Tuple, false, &words)
}
