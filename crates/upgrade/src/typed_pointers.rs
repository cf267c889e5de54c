//! Attributes that replace information in typed pointers of LLVM 14 and earlier.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeList, AttributeSet};
use lindworm_ir::eval::CastOp;
use lindworm_ir::inline_asm::{self, ConstraintKind};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Context, Type};
use smallvec::SmallVec;

/// The intrinsics that need the `elementtype` of an argument, with the index of the argument.
const ELEMENT_TYPES: [(IntrinsicId, usize); 10] = [
    (IntrinsicId::PRESERVE_ARRAY_ACCESS_INDEX, 0),
    (IntrinsicId::PRESERVE_STRUCT_ACCESS_INDEX, 0),
    (IntrinsicId::AARCH64_LDAXR, 0),
    (IntrinsicId::AARCH64_LDXR, 0),
    (IntrinsicId::AARCH64_STLXR, 1),
    (IntrinsicId::AARCH64_STXR, 1),
    (IntrinsicId::ARM_LDAEX, 0),
    (IntrinsicId::ARM_LDREX, 0),
    (IntrinsicId::ARM_STLEX, 1),
    (IntrinsicId::ARM_STREX, 1),
];

/// The intermediate integer type of a `bitcast` between address spaces, as written by LLVM 3.3 and earlier; `None` for
/// other casts.
pub fn integer_between(cx: &Context, op: CastOp, from: Type, to: Type) -> Option<Type> {
    if op != CastOp::BitCast || cx.addr_space(from)? == cx.addr_space(to)? {
        return None;
    }
    let int = cx.with_scalar(from, Type::I64);
    let is_valid = cx.cast_is_valid(CastOp::PtrToInt, from, int) && cx.cast_is_valid(CastOp::IntToPtr, int, to);
    is_valid.then_some(int)
}

/// The callee of a call, for [`upgrade_call`].
#[derive(Clone, Copy, Debug)]
pub enum Callee<'a> {
    /// Inline assembly with these constraints.
    InlineAsm(&'a [u8]),
    /// A function, with its intrinsic if it is one.
    Function(Option<IntrinsicId>),
}

/// Upgrades the attributes of a call with `args` arguments. `pointee` gives the pointee type of an argument with a typed
/// pointer. An error about missing information is LLVM's message.
pub fn upgrade_call(
    cx: &Context,
    list: AttributeList,
    callee: Callee<'_>,
    args: usize,
    pointee: impl Fn(usize) -> Option<Type>,
) -> Result<AttributeList, &'static str> {
    let data = cx.attribute_list(list);
    let mut params: SmallVec<[AttributeSet; 8]> = SmallVec::new();
    let mut set = |arg: usize, attribute: Attribute| {
        if params.is_empty() {
            params.extend_from_slice(&data.params);
            params.resize(args.max(data.params.len()), AttributeSet::EMPTY);
        }
        if let Some(param) = params.get_mut(arg) {
            *param = cx.with_attribute(*param, attribute);
        }
    };
    for (i, &attributes) in data.params.iter().enumerate().take(args) {
        for kind in [AttrKind::BY_VAL, AttrKind::STRUCT_RET, AttrKind::IN_ALLOCA] {
            if cx.has_attribute(attributes, kind) && cx.attribute_type(attributes, kind).is_none() {
                let ty = pointee(i).ok_or("Missing element type for typed attribute upgrade")?;
                set(i, Attribute::Type(kind, Some(ty)));
            }
        }
    }
    let mut element_type = |arg: usize, fault: &'static str| {
        if !cx.has_attribute(data.param(arg), AttrKind::ELEMENT_TYPE) {
            set(arg, Attribute::Type(AttrKind::ELEMENT_TYPE, Some(pointee(arg).ok_or(fault)?)));
        }
        Ok(())
    };
    match callee {
        Callee::InlineAsm(constraints) => {
            let constraints = inline_asm::parse(constraints).unwrap_or_default();
            let takes_arg = |c: &&inline_asm::Constraint<'_>| match c.kind {
                ConstraintKind::Input => true,
                ConstraintKind::Output => c.indirect,
                ConstraintKind::Clobber | ConstraintKind::Label => false,
            };
            for (arg, constraint) in constraints.iter().filter(takes_arg).enumerate() {
                if constraint.indirect {
                    element_type(arg, "Missing element type for inline asm upgrade")?;
                }
            }
        }
        Callee::Function(intrinsic) => {
            if let Some((_, arg)) = ELEMENT_TYPES.iter().find(|(id, _)| Some(*id) == intrinsic) {
                element_type(*arg, "Missing element type for elementtype upgrade")?;
            }
        }
    }
    Ok(match params.is_empty() {
        true => list,
        false => cx.make_attribute_list(data.function, data.result, &params),
    })
}
