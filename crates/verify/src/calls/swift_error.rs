//! `swifterror` values, which represent a register of the Swift calling convention ([Language
//! Reference](https://llvm.org/docs/LangRef.html#parameter-attributes)).

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::{Inst, InstData, Value};

use crate::check::{Checked, FunctionCheck, check};
use crate::rules::calls as rules;

/// Checks all uses of a `swifterror` value.
pub(crate) fn check_value(f: &mut FunctionCheck, value: Value) -> Checked {
    let users: Vec<Inst> = f.users().users_of(value).collect();
    for user in users {
        match f.body.inst(user) {
            InstData::Load { .. } => {}
            InstData::Store { pointer, .. } => {
                check!(f, *pointer == value, rules::SWIFT_ERROR_STORED, f.value(value), f.value(user));
            }
            InstData::Call { call, .. } | InstData::Invoke { call, .. } => {
                let args = f.args(call).iter().enumerate();
                let mut of_args = args.filter(|(_, arg)| **arg == value);
                let is_passed_as_such = of_args.all(|(i, _)| f.arg_has_attribute(call, i, AttrKind::SWIFT_ERROR));
                // Other users are checked nevertheless.
                let _ = check_call(f, value, user, is_passed_as_such);
            }
            _ => {
                let shown = [f.value(value), f.value(user)];
                return f.fail(&rules::SWIFT_ERROR_USE, &shown);
            }
        }
    }
    Ok(())
}

fn check_call(f: &mut FunctionCheck, value: Value, user: Inst, is_passed_as_such: bool) -> Checked {
    check!(f, is_passed_as_such, rules::SWIFT_ERROR_ARGUMENT, f.value(value), f.value(user));
    Ok(())
}
