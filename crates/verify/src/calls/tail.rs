//! `musttail`: calls that reuse the frame of their caller
//! ([Language Reference](https://llvm.org/docs/LangRef.html#call-instruction)).

use lindworm_ir::attributes::{AttrKind, AttrKinds, Attribute, AttributeSet};
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::eval::CastOp;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Context, Inst, InstData, Value};

use super::is_known;
use crate::check::{Checked, FunctionCheck, check};
use crate::rule::Rule;
use crate::rules::tail_calls as rules;

const TAIL: CallingConvention = CallingConvention(18);
const SWIFT_TAIL: CallingConvention = CallingConvention(20);

/// The ABI attributes of parameters.
const ABI: AttrKinds = AttrKinds::of(&[
    AttrKind::STRUCT_RET,
    AttrKind::BY_VAL,
    AttrKind::IN_ALLOCA,
    AttrKind::IN_REG,
    AttrKind::ALIGN_STACK,
    AttrKind::SWIFT_SELF,
    AttrKind::SWIFT_ASYNC,
    AttrKind::SWIFT_ERROR,
    AttrKind::PREALLOCATED,
    AttrKind::BY_REF,
]);

/// The ABI attributes of pointer parameters to memory, where the alignment matters as well.
const ABI_BEHIND_POINTER: AttrKinds = ABI.union(AttrKinds::of(&[AttrKind::ALIGN]));

/// The attributes of [`ABI`] that `tailcc` and `swifttailcc` do not support, in LLVM's order.
const NOT_IN_TAIL_CC: &[(AttrKind, &Rule)] = &[
    (AttrKind::IN_ALLOCA, &rules::TAIL_CC_IN_ALLOCA),
    (AttrKind::IN_REG, &rules::TAIL_CC_IN_REG),
    (AttrKind::SWIFT_ERROR, &rules::TAIL_CC_SWIFT_ERROR),
    (AttrKind::PREALLOCATED, &rules::TAIL_CC_PREALLOCATED),
    (AttrKind::BY_REF, &rules::TAIL_CC_BY_REF),
];

/// The ABI attributes of a set.
fn abi_attributes(cx: &Context, set: AttributeSet) -> impl Iterator<Item = &Attribute> {
    let is_behind_pointer = cx.has_attribute(set, AttrKind::BY_VAL) || cx.has_attribute(set, AttrKind::BY_REF);
    let kinds = if is_behind_pointer { ABI_BEHIND_POINTER } else { ABI };
    cx.attribute_set(set).iter().filter(move |a| a.kind().is_some_and(|kind| kinds.contains(kind)))
}

/// Checks a `musttail` call.
pub fn check(f: &mut FunctionCheck, inst: Inst, call: &CallInfo, convention: CallingConvention) -> Checked {
    let cx = f.cx;
    let is_asm = matches!(call.callee.kind(), ValueKind::InlineAsm(_));
    check!(f, !is_asm, rules::TAIL_ASM, f.value(inst));
    let (Some((result, params, variadic)), Some((callee_result, callee_params, callee_variadic))) =
        (cx.function_parts(f.global.value_type), cx.function_parts(call.function_type))
    else {
        return Ok(());
    };
    check!(f, variadic == callee_variadic, rules::TAIL_VARIADIC, f.value(inst));
    check!(f, result == callee_result, rules::TAIL_RESULT, f.value(inst));
    check!(f, f.function.convention == convention, rules::TAIL_CONVENTION, f.value(inst));
    check_return(f, inst)?;

    let of_caller = cx.attribute_list(f.function.attributes);
    let of_callee = cx.attribute_list(call.attributes);
    if convention == TAIL || convention == SWIFT_TAIL {
        let name = if convention == TAIL { "tailcc" } else { "swifttailcc" };
        for (sets, count, who) in [(of_caller, params.len(), "caller"), (of_callee, callee_params.len(), "callee")] {
            let context = format!("{name} musttail {who}");
            for i in 0..count {
                let _ = check_tail_cc_attributes(f, sets.param(i), context.as_bytes());
            }
        }
        return match variadic {
            true => f.fail_with(&rules::TAIL_CC_VARIADIC, &[name.as_bytes()], &[]),
            false => Ok(()),
        };
    }

    if f.called_intrinsic(call).is_none() {
        check!(f, params.len() == callee_params.len(), rules::TAIL_PARAMETER_COUNT, f.value(inst));
        check!(f, params == callee_params, rules::TAIL_PARAMETER_TYPE, f.value(inst));
    }
    for i in 0..params.len() {
        let is_same = abi_attributes(cx, of_caller.param(i)).eq(abi_attributes(cx, of_callee.param(i)));
        let operand = f.body.list_values(&call.args).get(i).copied().unwrap_or(call.callee);
        check!(f, is_same, rules::TAIL_ATTRIBUTES, f.value(inst), f.value(operand));
    }
    Ok(())
}

/// Checks that only a cast of the result may be between the call and the `ret` that returns it.
fn check_return(f: &mut FunctionCheck, inst: Inst) -> Checked {
    let mut returned = Value::from(inst);
    let mut next = f.body.next_inst(inst);
    if let Some(cast) = next
        && let InstData::Cast { op: CastOp::BitCast, value, .. } = f.body.inst(cast)
    {
        check!(f, *value == returned, rules::TAIL_CAST, f.value(cast));
        returned = cast.into();
        next = f.body.next_inst(cast);
    }
    let ret = next.and_then(|i| match f.body.inst(i) {
        InstData::Ret { value } => Some((i, value.expand())),
        _ => None,
    });
    check!(f, ret.is_some(), rules::TAIL_NOT_LAST, f.value(inst));
    let Some((ret, value)) = ret else { return Ok(()) };
    let is_returned = value.is_none_or(|v| v == returned || is_known(f, v) && f.is_undef_or_poison(v));
    check!(f, is_returned, rules::TAIL_NOT_RETURNED, f.value(ret));
    Ok(())
}

fn check_tail_cc_attributes(f: &mut FunctionCheck, set: AttributeSet, context: &[u8]) -> Checked {
    let kinds = f.cx.attribute_kinds(set);
    match NOT_IN_TAIL_CC.iter().find(|(kind, _)| kinds.contains(*kind)) {
        Some((_, rule)) => f.fail_with(rule, &[context], &[]),
        None => Ok(()),
    }
}
