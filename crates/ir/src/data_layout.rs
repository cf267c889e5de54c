//! Data layout ([Language Reference](https://llvm.org/docs/LangRef.html#data-layout)): the parsed layout string of a target, and
//! the sizes and alignments of types that follow from it.

use std::sync::{Arc, OnceLock, RwLock};

use crate::hash::HashMap;
use crate::version::IrVersion;

use crate::context::Context;
use crate::instruction::Align;
use crate::types::{MAX_INT_BITS, Type, TypeKind};

mod source;

pub use source::DataLayoutSource;

/// The data layout of a target.
///
/// ```
/// use lindworm_ir::{Context, Type, data_layout::DataLayout};
/// let cx = Context::new();
/// let layout = DataLayout::parse(b"e-p:32:32-i64:64").unwrap();
/// let ty = cx.struct_type(&[Type::I8, Type::I64, Type::PTR], false);
/// assert_eq!(layout.alloc_size(&cx, ty).unwrap().min, 24);
/// assert_eq!(layout.struct_layout(&cx, ty).unwrap().offsets[2].min, 16);
/// ```
#[derive(Clone, Debug)]
pub struct DataLayout {
    /// The layout string.
    pub text: Vec<u8>,
    /// Whether the target is big-endian.
    pub big_endian: bool,
    /// The address space of functions.
    pub program_addr_space: u32,
    /// The default address space of global variables.
    pub globals_addr_space: u32,
    /// The address space of `alloca`.
    pub alloca_addr_space: u32,
    /// The natural alignment of the stack, if given.
    pub stack_align: Align,
    /// The alignment of function pointers, if given.
    pub function_pointer_align: Align,
    /// Whether the function pointer alignment is a multiple of the function alignment (`Fn`), rather than independent of it
    /// (`Fi`).
    pub function_pointer_align_is_relative: bool,
    /// The name mangling, if given.
    pub mangling: Option<Mangling>,
    /// The native integer widths of the target.
    pub legal_ints: Vec<u32>,
    ints: Vec<Spec>,
    floats: Vec<Spec>,
    vectors: Vec<Spec>,
    /// Whether vectors without an alignment of their own are aligned like their elements (`ve`).
    vectors_as_elements: bool,
    /// Sorted by address space. The entry of address space 0 always exists, and is the default for address spaces without an
    /// entry.
    pointers: Vec<PointerSpec>,
    aggregate_abi: Align,
    aggregate_preferred: Align,
    known: Known,
}

/// The name mangling of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Mangling {
    Elf,
    Goff,
    MachO,
    Mips,
    WinCoff,
    WinCoffX86,
    Xcoff,
}

/// The letter after `m:` for each mangling.
const MANGLINGS: &[(u8, Mangling)] = &[
    (b'e', Mangling::Elf),
    (b'l', Mangling::Goff),
    (b'o', Mangling::MachO),
    (b'm', Mangling::Mips),
    (b'w', Mangling::WinCoff),
    (b'x', Mangling::WinCoffX86),
    (b'a', Mangling::Xcoff),
];

/// The alignments of the types of one kind with this bit width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spec {
    bits: u32,
    abi: Align,
    preferred: Align,
}

/// The properties of pointers into an address space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerSpec {
    /// The address space.
    pub addr_space: u32,
    /// The bit width of the representation.
    pub bits: u32,
    /// The bit width of an address, and of the offsets that `getelementptr` adds; at most `bits`.
    pub index_bits: u32,
    /// The ABI alignment.
    pub abi: Align,
    /// The preferred alignment.
    pub preferred: Align,
    /// Whether the representation is unstable.
    pub unstable: bool,
    /// Whether pointers have external state besides their representation.
    pub external_state: bool,
    /// The representation of the null pointer, if specified.
    pub null: Option<NullPointer>,
    /// The name of the address space; empty if none.
    pub name: Box<[u8]>,
}

/// The representation of the null pointer of an address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NullPointer {
    /// All bits are zero (`z`), the default.
    Zeros,
    /// All bits are one (`o`).
    Ones,
}

impl PointerSpec {
    /// Whether the pointers are non-integral: more than an address.
    pub fn is_non_integral(&self) -> bool {
        self.unstable || self.external_state || self.bits != self.index_bits
    }
}

/// A number of bits or bytes, multiplied by `vscale` for a scalable type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeSize {
    /// The minimum: the number for a `vscale` of 1.
    pub min: u64,
    /// Whether the number is multiplied by `vscale`.
    pub scalable: bool,
}

/// Size and alignment of a type. As in LLVM, sizes wrap modulo 2^64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeLayout {
    bits: u64,
    alloc: u64,
    scalable: bool,
    /// The ABI alignment.
    pub abi: Align,
    /// The preferred alignment.
    pub preferred: Align,
}

impl TypeLayout {
    /// The size of a value in bits.
    pub fn size_in_bits(&self) -> TypeSize {
        TypeSize { min: self.bits, scalable: self.scalable }
    }

    /// The number of bytes that a store overwrites.
    pub fn store_size(&self) -> TypeSize {
        TypeSize { min: self.bits.div_ceil(8), scalable: self.scalable }
    }

    /// The distance of array elements in bytes: the store size plus padding.
    pub fn alloc_size(&self) -> TypeSize {
        TypeSize { min: self.alloc, scalable: self.scalable }
    }
}

/// The layout of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructLayout {
    /// The byte offset of each field.
    pub offsets: Box<[TypeSize]>,
    /// The size in bytes, including tail padding.
    pub size: TypeSize,
    /// The maximum alignment of the fields; 1 for a packed struct.
    pub align: Align,
    /// Whether there is padding between the fields or at the end.
    pub is_padded: bool,
}

impl StructLayout {
    /// The field that contains the byte at `offset`; of several fields at the same offset, the last. `None` if there is no such
    /// field.
    pub fn field_at(&self, offset: u64) -> Option<usize> {
        self.offsets.partition_point(|o| o.min <= offset).checked_sub(1)
    }
}

/// Cache of layouts.
#[derive(Default)]
struct Known {
    /// The layouts of the types that are in every context, in the order of their handles.
    fixed: OnceLock<Box<[Option<TypeLayout>]>>,
    /// The layouts of aggregate types, so that the layout of each nested type is computed only once.
    aggregates: RwLock<Option<(Context, Aggregates)>>,
}

type Aggregates = HashMap<Type, Result<Aggregate, NoSize>>;

/// The reason why a type has no size: an opaque struct in it, which may get a body later; `None` for a permanent reason.
type NoSize = Option<Type>;

#[derive(Clone)]
struct Aggregate {
    layout: TypeLayout,
    /// The layout, for a struct.
    fields: Option<Arc<StructLayout>>,
}

impl Clone for Known {
    fn clone(&self) -> Self {
        Known::default()
    }
}

impl std::fmt::Debug for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("_")
    }
}

/// The alignment of `bytes` rounded up to a power of two.
fn align_up_to(bytes: u64) -> Align {
    Align::from_log2(bytes.checked_next_power_of_two().map_or(63, u64::trailing_zeros) as u8)
}

fn align_to(offset: u64, align: Align) -> u64 {
    let mask = align.bytes().unwrap_or(1) - 1;
    offset.wrapping_add(mask) & !mask
}

impl Default for DataLayout {
    fn default() -> Self {
        let spec = |(bits, abi, preferred): (u32, u64, u64)| Spec {
            bits,
            abi: align_up_to(abi),
            preferred: align_up_to(preferred),
        };
        DataLayout {
            text: Vec::new(),
            big_endian: false,
            program_addr_space: 0,
            globals_addr_space: 0,
            alloca_addr_space: 0,
            stack_align: Align::NONE,
            function_pointer_align: Align::NONE,
            function_pointer_align_is_relative: false,
            mangling: None,
            legal_ints: Vec::new(),
            ints: [(8, 1, 1), (16, 2, 2), (32, 4, 4), (64, 4, 8)].map(spec).to_vec(),
            floats: [(16, 2, 2), (32, 4, 4), (64, 8, 8), (128, 16, 16)].map(spec).to_vec(),
            vectors: [(64, 8, 8), (128, 16, 16)].map(spec).to_vec(),
            vectors_as_elements: false,
            pointers: vec![PointerSpec {
                addr_space: 0,
                bits: 64,
                index_bits: 64,
                abi: align_up_to(8),
                preferred: align_up_to(8),
                unstable: false,
                external_state: false,
                null: None,
                name: Box::default(),
            }],
            aggregate_abi: Align::ONE,
            aggregate_preferred: align_up_to(8),
            known: Known::default(),
        }
    }
}

/// Layouts are equal if they specify the same, whatever their strings.
impl PartialEq for DataLayout {
    fn eq(&self, other: &Self) -> bool {
        let scalars = |d: &Self| {
            (
                d.big_endian,
                d.program_addr_space,
                d.globals_addr_space,
                d.alloca_addr_space,
                d.stack_align,
                d.function_pointer_align,
                d.function_pointer_align_is_relative,
                d.mangling,
                d.aggregate_abi,
                d.aggregate_preferred,
                d.vectors_as_elements,
            )
        };
        scalars(self) == scalars(other)
            && self.legal_ints == other.legal_ints
            && self.ints == other.ints
            && self.floats == other.floats
            && self.vectors == other.vectors
            && self.pointers == other.pointers
    }
}

impl Eq for DataLayout {}

/// The error in a layout string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct DataLayoutError {
    /// The message, in LLVM's wording.
    pub message: String,
}

/// Parsing of layout strings.
impl DataLayout {
    /// The first version of LLVM that accepts the whole string.
    pub fn since(&self) -> IrVersion {
        let is_new = self.vectors_as_elements || self.pointers.iter().any(|spec| spec.null.is_some());
        if is_new { IrVersion::V23 } else { IrVersion::V22 }
    }

    /// Parses a layout string. Errors have LLVM's wording.
    pub fn parse(text: &[u8]) -> Result<DataLayout, DataLayoutError> {
        DataLayout::parse_specs(text).map_err(|message| DataLayoutError { message })
    }

    fn parse_specs(text: &[u8]) -> Result<DataLayout, String> {
        let mut layout = DataLayout { text: text.into(), ..Default::default() };
        let mut unstable = Vec::new();
        // With `ve`, only the vector alignments of the string apply, whether before or after it.
        if text.split(|&b| b == b'-').any(|spec| spec == b"ve") {
            layout.vectors_as_elements = true;
            layout.vectors.clear();
        }
        if !text.is_empty() {
            for spec in text.split(|&b| b == b'-') {
                layout.parse_spec(spec, &mut unstable)?;
            }
        }
        // Deferred, because the pointer specifications of these address spaces may follow.
        for addr_space in unstable {
            let spec = layout.pointer(addr_space).clone();
            layout.set_pointer(PointerSpec { addr_space, unstable: true, external_state: false, ..spec });
        }
        Ok(layout)
    }

    fn parse_spec(&mut self, spec: &[u8], unstable: &mut Vec<u32>) -> Result<(), String> {
        if let Some(rest) = spec.strip_prefix(b"ni") {
            let Some(list) = rest.strip_prefix(b":") else {
                return Err(malformed("ni:<address space>[:<address space>]..."));
            };
            for part in list.split(|&b| b == b':') {
                match parse_addr_space(part)? {
                    0 => return Err("address space 0 cannot be non-integral".into()),
                    addr_space => unstable.push(addr_space),
                }
            }
            return Ok(());
        }
        let Some((&kind, rest)) = spec.split_first() else {
            return Err("empty specification is not allowed".into());
        };
        match kind {
            b'v' if rest == b"e" => {}
            b'i' | b'f' | b'v' => self.parse_primitive(kind, rest)?,
            b'a' => self.parse_aggregate(rest)?,
            b'p' => self.parse_pointer(rest)?,
            // Obsolete: the alignment of stack objects.
            b's' => {}
            b'e' | b'E' if !rest.is_empty() => return Err("malformed specification, must be just 'e' or 'E'".into()),
            b'e' | b'E' => self.big_endian = kind == b'E',
            b'n' => {
                for part in rest.split(|&b| b == b':') {
                    self.legal_ints.push(parse_size(part, "size")?);
                }
            }
            b'S' if rest.is_empty() => return Err(malformed("S<size>")),
            b'S' => self.stack_align = parse_align(rest, "stack natural", false)?,
            b'F' => {
                let (&how, align) = rest.split_first().ok_or_else(|| malformed("F<type><abi>"))?;
                self.function_pointer_align_is_relative = match how {
                    b'i' => false,
                    b'n' => true,
                    _ => return Err(format!("unknown function pointer alignment type '{}'", shown(how))),
                };
                self.function_pointer_align = parse_align(align, "ABI", false)?;
            }
            b'P' if rest.is_empty() => return Err(malformed("P<address space>")),
            b'P' => self.program_addr_space = parse_addr_space(rest)?,
            b'A' if rest.is_empty() => return Err(malformed("A<address space>")),
            b'A' => self.alloca_addr_space = parse_addr_space(rest)?,
            b'G' if rest.is_empty() => return Err(malformed("G<address space>")),
            b'G' => self.globals_addr_space = parse_addr_space(rest)?,
            b'm' => match rest {
                [b':', mode] => match MANGLINGS.iter().find(|(letter, _)| letter == mode) {
                    Some(&(_, mangling)) => self.mangling = Some(mangling),
                    None => return Err("unknown mangling mode".into()),
                },
                [b':', _, ..] => return Err("unknown mangling mode".into()),
                _ => return Err(malformed("m:<mangling>")),
            },
            _ => return Err(format!("unknown specifier '{}'", shown(kind))),
        }
        Ok(())
    }

    /// `[ifv]<size>:<abi>[:<pref>]`
    fn parse_primitive(&mut self, kind: u8, rest: &[u8]) -> Result<(), String> {
        let parts: Vec<&[u8]> = rest.splitn(4, |&b| b == b':').collect();
        if !(2..=3).contains(&parts.len()) {
            return Err(malformed(&format!("{}<size>:<abi>[:<pref>]", shown(kind))));
        }
        let bits = parse_size(parts[0], "size")?;
        let abi = parse_align(parts[1], "ABI", false)?;
        if kind == b'i' && bits == 8 && abi != Align::ONE {
            return Err("i8 must be 8-bit aligned".into());
        }
        let preferred = parse_preferred(parts.get(2).copied(), abi)?;
        let specs = match kind {
            b'i' => &mut self.ints,
            b'f' => &mut self.floats,
            _ => &mut self.vectors,
        };
        let spec = Spec { bits, abi, preferred };
        match specs.binary_search_by_key(&bits, |s| s.bits) {
            Ok(i) => specs[i] = spec,
            Err(i) => specs.insert(i, spec),
        }
        Ok(())
    }

    /// `a:<abi>[:<pref>]`
    fn parse_aggregate(&mut self, rest: &[u8]) -> Result<(), String> {
        let parts: Vec<&[u8]> = rest.splitn(4, |&b| b == b':').collect();
        if !(2..=3).contains(&parts.len()) {
            return Err(malformed("a:<abi>[:<pref>]"));
        }
        if !parts[0].is_empty() && parse_number(parts[0]) != Some(0) {
            return Err("size must be zero".into());
        }
        let abi = parse_align(parts[1], "ABI", true)?;
        self.aggregate_preferred = parse_preferred(parts.get(2).copied(), abi)?;
        self.aggregate_abi = abi;
        Ok(())
    }

    /// `p[<flags>][<as>][(<name>)]:<size>:<abi>[:<pref>[:<idx>]]`
    fn parse_pointer(&mut self, rest: &[u8]) -> Result<(), String> {
        let parts: Vec<&[u8]> = rest.splitn(6, |&b| b == b':').collect();
        if !(3..=5).contains(&parts.len()) {
            return Err(malformed("p[<n>]:<size>:<abi>[:<pref>[:<idx>]]"));
        }
        let flags = parts[0].iter().take_while(|b| b.is_ascii_alphabetic()).count();
        let (flags, place) = parts[0].split_at(flags);
        if let Some(&flag) = flags.iter().find(|f| !b"uezo".contains(f)) {
            return Err(format!("'{}' is not a valid pointer specification flag", shown(flag)));
        }
        let null = match flags.iter().filter(|f| b"zo".contains(f)).collect::<Vec<_>>()[..] {
            [] => None,
            [b'z'] => Some(NullPointer::Zeros),
            [_] => Some(NullPointer::Ones),
            _ => return Err("only one of 'z' or 'o' may be specified".into()),
        };
        let open = place.iter().position(|&b| b == b'(').unwrap_or(place.len());
        let (number, name) = place.split_at(open);
        let addr_space = if number.is_empty() { 0 } else { parse_addr_space(number)? };
        let name = match name {
            [] => name,
            [b'(', b'P' | b'G' | b'A', b')'] => {
                return Err("Cannot use predefined address space names P/G/A in data layout".into());
            }
            [b'(', name @ .., b')'] if !name.is_empty() => name,
            _ => return Err("Expected `( address space name )`".into()),
        };
        let (unstable, external_state) = (flags.contains(&b'u'), flags.contains(&b'e'));
        if addr_space == 0 && (unstable || external_state) {
            return Err("address space 0 cannot be unstable or have external state".into());
        }
        if !name.is_empty() && self.addr_space_named(name).is_some() {
            return Err(format!("address space name `{}` already used", String::from_utf8_lossy(name)));
        }
        let bits = parse_size(parts[1], "pointer size")?;
        let abi = parse_align(parts[2], "ABI", false)?;
        let preferred = parse_preferred(parts.get(3).copied(), abi)?;
        let index_bits = parts.get(4).map_or(Ok(bits), |part| parse_size(part, "index size"))?;
        if index_bits > bits {
            return Err("index size cannot be larger than the pointer size".into());
        }
        let name = name.into();
        self.set_pointer(PointerSpec {
            addr_space,
            bits,
            index_bits,
            abi,
            preferred,
            unstable,
            external_state,
            null,
            name,
        });
        Ok(())
    }

    fn set_pointer(&mut self, spec: PointerSpec) {
        match self.pointers.binary_search_by_key(&spec.addr_space, |s| s.addr_space) {
            Ok(i) => self.pointers[i] = spec,
            Err(i) => self.pointers.insert(i, spec),
        }
    }
}

fn malformed(form: &str) -> String {
    format!("malformed specification, must be of the form \"{form}\"")
}

fn shown(byte: u8) -> char {
    if byte.is_ascii() { byte.into() } else { char::REPLACEMENT_CHARACTER }
}

fn parse_number(text: &[u8]) -> Option<u32> {
    if text.is_empty() {
        return None;
    }
    text.iter().try_fold(0u32, |n, &b| match b {
        b'0'..=b'9' => n.checked_mul(10)?.checked_add((b - b'0').into()),
        _ => None,
    })
}

fn parse_addr_space(text: &[u8]) -> Result<u32, String> {
    if text.is_empty() {
        return Err("address space component cannot be empty".into());
    }
    parse_number(text).filter(|&n| n < 1 << 24).ok_or_else(|| "address space must be a 24-bit integer".into())
}

fn parse_size(text: &[u8], what: &str) -> Result<u32, String> {
    if text.is_empty() {
        return Err(format!("{what} component cannot be empty"));
    }
    let number = parse_number(text).filter(|n| (1..1 << 24).contains(n));
    number.ok_or_else(|| format!("{what} must be a non-zero 24-bit integer"))
}

fn parse_align(text: &[u8], what: &str, zero_is_one: bool) -> Result<Align, String> {
    if text.is_empty() {
        return Err(format!("{what} alignment component cannot be empty"));
    }
    match parse_number(text) {
        Some(0) if zero_is_one => Ok(Align::ONE),
        Some(0) => Err(format!("{what} alignment must be non-zero")),
        Some(n @ ..=0xffff) => (n % 8 == 0)
            .then(|| Align::new(u64::from(n / 8)))
            .flatten()
            .ok_or_else(|| format!("{what} alignment must be a power of two times the byte width")),
        _ => Err(format!("{what} alignment must be a 16-bit integer")),
    }
}

fn parse_preferred(text: Option<&[u8]>, abi: Align) -> Result<Align, String> {
    let preferred = text.map_or(Ok(abi), |text| parse_align(text, "preferred", false))?;
    if preferred < abi {
        return Err("preferred alignment cannot be less than the ABI alignment".into());
    }
    Ok(preferred)
}

/// Address spaces.
impl DataLayout {
    /// The properties of pointers into `addr_space`.
    pub fn pointer(&self, addr_space: u32) -> &PointerSpec {
        let i = self.pointers.binary_search_by_key(&addr_space, |s| s.addr_space).unwrap_or(0);
        &self.pointers[i]
    }

    /// The pointer specifications, sorted by address space.
    pub fn pointers(&self) -> &[PointerSpec] {
        &self.pointers
    }

    /// The address space with this name.
    pub fn addr_space_named(&self, name: &[u8]) -> Option<u32> {
        self.pointers.iter().find(|s| !name.is_empty() && *s.name == *name).map(|s| s.addr_space)
    }

    /// The name of an address space; empty if none.
    pub fn addr_space_name(&self, addr_space: u32) -> &[u8] {
        &self.pointer(addr_space).name
    }

    /// The integer type as wide as a pointer, or for a vector of pointers the vector of that type.
    pub fn int_type_of_pointer(&self, cx: &Context, pointer: Type) -> Option<Type> {
        let bits = self.pointer(cx.addr_space(pointer)?).bits;
        Some(cx.with_scalar(pointer, cx.int(bits.min(MAX_INT_BITS))))
    }

    /// The integer type as wide as an address, or for a vector of pointers the vector of that type: the result type of
    /// `ptrtoaddr`.
    pub fn address_type(&self, cx: &Context, pointer: Type) -> Option<Type> {
        let bits = self.pointer(cx.addr_space(pointer)?).index_bits;
        Some(cx.with_scalar(pointer, cx.int(bits.min(MAX_INT_BITS))))
    }
}

/// Sizes and alignments; `None` for unsized types (see [`DataLayout::is_sized`]).
impl DataLayout {
    /// Whether the type is sized. Functions, `void`, labels, opaque structs and the like have no size, nor has a struct that
    /// mixes scalable vectors with other types.
    pub fn is_sized(&self, cx: &Context, ty: Type) -> bool {
        // Quick test: these types always have a size.
        matches!(cx.kind(ty), TypeKind::Int(_) | TypeKind::Pointer { .. }) || self.layout(cx, ty).is_some()
    }

    /// Whether this is a scalable vector, or an aggregate that contains one: like [`Context::contains_scalable_vector`], which
    /// visits all nested types, but cached for sized types.
    pub fn contains_scalable_vector(&self, cx: &Context, ty: Type) -> bool {
        self.layout(cx, ty).map_or_else(|| cx.contains_scalable_vector(ty), |layout| layout.scalable)
    }

    /// The size of a value in bits.
    pub fn size_in_bits(&self, cx: &Context, ty: Type) -> Option<TypeSize> {
        Some(self.layout(cx, ty)?.size_in_bits())
    }

    /// The number of bytes that a store overwrites.
    pub fn store_size(&self, cx: &Context, ty: Type) -> Option<TypeSize> {
        Some(self.layout(cx, ty)?.store_size())
    }

    /// The distance of array elements in bytes.
    pub fn alloc_size(&self, cx: &Context, ty: Type) -> Option<TypeSize> {
        Some(self.layout(cx, ty)?.alloc_size())
    }

    /// The type that one index of a `getelementptr` selects, and the distance in bytes between two values that it can select: of the
    /// first index, the source type and its allocation size; of the others, the element type of an array or vector. Elements of a
    /// vector have no padding between them. `None` if the type has no size, or no elements. Structs are not indexed in this way.
    pub fn indexed(&self, cx: &Context, ty: Type, is_first: bool) -> Option<(Type, TypeSize)> {
        if is_first {
            return Some((ty, self.alloc_size(cx, ty)?));
        }
        let element = cx.element_type(ty, 0)?;
        let layout = self.layout(cx, element)?;
        let bits = layout.size_in_bits();
        match cx.is_vector(ty) && bits.min.is_multiple_of(8) {
            true => Some((element, TypeSize { min: bits.min / 8, ..bits })),
            false => Some((element, layout.alloc_size())),
        }
    }

    /// The default alignment of loads, stores and fields.
    pub fn abi_align(&self, cx: &Context, ty: Type) -> Option<Align> {
        Some(self.layout(cx, ty)?.abi)
    }

    /// The default alignment of an `alloca`.
    pub fn preferred_align(&self, cx: &Context, ty: Type) -> Option<Align> {
        Some(self.layout(cx, ty)?.preferred)
    }

    /// Size and alignment of a type.
    #[inline]
    pub fn layout(&self, cx: &Context, ty: Type) -> Option<TypeLayout> {
        if !ty.is_in_every_context() {
            return self.layout_of_other(cx, ty);
        }
        let all = || Type::in_every_context().map(|ty| self.simple_layout(cx, ty)).collect();
        self.known.fixed.get_or_init(all)[ty.index()]
    }

    /// The layout of a type that is not in every context.
    fn layout_of_other(&self, cx: &Context, ty: Type) -> Option<TypeLayout> {
        if !cx.is_aggregate(ty) {
            return self.simple_layout(cx, ty);
        }
        Some(self.aggregate(cx, ty)?.layout)
    }

    /// The layout of a struct.
    pub fn struct_layout(&self, cx: &Context, ty: Type) -> Option<Arc<StructLayout>> {
        self.aggregate(cx, ty)?.fields
    }

    /// The layout of a type other than an array or struct.
    fn simple_layout(&self, cx: &Context, ty: Type) -> Option<TypeLayout> {
        let (bits, scalable, abi, preferred) = match *cx.kind(ty) {
            TypeKind::Int(bits) | TypeKind::Byte(bits) => {
                let at = self.ints.partition_point(|s| s.bits < bits).min(self.ints.len() - 1);
                (bits.into(), false, self.ints[at].abi, self.ints[at].preferred)
            }
            TypeKind::Pointer { addr_space } => {
                let spec = self.pointer(addr_space);
                (spec.bits.into(), false, spec.abi, spec.preferred)
            }
            TypeKind::Vector { element, len, scalable } => {
                let element = self.simple_layout(cx, element)?;
                let bits = element.bits.wrapping_mul(len.into());
                let (abi, preferred) = match self.vectors_as_elements {
                    true if self.vectors.binary_search_by_key(&(bits as u32), |s| s.bits).is_err() => {
                        (element.abi, element.preferred)
                    }
                    _ => exact(&self.vectors, bits as u32, bits.div_ceil(8)),
                };
                (bits, scalable, abi, preferred)
            }
            TypeKind::X86Amx => (8192, false, align_up_to(64), align_up_to(64)),
            TypeKind::Target { .. } => {
                let layout = cx.target_type(ty)?.layout;
                return match *cx.kind(layout) {
                    TypeKind::Array { element, len } => Some(array_of(self.simple_layout(cx, element)?, len)),
                    _ => self.simple_layout(cx, layout),
                };
            }
            _ => {
                let bits = ty.float_format()?.bits();
                let (abi, preferred) = exact(&self.floats, bits, u64::from(bits / 8));
                (bits.into(), false, abi, preferred)
            }
        };
        Some(TypeLayout { bits, alloc: align_to(bits.div_ceil(8), abi), scalable, abi, preferred })
    }

    fn aggregate(&self, cx: &Context, ty: Type) -> Option<Aggregate> {
        if let Some((known_cx, known)) = &*self.known.aggregates.read().unwrap_or_else(|e| e.into_inner())
            && known_cx.same(cx)
            && let Some(aggregate) = still_known(cx, known, ty)
        {
            return aggregate.clone().ok();
        }
        let mut known = self.known.aggregates.write().unwrap_or_else(|e| e.into_inner());
        let known = match &mut *known {
            Some((known_cx, known)) if known_cx.same(cx) => known,
            // Handles are meaningless in another context.
            other => &mut other.insert((cx.clone(), HashMap::default())).1,
        };
        if let Err((open, why)) = self.learn(cx, known, ty) {
            known.extend(open.into_iter().map(|(ty, _)| (ty, Err(why))));
        }
        known.get(&ty)?.clone().ok()
    }

    /// Adds `ty`, and the aggregates nested in it, to the cache. If `ty` has no size, returns the reason and the stack of types
    /// that are unsized because of it.
    fn learn(&self, cx: &Context, known: &mut Aggregates, ty: Type) -> Result<(), (Vec<(Type, usize)>, NoSize)> {
        // The stack of types being visited, each a component of the previous type, with the number of components already visited.
        // A struct that contains itself has no size.
        let mut open = vec![(ty, 0)];
        let mut opened = crate::hash::HashSet::from_iter([ty]);
        while let Some((ty, done)) = open.last_mut() {
            let one;
            let parts = match cx.kind(*ty) {
                TypeKind::Array { element, .. } => {
                    one = [*element];
                    &one
                }
                _ => match cx.struct_parts(*ty) {
                    Some((fields, _)) => fields,
                    None => {
                        let opaque = *ty;
                        return Err((open, Some(opaque)));
                    }
                },
            };
            let is_unknown = |p: &Type| cx.is_aggregate(*p) && still_known(cx, known, *p).is_none();
            let wanted = parts[*done..].iter().position(is_unknown);
            if let Some(i) = wanted {
                *done += i;
                let part = parts[*done];
                if !opened.insert(part) {
                    return Err((open, None));
                }
                open.push((part, 0));
                continue;
            }
            let aggregate = match *cx.kind(*ty) {
                TypeKind::Array { len, .. } => self
                    .part_layout(cx, known, parts[0])
                    .map(|element| Aggregate { layout: array_of(element, len), fields: None }),
                _ => self.lay_out_struct(cx, known, *ty, parts),
            };
            let Some(aggregate) = aggregate else {
                let why = parts.iter().find_map(|part| known.get(part)?.as_ref().err().copied());
                return Err((open, why.flatten()));
            };
            known.insert(*ty, Ok(aggregate));
            open.pop();
        }
        Ok(())
    }

    /// The layout of a component whose own components are cached.
    fn part_layout(&self, cx: &Context, known: &Aggregates, ty: Type) -> Option<TypeLayout> {
        match known.get(&ty) {
            Some(aggregate) => Some(aggregate.as_ref().ok()?.layout),
            None => self.simple_layout(cx, ty),
        }
    }

    fn lay_out_struct(&self, cx: &Context, known: &Aggregates, ty: Type, fields: &[Type]) -> Option<Aggregate> {
        let packed = cx.struct_parts(ty)?.1;
        // A struct may have scalable fields only if all fields are the same scalable vector type.
        let of_scalable_vectors = fields.first().is_some_and(|&first| {
            cx.vector_shape(first).is_some_and(|(_, _, scalable)| scalable) && fields.iter().all(|&f| f == first)
        });
        let (mut size, mut align, mut is_padded) = (0u64, Align::ONE, false);
        let scalable = of_scalable_vectors;
        let mut offsets = Vec::with_capacity(fields.len());
        for &field in fields {
            let field = self.part_layout(cx, known, field)?;
            if field.scalable && !of_scalable_vectors {
                return None;
            }
            let field_align = if packed { Align::ONE } else { field.abi };
            if !scalable && size != align_to(size, field_align) {
                is_padded = true;
                size = align_to(size, field_align);
            }
            align = align.max(field_align);
            offsets.push(TypeSize { min: size, scalable });
            size = size.wrapping_add(field.alloc);
        }
        if !scalable && size != align_to(size, align) {
            is_padded = true;
            size = align_to(size, align);
        }
        let abi = if packed { Align::ONE } else { align.max(self.aggregate_abi) };
        let preferred = align.max(self.aggregate_preferred);
        let layout = TypeLayout { bits: size.wrapping_mul(8), alloc: align_to(size, abi), scalable, abi, preferred };
        let size = TypeSize { min: size, scalable };
        Some(Aggregate {
            layout,
            fields: Some(Arc::new(StructLayout { offsets: offsets.into(), size, align, is_padded })),
        })
    }

    /// The smallest native integer width of at least that many bits.
    pub fn smallest_legal_int(&self, bits: u32) -> Option<u32> {
        self.legal_ints.iter().copied().find(|&legal| legal >= bits)
    }

    /// Whether the target has native integers of that width.
    pub fn is_legal_int(&self, bits: u64) -> bool {
        self.legal_ints.iter().any(|&legal| u64::from(legal) == bits)
    }
}

/// The cached result for an aggregate, unless it was unsized because of an opaque struct that has a body now.
fn still_known<'k>(cx: &Context, known: &'k Aggregates, ty: Type) -> Option<&'k Result<Aggregate, NoSize>> {
    known.get(&ty).filter(|known| match known {
        Ok(_) | Err(None) => true,
        Err(Some(opaque)) => cx.struct_parts(*opaque).is_none(),
    })
}

fn array_of(element: TypeLayout, len: u64) -> TypeLayout {
    let alloc = element.alloc.wrapping_mul(len);
    TypeLayout { bits: alloc.wrapping_mul(8), alloc, ..element }
}

/// The alignments specified for exactly this width, or else the number of bytes rounded up to a power of two.
fn exact(specs: &[Spec], bits: u32, bytes: u64) -> (Align, Align) {
    match specs.binary_search_by_key(&bits, |s| s.bits) {
        Ok(i) => (specs[i].abi, specs[i].preferred),
        Err(_) => (align_up_to(bytes), align_up_to(bytes)),
    }
}

#[cfg(test)]
mod tests;
