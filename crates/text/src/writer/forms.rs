//! Syntax that differs between versions.

use lindworm_ir::eval::Float;
use lindworm_ir::version::IrVersion;

/// The version-dependent syntax, looked up once per writer.
#[derive(Clone, Copy)]
pub(super) struct Forms {
    /// Writes a floating-point number.
    pub float: fn(Float, &mut Vec<u8>),
    /// Whether a vector of null pointers is `splat (ptr null)` rather than `zeroinitializer`.
    pub null_splats: bool,
    /// Whether module-level inline assembly is one block rather than `module asm` per line.
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
