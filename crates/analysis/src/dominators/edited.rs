//! A dominator tree that is updated while edges and blocks are split and blocks are merged.
//!
//! Splitting a block inserts a vertex between the block's vertex and its parent, and gives it the block's handle: the subtree
//! stays in place. Merging is the reverse. Each of these takes constant time, and splitting an edge takes as long as the check
//! whether another edge enters the target. The entry and exit positions of each vertex in a traversal of the tree form a list
//! that is kept in order by tags, like the instructions of a block: see [`lindworm_ir::list_order`].

use cranelift_entity::EntityRef;
use cranelift_entity::packed_option::PackedOption;
use lindworm_ir::Block;
use lindworm_ir::list_order::{STRIDE, spread};

use super::DominatorTree;

const NONE: u32 = u32::MAX;

/// The virtual vertex above the entry.
const ROOT: u32 = 0;

/// An entry or exit of a vertex in the traversal: vertex `v` is entered at `2 * v`, and left at `2 * v + 1`.
#[derive(Clone, Copy, Debug)]
struct Place {
    tag: u64,
    prev: u32,
    next: u32,
}

const UNPLACED: Place = Place { tag: 0, prev: NONE, next: NONE };

#[derive(Clone, Copy, Debug)]
struct Vertex {
    /// The block; none for the root, and for a vertex whose block was merged into another, which stays in place.
    block: PackedOption<Block>,
    idom: u32,
    jump: u32,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct EditedTree {
    /// The vertex of each block; `NONE` for unreachable blocks.
    of_block: Vec<u32>,
    vertices: Vec<Vertex>,
    places: Vec<Place>,
}

impl EditedTree {
    pub fn new(tree: &DominatorTree) -> EditedTree {
        let mut of_block = vec![NONE; tree.nodes.len()];
        for (v, block) in (ROOT + 1..).zip(&tree.preorder) {
            of_block[block.index()] = v;
        }
        let mut vertices = vec![Vertex { block: None.into(), idom: ROOT, jump: ROOT }];
        for &block in &tree.preorder {
            let node = tree.nodes[block.index()];
            let up = |up: Block| if node.start == 0 { ROOT } else { of_block[up.index()] };
            vertices.push(Vertex { block: block.into(), idom: up(node.idom), jump: up(node.jump) });
        }
        let mut places = vec![UNPLACED; 2 * vertices.len()];
        let (mut last, mut tag) = (NONE, 0);
        let mut put = |place: u32| {
            tag += STRIDE;
            places[place as usize] = Place { tag, prev: last, next: NONE };
            if last != NONE {
                places[last as usize].next = place;
            }
            last = place;
        };
        put(2 * ROOT);
        let mut open: Vec<(u32, u32)> = Vec::new();
        for (start, block) in (0..).zip(&tree.preorder) {
            while let Some((outer, _)) = open.pop_if(|(_, end)| *end <= start) {
                put(2 * outer + 1);
            }
            put(2 * (start + 1));
            open.push((start + 1, tree.nodes[block.index()].end));
        }
        while let Some((outer, _)) = open.pop() {
            put(2 * outer + 1);
        }
        put(2 * ROOT + 1);
        EditedTree { of_block, vertices, places }
    }

    pub fn vertex(&self, block: Block) -> Option<u32> {
        self.of_block.get(block.index()).copied().filter(|&v| v != NONE)
    }

    pub fn idom(&self, block: Block) -> Option<Block> {
        self.vertices[self.live_idom(self.vertex(block)?) as usize].block.expand()
    }

    /// The parent of a vertex, skipping vertices whose blocks were merged away.
    fn live_idom(&self, vertex: u32) -> u32 {
        let mut up = self.vertices[vertex as usize].idom;
        while up != ROOT && self.vertices[up as usize].block.is_none() {
            up = self.vertices[up as usize].idom;
        }
        up
    }

    fn contains(&self, a: u32, b: u32) -> bool {
        let tag = |place: u32| self.places[place as usize].tag;
        tag(2 * a) <= tag(2 * b) && tag(2 * b + 1) <= tag(2 * a + 1)
    }

    pub fn dominates(&self, a: Block, b: Block) -> bool {
        match (self.vertex(a), self.vertex(b)) {
            (_, None) => true,
            (None, _) => false,
            (Some(a), Some(b)) => self.contains(a, b),
        }
    }

    pub fn nearest_common_dominator(&self, a: Block, b: Block) -> Option<Block> {
        let (mut common, b) = (self.vertex(a)?, self.vertex(b)?);
        while !self.contains(common, b) || self.vertices[common as usize].block.is_none() {
            let Vertex { idom, jump, .. } = self.vertices[common as usize];
            common = if self.contains(jump, b) { idom } else { jump };
        }
        self.vertices[common as usize].block.expand()
    }

    pub fn children(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        let vertex = self.vertex(block);
        let end = vertex.map_or(NONE, |v| 2 * v + 1);
        let mut next = vertex.map_or(NONE, |v| self.places[2 * v as usize].next);
        std::iter::from_fn(move || {
            while next != end {
                let place = next;
                let child = self.vertices[(place / 2) as usize].block.expand().filter(|_| place.is_multiple_of(2));
                let behind = if child.is_some() { place + 1 } else { place };
                next = self.places[behind as usize].next;
                if child.is_some() {
                    return child;
                }
            }
            None
        })
    }

    // Changes.

    fn add_vertex(&mut self, block: Block, idom: u32, after: u32) -> u32 {
        let vertex = self.vertices.len() as u32;
        self.vertices.push(Vertex { block: block.into(), idom, jump: idom });
        self.places.extend([UNPLACED; 2]);
        self.set_vertex(block, vertex);
        self.insert(2 * vertex, after);
        vertex
    }

    fn set_vertex(&mut self, block: Block, vertex: u32) {
        if self.of_block.len() <= block.index() {
            self.of_block.resize(block.index() + 1, NONE);
        }
        self.of_block[block.index()] = vertex;
    }

    /// Inserts a place after another, which is not the last.
    fn insert(&mut self, place: u32, after: u32) {
        let room = |edited: &EditedTree| {
            let Place { tag, next, .. } = edited.places[after as usize];
            (tag, edited.places[next as usize].tag, next)
        };
        let (mut low, mut high, next) = room(self);
        if high - low < 2 {
            self.spread(after);
            (low, high, _) = room(self);
        }
        self.places[place as usize] = Place { tag: low + (high - low) / 2, prev: after, next };
        self.places[after as usize].next = place;
        self.places[next as usize].prev = place;
    }

    /// Respaces the tags around a place, to make room after it.
    fn spread(&mut self, around: u32) {
        let place = |place: u32| self.places[place as usize];
        let tagged = |i: u32| (i != NONE).then(|| (i, place(i).tag));
        let run = spread(around, place(around).tag, |i| tagged(place(i).prev), |i| tagged(place(i).next));
        let mut next = run.first;
        for n in 1..=run.count {
            self.places[next as usize].tag = run.start + n * run.stride;
            next = self.places[next as usize].next;
        }
    }

    /// Updates the tree after the end of `old` moved to `new`.
    pub fn block_split(&mut self, old: Block, new: Block) {
        let Some(inner) = self.vertex(old) else { return };
        self.set_vertex(new, inner);
        self.vertices[inner as usize].block = new.into();
        self.put_around(old, inner);
    }

    /// Inserts a vertex for a block between `inner` and its parent.
    fn put_around(&mut self, block: Block, inner: u32) {
        let idom = self.vertices[inner as usize].idom;
        let outer = self.add_vertex(block, idom, self.places[2 * inner as usize].prev);
        self.insert(2 * outer + 1, 2 * inner + 1);
        self.vertices[inner as usize].idom = outer;
    }

    /// Updates the tree after `new` was placed on an edge. `enters_alone` returns whether all other edges to `to` come from
    /// blocks that it dominates.
    pub fn edge_split(&mut self, from: Block, new: Block, to: Block, enters_alone: impl FnOnce(&EditedTree) -> bool) {
        let Some(source) = self.vertex(from) else { return };
        let target = self.vertex(to).filter(|&to| self.live_idom(to) == source);
        match target.filter(|_| enters_alone(self)) {
            Some(target) => self.put_around(new, target),
            None => {
                let leaf = self.add_vertex(new, source, 2 * source);
                self.insert(2 * leaf + 1, 2 * leaf);
            }
        }
    }

    /// Updates the tree after `block` was merged into its only predecessor.
    pub fn merged(&mut self, block: Block, into: Block) {
        let (Some(inner), Some(outer)) = (self.vertex(block), self.vertex(into)) else { return };
        self.vertices[outer as usize].block = None.into();
        self.vertices[inner as usize].block = into.into();
        self.of_block[block.index()] = NONE;
        self.of_block[into.index()] = inner;
    }
}
