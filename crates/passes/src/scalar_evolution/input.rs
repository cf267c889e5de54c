//! The analyses that scalar evolution starts from.

use std::sync::{Arc, Mutex, PoisonError};

use lindworm_analysis::analyses::Subject;
use lindworm_analysis::{Analyses, Analysis, Cfg, DominatorTree, Loops};
use lindworm_ir::editor::{Epoch, Parts};

use super::guards::AssumeCalls;
use super::{ScalarEvolution, Tables};
use crate::pass::FunctionEdit;
use crate::value_tracking::Query;

/// The analyses of a body under edit that its scalar evolution borrows.
pub(crate) struct ScevInput {
    cfg: Arc<Cfg>,
    dominators: Arc<DominatorTree>,
    pub loops: Arc<Loops>,
    assume_calls: Arc<AssumeCalls>,
    known: Arc<Known>,
}

/// What the last scalar evolution of a body found out, with the epoch of the body.
pub(super) struct Known(Mutex<Option<(Epoch, Box<Tables>)>>);

impl Analysis for Known {
    // The epoch decides.
    const DEPENDS_ON: Parts = Parts::empty();

    fn compute(_: Subject<'_>, _: &mut Analyses) -> Known {
        Known(Mutex::new(None))
    }
}

impl Known {
    fn take(&self, epoch: Epoch) -> Option<Box<Tables>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        (known.0 == epoch).then_some(known.1)
    }

    pub(super) fn put(&self, epoch: Epoch, tables: Box<Tables>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((epoch, tables));
    }
}

impl ScevInput {
    pub fn of(f: &mut FunctionEdit<'_, '_>) -> ScevInput {
        ScevInput {
            cfg: f.analyses.get(&f.editor),
            dominators: f.analyses.get(&f.editor),
            loops: f.analyses.get(&f.editor),
            assume_calls: f.analyses.get(&f.editor),
            known: f.analyses.get(&f.editor),
        }
    }

    pub fn dominators(&self) -> &DominatorTree {
        &self.dominators
    }

    /// The scalar evolution of the body as it is. It starts from what the last one found out, if the body did not change since.
    pub fn analyse<'a>(&'a self, f: &'a FunctionEdit<'_, '_>) -> ScalarEvolution<'a> {
        let query = Query::new(&f.editor, f.additions.function());
        let mut scev = ScalarEvolution::new(query, &self.cfg, &self.dominators, &self.loops);
        scev.assume_calls = Some(self.assume_calls.clone());
        let epoch = f.editor.changes().epoch();
        scev.tables = self.known.take(epoch).unwrap_or_default();
        scev.home = Some((self.known.clone(), epoch));
        scev
    }
}
