//! `noalias`: memory that is modified while the function runs and accessed through the pointer is not accessed in another way.

use std::ops::Range;

use super::argument::{Chain, is_any};
use super::ranges::Ranges;
use crate::limits::Footprint;
use crate::memory::EntryFlags;
use crate::run::memory::Access;
use crate::state::State;
use crate::stop::{Note, Stop};
use crate::ub;
use crate::value::{Provenance, Site};

// Marks of bytes that were accessed through the pointer, and through other pointers.
const OWN_READ: u8 = 1;
const OWN_WRITE: u8 = 2;
const FOREIGN_READ: u8 = 4;
const FOREIGN_WRITE: u8 = 8;

/// A `noalias` pointer, during the execution of the function.
pub(super) struct Scope {
    pointer: Provenance,
    accessed: Ranges,
    by: Site,
    kind: &'static ub::Kind,
    /// If only the accesses of one frame count: the stack number, and the number of frames.
    frame: Option<(usize, usize)>,
}

/// The maximum number of active `noalias` pointers per object: each access checks all of them.
const MOST: usize = 64;

impl Scope {
    pub(super) fn footprint(&self, all: &mut Footprint) {
        self.accessed.footprint(all);
    }
}

fn clash(marks: u8) -> bool {
    marks & (OWN_READ | OWN_WRITE) != 0
        && marks & (FOREIGN_READ | FOREIGN_WRITE) != 0
        && marks & (OWN_WRITE | FOREIGN_WRITE) != 0
}

impl State {
    /// Begins to check a `noalias` pointer, and to watch its object.
    pub(super) fn begin_scope(
        &mut self,
        pointer: Provenance,
        by: Site,
        kind: &'static ub::Kind,
        frame: Option<(usize, usize)>,
    ) {
        let root = self.memory.allocation(pointer);
        let scopes = &mut self.promises.watched(root).scopes;
        if scopes.len() < MOST {
            scopes.push(Scope { pointer, accessed: Ranges::default(), by, kind, frame });
            self.memory.set_flags(root, EntryFlags::WATCHED, true);
        }
    }

    /// Ends the check of a pointer, if any.
    pub(super) fn end_scope(&mut self, pointer: Provenance) {
        let root = self.memory.allocation(pointer);
        if let Some(watched) = self.promises.watched.get_mut(&root.slot()) {
            watched.scopes.retain(|s| s.pointer != pointer);
            self.stop_watching(root);
        }
    }

    /// Checks an access to an object, by a pointer with this derivation chain, against the other `noalias` pointers.
    pub(super) fn check_scopes(
        &mut self,
        root: Provenance,
        pointer: Provenance,
        chain: &Chain,
        bytes: &Range<u64>,
        access: Access,
    ) -> Result<(), Stop> {
        for i in 0..self.promises.watched(root).scopes.len() {
            let Scope { pointer: of, frame, .. } = self.promises.watched(root).scopes[i];
            if frame.is_some_and(|frame| frame != (self.thread.stack, self.thread.frames.len())) {
                continue;
            }
            // The pointer was made from an integer, possibly from the exposed `noalias` pointer.
            if is_any(pointer) && self.is_exposed(of) {
                continue;
            }
            let own = chain.contains(&of);
            let scope = &mut self.promises.watched(root).scopes[i];
            let mark = match (own, access) {
                (true, Access::Load) => OWN_READ,
                (true, Access::Store) => OWN_WRITE,
                (false, Access::Load) => FOREIGN_READ,
                (false, Access::Store) => FOREIGN_WRITE,
            };
            match scope.accessed.find(bytes, |marks| clash(marks | mark)) {
                None => scope.accessed.mark(bytes.clone(), mark),
                Some(byte) => {
                    let (kind, by) = (scope.kind, scope.by);
                    let (this, other) = match own {
                        true => ("the `noalias` pointer", "another one"),
                        false => ("another pointer", "the `noalias` one"),
                    };
                    let message = format!("{byte:#x} is accessed through {this}, and was through {other}");
                    let notes = vec![Note::new("the `noalias` pointer came from here", Some(by))];
                    self.undefined(kind, message, notes)?;
                }
            }
        }
        Ok(())
    }
}
