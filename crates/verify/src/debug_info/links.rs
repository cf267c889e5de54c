//! Where scopes and locations lead: worked out for all nodes at once.

use lindworm_ir::Metadata;
use lindworm_ir::debug_info::{NodeKind, lexical_block, lexical_block_file, location};
use lindworm_ir::metadata::{MetadataStore, NodeRef};

/// No node.
const NONE: u32 = u32::MAX;
/// Not worked out yet.
const UNKNOWN: u32 = u32::MAX - 1;
/// Being worked out.
const ACTIVE: u32 = u32::MAX - 2;

/// For each node of a module, what it leads to.
pub(crate) struct Links {
    subprograms: Vec<u32>,
    /// Empty where no node but locations leads to a location.
    leads_to_location: Vec<bool>,
}

impl Links {
    pub fn new(store: &MetadataStore) -> Links {
        let nodes = store.node_count() as u32;
        let mut subprograms = vec![UNKNOWN; nodes as usize];
        let mut path = Vec::new();
        let mut has_locations = false;
        for start in 0..nodes {
            has_locations |= store.node(start).kind == NodeKind::DILocation;
            let mut at = start;
            let found = loop {
                match subprograms.get(at as usize).copied() {
                    Some(UNKNOWN) => path.push(at),
                    // Not there, or a circle.
                    None | Some(ACTIVE) => break NONE,
                    Some(known) => break known,
                }
                subprograms[at as usize] = ACTIVE;
                match next(store, at) {
                    Next::Node(next) => at = next,
                    Next::This => break at,
                    Next::Nowhere => break NONE,
                }
            };
            for node in path.drain(..) {
                subprograms[node as usize] = found;
            }
        }
        let leads_to_location = if has_locations { leads_to_location(store) } else { Vec::new() };
        Links { subprograms, leads_to_location }
    }

    /// The function whose scope this is, or is in. Of a location, the function that it is in after all inlining.
    #[inline]
    pub fn subprogram(&self, node: Metadata) -> Option<u32> {
        let found = *self.subprograms.get(node.as_node()? as usize)?;
        (found != NONE).then_some(found)
    }

    /// Whether a node refers to a location, or to what refers to one, and so on.
    pub fn leads_to_location(&self, node: u32) -> bool {
        self.leads_to_location.get(node as usize).is_some_and(|&leads| leads)
    }
}

/// Where to look for the subprogram of a node.
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

/// Whether nodes of this kind are scopes inside of functions.
fn is_local_scope(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::DISubprogram | NodeKind::DILexicalBlock | NodeKind::DILexicalBlockFile)
}

/// How often nodes are gone through before all are taken to lead to locations: none of the modules that compilers make need
/// more than three, and the cost stays linear.
const MAX_PASSES: usize = 8;

/// Of each node, whether it leads to a location, or may.
fn leads_to_location(store: &MetadataStore) -> Vec<bool> {
    let nodes = store.node_count() as u32;
    let mut leads = vec![false; nodes as usize];
    for n in 0..nodes {
        let node = store.node(n);
        leads[n as usize] = match node.kind {
            // Where it was inlined is a location. Scopes lead to none.
            NodeKind::DILocation => node.get_ref(location::INLINED_AT).is_some(),
            _ => refers(node, |to| to < nodes && store.node(to).kind == NodeKind::DILocation),
        };
    }
    for pass in 0..MAX_PASSES {
        let mut changed = false;
        let mut look = |n: u32| {
            let node = store.node(n);
            if !leads[n as usize]
                && node.kind != NodeKind::DILocation
                && refers(node, |to| leads.get(to as usize).is_some_and(|&l| l))
            {
                leads[n as usize] = true;
                changed = true;
            }
        };
        match pass % 2 {
            0 => (0..nodes).rev().for_each(&mut look),
            _ => (0..nodes).for_each(&mut look),
        }
        if !changed {
            return leads;
        }
    }
    vec![true; nodes as usize]
}

/// Whether a node refers to such a node.
fn refers(node: NodeRef, is: impl Fn(u32) -> bool) -> bool {
    let mut found = false;
    node.for_each_ref(|m| found |= m.as_node().is_some_and(&is));
    found
}
