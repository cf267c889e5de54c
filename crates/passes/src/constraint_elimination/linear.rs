//! Integers and addresses as linear sums of other values.

use lindworm_analysis::alias::{AliasAnalysis, AliasCache};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags, IntPredicate};
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{InstData, Type, Value};
use smallvec::SmallVec;

use crate::value_tracking::Query;

/// The maximum number of values that are looked at for one sum. Operands may be shared.
const MAX_STEPS: u32 = 64;

/// A comparison of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Compare {
    pub predicate: IntPredicate,
    pub lhs: Value,
    pub rhs: Value,
}

/// A multiple of a value.
#[derive(Clone, Copy)]
pub(super) struct Term {
    pub value: Value,
    pub factor: i64,
    /// Whether the value is known not to be negative as a signed integer.
    pub is_non_negative: bool,
}

/// A constant plus multiples of values, without overflow.
#[derive(Clone, Default)]
pub(super) struct Sum {
    pub offset: i64,
    pub terms: SmallVec<[Term; 4]>,
}

impl Sum {
    fn number(offset: i64) -> Sum {
        Sum { offset, terms: SmallVec::new() }
    }

    fn value(value: Value, is_non_negative: bool) -> Sum {
        Sum { offset: 0, terms: SmallVec::from_slice(&[Term { value, factor: 1, is_non_negative }]) }
    }

    fn plus(mut self, other: &Sum) -> Option<Sum> {
        self.offset = self.offset.checked_add(other.offset)?;
        self.terms.extend_from_slice(&other.terms);
        Some(self)
    }

    fn times(mut self, factor: i64) -> Option<Sum> {
        self.offset = self.offset.checked_mul(factor)?;
        for term in &mut self.terms {
            term.factor = term.factor.checked_mul(factor)?;
        }
        Some(self)
    }
}

/// An address as base, constant offset and multiples of indices.
pub(super) struct Address {
    pub base: Value,
    pub offset: i64,
    pub indices: SmallVec<[(Value, i64); 2]>,
    pub flags: GepFlags,
}

/// The address that a `getelementptr` computes. That of an instruction whose result is the base is included, if there is at most one
/// index that is not constant.
pub(super) fn address(query: &Query<'_>, value: Value) -> Option<Address> {
    let mut outer = offsets(query, value)?;
    if outer.base.as_inst().is_some()
        && let Some(inner) = offsets(query, outer.base)
        && outer.indices.len() + inner.indices.len() <= 1
        && let Some(offset) = outer.offset.checked_add(inner.offset)
    {
        outer.indices.extend(inner.indices);
        outer = Address { base: inner.base, offset, indices: outer.indices, flags: outer.flags & inner.flags };
    }
    Some(outer)
}

/// The width of the indices of a pointer.
pub(super) fn index_width(query: &Query<'_>, pointer: Type) -> Option<u32> {
    let module = query.module;
    module.context().addr_space(pointer).map(|space| module.data_layout().pointer(space).index_bits)
}

fn offsets(query: &Query<'_>, value: Value) -> Option<Address> {
    let (source, flags, operands) = query.gep_parts(value)?;
    let (&base, indices) = operands.split_first()?;
    let (cx, layout, constants) = (query.module.context(), query.module.data_layout(), query.module.constants());
    let pointer = query.type_of(value);
    if !cx.is_pointer(pointer) || !cx.is_pointer(query.type_of(base)) {
        return None;
    }
    let width = index_width(query, pointer).filter(|&width| width <= 64)?;
    let mut address = Address { base, offset: 0, indices: SmallVec::new(), flags };
    let mut ty = source;
    for (depth, &index) in indices.iter().enumerate() {
        if depth > 0 && cx.is_struct(ty) {
            let field = constants.struct_index(cx, index)?;
            let at = layout.struct_layout(cx, ty)?.offsets.get(field as usize).copied()?;
            address.offset = address.offset.checked_add_unsigned(at.min)?;
            ty = cx.element_type(ty, field)?;
            continue;
        }
        let size;
        (ty, size) = layout.indexed(cx, ty, depth == 0).filter(|(_, size)| !size.scalable)?;
        let size = i64::try_from(size.min).ok()?;
        match constants.as_int(cx, index) {
            Some(n) => address.offset = address.offset.checked_add(n.to_i64()?.checked_mul(size)?)?,
            None => match address.indices.iter_mut().find(|(known, _)| *known == index) {
                Some((_, factor)) => *factor = factor.checked_add(size)?,
                None => address.indices.push((index, size)),
            },
        }
    }
    // Offsets are as wide as indices.
    let is_narrow = |n: i64| Int::from_i64(64, n).min_signed_bits() <= width;
    let fits = is_narrow(address.offset) && address.indices.iter().all(|&(_, factor)| is_narrow(factor));
    fits.then_some(address)
}

/// Computes sums, and collects the conditions under which they equal the values.
pub(super) struct Linear<'q> {
    pub query: Query<'q>,
    /// The sums are valid if these hold.
    pub needs: SmallVec<[Compare; 2]>,
    steps: u32,
}

impl<'q> Linear<'q> {
    pub fn new(query: Query<'q>) -> Linear<'q> {
        Linear { query, needs: SmallVec::new(), steps: MAX_STEPS }
    }

    /// The sum that equals a value, as a signed or unsigned integer. Recursive, as deep as [`MAX_STEPS`].
    pub fn sum(&mut self, value: Value, is_signed: bool) -> Sum {
        if self.steps == 0 {
            return Sum::value(value, false);
        }
        self.steps -= 1;
        let cx = self.query.module.context();
        let ty = self.query.type_of(value);
        if cx.is_pointer(ty) && !is_signed {
            if self.query.module.constants().is_zero(value) {
                return Sum::number(0);
            }
            return self.address(value).unwrap_or_else(|| Sum::value(value, false));
        }
        match cx.int_width(ty).filter(|&width| width <= 64) {
            None => Sum::value(value, false),
            Some(width) if is_signed => self.signed(value, width),
            Some(_) => self.unsigned(value),
        }
    }

    fn int(&self, value: Value) -> Option<Int> {
        self.query.module.constants().as_int(self.query.module.context(), value)
    }

    /// A constant as a signed coefficient.
    fn signed_number(&self, value: Value) -> Option<i64> {
        self.int(value)?.to_i64().filter(|&n| n > i64::MIN && n < i64::MAX)
    }

    fn is_narrow(&self, value: Value) -> bool {
        self.query.width_of(value).is_some_and(|width| width <= 64)
    }

    /// Records that a value must not be negative, unless it is known not to be.
    fn require_non_negative(&mut self, value: Value, is_checked: bool) {
        if is_checked && self.query.known_bits(value).is_some_and(|known| known.is_non_negative()) {
            return;
        }
        let zero = self.query.module.constants().zero(self.query.module.context(), self.query.type_of(value));
        self.needs.push(Compare { predicate: IntPredicate::Sge, lhs: value, rhs: zero });
    }

    fn plus(&mut self, lhs: Value, rhs: Value, is_signed: bool) -> Option<Sum> {
        let (a, b) = (self.sum(lhs, is_signed), self.sum(rhs, is_signed));
        a.plus(&b)
    }

    fn minus(&mut self, lhs: Value, rhs: Value, is_signed: bool) -> Option<Sum> {
        let (a, b) = (self.sum(lhs, is_signed), self.sum(rhs, is_signed));
        a.plus(&b.times(-1)?)
    }

    fn signed(&mut self, value: Value, width: u32) -> Sum {
        if let Some(n) = self.signed_number(value) {
            return Sum::number(n);
        }
        let mut value = value;
        let mut is_non_negative = false;
        if let Some(&InstData::Cast { op, flags, value: from, .. }) = self.query.inst(value) {
            match op {
                CastOp::SExt => value = from,
                CastOp::ZExt if flags.contains(IntFlags::NNEG) => (value, is_non_negative) = (from, true),
                CastOp::Trunc if flags.contains(IntFlags::NSW) && self.is_narrow(from) => value = from,
                _ => {}
            }
        }
        let of_operands = match self.query.binary(value) {
            Some((op, flags, lhs, rhs)) if flags.contains(IntFlags::NSW) => match op {
                BinaryOp::Add => self.plus(lhs, rhs, true),
                BinaryOp::Sub => self.minus(lhs, rhs, true),
                BinaryOp::Mul => self.signed_number(rhs).and_then(|n| self.sum(lhs, true).times(n)),
                // The shift by all bits but the sign is no multiplication by a positive number.
                BinaryOp::Shl => {
                    let by = self.int(rhs).and_then(|n| n.to_u64()).filter(|&by| by < u64::from(width) - 1);
                    by.and_then(|by| self.sum(lhs, true).times(1 << by))
                }
                _ => None,
            },
            _ => None,
        };
        of_operands.unwrap_or_else(|| Sum::value(value, is_non_negative))
    }

    fn unsigned(&mut self, value: Value) -> Sum {
        if let Some(n) = self.int(value) {
            return match n.to_u64().and_then(|n| i64::try_from(n).ok()).filter(|&n| n < i64::MAX) {
                Some(n) => Sum::number(n),
                None => Sum::value(value, false),
            };
        }
        let mut value = value;
        if let Some(&InstData::Cast { op, flags, value: from, .. }) = self.query.inst(value) {
            match op {
                CastOp::ZExt if self.is_narrow(from) => value = from,
                CastOp::SExt => {
                    self.require_non_negative(from, false);
                    value = from;
                }
                CastOp::Trunc if self.is_narrow(from) && flags.intersects(IntFlags::NUW | IntFlags::NSW) => {
                    if !flags.contains(IntFlags::NUW) {
                        self.require_non_negative(from, false);
                    }
                    value = from;
                }
                _ => {}
            }
        }
        self.unsigned_binary(value).unwrap_or_else(|| Sum::value(value, false))
    }

    fn unsigned_binary(&mut self, value: Value) -> Option<Sum> {
        let (op, flags, lhs, rhs) = self.query.binary(value)?;
        let is_nuw = flags.contains(IntFlags::NUW);
        match op {
            BinaryOp::Add if is_nuw => self.plus(lhs, rhs, false),
            BinaryOp::Add => {
                if let Some(n) = self.signed_number(rhs).filter(|&n| n < 0) {
                    // Does not wrap if the number that is subtracted is not greater.
                    let least = Int::from_i64(self.query.width_of(lhs)?, -n);
                    let least = self.query.int(self.query.type_of(lhs), &least);
                    self.needs.push(Compare { predicate: IntPredicate::Uge, lhs, rhs: least });
                    return self.sum(lhs, false).plus(&Sum::number(n));
                }
                if !flags.contains(IntFlags::NSW) {
                    return None;
                }
                self.require_non_negative(lhs, true);
                self.require_non_negative(rhs, true);
                self.plus(lhs, rhs, false)
            }
            BinaryOp::Or if flags.contains(IntFlags::DISJOINT) && self.int(rhs).is_some() => self.plus(lhs, rhs, false),
            BinaryOp::Shl if is_nuw => {
                let by = self.int(rhs)?.to_u64().filter(|&by| by < 63)?;
                self.sum(lhs, false).times(1 << by)
            }
            BinaryOp::Mul if is_nuw => {
                let factor = self.signed_number(rhs).filter(|&n| n >= 0)?;
                self.sum(lhs, false).times(factor)
            }
            BinaryOp::Sub if is_nuw => self.minus(lhs, rhs, false),
            _ => None,
        }
    }

    /// The sum of a `getelementptr` that does not wrap: with `nuw`, or with `nusw` and indices that are not negative.
    fn address(&mut self, value: Value) -> Option<Sum> {
        let of = address(&self.query, value)?;
        let is_nusw = of.flags.contains(GepFlags::NUSW);
        let is_nuw = of.flags.contains(GepFlags::NUW);
        if !is_nusw && (!is_nuw || of.offset < 0) {
            return None;
        }
        let width = index_width(&self.query, self.query.type_of(value))?;
        let mut sum = Sum::value(of.base, false);
        sum.offset = of.offset;
        for (index, factor) in of.indices {
            sum = sum.plus(&self.sum(index, false).times(factor)?)?;
            // An index that is narrower than addresses is sign-extended; the truncation of a wider one keeps its value.
            if !is_nuw || self.query.width_of(index)? < width {
                self.require_non_negative(index, true);
            }
        }
        Some(sum)
    }
}

/// What an access says about the only index of its address: the access is within the object that the address is based on.
pub(super) fn bounded_index(query: &Query<'_>, pointer: Value, accessed: Type) -> Option<Compare> {
    let of = address(query, pointer).filter(|of| of.flags.contains(GepFlags::NUW))?;
    let &[(index, factor)] = &of.indices[..] else { return None };
    let width = index_width(query, query.type_of(pointer))?;
    let (cx, layout) = (query.module.context(), query.module.data_layout());
    let size = layout.store_size(cx, accessed).filter(|size| !size.scalable)?.min;
    if query.width_of(index) != Some(width) || cx.is_pointer(query.type_of(index)) || factor <= 0 {
        return None;
    }
    let object = object_size(query, of.base)?;
    // In the arithmetic of addresses, as the sum does not wrap.
    let number = |n: u64| Int::new(64, n).trunc(width);
    let room = number(object.wrapping_sub(size)).sub(&Int::from_i64(64, of.offset).trunc(width));
    let greatest = room.udiv(&Int::from_i64(width, factor))?;
    let rhs = query.int(query.type_of(index), &greatest);
    Some(Compare { predicate: IntPredicate::Ule, lhs: index, rhs })
}

/// The size of the object that starts at an address, rounded up to its alignment.
fn object_size(query: &Query<'_>, base: Value) -> Option<u64> {
    let cache = AliasCache::default();
    let alias = AliasAnalysis::new(query.module, query.body, query.uses, query.function, &cache);
    let size = alias.object_size(base)?;
    let cx = query.module.context();
    let align = match base.kind() {
        ValueKind::Inst(inst) => match query.body.inst(inst) {
            InstData::Alloca { align, .. } => align.bytes(),
            _ => None,
        },
        ValueKind::Arg(n) => cx.attribute_int(query.param_attributes(n), AttrKind::ALIGN),
        ValueKind::Global(g) => query.module.global(g)?.align.bytes(),
        _ => None,
    };
    size.checked_next_multiple_of(align.unwrap_or(1).max(1))
}
