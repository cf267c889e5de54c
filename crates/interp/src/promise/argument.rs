//! Promises about pointer arguments while a function runs, and about copies of them that outlive the call.
//!
//! Such an argument gets a provenance of its own, derived from that of the passed pointer. All pointers computed from the
//! argument inherit it, even through memory. Accesses through derived provenances are checked here.

use std::ops::Range;
use std::sync::Arc;

use lindworm_ir::attributes::{CaptureComponents, ModRef};
use smallvec::SmallVec;

use super::effects::ALL_CAPTURED;
use super::guard::{ArgumentPromises, Guard};
use super::ranges::Ranges;
use crate::limits::Footprint;
use crate::memory::{EntryFlags, Kind, state};
use crate::run::memory::Access;
use crate::state::State;
use crate::stop::{Note, Stop};
use crate::ub::{self, attribute as kinds};
use crate::value::{Provenance, Reg, Site};

/// The mark of bytes that were written through an argument.
const WRITTEN: u8 = 1;

/// The promise about a derived provenance.
pub(super) struct Record {
    pub(super) provenance: Provenance,
    promise: Promise,
    /// The origin of the promise: the call, or the store of a pointer.
    by: Site,
}

enum Promise {
    /// An argument of an active function.
    Argument(Box<Argument>),
    /// A `noalias` result.
    Alone,
    /// A captured copy with restricted use.
    Captured { allowed: CaptureComponents, kind: &'static ub::Kind },
}

struct Argument {
    guard: Arc<Guard>,
    /// The index in [`Guard::arguments`].
    index: usize,
    /// The address of the argument.
    address: u64,
    written: Ranges,
}

impl Argument {
    fn promises(&self) -> &ArgumentPromises {
        &self.guard.arguments[self.index]
    }

    /// The ranges of `initializes`.
    fn initializes(&self) -> impl Iterator<Item = Range<u64>> + '_ {
        let at = |offset: i64| self.address.wrapping_add(offset as u64);
        self.promises().initializes.iter().map(move |&(from, to)| at(from)..at(to))
    }
}

impl Record {
    pub(super) fn footprint(&self, all: &mut Footprint) {
        if let Promise::Argument(argument) = &self.promise {
            all.add(argument);
            argument.written.footprint(all);
        }
    }
}

/// The chain of derived provenances, up to the one whose parent is the allocation.
pub(super) type Chain = SmallVec<[Provenance; 4]>;

impl State {
    /// The chain from a provenance to its last derived ancestor, starting with itself.
    pub(super) fn chain(&self, provenance: Provenance) -> Chain {
        let mut chain = Chain::new();
        let mut at = provenance;
        while at.is_derived()
            && let Some(parent) = self.memory.parent(at)
        {
            chain.push(at);
            at = parent;
        }
        chain
    }

    /// Derives a provenance for an argument that points to a known object.
    pub(super) fn derive_argument(
        &mut self,
        guard: &Arc<Guard>,
        index: usize,
        args: &mut [Reg],
        call: Site,
    ) -> Option<Provenance> {
        let promises = &guard.arguments[index];
        let reg = args.get_mut(promises.register as usize)?;
        let from = reg.meta.provenance();
        let entry = self.memory.entry(from)?;
        if matches!(entry.kind, Kind::Function | Kind::Block | Kind::Undefined | Kind::Machine) {
            return None;
        }
        let made = self.memory.derive(from)?;
        // Accounts for the walk along the chain.
        let depth = self.chain(from).len();
        if depth > super::FEW {
            self.count(depth as u64);
        }
        *reg = Reg::pointer(reg.bits, made);
        let argument = Argument { guard: guard.clone(), index, address: reg.bits, written: Ranges::default() };
        let record = Record { provenance: made, promise: Promise::Argument(Box::new(argument)), by: call };
        self.promises.records.insert(made.slot(), record);
        if promises.noalias {
            self.begin_scope(made, call, &kinds::NOALIAS, None);
        }
        Some(made)
    }

    /// Derives a provenance for the result of a function that points to a known object: the running function must not access
    /// the memory in another way.
    pub(super) fn derive_result(&mut self, result: &mut [Reg]) -> Option<Provenance> {
        let by = self.site();
        let [pointer] = result else { return None };
        let from = pointer.meta.provenance();
        let kind = self.memory.entry(from)?.kind;
        if matches!(kind, Kind::Function | Kind::Block | Kind::Undefined | Kind::Machine) {
            return None;
        }
        let made = self.memory.derive(from)?;
        self.promises.records.insert(made.slot(), Record { provenance: made, promise: Promise::Alone, by });
        *pointer = Reg::pointer(pointer.bits, made);
        let frame = (self.thread.stack, self.thread.frames.len());
        self.begin_scope(made, by, &kinds::NOALIAS_RESULT, Some(frame));
        Some(made)
    }

    /// The promise about a derived provenance.
    fn record(&mut self, provenance: Provenance) -> Option<&mut Record> {
        self.promises.records.get_mut(&provenance.slot()).filter(|r| r.provenance == provenance)
    }

    /// Checks an access through a derived provenance. Adds the bytes that read as poison.
    pub(super) fn check_argument(
        &mut self,
        provenance: Provenance,
        bytes: &Range<u64>,
        access: Access,
        poison: &mut Vec<Range<u64>>,
    ) -> Result<(), Stop> {
        let Some(record) = self.record(provenance) else { return Ok(()) };
        let by = record.by;
        let broken: Option<(&'static ub::Kind, &str)> = match &mut record.promise {
            Promise::Argument(argument) => {
                let allowed = argument.promises().access;
                let none = allowed.is_empty();
                match access {
                    Access::Load => {
                        if !allowed.contains(ModRef::REF) && !none {
                            poison.extend(argument.written.without(bytes, WRITTEN));
                        }
                        for part in argument.initializes() {
                            let part = part.start.max(bytes.start)..part.end.min(bytes.end);
                            poison.extend(argument.written.without(&part, WRITTEN));
                        }
                        none.then_some((&kinds::READNONE, "the argument"))
                    }
                    Access::Store => {
                        let promises = argument.promises();
                        let dead = promises.dead_on_return || promises.dead_on_unwind.is_some();
                        if !allowed.contains(ModRef::REF) || dead || !promises.initializes.is_empty() {
                            argument.written.mark(bytes.clone(), WRITTEN);
                        }
                        match allowed.contains(ModRef::MOD) {
                            true => None,
                            false if none => Some((&kinds::READNONE, "the argument")),
                            false => Some((&kinds::READONLY, "the argument")),
                        }
                    }
                }
            }
            Promise::Alone => None,
            Promise::Captured { allowed, kind } => {
                let needed = match access {
                    Access::Load => CaptureComponents::READ_PROVENANCE,
                    Access::Store => CaptureComponents::PROVENANCE,
                };
                (!allowed.contains(needed)).then_some((*kind, "the pointer"))
            }
        };
        let Some((kind, what)) = broken else { return Ok(()) };
        let message = format!("{} through it", if access == Access::Load { "a load" } else { "a store" });
        let notes = vec![Note::new(format!("{what} was passed here"), Some(by))];
        self.undefined(kind, message, notes)
    }

    /// Checks a volatile or atomic access, which has effects beyond the memory.
    pub(super) fn check_special(&mut self, pointer: Reg, len: u64, access: Access, volatile: bool) -> Result<(), Stop> {
        let bytes = pointer.bits..pointer.bits.wrapping_add(len).max(pointer.bits);
        for provenance in self.chain(pointer.meta.provenance()) {
            let Some(Record { promise: Promise::Argument(argument), by, .. }) = self.record(provenance) else {
                continue;
            };
            let by = *by;
            let note = || vec![Note::new("the argument was passed here", Some(by))];
            let hidden = !argument.promises().captures.other.contains(CaptureComponents::ADDRESS);
            let first = access == Access::Store
                && argument.initializes().any(|part| {
                    let part = part.start.max(bytes.start)..part.end.min(bytes.end);
                    !argument.written.without(&part, WRITTEN).is_empty()
                });
            if volatile && hidden {
                let message = "a volatile access through it captures its address";
                self.undefined(&kinds::CAPTURES, message, note())?;
            }
            if first {
                let message = "the first store to what is to be initialized is volatile or atomic";
                self.undefined(&kinds::INITIALIZES, message, note())?;
            }
        }
        Ok(())
    }

    /// Checks the deallocation of memory through a pointer.
    pub(super) fn check_freed_argument(&mut self, pointer: Reg) -> Result<(), Stop> {
        for provenance in self.chain(pointer.meta.provenance()) {
            let Some(Record { promise, by, .. }) = self.record(provenance) else { continue };
            let by = *by;
            if matches!(promise, Promise::Argument(argument) if argument.promises().nofree) {
                let notes = vec![Note::new("the argument was passed here", Some(by))];
                self.undefined(&kinds::NOFREE, "memory is freed through a `nofree` argument", notes)?;
            }
        }
        Ok(())
    }

    /// Ends the promises about an argument, at the return of the function or, if `result` is `None`, at its unwinding.
    pub(super) fn end_argument(&mut self, provenance: Provenance, result: Option<&mut [Reg]>) {
        self.end_scope(provenance);
        let Some(parent) = self.memory.parent(provenance) else {
            // The allocation was freed before.
            self.promises.records.remove(&provenance.slot());
            return;
        };
        let Some(record) = self.promises.records.remove(&provenance.slot()) else { return };
        let by = record.by;
        let captures = match record.promise {
            Promise::Argument(argument) => {
                self.settle_memory(&argument, parent, result.is_some());
                argument.promises().captures
            }
            Promise::Alone => ALL_CAPTURED,
            Promise::Captured { .. } => return,
        };
        for reg in result.into_iter().flatten().filter(|r| r.meta.provenance() == provenance) {
            let kept = match captures.result.contains(CaptureComponents::PROVENANCE) {
                true => parent,
                false => self.captured(parent, captures.result, by, &kinds::CAPTURES),
            };
            *reg = Reg::pointer(reg.bits, kept);
        }
        let others = self.memory.derived_beside(provenance);
        if others > super::FEW {
            self.count(others as u64 / 4);
        }
        let escaped = self.memory.has_escaped(provenance);
        if !escaped {
            self.memory.end_derived(provenance);
        } else if !captures.other.contains(CaptureComponents::PROVENANCE) {
            let promise = Promise::Captured { allowed: captures.other, kind: &kinds::CAPTURES };
            self.promises.records.insert(provenance.slot(), Record { provenance, promise, by });
        }
    }

    /// Derives a provenance for captured copies with restricted use.
    pub(super) fn captured(
        &mut self,
        from: Provenance,
        allowed: CaptureComponents,
        by: Site,
        kind: &'static ub::Kind,
    ) -> Provenance {
        let Some(made) = self.memory.derive(from) else { return from };
        let promise = Promise::Captured { allowed, kind };
        self.promises.records.insert(made.slot(), Record { provenance: made, promise, by });
        made
    }

    /// The provenance for copies stored with `!captures`; the same for all copies of a pointer.
    pub(super) fn limited(&mut self, from: Provenance, allowed: CaptureComponents) -> Provenance {
        let known = self.promises.limited.get(&(from, allowed.bits())).copied();
        if let Some(known) = known.filter(|&known| self.memory.entry(known).is_some()) {
            return known;
        }
        let by = self.site();
        let made = self.captured(from, allowed, by, &crate::ub::metadata::CAPTURES);
        self.promises.limited.insert((from, allowed.bits()), made);
        made
    }

    /// Applies the effects of attributes on memory at the end of the function.
    fn settle_memory(&mut self, argument: &Argument, provenance: Provenance, returns: bool) {
        let site = self.site();
        let Some(entry) = self.memory.entry(provenance) else { return };
        let all = entry.base..entry.base + entry.size;
        let inside = |part: Range<u64>| part.start.max(all.start)..part.end.min(all.end);
        if returns {
            for part in argument.initializes().map(inside) {
                for gap in argument.written.without(&part, WRITTEN) {
                    self.memory.set_states(gap.start, gap.end - gap.start, state::UNDEF);
                }
            }
        }
        let unwound = argument.promises().dead_on_unwind.filter(|_| !returns);
        if argument.promises().dead_on_return || unwound.is_some() {
            for (part, _) in argument.written.iter() {
                self.memory.poison(inside(part), site);
            }
        }
        if let Some(writable) = unwound {
            self.memory.poison(inside(argument.address..argument.address.saturating_add(writable)), site);
        }
    }
}

/// Whether a provenance is unknown, so that the pointer may be based on any exposed pointer.
pub(super) fn is_any(provenance: Provenance) -> bool {
    matches!(provenance, Provenance::NONE | Provenance::WILDCARD | Provenance::FOREIGN)
}

impl State {
    /// Whether a derived provenance was exposed.
    pub(super) fn is_exposed(&self, provenance: Provenance) -> bool {
        self.memory.entry(provenance).is_some_and(|e| e.flags.contains(EntryFlags::EXPOSED))
    }
}
