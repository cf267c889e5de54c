//! Splits modules of GPU code: by category of kernels, and balanced by the cost of kernels and their callees, as LLVM's
//! `-split-by-category` and its AMDGPU target do.

use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::{Body, Global, InstData, Module, Type};

use crate::dead::{Reached, VirtualFunctions, addresses_taken, all_globals, remove_dead_globals};
use crate::resolve::is_discardable_if_unused;
use crate::split::{externalize, part_with};

/// The categories of [`split_by_category`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// One part for each value of the attribute `"module-id"` of kernels.
    ModuleId,
    /// One part for each kernel.
    Kernel,
}

fn is_kernel(module: &Module, function: Global) -> bool {
    let convention = module.function(function).and_then(|f| f.convention.name());
    matches!(convention, Some("spir_kernel" | "amdgpu_kernel" | "ptx_kernel"))
}

/// Splits a module into parts, each with the kernels of one category and everything that they need. Code that several parts need
/// is copied to each of them. The potential callees of an indirect call are all functions of its type.
pub fn split_by_category(module: &Module, category: Category, mut part: impl FnMut(Module)) {
    let kernels = module.functions().iter().copied().filter(|&f| is_kernel(module, f) && module.body(f).is_some());
    let mut places: HashMap<Box<[u8]>, usize> = HashMap::default();
    let mut groups: Vec<Vec<Global>> = Vec::new();
    for kernel in kernels {
        let key: Box<[u8]> = match category {
            Category::Kernel => module[kernel].name().into(),
            Category::ModuleId => {
                let attributes = module.function(kernel).map(|f| f.attributes).unwrap_or_default();
                let set = module.context().attribute_list(attributes).function;
                module.context().attribute_value(set, b"module-id").unwrap_or_default().into()
            }
        };
        let place = *places.entry(key).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(kernel);
    }
    let mut of_type: HashMap<Type, Vec<Global>> = HashMap::default();
    for &function in module.functions().iter().filter(|&&f| !is_kernel(module, f)) {
        of_type.entry(module[function].value_type).or_default().push(function);
    }
    for kernels in groups.into_iter().rev() {
        let mut needed = Reached::new(module);
        kernels.into_iter().for_each(|kernel| needed.value(kernel.into()));
        for &variable in module.variables() {
            if !is_discardable_if_unused(module[variable].linkage) {
                needed.value(variable.into());
            }
        }
        let mut called: HashSet<Type> = HashSet::default();
        let mut next = 0;
        while let Some(&global) = needed.globals.get(next) {
            next += 1;
            needed.operands_of(global);
            for call in module.body(global).into_iter().flat_map(calls) {
                if !call.callee.is_constant() && is_indirect(call) && called.insert(call.function_type) {
                    let callees = of_type.get(&call.function_type);
                    callees.into_iter().flatten().for_each(|&callee| needed.value(callee.into()));
                }
            }
        }
        let mut copy = part_with(module, |g| needed.contains(g));
        remove_dead_globals(&mut copy, &VirtualFunctions::default());
        part(copy);
    }
}

fn calls(body: &Body) -> impl Iterator<Item = &CallInfo> {
    body.blocks().flat_map(|b| body.insts(b)).filter_map(|i| body.inst(i).call_info())
}

/// Whether a call is indirect.
fn is_indirect(call: &CallInfo) -> bool {
    call.callee.is_local()
}

/// Options of [`split_amdgpu`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AmdgpuOptions {
    /// The maximum number of decisions for which both choices are tried: to put a kernel in the emptiest part, or in the part
    /// with most of its callees. Each level doubles the cost. `-amdgpu-module-splitting-max-depth`, at most 10.
    pub max_depth: u32,
    /// A kernel whose cost exceeds this multiple of an equal share may be put in the part with most of its callees without a
    /// search: `-amdgpu-module-splitting-large-threshold`; 0 disables this.
    pub large_factor: f32,
    /// The minimum share of common callees for that: `-amdgpu-module-splitting-merge-threshold`.
    pub merge_share: f32,
    /// Copies local variables to each part: `-amdgpu-module-splitting-no-externalize-globals`.
    pub keep_local_variables: bool,
    /// Keeps local functions local if their address is taken: `-amdgpu-module-splitting-no-externalize-address-taken`.
    pub keep_local_functions: bool,
}

impl Default for AmdgpuOptions {
    fn default() -> Self {
        AmdgpuOptions {
            max_depth: 8,
            large_factor: 2.0,
            merge_share: 0.7,
            keep_local_variables: false,
            keep_local_functions: false,
        }
    }
}

/// A function with a body, and its callees.
struct Node {
    function: Global,
    cost: u64,
    is_kernel: bool,
    /// Whether the function can be in only one part.
    is_single: bool,
    /// Whether the function is a kernel or has no callers.
    is_entry: bool,
    calls: Vec<usize>,
    is_called_directly: bool,
}

/// The call graph of a module.
struct Graph {
    nodes: Vec<Node>,
    cost: u64,
}

/// A set of nodes, by number.
type Nodes = Vec<bool>;

/// Splits a module for AMDGPU: kernels are balanced by their cost, together with their callees, which are copied if local. Parts
/// without functions are omitted.
pub fn split_amdgpu(module: &mut Module, parts: usize, options: AmdgpuOptions, mut part: impl FnMut(Module)) {
    let taken: HashSet<Global> = addresses_taken(module).globals.into_iter().collect();
    if !options.keep_local_functions {
        for &function in module.functions().to_vec().iter().filter(|f| taken.contains(f)) {
            if module[function].linkage.is_local() {
                externalize(module, function);
            }
        }
    }
    if !options.keep_local_variables {
        for variable in module.variables().to_vec() {
            if module[variable].linkage.is_local() {
                externalize(module, variable);
            }
        }
    }
    let graph = Graph::new(module, &taken);
    if graph.nodes.is_empty() || parts == 0 {
        part(module.clone());
        return;
    }
    let mut search = Search::new(&graph, parts, options);
    search.run(0, 0, Proposal { parts: vec![(0, vec![false; graph.nodes.len()]); parts] });
    let Some(best) = search.best else { return };
    let mut is_first = true;
    for (_, nodes) in &best.parts {
        let functions: HashSet<Global> =
            graph.nodes.iter().zip(nodes).filter(|(_, is_in)| **is_in).map(|(node, _)| node.function).collect();
        if functions.is_empty() {
            continue;
        }
        let is_copied = |g: Global| {
            module[g].as_variable().is_some_and(|_| module[g].linkage.is_local()) || module.aliases().contains(&g)
        };
        let is_defined = |g: Global| match module.function(g) {
            Some(_) => functions.contains(&g),
            None => is_first || is_copied(g),
        };
        let mut copy = part_with(module, is_defined);
        // Removes copies that this part does not need.
        let mut used = Reached::new(&copy);
        all_globals(&copy).into_iter().for_each(|g| used.operands_of(g));
        let unused = module.variables().iter().chain(module.aliases()).copied();
        let unused = unused.filter(|&g| is_copied(g) && !used.contains(g)).collect();
        copy.remove_globals(&unused);
        is_first = false;
        part(copy);
    }
}

impl Graph {
    fn new(module: &Module, taken: &HashSet<Global>) -> Graph {
        let functions = module.functions().iter().copied().filter(|&f| module.body(f).is_some());
        let mut graph = Graph { nodes: Vec::new(), cost: 0 };
        let mut numbers: HashMap<Global, usize> = HashMap::default();
        for function in functions {
            let data = &module[function];
            let cost = module.body(function).map_or(0, |body| cost_of(module, body));
            let is_kernel = is_kernel(module, function);
            graph.cost += cost;
            numbers.insert(function, graph.nodes.len());
            graph.nodes.push(Node {
                function,
                cost,
                is_kernel,
                is_single: is_kernel || !data.linkage.is_local(),
                is_entry: is_kernel,
                calls: Vec::new(),
                is_called_directly: false,
            });
        }
        let is_callable = |node: &Node| {
            !node.is_kernel && (!module[node.function].linkage.is_local() || taken.contains(&node.function))
        };
        let callable: Vec<usize> = (0..graph.nodes.len()).filter(|&n| is_callable(&graph.nodes[n])).collect();
        for number in 0..graph.nodes.len() {
            let mut callees = Vec::new();
            let mut seen = HashSet::default();
            let mut calls_any = false;
            for call in module.body(graph.nodes[number].function).into_iter().flat_map(calls) {
                match call.callee.as_global().and_then(|g| numbers.get(&g)) {
                    Some(&callee) if seen.insert(callee) => callees.push(callee),
                    _ => calls_any |= is_indirect(call),
                }
            }
            for &callee in &callees {
                graph.nodes[callee].is_called_directly = true;
            }
            if calls_any {
                callees.extend(callable.iter().filter(|&&c| seen.insert(c)));
            }
            graph.nodes[number].calls = callees;
        }
        let mut reached = vec![false; graph.nodes.len()];
        for number in 0..graph.nodes.len() {
            if graph.nodes[number].is_kernel {
                graph.reach(number, &mut reached);
            }
        }
        for (node, is_reached) in graph.nodes.iter_mut().zip(reached) {
            node.is_entry |= !node.is_called_directly && !is_reached;
        }
        graph
    }

    /// Adds a node and its transitive callees.
    fn reach(&self, number: usize, reached: &mut Nodes) {
        let mut stack = vec![number];
        while let Some(number) = stack.pop() {
            if !std::mem::replace(&mut reached[number], true) {
                stack.extend(&self.nodes[number].calls);
            }
        }
    }

    fn cost_of(&self, nodes: impl Iterator<Item = bool>) -> u64 {
        self.nodes.iter().zip(nodes).filter(|(_, is_in)| *is_in).map(|(node, _)| node.cost).sum()
    }
}

/// An estimate of the code size of a body, following LLVM's cost model for common instructions.
fn cost_of(module: &Module, body: &Body) -> u64 {
    let cost = |inst: &InstData| match inst {
        InstData::Phi { .. } | InstData::GetElementPtr { .. } | InstData::Unreachable | InstData::Alloca { .. } => 0,
        InstData::CondBr { .. } => 5,
        InstData::Switch { cases, .. } => (body.list_values(cases).len() as u64 / 2 + 1) * 6,
        inst => match inst.call_info() {
            Some(call) if module.callee(call.callee).is_none_or(|f| f.intrinsic.is_none()) => {
                body.call_args(call).len() as u64 + 1
            }
            _ => 1,
        },
    };
    body.blocks().flat_map(|b| body.insts(b)).map(|i| cost(body.inst(i))).sum()
}

/// An assignment of nodes to parts, with the cost of each part.
#[derive(Clone)]
struct Proposal {
    parts: Vec<(u64, Nodes)>,
}

impl Proposal {
    fn add(&mut self, graph: &Graph, part: usize, nodes: &Nodes) {
        let (cost, all) = &mut self.parts[part];
        all.iter_mut().zip(nodes).for_each(|(all, new)| *all |= new);
        *cost = graph.cost_of(all.iter().copied());
    }

    /// The last of the parts with the lowest cost.
    fn cheapest(&self) -> usize {
        let costs = self.parts.iter().enumerate().map(|(part, (cost, _))| (*cost, std::cmp::Reverse(part)));
        costs.min().map_or(0, |(_, part)| part.0)
    }

    /// The cost of the largest part, then the total cost; less is better.
    fn score(&self) -> (u64, u64) {
        let costs = || self.parts.iter().map(|(cost, _)| *cost);
        (costs().max().unwrap_or(0), costs().sum())
    }
}

/// Entries that must be in one part, with their transitive callees.
struct Cluster {
    nodes: Nodes,
    cost: u64,
    cost_of_others: u64,
    others: usize,
}

/// Searches for the best assignment.
struct Search<'g> {
    graph: &'g Graph,
    options: AmdgpuOptions,
    large: u64,
    clusters: Vec<Cluster>,
    best: Option<Proposal>,
}

impl<'g> Search<'g> {
    fn new(graph: &'g Graph, parts: usize, options: AmdgpuOptions) -> Search<'g> {
        let count = graph.nodes.len();
        let mut leads: Vec<usize> = (0..count).collect();
        let leader = |leads: &[usize], mut n: usize| {
            while leads[n] != n {
                n = leads[n];
            }
            n
        };
        let entries: Vec<usize> = (0..count).filter(|&n| graph.nodes[n].is_entry).collect();
        for &entry in &entries {
            let mut reached = vec![false; count];
            graph.reach(entry, &mut reached);
            for needed in (0..count).filter(|&n| n != entry && reached[n] && graph.nodes[n].is_single) {
                let (first, second) = (leader(&leads, entry), leader(&leads, needed));
                leads[second] = first;
            }
        }
        let mut places: HashMap<usize, usize> = HashMap::default();
        let mut clusters: Vec<Nodes> = Vec::new();
        for &entry in &entries {
            let place = *places.entry(leader(&leads, entry)).or_insert(clusters.len());
            if place == clusters.len() {
                clusters.push(vec![false; count]);
            }
            graph.reach(entry, &mut clusters[place]);
        }
        let cluster = |nodes: Nodes| {
            let other = |n: usize| nodes[n] && !graph.nodes[n].is_entry;
            Cluster {
                cost: graph.cost_of(nodes.iter().copied()),
                cost_of_others: graph.cost_of((0..count).map(other)),
                others: (0..count).filter(|&n| other(n)).count(),
                nodes,
            }
        };
        let mut clusters: Vec<Cluster> = clusters.into_iter().map(cluster).collect();
        let size = |c: &Cluster| (c.cost, c.cost_of_others, c.others, c.nodes.iter().filter(|n| **n).count());
        clusters.sort_by_key(|c| std::cmp::Reverse(size(c)));
        let large = match options.large_factor {
            0.0 => u64::MAX,
            factor => ((graph.cost / parts as u64) as f32 * factor) as u64,
        };
        Search { graph, options, large, clusters, best: None }
    }

    /// Assigns the clusters from `next` on to parts, in all ways that are tried.
    fn run(&mut self, depth: u32, mut next: usize, mut proposal: Proposal) {
        while let Some(cluster) = self.clusters.get(next) {
            let cheapest = proposal.cheapest();
            let similar = self.most_similar(cluster, &proposal);
            next += 1;
            match similar {
                Some((part, _)) if part != cheapest && depth < self.options.max_depth.min(10) => {
                    let nodes = cluster.nodes.clone();
                    for part in [cheapest, part] {
                        let mut branch = proposal.clone();
                        branch.add(self.graph, part, &nodes);
                        self.run(depth + 1, next, branch);
                    }
                    return;
                }
                Some((part, common))
                    if part != cheapest
                        && cluster.cost_of_others > self.large
                        && common as f64 / cluster.cost_of_others as f64 > f64::from(self.options.merge_share) =>
                {
                    proposal.add(self.graph, part, &cluster.nodes);
                }
                _ => proposal.add(self.graph, cheapest, &cluster.nodes),
            }
        }
        if self.best.as_ref().is_none_or(|best| proposal.score() < best.score()) {
            self.best = Some(proposal);
        }
    }

    /// The part with the largest common share of a cluster, by cost, and the share.
    fn most_similar(&self, cluster: &Cluster, proposal: &Proposal) -> Option<(usize, u64)> {
        if cluster.others == 0 {
            return None;
        }
        let common = proposal.parts.iter().enumerate().filter_map(|(part, (_, nodes))| {
            let both = || nodes.iter().zip(&cluster.nodes).map(|(a, b)| *a && *b);
            both().any(|b| b).then(|| (self.graph.cost_of(both()), part))
        });
        common.max().map(|(cost, part)| (part, cost))
    }
}
