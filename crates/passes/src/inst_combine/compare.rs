//! Comparisons.

use std::cmp::Ordering;

use lindworm_ir::eval::range::ConstantRange;
use lindworm_ir::eval::{BinaryOp, CastOp, Float, FloatPredicate, Int, IntFlags, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Type, Value};

use super::Combiner;
use crate::value_tracking::MAX_DEPTH;

/// Whether a predicate is one that the canonical form of a comparison may have: the others are inverses of these.
fn is_canonical(predicate: IntPredicate) -> bool {
    use IntPredicate::*;
    !matches!(predicate, Ne | Ule | Sle | Uge | Sge)
}

fn is_canonical_float(predicate: FloatPredicate) -> bool {
    !matches!(predicate, FloatPredicate::One | FloatPredicate::Ole | FloatPredicate::Oge)
}

/// The bits of the left operand on which a comparison with a constant depends.
fn demanded_by(predicate: IntPredicate, rhs: Option<&Int>, width: u32) -> Int {
    use IntPredicate::*;
    let ones = Int::all_ones(width);
    let Some(c) = rhs else { return ones };
    let is_sign_test = match predicate {
        Slt => c.is_zero(),
        Sgt => c.is_all_ones(),
        Ult => c.is_min_signed(),
        Ugt => c.is_max_signed(),
        _ => false,
    };
    if is_sign_test {
        return Int::min_signed(width);
    }
    let above = |low: u32| if low >= width { Int::zero(width) } else { ones.shl(low) };
    match predicate {
        Ugt => above(c.not().trailing_zeros()),
        Ult => above(c.trailing_zeros()),
        _ => ones,
    }
}

impl Combiner<'_, '_, '_> {
    /// Inverts a comparison without other uses whose predicate is not canonical. Returns whether it did.
    pub(super) fn invert_to_canonical(&mut self, condition: Value) -> bool {
        let Some(inst) = condition.as_inst().filter(|_| self.f.editor.uses().has_one_use(condition)) else {
            return false;
        };
        match self.data(inst) {
            InstData::ICmp { predicate, .. } if !is_canonical(predicate) => {}
            InstData::FCmp { predicate, .. } if !is_canonical_float(predicate) => {}
            _ => return false,
        }
        self.invert_predicate(inst);
        self.name_after(condition, condition, b".not");
        self.worklist.push(inst);
        true
    }

    /// Changes a comparison to its inverse.
    pub(super) fn invert_predicate(&mut self, inst: Inst) {
        self.f.editor.change(inst, |data, _| match data {
            InstData::ICmp { predicate, .. } => *predicate = predicate.inverse(),
            InstData::FCmp { predicate, .. } => *predicate = predicate.inverse(),
            _ => {}
        });
    }

    pub(super) fn compare_parts(&self, inst: Inst) -> Option<(IntPredicate, bool, Value, Value)> {
        match self.data(inst) {
            InstData::ICmp { predicate, same_sign, lhs, rhs } => Some((predicate, same_sign, lhs, rhs)),
            _ => None,
        }
    }

    fn set_compare(&mut self, inst: Inst, new: IntPredicate, new_same_sign: bool, l: Value, r: Value) {
        let Some((_, _, old_lhs, old_rhs)) = self.compare_parts(inst) else { return };
        self.f.editor.change(inst, |data, _| {
            if let InstData::ICmp { predicate, same_sign, lhs, rhs } = data {
                (*predicate, *same_sign, *lhs, *rhs) = (new, new_same_sign, l, r);
            }
        });
        self.lost_a_use(old_lhs);
        self.lost_a_use(old_rhs);
    }

    pub(super) fn visit_icmp(&mut self, inst: Inst) -> Option<Value> {
        let (predicate, same_sign, lhs, rhs) = self.compare_parts(inst)?;
        let mut is_changed = false;
        if self.complexity(lhs) < self.complexity(rhs) {
            self.set_compare(inst, predicate.swapped(), same_sign, rhs, lhs);
            is_changed = true;
        }
        is_changed |= self.make_strict(inst);
        if !self.compare_parts(inst).is_some_and(|parts| is_canonical(parts.0)) && self.invert_comparison(inst) {
            return Some(inst.into());
        }
        let found = self.compare_by_condition(inst).or_else(|| self.compare_by_bits(inst));
        if found.is_some() || self.is_of_minimum_or_maximum(inst) {
            return found.or_else(|| is_changed.then(|| inst.into()));
        }
        self.by_rules(inst)
            .or_else(|| self.compare_with_constant(inst))
            .or_else(|| self.compare_of_minimum_or_maximum(inst))
            .or_else(|| self.overflow_of_product(inst))
            .or_else(|| self.compare_of_select(inst))
            .or_else(|| self.compare_of_saturated(inst))
            .or_else(|| self.compare_of_casts(inst))
            .or_else(|| self.compare_of_addresses(inst))
            .or_else(|| self.push_into_select(inst))
            .or_else(|| self.push_into_phi(inst))
            .or_else(|| is_changed.then(|| inst.into()))
    }

    /// Whether the only use of a comparison is a select between the compared values, which becomes a minimum or maximum.
    fn is_of_minimum_or_maximum(&self, inst: Inst) -> bool {
        let Some((predicate, _, lhs, rhs)) = self.compare_parts(inst) else { return false };
        let query = self.query();
        if predicate.is_equality() || !query.uses.has_one_use(inst.into()) {
            return false;
        }
        let Some(user) = query.uses.of(inst.into()).next() else { return false };
        let &InstData::Select { if_true, if_false, .. } = query.body.inst(user.user) else { return false };
        let other = match (if_true == lhs, if_false == lhs) {
            (true, _) => if_false,
            (_, true) => if_true,
            _ => return false,
        };
        if other == rhs {
            return true;
        }
        // x < C ? x : C - 1, and the like
        let (Some(c), Some(d)) = (query.constant_int(rhs), query.constant_int(other)) else { return false };
        let difference = c.sub(&d);
        difference.is_one() || difference.is_all_ones()
    }

    pub(super) fn visit_fcmp(&mut self, inst: Inst) -> Option<Value> {
        let InstData::FCmp { lhs, rhs, .. } = self.data(inst) else { return None };
        let mut is_changed = false;
        if self.complexity(lhs) < self.complexity(rhs) {
            self.f.editor.change(inst, |data, _| {
                if let InstData::FCmp { predicate, lhs, rhs, .. } = data {
                    std::mem::swap(lhs, rhs);
                    *predicate = predicate.swapped();
                }
            });
            is_changed = true;
        }
        self.by_rules(inst).or_else(|| self.compare_of_converted(inst)).or_else(|| is_changed.then(|| inst.into()))
    }

    /// A comparison of a converted integer with a constant is a comparison of the integer, if the conversion is exact where
    /// it matters.
    fn compare_of_converted(&mut self, inst: Inst) -> Option<Value> {
        use FloatPredicate as F;
        use IntPredicate::*;
        let InstData::FCmp { predicate, lhs, rhs, .. } = self.data(inst) else { return None };
        let query = self.query();
        let &InstData::Cast { op: op @ (CastOp::SIToFP | CastOp::UIToFP), value: x, .. } = query.inst(lhs)? else {
            return None;
        };
        let number = query.constant_float(rhs).filter(|n| !n.is_nan())?;
        let (width, is_signed) = (query.width_of(x)?, op == CastOp::SIToFP);
        let ty = query.body.inst_type(inst);
        let format = number.format();
        let (least, most) = match is_signed {
            true => (Int::min_signed(width), Int::max_signed(width)),
            false => (Int::zero(width), Int::all_ones(width)),
        };
        let p = match predicate {
            F::Oeq | F::Ueq => Eq,
            F::One | F::Une => Ne,
            F::Ogt | F::Ugt => Ugt,
            F::Oge | F::Uge => Uge,
            F::Olt | F::Ult => Ult,
            F::Ole | F::Ule => Ule,
            F::Ord => return Some(query.bool(ty, true)),
            F::Uno => return Some(query.bool(ty, false)),
            _ => return None,
        };
        let p = if is_signed { p.to_signed() } else { p };
        let convert = |n: &Int| Float::from_int(format, n, is_signed);
        // Each integer must have its own number, or the constant be beyond all of them.
        let is_exact = |n: &Int| convert(n).to_int(width, is_signed).as_ref() == Some(n);
        let (min, max) = (convert(&least), convert(&most));
        let is_beyond = number.compare(max) == Some(Ordering::Greater) || number.compare(min) == Some(Ordering::Less);
        if max.is_infinite() || !is_exact(&most) && !is_beyond {
            return None;
        }
        if number.compare(max) == Some(Ordering::Greater) {
            return Some(query.bool(ty, matches!(p, Ne | Ult | Ule | Slt | Sle)));
        }
        if number.compare(min) == Some(Ordering::Less) {
            return Some(query.bool(ty, matches!(p, Ne | Ugt | Uge | Sgt | Sge)));
        }
        let n = number.to_int(width, is_signed)?;
        let is_negative = number.is_negative() && !number.is_zero();
        let p = if convert(&n).compare(number) == Some(Ordering::Equal) {
            p
        } else {
            // Conversion rounds toward zero.
            match p {
                Eq | Ne => return Some(query.bool(ty, p == Ne)),
                Ult | Ule | Slt | Sle if is_negative => Slt,
                Ult | Ule => Ule,
                Slt | Sle => Sle,
                Ugt | Uge | Sgt | Sge if is_negative => Sge,
                Ugt | Uge => Ugt,
                Sgt | Sge => Sgt,
            }
        };
        let n = query.int(query.type_of(x), &n);
        Some(self.icmp(inst, p, x, n))
    }

    /// Replaces a comparison with a constant by a strict one: `x <= 4` by `x < 5`.
    fn make_strict(&mut self, inst: Inst) -> bool {
        use IntPredicate::*;
        let Some((predicate, _, lhs, rhs)) = self.compare_parts(inst) else { return false };
        let query = self.query();
        let (new, by, limit): (_, i64, fn(&Int) -> bool) = match predicate {
            Ule => (Ult, 1, Int::is_all_ones),
            Sle => (Slt, 1, Int::is_max_signed),
            Uge => (Ugt, -1, Int::is_zero),
            Sge => (Sgt, -1, Int::is_min_signed),
            _ => return false,
        };
        if !rhs.is_constant() || !query.elements_are(rhs, |n| !limit(n)) {
            return false;
        }
        let Some(width) = query.width_of(rhs) else { return false };
        if !query.module.context().is_int_or_int_vector(query.type_of(rhs)) {
            return false;
        }
        let step = query.int(query.type_of(rhs), &Int::from_i64(width, by));
        let rhs = query.without_poison(rhs);
        let Some(next) = query.module.fold_binary(BinaryOp::Add, IntFlags::empty(), rhs, step) else { return false };
        self.set_compare(inst, new, false, lhs, next);
        true
    }

    /// A comparison that known bits turn into another one.
    fn compare_by_bits(&mut self, inst: Inst) -> Option<Value> {
        use IntPredicate::*;
        let (predicate, same_sign, lhs, rhs) = self.compare_parts(inst)?;
        let query = self.query();
        let ty = query.type_of(lhs);
        let cx = query.module.context();
        if !cx.is_int_or_int_vector(ty) || cx.scalar_type(ty) == Type::I1 {
            return None;
        }
        let width = query.width_of(lhs)?;
        let demanded = demanded_by(predicate, query.constant_int(rhs).as_ref(), width);
        if self.demand_operand(inst, 0, &demanded, MAX_DEPTH)
            || self.demand_operand(inst, 1, &Int::all_ones(width), MAX_DEPTH)
        {
            return Some(inst.into());
        }
        let query = self.query();
        let (a, b) = (query.known_bits(lhs)?, query.known_bits(rhs)?);
        let bounds = |k: &crate::KnownBits| match predicate.is_signed() {
            true => (k.min_signed(), k.max_signed()),
            false => (k.min_unsigned(), k.max_unsigned()),
        };
        let ((a_min, a_max), (b_min, b_max)) = (bounds(&a), bounds(&b));
        let constant = query.constant_int(rhs);
        let one = Int::one(width);
        let zero = Int::zero(width);
        let low_zeros = a.min_trailing_zeros();
        let next = match (predicate, &constant) {
            (Ult | Slt, _) if b_min == a_max => Some((Ne, None)),
            (Ugt | Sgt, _) if b_max == a_min => Some((Ne, None)),
            (Ult | Slt, Some(c)) if *c == a_min.add(&one) => Some((Eq, Some(a_min))),
            (Ugt | Sgt, Some(c)) if *c == a_max.sub(&one) => Some((Eq, Some(a_max))),
            // x < C, where a multiple of a power of two above C is 0.
            (Ult, Some(c)) if !c.is_zero() && low_zeros >= width - c.sub(&one).leading_zeros() => {
                Some((Eq, Some(zero)))
            }
            (Ugt, Some(c)) if low_zeros >= width - c.leading_zeros() => Some((Ne, Some(zero))),
            (Uge | Sge, _) if b_min == a_max => Some((Eq, None)),
            (Ule | Sle, _) if b_max == a_min => Some((Eq, None)),
            _ => None,
        };
        if let Some((new, n)) = next {
            let n = n.map_or(rhs, |n| self.int_like(lhs, &n));
            self.set_compare(inst, new, false, lhs, n);
            return Some(inst.into());
        }
        let is_same_sign = a.is_non_negative() && b.is_non_negative() || a.is_negative() && b.is_negative();
        if is_same_sign && (predicate.is_signed() || predicate.is_unsigned() && !same_sign) {
            self.set_compare(inst, predicate.to_unsigned(), true, lhs, rhs);
            return Some(inst.into());
        }
        None
    }

    /// Comparisons of extended and truncated values.
    fn compare_of_casts(&mut self, inst: Inst) -> Option<Value> {
        let (predicate, _, lhs, rhs) = self.compare_parts(inst)?;
        let query = self.query();
        let &InstData::Cast { op, value: x, flags, .. } = query.inst(lhs)? else { return None };
        match op {
            CastOp::PtrToInt | CastOp::IntToPtr => {
                let from = query.type_of(x);
                if query.width_of(x)? != query.width_of(lhs)? {
                    return None;
                }
                let other = match query.inst(rhs) {
                    Some(&InstData::Cast { op: other, value: y, .. }) if other == op && query.type_of(y) == from => y,
                    _ if query.module.constants().is_zero(rhs) => self.zero(from),
                    _ => return None,
                };
                Some(self.icmp(inst, predicate, x, other))
            }
            CastOp::ZExt | CastOp::SExt => {
                let from = query.type_of(x);
                let is_signed = op == CastOp::SExt;
                if let Some(&InstData::Cast { op: other, value: y, flags: other_flags, .. }) = query.inst(rhs) {
                    let is_same = other == op;
                    let is_nneg = op == CastOp::ZExt && flags.contains(IntFlags::NNEG)
                        || other == CastOp::ZExt && other_flags.contains(IntFlags::NNEG);
                    if !matches!(other, CastOp::ZExt | CastOp::SExt) || !is_same && !is_nneg {
                        return None;
                    }
                    let is_signed = is_signed || !is_same;
                    let to = query.type_of(y);
                    let is_narrower = query.width_of(x)? < query.width_of(y)?;
                    if from != to && !query.uses.has_one_use(lhs) && !query.uses.has_one_use(rhs) {
                        return None;
                    }
                    let extension = if is_signed { CastOp::SExt } else { CastOp::ZExt };
                    let (x, y) = if from == to {
                        (x, y)
                    } else if is_narrower {
                        (self.cast(inst, extension, IntFlags::empty(), x, to), y)
                    } else {
                        (x, self.cast(inst, extension, IntFlags::empty(), y, from))
                    };
                    let new = match predicate {
                        p if p.is_equality() || is_signed && p.is_signed() => p,
                        p => p.to_unsigned(),
                    };
                    return Some(self.icmp(inst, new, x, y));
                }
                if !rhs.is_constant() {
                    return None;
                }
                // The constant, truncated, if the extension of that is the constant.
                let narrow = query.module.fold_cast(CastOp::Trunc, rhs, from)?;
                let again = query.module.fold_cast(op, narrow, query.type_of(rhs))?;
                if again == rhs {
                    let new = match predicate {
                        p if is_signed || p.is_equality() => p,
                        p => p.to_unsigned(),
                    };
                    return Some(self.icmp(inst, new, x, narrow));
                }
                // Out of the range of the narrow type: an unsigned comparison of a sign-extended value asks for the sign.
                if is_signed && predicate.is_unsigned() && query.constant_int(rhs).is_some() {
                    let scalar = from;
                    return Some(match predicate {
                        IntPredicate::Ult => {
                            let ones = self.ones(scalar);
                            self.icmp(inst, IntPredicate::Sgt, x, ones)
                        }
                        IntPredicate::Ugt => {
                            let zero = self.zero(scalar);
                            self.icmp(inst, IntPredicate::Slt, x, zero)
                        }
                        _ => return None,
                    });
                }
                None
            }
            CastOp::Trunc => {
                let (wide, narrow) = (query.width_of(x)?, query.width_of(lhs)?);
                let c = query.constant_int(rhs).filter(|_| predicate.is_equality())?;
                // If the truncated bits are known, the wide value is compared.
                let known = query.known_bits(x)?;
                let high = Int::all_ones(wide).shl(narrow);
                if query.uses.has_one_use(lhs) && high.and(&known.zero.or(&known.one).not()).is_zero() {
                    let n = c.zext(wide).or(&known.one.and(&high));
                    let ty = query.type_of(x);
                    let n = self.int(ty, &n);
                    return Some(self.icmp(inst, predicate, x, n));
                }
                None
            }
            _ => None,
        }
    }

    /// A comparison with a constant of which a dominating comparison leaves a single value to decide.
    fn compare_by_condition(&mut self, inst: Inst) -> Option<Value> {
        let (predicate, _, lhs, rhs) = self.compare_parts(inst)?;
        let query = self.query();
        let c = query.constant_int(rhs).filter(|_| !lhs.is_constant() && !predicate.is_equality())?;
        let is_sign_test = demanded_by(predicate, Some(&c), c.width()).is_min_signed();
        let is_branch = |user: Inst| matches!(query.body.inst(user), InstData::CondBr { .. });
        if is_sign_test && query.uses.of(inst.into()).any(|at| is_branch(at.user)) {
            return None;
        }
        let range = ConstantRange::satisfying(predicate, &c);
        let mut found = None;
        query.for_each_condition(lhs, |condition, is_true| {
            let Some(&InstData::ICmp { predicate: p, lhs: x, rhs: limit, .. }) = query.inst(condition) else { return };
            let is_new = x == lhs && condition != inst.into() && found.is_none();
            let Some(limit) = query.constant_int(limit).filter(|_| is_new) else { return };
            let before = ConstantRange::satisfying(if is_true { p } else { p.inverse() }, &limit);
            let (inside, outside) = (before.exact_intersection(&range), before.exact_intersection(&range.inverse()));
            let single = |range: Option<ConstantRange>| range.and_then(|range| range.single().cloned());
            found =
                single(inside).map(|n| (IntPredicate::Eq, n)).or_else(|| Some((IntPredicate::Ne, single(outside)?)));
        });
        let (predicate, n) = found?;
        let n = self.int_like(lhs, &n);
        self.set_compare(inst, predicate, false, lhs, n);
        Some(inst.into())
    }

    /// A comparison of a saturating sum or difference with a constant.
    fn compare_of_saturated(&mut self, inst: Inst) -> Option<Value> {
        let (predicate, _, lhs, rhs) = self.compare_parts(inst)?;
        let query = self.query();
        let c = query.constant_int(rhs)?;
        let (id, args) = query.intrinsic(lhs)?;
        let is_sum = match id {
            IntrinsicId::UADD_SAT => true,
            IntrinsicId::USUB_SAT => false,
            _ => return None,
        };
        let x = args[0];
        let by = query.constant_int(args[1]).filter(|by| !by.is_zero())?;
        let width = c.width();
        // The results for operands that saturate, and for the others.
        let limit = if is_sum { Int::all_ones(width) } else { Int::zero(width) };
        let wanted = ConstantRange::satisfying(predicate, &c);
        let of_limit = wanted.contains(&limit);
        let unsaturated = if is_sum {
            ConstantRange::satisfying(IntPredicate::Ule, &Int::all_ones(width).sub(&by))
        } else {
            ConstantRange::satisfying(IntPredicate::Uge, &by)
        };
        let operands = if is_sum { wanted.sub(&by.into()) } else { wanted.sub(&by.neg().into()) };
        let all = if of_limit {
            unsaturated.inverse().exact_union(&operands)?
        } else {
            unsaturated.exact_intersection(&operands)?
        };
        let ty = query.body.inst_type(inst);
        if all.is_full() || all.is_empty() {
            return Some(query.bool(ty, all.is_full()));
        }
        let (new, n, offset) = all.as_compare();
        let mut value = x;
        if !offset.is_zero() {
            if !query.uses.has_one_use(lhs) {
                return None;
            }
            let offset = self.int_like(x, &offset);
            value = self.binary(inst, BinaryOp::Add, IntFlags::empty(), x, offset);
        }
        let n = self.int_like(x, &n);
        Some(self.icmp(inst, new, value, n))
    }

    /// A comparison that holds for all operands, or for none.
    fn known(&self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Option<bool> {
        let query = self.query();
        let Some(result) = query.simplify_icmp(predicate, lhs, rhs, 3) else {
            return query.implied_by_predecessor(predicate, lhs, rhs);
        };
        let is = |test: fn(&Int) -> bool| query.constant_int(result).is_some_and(|n| test(&n));
        (is(Int::is_all_ones) || is(Int::is_zero)).then(|| is(Int::is_all_ones))
    }

    /// A comparison of a minimum or maximum with a value, if it is known how one of its operands compares with that.
    fn compare_of_minimum_or_maximum(&mut self, inst: Inst) -> Option<Value> {
        let (p, _, lhs, rhs) = self.compare_parts(inst)?;
        self.compare_extreme(inst, p, lhs, rhs).or_else(|| self.compare_extreme(inst, p.swapped(), rhs, lhs))
    }

    fn compare_extreme(&mut self, inst: Inst, p: IntPredicate, extreme: Value, z: Value) -> Option<Value> {
        use IntPredicate::*;
        let query = self.query();
        let (id, args) = query.intrinsic(extreme)?;
        // The predicate that holds for the operand that is the result, and the other one.
        let wins = match id {
            IntrinsicId::UMIN => Ult,
            IntrinsicId::UMAX => Ugt,
            IntrinsicId::SMIN => Slt,
            IntrinsicId::SMAX => Sgt,
            _ => return None,
        };
        let &[mut x, mut y] = args else { return None };
        if p.is_signed() && wins.is_unsigned() || p.is_unsigned() && wins.is_signed() {
            return None;
        }
        let ty = query.body.inst_type(inst);
        let (mut xz, mut yz) = (self.known(p, x, z), self.known(p, y, z));
        if xz.is_none() {
            (x, y, xz, yz) = (y, x, yz, xz);
        }
        let constant = |this: &Self, holds: bool| Some(this.query().bool(ty, holds));
        let compare_y = |this: &mut Self, y: Value, yz: Option<bool>| match yz {
            Some(holds) => constant(this, holds),
            None => Some(this.icmp(inst, p, y, z)),
        };
        if !p.is_equality() {
            let is_same = wins == p || wins == p.inverse().swapped();
            return match (xz?, is_same) {
                (true, true) => constant(self, true),
                (false, false) => constant(self, false),
                _ => compare_y(self, y, yz),
            };
        }
        if xz? == (p == Eq) {
            let or_equal = wins.swapped().inverse();
            let not_less = or_equal.swapped();
            let p = if p == Eq { not_less } else { not_less.inverse() };
            return Some(self.icmp(inst, p, y, z));
        }
        let mut x_wins = self.known(wins, x, z);
        if x_wins.is_none() {
            // Of both operands it may be known that they are not equal to z.
            yz?;
            (x, y, yz) = (y, x, xz);
            x_wins = self.known(wins, x, z);
        }
        if x_wins? { constant(self, p == Ne) } else { compare_y(self, y, yz) }
    }

    /// Whether a product wraps, as a question to `llvm.umul.with.overflow` or `llvm.smul.with.overflow`: `-1 / x < y`, or
    /// `x * y / x != y`.
    fn overflow_of_product(&mut self, inst: Inst) -> Option<Value> {
        use IntPredicate::*;
        let (p, _, lhs, rhs) = self.compare_parts(inst)?;
        let query = self.query();
        let mut found = None;
        for (p, quotient, other) in [(p, lhs, rhs), (p.swapped(), rhs, lhs)] {
            let Some((op, _, dividend, divisor)) = query.binary(quotient) else { continue };
            if !query.uses.has_one_use(quotient) {
                continue;
            }
            if op == BinaryOp::UDiv && query.elements_are(dividend, Int::is_all_ones) && matches!(p, Ult | Uge) {
                found = Some((false, p == Uge, divisor, other, None));
            } else if matches!(op, BinaryOp::UDiv | BinaryOp::SDiv)
                && p.is_equality()
                && let Some((BinaryOp::Mul, _, a, b)) = query.binary(dividend)
                && [(a, b), (b, a)].contains(&(divisor, other))
            {
                found = Some((op == BinaryOp::SDiv, p == Eq, divisor, other, dividend.as_inst()));
            }
        }
        let (is_signed, negated, x, y, product) = found?;
        let product = product.filter(|&product| !query.uses.has_one_use(product.into()));
        let ty = query.type_of(x);
        let at = product.unwrap_or(inst);
        let name = if is_signed { "llvm.smul.with.overflow" } else { "llvm.umul.with.overflow" };
        let call = self.call_intrinsic(at, name, &[ty], &[x, y])?;
        if let Some(product) = product {
            let value = self.f.editor.build_before(at, |b| b.extract_value(call, 0)).ok()?;
            self.push_users(product);
            self.f.editor.replace_all(product.into(), value);
            self.worklist.push(product);
        }
        let wraps = self.f.editor.build_before(at, |b| b.extract_value(call, 1)).ok()?;
        Some(if negated { self.not(at, wraps) } else { wraps })
    }

    /// A comparison of a select, of which one value compares in a known way.
    fn compare_of_select(&mut self, inst: Inst) -> Option<Value> {
        let (p, _, lhs, rhs) = self.compare_parts(inst)?;
        for (p, select, other) in [(p, lhs, rhs), (p.swapped(), rhs, lhs)] {
            let query = self.query();
            let Some(&InstData::Select { condition, if_true, if_false, .. }) = query.inst(select) else { continue };
            let ty = query.body.inst_type(inst);
            let simple = |value: Value, is_true: bool| {
                query.simplify_icmp(p, value, other, 3).or_else(|| {
                    let known = query.implies_compare(condition, is_true, (p, value, other), false, 4)?;
                    Some(query.bool(ty, known))
                })
            };
            let (t, f) = (simple(if_true, true), simple(if_false, false));
            let is_worthwhile =
                t.is_some() && f.is_some() || (t.is_some() || f.is_some()) && query.uses.has_one_use(select);
            if !is_worthwhile
                || query.type_of(condition) != ty && query.module.context().is_vector(query.type_of(condition))
            {
                continue;
            }
            let t = t.unwrap_or_else(|| self.icmp(inst, p, if_true, other));
            let f = f.unwrap_or_else(|| self.icmp(inst, p, if_false, other));
            return Some(self.select(inst, condition, t, f));
        }
        None
    }

    /// Comparisons of addresses with the same base.
    fn compare_of_addresses(&mut self, inst: Inst) -> Option<Value> {
        let (predicate, _, lhs, rhs) = self.compare_parts(inst)?;
        if !predicate.is_equality() {
            return None;
        }
        let query = self.query();
        // p + i == p is i * size == 0.
        for (gep, other) in [(lhs, rhs), (rhs, lhs)] {
            let Some(&InstData::GetElementPtr { source, ref operands, flags }) = query.inst(gep) else { continue };
            let &[base, index] = query.body.list_values(operands) else { continue };
            if base != other || query.module.context().is_vector(query.type_of(gep)) {
                continue;
            }
            let layout = query.module.data_layout();
            let Some(size) = layout.alloc_size(query.module.context(), source) else { continue };
            let space = query.module.context().addr_space(query.type_of(gep)).unwrap_or(0);
            let is_plain = size.min == 1 || flags.contains(lindworm_ir::instruction::GepFlags::NUSW);
            if size.scalable
                || size.min == 0
                || !is_plain
                || query.width_of(index) != Some(layout.pointer(space).index_bits)
            {
                continue;
            }
            let zero = self.zero(self.type_of(index));
            return Some(self.icmp(inst, predicate, index, zero));
        }
        None
    }

    /// A logic operation on two comparisons of the same operands, as one comparison.
    pub(super) fn logic_of_predicates(&mut self, inst: Inst, op: BinaryOp, lhs: Value, rhs: Value) -> Option<Value> {
        use IntPredicate::*;
        /// For each predicate the outcomes for which it holds: less, equal, greater.
        fn outcomes(predicate: IntPredicate) -> u8 {
            match predicate {
                Ult | Slt => 1,
                Eq => 2,
                Ule | Sle => 3,
                Ugt | Sgt => 4,
                Ne => 5,
                Uge | Sge => 6,
            }
        }
        let (p, _, a, b) = self.compare_parts(lhs.as_inst()?)?;
        let (q, _, c, d) = self.compare_parts(rhs.as_inst()?)?;
        let q = if (a, b) == (c, d) {
            q
        } else if (a, b) == (d, c) {
            q.swapped()
        } else {
            return None;
        };
        if p.is_signed() && q.is_unsigned() || p.is_unsigned() && q.is_signed() {
            return None;
        }
        let holds = match op {
            BinaryOp::And => outcomes(p) & outcomes(q),
            BinaryOp::Or => outcomes(p) | outcomes(q),
            _ => outcomes(p) ^ outcomes(q),
        };
        let ty = self.f.editor.body().inst_type(inst);
        let predicate = match holds {
            0 => return Some(self.zero(ty)),
            7 => return Some(self.ones(ty)),
            1 => Ult,
            2 => Eq,
            3 => Ule,
            4 => Ugt,
            5 => Ne,
            _ => Uge,
        };
        let predicate = if p.is_signed() || q.is_signed() { predicate.to_signed() } else { predicate };
        Some(self.icmp(inst, predicate, a, b))
    }

    /// `and` (or `or`) of two comparisons of one value with constants, as one comparison.
    pub(super) fn logic_of_compares(&mut self, inst: Inst, is_and: bool, lhs: Value, rhs: Value) -> Option<Value> {
        let (left, right) = (lhs.as_inst()?, rhs.as_inst()?);
        if let Some(value) = self.logic_of_predicates(inst, if is_and { BinaryOp::And } else { BinaryOp::Or }, lhs, rhs)
        {
            return Some(value);
        }
        let query = self.query();
        let one_use = query.uses.has_one_use(lhs) && query.uses.has_one_use(rhs);
        let of = |inst: Inst| {
            let &InstData::ICmp { predicate, lhs, rhs, .. } = query.body.inst(inst) else { return None };
            let n = query.constant_int(rhs)?;
            query.module.context().is_int_or_int_vector(query.type_of(lhs)).then_some(())?;
            let predicate = if is_and { predicate.inverse() } else { predicate };
            let range = ConstantRange::satisfying(predicate, &n);
            (!range.is_full() && !range.is_empty()).then_some((lhs, range))
        };
        let ((mut a, mut x), (mut b, mut y)) = (of(left)?, of(right)?);
        if a != b {
            // The comparisons may be of a value plus a constant.
            let base = |v: Value, range: ConstantRange| match query.binary(v) {
                Some((BinaryOp::Add, _, base, n)) => match query.constant_int(n) {
                    Some(n) => (base, range.sub(&n.into())),
                    None => (v, range),
                },
                _ => (v, range),
            };
            let (base_a, range_a) = base(a, x.clone());
            let (base_b, range_b) = base(b, y.clone());
            if base_a == b {
                (a, x) = (base_a, range_a);
            } else if base_b == a {
                (b, y) = (base_b, range_b);
            } else {
                ((a, x), (b, y)) = ((base_a, range_a), (base_b, range_b));
            }
        }
        if a != b {
            return None;
        }
        let mut masked = a;
        let union = match x.exact_union(&y) {
            Some(union) if !union.is_full() => union,
            _ => {
                if !one_use || x.is_wrapped() || y.is_wrapped() {
                    return None;
                }
                // Ranges that differ in one bit are one range without that bit.
                let one = Int::one(x.width());
                let bit = x.lower().xor(y.lower());
                let bit_above = x.upper().sub(&one).xor(&y.upper().sub(&one));
                let len = |range: &ConstantRange| range.upper().sub(range.lower());
                if !bit.is_power_of_two() || bit != bit_above || len(&x) != len(&y) {
                    return None;
                }
                let mask = self.int_like(a, &bit.not());
                masked = self.binary(inst, BinaryOp::And, IntFlags::empty(), a, mask);
                if x.lower().ucmp(y.lower()).is_lt() { x } else { y }
            }
        };
        let union = if is_and { union.inverse() } else { union };
        let (predicate, n, offset) = union.as_compare();
        if !offset.is_zero() {
            let offset = self.int_like(masked, &offset);
            masked = self.binary(inst, BinaryOp::Add, IntFlags::empty(), masked, offset);
        }
        let n = self.int_like(masked, &n);
        Some(self.icmp(inst, predicate, masked, n))
    }
}
