//! Calls of intrinsics.

use lindworm_ir::Inst;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;

use crate::check::{Checked, Checker, FunctionCheck};

/// What one walk remembers.
#[derive(Default)]
pub(crate) struct Remembered {}

impl Remembered {
    /// Takes in what another walk over other functions remembers.
    pub fn absorb(&mut self, _other: Remembered) {}
}

/// Checks a call of an intrinsic.
pub(crate) fn check(_f: &mut FunctionCheck, _inst: Inst, _call: &CallInfo, _id: IntrinsicId) -> Checked {
    Ok(())
}

/// Checks that what `llvm.localrecover` asks for was escaped.
pub(crate) fn check_recovered_frames(_checker: &mut Checker) {}

/// Checks that all declarations of `llvm.experimental.deoptimize` have one calling convention.
pub(crate) fn check_deoptimize_conventions(_checker: &mut Checker) {}
