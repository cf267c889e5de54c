//! The form of a coroutine on which its frame is built: each suspend point is in a block of its own, and each value that a phi takes
//! over an edge is in a phi with one value, in a block of its own on that edge.

use lindworm_ir::builder::{BuildError, CallOptions};
use lindworm_ir::editor::Point;
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::hash::HashSet;
use lindworm_ir::intrinsics::IntrinsicId as I;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Body, Inst, InstData, Type, Value};

use super::early::address_of_part;
use super::shape::{Abi, NotSplit, Shape};
use super::{FAST, RESUME, arg, intrinsic};
use crate::edges::{incoming, phis, predecessors, set_incoming};
use crate::effects::is_pad;
use crate::pass::FunctionEdit;

/// Checks that the edges to blocks with phis can be split.
///
/// # Errors
///
/// If one cannot.
pub(super) fn check(f: &FunctionEdit<'_, '_>) -> Result<(), NotSplit> {
    let body = f.editor.body();
    for block in body.blocks() {
        let Some(first) = body.first_inst(block) else { continue };
        let InstData::Phi { incoming, .. } = body.inst(first) else { continue };
        if incoming.len(body.values()) <= 2 {
            continue;
        }
        let is_cleanup =
            body.first_non_phi(block).is_some_and(|inst| matches!(body.inst(inst), InstData::CleanupPad { .. }));
        for from in predecessors(&f.editor, block) {
            match body.terminator(from).map(|inst| body.inst(inst)) {
                Some(InstData::IndirectBr { .. } | InstData::CallBr { .. }) => return Err(NotSplit::Unsupported),
                Some(InstData::CatchSwitch { .. }) if is_cleanup => return Err(NotSplit::Unsupported),
                _ => {}
            }
        }
    }
    Ok(())
}

/// Brings a coroutine into the form.
pub(super) fn normalize(f: &mut FunctionEdit<'_, '_>, shape: &Shape) {
    for &suspend in &shape.suspends {
        if let Some(save) = shape.save(f.editor.body(), suspend) {
            split_around(f, save, "CoroSave");
        }
        split_around(f, suspend, "CoroSuspend");
    }
    for &end in &shape.ends {
        split_around(f, end, "CoroEnd");
    }
    // A phi with one value is not used any more.
    let blocks: Vec<Block> = f.editor.body().blocks().collect();
    for &block in &blocks {
        for phi in phis(&f.editor, block) {
            let [(value, _)] = incoming(&f.editor, phi)[..] else { break };
            if value != phi.into() {
                f.editor.replace_all(phi.into(), value);
            }
        }
    }
    for block in f.editor.body().blocks().collect::<Vec<_>>() {
        let body = f.editor.body();
        let Some(first) = body.first_inst(block) else { continue };
        if matches!(body.inst(first), InstData::Phi { incoming, .. } if incoming.len(body.values()) > 2) {
            split_edges(f, block);
        }
    }
}

/// Moves an instruction to a block of its own, which gets this name.
pub(super) fn split_around(f: &mut FunctionEdit<'_, '_>, inst: Inst, name: &str) {
    split_before(f, inst, name);
    if let Some(next) = f.editor.body().next_inst(inst) {
        split_before(f, next, &format!("After{name}"));
    }
}

/// Splits the block before an instruction, unless that is the first one and the block has one predecessor.
fn split_before(f: &mut FunctionEdit<'_, '_>, inst: Inst, name: &str) {
    let body = f.editor.body();
    let Some(block) = body.inst_block(inst) else { return };
    if body.first_inst(block) == Some(inst) && f.editor.single_predecessor(block).is_some() {
        f.editor.set_name(block.into(), name.as_bytes());
    } else {
        f.editor.split_block(inst, name.as_bytes());
    }
}

/// Splits the edges to a block, and moves the values of its phis to phis with one value in the new blocks.
fn split_edges(f: &mut FunctionEdit<'_, '_>, block: Block) {
    let moved = phis(&f.editor, block);
    let pad = f.editor.body().first_non_phi(block).filter(|&inst| is_pad(f.editor.body().inst(inst)));
    let landing_pad = pad.filter(|&inst| matches!(f.editor.body().inst(inst), InstData::LandingPad { .. }));
    // The landing pads of the new blocks take the place of this one.
    let joined = landing_pad.map(|pad| {
        let ty = f.editor.body().inst_type(pad);
        let incoming = f.editor.list(&[]);
        let data = InstData::Phi { incoming, fast_math: FastMathFlags::empty() };
        let phi = f.editor.insert(Point::Before(pad), data, ty);
        f.editor.take_name(pad.into(), phi.into());
        f.editor.replace_all(pad.into(), phi.into());
        phi
    });
    let edges: Vec<Use> = f.editor.uses().of(block.into()).collect();
    for edge in edges {
        let Some(from) = f.editor.body().inst_block(edge.user) else { continue };
        let body = f.editor.body();
        let name = [body.name(block.into()), b".from.", body.name(from.into())].concat();
        let new = match pad {
            None => f.editor.split_edge(edge, &name),
            Some(pad) => split_unwind_edge(f, edge, [from, block], pad, joined, &name),
        };
        let Some(new) = new else { continue };
        for &phi in &moved {
            let mut entries = incoming(&f.editor, phi);
            let Some(entry) = entries.iter_mut().find(|(_, source)| *source == new) else { continue };
            let body = f.editor.body();
            let name = [body.name(entry.0), b".", body.name(block.into())].concat();
            let (ty, first) = (body.inst_type(phi), body.first_inst(new));
            let list = f.editor.list(&[entry.0, from.into()]);
            let data = InstData::Phi { incoming: list, fast_math: FastMathFlags::empty() };
            let own = f.editor.insert(first.map_or(Point::End(new), Point::Before), data, ty);
            f.editor.set_name(own.into(), &name);
            entry.0 = own.into();
            set_incoming(&mut f.editor, phi, &entries);
        }
    }
    if let Some(pad) = landing_pad {
        f.editor.erase(pad);
    }
}

/// Places a block on the edge of an exception: with a copy of the landing pad, or with a `cleanuppad` of its own.
fn split_unwind_edge(
    f: &mut FunctionEdit<'_, '_>,
    edge: Use,
    [from, block]: [Block; 2],
    pad: Inst,
    joined: Option<Inst>,
    name: &[u8],
) -> Option<Block> {
    let before = f.editor.body().prev_block(block)?;
    let new = f.editor.create_block(Some(before));
    f.editor.set_name(new.into(), name);
    let parent = match *f.editor.body().inst(pad) {
        InstData::CleanupPad { parent, .. } | InstData::CatchSwitch { parent, .. } => Some(parent),
        _ => None,
    };
    match (joined, parent) {
        (Some(joined), _) => {
            let own = f.editor.clone_inst(pad, Point::End(new));
            f.editor.insert(Point::End(new), InstData::Br { dest: block }, Type::VOID);
            f.editor.add_incoming(joined, own.into(), new);
        }
        (None, Some(parent)) => {
            let args = f.editor.list(&[]);
            let own = f.editor.insert(Point::End(new), InstData::CleanupPad { parent, args }, Type::TOKEN);
            let data = InstData::CleanupRet { pad: own.into(), unwind: Some(block).into() };
            f.editor.insert(Point::End(new), data, Type::VOID);
        }
        (None, None) => {}
    }
    f.editor.set_operand(edge, new.into());
    for phi in phis(&f.editor, block) {
        if Some(phi) == joined {
            continue;
        }
        let mut entries = incoming(&f.editor, phi);
        if let Some(entry) = entries.iter_mut().find(|(_, source)| *source == from) {
            entry.1 = new;
            set_incoming(&mut f.editor, phi, &entries);
        }
    }
    Some(new)
}

/// Replaces `llvm.coro.await.suspend.*` by calls of the functions that they name. If these return a coroutine, it is resumed.
pub(super) fn lower_awaits(f: &mut FunctionEdit<'_, '_>, shape: &mut Shape) -> Result<(), BuildError> {
    for call in std::mem::take(&mut shape.awaits) {
        let (module, body) = (f.editor.module(), f.editor.body());
        let data = *body.inst(call);
        let Some(info) = data.call_info() else { continue };
        let (Some(awaiter), Some(frame), Some(wrapper)) = (arg(body, call, 0), arg(body, call, 1), arg(body, call, 2))
        else {
            continue;
        };
        let Some(function) = module.strip_pointer_casts(wrapper).as_global().and_then(|g| module.global(g)) else {
            continue;
        };
        let cx = module.context();
        let list = cx.attribute_list(info.attributes);
        let sets = &list.params[..list.params.len().min(2)];
        let attributes = cx.make_attribute_list(list.function, list.result, sets);
        let convention = function.as_function().map(|f| f.convention).unwrap_or_default();
        let options = CallOptions { attributes, convention, ..CallOptions::default() };
        let (ty, args) = (function.value_type, [awaiter, frame]);
        let is_handle = intrinsic(module, body, call) == Some(I::CORO_AWAIT_SUSPEND_HANDLE);
        let new = f.editor.build_before(call, |b| match data {
            InstData::Invoke { normal, unwind, .. } => b.invoke(wrapper, ty, &args, [normal, unwind], options),
            _ => b.call_with(wrapper, ty, &args, options),
        })?;
        let at = match data {
            InstData::Invoke { normal, .. } => insertion_point(f.editor.body(), normal),
            _ => Some(call),
        };
        if f.editor.body().inst_type(call) != Type::VOID {
            f.editor.replace_all(call.into(), new.into());
        }
        if let Some(at) = at.filter(|_| is_handle) {
            let address = address_of_part(f, Point::Before(at), new.into(), RESUME)?;
            let ty = cx.function_type(Type::VOID, &[Type::PTR], false);
            let loc = f.editor.body().debug_loc(call);
            let options = CallOptions { convention: FAST, ..CallOptions::default() };
            let resume =
                f.editor.build(Point::Before(at), loc, |b| b.call_with(address, ty, &[new.into()], options))?;
            shape.transfers.push(resume);
        }
        f.editor.erase(call);
    }
    Ok(())
}

/// The first instruction of a block before which instructions can be inserted, other than phis.
pub(super) fn insertion_point(body: &Body, block: Block) -> Option<Inst> {
    let is_pad = |inst: &Inst| {
        matches!(
            body.inst(*inst),
            InstData::LandingPad { .. } | InstData::CleanupPad { .. } | InstData::CatchPad { .. }
        )
    };
    let first = body.first_non_phi(block)?;
    if is_pad(&first) { body.next_inst(first) } else { Some(first) }
}

/// Removes suspend points immediately before which the coroutine resumes or destroys itself.
pub(super) fn simplify_suspends(f: &mut FunctionEdit<'_, '_>, shape: &mut Shape) {
    if shape.abi != Abi::Switch {
        return;
    }
    let mut n = 0;
    while n < shape.suspends.len() {
        let suspend = shape.suspends[n];
        if !shape.is_final(suspend) && simplify_suspend(f, shape, suspend).is_some() {
            let has_final = shape.has_final_suspend && shape.suspends.len() > 1;
            // The last one takes its place; the final one remains the last.
            shape.suspends.swap_remove(n);
            if has_final && n < shape.suspends.len() {
                let last = shape.suspends.len() - 1;
                shape.suspends.swap(n, last);
            }
        } else {
            n += 1;
        }
    }
}

fn simplify_suspend(f: &mut FunctionEdit<'_, '_>, shape: &Shape, suspend: Inst) -> Option<()> {
    let (module, body) = (f.editor.module(), f.editor.body());
    let block = body.inst_block(suspend)?;
    let call = match body.prev_inst(suspend) {
        Some(before) => before,
        None => body.terminator(f.editor.single_predecessor(block)?)?,
    };
    let data = *body.inst(call);
    let address = data.call_info()?.callee.as_inst()?;
    if intrinsic(module, body, address) != Some(I::CORO_SUBFN_ADDR) || arg(body, address, 0) != Some(shape.begin.into())
    {
        return None;
    }
    let index = arg(body, address, 1)?;
    let save = shape.save(body, suspend)?;
    if has_calls_between(f, save, call)? {
        return None;
    }
    if !f.editor.uses().has_one_use(save.into()) {
        return None;
    }
    super::replace(&mut f.editor, suspend, index);
    f.editor.erase(save);
    if let InstData::Invoke { normal, unwind, .. } = data {
        let from = f.editor.body().inst_block(call)?;
        crate::edges::remove_edges(&mut f.editor, unwind, from, 1);
        f.editor.insert(Point::Before(call), InstData::Br { dest: normal }, Type::VOID);
    }
    f.editor.erase(call);
    if f.editor.uses().is_unused(address.into()) {
        f.editor.erase(address);
    }
    Some(())
}

/// Whether there may be a call, other than of an intrinsic, on a path from one instruction to another, which it dominates.
fn has_calls_between(f: &FunctionEdit<'_, '_>, from: Inst, to: Inst) -> Option<bool> {
    let (module, body) = (f.editor.module(), f.editor.body());
    let is_call = |inst: &Inst| body.inst(*inst).call_info().is_some() && intrinsic(module, body, *inst).is_none();
    let has_call = |first: Option<Inst>, end: Option<Inst>| {
        let mut insts = std::iter::successors(first, |&inst| body.next_inst(inst));
        insts.by_ref().take_while(|&inst| Some(inst) != end).any(|inst| is_call(&inst))
    };
    let (start, end) = (body.inst_block(from)?, body.inst_block(to)?);
    if start == end {
        return Some(has_call(body.next_inst(from), Some(to)));
    }
    let mut seen: HashSet<Block> = HashSet::from_iter([start, end]);
    let mut pending: Vec<Block> = predecessors(&f.editor, end).to_vec();
    let mut between = false;
    while let Some(block) = pending.pop() {
        if seen.insert(block) {
            between |= has_call(body.first_inst(block), None);
            pending.extend(predecessors(&f.editor, block));
        }
    }
    Some(between || has_call(body.next_inst(from), None) || has_call(body.first_inst(end), Some(to)))
}

/// Replaces a value in the operands of an instruction.
pub(super) fn replace_uses_in(f: &mut FunctionEdit<'_, '_>, user: Inst, old: Value, new: Value) {
    for operand in 0..f.editor.body().operand_count(user) {
        if f.editor.body().operand(user, operand) == Some(old) {
            f.editor.set_operand(Use { user, operand: operand as u32 }, new);
        }
    }
}
