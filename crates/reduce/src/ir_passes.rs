//! Reduction by transformation passes.

use lindworm_ir::Module;
use lindworm_passes::{Pipeline, Step, run_on_these};

use crate::body::defined;
use crate::delta::Oracle;

/// The passes of LLVM's `ir-passes`, except `infer-address-spaces`.
const PIPELINE: &str = "function(sroa,instcombine<no-verify-fixpoint>,gvn,simplifycfg)";

/// Runs passes on functions. Each target is the run of one pass on one function.
pub(crate) fn ir_passes(module: &mut Module, oracle: &mut Oracle<'_>) {
    let steps = Pipeline::parse(PIPELINE).unwrap_or_default().steps;
    let functions =
        steps.iter().filter_map(|step| if let Step::Functions(functions) = step { Some(functions) } else { None });
    let passes: Vec<_> = functions.flat_map(|functions| functions.passes()).collect();
    for function in defined(module) {
        for pass in passes.chunks(1) {
            if !oracle.keep() {
                run_on_these(module, &[function], pass);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use lindworm_ir::Context;

    use crate::{Options, Pass, reduce};

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
    fn a_module_that_no_pass_changes_is_not_tested_again() {
        let tests = std::sync::atomic::AtomicUsize::new(0);
        let text = b"define void @f() {\n  ret void\n}\n";
        reduced(text, &|_| tests.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 100);
        assert_eq!(tests.into_inner(), 0);
    }
}
