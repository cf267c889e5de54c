//! Removal of instructions.

use lindworm_ir::editor::{Editor, Listener};
use lindworm_ir::{Inst, Value};

use crate::effects::is_trivially_dead;
use crate::pass::FunctionEdit;
use crate::salvage::DebugUsers;

/// Erases instructions. Other uses of their results become poison.
pub(crate) fn erase_all<L: Listener>(editor: &mut Editor<'_, L>, insts: &[Inst]) {
    for &inst in insts {
        if !editor.uses().is_unused(inst.into()) {
            let poison = editor.module().constants().poison(editor.body().inst_type(inst));
            editor.replace_all(inst.into(), poison);
        }
    }
    insts.iter().for_each(|&inst| editor.erase(inst));
}

/// Erases trivially dead instructions, and those that become dead thereby.
pub(crate) fn erase_dead(f: &mut FunctionEdit<'_, '_>, debug_users: &mut DebugUsers, mut dead: Vec<Inst>) {
    while let Some(inst) = dead.pop() {
        if f.editor.body().inst_block(inst).is_none() || !is_trivially_dead(&f.editor, inst) {
            continue;
        }
        debug_users.salvage(f, inst);
        let mut operands: smallvec::SmallVec<[Value; 4]> = smallvec::SmallVec::new();
        f.editor.body().inst(inst).for_each_operand(f.editor.body().values(), |v| operands.push(v));
        f.editor.erase(inst);
        dead.extend(operands.into_iter().filter(|&v| f.editor.uses().is_unused(v)).filter_map(|v| v.as_inst()));
    }
}
