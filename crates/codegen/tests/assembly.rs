//! The assembly of an object assembles to the sections and relocations of the object.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use common::{compiled, has_cc};
use lindworm_codegen::assembly;
use object::read::elf::ElfFile64;
use object::{LittleEndian, Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget, elf};

/// The contents of a section, and its relocations with the names of their symbols or sections.
type Section = (Vec<u8>, Vec<(u64, String, i64)>);

/// The sections with contents, by name.
fn sections(object: &[u8]) -> BTreeMap<String, Vec<Section>> {
    let file: ElfFile64<'_, LittleEndian> = ElfFile64::parse(object).unwrap();
    let mut sections: BTreeMap<String, Vec<Section>> = BTreeMap::new();
    for section in file.sections() {
        let name = section.name().unwrap().to_owned();
        let is_table = [".symtab", ".strtab", ".shstrtab", ".group"].contains(&&*name) || name.starts_with(".rela");
        if section.size() == 0 || is_table {
            continue;
        }
        let mut relocations = Vec::new();
        for (offset, relocation) in section.relocations() {
            let RelocationTarget::Symbol(index) = relocation.target() else { panic!("{relocation:?}") };
            let symbol = file.symbol_by_index(index).unwrap();
            // The assembler may refer to a local symbol by its section.
            let of_section = symbol.is_local().then(|| symbol.section_index()).flatten();
            let (name, addend) = match of_section {
                Some(section) => {
                    let name = file.section_by_index(section).unwrap().name().unwrap().to_owned();
                    (name, relocation.addend() + symbol.address() as i64)
                }
                None => (symbol.name().unwrap().to_owned(), relocation.addend()),
            };
            // Nor does it need a stub to reach that.
            let r_type = match relocation.flags() {
                RelocationFlags::Elf { r_type: elf::R_X86_64_PLT32 } if of_section.is_some() => elf::R_X86_64_PC32,
                RelocationFlags::Elf { r_type } => r_type,
                other => panic!("{other:?}"),
            };
            relocations.push((offset, format!("{name} {}", r_type.0), addend));
        }
        relocations.sort();
        let data = section.data().unwrap().to_vec();
        sections.entry(name).or_default().push((data, relocations));
    }
    sections
}

#[test]
fn assembly_assembles_to_the_object() {
    if !has_cc() {
        return;
    }
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let entries = [tests.to_owned(), format!("{tests}/programs")].map(|path| fs::read_dir(path).unwrap());
    let paths = entries.into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths.filter(|path| path.extension().is_some_and(|e| e == "ll")).collect();
    paths.sort();
    assert!(paths.len() > 10);
    let directory = tempfile::tempdir().unwrap();
    let [source, object] = ["text.s", "text.o"].map(|name| directory.path().join(name));
    for path in paths {
        let expected = compiled(&fs::read_to_string(&path).unwrap());
        let text = assembly(&expected).unwrap();
        fs::write(&source, &text).unwrap();
        let output = Command::new("as").arg("--64").arg(&source).arg("-o").arg(&object).output().unwrap();
        assert!(output.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
        let (found, expected) = (sections(&fs::read(&object).unwrap()), sections(&expected));
        for (name, sections) in expected {
            assert!(found.get(&name) == Some(&sections), "{} of {}", name, path.display());
        }
        // Instructions have their mnemonics, apart from a few.
        let (instructions, bytes) = (text.matches("\n\t").count(), text.matches("\n\t# ").count());
        assert!(bytes * 10 < instructions, "{}: {bytes} of {instructions}", path.display());
    }
}

#[test]
fn malformed_objects_have_no_assembly() {
    assert!(assembly(b"not an object").is_err());
    let mut object = compiled("@x = global ptr @x");
    let file: ElfFile64<'_, LittleEndian> = ElfFile64::parse(&*object).unwrap();
    let relocations = file.section_by_name(".rela.data").unwrap().file_range().unwrap().0 as usize;
    for (offset, is_outside) in [(0, false), (8, true), (u64::MAX, true)] {
        object[relocations..][..8].copy_from_slice(&u64::to_le_bytes(offset));
        let outside = "a relocation outside of the section .data".to_owned();
        assert_eq!(assembly(&object).err(), is_outside.then_some(outside));
    }
}
