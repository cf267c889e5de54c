//! The passes of `opt` that print and draw. `printers/` holds a module and what LLVM 22 prints of it; the nodes of drawings are
//! numbered as they come.

#![cfg(unix)]

mod tool;

use std::os::unix::process::CommandExt;
use std::process::Command;

use tool::Scratch;

const MODULE: &str = include_str!("printers/loops.ll");

#[test]
fn analyses_are_printed() {
    let passes = "-passes=print<domtree>,print<postdomtree>,print<loops>,print<cycles>";
    let (status, _, err) = tool::run("opt", &[passes, "-disable-output"], MODULE.as_bytes());
    assert_eq!((status, &*err), (0, include_str!("printers/loops.txt")));
}

#[test]
fn probabilities_frequencies_and_components_of_the_call_graph_are_printed_as_by_llvm() {
    let module = include_str!("printers/frequencies.ll");
    for (passes, expected) in [
        ("-passes=print<branch-prob>,print<block-freq>", include_str!("printers/frequencies.txt")),
        ("-passes=print-callgraph-sccs", include_str!("printers/components.txt")),
    ] {
        let (status, _, err) = tool::run("opt", &[passes, "-disable-output"], module.as_bytes());
        assert_eq!((status, &*err), (0, expected));
    }
}

#[test]
fn calls_are_printed() {
    let (_, _, err) = tool::run("opt", &["-passes=print-callgraph", "-disable-output"], MODULE.as_bytes());
    let nodes: Vec<Vec<&str>> = err.split("\n\n").map(|node| node.lines().collect()).collect();
    let of = |name: &str| {
        let start = format!("Call graph node for function: '{name}'");
        let node = nodes.iter().find(|node| node.first().is_some_and(|line| line.starts_with(&start))).unwrap();
        let uses = node[0].split("#uses=").nth(1).unwrap();
        let calls = node[1..].iter().map(|line| line.split(" calls ").nth(1).unwrap());
        format!("{uses}: {}", calls.collect::<Vec<_>>().join(", "))
    };
    assert_eq!(nodes[0].len(), 6);
    assert_eq!(of("local"), "1: function 'irreducible', function 'external'");
    assert_eq!(of("external"), "2: external node");
    assert_eq!(of("f"), "2: ");
}

/// A drawing whose nodes are numbered in the order in which they are named.
fn numbered(dot: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut out = String::new();
    let mut parts = dot.split("Node0x");
    out += parts.next().unwrap_or_default();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(part.len());
        let name = &part[..end];
        let number = names.iter().position(|n| *n == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        out += &format!("Node{number}{}", &part[end..]);
    }
    out
}

#[test]
fn graphs_are_drawn() {
    let dir = Scratch::new("printers");
    dir.file("loops.ll", MODULE);
    let output = Command::new(env!("CARGO_BIN_EXE_lindworm"))
        .arg0("opt")
        .args(["-passes=dot-callgraph,function(dot-cfg,dot-dom-only,dot-post-dom)", "-disable-output", "loops.ll"])
        .current_dir(&dir.0)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("Writing 'loops.ll.callgraph.dot'...\nWriting '.f.dot'...\n"), "{said}");
    for part in include_str!("printers/loops.dots").split(";--- ").skip(1) {
        let (name, expected) = part.split_once('\n').unwrap();
        let dot = std::fs::read_to_string(dir.path(name)).unwrap();
        assert_eq!(numbered(&dot), expected, "{name}");
    }
}
