//! `loop-instsimplify`: replaces instructions of a loop by constants or existing values.

use lindworm_analysis::{DominatorTree, Loops};
use lindworm_ir::{Block, Inst, InstData, Value};

use crate::edited::is_combined;
use crate::effects::is_trivially_dead;
use crate::erase::erase_dead;
use crate::loop_form::LoopForm;
use crate::pass::{FunctionEdit, LoopPass};
use crate::salvage::DebugUsers;
use crate::value_tracking::Query;

/// The maximum number of times that the instructions of a loop are visited.
const MAX_ROUNDS: usize = 8;

/// Replaces each instruction of a loop by the value that it [simplifies](Query::simplify) to.
pub struct LoopInstSimplify;

impl LoopPass for LoopInstSimplify {
    fn name(&self) -> &'static str {
        "loop-instsimplify"
    }

    fn class(&self) -> &'static str {
        "LoopInstSimplifyPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Block> {
        let form = LoopForm::of(f, header)?;
        let dominators = f.analyses.get::<DominatorTree>(&f.editor);
        let loops = f.analyses.get::<Loops>(&f.editor);
        let mut dead: Vec<Inst> = Vec::new();
        // Phis of the header may get simpler by what follows them.
        for _ in 0..MAX_ROUNDS {
            let mut is_again = false;
            for &block in &form.blocks {
                let insts: Vec<Inst> = f.editor.body().insts(block).collect();
                for inst in insts {
                    if is_trivially_dead(&f.editor, inst) {
                        dead.push(inst);
                    }
                    if f.editor.uses().is_unused(inst.into()) || is_combined(f.editor.body(), inst) {
                        continue;
                    }
                    let query = Query::new(&f.editor, f.additions.function());
                    let query = Query { dominators: Some(&dominators), ..query };
                    let keeps_form = |value: &Value| is_available(f, &loops, *value, block);
                    let Some(value) = query.simplify(inst).filter(keeps_form) else { continue };
                    is_again |= f.editor.uses().of(inst.into()).any(|at| {
                        let is_phi = matches!(f.editor.body().inst(at.user), InstData::Phi { .. });
                        is_phi && f.editor.body().inst_block(at.user) == Some(header)
                    });
                    f.editor.replace_all(inst.into(), value);
                    dead.push(inst);
                }
            }
            if !is_again {
                break;
            }
        }
        if !dead.is_empty() {
            let mut debug_users = DebugUsers::of(f);
            erase_dead(f, &mut debug_users, dead);
        }
        Some(header)
    }
}

/// Whether a value can be used in a block without a phi in an exit of the value's loop.
fn is_available(f: &FunctionEdit<'_, '_>, loops: &Loops, value: Value, block: Block) -> bool {
    let home = value.as_inst().and_then(|inst| f.editor.body().inst_block(inst)).and_then(|at| loops.loop_of(at));
    home.is_none_or(|home| loops.contains(home, block))
}
