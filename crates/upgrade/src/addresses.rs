//! Facts about addresses of globals that LLVM 14 used to fold constant expressions. Later versions do not fold them.

use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::eval::{CastOp, IntPredicate};
use lindworm_ir::instruction::{Align, GepFlags};
use lindworm_ir::module::Linkage;
use lindworm_ir::{Global, Module, Type, Value};

/// The properties of a global that folding needs. The global may not be in its module yet.
#[derive(Clone, Copy, Debug)]
pub struct KnownGlobal {
    /// Its value type.
    pub value_type: Type,
    /// Its linkage.
    pub linkage: Linkage,
    /// Whether its address is not significant: `unnamed_addr`.
    pub unnamed_addr: bool,
    /// Whether it is an alias or ifunc.
    pub is_alias: bool,
    /// Its explicit alignment.
    pub align: Align,
    /// Whether it has no initializer.
    pub is_declaration: bool,
}

/// The alignment of the address of a global in bytes, as assumed by LLVM 14. For a function, from the data layout, or else
/// 4.
pub(crate) fn alignment(module: &Module, global: KnownGlobal) -> Option<u64> {
    let (cx, layout, ty) = (module.context(), module.data_layout(), global.value_type);
    if global.is_alias {
        return None;
    }
    if cx.is_function(ty) {
        return Some(layout.function_pointer_align.bytes().unwrap_or(4));
    }
    if let Some(align) = global.align.bytes() {
        return Some(align);
    }
    let may_be_replaced = matches!(
        global.linkage,
        Linkage::WeakAny
            | Linkage::WeakOdr
            | Linkage::LinkOnceAny
            | Linkage::LinkOnceOdr
            | Linkage::Common
            | Linkage::ExternalWeak
            | Linkage::AvailableExternally
    );
    if may_be_replaced || global.is_declaration {
        return layout.abi_align(cx, ty)?.bytes();
    }
    let align = layout.preferred_align(cx, ty)?.bytes()?;
    // A non-interposable object of more than 16 bytes is aligned to 16 bytes.
    let is_large = layout.store_size(cx, ty).is_some_and(|size| size.min > 16);
    Some(if is_large { align.max(16) } else { align })
}

/// A known relation between two addresses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Unequal,
    /// Greater, unsigned.
    Greater,
}

/// Folds an `icmp` of two constants, if they are addresses of globals or null; with `as_ints`, also addresses as integers
/// and 0.
pub fn fold_icmp(
    module: &Module,
    predicate: IntPredicate,
    lhs: Value,
    rhs: Value,
    as_ints: bool,
    known: impl Fn(Global) -> Option<KnownGlobal>,
) -> Option<bool> {
    if module.constants().is_zero(lhs) && !module.constants().is_zero(rhs) {
        return fold_icmp(module, predicate.swapped(), rhs, lhs, as_ints, known);
    }
    use IntPredicate::*;
    match (relation(module, lhs, rhs, as_ints, known)?, predicate) {
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
    as_ints: bool,
    known: impl Fn(Global) -> Option<KnownGlobal>,
) -> Option<Relation> {
    let (lhs_type, is_null) = (module.value_type(None, lhs), module.constants().is_zero(rhs));
    if let (Some(&ConstantExpr::Cast { op: CastOp::PtrToInt, value }), true) =
        (expression(module, lhs), as_ints && is_null)
    {
        let null = module.constants().zero(module.context(), module.value_type(None, value));
        return relation(module, value, null, as_ints, known);
    }
    let (base, in_bounds) = match expression(module, lhs) {
        Some(ConstantExpr::GetElementPtr { flags, operands, .. }) if is_null => {
            (operands.first()?.as_global()?, flags.contains(GepFlags::INBOUNDS))
        }
        _ => (lhs.as_global()?, false),
    };
    let global = known(base)?;
    if is_null {
        let is_object = !global.is_alias && module.context().addr_space(lhs_type) == Some(0);
        let surely_there = if lhs.as_global().is_some() { is_object } else { in_bounds };
        return (global.linkage != Linkage::ExternalWeak && surely_there).then_some(Relation::Greater);
    }
    let other = rhs.as_global().filter(|&other| other != base)?;
    let is_own = |global: KnownGlobal| {
        !global.is_alias
            && !global.linkage.is_interposable()
            && !global.unnamed_addr
            && holds_something(module, global.value_type)
    };
    (is_own(global) && is_own(known(other)?)).then_some(Relation::Unequal)
}

/// Whether an object of this type is known to have bytes, so that its address differs from that of other objects.
fn holds_something(module: &Module, ty: Type) -> bool {
    let cx = module.context();
    cx.is_function(ty)
        || module.data_layout().is_sized(cx, ty)
            && module.data_layout().store_size(cx, ty).is_some_and(|size| size.min > 0)
}

fn expression(module: &Module, value: Value) -> Option<&ConstantExpr> {
    match &module.constants().node(value)?.data {
        ConstantData::Expr(expr) => Some(expr),
        _ => None,
    }
}
