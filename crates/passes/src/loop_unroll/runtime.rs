//! Loops whose number of iterations is only known at run time: the iterations that are left over run in another loop, before or
//! after the unrolled one.

use lindworm_ir::editor::{Point, ValueMap};
use lindworm_ir::eval::{BinaryOp, FastMathFlags, Int, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::{Request, clean_up};
use crate::edges::{
    incoming, incoming_from, merge_into_predecessor, phis, predecessors, rename_incoming, set_incoming_from,
    split_exit, successors,
};
use crate::loop_form::LoopForm;
use crate::pass::FunctionEdit;
use crate::scalar_evolution::{Expander, ScevInput};
use crate::value_tracking::Query;

/// The loop of the remaining iterations.
pub(super) struct Remainder {
    /// The header; `None` if it is not a loop, as it has only one iteration.
    pub header: Option<Block>,
}

/// The parts of a loop that is left from its latch.
struct Shape {
    preheader: Block,
    latch: Block,
    latch_exit: Block,
    /// The exits that other blocks branch to.
    other_exits: Vec<Block>,
}

impl Shape {
    fn of(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> Option<Shape> {
        let (preheader, latch) = (form.preheader?, form.latch?);
        let body = f.editor.body();
        let InstData::CondBr { if_true, if_false, .. } = *body.inst(body.terminator(latch)?) else { return None };
        let latch_exit = if if_true == form.header { if_false } else { if_true };
        if form.contains(latch_exit) {
            return None;
        }
        let mut other_exits = Vec::new();
        for &block in form.exiting.iter().filter(|&&block| block != latch) {
            for to in successors(&f.editor, block) {
                if !form.contains(to) && !other_exits.contains(&to) {
                    other_exits.push(to);
                }
            }
        }
        Some(Shape { preheader, latch, latch_exit, other_exits })
    }
}

/// Whether a loop with several exits is unrolled.
fn is_profitable(f: &FunctionEdit<'_, '_>, form: &LoopForm, shape: &Shape, request: &Request<'_>) -> bool {
    if let Some(decided) = request.options.flag("unroll-runtime-multi-exit") {
        return decided;
    }
    if form.exiting.len() > 2 {
        return false;
    }
    let is_predictable = request.options.flag("unroll-runtime-other-exit-predictable").unwrap_or(false);
    match shape.other_exits[..] {
        [] => true,
        [only] => is_predictable || ends_in_deoptimize(f, only),
        _ => false,
    }
}

/// Whether a block leads, without a branch, to a return after `llvm.experimental.deoptimize`.
fn ends_in_deoptimize(f: &FunctionEdit<'_, '_>, mut block: Block) -> bool {
    const MAX_BLOCKS: usize = 16;
    let body = f.editor.body();
    for _ in 0..MAX_BLOCKS {
        let Some(terminator) = body.terminator(block) else { return false };
        match *body.inst(terminator) {
            InstData::Br { dest } => block = dest,
            InstData::Ret { .. } => {
                let call = body.prev_inst(terminator).and_then(|inst| body.inst(inst).call_info());
                let callee = call.and_then(|call| f.editor.module().callee(call.callee));
                return callee.is_some_and(|f| f.intrinsic == Some(IntrinsicId::EXPERIMENTAL_DEOPTIMIZE));
            }
            _ => return false,
        }
    }
    false
}

/// Makes a loop of the iterations that remain if their number is divided by the count of copies. The loop itself then runs a
/// multiple of that count. `None` if that number cannot be computed, or not cheaply.
pub(super) fn add_remainder(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, request: &Request<'_>) -> Option<Remainder> {
    let shape = Shape::of(f, form)?;
    let is_single = form.exiting.len() == 1 && shape.other_exits.is_empty();
    if !is_single && !request.multi_exit && !is_profitable(f, form, &shape, request) {
        return None;
    }
    let after = request.options.flag("unroll-runtime-epilog").unwrap_or_else(|| {
        // A variable that starts from a constant keeps that start.
        let mut starts =
            phis(&f.editor, form.header).into_iter().filter_map(|phi| incoming_from(&f.editor, phi, shape.preheader));
        starts.any(|value| {
            value.is_constant() && f.editor.module().constants().as_int(f.editor.module().context(), value).is_some()
        })
    });
    let entry = f.editor.body().terminator(shape.preheader)?;
    let input = ScevInput::of(f);
    let (trip_count, back_edges, recipe, may_be_partial) = {
        let mut scev = input.analyse(f);
        let of = input.loops.loop_of(form.header)?;
        let taken = scev.backedge_taken(of);
        let count = taken.exits.iter().find(|(block, _)| *block == shape.latch).and_then(|(_, count)| count.exact)?;
        if scev.is_pointer(count) || request.count.ilog2() > scev.width(count) {
            return None;
        }
        let one = scev.one_like(count);
        let trips = scev.add(count, one);
        let may_be_partial = !shape.other_exits.is_empty() || !scev.has_no_abnormal_exit(of);
        let mut expander = Expander::new(&mut scev);
        if !request.allows_expensive_count && expander.is_expensive(trips, of, request.budget, entry) {
            return None;
        }
        let trips = expander.expand(trips, entry)?;
        let count = expander.expand(count, entry)?;
        (trips, count, expander.finish(), may_be_partial)
    };
    drop(input);
    let results = recipe.insert(f);
    let mut trip_count = trip_count.value(&results);
    let mut back_edges = back_edges.value(&results);
    let names =
        |f: &FunctionEdit<'_, '_>, block: Block, suffix: &[u8]| [f.editor.body().name(block.into()), suffix].concat();
    let (mut made, suffix): (Parts, &str) = match after {
        true => {
            let name = names(f, shape.preheader, b".new");
            let new_preheader = f.editor.split_block(entry, &name);
            let new_exit = split_exit(&mut f.editor, shape.latch_exit, &[shape.latch], b".unr-lcssa")?;
            let end = f.editor.body().terminator(new_exit)?;
            let loc = f.editor.body().terminator(form.header).and_then(|t| f.editor.body().debug_loc(t));
            f.editor.set_debug_loc(end, loc);
            let name = names(f, form.header, b".epil.preheader");
            let top = f.editor.split_block(end, &name);
            (Parts { new_preheader, middle: new_exit, top, bottom: shape.latch_exit }, "epil")
        }
        false => {
            let name = names(f, form.header, b".prol.preheader");
            let top = f.editor.split_block(entry, &name);
            let name = names(f, form.header, b".prol.loopexit");
            let middle = f.editor.split_block(entry, &name);
            let name = names(f, shape.preheader, b".new");
            let new_preheader = f.editor.split_block(entry, &name);
            (Parts { new_preheader, middle, top, bottom: middle }, "prol")
        }
    };
    // The branch around one of the loops.
    let branch = f.editor.body().terminator(shape.preheader)?;
    if may_be_partial {
        let query = Query::new(&f.editor, f.additions.function());
        if !(query.is_not_poison(trip_count) && query.is_not_undef(trip_count)) {
            // The loop may be left before the number of iterations matters: both branches must see one number.
            let frozen = f.editor.build_before(branch, |b| {
                let frozen = b.freeze(trip_count)?;
                let width = b.context().int_width(b.type_of(frozen)).unwrap_or(64);
                let minus_one = b.module().constants().wide_int(b.context(), &Int::from_i64(width, -1));
                Ok::<_, lindworm_ir::builder::BuildError>((frozen, b.binary(BinaryOp::Add, frozen, minus_one)?))
            });
            (trip_count, back_edges) = frozen.ok()?;
        }
    }
    let count = u64::from(request.count);
    let built = f.editor.build_before(branch, |b| {
        let ty = b.type_of(trip_count);
        let remaining = match count.is_power_of_two() {
            true => {
                let mask = b.int(ty, count - 1);
                b.named("xtraiter").binary(BinaryOp::And, trip_count, mask)?
            }
            false => {
                // The number of iterations may be 2^width, which is 0: count from that of back edges.
                let (divisor, one) = (b.int(ty, count), b.int(ty, 1));
                let rest = b.binary(BinaryOp::URem, back_edges, divisor)?;
                let next = b.binary(BinaryOp::Add, rest, one)?;
                b.named("xtraiter").binary(BinaryOp::URem, next, divisor)?
            }
        };
        let condition = match after {
            true => {
                let limit = b.int(ty, count - 1);
                b.icmp(IntPredicate::Ult, back_edges, limit)?
            }
            false => {
                let zero = b.int(ty, 0);
                b.named("lcmp.mod").icmp(IntPredicate::Ne, remaining, zero)?
            }
        };
        match after {
            true => b.cond_br(condition, made.top, made.new_preheader)?,
            false => b.cond_br(condition, made.top, made.middle)?,
        };
        Ok::<_, lindworm_ir::builder::BuildError>(remaining)
    });
    let remaining = built.ok()?;
    f.editor.erase(branch);
    let map = clone_loop(f, form, &shape, &made, remaining, suffix)?;
    for &exit in &shape.other_exits {
        for phi in phis(&f.editor, exit) {
            for (value, from) in incoming(&f.editor, phi) {
                if from != shape.latch
                    && form.contains(from)
                    && let Some(copy) = map.block(from)
                {
                    f.editor.add_incoming(phi, map.get(value), copy);
                }
            }
        }
    }
    match after {
        true => connect_epilogue(f, form, &shape, &mut made, &map, (trip_count, remaining))?,
        false => connect_prologue(f, form, &shape, &made, &map, (back_edges, count))?,
    }
    let header = map.block(form.header)?;
    let copies: Vec<Block> = form.blocks.iter().filter_map(|&block| map.block(block)).collect();
    let mut remainder = Some(header);
    if count == 2 {
        run_once(f, header, map.block(shape.latch)?, &copies);
        remainder = None;
    }
    if !shape.other_exits.is_empty() {
        request.state.is_dirty.set(true);
        dedicate_exits(f, form);
        if remainder.is_some() {
            dedicate_exits(f, &LoopForm::with_blocks(&f.editor, header, copies.to_vec()));
        }
    }
    Some(Remainder { header: remainder })
}

/// The blocks that are made around the loops.
struct Parts {
    /// The preheader of the unrolled loop.
    new_preheader: Block,
    /// The block between the loops.
    middle: Block,
    /// The preheader of the remaining iterations, and the block after them.
    top: Block,
    bottom: Block,
}

/// Copies the loop. The copy counts from 0 to `remaining`.
fn clone_loop(
    f: &mut FunctionEdit<'_, '_>,
    form: &LoopForm,
    shape: &Shape,
    made: &Parts,
    remaining: Value,
    suffix: &str,
) -> Option<ValueMap> {
    let mut map = ValueMap::default();
    let before = f.editor.body().prev_block(made.bottom)?;
    f.editor.clone_blocks_with_suffix(before, &form.blocks, format!(".{suffix}").as_bytes(), &mut map);
    let (header, latch) = (map.block(form.header)?, map.block(shape.latch)?);
    let entry = f.editor.body().terminator(made.top)?;
    f.editor.set_operand(Use { user: entry, operand: 0 }, header.into());
    let ty = f.editor.type_of(remaining);
    let branch = f.editor.body().terminator(latch)?;
    let counter = insert_phi(f, header, ty, format!("{suffix}.iter").as_bytes());
    let next = f.editor.build_before(branch, |b| {
        let one = b.int(ty, 1);
        let next = b.named(format!("{suffix}.iter.next")).binary(BinaryOp::Add, counter.into(), one)?;
        let goes_on = b.named(format!("{suffix}.iter.cmp")).icmp(IntPredicate::Ne, next, remaining)?;
        b.cond_br(goes_on, header, made.bottom)?;
        Ok::<_, lindworm_ir::builder::BuildError>(next)
    });
    let next = next.ok()?;
    f.editor.erase(branch);
    let module = f.editor.module();
    let zero = module.constants().int(module.context(), ty, 0);
    f.editor.add_incoming(counter, zero, made.top);
    f.editor.add_incoming(counter, next, latch);
    for phi in phis(&f.editor, form.header) {
        if let Some(copy) = map.get(phi.into()).as_inst() {
            rename_incoming(&mut f.editor, copy, made.new_preheader, made.top);
        }
    }
    Some(map)
}

/// Inserts a phi without entries after the others.
fn insert_phi(f: &mut FunctionEdit<'_, '_>, block: Block, ty: Type, name: &[u8]) -> Inst {
    let incoming = f.editor.list(&[]);
    let at = f.editor.body().first_non_phi(block).map_or(Point::End(block), Point::BeforeRecords);
    let phi = f.editor.insert(at, InstData::Phi { incoming, fast_math: FastMathFlags::empty() }, ty);
    f.editor.set_name(phi.into(), name);
    phi
}

fn with_suffix(f: &FunctionEdit<'_, '_>, phi: Inst, suffix: &[u8]) -> Vec<u8> {
    [f.editor.body().name(phi.into()), suffix].concat()
}

/// Connects the remaining iterations after the loop.
fn connect_epilogue(
    f: &mut FunctionEdit<'_, '_>,
    form: &LoopForm,
    shape: &Shape,
    made: &mut Parts,
    map: &ValueMap,
    (trip_count, remaining): (Value, Value),
) -> Option<()> {
    let (exit, middle) = (made.bottom, made.middle);
    let copied_latch = map.block(shape.latch)?;
    for phi in phis(&f.editor, middle) {
        let user = f.editor.uses().of(phi.into()).next()?.user;
        let value = incoming_from(&f.editor, phi, shape.latch)?;
        f.editor.add_incoming(user, map.get(value), copied_latch);
        rename_incoming(&mut f.editor, user, made.top, middle);
    }
    for phi in phis(&f.editor, form.header) {
        let start = incoming_from(&f.editor, phi, made.new_preheader)?;
        let next = incoming_from(&f.editor, phi, shape.latch)?;
        let ty = f.editor.body().inst_type(phi);
        let name = with_suffix(f, phi, b".unr");
        let end = insert_phi(f, middle, ty, &name);
        f.editor.add_incoming(end, next, shape.latch);
        let name = with_suffix(f, phi, b".epil.init");
        let new = insert_phi(f, made.top, ty, &name);
        f.editor.add_incoming(new, start, shape.preheader);
        f.editor.add_incoming(new, end.into(), middle);
        let copy = map.get(phi.into()).as_inst()?;
        set_incoming_from(&mut f.editor, copy, made.top, new.into());
    }
    let end = f.editor.body().terminator(middle)?;
    let condition = f.editor.build_before(end, |b| {
        let zero = b.int(b.type_of(remaining), 0);
        b.named("lcmp.mod").icmp(IntPredicate::Ne, remaining, zero)
    });
    let condition = condition.ok()?;
    let before: Vec<Block> = predecessors(&f.editor, exit).to_vec();
    split_exit(&mut f.editor, exit, &before, b".epilog-lcssa")?;
    f.editor.build_before(end, |b| b.cond_br(condition, made.top, exit)).ok()?;
    f.editor.erase(end);
    // The remaining iterations are only entered if there are any.
    let assume = f.additions.intrinsic("llvm.assume", &[]).ok()?;
    let function_type = f.editor.module().global(assume)?.value_type;
    let at = f.editor.body().first_non_phi(made.top)?;
    let assumed = f.editor.build_before(at, |b| {
        let zero = b.int(b.type_of(remaining), 0);
        let is_some = b.named("lcmp.mod").icmp(IntPredicate::Ne, remaining, zero)?;
        b.call(assume.into(), function_type, &[is_some])
    });
    assumed.ok()?;
    // The loop counts the iterations that are not left over.
    let entry = f.editor.body().terminator(made.new_preheader)?;
    let ty = f.editor.type_of(trip_count);
    let limit = f.editor.build_before(entry, |b| b.named("unroll_iter").binary(BinaryOp::Sub, trip_count, remaining));
    let limit = limit.ok()?;
    let counter = insert_phi(f, form.header, ty, b"niter");
    let branch = f.editor.body().terminator(shape.latch)?;
    let InstData::CondBr { if_true, .. } = *f.editor.body().inst(branch) else { return None };
    let predicate = if if_true == form.header { IntPredicate::Ne } else { IntPredicate::Eq };
    let built = f.editor.build_before(branch, |b| {
        let one = b.int(ty, 1);
        let next = b.named("niter.next").binary(BinaryOp::Add, counter.into(), one)?;
        Ok::<_, lindworm_ir::builder::BuildError>((next, b.named("niter.ncmp").icmp(predicate, next, limit)?))
    });
    let (next, condition) = built.ok()?;
    let module = f.editor.module();
    let zero = module.constants().int(module.context(), ty, 0);
    f.editor.add_incoming(counter, zero, made.new_preheader);
    f.editor.add_incoming(counter, next, shape.latch);
    f.editor.set_operand(Use { user: branch, operand: 0 }, condition);
    Some(())
}

/// Connects the remaining iterations before the loop.
fn connect_prologue(
    f: &mut FunctionEdit<'_, '_>,
    form: &LoopForm,
    shape: &Shape,
    made: &Parts,
    map: &ValueMap,
    (back_edges, count): (Value, u64),
) -> Option<()> {
    let copied_latch = map.block(shape.latch)?;
    for to in successors(&f.editor, shape.latch) {
        for phi in phis(&f.editor, to) {
            let ty = f.editor.body().inst_type(phi);
            let name = with_suffix(f, phi, b".unr");
            let start = match form.contains(to) {
                true => incoming_from(&f.editor, phi, made.new_preheader)?,
                false => f.editor.module().constants().poison(ty),
            };
            let next = incoming_from(&f.editor, phi, shape.latch)?;
            let new = insert_phi(f, made.middle, ty, &name);
            f.editor.add_incoming(new, start, shape.preheader);
            f.editor.add_incoming(new, map.get(next), copied_latch);
            match form.contains(to) {
                true => set_incoming_from(&mut f.editor, phi, made.new_preheader, new.into()),
                false => f.editor.add_incoming(phi, new.into(), made.middle),
            }
        }
    }
    split_exit(&mut f.editor, made.middle, &[copied_latch], b".unr-lcssa")?;
    let end = f.editor.body().terminator(made.middle)?;
    let condition = f.editor.build_before(end, |b| {
        let limit = b.int(b.type_of(back_edges), count - 1);
        b.icmp(IntPredicate::Ult, back_edges, limit)
    });
    let condition = condition.ok()?;
    let before: Vec<Block> = predecessors(&f.editor, shape.latch_exit).to_vec();
    split_exit(&mut f.editor, shape.latch_exit, &before, b".unr-lcssa")?;
    f.editor.build_before(end, |b| b.cond_br(condition, shape.latch_exit, made.new_preheader)).ok()?;
    f.editor.erase(end);
    Some(())
}

/// Removes the back edge of a loop that has one iteration.
fn run_once(f: &mut FunctionEdit<'_, '_>, header: Block, latch: Block, blocks: &[Block]) {
    let Some(branch) = f.editor.body().terminator(latch) else { return };
    let InstData::CondBr { if_true, if_false, .. } = *f.editor.body().inst(branch) else { return };
    let exit = if if_true == header { if_false } else { if_true };
    crate::edges::remove_edge_of_exit(&mut f.editor, header, latch);
    let loc = f.editor.body().debug_loc(branch);
    let new = f.editor.insert(Point::Before(branch), InstData::Br { dest: exit }, Type::VOID);
    f.editor.set_debug_loc(new, loc);
    f.editor.erase(branch);
    clean_up::simplify(f, None, blocks);
    merge_into_predecessor(&mut f.editor, exit);
}

/// Gives a loop exits of its own.
pub(super) fn dedicate_exits(f: &mut FunctionEdit<'_, '_>, form: &LoopForm) {
    for &exit in &form.renewed(&f.editor).exits {
        let all = predecessors(&f.editor, exit);
        let inside: Vec<Block> = all.iter().copied().filter(|&from| form.contains(from)).collect();
        if inside.len() < all.len() {
            split_exit(&mut f.editor, exit, &inside, b".loopexit");
        }
    }
}
