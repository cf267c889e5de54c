//! Irreducible loops, which are detected when mass flows back to a node that is not a header.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};
use lindworm_ir::hash::{HashMap, HashSet};

use super::components::{NONE, components};
use super::mass::{Distribution, LoopData, MassLoop, Node};

/// A node of the graph of a loop or function, in which nested loops count as one node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Vertex(u32);
entity_impl!(Vertex, "vertex");

#[derive(Default)]
struct Graph {
    nodes: PrimaryMap<Vertex, Node>,
    successors: SecondaryMap<Vertex, Vec<Vertex>>,
    predecessors: SecondaryMap<Vertex, Vec<Vertex>>,
}

impl Distribution<'_> {
    /// Finds the irreducible loops directly inside a loop or the function, and distributes the mass that enters them.
    pub fn share_out_irreducible(&mut self, outer: Option<MassLoop>) {
        let graph = self.graph(outer);
        let Some(start) = graph.nodes.keys().next() else { return };
        let components = components(start, |vertex| &graph.successors[vertex]);
        let mut members: HashMap<u32, Vec<Vertex>> = HashMap::default();
        for vertex in graph.nodes.keys().filter(|&vertex| components[vertex] != NONE) {
            members.entry(components[vertex]).or_default().push(vertex);
        }
        let mut found: Vec<MassLoop> = Vec::new();
        for vertex in graph.nodes.keys() {
            if let Some(members) = members.get(&components[vertex])
                && members.len() > 1
                && members[0] == vertex
            {
                found.push(self.add_loop(outer, &graph, &components, members));
            }
        }
        for &of in &found {
            // Cannot fail: all back edges lead to headers.
            let _ = self.share_out_loop(of);
        }
        self.order.extend(found);
        if let Some(outer) = outer {
            let nodes = self.loops[outer].nodes.clone();
            let kept = |&(index, node): &(usize, Node)| index == 0 || !self.is_packaged(node);
            let nodes = nodes.into_iter().enumerate().filter(kept).map(|(_, node)| node).collect();
            self.loops[outer].restart(nodes);
        }
    }

    fn graph(&mut self, outer: Option<MassLoop>) -> Graph {
        let mut graph = Graph::default();
        let mut vertices = HashMap::default();
        let all = match outer {
            Some(outer) => self.loops[outer].nodes.clone(),
            None => self.nodes.keys().filter(|&node| !self.is_packaged(node)).collect(),
        };
        for &node in &all {
            vertices.insert(node, graph.nodes.push(node));
            *self.mass(node) = 0;
        }
        let is_header = |node| outer.is_some_and(|outer| self.loops[outer].is_header(node));
        for (&node, from) in all.iter().zip(0..) {
            let from = Vertex::from_u32(from);
            let mut add = |to: Node| {
                if let Some(&to) = vertices.get(&to).filter(|_| !is_header(to)) {
                    graph.successors[from].push(to);
                    graph.predecessors[to].push(from);
                }
            };
            match self.package(node) {
                Some(package) => self.loops[package].exits.iter().for_each(|&(to, _)| add(to)),
                None => {
                    let block = self.cfg.reverse_postorder()[node.index()];
                    self.cfg.successors(block).iter().filter_map(|&to| self.numbers[to]).for_each(add);
                }
            }
        }
        graph
    }

    /// Makes a loop of a component. Its headers are the nodes entered from outside, and the targets of back edges from nodes that
    /// are not headers.
    fn add_loop(
        &mut self,
        outer: Option<MassLoop>,
        graph: &Graph,
        components: &SecondaryMap<Vertex, u32>,
        members: &[Vertex],
    ) -> MassLoop {
        let inside = |of: Vertex, other: &Vertex| components[of] == components[*other];
        let entered = |v: &Vertex| graph.predecessors[*v].iter().any(|p| !inside(*v, p));
        let entries: HashSet<Vertex> = members.iter().copied().filter(entered).collect();
        let is_header = |v: &Vertex| {
            let goes_back = |p: &Vertex| graph.nodes[*p] >= graph.nodes[*v] && !entries.contains(p);
            entries.contains(v) || graph.predecessors[*v].iter().any(goes_back)
        };
        let (headers, others): (Vec<Vertex>, Vec<Vertex>) = members.iter().partition(|&v| is_header(v));
        let mut nodes = Vec::new();
        for part in [&headers, &others] {
            let start = nodes.len();
            nodes.extend(part.iter().map(|&v| graph.nodes[v]));
            nodes[start..].sort_unstable();
        }
        let new = self.loops.push(LoopData::new(outer, headers.len(), nodes.clone()));
        for node in nodes {
            match self.nodes[node].within.filter(|&within| self.loops[within].is_header(node)) {
                Some(inner) => self.loops[inner].parent = Some(new),
                None => self.nodes[node].within = Some(new),
            }
        }
        new
    }
}
