//! What LLVM 14 knew of addresses of globals when it folded constant expressions. Today's LLVM leaves it to instructions.

use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::eval::{CastOp, IntPredicate};
use lindworm_ir::instruction::{Align, GepFlags};
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
    /// The alignment that is said of it.
    pub align: Align,
    /// Whether it has no initializer.
    pub is_declaration: bool,
}

/// Of how many bytes the address of a global is a multiple, as LLVM 14 took it: of 4 for a function, unless the data layout tells it.
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
    // An object of more than 128 bits that is one's own is put at a multiple of 16 bytes.
    let is_large = layout.store_size(cx, ty).is_some_and(|size| size.min > 16);
    Some(if is_large { align.max(16) } else { align })
}

/// How one address is to another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Unequal,
    /// Greater, without a sign.
    Greater,
}

/// Whether `icmp` of two constants holds, as far as it is about addresses of globals and null, and if `as_ints` is said, addresses as
/// integers and 0.
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
        let interposable =
            matches!(global.linkage, Linkage::WeakAny | Linkage::LinkOnceAny | Linkage::Common | Linkage::ExternalWeak);
        !global.is_alias && !interposable && !global.unnamed_addr && holds_something(module, global.value_type)
    };
    (is_own(global) && is_own(known(other)?)).then_some(Relation::Unequal)
}

/// Whether what has no size, or none but 0, may be at the address of something else.
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
