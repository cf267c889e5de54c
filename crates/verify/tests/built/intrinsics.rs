//! Rules about intrinsics.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Global, Module, Value};

use crate::Edit;

pub static EDITS: &[Edit] = &[
    ("LW0855", |module| {
        let id = intrinsic(module, IntrinsicId::UMAX);
        module.set_global_name(id, b"llvm.umax.i64");
    }),
    ("LW0889", |module| {
        let id = intrinsic(module, IntrinsicId::CALL_PREALLOCATED_ARG);
        let cx = module.context().clone();
        let declaration = module[id].as_function_mut().unwrap();
        let index = cx.attribute_list(declaration.attributes).param(1);
        let index = cx.without_attribute(index, AttrKind::IMM_ARG);
        declaration.attributes = cx.with_param_attributes(declaration.attributes, 1, index);
        let f = module.functions()[0];
        let body = module[f].as_function_mut().unwrap().body.as_mut().unwrap();
        let entry = body.entry().unwrap();
        let call = body.insts(entry).nth(1).unwrap();
        let (data, values) = body.inst_and_values_mut(call);
        data.call_info_mut().unwrap().args.as_mut_slice(values)[1] = Value::arg(0);
    }),
];

/// The function of the module that is this intrinsic.
fn intrinsic(module: &Module, id: IntrinsicId) -> Global {
    module.functions().iter().copied().find(|&f| module.function(f).unwrap().intrinsic == Some(id)).unwrap()
}
