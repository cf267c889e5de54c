//! Instruction builder.
//!
//! A [`Builder`] creates instructions at an insertion point of a [`Body`] and computes their types. New instructions get the
//! builder's debug location and fast-math flags. It folds the operations that LLVM's `IRBuilder` folds with its `ConstantFolder`.
//! An ill-typed instruction is a [`BuildError`], and nothing is created.
//!
//! ```
//! use lindworm_ir::eval::BinaryOp;
//! use lindworm_ir::{Body, Context, Module, Type, Value};
//! use lindworm_ir::builder::Builder;
//!
//! let module = Module::new(&Context::new(), "m");
//! let mut body = Body::new(&[Type::I32]);
//! let mut builder = Builder::new(&module, &mut body);
//! let entry = builder.append_block("entry");
//! builder.at_end(entry);
//! let two = builder.int(Type::I32, 2);
//! let sum = builder.named("sum").binary(BinaryOp::Add, Value::arg(0), two)?;
//! builder.ret(Some(sum))?;
//! assert!(builder.binary(BinaryOp::FAdd, sum, two).is_err());
//! # Ok::<(), lindworm_ir::builder::BuildError>(())
//! ```
//!
//! A builder with a shared reference to the module, as above, lets many threads build bodies. A builder with a mutable reference
//! also creates strings, declarations of intrinsics, metadata and debug locations. [`Module::build_body`] gives such a builder.
//!
//! ```
//! use lindworm_ir::eval::BinaryOp;
//! use lindworm_ir::builder::BuildError;
//! use lindworm_ir::{Context, Module, Type, Value};
//!
//! let mut module = Module::new(&Context::new(), "m");
//! let ty = module.context().function_type(Type::I32, &[Type::I32, Type::I32], false);
//! let function = module.add_function(b"larger", ty);
//! module.build_body(function, |b| {
//!     let entry = b.append_block("entry");
//!     b.at_end(entry);
//!     let larger = b.call_intrinsic("llvm.smax", &[Type::I32], &[Value::arg(0), Value::arg(1)])?;
//!     b.ret(Some(larger.into()))?;
//!     Ok::<(), BuildError>(())
//! })?;
//! assert!(module.global_named(b"llvm.smax.i32").is_some());
//! # Ok::<(), BuildError>(())
//! ```

mod aggregates;
mod calls;
mod control;
mod memory;
#[cfg(test)]
mod tests;
mod with_module;

use std::ops::Deref;

use cranelift_entity::EntityRef;
use lindworm_eval::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags, IntPredicate};
use smallvec::SmallVec;

pub use self::calls::CallOptions;
pub use self::memory::{Access, Allocation};
use crate::body::{Body, RecordPosition};
use crate::context::Context;
use crate::editor::Point;
use crate::hash::HashSet;
use crate::instruction::{AtomicOrdering, InstData};
use crate::intrinsics::IntrinsicError;
use crate::metadata::Metadata;
use crate::module::Module;
use crate::types::Type;
use crate::typing::{self, TypeError, Typed};
use crate::value::{Block, Inst, Value};

/// The reason why an instruction cannot be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A type mismatch. The message spells the types as in LLVM's text.
    #[error("{message}")]
    #[allow(missing_docs)]
    Type { error: TypeError, message: String },
    /// The instruction does not allow this memory ordering.
    #[error("`{instruction}` cannot be {}", name(*.ordering))]
    #[allow(missing_docs)]
    Ordering { instruction: &'static str, ordering: AtomicOrdering },
    /// The operand with this index, from 0, must be a constant integer.
    #[error("operand {operand} of `{instruction}` is not a constant integer")]
    #[allow(missing_docs)]
    NotConstant { instruction: &'static str, operand: usize },
    /// The instruction to complete is not of this kind.
    #[error("the value is not a `{0}`")]
    NotA(&'static str),
    /// The intrinsic does not exist, or does not accept these types.
    #[error(transparent)]
    Intrinsic(#[from] IntrinsicError),
    /// A debug record needs a debug location, and the builder has none.
    #[error("a debug record needs a debug location")]
    NoLocation,
    /// The builder has no insertion point, or the point is in a block or before an instruction that is not in the function.
    #[error("there is no point to insert at")]
    NoPoint,
    /// The function does not have this block.
    #[error("the function has no {0:?}")]
    NoBlock(Block),
    /// A type belongs to a context other than that of the module.
    #[error("a type of another context")]
    ForeignType,
}

fn name(ordering: AtomicOrdering) -> &'static str {
    if ordering == AtomicOrdering::NotAtomic { "without an ordering" } else { ordering.name() }
}

/// The names of the values of a function, with which new names are made unique as in LLVM.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: HashSet<Box<[u8]>>,
    /// The last number appended to a name: one counter for all names.
    last: u32,
}

impl Names {
    /// The names in a body.
    pub fn of(body: &Body) -> Names {
        let args = (0..body.args().len() as u32).map(Value::arg);
        let blocks = body.blocks().map(Value::from);
        let insts = body.blocks().flat_map(|b| body.insts(b)).map(Value::from);
        let taken = args.chain(blocks).chain(insts).map(|v| body.name(v)).filter(|n| !n.is_empty());
        Names { taken: taken.map(Box::from).collect(), last: 0 }
    }

    /// Takes `name` if it is free, otherwise `name` with the next number that makes it free.
    pub fn take(&mut self, name: &[u8]) -> SmallVec<[u8; 32]> {
        let mut free = SmallVec::from_slice(name);
        while self.taken.contains(&free[..]) {
            self.last += 1;
            free.truncate(name.len());
            free.extend_from_slice(self.last.to_string().as_bytes());
        }
        self.taken.insert(free[..].into());
        free
    }

    /// Frees `name`: no value has it any more.
    pub fn free(&mut self, name: &[u8]) {
        self.taken.remove(name);
    }
}

/// Creates instructions at a point of a body: see the [module](self). `M` is `&Module` or `&mut Module`.
pub struct Builder<'a, M = &'a Module> {
    module: M,
    body: &'a mut Body,
    point: Option<Point>,
    /// The name of the next instruction.
    name: SmallVec<[u8; 32]>,
    names: Option<Names>,
    shared_names: Option<&'a mut Option<Names>>,
    /// The `!dbg` attachment of new instructions.
    pub debug_loc: Option<Metadata>,
    /// The fast-math flags of new floating-point operations.
    pub fast_math: FastMathFlags,
    /// Whether operations on constants fold. If not, each creates an instruction, as with LLVM's `NoFolder`.
    pub folds: bool,
}

/// A value, or the reason why it cannot be created.
pub type Built = Result<Value, BuildError>;

fn all_constant(values: &[Value]) -> bool {
    values.iter().all(|v| v.is_constant())
}

/// Insertion point, names and environment.
impl<'a, M: Deref<Target = Module>> Builder<'a, M> {
    /// A builder without an insertion point: see [`Builder::before`] and [`Builder::at_end`].
    pub fn new(module: M, body: &'a mut Body) -> Builder<'a, M> {
        Builder {
            module,
            body,
            point: None,
            name: SmallVec::new(),
            names: None,
            shared_names: None,
            debug_loc: None,
            fast_math: FastMathFlags::empty(),
            folds: true,
        }
    }

    /// Sets the insertion point before `inst`, and the debug location to that of `inst`.
    pub fn before(&mut self, inst: Inst) -> &mut Self {
        self.point = Some(Point::Before(inst));
        self.debug_loc = self.body.debug_loc(inst);
        self
    }

    /// Sets the insertion point at the end of `block`.
    pub fn at_end(&mut self, block: Block) -> &mut Self {
        self.point = Some(Point::End(block));
        self
    }

    /// Sets the insertion point at the start of `block`, after its phis. The debug location is unchanged.
    pub fn at_start(&mut self, block: Block) -> &mut Self {
        let is_phi = |inst: &Inst| matches!(self.body.inst(*inst), InstData::Phi { .. });
        let first = self.blocks([block]).ok().and_then(|()| self.body.insts(block).find(|inst| !is_phi(inst)));
        self.point = Some(first.map_or(Point::End(block), Point::Before));
        self
    }

    /// The insertion point, to restore with [`Builder::set_point`].
    pub fn point(&self) -> Option<Point> {
        self.point
    }

    /// Sets the insertion point; `None` for no point.
    pub fn set_point(&mut self, point: Option<Point>) -> &mut Self {
        self.point = point;
        self
    }

    /// The block of the insertion point.
    pub fn current_block(&self) -> Option<Block> {
        match self.point? {
            Point::End(block) => Some(block),
            Point::Before(inst) | Point::BeforeRecords(inst) => self.body.inst_block(inst),
        }
    }

    /// Creates a block at the end of the body. If the name is taken, a number is appended; the empty name leaves the block
    /// unnamed.
    pub fn append_block(&mut self, name: impl AsRef<[u8]>) -> Block {
        let block = self.create_block(name);
        self.body.append_block(block);
        block
    }

    /// Creates a block that is not placed yet: see [`Body::append_block`] and [`Body::insert_block_after`].
    pub fn create_block(&mut self, name: impl AsRef<[u8]>) -> Block {
        let block = self.body.create_block();
        self.set_name(block.into(), name.as_ref());
        block
    }

    /// Names the next instruction, unless it has no result or folds. If the name is taken, a number is appended.
    pub fn named(&mut self, name: impl AsRef<[u8]>) -> &mut Self {
        self.name = SmallVec::from_slice(name.as_ref());
        self
    }

    /// Names an unnamed argument, block or instruction. If the name is taken, a number is appended.
    pub fn set_name(&mut self, value: Value, name: &[u8]) {
        if !name.is_empty() {
            let body = &*self.body;
            let names = self.shared_names.as_deref_mut().unwrap_or(&mut self.names);
            let name = names.get_or_insert_with(|| Names::of(body)).take(name);
            self.body.set_free_name(value, &name);
        }
    }

    /// Uses the name table that another builder of the same body left behind, and leaves it for the next. With `None`, the table
    /// is collected from the body on first use.
    pub fn share_names(&mut self, names: &'a mut Option<Names>) {
        self.shared_names = Some(names);
    }

    /// The module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The body.
    pub fn body(&mut self) -> &mut Body {
        self.body
    }

    /// The context of the module.
    pub fn context(&self) -> &Context {
        &self.module.context
    }

    /// The type of a value; `void` for a value that belongs neither to the body nor to its module.
    #[inline]
    pub fn type_of(&self, value: Value) -> Type {
        self.body.local_type(value).unwrap_or_else(|| self.module.value_type(None, value))
    }

    /// The constant `value` of an integer type.
    pub fn int(&self, ty: Type, value: u64) -> Value {
        self.module.constants.int(self.context(), ty, value)
    }

    /// `double value`.
    pub fn double(&self, value: f64) -> Value {
        self.module.constants.float(Type::DOUBLE, lindworm_eval::Float::from_f64(value))
    }

    /// The null value of a type: `0`, `0.0`, `null`, `none` or `zeroinitializer`.
    pub fn zero(&self, ty: Type) -> Value {
        self.module.constants.zero(self.context(), ty)
    }

    /// Inserts an instruction at the insertion point, without checks or folding.
    pub fn insert(&mut self, data: InstData, ty: Type) -> Result<Inst, BuildError> {
        let (inst, records) = match self.point {
            None => return Err(BuildError::NoPoint),
            Some(Point::End(block)) if block.index() >= self.body.block_count() => return Err(BuildError::NoPoint),
            Some(Point::Before(next) | Point::BeforeRecords(next)) if self.body.inst_block(next).is_none() => {
                return Err(BuildError::NoPoint);
            }
            Some(Point::End(block)) => (self.body.append_inst(block, data, ty), Some(RecordPosition::End(block))),
            Some(point @ (Point::Before(next) | Point::BeforeRecords(next))) => {
                let inst = self.body.create_inst(data, ty);
                self.body.insert_before(inst, next);
                let is_behind_records = matches!(point, Point::Before(_));
                (inst, is_behind_records.then_some(RecordPosition::Before(next)))
            }
        };
        if let Some(records) = records.filter(|_| self.body.has_debug_records()) {
            // Records at the insertion point precede every instruction inserted there.
            self.body.move_debug_records(records, RecordPosition::Before(inst));
        }
        if self.debug_loc.is_some() {
            self.body.set_debug_loc(inst, self.debug_loc);
        }
        if !self.name.is_empty() {
            let name = std::mem::take(&mut self.name);
            if ty != Type::VOID {
                self.set_name(inst.into(), &name);
            }
        }
        Ok(inst)
    }

    fn put(&mut self, data: InstData, ty: Type) -> Built {
        self.insert(data, ty).map(Value::from)
    }

    /// The result of `fold` if all operands are constants; `None` if `fold` gives none or folding is off.
    fn fold(&mut self, operands: &[Value], fold: impl FnOnce(&Module) -> Option<Value>) -> Option<Value> {
        let folded = if self.folds && all_constant(operands) { fold(&self.module)? } else { return None };
        self.name.clear();
        Some(folded)
    }

    /// Checks that the type belongs to the context.
    #[inline]
    fn known(&self, ty: Type) -> Result<(), BuildError> {
        if self.context().has_type(ty) { Ok(()) } else { Err(BuildError::ForeignType) }
    }

    /// Checks that the function has the blocks.
    #[inline]
    fn blocks(&self, blocks: impl IntoIterator<Item = Block>) -> Result<(), BuildError> {
        let count = self.body.block_count();
        match blocks.into_iter().find(|block| block.index() >= count) {
            None => Ok(()),
            Some(block) => Err(BuildError::NoBlock(block)),
        }
    }

    /// The fast-math flags for an instruction with a result of type `ty`.
    fn flags(&self, ty: Type) -> FastMathFlags {
        let has = !self.fast_math.is_empty() && self.context().takes_fast_math(ty);
        if has { self.fast_math } else { FastMathFlags::empty() }
    }

    /// The type, or the error with the types as text.
    #[inline]
    fn typed(&self, ty: Typed, instruction: &str) -> Result<Type, BuildError> {
        ty.map_err(|error| self.type_error(error, instruction))
    }

    #[cold]
    fn type_error(&self, error: TypeError, instruction: &str) -> BuildError {
        BuildError::Type { error, message: error.message(self.context(), instruction) }
    }
}

/// Arithmetic.
impl<M: Deref<Target = Module>> Builder<'_, M> {
    /// A binary operation.
    pub fn binary(&mut self, op: BinaryOp, lhs: Value, rhs: Value) -> Built {
        self.binary_with(op, IntFlags::empty(), lhs, rhs)
    }

    /// A binary operation with flags.
    pub fn binary_with(&mut self, op: BinaryOp, flags: IntFlags, lhs: Value, rhs: Value) -> Built {
        let ty = self.typed(typing::binary(self.context(), op, self.type_of(lhs), self.type_of(rhs)), op.name())?;
        if let Some(folded) = self.fold(&[lhs, rhs], |m| m.fold_binary(op, flags, lhs, rhs)) {
            return Ok(folded);
        }
        let fast_math = if op.is_float() { self.fast_math } else { FastMathFlags::empty() };
        self.put(InstData::Binary { op, flags, fast_math, lhs, rhs }, ty)
    }

    /// `xor value, -1`.
    pub fn not(&mut self, value: Value) -> Built {
        let ty = self.type_of(value);
        self.typed(typing::binary(self.context(), BinaryOp::Xor, ty, ty), "xor")?;
        let ones = self.module.constants.all_ones(self.context(), ty);
        self.binary(BinaryOp::Xor, value, ones)
    }

    /// `sub 0, value`.
    pub fn neg(&mut self, value: Value) -> Built {
        let zero = self.zero(self.type_of(value));
        self.binary(BinaryOp::Sub, zero, value)
    }

    /// `fneg`.
    pub fn fneg(&mut self, value: Value) -> Built {
        let ty = self.typed(typing::fneg(self.context(), self.type_of(value)), "fneg")?;
        if let Some(folded) = self.fold(&[value], |m| m.fold_fneg(value)) {
            return Ok(folded);
        }
        self.put(InstData::FNeg { value, fast_math: self.fast_math }, ty)
    }

    /// `icmp`.
    pub fn icmp(&mut self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Built {
        let ty = self.typed(typing::icmp(self.context(), self.type_of(lhs), self.type_of(rhs)), "icmp")?;
        if let Some(folded) = self.fold(&[lhs, rhs], |m| m.fold_icmp(predicate, lhs, rhs)) {
            return Ok(folded);
        }
        self.put(InstData::ICmp { predicate, same_sign: false, lhs, rhs }, ty)
    }

    /// `fcmp`.
    pub fn fcmp(&mut self, predicate: FloatPredicate, lhs: Value, rhs: Value) -> Built {
        let ty = self.typed(typing::fcmp(self.context(), self.type_of(lhs), self.type_of(rhs)), "fcmp")?;
        if let Some(folded) = self.fold(&[lhs, rhs], |m| m.fold_fcmp(predicate, lhs, rhs)) {
            return Ok(folded);
        }
        self.put(InstData::FCmp { predicate, fast_math: self.fast_math, lhs, rhs }, ty)
    }

    /// `select`.
    pub fn select(&mut self, condition: Value, if_true: Value, if_false: Value) -> Built {
        let types = [condition, if_true, if_false].map(|v| self.type_of(v));
        let ty = self.typed(typing::select(self.context(), types[0], types[1], types[2]), "select")?;
        let operands = [condition, if_true, if_false];
        if let Some(folded) = self.fold(&operands, |m| m.fold_select(condition, if_true, if_false)) {
            return Ok(folded);
        }
        self.put(InstData::Select { condition, if_true, if_false, fast_math: self.flags(ty) }, ty)
    }

    /// `freeze`.
    pub fn freeze(&mut self, value: Value) -> Built {
        let ty = self.typed(typing::freeze(self.context(), self.type_of(value)), "freeze")?;
        self.put(InstData::Freeze { value }, ty)
    }

    /// A cast; the value itself if it already has that type.
    pub fn cast(&mut self, op: CastOp, value: Value, to: Type) -> Built {
        self.cast_with(op, IntFlags::empty(), value, to)
    }

    /// A cast with flags; the value itself if it already has that type.
    pub fn cast_with(&mut self, op: CastOp, flags: IntFlags, value: Value, to: Type) -> Built {
        self.known(to)?;
        let from = self.type_of(value);
        if from == to {
            self.name.clear();
            return Ok(value);
        }
        self.typed(typing::cast(self.context(), op, from, to), op.name())?;
        if let Some(folded) = self.fold(&[value], |m| m.fold_cast(op, value, to)) {
            return Ok(folded);
        }
        let float_to_float = matches!(op, CastOp::FPTrunc | CastOp::FPExt);
        let fast_math = if float_to_float { self.fast_math } else { FastMathFlags::empty() };
        self.put(InstData::Cast { op, flags, fast_math, value }, to)
    }

    /// `bitcast`; the value itself if it already has that type.
    pub fn bitcast(&mut self, value: Value, to: Type) -> Built {
        self.cast(CastOp::BitCast, value, to)
    }

    /// `trunc`, `sext` or `zext`, depending on the widths; the value itself if they are equal.
    pub fn int_cast(&mut self, value: Value, to: Type, signed: bool) -> Built {
        let cx = self.context();
        let width = |ty| cx.int_width(cx.scalar_type(ty));
        let op = match width(self.type_of(value)) > width(to) {
            true => CastOp::Trunc,
            false if signed => CastOp::SExt,
            false => CastOp::ZExt,
        };
        self.cast(op, value, to)
    }
}
