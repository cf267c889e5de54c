//! Attributes of calls and arguments that [`crate::attributes`] cannot check without the call.

use lindworm_ir::attributes::{AttrKind, AttrKinds, Attribute, AttributeList, AttributeSet};
use lindworm_ir::constant::ConstantData;
use lindworm_ir::eval::Int;
use lindworm_ir::instruction::{CallInfo, TailCall};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Context, Inst, InstData, Type, Value};

use super::{Callee, bundles};
use crate::attributes;
use crate::check::{Checked, FunctionCheck, check};
use crate::pointers::{Through, base_of};
use crate::rules::{attributes as of_attributes, calls as rules};

/// The attributes of arguments checked by [`check_special`].
pub const SPECIAL: AttrKinds =
    AttrKinds::of(&[AttrKind::IN_ALLOCA, AttrKind::SWIFT_ERROR, AttrKind::IMM_ARG, AttrKind::PREALLOCATED]);

/// The union of the attributes of all parameters.
pub fn param_kinds(cx: &Context, list: AttributeList) -> AttrKinds {
    if list == AttributeList::EMPTY {
        return AttrKinds::NONE;
    }
    let sets = cx.attribute_list(list).params.iter().filter(|set| !set.is_empty());
    sets.fold(AttrKinds::NONE, |kinds, &set| kinds.union(cx.attribute_kinds(set)))
}

/// Checks the function attributes of a call that depend on the callee.
pub fn check_own_attributes(f: &mut FunctionCheck, inst: Inst, set: AttributeSet, callee: Option<Callee>) -> Checked {
    let kinds = f.cx.attribute_kinds(set);
    if kinds.contains(AttrKind::SPECULATABLE) {
        let of_callee = callee.map(|c| f.cx.attribute_list(c.function.attributes).function);
        let is_speculatable = of_callee.is_some_and(|set| f.cx.has_attribute(set, AttrKind::SPECULATABLE));
        check!(f, is_speculatable, rules::SPECULATABLE, f.value(inst));
    }
    if kinds.contains(AttrKind::PREALLOCATED) {
        let intrinsic = callee.filter(|c| c.direct).and_then(|c| c.function.intrinsic);
        check!(f, intrinsic == Some(IntrinsicId::CALL_PREALLOCATED_ARG), rules::PREALLOCATED_CALL);
    }
    let has_environment = kinds.contains(AttrKind::DENORMAL_FP_ENV);
    check!(f, !has_environment, of_attributes::DENORMAL_ENVIRONMENT_OF_CALL, f.value(inst));
    Ok(())
}

/// Checks arguments with a [`SPECIAL`] attribute, at the call or at the callee's parameter.
pub fn check_special(
    f: &mut FunctionCheck,
    inst: Inst,
    call: &CallInfo,
    callee: Option<Callee>,
    params: usize,
) -> Checked {
    let cx = f.cx;
    let args = f.args(call);
    let of_call = cx.attribute_list(call.attributes);
    let of_direct = callee.filter(|c| c.direct).map(|c| cx.attribute_list(c.function.attributes));
    let attribute = |i: usize, kind: AttrKind| {
        cx.attribute(of_call.param(i), kind).or_else(|| cx.attribute(of_direct?.param(i), kind))
    };
    let has = |i: usize, kind: AttrKind| attribute(i, kind).is_some();

    if args.len().checked_sub(1).is_some_and(|last| has(last, AttrKind::IN_ALLOCA))
        && let Some(&arg) = params.checked_sub(1).and_then(|last| args.get(last))
    {
        let base = base_of(f, arg, Through::InBounds);
        if let Some(InstData::Alloca { in_alloca, .. }) = f.inst_of(base) {
            check!(f, *in_alloca, rules::IN_ALLOCA_MISMATCH, f.value(base), f.value(inst));
        }
    }
    for (i, &arg) in args.iter().enumerate().take(params) {
        if has(i, AttrKind::SWIFT_ERROR) {
            let base = base_of(f, arg, Through::InBounds);
            if let Some(InstData::Alloca { swift_error, .. }) = f.inst_of(base) {
                check!(f, *swift_error, rules::SWIFT_ERROR_ALLOCA, f.value(base), f.value(inst));
                continue;
            }
            let ValueKind::Arg(number) = arg.kind() else {
                let shown = [f.value(arg), f.value(inst)];
                return f.fail(&rules::SWIFT_ERROR_SOURCE, &shown);
            };
            let of_param = cx.attribute_list(f.function.attributes).param(number as usize);
            let is_swift_error = cx.has_attribute(of_param, AttrKind::SWIFT_ERROR);
            check!(f, is_swift_error, rules::SWIFT_ERROR_PARAMETER, f.value(arg), f.value(inst));
        }
        if cx.has_attribute(of_call.param(i), AttrKind::IMM_ARG) {
            let of_callee = callee.map(|c| cx.attribute_list(c.function.attributes).param(i));
            let is_immediate = of_callee.is_some_and(|set| cx.has_attribute(set, AttrKind::IMM_ARG));
            check!(f, is_immediate, rules::IMM_ARG_ON_CALL, f.value(arg), f.value(inst));
        }
        if has(i, AttrKind::IMM_ARG) {
            check!(f, is_immediate(f, arg), rules::IMM_ARG_NOT_CONSTANT, f.value(arg), f.value(inst));
            if let (Some(Attribute::Range(_, range)), Some(value)) =
                (attribute(i, AttrKind::RANGE), f.module.constants().as_int(cx, arg))
            {
                check_range(f, inst, &value, range)?;
            }
        }
        if has(i, AttrKind::PREALLOCATED) {
            let has_bundle = bundles::of(f, call).any(|(tag, _)| tag == b"preallocated");
            let is_must_tail = matches!(f.body.inst(inst), InstData::Call { tail: TailCall::MustTail, .. });
            check!(f, has_bundle != is_must_tail, rules::PREALLOCATED_BUNDLE, f.value(arg), f.value(inst));
        }
    }
    Ok(())
}

/// Whether a value is a constant integer or float.
fn is_immediate(f: &FunctionCheck, value: Value) -> bool {
    use ConstantData::{Float, Int, WideFloat, WideInt};
    let node = f.module.constants().node(value);
    node.is_some_and(|n| matches!(n.data, Int(_) | WideInt(_) | Float(_) | WideFloat(_)))
}

/// Checks that an immediate is in its range, which may wrap.
fn check_range(f: &mut FunctionCheck, inst: Inst, value: &Int, (lower, upper): &(Int, Int)) -> Checked {
    if value.width() != lower.width() || value.width() != upper.width() {
        return Ok(());
    }
    let (above, below) = (lower.ucmp(value).is_le(), value.ucmp(upper).is_lt());
    let is_inside = match lower.ucmp(upper) {
        std::cmp::Ordering::Less => above && below,
        std::cmp::Ordering::Equal => lower.is_all_ones(),
        std::cmp::Ordering::Greater => above || below,
    };
    if is_inside {
        return Ok(());
    }
    let numbers = [value, lower, upper].map(|n| n.to_i64().unwrap_or_default().to_string());
    let shown = [f.value(inst)];
    f.fail_with(&rules::IMM_ARG_RANGE, &numbers.each_ref().map(|n| n.as_bytes()), &shown)
}

/// Checks the attributes of the variadic arguments.
pub fn check_variadic(f: &mut FunctionCheck, inst: Inst, call: &CallInfo, result: Type, params: usize) -> Checked {
    let cx = f.cx;
    let args = f.args(call);
    let sets = &cx.attribute_list(call.attributes).params;
    let (fixed, variadic) = sets.split_at(params.min(sets.len()));
    let has = |kind| move |&set: &AttributeSet| cx.has_attribute(set, kind);
    let mut has_nest = fixed.iter().any(has(AttrKind::NEST));
    let mut has_returned = fixed.iter().any(has(AttrKind::RETURNED));
    let intrinsic = f.called_intrinsic(call);
    for (i, (&set, &arg)) in variadic.iter().zip(args.iter().skip(params)).enumerate() {
        if set.is_empty() {
            continue;
        }
        let ty = f.ty(arg);
        let shown = f.value(inst);
        let _ = attributes::check_parameter(f, set, ty, &shown);
        let kinds = cx.attribute_kinds(set);
        if kinds.contains(AttrKind::NEST) {
            check!(f, !has_nest, of_attributes::NEST_TWICE, f.value(inst));
            has_nest = true;
        }
        if kinds.contains(AttrKind::RETURNED) {
            check!(f, !has_returned, of_attributes::RETURNED_TWICE, f.value(inst));
            check!(f, attributes::is_lossless(cx, ty, result), of_attributes::RETURNED_TYPE, f.value(inst));
            has_returned = true;
        }
        if intrinsic != Some(IntrinsicId::EXPERIMENTAL_GC_STATEPOINT) {
            check!(f, !kinds.contains(AttrKind::STRUCT_RET), rules::VARIADIC_SRET, f.value(inst));
        }
        if kinds.contains(AttrKind::IN_ALLOCA) {
            check!(f, params + i + 1 == args.len(), rules::IN_ALLOCA_NOT_LAST, f.value(inst));
        }
    }
    Ok(())
}
