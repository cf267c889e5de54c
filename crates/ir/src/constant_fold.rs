//! Target-independent folding of constant expressions, as in LLVM.
//!
//! `*_constant` create a constant expression, and fold it if possible; `fold_*` return the value of an instruction with constant
//! operands. [`lindworm_eval::fold`] defines operations on numbers; this module extends them to vectors, pointers and constant
//! expressions.
//!
//! Two limits bound the cost of hostile constants, on which LLVM spends unbounded memory or stack: expressions nested deeper than
//! [`MAX_DEPTH`] do not fold, nor do expressions that would be expanded to more than [`MAX_EXPANDED`] elements.

use lindworm_eval::fold::{self, Scalar, ScalarType};
use lindworm_eval::{BinaryOp, CastOp, Float, FloatFormat, FloatPredicate, Int, IntFlags, IntPredicate};

use crate::constant::{ConstantData, ConstantExpr};
use crate::constant_build::MAX_EXPANDED;
use crate::context::Context;
use crate::instruction::GepFlags;
use crate::module::Module;
use crate::types::Type;
use crate::typing;
use crate::value::Value;

/// The maximum depth to which folding looks into an expression.
pub const MAX_DEPTH: u32 = 20;

/// The keyword of an operation that has no constant expressions (any more) and did not fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no constant expressions of `{0}`: an instruction must compute it")]
pub struct NoConstantExpression(pub &'static str);

/// Creation of constant expressions.
impl Module {
    /// `op (value to ty)`, or the constant to which it folds.
    ///
    /// # Errors
    ///
    /// If the cast does not fold, and constant expressions of this cast do not exist (any more).
    pub fn cast_constant(&self, op: CastOp, value: Value, to: Type) -> Result<Value, NoConstantExpression> {
        Folder::new(self).cast_or_none(op, value, to).ok_or(NoConstantExpression(op.name()))
    }

    /// `op (lhs, rhs)`, or the constant to which it folds.
    ///
    /// # Errors
    ///
    /// If the operation does not fold, and constant expressions of it do not exist. They exist for `add`, `sub` and `xor`.
    ///
    /// ```
    /// use lindworm_ir::eval::{BinaryOp, CastOp, IntFlags};
    /// use lindworm_ir::module::{GlobalKind, GlobalValue, Variable};
    /// use lindworm_ir::{Context, Module, Type};
    ///
    /// let mut m = Module::new(&Context::new(), "m");
    /// let variable = GlobalKind::Variable(Variable::default());
    /// let x = m.add_global(GlobalValue::new(b"x", Type::I8, Type::PTR, variable));
    /// let address = m.cast_constant(CastOp::PtrToInt, x.into(), Type::I64).unwrap();
    /// let five = m.constants().int(m.context(), Type::I64, 5);
    /// assert!(m.binary_constant(BinaryOp::Add, IntFlags::empty(), address, five).is_ok());
    /// assert!(m.binary_constant(BinaryOp::Mul, IntFlags::empty(), five, five).is_ok());
    /// let error = m.binary_constant(BinaryOp::Mul, IntFlags::empty(), address, five).unwrap_err();
    /// assert_eq!(error.to_string(), "there are no constant expressions of `mul`: an instruction must compute it");
    /// ```
    pub fn binary_constant(
        &self,
        op: BinaryOp,
        flags: IntFlags,
        lhs: Value,
        rhs: Value,
    ) -> Result<Value, NoConstantExpression> {
        Folder::new(self).binary_or_none(op, flags, lhs, rhs).ok_or(NoConstantExpression(op.name()))
    }

    /// `getelementptr`; `operands` are the base pointer and the indices.
    pub fn gep_constant(
        &self,
        source: Type,
        flags: GepFlags,
        in_range: Option<(Int, Int)>,
        operands: &[Value],
    ) -> Value {
        Folder::new(self).gep(source, flags, in_range.map(Box::new), operands)
    }

    /// `extractelement`.
    pub fn extract_element_constant(&self, vector: Value, index: Value) -> Value {
        Folder::new(self).extract_element(vector, index)
    }

    /// `insertelement`.
    pub fn insert_element_constant(&self, vector: Value, element: Value, index: Value) -> Value {
        Folder::new(self).insert_element(vector, element, index)
    }

    /// `shufflevector`; a negative mask element selects poison.
    pub fn shuffle_vector_constant(&self, v1: Value, v2: Value, mask: &[i32]) -> Value {
        Folder::new(self).shuffle_vector(v1, v2, mask)
    }

    /// The fixed vector of `len` elements that are all equal to the first element of `vector`: a `shufflevector` with a zero
    /// mask.
    pub fn broadcast_constant(&self, vector: Value, len: u32) -> Value {
        let (first, cx) = (Folder::new(self).lane(vector, 0), &self.context);
        self.constants.splat(cx, cx.vector(self.value_type(None, first), len, false), first)
    }
}

/// The constant, which may be a constant expression, to which a new instruction folds; `None` if it does not fold or an operand
/// is not a constant. Operands must have fitting types.
impl Module {
    /// A cast.
    pub fn fold_cast(&self, op: CastOp, value: Value, to: Type) -> Option<Value> {
        Folder::of(self, &[value])?.cast_or_none(op, value, to)
    }

    /// A binary operation.
    pub fn fold_binary(&self, op: BinaryOp, flags: IntFlags, lhs: Value, rhs: Value) -> Option<Value> {
        Folder::of(self, &[lhs, rhs])?.binary_or_none(op, flags, lhs, rhs)
    }

    /// `fneg`.
    pub fn fold_fneg(&self, value: Value) -> Option<Value> {
        Folder::of(self, &[value])?.fold_fneg(value)
    }

    /// `icmp`. An address is only compared with itself.
    pub fn fold_icmp(&self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Option<Value> {
        Folder::of(self, &[lhs, rhs])?.fold_icmp(predicate, lhs, rhs)
    }

    /// `fcmp`.
    pub fn fold_fcmp(&self, predicate: FloatPredicate, lhs: Value, rhs: Value) -> Option<Value> {
        Folder::of(self, &[lhs, rhs])?.fold_fcmp(predicate, lhs, rhs)
    }

    /// `select`.
    pub fn fold_select(&self, condition: Value, if_true: Value, if_false: Value) -> Option<Value> {
        Folder::of(self, &[condition, if_true, if_false])?.fold_select(condition, if_true, if_false)
    }

    /// `getelementptr`; `operands` are the base pointer and the indices.
    pub fn fold_gep(&self, source: Type, flags: GepFlags, operands: &[Value]) -> Option<Value> {
        Some(Folder::of(self, operands)?.gep(source, flags, None, operands))
    }

    /// `extractelement`.
    pub fn fold_extract_element(&self, vector: Value, index: Value) -> Option<Value> {
        Some(Folder::of(self, &[vector, index])?.extract_element(vector, index))
    }

    /// `insertelement`.
    pub fn fold_insert_element(&self, vector: Value, element: Value, index: Value) -> Option<Value> {
        Some(Folder::of(self, &[vector, element, index])?.insert_element(vector, element, index))
    }

    /// `shufflevector`.
    pub fn fold_shuffle_vector(&self, v1: Value, v2: Value, mask: &[i32]) -> Option<Value> {
        Some(Folder::of(self, &[v1, v2])?.shuffle_vector(v1, v2, mask))
    }

    /// `extractvalue`.
    pub fn fold_extract_value(&self, aggregate: Value, indices: &[u32]) -> Option<Value> {
        indices.iter().try_fold(aggregate, |value, &i| self.constants.element(&self.context, value, i.into()))
    }

    /// `insertvalue`.
    pub fn fold_insert_value(&self, aggregate: Value, value: Value, indices: &[u32]) -> Option<Value> {
        Folder::of(self, &[aggregate, value])?;
        let mut around = Vec::with_capacity(indices.len());
        let mut inner = aggregate;
        for &index in indices {
            around.push((inner, index));
            inner = self.constants.element(&self.context, inner, index.into())?;
        }
        around.into_iter().rev().try_fold(value, |value, (aggregate, index)| {
            let ty = self.value_type(None, aggregate);
            let count = self.constants.element_count(&self.context, ty)?;
            if count > MAX_EXPANDED && !self.constants.is_written_out(aggregate) {
                return None;
            }
            let mut elements: Vec<Value> = self.constants.elements(&self.context, aggregate)?.collect();
            *elements.get_mut(index as usize)? = value;
            Some(self.constants.aggregate(&self.context, ty, &elements))
        })
    }
}

/// Whether constant expressions of this operation exist.
fn is_expr_binary(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor)
}

/// Whether constant expressions of this cast exist.
fn is_expr_cast(op: CastOp) -> bool {
    use CastOp::*;
    matches!(op, Trunc | PtrToAddr | PtrToInt | IntToPtr | BitCast | AddrSpaceCast)
}

fn scalar_type(cx: &Context, ty: Type) -> Option<ScalarType> {
    let ty = cx.scalar_type(ty);
    cx.int_or_byte_width(ty).map(ScalarType::Int).or_else(|| ty.float_format().map(ScalarType::Float))
}

/// Implements folding at nesting depth `depth` of an expression.
#[derive(Clone, Copy)]
struct Folder<'m> {
    m: &'m Module,
    depth: u32,
}

/// Creation of expressions.
impl<'m> Folder<'m> {
    fn new(m: &'m Module) -> Self {
        Folder { m, depth: 0 }
    }

    /// A folder, if all operands are constants.
    fn of(m: &'m Module, operands: &[Value]) -> Option<Self> {
        operands.iter().all(|operand| operand.is_constant()).then_some(Folder::new(m))
    }

    /// A folder for the next level of the expression, if the depth limit allows.
    fn deeper(self) -> Option<Self> {
        (self.depth < MAX_DEPTH).then_some(Folder { depth: self.depth + 1, ..self })
    }

    fn expr(self, ty: Type, expr: ConstantExpr) -> Value {
        self.m.constants.intern(ty, ConstantData::Expr(Box::new(expr)))
    }

    fn cast(self, op: CastOp, value: Value, to: Type) -> Value {
        if op == CastOp::BitCast && self.ty(value) == to {
            return value;
        }
        self.fold_cast(op, value, to).unwrap_or_else(|| self.expr(to, ConstantExpr::Cast { op, value }))
    }

    /// Casts without constant expressions fold or fail.
    fn cast_or_none(self, op: CastOp, value: Value, to: Type) -> Option<Value> {
        if is_expr_cast(op) { Some(self.cast(op, value, to)) } else { self.fold_cast(op, value, to) }
    }

    fn binary(self, op: BinaryOp, flags: IntFlags, lhs: Value, rhs: Value) -> Value {
        let expr = || self.expr(self.ty(lhs), ConstantExpr::Binary { op, flags, lhs, rhs });
        self.fold_binary(op, lhs, rhs).unwrap_or_else(expr)
    }

    /// Operations without constant expressions fold or fail.
    fn binary_or_none(self, op: BinaryOp, flags: IntFlags, lhs: Value, rhs: Value) -> Option<Value> {
        if is_expr_binary(op) { Some(self.binary(op, flags, lhs, rhs)) } else { self.fold_binary(op, lhs, rhs) }
    }

    fn gep(self, source: Type, flags: GepFlags, in_range: Option<Box<(Int, Int)>>, operands: &[Value]) -> Value {
        if let Some(folded) = self.fold_gep(operands, in_range.is_some()) {
            return folded;
        }
        let Some((&base, indices)) = operands.split_first() else { return self.m.constants.poison(Type::PTR) };
        let ty = typing::gep_type(&self.m.context, self.ty(base), indices.iter().map(|&index| self.ty(index)));
        let cx = &self.m.context;
        let mut list = vec![base];
        // The type that the index selects from; `None` for the first index, which steps over whole objects.
        let mut from = None;
        for &index in indices {
            let index_type = self.ty(index);
            let in_struct = from.is_some_and(|ty| cx.is_struct(ty));
            let splat = match cx.vector_shape(ty) {
                Some(_) if in_struct => self.m.constants.splat_value(cx, index),
                Some(_) if !cx.is_vector(index_type) => {
                    Some(self.m.constants.splat(cx, cx.with_scalar(ty, index_type), index))
                }
                _ => None,
            };
            let index = splat.unwrap_or(index);
            let field = if in_struct { self.m.constants.as_u64(index).unwrap_or(0) } else { 0 };
            from = match from {
                None => Some(source),
                Some(ty) => cx.element_type(ty, field),
            };
            list.push(index);
        }
        self.expr(ty, ConstantExpr::GetElementPtr { source, flags, in_range, operands: list.into() })
    }

    fn extract_element(self, vector: Value, index: Value) -> Value {
        self.fold_extract_element(vector, index).unwrap_or_else(|| {
            let element = self.m.context.scalar_type(self.ty(vector));
            self.expr(element, ConstantExpr::ExtractElement { vector, index })
        })
    }

    fn lane(self, vector: Value, lane: u32) -> Value {
        self.extract_element(vector, self.m.constants.int(&self.m.context, Type::I32, lane.into()))
    }

    fn insert_element(self, vector: Value, element: Value, index: Value) -> Value {
        let expr = || self.expr(self.ty(vector), ConstantExpr::InsertElement { vector, element, index });
        self.fold_insert_element(vector, element, index).unwrap_or_else(expr)
    }

    fn shuffle_vector(self, v1: Value, v2: Value, mask: &[i32]) -> Value {
        if let Some(folded) = self.fold_shuffle_vector(v1, v2, mask) {
            return folded;
        }
        let (cx, constants) = (&self.m.context, &self.m.constants);
        let (element, _, scalable) = cx.vector_shape(self.ty(v1)).unwrap_or((Type::I32, 1, false));
        let ty = cx.vector(element, mask.len() as u32, scalable);
        if mask.iter().all(|&i| i == 0)
            && let Some(splat) = constants.scalable_splat(cx, ty, v1, v2)
        {
            return splat;
        }
        self.expr(ty, ConstantExpr::ShuffleVector { v1, v2, mask: mask.into() })
    }
}

/// Properties of constants.
impl<'m> Folder<'m> {
    fn ty(self, value: Value) -> Type {
        self.m.value_type(None, value)
    }

    fn as_expr(self, value: Value) -> Option<&'m ConstantExpr> {
        match &self.m.constants.node(value)?.data {
            ConstantData::Expr(expr) => Some(expr),
            _ => None,
        }
    }

    /// Whether LLVM represents this as an expression, which is also the case for splats of scalable vectors.
    fn is_expr(self, value: Value) -> bool {
        self.m.constants.node(value).is_some_and(|n| match n.data {
            ConstantData::Expr(_) => true,
            ConstantData::Splat(element) => self.is_scalable(n.ty) && !self.m.is_native_splat(n.ty, element),
            _ => false,
        })
    }

    fn is_scalable(self, ty: Type) -> bool {
        self.m.context.vector_shape(ty).is_some_and(|(_, _, scalable)| scalable)
    }

    /// The length of a fixed vector.
    fn fixed_len(self, ty: Type) -> Option<u32> {
        self.m.context.vector_shape(ty).and_then(|(_, len, scalable)| (!scalable).then_some(len))
    }

    /// The value of a number, undef or poison.
    fn scalar(self, value: Value) -> Option<Scalar> {
        let constants = &self.m.constants;
        match &constants.node(value)?.data {
            ConstantData::Undef => Some(Scalar::Undef),
            ConstantData::Poison => Some(Scalar::Poison),
            ConstantData::Float(_) | ConstantData::WideFloat(_) => constants.as_float(value).map(Scalar::Float),
            _ => constants.as_int(&self.m.context, value).map(Scalar::Int),
        }
    }

    /// The constant of type `ty` with this value, in each lane if `ty` is a vector.
    fn constant(self, ty: Type, scalar: &Scalar) -> Value {
        let (cx, constants) = (&self.m.context, &self.m.constants);
        match scalar {
            Scalar::Int(int) => constants.splat_or_scalar(cx, ty, constants.int_or_byte(cx.scalar_type(ty), int)),
            Scalar::Float(float) => constants.splat_or_scalar(cx, ty, constants.float(cx.scalar_type(ty), *float)),
            Scalar::Undef => constants.undef(ty),
            Scalar::Poison => constants.poison(ty),
        }
    }

    fn bool(self, ty: Type, value: bool) -> Value {
        self.constant(ty, &value.into())
    }

    /// Whether all elements of a vector are known to be equal, also through a `getelementptr`.
    fn is_uniform(self, value: Value) -> bool {
        self.m.constants.node(value).is_some_and(|n| match &n.data {
            ConstantData::Zero | ConstantData::Undef | ConstantData::Poison | ConstantData::Splat(_) => true,
            ConstantData::Expr(expr) => match (&**expr, self.deeper()) {
                (ConstantExpr::GetElementPtr { operands, .. }, Some(deeper)) => operands
                    .iter()
                    .all(|&operand| !self.m.context.is_vector(self.ty(operand)) || deeper.is_uniform(operand)),
                _ => false,
            },
            _ => false,
        })
    }

    /// The fixed vector of type `ty` whose elements `f` computes from the elements of `vectors`, which have the same length.
    fn each<const N: usize>(
        self,
        ty: Type,
        vectors: [Value; N],
        f: impl Fn([Value; N]) -> Option<Value>,
    ) -> Option<Value> {
        let constants = &self.m.constants;
        let len = self.fixed_len(ty)?;
        if vectors.iter().all(|&v| self.is_uniform(v)) {
            return Some(constants.splat(&self.m.context, ty, f(vectors.map(|v| self.lane(v, 0)))?));
        }
        if u64::from(len) > MAX_EXPANDED && !vectors.iter().any(|&v| constants.is_written_out(v)) {
            return None;
        }
        let elements: Option<Vec<Value>> = (0..len).map(|i| f(vectors.map(|v| self.lane(v, i)))).collect();
        Some(constants.aggregate(&self.m.context, ty, &elements?))
    }
}

/// Casts.
impl Folder<'_> {
    fn fold_cast(self, op: CastOp, value: Value, to: Type) -> Option<Value> {
        use CastOp::*;
        let (cx, constants) = (&self.m.context, &self.m.constants);
        if constants.is_poison(value) {
            return Some(constants.poison(to));
        }
        if constants.is_undef(value) {
            // The result cannot have every value, so undef would be wrong.
            let bounded = matches!(op, ZExt | SExt | UIToFP | SIToFP);
            return Some(if bounded { constants.zero(cx, to) } else { constants.undef(to) });
        }
        if constants.is_zero(value) && to != Type::X86_AMX && op != AddrSpaceCast {
            return Some(constants.zero(cx, to));
        }
        let from = self.ty(value);
        if let Some(&ConstantExpr::Cast { op: first, value: inner }) = self.as_expr(value)
            && let Some(op) = self.merged_cast(first, op, self.ty(inner), from, to)
            && let Some(deeper) = self.deeper()
        {
            return deeper.cast_or_none(op, inner, to);
        }
        let shape = |ty| cx.vector_shape(ty).map(|(_, len, scalable)| (len, scalable));
        if cx.is_vector(to) && shape(from) == shape(to) {
            let deeper = self.deeper()?;
            let element = cx.scalar_type(to);
            if let Some(splat) = constants.splat_value(cx, value) {
                return Some(constants.splat(cx, to, deeper.cast_or_none(op, splat, element)?));
            }
            return self.each(to, [value], |[v]| deeper.cast_or_none(op, v, element));
        }
        match op {
            BitCast => self.fold_bitcast(value, from, to),
            PtrToInt | PtrToAddr | IntToPtr | AddrSpaceCast => None,
            _ => Some(self.constant(to, &fold::fold_cast(op, &self.scalar(value)?, scalar_type(cx, to)?)?)),
        }
    }

    fn fold_bitcast(self, value: Value, from: Type, to: Type) -> Option<Value> {
        let (cx, constants) = (&self.m.context, &self.m.constants);
        if from == to {
            return Some(value);
        }
        if constants.is_all_ones(cx, value) && scalar_type(cx, to).is_some() {
            return Some(constants.all_ones(cx, to));
        }
        let scalar = self.scalar(value)?;
        if cx.is_vector(to) {
            // Cast as a vector of one element.
            let vector = constants.splat(cx, cx.vector(from, 1, false), value);
            return Some(self.deeper()?.cast(CastOp::BitCast, vector, to));
        }
        Some(self.constant(to, &fold::fold_cast(CastOp::BitCast, &scalar, scalar_type(cx, to)?)?))
    }

    /// The single cast equivalent to `first` followed by `second`, if one exists independently of the target. `first` is a cast
    /// that has constant expressions.
    fn merged_cast(self, first: CastOp, second: CastOp, from: Type, middle: Type, to: Type) -> Option<CastOp> {
        use CastOp::*;
        let cx = &self.m.context;
        let changes_shape = |op, a, b| op == BitCast && cx.is_vector(a) != cx.is_vector(b);
        if (changes_shape(first, from, middle) || changes_shape(second, middle, to))
            && (first, second) != (BitCast, BitCast)
        {
            return None;
        }
        match (first, second) {
            (Trunc, Trunc) | (BitCast, BitCast) => Some(first),
            // A bitcast of an integer to an integer type has no effect: the widths are equal.
            (Trunc | PtrToInt | PtrToAddr, BitCast) => (!cx.is_vector(from) && cx.is_int(to)).then_some(first),
            (PtrToInt, Trunc) => Some(PtrToInt),
            (IntToPtr, BitCast) => Some(IntToPtr),
            (BitCast, Trunc | ZExt | SExt | UIToFP | SIToFP) => cx.is_int(from).then_some(second),
            (BitCast, IntToPtr) => cx.is_int(from).then_some(IntToPtr),
            (BitCast, PtrToInt | PtrToAddr | AddrSpaceCast) => Some(second),
            (AddrSpaceCast, BitCast) => Some(AddrSpaceCast),
            (AddrSpaceCast, AddrSpaceCast) => {
                Some(if cx.addr_space(from) == cx.addr_space(to) { BitCast } else { AddrSpaceCast })
            }
            _ => None,
        }
    }
}

/// Operations on numbers.
impl Folder<'_> {
    fn fold_fneg(self, value: Value) -> Option<Value> {
        let cx = &self.m.context;
        let ty = self.ty(value);
        if let Some(scalar) = self.scalar(value)
            && (self.fixed_len(ty).is_none() || matches!(scalar, Scalar::Poison))
        {
            return Some(self.constant(ty, &fold::fold_fneg(&scalar)));
        }
        if !cx.is_vector(ty) {
            return None;
        }
        let deeper = self.deeper()?;
        match self.m.constants.splat_value(cx, value) {
            Some(splat) => Some(self.m.constants.splat(cx, ty, deeper.fold_fneg(splat)?)),
            None => self.each(ty, [value], |[v]| deeper.fold_fneg(v)),
        }
    }

    fn fold_binary(self, op: BinaryOp, lhs: Value, rhs: Value) -> Option<Value> {
        use BinaryOp::*;
        let (cx, constants) = (&self.m.context, &self.m.constants);
        let ty = self.ty(lhs);
        let scalar_ty = scalar_type(cx, ty)?;
        if op.is_commutative() && self.is_identity(op, lhs) {
            return Some(rhs);
        }
        if self.is_identity(op, rhs) {
            return Some(lhs);
        }
        if constants.is_poison(lhs) || constants.is_poison(rhs) {
            return Some(constants.poison(ty));
        }
        if self.fixed_len(ty).is_none() && (constants.is_undef(lhs) || constants.is_undef(rhs)) {
            return Some(self.fold_binary_of_undef(op, ty, scalar_ty, lhs, rhs));
        }
        if !cx.is_vector(ty) {
            match (self.scalar(lhs), self.scalar(rhs)) {
                (Some(a), Some(b)) => return Some(self.constant(ty, &fold::fold_binary(op, scalar_ty, &a, &b))),
                (None, Some(Scalar::Int(b))) => match op {
                    Or if b.is_all_ones() => return Some(rhs),
                    And | Mul if b.is_zero() => return Some(rhs),
                    URem | SRem if b.is_one() => return Some(constants.zero(cx, ty)),
                    _ if op.is_int_div_rem() && b.is_zero() => return Some(constants.poison(ty)),
                    _ => {}
                },
                (Some(Scalar::Int(_)), None) if op.is_commutative() => {
                    return self.deeper()?.binary_or_none(op, IntFlags::empty(), rhs, lhs);
                }
                (Some(Scalar::Int(a)), None) if a.is_zero() && (op.is_shift() || op.is_int_div_rem()) => {
                    return Some(lhs);
                }
                _ => {}
            }
        } else {
            let deeper = self.deeper()?;
            if let Some(b) = constants.splat_value(cx, rhs) {
                if op.is_int_div_rem() && constants.is_zero(b) {
                    return Some(constants.poison(ty));
                }
                if let Some(a) = constants.splat_value(cx, lhs) {
                    return Some(constants.splat(cx, ty, deeper.binary_or_none(op, IntFlags::empty(), a, b)?));
                }
            }
            if self.fixed_len(ty).is_some() {
                return self.each(ty, [lhs, rhs], |[a, b]| deeper.binary_or_none(op, IntFlags::empty(), a, b));
            }
        }
        if self.is_expr(lhs) {
            if let Some(&ConstantExpr::Binary { op: inner, lhs: a, rhs: b, .. }) = self.as_expr(lhs)
                && inner == op
                && op.is_associative()
            {
                // (a + b) + c is a + (b + c) if b + c folds.
                let deeper = self.deeper()?;
                let right = deeper.binary(op, IntFlags::empty(), b, rhs);
                if !matches!(self.as_expr(right), Some(&ConstantExpr::Binary { op: o, .. }) if o == op) {
                    return Some(deeper.binary(op, IntFlags::empty(), a, right));
                }
            }
        } else if self.is_expr(rhs) && op.is_commutative() {
            return self.deeper()?.fold_binary(op, rhs, lhs);
        }
        if ty != Type::I1 {
            return None;
        }
        match op {
            Add | Sub => Some(self.deeper()?.binary(Xor, IntFlags::empty(), lhs, rhs)),
            // Any other right operand is undefined behaviour.
            Shl | LShr | AShr | SDiv | UDiv => Some(lhs),
            URem | SRem => Some(constants.zero(cx, ty)),
            _ => None,
        }
    }

    /// Whether `x op value` is `x`, for every `x`.
    fn is_identity(self, op: BinaryOp, value: Value) -> bool {
        use BinaryOp::*;
        let cx = &self.m.context;
        let value = self.m.constants.splat_value(cx, value).unwrap_or(value);
        match (op, self.scalar(value)) {
            (Add | Sub | Or | Xor | Shl | LShr | AShr, Some(Scalar::Int(n))) => n.is_zero(),
            (Mul | UDiv | SDiv, Some(Scalar::Int(n))) => n.is_one(),
            (And, Some(Scalar::Int(n))) => n.is_all_ones(),
            (FAdd, Some(Scalar::Float(x))) if x.format() == FloatFormat::PpcFp128 => x.to_bits() == 1 << 63,
            (FAdd, Some(Scalar::Float(x))) => x == Float::zero(x.format()).neg(),
            (FSub, Some(Scalar::Float(x))) => x.to_bits() == 0,
            (FMul | FDiv, Some(Scalar::Float(x))) => x == Float::from_int(x.format(), &Int::new(8, 1), false),
            _ => false,
        }
    }

    /// Folds an operation with an undef operand and no poison operand. Both operands are scalars or scalable vectors.
    fn fold_binary_of_undef(self, op: BinaryOp, ty: Type, scalar_ty: ScalarType, lhs: Value, rhs: Value) -> Value {
        // An unknown operand is represented by a number to which no folding rule applies.
        let unknown = match scalar_ty {
            ScalarType::Int(width) => {
                Scalar::Int(Int::new(width, if matches!(op, BinaryOp::And | BinaryOp::Mul) { 0 } else { 3 }))
            }
            ScalarType::Float(format) => Scalar::Float(Float::from_int(format, &Int::new(8, 3), false)),
        };
        let operand = |value| {
            let splat = self.m.constants.splat_value(&self.m.context, value).unwrap_or(value);
            self.scalar(splat).unwrap_or_else(|| unknown.clone())
        };
        self.constant(ty, &fold::fold_binary(op, scalar_ty, &operand(lhs), &operand(rhs)))
    }

    fn fold_icmp(self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Option<Value> {
        let (cx, constants) = (&self.m.context, &self.m.constants);
        let ty = cx.with_scalar(self.ty(lhs), Type::I1);
        let undef = constants.is_undef(lhs) || constants.is_undef(rhs);
        if constants.is_poison(lhs) || constants.is_poison(rhs) {
            return Some(constants.poison(ty));
        }
        if undef && (predicate.is_equality() || lhs == rhs) {
            return Some(constants.undef(ty));
        }
        if undef {
            return Some(self.bool(ty, predicate.holds_when_equal()));
        }
        if constants.is_zero(rhs) && matches!(predicate, IntPredicate::Uge | IntPredicate::Ult) {
            return Some(self.bool(ty, predicate == IntPredicate::Uge));
        }
        if cx.scalar_type(self.ty(lhs)) == Type::I1 && predicate.is_equality() {
            let deeper = self.deeper()?;
            let xor = |a, b| deeper.binary(BinaryOp::Xor, IntFlags::empty(), a, b);
            let not = |v| xor(v, constants.all_ones(cx, self.ty(v)));
            return Some(match predicate {
                IntPredicate::Ne => xor(lhs, rhs),
                _ if self.is_expr(lhs) => xor(lhs, not(rhs)),
                _ => xor(not(lhs), rhs),
            });
        }
        if !cx.is_vector(ty) {
            return match (self.scalar(lhs), self.scalar(rhs)) {
                (Some(a), Some(b)) => Some(self.constant(ty, &fold::fold_icmp(predicate, &a, &b))),
                _ if lhs == rhs => Some(self.bool(ty, predicate.holds_when_equal())),
                _ => None,
            };
        }
        let deeper = self.deeper()?;
        self.fold_compare_elements(ty, lhs, rhs, |a, b| deeper.fold_icmp(predicate, a, b))
    }

    fn fold_fcmp(self, predicate: FloatPredicate, lhs: Value, rhs: Value) -> Option<Value> {
        let (cx, constants) = (&self.m.context, &self.m.constants);
        let ty = cx.with_scalar(self.ty(lhs), Type::I1);
        if matches!(predicate, FloatPredicate::False | FloatPredicate::True) {
            return Some(self.bool(ty, predicate == FloatPredicate::True));
        }
        if constants.is_poison(lhs) || constants.is_poison(rhs) {
            return Some(constants.poison(ty));
        }
        if constants.is_undef(lhs) || constants.is_undef(rhs) {
            return Some(self.bool(ty, predicate.is_unordered()));
        }
        if !cx.is_vector(ty) {
            return match (self.scalar(lhs), self.scalar(rhs)) {
                (Some(a), Some(b)) => Some(self.constant(ty, &fold::fold_fcmp(predicate, &a, &b))),
                // An fcmp of equal operands: equal or unordered.
                _ if lhs == rhs && predicate == FloatPredicate::One => Some(self.bool(ty, false)),
                _ if lhs == rhs && predicate == FloatPredicate::Ueq => Some(self.bool(ty, true)),
                _ => None,
            };
        }
        let deeper = self.deeper()?;
        self.fold_compare_elements(ty, lhs, rhs, |a, b| deeper.fold_fcmp(predicate, a, b))
    }

    fn fold_compare_elements(
        self,
        ty: Type,
        lhs: Value,
        rhs: Value,
        compare: impl Fn(Value, Value) -> Option<Value>,
    ) -> Option<Value> {
        let (cx, constants) = (&self.m.context, &self.m.constants);
        if let (Some(a), Some(b)) = (constants.splat_value(cx, lhs), constants.splat_value(cx, rhs))
            && let Some(result) = compare(a, b)
        {
            return Some(constants.splat(cx, ty, result));
        }
        self.each(ty, [lhs, rhs], |[a, b]| compare(a, b))
    }

    fn fold_select(self, condition: Value, if_true: Value, if_false: Value) -> Option<Value> {
        let (cx, constants) = (&self.m.context, &self.m.constants);
        if constants.is_zero(condition) {
            return Some(if_false);
        }
        if constants.is_all_ones(cx, condition) {
            return Some(if_true);
        }
        let ty = self.ty(if_true);
        let node = constants.node(condition);
        if node.is_some_and(|n| match n.data {
            ConstantData::Aggregate(_) => true,
            ConstantData::Splat(_) => self.fixed_len(n.ty).is_some(),
            _ => false,
        }) {
            let chosen = self.each(ty, [condition, if_true, if_false], |[c, t, f]| match self.scalar(c) {
                Some(Scalar::Poison) => Some(constants.poison(cx.scalar_type(ty))),
                _ if t == f => Some(t),
                Some(Scalar::Undef) => Some(if constants.is_undef_or_poison(t) { t } else { f }),
                Some(Scalar::Int(c)) => Some(if c.is_zero() { f } else { t }),
                _ => None,
            });
            if chosen.is_some() {
                return chosen;
            }
        }
        if constants.is_poison(condition) {
            return Some(constants.poison(ty));
        }
        if constants.is_undef(condition) {
            return Some(if constants.is_undef_or_poison(if_true) { if_true } else { if_false });
        }
        if if_true == if_false || constants.is_poison(if_false) {
            return Some(if_true);
        }
        if constants.is_poison(if_true) {
            return Some(if_false);
        }
        if constants.is_undef(if_true) && self.is_surely_not_poison(if_false) {
            return Some(if_false);
        }
        (constants.is_undef(if_false) && self.is_surely_not_poison(if_true)).then_some(if_true)
    }

    fn is_surely_not_poison(self, value: Value) -> bool {
        let Some(node) = self.m.constants.node(value) else {
            let global = value.as_global().and_then(|g| self.m.global(g));
            return global.is_some_and(|g| g.as_variable().is_some() || g.as_function().is_some());
        };
        match &node.data {
            ConstantData::Int(_) | ConstantData::WideInt(_) | ConstantData::Float(_) | ConstantData::WideFloat(_) => {
                true
            }
            ConstantData::Null => self.m.context.is_pointer(node.ty),
            ConstantData::Zero | ConstantData::Undef | ConstantData::Data(_) => self.m.context.is_vector(node.ty),
            ConstantData::Splat(element) => self.fixed_len(node.ty).is_some() && self.as_expr(*element).is_none(),
            ConstantData::Aggregate(elements) => {
                let is_fine = |&e: &Value| !self.m.constants.is_poison(e) && self.as_expr(e).is_none();
                self.m.context.is_vector(node.ty) && elements.iter().all(is_fine)
            }
            _ => false,
        }
    }
}

/// Addresses and vectors.
impl Folder<'_> {
    fn fold_gep(self, operands: &[Value], in_range: bool) -> Option<Value> {
        let (cx, constants) = (&self.m.context, &self.m.constants);
        let (&base, indices) = operands.split_first()?;
        if indices.is_empty() {
            return Some(base);
        }
        let ty = typing::gep_type(&self.m.context, self.ty(base), indices.iter().map(|&index| self.ty(index)));
        if constants.is_poison(base) {
            return Some(constants.poison(ty));
        }
        if constants.is_undef(base) {
            return Some(constants.undef(ty));
        }
        let goes_nowhere = |&index: &Value| constants.is_zero(index) || constants.is_undef_or_poison(index);
        if in_range || !indices.iter().all(goes_nowhere) {
            return None;
        }
        Some(if ty == self.ty(base) { base } else { constants.splat(cx, ty, base) })
    }

    fn fold_extract_element(self, mut vector: Value, index: Value) -> Option<Value> {
        let (cx, constants) = (&self.m.context, &self.m.constants);
        let (element, len, scalable) = cx.vector_shape(self.ty(vector))?;
        if constants.is_poison(vector) || constants.is_undef_or_poison(index) {
            return Some(constants.poison(element));
        }
        if constants.is_undef(vector) {
            return Some(constants.undef(element));
        }
        let lane = constants.as_int(cx, index)?;
        let is_inside = lane.to_u64().is_some_and(|lane| lane < len.into());
        if !scalable && !is_inside {
            return Some(constants.poison(element));
        }
        // Elements inserted at other indices do not matter.
        let whole = vector;
        while let Some(&ConstantExpr::InsertElement { vector: inner, element, index: at }) = self.as_expr(vector)
            && let Some(at) = constants.as_int(cx, at)
        {
            let width = at.width().max(lane.width());
            if at.zext(width) == lane.zext(width) {
                return Some(element);
            }
            vector = inner;
        }
        if vector != whole {
            return Some(self.extract_element(vector, index));
        }
        if let Some(ConstantExpr::GetElementPtr { source, flags, in_range, operands }) = self.as_expr(vector) {
            let deeper = self.deeper()?;
            let scalar = |&operand: &Value| match cx.is_vector(self.ty(operand)) {
                true => deeper.extract_element(operand, index),
                false => operand,
            };
            let operands: Vec<Value> = operands.iter().map(scalar).collect();
            return Some(deeper.gep(*source, *flags, in_range.clone(), &operands));
        }
        // LLVM truncates the index to 32 bits. An element of a scalable splat beyond the minimum length is known here, but LLVM
        // sees only an expression.
        let is_splat = matches!(constants.node(vector)?.data, ConstantData::Splat(_));
        if let Some(lane) = lane.to_u64().filter(|_| !(scalable && is_splat))
            && let Some(found) = constants.element(cx, vector, u64::from(lane as u32))
        {
            return Some(found);
        }
        constants.splat_value(cx, vector).filter(|_| is_inside)
    }

    fn fold_insert_element(self, vector: Value, element: Value, index: Value) -> Option<Value> {
        let (cx, constants) = (&self.m.context, &self.m.constants);
        let ty = self.ty(vector);
        if constants.is_undef_or_poison(index) {
            return Some(constants.poison(ty));
        }
        if constants.is_zero(vector) && constants.is_zero(element) {
            return Some(vector);
        }
        let index = constants.as_int(cx, index)?;
        let len = self.fixed_len(ty)?;
        let Some(index) = index.to_u64().filter(|&i| i < len.into()) else {
            return Some(constants.poison(ty));
        };
        if u64::from(len) > MAX_EXPANDED && !constants.is_written_out(vector) {
            return None;
        }
        let lane = |i| if u64::from(i) == index { element } else { self.lane(vector, i) };
        let elements: Vec<Value> = (0..len).map(lane).collect();
        Some(constants.aggregate(cx, ty, &elements))
    }

    fn fold_shuffle_vector(self, v1: Value, v2: Value, mask: &[i32]) -> Option<Value> {
        let (cx, constants) = (&self.m.context, &self.m.constants);
        let (element, len, scalable) = cx.vector_shape(self.ty(v1))?;
        let ty = cx.vector(element, mask.len() as u32, scalable);
        if mask.iter().all(|&i| i < 0) {
            return Some(constants.poison(ty));
        }
        if mask.iter().all(|&i| i == 0) {
            let first = self.lane(v1, 0);
            if !scalable || constants.is_zero(first) || constants.is_undef_or_poison(first) {
                return Some(constants.splat(cx, ty, first));
            }
        }
        if scalable {
            return None;
        }
        let elements: Vec<Value> = mask
            .iter()
            .map(|&i| match u32::try_from(i) {
                Ok(i) if i < len => self.lane(v1, i),
                Ok(i) if i - len < len => self.lane(v2, i - len),
                _ => constants.undef(element),
            })
            .collect();
        Some(constants.aggregate(cx, ty, &elements))
    }
}

#[cfg(test)]
mod tests;
