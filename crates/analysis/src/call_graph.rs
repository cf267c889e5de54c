//! The call graph.

use cranelift_entity::SecondaryMap;
use lindworm_ir::{Global, Module};

/// The strongly connected components of the call graph, callees before callers. An edge is a direct call of a function with a
/// body. Linear in the instructions of the module.
///
/// Robert Tarjan: Depth-first search and linear graph algorithms, 1972.
pub fn call_graph_components(module: &Module) -> Vec<Vec<Global>> {
    let mut walk = Walk::default();
    for &function in module.functions() {
        walk.from(module, function);
    }
    walk.components
}

#[derive(Default)]
struct Walk {
    /// The number of each function in visiting order, from 1; 0 if not visited.
    numbers: SecondaryMap<Global, u32>,
    /// The lowest number reachable from each function among functions without a component.
    lowest: SecondaryMap<Global, u32>,
    met: u32,
    /// The visited functions without a component.
    open: Vec<Global>,
    is_open: SecondaryMap<Global, bool>,
    components: Vec<Vec<Global>>,
}

impl Walk {
    fn from(&mut self, module: &Module, root: Global) {
        if self.numbers[root] != 0 || module.body(root).is_none() {
            return;
        }
        let mut path: Vec<(Global, std::vec::IntoIter<Global>)> = vec![self.enter(module, root)];
        while let Some((function, callees)) = path.last_mut() {
            let function = *function;
            if let Some(callee) = callees.next() {
                if self.numbers[callee] == 0 {
                    let entered = self.enter(module, callee);
                    path.push(entered);
                } else if self.is_open[callee] {
                    self.lowest[function] = self.lowest[function].min(self.numbers[callee]);
                }
                continue;
            }
            path.pop();
            if let Some(&(caller, _)) = path.last() {
                self.lowest[caller] = self.lowest[caller].min(self.lowest[function]);
            }
            if self.lowest[function] == self.numbers[function] {
                let first = self.open.iter().rposition(|&open| open == function).unwrap_or(0);
                let component: Vec<Global> = self.open.drain(first..).collect();
                component.iter().for_each(|&member| self.is_open[member] = false);
                self.components.push(component);
            }
        }
    }

    /// Visits a function; returns it with its callees.
    fn enter(&mut self, module: &Module, function: Global) -> (Global, std::vec::IntoIter<Global>) {
        self.met += 1;
        (self.numbers[function], self.lowest[function]) = (self.met, self.met);
        self.open.push(function);
        self.is_open[function] = true;
        let mut callees = Vec::new();
        if let Some(body) = module.body(function) {
            let insts = body.blocks().flat_map(|block| body.insts(block));
            let called = insts.filter_map(|inst| body.inst(inst).call_info()?.callee.as_global());
            callees.extend(called.filter(|&callee| module.body(callee).is_some()));
        }
        (function, callees.into_iter())
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
