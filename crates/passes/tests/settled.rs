//! A pass that changed nothing in a function does not run again before another pass changes the function.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use lindworm_ir::context::MetadataKind;
use lindworm_ir::use_list::Use;
use lindworm_ir::{InstData, Value};
use lindworm_passes::{FunctionEdit, FunctionPass, Pipeline, run_on_functions};

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

/// Sets the second operand of the last binary operation to the first argument.
struct SetsOperand;

impl FunctionPass for SetsOperand {
    fn name(&self) -> &'static str {
        "sets-operand"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let is_binary = |&inst: &_| matches!(f.editor.body().inst(inst), InstData::Binary { .. });
        let last = f.editor.insts().into_iter().rfind(is_binary).unwrap();
        f.editor.set_operand(Use { user: last, operand: 1 }, Value::arg(0));
    }
}

#[test]
fn instcombine_combines_what_was_edited_since_its_last_run() {
    let mut module = common::read("define i32 @f(i32 %x, i32 %y) {\n  %a = xor i32 %x, %y\n  ret i32 %a\n}");
    let combine = Pipeline::parse("instcombine").unwrap();
    combine.run(&mut module);
    let before = common::text(&module);
    combine.run(&mut module);
    assert_eq!(common::text(&module), before);
    run_on_functions(&mut module, &[Box::new(SetsOperand)]);
    combine.run(&mut module);
    assert!(common::text(&module).contains("ret i32 0"), "{}", common::text(&module));
}
