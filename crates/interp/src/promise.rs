//! Promises: what attributes, metadata and intrinsics say of values, pointers and calls, and how it is seen whether it is so.
//!
//! What can be seen when a function is decoded costs nothing when it runs.

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

/// What the machine knows of promises while a program runs.
#[derive(Default)]
pub(crate) struct Promises {
    /// Memory of that many bytes that is read where a promise makes a part of what is read poison.
    scratch: Option<(Reg, u64)>,
    /// A store to memory that must stay the same, which is about to happen.
    pub(crate) changed: Option<access::Changed>,
    /// The provenances of copies that may be used for certain things only: by what they were derived from, and which.
    limited: HashMap<(Provenance, u8), Provenance>,
    /// What is promised about derived provenances, by their slots.
    records: HashMap<u32, argument::Record>,
    /// What functions were seen to do.
    pub(crate) effects: HashMap<u32, Rc<Effects>>,
    /// Which functions may come to be called while they run.
    pub(crate) recursive: HashMap<u32, bool>,
    /// The allocations that are watched, by their slots.
    watched: HashMap<u32, Watched>,
    /// How many `llvm.invariant.start` there were.
    tokens: u64,
}

/// What is promised of an allocation, whichever pointer it is accessed through.
#[derive(Default)]
struct Watched {
    /// The generation of the slot that this is about.
    generation: u32,
    frozen: Vec<invariant::Frozen>,
    scopes: Vec<alias::Scope>,
    /// What is never written anything else to, and the first load that said so.
    invariant: Ranges,
    invariant_by: Option<Site>,
    /// What said that it is not freed.
    not_freed: Option<Site>,
}

impl Watched {
    /// Whether nothing is promised any more.
    fn is_empty(&self) -> bool {
        self.frozen.is_empty() && self.scopes.is_empty() && self.invariant_by.is_none() && self.not_freed.is_none()
    }
}

impl Promises {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        // What functions were seen to do is as much as there are functions.
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

    /// What is promised of an allocation.
    fn watched(&mut self, root: Provenance) -> &mut Watched {
        let watched = self.watched.entry(root.slot()).or_default();
        if watched.generation != root.generation() {
            *watched = Watched { generation: root.generation(), ..Watched::default() };
        }
        watched
    }
}

/// So many promises are looked at at an access without being steps of their own.
const FEW: usize = 8;

impl State {
    /// Lets an allocation alone that nothing is promised of any more.
    fn stop_watching(&mut self, root: Provenance) {
        if self.promises.watched(root).is_empty() {
            self.promises.watched.remove(&root.slot());
            self.memory.set_flags(root, EntryFlags::WATCHED, false);
        }
    }

    /// Looks at an access that is in order but for what is promised: gives where it goes.
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
        // Stores are not let come here.
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

    /// Looks at what a volatile or atomic access is more than an access.
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

    /// Notes the pointers that a function of the machine keeps.
    pub(crate) fn kept_by(&mut self, builtin: &Builtin, args: &[Reg]) {
        for arg in args.iter().map(|a| a.meta.provenance()).filter(|p| p.is_derived()) {
            if builtin.keeps_arguments() {
                self.memory.escape(arg);
            }
        }
    }

    /// Memory that holds the same but for these parts, which are poison that was made where it is loaded.
    fn with_poison(&mut self, place: Place, bytes: &Range<u64>, poison: &[Range<u64>]) -> Result<Place, Stop> {
        // Pointers in it must stay at the same distance from places for pointers.
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
