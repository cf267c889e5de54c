//! `lindworm graph`.

#![cfg(unix)]

mod tool;

use tool::Scratch;

const LOOP: &str = "define i32 @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %x = call i32 @g(i32 %i)
  ret i32 %x
}
declare i32 @g(i32)
define void @small() {
  ret void
}
";

fn graph(args: &[&str], input: &str) -> String {
    let args: Vec<&str> = ["graph", "-"].iter().chain(args).copied().collect();
    let (status, out, err) = tool::run("lindworm", &args, input.as_bytes());
    assert_eq!((status, &*err), (0, ""), "{args:?}");
    String::from_utf8(out).unwrap()
}

/// Lines of a graph for Graphviz, without those that every graph has.
fn dot(args: &[&str]) -> Vec<String> {
    let text = graph(&[args, &["--to", "dot"]].concat(), LOOP);
    text.lines().filter(|line| line.starts_with("  n") && !line.contains("node [")).map(str::to_owned).collect()
}

#[test]
fn control_flow() {
    assert_eq!(
        dot(&["--instructions", "2"]),
        [
            "  n0 [label=\"entry\\lbr label %loop\\l\"];",
            "  n1 [label=\"loop\\l%i = phi i32 [ 0, %entry ], [ %next, %loop ]\\l... 3 more\\l\"];",
            "  n2 [label=\"exit\\l%x = call i32 @g(i32 %i)\\lret i32 %x\\l\"];",
            "  n0 -> n1;",
            "  n1 -> n1 [label=\"T\"];",
            "  n1 -> n2 [label=\"F\"];",
        ]
    );
    assert_eq!(dot(&["--function", "@small"]), ["  n0 [label=\"0\\lret void\\l\"];"]);
}

#[test]
fn trees_and_loops_and_calls() {
    assert_eq!(dot(&["--kind", "dom"])[3..], ["  n0 -> n1;", "  n1 -> n2;"]);
    assert_eq!(
        dot(&["--kind", "postdom", "--instructions", "0"]),
        [
            "  n0 [label=\"exit\\l\"];",
            "  n1 [label=\"loop\\l\"];",
            "  n2 [label=\"entry\\l\"];",
            "  n0 -> n1;",
            "  n1 -> n2;"
        ]
    );
    assert_eq!(
        dot(&["--kind", "loops"]),
        [
            "  n0 [label=\"@f: 3 blocks\\l\"];",
            "  n1 [label=\"loop\\l1 blocks\\l1 latches, 1 exits\\l\"];",
            "  n0 -> n1;"
        ]
    );
    assert_eq!(dot(&["--kind", "calls"]), ["  n0 [label=\"@f\\l\"];", "  n1 [label=\"@g\\l\"];", "  n0 -> n1;"]);
}

#[test]
fn pictures_are_well_formed() {
    let svg = graph(&[], &LOOP.replace("%more", "%\"<a&b>\""));
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert!(svg.contains("&lt;a&amp;b&gt;") && !svg.contains("<a&b>"), "{svg}");
    assert_eq!(svg.matches("<rect").count(), 4);
    assert_eq!(svg.matches("marker-end").count(), 3);
}

#[test]
fn large_functions_are_folded() {
    let mut text = String::from("define void @f(i32 %x) {\nentry:\n  switch i32 %x, label %end [\n");
    (0..500).for_each(|i| text += &format!("    i32 {i}, label %a{i}\n"));
    text += "  ]\n";
    (0..500).for_each(|i| text += &format!("a{i}:\n  br label %b{i}\nb{i}:\n  br label %end\n"));
    text += "end:\n  ret void\n}\n";
    let folded = graph(&["--max-nodes", "20", "--to", "dot"], &text);
    let nodes = folded.lines().filter(|line| line.contains("[label=") && !line.contains("->")).count();
    assert!((3..=20).contains(&nodes), "{folded}");
    assert!(folded.contains("1002 blocks") && folded.contains("more blocks"), "{folded}");
    // As many as it takes.
    let whole = graph(&["--max-nodes", "2000"], &text);
    assert_eq!(whole.matches("<rect").count(), 1 + 1002);
}

#[test]
fn files_are_written_whole_or_not_at_all() {
    let dir = Scratch::new("graph");
    let path = dir.path("f.dot");
    let input = dir.file("f.ll", LOOP);
    assert_eq!(tool::run("lindworm", &["graph", &input, "-o", &path], b"").0, 0);
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("digraph"));
    let (status, _, err) = tool::run("lindworm", &["graph", &input, "--function", "none", "-o", &path], b"");
    assert!(status == 1 && err.contains("no function with a body is named 'none'"), "{err}");
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("digraph"));
}
