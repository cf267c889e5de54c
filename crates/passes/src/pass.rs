//! What a pass is.

use lindworm_analysis::{Analyses, Preserved};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::Editor;
use lindworm_ir::module::Additions;
use lindworm_ir::{Block, Global, Module};

/// A function that is being changed, with what is known of it.
pub struct FunctionEdit<'a, 'm> {
    /// Changes the body.
    pub editor: Editor<'a>,
    /// What is known of the body.
    pub analyses: Analyses,
    /// Takes what is added to the module: metadata, declarations, globals.
    pub additions: &'a mut Additions<'m>,
}

/// A pass over one function at a time. It runs on many functions at once, so it reads of the module only what no function pass
/// changes.
pub trait FunctionPass: Send + Sync {
    /// Its name in pipelines.
    fn name(&self) -> &'static str;

    /// LLVM's class of it, by which messages name it.
    fn class(&self) -> &'static str {
        self.name()
    }

    /// Its text in a pipeline: the name, with the parameters in angle brackets if it has any.
    fn text(&self) -> String {
        self.name().into()
    }

    /// Changes a function.
    fn run(&self, function: &mut FunctionEdit<'_, '_>);

    /// The analyses that it preserves although it changes what they depend on. What it does not change is known without.
    fn preserves(&self) -> Preserved {
        Preserved::none()
    }

    /// Whether it runs on functions with `optnone` too.
    fn is_required(&self) -> bool {
        false
    }
}

/// A pass over a module.
pub trait ModulePass: Send + Sync {
    /// Its name in pipelines.
    fn name(&self) -> &'static str;

    /// LLVM's class of it, by which messages name it.
    fn class(&self) -> &'static str {
        self.name()
    }

    /// Its text in a pipeline: the name, with the parameters in angle brackets if it has any.
    fn text(&self) -> String {
        self.name().into()
    }

    /// Changes a module.
    fn run(&self, module: &mut Module);
}

/// A pass over functions that call each other: a strongly connected component (SCC) of the call graph, callees before callers.
pub trait CgsccPass: Send + Sync {
    /// Its name in pipelines.
    fn name(&self) -> &'static str;

    /// LLVM's class of it, by which messages name it.
    fn class(&self) -> &'static str {
        self.name()
    }

    /// Changes the functions of a component.
    fn run(&self, module: &mut Module, component: &[Global]);
}

/// A pass over one loop at a time, inner loops before outer ones. The loops have the form that `loop-simplify` and `lcssa` give them,
/// and the pass keeps that form.
pub trait LoopPass: Send + Sync {
    /// Its name in pipelines.
    fn name(&self) -> &'static str;

    /// Its text in a pipeline: the name, with the parameters in angle brackets if it has any.
    fn text(&self) -> String {
        self.name().into()
    }

    /// Changes the loop with that header, which `function.analyses` has.
    fn run(&self, function: &mut FunctionEdit<'_, '_>, header: Block);
}

/// Runs passes on all functions that have a body, on all cores: on each function one pass after the other. What comes out does not
/// depend on how many cores there are.
pub fn run_on_functions(module: &mut Module, passes: &[Box<dyn FunctionPass>]) {
    let functions: Vec<Global> = module.functions().to_vec();
    run_on_these(module, &functions, passes);
}

/// The same, on some functions.
pub fn run_on_these(module: &mut Module, functions: &[Global], passes: &[Box<dyn FunctionPass>]) {
    module.edit_bodies(functions, |module, body, additions| {
        let attributes = module.function(additions.function()).map(|f| f.attributes).unwrap_or_default();
        let attributes = module.context().attribute_list(attributes).function;
        let is_left_alone = module.context().has_attribute(attributes, AttrKind::OPT_NONE);
        let mut passes = passes.iter().filter(|pass| !is_left_alone || pass.is_required()).peekable();
        if passes.peek().is_none() {
            return;
        }
        let editor = Editor::new(module, body);
        let mut function = FunctionEdit { editor, analyses: Analyses::default(), additions };
        for pass in passes {
            pass.run(&mut function);
            function.analyses.preserve(&pass.preserves(), &function.editor);
        }
    });
}
