//! Graphs of functions and modules: control flow, dominance, loops, calls.
//!
//! The number of nodes is limited; further nodes are folded. In graphs of functions a block and all blocks that it dominates
//! become one node, and the largest such nodes are unfolded first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use lindworm_analysis::{Cfg, DominatorTree, Loops, PostDominatorTree};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, Body, Global, InstData, Module};
use lindworm_text::MessageWriter;

/// The kind of graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphKind {
    /// The blocks of a function and their successors.
    ControlFlow,
    /// The dominator tree.
    Dominators,
    /// The post-dominator tree.
    PostDominators,
    /// The natural loops and their nesting.
    Loops,
}

/// The size limits of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphOptions {
    /// The maximum number of nodes.
    pub max_nodes: usize,
    /// The maximum number of instructions in the node of a block; by default fewer if nodes are folded.
    pub max_lines: Option<usize>,
    /// The maximum number of characters in a line.
    pub max_columns: usize,
}

impl Default for GraphOptions {
    fn default() -> GraphOptions {
        GraphOptions { max_nodes: 100, max_lines: None, max_columns: 56 }
    }
}

/// A node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The title.
    pub title: String,
    /// The lines below the title.
    pub lines: Vec<String>,
    /// The loop depth.
    pub depth: u32,
    /// Whether the node stands for several.
    pub is_folded: bool,
    /// Whether control leaves the function here, or the function is only declared.
    pub is_exit: bool,
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The indices of the source and target nodes.
    pub ends: (usize, usize),
    /// The label.
    pub label: String,
}

/// A graph that can be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The title.
    pub title: String,
    /// The nodes; the layout starts from the first.
    pub nodes: Vec<Node>,
    /// The edges.
    pub edges: Vec<Edge>,
}

/// The graph of a function; `None` if it has no body.
///
/// ```
/// use lindworm_inspect::graph::{GraphKind, GraphOptions, of_function};
/// use lindworm_ir::Context;
/// use lindworm_text::{ReadOptions, read};
///
/// let source = b"define void @f() {\na:\n  br label %b\nb:\n  br label %b\n}\n";
/// let module = read(&Context::new(), "m", source, &ReadOptions::default()).unwrap().module;
/// let graph = of_function(&module, module.functions()[0], GraphKind::ControlFlow, GraphOptions::default()).unwrap();
/// assert_eq!(graph.nodes[1].title, "b");
/// assert_eq!(graph.edges[1].ends, (1, 1));
/// ```
pub fn of_function(module: &Module, function: Global, kind: GraphKind, options: GraphOptions) -> Option<Graph> {
    let body = module.body(function)?;
    let cfg = Cfg::new(body);
    let dominators = DominatorTree::new(&cfg);
    let loops = Loops::new(&cfg, &dominators);
    let mut view = View {
        module,
        function,
        body,
        options,
        max_lines: options.max_lines.unwrap_or(8),
        writer: MessageWriter::new(module),
        depths: HashMap::default(),
    };
    for each in loops.iter() {
        let depth = 1 + loops.parent(each).map_or(0, |outer| view.depths[&loops.header(outer)]);
        view.depths.insert(loops.header(each), depth);
    }
    let depth_of = |depths: &HashMap<Block, u32>, block| loops.loop_of(block).map_or(0, |l| depths[&loops.header(l)]);
    let name = String::from_utf8_lossy(module[function].name()).into_owned();
    if kind == GraphKind::Loops {
        return Some(view.loops(&cfg, &loops, &name));
    }
    let post_dominators = (kind == GraphKind::PostDominators).then(|| PostDominatorTree::new(&cfg));
    let parent = |block| match &post_dominators {
        Some(tree) => tree.idom(block),
        None => dominators.idom(block),
    };
    let all: Vec<Block> = match kind {
        GraphKind::PostDominators => cfg.layout().to_vec(),
        _ => cfg.layout().iter().copied().filter(|&block| dominators.is_reachable(block)).collect(),
    };
    let folding = Folding::new(&all, &parent, options.max_nodes);
    let mut graph = Graph {
        title: match kind {
            GraphKind::ControlFlow => format!("control flow of @{name}"),
            GraphKind::Dominators => format!("dominator tree of @{name}"),
            _ => format!("post-dominator tree of @{name}"),
        },
        ..Graph::default()
    };
    if folding.nodes.len() < all.len() {
        view.max_lines = options.max_lines.unwrap_or(4);
        view.options.max_columns = options.max_columns.min(40);
        graph.title += &format!(": {} blocks, in {} nodes", all.len(), folding.nodes.len());
    }
    for (blocks, members) in &folding.nodes {
        let depth = depth_of(&view.depths, *blocks);
        graph.nodes.push(view.node(*blocks, *members, depth));
    }
    if kind == GraphKind::ControlFlow {
        let mut known = HashSet::default();
        for &block in &all {
            let from = folding.node_of[&block];
            let labels = view.edge_labels(block);
            for (i, to) in
                labels.into_iter().filter_map(|(to, label)| Some((*folding.node_of.get(&to)?, label))).enumerate()
            {
                let (to, label) = to;
                // Edges within a folded node are omitted, and parallel edges of folded nodes are merged.
                let is_folded = graph.nodes[from].is_folded || graph.nodes[to].is_folded;
                if from == to && is_folded || !known.insert((from, to, if is_folded { usize::MAX } else { i })) {
                    continue;
                }
                let label = if graph.nodes[from].is_folded { String::new() } else { label };
                graph.edges.push(Edge { ends: (from, to), label });
            }
        }
    } else {
        for (to, (block, _)) in folding.nodes.iter().enumerate() {
            if let Some(from) = parent(*block).and_then(|parent| folding.node_of.get(&parent)) {
                graph.edges.push(Edge { ends: (*from, to), label: String::new() });
            }
        }
    }
    Some(graph)
}

/// A partition of blocks into nodes: each node is a block, a subtree of blocks, or several subtrees.
struct Folding {
    /// The first block of each node, and the number of its blocks.
    nodes: Vec<(Block, usize)>,
    node_of: HashMap<Block, usize>,
}

impl Folding {
    fn new(blocks: &[Block], parent: &impl Fn(Block) -> Option<Block>, max_nodes: usize) -> Folding {
        let mut children: HashMap<Block, Vec<Block>> = HashMap::default();
        let mut roots = Vec::new();
        for &block in blocks {
            match parent(block) {
                Some(parent) => children.entry(parent).or_default().push(block),
                None => roots.push(block),
            }
        }
        // The size of each subtree, computed from the leaves.
        let mut order = roots.clone();
        let mut next = 0;
        while let Some(&block) = order.get(next) {
            next += 1;
            order.extend(children.get(&block).into_iter().flatten());
        }
        let mut size: HashMap<Block, usize> = HashMap::default();
        for &block in order.iter().rev() {
            let below: usize = children.get(&block).into_iter().flatten().map(|child| size[child]).sum();
            size.insert(block, below + 1);
        }
        // The largest subtree is unfolded while there is room for the children of its root.
        let mut opened: HashSet<Block> = HashSet::default();
        let mut count = roots.len();
        let mut heap: BinaryHeap<(usize, Reverse<usize>)> = BinaryHeap::new();
        let index: HashMap<Block, usize> = order.iter().enumerate().map(|(i, &block)| (block, i)).collect();
        heap.extend(roots.iter().map(|root| (size[root], Reverse(index[root]))));
        while let Some((_, Reverse(at))) = heap.pop() {
            let block = order[at];
            let Some(below) = children.get(&block) else { continue };
            // If there are too many children, small ones are merged into one node.
            if count + below.len().min(max_nodes / 4 + 1) > max_nodes {
                continue;
            }
            opened.insert(block);
            count += below.len().min(max_nodes / 4 + 1);
            heap.extend(below.iter().map(|child| (size[child], Reverse(index[child]))));
        }
        let mut folding = Folding { nodes: Vec::new(), node_of: HashMap::default() };
        // The nodes that stand for several siblings, also by the parents of the siblings.
        let mut others: HashSet<usize> = HashSet::default();
        let mut others_below: HashMap<Block, usize> = HashMap::default();
        let mut kept: HashMap<Block, HashSet<Block>> = HashMap::default();
        for (&parent, below) in
            children.iter().filter(|(parent, below)| opened.contains(*parent) && below.len() > max_nodes / 4 + 1)
        {
            let mut by_size = below.clone();
            by_size.sort_by_key(|child| (Reverse(size[child]), index[child]));
            kept.insert(parent, by_size[..max_nodes / 4].iter().copied().collect());
        }
        for &block in &order {
            let above = parent(block).filter(|above| index.contains_key(above));
            let node = match above {
                Some(above) if !opened.contains(&above) || others.contains(&folding.node_of[&above]) => {
                    folding.node_of[&above]
                }
                Some(above) if kept.get(&above).is_some_and(|kept| !kept.contains(&block)) => {
                    *others_below.entry(above).or_insert_with(|| {
                        folding.nodes.push((block, 0));
                        others.insert(folding.nodes.len() - 1);
                        folding.nodes.len() - 1
                    })
                }
                _ => {
                    folding.nodes.push((block, 0));
                    folding.nodes.len() - 1
                }
            };
            folding.nodes[node].1 += 1;
            folding.node_of.insert(block, node);
        }
        folding
    }
}

/// A function to be drawn.
struct View<'m> {
    module: &'m Module,
    function: Global,
    body: &'m Body,
    options: GraphOptions,
    max_lines: usize,
    writer: MessageWriter<'m>,
    /// The loop depth of each loop header.
    depths: HashMap<Block, u32>,
}

impl View<'_> {
    fn name(&mut self, block: Block) -> String {
        let mut out = Vec::new();
        self.writer.operand(&mut out, Some(self.function), block.into());
        let name = out.strip_prefix(b"label %").unwrap_or(&out);
        String::from_utf8_lossy(name).into_owned()
    }

    fn node(&mut self, block: Block, members: usize, depth: u32) -> Node {
        let title = self.name(block);
        if members > 1 {
            let blocks = if members == 2 { "block" } else { "blocks" };
            let lines = vec![format!("and {} more {blocks}", members - 1)];
            return Node { title, lines, depth, is_folded: true, is_exit: false };
        }
        let count = self.body.insts(block).count();
        let mut lines = Vec::new();
        for inst in self.body.insts(block).take(self.max_lines) {
            let mut text = Vec::new();
            self.writer.value(&mut text, Some(self.function), inst.into());
            let text = String::from_utf8_lossy(text.trim_ascii());
            // A switch has a line for each case.
            let text = text.lines().next().unwrap_or_default();
            let text = text.split(", !dbg ").next().unwrap_or_default();
            lines.push(shortened(text, self.options.max_columns));
        }
        if count > lines.len() && self.max_lines > 0 {
            let ends = self.body.terminator(block).is_some() && lines.len() > 1;
            let hidden = count - lines.len() + usize::from(ends);
            if ends {
                lines.pop();
            }
            lines.push(format!("... {hidden} more"));
        }
        let successors = self.edge_labels(block);
        Node { title, lines, depth, is_folded: false, is_exit: successors.is_empty() }
    }

    /// The successors of a block with edge labels.
    fn edge_labels(&self, block: Block) -> Vec<(Block, String)> {
        let Some(terminator) = self.body.terminator(block) else { return Vec::new() };
        let data = self.body.inst(terminator);
        let mut targets = Vec::new();
        match data {
            InstData::CondBr { if_true, if_false, .. } => {
                targets.extend([(*if_true, "T".to_owned()), (*if_false, "F".to_owned())]);
            }
            InstData::Switch { default, cases, .. } => {
                targets.push((*default, "default".to_owned()));
                for pair in self.body.list_values(cases).chunks(2) {
                    if let [value, target] = pair
                        && let Some(target) = target.as_block()
                    {
                        let value = self.module.constants().as_u64(*value).map_or(String::new(), |v| v.to_string());
                        // Cases with the same target share an edge.
                        match targets.iter_mut().rev().take(8).find(|(to, label)| *to == target && label != "default") {
                            Some((_, label)) => *label = shortened(&format!("{label}, {value}"), 12),
                            None => targets.push((target, value)),
                        }
                    }
                }
            }
            InstData::Invoke { normal, unwind, .. } => {
                targets.extend([(*normal, String::new()), (*unwind, "unwind".to_owned())]);
            }
            _ => data.for_each_operand(self.body.values(), |value| {
                if data.is_terminator() {
                    targets.extend(value.as_block().map(|block| (block, String::new())));
                }
            }),
        }
        targets
    }

    fn loops(&mut self, cfg: &Cfg, loops: &Loops, name: &str) -> Graph {
        let mut graph = Graph { title: format!("loops of @{name}"), ..Graph::default() };
        let title = format!("@{name}: {} blocks", cfg.layout().len());
        graph.nodes.push(Node { title, ..Node::default() });
        let mut places = HashMap::default();
        for each in loops.iter().take(self.options.max_nodes) {
            let header = loops.header(each);
            let blocks = loops.blocks(each).count();
            let inside = |block: &Block| loops.contains(each, *block);
            let latches = cfg.predecessors(header).iter().filter(|b| inside(b)).count();
            let exits = loops.blocks(each).flat_map(|b| cfg.successors(b)).filter(|b| !inside(b)).count();
            let lines = vec![format!("{blocks} blocks"), format!("{latches} latches, {exits} exits")];
            let node = Node { title: self.name(header), lines, depth: self.depths[&header], ..Node::default() };
            places.insert(header, graph.nodes.len());
            let outer = loops.parent(each).and_then(|outer| places.get(&loops.header(outer)).copied()).unwrap_or(0);
            graph.edges.push(Edge { ends: (outer, graph.nodes.len()), label: String::new() });
            graph.nodes.push(node);
        }
        graph
    }
}

/// The call graph of a module. If there are more functions than `max_nodes`, those with the most calls to and from others are
/// shown. With `around`, only functions within that many calls of the function, as callers or callees.
pub fn of_calls(module: &Module, around: Option<(Global, usize)>, options: GraphOptions) -> Graph {
    let mut counts: HashMap<(Global, Global), u64> = HashMap::default();
    for &function in module.functions() {
        let Some(body) = module.body(function) else { continue };
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            let callee = body.inst(inst).call_info().and_then(|call| module.base_global(call.callee));
            let is_shown = |callee: &Global| module.function(*callee).is_some_and(|f| f.intrinsic.is_none());
            if let Some(callee) = callee.filter(is_shown) {
                *counts.entry((function, callee)).or_insert(0) += 1;
            }
        }
    }
    let mut calls: Vec<((Global, Global), u64)> = counts.into_iter().collect();
    let order: HashMap<Global, usize> =
        module.functions().iter().enumerate().map(|(i, &function)| (function, i)).collect();
    calls.sort_unstable_by_key(|&((from, to), _)| (order.get(&from), order.get(&to)));
    let mut degree: HashMap<Global, usize> = HashMap::default();
    let mut near: HashMap<Global, Vec<Global>> = HashMap::default();
    for &((from, to), _) in &calls {
        for (one, other) in [(from, to), (to, from)] {
            *degree.entry(one).or_insert(0) += 1;
            near.entry(one).or_default().push(other);
        }
    }
    let mut shown: Vec<Global> = match around {
        None => module.functions().iter().copied().filter(|f| degree.contains_key(f)).collect(),
        Some((start, steps)) => {
            let mut found = vec![(start, 0)];
            let mut known = HashSet::from_iter([start]);
            let mut next = 0;
            while let Some(&(function, step)) = found.get(next) {
                next += 1;
                if step < steps {
                    let new = near.get(&function).into_iter().flatten().filter(|&&f| known.insert(f));
                    found.extend(new.map(|&f| (f, step + 1)));
                }
            }
            found.into_iter().map(|(function, _)| function).collect()
        }
    };
    let total = shown.len();
    if total > options.max_nodes {
        // Around a function, the nearest functions come first.
        if around.is_none() {
            shown.sort_by_key(|function| Reverse(degree[function]));
        }
        shown.truncate(options.max_nodes);
    }
    let mut graph = Graph { title: "calls".to_owned(), ..Graph::default() };
    if total > shown.len() {
        graph.title += &format!(": {} of {total} functions", shown.len());
    }
    let places: HashMap<Global, usize> = shown.iter().enumerate().map(|(place, &function)| (function, place)).collect();
    for &function in &shown {
        let title = shortened(&format!("@{}", String::from_utf8_lossy(module[function].name())), options.max_columns);
        let is_exit = module.body(function).is_none();
        graph.nodes.push(Node { title, is_exit, ..Node::default() });
    }
    for ((from, to), count) in calls {
        if let (Some(&from), Some(&to)) = (places.get(&from), places.get(&to)) {
            let label = if count > 1 { format!("{count}x") } else { String::new() };
            graph.edges.push(Edge { ends: (from, to), label });
        }
    }
    graph
}

/// Text truncated to a maximum number of characters.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lindworm_ir::Context;
    use lindworm_text::{ReadOptions, read};

    #[test]
    fn calls_are_in_the_order_of_the_module_whatever_the_handles() {
        let source = b"define void @a() {\n  call void @b()\n  ret void\n}\ndefine void @b() {\n  call void @a()\n  ret void\n}\n";
        let mut module = read(&Context::new(), "m", source, &ReadOptions::default()).unwrap().module;
        let [a, b] = [&b"a"[..], b"b"].map(|name| module.global_named(name).unwrap());
        module.set_global_order(&[b, a]);
        let graph = of_calls(&module, None, GraphOptions::default());
        assert_eq!(graph.nodes.iter().map(|node| &node.title[..]).collect::<Vec<_>>(), ["@b", "@a"]);
        assert_eq!(graph.edges.iter().map(|edge| edge.ends).collect::<Vec<_>>(), [(0, 1), (1, 0)]);
    }
}
