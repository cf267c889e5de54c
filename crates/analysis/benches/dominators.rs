//! How fast control-flow graphs, dominator trees and cycles are made: `cargo bench -p lindworm-analysis`.

use cranelift_entity::EntityRef;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use lindworm_analysis::{Cfg, Cycles, DominatorTree, InstOrder};
use lindworm_ir::{Block, Body, InstData, Type, Value};

fn main() {
    divan::main();
}

/// How many blocks a big body has.
const N: usize = 1_000_000;

/// A body with a block for each list of successors.
fn body_of(graph: impl Iterator<Item = Vec<usize>>) -> Body {
    let mut body = Body::new(&[Type::PTR, Type::I1]);
    for successors in graph {
        let from = body.create_block();
        body.append_block(from);
        let data = match successors[..] {
            [] => InstData::Unreachable,
            [dest] => InstData::Br { dest: Block::new(dest) },
            [if_true, if_false] => {
                let [if_true, if_false] = [if_true, if_false].map(Block::new);
                InstData::CondBr { condition: Value::arg(1), if_true, if_false }
            }
            _ => {
                let dests: Vec<Value> = successors.iter().map(|&to| Block::new(to).into()).collect();
                InstData::IndirectBr { address: Value::arg(0), dests: body.list(&dests) }
            }
        };
        body.append_inst(from, data, Type::VOID);
    }
    body
}

/// Each block goes to the next.
fn chain(n: usize) -> Body {
    body_of((1..=n).map(|b| if b < n { vec![b] } else { vec![] }))
}

/// The first block goes to all but the last, they to the last.
fn switch(n: usize) -> Body {
    let all = std::iter::once((1..n - 1).collect());
    body_of(all.chain((1..n).map(|b| if b < n - 1 { vec![n - 1] } else { vec![] })))
}

/// Half of the blocks are headers, each inside the loop of the one before; the others close the loops.
fn nest(n: usize) -> Body {
    let half = n / 2;
    let headers = (1..half).map(|b| vec![b, 2 * half - b]).chain([vec![half, half]]);
    let latches = (half..2 * half).map(|b| vec![2 * half - 1 - b, if b + 1 < 2 * half { b + 1 } else { b }]);
    body_of(headers.chain(latches))
}

/// Two chains, from each block of which one can go on to the next of either.
fn ladder(n: usize) -> Body {
    let next = |b: usize| b.div_ceil(2) * 2 + 1;
    body_of((0..n).map(|b| if next(b) + 1 < n { vec![next(b), next(b) + 1] } else { vec![] }))
}

/// A chain whose end goes to many blocks, to which the entry goes too: each has its parent in the walk deep in the tree, and
/// its dominator at the top.
fn climb(n: usize) -> Body {
    let half = n / 2;
    let first = std::iter::once(std::iter::once(1).chain(half..n).collect());
    let middle = (2..half).map(|b| vec![b]);
    body_of(first.chain(middle).chain([(half..n).collect()]).chain((half..n).map(|_| vec![])))
}

/// A small function as compilers make them: loops with conditions in them.
fn small() -> Body {
    body_of([vec![1], vec![2, 8], vec![3, 4], vec![5], vec![5], vec![6, 1], vec![7], vec![6, 1], vec![]].into_iter())
}

type Shape = (&'static str, fn(usize) -> Body);

const BIG: [Shape; 5] = [("chain", chain), ("switch", switch), ("nest", nest), ("ladder", ladder), ("climb", climb)];

fn shapes() -> impl Iterator<Item = &'static str> {
    BIG.iter().map(|(name, _)| *name)
}

fn big(shape: &str) -> Body {
    BIG.iter().find(|(name, _)| *name == shape).map_or_else(Body::default, |(_, make)| make(N))
}

#[divan::bench(args = shapes(), sample_count = 10)]
fn cfg(bencher: Bencher, shape: &str) {
    let body = big(shape);
    let mut cfg = Cfg::new(&body);
    bencher.counter(ItemsCount::new(N)).bench_local(|| cfg.compute(black_box(&body)));
}

#[divan::bench(args = shapes(), sample_count = 10)]
fn dominators(bencher: Bencher, shape: &str) {
    let cfg = Cfg::new(&big(shape));
    let mut tree = DominatorTree::new(&cfg);
    bencher.counter(ItemsCount::new(N)).bench_local(|| tree.compute(black_box(&cfg)));
}

#[divan::bench(args = shapes(), sample_count = 10)]
fn cycles(bencher: Bencher, shape: &str) {
    let cfg = Cfg::new(&big(shape));
    let mut cycles = Cycles::new(&cfg);
    bencher.counter(ItemsCount::new(N)).bench_local(|| cycles.compute(black_box(&cfg)));
}

#[divan::bench]
fn all_of_a_small_function(bencher: Bencher) {
    let body = small();
    let (mut cfg, mut tree, mut order) = (Cfg::default(), DominatorTree::default(), InstOrder::default());
    bencher.counter(ItemsCount::new(body.block_count())).bench_local(|| {
        cfg.compute(black_box(&body));
        tree.compute(&cfg);
        order.compute(&body);
    });
}
