//! Bitcode that was read, as text.

use lindworm_bitcode::{ReadOptions, read};
use lindworm_ir::Context;

/// The text of a module, or what is wrong with its bitcode.
pub fn read_bytes(bitcode: &[u8]) -> Result<String, String> {
    match read(&Context::new(), "m", bitcode, &ReadOptions::default()) {
        Ok(outcome) => Ok(String::from_utf8_lossy(&lindworm_text::to_bytes(&outcome.module)).into_owned()),
        Err(error) => Err(error.message),
    }
}
