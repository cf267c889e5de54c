//! What a pass that runs again on a body has to visit: see [`Body::edits_since`](lindworm_ir::Body::edits_since).

use cranelift_entity::EntitySet;
use lindworm_ir::body::{Edits, Mark};
use lindworm_ir::editor::{Editor, Listener};
use lindworm_ir::{Block, Body, Inst, InstData};

/// Whether an instruction or one of its operands was edited.
fn is_edited(body: &Body, edits: Edits<'_>, inst: Inst) -> bool {
    let mut is_edited = edits.has_inst(inst);
    if !is_edited {
        body.inst(inst).for_each_operand(body.values(), |operand| {
            is_edited |= operand.as_inst().is_some_and(|operand| edits.has_inst(operand));
        });
    }
    is_edited
}

/// Whether `instcombine` found no simpler form of an instruction, and neither the instruction nor its operands were edited since.
pub(crate) fn is_combined(body: &Body, inst: Inst) -> bool {
    body.edits_since(crate::inst_combine::MARK).is_some_and(|edits| !is_edited(body, edits, inst))
}

/// The blocks with an edit since a mark, and those whose control flow depends on one: the neighbours of blocks whose edges or phis were
/// edited or that lost an instruction, and the blocks in which what was edited is compared or branched on. `None` if the mark was not
/// set. Linear in the body.
pub(crate) fn edited_blocks<L: Listener>(editor: &Editor<'_, L>, mark: Mark) -> Option<EntitySet<Block>> {
    let (body, uses) = (editor.body(), editor.uses());
    let edits = body.edits_since(mark)?;
    let mut edited: EntitySet<Block> = EntitySet::with_capacity(body.block_count());
    if edits.is_empty() {
        return Some(edited);
    }
    for block in body.blocks() {
        let mut reaches_neighbours = edits.has_block(block) || edits.has_edge_to(block);
        let mut is_edited = reaches_neighbours;
        for inst in body.insts(block).filter(|&inst| edits.has_inst(inst)) {
            let data = body.inst(inst);
            is_edited = true;
            reaches_neighbours |= data.is_terminator() || matches!(data, InstData::Phi { .. });
            let decides = |user: Inst| {
                let data = body.inst(user);
                data.is_terminator()
                    || matches!(data, InstData::Phi { .. } | InstData::ICmp { .. } | InstData::FCmp { .. })
            };
            let users = uses.of(inst.into()).map(|at| at.user);
            edited.extend(users.filter(|&user| decides(user)).filter_map(|user| body.inst_block(user)));
        }
        if is_edited {
            edited.insert(block);
        }
        if reaches_neighbours {
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

/// The instructions that were edited since a mark or have an operand that was, and those of blocks that are entered in another way.
/// `None` if the mark was not set. Linear in the body.
pub(crate) fn edited_insts<L: Listener>(editor: &Editor<'_, L>, mark: Mark) -> Option<EntitySet<Inst>> {
    let (body, uses) = (editor.body(), editor.uses());
    let edits = body.edits_since(mark)?;
    let mut edited: EntitySet<Inst> = EntitySet::with_capacity(body.inst_count());
    if edits.is_empty() {
        return Some(edited);
    }
    for block in body.blocks() {
        let mut branches = uses.of(block.into()).map(|at| at.user);
        let is_entered_anew = edits.has_edge_to(block) || branches.any(|branch| edits.has_inst(branch));
        edited.extend(body.insts(block).filter(|&inst| is_entered_anew || is_edited(body, edits, inst)));
    }
    Some(edited)
}

/// The blocks to visit in a round of a pass over a body: those of [`edited_blocks`] since the last round, and those whose instructions,
/// terminator or edges the round edits before it reaches them.
pub(crate) struct Round {
    mark: Mark,
    edited: Option<EntitySet<Block>>,
}

impl Round {
    /// Sets the mark.
    pub fn begin<L: Listener>(editor: &mut Editor<'_, L>, mark: Mark) -> Round {
        let edited = edited_blocks(editor, mark);
        editor.mark(mark);
        Round { mark, edited }
    }

    pub fn visits(&self, body: &Body, block: Block) -> bool {
        let Some(edited) = &self.edited else { return true };
        edited.contains(block)
            || body.edits_since(self.mark).is_some_and(|edits| {
                let is_terminator_edited = || body.terminator(block).is_some_and(|inst| edits.has_inst(inst));
                edits.has_block(block) || edits.has_edge_to(block) || is_terminator_edited()
            })
    }
}
