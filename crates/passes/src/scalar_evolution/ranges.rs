//! The ranges of expressions.

use lindworm_ir::attributes::{AttrKind, Attribute};
use lindworm_ir::eval::range::Preferred;
use lindworm_ir::eval::{BinaryOp, ConstantRange, Int, IntFlags};
use lindworm_ir::value::ValueKind;
use lindworm_ir::{InstData, Value};

use super::{Kind, MinMax, ScalarEvolution, Scev, Wrap};
use crate::known_bits::KnownBits;
use crate::value_tracking::Query;

/// The maximum number of incoming values of a phi whose ranges are united.
const MAX_INCOMING: usize = 16;

impl ScalarEvolution<'_> {
    /// The range of an expression. Of two ranges that contain it, one that does not wrap as a signed, or unsigned, integer is
    /// preferred.
    pub fn range(&mut self, s: Scev, is_signed: bool) -> ConstantRange {
        if let Kind::Constant(value) = self.kind(s) {
            return ConstantRange::from(value.clone());
        }
        if let Some(known) = &self.tables.ranges[usize::from(is_signed)][s] {
            return known.clone();
        }
        let found = self.compute_range(s, is_signed);
        self.tables.ranges[usize::from(is_signed)][s] = Some(found.clone());
        found
    }

    fn compute_range(&mut self, s: Scev, is_signed: bool) -> ConstantRange {
        let width = self.width(s);
        let by = if is_signed { Preferred::Signed } else { Preferred::Unsigned };
        let mut result = ConstantRange::full(width);
        let multiple = self.constant_multiple(s);
        let zeros = multiple.trailing_zeros();
        let one = Int::one(width);
        match is_signed {
            false if !multiple.is_zero() && !multiple.is_one() => {
                let max = Int::all_ones(width);
                let rest = max.urem(&multiple).unwrap_or_else(|| Int::zero(width));
                result = ConstantRange::new(Int::zero(width), max.sub(&rest).add(&one));
            }
            true if zeros > 0 && zeros < width => {
                let max = Int::max_signed(width).ashr(zeros).shl(zeros);
                result = ConstantRange::new(Int::min_signed(width), max.add(&one));
            }
            _ => {}
        }
        let own = match self.kind(s).clone() {
            Kind::Constant(value) => return ConstantRange::from(value),
            Kind::VScale => self.range_of_vscale(width),
            Kind::Trunc(inner) => self.range(inner, is_signed).trunc(width, IntFlags::empty()),
            Kind::ZExt(inner) => self.range(inner, is_signed).zext(width),
            Kind::SExt(inner) => self.range(inner, is_signed).sext(width),
            Kind::PtrToInt(inner) => self.range(inner, is_signed),
            Kind::Add(operands) => {
                let flags = int_flags(self.flags(s));
                let mut sum = self.range(operands[0], is_signed);
                for &operand in &operands[1..] {
                    let other = self.range(operand, is_signed);
                    sum = sum.binary(BinaryOp::Add, flags, &other);
                }
                if !is_signed && let Some((x, divisor)) = self.as_remainder(s) {
                    let divisor = self.range(divisor, false);
                    sum = sum.intersect(&self.range(x, false).urem(&divisor), by);
                }
                sum
            }
            Kind::Mul(operands) => {
                let mut product = self.range(operands[0], is_signed);
                for &operand in &operands[1..] {
                    product = product.mul(&self.range(operand, is_signed));
                }
                product
            }
            Kind::UDiv(a, b) => {
                let b = self.range(b, is_signed);
                self.range(a, is_signed).udiv(&b)
            }
            Kind::MinMax(op, operands) => {
                let mut range = self.range(operands[0], is_signed);
                for &operand in &operands[1..] {
                    let other = self.range(operand, is_signed);
                    range = match op {
                        MinMax::UMax => range.umax(&other),
                        MinMax::SMax => range.smax(&other),
                        MinMax::UMin | MinMax::SequentialUMin => range.umin(&other),
                        MinMax::SMin => range.smin(&other),
                    };
                }
                range
            }
            Kind::AddRec(operands, of) => return self.range_of_recurrence(s, &operands, of, result, is_signed),
            Kind::Unknown(value) => return self.range_of_unknown(s, value, result, is_signed),
        };
        result.intersect(&own, by)
    }

    fn range_of_vscale(&self, width: u32) -> ConstantRange {
        let list = self.query.module.function(self.query.function).map(|f| f.attributes).unwrap_or_default();
        let cx = self.query.module.context();
        let set = cx.attribute_list(list).function;
        let bounds = cx.attribute_int(set, AttrKind::VSCALE_RANGE);
        let (min, max) = bounds.map_or((1, 0), |both| ((both >> 32).max(1), both & 0xffff_ffff));
        let upper = if max == 0 { Int::zero(width) } else { Int::new(width, max).add(&Int::one(width)) };
        ConstantRange::new(Int::new(width, min), upper)
    }

    fn range_of_recurrence(
        &mut self,
        s: Scev,
        operands: &[Scev],
        of: lindworm_analysis::Loop,
        mut result: ConstantRange,
        is_signed: bool,
    ) -> ConstantRange {
        let width = self.width(s);
        let by = if is_signed { Preferred::Signed } else { Preferred::Unsigned };
        let start = operands[0];
        if self.flags(s).contains(Wrap::NUW) {
            let min = self.range(start, false).unsigned_min();
            if !min.is_zero() {
                result = result.intersect(&ConstantRange::new(min, Int::zero(width)), by);
            }
        }
        if self.flags(s).contains(Wrap::NSW) {
            let range = self.range(start, true);
            if operands[1..].iter().all(|&step| self.is_non_negative(step)) {
                result = result.intersect(&ConstantRange::new(range.signed_min(), Int::min_signed(width)), by);
            } else if operands[1..].iter().all(|&step| self.is_non_positive(step)) {
                let upper = range.signed_max().add(&Int::one(width));
                result = result.intersect(&ConstantRange::new(Int::min_signed(width), upper), by);
            }
        }
        let count = self.constant_max_count(of).and_then(|count| self.as_constant(count).cloned());
        if let ([start, step], Some(count)) = (operands, count)
            && count.active_bits() <= width
        {
            let count = count.zext_or_trunc(width);
            let affine = self.range_of_affine(*start, *step, &count);
            result = result.intersect(&affine, by);
        }
        result
    }

    /// The range of a recurrence in the first `count + 1` iterations.
    fn range_of_affine(&mut self, start: Scev, step: Scev, count: &Int) -> ConstantRange {
        let (signed_start, signed_step) = (self.range(start, true), self.range(step, true));
        let low = moved(&signed_step.signed_min(), &signed_start, count, true);
        let high = moved(&signed_step.signed_max(), &signed_start, count, true);
        let signed = low.union(&high, Preferred::Smallest);
        let unsigned_step = self.range(step, false).unsigned_max();
        let unsigned = moved(&unsigned_step, &self.range(start, false), count, false);
        signed.intersect(&unsigned, Preferred::Smallest)
    }

    fn range_of_unknown(&mut self, s: Scev, value: Value, result: ConstantRange, is_signed: bool) -> ConstantRange {
        let width = self.width(s);
        let by = if is_signed { Preferred::Signed } else { Preferred::Unsigned };
        let mut result = result;
        if let Some(range) = self.declared_range(value, width) {
            result = result.intersect(&range, by);
        }
        if let Some(bits) = self.known_bits_of(value).filter(|bits| bits.width() == width) {
            let known = ConstantRange::of_known_bits(&bits.zero, &bits.one, false);
            result = result.intersect(&known, by);
        }
        let is_pointer = self.is_pointer(s);
        if !is_pointer {
            let bits = self.query.sign_bits(value).min(width);
            if bits > 1 {
                let (min, max) = (Int::min_signed(width).ashr(bits - 1), Int::max_signed(width).ashr(bits - 1));
                result = result.intersect(&ConstantRange::new(min, max.add(&Int::one(width))), by);
            }
        } else if !is_signed && let Some((size, align)) = self.object(value) {
            // The object does not extend across the end of the address space.
            if size > 1 && (width >= 64 || size < 1 << width) {
                let last = Int::all_ones(width).sub(&Int::new(width, size));
                let align = Int::new(width, align.max(1));
                let rest = last.urem(&align).unwrap_or_else(|| Int::zero(width));
                let upper = last.sub(&rest).add(&Int::one(width));
                let lower = if self.query.is_non_zero(value) { align } else { Int::zero(width) };
                result = result.intersect(&ConstantRange::new(lower, upper), by);
            }
        }
        // A phi has the value of one of its incoming values.
        if let Some(inst) = value.as_inst()
            && let InstData::Phi { incoming, .. } = self.query.body.inst(inst)
        {
            let values: Vec<Value> = self.query.body.list_values(incoming).iter().step_by(2).copied().collect();
            if values.len() <= MAX_INCOMING && self.nesting < super::MAX_NESTING {
                // Phis that use each other find the range so far.
                self.tables.ranges[usize::from(is_signed)][s] = Some(result.clone());
                self.nesting += 1;
                let mut all = ConstantRange::empty(width);
                for incoming in values {
                    let incoming = self.of(incoming);
                    all = all.union(&self.range(incoming, is_signed), Preferred::Smallest);
                    if all.is_full() {
                        break;
                    }
                }
                self.nesting -= 1;
                result = result.intersect(&all, by);
            }
        }
        result
    }

    /// The known bits of a value where it is defined.
    pub(super) fn known_bits_of(&self, value: Value) -> Option<KnownBits> {
        Query { at: value.as_inst(), ..self.query }.known_bits(value)
    }

    /// The size and alignment of the object that a pointer is the address of.
    fn object(&self, value: Value) -> Option<(u64, u64)> {
        let module = self.query.module;
        let (cx, layout) = (module.context(), module.data_layout());
        match value.kind() {
            ValueKind::Inst(inst) => {
                let InstData::Alloca { allocated, count, align, .. } = *self.query.body.inst(inst) else { return None };
                let size = layout.alloc_size(cx, allocated).filter(|size| !size.scalable)?;
                let count = module.constants().as_u64(count)?;
                Some((size.min.checked_mul(count)?, align.bytes().unwrap_or(1)))
            }
            ValueKind::Arg(n) => {
                let set = self.query.param_attributes(n);
                let bytes = |kind| cx.attribute_int(set, kind);
                let size = bytes(AttrKind::DEREFERENCEABLE).or_else(|| bytes(AttrKind::DEREFERENCEABLE_OR_NULL))?;
                Some((size, bytes(AttrKind::ALIGN).unwrap_or(1)))
            }
            ValueKind::Global(global) => {
                use lindworm_ir::module::Linkage;
                let data = module.global(global)?;
                data.as_variable()?;
                if data.linkage == Linkage::ExternalWeak {
                    return None;
                }
                let size = layout.alloc_size(cx, data.value_type).filter(|size| !size.scalable)?;
                Some((size.min, data.align.bytes().unwrap_or(1)))
            }
            _ => None,
        }
    }

    /// The range of a value by `!range` and `range`.
    fn declared_range(&self, value: Value, width: u32) -> Option<ConstantRange> {
        let cx = self.query.module.context();
        let of_set = |set| match cx.attribute(set, AttrKind::RANGE) {
            Some(Attribute::Range(_, range)) if range.0.width() == width => {
                Some(ConstantRange::new(range.0.clone(), range.1.clone()))
            }
            _ => None,
        };
        match value.kind() {
            ValueKind::Arg(n) => of_set(self.query.param_attributes(n)),
            ValueKind::Inst(inst) => {
                let bounds = self.query.range_metadata(inst);
                let mut declared: Option<ConstantRange> = None;
                for pair in bounds.chunks_exact(2).filter(|pair| pair[0].width() == width) {
                    let range = ConstantRange::new(pair[0].clone(), pair[1].clone());
                    declared = Some(match declared {
                        Some(known) => known.union(&range, Preferred::Smallest),
                        None => range,
                    });
                }
                if let Some(call) = self.query.body.inst(inst).call_info() {
                    let callee = self.query.module.callee(call.callee).map(|f| f.attributes);
                    for list in [Some(call.attributes), callee].into_iter().flatten() {
                        if let Some(range) = of_set(cx.attribute_list(list).result) {
                            declared = Some(match declared {
                                Some(known) => known.intersect(&range, Preferred::Smallest),
                                None => range,
                            });
                        }
                    }
                }
                declared
            }
            _ => None,
        }
    }
}

/// The values from a start in steps.
fn moved(step: &Int, start: &ConstantRange, count: &Int, is_signed: bool) -> ConstantRange {
    let width = start.width();
    if step.is_zero() || count.is_zero() {
        return start.clone();
    }
    if start.is_full() {
        return ConstantRange::full(width);
    }
    let goes_down = is_signed && step.is_negative();
    let step = if is_signed { step.abs() } else { step.clone() };
    let (offset, wraps) = step.umul_overflow(count);
    if wraps {
        return ConstantRange::full(width);
    }
    let one = Int::one(width);
    let (lower, upper) = (start.lower().clone(), start.upper().sub(&one));
    let end = if goes_down { lower.sub(&offset) } else { upper.add(&offset) };
    if start.contains(&end) {
        return ConstantRange::full(width);
    }
    match goes_down {
        true => ConstantRange::new(end, upper.add(&one)),
        false => ConstantRange::new(lower, end.add(&one)),
    }
}

pub(crate) fn int_flags(flags: Wrap) -> IntFlags {
    let mut result = IntFlags::empty();
    if flags.contains(Wrap::NUW) {
        result |= IntFlags::NUW;
    }
    if flags.contains(Wrap::NSW) {
        result |= IntFlags::NSW;
    }
    result
}
