//! Entries: the accesses that a provenance allows.

use crate::value::Site;

/// The kind of an allocation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// No memory.
    #[default]
    Nothing,
    /// A global variable.
    Global,
    /// A thread's copy of a thread-local variable.
    ThreadLocal,
    /// Memory of an `alloca`.
    Stack,
    /// A copy of a `byval` argument, or the variadic arguments.
    Argument,
    /// Memory of `malloc` and similar functions. The payload of `Entry::info` determines the matching deallocation function.
    Heap,
    /// A function; cannot be read or written. `Entry::info` is its number.
    Function,
    /// The address of a block. `Entry::info` is an index in the program's block addresses.
    Block,
    /// A declared variable without a definition; cannot be read or written.
    Undefined,
    /// Memory of the machine itself: stacks and tables of built-in libraries.
    Machine,
}

bitflags::bitflags! {
    /// Flags that restrict accesses.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct EntryFlags: u16 {
        /// A read takes the slow path: one of [`EntryFlags::SLOWS_READS`] is set, or the entry is not data.
        const SLOW_READ = 1;
        /// A write takes the slow path.
        const SLOW_WRITE = 2;
        /// The memory is constant.
        const CONSTANT = 4;
        /// The object is outside of its lifetime (`llvm.lifetime.start` and `end`).
        const OUT_OF_LIFETIME = 8;
        /// The address was converted to an integer or escaped to native code: an integer can be converted to a pointer to the
        /// allocation.
        const EXPOSED = 16;
        /// The entry is derived from [`Entry::parent`] and represents a promise.
        const DERIVED = 32;
        /// Accesses through any pointer are checked against a promise.
        const WATCHED = 64;
        /// Other entries are derived from this entry; they end with the allocation.
        const PARENT = 128;
        /// On a derived entry: accesses through it are checked against a promise.
        const GUARDED = 256;
        /// Set for all live entries; used by `Memory::look_at_all`.
        const LIVE = 512;
        /// On a derived entry: a pointer to it was stored, or passed to a function that keeps it.
        const ESCAPED = 4096;
        /// The object belongs to the caller of a `tail` call: it must not be accessed until the call returns.
        const HIDDEN = 1024;
        /// Native code may write the memory at any time: a loaded pointer may differ from the one that was stored.
        const NATIVE = 2048;

        /// The flags that make reads slow.
        const SLOWS_READS =
            Self::OUT_OF_LIFETIME.bits() | Self::WATCHED.bits() | Self::GUARDED.bits() | Self::HIDDEN.bits();
        /// The flags that make writes slow.
        const SLOWS_WRITES = Self::SLOWS_READS.bits() | Self::CONSTANT.bits();
        /// The flags that a part of an allocation inherits.
        const INHERITED = Self::OUT_OF_LIFETIME.bits()
            | Self::WATCHED.bits()
            | Self::CONSTANT.bits()
            | Self::HIDDEN.bits()
            | Self::NATIVE.bits();
        /// The flags that make loads of pointers slow.
        const SLOWS_POINTERS = Self::SLOW_READ.bits() | Self::NATIVE.bits();
    }
}

/// The accesses that a provenance allows: to an allocation, or to a part that a promise is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The first address.
    pub base: u64,
    /// The size in bytes.
    pub size: u64,
    /// The generation of the slot. Provenances of another generation dangle.
    pub generation: u32,
    /// Flags that restrict accesses.
    pub flags: EntryFlags,
    /// The kind of the allocation.
    pub kind: Kind,
    /// log2 of the alignment.
    pub align_log2: u8,
    /// Further information that depends on the kind.
    pub info: u32,
    /// For a derived entry, the slot of its parent.
    pub parent: u32,
}

const _: () = assert!(std::mem::size_of::<Entry>() <= 32);

impl Entry {
    /// An entry that allows nothing.
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

/// The operations that began and ended an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lifetime {
    /// The operation that created the entry.
    pub begun: Site,
    /// The operation that ended the entry.
    pub ended: Option<Site>,
}
