//! `loop(...)`: passes over the loops of a function.

use lindworm_analysis::Loops;
use lindworm_ir::Block;

use crate::lcssa::Lcssa;
use crate::loop_simplify::LoopSimplify;
use crate::pass::{FunctionEdit, FunctionPass, LoopPass};
use crate::pipeline::{LoopStep, LoopSteps};

impl LoopSteps {
    /// The passes that change loops.
    fn passes(&self) -> impl Iterator<Item = &dyn LoopPass> {
        self.steps.iter().filter_map(|step| match step {
            LoopStep::Loop(pass) => Some(&**pass),
            LoopStep::Analysis(_) => None,
        })
    }
}

impl FunctionPass for LoopSteps {
    fn name(&self) -> &'static str {
        "loop"
    }

    fn class(&self) -> &'static str {
        "FunctionToLoopPassAdaptor"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        LoopSimplify.run(f);
        Lcssa.run(f);
        for mut header in loop_headers(&f.analyses.get::<Loops>(&f.editor)) {
            for pass in self.passes() {
                if !f.editor.body().is_placed(header) {
                    break;
                }
                if !is_header(&f.analyses.get::<Loops>(&f.editor), header) {
                    break;
                }
                match pass.run(f, header) {
                    Some(next) => header = next,
                    None => break,
                }
            }
        }
    }
}

/// The headers of the loops in the order of loop pipelines: inner loops before outer ones.
pub(crate) fn loop_headers(loops: &Loops) -> Vec<Block> {
    loops.iter().rev().map(|one| loops.header(one)).collect()
}

pub(crate) fn is_header(loops: &Loops, block: Block) -> bool {
    loops.loop_of(block).is_some_and(|one| loops.header(one) == block)
}
