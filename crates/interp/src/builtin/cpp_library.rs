//! Memory that native functions of the C++ library read through character pointers. Native code is not checked, so the memory
//! is checked before the call.

use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

/// The memory that a native function reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// No known memory.
    Nothing,
    /// The string at its last argument.
    String,
    /// The characters at its second argument; the third is their number.
    Characters,
}

/// The memory that a function reads, by its mangled name.
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
    /// Reports invalid memory that the function would read. The library accepts null in some places.
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
