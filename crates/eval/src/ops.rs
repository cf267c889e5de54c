//! The operations: names, properties and flags.

/// Defines an operation `enum` from one table of variants and their spellings in LLVM IR.
macro_rules! named {
    ($(#[$meta:meta])* $type:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $type { $($(#[$doc])* $variant,)+ }

        impl $type {
            /// All variants, in the order of declaration: `ALL[op as usize] == op`.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name in LLVM IR.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// The variant with this name in LLVM IR.
            pub fn from_name(name: &[u8]) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.name().as_bytes() == name)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
pub(crate) use named;

named! {
    /// A binary operation: both operands and the result have the same type.
    BinaryOp {
        /// Integer addition.
        Add = "add",
        /// Floating-point addition.
        FAdd = "fadd",
        /// Integer subtraction.
        Sub = "sub",
        /// Floating-point subtraction.
        FSub = "fsub",
        /// Integer multiplication.
        Mul = "mul",
        /// Floating-point multiplication.
        FMul = "fmul",
        /// Unsigned division, rounding down.
        UDiv = "udiv",
        /// Signed division, rounding towards zero.
        SDiv = "sdiv",
        /// Floating-point division.
        FDiv = "fdiv",
        /// Unsigned remainder.
        URem = "urem",
        /// Signed remainder, with the sign of the dividend.
        SRem = "srem",
        /// Floating-point remainder, as C's `fmod`.
        FRem = "frem",
        /// Left shift.
        Shl = "shl",
        /// Logical right shift.
        LShr = "lshr",
        /// Arithmetic right shift.
        AShr = "ashr",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
    }
}

impl BinaryOp {
    /// Whether the operands are floating-point; otherwise they are integers.
    pub const fn is_float(self) -> bool {
        use BinaryOp::*;
        matches!(self, FAdd | FSub | FMul | FDiv | FRem)
    }

    /// Whether the operation is commutative.
    pub const fn is_commutative(self) -> bool {
        use BinaryOp::*;
        matches!(self, Add | FAdd | Mul | FMul | And | Or | Xor)
    }

    /// Whether `(a op b) op c` equals `a op (b op c)`, independently of flags.
    pub const fn is_associative(self) -> bool {
        use BinaryOp::*;
        matches!(self, Add | Mul | And | Or | Xor)
    }

    /// Whether the operation is a shift.
    pub const fn is_shift(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)
    }

    /// Whether the operation is an integer division or remainder, for which a zero divisor is undefined behaviour.
    pub const fn is_int_div_rem(self) -> bool {
        use BinaryOp::*;
        matches!(self, UDiv | SDiv | URem | SRem)
    }

    /// The valid integer flags.
    pub const fn allowed_flags(self) -> IntFlags {
        use BinaryOp::*;
        match self {
            Add | Sub | Mul | Shl => IntFlags::NUW.union(IntFlags::NSW),
            UDiv | SDiv | LShr | AShr => IntFlags::EXACT,
            Or => IntFlags::DISJOINT,
            _ => IntFlags::empty(),
        }
    }
}

named! {
    /// A cast of a value to another type.
    CastOp {
        /// Truncates an integer.
        Trunc = "trunc",
        /// Zero-extends an integer.
        ZExt = "zext",
        /// Sign-extends an integer.
        SExt = "sext",
        /// Float to unsigned integer, rounding towards zero.
        FPToUI = "fptoui",
        /// Float to signed integer, rounding towards zero.
        FPToSI = "fptosi",
        /// Unsigned integer to the nearest floating-point value.
        UIToFP = "uitofp",
        /// Signed integer to the nearest floating-point value.
        SIToFP = "sitofp",
        /// Float to a narrower format.
        FPTrunc = "fptrunc",
        /// Float to a wider format.
        FPExt = "fpext",
        /// Pointer to integer. Exposes the provenance.
        PtrToInt = "ptrtoint",
        /// Pointer to address. Does not expose the provenance.
        PtrToAddr = "ptrtoaddr",
        /// Integer to pointer.
        IntToPtr = "inttoptr",
        /// Reinterprets the bits as another type.
        BitCast = "bitcast",
        /// Pointer to another address space.
        AddrSpaceCast = "addrspacecast",
    }
}

impl CastOp {
    /// The valid integer flags.
    pub const fn allowed_flags(self) -> IntFlags {
        match self {
            CastOp::Trunc => IntFlags::NUW.union(IntFlags::NSW),
            CastOp::ZExt | CastOp::UIToFP => IntFlags::NNEG,
            _ => IntFlags::empty(),
        }
    }
}

named! {
    /// A predicate of `icmp`.
    IntPredicate {
        /// Equal.
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Unsigned greater.
        Ugt = "ugt",
        /// Unsigned greater or equal.
        Uge = "uge",
        /// Unsigned less.
        Ult = "ult",
        /// Unsigned less or equal.
        Ule = "ule",
        /// Signed greater.
        Sgt = "sgt",
        /// Signed greater or equal.
        Sge = "sge",
        /// Signed less.
        Slt = "slt",
        /// Signed less or equal.
        Sle = "sle",
    }
}

impl IntPredicate {
    /// The predicate `q` with `a q b == b self a`.
    pub const fn swapped(self) -> Self {
        use IntPredicate::*;
        match self {
            Eq | Ne => self,
            Ugt => Ult,
            Uge => Ule,
            Ult => Ugt,
            Ule => Uge,
            Sgt => Slt,
            Sge => Sle,
            Slt => Sgt,
            Sle => Sge,
        }
    }

    /// The complementary predicate.
    pub const fn inverse(self) -> Self {
        use IntPredicate::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Ugt => Ule,
            Uge => Ult,
            Ult => Uge,
            Ule => Ugt,
            Sgt => Sle,
            Sge => Slt,
            Slt => Sge,
            Sle => Sgt,
        }
    }

    /// The same order without equality; `eq` and `ne` stay.
    pub const fn strict(self) -> Self {
        use IntPredicate::*;
        match self {
            Uge => Ugt,
            Ule => Ult,
            Sge => Sgt,
            Sle => Slt,
            _ => self,
        }
    }

    /// Whether the comparison is signed.
    pub const fn is_signed(self) -> bool {
        use IntPredicate::*;
        matches!(self, Sgt | Sge | Slt | Sle)
    }

    /// Whether the comparison is unsigned; `eq` and `ne` are neither.
    pub const fn is_unsigned(self) -> bool {
        use IntPredicate::*;
        matches!(self, Ugt | Uge | Ult | Ule)
    }

    /// Whether it is `eq` or `ne`.
    pub const fn is_equality(self) -> bool {
        matches!(self, IntPredicate::Eq | IntPredicate::Ne)
    }

    /// The corresponding signed comparison.
    pub const fn to_signed(self) -> Self {
        use IntPredicate::*;
        match self {
            Ugt => Sgt,
            Uge => Sge,
            Ult => Slt,
            Ule => Sle,
            other => other,
        }
    }

    /// The corresponding unsigned comparison.
    pub const fn to_unsigned(self) -> Self {
        use IntPredicate::*;
        match self {
            Sgt => Ugt,
            Sge => Uge,
            Slt => Ult,
            Sle => Ule,
            other => other,
        }
    }

    /// Whether the predicate holds for equal operands.
    pub const fn holds_when_equal(self) -> bool {
        use IntPredicate::*;
        matches!(self, Eq | Uge | Ule | Sge | Sle)
    }
}

named! {
    /// A predicate of `fcmp`. The discriminant is the set of outcomes for which it holds: bit 0 equal, bit 1 greater, bit 2
    /// less, bit 3 unordered (an operand is a NaN).
    FloatPredicate {
        /// Always false.
        False = "false",
        /// Ordered and equal.
        Oeq = "oeq",
        /// Ordered and greater.
        Ogt = "ogt",
        /// Ordered and greater or equal.
        Oge = "oge",
        /// Ordered and less.
        Olt = "olt",
        /// Ordered and less or equal.
        Ole = "ole",
        /// Ordered and not equal.
        One = "one",
        /// Ordered: neither is a NaN.
        Ord = "ord",
        /// Unordered: either is a NaN.
        Uno = "uno",
        /// Unordered or equal.
        Ueq = "ueq",
        /// Unordered or greater.
        Ugt = "ugt",
        /// Unordered, greater or equal.
        Uge = "uge",
        /// Unordered or less.
        Ult = "ult",
        /// Unordered, less or equal.
        Ule = "ule",
        /// Unordered or not equal.
        Une = "une",
        /// Always true.
        True = "true",
    }
}

impl FloatPredicate {
    /// The predicate `q` with `a q b == b self a`.
    pub const fn swapped(self) -> Self {
        let set = self as usize;
        Self::ALL[set & 0b1001 | (set & 0b0010) << 1 | (set & 0b0100) >> 1]
    }

    /// The complementary predicate.
    pub const fn inverse(self) -> Self {
        Self::ALL[self as usize ^ 0b1111]
    }

    /// Whether the predicate holds for an outcome of the comparison; `None` if an operand is a NaN.
    pub const fn holds(self, outcome: Option<std::cmp::Ordering>) -> bool {
        use std::cmp::Ordering::*;
        let bit = match outcome {
            Some(Equal) => 0,
            Some(Greater) => 1,
            Some(Less) => 2,
            None => 3,
        };
        self as u8 >> bit & 1 != 0
    }

    /// Whether the predicate holds if an operand is a NaN.
    pub const fn is_unordered(self) -> bool {
        self.holds(None)
    }
}

bitflags::bitflags! {
    /// Flags of an integer operation. If their condition is violated, the result is poison.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub struct IntFlags: u8 {
        /// `nuw`: does not wrap as unsigned.
        const NUW = 1;
        /// `nsw`: does not wrap as signed.
        const NSW = 2;
        /// `exact`: no remainder; no set bit is shifted out.
        const EXACT = 4;
        /// `disjoint`: no bit is set in both operands.
        const DISJOINT = 8;
        /// `nneg`: the operand is not negative.
        const NNEG = 16;
        /// `samesign`: both operands have the same sign.
        const SAMESIGN = 32;
    }

    /// Fast-math flags, with their bits in LLVM's bitcode.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub struct FastMathFlags: u8 {
        /// `reassoc`: reassociation is allowed.
        const REASSOC = 1;
        /// `nnan`: poison if an operand or the result is a NaN.
        const NNAN = 2;
        /// `ninf`: poison if an operand or the result is an infinity.
        const NINF = 4;
        /// `nsz`: the sign of a zero is insignificant.
        const NSZ = 8;
        /// `arcp`: multiplication by the reciprocal instead of division is allowed.
        const ARCP = 16;
        /// `contract`: fusing with another operation is allowed.
        const CONTRACT = 32;
        /// `afn`: approximation is allowed.
        const AFN = 64;
        /// `fast`: all of them.
        const FAST = 127;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering::*;

    #[test]
    fn names_read_back() {
        for &op in BinaryOp::ALL {
            assert_eq!(BinaryOp::from_name(op.name().as_bytes()), Some(op));
        }
        assert_eq!(CastOp::from_name(b"ptrtoaddr"), Some(CastOp::PtrToAddr));
        assert_eq!(CastOp::from_name(b"fold"), None);
    }

    #[test]
    fn int_predicates_invert_and_swap() {
        for &p in IntPredicate::ALL {
            assert_eq!(p.inverse().inverse(), p);
            assert_eq!(p.swapped().swapped(), p);
            assert_ne!(p.holds_when_equal(), p.inverse().holds_when_equal());
            assert_eq!(p.holds_when_equal(), p.swapped().holds_when_equal());
        }
    }

    #[test]
    fn float_predicates_invert_and_swap() {
        for &p in FloatPredicate::ALL {
            for outcome in [Some(Less), Some(Equal), Some(Greater), None] {
                assert_ne!(p.holds(outcome), p.inverse().holds(outcome));
                assert_eq!(p.holds(outcome), p.swapped().holds(outcome.map(|it| it.reverse())));
            }
        }
        assert_eq!(FloatPredicate::Olt.swapped(), FloatPredicate::Ogt);
        assert_eq!(FloatPredicate::Olt.inverse(), FloatPredicate::Uge);
    }
}
