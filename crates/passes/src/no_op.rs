//! The passes `no-op-module`, `no-op-cgscc`, `no-op-function`, `no-op-loop` and `no-op-loopnest`, which change nothing, and
//! `trigger-verifier-error`, which makes a module invalid. They are for tests of pipelines.

use lindworm_ir::{Block, Module};

use crate::pass::{CgsccPass, Component, FunctionEdit, FunctionPass, LoopPass, ModulePass};

/// Changes nothing.
pub(crate) struct NoOp;

impl ModulePass for NoOp {
    fn name(&self) -> &'static str {
        "no-op-module"
    }

    fn class(&self) -> &'static str {
        "NoOpModulePass"
    }

    fn run(&self, _: &mut Module) {}
}

impl CgsccPass for NoOp {
    fn name(&self) -> &'static str {
        "no-op-cgscc"
    }

    fn class(&self) -> &'static str {
        "NoOpCGSCCPass"
    }

    fn run(&self, _: &mut Component<'_>) {}
}

impl FunctionPass for NoOp {
    fn name(&self) -> &'static str {
        "no-op-function"
    }

    fn class(&self) -> &'static str {
        "NoOpFunctionPass"
    }

    fn run(&self, _: &mut FunctionEdit<'_, '_>) {}
}

impl LoopPass for NoOp {
    fn name(&self) -> &'static str {
        "no-op-loop"
    }

    fn class(&self) -> &'static str {
        "NoOpLoopPass"
    }

    fn run(&self, _: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Block> {
        Some(header)
    }
}

/// Changes nothing, as a pass of outermost loops.
pub(crate) struct NoOpLoopNest;

impl LoopPass for NoOpLoopNest {
    fn name(&self) -> &'static str {
        "no-op-loopnest"
    }

    fn class(&self) -> &'static str {
        "NoOpLoopNestPass"
    }

    fn run(&self, _: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Block> {
        Some(header)
    }
}

/// Makes a module or function invalid, so that the verifier has something to find.
pub(crate) struct TriggerVerifierError;

impl ModulePass for TriggerVerifierError {
    fn name(&self) -> &'static str {
        "trigger-verifier-error"
    }

    fn class(&self) -> &'static str {
        "TriggerVerifierErrorPass"
    }

    /// A function cannot have common linkage.
    fn run(&self, module: &mut Module) {
        if let Some(&function) = module.functions().first() {
            module[function].linkage = lindworm_ir::module::Linkage::Common;
        }
    }
}

impl FunctionPass for TriggerVerifierError {
    fn name(&self) -> &'static str {
        "trigger-verifier-error"
    }

    fn class(&self) -> &'static str {
        "TriggerVerifierErrorPass"
    }

    /// A block needs a terminator.
    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let body = f.editor.body();
        let terminator = body.entry().and_then(|entry| body.terminator(entry));
        if let Some(terminator) = terminator.filter(|&inst| f.editor.uses().is_unused(inst.into())) {
            f.editor.erase(terminator);
        }
    }
}
