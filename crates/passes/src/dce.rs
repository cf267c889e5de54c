//! `dce`: removes unused instructions without side effects.

use std::sync::Arc;

use lindworm_ir::hash::HashSet;
use lindworm_ir::{Inst, Value};

use crate::debug_counter::DebugCounter;
use crate::effects::is_trivially_dead;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::salvage::DebugUsers;

/// Erases trivially dead instructions, and those that become dead thereby. Linear in the instructions and operands.
#[derive(Default)]
pub struct Dce {
    /// Decides which instructions are erased: `-debug-counter=dce-transform`.
    pub counter: Option<Arc<DebugCounter>>,
}

impl FunctionPass for Dce {
    fn name(&self) -> &'static str {
        "dce"
    }

    fn class(&self) -> &'static str {
        "DCEPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let mut debug_users = DebugUsers::of(f);
        // First all instructions in order, then those that became unused thereby, the last one first.
        let (mut pending, mut met): (Vec<Inst>, HashSet<Inst>) = Default::default();
        for inst in f.editor.insts() {
            if !met.contains(&inst) {
                self.erase_if_dead(f, inst, &mut debug_users, &mut |unused| {
                    if met.insert(unused) {
                        pending.push(unused);
                    }
                });
            }
        }
        while let Some(inst) = pending.pop() {
            self.erase_if_dead(f, inst, &mut debug_users, &mut |unused| pending.push(unused));
        }
    }
}

impl Dce {
    /// Erases an instruction if it is dead. `unused` is told operands that are dead then.
    fn erase_if_dead(
        &self,
        f: &mut FunctionEdit<'_, '_>,
        inst: Inst,
        debug_users: &mut DebugUsers,
        unused: &mut dyn FnMut(Inst),
    ) {
        if f.editor.body().inst_block(inst).is_none()
            || !is_trivially_dead(&f.editor, inst)
            || self.counter.as_ref().is_some_and(|counter| !counter.decide())
        {
            return;
        }
        debug_users.salvage(f, inst);
        let mut operands: Vec<Value> = Vec::new();
        f.editor.body().inst(inst).for_each_operand(f.editor.body().values(), |v| operands.push(v));
        f.editor.erase(inst);
        for operand in operands.into_iter().filter_map(|v| v.as_inst()) {
            if f.editor.uses().is_unused(operand.into()) && is_trivially_dead(&f.editor, operand) {
                unused(operand);
            }
        }
    }
}
