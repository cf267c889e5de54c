//! Parser of `-passes`: comma-separated passes, and nested pipelines such as `function(...)`.

use std::fmt;

use lindworm_analysis::call_graph_components;
use lindworm_ir::Module;
use lindworm_ir::hash::HashSet;

use crate::default_pipeline;
use crate::inline::InlineOptions;
use crate::loop_passes::LoopPasses;
use crate::pass::{CgsccPass, Component, FunctionPass, LoopPass, ModulePass, run_on_functions, run_on_these};
use crate::references::References;
use crate::table::{self, CGSCC_PASSES, FUNCTION_PASSES, LOOP_PASSES, MODULE_PASSES, PassOptions};

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

impl Level {
    const NAMES: [&str; 4] = ["module", "cgscc", "function", "loop"];

    fn name(self) -> &'static str {
        Level::NAMES[self as usize]
    }

    /// The level of a nested pipeline of that name, if it may be nested in a pipeline of this level: the nested level is the same
    /// or an inner one.
    fn inner(self, name: &str) -> Option<Level> {
        let inner = match name {
            "module" => Level::Module,
            "cgscc" => Level::Cgscc,
            "function" | "function<eager-inv>" | "function<eager-inv;no-rerun>" => Level::Function,
            "loop" | "loop-mssa" => Level::Loop,
            _ => return None,
        };
        let is_direct = inner != Level::Loop || matches!(self, Level::Function | Level::Loop);
        (inner as usize >= self as usize && is_direct).then_some(inner)
    }
}

/// The analyses that `require<...>` and `invalidate<...>` accept. Both have no effect, because analyses are computed on demand.
const ANALYSES: &[(&str, Level)] = &[
    ("all", Level::Module),
    ("callgraph", Level::Module),
    ("globals-aa", Level::Module),
    ("no-op-module", Level::Module),
    ("profile-summary", Level::Module),
    ("verify", Level::Module),
    ("no-op-cgscc", Level::Cgscc),
    ("aa", Level::Function),
    ("assumptions", Level::Function),
    ("basic-aa", Level::Function),
    ("block-freq", Level::Function),
    ("branch-prob", Level::Function),
    ("cycles", Level::Function),
    ("domfrontier", Level::Function),
    ("domtree", Level::Function),
    ("loops", Level::Function),
    ("memoryssa", Level::Function),
    ("no-op-function", Level::Function),
    ("opt-remark-emit", Level::Function),
    ("phi-values", Level::Function),
    ("postdomtree", Level::Function),
    ("scalar-evolution", Level::Function),
    ("scoped-noalias-aa", Level::Function),
    ("target-ir", Level::Function),
    ("target-lib-info", Level::Function),
    ("tbaa", Level::Function),
    ("no-op-loop", Level::Loop),
];

/// The passes that verify an analysis.
const VERIFIED: [&str; 5] =
    ["verify<cycles>", "verify<domtree>", "verify<loops>", "verify<memoryssa>", "verify<scalar-evolution>"];

/// A tree over basic blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeKind {
    /// The dominator tree.
    Dominators,
    /// The post-dominator tree.
    PostDominators,
}

/// A printer of function properties. The `dot-*` printers write Graphviz files; the flag is whether block contents are included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionPrinter {
    /// `print<domtree>`, `print<postdomtree>`
    Tree(TreeKind),
    /// `print<loops>`
    Loops,
    /// `print<cycles>`
    Cycles,
    /// `print<branch-prob>`
    BranchProbabilities,
    /// `print<block-freq>`
    BlockFrequencies,
    /// `print<scalar-evolution>`
    ScalarEvolution,
    /// `aa-eval`: the results of all alias queries
    Aliases,
    /// `print<memoryssa>`, `print<memoryssa><no-ensure-optimized-uses>`; the flag is whether uses refer to what wrote the memory
    MemorySsa(bool),
    /// `print<memoryssa-walker>`: with what overwrites or reads each access
    MemorySsaWalker,
    /// `dot-dom`, `dot-post-dom` and their `-only` variants
    DotTree(TreeKind, bool),
    /// `dot-cfg`, `dot-cfg-only`
    DotCfg(bool),
}

/// The format of the call graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallGraphPrinter {
    /// `print-callgraph`
    Text,
    /// `print-callgraph-sccs`
    Components,
    /// `dot-callgraph`
    Dot,
}

/// A printer pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printer {
    /// `print`: the text of the module.
    Module,
    /// The call graph.
    CallGraph(CallGraphPrinter),
    /// A property of each function.
    Function(FunctionPrinter),
}

/// The printer passes by name.
const PRINTERS: &[(&str, Printer)] = {
    use FunctionPrinter::*;
    use TreeKind::*;
    &[
        ("print", Printer::Module),
        ("print-callgraph", Printer::CallGraph(CallGraphPrinter::Text)),
        ("print-callgraph-sccs", Printer::CallGraph(CallGraphPrinter::Components)),
        ("dot-callgraph", Printer::CallGraph(CallGraphPrinter::Dot)),
        ("print<domtree>", Printer::Function(Tree(Dominators))),
        ("print<postdomtree>", Printer::Function(Tree(PostDominators))),
        ("print<loops>", Printer::Function(Loops)),
        ("print<cycles>", Printer::Function(Cycles)),
        ("print<branch-prob>", Printer::Function(FunctionPrinter::BranchProbabilities)),
        ("print<block-freq>", Printer::Function(FunctionPrinter::BlockFrequencies)),
        ("print<scalar-evolution>", Printer::Function(ScalarEvolution)),
        ("aa-eval", Printer::Function(Aliases)),
        ("print<memoryssa>", Printer::Function(MemorySsa(true))),
        ("print<memoryssa><no-ensure-optimized-uses>", Printer::Function(MemorySsa(false))),
        ("print<memoryssa-walker>", Printer::Function(MemorySsaWalker)),
        ("dot-cfg", Printer::Function(DotCfg(true))),
        ("dot-cfg-only", Printer::Function(DotCfg(false))),
        ("dot-dom", Printer::Function(DotTree(Dominators, true))),
        ("dot-dom-only", Printer::Function(DotTree(Dominators, false))),
        ("dot-post-dom", Printer::Function(DotTree(PostDominators, true))),
        ("dot-post-dom-only", Printer::Function(DotTree(PostDominators, false))),
    ]
};

/// The printer pass of this name.
fn printer(name: &str) -> Option<Printer> {
    PRINTERS.iter().find(|(n, _)| *n == name).map(|(_, printer)| *printer)
}

/// A step of a pipeline.
pub enum Step {
    /// `verify` at a level. The caller that runs the pipeline verifies; [`Step::run`] does nothing.
    Verify(Level),
    /// A printer. The caller that runs the pipeline prints; [`Step::run`] does nothing.
    Print(Printer),
    /// A pass over the module.
    Module(Box<dyn ModulePass>),
    /// Steps over each SCC of the call graph, callees before callers; each SCC runs through all steps in order.
    Components(Vec<ComponentStep>),
    /// Passes over each function; each function runs through all passes in order.
    Functions(Vec<Box<dyn FunctionPass>>),
}

/// A step of a CGSCC pipeline.
pub enum ComponentStep {
    /// A pass over the SCC.
    Component(Box<dyn CgsccPass>),
    /// Passes over each function of the SCC, in order.
    Functions(Vec<Box<dyn FunctionPass>>),
}

impl Step {
    /// Transforms a module.
    pub fn run(&self, module: &mut Module) {
        match self {
            Step::Verify(_) | Step::Print(_) => {}
            Step::Module(pass) => pass.run(module),
            Step::Components(steps) => {
                run_on_components(module, |component| {
                    for step in steps {
                        step.run(component);
                        component.refresh();
                    }
                });
            }
            Step::Functions(passes) => run_on_functions(module, passes),
        }
    }

    /// The text of the step in a pipeline.
    pub fn text(&self) -> String {
        let list = |texts: Vec<String>| texts.join(",");
        match self {
            Step::Verify(Level::Module) => "verify".into(),
            Step::Verify(level) => format!("{}(verify)", level.name()),
            Step::Print(printer) => PRINTERS.iter().find(|(_, p)| p == printer).map_or("", |(name, _)| name).into(),
            Step::Module(pass) => pass.text(),
            Step::Components(steps) => format!("cgscc({})", list(steps.iter().map(ComponentStep::text).collect())),
            Step::Functions(passes) => format!("function({})", list(passes.iter().map(|p| p.text()).collect())),
        }
    }
}

/// Runs a transformation on each component of the call graph, callees first, and removes the functions that became dead. The
/// transformation keeps the numbers of references up to date.
pub(crate) fn run_on_components(module: &mut Module, run: impl Fn(&mut Component<'_>)) {
    let mut references = References::new(module);
    let mut dead = HashSet::default();
    for mut functions in call_graph_components(module) {
        functions.retain(|function| !dead.contains(function));
        run(&mut Component { module, functions, references: &mut references, dead: &mut dead });
    }
    module.remove_unused_globals(&dead);
}

impl ComponentStep {
    fn run(&self, component: &mut Component<'_>) {
        match self {
            ComponentStep::Component(pass) => pass.run(component),
            ComponentStep::Functions(passes) => run_on_these(component.module, &component.functions, passes),
        }
    }

    fn text(&self) -> String {
        match self {
            ComponentStep::Component(pass) => pass.text(),
            ComponentStep::Functions(passes) => {
                let texts: Vec<String> = passes.iter().map(|pass| pass.text()).collect();
                format!("function({})", texts.join(","))
            }
        }
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
        let first = &text[..text.find(SEPARATORS).unwrap_or(text.len())];
        let outermost = match first {
            _ if is_known(first, Level::Module) => Level::Module,
            _ if is_known(first, Level::Cgscc) => Level::Cgscc,
            "loop" | "loop-mssa" => Level::Function,
            _ if is_known(first, Level::Function) => Level::Function,
            _ if is_known(first, Level::Loop) => Level::Loop,
            _ => Level::Module,
        };
        let mut parser = Parser { levels: vec![outermost], ..Parser::default() };
        // A syntax error takes precedence over any other error, regardless of position.
        let mut wrong = None;
        let mut rest = text;
        loop {
            let (name, mut tail) = rest.split_at(rest.find(SEPARATORS).unwrap_or(rest.len()));
            let level = parser.level();
            let is_first = rest.len() == text.len();
            if let Some(inside) = tail.strip_prefix('(') {
                let inner = level.inner(name).or_else(|| (level == Level::Cgscc && is_devirt(name)).then_some(level));
                if inner.is_none() && wrong.is_none() {
                    wrong = Some(match is_first && !is_pass(name, level) {
                        true => format!("unknown pipeline name '{name}'"),
                        false => format!("invalid use of '{name}' pass as {} pipeline", level.name()),
                    });
                }
                parser.levels.push(inner.unwrap_or(level));
                rest = inside;
                continue;
            }
            let added = parser.add(name, level, options);
            wrong = wrong.or(match added {
                Ok(true) => None,
                Ok(false) if is_first && level.inner(name).is_none() => Some(format!("unknown pass name '{name}'")),
                Ok(false) => Some(format!("unknown {} pass '{name}'", level.name())),
                Err(message) => Some(message),
            });
            while let Some(outside) = tail.strip_prefix(')') {
                parser.leave();
                tail = outside;
            }
            match tail.strip_prefix(',') {
                Some(next) if !parser.levels.is_empty() => rest = next,
                None if tail.is_empty() && parser.levels.len() == 1 => {
                    parser.leave();
                    return wrong.map_or(Ok(Pipeline { steps: parser.steps }), Err);
                }
                _ => return Err(format!("invalid pipeline '{text}'")),
            }
        }
    }

    /// Transforms a module by each step in order.
    pub fn run(&self, module: &mut Module) {
        self.steps.iter().for_each(|step| step.run(module));
    }

    /// The same passes, with every function pass in a separate step.
    pub fn one_by_one(self) -> Pipeline {
        let single = |step| match step {
            Step::Functions(passes) => passes.into_iter().map(|pass| Step::Functions(vec![pass])).collect(),
            step => vec![step],
        };
        Pipeline { steps: self.steps.into_iter().flat_map(single).collect() }
    }
}

/// Delimiters of a pass name.
const SEPARATORS: [char; 3] = [',', '(', ')'];

/// The parser state.
#[derive(Default)]
struct Parser {
    steps: Vec<Step>,
    /// The levels of the open nested pipelines, innermost last.
    levels: Vec<Level>,
    /// The steps of the open CGSCC pipeline.
    components: Vec<ComponentStep>,
    /// The passes of the open loop pipeline.
    loops: Vec<Box<dyn LoopPass>>,
}

impl Parser {
    fn level(&self) -> Level {
        self.levels.last().copied().unwrap_or(Level::Module)
    }

    /// Closes the innermost pipeline.
    fn leave(&mut self) {
        let ended = self.levels.pop();
        if ended == Some(Level::Loop) && !self.levels.contains(&Level::Loop) && !self.loops.is_empty() {
            let passes = std::mem::take(&mut self.loops);
            self.add_function_pass(Box::new(LoopPasses(passes)));
        }
        if ended == Some(Level::Cgscc) && !self.levels.contains(&Level::Cgscc) && !self.components.is_empty() {
            let components = std::mem::take(&mut self.components);
            self.steps.push(Step::Components(components));
        }
    }

    /// Appends to the open CGSCC pipeline, if any, otherwise to the function steps.
    fn add_function_pass(&mut self, pass: Box<dyn FunctionPass>) {
        if self.levels.contains(&Level::Cgscc) {
            match self.components.last_mut() {
                Some(ComponentStep::Functions(passes)) => passes.push(pass),
                _ => self.components.push(ComponentStep::Functions(vec![pass])),
            }
            return;
        }
        match self.steps.last_mut() {
            Some(Step::Functions(passes)) => passes.push(pass),
            _ => self.steps.push(Step::Functions(vec![pass])),
        }
    }

    /// Adds the named pass. Returns whether the pass is allowed at this level.
    fn add(&mut self, name: &str, level: Level, options: &PassOptions) -> Result<bool, String> {
        if name == "verify" && level != Level::Loop {
            self.steps.push(Step::Verify(level));
        } else if let Some(expanded) = default_pipeline(name, options).filter(|_| level == Level::Module) {
            let (text, inline) = expanded?;
            if !text.is_empty() {
                let options = PassOptions { inline, ..options.clone() };
                self.steps.extend(Pipeline::parse_with(&format!("module({text})"), &options)?.steps);
            }
        } else if let Some(pass) = table::make(MODULE_PASSES, name, options).filter(|_| level == Level::Module) {
            self.steps.push(Step::Module(pass?));
        } else if let Some(pass) = table::make(CGSCC_PASSES, name, options).filter(|_| level <= Level::Cgscc) {
            let step = ComponentStep::Component(pass?);
            match level {
                Level::Cgscc => self.components.push(step),
                _ => self.steps.push(Step::Components(vec![step])),
            }
        } else if let Some(pass) = table::make(FUNCTION_PASSES, name, options).filter(|_| level <= Level::Function) {
            self.add_function_pass(pass?);
        } else if let Some(pass) = table::make(LOOP_PASSES, name, options) {
            match level {
                Level::Loop => self.loops.push(pass?),
                _ => self.add_function_pass(Box::new(LoopPasses(vec![pass?]))),
            }
        } else if let Some(printer) =
            printer(name).filter(|p| level == Level::Module || matches!(p, Printer::Function(_)))
        {
            self.steps.push(Step::Print(printer));
        } else {
            let is_there =
                |of| of == level || name == "invalidate<all>" || name.ends_with("<verify>") && level == Level::Function;
            return Ok(analysis(name).is_some_and(is_there));
        }
        Ok(true)
    }
}

/// The text of a predefined pipeline such as `default<O2>`, with the thresholds for inlining.
fn default_pipeline(name: &str, options: &PassOptions) -> Option<Result<(String, InlineOptions), String>> {
    let exists = |pass: &str| {
        table::has(MODULE_PASSES, pass)
            || table::has(CGSCC_PASSES, pass)
            || table::has(FUNCTION_PASSES, pass)
            || table::has(LOOP_PASSES, pass)
    };
    default_pipeline::expand(name, options.inline.clone(), exists)
}

/// Whether the name is `devirt<N>`, which repeats a CGSCC pipeline while passes devirtualize calls. No implemented pass does.
fn is_devirt(name: &str) -> bool {
    let count = name.strip_prefix("devirt<").and_then(|rest| rest.strip_suffix('>'));
    count.is_some_and(|count| count.parse::<u32>().is_ok())
}

/// Whether the name is a pass or pipeline of exactly this level.
fn is_known(name: &str, level: Level) -> bool {
    let is_there = match level {
        Level::Module => {
            name == "verify"
                || matches!(name, "module" | "cgscc" | "function")
                || name.starts_with("function<")
                || printer(name).is_some_and(|p| !matches!(p, Printer::Function(_)))
                || table::has(MODULE_PASSES, name)
        }
        Level::Cgscc => is_devirt(name) || table::has(CGSCC_PASSES, name),
        Level::Function => matches!(printer(name), Some(Printer::Function(_))) || table::has(FUNCTION_PASSES, name),
        Level::Loop => table::has(LOOP_PASSES, name),
    };
    is_there || analysis(name) == Some(level)
}

/// Whether the name is a pass that is allowed in a pipeline of this level.
fn is_pass(name: &str, level: Level) -> bool {
    let all = [Level::Module, Level::Cgscc, Level::Function, Level::Loop];
    all.into_iter().filter(|&it| it >= level).any(|level| is_known(name, level))
}

/// The level of the analysis that `require<...>` or `invalidate<...>` names, or of a `verify<...>`, which has no effect either.
fn analysis(name: &str) -> Option<Level> {
    if VERIFIED.contains(&name) {
        return Some(Level::Function);
    }
    let inner = name.strip_prefix("require<").or_else(|| name.strip_prefix("invalidate<"))?.strip_suffix('>')?;
    ANALYSES.iter().find(|(n, _)| *n == inner && name != "require<all>").map(|(_, level)| *level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verify_at_all_levels() {
        for (text, level) in [
            ("verify", Level::Module),
            ("module(verify)", Level::Module),
            ("verify,function(verify)", Level::Module),
            ("function(verify),verify", Level::Function),
            ("cgscc(verify)", Level::Cgscc),
            ("module(cgscc(function(function(verify))),verify)", Level::Function),
        ] {
            let pipeline = Pipeline::parse(text).unwrap();
            assert!(matches!(pipeline.steps[0], Step::Verify(first) if first == level), "{text}");
        }
    }

    #[test]
    fn passes_come_in_order() {
        for (text, steps) in [
            (
                "name-anon-globals,function(verify),module(strip,strip-nondebug)",
                "[name-anon-globals, function(verify), strip, strip-nondebug]",
            ),
            ("mem2reg,dce", "[function(mem2reg,dce)]"),
            ("strip,dce,function(mem2reg,verify),require<verify>", "[strip, function(dce,mem2reg), function(verify)]"),
            ("cgscc(invalidate<all>,function(dce))", "[cgscc(function(dce))]"),
            ("no-op-cgscc,dce,no-op-loop", "[cgscc(no-op-cgscc,function(dce,loop(no-op-loop)))]"),
            ("loop(no-op-loop,no-op-loop),dce", "[function(loop(no-op-loop,no-op-loop),dce)]"),
            ("function<eager-inv>(loop-mssa(no-op-loop),no-op-loop)", "[function(loop(no-op-loop),loop(no-op-loop))]"),
            ("no-op-loop,no-op-loop", "[function(loop(no-op-loop,no-op-loop))]"),
            ("devirt<4>(no-op-cgscc)", "[cgscc(no-op-cgscc)]"),
            ("print<loops>,dot-cfg", "[print<loops>, dot-cfg]"),
            (
                "print,function(dce,print<domtree>),dot-callgraph",
                "[print, function(dce), print<domtree>, dot-callgraph]",
            ),
        ] {
            assert_eq!(format!("{:?}", Pipeline::parse(text).unwrap().steps), steps);
        }
    }

    #[test]
    fn each_pass_can_be_a_step() {
        let pipeline = Pipeline::parse("mem2reg,dce,verify").unwrap().one_by_one();
        assert_eq!(format!("{:?}", pipeline.steps), "[function(mem2reg), function(dce), function(verify)]");
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
            ("function<x>(dce)", "invalid use of 'function<x>' pass as module pipeline"),
            ("strip()", "invalid use of 'strip' pass as module pipeline"),
        ] {
            assert_eq!(Pipeline::parse(text).err().as_deref(), Some(error), "{text}");
        }
    }
}
