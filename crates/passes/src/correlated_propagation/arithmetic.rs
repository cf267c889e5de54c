//! Arithmetic: narrower, unsigned and flagged operations.

use lindworm_ir::editor::Point;
use lindworm_ir::eval::range::ConstantRange;
use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Int, IntFlags, IntPredicate};
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Type, Value};

use super::Propagation;
use crate::intrinsic_ranges::overflowing;

/// Whether two ranges are both without or both only of negative integers, so that signed and unsigned comparisons are the same.
pub(super) fn is_of_same_sign(a: &ConstantRange, b: &ConstantRange) -> bool {
    a.is_empty()
        || b.is_empty()
        || a.is_all_non_negative() && b.is_all_non_negative()
        || a.is_all_negative() && b.is_all_negative()
}

/// The magnitude of an operand of a signed division, as far as its sign is known.
fn sign(range: &ConstantRange) -> Option<bool> {
    let zero = Int::zero(range.width());
    if range.is_all_non_negative() {
        Some(false)
    } else if range.signed_max().scmp(&zero).is_le() {
        Some(true)
    } else {
        None
    }
}

impl Propagation<'_, '_, '_> {
    /// Inserts an instruction before another, with its debug location.
    fn insert(&mut self, at: Inst, data: InstData, ty: Type, name: &[u8]) -> Value {
        let loc = self.f.editor.body().debug_loc(at);
        let new = self.f.editor.insert(Point::Before(at), data, ty);
        self.f.editor.set_debug_loc(new, loc);
        if !name.is_empty() {
            self.f.editor.set_name(new.into(), name);
        }
        new.into()
    }

    fn insert_binary(&mut self, at: Inst, op: BinaryOp, flags: IntFlags, lhs: Value, rhs: Value, name: &[u8]) -> Value {
        if let Some(folded) = self.f.editor.module().fold_binary(op, flags, lhs, rhs) {
            return folded;
        }
        let ty = self.f.editor.type_of(lhs);
        let data = InstData::Binary { op, flags, fast_math: FastMathFlags::empty(), lhs, rhs };
        self.insert(at, data, ty, name)
    }

    fn insert_cast(&mut self, at: Inst, op: CastOp, flags: IntFlags, value: Value, ty: Type, name: &[u8]) -> Value {
        if let Some(folded) = self.f.editor.module().fold_cast(op, value, ty) {
            return folded;
        }
        let data = InstData::Cast { op, flags, fast_math: FastMathFlags::empty(), value };
        self.insert(at, data, ty, name)
    }

    /// The name of an instruction with a suffix; empty for an instruction without name.
    fn name(&self, inst: Inst, suffix: &[u8]) -> Vec<u8> {
        [self.f.editor.body().name(inst.into()), suffix].concat()
    }

    /// Replaces an instruction by a new one that takes its name.
    fn take_over(&mut self, inst: Inst, new: Value) {
        if new.is_local() {
            self.f.editor.take_name(inst.into(), new);
        }
        self.replace(inst, new);
    }

    /// Replaces the operation of an instruction.
    fn rewrite(&mut self, inst: Inst, data: InstData) -> Value {
        let ty = self.f.editor.body().inst_type(inst);
        let new = self.insert(inst, data, ty, b"");
        self.take_over(inst, new);
        new
    }

    fn add_flags(&mut self, inst: Inst, added: IntFlags) {
        if !added.is_empty() {
            self.f.editor.change(inst, |data, _| {
                if let InstData::Binary { flags, .. } | InstData::Cast { flags, .. } = data {
                    *flags |= added;
                }
            });
        }
    }

    pub(super) fn arithmetic(&mut self, inst: Inst) {
        let data = *self.f.editor.body().inst(inst);
        let is_non_negative =
            |this: &mut Self| this.range(inst, 0, false).is_some_and(|range| range.is_all_non_negative());
        match data {
            InstData::Binary { op: BinaryOp::SDiv | BinaryOp::SRem, .. } => self.signed_division(inst),
            InstData::Binary { op: BinaryOp::UDiv | BinaryOp::URem, .. } => self.unsigned_division(inst),
            InstData::Binary { op: BinaryOp::AShr, flags, fast_math, lhs, rhs } => {
                let Some(range) = self.range(inst, 0, false) else { return };
                let width = range.width();
                // Only copies of the sign are shifted in and out.
                let signs = ConstantRange::new(Int::all_ones(width), Int::one(width));
                if signs.contains_all(&range) && !range.is_empty() {
                    return self.replace(inst, lhs);
                }
                if range.is_all_non_negative() {
                    self.rewrite(inst, InstData::Binary { op: BinaryOp::LShr, flags, fast_math, lhs, rhs });
                }
            }
            InstData::Binary { op: BinaryOp::And, lhs, rhs, .. } => {
                let Some(mask) = crate::lattice::int_or_splat(self.f.editor.module(), rhs) else { return };
                let is_mask = mask.add(&Int::one(mask.width())).and(&mask).is_zero();
                if is_mask
                    && let Some(range) = self.range(inst, 0, false)
                    && range.unsigned_max().ucmp(&mask).is_le()
                {
                    self.replace(inst, lhs);
                }
            }
            InstData::Binary { op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl, .. } => {
                self.flags_of_binary(inst);
            }
            InstData::Cast { op: op @ (CastOp::SExt | CastOp::SIToFP), value, .. } if is_non_negative(self) => {
                let op = if op == CastOp::SExt { CastOp::ZExt } else { CastOp::UIToFP };
                let fast_math = FastMathFlags::empty();
                self.rewrite(inst, InstData::Cast { op, flags: IntFlags::NNEG, fast_math, value });
            }
            InstData::Cast { op: CastOp::ZExt | CastOp::UIToFP, flags, .. }
                if flags.is_empty() && is_non_negative(self) =>
            {
                self.add_flags(inst, IntFlags::NNEG);
            }
            InstData::Cast { op: CastOp::Trunc, flags, .. } if flags != IntFlags::NUW | IntFlags::NSW => {
                let ty = self.f.editor.body().inst_type(inst);
                let (Some(range), Some(width)) =
                    (self.range(inst, 0, false), self.f.editor.module().context().scalar_int_width(ty))
                else {
                    return;
                };
                self.add_flags(inst, range.trunc_flags(width).difference(flags));
            }
            _ => {}
        }
    }

    fn flags_of_binary(&mut self, inst: Inst) {
        let InstData::Binary { op, flags, .. } = *self.f.editor.body().inst(inst) else { return };
        if flags.contains(IntFlags::NUW | IntFlags::NSW) {
            return;
        }
        let (Some(a), Some(b)) = (self.range(inst, 0, false), self.range(inst, 1, false)) else { return };
        self.add_flags(inst, a.no_wrap_flags(op, &b).difference(flags));
    }

    /// `sdiv` and `srem`: without effect, unsigned, or narrower.
    fn signed_division(&mut self, inst: Inst) {
        let InstData::Binary { op, flags, lhs, rhs, .. } = *self.f.editor.body().inst(inst) else { return };
        let ty = self.f.editor.body().inst_type(inst);
        if self.f.editor.module().context().is_vector(ty) {
            return;
        }
        // Division by undef is division by zero.
        let (Some(a), Some(b)) = (self.range(inst, 0, false), self.range(inst, 1, true)) else { return };
        if op == BinaryOp::SRem && a.abs(false).compare(IntPredicate::Ult, &b.abs(false)) == Some(true) {
            return self.replace(inst, lhs);
        }
        let is_div = op == BinaryOp::SDiv;
        if let (Some(a_negative), Some(b_negative)) = (sign(&a), sign(&b)) {
            let magnitude = |this: &mut Self, value: Value, is_negative: bool| match is_negative {
                false => value,
                true => {
                    let name = match value.as_inst() {
                        Some(of) => this.name(of, b".nonneg"),
                        None => [this.f.editor.body().name(value), b".nonneg"].concat(),
                    };
                    let zero = this.query().int(ty, &Int::zero(a.width()));
                    match this.f.editor.module().fold_binary(BinaryOp::Sub, IntFlags::empty(), zero, value) {
                        Some(folded) => folded,
                        None => this.insert_binary(inst, BinaryOp::Sub, IntFlags::empty(), zero, value, &name),
                    }
                }
            };
            let left = magnitude(self, lhs, a_negative);
            let right = magnitude(self, rhs, b_negative);
            let op = if is_div { BinaryOp::UDiv } else { BinaryOp::URem };
            let name = self.name(inst, b"");
            let mut result = self.insert_binary(inst, op, flags, left, right, &name);
            let division = result;
            let is_negative = if is_div { a_negative != b_negative } else { a_negative };
            if is_negative {
                let name = self.name(division.as_inst().unwrap_or(inst), b".neg");
                let zero = self.query().int(ty, &Int::zero(a.width()));
                result = self.insert_binary(inst, BinaryOp::Sub, IntFlags::empty(), zero, result, &name);
            }
            self.replace(inst, result);
            if let Some(division) = division.as_inst() {
                self.unsigned_division(division);
            }
            return;
        }
        // The least and its negative need one more bit.
        let bits = |range: &ConstantRange| match range.is_empty() {
            true => 1,
            false => range.signed_min().min_signed_bits().max(range.signed_max().min_signed_bits()),
        };
        let mut needed = bits(&a).max(bits(&b));
        let least = Int::min_signed(needed).sext(a.width().max(needed));
        if needed < a.width() && a.contains(&least) && b.contains(&Int::all_ones(b.width())) {
            needed += 1;
        }
        self.narrow(inst, needed, CastOp::SExt);
    }

    /// Computes a division in the least width of 8, 16, 32, ... bits that holds its operands.
    fn narrow(&mut self, inst: Inst, bits: u32, extend: CastOp) {
        let InstData::Binary { op, flags, lhs, rhs, .. } = *self.f.editor.body().inst(inst) else { return };
        let ty = self.f.editor.body().inst_type(inst);
        let cx = self.f.editor.module().context();
        let (Some(width), new_width) = (cx.int_width(ty), bits.next_power_of_two().max(8)) else { return };
        if new_width >= width {
            return;
        }
        let narrow = cx.int(new_width);
        let names = [&b".lhs.trunc"[..], b".rhs.trunc"].map(|suffix| self.name(inst, suffix));
        let left = self.insert_cast(inst, CastOp::Trunc, IntFlags::empty(), lhs, narrow, &names[0]);
        let right = self.insert_cast(inst, CastOp::Trunc, IntFlags::empty(), rhs, narrow, &names[1]);
        let name = self.name(inst, b"");
        let exact = flags & IntFlags::EXACT;
        let result = self.insert_binary(inst, op, exact, left, right, &name);
        let suffix: &[u8] = if extend == CastOp::ZExt { b".zext" } else { b".sext" };
        let name = self.name(inst, suffix);
        let wide = self.insert_cast(inst, extend, IntFlags::empty(), result, ty, &name);
        self.replace(inst, wide);
    }

    /// `udiv` and `urem`: without effect, by a comparison, or narrower.
    fn unsigned_division(&mut self, inst: Inst) {
        let InstData::Binary { op, lhs, rhs, .. } = *self.f.editor.body().inst(inst) else { return };
        let ty = self.f.editor.body().inst_type(inst);
        if self.f.editor.module().context().is_vector(ty) {
            return;
        }
        let (Some(a), Some(b)) = (self.range(inst, 0, false), self.range(inst, 1, true)) else { return };
        let is_rem = op == BinaryOp::URem;
        let width = a.width();
        if a.compare(IntPredicate::Ult, &b) == Some(true) {
            let zero = self.query().int(ty, &Int::zero(width));
            return self.replace(inst, if is_rem { lhs } else { zero });
        }
        // With a dividend below twice the divisor, the quotient is zero or one.
        let two = ConstantRange::from(Int::new(width, 2));
        let is_short = b.unsigned_min().is_negative()
            || width > 1 && a.compare(IntPredicate::Ult, &two.saturating_mul(&b, false)) == Some(true);
        if is_short && !a.is_empty() && !b.is_empty() {
            let compare = |predicate, lhs, rhs| InstData::ICmp { predicate, same_sign: false, lhs, rhs };
            if is_rem {
                let is_exact = a.compare(IntPredicate::Uge, &b) == Some(true);
                let name = |this: &Self, value: Value| [this.f.editor.body().name(value), b".frozen"].concat();
                if is_exact {
                    let new = self.insert_binary(inst, BinaryOp::Sub, IntFlags::NUW, lhs, rhs, b"");
                    return self.take_over(inst, new);
                }
                let frozen = |this: &mut Self, value: Value| {
                    if this.query().is_not_undef(value) {
                        return value;
                    }
                    let name = if this.f.editor.body().name(value).is_empty() { Vec::new() } else { name(this, value) };
                    this.insert(inst, InstData::Freeze { value }, ty, &name)
                };
                let x = frozen(self, lhs);
                let y = frozen(self, rhs);
                let difference = {
                    let name = self.name(inst, b".urem");
                    self.insert_binary(inst, BinaryOp::Sub, IntFlags::NUW, x, y, &name)
                };
                let name = self.name(inst, b".cmp");
                let condition = self.insert(inst, compare(IntPredicate::Ult, x, y), Type::I1, &name);
                let fast_math = FastMathFlags::empty();
                let select = InstData::Select { condition, if_true: x, if_false: difference, fast_math };
                let new = self.insert(inst, select, ty, b"");
                return self.take_over(inst, new);
            }
            if a.compare(IntPredicate::Uge, &b) == Some(true) {
                let one = self.query().int(ty, &Int::one(width));
                return self.replace(inst, one);
            }
            let name = self.name(inst, b".cmp");
            let condition = self.insert(inst, compare(IntPredicate::Uge, lhs, rhs), Type::I1, &name);
            let new = self.insert_cast(inst, CastOp::ZExt, IntFlags::empty(), condition, ty, b"");
            return self.take_over(inst, new);
        }
        let bits = a.unsigned_max().active_bits().max(b.unsigned_max().active_bits());
        self.narrow(inst, bits, CastOp::ZExt);
    }

    /// Simplifies a call of an intrinsic. Returns whether there is nothing more to do.
    pub(super) fn intrinsic(&mut self, inst: Inst, id: IntrinsicId, call: &CallInfo) -> bool {
        use IntrinsicId as I;
        let args = self.f.editor.body().call_args(call).to_vec();
        let ty = self.f.editor.body().inst_type(inst);
        if let (Some((op, is_signed)), &[a, b]) = (overflowing(id), &args[..]) {
            return self.without_overflow(inst, op, is_signed, a, b, ty);
        }
        let Some(width) = self.f.editor.module().context().scalar_int_width(ty) else { return false };
        let saturating = match id {
            I::UADD_SAT => Some((BinaryOp::Add, false)),
            I::SADD_SAT => Some((BinaryOp::Add, true)),
            I::USUB_SAT => Some((BinaryOp::Sub, false)),
            I::SSUB_SAT => Some((BinaryOp::Sub, true)),
            _ => None,
        };
        if let (Some((op, is_signed)), &[lhs, rhs]) = (saturating, &args[..]) {
            let (Some(a), Some(b)) = (self.range(inst, 0, false), self.range(inst, 1, false)) else { return false };
            if !a.never_overflows(op, is_signed, &b) {
                return false;
            }
            let flag = if is_signed { IntFlags::NSW } else { IntFlags::NUW };
            let name = self.name(inst, b"");
            let new = self.insert_binary(inst, op, flag, lhs, rhs, &name);
            self.replace(inst, new);
            new.as_inst().into_iter().for_each(|new| self.flags_of_binary(new));
            return true;
        }
        match (id, &args[..]) {
            (I::ABS, &[value, flag]) => self.magnitude(inst, value, flag, width, ty),
            (I::SCMP | I::UCMP, [..]) => {
                let (Some(a), Some(b)) = (self.range(inst, 0, false), self.range(inst, 1, false)) else { return false };
                let [less, greater] = match id {
                    I::SCMP => [IntPredicate::Slt, IntPredicate::Sgt],
                    _ => [IntPredicate::Ult, IntPredicate::Ugt],
                };
                let result = if a.compare(greater, &b) == Some(true) {
                    1
                } else if a.compare(less, &b) == Some(true) {
                    -1
                } else if a.compare(IntPredicate::Eq, &b) == Some(true) {
                    0
                } else {
                    return false;
                };
                let value = self.query().int(ty, &Int::from_i64(width, result));
                self.replace(inst, value);
                true
            }
            (I::UMIN | I::UMAX | I::SMIN | I::SMAX, &[lhs, rhs]) => {
                let predicate = match id {
                    I::UMIN => IntPredicate::Ule,
                    I::UMAX => IntPredicate::Uge,
                    I::SMIN => IntPredicate::Sle,
                    _ => IntPredicate::Sge,
                };
                let (Some(a), Some(b)) = (self.range(inst, 0, false), self.range(inst, 1, false)) else { return false };
                for (first, second, value) in [(&a, &b, lhs), (&b, &a, rhs)] {
                    if first.compare(predicate, second) == Some(true) {
                        self.replace(inst, value);
                        return true;
                    }
                }
                if predicate.is_signed() && is_of_same_sign(&a, &b) {
                    let name = if id == I::SMIN { "llvm.umin" } else { "llvm.umax" };
                    let Ok(callee) = self.f.additions.intrinsic(name, &[ty]) else { return false };
                    self.f.editor.change(inst, |data, _| {
                        if let Some(call) = data.call_info_mut() {
                            call.callee = callee.into();
                        }
                    });
                    return true;
                }
                false
            }
            _ => false,
        }
    }

    /// `llvm.abs` of a number with a known sign.
    fn magnitude(&mut self, inst: Inst, value: Value, flag: Value, width: u32, ty: Type) -> bool {
        let is_poison = self.f.editor.module().constants().as_u64(flag) == Some(1);
        let Some(range) = self.range(inst, 0, is_poison) else { return false };
        if range.unsigned_max().ucmp(&Int::min_signed(width)).is_le() {
            self.replace(inst, value);
            return true;
        }
        if range.signed_max().scmp(&Int::zero(width)).is_le() {
            let zero = self.query().int(ty, &Int::zero(width));
            let flags = if is_poison { IntFlags::NSW } else { IntFlags::empty() };
            let name = self.name(inst, b"");
            let new = self.insert_binary(inst, BinaryOp::Sub, flags, zero, value, &name);
            self.replace(inst, new);
            new.as_inst().into_iter().for_each(|new| self.flags_of_binary(new));
            return true;
        }
        if !is_poison && !range.contains(&Int::min_signed(width)) {
            let yes = self.query().bool(Type::I1, true);
            self.f.editor.set_operand(lindworm_ir::use_list::Use { user: inst, operand: 1 }, yes);
            return true;
        }
        false
    }

    /// An operation that is known not to overflow.
    fn without_overflow(
        &mut self,
        inst: Inst,
        op: BinaryOp,
        is_signed: bool,
        lhs: Value,
        rhs: Value,
        ty: Type,
    ) -> bool {
        let (Some(a), Some(b)) = (self.range(inst, 0, false), self.range(inst, 1, false)) else { return false };
        if !a.never_overflows(op, is_signed, &b) {
            return false;
        }
        let flag = if is_signed { IntFlags::NSW } else { IntFlags::NUW };
        let name = self.name(inst, b"");
        let result = self.insert_binary(inst, op, flag, lhs, rhs, &name);
        let module = self.f.editor.module();
        let (cx, constants) = (module.context(), module.constants());
        let element = self.f.editor.type_of(lhs);
        let Some(bit) = cx.element_type(ty, 1) else { return false };
        let aggregate = constants.aggregate(cx, ty, &[constants.poison(element), constants.zero(cx, bit)]);
        let loc = self.f.editor.body().debug_loc(inst);
        let pair = self.f.editor.build(Point::Before(inst), loc, |b| b.insert_value(aggregate, result, 0));
        if let Ok(pair) = pair {
            self.replace(inst, pair);
        }
        result.as_inst().into_iter().for_each(|result| self.flags_of_binary(result));
        true
    }
}
