//! `loop(...)`: passes over the loops of a function.

use lindworm_analysis::{Loop, Loops};
use lindworm_ir::Block;
use lindworm_ir::hash::HashMap;

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

/// The loops in LLVM's order of passes over loops: inner loops before outer ones, loops with the same parent in reverse post-order of
/// their headers.
pub(crate) fn in_pass_order(loops: &Loops) -> Vec<Loop> {
    let mut of_parent: HashMap<Option<Loop>, Vec<Loop>> = HashMap::default();
    for one in loops.iter() {
        of_parent.entry(loops.parent(one)).or_default().push(one);
    }
    // A preorder with the last loop first, reversed.
    let mut pending = of_parent.remove(&None).unwrap_or_default();
    let mut order = Vec::new();
    while let Some(one) = pending.pop() {
        order.push(one);
        pending.extend(of_parent.remove(&Some(one)).into_iter().flatten());
    }
    order.reverse();
    order
}

/// The headers of the loops in the order of loop pipelines.
pub(crate) fn loop_headers(loops: &Loops) -> Vec<Block> {
    in_pass_order(loops).into_iter().map(|one| loops.header(one)).collect()
}

pub(crate) fn is_header(loops: &Loops, block: Block) -> bool {
    loops.loop_of(block).is_some_and(|one| loops.header(one) == block)
}
