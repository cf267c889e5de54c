//! Computations before a loop that are needed only after it.

use lindworm_ir::editor::Point;
use lindworm_ir::{Inst, InstData};

use crate::edges::successors;
use crate::effects::{has_side_effects, is_pad, may_read};
use crate::loop_form::LoopForm;
use crate::pass::FunctionEdit;
use crate::ssa::use_block;

/// Moves the instructions of the preheader that neither it nor the loop uses to the exit, if there is one edge to an exit.
pub(super) fn sink_unused(f: &mut FunctionEdit<'_, '_>, form: &LoopForm) {
    let (Some(preheader), [exit], [exiting]) = (form.preheader, &form.exits[..], &form.exiting[..]) else { return };
    if successors(&f.editor, *exiting).iter().filter(|&to| to == exit).count() != 1 {
        return;
    }
    let body = f.editor.body();
    let Some(end) = body.terminator(preheader) else { return };
    if body.first_non_phi(*exit).is_none_or(|first| is_pad(body.inst(first))) {
        return;
    }
    let mut next = body.prev_inst(end);
    while let Some(inst) = next {
        let body = f.editor.body();
        next = body.prev_inst(inst);
        let data = body.inst(inst);
        if matches!(data, InstData::Phi { .. }) {
            return;
        }
        let is_fixed = has_side_effects(&f.editor, inst)
            || may_read(&f.editor, inst)
            || is_pad(data)
            || matches!(data, InstData::Alloca { .. });
        let is_early = |inst: Inst| {
            let mut blocks = f.editor.uses().of(inst.into()).map(|at| use_block(&f.editor, at));
            blocks.any(|block| block.is_none_or(|block| block == preheader || form.contains(block)))
        };
        if is_fixed || is_early(inst) {
            continue;
        }
        let Some(first) = body.first_non_phi(*exit) else { return };
        f.editor.move_inst(inst, Point::Before(first));
    }
}
