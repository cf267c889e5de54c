//! Values that are equal on one side of a branch.

use lindworm_ir::eval::{BinaryOp, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, InstData, Type, Value};
use smallvec::SmallVec;

use super::Numbering;
use crate::ssa::use_block;

/// The maximum number of uses of a value that are replaced on one side of a branch.
const MAX_USES: usize = 256;
/// The maximum number of equalities that follow from a condition.
const MAX_FACTS: usize = 32;

impl Numbering<'_, '_, '_> {
    /// Uses that two values are equal if the edge between two blocks is taken.
    pub(super) fn learn_equality(&mut self, from: Block, to: Block, a: Value, b: Value) {
        // If the block is reached in other ways too, only its phis have values of this edge.
        let is_only = self.f.editor.single_predecessor(to) == Some(from);
        let body = self.f.editor.body();
        let has_phis = body.first_inst(to).is_some_and(|first| matches!(body.inst(first), InstData::Phi { .. }));
        if !is_only && !has_phis {
            return;
        }
        let edge = (!is_only).then_some(from);
        let mut pending: SmallVec<[(Value, Value); 4]> = SmallVec::new();
        pending.push((a, b));
        let mut facts = 0;
        while let Some((mut l, mut r)) = pending.pop() {
            facts += 1;
            if l == r || l.is_constant() && r.is_constant() || facts > MAX_FACTS {
                continue;
            }
            let is_arg = |v: Value| matches!(v.kind(), ValueKind::Arg(_));
            let is_fixed = |v: Value| !v.is_local();
            if is_fixed(l) || is_arg(l) && !is_fixed(r) {
                (l, r) = (r, l);
            }
            if is_fixed(l) {
                continue;
            }
            let mut number = self.numbers.of(l);
            if is_arg(l) && is_arg(r) || l.as_inst().is_some() && r.as_inst().is_some() {
                let other = self.numbers.of(r);
                if number < other {
                    // The younger value is replaced by the older one.
                    (l, r) = (r, l);
                    number = other;
                }
            }
            // A pointer that compares equal may be of another object.
            let module = self.f.editor.module();
            let is_pointer = module.context().is_pointer_or_pointer_vector(self.f.editor.type_of(l));
            let is_variable =
                l.as_inst().is_some_and(|i| matches!(self.f.editor.body().inst(i), InstData::Alloca { .. }));
            if is_pointer && (!module.constants().is_zero(r) || is_variable) {
                continue;
            }
            if r.as_inst().is_none() && is_only {
                self.add_leader(number, r, to);
            }
            self.replace_dominated(l, r, to, edge);
            let Some(is_true) =
                self.f.editor.module().constants().as_u64(r).filter(|_| self.f.editor.type_of(l) == Type::I1)
            else {
                continue;
            };
            let is_true = is_true == 1;
            let Some(inst) = l.as_inst() else { continue };
            match *self.f.editor.body().inst(inst) {
                InstData::Binary { op, lhs, rhs, .. } if op == if is_true { BinaryOp::And } else { BinaryOp::Or } => {
                    pending.extend([(lhs, r), (rhs, r)]);
                }
                InstData::Select { condition, if_true, if_false, .. } => {
                    let constants = self.f.editor.module().constants();
                    if is_true && constants.is_zero(if_false) {
                        pending.extend([(condition, r), (if_true, r)]);
                    } else if !is_true && constants.as_u64(if_true) == Some(1) {
                        pending.extend([(condition, r), (if_false, r)]);
                    }
                }
                InstData::ICmp { predicate, lhs, rhs, .. } => {
                    let means_equal = if is_true { IntPredicate::Eq } else { IntPredicate::Ne };
                    if predicate == means_equal {
                        pending.push((lhs, rhs));
                    }
                    // The inverse comparison is known too.
                    let ty = Type::I1.index() as u32;
                    let (a, b) = (self.numbers.of(lhs), self.numbers.of(rhs));
                    let inverse = predicate.inverse();
                    let found = match b < a {
                        true => self.numbers.of_comparison(inverse.swapped() as u32, rhs, lhs, ty),
                        false => self.numbers.of_comparison(inverse as u32, lhs, rhs, ty),
                    };
                    if let Some(number) = found {
                        let known = self.query().bool(Type::I1, !is_true);
                        let before = self.leader(number, to);
                        if is_only {
                            self.add_leader(number, known, to);
                        }
                        if let Some(before) = before.filter(|v| v.as_inst().is_some()) {
                            self.replace_dominated(before, known, to, edge);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Replaces the uses of a value in the blocks that a block dominates; if an edge is given, only those of phis of the block, for
    /// that edge.
    fn replace_dominated(&mut self, value: Value, by: Value, block: Block, edge: Option<Block>) {
        if self.f.editor.uses().has_one_use(value) {
            return;
        }
        let uses: SmallVec<[Use; 8]> = self.f.editor.uses().of(value).take(MAX_USES + 1).collect();
        if uses.len() > MAX_USES {
            return;
        }
        for at in uses {
            let place = use_block(&self.f.editor, at);
            let call = self.f.editor.body().inst(at.user).call_info();
            if call.and_then(|call| self.f.editor.module().callee(call.callee)?.intrinsic)
                == Some(IntrinsicId::FAKE_USE)
            {
                continue;
            }
            let body = self.f.editor.body();
            let is_replaced = match edge {
                Some(from) => {
                    let is_phi = matches!(body.inst(at.user), InstData::Phi { .. });
                    is_phi && body.inst_block(at.user) == Some(block) && place == Some(from)
                }
                None => place.is_some_and(|place| self.dominators.dominates(block, place)),
            };
            if is_replaced {
                self.f.editor.set_operand(at, by);
                self.is_changed = true;
            }
        }
    }
}
