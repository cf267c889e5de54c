//! `call`, `invoke`, `callbr`, and their operand bundles.

use cranelift_entity::packed_option::PackedOption;
use lindworm_eval::FastMathFlags;
use lindworm_ir::attributes::AttributeList;
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::instruction::{Bundle, Bundles, CallInfo, TailCall};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{InstData, Type, Value};
use lindworm_upgrade::bundles::upgrade_bundles;
use lindworm_upgrade::typed_pointers::{Callee, upgrade_call};
use smallvec::SmallVec;

use super::function::{FunctionReader, Made, Making};
use super::operand::{Fault, INVALID, NO_TYPE, Operand, Operands};
use super::types::TypeId;
use crate::encoding;
use crate::encoding::call::*;

/// The operands before the callee.
struct Head {
    attributes: AttributeList,
    /// The explicit function type, if any.
    function_type: Option<TypeId>,
}

/// The common parts of all calls.
struct Called {
    info: CallInfo,
    result: Type,
    result_id: TypeId,
}

impl FunctionReader<'_, '_> {
    fn attributes(&self, number: u64) -> AttributeList {
        let list = (number as u32).checked_sub(1).and_then(|i| self.tables.attributes.get(i as usize));
        list.copied().unwrap_or_default()
    }

    fn function_type(&self, o: &mut Operands<'_>, explicit: bool, fault: Fault) -> Result<Option<TypeId>, Fault> {
        if !explicit {
            return Ok(None);
        }
        let id = TypeId(o.next().ok_or(INVALID)? as u32);
        self.values.types.ty(id).filter(|&ty| self.cx.is_function(ty)).ok_or(fault)?;
        Ok(Some(id))
    }

    /// Reads the callee and the arguments.
    fn called(&mut self, o: &mut Operands<'_>, head: Head, no_pointer: Fault) -> Result<Called, Fault> {
        let callee = self.pair(o).ok_or(INVALID)?;
        // Inline assembly is a pointer whatever the type in its record.
        if !self.cx.is_pointer(callee.ty) && !matches!(callee.value.kind(), ValueKind::InlineAsm(_)) {
            return Err(no_pointer);
        }
        let id = head.function_type.unwrap_or_else(|| self.values.types.contained(callee.id, 0));
        let cx = self.cx;
        let parts = self.values.types.ty(id).and_then(|ty| Some((ty, cx.function_parts(ty)?)));
        let (function_type, (result, params, variadic)) = parts.ok_or("Callee is not of pointer to function type")?;
        if o.left() < params.len() {
            return Err("Insufficient operands to call");
        }
        let mut args: SmallVec<[Operand; 8]> = SmallVec::new();
        for (i, &ty) in params.iter().enumerate() {
            let id = self.values.types.contained(id, i + 1);
            args.push(match ty {
                Type::LABEL => Operand { value: self.next_block(o).ok_or(INVALID)?.into(), ty, id },
                _ => self.typed(o, id).ok_or(INVALID)?,
            });
        }
        if !variadic && o.left() != 0 {
            return Err(INVALID);
        }
        while o.left() > 0 {
            args.push(self.pair(o).ok_or(INVALID)?);
        }
        let attributes = match self.tables.types.has_typed_pointers() || self.tables.has_untyped_attributes {
            true => self.attributes_of_old_pointers(head.attributes, callee.value, &args)?,
            false => head.attributes,
        };
        let mut values: SmallVec<[Value; 8]> = args.iter().map(|a| a.value).collect();
        let bundles = self.take_bundles(&mut values);
        let args = self.body.list(&values);
        let info = CallInfo { callee: callee.value, args, function_type, attributes, bundles };
        Ok(Called { info, result, result_id: self.values.types.contained(id, 0) })
    }

    fn take_bundles(&mut self, values: &mut SmallVec<[Value; 8]>) -> PackedOption<Bundles> {
        if self.bundles.is_empty() {
            return None.into();
        }
        let mut bundles = std::mem::take(&mut self.bundles);
        upgrade_bundles(&mut bundles);
        values.append(&mut SmallVec::<[Value; 8]>::from_vec(std::mem::take(&mut self.bundle_inputs)));
        if bundles.is_empty() { None.into() } else { self.body.add_bundles(bundles.into()).into() }
    }

    /// Adds the attributes that replace the information in typed pointers.
    fn attributes_of_old_pointers(
        &self,
        list: AttributeList,
        callee: Value,
        args: &[Operand],
    ) -> Result<AttributeList, Fault> {
        let cx = self.cx;
        let pointee = |arg: usize| {
            let id = args.get(arg).filter(|a| cx.is_pointer(a.ty)).map_or(NO_TYPE, |a| a.id);
            self.values.types.ty(self.values.types.contained(id, 0))
        };
        let callee = match callee.kind() {
            ValueKind::InlineAsm(asm) => Callee::InlineAsm(&self.module.inline_asm(asm).constraints),
            _ => Callee::Function(self.module.callee(callee).and_then(|f| f.intrinsic)),
        };
        upgrade_call(cx, list, callee, args.len(), pointee)
    }

    pub(super) fn call(&mut self, o: &mut Operands<'_>) -> Making {
        let attributes = self.attributes(o.next().ok_or(INVALID)?);
        let bits = o.next().ok_or(INVALID)?;
        let mut fast_math = FastMathFlags::empty();
        if bits & FAST_MATH != 0 {
            fast_math = encoding::fast_math(o.next().ok_or(INVALID)?);
            if fast_math.is_empty() {
                return Err("Fast math flags indicator set for call with no FMF");
            }
        }
        let not_function = "Explicit call type is not a function type";
        let function_type = self.function_type(o, bits & EXPLICIT_TYPE != 0, not_function)?;
        let called = self.called(o, Head { attributes, function_type }, "Callee is not a pointer type")?;
        self.note_debug_intrinsic(&called.info);
        if !fast_math.is_empty() && !self.cx.takes_fast_math(called.result) {
            return Err("Fast-math-flags specified for call without floating-point scalar or vector return type");
        }
        let tail = if bits & NO_TAIL != 0 {
            TailCall::NoTail
        } else if bits & MUST_TAIL != 0 {
            TailCall::MustTail
        } else if bits & TAIL != 0 {
            TailCall::Tail
        } else {
            TailCall::None
        };
        let data = InstData::Call { call: called.info, convention: convention(bits), tail, fast_math };
        Ok(Made { data, ty: called.result, id: called.result_id })
    }

    fn note_debug_intrinsic(&mut self, call: &CallInfo) {
        const DEBUG: [IntrinsicId; 4] =
            [IntrinsicId::DBG_DECLARE, IntrinsicId::DBG_VALUE, IntrinsicId::DBG_ASSIGN, IntrinsicId::DBG_LABEL];
        let takes_metadata = self.body.list_values(&call.args).first().is_some_and(|v| v.as_metadata().is_some());
        if takes_metadata && !self.has_debug_intrinsics {
            let intrinsic = self.module.callee(call.callee).and_then(|f| f.intrinsic);
            self.has_debug_intrinsics = intrinsic.is_some_and(|id| DEBUG.contains(&id));
        }
    }

    pub(super) fn invoke(&mut self, o: &mut Operands<'_>) -> Making {
        let attributes = self.attributes(o.next().ok_or(INVALID)?);
        let bits = o.next().ok_or(INVALID)?;
        let normal = self.next_block(o);
        let unwind = self.next_block(o);
        let not_function = "Explicit invoke type is not a function type";
        let function_type = self.function_type(o, bits & INVOKE_EXPLICIT_TYPE != 0, not_function)?;
        let called = self.called(o, Head { attributes, function_type }, "Callee is not a pointer")?;
        let (normal, unwind) = normal.zip(unwind).ok_or(INVALID)?;
        let convention = CallingConvention((bits & MAX_CONVENTION) as u16);
        let data = InstData::Invoke { call: called.info, convention, normal, unwind };
        Ok(Made { data, ty: called.result, id: called.result_id })
    }

    pub(super) fn callbr(&mut self, o: &mut Operands<'_>) -> Making {
        let attributes = self.attributes(o.next().ok_or(INVALID)?);
        let bits = o.next().ok_or(INVALID)?;
        let default = self.next_block(o);
        let count = o.next().ok_or(INVALID)? as usize;
        let mut indirect: SmallVec<[Value; 8]> = SmallVec::new();
        while indirect.len() < count {
            indirect.push(self.next_block(o).ok_or(INVALID)?.into());
        }
        let not_function = "Explicit call type is not a function type";
        let function_type = self.function_type(o, bits & EXPLICIT_TYPE != 0, not_function)?;
        let called = self.called(o, Head { attributes, function_type }, "Callee is not a pointer type")?;
        let default = default.ok_or(INVALID)?;
        let indirect = self.body.list(&indirect);
        let data = InstData::CallBr { call: called.info, convention: convention(bits), default, indirect };
        Ok(Made { data, ty: called.result, id: called.result_id })
    }

    /// An operand bundle of the next call.
    pub(super) fn operand_bundle(&mut self, o: &mut Operands<'_>) -> Result<(), Fault> {
        const INVALID_BUNDLE: Fault = "Invalid operand bundle record";
        let tag = o.next().and_then(|tag| self.tables.bundle_tags.get(tag as usize)).ok_or(INVALID_BUNDLE)?;
        let first = self.bundle_inputs.len();
        while let Some(&next) = o.rest().first() {
            let value = if next == encoding::BUNDLE_METADATA {
                o.next();
                let id = o.next().ok_or(INVALID_BUNDLE)?;
                let id = self.values.next().wrapping_sub(id as u32);
                self.metadata.get(id.into()).ok_or(INVALID_BUNDLE)?.into()
            } else {
                self.pair(o).ok_or(INVALID_BUNDLE)?.value
            };
            self.bundle_inputs.push(value);
        }
        let len = (self.bundle_inputs.len() - first) as u32;
        self.tables.expansion.allow(tag.len() as u64).ok_or(INVALID_BUNDLE)?;
        self.bundles.push(Bundle { tag: tag.clone(), len });
        Ok(())
    }
}

/// The greatest calling convention.
const MAX_CONVENTION: u64 = 1023;

/// The calling convention of a `call` or `callbr`.
fn convention(bits: u64) -> CallingConvention {
    CallingConvention((bits >> CONVENTION_SHIFT & MAX_CONVENTION) as u16)
}
