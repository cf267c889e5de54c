//! `instsimplify`: replaces instructions by a constant or an existing value.

use lindworm_analysis::DominatorTree;
use lindworm_ir::Inst;

use crate::conditions::Conditions;
use crate::edited::is_combined;
use crate::effects::is_trivially_dead;
use crate::erase::erase_dead;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::salvage::DebugUsers;
use crate::value_tracking::Query;

/// Replaces each instruction by the value that it [simplifies](Query::simplify) to. Instructions whose operands changed are
/// revisited.
pub struct InstSimplify;

impl FunctionPass for InstSimplify {
    fn name(&self) -> &'static str {
        "instsimplify"
    }

    fn class(&self) -> &'static str {
        "InstSimplifyPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let dominators = f.analyses.get::<DominatorTree>(&f.editor);
        let function = f.additions.function();
        let conditions = Conditions::new(&f.editor, false);
        let mut debug_users = DebugUsers::of(f);
        let is_reachable = |f: &FunctionEdit<'_, '_>, inst| {
            f.editor.body().inst_block(inst).is_some_and(|b| dominators.is_reachable(b))
        };
        let mut pending: Vec<Inst> = f.editor.insts();
        while !pending.is_empty() {
            let mut next = Vec::new();
            let mut dead = Vec::new();
            for inst in pending {
                if !is_reachable(f, inst) {
                    continue;
                }
                if is_trivially_dead(&f.editor, inst) {
                    dead.push(inst);
                    continue;
                }
                if f.editor.uses().is_unused(inst.into()) || is_combined(f.editor.body(), inst) {
                    continue;
                }
                let (dominators, conditions) = (Some(&*dominators), Some(&conditions));
                let query = Query { dominators, conditions, ..Query::new(&f.editor, function) };
                let Some(value) = query.simplify(inst) else { continue };
                next.extend(f.editor.uses().of(inst.into()).map(|at| at.user));
                f.editor.replace_all(inst.into(), value);
                if is_trivially_dead(&f.editor, inst) {
                    dead.push(inst);
                }
            }
            erase_dead(f, &mut debug_users, dead);
            next.sort_unstable();
            next.dedup();
            pending = next;
        }
    }
}
