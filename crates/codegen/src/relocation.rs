//! Relocations.

use lindworm_ir::Global;

/// The kind of a relocation, with ELF's name for x86-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelocationKind {
    /// `R_X86_64_PC32`
    Relative,
    /// `R_X86_64_PLT32`
    Call,
    /// `R_X86_64_REX_GOTPCRELX`
    Got,
    /// `R_X86_64_GOTPCREL`, in data: the distance to the GOT entry of an address.
    GotEntry,
    /// `R_X86_64_GOTTPOFF`
    ThreadOffset,
    /// `R_X86_64_TLSGD`
    ThreadGeneral,
    /// `R_X86_64_TLSLD`
    ThreadModule,
    /// `R_X86_64_DTPOFF32`
    ThreadInModule,
    /// `R_X86_64_TPOFF32`
    ThreadLocal,
    /// The distance of the symbol from `base`, which is in the same section, in `size` bytes. Not a relocation of the file.
    Distance { base: Base, size: u8 },
    /// `R_X86_64_64`
    Absolute,
    /// `R_X86_64_32`, `R_X86_64_16` and `R_X86_64_8`: the low bytes of an address, in data.
    Absolute32,
    /// `R_X86_64_32S`
    Absolute32Signed,
    /// See [`RelocationKind::Absolute32`].
    Absolute16,
    /// See [`RelocationKind::Absolute32`].
    Absolute8,
}

/// What a distance is measured from: a global, or a block whose address is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    Global(Global),
    Block(u32),
}

/// A function of the C library or the compiler runtime that generated code calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Runtime(pub &'static str);

/// The symbol of a relocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A global of the module; of an emulated thread-local variable, its control variable.
    Global(Global),
    /// A runtime function.
    Runtime(Runtime),
    /// A block whose address is taken: an entry of [`lindworm_ir::Module::block_addresses`].
    Block(u32),
    /// The text of the function that the relocation belongs to.
    Text,
    /// The read-only data of the function that the relocation belongs to.
    ReadOnly,
}

/// A relocation: the address of `symbol` plus `addend`, or the distance of that address from the relocated place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// The offset of the relocated place.
    pub offset: u32,
    /// The kind.
    pub kind: RelocationKind,
    /// The symbol.
    pub symbol: Symbol,
    /// The addend.
    pub addend: i64,
}
