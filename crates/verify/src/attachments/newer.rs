//! Attachments of kinds that LLVM 22 does not know.

use lindworm_ir::{Inst, InstData, Metadata, MetadataKind, Type, TypeKind};

use super::{int, is_call, operand, operands};
use crate::check::{Checked, FunctionCheck, check};
use crate::intrinsics::FLOAT_CLASSES;
use crate::rules::attachments as rules;

pub(super) fn check(f: &mut FunctionCheck, inst: Inst, attachments: &[(MetadataKind, Metadata)]) -> Checked {
    for &(kind, m) in attachments.iter().filter(|(kind, _)| !kind.is_fixed()) {
        let _ = match f.cx.metadata_kind_name(kind) {
            b"nofpclass" => check_nofpclass(f, inst, m),
            b"inline_history" => check_inline_history(f, inst, m),
            _ => Ok(()),
        };
    }
    Ok(())
}

fn check_nofpclass(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    check!(f, matches!(f.body.inst(inst), InstData::Load { .. }), rules::NOFPCLASS_PLACE, f.value(inst));
    let mut ty = f.body.inst_type(inst);
    while let TypeKind::Array { element, .. } = *f.cx.kind(ty) {
        ty = element;
    }
    let fields = f.cx.struct_parts(ty).map(|(fields, _)| fields);
    let is_float = |ty: Type| f.cx.is_float_or_float_vector(ty);
    let floats = fields.map_or(is_float(ty), |fields| fields.first().is_some_and(|&ty| is_float(ty)));
    check!(f, floats, rules::NOFPCLASS_TYPE, f.value(inst));
    let words = operands(f.view, m);
    check!(f, words.len() == 1, rules::NOFPCLASS_COUNT, f.value(inst));
    let mask = int(f, operand(words, 0)).filter(|&v| f.module.value_type(None, v) == Type::I32);
    check!(f, mask.is_some(), rules::NOFPCLASS_INT, f.value(inst));
    let mask = mask.and_then(|v| f.module.constants.as_u64(v)).unwrap_or(0);
    check!(f, mask != 0, rules::NOFPCLASS_EMPTY, f.value(inst));
    check!(f, mask & !FLOAT_CLASSES == 0, rules::NOFPCLASS_MASK, f.value(inst));
    Ok(())
}

fn check_inline_history(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    check!(f, is_call(f, inst), rules::INLINE_HISTORY_PLACE, f.value(inst));
    for &word in operands(f.view, m) {
        let is_function = Metadata::from_word(word).is_none_or(|m| {
            let value = f.view.constant(m);
            value.is_some_and(|v| f.view.function(v).is_some())
        });
        check!(f, is_function, rules::INLINE_HISTORY_FUNCTIONS, f.value(inst), m);
    }
    Ok(())
}
