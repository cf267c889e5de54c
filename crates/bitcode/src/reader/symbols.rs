//! The value symbol table of a module ([VALUE_SYMTAB_BLOCK](https://llvm.org/docs/BitCodeFormat.html#value-symtab-block)),
//! with the names of globals in files before version 2. Since then, names are in the string table.

use lindworm_ir::Global;
use lindworm_ir::triple::{ObjectFormat, Triple};

use super::module::ModuleReader;
use super::{Slot, TypedValue};
use crate::bitstream::{Entry, Record, Stream};
use crate::codes::{block, symtab};
use crate::error::Result;

impl ModuleReader<'_> {
    /// Reads the table at a word offset, ahead of its position, because the names are needed earlier.
    pub(super) fn symbols_ahead(&mut self, stream: &Stream<'_>, words: u64) -> Result<()> {
        // The clone is at module level, whose abbreviation ids are valid at the table.
        let mut stream = stream.clone();
        stream.cursor.jump(words.saturating_mul(32))?;
        match stream.next()? {
            Entry::Block(block::VALUE_SYMTAB) => self.symbols(&mut stream, true),
            _ => Err(stream.error("Expected value symbol table subblock")),
        }
    }

    /// Reads the table, after its block id. With names in the string table, a table read ahead holds only the offsets of
    /// functions, which are not needed.
    pub(super) fn symbols(&mut self, stream: &mut Stream<'_>, ahead: bool) -> Result<()> {
        stream.enter(block::VALUE_SYMTAB, &self.tables.block_info)?;
        let mut record = Record::default();
        while stream.next_record(&mut record)? {
            let value = self.tables.values.get(record.get(0) as u32 as usize).copied();
            if self.names_in_strings && ahead {
                if record.code == symtab::FNENTRY && value.is_none() {
                    return Err(stream.error("Invalid value reference in symbol table"));
                }
                continue;
            }
            let name_at = match record.code {
                symtab::ENTRY => 1,
                symtab::FNENTRY => 2,
                symtab::BBENTRY => return Err(stream.error("Invalid bbentry record")),
                _ => continue,
            };
            let Some(value) = value.filter(|_| record.ops.len() >= name_at) else {
                return Err(stream.error("Invalid record"));
            };
            let name = record.bytes(name_at);
            if name.contains(&0) {
                return Err(stream.error("Invalid value name"));
            }
            if let Slot::Value(TypedValue { value, .. }) = value
                && let Some(global) = value.as_global()
            {
                self.set_name(global, &name);
            }
        }
        Ok(())
    }

    /// Renames a global. Also used for the table of a function, which can name values outside of the function.
    pub(super) fn set_name(&mut self, global: Global, name: &[u8]) {
        self.module.set_global_name(global, name);
        self.set_intrinsic(global);
        if self.implicit_comdats.contains(&global) && self.has_comdats() {
            let name: Box<[u8]> = self.module[global].name().into();
            self.module[global].comdat = Some(self.comdat_named(name));
        }
    }

    /// Whether the target's object format has comdats. Cached, because the triple may be long.
    fn has_comdats(&self) -> bool {
        *self.has_comdats.get_or_init(|| Triple::new(self.module.triple()).object_format != ObjectFormat::MachO)
    }
}
