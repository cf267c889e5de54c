//! Graphs in the language of Graphviz.

use crate::graph::Graph;

/// A graph as input for `dot`.
pub fn to_dot(graph: &Graph) -> String {
    let mut dot = format!(
        "digraph \"{}\" {{\n  label=\"{0}\";\n  node [shape=box, fontname=\"Courier\"];\n",
        escaped(&graph.title)
    );
    for (i, node) in graph.nodes.iter().enumerate() {
        let lines = std::iter::once(&node.title).chain(&node.lines).map(|line| escaped(line) + "\\l");
        let style = if node.is_folded { ", style=dashed" } else { "" };
        dot += &format!("  n{i} [label=\"{}\"{style}];\n", lines.collect::<String>());
    }
    for edge in &graph.edges {
        let label =
            if edge.label.is_empty() { String::new() } else { format!(" [label=\"{}\"]", escaped(&edge.label)) };
        dot += &format!("  n{} -> n{}{label};\n", edge.ends.0, edge.ends.1);
    }
    dot + "}\n"
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace(|c: char| c.is_control(), "?")
}
