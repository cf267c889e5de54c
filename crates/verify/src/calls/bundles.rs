//! Operand bundles ([Language Reference](https://llvm.org/docs/LangRef.html#operand-bundles)).

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Type, Value};

use super::has_attribute;
use crate::check::{Checked, FunctionCheck, check};
use crate::rule::Rule;
use crate::rules::bundles as rules;

/// The operand bundles of a call: tags and inputs.
pub(crate) fn of<'m>(
    f: &FunctionCheck<'_, 'm>,
    call: &CallInfo,
) -> impl Iterator<Item = (&'m [u8], &'m [Value])> + use<'m> {
    f.body.bundle_inputs(call).map(|(bundle, inputs)| (&*bundle.tag, inputs))
}

/// The common checks of bundles with a tag.
struct Kind {
    tag: &'static [u8],
    /// The rule that a call has at most one such bundle.
    once: &'static Rule,
    /// The fixed number of inputs, if any, with its rule.
    inputs: Option<(usize, &'static Rule)>,
}

const KINDS: &[Kind] = &[
    Kind { tag: b"deopt", once: &rules::DEOPT_TWICE, inputs: None },
    Kind { tag: b"gc-transition", once: &rules::GC_TRANSITION_TWICE, inputs: None },
    Kind { tag: b"funclet", once: &rules::FUNCLET_TWICE, inputs: Some((1, &rules::FUNCLET_INPUTS)) },
    Kind { tag: b"cfguardtarget", once: &rules::CFGUARD_TWICE, inputs: Some((1, &rules::CFGUARD_INPUTS)) },
    Kind { tag: b"ptrauth", once: &rules::PTRAUTH_TWICE, inputs: Some((2, &rules::PTRAUTH_INPUTS)) },
    Kind { tag: b"kcfi", once: &rules::KCFI_TWICE, inputs: Some((1, &rules::KCFI_INPUTS)) },
    Kind { tag: b"preallocated", once: &rules::PREALLOCATED_TWICE, inputs: Some((1, &rules::PREALLOCATED_INPUTS)) },
    Kind { tag: b"gc-live", once: &rules::GC_LIVE_TWICE, inputs: None },
    Kind { tag: b"clang.arc.attachedcall", once: &rules::ATTACHED_CALL_TWICE, inputs: None },
];

/// Checks the operand bundles of a call. `direct` is set if the callee is a function.
pub fn check(f: &mut FunctionCheck, inst: Inst, call: &CallInfo, direct: bool) -> Checked {
    let mut seen = 0u32;
    let mut has_ptrauth = false;
    for (tag, inputs) in of(f, call) {
        let Some(i) = KINDS.iter().position(|k| k.tag == tag) else { continue };
        check!(f, seen >> i & 1 == 0, *KINDS[i].once, f.value(inst));
        seen |= 1 << i;
        if let Some((count, rule)) = KINDS[i].inputs {
            check!(f, inputs.len() == count, *rule, f.value(inst));
        }
        match (tag, inputs) {
            (b"funclet", &[pad]) => {
                let is_pad = matches!(f.inst_of(pad), Some(InstData::CatchPad { .. } | InstData::CleanupPad { .. }));
                check!(f, is_pad, rules::FUNCLET_INPUT, f.value(inst));
            }
            (b"ptrauth", &[key, discriminator]) => {
                has_ptrauth = true;
                check!(f, is_i32_constant(f, key), rules::PTRAUTH_KEY, f.value(inst));
                check!(f, f.ty(discriminator) == Type::I64, rules::PTRAUTH_DISCRIMINATOR, f.value(inst));
            }
            (b"kcfi", &[hash]) => check!(f, is_i32_constant(f, hash), rules::KCFI_INPUT, f.value(inst)),
            (b"preallocated", &[token]) => {
                let is_setup = f.inst_of(token).is_some_and(|data| {
                    matches!(data, InstData::Call { call, .. }
                        if f.called_intrinsic(call) == Some(IntrinsicId::CALL_PREALLOCATED_SETUP))
                });
                check!(f, is_setup, rules::PREALLOCATED_INPUT, f.value(inst));
            }
            (b"clang.arc.attachedcall", _) => {
                let _ = check_attached_call(f, inst, call, inputs);
            }
            _ => {}
        }
    }
    check!(f, !(direct && has_ptrauth), rules::PTRAUTH_DIRECT, f.value(inst));
    Ok(())
}

fn is_i32_constant(f: &FunctionCheck, value: Value) -> bool {
    f.ty(value) == Type::I32 && f.module.constants().as_u64(value).is_some()
}

/// Checks a `clang.arc.attachedcall` bundle, whose input is the function that takes over the result of the call.
fn check_attached_call(f: &mut FunctionCheck, inst: Inst, call: &CallInfo, inputs: &[Value]) -> Checked {
    let result = f.cx.function_parts(call.function_type).map_or(Type::VOID, |(result, ..)| result);
    let is_fit = f.cx.is_pointer(result) || result == Type::VOID && has_attribute(f, call, AttrKind::NO_RETURN);
    check!(f, is_fit, rules::ATTACHED_CALL_RESULT, f.value(inst));
    let function = match inputs {
        [input] => input.as_global().and_then(|g| f.view.global(g)).filter(|g| g.as_function().is_some()),
        _ => None,
    };
    check!(f, function.is_some(), rules::ATTACHED_CALL_INPUT, f.value(inst));
    let Some(function) = function else { return Ok(()) };
    let is_known = match function.as_function().and_then(|f| f.intrinsic) {
        Some(id) => matches!(
            id,
            IntrinsicId::OBJC_RETAINAUTORELEASEDRETURNVALUE
                | IntrinsicId::OBJC_CLAIMAUTORELEASEDRETURNVALUE
                | IntrinsicId::OBJC_UNSAFECLAIMAUTORELEASEDRETURNVALUE
        ),
        None => matches!(
            function.name(),
            b"objc_retainAutoreleasedReturnValue"
                | b"objc_claimAutoreleasedReturnValue"
                | b"objc_unsafeClaimAutoreleasedReturnValue"
        ),
    };
    check!(f, is_known, rules::ATTACHED_CALL_FUNCTION, f.value(inst));
    Ok(())
}
