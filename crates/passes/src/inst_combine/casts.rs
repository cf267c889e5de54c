//! Casts. An expression without other users is computed in the type that it is cast to, if that gives the same bits.

use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Int, IntFlags, IntPredicate};
use lindworm_ir::{Inst, InstData, Module, Type, Value};

use super::Combiner;
use crate::value_tracking::{MAX_INCOMING, Query};

/// The maximum depth of an expression whose type is changed.
const MAX_EXPRESSION: u32 = 12;

/// The extension or truncation of an expression that is computed in another type.
#[derive(Clone, Copy, PartialEq)]
enum Extension {
    None,
    Zero,
    Sign,
}

impl Query<'_> {
    /// Whether LLVM prefers a computation in `to` to one in `from`.
    pub(crate) fn should_change_type(&self, from: Type, to: Type) -> bool {
        let module = self.module;
        let (cx, layout) = (module.context(), module.data_layout());
        if cx.is_vector(to) {
            return true;
        }
        let (Some(from), Some(to)) = (cx.int_width(from), cx.int_width(to)) else { return false };
        let is_legal = |width: u32| width == 1 || layout.is_legal_int(width.into());
        let is_desirable = |width: u32| matches!(width, 8 | 16 | 32);
        if to < from && is_desirable(to) {
            return true;
        }
        if (is_legal(from) || is_desirable(from)) && !is_legal(to) {
            return false;
        }
        is_legal(from) || is_legal(to) || to <= from
    }
}

impl Combiner<'_, '_, '_> {
    pub(super) fn visit_cast(&mut self, inst: Inst) -> Option<Value> {
        let InstData::Cast { op, value, .. } = self.data(inst) else { return None };
        let ty = self.f.editor.body().inst_type(inst);
        self.cast_of_cast(inst, op, value, ty)
            .or_else(|| self.push_into_select(inst))
            .or_else(|| self.push_into_phi(inst))
            .or_else(|| self.by_rules(inst))
            .or_else(|| match op {
                CastOp::Trunc => self.visit_trunc(inst, value, ty),
                CastOp::ZExt => self.visit_zext(inst, value, ty),
                CastOp::SExt => self.visit_sext(inst, value, ty),
                CastOp::SIToFP | CastOp::UIToFP => self.visit_int_to_float(inst, op, value, ty),
                CastOp::FPTrunc => self.visit_fptrunc(inst, value, ty),
                CastOp::IntToPtr | CastOp::PtrToInt => self.adjust_address_width(inst, op, value, ty),
                _ => None,
            })
            .or_else(|| self.demand(inst))
    }

    /// A cast of a cast as one cast.
    fn cast_of_cast(&mut self, inst: Inst, op: CastOp, value: Value, ty: Type) -> Option<Value> {
        use CastOp::*;
        let query = self.query();
        let &InstData::Cast { op: inner, value: x, flags: inner_flags, .. } = query.inst(value)? else { return None };
        let InstData::Cast { flags, .. } = self.data(inst) else { return None };
        let from = query.type_of(x);
        let width = |ty: Type| query.module.context().scalar_int_width(ty);
        let (start, end) = (width(from), width(ty));
        let none = IntFlags::empty();
        let (new, new_flags) = match (inner, op) {
            (ZExt, ZExt) => (ZExt, inner_flags & IntFlags::NNEG),
            (SExt, SExt) => (SExt, none),
            (ZExt, SExt) => (ZExt, inner_flags & IntFlags::NNEG),
            (SExt, ZExt) if flags.contains(IntFlags::NNEG) => (SExt, none),
            (Trunc, Trunc) => (Trunc, inner_flags & flags & (IntFlags::NUW | IntFlags::NSW)),
            (ZExt | SExt, Trunc) => match start?.cmp(&end?) {
                std::cmp::Ordering::Equal => return Some(x),
                std::cmp::Ordering::Less => (inner, inner_flags & IntFlags::NNEG),
                std::cmp::Ordering::Greater => (Trunc, none),
            },
            (BitCast, BitCast) if from == ty => return Some(x),
            // The integer has all bits of the address.
            (PtrToInt, IntToPtr) if from == ty && width(query.type_of(value)) >= query.width_of(x) => return Some(x),
            (BitCast, BitCast) => (BitCast, none),
            (ZExt, UIToFP) => (UIToFP, inner_flags & IntFlags::NNEG),
            (ZExt, SIToFP) => (UIToFP, none),
            (SExt, SIToFP) => (SIToFP, none),
            (FPExt, FPExt) => (FPExt, none),
            (AddrSpaceCast, AddrSpaceCast) if from == ty => return Some(x),
            (AddrSpaceCast, AddrSpaceCast) => (AddrSpaceCast, none),
            (FPExt, FPToSI | FPToUI) => (op, none),
            (FPExt, FPTrunc) if from == ty => return Some(x),
            (FPExt, FPTrunc) => match (precision(query.module, from)?, precision(query.module, ty)?) {
                (a, b) if a > b => (FPTrunc, none),
                (a, b) if a < b => (FPExt, none),
                _ => return None,
            },
            _ => return None,
        };
        let data = InstData::Cast { op: new, flags: new_flags, fast_math: FastMathFlags::empty(), value: x };
        Some(self.insert(inst, data, ty))
    }

    pub(super) fn should_change_type(&self, from: Type, to: Type) -> bool {
        self.query().should_change_type(from, to)
    }

    fn visit_trunc(&mut self, inst: Inst, value: Value, ty: Type) -> Option<Value> {
        let from = self.type_of(value);
        if self.should_change_type(from, ty)
            && value.as_inst().is_some()
            && self.can_truncate(value, ty, self.at, MAX_EXPRESSION)
        {
            return Some(self.evaluate(inst, value, ty, Extension::None, MAX_EXPRESSION));
        }
        if let Some(narrowed) = self.narrow_operation(inst, value, ty) {
            return Some(narrowed);
        }
        let query = self.query();
        let (wide, narrow) = (query.width_of(value)?, query.module.context().scalar_int_width(ty)?);
        if narrow == 1 {
            return self.trunc_to_bool(inst, value);
        }
        // trunc (lshr x, n) of an x that is extended from the type.
        if let Some((BinaryOp::LShr | BinaryOp::AShr, flags, shifted, by)) = query.binary(value)
            && let Some(&InstData::Cast { op: CastOp::SExt, value: a, .. }) = query.inst(shifted)
            && let Some(by) = query.constant_int(by).and_then(|n| n.to_u64())
            && query.type_of(a) == ty
            && by <= u64::from(wide - narrow)
            && query.uses.has_one_use(value)
        {
            // The low bits of the result are copies of the sign bit and bits of `a`.
            let by = by.min(u64::from(narrow) - 1);
            let amount = self.int(ty, &Int::new(narrow, by));
            return Some(self.binary(inst, BinaryOp::AShr, flags & IntFlags::EXACT, a, amount));
        }
        // trunc (lshr (trunc x), n): the bits that come in are truncated.
        if let Some((op @ (BinaryOp::LShr | BinaryOp::AShr), flags, shifted, by)) = query.binary(value)
            && let Some(&InstData::Cast { op: CastOp::Trunc, value: x, .. }) = query.inst(shifted)
            && query.uses.has_one_use(value)
            && query.uses.has_one_use(shifted)
            && by.is_constant()
            && query.elements_are(by, |n| n.to_u64().is_some_and(|n| n <= u64::from(wide - narrow)))
        {
            let from = query.type_of(x);
            let by = self.cast(inst, CastOp::ZExt, IntFlags::empty(), by, from);
            let shifted = self.binary(inst, op, flags & IntFlags::EXACT, x, by);
            return Some(self.cast(inst, CastOp::Trunc, IntFlags::empty(), shifted, ty));
        }
        // Flags of the truncation.
        let InstData::Cast { flags, .. } = self.data(inst) else { return None };
        let query = self.query();
        let mut new = flags;
        if query.sign_bits(value) > wide - narrow {
            new |= IntFlags::NSW;
        }
        if query.known_bits(value)?.min_leading_zeros() >= wide - narrow {
            new |= IntFlags::NUW;
        }
        self.set_cast_flags(inst, flags, new)
    }

    /// A truncation of an operation with a constant, or with a value that is extended from the type, as an operation in the
    /// narrow type.
    fn narrow_operation(&mut self, inst: Inst, value: Value, ty: Type) -> Option<Value> {
        use BinaryOp::*;
        let query = self.query();
        let (op, _, lhs, rhs) = query.binary(value)?;
        if !matches!(op, And | Or | Xor | Add | Sub | Mul)
            || !query.uses.has_one_use(value)
            || !self.should_change_type(query.type_of(value), ty)
        {
            return None;
        }
        let of_type = |v: Value| match query.inst(v) {
            Some(&InstData::Cast { op: CastOp::ZExt | CastOp::SExt, value: x, .. }) if query.type_of(x) == ty => {
                Some(x)
            }
            _ => None,
        };
        let constant = |v: Value| {
            let is_plain = v.is_constant() && is_plain(&query, v);
            is_plain.then(|| query.module.fold_cast(CastOp::Trunc, v, ty))?
        };
        let (l, r) = if let Some(r) = constant(rhs).or_else(|| of_type(rhs)) {
            (None, Some(r))
        } else {
            (Some(constant(lhs).or_else(|| of_type(lhs))?), None)
        };
        let none = IntFlags::empty();
        let l = l.unwrap_or_else(|| self.cast(inst, CastOp::Trunc, none, lhs, ty));
        let r = r.unwrap_or_else(|| self.cast(inst, CastOp::Trunc, none, rhs, ty));
        Some(self.binary(inst, op, none, l, r))
    }

    fn set_cast_flags(&mut self, inst: Inst, old: IntFlags, new: IntFlags) -> Option<Value> {
        if new == old {
            return None;
        }
        self.f.editor.change(inst, |data, _| {
            if let InstData::Cast { flags, .. } = data {
                *flags = new;
            }
        });
        Some(inst.into())
    }

    /// A truncation to `i1` of an operation on one bit is a comparison.
    fn trunc_to_bool(&mut self, inst: Inst, value: Value) -> Option<Value> {
        let query = self.query();
        let (op, _, x, by) = query.binary(value)?;
        // trunc (lshr x, C) is (x & (1 << C)) != 0.
        if op == BinaryOp::LShr
            && query.uses.has_one_use(value)
            && let Some(by) = query.constant_int(by)
        {
            let width = by.width();
            let by = by.to_u64().filter(|&n| n < width.into())? as u32;
            let mask = self.int_like(x, &Int::one(width).shl(by));
            let masked = self.binary(inst, BinaryOp::And, IntFlags::empty(), x, mask);
            let zero = self.zero(self.type_of(x));
            return Some(self.icmp(inst, IntPredicate::Ne, masked, zero));
        }
        None
    }

    fn visit_zext(&mut self, inst: Inst, value: Value, ty: Type) -> Option<Value> {
        let InstData::Cast { flags, .. } = self.data(inst) else { return None };
        let from = self.type_of(value);
        // A zero extension whose only user is a truncation is left to that.
        let users: Vec<Inst> = self.f.editor.uses().of(inst.into()).map(|at| at.user).take(2).collect();
        if let [user] = users[..]
            && matches!(self.data(user), InstData::Cast { op: CastOp::Trunc, .. })
        {
            return None;
        }
        let mut to_clear = 0;
        if value.as_inst().is_some()
            && self.should_change_type(from, ty)
            && self.can_extend(value, ty, Extension::Zero, &mut to_clear, MAX_EXPRESSION)
        {
            let new = self.evaluate(inst, value, ty, Extension::Zero, MAX_EXPRESSION);
            let query = self.query();
            let (narrow, wide) = (query.width_of(value)?, query.width_of(new)?);
            let kept = narrow - to_clear;
            if query.known_bits(new)?.min_leading_zeros() >= wide - kept {
                return Some(new);
            }
            let mask = self.int(ty, &Int::all_ones(wide).lshr(wide - kept));
            return Some(self.binary(inst, BinaryOp::And, IntFlags::empty(), new, mask));
        }
        // zext (trunc x) to the type of x is a mask.
        let query = self.query();
        if let Some(&InstData::Cast { op: CastOp::Trunc, value: x, .. }) = query.inst(value) {
            let (start, middle, end) =
                (query.width_of(x)?, query.width_of(value)?, query.module.context().scalar_int_width(ty)?);
            let scalar = query.type_of(x);
            let mask = Int::all_ones(start).lshr(start - middle);
            if start < end {
                let mask = self.int(scalar, &mask);
                let masked = self.binary(inst, BinaryOp::And, IntFlags::empty(), x, mask);
                return Some(self.cast(inst, CastOp::ZExt, IntFlags::empty(), masked, ty));
            }
            if start == end {
                let mask = self.int(scalar, &mask);
                return Some(self.binary(inst, BinaryOp::And, IntFlags::empty(), x, mask));
            }
            let truncated = self.cast(inst, CastOp::Trunc, IntFlags::empty(), x, ty);
            let mask = self.int(ty, &mask.trunc(end));
            return Some(self.binary(inst, BinaryOp::And, IntFlags::empty(), truncated, mask));
        }
        let query = self.query();
        if !flags.contains(IntFlags::NNEG) && query.known_bits(value)?.is_non_negative() {
            return self.set_cast_flags(inst, flags, flags | IntFlags::NNEG);
        }
        None
    }

    /// The sign extension of a test of the only bit that may be set.
    fn sign_extend_bit_test(&mut self, inst: Inst, test: Value, ty: Type) -> Option<Value> {
        let query = self.query();
        let &InstData::ICmp { predicate, lhs, rhs, .. } = query.inst(test)? else { return None };
        if !predicate.is_equality() || !query.uses.has_one_use(test) {
            return None;
        }
        let n = query.constant_int(rhs)?;
        let bit = query.known_bits(lhs)?.zero.not();
        if !bit.is_power_of_two() || !n.is_zero() && n != bit {
            return None;
        }
        let of = query.type_of(lhs);
        let (width, none) = (bit.width(), IntFlags::empty());
        let amount = |by: u32| Int::new(width, by.into());
        let is_clear = n.is_zero() == (predicate == IntPredicate::Eq);
        let mut x = lhs;
        if is_clear {
            if !bit.is_one() {
                let by = self.int(of, &amount(bit.trailing_zeros()));
                x = self.binary(inst, BinaryOp::LShr, none, x, by);
            }
            let ones = self.ones(of);
            x = self.binary(inst, BinaryOp::Add, none, x, ones);
        } else {
            if !bit.is_min_signed() {
                let by = self.int(of, &amount(bit.leading_zeros()));
                x = self.binary(inst, BinaryOp::Shl, none, x, by);
            }
            let by = self.int(of, &amount(width - 1));
            x = self.binary(inst, BinaryOp::AShr, none, x, by);
        }
        self.name_after(x, inst.into(), b"");
        let op = if Some(width) > width_of_type(&self.query(), ty) { CastOp::Trunc } else { CastOp::SExt };
        Some(self.cast(inst, op, none, x, ty))
    }

    /// The sign extension of the high bits of a value: an arithmetic shift brings the sign bit in.
    fn sign_extend_high_bits(&mut self, inst: Inst, value: Value, ty: Type) -> Option<Value> {
        let query = self.query();
        let &InstData::Cast { op: CastOp::Trunc, value: x, .. } = query.inst(value)? else { return None };
        let (BinaryOp::LShr, _, of, by) = query.binary(x)? else { return None };
        let (start, middle) = (query.width_of(x)?, query.width_of(value)?);
        let missing = u64::from(start - middle);
        if !query.uses.has_one_use(value) || !query.elements_are(by, |n| n.to_u64() == Some(missing)) {
            return None;
        }
        let amount = self.int_like(x, &Int::new(start, missing));
        let shifted = self.binary(inst, BinaryOp::AShr, IntFlags::empty(), of, amount);
        let op = if Some(start) > width_of_type(&self.query(), ty) { CastOp::Trunc } else { CastOp::SExt };
        Some(self.cast(inst, op, IntFlags::empty(), shifted, ty))
    }

    /// The sign extension of the smeared sign bit of a truncation: that bit of the value is smeared.
    fn smear_bit(&mut self, inst: Inst, value: Value, ty: Type) -> Option<Value> {
        let query = self.query();
        let (BinaryOp::AShr, _, truncated, by) = query.binary(value)? else { return None };
        let &InstData::Cast { op: CastOp::Trunc, value: x, .. } = query.inst(truncated)? else { return None };
        let (start, middle) = (query.width_of(x)?, query.width_of(value)?);
        let is_same = query.type_of(x) == ty;
        if !query.uses.has_one_use(value)
            || !is_same && !query.uses.has_one_use(truncated)
            || !query.elements_are(by, |n| n.to_u64() == Some(u64::from(middle - 1)))
        {
            return None;
        }
        let none = IntFlags::empty();
        let up = self.int_like(x, &Int::new(start, u64::from(start - middle)));
        let down = self.int_like(x, &Int::new(start, u64::from(start - 1)));
        let shifted = self.binary(inst, BinaryOp::Shl, none, x, up);
        let smeared = self.binary(inst, BinaryOp::AShr, none, shifted, down);
        let op = if Some(start) > width_of_type(&self.query(), ty) { CastOp::Trunc } else { CastOp::SExt };
        Some(self.cast(inst, op, none, smeared, ty))
    }

    fn visit_sext(&mut self, inst: Inst, value: Value, ty: Type) -> Option<Value> {
        if let Some(new) = self.sign_extend_bit_test(inst, value, ty) {
            return Some(new);
        }
        let query = self.query();
        let from = query.type_of(value);
        let users: Vec<Inst> = query.uses.of(inst.into()).map(|at| at.user).take(2).collect();
        if let [user] = users[..]
            && matches!(self.data(user), InstData::Cast { op: CastOp::Trunc, .. })
        {
            return None;
        }
        if query.known_bits(value)?.is_non_negative() {
            return Some(self.cast(inst, CastOp::ZExt, IntFlags::NNEG, value, ty));
        }
        let high = self.sign_extend_high_bits(inst, value, ty).or_else(|| self.smear_bit(inst, value, ty));
        if high.is_some() {
            return high;
        }
        let mut unused = 0;
        if value.as_inst().is_some()
            && self.should_change_type(from, ty)
            && self.can_extend(value, ty, Extension::Sign, &mut unused, MAX_EXPRESSION)
        {
            let new = self.evaluate(inst, value, ty, Extension::Sign, MAX_EXPRESSION);
            let query = self.query();
            let (narrow, wide) = (query.width_of(value)?, query.width_of(new)?);
            if query.sign_bits(new) > wide - narrow {
                return Some(new);
            }
            let amount = self.int(ty, &Int::new(wide, u64::from(wide - narrow)));
            let shifted = self.binary(inst, BinaryOp::Shl, IntFlags::empty(), new, amount);
            self.name_after(shifted, inst.into(), b"");
            return Some(self.binary(inst, BinaryOp::AShr, IntFlags::empty(), shifted, amount));
        }
        let query = self.query();
        if let Some(&InstData::Cast { op: CastOp::Trunc, value: x, .. }) = query.inst(value) {
            let (start, middle) = (query.width_of(x)?, query.width_of(value)?);
            let end = query.module.context().scalar_int_width(ty)?;
            // All truncated bits were copies of the sign bit.
            if query.sign_bits(x) > start - middle {
                let op = if start > end { CastOp::Trunc } else { CastOp::SExt };
                return Some(self.cast(inst, op, IntFlags::empty(), x, ty));
            }
            if start == end && query.uses.has_one_use(value) {
                let amount = self.int(ty, &Int::new(end, u64::from(end - middle)));
                let shifted = self.binary(inst, BinaryOp::Shl, IntFlags::empty(), x, amount);
                return Some(self.binary(inst, BinaryOp::AShr, IntFlags::empty(), shifted, amount));
            }
        }
        None
    }

    fn visit_int_to_float(&mut self, inst: Inst, op: CastOp, value: Value, ty: Type) -> Option<Value> {
        let InstData::Cast { flags, .. } = self.data(inst) else { return None };
        if flags.contains(IntFlags::NNEG) || !self.query().known_bits(value)?.is_non_negative() {
            return None;
        }
        if op == CastOp::UIToFP {
            return self.set_cast_flags(inst, flags, flags | IntFlags::NNEG);
        }
        Some(self.cast(inst, CastOp::UIToFP, IntFlags::NNEG, value, ty))
    }

    /// Conversions between integers and pointers are between integers of the width of an address.
    fn adjust_address_width(&mut self, inst: Inst, op: CastOp, value: Value, ty: Type) -> Option<Value> {
        let module = self.f.editor.module();
        let (cx, layout) = (module.context(), module.data_layout());
        let pointer = if op == CastOp::IntToPtr { ty } else { self.type_of(value) };
        let number = if op == CastOp::IntToPtr { self.type_of(value) } else { ty };
        let space = cx.addr_space(cx.scalar_type(pointer))?;
        let (wanted, is) = (layout.pointer(space).bits, cx.scalar_int_width(number)?);
        if wanted == is {
            return None;
        }
        let middle = cx.with_scalar(number, cx.int(wanted));
        let resize = |from: u32, to: u32| if from < to { CastOp::ZExt } else { CastOp::Trunc };
        if op == CastOp::IntToPtr {
            let number = self.cast(inst, resize(is, wanted), IntFlags::empty(), value, middle);
            return Some(self.cast(inst, op, IntFlags::empty(), number, ty));
        }
        let number = self.cast(inst, op, IntFlags::empty(), value, middle);
        Some(self.cast(inst, resize(wanted, is), IntFlags::empty(), number, ty))
    }

    /// Whether the low bits of an expression can be computed in a narrower type, with its operations replaced. `at` is where its
    /// value matters.
    fn can_truncate(&self, value: Value, ty: Type, at: Option<Inst>, depth: u32) -> bool {
        let query = Query { at, ..self.query() };
        if value.is_constant() {
            return is_plain(&query, value);
        }
        let Some(data) = query.inst(value) else { return false };
        // A value that is extended from the type costs nothing, however many users it has.
        if let InstData::Cast { op: CastOp::ZExt | CastOp::SExt, value: x, .. } = *data
            && query.type_of(x) == ty
        {
            return true;
        }
        if !query.uses.has_one_use(value) || depth == 0 {
            return false;
        }
        let depth = depth - 1;
        let (Some(wide), Some(narrow)) = (query.width_of(value), width_of_type(&query, ty)) else { return false };
        let both = |a, b| self.can_truncate(a, ty, at, depth) && self.can_truncate(b, ty, at, depth);
        // A division by zero is undefined behaviour even if the quotient is not used.
        let in_place = Query { at: value.as_inst(), ..query };
        let stays_in_range = |v| self.can_truncate(v, ty, in_place.at, depth);
        let high_bits_are_zero = |v| in_place.known_bits(v).is_some_and(|k| k.min_leading_zeros() >= wide - narrow);
        let amount_below = |v, limit: u32| {
            query.known_bits(v).is_some_and(|k| k.max_unsigned().ucmp(&Int::new(wide, limit.into())).is_lt())
        };
        match *data {
            InstData::Binary { op, lhs, rhs, .. } => match op {
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
                    both(lhs, rhs)
                }
                BinaryOp::UDiv | BinaryOp::URem => {
                    [lhs, rhs].into_iter().all(|v| high_bits_are_zero(v) && stays_in_range(v))
                }
                BinaryOp::Shl => amount_below(rhs, narrow) && both(lhs, rhs),
                BinaryOp::LShr => {
                    amount_below(rhs, narrow)
                        && query.known_bits(lhs).is_some_and(|k| k.min_leading_zeros() >= wide - narrow)
                        && both(lhs, rhs)
                }
                BinaryOp::AShr => amount_below(rhs, narrow) && query.sign_bits(lhs) > wide - narrow && both(lhs, rhs),
                _ => false,
            },
            InstData::Cast { op: CastOp::Trunc | CastOp::ZExt | CastOp::SExt, .. } => true,
            InstData::Select { if_true, if_false, .. } => both(if_true, if_false),
            InstData::Phi { .. } => self.all_incoming(value, |v| self.can_truncate(v, ty, at, depth.min(2))),
            _ => false,
        }
    }

    fn all_incoming(&self, phi: Value, mut f: impl FnMut(Value) -> bool) -> bool {
        let query = self.query();
        let Some(InstData::Phi { incoming, .. }) = query.inst(phi) else { return false };
        let values = query.body.list_values(incoming);
        values.len() <= MAX_INCOMING && values.iter().step_by(2).all(|&v| v != phi && f(v))
    }

    /// Whether an expression can be computed in a wider type. For a zero extension, the highest `to_clear` bits of the narrow
    /// type may then be wrong, besides all higher ones.
    fn can_extend(&self, value: Value, ty: Type, extension: Extension, to_clear: &mut u32, depth: u32) -> bool {
        let query = self.query();
        *to_clear = 0;
        if value.is_constant() {
            return is_plain(&query, value);
        }
        let Some(data) = query.inst(value) else { return false };
        // A value that is truncated from the type costs nothing, however many users it has.
        if let InstData::Cast { op: CastOp::Trunc, value: x, .. } = *data
            && query.type_of(x) == ty
        {
            return true;
        }
        if !query.uses.has_one_use(value) || depth == 0 {
            return false;
        }
        let depth = depth - 1;
        match *data {
            InstData::Cast { op: CastOp::Trunc | CastOp::ZExt | CastOp::SExt, .. } => true,
            InstData::Binary { op, lhs, rhs, .. } => match op {
                BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                    let mut other = 0;
                    if !self.can_extend(lhs, ty, extension, to_clear, depth)
                        || !self.can_extend(rhs, ty, extension, &mut other, depth)
                    {
                        return false;
                    }
                    if *to_clear == 0 && other == 0 {
                        return true;
                    }
                    // A logic operation with an operand whose bits there are zero.
                    if other == 0
                        && matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
                        && query.known_bits(rhs).is_some_and(|k| k.min_leading_zeros() >= *to_clear)
                    {
                        if op == BinaryOp::And {
                            *to_clear = 0;
                        }
                        return true;
                    }
                    false
                }
                BinaryOp::Shl if extension == Extension::Zero => {
                    let Some(by) = query.constant_int(rhs).and_then(|n| n.to_u64()) else { return false };
                    let width = query.width_of(value).unwrap_or(0);
                    if by >= width.into() || !self.can_extend(lhs, ty, extension, to_clear, depth) {
                        return false;
                    }
                    *to_clear = to_clear.saturating_sub(by as u32);
                    true
                }
                BinaryOp::LShr if extension == Extension::Zero => {
                    let Some(by) = query.constant_int(rhs).and_then(|n| n.to_u64()) else { return false };
                    let width = query.width_of(value).unwrap_or(0);
                    if by >= width.into() || !self.can_extend(lhs, ty, extension, to_clear, depth) {
                        return false;
                    }
                    *to_clear = (*to_clear + by as u32).min(width);
                    true
                }
                _ => false,
            },
            InstData::Select { if_true, if_false, .. } => {
                let mut other = 0;
                self.can_extend(if_true, ty, extension, to_clear, depth)
                    && self.can_extend(if_false, ty, extension, &mut other, depth)
                    && *to_clear == other
            }
            InstData::Phi { .. } => self.all_incoming(value, |v| {
                let mut bits = 0;
                self.can_extend(v, ty, extension, &mut bits, depth.min(2)) && bits == 0
            }),
            _ => false,
        }
    }

    /// Computes an expression in another type, in front of its operations. Flags are dropped.
    fn evaluate(&mut self, at: Inst, value: Value, ty: Type, extension: Extension, depth: u32) -> Value {
        let is_wider = width_of_type(&self.query(), ty) > self.query().width_of(value);
        let resize = match (is_wider, extension) {
            (false, _) => CastOp::Trunc,
            (true, Extension::Sign) => CastOp::SExt,
            (true, _) => CastOp::ZExt,
        };
        if value.is_constant() {
            return self.cast(at, resize, IntFlags::empty(), value, ty);
        }
        let Some(inst) = value.as_inst() else { return value };
        let depth = depth.saturating_sub(1);
        let new = match self.data(inst) {
            InstData::Cast { value: x, op, .. } => {
                if self.type_of(x) == ty {
                    return x;
                }
                let from = self.query().width_of(x);
                let to = width_of_type(&self.query(), ty);
                let cast = if from > to {
                    CastOp::Trunc
                } else if op == CastOp::SExt {
                    CastOp::SExt
                } else {
                    CastOp::ZExt
                };
                self.cast(inst, cast, IntFlags::empty(), x, ty)
            }
            InstData::Binary { op, lhs, rhs, flags, .. } => {
                let (l, r) =
                    (self.evaluate(at, lhs, ty, extension, depth), self.evaluate(at, rhs, ty, extension, depth));
                let kept = if matches!(op, BinaryOp::LShr | BinaryOp::AShr) {
                    flags & IntFlags::EXACT
                } else {
                    IntFlags::empty()
                };
                self.binary(inst, op, if extension == Extension::None { kept } else { IntFlags::empty() }, l, r)
            }
            InstData::Select { condition, if_true, if_false, .. } => {
                let (t, f) = (
                    self.evaluate(at, if_true, ty, extension, depth),
                    self.evaluate(at, if_false, ty, extension, depth),
                );
                self.select(inst, condition, t, f)
            }
            InstData::Phi { .. } => {
                let entries = crate::edges::incoming(&self.f.editor, inst);
                let mut list: Vec<Value> = Vec::new();
                for (value, from) in entries {
                    let new = self.evaluate(at, value, ty, extension, depth);
                    list.extend([new, from.into()]);
                }
                let incoming = self.f.editor.list(&list);
                self.insert(inst, InstData::Phi { incoming, fast_math: FastMathFlags::empty() }, ty)
            }
            _ => return value,
        };
        if self.f.editor.body().name(new).is_empty() && new.as_inst().is_some() {
            self.f.editor.take_name(value, new);
        }
        new
    }
}

/// The number of bits of the significand of a format.
pub(super) fn precision(module: &Module, ty: Type) -> Option<u32> {
    Some(match module.context().scalar_type(ty) {
        Type::HALF => 11,
        Type::BFLOAT => 8,
        Type::FLOAT => 24,
        Type::DOUBLE => 53,
        Type::X86_FP80 => 64,
        Type::FP128 => 113,
        _ => return None,
    })
}

/// Whether a constant is made of numbers.
fn is_plain(query: &Query<'_>, value: Value) -> bool {
    query.elements_are(value, |_| true)
}

fn width_of_type(query: &Query<'_>, ty: Type) -> Option<u32> {
    let cx = query.module.context();
    cx.scalar_int_width(ty)
}
