//! Stripping debug info.

use super::Module;
use crate::context::MetadataKind;
use crate::debug_info::NodeKind;
use crate::hash::{HashMap, HashSet};
use crate::metadata::{Metadata, MetadataRef, MetadataStore};

impl Module {
    /// Removes all debug info. Returns whether there was any, not counting debug records.
    pub fn strip_debug_info(&mut self) -> bool {
        let named = self.named_metadata.len();
        self.named_metadata.retain(|n| !n.name.starts_with(b"llvm.dbg.") && *n.name != *b"llvm.gcov");
        let mut changed = self.named_metadata.len() != named;
        let heap_alloc_site = self.context.metadata_kind_names().position(|k| k == b"heapallocsite");
        let stripped = |kind: MetadataKind| {
            kind == MetadataKind::DI_ASSIGN_ID || heap_alloc_site.is_some_and(|site| site == kind.0 as usize)
        };
        let Module { globals, metadata, .. } = self;
        for global in globals.values_mut() {
            let attachments = global.metadata.len();
            global.metadata.retain(|&(kind, _)| kind != MetadataKind::DBG);
            changed |= global.metadata.len() != attachments;
            let Some(body) = global.as_function_mut().and_then(|f| f.body.as_deref_mut()) else { continue };
            changed |= body.strip_debug_info();
            let mut loops: HashMap<Metadata, Option<Metadata>> = HashMap::default();
            for list in body.attachment_lists_mut() {
                list.retain_mut(|(kind, m)| {
                    if *kind == MetadataKind::LOOP {
                        let old = *m;
                        match loops.entry(old).or_insert_with(|| strip_loop(metadata, old)) {
                            Some(new) => *m = *new,
                            None => return false,
                        }
                    }
                    !stripped(*kind)
                });
            }
        }
        changed
    }
}

/// Loop metadata without source locations; `None` if nothing else remains.
fn strip_loop(metadata: &mut MetadataStore, m: Metadata) -> Option<Metadata> {
    let Some(node) = m.as_node().filter(|&n| metadata.node(n).kind == NodeKind::Tuple) else { return Some(m) };
    let operands: Vec<u32> = metadata.node(node).words.to_vec();
    let Some((_, rest)) = operands.split_first() else { return Some(m) };
    let mut strip = LoopStripper::default();
    strip.visit(metadata, node);
    let as_node = |&word: &u32| Metadata::from_word(word).and_then(Metadata::as_node);
    if !rest.iter().filter_map(as_node).any(|n| strip.reaches_location.contains(&n)) {
        return Some(m);
    }
    if rest.iter().all(|w| as_node(w).is_some_and(|n| strip.only_locations.contains(&n))) {
        return None;
    }
    let mut new = vec![crate::metadata::NULL_WORD];
    new.extend(rest.iter().filter_map(|&w| strip.stripped_word(w)));
    let new_node = metadata.push(NodeKind::Tuple, true, &new);
    let new_m = Metadata::new(MetadataRef::Node(new_node));
    metadata.words_mut(new_node)[0] = new_m.bits();
    Some(new_m)
}

/// The replacements of the nodes that loop metadata refers to.
#[derive(Default)]
struct LoopStripper {
    seen: HashSet<u32>,
    /// Locations, and nodes that refer to a location, directly or indirectly.
    reaches_location: HashSet<u32>,
    /// Locations, and nodes that refer only to locations.
    only_locations: HashSet<u32>,
    /// The replacement of each node that reaches a location.
    stripped: HashMap<u32, Option<Metadata>>,
}

impl LoopStripper {
    /// Visits all nodes reachable from a node, operands first.
    fn visit(&mut self, metadata: &mut MetadataStore, root: u32) {
        let mut stack = vec![(root, false)];
        while let Some((n, operands_done)) = stack.pop() {
            if operands_done {
                if n != root {
                    self.strip(metadata, n);
                }
            } else if self.seen.insert(n) {
                stack.push((n, true));
                metadata.node(n).for_each_ref(|m| {
                    if let Some(operand) = m.as_node() {
                        stack.push((operand, false));
                    }
                });
            }
        }
    }

    fn strip(&mut self, metadata: &mut MetadataStore, n: u32) {
        let node = metadata.node(n);
        if node.kind == NodeKind::DILocation {
            self.reaches_location.insert(n);
            self.only_locations.insert(n);
            self.stripped.insert(n, None);
            return;
        }
        let mut reaches = false;
        node.for_each_ref(|m| reaches |= m.as_node().is_some_and(|o| self.reaches_location.contains(&o)));
        if !reaches || node.kind != NodeKind::Tuple {
            return;
        }
        self.reaches_location.insert(n);
        let itself = Metadata::new(MetadataRef::Node(n)).bits();
        let is_location = |&word: &u32| {
            word == itself
                || Metadata::from_word(word)
                    .and_then(Metadata::as_node)
                    .is_some_and(|o| self.only_locations.contains(&o))
        };
        if node.words.iter().all(is_location) {
            self.only_locations.insert(n);
            self.stripped.insert(n, None);
            return;
        }
        let refers_to_itself = node.words.first() == Some(&itself);
        let distinct = node.distinct;
        let words: Vec<u32> = node.words.iter().filter_map(|&w| self.stripped_word(w)).collect();
        let new = if words.is_empty() || (refers_to_itself && words.len() == 1) {
            None
        } else if refers_to_itself {
            let new = metadata.push(NodeKind::Tuple, true, &words);
            let m = Metadata::new(MetadataRef::Node(new));
            metadata.words_mut(new)[0] = m.bits();
            Some(m)
        } else {
            Some(metadata.add_node(NodeKind::Tuple, distinct, &words))
        };
        self.stripped.insert(n, new);
    }

    /// The replacement of a word of a node, if the word remains.
    fn stripped_word(&self, word: u32) -> Option<u32> {
        match Metadata::from_word(word).and_then(Metadata::as_node).and_then(|n| self.stripped.get(&n)) {
            Some(new) => new.map(Metadata::bits),
            None => Some(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_lose_their_locations() {
        let mut store = MetadataStore::default();
        let location = store.add_node(NodeKind::DILocation, false, &[1]);
        let name = store.add_string(b"llvm.loop.mustprogress").bits();
        let property = store.add_node(NodeKind::Tuple, false, &[name]);
        let only_location = store.push(NodeKind::Tuple, true, &[0, location.bits()]);
        assert_eq!(strip_loop(&mut store, Metadata::new(MetadataRef::Node(only_location))), None);
        let both = store.push(NodeKind::Tuple, true, &[0, location.bits(), property.bits()]);
        let stripped = strip_loop(&mut store, Metadata::new(MetadataRef::Node(both))).unwrap();
        assert_eq!(store.node(stripped.as_node().unwrap()).words, [stripped.bits(), property.bits()]);
        assert_eq!(strip_loop(&mut store, stripped), Some(stripped));
    }
}
