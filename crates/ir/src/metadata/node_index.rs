//! Index of the uniqued nodes, to find an equal node.

use hashbrown::HashTable;

use super::MetadataStore;
use crate::parallel;

/// The number of nodes from which on several threads are used.
const MANY: usize = 1 << 13;

const PARTS: usize = 8;

/// The uniqued nodes by hash, in parts that can be filled in parallel.
#[derive(Clone, Default)]
pub(super) struct NodeIndex([Part; PARTS]);

/// A part of the index.
#[derive(Clone, Default)]
pub(super) struct Part(HashTable<Entry>);

/// A node with some bits of its hash: a table grows without access to the nodes, and few unequal nodes are compared.
#[derive(Clone, Copy)]
struct Entry {
    hash: u32,
    node: u32,
}

impl Entry {
    fn new(hash: u64, node: u32) -> Entry {
        Entry { hash: (hash >> 16) as u32, node }
    }

    /// The hash for the table, which uses the lowest and the highest bits.
    #[inline]
    fn table_hash(&self) -> u64 {
        u64::from(self.hash) << 32 | u64::from(self.hash)
    }
}

impl Part {
    /// The node with this hash for which `is_equal` holds.
    #[inline]
    pub fn find(&self, hash: u64, mut is_equal: impl FnMut(u32) -> bool) -> Option<u32> {
        let wanted = Entry::new(hash, 0);
        let found = self.0.find(wanted.table_hash(), |entry| entry.hash == wanted.hash && is_equal(entry.node));
        found.map(|entry| entry.node)
    }

    /// Adds a node that is not equal to any other.
    #[inline]
    pub fn insert(&mut self, hash: u64, node: u32) {
        let entry = Entry::new(hash, node);
        self.0.insert_unique(entry.table_hash(), entry, Entry::table_hash);
    }
}

/// The part for nodes with this hash. The entries have other bits of the hash.
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
        NodeIndex(std::array::from_fn(|_| Part(HashTable::with_capacity(room_of_part(nodes)))))
    }

    /// The part for nodes with this hash.
    #[inline]
    pub fn part(&self, hash: u64) -> &Part {
        &self.0[part_of(hash)]
    }

    /// Mutable form of `part`.
    #[inline]
    pub fn part_mut(&mut self, hash: u64) -> &mut Part {
        &mut self.0[part_of(hash)]
    }
}

impl MetadataStore {
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
        let fill = |part: usize| -> Option<Part> {
            let mut index = Part(HashTable::with_capacity(room_of_part(count)));
            for (i, &hash) in (0..).zip(hashes.iter().flatten()) {
                if part_of(hash) != part || store.nodes[i as usize].distinct {
                    continue;
                }
                if store.equal_node(&index, i, hash, odr).is_some() {
                    return None;
                }
                index.insert(hash, i);
            }
            Some(index)
        };
        let parts = parallel::map((0..PARTS).collect(), fill).into_iter().collect::<Option<Vec<_>>>();
        match parts.and_then(|parts| parts.try_into().ok()) {
            Some(parts) => self.node_index = NodeIndex(parts),
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
