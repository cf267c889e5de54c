//! Rules about functions as a whole.

use lindworm_ir::module::Linkage;
use lindworm_ir::{Module, Type};

use crate::Edit;

pub static EDITS: &[Edit] = &[
    ("LW0400", |m| {
        let f = m.functions[0];
        m.globals[f].linkage = Linkage::Common;
    }),
    ("LW0401", |m| set_type(m, Type::VOID, &[])),
    ("LW0402", |m| {
        let result = m.context.function_type(Type::VOID, &[], false);
        set_type(m, result, &[]);
    }),
    ("LW0403", |m| set_type(m, Type::I32, &[Type::PTR])),
    ("LW0415", |m| set_type(m, Type::VOID, &[Type::I64])),
    ("LW0416", |m| {
        let param = m.context.function_type(Type::VOID, &[], false);
        set_type(m, Type::VOID, &[param]);
    }),
];

/// Gives the first function another type.
fn set_type(module: &mut Module, result: Type, params: &[Type]) {
    let ty = module.context.function_type(result, params, false);
    let f = module.functions[0];
    module.globals[f].value_type = ty;
}
