//! Instructions ([Language Reference: Instruction Reference](https://llvm.org/docs/LangRef.html#instref)).

use cranelift_entity::packed_option::PackedOption;
use lindworm_eval::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags, IntPredicate};

use crate::attributes::AttributeList;
use crate::calling_convention::CallingConvention;
use crate::context::SyncScope;
use crate::types::Type;
use crate::value::{Block, IntList, OptValue, Value, ValueList, ValuePool};

/// An alignment in bytes, a power of two up to 2^32, in one byte; `NONE` if it is not specified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Align(u8);

impl Align {
    /// No alignment specified.
    pub const NONE: Align = Align(0);
    /// One byte.
    pub const ONE: Align = Align(1);
    /// The maximum alignment, 2^32 bytes.
    pub const MAX: u64 = 1 << 32;

    /// The alignment of `bytes` bytes, if that is a power of two of at most [`Align::MAX`].
    pub fn new(bytes: u64) -> Option<Align> {
        (bytes.is_power_of_two() && bytes <= Align::MAX).then(|| Align(bytes.trailing_zeros() as u8 + 1))
    }

    /// The alignment of 2^`log2` bytes. For huge vectors LLVM computes alignments greater than [`Align::MAX`].
    pub const fn from_log2(log2: u8) -> Align {
        Align(if log2 < 63 { log2 } else { 63 } + 1)
    }

    /// The alignment in bytes, if specified.
    pub fn bytes(self) -> Option<u64> {
        (self.0 != 0).then(|| 1 << (self.0 - 1))
    }

    /// Whether the alignment is specified.
    pub fn is_some(self) -> bool {
        self.0 != 0
    }
}

/// Ordering of an atomic operation ([Language Reference](https://llvm.org/docs/LangRef.html#ordering)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum AtomicOrdering {
    #[default]
    NotAtomic,
    Unordered,
    Monotonic,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// Defines an enum whose variants have one keyword each.
macro_rules! keyword_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $name { $($(#[$variant_meta])* $variant,)* }

        impl $name {
            /// All variants, in order.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// The keyword in textual IR.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// The variant with this keyword.
            pub fn from_name(name: &[u8]) -> Option<$name> {
                Self::ALL.iter().copied().find(|x| x.name().as_bytes() == name)
            }
        }
    };
}
pub(crate) use keyword_enum;

impl AtomicOrdering {
    /// The keyword; empty for `NotAtomic`.
    pub fn name(self) -> &'static str {
        ["", "unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"][self as usize]
    }

    /// The strongest failure ordering of a `cmpxchg` with this success ordering. A failed `cmpxchg` does not store.
    pub fn strongest_failure(self) -> AtomicOrdering {
        match self {
            AtomicOrdering::Release => AtomicOrdering::Monotonic,
            AtomicOrdering::AcqRel => AtomicOrdering::Acquire,
            other => other,
        }
    }
}

keyword_enum! {
    /// The operation of an `atomicrmw`.
    AtomicRmwOp {
        Xchg = "xchg",
        Add = "add",
        Sub = "sub",
        And = "and",
        Nand = "nand",
        Or = "or",
        Xor = "xor",
        Max = "max",
        Min = "min",
        UMax = "umax",
        UMin = "umin",
        FAdd = "fadd",
        FSub = "fsub",
        FMax = "fmax",
        FMin = "fmin",
        FMaximum = "fmaximum",
        FMinimum = "fminimum",
        FMaximumNum = "fmaximumnum",
        FMinimumNum = "fminimumnum",
        UIncWrap = "uinc_wrap",
        UDecWrap = "udec_wrap",
        USubCond = "usub_cond",
        USubSat = "usub_sat",
    }
}

impl AtomicRmwOp {
    /// Whether the operation is on floating-point operands.
    pub fn is_float(self) -> bool {
        self >= AtomicRmwOp::FAdd && self <= AtomicRmwOp::FMinimumNum
    }
}

/// `tail`, `musttail` or `notail` before a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum TailCall {
    #[default]
    None,
    Tail,
    MustTail,
    NoTail,
}

bitflags::bitflags! {
    /// Flags of `getelementptr`.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct GepFlags: u8 {
        /// `inbounds`. Implies `NUSW`, which is always set with it.
        const INBOUNDS = 1;
        /// `nusw`.
        const NUSW = 2;
        /// `nuw`.
        const NUW = 4;
    }
}

/// The operand bundles of one call, as an index into the table of the body.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bundles(u32);
cranelift_entity::entity_impl!(Bundles, "bundles");

/// An operand bundle. Its inputs are the next `len` operands after the call's arguments and the preceding bundles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// The tag, such as `deopt`.
    pub tag: Box<[u8]>,
    /// The number of inputs.
    pub len: u32,
}

/// The common part of `call`, `invoke` and `callbr`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallInfo {
    /// A function, a pointer to one, or inline assembler.
    pub callee: Value,
    /// The arguments, then the inputs of the operand bundles.
    pub args: ValueList,
    /// The type of the called function.
    pub function_type: Type,
    /// Attributes of the call site.
    pub attributes: AttributeList,
    /// Operand bundles.
    pub bundles: PackedOption<Bundles>,
}

/// An instruction. The body that holds it has its result type ([`crate::Body::inst_type`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum InstData {
    Ret {
        value: OptValue,
    },
    Br {
        dest: Block,
    },
    CondBr {
        condition: Value,
        if_true: Block,
        if_false: Block,
    },
    /// `cases` alternates case values and blocks.
    Switch {
        condition: Value,
        default: Block,
        cases: ValueList,
    },
    /// `dests` are blocks.
    IndirectBr {
        address: Value,
        dests: ValueList,
    },
    Invoke {
        call: CallInfo,
        convention: CallingConvention,
        normal: Block,
        unwind: Block,
    },
    /// `indirect` are blocks.
    CallBr {
        call: CallInfo,
        convention: CallingConvention,
        default: Block,
        indirect: ValueList,
    },
    Resume {
        value: Value,
    },
    Unreachable,
    /// Unwinds to the caller if `unwind` is absent.
    CleanupRet {
        pad: Value,
        unwind: PackedOption<Block>,
    },
    CatchRet {
        pad: Value,
        dest: Block,
    },
    /// `handlers` are blocks. Unwinds to the caller if `unwind` is absent.
    CatchSwitch {
        parent: Value,
        handlers: ValueList,
        unwind: PackedOption<Block>,
    },
    FNeg {
        value: Value,
        fast_math: FastMathFlags,
    },
    Binary {
        op: BinaryOp,
        flags: IntFlags,
        fast_math: FastMathFlags,
        lhs: Value,
        rhs: Value,
    },
    ExtractElement {
        vector: Value,
        index: Value,
    },
    InsertElement {
        vector: Value,
        element: Value,
        index: Value,
    },
    ShuffleVector {
        v1: Value,
        v2: Value,
        mask: IntList,
    },
    ExtractValue {
        aggregate: Value,
        indices: IntList,
    },
    InsertValue {
        aggregate: Value,
        value: Value,
        indices: IntList,
    },
    Alloca {
        allocated: Type,
        count: Value,
        align: Align,
        in_alloca: bool,
        swift_error: bool,
    },
    Load {
        pointer: Value,
        align: Align,
        ordering: AtomicOrdering,
        scope: SyncScope,
        volatile: bool,
    },
    Store {
        value: Value,
        pointer: Value,
        align: Align,
        ordering: AtomicOrdering,
        scope: SyncScope,
        volatile: bool,
    },
    Fence {
        ordering: AtomicOrdering,
        scope: SyncScope,
    },
    CmpXchg {
        pointer: Value,
        expected: Value,
        new: Value,
        align: Align,
        success: AtomicOrdering,
        failure: AtomicOrdering,
        scope: SyncScope,
        weak: bool,
        volatile: bool,
    },
    AtomicRmw {
        op: AtomicRmwOp,
        pointer: Value,
        value: Value,
        align: Align,
        ordering: AtomicOrdering,
        scope: SyncScope,
        volatile: bool,
        /// Whether each element of a vector is accessed separately.
        elementwise: bool,
    },
    /// `operands` are the base pointer and the indices.
    GetElementPtr {
        source: Type,
        flags: GepFlags,
        operands: ValueList,
    },
    Cast {
        op: CastOp,
        flags: IntFlags,
        fast_math: FastMathFlags,
        value: Value,
    },
    ICmp {
        predicate: IntPredicate,
        same_sign: bool,
        lhs: Value,
        rhs: Value,
    },
    FCmp {
        predicate: FloatPredicate,
        fast_math: FastMathFlags,
        lhs: Value,
        rhs: Value,
    },
    /// `incoming` alternates incoming values and blocks.
    Phi {
        incoming: ValueList,
        fast_math: FastMathFlags,
    },
    Select {
        condition: Value,
        if_true: Value,
        if_false: Value,
        fast_math: FastMathFlags,
    },
    Freeze {
        value: Value,
    },
    Call {
        call: CallInfo,
        convention: CallingConvention,
        tail: TailCall,
        fast_math: FastMathFlags,
    },
    VaArg {
        list: Value,
    },
    /// A clause of array type is a `filter`, any other a `catch`.
    LandingPad {
        cleanup: bool,
        clauses: ValueList,
    },
    CatchPad {
        parent: Value,
        args: ValueList,
    },
    CleanupPad {
        parent: Value,
        args: ValueList,
    },
}

const _: () = assert!(std::mem::size_of::<InstData>() <= 32);

impl InstData {
    /// The opcode keyword.
    pub fn opcode_name(&self) -> &'static str {
        use InstData::*;
        match self {
            Ret { .. } => "ret",
            Br { .. } | CondBr { .. } => "br",
            Switch { .. } => "switch",
            IndirectBr { .. } => "indirectbr",
            Invoke { .. } => "invoke",
            CallBr { .. } => "callbr",
            Resume { .. } => "resume",
            Unreachable => "unreachable",
            CleanupRet { .. } => "cleanupret",
            CatchRet { .. } => "catchret",
            CatchSwitch { .. } => "catchswitch",
            FNeg { .. } => "fneg",
            Binary { op, .. } => op.name(),
            ExtractElement { .. } => "extractelement",
            InsertElement { .. } => "insertelement",
            ShuffleVector { .. } => "shufflevector",
            ExtractValue { .. } => "extractvalue",
            InsertValue { .. } => "insertvalue",
            Alloca { .. } => "alloca",
            Load { .. } => "load",
            Store { .. } => "store",
            Fence { .. } => "fence",
            CmpXchg { .. } => "cmpxchg",
            AtomicRmw { .. } => "atomicrmw",
            GetElementPtr { .. } => "getelementptr",
            Cast { op, .. } => op.name(),
            ICmp { .. } => "icmp",
            FCmp { .. } => "fcmp",
            Phi { .. } => "phi",
            Select { .. } => "select",
            Freeze { .. } => "freeze",
            Call { .. } => "call",
            VaArg { .. } => "va_arg",
            LandingPad { .. } => "landingpad",
            CatchPad { .. } => "catchpad",
            CleanupPad { .. } => "cleanuppad",
        }
    }

    /// Whether this is a terminator.
    pub fn is_terminator(&self) -> bool {
        use InstData::*;
        matches!(
            self,
            Ret { .. }
                | Br { .. }
                | CondBr { .. }
                | Switch { .. }
                | IndirectBr { .. }
                | Invoke { .. }
                | CallBr { .. }
                | Resume { .. }
                | Unreachable
                | CleanupRet { .. }
                | CatchRet { .. }
                | CatchSwitch { .. }
        )
    }

    /// The call part of a call, invoke or callbr.
    pub fn call_info(&self) -> Option<&CallInfo> {
        match self {
            InstData::Call { call, .. } | InstData::Invoke { call, .. } | InstData::CallBr { call, .. } => Some(call),
            _ => None,
        }
    }

    /// Mutable form of [`InstData::call_info`].
    pub fn call_info_mut(&mut self) -> Option<&mut CallInfo> {
        match self {
            InstData::Call { call, .. } | InstData::Invoke { call, .. } | InstData::CallBr { call, .. } => Some(call),
            _ => None,
        }
    }

    /// The fast-math flags, if the instruction can have any; the set may be empty.
    pub fn fast_math(mut self) -> Option<FastMathFlags> {
        self.fast_math_mut().copied()
    }

    /// Mutable form of [`InstData::fast_math`].
    pub fn fast_math_mut(&mut self) -> Option<&mut FastMathFlags> {
        match self {
            InstData::FNeg { fast_math, .. }
            | InstData::Binary { fast_math, .. }
            | InstData::Cast { fast_math, .. }
            | InstData::FCmp { fast_math, .. }
            | InstData::Phi { fast_math, .. }
            | InstData::Select { fast_math, .. }
            | InstData::Call { fast_math, .. } => Some(fast_math),
            _ => None,
        }
    }

    /// Calls `f` with each operand, in LLVM's operand order. Blocks are operands too.
    #[inline]
    pub fn for_each_operand(&self, pool: &ValuePool, mut f: impl FnMut(Value)) {
        let mut copy = *self;
        copy.visit_operands(|operand| match operand {
            Operand::Value(v) => f(*v),
            Operand::Block(b) => f((*b).into()),
            Operand::List(l) => l.as_slice(pool).iter().for_each(|&v| f(v)),
        });
    }

    /// Replaces each operand `v` by `f(v)`. `f` must map blocks to blocks.
    pub fn map_operands(&mut self, pool: &mut ValuePool, mut f: impl FnMut(Value) -> Value) {
        self.visit_operands(|operand| match operand {
            Operand::Value(v) => *v = f(*v),
            Operand::Block(b) => *b = f((*b).into()).as_block().unwrap_or(*b),
            Operand::List(l) => l.as_mut_slice(pool).iter_mut().for_each(|v| *v = f(*v)),
        });
    }

    /// The number of operands that [`InstData::for_each_operand`] visits.
    #[inline]
    pub fn operand_count(&self, pool: &ValuePool) -> usize {
        let mut copy = *self;
        let mut count = 0;
        copy.visit_operands(|operand| count += operand.len(pool));
        count
    }

    /// The operand at an index in the order of [`InstData::for_each_operand`], in constant time.
    #[inline]
    pub fn operand(&self, pool: &ValuePool, place: usize) -> Option<Value> {
        let mut copy = *self;
        let (mut start, mut found) = (0, None);
        copy.visit_operands(|operand| {
            let len = operand.len(pool);
            if place.wrapping_sub(start) < len {
                found = match operand {
                    Operand::Value(v) => Some(*v),
                    Operand::Block(b) => Some((*b).into()),
                    Operand::List(l) => l.get(place - start, pool),
                };
            }
            start += len;
        });
        found
    }

    /// Sets the operand at an index, in constant time. `value` must be a block exactly if the old operand is one.
    pub(crate) fn set_operand(&mut self, pool: &mut ValuePool, place: usize, value: Value) {
        let mut start = 0;
        self.visit_operands(|operand| {
            let len = operand.len(pool);
            if place.wrapping_sub(start) < len {
                match operand {
                    Operand::Value(v) => *v = value,
                    Operand::Block(b) => *b = value.as_block().unwrap_or(*b),
                    Operand::List(l) => l.as_mut_slice(pool)[place - start] = value,
                }
            }
            start += len;
        });
    }

    /// A copy of the instruction with its own operand lists, so that changes to either do not affect the other.
    pub(crate) fn with_own_lists(mut self, pool: &mut ValuePool) -> InstData {
        self.visit_operands(|operand| {
            if let Operand::List(l) = operand {
                *l = l.deep_clone(pool);
            }
        });
        self
    }

    /// Sets all operands, in the order of [`InstData::for_each_operand`]. Allocates new lists in `pool`.
    pub(crate) fn replace_operands(
        &mut self,
        pool: &mut ValuePool,
        old_pool: Option<&ValuePool>,
        mut operands: &[Value],
    ) {
        self.visit_operands(|operand| {
            let len = operand.len(old_pool.unwrap_or(pool));
            let (first, rest) = operands.split_at(len.min(operands.len()));
            operands = rest;
            match (operand, first) {
                (Operand::Value(v), [new, ..]) => *v = *new,
                (Operand::Block(b), [new, ..]) => *b = new.as_block().unwrap_or(*b),
                (Operand::List(l), new) => *l = ValueList::from_slice(new, pool),
                _ => {}
            }
        });
    }

    /// Calls `f` with the successors of a terminator, in LLVM's successor order.
    pub fn for_each_successor(&self, pool: &ValuePool, mut f: impl FnMut(Block)) {
        use InstData::*;
        let mut list = |l: &ValueList| l.as_slice(pool).iter().filter_map(|v| v.as_block()).for_each(&mut f);
        match self {
            Br { dest } => f(*dest),
            CondBr { if_true, if_false, .. } => {
                f(*if_true);
                f(*if_false);
            }
            Switch { default, cases, .. } => {
                list(&ValueList::new());
                f(*default);
                cases.as_slice(pool).iter().filter_map(|v| v.as_block()).for_each(&mut f);
            }
            IndirectBr { dests, .. } => list(dests),
            Invoke { normal, unwind, .. } => {
                f(*normal);
                f(*unwind);
            }
            CallBr { default, indirect, .. } => {
                f(*default);
                indirect.as_slice(pool).iter().filter_map(|v| v.as_block()).for_each(&mut f);
            }
            CleanupRet { unwind, .. } => unwind.expand().into_iter().for_each(f),
            CatchRet { dest, .. } => f(*dest),
            CatchSwitch { handlers, unwind, .. } => {
                unwind.expand().into_iter().for_each(&mut f);
                handlers.as_slice(pool).iter().filter_map(|v| v.as_block()).for_each(&mut f);
            }
            _ => {}
        }
    }

    /// The single definition of where each opcode stores its operands, in LLVM's operand order.
    #[inline]
    fn visit_operands(&mut self, mut f: impl FnMut(Operand<'_>)) {
        use InstData::*;
        let mut value = |v: &mut Value| f(Operand::Value(v));
        match self {
            Ret { value: v } => {
                if let Some(mut x) = v.expand() {
                    value(&mut x);
                    *v = x.into();
                }
            }
            Br { dest } => f(Operand::Block(dest)),
            CondBr { condition, if_true, if_false } => {
                value(condition);
                f(Operand::Block(if_false));
                f(Operand::Block(if_true));
            }
            Switch { condition, default, cases } => {
                value(condition);
                f(Operand::Block(default));
                f(Operand::List(cases));
            }
            IndirectBr { address, dests } => {
                value(address);
                f(Operand::List(dests));
            }
            Invoke { call, normal, unwind, .. } => {
                f(Operand::List(&mut call.args));
                f(Operand::Block(normal));
                f(Operand::Block(unwind));
                f(Operand::Value(&mut call.callee));
            }
            CallBr { call, default, indirect, .. } => {
                f(Operand::List(&mut call.args));
                f(Operand::Block(default));
                f(Operand::List(indirect));
                f(Operand::Value(&mut call.callee));
            }
            Call { call, .. } => {
                f(Operand::List(&mut call.args));
                f(Operand::Value(&mut call.callee));
            }
            CleanupRet { pad, unwind } => {
                value(pad);
                if let Some(mut b) = unwind.expand() {
                    f(Operand::Block(&mut b));
                    *unwind = b.into();
                }
            }
            CatchRet { pad, dest } => {
                value(pad);
                f(Operand::Block(dest));
            }
            CatchSwitch { parent, handlers, unwind } => {
                value(parent);
                if let Some(mut b) = unwind.expand() {
                    f(Operand::Block(&mut b));
                    *unwind = b.into();
                }
                f(Operand::List(handlers));
            }
            Unreachable | Fence { .. } => {}
            Resume { value: v }
            | FNeg { value: v, .. }
            | Cast { value: v, .. }
            | Freeze { value: v }
            | VaArg { list: v } => {
                value(v);
            }
            Binary { lhs, rhs, .. } | ICmp { lhs, rhs, .. } | FCmp { lhs, rhs, .. } => {
                value(lhs);
                value(rhs);
            }
            ExtractElement { vector, index } => {
                value(vector);
                value(index);
            }
            InsertElement { vector, element, index } => {
                value(vector);
                value(element);
                value(index);
            }
            ShuffleVector { v1, v2, .. } => {
                value(v1);
                value(v2);
            }
            ExtractValue { aggregate, .. } => value(aggregate),
            InsertValue { aggregate, value: v, .. } => {
                value(aggregate);
                value(v);
            }
            Alloca { count, .. } => value(count),
            Load { pointer, .. } => value(pointer),
            Store { value: v, pointer, .. } => {
                value(v);
                value(pointer);
            }
            CmpXchg { pointer, expected, new, .. } => {
                value(pointer);
                value(expected);
                value(new);
            }
            AtomicRmw { pointer, value: v, .. } => {
                value(pointer);
                value(v);
            }
            GetElementPtr { operands, .. } => f(Operand::List(operands)),
            Phi { incoming, .. } => f(Operand::List(incoming)),
            Select { condition, if_true, if_false, .. } => {
                value(condition);
                value(if_true);
                value(if_false);
            }
            LandingPad { clauses, .. } => f(Operand::List(clauses)),
            CatchPad { parent, args } | CleanupPad { parent, args } => {
                f(Operand::List(args));
                f(Operand::Value(parent));
            }
        }
    }
}

/// The storage of an operand.
enum Operand<'a> {
    Value(&'a mut Value),
    Block(&'a mut Block),
    List(&'a mut ValueList),
}

impl Operand<'_> {
    fn len(&self, pool: &ValuePool) -> usize {
        match self {
            Operand::Value(_) | Operand::Block(_) => 1,
            Operand::List(l) => l.len(pool),
        }
    }
}
