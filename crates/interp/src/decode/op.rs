//! Decoded functions: what the machine runs.
//!
//! Every SSA value has registers of its own in the frame of its function; an operation on vectors is one operation for each
//! element. Targets of jumps are numbers of operations.

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

/// Where an operand is: the register of that number in the frame or, with [`CONSTANT`] set, in [`Code::constants`].
///
/// A frame ends with a copy of the constants, so that the loop need not look which it is: in a [`Code`] that is ready, the
/// operands of [`Op`]s and the arguments of calls are registers. Those of [`Rare`] operations stay as they are.
pub type Operand = u32;

/// The bit of an [`Operand`] that says that it is a constant.
pub const CONSTANT: u32 = 1 << 31;

/// One operation, on registers of up to 64 bits.
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
    /// Like `PtrToInt`, but does not expose the provenance.
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
    /// `count` registers, which may overlap.
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
    /// The address is `base + offset`.
    Gep {
        flags: GepFlags,
        index_width: u8,
        dst: u32,
        base: Operand,
        offset_low: u32,
        offset_high: u32,
    },
    /// The address is `base + index * scale`, `index` being a signed number of `width` bits.
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
    /// An entry of [`Code::allocas`].
    Alloca {
        dst: u32,
        count: Operand,
        alloca: u32,
    },
    Jump {
        to: u32,
    },
    /// An intrinsic that gives one integer for one, two or three.
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
    /// An intrinsic that gives an integer and, in the next register, whether it overflows.
    IntOverflow {
        intrinsic: Intrinsic,
        width: u8,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    /// An intrinsic that gives one float for one, two or three of its format.
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
    /// `Move`, then `Jump`.
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
    /// An entry of [`Code::switches`].
    Switch {
        condition: Operand,
        switch: u32,
    },
    /// An entry of [`Code::indirect_branches`].
    IndirectBr {
        address: Operand,
        branch: u32,
    },
    /// Looks whether `count` registers are as an entry of [`Code::loaded`] says.
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
    /// An entry of [`Code::calls`].
    Call {
        call: u32,
    },
    /// The address of this thread's copy of a thread-local variable.
    ThreadLocal {
        dst: u32,
        variable: u32,
    },
    /// An entry of [`Code::rare`].
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
    /// The bytes that it has elsewhere.
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
    /// The bytes that it has elsewhere.
    pub(crate) fn weight(&self) -> u64 {
        let lists = size_of_val(&*self.args) + size_of_val(&*self.params);
        self.result.weight() + lists as u64 + self.expectations.weight()
    }
}

impl Code {
    /// The bytes of its tables, without what their elements have elsewhere.
    pub(crate) fn size(&self) -> u64 {
        let ops = self.ops.len() * (size_of::<Op>() + size_of::<Inst>());
        let rest = size_of_val(&self.constants[..]) + size_of_val(&self.calls[..]) + size_of_val(&self.rare[..]);
        (ops + rest) as u64
    }
}

impl Op {
    /// Calls `f` with the first of each run of registers that it reads or writes, and how many they are.
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

    /// Calls `f` with each operation that it jumps to, but for those in tables.
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

/// What an `alloca` makes.
#[derive(Clone, Debug)]
pub struct Alloca {
    /// Bytes of one element.
    pub size: u64,
    /// In bytes.
    pub align: u64,
    /// Whether an `llvm.lifetime.start` begins its lifetime, rather than the `alloca`.
    pub begins_later: bool,
    /// Whether it is of a coroutine, whose objects outlive its frames.
    pub outlives: bool,
}

/// A `switch` on up to 64 bits.
#[derive(Clone, Debug)]
pub struct Switch {
    /// Cases in the order of their values.
    pub cases: Box<[(u64, u32)]>,
    /// Where all other values go.
    pub default: u32,
    /// If the cases are dense: the least value, and where each from that one on goes.
    pub table: Option<(u64, Box<[u32]>)>,
}

/// An operation that is rare, or on values of more than one register.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Rare {
    /// A binary operation on a scalar of more than 64 bits, or on a float that is not in hardware.
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
    /// A cast of one scalar, of any width.
    Cast {
        op: CastOp,
        flags: IntFlags,
        fast_math: FastMathFlags,
        from: Scalar,
        to: Scalar,
        dst: u32,
        a: Operand,
    },
    /// A constant that is another in each thread.
    Constant {
        value: Value,
        dst: u32,
    },
    /// A `bitcast` between values that are not the same scalars.
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
    /// Makes a float poison that `flags` forbid.
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
    /// An intrinsic that only computes, on scalars.
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
    /// The length of a predicated operation must not be more than the lanes.
    VectorLength {
        length: Operand,
        lanes: u32,
    },
    /// Unless a lane is within `length` and `mask` lets it through, `dst` becomes poison, or `stays` as it is, and the next
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
    /// Lanes that a mask leaves open: poison.
    Poison {
        dst: u32,
        count: u32,
    },
    /// A load that is atomic, volatile, of more than one register, or of a width that is no whole number of bytes.
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
    /// `registers` of `dst`: the exception and its selector, as the unwinder left them.
    LandingPad {
        dst: u32,
        count: u32,
    },
    Resume {
        a: Operand,
    },
    /// What the metadata of an access promises.
    Told(Told),
    /// Each handler's `catchpad`, and where it is; where exceptions go that none takes up.
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
    /// A call comes next, in a function with funclets.
    FuncletCall {
        token: Option<Operand>,
    },
    /// A `ret` does.
    FuncletReturn,
    /// What is known to be undefined behaviour before it is executed.
    Undefined {
        kind: &'static crate::ub::Kind,
        message: &'static str,
    },
    /// What was prepared is going to be called, if it is what was prepared last.
    PreallocatedCall {
        token: Operand,
    },
    /// The same with an `inalloca` argument.
    InAllocaCall {
        pointer: Operand,
    },
    /// That call has returned: its arguments are freed.
    PreallocatedReturn,
    InAllocaReturn {
        pointer: Operand,
    },
    /// An ordinary floating-point operation comes next, in a program that may have changed the rounding mode.
    DefaultEnvironment,
    /// A constrained operation that is not known to round to the nearest, on the registers of its operands.
    Constrained {
        of: Box<Constrained>,
        dst: u32,
        operands: Box<[(Operand, Scalar)]>,
    },
    /// Two pointers are going to be compared, which must not be addresses of blocks.
    CompareBlocks {
        a: Operand,
        b: Operand,
    },
    /// Something that the machine does not know.
    Unsupported {
        what: Box<str>,
    },
}

/// A constrained floating-point operation.
#[derive(Clone, Debug)]
pub struct Constrained {
    /// What it does.
    pub operation: Operation,
    /// With which flags.
    pub flags: FastMathFlags,
    /// The rounding mode that it names, if it names one.
    pub rounding: Option<Rounding>,
    /// What it gives.
    pub result: Scalar,
}

/// A call, `invoke` or `callbr`.
#[derive(Debug)]
pub struct CallSite {
    /// The instruction.
    pub inst: Inst,
    /// What is called.
    pub callee: Callee,
    /// The type it is called with.
    pub function_type: Type,
    /// The calling convention it is called with.
    pub convention: lindworm_ir::calling_convention::CallingConvention,
    /// One operand for each register of the arguments.
    pub args: Box<[Operand]>,
    /// The arguments.
    pub params: Box<[Param]>,
    /// How many arguments the function type names; the others are behind its `...`.
    pub fixed: u32,
    /// How many arguments of the instruction come before those: of an intrinsic that calls another function.
    pub skipped: u32,
    /// The first register of the result.
    pub dst: u32,
    /// How the result lies.
    pub result: Box<Shape>,
    /// Of an `invoke`: where it goes on, and where exceptions go.
    pub invoke: Option<(u32, u32)>,
    /// Whether this is a `musttail` call.
    pub must_tail: bool,
    /// Whether this is a `tail` or `musttail` call in a function that has objects on the stack: what is called must not
    /// access them.
    pub hides_stack: bool,
    /// Whether some argument is passed `byval`.
    pub by_value: bool,
    /// The functions that it may call, if `!callees` says so.
    pub callees: Option<Box<[u32]>>,
    /// Operand bundles.
    pub bundles: Box<[Bundle]>,
    /// What the call promises of its arguments.
    pub expectations: Expectations,
    /// What it promises of its result, if anything.
    pub returns: Option<Box<ResultPromises>>,
    /// What it promises about all that happens until it returns, as far as that must be looked at.
    pub guard: Option<Arc<Guard>>,
    /// The number of the last function that it was found to agree with about arguments, result and convention, or with the
    /// prototype of; else `u32::MAX`.
    pub agrees_with: AtomicU32,
}

/// An operand bundle of a call.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// Such as `deopt`.
    pub tag: Box<[u8]>,
    /// Where each input is, and how many registers it has.
    pub inputs: Box<[(Operand, u32)]>,
}

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its type.
    pub ty: Type,
    /// Its first register, counted from the first one of the first argument.
    pub first: u32,
    /// How many registers it has.
    pub registers: u32,
    /// Of a `byval` argument, bytes and alignment of what it points to.
    pub by_value: Option<(u64, u64)>,
}

/// What a call calls.
#[derive(Clone, Copy, Debug)]
pub enum Callee {
    /// The program's function of that number.
    Function(u32),
    /// A function that the machine itself has.
    Builtin(&'static Builtin),
    /// Whatever the pointer points to.
    Pointer(Operand),
    /// Inline assembler.
    InlineAsm(lindworm_ir::value::InlineAsm),
    /// Metadata operations and hints, which do nothing.
    Nothing,
}

/// A decoded function.
#[derive(Debug, Default)]
pub struct Code {
    /// Its number in the program.
    pub function: u32,
    /// The operations.
    pub ops: Vec<Op>,
    /// The instruction that each operation is of.
    pub insts: Vec<Inst>,
    /// Constants.
    pub constants: Vec<Reg>,
    /// How many registers a frame has: first the parameters, last the constants.
    pub registers: u32,
    /// How many of them are parameters.
    pub parameters: u32,
    /// How many registers a result has.
    pub result: u32,
    /// Calls.
    pub calls: Vec<CallSite>,
    /// What `alloca`s make.
    pub allocas: Vec<Alloca>,
    /// Switches.
    pub switches: Vec<Switch>,
    /// Where indirect branches go: operations, by the addresses of blocks.
    pub indirect_branches: Vec<HashMap<u64, u32>>,
    /// What it promises of its arguments.
    pub expectations: Expectations,
    /// What it promises of its result.
    pub returns: ResultPromises,
    /// What it promises about all that happens until it returns, as far as that must be looked at.
    pub guard: Option<Arc<Guard>>,
    /// Which lists of scopes speak of accesses that do not touch the same memory.
    pub conflicts: Conflicts,
    /// What is promised of what loads give.
    pub loaded: Vec<Expectations>,
    /// Whether a call of it must look at more than its arguments: promises, `...`, how many there are.
    pub watched: bool,
    /// How many registers are copied when it is called and when it returns; 0 if they are few.
    pub weight: u32,
    /// Rare operations.
    pub rare: Vec<Rare>,
    /// How many bytes all of this takes.
    pub bytes: u64,
    /// Whose rules its landing pads follow.
    pub personality: Option<lindworm_analysis::Personality>,
    /// The first register of each instruction's result, for reports; `u32::MAX` where it has none, or is never put there.
    pub slots: Vec<u32>,
}
