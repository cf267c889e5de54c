//! Functions: signature, calling convention, attachments.

mod addresses;

use lindworm_ir::attributes::{AttrKind, AttributeList, AttributeListData};
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::Align;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::{DllStorage, Linkage, Visibility};
use lindworm_ir::triple::{Arch, Triple};
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Context, Global, Metadata, Type, Value};
use smallvec::SmallVec;

use crate::attachments::check_unknown_profile;
use crate::attributes::{self, Owner};
use crate::calls::{self, is_intrinsic};
use crate::check::{Checked, Checker, FunctionCheck, Mode, check};
use crate::finding::Entity;
use crate::metadata::{self, Locations, operand, operands};
use crate::rules::attachments::{PROF_NAME, PROF_NULL, PROF_SECOND_NULL, PROF_SHORT};
use crate::rules::attributes::{
    AFTER_LAST_PARAMETER, BUILTIN_OF_FUNCTION, ELEMENTTYPE_DECLARED, ZT0_UNDEF_OF_FUNCTION,
};
use crate::rules::functions as rules;
use crate::rules::globals::HUGE_ALIGNMENT;
use crate::{debug_info, globals};

pub(crate) use addresses::{Remembered, are_addresses_suspicious};

/// The properties of a declaration that [`plain_declaration`] accepts, on which alone its checks depend: the type, the attributes,
/// the calling convention, the visibility, and whether the symbol is `dso_local`.
type Declared = (Type, AttributeList, CallingConvention, Visibility, bool);

/// Whether a function is a declaration that differs only in its name from one that the walk has found to be valid. Most modules of
/// a program declare many functions of few types.
pub(crate) fn is_like_a_checked_one(checker: &mut Checker, id: Global) -> bool {
    let declared = plain_declaration(checker, id);
    declared.is_some_and(|declared| checker.functions.declarations.contains(&declared))
}

/// The properties of a declaration that has no others, and whose name has no meaning. `None` for other functions, and unless the walk
/// ends at the first violation: a declaration that was checked before is valid only then.
fn plain_declaration(checker: &Checker, id: Global) -> Option<Declared> {
    let global = checker.view.global(id)?;
    let function = global.as_function()?;
    let is_plain = checker.mode == Mode::Detect
        && function.body.is_none()
        && function.personality.is_none()
        && global.linkage == Linkage::External
        && global.dll_storage == DllStorage::Default
        && global.align == Align::NONE
        && global.comdat.is_none()
        && global.metadata.is_empty()
        && !is_intrinsic(global);
    let (attributes, convention) = (function.attributes, function.convention);
    is_plain.then_some((global.value_type, attributes, convention, global.visibility, global.dso_local))
}

/// Checks a function, without its blocks.
pub(crate) fn check(f: &mut FunctionCheck) {
    let _ = globals::check_symbol(f.checker, f.id);
    let _ = check_function(f);
    let declared = plain_declaration(f.checker, f.id);
    f.checker.functions.declarations.extend(declared);
}

/// Checks that the names of values are unique.
pub(crate) fn check_names(f: &mut FunctionCheck) {
    let body = f.body;
    if !body.names_may_clash() {
        return;
    }
    let args = (0..body.args().len() as u32).map(Value::arg);
    let insts = body.blocks().flat_map(|block| body.insts(block)).map(Value::from);
    let mut seen = HashSet::default();
    let repeated = |v: &Value| !body.name(*v).is_empty() && !seen.insert(body.name(*v));
    let repeated: Vec<Value> = args.chain(body.blocks().map(Value::from)).chain(insts).filter(repeated).collect();
    for value in repeated {
        let entity = f.value(value);
        let _ = f.fail(&rules::LOCAL_NAME, &[entity]);
    }
}

fn check_function(f: &mut FunctionCheck) -> Checked {
    let cx = f.cx;
    let is_intrinsic = is_intrinsic(f.global);
    let (result, params, variadic) = cx.function_parts(f.global.value_type).unwrap_or((Type::VOID, &[], false));
    check_signature(f, result, params)?;
    check_attributes(f, params)?;
    check_convention(f, result, params, variadic)?;
    check_arguments(f, result, params)?;
    check_annotations(f);
    if f.is_declaration() {
        check_declaration(f)?;
    } else if f.view.options.skips_bodies {
        return Ok(());
    } else {
        check!(f, !is_intrinsic, rules::INTRINSIC_DEFINED, f.id);
        check_entry(f)?;
        debug_info::check_function_attachments(f)?;
    }
    if is_intrinsic {
        check_intrinsic(f)?;
    }
    debug_info::check_function_locations(f)
}

fn check_signature(f: &mut FunctionCheck, result: Type, params: &[Type]) -> Checked {
    let cx = f.cx;
    check!(f, f.global.linkage != Linkage::Common, rules::COMMON, f.id);
    let args = if f.function.body.is_some() { f.body.args().len() } else { params.len() };
    let has_type = cx.is_function(f.global.value_type);
    check!(f, has_type && args == params.len(), rules::ARGUMENT_COUNT, f.id, f.global.value_type);
    let can_return = cx.is_first_class(result) || cx.is_struct(result) || result == Type::VOID;
    check!(f, can_return, rules::RESULT_TYPE, f.id);
    let list = cx.attribute_list(f.function.attributes);
    check!(f, !has_sret(cx, list) || result == Type::VOID, rules::SRET_RESULT, f.id);
    let is_usual_align = f.global.align.bytes().is_none_or(|bytes| bytes <= Align::MAX);
    check!(f, is_usual_align, HUGE_ALIGNMENT, f.id);
    Ok(())
}

/// Whether a parameter has `sret`.
fn has_sret(cx: &Context, list: &AttributeListData) -> bool {
    [0, 1].into_iter().any(|i| cx.has_attribute(list.param(i), AttrKind::STRUCT_RET))
}

fn check_attributes(f: &mut FunctionCheck, params: &[Type]) -> Checked {
    let cx = f.cx;
    let shown = Entity::from(f.id);
    let list = cx.attribute_list(f.function.attributes);
    check!(f, list.params.len() <= params.len(), AFTER_LAST_PARAMETER, f.id);
    let owner = if is_intrinsic(f.global) { Owner::Intrinsic } else { Owner::Function };
    let _ = attributes::check(f.checker, f.global.value_type, f.function.attributes, owner, &shown);
    check!(f, !cx.has_attribute(list.function, AttrKind::BUILTIN), BUILTIN_OF_FUNCTION, f.id);
    let elementtype = list.sets().any(|set| cx.has_attribute(set, AttrKind::ELEMENT_TYPE));
    check!(f, !elementtype, ELEMENTTYPE_DECLARED, f.id);
    check!(f, cx.attribute(list.function, "aarch64_zt0_undef").is_none(), ZT0_UNDEF_OF_FUNCTION);
    if cx.has_attribute(list.function, AttrKind::NAKED) {
        for arg in (0..params.len() as u32).map(Value::arg) {
            check!(f, f.users().uses_of(arg).is_empty(), rules::NAKED_ARGUMENT, f.value(arg));
        }
    }
    Ok(())
}

/// The requirements of a calling convention.
#[derive(Clone, Copy, Default)]
struct Demands {
    void_result: bool,
    no_sret: bool,
    /// No parameters in memory of the caller (`byval` etc.).
    no_memory: bool,
    no_varargs: bool,
}

/// The requirements of each calling convention.
fn demands(convention: CallingConvention) -> Demands {
    let no_varargs = Demands { no_varargs: true, ..Demands::default() };
    let shader = Demands { no_sret: true, no_memory: true, ..no_varargs };
    let kernel = Demands { void_result: true, ..shader };
    match convention.name().unwrap_or_default() {
        "fastcc" | "coldcc" | "intel_ocl_bicc" | "ptx_kernel" | "ptx_device" => no_varargs,
        "amdgpu_vs" | "amdgpu_hs" | "amdgpu_gs" | "amdgpu_ps" | "amdgpu_cs" => shader,
        "amdgpu_kernel" | "amdgpu_cs_chain" | "amdgpu_cs_chain_preserve" => kernel,
        "spir_kernel" => Demands { no_memory: false, ..kernel },
        _ => Demands::default(),
    }
}

fn check_convention(f: &mut FunctionCheck, result: Type, params: &[Type], variadic: bool) -> Checked {
    let cx = f.cx;
    if f.function.convention == CallingConvention::C {
        return Ok(());
    }
    let list = cx.attribute_list(f.function.attributes);
    let has = |param: usize, kind| cx.has_attribute(list.param(param), kind);
    let mut demands = demands(f.function.convention);
    match f.function.convention.name() {
        Some("x86_intrcc") => {
            check!(f, params.is_empty() || has(0, AttrKind::BY_VAL), rules::INTERRUPT_BYVAL, f.id);
        }
        Some("amdgpu_gfx_whole_wave") => {
            check!(f, params.first() == Some(&Type::I1), rules::WHOLE_WAVE_I1, f.id);
            check!(f, !has(0, AttrKind::IN_REG), rules::WHOLE_WAVE_INREG, f.id);
            demands.no_varargs = true;
        }
        _ => {}
    }
    check!(f, !demands.void_result || result == Type::VOID, rules::CONVENTION_RESULT, f.id);
    check!(f, !demands.no_sret || !has_sret(cx, list), rules::CONVENTION_SRET, f.id);
    if demands.no_memory {
        let stack = f.module.data_layout().alloca_addr_space;
        for (i, &ty) in params.iter().enumerate() {
            check!(f, !has(i, AttrKind::BY_VAL), rules::CONVENTION_BYVAL, f.id);
            check!(f, !has(i, AttrKind::PREALLOCATED), rules::CONVENTION_PREALLOCATED, f.id);
            check!(f, !has(i, AttrKind::IN_ALLOCA), rules::CONVENTION_INALLOCA, f.id);
            let on_stack = has(i, AttrKind::BY_REF) && cx.addr_space(ty) == Some(stack);
            check!(f, !on_stack, rules::CONVENTION_BYREF, f.id);
        }
    }
    check!(f, !demands.no_varargs || !variadic, rules::CONVENTION_VARARGS, f.id);
    Ok(())
}

fn check_arguments(f: &mut FunctionCheck, result: Type, params: &[Type]) -> Checked {
    let cx = f.cx;
    let is_intrinsic = is_intrinsic(f.global);
    let list = cx.attribute_list(f.function.attributes);
    for (i, &param) in params.iter().enumerate() {
        let ty = if f.function.body.is_some() { f.body.args().get(i).copied() } else { Some(param) };
        let arg = Value::arg(i as u32);
        check!(f, ty == Some(param), rules::ARGUMENT_TYPE, f.value(arg), param);
        check!(f, cx.is_first_class(param), rules::ARGUMENT_FIRST_CLASS, f.value(arg));
        if !is_intrinsic {
            check!(f, param != Type::METADATA, rules::TAKES_METADATA, f.value(arg), f.id);
            check!(f, !cx.is_token_like(param), rules::TAKES_TOKEN, f.value(arg), f.id);
            check!(f, param != Type::X86_AMX, rules::TAKES_AMX, f.value(arg), f.id);
        }
        if cx.has_attribute(list.param(i), AttrKind::SWIFT_ERROR) {
            let _ = calls::check_swift_error_value(f, arg);
        }
    }
    if !is_intrinsic {
        check!(f, !cx.is_token_like(result), rules::RETURNS_TOKEN, f.id);
        check!(f, result != Type::X86_AMX, rules::RETURNS_AMX, f.id);
    }
    Ok(())
}

/// Checks the attachments of kinds with rules.
fn check_annotations(f: &mut FunctionCheck) {
    let _ = f.global.metadata.iter().try_for_each(|&(kind, m)| match kind {
        MetadataKind::PROF => check_profile(f, m),
        MetadataKind::KCFI_TYPE => check_kcfi_type(f, m),
        _ if f.module.version() >= IrVersion::V23 && f.cx.metadata_kind_name(kind) == b"reqd_work_group_size" => {
            let _ = check_group_size(f, m);
            Ok(())
        }
        _ => Ok(()),
    });
}

/// Checks `!reqd_work_group_size` and the corresponding attribute.
fn check_group_size(f: &mut FunctionCheck, m: Metadata) -> Checked {
    let operands = operands(f.view, m);
    check!(f, operands.len() == 3, rules::GROUP_SIZE_COUNT, m);
    let mut product = Some(1u64);
    for &word in operands {
        let size = Metadata::from_word(word).and_then(|m| f.view.int(m));
        let Some(size) = size else { return f.fail(&rules::GROUP_SIZE_INTEGERS, &[m.into()]) };
        let Some(size) = size.to_u64() else { return f.fail(&rules::GROUP_SIZE_WIDTH, &[m.into()]) };
        product = product.and_then(|product| product.checked_mul(size));
        check!(f, product.is_some(), rules::GROUP_SIZE_PRODUCT, m);
    }
    let arch = Triple::in_version(f.module.version(), f.module.triple()).arch;
    if !matches!(arch, Arch::AmdGcn | Arch::R600) {
        return Ok(());
    }
    let set = f.cx.attribute_list(f.function.attributes).function;
    let range = f.cx.attribute(set, "amdgpu-flat-work-group-size");
    check!(f, range.is_some(), rules::GROUP_SIZE_ALONE, f.id, m);
    let range = f.cx.attribute_value(set, b"amdgpu-flat-work-group-size").unwrap_or_default();
    let number = |text: &[u8]| std::str::from_utf8(text).ok()?.trim().parse::<u64>().ok();
    let numbers: Option<SmallVec<[u64; 2]>> = range.split(|&b| b == b',').map(number).collect();
    let Some(&[least, most]) = numbers.as_deref() else {
        let shown = [f.id.into()];
        return f.fail(&rules::GROUP_SIZE_RANGE, &shown);
    };
    check!(f, Some(least) == product && Some(most) == product, rules::GROUP_SIZE_EQUAL, f.id, m);
    Ok(())
}

fn check_profile(f: &mut FunctionCheck, m: Metadata) -> Checked {
    let operands = operands(f.view, m);
    check!(f, operands.len() >= 2, PROF_SHORT, m);
    let name = operand(operands, 0);
    let text = name.and_then(|name| f.view.string(name));
    if text == Some(b"unknown") {
        let _ = check_unknown_profile(f, m);
        return Ok(());
    }
    check!(f, name.is_some(), PROF_NULL, m);
    check!(f, text.is_some(), PROF_NAME, m);
    let is_count = matches!(text, Some(b"function_entry_count" | b"synthetic_function_entry_count"));
    check!(f, is_count, rules::PROF_KIND, m);
    let count = operand(operands, 1);
    check!(f, count.is_some(), PROF_SECOND_NULL, m);
    check!(f, count.and_then(|m| f.view.constant(m)).is_some(), rules::PROF_COUNT, m);
    Ok(())
}

fn check_kcfi_type(f: &mut FunctionCheck, m: Metadata) -> Checked {
    let operands = operands(f.view, m);
    check!(f, operands.len() == 1, rules::KCFI_OPERANDS, m);
    let operand = operand(operands, 0);
    check!(f, operand.is_some(), rules::KCFI_NULL, m);
    let constant = operand.and_then(|m| f.view.constant(m));
    check!(f, constant.is_some(), rules::KCFI_CONSTANT, m);
    let int = constant.and_then(|c| f.module.constants().as_int(f.cx, c));
    check!(f, int.is_some(), rules::KCFI_INTEGER, m);
    check!(f, int.is_some_and(|int| int.width() == 32), rules::KCFI_WIDTH, m);
    Ok(())
}

fn check_declaration(f: &mut FunctionCheck) -> Checked {
    for &(kind, m) in &f.global.metadata {
        let is_distinct = f.view.node(m).is_some_and(|node| node.distinct);
        check!(f, kind != MetadataKind::DBG || !is_distinct, rules::DECLARATION_DISTINCT, f.id);
        check!(f, kind != MetadataKind::PROF, rules::DECLARATION_PROF, f.id);
        let _ = metadata::check_node(f.checker, m, Locations::Allowed);
    }
    check!(f, f.function.personality.is_none(), rules::DECLARATION_PERSONALITY, f.id);
    Ok(())
}

fn check_entry(f: &mut FunctionCheck) -> Checked {
    let Some(entry) = f.body.entry() else { return Ok(()) };
    check!(f, f.cfg.predecessors(entry).is_empty(), rules::ENTRY_PREDECESSORS, f.value(entry));
    let is_used = f.mode == Mode::Exact && addresses::is_entry_used(f);
    check!(f, !is_used, rules::ENTRY_ADDRESS, f.value(entry));
    Ok(())
}

/// Checks that an intrinsic is only called. Without use lists, [`are_addresses_suspicious`] does this.
fn check_intrinsic(f: &mut FunctionCheck) -> Checked {
    if f.mode == Mode::Exact
        && let Some(user) = addresses::user_of_intrinsic(f)
    {
        return f.fail(&rules::INTRINSIC_USER, &[user]);
    }
    let (result, params, _) = f.cx.function_parts(f.global.value_type).unwrap_or((Type::VOID, &[], false));
    let wrong_count = |f: &mut FunctionCheck| {
        let function = f.id.into();
        f.fail(&rules::GC_POINTER_PARAMETERS, &[function])
    };
    match f.function.intrinsic {
        Some(IntrinsicId::EXPERIMENTAL_GC_GET_POINTER_BASE) => {
            let &[pointer] = params else { return wrong_count(f) };
            check!(f, f.cx.is_pointer(result), rules::GC_BASE_RESULT, f.id);
            check!(f, pointer == result, rules::GC_BASE_TYPE, f.id);
        }
        Some(IntrinsicId::EXPERIMENTAL_GC_GET_POINTER_OFFSET) => {
            let &[pointer] = params else { return wrong_count(f) };
            check!(f, f.cx.is_pointer(pointer), rules::GC_OFFSET_PARAMETER, f.id);
            check!(f, f.cx.is_int(result), rules::GC_OFFSET_RESULT, f.id);
        }
        _ => {}
    }
    Ok(())
}
