//! Rules about convergence control.

use lindworm_ir::Inst;

use crate::Edit;
use crate::blocks::inst;

pub static EDITS: &[Edit] = &[("LW1313", |module| {
    for &f in &module.functions().to_vec() {
        module[f].as_function_mut().unwrap().attributes = Default::default();
    }
    let (body, last) = inst(module, 4);
    let (anchor, first) = (Inst::from_u32(0), Inst::from_u32(2));
    let (data, values) = body.inst_and_values_mut(last);
    data.map_operands(values, |v| if v == first.into() { anchor.into() } else { v });
    body.remove_inst(last);
    body.insert_before(last, first);
})];
