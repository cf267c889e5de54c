//! Side effects of instructions.

use lindworm_ir::attributes::{AttrKind, MemoryEffects, ModRef};
use lindworm_ir::editor::{Editor, Listener};
use lindworm_ir::instruction::{AtomicOrdering, CallInfo};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::GlobalKind;
use lindworm_ir::{Inst, InstData, Module, Value};

/// Allocation functions that need no attribute `allockind`, as in LLVM. A call with an unused result is dead.
const ALLOCATORS: [&[u8]; 6] = [b"strdup", b"strndup", b"_Znwm", b"_Znam", b"_Znwj", b"_Znaj"];

/// `allockind("alloc")`.
const ALLOC_KIND_ALLOC: u64 = 1;

/// Whether a call or its callee has an attribute.
pub(crate) fn call_has(module: &Module, call: &CallInfo, kind: AttrKind) -> bool {
    let of_callee = module.callee(call.callee).map(|f| f.attributes);
    let lists = [Some(call.attributes), of_callee].into_iter().flatten();
    lists
        .map(|list| module.context().attribute_list(list).function)
        .any(|set| module.context().has_attribute(set, kind))
}

/// The memory effects of a call.
pub(crate) fn call_memory(module: &Module, call: &CallInfo) -> MemoryEffects {
    let effects = |list| module.context().memory_effects(module.context().attribute_list(list).function);
    let of_call = effects(call.attributes);
    module.callee(call.callee).map_or(of_call, |f| of_call & effects(f.attributes))
}

/// Whether an instruction may write memory, by LLVM's definition: ordered atomic accesses count as writes.
#[inline]
pub(crate) fn may_write<L: Listener>(editor: &Editor<'_, L>, inst: Inst) -> bool {
    match editor.body().inst(inst) {
        InstData::Store { .. } | InstData::Fence { .. } | InstData::CmpXchg { .. } | InstData::AtomicRmw { .. } => true,
        InstData::VaArg { .. } | InstData::CatchPad { .. } | InstData::CatchRet { .. } => true,
        InstData::Load { volatile, ordering, .. } => *volatile || *ordering > AtomicOrdering::Unordered,
        data => data.call_info().is_some_and(|call| call_memory(editor.module(), call).any().contains(ModRef::MOD)),
    }
}

/// Whether an instruction may read memory, by LLVM's definition: ordered atomic accesses count as reads.
#[inline]
pub(crate) fn may_read<L: Listener>(editor: &Editor<'_, L>, inst: Inst) -> bool {
    match editor.body().inst(inst) {
        InstData::Load { .. } | InstData::Fence { .. } | InstData::CmpXchg { .. } | InstData::AtomicRmw { .. } => true,
        InstData::VaArg { .. } | InstData::CatchPad { .. } | InstData::CatchRet { .. } => true,
        InstData::Store { ordering, volatile, .. } => *volatile || *ordering > AtomicOrdering::Unordered,
        data => data.call_info().is_some_and(|call| call_memory(editor.module(), call).any().contains(ModRef::REF)),
    }
}

/// Whether an instruction eventually transfers control to the next instruction or a successor, unless it unwinds.
pub(crate) fn will_return<L: Listener>(editor: &Editor<'_, L>, inst: Inst) -> bool {
    match editor.body().inst(inst) {
        InstData::Store { volatile, .. } => !volatile,
        data => data.call_info().is_none_or(|call| call_has(editor.module(), call, AttrKind::WILL_RETURN)),
    }
}

/// Whether an instruction has side effects: it may write memory, unwind, or not return.
pub(crate) fn has_side_effects<L: Listener>(editor: &Editor<'_, L>, inst: Inst) -> bool {
    may_write(editor, inst) || may_throw(editor, inst) || !will_return(editor, inst)
}

/// Whether an instruction is an exception handling pad.
pub(crate) fn is_pad(data: &InstData) -> bool {
    use InstData::*;
    matches!(data, LandingPad { .. } | CatchPad { .. } | CleanupPad { .. } | CatchSwitch { .. })
}

pub(crate) fn may_throw<L: Listener>(editor: &Editor<'_, L>, inst: Inst) -> bool {
    match editor.body().inst(inst) {
        InstData::Call { call, .. } => !call_has(editor.module(), call, AttrKind::NO_UNWIND),
        InstData::Resume { .. } => true,
        InstData::CleanupRet { unwind, .. } | InstData::CatchSwitch { unwind, .. } => unwind.is_none(),
        _ => false,
    }
}

/// Whether an instruction has no uses and no side effects: LLVM's `isInstructionTriviallyDead`.
pub fn is_trivially_dead<L: Listener>(editor: &Editor<'_, L>, inst: Inst) -> bool {
    let (module, body) = (editor.module(), editor.body());
    let data = body.inst(inst);
    let is_pad = matches!(data, InstData::LandingPad { .. } | InstData::CatchPad { .. } | InstData::CleanupPad { .. });
    if !editor.uses().is_unused(inst.into()) || data.is_terminator() || is_pad {
        return false;
    }
    let Some(call) = data.call_info() else {
        return !may_write(editor, inst) || is_load_of_constant(module, data);
    };
    let callee = module.callee(call.callee);
    let intrinsic = callee.and_then(|f| f.intrinsic);
    let args = body.call_args(call);
    let is_true = |value: &Value| module.constants().as_u64(*value) == Some(1);
    use IntrinsicId as I;
    if is_allocation(module, call) {
        return true;
    }
    if !will_return(editor, inst) {
        return match intrinsic {
            Some(I::EXPERIMENTAL_GUARD) => args.first().is_some_and(is_true),
            Some(I::PTRAUTH_AUTH | I::PTRAUTH_RESIGN) => true,
            Some(id) => id.name().starts_with("llvm.wasm.trunc."),
            _ => false,
        };
    }
    if !may_write(editor, inst) && !may_throw(editor, inst) {
        return true;
    }
    match intrinsic {
        Some(I::STACKSAVE | I::LAUNDER_INVARIANT_GROUP | I::ALLOW_RUNTIME_CHECK | I::ALLOW_UBSAN_CHECK) => true,
        Some(I::LIFETIME_START | I::LIFETIME_END) => args.last().is_some_and(|&pointer| {
            let is_variable =
                pointer.is_local() && pointer.as_inst().is_none_or(|i| matches!(body.inst(i), InstData::Alloca { .. }));
            module.constants().is_undef_or_poison(pointer)
                || is_variable && editor.uses().of(pointer).all(|at| is_lifetime_marker(editor, at.user))
        }),
        Some(I::ASSUME) => {
            let has_facts = body.bundles(call.bundles).iter().any(|bundle| *bundle.tag != *b"ignore");
            !has_facts && args.first().is_some_and(is_true)
        }
        Some(id) if id.name().starts_with("llvm.experimental.constrained.") => {
            let behavior = args.last().and_then(|m| m.as_metadata());
            let strict = module.metadata().find_string(b"fpexcept.strict");
            behavior.is_some() && behavior != strict
        }
        _ => is_free_of_nothing(module, call, args) || is_exact_call(module, call, args),
    }
}

/// Whether an instruction is a call of `llvm.lifetime.start` or `llvm.lifetime.end`.
pub(crate) fn is_lifetime_marker<L: Listener>(editor: &Editor<'_, L>, inst: Inst) -> bool {
    let callee = editor.body().inst(inst).call_info().and_then(|call| editor.module().callee(call.callee));
    let intrinsic = callee.and_then(|f| f.intrinsic);
    matches!(intrinsic, Some(IntrinsicId::LIFETIME_START | IntrinsicId::LIFETIME_END))
}

fn name_of<'m>(module: &'m Module, call: &CallInfo) -> Option<&'m [u8]> {
    let global = module.global(call.callee.as_global()?)?;
    (global.is_declaration() && !call_has(module, call, AttrKind::NO_BUILTIN)).then_some(global.name())
}

/// Whether a call allocates memory and can be removed if its result is unused.
pub(crate) fn is_allocation(module: &Module, call: &CallInfo) -> bool {
    let of_callee = module.callee(call.callee).map(|f| f.attributes);
    let sets = [Some(call.attributes), of_callee].into_iter().flatten();
    let mut kinds = sets.filter_map(|list| {
        let set = module.context().attribute_list(list).function;
        module.context().attribute_int(set, AttrKind::ALLOC_KIND)
    });
    kinds.any(|kind| kind & ALLOC_KIND_ALLOC != 0)
        || name_of(module, call).is_some_and(|name| ALLOCATORS.contains(&name))
}

/// Functions of the C library that set `errno` only for some arguments, each with a predicate for the arguments for which it does
/// not. The predicate takes the argument and whether its type is `float`.
const MATH_FUNCTIONS: &[(&[&str], IsExact)] = &[
    (&["log", "log2", "log10"], |x, _| x.is_nan() || x > 0.0),
    (&["exp"], |x, is_float| is_within(x, if is_float { -103.0..=88.0 } else { -745.0..=709.0 })),
    (&["exp2"], |x, is_float| is_within(x, if is_float { -149.0..=127.0 } else { -1074.0..=1023.0 })),
    (&["sin", "cos", "tan"], |x, _| !x.is_infinite()),
    (&["atan"], |_, _| true),
    (&["asin", "acos"], |x, _| is_within(x, -1.0..=1.0)),
    (&["sinh", "cosh"], |x, is_float| is_within(x, if is_float { -89.0..=89.0 } else { -710.0..=710.0 })),
    (&["sqrt"], |x, _| x.is_nan() || x >= 0.0),
];

/// Whether a function does not set `errno` for an argument. The flag is whether the type is `float`.
type IsExact = fn(f64, bool) -> bool;

fn is_within(x: f64, range: std::ops::RangeInclusive<f64>) -> bool {
    x.is_nan() || range.contains(&x)
}

/// Whether an unused call of a mathematical function does not set `errno` for its constant arguments.
fn is_exact_call(module: &Module, call: &CallInfo, args: &[Value]) -> bool {
    let Some(name) = name_of(module, call).and_then(|name| std::str::from_utf8(name).ok()) else { return false };
    if call_has(module, call, AttrKind::STRICT_FP) {
        return false;
    }
    let numbers: Option<Vec<(f64, bool)>> = args
        .iter()
        .map(|&arg| {
            let number = module.constants().as_float(arg)?;
            match number.to_f32() {
                Some(x) => Some((f64::from(x), true)),
                None => Some((number.to_f64()?, false)),
            }
        })
        .collect();
    let named = |base: &str, is_float| name.strip_suffix('f').filter(|_| is_float).unwrap_or(name) == base;
    match numbers.as_deref() {
        Some(&[(x, is_float)]) => MATH_FUNCTIONS
            .iter()
            .any(|(names, is_exact)| names.iter().any(|base| named(base, is_float)) && is_exact(x, is_float)),
        Some(&[(x, is_float), (y, _)]) => match () {
            _ if named("pow", is_float) => {
                let (power, least) =
                    (x.powf(y), if is_float { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE });
                let most = if is_float { f64::from(f32::MAX) } else { f64::MAX };
                x.is_infinite() || y.is_infinite() || (least..=most).contains(&power.abs()) || x == 0.0 && power == 0.0
            }
            _ if named("fmod", is_float) || named("remainder", is_float) => {
                x.is_nan() || y.is_nan() || !x.is_infinite() && y != 0.0
            }
            _ if named("atan2", is_float) => x != 0.0 || y != 0.0,
            _ => false,
        },
        _ => false,
    }
}

/// Whether a call frees a null pointer.
fn is_free_of_nothing(module: &Module, call: &CallInfo, args: &[Value]) -> bool {
    let names: [&[u8]; 3] = [b"free", b"_ZdlPv", b"_ZdaPv"];
    let is_nothing = |v: &Value| module.constants().is_zero(*v) || module.constants().is_undef_or_poison(*v);
    name_of(module, call).is_some_and(|name| names.contains(&name)) && args.first().is_some_and(is_nothing)
}

/// Whether an instruction is a load, not volatile, from a constant variable.
pub(crate) fn is_load_of_constant(module: &Module, data: &InstData) -> bool {
    let InstData::Load { pointer, volatile: false, .. } = *data else { return false };
    let global = module.strip_pointer_casts(pointer).as_global().and_then(|g| module.global(g));
    global.is_some_and(|g| matches!(&g.kind, GlobalKind::Variable(v) if v.constant))
}
