//! The instructions of x86-64 that code generation uses, as a table.

/// The size of an integer operation. Scalar float operations use `B32` unless they involve a 64-bit general-purpose register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Size {
    B8,
    B16,
    B32,
    B64,
}

impl Size {
    /// Every size.
    pub const ALL: [Size; 4] = [Size::B8, Size::B16, Size::B32, Size::B64];

    /// The smallest size of at least `bits` bits; 64 bits for larger values.
    #[inline]
    pub const fn of_bits(bits: u32) -> Size {
        match bits {
            ..=8 => Size::B8,
            9..=16 => Size::B16,
            17..=32 => Size::B32,
            _ => Size::B64,
        }
    }

    /// The size in bits.
    #[inline]
    pub const fn bits(self) -> u32 {
        8 << self as u32
    }

    /// The size in bytes.
    #[inline]
    pub const fn bytes(self) -> u32 {
        1 << self as u32
    }

    /// This size, or 32 bits if this size is smaller: 32-bit operations need no prefix and do not depend on the old register
    /// contents.
    #[inline]
    pub const fn at_least_32(self) -> Size {
        match self {
            Size::B64 => Size::B64,
            _ => Size::B32,
        }
    }
}

/// The operands of an instruction, which determine its encoding. `Rm` is a register or memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operands {
    /// A register, then `Rm` of the operation's size.
    RegRm,
    /// `Rm`, then a register.
    RmReg,
    /// `Rm`; another operand is implied by the opcode, `cl` or an immediate.
    Rm,
}

/// The encoding of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op {
    /// A mandatory prefix: `0x66`, `0xf2`, `0xf3`; 0 for none.
    pub prefix: u8,
    /// The opcode map: 0 for one-byte opcodes, 1 for `0f`, 2 for `0f 38`, 3 for `0f 3a`.
    pub map: u8,
    /// The opcode. If there is a byte form, it has the opcode minus one.
    pub code: u8,
    /// The `reg` field, if the field does not hold a register.
    pub digit: u8,
    /// Whether the opcode minus one is the byte form.
    pub has_byte_form: bool,
    /// Whether the `Rm` operand is one byte at every operation size: a low-byte register may then need a prefix.
    pub takes_byte: bool,
    /// Its operands.
    pub operands: Operands,
}

macro_rules! ops {
    ($($(#[$doc:meta])* $name:ident = $text:literal $operands:ident $prefix:literal $map:literal $code:literal $digit:literal $byte_form:literal $byte:literal;)*) => {
        /// The instructions.
        pub mod op {
            use super::{Op, Operands};
            $(
                #[doc = concat!("`", $text, "`")]
                pub const $name: Op = Op {
                    prefix: $prefix,
                    map: $map,
                    code: $code,
                    digit: $digit,
                    has_byte_form: $byte_form,
                    takes_byte: $byte,
                    operands: Operands::$operands,
                };
            )*
            /// Every instruction of the table, with its mnemonic.
            pub const ALL: &[(&str, Op)] = &[$(($text, $name)),*];
            with_byte! {
                PSRLW_IMM = "psrlw" 0x66 0x71 2;
                PSRAW_IMM = "psraw" 0x66 0x71 4;
                PSLLW_IMM = "psllw" 0x66 0x71 6;
                PSRLD_IMM = "psrld" 0x66 0x72 2;
                PSRAD_IMM = "psrad" 0x66 0x72 4;
                PSLLD_IMM = "pslld" 0x66 0x72 6;
                PSRLQ_IMM = "psrlq" 0x66 0x73 2;
                PSLLQ_IMM = "psllq" 0x66 0x73 6;
                PSHUFD = "pshufd" 0x66 0x70 0;
                PSHUFLW = "pshuflw" 0xf2 0x70 0;
                PSHUFHW = "pshufhw" 0xf3 0x70 0;
                SHUFPS = "shufps" 0 0xc6 0;
                SHUFPD = "shufpd" 0x66 0xc6 0;
                CMPPS = "cmpps" 0 0xc2 0;
                CMPPD = "cmppd" 0x66 0xc2 0;
            }
        }
    };
}

/// Instructions on vector registers with an immediate byte: mnemonic, mandatory prefix, opcode, digit.
macro_rules! with_byte {
    ($($name:ident = $text:literal $prefix:literal $code:literal $digit:literal;)*) => {
        $(
            #[doc = concat!("`", $text, "`, with an immediate byte")]
            pub const $name: Op = Op {
                prefix: $prefix,
                map: 1,
                code: $code,
                digit: $digit,
                has_byte_form: false,
                takes_byte: false,
                operands: Operands::RegRm,
            };
        )*
        /// Every instruction on vector registers that has an immediate byte, with its mnemonic.
        pub const WITH_BYTE: &[(&str, Op)] = &[$(($text, $name)),*];
    };
}

// Name, mnemonic, operands, mandatory prefix, map, opcode, digit, whether there is a byte form, whether `Rm` is a byte.
ops! {
    ADD = "add" RegRm 0 0 0x03 0 true false;
    OR = "or" RegRm 0 0 0x0b 1 true false;
    ADC = "adc" RegRm 0 0 0x13 2 true false;
    SBB = "sbb" RegRm 0 0 0x1b 3 true false;
    AND = "and" RegRm 0 0 0x23 4 true false;
    SUB = "sub" RegRm 0 0 0x2b 5 true false;
    XOR = "xor" RegRm 0 0 0x33 6 true false;
    CMP = "cmp" RegRm 0 0 0x3b 7 true false;
    ADD_STORE = "add" RmReg 0 0 0x01 0 true false;
    CMP_STORE = "cmp" RmReg 0 0 0x39 7 true false;
    MOV = "mov" RegRm 0 0 0x8b 0 true false;
    MOV_STORE = "mov" RmReg 0 0 0x89 0 true false;
    LEA = "lea" RegRm 0 0 0x8d 0 false false;
    TEST = "test" RmReg 0 0 0x85 0 true false;
    XCHG = "xchg" RmReg 0 0 0x87 0 true false;
    MOVZX8 = "movzx" RegRm 0 1 0xb6 0 false true;
    MOVZX16 = "movzx" RegRm 0 1 0xb7 0 false false;
    MOVSX8 = "movsx" RegRm 0 1 0xbe 0 false true;
    MOVSX16 = "movsx" RegRm 0 1 0xbf 0 false false;
    MOVSXD = "movsxd" RegRm 0 0 0x63 0 false false;
    IMUL = "imul" RegRm 0 1 0xaf 0 false false;
    BSF = "bsf" RegRm 0 1 0xbc 0 false false;
    BSR = "bsr" RegRm 0 1 0xbd 0 false false;
    SHLD_CL = "shld" RmReg 0 1 0xa5 0 false false;
    SHRD_CL = "shrd" RmReg 0 1 0xad 0 false false;
    NOT = "not" Rm 0 0 0xf7 2 true false;
    NEG = "neg" Rm 0 0 0xf7 3 true false;
    DEC = "dec" Rm 0 0 0xff 1 true false;
    MUL = "mul" Rm 0 0 0xf7 4 true false;
    IMUL_WIDE = "imul" Rm 0 0 0xf7 5 true false;
    DIV = "div" Rm 0 0 0xf7 6 true false;
    IDIV = "idiv" Rm 0 0 0xf7 7 true false;
    ROL_CL = "rol" Rm 0 0 0xd3 0 true false;
    ROR_CL = "ror" Rm 0 0 0xd3 1 true false;
    SHL_CL = "shl" Rm 0 0 0xd3 4 true false;
    SHR_CL = "shr" Rm 0 0 0xd3 5 true false;
    SAR_CL = "sar" Rm 0 0 0xd3 7 true false;
    CMPXCHG = "cmpxchg" RmReg 0 1 0xb1 0 true false;
    XADD = "xadd" RmReg 0 1 0xc1 0 true false;
    MOVSS = "movss" RegRm 0xf3 1 0x10 0 false false;
    MOVSD = "movsd" RegRm 0xf2 1 0x10 0 false false;
    MOVSS_STORE = "movss" RmReg 0xf3 1 0x11 0 false false;
    MOVSD_STORE = "movsd" RmReg 0xf2 1 0x11 0 false false;
    MOVUPS = "movups" RegRm 0 1 0x10 0 false false;
    MOVUPS_STORE = "movups" RmReg 0 1 0x11 0 false false;
    MOVAPS = "movaps" RegRm 0 1 0x28 0 false false;
    MOVAPS_STORE = "movaps" RmReg 0 1 0x29 0 false false;
    MOVD_TO_XMM = "movd" RegRm 0x66 1 0x6e 0 false false;
    MOVD_FROM_XMM = "movd" RmReg 0x66 1 0x7e 0 false false;
    ADDSS = "addss" RegRm 0xf3 1 0x58 0 false false;
    ADDSD = "addsd" RegRm 0xf2 1 0x58 0 false false;
    MULSS = "mulss" RegRm 0xf3 1 0x59 0 false false;
    MULSD = "mulsd" RegRm 0xf2 1 0x59 0 false false;
    SUBSS = "subss" RegRm 0xf3 1 0x5c 0 false false;
    SUBSD = "subsd" RegRm 0xf2 1 0x5c 0 false false;
    DIVSS = "divss" RegRm 0xf3 1 0x5e 0 false false;
    DIVSD = "divsd" RegRm 0xf2 1 0x5e 0 false false;
    SQRTSS = "sqrtss" RegRm 0xf3 1 0x51 0 false false;
    SQRTSD = "sqrtsd" RegRm 0xf2 1 0x51 0 false false;
    UCOMISS = "ucomiss" RegRm 0 1 0x2e 0 false false;
    UCOMISD = "ucomisd" RegRm 0x66 1 0x2e 0 false false;
    CVTSS2SD = "cvtss2sd" RegRm 0xf3 1 0x5a 0 false false;
    CVTSD2SS = "cvtsd2ss" RegRm 0xf2 1 0x5a 0 false false;
    CVTSI2SS = "cvtsi2ss" RegRm 0xf3 1 0x2a 0 false false;
    CVTSI2SD = "cvtsi2sd" RegRm 0xf2 1 0x2a 0 false false;
    CVTTSS2SI = "cvttss2si" RegRm 0xf3 1 0x2c 0 false false;
    CVTTSD2SI = "cvttsd2si" RegRm 0xf2 1 0x2c 0 false false;
    ANDPS = "andps" RegRm 0 1 0x54 0 false false;
    ANDNPS = "andnps" RegRm 0 1 0x55 0 false false;
    ORPS = "orps" RegRm 0 1 0x56 0 false false;
    XORPS = "xorps" RegRm 0 1 0x57 0 false false;
    PUNPCKLBW = "punpcklbw" RegRm 0x66 1 0x60 0 false false;
    PUNPCKLWD = "punpcklwd" RegRm 0x66 1 0x61 0 false false;
    PUNPCKLDQ = "punpckldq" RegRm 0x66 1 0x62 0 false false;
    PACKSSWB = "packsswb" RegRm 0x66 1 0x63 0 false false;
    PCMPGTB = "pcmpgtb" RegRm 0x66 1 0x64 0 false false;
    PCMPGTW = "pcmpgtw" RegRm 0x66 1 0x65 0 false false;
    PCMPGTD = "pcmpgtd" RegRm 0x66 1 0x66 0 false false;
    PACKSSDW = "packssdw" RegRm 0x66 1 0x6b 0 false false;
    PUNPCKLQDQ = "punpcklqdq" RegRm 0x66 1 0x6c 0 false false;
    PCMPEQB = "pcmpeqb" RegRm 0x66 1 0x74 0 false false;
    PCMPEQW = "pcmpeqw" RegRm 0x66 1 0x75 0 false false;
    PCMPEQD = "pcmpeqd" RegRm 0x66 1 0x76 0 false false;
    PADDQ = "paddq" RegRm 0x66 1 0xd4 0 false false;
    PMULLW = "pmullw" RegRm 0x66 1 0xd5 0 false false;
    PAND = "pand" RegRm 0x66 1 0xdb 0 false false;
    PANDN = "pandn" RegRm 0x66 1 0xdf 0 false false;
    POR = "por" RegRm 0x66 1 0xeb 0 false false;
    PXOR = "pxor" RegRm 0x66 1 0xef 0 false false;
    PSUBB = "psubb" RegRm 0x66 1 0xf8 0 false false;
    PSUBW = "psubw" RegRm 0x66 1 0xf9 0 false false;
    PSUBD = "psubd" RegRm 0x66 1 0xfa 0 false false;
    PSUBQ = "psubq" RegRm 0x66 1 0xfb 0 false false;
    PADDB = "paddb" RegRm 0x66 1 0xfc 0 false false;
    PADDW = "paddw" RegRm 0x66 1 0xfd 0 false false;
    PADDD = "paddd" RegRm 0x66 1 0xfe 0 false false;
    PMINUB = "pminub" RegRm 0x66 1 0xda 0 false false;
    PMAXUB = "pmaxub" RegRm 0x66 1 0xde 0 false false;
    PMINSW = "pminsw" RegRm 0x66 1 0xea 0 false false;
    PMAXSW = "pmaxsw" RegRm 0x66 1 0xee 0 false false;
    PMULUDQ = "pmuludq" RegRm 0x66 1 0xf4 0 false false;
    PMOVMSKB = "pmovmskb" RegRm 0x66 1 0xd7 0 false false;
    ADDPD = "addpd" RegRm 0x66 1 0x58 0 false false;
    MULPD = "mulpd" RegRm 0x66 1 0x59 0 false false;
    SUBPD = "subpd" RegRm 0x66 1 0x5c 0 false false;
    DIVPD = "divpd" RegRm 0x66 1 0x5e 0 false false;
    SQRTPD = "sqrtpd" RegRm 0x66 1 0x51 0 false false;
    MOVMSKPD = "movmskpd" RegRm 0x66 1 0x50 0 false false;
    ADDPS = "addps" RegRm 0 1 0x58 0 false false;
    MULPS = "mulps" RegRm 0 1 0x59 0 false false;
    SUBPS = "subps" RegRm 0 1 0x5c 0 false false;
    DIVPS = "divps" RegRm 0 1 0x5e 0 false false;
    SQRTPS = "sqrtps" RegRm 0 1 0x51 0 false false;
    MOVMSKPS = "movmskps" RegRm 0 1 0x50 0 false false;
    CVTDQ2PS = "cvtdq2ps" RegRm 0 1 0x5b 0 false false;
    CVTTPS2DQ = "cvttps2dq" RegRm 0xf3 1 0x5b 0 false false;
    FLD80 = "fld" Rm 0 0 0xdb 5 false false;
    FSTP80 = "fstp" Rm 0 0 0xdb 7 false false;
    FLD32 = "fld" Rm 0 0 0xd9 0 false false;
    FLD64 = "fld" Rm 0 0 0xdd 0 false false;
    FSTP32 = "fstp" Rm 0 0 0xd9 3 false false;
    FSTP64 = "fstp" Rm 0 0 0xdd 3 false false;
    FILD32 = "fild" Rm 0 0 0xdb 0 false false;
    FILD64 = "fild" Rm 0 0 0xdf 5 false false;
    FISTP32 = "fistp" Rm 0 0 0xdb 3 false false;
    FISTP64 = "fistp" Rm 0 0 0xdf 7 false false;
    FLDCW = "fldcw" Rm 0 0 0xd9 5 false false;
    FNSTCW = "fnstcw" Rm 0 0 0xd9 7 false false;
}

/// A condition of a jump, `setcc` or `cmovcc`, by its number in the opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Condition {
    Overflow,
    NoOverflow,
    Below,
    AboveEqual,
    Equal,
    NotEqual,
    BelowEqual,
    Above,
    Sign,
    NoSign,
    Parity,
    NoParity,
    Less,
    GreaterEqual,
    LessEqual,
    Greater,
}

impl Condition {
    /// Every condition, by number.
    pub const ALL: [Condition; 16] = {
        use Condition::*;
        [
            Overflow,
            NoOverflow,
            Below,
            AboveEqual,
            Equal,
            NotEqual,
            BelowEqual,
            Above,
            Sign,
            NoSign,
            Parity,
            NoParity,
            Less,
            GreaterEqual,
            LessEqual,
            Greater,
        ]
    };

    /// The negated condition.
    #[inline]
    pub const fn negated(self) -> Condition {
        Condition::ALL[(self as u8 ^ 1) as usize]
    }
}
