//! Calls of intrinsics: their declarations and arguments.

mod assume;
mod call;
mod general;
mod memory;
mod preallocated;
mod small_float;
mod structured;

use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::{IntrinsicId, SignatureError, UniqueNames};
use lindworm_ir::module::GlobalValue;
use lindworm_ir::{Block, Global, Inst, Metadata, Module, Type, Value};

use crate::attachments::alias::check_scope_list;
use crate::check::{Checked, Checker, FunctionCheck, check};
use crate::rule::Rule;
use crate::rules::intrinsics as rules;
use crate::{metadata, statepoints, target_intrinsics, vector_intrinsics};

pub(crate) use call::{IntrinsicCall, element_type};
pub(crate) use general::FLOAT_CLASSES;

/// State of a walk.
#[derive(Default)]
pub(crate) struct Remembered {
    names: UniqueNames,
    /// The functions with escaped or recovered local variables.
    frames: HashMap<Global, Frame>,
    /// The calls of `llvm.experimental.noalias.scope.decl` in the current function.
    scopes: Vec<Inst>,
}

/// The state of each global as a declaration of an intrinsic, by its index.
pub(crate) struct Declarations(Vec<Declaration>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Declaration {
    /// Not an intrinsic, or wrongly declared.
    Wrong,
    Ordinary,
    /// Calls may have arguments that need special checks: metadata or `x86_amx`.
    SpecialArguments,
}

impl Declarations {
    pub fn new(module: &Module) -> Declarations {
        let mut names = UniqueNames::default();
        let of = |(id, global): (Global, &GlobalValue)| {
            let intrinsic = global.as_function().and_then(|f| f.intrinsic);
            if intrinsic.is_none_or(|i| breach(module, id, i, &mut names).is_some()) {
                return Declaration::Wrong;
            }
            match module.context().function_parts(global.value_type) {
                Some((_, params, false)) if !params.iter().any(|&p| matches!(p, Type::METADATA | Type::X86_AMX)) => {
                    Declaration::Ordinary
                }
                _ => Declaration::SpecialArguments,
            }
        };
        Declarations(module.globals().iter().map(of).collect())
    }
}

/// The local variables of a function escaped by `llvm.localescape`, and those used by `llvm.localrecover`.
#[derive(Default)]
struct Frame {
    /// The position of the function in the order of first encounters.
    order: usize,
    /// The number of escaped variables.
    escaped: Option<u32>,
    /// One more than the greatest index of a recovered variable.
    recovered: u32,
}

impl Remembered {
    /// Merges the state of a walk over other functions.
    pub fn absorb(&mut self, other: Remembered) {
        let mut frames: Vec<(Global, Frame)> = other.frames.into_iter().collect();
        frames.sort_unstable_by_key(|(_, frame)| frame.order);
        for (function, frame) in frames {
            let mine = self.frame(function);
            mine.escaped = mine.escaped.or(frame.escaped);
            mine.recovered = mine.recovered.max(frame.recovered);
        }
    }

    fn frame(&mut self, function: Global) -> &mut Frame {
        let order = self.frames.len();
        self.frames.entry(function).or_insert(Frame { order, ..Frame::default() })
    }
}

/// Checks a call of an intrinsic.
pub(crate) fn check(f: &mut FunctionCheck, inst: Inst, call: &CallInfo, id: IntrinsicId) -> Checked {
    let Some(callee) = call.callee.as_global() else { return Ok(()) };
    let view = f.view;
    let declarations = view.intrinsics.get_or_init(|| Declarations::new(view.module));
    let args = f.args(call);
    match declarations.0.get(callee.as_u32() as usize) {
        Some(Declaration::Ordinary) => {}
        Some(Declaration::SpecialArguments) => check_special_arguments(f, args)?,
        _ => {
            if let Some((rule, name)) = breach(view.module, callee, id, &mut f.intrinsics.names) {
                return f.fail_with(rule, &[&name], &[callee.into()]);
            }
        }
    }
    use IntrinsicId as I;
    let c = &mut IntrinsicCall::new(f, inst, call, args);
    match id {
        I::LIFETIME_START | I::LIFETIME_END => general::check_lifetime(c),
        I::ASSUME => assume::check(c),
        I::UCMP | I::SCMP => general::check_three_way_comparison(c),
        I::CORO_ID => general::check_coroutine(c),
        I::CORO_BEGIN | I::CORO_BEGIN_CUSTOM_ABI => general::check_coroutine_token(c),
        I::STRUCTURED_GEP => structured::check_indices(c),
        I::STRUCTURED_ALLOCA => structured::check_alloca(c),
        I::CONVERT_TO_ARBITRARY_FP => small_float::check_to(c),
        I::CONVERT_FROM_ARBITRARY_FP => small_float::check_from(c),
        I::SPONENTRY => general::check_stack_pointer(c),
        I::WRITE_VOLATILE_REGISTER => general::check_volatile_register(c),
        I::IS_FPCLASS => general::check_class_test(c),
        I::FPTRUNC_ROUND => general::check_rounded_truncation(c),
        I::EXPERIMENTAL_MEMSET_PATTERN => memory::check_pattern(c),
        I::MEMCPY_ELEMENT_UNORDERED_ATOMIC
        | I::MEMMOVE_ELEMENT_UNORDERED_ATOMIC
        | I::MEMSET_ELEMENT_UNORDERED_ATOMIC => memory::check_atomic(c, id != I::MEMSET_ELEMENT_UNORDERED_ATOMIC),
        I::PREFETCH => memory::check_prefetch(c),
        I::INVARIANT_START => memory::check_invariant_start(c),
        I::CALL_PREALLOCATED_SETUP => preallocated::check_setup(c),
        I::CALL_PREALLOCATED_ARG => preallocated::check_argument(c),
        I::CALL_PREALLOCATED_TEARDOWN => preallocated::check_teardown(c),
        I::GCROOT => statepoints::check_root(c),
        I::GCREAD | I::GCWRITE => statepoints::check_collected(c),
        I::EXPERIMENTAL_GC_STATEPOINT => statepoints::check_statepoint(c),
        I::EXPERIMENTAL_GC_RESULT => statepoints::check_result(c),
        I::EXPERIMENTAL_GC_RELOCATE => statepoints::check_relocation(c),
        I::INIT_TRAMPOLINE => general::check_trampoline(c),
        I::RELOC_NONE => general::check_relocation_symbol(c),
        I::STACKPROTECTOR => general::check_stack_protector(c),
        I::LOCALESCAPE => check_escape(c),
        I::LOCALRECOVER => check_recovery(c),
        I::EXPERIMENTAL_PATCHPOINT => general::check_patchpoint(c),
        I::EH_EXCEPTIONCODE | I::EH_EXCEPTIONPOINTER => general::check_exception(c),
        I::EXPERIMENTAL_GUARD => general::check_guard(c),
        I::EXPERIMENTAL_DEOPTIMIZE => general::check_deoptimization(c),
        I::VA_START => general::check_va_start(c),
        I::GET_DYNAMIC_AREA_OFFSET => general::check_dynamic_area_offset(c),
        I::SMUL_FIX | I::SMUL_FIX_SAT | I::SDIV_FIX | I::SDIV_FIX_SAT => general::check_fixed_point(c, true),
        I::UMUL_FIX | I::UMUL_FIX_SAT | I::UDIV_FIX | I::UDIV_FIX_SAT => general::check_fixed_point(c, false),
        I::LRINT | I::LLRINT | I::LROUND | I::LLROUND => general::check_rounding(c),
        I::BSWAP => general::check_byte_swap(c),
        I::EXPERIMENTAL_NOALIAS_SCOPE_DECL => {
            c.intrinsics.scopes.push(inst);
            Ok(())
        }
        I::PRESERVE_ARRAY_ACCESS_INDEX | I::PRESERVE_STRUCT_ACCESS_INDEX => c.check_element_type_of_first(),
        I::CALLBR_LANDINGPAD => general::check_callbr_landing_pad(c),
        I::PTRMASK => general::check_pointer_mask(c),
        I::THREAD_POINTER => general::check_thread_pointer(c),
        I::THREADLOCAL_ADDRESS => general::check_thread_local(c),
        _ => {
            vector_intrinsics::check(c, id)?;
            target_intrinsics::check(c, id)
        }
    }
}

/// The violation in the declaration of an intrinsic: the rule, and the expected name.
fn breach(
    module: &Module,
    id: Global,
    intrinsic: IntrinsicId,
    names: &mut UniqueNames,
) -> Option<(&'static Rule, Vec<u8>)> {
    let (cx, global) = (module.context(), module.globals().get(id)?);
    let fixed = |rule| Some((rule, Vec::new()));
    if !global.is_declaration() {
        return fixed(&rules::DEFINED);
    }
    let overloads = match intrinsic.match_signature(module.version(), cx, global.value_type) {
        Ok(overloads) => overloads,
        Err(SignatureError::Result) => return fixed(&rules::RESULT_TYPE),
        Err(SignatureError::Argument) => return fixed(&rules::ARGUMENT_TYPE),
        Err(SignatureError::Variadic) => return fixed(&rules::VARIADIC),
        Err(SignatureError::NotVariadic) => return fixed(&rules::NOT_VARIADIC),
    };
    let type_of = |name: &[u8]| Some(module.globals().get(module.global_named(name)?)?.value_type);
    // A name that exceeds the maximum length cannot match.
    let Some(name) = names.name(cx, intrinsic, global.value_type, &overloads, type_of) else {
        return Some((&rules::NAME, format!("{}...", intrinsic.name()).into()));
    };
    (name != global.name()).then_some((&rules::NAME, name))
}

/// Checks arguments that are metadata or have type `x86_amx`.
fn check_special_arguments(f: &mut FunctionCheck, args: &[Value]) -> Checked {
    for &arg in args {
        if let Some(m) = arg.as_metadata() {
            let _ = metadata::check_operand(f, m);
        }
        check!(f, !arg.is_constant() || f.ty(arg) != Type::X86_AMX, rules::CONSTANT_AMX);
    }
    Ok(())
}

/// Checks `llvm.localescape` and records the escaped variables.
fn check_escape(c: &mut IntrinsicCall) -> Checked {
    let (id, count) = (c.id, c.args.len() as u32);
    check!(c, c.block() == c.body.entry(), rules::ESCAPE_PLACE, c.shown());
    check!(c, c.intrinsics.frames.get(&id).is_none_or(|f| f.escaped.is_none()), rules::ESCAPE_ONCE, c.shown());
    for &arg in c.args {
        let fits = c.is_null(arg) || c.is_static_alloca(c.strip_pointer_casts(arg));
        check!(c, fits, rules::ESCAPE_ARGUMENT, c.shown());
    }
    c.intrinsics.frame(id).escaped = Some(count);
    Ok(())
}

/// Checks `llvm.localrecover` and records the recovered variable.
fn check_recovery(c: &mut IntrinsicCall) -> Checked {
    let Some(parent) = c.arg(0).map(|v| c.strip_pointer_casts(v)) else { return Ok(()) };
    let defined = c.view.function(parent).is_some_and(|f| f.body.is_some());
    let function = parent.as_global().filter(|_| defined);
    let Some(function) = function else { return c.refuse(&rules::RECOVER_FUNCTION) };
    if let Some(index) = c.int(2) {
        // As in LLVM, index -1 wraps to 0, which has no effect.
        let frame = c.intrinsics.frame(function);
        frame.recovered = u64::from(frame.recovered).max(index.min(u32::MAX.into()) + 1) as u32;
    }
    Ok(())
}

/// Checks that recovered variables were escaped.
pub(crate) fn check_recovered_frames(checker: &mut Checker) {
    let wrong = checker.intrinsics.frames.iter().filter(|(_, f)| f.recovered > f.escaped.unwrap_or(0));
    // LLVM reports only the first.
    if let Some((&function, _)) = wrong.min_by_key(|(_, f)| f.order) {
        let _ = checker.fail(&rules::RECOVER_INDEX, &[function.into()]);
    }
}

/// Checks the scopes that a function declares, after all instructions.
pub(crate) fn check_declared_scopes(f: &mut FunctionCheck) {
    let _ = check_scopes(f);
}

fn check_scopes(f: &mut FunctionCheck) -> Checked {
    let declarations = std::mem::take(&mut f.intrinsics.scopes);
    for &inst in &declarations {
        let Some(call) = f.body_inst(inst).and_then(|i| i.call_info()) else { continue };
        let Some(list) = f.args(call).first().and_then(|v| v.as_metadata()) else { continue };
        let node = f.view.node(list);
        check!(f, node.is_some(), rules::SCOPE_LIST, f.value(inst));
        check!(f, f.view.tuple(list).is_some_and(|t| t.len() == 1), rules::SCOPE_COUNT, f.value(inst));
        let _ = check_scope_list(f, list);
    }
    if f.view.options.noalias_scope_dominance { check_dominance_of_scopes(f, &declarations) } else { Ok(()) }
}

/// Checks that no declaration of a scope dominates another one of the same scope. The declarations are in the order of the
/// body.
fn check_dominance_of_scopes(f: &mut FunctionCheck, declarations: &[Inst]) -> Checked {
    /// LLVM compares pairs, and skips scopes with more declarations.
    const MOST: usize = 31;
    let mut by_scope: HashMap<Metadata, Vec<(Inst, Block)>> = HashMap::default();
    for &inst in declarations {
        let call = f.body_inst(inst).and_then(|i| i.call_info());
        let list = call.and_then(|call| f.args(call).first()?.as_metadata()).and_then(|list| f.view.tuple(list));
        let scope = list.and_then(|list| Metadata::from_word(*list.first()?));
        if let (Some(scope), Some(block)) = (scope, f.body.inst_block(inst)) {
            by_scope.entry(scope).or_default().push((inst, block));
        }
    }
    let mut dominating = Vec::new();
    let dominators = f.dominators();
    for group in by_scope.values().filter(|group| (2..=MOST).contains(&group.len())) {
        for (i, &(inst, block)) in group.iter().enumerate() {
            let dominates =
                |(j, &(_, other)): (usize, &(Inst, Block))| match (block == other, dominators.is_reachable(other)) {
                    _ if i == j => false,
                    (_, false) => true,
                    (true, true) => i < j,
                    (false, true) => dominators.is_reachable(block) && dominators.dominates(block, other),
                };
            if group.iter().enumerate().any(dominates) {
                dominating.push(inst);
            }
        }
    }
    // LLVM reports only the first.
    match dominating.into_iter().min() {
        Some(inst) => {
            let shown = f.value(inst);
            f.fail(&rules::SCOPE_DOMINANCE, &[shown])
        }
        None => Ok(()),
    }
}

/// Checks that all declarations of `llvm.experimental.deoptimize` have the same calling convention.
pub(crate) fn check_deoptimize_conventions(checker: &mut Checker) {
    let module = checker.module;
    let mut first = None;
    for &id in module.functions() {
        let Some(function) = checker.view.function(id.into()) else { continue };
        if function.intrinsic != Some(IntrinsicId::EXPERIMENTAL_DEOPTIMIZE) {
            continue;
        }
        let (first, convention) = *first.get_or_insert((id, function.convention));
        if function.convention != convention {
            let _ = checker.fail(&rules::DEOPTIMIZE_CONVENTIONS, &[first.into(), id.into()]);
            return;
        }
    }
}

#[cfg(test)]
mod tests;
