//! Changes that programs make to modules.

use lindworm::ir::module::Variable;
use lindworm::{BinaryOp, Body, Builder, Context, Global, GlobalKind, GlobalValue, Inst, Module, Type, Value};

use super::{Kind, each, function, work};
use crate::counters::Cost;
use crate::paths::read_text;

/// Reads a text with a function `f`, and counts what it costs to do something to its body.
fn change(text: &str, work: impl FnOnce(&mut Module, &mut Body)) -> Cost {
    let mut module = read_text(text.as_bytes());
    let function = module.global_named(b"f").unwrap();
    Cost::of(|| module.change_body(function, work).unwrap())
}

/// A body of `n` additions.
fn additions(n: usize) -> String {
    function("i32 %x", &(each(n, |i| format!("  %v{i} = add i32 %x, {i}\n")) + "  ret void\n"))
}

fn instructions(body: &Body) -> Vec<Inst> {
    body.blocks().flat_map(|block| body.insts(block)).collect()
}

fn variables(module: &mut Module, n: usize) -> Vec<Global> {
    let variable = |i| {
        let kind = GlobalKind::Variable(Variable::default());
        GlobalValue::new(format!("g{i}").as_bytes(), Type::I8, Type::PTR, kind)
    };
    (0..n).map(|i| module.add_global(variable(i))).collect()
}

pub const KINDS: &[Kind] = &[
    work("instructions that are removed", |n| {
        change(&additions(n), |_, body| instructions(body).into_iter().for_each(|inst| body.remove_inst(inst)))
    }),
    work("instructions that are removed from the last", |n| {
        change(&additions(n), |_, body| instructions(body).into_iter().rev().for_each(|inst| body.remove_inst(inst)))
    }),
    work("instructions with debug records that are removed", |n| {
        let adds = each(n, |i| format!("    #dbg_value(i32 %x, !1, !2, !3)\n  %v{i} = add i32 %x, {i}\n"));
        let metadata = "!0 = distinct !DISubprogram(name: \"f\")\n!1 = !DILocalVariable(scope: !0)\n!2 = !DIExpression()\n!3 = !DILocation(scope: !0)\n";
        change(&(function("i32 %x", &(adds + "  ret void\n")) + metadata), |_, body| {
            instructions(body).into_iter().for_each(|inst| body.remove_inst(inst));
        })
    }),
    work("blocks that are removed", |n| {
        let blocks = each(n, |i| format!("  br label %b{i}\n\nb{i}:\n"));
        change(&function("", &(blocks + "  ret void\n")), |_, body| {
            for block in body.blocks().collect::<Vec<_>>() {
                body.remove_block(block);
            }
        })
    }),
    work("instructions that are built", |n| {
        change(&additions(1), |module, body| {
            let entry = body.entry().unwrap();
            let mut builder = Builder::new(module, body);
            builder.at_end(entry);
            for i in 0..n {
                let number = builder.int(Type::I32, i as u64);
                builder.binary(BinaryOp::Mul, Value::arg(0), number).unwrap();
            }
        })
    }),
    work("instructions that are built with one name", |n| {
        change(&additions(1), |module, body| {
            let entry = body.entry().unwrap();
            let mut builder = Builder::new(module, body);
            builder.at_end(entry);
            for i in 0..n {
                let number = builder.int(Type::I32, i as u64);
                builder.named("x").binary(BinaryOp::Mul, Value::arg(0), number).unwrap();
            }
        })
    }),
    work("instructions that are inserted before the first", |n| {
        change(&additions(1), |module, body| {
            for i in 0..n {
                let first = body.first_inst(body.entry().unwrap()).unwrap();
                let mut builder = Builder::new(module, body);
                builder.before(first);
                let number = builder.int(Type::I32, i as u64);
                builder.binary(BinaryOp::Mul, Value::arg(0), number).unwrap();
            }
        })
    }),
    work("names that are set", |n| {
        change(&additions(n), |_, body| {
            for inst in instructions(body) {
                body.set_name(inst.into(), format!("n{}", inst.as_u32()).as_bytes());
            }
        })
    }),
    work("names of one value", |n| {
        change(&additions(1), |_, body| {
            let inst = instructions(body)[0];
            (0..n).for_each(|i| body.set_name(inst.into(), format!("n{i}").as_bytes()));
        })
    }),
    work("debug records that are set again", |n| {
        let text = "    #dbg_value(i32 %x, !1, !2, !3)\n  ret void\n";
        let metadata = "!0 = distinct !DISubprogram(name: \"f\")\n!1 = !DILocalVariable(scope: !0)\n!2 = !DIExpression()\n!3 = !DILocation(scope: !0)\n";
        change(&(function("i32 %x", text) + metadata), |_, body| {
            let inst = instructions(body)[0];
            let records = body.debug_records(inst).copied().collect::<Vec<_>>();
            (0..n).for_each(|_| body.set_debug_records(inst, &records));
        })
    }),
    work("attachments that are set", |n| {
        change(&(additions(n) + "!x = !{!0}\n!0 = !{}\n"), |module, body| {
            let node = module.named_metadata[0].operands[0];
            for inst in instructions(body) {
                let kind = module.context.metadata_kind(b"k");
                body.set_attachment(inst, kind, Some(node));
            }
        })
    }),
    work("operand lists that are replaced", |n| {
        change(&additions(1), |_, body| (0..n).for_each(|_| _ = body.list(&[Value::arg(0), Value::arg(0)])))
    }),
    work("globals that are added", |n| {
        let mut module = Module::new(&Context::new(), "m");
        Cost::of(|| drop(variables(&mut module, n)))
    }),
    work("globals that are removed", |n| {
        let mut module = Module::new(&Context::new(), "m");
        let removed = variables(&mut module, n).into_iter().step_by(2).collect();
        Cost::of(|| module.remove_globals(&removed))
    }),
    work("globals that are renamed", |n| {
        let mut module = Module::new(&Context::new(), "m");
        let globals = variables(&mut module, n);
        Cost::of(|| {
            globals.into_iter().enumerate().for_each(|(i, g)| module.set_global_name(g, format!("h{i}").as_bytes()))
        })
    }),
    work("globals that want one name", |n| {
        let mut module = Module::new(&Context::new(), "m");
        Cost::of(|| {
            for _ in 0..n {
                let name = module.unused_name(b"g");
                let kind = GlobalKind::Variable(Variable::default());
                module.add_global(GlobalValue::new(&name, Type::I8, Type::PTR, kind));
            }
        })
    }),
    work("globals without names that get some", |n| {
        let mut module = read_text(each(n, |i| format!("@{i} = global i32 0\n")).as_bytes());
        Cost::of(|| module.name_anonymous_globals())
    }),
];
