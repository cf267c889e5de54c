//! Constant expressions with the folding rules of LLVM 14, for reading old text. Expressions that do not fold are kept as
//! trees; removed ones in a tree are expanded into instructions.

use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::eval::{BinaryOp, CastOp, Float, FloatPredicate, Int, IntFlags, IntPredicate};
use lindworm_ir::expansion::Expansion;
use lindworm_ir::hash::HashMap;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Context, Global, Module, Type, Value};
use smallvec::{SmallVec, smallvec};

use crate::addresses::{self, KnownGlobal};
use crate::expression::ExpressionOp;

/// Trees are represented as arguments with numbers from here on.
pub const FIRST: u32 = (1 << 28) + (1 << 27);

/// Depth limit of recursive folding.
const MAX_DEPTH: u32 = 20;

/// The trees of the constant being read.
#[derive(Debug, Default)]
pub struct OldConstants {
    trees: Vec<OldConstant>,
    /// The indices of trees by type and operands.
    places: HashMap<(Type, Operands), SmallVec<[u32; 1]>>,
    depth: u32,
}

/// An expression that does not fold.
#[derive(Clone, Debug)]
struct OldConstant {
    op: ExpressionOp,
    ty: Type,
    operands: Operands,
    pos: usize,
}

type Operands = SmallVec<[Value; 4]>;

/// The context of folding.
#[derive(Clone, Copy)]
#[allow(missing_debug_implementations)]
pub struct Folding<'a> {
    /// The module of the constants.
    pub module: &'a Module,
    /// Limit of the size of everything that the source does not spell out.
    pub expansion: &'a Expansion,
    /// The known properties of a global.
    pub known: &'a dyn Fn(Global) -> Option<KnownGlobal>,
    /// Whether the expression is in an initializer, where it cannot be expanded. LLVM before 4.0 folded slightly more.
    pub in_initializer: bool,
    /// Byte offset of the expression.
    pub pos: usize,
}

/// Whether a value represents a tree.
pub fn is_old(value: Value) -> bool {
    number(value).is_some()
}

fn number(value: Value) -> Option<usize> {
    match value.kind() {
        ValueKind::Arg(n) if n >= FIRST => Some((n - FIRST) as usize),
        _ => None,
    }
}

impl OldConstants {
    /// Removes all trees.
    pub fn clear(&mut self) {
        self.trees.clear();
        self.places.clear();
    }

    /// Whether there are no trees.
    pub fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }

    /// The type of a tree.
    pub fn ty(&self, value: Value) -> Type {
        self.tree(value).map_or(Type::VOID, |t| t.ty)
    }

    /// Creates an expression of constants and trees: a constant if possible, or else a tree.
    pub fn make(&mut self, f: &Folding<'_>, op: ExpressionOp, ty: Type, operands: &[Value]) -> Value {
        if self.depth < MAX_DEPTH {
            self.depth += 1;
            let folded = self.fold(f, op, ty, operands);
            self.depth -= 1;
            if let Some(value) = folded {
                return value;
            }
        }
        let places = self.places.entry((ty, operands.into())).or_default();
        if let Some(&place) = places.iter().find(|&&place| self.trees[place as usize].op == op) {
            return Value::arg(FIRST + place);
        }
        let place = self.trees.len() as u32;
        places.push(place);
        self.trees.push(OldConstant { op, ty, operands: operands.into(), pos: f.pos });
        Value::arg(FIRST + place)
    }

    /// Calls `compute` with each expression of a tree in post-order. Shared expressions are computed once.
    pub fn compute(
        &self,
        value: Value,
        expansion: &Expansion,
        mut compute: impl FnMut(ExpressionOp, Type, &[Value]) -> Option<Value>,
    ) -> Option<Value> {
        let mut done: HashMap<Value, Value> = HashMap::default();
        for tree in self.post_order(value) {
            let OldConstant { op, ty, operands, .. } = self.tree(tree)?;
            expansion.allow(operands.len() as u64 + 1)?;
            let operands: Operands = operands.iter().map(|v| done.get(v).copied().unwrap_or(*v)).collect();
            done.insert(tree, compute(*op, *ty, &operands)?);
        }
        done.get(&value).copied()
    }

    /// The removed expression in a tree: its byte offset and name.
    pub fn fault(&self, value: Value) -> (usize, &'static str) {
        let order = self.post_order(value);
        let trees = || order.iter().filter_map(|&v| self.tree(v));
        let found = trees().find(|t| t.op.is_removed()).or_else(|| trees().next_back());
        found.map_or((0, "such"), |t| (t.pos, t.op.name()))
    }

    fn post_order(&self, root: Value) -> Vec<Value> {
        let mut order = Vec::new();
        let mut seen: HashMap<Value, bool> = HashMap::default();
        let mut todo = vec![root];
        while let Some(&next) = todo.last() {
            match seen.get(&next) {
                None => {
                    seen.insert(next, false);
                    let operands = self.tree(next).map_or(&[][..], |t| &t.operands);
                    // In reverse, so that the first operand is on top of the stack.
                    todo.extend(operands.iter().rev().filter(|v| is_old(**v) && !seen.contains_key(*v)));
                }
                Some(is_done) => {
                    if !is_done {
                        seen.insert(next, true);
                        order.push(next);
                    }
                    todo.pop();
                }
            }
        }
        order
    }

    fn tree(&self, value: Value) -> Option<&OldConstant> {
        self.trees.get(number(value)?)
    }

    fn type_of(&self, f: &Folding<'_>, value: Value) -> Type {
        self.tree(value).map_or_else(|| f.module.value_type(None, value), |t| t.ty)
    }

    /// The expression of a tree or constant, if it is one.
    fn expression(&self, f: &Folding<'_>, value: Value) -> Option<(ExpressionOp, Operands)> {
        if let Some(tree) = self.tree(value) {
            return (tree.op != ExpressionOp::Aggregate).then(|| (tree.op, tree.operands.clone()));
        }
        match &f.module.constants().node(value)?.data {
            ConstantData::Expr(expr) => Some(match &**expr {
                ConstantExpr::Cast { op, value } => (ExpressionOp::Cast(*op), smallvec![*value]),
                ConstantExpr::Binary { op, flags, lhs, rhs } => {
                    (ExpressionOp::Binary(*op, *flags), smallvec![*lhs, *rhs])
                }
                ConstantExpr::GetElementPtr { source, flags, operands, .. } => {
                    (ExpressionOp::GetElementPtr(*source, *flags), operands.iter().copied().collect())
                }
                ConstantExpr::ExtractElement { vector, index } => {
                    (ExpressionOp::ExtractElement, smallvec![*vector, *index])
                }
                ConstantExpr::InsertElement { vector, element, index } => {
                    (ExpressionOp::InsertElement, smallvec![*vector, *element, *index])
                }
                ConstantExpr::ShuffleVector { v1, v2, .. } => (ExpressionOp::ShuffleVector, smallvec![*v1, *v2]),
            }),
            _ => None,
        }
    }

    /// An element of a vector, array or struct, if known.
    fn member(&self, f: &Folding<'_>, whole: Value, index: u64) -> Option<Value> {
        match self.tree(whole) {
            Some(tree) if tree.op == ExpressionOp::Aggregate => tree.operands.get(index as usize).copied(),
            Some(_) => None,
            None => f.module.constants().element(f.module.context(), whole, index),
        }
    }

    /// The length of a fixed vector type.
    fn fixed_len(cx: &Context, ty: Type) -> Option<u32> {
        cx.vector_shape(ty).and_then(|(_, len, scalable)| (!scalable).then_some(len))
    }

    /// Folds element by element.
    fn each(
        &mut self,
        f: &Folding<'_>,
        ty: Type,
        operands: &[Value],
        mut make: impl FnMut(&mut Self, &[Value]) -> Option<Value>,
    ) -> Option<Value> {
        let cx = f.module.context();
        let len = Self::fixed_len(cx, ty)?;
        f.expansion.allow(len.into())?;
        let mut elements = Operands::new();
        for i in 0..u64::from(len) {
            let mut lane = Operands::new();
            for &operand in operands {
                lane.push(match self.member(f, operand, i) {
                    Some(element) => element,
                    None => {
                        let element = cx.scalar_type(self.type_of(f, operand));
                        let index = f.module.constants().int(cx, Type::I32, i);
                        self.make(f, ExpressionOp::ExtractElement, element, &[operand, index])
                    }
                });
            }
            elements.push(make(self, &lane)?);
        }
        Some(self.make(f, ExpressionOp::Aggregate, ty, &elements))
    }

    fn fold(&mut self, f: &Folding<'_>, op: ExpressionOp, ty: Type, operands: &[Value]) -> Option<Value> {
        if let (ExpressionOp::Cast(op), &[value]) = (op, operands)
            && let Some(folded) = self.merge_casts(f, op, value, ty)
        {
            return Some(folded);
        }
        if operands.iter().all(|v| v.is_constant())
            && let Some(folded) = op.fold(f.module, ty, operands, f.expansion)
        {
            return Some(folded);
        }
        let cx = f.module.context();
        let constants = f.module.constants();
        let index_of = |v: Value| constants.as_u64(v).filter(|_| v.is_constant());
        match (op, operands) {
            (ExpressionOp::Cast(op), &[value]) => self.fold_cast(f, op, value, ty),
            (ExpressionOp::FNeg, &[value]) if cx.is_vector(ty) => {
                let element = cx.scalar_type(ty);
                self.each(f, ty, &[value], |s, v| Some(s.make(f, ExpressionOp::FNeg, element, v)))
            }
            (ExpressionOp::Binary(op, _), &[lhs, rhs]) => self.fold_binary(f, op, ty, lhs, rhs),
            (ExpressionOp::ICmp(predicate), &[lhs, rhs]) => self.fold_icmp(f, predicate, ty, lhs, rhs),
            (ExpressionOp::FCmp(FloatPredicate::False), _) => Some(constants.zero(cx, ty)),
            (ExpressionOp::FCmp(FloatPredicate::True), _) => Some(constants.all_ones(cx, ty)),
            (ExpressionOp::FCmp(p), &[lhs, rhs])
                if constants.is_undef_or_poison(lhs) || constants.is_undef_or_poison(rhs) =>
            {
                let is_poison = constants.is_poison(lhs) || constants.is_poison(rhs);
                Some(match (is_poison, p.is_unordered()) {
                    (true, _) => constants.poison(ty),
                    (_, true) => constants.all_ones(cx, ty),
                    (_, false) => constants.zero(cx, ty),
                })
            }
            // Equal or unordered.
            (ExpressionOp::FCmp(FloatPredicate::Ueq), &[lhs, rhs]) if lhs == rhs => Some(constants.all_ones(cx, ty)),
            (ExpressionOp::FCmp(FloatPredicate::One), &[lhs, rhs]) if lhs == rhs => Some(constants.zero(cx, ty)),
            (ExpressionOp::FCmp(_), &[lhs, rhs]) if cx.is_vector(ty) => {
                self.each(f, ty, &[lhs, rhs], |s, v| Some(s.make(f, op, Type::I1, v)))
            }
            (ExpressionOp::Select, &[condition, if_true, if_false]) => {
                self.fold_select(f, ty, condition, if_true, if_false)
            }
            (ExpressionOp::ExtractElement, &[vector, index]) => self.member(f, vector, index_of(index)?),
            (ExpressionOp::InsertElement, &[vector, element, index]) => {
                let mut left = index_of(index)?;
                let len = Self::fixed_len(cx, ty)?;
                if left >= len.into() {
                    return Some(constants.poison(ty));
                }
                self.each(f, ty, &[vector], |_, v| {
                    let is_it = left == 0;
                    left = left.wrapping_sub(1);
                    Some(if is_it { element } else { v[0] })
                })
            }
            (ExpressionOp::ShuffleVector, &[v1, v2, mask]) => {
                let from = self.type_of(f, v1);
                let len = Self::fixed_len(cx, from)?;
                let mask = constants.shuffle_mask(cx, mask, len, f.expansion)?;
                let element = cx.scalar_type(ty);
                let mut elements = Operands::new();
                for &i in &mask {
                    let Ok(i) = u32::try_from(i) else {
                        elements.push(constants.undef(element));
                        continue;
                    };
                    let (vector, i) = if i < len { (v1, i) } else { (v2, i - len) };
                    let index = constants.int(cx, Type::I32, i.into());
                    elements.push(self.make(f, ExpressionOp::ExtractElement, element, &[vector, index]));
                }
                Some(self.make(f, ExpressionOp::Aggregate, ty, &elements))
            }
            (ExpressionOp::ExtractValue(index), &[whole]) => self.member(f, whole, index.into()),
            (ExpressionOp::InsertValue(index), &[whole, value]) => {
                let count = constants.element_count(cx, ty)?;
                f.expansion.allow(count)?;
                let members =
                    (0..count).map(|i| if i == index.into() { Some(value) } else { self.member(f, whole, i) });
                let members: Operands = members.collect::<Option<_>>()?;
                Some(self.make(f, ExpressionOp::Aggregate, ty, &members))
            }
            _ => None,
        }
    }

    /// Merges two casts into one.
    fn merge_casts(&mut self, f: &Folding<'_>, op: CastOp, value: Value, to: Type) -> Option<Value> {
        let from = self.type_of(f, value);
        if op == CastOp::BitCast && from == to {
            return Some(value);
        }
        let (ExpressionOp::Cast(first), operands) = self.expression(f, value)? else { return None };
        let &[inner] = &operands[..] else { return None };
        let merged = merged_cast(f.module.context(), first, op, self.type_of(f, inner), from, to)?;
        Some(self.make(f, ExpressionOp::Cast(merged), to, &[inner]))
    }

    fn fold_cast(&mut self, f: &Folding<'_>, op: CastOp, value: Value, to: Type) -> Option<Value> {
        let cx = f.module.context();
        let from = self.type_of(f, value);
        if let Some(len) = Self::fixed_len(cx, to) {
            // Only if the elements are known.
            if Self::fixed_len(cx, from) != Some(len) || self.member(f, value, 0).is_none() {
                return None;
            }
            let element = cx.scalar_type(to);
            return self.each(f, to, &[value], |s, v| Some(s.make(f, ExpressionOp::Cast(op), element, v)));
        }
        let (from, to) = (cx.int_width(from)?, cx.int_width(to)?);
        if op != CastOp::Trunc || from % 8 != 0 || to % 8 != 0 {
            return None;
        }
        self.bytes(f, value, 0, to / 8)
    }

    /// Extracts `size` bytes of an integer from byte `start` on, if the result is simpler.
    fn bytes(&mut self, f: &Folding<'_>, value: Value, start: u32, size: u32) -> Option<Value> {
        let (cx, constants) = (f.module.context(), f.module.constants());
        let ty = cx.int(size * 8);
        let shifted = |by: u32| Some(constants.int(cx, self.type_of(f, value), by.into()));
        if constants.as_int(cx, value).is_some() {
            let ops = [value, shifted(start * 8)?];
            let part = self.make(
                f,
                ExpressionOp::Binary(BinaryOp::LShr, IntFlags::empty()),
                f.module.value_type(None, value),
                &ops,
            );
            return Some(self.make(f, ExpressionOp::Cast(CastOp::Trunc), ty, &[part]));
        }
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let found = self.bytes_of_expression(f, value, start, size, ty);
        self.depth -= 1;
        found
    }

    fn bytes_of_expression(&mut self, f: &Folding<'_>, value: Value, start: u32, size: u32, ty: Type) -> Option<Value> {
        let (cx, constants) = (f.module.context(), f.module.constants());
        let (op, operands) = self.expression(f, value)?;
        let width = cx.int_width(self.type_of(f, value))?;
        let by = |s: &Self| {
            let amount = u32::try_from(constants.as_u64(*operands.get(1)?)?).ok()?;
            (s.tree(operands[1]).is_none() && amount % 8 == 0 && amount <= width).then_some(amount / 8)
        };
        match op {
            ExpressionOp::Binary(op @ (BinaryOp::Or | BinaryOp::And), _) => {
                let rhs = self.bytes(f, operands[1], start, size)?;
                let absorbs = match op {
                    BinaryOp::Or => constants.is_all_ones(cx, rhs),
                    _ => rhs.is_constant() && constants.is_zero(rhs),
                };
                if absorbs {
                    return Some(rhs);
                }
                let lhs = self.bytes(f, operands[0], start, size)?;
                Some(self.make(f, ExpressionOp::Binary(op, IntFlags::empty()), ty, &[lhs, rhs]))
            }
            ExpressionOp::Binary(BinaryOp::LShr, _) => {
                let by = by(self)?;
                if start >= width / 8 - by {
                    return Some(constants.zero(cx, ty));
                }
                if start + size + by > width / 8 {
                    return None;
                }
                self.bytes(f, operands[0], start + by, size)
            }
            ExpressionOp::Binary(BinaryOp::Shl, _) => {
                let by = by(self)?;
                if start + size <= by {
                    return Some(constants.zero(cx, ty));
                }
                self.bytes(f, operands[0], start.checked_sub(by)?, size)
            }
            ExpressionOp::Cast(CastOp::ZExt) => {
                let from = cx.int_width(self.type_of(f, operands[0]))?;
                if start * 8 >= from {
                    return Some(constants.zero(cx, ty));
                }
                if start == 0 && size * 8 == from {
                    return Some(operands[0]);
                }
                if from % 8 != 0 || (start + size) * 8 > from {
                    return None;
                }
                self.bytes(f, operands[0], start, size)
            }
            _ => None,
        }
    }

    fn fold_binary(&mut self, f: &Folding<'_>, op: BinaryOp, ty: Type, lhs: Value, rhs: Value) -> Option<Value> {
        use BinaryOp::*;
        let (cx, constants) = (f.module.context(), f.module.constants());
        let flags = IntFlags::empty();
        if cx.is_vector(ty) {
            let element = cx.scalar_type(ty);
            let is_zero = |v: Value| v.is_constant() && constants.is_zero(v);
            if op.is_int_div_rem() && (0..).map_while(|i| self.member(f, rhs, i)).any(is_zero) {
                return Some(constants.poison(ty));
            }
            return self.each(f, ty, &[lhs, rhs], |s, v| Some(s.make(f, ExpressionOp::Binary(op, flags), element, v)));
        }
        if constants.is_poison(lhs) || constants.is_poison(rhs) {
            return Some(constants.poison(ty));
        }
        if constants.is_undef(lhs) || constants.is_undef(rhs) {
            // The other operand is arbitrary.
            return Some(match op {
                Add | Sub | Xor => constants.undef(ty),
                And | Mul => constants.zero(cx, ty),
                Or => constants.all_ones(cx, ty),
                UDiv | SDiv | URem | SRem | Shl | LShr | AShr if constants.is_undef(rhs) => constants.poison(ty),
                UDiv | SDiv | URem | SRem | Shl | LShr | AShr => constants.zero(cx, ty),
                FAdd | FSub | FMul | FDiv | FRem => constants.float(ty, Float::nan(ty.float_format()?)),
            });
        }
        if let Some(float) = constants.as_float(rhs).or_else(|| constants.as_float(lhs)) {
            let format = float.format();
            let is_identity = match op {
                FAdd => float == Float::zero(format).neg(),
                FMul => float == Float::from_int(format, &Int::new(8, 1), false),
                _ => false,
            };
            return is_identity.then(|| if rhs.is_constant() { lhs } else { rhs });
        }
        let make = |s: &mut Self, op, lhs, rhs| s.make(f, ExpressionOp::Binary(op, flags), ty, &[lhs, rhs]);
        let known = |v: Value| constants.as_int(cx, v).filter(|_| v.is_constant());
        if let Some(n) = known(rhs) {
            let (is_zero, is_one) = (n.is_zero(), n.is_one());
            match op {
                Add | Sub | Or | Xor | Shl | LShr | AShr if is_zero => return Some(lhs),
                And | Mul if is_zero => return Some(rhs),
                UDiv | SDiv | URem | SRem if is_zero => return Some(constants.poison(ty)),
                Mul | UDiv | SDiv if is_one => return Some(lhs),
                URem | SRem if is_one => return Some(constants.zero(cx, ty)),
                And if n.is_all_ones() => return Some(lhs),
                Or if n.is_all_ones() => return Some(rhs),
                _ => {}
            }
            match (op, self.expression(f, lhs)) {
                // The complement of a comparison.
                (Xor, Some((ExpressionOp::ICmp(p), operands))) if is_one => {
                    return Some(self.make(f, ExpressionOp::ICmp(p.inverse()), ty, &operands));
                }
                (Xor, Some((ExpressionOp::FCmp(p), operands))) if is_one => {
                    return Some(self.make(f, ExpressionOp::FCmp(p.inverse()), ty, &operands));
                }
                (AShr, Some((ExpressionOp::Cast(CastOp::ZExt), _))) => return Some(make(self, LShr, lhs, rhs)),
                (And, Some((ExpressionOp::Cast(CastOp::ZExt), operands))) => {
                    let from = cx.int_width(self.type_of(f, operands[0]))?;
                    if n.trunc(from).is_all_ones() {
                        return Some(lhs);
                    }
                }
                (And, Some((ExpressionOp::Cast(CastOp::PtrToInt), operands))) => {
                    let align = operands[0].as_global().and_then(f.known);
                    let align = align.and_then(|known| addresses::alignment(f.module, known));
                    if align.is_some_and(|align| n.active_bits() <= align.trailing_zeros()) {
                        return Some(constants.zero(cx, ty));
                    }
                }
                _ => {}
            }
        } else if let Some(n) = known(lhs) {
            if op.is_commutative() {
                return Some(make(self, op, rhs, lhs));
            }
            if n.is_zero() && (op.is_shift() || op.is_int_div_rem()) {
                return Some(lhs);
            }
        }
        match (self.expression(f, lhs), self.expression(f, rhs)) {
            (Some((ExpressionOp::Binary(inner, _), operands)), _) if inner == op && op.is_associative() => {
                // (a + b) + c is a + (b + c) if b + c folds.
                let right = make(self, op, operands[1], rhs);
                if !matches!(self.expression(f, right), Some((ExpressionOp::Binary(o, _), _)) if o == op) {
                    return Some(make(self, op, operands[0], right));
                }
            }
            (None, Some(_)) if op.is_commutative() => return self.fold_binary(f, op, ty, rhs, lhs),
            _ => {}
        }
        if ty != Type::I1 {
            return None;
        }
        match op {
            Add | Sub => Some(make(self, Xor, lhs, rhs)),
            Mul => Some(make(self, And, lhs, rhs)),
            // Any other right operand would be undefined behaviour.
            Shl | LShr | AShr | SDiv | UDiv => Some(lhs),
            URem | SRem => Some(constants.zero(cx, ty)),
            _ => None,
        }
    }

    fn fold_icmp(
        &mut self,
        f: &Folding<'_>,
        predicate: IntPredicate,
        ty: Type,
        lhs: Value,
        rhs: Value,
    ) -> Option<Value> {
        let (cx, constants) = (f.module.context(), f.module.constants());
        let icmp = ExpressionOp::ICmp(predicate);
        if cx.is_vector(ty) {
            return self.each(f, ty, &[lhs, rhs], |s, v| Some(s.make(f, icmp, Type::I1, v)));
        }
        let bool = |b: bool| Some(constants.int(cx, Type::I1, b.into()));
        let is_zero = |v: Value| v.is_constant() && constants.is_zero(v);
        if lhs == rhs {
            return bool(predicate.holds_when_equal());
        }
        if lhs.is_constant()
            && rhs.is_constant()
            && let Some(holds) = addresses::fold_icmp(f.module, predicate, lhs, rhs, f.in_initializer, f.known)
        {
            return bool(holds);
        }
        if is_zero(rhs) && matches!(predicate, IntPredicate::Uge | IntPredicate::Ult) {
            return bool(predicate == IntPredicate::Uge);
        }
        let operand_type = self.type_of(f, lhs);
        if operand_type == Type::I1 && predicate.is_equality() {
            let one = constants.int(cx, Type::I1, 1);
            let xor = |s: &mut Self, a, b| {
                s.make(f, ExpressionOp::Binary(BinaryOp::Xor, IntFlags::empty()), Type::I1, &[a, b])
            };
            return Some(match predicate {
                IntPredicate::Ne => xor(self, lhs, rhs),
                _ if constants.as_int(cx, rhs).is_some() => {
                    let not = xor(self, rhs, one);
                    xor(self, lhs, not)
                }
                _ => {
                    let not = xor(self, lhs, one);
                    xor(self, not, rhs)
                }
            });
        }
        let (left, right) = (self.expression(f, lhs), self.expression(f, rhs));
        if let Some((ExpressionOp::Cast(op @ (CastOp::ZExt | CastOp::SExt)), operands)) = &left {
            let inner = operands[0];
            let from = self.type_of(f, inner);
            if f.in_initializer && is_zero(rhs) && !predicate.is_signed() {
                let zero = constants.zero(cx, from);
                let folded = self.make(f, icmp, ty, &[inner, zero]);
                if constants.as_int(cx, folded).is_some() {
                    return Some(folded);
                }
            }
            if predicate.is_signed() == (*op == CastOp::SExt) && rhs.is_constant() {
                // Compares the unextended value, if the other operand fits its type.
                let narrow = self.make(f, ExpressionOp::Cast(CastOp::Trunc), from, &[rhs]);
                if self.make(f, ExpressionOp::Cast(*op), operand_type, &[narrow]) == rhs {
                    return Some(self.make(f, icmp, ty, &[inner, narrow]));
                }
            }
        }
        if left.is_none() && right.is_some() || is_zero(lhs) && !is_zero(rhs) {
            return Some(self.make(f, ExpressionOp::ICmp(predicate.swapped()), ty, &[rhs, lhs]));
        }
        None
    }

    fn fold_select(
        &mut self,
        f: &Folding<'_>,
        ty: Type,
        condition: Value,
        if_true: Value,
        if_false: Value,
    ) -> Option<Value> {
        let (cx, constants) = (f.module.context(), f.module.constants());
        if constants.is_poison(condition) {
            return Some(constants.poison(ty));
        }
        if condition.is_constant() {
            if constants.is_zero(condition) {
                return Some(if_false);
            }
            if constants.is_all_ones(cx, condition) {
                return Some(if_true);
            }
        }
        if constants.is_undef(condition) {
            return Some(if constants.is_undef(if_true) { if_true } else { if_false });
        }
        if cx.is_vector(self.type_of(f, condition)) && self.member(f, condition, 0).is_some() {
            let each = self.each(f, ty, &[condition, if_true, if_false], |_, v| match constants.as_u64(v[0]) {
                _ if v[1] == v[2] => Some(v[1]),
                Some(chosen) if v[0].is_constant() => Some(if chosen == 0 { v[2] } else { v[1] }),
                _ => None,
            });
            if each.is_some() {
                return each;
            }
        }
        if if_true == if_false || constants.is_poison(if_false) {
            return Some(if_true);
        }
        if constants.is_poison(if_true) {
            return Some(if_false);
        }
        let is_surely_defined =
            |v: Value| v.as_global().is_some() || constants.as_int(cx, v).is_some() || constants.as_float(v).is_some();
        if constants.is_undef(if_true) && is_surely_defined(if_false) {
            return Some(if_false);
        }
        if constants.is_undef(if_false) && is_surely_defined(if_true) {
            return Some(if_true);
        }
        // Nested selects with the same condition.
        let chosen = |s: &Self, v: Value, which: usize| match s.expression(f, v) {
            Some((ExpressionOp::Select, operands)) if operands[0] == condition => Some(operands[which]),
            _ => None,
        };
        let (first, second) = (chosen(self, if_true, 1), chosen(self, if_false, 2));
        if first.is_none() && second.is_none() {
            return None;
        }
        let operands = [condition, first.unwrap_or(if_true), second.unwrap_or(if_false)];
        Some(self.make(f, ExpressionOp::Select, ty, &operands))
    }
}

/// The cast equivalent to two casts, as in LLVM 14 without target information: pointers have 64 bits.
fn merged_cast(cx: &Context, first: CastOp, second: CastOp, from: Type, middle: Type, to: Type) -> Option<CastOp> {
    use CastOp::*;
    let changes_shape = |op, a, b| op == BitCast && cx.is_vector(a) != cx.is_vector(b);
    if (changes_shape(first, from, middle) || changes_shape(second, middle, to))
        && (first, second) != (BitCast, BitCast)
    {
        return None;
    }
    let width = |ty| cx.int_width(cx.scalar_type(ty)).or_else(|| cx.scalar_type(ty).float_format().map(|f| f.bits()));
    let same_space = || cx.addr_space(from) == cx.addr_space(to);
    match (first, second) {
        (ZExt | SExt, Trunc) | (FPExt, FPTrunc) if from == to => Some(BitCast),
        (ZExt | SExt, Trunc) | (FPExt, FPTrunc) => Some(if width(from)? < width(to)? { first } else { second }),
        (Trunc, Trunc) | (ZExt, ZExt) | (SExt, SExt) | (BitCast, BitCast) | (PtrToInt, Trunc) => Some(first),
        (ZExt, SExt) => Some(ZExt),
        (ZExt, UIToFP | SIToFP) => Some(UIToFP),
        (SExt, SIToFP) => Some(SIToFP),
        (FPExt, FPToUI | FPToSI | FPExt) => Some(second),
        // A bitcast to a type of the same width and kind (integer or floating point).
        (Trunc | ZExt | SExt | FPToUI | FPToSI | PtrToInt, BitCast) => {
            (!cx.is_vector(from) && cx.is_int(to)).then_some(first)
        }
        (UIToFP | SIToFP | FPTrunc | FPExt, BitCast) => to.float_format().map(|_| first),
        (ZExt, IntToPtr) => Some(IntToPtr),
        (BitCast, Trunc | ZExt | SExt | UIToFP | SIToFP | IntToPtr) => cx.is_int(from).then_some(second),
        (BitCast, PtrToInt | AddrSpaceCast) => Some(second),
        (AddrSpaceCast, BitCast) | (IntToPtr, BitCast) => Some(first),
        (AddrSpaceCast, AddrSpaceCast) => Some(if same_space() { BitCast } else { AddrSpaceCast }),
        (PtrToInt, IntToPtr) => (same_space() && width(middle)? == 64).then_some(BitCast),
        (IntToPtr, PtrToInt) => (from == to && width(from)? <= 64).then_some(BitCast),
        _ => None,
    }
}
