//! Creating, splitting, merging and erasing blocks.

use cranelift_entity::EntityRef;

use super::{CfgChange, Editor, Listener, Parts, Point};
use crate::body::RecordPosition;
use crate::hash::HashSet;
use crate::instruction::InstData;
use crate::types::Type;
use crate::use_list::Use;
use crate::value::{Block, Inst};

impl<L: Listener> Editor<'_, L> {
    /// Creates an empty block after `after`, or at the end of the body.
    pub fn create_block(&mut self, after: Option<Block>) -> Block {
        let block = self.body.create_block();
        match after {
            Some(after) => self.body.insert_block_after(block, after),
            None => self.body.append_block(block),
        }
        self.state.uses.add_blocks(self.body);
        self.body.note_edit(block.into());
        self.state.changes.begin();
        self.finish_change(CfgChange::Unreachable(block));
        block
    }

    /// Logs the changes of control flow since [`Changes::begin`](super::Changes::begin) as a single change.
    fn finish_change(&mut self, change: CfgChange) {
        const LEAST: usize = 64;
        self.state.changes.finish(change, LEAST.max(self.body.block_count() / 4));
    }

    /// Moves a block after another in block order.
    pub fn move_block_after(&mut self, block: Block, after: Block) {
        if block != after {
            self.body.remove_block(block);
            self.body.insert_block_after(block, after);
        }
    }

    /// The only predecessor of `block`, if its terminator refers to `block` once and `block` has no other use.
    pub fn single_predecessor(&self, block: Block) -> Option<Block> {
        self.body.inst_block(self.state.uses.only(block.into())?.user)
    }

    /// Moves `at` and all instructions after it to a new block after the block of `at`, which then branches to the new block.
    /// Incoming blocks of phis are updated to the new block. Debug records before `at` stay in the old block.
    ///
    /// Linear in the instructions of the shorter half and in the incoming-block uses of the block.
    ///
    /// # Panics
    /// If `at` is a phi, or not in a block.
    pub fn split_block(&mut self, at: Inst, name: &[u8]) -> Block {
        let Some(old) = self.body.inst_block(at) else { panic!("{at:?} is in no block") };
        assert!(!matches!(self.body.inst(at), InstData::Phi { .. }), "a block is not split at a phi");
        let new = self.create_block(Some(old));
        self.state.changes.begin();
        self.body.move_tail(at, new);
        if self.body.has_debug_records() {
            self.body.move_debug_records(RecordPosition::End(old), RecordPosition::End(new));
            self.body.move_debug_records(RecordPosition::Before(at), RecordPosition::End(old));
        }
        self.state.order.split(old, new);
        self.body.note_edit(old.into());
        self.replace_incoming(old, new);
        let branch = self.insert(Point::End(old), InstData::Br { dest: new }, Type::VOID);
        self.body.set_debug_loc(branch, self.body.debug_loc(at));
        self.finish_change(CfgChange::BlockSplit { old, new });
        if !name.is_empty() {
            self.set_name(new.into(), name);
        }
        new
    }

    /// Places a new block with an unconditional branch on the edge given by an operand of a terminator. The new block follows the
    /// block of that terminator. One incoming block of each phi of the target is updated to the new block. For each of these phis,
    /// linear in its operands or in the phis with `from` as incoming block, whichever are fewer.
    ///
    /// `None` if the edge cannot be split, because it leads to an exception handling pad or its terminator is an `indirectbr` or
    /// `callbr`.
    pub fn split_edge(&mut self, edge: Use, name: &[u8]) -> Option<Block> {
        let from = self.body.inst_block(edge.user)?;
        let to = self.body.operand(edge.user, edge.operand as usize)?.as_block()?;
        let is_pad = |data: &InstData| {
            use InstData::*;
            matches!(data, LandingPad { .. } | CatchPad { .. } | CleanupPad { .. } | CatchSwitch { .. })
        };
        let first = self.body.first_non_phi(to);
        if first.is_some_and(|i| is_pad(self.body.inst(i)))
            || matches!(self.body.inst(edge.user), InstData::IndirectBr { .. })
        {
            return None;
        }
        let new = self.create_block(Some(from));
        self.state.changes.begin();
        let branch = self.insert(Point::End(new), InstData::Br { dest: to }, Type::VOID);
        self.body.set_debug_loc(branch, self.body.debug_loc(edge.user));
        self.set_operand(edge, new.into());
        let mut next = self.body.first_inst(to);
        while let Some(phi) = next.filter(|&i| matches!(self.body.inst(i), InstData::Phi { .. })) {
            next = self.body.next_inst(phi);
            if let Some(operand) = self.first_incoming(phi, from) {
                self.set_operand(Use { user: phi, operand }, new.into());
            }
        }
        self.finish_change(CfgChange::EdgeSplit { from, new, to });
        if !name.is_empty() {
            self.set_name(new.into(), name);
        }
        Some(new)
    }

    /// The first operand of a phi that is `from`. The operands of the phi and the phi uses of `from` are searched in turns, so that
    /// neither a phi of many operands nor a block with many successors makes the search long.
    fn first_incoming(&self, phi: Inst, from: Block) -> Option<u32> {
        let count = self.body.operand_count(phi) as u32;
        let mut operands = (1..count).step_by(2);
        let mut first: Option<u32> = None;
        for at in self.state.uses.incoming_of(from) {
            if at.user == phi {
                first = Some(first.map_or(at.operand, |known| known.min(at.operand)));
            }
            match operands.next() {
                Some(place) if self.body.operand(phi, place as usize) == Some(from.into()) => return Some(place),
                Some(_) => {}
                None => return None,
            }
        }
        first
    }

    /// Merges a block into its only predecessor, if that branches to it unconditionally, and returns whether it did. Phis of the
    /// block are replaced by their only incoming value. Linear in the instructions of the shorter block and in the uses of the
    /// phis.
    pub fn merge_into_predecessor(&mut self, block: Block) -> bool {
        let Some(into) = self.single_predecessor(block) else { return false };
        let Some(terminator) = self.body.terminator(into) else { return false };
        if into == block
            || self.body.entry() == Some(block)
            || !matches!(self.body.inst(terminator), InstData::Br { .. })
        {
            return false;
        }
        while let Some(phi) = self.body.first_inst(block)
            && matches!(self.body.inst(phi), InstData::Phi { .. })
        {
            let value = self.body.operand(phi, 0).filter(|&v| v != phi.into());
            let value = value.unwrap_or_else(|| self.poison(self.body.inst_type(phi)));
            self.replace_all(phi.into(), value);
            self.erase(phi);
        }
        self.state.changes.begin();
        self.erase(terminator);
        if self.body.has_debug_records() {
            let to = self.body.first_inst(block).map_or(RecordPosition::End(block), RecordPosition::Before);
            self.body.move_debug_records(RecordPosition::End(into), to);
            self.body.move_debug_records(RecordPosition::End(block), RecordPosition::End(into));
        }
        self.body.move_all_insts(block, into);
        self.body.note_edit(into.into());
        self.state.order.joined(into);
        self.replace_incoming(block, into);
        self.remove_block(block);
        self.finish_change(CfgChange::Merged { block, into });
        true
    }

    /// Erases blocks that no other block branches to, with their instructions. Other uses of the instructions are replaced by
    /// poison, and the incoming values from these blocks are removed from phis. Linear in the instructions of the blocks and in
    /// the operands of these phis.
    ///
    /// A `blockaddress` constant of an erased block is not changed; the caller replaces it.
    ///
    /// # Panics
    /// If an instruction outside the blocks uses one of them, other than as an incoming block.
    pub fn erase_blocks(&mut self, blocks: &[Block]) {
        if blocks.is_empty() {
            return;
        }
        if self.body.entry().is_some_and(|entry| blocks.contains(&entry)) {
            self.state.changes.note(Parts::CONTROL_FLOW);
        }
        let erased: HashSet<Block> = blocks.iter().copied().collect();
        let mut phis: HashSet<Inst> = HashSet::default();
        for &block in blocks {
            phis.extend(self.state.uses.incoming_of(block).map(|at| at.user));
        }
        phis.retain(|&phi| self.body.inst_block(phi).is_none_or(|b| !erased.contains(&b)));
        // A fixed order, so that listeners are notified in the same order each time.
        let mut phis: Vec<Inst> = phis.into_iter().collect();
        phis.sort_unstable_by_key(|i| i.index());
        for phi in phis {
            self.retain_incoming(phi, |_, from| !erased.contains(&from));
        }
        self.state.changes.begin();
        // The operands of the blocks are dropped first, so that only uses from outside remain.
        for &block in blocks {
            for inst in self.body.insts(block) {
                self.state.uses.remove(self.body, inst);
            }
        }
        for &block in blocks {
            while let Some(inst) = self.body.last_inst(block) {
                if !self.state.uses.is_unused(inst.into()) {
                    let poison = self.poison(self.body.inst_type(inst));
                    self.replace_all(inst.into(), poison);
                }
                self.erase(inst);
            }
        }
        for &block in blocks {
            assert!(self.state.uses.is_unused(block.into()), "{block:?} is erased, but a terminator names it");
            self.remove_block(block);
            self.finish_change(CfgChange::Unreachable(block));
        }
    }

    /// Removes an empty block without uses from the body.
    fn remove_block(&mut self, block: Block) {
        self.free_name(block.into());
        self.body.remove_block(block);
    }
}
