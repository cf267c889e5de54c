//! Attributes: permitted positions, and incompatible combinations.

mod function;
mod parameter;
mod vector_abi;

use lindworm_ir::attributes::{AttrClass, AttrKind, AttrKinds, AttrPlace, Attribute, AttributeList, AttributeSet};
use lindworm_ir::hash::{HashSet, hash_one};
use lindworm_ir::{Context, Type};

use crate::check::{Checked, Checker, check};
use crate::finding::Entity;
use crate::rule::Rule;
use crate::rules::attributes as rules;

/// The owner of an attribute list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    Function,
    Intrinsic,
    InlineAsm,
}

/// The inputs that determine the validity of an attribute list.
type Use = (AttributeList, Type, Owner);

/// The attribute lists and sets that the walk has found to be valid.
#[derive(Default)]
pub(crate) struct Remembered {
    lists: HashSet<Use>,
    /// A cache of some of `lists`, indexed by hash, since calls often repeat.
    recent: [Option<Use>; 32],
    /// Sets of parameters and results, with the type.
    parameters: HashSet<(AttributeSet, Type)>,
    /// Sets of functions and calls, independent of types.
    functions: HashSet<AttributeSet>,
}

/// Checks the attributes of a function or call with this function type.
#[inline]
pub(crate) fn check(
    checker: &mut Checker,
    function_type: Type,
    list: AttributeList,
    owner: Owner,
    shown: &Entity,
) -> Checked {
    if list == AttributeList::EMPTY {
        return Ok(());
    }
    let subject = (list, function_type, owner);
    let place = hash_one(subject) as usize % checker.attributes.recent.len();
    if checker.attributes.recent.get(place) == Some(&Some(subject)) {
        return Ok(());
    }
    if !checker.attributes.lists.contains(&subject) {
        let (checked, good) = observe(checker, |checker| check_list(checker, subject, shown));
        if !good {
            return checked;
        }
        checker.attributes.lists.insert(subject);
    }
    if let Some(recent) = checker.attributes.recent.get_mut(place) {
        *recent = Some(subject);
    }
    Ok(())
}

/// Checks the attributes of a parameter, argument or result with this type.
pub(crate) fn check_parameter(checker: &mut Checker, set: AttributeSet, ty: Type, shown: &Entity) -> Checked {
    if set.is_empty() || checker.attributes.parameters.contains(&(set, ty)) {
        return Ok(());
    }
    let (checked, good) = observe(checker, |checker| parameter::check(checker, set, ty, shown));
    if good {
        checker.attributes.parameters.insert((set, ty));
    }
    checked
}

/// Runs a check, and returns whether it found nothing at all, including violations that did not stop it.
fn observe(checker: &mut Checker, check: impl FnOnce(&mut Checker) -> Checked) -> (Checked, bool) {
    let broken = std::mem::replace(&mut checker.broken, false);
    let checked = check(checker);
    let good = !checker.broken;
    checker.broken |= broken;
    (checked, good)
}

/// Attributes that are unique in a list, or restricted to some positions, in the order of the checks.
static PLACED: [(AttrKind, &Rule); 7] = [
    (AttrKind::NEST, &rules::NEST_TWICE),
    (AttrKind::RETURNED, &rules::RETURNED_TWICE),
    (AttrKind::STRUCT_RET, &rules::SRET_TWICE),
    (AttrKind::SWIFT_SELF, &rules::SWIFTSELF_TWICE),
    (AttrKind::SWIFT_ASYNC, &rules::SWIFTASYNC_TWICE),
    (AttrKind::SWIFT_ERROR, &rules::SWIFTERROR_TWICE),
    (AttrKind::IN_ALLOCA, &rules::INALLOCA_PLACE),
];

fn check_list(checker: &mut Checker, (list, function_type, owner): Use, shown: &Entity) -> Checked {
    let cx = checker.cx;
    check!(checker, cx.has_attribute_list(list), rules::OTHER_CONTEXT, shown.clone());
    let Some((result, params, _)) = cx.function_parts(function_type) else { return Ok(()) };
    let list = cx.attribute_list(list);
    check_place(checker, list.result, AttrPlace::RETURN, &rules::NOT_FOR_RESULT, shown)?;
    let _ = check_parameter(checker, list.result, result, shown);
    let mut seen = AttrKinds::NONE;
    for (index, (&set, &ty)) in list.params.iter().zip(params).enumerate() {
        if set.is_empty() {
            continue;
        }
        let kinds = cx.attribute_kinds(set);
        if owner != Owner::Intrinsic {
            check!(checker, !kinds.contains(AttrKind::IMM_ARG), rules::IMMARG_OF_FUNCTION, shown.clone());
            let elementtype = kinds.contains(AttrKind::ELEMENT_TYPE);
            check!(checker, !elementtype || owner == Owner::InlineAsm, rules::ELEMENTTYPE_OF_FUNCTION, shown.clone());
        }
        let _ = check_parameter(checker, set, ty, shown);
        for (kind, once) in PLACED.iter().filter(|(kind, _)| kinds.contains(*kind)) {
            match *kind {
                AttrKind::IN_ALLOCA => check!(checker, index + 1 == params.len(), **once, shown.clone()),
                _ => check!(checker, !seen.contains(*kind), **once, shown.clone()),
            }
            match *kind {
                AttrKind::RETURNED => check!(checker, is_lossless(cx, ty, result), rules::RETURNED_TYPE, shown.clone()),
                AttrKind::STRUCT_RET => check!(checker, index < 2, rules::SRET_PLACE, shown.clone()),
                _ => {}
            }
        }
        seen = seen.union(kinds);
    }
    function::check(checker, list, function_type, shown)
}

/// Checks that the attributes of a set are permitted in their position; reports only the first violation.
fn check_place(
    checker: &mut Checker,
    set: AttributeSet,
    place: AttrPlace,
    rule: &'static Rule,
    shown: &Entity,
) -> Checked {
    let attributes = checker.cx.attribute_set(set);
    match attributes.iter().find(|attribute| attribute.kind().is_some_and(|kind| !kind.fits(place))) {
        Some(attribute) => fail_of(checker, rule, attribute, shown),
        None => Ok(()),
    }
}

/// Reports a violation of a rule whose message contains an attribute.
#[cold]
fn fail_of(checker: &mut Checker, rule: &'static Rule, attribute: &Attribute, shown: &Entity) -> Checked {
    let mut text = Vec::new();
    attribute.write(&mut text, checker.module.version(), false, &mut |out, ty| checker.cx.write_type(out, ty));
    checker.fail_with(rule, &[&text], std::slice::from_ref(shown))
}

/// String attributes whose value is `true`, `false` or empty.
const BOOLEAN: [&[u8]; 11] = [
    b"marked_for_windows_hot_patching",
    b"allow_direct_access_in_hot_patch_function",
    b"less-precise-fpmad",
    b"no-infs-fp-math",
    b"no-nans-fp-math",
    b"no-signed-zeros-fp-math",
    b"no-jump-tables",
    b"no-inline-line-tables",
    b"profile-sample-accurate",
    b"use-sample-profile",
    b"loader-replaceable",
];

/// Checks the values of attributes, including string attributes.
fn check_values(checker: &mut Checker, set: AttributeSet, shown: &Entity) {
    for attribute in checker.cx.attribute_set(set) {
        match attribute {
            Attribute::String(key, value) if BOOLEAN.contains(&&**key) && !is_boolean(value) => {
                let _ = checker.fail_with(&rules::BOOLEAN_VALUE, &[key, value], &[]);
            }
            Attribute::String(..) => {}
            _ => {
                let is_int = matches!(attribute, Attribute::Int(..));
                if attribute.kind().is_some_and(|kind| is_int != (kind.class() == AttrClass::Int)) {
                    let _ = fail_of(checker, &rules::NO_ARGUMENT, attribute, shown);
                    return;
                }
            }
        }
    }
}

fn is_boolean(value: &[u8]) -> bool {
    matches!(value, b"" | b"true" | b"false")
}

/// Whether a bit cast between the types is lossless.
pub(crate) fn is_lossless(cx: &Context, from: Type, to: Type) -> bool {
    if from == to {
        return true;
    }
    match (cx.vector_shape(from), cx.vector_shape(to)) {
        (Some(from), Some(to)) => vector_bits(cx, from) == vector_bits(cx, to) && from.2 == to.2,
        (Some(vector), None) if to == Type::X86_AMX => vector_bits(cx, vector) == 8192 && !vector.2,
        (None, Some(vector)) if from == Type::X86_AMX => vector_bits(cx, vector) == 8192 && !vector.2,
        _ => false,
    }
}

/// The bit width of a vector; 0 for a vector of pointers, whose width depends on the data layout.
fn vector_bits(cx: &Context, (element, len, _): (Type, u32, bool)) -> u64 {
    let element = cx.int_width(element).or(element.float_format().map(|f| f.bits()));
    u64::from(element.unwrap_or(0)) * u64::from(len)
}
