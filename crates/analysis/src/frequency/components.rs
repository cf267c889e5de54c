//! Strongly connected components of a graph.

use cranelift_entity::{EntityRef, SecondaryMap};

/// No component.
pub const NONE: u32 = u32::MAX;

/// The component number of each node reachable from `start`; [`NONE`] for the others. (Tarjan: Depth-First Search and Linear
/// Graph Algorithms, without recursion.)
pub fn components<'g, N: EntityRef + 'g>(start: N, edges: impl Fn(N) -> &'g [N]) -> SecondaryMap<N, u32> {
    let mut components = SecondaryMap::with_default(NONE);
    // The visiting number of each node, from 1, and the lowest number reachable from its descendants.
    let mut lowest: SecondaryMap<N, u32> = SecondaryMap::with_default(0);
    let (mut next_number, mut next_component) = (1, 0);
    let mut open = Vec::new();
    let mut walk = vec![(start, 0, 0)];
    while let Some((node, number, edge)) = walk.last_mut() {
        let node = *node;
        if *number == 0 {
            *number = next_number;
            lowest[node] = next_number;
            next_number += 1;
            open.push(node);
        }
        let number = *number;
        if let Some(&to) = edges(node).get(*edge) {
            *edge += 1;
            if lowest[to] == 0 {
                walk.push((to, 0, 0));
            } else if components[to] == NONE {
                lowest[node] = lowest[node].min(lowest[to]);
            }
            continue;
        }
        walk.pop();
        let least = lowest[node];
        if let Some(&(parent, ..)) = walk.last() {
            lowest[parent] = lowest[parent].min(least);
        }
        if least == number {
            while let Some(member) = open.pop() {
                components[member] = next_component;
                if member == node {
                    break;
                }
            }
            next_component += 1;
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use lindworm_ir::Block;
    use proptest::prelude::*;

    use super::*;
    use crate::Cfg;
    use crate::test_bodies::{block, body_of, graphs};

    fn reaches(cfg: &Cfg, from: Block, to: Block) -> bool {
        let (mut seen, mut stack) = (Vec::new(), vec![from]);
        while let Some(b) = stack.pop() {
            if !seen.contains(&b) {
                seen.push(b);
                stack.extend(cfg.successors(b));
            }
        }
        seen.contains(&to)
    }

    proptest! {
        #[test]
        fn in_a_component_each_reaches_each(graph in graphs()) {
            let cfg = Cfg::new(&body_of(&graph));
            let found = components(block(0), |b| cfg.successors(b));
            for &a in cfg.layout() {
                prop_assert_eq!(found[a] != NONE, cfg.is_reachable(a));
                for &b in cfg.reverse_postorder().iter().filter(|_| cfg.is_reachable(a)) {
                    prop_assert_eq!(found[a] == found[b], reaches(&cfg, a, b) && reaches(&cfg, b, a));
                }
            }
        }
    }
}
