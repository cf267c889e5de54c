//! Uniquing of metadata nodes.

use std::sync::OnceLock;

use crate::hash::{HashMap, hash_one};
use hashbrown::HashTable;

use super::node_index::NodeIndex;
use super::{Metadata, MetadataRef, MetadataStore, Node, NodeRef, hash_node};
use crate::debug_info::{
    FLAG_FWD_DECL, NodeKind, SP_FLAG_DEFINITION, TAG_MEMBER, composite_type, derived_type, subprogram,
};

/// The maximum number of passes over nodes in reference cycles after some of them were merged.
const MAX_ROUNDS: usize = 16;

/// The representative of each node.
struct Merged(Vec<u32>);

impl Merged {
    fn find(&mut self, node: u32) -> u32 {
        let mut root = node;
        while self.0[root as usize] != root {
            root = self.0[root as usize];
        }
        let mut n = node;
        while self.0[n as usize] != root {
            n = std::mem::replace(&mut self.0[n as usize], root);
        }
        root
    }

    fn map(&mut self, m: Metadata) -> Metadata {
        match m.open() {
            MetadataRef::Node(n) => Metadata::new(MetadataRef::Node(self.find(n))),
            _ => m,
        }
    }

    fn is_gone(&self, node: u32) -> bool {
        self.0[node as usize] != node
    }
}

impl MetadataStore {
    /// Restores uniquing after nodes were pushed or changed: equal uniqued nodes are merged, and references to them are replaced
    /// by their representative. A uniqued node that refers to itself becomes distinct. Returns the representative of each node,
    /// or `None` if each node represents itself.
    ///
    /// With `odr_types`, types with the same identifier are merged too, as in LLVM's optimizer.
    pub fn unique(&mut self, odr_types: bool) -> Option<Vec<u32>> {
        let has_identifiers = self.has_identifiers();
        let merges_types = odr_types && has_identifiers;
        if !merges_types && self.index_if_all_differ(has_identifiers) {
            return None;
        }
        let mut merged = Merged((0..self.nodes.len() as u32).collect());
        let mut any = merges_types && self.merge_odr_types(&mut merged);
        if any {
            self.replace_merged(&mut merged);
        } else if merges_types && self.index_if_all_differ(has_identifiers) {
            return None;
        }
        let pass = self.merge_in_text_order(&mut merged, has_identifiers);
        any |= pass.merged;
        // Sufficient for most modules: no merged node was referred to before it occurred.
        if pass.missed {
            let (order, has_cycles) = self.operands_first();
            for _ in 0..if has_cycles { MAX_ROUNDS } else { 1 } {
                if !self.merge_operands_first(&order, &mut merged, has_identifiers) {
                    break;
                }
            }
            self.replace_merged(&mut merged);
        }
        any.then(|| {
            for i in 0..merged.0.len() as u32 {
                merged.find(i);
            }
            merged.0
        })
    }

    /// The uniqued node of that kind with these words. Members of a type with an identifier are equal if their names are, as in
    /// [`MetadataStore::unique`].
    pub(crate) fn add_uniqued(&mut self, kind: NodeKind, words: &[u32]) -> u32 {
        // Without the new node.
        self.node_index();
        let new = self.push(kind, false, words);
        let hash = self.hash(new, true);
        if let Some(found) = self.equal_node(self.node_index().part(hash), new, hash, true) {
            self.nodes.pop();
            self.words.truncate(self.words.len() - words.len());
            return found;
        }
        self.add_to_index(hash, new, |store, i| store.hash(i, true));
        new
    }

    /// Replaces each reference by its representative.
    fn replace_merged(&mut self, merged: &mut Merged) {
        for i in 0..self.nodes.len() {
            self.replace_merged_in(self.nodes[i], merged);
        }
    }

    fn replace_merged_in(&mut self, node: Node, merged: &mut Merged) {
        let words = &mut self.words[node.start as usize..(node.start + node.len) as usize];
        node.kind.for_each_ref_mut(words, |m| merged.map(m));
    }

    /// Merges equal nodes in textual order, as LLVM's reader does when it creates them.
    fn merge_in_text_order(&mut self, merged: &mut Merged, odr: bool) -> Pass {
        let mut pass = Pass::default();
        let mut index = NodeIndex::with_capacity(self.nodes.len());
        let mut referred_to_before = vec![false; self.nodes.len()];
        for i in 0..self.nodes.len() as u32 {
            if merged.is_gone(i) {
                continue;
            }
            let node = self.nodes[i as usize];
            let mut to_itself = false;
            let words = &mut self.words[node.start as usize..(node.start + node.len) as usize];
            node.kind.for_each_ref_mut(words, |m| match m.open() {
                MetadataRef::Node(n) if n < i => match merged.0[n as usize] {
                    same if same == n => m,
                    _ => merged.map(m),
                },
                MetadataRef::Node(n) => {
                    to_itself |= n == i;
                    referred_to_before[n as usize] = true;
                    m
                }
                _ => m,
            });
            if node.distinct {
                continue;
            }
            let (hash, found) = self.find_equal(&index, i, odr);
            if to_itself {
                // When the equal earlier node was created, its operands did not exist yet: both nodes were the same node then.
                self.nodes[found.unwrap_or(i) as usize].distinct = true;
            }
            if let Some(j) = found {
                merged.0[i as usize] = j;
                pass.merged = true;
                pass.missed |= referred_to_before[i as usize];
            } else if !to_itself {
                index.part_mut(hash).insert_unique(hash, i, |&j| self.hash(j, odr));
            }
        }
        self.node_index = OnceLock::from(index);
        pass
    }

    /// Merges equal nodes in an order in which the operands of a node are merged before it, except in cycles. Returns whether any
    /// nodes were merged.
    fn merge_operands_first(&mut self, order: &[u32], merged: &mut Merged, odr: bool) -> bool {
        let mut any = false;
        let mut index = NodeIndex::with_capacity(self.nodes.len());
        for &i in order {
            if merged.is_gone(i) {
                continue;
            }
            let node = self.nodes[i as usize];
            self.replace_merged_in(node, merged);
            if node.distinct {
                continue;
            }
            if node.kind.refers_to(self.node(i).words, Metadata::new(MetadataRef::Node(i))) {
                self.nodes[i as usize].distinct = true;
                continue;
            }
            match self.find_equal(&index, i, odr) {
                (_, Some(j)) => {
                    merged.0[i as usize] = j;
                    any = true;
                }
                (hash, None) => {
                    index.part_mut(hash).insert_unique(hash, i, |&j| self.hash(j, odr));
                }
            }
        }
        self.node_index = OnceLock::from(index);
        any
    }

    /// The hash of a node, and the equal node in the index, if any.
    #[inline]
    fn find_equal(&self, index: &NodeIndex, i: u32, odr: bool) -> (u64, Option<u32>) {
        let hash = self.hash(i, odr);
        (hash, self.equal_node(index.part(hash), i, hash, odr))
    }

    /// The node in a part of the index that is equal to node `i`, whose hash is `hash`.
    #[inline]
    pub(super) fn equal_node(&self, index: &HashTable<u32>, i: u32, hash: u64, odr: bool) -> Option<u32> {
        let node = self.node(i);
        let member = if odr { self.odr_member_key(node) } else { None };
        let is_equal = |&j: &u32| {
            let other = self.node(j);
            other.kind == node.kind
                && !other.distinct
                && match member {
                    None => other.words == node.words,
                    Some(_) => self.odr_member_key(other) == member,
                }
        };
        index.find(hash, is_equal).copied()
    }

    #[inline]
    pub(super) fn hash(&self, i: u32, odr: bool) -> u64 {
        let node = self.node(i);
        match if odr { self.odr_member_key(node) } else { None } {
            None => hash_node(node.kind, node.words),
            Some(key) => hash_one((node.kind, key)),
        }
    }

    /// Whether any composite type has an identifier.
    pub(super) fn has_identifiers(&self) -> bool {
        (0..self.nodes.len() as u32).any(|i| {
            let node = self.node(i);
            node.kind == NodeKind::DICompositeType && node.get_ref(composite_type::IDENTIFIER).is_some()
        })
    }

    /// Whether a node is a member or member function of a type with an identifier.
    pub(crate) fn is_odr_member(&self, kind: NodeKind, words: &[u32]) -> bool {
        self.odr_member_key(NodeRef { kind, distinct: false, words }).is_some()
    }

    /// The key that identifies a member or member function of a type with an identifier: its name only.
    fn odr_member_key(&self, node: NodeRef<'_>) -> Option<[u32; 3]> {
        let (scope, name, third) = match node.kind {
            NodeKind::DIDerivedType if node.get(derived_type::TAG_) as u32 == TAG_MEMBER => {
                (node.get_ref(derived_type::SCOPE)?, node.get_ref(derived_type::NAME)?, 0)
            }
            NodeKind::DISubprogram if node.get(subprogram::SP_FLAGS_) as u32 & SP_FLAG_DEFINITION == 0 => (
                node.get_ref(subprogram::SCOPE)?,
                node.get_ref(subprogram::LINKAGE_NAME)?,
                node.get(subprogram::TEMPLATE_PARAMS) as u32,
            ),
            _ => return None,
        };
        let ty = self.node(scope.as_node()?);
        (ty.kind == NodeKind::DICompositeType && ty.get_ref(composite_type::IDENTIFIER).is_some()).then_some([
            scope.bits(),
            name.bits(),
            third,
        ])
    }

    /// Merges types with the same identifier into the first. If that is a declaration, it takes the content of the first
    /// definition.
    fn merge_odr_types(&mut self, merged: &mut Merged) -> bool {
        let mut first: HashMap<Metadata, u32> = HashMap::default();
        let mut any = false;
        for i in 0..self.nodes.len() as u32 {
            let node = self.node(i);
            if node.kind != NodeKind::DICompositeType {
                continue;
            }
            let Some(identifier) = node.get_ref(composite_type::IDENTIFIER) else { continue };
            let &mut one = first.entry(identifier).or_insert(i);
            let is_declaration = |n: NodeRef<'_>| n.get(composite_type::FLAGS_) as u32 & FLAG_FWD_DECL != 0;
            if one == i {
                self.nodes[i as usize].distinct = true;
                continue;
            }
            let old = self.node(one);
            if old.get(composite_type::TAG_) != node.get(composite_type::TAG_) {
                continue;
            }
            if is_declaration(old) && !is_declaration(node) {
                let new = self.nodes[i as usize];
                self.nodes[one as usize] = Node { distinct: true, ..new };
            }
            merged.0[i as usize] = one;
            any = true;
        }
        any
    }

    /// The nodes in an order in which each follows its operands, and whether there are reference cycles, in which that is
    /// impossible.
    fn operands_first(&self) -> (Vec<u32>, bool) {
        const NEW: u8 = 0;
        const OPEN: u8 = 1;
        const DONE: u8 = 2;
        let mut state = vec![NEW; self.nodes.len()];
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut stack = Vec::new();
        let mut has_cycles = false;
        for root in 0..self.nodes.len() as u32 {
            stack.push(root);
            while let Some(&n) = stack.last() {
                match state[n as usize] {
                    NEW => {
                        state[n as usize] = OPEN;
                        self.node(n).for_each_ref(|m| {
                            if let Some(operand) = m.as_node() {
                                match state[operand as usize] {
                                    NEW => stack.push(operand),
                                    OPEN => has_cycles = true,
                                    _ => {}
                                }
                            }
                        });
                    }
                    OPEN => {
                        state[n as usize] = DONE;
                        order.push(n);
                        stack.pop();
                    }
                    _ => {
                        stack.pop();
                    }
                }
            }
        }
        (order, has_cycles)
    }
}

/// The result of a pass over all nodes.
#[derive(Default)]
struct Pass {
    /// Whether any nodes were merged.
    merged: bool,
    /// Whether an earlier node refers to a node that was merged into another.
    missed: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::NULL_WORD;

    fn node(n: u32) -> u32 {
        Metadata::new(MetadataRef::Node(n)).bits()
    }

    #[test]
    fn equal_nodes_become_one_through_what_they_refer_to() {
        // Two chains of the same shape, outer nodes first.
        let mut store = MetadataStore::default();
        for chain in 0..2 {
            for i in 0..10 {
                let operand = if i < 9 { node(chain * 10 + i + 1) } else { NULL_WORD };
                store.push(NodeKind::Tuple, false, &[operand]);
            }
        }
        let merged = store.unique(false).unwrap();
        assert!((0..10).all(|i| merged[10 + i] == i as u32));
        assert_eq!(store.unique(false).map(|m| m[0]), Some(0));
    }

    #[test]
    fn nodes_that_were_not_indexed_are_found_later() {
        let mut store = MetadataStore::default();
        let one = store.add_node(NodeKind::Tuple, false, &[NULL_WORD]);
        let two = store.push(NodeKind::Tuple, false, &[one.bits()]);
        assert_eq!(store.find_node(NodeKind::Tuple, &[one.bits()]), None);
        store.index_later();
        assert_eq!(store.find_node(NodeKind::Tuple, &[one.bits()]), Some(Metadata::new(MetadataRef::Node(two))));
        assert_eq!(store.add_node(NodeKind::Tuple, false, &[NULL_WORD]), one);
    }

    #[test]
    fn a_node_that_refers_to_itself_becomes_distinct() {
        let mut store = MetadataStore::default();
        for i in 0..2 {
            store.push(NodeKind::Tuple, false, &[node(i)]);
        }
        assert_eq!(store.unique(false), None);
        assert!(store.node(0).distinct && store.node(1).distinct);
    }

    #[test]
    fn a_node_equal_to_a_later_one_that_refers_to_itself_is_that_one() {
        let mut store = MetadataStore::default();
        store.push(NodeKind::Tuple, false, &[node(1)]);
        store.push(NodeKind::Tuple, false, &[node(1)]);
        assert_eq!(store.unique(false), Some(vec![0, 0]));
        assert!(store.node(0).distinct);
        assert_eq!(store.node(0).words, [node(0)]);
    }

    #[test]
    fn circles_stay_apart() {
        let mut store = MetadataStore::default();
        for i in [1, 0, 3, 2] {
            store.push(NodeKind::Tuple, false, &[node(i)]);
        }
        assert_eq!(store.unique(false), None);
        assert!(!store.node(0).distinct);
    }

    #[test]
    fn a_definition_of_a_type_fills_its_declaration() {
        let mut store = MetadataStore::default();
        let id = store.add_string(b"id").bits();
        let name = store.add_string(b"name").bits();
        let mut values: Vec<u64> = NodeKind::DICompositeType.fields().iter().map(|f| f.default).collect();
        values[composite_type::IDENTIFIER] = id as u64;
        values[composite_type::FLAGS_] = FLAG_FWD_DECL as u64;
        store.push_fields(NodeKind::DICompositeType, false, &values, &[]);
        values[composite_type::FLAGS_] = 0;
        values[composite_type::NAME] = name as u64;
        store.push_fields(NodeKind::DICompositeType, false, &values, &[]);
        assert_eq!(store.unique(true), Some(vec![0, 0]));
        assert_eq!(store.node(0).get(composite_type::NAME), name as u64);
        assert!(store.node(0).distinct);
    }
}
