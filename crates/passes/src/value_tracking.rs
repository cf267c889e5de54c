//! Facts about values that do not depend on the context of a use: LLVM's `ValueTracking`.
//!
//! Each query follows operands to a depth of [`MAX_DEPTH`], so that its cost is bounded. Known bits of integers are in
//! [`known_bits`](crate::known_bits).

use std::cell::RefCell;

use lindworm_analysis::DominatorTree;
use lindworm_ir::attributes::{AttrKind, Attribute, AttributeSet};
use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::editor::{Editor, Listener};
use lindworm_ir::eval::range::ConstantRange;
use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags, IntPredicate};
use lindworm_ir::instruction::{CallInfo, GepFlags};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::Linkage;
use lindworm_ir::uses::Uses;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Body, Global, Inst, InstData, Module, Type, Value};
use smallvec::SmallVec;

use crate::call_site::{result_has, result_sets, returned_argument};
use crate::conditions::Conditions;
use crate::intrinsic_ranges::overflowing;
use crate::known_bits::{KnownBitsMemo, bounded};
use crate::{DEREFERENCEABLE, NO_UNDEF, NON_NULL, RANGE};

/// The maximum depth to which operands are followed.
pub(crate) const MAX_DEPTH: usize = 6;

/// The maximum number of operands of a phi that is analysed.
pub(crate) const MAX_INCOMING: usize = 2 * 32;

/// The maximum number of visits to the operands of a constant expression. Constants may share operands.
const MAX_CONSTANTS: usize = 256;

/// The indeterminate values that a query excludes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Indeterminate {
    Undef,
    Poison,
    Both,
}

/// The context of queries about values.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// The module of the body.
    pub module: &'a Module,
    /// The body that contains the values.
    pub body: &'a Body,
    /// The def-use chains of the body.
    pub uses: &'a Uses,
    /// The function of the body.
    pub function: Global,
    /// The dominator tree of the body, if available.
    pub dominators: Option<&'a DominatorTree>,
    /// The instruction at which the values are used, if facts that hold there may be used.
    pub at: Option<Inst>,
    /// The assumptions and branches of the body, if these may be used.
    pub conditions: Option<&'a Conditions>,
    /// The only element of vectors that matters, if not all do.
    pub lane: Option<u32>,
    /// Whether undef may be assumed to be any value. Must be false if the transformation increases the number of uses of the
    /// value.
    pub can_use_undef: bool,
    /// The known bits that earlier queries asked for at the same instruction of the same body, if these are kept.
    pub memo: Option<&'a RefCell<KnownBitsMemo>>,
}

impl<'a> Query<'a> {
    /// Queries about the values of a body that is being edited.
    pub fn new<L: Listener>(editor: &'a Editor<'_, L>, function: Global) -> Query<'a> {
        Query::of_body(editor.module(), function, editor.body(), editor.uses())
    }

    /// Queries about the values of a body.
    pub fn of_body(module: &'a Module, function: Global, body: &'a Body, uses: &'a Uses) -> Query<'a> {
        Query {
            module,
            body,
            uses,
            function,
            dominators: None,
            at: None,
            conditions: None,
            lane: None,
            can_use_undef: true,
            memo: None,
        }
    }

    /// Whether a value is undef, and undef may be assumed to be any value.
    pub(crate) fn is_undef(&self, value: Value) -> bool {
        self.can_use_undef && self.module.constants().is_undef(value)
    }

    /// The type of a value.
    #[inline]
    pub fn type_of(&self, value: Value) -> Type {
        self.module.value_type(Some(self.body), value)
    }

    /// The instruction that defines a value.
    pub fn inst(&self, value: Value) -> Option<&'a InstData> {
        value.as_inst().map(|inst| self.body.inst(inst))
    }

    /// The value of an integer constant or of an integer splat.
    pub fn constant_int(&self, value: Value) -> Option<Int> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        constants.as_int(cx, value).or_else(|| constants.as_int(cx, constants.splat_value(cx, value)?))
    }

    /// The binary operation that defines a value.
    pub fn binary(&self, value: Value) -> Option<(BinaryOp, IntFlags, Value, Value)> {
        match *self.inst(value)? {
            InstData::Binary { op, flags, lhs, rhs, .. } => Some((op, flags, lhs, rhs)),
            _ => None,
        }
    }

    /// The intrinsic that defines a value, and its arguments.
    pub fn intrinsic(&self, value: Value) -> Option<(IntrinsicId, &'a [Value])> {
        match self.inst(value)? {
            InstData::Call { call, .. } => {
                Some((self.module.callee(call.callee)?.intrinsic?, self.body.call_args(call)))
            }
            _ => None,
        }
    }

    /// The operation, whether it is signed, and the operands of a call of an intrinsic such as `llvm.sadd.with.overflow`.
    pub(crate) fn overflowing_call(&self, value: Value) -> Option<(BinaryOp, bool, Value, Value)> {
        let (id, args) = self.intrinsic(value)?;
        let (op, is_signed) = overflowing(id)?;
        match *args {
            [a, b] => Some((op, is_signed, a, b)),
            _ => None,
        }
    }

    /// Whether the function of the body has an attribute.
    pub(crate) fn function_has(&self, kind: AttrKind) -> bool {
        let list = self.module.function(self.function).map(|f| f.attributes).unwrap_or_default();
        self.module.context().has_attribute(self.module.context().attribute_list(list).function, kind)
    }

    /// Whether a sanitizer checks the memory accesses of the function.
    pub(crate) fn function_is_sanitized(&self) -> bool {
        [AttrKind::SANITIZE_ADDRESS, AttrKind::SANITIZE_HW_ADDRESS, AttrKind::SANITIZE_MEMORY]
            .into_iter()
            .any(|kind| self.function_has(kind))
    }

    /// The minimum and maximum of `vscale`: the attribute `vscale_range`.
    pub(crate) fn vscale_range(&self) -> Option<(u32, Option<u32>)> {
        let cx = self.module.context();
        let list = self.module.function(self.function).map(|f| f.attributes).unwrap_or_default();
        let packed = cx.attribute_int(cx.attribute_list(list).function, AttrKind::VSCALE_RANGE)?;
        let (least, most) = ((packed >> 32) as u32, packed as u32);
        Some((least, (most != 0).then_some(most)))
    }

    pub(crate) fn param_attributes(&self, n: u32) -> AttributeSet {
        let list = self.module.function(self.function).map(|f| f.attributes).unwrap_or_default();
        self.module.context().attribute_list(list).param(n as usize)
    }

    /// Whether null may be a valid address in an address space.
    pub fn is_null_valid(&self, space: u32) -> bool {
        space != 0 || self.function_has(AttrKind::NULL_POINTER_IS_VALID)
    }

    /// Whether a value is guaranteed not to be poison.
    pub fn is_not_poison(&self, value: Value) -> bool {
        self.is_without(Indeterminate::Poison, value, MAX_DEPTH) || self.must_be_defined(value)
    }

    /// Whether a value is guaranteed to be neither undef nor poison.
    pub fn is_not_undef(&self, value: Value) -> bool {
        self.is_without(Indeterminate::Both, value, MAX_DEPTH) || self.must_be_defined(value)
    }

    /// Whether a value is guaranteed not to be undef. It may be poison.
    pub(crate) fn is_never_undef(&self, value: Value) -> bool {
        self.is_without(Indeterminate::Undef, value, MAX_DEPTH) || self.must_be_defined(value)
    }

    /// Whether a value is guaranteed to be none of the excluded indeterminate values.
    fn is_without(&self, excluded: Indeterminate, value: Value, depth: usize) -> bool {
        let (module, body) = (self.module, self.body);
        let has = |set, kind| module.context().has_attribute(set, kind);
        match value.kind() {
            ValueKind::Constant(c) => {
                let mut pending = vec![c];
                let mut visits = 0;
                while let Some(c) = pending.pop() {
                    visits += 1;
                    let data = &module.constants().get(c).data;
                    let may_be_poison = match data {
                        ConstantData::Poison => true,
                        ConstantData::Expr(expr) => match **expr {
                            ConstantExpr::Binary { flags, .. } => !flags.is_empty(),
                            ConstantExpr::Cast { .. } => false,
                            ConstantExpr::GetElementPtr { flags, .. } => !flags.is_empty(),
                            _ => true,
                        },
                        _ => false,
                    };
                    let is_large = pending.len() > 64 || visits > MAX_CONSTANTS;
                    let has_poison = may_be_poison && excluded != Indeterminate::Undef;
                    let is_undef = matches!(data, ConstantData::Undef) && excluded != Indeterminate::Poison;
                    if has_poison || is_undef || is_large {
                        return false;
                    }
                    data.for_each_operand(|v| pending.extend(v.as_constant()));
                }
                true
            }
            ValueKind::Global(_) | ValueKind::Block(_) | ValueKind::Metadata(_) | ValueKind::InlineAsm(_) => true,
            ValueKind::Arg(n) => {
                let set = self.param_attributes(n);
                [AttrKind::NO_UNDEF, AttrKind::DEREFERENCEABLE, AttrKind::DEREFERENCEABLE_OR_NULL]
                    .into_iter()
                    .any(|kind| has(set, kind))
            }
            ValueKind::Inst(inst) => {
                let data = body.inst(inst);
                let cannot_create = match data {
                    InstData::Freeze { .. } | InstData::Alloca { .. } => return true,
                    InstData::Load { .. } => {
                        let kinds = [NO_UNDEF, DEREFERENCEABLE];
                        return kinds.into_iter().any(|kind| body.attachment(inst, kind).is_some());
                    }
                    InstData::Call { call, .. } if self.passes_poison_on(inst) => {
                        !result_has(module, call, AttrKind::RANGE) && body.attachment(inst, RANGE).is_none()
                    }
                    InstData::Call { call, .. } | InstData::Invoke { call, .. } => {
                        return result_has(module, call, AttrKind::NO_UNDEF);
                    }
                    InstData::ICmp { same_sign, .. } => !same_sign,
                    InstData::FCmp { fast_math, .. } | InstData::Select { fast_math, .. } => fast_math.is_empty(),
                    InstData::Binary { op, flags, rhs, .. } => {
                        use BinaryOp::*;
                        let is_within = |n: Int| n.ucmp(&Int::new(n.width(), n.width().into())).is_lt();
                        let shifts_too_far = op.is_shift() && !self.constant_int(*rhs).is_some_and(is_within);
                        flags.is_empty()
                            && !op.is_float()
                            && !shifts_too_far
                            && matches!(
                                op,
                                Add | Sub | Mul | And | Or | Xor | UDiv | SDiv | URem | SRem | Shl | LShr | AShr
                            )
                    }
                    InstData::Cast { op, flags, .. } => {
                        use CastOp::*;
                        *flags == IntFlags::empty() && matches!(op, Trunc | ZExt | SExt | BitCast | PtrToInt | IntToPtr)
                    }
                    InstData::GetElementPtr { flags, .. } => flags.is_empty(),
                    InstData::ExtractValue { .. } | InstData::InsertValue { .. } => true,
                    InstData::ShuffleVector { v1, mask, .. }
                        if body.list_ints(mask).iter().all(|i| i.0 == 0)
                            && let Some(&InstData::InsertElement { element, index, .. }) = self.inst(*v1)
                            && module.constants().is_zero(index) =>
                    {
                        return depth > 0 && self.is_without(excluded, element, depth - 1);
                    }
                    InstData::Phi { incoming, fast_math } if depth > 0 => {
                        // Only incoming values from outside the cycle count; a phi is visited once on each path.
                        let values = body.list_values(incoming).iter().step_by(2);
                        return (fast_math.is_empty() || excluded == Indeterminate::Undef)
                            && values.len() <= MAX_INCOMING
                            && values
                                .filter(|&&v| v != value)
                                .all(|&v| self.is_without(excluded, v, depth.min(2) - 1));
                    }
                    _ => false,
                };
                // Operations do not create undef.
                let is_operation = matches!(
                    data,
                    InstData::ICmp { .. }
                        | InstData::FCmp { .. }
                        | InstData::Select { .. }
                        | InstData::Binary { .. }
                        | InstData::Cast { .. }
                        | InstData::GetElementPtr { .. }
                        | InstData::ExtractElement { .. }
                        | InstData::InsertElement { .. }
                        | InstData::ShuffleVector { .. }
                );
                let cannot_create = cannot_create || excluded == Indeterminate::Undef && is_operation;
                let mut all = cannot_create && depth > 0;
                data.for_each_operand(body.values(), |operand| {
                    all = all && (operand.as_block().is_some() || self.is_without(excluded, operand, depth - 1));
                });
                all
            }
        }
    }

    /// Whether `a` is known to be the negation of `b`.
    pub fn is_negation(&self, a: Value, b: Value) -> bool {
        let of = |x, y| {
            self.binary(x).is_some_and(|(op, _, lhs, rhs)| {
                op == BinaryOp::Sub && rhs == y && self.module.constants().is_zero(lhs)
            })
        };
        of(a, b) || of(b, a)
    }

    /// Whether an integer or pointer, or every element of a vector of them, is known to be non-zero unless it is poison.
    pub fn is_non_zero(&self, value: Value) -> bool {
        self.non_zero(value, MAX_DEPTH)
    }

    /// The constant number of bytes that an address computation adds.
    fn constant_offset_of(&self, inst: lindworm_ir::Inst) -> Option<i64> {
        let InstData::GetElementPtr { source, operands, .. } = self.body.inst(inst) else { return None };
        self.constant_offset(*source, &self.body.list_values(operands)[1..])
    }

    fn non_zero(&self, value: Value, depth: usize) -> bool {
        let (module, body) = (self.module, self.body);
        let cx = module.context();
        let is_pointer = cx.is_pointer(self.type_of(value));
        let space = || cx.addr_space(self.type_of(value)).unwrap_or(0);
        match value.kind() {
            ValueKind::Constant(_) => {
                if is_pointer && let Some((_, flags, operands)) = self.gep_parts(value) {
                    let is_inside = flags.contains(GepFlags::INBOUNDS) && !self.is_null_valid(space());
                    return (is_inside || flags.contains(GepFlags::NUW))
                        && depth > 0
                        && self.non_zero(operands[0], depth - 1);
                }
                let constants = module.constants();
                // A poison element does not matter; other elements must be numbers.
                if cx.is_vector(self.type_of(value)) && self.lane.is_none() && !constants.is_undef_or_poison(value) {
                    return self.elements_are(value, |n| !n.is_zero());
                }
                return self.width_of(value).is_some_and(|width| self.bits(value, width, 1).is_non_zero());
            }
            ValueKind::Global(g) => {
                return space() == 0
                    && module.global(g).is_some_and(|g| {
                        (g.as_variable().is_some() || g.as_function().is_some()) && g.linkage != Linkage::ExternalWeak
                    });
            }
            ValueKind::Arg(n) if is_pointer => {
                let set = self.param_attributes(n);
                let has = |kind| cx.has_attribute(set, kind);
                if has(AttrKind::NON_NULL)
                    || (has(AttrKind::BY_VAL)
                        || has(AttrKind::IN_ALLOCA)
                        || has(AttrKind::PREALLOCATED)
                        || has(AttrKind::DEREFERENCEABLE))
                        && !self.is_null_valid(space())
                {
                    return true;
                }
            }
            _ => {}
        }
        if depth == 0 {
            return false;
        }
        let depth = depth - 1;
        let mut is_known = self.range_excludes_zero(value);
        self.for_each_condition(value, |condition, is_true| {
            is_known = is_known || self.is_non_zero_if(value, condition, is_true, 4);
        });
        if is_known || self.is_non_zero_by_use(value) {
            return true;
        }
        if let Some(inst) = value.as_inst() {
            let is_known = match *body.inst(inst) {
                InstData::Alloca { .. } => space() == 0,
                InstData::Load { .. } if is_pointer => {
                    body.attachment(inst, NON_NULL).is_some()
                        || body.attachment(inst, DEREFERENCEABLE).is_some() && !self.is_null_valid(space())
                }
                InstData::Call { call, .. } | InstData::Invoke { call, .. } if is_pointer => {
                    let mut sets = result_sets(module, &call);
                    let is_null_valid = self.is_null_valid(space());
                    let is_known = sets.any(|set| {
                        cx.has_attribute(set, AttrKind::NON_NULL)
                            || cx.has_attribute(set, AttrKind::DEREFERENCEABLE) && !is_null_valid
                    });
                    is_known || self.returned_address(&call).is_some_and(|returned| self.non_zero(returned, depth))
                }
                InstData::GetElementPtr { flags, operands, .. } => {
                    // An in-bounds offset from a non-null address does not result in null.
                    let base = body.list_values(&operands)[0];
                    let is_inside = flags.contains(GepFlags::INBOUNDS) && !self.is_null_valid(space());
                    let list = body.list_values(&operands);
                    let is_moved = || self.constant_offset_of(inst).is_some_and(|offset| offset != 0) && list.len() > 1;
                    (is_inside || flags.contains(GepFlags::NUW)) && self.non_zero(base, depth)
                        || is_inside && is_moved()
                }
                InstData::Cast { op, value: from, flags, .. } => match op {
                    CastOp::ZExt | CastOp::SExt => self.non_zero(from, depth),
                    CastOp::Trunc => !flags.is_empty() && self.non_zero(from, depth),
                    CastOp::PtrToInt | CastOp::IntToPtr => {
                        self.width_of(from) <= self.width_of(value) && self.non_zero(from, depth)
                    }
                    // Each element consists of whole elements.
                    CastOp::BitCast if cx.is_int_or_int_vector(self.type_of(from)) => {
                        let (old, new) = (self.width_of(from), self.width_of(value));
                        let is_whole = matches!((old, new), (Some(old), Some(new)) if new.is_multiple_of(old));
                        is_whole && Query { lane: None, ..*self }.non_zero(from, depth)
                    }
                    _ => false,
                },
                InstData::Binary {
                    op: BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Sub, lhs, rhs, ..
                } if self.is_one_if_zero(lhs, rhs) => true,
                InstData::Binary { op, flags, lhs, rhs, .. } => match op {
                    BinaryOp::Or => self.non_zero(rhs, depth) || self.non_zero(lhs, depth),
                    BinaryOp::Add if flags.contains(IntFlags::NUW) => {
                        self.non_zero(rhs, depth) || self.non_zero(lhs, depth)
                    }
                    BinaryOp::Add => self.is_sum_non_zero(lhs, rhs, depth),
                    BinaryOp::Mul if flags.intersects(IntFlags::NUW | IntFlags::NSW) => {
                        self.non_zero(lhs, depth) && self.non_zero(rhs, depth)
                    }
                    BinaryOp::Mul => {
                        let width = self.width_of(value).unwrap_or(0);
                        let (a, b) = (self.bits(lhs, width, depth), self.bits(rhs, width, depth));
                        // The product of an odd number and a number that is not zero is not zero.
                        a.one.trailing_zeros() + b.one.trailing_zeros() < width
                            || a.one.bit(0) && self.non_zero(rhs, depth)
                            || b.one.bit(0) && self.non_zero(lhs, depth)
                    }
                    BinaryOp::Shl if !flags.is_empty() => self.non_zero(lhs, depth),
                    BinaryOp::LShr | BinaryOp::AShr if flags.contains(IntFlags::EXACT) => self.non_zero(lhs, depth),
                    BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                        let width = self.width_of(value).unwrap_or(0);
                        let known = self.bits(lhs, width, depth);
                        // Some bit is not shifted out by the maximum amount.
                        let most = self.bits(rhs, width, depth).max_unsigned().to_u64().unwrap_or(u64::MAX);
                        if op != BinaryOp::Shl && known.is_negative() || op == BinaryOp::Shl && known.one.bit(0) {
                            return true;
                        }
                        match u32::try_from(most) {
                            Ok(most) if most < width => {
                                let kept = if op == BinaryOp::Shl { known.one.shl(most) } else { known.one.lshr(most) };
                                // All bits that may be shifted out are known to be zero.
                                let lost = if op == BinaryOp::Shl {
                                    known.min_leading_zeros()
                                } else {
                                    known.min_trailing_zeros()
                                };
                                !kept.is_zero() || lost >= most && self.non_zero(lhs, depth)
                            }
                            _ => false,
                        }
                    }
                    BinaryOp::Sub | BinaryOp::Xor if self.known_non_equal(lhs, rhs, depth) => true,
                    BinaryOp::And => self.is_negation(lhs, rhs) && self.non_zero(lhs, depth),
                    BinaryOp::UDiv => {
                        let width = self.width_of(value).unwrap_or(0);
                        let (a, b) = (self.bits(lhs, width, depth), self.bits(rhs, width, depth));
                        flags.contains(IntFlags::EXACT) && self.non_zero(lhs, depth)
                            || !a.min_unsigned().ucmp(&b.max_unsigned()).is_lt()
                    }
                    BinaryOp::SDiv if flags.contains(IntFlags::EXACT) => self.non_zero(lhs, depth),
                    BinaryOp::SDiv => {
                        // The magnitude of the dividend is not less than that of the divisor.
                        let width = self.width_of(value).unwrap_or(0);
                        let [a, b] = [lhs, rhs].map(|v| bounded::absolute(&self.bits(v, width, depth), false));
                        !a.min_unsigned().ucmp(&b.max_unsigned()).is_lt()
                    }
                    BinaryOp::Sub if module.constants().is_zero(lhs) => self.non_zero(rhs, depth),
                    _ => false,
                },
                InstData::Select { condition, if_true, if_false, .. } => {
                    // Another use of undef may have another value, which can be assumed not to be zero, too.
                    let is = |arm: Value, is_true| {
                        self.non_zero(arm, depth)
                            || self.is_non_zero_if(arm, condition, is_true, 3)
                                && (self.can_use_undef || self.is_not_undef(arm))
                    };
                    is(if_true, true) && is(if_false, false)
                }
                InstData::Phi { .. } if self.is_recurrence_non_zero(inst) => true,
                InstData::Phi { incoming, .. } => {
                    let mut pairs = body.list_values(&incoming).chunks_exact(2).filter(|pair| pair[0] != value);
                    body.list_values(&incoming).len() <= MAX_INCOMING
                        && pairs.all(|pair| {
                            self.is_non_zero_on_edge(pair[0], pair[1], inst)
                                || self.at_end_of(pair[1]).non_zero(pair[0], depth.min(1))
                        })
                }
                InstData::ExtractElement { vector, index } => self.at_index(vector, index).non_zero(vector, depth),
                InstData::InsertElement { vector, element, index } => match self.lane {
                    Some(_) if self.at_index(vector, index).lane == self.lane => self.non_zero(element, depth),
                    Some(_) if self.at_index(vector, index).lane.is_some() => self.non_zero(vector, depth),
                    _ => self.non_zero(element, depth) && self.is_vector_non_zero_except(vector, index, depth),
                },
                InstData::ShuffleVector { v1, v2, mask } => {
                    let mask = body.list_ints(&mask);
                    let Some((_, len, false)) = cx.vector_shape(self.type_of(v1)) else { return false };
                    let is = |place: u32| {
                        let (vector, lane) = if place < len { (v1, place) } else { (v2, place - len) };
                        Query { lane: Some(lane), ..*self }.non_zero(vector, depth.min(2))
                    };
                    match self.lane {
                        Some(lane) => mask.get(lane as usize).is_some_and(|place| place.0 < 2 * len && is(place.0)),
                        None => mask.len() <= 32 && mask.iter().all(|place| place.0 < 2 * len && is(place.0)),
                    }
                }
                InstData::Freeze { value } => self.is_not_poison(value) && self.non_zero(value, depth),
                InstData::Call { .. } => match self.intrinsic(value) {
                    Some((id, args)) => {
                        use IntrinsicId as I;
                        match id {
                            I::UMAX | I::UADD_SAT if self.is_one_if_zero(args[0], args[1]) => true,
                            I::VECTOR_REDUCE_OR
                            | I::VECTOR_REDUCE_UMAX
                            | I::VECTOR_REDUCE_UMIN
                            | I::VECTOR_REDUCE_SMAX
                            | I::VECTOR_REDUCE_SMIN => Query { lane: None, ..*self }.non_zero(args[0], depth),
                            I::UMAX | I::UADD_SAT => self.non_zero(args[0], depth) || self.non_zero(args[1], depth),
                            I::SMAX | I::SMIN => {
                                // A maximum with a positive number is positive.
                                let is_beyond = |v| {
                                    let width = self.width_of(v).unwrap_or(1);
                                    let known = self.bits(v, width, depth);
                                    if id == I::SMIN {
                                        known.is_negative()
                                    } else {
                                        known.is_non_negative() && self.non_zero(v, depth)
                                    }
                                };
                                is_beyond(args[0])
                                    || is_beyond(args[1])
                                    || self.non_zero(args[0], depth) && self.non_zero(args[1], depth)
                            }
                            I::UMIN => self.non_zero(args[0], depth) && self.non_zero(args[1], depth),
                            I::SADD_SAT => self.is_sum_non_zero(args[0], args[1], depth),
                            // With one bit, `0 - -1` saturates to 0.
                            I::SSUB_SAT if self.width_of(value) != Some(1) => {
                                self.known_non_equal(args[0], args[1], depth)
                            }
                            I::FSHL | I::FSHR => args[0] == args[1] && self.non_zero(args[0], depth),
                            I::ABS
                            | I::CTPOP
                            | I::BSWAP
                            | I::BITREVERSE
                            | I::SSHL_SAT
                            | I::USHL_SAT
                            | I::EXPERIMENTAL_GET_VECTOR_LENGTH => self.non_zero(args[0], depth),
                            I::VECTOR_REVERSE => self.reversed(args[0]).non_zero(args[0], depth),
                            I::CTTZ => {
                                let width = self.width_of(value).unwrap_or(1);
                                self.bits(args[0], width, depth).zero.bit(0)
                            }
                            I::CTLZ => {
                                let width = self.width_of(value).unwrap_or(1);
                                self.bits(args[0], width, depth).is_non_negative()
                            }
                            I::VSCALE => true,
                            _ => false,
                        }
                    }
                    None => false,
                },
                _ => false,
            };
            if is_known {
                return true;
            }
        }
        !is_pointer && self.width_of(value).is_some_and(|width| self.bits(value, width, depth).is_non_zero())
    }

    /// The argument whose address a call returns.
    fn returned_address(&self, call: &CallInfo) -> Option<Value> {
        use IntrinsicId as I;
        let args = self.body.call_args(call);
        match self.module.callee(call.callee).and_then(|f| f.intrinsic) {
            Some(I::LAUNDER_INVARIANT_GROUP | I::STRIP_INVARIANT_GROUP) => args.first().copied(),
            Some(id) if self.module.context().is_pointer(self.type_of(*args.first()?)) => {
                let name = id.name();
                matches!(name.as_str(), "llvm.aarch64.irg" | "llvm.aarch64.tagp").then_some(args[0])
            }
            _ => returned_argument(self.module, self.body, call),
        }
    }

    /// Whether a range that an argument, call or load has does not contain zero.
    fn range_excludes_zero(&self, value: Value) -> bool {
        let cx = self.module.context();
        let excludes = |set: AttributeSet| match cx.attribute(set, AttrKind::RANGE) {
            Some(Attribute::Range(_, range)) => {
                let range = ConstantRange::new(range.0.clone(), range.1.clone());
                !range.contains(&Int::zero(range.width()))
            }
            _ => false,
        };
        match value.kind() {
            ValueKind::Arg(n) => excludes(self.param_attributes(n)),
            ValueKind::Inst(inst) => {
                let data = self.body.inst(inst);
                let bounds = match data {
                    InstData::Load { .. } | InstData::Call { .. } => self.range_metadata(inst),
                    _ => SmallVec::new(),
                };
                let mut ranges =
                    bounds.chunks_exact(2).map(|pair| ConstantRange::new(pair[0].clone(), pair[1].clone()));
                let excluded = !bounds.is_empty() && ranges.all(|range| !range.contains(&Int::zero(range.width())));
                excluded || data.call_info().is_some_and(|call| result_sets(self.module, call).any(excludes))
            }
            _ => false,
        }
    }

    /// Whether one value is another one compared with zero: 1 or -1 if that is zero, and otherwise zero.
    fn is_one_if_zero(&self, a: Value, b: Value) -> bool {
        let of = |x: Value, y: Value| match self.inst(y) {
            Some(&InstData::Cast { op: CastOp::ZExt | CastOp::SExt, value, .. }) => matches!(
                self.inst(value),
                Some(&InstData::ICmp { predicate: IntPredicate::Eq, lhs, rhs, .. })
                    if lhs == x && self.module.constants().is_zero(rhs)
            ),
            _ => false,
        };
        of(a, b) || of(b, a)
    }

    /// Whether the branch from a block to that of a phi says that a value is not zero.
    fn is_non_zero_on_edge(&self, value: Value, from: Value, phi: Inst) -> bool {
        self.at_end_of(from)
            .condition_of_edge(self.body.inst_block(phi))
            .is_some_and(|(condition, is_true)| self.is_non_zero_if(value, condition, is_true, 1))
    }

    /// Whether the elements of a vector except one are known to be non-zero.
    fn is_vector_non_zero_except(&self, vector: Value, index: Value, depth: usize) -> bool {
        let Some((_, len, false)) = self.module.context().vector_shape(self.type_of(vector)) else {
            return self.non_zero(vector, depth);
        };
        match self.at_index(vector, index).lane {
            Some(except) if len <= 32 => (0..len)
                .filter(|&lane| lane != except)
                .all(|lane| Query { lane: Some(lane), ..*self }.non_zero(vector, depth.min(2))),
            _ => self.non_zero(vector, depth),
        }
    }

    /// Whether a sum is known to be non-zero.
    fn is_sum_non_zero(&self, lhs: Value, rhs: Value, depth: usize) -> bool {
        let width = self.width_of(lhs).unwrap_or(1);
        let (a, b) = (self.bits(lhs, width, depth), self.bits(rhs, width, depth));
        if a.is_non_negative() && b.is_non_negative() {
            return self.non_zero(lhs, depth) || self.non_zero(rhs, depth);
        }
        if a.is_negative() && b.is_negative() {
            // Only the sum of twice the minimum signed integer is zero.
            let low = Int::max_signed(width);
            return !a.one.and(&low).is_zero() || !b.one.and(&low).is_zero();
        }
        // The sum of a non-negative number and a power of two is not zero.
        if a.is_non_negative() && self.power_of_two(rhs, false, depth)
            || b.is_non_negative() && self.power_of_two(lhs, false, depth)
        {
            return true;
        }
        let known = a.sum(&b, false);
        known.is_non_zero()
    }

    /// Whether two integers, or each two elements of vectors of integers, are known to differ unless they are poison.
    pub(crate) fn is_known_non_equal(&self, a: Value, b: Value) -> bool {
        self.known_non_equal(a, b, MAX_DEPTH)
    }

    fn known_non_equal(&self, a: Value, b: Value, depth: usize) -> bool {
        if a == b || depth == 0 || self.type_of(a) != self.type_of(b) {
            return false;
        }
        if self.differs_from_operand(a, b, depth) || self.differs_from_operand(b, a, depth) {
            return true;
        }
        if self.moves_away(a, b) || self.moves_away(b, a) {
            return true;
        }
        let Some(width) = self.width_of(a) else { return false };
        let deeper = |x, y| self.known_non_equal(x, y, depth - 1);
        match (self.inst(a), self.inst(b)) {
            (Some(InstData::Binary { .. }), Some(InstData::Binary { .. }))
                if self.injective_operands(a, b).into_iter().any(|(x, y)| deeper(x, y)) =>
            {
                return true;
            }
            (Some(InstData::Phi { .. }), Some(InstData::Phi { .. })) if self.are_phis_unequal(a, b, depth) => {
                return true;
            }
            (
                Some(&InstData::Cast { op: p @ (CastOp::ZExt | CastOp::SExt), value: x, .. }),
                Some(&InstData::Cast { op: q, value: y, .. }),
            ) if p == q && self.type_of(x) == self.type_of(y) => return deeper(x, y),
            (
                Some(&InstData::Cast { op: CastOp::PtrToInt, value: x, .. }),
                Some(&InstData::Cast { op: CastOp::PtrToInt, value: y, .. }),
            ) if self.width_of(x) == Some(width) && self.type_of(x) == self.type_of(y) => return deeper(x, y),
            (
                Some(&InstData::Select { condition: c, if_true: x, if_false: y, .. }),
                Some(&InstData::Select { condition: d, if_true: z, if_false: w, .. }),
            ) if c == d => return deeper(x, z) && deeper(y, w),
            _ => {}
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(&InstData::Select { if_true, if_false, .. }) = self.inst(x)
                && (if_true.is_constant() || if_false.is_constant() || depth > 4)
                && deeper(if_true, y)
                && deeper(if_false, y)
            {
                return true;
            }
        }
        let (x, y) = (self.bits(a, width, depth), self.bits(b, width, depth));
        x.differs_from(&y)
    }

    /// Whether an address is the next value of a phi that starts at or beyond another address in the same object, and moves away
    /// from it.
    fn moves_away(&self, next: Value, other: Value) -> bool {
        let Some((_, _, &[phi, index])) = self.gep_parts(next) else { return false };
        let Some(inst) = phi.as_inst().filter(|_| index.is_constant()) else { return false };
        let InstData::Phi { incoming, .. } = self.body.inst(inst) else { return false };
        let start = match *self.body.list_values(incoming) {
            [a, _, b, _] if b == next => a,
            [a, _, b, _] if a == next => b,
            _ => return false,
        };
        let (base, step) = self.base_and_offset(next, false);
        let (object, from) = self.base_and_offset(start, false);
        let (other_object, to) = self.base_and_offset(other, false);
        let order = from.scmp(&to);
        base == phi
            && object == other_object
            && (order.is_ge() && !step.is_negative() && !step.is_zero() || order.is_le() && step.is_negative())
    }

    /// The pairs of operands of two operations such that the results differ if the operands of one pair do.
    fn injective_operands(&self, a: Value, b: Value) -> SmallVec<[(Value, Value); 4]> {
        let (Some((p, f, x, y)), Some((q, g, z, w))) = (self.binary(a), self.binary(b)) else {
            return SmallVec::new();
        };
        let mut pairs = SmallVec::new();
        let adds = |op: BinaryOp, flags: IntFlags| {
            op == BinaryOp::Add || op == BinaryOp::Or && flags.contains(IntFlags::DISJOINT)
        };
        if p == q && matches!(p, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor) || adds(p, f) && adds(q, g) {
            pairs.extend((x == z).then_some((y, w)));
            pairs.extend((y == w).then_some((x, z)));
            if p != BinaryOp::Sub {
                pairs.extend((x == w).then_some((y, z)));
                pairs.extend((y == z).then_some((x, w)));
            }
        }
        if p != q || y != w {
            return pairs;
        }
        let shared = f & g;
        let is_injective = match p {
            BinaryOp::Mul => shared.intersects(IntFlags::NUW | IntFlags::NSW) && self.elements_are(y, |n| !n.is_zero()),
            BinaryOp::Shl => shared.intersects(IntFlags::NUW | IntFlags::NSW),
            BinaryOp::LShr | BinaryOp::AShr => shared.contains(IntFlags::EXACT),
            _ => false,
        };
        pairs.extend(is_injective.then_some((x, z)));
        pairs
    }

    /// Whether two phis of a block never have the same value: because they start with different values to which the same injective
    /// operation is applied in each iteration, or because their values from each block differ. Values that are no constants are
    /// compared for one block only.
    fn are_phis_unequal(&self, a: Value, b: Value, depth: usize) -> bool {
        let (Some(p), Some(q)) = (a.as_inst(), b.as_inst()) else { return false };
        if self.body.inst_block(p) != self.body.inst_block(q) {
            return false;
        }
        if let (Some((start, next, from)), Some((other_start, other_next, other_from))) =
            (self.recurrence(p), self.recurrence(q))
            && from == other_from
            && self.injective_operands(next, other_next).contains(&(a, b))
        {
            return self.known_non_equal(start, other_start, depth - 1);
        }
        let values = |phi: Inst| match self.body.inst(phi) {
            InstData::Phi { incoming, .. } => self.body.list_values(incoming),
            _ => &[],
        };
        let (values, others) = (values(p), values(q));
        if values.len() > MAX_INCOMING || values.len() != others.len() {
            return false;
        }
        let mut may_follow = true;
        values.chunks_exact(2).all(|pair| {
            let Some(other) = others.chunks_exact(2).find(|other| other[1] == pair[1]) else { return false };
            let (x, y) = (pair[0], other[0]);
            if let (Some(m), Some(n)) = (self.constant_int(x), self.constant_int(y)) {
                return m != n;
            }
            std::mem::replace(&mut may_follow, false) && self.at_end_of(pair[1]).known_non_equal(x, y, depth - 1)
        })
    }

    /// The start value of a phi of two values, of which the other is a binary operation on the phi, that operation, and the block
    /// that it comes from.
    fn recurrence(&self, phi: Inst) -> Option<(Value, Value, Value)> {
        let InstData::Phi { incoming, .. } = self.body.inst(phi) else { return None };
        let &[a, from_a, b, from_b] = self.body.list_values(incoming) else { return None };
        let is_step = |v: Value| self.binary(v).is_some_and(|(_, _, l, r)| l == phi.into() || r == phi.into());
        match (is_step(a), is_step(b)) {
            (_, true) => Some((a, b, from_b)),
            (true, _) => Some((b, a, from_a)),
            _ => None,
        }
    }

    /// Whether a phi starts with a constant other than zero, and is changed so that it does not become zero.
    fn is_recurrence_non_zero(&self, phi: Inst) -> bool {
        let Some((start, next, _)) = self.recurrence(phi) else { return false };
        let (Some(start), Some((op, flags, lhs, rhs))) = (self.constant_int(start), self.binary(next)) else {
            return false;
        };
        if start.is_zero() || lhs != phi.into() {
            return false;
        }
        let wraps_not = flags.intersects(IntFlags::NUW | IntFlags::NSW);
        match op {
            // Both grow in one direction.
            BinaryOp::Add => {
                flags.contains(IntFlags::NUW)
                    || flags.contains(IntFlags::NSW)
                        && self.constant_int(rhs).is_some_and(|step| step.is_negative() == start.is_negative())
            }
            BinaryOp::Mul => wraps_not && self.constant_int(rhs).is_some_and(|step| !step.is_zero()),
            BinaryOp::Shl => wraps_not,
            BinaryOp::LShr | BinaryOp::AShr => flags.contains(IntFlags::EXACT),
            _ => false,
        }
    }

    /// Whether `a` is `b` changed by an operation that certainly changes it.
    fn differs_from_operand(&self, a: Value, b: Value, depth: usize) -> bool {
        let Some((op, flags, l, r)) = self.binary(a) else { return false };
        let depth = depth - 1;
        match op {
            BinaryOp::Add | BinaryOp::Xor => l == b && self.non_zero(r, depth) || r == b && self.non_zero(l, depth),
            BinaryOp::Or if flags.contains(IntFlags::DISJOINT) => {
                l == b && self.non_zero(r, depth) || r == b && self.non_zero(l, depth)
            }
            BinaryOp::Sub => {
                // 2x is even, and the minuend is odd.
                let is_odd = |v| self.elements_are(v, |n| n.bit(0));
                l == b && self.non_zero(r, depth) || r == b && is_odd(l)
            }
            BinaryOp::Mul => {
                l == b
                    && !flags.is_empty()
                    && self.elements_are(r, |n| !n.is_zero() && !n.is_one())
                    && self.non_zero(l, depth)
            }
            BinaryOp::Shl => {
                l == b && !flags.is_empty() && self.elements_are(r, |n| !n.is_zero()) && self.non_zero(l, depth)
            }
            _ => false,
        }
    }

    /// Whether an integer is known to be a power of two; or zero, if that is allowed.
    pub fn is_power_of_two(&self, value: Value, or_zero: bool) -> bool {
        self.power_of_two(value, or_zero, MAX_DEPTH)
    }

    fn power_of_two(&self, value: Value, or_zero: bool, depth: usize) -> bool {
        if value.is_constant() {
            return self.elements_are(value, |n| n.is_power_of_two() || or_zero && n.is_zero());
        }
        let Some(data) = self.inst(value).filter(|_| depth > 0) else { return false };
        let depth = depth - 1;
        let is = |v| self.power_of_two(v, or_zero, depth);
        match *data {
            InstData::Binary { op, flags, lhs, rhs, .. } => match op {
                BinaryOp::Shl => match self.constant_int(lhs) {
                    Some(n) if n.is_one() => true,
                    _ => (or_zero || !flags.is_empty()) && is(lhs),
                },
                BinaryOp::LShr => match self.constant_int(lhs) {
                    Some(n) if n.is_min_signed() => true,
                    _ => (or_zero || flags.contains(IntFlags::EXACT)) && is(lhs),
                },
                BinaryOp::UDiv => flags.contains(IntFlags::EXACT) && is(lhs),
                BinaryOp::Mul => is(lhs) && is(rhs) && (or_zero || self.non_zero(value, depth)),
                BinaryOp::And => {
                    self.is_negation(lhs, rhs) && (or_zero || self.non_zero(lhs, depth))
                        || or_zero && (is(lhs) || is(rhs))
                }
                BinaryOp::Add if or_zero || flags.intersects(IntFlags::NUW | IntFlags::NSW) => {
                    self.is_sum_power_of_two(lhs, rhs, flags, or_zero, depth)
                }
                _ => false,
            },
            InstData::Cast { op: CastOp::ZExt, value, .. } => is(value),
            InstData::Cast { op: CastOp::Trunc, value, .. } => or_zero && is(value),
            InstData::Select { if_true, if_false, .. } => is(if_true) && is(if_false),
            InstData::Phi { incoming, .. } => {
                let pairs = self.body.list_values(&incoming);
                let phi = value.as_inst();
                if pairs.len() > MAX_INCOMING || phi.is_none() {
                    return false;
                }
                phi.is_some_and(|phi| self.is_recurrence_power_of_two(phi, or_zero, depth))
                    || pairs.chunks_exact(2).all(|pair| {
                        pair[0] == value || self.at_end_of(pair[1]).power_of_two(pair[0], or_zero, depth.min(1))
                    })
            }
            InstData::Call { .. } => match self.intrinsic(value) {
                Some((IntrinsicId::UMAX | IntrinsicId::UMIN | IntrinsicId::SMAX | IntrinsicId::SMIN, args)) => {
                    is(args[0]) && is(args[1])
                }
                Some((IntrinsicId::BSWAP | IntrinsicId::BITREVERSE, args)) => is(args[0]),
                // A rotation.
                Some((IntrinsicId::FSHL | IntrinsicId::FSHR, args)) => args[0] == args[1] && is(args[0]),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a sum, which does not wrap or may be zero, is a power of two.
    fn is_sum_power_of_two(&self, lhs: Value, rhs: Value, flags: IntFlags, or_zero: bool, depth: usize) -> bool {
        // A power of two, or zero, is added to the same power of two.
        for (x, y) in [(lhs, rhs), (rhs, lhs)] {
            if let Some((BinaryOp::And, _, a, b)) = self.binary(x)
                && (a == y || b == y)
                && self.power_of_two(y, or_zero, depth)
            {
                return true;
            }
        }
        let width = self.width_of(lhs).unwrap_or(1);
        let (a, b) = (self.bits(lhs, width, depth), self.bits(rhs, width, depth));
        // Only one bit may be set in either.
        if a.zero.and(&b.zero).not().is_power_of_two() && (or_zero || !a.one.is_zero() || !b.one.is_zero()) {
            return true;
        }
        // A mask of low bits plus one.
        let is_low_mask =
            matches!(self.binary(lhs), Some((BinaryOp::LShr, _, ones, _)) if self.elements_are(ones, Int::is_all_ones));
        (or_zero || flags.contains(IntFlags::NUW)) && is_low_mask && self.elements_are(rhs, Int::is_one)
    }

    /// Whether a phi starts with a power of two, and is changed so that it remains one.
    fn is_recurrence_power_of_two(&self, phi: Inst, or_zero: bool, depth: usize) -> bool {
        let Some((start, next, latch)) = self.recurrence(phi) else { return false };
        let Some((op, flags, lhs, rhs)) = self.binary(next) else { return false };
        let InstData::Phi { incoming, .. } = self.body.inst(phi) else { return false };
        let blocks = self.body.list_values(incoming);
        let Some(entry) = [blocks[1], blocks[3]].into_iter().find(|&block| block != latch) else { return false };
        if !self.at_end_of(entry).power_of_two(start, or_zero, depth) {
            return false;
        }
        let step = if lhs == phi.into() { rhs } else { lhs };
        if step == rhs && lhs != phi.into() || op != BinaryOp::Mul && lhs != phi.into() {
            return false;
        }
        let wraps_not = or_zero || flags.intersects(IntFlags::NUW | IntFlags::NSW);
        let is_exact = or_zero || flags.contains(IntFlags::EXACT);
        let is_positive = || self.constant_int(start).is_some_and(|n| !n.is_negative());
        match op {
            BinaryOp::Mul => wraps_not && self.at_end_of(latch).power_of_two(step, false, depth),
            BinaryOp::Shl => wraps_not,
            BinaryOp::LShr => is_exact,
            BinaryOp::AShr => is_exact && is_positive(),
            BinaryOp::UDiv => is_exact && self.power_of_two(step, false, depth),
            BinaryOp::SDiv => is_exact && is_positive() && self.power_of_two(step, false, depth),
            _ => false,
        }
    }

    /// The same queries, about the elements of a vector in reverse order.
    pub(crate) fn reversed(&self, vector: Value) -> Self {
        let lane = match (self.lane, self.module.context().vector_shape(self.type_of(vector))) {
            (Some(lane), Some((_, len, false))) if lane < len => Some(len - 1 - lane),
            _ => None,
        };
        Query { lane, ..*self }
    }

    /// Whether a value dominates an instruction.
    pub fn dominates(&self, value: Value, at: Inst) -> bool {
        let Some(inst) = value.as_inst() else { return true };
        let (Some(from), Some(to)) = (self.body.inst_block(inst), self.body.inst_block(at)) else { return false };
        let is_edge = matches!(self.body.inst(inst), InstData::Invoke { .. } | InstData::CallBr { .. });
        match self.dominators {
            Some(tree) if !is_edge => tree.properly_dominates(from, to),
            _ => self.body.entry() == Some(from) && from != to && !is_edge,
        }
    }
}

/// Whether a value is guaranteed not to be poison. `function` is the function of the body.
pub fn is_guaranteed_not_poison<L: Listener>(editor: &Editor<'_, L>, function: Global, value: Value) -> bool {
    Query::new(editor, function).is_not_poison(value)
}
