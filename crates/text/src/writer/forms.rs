//! What versions write in different ways.

use lindworm_ir::IrVersion;
use lindworm_ir::eval::Float;

/// How a version writes what another version writes otherwise. A writer looks them up once.
#[derive(Clone, Copy)]
pub(super) struct Forms {
    /// A floating-point number.
    pub float: fn(Float, &mut Vec<u8>),
    /// Whether a vector of null pointers is `splat (ptr null)`, and not `zeroinitializer`.
    pub null_splats: bool,
    /// What stands before module-level inline assembler.
    pub before_asm: &'static [u8],
    /// What stands before each line of it.
    pub before_asm_line: &'static [u8],
}

const FORMS: [Forms; IrVersion::ALL.len()] = [
    Forms { float: Float::write_ir, null_splats: false, before_asm: b"", before_asm_line: b"module asm " },
    Forms { float: Float::write_ir_in_words, null_splats: true, before_asm: b"module asm\n", before_asm_line: b"    " },
];

impl Forms {
    pub(super) fn of(version: IrVersion) -> Forms {
        FORMS[version as usize]
    }
}
