//! `loop(...)`: passes over the loops of a function.

use lindworm_analysis::Loops;
use lindworm_ir::Block;

use crate::lcssa::Lcssa;
use crate::loop_simplify::LoopSimplify;
use crate::pass::{FunctionEdit, FunctionPass, LoopPass};

/// Runs passes on each loop of a function, inner loops before outer ones; each loop runs through all passes in order, as long as
/// it remains a loop.
pub(crate) struct LoopPasses(pub Vec<Box<dyn LoopPass>>);

impl FunctionPass for LoopPasses {
    fn name(&self) -> &'static str {
        "loop"
    }

    fn class(&self) -> &'static str {
        "FunctionToLoopPassAdaptor"
    }

    fn text(&self) -> String {
        let texts: Vec<String> = self.0.iter().map(|pass| pass.text()).collect();
        format!("loop({})", texts.join(","))
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        LoopSimplify.run(f);
        Lcssa.run(f);
        let loops = f.analyses.get::<Loops>(&f.editor);
        let headers: Vec<Block> = loops.iter().rev().map(|one| loops.header(one)).collect();
        drop(loops);
        for mut header in headers {
            for pass in &self.0 {
                if !f.editor.body().is_placed(header) {
                    break;
                }
                let loops = f.analyses.get::<Loops>(&f.editor);
                if loops.loop_of(header).is_none_or(|one| loops.header(one) != header) {
                    break;
                }
                drop(loops);
                match pass.run(f, header) {
                    Some(next) => header = next,
                    None => break,
                }
            }
        }
    }
}
