//! Arithmetic, comparison, vector and aggregate instructions. Calls, memory accesses and terminators have modules of their
//! own.

use lindworm_eval::{CastOp, FastMathFlags, IntFlags};
use lindworm_ir::types::TypeKind;
use lindworm_ir::value::{Imm, POISON_MASK_ELEMENT};
use lindworm_ir::version::IrVersion;
use lindworm_ir::{InstData, Type, Value, typing};
use lindworm_upgrade::typed_pointers::integer_between;
use smallvec::SmallVec;

use super::function::{FunctionReader, Made, Making};
use super::operand::{Fault, INVALID, NO_TYPE, Operands};
use super::types::TypeId;
use crate::encoding;

impl FunctionReader<'_, '_> {
    pub(super) fn unary(&mut self, o: &mut Operands<'_>) -> Making {
        let value = self.pair(o).ok_or(INVALID)?;
        let code = o.next().ok_or(INVALID)?;
        if code != encoding::FNEG || typing::fneg(self.cx, value.ty).is_err() {
            return Err(INVALID);
        }
        let fast_math = o.next().map_or(FastMathFlags::empty(), encoding::fast_math);
        Ok(Made { data: InstData::FNeg { value: value.value, fast_math }, ty: value.ty, id: value.id })
    }

    pub(super) fn binary(&mut self, o: &mut Operands<'_>) -> Making {
        let lhs = self.pair(o).ok_or(INVALID)?;
        let rhs = self.typed(o, lhs.id).ok_or(INVALID)?;
        let on_floats = self.cx.is_float_or_float_vector(lhs.ty);
        if !on_floats && !self.cx.is_int_or_int_vector(lhs.ty) {
            return Err(INVALID);
        }
        let op = o.next().and_then(|code| encoding::binary_op(code, on_floats)).ok_or(INVALID)?;
        let flags = o.next().unwrap_or(0);
        let fast_math = if on_floats { encoding::fast_math(flags) } else { FastMathFlags::empty() };
        let flags = if flags == 0 { IntFlags::empty() } else { encoding::int_flags(flags, op.allowed_flags()) };
        let data = InstData::Binary { op, flags, fast_math, lhs: lhs.value, rhs: rhs.value };
        Ok(Made { data, ty: lhs.ty, id: lhs.id })
    }

    pub(super) fn cast(&mut self, o: &mut Operands<'_>) -> Making {
        let mut value = self.pair(o).ok_or(INVALID)?;
        let id = TypeId(o.next().ok_or(INVALID)? as u32);
        let mut op = o.next().and_then(encoding::cast_op).ok_or(INVALID)?;
        let ty = self.values.types.ty(id).ok_or(INVALID)?;
        let flags = o.next().unwrap_or(0);
        if let Some(int) = integer_between(self.cx, op, value.ty, ty) {
            value.ty = int;
            let (op_to_int, flags, fast_math) = (CastOp::PtrToInt, IntFlags::empty(), FastMathFlags::empty());
            let to_int = InstData::Cast { op: op_to_int, flags, fast_math, value: value.value };
            value.value = self.put_before(to_int, value.ty)?.into();
            op = CastOp::IntToPtr;
        }
        if !self.cx.cast_is_valid(op, value.ty, ty) {
            return Err("Invalid cast");
        }
        let fast_math = match op {
            CastOp::FPTrunc | CastOp::FPExt => encoding::fast_math(flags),
            // Since LLVM 23; for `uitofp`, above the `nneg` bit.
            CastOp::SIToFP => encoding::fast_math(flags),
            CastOp::UIToFP => encoding::fast_math(flags >> 1),
            _ => FastMathFlags::empty(),
        };
        if !fast_math.is_empty() && matches!(op, CastOp::UIToFP | CastOp::SIToFP) {
            self.module.note_form_since(IrVersion::V23);
        }
        let flags = encoding::int_flags(flags, op.allowed_flags());
        Ok(Made { data: InstData::Cast { op, flags, fast_math, value: value.value }, ty, id })
    }

    pub(super) fn compare(&mut self, o: &mut Operands<'_>) -> Making {
        let lhs = self.pair(o).ok_or(INVALID)?;
        let rhs = self.typed(o, lhs.id).ok_or(INVALID)?.value;
        let predicate = o.next().ok_or("Invalid record: operand number exceeded available operands")?;
        let on_floats = self.cx.is_float_or_float_vector(lhs.ty);
        let flags = o.next().unwrap_or(0);
        let lhs_value = lhs.value;
        let data = if on_floats {
            let predicate = encoding::float_predicate(predicate).ok_or("Invalid fcmp predicate")?;
            InstData::FCmp { predicate, fast_math: encoding::fast_math(flags), lhs: lhs_value, rhs }
        } else {
            let predicate = encoding::int_predicate(predicate).ok_or("Invalid icmp predicate")?;
            InstData::ICmp { predicate, same_sign: flags & 1 != 0, lhs: lhs_value, rhs }
        };
        if o.left() != 0 {
            return Err(INVALID);
        }
        let mut ty = Type::I1;
        let mut id = self.values.types.plain(ty);
        if self.cx.is_vector(lhs.ty) {
            ty = self.cx.with_scalar(lhs.ty, ty);
            id = self.values.types.made_of(ty, [id, NO_TYPE]);
        }
        Ok(Made { data, ty, id })
    }

    pub(super) fn freeze(&mut self, o: &mut Operands<'_>) -> Making {
        let value = self.pair(o).filter(|_| o.left() == 0).ok_or(INVALID)?;
        Ok(Made { data: InstData::Freeze { value: value.value }, ty: value.ty, id: value.id })
    }

    pub(super) fn va_arg(&mut self, o: &mut Operands<'_>) -> Making {
        let list_type = TypeId(o.next().ok_or(INVALID)? as u32);
        let list = self.typed(o, list_type).ok_or(INVALID)?.value;
        let id = TypeId(o.next().ok_or(INVALID)? as u32);
        let ty = self.values.types.ty(id).ok_or(INVALID)?;
        Ok(Made { data: InstData::VaArg { list }, ty, id })
    }

    /// A `select` with an `i1` condition, as LLVM 2.8 and earlier wrote it.
    pub(super) fn old_select(&mut self, o: &mut Operands<'_>) -> Making {
        let if_true = self.pair(o).ok_or(INVALID)?;
        let if_false = self.typed(o, if_true.id).ok_or(INVALID)?.value;
        let condition = self.plain(o, Type::I1).ok_or(INVALID)?;
        let fast_math = FastMathFlags::empty();
        let data = InstData::Select { condition, if_true: if_true.value, if_false, fast_math };
        Ok(Made { data, ty: if_true.ty, id: if_true.id })
    }

    pub(super) fn select(&mut self, o: &mut Operands<'_>) -> Making {
        let if_true = self.pair(o).ok_or(INVALID)?;
        let if_false = self.typed(o, if_true.id).ok_or(INVALID)?.value;
        let condition = self.pair(o).ok_or(INVALID)?;
        if self.cx.scalar_type(condition.ty) != Type::I1 {
            return Err("Invalid type for value");
        }
        let fast_math = match o.next() {
            Some(flags) if self.cx.takes_fast_math(if_true.ty) => encoding::fast_math(flags),
            _ => FastMathFlags::empty(),
        };
        let data = InstData::Select { condition: condition.value, if_true: if_true.value, if_false, fast_math };
        Ok(Made { data, ty: if_true.ty, id: if_true.id })
    }

    pub(super) fn extract_element(&mut self, o: &mut Operands<'_>) -> Making {
        let vector = self.pair(o).ok_or(INVALID)?;
        let index = self.pair(o).ok_or(INVALID)?.value;
        let (ty, ..) = self.cx.vector_shape(vector.ty).ok_or("Invalid type for value")?;
        let id = self.values.types.contained(vector.id, 0);
        Ok(Made { data: InstData::ExtractElement { vector: vector.value, index }, ty, id })
    }

    pub(super) fn insert_element(&mut self, o: &mut Operands<'_>) -> Making {
        let vector = self.pair(o).ok_or(INVALID)?;
        if !self.cx.is_vector(vector.ty) {
            return Err("Invalid type for value");
        }
        let element = self.values.types.contained(vector.id, 0);
        let element = self.typed(o, element).ok_or(INVALID)?.value;
        let index = self.pair(o).ok_or(INVALID)?.value;
        let data = InstData::InsertElement { vector: vector.value, element, index };
        Ok(Made { data, ty: vector.ty, id: vector.id })
    }

    pub(super) fn shuffle_vector(&mut self, o: &mut Operands<'_>) -> Making {
        let v1 = self.pair(o).ok_or(INVALID)?;
        let v2 = self.typed(o, v1.id).ok_or(INVALID)?.value;
        let mask = self.pair(o).ok_or(INVALID)?.value;
        if !self.cx.is_vector(v1.ty) {
            return Err("Invalid type for value");
        }
        let (data, ty) = self.shuffle(v1.value, v1.ty, v2, mask).ok_or(INVALID)?;
        let id = self.values.types.made_of(ty, [self.values.types.contained(v1.id, 0), NO_TYPE]);
        Ok(Made { data, ty, id })
    }

    /// A `shufflevector` and its type, if the mask is valid.
    pub(super) fn shuffle(&mut self, v1: Value, ty: Type, v2: Value, mask: Value) -> Option<(InstData, Type)> {
        let (element, len, scalable) = self.cx.vector_shape(ty)?;
        let mask = self.module.constants().shuffle_mask(self.cx, mask, len, &self.tables.expansion)?;
        let ty = self.cx.vector(element, mask.len() as u32, scalable);
        let imm = |&i: &i32| u32::try_from(i).map_or(POISON_MASK_ELEMENT, Imm);
        let mask: SmallVec<[Imm; 16]> = mask.iter().map(imm).collect();
        let mask = self.body.int_list(&mask);
        Some((InstData::ShuffleVector { v1, v2, mask }, ty))
    }

    /// The remaining operands as indices, and the type that they select in an aggregate.
    fn indices(
        &mut self,
        o: &mut Operands<'_>,
        mut ty: Type,
        mut id: TypeId,
        faults: [Fault; 3],
    ) -> Result<(SmallVec<[Imm; 4]>, Type, TypeId), Fault> {
        let [no_aggregate, no_field, no_element] = faults;
        let mut indices = SmallVec::new();
        while let Some(index) = o.next() {
            let (next, part) = match self.cx.kind(ty) {
                TypeKind::Array { element, len } => {
                    let index = u32::try_from(index).map_err(|_| "Invalid value")?;
                    (Some(*element).filter(|_| u64::from(index) < *len).ok_or(no_element)?, 0)
                }
                TypeKind::Struct { .. } | TypeKind::Identified(_) => {
                    let index = u32::try_from(index).map_err(|_| "Invalid value")?;
                    (self.cx.element_type(ty, index.into()).ok_or(no_field)?, index as usize)
                }
                _ => return Err(no_aggregate),
            };
            indices.push(Imm(index as u32));
            ty = next;
            id = self.values.types.contained(id, part);
        }
        Ok((indices, ty, id))
    }

    pub(super) fn extract_value(&mut self, o: &mut Operands<'_>) -> Making {
        let aggregate = self.pair(o).ok_or(INVALID)?;
        if o.left() == 0 {
            return Err("EXTRACTVAL: Invalid instruction with 0 indices");
        }
        let faults =
            ["EXTRACTVAL: Invalid type", "EXTRACTVAL: Invalid struct index", "EXTRACTVAL: Invalid array index"];
        let (indices, ty, id) = self.indices(o, aggregate.ty, aggregate.id, faults)?;
        let indices = self.body.int_list(&indices);
        Ok(Made { data: InstData::ExtractValue { aggregate: aggregate.value, indices }, ty, id })
    }

    pub(super) fn insert_value(&mut self, o: &mut Operands<'_>) -> Making {
        let aggregate = self.pair(o).ok_or(INVALID)?;
        let value = self.pair(o).ok_or(INVALID)?;
        if o.left() == 0 {
            return Err("INSERTVAL: Invalid instruction with 0 indices");
        }
        let faults = ["INSERTVAL: Invalid type", "INSERTVAL: Invalid struct index", "INSERTVAL: Invalid array index"];
        let (indices, ty, _) = self.indices(o, aggregate.ty, aggregate.id, faults)?;
        if ty != value.ty {
            return Err("Inserted value type doesn't match aggregate type");
        }
        let indices = self.body.int_list(&indices);
        let data = InstData::InsertValue { aggregate: aggregate.value, value: value.value, indices };
        Ok(Made { data, ty: aggregate.ty, id: aggregate.id })
    }
}
