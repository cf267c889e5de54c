//! Import of metadata.

use crate::debug_info::{FLAG_FWD_DECL, NodeKind, composite_type};
use crate::metadata::{Metadata, MetadataRef, NULL_WORD};

use super::{GlobalImporter, Importer};

/// The replacements of the metadata of a source module.
#[derive(Default)]
pub(super) struct MetadataMap {
    /// The state of each node.
    nodes: Vec<Node>,
    /// The replacement of each string; `NULL_WORD` if it was not requested yet.
    strings: Vec<u32>,
    /// Distinct nodes whose operands are still to be imported, with their replacements.
    distinct: Vec<(u32, u32)>,
    /// A buffer for the words of the current node, reused.
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
    Done(u32),
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
            let words = self.words(old, globals);
            self.dest.metadata.set_node(new, kind, true, &words);
            self.metadata.spare = words;
        }
        Some(mapped)
    }

    fn metadata_ref(&mut self, metadata: Metadata, globals: &mut dyn GlobalImporter) -> Option<Metadata> {
        match metadata.open() {
            MetadataRef::Node(n) => Some(Metadata::new(MetadataRef::Node(self.node(n, globals)))),
            MetadataRef::String(s) => Some(self.string(s)),
            MetadataRef::Value(v) => {
                let value = self.source.metadata.value(v);
                let value = self.value(value, globals)?;
                Some(self.dest.metadata.add_value(value))
            }
            _ => Some(metadata),
        }
    }

    /// Imports a node after the uniqued nodes that it refers to. Uses an explicit stack, because nodes may be nested deeply.
    fn node(&mut self, node: u32, globals: &mut dyn GlobalImporter) -> u32 {
        if self.metadata.nodes.is_empty() {
            self.metadata.nodes.resize(self.source.metadata.node_count(), Node::New);
        }
        if let Node::Done(new) = self.metadata.nodes[node as usize] {
            return new;
        }
        let mut stack = vec![node];
        while let Some(&n) = stack.last() {
            if matches!(self.metadata.nodes[n as usize], Node::New) && self.odr_type(n).is_some() {
                stack.pop();
                continue;
            }
            let source = self.source.metadata.node(n);
            let kind = source.kind;
            match self.metadata.nodes[n as usize] {
                Node::Done(_) => {
                    stack.pop();
                }
                Node::New if source.distinct => {
                    let new = self.dest.metadata.push(kind, true, &[]);
                    self.metadata.nodes[n as usize] = Node::Done(new);
                    self.metadata.distinct.push((n, new));
                    stack.pop();
                }
                Node::New => {
                    self.metadata.nodes[n as usize] = Node::Open;
                    let nodes = &mut self.metadata.nodes;
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
                    stack[first..].reverse();
                }
                Node::Open | Node::Cycle(_) => {
                    let words = self.words(n, globals);
                    let new = match self.metadata.nodes[n as usize] {
                        Node::Cycle(new) => {
                            self.dest.metadata.set_node(new, kind, false, &words);
                            new
                        }
                        _ => self.dest.metadata.add_uniqued(kind, &words),
                    };
                    self.metadata.spare = words;
                    self.metadata.nodes[n as usize] = Node::Done(new);
                    stack.pop();
                }
            }
        }
        match self.metadata.nodes[node as usize] {
            Node::Done(new) => new,
            _ => 0,
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
                if node.get(composite_type::TAG_) != tag && !node.words.is_empty() {
                    return None;
                }
                if is_declaration(node.get(composite_type::FLAGS_)) && !is_declaration(flags) {
                    self.metadata.distinct.push((n, known));
                }
                known
            }
            None => {
                let new = self.dest.metadata.push(NodeKind::DICompositeType, true, &[]);
                types.insert(identifier, new);
                self.metadata.distinct.push((n, new));
                new
            }
        };
        self.metadata.nodes[n as usize] = Node::Done(new);
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

    /// The words of a node with its references replaced. The uniqued nodes among them are already imported.
    fn words(&mut self, node: u32, globals: &mut dyn GlobalImporter) -> Vec<u32> {
        let source = self.source.metadata.node(node);
        let (kind, mut words) = (source.kind, std::mem::take(&mut self.metadata.spare));
        words.clear();
        words.extend_from_slice(source.words);
        kind.for_each_ref_mut(&mut words, |m| {
            let mapped = match m.as_node().map(|n| self.metadata.nodes[n as usize]) {
                Some(Node::Done(new) | Node::Cycle(new)) => Some(Metadata::new(MetadataRef::Node(new))),
                _ => self.metadata_ref(m, globals),
            };
            mapped.unwrap_or(Metadata::from_bits(NULL_WORD))
        });
        words
    }
}
