//! Places that the linker fills in.

use lindworm_ir::Global;

/// How a place is filled in, as ELF calls it for x86-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelocationKind {
    /// `R_X86_64_PC32`
    Relative,
    /// `R_X86_64_PLT32`
    Call,
    /// `R_X86_64_REX_GOTPCRELX`
    Got,
    /// `R_X86_64_GOTPCREL`, in data: the distance to where an address is.
    GotEntry,
    /// `R_X86_64_GOTTPOFF`
    ThreadOffset,
    /// `R_X86_64_64`
    Absolute,
}

/// A function of the C library or of the compiler's runtime that code calls on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Runtime(pub &'static str);

/// What an address is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A global of the module.
    Global(Global),
    /// A function of the runtime.
    Runtime(Runtime),
    /// A block whose address is taken: an entry of [`lindworm_ir::Module::block_addresses`].
    Block(u32),
    /// The text of the function that the relocation belongs to.
    Text,
    /// The read-only data of the function that the relocation belongs to.
    ReadOnly,
}

/// A place to fill in: the address of `symbol` plus `addend`, or its distance from the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Where it is.
    pub offset: u32,
    /// How it is filled in.
    pub kind: RelocationKind,
    /// Whose address.
    pub symbol: Symbol,
    /// What is added.
    pub addend: i64,
}
