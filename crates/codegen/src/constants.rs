//! Constants as bits and as addresses.

use std::cell::Cell;

use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::eval::{BinaryOp, CastOp};
use lindworm_ir::{Module, Type, Value};
use lindworm_target::legal::{PartKind, TypeTable};
use smallvec::SmallVec;

use crate::data;
use crate::error::Result;
use crate::relocation::Symbol;

/// A part of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartOfConstant {
    /// Bits, zero-extended; zeros for undef and poison.
    Bits(u128),
    /// The address of a global or block, plus a byte offset.
    Address(Symbol, i64),
    /// Two 64-bit lanes, at least one of which holds an address.
    Pair(Pair),
}

/// Two 64-bit lanes, each an optional address plus a number.
pub type Pair = [(Option<Symbol>, i64); 2];

/// The maximum depth of constant expressions.
const MAX_DEPTH: u32 = 64;
/// The maximum number of operands that one constant expression has, with those of its operands. Operands may be shared.
const MAX_STEPS: u32 = 4096;

/// The nesting depth and the number of operands that remain for a constant expression.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    depth: u32,
    steps: &'a Cell<u32>,
}

impl<'a> Budget<'a> {
    /// The budget of a constant. `steps` is [`MAX_STEPS`].
    fn new(steps: &'a Cell<u32>) -> Budget<'a> {
        Budget { depth: MAX_DEPTH + 1, steps }
    }

    /// The budget for the operands of an expression.
    pub fn next(self) -> Result<Budget<'a>> {
        let steps = self.steps.get().saturating_sub(1);
        self.steps.set(steps);
        match self.depth {
            1.. if steps > 0 => Ok(Budget { depth: self.depth - 1, ..self }),
            _ => Err("a deeply nested constant".into()),
        }
    }
}

/// A part of a constant, by its number among all parts of the constant's type.
pub fn part(module: &Module, types: &TypeTable, constant: Value, mut part: usize) -> Result<PartOfConstant> {
    let mut value = constant;
    for _ in 0..MAX_DEPTH {
        if let Some(global) = value.as_global() {
            return Ok(PartOfConstant::Address(Symbol::Global(global), 0));
        }
        let Some(node) = module.constants().node(value) else { return Err("an operand that is not a value".into()) };
        if module.context().is_vector(node.ty)
            && let Some(PartKind::Lanes(_) | PartKind::Mask(_)) = types.parts(node.ty)?.get(part).map(|p| p.kind)
        {
            return lanes(module, types, value, node.ty, part);
        }
        return Ok(PartOfConstant::Bits(match &node.data {
            ConstantData::Int(bits) | ConstantData::Float(bits) => (*bits).into(),
            ConstantData::WideInt(int) => int.limb(part).into(),
            ConstantData::WideFloat(float) => float.to_bits(),
            ConstantData::Null
            | ConstantData::Zero
            | ConstantData::None
            | ConstantData::Undef
            | ConstantData::Poison => 0,
            ConstantData::Data(bytes) => {
                let Some(element) = module.context().element_type(node.ty, 0) else { return Err("a constant".into()) };
                let size = types.size(element).unwrap_or(1) as usize;
                let mut word = [0; 16];
                if let Some(bytes) = bytes.get(part * size..(part + 1) * size) {
                    word[..size].copy_from_slice(bytes);
                }
                u128::from_le_bytes(word)
            }
            // Elements of an array have equal numbers of parts.
            ConstantData::Aggregate(elements) if !module.context().is_struct(node.ty) => {
                let first = *elements.first().ok_or("a constant")?;
                let count = types.parts(type_of(module, first))?.len().max(1);
                value = *elements.get(part / count).ok_or("a constant")?;
                part %= count;
                continue;
            }
            ConstantData::Aggregate(elements) => {
                let mut inner = None;
                for &element in elements {
                    let count = types.parts(type_of(module, element))?.len();
                    if part < count {
                        inner = Some(element);
                        break;
                    }
                    part -= count;
                }
                let Some(element) = inner else { return Err("a constant".into()) };
                value = element;
                continue;
            }
            ConstantData::Expr(expr) if let ConstantExpr::ExtractElement { vector, index } = **expr => {
                let lane = module.constants().as_u64(index).ok_or("a constant expression")?;
                value = element(module, types, vector, lane)?;
                continue;
            }
            ConstantData::Expr(expr)
                if let Some(bits) = cast_bits(module, types, expr, node.ty, Budget::new(&Cell::new(MAX_STEPS)))? =>
            {
                let part = types.parts(node.ty)?.get(part).ok_or("a constant")?;
                let mut word = [0; 16];
                let bytes = bits.get(part.offset as usize..).unwrap_or(&[]);
                let size = bytes.len().min(16);
                word[..size].copy_from_slice(&bytes[..size]);
                let width = if let PartKind::Int(bits) = part.kind { bits.into() } else { 8 * part.kind.size() };
                u128::from_le_bytes(word) >> part.shift & u128::MAX >> (128 - width)
            }
            ConstantData::Expr(_)
            | ConstantData::DsoLocalEquivalent(_)
            | ConstantData::NoCfi(_)
            | ConstantData::BlockAddress(_) => {
                return address(module, types, value).map(|(symbol, offset)| match symbol {
                    Some(symbol) => PartOfConstant::Address(symbol, offset),
                    None => PartOfConstant::Bits((offset as u64).into()),
                });
            }
            ConstantData::PtrAuth(_) => return Err("ptrauth".into()),
            &ConstantData::Splat(element) => {
                part %= types.parts(type_of(module, element))?.len().max(1);
                value = element;
                continue;
            }
        }));
    }
    Err("a deeply nested constant".into())
}

/// A part of a vector whose lanes are packed in vector registers.
fn lanes(module: &Module, types: &TypeTable, constant: Value, ty: Type, number: usize) -> Result<PartOfConstant> {
    let vector = types.vector(ty).ok_or("a constant")?;
    let bits = 8 * vector.lane_bytes;
    let width = module.context().int_or_byte_width(vector.element).unwrap_or(bits).min(64);
    let mut word = 0u128;
    let mut pair = [(None, 0); 2];
    let per_part = 16 / vector.lane_bytes;
    let first = number as u32 * per_part;
    for lane in first..vector.len.min(first + per_part) {
        let at = lane - first;
        match part(module, types, element(module, types, constant, lane.into())?, 0)? {
            PartOfConstant::Bits(value) => {
                let value = value & (u128::MAX >> (128 - width));
                word |= value << (at * bits);
                if bits == 64 {
                    pair[at as usize].1 = value as i64;
                }
            }
            PartOfConstant::Address(symbol, offset) if bits == 64 => pair[at as usize] = (Some(symbol), offset),
            _ => return Err("a constant".into()),
        }
    }
    Ok(if pair.iter().any(|lane| lane.0.is_some()) { PartOfConstant::Pair(pair) } else { PartOfConstant::Bits(word) })
}

/// The bytes of a bit cast from or to a vector; `None` for other expressions.
fn cast_bits(
    module: &Module,
    types: &TypeTable,
    expr: &ConstantExpr,
    to: Type,
    budget: Budget,
) -> Result<Option<Vec<u8>>> {
    let &ConstantExpr::Cast { op: CastOp::BitCast, value } = expr else { return Ok(None) };
    let (cx, from) = (module.context(), type_of(module, value));
    if !cx.is_vector(from) && !cx.is_vector(to) {
        return Ok(None);
    }
    let mut bytes = vec![0; types.size(from).unwrap_or(0) as usize];
    let mut relocations = Vec::new();
    data::write_operand(module, types, value, &mut bytes, &mut relocations, budget.next()?)?;
    if relocations.is_empty() { Ok(Some(bytes)) } else { Err("a bit cast of an address".into()) }
}

/// An element of a constant vector, which may be a constant expression.
pub fn element(module: &Module, types: &TypeTable, vector: Value, lane: u64) -> Result<Value> {
    element_within(module, types, vector, lane, Budget::new(&Cell::new(MAX_STEPS)))
}

/// As [`element`], within the budget of the expression of which the vector is an operand.
pub fn element_within(module: &Module, types: &TypeTable, vector: Value, lane: u64, budget: Budget) -> Result<Value> {
    let (cx, constants) = (module.context(), module.constants());
    if let Some(element) = constants.element(cx, vector, lane) {
        return Ok(element);
    }
    let failed = "a constant expression of vector type";
    let node = constants.node(vector).ok_or(failed)?;
    let (ty, ..) = cx.vector_shape(node.ty).ok_or(failed)?;
    let ConstantData::Expr(expr) = &node.data else { return Err(failed.into()) };
    let budget = budget.next()?;
    if let Some(bytes) = cast_bits(module, types, expr, node.ty, budget)? {
        let width = module.data_layout().layout(cx, ty).map_or(0, |layout| layout.size_in_bits().min);
        let bit = |at: u64| bytes.get(at as usize / 8).is_some_and(|byte| byte >> (at % 8) & 1 == 1);
        let bits = (0..width.min(64)).fold(0, |bits, i| bits | u64::from(bit(lane * width + i)) << i);
        let int = match u32::try_from(width) {
            Ok(width @ 1..=64) => constants.int(cx, cx.int(width), bits),
            _ => return Err(failed.into()),
        };
        let op = if cx.is_pointer(ty) { CastOp::IntToPtr } else { CastOp::BitCast };
        return if type_of(module, int) == ty {
            Ok(int)
        } else {
            Ok(module.cast_constant(op, int, ty).map_err(|_| failed)?)
        };
    }
    let of = |value: Value| match cx.is_vector(type_of(module, value)) {
        true => element_within(module, types, value, lane, budget),
        false => Ok(value),
    };
    Ok(match &**expr {
        &ConstantExpr::Cast { op, value } => module.cast_constant(op, of(value)?, ty).map_err(|_| failed)?,
        &ConstantExpr::Binary { op, flags, lhs, rhs } => {
            module.binary_constant(op, flags, of(lhs)?, of(rhs)?).map_err(|_| failed)?
        }
        ConstantExpr::GetElementPtr { source, flags, operands, .. } => {
            let operands: Result<Vec<Value>> = operands.iter().map(|&operand| of(operand)).collect();
            module.gep_constant(*source, *flags, None, &operands?)
        }
        _ => return Err(failed.into()),
    })
}

/// The type of a constant.
pub fn type_of(module: &Module, constant: Value) -> Type {
    match constant.as_global() {
        Some(global) => module.globals()[global].ty(),
        None => module.constants().node(constant).map_or(Type::VOID, |n| n.ty),
    }
}

/// A constant of pointer or integer type as an optional address of a global or block plus a number.
pub fn address(module: &Module, types: &TypeTable, constant: Value) -> Result<(Option<Symbol>, i64)> {
    address_within(module, types, constant, Budget::new(&Cell::new(MAX_STEPS)))
}

fn address_within(
    module: &Module,
    types: &TypeTable,
    constant: Value,
    budget: Budget,
) -> Result<(Option<Symbol>, i64)> {
    let budget = budget.next()?;
    if let Some(global) = constant.as_global() {
        return Ok((Some(Symbol::Global(global)), 0));
    }
    let Some(node) = module.constants().node(constant) else { return Err("an operand that is not a value".into()) };
    let ConstantData::Expr(expr) = &node.data else {
        return match &node.data {
            ConstantData::DsoLocalEquivalent(global) | ConstantData::NoCfi(global) => {
                Ok((Some(Symbol::Global(*global)), 0))
            }
            ConstantData::BlockAddress(number) => Ok((Some(Symbol::Block(*number)), 0)),
            ConstantData::Int(bits) => Ok((None, sign_extended(module, node.ty, *bits))),
            ConstantData::Null | ConstantData::Zero | ConstantData::Undef | ConstantData::Poison => Ok((None, 0)),
            _ => Err("a constant expression".into()),
        };
    };
    match &**expr {
        &ConstantExpr::Cast {
            op: CastOp::BitCast | CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::AddrSpaceCast | CastOp::Trunc,
            value,
        } if module.context().int_or_byte_width(node.ty).is_none_or(|bits| bits <= 64)
            && types.parts(type_of(module, value))?.len() == 1 =>
        {
            address_within(module, types, value, budget)
        }
        &ConstantExpr::Cast { op: CastOp::IntToPtr, value } => {
            let width = module.context().int_or_byte_width(type_of(module, value)).unwrap_or(64);
            match address_within(module, types, value, budget)? {
                (None, number) if width < 64 => Ok((None, number & (i64::MAX >> (63 - width)))),
                (Some(_), _) if width != 64 => Err("a pointer from a part of an address".into()),
                all => Ok(all),
            }
        }
        ConstantExpr::GetElementPtr { source, operands, .. } => {
            let [base, indices @ ..] = &**operands else { return Err("a constant expression".into()) };
            let (global, mut offset) = address_within(module, types, *base, budget)?;
            let mut ty = *source;
            for (i, &index) in indices.iter().enumerate() {
                let number =
                    module.constants().as_int(module.context(), index).map(|int| int.sext_or_trunc(64).low_u64());
                let Some(number) = number else { return Err("a constant expression".into()) };
                let by = if i > 0 && module.context().is_struct(ty) {
                    let by = types.field_offset(ty, number as usize);
                    ty = module.context().element_type(ty, number).unwrap_or(ty);
                    by.map(|offset| offset as i64)
                } else {
                    types.indexed(ty, i == 0).map(|(element, size)| {
                        ty = element;
                        (number as i64).wrapping_mul(size as i64)
                    })
                };
                offset = offset.wrapping_add(by.ok_or("a type without a size")?);
            }
            Ok((global, offset))
        }
        ConstantExpr::Binary { op: BinaryOp::Add | BinaryOp::Sub, .. } => {
            let sum = Sum::of(module, types, constant, budget)?;
            match *sum.addresses {
                [] => Ok((None, sum.number)),
                [(symbol, 1)] => Ok((Some(symbol), sum.number)),
                _ => Err("a constant expression of two addresses".into()),
            }
        }
        ConstantExpr::Binary { op: BinaryOp::Xor, lhs, rhs, .. } => {
            match (address_within(module, types, *lhs, budget)?, address_within(module, types, *rhs, budget)?) {
                ((None, a), (None, b)) => Ok((None, a ^ b)),
                // The negation of an address and other such bits.
                _ => Err("a constant expression of the bits of an address".into()),
            }
        }
        expr => Err(format!("the constant expression {}", expr.opcode_name()).into()),
    }
}

/// A constant of pointer or integer type as a sum of addresses and a number.
pub fn sum(module: &Module, types: &TypeTable, constant: Value) -> Result<Sum> {
    Sum::of(module, types, constant, Budget::new(&Cell::new(MAX_STEPS)))
}

/// A sum of addresses and a number. Addresses that are added and subtracted cancel out.
#[derive(Default)]
pub struct Sum {
    /// Each address and its factor, which is not zero.
    pub addresses: SmallVec<[(Symbol, i32); 2]>,
    pub number: i64,
}

impl Sum {
    fn of(module: &Module, types: &TypeTable, constant: Value, budget: Budget) -> Result<Sum> {
        let mut sum = Sum::default();
        sum.add(module, types, constant, budget, 1)?;
        sum.addresses.retain(|(_, count)| *count != 0);
        Ok(sum)
    }

    /// Adds `sign` times a constant.
    fn add(&mut self, module: &Module, types: &TypeTable, constant: Value, budget: Budget, sign: i32) -> Result<()> {
        if let Some(ConstantData::Expr(expr)) = module.constants().node(constant).map(|node| &node.data) {
            match **expr {
                ConstantExpr::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), lhs, rhs, .. } => {
                    let budget = budget.next()?;
                    self.add(module, types, lhs, budget, sign)?;
                    let sign = if op == BinaryOp::Add { sign } else { -sign };
                    return self.add(module, types, rhs, budget, sign);
                }
                ConstantExpr::Cast { op: CastOp::Trunc, value } if types.parts(type_of(module, value))?.len() == 1 => {
                    return self.add(module, types, value, budget.next()?, sign);
                }
                _ => {}
            }
        }
        let (symbol, number) = address_within(module, types, constant, budget)?;
        self.number = self.number.wrapping_add(number.wrapping_mul(sign.into()));
        if let Some(symbol) = symbol {
            match self.addresses.iter_mut().find(|(other, _)| *other == symbol) {
                Some((_, count)) => *count += sign,
                None => self.addresses.push((symbol, sign)),
            }
        }
        Ok(())
    }
}

fn sign_extended(module: &Module, ty: Type, bits: u64) -> i64 {
    match module.context().int_or_byte_width(ty) {
        Some(width @ 1..=63) => (bits << (64 - width)) as i64 >> (64 - width),
        _ => bits as i64,
    }
}
