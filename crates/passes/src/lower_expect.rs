//! `lower-expect`: branch weights in place of `llvm.expect` and `llvm.expect.with.probability`.

use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::eval::IntPredicate;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Inst, InstData, Type, Value};

use crate::pass::{FunctionEdit, FunctionPass};

/// The weight of an edge that `llvm.expect` makes likely, and of any other.
const LIKELY: u32 = 2000;
const UNLIKELY: u32 = 1;

/// Replaces calls of `llvm.expect` by their first argument, and gives the branches, switches and selects on them `!prof` weights.
/// Does not follow phis.
pub struct LowerExpect;

impl FunctionPass for LowerExpect {
    fn name(&self) -> &'static str {
        "lower-expect"
    }

    fn class(&self) -> &'static str {
        "LowerExpectIntrinsicPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let insts = f.editor.insts();
        if !insts.iter().any(|&inst| expectation(f, inst.into()).is_some()) {
            return;
        }
        for &inst in insts.iter().rev() {
            match *f.editor.body().inst(inst) {
                InstData::CondBr { condition, .. } | InstData::Select { condition, .. } => branch(f, inst, condition),
                InstData::Switch { condition, .. } => switch(f, inst, condition),
                _ => {}
            }
        }
        for inst in insts {
            if let Some(expectation) = expectation(f, inst.into()) {
                f.editor.replace_all(inst.into(), expectation.value);
                f.editor.erase(inst);
            }
        }
    }
}

/// A call of `llvm.expect` or `llvm.expect.with.probability`.
struct Expectation {
    value: Value,
    expected: Value,
    probability: Option<f64>,
}

fn expectation(f: &FunctionEdit<'_, '_>, call: Value) -> Option<Expectation> {
    let body = f.editor.body();
    let call = body.inst(call.as_inst()?).call_info()?;
    let constants = f.editor.module().constants();
    let args = body.call_args(call);
    let probability = match f.editor.module().callee(call.callee)?.intrinsic? {
        IntrinsicId::EXPECT => None,
        IntrinsicId::EXPECT_WITH_PROBABILITY => Some(constants.as_float(*args.get(2)?)?.to_f64()?),
        _ => return None,
    };
    Some(Expectation { value: *args.first()?, expected: *args.get(1)?, probability })
}

impl Expectation {
    /// The weights of the expected edge and of each other edge.
    fn weights(&self, edges: usize) -> (u32, u32) {
        let Some(probability) = self.probability else { return (LIKELY, UNLIKELY) };
        let weight = |probability: f64| (probability * f64::from(i32::MAX - 1) + 1.0).ceil() as u32;
        (weight(probability), weight((1.0 - probability) / (edges - 1) as f64))
    }
}

/// Gives weights to a branch or select on an expected value, or on its comparison with a constant.
fn branch(f: &mut FunctionEdit<'_, '_>, inst: Inst, condition: Value) {
    let constants = f.editor.module().constants();
    let mut at = Use { user: inst, operand: 0 };
    let (call, is_eq, compared) = match condition.as_inst().map(|i| (i, *f.editor.body().inst(i))) {
        Some((compare, InstData::ICmp { predicate, lhs, rhs, .. })) => {
            at = Use { user: compare, operand: 0 };
            let is_eq = match predicate {
                IntPredicate::Eq => true,
                IntPredicate::Ne => false,
                _ => return,
            };
            let Some(compared) = constants.as_u64(rhs) else { return };
            (lhs, is_eq, compared)
        }
        _ => (condition, false, 0),
    };
    let Some(expectation) = expectation(f, call) else { return };
    let Some(expected) = constants.as_u64(expectation.expected) else { return };
    let (likely, unlikely) = expectation.weights(2);
    let weights = if (expected == compared) == is_eq { [likely, unlikely] } else { [unlikely, likely] };
    f.editor.set_operand(at, expectation.value);
    set_weights(f, inst, &weights);
}

fn switch(f: &mut FunctionEdit<'_, '_>, inst: Inst, condition: Value) {
    let Some(expectation) = expectation(f, condition) else { return };
    if f.editor.module().constants().as_int(f.editor.module().context(), expectation.expected).is_none() {
        return;
    }
    let InstData::Switch { cases, .. } = *f.editor.body().inst(inst) else { return };
    let cases: Vec<Value> = f.editor.body().list_values(&cases).iter().copied().step_by(2).collect();
    let (likely, unlikely) = expectation.weights(cases.len() + 1);
    let mut weights = vec![unlikely; cases.len() + 1];
    // The default edge comes first.
    weights[cases.iter().position(|&case| case == expectation.expected).map_or(0, |case| case + 1)] = likely;
    f.editor.set_operand(Use { user: inst, operand: 0 }, expectation.value);
    set_weights(f, inst, &weights);
}

/// Attaches `!{!"branch_weights", !"expected", i32 W, ...}`: weights that come from `llvm.expect`.
fn set_weights(f: &mut FunctionEdit<'_, '_>, inst: Inst, weights: &[u32]) {
    let (module, metadata) = (f.editor.module(), &mut f.additions.metadata);
    let mut operands: Vec<u32> = [&b"branch_weights"[..], b"expected"].map(|s| metadata.add_string(s).bits()).to_vec();
    for &weight in weights {
        let weight = module.constants().int(module.context(), Type::I32, weight.into());
        operands.push(metadata.add_value(weight).bits());
    }
    let node = metadata.add_node(NodeKind::Tuple, false, &operands);
    f.editor.set_attachment(inst, MetadataKind::PROF, Some(node));
}
