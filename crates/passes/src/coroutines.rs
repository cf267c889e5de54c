//! Coroutines ([LLVM: Coroutines](https://llvm.org/docs/Coroutines.html)): `coro-early`, `coro-split`, `coro-elide`,
//! `coro-annotation-elide` and `coro-cleanup`.
//!
//! A coroutine is one function until `coro-split` makes functions of its parts: the *ramp*, which keeps the name of the coroutine and
//! runs up to the first suspend point, and the functions that continue it. Values that are live across a suspend point are in the
//! *frame*, which outlives the activation of each part.

mod annotation_elide;
mod cleanup;
mod clone;
mod crossing;
mod debug;
mod early;
mod elide;
mod frame;
mod layout;
mod lifetimes;
mod materialize;
mod normalize;
mod shape;
mod spills;
mod split;

use lindworm_ir::attributes::{AttrKind, Attribute};
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::editor::Editor;
use lindworm_ir::hash::HashSet;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::Module;
use lindworm_ir::{Body, Global, Inst, Value};

pub use self::annotation_elide::CoroAnnotationElide;
pub use self::cleanup::CoroCleanup;
pub use self::early::CoroEarly;
pub use self::elide::CoroElide;
pub use self::split::CoroSplit;

/// `fastcc`: the convention of the functions that continue a coroutine.
const FAST: CallingConvention = CallingConvention(8);

/// The place of the function that resumes a coroutine, in its frame and in its table of functions.
const RESUME: u64 = 0;
/// The place of the function that destroys a coroutine.
const DESTROY: u64 = 1;

/// The intrinsic that an instruction calls.
fn intrinsic(module: &Module, body: &Body, inst: Inst) -> Option<IntrinsicId> {
    module.callee(body.inst(inst).call_info()?.callee)?.intrinsic
}

/// An argument of a call.
fn arg(body: &Body, call: Inst, n: usize) -> Option<Value> {
    body.call_args(body.inst(call).call_info()?).get(n).copied()
}

/// Whether a module declares intrinsics of coroutines.
pub(crate) fn has_coroutines(module: &Module) -> bool {
    module.functions().iter().any(|&f| module[f].name().starts_with(b"llvm.coro."))
}

/// The functions with bodies that call intrinsics of this kind, `llvm.coro.`, found without a search if the module declares none.
fn users_of_intrinsics(module: &Module) -> Vec<Global> {
    let is_coroutine = |f: &&Global| module[**f].name().starts_with(b"llvm.coro.");
    let declared: HashSet<Value> = module.functions().iter().filter(is_coroutine).map(|&f| f.into()).collect();
    let calls = |function: &Global| {
        let Some(body) = module.body(*function) else { return false };
        let mut insts = body.blocks().flat_map(|block| body.insts(block));
        insts.any(|inst| body.inst(inst).call_info().is_some_and(|call| declared.contains(&call.callee)))
    };
    match declared.is_empty() {
        true => Vec::new(),
        false => module.functions().iter().copied().filter(calls).collect(),
    }
}

/// The calls of an intrinsic with a value as an argument.
fn users(editor: &Editor<'_>, value: Value, id: IntrinsicId) -> Vec<Inst> {
    let is_call = |inst: &Inst| intrinsic(editor.module(), editor.body(), *inst) == Some(id);
    editor.uses().of(value).map(|at| at.user).filter(is_call).collect()
}

/// Replaces the result of an instruction, and erases it.
fn replace(editor: &mut Editor<'_>, inst: Inst, value: Value) {
    editor.replace_all(inst.into(), value);
    editor.erase(inst);
}

/// Adds an attribute to a call.
fn add_call_attribute(editor: &mut Editor<'_>, call: Inst, kind: AttrKind) {
    edit_call(editor, call, |cx, list| {
        let set = cx.with_attribute(cx.attribute_list(list).function, Attribute::Enum(kind));
        cx.with_function_attributes(list, set)
    });
}

/// Changes the attributes of a call.
fn edit_call(
    editor: &mut Editor<'_>,
    call: Inst,
    edit: impl FnOnce(
        &lindworm_ir::Context,
        lindworm_ir::attributes::AttributeList,
    ) -> lindworm_ir::attributes::AttributeList,
) {
    let cx = editor.module().context();
    editor.change(call, |data, _| {
        if let Some(call) = data.call_info_mut() {
            call.attributes = edit(cx, call.attributes);
        }
    });
}

/// What the last argument of `llvm.coro.id` says of the coroutine.
enum Info {
    /// It is not split yet.
    PreSplit,
    /// It is split, or the front end outlined its parts.
    PostSplit,
}

/// The information that a call of `llvm.coro.id` has.
fn info(module: &Module, body: &Body, id: Inst) -> Info {
    let table = arg(body, id, 3).map(|value| module.strip_pointer_casts(value)).and_then(|v| v.as_global());
    let Some(variable) = table.and_then(|g| module.global(g)).and_then(|g| g.as_variable()) else {
        return Info::PreSplit;
    };
    if variable.initializer.is_some() { Info::PostSplit } else { Info::PreSplit }
}

/// Whether an intrinsic suspends the coroutine.
fn is_suspend(id: IntrinsicId) -> bool {
    matches!(id, IntrinsicId::CORO_SUSPEND | IntrinsicId::CORO_SUSPEND_RETCON | IntrinsicId::CORO_SUSPEND_ASYNC)
}

/// Whether an instruction calls a coroutine whose frame can be in that of the caller.
fn is_elide_safe(module: &Module, body: &Body, inst: Inst, coroutine: Global) -> bool {
    let Some(call) = body.inst(inst).call_info() else { return false };
    let set = module.context().attribute_list(call.attributes).function;
    call.callee == coroutine.into() && module.context().has_attribute(set, AttrKind::CORO_ELIDE_SAFE)
}
