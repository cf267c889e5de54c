//! Comparisons.

use std::cmp::Ordering;

use lindworm_ir::eval::range::ConstantRange;
use lindworm_ir::eval::{BinaryOp, CastOp, Float, FloatPredicate, Int, IntFlags, IntPredicate};
use lindworm_ir::{Inst, InstData, Value};

use super::Combiner;

/// Whether a predicate is one that the canonical form of a comparison may have: the others are inverses of these.
fn is_canonical(predicate: IntPredicate) -> bool {
    use IntPredicate::*;
    !matches!(predicate, Ne | Ule | Sle | Uge | Sge)
}

fn is_canonical_float(predicate: FloatPredicate) -> bool {
    !matches!(predicate, FloatPredicate::One | FloatPredicate::Ole | FloatPredicate::Oge)
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
        self.f.editor.change(inst, |data, _| match data {
            InstData::ICmp { predicate, .. } => *predicate = predicate.inverse(),
            InstData::FCmp { predicate, .. } => *predicate = predicate.inverse(),
            _ => {}
        });
        let name = self.f.editor.body().name(condition).to_vec();
        if !name.is_empty() {
            self.f.editor.set_name(condition, &[&name[..], b".not"].concat());
        }
        self.worklist.push(inst);
        true
    }

    fn compare_parts(&self, inst: Inst) -> Option<(IntPredicate, bool, Value, Value)> {
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
        self.by_rules(inst)
            .or_else(|| self.compare_by_bits(inst))
            .or_else(|| self.compare_of_casts(inst))
            .or_else(|| self.compare_of_addresses(inst))
            .or_else(|| self.push_into_select(inst))
            .or_else(|| self.push_into_phi(inst))
            .or_else(|| is_changed.then(|| inst.into()))
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
        let Some(next) = query.module.fold_binary(BinaryOp::Add, IntFlags::empty(), rhs, step) else { return false };
        self.set_compare(inst, new, false, lhs, next);
        true
    }

    /// A comparison that known bits turn into another one.
    fn compare_by_bits(&mut self, inst: Inst) -> Option<Value> {
        use IntPredicate::*;
        let (predicate, same_sign, lhs, rhs) = self.compare_parts(inst)?;
        let query = self.query();
        if !query.module.context().is_int_or_int_vector(query.type_of(lhs)) {
            return None;
        }
        let (a, b) = (query.known_bits(lhs)?, query.known_bits(rhs)?);
        if let Some(c) = query.constant_int(rhs) {
            let one = Int::one(c.width());
            let (min, max) = if predicate.is_signed() {
                (a.min_signed(), a.max_signed())
            } else {
                (a.min_unsigned(), a.max_unsigned())
            };
            let next = match predicate {
                // x < min + 1, x > max - 1
                Ult | Slt if c == min.add(&one) => Some((Eq, min)),
                Ult | Slt if c == max => Some((Ne, max)),
                Ugt | Sgt if c == max.sub(&one) => Some((Eq, max)),
                Ugt | Sgt if c == min => Some((Ne, min)),
                _ => None,
            };
            if let Some((new, n)) = next {
                let n = self.int_like(lhs, &n);
                self.set_compare(inst, new, false, lhs, n);
                return Some(inst.into());
            }
        }
        let is_same_sign = a.is_non_negative() && b.is_non_negative() || a.is_negative() && b.is_negative();
        if predicate.is_signed() && is_same_sign {
            self.set_compare(inst, predicate.to_unsigned(), true, lhs, rhs);
            return Some(inst.into());
        }
        if !same_sign && predicate.is_unsigned() && is_same_sign {
            self.set_compare(inst, predicate, true, lhs, rhs);
            return Some(inst.into());
        }
        None
    }

    /// Comparisons of extended and truncated values.
    fn compare_of_casts(&mut self, inst: Inst) -> Option<Value> {
        let (predicate, _, lhs, rhs) = self.compare_parts(inst)?;
        let query = self.query();
        let &InstData::Cast { op, value: x, .. } = query.inst(lhs)? else { return None };
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
                if let Some(&InstData::Cast { op: other, value: y, .. }) = query.inst(rhs) {
                    if other != op || query.type_of(y) != from {
                        return None;
                    }
                    let new = match predicate {
                        p if p.is_equality() => p,
                        p if is_signed => p,
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
