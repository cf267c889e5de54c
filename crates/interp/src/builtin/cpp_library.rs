//! What native functions of the C++ library read through pointers to characters. Native code is not watched, so the memory is checked
//! before the call.

use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

/// What a native function reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// Nothing that is known.
    Nothing,
    /// The string that its last argument points to.
    String,
    /// The characters that its second argument points to; the third is their number.
    Characters,
}

/// What a function reads, by its mangled name.
pub(crate) fn reads(name: &[u8]) -> Reads {
    const STARTS: &[&[u8]] = &[b"_ZSt", b"_ZNSt", b"_ZNKSt", b"_ZNSo"];
    const CHARACTERS: &[&[u8]] = &[b"6appendEPKcm", b"6assignEPKcm", b"5writeEPKcl", b"S6_PKS3_l"];
    let ends = |ends: &[&[u8]]| ends.iter().any(|end| name.ends_with(end));
    match STARTS.iter().any(|start| name.starts_with(start)) {
        true if ends(&[b"PKc"]) => Reads::String,
        true if ends(CHARACTERS) => Reads::Characters,
        _ => Reads::Nothing,
    }
}

impl State {
    /// Reports what a native function must not read. The library accepts null in some places.
    #[cold]
    pub(crate) fn before_native_reads(&mut self, reads: Reads, args: &[Reg]) -> Result<(), Stop> {
        match (reads, args) {
            (Reads::String, &[.., string]) if string.bits != 0 => self.string_length(string, 1, u64::MAX).map(drop),
            (Reads::Characters, &[_, characters, len]) if len.meta.is_defined() && len.bits as i64 > 0 => {
                self.uses(characters, len.bits)
            }
            _ => Ok(()),
        }
    }
}
