//! What a pass that runs again on a body has to visit: see [`Body::edits_since`](lindworm_ir::Body::edits_since).

use cranelift_entity::EntitySet;
use lindworm_ir::body::Mark;
use lindworm_ir::editor::{Editor, Listener};
use lindworm_ir::{Block, Body, Inst};

/// Whether `instcombine` found no simpler form of an instruction, and neither the instruction nor its operands were edited since.
pub(crate) fn is_combined(body: &Body, inst: Inst) -> bool {
    let Some(edits) = body.edits_since(crate::inst_combine::MARK) else { return false };
    let mut is_combined = !edits.has_inst(inst);
    if is_combined {
        body.inst(inst).for_each_operand(body.values(), |operand| {
            is_combined &= operand.as_inst().is_none_or(|operand| !edits.has_inst(operand));
        });
    }
    is_combined
}

/// The blocks with an edit since a mark, their predecessors and successors, and the blocks of the users of what was edited. `None` if
/// the mark was not set. Linear in the body.
pub(crate) fn edited_blocks<L: Listener>(editor: &Editor<'_, L>, mark: Mark) -> Option<EntitySet<Block>> {
    let (body, uses) = (editor.body(), editor.uses());
    let edits = body.edits_since(mark)?;
    let mut edited: EntitySet<Block> = EntitySet::with_capacity(body.block_count());
    if edits.is_empty() {
        return Some(edited);
    }
    for block in body.blocks() {
        let mut is_edited = edits.has_block(block);
        for inst in body.insts(block).filter(|&inst| edits.has_inst(inst)) {
            is_edited = true;
            edited.extend(uses.of(inst.into()).filter_map(|at| body.inst_block(at.user)));
        }
        if is_edited {
            edited.insert(block);
            edited.extend(uses.of(block.into()).filter_map(|at| body.inst_block(at.user)));
            if let Some(terminator) = body.terminator(block) {
                body.inst(terminator).for_each_successor(body.values(), |to| {
                    edited.insert(to);
                });
            }
        }
    }
    Some(edited)
}
