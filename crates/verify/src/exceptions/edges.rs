//! Edges to pads: all predecessors of a pad must unwind to it, from a valid parent.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::module::GlobalValue;
use lindworm_ir::{Block, Inst, InstData};

use super::nesting::with_nesting;
use super::{is_scoped_pad, may_become_call, named_pad, parent_of};
use crate::calls::{bundles, has_attribute, is_intrinsic};
use crate::check::{Checked, FunctionCheck, check};
use crate::rules::unwinding as rules;

/// Checks all edges to the block of a pad.
pub fn check(f: &mut FunctionCheck, inst: Inst) -> Checked {
    let body = f.body;
    let Some(block) = body.inst_block(inst) else { return Ok(()) };
    check!(f, body.entry() != Some(block), rules::PAD_IN_ENTRY, f.value(inst));
    match body.inst(inst) {
        InstData::LandingPad { .. } => {
            for &from in f.cfg.predecessors(block) {
                let terminator = body.terminator(from).map(|t| body.inst(t));
                let unwinds = matches!(terminator, Some(InstData::Invoke { normal, unwind, .. })
                    if *unwind == block && *normal != block);
                check!(f, unwinds, rules::LANDING_PAD_PREDECESSOR, f.value(inst));
            }
            Ok(())
        }
        InstData::CatchPad { parent, .. } => {
            let switch = parent.as_inst().and_then(|i| body.inst_block(i));
            let is_only_one = f.cfg.predecessors(block).iter().all(|&from| Some(from) == switch);
            check!(f, is_only_one, rules::CATCH_PAD_PREDECESSOR, f.value(inst));
            if let Some(InstData::CatchSwitch { unwind, .. }) = f.inst_of(*parent) {
                let unwinds_here = unwind.expand() == Some(block);
                check!(f, !unwinds_here, rules::CATCH_SWITCH_UNWINDS_TO_HANDLER, f.value(*parent), f.value(inst));
            }
            Ok(())
        }
        _ => {
            let from: Vec<Inst> = f.cfg.predecessors(block).iter().filter_map(|&b| body.terminator(b)).collect();
            from.into_iter().try_for_each(|terminator| check_edge(f, terminator, inst, block))
        }
    }
}

/// The number of pads left by an edge beyond which the nesting is computed for all pads.
const FAR: usize = 16;

/// Checks an edge to a pad with a parent: the edge may leave any number of nested pads, and enters only this pad.
fn check_edge(f: &mut FunctionCheck, terminator: Inst, to: Inst, block: Block) -> Checked {
    let body = f.body;
    let parent = parent_of(f, to.into());
    let mut from = match body.inst(terminator) {
        InstData::Invoke { call, normal, unwind, .. } => {
            let unwinds = *unwind == block && *normal != block;
            check!(f, unwinds, rules::PAD_NOT_UNWOUND_TO, f.value(to), f.value(terminator));
            if cannot_throw(f, call) {
                return Ok(());
            }
            let funclet = bundles::of(f, call).find(|(tag, _)| *tag == b"funclet");
            funclet.and_then(|(_, inputs)| named_pad(f, *inputs.first()?))
        }
        InstData::CleanupRet { pad, .. } => {
            let from = named_pad(f, *pad);
            check!(f, from != parent, rules::CLEANUP_RET_STAYS, f.value(terminator));
            from
        }
        InstData::CatchSwitch { .. } => Some(terminator.into()),
        _ => {
            let shown = [f.value(to), f.value(terminator)];
            return f.fail(&rules::PAD_NOT_UNWOUND_TO, &shown);
        }
    };
    let start = from;
    let mut seen = HashSet::default();
    loop {
        if seen.len() == FAR
            && let Some(start) = start
        {
            let is_good =
                with_nesting(f, |nesting| nesting.is_in(start, parent) && !nesting.is_in(start, Some(to.into())));
            if is_good {
                return Ok(());
            }
        }
        check!(f, from != Some(to.into()), rules::PAD_HANDLES_ITSELF, f.value(to), f.value(terminator));
        if from == parent {
            return Ok(());
        }
        check!(f, from.is_some(), rules::EDGE_ENTERS_PADS, f.value(terminator));
        let Some(pad) = from else { return Ok(()) };
        check!(f, seen.insert(pad), rules::CYCLE_OF_PADS, f.value(pad));
        check!(f, f.inst_of(pad).is_some_and(is_scoped_pad), rules::PARENT_PAD, f.value(terminator));
        from = parent_of(f, pad);
    }
}

/// Whether an `invoke` calls an intrinsic that is not lowered to a call and does not unwind.
fn cannot_throw(f: &FunctionCheck, call: &CallInfo) -> bool {
    let callee = call.callee.as_global().and_then(|g| f.view.global(g)).filter(|g| is_intrinsic(g));
    let Some(callee) = callee.and_then(GlobalValue::as_function) else { return false };
    !callee.intrinsic.is_some_and(may_become_call) && has_attribute(f, call, AttrKind::NO_UNWIND)
}
