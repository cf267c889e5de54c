//! The pass traits, and the driver of function passes.

use lindworm_analysis::{Analyses, Preserved};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::{Editor, Epoch};
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::module::Additions;
use lindworm_ir::{Block, Body, Global, Inst, Module};

use crate::references::References;

/// A function under transformation, with its analyses.
pub struct FunctionEdit<'a, 'm> {
    /// Edits the body.
    pub editor: Editor<'a>,
    /// Cached analyses of the body.
    pub analyses: Analyses,
    /// Collects additions to the module: metadata, declarations, globals.
    pub additions: &'a mut Additions<'m>,
}

impl FunctionEdit<'_, '_> {
    /// Sets the fast-math flags of an instruction that can have any.
    pub(crate) fn set_fast_math(&mut self, inst: Inst, flags: FastMathFlags) {
        self.editor.change(inst, |data, _| {
            if let Some(fast_math) = data.fast_math_mut() {
                *fast_math = flags;
            }
        });
    }
}

/// A pass over one function at a time. It runs on many functions in parallel, so it may read only those parts of the module that
/// no function pass changes.
pub trait FunctionPass: Send + Sync {
    /// The name in pipelines.
    fn name(&self) -> &'static str;

    /// The name of LLVM's class, used in messages.
    fn class(&self) -> &'static str {
        self.name()
    }

    /// The text in a pipeline: the name, followed by the parameters, if any, in angle brackets.
    fn text(&self) -> String {
        self.name().into()
    }

    /// Transforms a function.
    fn run(&self, function: &mut FunctionEdit<'_, '_>);

    /// The analyses that the pass preserves although it changes the IR that they depend on. Analyses of IR that the pass does not
    /// change need not be listed.
    fn preserves(&self) -> Preserved {
        Preserved::none()
    }

    /// Whether the pass also runs on functions with `optnone`.
    fn is_required(&self) -> bool {
        false
    }

    /// Whether the pass does not run again on a body that it left unchanged, until another pass changes the body. Passes of the same
    /// text are the same pass.
    fn is_settled_by_no_change(&self) -> bool {
        false
    }
}

/// A pass over a module.
pub trait ModulePass: Send + Sync {
    /// The name in pipelines.
    fn name(&self) -> &'static str;

    /// The name of LLVM's class, used in messages.
    fn class(&self) -> &'static str {
        self.name()
    }

    /// The text in a pipeline: the name, followed by the parameters, if any, in angle brackets.
    fn text(&self) -> String {
        self.name().into()
    }

    /// Transforms a module.
    fn run(&self, module: &mut Module);
}

/// A pass over a strongly connected component (SCC) of the call graph, callees before callers.
pub trait CgsccPass: Send + Sync {
    /// The name in pipelines.
    fn name(&self) -> &'static str;

    /// The name of LLVM's class, used in messages.
    fn class(&self) -> &'static str {
        self.name()
    }

    /// The text in a pipeline: the name, followed by the parameters, if any, in angle brackets.
    fn text(&self) -> String {
        self.name().into()
    }

    /// Transforms the functions of a component.
    fn run(&self, component: &mut Component<'_>);

    /// Transforms several components, in which no function calls one of another component. By default one after the other.
    fn run_on(&self, components: &mut Components<'_>) {
        components.for_each(|component| self.run(component));
        let changed = if self.updates_references() { Vec::new() } else { components.functions() };
        components.refresh(&changed);
    }

    /// Whether the pass calls [`References::update`] for each function in which it changes what the body refers to. Otherwise that is
    /// called for all functions of the component.
    fn updates_references(&self) -> bool {
        false
    }
}

/// A strongly connected component of the call graph under transformation.
pub struct Component<'a> {
    /// The module.
    pub module: &'a mut Module,
    /// The functions of the component.
    pub functions: Vec<Global>,
    /// Counts the references to globals. [`References::update`] is called after each pass for the functions of the component, unless
    /// [`CgsccPass::updates_references`]; a pass that changes other functions calls it for these.
    pub references: &'a mut References,
    /// The functions that are to be removed after the passes, because a pass removed their last reference.
    pub dead: &'a mut HashSet<Global>,
    /// Components to visit afterwards, the last one first: parts of split functions, and those split.
    pub again: Vec<Vec<Global>>,
}

/// Several components under transformation, step by step: each step on all of them.
pub struct Components<'a> {
    /// The module.
    pub module: &'a mut Module,
    /// The functions of each component.
    pub(crate) components: Vec<Vec<Global>>,
    pub(crate) references: &'a mut References,
    pub(crate) dead: &'a mut HashSet<Global>,
    /// Components to visit afterwards, the last one first.
    pub(crate) again: Vec<Vec<Global>>,
}

impl Components<'_> {
    pub(crate) fn is_empty(&self) -> bool {
        self.components.is_empty()
    }

    /// The functions of all components.
    pub(crate) fn functions(&self) -> Vec<Global> {
        self.components.concat()
    }

    /// Runs a transformation on one component after the other.
    pub fn for_each(&mut self, mut run: impl FnMut(&mut Component<'_>)) {
        for functions in &mut self.components {
            let mut component = Component {
                module: self.module,
                functions: std::mem::take(functions),
                references: self.references,
                dead: self.dead,
                again: Vec::new(),
            };
            run(&mut component);
            self.again.append(&mut component.again);
            *functions = component.functions;
        }
        self.components.retain(|functions| !functions.is_empty());
    }

    /// Leaves out dead functions, and counts the references of those that a pass changed anew.
    pub(crate) fn refresh(&mut self, changed: &[Global]) {
        let is_dead = |function: &Global| self.dead.contains(function);
        self.components.iter_mut().for_each(|functions| functions.retain(|function| !is_dead(function)));
        self.components.retain(|functions| !functions.is_empty());
        self.references.update_all(self.module, changed.iter().copied().filter(|function| !is_dead(function)));
    }
}

/// A pass over one loop at a time, inner loops before outer ones. The loops are in `loop-simplify` and `lcssa` form, and the pass
/// preserves that form.
pub trait LoopPass: Send + Sync {
    /// The name in pipelines.
    fn name(&self) -> &'static str;

    /// The name of LLVM's class, used in messages.
    fn class(&self) -> &'static str {
        self.name()
    }

    /// The text in a pipeline: the name, followed by the parameters, if any, in angle brackets.
    fn text(&self) -> String {
        self.name().into()
    }

    /// Transforms the loop with this header. The loop is in `function.analyses`. Returns the header of the loop afterwards, `None`
    /// if the loop no longer exists.
    fn run(&self, function: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Block>;
}

/// Runs passes on all function definitions, in parallel on all cores; each function runs through all passes in order. The result
/// does not depend on the number of cores.
pub fn run_on_functions(module: &mut Module, passes: &[Box<dyn FunctionPass>]) {
    let functions: Vec<Global> = module.functions().to_vec();
    let passes: Vec<&dyn FunctionPass> = passes.iter().map(|pass| &**pass).collect();
    run_on_these(module, &functions, &passes);
}

/// Like [`run_on_functions`], on the given functions.
pub fn run_on_these(module: &mut Module, functions: &[Global], passes: &[&dyn FunctionPass]) {
    run_on(module, functions, passes, false);
}

/// Like [`run_on_these`]; then compacts the bodies that became sparse, so handles of instructions and blocks are invalid.
pub(crate) fn run_and_compact(module: &mut Module, functions: &[Global], passes: &[&dyn FunctionPass]) {
    run_on(module, functions, passes, true);
}

/// Compacts the bodies that became sparse, and returns memory that the others do not need.
pub(crate) fn compact(module: &mut Module, functions: &[Global]) {
    module.edit_bodies(functions, |_, body, additions| compact_body(body, additions));
}

fn compact_body(body: &mut Body, additions: &mut Additions<'_>) {
    match 4 * body.placed_inst_count() <= 3 * body.inst_count() {
        true => additions.compact(body),
        false => body.shrink_to_fit(),
    }
}

fn run_on(module: &mut Module, functions: &[Global], passes: &[&dyn FunctionPass], compacts: bool) {
    let texts: Vec<String> = passes.iter().map(|pass| pass.text()).collect();
    let settles = |place: usize| passes[place].is_settled_by_no_change();
    // Each pass, with the place of the first one of the same text if a run can be left out.
    let first = |place: usize| texts.iter().position(|text| *text == texts[place]).filter(|_| settles(place));
    let passes: Vec<_> = passes.iter().enumerate().map(|(place, &pass)| (pass, first(place))).collect();
    module.edit_groups(functions, GROUP, |module, group| {
        // Each pass runs on all bodies of the group before the next one, so that its code stays in the cache.
        let mut runs: Vec<Run<'_, '_>> = Vec::new();
        for (body, additions) in &mut *group {
            let is_optnone = is_optnone(module, additions.function());
            if passes.iter().any(|(pass, _)| !is_optnone || pass.is_required()) {
                let editor = Editor::new(module, body);
                let function = FunctionEdit { editor, analyses: Analyses::default(), additions };
                runs.push(Run { function, is_optnone, settled: HashMap::default() });
            }
        }
        for &(pass, first) in &passes {
            runs.iter_mut().for_each(|run| run.run(pass, first));
        }
        drop(runs);
        let compact = |(body, additions): &mut (Box<Body>, Additions<'_>)| {
            if compacts {
                compact_body(body, additions);
            }
        };
        group.iter_mut().map(compact).collect()
    });
}

/// The most instructions of a group of functions that run through the passes together.
const GROUP: usize = 2000;

/// A function that runs through passes.
struct Run<'a, 'm> {
    function: FunctionEdit<'a, 'm>,
    is_optnone: bool,
    /// The epochs of the body in which passes changed nothing.
    settled: HashMap<usize, Epoch>,
}

impl Run<'_, '_> {
    /// Runs a pass. `first` is the place of the first pass of the same text, if a run can be left out.
    fn run(&mut self, pass: &dyn FunctionPass, first: Option<usize>) {
        let function = &mut self.function;
        let epoch = function.editor.changes().epoch();
        let is_settled = || first.is_some_and(|first| self.settled.get(&first) == Some(&epoch));
        if self.is_optnone && !pass.is_required() || is_settled() {
            return;
        }
        pass.run(function);
        function.analyses.preserve(&pass.preserves(), &function.editor);
        if let Some(first) = first.filter(|_| function.editor.changes().epoch() == epoch) {
            self.settled.insert(first, epoch);
        }
    }
}

/// Whether a function is `optnone`: only required passes run on it.
pub fn is_optnone(module: &Module, function: Global) -> bool {
    let attributes = module.function(function).map(|f| f.attributes).unwrap_or_default();
    let attributes = module.context().attribute_list(attributes).function;
    module.context().has_attribute(attributes, AttrKind::OPT_NONE)
}
