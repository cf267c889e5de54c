//! Instrumentation of the passes of `opt`, and passes that are skipped: `-print-after-all`, `-opt-bisect-limit` and the like.

use std::slice::from_ref;

use lindworm::passes::{Step, run_on_these};
use lindworm::text::{Output, Writer};
use lindworm::{Global, Module, to_bytes};

use crate::streams::tell;

/// The instruments that a command line asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instruments {
    /// What is printed before each pass and after it.
    pub before: Printed,
    pub after: Printed,
    /// `-print-changed`; `quiet` says nothing of passes that change nothing.
    pub changes: Option<Changes>,
    /// `-filter-print-funcs`: nothing else is printed.
    pub functions: Vec<String>,
    /// `-print-module-scope`
    pub whole_modules: bool,
    /// `-opt-bisect-limit`: the last pass that runs; all do if it is -1.
    pub limit: Option<i64>,
    /// `-opt-disable`: passes that do not run.
    pub disabled: Vec<String>,
    /// `-debug-pass-manager`
    pub trace: bool,
}

/// At which passes something is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    pub all: bool,
    pub passes: Vec<String>,
}

impl Printed {
    fn has(&self, name: &str) -> bool {
        self.all || self.passes.iter().any(|pass| pass == name)
    }
}

/// How much `-print-changed` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    Verbose,
    Quiet,
}

/// A pass that is about to run, and on what.
struct At<'p> {
    name: &'p str,
    class: &'p str,
    /// None for the module.
    function: Option<Global>,
}

/// Runs steps with instruments.
pub struct Instrumented<'i> {
    instruments: &'i Instruments,
    count: i64,
}

impl Instrumented<'_> {
    /// None if nothing is asked for.
    pub fn new(instruments: &Instruments) -> Option<Instrumented<'_>> {
        (*instruments != Instruments::default()).then_some(Instrumented { instruments, count: 0 })
    }

    /// Says how the module is at the start.
    pub fn start(&self, module: &Module) {
        if self.instruments.changes == Some(Changes::Verbose) {
            tell("*** IR Dump At Start ***\n");
            tell(to_bytes(module));
        }
    }

    /// Changes a module: function by function, on each one pass after the other.
    pub fn run(&mut self, step: &Step, module: &mut Module) {
        match step {
            Step::Module(pass) => {
                let at = At { name: pass.name(), class: pass.class(), function: None };
                self.around(&at, module, |module| pass.run(module));
            }
            Step::Functions(passes) => {
                let is_defined = |&function: &Global| module.body(function).is_some();
                let functions: Vec<Global> = module.functions().iter().copied().filter(is_defined).collect();
                for function in functions {
                    for pass in passes {
                        let at = At { name: pass.name(), class: pass.class(), function: Some(function) };
                        self.around(&at, module, |module| run_on_these(module, &[function], from_ref(pass)));
                    }
                }
            }
            step => step.run(module),
        }
    }

    fn around(&mut self, at: &At<'_>, module: &mut Module, run: impl FnOnce(&mut Module)) {
        let name = at.function.map(|f| String::from_utf8_lossy(module[f].name()).into_owned());
        let place = name.as_deref().unwrap_or("[module]").to_owned();
        if !self.runs(at, &place) {
            return;
        }
        let it = self.instruments;
        if it.trace {
            let size = at.function.and_then(|f| module.body(f)).map_or(String::new(), |body| {
                let count: usize = body.blocks().map(|block| body.insts(block).count()).sum();
                format!(" ({count} instruction{})", if count == 1 { "" } else { "s" })
            });
            tell(format!("Running pass: {} on {place}{size}\n", at.class));
        }
        let is_shown = it.functions.is_empty() || name.is_none_or(|name| it.functions.contains(&name));
        let dump = |module: &Module, when: &str| {
            tell(format!("{when} {} on {place} ***\n", at.class));
            tell(self.text(module, at.function));
        };
        if is_shown && it.before.has(at.name) {
            dump(module, "; *** IR Dump Before");
        }
        let old = it.changes.map(|_| self.text(module, at.function));
        run(module);
        if is_shown && it.after.has(at.name) {
            dump(module, "; *** IR Dump After");
        }
        match old {
            Some(old) if !is_shown => drop(old),
            Some(old) if old != self.text(module, at.function) => dump(module, "*** IR Dump After"),
            Some(_) if it.changes == Some(Changes::Verbose) => {
                tell(format!("*** IR Dump After {} on {place} omitted because no change ***\n", at.class));
            }
            _ => {}
        }
    }

    /// Whether a pass is to run; counts it.
    fn runs(&mut self, at: &At<'_>, place: &str) -> bool {
        if self.instruments.disabled.iter().any(|name| name == at.name) {
            return false;
        }
        let Some(limit) = self.instruments.limit else { return true };
        self.count += 1;
        let runs = limit < 0 || self.count <= limit;
        let not = if runs { "" } else { "NOT " };
        tell(format!("BISECT: {not}running pass ({}) {} on {place}\n", self.count, at.name));
        runs
    }

    /// The text of a function, or of the functions of a module that are to be shown.
    fn text(&self, module: &Module, function: Option<Global>) -> Vec<u8> {
        let it = self.instruments;
        let shown = |f: Global| it.functions.iter().any(|name| name.as_bytes() == module[f].name());
        let functions: Vec<Global> = match function {
            _ if it.whole_modules => return to_bytes(module),
            Some(function) => vec![function],
            None if it.functions.is_empty() => return to_bytes(module),
            None => module.functions().iter().copied().filter(|&f| shown(f)).collect(),
        };
        let writer = Writer::new(module);
        let mut out = Output::new();
        functions.into_iter().for_each(|function| writer.write_whole_function(&mut out, function));
        let text = out.into_bytes();
        let start = text.iter().position(|&b| b != b'\n').unwrap_or(0);
        text[start..].to_vec()
    }
}
