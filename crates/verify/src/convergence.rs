//! Convergence control ([Convergent Operation Semantics](https://llvm.org/docs/ConvergentOperations.html)).

use lindworm_ir::instruction::CallInfo;
use lindworm_ir::{Block, Inst};

use crate::check::FunctionCheck;

/// What is remembered throughout one function.
#[derive(Default)]
pub(crate) struct State {}

/// Takes note of a block, before its instructions.
pub(crate) fn visit_block(_f: &mut FunctionCheck, _block: Block) {}

/// Checks a call as one that makes or uses a token, or is convergent.
pub(crate) fn visit_call(_f: &mut FunctionCheck, _inst: Inst, _call: &CallInfo) {}

/// Checks the tokens of a function, once all of its instructions were looked at.
pub(crate) fn check(_f: &mut FunctionCheck) {}
