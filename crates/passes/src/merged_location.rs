//! The debug location of an instruction that replaces several instructions.

use lindworm_ir::Metadata;
use lindworm_ir::debug_info::{NodeKind, lexical_block, location};
use lindworm_ir::hash::HashMap;
use lindworm_ir::metadata::{NewMetadata, NodeRef};

/// A location without the properties that distinguish locations on the same line.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    node: Metadata,
    line: u32,
    column: u32,
    scope: Option<Metadata>,
    inlined_at: Option<Metadata>,
}

impl Place {
    fn of(metadata: &NewMetadata<'_>, node: Metadata) -> Option<Place> {
        let found = node_of(metadata, node).filter(|n| n.kind == NodeKind::DILocation)?;
        Some(Place {
            node,
            line: found.get(location::LINE) as u32,
            column: found.get(location::COLUMN) as u32,
            scope: found.get_ref(location::SCOPE),
            inlined_at: found.get_ref(location::INLINED_AT),
        })
    }
}

fn node_of<'a>(metadata: &'a NewMetadata<'_>, m: Metadata) -> Option<NodeRef<'a>> {
    m.as_node().map(|n| metadata.node(n))
}

/// The chain of scopes from a scope to its subprogram, which is last.
fn scopes(metadata: &NewMetadata<'_>, scope: Option<Metadata>) -> Vec<Metadata> {
    let mut all = Vec::new();
    let mut next = scope;
    // A scope within itself is invalid; the verifier reports it.
    while let Some(scope) = next.filter(|scope| !all.contains(scope)) {
        all.push(scope);
        next = node_of(metadata, scope).and_then(|n| match n.kind {
            NodeKind::DILexicalBlock | NodeKind::DILexicalBlockFile => n.get_ref(lexical_block::SCOPE),
            _ => None,
        });
    }
    all
}

/// The merged location of two instructions, as in LLVM: the line if both agree, the innermost common scope, and the common
/// inlined-at chain.
pub fn merged_location(metadata: &mut NewMetadata<'_>, a: Option<Metadata>, b: Option<Metadata>) -> Option<Metadata> {
    let (a, b) = (a?, b?);
    if a == b {
        return Some(a);
    }
    let chain = |metadata: &NewMetadata<'_>, from: Metadata| {
        let mut places: Vec<Place> = Vec::new();
        let mut next = Some(from);
        while let Some(place) = next.and_then(|m| Place::of(metadata, m)).filter(|p| !places.contains(p)) {
            places.push(place);
            next = place.inlined_at;
        }
        places
    };
    let (of_a, of_b) = (chain(metadata, a), chain(metadata, b));
    let key = |metadata: &NewMetadata<'_>, place: &Place| (scopes(metadata, place.scope).pop(), place.inlined_at);
    let mut places: HashMap<(Option<Metadata>, Option<Metadata>), usize> = HashMap::default();
    for (i, place) in of_a.iter().enumerate() {
        places.entry(key(metadata, place)).or_insert(i);
    }
    let start = of_b.iter().enumerate().find_map(|(j, place)| Some((*places.get(&key(metadata, place))?, j)));
    let mut merged = start.and_then(|(i, _)| of_a[i].inlined_at);
    if let Some((i, j)) = start {
        for (a, b) in of_a[..=i].iter().rev().zip(of_b[..=j].iter().rev()) {
            let Some(both) = merged_pair(metadata, *a, *b, merged) else { break };
            merged = Some(both);
        }
    }
    merged.or_else(|| Some(metadata.location(0, 0, of_a.first()?.scope?, None)))
}

fn merged_pair(metadata: &mut NewMetadata<'_>, a: Place, b: Place, inlined_at: Option<Metadata>) -> Option<Metadata> {
    if a.node == b.node {
        return Some(metadata.location(a.line, a.column, a.scope?, inlined_at));
    }
    let (of_a, of_b) = (scopes(metadata, a.scope), scopes(metadata, b.scope));
    let common = *of_a.iter().find(|scope| of_b.contains(scope))?;
    let line = if a.line == b.line { a.line } else { 0 };
    let column = if a.line == b.line && a.column == b.column { a.column } else { 0 };
    Some(metadata.location(line, column, common, inlined_at))
}
