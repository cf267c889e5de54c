//! Rules about blocks.

use crate::Edit;

pub static EDITS: &[Edit] = &[("LW0450", |module| {
    let f = module.functions[0];
    let body = module.globals[f].as_function_mut().unwrap().body.as_mut().unwrap();
    let entry = body.entry().unwrap();
    let last = body.last_inst(entry).unwrap();
    body.remove_inst(last);
})];
