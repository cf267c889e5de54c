//! Intrinsics ([Language Reference: Intrinsic Functions](https://llvm.org/docs/LangRef.html#intrinsic-functions)):
//! the `llvm.*` functions of all versions and targets, as data.
//!
//! [`IntrinsicId`] names one. A version of LLVM gives it a [signature](IntrinsicId::signature), against which a function type is
//! [matched](IntrinsicId::match_signature); the [full name](IntrinsicId::mangled_name) of each of its overloads; and the
//! [attributes](IntrinsicId::attributes) of its declarations. All of it stands in `intrinsics/table.bin`,
//! which `tools/gen-intrinsics.py` makes from LLVM's own description.
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

/// An intrinsic of any version. They are numbered from 0 in the order of their names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IntrinsicId(u16);

/// An attribute of an intrinsic's declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntrinsicAttribute {
    /// One without a value, such as `nounwind`.
    Flag(&'static str),
    /// One with a number: `align`, `dereferenceable`, `captures` (0 is `none`) and `memory`, which has two bits (1 reads,
    /// 2 writes) for each of `argmem`, `inaccessiblemem`, `errnomem`, other memory, `target_mem0` and `target_mem1`.
    Int(&'static str, u64),
    /// `range(iN lower, upper)`, `iN` being the scalar type of the argument or result, to whose width the bounds wrap.
    #[allow(missing_docs)]
    Range { lower: i64, upper: i64 },
}

/// What an attribute belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum AttributePlace {
    Function,
    Result,
    /// The argument of that number, from 0.
    Argument(u8),
}

/// An argument that LLVM prints with a comment where it is constant: `/* kind=tf32 */ i32 1`, or `/* (nan) */ i32 3`.
#[derive(Debug)]
pub struct PrintedArgument {
    intrinsic: IntrinsicId,
    /// Its number, from 0.
    pub argument: u8,
    /// What stands before `=`, if anything does.
    pub name: &'static str,
    /// What stands after `=` or alone.
    pub values: PrintedValues,
    since: IrVersion,
}

/// What constants are called in a comment.
#[derive(Debug)]
pub enum PrintedValues {
    /// The names of the integers 0, 1, ...; any other constant has none.
    Names(&'static [&'static str]),
    /// The classes of floating-point values in a mask.
    FpClass,
}

impl IntrinsicId {
    /// All of them, in the order of their names.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..table::COUNT).map(Self)
    }

    /// The number of the intrinsic in [`IntrinsicId::all`].
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The intrinsic of a version that a function called `name` is.
    ///
    /// Its own name names an intrinsic, and for an overloaded one any name that goes on with `.` after that; but, as in
    /// LLVM, not one that up to a later `.` is how some other intrinsic's name begins: `llvm.memcpy.i` is nothing,
    /// because of `llvm.memcpy.inline`.
    pub fn lookup(version: IrVersion, name: &[u8]) -> Option<Self> {
        let common = match search(version, name) {
            Ok(id) => return Some(id),
            Err(common) => common,
        };
        let dot = name.get(..=common)?.iter().rposition(|&b| b == b'.')?;
        search(version, &name[..dot]).ok().filter(|id| id.is_overloaded(version))
    }

    /// Whether a version has it.
    pub fn is_in(self, version: IrVersion) -> bool {
        self.entry(version, 0) != ABSENT
    }

    /// Its name, without what overloads add: `llvm.memcpy`.
    pub fn name(self) -> String {
        let mut names = Names::of_block(self.index() / table::BLOCK);
        for _ in 0..=self.index() % table::BLOCK {
            names.advance();
        }
        names.name.iter().map(|&b| char::from(b)).collect()
    }

    /// The target that it belongs to, if any: `x86` for `llvm.x86.rdtsc`.
    pub fn target(self) -> Option<&'static str> {
        let name = self.name();
        let family = name.split('.').nth(1)?;
        table::TARGETS.iter().find(|&&t| t == family).copied()
    }

    /// Whether it comes in overloads, whose types are part of their names.
    pub fn is_overloaded(self, version: IrVersion) -> bool {
        self.signature(version).any(|d| matches!(d, Descriptor::Overload { kind, .. } if kind != OverloadKind::Same))
    }

    /// Its result and parameters; nothing if the version does not have it.
    pub fn signature(self, version: IrVersion) -> Signature {
        Signature::new(self.counted(version, table::SIGNATURES, 0, 1))
    }

    /// The attributes that LLVM gives to its declarations, whatever the source says, if their type matches.
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

    /// Its arguments that calls are printed with a comment for.
    pub fn printed_arguments(self, version: IrVersion) -> impl Iterator<Item = &'static PrintedArgument> {
        table::PRINTED_ARGUMENTS.iter().filter(move |p| p.intrinsic == self && p.since <= version)
    }

    /// What one of the two numbers of its entry leads to: so many units of `unit` bytes.
    fn counted(self, version: IrVersion, section: &'static [u8], offset: usize, unit: usize) -> &'static [u8] {
        match self.entry(version, offset) {
            ABSENT => &[],
            at => counted(section, at, unit),
        }
    }

    /// One of the two numbers of its entry.
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

/// The bytes at `at` of a section, before which stands how many units of `unit` bytes they are.
fn counted(section: &'static [u8], at: usize, unit: usize) -> &'static [u8] {
    &section[at + 1..][..usize::from(section[at]) * unit]
}

/// Reads names one after the other.
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

/// Where the names of a block start.
fn block_start(block: usize) -> usize {
    let bytes = &table::BLOCKS[block * 4..][..4];
    bytes.iter().rev().fold(0, |n, &b| n << 8 | usize::from(b))
}

/// The first name of a block, which shares nothing.
fn block_head(block: usize) -> &'static [u8] {
    counted(table::NAMES, block_start(block) + 1, 1)
}

/// The intrinsic of exactly this name, or else how long a beginning the name shares with any intrinsic's.
fn search(version: IrVersion, name: &[u8]) -> Result<IntrinsicId, usize> {
    // The last block that starts with no later name.
    let (mut block, mut end) = (0, table::BLOCKS.len() / 4);
    while end - block > 1 {
        let middle = block.midpoint(end);
        if block_head(middle) <= name { block = middle } else { end = middle }
    }
    // The longest beginning is shared with the name before or after the place where `name` would stand. Names that the version
    // does not have do not count.
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
                // A name that went may be an overload of one that is left.
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
