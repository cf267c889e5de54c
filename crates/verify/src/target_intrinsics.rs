//! Target intrinsics.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::types::TypeKind;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{InstData, Type};

use crate::check::{Checked, check};
use crate::intrinsics::IntrinsicCall;
use crate::rules::target_intrinsics as rules;

/// Calling conventions of AMDGPU, by LLVM's numbers.
mod amdgpu {
    pub const VS: u16 = 87;
    pub const GS: u16 = 88;
    pub const CS: u16 = 90;
    pub const HS: u16 = 93;
    pub const LS: u16 = 95;
    pub const ES: u16 = 96;
    pub const CS_CHAIN: u16 = 104;
    pub const CS_CHAIN_PRESERVE: u16 = 105;
    pub const GFX_WHOLE_WAVE: u16 = 124;
    pub const FLAT_ADDRESS: u32 = 0;
    pub const GLOBAL_ADDRESS: u32 = 1;
    pub const CONSTANT_ADDRESS: u32 = 4;
    pub const LAST_ADDRESS_SPACE: u32 = 9;
}

/// Checks a call of a target intrinsic with rules.
pub(crate) fn check(c: &mut IntrinsicCall, id: IntrinsicId) -> Checked {
    use IntrinsicId as I;
    match id {
        I::AARCH64_LDAXR | I::AARCH64_LDXR | I::ARM_LDAEX | I::ARM_LDREX => c.check_element_type_of_first(),
        I::AARCH64_STLXR | I::AARCH64_STXR | I::ARM_STLEX | I::ARM_STREX => {
            check!(c, c.element_type(1).is_some(), rules::ELEMENT_TYPE_OF_SECOND, c.shown());
            Ok(())
        }
        I::AARCH64_PREFETCH => {
            check!(c, is_below(c, 1, 2), rules::AARCH64_PREFETCH_WRITE, c.shown());
            check!(c, is_below(c, 2, 4), rules::AARCH64_PREFETCH_TARGET, c.shown());
            check!(c, is_below(c, 3, 2), rules::AARCH64_PREFETCH_STREAM, c.shown());
            check!(c, is_below(c, 4, 2), rules::AARCH64_PREFETCH_DATA, c.shown());
            Ok(())
        }
        I::AARCH64_RANGE_PREFETCH => {
            check!(c, is_below(c, 1, 2), rules::AARCH64_RANGE_PREFETCH_WRITE, c.shown());
            check!(c, is_below(c, 2, 2), rules::AARCH64_RANGE_PREFETCH_STREAM, c.shown());
            Ok(())
        }
        I::NVVM_SETMAXNREG_DEC_SYNC_ALIGNED_U32 | I::NVVM_SETMAXNREG_INC_SYNC_ALIGNED_U32 => {
            check!(c, c.int(0).is_none_or(|n| n.is_multiple_of(8)), rules::NVVM_REGISTERS);
            Ok(())
        }
        I::AMDGCN_CS_CHAIN => check_chain(c),
        I::AMDGCN_INIT_EXEC_FROM_INPUT => {
            let fits = c.arg(0).is_none_or(|v| is_parameter_in_register(c, v.kind()) == Some(true));
            check!(c, fits, rules::AMDGCN_EXEC_INPUT, c.shown());
            Ok(())
        }
        I::AMDGCN_SET_INACTIVE_CHAIN_ARG => check_inactive_argument(c),
        I::AMDGCN_CALL_WHOLE_WAVE => check_whole_wave(c),
        I::AMDGCN_S_PREFETCH_DATA => {
            let fits = c.cx.addr_space(c.arg_type(0)).is_none_or(|n| {
                use amdgpu::*;
                matches!(n, FLAT_ADDRESS | GLOBAL_ADDRESS | CONSTANT_ADDRESS) || n > LAST_ADDRESS_SPACE
            });
            check!(c, fits, rules::AMDGCN_PREFETCH);
            Ok(())
        }
        I::AMDGCN_MFMA_SCALE_F32_16X16X128_F8F6F4 | I::AMDGCN_MFMA_SCALE_F32_32X32X64_F8F6F4 => check_mfma(c),
        I::AMDGCN_WMMA_F32_16X16X128_F8F6F4
        | I::AMDGCN_WMMA_SCALE_F32_16X16X128_F8F6F4
        | I::AMDGCN_WMMA_SCALE16_F32_16X16X128_F8F6F4 => check_wmma(c),
        I::AMDGCN_COOPERATIVE_ATOMIC_LOAD_32X4B
        | I::AMDGCN_COOPERATIVE_ATOMIC_LOAD_16X8B
        | I::AMDGCN_COOPERATIVE_ATOMIC_LOAD_8X16B
        | I::AMDGCN_COOPERATIVE_ATOMIC_STORE_32X4B
        | I::AMDGCN_COOPERATIVE_ATOMIC_STORE_16X8B
        | I::AMDGCN_COOPERATIVE_ATOMIC_STORE_8X16B => check_cooperative_atomic(c),
        I::AMDGCN_AV_LOAD_B128 | I::AMDGCN_AV_STORE_B128 => {
            let last = c.args.len().saturating_sub(1);
            check!(c, c.tuple_of_string(last), rules::AMDGCN_AVAILABILITY_SCOPE, c.shown(), c.shown_arg(last));
            Ok(())
        }
        I::AMDGCN_GLOBAL_LOAD_ASYNC_LDS
        | I::AMDGCN_GLOBAL_LOAD_LDS
        | I::AMDGCN_LOAD_ASYNC_TO_LDS
        | I::AMDGCN_LOAD_TO_LDS
        | I::AMDGCN_RAW_BUFFER_LOAD_ASYNC_LDS
        | I::AMDGCN_RAW_BUFFER_LOAD_LDS
        | I::AMDGCN_RAW_PTR_BUFFER_LOAD_ASYNC_LDS
        | I::AMDGCN_RAW_PTR_BUFFER_LOAD_LDS
        | I::AMDGCN_STRUCT_BUFFER_LOAD_ASYNC_LDS
        | I::AMDGCN_STRUCT_BUFFER_LOAD_LDS
        | I::AMDGCN_STRUCT_PTR_BUFFER_LOAD_ASYNC_LDS
        | I::AMDGCN_STRUCT_PTR_BUFFER_LOAD_LDS => {
            let fits = c.int(2).is_none_or(|bytes| matches!(bytes, 1 | 2 | 4 | 12 | 16));
            check!(c, fits, rules::AMDGCN_LDS_SIZE, c.shown());
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Whether an argument is below a bound. The check that it is constant is common to all calls.
fn is_below(c: &IntrinsicCall, index: usize, bound: u64) -> bool {
    c.int(index).is_none_or(|n| n < bound)
}

/// Whether a parameter of the function is `inreg`; `None` if the value is not a parameter.
fn is_parameter_in_register(c: &IntrinsicCall, value: ValueKind) -> Option<bool> {
    let ValueKind::Arg(index) = value else { return None };
    let set = c.cx.attribute_list(c.function.attributes).param(index as usize);
    Some(c.cx.has_attribute(set, AttrKind::IN_REG))
}

fn check_chain(c: &mut IntrinsicCall) -> Checked {
    use amdgpu::*;
    let CallingConvention(caller) = c.function.convention;
    if !matches!(caller, CS | CS_CHAIN | CS_CHAIN_PRESERVE | ES | GS | HS | LS | VS) {
        let _ = c.refuse(&rules::AMDGCN_CHAIN_CALLER);
    }
    check!(c, c.arg_has_attribute(&c.info, 2, AttrKind::IN_REG), rules::AMDGCN_CHAIN_SGPR, c.shown());
    check!(c, !c.arg_has_attribute(&c.info, 3, AttrKind::IN_REG), rules::AMDGCN_CHAIN_VGPR, c.shown());
    check!(c, is_below(c, 4, 2), rules::AMDGCN_CHAIN_FLAGS, c.shown());
    let next = c.body.next_inst(c.inst);
    let ends = match next.and_then(|i| c.body_inst(i)) {
        Some(InstData::Unreachable) => true,
        Some(InstData::Call { call, .. }) => c.called_intrinsic(call) == Some(IntrinsicId::AMDGCN_UNREACHABLE),
        _ => false,
    };
    check!(c, ends, rules::AMDGCN_CHAIN_END, c.shown());
    Ok(())
}

fn check_inactive_argument(c: &mut IntrinsicCall) -> Checked {
    use amdgpu::*;
    if !matches!(c.function.convention.0, CS_CHAIN | CS_CHAIN_PRESERVE) {
        let _ = c.refuse(&rules::AMDGCN_INACTIVE_CALLER);
    }
    let Some(inactive) = c.arg(1) else { return Ok(()) };
    check!(c, !c.arg_has_attribute(&c.info, 1, AttrKind::IN_REG), rules::AMDGCN_INACTIVE_IN_REG, c.shown());
    let in_register = is_parameter_in_register(c, inactive.kind());
    check!(c, in_register.is_some(), rules::AMDGCN_INACTIVE_ARGUMENT, c.shown());
    check!(c, in_register == Some(false), rules::AMDGCN_INACTIVE_VGPR, c.shown());
    Ok(())
}

/// `llvm.amdgcn.call.whole.wave`: the arguments are the callee, and the callee's arguments without the first.
fn check_whole_wave(c: &mut IntrinsicCall) -> Checked {
    let Some(callee) = c.arg(0) else { return Ok(()) };
    let Some(function) = c.view.function(callee) else {
        return c.refuse(&rules::AMDGCN_WAVE_INDIRECT);
    };
    let convention = function.convention.0;
    check!(c, convention == amdgpu::GFX_WHOLE_WAVE, rules::AMDGCN_WAVE_CONVENTION, c.shown());
    let ty = callee.as_global().and_then(|g| c.view.global(g)).map(|g| g.value_type);
    let Some((_, params, variadic)) = ty.and_then(|ty| c.cx.function_parts(ty)) else { return Ok(()) };
    check!(c, !variadic, rules::AMDGCN_WAVE_VARIADIC, c.shown());
    check!(c, c.args.len() == params.len(), rules::AMDGCN_WAVE_COUNT, c.shown());
    check!(c, params.first() == Some(&Type::I1), rules::AMDGCN_WAVE_FIRST, c.shown());
    for (i, (&arg, &param)) in c.args.iter().zip(params).enumerate().skip(1) {
        check!(c, c.ty(arg) == param, rules::AMDGCN_WAVE_TYPES, c.shown());
        let in_register = |list| c.cx.has_attribute(c.cx.attribute_list(list).param(i), AttrKind::IN_REG);
        let same = c.arg_has_attribute(&c.info, i, AttrKind::IN_REG) == in_register(function.attributes);
        check!(c, same, rules::AMDGCN_WAVE_IN_REG, c.shown());
    }
    Ok(())
}

/// The number of elements of a fixed vector of `i32`.
fn i32_vector(c: &IntrinsicCall, ty: Type) -> Option<u32> {
    match *c.cx.kind(ty) {
        TypeKind::Vector { element: Type::I32, len, scalable: false } => Some(len),
        _ => None,
    }
}

/// The number of 32-bit registers for `count` small floats in the formats of the matrix instructions: 8 bits (0 and 1), 6 bits
/// (2 and 3), 4 bits (4).
fn registers(format: u64, count: u32) -> u32 {
    match format {
        0 | 1 => count / 4,
        2 | 3 => count / 16 * 3,
        _ => count / 8,
    }
}

fn check_mfma(c: &mut IntrinsicCall) -> Checked {
    let (Some(a), Some(b)) = (c.int(3), c.int(4)) else { return Ok(()) };
    check!(c, a <= 4, rules::AMDGCN_CBSZ, c.shown(), c.shown_arg(3));
    check!(c, b <= 4, rules::AMDGCN_BLGP, c.shown(), c.shown_arg(4));
    let [a_len, b_len] = [0, 1].map(|i| i32_vector(c, c.arg_type(i)).filter(|n| matches!(n, 4 | 6 | 8)));
    check!(c, a_len.is_some(), rules::AMDGCN_MFMA_0, c.shown(), c.shown_arg(0));
    check!(c, b_len.is_some(), rules::AMDGCN_MFMA_1, c.shown(), c.shown_arg(1));
    check!(c, a_len >= Some(registers(a, 32)), rules::AMDGCN_FORMAT, c.shown(), c.shown_arg(0), c.shown_arg(3));
    // LLVM prints the argument after the format.
    check!(c, b_len >= Some(registers(b, 32)), rules::AMDGCN_FORMAT, c.shown(), c.shown_arg(1), c.shown_arg(5));
    Ok(())
}

fn check_wmma(c: &mut IntrinsicCall) -> Checked {
    let (Some(a), Some(b)) = (c.int(0), c.int(2)) else { return Ok(()) };
    check!(c, a <= 4, rules::AMDGCN_MATRIX_FORMAT, c.shown(), c.shown_arg(0));
    check!(c, b <= 4, rules::AMDGCN_MATRIX_FORMAT, c.shown(), c.shown_arg(2));
    let [a_len, b_len] = [1, 3].map(|i| i32_vector(c, c.arg_type(i)).filter(|n| matches!(n, 8 | 12 | 16)));
    check!(c, a_len.is_some(), rules::AMDGCN_WMMA_1, c.shown(), c.shown_arg(1));
    check!(c, b_len.is_some(), rules::AMDGCN_WMMA_3, c.shown(), c.shown_arg(3));
    check!(c, a_len >= Some(registers(a, 64)), rules::AMDGCN_FORMAT, c.shown(), c.shown_arg(1), c.shown_arg(0));
    check!(c, b_len >= Some(registers(b, 64)), rules::AMDGCN_FORMAT, c.shown(), c.shown_arg(3), c.shown_arg(2));
    Ok(())
}

fn check_cooperative_atomic(c: &mut IntrinsicCall) -> Checked {
    use amdgpu::*;
    let Some(last) = c.args.len().checked_sub(1) else { return Ok(()) };
    let addr_space = c.cx.addr_space(c.arg_type(0));
    let fits = addr_space.is_none_or(|n| matches!(n, FLAT_ADDRESS | GLOBAL_ADDRESS));
    check!(c, fits, rules::AMDGCN_COOPERATIVE_POINTER, c.shown(), c.shown_arg(0));
    check!(c, c.tuple_of_string(last), rules::AMDGCN_COOPERATIVE_SCOPE, c.shown(), c.shown_arg(last));
    Ok(())
}
