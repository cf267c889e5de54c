//! Calls: arguments, operand bundles, tail calls, inline assembler.

use lindworm_ir::instruction::CallInfo;
use lindworm_ir::{Inst, Value};

use crate::check::{Checked, FunctionCheck};

/// What is remembered throughout one function.
#[derive(Default)]
pub(crate) struct State {}

/// Checks what holds for `call`, `invoke` and `callbr` alike.
pub(crate) fn check(_f: &mut FunctionCheck, _inst: Inst, _call: &CallInfo) -> Checked {
    Ok(())
}

/// Checks `call`.
pub(crate) fn check_call(_f: &mut FunctionCheck, _inst: Inst, _call: &CallInfo) -> Checked {
    Ok(())
}

/// Checks `invoke`.
pub(crate) fn check_invoke(_f: &mut FunctionCheck, _inst: Inst, _call: &CallInfo) -> Checked {
    Ok(())
}

/// Checks `callbr`.
pub(crate) fn check_callbr(_f: &mut FunctionCheck, _inst: Inst, _call: &CallInfo) -> Checked {
    Ok(())
}

/// Checks that a `swifterror` value is only used as one may be.
pub(crate) fn check_swift_error_value(_f: &mut FunctionCheck, _value: Value) -> Checked {
    Ok(())
}
