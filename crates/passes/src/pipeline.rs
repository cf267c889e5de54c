//! The text of `-passes`: passes with commas between them, and `function(...)` and the like around those that go over parts
//! of a module.

use std::fmt;

use lindworm_ir::Module;

use crate::pass::{FunctionPass, ModulePass, run_on_functions};
use crate::{Dce, Mem2Reg, NameAnonymousGlobals, Strip, StripNondebug};

/// What a pipeline goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Whole modules.
    Module,
    /// Functions that call each other.
    Cgscc,
    /// Functions.
    Function,
}

impl Level {
    const NAMES: &[(&str, Level)] =
        &[("module", Level::Module), ("cgscc", Level::Cgscc), ("function", Level::Function)];

    fn name(self) -> &'static str {
        Level::NAMES[self as usize].0
    }

    /// The pipeline of that name, if one may stand in one of this level: it goes over as much or less.
    fn inner(self, name: &str) -> Option<Level> {
        let inner = Level::NAMES.iter().find(|(n, _)| *n == name)?.1;
        (inner as usize >= self as usize).then_some(inner)
    }
}

/// What makes a pass, by its name.
type Passes<P> = [(&'static str, fn() -> Box<P>)];

/// The module passes by their names.
const MODULE_PASSES: &Passes<dyn ModulePass> = &[
    ("name-anon-globals", || Box::new(NameAnonymousGlobals)),
    ("strip", || Box::new(Strip)),
    ("strip-nondebug", || Box::new(StripNondebug)),
];

/// The function passes by their names.
const FUNCTION_PASSES: &Passes<dyn FunctionPass> = &[("dce", || Box::new(Dce)), ("mem2reg", || Box::new(Mem2Reg))];

/// What `require<...>` and `invalidate<...>` may name: analyses are computed when a pass asks for them, so neither changes anything.
const ANALYSES: &[(&str, Level)] = &[
    ("all", Level::Module),
    ("verify", Level::Module),
    ("cycles", Level::Function),
    ("domtree", Level::Function),
    ("loops", Level::Function),
    ("postdomtree", Level::Function),
];

/// A tree of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeKind {
    /// Which block dominates which.
    Dominators,
    /// Which block post-dominates which.
    PostDominators,
}

/// What is printed of a function; the drawings are files, with the code of blocks or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionPrinter {
    /// `print<domtree>`, `print<postdomtree>`
    Tree(TreeKind),
    /// `print<loops>`
    Loops,
    /// `print<cycles>`
    Cycles,
    /// `dot-dom`, `dot-post-dom` and those that end in `-only`
    DotTree(TreeKind, bool),
    /// `dot-cfg`, `dot-cfg-only`
    DotCfg(bool),
}

/// How it is shown who calls whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallGraphPrinter {
    /// `print-callgraph`
    Text,
    /// `dot-callgraph`
    Dot,
}

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printer {
    /// `print`: the text of the module.
    Module,
    /// Who calls whom.
    CallGraph(CallGraphPrinter),
    /// Something of each function.
    Function(FunctionPrinter),
}

/// The passes that print, by their names.
const PRINTERS: &[(&str, Printer)] = {
    use FunctionPrinter::*;
    use TreeKind::*;
    &[
        ("print", Printer::Module),
        ("print-callgraph", Printer::CallGraph(CallGraphPrinter::Text)),
        ("dot-callgraph", Printer::CallGraph(CallGraphPrinter::Dot)),
        ("print<domtree>", Printer::Function(Tree(Dominators))),
        ("print<postdomtree>", Printer::Function(Tree(PostDominators))),
        ("print<loops>", Printer::Function(Loops)),
        ("print<cycles>", Printer::Function(Cycles)),
        ("dot-cfg", Printer::Function(DotCfg(true))),
        ("dot-cfg-only", Printer::Function(DotCfg(false))),
        ("dot-dom", Printer::Function(DotTree(Dominators, true))),
        ("dot-dom-only", Printer::Function(DotTree(Dominators, false))),
        ("dot-post-dom", Printer::Function(DotTree(PostDominators, true))),
        ("dot-post-dom-only", Printer::Function(DotTree(PostDominators, false))),
    ]
};

/// The printer of that name.
fn printer(name: &str) -> Option<Printer> {
    PRINTERS.iter().find(|(n, _)| *n == name).map(|(_, printer)| *printer)
}

/// A step of a pipeline.
pub enum Step {
    /// `verify`, of what a pipeline goes over. Whoever runs the pipeline verifies: [`Step::run`] does nothing.
    Verify(Level),
    /// A printer. Whoever runs the pipeline prints: [`Step::run`] does nothing.
    Print(Printer),
    /// A pass over the module.
    Module(Box<dyn ModulePass>),
    /// Passes over each function, one after the other.
    Functions(Vec<Box<dyn FunctionPass>>),
}

impl Step {
    /// Changes a module.
    pub fn run(&self, module: &mut Module) {
        match self {
            Step::Verify(_) | Step::Print(_) => {}
            Step::Module(pass) => pass.run(module),
            Step::Functions(passes) => run_on_functions(module, passes),
        }
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Verify(level) => write!(f, "verify({})", level.name()),
            Step::Print(printer) => {
                let row = PRINTERS.iter().find(|(_, p)| p == printer);
                f.write_str(row.map_or("", |(name, _)| name))
            }
            Step::Module(pass) => f.write_str(pass.name()),
            Step::Functions(passes) => f.debug_list().entries(passes.iter().map(|pass| pass.name())).finish(),
        }
    }
}

/// Passes, one after the other.
#[derive(Debug, Default)]
pub struct Pipeline {
    /// What is to be done, in order.
    pub steps: Vec<Step>,
}

impl Pipeline {
    /// A pipeline as `opt -passes=` takes it.
    ///
    /// # Errors
    /// If it has passes that there are not, in LLVM's words.
    pub fn parse(text: &str) -> Result<Pipeline, String> {
        let first = &text[..text.find([',', '(', ')']).unwrap_or(text.len())];
        let is_of_functions = !Pipeline::is_known(first, Level::Module) && is_function_pass(first);
        let mut levels = vec![if is_of_functions { Level::Function } else { Level::Module }];
        let mut pipeline = Pipeline::default();
        // What does not hang together at all is told first, wherever it is.
        let mut wrong = None;
        let mut rest = text;
        loop {
            let (name, mut tail) = rest.split_at(rest.find([',', '(', ')']).unwrap_or(rest.len()));
            let level = levels.last().copied().unwrap_or(Level::Module);
            if let Some(inside) = tail.strip_prefix('(') {
                let inner = level.inner(name);
                if inner.is_none() && wrong.is_none() {
                    wrong = Some(match name {
                        _ if rest.len() == text.len() && !is_pass(name, level) => {
                            format!("unknown pipeline name '{name}'")
                        }
                        _ => format!("invalid use of '{name}' pass as {} pipeline", level.name()),
                    });
                }
                levels.push(inner.unwrap_or(level));
                rest = inside;
                continue;
            }
            if !pipeline.add(name, level) && wrong.is_none() {
                wrong = Some(match rest.len() == text.len() && level.inner(name).is_none() {
                    true => format!("unknown pass name '{name}'"),
                    false => format!("unknown {} pass '{name}'", level.name()),
                });
            }
            while let Some(outside) = tail.strip_prefix(')') {
                levels.pop();
                tail = outside;
            }
            match tail.strip_prefix(',') {
                Some(next) if !levels.is_empty() => rest = next,
                None if tail.is_empty() && levels.len() == 1 => return wrong.map_or(Ok(pipeline), Err),
                _ => return Err(format!("invalid pipeline '{text}'")),
            }
        }
    }

    /// Changes a module by each step in order.
    pub fn run(&self, module: &mut Module) {
        self.steps.iter().for_each(|step| step.run(module));
    }

    /// The same passes, each a step of its own.
    pub fn one_by_one(self) -> Pipeline {
        let single = |step| match step {
            Step::Functions(passes) => passes.into_iter().map(|pass| Step::Functions(vec![pass])).collect(),
            step => vec![step],
        };
        Pipeline { steps: self.steps.into_iter().flat_map(single).collect() }
    }

    /// Whether there is something of that name that goes over as much as `level`.
    fn is_known(name: &str, level: Level) -> bool {
        let is_there = name == "verify" || analysis(name).is_some_and(|of| of as usize <= level as usize);
        let is_printer = printer(name).is_some_and(|p| !matches!(p, Printer::Function(_)));
        is_there || level == Level::Module && (is_printer || MODULE_PASSES.iter().any(|(n, _)| *n == name))
    }

    /// Adds the pass of that name, if it may stand in a pipeline of that level.
    fn add(&mut self, name: &str, level: Level) -> bool {
        if name == "verify" {
            self.steps.push(Step::Verify(level));
        } else if let Some((_, make)) = FUNCTION_PASSES.iter().find(|(n, _)| *n == name) {
            match self.steps.last_mut() {
                Some(Step::Functions(passes)) => passes.push(make()),
                _ => self.steps.push(Step::Functions(vec![make()])),
            }
        } else if let Some(printer) =
            printer(name).filter(|p| level == Level::Module || matches!(p, Printer::Function(_)))
        {
            self.steps.push(Step::Print(printer));
        } else if let Some((_, make)) = MODULE_PASSES.iter().find(|(n, _)| level == Level::Module && *n == name) {
            self.steps.push(Step::Module(make()));
        } else {
            return analysis(name)
                .is_some_and(|of| level != Level::Cgscc || of == Level::Module && name.contains("<all>"));
        }
        true
    }
}

fn is_function_pass(name: &str) -> bool {
    FUNCTION_PASSES.iter().any(|(n, _)| *n == name)
        || matches!(printer(name), Some(Printer::Function(_)))
        || analysis(name).is_some()
}

/// Whether there is a pass of that name in a pipeline of that level.
fn is_pass(name: &str, level: Level) -> bool {
    Pipeline::is_known(name, level) || is_function_pass(name)
}

/// What the analysis goes over that is named by `require<...>` or `invalidate<...>`.
fn analysis(name: &str) -> Option<Level> {
    let inner = name.strip_prefix("require<").or_else(|| name.strip_prefix("invalidate<"))?.strip_suffix('>')?;
    ANALYSES.iter().find(|(n, _)| *n == inner).map(|(_, level)| *level)
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
                "[name-anon-globals, verify(function), strip, strip-nondebug]",
            ),
            ("mem2reg,dce", "[[\"mem2reg\", \"dce\"]]"),
            ("strip,dce,function(mem2reg,verify),require<verify>", "[strip, [\"dce\", \"mem2reg\"], verify(function)]"),
            ("cgscc(invalidate<all>,function(dce))", "[[\"dce\"]]"),
            ("print<loops>,dot-cfg", "[print<loops>, dot-cfg]"),
            ("print,function(dce,print<domtree>),dot-callgraph", "[print, [\"dce\"], print<domtree>, dot-callgraph]"),
        ] {
            assert_eq!(format!("{:?}", Pipeline::parse(text).unwrap().steps), steps);
        }
    }

    #[test]
    fn each_pass_can_be_a_step() {
        let pipeline = Pipeline::parse("mem2reg,dce,verify").unwrap().one_by_one();
        assert_eq!(format!("{:?}", pipeline.steps), r#"[["mem2reg"], ["dce"], verify(function)]"#);
    }

    #[test]
    fn what_is_refused_is_refused_in_llvms_words() {
        for (text, error) in [
            ("instcombine", "unknown pass name 'instcombine'"),
            ("verify,instcombine", "unknown module pass 'instcombine'"),
            ("function(verify,instcombine)", "unknown function pass 'instcombine'"),
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
            ("strip()", "invalid use of 'strip' pass as module pipeline"),
        ] {
            assert_eq!(Pipeline::parse(text).err().as_deref(), Some(error), "{text}");
        }
    }
}
