//! Calls: callee, arguments, debug locations, inline assembly.

mod arguments;
pub(crate) mod bundles;
mod swift_error;
mod tail;

use lindworm_ir::attributes::{AttrKind, AttrKinds, AttributeList};
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::inline_asm::{self, Constraint, ConstraintKind};
use lindworm_ir::instruction::{Align, CallInfo, TailCall};
use lindworm_ir::module::{Function, GlobalValue, InlineAsmData};
use lindworm_ir::types::TypeKind;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Context, Inst, InstData, Type, Value};

use crate::attributes::Owner;
use crate::check::{Checked, FunctionCheck, check};
use crate::pointers::{Through, base_of};
use crate::rules::attributes::AFTER_LAST_PARAMETER;
use crate::rules::calls as rules;
use crate::{attributes, blocks, convergence, exceptions, intrinsics, operands};

pub(crate) use swift_error::check_value as check_swift_error_value;

/// The callee of a call, if known.
#[derive(Clone, Copy)]
struct Callee<'m> {
    global: &'m GlobalValue,
    function: &'m Function,
    /// Whether the call is direct: without casts and with the callee's type.
    direct: bool,
}

impl<'m> Callee<'m> {
    fn of(f: &FunctionCheck<'_, 'm>, call: &CallInfo) -> Option<Callee<'m>> {
        let value = base_of(f, call.callee, Through::Zeros);
        let global = f.view.global(value.as_global()?)?;
        let function = global.as_function()?;
        Some(Callee { global, function, direct: value == call.callee && global.value_type == call.function_type })
    }
}

/// Whether a call or its callee has a function attribute.
pub(crate) fn has_attribute(f: &FunctionCheck, call: &CallInfo, kind: AttrKind) -> bool {
    let of = |list| f.cx.has_attribute(f.cx.attribute_list(list).function, kind);
    of(call.attributes) || f.view.function(call.callee).is_some_and(|callee| of(callee.attributes))
}

/// Whether a handle in an instruction that may not have been checked yet is valid.
pub(crate) fn is_known(f: &FunctionCheck, value: Value) -> bool {
    match value.kind() {
        ValueKind::Inst(inst) => f.body_inst(inst).is_some(),
        ValueKind::Constant(constant) => (constant.as_u32() as usize) < f.module.constants().len(),
        ValueKind::Global(global) => f.view.global(global).is_some(),
        _ => true,
    }
}

/// Checks `call`.
pub(crate) fn check_call(f: &mut FunctionCheck, inst: Inst, call: &CallInfo) -> Checked {
    let _ = check(f, inst, call);
    match f.body.inst(inst) {
        InstData::Call { tail: TailCall::MustTail, convention, .. } => tail::check(f, inst, call, *convention),
        _ => Ok(()),
    }
}

/// Checks `invoke`.
pub(crate) fn check_invoke(f: &mut FunctionCheck, inst: Inst, call: &CallInfo) -> Checked {
    let _ = check(f, inst, call);
    if let InstData::Invoke { unwind, .. } = f.body.inst(inst) {
        let pad = f.first_non_phi(*unwind).is_some_and(|first| exceptions::is_pad(f.body.inst(first)));
        check!(f, pad, rules::UNWIND_TO_NO_PAD, f.value(inst));
    }
    blocks::check_terminator(f, inst)
}

/// The common checks of `call` and `invoke`.
fn check(f: &mut FunctionCheck, inst: Inst, call: &CallInfo) -> Checked {
    let cx = f.cx;
    check!(f, cx.is_pointer(f.ty(call.callee)), rules::CALLEE_NOT_POINTER, f.value(inst));
    check!(f, cx.is_function(call.function_type), rules::FUNCTION_TYPE, f.value(inst));
    let Some((result, params, variadic)) = cx.function_parts(call.function_type) else { return Ok(()) };
    let args = f.args(call);
    match variadic {
        true => check!(f, args.len() >= params.len(), rules::TOO_FEW_ARGUMENTS, f.value(inst)),
        false => check!(f, args.len() == params.len(), rules::ARGUMENT_COUNT, f.value(inst)),
    }
    for (&arg, &param) in args.iter().zip(params) {
        check!(f, f.ty(arg) == param, rules::ARGUMENT_TYPE, f.value(arg), param, f.value(inst));
    }
    let list = cx.attribute_list(call.attributes);
    check!(f, list.params.len() <= args.len(), AFTER_LAST_PARAMETER, f.value(inst));

    let callee = Callee::of(f, call);
    let direct = callee.filter(|c| c.direct);
    let is_intrinsic = callee.is_some_and(|c| is_intrinsic(c.global));
    if let Some(callee) = callee.filter(|_| is_intrinsic) {
        check!(f, callee.global.value_type == call.function_type, rules::INTRINSIC_SIGNATURE, f.value(inst));
    }
    check!(f, is_callable(convention(f.body.inst(inst))), rules::UNCALLABLE, f.value(inst));
    let has_unusual_type = !is_usual(cx, result) || !params.iter().all(|&ty| is_usual(cx, ty));
    if has_unusual_type && !is_intrinsic {
        let _ = check_alignment(f, inst, result, b"return type");
        for &param in params {
            let _ = check_alignment(f, inst, param, b"argument passed");
        }
    }

    if call.attributes != AttributeList::EMPTY {
        arguments::check_own_attributes(f, inst, list.function, callee)?;
        let owner = match (is_intrinsic, call.callee.kind()) {
            (true, _) => Owner::Intrinsic,
            (_, ValueKind::InlineAsm(_)) => Owner::InlineAsm,
            _ => Owner::Function,
        };
        let shown = f.value(inst);
        let _ = attributes::check(f, call.function_type, call.attributes, owner, &shown);
    }
    let kinds = arguments::param_kinds(cx, call.attributes)
        .union(direct.map_or(AttrKinds::NONE, |c| arguments::param_kinds(cx, c.function.attributes)));
    if kinds.intersects(arguments::SPECIAL) {
        arguments::check_special(f, inst, call, callee, params.len())?;
    }
    if variadic && list.params.len() > params.len() {
        arguments::check_variadic(f, inst, call, result, params.len())?;
    }

    if has_unusual_type && !is_intrinsic {
        for &param in params {
            check!(f, param != Type::METADATA, rules::METADATA_ARGUMENT, f.value(inst));
            check!(f, !cx.is_token_like(param), rules::TOKEN_ARGUMENT, f.value(inst));
        }
    }
    if has_unusual_type && direct.is_none() {
        check!(f, !cx.is_token_like(result), rules::INDIRECT_TOKEN);
        check!(f, result != Type::X86_AMX, rules::INDIRECT_AMX);
    }
    if let Some(id) = direct.and_then(|c| c.function.intrinsic)
        && intrinsics::check(f, inst, call, id).is_ok()
    {
        let _ = exceptions::check_funclet_token(f, inst, call, id);
    }
    if call.bundles.is_some() {
        bundles::check(f, inst, call, direct.is_some())?;
    }
    if f.body.debug_loc(inst).is_none() && has_subprogram(f, f.global) {
        let is_inlinable = direct.is_some_and(|c| is_inlinable(f, c) && has_subprogram(f, c.global));
        check!(f, !is_inlinable, rules::NO_DEBUG_LOC, f.value(inst));
    }
    if let ValueKind::InlineAsm(asm) = call.callee.kind() {
        let _ = check_inline_asm(f, inst, call, f.module.inline_asm(asm));
    }
    convergence::visit_call(f, inst, call);
    operands::check(f, inst)
}

fn convention(data: &InstData) -> CallingConvention {
    match data {
        InstData::Call { convention, .. }
        | InstData::Invoke { convention, .. }
        | InstData::CallBr { convention, .. } => *convention,
        _ => CallingConvention::C,
    }
}

/// Whether a function has a name reserved for intrinsics.
pub(crate) fn is_intrinsic(function: &GlobalValue) -> bool {
    function.name().starts_with(b"llvm.")
}

/// Whether functions with a calling convention can be called: excludes entry points of hardware or host, and conventions that
/// only intrinsics call.
fn is_callable(convention: CallingConvention) -> bool {
    // Kernels and shaders (`spir_kernel`, `amdgpu_vs` to `amdgpu_kernel`, `amdgpu_hs`, `amdgpu_ls`, `amdgpu_es`), then
    // `amdgpu_cs_chain`, `amdgpu_cs_chain_preserve` and `amdgpu_gfx_whole_wave`.
    !matches!(convention.0, 76 | 87..=91 | 93 | 95 | 96 | 104 | 105 | 124)
}

/// Whether a type has a small alignment and is restricted by no rule on signatures.
fn is_usual(cx: &Context, ty: Type) -> bool {
    ty.is_float()
        || matches!(cx.kind(ty), TypeKind::Void | TypeKind::Int(_) | TypeKind::Byte(_) | TypeKind::Pointer { .. })
}

/// Checks the maximum alignment of an argument or result type.
fn check_alignment(f: &mut FunctionCheck, inst: Inst, ty: Type, what: &[u8]) -> Checked {
    let layout = f.module.data_layout();
    if !layout.is_sized(f.cx, ty) {
        return Ok(());
    }
    match layout.abi_align(f.cx, ty).and_then(Align::bytes) {
        Some(bytes) if bytes > Align::MAX => {
            let shown = [f.value(inst)];
            f.fail_with(&rules::ALIGNMENT, &[what], &shown)
        }
        _ => Ok(()),
    }
}

/// Whether a function has debug information.
fn has_subprogram(f: &FunctionCheck, global: &GlobalValue) -> bool {
    let is =
        |&(kind, node): &_| kind == MetadataKind::DBG && f.view.node_of_kind(node, NodeKind::DISubprogram).is_some();
    global.metadata.iter().any(is)
}

/// Whether the function has a body that cannot be replaced at link time.
fn is_inlinable(f: &FunctionCheck, callee: Callee) -> bool {
    let is_replaceable =
        callee.global.linkage.is_interposable() || !callee.global.dso_local && f.view.has_semantic_interposition();
    callee.function.body.as_ref().is_some_and(|b| b.entry().is_some()) && !is_replaceable
}

/// Checks `callbr`.
pub(crate) fn check_callbr(f: &mut FunctionCheck, inst: Inst, call: &CallInfo) -> Checked {
    match call.callee.kind() {
        ValueKind::InlineAsm(asm) => {
            let asm = f.module.inline_asm(asm);
            check!(f, !asm.can_unwind, rules::CALLBR_UNWINDS);
            let _ = check_inline_asm(f, inst, call, asm);
        }
        _ => check_callbr_intrinsic(f, inst, call)?,
    }
    blocks::check_terminator(f, inst)
}

/// Checks a `callbr` without inline assembly: only `llvm.amdgcn.kill` can be called.
fn check_callbr_intrinsic(f: &mut FunctionCheck, inst: Inst, call: &CallInfo) -> Checked {
    let callee = Callee::of(f, call).filter(|c| c.direct);
    let Some(callee) = callee else { return f.fail(&rules::CALLBR_INDIRECT, &[]) };
    check!(f, call.bundles.is_none(), rules::CALLBR_BUNDLES);
    match callee.function.intrinsic {
        Some(id) if id.name() == "llvm.amdgcn.kill" => {
            let InstData::CallBr { indirect, .. } = f.body.inst(inst) else { return Ok(()) };
            let dests = f.body.list_values(indirect);
            check!(f, dests.len() == 1, rules::CALLBR_KILL_DESTS);
            let is_dead = dests.iter().filter_map(|d| d.as_block()).all(|block| starts_unreachable(f, block));
            check!(f, is_dead, rules::CALLBR_KILL_GOES_ON);
        }
        _ => {
            let _ = f.fail(&rules::CALLBR_CALLEE, &[]);
        }
    }
    if let Some(id) = callee.function.intrinsic
        && intrinsics::check(f, inst, call, id).is_ok()
    {
        let _ = exceptions::check_funclet_token(f, inst, call, id);
    }
    Ok(())
}

/// Whether a block begins with `unreachable` or `llvm.amdgcn.unreachable`.
fn starts_unreachable(f: &FunctionCheck, block: Block) -> bool {
    if block.as_u32() as usize >= f.body.block_count() {
        return false;
    }
    match f.body.first_inst(block).map(|i| f.body.inst(i)) {
        Some(InstData::Unreachable) => true,
        Some(InstData::Call { call, .. }) => {
            f.called_intrinsic(call).is_some_and(|id| id.name() == "llvm.amdgcn.unreachable")
        }
        _ => false,
    }
}

/// Checks the arguments and destinations of inline assembly against its constraints.
fn check_inline_asm(f: &mut FunctionCheck, inst: Inst, call: &CallInfo, asm: &InlineAsmData) -> Checked {
    let list = f.cx.attribute_list(call.attributes);
    let mut args = f.args(call).iter().enumerate();
    let constraints = inline_asm::parse(&asm.constraints).unwrap_or_default();
    let takes_argument = |c: &&Constraint| match c.kind {
        ConstraintKind::Input => true,
        ConstraintKind::Output => c.indirect,
        ConstraintKind::Clobber | ConstraintKind::Label => false,
    };
    for constraint in constraints.iter().filter(takes_argument) {
        let Some((i, &arg)) = args.next() else { break };
        let element_type = f.cx.attribute_type(list.param(i), AttrKind::ELEMENT_TYPE);
        if constraint.indirect {
            check!(f, f.cx.is_pointer(f.ty(arg)), rules::ASM_INDIRECT_NOT_POINTER, f.value(inst));
            check!(f, element_type.is_some(), rules::ASM_INDIRECT_TYPE, f.value(inst));
        } else {
            check!(f, element_type.is_none(), rules::ASM_DIRECT_TYPE, f.value(inst));
        }
    }
    let labels = constraints.iter().filter(|c| c.kind == ConstraintKind::Label).count();
    match f.body.inst(inst) {
        InstData::CallBr { indirect, .. } => {
            check!(f, labels == f.body.list_values(indirect).len(), rules::CALLBR_LABELS, f.value(inst))
        }
        _ => check!(f, labels == 0, rules::ASM_LABEL_OUTSIDE_CALLBR, f.value(inst)),
    }
    Ok(())
}
