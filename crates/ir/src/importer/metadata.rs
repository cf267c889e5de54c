//! Metadata of one module in another.

use crate::debug_info::{FLAG_FWD_DECL, NodeKind, composite_type};
use crate::metadata::{Metadata, MetadataRef, NULL_WORD};

use super::{GlobalImporter, Importer};

/// What took the place of the metadata of a source module.
#[derive(Default)]
pub(super) struct MetadataMap {
    /// By node.
    nodes: Vec<Node>,
    /// By string; `NULL_WORD` for those that were not asked for.
    strings: Vec<u32>,
    /// Distinct nodes whose operands are to be carried over, and what they became.
    distinct: Vec<(u32, u32)>,
    /// Memory for the words of a node on its way, used again and again.
    spare: Vec<u32>,
}

/// How far a node has come.
#[derive(Clone, Copy)]
enum Node {
    New,
    /// The nodes that it refers to are on their way.
    Open,
    /// The same, and one of them refers back to it, by this number.
    Cycle(u32),
    Done(u32),
}

impl Importer<'_> {
    /// What takes the place of a piece of metadata; nothing for a value that `globals` leaves out. What is local to a body is the
    /// same in that body.
    ///
    /// Uniqued nodes become those that are equal to them where the destination has such. A cycle of uniqued nodes stays apart from
    /// all others.
    pub fn metadata(&mut self, metadata: Metadata, globals: &mut dyn GlobalImporter) -> Option<Metadata> {
        let mapped = self.metadata_ref(metadata, globals)?;
        // What distinct nodes refer to follows once the node is there: chains through them are long.
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

    /// A node, after the uniqued nodes that it refers to. The stack is in memory: nodes may be nested deeply.
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

    /// Maps a composite type with an identifier to the one of the destination that has it, which gets its fields if it was only
    /// declared so far.
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

    /// The words of a node with what took the place of all that it refers to. Uniqued nodes among that are there already.
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
