//! Pipelines: passes in order, with nested pipelines over parts of the module.
//!
//! [`parse`] reads LLVM's textual form, [`run`] runs a pipeline.

use std::fmt;

use lindworm_ir::Module;

use crate::pass::{CgsccPass, FunctionPass, LoopPass, ModulePass};
use crate::table::PassOptions;
pub use analyses::{AnalysisStep, AnalysisUse};
pub(crate) use parse::check_part;
pub use printers::{CallGraphPrinter, FunctionPrinter, Printer, TreeKind};
pub use run::{Grain, Host, PassKind, PassRun, Unit};
pub(crate) use waves::run_on_components;

mod analyses;
mod listing;
mod parse;
mod printers;
mod run;
mod waves;

/// The unit of IR that a pipeline runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Whole modules.
    Module,
    /// Strongly connected components of the call graph.
    Cgscc,
    /// Functions.
    Function,
    /// Loops.
    Loop,
}

/// A step of a module pipeline.
pub enum Step {
    /// `verify`
    Verify,
    /// A printer.
    Print(Printer),
    /// `require<...>` and the like.
    Analysis(AnalysisStep),
    /// A pass over the module.
    Module(Box<dyn ModulePass>),
    /// Steps over each SCC of the call graph.
    Components(ComponentSteps),
    /// Steps over each function.
    Functions(FunctionSteps),
    /// `coro-cond(...)`: steps that run only on a module that declares intrinsics of coroutines.
    IfCoroutines(Vec<Step>),
}

/// Steps over each SCC of the call graph, callees before callers; each SCC runs through all steps in order.
#[derive(Default)]
pub struct ComponentSteps {
    /// The steps in order.
    pub steps: Vec<ComponentStep>,
    /// Whether they are a pipeline `cgscc(...)`, even if of one step.
    pub is_pipeline: bool,
}

/// A step of a CGSCC pipeline.
pub enum ComponentStep {
    /// A pass over the SCC.
    Component(Box<dyn CgsccPass>),
    /// `require<...>` and the like.
    Analysis(AnalysisStep),
    /// Steps over each function of the SCC, in order.
    Functions(FunctionSteps),
    /// `devirt<N>(...)`: steps that are repeated at most so often, as long as they make indirect calls direct.
    Devirt(u32, Vec<ComponentStep>),
}

/// Steps over functions; each function runs through all steps in order.
#[derive(Default)]
pub struct FunctionSteps {
    /// The steps in order.
    pub steps: Vec<FunctionStep>,
    /// Whether they are a pipeline `function(...)`, even if of one step.
    pub is_pipeline: bool,
    /// `eager-inv`, which has no effect: no analysis outlives the pipeline.
    pub is_eager: bool,
    /// `no-rerun`: the steps run once on a function that has not changed, however often a CGSCC pipeline visits it.
    pub no_rerun: bool,
}

/// A step of a function pipeline.
pub enum FunctionStep {
    /// `verify`
    Verify,
    /// A printer.
    Print(FunctionPrinter),
    /// `require<...>` and the like.
    Analysis(AnalysisStep),
    /// A pass over the function.
    Function(Box<dyn FunctionPass>),
    /// Steps over each loop.
    Loops(LoopSteps),
}

/// Steps over each loop of a function, inner loops before outer ones; each loop runs through all steps in order, as long as it
/// remains a loop.
#[derive(Default)]
pub struct LoopSteps {
    /// The steps in order.
    pub steps: Vec<LoopStep>,
    /// Whether they are a pipeline `loop(...)`, even if of one step.
    pub is_pipeline: bool,
    /// `loop-mssa(...)`, which differs in text only: a pass that needs MemorySSA gets it.
    pub memory_ssa: bool,
}

/// A step of a loop pipeline.
pub enum LoopStep {
    /// A pass over the loop.
    Loop(Box<dyn LoopPass>),
    /// `require<...>` and the like.
    Analysis(AnalysisStep),
}

impl FunctionSteps {
    /// The passes that change functions.
    pub fn passes(&self) -> impl Iterator<Item = &dyn FunctionPass> {
        self.steps.iter().filter_map(FunctionStep::pass)
    }
}

impl FunctionStep {
    /// The step as a pass, if it changes functions.
    fn pass(&self) -> Option<&dyn FunctionPass> {
        match self {
            FunctionStep::Function(pass) => Some(&**pass),
            FunctionStep::Loops(loops) => Some(loops),
            FunctionStep::Verify | FunctionStep::Print(_) | FunctionStep::Analysis(_) => None,
        }
    }
}

fn list<T>(steps: &[T], text: impl Fn(&T) -> String) -> String {
    steps.iter().map(text).collect::<Vec<String>>().join(",")
}

impl Step {
    /// The text of the step in a pipeline.
    pub fn text(&self) -> String {
        match self {
            Step::Verify => "verify".into(),
            Step::Print(printer) => printer.name().into(),
            Step::Analysis(step) => step.text.clone(),
            Step::Module(pass) => pass.text(),
            Step::Components(components) => format!("cgscc({})", list(&components.steps, ComponentStep::text)),
            Step::Functions(functions) => functions.text(),
            Step::IfCoroutines(steps) => format!("coro-cond({})", list(steps, Step::text)),
        }
    }
}

impl ComponentStep {
    fn text(&self) -> String {
        match self {
            ComponentStep::Component(pass) => pass.text(),
            ComponentStep::Analysis(step) => step.text.clone(),
            ComponentStep::Functions(functions) => functions.text(),
            ComponentStep::Devirt(most, steps) => format!("devirt<{most}>({})", list(steps, ComponentStep::text)),
        }
    }
}

impl FunctionSteps {
    fn text(&self) -> String {
        let parameters = match (self.is_eager, self.no_rerun) {
            (false, false) => "",
            (true, false) => "<eager-inv>",
            (false, true) => "<no-rerun>",
            (true, true) => "<eager-inv;no-rerun>",
        };
        format!("function{parameters}({})", list(&self.steps, FunctionStep::text))
    }
}

impl FunctionStep {
    fn text(&self) -> String {
        match self {
            FunctionStep::Verify => "verify".into(),
            FunctionStep::Print(printer) => Printer::Function(*printer).name().into(),
            FunctionStep::Analysis(step) => step.text.clone(),
            FunctionStep::Function(pass) => pass.text(),
            FunctionStep::Loops(loops) => loops.text(),
        }
    }
}

impl LoopStep {
    pub(crate) fn text(&self) -> String {
        match self {
            LoopStep::Loop(pass) => pass.text(),
            LoopStep::Analysis(step) => step.text.clone(),
        }
    }
}

impl LoopSteps {
    fn text(&self) -> String {
        let name = if self.memory_ssa { "loop-mssa" } else { "loop" };
        format!("{name}({})", list(&self.steps, LoopStep::text))
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// A sequence of passes.
#[derive(Debug, Default)]
pub struct Pipeline {
    /// The steps in execution order.
    pub steps: Vec<Step>,
}

impl Pipeline {
    /// Parses a pipeline as `opt -passes=` does.
    ///
    /// # Errors
    ///
    /// If the text names an unknown pass or is malformed, with LLVM's message.
    pub fn parse(text: &str) -> Result<Pipeline, String> {
        Pipeline::parse_with(text, &PassOptions::default())
    }

    /// Like [`Pipeline::parse`], with pass options.
    ///
    /// # Errors
    ///
    /// See [`Pipeline::parse`].
    pub fn parse_with(text: &str, options: &PassOptions) -> Result<Pipeline, String> {
        parse::parse(text, options)
    }

    /// Transforms a module by each step in order. Printers and `verify` do nothing.
    pub fn run(&self, module: &mut Module) {
        match self.run_with(module, &mut run::Alone) {
            Ok(()) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use lindworm_ir::Global;

    use super::*;
    use crate::default_pipeline::ExtensionPoint;

    #[test]
    fn passes_come_in_order() {
        for (text, steps) in [
            (
                "name-anon-globals,function(verify),module(strip,strip-nondebug)",
                "[name-anon-globals, function(verify), strip, strip-nondebug]",
            ),
            ("verify,function(verify)", "[verify, function(verify)]"),
            ("function(verify),verify", "[function(verify), verify]"),
            ("cgscc(verify)", "[cgscc(function(verify))]"),
            ("module(cgscc(function(function(verify))),verify)", "[cgscc(function(verify)), verify]"),
            ("mem2reg,dce", "[function(mem2reg,dce)]"),
            ("function(mem2reg),function(dce)", "[function(mem2reg), function(dce)]"),
            (
                "strip,dce,function(mem2reg,verify),require<verify>",
                "[strip, function(dce), function(mem2reg,verify), require<verify>]",
            ),
            ("cgscc(invalidate<all>,function(dce))", "[cgscc(invalidate<all>,function(dce))]"),
            ("no-op-cgscc,dce,no-op-loop", "[cgscc(no-op-cgscc,function(dce),function(loop(no-op-loop)))]"),
            ("loop(no-op-loop,no-op-loop),dce", "[function(loop(no-op-loop,no-op-loop),dce)]"),
            (
                "function<eager-inv>(loop-mssa(no-op-loop),no-op-loop)",
                "[function<eager-inv>(loop-mssa(no-op-loop),loop(no-op-loop))]",
            ),
            ("no-op-loop,no-op-loop", "[function(loop(no-op-loop,no-op-loop))]"),
            ("devirt<4>(no-op-cgscc)", "[cgscc(devirt<4>(no-op-cgscc))]"),
            ("cgscc(function<no-rerun;eager-inv>(dce))", "[cgscc(function<eager-inv;no-rerun>(dce))]"),
            ("loop(require<no-op-loop>)", "[function(loop(require<no-op-loop>))]"),
            ("print<loops>,dot-cfg", "[function(print<loops>,dot-cfg)]"),
            ("cgscc(print)", "[cgscc(function(print))]"),
            (
                "print,function(dce,print<domtree>),dot-callgraph",
                "[print, function(dce,print<domtree>), dot-callgraph]",
            ),
            ("inliner-wrapper", "[cgscc(inline<only-mandatory>,inline)]"),
        ] {
            assert_eq!(format!("{:?}", Pipeline::parse(text).unwrap().steps), steps, "{text}");
        }
    }

    #[test]
    fn extensions_of_predefined_pipelines() {
        let text = |pipeline: &str, extensions: &[(&str, &str)]| {
            let point = |name: &str| ExtensionPoint::ALL.into_iter().find(|point| point.name() == name).unwrap();
            let extensions = extensions.iter().map(|(name, text)| (point(name), (*text).to_string())).collect();
            let options = PassOptions { extensions, ..PassOptions::default() };
            Pipeline::parse_with(pipeline, &options).map(|pipeline| list(&pipeline.steps, Step::text))
        };
        let all = [("late-loop-optimizations", "no-op-loop"), ("pipeline-start", "no-op-module"), ("peephole", "dce")];
        let coroutines = "coro-cond(coro-early,cgscc(coro-split),coro-cleanup,globaldce)";
        let expected = format!("no-op-module,always-inline,function(loop(no-op-loop)),{coroutines}");
        assert_eq!(text("default<O0>", &all[..2]).unwrap(), expected);
        assert!(text("default<O2>", &all).unwrap().starts_with("forceattrs,no-op-module,"));
        assert_eq!(text("peephole-callbacks<O2>", &all).unwrap(), "function(dce)");
        assert_eq!(text("loop(late-loop-optimizations-callbacks<O1>)", &all).unwrap(), "function(loop(no-op-loop))");
        assert_eq!(text("peephole-callbacks<O9>", &all).unwrap_err(), "invalid optimization level 'O9'");
        let point = ExtensionPoint::ALL.into_iter().find(|point| point.name() == "peephole").unwrap();
        assert_eq!(point.check("bad", &PassOptions::default()).unwrap_err(), "unknown function pass 'bad'");
        assert_eq!(
            Pipeline::parse("function-simplification<O0>").unwrap_err(),
            "invalid function-simplification parameter 'O0'"
        );
    }

    /// Lists the passes that it observes.
    struct Observer(Grain, Vec<String>);

    impl Host for Observer {
        type Error = String;

        fn grain(&self) -> Grain {
            self.0
        }

        fn before(&mut self, pass: &PassRun<'_>, _: &Module) -> bool {
            self.1.push(pass.class.split('<').next().unwrap_or_default().into());
            pass.name != "strip"
        }

        fn after(&mut self, pass: &PassRun<'_>, _: &Module, _: bool) -> Result<(), String> {
            if pass.name == "globaldce" { Err("stop".into()) } else { Ok(()) }
        }

        fn print(&mut self, printers: &[Printer], functions: &[Global], _: &mut Module) {
            self.1.push(format!("{} printers, {} functions", printers.len(), functions.len()));
        }

        fn analysis(&mut self, step: &AnalysisStep, _: Unit<'_>, _: &Module) {
            self.1.push(step.text.clone());
        }

        fn verify(&mut self, _: Unit<'_>, _: &Module) -> Result<(), String> {
            self.1.push("verified".into());
            Ok(())
        }
    }

    #[test]
    fn passes_are_observed() {
        let text = b"define void @f() {
  br label %l

l:
  br label %l
}

define void @g() {
  ret void
}";
        let observed = |pipeline: &str, grain| {
            let module = lindworm_text::read(&lindworm_ir::Context::new(), "m", text, &Default::default());
            let mut observer = Observer(grain, Vec::new());
            let ended = Pipeline::parse(pipeline).unwrap().run_with(&mut module.unwrap().module, &mut observer);
            (ended, observer.1.join(" "))
        };
        let pipeline = "strip,function(dce,print<loops>,dot-cfg,verify,no-op-function)";
        let steps = "StripSymbolsPass ModuleToFunctionPassAdaptor";
        assert_eq!(observed(pipeline, Grain::Nothing), (Ok(()), "2 printers, 2 functions verified".into()));
        assert_eq!(
            observed(pipeline, Grain::Steps),
            (Ok(()), "StripSymbolsPass DCEPass 2 printers, 2 functions verified NoOpFunctionPass".into())
        );
        let of_function = "PassManager DCEPass LoopPrinterPass 1 printers, 1 functions CFGPrinterPass \
                           1 printers, 1 functions VerifierPass verified NoOpFunctionPass";
        assert_eq!(observed(pipeline, Grain::Units), (Ok(()), format!("{steps} {of_function} {of_function}")));
        let (_, loops) = observed("no-op-loop", Grain::Units);
        assert!(
            loops.ends_with("NoOpLoopPass FunctionToLoopPassAdaptor PassManager LoopSimplifyPass LCSSAPass"),
            "{loops}"
        );
        assert_eq!(observed("globaldce,strip", Grain::Units).0, Err("stop".into()));
        let (_, calls) = observed("require<callgraph>,no-op-cgscc", Grain::Units);
        assert!(calls.contains("RequireAnalysisPass require<callgraph> ModuleToPostOrderCGSCCPassAdaptor"), "{calls}");
    }

    #[test]
    fn devirt_repeats_while_calls_become_direct() {
        let text = b"declare void @g()

define void @f() {
  %p = alloca ptr
  store ptr @g, ptr %p
  %c = load ptr, ptr %p
  call void %c()
  ret void
}";
        for (pipeline, runs) in [
            ("devirt<2>(no-op-cgscc,function(mem2reg))", 2),
            ("devirt<0>(no-op-cgscc,function(mem2reg))", 1),
            ("devirt<2>(no-op-cgscc)", 1),
        ] {
            let module = lindworm_text::read(&lindworm_ir::Context::new(), "m", text, &Default::default());
            let mut observer = Observer(Grain::Units, Vec::new());
            Pipeline::parse(pipeline).unwrap().run_with(&mut module.unwrap().module, &mut observer).unwrap();
            assert_eq!(observer.1.iter().filter(|class| *class == "NoOpCGSCCPass").count(), runs, "{pipeline}");
        }
    }

    #[test]
    fn what_is_refused_is_refused_in_llvms_words() {
        for (text, error) in [
            ("no-such-pass", "unknown pass name 'no-such-pass'"),
            ("verify,no-such-pass", "unknown module pass 'no-such-pass'"),
            ("function(verify,no-such-pass)", "unknown function pass 'no-such-pass'"),
            ("cgscc()", "unknown cgscc pass ''"),
            ("function", "unknown module pass 'function'"),
            (",verify", "unknown pass name ''"),
            ("verify,", "unknown module pass ''"),
            ("foo(verify)", "unknown pipeline name 'foo'"),
            ("verify,foo(verify)", "invalid use of 'foo' pass as module pipeline"),
            ("verify(verify)", "invalid use of 'verify' pass as module pipeline"),
            ("function(module(verify))", "invalid use of 'module' pass as function pipeline"),
            ("function(verify", "invalid pipeline 'function(verify'"),
            ("foo,function(verify))", "invalid pipeline 'foo,function(verify))'"),
            ("function(name-anon-globals)", "unknown function pass 'name-anon-globals'"),
            ("verify),(verify", "invalid pipeline 'verify),(verify'"),
            ("function(verify)verify", "invalid pipeline 'function(verify)verify'"),
            ("function(verify)(verify)", "invalid pipeline 'function(verify)(verify)'"),
            ("function(strip)", "unknown function pass 'strip'"),
            ("function(dot-callgraph)", "unknown function pass 'dot-callgraph'"),
            ("dot-cfg,print-callgraph", "unknown function pass 'print-callgraph'"),
            ("verify,cgscc(strip)", "unknown cgscc pass 'strip'"),
            ("dce,strip", "unknown function pass 'strip'"),
            ("function(dce,strip)", "unknown function pass 'strip'"),
            ("dce,foo", "unknown function pass 'foo'"),
            ("foo,dce", "unknown pass name 'foo'"),
            ("dce()", "invalid use of 'dce' pass as function pipeline"),
            ("mem2reg<x>", "unknown pass name 'mem2reg<x>'"),
            ("loop(dce)", "unknown loop pass 'dce'"),
            ("module(loop(no-op-loop))", "invalid use of 'loop' pass as module pipeline"),
            ("cgscc(no-op-module)", "unknown cgscc pass 'no-op-module'"),
            ("no-op-loop,dce", "unknown loop pass 'dce'"),
            ("no-op-cgscc,strip", "unknown cgscc pass 'strip'"),
            ("repeat<2>(dce)", "unknown pipeline name 'repeat<2>'"),
            ("function<no-rerun>(dce)", "cannot have a no-rerun module to function adaptor"),
            ("function<x>(dce)", "invalid use of 'function<x>' pass as module pipeline"),
            ("strip()", "invalid use of 'strip' pass as module pipeline"),
        ] {
            assert_eq!(Pipeline::parse(text).err().as_deref(), Some(error), "{text}");
        }
    }
}
