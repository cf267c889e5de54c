//! Intrinsics ([Language Reference: Intrinsic Functions](https://llvm.org/docs/LangRef.html#intrinsic-functions)):
//! the `llvm.*` functions of all versions and targets, as data.
//!
//! An [`IntrinsicId`] denotes an intrinsic. Each LLVM version defines its [signature](IntrinsicId::signature), against which a
//! function type is [matched](IntrinsicId::match_signature); the [full name](IntrinsicId::mangled_name) of each of its overloads;
//! and the [attributes](IntrinsicId::attributes) of its declarations. The data is in `intrinsics/table.bin`, which
//! `tools/gen-intrinsics.py` generates from LLVM's own definitions.
//!
//! ```
//! use lindworm_ir::{Context, Type};
//! use lindworm_ir::intrinsics::IntrinsicId;
//! use lindworm_ir::version::IrVersion;
//! let cx = Context::new();
//! let version = IrVersion::V22;
//! let id = IntrinsicId::lookup(version, b"llvm.umax.i32").unwrap();
//! assert_eq!(id, IntrinsicId::UMAX);
//! let ty = id.function_type(version, &cx, &[Type::I32]).unwrap();
//! assert_eq!(ty, cx.function_type(Type::I32, &[Type::I32, Type::I32], false));
//! assert_eq!(id.match_signature(version, &cx, ty).unwrap()[..], [Type::I32]);
//! ```

mod declare;
mod mangle;
mod signature;
#[rustfmt::skip]
mod table;

pub use declare::IntrinsicError;
pub use mangle::{MangledName, UniqueNames};
pub use signature::{Derivation, Descriptor, OverloadKind, Overloads, Signature, SignatureError};

use crate::version::IrVersion;

/// An intrinsic of any version, numbered from 0 in the order of names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IntrinsicId(u16);

/// An attribute of an intrinsic's declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntrinsicAttribute {
    /// An attribute without a value, such as `nounwind`.
    Flag(&'static str),
    /// An attribute with a number: `align`, `dereferenceable`, `captures` (0 is `none`) and `memory`, which has two bits (1
    /// reads, 2 writes) for each of `argmem`, `inaccessiblemem`, `errnomem`, other memory, `target_mem0` and `target_mem1`.
    Int(&'static str, u64),
    /// `range(iN lower, upper)`, where `iN` is the scalar type of the argument or result. The bounds wrap to its width.
    #[allow(missing_docs)]
    Range { lower: i64, upper: i64 },
}

/// The owner of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum AttributePlace {
    Function,
    Result,
    /// The argument with that index, from 0.
    Argument(u8),
}

/// An argument that LLVM prints with a comment if it is constant: `/* kind=tf32 */ i32 1`, or `/* (nan) */ i32 3`.
#[derive(Debug)]
pub struct PrintedArgument {
    intrinsic: IntrinsicId,
    /// The index of the argument, from 0.
    pub argument: u8,
    /// The text before `=`, if any.
    pub name: &'static str,
    /// The text after `=`, or the whole comment.
    pub values: PrintedValues,
    since: IrVersion,
}

/// The names of constants in a comment.
#[derive(Debug)]
pub enum PrintedValues {
    /// The names of the integers 0, 1, ...; other constants have none.
    Names(&'static [&'static str]),
    /// The classes of floating-point values in a mask.
    FpClass,
}

impl IntrinsicId {
    /// All intrinsics, in the order of their names.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..table::COUNT).map(Self)
    }

    /// The indices of the intrinsics whose names start with a prefix.
    pub fn with_prefix(prefix: &str) -> std::ops::Range<usize> {
        let first = |is_before: &dyn Fn(&str) -> bool| {
            let (mut low, mut high) = (0, table::COUNT);
            while low < high {
                let middle = low + (high - low) / 2;
                if is_before(&Self(middle).name()) { low = middle + 1 } else { high = middle }
            }
            usize::from(low)
        };
        first(&|name| name < prefix)..first(&|name| name < prefix || name.starts_with(prefix))
    }

    /// The index of the intrinsic in [`IntrinsicId::all`].
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The intrinsic that a function called `name` is in a version.
    ///
    /// Matches the intrinsic's own name, and for an overloaded intrinsic also names that continue with `.`. As in LLVM, a name
    /// does not match if a longer part of it, up to a later `.` or its end, is a prefix of another intrinsic's name:
    /// `llvm.memcpy.i` is not an intrinsic, because of `llvm.memcpy.inline`.
    pub fn lookup(version: IrVersion, name: &[u8]) -> Option<Self> {
        let common = match search(version, name) {
            Ok(id) => return Some(id),
            Err(common) => common,
        };
        let dot = name.get(..=common)?.iter().rposition(|&b| b == b'.')?;
        search(version, &name[..dot]).ok().filter(|id| id.is_overloaded(version))
    }

    /// Whether a version has the intrinsic.
    pub fn is_in(self, version: IrVersion) -> bool {
        self.entry(version, 0) != ABSENT
    }

    /// The base name, without the suffixes of overloads: `llvm.memcpy`.
    pub fn name(self) -> String {
        let mut names = Names::of_block(self.index() / table::BLOCK);
        for _ in 0..=self.index() % table::BLOCK {
            names.advance();
        }
        names.name.iter().map(|&b| char::from(b)).collect()
    }

    /// The target of the intrinsic, if any: `x86` for `llvm.x86.rdtsc`.
    pub fn target(self) -> Option<&'static str> {
        let name = self.name();
        let family = name.split('.').nth(1)?;
        table::TARGETS.iter().find(|&&t| t == family).copied()
    }

    /// Whether the intrinsic is overloaded, with the types as part of the name.
    pub fn is_overloaded(self, version: IrVersion) -> bool {
        self.signature(version).any(|d| matches!(d, Descriptor::Overload { kind, .. } if kind != OverloadKind::Same))
    }

    /// The signature; empty if the version does not have the intrinsic.
    pub fn signature(self, version: IrVersion) -> Signature {
        Signature::new(self.counted(version, table::SIGNATURES, 0, 1))
    }

    /// The attributes that LLVM gives to declarations of the intrinsic with a matching type, regardless of the source.
    pub fn attributes(self, version: IrVersion) -> impl Iterator<Item = (AttributePlace, IntrinsicAttribute)> {
        self.counted(version, table::ATTRIBUTE_SETS, 2, 2).chunks_exact(2).map(|pair| {
            let place = match pair[0] {
                255 => AttributePlace::Function,
                0 => AttributePlace::Result,
                n => AttributePlace::Argument(n - 1),
            };
            (place, table::ATTRIBUTES[usize::from(pair[1])])
        })
    }

    /// The arguments that are printed with a comment.
    pub fn printed_arguments(self, version: IrVersion) -> impl Iterator<Item = &'static PrintedArgument> {
        table::PRINTED_ARGUMENTS.iter().filter(move |p| p.intrinsic == self && p.since <= version)
    }

    /// The data to which one of the two numbers of the entry refers: a counted sequence of units of `unit` bytes.
    fn counted(self, version: IrVersion, section: &'static [u8], offset: usize, unit: usize) -> &'static [u8] {
        match self.entry(version, offset) {
            ABSENT => &[],
            at => counted(section, at, unit),
        }
    }

    /// One of the two numbers of the entry.
    fn entry(self, version: IrVersion, offset: usize) -> usize {
        let at = (version as usize * usize::from(table::COUNT) + self.index()) * 4 + offset;
        u16::from_le_bytes([table::ENTRIES[at], table::ENTRIES[at + 1]]).into()
    }
}

/// The number in the entry of an intrinsic that a version does not have.
const ABSENT: usize = 0xffff;

impl std::fmt::Debug for IntrinsicId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

/// The bytes at `at` of a section, preceded by their length in units of `unit` bytes.
fn counted(section: &'static [u8], at: usize, unit: usize) -> &'static [u8] {
    &section[at + 1..][..usize::from(section[at]) * unit]
}

/// Reads successive names.
struct Names {
    rest: &'static [u8],
    name: Vec<u8>,
}

impl Names {
    /// Starts before the first name of a block.
    fn of_block(block: usize) -> Self {
        Names { rest: &table::NAMES[block_start(block)..], name: Vec::new() }
    }

    /// Reads the next name. Returns false at the end of the table.
    fn advance(&mut self) -> bool {
        let [shared, len, rest @ ..] = self.rest else { return false };
        let (own, rest) = rest.split_at(usize::from(*len));
        self.name.truncate(usize::from(*shared));
        self.name.extend_from_slice(own);
        self.rest = rest;
        true
    }
}

/// The start of the names of a block.
fn block_start(block: usize) -> usize {
    let bytes = &table::BLOCKS[block * 4..][..4];
    bytes.iter().rev().fold(0, |n, &b| n << 8 | usize::from(b))
}

/// The first name of a block, which has no shared prefix.
fn block_head(block: usize) -> &'static [u8] {
    counted(table::NAMES, block_start(block) + 1, 1)
}

/// The intrinsic of exactly this name, or else the length of the longest prefix that the name shares with any intrinsic's name.
fn search(version: IrVersion, name: &[u8]) -> Result<IntrinsicId, usize> {
    // The last block whose first name is not greater.
    let (mut block, mut end) = (0, table::BLOCKS.len() / 4);
    while end - block > 1 {
        let middle = block.midpoint(end);
        if block_head(middle) <= name { block = middle } else { end = middle }
    }
    // The longest prefix is shared with a neighbour of `name` in sorted order. Names that the version does not have are ignored.
    loop {
        let mut names = Names::of_block(block);
        let mut longest = 0;
        let mut has_earlier = block == 0;
        let mut id = IntrinsicId((block * table::BLOCK) as u16);
        while names.advance() {
            if id.is_in(version) {
                let common = names.name.iter().zip(name).take_while(|(a, b)| a == b).count();
                longest = longest.max(common);
                if names.name == name {
                    return Ok(id);
                }
                if *names.name > *name {
                    break;
                }
                has_earlier = true;
            }
            id.0 += 1;
        }
        if has_earlier {
            return Err(longest);
        }
        block -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lookup(name: &str) -> Option<String> {
        IntrinsicId::lookup(IrVersion::V22, name.as_bytes()).map(IntrinsicId::name)
    }

    #[test]
    fn every_name_finds_its_intrinsic() {
        let mut previous = String::new();
        for id in IntrinsicId::all() {
            let name = id.name();
            assert!(previous < name, "{previous} before {name}");
            for version in IrVersion::ALL {
                let expected = id.is_in(version).then_some(id);
                let found = IntrinsicId::lookup(version, name.as_bytes());
                // A removed name may be an overload of a remaining intrinsic.
                assert_eq!(found.filter(|&found| found == id), expected, "{name}");
            }
            previous = name;
        }
    }

    #[test]
    fn constants_name_their_intrinsics() {
        assert_eq!(IntrinsicId::MEMCPY.name(), "llvm.memcpy");
        assert_eq!(IntrinsicId::EXPERIMENTAL_GC_STATEPOINT.name(), "llvm.experimental.gc.statepoint");
        assert_eq!(IntrinsicId::AMDGCN_KILL.name(), "llvm.amdgcn.kill");
        assert_eq!(IntrinsicId::VECTOR_REDUCE_XOR.name(), "llvm.vector.reduce.xor");
    }

    #[test]
    fn overloads_are_found_by_what_is_before_their_types() {
        assert_eq!(lookup("llvm.memcpy.p0.p0.i64").as_deref(), Some("llvm.memcpy"));
        assert_eq!(lookup("llvm.memcpy.inline.p0.p0.i64").as_deref(), Some("llvm.memcpy.inline"));
        assert_eq!(lookup("llvm.umax.").as_deref(), Some("llvm.umax"));
    }

    #[test]
    fn only_overloaded_intrinsics_take_more_after_their_names() {
        assert_eq!(lookup("llvm.donothing").as_deref(), Some("llvm.donothing"));
        assert_eq!(lookup("llvm.donothing.i32"), None);
    }

    #[test]
    fn names_end_at_dots() {
        for name in ["llvm.memcpyx", "llvm.memcp", "llvm.", "llvm", "", "memcpy", "llvm.x86", "llvm.zzz", "\u{ff}"] {
            assert_eq!(lookup(name), None, "{name}");
        }
    }

    #[test]
    fn the_beginning_of_another_name_hides_an_overload() {
        assert_eq!(lookup("llvm.memcpy.i"), None);
        assert_eq!(lookup("llvm.memcpy.in.p0"), None);
        assert_eq!(lookup("llvm.memcpy.ix").as_deref(), Some("llvm.memcpy"));
    }

    #[test]
    fn targets() {
        assert_eq!(IntrinsicId::lookup(IrVersion::V22, b"llvm.x86.rdtsc").unwrap().target(), Some("x86"));
        assert_eq!(IntrinsicId::MEMCPY.target(), None);
        let named = |prefix| IntrinsicId::all().filter(move |id| id.name().starts_with(prefix)).map(|id| id.index());
        for prefix in ["llvm.x86.", "llvm.experimental.constrained.", "llvm.", "llvm.zz"] {
            assert!(IntrinsicId::with_prefix(prefix).eq(named(prefix)), "{prefix}");
        }
    }

    #[test]
    fn attributes_of_memcpy() {
        use AttributePlace::{Argument, Function};
        use IntrinsicAttribute::{Flag, Int};
        let all: Vec<_> = IntrinsicId::MEMCPY.attributes(IrVersion::V22).collect();
        for expected in [
            (Function, Flag("nounwind")),
            (Function, Int("memory", 3)),
            (Argument(0), Flag("writeonly")),
            (Argument(1), Int("captures", 0)),
            (Argument(3), Flag("immarg")),
        ] {
            assert!(all.contains(&expected), "{expected:?} in {all:?}");
        }
    }

    #[test]
    fn some_calls_are_printed_with_comments() {
        let id = IntrinsicId::lookup(IrVersion::V22, b"llvm.nvvm.tensormap.replace.elemtype.p1").unwrap();
        let printed: Vec<_> = id.printed_arguments(IrVersion::V22).map(|p| (p.argument, p.name)).collect();
        assert_eq!(printed, [(1, "elemtype")]);
        assert_eq!(IntrinsicId::MEMCPY.printed_arguments(IrVersion::V22).count(), 0);
        assert_eq!(IntrinsicId::IS_FPCLASS.printed_arguments(IrVersion::V22).count(), 0);
        assert_eq!(IntrinsicId::IS_FPCLASS.printed_arguments(IrVersion::V23).count(), 1);
    }

    #[test]
    fn versions_have_intrinsics_of_their_own() {
        let lookup = |version, name: &str| IntrinsicId::lookup(version, name.as_bytes()).map(IntrinsicId::name);
        assert_eq!(lookup(IrVersion::V22, "llvm.masked.srem.v4i32"), None);
        assert_eq!(lookup(IrVersion::V23, "llvm.masked.srem.v4i32").as_deref(), Some("llvm.masked.srem"));
        assert_eq!(lookup(IrVersion::V22, "llvm.convert.to.fp16.f32").as_deref(), Some("llvm.convert.to.fp16"));
        assert_eq!(lookup(IrVersion::V23, "llvm.convert.to.fp16.f32"), None);
        assert!(!IntrinsicId::RETURNADDRESS.is_overloaded(IrVersion::V22));
        assert!(IntrinsicId::RETURNADDRESS.is_overloaded(IrVersion::V23));
    }
}
