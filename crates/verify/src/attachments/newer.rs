//! Attachments that are unknown to LLVM 22 or have no rules there.

use lindworm_ir::attributes::{MemoryLocation, ModRef};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Inst, InstData, Metadata, Type};

use super::{int, is_call, operand, operands, string};
use crate::check::{Checked, FunctionCheck, check};
use crate::intrinsics::FLOAT_CLASSES;
use crate::rules::attachments as rules;

pub(super) fn check(f: &mut FunctionCheck, inst: Inst, attachments: &[(MetadataKind, Metadata)]) -> Checked {
    for &(kind, m) in attachments {
        match f.cx.metadata_kind_name(kind) {
            // LLVM stops at a violation of one of these.
            b"invariant.load" => check_invariant_load(f, inst)?,
            b"noundef" => check_noundef(f, inst, m)?,
            name => {
                let _ = match name {
                    b"nofpclass" => check_nofpclass(f, inst, m),
                    b"mem.cache_hint" => check_cache_hint(f, inst, m),
                    b"inline_history" => check_inline_history(f, inst, m),
                    b"amdgpu.expected.active.lanes" => check_active_lanes(f, inst, m),
                    _ => Ok(()),
                };
            }
        }
    }
    Ok(())
}

fn check_invariant_load(f: &mut FunctionCheck, inst: Inst) -> Checked {
    let reads = |call: &CallInfo| f.view.intrinsic(call.callee).is_some() && only_reads(f, call);
    let data = f.body.inst(inst);
    let fits = matches!(data, InstData::Load { .. }) || data.call_info().is_some_and(reads);
    check!(f, fits, rules::INVARIANT_LOAD, f.value(inst));
    Ok(())
}

/// Whether a call and its callee do not write memory.
fn only_reads(f: &FunctionCheck, call: &CallInfo) -> bool {
    let reads = |list| {
        let set = f.cx.attribute_list(list).function;
        let effects = f.cx.memory_effects(set);
        MemoryLocation::ALL.iter().all(|&location| !effects.get(location).contains(ModRef::MOD))
    };
    reads(call.attributes) || f.view.function(call.callee).is_some_and(|callee| reads(callee.attributes))
}

fn check_noundef(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    check!(f, matches!(f.body.inst(inst), InstData::Load { .. }), rules::NOUNDEF_PLACE, f.value(inst));
    check!(f, operands(f.view, m).is_empty(), rules::NOUNDEF_OPERANDS, f.value(inst));
    Ok(())
}

fn check_active_lanes(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let words = f.view.tuple(m).unwrap_or_default();
    check!(f, words.len() == 1, rules::ACTIVE_LANES, f.value(inst), m);
    let lanes = int(f, operand(words, 0)).filter(|&v| f.ty(v) == Type::I32);
    check!(f, lanes.is_some(), rules::ACTIVE_LANES_INT, f.value(inst), m);
    Ok(())
}

fn check_nofpclass(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    check!(f, matches!(f.body.inst(inst), InstData::Load { .. }), rules::NOFPCLASS_PLACE, f.value(inst));
    let mut ty = f.body.inst_type(inst);
    while let TypeKind::Array { element, .. } = *f.cx.kind(ty) {
        ty = element;
    }
    let fields = f.cx.struct_parts(ty).map(|(fields, _)| fields);
    let is_float = |ty: Type| f.cx.is_float_or_float_vector(ty);
    let floats = fields.map_or(is_float(ty), |fields| fields.first().is_some_and(|&ty| is_float(ty)));
    check!(f, floats, rules::NOFPCLASS_TYPE, f.value(inst));
    let words = operands(f.view, m);
    check!(f, words.len() == 1, rules::NOFPCLASS_COUNT, f.value(inst));
    let mask = int(f, operand(words, 0)).filter(|&v| f.module.value_type(None, v) == Type::I32);
    check!(f, mask.is_some(), rules::NOFPCLASS_INT, f.value(inst));
    let mask = mask.and_then(|v| f.module.constants().as_u64(v)).unwrap_or(0);
    check!(f, mask != 0, rules::NOFPCLASS_EMPTY, f.value(inst));
    check!(f, mask & !FLOAT_CLASSES == 0, rules::NOFPCLASS_MASK, f.value(inst));
    Ok(())
}

fn check_inline_history(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    check!(f, is_call(f, inst), rules::INLINE_HISTORY_PLACE, f.value(inst));
    for &word in operands(f.view, m) {
        let is_function = Metadata::from_word(word).is_none_or(|m| {
            let value = f.view.constant(m);
            value.is_some_and(|v| f.view.function(v).is_some())
        });
        check!(f, is_function, rules::INLINE_HISTORY_FUNCTIONS, f.value(inst), m);
    }
    Ok(())
}

fn check_cache_hint(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    use InstData::*;
    let shown = f.value(inst);
    let data = f.body.inst(inst);
    let mut pointers = Vec::new();
    if let Some(call) = data.call_info() {
        let intrinsic = f.view.intrinsic(call.callee);
        check!(f, intrinsic.is_some(), rules::CACHE_HINT_CALL, shown);
        let args = f.body.list_values(&call.args);
        pointers.extend(args.iter().map(|&arg| f.cx.is_pointer(f.ty(arg))));
    } else {
        let is_access = matches!(data, Load { .. } | Store { .. } | Fence { .. } | CmpXchg { .. } | AtomicRmw { .. });
        check!(f, is_access || matches!(data, VaArg { .. }), rules::CACHE_HINT_PLACE, shown);
        data.for_each_operand(f.body.values(), |operand| pointers.push(f.cx.is_pointer(f.ty(operand))));
    }
    let words = operands(f.view, m);
    check!(f, words.len().is_multiple_of(2), rules::CACHE_HINT_PAIRS, shown, m);
    let mut last = None;
    for pair in words.chunks_exact(2) {
        let number = int(f, operand(pair, 0)).and_then(|v| f.module.constants().as_int(f.cx, v));
        let hint = operand(pair, 1).filter(|&hint| f.view.tuple(hint).is_some());
        let (Some(number), Some(hint)) = (number, hint) else {
            return f.fail(&rules::CACHE_HINT_PAIR, &[shown, m.into()]);
        };
        check!(f, !number.is_negative(), rules::CACHE_HINT_NEGATIVE, shown, m);
        let number = number.to_u64().unwrap_or(u64::MAX);
        let pointer = usize::try_from(number).ok().and_then(|number| pointers.get(number).copied());
        check!(f, pointer.is_some(), rules::CACHE_HINT_RANGE, shown, m);
        check!(f, pointer == Some(true), rules::CACHE_HINT_POINTER, shown, m);
        check!(f, last != Some(number), rules::CACHE_HINT_TWICE, shown, m);
        check!(f, last < Some(number), rules::CACHE_HINT_ORDER, shown, m);
        last = Some(number);
        check_hint(f, inst, hint)?;
    }
    Ok(())
}

/// Checks the keys and values of a hint.
fn check_hint(f: &mut FunctionCheck, inst: Inst, hint: Metadata) -> Checked {
    let shown = f.value(inst);
    let words = operands(f.view, hint);
    check!(f, words.len().is_multiple_of(2), rules::CACHE_HINT_VALUES, shown, hint);
    let mut keys = HashSet::default();
    for pair in words.chunks_exact(2) {
        let key = string(f, operand(pair, 0));
        check!(f, key.is_some(), rules::CACHE_HINT_KEY, shown, hint);
        check!(f, keys.insert(key), rules::CACHE_HINT_KEY_TWICE, shown, hint);
        let value = operand(pair, 1);
        check!(f, string(f, value).is_some() || int(f, value).is_some(), rules::CACHE_HINT_VALUE, shown, hint);
    }
    Ok(())
}
