//! The constants of a module or function ([`CONSTANTS_BLOCK`](https://llvm.org/docs/BitCodeFormat.html#constants-block)).

use lindworm_ir::constant::{ConstantData, ConstantExpr, ConstantNode};
use lindworm_ir::constant_build::{data_numbers, data_width};
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Module, Type, Value};

use super::abbreviations::{abbreviation, bits_for, constant, literal, name_scalar};
use super::attributes::{push_range, push_wide_int};
use super::ids::{FunctionIds, ModuleIds, mask_constant};
use crate::bitstream::{Encoding, Scalar, StreamWriter};
use crate::codes::{block, constant as code};
use crate::encoding::{binary_code, cast_code, int_flags_code, signed_code};

/// The encoding of a splat.
enum Splat {
    /// As the element, with the vector type.
    Native,
    /// As a `DATA` record with this number of equal elements.
    Numbers(u32, u64),
    /// As an aggregate with this number of elements.
    Elements(u32),
    /// As a `shufflevector` with these operands.
    Shuffle([Value; 3]),
}

/// The length limit of splats that are written element by element.
const MAX_SPLAT: u32 = 1 << 16;

fn splat(module: &Module, ty: Type, element: Value) -> Splat {
    let (cx, constants) = (module.context(), module.constants());
    if module.is_native_splat(ty, element) {
        return Splat::Native;
    }
    let (scalar, len, scalable) = cx.vector_shape(ty).unwrap_or((Type::VOID, 0, false));
    if !scalable && len <= MAX_SPLAT {
        return match constants.node(element).map(|node| &node.data) {
            Some(ConstantData::Int(number) | ConstantData::Float(number)) if data_width(scalar).is_some() => {
                Splat::Numbers(len, *number)
            }
            _ => Splat::Elements(len),
        };
    }
    let poison = constants.poison(ty);
    let index = constants.int(cx, Type::I64, 0);
    let inserted = ConstantExpr::InsertElement { vector: poison, element, index };
    let inserted = constants.intern(ty, ConstantData::Expr(Box::new(inserted)));
    let mask = constants.zero(cx, cx.vector(Type::I32, len, scalable));
    Splat::Shuffle([inserted, poison, mask])
}

/// Calls `f` with each operand of a constant in its bitcode encoding.
pub(super) fn for_each_operand(module: &Module, value: Value, mut f: impl FnMut(Value)) {
    let Some(node) = module.constants().node(value) else { return };
    if let ConstantData::Splat(element) = node.data {
        return match splat(module, node.ty, element) {
            Splat::Native | Splat::Numbers(..) => {}
            Splat::Elements(len) => (0..len).for_each(|_| f(element)),
            Splat::Shuffle(operands) => operands.into_iter().for_each(f),
        };
    }
    node.data.for_each_operand(&mut f);
    if let ConstantData::Expr(expr) = &node.data
        && let ConstantExpr::ShuffleVector { mask, .. } = &**expr
    {
        f(mask_constant(module, node.ty, mask.iter().copied()));
    }
}

/// The source type of a `getelementptr` expression.
pub(super) fn source_type(module: &Module, value: Value) -> Option<Type> {
    match &module.constants().node(value)?.data {
        ConstantData::Expr(expr) => match **expr {
            ConstantExpr::GetElementPtr { source, .. } => Some(source),
            _ => None,
        },
        _ => None,
    }
}

/// The abbreviations of the module's constants block only; 0 for none.
#[derive(Default)]
struct Abbreviations {
    aggregate: u32,
    string: u32,
    c_string_7: u32,
    c_string_6: u32,
}

/// Writes the constants of the module, if any.
pub(super) fn write_module(ids: &ModuleIds, module: &Module, out: &mut StreamWriter) {
    if ids.constants().is_empty() {
        return;
    }
    out.enter_block(block::CONSTANTS, 4);
    let mut array = |code, element| out.define(abbreviation(&[literal(code), Encoding::Array(element)]));
    let abbreviations = Abbreviations {
        aggregate: array(code::AGGREGATE, Scalar::Fixed(bits_for(ids.value_count() as usize))),
        string: array(code::STRING, Scalar::Fixed(8)),
        c_string_7: array(code::CSTRING, Scalar::Fixed(7)),
        c_string_6: array(code::CSTRING, Scalar::Char6),
    };
    write_records(module, &FunctionIds::new(ids), ids.constants(), &abbreviations, out);
    out.end_block();
}

/// Writes the constants of a function, if any.
pub(super) fn write_function(local: &FunctionIds<'_>, module: &Module, out: &mut StreamWriter) {
    if !local.constants().is_empty() {
        out.enter_block(block::CONSTANTS, 4);
        write_records(module, local, local.constants(), &Abbreviations::default(), out);
        out.end_block();
    }
}

fn write_records(
    module: &Module,
    local: &FunctionIds<'_>,
    constants: &[Value],
    abbreviations: &Abbreviations,
    out: &mut StreamWriter,
) {
    let mut record = Record { module, local, abbreviations, ops: Vec::new() };
    let mut current = None;
    for &value in constants {
        let ty = module.value_type(None, value);
        if current != Some(ty) {
            out.abbreviated(constant::SETTYPE, code::SETTYPE, &[local.ids.ty(ty)]);
            current = Some(ty);
        }
        record.ops.clear();
        let (code, abbreviation) = match (value.kind(), module.constants().node(value)) {
            (ValueKind::InlineAsm(asm), _) if module.has_inline_asm(asm) => record.inline_asm(asm),
            (_, Some(_)) if module.constants().is_zero(value) => (code::NULL, 0),
            (_, Some(node)) => record.constant(node),
            _ => (code::UNDEF, 0),
        };
        out.abbreviated(abbreviation, code, &record.ops);
    }
}

/// The record being built.
struct Record<'a> {
    module: &'a Module,
    local: &'a FunctionIds<'a>,
    abbreviations: &'a Abbreviations,
    ops: Vec<u64>,
}

impl Record<'_> {
    fn push_value(&mut self, value: Value) {
        self.ops.push(self.local.value(value).into());
    }

    fn push_type_of(&mut self, value: Value) {
        self.ops.push(self.local.ids.ty(self.module.value_type(None, value)));
    }

    fn inline_asm(&mut self, asm: lindworm_ir::value::InlineAsm) -> (u32, u32) {
        let asm = self.module.inline_asm(asm);
        let flags = [asm.side_effect, asm.align_stack, asm.intel_dialect, asm.can_unwind];
        let flags = flags.iter().rev().fold(0, |bits, &flag| bits << 1 | u64::from(flag));
        self.ops.extend([self.local.ids.ty(asm.function_type), flags]);
        for text in [&asm.template, &asm.constraints] {
            self.ops.push(text.len() as u64);
            self.ops.extend(text.iter().map(|&c| u64::from(c)));
        }
        (code::INLINEASM, 0)
    }

    /// The record code of a non-zero constant, and its abbreviation.
    fn constant(&mut self, node: &ConstantNode) -> (u32, u32) {
        match &node.data {
            ConstantData::Null | ConstantData::Zero | ConstantData::None => (code::NULL, 0),
            ConstantData::Undef => (code::UNDEF, 0),
            ConstantData::Poison => (code::POISON, 0),
            ConstantData::Int(value) => {
                let unused = 64 - self.module.context().int_or_byte_width(node.ty).unwrap_or(64).clamp(1, 64);
                self.ops.push(signed_code((value << unused) as i64 >> unused));
                match self.module.context().is_byte(node.ty) {
                    true => (code::BYTE, 0),
                    false => (code::INTEGER, constant::INTEGER),
                }
            }
            ConstantData::WideInt(value) => {
                push_wide_int(value, &mut self.ops);
                (if self.module.context().is_byte(node.ty) { code::WIDE_BYTE } else { code::WIDE_INTEGER }, 0)
            }
            ConstantData::Float(bits) => {
                self.ops.push(*bits);
                (code::FLOAT, 0)
            }
            ConstantData::WideFloat(value) => {
                let bits = value.to_bits();
                let (low, high) = (bits as u64, (bits >> 64) as u64);
                // The 80 bits start with the most significant ones.
                let ops = if node.ty == Type::X86_FP80 { [(bits >> 16) as u64, low & 0xffff] } else { [low, high] };
                self.ops.extend(ops);
                (code::FLOAT, 0)
            }
            ConstantData::Data(bytes) => self.data(node.ty, bytes),
            ConstantData::Aggregate(elements) => {
                elements.iter().for_each(|&element| self.push_value(element));
                (code::AGGREGATE, self.abbreviations.aggregate)
            }
            ConstantData::Splat(element) => self.splat(node.ty, *element),
            ConstantData::Expr(expr) => self.expr(node.ty, expr),
            ConstantData::BlockAddress(address) => {
                if let Some(&(function, _)) = self.module.block_addresses().get(*address as usize) {
                    self.push_type_of(function.into());
                    self.push_value(function.into());
                    self.ops.push(self.local.ids.block_place(*address).into());
                }
                (code::BLOCKADDRESS, 0)
            }
            ConstantData::DsoLocalEquivalent(global) | ConstantData::NoCfi(global) => {
                self.push_type_of((*global).into());
                self.push_value((*global).into());
                match node.data {
                    ConstantData::NoCfi(_) => (code::NO_CFI_VALUE, 0),
                    _ => (code::DSO_LOCAL_EQUIVALENT, 0),
                }
            }
            ConstantData::PtrAuth(parts) => {
                parts.iter().for_each(|&part| self.push_value(part));
                (code::PTRAUTH2, 0)
            }
        }
    }

    fn data(&mut self, ty: Type, bytes: &[u8]) -> (u32, u32) {
        let cx = self.module.context();
        let element = cx.element_type(ty, 0).unwrap_or(Type::I8);
        if element != Type::I8 || cx.is_vector(ty) {
            self.ops.extend(data_numbers(bytes, data_width(element).unwrap_or(1)));
            return (code::DATA, 0);
        }
        let c_string = bytes.strip_suffix(b"\0").filter(|text| !text.contains(&0));
        self.ops.extend(c_string.unwrap_or(bytes).iter().map(|&c| u64::from(c)));
        match c_string.map(name_scalar) {
            None => (code::STRING, self.abbreviations.string),
            Some(Scalar::Char6) => (code::CSTRING, self.abbreviations.c_string_6),
            Some(Scalar::Fixed(7)) => (code::CSTRING, self.abbreviations.c_string_7),
            Some(_) => (code::CSTRING, 0),
        }
    }

    fn splat(&mut self, ty: Type, element: Value) -> (u32, u32) {
        match splat(self.module, ty, element) {
            Splat::Native => self.module.constants().node(element).map_or((code::UNDEF, 0), |node| self.constant(node)),
            Splat::Numbers(len, number) => {
                self.ops.extend((0..len).map(|_| number));
                (code::DATA, 0)
            }
            Splat::Elements(len) => {
                (0..len).for_each(|_| self.push_value(element));
                (code::AGGREGATE, self.abbreviations.aggregate)
            }
            Splat::Shuffle(operands) => {
                operands.into_iter().for_each(|operand| self.push_value(operand));
                (code::CE_SHUFFLEVEC, 0)
            }
        }
    }

    fn expr(&mut self, ty: Type, expr: &ConstantExpr) -> (u32, u32) {
        match expr {
            ConstantExpr::Cast { op, value } => {
                self.ops.push(cast_code(*op));
                self.push_type_of(*value);
                self.push_value(*value);
                (code::CE_CAST, constant::CE_CAST)
            }
            ConstantExpr::Binary { op, flags, lhs, rhs } => {
                self.ops.push(binary_code(*op));
                self.push_value(*lhs);
                self.push_value(*rhs);
                self.ops.extend((!flags.is_empty()).then(|| int_flags_code(*flags)));
                (code::CE_BINOP, 0)
            }
            ConstantExpr::GetElementPtr { source, flags, in_range, operands } => {
                self.ops.extend([self.local.ids.ty(*source), flags.bits().into()]);
                if let Some(range) = in_range {
                    self.ops.push(range.0.width().into());
                    push_range(range, &mut self.ops);
                }
                for &operand in operands {
                    self.push_type_of(operand);
                    self.push_value(operand);
                }
                (if in_range.is_some() { code::CE_GEP_WITH_INRANGE } else { code::CE_GEP }, 0)
            }
            ConstantExpr::ExtractElement { vector, index } => {
                for value in [*vector, *index] {
                    self.push_type_of(value);
                    self.push_value(value);
                }
                (code::CE_EXTRACTELT, 0)
            }
            ConstantExpr::InsertElement { vector, element, index } => {
                self.push_value(*vector);
                self.push_value(*element);
                self.push_type_of(*index);
                self.push_value(*index);
                (code::CE_INSERTELT, 0)
            }
            ConstantExpr::ShuffleVector { v1, v2, mask } => {
                let same = self.module.value_type(None, *v1) == ty;
                if !same {
                    self.push_type_of(*v1);
                }
                let mask = mask_constant(self.module, ty, mask.iter().copied());
                [*v1, *v2, mask].into_iter().for_each(|operand| self.push_value(operand));
                (if same { code::CE_SHUFFLEVEC } else { code::CE_SHUFVEC_EX }, 0)
            }
        }
    }
}
