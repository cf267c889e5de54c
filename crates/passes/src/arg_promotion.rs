//! `argpromotion`: passes the values that a local function loads from a pointer parameter, instead of the pointer.

mod parts;
mod rewrite;

use lindworm_ir::attributes::{AttrKind, Attribute};
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::TailCall;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Global, Inst, InstData, Module, Type};

use self::parts::{Finder, Part};
use crate::function_attrs::{edit_attributes, has, text_attribute};
use crate::pass::{CgsccPass, Component};
use crate::references::References;

/// The maximum number of instructions of a caller. Callers are searched for calls once for each function that they call.
const MAX_CALLER: usize = 20_000;

/// Passes values instead of pointers to local functions whose callers are all known.
pub struct ArgPromotion;

impl CgsccPass for ArgPromotion {
    fn name(&self) -> &'static str {
        "argpromotion"
    }

    fn class(&self) -> &'static str {
        "ArgumentPromotionPass"
    }

    fn run(&self, component: &mut Component<'_>) {
        let is_recursive = component.functions.len() > 1;
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for &function in &component.functions {
                is_changed |= promote_params(component.module, component.references, function, is_recursive);
            }
        }
    }
}

/// The direct calls of a function, by caller.
type Calls = Vec<(Global, Vec<Inst>)>;

/// What becomes of a parameter.
enum Param {
    Kept,
    /// Replaced by these parts; removed if there are none.
    Promoted(Vec<Part>),
}

fn promote_params(module: &mut Module, references: &mut References, function: Global, is_recursive: bool) -> bool {
    let Some(calls) = candidate_calls(module, references, function) else { return false };
    let is_recursive = is_recursive || calls.iter().any(|&(caller, _)| caller == function);
    replace_struct_return(module, &calls, function);
    let Some(params) = Finder::new(module, function, &calls, is_recursive).and_then(|finder| finder.params()) else {
        return false;
    };
    let types = params.iter().flat_map(|param| match param {
        Param::Kept => &[],
        Param::Promoted(parts) => &parts[..],
    });
    let width = types.map(|part| vector_bits(module, part.ty)).max().unwrap_or(0);
    let is_wide = has_wide_registers(module, function);
    if width > 0 && calls.iter().any(|&(caller, _)| has_wide_registers(module, caller) != is_wide) {
        return false;
    }
    rewrite::rewrite(module, function, &calls, &params);
    for caller in calls.iter().map(|(caller, _)| *caller).chain([function]) {
        widen_legal_vectors(module, caller, width);
    }
    references.update(module, function);
    true
}

/// The calls of a function whose parameters can be changed; `None` if they cannot.
fn candidate_calls(module: &Module, references: &References, function: Global) -> Option<Calls> {
    let cx = module.context();
    let (global, body) = (module.global(function)?, module.body(function)?);
    let (_, params, variadic) = cx.function_parts(global.value_type)?;
    let attributes = cx.attribute_list(global.as_function()?.attributes);
    let is_fixed = |n: usize| {
        let set = attributes.param(n);
        cx.has_attribute(set, AttrKind::IN_ALLOCA) || cx.has_attribute(set, AttrKind::PREALLOCATED)
    };
    if !global.linkage.is_local()
        || variadic
        || has(module, function, AttrKind::NAKED)
        || references.has_block_addresses(function)
        || !params.iter().any(|&ty| is_pointer(module, ty))
        || (0..params.len()).any(is_fixed)
        || body.blocks().filter_map(|block| body.terminator(block)).any(|t| ends_with_must_tail(body, t))
    {
        return None;
    }
    let mut calls = Calls::new();
    let mut count = 0;
    for caller in references.users(function) {
        let body = module.body(caller)?;
        let mut of_caller = Vec::new();
        if body.inst_count() > MAX_CALLER && caller != function {
            return None;
        }
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            let Some(call) = body.inst(inst).call_info() else { continue };
            if call.callee.as_global() == Some(function) {
                let is_must_tail = matches!(body.inst(inst), InstData::Call { tail: TailCall::MustTail, .. });
                let is_typed = call.function_type == global.value_type;
                let is_supported = !matches!(body.inst(inst), InstData::CallBr { .. });
                if is_must_tail || !is_typed || !is_supported || !is_same_target(module, caller, function) {
                    return None;
                }
                of_caller.push(inst);
            }
        }
        count += of_caller.len();
        calls.push((caller, of_caller));
    }
    // Any other reference may lead to an unknown call.
    (count == references.count(function)).then_some(calls)
}

fn ends_with_must_tail(body: &lindworm_ir::Body, terminator: Inst) -> bool {
    let before = body.prev_inst(terminator);
    before.is_some_and(|inst| matches!(body.inst(inst), InstData::Call { tail: TailCall::MustTail, .. }))
}

/// Whether two functions pass values of all types in the same way.
fn is_same_target(module: &Module, a: Global, b: Global) -> bool {
    let keys: [&[u8]; 2] = [b"target-cpu", b"target-features"];
    keys.into_iter().all(|key| text_attribute(module, a, key) == text_attribute(module, b, key))
}

/// Whether vectors of 512 bits are passed in one register, on x86-64: with AVX-512, unless only narrower vectors are used.
fn has_wide_registers(module: &Module, function: Global) -> bool {
    let features = text_attribute(module, function, b"target-features").unwrap_or_default();
    let number = |key| std::str::from_utf8(text_attribute(module, function, key)?).ok()?.parse::<u32>().ok();
    let is_at_least = |key, width| number(key).is_none_or(|given| given >= width);
    features.split(|&c| c == b',').any(|feature| feature.starts_with(b"+avx512"))
        && (is_at_least(b"prefer-vector-width", 512) || is_at_least(b"min-legal-vector-width", 257))
}

fn is_pointer(module: &Module, ty: Type) -> bool {
    matches!(module.context().kind(ty), TypeKind::Pointer { .. })
}

/// Replaces `sret` by `noalias`: the convention of a local function is free.
fn replace_struct_return(module: &mut Module, calls: &Calls, function: Global) {
    let cx = module.context().clone();
    let Some(list) = module.function(function).map(|f| f.attributes) else { return };
    let params = cx.attribute_list(list).params.len();
    let Some(n) = (0..params).find(|&n| cx.has_attribute(cx.attribute_list(list).param(n), AttrKind::STRUCT_RET))
    else {
        return;
    };
    let changed = |list| {
        let set = cx.without_attribute(cx.attribute_list(list).param(n), AttrKind::STRUCT_RET);
        cx.with_param_attributes(list, n, cx.with_attribute(set, Attribute::Enum(AttrKind::NO_ALIAS)))
    };
    if let Some(data) = module.global_mut(function).and_then(|g| g.as_function_mut()) {
        data.attributes = changed(list);
    }
    for (caller, insts) in calls {
        let body = module.global_mut(*caller).and_then(|g| g.as_function_mut()).and_then(|f| f.body.as_deref_mut());
        let Some(body) = body else { continue };
        for &inst in insts {
            if let Some(call) = body.inst_mut(inst).call_info_mut() {
                call.attributes = changed(call.attributes);
            }
        }
    }
}

fn vector_bits(module: &Module, ty: Type) -> u64 {
    let (cx, layout) = (module.context(), module.data_layout());
    if !cx.is_vector(ty) {
        return 0;
    }
    layout.store_size(cx, ty).map_or(0, |size| size.min.saturating_mul(8))
}

/// Raises `min-legal-vector-width`, where it is given, to the width of a vector that is passed now.
fn widen_legal_vectors(module: &mut Module, function: Global, width: u64) {
    const KEY: &str = "min-legal-vector-width";
    let old = text_attribute(module, function, KEY.as_bytes());
    let old = old.and_then(|text| std::str::from_utf8(text).ok()?.parse::<u64>().ok());
    if old.is_some_and(|old| old < width) {
        edit_attributes(module, function, |cx, set| cx.with_attribute(set, Attribute::string(KEY, width.to_string())));
    }
}

/// The calls by caller, for a look-up.
fn by_caller(calls: &Calls) -> HashMap<Global, &[Inst]> {
    calls.iter().map(|(caller, insts)| (*caller, &insts[..])).collect()
}
