//! What a provenance allows.

use crate::value::Site;

/// What kind of memory it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// None at all.
    #[default]
    Nothing,
    /// A global variable.
    Global,
    /// A thread's copy of a thread-local variable.
    ThreadLocal,
    /// What an `alloca` made.
    Stack,
    /// A copy of an argument that is passed `byval`, or the arguments behind `...`.
    Argument,
    /// From `malloc` or one of its kin; how it must be given back is told by the payload of `Entry::info`.
    Heap,
    /// A function: nothing can be read or written there. `Entry::info` is its number.
    Function,
    /// The address of a block. `Entry::info` is an index of the program's block addresses.
    Block,
    /// A variable that is declared, and defined nowhere: nothing can be read or written there.
    Undefined,
    /// What the machine itself needs: stacks, tables of built-in libraries.
    Machine,
}

bitflags::bitflags! {
    /// What objects to an access.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct EntryFlags: u16 {
        /// A read must be looked at more closely: one of [`EntryFlags::SLOWS_READS`] is set, or it is no data at all.
        const SLOW_READ = 1;
        /// A write must be looked at more closely.
        const SLOW_WRITE = 2;
        /// It may not be written.
        const CONSTANT = 4;
        /// Its lifetime has not begun, or has ended (`llvm.lifetime.start` and `end`).
        const OUT_OF_LIFETIME = 8;
        /// Its address was made an integer, or was given away: an integer may be made a pointer into it.
        const EXPOSED = 16;
        /// It stands for a promise about another entry, [`Entry::parent`].
        const DERIVED = 32;
        /// Accesses through any pointer are of interest to a promise.
        const WATCHED = 64;
        /// There are entries that were derived from it; with an allocation, they end.
        const PARENT = 128;
        /// Of a derived entry: accesses through it are of interest to a promise.
        const GUARDED = 256;
        /// Set of all live entries: what `Memory::look_at_all` looks for.
        const LIVE = 512;
        /// Of a derived entry: a pointer to it was stored, or given to what keeps it.
        const ESCAPED = 4096;
        /// It belongs to a caller that called with `tail`: nobody may access it until that call returns.
        const HIDDEN = 1024;
        /// Native code may write there at any time: a pointer that is loaded may be another one than was stored.
        const NATIVE = 2048;

        /// The flags that make reads be looked at more closely.
        const SLOWS_READS =
            Self::OUT_OF_LIFETIME.bits() | Self::WATCHED.bits() | Self::GUARDED.bits() | Self::HIDDEN.bits();
        /// The flags that make writes be looked at more closely.
        const SLOWS_WRITES = Self::SLOWS_READS.bits() | Self::CONSTANT.bits();
        /// The flags that a part of an allocation has from it.
        const INHERITED = Self::OUT_OF_LIFETIME.bits()
            | Self::WATCHED.bits()
            | Self::CONSTANT.bits()
            | Self::HIDDEN.bits()
            | Self::NATIVE.bits();
        /// The flags of which a load of a pointer must be looked at more closely.
        const SLOWS_POINTERS = Self::SLOW_READ.bits() | Self::NATIVE.bits();
    }
}

/// What a provenance allows: an allocation, or a part in one that somebody made promises about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The first address.
    pub base: u64,
    /// The number of bytes.
    pub size: u64,
    /// Which life of the slot this is; provenances of another one dangle.
    pub generation: u32,
    /// What objects to an access.
    pub flags: EntryFlags,
    /// What kind of memory it is.
    pub kind: Kind,
    /// log2 of the alignment.
    pub align_log2: u8,
    /// What more there is to know, by kind.
    pub info: u32,
    /// Of a derived entry, the slot that it was derived from.
    pub parent: u32,
}

const _: () = assert!(std::mem::size_of::<Entry>() <= 32);

impl Entry {
    /// It allows nothing.
    pub const NOTHING: Entry = Entry {
        base: 0,
        size: 0,
        generation: 0,
        flags: EntryFlags::empty(),
        kind: Kind::Nothing,
        align_log2: 0,
        info: 0,
        parent: 0,
    };
}

/// Where an entry began and ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lifetime {
    /// What made it.
    pub begun: Site,
    /// What ended it.
    pub ended: Option<Site>,
}
