//! Building instructions.
//!
//! A [`Builder`] makes instructions at a point of a [`Body`], works out the type of each, gives each the debug location and
//! the fast-math flags that it was told, and folds what LLVM's `IRBuilder` folds. A call that would make an ill-formed
//! instruction is a [`BuildError`] and makes nothing.
//!
//! ```
//! use lindworm_ir::eval::BinaryOp;
//! use lindworm_ir::{Body, Context, Module, Type, Value};
//! use lindworm_ir::builder::Builder;
//!
//! let module = Module::new(&Context::new(), "m");
//! let mut body = Body::new(&[Type::I32]);
//! let entry = body.create_block();
//! body.append_block(entry);
//! let mut builder = Builder::new(&module, &mut body);
//! builder.at_end(entry);
//! let two = module.constants.int(&module.context, Type::I32, 2);
//! let sum = builder.named("sum").binary(BinaryOp::Add, Value::arg(0), two)?;
//! builder.ret(Some(sum))?;
//! assert!(builder.binary(BinaryOp::FAdd, sum, two).is_err());
//! # Ok::<(), lindworm_ir::builder::BuildError>(())
//! ```

use lindworm_eval::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags, IntPredicate};
use smallvec::SmallVec;

use crate::attributes::AttributeList;
use crate::body::{Body, RecordPosition};
use crate::calling_convention::CallingConvention;
use crate::context::{Context, SyncScope};
use crate::hash::HashSet;
use crate::instruction::{Align, AtomicOrdering, AtomicRmwOp, CallInfo, GepFlags, InstData, TailCall};
use crate::metadata::Metadata;
use crate::module::Module;
use crate::types::{Type, TypeKind};
use crate::value::{Block, Imm, Inst, Value};

/// Why an instruction cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// An operand, counted from 0, is not of a type that the instruction takes. The types are LLVM's text, or words.
    #[error("operand {operand} of `{instruction}` is of type {found}, where it takes {expected}")]
    #[allow(missing_docs)]
    OperandType { instruction: &'static str, operand: usize, found: String, expected: String },
    /// A call has too few or too many arguments.
    #[error("a call has {found} arguments for {expected} parameters")]
    #[allow(missing_docs)]
    ArgumentCount { expected: usize, found: usize },
    /// There is no such cast between the two types.
    #[error("`{op}` does not convert {from} to {to}")]
    #[allow(missing_docs)]
    Cast { op: CastOp, from: String, to: String },
    /// What is called is not of a function type, but of this one.
    #[error("`call` takes a function type, not {0}")]
    CalleeType(String),
    /// An index or mask element names nothing.
    #[error("an index of `{0}` is out of range")]
    Index(&'static str),
    /// The builder was not told where to insert.
    #[error("there is no point to insert at")]
    NoPoint,
}

/// An instruction, and which of its operands.
type Operand = (&'static str, usize);

// Classes of types in words.
const INTS: &str = "an integer or a vector of integers";
const FLOATS: &str = "a float or a vector of floats";
const POINTERS: &str = "a pointer or a vector of pointers";

/// The names that a function's values have, so that new ones can be made unique as LLVM does.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: HashSet<Box<[u8]>>,
    /// The last number that was put behind a name: one count for all names.
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

    /// Takes `name`, or if it is taken, `name` with the next number behind it for which that is free.
    pub fn take(&mut self, name: &[u8]) -> Box<[u8]> {
        let mut free: Box<[u8]> = name.into();
        while self.taken.contains(&free) {
            self.last += 1;
            free = [name, self.last.to_string().as_bytes()].concat().into();
        }
        self.taken.insert(free.clone());
        free
    }

    /// Says that no value has `name` any more.
    pub fn free(&mut self, name: &[u8]) {
        self.taken.remove(name);
    }
}

#[derive(Clone, Copy, Debug)]
enum Point {
    Nowhere,
    Before(Inst),
    End(Block),
}

/// Makes instructions at a point of a body: see the [module](self).
pub struct Builder<'a> {
    module: &'a Module,
    body: &'a mut Body,
    point: Point,
    /// The name of the next instruction.
    name: SmallVec<[u8; 32]>,
    names: Option<Names>,
    shared_names: Option<&'a mut Option<Names>>,
    /// The `!dbg` attachment of what is made.
    pub debug_loc: Option<Metadata>,
    /// The flags of the float operations that are made.
    pub fast_math: FastMathFlags,
}

type Built = Result<Value, BuildError>;

fn all_constant(values: &[Value]) -> bool {
    values.iter().all(|v| v.is_constant())
}

impl<'a> Builder<'a> {
    /// A builder that is nowhere yet: see [`Builder::before`] and [`Builder::at_end`].
    pub fn new(module: &'a Module, body: &'a mut Body) -> Builder<'a> {
        Builder {
            module,
            body,
            point: Point::Nowhere,
            name: SmallVec::new(),
            names: None,
            shared_names: None,
            debug_loc: None,
            fast_math: FastMathFlags::empty(),
        }
    }

    /// From now on inserts before `inst`, with its debug location.
    pub fn before(&mut self, inst: Inst) -> &mut Self {
        self.point = Point::Before(inst);
        self.debug_loc = self.body.debug_loc(inst);
        self
    }

    /// From now on inserts at the end of `block`.
    pub fn at_end(&mut self, block: Block) -> &mut Self {
        self.point = Point::End(block);
        self
    }

    /// Names the next instruction, unless it has no result or folds away. A number is added if the name is taken.
    pub fn named(&mut self, name: impl AsRef<[u8]>) -> &mut Self {
        self.name = SmallVec::from_slice(name.as_ref());
        self
    }

    /// Goes on with the names that another builder of the same body kept, and keeps them for the next. `None` stands for
    /// those that are in the body when the first is asked for.
    pub fn share_names(&mut self, names: &'a mut Option<Names>) {
        self.shared_names = Some(names);
    }

    /// The module.
    pub fn module(&self) -> &'a Module {
        self.module
    }

    /// The body.
    pub fn body(&mut self) -> &mut Body {
        self.body
    }

    /// The context of the module.
    pub fn context(&self) -> &'a Context {
        &self.module.context
    }

    /// The type of a value.
    pub fn type_of(&self, value: Value) -> Type {
        self.module.value_type(Some(self.body), value)
    }

    /// `iN value` in the type of an integer.
    pub fn int(&self, ty: Type, value: u64) -> Value {
        self.module.constants.int(self.context(), ty, value)
    }

    /// Puts an instruction, made as it is, at the point.
    pub fn insert(&mut self, data: InstData, ty: Type) -> Result<Inst, BuildError> {
        let inst = match self.point {
            Point::Nowhere => return Err(BuildError::NoPoint),
            Point::End(block) => self.body.append_inst(block, data, ty),
            Point::Before(next) => {
                let inst = self.body.create_inst(data, ty);
                self.body.insert_before(inst, next);
                // What was recorded before `next` was recorded before anything that now comes before it.
                self.body.move_debug_records(RecordPosition::Before(next), RecordPosition::Before(inst));
                inst
            }
        };
        if self.debug_loc.is_some() {
            self.body.set_debug_loc(inst, self.debug_loc);
        }
        let name = std::mem::take(&mut self.name);
        if !name.is_empty() && ty != Type::VOID {
            let body = &*self.body;
            let names = self.shared_names.as_deref_mut().unwrap_or(&mut self.names);
            let name = names.get_or_insert_with(|| Names::of(body)).take(&name);
            self.body.set_free_name(inst.into(), &name);
        }
        Ok(inst)
    }

    fn put(&mut self, data: InstData, ty: Type) -> Built {
        self.insert(data, ty).map(Value::from)
    }

    /// `value`, which needs no instruction.
    fn folded(&mut self, value: Value) -> Built {
        self.name.clear();
        Ok(value)
    }

    /// The flags for an instruction with a result of type `ty`.
    fn flags(&self, ty: Type) -> FastMathFlags {
        if self.context().has_fp_class(ty) { self.fast_math } else { FastMathFlags::empty() }
    }

    /// An error unless the type of an operand is of the class that an instruction takes.
    fn check(&self, is: fn(&Context, Type) -> bool, ty: Type, of: Operand, class: &str) -> Result<(), BuildError> {
        if is(self.context(), ty) { Ok(()) } else { Err(self.wrong_type(ty, of, class.into())) }
    }

    /// An error unless an operand is of this type.
    fn check_is(&self, expected: Type, ty: Type, of: Operand) -> Result<(), BuildError> {
        if ty == expected { Ok(()) } else { Err(self.wrong_type(ty, of, self.context().short_type_text(expected))) }
    }

    #[cold]
    fn wrong_type(&self, found: Type, (instruction, operand): Operand, expected: String) -> BuildError {
        BuildError::OperandType { instruction, operand, found: self.context().short_type_text(found), expected }
    }

    // Arithmetic.

    /// A binary operation.
    pub fn binary(&mut self, op: BinaryOp, lhs: Value, rhs: Value) -> Built {
        self.binary_with(op, IntFlags::empty(), lhs, rhs)
    }

    /// A binary operation with flags.
    pub fn binary_with(&mut self, op: BinaryOp, flags: IntFlags, lhs: Value, rhs: Value) -> Built {
        let ty = self.type_of(lhs);
        match op.is_float() {
            true => self.check(Context::is_float_or_float_vector, ty, (op.name(), 0), FLOATS)?,
            false => self.check(Context::is_int_or_int_vector, ty, (op.name(), 0), INTS)?,
        }
        self.check_is(ty, self.type_of(rhs), (op.name(), 1))?;
        if all_constant(&[lhs, rhs])
            && let Some(value) = self.module.fold_binary(op, flags, lhs, rhs)
        {
            return self.folded(value);
        }
        let fast_math = if op.is_float() { self.fast_math } else { FastMathFlags::empty() };
        self.put(InstData::Binary { op, flags, fast_math, lhs, rhs }, ty)
    }

    /// `xor value, -1`.
    pub fn not(&mut self, value: Value) -> Built {
        let ty = self.type_of(value);
        self.check(Context::is_int_or_int_vector, ty, ("xor", 0), INTS)?;
        let ones = self.module.constants.all_ones(self.context(), ty);
        self.binary(BinaryOp::Xor, value, ones)
    }

    /// `sub 0, value`.
    pub fn neg(&mut self, value: Value) -> Built {
        let zero = self.module.constants.zero(self.context(), self.type_of(value));
        self.binary(BinaryOp::Sub, zero, value)
    }

    /// `fneg`.
    pub fn fneg(&mut self, value: Value) -> Built {
        let ty = self.type_of(value);
        self.check(Context::is_float_or_float_vector, ty, ("fneg", 0), FLOATS)?;
        if value.is_constant()
            && let Some(value) = self.module.fold_fneg(value)
        {
            return self.folded(value);
        }
        self.put(InstData::FNeg { value, fast_math: self.fast_math }, ty)
    }

    /// `icmp`.
    pub fn icmp(&mut self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Built {
        let (cx, ty) = (self.context(), self.type_of(lhs));
        let compares = |cx: &Context, ty| cx.is_int_or_int_vector(ty) || cx.is_pointer_or_pointer_vector(ty);
        self.check(compares, ty, ("icmp", 0), "integers, pointers or vectors of them")?;
        self.check_is(ty, self.type_of(rhs), ("icmp", 1))?;
        if all_constant(&[lhs, rhs])
            && let Some(value) = self.module.fold_icmp(predicate, lhs, rhs)
        {
            return self.folded(value);
        }
        self.put(InstData::ICmp { predicate, same_sign: false, lhs, rhs }, cx.with_scalar(ty, Type::I1))
    }

    /// `fcmp`.
    pub fn fcmp(&mut self, predicate: FloatPredicate, lhs: Value, rhs: Value) -> Built {
        let (cx, ty) = (self.context(), self.type_of(lhs));
        self.check(Context::is_float_or_float_vector, ty, ("fcmp", 0), FLOATS)?;
        self.check_is(ty, self.type_of(rhs), ("fcmp", 1))?;
        if all_constant(&[lhs, rhs])
            && let Some(value) = self.module.fold_fcmp(predicate, lhs, rhs)
        {
            return self.folded(value);
        }
        let fast_math = self.fast_math;
        self.put(InstData::FCmp { predicate, fast_math, lhs, rhs }, cx.with_scalar(ty, Type::I1))
    }

    /// `select`.
    pub fn select(&mut self, condition: Value, if_true: Value, if_false: Value) -> Built {
        let (cx, ty, by) = (self.context(), self.type_of(if_true), self.type_of(condition));
        if !(by == Type::I1 || cx.is_vector(ty) && by == cx.with_scalar(ty, Type::I1)) {
            return Err(self.wrong_type(
                by,
                ("select", 0),
                "i1, or a vector of i1 as long as the other operands".into(),
            ));
        }
        let chosen = |cx: &Context, ty| cx.is_first_class(ty) && ty != Type::LABEL;
        self.check(chosen, ty, ("select", 1), "a first-class type")?;
        self.check_is(ty, self.type_of(if_false), ("select", 2))?;
        if all_constant(&[condition, if_true, if_false])
            && let Some(value) = self.module.fold_select(condition, if_true, if_false)
        {
            return self.folded(value);
        }
        self.put(InstData::Select { condition, if_true, if_false, fast_math: self.flags(ty) }, ty)
    }

    /// `freeze`.
    pub fn freeze(&mut self, value: Value) -> Built {
        let ty = self.type_of(value);
        self.put(InstData::Freeze { value }, ty)
    }

    // Casts.

    /// A cast; nothing if the value is of that type.
    pub fn cast(&mut self, op: CastOp, value: Value, to: Type) -> Built {
        let from = self.type_of(value);
        if from == to {
            return self.folded(value);
        }
        if !self.context().cast_is_valid(op, from, to) {
            let text = |ty| self.context().short_type_text(ty);
            return Err(BuildError::Cast { op, from: text(from), to: text(to) });
        }
        if value.is_constant()
            && let Some(value) = self.module.fold_cast(op, value, to)
        {
            return self.folded(value);
        }
        let float_to_float = matches!(op, CastOp::FPTrunc | CastOp::FPExt);
        let fast_math = if float_to_float { self.fast_math } else { FastMathFlags::empty() };
        self.put(InstData::Cast { op, flags: IntFlags::empty(), fast_math, value }, to)
    }

    /// `bitcast`; nothing if the value is of that type.
    pub fn bitcast(&mut self, value: Value, to: Type) -> Built {
        self.cast(CastOp::BitCast, value, to)
    }

    /// `trunc`, `sext` or `zext`, as the widths need; nothing if they are equal.
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

    // Vectors and aggregates.

    /// `extractelement` at a constant index.
    pub fn extract_element(&mut self, vector: Value, index: u64) -> Built {
        let index = self.int(Type::I64, index);
        self.extract_element_at(vector, index)
    }

    /// `extractelement`.
    pub fn extract_element_at(&mut self, vector: Value, index: Value) -> Built {
        let cx = self.context();
        let ty = self.type_of(vector);
        let Some((element, ..)) = cx.vector_shape(ty) else {
            return Err(self.wrong_type(ty, ("extractelement", 0), "a vector".into()));
        };
        self.check(Context::is_int, self.type_of(index), ("extractelement", 1), "an integer")?;
        if all_constant(&[vector, index]) {
            return self.folded(self.module.extract_element_constant(vector, index));
        }
        self.put(InstData::ExtractElement { vector, index }, element)
    }

    /// `insertelement` at a constant index.
    pub fn insert_element(&mut self, vector: Value, element: Value, index: u64) -> Built {
        let index = self.int(Type::I64, index);
        self.insert_element_at(vector, element, index)
    }

    /// `insertelement`.
    pub fn insert_element_at(&mut self, vector: Value, element: Value, index: Value) -> Built {
        let (cx, ty) = (self.context(), self.type_of(vector));
        self.check(Context::is_vector, ty, ("insertelement", 0), "a vector")?;
        self.check_is(cx.scalar_type(ty), self.type_of(element), ("insertelement", 1))?;
        self.check(Context::is_int, self.type_of(index), ("insertelement", 2), "an integer")?;
        if all_constant(&[vector, element, index]) {
            return self.folded(self.module.insert_element_constant(vector, element, index));
        }
        self.put(InstData::InsertElement { vector, element, index }, ty)
    }

    /// `shufflevector`; a mask element of -1 chooses poison.
    pub fn shuffle(&mut self, v1: Value, v2: Value, mask: &[i32]) -> Built {
        let (cx, ty) = (self.context(), self.type_of(v1));
        let Some((element, len, scalable)) = cx.vector_shape(ty) else {
            return Err(self.wrong_type(ty, ("shufflevector", 0), "a vector".into()));
        };
        self.check_is(ty, self.type_of(v2), ("shufflevector", 1))?;
        // Of a scalable vector only its first elements are sure to be there: LLVM takes masks of all 0 or all -1.
        let limit = if scalable { 1 } else { 2 * i64::from(len) };
        if mask.is_empty() || mask.iter().any(|&m| !(-1..limit).contains(&m.into())) {
            return Err(BuildError::Index("shufflevector"));
        }
        if all_constant(&[v1, v2]) {
            return self.folded(self.module.shuffle_vector_constant(v1, v2, mask));
        }
        let ty = cx.vector(element, mask.len() as u32, scalable);
        let mask: SmallVec<[Imm; 32]> = mask.iter().map(|&m| Imm(m as u32)).collect();
        let mask = self.body.int_list(&mask);
        self.put(InstData::ShuffleVector { v1, v2, mask }, ty)
    }

    /// `shufflevector` of one vector.
    pub fn shuffle_one(&mut self, vector: Value, mask: &[i32]) -> Built {
        let poison = self.module.constants.poison(self.type_of(vector));
        self.shuffle(vector, poison, mask)
    }

    /// A vector of `len` times `element`: `insertelement` and `shufflevector`, named as LLVM names them.
    pub fn splat(&mut self, len: u32, element: Value) -> Built {
        let name = std::mem::take(&mut self.name);
        let ty = self.context().vector(self.type_of(element), len, false);
        let poison = self.module.constants.poison(ty);
        let one = self.named([&name[..], b".splatinsert"].concat()).insert_element(poison, element, 0)?;
        self.named([&name[..], b".splat"].concat()).shuffle_one(one, &vec![0; len as usize])
    }

    /// `extractvalue` at one index.
    pub fn extract_value(&mut self, aggregate: Value, index: u32) -> Built {
        let ty = self.aggregate_element(aggregate, index, "extractvalue")?;
        if aggregate.is_constant()
            && let Some(value) = self.module.fold_extract_value(aggregate, &[index])
        {
            return self.folded(value);
        }
        let indices = self.body.int_list(&[Imm(index)]);
        self.put(InstData::ExtractValue { aggregate, indices }, ty)
    }

    /// `insertvalue` at one index.
    pub fn insert_value(&mut self, aggregate: Value, value: Value, index: u32) -> Built {
        let element = self.aggregate_element(aggregate, index, "insertvalue")?;
        self.check_is(element, self.type_of(value), ("insertvalue", 1))?;
        if all_constant(&[aggregate, value])
            && let Some(value) = self.module.fold_insert_value(aggregate, value, &[index])
        {
            return self.folded(value);
        }
        let indices = self.body.int_list(&[Imm(index)]);
        let ty = self.type_of(aggregate);
        self.put(InstData::InsertValue { aggregate, value, indices }, ty)
    }

    fn aggregate_element(&self, aggregate: Value, index: u32, instruction: &'static str) -> Result<Type, BuildError> {
        let (cx, ty) = (self.context(), self.type_of(aggregate));
        self.check(Context::is_aggregate, ty, (instruction, 0), "a struct or an array")?;
        let in_range = !matches!(cx.kind(ty), TypeKind::Array { len, .. } if u64::from(index) >= *len);
        cx.element_type(ty, index.into()).filter(|_| in_range).ok_or(BuildError::Index(instruction))
    }

    // Memory.

    /// `alloca` of one value in address space `addr_space`.
    pub fn alloca(&mut self, allocated: Type, addr_space: u32, align: Align) -> Built {
        let count = self.int(Type::I32, 1);
        let ty = self.context().ptr(addr_space);
        self.put(InstData::Alloca { allocated, count, align, in_alloca: false, swift_error: false }, ty)
    }

    /// `load`.
    pub fn load(&mut self, ty: Type, pointer: Value, align: Align) -> Built {
        self.check(Context::is_pointer, self.type_of(pointer), ("load", 0), "a pointer")?;
        let (ordering, scope) = (AtomicOrdering::NotAtomic, SyncScope::SYSTEM);
        self.put(InstData::Load { pointer, align, ordering, scope, volatile: false }, ty)
    }

    /// `store`.
    pub fn store(&mut self, value: Value, pointer: Value, align: Align) -> Result<Inst, BuildError> {
        self.check(Context::is_first_class, self.type_of(value), ("store", 0), "a first-class type")?;
        self.check(Context::is_pointer, self.type_of(pointer), ("store", 1), "a pointer")?;
        let (ordering, scope) = (AtomicOrdering::NotAtomic, SyncScope::SYSTEM);
        self.insert(InstData::Store { value, pointer, align, ordering, scope, volatile: false }, Type::VOID)
    }

    /// `atomicrmw`.
    #[allow(clippy::too_many_arguments)]
    pub fn atomic_rmw(
        &mut self,
        op: AtomicRmwOp,
        pointer: Value,
        value: Value,
        align: Align,
        ordering: AtomicOrdering,
        scope: SyncScope,
        volatile: bool,
    ) -> Result<Inst, BuildError> {
        let ty = self.type_of(value);
        self.check(Context::is_pointer, self.type_of(pointer), ("atomicrmw", 0), "a pointer")?;
        let elementwise = false;
        self.insert(InstData::AtomicRmw { op, pointer, value, align, ordering, scope, volatile, elementwise }, ty)
    }

    /// `getelementptr`.
    pub fn gep(&mut self, source: Type, flags: GepFlags, base: Value, indices: &[Value]) -> Built {
        let cx = self.context();
        let base_type = self.type_of(base);
        self.check(Context::is_pointer_or_pointer_vector, base_type, ("getelementptr", 0), POINTERS)?;
        let mut ty = base_type;
        for (i, &index) in indices.iter().enumerate() {
            let index = self.type_of(index);
            self.check(Context::is_int_or_int_vector, index, ("getelementptr", i + 1), INTS)?;
            if let Some((_, len, scalable)) = cx.vector_shape(index) {
                ty = cx.vector(cx.scalar_type(base_type), len, scalable);
            }
        }
        let operands: SmallVec<[Value; 8]> = std::iter::once(base).chain(indices.iter().copied()).collect();
        let operands = self.body.list(&operands);
        self.put(InstData::GetElementPtr { source, flags, operands }, ty)
    }

    // Control.

    /// `call` of `callee`, a function of type `function_type`.
    pub fn call(&mut self, callee: Value, function_type: Type, args: &[Value]) -> Result<Inst, BuildError> {
        let Some((result, params, variadic)) = self.context().function_parts(function_type) else {
            return Err(BuildError::CalleeType(self.context().short_type_text(function_type)));
        };
        if args.len() < params.len() || args.len() > params.len() && !variadic {
            return Err(BuildError::ArgumentCount { expected: params.len(), found: args.len() });
        }
        for (i, (&arg, &param)) in args.iter().zip(params).enumerate() {
            self.check_is(param, self.type_of(arg), ("call", i))?;
        }
        let args = self.body.list(args);
        let attributes = AttributeList::EMPTY;
        let call = CallInfo { callee, args, function_type, attributes, bundles: None.into() };
        let fast_math = self.flags(result);
        self.insert(InstData::Call { call, convention: CallingConvention::C, tail: TailCall::None, fast_math }, result)
    }

    /// `ret`.
    pub fn ret(&mut self, value: Option<Value>) -> Result<Inst, BuildError> {
        self.insert(InstData::Ret { value: value.into() }, Type::VOID)
    }

    /// `br label`.
    pub fn br(&mut self, dest: Block) -> Result<Inst, BuildError> {
        self.insert(InstData::Br { dest }, Type::VOID)
    }

    /// `br i1`.
    pub fn cond_br(&mut self, condition: Value, if_true: Block, if_false: Block) -> Result<Inst, BuildError> {
        self.check_is(Type::I1, self.type_of(condition), ("br", 0))?;
        self.insert(InstData::CondBr { condition, if_true, if_false }, Type::VOID)
    }

    /// `phi` with these values and the blocks that they come from.
    pub fn phi(&mut self, ty: Type, incoming: &[(Value, Block)]) -> Built {
        for (i, &(value, _)) in incoming.iter().enumerate() {
            self.check_is(ty, self.type_of(value), ("phi", i))?;
        }
        let incoming: SmallVec<[Value; 8]> = incoming.iter().flat_map(|&(v, b)| [v, b.into()]).collect();
        let incoming = self.body.list(&incoming);
        self.put(InstData::Phi { incoming, fast_math: self.flags(ty) }, ty)
    }

    /// `unreachable`.
    pub fn unreachable(&mut self) -> Result<Inst, BuildError> {
        self.insert(InstData::Unreachable, Type::VOID)
    }
}

/// What the operands of instructions may be.
impl Context {
    /// How many bits a value of a number or vector type has; of a scalable vector, those of the part that is always there.
    /// `None` for other types.
    pub fn primitive_bits(&self, ty: Type) -> Option<u64> {
        match *self.kind(ty) {
            TypeKind::Int(bits) | TypeKind::Byte(bits) => Some(bits.into()),
            TypeKind::X86Amx => Some(8192),
            TypeKind::Vector { element, len, .. } => self.primitive_bits(element)?.checked_mul(len.into()),
            _ => Some(ty.float_format()?.bits().into()),
        }
    }

    /// Whether LLVM takes an operation with this result type for one that fast-math flags apply to.
    pub fn takes_fast_math(&self, mut ty: Type) -> bool {
        if let TypeKind::Struct { fields, .. } = self.kind(ty) {
            // A literal struct of equal floating-point members counts, too.
            let Some(&first) = fields.first() else { return false };
            return fields.iter().all(|&f| f == first) && self.is_float_or_float_vector(first);
        }
        while let TypeKind::Array { element, .. } = *self.kind(ty) {
            ty = element;
        }
        self.is_float_or_float_vector(ty)
    }

    /// Whether `op` converts values of type `from` to type `to`.
    pub fn cast_is_valid(&self, op: CastOp, from: Type, to: Type) -> bool {
        use CastOp::*;
        let shape = |ty| self.vector_shape(ty).map(|(_, len, scalable)| (len, scalable));
        let (a, b) = (self.scalar_type(from), self.scalar_type(to));
        let int = |ty| self.int_width(ty);
        let float = |ty: Type| ty.float_format().map(|f| f.bits());
        let pointer = |ty| self.addr_space(ty);
        let same_shape = shape(from) == shape(to);
        match op {
            Trunc => same_shape && int(a).zip(int(b)).is_some_and(|(a, b)| a > b),
            ZExt | SExt => same_shape && int(a).zip(int(b)).is_some_and(|(a, b)| a < b),
            FPTrunc => same_shape && float(a).zip(float(b)).is_some_and(|(a, b)| a > b),
            FPExt => same_shape && float(a).zip(float(b)).is_some_and(|(a, b)| a < b),
            UIToFP | SIToFP => same_shape && int(a).is_some() && float(b).is_some(),
            FPToUI | FPToSI => same_shape && float(a).is_some() && int(b).is_some(),
            PtrToInt | PtrToAddr => same_shape && pointer(a).is_some() && int(b).is_some(),
            IntToPtr => same_shape && int(a).is_some() && pointer(b).is_some(),
            AddrSpaceCast => same_shape && pointer(a).zip(pointer(b)).is_some_and(|(a, b)| a != b),
            BitCast => match (pointer(from), pointer(to)) {
                // A pointer and a vector of one pointer are as alike as two vectors of one length.
                (Some(a), Some(b)) => {
                    let len = |ty| shape(ty).unwrap_or((1, false));
                    a == b && (same_shape || len(from) == (1, false) && len(to) == (1, false))
                }
                (None, None) => {
                    // Types without bits, such as `token` and those of a target, are all alike.
                    let bits = |ty| (self.primitive_bits(ty).unwrap_or(0), shape(ty).is_some_and(|(_, s)| s));
                    let simple = |ty| self.is_first_class(ty) && !self.is_aggregate(ty);
                    simple(from) && simple(to) && bits(from) == bits(to)
                }
                // Bytes may hold pointers of any width.
                _ => self.is_byte(a) || self.is_byte(b),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Context;

    /// What `f` makes of a function with an `i32`, a `<2 x i32>` and a `ptr`.
    fn built(f: impl FnOnce(&mut Builder<'_>, [Value; 3])) -> (Module, Body) {
        let module = Module::new(&Context::new(), "m");
        let pair = module.context.vector(Type::I32, 2, false);
        let mut body = Body::new(&[Type::I32, pair, Type::PTR]);
        let block = body.create_block();
        body.append_block(block);
        let mut builder = Builder::new(&module, &mut body);
        builder.at_end(block);
        f(&mut builder, [0, 1, 2].map(Value::arg));
        (module, body)
    }

    #[test]
    fn names_are_made_unique_with_one_count() {
        let (_, body) = built(|b, [int, vector, _]| {
            for name in ["a", "a", "b", "b", "a"] {
                b.named(name).binary(BinaryOp::Add, int, int).unwrap();
            }
            b.named("v").splat(4, int).unwrap();
            b.extract_element(vector, 0).unwrap();
        });
        let block = body.entry().unwrap();
        let names: Vec<_> =
            body.insts(block).map(|i| String::from_utf8_lossy(body.name(i.into())).into_owned()).collect();
        assert_eq!(names, ["a", "a1", "b", "b2", "a3", "v.splatinsert", "v.splat", ""]);
    }

    #[test]
    fn constants_fold_and_take_no_name() {
        let (_, body) = built(|b, [int, ..]| {
            let two = b.int(Type::I32, 2);
            let four = b.named("a").binary(BinaryOp::Mul, two, two).unwrap();
            assert_eq!(four, b.int(Type::I32, 4));
            assert_eq!(b.named("a").cast(CastOp::BitCast, int, Type::I32).unwrap(), int);
            b.binary(BinaryOp::Add, int, four).unwrap();
        });
        let insts: Vec<_> = body.insts(body.entry().unwrap()).collect();
        assert_eq!(insts.len(), 1);
        assert_eq!(body.name(insts[0].into()), b"");
    }

    #[test]
    fn broken_calls_are_errors_and_make_nothing() {
        let (_, body) = built(|b, [int, vector, pointer]| {
            let ty = b.context().function_type(Type::VOID, &[Type::I32], false);
            let errors = [
                b.binary(BinaryOp::FAdd, int, int).unwrap_err(),
                b.binary(BinaryOp::Add, int, vector).unwrap_err(),
                b.select(vector, int, int).unwrap_err(),
                b.load(Type::I32, int, Align::ONE).unwrap_err(),
                b.cast(CastOp::ZExt, int, Type::I8).unwrap_err(),
                b.cast(CastOp::BitCast, pointer, Type::I64).unwrap_err(),
                b.shuffle(vector, vector, &[4]).unwrap_err(),
                b.extract_value(int, 0).unwrap_err(),
                b.call(pointer, ty, &[]).unwrap_err(),
                b.call(pointer, ty, &[vector]).unwrap_err(),
                b.call(pointer, Type::I8, &[]).unwrap_err(),
            ];
            let messages = [
                "operand 0 of `fadd` is of type i32, where it takes a float or a vector of floats",
                "operand 1 of `add` is of type <2 x i32>, where it takes i32",
                "operand 0 of `select` is of type <2 x i32>, where it takes i1, or a vector of i1 as long as the other operands",
                "operand 0 of `load` is of type i32, where it takes a pointer",
                "`zext` does not convert i32 to i8",
                "`bitcast` does not convert ptr to i64",
                "an index of `shufflevector` is out of range",
                "operand 0 of `extractvalue` is of type i32, where it takes a struct or an array",
                "a call has 0 arguments for 1 parameters",
                "operand 0 of `call` is of type <2 x i32>, where it takes i32",
                "`call` takes a function type, not i8",
            ];
            assert_eq!(errors.map(|e| e.to_string()), messages);
        });
        assert_eq!(body.inst_count(), 0);
    }

    #[test]
    fn a_builder_that_is_nowhere_says_so() {
        let module = Module::new(&Context::new(), "m");
        assert_eq!(Builder::new(&module, &mut Body::new(&[])).ret(None), Err(BuildError::NoPoint));
    }

    #[test]
    fn instructions_go_before_one_and_take_its_location() {
        let (module, mut body) = built(|b, [int, ..]| {
            b.ret(Some(int)).unwrap();
        });
        let ret = body.terminator(body.entry().unwrap()).unwrap();
        let loc = Metadata::new(crate::metadata::MetadataRef::Node(7));
        body.set_debug_loc(ret, Some(loc));
        let mut builder = Builder::new(&module, &mut body);
        let made = builder.before(ret).not(Value::arg(0)).unwrap().as_inst().unwrap();
        assert_eq!(body.next_inst(made), Some(ret));
        assert_eq!(body.debug_loc(made), Some(loc));
    }

    #[test]
    fn casts() {
        let cx = Context::new();
        let (pair, pointers) = (cx.vector(Type::I32, 2, false), cx.vector(Type::PTR, 1, false));
        for (op, from, to, valid) in [
            (CastOp::Trunc, Type::I64, Type::I32, true),
            (CastOp::Trunc, Type::I32, Type::I32, false),
            (CastOp::BitCast, pair, Type::I64, true),
            (CastOp::BitCast, pair, Type::I32, false),
            (CastOp::BitCast, Type::PTR, pointers, true),
            (CastOp::BitCast, Type::PTR, cx.ptr(1), false),
            (CastOp::AddrSpaceCast, Type::PTR, cx.ptr(1), true),
            (CastOp::PtrToInt, Type::PTR, pair, false),
            (CastOp::SIToFP, pair, cx.vector(Type::HALF, 2, false), true),
            (CastOp::FPExt, Type::FLOAT, Type::DOUBLE, true),
            (CastOp::BitCast, cx.vector(Type::I8, 4, true), Type::I32, false),
        ] {
            assert_eq!(cx.cast_is_valid(op, from, to), valid, "{op} {:?} to {:?}", cx.kind(from), cx.kind(to));
        }
    }
}
