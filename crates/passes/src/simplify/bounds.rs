//! Ranges of integers.

use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{InstData, Type, Value};

use crate::conditions::high_bits;
use crate::known_bits::KnownBits;
use crate::value_tracking::Query;

/// The minimum and maximum of a value, inclusive, as an unsigned and as a signed integer.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    pub umin: Int,
    pub umax: Int,
    pub smin: Int,
    pub smax: Int,
}

impl Bounds {
    pub fn of_bits(known: &KnownBits) -> Bounds {
        let (umin, umax) = (known.min_unsigned(), known.max_unsigned());
        Bounds { umin, umax, smin: known.min_signed(), smax: known.max_signed() }
    }

    fn unsigned_to(&mut self, max: Int) {
        if max.ucmp(&self.umax).is_lt() {
            self.umax = max;
        }
    }

    fn unsigned_from(&mut self, min: Int) {
        if min.ucmp(&self.umin).is_gt() {
            self.umin = min;
        }
    }

    fn signed_within(&mut self, min: Int, max: Int) {
        if min.scmp(&self.smin).is_gt() {
            self.smin = min;
        }
        if max.scmp(&self.smax).is_lt() {
            self.smax = max;
        }
    }

    /// Tightens the signed bounds by the unsigned ones, and vice versa.
    fn agreed(mut self) -> Bounds {
        if !self.umax.is_negative() || self.umin.is_negative() {
            let (min, max) = (self.umin.clone(), self.umax.clone());
            self.signed_within(min, max);
        }
        if self.smin.is_negative() == self.smax.is_negative() {
            let (min, max) = (self.smin.clone(), self.smax.clone());
            self.unsigned_from(min);
            self.unsigned_to(max);
        }
        self
    }
}

impl Query<'_> {
    /// The bounds of an integer, unless it is poison.
    pub(crate) fn bounds(&self, value: Value) -> Option<Bounds> {
        self.bounds_with(value, &self.known_bits(value)?)
    }

    /// The bounds of an integer with these known bits, unless it is poison.
    pub(super) fn bounds_with(&self, value: Value, known: &KnownBits) -> Option<Bounds> {
        let mut bounds = Bounds::of_bits(known);
        let width = known.width();
        let one = Int::one(width);
        let constant = |v| self.constant_int(v);
        // A single range that does not wrap around.
        if let Some(inst) = value.as_inst()
            && let [low, end] = &self.range_metadata(inst)[..]
            && low.width() == width
        {
            let last = end.sub(&one);
            if low.ucmp(&last).is_le() {
                bounds.unsigned_from(low.clone());
                bounds.unsigned_to(last.clone());
            }
            if low.scmp(&last).is_le() {
                bounds.signed_within(low.clone(), last);
            }
        }
        if let Some(elements) = self.bounds_of_elements(value) {
            return Some(elements);
        }
        match self.inst(value) {
            Some(&InstData::Binary { op, flags, lhs, rhs, .. }) => match op {
                BinaryOp::Add => {
                    if let Some(c) = constant(rhs) {
                        if flags.contains(IntFlags::NUW) {
                            bounds.unsigned_from(c.clone());
                        }
                        if flags.contains(IntFlags::NSW) {
                            let (min, max) = (Int::min_signed(width), Int::max_signed(width));
                            if c.is_negative() {
                                bounds.signed_within(min, max.add(&c));
                            } else {
                                bounds.signed_within(min.add(&c), max);
                            }
                        }
                    }
                }
                BinaryOp::Sub => {
                    if let Some(c) = constant(lhs) {
                        if flags.contains(IntFlags::NUW) {
                            bounds.unsigned_to(c.clone());
                        }
                        if flags.contains(IntFlags::NSW) && !c.is_negative() {
                            // c - x is minimal if x is the maximum signed integer.
                            bounds.signed_within(c.sub(&Int::max_signed(width)), Int::max_signed(width));
                        }
                    }
                }
                // Only the lowest set bit of `x` is set in `x & -x`.
                BinaryOp::And if self.is_negation(lhs, rhs) => bounds.unsigned_to(Int::min_signed(width)),
                BinaryOp::And => {
                    if let Some(c) = constant(rhs) {
                        bounds.unsigned_to(c);
                    }
                }
                BinaryOp::Or => {
                    if let Some(c) = constant(rhs) {
                        bounds.unsigned_from(c);
                    }
                }
                BinaryOp::UDiv => {
                    if let Some(c) = constant(rhs)
                        && let Some(max) = Int::all_ones(width).udiv(&c)
                    {
                        bounds.unsigned_to(max);
                    } else if let Some(c) = constant(lhs) {
                        bounds.unsigned_to(c);
                    }
                }
                BinaryOp::SDiv => {
                    if let Some(c) = constant(rhs) {
                        let (min, max) = (Int::min_signed(width), Int::max_signed(width));
                        if c.is_all_ones() {
                            bounds.signed_within(min.add(&one), max);
                        } else if let (Some(a), Some(b)) = (min.sdiv(&c), max.sdiv(&c))
                            && !c.is_one()
                        {
                            if a.scmp(&b).is_lt() { bounds.signed_within(a, b) } else { bounds.signed_within(b, a) }
                        }
                    } else if let Some(c) = constant(lhs).filter(|c| !c.is_min_signed()) {
                        let (a, b) = (c.abs().neg(), c.abs());
                        bounds.signed_within(a, b);
                    }
                }
                BinaryOp::URem => {
                    if let Some(c) = constant(rhs).filter(|c| !c.is_zero()) {
                        bounds.unsigned_to(c.sub(&one));
                    } else if let Some(c) = constant(lhs) {
                        bounds.unsigned_to(c);
                    }
                }
                BinaryOp::SRem => {
                    if let Some(c) = constant(rhs).filter(|c| !c.is_zero() && !c.is_min_signed()) {
                        let reach = c.abs().sub(&one);
                        bounds.signed_within(reach.neg(), reach);
                    } else if let Some(c) = constant(lhs) {
                        let zero = Int::zero(width);
                        if c.is_negative() { bounds.signed_within(c, zero) } else { bounds.signed_within(zero, c) }
                    }
                }
                BinaryOp::LShr => {
                    let amount = self.known_bits(rhs)?.min_unsigned();
                    if let Some(by) = amount.to_u64().filter(|&by| by < width.into()) {
                        let greatest = self.known_bits(lhs)?.max_unsigned();
                        bounds.unsigned_to(greatest.lshr(by as u32));
                    }
                    if let Some(c) = constant(lhs) {
                        if flags.contains(IntFlags::EXACT) {
                            bounds.unsigned_from(c.lshr(c.trailing_zeros().min(width - 1)));
                        } else {
                            bounds.unsigned_from(c.lshr(width - 1));
                        }
                    }
                }
                BinaryOp::AShr => {
                    if let Some(by) = constant(rhs).and_then(|n| n.to_u64()).filter(|&by| by < width.into()) {
                        let by = by as u32;
                        bounds.signed_within(Int::min_signed(width).ashr(by), Int::max_signed(width).ashr(by));
                    } else if let Some(c) = constant(lhs) {
                        let by =
                            if flags.contains(IntFlags::EXACT) { c.trailing_zeros().min(width - 1) } else { width - 1 };
                        let least = c.ashr(by);
                        if c.is_negative() { bounds.signed_within(c, least) } else { bounds.signed_within(least, c) }
                    }
                }
                BinaryOp::Shl => {
                    if let Some(c) = constant(lhs) {
                        if flags.contains(IntFlags::NUW) && !c.is_zero() {
                            bounds.unsigned_from(c.clone());
                            bounds.unsigned_to(c.shl(c.leading_zeros()));
                        } else if flags.contains(IntFlags::NSW) && !c.is_zero() {
                            if c.is_negative() {
                                bounds.signed_within(c.shl(c.not().leading_zeros().saturating_sub(1)), c);
                            } else {
                                let max = c.shl(c.leading_zeros() - 1);
                                bounds.signed_within(c, max);
                            }
                        } else {
                            // The result is greatest if all set bits are the highest.
                            bounds.unsigned_to(high_bits(width, c.count_ones()));
                            if c.bit(0) {
                                bounds.unsigned_from(one);
                            }
                        }
                    }
                }
                _ => {}
            },
            // The finite numbers of type `half` are at most 65504 in magnitude.
            Some(&InstData::Cast { op: op @ (CastOp::FPToSI | CastOp::FPToUI), value: from, .. })
                if self.module.context().scalar_type(self.type_of(from)) == Type::HALF =>
            {
                let most = Int::new(width.max(17), 65504);
                if op == CastOp::FPToUI && width >= 16 {
                    bounds.unsigned_to(most.zext_or_trunc(width));
                } else if op == CastOp::FPToSI && width >= 17 {
                    bounds.signed_within(most.neg(), most);
                }
            }
            Some(&InstData::Cast { op, value: from, .. }) => {
                if let (CastOp::ZExt | CastOp::SExt, Some(inner)) = (op, self.depth_one_bounds(from)) {
                    if op == CastOp::ZExt {
                        bounds.unsigned_from(inner.umin.zext(width));
                        bounds.unsigned_to(inner.umax.zext(width));
                    } else {
                        bounds.signed_within(inner.smin.sext(width), inner.smax.sext(width));
                    }
                }
            }
            Some(&InstData::Select { if_true, if_false, .. }) => {
                if let (Some(a), Some(b)) = (self.constant_or_bits(if_true), self.constant_or_bits(if_false)) {
                    let least = |x: Int, y: Int, less: bool| if less { x } else { y };
                    let (ul, ug) = (a.umin.ucmp(&b.umin).is_lt(), a.umax.ucmp(&b.umax).is_gt());
                    let (sl, sg) = (a.smin.scmp(&b.smin).is_lt(), a.smax.scmp(&b.smax).is_gt());
                    bounds.unsigned_from(least(a.umin, b.umin, ul));
                    bounds.unsigned_to(least(a.umax, b.umax, ug));
                    bounds.signed_within(least(a.smin, b.smin, sl), least(a.smax, b.smax, sg));
                }
            }
            Some(InstData::Call { .. }) => {
                use IntrinsicId as I;
                if let Some((id, args)) = self.intrinsic(value) {
                    match id {
                        I::CTPOP | I::CTLZ | I::CTTZ => bounds.unsigned_to(Int::new(width, width.into())),
                        I::UMIN | I::USUB_SAT => {
                            for &arg in args.iter().take(if id == I::UMIN { 2 } else { 1 }) {
                                bounds.unsigned_to(self.known_bits(arg)?.max_unsigned());
                            }
                            if let (I::USUB_SAT, Some(c)) = (id, constant(args[1])) {
                                bounds.unsigned_to(c.not());
                            }
                        }
                        I::SADD_SAT | I::SSUB_SAT => {
                            let (min, max) = (Int::min_signed(width), Int::max_signed(width));
                            let is_sub = id == I::SSUB_SAT;
                            // A constant moves one limit; the other one is where the result saturates.
                            if let Some(c) = constant(args[1]) {
                                match c.is_negative() != is_sub {
                                    true => bounds.signed_within(min, if is_sub { max.sub(&c) } else { max.add(&c) }),
                                    false => bounds.signed_within(if is_sub { min.sub(&c) } else { min.add(&c) }, max),
                                }
                            } else if let Some(c) = constant(args[0]) {
                                match (c.is_negative(), is_sub) {
                                    (true, true) => bounds.signed_within(min.clone(), c.sub(&min)),
                                    (false, true) => bounds.signed_within(c.sub(&max), max),
                                    (true, false) => bounds.signed_within(min, max.add(&c)),
                                    (false, false) => bounds.signed_within(min.add(&c), max),
                                }
                            }
                        }
                        I::UMAX | I::UADD_SAT => {
                            for &arg in args {
                                bounds.unsigned_from(self.known_bits(arg)?.min_unsigned());
                            }
                        }
                        I::SMIN => {
                            for &arg in args {
                                bounds.signed_within(Int::min_signed(width), self.known_bits(arg)?.max_signed());
                            }
                        }
                        I::SMAX => {
                            for &arg in args {
                                bounds.signed_within(self.known_bits(arg)?.min_signed(), Int::max_signed(width));
                            }
                        }
                        I::ABS => {
                            let is_poison = self.module.constants().as_u64(args[1]) == Some(1);
                            let max = Int::max_signed(width);
                            bounds.unsigned_to(if is_poison { max } else { Int::min_signed(width) });
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        if width == 1 && matches!(self.inst(value), Some(InstData::Call { .. })) {
            return Some(Bounds::of_bits(known));
        }
        Some(bounds.agreed())
    }

    /// The bounds of the elements of a constant vector of different numbers.
    fn bounds_of_elements(&self, value: Value) -> Option<Bounds> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let ty = self.type_of(value);
        if !value.is_constant() || !cx.is_vector(ty) || self.constant_int(value).is_some() {
            return None;
        }
        if constants.element_count(cx, ty).is_none_or(|n| n > 64) {
            return None;
        }
        let mut all: Option<Bounds> = None;
        for element in constants.elements(cx, value)? {
            let n = constants.as_int(cx, element)?;
            let all = all.get_or_insert_with(|| Bounds::of_bits(&KnownBits::constant(&n)));
            if n.ucmp(&all.umin).is_lt() {
                all.umin = n.clone();
            }
            if n.ucmp(&all.umax).is_gt() {
                all.umax = n.clone();
            }
            if n.scmp(&all.smin).is_lt() {
                all.smin = n.clone();
            }
            if n.scmp(&all.smax).is_gt() {
                all.smax = n;
            }
        }
        all
    }

    fn constant_or_bits(&self, value: Value) -> Option<Bounds> {
        self.known_bits(value).map(|known| Bounds::of_bits(&known))
    }

    /// The bounds of a value; of a cast or select only by its known bits.
    fn depth_one_bounds(&self, value: Value) -> Option<Bounds> {
        match self.inst(value) {
            Some(InstData::Cast { .. } | InstData::Select { .. }) => self.constant_or_bits(value),
            _ => self.bounds(value),
        }
    }
}
