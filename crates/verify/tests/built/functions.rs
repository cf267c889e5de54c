//! Rules about functions as a whole.

use lindworm_ir::module::Linkage;
use lindworm_ir::{Module, Type};

use crate::Edit;

pub static EDITS: &[Edit] = &[
    ("LW0400", |m| {
        let f = m.functions()[0];
        m[f].linkage = Linkage::Common;
    }),
    ("LW0401", |m| set_type(m, Type::VOID, &[])),
    ("LW0402", |m| {
        let result = m.context().function_type(Type::VOID, &[], false);
        set_type(m, result, &[]);
    }),
    ("LW0403", |m| set_type(m, Type::I32, &[Type::PTR])),
    ("LW0415", |m| set_type(m, Type::VOID, &[Type::I64])),
    ("LW0416", |m| {
        let param = m.context().function_type(Type::VOID, &[], false);
        set_type(m, Type::VOID, &[param]);
    }),
    ("LW0436", |m| {
        let f = m.functions()[0];
        let body = m[f].as_function_mut().unwrap().body.as_mut().unwrap();
        let [first, second] = body.blocks().collect::<Vec<_>>()[..] else { panic!() };
        let name = body.name(first.into()).to_vec();
        body.set_name(second.into(), &name);
    }),
];

/// Gives the first function another type.
fn set_type(module: &mut Module, result: Type, params: &[Type]) {
    let ty = module.context().function_type(result, params, false);
    let f = module.functions()[0];
    module[f].value_type = ty;
}

#[test]
fn functions_of_no_function_type() {
    for ty in [Type::VOID, Type::I32, Type::LABEL] {
        let mut module = crate::module("define i32 @f(i32 %x) {\n  ret i32 %x\n}\n");
        let f = module.functions()[0];
        module[f].value_type = ty;
        assert!(crate::broken(&module).contains(&"LW0401"));
    }
}

#[test]
fn addresses_of_intrinsics_are_found_wherever_they_are() {
    let with = |what: &str| format!("declare void @llvm.donothing()\ndeclare i32 @g(...)\n{what}\n");
    for what in [
        "@x = global [2 x ptr] [ptr null, ptr @llvm.donothing]",
        "@x = global ptr addrspace(1) addrspacecast (ptr @llvm.donothing to ptr addrspace(1))",
        "define void @f() personality ptr @llvm.donothing {\n  ret void\n}",
        "define void @f() prologue ptr @llvm.donothing {\n  ret void\n}",
    ] {
        assert!(crate::broken(&crate::module(&with(what))).contains(&"LW0435"), "{what}");
    }
    for what in
        ["!n = !{!0}\n!0 = !{ptr @llvm.donothing}", "define void @f() {\n  call void @llvm.donothing()\n  ret void\n}"]
    {
        assert!(crate::broken(&crate::module(&with(what))).is_empty(), "{what}");
    }
}
