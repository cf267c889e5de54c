//! Rules about calls.

use lindworm_ir::attributes::{AttrKind, AttributeSet};
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::value::ValueList;
use lindworm_ir::{Body, Inst, InstData, Module, Type, Value};

use crate::Edit;

pub static EDITS: &[Edit] = &[
    ("LW0650", |module| edit_call(module, |_, call| call.callee = Value::arg(1))),
    ("LW0651", |module| edit_call(module, |_, call| call.function_type = Type::I32)),
    ("LW0652", without_argument),
    ("LW0653", without_argument),
    ("LW0654", |module| edit_call(module, |body, call| call.args = body.list(&[Value::arg(1)]))),
    ("LW0667", |module| {
        let of_argument = AttributeSet::of(AttrKind::IMM_ARG).unwrap();
        let context = module.context().clone();
        edit_call(module, |_, call| call.attributes = context.with_param_attributes(call.attributes, 0, of_argument));
    }),
];

/// The body of the function that has one, and its first call.
fn call(module: &mut Module) -> (&mut Body, Inst) {
    let f = module.functions().iter().copied().find(|&f| module.body(f).is_some()).unwrap();
    let body = module[f].as_function_mut().unwrap().body.as_mut().unwrap();
    let call = body.insts(body.entry().unwrap()).find(|&i| matches!(body.inst(i), InstData::Call { .. })).unwrap();
    (body, call)
}

fn edit_call(module: &mut Module, edit: impl FnOnce(&mut Body, &mut CallInfo)) {
    let (body, inst) = call(module);
    let mut call = *body.inst(inst).call_info().unwrap();
    edit(body, &mut call);
    *body.inst_mut(inst).call_info_mut().unwrap() = call;
}

fn without_argument(module: &mut Module) {
    edit_call(module, |_, call| call.args = ValueList::new());
}
