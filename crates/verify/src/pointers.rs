//! The base of a pointer, as computed by `stripPointerCasts` and similar functions of LLVM.

use lindworm_ir::attributes::{AttrKind, AttributeList};
use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::eval::CastOp;
use lindworm_ir::instruction::{CallInfo, GepFlags};
use lindworm_ir::{InstData, Value};

use crate::check::{FunctionCheck, ModuleView};

/// The instructions that are looked through, in addition to casts between pointers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Through {
    /// `getelementptr`s with zero indices.
    Zeros,
    /// `inbounds` `getelementptr`s.
    InBounds,
}

impl Through {
    fn goes(self, view: &ModuleView, flags: GepFlags, operands: &[Value]) -> bool {
        match self {
            Through::InBounds => flags.contains(GepFlags::INBOUNDS),
            _ => operands.iter().skip(1).all(|&i| {
                let node = view.module.constants().node(i);
                node.is_some() && view.module.constants().is_zero(i)
            }),
        }
    }
}

/// The base of a constant pointer.
pub(crate) fn base_of_constant(view: &ModuleView, constant: Value, through: Through) -> Value {
    let is_pointer = |v: Value| view.cx.is_pointer(view.module.value_type(None, v));
    follow(constant, view.module.constants().len(), is_pointer, |v| constant_step(view, v, through))
}

/// Follows a pointer to its base, for a limited number of steps.
fn follow(
    pointer: Value,
    most: usize,
    is_pointer: impl Fn(Value) -> bool,
    step: impl Fn(Value) -> Option<Value>,
) -> Value {
    let mut value = pointer;
    for _ in 0..most {
        match step(value).filter(|&next| is_pointer(value) && is_pointer(next)) {
            Some(next) => value = next,
            None => break,
        }
    }
    value
}

fn constant_step(view: &ModuleView, value: Value, through: Through) -> Option<Value> {
    let ConstantData::Expr(expr) = &view.module.constants().node(value)?.data else { return None };
    match &**expr {
        ConstantExpr::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value } => Some(*value),
        ConstantExpr::GetElementPtr { flags, operands, .. } if through.goes(view, *flags, operands) => {
            operands.first().copied()
        }
        _ => None,
    }
}

/// The base of a pointer in a function, also through calls that return an argument.
pub(crate) fn base_of(f: &FunctionCheck, pointer: Value, through: Through) -> Value {
    // In unreachable code, a value may depend on itself.
    let most = f.body.inst_count() + f.module.constants().len();
    follow(pointer, most, |v| f.cx.is_pointer(f.ty(v)), |v| step(f, v, through))
}

fn step(f: &FunctionCheck, value: Value, through: Through) -> Option<Value> {
    let Some(inst) = value.as_inst() else { return constant_step(f.view, value, through) };
    match f.body_inst(inst)? {
        InstData::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. } => Some(*value),
        InstData::GetElementPtr { flags, operands, .. } => {
            let operands = f.body.list_values(operands);
            operands.first().copied().filter(|_| through.goes(f.view, *flags, operands))
        }
        data => returned_argument(f, data.call_info()?),
    }
}

/// The argument that a call returns (`returned`).
fn returned_argument(f: &FunctionCheck, call: &CallInfo) -> Option<Value> {
    let of = |list: AttributeList| {
        let params = &f.cx.attribute_list(list).params;
        params.iter().position(|&set| f.cx.has_attribute(set, AttrKind::RETURNED))
    };
    let index = of(call.attributes).or_else(|| of(f.view.function(call.callee)?.attributes))?;
    f.args(call).get(index).copied()
}
