//! Instrumentation of the passes of `opt`, and passes that are skipped: `-print-after-all`, `-opt-bisect-limit` and the like.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use lindworm::ir::hash::{HashSet, hash_one};
use lindworm::passes::{AnalysisStep, AnalysisUse, Grain, Host, PassKind, PassRun, Printer, Unit, is_optnone};
use lindworm::{Global, Module, to_bytes};

use self::changes::{Snapshot, differences, snapshot};
use self::text::{functions_text, place, size};
use self::timing::{Times, Trace};
use super::transform::{verify_after, verify_as_pass};
use super::{Failure, Request, call_graph, printers};
use crate::files::write_output;
use crate::refine::validate;
use crate::streams::{print, tell};

mod changes;
mod text;
mod timing;

/// The instruments that a command line asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instruments {
    /// What is printed before each pass and after it.
    pub before: Printed,
    pub after: Printed,
    /// `-print-pass-numbers`
    pub numbers: bool,
    /// `-ir-dump-directory`: where the text goes instead.
    pub directory: Option<PathBuf>,
    /// `-print-changed`
    pub changes: Option<Changes>,
    /// `-print-before-changed`: also what was there before a change.
    pub before_changed: bool,
    /// `-exec-on-ir-change`: a program that runs after each change.
    pub program: Option<String>,
    /// `-filter-print-funcs`: nothing else is printed.
    pub functions: Vec<String>,
    /// `-filter-passes`: changes by other passes are not printed.
    pub passes: Vec<String>,
    /// `-print-module-scope`
    pub whole_modules: bool,
    /// `-print-loop-func-scope`
    pub whole_functions: bool,
    /// `-opt-bisect-limit`: the last pass that runs; all do if it is -1.
    pub limit: Option<i64>,
    /// `-opt-bisect-print-ir-path`: where the module goes before the first pass that does not run.
    pub bisected: Option<PathBuf>,
    /// `-opt-disable`: passes that do not run.
    pub disabled: Vec<String>,
    /// `-opt-disable-enable-verbosity`
    pub says_disabled: bool,
    /// `-debug-pass-manager`
    pub trace: Option<Traced>,
    /// `-time-passes`; whether each run is listed.
    pub times: Option<bool>,
    /// `-time-trace`
    pub time_trace: bool,
    /// `-stats`
    pub stats: bool,
}

/// At which passes something is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    pub all: bool,
    pub passes: Vec<String>,
    /// The numbers of passes.
    pub numbers: Vec<u32>,
}

impl Printed {
    fn has(&self, name: &str, number: u32) -> bool {
        self.all || self.passes.iter().any(|pass| pass == name) || self.numbers.contains(&number)
    }
}

/// The form of `-print-changed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changes {
    /// Passes that change nothing are not mentioned.
    pub quiet: bool,
    pub form: Form,
}

/// How a change is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The whole text.
    Text,
    /// The lines that differ, among those that do not; in color or not.
    Diff { color: bool },
    /// The graphs of control flow in the language DOT.
    Graph,
}

/// How much `-debug-pass-manager` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Traced {
    /// No analyses.
    Quiet,
    Normal,
    /// Also what runs other passes.
    Verbose,
}

/// A pass that runs.
#[derive(Default)]
struct Running {
    place: String,
    number: u32,
    start: Option<Instant>,
    /// The time of nested passes.
    inner: std::time::Duration,
    /// What the pass might change.
    before: Option<Before>,
    instructions: usize,
}

enum Before {
    Text(Vec<u8>),
    Blocks(Snapshot),
    /// For `-validate`.
    Module(Box<Module>),
}

/// The host of a pipeline of `opt`.
pub struct Session<'r> {
    request: &'r Request,
    it: &'r Instruments,
    grain: Grain,
    /// Whether the module was verified after the last change.
    is_checked: bool,
    /// How many passes `-opt-bisect-limit` counted.
    bisected: i64,
    is_bisected_printed: bool,
    number: u32,
    running: Vec<Running>,
    has_started: bool,
    /// The analyses that were required, by the names of the units.
    available: HashSet<(String, &'static str)>,
    times: Option<Times>,
    trace: Option<Trace>,
    /// The changes in the number of instructions and the number of changes, by pass.
    stats: std::collections::BTreeMap<String, [usize; 3]>,
    graphs: u32,
    /// What comes to the standard error while passes run on each function.
    failure: Option<Failure>,
}

/// Whether a pass is of no interest to those who watch changes.
fn is_ignored(pass: &PassRun<'_>) -> bool {
    matches!(pass.kind, PassKind::Adaptor | PassKind::Repeater)
        || matches!(pass.class, "VerifierPass" | "PrintModulePass" | "BitcodeWriterPass")
}

impl<'r> Session<'r> {
    pub fn new(request: &'r Request) -> Session<'r> {
        let it = &request.instruments;
        let times = it.times.map(Times::new);
        let granularity = std::time::Duration::from_micros(request.time_trace_granularity.unwrap_or(500).into());
        let grain = match () {
            _ if request.validate.is_some() => Grain::Steps,
            _ if *it != Instruments::default() => Grain::Units,
            // Counters count in the order of the module.
            _ if !request.pass_options.counters.is_empty() => Grain::Units,
            _ if request.verify_each && !request.no_verify => Grain::Steps,
            _ => Grain::Nothing,
        };
        Session {
            request,
            it,
            grain,
            // The input was verified; a verified module stays valid until a pass changes it.
            is_checked: !request.no_verify,
            bisected: 0,
            is_bisected_printed: false,
            number: 0,
            running: Vec::new(),
            has_started: false,
            available: HashSet::default(),
            times,
            trace: it.time_trace.then(|| Trace::new(granularity)),
            stats: Default::default(),
            graphs: 0,
            failure: None,
        }
    }

    /// What comes after the last pass: the module is verified and written, and times are listed.
    pub fn finish(&mut self, module: &Module) -> Result<(), Failure> {
        if !self.request.no_verify {
            self.outside("verify", "VerifierPass", module, |session| session.verify(Unit::Module, module))?;
        }
        if !self.request.no_output {
            let (name, class) = match self.request.assembly {
                true => ("print", "PrintModulePass"),
                false => ("write-bitcode", "BitcodeWriterPass"),
            };
            self.outside(name, class, module, |_| Ok(()))?;
        }
        let mut report = String::new();
        if self.it.stats {
            report += &self.stats_report();
        }
        if let Some(times) = self.times.take() {
            report += &times.report("Pass execution timing report");
        }
        if !report.is_empty() {
            match &self.request.info_file {
                None => tell(report),
                Some(path) if path == Path::new("-") => print(report)?,
                Some(path) => write_output(path, |out| out.write_all(report.as_bytes()))?,
            }
        }
        if let Some(trace) = self.trace.take() {
            let path = self.request.time_trace_file.clone().unwrap_or_else(|| {
                let input = self.request.input();
                let stem = if input == Path::new("-") { Path::new("out") } else { input };
                format!("{}.time-trace", stem.display()).into()
            });
            write_output(&path, |out| out.write_all(trace.json("opt").as_bytes()))?;
        }
        Ok(())
    }

    /// A pass that is not of the pipeline.
    fn outside(
        &mut self,
        name: &str,
        class: &str,
        module: &Module,
        run: impl FnOnce(&mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let pass = PassRun { name, class, unit: Unit::Module, kind: PassKind::Required };
        let is_observed = self.grain != Grain::Nothing;
        if is_observed {
            self.before(&pass, module);
        }
        run(self)?;
        if is_observed {
            self.after(&pass, module, true)?;
        }
        Ok(())
    }

    fn stats_report(&self) -> String {
        let rule = format!("==={}===\n", "-".repeat(73));
        let mut out = format!("{rule}{:26}... Statistics Collected ...\n{rule}\n", "");
        const WHAT: [&str; 3] =
            ["Number of runs that changed something", "Number of instructions added", "Number of instructions removed"];
        let width = self.stats.values().flatten().max().map_or(1, |most| most.to_string().len());
        let name_width = self.stats.keys().map(String::len).max().unwrap_or(0);
        for (pass, counts) in &self.stats {
            for (count, what) in counts.iter().zip(WHAT).filter(|(count, _)| **count > 0) {
                out += &format!("{count:>width$} {pass:<name_width$} - {what}\n");
            }
        }
        out + "\n"
    }

    /// Whether a pass is to run that may be skipped.
    fn runs(&mut self, pass: &PassRun<'_>, place: &str, module: &Module) -> bool {
        let it = self.it;
        let mut runs = true;
        if let Unit::Function(function) | Unit::Loop(function, _) = pass.unit
            && is_optnone(module, function)
        {
            if it.trace.is_some() {
                tell(format!("Skipping pass {} on {place} due to optnone attribute\n", pass.class));
            }
            runs = false;
        }
        if !it.disabled.is_empty() {
            let is_disabled = it.disabled.iter().any(|name| name == pass.name);
            if it.says_disabled {
                let not = if is_disabled { "NOT " } else { "" };
                tell(format!("OptDisable: {not}running pass {} on {place}\n", pass.name));
            }
            runs &= !is_disabled;
        }
        if let Some(limit) = it.limit {
            self.bisected += 1;
            let is_within = limit < 0 || self.bisected <= limit;
            let not = if is_within { "" } else { "NOT " };
            tell(format!("BISECT: {not}running pass ({}) {} on {place}\n", self.bisected, pass.name));
            if let Some(path) = it.bisected.as_ref().filter(|_| !is_within && !self.is_bisected_printed) {
                self.is_bisected_printed = true;
                let written = write_output(path, |out| out.write_all(&to_bytes(module)));
                self.failure = written.err().map(Failure::from);
            }
            runs &= is_within;
        }
        runs
    }

    /// Prints a part of a module, to a file of its own if a directory is given for that. `when` is `Before` or `After`.
    fn dump(&mut self, when: &str, pass: &PassRun<'_>, running: &Running, module: &Module, exists: bool) {
        let it = self.it;
        let number = if it.numbers { format!("{}-", running.number) } else { String::new() };
        let place = &running.place;
        let gone = if exists { "" } else { " (invalidated)" };
        let note = if exists { it.loop_note(pass.unit, module) } else { String::new() };
        let mut text = format!("; *** IR Dump {when} {number}{} on {place}{gone} ***{note}\n", pass.class).into_bytes();
        match (exists, pass.unit) {
            (true, _) => text.extend(it.text(pass.unit, module)),
            (false, _) if it.whole_modules => text.extend(to_bytes(module)),
            (false, Unit::Loop(function, _)) if it.directory.is_some() => {
                text.extend(functions_text(module, std::iter::once(function)));
            }
            (false, _) => {}
        }
        let Some(directory) = &it.directory else {
            tell(text);
            return;
        };
        let suffix = if exists { when.to_ascii_lowercase() } else { "invalidated".into() };
        let file =
            directory.join(format!("{}-{}-{}-{suffix}.ll", running.number, unit_name(pass.unit, module), pass.class));
        let made = std::fs::create_dir_all(directory).and_then(|()| write_output(&file, |out| out.write_all(&text)));
        if let Err(e) = made {
            self.failure = Some(e.into());
        }
    }

    /// Whether a change by a pass is shown.
    fn is_change_shown(&self, pass: &PassRun<'_>, module: &Module) -> bool {
        let of_unit = match pass.unit {
            Unit::Function(function) => self.it.shows(module, function),
            _ => true,
        };
        of_unit && (self.it.passes.is_empty() || self.it.passes.iter().any(|name| name == pass.name))
    }

    /// What a pass is about to change.
    fn snapshot(&self, unit: Unit<'_>, module: &Module) -> Option<Before> {
        let it = self.it;
        match it.changes {
            Some(Changes { form: Form::Text, .. }) => Some(Before::Text(it.text(unit, module))),
            Some(Changes { form: Form::Diff { .. } | Form::Graph, .. }) => {
                Some(Before::Blocks(snapshot(unit, module, |function| it.shows(module, function))))
            }
            None if it.program.is_some() || it.stats => Some(Before::Text(it.text(unit, module))),
            None => None,
        }
    }

    /// Shows what a pass changed.
    fn show_change(
        &mut self,
        pass: &PassRun<'_>,
        place: &str,
        before: Option<Before>,
        module: &Module,
    ) -> Result<(), Failure> {
        let it = self.it;
        let class = pass.class;
        let says = |text: String| {
            if it.changes.is_some_and(|changes| !changes.quiet) {
                tell(text);
            }
        };
        let Some(before) = before else {
            match is_ignored(pass) {
                true => says(format!("*** IR Pass {class} on {place} ignored ***\n")),
                false => says(format!("*** IR Dump After {class} on {place} filtered out ***\n")),
            }
            return Ok(());
        };
        let none = format!("*** IR Dump After {class} on {place} omitted because no change ***\n");
        match (before, self.snapshot(pass.unit, module)) {
            (Before::Text(old), Some(Before::Text(new))) if old != new => {
                if it.changes.is_some() {
                    if new.is_empty() {
                        tell(format!("*** IR Deleted After {class} on {place} ***\n"));
                        return Ok(());
                    }
                    if it.before_changed {
                        tell(format!("*** IR Dump Before {class} on {place} ***{}\n", it.loop_note(pass.unit, module)));
                        tell(old);
                    }
                    tell(format!("*** IR Dump After {class} on {place} ***{}\n", it.loop_note(pass.unit, module)));
                    tell(&new);
                }
                if it.program.is_some() {
                    self.execute(&new, class)?;
                }
            }
            (Before::Blocks(old), Some(Before::Blocks(new))) if old != new => {
                match it.changes.map(|changes| changes.form) {
                    Some(Form::Diff { color }) => {
                        let title = (!matches!(pass.unit, Unit::Function(_) | Unit::Loop(..))).then_some(place);
                        tell(format!("*** IR Dump After {class} on {place} ***\n"));
                        tell(differences(&old, &new, title, color));
                        tell("\n");
                    }
                    _ => {
                        self.graphs += 1;
                        let directory = self.request.dot_directory.clone().unwrap_or_default();
                        for (name, _) in new.iter().filter(|function| !old.contains(function)) {
                            let Some(function) = module.global_named(name.as_bytes()) else { continue };
                            let file = directory.join(format!("diff_{}.{name}.dot", self.graphs));
                            printers::draw_cfg(module, function, self.request, &file);
                        }
                    }
                }
            }
            _ => says(none),
        }
        Ok(())
    }

    /// Runs a program on a text: `-exec-on-ir-change`.
    fn execute(&self, text: &[u8], class: &str) -> Result<(), Failure> {
        let Some(program) = &self.it.program else { return Ok(()) };
        let mut file = tempfile::NamedTempFile::new()?;
        file.write_all(text)?;
        let output = Command::new(program).arg(file.path()).arg(class).stdin(Stdio::null()).output()?;
        tell(output.stdout);
        tell(output.stderr);
        Ok(())
    }

    fn instructions(&self, unit: Unit<'_>, module: &Module) -> usize {
        let count = |function: Global| {
            module.body(function).map_or(0, |body| body.blocks().map(|b| body.insts(b).count()).sum())
        };
        match unit {
            Unit::Function(function) | Unit::Loop(function, _) => count(function),
            _ => module.functions().iter().map(|&f| count(f)).sum(),
        }
    }
}

/// The part of a file name that stands for a part of a module.
fn unit_name(unit: Unit<'_>, module: &Module) -> String {
    let hash = |text: &[u8]| format!("{:016x}", hash_one(text));
    let module_hash = hash(module.name().as_bytes());
    match unit {
        Unit::Module | Unit::Functions(_) => format!("{module_hash}-module"),
        Unit::Function(function) => format!("{module_hash}-function-{}", hash(module[function].name())),
        Unit::Component(_) => format!("{module_hash}-scc-{}", hash(place(unit, module).as_bytes())),
        Unit::Loop(..) => format!("{module_hash}-loop-{}", hash(place(unit, module).as_bytes())),
    }
}

impl Host for Session<'_> {
    type Error = Failure;

    fn grain(&self) -> Grain {
        self.grain
    }

    fn before(&mut self, pass: &PassRun<'_>, module: &Module) -> bool {
        if let (Some(_), PassKind::Optional) = (self.request.validate, pass.kind) {
            let before = Some(Before::Module(Box::new(module.clone())));
            self.running.push(Running { before, ..Running::default() });
            return true;
        }
        let it = self.it;
        let place = place(pass.unit, module);
        if !self.has_started && self.grain == Grain::Units {
            self.has_started = true;
            if it.changes.is_some_and(|changes| !changes.quiet) {
                tell("*** IR Dump At Start ***\n");
                tell(to_bytes(module));
            }
            if let Err(failure) =
                if it.program.is_some() { self.execute(&it.text(Unit::Module, module), "Initial IR") } else { Ok(()) }
            {
                self.failure = Some(failure);
            }
        }
        if pass.kind == PassKind::Optional && !self.runs(pass, &place, module) {
            if it.trace.is_some() {
                tell(format!("Skipping pass: {} on {place}\n", pass.class));
            }
            return false;
        }
        let mut running = Running { place, ..Running::default() };
        if !is_ignored(pass) {
            self.number += 1;
            running.number = self.number;
            if it.numbers {
                tell(format!(" Running pass {} {} on {}\n", self.number, pass.class, running.place));
            }
            if it.before.has(pass.name, self.number) && it.shows_unit(pass.unit, module) {
                self.dump("Before", pass, &running, module, true);
            }
            if self.is_change_shown(pass, module) {
                running.before = self.snapshot(pass.unit, module);
            }
            if it.stats {
                running.instructions = self.instructions(pass.unit, module);
            }
        }
        if let Some(traced) = it.trace
            && (pass.kind != PassKind::Adaptor || traced == Traced::Verbose)
        {
            tell(format!("Running pass: {} on {}{}\n", pass.class, running.place, size(pass.unit, module)));
        }
        if self.times.is_some() || self.trace.is_some() {
            running.start = Some(Instant::now());
        }
        self.running.push(running);
        true
    }

    fn after(&mut self, pass: &PassRun<'_>, module: &Module, exists: bool) -> Result<(), Failure> {
        let mut running = self.running.pop().unwrap_or_default();
        if let Some(start) = running.start {
            let time = start.elapsed();
            if let Some(outer) = self.running.last_mut() {
                outer.inner += time;
            }
            if let Some(times) = self.times.as_mut().filter(|_| pass.kind != PassKind::Adaptor) {
                times.add(pass.class, time.saturating_sub(running.inner));
            }
            if let Some(trace) = &mut self.trace {
                trace.add(pass.class, &running.place, start);
            }
        }
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        if pass.kind == PassKind::Optional {
            self.is_checked = false;
            self.available.clear();
        }
        if let Some(Before::Module(before)) = &running.before {
            let locals = matches!(pass.unit, Unit::Functions(_));
            let options = lindworm::refine::Options {
                vectors: self.request.validate.unwrap_or_default(),
                locals,
                ..Default::default()
            };
            validate(pass.name, before, module, &options).map_err(Failure::Message)?;
        }
        if self.request.verify_each && !self.request.no_verify && !is_ignored(pass) {
            if self.it.trace.is_some() {
                match pass.unit {
                    Unit::Function(function) | Unit::Loop(function, _) => {
                        tell(format!("Verifying function {}\n", String::from_utf8_lossy(module[function].name())));
                    }
                    _ => tell(format!("Verifying module {}\n", module.name())),
                }
            }
            if !self.is_checked {
                verify_after(pass, self.request, module)?;
                self.is_checked = true;
            }
        }
        if self.grain != Grain::Units {
            return Ok(());
        }
        let it = self.it;
        if !is_ignored(pass) {
            if it.after.has(pass.name, running.number) && (!exists || it.shows_unit(pass.unit, module)) {
                self.dump("After", pass, &running, module, exists);
            }
            if it.stats {
                let now = self.instructions(pass.unit, module);
                let is_changed = match &running.before {
                    Some(Before::Text(old)) => *old != it.text(pass.unit, module),
                    _ => now != running.instructions,
                };
                let counts = self.stats.entry(pass.name.to_owned()).or_default();
                counts[0] += usize::from(is_changed);
                counts[1] += now.saturating_sub(running.instructions);
                counts[2] += running.instructions.saturating_sub(now);
            }
        }
        if it.changes.is_some() || it.program.is_some() {
            match exists {
                true => self.show_change(pass, &running.place, running.before.take(), module)?,
                false if it.changes.is_some_and(|changes| !changes.quiet) => {
                    tell(format!("*** IR Pass {} invalidated ***\n", pass.class));
                }
                false => {}
            }
        }
        Ok(())
    }

    fn print(&mut self, printers: &[Printer], functions: &[Global], module: &mut Module) {
        let of_functions = |printer: &Printer| match printer {
            Printer::Function(printer) => Some(*printer),
            _ => None,
        };
        match printers.first() {
            Some(Printer::Module) => printers::module(module),
            Some(Printer::CallGraph(printer)) => call_graph::print(module, *printer, self.request),
            Some(Printer::Function(_)) => {
                let printers: Vec<_> = printers.iter().filter_map(of_functions).collect();
                printers::functions(module, functions, &printers, self.request);
            }
            None => {}
        }
    }

    fn analysis(&mut self, step: &AnalysisStep, unit: Unit<'_>, module: &Module) {
        let place = place(unit, module);
        let says = |text: String| {
            if self.it.trace.is_some_and(|traced| traced != Traced::Quiet) {
                tell(text);
            }
        };
        match step.wants {
            AnalysisUse::Require(class) => {
                let mut classes = vec![class];
                if class == "AAManager" {
                    classes.extend(self.request.pass_options.alias_rules.classes());
                }
                for class in classes {
                    if self.available.insert((place.clone(), class)) {
                        says(format!("Running analysis: {class} on {place}\n"));
                    }
                }
            }
            AnalysisUse::Invalidate(class) => {
                if self.available.remove(&(place.clone(), class)) {
                    says(format!("Invalidating analysis: {class} on {place}\n"));
                }
            }
            AnalysisUse::InvalidateAll => self.available.clear(),
            AnalysisUse::Verify => {}
        }
    }

    fn verify(&mut self, unit: Unit<'_>, module: &Module) -> Result<(), Failure> {
        if !self.is_checked {
            verify_as_pass(unit, self.request, module)?;
            self.is_checked = true;
        }
        Ok(())
    }

    fn devirt_limit_reached(&mut self) -> Result<(), Failure> {
        match self.request.aborts_at_devirt_limit {
            true => Err(Failure::Fatal("Max devirtualization iterations reached".into())),
            false => Ok(()),
        }
    }
}
