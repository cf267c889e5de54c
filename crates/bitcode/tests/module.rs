//! What stands around function bodies, of all eras: small modules written record by record, and what they are as text.

use lindworm_bitcode::bitstream::{Abbreviation, Encoding, Scalar, StreamWriter};
use lindworm_bitcode::codes::{attribute, block, constant as c, identification, module as m, strtab, symtab, ty};
use lindworm_bitcode::{LazyModule, ReadOptions, read};
use lindworm_ir::Context;

mod reading;

use reading::read_bytes;

/// A record: its code and operands.
type Record<'a> = (u32, &'a [u64]);

/// A module without function bodies.
#[derive(Clone, Copy, Default)]
struct Source<'a> {
    /// 1 where ids are relative, 2 where names are in `strings`.
    version: u64,
    /// What comes before the types.
    head: &'a [(u32, &'a str)],
    groups: &'a [Record<'a>],
    lists: &'a [Record<'a>],
    types: &'a [Record<'a>],
    globals: &'a [Record<'a>],
    constants: &'a [Record<'a>],
    names: &'a [(u64, &'a str)],
    strings: &'a str,
    /// Blocks that consist of the codes of records and their names.
    named_blocks: &'a [(u32, &'a [&'a str])],
    identification: &'a [Record<'a>],
}

fn block(out: &mut StreamWriter, id: u32, records: &[Record<'_>]) {
    if !records.is_empty() {
        out.enter_block(id, 4);
        records.iter().for_each(|(code, ops)| out.record(*code, ops));
        out.end_block();
    }
}

fn bytes_of(text: &str) -> Vec<u64> {
    text.bytes().map(u64::from).collect()
}

impl Source<'_> {
    fn bitcode(&self) -> Vec<u8> {
        let mut out = StreamWriter::default();
        out.bits.fixed(0xdec04342, 32);
        block(&mut out, block::IDENTIFICATION, self.identification);
        out.enter_block(block::MODULE, 4);
        out.record(m::VERSION, &[self.version]);
        block(&mut out, block::PARAMATTR_GROUP, self.groups);
        block(&mut out, block::PARAMATTR, self.lists);
        out.enter_block(block::TYPE, 4);
        out.record(ty::NUMENTRY, &[self.types.iter().filter(|t| t.0 != ty::STRUCT_NAME).count() as u64]);
        self.types.iter().for_each(|(code, ops)| out.record(*code, ops));
        out.end_block();
        for (code, text) in self.head {
            out.record(*code, &bytes_of(text));
        }
        self.globals.iter().for_each(|(code, ops)| out.record(*code, ops));
        block(&mut out, block::CONSTANTS, self.constants);
        for (id, names) in self.named_blocks {
            out.enter_block(*id, 3);
            names.iter().for_each(|name| out.record(1, &bytes_of(name)));
            out.end_block();
        }
        if !self.names.is_empty() {
            out.enter_block(block::VALUE_SYMTAB, 4);
            for (id, name) in self.names {
                out.record(symtab::ENTRY, &[&[*id], &bytes_of(name)[..]].concat());
            }
            out.end_block();
        }
        out.end_block();
        out.enter_block(block::STRTAB, 3);
        let blob = out.define(Abbreviation([Encoding::Literal(strtab::BLOB as u64), Encoding::Blob].into()));
        out.with_blob(blob, strtab::BLOB, &[], self.strings.as_bytes());
        out.end_block();
        out.bits.into_bytes()
    }

    fn read(&self) -> Result<String, String> {
        read_bytes(&self.bitcode())
    }

    /// The lines of the text, without those that say where it comes from.
    #[track_caller]
    fn expect(&self, lines: &[&str]) {
        let text = self.read().unwrap();
        let is_content = |l: &&str| !l.is_empty() && !l.starts_with("; ModuleID") && !l.starts_with("source_filename");
        assert_eq!(text.lines().filter(is_content).collect::<Vec<_>>(), lines, "{text}");
    }

    #[track_caller]
    fn expect_error(&self, message: &str) {
        assert_eq!(self.read().err().as_deref(), Some(message));
    }
}

const I32: u64 = 0;
const I8: u64 = 1;
const PTR: u64 = 2;
const VOID: u64 = 3;
const FUNCTION: u64 = 4;
const I64: u64 = 5;

/// The types of the constants above; the function is `void (ptr, i32)`.
const TYPES: [Record<'static>; 6] = [
    (ty::INTEGER, &[32]),
    (ty::INTEGER, &[8]),
    (ty::OPAQUE_POINTER, &[0]),
    (ty::VOID, &[]),
    (ty::FUNCTION, &[0, VOID, PTR, I32]),
    (ty::INTEGER, &[64]),
];

/// `external global i32`, of which other fields may follow.
const VARIABLE: [u64; 6] = [I32, 2, 0, 0, 0, 0];

fn variable(more: &[u64]) -> Vec<u64> {
    [&VARIABLE, more].concat()
}

#[test]
fn variables() {
    // Name, type, flags (constant, explicit type, address space), initializer, linkage, alignment, section, ...
    let globals: [Record<'_>; 5] = [
        (m::GLOBALVAR, &[0, 1, I32, 2, 7, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 1]),
        (m::GLOBALVAR, &[1, 1, I32, 3 | 5 << 2, 7, 3, 0, 0, 0, 2, 1, 1, 0, 0, 0, 0]),
        (m::GLOBALVAR, &[2, 1, I32, 2, 0, 0, 0, 0, 1, 0, 2, 0, 2, 0, 0, 0]),
        (m::GLOBALVAR, &[3, 1, I32, 2, 7, 19, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 4, 4, 15, 3]),
        (m::GLOBALVAR, &[2, 0, PTR, 2, 8, 9, 0, 0, 2, 3, 0, 0, 1, 0, 0, 0]),
    ];
    let comdat: Record<'_> = (m::COMDAT, &[3, 1, 4]);
    let section: Record<'_> = (m::SECTIONNAME, &[46, 115]);
    let all: Vec<_> = [section, comdat].into_iter().chain(globals).collect();
    let constants: [Record<'_>; 5] =
        [(c::SETTYPE, &[I32]), (c::POISON, &[]), (c::INTEGER, &[3]), (c::SETTYPE, &[PTR]), (c::NULL, &[])];
    let source = Source {
        version: 2,
        types: &TYPES,
        globals: &all,
        constants: &constants,
        strings: "abcdpart",
        ..Source::default()
    };
    // Initializers are ids and 1 more: 5 variables come before the constants.
    source.expect(&[
        "$d = comdat nodeduplicate",
        "@a = dso_local global i32 -1, section \".s\", align 4",
        "@b = internal thread_local(localdynamic) unnamed_addr addrspace(5) externally_initialized constant i32 -1",
        "@c = external hidden dllexport local_unnamed_addr global i32",
        "@d = linkonce_odr global i32 -1, partition \"part\", code_model \"kernel\", no_sanitize_address, \
         no_sanitize_hwaddress, sanitize_memtag, sanitize_address_dyninit, comdat",
        "@0 = private thread_local(initialexec) global ptr null",
    ]);
}

#[test]
fn linkages_of_all_eras() {
    let all = [
        "external",
        "weak",
        "appending",
        "internal",
        "linkonce",
        "dllimport",
        "dllexport",
        "extern_weak",
        "common",
        "private",
        "weak_odr",
        "linkonce_odr",
        "available_externally",
        "private",
        "private",
        "external",
        "weak",
        "weak_odr",
        "linkonce",
        "linkonce_odr",
        "external",
    ];
    for (code, name) in (0..).zip(all) {
        let global = [I32, 2, 0, code, 0, 0, 1];
        let source = Source { types: &TYPES, globals: &[(m::GLOBALVAR, &global)], ..Source::default() };
        let text = source.read().unwrap();
        let line = text.lines().find(|l| l.starts_with("@0")).unwrap();
        let expected = match name {
            "internal" | "private" => format!("@0 = {name} global i32 undef"),
            "dllimport" | "dllexport" => format!("@0 = external hidden {name} global i32"),
            "external" => "@0 = external hidden global i32".into(),
            name => format!("@0 = {name} hidden global i32"),
        };
        // A definition is not needed to tell linkage, visibility and storage class.
        assert!(expected.starts_with(line.trim_end_matches(" undef")) || line.starts_with(&expected), "{code}: {line}");
    }
}

#[test]
fn old_globals_are_of_the_type_of_their_address() {
    let types: [Record<'_>; 6] = [
        (ty::INTEGER, &[32]),
        (ty::POINTER, &[0, 3]),
        (ty::VOID, &[]),
        (ty::FUNCTION_OLD, &[0, 0, 2, 1]),
        (ty::POINTER, &[3]),
        (ty::POINTER, &[0]),
    ];
    let source = Source {
        types: &types,
        globals: &[
            (m::GLOBALVAR, &[1, 0, 0, 0, 0, 0]),
            (m::FUNCTION, &[4, 0, 1, 0, 0, 0, 0, 0]),
            (m::ALIAS_OLD, &[1, 0, 0]),
        ],
        names: &[(0, "g"), (1, "f"), (2, "a")],
        ..Source::default()
    };
    source.expect(&[
        "@g = external addrspace(3) global i32",
        "@a = alias i32, ptr addrspace(3) @g",
        "declare void @f(ptr addrspace(3))",
    ]);
    let global = |ops| Source { globals: ops, ..source };
    global(&[(m::GLOBALVAR, &[0, 0, 0, 0, 0, 0])]).expect_error("Invalid type for value");
    global(&[(m::GLOBALVAR, &[9, 0, 0, 0, 0, 0])]).expect_error("Invalid record");
    global(&[(m::FUNCTION, &[0, 0, 1, 0, 0, 0, 0, 0])]).expect_error("Invalid type for value");
    global(&[(m::ALIAS_OLD, &[0, 0, 0])]).expect_error("Invalid type for value");
}

#[test]
fn aliases_and_ifuncs() {
    let function = [FUNCTION, 0, 1, 0, 0, 0, 0, 0];
    let source = Source {
        types: &TYPES,
        globals: &[
            (m::FUNCTION, &function),
            (m::ALIAS, &[FUNCTION, 0, 0, 16, 1, 0, 0, 2]),
            (m::IFUNC, &[FUNCTION, 0, 0, 0, 2]),
        ],
        ..Source::default()
    };
    source.expect(&[
        "@0 = weak hidden local_unnamed_addr alias void (ptr, i32), ptr @2",
        "@1 = protected ifunc void (ptr, i32), ptr @2",
        "declare void @2(ptr, i32)",
    ]);
    let alias = |ops| Source { globals: ops, ..source };
    alias(&[(m::ALIAS, &[I32, 0, 0])]).expect_error("Invalid record");
    // One that is its own target, and one whose target is not there.
    alias(&[(m::ALIAS, &[I32, 0, 7, 0])]).expect_error("Malformed global initializer set");
    let constants: &[Record<'_>] = &[(c::SETTYPE, &[I32]), (c::INTEGER, &[2])];
    Source { constants, ..alias(&[(m::ALIAS, &[I32, 0, 1, 0])]) }.expect_error("Alias and aliasee types don't match");
}

#[test]
fn functions() {
    let source = Source {
        version: 2,
        head: &[(m::GCNAME, "gc"), (m::DATALAYOUT, "e-P2"), (m::TRIPLE, "x")],
        types: &TYPES,
        globals: &[
            (m::FUNCTION, &[0, 1, FUNCTION, 8, 1, 0, 0, 4, 0, 0, 1, 1, 3, 0, 0, 3, 2]),
            (m::FUNCTION, &[1, 1, FUNCTION, 0, 1, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3]),
        ],
        constants: &[(c::SETTYPE, &[I32]), (c::INTEGER, &[14])],
        strings: "fg",
        ..Source::default()
    };
    source.expect(&[
        "target datalayout = \"e-P2\"",
        "target triple = \"x\"",
        "declare fastcc void @f(ptr, i32) unnamed_addr addrspace(2) align 8 gc \"gc\" prefix i32 7 prologue i32 7 personality ptr addrspace(3) @g",
        "declare extern_weak dso_local void @g(ptr, i32) addrspace(3)",
    ]);
    let function = |ops| Source { version: 0, globals: ops, ..source };
    function(&[(m::FUNCTION, &[FUNCTION, 1024, 1, 0, 0, 0, 0, 0])]).expect_error("Invalid calling convention ID");
    function(&[(m::FUNCTION, &[FUNCTION, 0, 1, 0, 0, 34, 0, 0])]).expect_error("Invalid alignment value");
    function(&[(m::FUNCTION, &[FUNCTION, 0, 1, 0, 0, 0, 1, 0])]).expect_error("Invalid ID");
    function(&[(m::FUNCTION, &[FUNCTION, 0, 1, 0, 0, 0, 0, 0, 2])]).expect_error("Invalid ID");
    function(&[(m::FUNCTION, &[FUNCTION, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])])
        .expect_error("Invalid function comdat ID");
    function(&[(m::FUNCTION, &[FUNCTION, 0, 0, 0, 0, 0, 0, 0])])
        .expect_error("Trying to materialize functions before seeing function blocks");
    // The name of a partition that is not in the table is none, however long it is said to be.
    let partition = [0, 1, FUNCTION, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 << 40];
    Source { globals: &[(m::FUNCTION, &partition), (m::FUNCTION, &[1, 1, FUNCTION, 0, 1, 0, 0, 0, 0, 0])], ..source }
        .expect(&[
            "target datalayout = \"e-P2\"",
            "target triple = \"x\"",
            "declare void @f(ptr, i32) addrspace(0)",
            "declare void @g(ptr, i32) addrspace(2)",
        ]);
    // A string that is not in the table.
    Source { globals: &[(m::FUNCTION, &[1, 2, FUNCTION, 0, 1, 0, 0, 0, 0, 0])], ..source }
        .expect_error("Invalid record");
}

#[test]
fn names_are_made_unique() {
    let names: &[(u64, &str)] = &[(0, "x"), (1, "x"), (2, "y")];
    let globals: Vec<Record<'_>> = vec![(m::GLOBALVAR, &VARIABLE); 3];
    let source = Source { types: &TYPES, globals: &globals, names, ..Source::default() };
    source.expect(&["@x = external global i32", "@x.1 = external global i32", "@y = external global i32"]);
    Source { names: &[(3, "x")], ..source }.expect_error("Invalid record");
    Source { names: &[(0, "a\0b")], ..source }.expect_error("Invalid value name");
}

#[test]
fn comdats_that_were_not_written_down() {
    // Weak linkage meant a comdat of the same name, except on Mach-O.
    let globals: [Record<'_>; 2] = [(m::GLOBALVAR, &[I32, 2, 0, 11, 0, 0]), (m::GLOBALVAR, &[I32, 2, 0, 19, 0, 0])];
    let source = Source {
        head: &[(m::TRIPLE, "x86_64-linux")],
        types: &TYPES,
        globals: &globals,
        names: &[(0, "x"), (1, "y")],
        ..Source::default()
    };
    assert!(source.read().unwrap().contains("$x = comdat any\n"));
    assert!(!source.read().unwrap().contains("$y"));
    assert!(!Source { head: &[(m::TRIPLE, "x86_64-apple-macosx")], ..source }.read().unwrap().contains("comdat"));
    // Before version 2, the name of a comdat is in its record.
    let comdats: [Record<'_>; 2] = [(m::COMDAT, &[3, 1, 99]), (m::GLOBALVAR, &variable(&[0, 0, 0, 0, 0, 1]))];
    let source = Source { names: &[], ..source };
    let text = Source { globals: &comdats, ..source }.read().unwrap();
    assert!(text.contains("$c = comdat largest\n") && text.contains("comdat($c)"), "{text}");
    Source { globals: &[(m::COMDAT, &[3, 2, 99])], ..source }.expect_error("Comdat name size too large");
    Source { globals: &[(m::GLOBALVAR, &variable(&[0, 0, 0, 0, 0, 1]))], ..source }
        .expect_error("Invalid global variable comdat ID");
}

#[test]
fn types() {
    let types: [Record<'_>; 24] = [
        // A pointer to %a, which holds it, and two structs that follow.
        (ty::POINTER, &[1]),
        (ty::STRUCT_NAME, &[97]),
        (ty::STRUCT_NAMED, &[1, 0, 2, 20]),
        (ty::STRUCT_NAME, &[98]),
        (ty::OPAQUE, &[0]),
        (ty::HALF, &[]),
        (ty::X86_MMX, &[]),
        (ty::VECTOR, &[4, 3, 1]),
        (ty::STRUCT_ANON, &[0, 4, 5]),
        (ty::ARRAY, &[3, 6]),
        (ty::BFLOAT, &[]),
        (ty::FLOAT, &[]),
        (ty::DOUBLE, &[]),
        (ty::X86_FP80, &[]),
        (ty::FP128, &[]),
        (ty::PPC_FP128, &[]),
        (ty::STRUCT_NAME, &[116]),
        (ty::TARGET_TYPE, &[1, 3, 5]),
        (ty::VOID, &[]),
        (ty::FUNCTION, &[1, 15, 3]),
        (ty::OPAQUE_POINTER, &[7]),
        (ty::INTEGER, &[8388608]),
        (ty::TOKEN, &[]),
        (ty::STRUCT_NAMED, &[0, 7]),
    ];
    let shown = [
        (0, "ptr"),
        (1, "%a"),
        (2, "%b"),
        (3, "half"),
        (4, "<1 x i64>"),
        (5, "<vscale x 4 x half>"),
        (7, "[3 x { <1 x i64>, <vscale x 4 x half> }]"),
        (8, "bfloat"),
        (9, "float"),
        (10, "double"),
        (11, "x86_fp80"),
        (12, "fp128"),
        (13, "ppc_fp128"),
        (14, "target(\"t\", half, 5)"),
        (16, "void (half, ...)"),
        (17, "ptr addrspace(7)"),
        (18, "i8388608"),
        (20, "%0"),
    ];
    let globals: Vec<Vec<u64>> = shown.iter().map(|&(id, _)| vec![id, 2, 0, 0, 0, 0]).collect();
    let globals: Vec<Record<'_>> = globals.iter().map(|g| (m::GLOBALVAR, &g[..])).collect();
    let lines = shown.iter().enumerate().map(|(i, (_, ty))| format!("@{i} = external global {ty}"));
    let definitions = [
        "%0 = type { [3 x { <1 x i64>, <vscale x 4 x half> }] }".to_owned(),
        "%a = type <{ ptr, %b, %0 }>".into(),
        "%b = type opaque".into(),
    ];
    let text = Source { types: &types, globals: &globals, ..Source::default() }.read().unwrap();
    for line in definitions.into_iter().chain(lines) {
        assert!(text.lines().any(|l| l == line), "{line}\n{text}");
    }
}

#[test]
fn broken_types() {
    let cases: [(&[Record<'_>], &str); 18] = [
        (&[(ty::INTEGER, &[0])], "Bitwidth for integer type out of range"),
        (&[(ty::INTEGER, &[8388609])], "Bitwidth for integer type out of range"),
        (&[(ty::VECTOR, &[0, 0])], "Invalid vector length"),
        (&[(ty::POINTER, &[5])], "Invalid type"),
        (&[(ty::POINTER, &[1]), (ty::VOID, &[])], "Invalid TYPE table: Only named structs can be forward referenced"),
        (&[(ty::VOID, &[]), (ty::POINTER, &[0])], "Invalid type"),
        (&[(ty::VOID, &[]), (ty::ARRAY, &[1, 0])], "Invalid type"),
        (&[(ty::OPAQUE, &[0]), (ty::VECTOR, &[1, 0])], "Invalid type"),
        (&[(ty::VOID, &[]), (ty::FUNCTION, &[0, 0, 0])], "Invalid function argument type"),
        (&[(ty::STRUCT_NAMED, &[0, 0])], "identified structure type '' is recursive"),
        (&[(ty::ARRAY, &[2, 1]), (ty::STRUCT_NAMED, &[0, 0])], "identified structure type '' is recursive"),
        (&[(ty::STRUCT_ANON, &[0, 1]), (ty::STRUCT_NAMED, &[0, 0])], "identified structure type '' is recursive"),
        (&[(ty::STRUCT_NAMED, &[0, 0]), (99, &[])], "identified structure type '' is recursive"),
        (&[(ty::STRUCT_NAMED, &[])], "Invalid named struct record"),
        (&[(ty::TARGET_TYPE, &[1])], "Too many type parameters"),
        (&[(ty::TARGET_TYPE, &[0, 1 << 32])], "Integer parameter too large"),
        (&[(ty::NUMENTRY, &[1 << 40])], "Malformed block"),
        (&[(99, &[])], "Invalid value"),
    ];
    for (types, message) in cases {
        Source { types, ..Source::default() }.expect_error(message);
    }
}

#[test]
fn attributes_of_groups() {
    let function = 0xffff_ffff;
    let groups: [Record<'_>; 4] = [
        // nounwind, "a", "b"="c", memory(argmem: read), uwtable, alignstack(16).
        (
            attribute::GRP_CODE_ENTRY,
            &[1, function, 0, 18, 3, 97, 0, 4, 98, 0, 99, 0, 1, 86, 1 << 56 | 1, 0, 33, 1, 25, 16],
        ),
        // noalias, nocapture, sret(i8), align 8, dereferenceable(4).
        (attribute::GRP_CODE_ENTRY, &[2, 1, 0, 9, 0, 11, 6, 29, I8, 1, 1, 8, 1, 41, 4]),
        // range(i32 0, 10), signext.
        (attribute::GRP_CODE_ENTRY, &[3, 2, 7, 92, 32, 0, 20, 0, 24]),
        (attribute::GRP_CODE_ENTRY, &[4, function, 0, 21, 0, 45]),
    ];
    let source = Source {
        groups: &groups,
        lists: &[(attribute::CODE_ENTRY, &[1, 2, 3]), (attribute::CODE_ENTRY, &[4])],
        types: &TYPES,
        globals: &[(m::FUNCTION, &[FUNCTION, 0, 1, 0, 1, 0, 0, 0]), (m::FUNCTION, &[FUNCTION, 0, 1, 0, 2, 0, 0, 0])],
        ..Source::default()
    };
    // The types come after the attributes here, so that the group knows none: an old file, in which no attribute had one.
    source.expect_error("Missing param element type for attribute upgrade");
    let groups: Vec<Record<'_>> = groups.iter().copied().filter(|g| g.1[0] != 2).collect();
    Source { groups: &groups, ..source }.expect(&[
        "; Function Attrs: nounwind memory(argmem: read) alignstack(16) uwtable",
        "declare void @0(ptr, i32 signext range(i32 0, 10)) #0",
        "; Function Attrs: memory(argmem: read)",
        "declare void @1(ptr, i32) #1",
        "attributes #0 = { nounwind memory(argmem: read) alignstack=16 uwtable \"a\" \"b\"=\"c\" }",
        "attributes #1 = { memory(argmem: read) }",
    ]);
    // Two kinds have this number: `dead_on_return`, and from LLVM 23 on `dead_on_return(N)`.
    for (ops, text) in [(&[1, 1, 0, 103][..], "dead_on_return"), (&[1, 1, 1, 103, 6], "dead_on_return(6)")] {
        let groups = [(attribute::GRP_CODE_ENTRY, ops)];
        let lists: [Record<'_>; 2] = [(attribute::CODE_ENTRY, &[1]), (attribute::CODE_ENTRY, &[])];
        Source { groups: &groups, lists: &lists, ..source }
            .expect(&[&format!("declare void @0(ptr {text}, i32)"), "declare void @1(ptr, i32)"]);
    }
    let cases: [(&[u64], &str); 14] = [
        (&[1, 0], "Invalid grp record"),
        (&[1, 0, 0, 255], "Unknown attribute kind (255)"),
        (&[1, 0, 0, 1], "Not an enum attribute"),
        (&[1, 0, 1, 18, 1], "Not an int attribute"),
        (&[1, 0, 5, 18], "Not a type attribute"),
        // preallocated of a function with a type that there is not; elementtype and sret without one; byval, as old files have it.
        (&[1, function, 6, 65, 1000], "Attribute 'preallocated' without a type"),
        (&[1, 1, 5, 77], "Attribute 'elementtype' without a type"),
        (&[1, 0, 5, 29], "Attribute 'sret' without a type"),
        (&[1, function, 0, 3], "Not an enum attribute"),
        (&[1, 0, 7, 18, 32, 0, 1], "Not a ConstantRange attribute"),
        (&[1, 0, 7, 92, 32, 0], "Too few records for range"),
        (&[1, 0, 8, 92, 1, 32, 0, 1], "Not a constant range list attribute"),
        (&[1, 0, 8, 94, 2, 64, 0, 8, 4, 12], "Invalid (unordered or overlapping) range list"),
        (&[1, 0, 9], "Invalid attribute group entry"),
    ];
    for (ops, message) in cases {
        Source { groups: &[(attribute::GRP_CODE_ENTRY, ops)], ..source }.expect_error(message);
    }
}

#[test]
fn attributes_that_are_bits() {
    let types: [Record<'_>; 4] =
        [(ty::INTEGER, &[32]), (ty::POINTER, &[0]), (ty::VOID, &[]), (ty::FUNCTION, &[0, 2, 1, 1])];
    // byval and align 4; nocapture and sret; nounwind, readonly, noredzone and uwtable.
    let list = [1, 1 << 7 | 4 << 16, 2, 1 << 32 | 1 << 4, 0xffff_ffff, 1 << 5 | 1 << 10 | 1 << 33 | 1 << 41];
    let source = Source {
        lists: &[(attribute::CODE_ENTRY_OLD, &list)],
        types: &types,
        globals: &[(m::FUNCTION, &[3, 0, 1, 0, 1, 0, 0, 0])],
        ..Source::default()
    };
    source.expect(&[
        "; Function Attrs: noredzone nounwind memory(read) uwtable(sync)",
        "declare void @0(ptr byval(i32) align 4, ptr sret(i32) captures(none)) #0",
        "attributes #0 = { noredzone nounwind memory(read) uwtable(sync) }",
    ]);
    Source { lists: &[(attribute::CODE_ENTRY_OLD, &[1])], ..source }.expect_error("Invalid parameter attribute record");
    Source { lists: &[(attribute::CODE_ENTRY_OLD, &[0, 1 << 7])], ..source }
        .expect_error("Attribute 'byval' without a type");
    // Room for no more parameters than the file justifies.
    Source { lists: &[(attribute::CODE_ENTRY_OLD, &[u64::MAX, 1])], ..source }
        .expect_error("Invalid parameter attribute record");
}

/// The initializer that constants give to a global; the last one is its.
fn constant_of(types: &[Record<'_>], constants: &[Record<'_>], id: u64) -> Result<String, String> {
    let ops = [id, 2, 1 + constants.iter().filter(|c| c.0 != c::SETTYPE).count() as u64, 0, 0, 0];
    let globals: [Record<'_>; 1] = [(m::GLOBALVAR, &ops)];
    let text = Source { types, globals: &globals, constants, ..Source::default() }.read()?;
    let line = text.lines().find(|l| l.starts_with("@0 = global ")).unwrap_or(&text);
    Ok(line.trim_start_matches("@0 = global ").to_owned())
}

#[test]
fn numbers() {
    const NUMBERS: [Record<'static>; 10] = [
        (ty::INTEGER, &[32]),
        (ty::INTEGER, &[100]),
        (ty::HALF, &[]),
        (ty::BFLOAT, &[]),
        (ty::FLOAT, &[]),
        (ty::DOUBLE, &[]),
        (ty::X86_FP80, &[]),
        (ty::FP128, &[]),
        (ty::PPC_FP128, &[]),
        (ty::VECTOR, &[2, 0]),
    ];
    let cases: [(u64, Record<'_>, &str); 12] = [
        (0, (c::INTEGER, &[7]), "i32 -3"),
        (0, (c::INTEGER, &[1]), "i32 0"),
        (1, (c::WIDE_INTEGER, &[0, 4]), "i100 36893488147419103232"),
        (2, (c::FLOAT, &[0x3c00]), "half 0xH3C00"),
        (3, (c::FLOAT, &[0x3f80]), "bfloat 0xR3F80"),
        (4, (c::FLOAT, &[0x3f80_0000]), "float 1.000000e+00"),
        (5, (c::FLOAT, &[0x3ff0_0000_0000_0000]), "double 1.000000e+00"),
        (6, (c::FLOAT, &[0x3fff_8000_0000_0000, 7]), "x86_fp80 0xK3FFF8000000000000007"),
        (7, (c::FLOAT, &[1, 2]), "fp128 0xL00000000000000010000000000000002"),
        (8, (c::FLOAT, &[1, 2]), "ppc_fp128 0xM00000000000000010000000000000002"),
        (9, (c::INTEGER, &[4]), "<2 x i32> splat (i32 2)"),
        (0, (c::UNDEF, &[]), "i32 undef"),
    ];
    for (id, record, expected) in cases {
        assert_eq!(constant_of(&NUMBERS, &[(c::SETTYPE, &[id]), record], id).as_deref(), Ok(expected));
    }
    let error = |records: &[Record<'_>]| constant_of(&NUMBERS, records, 0).unwrap_err();
    assert_eq!(error(&[(c::INTEGER, &[])]), "Invalid integer const record");
    assert_eq!(error(&[(c::SETTYPE, &[99])]), "Invalid settype record");
    assert_eq!(error(&[(c::SETTYPE, &[4]), (c::INTEGER, &[0])]), "Invalid integer const record");
    assert_eq!(error(&[(c::FLOAT, &[])]), "Invalid float const record");
}

const AGGREGATES: [Record<'static>; 7] = [
    (ty::INTEGER, &[32]),
    (ty::INTEGER, &[8]),
    (ty::ARRAY, &[3, 1]),
    (ty::ARRAY, &[2, 0]),
    (ty::STRUCT_ANON, &[0, 0, 3]),
    (ty::VECTOR, &[2, 0]),
    (ty::VOID, &[]),
];

#[test]
fn aggregates() {
    let of = |records: &[Record<'_>], id| constant_of(&AGGREGATES, records, id);
    assert_eq!(of(&[(c::SETTYPE, &[2]), (c::STRING, &[97, 0, 99])], 2).as_deref(), Ok("[3 x i8] c\"a\\00c\""));
    assert_eq!(of(&[(c::SETTYPE, &[2]), (c::CSTRING, &[97, 98])], 2).as_deref(), Ok("[3 x i8] c\"ab\\00\""));
    assert_eq!(of(&[(c::SETTYPE, &[3]), (c::DATA, &[1, u64::MAX])], 3).as_deref(), Ok("[2 x i32] [i32 1, i32 -1]"));
    assert_eq!(of(&[(c::SETTYPE, &[3]), (c::NULL, &[])], 3).as_deref(), Ok("[2 x i32] zeroinitializer"));
    // A string is of the type that its bytes say, whatever type was set.
    assert_eq!(of(&[(c::CSTRING, &[97, 98])], 2).as_deref(), Ok("[3 x i8] c\"ab\\00\""));
    // Of what names an operand, the lower 32 bits count.
    let wide: [Record<'_>; 4] =
        [(c::SETTYPE, &[3]), (c::AGGREGATE, &[1 << 32 | 2, 2]), (c::SETTYPE, &[0]), (c::INTEGER, &[14])];
    let globals: [Record<'_>; 1] = [(m::GLOBALVAR, &[3, 2, 2, 0, 0, 0])];
    Source { types: &AGGREGATES, globals: &globals, constants: &wide, ..Source::default() }
        .expect(&["@0 = global [2 x i32] [i32 7, i32 7]"]);
    // A struct of an array that follows it, which is of integers that follow it. The variable has id 0.
    let nested: [Record<'_>; 6] = [
        (c::SETTYPE, &[4]),
        (c::AGGREGATE, &[3, 2]),
        (c::SETTYPE, &[3]),
        (c::AGGREGATE, &[3, 3]),
        (c::SETTYPE, &[0]),
        (c::INTEGER, &[10]),
    ];
    let globals: [Record<'_>; 1] = [(m::GLOBALVAR, &[4, 2, 2, 0, 0, 0])];
    Source { types: &AGGREGATES, globals: &globals, constants: &nested, ..Source::default() }
        .expect(&["@0 = global { i32, [2 x i32] } { i32 5, [2 x i32] [i32 5, i32 5] }"]);
    let cases: [(u64, &[u64], &str); 4] = [
        (4, &[2], "Invalid number of elements in struct initializer"),
        (3, &[2, 2, 2], "Invalid number of elements in array initializer"),
        (5, &[0, 2], "Incorrect type in vector initializer"),
        (3, &[9, 9], "Invalid value ID"),
    ];
    for (id, ops, message) in cases {
        let records: [Record<'_>; 4] =
            [(c::SETTYPE, &[id]), (c::AGGREGATE, ops), (c::SETTYPE, &[0]), (c::INTEGER, &[2])];
        assert_eq!(of(&records, 0).unwrap_err(), message);
    }
    assert_eq!(of(&[(c::SETTYPE, &[6])], 0).unwrap_err(), "Invalid constant type");
    assert_eq!(of(&[(c::SETTYPE, &[3]), (c::AGGREGATE, &[])], 0).unwrap_err(), "Invalid aggregate record");
}

#[test]
fn constants_that_are_made_of_themselves() {
    let struct_type: [Record<'_>; 2] = [(ty::INTEGER, &[32]), (ty::STRUCT_ANON, &[0, 0])];
    let one: &[Record<'_>] = &[(c::SETTYPE, &[1]), (c::AGGREGATE, &[1])];
    let two: &[Record<'_>] = &[(c::SETTYPE, &[1]), (c::AGGREGATE, &[2]), (c::AGGREGATE, &[1])];
    for records in [one, two] {
        assert_eq!(constant_of(&struct_type, records, 1).unwrap_err(), "Invalid value ID");
    }
    // As deep as it is long, from the outermost on: 100,000 casts to the same type.
    let pointer: [Record<'_>; 1] = [(ty::OPAQUE_POINTER, &[0])];
    let casts: Vec<[u64; 3]> = (0..100_000).map(|i| [11, 0, i + 2]).collect();
    let mut records: Vec<Record<'_>> = vec![(c::SETTYPE, &[0])];
    records.extend(casts.iter().map(|ops| (c::CE_CAST, &ops[..])));
    records.push((c::NULL, &[]));
    assert_eq!(constant_of(&pointer, &records, 0).as_deref(), Ok("ptr null"));
}

#[test]
fn expressions() {
    let types: [Record<'_>; 5] = [
        (ty::INTEGER, &[32]),
        (ty::OPAQUE_POINTER, &[0]),
        (ty::INTEGER, &[64]),
        (ty::ARRAY, &[4, 0]),
        (ty::POINTER, &[3]),
    ];
    // The global is 0, the constants follow: 1 is `i64 1`, 2 what is made.
    let cases: [(u64, Record<'_>, &str); 9] = [
        (2, (c::CE_CAST, &[9, 1, 0]), "i64 ptrtoint (ptr @0 to i64)"),
        (1, (c::CE_CAST, &[10, 2, 1]), "ptr inttoptr (i64 1 to ptr)"),
        (2, (c::CE_BINOP, &[0, 1, 1, 2]), "i64 2"),
        (1, (c::CE_GEP, &[0, 1, 1, 0, 2, 1]), "ptr getelementptr inbounds (i32, ptr @0, i64 1)"),
        (1, (c::CE_GEP, &[0, 4, 1, 0, 2, 1]), "ptr getelementptr nuw (i32, ptr @0, i64 1)"),
        (
            1,
            (c::CE_INBOUNDS_GEP, &[3, 1, 0, 2, 1, 2, 1]),
            "ptr getelementptr inbounds ([4 x i32], ptr @0, i64 1, i64 1)",
        ),
        // Old ones go by what the pointer points to.
        (4, (c::CE_GEP_OLD, &[4, 0, 2, 1, 2, 1]), "ptr getelementptr ([4 x i32], ptr @0, i64 1, i64 1)"),
        (
            1,
            (c::CE_GEP_WITH_INRANGE, &[0, 0, 64, 0, 8, 1, 0, 2, 1]),
            "ptr getelementptr inrange(0, 4) (i32, ptr @0, i64 1)",
        ),
        (2, (c::CE_BINOP, &[0, 99, 1, 2]), "Invalid value ID"),
    ];
    for (id, record, expected) in cases {
        let records: [Record<'_>; 4] = [(c::SETTYPE, &[2]), (c::INTEGER, &[2]), (c::SETTYPE, &[id]), record];
        let found = constant_of(&types, &records, id);
        assert_eq!(found.unwrap_or_else(|e| e), expected);
    }
    // There are no such constants any more: instructions can take their place, initializers not.
    let removed: [(u64, Record<'_>, &str); 4] = [
        (2, (c::CE_BINOP, &[2, 1, 1]), "mul"),
        (2, (c::CE_SELECT, &[1, 1, 1]), "select"),
        (0, (c::CE_CMP, &[2, 1, 1, 32]), "icmp"),
        (2, (c::CE_CAST, &[1, 0, 1]), "zext"),
    ];
    for (id, record, name) in removed {
        let records: [Record<'_>; 4] = [(c::SETTYPE, &[2]), (c::INTEGER, &[2]), (c::SETTYPE, &[id]), record];
        let message = format!("Value referenced by initializer is an unsupported constant expression of type {name}");
        assert_eq!(constant_of(&types, &records, id).unwrap_err(), message);
    }
}

#[test]
fn constants_of_globals() {
    let globals: [Record<'_>; 2] =
        [(m::FUNCTION, &[FUNCTION, 0, 1, 0, 0, 0, 0, 0]), (m::GLOBALVAR, &[PTR, 2, 3, 0, 0, 0])];
    let source = Source { types: &TYPES, globals: &globals, ..Source::default() };
    let expect = |record: Record<'_>, expected: &str| {
        let constants: [Record<'_>; 6] = [
            (c::SETTYPE, &[PTR]),
            record,
            (c::SETTYPE, &[I32]),
            (c::INTEGER, &[4]),
            (c::SETTYPE, &[I64]),
            (c::INTEGER, &[6]),
        ];
        let text = Source { constants: &constants, ..source }.read().unwrap_or_else(|e| e);
        let line = text.lines().find(|l| l.starts_with("@0 =")).unwrap_or(&text);
        assert_eq!(line.trim_start_matches("@0 = global "), expected);
    };
    expect((c::DSO_LOCAL_EQUIVALENT, &[FUNCTION, 0]), "ptr dso_local_equivalent @1");
    expect((c::NO_CFI_VALUE, &[FUNCTION, 0]), "ptr no_cfi @1");
    expect((c::PTRAUTH, &[0, 3, 4, 1]), "ptr ptrauth (ptr @1, i32 2, i64 3, ptr @0)");
    expect((c::PTRAUTH2, &[0, 3, 4, 1, 0]), "ptr ptrauth (ptr @1, i32 2, i64 3, ptr @0, ptr @1)");
    expect((c::PTRAUTH, &[0, 4, 4, 1]), "ptrauth key operand must be ConstantInt");
    expect((c::NO_CFI_VALUE, &[FUNCTION, 3]), "no_cfi operand must be GlobalValue");
    expect((c::BLOCKADDRESS, &[FUNCTION, 1, 1]), "blockaddress operand must be a function");
    expect((c::BLOCKADDRESS, &[FUNCTION, 0, 0]), "Invalid ID");
    expect((c::BLOCKADDRESS, &[FUNCTION, 0, 1]), "Never resolved function from blockaddress");
}

#[test]
fn module_records() {
    let source = Source {
        head: &[
            (m::TRIPLE, "x86_64-linux"),
            (m::DATALAYOUT, "e-m:e-i64:64-f80:128-n8:16:32:64-S128"),
            (m::ASM, "nop"),
            (m::SOURCE_FILENAME, "x.c"),
        ],
        named_blocks: &[(block::OPERAND_BUNDLE_TAGS, &["deopt"]), (block::SYNC_SCOPE_NAMES, &["singlethread", ""])],
        ..Source::default()
    };
    // The data layout is today's.
    source.expect(&[
        "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"",
        "target triple = \"x86_64-linux\"",
        "module asm \"nop\"",
    ]);
    assert!(source.read().unwrap().contains("source_filename = \"x.c\"\n"));
    Source { version: 3, ..source }.expect_error("Invalid value");
    Source { head: &[(m::DATALAYOUT, "e-S3")], ..source }
        .expect_error("stack natural alignment must be a power of two times the byte width");
    // LLVM's upgrade makes an alignment of i128 of the second number, which the third is then too small for.
    Source { head: &[(m::TRIPLE, "powerpc64-linux"), (m::DATALAYOUT, "E-i64:64:64")], ..source }
        .expect_error("preferred alignment cannot be less than the ABI alignment");
    Source { named_blocks: &[(block::SYNC_SCOPE_NAMES, &[])], ..source }
        .expect_error("Invalid empty synchronization scope names block");
    let tags: (u32, &[&str]) = (block::OPERAND_BUNDLE_TAGS, &["deopt"]);
    Source { named_blocks: &[tags, tags], ..source }.expect_error("Invalid multiple blocks");
    Source { identification: &[(identification::EPOCH, &[1])], ..source }
        .expect_error("Incompatible epoch: Bitcode '1' vs current: '0'");
}

#[test]
fn who_wrote_it_is_told_with_an_error() {
    let cx = Context::new();
    let source = Source {
        version: 9,
        identification: &[(identification::STRING, &[97, 98]), (identification::EPOCH, &[0])],
        ..Source::default()
    };
    let error = read(&cx, "m", &source.bitcode(), &ReadOptions::default()).err().unwrap();
    assert_eq!((error.producer.as_deref(), error.block), (Some("ab"), Some(block::MODULE)));
    // The place is within the file, not within the module.
    assert!(error.bit > 32 && error.bit < source.bitcode().len() as u64 * 8);
}

#[test]
fn names_of_structs_are_free_again_after_an_error() {
    let cx = Context::new();
    let named: [Record<'_>; 2] = [(ty::STRUCT_NAME, &[97]), (ty::STRUCT_NAMED, &[0])];
    let broken = [named[0], named[1], (ty::INTEGER, &[0])];
    let globals: [Record<'_>; 1] = [(m::GLOBALVAR, &[0, 2, 0, 0, 0, 0])];
    let read = |types| {
        read(&cx, "m", &Source { types, globals: &globals, ..Source::default() }.bitcode(), &ReadOptions::default())
    };
    assert!(read(&broken).is_err());
    let text = lindworm_text::to_bytes(&read(&named).unwrap().module);
    assert!(String::from_utf8_lossy(&text).contains("%a = type {}"));
}

#[test]
fn cut_short_anywhere_it_is_an_error_or_less() {
    let globals: [Record<'_>; 3] = [
        (m::GLOBALVAR, &[0, 1, I32, 2, 4, 0, 0, 0]),
        (m::FUNCTION, &[1, 1, FUNCTION, 0, 1, 0, 0, 0, 0, 0]),
        (m::ALIAS, &[2, 1, I32, 0, 0, 0]),
    ];
    let source = Source {
        version: 2,
        groups: &[(attribute::GRP_CODE_ENTRY, &[1, 0xffff_ffff, 0, 18])],
        lists: &[(attribute::CODE_ENTRY, &[1])],
        types: &TYPES,
        globals: &globals,
        constants: &[(c::SETTYPE, &[I32]), (c::INTEGER, &[2])],
        strings: "abc",
        ..Source::default()
    };
    let bitcode = source.bitcode();
    assert!(read_bytes(&bitcode).is_ok());
    for end in 0..bitcode.len() {
        let _ = read_bytes(&bitcode[..end]);
    }
    // The same with what is left cut to words, so that more than the length of the file is looked at, and with bytes changed.
    for at in 0..bitcode.len() {
        for value in [0, 0xff, bitcode[at] ^ 1, bitcode[at].wrapping_add(64)] {
            let mut changed = bitcode.clone();
            changed[at] = value;
            let _ = read_bytes(&changed);
        }
    }
}

#[test]
fn a_scalar_of_no_bits_is_zero() {
    let mut out = StreamWriter::default();
    out.bits.fixed(0xdec04342, 32);
    out.enter_block(block::MODULE, 3);
    // An array of a billion numbers of no bits, which takes no room in the file.
    let fields = [Encoding::Literal(m::SECTIONNAME as u64), Encoding::Array(Scalar::Fixed(0))];
    let id = out.define(Abbreviation(fields.into()));
    out.bits.fixed(id as u64, 3);
    out.bits.vbr(1 << 30, 6);
    out.end_block();
    assert!(read_bytes(&out.bits.into_bytes()).is_err());
}

/// Two functions: `@f` gives what `@g` gives, and `@g` 7 in a block whose address `@f` takes as well.
const TWO: &str = r#"
define ptr @f() {
  %r = call i32 @g(), !note !0
  ret ptr blockaddress(@g, %next)
}

define i32 @g() !note !1 {
  br label %next

next:
  ret i32 7
}

!named = !{!2}
!0 = !{!1, !"a"}
!1 = !{!"b"}
!2 = !{!"c"}
"#;

#[test]
fn bodies_are_read_when_they_are_asked_for() {
    let cx = Context::new();
    let text = lindworm_text::read(&cx, "m", TWO.as_bytes(), &lindworm_text::ReadOptions::default());
    let file = lindworm_bitcode::write(&text.ok().unwrap().module, &lindworm_bitcode::WriteOptions::default());
    let options = ReadOptions::default();
    let whole = lindworm_text::to_bytes(&read(&cx, "m", &file, &options).unwrap().module);

    let mut lazy = LazyModule::open(&cx, "m", &file, &options).unwrap();
    let [f, g] = [&b"f"[..], b"g"].map(|name| lazy.module().global_named(name).unwrap());
    assert!(lazy.module().body(f).is_none() && lazy.is_materializable(f));
    lazy.materialize(f).unwrap();
    assert!(lazy.module().body(f).is_some() && lazy.module().body(g).is_none());
    assert!(!lazy.is_materializable(f) && lazy.is_materializable(g));
    assert!(lazy.module().named_metadata().is_empty());
    lazy.materialize(f).unwrap();
    lazy.materialize(g).unwrap();
    lazy.materialize_metadata().unwrap();
    assert_eq!(lindworm_text::to_bytes(lazy.module()), whole);
    assert_eq!(lindworm_text::to_bytes(&lazy.finish().unwrap().module), whole);
}

const OLD: &str = r#"
declare void @llvm.dbg.value(metadata, i64, metadata, metadata)
declare i32 @llvm.ctlz.i32(i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i32, i1)

define i32 @f(i32 %x, ptr %p) !dbg !2 {
  call void @llvm.dbg.value(metadata i32 %x, i64 0, metadata !5, metadata !DIExpression()), !dbg !6
  %z = call i32 @llvm.ctlz.i32(i32 %x)
  store i32 %z, ptr %p, !tbaa !7
  ret i32 %z
}

define i32 @g(i32 %x, ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i32 4, i1 false)
  %z = call i32 @llvm.ctlz.i32(i32 %x)
  store i32 %z, ptr %p, !tbaa !7
  ret i32 %z
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!9}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !3, unit: !0, retainedNodes: !{})
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = !DILocalVariable(name: "x", scope: !2, file: !1, line: 1)
!6 = !DILocation(line: 1, scope: !2)
!7 = !{!"int", !8}
!8 = !{!"root"}
!9 = !{i32 2, !"Debug Info Version", i32 3}
"#;

#[test]
fn old_bodies_are_upgraded_one_by_one() {
    let cx = Context::new();
    let as_it_is = lindworm_text::ReadOptions { upgrade: false, ..Default::default() };
    let module = lindworm_text::read(&cx, "m", OLD.as_bytes(), &as_it_is).ok().unwrap().module;
    let file = lindworm_bitcode::write(&module, &lindworm_bitcode::WriteOptions::default());
    let function = |module: &lindworm_ir::Module, name: &str| {
        let text = String::from_utf8(lindworm_text::to_bytes(module)).unwrap();
        let start = text.find(&format!("define i32 @{name}(")).unwrap();
        text[start..].split_inclusive("\n}\n").next().unwrap().to_string()
    };
    let whole = read(&cx, "m", &file, &ReadOptions::default()).unwrap().module;

    let mut lazy = LazyModule::open(&cx, "m", &file, &ReadOptions::default()).unwrap();
    let names = ["f", "g"];
    let places = names.map(|name| lazy.module().global_named(name.as_bytes()).unwrap());
    lazy.materialize(places[1]).unwrap();
    let g = function(lazy.module(), "g");
    assert!(g.contains("call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 8, i1 false)"), "{g}");
    assert!(g.contains("@llvm.ctlz.i32(i32 %x, i1 false)"), "{g}");
    assert!(lazy.is_materializable(places[0]) && lazy.module().body(places[0]).is_none());
    lazy.materialize(places[0]).unwrap();
    assert!(function(lazy.module(), "f").contains("#dbg_value(i32 %x, "));
    // Nodes have other numbers where not all are read.
    let unnumbered = |text: String| text.split(|c: char| c.is_ascii_digit()).collect::<Vec<_>>().join("");
    for name in names {
        assert_eq!(unnumbered(function(lazy.module(), name)), unnumbered(function(&whole, name)));
    }
    let tag = |module: &lindworm_ir::Module| {
        let body = module.body(module.global_named(b"f").unwrap()).unwrap();
        let lists = body.attachment_lists().flatten();
        let tags: Vec<_> = lists.filter(|(kind, _)| *kind == lindworm_ir::context::MetadataKind::TBAA).collect();
        module.metadata().node(tags[0].1.as_node().unwrap()).words.len()
    };
    assert_eq!([tag(lazy.module()), tag(&whole)], [3, 3]);

    let as_it_is = ReadOptions { upgrade: false, ..ReadOptions::default() };
    let mut lazy = LazyModule::open(&cx, "m", &file, &as_it_is).unwrap();
    let g = lazy.module().global_named(b"g").unwrap();
    lazy.materialize(g).unwrap();
    assert!(function(lazy.module(), "g").contains("i32 4, i1 false)"));
}

#[test]
fn a_broken_body_is_an_error_when_it_is_asked_for() {
    let mut out = StreamWriter::default();
    out.bits.fixed(0xdec04342, 32);
    out.enter_block(block::MODULE, 4);
    block(&mut out, block::TYPE, &[(ty::NUMENTRY, &[2]), (ty::VOID, &[]), (ty::FUNCTION, &[0, 0])]);
    out.record(m::FUNCTION, &[1, 0, 0, 0, 0, 0, 0, 0]);
    block(&mut out, block::FUNCTION, &[(99, &[])]);
    out.end_block();
    let file = out.bits.into_bytes();
    let cx = Context::new();
    let mut lazy = LazyModule::open(&cx, "m", &file, &ReadOptions::default()).unwrap();
    let function = lazy.module().functions()[0];
    assert_eq!(lazy.materialize(function).unwrap_err().block, Some(block::FUNCTION));
    assert!(lazy.finish().is_err());
}

#[test]
fn structs_keep_their_names_when_a_module_is_read_to_its_end() {
    let globals: [Record<'_>; 1] = [(m::GLOBALVAR, &[0, 2, 0, 0, 0, 0])];
    let types: [Record<'_>; 2] = [(ty::STRUCT_NAME, &[97]), (ty::STRUCT_NAMED, &[0])];
    let file = Source { types: &types, globals: &globals, ..Source::default() }.bitcode();
    let cx = Context::new();
    let lazy = LazyModule::open(&cx, "m", &file, &ReadOptions::default()).unwrap();
    let text = lindworm_text::to_bytes(&lazy.finish().unwrap().module);
    assert!(String::from_utf8_lossy(&text).contains("%a = type {}"));
}
