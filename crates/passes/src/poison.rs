//! Propagation of poison through instructions.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::eval::{CastOp, Int};
use lindworm_ir::hash::HashSet;
use lindworm_ir::{Inst, InstData, Value};

use crate::value_tracking::Query;

const MAX_DEPTH: usize = 2;

impl Query<'_> {
    /// Whether `other` is poison whenever `value` is: LLVM's `impliesPoison`.
    pub(crate) fn is_not_poison_if_other(&self, value: Value, other: Value) -> bool {
        self.is_not_poison_if_other_at(value, other, 0)
    }

    fn is_not_poison_if_other_at(&self, value: Value, other: Value, depth: usize) -> bool {
        if self.is_not_poison(value) || self.reaches_poison(value, other, 0) {
            return true;
        }
        let Some(data) = self.inst(value).filter(|data| depth < MAX_DEPTH && !self.can_create_poison(data)) else {
            return false;
        };
        let mut all = true;
        data.for_each_operand(self.body.values(), |v| {
            all = all && (v.as_block().is_some() || self.is_not_poison_if_other_at(v, other, depth + 1));
        });
        all
    }

    /// Whether poison in `value` makes `other` poison, along its operands.
    fn reaches_poison(&self, value: Value, other: Value, depth: usize) -> bool {
        if value == other {
            return true;
        }
        let Some(data) = self.inst(other).filter(|_| depth < MAX_DEPTH) else { return false };
        use InstData::*;
        match data {
            Select { condition, .. } => self.reaches_poison(value, *condition, depth + 1),
            Binary { .. } | FNeg { .. } | Cast { .. } | ICmp { .. } | FCmp { .. } | GetElementPtr { .. } => {
                let mut any = false;
                data.for_each_operand(self.body.values(), |v| any = any || self.reaches_poison(value, v, depth + 1));
                any
            }
            _ => false,
        }
    }

    /// Whether an instruction may result in poison although no operand is poison.
    pub(crate) fn can_create_poison(&self, data: &InstData) -> bool {
        use InstData::*;
        match data {
            Binary { op, flags, fast_math, rhs, .. } => {
                let is_within = |n: Int| n.ucmp(&Int::new(n.width(), n.width().into())).is_lt();
                !flags.is_empty()
                    || !fast_math.is_empty()
                    || op.is_shift() && !self.constant_int(*rhs).is_some_and(is_within)
            }
            Cast { op, flags, .. } => !flags.is_empty() || matches!(op, CastOp::FPToUI | CastOp::FPToSI),
            ICmp { same_sign, .. } => *same_sign,
            GetElementPtr { flags, .. } => !flags.is_empty(),
            FCmp { .. } | FNeg { .. } | Select { .. } | Phi { .. } => data.fast_math().is_some_and(|f| !f.is_empty()),
            ExtractValue { .. } | InsertValue { .. } | Freeze { .. } => false,
            _ => true,
        }
    }

    /// Whether an instruction calls an intrinsic whose result is poison exactly if an argument is.
    pub(crate) fn passes_poison_on(&self, inst: Inst) -> bool {
        use lindworm_ir::intrinsics::IntrinsicId as I;
        let id = self.intrinsic(inst.into()).map(|(id, _)| id);
        matches!(
            id,
            Some(
                I::SMAX
                    | I::SMIN
                    | I::UMAX
                    | I::UMIN
                    | I::SCMP
                    | I::UCMP
                    | I::BITREVERSE
                    | I::BSWAP
                    | I::CTPOP
                    | I::SADD_SAT
                    | I::SSUB_SAT
                    | I::UADD_SAT
                    | I::USUB_SAT
            )
        )
    }

    /// Whether the program has undefined behaviour if the result of an instruction is poison.
    pub(crate) fn is_undefined_if_poison(&self, inst: Inst) -> bool {
        const MAX_INSTS: usize = 32;
        let body = self.body;
        let mut poison: HashSet<Value> = HashSet::from_iter([inst.into()]);
        let mut next = body.next_inst(inst);
        for _ in 0..MAX_INSTS {
            let Some(at) = next else { return false };
            next = body.next_inst(at);
            let data = body.inst(at);
            let is_poison = |value: &Value| poison.contains(value);
            let is_undefined = match data {
                InstData::Load { pointer, .. } | InstData::Store { pointer, .. } => is_poison(pointer),
                InstData::CondBr { condition, .. } | InstData::Switch { condition, .. } => is_poison(condition),
                InstData::Binary { op, rhs, .. } if op.is_int_div_rem() => is_poison(rhs),
                InstData::Call { call, .. } => {
                    let lists = [Some(call.attributes), self.module.callee(call.callee).map(|f| f.attributes)];
                    let cx = self.module.context();
                    body.call_args(call).iter().enumerate().any(|(n, arg)| {
                        let mut sets = lists.iter().flatten().map(|&list| cx.attribute_list(list).param(n));
                        is_poison(arg) && sets.any(|set| cx.has_attribute(set, AttrKind::NO_UNDEF))
                    })
                }
                InstData::Ret { value } => {
                    let list = self.module.function(self.function).map(|f| f.attributes).unwrap_or_default();
                    let cx = self.module.context();
                    value.expand().is_some_and(|value| is_poison(&value))
                        && cx.has_attribute(cx.attribute_list(list).result, AttrKind::NO_UNDEF)
                }
                _ => false,
            };
            if is_undefined {
                return true;
            }
            if let InstData::Br { dest } = *data {
                let mut insts = body.insts(dest);
                next = insts.find(|&inst| !matches!(body.inst(inst), InstData::Phi { .. }));
                continue;
            }
            use InstData::*;
            match data {
                Call { .. }
                    if self.passes_poison_on(at)
                        && self.intrinsic(at.into()).is_some_and(|(_, args)| args.iter().any(is_poison)) =>
                {
                    poison.insert(at.into());
                }
                Binary { .. } | FNeg { .. } | Cast { .. } | ICmp { .. } | FCmp { .. } | GetElementPtr { .. } => {
                    let mut is_reached = false;
                    data.for_each_operand(body.values(), |v| is_reached |= poison.contains(&v));
                    if is_reached {
                        poison.insert(at.into());
                    }
                }
                // Control may not reach the next instruction.
                Call { .. } | Store { volatile: true, .. } if !self.continues(at) => return false,
                _ if data.is_terminator() => return false,
                _ => {}
            }
        }
        false
    }
}
