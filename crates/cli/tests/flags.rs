//! Flags that several of the tools under LLVM's names have, as their users see them.

#![cfg(unix)]

mod tool;

use tool::Scratch;

/// Output of a tool from its third line on: without the name of the module. Nothing may be wrong.
fn output(tool: &str, args: &[&str], input: &[u8]) -> String {
    let (status, out, err) = tool::run(tool, args, input);
    assert_eq!((status, &*err), (0, ""), "{tool} {args:?}");
    let text = String::from_utf8(out).unwrap();
    text.lines().filter(|l| !l.starts_with("; ModuleID") && !l.starts_with("source_filename")).fold(
        String::new(),
        |all, line| match line {
            "" => all,
            _ => all + line + "\n",
        },
    )
}

/// Text as bitcode.
fn assemble(text: &str) -> Vec<u8> {
    let (status, bitcode, err) = tool::run("llvm-as", &["-o", "-"], text.as_bytes());
    assert_eq!((status, &*err), (0, ""));
    bitcode
}

/// What a tool says is wrong with its input, or with its command line.
fn error(tool: &str, args: &[&str], input: &[u8]) -> String {
    let (status, _, err) = tool::run(tool, args, input);
    assert_ne!(status, 0, "{tool} {args:?}");
    err.lines().next().unwrap_or_default().to_owned()
}

const ALL: &[&str] = &[
    "opt",
    "llvm-as",
    "llvm-dis",
    "lli",
    "verify-uselistorder",
    "llvm-bcanalyzer",
    "llvm-cat",
    "llvm-modextract",
    "llvm-link",
    "llvm-extract",
    "llvm-split",
    "llvm-diff",
    "llvm-reduce",
];

#[test]
fn each_flag_belongs_to_the_tools_that_have_it_in_llvm() {
    for (flag, tools) in [
        ("allow-incomplete-ir", ALL),
        ("discard-value-names", &["opt"][..]),
        ("expand-constant-exprs", ALL),
        ("non-global-value-max-name-size=9", ALL),
        ("print-addrspace-name", ALL),
        ("use-constant-fp-for-fixed-length-splat", ALL),
        ("use-constant-fp-for-scalable-splat", ALL),
        ("use-constant-int-for-fixed-length-splat", ALL),
        ("use-constant-int-for-scalable-splat", ALL),
    ] {
        for tool in ALL {
            let (_, _, err) = tool::run(tool, &[&format!("-{flag}"), "--no-such-flag"], b"");
            let is_known = !err.contains(&format!("Unknown command line argument '-{flag}'"));
            assert_eq!(is_known, tools.contains(tool), "{tool} -{flag}: {err}");
        }
    }
}

const NAMES: &str = "@global = global i32 0
define i32 @function(i32 %argument) {
block:
  %value = add i32 %argument, 1
  ret i32 %value
}
";

#[test]
fn names_of_values_are_discarded_from_bitcode() {
    let expected = "@global = global i32 0
define i32 @function(i32 %0) {
  %2 = add i32 %0, 1
  ret i32 %2
}
";
    let dir = Scratch::new("names");
    let input = dir.file("names.bc", assemble(NAMES));
    assert_eq!(output("opt", &["-S", "-discard-value-names", &input], b""), expected);
    assert_eq!(
        error("opt", &["-S", "-discard-value-names"], format!("; text\n {NAMES}").as_bytes()),
        "opt: <stdin>:2:2: error: Can't read textual IR with a Context that discards named Values"
    );
}

const LONG: &str = "define i32 @f(i32 %argument, i32 %argumental) {
  br label %block
block:
  %value = add i32 %argument, %argumental
  ret i32 %value
}
";

#[test]
fn long_names_are_cut_off_where_that_changes_no_meaning() {
    let dis = |limit: &str, text: &str| {
        output("llvm-dis", &["-o", "-", &format!("-non-global-value-max-name-size={limit}")], &assemble(text))
    };
    let text = LONG.replace("br label %block\nblock:\n  ", "");
    let cut = text.replace("argumental", "arg2").replace("argument", "argu").replace("value", "valu");
    assert_eq!(dis("4", &text), cut);
    assert_eq!(dis("-1", &text), text);
    let no_room = error("llvm-dis", &["-o", "-", "-non-global-value-max-name-size=0"], &assemble(LONG));
    assert!(no_room.starts_with("llvm-dis: error: Can't generate unique name: MaxNameSize is too small."), "{no_room}");
}

#[test]
fn text_may_not_have_names_that_are_too_long() {
    let refused = |limit: u32, text: &str| {
        error("opt", &["-S", &format!("-non-global-value-max-name-size={limit}")], text.as_bytes())
    };
    assert_eq!(refused(8, LONG), "opt: <stdin>:1:30: error: redefinition of argument '%argumental'");
    let text = LONG.replace("argumental", "x").replace("argument", "y");
    assert_eq!(
        refused(4, &text),
        "opt: <stdin>:2:12: error: name is too long which can result in name collisions, consider making the name \
         shorter or increasing -non-global-value-max-name-size"
    );
    let text = text.replace("  br label %block\n", "");
    assert_eq!(refused(4, &text), "opt: <stdin>:2:1: error: unable to create block named 'block'");
    let text = text.replace("block:\n", "");
    assert_eq!(refused(4, &text), "opt: <stdin>:2:3: error: multiple definition of local value named 'value'");
    // What is too long stands for what has as much of the name as there may be.
    let text = "define i32 @f(i32 %valu) {\n  ret i32 %value\n}\n";
    assert_eq!(
        output("opt", &["-S", "-non-global-value-max-name-size=4"], text.as_bytes()),
        text.replace("value", "valu")
    );
    assert_eq!(error("opt", &["-S"], text.as_bytes()), "opt: <stdin>:2:11: error: use of undefined value '%value'");
    let long = "a".repeat(1025);
    assert!(
        error("opt", &["-S"], format!("define void @f(i8 %{long}) {{\n  ret void\n}}\n").as_bytes())
            .contains("redefinition")
    );
}

#[test]
fn numbers_are_written_as_in_llvm() {
    for (limit, is_enough) in [("0x4", false), ("005", true), ("0b101", true), ("0o4", false), ("5", true)] {
        let text = "define void @f(i8 %value) {\n  ret void\n}\n";
        let (status, ..) = tool::run("opt", &["-S", "-non-global-value-max-name-size", limit], text.as_bytes());
        assert_eq!(status == 0, is_enough, "{limit}");
    }
    for wrong in ["", "x", "+5", "0x", "2147483648", "5 "] {
        assert_eq!(
            error("opt", &[&format!("-non-global-value-max-name-size={wrong}")], b""),
            format!(
                "opt: for the --non-global-value-max-name-size option: '{wrong}' value invalid for integer argument!"
            )
        );
    }
}

const SPACES: &str = "target datalayout = \"P11-A8-p2(global):32:8-p8(stack):8:8-p11(code):8:8\"
@x = addrspace(2) global ptr addrspace(8) null
@y = addrspace(3) global ptr null
define void @f(ptr addrspace(2) %p) addrspace(11) {
  %a = alloca i32, align 4, addrspace(8)
  call addrspace(11) void @f(ptr addrspace(2) @x)
  ret void
}
define void @g() addrspace(0) {
  ret void
}
";

#[test]
fn address_spaces_have_names() {
    let mut expected = SPACES.to_owned();
    for (number, name) in [(2, "global"), (8, "stack"), (11, "code")] {
        expected = expected.replace(&format!("addrspace({number})"), &format!("addrspace(\"{name}\")"));
    }
    assert_eq!(output("llvm-dis", &["-print-addrspace-name"], SPACES.as_bytes()), expected);
    assert_eq!(output("opt", &["-S", "-print-addrspace-name"], expected.as_bytes()), expected);
    assert_eq!(output("opt", &["-S", "-print-addrspace-name=0"], expected.as_bytes()), SPACES);
    // The name of address space 0 is that of all that have none of their own.
    let default = SPACES.replace("P11", "p(any):64:64-P11");
    let printed = output("opt", &["-S", "-print-addrspace-name"], default.as_bytes());
    assert!(printed.contains("@y = addrspace(\"any\") global ptr null") && printed.contains("@g() addrspace(\"any\")"));
    // So it is in what is said of broken modules.
    let broken = SPACES.replace("  %a =", "  %b = load i32, ptr addrspace(8) %a\n  %a =");
    let (_, _, err) = tool::run("opt", &["-S", "-print-addrspace-name"], broken.as_bytes());
    assert!(err.contains("  %b = load i32, ptr addrspace(\"stack\") %a, align 4\n"), "{err}");
}

#[test]
fn vectors_of_one_number_are_a_number_in_bitcode() {
    const SPLATS: &str = "@int = constant <2 x i32> splat (i32 7)
@wide = constant <2 x i128> splat (i128 36893488147419103232)
@float = constant <2 x float> splat (float 2.000000e+00)
@pointer = constant <2 x ptr> <ptr @int, ptr @int>
define <vscale x 2 x i32> @scalable(<vscale x 2 x double> %x) {
  %y = fadd <vscale x 2 x double> %x, splat (double 2.000000e+00)
  ret <vscale x 2 x i32> splat (i32 9)
}
";
    // What the records of constants are, without flags and with each.
    for (flag, records) in [
        (
            None,
            "DATA WIDE_INTEGER AGGREGATE DATA AGGREGATE UnknownCode26 FLOAT NULL CE_INSERTELT NULL CE_SHUFFLEVEC UnknownCode26 INTEGER CE_INSERTELT CE_SHUFFLEVEC",
        ),
        (
            Some("int-for-fixed-length"),
            "INTEGER WIDE_INTEGER DATA AGGREGATE UnknownCode26 FLOAT NULL CE_INSERTELT NULL CE_SHUFFLEVEC UnknownCode26 INTEGER CE_INSERTELT CE_SHUFFLEVEC",
        ),
        (
            Some("fp-for-fixed-length"),
            "DATA WIDE_INTEGER AGGREGATE FLOAT AGGREGATE UnknownCode26 FLOAT NULL CE_INSERTELT NULL CE_SHUFFLEVEC UnknownCode26 INTEGER CE_INSERTELT CE_SHUFFLEVEC",
        ),
        (
            Some("int-for-scalable"),
            "DATA WIDE_INTEGER AGGREGATE DATA AGGREGATE UnknownCode26 FLOAT NULL CE_INSERTELT NULL CE_SHUFFLEVEC INTEGER",
        ),
        (
            Some("fp-for-scalable"),
            "DATA WIDE_INTEGER AGGREGATE DATA AGGREGATE FLOAT UnknownCode26 INTEGER NULL CE_INSERTELT NULL CE_SHUFFLEVEC",
        ),
    ] {
        let flag = flag.map(|flag| format!("-use-constant-{flag}-splat"));
        let mut args = vec!["-o", "-"];
        args.extend(flag.as_deref());
        let (status, bitcode, err) = tool::run("llvm-as", &args, SPLATS.as_bytes());
        assert_eq!((status, &*err), (0, ""));
        let (_, dump, _) = tool::run("llvm-bcanalyzer", &["-dump"], &bitcode);
        let dump = String::from_utf8(dump).unwrap();
        let blocks = dump.split("<CONSTANTS_BLOCK").skip(1).filter_map(|b| b.split("</CONSTANTS_BLOCK").next());
        let lines = blocks.flat_map(|block| block.lines().skip(1)).map(|line| line.trim_start());
        let names = lines.filter_map(|line| line.strip_prefix('<')?.split([' ', '/']).next());
        let found: Vec<&str> = names.filter(|&name| name != "SETTYPE").collect();
        assert_eq!(found.join(" "), records, "{flag:?}");
        assert_eq!(output("llvm-dis", &args, &bitcode), SPLATS, "{flag:?}");
    }
}

#[test]
fn references_to_metadata_that_is_not_defined_are_dropped() {
    const TEXT: &str = "@g = global i8 0, !foo !4, !bar !0
define void @f(ptr %p) !prof !3 {
  %a = load i8, ptr %p, align 1, !dbg !2, !noalias !1, !foo !0
  call void @llvm.experimental.noalias.scope.decl(metadata !1)
  call void @llvm.dbg.value(metadata i32 0, metadata !7, metadata !DIExpression())
  ret void
}
!0 = !{}
";
    let printed = output("opt", &["-S", "-allow-incomplete-ir"], TEXT.as_bytes());
    let expected = "@g = global i8 0, !bar !0
define void @f(ptr %p) {
  %a = load i8, ptr %p, align 1, !foo !0
  ret void
}
; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #0
attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
!0 = !{}
";
    assert_eq!(printed, expected);
    assert!(error("opt", &["-S"], TEXT.as_bytes()).ends_with("error: use of undefined metadata '!1'"));
    // What cannot be done without stays an error; the least number is told.
    for (text, number) in [
        ("!0 = !{!9}\n!1 = !{!8}\n", 8),
        ("!n = !{!8}\n", 8),
        ("@g = global i8 0, !foo !5\n!0 = !{!9}\n", 9),
        ("declare void @llvm.x(metadata)\ndefine void @f() {\n  call void @llvm.x(metadata !6)\n  ret void\n}\n", 6),
        ("define void @f() {\n  ret void, !foo !{!4}\n}\n", 4),
    ] {
        let error = error("llvm-as", &["-allow-incomplete-ir"], text.as_bytes());
        assert!(error.ends_with(&format!("error: use of undefined metadata '!{number}'")), "{text}{error}");
    }
}

#[test]
fn globals_that_are_not_defined_are_declared() {
    const TEXT: &str = "@p = global ptr @variable
define void @f(ptr %p) {
  call void @a(i32 1)
  call void @a(i32 2)
  call void @mixed(i32 2)
  call void @mixed(i64 2)
  %x = call i32 (i32, ...) @z(i32 2, i64 4)
  %y = call i32 @llvm.umax(i32 %x, i32 3)
  call void @stored()
  store ptr @stored, ptr %p, align 8
  ret void
}
";
    let text = output("opt", &["-S", "-allow-incomplete-ir"], TEXT.as_bytes());
    let declared: Vec<&str> = text.lines().filter(|l| l.starts_with("declare") || l.contains("external")).collect();
    assert_eq!(
        declared,
        [
            "@mixed = external global i8",
            "@stored = external global i8",
            "@variable = external global i8",
            "declare void @a(i32)",
            "declare i32 @llvm.umax.i32(i32, i32) #0",
            "declare i32 @z(i32, ...)",
        ]
    );
    assert!(error("opt", &["-S"], TEXT.as_bytes()).ends_with("error: use of undefined value '@a'"));
    assert!(error("opt", &["-S", "-allow-incomplete-ir"], b"@x = global ptr @0").ends_with("undefined value '@0'"));
    // A global is missed before metadata is.
    assert!(error("opt", &["-S"], b"@x = global ptr @y, !foo !5").ends_with("undefined value '@y'"));
}

#[test]
fn constant_expressions_of_bitcode_become_instructions() {
    const TEXT: &str = "@g = external global [4 x i8]
define i64 @f(i1 %c, i64 %x) {
entry:
  %y = add i64 %x, sub nuw (i64 ptrtoint (ptr @g to i64), i64 2)
  br i1 %c, label %then, label %end
then:
  store [2 x ptr] [ptr @g, ptr getelementptr inbounds nuw inrange(0, 1) (i8, ptr @g, i64 1)], ptr @g, align 8
  br label %end
end:
  %z = phi i64 [ %y, %entry ], [ ptrtoint (ptr @g to i64), %then ]
  ret i64 %z
}
";
    let expected = "@g = external global [4 x i8]
define i64 @f(i1 %c, i64 %x) {
entry:
  %constexpr = ptrtoint ptr @g to i64
  %constexpr1 = sub nuw i64 %constexpr, 2
  %y = add i64 %x, %constexpr1
  br i1 %c, label %then, label %end
then:                                             ; preds = %entry
  %constexpr2 = getelementptr inbounds nuw i8, ptr @g, i64 1
  %constexpr.ins = insertvalue [2 x ptr] poison, ptr @g, 0
  %constexpr.ins3 = insertvalue [2 x ptr] %constexpr.ins, ptr %constexpr2, 1
  store [2 x ptr] %constexpr.ins3, ptr @g, align 8
  br label %phi.constexpr
phi.constexpr:                                    ; preds = %then
  %constexpr4 = ptrtoint ptr @g to i64
  br label %end
end:                                              ; preds = %phi.constexpr, %entry
  %z = phi i64 [ %y, %entry ], [ %constexpr4, %phi.constexpr ]
  ret i64 %z
}
";
    assert_eq!(output("llvm-dis", &["-o", "-", "-expand-constant-exprs"], &assemble(TEXT)), expected);
    assert_eq!(output("opt", &["-S", "-expand-constant-exprs"], &assemble(TEXT)), expected);
    assert!(output("llvm-dis", &["-o", "-"], &assemble(TEXT)).contains("phi i64 [ %y, %entry ], [ ptrtoint (ptr"));
    for (initializer, name) in [
        ("global i64 ptrtoint (ptr @g to i64)", "ptrtoint"),
        ("global ptr getelementptr (i8, ptr @g, i64 4)", "getelementptr"),
        ("global [1 x i32] [i32 trunc (i64 ptrtoint (ptr @g to i64) to i32)]", "ptrtoint"),
    ] {
        let bitcode = assemble(&format!("@g = global i8 0\n@x = {initializer}\n"));
        let error = error("llvm-dis", &["-expand-constant-exprs"], &bitcode);
        let expected = format!("Value referenced by initializer is an unsupported constant expression of type {name}");
        assert!(error.contains(&expected), "{error}");
    }
}

#[test]
fn the_text_of_another_llvm_is_written_on_request() {
    let text = b"define void @f() nooutline { ret void }";
    assert!(output("opt", &["-S"], text).contains("{ \"nooutline\" }"));
    assert!(output("opt", &["-S", "-ir-version=22"], text).contains("{ \"nooutline\" }"));
    assert!(output("opt", &["-S", "-ir-version=23"], text).contains("{ nooutline }"));
    // In bitcode, LLVM 23 puts keywords for strings.
    let bitcode = assemble("define void @f() \"nooutline\" { ret void }");
    assert!(output("llvm-dis", &[], &bitcode).contains("{ \"nooutline\" }"));
    assert!(output("llvm-dis", &["-ir-version", "23"], &bitcode).contains("{ nooutline }"));
    for (strings, keyword) in [
        ("\"denormal-fp-math\"=\"preserve-sign\"", "preservesign"),
        ("\"denormal-fp-math-f32\"=\"dynamic,ieee\"", "float: dynamic|ieee"),
        (
            "\"denormal-fp-math\"=\"ieee,ieee\" \"denormal-fp-math-f32\"=\"positive-zero,positive-zero\"",
            "float: positivezero",
        ),
    ] {
        let bitcode = assemble(&format!("define void @f() {strings} {{ ret void }}"));
        let expected = format!("attributes #0 = {{ denormal_fpenv({keyword}) }}");
        assert!(output("llvm-dis", &["-ir-version=23"], &bitcode).contains(&expected), "{strings}");
    }
}

#[test]
fn what_a_version_has_no_form_for_is_refused() {
    let text = b"define void @f() noipa { ret void }";
    assert!(output("opt", &["-S", "-ir-version=23"], text).contains("{ noipa }"));
    for (tool, flags) in [("opt", &["-S"][..]), ("opt", &[]), ("llvm-as", &["-o", "-"])] {
        let message = format!("{tool}: <stdin>: error: LLVM 22 does not have the attribute 'noipa' (of '@f')");
        assert_eq!(error(tool, flags, text), message);
    }
    assert_eq!(error("opt", &["-ir-version=23"], text), "opt: error: bitcode is written as LLVM 22 writes it");
    let message = "opt: for the --ir-version option: Cannot find option named '24'!";
    assert_eq!(error("opt", &["-S", "-ir-version=24"], text), message);
}

#[test]
fn what_a_code_generator_is_told_of_the_target_is_told_to_functions() {
    let text = "target triple = \"x86_64-unknown-linux-gnu\"\ndefine void @none() {\n  ret void\n}\n\
        define void @some() \"target-cpu\"=\"core2\" \"target-features\"=\"+sse\" {\n  ret void\n}\n";
    let out = output("opt", &["-S", "-mcpu=broadwell", "-mattr=AVX2,-fma", "-mattr=+aes"], text.as_bytes());
    assert!(out.contains("#0 = { \"target-cpu\"=\"broadwell\" \"target-features\"=\"+avx2,-fma,+aes\" }"), "{out}");
    assert!(out.contains("#1 = { \"target-cpu\"=\"core2\" \"target-features\"=\"+sse,+avx2,-fma,+aes\" }"), "{out}");
    // Without a triple there is no target.
    let out = output("opt", &["-S", "-mcpu=broadwell"], b"define void @f() {\n  ret void\n}\n");
    assert!(!out.contains("broadwell"), "{out}");
    assert!(error("opt", &["-S", "-mcpu=native"], text.as_bytes()).contains("there is no code generator"));
}

#[test]
fn types_of_one_identifier_stay_apart_on_request() {
    let text = "!named = !{!0, !1}\n!0 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"A\", identifier: \"I\")\n\
        !1 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"B\", identifier: \"I\")\n";
    assert!(!output("opt", &["-S"], text.as_bytes()).contains("\"B\""));
    assert!(output("opt", &["-S", "-disable-debug-info-type-map"], text.as_bytes()).contains("\"B\""));
}
