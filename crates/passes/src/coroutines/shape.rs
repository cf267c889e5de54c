//! The parts of a coroutine before it is split: its intrinsics, by kind.

use lindworm_ir::attributes::{AttrKind, Attribute};
use lindworm_ir::builder::BuildError;
use lindworm_ir::instruction::Align;
use lindworm_ir::intrinsics::IntrinsicId as I;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Body, Inst, InstData, Module, Type, Value};

use super::{Info, arg, edit_call, info, intrinsic, replace, users};
use crate::erase::erase_all;
use crate::pass::FunctionEdit;

/// How a coroutine is suspended and resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Abi {
    /// One function resumes the coroutine at any suspend point; the frame has the number of the point. The coroutines of C++.
    Switch,
    /// Each suspend point returns a function that continues there. Accessors of Swift.
    Retcon,
    /// The same, for coroutines that are suspended once.
    RetconOnce,
    /// Each suspend point ends with a tail call; a function of its own continues there. Asynchronous functions of Swift.
    Async,
}

/// A coroutine: its intrinsics and what is known of its frame.
pub(super) struct Shape {
    pub abi: Abi,
    /// The call of `llvm.coro.id` or the like.
    pub id: Inst,
    /// The call of `llvm.coro.begin`, whose result is the frame.
    pub begin: Inst,
    /// The final suspend point is the last one, if there is one.
    pub suspends: Vec<Inst>,
    /// The fallthrough `llvm.coro.end` is the first one, if there is one.
    pub ends: Vec<Inst>,
    pub sizes: Vec<Inst>,
    pub aligns: Vec<Inst>,
    pub awaits: Vec<Inst>,
    pub is_in_ramp: Vec<Inst>,
    /// The allocas that `llvm.coro.outside.frame` or metadata keeps out of the frame.
    pub outside_frame: Vec<Inst>,
    /// The calls that resume another coroutine instead of returning.
    pub transfers: Vec<Inst>,
    pub has_final_suspend: bool,
    pub has_unwind_end: bool,
    pub promise: Option<Inst>,
    pub frame: Frame,
    /// The block after `llvm.coro.begin` in which the addresses of allocas in the frame are computed.
    pub alloca_spill_block: Option<Block>,
    /// The block in which a function that continues the coroutine finds the suspend point, and its switch.
    pub resume_entry: Option<(Block, Inst)>,
}

/// The layout of a frame.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub ty: Type,
    pub size: u64,
    pub align: Align,
    /// The field with the number of the suspend point, and its type.
    pub index_field: u64,
    pub index_type: Type,
}

/// Why a function is not split.
pub(super) enum NotSplit {
    /// It has no `llvm.coro.begin`.
    NoCoroutine,
    /// It has something that cannot be split, such as two `llvm.coro.begin`.
    Unsupported,
}

impl From<BuildError> for NotSplit {
    fn from(_: BuildError) -> NotSplit {
        NotSplit::Unsupported
    }
}

impl Shape {
    /// Collects the intrinsics of a function.
    ///
    /// # Errors
    ///
    /// If the function is not a coroutine that can be split. Nothing is changed then.
    pub fn of(f: &FunctionEdit<'_, '_>) -> Result<Shape, NotSplit> {
        let (module, body) = (f.editor.module(), f.editor.body());
        let constants = module.constants();
        let is_true = |inst, n| arg(body, inst, n).is_some_and(|v| constants.as_u64(v) == Some(1));
        let begins: Vec<Inst> = f
            .editor
            .insts()
            .into_iter()
            .filter(|&inst| {
                let is_begin = matches!(intrinsic(module, body, inst), Some(I::CORO_BEGIN | I::CORO_BEGIN_CUSTOM_ABI));
                let id = arg(body, inst, 0).and_then(|id| id.as_inst());
                let is_split = id.is_some_and(|id| {
                    intrinsic(module, body, id) == Some(I::CORO_ID) && !matches!(info(module, body, id), Info::PreSplit)
                });
                is_begin && !is_split
            })
            .collect();
        let begin = match begins[..] {
            [] => return Err(NotSplit::NoCoroutine),
            [begin] => begin,
            _ => return Err(NotSplit::Unsupported),
        };
        let id = arg(body, begin, 0).and_then(|id| id.as_inst()).ok_or(NotSplit::Unsupported)?;
        let abi = match intrinsic(module, body, id) {
            Some(I::CORO_ID) => Abi::Switch,
            Some(I::CORO_ID_RETCON) => Abi::Retcon,
            Some(I::CORO_ID_RETCON_ONCE) => Abi::RetconOnce,
            Some(I::CORO_ID_ASYNC) => Abi::Async,
            _ => return Err(NotSplit::Unsupported),
        };
        let promise = match abi {
            Abi::Switch => promise_of(module, body, id),
            _ => None,
        };
        let index_type = Type::I1;
        let frame = Frame { ty: Type::VOID, size: 0, align: Align::ONE, index_field: 0, index_type };
        let mut shape = Shape {
            abi,
            id,
            begin,
            suspends: Vec::new(),
            ends: Vec::new(),
            sizes: Vec::new(),
            aligns: Vec::new(),
            awaits: Vec::new(),
            is_in_ramp: Vec::new(),
            outside_frame: Vec::new(),
            transfers: Vec::new(),
            has_final_suspend: false,
            has_unwind_end: false,
            promise,
            frame,
            alloca_spill_block: None,
            resume_entry: None,
        };
        let outside = module.context().metadata_kind(b"coro.outside.frame");
        let mut final_suspend = None;
        for inst in f.editor.insts() {
            if matches!(body.inst(inst), InstData::Alloca { .. })
                && body.attachments(inst).iter().any(|&(kind, _)| kind == outside)
            {
                shape.outside_frame.push(inst);
            }
            let Some(id) = intrinsic(module, body, inst) else { continue };
            match id {
                I::CORO_SIZE => shape.sizes.push(inst),
                I::CORO_ALIGN => shape.aligns.push(inst),
                I::CORO_AWAIT_SUSPEND_BOOL | I::CORO_AWAIT_SUSPEND_HANDLE | I::CORO_AWAIT_SUSPEND_VOID => {
                    shape.awaits.push(inst);
                }
                I::CORO_IS_IN_RAMP => shape.is_in_ramp.push(inst),
                I::CORO_SUSPEND_ASYNC | I::CORO_SUSPEND_RETCON | I::CORO_SUSPEND => {
                    let own = match abi {
                        Abi::Switch => I::CORO_SUSPEND,
                        Abi::Async => I::CORO_SUSPEND_ASYNC,
                        Abi::Retcon | Abi::RetconOnce => I::CORO_SUSPEND_RETCON,
                    };
                    if id != own {
                        return Err(NotSplit::Unsupported);
                    }
                    if abi == Abi::Switch && is_true(inst, 1) && final_suspend.replace(shape.suspends.len()).is_some() {
                        return Err(NotSplit::Unsupported);
                    }
                    shape.suspends.push(inst);
                }
                I::CORO_END | I::CORO_END_ASYNC => {
                    let is_unwind = is_true(inst, 1);
                    shape.has_unwind_end |= is_unwind;
                    shape.ends.push(inst);
                    let last = shape.ends.len() - 1;
                    if !is_unwind && id == I::CORO_END {
                        shape.ends.swap(0, last);
                    }
                }
                _ => {}
            }
        }
        if let Some(place) = final_suspend {
            let last = shape.suspends.len() - 1;
            shape.suspends.swap(place, last);
            shape.has_final_suspend = true;
        }
        Ok(shape)
    }

    /// Lowers the intrinsics that need no frame.
    pub fn clean(&mut self, f: &mut FunctionEdit<'_, '_>) {
        let begin = self.begin;
        edit_call(&mut f.editor, begin, |cx, list| {
            let data = cx.attribute_list(list);
            let mut result = data.result;
            for kind in [AttrKind::NON_NULL, AttrKind::NO_ALIAS] {
                result = cx.with_attribute(result, Attribute::Enum(kind));
            }
            let function = cx.without_attribute(data.function, AttrKind::NO_DUPLICATE);
            cx.with_function_attributes(cx.with_result_attributes(list, result), function)
        });
        let module = f.editor.module();
        for inst in f.editor.insts() {
            let body = f.editor.body();
            match intrinsic(module, body, inst) {
                Some(I::CORO_FRAME) => replace(&mut f.editor, inst, begin.into()),
                Some(I::CORO_SAVE) if f.editor.uses().is_unused(inst.into()) => f.editor.erase(inst),
                Some(I::CORO_PROMISE) => {
                    let is_from_promise = arg(body, inst, 2).is_some_and(|v| module.constants().as_u64(v) == Some(1));
                    match self.promise.filter(|_| !is_from_promise) {
                        Some(promise) => replace(&mut f.editor, inst, promise.into()),
                        None if is_from_promise => replace(&mut f.editor, inst, begin.into()),
                        None => {}
                    }
                }
                _ => {}
            }
        }
    }

    /// Gives each suspend point without `llvm.coro.save` one, immediately before it.
    pub fn add_saves(&self, f: &mut FunctionEdit<'_, '_>) -> Result<(), BuildError> {
        if self.abi != Abi::Switch {
            return Ok(());
        }
        for &suspend in &self.suspends {
            if self.save(f.editor.body(), suspend).is_none() {
                let save = f.additions.intrinsic("llvm.coro.save", &[])?;
                let at = lindworm_ir::editor::Point::Before(suspend);
                let call = f.editor.build(at, None, |b| b.call_function(save, &[self.begin.into()]))?;
                f.editor.set_operand(Use { user: suspend, operand: 0 }, call.into());
            }
        }
        Ok(())
    }

    /// The `llvm.coro.save` of a suspend point of the switch ABI.
    pub fn save(&self, body: &Body, suspend: Inst) -> Option<Inst> {
        match self.abi {
            Abi::Switch => arg(body, suspend, 0).and_then(|save| save.as_inst()),
            _ => None,
        }
    }

    /// Whether a suspend point is the final one.
    pub fn is_final(&self, suspend: Inst) -> bool {
        self.has_final_suspend && self.suspends.last() == Some(&suspend)
    }

    /// The constant that stands for a suspend point in the frame.
    pub fn index(&self, module: &Module, n: usize) -> Value {
        module.constants().int(module.context(), self.frame.index_type, n as u64)
    }

    /// The instruction after `llvm.coro.begin`, where the frame can be used first.
    pub fn after_begin(&self, body: &Body) -> Option<Inst> {
        body.next_inst(self.begin)
    }

    /// The calls of `llvm.coro.alloc`.
    pub fn allocs(&self, f: &FunctionEdit<'_, '_>) -> Vec<Inst> {
        users(&f.editor, self.id.into(), I::CORO_ALLOC)
    }

    /// Replaces the calls of `llvm.coro.free`: by null if the frame is not on the heap, otherwise by the frame.
    pub fn replace_frees(&self, f: &mut FunctionEdit<'_, '_>, is_elided: bool) {
        replace_frees(f, self.id, is_elided);
    }

    /// Whether a `llvm.coro.end` is on the path of an exception.
    pub fn is_unwind_end(&self, f: &FunctionEdit<'_, '_>, end: Inst) -> bool {
        arg(f.editor.body(), end, 1).is_some_and(|v| f.editor.module().constants().as_u64(v) == Some(1))
    }
}

/// Replaces the calls of `llvm.coro.free` with an identifier: by null if the frame is not on the heap, otherwise by the frame.
pub(super) fn replace_frees(f: &mut FunctionEdit<'_, '_>, id: Inst, is_elided: bool) {
    let frees = users(&f.editor, id.into(), I::CORO_FREE);
    let Some(frame) = frees.first().and_then(|&free| arg(f.editor.body(), free, 1)) else { return };
    let module = f.editor.module();
    let value = if is_elided { module.constants().zero(module.context(), Type::PTR) } else { frame };
    frees.into_iter().for_each(|free| replace(&mut f.editor, free, value));
}

/// The alloca that the identifier gives as the promise.
fn promise_of(module: &Module, body: &Body, id: Inst) -> Option<Inst> {
    let mut value = arg(body, id, 1)?;
    loop {
        let inst = value.as_inst()?;
        match body.inst(inst) {
            InstData::Alloca { .. } => return Some(inst),
            InstData::Cast { value: of, .. } => value = *of,
            InstData::GetElementPtr { operands, .. } => {
                let (&base, rest) = body.list_values(operands).split_first()?;
                rest.iter().all(|&index| module.constants().is_zero(index)).then_some(())?;
                value = base;
            }
            _ => return None,
        }
    }
}

/// Lowers what is left in a function without `llvm.coro.begin`: it is no coroutine.
pub(super) fn invalidate(f: &mut FunctionEdit<'_, '_>) {
    let module = f.editor.module();
    let mut dead: Vec<Inst> = Vec::new();
    let mut saves: Vec<Inst> = Vec::new();
    for inst in f.editor.insts() {
        let body = f.editor.body();
        if body.inst_block(inst).is_none() {
            continue;
        }
        match intrinsic(module, body, inst) {
            Some(I::CORO_FRAME) => dead.push(inst),
            Some(I::CORO_SUSPEND) => {
                saves.extend(arg(body, inst, 0).and_then(|save| save.as_inst()));
                dead.push(inst);
            }
            Some(I::CORO_SUSPEND_RETCON | I::CORO_SUSPEND_ASYNC) => dead.push(inst),
            Some(I::CORO_END | I::CORO_END_ASYNC) => crate::simplify_cfg::end_block_at(f, inst),
            _ => {}
        }
    }
    dead.retain(|&inst| f.editor.body().inst_block(inst).is_some());
    erase_all(&mut f.editor, &dead);
    saves.sort_unstable_by_key(|save| save.as_u32());
    saves.dedup();
    saves.retain(|&save| f.editor.body().inst_block(save).is_some() && f.editor.uses().is_unused(save.into()));
    erase_all(&mut f.editor, &saves);
}
