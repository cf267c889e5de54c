//! Variables from which leak checkers follow pointers: what is stored in them stays, so that the memory is not reported as leaked.

use lindworm_ir::editor::Editor;
use lindworm_ir::module::Linkage;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Global, InstData, Module, Type, Value};

use crate::effects::{has_side_effects, is_allocation};

/// The maximum number of types that are looked at in a variable.
const MAX_TYPES: usize = 20;
/// The maximum number of operations from an allocation to the stored pointer.
const MAX_STEPS: usize = 16;

/// Whether a variable may hold pointers that a leak checker finds.
pub(super) fn is_root(module: &Module, variable: Global) -> bool {
    let Some(global) = module.global(variable) else { return false };
    if global.linkage == Linkage::Private {
        return false;
    }
    let cx = module.context();
    let mut pending: Vec<Type> = vec![global.value_type];
    for _ in 0..MAX_TYPES {
        let Some(ty) = pending.pop() else { return false };
        if cx.is_pointer_or_pointer_vector(ty) {
            return true;
        }
        match cx.kind(ty) {
            TypeKind::Array { element, .. } => pending.push(*element),
            TypeKind::Struct { .. } | TypeKind::Identified(_) => match cx.struct_parts(ty) {
                Some((fields, _)) => pending.extend(fields),
                None => return true,
            },
            _ => {}
        }
    }
    true
}

/// Whether a stored value is no memory that may leak: a constant, or memory that is allocated only to be stored.
pub(super) fn is_removable(editor: &Editor<'_>, mut value: Value) -> bool {
    let body = editor.body();
    for _ in 0..MAX_STEPS {
        let Some(inst) = value.as_inst() else { return value.is_constant() || value.as_global().is_some() };
        if !editor.uses().has_one_use(value) {
            return false;
        }
        match body.inst(inst) {
            InstData::Call { call, .. } => return is_allocation(editor.module(), call),
            InstData::Cast { value: from, .. } => value = *from,
            InstData::GetElementPtr { operands, .. } => match body.list_values(operands) {
                [base, indices @ ..] if indices.iter().all(|v| v.is_constant()) => value = *base,
                _ => return false,
            },
            InstData::Freeze { value: from } | InstData::FNeg { value: from, .. }
                if !has_side_effects(editor, inst) =>
            {
                value = *from;
            }
            _ => return false,
        }
    }
    false
}
