//! Attributes that allow or forbid inlining, and how those of the caller change.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeSet};
use lindworm_ir::{Body, Context, Global, InstData, Module};

use crate::effects::call_has;
use crate::function_attrs::{function_set, has, text_attribute};

/// Attributes that caller and callee must have both or not at all.
const EQUAL: [AttrKind; 14] = [
    AttrKind::SANITIZE_ADDRESS,
    AttrKind::SANITIZE_THREAD,
    AttrKind::SANITIZE_TYPE,
    AttrKind::SANITIZE_MEMORY,
    AttrKind::SANITIZE_HW_ADDRESS,
    AttrKind::SANITIZE_MEM_TAG,
    AttrKind::SANITIZE_NUMERICAL_STABILITY,
    AttrKind::SANITIZE_REALTIME,
    AttrKind::SANITIZE_REALTIME_BLOCKING,
    AttrKind::SAFE_STACK,
    AttrKind::SHADOW_CALL_STACK,
    AttrKind::NO_PROFILE,
    AttrKind::STRICT_FP,
    AttrKind::PRESPLIT_COROUTINE,
];

const EQUAL_TEXTS: [&[u8]; 6] = [
    b"use-sample-profile",
    b"sign-return-address",
    b"sign-return-address-key",
    b"branch-protection-pauth-lr",
    b"denormal-fp-math",
    b"denormal-fp-math-f32",
];

/// Whether code of the callee may run under the attributes of the caller.
pub(super) fn are_compatible(module: &Module, caller: Global, callee: Global) -> bool {
    if function_set(module, caller) == function_set(module, callee) {
        return true;
    }
    let is_equal = |key: &[u8]| text_attribute(module, caller, key) == text_attribute(module, callee, key);
    EQUAL.iter().all(|&kind| has(module, caller, kind) == has(module, callee, kind))
        && EQUAL_TEXTS.iter().all(|key| is_equal(key))
        && has_features(module, caller, callee)
}

/// Whether the caller's target has all features of the callee's. Code for an older processor runs on a newer one, but which one is
/// newer is not known: the names must be equal, or absent in the callee.
fn has_features(module: &Module, caller: Global, callee: Global) -> bool {
    let text = |function| text_attribute(module, function, b"target-features").unwrap_or_default();
    let set = |function| {
        let features = text(function).split(|&c| c == b',').filter(|feature| feature.starts_with(b"+"));
        features.collect::<lindworm_ir::hash::HashSet<_>>()
    };
    let cpu = |function| text_attribute(module, function, b"target-cpu");
    (text(caller) == text(callee) || set(callee).is_subset(&set(caller)))
        && (cpu(callee).is_none() || cpu(caller) == cpu(callee))
}

/// Whether a body can be inlined at all, if none of its blocks has its address taken.
pub(super) fn is_viable(module: &Module, function: Global, body: &Body) -> bool {
    use lindworm_ir::intrinsics::IntrinsicId as I;
    let returns_twice = has(module, function, AttrKind::RETURNS_TWICE);
    body.blocks().flat_map(|block| body.insts(block)).all(|inst| {
        let data = body.inst(inst);
        if matches!(data, InstData::IndirectBr { .. } | InstData::CallBr { .. }) {
            return false;
        }
        let Some(call) = data.call_info() else { return true };
        let id = module.callee(call.callee).and_then(|f| f.intrinsic);
        let is_bound = matches!(
            id,
            Some(I::ICALL_BRANCH_FUNNEL | I::LOCALESCAPE | I::LOCALRECOVER | I::VA_START | I::EXPERIMENTAL_DEOPTIMIZE)
        );
        call.callee.as_global() != Some(function)
            && !is_bound
            && (returns_twice || !call_has(module, call, AttrKind::RETURNS_TWICE))
    })
}

/// The attributes of the caller after inlining the callee.
pub(super) fn merged(module: &Module, caller: Global, callee: Global) -> AttributeSet {
    let cx = module.context();
    let (mut own, other) = (function_set(module, caller), function_set(module, callee));
    for key in ["less-precise-fpmad", "no-infs-fp-math", "no-nans-fp-math", "no-signed-zeros-fp-math"] {
        if is_true(cx, own, key) && !is_true(cx, other, key) {
            own = cx.with_attribute(own, Attribute::string(key, "false"));
        }
    }
    for key in ["no-jump-tables", "profile-sample-accurate"] {
        if !is_true(cx, own, key) && is_true(cx, other, key) {
            own = cx.with_attribute(own, Attribute::string(key, "true"));
        }
    }
    for kind in [AttrKind::NO_IMPLICIT_FLOAT, AttrKind::SPECULATIVE_LOAD_HARDENING, AttrKind::NULL_POINTER_IS_VALID] {
        if cx.has_attribute(other, kind) {
            own = cx.with_attribute(own, Attribute::Enum(kind));
        }
    }
    own = stack_protection(cx, own, other);
    for key in ["probe-stack", "stack-probe-size"] {
        own = stack_probes(cx, own, other, key);
    }
    let number = |set| {
        let value = cx.attribute_value(set, b"min-legal-vector-width")?;
        std::str::from_utf8(value).ok()?.parse::<u64>().ok()
    };
    own = match (number(own), number(other)) {
        (Some(a), Some(b)) if b > a => {
            cx.with_attribute(own, Attribute::string("min-legal-vector-width", b.to_string()))
        }
        // Without the attribute, all widths are legal.
        (Some(_), None) => cx.without_attribute(own, "min-legal-vector-width"),
        _ => own,
    };
    if !cx.has_attribute(other, AttrKind::MUST_PROGRESS) {
        own = cx.without_attribute(own, AttrKind::MUST_PROGRESS);
    }
    own
}

fn is_true(cx: &Context, set: AttributeSet, key: &str) -> bool {
    cx.attribute_value(set, key.as_bytes()) == Some(b"true")
}

/// The stronger protection of the stack of both.
fn stack_protection(cx: &Context, own: AttributeSet, other: AttributeSet) -> AttributeSet {
    const LEVELS: [AttrKind; 3] =
        [AttrKind::STACK_PROTECT_REQ, AttrKind::STACK_PROTECT_STRONG, AttrKind::STACK_PROTECT];
    let level = |set| LEVELS.iter().position(|&kind| cx.has_attribute(set, kind));
    // A caller without protection stays so, as in LLVM.
    match (level(own), level(other)) {
        (Some(a), Some(b)) if b < a => {
            cx.with_attribute(cx.without_attribute(own, LEVELS[a]), Attribute::Enum(LEVELS[b]))
        }
        _ => own,
    }
}

/// The callee's way of probing the stack if the caller has none; the smaller distance of both.
fn stack_probes(cx: &Context, own: AttributeSet, other: AttributeSet, key: &str) -> AttributeSet {
    let value = |set| cx.attribute_value(set, key.as_bytes());
    let number = |set| value(set).and_then(|v| std::str::from_utf8(v).ok()?.parse::<u64>().ok());
    match (value(own), value(other)) {
        (None, Some(theirs)) => cx.with_attribute(own, Attribute::string(key, theirs)),
        (Some(_), Some(theirs)) if key == "stack-probe-size" && number(other) < number(own) => {
            cx.with_attribute(own, Attribute::string(key, theirs))
        }
        _ => own,
    }
}
