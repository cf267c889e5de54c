//! Memory that must not change: `llvm.invariant.start`, and memory read by a load with `!invariant.load`.

use std::ops::Range;

use crate::memory::EntryFlags;
use crate::state::State;
use crate::stop::{Note, Stop};
use crate::ub::intrinsic;
use crate::value::{Provenance, Reg, Site};

/// A part of an allocation that must not be written until the matching `llvm.invariant.end`.
pub(super) struct Frozen {
    token: u64,
    bytes: Range<u64>,
    /// The `llvm.invariant.start`.
    by: Site,
}

impl State {
    /// `llvm.invariant.start`: returns the token for `llvm.invariant.end`.
    pub(crate) fn freeze_memory(&mut self, pointer: Reg, size: u64) -> Reg {
        let root = self.memory.allocation(pointer.meta.provenance());
        let by = self.site();
        self.promises.tokens += 1;
        let token = self.promises.tokens;
        if let Some(entry) = self.memory.entry(root).copied() {
            let end = match size {
                u64::MAX => entry.base + entry.size,
                size => pointer.bits.saturating_add(size),
            };
            let frozen = Frozen { token, bytes: pointer.bits..end, by };
            self.promises.watched(root).frozen.push(frozen);
            self.memory.set_flags(root, EntryFlags::WATCHED, true);
        }
        Reg::pointer(token, Provenance::NONE)
    }

    /// `llvm.invariant.end` with the token `start`.
    pub(crate) fn unfreeze_memory(&mut self, start: Reg, pointer: Reg) {
        let root = self.memory.allocation(pointer.meta.provenance());
        let count = self.promises.watched(root).frozen.len() as u64;
        self.count(count / 16);
        self.promises.watched(root).frozen.retain(|f| f.token != start.bits);
        self.stop_watching(root);
    }

    /// Checks a write to a watched allocation.
    pub(super) fn check_frozen(&mut self, root: Provenance, bytes: &Range<u64>) -> Result<(), Stop> {
        let count = self.promises.watched(root).frozen.len() as u64;
        self.spend_on(count)?;
        let frozen = &self.promises.watched(root).frozen;
        match frozen.iter().find(|f| f.bytes.start < bytes.end && bytes.start < f.bytes.end) {
            Some(frozen) => {
                let notes = vec![Note::new("it is said to be constant here", Some(frozen.by))];
                let message = format!("store to {:#x}", bytes.start);
                self.undefined(&intrinsic::INVARIANT_START, message, notes)
            }
            None => Ok(()),
        }
    }
}
