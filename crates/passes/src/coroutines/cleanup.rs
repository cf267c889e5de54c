//! `coro-cleanup`: lowers the intrinsics that are left after the last pass that knows of coroutines.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::builder::BuildError;
use lindworm_ir::constant::ConstantData;
use lindworm_ir::editor::Editor;
use lindworm_ir::instruction::{Align, GepFlags};
use lindworm_ir::intrinsics::IntrinsicId as I;
use lindworm_ir::{Body, Global, Inst, Module, Type, Value};

use super::{Info, arg, info, intrinsic};
use crate::function_attrs::has;
use crate::pass::{FunctionEdit, ModulePass, run_on_these};
use crate::simplify_cfg::SimplifyCfg;

/// Lowers the intrinsics of coroutines.
pub struct CoroCleanup;

impl ModulePass for CoroCleanup {
    fn name(&self) -> &'static str {
        "coro-cleanup"
    }

    fn class(&self) -> &'static str {
        "CoroCleanupPass"
    }

    fn run(&self, module: &mut Module) {
        let functions = super::users_of_intrinsics(module);
        let sizes: Vec<(Global, Value)> = functions.iter().flat_map(|&f| replaced_sizes(module, f)).collect();
        for (variable, initializer) in sizes {
            if let Some(variable) = module.global_mut(variable).and_then(|g| g.as_variable_mut()) {
                variable.initializer = Some(initializer);
            }
        }
        let changed = module.edit_bodies(&functions, |module, body, additions| {
            let function = additions.function();
            if is_unsplit(module, body, function) {
                return None;
            }
            let is_unused_part = has(module, function, AttrKind::PRESPLIT_COROUTINE)
                && module.global(function).is_some_and(|g| g.linkage.is_local());
            let editor = Editor::new(module, body);
            let mut f = FunctionEdit { editor, analyses: Default::default(), additions };
            let mut is_changed = false;
            for inst in f.editor.insts() {
                is_changed |= lower(&mut f, inst, is_unused_part).is_ok_and(|changed| changed);
            }
            is_changed.then_some(function)
        });
        let changed: Vec<Global> = changed.into_iter().flatten().collect();
        if let Ok(simplify) = SimplifyCfg::parse("", &Default::default()) {
            run_on_these(module, &changed, &[&simplify]);
        }
    }
}

/// Whether a function is a coroutine that could not be split: it stays one.
fn is_unsplit(module: &Module, body: &Body, function: Global) -> bool {
    let is_begin = |inst: Inst| {
        let id = arg(body, inst, 0)
            .and_then(|id| id.as_inst())
            .filter(|_| intrinsic(module, body, inst) == Some(I::CORO_BEGIN));
        id.is_some_and(|id| match intrinsic(module, body, id) {
            Some(I::CORO_ID) => matches!(info(module, body, id), Info::PreSplit),
            _ => true,
        })
    };
    has(module, function, AttrKind::PRESPLIT_COROUTINE)
        && body.blocks().flat_map(|block| body.insts(block)).any(is_begin)
}

/// Lowers a call of an intrinsic. Returns whether it is one.
fn lower(f: &mut FunctionEdit<'_, '_>, call: Inst, is_unused_part: bool) -> Result<bool, BuildError> {
    let module = f.editor.module();
    let Some(id) = intrinsic(module, f.editor.body(), call) else { return Ok(false) };
    let ty = f.editor.body().inst_type(call);
    let constants = module.constants();
    let value = match id {
        I::CORO_BEGIN | I::CORO_BEGIN_CUSTOM_ABI | I::CORO_FREE => arg(f.editor.body(), call, 1),
        I::CORO_ALLOC => Some(constants.int(module.context(), Type::I1, 1)),
        I::CORO_ASYNC_RESUME => Some(constants.zero(module.context(), ty)),
        I::CORO_ID | I::CORO_ID_RETCON | I::CORO_ID_RETCON_ONCE | I::CORO_ID_ASYNC => {
            Some(constants.intern(Type::TOKEN, ConstantData::None))
        }
        I::CORO_SUBFN_ADDR => {
            let number = arg(f.editor.body(), call, 1).and_then(|index| constants.as_u64(index));
            let (Some(frame), Some(index)) = (arg(f.editor.body(), call, 0), number) else { return Ok(false) };
            let header = module.context().struct_type(&[Type::PTR, Type::PTR], false);
            let value = f.editor.build_before(call, |b| {
                let [zero, index] = [0, index].map(|n| b.int(Type::I32, n));
                let address = b.gep(header, GepFlags::INBOUNDS | GepFlags::NUSW, frame, &[zero, index])?;
                b.load(Type::PTR, address, Align::NONE)
            })?;
            Some(value)
        }
        I::CORO_SUSPEND_RETCON | I::CORO_IS_IN_RAMP if is_unused_part => Some(constants.poison(ty)),
        I::CORO_ASYNC_SIZE_REPLACE | I::CORO_DEAD => None,
        _ => return Ok(false),
    };
    if let Some(value) = value {
        f.editor.replace_all(call.into(), value);
    }
    f.editor.erase(call);
    Ok(true)
}

/// The variables that `llvm.coro.async.size.replace` changes in a function, with their new initializers.
fn replaced_sizes(module: &Module, function: Global) -> Vec<(Global, Value)> {
    let Some(body) = module.body(function) else { return Vec::new() };
    let cx = module.context();
    let replaced = |inst: Inst| {
        intrinsic(module, body, inst).filter(|&id| id == I::CORO_ASYNC_SIZE_REPLACE)?;
        let [target, source] = [0, 1].map(|n| module.strip_pointer_casts(arg(body, inst, n)?).as_global());
        let initializer = |global: Option<Global>| module.global(global?)?.as_variable()?.initializer;
        let (old, new) = (initializer(target)?, initializer(source)?);
        let (function, size) = (module.constants().element(cx, old, 0)?, module.constants().element(cx, new, 1)?);
        let ty = module.value_type(None, old);
        Some((target?, module.constants().aggregate(cx, ty, &[function, size])))
    };
    body.blocks().flat_map(|block| body.insts(block)).filter_map(replaced).collect()
}
