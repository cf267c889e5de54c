//! Garbage collection: `gc.statepoint`, `gc.relocate`, `gc.result`.

use lindworm_ir::attributes::{AttrKind, MemoryEffects, MemoryLocation, ModRef};
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{InstData, Type, Value};

use crate::calls::bundles;
use crate::check::{Checked, FunctionCheck, check};
use crate::intrinsics::{IntrinsicCall, element_type};
use crate::rules::calls::VARIADIC_SRET;
use crate::rules::statepoints as rules;

/// The flags of a statepoint.
const ALL_FLAGS: u64 = 3;
/// The built-in strategies of LLVM, and whether their pointers are those of address space 1.
const STRATEGIES: [(&[u8], bool); 5] = [
    (b"coreclr", true),
    (b"erlang", false),
    (b"ocaml", false),
    (b"shadow-stack", false),
    (b"statepoint-example", true),
];
const COLLECTED_ADDRESS_SPACE: u32 = 1;

/// `llvm.gcread` and `llvm.gcwrite`: the function must have a `gc` strategy.
pub(crate) fn check_collected(c: &mut IntrinsicCall) -> Checked {
    check!(c, !c.function.gc.is_empty(), rules::NO_COLLECTOR, c.shown());
    Ok(())
}

/// `llvm.gcroot`.
pub(crate) fn check_root(c: &mut IntrinsicCall) -> Checked {
    let (Some(slot), Some(data)) = (c.arg(0), c.arg(1)) else { return Ok(()) };
    let slot = c.inst_of(c.strip_pointer_casts(slot));
    let Some(InstData::Alloca { allocated, .. }) = slot else { return c.refuse(&rules::ROOT_ALLOCA) };
    check!(c, data.is_constant(), rules::ROOT_CONSTANT, c.shown());
    check!(c, c.cx.is_pointer(*allocated) || !c.is_null(data), rules::ROOT_DATA, c.shown());
    check_collected(c)
}

/// `llvm.experimental.gc.statepoint`.
pub(crate) fn check_statepoint(c: &mut IntrinsicCall) -> Checked {
    check_collected(c)?;
    check!(c, is_barrier(c), rules::MEMORY, c.shown());
    let Some(patch) = c.int(1) else { return Ok(()) };
    check!(c, patch as u32 as i32 >= 0, rules::PATCH_BYTES, c.shown());
    let Some(target) = c.element_type(2) else { return c.refuse(&rules::ELEMENT_TYPE) };
    let Some((result, params, variadic)) = c.cx.function_parts(target) else {
        return c.refuse(&rules::FUNCTION_TYPE);
    };
    let Some(count) = c.int(3).map(|n| n as u32 as i32) else { return Ok(()) };
    check!(c, count >= 0, rules::ARGUMENT_COUNT, c.shown());
    let count = count as usize;
    if variadic {
        check!(c, count >= params.len(), rules::VARIADIC_COUNT, c.shown());
        check!(c, result == Type::VOID, rules::VARIADIC_RESULT, c.shown());
    } else {
        check!(c, count == params.len(), rules::COUNT, c.shown());
    }
    check!(c, c.int(4).is_none_or(|flags| flags & !ALL_FLAGS == 0), rules::FLAGS, c.shown());
    let list = c.cx.attribute_list(c.info.attributes);
    for (i, &param) in params.iter().enumerate() {
        check!(c, c.arg_type(5 + i) == param, rules::ARGUMENT_TYPE, c.shown());
        let is_sret = c.cx.has_attribute(list.param(5 + i), AttrKind::STRUCT_RET);
        check!(c, !variadic || !is_sret, VARIADIC_SRET, c.shown());
    }
    // The call arguments are followed by two counts, which are zero since operand bundles replaced those lists.
    let Some(transitions) = c.arg(count.saturating_add(5)) else { return c.refuse(&rules::TRANSITION_COUNT) };
    let number = |v| c.module.constants().as_int(c.cx, v).map(|n| n.low_u64() as u32);
    check!(c, number(transitions).is_some(), rules::TRANSITION_COUNT, c.shown());
    check!(c, number(transitions) == Some(0), rules::TRANSITIONS, c.shown());
    let deopt = c.arg(count.saturating_add(6)).and_then(number);
    check!(c, deopt.is_some(), rules::DEOPT_COUNT, c.shown());
    check!(c, deopt == Some(0), rules::DEOPTS, c.shown());
    check!(c, c.args.len() == count.saturating_add(7), rules::TOO_MANY, c.shown());
    check_users(c)
}

/// Whether a call may read and write all memory.
fn is_barrier(c: &IntrinsicCall) -> bool {
    let effects = |list| c.cx.memory_effects(c.cx.attribute_list(list).function);
    let mut all = effects(c.info.attributes);
    // Operand bundles may imply accesses that the declaration excludes.
    if c.info.bundles.is_none() {
        all = all & c.view.function(c.info.callee).map_or(MemoryEffects::UNKNOWN, |f| effects(f.attributes));
    }
    let reads_only = !all.any().contains(ModRef::MOD);
    let arguments_only = all.with(MemoryLocation::Arg, ModRef::empty()) == MemoryEffects::NONE;
    !reads_only && !arguments_only
}

/// Checks that only `llvm.experimental.gc.result` and `.relocate` use a statepoint.
fn check_users(c: &mut IntrinsicCall) -> Checked {
    let token = Value::from(c.inst);
    let users: Vec<_> = c.users().users_of(token).collect();
    for user in users {
        let Some(InstData::Call { call, .. }) = c.body_inst(user) else {
            let entities = [c.shown(), c.value(user)];
            return c.fail(&rules::USER, &entities);
        };
        let id = c.called_intrinsic(call);
        let is_result = id == Some(IntrinsicId::EXPERIMENTAL_GC_RESULT);
        let is_relocation = id == Some(IntrinsicId::EXPERIMENTAL_GC_RELOCATE);
        check!(c, is_result || is_relocation, rules::USER_CALL, c.shown(), c.value(user));
        let first = c.args(call).first();
        check!(c, !is_result || first == Some(&token), rules::WRONG_STATEPOINT, c.shown(), c.value(user));
    }
    Ok(())
}

/// `llvm.experimental.gc.result`.
pub(crate) fn check_result(c: &mut IntrinsicCall) -> Checked {
    check_collected(c)?;
    let Some(token) = c.arg(0).filter(|&v| !c.is_undef_or_poison(v)) else { return Ok(()) };
    let Some(statepoint) = statepoint_of(c, token) else {
        let entities = [c.shown(), c.value(token)];
        return c.fail(&rules::RESULT_TOKEN, &entities);
    };
    let target = element_type(c, statepoint, 2).and_then(|ty| c.cx.function_parts(ty));
    let fits = target.is_none_or(|(result, ..)| result == c.result());
    check!(c, fits, rules::RESULT_TYPE, c.shown());
    Ok(())
}

/// The statepoint that defines a token.
fn statepoint_of<'m>(f: &FunctionCheck<'_, 'm>, token: Value) -> Option<&'m CallInfo> {
    let call = f.inst_of(token)?.call_info()?;
    (f.called_intrinsic(call) == Some(IntrinsicId::EXPERIMENTAL_GC_STATEPOINT)).then_some(call)
}

/// `llvm.experimental.gc.relocate`.
pub(crate) fn check_relocation(c: &mut IntrinsicCall) -> Checked {
    let result = c.result();
    check!(c, c.cx.is_pointer_or_pointer_vector(result), rules::RELOCATE_TYPE, c.shown());
    let Some(token) = c.arg(0) else { return Ok(()) };
    let statepoint = match c.inst_of(token) {
        // The landing pad at the unwind destination of the statepoint.
        Some(InstData::LandingPad { .. }) => {
            let Some(pad) = token.as_inst().and_then(|i| c.body.inst_block(i)) else { return Ok(()) };
            let from = c.unique_predecessor(pad);
            check!(c, from.is_some(), rules::LANDING_PAD, c.value(pad));
            let Some(from) = from else { return Ok(()) };
            let statepoint = c.body.terminator(from).and_then(|i| statepoint_of(c, i.into()));
            check!(c, statepoint.is_some(), rules::LANDING_PAD_STATEPOINT, c.value(from));
            statepoint
        }
        _ => {
            let statepoint = statepoint_of(c, token);
            let tied = statepoint.is_some() || c.is_undef_or_poison(token);
            check!(c, tied, rules::RELOCATE_TOKEN, c.shown(), c.value(token));
            statepoint
        }
    };
    let (Some(statepoint), Some(base), Some(derived)) = (statepoint, c.int(1), c.int(2)) else { return Ok(()) };
    let live = bundles::of(c, statepoint).find(|(tag, _)| *tag == b"gc-live").map(|(_, inputs)| inputs);
    if let Some(live) = live {
        check!(c, base < live.len() as u64, rules::BASE_INDEX, c.shown());
        check!(c, derived < live.len() as u64, rules::DERIVED_INDEX, c.shown());
    }
    // Without the bundle, the indices are those of arguments.
    let values = live.unwrap_or_else(|| c.body.list_values(&statepoint.args));
    let type_of = |index: u64| values.get(index as usize).map(|&v| c.ty(v));
    let (Some(base), Some(derived)) = (type_of(base), type_of(derived)) else { return Ok(()) };
    let is_pointer = |ty| c.cx.is_pointer_or_pointer_vector(ty);
    check!(c, is_pointer(base) && is_pointer(derived), rules::RELOCATED_TYPE, c.shown());
    check!(c, c.cx.is_vector(result) == c.cx.is_vector(derived), rules::RELOCATE_VECTOR, c.shown());
    let addr_space = |ty| c.cx.addr_space(c.cx.scalar_type(ty));
    check!(c, addr_space(result) == addr_space(derived), rules::RELOCATE_ADDRESS_SPACE, c.shown());
    let Some((_, by_address_space)) = STRATEGIES.iter().find(|(name, _)| **name == *c.function.gc) else {
        let function = c.id.into();
        return c.fail(&rules::STRATEGY, &[function]);
    };
    let is_collected = |ty| !by_address_space || addr_space(ty) == Some(COLLECTED_ADDRESS_SPACE);
    check!(c, is_collected(result), rules::RELOCATE_COLLECTED, c.shown());
    check!(c, is_collected(base) && is_collected(derived), rules::RELOCATED_COLLECTED, c.shown());
    Ok(())
}
