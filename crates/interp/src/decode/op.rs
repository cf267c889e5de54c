//! The representation of decoded functions.
//!
//! Each SSA value has its own registers in the frame of its function. A vector operation is decoded to one operation per
//! element. Jump targets are operation indices.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use lindworm_eval::intrinsic::{Intrinsic, Operation};
use lindworm_eval::{CastOp, FastMathFlags, FloatFormat, FloatPredicate, IntFlags, IntPredicate, Rounding};
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::{AtomicOrdering, AtomicRmwOp, GepFlags};
use lindworm_ir::{Inst, Type, Value};

use crate::builtin::Builtin;
use crate::promise::access::{Conflicts, Told};
use crate::promise::guard::Guard;
use crate::promise::result::ResultPromises;
use crate::promise::value::Expectations;
use crate::shape::{Scalar, Shape};
use crate::value::Reg;

/// The location of an operand: a register in the frame or, if [`CONSTANT`] is set, an index in [`Code::constants`].
///
/// A frame ends with a copy of the constants, so that the loop does not have to distinguish the two: in a finished [`Code`],
/// the operands of [`Op`]s and the arguments of calls are registers. Operands of [`Rare`] operations are not translated.
pub type Operand = u32;

/// The bit of an [`Operand`] that marks a constant.
pub const CONSTANT: u32 = 1 << 31;

/// An operation on registers of up to 64 bits.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Add {
        width: u8,
        flags: IntFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    Sub {
        width: u8,
        flags: IntFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    Mul {
        width: u8,
        flags: IntFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    UDiv {
        width: u8,
        flags: IntFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    SDiv {
        width: u8,
        flags: IntFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    URem {
        width: u8,
        flags: IntFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    SRem {
        width: u8,
        flags: IntFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    Shl {
        width: u8,
        flags: IntFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    LShr {
        width: u8,
        flags: IntFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    AShr {
        width: u8,
        flags: IntFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    And {
        width: u8,
        flags: IntFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    Or {
        width: u8,
        flags: IntFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    Xor {
        width: u8,
        flags: IntFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    ICmp {
        predicate: IntPredicate,
        width: u8,
        same_sign: bool,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    FAdd {
        format: FloatFormat,
        flags: FastMathFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    FSub {
        format: FloatFormat,
        flags: FastMathFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    FMul {
        format: FloatFormat,
        flags: FastMathFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    FDiv {
        format: FloatFormat,
        flags: FastMathFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    FRem {
        format: FloatFormat,
        flags: FastMathFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    FCmp {
        predicate: FloatPredicate,
        format: FloatFormat,
        flags: FastMathFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    FNeg {
        format: FloatFormat,
        flags: FastMathFlags,
        dst: u32,
        a: Operand,
    },
    Trunc {
        from: u8,
        to: u8,
        flags: IntFlags,
        dst: u32,
        a: Operand,
    },
    ZExt {
        from: u8,
        to: u8,
        flags: IntFlags,
        dst: u32,
        a: Operand,
    },
    SExt {
        from: u8,
        to: u8,
        dst: u32,
        a: Operand,
    },
    PtrToInt {
        width: u8,
        dst: u32,
        a: Operand,
    },
    /// Like `PtrToInt`, without exposing the provenance.
    PtrToAddr {
        width: u8,
        dst: u32,
        a: Operand,
    },
    IntToPtr {
        dst: u32,
        a: Operand,
    },
    /// `fptrunc`, `fpext`.
    FloatCast {
        from: FloatFormat,
        to: FloatFormat,
        flags: FastMathFlags,
        dst: u32,
        a: Operand,
    },
    /// `fptosi`, `fptoui`.
    FloatToInt {
        signed: bool,
        format: FloatFormat,
        width: u8,
        dst: u32,
        a: Operand,
    },
    /// `sitofp`, `uitofp`.
    IntToFloat {
        signed: bool,
        flags: IntFlags,
        width: u8,
        format: FloatFormat,
        dst: u32,
        a: Operand,
    },
    Move {
        dst: u32,
        a: Operand,
    },
    /// Moves `count` registers; the ranges may overlap.
    MoveRun {
        dst: u32,
        a: Operand,
        count: u32,
    },
    Select {
        dst: u32,
        condition: Operand,
        a: Operand,
        b: Operand,
    },
    Freeze {
        width: u8,
        dst: u32,
        a: Operand,
    },
    /// The result is `base + offset`.
    Gep {
        flags: GepFlags,
        index_width: u8,
        dst: u32,
        base: Operand,
        offset_low: u32,
        offset_high: u32,
    },
    /// The result is `base + index * scale`; `index` is sign-extended from `width` bits.
    GepIndex {
        flags: GepFlags,
        width: u8,
        index_width: u8,
        dst: u32,
        base: Operand,
        index: Operand,
        scale: u32,
    },
    Load8 {
        bits: u8,
        align: u8,
        dst: u32,
        pointer: Operand,
        offset: u32,
    },
    Load16 {
        bits: u8,
        align: u8,
        dst: u32,
        pointer: Operand,
        offset: u32,
    },
    Load32 {
        bits: u8,
        align: u8,
        dst: u32,
        pointer: Operand,
        offset: u32,
    },
    Load64 {
        bits: u8,
        align: u8,
        dst: u32,
        pointer: Operand,
        offset: u32,
    },
    LoadPointer {
        align: u8,
        dst: u32,
        pointer: Operand,
        offset: u32,
    },
    Store8 {
        bits: u8,
        align: u8,
        value: Operand,
        pointer: Operand,
        offset: u32,
    },
    Store16 {
        bits: u8,
        align: u8,
        value: Operand,
        pointer: Operand,
        offset: u32,
    },
    Store32 {
        bits: u8,
        align: u8,
        value: Operand,
        pointer: Operand,
        offset: u32,
    },
    Store64 {
        bits: u8,
        align: u8,
        value: Operand,
        pointer: Operand,
        offset: u32,
    },
    StorePointer {
        align: u8,
        value: Operand,
        pointer: Operand,
        offset: u32,
    },
    /// An index in [`Code::allocas`].
    Alloca {
        dst: u32,
        count: Operand,
        alloca: u32,
    },
    Jump {
        to: u32,
    },
    /// An intrinsic with one to three integer operands and an integer result.
    IntIntrinsic1 {
        intrinsic: Intrinsic,
        width: u8,
        result_width: u8,
        dst: u32,
        a: Operand,
    },
    IntIntrinsic2 {
        intrinsic: Intrinsic,
        width: u8,
        result_width: u8,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    IntIntrinsic3 {
        intrinsic: Intrinsic,
        width: u8,
        result_width: u8,
        dst: u32,
        a: Operand,
        b: Operand,
        c: Operand,
    },
    /// An intrinsic whose results are an integer and, in the next register, an overflow flag.
    IntOverflow {
        intrinsic: Intrinsic,
        width: u8,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    /// An intrinsic with one to three float operands and a float result of the same format.
    FloatIntrinsic1 {
        intrinsic: Intrinsic,
        format: FloatFormat,
        flags: FastMathFlags,
        dst: u32,
        a: Operand,
    },
    FloatIntrinsic2 {
        intrinsic: Intrinsic,
        format: FloatFormat,
        flags: FastMathFlags,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    FloatIntrinsic3 {
        intrinsic: Intrinsic,
        format: FloatFormat,
        flags: FastMathFlags,
        dst: u32,
        a: Operand,
        b: Operand,
        c: Operand,
    },
    /// `Move` followed by `Jump`.
    MoveJump {
        dst: u32,
        a: Operand,
        to: u32,
    },
    Branch {
        condition: Operand,
        if_true: u32,
        if_false: u32,
    },
    BranchICmp {
        predicate: IntPredicate,
        width: u8,
        same_sign: bool,
        a: Operand,
        b: Operand,
        if_true: u32,
        if_false: u32,
    },
    /// An index in [`Code::switches`].
    Switch {
        condition: Operand,
        switch: u32,
    },
    /// An index in [`Code::indirect_branches`].
    IndirectBr {
        address: Operand,
        branch: u32,
    },
    /// Checks `count` registers against an entry of [`Code::loaded`].
    Expect {
        dst: u32,
        count: u32,
        expectations: u32,
    },
    Unreachable,
    Ret {
        a: Operand,
        count: u32,
    },
    /// An index in [`Code::calls`].
    Call {
        call: u32,
    },
    /// The address of the running thread's copy of a thread-local variable.
    ThreadLocal {
        dst: u32,
        variable: u32,
    },
    /// An index in [`Code::rare`].
    Rare {
        rare: u32,
    },
}

const _: () = assert!(std::mem::size_of::<Op>() <= 20);

impl Shape {
    pub(super) fn weight(&self) -> u64 {
        size_of_val(&self.leaves[..]) as u64
    }
}

impl Rare {
    /// The size of its heap memory in bytes.
    pub(crate) fn weight(&self) -> u64 {
        match self {
            Rare::Load { shape, .. } | Rare::Store { shape, .. } | Rare::CmpXchg { shape, .. } => shape.weight(),
            Rare::AtomicRmw { scalars: shape, .. } | Rare::VaArg { shape, .. } => shape.weight(),
            Rare::BitCast { from, to, .. } => from.weight() + to.weight(),
            Rare::Intrinsic { operands, results, .. } => (size_of_val(&**operands) + size_of_val(&**results)) as u64,
            Rare::Constrained { of, operands, .. } => (size_of_val(&**of) + size_of_val(&**operands)) as u64,
            _ => 0,
        }
    }
}

impl CallSite {
    /// The size of its heap memory in bytes.
    pub(crate) fn weight(&self) -> u64 {
        let lists = size_of_val(&*self.args) + size_of_val(&*self.params);
        self.result.weight() + lists as u64 + self.expectations.weight()
    }
}

impl Code {
    /// The size of its tables in bytes, without heap memory of the elements.
    pub(crate) fn size(&self) -> u64 {
        let ops = self.ops.len() * (size_of::<Op>() + size_of::<Inst>());
        let rest = size_of_val(&self.constants[..]) + size_of_val(&self.calls[..]) + size_of_val(&self.rare[..]);
        (ops + rest) as u64
    }
}

impl Op {
    /// Calls `f` with each run of registers that the operation reads or writes: the first register and the number of registers.
    pub(crate) fn for_each_register(&mut self, mut f: impl FnMut(&mut u32, u32)) {
        match self {
            Op::Add { dst, a, b, .. }
            | Op::Sub { dst, a, b, .. }
            | Op::Mul { dst, a, b, .. }
            | Op::UDiv { dst, a, b, .. }
            | Op::SDiv { dst, a, b, .. }
            | Op::URem { dst, a, b, .. }
            | Op::SRem { dst, a, b, .. }
            | Op::Shl { dst, a, b, .. }
            | Op::LShr { dst, a, b, .. }
            | Op::AShr { dst, a, b, .. }
            | Op::And { dst, a, b, .. }
            | Op::Or { dst, a, b, .. }
            | Op::Xor { dst, a, b, .. }
            | Op::ICmp { dst, a, b, .. }
            | Op::FAdd { dst, a, b, .. }
            | Op::FSub { dst, a, b, .. }
            | Op::FMul { dst, a, b, .. }
            | Op::FDiv { dst, a, b, .. }
            | Op::FRem { dst, a, b, .. }
            | Op::FCmp { dst, a, b, .. }
            | Op::IntIntrinsic2 { dst, a, b, .. }
            | Op::FloatIntrinsic2 { dst, a, b, .. }
            | Op::GepIndex { dst, base: a, index: b, .. } => [dst, a, b].into_iter().for_each(|r| f(r, 1)),
            Op::IntOverflow { dst, a, b, .. } => {
                f(dst, 2);
                f(a, 1);
                f(b, 1);
            }
            Op::IntIntrinsic3 { dst, a, b, c, .. } | Op::FloatIntrinsic3 { dst, a, b, c, .. } => {
                [dst, a, b, c].into_iter().for_each(|r| f(r, 1));
            }
            Op::FNeg { dst, a, .. }
            | Op::IntIntrinsic1 { dst, a, .. }
            | Op::FloatIntrinsic1 { dst, a, .. }
            | Op::Trunc { dst, a, .. }
            | Op::ZExt { dst, a, .. }
            | Op::SExt { dst, a, .. }
            | Op::PtrToInt { dst, a, .. }
            | Op::PtrToAddr { dst, a, .. }
            | Op::IntToPtr { dst, a }
            | Op::FloatCast { dst, a, .. }
            | Op::FloatToInt { dst, a, .. }
            | Op::IntToFloat { dst, a, .. }
            | Op::Move { dst, a }
            | Op::MoveJump { dst, a, .. }
            | Op::Freeze { dst, a, .. }
            | Op::Gep { dst, base: a, .. }
            | Op::Load8 { dst, pointer: a, .. }
            | Op::Load16 { dst, pointer: a, .. }
            | Op::Load32 { dst, pointer: a, .. }
            | Op::Load64 { dst, pointer: a, .. }
            | Op::LoadPointer { dst, pointer: a, .. }
            | Op::Alloca { dst, count: a, .. } => [dst, a].into_iter().for_each(|r| f(r, 1)),
            Op::Store8 { value: a, pointer: b, .. }
            | Op::Store16 { value: a, pointer: b, .. }
            | Op::Store32 { value: a, pointer: b, .. }
            | Op::Store64 { value: a, pointer: b, .. }
            | Op::StorePointer { value: a, pointer: b, .. }
            | Op::BranchICmp { a, b, .. } => [a, b].into_iter().for_each(|r| f(r, 1)),
            Op::MoveRun { dst, a, count } => {
                f(dst, *count);
                f(a, *count);
            }
            Op::Select { dst, condition, a, b } => [dst, condition, a, b].into_iter().for_each(|r| f(r, 1)),
            Op::Branch { condition: a, .. }
            | Op::Switch { condition: a, .. }
            | Op::IndirectBr { address: a, .. }
            | Op::ThreadLocal { dst: a, .. } => f(a, 1),
            Op::Ret { a, count } | Op::Expect { dst: a, count, .. } => f(a, *count),
            Op::Jump { .. } | Op::Unreachable | Op::Call { .. } | Op::Rare { .. } => {}
        }
    }

    /// Calls `f` with each jump target, except for those in tables.
    pub(crate) fn for_each_target(&mut self, mut f: impl FnMut(&mut u32)) {
        match self {
            Op::Jump { to } | Op::MoveJump { to, .. } => f(to),
            Op::Branch { if_true, if_false, .. } | Op::BranchICmp { if_true, if_false, .. } => {
                f(if_true);
                f(if_false);
            }
            _ => {}
        }
    }
}

/// The allocation of an `alloca`.
#[derive(Clone, Debug)]
pub struct Alloca {
    /// The size of an element in bytes.
    pub size: u64,
    /// The alignment in bytes.
    pub align: u64,
    /// Whether the lifetime begins at an `llvm.lifetime.start`, rather than at the `alloca`.
    pub begins_later: bool,
    /// Whether the object belongs to a coroutine and outlives the frame.
    pub outlives: bool,
}

/// A `switch` on a value of up to 64 bits.
#[derive(Clone, Debug)]
pub struct Switch {
    /// The cases, sorted by value.
    pub cases: Box<[(u64, u32)]>,
    /// The default target.
    pub default: u32,
    /// For dense cases: the smallest value, and the targets of consecutive values.
    pub table: Option<(u64, Box<[u32]>)>,
}

/// An infrequent operation, or an operation on values of more than one register.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Rare {
    /// A binary operation on a scalar of more than 64 bits, or on a float format without hardware support.
    Binary {
        op: lindworm_eval::BinaryOp,
        flags: IntFlags,
        fast_math: FastMathFlags,
        scalar: Scalar,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    ICmp {
        predicate: IntPredicate,
        same_sign: bool,
        bits: u32,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    FCmp {
        predicate: FloatPredicate,
        fast_math: FastMathFlags,
        format: FloatFormat,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    FNeg {
        fast_math: FastMathFlags,
        format: FloatFormat,
        dst: u32,
        a: Operand,
    },
    /// A cast of a scalar of any width.
    Cast {
        op: CastOp,
        flags: IntFlags,
        fast_math: FastMathFlags,
        from: Scalar,
        to: Scalar,
        dst: u32,
        a: Operand,
    },
    /// A constant whose value depends on the thread.
    Constant {
        value: Value,
        dst: u32,
    },
    /// A `bitcast` between types with different scalars.
    BitCast {
        from: Box<Shape>,
        to: Box<Shape>,
        dst: u32,
        a: Operand,
    },
    Freeze {
        scalar: Scalar,
        dst: u32,
        a: Operand,
    },
    /// Makes a float poison if `flags` exclude its value.
    FastMath {
        flags: FastMathFlags,
        format: FloatFormat,
        dst: u32,
    },
    Switch {
        bits: u32,
        condition: Operand,
        cases: Box<[(Operand, u32)]>,
        default: u32,
    },
    /// A pure intrinsic on scalars.
    Intrinsic {
        intrinsic: Intrinsic,
        flags: FastMathFlags,
        operands: Box<[(Operand, Scalar)]>,
        results: Box<[(u32, Scalar)]>,
    },
    GepFar {
        flags: GepFlags,
        width: u32,
        index_width: u32,
        dst: u32,
        base: Operand,
        index: Operand,
        scale: u64,
    },
    ExtractElement {
        lanes: u32,
        lane_registers: u32,
        dst: u32,
        vector: Operand,
        index: Operand,
        index_bits: u32,
    },
    InsertElement {
        lanes: u32,
        lane_registers: u32,
        dst: u32,
        vector: Operand,
        element: Operand,
        index: Operand,
        index_bits: u32,
    },
    /// Checks that the length of a predicated operation does not exceed the number of lanes.
    VectorLength {
        length: Operand,
        lanes: u32,
    },
    /// If a lane is disabled by `length` or `mask`, `dst` becomes poison, or is unchanged if `stays`, and the next `skip`
    /// operations are skipped.
    Gate {
        mask: Option<Operand>,
        length: Operand,
        lane: u32,
        dst: u32,
        count: u32,
        stays: bool,
        skip: u32,
    },
    /// Poison, in lanes for which a shuffle mask is poison.
    Poison {
        dst: u32,
        count: u32,
    },
    /// An access that is atomic, volatile, of more than one register, or whose bit width is not a multiple of 8.
    Load {
        shape: Box<Shape>,
        dst: u32,
        pointer: Operand,
        align: u64,
        ordering: AtomicOrdering,
        volatile: bool,
    },
    Store {
        shape: Box<Shape>,
        value: Operand,
        pointer: Operand,
        align: u64,
        ordering: AtomicOrdering,
        volatile: bool,
    },
    CmpXchg {
        shape: Box<Shape>,
        dst: u32,
        pointer: Operand,
        expected: Operand,
        new: Operand,
        align: u64,
        success: AtomicOrdering,
        failure: AtomicOrdering,
        weak: bool,
        volatile: bool,
    },
    AtomicRmw {
        op: AtomicRmwOp,
        scalars: Box<Shape>,
        dst: u32,
        pointer: Operand,
        value: Operand,
        align: u64,
        ordering: AtomicOrdering,
        volatile: bool,
    },
    Fence {
        ordering: AtomicOrdering,
    },
    VaArg {
        ty: Type,
        dst: u32,
        list: Operand,
        shape: Box<Shape>,
    },
    /// Sets `count` registers from `dst`: the exception and its selector, as left by the unwinder.
    LandingPad {
        dst: u32,
        count: u32,
    },
    Resume {
        a: Operand,
    },
    /// A check required by the metadata of an access.
    Told(Told),
    /// The `catchpad` and target of each handler, and the unwind destination.
    CatchSwitch {
        handlers: Box<[(Inst, u32)]>,
        unwind: Option<u32>,
    },
    /// `catchpad` and `cleanuppad`.
    EnterPad {
        dst: u32,
        token: u64,
        parent: Operand,
    },
    CatchRet {
        pad: Operand,
        to: u32,
    },
    CleanupRet {
        pad: Operand,
        unwind: Option<u32>,
    },
    /// Precedes a call in a function with funclets.
    FuncletCall {
        token: Option<Operand>,
    },
    /// Precedes a `ret` in a function with funclets.
    FuncletReturn,
    /// Undefined behaviour that is known at decoding.
    Undefined {
        kind: &'static crate::ub::Kind,
        message: &'static str,
    },
    /// Precedes a call with a preallocated token. The token must be that of the innermost setup.
    PreallocatedCall {
        token: Operand,
    },
    /// Precedes a call with an `inalloca` argument.
    InAllocaCall {
        pointer: Operand,
    },
    /// Follows the call: frees its arguments.
    PreallocatedReturn,
    InAllocaReturn {
        pointer: Operand,
    },
    /// Precedes an ordinary floating-point operation, in a program that may have changed the rounding mode.
    DefaultEnvironment,
    /// A constrained operation whose rounding mode is not known to be to nearest. The operands are registers.
    Constrained {
        of: Box<Constrained>,
        dst: u32,
        operands: Box<[(Operand, Scalar)]>,
    },
    /// Precedes a comparison of two pointers, which must not be block addresses.
    CompareBlocks {
        a: Operand,
        b: Operand,
    },
    /// An unsupported operation.
    Unsupported {
        what: Box<str>,
    },
}

/// A constrained floating-point operation.
#[derive(Clone, Debug)]
pub struct Constrained {
    /// The operation.
    pub operation: Operation,
    /// The fast-math flags.
    pub flags: FastMathFlags,
    /// The rounding mode, if given.
    pub rounding: Option<Rounding>,
    /// The type of the result.
    pub result: Scalar,
}

/// A call, `invoke` or `callbr`.
#[derive(Debug)]
pub struct CallSite {
    /// The instruction.
    pub inst: Inst,
    /// The callee.
    pub callee: Callee,
    /// The function type of the call.
    pub function_type: Type,
    /// The calling convention of the call.
    pub convention: lindworm_ir::calling_convention::CallingConvention,
    /// One operand for each register of the arguments.
    pub args: Box<[Operand]>,
    /// The arguments.
    pub params: Box<[Param]>,
    /// The number of fixed parameters; the other arguments are variadic.
    pub fixed: u32,
    /// The number of leading arguments that are operands of an intrinsic that calls another function, and not passed to that
    /// function.
    pub skipped: u32,
    /// The first register of the result.
    pub dst: u32,
    /// The shape of the result.
    pub result: Box<Shape>,
    /// For an `invoke`: the normal and the unwind destination.
    pub invoke: Option<(u32, u32)>,
    /// Whether this is a `musttail` call.
    pub must_tail: bool,
    /// Whether this is a `tail` or `musttail` call in a function with stack objects, which the callee must not access.
    pub hides_stack: bool,
    /// Whether an argument is passed `byval`.
    pub by_value: bool,
    /// The possible callees according to `!callees`.
    pub callees: Option<Box<[u32]>>,
    /// Operand bundles.
    pub bundles: Box<[Bundle]>,
    /// Promises of the call about its arguments.
    pub expectations: Expectations,
    /// Promises of the call about its result, if any.
    pub returns: Option<Box<ResultPromises>>,
    /// Promises about all operations until the call returns, as far as they must be checked.
    pub guard: Option<Arc<Guard>>,
    /// The number of the last function whose parameters, result and calling convention, or prototype, were found to match the
    /// call; otherwise `u32::MAX`.
    pub agrees_with: AtomicU32,
}

/// An operand bundle of a call.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The tag, such as `deopt`.
    pub tag: Box<[u8]>,
    /// The first register and the number of registers of each input.
    pub inputs: Box<[(Operand, u32)]>,
}

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its type.
    pub ty: Type,
    /// The first register, relative to the first argument.
    pub first: u32,
    /// The number of registers.
    pub registers: u32,
    /// For a `byval` argument, the size and alignment of the pointee.
    pub by_value: Option<(u64, u64)>,
}

/// The callee of a call.
#[derive(Clone, Copy, Debug)]
pub enum Callee {
    /// The function of the program with this number.
    Function(u32),
    /// A built-in function.
    Builtin(&'static Builtin),
    /// An indirect call.
    Pointer(Operand),
    /// Inline assembly.
    InlineAsm(lindworm_ir::value::InlineAsm),
    /// No operation: metadata intrinsics and hints.
    Nothing,
}

/// A decoded function.
#[derive(Debug, Default)]
pub struct Code {
    /// The number of the function in the program.
    pub function: u32,
    /// The operations.
    pub ops: Vec<Op>,
    /// The instruction of each operation.
    pub insts: Vec<Inst>,
    /// The registers of all constants.
    pub constants: Vec<Reg>,
    /// The number of registers of a frame: the parameters come first, the constants last.
    pub registers: u32,
    /// The number of parameter registers.
    pub parameters: u32,
    /// The number of result registers.
    pub result: u32,
    /// The call sites.
    pub calls: Vec<CallSite>,
    /// The allocations of `alloca`s.
    pub allocas: Vec<Alloca>,
    /// Switches.
    pub switches: Vec<Switch>,
    /// The targets of indirect branches, by block address.
    pub indirect_branches: Vec<HashMap<u64, u32>>,
    /// Promises of the function about its arguments.
    pub expectations: Expectations,
    /// Promises of the function about its result.
    pub returns: ResultPromises,
    /// Promises about all operations until the function returns, as far as they must be checked.
    pub guard: Option<Arc<Guard>>,
    /// The pairs of scope lists whose accesses must not overlap.
    pub conflicts: Conflicts,
    /// Promises about the results of loads.
    pub loaded: Vec<Expectations>,
    /// Whether a call must check more than its arguments: promises, variadic arguments, the number of arguments.
    pub watched: bool,
    /// The number of registers that are copied by a call and its return; 0 if small.
    pub weight: u32,
    /// Rare operations.
    pub rare: Vec<Rare>,
    /// The total size in bytes.
    pub bytes: u64,
    /// The personality, which determines the rules of landing pads.
    pub personality: Option<lindworm_analysis::Personality>,
    /// The first result register of each instruction, for reports; `u32::MAX` if there is none or it is never written.
    pub slots: Vec<u32>,
}
