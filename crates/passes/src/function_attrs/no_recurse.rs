//! `norecurse-lto-inference`: `norecurse` of functions of a whole program.

use lindworm_analysis::components;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::hash::HashSet;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Global, Module};

use super::{called, has, insts, set_no_recurse};
use crate::dead_arg_elim::Calls;
use crate::pass::ModulePass;

/// Adds `norecurse` to functions whose callees cannot call them. The module is a whole program: a function that is local, and whose
/// address is not taken, is called only from within the module.
pub struct NoRecurseLtoInference;

impl ModulePass for NoRecurseLtoInference {
    fn name(&self) -> &'static str {
        "norecurse-lto-inference"
    }

    fn class(&self) -> &'static str {
        "NoRecurseLTOInferencePass"
    }

    fn run(&self, module: &mut Module) {
        let calls = Calls::of(module);
        // Whether a function of another module may call back into this one.
        let may_be_called_back = module.functions().iter().any(|&function| {
            let is_local = module[function].linkage.is_local();
            let is_called_from_outside = !is_local || calls.taken.contains(&function);
            module.body(function).is_some() && !has(module, function, AttrKind::NO_RECURSE) && is_called_from_outside
        });
        let globals: Vec<Global> = module.global_values().collect();
        for mut component in components(&globals, |global| mentioned(module, global)) {
            component.retain(|&global| module.function(global).is_some());
            let &[function] = &component[..] else { continue };
            if module.body(function).is_none() || has(module, function, AttrKind::NO_RECURSE) {
                continue;
            }
            let is_safe = insts(module, function).all(|(body, inst)| {
                body.inst(inst).call_info().is_none()
                    || called(module, body, inst).is_some_and(|callee| {
                        let is_leaf = module.body(callee).is_none() && has(module, callee, AttrKind::NO_CALLBACK);
                        let cannot_return_here = has(module, callee, AttrKind::NO_RECURSE) || !may_be_called_back;
                        callee != function && (cannot_return_here || is_leaf)
                    })
            });
            if is_safe {
                set_no_recurse(module, function);
            }
        }
    }
}

/// The globals that a global mentions, in its body or otherwise.
fn mentioned(module: &Module, global: Global) -> Vec<Global> {
    let (mut found, mut seen, mut pending) = (Vec::new(), HashSet::default(), Vec::new());
    pending.extend(module[global].operands().into_iter().flatten());
    for (body, inst) in insts(module, global) {
        body.inst(inst).for_each_operand(body.values(), |value| pending.push(value));
    }
    while let Some(value) = pending.pop() {
        match value.kind() {
            ValueKind::Global(global) => found.push(global),
            ValueKind::Constant(constant) if seen.insert(constant) => {
                module.constants().get(constant).data.for_each_operand(|operand| pending.push(operand));
            }
            _ => {}
        }
    }
    found
}
