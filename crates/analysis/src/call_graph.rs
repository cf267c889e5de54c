//! The call graph.

use cranelift_entity::SecondaryMap;
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

/// The strongly connected components of the globals that are reachable from some globals, a component after those that its edges
/// lead to. `edges` is called once for each global.
///
/// Robert Tarjan: Depth-first search and linear graph algorithms, 1972.
pub fn components(from: &[Global], edges: impl FnMut(Global) -> Vec<Global>) -> Vec<Vec<Global>> {
    let mut walk = Walk {
        edges,
        numbers: SecondaryMap::new(),
        lowest: SecondaryMap::new(),
        met: 0,
        open: Vec::new(),
        is_open: SecondaryMap::new(),
        components: Vec::new(),
    };
    from.iter().for_each(|&global| walk.from(global));
    walk.components
}

struct Walk<E> {
    edges: E,
    /// The number of each global in visiting order, from 1; 0 if not visited.
    numbers: SecondaryMap<Global, u32>,
    /// The lowest number reachable from each global among globals without a component.
    lowest: SecondaryMap<Global, u32>,
    met: u32,
    /// The visited globals without a component.
    open: Vec<Global>,
    is_open: SecondaryMap<Global, bool>,
    components: Vec<Vec<Global>>,
}

impl<E: FnMut(Global) -> Vec<Global>> Walk<E> {
    fn from(&mut self, root: Global) {
        if self.numbers[root] != 0 {
            return;
        }
        let mut path: Vec<(Global, std::vec::IntoIter<Global>)> = vec![self.enter(root)];
        while let Some((global, targets)) = path.last_mut() {
            let global = *global;
            if let Some(target) = targets.next() {
                if self.numbers[target] == 0 {
                    let entered = self.enter(target);
                    path.push(entered);
                } else if self.is_open[target] {
                    self.lowest[global] = self.lowest[global].min(self.numbers[target]);
                }
                continue;
            }
            path.pop();
            if let Some(&(from, _)) = path.last() {
                self.lowest[from] = self.lowest[from].min(self.lowest[global]);
            }
            if self.lowest[global] == self.numbers[global] {
                let first = self.open.iter().rposition(|&open| open == global).unwrap_or(0);
                let component: Vec<Global> = self.open.drain(first..).collect();
                component.iter().for_each(|&member| self.is_open[member] = false);
                self.components.push(component);
            }
        }
    }

    /// Visits a global; returns it with the targets of its edges.
    fn enter(&mut self, global: Global) -> (Global, std::vec::IntoIter<Global>) {
        self.met += 1;
        (self.numbers[global], self.lowest[global]) = (self.met, self.met);
        self.open.push(global);
        self.is_open[global] = true;
        (global, (self.edges)(global).into_iter())
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
