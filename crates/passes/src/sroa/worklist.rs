//! A list of instructions without duplicates.

use lindworm_ir::Inst;
use lindworm_ir::hash::HashSet;

/// A list of instructions without duplicates. All operations take amortized constant time.
#[derive(Default)]
pub(super) struct Worklist {
    /// May have instructions that were removed.
    list: Vec<Inst>,
    members: HashSet<Inst>,
}

impl Worklist {
    /// Adds an instruction at the end, unless it is a member.
    pub fn insert(&mut self, inst: Inst) {
        if self.members.insert(inst) {
            self.list.push(inst);
        }
    }

    /// Removes the last instruction.
    pub fn pop(&mut self) -> Option<Inst> {
        std::iter::from_fn(|| self.list.pop()).find(|inst| self.members.remove(inst))
    }

    /// Removes an instruction.
    pub fn remove(&mut self, inst: Inst) {
        self.members.remove(&inst);
    }

    /// The place after the last instruction.
    pub fn end(&self) -> usize {
        self.list.len()
    }

    /// Removes the instructions from a place on.
    pub fn truncate(&mut self, end: usize) {
        for inst in self.list.drain(end.min(self.list.len())..) {
            self.members.remove(&inst);
        }
    }

    /// Removes all instructions; returns them in the order of insertion.
    pub fn take(&mut self) -> Vec<Inst> {
        let members = &mut self.members;
        self.list.drain(..).filter(|inst| members.remove(inst)).collect()
    }
}
