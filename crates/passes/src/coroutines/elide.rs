//! `coro-elide`: calls the parts of known coroutines directly, and puts a frame on the stack of its creator if it is always destroyed
//! there.

use lindworm_analysis::{Cfg, DominatorTree};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::builder::Allocation;
use lindworm_ir::editor::Point;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::{Align, TailCall};
use lindworm_ir::intrinsics::IntrinsicId as I;
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Type, Value};

use super::{Info, arg, info, intrinsic, replace, users};
use crate::edges::successors;
use crate::pass::{FunctionEdit, FunctionPass};

/// The place, in the table of parts only, of the part that destroys a coroutine whose frame was not allocated.
const CLEANUP: u64 = 2;

/// The number of blocks that the search for a way around the destruction visits, for each destruction.
const MAX_BLOCKS: usize = 32;

/// The maximum number of pairs of an end of the function and a destruction that are compared.
const MAX_PAIRS: usize = 4096;

/// Devirtualizes calls of coroutines, and leaves out allocations of frames.
pub struct CoroElide;

impl FunctionPass for CoroElide {
    fn name(&self) -> &'static str {
        "coro-elide"
    }

    fn class(&self) -> &'static str {
        "CoroElidePass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let module = f.editor.module();
        let function = Value::from(f.additions.function());
        let is_other = |inst: &Inst| {
            let body = f.editor.body();
            intrinsic(module, body, *inst) == Some(I::CORO_ID)
                && matches!(info(module, body, *inst), Info::PostSplit)
                && arg(body, *inst, 2).map(|own| module.strip_pointer_casts(own)) != Some(function)
        };
        let ids: Vec<Inst> = f.editor.insts().into_iter().filter(is_other).collect();
        for id in ids {
            if let Some(parts) = parts(module, f.editor.body(), id) {
                elide(f, id, parts);
            }
        }
    }
}

/// The table of parts that an identifier names: how to resume, destroy and clean up.
fn parts(module: &Module, body: &Body, id: Inst) -> Option<[Value; 3]> {
    let table = module.strip_pointer_casts(arg(body, id, 3)?).as_global()?;
    let table = module.global(table)?.as_variable()?.initializer?;
    let element = |n| module.constants().element(module.context(), table, n);
    Some([element(super::RESUME)?, element(super::DESTROY)?, element(CLEANUP)?])
}

/// The size and alignment of a frame, from the attributes of the part that resumes the coroutine.
fn frame_layout(module: &Module, resume: Value) -> Option<(u64, Align)> {
    let function: Global = module.strip_pointer_casts(resume).as_global()?;
    let cx = module.context();
    let set = cx.attribute_list(module.function(function)?.attributes).param(0);
    let size = cx.attribute_int(set, AttrKind::DEREFERENCEABLE).filter(|&size| size > 0)?;
    let align = cx.attribute_int(set, AttrKind::ALIGN).and_then(Align::new).unwrap_or(Align::ONE);
    Some((size, align))
}

/// A call of `llvm.coro.begin`, and the calls that end the life of its coroutine.
struct Begin {
    call: Inst,
    deaths: Vec<Inst>,
}

fn elide(f: &mut FunctionEdit<'_, '_>, id: Inst, [resume, destroy, cleanup]: [Value; 3]) {
    let module = f.editor.module();
    let allocs = users(&f.editor, id.into(), I::CORO_ALLOC);
    let (mut begins, mut resumes, mut destroys) = (Vec::new(), Vec::new(), Vec::new());
    for call in users(&f.editor, id.into(), I::CORO_BEGIN) {
        let mut deaths = users(&f.editor, call.into(), I::CORO_DEAD);
        for address in users(&f.editor, call.into(), I::CORO_SUBFN_ADDR) {
            match arg(f.editor.body(), address, 1).and_then(|index| module.constants().as_u64(index)) {
                Some(super::RESUME) => resumes.push(address),
                Some(super::DESTROY) => {
                    deaths.push(address);
                    destroys.push(address);
                }
                _ => {}
            }
        }
        begins.push(Begin { call, deaths });
    }
    let is_elided = !allocs.is_empty() && !begins.iter().any(|begin| may_escape(f, begin));
    let frame = frame_layout(module, resume).filter(|_| is_elided);
    resumes.into_iter().for_each(|address| replace(&mut f.editor, address, resume));
    let destroy = if is_elided { cleanup } else { destroy };
    destroys.into_iter().for_each(|address| replace(&mut f.editor, address, destroy));
    let Some((size, align)) = frame else { return };
    let no = module.constants().int(module.context(), Type::I1, 0);
    allocs.into_iter().for_each(|alloc| replace(&mut f.editor, alloc, no));
    let Some(frame) = allocate(f, size, align) else { return };
    super::shape::replace_frees(f, id, true);
    begins.into_iter().for_each(|begin| replace(&mut f.editor, begin.call, frame));
    remove_tail_calls(f, frame);
}

/// Allocates a frame on the stack.
pub(super) fn allocate(f: &mut FunctionEdit<'_, '_>, size: u64, align: Align) -> Option<Value> {
    let body = f.editor.body();
    let is_alloca = |inst: Inst| matches!(body.inst(inst), InstData::Alloca { .. });
    let at = body.insts(body.entry()?).find(|&inst| !is_alloca(inst))?;
    let ty = f.editor.module().context().array(Type::I8, size);
    let options = Allocation { align, ..Allocation::default() };
    f.editor.build(Point::Before(at), None, |b| b.alloca_with(ty, options)).ok()
}

/// Whether a coroutine may outlive the function: a path leads from its creation to the end of the function that does not destroy it.
fn may_escape(f: &mut FunctionEdit<'_, '_>, begin: &Begin) -> bool {
    let body = f.editor.body();
    let cfg = Cfg::new(body);
    let dominators = DominatorTree::new(&cfg);
    let ends: Vec<Block> = body.blocks().filter(|&block| cfg.successors(block).is_empty()).collect();
    let deaths: Vec<Block> = begin.deaths.iter().filter_map(|&inst| body.inst_block(inst)).collect();
    if begin.deaths.is_empty() {
        return true;
    }
    let is_dominated = |&end: &Block| deaths.iter().any(|&death| dominators.dominates(death, end));
    if ends.len() * deaths.len() <= MAX_PAIRS && ends.iter().all(is_dominated) {
        return false;
    }
    let ends: HashSet<Block> = ends.into_iter().collect();
    let is_harmless = |inst: Inst| {
        matches!(
            intrinsic(f.editor.module(), body, inst),
            Some(I::CORO_FREE | I::CORO_SUBFN_ADDR | I::CORO_SAVE | I::CORO_DEAD)
        )
    };
    let uses = f.editor.uses().of(begin.call.into()).map(|at| at.user).filter(|&user| !is_harmless(user));
    let escaping: HashSet<Block> = uses.filter_map(|user| body.inst_block(user)).collect();
    let mut limit = MAX_BLOCKS * (1 + begin.deaths.len());
    let mut seen: HashSet<Block> = deaths.into_iter().collect();
    let mut pending: Vec<Block> = body.inst_block(begin.call).into_iter().collect();
    // This does not depend on the path, as in LLVM.
    let mut is_escaped = false;
    while let Some(block) = pending.pop() {
        if !seen.insert(block) {
            continue;
        }
        is_escaped |= escaping.contains(&block);
        if ends.contains(&block) {
            let returns = body.terminator(block).is_some_and(|inst| matches!(body.inst(inst), InstData::Ret { .. }));
            if returns || is_escaped {
                return true;
            }
            // An exception releases the stack.
            continue;
        }
        limit -= 1;
        if limit == 0 {
            return true;
        }
        match suspend_targets(f, block) {
            Some(targets) => pending.extend(targets),
            None => pending.extend(successors(&f.editor, block)),
        }
    }
    false
}

/// Where a suspended coroutine continues, if the block ends with a switch on the result of `llvm.coro.suspend`.
fn suspend_targets(f: &FunctionEdit<'_, '_>, block: Block) -> Option<[Block; 2]> {
    let body = f.editor.body();
    let InstData::Switch { condition, cases, .. } = body.inst(body.terminator(block)?) else { return None };
    let suspend = condition.as_inst()?;
    if intrinsic(f.editor.module(), body, suspend) != Some(I::CORO_SUSPEND)
        || !f.editor.uses().has_one_use(suspend.into())
    {
        return None;
    }
    match body.list_values(cases) {
        [_, first, _, second] => Some([first.as_block()?, second.as_block()?]),
        _ => None,
    }
}

/// Removes `tail` from calls that may refer to the frame on the stack.
fn remove_tail_calls(f: &mut FunctionEdit<'_, '_>, frame: Value) {
    for inst in f.editor.insts() {
        let body = f.editor.body();
        let InstData::Call { tail: TailCall::Tail, .. } = body.inst(inst) else { continue };
        let refers =
            (0..body.operand_count(inst)).filter_map(|n| body.operand(inst, n)).any(|v| may_be_in(f, frame, v));
        if refers {
            f.editor.change(inst, |data, _| {
                if let InstData::Call { tail, .. } = data {
                    *tail = TailCall::None;
                }
            });
        }
    }
}

/// Whether a value may be an address in an alloca: not one of another object.
fn may_be_in(f: &FunctionEdit<'_, '_>, frame: Value, value: Value) -> bool {
    const MAX_STEPS: usize = 6;
    if !f.editor.module().context().is_pointer(f.editor.type_of(value)) {
        return false;
    }
    let body = f.editor.body();
    let mut base = value;
    for _ in 0..MAX_STEPS {
        let Some(inst) = base.as_inst() else { return false };
        match body.inst(inst) {
            InstData::GetElementPtr { operands, .. } => match body.list_values(operands).first() {
                Some(&of) => base = of,
                None => return true,
            },
            InstData::Cast { value: of, .. } => base = *of,
            InstData::Alloca { .. } => return base == frame,
            _ => return true,
        }
    }
    true
}
