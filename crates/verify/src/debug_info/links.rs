//! The subprograms and locations that scopes and locations lead to, computed for all nodes at once.

use lindworm_ir::Metadata;
use lindworm_ir::debug_info::{NodeKind, lexical_block, lexical_block_file, location};
use lindworm_ir::metadata::MetadataStore;

/// No subprogram.
const NONE: u32 = u32::MAX;
/// Not computed yet.
const UNKNOWN: u32 = u32::MAX - 1;
/// Computation in progress.
const ACTIVE: u32 = u32::MAX - 2;

/// For each node of a module: its subprogram, and whether it leads to a location.
pub(crate) struct Links {
    subprograms: Vec<u32>,
    leads_to_location: Vec<bool>,
}

impl Links {
    pub fn new(store: &MetadataStore) -> Links {
        let nodes = store.node_count();
        let mut links = Links { subprograms: vec![UNKNOWN; nodes], leads_to_location: vec![false; nodes] };
        // Nodes referred to by preceding nodes.
        let mut awaited = vec![false; nodes];
        let mut path = Vec::new();
        let mut is_complete = true;
        // Consecutive locations often have the same scope.
        let mut last = (None, NONE);
        for number in 0..nodes as u32 {
            let node = store.node(number);
            let at = number as usize;
            if node.kind == NodeKind::DILocation {
                let (scope, caller) = (node.get_ref(location::SCOPE), node.get_ref(location::INLINED_AT));
                // `inlinedAt` is a location. Scopes do not lead to locations.
                links.leads_to_location[at] = caller.is_some();
                if caller.is_some() {
                    links.find_subprogram(store, number, &mut path);
                } else if scope == last.0 {
                    links.subprograms[at] = last.1;
                } else {
                    links.find_subprogram(store, number, &mut path);
                    last = (scope, links.subprograms[at]);
                }
                continue;
            }
            let mut leads = false;
            node.for_each_ref(|m| {
                let Some(to) = m.as_node().map(|n| n as usize).filter(|&n| n < nodes) else { return };
                leads |= links.leads_to_location[to] || store.node(to as u32).kind == NodeKind::DILocation;
                awaited[to] |= to > at;
            });
            links.leads_to_location[at] = leads;
            is_complete &= !(leads && awaited[at]);
            match is_local_scope(node.kind) {
                true => links.find_subprogram(store, number, &mut path),
                false => links.subprograms[at] = NONE,
            }
        }
        if !is_complete {
            links.spread(store);
        }
        links
    }

    /// Computes the subprogram of a node and of all nodes on its path.
    fn find_subprogram(&mut self, store: &MetadataStore, start: u32, path: &mut Vec<u32>) {
        let mut at = start;
        let found = loop {
            match self.subprograms.get(at as usize).copied() {
                Some(UNKNOWN) => path.push(at),
                // Missing or cyclic.
                None | Some(ACTIVE) => break NONE,
                Some(known) => break known,
            }
            self.subprograms[at as usize] = ACTIVE;
            match next(store, at) {
                Next::Node(next) => at = next,
                Next::This => break at,
                Next::Nowhere => break NONE,
            }
        };
        for node in path.drain(..) {
            self.subprograms[node as usize] = found;
        }
    }

    /// Propagates the property of leading to a location to the referring nodes, up to the fixed point.
    fn spread(&mut self, store: &MetadataStore) {
        let leads = &mut self.leads_to_location;
        let nodes = leads.len() as u32;
        for pass in 0..MAX_PASSES {
            let mut changed = false;
            let mut look = |n: u32| {
                let node = store.node(n);
                if leads[n as usize] || node.kind == NodeKind::DILocation {
                    return;
                }
                let mut found = false;
                node.for_each_ref(|m| {
                    found |= m.as_node().and_then(|to| leads.get(to as usize)).is_some_and(|&l| l);
                });
                leads[n as usize] = found;
                changed |= found;
            };
            match pass % 2 {
                0 => (0..nodes).rev().for_each(&mut look),
                _ => (0..nodes).for_each(&mut look),
            }
            if !changed {
                return;
            }
        }
        leads.fill(true);
    }

    /// The subprogram that is or contains a scope. For a location, the subprogram that it was inlined into.
    #[inline]
    pub fn subprogram(&self, node: Metadata) -> Option<u32> {
        let found = *self.subprograms.get(node.as_node()? as usize)?;
        (found != NONE).then_some(found)
    }

    /// Whether a node refers to a location directly or indirectly.
    pub fn leads_to_location(&self, node: u32) -> bool {
        self.leads_to_location.get(node as usize).is_some_and(|&leads| leads)
    }
}

/// The next step in the search for the subprogram of a node.
enum Next {
    Node(u32),
    This,
    Nowhere,
}

fn next(store: &MetadataStore, at: u32) -> Next {
    let node = store.node(at);
    let to = |metadata: Option<Metadata>, is: fn(NodeKind) -> bool| {
        let n = metadata.and_then(|m| m.as_node()).filter(|&n| (n as usize) < store.node_count());
        n.filter(|&n| is(store.node(n).kind)).map_or(Next::Nowhere, Next::Node)
    };
    match node.kind {
        NodeKind::DISubprogram => Next::This,
        NodeKind::DILexicalBlock => to(node.get_ref(lexical_block::SCOPE), is_local_scope),
        NodeKind::DILexicalBlockFile => to(node.get_ref(lexical_block_file::SCOPE), is_local_scope),
        NodeKind::DILocation => match node.get_ref(location::INLINED_AT) {
            Some(caller) => to(Some(caller), |kind| kind == NodeKind::DILocation),
            None => to(node.get_ref(location::SCOPE), is_local_scope),
        },
        _ => Next::Nowhere,
    }
}

/// Whether nodes of this kind are local scopes.
fn is_local_scope(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::DISubprogram | NodeKind::DILexicalBlock | NodeKind::DILexicalBlockFile)
}

/// The maximum number of passes, after which all nodes are assumed to lead to locations. Modules produced by compilers need a
/// few passes. Keeps the cost linear.
const MAX_PASSES: usize = 8;
