//! Promises: the requirements of attributes, metadata and intrinsics on values, pointers and calls, and their checks.
//!
//! Promises that are statically known to hold at decoding have no run-time cost.

pub(crate) mod access;
mod alias;
mod argument;
mod conduct;
pub(crate) mod effects;
pub(crate) mod guard;
mod invariant;
pub(crate) mod metadata;
mod ranges;
pub(crate) mod result;
pub(crate) mod tbaa;
pub(crate) mod value;

use std::ops::Range;
use std::rc::Rc;

use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::AtomicOrdering;

pub(crate) use conduct::{Active, Pledge};
use effects::Effects;
use ranges::Ranges;

use crate::builtin::Builtin;
use crate::limits::Footprint;
use crate::memory::{EntryFlags, Kind, Place, state};
use crate::run::memory::Access;
use crate::state::State;
use crate::stop::Stop;
use crate::value::{Provenance, Reg, Site};

/// The state of the checks of promises at run time.
#[derive(Default)]
pub(crate) struct Promises {
    /// A buffer with its size, read in place of memory of which a promise makes a part poison.
    scratch: Option<(Reg, u64)>,
    /// A store in progress to memory that must not change.
    pub(crate) changed: Option<access::Changed>,
    /// The provenances of copies with restricted use (`captures`), by their parent and the permitted components.
    limited: HashMap<(Provenance, u8), Provenance>,
    /// The promises about derived provenances, by slot.
    records: HashMap<u32, argument::Record>,
    /// The statically known effects of functions.
    pub(crate) effects: HashMap<u32, Rc<Effects>>,
    /// Whether a function may be called recursively.
    pub(crate) recursive: HashMap<u32, bool>,
    /// The watched allocations, by slot.
    watched: HashMap<u32, Watched>,
    /// The number of executed `llvm.invariant.start`s.
    tokens: u64,
}

/// The promises about an allocation that hold for accesses through any pointer.
#[derive(Default)]
struct Watched {
    /// The generation of the slot for which the record is valid.
    generation: u32,
    frozen: Vec<invariant::Frozen>,
    scopes: Vec<alias::Scope>,
    /// The bytes that must not change (`!invariant.load`), and the first load that requires it.
    invariant: Ranges,
    invariant_by: Option<Site>,
    /// The operation that requires that the allocation is not freed.
    not_freed: Option<Site>,
}

impl Watched {
    /// Whether there are no promises left.
    fn is_empty(&self) -> bool {
        self.frozen.is_empty() && self.scopes.is_empty() && self.invariant_by.is_none() && self.not_freed.is_none()
    }
}

impl Promises {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        // `effects` and `recursive` are bounded by the number of functions.
        let Promises { scratch: _, changed, limited, records, effects: _, recursive: _, watched, tokens: _ } = self;
        if let Some(changed) = changed {
            changed.footprint(all);
        }
        all.add(limited);
        all.add(records);
        all.each(records.values(), |all, record| record.footprint(all));
        all.add(watched);
        all.each(watched.values(), |all, watched| {
            let Watched { generation: _, frozen, scopes, invariant, invariant_by: _, not_freed: _ } = watched;
            all.add(frozen);
            all.add(scopes);
            all.each(scopes, |all, scope| scope.footprint(all));
            invariant.footprint(all);
        });
    }

    /// The promises about an allocation.
    fn watched(&mut self, root: Provenance) -> &mut Watched {
        let watched = self.watched.entry(root.slot()).or_default();
        if watched.generation != root.generation() {
            *watched = Watched { generation: root.generation(), ..Watched::default() };
        }
        watched
    }
}

/// The number of promises that an access may check without additional steps.
const FEW: usize = 8;

impl State {
    /// Stops watching an allocation without promises.
    fn stop_watching(&mut self, root: Provenance) {
        if self.promises.watched(root).is_empty() {
            self.promises.watched.remove(&root.slot());
            self.memory.set_flags(root, EntryFlags::WATCHED, false);
        }
    }

    /// Checks the promises about an access that is otherwise valid. Returns the place of the access.
    #[cold]
    pub(crate) fn promised_access(
        &mut self,
        pointer: Reg,
        place: Place,
        provenance: Provenance,
        len: u64,
        access: Access,
    ) -> Result<Place, Stop> {
        let root = self.memory.allocation(provenance);
        let flags = self.memory.entry(root).map_or(EntryFlags::empty(), |e| e.flags);
        let start = self.memory.address_of(place);
        let bytes = start..start + len;
        let chain = self.chain(provenance);
        let promises = chain.len() + self.thread.pledges.len();
        if promises > FEW {
            self.spend(promises as u64)?;
        }
        let mut poison = Vec::new();
        // Stores out of lifetime were rejected before.
        if flags.contains(EntryFlags::OUT_OF_LIFETIME) {
            self.undefs.note_poison(self.site(), [pointer; 2]);
            poison.push(bytes.clone());
        }
        for &derived in &chain {
            self.check_argument(derived, &bytes, access, &mut poison)?;
        }
        if flags.contains(EntryFlags::WATCHED) {
            if access == Access::Store {
                self.check_frozen(root, &bytes)?;
                self.before_store(root, &bytes);
            }
            self.check_scopes(root, pointer.meta.provenance(), &chain, &bytes, access)?;
        }
        if !self.thread.pledges.is_empty() {
            self.check_conduct(root, pointer.meta.provenance(), &chain, &bytes, access, &mut poison)?;
        }
        match poison.is_empty() {
            true => Ok(place),
            false => self.with_poison(place, &bytes, &poison),
        }
    }

    /// Checks the promises about a volatile or atomic access beyond those about memory.
    pub(crate) fn special_access(
        &mut self,
        pointer: Reg,
        len: u64,
        access: Access,
        ordering: AtomicOrdering,
        volatile: bool,
    ) -> Result<(), Stop> {
        if volatile || ordering > AtomicOrdering::Monotonic {
            self.check_sync()?;
        }
        if pointer.meta.provenance().is_derived() && (volatile || ordering != AtomicOrdering::NotAtomic) {
            self.check_special(pointer, len, access, volatile)?;
        }
        Ok(())
    }

    /// Records that a built-in function keeps pointers.
    pub(crate) fn kept_by(&mut self, builtin: &Builtin, args: &[Reg]) {
        for arg in args.iter().map(|a| a.meta.provenance()).filter(|p| p.is_derived()) {
            if builtin.keeps_arguments() {
                self.memory.escape(arg);
            }
        }
    }

    /// A copy of memory in which these parts are poison. The origin of the poison is the running load.
    fn with_poison(&mut self, place: Place, bytes: &Range<u64>, poison: &[Range<u64>]) -> Result<Place, Stop> {
        // The copy must have the same alignment relative to pointer slots.
        let shift = bytes.start % 16;
        let len = bytes.end - bytes.start + shift;
        let block = match self.promises.scratch {
            Some((block, size)) if size >= len => block,
            old => {
                if let Some((block, _)) = old {
                    self.memory.free(block.meta.provenance(), Site::default());
                }
                let made = self.memory.allocate(Kind::Machine, len, 16, Site::default());
                let made = made.map_err(|e| self.error(e.to_string()))?;
                self.promises.scratch = Some((made, len));
                made
            }
        };
        let first = block.bits + shift;
        let copy = self.memory.place_of(first);
        self.memory.copy(copy, place, len - shift);
        for part in poison {
            let (from, to) = (part.start.max(bytes.start), part.end.min(bytes.end));
            if from < to {
                self.memory.set_states(first + (from - bytes.start), to - from, state::POISON);
            }
        }
        Ok(copy)
    }
}
