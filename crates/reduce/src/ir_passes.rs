//! Reduction by transformation passes.

use std::convert::Infallible;

use lindworm_ir::{Global, Module};
use lindworm_passes::{AnalysisStep, Grain, Host, PassKind, PassRun, Pipeline, Printer, Unit};

use crate::delta::Oracle;

/// Runs passes. Each target is the run of one pass on one function, loop and so on.
pub(crate) fn ir_passes(module: &mut Module, oracle: &mut Oracle<'_>) {
    let pipeline = Pipeline::parse(&oracle.settings.pipeline).unwrap_or_default();
    match pipeline.run_with(module, oracle) {
        Ok(()) => {}
    }
}

/// Skips passes that are targets to keep.
impl Host for Oracle<'_> {
    type Error = Infallible;

    fn grain(&self) -> Grain {
        Grain::Units
    }

    fn before(&mut self, pass: &PassRun<'_>, _: &Module) -> bool {
        pass.kind != PassKind::Optional || !self.keep()
    }

    fn after(&mut self, _: &PassRun<'_>, _: &Module, _: bool) -> Result<(), Infallible> {
        Ok(())
    }

    fn print(&mut self, _: &[Printer], _: &[Global], _: &mut Module) {}

    fn analysis(&mut self, _: &AnalysisStep, _: Unit<'_>, _: &Module) {}

    fn verify(&mut self, _: Unit<'_>, _: &Module) -> Result<(), Infallible> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use lindworm_ir::Context;

    use crate::{Options, Pass, Settings, reduce};

    fn reduced(text: &[u8], is_interesting: &(dyn Fn(&str) -> bool + Sync)) -> String {
        let module = lindworm_text::read(&Context::new(), "m", text, &Default::default()).unwrap().module;
        let text = |module: &_| String::from_utf8(lindworm_text::to_bytes(module)).unwrap();
        let options = Options { passes: vec![Pass::named("ir-passes").unwrap()], ..Options::default() };
        text(&reduce(module, &options, &|module| is_interesting(&text(module)), &mut |_| {}))
    }

    const TEXT: &[u8] = b"define i32 @f(i32 %x) {
  %p = alloca i32
  store i32 %x, ptr %p
  %y = load i32, ptr %p
  ret i32 %y
}

define i32 @g() {
  %a = add i32 1, 2
  ret i32 %a
}
";

    #[test]
    fn passes_run_where_the_test_allows() {
        let all = reduced(TEXT, &|_| true);
        assert!(all.contains("  ret i32 %x\n") && all.contains("  ret i32 3\n"), "{all}");
        let one = reduced(TEXT, &|text| text.contains("load i32"));
        assert!(one.contains("  ret i32 3\n"), "{one}");
    }

    #[test]
    fn the_pipeline_can_be_chosen() {
        let module = lindworm_text::read(&Context::new(), "m", TEXT, &Default::default()).unwrap().module;
        let settings = Settings { pipeline: "function(sroa),globaldce".into(), ..Settings::default() };
        let options = Options { passes: vec![Pass::named("ir-passes").unwrap()], settings, ..Options::default() };
        let reduced = reduce(module, &options, &|_| true, &mut |_| {});
        let text = String::from_utf8(lindworm_text::to_bytes(&reduced)).unwrap();
        assert!(!text.contains("alloca") && text.contains("add i32 1, 2"));
    }

    #[test]
    fn a_module_that_no_pass_changes_is_not_tested_again() {
        let tests = std::sync::atomic::AtomicUsize::new(0);
        let text = b"define void @f() {\n  ret void\n}\n";
        reduced(text, &|_| tests.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 100);
        assert_eq!(tests.into_inner(), 0);
    }
}
