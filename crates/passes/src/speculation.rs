//! Whether an instruction can be executed although the program might not have executed it.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::eval::{BinaryOp, CastOp, Int};
use lindworm_ir::instruction::{Align, AtomicOrdering};
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::module::Linkage;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Inst, InstData, Metadata, Type, Value};

use crate::effects::call_has;
use crate::value_tracking::Query;
use crate::{ALIGN, DEREFERENCEABLE};

impl Query<'_> {
    /// Whether an instruction has no side effects and no undefined behaviour, whatever its operands are: LLVM's
    /// `isSafeToSpeculativelyExecute`.
    pub(crate) fn can_speculate(&self, inst: Inst) -> bool {
        let (module, body) = (self.module, self.body);
        match *body.inst(inst) {
            InstData::Binary { op, lhs, rhs, .. } if op.is_int_div_rem() => {
                let Some(divisor) = self.constant_int(rhs).filter(|n| !n.is_zero()) else {
                    let is_unsigned = matches!(op, BinaryOp::UDiv | BinaryOp::URem);
                    return is_unsigned && self.is_non_zero(rhs) && self.is_not_undef(rhs);
                };
                let is_signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
                !is_signed || !divisor.is_all_ones() || self.constant_int(lhs).is_some_and(|n: Int| !n.is_min_signed())
            }
            InstData::Call { ref call, .. } => {
                let callee = module.callee(call.callee);
                callee.is_some() && call_has(module, call, AttrKind::SPECULATABLE)
            }
            InstData::Load { pointer, align, ordering, volatile, .. } => {
                let sanitized = [AttrKind::SANITIZE_THREAD, AttrKind::SANITIZE_ADDRESS, AttrKind::SANITIZE_HW_ADDRESS];
                !volatile
                    && ordering <= AtomicOrdering::Unordered
                    && !sanitized.into_iter().any(|kind| self.function_has(kind))
                    && self.is_readable(pointer, body.inst_type(inst), align)
            }
            InstData::Binary { .. }
            | InstData::FNeg { .. }
            | InstData::Cast { .. }
            | InstData::ICmp { .. }
            | InstData::FCmp { .. }
            | InstData::Select { .. }
            | InstData::GetElementPtr { .. }
            | InstData::ExtractElement { .. }
            | InstData::InsertElement { .. }
            | InstData::ShuffleVector { .. }
            | InstData::ExtractValue { .. }
            | InstData::InsertValue { .. }
            | InstData::Freeze { .. } => true,
            _ => false,
        }
    }

    /// The cost of an instruction in units of a cheap one, without a target.
    pub(crate) fn cost(&self, inst: Inst) -> u32 {
        let (module, body) = (self.module, self.body);
        match *body.inst(inst) {
            InstData::Binary { op, .. } if op.is_int_div_rem() || matches!(op, BinaryOp::FDiv | BinaryOp::FRem) => 4,
            InstData::Cast { op, value, .. } => match op {
                CastOp::BitCast => 0,
                CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Trunc => {
                    let bits = |ty| {
                        let (cx, layout) = (module.context(), module.data_layout());
                        layout.size_in_bits(cx, ty).map_or(0, |size| size.min)
                    };
                    let narrow = if op == CastOp::IntToPtr { self.type_of(value) } else { body.inst_type(inst) };
                    u32::from(!module.data_layout().is_legal_int(bits(narrow)))
                }
                _ => 1,
            },
            InstData::GetElementPtr { source, operands, .. } => {
                // Free are no offset, and the sum of two registers.
                let indices = &body.list_values(&operands)[1..];
                let is_byte =
                    module.data_layout().alloc_size(module.context(), source).is_some_and(|size| size.min == 1);
                let is_sum = matches!(indices, [index] if is_byte && !index.is_constant());
                u32::from(!is_sum && self.constant_offset(source, indices) != Some(0))
            }
            InstData::Call { ref call, .. } => {
                use lindworm_ir::intrinsics::IntrinsicId as I;
                let intrinsic = module.callee(call.callee).and_then(|f| f.intrinsic);
                let is_free = matches!(
                    intrinsic,
                    Some(
                        I::STRIP_INVARIANT_GROUP
                            | I::LAUNDER_INVARIANT_GROUP
                            | I::ASSUME
                            | I::OBJECTSIZE
                            | I::PTR_ANNOTATION
                            | I::SIDEEFFECT
                            | I::LIFETIME_START
                            | I::LIFETIME_END
                    )
                );
                u32::from(!is_free)
            }
            InstData::ExtractValue { .. } | InstData::Freeze { .. } => 0,
            _ => 1,
        }
    }

    /// Whether a value of this type can be read from a pointer with this alignment, anywhere in the function.
    pub(crate) fn is_readable(&self, pointer: Value, ty: Type, align: Align) -> bool {
        let (cx, layout) = (self.module.context(), self.module.data_layout());
        let Some(size) = layout.store_size(cx, ty).filter(|size| !size.scalable) else { return false };
        let wanted = align.bytes().or(layout.abi_align(cx, ty).and_then(Align::bytes)).unwrap_or(1);
        self.is_accessible(pointer, size.min, wanted)
    }

    /// Whether a number of bytes can be accessed from a pointer, anywhere in the function, and the pointer has this alignment.
    pub(crate) fn is_accessible(&self, pointer: Value, bytes: u64, align: u64) -> bool {
        let Some((base, offset)) = self.base_and_constant_offset(pointer) else { return false };
        let Some((of_base, base_align)) = self.accessible_bytes(base) else { return false };
        let fits = offset.checked_add(bytes).is_some_and(|end| end <= of_base);
        fits && base_align >= align && offset.is_multiple_of(align)
    }

    /// The address from which an address is computed by constant non-negative offsets, and their sum in bytes.
    pub(crate) fn base_and_constant_offset(&self, pointer: Value) -> Option<(Value, u64)> {
        let (base, offset) = self.base_and_signed_offset(pointer);
        Some((base, u64::try_from(offset).ok()?))
    }

    /// The address from which an address is computed by constant offsets, and their sum in bytes.
    pub(crate) fn base_and_signed_offset(&self, pointer: Value) -> (Value, i64) {
        const MAX_STEPS: usize = 64;
        let (mut base, mut offset) = (pointer, 0i64);
        for _ in 0..MAX_STEPS {
            let Some((source, [inner, indices @ ..])) = self.gep(base) else { break };
            let sum = self.constant_offset(source, indices).and_then(|step| offset.checked_add(step));
            let Some(sum) = sum else { break };
            (base, offset) = (*inner, sum);
        }
        (base, offset)
    }

    /// The number of bytes that can be accessed from a pointer throughout the function, and the alignment of the pointer.
    pub(crate) fn accessible_bytes(&self, base: Value) -> Option<(u64, u64)> {
        let (cx, layout, module) = (self.module.context(), self.module.data_layout(), self.module);
        let size_of = |ty| layout.alloc_size(cx, ty).filter(|size| !size.scalable).map(|size| size.min);
        let int = |set, kind| cx.attribute_int(set, kind);
        match base.kind() {
            ValueKind::Inst(inst) => match *self.body.inst(inst) {
                InstData::Alloca { allocated, count, align, .. } => {
                    let bytes = size_of(allocated)?.checked_mul(module.constants().as_u64(count)?)?;
                    let align = align.bytes().or(layout.preferred_align(cx, allocated).and_then(Align::bytes));
                    // The memory of a variable with markers is not always accessible.
                    (!self.has_lifetime_markers(base)).then_some((bytes, align?))
                }
                // If the load itself is speculated, its metadata are dropped.
                InstData::Load { .. } if self.at.is_none_or(|at| self.is_executed_before(inst, at)) => {
                    let number = |kind| {
                        let words = module.metadata().node(self.body.attachment(inst, kind)?.as_node()?).words;
                        match Metadata::from_word(*words.first()?)?.open() {
                            MetadataRef::Value(v) => module.constants().as_u64(module.metadata().value(v)),
                            _ => None,
                        }
                    };
                    Some((number(DEREFERENCEABLE)?, number(ALIGN).unwrap_or(1)))
                }
                _ => None,
            },
            ValueKind::Arg(n) => {
                let set = self.param_attributes(n);
                let align = int(set, AttrKind::ALIGN).unwrap_or(1);
                let in_memory = [AttrKind::BY_VAL, AttrKind::STRUCT_RET, AttrKind::BY_REF, AttrKind::IN_ALLOCA];
                let bytes = match in_memory.into_iter().find_map(|kind| cx.attribute_type(set, kind)) {
                    Some(ty) => size_of(ty)?.max(int(set, AttrKind::DEREFERENCEABLE).unwrap_or(0)),
                    None => int(set, AttrKind::DEREFERENCEABLE)?,
                };
                Some((bytes, align))
            }
            ValueKind::Global(g) => {
                let global = module.global(g)?;
                global.as_variable()?;
                if global.linkage == Linkage::ExternalWeak {
                    return None;
                }
                let align = global.align.bytes().or(layout.abi_align(cx, global.value_type).and_then(Align::bytes));
                Some((size_of(global.value_type)?, align?))
            }
            _ => None,
        }
    }

    /// Whether a variable has lifetime markers, or too many uses to find out.
    fn has_lifetime_markers(&self, variable: Value) -> bool {
        use lindworm_ir::intrinsics::IntrinsicId as I;
        const MAX_USES: usize = 64;
        let is_marker = |user: Inst| {
            let intrinsic = self.intrinsic(user.into());
            matches!(intrinsic, Some((I::LIFETIME_START | I::LIFETIME_END, _)))
        };
        let mut uses = self.uses.of(variable);
        uses.by_ref().take(MAX_USES).any(|at| is_marker(at.user)) || uses.next().is_some()
    }
}
