//! The codes of operations, flags and alignments in the records of constants and instructions: one table for the reader and
//! the writer. The codes are stable, independent of the in-memory representation.

use lindworm_eval::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags, IntPredicate};
use lindworm_ir::instruction::{Align, AtomicOrdering, AtomicRmwOp, GepFlags};

/// The integer binary operations by code.
const INT_BINARY: [BinaryOp; 13] = {
    use BinaryOp::*;
    [Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor]
};

/// The floating-point binary operations by code, which share codes with the integer ones.
const FLOAT_BINARY: [Option<BinaryOp>; 13] = {
    use BinaryOp::*;
    [Some(FAdd), Some(FSub), Some(FMul), None, Some(FDiv), None, Some(FRem), None, None, None, None, None, None]
};

/// The casts by code.
const CAST: [CastOp; 14] = {
    use CastOp::*;
    [
        Trunc,
        ZExt,
        SExt,
        FPToUI,
        FPToSI,
        UIToFP,
        SIToFP,
        FPTrunc,
        FPExt,
        PtrToInt,
        IntToPtr,
        BitCast,
        AddrSpaceCast,
        PtrToAddr,
    ]
};

/// The `atomicrmw` operations by code.
const ATOMIC_RMW: [AtomicRmwOp; 23] = {
    use AtomicRmwOp::*;
    [
        Xchg,
        Add,
        Sub,
        And,
        Nand,
        Or,
        Xor,
        Max,
        Min,
        UMax,
        UMin,
        FAdd,
        FSub,
        FMax,
        FMin,
        UIncWrap,
        UDecWrap,
        USubCond,
        USubSat,
        FMaximum,
        FMinimum,
        FMaximumNum,
        FMinimumNum,
    ]
};

const ORDERINGS: [AtomicOrdering; 7] = {
    use AtomicOrdering::*;
    [NotAtomic, Unordered, Monotonic, Acquire, Release, AcqRel, SeqCst]
};

/// The code of the only unary operation, `fneg`.
pub(crate) const FNEG: u64 = 0;

/// The code of the first `icmp` predicate; `fcmp` predicates have lower codes.
const FIRST_INT_PREDICATE: u64 = 32;

/// The code of a binary operation.
pub(crate) fn binary_code(op: BinaryOp) -> u64 {
    position(INT_BINARY.iter().zip(&FLOAT_BINARY), |&(int, float)| *int == op || *float == Some(op))
}

/// The binary operation with a code, on floats or on integers.
pub(crate) fn binary_op(code: u64, on_floats: bool) -> Option<BinaryOp> {
    let code = usize::try_from(code).ok()?;
    match on_floats {
        true => FLOAT_BINARY.get(code).copied().flatten(),
        false => INT_BINARY.get(code).copied(),
    }
}

/// The code of a cast.
pub(crate) fn cast_code(op: CastOp) -> u64 {
    position(CAST.iter(), |&&x| x == op)
}

/// The cast with a code.
pub(crate) fn cast_op(code: u64) -> Option<CastOp> {
    CAST.get(usize::try_from(code).ok()?).copied()
}

/// The bit for `elementwise` in the code of an `atomicrmw` operation.
pub(crate) const ATOMIC_RMW_ELEMENTWISE: u64 = 1 << 5;

/// The code of an `atomicrmw` operation.
pub(crate) fn atomic_rmw_code(op: AtomicRmwOp) -> u64 {
    position(ATOMIC_RMW.iter(), |&&x| x == op)
}

/// The `atomicrmw` operation with a code.
pub(crate) fn atomic_rmw_op(code: u64) -> Option<AtomicRmwOp> {
    ATOMIC_RMW.get(usize::try_from(code).ok()?).copied()
}

fn position<T>(mut items: impl Iterator<Item = T>, is: impl Fn(&T) -> bool) -> u64 {
    items.position(|x| is(&x)).unwrap_or(0) as u64
}

/// The atomic ordering with a code; unknown codes are sequentially consistent. The inverse is `ordering as u64`.
pub(crate) fn ordering(code: u64) -> AtomicOrdering {
    usize::try_from(code).ok().and_then(|c| ORDERINGS.get(c).copied()).unwrap_or(AtomicOrdering::SeqCst)
}

/// The code of an `icmp` predicate.
pub(crate) fn int_predicate_code(predicate: IntPredicate) -> u64 {
    FIRST_INT_PREDICATE + predicate as u64
}

/// The `icmp` predicate with a code.
pub(crate) fn int_predicate(code: u64) -> Option<IntPredicate> {
    IntPredicate::ALL.get(usize::try_from(code.checked_sub(FIRST_INT_PREDICATE)?).ok()?).copied()
}

/// The `fcmp` predicate with a code. The inverse is `predicate as u64`.
pub(crate) fn float_predicate(code: u64) -> Option<FloatPredicate> {
    FloatPredicate::ALL.get(usize::try_from(code).ok()?).copied()
}

/// The bits of integer flags: `nsw` is bit 1. All others are bit 0, since no operation has two of them.
pub(crate) fn int_flags_code(flags: IntFlags) -> u64 {
    (!(flags - IntFlags::NSW).is_empty()) as u64 | (flags.contains(IntFlags::NSW) as u64) << 1
}

/// The integer flags with these bits, for an operation that can have those in `allowed`.
pub(crate) fn int_flags(code: u64, allowed: IntFlags) -> IntFlags {
    let mut flags = IntFlags::empty();
    flags.set(allowed - IntFlags::NSW, code & 1 != 0);
    flags.set(allowed & IntFlags::NSW, code & 2 != 0);
    flags
}

/// The `getelementptr` flags with these bits, which are the same as in memory; `inbounds` implies `nusw`.
pub(crate) fn gep_flags(code: u64) -> GepFlags {
    let flags = GepFlags::from_bits_truncate(code as u8);
    if flags.contains(GepFlags::INBOUNDS) { flags | GepFlags::NUSW } else { flags }
}

/// The obsolete bit for all fast-math flags.
const UNSAFE_ALGEBRA: u64 = 1;

/// The bit of `reassoc`; the other bits are the same as in memory.
const REASSOC: u64 = 1 << 7;

/// The bits of fast-math flags.
pub(crate) fn fast_math_code(flags: FastMathFlags) -> u64 {
    let reassoc = if flags.contains(FastMathFlags::REASSOC) { REASSOC } else { 0 };
    (flags - FastMathFlags::REASSOC).bits() as u64 | reassoc
}

/// The fast-math flags with these bits.
pub(crate) fn fast_math(code: u64) -> FastMathFlags {
    if code & UNSAFE_ALGEBRA != 0 {
        return FastMathFlags::FAST;
    }
    let mut flags = FastMathFlags::from_bits_truncate(code as u8);
    flags.set(FastMathFlags::REASSOC, code & REASSOC != 0);
    flags
}

/// The code of an alignment: log2 + 1, or 0 for none.
pub(crate) fn align_code(align: Align) -> u64 {
    align.bytes().map_or(0, |bytes| bytes.trailing_zeros() as u64 + 1)
}

/// The alignment with a code, if it is at most [`Align::MAX`].
pub(crate) fn align(code: u64) -> Option<Align> {
    match code {
        0 => Some(Align::NONE),
        _ => Align::new(1u64.checked_shl(u32::try_from(code - 1).ok()?)?),
    }
}

/// The bits of the last operand of `alloca`.
pub(crate) mod alloca {
    /// The number of low bits of the alignment code in the operand.
    pub const ALIGN_LOW_BITS: u32 = 5;
    /// `inalloca`.
    pub const IN_ALLOCA: u64 = 1 << 5;
    /// The record has the allocated type rather than a pointer type.
    pub const EXPLICIT_TYPE: u64 = 1 << 6;
    /// `swifterror`.
    pub const SWIFT_ERROR: u64 = 1 << 7;
    /// The shift of the high bits of the alignment code.
    pub const ALIGN_HIGH_SHIFT: u32 = 8;
    /// The number of high bits of the alignment code.
    pub const ALIGN_HIGH_BITS: u32 = 3;
}

/// The bits of the calling convention operand of a call.
pub(crate) mod call {
    /// `tail` or `musttail`.
    pub const TAIL: u64 = 1 << 0;
    /// The shift of the calling convention, ten bits, in `call` and `callbr`; in `invoke` it is 0.
    pub const CONVENTION_SHIFT: u32 = 1;
    /// `invoke`: the record has an explicit function type.
    pub const INVOKE_EXPLICIT_TYPE: u64 = 1 << 13;
    /// `musttail`.
    pub const MUST_TAIL: u64 = 1 << 14;
    /// The record has an explicit function type.
    pub const EXPLICIT_TYPE: u64 = 1 << 15;
    /// `notail`.
    pub const NO_TAIL: u64 = 1 << 16;
    /// Fast-math flags follow.
    pub const FAST_MATH: u64 = 1 << 17;
}

/// Marks metadata among the inputs of an operand bundle.
pub(crate) const BUNDLE_METADATA: u64 = 0x8000_0000;

/// The code of a signed number: the sign is the lowest bit, so that small numbers have short VBR encodings.
pub(crate) fn signed_code(value: i64) -> u64 {
    match value {
        0.. => (value as u64) << 1,
        _ => value.unsigned_abs() << 1 | 1,
    }
}

/// The signed number with a code; the code 1 is `i64::MIN`.
pub(crate) fn signed(code: u64) -> i64 {
    match code {
        1 => i64::MIN,
        _ if code & 1 == 0 => (code >> 1) as i64,
        _ => -((code >> 1) as i64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back() {
        for &op in BinaryOp::ALL {
            assert_eq!(binary_op(binary_code(op), op.is_float()), Some(op));
        }
        for &op in CastOp::ALL {
            assert_eq!(cast_op(cast_code(op)), Some(op));
        }
        for &op in AtomicRmwOp::ALL {
            assert_eq!(atomic_rmw_op(atomic_rmw_code(op)), Some(op));
        }
        for &p in IntPredicate::ALL {
            assert_eq!(int_predicate(int_predicate_code(p)), Some(p));
        }
        for &p in FloatPredicate::ALL {
            assert_eq!(float_predicate(p as u64), Some(p));
        }
        for ordering_code in 0..7 {
            assert_eq!(ordering(ordering_code) as u64, ordering_code);
        }
        for bits in 0..128 {
            let flags = FastMathFlags::from_bits_truncate(bits);
            assert_eq!(fast_math(fast_math_code(flags)), flags);
        }
        for log2 in 0..=32 {
            let a = Align::from_log2(log2);
            assert_eq!(align(align_code(a)), Some(a));
        }
        for value in [0, 1, -1, i64::MAX, i64::MIN, -i64::MAX] {
            assert_eq!(signed(signed_code(value)), value);
        }
    }

    #[test]
    fn codes_out_of_range_are_nothing() {
        assert_eq!(binary_op(13, false), None);
        assert_eq!(binary_op(7, true), None);
        assert_eq!(cast_op(u64::MAX), None);
        assert_eq!(int_predicate(31), None);
        assert_eq!(float_predicate(16), None);
        assert_eq!(align(34), None);
        assert_eq!(align(u64::MAX), None);
    }

    #[test]
    fn integer_flags_read_back_where_they_are_allowed() {
        for &op in BinaryOp::ALL {
            for bits in 0..64 {
                let flags = IntFlags::from_bits_truncate(bits) & op.allowed_flags();
                assert_eq!(int_flags(int_flags_code(flags), op.allowed_flags()), flags, "{op}");
            }
        }
    }
}
