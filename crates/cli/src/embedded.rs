//! Bitcode embedded in object files by `clang -fembed-bitcode` and rustc.

use object::{Object, ObjectSection};

/// The bitcode in an ELF or Mach-O object file, if the bytes are one that has some.
pub fn bitcode(bytes: &[u8]) -> Option<Vec<u8>> {
    let is_object = [&b"\x7fELF"[..], b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe"].iter().any(|m| bytes.starts_with(m));
    if !is_object {
        return None;
    }
    let file = object::File::parse(bytes).ok()?;
    let section = file.section_by_name(".llvmbc").or_else(|| file.section_by_name("__bitcode"))?;
    // A marker section (`-fembed-bitcode-marker`) is empty, or one byte long.
    section.data().ok().filter(|data| data.len() > 1).map(<[u8]>::to_vec)
}
