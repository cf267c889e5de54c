//! Layered drawing of directed graphs, with edges pointing downwards where possible.
//!
//! The method is that of Sugiyama, Tagawa and Toda: edges that close cycles are reversed; each node gets a layer by the longest
//! path to it; edges across several layers get a bend in each; the order within layers is improved by barycenters; and
//! coordinates come from the algorithm of Brandes and Köpf. Each step takes linear time, or n log n, in nodes, edges and bends.
//! If there would be too many bends, the longest edges are drawn as stubs.

use lindworm_ir::hash::HashSet;

/// Gap between neighbours in a layer, and between layers, in pixels.
const NODE_GAP: f64 = 28.0;
const BEND_GAP: f64 = 10.0;
const LAYER_GAP: f64 = 46.0;

/// The maximum number of bends.
const MAX_BENDS: usize = 60_000;

/// A point, in pixels from the upper left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// The path of an edge.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The points from start to end. Empty for a stub, which is an edge too long to be drawn, and for a self-loop.
    pub points: Vec<Point>,
    /// Whether the edge points upwards.
    pub is_back: bool,
}

/// The positions of nodes and edges.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The center of each node.
    pub nodes: Vec<Point>,
    /// The edges, in the given order.
    pub edges: Vec<Path>,
    /// The total size.
    pub size: Point,
}

/// Computes the layout of a graph with these node widths and heights. Edges refer to nodes by index; searches start from the
/// first node.
///
/// ```
/// use lindworm_inspect::layout::{Point, layout};
///
/// let size = Point { x: 60.0, y: 20.0 };
/// let drawn = layout(&[size; 3], &[(0, 1), (0, 2), (1, 2), (2, 0)]);
/// assert!(drawn.nodes[0].y < drawn.nodes[1].y && drawn.nodes[1].y < drawn.nodes[2].y);
/// assert!(drawn.edges[3].is_back);
/// ```
pub fn layout(sizes: &[Point], edges: &[(usize, usize)]) -> Layout {
    let is_back = back_edges(sizes.len(), edges);
    let down = |i: usize| if is_back[i] { (edges[i].1, edges[i].0) } else { edges[i] };
    let acyclic: Vec<(usize, usize)> = (0..edges.len()).map(down).collect();
    let rank = ranks(sizes.len(), &acyclic);
    let mut grid = Grid::new(sizes, &acyclic, &rank);
    grid.reduce_crossings();
    let xs = grid.coordinates();
    grid.draw(sizes, edges, &is_back, &xs)
}

/// For each edge, whether it is a back edge of a depth-first search.
fn back_edges(nodes: usize, edges: &[(usize, usize)]) -> Vec<bool> {
    let outgoing = incidence(nodes, edges, |e| e.0);
    let mut is_back = vec![false; edges.len()];
    let mut state = vec![0u8; nodes];
    for start in 0..nodes {
        if state[start] != 0 {
            continue;
        }
        state[start] = 1;
        let mut stack = vec![(start, 0)];
        while let Some((node, next)) = stack.last_mut() {
            let Some(&edge) = outgoing[*node].get(*next) else {
                state[*node] = 2;
                stack.pop();
                continue;
            };
            *next += 1;
            let to = edges[edge].1;
            match state[to] {
                0 => {
                    state[to] = 1;
                    stack.push((to, 0));
                }
                1 => is_back[edge] = true,
                _ => {}
            }
        }
    }
    is_back
}

/// The incident edges of each node, at the end that `end` selects.
fn incidence(nodes: usize, edges: &[(usize, usize)], end: impl Fn(&(usize, usize)) -> usize) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new(); nodes];
    edges.iter().enumerate().for_each(|(i, edge)| lists[end(edge)].push(i));
    lists
}

/// The layer of each node: one more than the maximum of its predecessors, and then as close as possible to its successors.
fn ranks(nodes: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let outgoing = incidence(nodes, edges, |e| e.0);
    let mut waiting = vec![0usize; nodes];
    edges.iter().filter(|(from, to)| from != to).for_each(|&(_, to)| waiting[to] += 1);
    let has_none_before: Vec<bool> = waiting.iter().map(|&count| count == 0).collect();
    let mut order: Vec<usize> = (0..nodes).filter(|&node| waiting[node] == 0).collect();
    let mut rank = vec![0usize; nodes];
    let mut next = 0;
    while next < order.len() {
        let node = order[next];
        next += 1;
        for &edge in &outgoing[node] {
            let to = edges[edge].1;
            if to != node {
                rank[to] = rank[to].max(rank[node] + 1);
                waiting[to] -= 1;
                if waiting[to] == 0 {
                    order.push(to);
                }
            }
        }
    }
    for &node in order.iter().rev().filter(|&&node| node != 0 && has_none_before[node]) {
        let below = outgoing[node].iter().map(|&edge| edges[edge].1).filter(|&to| to != node).map(|to| rank[to]).min();
        rank[node] = below.map_or(rank[node], |below| below - 1);
    }
    rank
}

/// Nodes and bends in layers.
struct Grid {
    layers: Vec<Vec<usize>>,
    place: Vec<usize>,
    width: Vec<f64>,
    is_bend: Vec<bool>,
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    /// The nodes and bends of each edge from the upper end to the lower; empty for a stub.
    chains: Vec<Vec<usize>>,
}

impl Grid {
    fn new(sizes: &[Point], edges: &[(usize, usize)], rank: &[usize]) -> Grid {
        let span = |&(from, to): &(usize, usize)| rank[to].saturating_sub(rank[from]);
        let mut by_span: Vec<usize> = (0..edges.len()).collect();
        by_span.sort_by_key(|&i| span(&edges[i]));
        let mut is_drawn = vec![false; edges.len()];
        let mut bends = 0;
        for i in by_span {
            bends += span(&edges[i]).saturating_sub(1);
            is_drawn[i] = bends <= MAX_BENDS && edges[i].0 != edges[i].1;
        }
        let depth = rank.iter().max().map_or(0, |&deepest| deepest + 1);
        let mut grid = Grid {
            layers: vec![Vec::new(); depth],
            place: vec![0; sizes.len()],
            width: sizes.iter().map(|size| size.x).collect(),
            is_bend: vec![false; sizes.len()],
            above: vec![Vec::new(); sizes.len()],
            below: vec![Vec::new(); sizes.len()],
            chains: Vec::new(),
        };
        let mut layer_of = rank.to_vec();
        for (i, &(from, to)) in edges.iter().enumerate() {
            if !is_drawn[i] {
                grid.chains.push(Vec::new());
                continue;
            }
            let mut chain = vec![from];
            for rank in rank[from] + 1..rank[to] {
                chain.push(grid.width.len());
                layer_of.push(rank);
                grid.width.push(0.0);
                grid.is_bend.push(true);
                grid.above.push(Vec::new());
                grid.below.push(Vec::new());
                grid.place.push(0);
            }
            chain.push(to);
            for pair in chain.windows(2) {
                grid.below[pair[0]].push(pair[1]);
                grid.above[pair[1]].push(pair[0]);
            }
            grid.chains.push(chain);
        }
        // The initial order is that of a depth-first search, which keeps connected vertices close to each other.
        let mut is_met = vec![false; grid.width.len()];
        for start in 0..sizes.len() {
            let mut stack = vec![start];
            while let Some(vertex) = stack.pop() {
                if !std::mem::replace(&mut is_met[vertex], true) {
                    grid.place[vertex] = grid.layers[layer_of[vertex]].len();
                    grid.layers[layer_of[vertex]].push(vertex);
                    stack.extend(grid.below[vertex].iter().rev());
                }
            }
        }
        grid
    }

    /// Orders layers by the barycenters of the neighbours of their vertices, and keeps the best of several rounds.
    fn reduce_crossings(&mut self) {
        let rounds = if self.width.len() < 4000 { 32 } else { 6 };
        let mut best = (self.crossings(), self.layers.clone());
        for round in 0..rounds {
            let is_down = round % 2 == 0;
            let count = self.layers.len();
            for step in 1..count {
                let layer = if is_down { step } else { count - 1 - step };
                let neighbours = if is_down { &self.above } else { &self.below };
                let mut keyed: Vec<(f64, usize)> = Vec::with_capacity(self.layers[layer].len());
                for &vertex in &self.layers[layer] {
                    let near = &neighbours[vertex];
                    let sum: usize = near.iter().map(|&v| self.place[v]).sum();
                    let key = if near.is_empty() { self.place[vertex] as f64 } else { sum as f64 / near.len() as f64 };
                    keyed.push((key, vertex));
                }
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                self.layers[layer] = keyed.into_iter().map(|(_, vertex)| vertex).collect();
                self.number(layer);
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
            if best.0 == 0 {
                break;
            }
        }
        self.layers = best.1;
        (0..self.layers.len()).for_each(|layer| self.number(layer));
    }

    fn number(&mut self, layer: usize) {
        self.layers[layer].iter().enumerate().for_each(|(place, &vertex)| self.place[vertex] = place);
    }

    /// The number of edge crossings, by a sum tree over the positions of the lower layer.
    fn crossings(&self) -> u64 {
        let mut crossings = 0;
        for pair in self.layers.windows(2) {
            let mut sums = vec![0u64; pair[1].len() + 1];
            let mut total = 0;
            for &upper in &pair[0] {
                let mut places: Vec<usize> = self.below[upper].iter().map(|&v| self.place[v]).collect();
                places.sort_unstable();
                for &place in &places {
                    let (mut before, mut i) = (0, place + 1);
                    while i > 0 {
                        before += sums[i];
                        i &= i - 1;
                    }
                    crossings += total - before;
                }
                for place in places {
                    total += 1;
                    let mut i = place + 1;
                    while i < sums.len() {
                        sums[i] += 1;
                        i += i & i.wrapping_neg();
                    }
                }
            }
        }
        crossings
    }

    /// The x coordinates of all vertices: the median of four alignments (leftwards and rightwards, from the top and from the bottom).
    fn coordinates(&self) -> Vec<f64> {
        let conflicts = self.conflicts();
        let mut all = Vec::new();
        for is_down in [true, false] {
            for is_left in [true, false] {
                all.push(self.aligned(&conflicts, is_down, is_left));
            }
        }
        let bounds = |xs: &[f64]| {
            let edge = |side: f64| move |(x, width): (&f64, &f64)| x + side * width / 2.0;
            let low = xs.iter().zip(&self.width).map(edge(-1.0)).fold(f64::INFINITY, f64::min);
            let high = xs.iter().zip(&self.width).map(edge(1.0)).fold(f64::NEG_INFINITY, f64::max);
            (low, high)
        };
        let all_bounds: Vec<(f64, f64)> = all.iter().map(|xs| bounds(xs)).collect();
        let narrowest = (0..4).min_by(|&a, &b| {
            let width = |i: usize| all_bounds[i].1 - all_bounds[i].0;
            width(a).total_cmp(&width(b))
        });
        let (low, high) = all_bounds[narrowest.unwrap_or(0)];
        for (i, xs) in all.iter_mut().enumerate() {
            let shift = if i % 2 == 0 { low - all_bounds[i].0 } else { high - all_bounds[i].1 };
            xs.iter_mut().for_each(|x| *x += shift);
        }
        let middle = |vertex: usize| {
            let mut four = [all[0][vertex], all[1][vertex], all[2][vertex], all[3][vertex]];
            four.sort_by(f64::total_cmp);
            (four[1] + four[2]) / 2.0
        };
        let xs: Vec<f64> = (0..self.width.len()).map(middle).collect();
        let low = bounds(&xs).0;
        xs.into_iter().map(|x| x - low).collect()
    }

    /// Edges that cross an edge segment between two bends, which is to be straight.
    fn conflicts(&self) -> HashSet<(usize, usize)> {
        let mut conflicts = HashSet::default();
        for pair in self.layers.windows(2) {
            let (mut low, mut scanned) = (0, 0);
            for (place, &vertex) in pair[1].iter().enumerate() {
                let inner = self.is_bend[vertex].then(|| self.above[vertex].first().copied()).flatten();
                let inner = inner.filter(|&above| self.is_bend[above]);
                if inner.is_none() && place + 1 < pair[1].len() {
                    continue;
                }
                let high = inner.map_or(pair[0].len(), |above| self.place[above]);
                for &lower in &pair[1][scanned..=place] {
                    for &upper in &self.above[lower] {
                        let is_inner = self.is_bend[upper] && self.is_bend[lower];
                        if (self.place[upper] < low || self.place[upper] > high) && !is_inner {
                            conflicts.insert((upper, lower));
                        }
                    }
                }
                scanned = place + 1;
                low = high;
            }
        }
        conflicts
    }

    /// One alignment: vertices are aligned with the median of their neighbours where that crosses nothing, and then compacted.
    fn aligned(&self, conflicts: &HashSet<(usize, usize)>, is_down: bool, is_left: bool) -> Vec<f64> {
        let count = self.width.len();
        let mut layers: Vec<Vec<usize>> = self.layers.clone();
        if !is_down {
            layers.reverse();
        }
        if !is_left {
            layers.iter_mut().for_each(|layer| layer.reverse());
        }
        let mut place = vec![0usize; count];
        for layer in &layers {
            layer.iter().enumerate().for_each(|(i, &vertex)| place[vertex] = i);
        }
        let mut root: Vec<usize> = (0..count).collect();
        let mut align = root.clone();
        for layer in &layers {
            let mut last = None;
            for &vertex in layer {
                let mut near = if is_down { self.above[vertex].clone() } else { self.below[vertex].clone() };
                near.sort_unstable_by_key(|&v| place[v]);
                near.dedup();
                let Some(most) = near.len().checked_sub(1) else { continue };
                for &other in &near[most / 2..=most.div_ceil(2)] {
                    let edge = if is_down { (other, vertex) } else { (vertex, other) };
                    let is_free = last.is_none_or(|last| place[other] > last);
                    if align[vertex] == vertex && is_free && !conflicts.contains(&edge) {
                        align[other] = vertex;
                        root[vertex] = root[other];
                        align[vertex] = root[vertex];
                        last = Some(place[other]);
                    }
                }
            }
        }
        let xs = self.compacted(&layers, &root);
        (0..count).map(|vertex| if is_left { xs[root[vertex]] } else { -xs[root[vertex]] }).collect()
    }

    /// The distance of the centers of neighbours.
    fn distance(&self, left: usize, right: usize) -> f64 {
        let gap = if self.is_bend[left] || self.is_bend[right] { BEND_GAP } else { NODE_GAP };
        (self.width[left] + self.width[right]) / 2.0 + gap
    }

    /// The positions of blocks of aligned vertices, as far left as possible, then moved back towards their right neighbours.
    fn compacted(&self, layers: &[Vec<usize>], root: &[usize]) -> Vec<f64> {
        let count = root.len();
        let mut edges: Vec<(usize, usize, f64)> = Vec::new();
        for pair in layers.iter().flat_map(|layer| layer.windows(2)) {
            edges.push((root[pair[0]], root[pair[1]], self.distance(pair[0], pair[1])));
        }
        let mut right = vec![Vec::new(); count];
        let mut waiting = vec![0usize; count];
        for &(from, to, distance) in &edges {
            right[from].push((to, distance));
            waiting[to] += 1;
        }
        let mut order: Vec<usize> = (0..count).filter(|&v| waiting[v] == 0).collect();
        let mut xs = vec![0f64; count];
        let mut next = 0;
        while next < order.len() {
            let vertex = order[next];
            next += 1;
            for &(to, distance) in &right[vertex] {
                xs[to] = xs[to].max(xs[vertex] + distance);
                waiting[to] -= 1;
                if waiting[to] == 0 {
                    order.push(to);
                }
            }
        }
        for &vertex in order.iter().rev() {
            let most = right[vertex].iter().map(|&(to, distance)| xs[to] - distance).fold(f64::INFINITY, f64::min);
            if most.is_finite() && most > xs[vertex] {
                xs[vertex] = most;
            }
        }
        xs
    }

    /// The x coordinates where edges touch the node at their upper or lower end: side by side, ordered by the position of the
    /// other end.
    fn ports(&self, xs: &[f64], lower_ends: bool) -> Vec<f64> {
        let mut edges_at: Vec<Vec<(f64, usize)>> = vec![Vec::new(); self.width.len()];
        for (i, chain) in self.chains.iter().enumerate() {
            if let [first, second, ..] = chain[..] {
                let (end, next) = match lower_ends {
                    true => (chain[chain.len() - 1], chain[chain.len() - 2]),
                    false => (first, second),
                };
                edges_at[end].push((xs[next], i));
            }
        }
        let mut ports = vec![0.0; self.chains.len()];
        for (vertex, edges) in edges_at.iter_mut().enumerate() {
            edges.sort_by(|a, b| a.0.total_cmp(&b.0));
            let share = 0.8 * self.width[vertex] / (edges.len() as f64 + 1.0);
            let middle = (edges.len() as f64 - 1.0) / 2.0;
            edges.iter().enumerate().for_each(|(at, &(_, i))| ports[i] = xs[vertex] + share * (at as f64 - middle));
        }
        ports
    }

    fn draw(&self, sizes: &[Point], edges: &[(usize, usize)], is_back: &[bool], xs: &[f64]) -> Layout {
        let mut ys = vec![0f64; self.width.len()];
        let mut y = 0.0;
        let mut middles = Vec::new();
        for layer in &self.layers {
            let nodes = layer.iter().filter(|&&vertex| !self.is_bend[vertex]);
            let height = nodes.map(|&vertex| sizes[vertex].y).fold(0.0, f64::max);
            middles.push(y + height / 2.0);
            // Nodes are aligned to the top of their layer.
            for &vertex in layer {
                ys[vertex] = if self.is_bend[vertex] { y + height / 2.0 } else { y + sizes[vertex].y / 2.0 };
            }
            y += height + LAYER_GAP + (layer.len() as f64).sqrt() * 4.0;
        }
        let mut layer_heights = vec![0f64; self.width.len()];
        for layer in &self.layers {
            let nodes = layer.iter().filter(|&&vertex| !self.is_bend[vertex]);
            let height = nodes.map(|&vertex| sizes[vertex].y).fold(0.0, f64::max);
            layer.iter().for_each(|&vertex| layer_heights[vertex] = height);
        }
        let ports = [self.ports(xs, false), self.ports(xs, true)];
        let mut drawn = Vec::new();
        for (i, chain) in self.chains.iter().enumerate() {
            let mut points = Vec::new();
            for (at, &vertex) in chain.iter().enumerate() {
                let (x, y) = (xs[vertex], ys[vertex]);
                let half = layer_heights[vertex] / 2.0;
                match at {
                    0 => {
                        let x = ports[0][i];
                        points.push(Point { x, y: y + sizes[vertex].y / 2.0 });
                        // Below the tallest node of the layer.
                        let bottom = y - sizes[vertex].y / 2.0 + 2.0 * half;
                        points.push(Point { x, y: bottom });
                    }
                    _ if at + 1 == chain.len() => {
                        let x = ports[1][i];
                        points.push(Point { x, y: y - sizes[vertex].y / 2.0 });
                    }
                    _ => {
                        points.push(Point { x, y: y - half });
                        points.push(Point { x, y: y + half });
                    }
                }
            }
            points.dedup();
            if is_back[i] {
                points.reverse();
            }
            drawn.push(Path { points, is_back: is_back[i] });
        }
        debug_assert_eq!(drawn.len(), edges.len());
        let nodes: Vec<Point> = (0..sizes.len()).map(|i| Point { x: xs[i], y: ys[i] }).collect();
        let width = (0..self.width.len()).map(|i| xs[i] + self.width[i] / 2.0).fold(0.0, f64::max);
        Layout { nodes, edges: drawn, size: Point { x: width, y: (y - LAYER_GAP).max(0.0) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Point = Point { x: 50.0, y: 20.0 };

    /// Whether nodes of a layout overlap.
    fn overlap(layout: &Layout, sizes: &[Point]) -> bool {
        (0..sizes.len()).any(|a| {
            (0..a).any(|b| {
                let far = |a: f64, b: f64, sizes: f64| (a - b).abs() < sizes / 2.0 - 0.01;
                far(layout.nodes[a].x, layout.nodes[b].x, sizes[a].x + sizes[b].x)
                    && far(layout.nodes[a].y, layout.nodes[b].y, sizes[a].y + sizes[b].y)
            })
        })
    }

    #[test]
    fn nodes_do_not_overlap() {
        // A linear congruential generator makes graphs of all shapes.
        let mut state = 1u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
        for _ in 0..200 {
            let nodes = 1 + random(30);
            let sizes: Vec<Point> =
                (0..nodes).map(|_| Point { x: 10.0 + random(200) as f64, y: 10.0 + random(90) as f64 }).collect();
            let edges: Vec<(usize, usize)> = (0..random(60)).map(|_| (random(nodes), random(nodes))).collect();
            let drawn = layout(&sizes, &edges);
            assert!(!overlap(&drawn, &sizes), "{sizes:?} {edges:?}");
            assert_eq!((drawn.nodes.len(), drawn.edges.len()), (sizes.len(), edges.len()));
            let ends = |p: &Path| p.points.iter().all(|p| p.x >= -0.01 && p.x <= drawn.size.x + 0.01);
            assert!(drawn.edges.iter().all(ends));
        }
    }

    #[test]
    fn a_ladder_of_long_edges_is_bounded() {
        let edges: Vec<(usize, usize)> = (0..2000).flat_map(|i| [(i, i + 1), (0, i)]).collect();
        let drawn = layout(&vec![SIZE; 2001], &edges);
        let stubs = drawn.edges.iter().filter(|edge| edge.points.is_empty()).count();
        assert!(stubs > 1 && stubs < 2000);
    }

    #[test]
    fn nothing_is_nothing() {
        assert_eq!(layout(&[], &[]).size, Point::default());
        assert_eq!(layout(&[SIZE], &[(0, 0)]).edges[0].points, []);
    }
}
