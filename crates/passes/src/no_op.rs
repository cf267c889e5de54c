//! The passes `no-op-module`, `no-op-cgscc`, `no-op-function` and `no-op-loop`, which change nothing. They are for tests of
//! pipelines.

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
