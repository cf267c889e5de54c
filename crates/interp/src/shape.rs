//! The layout of values in registers and in memory.
//!
//! An integer of up to 64 bits, a float of up to 64 bits and a pointer occupy one register. A wider integer or float occupies
//! as many registers as needed, least significant first. A vector, an array or a struct is the sequence of its elements.

use std::ops::Range;

use lindworm_eval::{FloatFormat, ScalarType, reinterpret};
use lindworm_ir::data_layout::{DataLayout, TypeSize};
use lindworm_ir::hash::HashMap;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Context, Module, Type};

use crate::run::LIGHT;
use crate::state::State;

/// The maximum number of registers of a value.
pub const MAX_REGISTERS: u32 = 1 << 20;

/// An upper bound of the bytes that the interpreter needs for each register of a value: the registers of operands and results,
/// and an operation for each lane.
const BYTES_PER_REGISTER: u64 = 256;

/// The type of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `iN`.
    Int(u32),
    /// A float.
    Float(FloatFormat),
    /// A pointer with this bit width, at most 64 in a [`Shape`].
    Pointer(u32),
}

impl Scalar {
    /// The bit width.
    pub const fn bits(self) -> u32 {
        match self {
            Scalar::Int(bits) | Scalar::Pointer(bits) => bits,
            Scalar::Float(format) => format.bits(),
        }
    }

    /// The number of registers.
    pub const fn registers(self) -> u32 {
        self.bits().div_ceil(64)
    }

    /// The scalar itself, or an error if registers cannot represent it.
    pub(crate) fn checked(self) -> Result<Scalar, ShapeError> {
        match self {
            Scalar::Pointer(bits @ 65..) => Err(ShapeError::WidePointer(bits)),
            scalar => Ok(scalar),
        }
    }

    /// The scalar type of its bits as an integer or float.
    pub const fn scalar_type(self) -> ScalarType {
        match self {
            Scalar::Int(bits) | Scalar::Pointer(bits) => ScalarType::Int(bits),
            Scalar::Float(format) => ScalarType::Float(format),
        }
    }

    /// Whether the least significant word comes last in memory: on a big-endian target, except for `ppc_fp128`, whose high
    /// double comes first on every target.
    pub(crate) fn highest_first(self, big_endian: bool) -> bool {
        big_endian && self != Scalar::Float(FloatFormat::PpcFp128)
    }
}

/// A scalar component of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The type of the scalar.
    pub scalar: Scalar,
    /// The first register, relative to the first register of the value.
    pub register: u32,
    /// The bit offset from the value's address: a multiple of 8, except for the elements of a [`Packed`] vector.
    pub offset: u64,
}

impl Leaf {
    /// The range of its registers.
    pub(crate) fn registers(&self) -> Range<usize> {
        self.register as usize..(self.register + self.scalar.registers()) as usize
    }
}

/// A vector whose elements are not a whole number of bytes, such as `<8 x i1>`. In memory it is an integer that concatenates
/// the elements without padding.
#[derive(Clone, Debug)]
pub struct Packed {
    /// The leaves of its elements. The offset of a leaf is that of the vector plus the number of the element's lowest bit in
    /// the integer.
    pub leaves: Range<usize>,
    /// The byte offset from the value's address.
    pub offset: u64,
    /// The size in bytes.
    pub size: u64,
}

/// The layout of a type in registers and in memory.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// The scalars in order.
    pub leaves: Vec<Leaf>,
    /// The number of registers.
    pub registers: u32,
    /// The number of bytes that a load or store accesses.
    pub store_size: u64,
    /// The packed vectors, in order.
    pub packed: Vec<Packed>,
    /// Whether `store_size` includes padding.
    pub has_padding: bool,
}

/// The reason why a type has no shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A pointer of more than 64 bits.
    #[error("pointers of {0} bits cannot be computed with, only those of up to 64")]
    WidePointer(u32),
    /// More than [`MAX_REGISTERS`].
    #[error("a value of this type is too large to be in registers")]
    TooLarge,
    /// The registers exceed the memory limit or the remaining steps.
    #[error("there are not enough memory and steps left for it")]
    NoRoom,
    /// `x86_amx`, opaque structs, `target` types without a layout.
    #[error("values of this type cannot be computed with")]
    NoValue,
}

impl State {
    /// The shape of a type of a module, if the memory limit and the remaining steps allow values of that type.
    pub(crate) fn shape(&mut self, module: &Module, ty: Type) -> Result<Shape, ShapeError> {
        let room = (self.memory.room() / BYTES_PER_REGISTER).min(self.steps_left());
        let most = room.clamp(LIGHT.into(), MAX_REGISTERS.into()) as u32;
        let shape = Shape::of(module.context(), module.data_layout(), self.options.vscale, most, ty)?;
        if shape.registers > LIGHT {
            self.count(shape.registers.into());
        }
        Ok(shape)
    }
}

impl Shape {
    /// The shape of `ty`, which is sized or one of `token`, `void`, `metadata` and `label` (without registers). An error if the
    /// type needs more than `most` registers.
    pub fn of(cx: &Context, layout: &DataLayout, vscale: u32, most: u32, ty: Type) -> Result<Shape, ShapeError> {
        let mut builder = Builder { cx, layout, vscale, most, shape: Shape::default(), structs: HashMap::default() };
        builder.add(ty, 0)?;
        let mut shape = builder.shape;
        shape.store_size = size_bits(cx, layout, vscale, ty).div_ceil(8);
        let mut used = shape.packed.iter().map(|p| p.size).sum::<u64>();
        shape.each_whole(|leaf| used += u64::from(leaf.scalar.bits()).div_ceil(8));
        shape.has_padding = used < shape.store_size;
        Ok(shape)
    }

    /// The shape of a scalar.
    pub(crate) fn of_scalar(scalar: Scalar) -> Shape {
        Shape {
            leaves: vec![Leaf { scalar, register: 0, offset: 0 }],
            registers: scalar.registers(),
            store_size: u64::from(scalar.bits()).div_ceil(8),
            ..Shape::default()
        }
    }

    /// Calls `f` for each scalar that does not share bytes with another.
    #[inline]
    pub(crate) fn each_whole(&self, mut f: impl FnMut(&Leaf)) {
        let mut start = 0;
        for packed in &self.packed {
            self.leaves[start..packed.leaves.start].iter().for_each(&mut f);
            start = packed.leaves.end;
        }
        self.leaves[start..].iter().for_each(f);
    }
}

/// A shape under construction.
struct Builder<'a> {
    cx: &'a Context,
    layout: &'a DataLayout,
    vscale: u32,
    /// The maximum number of registers.
    most: u32,
    shape: Shape,
    /// The parts of the structs visited so far. Types may be shared many times over.
    structs: HashMap<Type, Part>,
}

/// The part of a shape that an element contributes.
#[derive(Clone)]
struct Part {
    leaves: Range<usize>,
    packed: Range<usize>,
    registers: Range<u32>,
    /// The bit offset.
    offset: u64,
}

impl Builder<'_> {
    /// Checks that `count` more elements of `registers` registers each are allowed.
    fn check(&self, count: u64, registers: u32) -> Result<(), ShapeError> {
        match count.saturating_mul(registers.into()) <= u64::from(self.most - self.shape.registers) {
            true => Ok(()),
            false if self.most < MAX_REGISTERS => Err(ShapeError::NoRoom),
            false => Err(ShapeError::TooLarge),
        }
    }

    fn push(&mut self, scalar: Scalar, offset: u64) -> Result<(), ShapeError> {
        let scalar = scalar.checked()?;
        self.check(1, scalar.registers())?;
        self.shape.leaves.push(Leaf { scalar, register: self.shape.registers, offset });
        self.shape.registers += scalar.registers();
        Ok(())
    }

    /// Adds the leaves that `f` adds, and returns them as a part.
    fn part(&mut self, offset: u64, f: impl FnOnce(&mut Self) -> Result<(), ShapeError>) -> Result<Part, ShapeError> {
        let (leaves, packed, registers) = (self.shape.leaves.len(), self.shape.packed.len(), self.shape.registers);
        f(self)?;
        let shape = &self.shape;
        let (leaves, packed) = (leaves..shape.leaves.len(), packed..shape.packed.len());
        Ok(Part { leaves, packed, registers: registers..shape.registers, offset })
    }

    /// Adds a copy of a part at another offset.
    fn repeat(&mut self, part: &Part, offset: u64) -> Result<(), ShapeError> {
        self.check(1, part.registers.end - part.registers.start)?;
        let shape = &mut self.shape;
        let (first, further) = (shape.leaves.len(), offset - part.offset);
        for i in part.leaves.clone() {
            let Leaf { scalar, offset, .. } = shape.leaves[i];
            shape.leaves.push(Leaf { scalar, register: shape.registers, offset: offset + further });
            shape.registers += scalar.registers();
        }
        for i in part.packed.clone() {
            let Packed { leaves, offset, size } = shape.packed[i].clone();
            let leaves = leaves.start - part.leaves.start + first..leaves.end - part.leaves.start + first;
            shape.packed.push(Packed { leaves, offset: offset + further / 8, size });
        }
        Ok(())
    }

    fn add(&mut self, ty: Type, offset: u64) -> Result<(), ShapeError> {
        let (cx, layout, vscale) = (self.cx, self.layout, self.vscale);
        if let Some(scalar) = scalar(cx, layout, ty) {
            return self.push(scalar, offset);
        }
        match cx.kind(ty) {
            TypeKind::Vector { element, len, scalable } => {
                let scalar = scalar(cx, layout, *element).ok_or(ShapeError::NoValue)?;
                let bits = scalar.bits();
                let count = u64::from(*len) * if *scalable { u64::from(vscale) } else { 1 };
                self.check(count, scalar.registers())?;
                let first = self.shape.leaves.len();
                let count = count as u32;
                let total = bits.checked_mul(count).ok_or(ShapeError::TooLarge)?;
                let is_packed = bits % 8 != 0;
                self.shape.leaves.reserve_exact(count as usize);
                for i in 0..count {
                    let at = reinterpret::place(layout.big_endian && is_packed, total, i * bits, bits);
                    self.push(scalar, offset + u64::from(at))?;
                }
                if is_packed {
                    let size = u64::from(total).div_ceil(8);
                    let leaves = first..self.shape.leaves.len();
                    self.shape.packed.push(Packed { leaves, offset: offset / 8, size });
                }
                Ok(())
            }
            TypeKind::Array { element, len } => {
                let size = alloc_size(cx, layout, vscale, *element).ok_or(ShapeError::NoValue)?;
                if *len == 0 {
                    return Ok(());
                }
                let first = self.part(offset, |builder| builder.add(*element, offset))?;
                // Skips the loop for elements without registers.
                if first.registers.is_empty() {
                    return Ok(());
                }
                self.check(*len - 1, first.registers.end - first.registers.start)?;
                self.shape.leaves.reserve_exact(first.leaves.len() * (*len - 1) as usize);
                (1..*len).try_for_each(|i| self.repeat(&first, offset + i * size * 8))
            }
            TypeKind::Struct { .. } | TypeKind::Identified(_) => {
                let (fields, _) = cx.struct_parts(ty).ok_or(ShapeError::NoValue)?;
                if let Some(known) = self.structs.get(&ty).cloned() {
                    return self.repeat(&known, offset);
                }
                let part = self.part(offset, |builder| {
                    fields.iter().enumerate().try_for_each(|(i, &field)| {
                        let at = field_offset(cx, layout, vscale, ty, i).ok_or(ShapeError::NoValue)?;
                        builder.add(field, offset + at * 8)
                    })
                })?;
                self.structs.insert(ty, part);
                Ok(())
            }
            TypeKind::Target { .. } => match cx.target_type(ty) {
                Some(target) if target.layout != Type::VOID => self.add(target.layout, offset),
                _ => Ok(()),
            },
            TypeKind::X86Amx => Err(ShapeError::NoValue),
            _ => Ok(()),
        }
    }
}

/// Whether values of these scalars have the same registers if they have the same bits.
pub(crate) fn same_registers(from: &[Leaf], to: &[Leaf], big_endian: bool) -> bool {
    let same = |a: Scalar, b: Scalar| {
        a == b || a.bits() == b.bits() && a.highest_first(big_endian) == b.highest_first(big_endian)
    };
    from.len() == to.len() && from.iter().zip(to).all(|(a, b)| same(a.scalar, b.scalar))
}

/// The scalar type of `ty`, if it is a scalar.
pub fn scalar(cx: &Context, layout: &DataLayout, ty: Type) -> Option<Scalar> {
    if let Some(format) = ty.float_format() {
        return Some(Scalar::Float(format));
    }
    match *cx.kind(ty) {
        // A byte type as wide as a pointer may hold a pointer with provenance.
        TypeKind::Byte(bits) if bits == layout.pointer(0).bits => Some(Scalar::Pointer(bits)),
        TypeKind::Int(bits) | TypeKind::Byte(bits) => Some(Scalar::Int(bits)),
        // A number that names what gave it.
        TypeKind::Token => Some(Scalar::Int(64)),
        TypeKind::Pointer { addr_space } => Some(Scalar::Pointer(layout.pointer(addr_space).bits)),
        _ => None,
    }
}

/// The number of bytes from one element of an array of `ty` to the next.
pub fn alloc_size(cx: &Context, layout: &DataLayout, vscale: u32, ty: Type) -> Option<u64> {
    layout.alloc_size(cx, ty).map(|size| times(size, vscale))
}

/// [`DataLayout::indexed`] with scalable sizes multiplied by `vscale`.
pub fn indexed(cx: &Context, layout: &DataLayout, vscale: u32, ty: Type, is_first: bool) -> Option<(Type, u64)> {
    layout.indexed(cx, ty, is_first).map(|(ty, size)| (ty, times(size, vscale)))
}

/// The number of bytes from the start of a struct to its field.
pub fn field_offset(cx: &Context, layout: &DataLayout, vscale: u32, ty: Type, index: usize) -> Option<u64> {
    layout.struct_layout(cx, ty)?.offsets.get(index).map(|&offset| times(offset, vscale))
}

/// The size of `ty` in bits; 0 where it has none.
pub fn size_bits(cx: &Context, layout: &DataLayout, vscale: u32, ty: Type) -> u64 {
    layout.size_in_bits(cx, ty).map_or(0, |size| times(size, vscale))
}

fn times(size: TypeSize, vscale: u32) -> u64 {
    size.min.saturating_mul(if size.scalable { vscale.into() } else { 1 })
}
