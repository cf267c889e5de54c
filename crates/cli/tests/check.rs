//! `lindworm check` and `lindworm explain`, as other programs call them.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

/// A range whose bounds are equal.
const BROKEN: &str = "define void @f(ptr %p) {\n  %x = load i8, ptr %p, !range !0\n  ret void\n}\n!0 = !{i8 5, i8 5}\n";
/// A subprogram without a compile unit: only debug information is broken.
const BROKEN_DEBUG_INFO: &str = "define void @f() !dbg !1 {\n  ret void\n}\n!llvm.module.flags = !{!0}\n\
    !0 = !{i32 2, !\"Debug Info Version\", i32 3}\n!1 = distinct !DISubprogram(name: \"f\")\n";

/// Exit status, output and error output.
fn lindworm(args: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lindworm"))
        .args(args)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // `explain` does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn human_form_shows_place_code_and_what_it_is_about() {
    let (status, out, err) = lindworm(&["check", "-"], BROKEN);
    assert_eq!((status, out.as_str()), (1, ""));
    for part in [
        "error[LW1364]: The upper and lower limits cannot be the same value",
        "--> <stdin>:2:3",
        "note: %x = load i8, ptr %p, align 1, !range !0",
    ] {
        assert!(err.contains(part), "{part}\n{err}");
    }
}

#[test]
fn short_form() {
    let expected = "<stdin>:2:3: error: The upper and lower limits cannot be the same value [LW1364]\n";
    assert_eq!(lindworm(&["check", "--format", "short", "-"], BROKEN), (1, "".into(), expected.into()));
}

#[test]
fn upgrades_are_told_when_asked_for() {
    let old = "declare i8* @llvm.ptr.annotation.p0i8(i8*, i8*, i8*, i32)\n\
        define i32 @f(i32* %p) {\n  %x = load i32* %p\n  ret i32 %x\n}\n";
    assert_eq!(lindworm(&["check", "-"], old), (0, "".into(), "".into()));
    let (status, _, err) = lindworm(&["check", "--upgrades", "--format", "short", "-"], old);
    assert_eq!(status, 0);
    assert!(err.starts_with("<stdin>:3:13: note: `load i32* %p`, "), "{err}");
    assert!(err.contains("'@llvm.ptr.annotation.p0i8' was replaced"), "{err}");
    let (_, out, _) = lindworm(&["check", "--upgrades", "--format", "json", "-"], old);
    let object: Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!((&object["severity"], &object["line"]), (&"note".into(), &3.into()));
}

#[test]
fn json_form() {
    let (status, out, err) = lindworm(&["check", "--format", "json", "-"], BROKEN);
    assert_eq!((status, err.as_str()), (1, ""));
    let object: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(object["code"], "LW1364");
    assert_eq!(object["line"], 2);
    assert_eq!(object["notes"][0], "%x = load i8, ptr %p, align 1, !range !0");
}

#[test]
fn sarif_form_describes_the_rules_that_its_results_name() {
    let (status, out, err) = lindworm(&["check", "--format", "sarif", "-"], BROKEN);
    assert_eq!((status, err.as_str()), (1, ""));
    let log: Value = serde_json::from_str(&out).unwrap();
    let run = &log["runs"][0];
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(run["results"][0]["ruleId"], "LW1364");
    assert_eq!(run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
    assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "LW1364");
}

#[test]
fn what_the_reader_refuses_has_a_place_in_every_form() {
    for format in ["human", "short", "json", "sarif"] {
        let (status, out, err) = lindworm(&["check", "--format", format, "-"], "define void @f() { ret i33 zero }");
        assert_eq!(status, 1);
        assert!(format!("{out}{err}").contains("expected value token"), "{out}{err}");
    }
}

#[test]
fn broken_debug_information_is_a_warning() {
    let (status, out, err) = lindworm(&["check", "--format", "short", "-"], BROKEN_DEBUG_INFO);
    assert_eq!((status, out.as_str()), (0, ""));
    assert!(err.contains("warning: subprogram definitions must have a compile unit ["), "{err}");
}

#[test]
fn explain_tells_of_a_rule() {
    let (status, out, err) = lindworm(&["explain", "lw1364"], "");
    assert_eq!((status, err.as_str()), (0, ""));
    for part in
        ["LW1364: The upper and lower", "Why: ", "that violates it:", "corrected:", "LangRef.html#range-metadata"]
    {
        assert!(out.contains(part), "{part}\n{out}");
    }
    let (status, out, _) = lindworm(&["explain", "--list"], "");
    assert!(status == 0 && out.contains("LW1364  The upper and lower limits"), "{out}");
    assert!(out.contains("UB0101  division by zero"), "{out}");
    let (status, out, _) = lindworm(&["explain", "ub0101"], "");
    assert_eq!(status, 0);
    for part in ["UB0101: division by zero", "Why: ", "that does this:", "The same without:", "LangRef.html#i-udiv"] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    let (status, _, err) = lindworm(&["explain", "LW0000"], "");
    assert_eq!((status, err.contains("has the code or the words 'LW0000'")), (1, true));
}

#[test]
fn explain_searches() {
    let (status, out, err) = lindworm(&["explain", "noundef"], "");
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.contains("UB05") && out.lines().count() > 1, "{out}");
    // One that alone has the words is shown.
    let (_, out, _) = lindworm(&["explain", "upper", "LOWER", "limits", "cannot be the same"], "");
    assert!(out.starts_with("LW1364: "), "{out}");
    let (status, out, _) = lindworm(&["explain", "--list", "ub01"], "");
    assert_eq!(status, 0);
    assert!(out.lines().count() > 1 && out.lines().all(|line| line.starts_with("UB01")), "{out}");
    assert_eq!(lindworm(&["explain", "--list=XY"], "").0, 1);
    assert_eq!(lindworm(&["explain", "no such words anywhere"], "").0, 1);
}
