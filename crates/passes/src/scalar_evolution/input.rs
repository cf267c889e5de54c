//! The analyses that scalar evolution starts from.

use std::sync::Arc;

use lindworm_analysis::{Cfg, DominatorTree, Loops};

use super::ScalarEvolution;
use super::guards::AssumeCalls;
use crate::pass::FunctionEdit;
use crate::value_tracking::Query;

/// The analyses of a body under edit that its scalar evolution borrows.
pub(crate) struct ScevInput {
    cfg: Arc<Cfg>,
    dominators: Arc<DominatorTree>,
    pub loops: Arc<Loops>,
    assume_calls: Arc<AssumeCalls>,
}

impl ScevInput {
    pub fn of(f: &mut FunctionEdit<'_, '_>) -> ScevInput {
        ScevInput {
            cfg: f.analyses.get(&f.editor),
            dominators: f.analyses.get(&f.editor),
            loops: f.analyses.get(&f.editor),
            assume_calls: f.analyses.get(&f.editor),
        }
    }

    pub fn dominators(&self) -> &DominatorTree {
        &self.dominators
    }

    /// The scalar evolution of the body as it is.
    pub fn analyse<'a>(&'a self, f: &'a FunctionEdit<'_, '_>) -> ScalarEvolution<'a> {
        let query = Query::new(&f.editor, f.additions.function());
        let mut scev = ScalarEvolution::new(query, &self.cfg, &self.dominators, &self.loops);
        scev.assume_calls = Some(self.assume_calls.clone());
        scev
    }
}
