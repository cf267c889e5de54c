//! `!tbaa` of older versions.

use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::{Metadata, MetadataKind, Module, Type};
use rustc_hash::FxHashMap;

/// Brings the `!tbaa` attachments of all instructions up to date: what was a scalar type stands with its access type and
/// offset today ([Language Reference](https://llvm.org/docs/LangRef.html#tbaa-metadata)).
pub(crate) fn upgrade(module: &mut Module) {
    // What stands for each node, once that is known.
    let mut upgraded: FxHashMap<u32, Metadata> = FxHashMap::default();
    for function in 0..module.functions.len() {
        let global = module.functions[function];
        let Some(mut body) = module.globals[global].as_function_mut().and_then(|f| f.body.take()) else { continue };
        for (kind, tag) in body.attachment_lists_mut().flatten() {
            if *kind == MetadataKind::TBAA
                && let Some(node) = tag.as_node()
            {
                *tag = *upgraded.entry(node).or_insert_with(|| upgrade_tag(module, *tag));
            }
        }
        if let Some(f) = module.globals[global].as_function_mut() {
            f.body = Some(body);
        }
    }
}

fn upgrade_tag(module: &mut Module, tag: Metadata) -> Metadata {
    let Some(node) = tag.as_node() else { return tag };
    let node = module.metadata.node(node);
    let is_node = |word: u32| matches!(Metadata::from_word(word).map(Metadata::open), Some(MetadataRef::Node(_)));
    let (scalar, constant) = match *node.words {
        _ if node.kind != NodeKind::Tuple => return tag,
        [] => return tag,
        [first, _, _, ..] if is_node(first) => return tag,
        [name, parent, constant] => {
            (module.metadata.add_node(NodeKind::Tuple, false, &[name, parent]).bits(), Some(constant))
        }
        _ => (tag.bits(), None),
    };
    let zero = module.constants.int(&module.context, Type::I64, 0);
    let mut words = vec![scalar, scalar, module.metadata.add_value(zero).bits()];
    words.extend(constant);
    module.metadata.add_node(NodeKind::Tuple, false, &words)
}
