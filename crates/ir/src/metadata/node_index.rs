//! Index of the uniqued nodes, to find an equal node.

use std::sync::OnceLock;

use hashbrown::HashTable;

use super::MetadataStore;
use crate::parallel;

/// The number of nodes from which on several threads are used.
const MANY: usize = 1 << 13;

const PARTS: usize = 8;

/// The uniqued nodes by hash, in parts that can be filled in parallel.
#[derive(Clone, Default)]
pub(super) struct NodeIndex([HashTable<u32>; PARTS]);

/// The part for nodes with this hash. The table of each part uses other bits.
fn part_of(hash: u64) -> usize {
    (hash >> 48) as usize % PARTS
}

/// The capacity of a part for that total number of nodes. Parts differ in size, so a reserve avoids that a table has to grow.
fn room_of_part(nodes: usize) -> usize {
    nodes / PARTS + nodes / (4 * PARTS)
}

impl NodeIndex {
    /// An index with room for that many nodes.
    pub fn with_capacity(nodes: usize) -> NodeIndex {
        NodeIndex(std::array::from_fn(|_| HashTable::with_capacity(room_of_part(nodes))))
    }

    /// The part for nodes with this hash.
    #[inline]
    pub fn part(&self, hash: u64) -> &HashTable<u32> {
        &self.0[part_of(hash)]
    }

    /// Mutable form of `part`.
    #[inline]
    pub fn part_mut(&mut self, hash: u64) -> &mut HashTable<u32> {
        &mut self.0[part_of(hash)]
    }
}

impl MetadataStore {
    /// Makes the index anew on its next use: all nodes are in it then.
    pub fn index_later(&mut self) {
        self.node_index.take();
    }

    #[inline]
    pub(super) fn node_index(&self) -> &NodeIndex {
        self.node_index.get_or_init(|| self.index_all())
    }

    /// Adds a node that is not equal to any other. `hash_of` gives the hash of any node.
    #[inline]
    pub(super) fn add_to_index(&mut self, hash: u64, node: u32, hash_of: impl Fn(&MetadataStore, u32) -> u64) {
        if let Some(mut index) = self.node_index.take() {
            index.part_mut(hash).insert_unique(hash, node, |&i| hash_of(self, i));
            self.node_index = OnceLock::from(index);
        }
    }

    #[cold]
    fn index_all(&self) -> NodeIndex {
        let odr = self.has_identifiers();
        let mut index = NodeIndex::with_capacity(self.nodes.len());
        for i in (0..self.nodes.len() as u32).filter(|&i| !self.nodes[i as usize].distinct) {
            let hash = self.hash(i, odr);
            index.part_mut(hash).insert_unique(hash, i, |&j| self.hash(j, odr));
        }
        index
    }

    /// Indexes all uniqued nodes in parallel, if no two of them are equal and none refers to itself, as in a module that LLVM
    /// wrote. Returns whether that holds.
    pub(super) fn index_if_all_differ(&mut self, odr: bool) -> bool {
        let count = self.nodes.len();
        if count < MANY || parallel::threads() == 1 {
            return false;
        }
        let starts: Vec<usize> = (0..count).step_by(MANY / 2).collect();
        let store = &*self;
        let hash = |start: usize| -> Option<Vec<u64>> {
            let nodes = start..count.min(start + MANY / 2);
            nodes
                .map(|i| if store.refers_to_itself(i as u32) { None } else { Some(store.hash(i as u32, odr)) })
                .collect()
        };
        let Some(hashes) = parallel::map(starts, hash).into_iter().collect::<Option<Vec<_>>>() else { return false };
        let fill = |part: usize| -> Option<HashTable<u32>> {
            let mut index = HashTable::with_capacity(room_of_part(count));
            for (i, &hash) in (0..).zip(hashes.iter().flatten()) {
                if part_of(hash) != part || store.nodes[i as usize].distinct {
                    continue;
                }
                if store.equal_node(&index, i, hash, odr).is_some() {
                    return None;
                }
                index.insert_unique(hash, i, |&j| store.hash(j, odr));
            }
            Some(index)
        };
        let parts = parallel::map((0..PARTS).collect(), fill).into_iter().collect::<Option<Vec<_>>>();
        match parts.and_then(|parts| parts.try_into().ok()) {
            Some(parts) => self.node_index = OnceLock::from(NodeIndex(parts)),
            None => return false,
        }
        true
    }

    /// Whether a node is uniqued and refers to itself.
    fn refers_to_itself(&self, i: u32) -> bool {
        let node = self.node(i);
        !node.distinct && node.kind.refers_to(node.words, super::Metadata::new(super::MetadataRef::Node(i)))
    }
}
