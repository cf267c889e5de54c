//! Registers: the run-time representation of SSA values.
//!
//! A scalar of up to 64 bits occupies one register. A wider scalar, a vector, an array or a struct occupies consecutive
//! registers (see [`crate::shape`]).

use lindworm_ir::hash::HashMap;

use crate::limits::Footprint;
use crate::stop::Note;

/// An operation of a decoded function, used as the origin of a value or the location of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Site {
    /// The number of the function in the program.
    pub function: u32,
    /// The index of the operation in the function's code.
    pub op: u32,
}

impl Site {
    const fn pack(self) -> u64 {
        (self.function as u64) << 32 | self.op as u64
    }
}

/// A value of up to 64 bits and its definedness. Bits beyond the bit width of the type are zero.
///
/// `bits` holds the machine's choice for undef bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Reg {
    /// The value: an integer, the bit pattern of a float, or an address.
    pub bits: u64,
    /// The definedness and provenance of the value.
    pub meta: Meta,
}

/// The definedness of a register in 64 bits: defined with a provenance, undef, or poison.
///
/// The highest bit is set if not all bits are defined. A defined value is all zeros except for the provenance of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Meta(u64);

const NOT_DEFINED: u64 = 1 << 63;
const POISON: u64 = 1 << 62;

/// A decoded [`Meta`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// All bits are defined. The provenance is that of a pointer.
    Defined(Provenance),
    /// Some bits are undef: an index in the machine's [`UndefTable`].
    Undef(u32),
    /// Poison, with its origin.
    Poison(Site),
}

impl Meta {
    /// Defined without provenance.
    pub const DEFINED: Meta = Meta(0);

    /// A pointer with the given provenance.
    #[inline]
    pub const fn pointer(provenance: Provenance) -> Meta {
        Meta(provenance.0)
    }

    /// Poison with the given origin.
    pub const fn poison(site: Site) -> Meta {
        Meta(NOT_DEFINED | POISON | site.pack())
    }

    /// Undef, with an index in the table.
    pub const fn undef(index: u32) -> Meta {
        Meta(NOT_DEFINED | index as u64)
    }

    /// Whether all bits are defined.
    #[inline]
    pub const fn is_defined(self) -> bool {
        self.0 & NOT_DEFINED == 0
    }

    /// Whether all bits of both are defined.
    #[inline]
    pub const fn both_defined(self, other: Meta) -> bool {
        (self.0 | other.0) & NOT_DEFINED == 0
    }

    /// Whether all bits are defined and the provenance is not a derived one.
    #[inline]
    pub(crate) const fn is_plain(self) -> bool {
        self.0 >> 61 == 0
    }

    /// Defined if both are defined; otherwise the highest bit is set.
    #[inline]
    pub(crate) const fn or(self, other: Meta) -> Meta {
        Meta(self.0 | other.0)
    }

    /// Whether it is poison.
    #[inline]
    pub const fn is_poison(self) -> bool {
        self.0 & (NOT_DEFINED | POISON) == NOT_DEFINED | POISON
    }

    /// Decodes the definedness.
    pub const fn knowledge(self) -> Knowledge {
        if self.is_defined() {
            Knowledge::Defined(Provenance(self.0))
        } else if self.is_poison() {
            Knowledge::Poison(Site { function: (self.0 >> 32) as u32 & 0x3fff_ffff, op: self.0 as u32 })
        } else {
            Knowledge::Undef(self.0 as u32)
        }
    }

    /// The provenance; [`Provenance::NONE`] if the value is not defined.
    #[inline]
    pub const fn provenance(self) -> Provenance {
        if self.is_defined() { Provenance(self.0) } else { Provenance::NONE }
    }

    /// The representation in the map of provenances in memory.
    #[inline]
    pub(crate) const fn raw(self) -> u64 {
        self.0
    }

    /// Reads the representation in the map of provenances in memory.
    #[inline]
    pub(crate) const fn from_raw(raw: u64) -> Meta {
        Meta(raw)
    }
}

/// The allocation that a pointer may access ([Pointer Aliasing
/// Rules](https://llvm.org/docs/LangRef.html#pointer-aliasing-rules)): a slot of the machine's table of entries and the
/// generation of the slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Provenance(u64);

impl Provenance {
    /// No allocation: null, or an integer that cannot be the address of an exposed allocation.
    pub const NONE: Provenance = Provenance(0);
    /// Made from an integer: any exposed allocation at the address.
    pub const WILDCARD: Provenance = Provenance(1);
    /// Memory of the host's libraries, outside of the arena.
    pub const FOREIGN: Provenance = Provenance(2);

    /// The mask of a generation.
    pub(crate) const GENERATIONS: u32 = (1 << 29) - 1;
    /// The flag next to the generation that marks a derived entry.
    pub(crate) const DERIVED: u32 = 1 << 29;

    /// Whether the provenance is that of a derived entry, which represents a promise about an allocation.
    #[inline]
    pub const fn is_derived(self) -> bool {
        self.generation() & Provenance::DERIVED != 0
    }

    /// A provenance from a slot and a generation of 29 bits plus the flag of derived entries.
    #[inline]
    pub const fn new(slot: u32, generation: u32) -> Provenance {
        Provenance((generation as u64) << 32 | slot as u64)
    }

    /// The slot in the table of entries.
    #[inline]
    pub const fn slot(self) -> u32 {
        self.0 as u32
    }

    /// The generation of the slot.
    #[inline]
    pub const fn generation(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

impl Reg {
    /// A defined integer.
    #[inline]
    pub const fn int(bits: u64) -> Reg {
        Reg { bits, meta: Meta::DEFINED }
    }

    /// A pointer.
    #[inline]
    pub const fn pointer(address: u64, provenance: Provenance) -> Reg {
        Reg { bits: address, meta: Meta::pointer(provenance) }
    }

    /// Poison with the given origin.
    pub const fn poison(site: Site) -> Reg {
        Reg { bits: 0, meta: Meta::poison(site) }
    }

    /// A boolean result of a builtin as an integer.
    pub const fn bool(value: bool) -> Reg {
        Reg::int(value as u64)
    }
}

/// The undef bits of a value and their origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Undef {
    /// The undef bits.
    pub mask: u64,
    /// The origin: a load of uninitialized memory, or an `undef` constant.
    pub origin: Site,
    /// The index of the known range of the value in [`UndefTable`]; 0 if none.
    limit: u32,
}

/// Two unsigned ranges that together contain the value.
pub(crate) type Limit = [(u64, u64); 2];

/// The undef values that registers refer to. Equal entries are interned.
#[derive(Clone, Debug, Default)]
pub struct UndefTable {
    entries: Vec<Undef>,
    index: HashMap<Undef, u32>,
    limits: Vec<Limit>,
    limit_index: HashMap<Limit, u32>,
    /// The loads that yielded undef because of a race, and the operations that made poison of them.
    pub(crate) races: HashMap<Site, RacedLoad>,
    /// The operations that yielded poison, with their operands.
    pub(crate) poisons: HashMap<Site, PoisonOperands>,
}

/// A load that takes part in a race.
#[derive(Clone, Debug)]
pub(crate) struct RacedLoad {
    /// The kinds of the racing accesses.
    pub(crate) accesses: &'static str,
    /// The location of the other access.
    pub(crate) other: Note,
    /// The address of the raced memory.
    pub(crate) address: u64,
}

/// The operands for which an operation yielded poison, one register each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoisonOperands {
    /// The operands of the latest execution.
    pub(crate) latest: [Reg; 2],
    /// Whether earlier executions had other operands.
    pub(crate) differ: bool,
}

impl UndefTable {
    /// The meta of a value whose bits in `mask` are undef.
    pub fn meta(&mut self, mask: u64, origin: Site) -> Meta {
        self.entry(mask, origin, 0)
    }

    /// [`UndefTable::meta`] of a value that lies in one of two ranges.
    pub(crate) fn limited(&mut self, mask: u64, origin: Site, limit: Limit) -> Meta {
        /// The maximum number of entries. A loop that computes with an undef value would otherwise grow the table in each
        /// iteration.
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

    /// Records the operands for which an operation yielded poison.
    pub(crate) fn note_poison(&mut self, site: Site, latest: [Reg; 2]) {
        let noted = self.poisons.entry(site).or_insert(PoisonOperands { latest, differ: false });
        noted.differ |= noted.latest != latest;
        noted.latest = latest;
    }

    /// The ranges that contain a value, if known.
    pub(crate) fn limit(&self, meta: Meta) -> Option<Limit> {
        match meta.knowledge() {
            Knowledge::Undef(index) => self.limits.get(self.get(index).limit.checked_sub(1)? as usize).copied(),
            _ => None,
        }
    }

    /// The racing load that made the bits of a value undef, if any.
    pub(crate) fn raced(&self, meta: Meta) -> Option<Site> {
        match meta.knowledge() {
            Knowledge::Undef(index) if !self.races.is_empty() => {
                Some(self.get(index).origin).filter(|origin| self.races.contains_key(origin))
            }
            _ => None,
        }
    }

    /// The entry of [`Knowledge::Undef`].
    pub fn get(&self, index: u32) -> Undef {
        self.entries[index as usize]
    }

    /// The undef bits of a value that is not poison; zero if all bits are defined.
    pub fn mask(&self, meta: Meta) -> u64 {
        match meta.knowledge() {
            Knowledge::Undef(index) => self.get(index).mask,
            _ => 0,
        }
    }
}
