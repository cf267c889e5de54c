//! `llvm.structured.gep` and `llvm.structured.alloca`: addresses in types with a target-defined layout.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::types::TypeKind;

use super::IntrinsicCall;
use crate::check::{Checked, check};
use crate::rules::intrinsics as rules;

pub(super) fn check_indices(c: &mut IntrinsicCall) -> Checked {
    let Some(mut ty) = c.element_type(0) else { return c.refuse(&rules::GEP_ELEMENT_TYPE) };
    for &index in c.args.iter().skip(1) {
        check!(c, c.cx.is_int(c.ty(index)), rules::GEP_INDEX_TYPE, c.shown());
        ty = match c.cx.kind(ty) {
            TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => *element,
            _ => {
                let Some((fields, _)) = c.cx.struct_parts(ty) else { return c.refuse(&rules::GEP_DEPTH) };
                let number = c.module.constants().as_int(c.cx, index);
                check!(c, number.is_some(), rules::GEP_FIELD, c.shown());
                let number = number.and_then(|n| usize::try_from(n.to_u64()?).ok());
                let Some(&field) = number.and_then(|n| fields.get(n)) else {
                    return c.refuse(&rules::GEP_FIELD_BOUNDS);
                };
                field
            }
        };
    }
    Ok(())
}

pub(super) fn check_alloca(c: &mut IntrinsicCall) -> Checked {
    let set = c.cx.attribute_list(c.info.attributes).result;
    let has_type = c.cx.attribute_type(set, AttrKind::ELEMENT_TYPE).is_some();
    check!(c, has_type, rules::STRUCTURED_ALLOCA_TYPE, c.shown());
    Ok(())
}
