//! `sccp` and `ipsccp`: sparse conditional constant propagation, in a function and in a module.
//!
//! Mark N. Wegman, F. Kenneth Zadeck: Constant propagation with conditional branches, 1991. The states of values are those of
//! `lattice.rs`: constants and ranges of integers. Only edges found feasible are propagated along.

mod facts;
mod interprocedural;
mod predicates;
mod rewrite;
mod solver;
mod visit;

use lindworm_ir::eval::BinaryOp;
use lindworm_ir::{InstData, Module, Type, Value};

use self::facts::Code;
pub use self::interprocedural::IpSccp;
pub(crate) use self::interprocedural::tracked_variables;
use self::interprocedural::with_state;
use self::predicates::{insert_copies, remove_copies};
use self::rewrite::rewrite;
use self::solver::Solver;
use crate::function_attrs::is_exact;
use crate::pass::{FunctionEdit, FunctionPass};

/// Replaces values by the constants they are proven to be, and removes infeasible edges and unreachable blocks.
pub struct Sccp;

impl FunctionPass for Sccp {
    fn name(&self) -> &'static str {
        "sccp"
    }

    fn class(&self) -> &'static str {
        "SCCPPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let copies = insert_copies(f);
        let (body, uses) = (f.editor.body(), f.editor.uses());
        let code = Code { function: f.additions.function(), body, uses, copies: &copies };
        let mut solver = Solver::new(f.editor.module(), vec![code]);
        let module = f.editor.module();
        let function = f.additions.function();
        let result = module.context().function_parts(module[function].value_type).map_or(Type::VOID, |(ty, ..)| ty);
        if result != Type::VOID && !module.context().is_aggregate(result) && is_exact(module, function) {
            solver.track_result(0, 1);
        }
        solver.enter(0);
        let (mut facts, _) = solver.run();
        let Some(facts) = facts.pop() else { return remove_copies(f, &copies) };
        if let Some([state]) = facts.result.as_deref() {
            let module = f.editor.module();
            let list = f.additions.attributes();
            let set = with_state(module, module.context().attribute_list(list).result, state);
            f.additions.set_attributes(module.context().with_result_attributes(list, set));
        }
        rewrite(f, facts);
        remove_copies(f, &copies);
    }
}

/// Folds an instruction with constant operands.
pub(crate) fn fold(module: &Module, data: &InstData, values: &[Value], ty: Type) -> Option<Value> {
    match (data, values) {
        (InstData::Binary { op, flags, .. }, &[lhs, rhs]) => module.fold_binary(*op, *flags, lhs, rhs),
        (InstData::FNeg { .. }, &[value]) => module.fold_fneg(value),
        (InstData::Cast { op, .. }, &[value]) => module.fold_cast(*op, value, ty),
        (InstData::ICmp { predicate, .. }, &[lhs, rhs]) => module.fold_icmp(*predicate, lhs, rhs),
        (InstData::FCmp { predicate, .. }, &[lhs, rhs]) => module.fold_fcmp(*predicate, lhs, rhs),
        (InstData::Select { .. }, &[condition, if_true, if_false]) => module.fold_select(condition, if_true, if_false),
        (InstData::GetElementPtr { source, flags, .. }, values) => module.fold_gep(*source, *flags, values),
        _ => None,
    }
}

/// The result of an instruction with an absorbing operand, whatever its other operand is: multiplication by zero, `and` with
/// zero, `or` with all ones.
pub(crate) fn absorbed(module: &Module, data: &InstData, values: &[Value]) -> Option<Value> {
    let InstData::Binary { op, .. } = data else { return None };
    let is_zero = |value: &&Value| !value.is_local() && module.constants().is_zero(**value);
    let is_all = |value: &&Value| !value.is_local() && module.constants().is_all_ones(module.context(), **value);
    match op {
        BinaryOp::And | BinaryOp::Mul => values.iter().find(is_zero).copied(),
        BinaryOp::Or => values.iter().find(is_all).copied(),
        _ => None,
    }
}
