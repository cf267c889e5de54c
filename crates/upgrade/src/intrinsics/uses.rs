//! The uses of functions that are to be upgraded.

use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::value::Constant;
use lindworm_ir::{Global, Inst, Module, Value};

/// The uses of a set of functions.
#[derive(Default)]
pub(super) struct Uses {
    /// The functions.
    pub of: HashSet<Global>,
    /// The calls of each function in textual order: caller and instruction.
    pub calls: HashMap<Global, Vec<(Global, Inst)>>,
    /// All calls in program order: callee, caller and instruction.
    pub in_order: Vec<(Global, Global, Inst)>,
    /// The functions with uses other than as a callee.
    pub others: HashSet<Global>,
    /// The index in the module's function list, by handle.
    places: Vec<u32>,
}

impl Uses {
    /// Finds the uses of these functions in a module, in one pass.
    pub fn of(module: &Module, functions: &[Global]) -> Uses {
        let of = functions.iter().copied().collect();
        if functions.is_empty() {
            return Uses { of, ..Uses::default() };
        }
        let is_wanted = among(functions);
        let mut uses = Uses { of, ..Uses::of_bodies(module, &is_wanted, module.functions()) };
        for (place, function) in module.functions().iter().enumerate() {
            let index = function.as_u32() as usize;
            if uses.places.len() <= index {
                uses.places.resize(index + 1, 0);
            }
            uses.places[index] = place as u32;
        }
        let mut other = |value: Value| uses.others.extend(is_wanted(value));
        for global in module.globals().values() {
            global.operands().into_iter().flatten().for_each(&mut other);
        }
        for constant in (0..module.constants().len() as u32).map(Constant::from_u32) {
            module.constants().get(constant).data.for_each_operand(&mut other);
        }
        uses
    }

    /// Finds the uses of the globals selected by `is_wanted` in the bodies of some functions.
    pub fn of_bodies(module: &Module, is_wanted: impl Fn(Value) -> Option<Global>, users: &[Global]) -> Uses {
        let mut uses = Uses::default();
        for &function in users {
            let Some(body) = module.body(function) else { continue };
            for inst in body.blocks().flat_map(|block| body.insts(block)) {
                let data = body.inst(inst);
                let callee = data.call_info().and_then(|call| is_wanted(call.callee));
                let mut left = usize::from(callee.is_some());
                if let Some(callee) = callee {
                    uses.calls.entry(callee).or_default().push((function, inst));
                    uses.in_order.push((callee, function, inst));
                }
                data.for_each_operand(body.values(), |value| {
                    if let Some(used) = is_wanted(value) {
                        // The callee is among the operands.
                        match left == 1 && callee == Some(used) {
                            true => left = 0,
                            false => drop(uses.others.insert(used)),
                        }
                    }
                });
            }
        }
        uses
    }

    /// The uses of a function with a single call and no other use.
    pub fn one(function: Global, caller: Global, inst: Inst) -> Uses {
        let mut uses = Uses::default();
        uses.of.insert(function);
        uses.calls.insert(function, vec![(caller, inst)]);
        uses
    }

    /// The calls of a function in the order in which LLVM upgrades them.
    pub fn take_calls(&mut self, function: Global) -> Vec<(Global, Inst)> {
        let Some(calls) = self.calls.remove(&function) else { return Vec::new() };
        let place = |f: Global| self.places.get(f.as_u32() as usize).copied();
        let after = calls.partition_point(|&(caller, _)| place(caller) <= place(function));
        let (before, after) = calls.split_at(after);
        after.iter().rev().chain(before).copied().collect()
    }
}

/// Returns a predicate for values among these functions.
fn among(functions: &[Global]) -> impl Fn(Value) -> Option<Global> {
    let mut wanted = vec![false; functions.iter().map(|f| f.as_u32() as usize + 1).max().unwrap_or(0)];
    functions.iter().for_each(|f| wanted[f.as_u32() as usize] = true);
    move |value| value.as_global().filter(|g| wanted.get(g.as_u32() as usize) == Some(&true))
}
