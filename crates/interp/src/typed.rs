//! Typed values, the representation used by embedders.

use std::fmt;

use lindworm_eval::undef::Bits;
use lindworm_eval::{Float, Int};
use lindworm_ir::data_layout::DataLayout;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Context, Type};

use crate::shape::{self, MAX_REGISTERS, Scalar, Shape, ShapeError};
use crate::value::{Knowledge, Provenance, Reg, Site, UndefTable};

/// A typed value.
///
/// ```
/// use lindworm_eval::Int;
/// use lindworm_interp::Value;
///
/// assert_eq!(Value::Int(Int::new(32, 42)).to_string(), "42");
/// assert_eq!(Value::from(42_i32), Value::Int(Int::new(32, 42)));
/// assert_eq!(Value::Vector(vec![Value::from(0.5_f32), Value::Poison(None)]).to_string(), "<0.5, poison>");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer.
    Int(Int),
    /// A float.
    Float(Float),
    /// A pointer.
    Pointer(Pointer),
    /// A scalar with undef bits; floats and pointers are represented by their bits.
    Undef(Bits<Int>),
    /// Poison of any type, and the instruction that made it, if known.
    Poison(Option<Site>),
    /// The elements of a vector.
    Vector(Vec<Value>),
    /// The elements of an array or the fields of a struct. An array whose elements have no bits has no entries.
    Aggregate(Vec<Value>),
}

/// An address with provenance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pointer {
    /// The address.
    pub address: u64,
    /// The object that may be accessed.
    pub provenance: Provenance,
}

impl Pointer {
    /// The null pointer.
    pub const NULL: Pointer = Pointer { address: 0, provenance: Provenance::NONE };

    /// The pointer at byte offset `bytes`; the result need not be in bounds.
    pub fn offset(self, bytes: i64) -> Pointer {
        Pointer { address: self.address.wrapping_add_signed(bytes), ..self }
    }

    pub(crate) fn of(reg: Reg) -> Pointer {
        Pointer { address: reg.bits, provenance: reg.meta.provenance() }
    }

    pub(crate) fn register(self) -> Reg {
        Reg::pointer(self.address, self.provenance)
    }
}

/// The mapping between the values of a module's types and registers.
pub(crate) struct Layout<'a> {
    pub(crate) cx: &'a Context,
    pub(crate) layout: &'a DataLayout,
    pub(crate) vscale: u32,
}

impl Layout<'_> {
    pub(crate) fn shape(&self, ty: Type) -> Result<Shape, ShapeError> {
        Shape::of(self.cx, self.layout, self.vscale, MAX_REGISTERS, ty)
    }

    fn vector_len(&self, len: u32, scalable: bool) -> usize {
        len as usize * if scalable { self.vscale as usize } else { 1 }
    }

    /// Reads a value of type `ty` from the next registers; `None` for a type without values. The type must have a [`Shape`].
    pub(crate) fn value(&self, ty: Type, undefs: &UndefTable, regs: &mut dyn Iterator<Item = Reg>) -> Option<Value> {
        if let Some(scalar) = shape::scalar(self.cx, self.layout, ty) {
            return Some(scalar_value(scalar, undefs, regs));
        }
        Some(match *self.cx.kind(ty) {
            TypeKind::Vector { element, len, scalable } => {
                let lanes = (0..self.vector_len(len, scalable)).map(|_| self.value(element, undefs, regs));
                Value::Vector(lanes.collect::<Option<_>>()?)
            }
            TypeKind::Array { element, len } => {
                let len = if self.shape(element).is_ok_and(|s| s.registers > 0) { len } else { 0 };
                let elements = (0..len.min(MAX_REGISTERS.into())).map(|_| self.value(element, undefs, regs));
                Value::Aggregate(elements.collect::<Option<_>>()?)
            }
            TypeKind::Struct { .. } | TypeKind::Identified(_) => {
                let (fields, _) = self.cx.struct_parts(ty)?;
                Value::Aggregate(fields.iter().map(|&f| self.value(f, undefs, regs)).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    /// Appends the registers of a value of type `ty`. Returns false if the value does not match the type.
    pub(crate) fn registers(&self, ty: Type, value: &Value, undefs: &mut UndefTable, out: &mut Vec<Reg>) -> bool {
        if let Value::Poison(site) = value {
            let Ok(shape) = self.shape(ty) else { return false };
            out.extend((0..shape.registers).map(|_| Reg::poison(site.unwrap_or_default())));
            return true;
        }
        if let Some(scalar) = shape::scalar(self.cx, self.layout, ty) {
            return scalar_registers(scalar, value, undefs, out);
        }
        let mut all = |types: &mut dyn Iterator<Item = Type>, values: &[Value]| {
            values.iter().all(|v| types.next().is_some_and(|ty| self.registers(ty, v, undefs, out)))
                && types.next().is_none()
        };
        match (self.cx.kind(ty), value) {
            (&TypeKind::Vector { element, len, scalable }, Value::Vector(lanes)) => {
                all(&mut std::iter::repeat_n(element, self.vector_len(len, scalable)), lanes)
            }
            (&TypeKind::Array { element, len }, Value::Aggregate(elements)) => {
                let len = if self.shape(element).is_ok_and(|s| s.registers > 0) { len } else { 0 };
                all(&mut std::iter::repeat_n(element, len.min(MAX_REGISTERS.into()) as usize), elements)
            }
            (_, Value::Aggregate(fields)) => {
                self.cx.struct_parts(ty).is_some_and(|(types, _)| all(&mut types.iter().copied(), fields))
            }
            _ => false,
        }
    }
}

fn scalar_value(scalar: Scalar, undefs: &UndefTable, regs: &mut dyn Iterator<Item = Reg>) -> Value {
    let regs: Vec<Reg> = regs.take(scalar.registers() as usize).collect();
    if let Some(Knowledge::Poison(site)) =
        regs.iter().map(|r| r.meta.knowledge()).find(|k| matches!(k, Knowledge::Poison(_)))
    {
        return Value::Poison(Some(site));
    }
    let width = scalar.bits();
    let limbs = |f: &dyn Fn(&Reg) -> u64| Int::from_limbs(width, &regs.iter().map(f).collect::<Vec<_>>());
    let bits = limbs(&|r| r.bits);
    if regs.iter().any(|r| !r.meta.is_defined()) {
        return Value::Undef(Bits::new(bits, limbs(&|r| undefs.mask(r.meta))));
    }
    match scalar {
        Scalar::Int(_) => Value::Int(bits),
        Scalar::Float(format) => Value::Float(Float::from_bits(format, bits.low_u128())),
        Scalar::Pointer(_) => Value::Pointer(regs.first().map_or(Pointer::NULL, |&r| Pointer::of(r))),
    }
}

fn scalar_registers(scalar: Scalar, value: &Value, undefs: &mut UndefTable, out: &mut Vec<Reg>) -> bool {
    let none = Int::zero(scalar.bits());
    let (bits, undef) = match (scalar, value) {
        (Scalar::Pointer(_), Value::Pointer(pointer)) => {
            out.push(pointer.register());
            return true;
        }
        (Scalar::Int(width), Value::Int(int)) if int.width() == width => (int.clone(), none),
        (Scalar::Float(format), Value::Float(float)) if float.format() == format => (float.to_int_bits(), none),
        (_, Value::Undef(bits)) if bits.width() == scalar.bits() => {
            (bits.defined_bits().clone(), bits.undef_bits().clone())
        }
        _ => return false,
    };
    out.extend(
        (0..scalar.registers() as usize)
            .map(|i| Reg { bits: bits.limb(i), meta: undefs.meta(undef.limb(i), Site::default()) }),
    );
    true
}

macro_rules! from_number {
    ($($number:ty => $value:expr;)*) => {
        $(impl From<$number> for Value {
            fn from(number: $number) -> Value {
                $value(number)
            }
        })*
    };
}

from_number! {
    bool => |n| Value::Int(Int::from_bool(n));
    i8 => |n: i8| Value::Int(Int::from_i64(8, n.into()));
    u8 => |n: u8| Value::Int(Int::new(8, n.into()));
    i16 => |n: i16| Value::Int(Int::from_i64(16, n.into()));
    u16 => |n: u16| Value::Int(Int::new(16, n.into()));
    i32 => |n: i32| Value::Int(Int::from_i64(32, n.into()));
    u32 => |n: u32| Value::Int(Int::new(32, n.into()));
    i64 => |n| Value::Int(Int::from_i64(64, n));
    u64 => |n| Value::Int(Int::new(64, n));
    i128 => |n| Value::Int(Int::from_i128(128, n));
    u128 => |n| Value::Int(Int::from_u128(128, n));
    f32 => |n| Value::Float(Float::from_f32(n));
    f64 => |n| Value::Float(Float::from_f64(n));
    Int => Value::Int;
    Float => Value::Float;
    Pointer => Value::Pointer;
}

impl Value {
    /// The type of a value for messages, as far as the value determines it.
    pub(crate) fn type_text(&self) -> String {
        match self {
            Value::Int(int) => format!("i{}", int.width()),
            Value::Float(float) => float.format().to_string(),
            Value::Pointer(_) => "ptr".into(),
            Value::Undef(bits) => format!("i{}", bits.defined_bits().width()),
            Value::Poison(_) => "?".into(),
            Value::Vector(elements) => {
                let element = elements.first().map_or("?".into(), Value::type_text);
                format!("<{} x {element}>", elements.len())
            }
            Value::Aggregate(fields) if fields.len() > SHOWN => format!("an aggregate of {} values", fields.len()),
            Value::Aggregate(fields) => {
                format!("{{ {} }}", fields.iter().map(Value::type_text).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// The maximum number of elements that are printed.
const SHOWN: usize = 64;

/// Decimal integers, hexadecimal pointers. Long values are truncated.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elements, brackets) = match self {
            Value::Int(int) => return int.fmt(f),
            Value::Float(float) => return write_float(*float, f),
            Value::Pointer(Pointer { address: 0, .. }) => return f.write_str("null"),
            Value::Pointer(pointer) => return write!(f, "{:#x}", pointer.address),
            Value::Undef(bits) if bits.undef_bits().is_all_ones() => return f.write_str("undef"),
            Value::Undef(bits) => {
                return write!(f, "{} with undef bits {}", hex(bits.defined_bits()), hex(bits.undef_bits()));
            }
            Value::Poison(_) => return f.write_str("poison"),
            Value::Vector(elements) => (elements, ('<', '>')),
            Value::Aggregate(elements) => (elements, ('{', '}')),
        };
        write!(f, "{}", brackets.0)?;
        for (i, element) in elements.iter().take(SHOWN).enumerate() {
            write!(f, "{}{element}", if i > 0 { ", " } else { "" })?;
        }
        if elements.len() > SHOWN {
            write!(f, ", and {} more", elements.len() - SHOWN)?;
        }
        write!(f, "{}", brackets.1)
    }
}

/// In Rust's notation if that is exact, otherwise in that of IR.
fn write_float(float: Float, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match (float.to_f32(), float.to_f64()) {
        (Some(number), _) => write!(f, "{number:?}"),
        (_, Some(number)) => write!(f, "{number:?}"),
        _ => write!(f, "{float}"),
    }
}

/// Formats an integer in hexadecimal, such as `0x2a`.
pub fn hex(int: &Int) -> String {
    let limbs = int.width().div_ceil(64) as usize;
    let top = (0..limbs).rev().find(|&i| int.limb(i) != 0).unwrap_or(0);
    let low = (0..top).rev().map(|i| format!("{:016x}", int.limb(i)));
    std::iter::once(format!("{:#x}", int.limb(top))).chain(low).collect()
}
