//! The string table of a file ([`STRTAB_BLOCK`](https://llvm.org/docs/BitCodeFormat.html#strtab-block)): the concatenated
//! names of globals and comdats. Records refer to them by offset and length.

use std::borrow::Cow;

use lindworm_ir::hash::HashMap;

use super::abbreviations::{abbreviation, literal};
use crate::bitstream::{Encoding, StreamWriter};
use crate::codes::{block, strtab};
use crate::module_hash::{Digest, Sha1};

/// The strings of a file, deduplicated.
#[derive(Default)]
pub(crate) struct StringTable<'m> {
    bytes: Vec<u8>,
    places: HashMap<Cow<'m, [u8]>, usize>,
    /// If set, the running hash of all pushed strings.
    pub hash: Option<Sha1>,
}

impl<'m> StringTable<'m> {
    /// Adds a string, and pushes its offset and length.
    pub fn push(&mut self, string: &'m [u8], ops: &mut Vec<u64>) {
        if let Some(hash) = &mut self.hash {
            hash.update(string);
        }
        let place = self.place(string.into());
        ops.extend([place as u64, string.len() as u64]);
    }

    /// Adds a string of the symbol table, which is not part of a module hash. Returns its offset and length.
    pub fn add(&mut self, string: &[u8]) -> [u32; 2] {
        let place = self.places.get(string).copied();
        let place = place.unwrap_or_else(|| self.place(string.to_vec().into()));
        [place as u32, string.len() as u32]
    }

    fn place(&mut self, string: Cow<'m, [u8]>) -> usize {
        *self.places.entry(string).or_insert_with_key(|string| {
            self.bytes.extend_from_slice(string);
            self.bytes.len() - string.len()
        })
    }

    /// Writes the block.
    pub fn write(&self, out: &mut StreamWriter) {
        out.enter_block(block::STRTAB, 3);
        let blob = out.define(abbreviation(&[literal(strtab::BLOB), Encoding::Blob]));
        out.with_blob(blob, strtab::BLOB, &[], &self.bytes);
        out.end_block();
    }
}
