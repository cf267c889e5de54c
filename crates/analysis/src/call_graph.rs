//! The call graph.

use cranelift_entity::{EntityRef, SecondaryMap};
use lindworm_ir::{Global, Module};

/// The strongly connected components of the call graph, callees before callers. An edge is a direct call of a function with a
/// body. Linear in the instructions of the module.
pub fn call_graph_components(module: &Module) -> Vec<Vec<Global>> {
    let with_body: Vec<Global> = module.functions().iter().copied().filter(|&f| module.body(f).is_some()).collect();
    components(&with_body, |function| {
        let insts = module.body(function).into_iter().flat_map(|body| {
            let insts = body.blocks().flat_map(|block| body.insts(block));
            insts.filter_map(|inst| body.inst(inst).call_info()?.callee.as_global())
        });
        insts.filter(|&callee| module.body(callee).is_some()).collect()
    })
}

/// The strongly connected components of the nodes that are reachable from some nodes, a component after those that its edges lead
/// to. The nodes are globals or blocks. `edges` is called once for each node.
///
/// Robert Tarjan: Depth-first search and linear graph algorithms, 1972.
pub fn components<N: EntityRef>(from: &[N], edges: impl FnMut(N) -> Vec<N>) -> Vec<Vec<N>> {
    let mut walk = Walk {
        edges,
        numbers: SecondaryMap::new(),
        lowest: SecondaryMap::new(),
        met: 0,
        open: Vec::new(),
        is_open: SecondaryMap::new(),
        components: Vec::new(),
    };
    from.iter().for_each(|&node| walk.from(node));
    walk.components
}

struct Walk<N: EntityRef, E> {
    edges: E,
    /// The number of each node in visiting order, from 1; 0 if not visited.
    numbers: SecondaryMap<N, u32>,
    /// The lowest number reachable from each node among nodes without a component.
    lowest: SecondaryMap<N, u32>,
    met: u32,
    /// The visited nodes without a component.
    open: Vec<N>,
    is_open: SecondaryMap<N, bool>,
    components: Vec<Vec<N>>,
}

impl<N: EntityRef, E: FnMut(N) -> Vec<N>> Walk<N, E> {
    fn from(&mut self, root: N) {
        if self.numbers[root] != 0 {
            return;
        }
        let mut path: Vec<(N, std::vec::IntoIter<N>)> = vec![self.enter(root)];
        while let Some((node, targets)) = path.last_mut() {
            let node = *node;
            if let Some(target) = targets.next() {
                if self.numbers[target] == 0 {
                    let entered = self.enter(target);
                    path.push(entered);
                } else if self.is_open[target] {
                    self.lowest[node] = self.lowest[node].min(self.numbers[target]);
                }
                continue;
            }
            path.pop();
            if let Some(&(from, _)) = path.last() {
                self.lowest[from] = self.lowest[from].min(self.lowest[node]);
            }
            if self.lowest[node] == self.numbers[node] {
                let first = self.open.iter().rposition(|&open| open == node).unwrap_or(0);
                let component: Vec<N> = self.open.drain(first..).collect();
                component.iter().for_each(|&member| self.is_open[member] = false);
                self.components.push(component);
            }
        }
    }

    /// Visits a node; returns it with the targets of its edges.
    fn enter(&mut self, node: N) -> (N, std::vec::IntoIter<N>) {
        self.met += 1;
        (self.numbers[node], self.lowest[node]) = (self.met, self.met);
        self.open.push(node);
        self.is_open[node] = true;
        (node, (self.edges)(node).into_iter())
    }
}

#[cfg(test)]
mod tests {
    use lindworm_ir::{Context, Type};

    use super::*;

    #[test]
    fn callees_come_before_callers() {
        let mut module = Module::new(&Context::new(), "m");
        let ty = module.context().function_type(Type::VOID, &[], false);
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| module.add_function(name.as_bytes(), ty));
        for (caller, callees) in [(a, &[b, d][..]), (b, &[c, d]), (c, &[b]), (d, &[])] {
            module.build_body(caller, |builder| {
                let entry = builder.append_block("");
                builder.at_end(entry);
                for &callee in callees {
                    builder.call_function(callee, &[]).unwrap();
                }
                builder.ret(None).unwrap();
            });
        }
        assert_eq!(call_graph_components(&module), [vec![d], vec![b, c], vec![a]]);
    }
}
