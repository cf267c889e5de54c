//! Constants in initializers and operands.

use cranelift_entity::EntitySet;
use lindworm_ir::constant::{ConstantData, ConstantExpr, ConstantNode};
use lindworm_ir::eval::CastOp;
use lindworm_ir::value::Constant;
use lindworm_ir::{Type, Value};

use crate::check::{Checked, Checker, Mode, ModuleView};
use crate::finding::Entity;
use crate::instructions;
use crate::rule::Rule;
use crate::rules::globals as rules;

/// State of a walk.
#[derive(Default)]
pub(crate) struct Remembered {
    checked: EntitySet<Constant>,
}

/// Whether any constant of the module is, or may be, invalid. Checks each constant by itself, whether it is used or not.
pub(crate) fn are_suspicious(view: &ModuleView) -> bool {
    let checker = Checker::new(view, Mode::Detect);
    let constants = view.module.constants();
    (0..constants.len() as u32).any(|i| {
        let constant = Value::from(Constant::from_u32(i));
        constants.node(constant).is_some_and(|n| broken_rule(&checker, n).is_some())
    })
}

/// Checks a constant and its operands, unless checked before. For [`Mode::Detect`], [`are_suspicious`] does this.
pub(crate) fn check(checker: &mut Checker, constant: Value) -> Checked {
    if checker.mode == Mode::Detect {
        return Ok(());
    }
    let view = checker.view;
    let mut todo = vec![constant];
    while let Some(value) = todo.pop() {
        let (Some(id), Some(node)) = (value.as_constant(), view.module.constants().node(value)) else { continue };
        if !checker.constants.checked.insert(id) {
            continue;
        }
        if let Some(rule) = broken_rule(checker, node) {
            let shown = [Entity::of_module(value)];
            // LLVM's message does not contain the constant of this kind.
            let is_named = !matches!(node.data, ConstantData::PtrAuth(_));
            let _ = checker.fail(rule, if is_named { &shown } else { &[] });
        }
        node.data.for_each_operand(|operand| todo.push(operand));
    }
    Ok(())
}

/// The first rule that a constant violates by itself.
fn broken_rule(checker: &Checker, node: &ConstantNode) -> Option<&'static Rule> {
    match &node.data {
        ConstantData::Expr(expr) => match **expr {
            ConstantExpr::Cast { op: op @ (CastOp::BitCast | CastOp::PtrToAddr), value } => {
                let from = checker.module.value_type(None, value);
                instructions::rule_against_cast(checker, op, from, node.ty)
            }
            _ => None,
        },
        ConstantData::PtrAuth(parts) => rule_against_signed_pointer(checker.view, node.ty, parts),
        _ => None,
    }
}

/// The first rule that a `ptrauth` constant violates.
fn rule_against_signed_pointer(view: &ModuleView, ty: Type, parts: &[Value; 5]) -> Option<&'static Rule> {
    let (constants, cx) = (view.module.constants(), view.cx);
    let [pointer, key, discriminator, address, deactivation] = *parts;
    let type_of = |value| view.module.value_type(None, value);
    let is_pointer = |value| cx.is_pointer(type_of(value));
    let is_int = |value, ty| {
        type_of(value) == ty && matches!(constants.node(value).map(|n| &n.data), Some(ConstantData::Int(_)))
    };
    let is_null = |value| constants.node(value).is_some_and(|n| matches!(n.data, ConstantData::Null));
    let conditions = [
        (is_pointer(pointer), &rules::SIGNED_POINTER),
        (ty == type_of(pointer), &rules::SIGNED_POINTER_TYPE),
        (is_int(key, Type::I32), &rules::SIGNED_POINTER_KEY),
        (is_pointer(address), &rules::SIGNED_POINTER_ADDRESS),
        (is_int(discriminator, Type::I64), &rules::SIGNED_POINTER_DISCRIMINATOR),
        (is_pointer(deactivation), &rules::SIGNED_POINTER_DEACTIVATION_TYPE),
        (deactivation.as_global().is_some() || is_null(deactivation), &rules::SIGNED_POINTER_DEACTIVATION),
    ];
    conditions.into_iter().find(|(holds, _)| !holds).map(|(_, rule)| rule)
}
