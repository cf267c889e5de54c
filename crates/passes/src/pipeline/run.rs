//! Running a pipeline, observed by its caller.

use std::convert::Infallible;
use std::sync::Mutex;

use lindworm_analysis::{Cfg, DominatorTree, Loops};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module};

use super::waves::run_on_waves;
use super::{
    AnalysisStep, ComponentStep, ComponentSteps, FunctionStep, FunctionSteps, LoopStep, LoopSteps, Pipeline, Printer,
    Step,
};
use crate::bodies::map_these_bodies;
use crate::lcssa::Lcssa;
use crate::loop_passes::{is_header, loop_headers};
use crate::loop_simplify::LoopSimplify;
use crate::pass::{Components, FunctionEdit, FunctionPass, LoopPass, compact, run_and_compact, run_on_these};

/// The part of a module that a pass runs on.
#[derive(Clone, Copy, Debug)]
pub enum Unit<'a> {
    /// The module.
    Module,
    /// The functions of an SCC of the call graph.
    Component(&'a [Global]),
    /// Functions, each for itself.
    Functions(&'a [Global]),
    /// A function.
    Function(Global),
    /// The loop of a function with this header.
    Loop(Global, Block),
}

/// What kind of pass is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassKind {
    /// A pass that may be skipped.
    Optional,
    /// A pass that always runs.
    Required,
    /// A pass that requires, invalidates or verifies an analysis.
    Analysis,
    /// What runs other passes, one after the other or on parts of the unit.
    Adaptor,
    /// `devirt<N>`
    Repeater,
}

/// A pass about to run, or after a run.
#[derive(Clone, Copy, Debug)]
pub struct PassRun<'a> {
    /// The name in pipelines; empty for what no pipeline names.
    pub name: &'a str,
    /// The name of LLVM's class.
    pub class: &'a str,
    /// What the pass runs on.
    pub unit: Unit<'a>,
    /// The kind of pass.
    pub kind: PassKind,
}

/// How closely a pipeline is observed. The closer, the slower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grain {
    /// Passes are not observed, and function passes run in parallel.
    Nothing,
    /// Each step of a module pipeline is observed, on the whole module; function passes run one after the other, each of them in
    /// parallel. A CGSCC pipeline is one step, `cgscc`.
    Steps,
    /// Each pass is observed on each unit that it runs on; nothing runs in parallel.
    Units,
}

/// The caller of a pipeline, who observes, prints and verifies.
pub trait Host {
    /// Why a pipeline ends early.
    type Error;

    /// How closely the host observes.
    fn grain(&self) -> Grain {
        Grain::Nothing
    }

    /// Called before a pass; returns whether the pass is to run.
    fn before(&mut self, pass: &PassRun<'_>, module: &Module) -> bool;

    /// Called after a pass that ran; `unit_exists` is whether the loop or SCC still exists.
    ///
    /// # Errors
    ///
    /// If the pipeline is to end.
    fn after(&mut self, pass: &PassRun<'_>, module: &Module, unit_exists: bool) -> Result<(), Self::Error>;

    /// Prints properties of functions, or of the module, which stays as it is.
    fn print(&mut self, printers: &[Printer], functions: &[Global], module: &mut Module);

    /// Called for `require<...>` and the like, between `before` and `after`.
    fn analysis(&mut self, step: &AnalysisStep, unit: Unit<'_>, module: &Module);

    /// Verifies the module, for `verify` at any level.
    ///
    /// # Errors
    ///
    /// If the module is not valid.
    fn verify(&mut self, unit: Unit<'_>, module: &Module) -> Result<(), Self::Error>;

    /// Called when `devirt<N>` has made an indirect call direct in its last run.
    ///
    /// # Errors
    ///
    /// If the pipeline is to end.
    fn devirt_limit_reached(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// A host that does nothing.
pub(crate) struct Alone;

impl Host for Alone {
    type Error = Infallible;

    fn before(&mut self, _: &PassRun<'_>, _: &Module) -> bool {
        true
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

impl Pipeline {
    /// Transforms a module by each step in order.
    ///
    /// # Errors
    ///
    /// The first error of the host.
    pub fn run_with<H: Host>(&self, module: &mut Module, host: &mut H) -> Result<(), H::Error> {
        let mut runner = Runner { grain: host.grain(), host };
        self.steps.iter().try_for_each(|step| runner.step(step, module))
    }
}

fn defined(module: &Module) -> Vec<Global> {
    module.functions().iter().copied().filter(|&function| module.body(function).is_some()).collect()
}

struct Runner<'h, H> {
    host: &'h mut H,
    grain: Grain,
}

impl<H: Host> Runner<'_, H> {
    fn enter(&mut self, pass: &PassRun<'_>, module: &Module) -> bool {
        self.grain == Grain::Nothing || self.host.before(pass, module)
    }

    fn leave(&mut self, pass: &PassRun<'_>, module: &Module) -> Result<(), H::Error> {
        match self.grain {
            Grain::Nothing => Ok(()),
            _ => self.host.after(pass, module, true),
        }
    }

    /// Runs a pass between the calls of the host.
    fn observed(
        &mut self,
        pass: &PassRun<'_>,
        module: &mut Module,
        run: impl FnOnce(&mut Module),
    ) -> Result<(), H::Error> {
        if !self.enter(pass, module) {
            return Ok(());
        }
        run(module);
        self.leave(pass, module)
    }

    fn step(&mut self, step: &Step, module: &mut Module) -> Result<(), H::Error> {
        match step {
            Step::Verify => self.verify(Unit::Module, module),
            Step::Print(printer) => self.print(*printer, Unit::Module, &[], module),
            Step::Analysis(step) => self.analysis(step, Unit::Module, module),
            Step::Module(pass) => {
                let run =
                    PassRun { name: pass.name(), class: pass.class(), unit: Unit::Module, kind: PassKind::Optional };
                self.observed(&run, module, |module| pass.run(module))
            }
            Step::Components(_) if self.grain == Grain::Steps => {
                let run =
                    PassRun { name: "cgscc", kind: PassKind::Optional, ..adaptor(COMPONENT_ADAPTOR, Unit::Module) };
                if !self.enter(&run, module) {
                    return Ok(());
                }
                self.grain = Grain::Nothing;
                self.step(step, module)?;
                self.grain = Grain::Steps;
                self.leave(&run, module)
            }
            Step::Components(components) => {
                let adaptor = adaptor(COMPONENT_ADAPTOR, Unit::Module);
                if !self.enter(&adaptor, module) {
                    return Ok(());
                }
                // The functions on which a pipeline ran that does not run again.
                let mut finished = HashSet::default();
                // What is observed runs on one component after the other.
                let width = if self.grain == Grain::Units { 1 } else { usize::MAX };
                let result = run_on_waves(module, width, |wave| self.components(components, wave, &mut finished));
                result?;
                self.leave(&adaptor, module)
            }
            Step::IfCoroutines(steps) => {
                let class = "CoroConditionalWrapper";
                let run = PassRun { name: "coro-cond", class, unit: Unit::Module, kind: PassKind::Optional };
                if !self.enter(&run, module) {
                    return Ok(());
                }
                if crate::coroutines::has_coroutines(module) {
                    steps.iter().try_for_each(|step| self.step(step, module))?;
                }
                self.leave(&run, module)
            }
            Step::Functions(functions) => {
                let all = defined(module);
                self.functions(functions, "ModuleToFunctionPassAdaptor", Unit::Module, &all, module)
            }
        }
    }

    fn verify(&mut self, unit: Unit<'_>, module: &Module) -> Result<(), H::Error> {
        let run = PassRun { name: "verify", class: "VerifierPass", unit, kind: PassKind::Required };
        if self.enter(&run, module) {
            self.host.verify(unit, module)?;
            self.leave(&run, module)?;
        }
        Ok(())
    }

    fn print(
        &mut self,
        printer: Printer,
        unit: Unit<'_>,
        functions: &[Global],
        module: &mut Module,
    ) -> Result<(), H::Error> {
        let run = PassRun { name: printer.name(), class: printer.class(), unit, kind: PassKind::Required };
        if self.enter(&run, module) {
            self.host.print(&[printer], functions, module);
            self.leave(&run, module)?;
        }
        Ok(())
    }

    fn analysis(&mut self, step: &AnalysisStep, unit: Unit<'_>, module: &Module) -> Result<(), H::Error> {
        let run = PassRun { name: &step.text, class: &step.class, unit, kind: PassKind::Analysis };
        if self.enter(&run, module) {
            self.host.analysis(step, unit, module);
            self.leave(&run, module)?;
        }
        Ok(())
    }

    /// Runs steps on the components of a wave. There is one component if they are observed.
    fn components(
        &mut self,
        steps: &ComponentSteps,
        wave: &mut Components<'_>,
        finished: &mut HashSet<Global>,
    ) -> Result<(), H::Error> {
        let functions = wave.functions();
        let manager = adaptor(COMPONENT_MANAGER, Unit::Component(&functions));
        if steps.is_pipeline && !self.enter(&manager, wave.module) {
            return Ok(());
        }
        self.component_steps(&steps.steps, wave, finished)?;
        compact(wave.module, &wave.functions());
        if steps.is_pipeline {
            self.leave_components(&manager, wave)?;
        }
        Ok(())
    }

    fn leave_components(&mut self, run: &PassRun<'_>, wave: &Components<'_>) -> Result<(), H::Error> {
        match self.grain {
            Grain::Nothing => Ok(()),
            _ => self.host.after(run, wave.module, !wave.is_empty()),
        }
    }

    fn component_steps(
        &mut self,
        steps: &[ComponentStep],
        wave: &mut Components<'_>,
        finished: &mut HashSet<Global>,
    ) -> Result<(), H::Error> {
        for step in steps {
            if wave.is_empty() {
                break;
            }
            let mut functions = wave.functions();
            let unit = Unit::Component(&functions);
            match step {
                ComponentStep::Analysis(step) => self.analysis(step, unit, wave.module)?,
                ComponentStep::Component(pass) => {
                    let run = PassRun { name: pass.name(), class: pass.class(), unit, kind: PassKind::Optional };
                    if self.enter(&run, wave.module) {
                        let before = wave.again.len();
                        pass.run_on(wave);
                        wave.again[before..].iter().flatten().for_each(|function| {
                            finished.remove(function);
                        });
                        self.leave_components(&run, wave)?;
                    }
                }
                ComponentStep::Functions(steps) => {
                    let all = functions.clone();
                    if steps.no_rerun {
                        functions.retain(|&function| finished.insert(function));
                    }
                    let unit = Unit::Component(&all);
                    self.functions(steps, "CGSCCToFunctionPassAdaptor", unit, &functions, wave.module)?;
                    wave.refresh(&functions);
                }
                ComponentStep::Devirt(most, steps) => {
                    let run = PassRun { name: "", class: "DevirtSCCRepeatedPass", unit, kind: PassKind::Repeater };
                    if self.enter(&run, wave.module) {
                        self.devirt(*most, steps, wave, finished)?;
                        self.leave_components(&run, wave)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Repeats steps on each component while they make indirect calls of the component direct.
    fn devirt(
        &mut self,
        most: u32,
        steps: &[ComponentStep],
        wave: &mut Components<'_>,
        finished: &mut HashSet<Global>,
    ) -> Result<(), H::Error> {
        // Components with nothing left to repeat.
        let mut done = Vec::new();
        let mut result = Ok(());
        for repeated in 0.. {
            let module = &*wave.module;
            let bodies = wave.functions().into_iter().filter_map(|f| Some((f, module.body(f)?))).collect();
            let calls = map_these_bodies(bodies, |body| Calls::of(module, body));
            let before: HashMap<Global, Calls> =
                calls.into_iter().filter(|(_, calls)| !calls.indirect.is_empty()).collect();
            self.component_steps(steps, wave, finished)?;
            let is_devirtualized = |module: &Module, functions: &[Global]| {
                functions.iter().any(|f| before.get(f).is_some_and(|calls| calls.became_direct(module, *f)))
            };
            let components = std::mem::take(&mut wave.components);
            let (again, rest) = components.into_iter().partition(|functions| is_devirtualized(wave.module, functions));
            (wave.components, _) = (again, done.extend::<Vec<_>>(rest));
            if wave.is_empty() {
                break;
            }
            if repeated == most {
                result = self.host.devirt_limit_reached();
                break;
            }
            wave.functions().iter().for_each(|function| {
                finished.remove(function);
            });
        }
        wave.components.append(&mut done);
        result
    }

    /// Runs steps on functions, which `unit` consists of.
    fn functions(
        &mut self,
        steps: &FunctionSteps,
        class: &str,
        unit: Unit<'_>,
        functions: &[Global],
        module: &mut Module,
    ) -> Result<(), H::Error> {
        let adaptor = adaptor(class, unit);
        if self.grain == Grain::Units {
            if self.enter(&adaptor, module) {
                for &function in functions {
                    self.function(steps, function, module)?;
                }
                if matches!(unit, Unit::Module) {
                    compact(module, functions);
                }
                self.leave(&adaptor, module)?;
            }
            return Ok(());
        }
        let mut rest = &steps.steps[..];
        while let Some(first) = rest.first() {
            let of_kind = |count: usize| rest.split_at(count.max(1));
            let here;
            match first {
                FunctionStep::Verify => {
                    (_, rest) = of_kind(1);
                    self.host.verify(unit, module)?;
                }
                FunctionStep::Analysis(_) => (_, rest) = of_kind(1),
                FunctionStep::Print(_) => {
                    let is_printer = |step: &FunctionStep| matches!(step, FunctionStep::Print(_));
                    (here, rest) = of_kind(rest.iter().take_while(|step| is_printer(step)).count());
                    let printers = here.iter().filter_map(|step| match step {
                        FunctionStep::Print(printer) => Some(Printer::Function(*printer)),
                        _ => None,
                    });
                    self.host.print(&printers.collect::<Vec<Printer>>(), functions, module);
                }
                FunctionStep::Function(_) | FunctionStep::Loops(_) => {
                    let count = rest.iter().take_while(|step| step.pass().is_some()).count();
                    (here, rest) = of_kind(if self.grain == Grain::Nothing { count } else { 1 });
                    let passes: Vec<&dyn FunctionPass> = here.iter().filter_map(FunctionStep::pass).collect();
                    let [name, class] = passes.first().map_or([""; 2], |pass| [pass.name(), pass.class()]);
                    let run = PassRun { name, class, unit: Unit::Functions(functions), kind: PassKind::Optional };
                    // After the last pass, whatever else follows; the bodies of a component, after its last step.
                    let is_last = rest.iter().all(|step| step.pass().is_none());
                    let compacts = is_last && matches!(unit, Unit::Module);
                    let run_on = if compacts { run_and_compact } else { run_on_these };
                    self.observed(&run, module, |module| run_on(module, functions, &passes))?;
                }
            }
        }
        Ok(())
    }

    /// Runs steps on a function, each of them observed.
    fn function(&mut self, steps: &FunctionSteps, function: Global, module: &mut Module) -> Result<(), H::Error> {
        let unit = Unit::Function(function);
        let manager = adaptor("PassManager<Function>", unit);
        if steps.is_pipeline && !self.enter(&manager, module) {
            return Ok(());
        }
        for step in &steps.steps {
            match step {
                FunctionStep::Verify => self.verify(unit, module)?,
                FunctionStep::Print(printer) => self.print(Printer::Function(*printer), unit, &[function], module)?,
                FunctionStep::Analysis(step) => self.analysis(step, unit, module)?,
                FunctionStep::Function(pass) => self.function_pass(&**pass, function, module)?,
                FunctionStep::Loops(loops) => self.loops(loops, function, module)?,
            }
        }
        if steps.is_pipeline {
            self.leave(&manager, module)?;
        }
        Ok(())
    }

    fn function_pass(
        &mut self,
        pass: &dyn FunctionPass,
        function: Global,
        module: &mut Module,
    ) -> Result<(), H::Error> {
        let kind = if pass.is_required() { PassKind::Required } else { PassKind::Optional };
        let run = PassRun { name: pass.name(), class: pass.class(), unit: Unit::Function(function), kind };
        self.observed(&run, module, |module| run_on_these(module, &[function], &[pass]))
    }

    /// Runs steps on the loops of a function, each of them observed. The loops are found anew for each step.
    fn loops(&mut self, steps: &LoopSteps, function: Global, module: &mut Module) -> Result<(), H::Error> {
        let unit = Unit::Function(function);
        let [adaptor, manager] =
            ["FunctionToLoopPassAdaptor", "PassManager<Function>"].map(|class| adaptor(class, unit));
        if !self.enter(&adaptor, module) {
            return Ok(());
        }
        if self.enter(&manager, module) {
            self.function_pass(&LoopSimplify, function, module)?;
            self.function_pass(&Lcssa, function, module)?;
            self.leave(&manager, module)?;
        }
        let headers = loops_of(module, function).map(|loops| loop_headers(&loops)).unwrap_or_default();
        for header in headers {
            let is_loop =
                |module: &Module, header| loops_of(module, function).is_some_and(|loops| is_header(&loops, header));
            if !is_loop(module, header) {
                continue;
            }
            let manager = PassRun { unit: Unit::Loop(function, header), class: LOOP_MANAGER, ..manager };
            if steps.is_pipeline && !self.enter(&manager, module) {
                continue;
            }
            let mut now = Some(header);
            for step in &steps.steps {
                let Some(header) = now.filter(|&header| is_loop(module, header)) else { break };
                let unit = Unit::Loop(function, header);
                match step {
                    LoopStep::Analysis(step) => self.analysis(step, unit, module)?,
                    LoopStep::Loop(pass) => {
                        let run = PassRun { name: pass.name(), class: pass.class(), unit, kind: PassKind::Optional };
                        if self.enter(&run, module) {
                            let one = OneLoop { pass: &**pass, header, after: Mutex::new(Some(header)) };
                            run_on_these(module, &[function], &[&one]);
                            now = one.after.into_inner().unwrap_or_default();
                            self.host.after(&run, module, now.is_some_and(|header| is_loop(module, header)))?;
                        }
                    }
                }
            }
            if steps.is_pipeline {
                self.host.after(&manager, module, now.is_some_and(|header| is_loop(module, header)))?;
            }
        }
        self.leave(&adaptor, module)
    }
}

const COMPONENT_ADAPTOR: &str = "ModuleToPostOrderCGSCCPassAdaptor";

const COMPONENT_MANAGER: &str =
    "PassManager<LazyCallGraph::SCC, CGSCCAnalysisManager, LazyCallGraph &, CGSCCUpdateResult &>";

const LOOP_MANAGER: &str = "PassManager<Loop, LoopAnalysisManager, LoopStandardAnalysisResults &, LPMUpdater &>";

fn adaptor<'a>(class: &'a str, unit: Unit<'a>) -> PassRun<'a> {
    PassRun { name: "", class, unit, kind: PassKind::Adaptor }
}

fn loops_of(module: &Module, function: Global) -> Option<Loops> {
    let cfg = Cfg::new(module.body(function)?);
    let dominators = DominatorTree::new(&cfg);
    Some(Loops::new(&cfg, &dominators))
}

/// A loop pass on one loop.
struct OneLoop<'p> {
    pass: &'p dyn LoopPass,
    header: Block,
    /// The header of the loop after the pass.
    after: Mutex<Option<Block>>,
}

impl FunctionPass for OneLoop<'_> {
    fn name(&self) -> &'static str {
        self.pass.name()
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let header = self.pass.run(f, self.header);
        if let Ok(mut after) = self.after.lock() {
            *after = header;
        }
    }
}

/// The calls of a function.
#[derive(Default)]
struct Calls {
    indirect: Vec<Inst>,
    direct: usize,
}

impl Calls {
    fn of(module: &Module, body: &Body) -> Calls {
        let mut calls = Calls::default();
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            match is_direct(module, body.inst(inst)) {
                Some(true) => calls.direct += 1,
                Some(false) => calls.indirect.push(inst),
                None => {}
            }
        }
        calls
    }

    /// Whether an indirect call has become direct: the same call, or, judged by the numbers, another in its place.
    fn became_direct(&self, module: &Module, function: Global) -> bool {
        let Some(body) = module.body(function) else { return false };
        let is_direct_now =
            |&inst: &Inst| body.inst_block(inst).is_some() && is_direct(module, body.inst(inst)) == Some(true);
        let now = Calls::of(module, body);
        self.indirect.iter().any(is_direct_now) || now.indirect.len() < self.indirect.len() && now.direct > self.direct
    }
}

/// Whether a call is direct; `None` for anything else than a call.
fn is_direct(module: &Module, data: &InstData) -> Option<bool> {
    let (InstData::Call { call, .. } | InstData::Invoke { call, .. }) = data else { return None };
    Some(module.callee(call.callee).is_some())
}
