//! Builds, walks, clones and erases a function of many instructions, as `llvm.c` does through LLVM's C API. Says after each step
//! how many seconds it took, and the greatest resident size in MB so far.

use std::time::Instant;

use lindworm_ir::builder::{BuildError, Builder};
use lindworm_ir::editor::Editor;
use lindworm_ir::eval::{BinaryOp, IntPredicate};
use lindworm_ir::instruction::{Align, GepFlags};
use lindworm_ir::{Context, InstData, Module, Type, Value};

fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn report(what: &str, since: &mut Instant) {
    println!("{what} {:.3} {}", since.elapsed().as_secs_f64(), peak());
    *since = Instant::now();
}

fn build(b: &mut Builder<'_, &mut Module>, blocks: usize) -> Result<(), BuildError> {
    let (p, mut x) = (Value::arg(0), Value::arg(1));
    let mut block = b.append_block("");
    for _ in 0..blocks {
        let next = b.append_block("");
        b.at_end(block);
        let loaded = b.load(Type::I64, p, Align::NONE)?;
        let sum = b.binary(BinaryOp::Add, loaded, x)?;
        let product = b.binary(BinaryOp::Mul, sum, loaded)?;
        let mixed = b.binary(BinaryOp::Xor, product, sum)?;
        let place = b.gep(Type::I64, GepFlags::empty(), p, &[mixed])?;
        b.store(product, place, Align::NONE)?;
        let is_less = b.icmp(IntPredicate::Ult, mixed, x)?;
        let chosen = b.select(is_less, sum, mixed)?;
        x = b.binary(BinaryOp::Sub, chosen, loaded)?;
        b.br(next)?;
        block = next;
    }
    b.at_end(block).ret(Some(x))?;
    Ok(())
}

fn main() {
    let count: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(10_000_000);
    let blocks = count / 10;
    let mut module = Module::new(&Context::new(), "m");
    let ty = module.context().function_type(Type::I64, &[Type::PTR, Type::I64], false);
    let f = module.add_function(b"f", ty);
    let mut since = Instant::now();

    module.build_body(f, |b| build(b, blocks)).expect("the types fit");
    report("build", &mut since);

    let body = module.body(f).expect("it was built");
    let (mut operands, mut terminators) = (0, 0);
    for inst in body.blocks().flat_map(|block| body.insts(block)) {
        let data = body.inst(inst);
        data.for_each_operand(body.values(), |v| operands += usize::from(v == Value::arg(0)));
        terminators += usize::from(matches!(data, InstData::Br { .. }));
    }
    report("walk", &mut since);
    assert_eq!((operands, terminators), (2 * blocks, blocks));

    let copy = module.clone();
    report("clone", &mut since);
    drop(copy);
    report("free", &mut since);

    let mut body = module[f].as_function_mut().and_then(|f| f.body.take()).expect("it was built");
    let mut editor = Editor::new(&module, &mut body);
    let blocks: Vec<_> = editor.body().blocks().collect();
    for block in blocks.into_iter().rev() {
        while let Some(inst) = editor.body().last_inst(block) {
            editor.erase(inst);
        }
    }
    report("erase", &mut since);
}
