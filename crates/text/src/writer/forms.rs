//! What versions write in different ways.

use lindworm_ir::eval::Float;
use lindworm_ir::version::IrVersion;

/// How a version writes what another version writes otherwise. A writer looks them up once.
#[derive(Clone, Copy)]
pub(super) struct Forms {
    /// A floating-point number.
    pub float: fn(Float, &mut Vec<u8>),
    /// Whether a vector of null pointers is `splat (ptr null)`, and not `zeroinitializer`.
    pub null_splats: bool,
    /// Whether module-level inline assembler is a block of lines, and not `module asm` with each line.
    pub asm_blocks: bool,
}

const FORMS: [Forms; IrVersion::ALL.len()] = [
    Forms { float: Float::write_ir, null_splats: false, asm_blocks: false },
    Forms { float: Float::write_ir_in_words, null_splats: true, asm_blocks: true },
];

impl Forms {
    pub(super) fn of(version: IrVersion) -> Forms {
        FORMS[version as usize]
    }
}
