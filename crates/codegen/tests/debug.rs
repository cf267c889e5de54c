//! Debug information: gdb stops, steps and prints; `llvm-dwarfdump` finds no error.

mod common;

use std::path::Path;
use std::process::Command;

use common::{compiled, has_cc};
use object::{Object, ObjectSection};

fn has(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok_and(|o| o.status.success());
    if !found {
        eprintln!("SKIPPED: there is no `{tool}`");
    }
    found
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const OPTIMIZED: &str = include_str!("debug_optimized.ll");

fn linked(directory: &Path, text: &str) -> std::path::PathBuf {
    let [object, program] = ["debug.o", "debug"].map(|name| directory.join(name));
    std::fs::write(&object, compiled(text)).unwrap();
    run(Command::new("cc").arg(&object).arg("-o").arg(&program));
    program
}

fn under_gdb(program: &Path, commands: &[&str]) -> String {
    let mut gdb = Command::new("gdb");
    gdb.args(["-nx", "-batch"]);
    commands.iter().for_each(|command| _ = gdb.args(["-ex", command]));
    run(gdb.arg(program))
}

#[test]
fn gdb_stops_steps_and_prints() {
    if !has_cc() || !has("gdb") {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let program = linked(directory.path(), include_str!("debug.ll"));
    let commands = [
        "break sum",
        "run",
        "backtrace",
        "print *p",
        "print n",
        "next",
        "next",
        "next",
        "print total",
        "up",
        "print points",
        "print c",
        "print c == GREEN",
        "break 15",
        "continue",
        "print r",
        "ptype points",
    ];
    let output = under_gdb(&program, &commands);
    for expected in [
        "Breakpoint 1, sum (p=0x",
        "n=2) at dbg.c:5\n",
        "main (argc=1, argv=0x",
        ") at dbg.c:14\n",
        "$1 = {x = 2, y = 3, name = 0x",
        "\"first\"}\n$2 = 2\n",
        "$3 = 6\n",
        "{x = 4, y = 5, name = 0x",
        "$5 = GREEN\n$6 = 1\n",
        "$7 = 26\n",
        "type = struct point {\n    int x;\n    int y;\n    const char *name;\n} [2]",
    ] {
        assert!(output.contains(expected), "{expected}: {output}");
    }
}

#[test]
fn gdb_prints_variables_and_inlined_functions_of_optimized_code() {
    if !has_cc() || !has("gdb") {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let program = linked(directory.path(), OPTIMIZED);
    // In registers and parts at the entry, in slots later, while callees run, and in an inlined function.
    let commands = [
        "break square",
        "break work",
        "run",
        "info args",
        "info locals",
        "continue",
        "backtrace",
        "print x",
        "up",
        "print i",
        "delete",
        "break printf",
        "continue",
        "continue",
        "continue",
        "up",
        "info locals",
        "info args",
    ];
    let output = under_gdb(&program, &commands);
    for expected in [
        "work (n=4, p=..., name=0x",
        "\nn = 4\np = {a = 1, b = 10}\nname = 0x",
        "\ni = 0\ntotal = 10\n",
        "\n#0  square (x=1) at opt.c:4\n#1  work (n=",
        "$1 = 1\n",
        "$2 = 0\n",
        "\ni = 2\ntotal = 18\n",
        "\nname = 0x",
    ] {
        assert!(output.contains(expected), "{expected}: {output}");
    }
}

#[test]
fn dwarfdump_finds_no_error() {
    if !has_cc() || !has("llvm-dwarfdump") {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    for text in [include_str!("debug.ll"), OPTIMIZED] {
        let program = linked(directory.path(), text);
        for file in [program.clone(), program.with_extension("o")] {
            let output = Command::new("llvm-dwarfdump").arg("--verify").arg(file).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        }
    }
}

#[test]
fn functions_without_a_file_have_no_lines() {
    if !has("llvm-dwarfdump") {
        return;
    }
    let text = r#"
define void @f() !dbg !5 {
  ret void, !dbg !7
}
define void @g() !dbg !6 {
  ret void, !dbg !8
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "own.c", directory: "/")
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "f", scope: null, type: !3, unit: !0)
!6 = distinct !DISubprogram(name: "g", scope: !2, file: !2, line: 3, type: !3, unit: !0)
!7 = !DILocation(line: 5, scope: !5)
!8 = !DILocation(line: 6, scope: !6)
"#;
    let directory = tempfile::tempdir().unwrap();
    let object = directory.path().join("own.o");
    std::fs::write(&object, compiled(text)).unwrap();
    let verified = Command::new("llvm-dwarfdump").arg("--verify").arg(&object).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    let lines = run(Command::new("llvm-dwarfdump").arg("--debug-line").arg(&object));
    assert_eq!(lines.matches("end_sequence").count(), 1, "{lines}");
}

#[test]
fn a_declared_part_of_a_variable_is_a_piece() {
    if !has("llvm-dwarfdump") {
        return;
    }
    let text = include_str!("debug.ll").replace(
        "#dbg_declare(ptr %6, !41, !DIExpression(), !52)",
        "#dbg_declare(ptr %6, !41, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !52)",
    );
    let directory = tempfile::tempdir().unwrap();
    let object = directory.path().join("debug.o");
    std::fs::write(&object, compiled(&text)).unwrap();
    let output = run(Command::new("llvm-dwarfdump").arg("--name=points").arg(&object));
    assert!(output.contains("(DW_OP_piece 0x8, DW_OP_fbreg -"), "{output}");
    assert!(output.contains(", DW_OP_piece 0x8)"), "{output}");
}

#[test]
fn lines_do_not_change_the_code() {
    use object::{Object, ObjectSection};
    for text in [include_str!("debug.ll"), OPTIMIZED] {
        let with = compiled(text);
        let without: String = text.lines().filter(|l| !l.contains("#dbg_")).map(|l| format!("{l}\n")).collect();
        let without = compiled(&without);
        let code = |object: &[u8]| {
            let file = object::File::parse(object).unwrap();
            file.section_by_name(".text").unwrap().data().unwrap().to_vec()
        };
        assert!(code(&with) == code(&without));
        assert!(with.windows(10).any(|w| w == b".debug_str"));
    }
}

/// Two units with a function each, whose parameters have the same type.
const TWO_UNITS: &str = r#"
define i32 @f(i32 %a) !dbg !10 {
  #dbg_value(i32 %a, !13, !DIExpression(), !14)
  ret i32 %a, !dbg !14
}
define i32 @g(i32 %b) !dbg !20 {
  #dbg_value(i32 %b, !23, !DIExpression(), !24)
  ret i32 %b, !dbg !24
}
!llvm.dbg.cu = !{!0, !1}
!llvm.module.flags = !{FLAGS}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !4, emissionKind: FullDebug, retainedTypes: !6)
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !5, emissionKind: FullDebug)
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DIFile(filename: "f.c", directory: "/d")
!5 = !DIFile(filename: "g.c", directory: "/d")
!6 = !{!7}
!7 = !DICompositeType(tag: DW_TAG_structure_type, name: "kept", size: 32, elements: !8)
!8 = !{!9}
!9 = !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !30, size: 32)
!10 = distinct !DISubprogram(name: "f", scope: !4, file: !4, line: 1, type: !31, spFlags: DISPFlagDefinition, unit: !0)
!13 = !DILocalVariable(name: "a", arg: 1, scope: !10, file: !4, line: 1, type: !30)
!14 = !DILocation(line: 2, scope: !10)
!20 = distinct !DISubprogram(name: "g", scope: !5, file: !5, line: 1, type: !31, spFlags: DISPFlagDefinition, unit: !1)
!23 = !DILocalVariable(name: "b", arg: 1, scope: !20, file: !5, line: 1, type: !30)
!24 = !DILocation(line: 2, scope: !20)
!30 = !DIBasicType(name: "number", size: 32, encoding: DW_ATE_signed)
!31 = !DISubroutineType(types: !32)
!32 = !{!30, !30}
"#;

/// The version of each unit of an object, and the names of the types in it.
fn types_of_units(object: &[u8]) -> Vec<(u16, Vec<String>)> {
    let file = object::File::parse(object).unwrap();
    let load = |id: gimli::SectionId| -> Result<_, gimli::Error> {
        let data = file.section_by_name(id.name()).map(|section| section.data().unwrap());
        Ok(gimli::EndianSlice::new(data.unwrap_or_default(), gimli::LittleEndian))
    };
    let dwarf = gimli::Dwarf::load(load).unwrap();
    let mut units = dwarf.units();
    let mut found = Vec::new();
    while let Some(header) = units.next().unwrap() {
        let unit = dwarf.unit(header).unwrap();
        let mut entries = unit.entries();
        let mut names = Vec::new();
        while let Some(entry) = entries.next_dfs().unwrap() {
            if matches!(entry.tag(), gimli::DW_TAG_base_type | gimli::DW_TAG_structure_type) {
                let name = dwarf.attr_string(&unit, entry.attr_value(gimli::DW_AT_name).unwrap()).unwrap();
                names.push(name.to_string_lossy().into_owned());
            }
        }
        names.sort();
        found.push((header.version(), names));
    }
    found
}

#[test]
fn units_share_types_and_have_the_version_of_the_module_flag() {
    // Offsets of strings are relocated in objects: names are read from the linked program.
    if !has_cc() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let main = "define i32 @main() {\n  ret i32 0\n}\n";
    for (version, expected) in [(Some(5), 5), (Some(4), 4), (Some(2), 4), (None, 4)] {
        let flag = version.map_or_else(String::new, |n| format!("!3 = !{{i32 7, !\"Dwarf Version\", i32 {n}}}\n"));
        let flags = if version.is_some() { "!2, !3" } else { "!2" };
        let text = format!("{main}{}{flag}", TWO_UNITS.replace("FLAGS", flags));
        let program = std::fs::read(linked(directory.path(), &text)).unwrap();
        let own: Vec<_> =
            types_of_units(&program).into_iter().filter(|unit| unit.1 != [""; 0] || unit.0 == expected).collect();
        assert_eq!(own[0], (expected, vec!["kept".to_owned(), "number".to_owned()]));
        assert_eq!(own[1], (expected, Vec::new()));
    }
}
