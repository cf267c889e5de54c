//! Module-level inline assembler: copies the sections, symbols and relocations of the object that `as` creates.

use std::collections::HashMap;

use object::read::elf::ElfFile64;
use object::write::{SymbolFlags, SymbolId, SymbolSection};
use object::{LittleEndian, Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionIndex, SymbolIndex, elf};
use object::{SectionFlags, SymbolKind, SymbolScope};

use crate::assembler;
use crate::error::Result;
use crate::object_file::Builder;

impl Builder<'_> {
    /// Adds the sections and symbols of module-level assembler. A symbol that has the name of a global of the module is that global.
    pub fn module_asm(&mut self) -> Result {
        let text = self.around.module.module_asm();
        if text.trim_ascii().is_empty() {
            return Ok(());
        }
        let text = std::str::from_utf8(text).map_err(|_| "module-level inline assembler that is not UTF-8")?;
        let object = assembler::object_of(text)?;
        let malformed = |_| "an object of the assembler that is malformed";
        let file: ElfFile64<'_, LittleEndian> = ElfFile64::parse(&*object).map_err(malformed)?;
        let mut sections: HashMap<SectionIndex, usize> = HashMap::new();
        for section in file.sections() {
            let SectionFlags::Elf { sh_type, sh_flags } = section.flags() else { continue };
            let name = section.name_bytes().map_err(malformed)?;
            let is_table = [elf::SHT_SYMTAB, elf::SHT_STRTAB, elf::SHT_RELA, elf::SHT_NULL].contains(&sh_type);
            if is_table || name == b".note.GNU-stack" {
                continue;
            }
            if sh_type == elf::SHT_GROUP {
                return Err("module-level inline assembler with a group of sections".into());
            }
            let data = section.data().map_err(malformed)?.to_vec();
            let zeros = if sh_type == elf::SHT_NOBITS { section.size() } else { 0 };
            let flags = SectionFlags::Elf { sh_type, sh_flags };
            let added = self.add_section(name.to_vec(), flags, data, zeros, section.align().max(1));
            sections.insert(section.index(), added);
        }
        let mut symbols: HashMap<SymbolIndex, SymbolId> = HashMap::new();
        for symbol in file.symbols() {
            let object::SymbolFlags::Elf { st_info, st_other } = symbol.flags() else { continue };
            let section = match symbol.section() {
                object::SymbolSection::Undefined => SymbolSection::Undefined,
                object::SymbolSection::Absolute => SymbolSection::Absolute,
                object::SymbolSection::Common => SymbolSection::Common,
                object::SymbolSection::Section(index) => match sections.get(&index) {
                    Some(&section) => SymbolSection::Section(self.section_id(section)),
                    None => continue,
                },
                _ => continue,
            };
            let id = match (symbol.kind(), section) {
                (SymbolKind::File, _) => continue,
                (SymbolKind::Section, SymbolSection::Section(id)) => self.object.section_symbol(id),
                _ => {
                    let name = symbol.name_bytes().map_err(malformed)?;
                    let flags = SymbolFlags::Elf { st_info, st_other };
                    let added = object::write::Symbol {
                        name: name.to_vec(),
                        value: symbol.address(),
                        size: symbol.size(),
                        kind: SymbolKind::Data,
                        scope: if symbol.is_local() { SymbolScope::Compilation } else { SymbolScope::Dynamic },
                        weak: symbol.is_weak(),
                        section,
                        flags,
                    };
                    let global = self.around.module.global_named(name);
                    match global {
                        Some(global) => {
                            let id = self.symbol(global);
                            let known = self.object.symbol_mut(id);
                            match (known.section, section) {
                                (_, SymbolSection::Undefined) => {}
                                (SymbolSection::Undefined, _) => *known = added,
                                _ => {
                                    let name = String::from_utf8_lossy(name);
                                    return Err(
                                        format!("module-level inline assembler that defines @{name} again").into()
                                    );
                                }
                            }
                            id
                        }
                        None => self.object.add_symbol(added),
                    }
                }
            };
            symbols.insert(symbol.index(), id);
        }
        for section in file.sections() {
            let Some(&to) = sections.get(&section.index()) else { continue };
            for (offset, relocation) in section.relocations() {
                let (RelocationTarget::Symbol(symbol), object::RelocationFlags::Elf { r_type }) =
                    (relocation.target(), relocation.flags())
                else {
                    return Err("module-level inline assembler with such an address".into());
                };
                let symbol = *symbols.get(&symbol).ok_or("an object of the assembler that is malformed")?;
                self.add(to, offset, r_type, symbol, relocation.addend());
            }
        }
        Ok(())
    }
}
