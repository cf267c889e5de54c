//! Attributes of a parameter, argument or result, and compatibility with the type.

use lindworm_ir::attributes::{AttrKind, AttrPlace, Attribute, AttributeSet, FpClass};
use lindworm_ir::hash::HashSet;
use lindworm_ir::target_type::TargetProperties;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Context, Type};

use super::{check_place, check_values, fail_of};
use crate::check::{Checked, Checker, check};
use crate::finding::Entity;
use crate::rule::Rule;
use crate::rules::attributes as rules;
use crate::rules::globals::HUGE_ALIGNMENT;

/// The maximum alignment in bytes.
const MAX_ALIGN: u64 = 1 << 32;

/// Mutually exclusive pairs, in the order of the checks.
static CONTRADICTIONS: [(AttrKind, AttrKind, &Rule); 9] = [
    (AttrKind::IN_ALLOCA, AttrKind::READ_ONLY, &rules::INALLOCA_READONLY),
    (AttrKind::STRUCT_RET, AttrKind::RETURNED, &rules::SRET_RETURNED),
    (AttrKind::ZERO_EXT, AttrKind::SIGN_EXT, &rules::ZEROEXT_SIGNEXT),
    (AttrKind::READ_NONE, AttrKind::READ_ONLY, &rules::READNONE_READONLY),
    (AttrKind::READ_NONE, AttrKind::WRITE_ONLY, &rules::READNONE_WRITEONLY),
    (AttrKind::READ_ONLY, AttrKind::WRITE_ONLY, &rules::READONLY_WRITEONLY),
    (AttrKind::NO_INLINE, AttrKind::ALWAYS_INLINE, &rules::NOINLINE_ALWAYSINLINE),
    (AttrKind::WRITABLE, AttrKind::READ_NONE, &rules::WRITABLE_READNONE),
    (AttrKind::WRITABLE, AttrKind::READ_ONLY, &rules::WRITABLE_READONLY),
];

/// Attributes that pass memory of a given type, which must be sized and not too large.
static OF_MEMORY: [(AttrKind, &Rule, &Rule); 4] = [
    (AttrKind::BY_VAL, &rules::BYVAL_UNSIZED, &rules::BYVAL_HUGE),
    (AttrKind::BY_REF, &rules::BYREF_UNSIZED, &rules::BYREF_HUGE),
    (AttrKind::IN_ALLOCA, &rules::INALLOCA_UNSIZED, &rules::INALLOCA_HUGE),
    (AttrKind::PREALLOCATED, &rules::PREALLOCATED_UNSIZED, &rules::PREALLOCATED_HUGE),
];

pub(super) fn check(checker: &mut Checker, set: AttributeSet, ty: Type, shown: &Entity) -> Checked {
    let cx = checker.cx;
    let kinds = cx.attribute_kinds(set);
    check_values(checker, set, shown);
    check_place(checker, set, AttrPlace::PARAM, &rules::NOT_FOR_PARAMETER, shown)?;
    if kinds.contains(AttrKind::IMM_ARG) {
        let others = cx.attribute_set(set).len() - usize::from(kinds.contains(AttrKind::RANGE));
        check!(checker, others == 1, rules::IMMARG_ALONE, shown.clone());
    }
    let in_register = kinds.contains(AttrKind::STRUCT_RET) || kinds.contains(AttrKind::IN_REG);
    let passed = [AttrKind::BY_VAL, AttrKind::IN_ALLOCA, AttrKind::PREALLOCATED, AttrKind::NEST, AttrKind::BY_REF];
    let ways = passed.iter().filter(|kind| kinds.contains(**kind)).count() + usize::from(in_register);
    check!(checker, ways <= 1, rules::WAYS_OF_PASSING, shown.clone());
    for (a, b, rule) in &CONTRADICTIONS {
        check!(checker, !(kinds.contains(*a) && kinds.contains(*b)), **rule, shown.clone());
    }
    let incompatible = cx.incompatible_attributes(ty, set);
    if incompatible.intersects(kinds) {
        let is_wrong = |a: &&Attribute| a.kind().is_some_and(|kind| incompatible.contains(kind));
        if let Some(attribute) = cx.attribute_set(set).iter().find(is_wrong) {
            return fail_of(checker, &rules::INCOMPATIBLE_TYPE, attribute, shown);
        }
    }
    if cx.is_pointer(ty) {
        check_pointer(checker, set, shown)?;
    }
    check_numbers(checker, set, shown)
}

fn check_pointer(checker: &mut Checker, set: AttributeSet, shown: &Entity) -> Checked {
    let cx = checker.cx;
    let align = cx.attribute_int(set, AttrKind::ALIGN);
    check!(checker, align.is_none_or(|bytes| bytes <= MAX_ALIGN), HUGE_ALIGNMENT, shown.clone());
    for (kind, unsized_, huge) in &OF_MEMORY {
        if !cx.has_attribute(set, *kind) {
            continue;
        }
        let ty = cx.attribute_type(set, *kind);
        let size = ty.and_then(|ty| checker.module.data_layout().alloc_size(cx, ty));
        check!(checker, size.is_some(), **unsized_, shown.clone());
        if *kind == AttrKind::BY_VAL {
            let local = ty.is_some_and(|ty| may_be_local(cx, ty));
            check!(checker, local, rules::BYVAL_TARGET_TYPE, shown.clone());
        }
        check!(checker, size.is_some_and(|size| size.min < 1 << 32), **huge, shown.clone());
    }
    Ok(())
}

fn check_numbers(checker: &mut Checker, set: AttributeSet, shown: &Entity) -> Checked {
    let cx = checker.cx;
    if let Some(Attribute::Ranges(_, ranges)) = cx.attribute(set, AttrKind::INITIALIZES) {
        check!(checker, !ranges.is_empty(), rules::INITIALIZES_EMPTY, shown.clone());
        let in_order = ranges.iter().all(|(lower, upper)| lower.scmp(upper).is_lt())
            && ranges.windows(2).all(|pair| matches!(pair, [a, b] if a.1.scmp(&b.0).is_lt()));
        check!(checker, in_order, rules::INITIALIZES_UNORDERED, shown.clone());
    }
    if let Some(mask) = cx.attribute_int(set, AttrKind::NO_FP_CLASS) {
        check!(checker, mask != 0, rules::NOFPCLASS_NONE, shown.clone());
        check!(checker, mask & !u64::from(FpClass::all().bits()) == 0, rules::NOFPCLASS_MASK, shown.clone());
    }
    Ok(())
}

/// Whether the type may be on the stack: all `target` types in it must allow it.
fn may_be_local(cx: &Context, ty: Type) -> bool {
    let mut seen = HashSet::default();
    let mut todo = vec![ty];
    while let Some(ty) = todo.pop() {
        match cx.kind(ty) {
            TypeKind::Array { element, .. } => todo.push(*element),
            TypeKind::Target { .. } => {
                if !cx.target_type(ty).is_some_and(|t| t.properties.contains(TargetProperties::LOCAL)) {
                    return false;
                }
            }
            _ => {
                if let Some((fields, _)) = cx.struct_parts(ty)
                    && seen.insert(ty)
                {
                    todo.extend_from_slice(fields);
                }
            }
        }
    }
    true
}
