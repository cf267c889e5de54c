//! `llvm.call.preallocated.*`: memory for arguments that is allocated before the call.

use lindworm_ir::Value;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::intrinsics::IntrinsicId;

use super::IntrinsicCall;
use crate::calls::bundles;
use crate::check::{Checked, check};
use crate::rules::intrinsics as rules;

const TAG: &[u8] = b"preallocated";

pub(super) fn check_setup(c: &mut IntrinsicCall) -> Checked {
    let Some(count) = c.int(0) else { return Ok(()) };
    let token = Value::from(c.inst);
    let users: Vec<_> = c.users().users_of(token).collect();
    let mut found = false;
    for user in users {
        let call = c.body_inst(user).and_then(|i| i.call_info());
        let Some(call) = call else { return c.fail(&rules::PREALLOCATED_USER, &[]) };
        let args = c.args(call);
        match c.called_intrinsic(call) {
            Some(IntrinsicId::CALL_PREALLOCATED_ARG) => {
                let index = args.get(1).and_then(|&v| c.module.constants().as_u64(v));
                let Some(index) = index else { return c.fail(&rules::PREALLOCATED_CONSTANT, &[]) };
                let (index, count) = (index as u32 as i32, count as u32 as i32);
                check!(c, (0..count).contains(&index), rules::PREALLOCATED_INDEX);
            }
            Some(IntrinsicId::CALL_PREALLOCATED_TEARDOWN) => {}
            _ => {
                check!(c, !found, rules::PREALLOCATED_ONE_CALL);
                found = true;
                let is_preallocated = |&i: &usize| c.arg_has_attribute(call, i, AttrKind::PREALLOCATED);
                let preallocated = (0..args.len()).filter(is_preallocated).count() as u64;
                check!(c, preallocated != 0, rules::PREALLOCATED_NO_ARGUMENTS);
                check!(c, preallocated == count, rules::PREALLOCATED_COUNT, c.shown(), c.value(user));
                let mut tokens = bundles::of(c, call).filter(|(tag, _)| *tag == TAG).map(|(_, inputs)| inputs.first());
                match (tokens.next(), tokens.next()) {
                    (Some(_), Some(_)) => return Ok(()),
                    (Some(first), None) => check!(c, first == Some(&token), rules::PREALLOCATED_TOKEN),
                    _ => return c.fail(&rules::PREALLOCATED_BUNDLE, &[]),
                }
            }
        }
    }
    Ok(())
}

pub(super) fn check_argument(c: &mut IntrinsicCall) -> Checked {
    check!(c, is_set_up(c), rules::PREALLOCATED_ARG_TOKEN);
    let function = |list| c.cx.has_attribute(c.cx.attribute_list(list).function, AttrKind::PREALLOCATED);
    let declared = c.view.function(c.info.callee).is_some_and(|f| function(f.attributes));
    check!(c, function(c.info.attributes) || declared, rules::PREALLOCATED_ATTRIBUTE);
    Ok(())
}

pub(super) fn check_teardown(c: &mut IntrinsicCall) -> Checked {
    check!(c, is_set_up(c), rules::PREALLOCATED_TEARDOWN_TOKEN);
    Ok(())
}

/// Whether the first argument is the result of `llvm.call.preallocated.setup`.
fn is_set_up(c: &IntrinsicCall) -> bool {
    c.arg(0).is_some_and(|v| c.call_of(v, IntrinsicId::CALL_PREALLOCATED_SETUP).is_some())
}
