//! The objects that pointers are based on.

use lindworm_ir::attributes::{AllocSize, AttrKind};
use lindworm_ir::constant::ConstantExpr;
use lindworm_ir::eval::CastOp;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::GlobalKind;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{InstData, Value};

use super::{AccessSize, AliasAnalysis};

/// The maximum number of operations that are followed from a pointer to its object.
pub(super) const MAX_LOOKUP: usize = 10;

impl AliasAnalysis<'_> {
    /// The pointer that an operation passes on at the same address: a cast, a phi with one value, or a call that returns an
    /// argument.
    pub(super) fn passed_on(&self, value: Value) -> Option<Value> {
        let is_pointer = |v| self.module.context().is_pointer(self.type_of(v));
        match self.inst(value) {
            Some(&InstData::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value: from, .. }) => {
                Some(from).filter(|&v| is_pointer(v))
            }
            Some(InstData::Phi { incoming, .. }) => match self.body.list_values(incoming) {
                &[only, _] => Some(only),
                _ => None,
            },
            Some(InstData::Call { call, .. } | InstData::Invoke { call, .. }) => self.returned_argument(call),
            Some(_) => None,
            None => match value.kind() {
                ValueKind::Global(g) => match &self.module.global(g)?.kind {
                    GlobalKind::Alias { aliasee } if !self.is_replaceable(g) => Some(*aliasee),
                    _ => None,
                },
                _ => match self.expression(value)? {
                    ConstantExpr::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. } => {
                        Some(*value).filter(|&v| is_pointer(v))
                    }
                    _ => None,
                },
            },
        }
    }

    /// The argument that a call returns, or one that the result aliases.
    fn returned_argument(&self, call: &CallInfo) -> Option<Value> {
        let args = self.body.call_args(call);
        use IntrinsicId as I;
        match self.intrinsic(call) {
            Some(I::LAUNDER_INVARIANT_GROUP | I::STRIP_INVARIANT_GROUP | I::PTRMASK) => args.first().copied(),
            _ => (0..args.len()).find(|&n| self.arg_has(call, n, AttrKind::RETURNED)).map(|n| args[n]),
        }
    }

    /// A pointer without the operations that keep its address.
    pub(super) fn strip_casts(&self, mut value: Value) -> Value {
        let constants = self.module.constants();
        for _ in 0..2 * MAX_LOOKUP {
            let is_mask = |call: &CallInfo| self.intrinsic(call) == Some(IntrinsicId::PTRMASK);
            let next = match self.gep(value) {
                Some(gep) if gep.operands[1..].iter().all(|&v| constants.is_zero(v)) => Some(gep.operands[0]),
                Some(_) => None,
                None if self.inst(value).and_then(InstData::call_info).is_some_and(is_mask) => None,
                None => self.passed_on(value),
            };
            match next.filter(|&v| v != value) {
                Some(next) => value = next,
                None => break,
            }
        }
        value
    }

    /// The object that a pointer is based on, or a pointer on the way to it, after a bounded number of steps.
    pub fn underlying_object(&self, mut value: Value) -> Value {
        for _ in 0..MAX_LOOKUP {
            let next = self.gep(value).map(|gep| gep.operands[0]).or_else(|| self.passed_on(value));
            match next.filter(|&v| v != value && self.module.context().is_pointer(self.type_of(v))) {
                Some(next) => value = next,
                None => break,
            }
        }
        value
    }

    /// Whether the [`underlying_object`](AliasAnalysis::underlying_object) of a pointer may be one of several objects: a pointer that
    /// is chosen from others, or on the way to its object.
    pub fn is_one_of_several(&self, object: Value) -> bool {
        let data = self.inst(object);
        matches!(data, Some(InstData::Phi { .. } | InstData::Select { .. } | InstData::GetElementPtr { .. }))
    }

    /// Whether two results of [`underlying_object`](AliasAnalysis::underlying_object) may be one object. If not, no pointers based on
    /// them are known to be equal.
    pub fn may_be_same_object(&self, a: Value, b: Value) -> bool {
        a == b || self.is_one_of_several(a) || self.is_one_of_several(b)
    }

    /// Whether another definition may replace that of a global at link time.
    fn is_replaceable(&self, global: lindworm_ir::Global) -> bool {
        self.module.global(global).is_none_or(|global| global.linkage.is_interposable())
    }

    /// Whether a value is the result of a call that allocates: no other pointer has its address.
    pub(super) fn is_no_alias_call(&self, value: Value) -> bool {
        let call = self.inst(value).and_then(InstData::call_info);
        call.is_some_and(|call| self.result_has(call, AttrKind::NO_ALIAS))
    }

    /// Whether a value is the address of an object of its own, created in the function or passed to it exclusively.
    pub(super) fn is_identified_local(&self, value: Value) -> bool {
        matches!(self.inst(value), Some(InstData::Alloca { .. }))
            || self.is_no_alias_call(value)
            || self.is_private_argument(value)
    }

    /// Whether a value is the address of an object of its own.
    pub fn is_identified(&self, value: Value) -> bool {
        self.is_identified_local(value)
            || value
                .as_global()
                .and_then(|g| self.module.global(g))
                .is_some_and(|g| !matches!(g.kind, GlobalKind::Alias { .. }))
    }

    /// Whether a pointer comes from a place where any escaped pointer may be: memory, a call, an integer.
    pub fn is_escape_source(&self, value: Value) -> bool {
        match self.inst(value) {
            Some(InstData::Load { .. } | InstData::ExtractValue { .. }) => true,
            Some(InstData::Cast { op: CastOp::IntToPtr, .. }) => true,
            Some(InstData::Call { call, .. } | InstData::Invoke { call, .. } | InstData::CallBr { call, .. }) => {
                self.returned_argument(call).is_none() || self.intrinsic(call).is_none()
            }
            _ => matches!(self.expression(value), Some(ConstantExpr::Cast { op: CastOp::IntToPtr, .. })),
        }
    }

    /// Whether two different underlying objects do not overlap.
    pub(super) fn are_distinct(&self, a: Value, b: Value) -> bool {
        let is_number = |v| matches!(self.expression(v), Some(ConstantExpr::Cast { op: CastOp::IntToPtr, .. }));
        let is_constant = |v: Value| v.is_constant() && !is_number(v) || v.as_global().is_some();
        let [ia, ib] = [a, b].map(|v| self.is_identified(v));
        if ia && ib || is_constant(a) && ib && !is_constant(b) || is_constant(b) && ia && !is_constant(a) {
            return true;
        }
        let is_arg = |v: Value| matches!(v.kind(), ValueKind::Arg(_));
        if is_arg(a) && self.is_identified_local(b) || is_arg(b) && self.is_identified_local(a) {
            return true;
        }
        self.is_escape_source(a) && self.is_not_captured_before(b, a.as_inst(), true)
            || self.is_escape_source(b) && self.is_not_captured_before(a, b.as_inst(), true)
    }

    /// The size of an object in bytes, if known.
    pub fn object_size(&self, object: Value) -> Option<u64> {
        let (cx, layout) = (self.module.context(), self.module.data_layout());
        let size_of = |ty| layout.alloc_size(cx, ty).filter(|size| !size.scalable).map(|size| size.min);
        match object.kind() {
            ValueKind::Inst(inst) => match *self.body.inst(inst) {
                InstData::Alloca { allocated, count, .. } => {
                    size_of(allocated)?.checked_mul(self.module.constants().as_u64(count)?)
                }
                InstData::Call { ref call, .. } | InstData::Invoke { ref call, .. } => self.allocated_bytes(call),
                _ => None,
            },
            ValueKind::Arg(n) => size_of(cx.attribute_type(self.param_attributes(n), AttrKind::BY_VAL)?),
            ValueKind::Global(g) => {
                let global = self.module.global(g)?;
                let variable = global.as_variable()?;
                let is_final = variable.initializer.is_some() && !self.is_replaceable(g);
                is_final.then(|| size_of(global.value_type)).flatten()
            }
            _ => None,
        }
    }

    /// The constant number of bytes that a call allocates.
    fn allocated_bytes(&self, call: &CallInfo) -> Option<u64> {
        let cx = self.module.context();
        let declared = self.module.callee(call.callee).map(|f| f.attributes);
        let mut sets = [Some(call.attributes), declared].into_iter().flatten().map(|l| cx.attribute_list(l).function);
        let args = self.body.call_args(call);
        let int = |n: u32| self.module.constants().as_u64(*args.get(n as usize)?);
        if let Some(bits) = sets.find_map(|set| cx.attribute_int(set, AttrKind::ALLOC_SIZE)) {
            let size = AllocSize::from_bits(bits);
            return int(size.size)?.checked_mul(size.count.map_or(Some(1), int)?);
        }
        let name = self.module.global(call.callee.as_global()?)?.name();
        match name {
            b"malloc" | b"_Znwm" | b"_Znam" => int(0),
            b"calloc" => int(0)?.checked_mul(int(1)?),
            _ => None,
        }
    }

    /// The number of bytes that are certainly accessible from a pointer through an access of this size.
    pub(super) fn minimal_extent(&self, pointer: Value, size: AccessSize) -> u64 {
        let accessed = if let AccessSize::Precise(n) = size { n } else { 0 };
        let known = match pointer.kind() {
            ValueKind::Arg(n) => {
                let set = self.param_attributes(n);
                self.module.context().attribute_int(set, AttrKind::DEREFERENCEABLE).unwrap_or(0)
            }
            _ => 0,
        };
        accessed.max(known)
    }

    /// Whether an object is smaller than that many bytes, also with its padding.
    pub(super) fn is_smaller_than(&self, object: Value, bytes: u64) -> bool {
        if !self.is_identified(object) {
            return false;
        }
        let align = match self.inst(object) {
            Some(InstData::Alloca { align, .. }) => align.bytes().unwrap_or(1),
            _ => object.as_global().and_then(|g| self.module.global(g)?.align.bytes()).unwrap_or(1),
        };
        self.object_size(object).is_some_and(|size| size.checked_next_multiple_of(align).unwrap_or(size) < bytes)
    }
}
