//! Graphs as SVG images.

use std::fmt::Write;

use crate::graph::{Graph, Node};
use crate::layout::{Layout, Path, Point, layout};

/// The width of a character and the height of a line in the fonts used, in pixels.
const CHARACTER: f64 = 7.25;
const LINE: f64 = 15.0;
const PADDING: f64 = 8.0;
const MARGIN: f64 = 24.0;

/// The colors of blocks by loop depth.
const DEPTHS: [&str; 6] = ["#ffffff", "#fff4d6", "#ffe1b3", "#ffc999", "#ffae8a", "#ff937d"];

/// A graph as SVG. Edges that point upwards are red; folded nodes are dashed; color darkens with loop depth.
pub fn to_svg(graph: &Graph) -> String {
    let sizes: Vec<Point> = graph.nodes.iter().map(size).collect();
    let ends: Vec<(usize, usize)> = graph.edges.iter().map(|edge| edge.ends).collect();
    let drawn = layout(&sizes, &ends);
    let (width, height) = (drawn.size.x + 2.0 * MARGIN + 40.0, drawn.size.y + 2.0 * MARGIN + 2.0 * LINE);
    // The title of a large image is large.
    let title = (width / 110.0).clamp(14.0, 60.0);
    let height = height + title;
    let width = width.max(graph.title.chars().count() as f64 * CHARACTER * 1.2 + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"12\">\n\
         <defs>{}{}</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"{:.0}\" font-size=\"{title:.0}\" font-weight=\"bold\">{}</text>\n<g transform=\"translate({MARGIN} {:.0})\">\n",
        arrow("down", "#555"),
        arrow("back", "#c0392b"),
        MARGIN + title / 2.0,
        escaped(&graph.title),
        MARGIN + LINE + title,
    );
    for (i, edge) in graph.edges.iter().enumerate() {
        write_edge(&mut svg, graph, &drawn, &sizes, i, &edge.label);
    }
    for (i, node) in graph.nodes.iter().enumerate() {
        write_node(&mut svg, node, drawn.nodes[i], sizes[i]);
    }
    // Labels are drawn last, on top.
    for (edge, path) in graph.edges.iter().zip(&drawn.edges) {
        write_label(&mut svg, &edge.label, path);
    }
    svg + "</g>\n</svg>\n"
}

fn arrow(id: &str, color: &str) -> String {
    format!(
        "<marker id=\"{id}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
         <path d=\"M0 0L8 4L0 8z\" fill=\"{color}\"/></marker>"
    )
}

fn size(node: &Node) -> Point {
    let lines = std::iter::once(&node.title).chain(&node.lines);
    let longest = lines.map(|line| line.chars().count()).max().unwrap_or(0);
    let gap = if node.lines.is_empty() { 0.0 } else { 4.0 };
    Point { x: longest as f64 * CHARACTER + 2.0 * PADDING, y: (1 + node.lines.len()) as f64 * LINE + PADDING + gap }
}

fn write_node(svg: &mut String, node: &Node, middle: Point, size: Point) {
    let (left, top) = (middle.x - size.x / 2.0, middle.y - size.y / 2.0);
    let fill = DEPTHS[(node.depth as usize).min(DEPTHS.len() - 1)];
    let style = match (node.is_folded, node.is_exit) {
        (true, _) => "stroke=\"#777\" stroke-dasharray=\"5 3\"",
        (false, true) => "stroke=\"#1f618d\" stroke-width=\"2\"",
        (false, false) => "stroke=\"#333\"",
    };
    let _ = writeln!(
        svg,
        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\" fill=\"{fill}\" {style}/>",
        size.x, size.y
    );
    let x = left + PADDING;
    let mut y = top + LINE;
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" font-weight=\"bold\">{}</text>", escaped(&node.title));
    y += 4.0;
    for line in &node.lines {
        y += LINE;
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"#333\" xml:space=\"preserve\">{}</text>",
            escaped(line)
        );
    }
}

fn write_edge(svg: &mut String, graph: &Graph, drawn: &Layout, sizes: &[Point], index: usize, label: &str) {
    let path = &drawn.edges[index];
    let (from, to) = graph.edges[index].ends;
    let (class, color) = if path.is_back { ("back", "#c0392b") } else { ("down", "#555") };
    let style = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"1.2\" marker-end=\"url(#{class})\"");
    if path.points.len() >= 2 {
        let _ = writeln!(svg, "<path d=\"{}\" {style}/>", curve(&path.points));
    } else if from == to {
        let (x, y) = (drawn.nodes[from].x + sizes[from].x / 2.0, drawn.nodes[from].y);
        let (top, bottom) = (y - 7.0, y + 7.0);
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {bottom:.1}C{:.1} {:.1} {:.1} {:.1} {x:.1} {top:.1}\" {style}/>",
            x + 26.0,
            bottom + 8.0,
            x + 26.0,
            top - 8.0
        );
    } else {
        // A stub: the target is written at its start.
        let (x, y) = (drawn.nodes[from].x + sizes[from].x / 2.0, drawn.nodes[from].y + sizes[from].y / 2.0);
        let text = format!("{label} → {}", graph.nodes[to].title);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"end\" font-size=\"10\" fill=\"{color}\">{}</text>",
            y + 10.0,
            escaped(text.trim())
        );
    }
}

/// A curve through points, vertical at both ends.
fn curve(points: &[Point]) -> String {
    let mut d = format!("M{:.1} {:.1}", points[0].x, points[0].y);
    for pair in points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        if (a.x - b.x).abs() < 0.5 {
            let _ = write!(d, "L{:.1} {:.1}", b.x, b.y);
        } else {
            let middle = (a.y + b.y) / 2.0;
            let _ = write!(d, "C{:.1} {middle:.1} {:.1} {middle:.1} {:.1} {:.1}", a.x, b.x, b.x, b.y);
        }
    }
    d
}

fn write_label(svg: &mut String, label: &str, path: &Path) {
    let Some(first) = path.points.first().filter(|_| !label.is_empty()) else { return };
    let y = if path.is_back { first.y - 4.0 } else { first.y + 11.0 };
    // On the side that the edge does not turn to.
    let turns_right = path.points.get(1).is_some_and(|next| next.x > first.x + 0.5);
    let (x, anchor) = if turns_right { (first.x - 3.0, " text-anchor=\"end\"") } else { (first.x + 3.0, "") };
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\"{anchor} font-size=\"10\" fill=\"#1a5276\" stroke=\"white\" stroke-width=\"3\" \
         paint-order=\"stroke\">{}</text>",
        escaped(label)
    );
}

/// Text escaped for XML.
fn escaped(text: &str) -> String {
    let text = text.replace(|c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'), "\u{fffd}");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
