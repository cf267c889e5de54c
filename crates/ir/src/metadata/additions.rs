//! Adding metadata while the metadata of the module is shared and read-only.

use smallvec::SmallVec;

use super::{Metadata, MetadataRef, MetadataStore, NULL_WORD, NodeRef};
use crate::debug_info::location::{COLUMN, INLINED_AT, LINE, SCOPE};
use crate::debug_info::{MAX_FIELDS, NodeKind};
use crate::value::Value;

impl MetadataStore {
    /// `!DILocation`; `inlined_at` is the location of the inlined call.
    pub fn location(&mut self, line: u32, column: u32, scope: Metadata, inlined_at: Option<Metadata>) -> Metadata {
        self.add_fields(NodeKind::DILocation, false, &location_fields(line, column, scope, inlined_at), &[])
    }
}

fn location_fields(line: u32, column: u32, scope: Metadata, inlined_at: Option<Metadata>) -> [(usize, u64); 4] {
    // As in LLVM, a column greater than 65535 is dropped.
    let column = u16::try_from(column).unwrap_or(0);
    let (scope, inlined_at) = (scope.bits().into(), inlined_at.map_or(NULL_WORD, Metadata::bits).into());
    [(LINE, line.into()), (COLUMN, column.into()), (SCOPE, scope), (INLINED_AT, inlined_at)]
}

/// The words of a node with these fields, given by their indices among the fields of the kind. Other fields have their defaults.
pub(crate) fn words_of_fields(kind: NodeKind, fields: &[(usize, u64)], tail: &[u32]) -> Vec<u32> {
    let mut values: SmallVec<[u64; MAX_FIELDS]> = kind.fields().iter().map(|field| field.default).collect();
    fields.iter().for_each(|&(place, value)| values[place] = value);
    let mut words = Vec::with_capacity(kind.info().fixed_words);
    kind.encode(&values, tail, &mut words);
    words
}

/// The metadata of a module, read-only, with the additions of one user. Many users can add at the same time, each through its own
/// `NewMetadata`.
///
/// Additions are numbered after the module's own metadata; every user starts from the same number. The commit assigns final
/// numbers.
pub struct NewMetadata<'m> {
    base: &'m MetadataStore,
    added: MetadataStore,
}

/// The additions, without the module's metadata.
#[derive(Default)]
pub(crate) struct AddedMetadata {
    first: [u32; 3],
    added: MetadataStore,
}

impl<'m> NewMetadata<'m> {
    /// No additions.
    pub fn new(base: &'m MetadataStore) -> NewMetadata<'m> {
        NewMetadata { base, added: MetadataStore::default() }
    }

    /// A node of the module or of the additions.
    pub fn node(&self, node: u32) -> NodeRef<'_> {
        match (node as usize).checked_sub(self.base.node_count()) {
            None => self.base.node(node),
            Some(added) => self.added.node(added as u32),
        }
    }

    /// The bytes of a string of the module or of the additions.
    pub fn string(&self, string: u32) -> &[u8] {
        match (string as usize).checked_sub(self.base.string_count()) {
            None => self.base.string(string),
            Some(added) => self.added.string(added as u32),
        }
    }

    /// A constant as metadata, of the module or of the additions.
    pub fn value(&self, value: u32) -> Value {
        match (value as usize).checked_sub(self.base.values.len()) {
            None => self.base.value(value),
            Some(added) => self.added.value(added as u32),
        }
    }

    /// The string with these bytes, added if it does not exist.
    pub fn add_string(&mut self, bytes: &[u8]) -> Metadata {
        let first = self.first();
        self.base.find_string(bytes).unwrap_or_else(|| numbered(self.added.add_string(bytes), first))
    }

    /// A constant as metadata, added if it does not exist.
    pub fn add_value(&mut self, value: Value) -> Metadata {
        let first = self.first();
        self.base.find_value(value).unwrap_or_else(|| numbered(self.added.add_value(value), first))
    }

    /// A node. If it is not distinct, an equal uniqued node is returned if it exists.
    pub fn add_node(&mut self, kind: NodeKind, distinct: bool, words: &[u32]) -> Metadata {
        let first = self.first();
        let found = if distinct { None } else { self.base.find_node(kind, words) };
        found.unwrap_or_else(|| numbered(self.added.add_node(kind, distinct, words), first))
    }

    /// A node with these fields: see [`MetadataStore::add_fields`].
    ///
    /// # Panics
    /// If the kind does not have one of the fields.
    pub fn add_fields(&mut self, kind: NodeKind, distinct: bool, fields: &[(usize, u64)], tail: &[u32]) -> Metadata {
        self.add_node(kind, distinct, &words_of_fields(kind, fields, tail))
    }

    /// `!DILocation`; `inlined_at` is the location of the inlined call.
    pub fn location(&mut self, line: u32, column: u32, scope: Metadata, inlined_at: Option<Metadata>) -> Metadata {
        self.add_fields(NodeKind::DILocation, false, &location_fields(line, column, scope, inlined_at), &[])
    }

    /// Sets a field of an added distinct node, such as a self-reference.
    ///
    /// # Panics
    /// If the node belongs to the module.
    pub fn set_field(&mut self, node: u32, field: usize, value: u64) {
        let added = (node as usize).checked_sub(self.base.node_count());
        self.added.set_field(added.expect("a node of the module is only read") as u32, field, value);
    }

    /// A distinct tuple whose first operand is the tuple itself, as that of a loop or of an alias scope.
    pub fn add_self_reference(&mut self, others: &[u32]) -> Metadata {
        let placeholder = self.add_node(NodeKind::Tuple, true, &[]);
        let words: Vec<u32> = std::iter::once(placeholder.bits()).chain(others.iter().copied()).collect();
        if let Some(added) = placeholder.as_node().and_then(|n| (n as usize).checked_sub(self.base.node_count())) {
            self.added.set_node(added as u32, NodeKind::Tuple, true, &words);
        }
        placeholder
    }

    fn first(&self) -> [u32; 3] {
        [self.base.node_count(), self.base.string_count(), self.base.values.len()].map(|n| n as u32)
    }

    pub(crate) fn into_added(self) -> AddedMetadata {
        AddedMetadata { first: self.first(), added: self.added }
    }
}

/// The addition with this number, when the additions of each kind start from the given numbers.
fn numbered(m: Metadata, [node, string, value]: [u32; 3]) -> Metadata {
    Metadata::new(match m.open() {
        MetadataRef::Node(n) => MetadataRef::Node(node + n),
        MetadataRef::String(n) => MetadataRef::String(string + n),
        MetadataRef::Value(n) => MetadataRef::Value(value + n),
        other => other,
    })
}

/// The final numbers of additions: of nodes, strings and values.
pub(crate) struct Committed {
    first: [u32; 3],
    maps: [Vec<Metadata>; 3],
}

impl Committed {
    pub fn map(&self, m: Metadata) -> Metadata {
        let (kind, n) = match m.open() {
            MetadataRef::Node(n) => (0, n),
            MetadataRef::String(n) => (1, n),
            MetadataRef::Value(n) => (2, n),
            _ => return m,
        };
        let added = n.checked_sub(self.first[kind]);
        added.and_then(|n| self.maps[kind].get(n as usize)).copied().unwrap_or(m)
    }

    /// Whether all additions keep their numbers.
    fn is_identity(&self) -> bool {
        let kinds: [fn(u32) -> MetadataRef; 3] = [MetadataRef::Node, MetadataRef::String, MetadataRef::Value];
        (0..3).all(|kind| {
            let first = self.first[kind];
            (first..).zip(&self.maps[kind]).all(|(n, m)| *m == Metadata::new(kinds[kind](n)))
        })
    }
}

impl AddedMetadata {
    /// Adds the additions to the module's metadata. Returns their final numbers; `None` if no number changes.
    pub fn commit(self, store: &mut MetadataStore) -> Option<Committed> {
        let AddedMetadata { first, added } = self;
        let strings = (0..added.string_count() as u32).map(|i| store.add_string(added.string(i))).collect();
        let values = added.values.iter().map(|&v| store.add_value(v)).collect();
        let mut committed = Committed { first, maps: [Vec::new(), strings, values] };
        // A distinct node may refer to nodes that were added after it, so all distinct nodes get their numbers first.
        let none = Metadata::new(MetadataRef::Node(0));
        committed.maps[0].resize(added.node_count(), none);
        let nodes = 0..added.node_count() as u32;
        let distinct = nodes.clone().filter(|&i| added.node(i).distinct);
        for i in distinct.clone() {
            let number = store.push(added.node(i).kind, true, added.node(i).words);
            committed.maps[0][i as usize] = Metadata::new(MetadataRef::Node(number));
        }
        for i in nodes.filter(|&i| !added.node(i).distinct) {
            let NodeRef { kind, words, .. } = added.node(i);
            let mut words = words.to_vec();
            kind.for_each_ref_mut(&mut words, |m| committed.map(m));
            committed.maps[0][i as usize] = store.add_node(kind, false, &words);
        }
        for i in distinct {
            let Some(node) = committed.maps[0][i as usize].as_node() else { continue };
            let kind = added.node(i).kind;
            kind.for_each_ref_mut(store.words_mut(node), |m| committed.map(m));
        }
        (!committed.is_identity()).then_some(committed)
    }
}
