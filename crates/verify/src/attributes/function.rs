//! Attributes of functions and calls.

use lindworm_ir::attributes::{
    AllocKind, AllocSize, AttrKey, AttrKind, AttrKinds, AttrPlace, AttributeListData, AttributeSet, MemoryLocation,
    ModRef, VscaleRange,
};
use lindworm_ir::module::UnnamedAddr;
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Context, Type};
use smallvec::SmallVec;

use super::{check_place, check_values, is_boolean, observe, vector_abi};
use crate::check::{Checked, Checker, check};
use crate::finding::Entity;
use crate::rule::Rule;
use crate::rules::attributes as rules;

/// Mutually exclusive pairs, in the order of the checks.
static CONTRADICTIONS: [(AttrKind, AttrKind, &Rule); 7] = [
    (AttrKind::NO_INLINE, AttrKind::ALWAYS_INLINE, &rules::NOINLINE_ALWAYSINLINE),
    (AttrKind::OPT_NONE, AttrKind::OPT_SIZE, &rules::OPTSIZE_OPTNONE),
    (AttrKind::OPT_NONE, AttrKind::MIN_SIZE, &rules::MINSIZE_OPTNONE),
    (AttrKind::OPT_NONE, AttrKind::OPT_DEBUG, &rules::OPTDEBUG_OPTNONE),
    (AttrKind::SANITIZE_REALTIME, AttrKind::SANITIZE_REALTIME_BLOCKING, &rules::REALTIME_BLOCKING),
    (AttrKind::OPT_DEBUG, AttrKind::OPT_SIZE, &rules::OPTSIZE_OPTDEBUG),
    (AttrKind::OPT_DEBUG, AttrKind::MIN_SIZE, &rules::MINSIZE_OPTDEBUG),
];

/// Checks the function attributes of the list of a function or call.
pub(super) fn check(checker: &mut Checker, list: &AttributeListData, function_type: Type, shown: &Entity) -> Checked {
    if list.function.is_empty() {
        return Ok(());
    }
    if checker.attributes.functions.contains(&list.function) {
        return check_writable(checker, list, shown);
    }
    let (checked, good) = observe(checker, |checker| check_set(checker, list, function_type, shown));
    if good && !depends_on_function(checker.cx, list.function) {
        checker.attributes.functions.insert(list.function);
    }
    checked
}

/// Whether the validity of a set depends on its function or on other functions.
fn depends_on_function(cx: &Context, set: AttributeSet) -> bool {
    const KINDS: AttrKinds = AttrKinds::of(&[AttrKind::ALLOC_SIZE, AttrKind::JUMP_TABLE]);
    const STRINGS: [&[u8]; 3] = [b"alloc-variant-zeroed", b"vector-function-abi-variant", b"modular-format"];
    cx.attribute_kinds(set).intersects(KINDS) || STRINGS.iter().any(|key| cx.attribute(set, *key).is_some())
}

fn check_set(checker: &mut Checker, list: &AttributeListData, function_type: Type, shown: &Entity) -> Checked {
    let (cx, set) = (checker.cx, list.function);
    let kinds = cx.attribute_kinds(set);
    check_values(checker, set, shown);
    check_place(checker, set, AttrPlace::FUNCTION, &rules::NOT_FOR_FUNCTION, shown)?;
    for (a, b, rule) in &CONTRADICTIONS {
        check!(checker, !(kinds.contains(*a) && kinds.contains(*b)), **rule, shown.clone());
        if *a == AttrKind::NO_INLINE {
            let may_be_inlined = kinds.contains(AttrKind::OPT_NONE) && !kinds.contains(AttrKind::NO_INLINE);
            check!(checker, !may_be_inlined, rules::OPTNONE_INLINE, shown.clone());
        }
    }
    check_writable(checker, list, shown)?;
    // String attributes are last.
    let has_strings = cx.attribute_set(set).last().is_some_and(|attribute| attribute.kind().is_none());
    if has_strings {
        check_aarch64_state(checker, set, shown)?;
    }
    if kinds.contains(AttrKind::JUMP_TABLE) {
        check!(checker, is_unnamed(checker, shown), rules::JUMPTABLE_NAMED, shown.clone());
    }
    if let Some(bits) = cx.attribute_int(set, AttrKind::ALLOC_SIZE) {
        check_alloc_size(checker, AllocSize::from_bits(bits), function_type, shown)?;
    }
    if let Some(bits) = cx.attribute_int(set, AttrKind::ALLOC_KIND) {
        check_alloc_kind(checker, AllocKind::from_bits_truncate(bits as u32));
    }
    if has_strings {
        check_zeroed_variant(checker, set, function_type, shown)?;
    }
    if let Some(bits) = cx.attribute_int(set, AttrKind::VSCALE_RANGE) {
        check_vscale_range(checker, VscaleRange::from_bits(bits), shown);
    }
    if has_strings {
        check_strings(checker, set, function_type, shown)?;
    }
    Ok(())
}

/// Checks that a `writable` argument is consistent with the memory effects of the function.
fn check_writable(checker: &mut Checker, list: &AttributeListData, shown: &Entity) -> Checked {
    let cx = checker.cx;
    if !cx.memory_effects(list.function).get(MemoryLocation::Arg).contains(ModRef::MOD) {
        let writable = list.sets().any(|set| cx.has_attribute(set, AttrKind::WRITABLE));
        check!(checker, !writable, rules::WRITABLE_MEMORY, shown.clone());
    }
    Ok(())
}

/// Checks the attributes of AArch64's streaming mode, ZA and ZT0.
fn check_aarch64_state(checker: &mut Checker, set: AttributeSet, shown: &Entity) -> Checked {
    const ZA: [&str; 6] = [
        "aarch64_new_za",
        "aarch64_in_za",
        "aarch64_inout_za",
        "aarch64_out_za",
        "aarch64_preserves_za",
        "aarch64_za_state_agnostic",
    ];
    const ZT0: [&str; 6] = [
        "aarch64_new_zt0",
        "aarch64_in_zt0",
        "aarch64_inout_zt0",
        "aarch64_out_zt0",
        "aarch64_preserves_zt0",
        "aarch64_za_state_agnostic",
    ];
    let cx = checker.cx;
    let has = |key: &&str| cx.attribute(set, *key).is_some();
    if !cx.attribute_set(set).iter().any(|a| matches!(a.key(), AttrKey::String(key) if key.starts_with(b"aarch64_"))) {
        return Ok(());
    }
    let both_modes = has(&"aarch64_pstate_sm_enabled") && has(&"aarch64_pstate_sm_compatible");
    check!(checker, !both_modes, rules::STREAMING_MODES, shown.clone());
    check!(checker, ZA.iter().filter(|key| has(key)).count() <= 1, rules::ZA_STATES, shown.clone());
    check!(checker, ZT0.iter().filter(|key| has(key)).count() <= 1, rules::ZT0_STATES, shown.clone());
    Ok(())
}

/// Whether this is a global with `unnamed_addr`.
fn is_unnamed(checker: &Checker, shown: &Entity) -> bool {
    match shown {
        Entity::Value { value, .. } => {
            let global = value.as_global().and_then(|g| checker.view.global(g));
            global.is_some_and(|g| g.unnamed_addr == UnnamedAddr::Global)
        }
        _ => false,
    }
}

fn check_alloc_size(checker: &mut Checker, alloc_size: AllocSize, function_type: Type, shown: &Entity) -> Checked {
    let params = checker.cx.function_parts(function_type).map_or(&[][..], |(_, params, _)| params);
    let named = [(&b"element size"[..], Some(alloc_size.size)), (b"number of elements", alloc_size.count)];
    for (name, param) in named {
        let Some(param) = param else { continue };
        let Some(&ty) = params.get(param as usize) else {
            return checker.fail_with(&rules::ALLOCSIZE_BOUNDS, &[name], std::slice::from_ref(shown));
        };
        if !checker.cx.is_int(ty) {
            return checker.fail_with(&rules::ALLOCSIZE_TYPE, &[name], std::slice::from_ref(shown));
        }
    }
    Ok(())
}

fn check_alloc_kind(checker: &mut Checker, kind: AllocKind) {
    let what = kind & (AllocKind::ALLOC | AllocKind::REALLOC | AllocKind::FREE);
    if what.bits().count_ones() != 1 {
        let _ = checker.fail(&rules::ALLOCKIND_ONE, &[]);
    }
    let of_new_memory = AllocKind::UNINITIALIZED | AllocKind::ZEROED | AllocKind::ALIGNED;
    if what == AllocKind::FREE && kind.intersects(of_new_memory) {
        let _ = checker.fail(&rules::ALLOCKIND_FREE, &[]);
    }
    if kind.contains(AllocKind::UNINITIALIZED | AllocKind::ZEROED) {
        let _ = checker.fail(&rules::ALLOCKIND_CONTENT, &[]);
    }
}

/// Checks that `"alloc-variant-zeroed"` refers to a compatible function that also zeroes the memory. A function outside of the
/// module is not checked.
fn check_zeroed_variant(checker: &mut Checker, set: AttributeSet, function_type: Type, shown: &Entity) -> Checked {
    const FAMILY: &[u8] = b"alloc-family";
    let cx = checker.cx;
    let Some(name) = cx.attribute_value(set, b"alloc-variant-zeroed") else { return Ok(()) };
    check!(checker, !name.is_empty(), rules::ZEROED_VARIANT_EMPTY);
    let variant = checker.module.global_named(name).and_then(|g| checker.view.global(g));
    let Some((variant, function)) = variant.and_then(|g| Some((g, g.as_function()?))) else { return Ok(()) };
    let of_variant = cx.attribute_list(function.attributes).function;
    if let Some(family) = cx.attribute_value(set, FAMILY) {
        let same = cx.attribute_value(of_variant, FAMILY) == Some(family);
        check!(checker, same, rules::ZEROED_VARIANT_FAMILY);
    }
    let kind = cx.attribute_int(of_variant, AttrKind::ALLOC_KIND).unwrap_or(0);
    let zeroed = AllocKind::from_bits_truncate(kind as u32).contains(AllocKind::ZEROED);
    check!(checker, zeroed, rules::ZEROED_VARIANT_KIND);
    check!(checker, variant.value_type == function_type, rules::ZEROED_VARIANT_TYPE);
    // As in LLVM, calls are not checked.
    if let Entity::Value { value, .. } = *shown
        && let Some(of) = checker.view.function(value)
    {
        check!(checker, function.convention == of.convention, rules::ZEROED_VARIANT_CONVENTION);
    }
    Ok(())
}

fn check_vscale_range(checker: &mut Checker, VscaleRange { min, max }: VscaleRange, shown: &Entity) {
    let of_minimum = match min {
        0 => Some(&rules::VSCALE_MINIMUM_ZERO),
        _ if !min.is_power_of_two() => Some(&rules::VSCALE_MINIMUM_POWER),
        _ => None,
    };
    let of_maximum = match max {
        0 => None,
        _ if min > max => Some(&rules::VSCALE_EMPTY),
        _ if !max.is_power_of_two() => Some(&rules::VSCALE_MAXIMUM_POWER),
        _ => None,
    };
    for rule in of_minimum.into_iter().chain(of_maximum) {
        let _ = checker.fail(rule, std::slice::from_ref(shown));
    }
}

/// Checks the values of string attributes.
fn check_strings(checker: &mut Checker, set: AttributeSet, function_type: Type, shown: &Entity) -> Checked {
    let cx = checker.cx;
    let value = |key: &str| cx.attribute_value(set, key.as_bytes());
    let shown = std::slice::from_ref(shown);
    let one_of = |checker: &mut Checker, key: &str, values: &[&[u8]], rule| {
        if let Some(value) = value(key)
            && !values.contains(&value)
        {
            let _ = checker.fail_with(rule, &[value], shown);
        }
    };
    one_of(checker, "frame-pointer", &FRAME_POINTERS, &rules::FRAME_POINTER);
    check_unsigned(checker, set, "patchable-function-prefix", shown);
    check_unsigned(checker, set, "patchable-function-entry", shown);
    let section = value("patchable-function-entry-section");
    check!(checker, section != Some(b""), rules::PATCHABLE_SECTION);
    check_unsigned(checker, set, "warn-stack-size", shown);
    one_of(checker, "sign-return-address", &[b"none", b"all", b"non-leaf"], &rules::SIGN_RETURN_ADDRESS);
    one_of(checker, "sign-return-address-key", &[b"a_key", b"b_key"], &rules::SIGN_RETURN_ADDRESS_KEY);
    if value("sign-return-address-key").is_some() && value("sign-return-address").is_none() {
        let _ = checker.fail(&rules::SIGN_KEY_ALONE, &[]);
    }
    for key in ["branch-target-enforcement", "branch-protection-pauth-lr", "guarded-control-stack"] {
        if let Some(value) = value(key)
            && !is_boolean(value)
        {
            let _ = checker.fail_with(&rules::BOOLEAN_VALUE, &[key.as_bytes(), value], shown);
        }
    }
    if let Some(name) = value("vector-function-abi-variant")
        && !vector_abi::is_variant_name(cx, name, function_type)
    {
        let _ = checker.fail_with(&rules::VECTOR_VARIANT, &[name], shown);
    }
    for (key, suffix) in [("denormal-fp-math", &b""[..]), ("denormal-fp-math-f32", b"-f32")] {
        if let Some(value) = value(key)
            && !is_denormal_mode(value)
        {
            let _ = checker.fail_with(&rules::DENORMAL_MODE, &[suffix, value], shown);
        }
    }
    if let Some(format) = value("modular-format") {
        check_modular_format(checker, format, function_type, shown)?;
    }
    if let Some(features) = value("target-features").filter(|features| !features.is_empty()) {
        check_target_features(checker, features, shown)?;
    }
    Ok(())
}

/// The values of `"frame-pointer"`.
const FRAME_POINTERS: [&[u8]; 5] = [b"all", b"non-leaf", b"none", b"reserved", b"non-leaf-no-reserve"];

fn check_unsigned(checker: &mut Checker, set: AttributeSet, key: &str, shown: &[Entity]) {
    if let Some(value) = checker.cx.attribute_value(set, key.as_bytes())
        && parse_unsigned(value).is_none()
    {
        let _ = checker.fail_with(&rules::NOT_UNSIGNED, &[key.as_bytes(), value], shown);
    }
}

/// Parses a decimal number of at most 32 bits without sign or spaces.
fn parse_unsigned(text: &[u8]) -> Option<u32> {
    let digits = text.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(text).ok().filter(|_| digits)?.parse().ok()
}

/// Whether this is a mode for subnormal results, optionally followed by a comma and a mode for subnormal operands.
fn is_denormal_mode(text: &[u8]) -> bool {
    let comma = text.iter().position(|&b| b == b',');
    let (output, input) = comma.map_or((text, &b""[..]), |at| (&text[..at], &text[at + 1..]));
    let is_mode = |mode: &[u8]| matches!(mode, b"" | b"ieee" | b"preserve-sign" | b"positive-zero" | b"dynamic");
    is_mode(output) && is_mode(input)
}

/// Checks `"modular-format"="<type>,<string index>,<first argument index>,<implementation>,<aspects>..."`.
fn check_modular_format(checker: &mut Checker, format: &[u8], function_type: Type, shown: &[Entity]) -> Checked {
    let parts: SmallVec<[&[u8]; 8]> = format.split(|&b| b == b',').collect();
    let &[_, string, first_argument, implementation, name, ..] = &parts[..] else {
        return checker.fail(&rules::MODULAR_FORMAT_PARTS, shown);
    };
    let types = checker.cx.function_parts(function_type);
    let (params, variadic) = types.map_or((0, false), |(_, params, variadic)| (params.len(), variadic));
    let string = parse_unsigned(string);
    let wrong = match string {
        None => Some(&rules::MODULAR_STRING_INTEGER),
        Some(0) => Some(&rules::MODULAR_STRING_ZERO),
        Some(n) if n as usize > params => Some(&rules::MODULAR_STRING_BOUNDS),
        _ => None,
    };
    if let Some(rule) = wrong.filter(|rule| rule.is_of(checker.module.version())) {
        return checker.fail(rule, shown);
    }
    let Some(first_argument) = parse_unsigned(first_argument) else {
        return checker.fail(&rules::MODULAR_FORMAT_INTEGER, shown);
    };
    // Since LLVM 23, 0 means that there are no arguments.
    let least = usize::from(checker.module.version() < IrVersion::V23);
    if !(least..=params + usize::from(variadic)).contains(&(first_argument as usize)) {
        return checker.fail(&rules::MODULAR_FORMAT_BOUNDS, shown);
    }
    for (part, rule) in [(implementation, &rules::MODULAR_IMPLEMENTATION), (name, &rules::MODULAR_NAME)] {
        if part.is_empty() {
            return checker.fail(rule, shown);
        }
    }
    Ok(())
}

fn check_target_features(checker: &mut Checker, features: &[u8], shown: &[Entity]) -> Checked {
    for feature in features.split(|&b| b == b',') {
        match feature.first() {
            Some(b'+' | b'-') => {}
            Some(_) => return checker.fail_with(&rules::TARGET_FEATURE_SIGN, &[feature], shown),
            None => {
                let _ = checker.fail(&rules::TARGET_FEATURE_EMPTY, &[]);
            }
        }
    }
    Ok(())
}
