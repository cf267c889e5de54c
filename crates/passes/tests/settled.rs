//! A pass that changed nothing in a function does not run again before another pass changes the function.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use lindworm_ir::context::MetadataKind;
use lindworm_passes::{FunctionEdit, FunctionPass, run_on_functions};

/// Counts its runs.
struct Counts {
    runs: Arc<AtomicUsize>,
    is_settled: bool,
}

impl FunctionPass for Counts {
    fn name(&self) -> &'static str {
        "counts"
    }

    fn is_settled_by_no_change(&self) -> bool {
        self.is_settled
    }

    fn run(&self, _: &mut FunctionEdit<'_, '_>) {
        self.runs.fetch_add(1, Ordering::Relaxed);
    }
}

/// Removes the profile of the first instruction.
struct DropsProfile;

impl FunctionPass for DropsProfile {
    fn name(&self) -> &'static str {
        "drops-profile"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let first = f.editor.insts()[0];
        f.editor.set_attachment(first, MetadataKind::PROF, None);
    }
}

/// How often a pass runs that comes twice before and once after a pass that changes an attachment.
fn runs(is_settled: bool) -> usize {
    let mut module = common::read("define void @f() {\n  ret void\n}");
    let runs = Arc::new(AtomicUsize::new(0));
    let counts = || Box::new(Counts { runs: runs.clone(), is_settled });
    run_on_functions(&mut module, &[counts(), counts(), Box::new(DropsProfile), counts()]);
    runs.load(Ordering::Relaxed)
}

#[test]
fn a_settled_pass_runs_again_only_after_a_change() {
    assert_eq!([runs(true), runs(false)], [2, 3]);
}
