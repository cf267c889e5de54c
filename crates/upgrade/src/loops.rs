//! Upgrades of loop metadata in old bitcode.

use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::metadata::{MetadataRef, MetadataStore};
use lindworm_ir::{Body, Metadata};

/// Renames old loop properties in the metadata of a body's loops.
pub fn upgrade_loops(store: &mut MetadataStore, body: &mut Body) {
    for (kind, m) in body.attachment_lists_mut().flatten() {
        if *kind == MetadataKind::LOOP {
            *m = upgrade_loop(store, *m);
        }
    }
}

/// Renames old properties in the metadata of a loop. They occur only in bitcode.
fn upgrade_loop(metadata: &mut MetadataStore, m: Metadata) -> Metadata {
    let Some(node) = m.as_node().map(|n| metadata.node(n)).filter(|n| n.kind == NodeKind::Tuple) else { return m };
    let words = node.words.to_vec();
    let new: Vec<u32> = words.iter().map(|&w| upgrade_argument(metadata, w).unwrap_or(w)).collect();
    if new == words { m } else { metadata.add_node(NodeKind::Tuple, false, &new) }
}

fn upgrade_argument(metadata: &mut MetadataStore, word: u32) -> Option<u32> {
    let node = metadata.node(Metadata::from_word(word)?.as_node()?);
    let (&tag, rest) = node.words.split_first().filter(|_| node.kind == NodeKind::Tuple)?;
    let MetadataRef::String(tag) = Metadata::from_word(tag)?.open() else { return None };
    let mut words = vec![0];
    words.extend_from_slice(rest);
    let new_tag = match metadata.string(tag).strip_prefix(b"llvm.vectorizer.")? {
        b"unroll" => b"llvm.loop.interleave.count".to_vec(),
        other => [b"llvm.loop.vectorize.", other].concat(),
    };
    words[0] = metadata.add_string(&new_tag).bits();
    Some(metadata.add_node(NodeKind::Tuple, false, &words).bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names() {
        let mut store = MetadataStore::default();
        let old = store.add_string(b"llvm.vectorizer.width").bits();
        let argument = store.add_node(NodeKind::Tuple, false, &[old]);
        let node = store.add_node(NodeKind::Tuple, false, &[argument.bits()]);
        let new = upgrade_loop(&mut store, node);
        let argument = Metadata::from_word(store.node(new.as_node().unwrap()).words[0]).unwrap();
        let tag = Metadata::from_word(store.node(argument.as_node().unwrap()).words[0]).unwrap();
        assert_eq!(tag, store.add_string(b"llvm.loop.vectorize.width"));
        assert_eq!(upgrade_loop(&mut store, new), new);
    }
}
