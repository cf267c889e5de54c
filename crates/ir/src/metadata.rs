//! Metadata ([Language Reference](https://llvm.org/docs/LangRef.html#metadata)): strings, values and nodes.

use std::fmt;
use std::hash::Hash;
use std::sync::OnceLock;

use crate::hash::{HashMap, hash_one, hash_words};
use hashbrown::HashTable;
use smallvec::SmallVec;

use crate::debug_info::NodeKind;
use crate::parallel;
use crate::value::{Value, check_count};

mod additions;
mod node_index;
mod unique;

pub use additions::NewMetadata;
pub(crate) use additions::{AddedMetadata, words_of_fields};
use node_index::NodeIndex;

/// A piece of metadata: three bits for the kind, 26 for the index.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Metadata(u32);

/// A decoded [`Metadata`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MetadataRef {
    /// A node of the module.
    Node(u32),
    /// A string of the module.
    String(u32),
    /// A constant as metadata (`ConstantAsMetadata`): `i32 1`.
    Value(u32),
    /// A function-local value as metadata (`LocalAsMetadata`): `ptr %x`. An index into [`crate::Body::local_metadata`] of the
    /// body that uses it.
    Local(u32),
    /// `!DIArgList(...)`. An index into [`crate::Body::arg_lists`] of the body that uses it.
    ArgList(u32),
    /// Only while reading: the node with that number in the text.
    Slot(u32),
    /// Only while reading: an inline node of the current body.
    Pending(u32),
}

const TAG_SHIFT: u32 = 26;
const PAYLOAD: u32 = (1 << TAG_SHIFT) - 1;

impl Metadata {
    /// The number of indices of each kind.
    pub const MAX: usize = 1 << TAG_SHIFT;

    /// Encodes a reference. Its index must be less than [`Metadata::MAX`].
    pub fn new(r: MetadataRef) -> Metadata {
        let (tag, index) = match r {
            MetadataRef::Node(i) => (0, i),
            MetadataRef::String(i) => (1, i),
            MetadataRef::Value(i) => (2, i),
            MetadataRef::Local(i) => (3, i),
            MetadataRef::ArgList(i) => (4, i),
            MetadataRef::Slot(i) => (5, i),
            MetadataRef::Pending(i) => (6, i),
        };
        debug_assert!(index <= PAYLOAD);
        Metadata(tag << TAG_SHIFT | index)
    }

    /// Decodes the reference.
    #[inline]
    pub fn open(self) -> MetadataRef {
        let index = self.0 & PAYLOAD;
        match self.0 >> TAG_SHIFT {
            0 => MetadataRef::Node(index),
            1 => MetadataRef::String(index),
            2 => MetadataRef::Value(index),
            3 => MetadataRef::Local(index),
            4 => MetadataRef::ArgList(index),
            5 => MetadataRef::Slot(index),
            _ => MetadataRef::Pending(index),
        }
    }

    /// The index of the node, if this is a node.
    pub fn as_node(self) -> Option<u32> {
        match self.open() {
            MetadataRef::Node(n) => Some(n),
            _ => None,
        }
    }

    /// The encoding as a word of a node.
    pub fn bits(self) -> u32 {
        self.0
    }

    pub(crate) fn from_bits(bits: u32) -> Metadata {
        Metadata(bits)
    }

    /// The reference in a word of a node; `None` for [`NULL_WORD`].
    #[inline]
    pub fn from_word(word: u32) -> Option<Metadata> {
        (word != NULL_WORD).then_some(Metadata(word))
    }
}

impl fmt::Debug for Metadata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.open().fmt(f)
    }
}

/// The word of a `null` reference.
pub const NULL_WORD: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: NodeKind,
    distinct: bool,
    start: u32,
    len: u32,
}

/// A node, as words laid out by its kind: see [`NodeKind`] for the meaning of each word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeRef<'a> {
    /// Tuple, `DILocation`, ...
    pub kind: NodeKind,
    /// Whether the node is distinct, i.e. not uniqued.
    pub distinct: bool,
    /// The fields.
    pub words: &'a [u32],
}

impl<'a> NodeRef<'a> {
    /// The value of a field, by its index among the fields of the kind (see the modules of [`crate::debug_info`]): a number, or
    /// the word of a reference.
    #[inline]
    pub fn get(&self, field: usize) -> u64 {
        self.kind.decode(self.words, field)
    }

    /// The reference in a field, by its index among the fields of the kind.
    #[inline]
    pub fn get_ref(&self, field: usize) -> Option<Metadata> {
        Metadata::from_word(self.get(field) as u32)
    }

    /// The words after the fields of fixed length, such as the operands of a tuple.
    #[inline]
    pub fn tail(&self) -> &'a [u32] {
        self.words.get(self.kind.info().fixed_words..).unwrap_or(&[])
    }

    /// Calls `f` with each reference, in LLVM's operand order.
    #[inline]
    pub fn for_each_ref(&self, f: impl FnMut(Metadata)) {
        self.kind.for_each_ref(self.words, f);
    }
}

/// The metadata of a module. Strings, values and non-distinct nodes are uniqued.
#[derive(Clone, Default)]
pub struct MetadataStore {
    nodes: Vec<Node>,
    words: Vec<u32>,
    /// Made on first use; nodes added by [`MetadataStore::push`] afterwards are not in it.
    node_index: OnceLock<NodeIndex>,
    string_bytes: Vec<u8>,
    string_ends: Vec<u32>,
    string_index: HashTable<u32>,
    values: Vec<Value>,
    value_index: HashMap<Value, u32>,
}

#[inline]
fn hash_node(kind: NodeKind, words: &[u32]) -> u64 {
    hash_words(kind as u32, words)
}

impl MetadataStore {
    /// The number of nodes. Their indices start from 0.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The node with that index.
    #[inline]
    pub fn node(&self, node: u32) -> NodeRef<'_> {
        let n = self.nodes[node as usize];
        NodeRef { kind: n.kind, distinct: n.distinct, words: &self.words[n.start as usize..(n.start + n.len) as usize] }
    }

    /// The bytes of the string with that index.
    pub fn string(&self, string: u32) -> &[u8] {
        let start = if string == 0 { 0 } else { self.string_ends[string as usize - 1] };
        &self.string_bytes[start as usize..self.string_ends[string as usize] as usize]
    }

    /// The constant with that index.
    pub fn value(&self, value: u32) -> Value {
        self.values[value as usize]
    }

    /// The constants, by index.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The string with these bytes, if it exists.
    pub fn find_string(&self, bytes: &[u8]) -> Option<Metadata> {
        self.find_hashed_string(hash_one(bytes), bytes)
    }

    fn find_hashed_string(&self, hash: u64, bytes: &[u8]) -> Option<Metadata> {
        let found = self.string_index.find(hash, |&i| self.string(i) == bytes)?;
        Some(Metadata::new(MetadataRef::String(*found)))
    }

    /// The string with these bytes, created if it does not exist.
    pub fn add_string(&mut self, bytes: &[u8]) -> Metadata {
        let hash = hash_one(bytes);
        if let Some(found) = self.find_hashed_string(hash, bytes) {
            return found;
        }
        check_count(self.string_ends.len(), Metadata::MAX);
        let new = self.string_ends.len() as u32;
        self.string_bytes.extend_from_slice(bytes);
        self.string_ends.push(self.string_bytes.len() as u32);
        let mut index = std::mem::take(&mut self.string_index);
        index.insert_unique(hash, new, |&i| hash_one(self.string(i)));
        self.string_index = index;
        Metadata::new(MetadataRef::String(new))
    }

    /// The metadata that wraps a constant, if it exists.
    pub fn find_value(&self, value: Value) -> Option<Metadata> {
        self.value_index.get(&value).map(|&index| Metadata::new(MetadataRef::Value(index)))
    }

    /// The metadata that wraps a constant, created if it does not exist.
    pub fn add_value(&mut self, value: Value) -> Metadata {
        let next = self.values.len() as u32;
        let index = *self.value_index.entry(value).or_insert(next);
        if index == next {
            check_count(self.values.len(), Metadata::MAX);
            self.values.push(value);
        }
        Metadata::new(MetadataRef::Value(index))
    }

    /// The uniqued node of that kind with these words, if it exists.
    pub fn find_node(&self, kind: NodeKind, words: &[u32]) -> Option<Metadata> {
        self.find_hashed_node(hash_node(kind, words), kind, words)
    }

    fn find_hashed_node(&self, hash: u64, kind: NodeKind, words: &[u32]) -> Option<Metadata> {
        let found = self.node_index().part(hash).find(hash, |&i| {
            let n = self.node(i);
            n.kind == kind && n.words == words
        })?;
        Some(Metadata::new(MetadataRef::Node(*found)))
    }

    /// Makes the metadata of one constant wrap another. If metadata already wraps the other constant, changes nothing and returns
    /// that metadata.
    pub(crate) fn set_value(&mut self, index: u32, new: Value) -> Option<Metadata> {
        let known = self.find_value(new);
        if known.is_none() {
            let old = std::mem::replace(&mut self.values[index as usize], new);
            self.value_index.remove(&old);
            self.value_index.insert(new, index);
        }
        known
    }

    /// A node. If it is not distinct, an equal uniqued node is returned if it exists.
    pub fn add_node(&mut self, kind: NodeKind, distinct: bool, words: &[u32]) -> Metadata {
        let hash = hash_node(kind, words);
        if !distinct && let Some(found) = self.find_hashed_node(hash, kind, words) {
            return found;
        }
        let new = self.push(kind, distinct, words);
        if !distinct {
            self.add_to_index(hash, new, |store, i| hash_node(store.node(i).kind, store.node(i).words));
        }
        Metadata::new(MetadataRef::Node(new))
    }

    /// A node with these fields, given by their indices among the fields of the kind (see the modules of [`crate::debug_info`]).
    /// Other fields have their defaults. `tail` is the part of variable length.
    ///
    /// ```
    /// use lindworm_ir::debug_info::{NodeKind, basic_type};
    /// use lindworm_ir::metadata::MetadataStore;
    ///
    /// let mut metadata = MetadataStore::default();
    /// let name = metadata.add_string(b"int").bits().into();
    /// let int = metadata.add_fields(NodeKind::DIBasicType, false, &[(basic_type::NAME, name)], &[]);
    /// assert_eq!(metadata.add_fields(NodeKind::DIBasicType, false, &[(basic_type::NAME, name)], &[]), int);
    /// ```
    ///
    /// # Panics
    /// If the kind does not have one of the fields.
    pub fn add_fields(&mut self, kind: NodeKind, distinct: bool, fields: &[(usize, u64)], tail: &[u32]) -> Metadata {
        self.add_node(kind, distinct, &words_of_fields(kind, fields, tail))
    }

    /// Adds a node without uniquing: it is neither looked up nor found later until [`MetadataStore::unique`] is called.
    pub fn push(&mut self, kind: NodeKind, distinct: bool, words: &[u32]) -> u32 {
        check_count(self.nodes.len(), Metadata::MAX);
        let start = self.words.len() as u32;
        self.words.extend_from_slice(words);
        self.nodes.push(Node { kind, distinct, start, len: words.len() as u32 });
        self.nodes.len() as u32 - 1
    }

    /// Like [`MetadataStore::push`], for a node with these fields in the order of [`NodeKind::fields`]; `tail` is the part of
    /// variable length.
    #[inline]
    pub fn push_fields(&mut self, kind: NodeKind, distinct: bool, values: &[u64], tail: &[u32]) -> u32 {
        check_count(self.nodes.len(), Metadata::MAX);
        let start = self.words.len() as u32;
        kind.encode(values, tail, &mut self.words);
        self.nodes.push(Node { kind, distinct, start, len: self.words.len() as u32 - start });
        self.nodes.len() as u32 - 1
    }

    /// Metadata in the form it has as an operand of an instruction: a tuple with a constant as its only operand becomes the
    /// constant, and a tuple with `null` as its only operand becomes `empty`, the empty tuple, if given.
    pub fn as_operand(&self, m: Metadata, empty: Option<Metadata>) -> Metadata {
        let Some(node) = m.as_node().filter(|&n| (n as usize) < self.node_count()).map(|n| self.node(n)) else {
            return m;
        };
        match (node.kind, node.words) {
            (NodeKind::Tuple, &[NULL_WORD]) => empty.unwrap_or(m),
            (NodeKind::Tuple, &[word]) => match Metadata::from_word(word) {
                Some(value) if matches!(value.open(), MetadataRef::Value(_)) => value,
                _ => m,
            },
            _ => m,
        }
    }

    /// Reserves room for a number of nodes with a total number of words.
    pub fn reserve(&mut self, nodes: usize, words: usize) {
        self.nodes.reserve(nodes);
        self.words.reserve(words);
    }

    /// The number of strings.
    pub fn string_count(&self) -> usize {
        self.string_ends.len()
    }

    /// Sets a field of a node. After changing a uniqued node, call [`MetadataStore::unique`].
    pub fn set_field(&mut self, node: u32, field: usize, value: u64) {
        let NodeRef { kind, distinct, words } = self.node(node);
        let mut values: Vec<u64> = (0..kind.fields().len()).map(|i| kind.decode(words, i)).collect();
        values[field] = value;
        let mut new = Vec::with_capacity(words.len() + 2);
        kind.encode(&values, self.node(node).tail(), &mut new);
        self.set_node(node, kind, distinct, &new);
    }

    /// Replaces each reference of these nodes. After changing uniqued nodes, call [`MetadataStore::unique`].
    pub fn map_refs(&mut self, nodes: std::ops::Range<u32>, mut f: impl FnMut(Metadata) -> Metadata) {
        for node in &self.nodes[nodes.start as usize..nodes.end as usize] {
            let words = &mut self.words[node.start as usize..(node.start + node.len) as usize];
            node.kind.for_each_ref_mut(words, &mut f);
        }
    }

    /// Adds the strings, values and nodes of another store. Its nodes become new nodes at the end. Returns the mapping of
    /// references.
    pub fn absorb(&mut self, other: &MetadataStore) -> Absorbed {
        let absorbed = Absorbed {
            first_node: self.nodes.len() as u32,
            strings: (0..other.string_count() as u32).map(|i| self.add_string(other.string(i))).collect(),
            values: other.values.iter().map(|&v| self.add_value(v)).collect(),
        };
        self.append_nodes(std::iter::once(other));
        self.map_refs(absorbed.first_node..self.nodes.len() as u32, |m| absorbed.map(m));
        absorbed
    }

    /// Appends the nodes of other stores as new nodes, with unchanged references.
    pub fn append_nodes<'s>(&mut self, others: impl Iterator<Item = &'s MetadataStore> + Clone + Send) {
        const MANY_WORDS: usize = 1 << 16;
        let MetadataStore { nodes, words, .. } = self;
        let new_nodes: usize = others.clone().map(|other| other.nodes.len()).sum();
        check_count(nodes.len() + new_nodes, Metadata::MAX + 1);
        let new_words: usize = others.clone().map(|other| other.words.len()).sum();
        let (mut first, from) = (words.len() as u32, others.clone());
        let append_nodes = || {
            nodes.reserve(new_nodes);
            for other in from {
                nodes.extend(other.nodes.iter().map(|n| Node { start: first + n.start, ..*n }));
                first += other.words.len() as u32;
            }
        };
        let append_words = || {
            words.reserve(new_words);
            others.for_each(|other| words.extend_from_slice(&other.words));
        };
        if new_words < MANY_WORDS {
            append_nodes();
            append_words();
        } else {
            parallel::join(append_nodes, append_words);
        }
    }

    /// The words of a node, mutable. After changing a uniqued node, call [`MetadataStore::unique`].
    pub fn words_mut(&mut self, node: u32) -> &mut [u32] {
        let n = self.nodes[node as usize];
        &mut self.words[n.start as usize..(n.start + n.len) as usize]
    }

    /// Replaces the kind and words of a node. After changing a uniqued node, call [`MetadataStore::unique`].
    pub fn set_node(&mut self, node: u32, kind: NodeKind, distinct: bool, words: &[u32]) {
        let n = &mut self.nodes[node as usize];
        n.kind = kind;
        n.distinct = distinct;
        if words.len() > n.len as usize {
            n.start = self.words.len() as u32;
            self.words.extend_from_slice(words);
        } else {
            self.words[n.start as usize..n.start as usize + words.len()].copy_from_slice(words);
        }
        n.len = words.len() as u32;
    }
}

/// Maps the references of an absorbed store to those of the other store: see [`MetadataStore::absorb`].
#[derive(Clone, Debug, Default)]
pub struct Absorbed {
    first_node: u32,
    strings: Vec<Metadata>,
    values: Vec<Metadata>,
}

impl Absorbed {
    /// The new index of a node.
    pub fn map_node(&self, node: u32) -> u32 {
        self.first_node + node
    }

    /// The new reference. References other than to nodes, strings and values are unchanged.
    #[inline]
    pub fn map(&self, m: Metadata) -> Metadata {
        match m.open() {
            MetadataRef::Node(n) => Metadata::new(MetadataRef::Node(self.first_node + n)),
            MetadataRef::String(i) => self.strings[i as usize],
            MetadataRef::Value(i) => self.values[i as usize],
            _ => m,
        }
    }
}

/// Metadata attached to an instruction or a global, with its kind.
pub type Attachment = (crate::context::MetadataKind, Metadata);

/// The attachments of an instruction, rarely more than two.
pub type Attachments = SmallVec<[Attachment; 2]>;

impl Hash for NodeRef<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.kind, self.words).hash(state);
    }
}
