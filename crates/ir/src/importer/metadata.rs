//! Import of metadata.

use crate::constant::ConstantData;
use crate::debug_info::{FLAG_FWD_DECL, NodeKind, composite_type};
use crate::hash::HashSet;
use crate::metadata::{Metadata, MetadataRef, MetadataStore, NULL_WORD, words_of_fields};
use crate::module::Module;

use super::{GlobalImporter, Importer};

/// The replacements of the metadata of a source module.
#[derive(Default)]
pub(super) struct MetadataMap {
    /// The state of each node.
    nodes: Vec<Node>,
    /// Whether own nodes (see [`Node::Done`]) need no look-up.
    is_one_to_one: bool,
    /// The replacement of each string; `NULL_WORD` if it was not requested yet.
    strings: Vec<u32>,
    /// Distinct nodes whose operands are still to be imported, with their replacements.
    distinct: Vec<(u32, u32)>,
    /// Buffers for the nodes that are being imported and for the words of the current one, reused.
    stack: Vec<u32>,
    spare: Vec<u32>,
}

/// The import state of a node.
#[derive(Clone, Copy)]
enum Node {
    New,
    /// The nodes that it refers to are being imported.
    Open,
    /// Like `Open`, and one of these nodes refers back to it, by this number.
    Cycle(u32),
    /// Its replacement, and whether that is an own node: a node to which no module imported earlier or later refers. Such are
    /// distinct nodes, cycles, and every uniqued node that refers to an own node.
    Done(u32, bool),
}

/// Whether different metadata of a module always have different replacements. That may not hold if constants refer to globals or
/// named types, or if composite types have the same identifier.
fn is_one_to_one(source: &Module) -> bool {
    let is_number = |&value: &crate::value::Value| {
        let node = source.constants.node(value);
        node.is_some_and(|node| matches!(node.data, ConstantData::Int(_) | ConstantData::Float(_)))
    };
    let store: &MetadataStore = &source.metadata;
    let mut identifiers = HashSet::default();
    let mut types = (0..store.node_count() as u32)
        .map(|n| store.node(n))
        .filter(|node| node.kind == NodeKind::DICompositeType)
        .filter_map(|node| node.get_ref(composite_type::IDENTIFIER));
    store.values().iter().all(is_number) && types.all(|identifier| identifiers.insert(identifier))
}

impl Importer<'_> {
    /// The replacement of a piece of metadata; `None` for a value that `globals` omits. Function-local metadata is unchanged.
    ///
    /// A uniqued node maps to an equal node of the destination, if there is one. A cycle of uniqued nodes is never merged with
    /// existing nodes.
    pub fn metadata(&mut self, metadata: Metadata, globals: &mut dyn GlobalImporter) -> Option<Metadata> {
        let mapped = self.metadata_ref(metadata, globals)?;
        // Operands of distinct nodes are imported once the node exists, because chains through distinct nodes are long.
        while let Some((old, new)) = self.metadata.distinct.pop() {
            let kind = self.source.metadata.node(old).kind;
            let (words, _) = self.words(old, globals);
            self.dest.metadata.set_node(new, kind, true, &words);
            self.metadata.spare = words;
        }
        Some(mapped)
    }

    fn metadata_ref(&mut self, metadata: Metadata, globals: &mut dyn GlobalImporter) -> Option<Metadata> {
        match metadata.open() {
            MetadataRef::Node(n) => Some(Metadata::new(MetadataRef::Node(self.node(n, globals).0))),
            MetadataRef::String(s) => Some(self.string(s)),
            MetadataRef::Value(v) => {
                let value = self.source.metadata.value(v);
                let value = self.value(value, globals)?;
                Some(self.dest.metadata.add_value(value))
            }
            _ => Some(metadata),
        }
    }

    /// Imports a node after the uniqued nodes that it refers to, and returns its replacement and whether that is an own node. Uses
    /// an explicit stack, because nodes may be nested deeply.
    fn node(&mut self, node: u32, globals: &mut dyn GlobalImporter) -> (u32, bool) {
        if self.metadata.nodes.is_empty() {
            self.metadata.nodes.resize(self.source.metadata.node_count(), Node::New);
            self.metadata.is_one_to_one = self.indexes_later && is_one_to_one(self.source);
        }
        if let Node::Done(new, is_own) = self.metadata.nodes[node as usize] {
            return (new, is_own);
        }
        let bottom = self.metadata.stack.len();
        self.metadata.stack.push(node);
        while self.metadata.stack.len() > bottom {
            let n = self.metadata.stack[self.metadata.stack.len() - 1];
            let source = self.source.metadata.node(n);
            let kind = source.kind;
            let is_new = matches!(self.metadata.nodes[n as usize], Node::New);
            if is_new && kind == NodeKind::DICompositeType && self.odr_type(n).is_some() {
                self.metadata.stack.pop();
                continue;
            }
            let source = self.source.metadata.node(n);
            match self.metadata.nodes[n as usize] {
                Node::Done(..) => {
                    self.metadata.stack.pop();
                    continue;
                }
                Node::New if source.distinct => {
                    let new = self.dest.metadata.push(kind, true, &[]);
                    self.metadata.nodes[n as usize] = Node::Done(new, true);
                    self.metadata.distinct.push((n, new));
                    self.metadata.stack.pop();
                    continue;
                }
                Node::New => {
                    let MetadataMap { nodes, stack, .. } = &mut self.metadata;
                    nodes[n as usize] = Node::Open;
                    let dest = &mut self.dest.metadata;
                    let first = stack.len();
                    source.for_each_ref(|m| {
                        let Some(operand) = m.as_node() else { return };
                        match nodes[operand as usize] {
                            Node::New => stack.push(operand),
                            Node::Open => {
                                let kind = self.source.metadata.node(operand).kind;
                                nodes[operand as usize] = Node::Cycle(dest.push(kind, false, &[]));
                            }
                            _ => {}
                        }
                    });
                    if stack.len() > first {
                        stack[first..].reverse();
                        continue;
                    }
                }
                Node::Open | Node::Cycle(_) => {}
            }
            let (words, has_own) = self.words(n, globals);
            let dest = &mut self.dest.metadata;
            self.metadata.nodes[n as usize] = match self.metadata.nodes[n as usize] {
                Node::Cycle(new) => {
                    dest.set_node(new, kind, false, &words);
                    Node::Done(new, true)
                }
                _ if has_own && self.metadata.is_one_to_one && !dest.is_odr_member(kind, &words) => {
                    Node::Done(dest.push(kind, false, &words), true)
                }
                _ => Node::Done(dest.add_uniqued(kind, &words), false),
            };
            self.metadata.spare = words;
            self.metadata.stack.pop();
        }
        match self.metadata.nodes[node as usize] {
            Node::Done(new, is_own) => (new, is_own),
            _ => (0, false),
        }
    }

    /// Maps a composite type with an identifier to the destination's type with that identifier. If that is a declaration, it gets
    /// the fields of this type.
    fn odr_type(&mut self, n: u32) -> Option<()> {
        let source = self.source.metadata.node(n);
        if source.kind != NodeKind::DICompositeType || self.odr_types.is_none() {
            return None;
        }
        let identifier = source.get_ref(composite_type::IDENTIFIER)?;
        let (tag, flags) = (source.get(composite_type::TAG_), source.get(composite_type::FLAGS_));
        let MetadataRef::String(s) = identifier.open() else { return None };
        let identifier = self.string(s);
        let types = self.odr_types.as_mut()?;
        let new = match types.get(&identifier) {
            Some(&known) => {
                let is_declaration = |flags: u64| flags as u32 & FLAG_FWD_DECL != 0;
                let node = self.dest.metadata.node(known);
                if node.get(composite_type::TAG_) != tag {
                    return None;
                }
                if is_declaration(node.get(composite_type::FLAGS_)) && !is_declaration(flags) {
                    self.metadata.distinct.push((n, known));
                }
                known
            }
            None => {
                // The identifier must be known at once: it decides which members of the type are equal.
                let fields = [(composite_type::TAG_, tag), (composite_type::IDENTIFIER, identifier.bits().into())];
                let words = words_of_fields(NodeKind::DICompositeType, &fields, &[]);
                let new = self.dest.metadata.push(NodeKind::DICompositeType, true, &words);
                types.insert(identifier, new);
                self.metadata.distinct.push((n, new));
                new
            }
        };
        self.metadata.nodes[n as usize] = Node::Done(new, false);
        Some(())
    }

    fn string(&mut self, s: u32) -> Metadata {
        let known = &mut self.metadata.strings;
        if known.is_empty() {
            known.resize(self.source.metadata.string_count(), NULL_WORD);
        }
        let slot = &mut known[s as usize];
        if *slot == NULL_WORD {
            *slot = self.dest.metadata.add_string(self.source.metadata.string(s)).bits();
        }
        Metadata::from_bits(*slot)
    }

    /// The words of a node with its references replaced, and whether any of them is to an own node. The uniqued nodes among them
    /// are already imported.
    fn words(&mut self, node: u32, globals: &mut dyn GlobalImporter) -> (Vec<u32>, bool) {
        let source = self.source.metadata.node(node);
        let (kind, mut words) = (source.kind, std::mem::take(&mut self.metadata.spare));
        words.clear();
        words.extend_from_slice(source.words);
        let mut has_own = false;
        kind.for_each_ref_mut(&mut words, |m| {
            let mapped = match m.open() {
                MetadataRef::Node(n) => {
                    let (new, is_own) = match self.metadata.nodes[n as usize] {
                        Node::Done(new, is_own) => (new, is_own),
                        Node::Cycle(new) => (new, true),
                        _ => self.node(n, globals),
                    };
                    has_own |= is_own;
                    Some(Metadata::new(MetadataRef::Node(new)))
                }
                MetadataRef::String(s) => Some(self.string(s)),
                _ => self.metadata_ref(m, globals),
            };
            mapped.unwrap_or(Metadata::from_bits(NULL_WORD))
        });
        (words, has_own)
    }
}
