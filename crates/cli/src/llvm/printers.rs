//! The passes of `opt` that print or draw analyses of a module: `print<domtree>`, `dot-cfg` and the like.
//!
//! Numbers are printed where LLVM prints addresses of its own objects, which differ from run to run.

use std::fmt::Write;
use std::path::Path;

use lindworm::analysis::alias::{AliasAnalysis, AliasCache, AliasRules};
use lindworm::analysis::frequency::Scaled;
use lindworm::analysis::memory_ssa::{AccessKind, MemoryAccess, MemorySsa, Walker};
use lindworm::analysis::{
    BlockFrequencies, BranchProbabilities, Cfg, Cycle, Cycles, DominatorTree, Loop, Loops, PostDominatorTree,
    components,
};
use lindworm::ir::context::MetadataKind;
use lindworm::ir::hash::{HashMap, HashSet};
use lindworm::ir::uses::Uses;
use lindworm::passes::{FunctionPrinter, TreeKind, lattice_values};
use lindworm::text::{FunctionWriter, MessageWriter, Output, Writer};
use lindworm::{Block, Global, Inst, InstData, Module, to_bytes};

use super::alias_eval::Evaluation;
use super::{Request, facts, scalar_evolution};
use crate::files::{reason, write_output};
use crate::streams::tell;

/// Prints a module as text.
pub fn module(module: &Module) {
    tell(to_bytes(module));
}

/// How graphs are drawn.
#[derive(Debug, Default, PartialEq)]
pub struct Drawing {
    pub cfg_prefix: String,
    /// Only functions whose names contain this are drawn.
    pub function: String,
    pub weights: bool,
    pub raw_weights: bool,
    pub has_no_colors: bool,
    pub call_graph_prefix: Option<String>,
    pub call_graph_colors: bool,
    pub call_graph_weights: bool,
    pub multigraph: bool,
}

/// Draws the graph of control flow of a function.
pub fn draw_cfg(module: &Module, function: Global, request: &Request, file: &Path) {
    let Some(body) = module.body(function) else { return };
    let name = String::from_utf8_lossy(module[function].name()).into_owned();
    let mut writer = MessageWriter::new(module);
    let cfg = Cfg::new(body);
    View { module, function, name, cfg, writer: &mut writer, out: String::new() }.dot_cfg(true, &request.drawing, file);
}

/// Runs several printers, all of them on one function after the other.
pub fn functions(module: &mut Module, functions: &[Global], printers: &[FunctionPrinter], request: &Request) {
    let mut lattices = match printers.contains(&FunctionPrinter::LazyValueInfo) {
        true => lattice_values(module, functions),
        false => Vec::new(),
    };
    let module = &*module;
    let rules = request.pass_options.alias_rules;
    let mut aliases = Evaluation::new(module, rules, request.alias_results);
    let mut writer = MessageWriter::new(module);
    for (i, &function) in functions.iter().enumerate() {
        let Some(body) = module.body(function) else { continue };
        let name = String::from_utf8_lossy(module[function].name()).into_owned();
        let cfg = Cfg::new(body);
        let drawing = &request.drawing;
        let mut view = View { module, function, name, cfg, writer: &mut writer, out: String::new() };
        for printer in printers {
            match *printer {
                FunctionPrinter::Text => view.text(),
                FunctionPrinter::CfgComponents => view.cfg_components(),
                FunctionPrinter::DemandedBits => facts::demanded_bits(module, function, view.writer, &mut view.out),
                FunctionPrinter::LazyValueInfo => {
                    let values = lattices.get_mut(i).map(std::mem::take).unwrap_or_default();
                    facts::lazy_value_info(module, function, values, view.writer, &mut view.out);
                }
                FunctionPrinter::Tree(kind) => view.tree(kind),
                FunctionPrinter::Loops => view.loops(),
                FunctionPrinter::Cycles => view.cycles(),
                FunctionPrinter::BranchProbabilities => view.branch_probabilities(),
                FunctionPrinter::BlockFrequencies => view.block_frequencies(),
                FunctionPrinter::MemorySsa(optimized) => view.memory_ssa(rules, optimized.then_some(Shown::Uses)),
                FunctionPrinter::MemorySsaWalker => view.memory_ssa(rules, Some(Shown::Clobbers)),
                FunctionPrinter::ScalarEvolution => {
                    scalar_evolution::print(module, function, view.writer, &request.pass_options, &mut view.out);
                }
                FunctionPrinter::Aliases => aliases.function(view.writer, function, body, &mut view.out),
                FunctionPrinter::DotTree(kind, with_code) => view.dot_tree(kind, with_code),
                FunctionPrinter::DotCfg(_) if !view.name.contains(&drawing.function) => {}
                FunctionPrinter::DotCfg(with_code) => {
                    let file = format!("{}.{}.dot", drawing.cfg_prefix, view.name);
                    view.dot_cfg(with_code, drawing, Path::new(&file));
                }
            }
            tell(&view.out);
            view.out.clear();
        }
    }
    tell(aliases.report());
}

/// A function, and the text that is made of it.
struct View<'v, 'm> {
    module: &'m Module,
    function: Global,
    name: String,
    cfg: Cfg,
    writer: &'v mut MessageWriter<'m>,
    out: String,
}

/// What `print<memoryssa>` looks up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// What wrote the memory that a use reads.
    Uses,
    /// What wrote the memory that a use reads or a definition overwrites.
    Clobbers,
}

/// A dominator or post-dominator tree. The root of a post-dominator tree is virtual: no block of the function.
#[derive(Default)]
struct Tree {
    roots: Vec<Block>,
    has_virtual_root: bool,
    /// The children of each block, and of the virtual root, in LLVM's order.
    children: HashMap<Option<Block>, Vec<Block>>,
}

impl Tree {
    /// The nodes, each before its children, with their depths from 1.
    fn nodes(&self) -> Vec<(Option<Block>, usize)> {
        let mut nodes = Vec::new();
        let mut stack: Vec<(Option<Block>, usize)> = match self.has_virtual_root {
            true => vec![(None, 1)],
            false => self.roots.iter().map(|&root| (Some(root), 1)).collect(),
        };
        while let Some((block, depth)) = stack.pop() {
            nodes.push((block, depth));
            stack.extend(self.children_of(block).iter().rev().map(|&child| (Some(child), depth + 1)));
        }
        nodes
    }

    fn children_of(&self, block: Option<Block>) -> &[Block] {
        self.children.get(&block).map_or(&[], |children| children)
    }
}

impl View<'_, '_> {
    /// The name of a block as an operand: `%entry`.
    fn operand(&mut self, block: Block) -> String {
        let mut out = Vec::new();
        self.writer.operand(&mut out, Some(self.function), block.into());
        String::from_utf8_lossy(out.strip_prefix(b"label ").unwrap_or(&out)).into_owned()
    }

    /// The tree, its children in the order of a depth-first walk.
    fn tree_of(&self, kind: TreeKind) -> Tree {
        let cfg = &self.cfg;
        let mut tree = Tree { has_virtual_root: kind == TreeKind::PostDominators, ..Tree::default() };
        let idom: Box<dyn Fn(Block) -> Option<Block>> = match kind {
            TreeKind::Dominators => {
                tree.roots.extend(cfg.entry());
                let dominators = DominatorTree::new(cfg);
                Box::new(move |block| dominators.idom(block))
            }
            TreeKind::PostDominators => {
                tree.roots = PostDominatorTree::roots(cfg);
                let post_dominators = PostDominatorTree::new(cfg);
                Box::new(move |block| post_dominators.idom(block))
            }
        };
        let mut met = HashSet::default();
        for &root in &tree.roots {
            let mut stack = vec![root];
            while let Some(block) = stack.pop() {
                if !met.insert(block) {
                    continue;
                }
                if tree.has_virtual_root || block != root {
                    tree.children.entry(idom(block)).or_default().push(block);
                }
                match kind {
                    TreeKind::Dominators => stack.extend(cfg.successors(block).iter().rev()),
                    TreeKind::PostDominators => {
                        let predecessors = cfg.predecessors(block).iter().copied();
                        stack.extend(predecessors.filter(|&from| cfg.goes_to(from, block)));
                    }
                }
            }
        }
        tree
    }

    fn text(&mut self) {
        let mut out = Output::new();
        Writer::new(self.module).write_whole_function(&mut out, self.function);
        self.out += String::from_utf8_lossy(&out.into_bytes()).trim_start_matches('\n');
    }

    /// The strongly connected components of control flow, each before those that lead to it.
    fn cfg_components(&mut self) {
        self.out += &format!("SCCs for Function {} in PostOrder:", self.name);
        let entry: Vec<Block> = self.cfg.entry().into_iter().collect();
        let found = components(&entry, |block| self.cfg.successors(block).to_vec());
        for (number, component) in (1..).zip(found) {
            let names: Vec<String> = component.iter().rev().map(|&block| self.operand(block)).collect();
            self.out += &format!("\nSCC #{number}: {}", names.join(", "));
            if let [only] = component[..]
                && self.cfg.successors(only).contains(&only)
            {
                self.out += " (Has self-loop).";
            }
        }
        self.out.push('\n');
    }

    fn tree(&mut self, kind: TreeKind) {
        let (title, inorder) = match kind {
            TreeKind::Dominators => ("DominatorTree", "Dominator Tree"),
            TreeKind::PostDominators => ("PostDominatorTree", "PostDominator Tree"),
        };
        self.out += &format!("{title} for function: {}\n", self.name);
        self.out += "=============================--------------------------------\n";
        self.out += &format!("Inorder {inorder}: DFSNumbers invalid: 0 slow queries.\n");
        let tree = self.tree_of(kind);
        for (block, depth) in tree.nodes() {
            let name = block.map_or(" <<exit node>>".to_owned(), |block| self.operand(block));
            let none = u32::MAX;
            _ = writeln!(
                self.out,
                "{:indent$}[{depth}] {name} {{{none},{none}}} [{}]",
                "",
                depth - 1,
                indent = 2 * depth
            );
        }
        self.out += "Roots: ";
        for &root in &tree.roots {
            let name = self.operand(root);
            self.out += &format!("{name} ");
        }
        self.out.push('\n');
    }

    fn loops(&mut self) {
        self.out += &format!("Loop info for function '{}':\n", self.name);
        let loops = Loops::new(&self.cfg, &DominatorTree::new(&self.cfg));
        let places: HashMap<Block, usize> = self.cfg.reverse_postorder().iter().copied().zip(0..).collect();
        let mut inner: HashMap<Option<Loop>, Vec<Loop>> = HashMap::default();
        loops.iter().for_each(|one| inner.entry(loops.parent(one)).or_default().push(one));
        // The outermost loops are printed from last to first, which is the order of the stack; inner loops from first to last.
        let mut stack: Vec<(Loop, usize)> =
            inner.remove(&None).unwrap_or_default().into_iter().map(|one| (one, 1)).collect();
        while let Some((one, depth)) = stack.pop() {
            stack.extend(inner.remove(&Some(one)).unwrap_or_default().into_iter().rev().map(|one| (one, depth + 1)));
            let mut blocks: Vec<Block> = loops.blocks(one).collect();
            blocks.sort_by_key(|block| places.get(block));
            _ = write!(self.out, "{:indent$}Loop at depth {depth} containing: ", "", indent = 4 * (depth - 1));
            for (i, &block) in blocks.iter().enumerate() {
                let name = self.operand(block);
                let successors = self.cfg.successors(block);
                let marks = [
                    (block == loops.header(one), "<header>"),
                    (successors.contains(&loops.header(one)), "<latch>"),
                    (successors.iter().any(|&to| !loops.contains(one, to)), "<exiting>"),
                ];
                self.out += if i > 0 { "," } else { "" };
                self.out += &name;
                marks.iter().filter(|(is_so, _)| *is_so).for_each(|(_, mark)| self.out += mark);
            }
            self.out.push('\n');
        }
    }

    /// `print<memoryssa>`: the function, with the accesses as comments.
    fn memory_ssa(&mut self, rules: AliasRules, shown: Option<Shown>) {
        let Some(body) = self.module.body(self.function) else { return };
        let (uses, cache) = (Uses::new(body), AliasCache::default());
        let mut aliases = AliasAnalysis::new(self.module, body, &uses, self.function, &cache);
        aliases.rules = rules;
        let dominators = DominatorTree::new(&self.cfg);
        let ssa = MemorySsa::new(&aliases, body, &self.cfg, &dominators);
        let walker = Walker { ssa: &ssa, aliases: &aliases, body, dominators: &dominators };
        let text = Writer::new(self.module);
        let Some(function) = FunctionWriter::new(&text, self.function) else { return };
        let mut whole = Output::new();
        text.write_whole_function(&mut whole, self.function);
        let whole = whole.into_bytes();
        let whole = String::from_utf8_lossy(&whole);
        let _ = writeln!(self.out, "MemorySSA for function: {}\n", self.name);
        // What writes the memory of an access, if that is looked up.
        let clobber = |inst: Inst, access: MemoryAccess| match (shown, ssa.kind(access)) {
            (None, _) | (Some(Shown::Uses), AccessKind::Def(_)) => None,
            _ => walker.clobber_of(inst),
        };
        let state = |access: MemoryAccess| match ssa.kind(access) {
            AccessKind::LiveOnEntry => "liveOnEntry".to_owned(),
            _ => ssa.number(access).to_string(),
        };
        let described = |access: MemoryAccess| match ssa.kind(access) {
            AccessKind::Def(inst) => {
                let optimized = clobber(inst, access).map(|found| format!("->{}", state(found))).unwrap_or_default();
                format!("{} = MemoryDef({}){optimized}", ssa.number(access), state(ssa.before(access)))
            }
            AccessKind::Use(inst) => {
                format!("MemoryUse({})", state(clobber(inst, access).unwrap_or(ssa.before(access))))
            }
            _ => "liveOnEntry".to_owned(),
        };
        // The text of each instruction is found behind that of the one before.
        let mut from = 0;
        for block in body.blocks() {
            if let Some(phi) = ssa.phi(block) {
                let incoming: Vec<String> = ssa
                    .incoming(phi)
                    .map(|(from, access)| {
                        let block = match body.name(from.into()) {
                            b"" => self.operand(from),
                            name => String::from_utf8_lossy(name).into_owned(),
                        };
                        format!("{{{block},{}}}", state(access))
                    })
                    .collect();
                let blank = whole[from..].len() - whole[from..].trim_start_matches('\n').len();
                let label = from + blank;
                let end = whole[label..].find('\n').map_or(whole.len(), |n| label + n + 1);
                self.out.push_str(&whole[from..end]);
                let _ = writeln!(self.out, "; {} = MemoryPhi({})", ssa.number(phi), incoming.join(","));
                from = end;
            }
            for inst in body.insts(block) {
                let mut line = Output::new();
                function.write_instruction(&mut line, inst);
                let line = line.into_bytes();
                let line = String::from_utf8_lossy(&line);
                let Some(start) = whole[from..].find(&*line).map(|n| from + n) else { continue };
                self.out.push_str(&whole[from..start]);
                if let Some(access) = ssa.of(inst) {
                    let _ = write!(self.out, "; {}", described(access));
                    if shown == Some(Shown::Clobbers)
                        && let Some(found) = clobber(inst, access)
                    {
                        let _ = write!(self.out, " - clobbered by {}", described(found));
                    }
                    self.out.push('\n');
                }
                self.out.push_str(&line);
                from = start + line.len();
            }
        }
        self.out.push_str(&whole[from..]);
    }

    fn cycles(&mut self) {
        self.out += &format!("CycleInfo for function: {}\n", self.name);
        let cycles = Cycles::new(&self.cfg);
        let mut inner: HashMap<Option<Cycle>, Vec<Cycle>> = HashMap::default();
        cycles.iter().for_each(|one| inner.entry(cycles.parent(one)).or_default().push(one));
        let mut stack = inner.remove(&None).unwrap_or_default();
        while let Some(one) = stack.pop() {
            stack.extend(inner.remove(&Some(one)).unwrap_or_default());
            let is_entry: HashSet<Block> = cycles.entries(one).iter().copied().collect();
            let others: Vec<Block> = cycles.blocks(one).iter().copied().filter(|b| !is_entry.contains(b)).collect();
            let mut names = |blocks: &[Block]| -> Vec<String> {
                blocks.iter().map(|&block| self.operand(block).trim_start_matches('%').to_owned()).collect()
            };
            let (entries, others) = (names(cycles.entries(one)), names(&others));
            let depth = cycles.depth(one);
            _ = write!(
                self.out,
                "{:indent$}depth={depth}: entries({})",
                "",
                entries.join(" "),
                indent = 4 * depth as usize
            );
            others.iter().for_each(|name| self.out += &format!(" {name}"));
            self.out.push('\n');
        }
    }

    fn branch_probabilities(&mut self) {
        let Some(body) = self.module.body(self.function) else { return };
        let name = &self.name;
        self.out += &format!("Printing analysis 'Branch Probability Analysis' for function '{name}':\n");
        self.out += "---- Branch Probabilities ----\n";
        let dominators = DominatorTree::new(&self.cfg);
        let loops = Loops::new(&self.cfg, &dominators);
        let probabilities = BranchProbabilities::new(self.module, body, &self.cfg, &dominators, &loops);
        for from in self.cfg.layout().to_vec() {
            for to in self.cfg.successors(from).to_vec() {
                let probability = probabilities.between(&self.cfg, from, to);
                let [source, target] = [from, to].map(|block| self.operand(block));
                let percent = f64::from(probability) / f64::from(BranchProbabilities::ONE) * 100.0;
                let is_hot = u64::from(probability) * 5 > u64::from(BranchProbabilities::ONE) * 4;
                let hot = if is_hot { " [HOT edge]" } else { "" };
                let one = BranchProbabilities::ONE;
                _ = writeln!(
                    self.out,
                    "  edge {source} -> {target} probability is {probability:#010x} / {one:#010x} = {percent:.2}%{hot}"
                );
            }
        }
    }

    fn block_frequencies(&mut self) {
        let Some(body) = self.module.body(self.function) else { return };
        let name = &self.name;
        self.out += &format!("Printing analysis results of BFI for function '{name}':\nblock-frequency-info: {name}\n");
        let (frequencies, exact) = BlockFrequencies::with_exact(self.module, body);
        let exact: HashMap<Block, Scaled> = exact.into_iter().collect();
        let entry_count = self.module.entry_count(&self.module[self.function]);
        for &block in self.cfg.layout() {
            let name = String::from_utf8_lossy(body.name(block.into()));
            let float = exact.get(&block).copied().unwrap_or_default();
            _ = write!(self.out, " - {name}: float = {float}, int = {}", frequencies.of(block));
            if let Some(entry_count) = entry_count {
                _ = write!(self.out, ", count = {}", frequencies.count(block, entry_count));
            }
            let irr_loop = body.terminator(block).and_then(|inst| body.attachment(inst, MetadataKind::IRR_LOOP));
            if let Some(weight) = self.module.loop_header_weight(irr_loop) {
                _ = write!(self.out, ", irr_loop_header_weight = {weight}");
            }
            self.out.push('\n');
        }
        self.out.push('\n');
    }

    /// The label of a block: its name, or its name and instructions.
    fn label(&mut self, block: Block, with_code: bool) -> String {
        let name = self.operand(block);
        let body = self.module.body(self.function);
        if !with_code {
            let plain = body.map(|body| body.name(block.into())).filter(|name| !name.is_empty());
            return escaped(&plain.map_or(name, |name| String::from_utf8_lossy(name).into_owned()));
        }
        let mut lines = format!("{}:\n|", name.trim_start_matches('%'));
        for inst in body.into_iter().flat_map(|body| body.insts(block)) {
            let mut text = Vec::new();
            for record in 0..body.map_or(0, |body| body.debug_records(inst).count()) {
                text.extend_from_slice(b"    ");
                self.writer.debug_record(&mut text, self.function, inst, record);
                text.push(b'\n');
            }
            self.writer.value(&mut text, Some(self.function), inst.into());
            let text = String::from_utf8_lossy(&text);
            lines += text.trim_end_matches('\n');
            lines.push('\n');
        }
        wrapped(&lines)
    }

    fn dot_tree(&mut self, kind: TreeKind, with_code: bool) {
        let (title, file) = match kind {
            TreeKind::Dominators => ("Dominator tree", "dom"),
            TreeKind::PostDominators => ("Post dominator tree", "postdom"),
        };
        let mut dot = Dot::new(&format!("{title} for '{}' function", self.name));
        let tree = self.tree_of(kind);
        for (block, _) in tree.nodes() {
            let label = block.map_or("Post dominance root node".to_owned(), |block| self.label(block, with_code));
            let number = |block: Option<Block>| block.map_or(0, |block| block.as_u32() + 1);
            dot.node(number(block), "", &label);
            tree.children_of(block).iter().for_each(|&child| dot.edge(number(block), None, number(Some(child)), ""));
        }
        let only = if with_code { "" } else { "only" };
        dot.write(Path::new(&format!("{file}{only}.{}.dot", self.name)));
    }

    fn dot_cfg(&mut self, with_code: bool, drawing: &Drawing, file: &Path) {
        let Some(body) = self.module.body(self.function) else { return };
        let mut dot = Dot::new(&format!("CFG for '{}' function", self.name));
        let frequencies = BlockFrequencies::new(self.module, body);
        let greatest = self.cfg.layout().iter().map(|&block| frequencies.of(block)).max().unwrap_or(0);
        let probabilities = drawing.weights.then(|| {
            let dominators = DominatorTree::new(&self.cfg);
            let loops = Loops::new(&self.cfg, &dominators);
            BranchProbabilities::new(self.module, body, &self.cfg, &dominators, &loops)
        });
        for block in self.cfg.layout().to_vec() {
            let frequency = frequencies.of(block);
            let edge_color = HEAT[if frequency <= greatest / 2 { 0 } else { HEAT.len() - 1 }];
            let color = heat(frequency, greatest);
            let attributes = match drawing.has_no_colors {
                true => String::new(),
                false => format!(
                    "color=\"#{edge_color:06x}ff\", style=filled, fillcolor=\"#{color:06x}70\", fontname=\"Courier\","
                ),
            };
            let ports = self.ports(block);
            let mut label = self.label(block, with_code);
            if !ports.is_empty() {
                let shown = ports.iter().take(MOST_PORTS).enumerate().map(|(i, port)| format!("<s{i}>{port}"));
                let mut shown: Vec<String> = shown.collect();
                if ports.len() > MOST_PORTS {
                    shown.push(format!("<s{MOST_PORTS}>truncated..."));
                }
                label += &format!("|{{{}}}", shown.join("|"));
            }
            dot.node(block.as_u32(), &attributes, &label);
            for (i, to) in self.cfg.successors(block).to_vec().into_iter().enumerate() {
                let port = (!ports.is_empty()).then_some(i.min(MOST_PORTS));
                let attributes = probabilities.as_ref().map_or(String::new(), |probabilities| {
                    let probability = probabilities.between(&self.cfg, block, to);
                    self.weight(block, to, probability, frequency, drawing.raw_weights)
                });
                dot.edge(block.as_u32(), port, to.as_u32(), &attributes);
            }
        }
        dot.write(file);
    }

    /// The attributes of an edge that is taken with a probability, where the first block runs with a frequency.
    fn weight(&mut self, from: Block, to: Block, probability: u32, frequency: u64, is_raw: bool) -> String {
        let one = u64::from(BranchProbabilities::ONE);
        let share = f64::from(probability) / one as f64;
        let [from_name, to_name] = [from, to].map(|block| self.operand(block).trim_start_matches('%').to_owned());
        let tooltip = format!("tooltip=\"{from_name} -> {to_name}\\nProbability {:.2}%\"", share * 100.0);
        if self.cfg.successors(from).len() == 1 {
            return format!("[{tooltip} penwidth=2]");
        }
        let label = match is_raw {
            true => format!("W:{}", u128::from(frequency) * u128::from(probability) / u128::from(one)),
            false => format!("{:.2}%", share * 100.0),
        };
        format!("[{tooltip} label=\"{label}\" penwidth={:.2}]", 1.0 + share)
    }

    /// The labels of the edges out of a block: `T` and `F` of a conditional branch, the cases of a switch.
    fn ports(&mut self, block: Block) -> Vec<String> {
        let Some(body) = self.module.body(self.function) else { return Vec::new() };
        match body.terminator(block).map(|inst| body.inst(inst)) {
            Some(InstData::CondBr { .. }) => vec!["T".to_owned(), "F".to_owned()],
            Some(InstData::Switch { cases, .. }) => {
                let mut ports = vec!["def".to_owned()];
                for &value in body.list_values(cases).iter().step_by(2) {
                    let mut out = Vec::new();
                    self.writer.operand(&mut out, None, value);
                    // The type is cut off.
                    let text = String::from_utf8_lossy(&out);
                    ports.push(text.split(' ').next_back().unwrap_or_default().to_owned());
                }
                ports
            }
            _ => Vec::new(),
        }
    }
}

/// The most edges of a block that have a port each; those that follow share one.
const MOST_PORTS: usize = 64;

/// A graph in the DOT language of Graphviz, as LLVM writes it.
pub struct Dot(String);

impl Dot {
    pub fn new(title: &str) -> Dot {
        let title = escaped(title);
        Dot(format!("digraph \"{title}\" {{\n\tlabel=\"{title}\";\n\n"))
    }

    pub fn node(&mut self, number: u32, attributes: &str, label: &str) {
        self.0 += &format!("\tNode{number:#x} [shape=record,{attributes}label=\"{{{label}}}\"];\n");
    }

    /// An edge with attributes, in brackets if there are any.
    pub fn edge(&mut self, from: u32, port: Option<usize>, to: u32, attributes: &str) {
        let port = port.map_or(String::new(), |port| format!(":s{port}"));
        self.0 += &format!("\tNode{from:#x}{port} -> Node{to:#x}{attributes};\n");
    }

    pub fn write(mut self, file: &Path) {
        self.0 += "}\n";
        tell(format!("Writing '{}'...", file.display()));
        match write_output(file, |out| out.write_all(self.0.as_bytes())) {
            Ok(()) => tell("\n"),
            Err(e) => tell(format!("  error opening file for writing! ({})\n", reason(&e))),
        }
    }
}

/// Text escaped for the label of a record, but for `\l`, which ends a line.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("  "),
            '\\' if chars.peek() == Some(&'l') => out.push('\\'),
            '{' | '}' | '<' | '>' | '|' | '"' | '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

/// The lines of a block, escaped, as LLVM wraps them: without comments, at most 80 columns wide. `|`, which divides the record, stays
/// at the beginning of the second line.
fn wrapped(text: &str) -> String {
    const COLUMNS: usize = 80;
    let mut out = String::new();
    for (i, line) in text.split_inclusive('\n').enumerate() {
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = match line.strip_prefix('|').filter(|_| i == 1) {
            Some(line) => {
                out.push('|');
                line
            }
            None => line,
        };
        let line: Vec<char> = line.split(';').next().unwrap_or_default().chars().collect();
        let mut put = |begin: &str, piece: &[char]| {
            out += begin;
            out += &escaped(&piece.iter().collect::<String>());
            out += "\\l";
        };
        let mut rest = &line[..];
        let mut begin = "";
        // Of the dots, LLVM counts one.
        while begin.len().min(1) + rest.len() > COLUMNS {
            let room = COLUMNS - begin.len().min(1);
            let space = rest[..=room].iter().rposition(|&c| c == ' ').filter(|&at| at > 0);
            let (piece, behind) = rest.split_at(space.unwrap_or(room));
            put(begin, piece);
            rest = behind;
            begin = "...";
        }
        put(begin, rest);
    }
    out
}

/// The color of a block of this frequency, where the greatest is that of the block that runs most often.
pub fn heat(frequency: u64, greatest: u64) -> u32 {
    let share = if frequency > 0 { (frequency as f64).log2() / (greatest as f64).log2() } else { 0.0 };
    HEAT[(share.clamp(0.0, 1.0) * (HEAT.len() - 1) as f64).round() as usize]
}

/// LLVM's colors from cold to hot.
const HEAT: [u32; 100] = [
    0x3d50c3, 0x4054c7, 0x4358cb, 0x465ecf, 0x4961d2, 0x4c65d6, 0x4f69d9, 0x536edd, 0x5572df, 0x5977e3, 0x5b7ae5,
    0x5f7fe8, 0x6282ea, 0x6687ed, 0x6a8bef, 0x6c8ff1, 0x7093f3, 0x7396f5, 0x779af7, 0x7a9df8, 0x7ea1fa, 0x81a4fb,
    0x85a8fc, 0x88abfd, 0x8caffe, 0x8fb1fe, 0x93b5fe, 0x96b7ff, 0x9abbff, 0x9ebeff, 0xa1c0ff, 0xa5c3fe, 0xa7c5fe,
    0xabc8fd, 0xaec9fc, 0xb2ccfb, 0xb5cdfa, 0xb9d0f9, 0xbbd1f8, 0xbfd3f6, 0xc1d4f4, 0xc5d6f2, 0xc7d7f0, 0xcbd8ee,
    0xcedaeb, 0xd1dae9, 0xd4dbe6, 0xd6dce4, 0xd9dce1, 0xdbdcde, 0xdedcdb, 0xe0dbd8, 0xe3d9d3, 0xe5d8d1, 0xe8d6cc,
    0xead5c9, 0xecd3c5, 0xeed0c0, 0xefcebd, 0xf1ccb8, 0xf2cab5, 0xf3c7b1, 0xf4c5ad, 0xf5c1a9, 0xf6bfa6, 0xf7bca1,
    0xf7b99e, 0xf7b599, 0xf7b396, 0xf7af91, 0xf7ac8e, 0xf7a889, 0xf6a385, 0xf5a081, 0xf59c7d, 0xf4987a, 0xf39475,
    0xf29072, 0xf08b6e, 0xef886b, 0xed8366, 0xec7f63, 0xe97a5f, 0xe8765c, 0xe57058, 0xe36c55, 0xe16751, 0xde614d,
    0xdc5d4a, 0xd85646, 0xd65244, 0xd24b40, 0xd0473d, 0xcc403a, 0xca3b37, 0xc53334, 0xc32e31, 0xbe242e, 0xbb1b2c,
    0xb70d28,
];
