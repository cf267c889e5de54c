//! Attributes ([`PARAMATTR_GROUP_BLOCK`](https://llvm.org/docs/BitCodeFormat.html#paramattr-group-block),
//! [`PARAMATTR_BLOCK`](https://llvm.org/docs/BitCodeFormat.html#paramattr-block)).

use lindworm_ir::Module;
use lindworm_ir::attributes::{AttrKind, Attribute};
use lindworm_ir::eval::Int;

use super::ids::{ModuleIds, attribute_groups};
use crate::bitstream::StreamWriter;
use crate::codes::{attribute, attribute_form as form, block};
use crate::encoding::signed_code;

/// The version of the encoding of `memory`, in its highest byte.
const MEMORY_VERSION: u64 = 1 << 56;

/// Writes attribute groups and the attribute lists composed of them.
pub(super) fn write_attributes(module: &Module, ids: &ModuleIds, out: &mut StreamWriter) {
    let cx = module.context();
    let mut ops = Vec::new();
    if !ids.attributes.groups.is_empty() {
        out.enter_block(block::PARAMATTR_GROUP, 3);
        for (id, &(index, set)) in (1..).zip(&ids.attributes.groups) {
            ops.clear();
            ops.extend([id, index.into()]);
            cx.attribute_set(set).iter().for_each(|attribute| push_attribute(ids, attribute, &mut ops));
            out.record(attribute::GRP_CODE_ENTRY, &ops);
        }
        out.end_block();
    }
    if !ids.attributes.lists.is_empty() {
        out.enter_block(block::PARAMATTR, 3);
        for &list in &ids.attributes.lists {
            ops.clear();
            ops.extend(attribute_groups(cx, list).map(|group| u64::from(ids.attributes.group(group))));
            out.record(attribute::CODE_ENTRY, &ops);
        }
        out.end_block();
    }
}

fn push_attribute(ids: &ModuleIds, attribute: &Attribute, ops: &mut Vec<u64>) {
    match attribute {
        Attribute::Enum(kind) => ops.extend([form::ENUM, kind.code()]),
        Attribute::Int(kind, value) => {
            let version = if *kind == AttrKind::MEMORY { MEMORY_VERSION } else { 0 };
            ops.extend([form::INT, kind.code(), value | version]);
        }
        Attribute::Type(kind, None) => ops.extend([form::TYPE_LEFT_OUT, kind.code()]),
        Attribute::Type(kind, Some(ty)) => ops.extend([form::TYPE, kind.code(), ids.ty(*ty)]),
        Attribute::Range(kind, range) => {
            ops.extend([form::RANGE, kind.code(), range.0.width().into()]);
            push_range(range, ops);
        }
        Attribute::Ranges(kind, ranges) => {
            let width = ranges.first().map_or(0, |range| range.0.width());
            ops.extend([form::RANGES, kind.code(), ranges.len() as u64, width.into()]);
            ranges.iter().for_each(|range| push_range(range, ops));
        }
        Attribute::String(key, value) => {
            ops.push(if value.is_empty() { form::KEY } else { form::KEY_AND_VALUE });
            for text in [key, value].into_iter().take(if value.is_empty() { 1 } else { 2 }) {
                ops.extend(text.iter().map(|&c| u64::from(c)));
                ops.push(0);
            }
        }
    }
}

/// Writes the bounds of a range, whose width is known.
pub(super) fn push_range((lower, upper): &(Int, Int), ops: &mut Vec<u64>) {
    if lower.width() <= 64 {
        let signed = |bound: &Int| bound.sext_or_trunc(64).low_u64() as i64;
        return ops.extend([signed_code(signed(lower)), signed_code(signed(upper))]);
    }
    ops.push(active_limbs(lower) as u64 | (active_limbs(upper) as u64) << 32);
    push_wide_int(lower, ops);
    push_wide_int(upper, ops);
}

/// Writes an integer of more than 64 bits without leading zero words.
pub(super) fn push_wide_int(value: &Int, ops: &mut Vec<u64>) {
    ops.extend((0..active_limbs(value)).map(|i| signed_code(value.limb(i) as i64)));
}

fn active_limbs(value: &Int) -> usize {
    value.active_bits().max(1).div_ceil(64) as usize
}
