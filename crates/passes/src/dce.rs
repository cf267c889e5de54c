//! `dce`: removes unused instructions without side effects.

use std::sync::Arc;

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
        let mut pending: Vec<Inst> = f.editor.insts();
        pending.reverse();
        while let Some(inst) = pending.pop() {
            if f.editor.body().inst_block(inst).is_none() || !is_trivially_dead(&f.editor, inst) {
                continue;
            }
            if self.counter.as_ref().is_some_and(|counter| !counter.decide()) {
                continue;
            }
            debug_users.salvage(f, inst);
            let mut operands: Vec<Value> = Vec::new();
            f.editor.body().inst(inst).for_each_operand(f.editor.body().values(), |v| operands.push(v));
            f.editor.erase(inst);
            let unused = operands.into_iter().filter(|&v| f.editor.uses().is_unused(v));
            pending.extend(unused.filter_map(|v| v.as_inst()));
        }
    }
}
