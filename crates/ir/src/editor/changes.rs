//! The change history of a body, by which analyses are kept while they are valid.

use crate::instruction::InstData;
use crate::value::{Block, Value};

bitflags::bitflags! {
    /// Parts of a body. Each analysis depends on some of them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Parts: u8 {
        /// Blocks and the edges between them.
        const CONTROL_FLOW = 1;
        /// The set and order of the instructions of each block.
        const ORDER = 2;
        /// Operands, flags and types of instructions.
        const OPERANDS = 4;
        /// The instructions that read or write memory.
        const MEMORY = 8;
    }
}

/// A change of control flow that does not change the relations between other blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CfgChange {
    /// The end of `old` moved to `new`; `old` branches only to `new`.
    BlockSplit {
        /// The block that was split.
        old: Block,
        /// The block that holds the end.
        new: Block,
    },
    /// `new` was placed on one edge from `from` to `to`.
    EdgeSplit {
        /// The source.
        from: Block,
        /// The new block.
        new: Block,
        /// The target.
        to: Block,
    },
    /// The instructions of `block` moved to `into`, which was its only predecessor and branched only to it.
    Merged {
        /// The removed block.
        block: Block,
        /// The remaining block.
        into: Block,
    },
    /// An unreachable block was removed or added.
    Unreachable(Block),
}

/// A point in the history of a body. At equal epochs the body is the same, except for names and debug records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Epoch {
    clock: u64,
    /// The number of changes of control flow so far.
    control_flow: u64,
}

/// The history of a body as changed by [`Editor`](super::Editor)s: the time of the last change of each part, and the latest
/// changes of control flow.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    clock: u64,
    /// The time of the last change of each part.
    last: [u64; 4],
    /// The changes of control flow since the last change that is not a [`CfgChange`].
    log: Vec<CfgChange>,
    /// The number of changes of control flow before the log.
    log_start: u64,
    /// Set during several changes that make up a single log entry.
    is_paused: bool,
}

impl Changes {
    /// The current epoch.
    pub fn epoch(&self) -> Epoch {
        Epoch { clock: self.clock, control_flow: self.log_start + self.log.len() as u64 }
    }

    /// The parts that changed since an epoch.
    pub fn since(&self, epoch: Epoch) -> Parts {
        let changed = (0..).zip(self.last).filter(|(_, last)| *last > epoch.clock);
        Parts::from_bits_retain(changed.fold(0, |all, (place, _)| all | 1 << place))
    }

    /// The changes of control flow since an epoch, in order; `None` if a [`CfgChange`] cannot express one of them.
    pub fn control_flow_since(&self, epoch: Epoch) -> Option<&[CfgChange]> {
        let known = epoch.control_flow.checked_sub(self.log_start)?;
        self.log.get(known as usize..)
    }

    /// Records a change of `parts`.
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

    /// Stops the logging of single changes of control flow until [`Changes::finish`].
    pub(super) fn begin(&mut self) {
        self.is_paused = true;
    }

    /// Logs the changes of control flow since [`Changes::begin`] as the single change `change`. `limit` is the maximum length of
    /// the log.
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

/// The parts that change when an instruction is inserted, erased or moved.
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

/// The parts that change when an operand of an instruction is set to `value`, or was `value` and is replaced.
pub(super) fn parts_of_operand(data: &InstData, value: Value) -> Parts {
    let is_edge = value.as_block().is_some() && data.is_terminator();
    let kept = if is_edge { Parts::CONTROL_FLOW } else { Parts::empty() } | Parts::MEMORY | Parts::OPERANDS;
    parts_of(data) & kept
}
