//! Registers: what an SSA value is while the program runs.
//!
//! A scalar of up to 64 bits is one register; a wider one, a vector, an array or a struct is a run of them
//! (see [`crate::shape`]).

use lindworm_ir::hash::HashMap;

use crate::limits::Footprint;
use crate::stop::Note;

/// An operation of a decoded function: where a value was made, where something happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Site {
    /// The function's number in the program.
    pub function: u32,
    /// The number of the operation in its code.
    pub op: u32,
}

impl Site {
    const fn pack(self) -> u64 {
        (self.function as u64) << 32 | self.op as u64
    }
}

/// Up to 64 bits, and what is known of them. Bits past the width of the type are zero.
///
/// Where bits are undef, `bits` holds what the machine chose for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Reg {
    /// The value: an integer, the bits of a float, or an address.
    pub bits: u64,
    /// What is known of it.
    pub meta: Meta,
}

/// What is known of a register's bits, in 64 bits: defined and of which provenance, undef, or poison.
///
/// The highest bit says that not all is defined; of a defined value all bits but a pointer's provenance are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Meta(u64);

const NOT_DEFINED: u64 = 1 << 63;
const POISON: u64 = 1 << 62;

/// A [`Meta`], opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// All bits are defined; a pointer has this provenance.
    Defined(Provenance),
    /// Some bits are undef: an entry of the machine's [`UndefTable`].
    Undef(u32),
    /// Poison, made there.
    Poison(Site),
}

impl Meta {
    /// Defined, without provenance.
    pub const DEFINED: Meta = Meta(0);

    /// A pointer of that provenance.
    #[inline]
    pub const fn pointer(provenance: Provenance) -> Meta {
        Meta(provenance.0)
    }

    /// Poison that was made there.
    pub const fn poison(site: Site) -> Meta {
        Meta(NOT_DEFINED | POISON | site.pack())
    }

    /// Undef: that entry of the table.
    pub const fn undef(index: u32) -> Meta {
        Meta(NOT_DEFINED | index as u64)
    }

    /// Whether all bits are defined.
    #[inline]
    pub const fn is_defined(self) -> bool {
        self.0 & NOT_DEFINED == 0
    }

    /// Whether the bits of both are defined.
    #[inline]
    pub const fn both_defined(self, other: Meta) -> bool {
        (self.0 | other.0) & NOT_DEFINED == 0
    }

    /// Whether all bits are defined, and it is no pointer that a promise was made about.
    #[inline]
    pub(crate) const fn is_plain(self) -> bool {
        self.0 >> 61 == 0
    }

    /// What is known of two registers taken together: defined if both are.
    #[inline]
    pub(crate) const fn or(self, other: Meta) -> Meta {
        Meta(self.0 | other.0)
    }

    /// Whether it is poison.
    #[inline]
    pub const fn is_poison(self) -> bool {
        self.0 & (NOT_DEFINED | POISON) == NOT_DEFINED | POISON
    }

    /// What is known.
    pub const fn knowledge(self) -> Knowledge {
        if self.is_defined() {
            Knowledge::Defined(Provenance(self.0))
        } else if self.is_poison() {
            Knowledge::Poison(Site { function: (self.0 >> 32) as u32 & 0x3fff_ffff, op: self.0 as u32 })
        } else {
            Knowledge::Undef(self.0 as u32)
        }
    }

    /// The provenance: none where it is not defined.
    #[inline]
    pub const fn provenance(self) -> Provenance {
        if self.is_defined() { Provenance(self.0) } else { Provenance::NONE }
    }

    /// As it lies in memory.
    #[inline]
    pub(crate) const fn raw(self) -> u64 {
        self.0
    }

    /// From memory.
    #[inline]
    pub(crate) const fn from_raw(raw: u64) -> Meta {
        Meta(raw)
    }
}

/// Which allocation a pointer may access ([Pointer Aliasing Rules](https://llvm.org/docs/LangRef.html#pointer-aliasing-rules)):
/// a slot of the machine's table of allocations, and the generation of that slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Provenance(u64);

impl Provenance {
    /// Of no allocation: null, and what was made of a number that nobody can have learned.
    pub const NONE: Provenance = Provenance(0);
    /// Of an integer: whichever exposed allocation is at the address.
    pub const WILDCARD: Provenance = Provenance(1);
    /// Of memory that is not the machine's: of the host's libraries.
    pub const FOREIGN: Provenance = Provenance(2);

    /// The bits of a generation.
    pub(crate) const GENERATIONS: u32 = (1 << 29) - 1;
    /// The bit beside a generation that says that the entry was derived from another one.
    pub(crate) const DERIVED: u32 = 1 << 29;

    /// Whether it stands for a promise about an allocation, rather than for the allocation itself.
    #[inline]
    pub const fn is_derived(self) -> bool {
        self.generation() & Provenance::DERIVED != 0
    }

    /// Of that slot in that generation, of 29 bits, and a bit that says whether it is derived.
    #[inline]
    pub const fn new(slot: u32, generation: u32) -> Provenance {
        Provenance((generation as u64) << 32 | slot as u64)
    }

    /// The slot.
    #[inline]
    pub const fn slot(self) -> u32 {
        self.0 as u32
    }

    /// The generation.
    #[inline]
    pub const fn generation(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

impl Reg {
    /// A defined number.
    #[inline]
    pub const fn int(bits: u64) -> Reg {
        Reg { bits, meta: Meta::DEFINED }
    }

    /// A pointer.
    #[inline]
    pub const fn pointer(address: u64, provenance: Provenance) -> Reg {
        Reg { bits: address, meta: Meta::pointer(provenance) }
    }

    /// Poison that was made there.
    pub const fn poison(site: Site) -> Reg {
        Reg { bits: 0, meta: Meta::poison(site) }
    }

    /// A number from an integer that the result of a builtin is.
    pub const fn bool(value: bool) -> Reg {
        Reg::int(value as u64)
    }
}

/// Which bits are undef, and where that came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Undef {
    /// The bits that may be anything.
    pub mask: u64,
    /// What made them so: a read of memory never written, an `undef` in the program.
    pub origin: Site,
    /// The number of what is known of the value beside that, in [`UndefTable`]; 0 if nothing is.
    limit: u32,
}

/// Two ranges of unsigned numbers, of which a value is in one.
pub(crate) type Limit = [(u64, u64); 2];

/// The undef values that registers name: few, as equal ones are one.
#[derive(Clone, Debug, Default)]
pub struct UndefTable {
    entries: Vec<Undef>,
    index: HashMap<Undef, u32>,
    limits: Vec<Limit>,
    limit_index: HashMap<Limit, u32>,
    /// The loads that gave undef bits because of a race, and what made poison of these.
    pub(crate) races: HashMap<Site, RacedLoad>,
    /// The operations that made poison, and of which operands.
    pub(crate) poisons: HashMap<Site, PoisonOperands>,
}

/// A load that raced.
#[derive(Clone, Debug)]
pub(crate) struct RacedLoad {
    /// Of which accesses the race is.
    pub(crate) accesses: &'static str,
    /// Where the other one was.
    pub(crate) other: Note,
    /// Of which memory.
    pub(crate) address: u64,
}

/// The operands of which an operation made poison, each of one register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoisonOperands {
    /// The latest ones.
    pub(crate) latest: [Reg; 2],
    /// Whether there were others before.
    pub(crate) differ: bool,
}

impl UndefTable {
    /// What is known of a value whose bits in `mask` are undef.
    pub fn meta(&mut self, mask: u64, origin: Site) -> Meta {
        self.entry(mask, origin, 0)
    }

    /// The same of a value that is in one of two ranges.
    pub(crate) fn limited(&mut self, mask: u64, origin: Site, limit: Limit) -> Meta {
        /// More are not kept, so that a loop that computes with an undef value makes the table no longer at each step.
        const MOST: usize = 1 << 16;
        let number = match self.limit_index.get(&limit) {
            Some(&number) => number,
            None if self.limits.len() >= MOST => 0,
            None => {
                self.limits.push(limit);
                self.limit_index.insert(limit, self.limits.len() as u32);
                self.limits.len() as u32
            }
        };
        self.entry(mask, origin, number)
    }

    fn entry(&mut self, mask: u64, origin: Site, limit: u32) -> Meta {
        if mask == 0 {
            return Meta::DEFINED;
        }
        let undef = Undef { mask, origin, limit };
        let entries = &mut self.entries;
        Meta::undef(*self.index.entry(undef).or_insert_with(|| {
            entries.push(undef);
            entries.len() as u32 - 1
        }))
    }

    pub(crate) fn footprint(&self, all: &mut Footprint) {
        let UndefTable { entries, index, limits, limit_index, races, poisons } = self;
        all.add(entries);
        all.add(index);
        all.add(limits);
        all.add(limit_index);
        all.add(races);
        all.add(poisons);
    }

    /// Notes of which operands poison was made.
    pub(crate) fn note_poison(&mut self, site: Site, latest: [Reg; 2]) {
        let noted = self.poisons.entry(site).or_insert(PoisonOperands { latest, differ: false });
        noted.differ |= noted.latest != latest;
        noted.latest = latest;
    }

    /// The ranges of which a value is in one, if they are known.
    pub(crate) fn limit(&self, meta: Meta) -> Option<Limit> {
        match meta.knowledge() {
            Knowledge::Undef(index) => self.limits.get(self.get(index).limit.checked_sub(1)? as usize).copied(),
            _ => None,
        }
    }

    /// The load whose race made the bits of a value undef, if one did.
    pub(crate) fn raced(&self, meta: Meta) -> Option<Site> {
        match meta.knowledge() {
            Knowledge::Undef(index) if !self.races.is_empty() => {
                Some(self.get(index).origin).filter(|origin| self.races.contains_key(origin))
            }
            _ => None,
        }
    }

    /// The undef behind [`Knowledge::Undef`].
    pub fn get(&self, index: u32) -> Undef {
        self.entries[index as usize]
    }

    /// The undef bits of a value that is not poison: zero if all are defined.
    pub fn mask(&self, meta: Meta) -> u64 {
        match meta.knowledge() {
            Knowledge::Undef(index) => self.get(index).mask,
            _ => 0,
        }
    }
}
