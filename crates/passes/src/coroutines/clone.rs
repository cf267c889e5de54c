//! The parts of a coroutine of the switch ABI, each a copy of the coroutine with another entry.

use lindworm_ir::attributes::{AttrKind, AttributeSet};
use lindworm_ir::builder::BuildError;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::IntPredicate;
use lindworm_ir::instruction::{Align, TailCall};
use lindworm_ir::intrinsics::IntrinsicId as I;
use lindworm_ir::module::{DllStorage, Function, GlobalKind, Linkage, UnnamedAddr, Visibility};
use lindworm_ir::value::replace_list;
use lindworm_ir::{Global, Inst, InstData, Module, Type, Value};

use super::shape::Shape;
use super::split::{RESUME_FIELD, edit, field_address, frame_attributes, mark_as_done};
use super::{FAST, replace, users};
use crate::edges::remove_edges;
use crate::function_attrs::has;
use crate::pass::FunctionEdit;
use crate::simplify_cfg::remove_unreachable_blocks;

/// A part of a coroutine of the switch ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Continues the coroutine.
    Resume,
    /// Destroys it.
    Destroy,
    /// Destroys it, except its frame.
    Cleanup,
}

impl Part {
    pub const ALL: [Part; 3] = [Part::Resume, Part::Destroy, Part::Cleanup];

    fn suffix(self) -> &'static str {
        match self {
            Part::Resume => ".resume",
            Part::Destroy => ".destroy",
            Part::Cleanup => ".cleanup",
        }
    }
}

/// The properties of a function that its parts have too.
pub(super) fn part_of(module: &Module, function: Global, suffix: &str, ty: Type) -> lindworm_ir::module::GlobalValue {
    let global = &module[function];
    let name = [global.name(), suffix.as_bytes()].concat();
    let own = match global.as_function() {
        Some(own) => Function { body: None, intrinsic: None, gc: own.gc.clone(), ..*own },
        None => Function::default(),
    };
    let mut part = global.like(&name, ty, global.ty(), GlobalKind::Function(Box::new(own)));
    part.align = global.align;
    part.metadata = global.metadata.clone();
    part.set_linkage(Linkage::Internal);
    part.visibility = Visibility::Default;
    part.dll_storage = DllStorage::Default;
    part.unnamed_addr = UnnamedAddr::None;
    part.comdat = None;
    part
}

/// Adds a part of a coroutine that is prepared for the split.
pub(super) fn make(module: &mut Module, function: Global, shape: &Shape, part: Part) -> Global {
    let cx = module.context().clone();
    let ty = cx.function_type(Type::VOID, &[Type::PTR], false);
    let mut new = part_of(module, function, part.suffix(), ty);
    // It is for the type of the coroutine.
    let sanitize = cx.metadata_kind(b"func_sanitize");
    new.metadata.retain(|&(kind, _)| kind != sanitize);
    let body = module.body(function).map(|body| {
        let mut body = body.clone();
        let poison: Vec<Value> = body.args().iter().map(|&ty| module.constants().poison(ty)).collect();
        body.change_args(&[Type::PTR], &poison);
        Box::new(body)
    });
    if let Some(f) = new.as_function_mut() {
        let of_function = cx.attribute_list(f.attributes).function;
        let frame = frame_attributes(&cx, shape.frame.size, shape.frame.align, false);
        f.attributes = cx.make_attribute_list(of_function, AttributeSet::EMPTY, &[frame]);
        f.convention = FAST;
        f.body = body;
    }
    let new = module.add_global(new);
    super::debug::own_subprogram(module, new);
    let has_tail_calls = supports_tail_calls(module, new);
    edit(module, new, |f| {
        let _ = finish(f, shape, part, has_tail_calls);
        remove_unreachable_blocks(f);
    });
    new
}

/// Whether the target can make a call with `musttail`.
fn supports_tail_calls(module: &Module, function: Global) -> bool {
    if !module.triple().starts_with(b"wasm") {
        return true;
    }
    let features = crate::function_attrs::text_attribute(module, function, b"target-features").unwrap_or_default();
    features.split(|&c| c == b',').any(|feature| feature == b"+tail-call")
}

/// Changes a copy of a coroutine so that it starts at `resume.entry`.
fn finish(f: &mut FunctionEdit<'_, '_>, shape: &Shape, part: Part, has_tail_calls: bool) -> Result<(), BuildError> {
    // The parts return nothing.
    for block in f.editor.body().blocks().collect::<Vec<_>>() {
        let body = f.editor.body();
        if let Some(ret) = body.terminator(block).filter(|&inst| matches!(body.inst(inst), InstData::Ret { .. })) {
            let loc = body.debug_loc(ret);
            let new = f.editor.insert(Point::Before(ret), InstData::Unreachable, Type::VOID);
            f.editor.set_debug_loc(new, loc);
            f.editor.erase(ret);
        }
    }
    replace_entry(f, shape, part);
    for &transfer in &shape.transfers {
        if has_tail_calls {
            f.editor.change(transfer, |data, _| {
                if let InstData::Call { tail, .. } = data {
                    *tail = TailCall::MustTail;
                }
            });
        }
        end_after(f, transfer);
    }
    let frame = Value::arg(0);
    let name = f.editor.body().name(shape.begin.into()).to_vec();
    f.editor.set_name(shape.begin.into(), b"");
    f.editor.set_name(frame, &name);
    f.editor.replace_all(shape.begin.into(), frame);
    if shape.has_final_suspend {
        finish_final_suspend(f, shape, part)?;
    }
    let module = f.editor.module();
    let constant = |ty, n| module.constants().int(module.context(), ty, n);
    let resumed = constant(Type::I8, u64::from(part != Part::Resume));
    shape.suspends.iter().for_each(|&suspend| replace(&mut f.editor, suspend, resumed));
    let no = constant(Type::I1, 0);
    shape.is_in_ramp.iter().for_each(|&inst| replace(&mut f.editor, inst, no));
    for &end in &shape.ends {
        replace_end(f, shape, end, frame)?;
    }
    shape.replace_frees(f, part == Part::Cleanup);
    Ok(())
}

/// Makes the block with the addresses of allocas the entry, and continues at `resume.entry`.
fn replace_entry(f: &mut FunctionEdit<'_, '_>, shape: &Shape, part: Part) {
    let (Some(entry), Some((resume, _))) = (shape.alloca_spill_block, shape.resume_entry) else { return };
    make_entry(f, entry, format!("entry{}", part.suffix()).as_bytes());
    f.editor.insert(Point::End(entry), InstData::Br { dest: resume }, Type::VOID);
    f.editor.move_block_after(resume, entry);
    keep_allocas(f, entry);
}

/// Makes a block the entry, without predecessors and without a terminator.
pub(super) fn make_entry(f: &mut FunctionEdit<'_, '_>, entry: lindworm_ir::Block, name: &[u8]) {
    f.editor.set_name(entry.into(), name);
    if let Some(end) = f.editor.body().terminator(entry) {
        f.editor.erase(end);
    }
    if let Some(edge) = f.editor.uses().only(entry.into()) {
        f.editor.insert(Point::Before(edge.user), InstData::Unreachable, Type::VOID);
        f.editor.erase(edge.user);
    }
    // The blocks before it follow it.
    let before: Vec<_> = f.editor.body().blocks().take_while(|&block| block != entry).collect();
    let mut last = entry;
    for block in before {
        f.editor.move_block_after(block, last);
        last = block;
    }
}

/// Moves static allocas that are still used, in blocks that are not reached any more, to the entry.
pub(super) fn keep_allocas(f: &mut FunctionEdit<'_, '_>, entry: lindworm_ir::Block) {
    let body = f.editor.body();
    let cfg = lindworm_analysis::Cfg::new(body);
    let is_moved = |&inst: &Inst| {
        let block = body.inst_block(inst);
        matches!(body.inst(inst), InstData::Alloca { count, .. } if f.editor.module().constants().as_u64(*count).is_some())
            && !f.editor.uses().is_unused(inst.into())
            && block.is_some_and(|block| !cfg.is_reachable(block))
    };
    let moved: Vec<Inst> = f.editor.insts().into_iter().filter(is_moved).collect();
    for alloca in moved {
        if let Some(first) = f.editor.body().first_inst(entry) {
            f.editor.move_inst(alloca, Point::BeforeRecords(first));
        }
    }
}

/// Returns after an instruction. What follows it is not reached.
fn end_after(f: &mut FunctionEdit<'_, '_>, inst: Inst) {
    if let Some(next) = f.editor.body().next_inst(inst) {
        end_before(f, next, InstData::Ret { value: None.into() });
    }
}

/// Ends the block before an instruction with a terminator. What follows is not reached.
pub(super) fn end_before(f: &mut FunctionEdit<'_, '_>, inst: Inst, end: InstData) {
    let Some(block) = f.editor.body().inst_block(inst) else { return };
    f.editor.split_block(inst, b"");
    if let Some(branch) = f.editor.body().terminator(block) {
        let loc = f.editor.body().debug_loc(branch);
        let new = f.editor.insert(Point::Before(branch), end, Type::VOID);
        f.editor.set_debug_loc(new, loc);
        f.editor.erase(branch);
    }
}

/// A coroutine that is suspended at its final suspend point is not resumed. It is destroyed if no function resumes it.
fn finish_final_suspend(f: &mut FunctionEdit<'_, '_>, shape: &Shape, part: Part) -> Result<(), BuildError> {
    let is_destroyed = part != Part::Resume;
    if is_destroyed && shape.has_unwind_end {
        return Ok(());
    }
    let Some((_, switch)) = shape.resume_entry else { return Ok(()) };
    let Some(block) = f.editor.body().inst_block(switch) else { return Ok(()) };
    let InstData::Switch { cases, .. } = *f.editor.body().inst(switch) else { return Ok(()) };
    let mut list = f.editor.body().list_values(&cases).to_vec();
    let Some(last) = list.pop().and_then(|last| last.as_block()) else { return Ok(()) };
    list.pop();
    remove_edges(&mut f.editor, last, block, 1);
    f.editor.change(switch, |data, values| {
        if let InstData::Switch { cases, .. } = data {
            replace_list(cases, &list, values);
        }
    });
    if !is_destroyed {
        return Ok(());
    }
    let rest = f.editor.split_block(switch, b"Switch");
    let Some(branch) = f.editor.body().terminator(block) else { return Ok(()) };
    let function = f.additions.function();
    if has(f.editor.module(), function, AttrKind::CORO_ONLY_DESTROY_WHEN_COMPLETE) {
        f.editor.insert(Point::Before(branch), InstData::Br { dest: last }, Type::VOID);
    } else {
        f.editor.build_before(branch, |b| {
            let address = field_address(b, shape, Value::arg(0), RESUME_FIELD, "ResumeFn.addr")?;
            let resume = b.load(Type::PTR, address, Align::NONE)?;
            let null = b.zero(Type::PTR);
            let is_done = b.icmp(IntPredicate::Eq, resume, null)?;
            b.cond_br(is_done, last, rest)
        })?;
    }
    f.editor.erase(branch);
    Ok(())
}

/// Returns where the coroutine ends.
fn replace_end(f: &mut FunctionEdit<'_, '_>, shape: &Shape, end: Inst, frame: Value) -> Result<(), BuildError> {
    if shape.is_unwind_end(f, end) {
        mark_as_done(f, shape, end, frame)?;
        if let Some(pad) = funclet(f, end) {
            end_before(f, end, InstData::CleanupRet { pad, unwind: None.into() });
        }
    } else {
        end_before(f, end, InstData::Ret { value: None.into() });
    }
    if f.editor.body().inst_type(end) != Type::VOID {
        let module = f.editor.module();
        let yes = module.constants().int(module.context(), Type::I1, 1);
        f.editor.replace_all(end.into(), yes);
    }
    f.editor.erase(end);
    Ok(())
}

/// The pad that a call is in, by its operand bundle.
pub(super) fn funclet(f: &FunctionEdit<'_, '_>, call: Inst) -> Option<Value> {
    let body = f.editor.body();
    let call = body.inst(call).call_info()?;
    let (_, inputs) = body.bundle_inputs(call).find(|(bundle, _)| *bundle.tag == *b"funclet")?;
    inputs.first().copied()
}

/// Adds the ramp of a coroutine whose frame is given by a further parameter.
pub(super) fn make_without_allocation(module: &mut Module, function: Global, shape: &Shape) -> Global {
    let cx = module.context().clone();
    let (result, params, _) = cx.function_parts(module[function].value_type).unwrap_or((Type::VOID, &[], false));
    let frame_arg = params.len();
    let mut params = params.to_vec();
    params.push(Type::PTR);
    let ty = cx.function_type(result, &params, false);
    let mut new = part_of(module, function, ".noalloc", ty);
    let body = module.body(function).map(|body| {
        let mut body = body.clone();
        let same: Vec<Value> = (0..frame_arg as u32).map(Value::arg).collect();
        body.change_args(&params, &same);
        Box::new(body)
    });
    if let Some(f) = new.as_function_mut() {
        let frame = frame_attributes(&cx, shape.frame.size, shape.frame.align, false);
        f.attributes = cx.with_param_attributes(f.attributes, frame_arg, frame);
        f.body = body;
    }
    let new = module.add_global(new);
    super::debug::own_subprogram(module, new);
    edit(module, new, |f| {
        shape.replace_frees(f, true);
        let module = f.editor.module();
        let no = module.constants().int(module.context(), Type::I1, 0);
        for alloc in users(&f.editor, shape.id.into(), I::CORO_ALLOC) {
            replace(&mut f.editor, alloc, no);
        }
        replace(&mut f.editor, shape.begin, Value::arg(frame_arg as u32));
        remove_unreachable_blocks(f);
    });
    new
}
