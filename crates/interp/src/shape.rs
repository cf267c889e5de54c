//! How values of a type lie in registers and in memory.
//!
//! An integer of up to 64 bits, a float of up to 64 bits and a pointer are one register. A wider integer or float is as many
//! as its bits need, lowest first. A vector, an array or a struct is its elements one after the other.

use std::ops::Range;

use lindworm_eval::{FloatFormat, ScalarType, reinterpret};
use lindworm_ir::data_layout::{DataLayout, TypeSize};
use lindworm_ir::hash::HashMap;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Context, Module, Type};

use crate::run::LIGHT;
use crate::state::State;

/// The most registers that one value may have.
pub const MAX_REGISTERS: u32 = 1 << 20;

/// How many bytes the machine may need for each register of a value: the registers of operands and results, and an operation
/// for each lane.
const BYTES_PER_REGISTER: u64 = 256;

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
    /// A function or value takes more than is left of the memory that the program may have, or of its steps.
    #[error("there are not enough memory and steps left for it")]
    NoRoom,
    /// `x86_amx`, opaque structs, `target` types without a layout.
    #[error("values of this type cannot be computed with")]
    NoValue,
}

impl State {
    /// The shape of a type of a module, if there are memory and steps for computing with values of that type.
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
    /// The shape of `ty`, which has a size or is `token`, or `void`, `metadata` or `label` (these have no registers). Of types
    /// of more than `most` registers there is none.
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
}

/// A shape that is being made.
struct Builder<'a> {
    cx: &'a Context,
    layout: &'a DataLayout,
    vscale: u32,
    /// How many registers it may have.
    most: u32,
    shape: Shape,
    /// The structs that were gone through: types may be shared many times over.
    structs: HashMap<Type, Part>,
}

/// What of a shape is of one element.
#[derive(Clone)]
struct Part {
    leaves: Range<usize>,
    packed: Range<usize>,
    registers: Range<u32>,
    /// Where it lies, in bits.
    offset: u64,
}

impl Builder<'_> {
    /// Makes sure that there may be so many elements more, of so many registers each.
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

    /// Adds what `f` adds, and says what that was.
    fn part(&mut self, offset: u64, f: impl FnOnce(&mut Self) -> Result<(), ShapeError>) -> Result<Part, ShapeError> {
        let (leaves, packed, registers) = (self.shape.leaves.len(), self.shape.packed.len(), self.shape.registers);
        f(self)?;
        let shape = &self.shape;
        let (leaves, packed) = (leaves..shape.leaves.len(), packed..shape.packed.len());
        Ok(Part { leaves, packed, registers: registers..shape.registers, offset })
    }

    /// Adds a part once more, elsewhere.
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
                // Elements without registers would make the loop long and add nothing.
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
