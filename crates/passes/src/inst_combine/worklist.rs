//! The instructions that are to be visited.

use cranelift_entity::SecondaryMap;
use lindworm_ir::Inst;

/// A stack of instructions without duplicates, and instructions that are to be pushed before the next visit.
#[derive(Default)]
pub(super) struct Worklist {
    stack: Vec<Option<Inst>>,
    /// The place of each instruction in the stack, plus one; 0 if it is not there.
    places: SecondaryMap<Inst, u32>,
    deferred: Vec<Inst>,
}

impl Worklist {
    /// Pushes an instruction, unless it is in the stack.
    pub fn push(&mut self, inst: Inst) {
        if self.places[inst] == 0 {
            self.stack.push(Some(inst));
            self.places[inst] = self.stack.len() as u32;
        }
    }

    /// The number of instructions in the stack, with those that were removed.
    pub fn len(&self) -> usize {
        self.stack.len()
    }

    /// Pushes an instruction before the next visit. The first deferred one is visited first.
    pub fn defer(&mut self, inst: Inst) {
        self.deferred.push(inst);
    }

    /// Takes the instruction that was deferred last.
    pub fn take_deferred(&mut self) -> Option<Inst> {
        self.deferred.pop()
    }

    /// Removes an instruction that is erased.
    pub fn remove(&mut self, inst: Inst) {
        let place = std::mem::take(&mut self.places[inst]);
        if let Some(slot) = (place as usize).checked_sub(1).and_then(|place| self.stack.get_mut(place)) {
            *slot = None;
        }
    }

    /// Takes the top of the stack.
    pub fn pop(&mut self) -> Option<Inst> {
        loop {
            let top = self.stack.pop()?;
            if let Some(inst) = top {
                self.places[inst] = 0;
                return Some(inst);
            }
        }
    }
}
