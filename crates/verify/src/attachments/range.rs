//! Metadata with ranges of integers: `!range`, `!noalias.addrspace`, `!absolute_symbol`.

use std::cmp::Ordering;

use lindworm_ir::eval::Int;
use lindworm_ir::{Global, Inst, InstData, Metadata, Type};

use super::{int, operand, operands};
use crate::check::{Checked, Checker, FunctionCheck, check};
use crate::finding::Entity;
use crate::rules::attachments as rules;

/// The subject of the ranges.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The result of an instruction.
    Result,
    /// The address of a global, which may be unrestricted.
    Address,
    /// The excluded address spaces of a pointer.
    AddressSpaces,
}

/// Checks `!range`.
pub(super) fn check(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let placed = matches!(f.body.inst(inst), InstData::Load { .. } | InstData::Call { .. } | InstData::Invoke { .. });
    let shown = f.value(inst);
    check!(f, placed, rules::RANGE_PLACE, shown);
    let ty = f.body.inst_type(inst);
    let _ = check_ranges(f, &shown, m, ty, Purpose::Result);
    Ok(())
}

/// Checks `!noalias.addrspace`.
pub(super) fn check_no_alias_address_spaces(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    use InstData::*;
    let data = f.body.inst(inst);
    let placed = matches!(data, Load { .. } | Store { .. } | AtomicRmw { .. } | CmpXchg { .. } | Call { .. });
    let shown = f.value(inst);
    check!(f, placed, rules::NOALIAS_ADDRSPACE_PLACE, shown);
    let ty = f.body.inst_type(inst);
    let _ = check_ranges(f, &shown, m, ty, Purpose::AddressSpaces);
    Ok(())
}

/// Checks `!absolute_symbol` of a global.
pub(super) fn check_absolute_symbol(checker: &mut Checker, id: Global, m: Metadata) -> Checked {
    let address = checker.module.value_type(None, id.into());
    let Some(ty) = checker.module.data_layout().int_type_of_pointer(checker.cx, address) else { return Ok(()) };
    check_ranges(checker, &id.into(), m, ty, Purpose::Address)
}

/// The half-open range from `low` to `high`, which may wrap. With equal bounds, the range is full if they are the maximum, and
/// empty if they are 0.
#[derive(Clone)]
struct Range {
    low: Int,
    high: Int,
}

impl Range {
    fn is_empty(&self) -> bool {
        self.low == self.high && self.low.is_zero()
    }

    fn is_full(&self) -> bool {
        self.low == self.high && self.low.is_all_ones()
    }

    fn contains(&self, x: &Int) -> bool {
        let (from, to) = (self.low.ucmp(x) != Ordering::Greater, x.ucmp(&self.high) == Ordering::Less);
        match self.low.ucmp(&self.high) {
            Ordering::Less => from && to,
            Ordering::Equal => self.is_full(),
            Ordering::Greater => from || to,
        }
    }

    fn overlaps(&self, other: &Range) -> bool {
        self.contains(&other.low) || other.contains(&self.low)
    }

    fn touches(&self, other: &Range) -> bool {
        self.high == other.low || self.low == other.high
    }
}

/// Checks pairs of bounds; `shown` is the owner of the attachment.
fn check_ranges(checker: &mut Checker, shown: &Entity, m: Metadata, ty: Type, purpose: Purpose) -> Checked {
    let words = operands(checker.view, m);
    check!(checker, words.len().is_multiple_of(2), rules::RANGE_UNFINISHED, m);
    check!(checker, !words.is_empty(), rules::RANGE_NONE, m);
    let scalar = checker.cx.scalar_type(ty);
    let mut first: Option<Range> = None;
    let mut last: Option<Range> = None;
    for pair in words.chunks_exact(2) {
        let bound = |i| int(checker, operand(pair, i));
        let (low, high) = (bound(0), bound(1));
        let Some(low) = low else { return checker.fail(&rules::RANGE_LOWER, &[]) };
        let Some(high) = high else { return checker.fail(&rules::RANGE_UPPER, &[]) };
        let types = [low, high].map(|v| checker.module.value_type(None, v));
        check!(checker, types[0] == types[1], rules::RANGE_PAIR_TYPES, shown.clone());
        match purpose {
            Purpose::AddressSpaces => {
                check!(checker, types[1] == Type::I32, rules::NOALIAS_ADDRSPACE_TYPE, shown.clone());
            }
            _ => check!(checker, types[1] == scalar, rules::RANGE_TYPE, shown.clone()),
        }
        let bounds = [low, high].map(|v| checker.module.constants().as_int(checker.cx, v));
        let [Some(low), Some(high)] = bounds else { return Ok(()) };
        let proper = low != high || low.is_zero() || low.is_all_ones();
        check!(checker, proper, rules::RANGE_SAME_BOUNDS, shown.clone());
        let range = Range { low, high };
        let fits = !range.is_empty() && (purpose == Purpose::Address || !range.is_full());
        check!(checker, fits, rules::RANGE_EMPTY, m);
        if let Some(last) = &last {
            check!(checker, !range.overlaps(last), rules::RANGE_OVERLAP, m);
            check!(checker, range.low.scmp(&last.low) == Ordering::Greater, rules::RANGE_ORDER, m);
            check!(checker, !range.touches(last), rules::RANGE_CONTIGUOUS, m);
        }
        first.get_or_insert_with(|| range.clone());
        last = Some(range);
    }
    if words.len() > 4
        && let (Some(first), Some(last)) = (&first, &last)
    {
        check!(checker, !first.overlaps(last), rules::RANGE_OVERLAP, m);
        check!(checker, !first.touches(last), rules::RANGE_CONTIGUOUS, m);
    }
    Ok(())
}
