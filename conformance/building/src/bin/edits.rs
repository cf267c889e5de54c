//! Says how many seconds large changes take.

use std::time::Instant;

use lindworm_ir::body::DebugRecordData;
use lindworm_ir::builder::Builder;
use lindworm_ir::editor::Editor;
use lindworm_ir::eval::BinaryOp;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Body, Context, Inst, InstData, Metadata, Module, Type, Value};

fn time<R>(what: &str, work: impl FnOnce() -> R) {
    let start = Instant::now();
    work();
    println!("{:.3} s  {what}", start.elapsed().as_secs_f64());
}

/// A block of `n` additions of the arguments.
fn additions(module: &Module, n: usize) -> (Body, Vec<Inst>) {
    let mut body = Body::new(&[Type::I32, Type::I32]);
    let mut builder = Builder::new(module, &mut body);
    let entry = builder.append_block("");
    builder.at_end(entry);
    let insts =
        (0..n).filter_map(|_| builder.binary(BinaryOp::Add, Value::arg(0), Value::arg(0)).ok()?.as_inst()).collect();
    builder.ret(None).expect("it returns nothing");
    (body, insts)
}

fn main() {
    const MANY: usize = 1_000_000;
    let module = Module::new(&Context::new(), "m");

    let (mut body, _) = additions(&module, MANY / 2);
    let mut editor = Editor::new(&module, &mut body);
    time("1,000,000 uses of one value replaced", || editor.replace_all(Value::arg(0), Value::arg(1)));

    let mut body = Body::new(&[Type::I32, Type::I32]);
    let mut builder = Builder::new(&module, &mut body);
    let [entry, to] = ["a", "b"].map(|name| builder.append_block(name));
    builder.at_end(entry).br(to).expect("it is a block");
    let incoming = vec![(Value::arg(0), entry); MANY / 2];
    let phi = builder.at_end(to).phi(Type::I32, &incoming).expect("the types fit");
    let phi = phi.as_inst().expect("a phi is no constant");
    let mut editor = Editor::new(&module, &mut body);
    time("a phi of 1,000,000 operands: its values set one by one", || {
        for i in 0..MANY as u32 / 2 {
            editor.set_operand(Use { user: phi, operand: 2 * i }, Value::arg(1));
        }
    });
    time("1,000,000 operands more added to it", || {
        (0..MANY / 2).for_each(|_| editor.add_incoming(phi, Value::arg(0), entry));
    });

    let (mut body, insts) = additions(&module, MANY);
    let node = Metadata::new(MetadataRef::Node(0));
    for &inst in &insts {
        body.set_debug_records(inst, &[DebugRecordData::Label { label: node, debug_loc: node }]);
    }
    let mut editor = Editor::new(&module, &mut body);
    time("1,000,000 instructions with a record each erased", || insts.iter().for_each(|&inst| editor.erase(inst)));

    let (mut body, insts) = additions(&module, MANY / 10);
    let mut editor = Editor::new(&module, &mut body);
    time("one block split 100,000 times", || {
        for &inst in insts.iter().rev() {
            editor.split_block(inst, b"");
        }
    });
    assert!(editor.body().blocks().all(|b| {
        editor.body().insts(b).any(|i| matches!(editor.body().inst(i), InstData::Br { .. } | InstData::Ret { .. }))
    }));
}
