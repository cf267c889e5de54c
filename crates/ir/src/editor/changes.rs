//! The changes of a body, so that analyses are kept as long as they hold.

use crate::instruction::InstData;
use crate::value::{Block, Value};

bitflags::bitflags! {
    /// Parts of a body. What is computed of a body depends on some of these.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Parts: u8 {
        /// Blocks and the edges between them.
        const CONTROL_FLOW = 1;
        /// Which instructions there are in each block, and in which order.
        const ORDER = 2;
        /// Operands, flags and types of instructions.
        const OPERANDS = 4;
        /// The instructions that read or write memory.
        const MEMORY = 8;
    }
}

/// A change of control flow that leaves the relations of other blocks as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CfgChange {
    /// `new` has taken the end of `old`, which branches to it alone.
    BlockSplit {
        /// The block that was split.
        old: Block,
        /// The block of its end.
        new: Block,
    },
    /// `new` was put on one edge from `from` to `to`.
    EdgeSplit {
        /// The source.
        from: Block,
        /// The new block.
        new: Block,
        /// The target.
        to: Block,
    },
    /// `into`, which branched to `block` alone and was its only predecessor, has taken its instructions.
    Merged {
        /// The block that is gone.
        block: Block,
        /// The block that is left.
        into: Block,
    },
    /// A block that could not be reached is gone, or was added.
    Unreachable(Block),
}

/// A point in the history of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Epoch {
    clock: u64,
    /// How many changes of control flow there were.
    control_flow: u64,
}

/// The history of a body, as far as [`Editor`](super::Editor)s have changed it: when each part changed last, and the last changes of
/// control flow.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    clock: u64,
    /// When each part changed last.
    last: [u64; 4],
    /// The changes of control flow since the last one that is no [`CfgChange`].
    log: Vec<CfgChange>,
    /// How many there were before.
    log_start: u64,
    /// Set while several changes are made that together are one of the log.
    is_paused: bool,
}

impl Changes {
    /// Now.
    pub fn epoch(&self) -> Epoch {
        Epoch { clock: self.clock, control_flow: self.log_start + self.log.len() as u64 }
    }

    /// Which parts changed since an epoch.
    pub fn since(&self, epoch: Epoch) -> Parts {
        let changed = Parts::all().iter().zip(self.last).filter(|(_, last)| *last > epoch.clock);
        changed.fold(Parts::empty(), |all, (part, _)| all | part)
    }

    /// The changes of control flow since an epoch, in order; nothing if there were others than those that a [`CfgChange`] can be.
    pub fn control_flow_since(&self, epoch: Epoch) -> Option<&[CfgChange]> {
        let known = epoch.control_flow.checked_sub(self.log_start)?;
        self.log.get(known as usize..)
    }

    /// Says that parts have changed.
    #[inline]
    pub(super) fn note(&mut self, parts: Parts) {
        self.clock += 1;
        for (place, last) in self.last.iter_mut().enumerate() {
            if parts.bits() & 1 << place != 0 {
                *last = self.clock;
            }
        }
        if parts.contains(Parts::CONTROL_FLOW) && !self.is_paused {
            self.log_start += self.log.len() as u64 + 1;
            self.log.clear();
        }
    }

    /// Until [`Changes::finish`], changes of control flow are not noted one by one.
    pub(super) fn begin(&mut self) {
        self.is_paused = true;
    }

    /// Says what the changes of control flow since [`Changes::begin`] are together. `limit` is how many changes are worth keeping.
    pub(super) fn finish(&mut self, change: CfgChange, limit: usize) {
        self.is_paused = false;
        if self.log.len() >= limit {
            self.note(Parts::CONTROL_FLOW | Parts::ORDER);
        } else {
            self.note_logged(change);
        }
    }

    fn note_logged(&mut self, change: CfgChange) {
        self.is_paused = true;
        self.note(Parts::CONTROL_FLOW | Parts::ORDER);
        self.is_paused = false;
        self.log.push(change);
    }
}

/// The parts that change if an instruction is inserted, erased or moved.
pub(super) fn parts_of(data: &InstData) -> Parts {
    use InstData::*;
    let memory = match data {
        Load { .. } | Store { .. } | Call { .. } | Invoke { .. } | CallBr { .. } => Parts::MEMORY,
        Fence { .. } | CmpXchg { .. } | AtomicRmw { .. } | VaArg { .. } => Parts::MEMORY,
        _ => Parts::empty(),
    };
    let control_flow = if data.is_terminator() { Parts::CONTROL_FLOW } else { Parts::empty() };
    Parts::ORDER | Parts::OPERANDS | memory | control_flow
}

/// The parts that change if an operand of an instruction becomes another, or ceases to be `value`.
pub(super) fn parts_of_operand(data: &InstData, value: Value) -> Parts {
    let is_edge = value.as_block().is_some() && data.is_terminator();
    let kept = if is_edge { Parts::CONTROL_FLOW } else { Parts::empty() } | Parts::MEMORY | Parts::OPERANDS;
    parts_of(data) & kept
}
