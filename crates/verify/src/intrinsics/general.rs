//! Miscellaneous intrinsics.

use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::constant::ConstantData;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::GlobalKind;
use lindworm_ir::types::TypeKind;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{InstData, Type, Value};

use super::IntrinsicCall;
use crate::check::{Checked, check};
use crate::rules::intrinsics as rules;

/// The valid mask bits of `llvm.is.fpclass`, one per class.
pub(crate) const FLOAT_CLASSES: u64 = 0x3ff;
/// The rounding modes of `llvm.fptrunc.round`, which exclude the dynamic mode.
pub(super) const FIXED_ROUNDINGS: [&[u8]; 5] =
    [b"round.tonearest", b"round.tonearestaway", b"round.downward", b"round.upward", b"round.towardzero"];
const ANYREGCC: CallingConvention = CallingConvention(13);

/// `llvm.lifetime.start` and `llvm.lifetime.end`.
pub(super) fn check_lifetime(c: &mut IntrinsicCall) -> Checked {
    let Some(pointer) = c.arg(0) else { return Ok(()) };
    let is_poison = || c.module.constants().node(pointer).is_some_and(|n| n.data == ConstantData::Poison);
    let fits = matches!(c.inst_of(pointer), Some(InstData::Alloca { .. })) || is_poison();
    check!(c, fits, rules::LIFETIME, c.shown());
    Ok(())
}

/// `llvm.ucmp` and `llvm.scmp`.
pub(super) fn check_three_way_comparison(c: &mut IntrinsicCall) -> Checked {
    let (source, result) = (c.length(c.arg_type(0)), c.length(c.result()));
    check!(c, c.scalar_bits(c.result()) >= 2, rules::COMPARISON_WIDTH, c.shown());
    check!(c, source.is_some() == result.is_some(), rules::COMPARISON_VECTOR, c.shown());
    check!(c, source == result, rules::COMPARISON_LENGTH, c.shown());
    Ok(())
}

/// `llvm.coro.id`.
pub(super) fn check_coroutine(c: &mut IntrinsicCall) -> Checked {
    let is_variable = |v| c.is_null(v) || matches!(c.inst_of(v), Some(InstData::Alloca { .. }));
    check!(c, c.arg(1).is_none_or(is_variable), rules::CORO_PROMISE);
    let is_function = |v| c.is_null(v) || is_function_or_alias(c, c.strip_pointer_casts(v));
    check!(c, c.arg(2).is_none_or(is_function), rules::CORO_FUNCTION);
    let Some(info) = c.arg(3).map(|v| c.strip_pointer_casts(v)) else { return Ok(()) };
    if c.is_null(info) {
        return Ok(());
    }
    let initializer = info.as_global().and_then(|g| {
        let global = c.view.global(g).filter(|g| !g.linkage.is_interposable())?;
        let variable = global.as_variable().filter(|v| v.constant && !v.externally_initialized)?;
        variable.initializer
    });
    let Some(initializer) = initializer else { return c.fail(&rules::CORO_INFO, &[]) };
    let node = c.module.constants().node(initializer);
    let is_aggregate = node.is_some_and(|n| {
        matches!(n.data, ConstantData::Aggregate(_)) && !matches!(c.cx.kind(n.ty), TypeKind::Vector { .. })
    });
    check!(c, is_aggregate, rules::CORO_INFO_TYPE);
    Ok(())
}

/// Whether a value is a function, or an alias of one.
fn is_function_or_alias(c: &IntrinsicCall, mut value: Value) -> bool {
    // Aliases may form a cycle.
    for _ in 0..c.module.globals().len() {
        let Some(global) = value.as_global().and_then(|g| c.view.global(g)) else { return false };
        match global.kind {
            GlobalKind::Alias { aliasee } => value = c.strip_pointer_casts(aliasee),
            _ => return global.as_function().is_some(),
        }
    }
    false
}

/// `llvm.coro.begin`.
pub(super) fn check_coroutine_token(c: &mut IntrinsicCall) -> Checked {
    use IntrinsicId as I;
    const IDS: [I; 4] = [I::CORO_ID, I::CORO_ID_ASYNC, I::CORO_ID_RETCON, I::CORO_ID_RETCON_ONCE];
    let is_id = |token| IDS.iter().any(|&id| c.call_of(token, id).is_some());
    check!(c, c.arg(0).is_none_or(is_id), rules::CORO_BEGIN);
    Ok(())
}

/// `llvm.sponentry`.
pub(super) fn check_stack_pointer(c: &mut IntrinsicCall) -> Checked {
    let of_stack = c.cx.addr_space(c.result()) == Some(c.module.data_layout().alloca_addr_space);
    check!(c, of_stack, rules::SPONENTRY, c.shown());
    Ok(())
}

/// `llvm.write_volatile_register`.
pub(super) fn check_volatile_register(c: &mut IntrinsicCall) -> Checked {
    check!(c, c.tuple_of_string(0), rules::VOLATILE_REGISTER, c.shown());
    Ok(())
}

/// `llvm.is.fpclass`.
pub(super) fn check_class_test(c: &mut IntrinsicCall) -> Checked {
    check!(c, c.int(1).is_none_or(|mask| mask & !FLOAT_CLASSES == 0), rules::CLASS_MASK);
    Ok(())
}

/// `llvm.fptrunc.round`.
pub(super) fn check_rounded_truncation(c: &mut IntrinsicCall) -> Checked {
    let Some(mode) = c.metadata(1) else { return Ok(()) };
    let Some(name) = c.view.string(mode) else {
        let mode = c.local_metadata(mode);
        return c.fail(&rules::ROUNDING_STRING, &[mode]);
    };
    check!(c, FIXED_ROUNDINGS.contains(&name), rules::ROUNDING_MODE, c.shown());
    Ok(())
}

/// `llvm.init.trampoline`.
pub(super) fn check_trampoline(c: &mut IntrinsicCall) -> Checked {
    let function = c.arg(1).map(|v| c.strip_pointer_casts(v));
    check!(c, function.is_none_or(|v| c.view.function(v).is_some()), rules::TRAMPOLINE, c.shown());
    Ok(())
}

/// `llvm.reloc.none`.
pub(super) fn check_relocation_symbol(c: &mut IntrinsicCall) -> Checked {
    check!(c, c.metadata_string(0).is_some(), rules::RELOC_NONE, c.shown());
    Ok(())
}

/// `llvm.stackprotector`.
pub(super) fn check_stack_protector(c: &mut IntrinsicCall) -> Checked {
    let slot = c.arg(1).map(|v| c.strip_pointer_casts(v));
    let fits = slot.is_none_or(|v| matches!(c.inst_of(v), Some(InstData::Alloca { .. })));
    check!(c, fits, rules::STACK_PROTECTOR, c.shown());
    Ok(())
}

/// `llvm.experimental.patchpoint`.
pub(super) fn check_patchpoint(c: &mut IntrinsicCall) -> Checked {
    let convention = match c.body_inst(c.inst) {
        Some(InstData::Call { convention, .. } | InstData::Invoke { convention, .. }) => *convention,
        _ => return Ok(()),
    };
    let is_single = match c.cx.kind(c.result()) {
        TypeKind::Int(_) | TypeKind::Pointer { .. } | TypeKind::Vector { .. } => true,
        TypeKind::X86Amx | TypeKind::Target { .. } => true,
        _ => c.result().is_float(),
    };
    check!(c, convention != ANYREGCC || is_single, rules::PATCHPOINT_RESULT, c.shown());
    Ok(())
}

/// `llvm.eh.exceptioncode` and `llvm.eh.exceptionpointer`.
pub(super) fn check_exception(c: &mut IntrinsicCall) -> Checked {
    let fits = c.arg(0).is_none_or(|v| matches!(c.inst_of(v), Some(InstData::CatchPad { .. })));
    check!(c, fits, rules::EXCEPTION_PAD, c.shown());
    Ok(())
}

/// `llvm.experimental.guard`.
pub(super) fn check_guard(c: &mut IntrinsicCall) -> Checked {
    check!(c, c.is_plain_call(), rules::GUARD_INVOKED, c.shown());
    check!(c, c.count_bundles(b"deopt") == 1, rules::GUARD_BUNDLE);
    Ok(())
}

/// `llvm.experimental.deoptimize`.
pub(super) fn check_deoptimization(c: &mut IntrinsicCall) -> Checked {
    check!(c, c.is_plain_call(), rules::DEOPTIMIZE_INVOKED, c.shown());
    check!(c, c.count_bundles(b"deopt") == 1, rules::DEOPTIMIZE_BUNDLE);
    check!(c, Some(c.result()) == c.result_type(), rules::DEOPTIMIZE_TYPE);
    let next = c.body.next_inst(c.inst).and_then(|i| c.body_inst(i));
    let Some(InstData::Ret { value }) = next else { return c.fail(&rules::DEOPTIMIZE_RETURN, &[]) };
    let returned = c.result() == Type::VOID || value.expand() == Some(c.inst.into());
    check!(c, returned, rules::DEOPTIMIZE_VALUE);
    Ok(())
}

/// `llvm.va_start`.
pub(super) fn check_va_start(c: &mut IntrinsicCall) -> Checked {
    let variadic = c.cx.function_parts(c.global.value_type).is_some_and(|(.., variadic)| variadic);
    check!(c, variadic, rules::VA_START);
    Ok(())
}

/// `llvm.get.dynamic.area.offset`.
pub(super) fn check_dynamic_area_offset(c: &mut IntrinsicCall) -> Checked {
    let layout = c.module.data_layout();
    let bits = layout.pointer(layout.alloca_addr_space).bits;
    check!(c, c.cx.int_width(c.result()) == Some(bits), rules::DYNAMIC_AREA_OFFSET, c.shown());
    Ok(())
}

/// `llvm.smul.fix` and similar intrinsics.
pub(super) fn check_fixed_point(c: &mut IntrinsicCall, signed: bool) -> Checked {
    let Some(scale) = c.int(2) else { return Ok(()) };
    let bits = u64::from(c.scalar_bits(c.arg_type(0)));
    check!(c, !signed || scale < bits, rules::SIGNED_SCALE);
    check!(c, signed || scale <= bits, rules::UNSIGNED_SCALE);
    Ok(())
}

/// `llvm.lrint` and similar intrinsics.
pub(super) fn check_rounding(c: &mut IntrinsicCall) -> Checked {
    let (source, result) = (c.length(c.arg_type(0)), c.length(c.result()));
    let name = c.info.callee.as_global().and_then(|g| c.view.global(g)).map_or(&[][..], |g| g.name());
    if source.is_some() != result.is_some() {
        return c.refuse_with(&rules::ROUND_VECTOR, name);
    }
    if source != result {
        return c.refuse_with(&rules::ROUND_LENGTH, name);
    }
    Ok(())
}

/// `llvm.bswap`.
pub(super) fn check_byte_swap(c: &mut IntrinsicCall) -> Checked {
    check!(c, c.scalar_bits(c.result()).is_multiple_of(16), rules::BYTE_SWAP, c.shown());
    Ok(())
}

/// `llvm.callbr.landingpad`.
pub(super) fn check_callbr_landing_pad(c: &mut IntrinsicCall) -> Checked {
    let callbr = c.arg(0);
    let Some(&InstData::CallBr { default, .. }) = callbr.and_then(|v| c.inst_of(v)) else {
        return c.refuse(&rules::CALLBR_OPERAND);
    };
    let Some(block) = c.block() else { return Ok(()) };
    let predecessor = c.unique_predecessor(block);
    check!(c, predecessor.is_some(), rules::CALLBR_PREDECESSOR, c.shown());
    let terminator = predecessor.and_then(|b| c.body.terminator(b));
    check!(
        c,
        matches!(terminator.and_then(|i| c.body_inst(i)), Some(InstData::CallBr { .. })),
        rules::CALLBR_TERMINATOR,
        c.shown()
    );
    // One of several edges to the block may be that of the default destination.
    let edges = c.cfg.predecessors(block).len();
    let is_indirect = callbr == terminator.map(Value::from) && edges > usize::from(default == block);
    check!(c, is_indirect, rules::CALLBR_DESTINATION, c.shown());
    check!(c, c.body.first_inst(block) == Some(c.inst), rules::CALLBR_FIRST, c.shown());
    Ok(())
}

/// `llvm.ptrmask`.
pub(super) fn check_pointer_mask(c: &mut IntrinsicCall) -> Checked {
    let (pointer, mask) = (c.arg_type(0), c.arg_type(1));
    let (length, mask_length) = (c.length(pointer), c.length(mask));
    let Some(addr_space) = c.cx.addr_space(c.cx.scalar_type(pointer)) else {
        return c.refuse(&rules::PTRMASK_POINTER);
    };
    check!(c, length.is_some() == mask_length.is_some(), rules::PTRMASK_VECTOR, c.shown());
    check!(c, length == mask_length, rules::PTRMASK_LENGTH, c.shown());
    let bits = c.module.data_layout().pointer(addr_space).index_bits;
    check!(c, bits == c.scalar_bits(mask), rules::PTRMASK_WIDTH, c.shown());
    Ok(())
}

/// `llvm.thread.pointer`.
pub(super) fn check_thread_pointer(c: &mut IntrinsicCall) -> Checked {
    let addr_space = c.module.data_layout().globals_addr_space;
    check!(c, c.cx.addr_space(c.result()) == Some(addr_space), rules::THREAD_POINTER, c.shown());
    Ok(())
}

/// `llvm.threadlocal.address`.
pub(super) fn check_thread_local(c: &mut IntrinsicCall) -> Checked {
    use lindworm_ir::module::TlsModel;
    let Some(variable) = c.arg(0) else { return Ok(()) };
    let ValueKind::Global(global) = variable.kind() else { return c.fail(&rules::THREAD_LOCAL_GLOBAL, &[]) };
    let is_thread_local = c.view.global(global).is_some_and(|g| g.tls != TlsModel::None);
    check!(c, is_thread_local, rules::THREAD_LOCAL);
    Ok(())
}
