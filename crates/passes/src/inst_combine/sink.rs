//! Sinking: an instruction moves to the block of its users, so that other paths do not execute it.

use lindworm_ir::editor::Point;
use lindworm_ir::{Block, Inst, InstData};

use super::Combiner;
use crate::edges::predecessors;
use crate::effects::{has_side_effects, is_pad, may_read, may_write};

/// The maximum number of uses of an instruction that is moved.
const MAX_USES: usize = 32;

impl Combiner<'_, '_, '_> {
    /// The block that an instruction can move to.
    pub(super) fn sink_target(&self, inst: Inst) -> Option<Block> {
        let editor = &self.f.editor;
        let body = editor.body();
        let data = body.inst(inst);
        let block = body.inst_block(inst)?;
        if matches!(data, InstData::Phi { .. } | InstData::Alloca { .. }) || data.is_terminator() || is_pad(data) {
            return None;
        }
        let (mut target, mut has_assumption) = (None, false);
        for (count, at) in editor.uses().of(inst.into()).enumerate() {
            if count >= MAX_USES {
                return None;
            }
            // An assumption is dropped if its operand is not available.
            if self.is_assumption(at.user) {
                has_assumption = true;
                continue;
            }
            // A phi uses its operand at the end of the preceding block.
            let user = match body.inst(at.user) {
                InstData::Phi { .. } => body.operand(at.user, at.operand as usize + 1)?.as_block()?,
                _ => body.inst_block(at.user)?,
            };
            if user == block || *target.get_or_insert(user) != user {
                return None;
            }
        }
        let target = target.filter(|_| !has_assumption)?;
        if !self.dominators.is_reachable(target) || !self.dominators.is_reachable(block) {
            return None;
        }
        let before = predecessors(editor, target);
        let follows = before.iter().all(|&from| from == block) && !before.is_empty();
        let ends = body.terminator(target).is_some_and(|t| has_no_successors(body, t));
        if !(follows || ends && self.dominators.properly_dominates(block, target)) {
            return None;
        }
        if has_side_effects(editor, inst) || data.call_info().is_some_and(|call| self.is_convergent(call)) {
            return None;
        }
        if may_read(editor, inst) {
            // Nothing may write memory in between.
            if !follows {
                return None;
            }
            let mut next = body.next_inst(inst);
            while let Some(other) = next {
                if may_write(editor, other) {
                    return None;
                }
                next = body.next_inst(other);
            }
        }
        let first = body.first_non_phi(target)?;
        (!is_pad(body.inst(first))).then_some(target)
    }

    fn is_assumption(&self, inst: Inst) -> bool {
        let call = self.f.editor.body().inst(inst).call_info();
        let callee = call.and_then(|call| self.f.editor.module().callee(call.callee));
        callee.and_then(|f| f.intrinsic) == Some(lindworm_ir::intrinsics::IntrinsicId::ASSUME)
    }

    fn is_convergent(&self, call: &lindworm_ir::instruction::CallInfo) -> bool {
        crate::effects::call_has(self.f.editor.module(), call, lindworm_ir::attributes::AttrKind::CONVERGENT)
    }

    /// Moves an instruction to the start of a block. Its debug records describe it by its operands from here on.
    pub(super) fn sink(&mut self, inst: Inst, to: Block) {
        let body = self.f.editor.body();
        let Some(first) = body.first_non_phi(to) else { return };
        self.debug_users.detach(self.f, inst);
        self.f.editor.move_inst(inst, Point::Before(first));
        let mut operands = smallvec::SmallVec::<[Inst; 4]>::new();
        self.data(inst).for_each_operand(self.f.editor.body().values(), |v| operands.extend(v.as_inst()));
        for operand in operands {
            self.worklist.push(operand);
        }
    }
}

fn has_no_successors(body: &lindworm_ir::Body, terminator: Inst) -> bool {
    let mut is_last = true;
    body.inst(terminator).for_each_successor(body.values(), |_| is_last = false);
    is_last
}
