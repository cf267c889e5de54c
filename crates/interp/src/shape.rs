//! How values of a type lie in registers and in memory.
//!
//! An integer of up to 64 bits, a float of up to 64 bits and a pointer are one register. A wider integer or float is as many
//! as its bits need, lowest first. A vector, an array or a struct is its elements one after the other.

use lindworm_eval::FloatFormat;
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
    /// A pointer of that many bits.
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
}

/// A scalar of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// What it is.
    pub scalar: Scalar,
    /// Its first register, counted from the value's first.
    pub register: u32,
    /// Where it lies, in bits from the value's address: whole bytes, except for elements of vectors such as `<8 x i1>`.
    pub offset: u64,
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
    /// Whether some scalar begins or ends within a byte that another one is in too.
    pub bit_packed: bool,
}

/// Why a type has no shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// More than [`MAX_REGISTERS`].
    #[error("a value of this type is too large to be in registers")]
    TooLarge,
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
        Ok(shape)
    }

    fn push(&mut self, scalar: Scalar, offset: u64) -> Result<(), ShapeError> {
        self.leaves.push(Leaf { scalar, register: self.registers, offset });
        self.registers += scalar.registers();
        if self.registers > MAX_REGISTERS { Err(ShapeError::TooLarge) } else { Ok(()) }
    }

    fn add(&mut self, cx: &Context, layout: &DataLayout, vscale: u32, ty: Type, offset: u64) -> Result<(), ShapeError> {
        if let Some(scalar) = scalar(cx, layout, ty) {
            return self.push(scalar, offset);
        }
        match cx.kind(ty) {
            TypeKind::Vector { element, len, scalable } => {
                let scalar = scalar(cx, layout, *element).ok_or(ShapeError::NoValue)?;
                let bits = u64::from(scalar.bits());
                self.bit_packed |= bits % 8 != 0;
                let count = u64::from(*len) * if *scalable { u64::from(vscale) } else { 1 };
                for i in 0..count {
                    // The first element of a vector of bits is the lowest bits; on a big-endian machine the last is.
                    let place = if bits % 8 != 0 && layout.big_endian { count - 1 - i } else { i };
                    self.push(scalar, offset + place * bits)?;
                }
                Ok(())
            }
            TypeKind::Array { element, len } => {
                let size = alloc_size(cx, layout, vscale, *element).ok_or(ShapeError::NoValue)?;
                // Elements without registers would make the loop long and add nothing.
                if Shape::of(cx, layout, vscale, *element)?.registers == 0 {
                    return Ok(());
                }
                if *len > u64::from(MAX_REGISTERS) {
                    return Err(ShapeError::TooLarge);
                }
                (0..*len).try_for_each(|i| self.add(cx, layout, vscale, *element, offset + i * size * 8))
            }
            TypeKind::Struct { .. } | TypeKind::Identified(_) => {
                let (fields, _) = cx.struct_parts(ty).ok_or(ShapeError::NoValue)?;
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

/// What scalar `ty` is, if it is one.
pub fn scalar(cx: &Context, layout: &DataLayout, ty: Type) -> Option<Scalar> {
    if let Some(format) = ty.float_format() {
        return Some(Scalar::Float(format));
    }
    match *cx.kind(ty) {
        TypeKind::Int(bits) => Some(Scalar::Int(bits)),
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
