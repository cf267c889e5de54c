//! What LLVM 14 knew of addresses of globals when it folded constant expressions. Today's LLVM leaves it to instructions.

use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::eval::{CastOp, IntPredicate};
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::module::Linkage;
use lindworm_ir::{Global, Module, Type, Value};

/// What must be known of a global, which may not be in its module yet.
#[derive(Clone, Copy, Debug)]
pub struct KnownGlobal {
    /// The type of what it holds.
    pub value_type: Type,
    /// Its linkage.
    pub linkage: Linkage,
    /// Whether its address does not matter: `unnamed_addr`.
    pub unnamed_addr: bool,
    /// Whether it is an alias or ifunc.
    pub is_alias: bool,
}

/// How one address is to another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Unequal,
    /// Greater, without a sign.
    Greater,
}

/// Whether `icmp` of two constants holds, as far as it is about addresses of globals and null.
pub fn fold_icmp(
    module: &Module,
    predicate: IntPredicate,
    lhs: Value,
    rhs: Value,
    known: impl Fn(Global) -> Option<KnownGlobal>,
) -> Option<bool> {
    if module.constants.is_zero(lhs) && !module.constants.is_zero(rhs) {
        return fold_icmp(module, predicate.swapped(), rhs, lhs, known);
    }
    use IntPredicate::*;
    match (relation(module, lhs, rhs, known)?, predicate) {
        (_, Eq) => Some(false),
        (_, Ne) => Some(true),
        (Relation::Greater, Ugt | Uge) => Some(true),
        (Relation::Greater, Ult | Ule) => Some(false),
        _ => None,
    }
}

fn relation(
    module: &Module,
    lhs: Value,
    rhs: Value,
    known: impl Fn(Global) -> Option<KnownGlobal>,
) -> Option<Relation> {
    let (lhs_type, is_null) = (module.value_type(None, lhs), module.constants.is_zero(rhs));
    if let (Some(&ConstantExpr::Cast { op: CastOp::PtrToInt, value }), true) = (expression(module, lhs), is_null) {
        let null = module.constants.zero(&module.context, module.value_type(None, value));
        return relation(module, value, null, known);
    }
    let (base, in_bounds) = match expression(module, lhs) {
        Some(ConstantExpr::GetElementPtr { flags, operands, .. }) if is_null => {
            (operands.first()?.as_global()?, flags.contains(GepFlags::INBOUNDS))
        }
        _ => (lhs.as_global()?, false),
    };
    let global = known(base)?;
    if is_null {
        let is_object = !global.is_alias && module.context.addr_space(lhs_type) == Some(0);
        let surely_there = if lhs.as_global().is_some() { is_object } else { in_bounds };
        return (global.linkage != Linkage::ExternalWeak && surely_there).then_some(Relation::Greater);
    }
    let other = rhs.as_global().filter(|&other| other != base)?;
    let is_own = |global: KnownGlobal| {
        let interposable =
            matches!(global.linkage, Linkage::WeakAny | Linkage::LinkOnceAny | Linkage::Common | Linkage::ExternalWeak);
        !global.is_alias && !interposable && !global.unnamed_addr && holds_something(module, global.value_type)
    };
    (is_own(global) && is_own(known(other)?)).then_some(Relation::Unequal)
}

/// Whether what has no size, or none but 0, may be at the address of something else.
fn holds_something(module: &Module, ty: Type) -> bool {
    let cx = &module.context;
    cx.is_function(ty)
        || module.data_layout.is_sized(cx, ty) && module.data_layout.store_size(cx, ty).is_some_and(|size| size.min > 0)
}

fn expression(module: &Module, value: Value) -> Option<&ConstantExpr> {
    match &module.constants.node(value)?.data {
        ConstantData::Expr(expr) => Some(expr),
        _ => None,
    }
}
