//! How fast modules are checked: `cargo bench -p lindworm-verify`. With `LLVM_ORACLE` set, real ones too.

use std::path::PathBuf;

use cranelift_entity::EntityRef;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use lindworm_ir::eval::{BinaryOp, FastMathFlags, IntFlags};
use lindworm_ir::module::{Function, GlobalKind, GlobalValue};
use lindworm_ir::{Block, Body, Context, Inst, InstData, Module, Type, Value};
use lindworm_text::{ReadOptions, read};
use lindworm_verify::verify;

fn main() {
    divan::main();
}

/// How many blocks a big function has.
const N: usize = 1_000_000;

/// A function of as many blocks as wanted, all of them empty.
struct Maker {
    module: Module,
    body: Body,
}

impl Maker {
    fn new(blocks: usize) -> Maker {
        let mut body = Body::new(&[Type::I32, Type::I1]);
        for _ in 0..blocks {
            let block = body.create_block();
            body.append_block(block);
        }
        Maker { module: Module::new(&Context::new(), "bench"), body }
    }

    fn add(&mut self, block: usize, x: Value, y: Value) -> Value {
        let (flags, fast_math) = (IntFlags::empty(), FastMathFlags::empty());
        let data = InstData::Binary { op: BinaryOp::Add, flags, fast_math, lhs: x, rhs: y };
        self.body.append_inst(Block::new(block), data, Type::I32).into()
    }

    fn phi(&mut self, block: usize, incoming: impl Iterator<Item = (Value, usize)>) -> Value {
        let incoming: Vec<Value> = incoming.flat_map(|(value, from)| [value, Block::new(from).into()]).collect();
        let data = InstData::Phi { incoming: self.body.list(&incoming), fast_math: FastMathFlags::empty() };
        self.body.append_inst(Block::new(block), data, Type::I32).into()
    }

    fn br(&mut self, block: usize, dest: usize) {
        self.body.append_inst(Block::new(block), InstData::Br { dest: Block::new(dest) }, Type::VOID);
    }

    fn cond_br(&mut self, block: usize, if_true: usize, if_false: usize) {
        let [if_true, if_false] = [if_true, if_false].map(Block::new);
        let data = InstData::CondBr { condition: Value::arg(1), if_true, if_false };
        self.body.append_inst(Block::new(block), data, Type::VOID);
    }

    /// The module, once the last block returns the value.
    fn ret(mut self, block: usize, value: Value) -> Module {
        self.body.append_inst(Block::new(block), InstData::Ret { value: value.into() }, Type::VOID);
        let ty = self.module.context().function_type(Type::I32, self.body.args(), false);
        let function = Function { body: Some(self.body.into()), ..Function::default() };
        let function = GlobalKind::Function(function.into());
        self.module.add_global(GlobalValue::new(b"f", ty, Type::PTR, function));
        self.module
    }
}

const X: fn() -> Value = || Value::arg(0);

/// Each block computes with what the one before it computed.
fn chain(n: usize) -> Module {
    let mut f = Maker::new(n);
    let mut last = X();
    for block in 0..n - 1 {
        last = f.add(block, last, X());
        f.br(block, block + 1);
    }
    f.ret(n - 1, last)
}

/// The first block goes to all but the last, they to the last, which has a `phi` of what they computed.
fn switch(n: usize) -> Module {
    let mut f = Maker::new(n);
    let case = |b: usize| [f.module.constants().int(f.module.context(), Type::I32, b as u64), Block::new(b).into()];
    let cases: Vec<Value> = (2..n - 1).flat_map(case).collect();
    let cases = f.body.list(&cases);
    let data = InstData::Switch { condition: X(), default: Block::new(1), cases };
    f.body.append_inst(Block::new(0), data, Type::VOID);
    let values: Vec<Value> = (1..n - 1).map(|b| f.add(b, X(), X())).collect();
    (1..n - 1).for_each(|b| f.br(b, n - 1));
    let phi = f.phi(n - 1, values.into_iter().zip(1..));
    f.ret(n - 1, phi)
}

/// Half of the blocks are headers, each inside the loop of the one before, with a `phi`; the others close the loops.
fn nest(n: usize) -> Module {
    let (half, mut f) = (n / 2, Maker::new(2 * (n / 2) + 2));
    f.br(0, 1);
    // The header of the loop at `depth`, and its latch.
    let header = |depth: usize| depth + 1;
    let latch = |depth: usize| 2 * half - depth;
    let mut last = X();
    for depth in 0..half {
        let next = Inst::new(f.body.inst_count()).into();
        let from = if depth == 0 { 0 } else { header(depth - 1) };
        last = f.phi(header(depth), [(last, from), (next, latch(depth))].into_iter());
        f.br(header(depth), if depth + 1 < half { header(depth + 1) } else { latch(depth) });
    }
    for depth in (0..half).rev() {
        f.cond_br(latch(depth), header(depth), latch(depth) + 1);
    }
    f.ret(2 * half + 1, last)
}

/// Diamonds one after the other, each with a `phi` at its end.
fn phis(n: usize) -> Module {
    let mut f = Maker::new(n);
    let mut last = X();
    let mut block = 0;
    while block + 3 < n {
        f.cond_br(block, block + 1, block + 2);
        let sides = [1, 2].map(|side| {
            let value = f.add(block + side, last, X());
            f.br(block + side, block + 3);
            (value, block + side)
        });
        block += 3;
        last = f.phi(block, sides.into_iter());
    }
    for rest in block + 1..n {
        f.body.remove_block(Block::new(rest));
    }
    f.ret(block, last)
}

type Shape = (&'static str, fn(usize) -> Module);

const BIG: [Shape; 4] = [("chain", chain), ("switch", switch), ("nest", nest), ("phis", phis)];

fn shapes() -> impl Iterator<Item = &'static str> {
    BIG.iter().map(|(name, _)| *name)
}

fn check(bencher: Bencher, module: &Module) {
    let report = verify(module);
    assert!(report.is_ok(), "{}", report.findings[0]);
    let insts = module.functions().iter().filter_map(|&f| module.body(f)).map(|b| b.inst_count()).sum::<usize>();
    bencher.counter(ItemsCount::new(insts)).bench_local(|| verify(black_box(module)));
}

#[divan::bench(args = shapes(), sample_count = 10)]
fn one_big_function(bencher: Bencher, shape: &str) {
    if let Some((_, make)) = BIG.iter().find(|(name, _)| *name == shape) {
        check(bencher, &make(N));
    }
}

/// What there is in the corpus of the oracle.
fn corpus() -> Vec<PathBuf> {
    let Some(oracle) = std::env::var_os("LLVM_ORACLE") else { return Vec::new() };
    let files = std::fs::read_dir(PathBuf::from(oracle).join("corpus")).into_iter().flatten();
    let mut files: Vec<_> = files.filter_map(|f| Some(f.ok()?.path())).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "ll"));
    files.sort();
    files
}

#[divan::bench(args = corpus().into_iter().filter_map(|f| Some(f.file_stem()?.to_str()?.to_string())))]
fn real(bencher: Bencher, name: &str) {
    let file = corpus().into_iter().find(|f| f.file_stem().is_some_and(|s| s == name)).unwrap_or_default();
    let text = std::fs::read(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    match read(&Context::new(), name, &text, &ReadOptions::default()) {
        Ok(outcome) => check(bencher, &outcome.module),
        Err(errors) => panic!("{:?}", errors.first()),
    }
}
