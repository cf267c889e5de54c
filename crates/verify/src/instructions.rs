//! Instructions.

use cranelift_entity::EntityRef;
use lindworm_ir::context::SyncScope;
use lindworm_ir::eval::{BinaryOp, CastOp};
use lindworm_ir::instruction::{Align, AtomicOrdering, AtomicRmwOp, CallInfo};
use lindworm_ir::target_type::TargetProperties;
use lindworm_ir::triple::Arch;
use lindworm_ir::typing::{CastRequirement, Expected, TypeError};
use lindworm_ir::{Inst, InstData, Type, Value, typing};
use smallvec::SmallVec;

use crate::check::{Checked, Checker, FunctionCheck, check};
use crate::finding::Entity;
use crate::rule::Rule;
use crate::rules::{globals::HUGE_ALIGNMENT, instructions as rules};
use crate::{blocks, calls, debug_info, exceptions, operands};

/// State of a walk.
#[derive(Default)]
pub(crate) struct Remembered {
    /// Properties of types by type index.
    types: Vec<Option<Facts>>,
}

/// Properties of a type that instructions depend on.
#[derive(Clone, Copy)]
struct Facts {
    is_sized: bool,
    /// Whether the type is sized and contains a scalable vector.
    is_scalable: bool,
    /// Whether all `target` types in it are allowed in an `alloca`.
    is_local: bool,
}

/// Checks an instruction and its attachments.
pub(crate) fn check(f: &mut FunctionCheck, inst: Inst) {
    if f.body.has_debug_records() {
        let _ = debug_info::check_records(f, inst);
    }
    let (data, ty) = (f.body.inst(inst), f.body.inst_type(inst));
    f.blocks.has_plain_operands = operands::are_plain(f, data);
    if f.blocks.has_plain_operands || operands::check_handles(f, inst).is_ok() {
        let _ = check_by_opcode(f, inst, data, ty);
    }
    let is_for_use = ty != Type::VOID && !matches!(data, InstData::Invoke { .. });
    f.seen_in[inst.index()] = if is_for_use { f.blocks.number } else { operands::NOT_FOR_USE };
}

fn check_by_opcode(f: &mut FunctionCheck, inst: Inst, data: &InstData, ty: Type) -> Checked {
    use InstData::*;
    match *data {
        Ret { value } => {
            check_result(f, inst, ty == Type::VOID)?;
            return blocks::check_ret(f, inst, value.expand());
        }
        Br { .. } | Unreachable => {
            check_result(f, inst, ty == Type::VOID)?;
            return blocks::check_terminator(f, inst);
        }
        CondBr { condition, .. } => {
            check_result(f, inst, ty == Type::VOID)?;
            return blocks::check_cond_br(f, inst, condition);
        }
        Switch { condition, ref cases, .. } => {
            return blocks::check_switch(f, inst, condition, f.body.list_values(cases));
        }
        IndirectBr { address, ref dests } => {
            check_result(f, inst, ty == Type::VOID)?;
            return blocks::check_indirect_br(f, inst, address, f.body.list_values(dests));
        }
        Call { ref call, .. } => {
            check_call_result(f, inst, call, ty)?;
            return calls::check_call(f, inst, call);
        }
        Invoke { ref call, .. } => {
            check_call_result(f, inst, call, ty)?;
            return calls::check_invoke(f, inst, call);
        }
        CallBr { ref call, .. } => {
            check_call_result(f, inst, call, ty)?;
            return calls::check_callbr(f, inst, call);
        }
        Resume { .. } | CleanupRet { .. } | CatchRet { .. } => {
            check_result(f, inst, ty == Type::VOID)?;
            return exceptions::check(f, inst);
        }
        CatchSwitch { .. } | CatchPad { .. } | CleanupPad { .. } => {
            check_result(f, inst, ty == Type::TOKEN)?;
            return exceptions::check(f, inst);
        }
        LandingPad { .. } => return exceptions::check(f, inst),
        FNeg { value, .. } => {
            check!(f, ty == f.ty(value), rules::UNARY_TYPES, f.value(inst));
            check!(f, typing::fneg(f.cx, ty).is_ok(), rules::FNEG_FLOAT, f.value(inst));
        }
        Binary { op, lhs, rhs, .. } => check_binary(f, inst, op, lhs, rhs)?,
        Cast { op, value, .. } => check_cast(f, inst, op, value)?,
        ICmp { lhs, rhs, .. } => {
            let (lhs, rhs) = (f.ty(lhs), f.ty(rhs));
            check!(f, lhs == rhs, rules::ICMP_TYPES, f.value(inst));
            let result = typing::icmp(f.cx, lhs, rhs);
            check!(f, result.is_ok(), rules::ICMP_OPERANDS, f.value(inst));
            check_result(f, inst, result == Ok(ty))?;
        }
        FCmp { lhs, rhs, .. } => {
            let (lhs, rhs) = (f.ty(lhs), f.ty(rhs));
            check!(f, lhs == rhs, rules::FCMP_TYPES, f.value(inst));
            let result = typing::fcmp(f.cx, lhs, rhs);
            check!(f, result.is_ok(), rules::FCMP_OPERANDS, f.value(inst));
            check_result(f, inst, result == Ok(ty))?;
        }
        ExtractElement { vector, index } => {
            let element = typing::extract_element(f.cx, f.ty(vector), f.ty(index));
            check!(f, element.is_ok(), rules::EXTRACTELEMENT, f.value(inst));
            check_result(f, inst, element == Ok(ty))?;
        }
        InsertElement { vector, element, index } => {
            let vector = typing::insert_element(f.cx, f.ty(vector), f.ty(element), f.ty(index));
            check!(f, vector.is_ok(), rules::INSERTELEMENT, f.value(inst));
            check_result(f, inst, vector == Ok(ty))?;
        }
        ShuffleVector { v1, v2, ref mask } => {
            let mask = f.body.list_ints(mask).iter().map(|element| element.0 as i32);
            let vector = typing::shuffle_vector(f.cx, f.ty(v1), f.ty(v2), mask);
            check!(f, vector.is_ok(), rules::SHUFFLEVECTOR, f.value(inst));
            check_result(f, inst, vector == Ok(ty))?;
        }
        ExtractValue { aggregate, ref indices } => {
            let indices = f.body.list_ints(indices).iter().map(|index| index.0);
            let member = typing::extract_value(f.cx, f.ty(aggregate), indices);
            check!(f, member == Ok(ty), rules::EXTRACTVALUE, f.value(inst));
        }
        InsertValue { aggregate, value, ref indices } => {
            let indices = f.body.list_ints(indices).iter().map(|index| index.0);
            let aggregate = typing::insert_value(f.cx, f.ty(aggregate), f.ty(value), indices);
            check!(f, aggregate.is_ok(), rules::INSERTVALUE, f.value(inst));
            check_result(f, inst, aggregate == Ok(ty))?;
        }
        Alloca { allocated, count, align, in_alloca: _, swift_error } => {
            check_alloca(f, inst, allocated, count, align, swift_error)?;
            check_result(f, inst, f.cx.is_pointer(ty))?;
        }
        Load { pointer, align, ordering, scope, .. } => {
            check!(f, f.cx.is_pointer(f.ty(pointer)), rules::LOAD_POINTER, f.value(inst));
            check_access(f, inst, ty, align, ordering, scope, &LOAD)?;
        }
        Store { value, pointer, align, ordering, scope, .. } => {
            check!(f, f.cx.is_pointer(f.ty(pointer)), rules::STORE_POINTER, f.value(inst));
            check_access(f, inst, f.ty(value), align, ordering, scope, &STORE)?;
            check_result(f, inst, ty == Type::VOID)?;
        }
        Fence { ordering, .. } => {
            check!(f, ordering >= AtomicOrdering::Acquire, rules::FENCE_ORDERING, f.value(inst));
            check_result(f, inst, ty == Type::VOID)?;
        }
        CmpXchg { .. } => check_cmpxchg(f, inst)?,
        AtomicRmw { .. } => check_atomic_rmw(f, inst)?,
        GetElementPtr { source, ref operands, .. } => check_gep(f, inst, source, f.body.list_values(operands))?,
        Phi { ref incoming, .. } => check_phi(f, inst, f.body.list_values(incoming))?,
        Select { condition, if_true, if_false, .. } => {
            let selected = typing::select(f.cx, f.ty(condition), f.ty(if_true), f.ty(if_false));
            check!(f, selected.is_ok(), rules::SELECT_OPERANDS, f.value(inst));
            check!(f, selected == Ok(ty), rules::SELECT_TYPE, f.value(inst));
        }
        Freeze { value } => check_result(f, inst, ty == f.ty(value))?,
        VaArg { .. } => {}
    }
    operands::check(f, inst)
}

/// Reports that an instruction does not have the type of its result, which is impossible in LLVM.
fn check_result(f: &mut FunctionCheck, inst: Inst, is_of_its_type: bool) -> Checked {
    check!(f, is_of_its_type, rules::RESULT_TYPE, f.value(inst));
    Ok(())
}

fn check_call_result(f: &mut FunctionCheck, inst: Inst, call: &CallInfo, ty: Type) -> Checked {
    check_result(f, inst, f.cx.function_parts(call.function_type).is_none_or(|(result, ..)| result == ty))
}

fn check_binary(f: &mut FunctionCheck, inst: Inst, op: BinaryOp, lhs: Value, rhs: Value) -> Checked {
    use BinaryOp::*;
    let (ty, lhs) = (f.body.inst_type(inst), f.ty(lhs));
    check!(f, lhs == f.ty(rhs), rules::BINARY_TYPES, f.value(inst));
    let (of_numbers, same) = match op {
        Add | Sub | Mul | UDiv | SDiv | URem | SRem => (&rules::INT_OPERANDS, &rules::INT_TYPES),
        FAdd | FSub | FMul | FDiv | FRem => (&rules::FLOAT_OPERANDS, &rules::FLOAT_TYPES),
        And | Or | Xor => (&rules::LOGICAL_OPERANDS, &rules::LOGICAL_TYPES),
        Shl | LShr | AShr => (&rules::SHIFT_OPERANDS, &rules::SHIFT_TYPES),
    };
    let result = typing::binary(f.cx, op, lhs, lhs);
    check!(f, result.is_ok(), *of_numbers, f.value(inst));
    check!(f, result == Ok(ty), *same, f.value(inst));
    Ok(())
}

/// The rule for each requirement of [`typing::cast_requirements`], by index in [`CastOp::ALL`].
static CASTS: [&[(CastRequirement, &Rule)]; CastOp::ALL.len()] = {
    use CastRequirement::*;
    let mut casts: [&[(CastRequirement, &Rule)]; CastOp::ALL.len()] = [&[]; CastOp::ALL.len()];
    casts[CastOp::Trunc as usize] = &[
        (FromInts, &rules::TRUNC_FROM),
        (ToInts, &rules::TRUNC_TO),
        (BothVectors, &rules::TRUNC_VECTORS),
        (FewerBits, &rules::TRUNC_BITS),
    ];
    casts[CastOp::ZExt as usize] = &[
        (FromInts, &rules::ZEXT_FROM),
        (ToInts, &rules::ZEXT_TO),
        (BothVectors, &rules::ZEXT_VECTORS),
        (MoreBits, &rules::ZEXT_BITS),
    ];
    casts[CastOp::SExt as usize] = &[
        (FromInts, &rules::SEXT_FROM),
        (ToInts, &rules::SEXT_TO),
        (BothVectors, &rules::SEXT_VECTORS),
        (MoreBits, &rules::SEXT_BITS),
    ];
    casts[CastOp::FPTrunc as usize] = &[
        (FromFloats, &rules::FPTRUNC_FROM),
        (ToFloats, &rules::FPTRUNC_TO),
        (BothVectors, &rules::FPTRUNC_VECTORS),
        (FewerBits, &rules::FPTRUNC_BITS),
    ];
    casts[CastOp::FPExt as usize] = &[
        (FromFloats, &rules::FPEXT_FROM),
        (ToFloats, &rules::FPEXT_TO),
        (BothVectors, &rules::FPEXT_VECTORS),
        (MoreBits, &rules::FPEXT_BITS),
    ];
    casts[CastOp::UIToFP as usize] = &[
        (BothVectors, &rules::UITOFP_VECTORS),
        (FromInts, &rules::UITOFP_FROM),
        (ToFloats, &rules::UITOFP_TO),
        (SameLength, &rules::UITOFP_LENGTH),
    ];
    casts[CastOp::SIToFP as usize] = &[
        (BothVectors, &rules::SITOFP_VECTORS),
        (FromInts, &rules::SITOFP_FROM),
        (ToFloats, &rules::SITOFP_TO),
        (SameLength, &rules::SITOFP_LENGTH),
    ];
    casts[CastOp::FPToUI as usize] = &[
        (BothVectors, &rules::FPTOUI_VECTORS),
        (FromFloats, &rules::FPTOUI_FROM),
        (ToInts, &rules::FPTOUI_TO),
        (SameLength, &rules::FPTOUI_LENGTH),
    ];
    casts[CastOp::FPToSI as usize] = &[
        (BothVectors, &rules::FPTOSI_VECTORS),
        (FromFloats, &rules::FPTOSI_FROM),
        (ToInts, &rules::FPTOSI_TO),
        (SameLength, &rules::FPTOSI_LENGTH),
    ];
    casts[CastOp::PtrToAddr as usize] = &[
        (FromPointers, &rules::PTRTOADDR_FROM),
        (ToInts, &rules::PTRTOADDR_TO),
        (BothVectors, &rules::PTRTOADDR_VECTORS),
        (SameLength, &rules::PTRTOADDR_LENGTH),
    ];
    casts[CastOp::PtrToInt as usize] = &[
        (FromPointers, &rules::PTRTOINT_FROM),
        (ToInts, &rules::PTRTOINT_TO),
        (BothVectors, &rules::PTRTOINT_VECTORS),
        (SameLength, &rules::PTRTOINT_LENGTH),
    ];
    casts[CastOp::IntToPtr as usize] = &[
        (FromInts, &rules::INTTOPTR_FROM),
        (ToPointers, &rules::INTTOPTR_TO),
        (BothVectors, &rules::INTTOPTR_VECTORS),
        (SameLength, &rules::INTTOPTR_LENGTH),
    ];
    casts[CastOp::BitCast as usize] = &[(SameBits, &rules::BITCAST)];
    casts[CastOp::AddrSpaceCast as usize] = &[
        (FromPointers, &rules::ADDRSPACECAST_FROM),
        (ToPointers, &rules::ADDRSPACECAST_TO),
        (OtherAddressSpace, &rules::ADDRSPACECAST_SPACES),
        (SameLength, &rules::ADDRSPACECAST_LENGTH),
    ];
    casts
};

fn check_cast(f: &mut FunctionCheck, inst: Inst, op: CastOp, value: Value) -> Checked {
    let broken = rule_against_cast(f, op, f.ty(value), f.body.inst_type(inst));
    let Some(rule) = broken else { return Ok(()) };
    let shown = [f.value(inst)];
    f.fail(rule, &shown)
}

/// The first rule that a cast between two types violates.
pub(crate) fn rule_against_cast(checker: &Checker, op: CastOp, from: Type, to: Type) -> Option<&'static Rule> {
    let Err(error) = typing::cast(checker.cx, op, from, to) else {
        let is_width_of_address =
            op != CastOp::PtrToAddr || checker.module.data_layout().address_type(checker.cx, from) == Some(to);
        return (!is_width_of_address).then_some(&rules::PTRTOADDR_BITS);
    };
    let TypeError::Cast { requirement: broken, .. } = error else { return Some(&rules::RESULT_TYPE) };
    let rule = CASTS[op as usize].iter().find(|&&(requirement, _)| requirement == broken);
    // LLVM cannot represent other lengths.
    Some(rule.map_or(&rules::RESULT_TYPE, |&(_, rule)| rule))
}

fn check_phi(f: &mut FunctionCheck, inst: Inst, incoming: &[Value]) -> Checked {
    let body = f.body;
    let grouped = body.prev_inst(inst).is_none_or(|i| matches!(body.inst(i), InstData::Phi { .. }));
    check!(f, grouped, rules::PHI_GROUP, f.value(inst), body.inst_block(inst).map(|b| f.value(b)));
    let ty = body.inst_type(inst);
    check!(f, !f.cx.is_token_like(ty), rules::PHI_TOKEN);
    check!(f, incoming.iter().step_by(2).all(|&v| f.ty(v) == ty), rules::PHI_TYPES, f.value(inst));
    Ok(())
}

/// The rules of `load` or of `store`.
struct Access {
    unsized_type: &'static Rule,
    /// The forbidden orderings, with the rule.
    no_ordering: AtomicOrdering,
    ordering: &'static Rule,
    atomic_type: &'static Rule,
    scope: &'static Rule,
}

static LOAD: Access = Access {
    unsized_type: &rules::LOAD_UNSIZED,
    no_ordering: AtomicOrdering::Release,
    ordering: &rules::LOAD_ORDERING,
    atomic_type: &rules::LOAD_ATOMIC_TYPE,
    scope: &rules::LOAD_SCOPE,
};

static STORE: Access = Access {
    unsized_type: &rules::STORE_UNSIZED,
    no_ordering: AtomicOrdering::Acquire,
    ordering: &rules::STORE_ORDERING,
    atomic_type: &rules::STORE_ATOMIC_TYPE,
    scope: &rules::STORE_SCOPE,
};

/// The common checks of `load` and `store`.
fn check_access(
    f: &mut FunctionCheck,
    inst: Inst,
    ty: Type,
    align: Align,
    ordering: AtomicOrdering,
    scope: SyncScope,
    of: &'static Access,
) -> Checked {
    check!(f, is_possible(align), HUGE_ALIGNMENT, f.value(inst));
    check!(f, is_sized(f, ty), *of.unsized_type, f.value(inst));
    if ordering == AtomicOrdering::NotAtomic {
        check!(f, scope == SyncScope::SYSTEM, *of.scope, f.value(inst));
        return Ok(());
    }
    let possible = ordering != of.no_ordering && ordering != AtomicOrdering::AcqRel;
    check!(f, possible, *of.ordering, f.value(inst));
    let scalar = f.cx.scalar_type(ty);
    let good = f.cx.is_int(scalar) || f.cx.is_byte(scalar) || f.cx.is_pointer(scalar) || scalar.is_float();
    check!(f, good, *of.atomic_type, ty, f.value(inst));
    let _ = check_atomic_size(f, inst, ty);
    Ok(())
}

fn is_possible(align: Align) -> bool {
    align.bytes().is_none_or(|bytes| bytes <= Align::MAX)
}

fn check_atomic_size(f: &mut FunctionCheck, inst: Inst, ty: Type) -> Checked {
    let bits = f.module.data_layout().size_in_bits(f.cx, ty).map_or(0, |size| size.min);
    check!(f, bits >= 8, rules::ATOMIC_BITS, ty, f.value(inst));
    check!(f, bits.is_power_of_two(), rules::ATOMIC_POWER, ty, f.value(inst));
    Ok(())
}

fn check_cmpxchg(f: &mut FunctionCheck, inst: Inst) -> Checked {
    let &InstData::CmpXchg { pointer, expected, new, success, failure, .. } = f.body.inst(inst) else { return Ok(()) };
    let value = f.ty(expected);
    let result = match typing::cmpxchg(f.cx, f.ty(pointer), value, f.ty(new)) {
        Ok(result) => result,
        Err(TypeError::Operand { operand: 1, .. }) => {
            let shown = [value.into(), f.value(inst)];
            return f.fail(&rules::CMPXCHG_OPERAND, &shown);
        }
        Err(error) => return fail_operand(f, inst, &error, &[pointer, expected, new]),
    };
    let _ = check_atomic_size(f, inst, value);
    check!(f, success >= AtomicOrdering::Monotonic, rules::CMPXCHG_SUCCESS, f.value(inst));
    use AtomicOrdering::{Acquire, Monotonic, SeqCst};
    check!(f, matches!(failure, Monotonic | Acquire | SeqCst), rules::CMPXCHG_FAILURE, f.value(inst));
    check_result(f, inst, f.body.inst_type(inst) == result)
}

/// Reports an operand whose type the instruction does not accept, where LLVM's instructions cannot have such an operand.
fn fail_operand(f: &mut FunctionCheck, inst: Inst, error: &TypeError, operands: &[Value]) -> Checked {
    let operand = match error {
        TypeError::Operand { operand, .. } => operands.get(*operand),
        _ => None,
    };
    let shown = [Some(f.value(inst)), operand.map(|&operand| f.value(operand))];
    f.fail(&rules::OPERAND_TYPE, &shown.into_iter().flatten().collect::<SmallVec<[Entity; 2]>>())
}

fn check_atomic_rmw(f: &mut FunctionCheck, inst: Inst) -> Checked {
    let &InstData::AtomicRmw { op, pointer, value, ordering, elementwise, .. } = f.body.inst(inst) else {
        return Ok(());
    };
    check!(f, ordering >= AtomicOrdering::Monotonic, rules::ATOMICRMW_ORDERING, f.value(inst));
    let (cx, ty) = (f.cx, f.ty(value));
    if elementwise {
        let fixed_vector = cx.vector_shape(ty).is_some_and(|(.., scalable)| !scalable);
        check!(f, fixed_vector, rules::ATOMICRMW_ELEMENTWISE_TYPE, ty, f.value(inst));
        let weak = ordering != AtomicOrdering::SeqCst;
        check!(f, weak, rules::ATOMICRMW_ELEMENTWISE_ORDERING, f.value(inst));
    }
    let result = match typing::atomic_rmw(cx, op, f.ty(pointer), ty, elementwise) {
        Ok(result) => result,
        Err(TypeError::Operand { operand: 1, .. }) => {
            let rule = match op {
                AtomicRmwOp::Xchg => &rules::ATOMICRMW_XCHG,
                _ if op.is_float() => &rules::ATOMICRMW_FLOAT,
                _ => &rules::ATOMICRMW_INT,
            };
            let shown = [f.value(inst), ty.into()];
            return f.fail_with(rule, &[op.name().as_bytes()], &shown);
        }
        Err(error) => return fail_operand(f, inst, &error, &[pointer, value]),
    };
    let _ = check_atomic_size(f, inst, ty);
    check_result(f, inst, f.body.inst_type(inst) == result)
}

fn check_alloca(
    f: &mut FunctionCheck,
    inst: Inst,
    allocated: Type,
    count: Value,
    align: Align,
    swift_error: bool,
) -> Checked {
    check!(f, is_sized(f, allocated), rules::ALLOCA_UNSIZED, f.value(inst));
    check!(f, facts(f, allocated).is_local, rules::ALLOCA_TARGET_TYPE, f.value(inst));
    check!(f, f.cx.is_int(f.ty(count)), rules::ALLOCA_COUNT, f.value(inst));
    check!(f, is_possible(align), HUGE_ALIGNMENT, f.value(inst));
    if swift_error {
        check!(f, f.cx.is_pointer(allocated), rules::SWIFTERROR_ALLOCA_TYPE, f.value(inst));
        check!(f, f.module.constants().as_u64(count) == Some(1), rules::SWIFTERROR_ALLOCA_ARRAY, f.value(inst));
        let _ = calls::check_swift_error_value(f, inst.into());
    }
    if matches!(f.view.triple.arch, Arch::AmdGcn | Arch::R600) {
        let private = f.cx.addr_space(f.body.inst_type(inst)) == Some(5);
        check!(f, private, rules::ALLOCA_AMDGPU, f.value(inst));
    }
    Ok(())
}

fn check_gep(f: &mut FunctionCheck, inst: Inst, source: Type, operands: &[Value]) -> Checked {
    let cx = f.cx;
    let ty = f.body.inst_type(inst);
    let base = operands.first().map_or(Type::VOID, |&v| f.ty(v));
    let indices = operands.get(1..).unwrap_or_default();
    let is_base = typing::operand(cx, 0, base, Expected::Pointers).is_ok();
    check!(f, is_base, rules::GEP_BASE, f.value(inst));
    if !has_plain_size(source) {
        let facts = facts(f, source);
        check!(f, facts.is_sized, rules::GEP_UNSIZED, f.value(inst));
        check!(f, !(facts.is_scalable && cx.is_struct(source)), rules::GEP_SCALABLE, f.value(inst));
    }
    let module = f.module;
    let typed = indices.iter().map(|&index| (index, f.ty(index)));
    let result = typing::gep(module, source, base, typed);
    if result == Ok(ty) {
        return Ok(());
    }
    match result {
        Err(TypeError::Operand { expected: Expected::Ints, .. }) => {
            check!(f, false, rules::GEP_INDEX_TYPES, f.value(inst))
        }
        Err(TypeError::Index { .. }) => check!(f, false, rules::GEP_INDICES, f.value(inst)),
        _ => {}
    }
    let reached = module.constants().indexed_type(cx, source, indices.iter().copied());
    check!(f, cx.is_pointer_or_pointer_vector(ty), rules::GEP_RESULT, f.value(inst), reached);
    match cx.vector_shape(ty) {
        Some((_, len, scalable)) => {
            let fits = |other| cx.vector_shape(other).is_none_or(|(_, l, s)| (l, s) == (len, scalable));
            check!(f, fits(base), rules::GEP_WIDTH, f.value(inst));
            check!(f, indices.iter().all(|&v| fits(f.ty(v))), rules::GEP_INDEX_WIDTH, f.value(inst));
        }
        None => check_result(f, inst, !operands.iter().any(|&v| cx.is_vector(f.ty(v))))?,
    }
    check!(f, cx.addr_space(base) == cx.addr_space(ty), rules::GEP_ADDRESS_SPACE, f.value(inst));
    check_result(f, inst, false)
}

fn is_sized(f: &mut FunctionCheck, ty: Type) -> bool {
    has_plain_size(ty) || facts(f, ty).is_sized
}

/// Whether this is one of the integer, floating-point and pointer types with a fixed index.
fn has_plain_size(ty: Type) -> bool {
    ty.index() >= Type::I1.index() && ty.index() <= Type::PTR.index() || ty.is_float()
}

/// The properties of a type, computed on first use.
fn facts(f: &mut FunctionCheck, ty: Type) -> Facts {
    if let Some(&Some(facts)) = f.instructions.types.get(ty.index()) {
        return facts;
    }
    let cx = f.cx;
    let layout = f.module.data_layout().layout(cx, ty);
    let facts = Facts {
        is_sized: layout.is_some(),
        is_scalable: layout.is_some_and(|layout| layout.size_in_bits().scalable),
        is_local: f.type_contents.of(cx, ty).target.contains(TargetProperties::LOCAL),
    };
    let types = &mut f.instructions.types;
    if types.len() <= ty.index() {
        types.resize(ty.index() + 1, None);
    }
    types[ty.index()] = Some(facts);
    facts
}
