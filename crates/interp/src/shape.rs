//! How values of a type lie in registers and in memory.
//!
//! An integer of up to 64 bits, a float of up to 64 bits and a pointer are one register. A wider integer or float is as many
//! as its bits need, lowest first. A vector, an array or a struct is its elements one after the other.

use std::ops::Range;

use lindworm_eval::{FloatFormat, ScalarType, reinterpret};
use lindworm_ir::data_layout::{DataLayout, TypeSize};
use lindworm_ir::{Context, Type, TypeKind};

/// The most registers that one value may have.
pub const MAX_REGISTERS: u32 = 1 << 20;

/// What a scalar is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `iN`.
    Int(u32),
    /// A float.
    Float(FloatFormat),
    /// A pointer of that many bits, at most 64 in a [`Shape`].
    Pointer(u32),
}

impl Scalar {
    /// Its width.
    pub const fn bits(self) -> u32 {
        match self {
            Scalar::Int(bits) | Scalar::Pointer(bits) => bits,
            Scalar::Float(format) => format.bits(),
        }
    }

    /// How many registers it has.
    pub const fn registers(self) -> u32 {
        self.bits().div_ceil(64)
    }

    /// It, if it can be in registers.
    pub(crate) fn checked(self) -> Result<Scalar, ShapeError> {
        match self {
            Scalar::Pointer(bits @ 65..) => Err(ShapeError::WidePointer(bits)),
            scalar => Ok(scalar),
        }
    }

    /// Its bits as a number.
    pub const fn scalar_type(self) -> ScalarType {
        match self {
            Scalar::Int(bits) | Scalar::Pointer(bits) => ScalarType::Int(bits),
            Scalar::Float(format) => ScalarType::Float(format),
        }
    }

    /// Whether its lowest bits are in its last bytes: on a big-endian machine, but for a `ppc_fp128`, whose first double is
    /// first in memory everywhere.
    pub(crate) fn highest_first(self, big_endian: bool) -> bool {
        big_endian && self != Scalar::Float(FloatFormat::PpcFp128)
    }
}

/// A scalar of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// What it is.
    pub scalar: Scalar,
    /// Its first register, counted from the value's first.
    pub register: u32,
    /// Where it lies, in bits from the value's address: whole bytes, except for the elements of a [`Packed`] vector.
    pub offset: u64,
}

impl Leaf {
    /// Its registers.
    pub(crate) fn registers(&self) -> Range<usize> {
        self.register as usize..(self.register + self.scalar.registers()) as usize
    }
}

/// A vector in a value whose elements are no whole bytes, such as `<8 x i1>`: in memory it is the integer that its elements
/// are without gaps.
#[derive(Clone, Debug)]
pub struct Packed {
    /// Its elements among the leaves. Their offsets are the vector's own and the number of their lowest bit in the integer.
    pub leaves: Range<usize>,
    /// Where it lies, in bytes from the value's address.
    pub offset: u64,
    /// How many bytes it has.
    pub size: u64,
}

/// How a value lies in registers and in memory.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Its scalars in order.
    pub leaves: Vec<Leaf>,
    /// How many registers it has.
    pub registers: u32,
    /// How many bytes a load or store of it accesses.
    pub store_size: u64,
    /// The vectors whose elements share bytes, in order.
    pub packed: Vec<Packed>,
    /// Whether some of these bytes are no scalar's.
    pub has_padding: bool,
}

/// Why a type has no shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A pointer of more than 64 bits.
    #[error("pointers of {0} bits cannot be computed with, only those of up to 64")]
    WidePointer(u32),
    /// More than [`MAX_REGISTERS`].
    #[error("a value of this type is too large to be in registers")]
    TooLarge,
    /// Decoded, a function takes more than is left of the memory that the program may have, or of its steps.
    #[error("there are not enough memory and steps left for its code")]
    NoRoom,
    /// `x86_amx`, opaque structs, `target` types without a layout.
    #[error("values of this type cannot be computed with")]
    NoValue,
}

impl Shape {
    /// The shape of `ty`, which has a size or is `token`, or `void`, `metadata` or `label` (these have no registers).
    pub fn of(cx: &Context, layout: &DataLayout, vscale: u32, ty: Type) -> Result<Shape, ShapeError> {
        let mut shape = Shape::default();
        shape.add(cx, layout, vscale, ty, 0)?;
        shape.store_size = size_bits(cx, layout, vscale, ty).div_ceil(8);
        let mut used = shape.packed.iter().map(|p| p.size).sum::<u64>();
        shape.each_whole(|leaf| used += u64::from(leaf.scalar.bits()).div_ceil(8));
        shape.has_padding = used < shape.store_size;
        Ok(shape)
    }

    /// The shape of one scalar.
    pub(crate) fn of_scalar(scalar: Scalar) -> Shape {
        Shape {
            leaves: vec![Leaf { scalar, register: 0, offset: 0 }],
            registers: scalar.registers(),
            store_size: u64::from(scalar.bits()).div_ceil(8),
            ..Shape::default()
        }
    }

    /// Calls `f` with each scalar that has bytes of its own.
    #[inline]
    pub(crate) fn each_whole(&self, mut f: impl FnMut(&Leaf)) {
        let mut start = 0;
        for packed in &self.packed {
            self.leaves[start..packed.leaves.start].iter().for_each(&mut f);
            start = packed.leaves.end;
        }
        self.leaves[start..].iter().for_each(f);
    }

    fn push(&mut self, scalar: Scalar, offset: u64) -> Result<(), ShapeError> {
        let scalar = scalar.checked()?;
        self.leaves.push(Leaf { scalar, register: self.registers, offset });
        self.registers += scalar.registers();
        if self.registers > MAX_REGISTERS { Err(ShapeError::TooLarge) } else { Ok(()) }
    }

    /// So many elements, if there is room for them, of so many registers each: no leaf is made of those that are refused.
    fn checked_count(&self, count: u64, registers: u32) -> Result<u32, ShapeError> {
        let needed = count.saturating_mul(registers.into());
        match needed <= u64::from(MAX_REGISTERS - self.registers) {
            true => Ok(count as u32),
            false => Err(ShapeError::TooLarge),
        }
    }

    fn add(&mut self, cx: &Context, layout: &DataLayout, vscale: u32, ty: Type, offset: u64) -> Result<(), ShapeError> {
        if let Some(scalar) = scalar(cx, layout, ty) {
            return self.push(scalar, offset);
        }
        match cx.kind(ty) {
            TypeKind::Vector { element, len, scalable } => {
                let scalar = scalar(cx, layout, *element).ok_or(ShapeError::NoValue)?;
                let bits = scalar.bits();
                let count = u64::from(*len) * if *scalable { u64::from(vscale) } else { 1 };
                let count = self.checked_count(count, scalar.registers())?;
                let first = self.leaves.len();
                let total = bits.checked_mul(count).ok_or(ShapeError::TooLarge)?;
                let is_packed = bits % 8 != 0;
                for i in 0..count {
                    let at = reinterpret::place(layout.big_endian && is_packed, total, i * bits, bits);
                    self.push(scalar, offset + u64::from(at))?;
                }
                if is_packed {
                    let size = u64::from(total).div_ceil(8);
                    self.packed.push(Packed { leaves: first..self.leaves.len(), offset: offset / 8, size });
                }
                Ok(())
            }
            TypeKind::Array { element, len } => {
                let size = alloc_size(cx, layout, vscale, *element).ok_or(ShapeError::NoValue)?;
                let before = self.registers;
                if *len == 0 {
                    return Ok(());
                }
                self.add(cx, layout, vscale, *element, offset)?;
                // Elements without registers would make the loop long and add nothing.
                let registers = self.registers - before;
                if registers == 0 {
                    return Ok(());
                }
                for i in 1..=u64::from(self.checked_count(*len - 1, registers)?) {
                    self.add(cx, layout, vscale, *element, offset + i * size * 8)?;
                }
                Ok(())
            }
            TypeKind::Struct { .. } | TypeKind::Identified(_) => {
                let (fields, _) = cx.struct_parts(ty).ok_or(ShapeError::NoValue)?;
                // What has no bytes has no registers, however many fields are nested in it.
                if layout.size_in_bits(cx, ty).is_some_and(|size| size.min == 0) {
                    return Ok(());
                }
                for (i, &field) in fields.iter().enumerate() {
                    let at = field_offset(cx, layout, vscale, ty, i).ok_or(ShapeError::NoValue)?;
                    self.add(cx, layout, vscale, field, offset + at * 8)?;
                }
                Ok(())
            }
            TypeKind::Target { .. } => match cx.target_type(ty) {
                Some(target) if target.layout != Type::VOID => self.add(cx, layout, vscale, target.layout, offset),
                _ => Ok(()),
            },
            TypeKind::X86Amx => Err(ShapeError::NoValue),
            _ => Ok(()),
        }
    }
}

/// Whether values of these scalars are the same registers if they have the same bits.
pub(crate) fn same_registers(from: &[Leaf], to: &[Leaf], big_endian: bool) -> bool {
    let same = |a: Scalar, b: Scalar| {
        a == b || a.bits() == b.bits() && a.highest_first(big_endian) == b.highest_first(big_endian)
    };
    from.len() == to.len() && from.iter().zip(to).all(|(a, b)| same(a.scalar, b.scalar))
}

/// What scalar `ty` is, if it is one.
pub fn scalar(cx: &Context, layout: &DataLayout, ty: Type) -> Option<Scalar> {
    if let Some(format) = ty.float_format() {
        return Some(Scalar::Float(format));
    }
    match *cx.kind(ty) {
        // A byte as wide as a pointer may hold one, with its provenance.
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
