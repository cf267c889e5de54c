//! The representation of values of each type as parts, each of which fits in a register or stack slot.
//!
//! An integer of up to 64 bits, a pointer or a float is one part. A wider integer has one part for each 64 bits. An array or
//! struct has the parts of its elements in order. Bits of a part above the width of its integer are arbitrary.
//!
//! A vector has one part for each 16 bytes if LLVM holds the type in vector registers. Other vectors have the parts of their
//! elements: vectors of one element, of lengths that do not fill a register, of wide elements and of integers of odd widths.

use std::sync::OnceLock;

use lindworm_ir::data_layout::DataLayout;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Context, Type};

/// The maximum number of parts of a value.
pub const MAX_PARTS: usize = 4096;
/// The maximum number of parts of a type that are computed eagerly, whether or not the type has values.
const MAX_EAGER_PARTS: usize = 64;

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// An integer of 1 to 64 bits; a pointer is a 64-bit integer.
    Int(u8),
    /// `half` or `bfloat`.
    F16,
    /// `float`.
    F32,
    /// `double`.
    F64,
    /// `x86_fp80`, which is in memory except during computations.
    F80,
    /// `fp128`.
    F128,
    /// Lanes of a vector that occupy 1 to 16 bytes, both in a vector register and in memory.
    Lanes(u8),
    /// 2, 4, 8 or 16 lanes of a vector of `i1`, which share a vector register and are one bit each in memory.
    Mask(u8),
}

impl PartKind {
    /// The size in bytes of the slot. For integers of odd widths, the next power of two.
    pub const fn size(self) -> u32 {
        match self {
            PartKind::Int(..=8) => 1,
            PartKind::Int(..=16) | PartKind::F16 => 2,
            PartKind::Int(..=32) | PartKind::F32 => 4,
            PartKind::Int(_) | PartKind::F64 => 8,
            PartKind::F80 | PartKind::F128 | PartKind::Lanes(_) | PartKind::Mask(_) => 16,
        }
    }
}

/// A part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The kind of the part.
    pub kind: PartKind,
    /// The byte offset in memory from the start of the value.
    pub offset: u32,
    /// The number of bits in the first byte that precede the part; nonzero only in some vectors.
    pub shift: u8,
}

/// The representation of the elements of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector {
    /// The type of its elements.
    pub element: Type,
    /// The number of elements.
    pub len: u32,
    /// The distance between lanes in a vector register, in bytes; 0 if each element has parts of its own.
    pub lane_bytes: u32,
    /// The number of parts of each element, if elements have parts of their own.
    pub element_parts: u32,
}

impl Vector {
    /// The number of the part that contains a lane, or of the lane's first part, and the byte offset of the lane in the part.
    #[inline]
    pub const fn place(&self, lane: u32) -> (usize, u32) {
        if self.lane_bytes == 0 {
            return ((lane * self.element_parts) as usize, 0);
        }
        let at = lane * self.lane_bytes;
        ((at / 16) as usize, at % 16)
    }
}

#[derive(Clone, Copy, Default)]
struct Entry {
    size: u64,
    /// In bytes; 0 for types without a size.
    align: u64,
    first_part: u32,
    part_count: u32,
    first_offset: u32,
    state: State,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum State {
    #[default]
    New,
    /// The element types are computed first.
    Open,
    Done,
    /// The type has more than `MAX_EAGER_PARTS` parts; `first_part` is the index among such types.
    Large,
    Unsupported(&'static str),
}

/// The layout and parts of every type of a context.
///
/// ```
/// use lindworm_ir::{Context, Type, data_layout::DataLayout};
/// use lindworm_target::legal::{PartKind, TypeTable};
/// let cx = Context::new();
/// let ty = cx.struct_type(&[Type::I8, Type::DOUBLE], false);
/// let layout = DataLayout::parse(b"e-i64:64").unwrap();
/// let table = TypeTable::new(&cx, &layout);
/// let parts = table.parts(ty).unwrap();
/// assert_eq!(parts.iter().map(|p| (p.kind, p.offset)).collect::<Vec<_>>(), [(PartKind::Int(8), 0), (PartKind::F64, 8)]);
/// assert_eq!(table.size(ty), Some(16));
/// ```
pub struct TypeTable<'m> {
    cx: &'m Context,
    layout: &'m DataLayout,
    entries: Vec<Entry>,
    parts: Vec<Part>,
    /// Buffer for the parts of a type during the computation.
    added: Vec<Part>,
    /// The parts of large types, computed on first access.
    large: Vec<OnceLock<Box<[Part]>>>,
    offsets: Vec<u64>,
}

impl<'m> TypeTable<'m> {
    /// The table of all types that the context currently has.
    pub fn new(cx: &'m Context, layout: &'m DataLayout) -> TypeTable<'m> {
        let all = cx.all_types();
        let mut table = TypeTable {
            cx,
            layout,
            entries: vec![Entry::default(); all.len()],
            parts: Vec::new(),
            added: Vec::new(),
            large: Vec::new(),
            offsets: Vec::new(),
        };
        let mut todo = Vec::new();
        for ty in all {
            todo.push(ty);
            while let Some(&ty) = todo.last() {
                let waits = table.entries[ty.index()].state == State::New && table.open(ty, &mut todo);
                if !waits {
                    todo.pop();
                    if table.entries[ty.index()].state == State::Open {
                        table.fill(ty);
                    }
                }
            }
        }
        table
    }

    /// Marks a type as open, and pushes its unknown element types on `todo`. Returns whether there are any.
    fn open(&mut self, ty: Type, todo: &mut Vec<Type>) -> bool {
        let cx = self.cx;
        self.entries[ty.index()].state = State::Open;
        let before = todo.len();
        let mut add = |element: Type| {
            if self.entries[element.index()].state == State::New {
                todo.push(element);
            }
        };
        match cx.kind(ty) {
            TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => add(*element),
            _ => cx.struct_parts(ty).iter().flat_map(|(fields, _)| fields.iter()).for_each(|&field| add(field)),
        }
        todo.len() > before
    }

    fn fill(&mut self, ty: Type) {
        let (cx, layout) = (self.cx, self.layout);
        let first_part = self.parts.len();
        let (state, first_part, part_count) = match self.count_parts(ty) {
            Err(why) => (State::Unsupported(why), 0, 0),
            Ok(count) if count > MAX_PARTS as u64 => (State::Unsupported("a value of more than 4096 scalars"), 0, 0),
            Ok(count) if count > MAX_EAGER_PARTS as u64 => {
                self.large.push(OnceLock::new());
                (State::Large, self.large.len() - 1, count)
            }
            Ok(count) => {
                let mut added = std::mem::take(&mut self.added);
                self.add_parts(ty, &mut added);
                self.parts.append(&mut added);
                self.added = added;
                (State::Done, first_part, count)
            }
        };
        let first_offset = self.offsets.len() as u32;
        if let Some(fields) = cx.is_struct(ty).then(|| layout.struct_layout(cx, ty)).flatten() {
            self.offsets.extend(fields.offsets.iter().map(|o| o.min));
        }
        let known = layout.layout(cx, ty).filter(|l| !l.alloc_size().scalable);
        self.entries[ty.index()] = Entry {
            size: known.map_or(0, |l| l.alloc_size().min),
            align: known.map_or(0, |l| l.abi.bytes().unwrap_or(1)),
            first_part: first_part as u32,
            part_count: part_count as u32,
            first_offset,
            state,
        };
    }

    /// The number of parts of a type whose element types are known.
    fn count_parts(&self, ty: Type) -> Result<u64, &'static str> {
        Ok(match self.cx.kind(ty) {
            TypeKind::Void | TypeKind::Label | TypeKind::Metadata => 0,
            TypeKind::Int(bits) | TypeKind::Byte(bits) => bits.div_ceil(64).into(),
            TypeKind::Pointer { addr_space } if self.layout.pointer(*addr_space).bits != 64 => {
                return Err("a pointer of other than 64 bits");
            }
            TypeKind::Pointer { .. }
            | TypeKind::Half
            | TypeKind::BFloat
            | TypeKind::Float
            | TypeKind::Double
            | TypeKind::X86Fp80
            | TypeKind::Fp128 => 1,
            TypeKind::Array { element, len } => len.saturating_mul(self.known(*element)?),
            TypeKind::Struct { .. } | TypeKind::Identified(_) => {
                let Some((fields, _)) = self.cx.struct_parts(ty) else { return Err("a value of an opaque type") };
                if self.layout.struct_layout(self.cx, ty).is_none() {
                    return Err("a struct without a size");
                }
                let mut sum = 0u64;
                for field in fields {
                    sum = sum.saturating_add(self.known(*field)?);
                }
                sum
            }
            TypeKind::Vector { scalable: true, .. } => return Err("a scalable vector"),
            TypeKind::Vector { element, len, .. } => {
                let parts = self.known(*element)?;
                match self.lane_bytes(*element, *len) {
                    0 => u64::from(*len).saturating_mul(parts),
                    bytes => (u64::from(*len) * u64::from(bytes)).div_ceil(16),
                }
            }
            TypeKind::PpcFp128 => return Err("ppc_fp128"),
            TypeKind::X86Amx => return Err("x86_amx"),
            TypeKind::Token => return Err("a token"),
            TypeKind::Function { .. } => return Err("a value of function type"),
            TypeKind::Target { .. } => return Err("a target type"),
        })
    }

    /// The distance between lanes of a vector in a register, if LLVM holds the type in vector registers; otherwise 0.
    fn lane_bytes(&self, element: Type, len: u32) -> u32 {
        let bytes = match *self.cx.kind(element) {
            _ if len < 2 => return 0,
            TypeKind::Int(1) | TypeKind::Byte(1) if len.is_power_of_two() => return 16 / len.min(16),
            TypeKind::Int(bits @ (8 | 16 | 32 | 64)) | TypeKind::Byte(bits @ (8 | 16 | 32 | 64)) => bits / 8,
            TypeKind::Half | TypeKind::BFloat => 2,
            TypeKind::Float => 4,
            TypeKind::Double | TypeKind::Pointer { .. } => 8,
            _ => return 0,
        };
        let fills_register = len.checked_next_power_of_two().is_some_and(|len| len.checked_mul(bytes) == Some(16));
        if len.is_power_of_two() || fills_register { bytes } else { 0 }
    }

    /// Adds the parts of a type whose number of parts is within the limit.
    fn add_parts(&self, ty: Type, parts: &mut Vec<Part>) {
        // A stack of the types to add, each with its offset in bits.
        let mut todo = vec![(ty, 0u64)];
        while let Some((ty, at)) = todo.pop() {
            let mut add = |kind, at: u64| parts.push(Part { kind, offset: (at / 8) as u32, shift: (at % 8) as u8 });
            let entry = &self.entries[ty.index()];
            match self.cx.kind(ty) {
                _ if entry.state == State::Done && at % 8 == 0 => {
                    for part in &self.parts[entry.first_part as usize..][..entry.part_count as usize] {
                        add(part.kind, at + 8 * u64::from(part.offset) + u64::from(part.shift));
                    }
                }
                TypeKind::Int(bits) | TypeKind::Byte(bits) => {
                    for i in 0..bits.div_ceil(64) {
                        add(PartKind::Int((bits - 64 * i).min(64) as u8), at + 64 * u64::from(i));
                    }
                }
                TypeKind::Pointer { .. } => add(PartKind::Int(64), at),
                TypeKind::Half | TypeKind::BFloat => add(PartKind::F16, at),
                TypeKind::Float => add(PartKind::F32, at),
                TypeKind::Double => add(PartKind::F64, at),
                TypeKind::X86Fp80 => add(PartKind::F80, at),
                TypeKind::Fp128 => add(PartKind::F128, at),
                TypeKind::Array { element, len } => {
                    let inner = &self.entries[element.index()];
                    let len = if inner.part_count == 0 { 0 } else { *len };
                    todo.extend((0..len).rev().map(|i| (*element, at + 8 * i * inner.size)));
                }
                TypeKind::Vector { element, len, .. } => {
                    let is_mask = self.cx.int_or_byte_width(*element) == Some(1);
                    match self.lane_bytes(*element, *len) {
                        0 => {
                            let bits = self.layout.layout(self.cx, *element).map_or(0, |l| l.size_in_bits().min);
                            todo.extend((0..*len).rev().map(|i| (*element, at + u64::from(i) * bits)));
                        }
                        bytes if is_mask => {
                            (0..(len * bytes).div_ceil(16))
                                .for_each(|i| add(PartKind::Mask((16 / bytes) as u8), at + u64::from(i * 16 / bytes)));
                        }
                        bytes => {
                            let size = len * bytes;
                            (0..size.div_ceil(16)).for_each(|i| {
                                add(PartKind::Lanes((size - 16 * i).min(16) as u8), at + 128 * u64::from(i));
                            });
                        }
                    }
                }
                _ => {
                    let Some((fields, _)) = self.cx.struct_parts(ty) else { continue };
                    let Some(places) = self.layout.struct_layout(self.cx, ty) else { continue };
                    let fields = fields.iter().zip(&places.offsets).rev();
                    todo.extend(
                        fields
                            .filter(|(field, _)| self.entries[field.index()].part_count > 0)
                            .map(|(field, place)| (*field, at + 8 * place.min)),
                    );
                }
            }
        }
    }

    /// The number of parts of an element.
    fn known(&self, element: Type) -> Result<u64, &'static str> {
        let entry = &self.entries[element.index()];
        match entry.state {
            State::Done | State::Large => Ok(entry.part_count.into()),
            State::Unsupported(why) => Err(why),
            State::New | State::Open => Err("a type that holds itself"),
        }
    }

    /// The representation of the elements of a vector; `None` for other types.
    pub fn vector(&self, ty: Type) -> Option<Vector> {
        let (element, len, _) = self.cx.vector_shape(ty)?;
        let lane_bytes = self.lane_bytes(element, len);
        Some(Vector { element, len, lane_bytes, element_parts: self.entries.get(element.index())?.part_count })
    }

    /// The parts of a value of a type.
    ///
    /// # Errors
    /// The kind of type, if values of the type are not supported.
    #[inline]
    pub fn parts(&self, ty: Type) -> Result<&[Part], &'static str> {
        let Some(entry) = self.entries.get(ty.index()) else { return Err("a type that is not known") };
        match entry.state {
            State::Unsupported(why) => Err(why),
            State::Large => Ok(self.large[entry.first_part as usize].get_or_init(|| {
                let mut parts = Vec::with_capacity(entry.part_count as usize);
                self.add_parts(ty, &mut parts);
                parts.into()
            })),
            _ => Ok(&self.parts[entry.first_part as usize..][..entry.part_count as usize]),
        }
    }

    /// The stride in bytes of an array of this element type; `None` for a type without a fixed size.
    #[inline]
    pub fn size(&self, ty: Type) -> Option<u64> {
        self.entries.get(ty.index()).filter(|e| e.align != 0).map(|e| e.size)
    }

    /// The ABI alignment in bytes; 1 for a type without a fixed size.
    pub fn align(&self, ty: Type) -> u64 {
        self.entries.get(ty.index()).map_or(1, |e| e.align.max(1))
    }

    /// Like [`DataLayout::indexed`], of types with a fixed size. Only vectors, whose stride is not in the table, are laid out again.
    #[inline]
    pub fn indexed(&self, ty: Type, is_first: bool) -> Option<(Type, u64)> {
        match is_first {
            true => Some((ty, self.size(ty)?)),
            false if self.cx.is_vector(ty) => {
                let (element, size) = self.layout.indexed(self.cx, ty, false)?;
                Some((element, size.min))
            }
            false => {
                let element = self.cx.element_type(ty, 0)?;
                Some((element, self.size(element)?))
            }
        }
    }

    /// The offset of a field of a struct. The field must exist.
    #[inline]
    pub fn field_offset(&self, ty: Type, field: usize) -> Option<u64> {
        self.offsets.get(self.entries.get(ty.index())?.first_offset as usize + field).copied()
    }
}
