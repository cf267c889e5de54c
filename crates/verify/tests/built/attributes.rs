//! Rules about attributes.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeList, AttributeOwner, AttributeSet};
use lindworm_ir::eval::Int;
use lindworm_ir::{Context, Module, Type};

use crate::Edit;

pub static EDITS: &[Edit] = &[
    ("LW0251", |m| set(m, AttributeOwner::Param(0), Attribute::Enum(AttrKind::ALIGN))),
    ("LW0252", |m| set(m, AttributeOwner::Param(0), Attribute::Enum(AttrKind::NO_RETURN))),
    ("LW0274", |m| set(m, AttributeOwner::Param(0), Attribute::Ranges(AttrKind::INITIALIZES, [].into()))),
    ("LW0275", |m| {
        let ranges = [(8, 12), (0, 4)].map(|(lower, upper)| (Int::new(64, lower), Int::new(64, upper)));
        set(m, AttributeOwner::Param(0), Attribute::Ranges(AttrKind::INITIALIZES, ranges.into()));
    }),
    ("LW0276", |m| set(m, AttributeOwner::Param(0), Attribute::Int(AttrKind::NO_FP_CLASS, 0))),
    ("LW0277", |m| set(m, AttributeOwner::Param(0), Attribute::Int(AttrKind::NO_FP_CLASS, 1024))),
    ("LW0279", |m| *attributes(m) = list_of_another_context()),
    ("LW0280", |m| set(m, AttributeOwner::Result, Attribute::Enum(AttrKind::READ_ONLY))),
    ("LW0292", |m| set(m, AttributeOwner::Function, Attribute::Enum(AttrKind::NON_NULL))),
    ("LW0330", |m| set(m, AttributeOwner::Param(1), Attribute::Enum(AttrKind::NON_NULL))),
    ("LW0332", |m| set(m, AttributeOwner::Param(0), Attribute::Type(AttrKind::ELEMENT_TYPE, Some(Type::I8)))),
];

/// The attributes of the first function.
fn attributes(module: &mut Module) -> &mut AttributeList {
    let f = module.functions()[0];
    &mut module[f].as_function_mut().unwrap().attributes
}

/// Adds an attribute to the first function.
fn set(module: &mut Module, owner: AttributeOwner, attribute: Attribute) {
    let cx = module.context().clone();
    let list = attributes(module);
    let data = cx.attribute_list(*list);
    *list = match owner {
        AttributeOwner::Function => cx.with_function_attributes(*list, cx.with_attribute(data.function, attribute)),
        AttributeOwner::Result => cx.with_result_attributes(*list, cx.with_attribute(data.result, attribute)),
        AttributeOwner::Param(i) => cx.with_param_attributes(*list, i, cx.with_attribute(data.param(i), attribute)),
    };
}

/// A list whose handle no small context has.
fn list_of_another_context() -> AttributeList {
    let other = Context::new();
    let nonnull = other.with_attribute(AttributeSet::EMPTY, Attribute::Enum(AttrKind::NON_NULL));
    (0..100).fold(AttributeList::EMPTY, |list, param| other.with_param_attributes(list, param, nonnull))
}

#[test]
fn calls_with_attributes_of_another_context() {
    let mut module = crate::module("define void @f(ptr %p) {\n  call void @f(ptr nonnull %p)\n  ret void\n}\n");
    let f = module.functions()[0];
    let body = module[f].as_function_mut().unwrap().body.as_mut().unwrap();
    let call = body.first_inst(body.entry().unwrap()).unwrap();
    body.inst_mut(call).call_info_mut().unwrap().attributes = list_of_another_context();
    assert_eq!(crate::broken(&module), ["LW0279"]);
}
