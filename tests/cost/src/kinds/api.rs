//! Changes that programs make to modules.

use lindworm::bitcode;
use lindworm::ir::constant::ConstantData;
use lindworm::ir::module::Variable;
use lindworm::text::MessageWriter;
use lindworm::{
    BinaryOp, Body, Builder, Context, Global, GlobalKind, GlobalValue, Inst, Module, Type, Value, to_bytes, verify,
};

use super::{DEEP, Kind, each, function, work};
use crate::counters::Cost;
use crate::paths::read_text;

/// Reads a text with a function `f`, and measures an operation on its body.
fn change(text: &str, work: impl FnOnce(&mut Module, &mut Body)) -> Cost {
    let mut module = read_text(text.as_bytes());
    let function = module.global_named(b"f").unwrap();
    Cost::of(|| module.change_body(function, work).unwrap())
}

/// A body of `n` additions.
fn additions(n: usize) -> String {
    function("i32 %x", &(each(n, |i| format!("  %v{i} = add i32 %x, {i}\n")) + "  ret void\n"))
}

/// Builds `n` multiplications at the end of a body, each after `before`.
fn build(n: usize, before: impl Fn(&mut Builder)) -> Cost {
    change(&additions(1), |module, body| {
        let entry = body.entry().unwrap();
        let mut builder = Builder::new(&*module, body);
        builder.at_end(entry);
        for i in 0..n {
            let number = builder.int(Type::I32, i as u64);
            before(&mut builder);
            builder.binary(BinaryOp::Mul, Value::arg(0), number).unwrap();
        }
    })
}

/// A module with a variable of a literal struct type of this depth.
fn deep_type(n: usize) -> Module {
    let cx = Context::new();
    let mut module = Module::new(&cx, "m");
    let ty = (0..n).fold(Type::I8, |ty, _| cx.struct_type(&[ty], false));
    let kind = GlobalKind::Variable(Variable::default());
    module.add_global(GlobalValue::new(b"g", ty, Type::PTR, kind));
    module
}

/// A module with a constant of a literal struct type, both fields of which are such structs, `n` levels deep.
fn doubled(n: usize) -> Module {
    let cx = Context::new();
    let mut module = Module::new(&cx, "m");
    let mut ty = cx.struct_type(&[Type::I8, cx.array(Type::PTR, 0)], false);
    let parts = [module.constants().int(&cx, Type::I8, 1), module.constants().undef(cx.array(Type::PTR, 0))];
    let mut value = module.constants().intern(ty, ConstantData::Aggregate(parts.into()));
    for _ in 0..n {
        ty = cx.struct_type(&[ty, ty], false);
        value = module.constants().intern(ty, ConstantData::Aggregate([value, value].into()));
    }
    let kind = GlobalKind::Variable(Variable { initializer: Some(value), ..Variable::default() });
    module.add_global(GlobalValue::new(b"g", ty, Type::PTR, kind));
    module
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
    work("instructions that are built", |n| build(n, |_| ())),
    work("instructions that are built with one name", |n| {
        build(n, |builder| {
            builder.named("x");
        })
    }),
    work("instructions that are inserted before the first", |n| {
        change(&additions(1), |module, body| {
            for i in 0..n {
                let first = body.first_inst(body.entry().unwrap()).unwrap();
                let mut builder = Builder::new(&*module, body);
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
            let node = module.named_metadata()[0].operands[0];
            for inst in instructions(body) {
                let kind = module.context().metadata_kind(b"k");
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
    work("depth of a type that is printed", |n| {
        let module = deep_type(n);
        Cost::of(|| drop(to_bytes(&module)))
    }),
    work("literal types and constants that double, verified", |n| {
        let module = doubled(n);
        Cost::of(|| _ = verify(&module))
    })
    .of(DEEP),
    work("literal types and constants that double, through bitcode", |n| {
        let module = doubled(n);
        Cost::of(|| {
            let file = bitcode::write(&module, &bitcode::WriteOptions::default());
            drop(bitcode::read(&Context::new(), "m", &file, &bitcode::ReadOptions::default()).unwrap());
        })
    })
    .of(DEEP),
    work("literal types and constants that double, in a message", |n| {
        let module = doubled(n);
        let initializer = module[module.variables()[0]].as_variable().unwrap().initializer.unwrap();
        Cost::of(|| MessageWriter::new(&module).operand(&mut Vec::new(), None, initializer))
    })
    .of(DEEP),
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
        Cost::of(|| lindworm::passes::name_anonymous_globals(&mut module))
    }),
];
