//! Rules about exception handling.

use lindworm_ir::value::ValueList;
use lindworm_ir::{InstData, Module};

use crate::Edit;

pub static EDITS: &[Edit] = &[
    ("LW0750", |module| {
        edit_pad(module, |data| {
            if let InstData::LandingPad { cleanup, .. } = data {
                *cleanup = false;
            }
        })
    }),
    ("LW0769", |module| {
        edit_pad(module, |data| {
            if let InstData::CatchSwitch { handlers, .. } = data {
                *handlers = ValueList::new();
            }
        })
    }),
];

/// Changes the instructions of the function that has a body.
fn edit_pad(module: &mut Module, edit: impl Fn(&mut InstData)) {
    let f = module.functions().iter().copied().find(|&f| module.body(f).is_some()).unwrap();
    let body = module[f].as_function_mut().unwrap().body.as_mut().unwrap();
    let insts: Vec<_> = body.blocks().flat_map(|b| body.insts(b)).collect();
    insts.into_iter().for_each(|inst| edit(body.inst_mut(inst)));
}
