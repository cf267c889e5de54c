//! Rules about blocks, phis, terminators and what holds for every instruction.

use cranelift_entity::packed_option::ReservedValue;
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Type, Value};

use crate::Edit;

/// The body of the first function that has one.
pub fn body(module: &mut Module) -> &mut Body {
    let f = module.functions().iter().copied().find(|&f| module.body(f).is_some()).unwrap();
    module[f].as_function_mut().unwrap().body.as_mut().unwrap()
}

/// The instruction of that number.
pub fn inst(module: &mut Module, number: u32) -> (&mut Body, Inst) {
    (body(module), Inst::from_u32(number))
}

/// Changes each operand of the first instruction that `from` holds of.
pub fn replace(module: &mut Module, from: impl Fn(Value) -> bool, to: Value) {
    let (data, values) = body(module).inst_and_values_mut(Inst::from_u32(0));
    data.map_operands(values, |v| if from(v) { to } else { v });
}

/// Changes the operand of the first instruction that is a constant.
pub fn replace_constant(module: &mut Module, to: Value) {
    replace(module, |v| v.is_constant(), to);
}

/// Changes the first argument, where it is an operand of the first instruction, to the second one.
fn use_second_argument(module: &mut Module) {
    replace(module, |v| v == Value::arg(0), Value::arg(1));
}

/// Sets the type of the first instruction.
pub fn set_type(module: &mut Module, ty: Type) {
    body(module).set_inst_type(Inst::from_u32(0), ty);
}

pub static EDITS: &[Edit] = &[
    ("LW0450", |module| {
        let (body, ret) = inst(module, 0);
        body.remove_inst(ret);
    }),
    ("LW0454", |module| {
        let (body, fence) = inst(module, 0);
        body.insert_before(fence, Inst::from_u32(2));
    }),
    ("LW0455", |module| {
        let (body, ret) = inst(module, 0);
        let early = body.create_inst(InstData::Unreachable, Type::VOID);
        body.insert_before(early, ret);
    }),
    ("LW0456", use_second_argument),
    ("LW0457", |module| {
        let (body, ret) = inst(module, 0);
        *body.inst_mut(ret) = InstData::Ret { value: Value::arg(0).into() };
    }),
    ("LW0458", use_second_argument),
    ("LW0459", |module| set_type(module, Type::I32)),
    ("LW0460", |module| {
        let one = module.constants().int(module.context(), Type::I64, 1);
        replace_constant(module, one);
    }),
    ("LW0461", |module| {
        let one = module.constants().int(module.context(), Type::I32, 1);
        replace_constant(module, one);
    }),
    ("LW0462", use_second_argument),
    ("LW0463", |module| {
        let (body, branch) = inst(module, 0);
        let dests = body.list(&[Value::arg(0)]);
        *body.inst_mut(branch) = InstData::IndirectBr { address: Value::arg(0), dests };
    }),
    ("LW0466", |module| replace(module, |v| v == Value::arg(0), Value::reserved_value())),
    ("LW0467", |module| {
        let (body, add) = inst(module, 0);
        body.remove_inst(add);
    }),
    ("LW0468", |module| replace(module, |v| v == Value::arg(0), Value::arg(7))),
    ("LW0469", |module| {
        let nowhere = body(module).create_block();
        replace(module, |v| v.as_block().is_some(), nowhere.into());
    }),
    ("LW0470", |module| replace(module, |v| v == Value::arg(0), Global::from_u32(7).into())),
    ("LW0471", |module| {
        let (body, fence) = inst(module, 0);
        body.set_name(fence.into(), b"fence");
    }),
    ("LW0472", |module| {
        let ty = module.context().function_type(Type::VOID, &[], false);
        set_type(module, ty);
    }),
    ("LW0473", |module| set_type(module, Type::METADATA)),
    ("LW0474", |module| {
        let (body, va_arg) = inst(module, 1);
        *body.inst_mut(va_arg) = InstData::VaArg { list: Inst::from_u32(0).into() };
    }),
    ("LW0477", |module| {
        let asm = lindworm_ir::module::InlineAsmData {
            function_type: module.context().function_type(Type::VOID, &[], false),
            template: Box::default(),
            constraints: Box::default(),
            side_effect: false,
            align_stack: false,
            intel_dialect: false,
            can_unwind: false,
        };
        let asm = module.add_inline_asm(asm);
        replace_constant(module, asm);
    }),
];

/// A destination that is out of all bounds makes nothing panic.
#[test]
fn blocks_out_of_bounds() {
    let text = "define void @f() {\n  br label %a\na:\n  ret void\n}\n";
    let mut module = crate::module(text);
    replace(&mut module, |v| v.as_block().is_some(), Block::from_u32(7).into());
    assert_eq!(crate::broken(&module), ["LW0469"]);
}

/// The order of a block is cyclic if its last instruction is inserted before its first one without being removed.
#[test]
fn cyclic_orders() {
    let mut module = crate::module("define void @f() {\n  fence acquire\n  ret void\n}\n");
    let (body, ret) = inst(&mut module, 1);
    let first = body.insts(body.entry().unwrap()).next().unwrap();
    body.insert_before(ret, first);
    assert!(crate::broken(&module).contains(&"LW0454"));
}
