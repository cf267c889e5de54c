//! Copies of the iterations of a loop, one after the other.

use std::sync::Arc;

use lindworm_analysis::{Loop, Loops};
use lindworm_ir::editor::{Point, ValueMap};
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::{Outcome, Request, clean_up, runtime};
use crate::LOOP;
use crate::edges::{incoming_from, merge_into_predecessor, phis, remove_edge_of_exit};
use crate::loop_form::LoopForm;
use crate::pass::FunctionEdit;
use crate::scalar_evolution::{ScalarEvolution, Scev, ScevInput};

/// A block of the loop with a conditional branch out of it.
struct Exit {
    block: Block,
    /// The number of the iteration that leaves the loop here if no other one does, from 1; 0 if it is unknown.
    trips: u32,
    /// A number that divides the number of iterations, if that is unknown.
    multiple: u32,
    /// The number of iterations modulo the number of copies, as far as it is known.
    breakout: u32,
    leaves_if_true: bool,
}

/// What is known of the number of iterations.
pub(super) struct Trips {
    /// The least exact number for an exit; 0 if there is none.
    pub exact: u32,
    pub multiple: u32,
    /// A bound if there is no exact number; 0 if there is none.
    pub max: u32,
    /// Whether the number is `max` or 1.
    pub is_max_or_one: bool,
}

/// The number of iterations of a count of back edges; 0 if it does not fit.
fn trips(scev: &ScalarEvolution<'_>, count: Option<Scev>) -> u32 {
    let constant = count.and_then(|s| scev.as_constant(s)).and_then(|n| n.to_u64());
    constant.and_then(|n| u32::try_from(n).ok()?.checked_add(1)).unwrap_or(0)
}

impl Trips {
    pub fn of(scev: &mut ScalarEvolution<'_>, form: &LoopForm, of: Loop) -> Trips {
        let taken = scev.backedge_taken(of);
        let of_exits = taken.exits.iter().map(|(_, count)| trips(scev, count.exact));
        let exact = of_exits.filter(|&n| n > 0).min().unwrap_or(0);
        let mut multiple = exact.max(1);
        let (mut max, mut is_max_or_one) = (0, false);
        if exact == 0 {
            let only = form.latch.filter(|&latch| form.is_exiting(latch)).or(match form.exiting[..] {
                [only] => Some(only),
                _ => None,
            });
            let count = taken.exits.iter().find(|(block, _)| Some(*block) == only).and_then(|(_, count)| count.exact);
            multiple = count.map_or(1, |count| scev.multiple_of_trips(of, count));
            max = trips(scev, taken.whole.constant_max);
            is_max_or_one = taken.whole.is_max_or_zero;
        }
        Trips { exact, multiple, max, is_max_or_one }
    }
}

fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The exits with conditional branches.
fn exits(f: &FunctionEdit<'_, '_>, form: &LoopForm, scev: &mut ScalarEvolution<'_>, of: Loop, count: u32) -> Vec<Exit> {
    let body = f.editor.body();
    let taken = scev.backedge_taken(of);
    let mut found = Vec::new();
    for &block in &form.exiting {
        let Some(InstData::CondBr { if_true, .. }) = body.terminator(block).map(|t| body.inst(t)) else { continue };
        let exact = taken.exits.iter().find(|(exiting, _)| *exiting == block).and_then(|(_, count)| count.exact);
        let trips = trips(scev, exact);
        let multiple = match exact {
            Some(exact) if trips == 0 => gcd(count, scev.multiple_of_trips(of, exact)),
            None => 1,
            Some(_) => 0,
        };
        let breakout = if trips == 0 { multiple } else { trips % count };
        found.push(Exit { block, trips, multiple, breakout, leaves_if_true: !form.contains(*if_true) });
    }
    found
}

/// Unrolls a loop in loop-simplify and loop-closed form.
pub(super) fn unroll(f: &mut FunctionEdit<'_, '_>, header: Block, mut request: Request<'_>) -> Outcome {
    let Some(mut form) = LoopForm::of(f, header) else { return Outcome::Unmodified };
    let (Some(_), Some(latch)) = (form.preheader, form.latch) else { return Outcome::Unmodified };
    let is_latch_exiting = form.is_exiting(latch);
    let body = f.editor.body();
    match body.terminator(latch).map(|t| body.inst(t)) {
        Some(InstData::Br { .. }) => {}
        Some(InstData::CondBr { .. }) if is_latch_exiting => {}
        _ => return Outcome::Unmodified,
    }
    let input = ScevInput::of(f);
    let Some(of) = input.loops.loop_of(header) else { return Outcome::Unmodified };
    let has_outer = input.loops.parent(of).is_some();
    let has_inner = form.blocks.iter().any(|&block| input.loops.loop_of(block) != Some(of));
    let (exits, is_complete, only_first) = {
        let mut scev = input.analyse(f);
        let taken = scev.backedge_taken(of);
        let max = trips(&scev, taken.whole.constant_max);
        if max > 0 {
            request.count = request.count.min(max);
        }
        let is_complete = request.count == max;
        let exits = exits(f, &form, &mut scev, of, request.count);
        (exits, is_complete, is_complete && taken.whole.is_max_or_zero)
    };
    drop(input);
    let mut is_runtime = request.runtime && !is_complete;
    let mut remainder = None;
    if is_runtime {
        match runtime::add_remainder(f, &form, &request) {
            Some(made) => {
                remainder = made.header.filter(|&header| {
                    let rest = Request { count: request.count - 1, runtime: false, force: false, ..request };
                    !request.unrolls_remainder || !matches!(unroll(f, header, rest), Outcome::Full)
                });
                form = Arc::new(form.renewed(&f.editor));
            }
            None if request.force => is_runtime = false,
            None => return Outcome::Unmodified,
        }
    }
    let count = request.count as usize;
    let (mut blocks, mut latches, maps) = copy(f, &form, latch, is_complete, count);
    let will_exit = |exit: &Exit, iteration: usize| -> Option<bool> {
        let next = ((iteration + 1) % count) as u32;
        if is_complete {
            return match only_first {
                true => (iteration > 0).then_some(next == 0),
                false if next == 0 => Some(true),
                false => (exit.trips != 0 && next != exit.trips).then_some(false),
            };
        }
        if is_runtime {
            return (exit.block == latch && next != 0).then_some(false);
        }
        let never = next != exit.breakout && (exit.multiple == 0 || !next.is_multiple_of(exit.multiple));
        never.then_some(false)
    };
    for exit in &exits {
        for (iteration, map) in maps.iter().enumerate().take(count) {
            match will_exit(exit, iteration) {
                Some(leaves) if !leaves || exit.block == latch => {
                    let block = map.block(exit.block).unwrap_or(exit.block);
                    keep_edge(f, block, leaves == exit.leaves_if_true);
                }
                _ => {}
            }
        }
    }
    if is_complete
        && !is_latch_exiting
        && let Some(branch) = latches.last().and_then(|&last| f.editor.body().terminator(last))
    {
        f.editor.insert(Point::Before(branch), InstData::Unreachable, Type::VOID);
        f.editor.erase(branch);
    }
    for place in 0..latches.len() {
        let body = f.editor.body();
        let branch = body.terminator(latches[place]).map(|t| *body.inst(t));
        if let Some(InstData::Br { dest }) = branch
            && merge_into_predecessor(&mut f.editor, dest)
        {
            // The destination has only one predecessor, this latch.
            let into = latches[place];
            latches.iter_mut().filter(|latch| **latch == dest).for_each(|latch| *latch = into);
            blocks.retain(|&block| block != dest);
        }
    }
    let is_repeated = !is_complete && count > 1;
    clean_up::simplify(f, is_repeated.then_some(header), &blocks);
    // Exits of loops around or inside may be shared now, and values may be used in other loops.
    if has_outer || has_inner {
        request.state.is_dirty.set(true);
    }
    match is_complete {
        true => Outcome::Full,
        false => Outcome::Part { latch: latches.last().copied().unwrap_or(latch), remainder },
    }
}

/// Makes copies of the loop after its latch, and connects them. Returns the blocks of all copies, the latches, and the maps of
/// the copies, of which the first is empty.
fn copy(
    f: &mut FunctionEdit<'_, '_>,
    form: &LoopForm,
    latch: Block,
    is_complete: bool,
    count: usize,
) -> (Vec<Block>, Vec<Block>, Vec<ValueMap>) {
    let header_phis = phis(&f.editor, form.header);
    let nexts: Vec<Option<Value>> = header_phis.iter().map(|&phi| incoming_from(&f.editor, phi, latch)).collect();
    let mut blocks = form.blocks.clone();
    let mut maps: Vec<ValueMap> = vec![ValueMap::default()];
    let mut latches = vec![latch];
    let mut last = latch;
    let outgoing = super::peel::outgoing(f, form);
    let scopes = super::scopes::declared(f, &form.blocks);
    for iteration in 1..count {
        let mut map = ValueMap::default();
        f.editor.clone_blocks_with_suffix(last, &form.blocks, format!(".{iteration}").as_bytes(), &mut map);
        let copies: Vec<Block> = form.blocks.iter().filter_map(|&block| map.block(block)).collect();
        last = copies.last().copied().unwrap_or(last);
        super::scopes::separate(f, &scopes, &copies, &format!("It{iteration}"));
        let before = &maps[iteration - 1];
        for (&phi, next) in header_phis.iter().zip(&nexts) {
            let (Some(copy), Some(next)) = (map.get(phi.into()).as_inst(), *next) else { continue };
            let value = before.get(next);
            f.editor.replace_all(copy.into(), value);
            f.editor.erase(copy);
            map.set(phi.into(), value);
        }
        for &(phi, value, from) in &outgoing {
            if let Some(copy) = map.block(from) {
                f.editor.add_incoming(phi, map.get(value), copy);
            }
        }
        latches.extend(map.block(latch));
        blocks.extend(copies);
        maps.push(map);
    }
    for (&phi, next) in header_phis.iter().zip(&nexts) {
        let (Some(next), Some(end)) = (*next, latches.last().copied()) else { continue };
        if is_complete {
            let start = form.preheader.and_then(|preheader| incoming_from(&f.editor, phi, preheader));
            let Some(start) = start else { continue };
            f.editor.replace_all(phi.into(), start);
            f.editor.erase(phi);
            // Copies that stand for the phi stand for its value.
            for map in &mut maps {
                map.set(phi.into(), start);
            }
        } else if count > 1 {
            let value = maps[count - 1].get(next);
            f.editor.retain_incoming(phi, |_, from| from != latch);
            f.editor.add_incoming(phi, value, end);
        }
    }
    let headers: Vec<Block> = maps.iter().map(|map| map.block(form.header).unwrap_or(form.header)).collect();
    let branches: Vec<Option<Inst>> = latches.iter().map(|&latch| f.editor.body().terminator(latch)).collect();
    let mut edges = Vec::new();
    for (iteration, branch) in branches.iter().enumerate() {
        let own = f.editor.uses().of(headers[iteration].into()).filter(|at| Some(at.user) == *branch);
        edges.extend(own.map(|at| (at, headers[(iteration + 1) % count])));
    }
    edges.into_iter().for_each(|(at, header)| f.editor.set_operand(at, header.into()));
    let kept = if is_complete { count } else { count - 1 };
    for branch in branches.into_iter().take(kept).flatten() {
        f.editor.set_attachment(branch, LOOP, None);
    }
    (blocks, latches, maps)
}

/// Replaces a conditional branch by one to the first or the second successor.
fn keep_edge(f: &mut FunctionEdit<'_, '_>, block: Block, is_true: bool) {
    let Some(old) = f.editor.body().terminator(block) else { return };
    let InstData::CondBr { if_true, if_false, .. } = *f.editor.body().inst(old) else { return };
    let (dest, dead) = if is_true { (if_true, if_false) } else { (if_false, if_true) };
    remove_edge_of_exit(&mut f.editor, dead, block);
    let loc = f.editor.body().debug_loc(old);
    let new = f.editor.insert(Point::Before(old), InstData::Br { dest }, Type::VOID);
    f.editor.set_debug_loc(new, loc);
    // The back edge of the unrolled loop keeps the loop's id.
    let id = f.editor.body().attachment(old, LOOP);
    f.editor.set_attachment(new, LOOP, id);
    f.editor.erase(old);
}

/// Whether the replacement of an instruction by a value keeps loop-closed form.
pub(super) fn keeps_closed(f: &FunctionEdit<'_, '_>, loops: &Loops, inst: Inst, value: Value) -> bool {
    let body = f.editor.body();
    let Some(block) = value.as_inst().and_then(|inst| body.inst_block(inst)) else { return true };
    let own = body.inst_block(inst);
    own == Some(block) || loops.loop_of(block).is_none_or(|outer| own.is_some_and(|own| loops.contains(outer, own)))
}
