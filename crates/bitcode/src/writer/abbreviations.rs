//! The abbreviations that LLVM defines in `BLOCKINFO`, and their ids.

use crate::bitstream::{Abbreviation, CHAR6, Encoding, Scalar};
use crate::codes::{self, block};

/// The abbreviations of symbol table blocks.
pub(super) mod symtab {
    /// Any name, of a value or block.
    pub const ENTRY_8: u32 = 4;
    /// The name of a value, with seven bits per character.
    pub const ENTRY_7: u32 = 5;
    /// The name of a value, in `char6`.
    pub const ENTRY_6: u32 = 6;
    /// The name of a block, in `char6`.
    pub const BBENTRY_6: u32 = 7;
}

/// The abbreviations of constants blocks.
pub(super) mod constant {
    /// The type of the following constants.
    pub const SETTYPE: u32 = 4;
    /// An integer of up to 64 bits.
    pub const INTEGER: u32 = 5;
    /// A cast.
    pub const CE_CAST: u32 = 6;
}

/// The abbreviations of function blocks.
#[allow(missing_docs)]
pub(super) mod function {
    pub const LOAD: u32 = 4;
    pub const STORE: u32 = 5;
    pub const UNOP: u32 = 6;
    pub const UNOP_FLAGS: u32 = 7;
    pub const BINOP: u32 = 8;
    pub const BINOP_FLAGS: u32 = 9;
    pub const CAST: u32 = 10;
    pub const CAST_FLAGS: u32 = 11;
    pub const RET_VOID: u32 = 12;
    pub const RET_VAL: u32 = 13;
    pub const BR_UNCOND: u32 = 14;
    pub const BR_COND: u32 = 15;
    pub const UNREACHABLE: u32 = 16;
    pub const GEP: u32 = 17;
    pub const CMP: u32 = 18;
    pub const CMP_FLAGS: u32 = 19;
    pub const DEBUG_RECORD_VALUE: u32 = 20;
    pub const DEBUG_LOC: u32 = 21;
    /// The width of flags in bits.
    pub const FLAG_BITS: u32 = 8;
}

/// An abbreviation with these fields.
pub(crate) fn abbreviation(fields: &[Encoding]) -> Abbreviation {
    Abbreviation(fields.into())
}

/// A constant field, such as the code of a record.
pub(crate) const fn literal(value: u32) -> Encoding {
    Encoding::Literal(value as u64)
}

/// A fixed-width field.
pub(crate) const fn fixed(bits: u32) -> Encoding {
    Encoding::Scalar(Scalar::Fixed(bits))
}

/// A VBR field.
pub(crate) const fn vbr(bits: u32) -> Encoding {
    Encoding::Scalar(Scalar::Vbr(bits))
}

/// The number of bits needed for values up to `greatest`.
pub(crate) fn bits_for(greatest: usize) -> u32 {
    usize::BITS - greatest.leading_zeros()
}

/// The narrowest encoding for the bytes of a name.
pub(crate) fn name_scalar(name: &[u8]) -> Scalar {
    match name {
        _ if name.iter().all(|&c| is_char6(c)) => Scalar::Char6,
        _ if name.is_ascii() => Scalar::Fixed(7),
        _ => Scalar::Fixed(8),
    }
}

/// Whether a byte has a `char6` code.
pub(crate) fn is_char6(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'.' || c == b'_'
}

/// The abbreviations of `BLOCKINFO` by block, in the order of the ids above.
pub(crate) fn block_info(types: usize) -> Vec<(u32, Abbreviation)> {
    use codes::{constant, function, symtab};
    debug_assert!(CHAR6.iter().all(|&c| is_char6(c)));
    let ty = fixed(bits_for(types));
    let value = vbr(6);
    let opcode = fixed(4);
    let flags = fixed(self::function::FLAG_BITS);
    let array = Encoding::Array;
    let names: [&[Encoding]; 4] = [
        &[fixed(3), vbr(8), array(Scalar::Fixed(8))],
        &[literal(symtab::ENTRY), vbr(8), array(Scalar::Fixed(7))],
        &[literal(symtab::ENTRY), vbr(8), array(Scalar::Char6)],
        &[literal(symtab::BBENTRY), vbr(8), array(Scalar::Char6)],
    ];
    let constants: [&[Encoding]; 4] = [
        &[literal(constant::SETTYPE), ty],
        &[literal(constant::INTEGER), vbr(8)],
        &[literal(constant::CE_CAST), opcode, ty, vbr(8)],
        &[literal(constant::NULL)],
    ];
    let instructions: [&[Encoding]; 18] = [
        &[literal(function::INST_LOAD), value, ty, vbr(4), fixed(1)],
        &[literal(function::INST_STORE), value, value, vbr(4), fixed(1)],
        &[literal(function::INST_UNOP), value, opcode],
        &[literal(function::INST_UNOP), value, opcode, flags],
        &[literal(function::INST_BINOP), value, value, opcode],
        &[literal(function::INST_BINOP), value, value, opcode, flags],
        &[literal(function::INST_CAST), value, ty, opcode],
        &[literal(function::INST_CAST), value, ty, opcode, flags],
        &[literal(function::INST_RET)],
        &[literal(function::INST_RET), value],
        &[literal(function::INST_BR), value],
        &[literal(function::INST_BR), value, value, value],
        &[literal(function::INST_UNREACHABLE)],
        &[literal(function::INST_GEP), fixed(3), ty, array(Scalar::Vbr(6))],
        &[literal(function::INST_CMP2), value, value, fixed(6)],
        &[literal(function::INST_CMP2), value, value, fixed(6), flags],
        &[literal(function::DEBUG_RECORD_VALUE_SIMPLE), vbr(7), vbr(7), vbr(7), value],
        &[literal(function::DEBUG_LOC), vbr(6), vbr(8), vbr(6), vbr(6), fixed(1), vbr(6), vbr(3)],
    ];
    let of =
        |block: u32, all: &[&[Encoding]]| all.iter().map(|fields| (block, abbreviation(fields))).collect::<Vec<_>>();
    let all = [(block::VALUE_SYMTAB, &names[..]), (block::CONSTANTS, &constants), (block::FUNCTION, &instructions)];
    all.into_iter().flat_map(|(block, all)| of(block, all)).collect()
}
