//! Initializers of global variables as bytes.

use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::eval::CastOp;
use lindworm_ir::{Global, Module, Type, Value};
use lindworm_target::legal::TypeTable;

use crate::constants::{self, Budget};
use crate::error::Result;
use crate::relocation::{Base, Relocation, RelocationKind, Symbol};

/// The maximum nesting depth of types.
const MAX_DEPTH: u32 = 1000;

/// Whether a constant is zero throughout; undef counts as zero.
pub fn is_zero(module: &Module, constant: Value) -> bool {
    module.constants().is_zero(constant)
        || module
            .constants()
            .node(constant)
            .is_some_and(|n| matches!(n.data, ConstantData::Undef | ConstantData::Poison))
}

/// Writes a constant to `bytes`, which are zero there, at an offset. Relocations of addresses go to `relocations`. `own` is the
/// variable that is initialized.
pub fn write(
    module: &Module,
    types: &TypeTable,
    own: Option<Global>,
    constant: Value,
    at: u64,
    bytes: &mut [u8],
    relocations: &mut Vec<Relocation>,
) -> Result {
    Writer { module, types, own, bytes, relocations, budget: None }.write(constant, at, 0)
}

/// Writes an operand of a constant expression to `bytes`, which are zero, within the budget of the expression.
pub fn write_operand(
    module: &Module,
    types: &TypeTable,
    constant: Value,
    bytes: &mut [u8],
    relocations: &mut Vec<Relocation>,
    budget: Budget,
) -> Result {
    Writer { module, types, own: None, bytes, relocations, budget: Some(budget) }.write(constant, 0, 0)
}

struct Writer<'a> {
    module: &'a Module,
    types: &'a TypeTable<'a>,
    own: Option<Global>,
    bytes: &'a mut [u8],
    relocations: &'a mut Vec<Relocation>,
    /// The budget of the expression of which the constant is an operand.
    budget: Option<Budget<'a>>,
}

impl Writer<'_> {
    fn element(&self, vector: Value, lane: u64) -> Result<Value> {
        match self.budget {
            Some(budget) => constants::element_within(self.module, self.types, vector, lane, budget),
            None => constants::element(self.module, self.types, vector, lane),
        }
    }

    fn put(&mut self, at: u64, value: &[u8]) {
        if let Some(place) = self.bytes.get_mut(at as usize..).and_then(|rest| rest.get_mut(..value.len())) {
            place.copy_from_slice(value);
        }
    }

    fn write(&mut self, constant: Value, at: u64, depth: u32) -> Result {
        if depth > MAX_DEPTH {
            return Err("a deeply nested constant".into());
        }
        if let Some(budget) = self.budget {
            budget.next()?;
        }
        if is_zero(self.module, constant) {
            return Ok(());
        }
        let Some(node) = self.module.constants().node(constant) else { return self.write_address(constant, at) };
        let cx = self.module.context();
        let size = self.module.data_layout().store_size(cx, node.ty).map_or(0, |s| s.min) as usize;
        match &node.data {
            ConstantData::Int(bits) | ConstantData::Float(bits) => {
                self.put(at, &bits.to_le_bytes()[..size.min(8)]);
            }
            ConstantData::WideInt(int) => {
                for (i, limb) in int.limbs().iter().enumerate() {
                    let left = size.saturating_sub(8 * i).min(8);
                    self.put(at + 8 * i as u64, &limb.to_le_bytes()[..left]);
                }
            }
            ConstantData::WideFloat(float) => self.put(at, &float.to_bits().to_le_bytes()[..size.min(16)]),
            ConstantData::Data(data) => self.put(at, data),
            ConstantData::Expr(expr)
                if let ConstantExpr::Cast { op: CastOp::BitCast, value } = **expr
                    && (cx.is_vector(node.ty) || cx.is_vector(constants::type_of(self.module, value))) =>
            {
                return self.write(value, at, depth + 1);
            }
            _ if cx.is_vector(node.ty)
                && self.stride(node.ty, cx.element_type(node.ty, 0).unwrap_or(node.ty)).is_none() =>
            {
                return self.write_bits(constant, node.ty, at);
            }
            ConstantData::Aggregate(elements) => {
                let stride = match cx.is_struct(node.ty) {
                    true => None,
                    false => cx.element_type(node.ty, 0).and_then(|element| self.stride(node.ty, element)),
                };
                for (i, &element) in elements.iter().enumerate() {
                    let offset = match stride {
                        Some(stride) => stride * i as u64,
                        None => self.types.field_offset(node.ty, i).ok_or("a constant of an opaque struct")?,
                    };
                    self.write(element, at + offset, depth + 1)?;
                }
            }
            ConstantData::Splat(element) => {
                let (ty, len, _) = cx.vector_shape(node.ty).ok_or("a constant")?;
                let stride = self.stride(node.ty, ty).ok_or("a vector of such elements")?;
                for i in 0..u64::from(len) {
                    self.write(*element, at + stride * i, depth + 1)?;
                }
            }
            ConstantData::Expr(_) if let Some((element, len, _)) = cx.vector_shape(node.ty) => {
                let stride = self.stride(node.ty, element).ok_or("a vector of such elements")?;
                for lane in 0..u64::from(len) {
                    let element = self.element(constant, lane)?;
                    self.write(element, at + stride * lane, depth + 1)?;
                }
            }
            _ => return self.write_address(constant, at),
        }
        Ok(())
    }

    /// Writes a vector whose elements are not a whole number of bytes.
    fn write_bits(&mut self, constant: Value, ty: Type, at: u64) -> Result {
        let cx = self.module.context();
        let (element, len, _) = cx.vector_shape(ty).ok_or("a constant")?;
        let width = u64::from(cx.int_or_byte_width(element).ok_or("a vector of such elements")?);
        for lane in 0..u64::from(len) {
            let value = self.element(constant, lane)?;
            let Some(int) = self.module.constants().as_int(cx, value) else {
                match is_zero(self.module, value) {
                    true => continue,
                    false => return Err("some bits of an address".into()),
                }
            };
            for bit in (0..width).filter(|&bit| int.bit(bit as u32)) {
                let place = lane * width + bit;
                if let Some(byte) = self.bytes.get_mut((at + place / 8) as usize) {
                    *byte |= 1 << (place % 8);
                }
            }
        }
        Ok(())
    }

    /// The distance between elements of an array or vector; `None` for vectors whose elements are not a whole number of bytes.
    fn stride(&self, ty: Type, element: Type) -> Option<u64> {
        let layout = self.module.data_layout().layout(self.module.context(), element)?;
        match self.module.context().is_vector(ty) {
            true => (layout.size_in_bits().min % 8 == 0).then_some(layout.size_in_bits().min / 8),
            false => Some(layout.alloc_size().min),
        }
    }

    fn write_address(&mut self, constant: Value, at: u64) -> Result {
        let ty = constants::type_of(self.module, constant);
        let width = self.module.context().int_or_byte_width(ty).unwrap_or(64);
        let sum = constants::sum(self.module, self.types, constant)?;
        let (kind, symbol, addend) = match *sum.addresses {
            [] => {
                let number = sum.number as u64 & u64::MAX >> (64 - width.min(64));
                self.put(at, &number.to_le_bytes()[..width.div_ceil(8).min(8) as usize]);
                return Ok(());
            }
            [(symbol, 1)] => (absolute(width)?, symbol, sum.number),
            // The relocation is relative to its place, which is `at` bytes after the variable's start.
            [(symbol, 1), (Symbol::Global(base), -1)] | [(Symbol::Global(base), -1), (symbol, 1)]
                if self.own == Some(base) && width == 32 =>
            {
                (RelocationKind::Relative, symbol, sum.number.wrapping_add(at as i64))
            }
            [(symbol, 1), (base, -1)] | [(base, -1), (symbol, 1)] => {
                absolute(width)?;
                let base = match base {
                    Symbol::Global(global) => Base::Global(global),
                    Symbol::Block(number) => Base::Block(number),
                    _ => return Err("the distance of such an address".into()),
                };
                (RelocationKind::Distance { base, size: (width / 8) as u8 }, symbol, sum.number)
            }
            _ => return Err("a constant expression of two addresses".into()),
        };
        let offset = u32::try_from(at).map_err(|_| "a variable of more than 4 GB")?;
        self.relocations.push(Relocation { offset, kind, symbol, addend });
        Ok(())
    }
}

/// The relocation of an address in an integer of so many bits.
fn absolute(width: u32) -> Result<RelocationKind> {
    Ok(match width {
        64 => RelocationKind::Absolute,
        32 => RelocationKind::Absolute32,
        16 => RelocationKind::Absolute16,
        8 => RelocationKind::Absolute8,
        _ => return Err("an address in an integer that is not of 8, 16, 32 or 64 bits".into()),
    })
}
