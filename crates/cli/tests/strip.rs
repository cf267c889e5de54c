//! `llvm-strings`, `llvm-strip` and `lindworm symbols`.

#![cfg(unix)]

mod tool;

use object::build::elf::{Builder, SectionData};
use object::{Endianness, Object, ObjectSection, ObjectSymbol, elf};
use tool::Scratch;

#[test]
fn strings_of_any_file() {
    let dir = Scratch::new("strings");
    let file = dir.file("x", b"abc\x00\tab cd\x01abcd\xff12345");
    let strings = |args: &[&str]| {
        let (status, out, err) = tool::run("llvm-strings", args, b"ab\ncdef");
        (status, String::from_utf8(out).unwrap(), err)
    };
    let ok = |text: &str| (0, text.to_owned(), String::new());
    assert_eq!(strings(&[&file]), ok("\tab cd\nabcd\n12345\n"));
    assert_eq!(strings(&["-n", "5", "-t", "x", &file]), ok("      4 \tab cd\n     10 12345\n"));
    assert_eq!(
        strings(&["-af", "--bytes=2", "--radix", "d"]),
        ok("{standard input}:       0 ab\n{standard input}:       3 cdef\n")
    );
    assert_eq!(strings(&["-n0"]).2, "llvm-strings: error: expected a positive integer, but got '0'\n");
    assert_eq!(strings(&["--nothing"]).2, "llvm-strings: error: unknown argument '--nothing'\n");
    assert_eq!(strings(&["/none", &file]).0, 1);
}

/// An object with code, data for a debugger, a group, and symbols: a file, two local ones of which a relocation names one, and a
/// global one.
fn object_file() -> Vec<u8> {
    let mut builder = Builder::new(Endianness::Little, true);
    builder.header.e_type = elf::ET_REL;
    builder.header.e_machine = elf::EM_X86_64;
    let mut section = |name: &'static str, ty, flags: elf::SectionFlags, data| {
        let section = builder.sections.add();
        section.name = name.into();
        section.sh_type = ty;
        section.sh_flags = flags;
        section.sh_addralign = 4;
        section.data = data;
        section.id()
    };
    let data = |bytes: &'static [u8]| SectionData::Data(bytes.into());
    // Its symbol is the fourth, its member the third section.
    let group = section("group", elf::SHT_GROUP, elf::SectionFlags(0), data(&[1, 0, 0, 0, 3, 0, 0, 0]));
    section(".debug_info", elf::SHT_PROGBITS, elf::SectionFlags(0), data(b"info"));
    let code = elf::SectionFlags(elf::SHF_ALLOC.0 | elf::SHF_EXECINSTR.0 | elf::SHF_GROUP.0);
    let text = section(".text", elf::SHT_PROGBITS, code, data(b"\xc3\xc3\xc3\xc3"));
    let rela = section(".rela.text", elf::SHT_RELA, elf::SHF_INFO_LINK, SectionData::Relocation(Vec::new()));
    let table = section(".symtab", elf::SHT_SYMTAB, elf::SectionFlags(0), SectionData::Symbol);
    section(".strtab", elf::SHT_STRTAB, elf::SectionFlags(0), SectionData::String);
    section(".shstrtab", elf::SHT_STRTAB, elf::SectionFlags(0), SectionData::SectionString);
    let mut used = None;
    let symbols = [
        ("file.c", elf::STB_LOCAL, elf::STT_FILE),
        ("unused", elf::STB_LOCAL, elf::STT_FUNC),
        ("used", elf::STB_LOCAL, elf::STT_FUNC),
        ("global", elf::STB_GLOBAL, elf::STT_FUNC),
    ];
    for (name, bind, ty) in symbols {
        let symbol = builder.symbols.add();
        symbol.name = name.into();
        symbol.set_st_info(bind, ty);
        match ty {
            elf::STT_FILE => symbol.st_shndx = elf::SHN_ABS,
            _ => symbol.section = Some(text),
        }
        used = if name == "used" { Some(symbol.id()) } else { used };
    }
    let relocation =
        object::build::elf::Relocation { r_offset: 0, symbol: used, r_type: elf::R_X86_64_PC32, r_addend: 0 };
    let section = builder.sections.get_mut(rela);
    (section.sh_link_section, section.sh_info_section) = (Some(table), Some(text));
    section.data = SectionData::Relocation(vec![relocation]);
    let section = builder.sections.get_mut(group);
    (section.sh_link_section, section.sh_info) = (Some(table), 4);
    builder.set_section_sizes();
    let mut out = Vec::new();
    builder.write(&mut out).unwrap();
    // No alignment, as 0, is another way to say 1.
    let header = u64::from_le_bytes(out[0x28..0x30].try_into().unwrap()) as usize;
    let align = header + 3 * 0x40 + 0x30;
    assert_eq!(out[align..][..8], 4u64.to_le_bytes());
    out[align..][..8].fill(0);
    out
}

/// The names of the sections and symbols of an object.
fn names(bytes: &[u8]) -> (String, String) {
    let file = object::File::parse(bytes).unwrap();
    let sections: Vec<&str> = file.sections().map(|s| s.name().unwrap()).collect();
    let symbols: Vec<&str> = file.symbols().map(|s| s.name().unwrap()).collect();
    (sections.join(" "), symbols.join(" "))
}

#[test]
fn objects_without_symbols_and_debug_information() {
    let dir = Scratch::new("strip");
    let (object, out) = (dir.file("x.o", object_file()), dir.path("out.o"));
    let strip = |args: &[&str]| {
        let (status, _, err) = tool::run("llvm-strip", &[args, &["-o", &out, &object]].concat(), b"");
        assert_eq!((status, &*err), (0, ""), "{args:?}");
        names(&std::fs::read(&out).unwrap())
    };
    let tables = ".symtab .strtab .shstrtab";
    let whole = format!("group .debug_info .text .rela.text {tables}");
    let no_debug = format!("group .text .rela.text {tables}");
    for (args, sections, symbols) in [
        (&["-s"][..], ".text .shstrtab".to_owned(), ""),
        (&["-g"], no_debug.clone(), "unused used global"),
        (&["--strip-unneeded"], no_debug.clone(), "used global"),
        (&["--strip-unneeded", "-K", "unused"], no_debug.clone(), "unused used global"),
        (&["-X"], whole.clone(), "file.c unused used global"),
        (&["-x"], no_debug.clone(), "file.c used global"),
        (&["-N", "unused"], whole.clone(), "file.c used global"),
        (&["-w", "-N", "*u*", "-N", "!used"], whole, "file.c used global"),
        // A section alone: all is stripped besides.
        (&["-R", ".rela.*"], ".text .shstrtab".to_owned(), ""),
        (&["-R", ".rela.*", "-N", "unused"], format!("group .debug_info .text {tables}"), "file.c used global"),
        (&["-s", "-K", "global"], format!(".text {tables}"), "global"),
    ] {
        assert_eq!(strip(args), (sections, symbols.to_owned()), "{args:?}");
    }
    // A symbol that a relocation names is removed only with the relocation.
    let (_, _, err) = tool::run("llvm-strip", &["-N", "used", "-o", &out, &object], b"");
    assert!(err.ends_with("not stripping symbol 'used' because it is named in a relocation\n"), "{err}");
    // An alignment that is no power of two, or that would take more room than a file has.
    for align in [3u64, 1 << 40] {
        let mut bytes = object_file();
        let header = u64::from_le_bytes(bytes[0x28..0x30].try_into().unwrap()) as usize;
        bytes[header + 3 * 0x40 + 0x30..][..8].copy_from_slice(&align.to_le_bytes());
        let (status, _, err) = tool::run("llvm-strip", &["-g", "-o", &out, &dir.file("bad.o", bytes)], b"");
        assert_eq!(status, 1);
        assert!(err.ends_with(&format!("invalid alignment {align:#x} of section '.text'\n")), "{err}");
    }
    // The group still names its section and its symbol.
    strip(&["--strip-unneeded"]);
    let bytes = std::fs::read(&out).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let group = file.section_by_name("group").unwrap();
    assert_eq!(group.data().unwrap(), [1, 0, 0, 0, 2, 0, 0, 0]);
    let (_, table, _) = tool::run("lindworm", &["symbols", "--only", "defined,local", "--sort=file", &out], b"");
    let table = String::from_utf8(table).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["local", "function", "0x0", "0", "used"]);
    assert_eq!(rows[1], ["defined", "function", "0x0", "0", "global"]);
}

#[test]
fn archives_are_stripped_and_bitcode_is_refused() {
    let dir = Scratch::new("strip-archive");
    let (object, archive) = (dir.file("x.o", object_file()), dir.path("x.a"));
    assert_eq!(tool::run("llvm-ar", &["rc", &archive, &object], b"").0, 0);
    assert_eq!(tool::run("llvm-strip", &["-g", &archive], b"").2, "");
    let (_, symbols, _) = tool::run("lindworm", &["symbols", "--format=json", "--name=g*", &archive], b"");
    let line = String::from_utf8(symbols).unwrap();
    assert!(line.contains("(x.o)\"") && line.contains("\"name\":\"global\"") && line.contains("\"defined\""), "{line}");
    let bitcode = dir.path("x.bc");
    assert_eq!(tool::run("llvm-as", &["-o", &bitcode], b"define void @w() {\n  ret void\n}\n").0, 0);
    let (status, _, err) = tool::run("llvm-strip", &[&bitcode], b"");
    let message = "The file was not recognized as a valid object file";
    assert_eq!((status, err), (1, format!("llvm-strip: error: '{bitcode}': {message}\n")));
    let (_, table, _) = tool::run("lindworm", &["symbols", &bitcode], b"");
    assert_eq!(String::from_utf8(table).unwrap(), format!("{bitcode}\n  defined    function   w\n\n"));
}
