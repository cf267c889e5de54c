//! Known bits of integers.
//!
//! The known bits of an operation are computed from its operands, up to a depth of [`MAX_DEPTH`], so that a query has bounded
//! cost. A result holds unless the value is poison.

use std::cell::RefCell;

use lindworm_ir::attributes::{AttrKind, Attribute};
use lindworm_ir::constant::ConstantData;
use lindworm_ir::editor::Epoch;
use lindworm_ir::eval::range::{ConstantRange, Preferred};
use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::value::{Imm, ValueKind};
use lindworm_ir::{Inst, InstData, Value};
use smallvec::SmallVec;

use crate::RANGE;
use crate::call_site::result_sets;
use crate::conditions::high_bits;
use crate::intrinsic_ranges::vscale_range;
use crate::value_tracking::{MAX_DEPTH, MAX_INCOMING, Query};

pub(crate) mod bounded;

/// The known bits of an integer, or the bits known for every element of a vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBits {
    /// The bits known to be zero.
    pub zero: Int,
    /// The bits known to be one.
    pub one: Int,
}

impl KnownBits {
    /// No known bits.
    pub fn unknown(width: u32) -> KnownBits {
        KnownBits { zero: Int::zero(width), one: Int::zero(width) }
    }

    /// The known bits of the lowest set bit of an integer, and of the bits below it if `with_lower`.
    fn lowest_set(&self, with_lower: bool) -> KnownBits {
        let width = self.width();
        let (least, most) = (self.min_trailing_zeros(), self.one.trailing_zeros());
        let low = |count: u32| high_bits(width, width - count.min(width)).not();
        let above = low(most.saturating_add(1)).not();
        if with_lower {
            return KnownBits { zero: above, one: low(least + 1) };
        }
        let one = if least == most && most < width { low(most + 1).xor(&low(most)) } else { Int::zero(width) };
        KnownBits { zero: above.or(&low(least)), one }
    }

    /// What is known because of two facts, unless these contradict each other, which they do in unreachable code.
    fn both_if_consistent(&self, other: &KnownBits) -> KnownBits {
        let both = self.both(other);
        if both.zero.and(&both.one).is_zero() { both } else { self.clone() }
    }

    /// All bits known.
    pub fn constant(value: &Int) -> KnownBits {
        KnownBits { zero: value.not(), one: value.clone() }
    }

    /// The bits common to all integers of a range.
    pub(crate) fn of_range(range: &ConstantRange) -> KnownBits {
        let (zero, one) = range.known_bits();
        KnownBits { zero, one }
    }

    /// The bit width.
    pub fn width(&self) -> u32 {
        self.zero.width()
    }

    /// The value, if all bits are known.
    pub fn as_constant(&self) -> Option<&Int> {
        self.zero.or(&self.one).is_all_ones().then_some(&self.one)
    }

    /// Whether no bit is known.
    pub fn is_unknown(&self) -> bool {
        self.zero.is_zero() && self.one.is_zero()
    }

    /// Whether the sign bit is known to be zero.
    pub fn is_non_negative(&self) -> bool {
        self.zero.is_negative()
    }

    /// Whether the sign bit is known to be one.
    pub fn is_negative(&self) -> bool {
        self.one.is_negative()
    }

    /// Whether some bit is known to be one.
    pub fn is_non_zero(&self) -> bool {
        !self.one.is_zero()
    }

    /// The minimum value, unsigned.
    pub fn min_unsigned(&self) -> Int {
        self.one.clone()
    }

    /// The maximum value, unsigned.
    pub fn max_unsigned(&self) -> Int {
        self.zero.not()
    }

    /// The minimum value, signed.
    pub fn min_signed(&self) -> Int {
        match self.is_non_negative() {
            true => self.one.clone(),
            false => self.one.or(&Int::min_signed(self.width())),
        }
    }

    /// The maximum value, signed.
    pub fn max_signed(&self) -> Int {
        let max = self.zero.not();
        if self.is_negative() { max } else { max.and(&Int::max_signed(self.width())) }
    }

    /// The minimum number of leading zero bits.
    pub fn min_leading_zeros(&self) -> u32 {
        self.zero.not().leading_zeros()
    }

    /// The minimum number of trailing zero bits.
    pub fn min_trailing_zeros(&self) -> u32 {
        self.zero.not().trailing_zeros()
    }

    /// The bits known for both: the known bits of a value that is one of the two.
    pub(crate) fn either(&self, other: &KnownBits) -> KnownBits {
        KnownBits { zero: self.zero.and(&other.zero), one: self.one.and(&other.one) }
    }

    /// The union of two sets of known bits for the same value.
    pub(crate) fn both(&self, other: &KnownBits) -> KnownBits {
        let both = KnownBits { zero: self.zero.or(&other.zero), one: self.one.or(&other.one) };
        // A conflict occurs only for a value that is never computed or is poison.
        if both.zero.and(&both.one).is_zero() { both } else { self.clone() }
    }

    pub(crate) fn with_leading_zeros(mut self, count: u32) -> KnownBits {
        let width = self.width();
        if count >= width {
            return KnownBits::constant(&Int::zero(width));
        }
        let high = Int::all_ones(width).lshr(width - count.min(width)).shl(width - count.min(width));
        if count > 0 {
            self.zero = self.zero.or(&high);
        }
        self
    }

    pub(crate) fn with_trailing_zeros(mut self, count: u32) -> KnownBits {
        let width = self.width();
        if count >= width {
            return KnownBits::constant(&Int::zero(width));
        }
        self.zero = self.zero.or(&Int::all_ones(width).shl(count).not());
        self
    }

    /// The known bits of a sum with a known carry-in `carry`.
    pub(crate) fn sum(&self, other: &KnownBits, carry: bool) -> KnownBits {
        let carry = Int::new(self.width(), carry.into());
        let greatest = self.zero.not().add(&other.zero.not()).add(&carry);
        let least = self.one.add(&other.one).add(&carry);
        let carry_is_zero = greatest.xor(&self.zero).xor(&other.zero).not();
        let carry_is_one = least.xor(&self.one).xor(&other.one);
        let known = self.zero.or(&self.one);
        let known = known.and(&other.zero.or(&other.one)).and(&carry_is_zero.or(&carry_is_one));
        KnownBits { zero: greatest.not().and(&known), one: least.and(&known) }
    }

    pub(crate) fn inverted(&self) -> KnownBits {
        KnownBits { zero: self.one.clone(), one: self.zero.clone() }
    }

    pub(crate) fn map(&self, f: impl Fn(&Int) -> Int) -> KnownBits {
        KnownBits { zero: f(&self.zero), one: f(&self.one) }
    }

    /// Whether a bit is known to be 0 in one of two integers and 1 in the other.
    pub(crate) fn differs_from(&self, other: &KnownBits) -> bool {
        !self.zero.and(&other.one).is_zero() || !self.one.and(&other.zero).is_zero()
    }

    /// The known bits of the result of a binary operation.
    pub fn binary(op: BinaryOp, flags: IntFlags, a: &KnownBits, b: &KnownBits) -> KnownBits {
        let width = a.width();
        match op {
            BinaryOp::And => KnownBits { zero: a.zero.or(&b.zero), one: a.one.and(&b.one) },
            BinaryOp::Or => KnownBits { zero: a.zero.and(&b.zero), one: a.one.or(&b.one) },
            BinaryOp::Xor => KnownBits {
                zero: a.zero.and(&b.zero).or(&a.one.and(&b.one)),
                one: a.zero.and(&b.one).or(&a.one.and(&b.zero)),
            },
            BinaryOp::Add | BinaryOp::Sub => {
                let is_add = op == BinaryOp::Add;
                let mut known = if is_add { a.sum(b, false) } else { a.sum(&b.inverted(), true) };
                let b_sign = if is_add { b.clone() } else { b.inverted() };
                if flags.contains(IntFlags::NSW) {
                    if a.is_non_negative() && b_sign.is_non_negative() {
                        known = known.both(&KnownBits::unknown(width).with_leading_zeros(1));
                    } else if a.is_negative() && b_sign.is_negative() {
                        let sign = Int::min_signed(width);
                        known = known.both(&KnownBits { zero: Int::zero(width), one: sign });
                    }
                }
                if flags.contains(IntFlags::NUW) {
                    if is_add {
                        // The sum is not less than either operand.
                        let least = if a.one.ucmp(&b.one).is_gt() { &a.one } else { &b.one };
                        let ones = least.not().leading_zeros();
                        let high = if ones == 0 { Int::zero(width) } else { Int::all_ones(width).lshr(ones).not() };
                        known = known.both(&KnownBits { zero: Int::zero(width), one: high });
                    } else {
                        known = known.both(&KnownBits::unknown(width).with_leading_zeros(a.min_leading_zeros()));
                    }
                }
                known
            }
            BinaryOp::Mul => {
                if let (Some(a), Some(b)) = (a.as_constant(), b.as_constant()) {
                    return KnownBits::constant(&a.mul(b));
                }
                let (product, wraps) = a.max_unsigned().umul_overflow(&b.max_unsigned());
                let leading = if wraps { 0 } else { product.leading_zeros() };
                let trailing = (a.min_trailing_zeros() + b.min_trailing_zeros()).min(width);
                let mut known = KnownBits::unknown(width).with_leading_zeros(leading).with_trailing_zeros(trailing);
                // The low bits known in both operands determine the low bits of the product.
                let low = |k: &KnownBits| k.zero.or(&k.one).not().trailing_zeros();
                let (low_a, low_b) = (low(a), low(b));
                let (zeros_a, zeros_b) = (a.min_trailing_zeros().min(low_a), b.min_trailing_zeros().min(low_b));
                let count = ((low_a - zeros_a).min(low_b - zeros_b) + zeros_a + zeros_b).min(width);
                if count > 0 {
                    let mask =
                        if count >= width { Int::all_ones(width) } else { Int::all_ones(width).shl(count).not() };
                    let bits = a.one.mul(&b.one);
                    known = known.both(&KnownBits { zero: bits.not().and(&mask), one: bits.and(&mask) });
                }
                if flags.contains(IntFlags::NSW) && a.is_non_negative() && b.is_non_negative() {
                    known = known.both(&KnownBits::unknown(width).with_leading_zeros(1));
                }
                known
            }
            BinaryOp::UDiv | BinaryOp::SDiv => bounded::quotient(op == BinaryOp::SDiv, flags, a, b),
            BinaryOp::URem | BinaryOp::SRem => bounded::remainder(op == BinaryOp::SRem, a, b),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => shifted(op, flags, a, b),
            _ => KnownBits::unknown(width),
        }
    }
}

/// The known bits of a shift: the bits known for all possible shift amounts, if there are few.
fn shifted(op: BinaryOp, flags: IntFlags, a: &KnownBits, amount: &KnownBits) -> KnownBits {
    let width = a.width();
    let by = |n: u32| match op {
        BinaryOp::Shl => KnownBits { zero: a.zero.shl(n), one: a.one.shl(n) }.with_trailing_zeros(n),
        BinaryOp::LShr => KnownBits { zero: a.zero.lshr(n), one: a.one.lshr(n) }.with_leading_zeros(n),
        _ => a.map(|bits| bits.ashr(n)),
    };
    let least = amount.min_unsigned().to_u64().filter(|&n| n < width.into());
    let Some(least) = least.map(|n| n as u32) else { return KnownBits::unknown(width) };
    if amount.as_constant().is_some() {
        let known = by(least);
        // Zeros are shifted out, and the sign bit does not change.
        if op == BinaryOp::Shl && least > 0 && flags.contains(IntFlags::NUW | IntFlags::NSW) {
            return known.both(&KnownBits::unknown(width).with_leading_zeros(1));
        }
        return known;
    }
    let greatest = amount.max_unsigned().to_u64().unwrap_or(u64::MAX).min(width as u64 - 1) as u32;
    // By the flags, only so many bits can be shifted out.
    let most = match op {
        BinaryOp::Shl if flags.contains(IntFlags::NUW) => a.one.leading_zeros(),
        BinaryOp::Shl if flags.contains(IntFlags::NSW) => {
            a.one.leading_zeros().max(a.zero.leading_zeros()).saturating_sub(1)
        }
        BinaryOp::LShr | BinaryOp::AShr if flags.contains(IntFlags::EXACT) => a.one.trailing_zeros(),
        _ => width,
    };
    let greatest = greatest.min(most);
    let mut known: Option<KnownBits> = None;
    // A value that is always poison may have contradictory bits.
    if greatest.checked_sub(least).is_none_or(|count| count > 64) {
        return KnownBits::unknown(width);
    }
    for n in least..=greatest {
        let n_bits = Int::new(width, n.into());
        if !n_bits.and(&amount.zero).is_zero() || !n_bits.not().and(&amount.one).is_zero() {
            continue;
        }
        let this = by(n);
        known = Some(known.map_or(this.clone(), |known| known.either(&this)));
    }
    let known = known.unwrap_or_else(|| KnownBits::unknown(width));
    if op == BinaryOp::Shl && flags.contains(IntFlags::NSW) && a.is_non_negative() {
        return known.both(&KnownBits::unknown(width).with_leading_zeros(1));
    }
    known
}

/// The known bits of the values that queries asked for at one instruction since the body was last changed: several rules ask for those
/// of the same operands. For the field [`Query::memo`]; to be refreshed for each query.
#[derive(Default)]
pub struct KnownBitsMemo {
    at: Option<Inst>,
    epoch: Option<Epoch>,
    known: SmallVec<[(Value, KnownBits); 4]>,
}

impl KnownBitsMemo {
    /// Forgets known bits at another instruction than `at`, and those from before the last change of the body, which is at `epoch`.
    pub fn refresh(&mut self, at: Option<Inst>, epoch: Epoch) {
        if self.at != at || self.epoch != Some(epoch) {
            (self.at, self.epoch) = (at, Some(epoch));
            self.known.clear();
        }
    }
}

impl Query<'_> {
    /// The known bits of an integer, of a pointer's address, or of every element of a vector of them; `None` for other types.
    pub fn known_bits(&self, value: Value) -> Option<KnownBits> {
        let width = self.width_of(value)?;
        let is_kept = |memo: &&RefCell<KnownBitsMemo>| {
            let is_whole = self.conditions.is_some() && self.can_use_undef && self.lane.is_none();
            is_whole && value.is_local() && memo.borrow().at == self.at
        };
        let Some(memo) = self.memo.filter(is_kept) else { return Some(self.bits(value, width, MAX_DEPTH)) };
        if let Some((_, known)) = memo.borrow().known.iter().find(|(of, _)| *of == value) {
            return Some(known.clone());
        }
        let known = self.bits(value, width, MAX_DEPTH);
        memo.borrow_mut().known.push((value, known.clone()));
        Some(known)
    }

    /// The bit width of an integer or pointer, or of the elements of a vector of them.
    pub fn width_of(&self, value: Value) -> Option<u32> {
        let scalar = self.module.context().scalar_type(self.type_of(value));
        match self.module.context().int_width(scalar) {
            Some(width) => Some(width),
            None if self.module.context().is_pointer(scalar) => {
                let space = self.module.context().addr_space(scalar)?;
                Some(self.module.data_layout().pointer(space).bits)
            }
            None => None,
        }
    }

    pub(crate) fn bits(&self, value: Value, width: u32, depth: usize) -> KnownBits {
        let unknown = || KnownBits::unknown(width);
        match value.kind() {
            ValueKind::Constant(_) => self.bits_of_constant(self.in_lane(value), width).unwrap_or_else(unknown),
            ValueKind::Global(g) => {
                let variable = self.module.global(g).filter(|g| g.as_variable().is_some());
                let align = variable.and_then(|g| {
                    let (cx, layout) = (self.module.context(), self.module.data_layout());
                    g.align.bytes().or_else(|| {
                        let is_chosen = !g.is_declaration()
                            && matches!(
                                g.linkage,
                                lindworm_ir::module::Linkage::External
                                    | lindworm_ir::module::Linkage::Internal
                                    | lindworm_ir::module::Linkage::Private
                            );
                        if !is_chosen {
                            return layout.abi_align(cx, g.value_type)?.bytes();
                        }
                        // LLVM aligns what is larger than 16 bytes.
                        let preferred = layout.preferred_align(cx, g.value_type)?.bytes()?;
                        let is_large = layout.size_in_bits(cx, g.value_type).is_some_and(|size| size.min > 128);
                        Some(if is_large { preferred.max(16) } else { preferred })
                    })
                });
                unknown().with_trailing_zeros(align.map_or(0, u64::trailing_zeros).min(width - 1))
            }
            ValueKind::Arg(n) => {
                let set = self.param_attributes(n);
                let mut known = unknown();
                if let Some(Attribute::Range(_, range)) = self.module.context().attribute(set, AttrKind::RANGE) {
                    let range = ConstantRange::new(range.0.clone(), range.1.clone());
                    known = known.both(&KnownBits::of_range(&range));
                }
                let is_vector = self.module.context().is_vector(self.type_of(value));
                let align =
                    self.module.context().attribute_int(set, AttrKind::ALIGN).filter(|_| !is_vector).unwrap_or(1);
                self.bits_of_conditions(value, known.with_trailing_zeros(align.trailing_zeros().min(width - 1)))
            }
            ValueKind::Inst(inst) if depth > 0 => {
                self.bits_of_conditions(value, self.bits_of_inst(inst, width, depth - 1))
            }
            _ => unknown(),
        }
    }

    /// The element that matters of a constant vector, if only one does.
    fn in_lane(&self, value: Value) -> Value {
        let (cx, constants) = (self.module.context(), self.module.constants());
        match (self.lane, cx.vector_shape(self.type_of(value))) {
            (Some(lane), Some((_, len, false))) if lane < len => {
                constants.element(cx, value, lane.into()).unwrap_or(value)
            }
            _ => value,
        }
    }

    /// The same queries about one element of a vector, if the index is constant and within bounds; else about all elements.
    pub(crate) fn at_index(&self, vector: Value, index: Value) -> Self {
        let cx = self.module.context();
        let lane = self.module.constants().as_u64(index).and_then(|n| u32::try_from(n).ok());
        let is_inside =
            |&lane: &u32| matches!(cx.vector_shape(self.type_of(vector)), Some((_, len, false)) if lane < len);
        Query { lane: lane.filter(is_inside), ..*self }
    }

    /// The known bits of a value of a select, which has the value only if the condition is true or false.
    fn bits_of_arm(&self, arm: Value, condition: Value, is_true: bool, width: u32, depth: usize) -> KnownBits {
        let known = self.bits(arm, width, depth);
        if arm.is_constant() || self.module.context().is_vector(self.type_of(condition)) {
            return known;
        }
        let more = self.bits_if(arm, width, condition, is_true, depth.min(3) as u32);
        // Another use of undef may have another value.
        if more.is_unknown() || !self.is_not_undef(arm) { known } else { known.both(&more) }
    }

    fn bits_of_constant(&self, value: Value, width: u32) -> Option<KnownBits> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        if let Some(n) = constants.as_int(cx, value) {
            return (n.width() == width).then(|| KnownBits::constant(&n));
        }
        if constants.is_zero(value) {
            return Some(KnownBits::constant(&Int::zero(width)));
        }
        let node = constants.node(value)?;
        match &node.data {
            ConstantData::Splat(element) => self.bits_of_constant(*element, width),
            ConstantData::Aggregate(_) | ConstantData::Data(_) if cx.is_vector(node.ty) => {
                let mut known: Option<KnownBits> = None;
                for element in constants.elements(cx, value)?.take(64 + 1) {
                    if constants.is_poison(element) {
                        continue;
                    }
                    let n = constants.as_int(cx, element)?;
                    let this = KnownBits::constant(&n);
                    known = Some(known.map_or(this.clone(), |known| known.either(&this)));
                }
                known.filter(|_| constants.element_count(cx, node.ty).is_some_and(|n| n <= 64))
            }
            _ => None,
        }
    }

    fn bits_of_inst(&self, inst: Inst, width: u32, depth: usize) -> KnownBits {
        let unknown = || KnownBits::unknown(width);
        let body = self.body;
        match *body.inst(inst) {
            InstData::Binary { op, flags, lhs, rhs, .. } if !op.is_float() => {
                let (a, b) = (self.bits(lhs, width, depth), self.bits(rhs, width, depth));
                let known = KnownBits::binary(op, flags, &a, &b);
                match op {
                    // Only the lowest set bit of `x` is set in `x & -x`; all bits up to it are set in `x ^ (x - 1)`.
                    BinaryOp::And if self.is_negation(lhs, rhs) => {
                        let of = if a.one.trailing_zeros() <= b.one.trailing_zeros() { &a } else { &b };
                        known.both(&of.lowest_set(false))
                    }
                    BinaryOp::Xor if self.is_one_less(lhs, rhs) => known.both(&a.lowest_set(true)),
                    BinaryOp::Xor if self.is_one_less(rhs, lhs) => known.both(&b.lowest_set(true)),
                    BinaryOp::And | BinaryOp::Or | BinaryOp::Xor
                        if !known.zero.bit(0) && !known.one.bit(0) && self.differs_by_odd(lhs, rhs, width, depth) =>
                    {
                        let low = KnownBits { zero: Int::one(width), one: Int::zero(width) };
                        known.both(&if op == BinaryOp::And { low } else { low.inverted() })
                    }
                    BinaryOp::Mul if lhs == rhs => {
                        // The square of an integer is 0 or 1 modulo 4.
                        let two = Int::new(width, 2);
                        if width > 1 && self.is_not_undef(lhs) {
                            known.both(&KnownBits { zero: two, one: Int::zero(width) })
                        } else {
                            known
                        }
                    }
                    _ => known,
                }
            }
            InstData::Cast { op, value, flags, .. } => {
                let Some(from) = self.width_of(value) else { return unknown() };
                let known = match op {
                    CastOp::Trunc
                    | CastOp::ZExt
                    | CastOp::SExt
                    | CastOp::PtrToInt
                    | CastOp::IntToPtr
                    | CastOp::PtrToAddr => self.bits(value, from, depth),
                    _ => return unknown(),
                };
                match op {
                    CastOp::SExt => known.map(|bits| bits.sext_or_trunc(width)),
                    _ if width <= from => known.map(|bits| bits.zext_or_trunc(width)),
                    _ => {
                        let mut wide = known.map(|bits| bits.zext_or_trunc(width)).with_leading_zeros(width - from);
                        if flags.contains(IntFlags::NNEG) {
                            wide = wide.both(&unknown().with_leading_zeros(width - from + 1));
                        }
                        wide
                    }
                }
            }
            InstData::Select { condition, if_true, if_false, .. } => {
                let known = self.bits_of_arm(if_true, condition, true, width, depth);
                if known.is_unknown() {
                    return known;
                }
                known.either(&self.bits_of_arm(if_false, condition, false, width, depth))
            }
            InstData::Freeze { value } if self.is_not_poison(value) => self.bits(value, width, depth),
            InstData::Phi { incoming, .. }
                if let Some(known) = self.bits_of_recurrence(inst, body.list_values(&incoming), width, depth)
                    && !known.is_unknown() =>
            {
                known
            }
            InstData::Phi { incoming, .. } => {
                // A phi is visited once on each path, because it may be part of a cycle.
                let mut known: Option<KnownBits> = None;
                if body.list_values(&incoming).len() > MAX_INCOMING {
                    return unknown();
                }
                for pair in body.list_values(&incoming).chunks_exact(2) {
                    let value = pair[0];
                    if value == inst.into() || self.module.constants().is_poison(value) {
                        continue;
                    }
                    let this = self.at_end_of(pair[1]).bits(value, width, depth.min(1));
                    let this = this.both_if_consistent(&self.bits_on_edge(value, pair[1], inst, width));
                    let joined = known.map_or(this.clone(), |known| known.either(&this));
                    if joined.is_unknown() {
                        return joined;
                    }
                    known = Some(joined);
                }
                known.unwrap_or_else(unknown)
            }
            InstData::Alloca { align, .. } => {
                unknown().with_trailing_zeros(align.bytes().map_or(0, u64::trailing_zeros).min(width - 1))
            }
            InstData::Load { .. } => self.bits_of_range_metadata(inst, width),
            InstData::GetElementPtr { source, operands, .. } => {
                let operands = body.list_values(&operands);
                let base = self.bits(operands[0], width, depth);
                let mut trailing = base.min_trailing_zeros();
                let (cx, layout) = (self.module.context(), self.module.data_layout());
                let mut ty = source;
                for (i, &index) in operands[1..].iter().enumerate() {
                    if i > 0 && cx.is_struct(ty) {
                        let field = self.module.constants().struct_index(cx, index).unwrap_or(0);
                        let offset = layout.struct_layout(cx, ty).and_then(|l| l.offsets.get(field as usize).copied());
                        trailing = trailing.min(offset.map_or(0, |o| o.min.trailing_zeros()));
                        let Some(next) = cx.element_type(ty, field) else { return unknown() };
                        ty = next;
                        continue;
                    }
                    let Some((next, size)) = layout.indexed(cx, ty, i == 0) else { return unknown() };
                    ty = next;
                    let index_width = self.width_of(index).unwrap_or(1);
                    let zeros = self.bits(index, index_width, depth).min_trailing_zeros();
                    trailing = trailing.min(size.min.trailing_zeros().saturating_add(zeros));
                }
                unknown().with_trailing_zeros(trailing.min(width - 1))
            }
            InstData::Call { call, .. } | InstData::Invoke { call, .. } => {
                let known = self.bits_of_range_metadata(inst, width);
                let known = result_sets(self.module, &call).fold(known, |known, set| {
                    match self.module.context().attribute(set, AttrKind::RANGE) {
                        Some(Attribute::Range(_, range)) => {
                            known.both(&KnownBits::of_range(&ConstantRange::new(range.0.clone(), range.1.clone())))
                        }
                        _ => known,
                    }
                });
                match self.module.callee(call.callee).and_then(|f| f.intrinsic) {
                    Some(id) => known.both(&self.bits_of_intrinsic(id, body.call_args(&call), width, depth)),
                    None => known,
                }
            }
            InstData::ExtractElement { vector, index } => self.at_index(vector, index).bits(vector, width, depth),
            InstData::ShuffleVector { v1, v2, mask } => {
                self.bits_of_shuffle(v1, v2, body.list_ints(&mask), width, depth)
            }
            InstData::ExtractValue { aggregate, indices } if body.list_ints(&indices).iter().map(|i| i.0).eq([0]) => {
                let Some((op, _, a, b)) = self.overflowing_call(aggregate) else { return unknown() };
                let (a, b) = (self.bits(a, width, depth), self.bits(b, width, depth));
                KnownBits::binary(op, IntFlags::empty(), &a, &b)
            }
            InstData::InsertElement { vector, element, index }
                if self.lane.is_some() && self.at_index(vector, index).lane.is_some() =>
            {
                let is_here = self.at_index(vector, index).lane == self.lane;
                self.bits(if is_here { element } else { vector }, width, depth)
            }
            InstData::InsertElement { vector, element, .. } => {
                let known = self.bits(element, width, depth);
                if known.is_unknown() { known } else { known.either(&self.bits(vector, width, depth)) }
            }
            _ => unknown(),
        }
    }

    /// What the branch from a block to that of a phi says about the bits of an incoming value.
    fn bits_on_edge(&self, value: Value, from: Value, phi: Inst, width: u32) -> KnownBits {
        let unknown = KnownBits::unknown(width);
        let condition = self.at_end_of(from).condition_of_edge(self.body.inst_block(phi));
        let Some((condition, is_true)) = condition else { return unknown };
        let Some(&InstData::ICmp { predicate, lhs, rhs, .. }) = self.inst(condition) else { return unknown };
        if lhs != value {
            return unknown;
        }
        let Some(number) = self.constant_int(rhs).filter(|n| n.width() == width) else { return unknown };
        let predicate = if is_true { predicate } else { predicate.inverse() };
        KnownBits::of_range(&ConstantRange::satisfying(predicate, &number))
    }

    /// The known bits of a phi of a start value and of the phi changed by an operation.
    fn bits_of_recurrence(&self, phi: Inst, incoming: &[Value], width: u32, depth: usize) -> Option<KnownBits> {
        let &[a, from_a, b, from_b] = incoming else { return None };
        let steps = |v: Value| self.binary(v).filter(|&(_, _, l, r)| l == phi.into() || r == phi.into());
        let ((op, flags, lhs, rhs), start, from, latch) = match (steps(b), steps(a)) {
            (Some(step), _) => (step, a, from_a, from_b),
            (None, Some(step)) => (step, b, from_b, from_a),
            _ => return None,
        };
        let is_left = lhs == phi.into();
        let step = if is_left { rhs } else { lhs };
        let unknown = KnownBits::unknown(width);
        let start = self.at_end_of(from).bits(start, width, depth.min(2));
        let by = || self.at_end_of(latch).bits(step, width, depth.min(2));
        let low = |zeros: u32| unknown.clone().with_trailing_zeros(zeros.min(width));
        Some(match op {
            BinaryOp::Shl if is_left => low(start.min_trailing_zeros()),
            BinaryOp::LShr | BinaryOp::UDiv if is_left => unknown.with_leading_zeros(start.min_leading_zeros()),
            BinaryOp::AShr if is_left && start.is_non_negative() => {
                unknown.with_leading_zeros(start.min_leading_zeros())
            }
            BinaryOp::AShr if is_left && start.is_negative() => {
                let ones = start.one.not().leading_zeros();
                KnownBits { zero: Int::zero(width), one: high_bits(width, ones) }
            }
            // A remainder is not greater than either operand.
            BinaryOp::URem => unknown.with_leading_zeros(start.min_leading_zeros()),
            // A bit that is cleared stays zero, one that is set stays one.
            BinaryOp::And => KnownBits { one: start.one.and(&by().one), zero: start.zero },
            BinaryOp::Or => KnownBits { zero: start.zero.and(&by().zero), one: start.one },
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                let by = by();
                let known = low(start.min_trailing_zeros().min(by.min_trailing_zeros()));
                if !flags.contains(IntFlags::NSW) || !is_left && op == BinaryOp::Sub {
                    return Some(known);
                }
                let (up, down) = match op {
                    BinaryOp::Sub => (by.is_negative(), by.is_non_negative()),
                    BinaryOp::Mul => (by.is_non_negative(), by.is_non_negative()),
                    _ => (by.is_non_negative(), by.is_negative()),
                };
                if start.is_non_negative() && up {
                    known.with_leading_zeros(1)
                } else if start.is_negative() && down && op != BinaryOp::Mul {
                    known.both(&KnownBits { zero: Int::zero(width), one: Int::min_signed(width) })
                } else {
                    known
                }
            }
            _ => return None,
        })
    }

    fn bits_of_shuffle(&self, v1: Value, v2: Value, mask: &[Imm], width: u32, depth: usize) -> KnownBits {
        let unknown = KnownBits::unknown(width);
        let Some((_, len, false)) = self.module.context().vector_shape(self.type_of(v1)) else { return unknown };
        let source = |place: u32| {
            let (vector, lane) = if place < len { (v1, place) } else { (v2, place - len) };
            Query { lane: Some(lane), ..*self }.bits(vector, width, depth)
        };
        match self.lane {
            Some(lane) => match mask.get(lane as usize).map(|place| place.0) {
                Some(place) if place < 2 * len => source(place),
                _ => unknown,
            },
            None => {
                let uses = |range: std::ops::Range<u32>| mask.iter().any(|place| range.contains(&place.0));
                let parts = [(v1, 0..len), (v2, len..2 * len)].into_iter().filter(|(_, range)| uses(range.clone()));
                let known = parts.map(|(vector, _)| self.bits(vector, width, depth));
                known.reduce(|a, b| a.either(&b)).unwrap_or(unknown)
            }
        }
    }

    /// Whether one value is the other less one.
    pub(crate) fn is_one_less(&self, x: Value, y: Value) -> bool {
        matches!(self.binary(y), Some((BinaryOp::Add, _, a, b)) if a == x && self.elements_are(b, Int::is_all_ones))
    }

    /// Whether one value is the other plus or minus an odd number, or an odd number minus the other.
    fn differs_by_odd(&self, a: Value, b: Value, width: u32, depth: usize) -> bool {
        let of = |x: Value, y: Value| {
            let other = match self.binary(y) {
                Some((BinaryOp::Add | BinaryOp::Sub, _, l, r)) if l == x => r,
                Some((BinaryOp::Add | BinaryOp::Sub, _, l, r)) if r == x => l,
                _ => return false,
            };
            self.bits(other, width, depth).one.bit(0)
        };
        of(a, b) || of(b, a)
    }

    fn bits_of_intrinsic(&self, id: IntrinsicId, args: &[Value], width: u32, depth: usize) -> KnownBits {
        use IntrinsicId as I;
        let unknown = || KnownBits::unknown(width);
        let bits = |n: usize| args.get(n).map_or_else(unknown, |&v| self.bits(v, width, depth));
        match id {
            I::CTPOP => {
                let known = bits(0);
                let greatest = width - known.zero.count_ones();
                unknown().with_leading_zeros(zeros_above(width, greatest))
            }
            I::CTLZ | I::CTTZ => {
                let known = bits(0);
                let most = if id == I::CTLZ { known.one.leading_zeros() } else { known.one.trailing_zeros() };
                let is_poison = args.get(1).and_then(|&v| self.module.constants().as_u64(v)) == Some(1);
                unknown().with_leading_zeros(zeros_above(width, most.min(width - u32::from(is_poison))))
            }
            I::PTRMASK => {
                let known = bits(0);
                let Some((&mask, mask_width)) = args.get(1).and_then(|v| Some((v, self.width_of(*v)?))) else {
                    return unknown();
                };
                if mask_width > width {
                    return unknown();
                }
                let mask = self.bits(mask, mask_width, depth);
                // The bits above the mask are those of the pointer.
                let above = Int::all_ones(mask_width).zext(width).not();
                let one = mask.one.zext(width).or(&above);
                KnownBits { one: known.one.and(&one), zero: known.zero.or(&mask.zero.zext(width)) }
            }
            I::VSCALE => {
                let Some((least, most)) = self.vscale_range() else { return unknown() };
                match most {
                    Some(most) if width >= 32 => KnownBits::of_range(&vscale_range(least, most, width)),
                    _ => unknown(),
                }
            }
            I::BSWAP if width.is_multiple_of(8) => bits(0).map(Int::bswap),
            I::BITREVERSE => bits(0).map(Int::bitreverse),
            I::ABS => {
                let is_poison = args.get(1).and_then(|&v| self.module.constants().as_u64(v)) == Some(1);
                bounded::absolute(&bits(0), is_poison)
            }
            I::UMIN | I::UMAX | I::SMIN | I::SMAX => {
                let (a, b) = (bits(0), bits(1));
                let known = a.either(&b);
                match id {
                    I::UMIN => {
                        let zeros = a.min_leading_zeros().max(b.min_leading_zeros());
                        known.both(&unknown().with_leading_zeros(zeros))
                    }
                    I::UMAX => {
                        let greater = if a.one.ucmp(&b.one).is_gt() { a.one } else { b.one };
                        let ones = greater.not().leading_zeros();
                        let high = if ones == 0 { Int::zero(width) } else { Int::all_ones(width).lshr(ones).not() };
                        known.both(&KnownBits { zero: Int::zero(width), one: high })
                    }
                    I::SMAX if a.is_non_negative() || b.is_non_negative() => {
                        known.both(&unknown().with_leading_zeros(1))
                    }
                    I::SMIN if a.is_negative() || b.is_negative() => {
                        known.both(&KnownBits { zero: Int::zero(width), one: Int::min_signed(width) })
                    }
                    _ => known,
                }
            }
            I::UADD_SAT | I::SADD_SAT => bounded::saturated(BinaryOp::Add, id == I::SADD_SAT, &bits(0), &bits(1)),
            I::USUB_SAT | I::SSUB_SAT => bounded::saturated(BinaryOp::Sub, id == I::SSUB_SAT, &bits(0), &bits(1)),
            I::FSHL | I::FSHR => {
                let Some(amount) = args.get(2).and_then(|&v| self.constant_int(v)) else { return unknown() };
                let Some(n) = amount.urem(&Int::new(width, width.into())).and_then(|n| n.to_u64()) else {
                    return unknown();
                };
                let left = if id == I::FSHL { n as u32 } else { width - n as u32 };
                let (a, b) = (bits(0), bits(1));
                match left {
                    0 => a,
                    _ if left == width => b,
                    _ => KnownBits {
                        zero: a.zero.shl(left).or(&b.zero.lshr(width - left)),
                        one: a.one.shl(left).or(&b.one.lshr(width - left)),
                    },
                }
            }
            _ => unknown(),
        }
    }

    /// The bounds in the `!range` of an instruction: for each range the first value, and the first value after it.
    #[inline]
    pub(crate) fn range_metadata(&self, inst: Inst) -> SmallVec<[Int; 4]> {
        match self.body.attachment(inst, RANGE).and_then(|m| m.as_node()) {
            Some(node) => self.bounds_in(node),
            None => SmallVec::new(),
        }
    }

    /// The integers of a metadata node.
    fn bounds_in(&self, node: u32) -> SmallVec<[Int; 4]> {
        let mut bounds = SmallVec::new();
        let metadata = self.module.metadata();
        if (node as usize) < metadata.node_count() {
            metadata.node(node).for_each_ref(|m| {
                if let lindworm_ir::metadata::MetadataRef::Value(v) = m.open() {
                    bounds.extend(self.module.constants().as_int(self.module.context(), metadata.value(v)));
                }
            });
        }
        bounds
    }

    /// A range that contains the ranges in the `!range` of an instruction with a result of this width.
    pub(crate) fn range_of_metadata(&self, inst: Inst, width: u32) -> Option<ConstantRange> {
        self.range_metadata(inst)
            .chunks_exact(2)
            .filter(|pair| pair[0].width() == width)
            .map(|pair| ConstantRange::new(pair[0].clone(), pair[1].clone()))
            .reduce(|a, b| a.union(&b, Preferred::Smallest))
    }

    fn bits_of_range_metadata(&self, inst: Inst, width: u32) -> KnownBits {
        let unknown = KnownBits::unknown(width);
        let mut known: Option<KnownBits> = None;
        for pair in self.range_metadata(inst).chunks_exact(2).filter(|pair| pair[0].width() == width) {
            let this = KnownBits::of_range(&ConstantRange::new(pair[0].clone(), pair[1].clone()));
            known = Some(known.map_or(this.clone(), |known| known.either(&this)));
        }
        known.unwrap_or(unknown)
    }
}

/// The number of leading zero bits of every integer up to `greatest`, for a bit width.
fn zeros_above(width: u32, greatest: u32) -> u32 {
    width.saturating_sub(u32::BITS - greatest.leading_zeros())
}

#[cfg(test)]
mod tests {
    use lindworm_ir::builder::Builder;
    use lindworm_ir::editor::Editor;
    use lindworm_ir::use_list::Use;
    use lindworm_ir::{Body, Context, Module, Type};

    use super::*;
    use crate::conditions::Conditions;

    #[test]
    fn known_bits_are_kept_at_one_instruction_until_the_body_changes() {
        let mut module = Module::new(&Context::new(), "m");
        let ty = module.context().function_type(Type::I8, &[Type::I8], false);
        let function = module.add_function(b"f", ty);
        let mut body = Body::new(&[Type::I8]);
        let mut builder = Builder::new(&module, &mut body);
        let entry = builder.append_block("entry");
        let [low, one] = [15, 1].map(|n| builder.int(Type::I8, n));
        let masked = builder.at_end(entry).binary(BinaryOp::And, Value::arg(0), low).expect("the types fit");
        let ret = builder.ret(Some(masked)).expect("the types fit");

        let mut editor = Editor::new(&module, &mut body);
        let (memo, conditions) = (RefCell::<KnownBitsMemo>::default(), Conditions::default());
        let leading_zeros = |editor: &Editor<'_>| {
            memo.borrow_mut().refresh(Some(ret), editor.changes().epoch());
            let query = Query {
                at: Some(ret),
                conditions: Some(&conditions),
                memo: Some(&memo),
                ..Query::new(editor, function)
            };
            query.known_bits(masked).map(|known| known.min_leading_zeros())
        };
        assert_eq!((leading_zeros(&editor), leading_zeros(&editor)), (Some(4), Some(4)));
        assert_eq!(memo.borrow().known.len(), 1);
        let inst = masked.as_inst().expect("a variable is masked");
        editor.set_operand(Use { user: inst, operand: 1 }, one);
        assert_eq!(leading_zeros(&editor), Some(7));
    }
}
