//! Encodings and keywords of the values of `memory(...)`, `captures(...)`, `nofpclass(...)`, `allockind(...)`, `allocsize(...)`,
//! `vscale_range(...)`, `uwtable` and `denormal_fpenv(...)`.

use std::ops::{BitAnd, BitOr};

use bitflags::bitflags;

bitflags! {
    /// The kind of a memory access.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct ModRef: u32 {
        /// Reads.
        const REF = 1;
        /// Writes.
        const MOD = 2;
    }
}

impl ModRef {
    /// The keyword of each access kind, indexed by its bits.
    const NAMES: [&'static str; 4] = ["none", "read", "write", "readwrite"];

    /// The keyword.
    pub fn name(self) -> &'static str {
        Self::NAMES[self.bits() as usize & 3]
    }

    /// The access kind with this keyword.
    pub fn from_keyword(name: &[u8]) -> Option<ModRef> {
        let bits = Self::NAMES.iter().position(|n| n.as_bytes() == name)?;
        Some(ModRef::from_bits_truncate(bits as u32))
    }
}

/// A class of memory that a function may access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryLocation {
    /// Memory that pointer arguments point to.
    Arg,
    /// Memory that the module cannot access.
    Inaccessible,
    /// `errno`.
    Errno,
    /// All other memory.
    Other,
    /// Target-specific state.
    Target0,
    /// Target-specific state.
    Target1,
}

impl MemoryLocation {
    /// All locations, in the order of their bits.
    pub const ALL: [MemoryLocation; 6] =
        [Self::Arg, Self::Inaccessible, Self::Errno, Self::Other, Self::Target0, Self::Target1];

    /// The keyword; `None` for other memory.
    pub fn name(self) -> Option<&'static str> {
        [Some("argmem"), Some("inaccessiblemem"), Some("errnomem"), None, Some("target_mem0"), Some("target_mem1")]
            [self as usize]
    }

    /// The locations with this keyword: one, or both target locations for `target_mem`.
    pub fn from_name(name: &[u8]) -> &'static [MemoryLocation] {
        const ALL: &[MemoryLocation] = &MemoryLocation::ALL;
        let is_named = |location: &MemoryLocation| location.name().is_some_and(|n| n.as_bytes() == name);
        match ALL.iter().position(is_named) {
            Some(index) => &ALL[index..=index],
            None if name == b"target_mem" => &ALL[4..],
            None => &[],
        }
    }
}

/// The memory that a function may access, and how: the value of `memory(...)`, two bits for each location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryEffects(u32);

impl MemoryEffects {
    /// No access.
    pub const NONE: MemoryEffects = MemoryEffects(0);
    /// Any access to any memory, as without the attribute.
    pub const UNKNOWN: MemoryEffects = MemoryEffects(0xfff);

    /// The same access to all locations.
    pub fn all(access: ModRef) -> MemoryEffects {
        MemoryEffects(0x555 * access.bits())
    }

    /// Access to a single location.
    pub fn only(location: MemoryLocation, access: ModRef) -> MemoryEffects {
        Self::NONE.with(location, access)
    }

    /// Decodes the value.
    pub fn from_bits(bits: u64) -> MemoryEffects {
        MemoryEffects(bits as u32 & 0xfff)
    }

    /// The encoded value.
    pub fn bits(self) -> u64 {
        self.0.into()
    }

    /// The access to a location.
    pub fn get(self, location: MemoryLocation) -> ModRef {
        ModRef::from_bits_truncate(self.0 >> (2 * location as u32))
    }

    /// The same effects with another access to one location.
    pub fn with(self, location: MemoryLocation, access: ModRef) -> MemoryEffects {
        let shift = 2 * location as u32;
        MemoryEffects(self.0 & !(3 << shift) | access.bits() << shift)
    }

    /// The union of the accesses to all locations.
    pub fn any(self) -> ModRef {
        MemoryLocation::ALL.into_iter().fold(ModRef::empty(), |all, location| all | self.get(location))
    }

    /// The effects of an attribute that `memory(...)` replaced in LLVM 16.
    pub fn from_old_name(name: &[u8]) -> Option<MemoryEffects> {
        let (arg, inaccessible) = (MemoryLocation::Arg, MemoryLocation::Inaccessible);
        Some(match name {
            b"readnone" => Self::NONE,
            b"readonly" => Self::all(ModRef::REF),
            b"writeonly" => Self::all(ModRef::MOD),
            b"argmemonly" => Self::only(arg, ModRef::all()),
            b"inaccessiblememonly" => Self::only(inaccessible, ModRef::all()),
            b"inaccessiblemem_or_argmemonly" => Self::only(arg, ModRef::all()).with(inaccessible, ModRef::all()),
            _ => return None,
        })
    }
}

impl BitAnd for MemoryEffects {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        MemoryEffects(self.0 & other.0)
    }
}

impl BitOr for MemoryEffects {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        MemoryEffects(self.0 | other.0)
    }
}

bitflags! {
    /// Components of a pointer that may be captured.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct CaptureComponents: u8 {
        /// Whether the address is null.
        const ADDRESS_IS_NULL = 1;
        /// The address.
        const ADDRESS = 3;
        /// The provenance for reads.
        const READ_PROVENANCE = 4;
        /// The full provenance.
        const PROVENANCE = 12;
    }
}

impl CaptureComponents {
    /// The keyword of each component; of overlapping components, the one with more bits first.
    pub const NAMED: [(&'static str, CaptureComponents); 4] = [
        ("address", CaptureComponents::ADDRESS),
        ("address_is_null", CaptureComponents::ADDRESS_IS_NULL),
        ("provenance", CaptureComponents::PROVENANCE),
        ("read_provenance", CaptureComponents::READ_PROVENANCE),
    ];

    /// Bitcode may have part of a component that has no keyword: it is widened to the whole component.
    fn widened(self) -> CaptureComponents {
        let parts = [
            (CaptureComponents::ADDRESS, CaptureComponents::ADDRESS_IS_NULL),
            (CaptureComponents::PROVENANCE, CaptureComponents::READ_PROVENANCE),
        ];
        parts.into_iter().fold(self, |all, (whole, part)| match all.intersects(whole.difference(part)) {
            true => all | whole,
            false => all,
        })
    }
}

/// The value of `captures(...)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Captures {
    /// The components captured other than through the return value.
    pub other: CaptureComponents,
    /// The components captured through the return value.
    pub result: CaptureComponents,
}

impl Captures {
    /// `captures(none)`, `nocapture` in older text.
    pub const NONE: Captures = Captures { other: CaptureComponents::empty(), result: CaptureComponents::empty() };

    /// Decodes the value.
    pub fn from_bits(bits: u64) -> Captures {
        Captures {
            other: CaptureComponents::from_bits_truncate((bits >> 4) as u8).widened(),
            result: CaptureComponents::from_bits_truncate(bits as u8).widened(),
        }
    }

    /// The encoded value.
    pub fn bits(self) -> u64 {
        u64::from(self.other.bits()) << 4 | u64::from(self.result.bits())
    }
}

bitflags! {
    /// Classes of floating-point values: the value of `nofpclass(...)`, and the mask of `llvm.is.fpclass`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct FpClass: u32 {
        /// Signaling NaN.
        const SNAN = 1;
        /// Quiet NaN.
        const QNAN = 1 << 1;
        /// Negative infinity.
        const NEG_INF = 1 << 2;
        /// Negative normal numbers.
        const NEG_NORMAL = 1 << 3;
        /// Negative subnormal numbers.
        const NEG_SUBNORMAL = 1 << 4;
        /// Negative zero.
        const NEG_ZERO = 1 << 5;
        /// Positive zero.
        const POS_ZERO = 1 << 6;
        /// Positive subnormal numbers.
        const POS_SUBNORMAL = 1 << 7;
        /// Positive normal numbers.
        const POS_NORMAL = 1 << 8;
        /// Positive infinity.
        const POS_INF = 1 << 9;
        /// Any NaN.
        const NAN = Self::SNAN.bits() | Self::QNAN.bits();
        /// Any infinity.
        const INF = Self::NEG_INF.bits() | Self::POS_INF.bits();
        /// Any normal number.
        const NORMAL = Self::NEG_NORMAL.bits() | Self::POS_NORMAL.bits();
        /// Any subnormal number.
        const SUBNORMAL = Self::NEG_SUBNORMAL.bits() | Self::POS_SUBNORMAL.bits();
        /// Any zero.
        const ZERO = Self::NEG_ZERO.bits() | Self::POS_ZERO.bits();
    }
}

impl FpClass {
    /// The keyword of each class, in the order in which LLVM prints them: a class before its subclasses.
    pub const NAMED: [(&'static str, FpClass); 16] = [
        ("all", FpClass::all()),
        ("nan", FpClass::NAN),
        ("snan", FpClass::SNAN),
        ("qnan", FpClass::QNAN),
        ("inf", FpClass::INF),
        ("ninf", FpClass::NEG_INF),
        ("pinf", FpClass::POS_INF),
        ("zero", FpClass::ZERO),
        ("nzero", FpClass::NEG_ZERO),
        ("pzero", FpClass::POS_ZERO),
        ("sub", FpClass::SUBNORMAL),
        ("nsub", FpClass::NEG_SUBNORMAL),
        ("psub", FpClass::POS_SUBNORMAL),
        ("norm", FpClass::NORMAL),
        ("nnorm", FpClass::NEG_NORMAL),
        ("pnorm", FpClass::POS_NORMAL),
    ];
}

bitflags! {
    /// The value of `allockind(...)`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct AllocKind: u32 {
        /// The function returns new memory.
        const ALLOC = 1;
        /// The function resizes the memory of the `allocptr` argument.
        const REALLOC = 1 << 1;
        /// The function frees the `allocptr` argument.
        const FREE = 1 << 2;
        /// The new memory is uninitialized.
        const UNINITIALIZED = 1 << 3;
        /// The new memory is zeroed.
        const ZEROED = 1 << 4;
        /// The alignment of the new memory is given by the `allocalign` argument.
        const ALIGNED = 1 << 5;
    }
}

impl AllocKind {
    /// The keyword of each flag, in the order in which LLVM prints them.
    pub const NAMED: [(&'static str, AllocKind); 6] = [
        ("alloc", AllocKind::ALLOC),
        ("realloc", AllocKind::REALLOC),
        ("free", AllocKind::FREE),
        ("uninitialized", AllocKind::UNINITIALIZED),
        ("zeroed", AllocKind::ZEROED),
        ("aligned", AllocKind::ALIGNED),
    ];
}

/// `uwtable(sync)`.
pub const UWTABLE_SYNC: u64 = 1;
/// `uwtable` or `uwtable(async)`.
pub const UWTABLE_ASYNC: u64 = 2;

/// `allocsize(size, count)`: the indices of the parameters with the element size and the number of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AllocSize {
    /// The index of the size parameter.
    pub size: u32,
    /// The index of the count parameter.
    pub count: Option<u32>,
}

impl AllocSize {
    /// Decodes the value.
    pub fn from_bits(bits: u64) -> AllocSize {
        AllocSize { size: (bits >> 32) as u32, count: Some(bits as u32).filter(|count| *count != u32::MAX) }
    }

    /// The encoded value.
    pub fn bits(self) -> u64 {
        u64::from(self.size) << 32 | u64::from(self.count.unwrap_or(u32::MAX))
    }
}

/// `vscale_range(min, max)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VscaleRange {
    /// The minimum of `vscale`.
    pub min: u32,
    /// The maximum of `vscale`; 0 if unbounded.
    pub max: u32,
}

impl VscaleRange {
    /// Decodes the value.
    pub fn from_bits(bits: u64) -> VscaleRange {
        VscaleRange { min: (bits >> 32) as u32, max: bits as u32 }
    }

    /// The encoded value.
    pub fn bits(self) -> u64 {
        u64::from(self.min) << 32 | u64::from(self.max)
    }
}

/// The value of `dead_on_return` without a number of bytes, in the encoding of the form with a number.
pub const DEAD_ON_RETURN_ALL: u64 = u64::MAX;

crate::instruction::keyword_enum! {
    /// The treatment of denormal values.
    #[derive(Default)]
    DenormalKind {
        #[default]
        Ieee = "ieee",
        PreserveSign = "preservesign",
        PositiveZero = "positivezero",
        Dynamic = "dynamic",
    }
}

/// The treatment of denormal results and operands of floating-point operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DenormalMode {
    /// For results.
    pub output: DenormalKind,
    /// For operands.
    pub input: DenormalKind,
}

impl DenormalMode {
    fn from_bits(bits: u64) -> DenormalMode {
        let kind = |bits: u64| DenormalKind::ALL[bits as usize % DenormalKind::ALL.len()];
        DenormalMode { output: kind(bits), input: kind(bits >> 2) }
    }

    fn bits(self) -> u64 {
        self.output as u64 | (self.input as u64) << 2
    }
}

/// The value of `denormal_fpenv(...)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DenormalFpEnv {
    /// For all types but `float`.
    pub default: DenormalMode,
    /// For `float`.
    pub float: DenormalMode,
}

impl DenormalFpEnv {
    /// Decodes the value.
    pub fn from_bits(bits: u64) -> DenormalFpEnv {
        DenormalFpEnv { default: DenormalMode::from_bits(bits), float: DenormalMode::from_bits(bits >> 4) }
    }

    /// The encoded value.
    pub fn bits(self) -> u64 {
        self.default.bits() | self.float.bits() << 4
    }
}
