//! Named metadata with rules: module flags, identifications, command lines.

use lindworm_ir::eval::Int;
use lindworm_ir::hash::HashMap;
use lindworm_ir::module::NamedMetadata;
use lindworm_ir::{Metadata, Type};

use crate::check::{Checked, Checker, ModuleView, check};
use crate::finding::Entity;
use crate::pointers::{Through, base_of_constant};
use crate::rule::Rule;
use crate::rules::module_flags as rules;
use crate::tbaa;

/// Checks all named metadata with rules.
pub(crate) fn check(checker: &mut Checker) {
    check_flags(checker);
    let _ = check_strings(checker, b"llvm.ident", &rules::IDENT_OPERANDS, &rules::IDENT_STRING);
    let _ = check_strings(checker, b"llvm.commandline", &rules::COMMAND_LINE_OPERANDS, &rules::COMMAND_LINE_STRING);
    let _ = check_errno(checker);
}

fn named<'m>(view: &ModuleView<'m>, name: &[u8]) -> Option<(usize, &'m NamedMetadata)> {
    view.module.named_metadata().iter().enumerate().find(|(_, n)| *n.name == *name)
}

/// Checks named metadata whose operands contain one string each.
fn check_strings(checker: &mut Checker, name: &[u8], count: &'static Rule, kind: &'static Rule) -> Checked {
    let view = checker.view;
    for &node in named(view, name).map_or(&[][..], |(_, n)| &n.operands) {
        let operands = view.tuple(node).unwrap_or_default();
        let &[operand] = operands else { return checker.fail(count, &[node.into()]) };
        let operand = Metadata::from_word(operand);
        if operand.and_then(|m| view.string(m)).is_none() {
            return checker.fail(kind, &[operand.into()]);
        }
    }
    Ok(())
}

fn check_errno(checker: &mut Checker) -> Checked {
    let Some((index, errno)) = named(checker.view, b"llvm.errno.tbaa") else { return Ok(()) };
    check!(checker, !errno.operands.is_empty(), rules::ERRNO_EMPTY, Entity::NamedMetadata(index));
    for &tag in &errno.operands {
        let _ = tbaa::check_tag(checker, None, tag);
    }
    Ok(())
}

/// The merge behaviour of a module flag ([Language Reference](https://llvm.org/docs/LangRef.html#module-flags-metadata)).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behavior {
    Error,
    Warning,
    Require,
    Override,
    Append,
    AppendUnique,
    Max,
    Min,
}

impl Behavior {
    fn new(number: &Int) -> Option<Behavior> {
        use Behavior::*;
        const ALL: [Behavior; 8] = [Error, Warning, Require, Override, Append, AppendUnique, Max, Min];
        ALL.get(usize::try_from(number.to_u64()?).ok()?.checked_sub(1)?).copied()
    }
}

/// The parts of a flag: behavior, name, value.
fn flag_parts(view: &ModuleView, flag: Metadata) -> Option<[Option<Metadata>; 3]> {
    let &[behavior, name, value] = view.tuple(flag)? else { return None };
    Some([behavior, name, value].map(Metadata::from_word))
}

fn int(view: &ModuleView, metadata: Option<Metadata>) -> Option<Int> {
    view.int(metadata?)
}

/// The value of a well-formed integer flag of the module.
pub(crate) fn int_flag(view: &ModuleView, name: &[u8]) -> Option<Int> {
    let (_, flags) = named(view, b"llvm.module.flags")?;
    let value = flags.operands.iter().find_map(|&flag| {
        let [behavior, this, value] = flag_parts(view, flag)?;
        Behavior::new(&int(view, behavior)?)?;
        (view.string(this?)? == name).then_some(value?)
    });
    int(view, value)
}

/// The flags visited so far.
#[derive(Default)]
struct Flags {
    /// The value of each flag by name, except for requirements.
    values: HashMap<Metadata, Option<Metadata>>,
    /// The required values of flags, by name.
    requirements: Vec<(Metadata, Option<Metadata>)>,
}

fn check_flags(checker: &mut Checker) {
    let view = checker.view;
    let Some((_, named)) = named(view, b"llvm.module.flags") else { return };
    let mut flags = Flags::default();
    let (mut has_platform, mut has_version) = (false, false);
    for &flag in &named.operands {
        let _ = check_flag(checker, flag, &mut flags);
        if let Some([_, name, value]) = flag_parts(view, flag) {
            // A value of all ones is equivalent to an absent flag.
            let is_set = || int(view, value).is_some_and(|v| v.to_u64() != Some(u64::MAX));
            match name.and_then(|m| view.string(m)) {
                Some(b"aarch64-elf-pauthabi-platform") => has_platform = is_set(),
                Some(b"aarch64-elf-pauthabi-version") => has_version = is_set(),
                _ => {}
            }
        }
    }
    let _ = check_signed_constructors(checker);
    if has_platform != has_version {
        let _ = checker.fail(&rules::PAUTH_ABI, &[]);
    }
    for &(name, value) in &flags.requirements {
        let rule = match flags.values.get(&name) {
            Some(&held) if held == value => continue,
            Some(_) => &rules::REQUIRED_VALUE,
            None => &rules::REQUIRED_MISSING,
        };
        let _ = checker.fail(rule, &[name.into()]);
    }
}

fn check_flag(checker: &mut Checker, flag: Metadata, flags: &mut Flags) -> Checked {
    let view = checker.view;
    let Some([behavior, name, value]) = flag_parts(view, flag) else {
        return checker.fail(&rules::FLAG_OPERANDS, &[flag.into()]);
    };
    let number = int(view, behavior);
    check!(checker, number.is_some(), rules::BEHAVIOR_TYPE, behavior);
    let Some(kind) = number.and_then(|n| Behavior::new(&n)) else {
        return checker.fail(&rules::BEHAVIOR, &[behavior.into()]);
    };
    let Some((name, text)) = name.and_then(|m| Some((m, view.string(m)?))) else {
        return checker.fail(&rules::FLAG_NAME, &[name.into()]);
    };
    let node = value.and_then(|m| view.node(m));
    match kind {
        Behavior::Error | Behavior::Warning | Behavior::Override => {}
        Behavior::Min => {
            check!(checker, int(view, value).is_some_and(|v| !v.is_negative()), rules::MIN_VALUE, value);
        }
        Behavior::Max => check!(checker, int(view, value).is_some(), rules::MAX_VALUE, value),
        Behavior::Require => {
            let Some(&[required, held]) = value.and_then(|m| view.tuple(m)) else {
                return checker.fail(&rules::REQUIRE_VALUE, &[value.into()]);
            };
            let required = Metadata::from_word(required);
            let Some(required) = required.filter(|&m| view.string(m).is_some()) else {
                return checker.fail(&rules::REQUIRE_NAME, &[required.into()]);
            };
            flags.requirements.push((required, Metadata::from_word(held)));
        }
        Behavior::Append | Behavior::AppendUnique => check!(checker, node.is_some(), rules::APPEND_VALUE, value),
    }
    if kind != Behavior::Require {
        let is_new = !flags.values.contains_key(&name);
        flags.values.entry(name).or_insert(value);
        check!(checker, is_new, rules::FLAG_TWICE, name);
    }
    match text {
        b"wchar_size" => check!(checker, int(view, value).is_some(), rules::WCHAR_SIZE),
        b"Linker Options" => {
            check!(checker, named(view, b"llvm.linker.options").is_some(), rules::LINKER_OPTIONS);
        }
        b"SemanticInterposition" => check!(checker, int(view, value).is_some(), rules::SEMANTIC_INTERPOSITION),
        b"amdgpu.buffer.oob.mode" | b"amdgpu.tbuffer.oob.mode" => {
            if kind != Behavior::Max {
                return checker.fail_with(&rules::OUT_OF_BOUNDS_BEHAVIOR, &[text], &[]);
            }
            if int(view, value).is_some_and(|mode| mode.to_u64().is_none_or(|mode| mode > 2)) {
                return checker.fail_with(&rules::OUT_OF_BOUNDS_MODE, &[text], &[]);
            }
        }
        INIT_FINI | ADDRESS_DISCRIMINATION => {
            let Some(number) = int(view, value) else {
                return checker.fail_with(&rules::POINTER_SIGNING_TYPE, &[text], &[]);
            };
            let rule = if text == INIT_FINI { &rules::POINTER_SIGNING_VALUE } else { &rules::ADDRESS_SIGNING_VALUE };
            check!(checker, number.to_u64().is_some_and(|n| n <= 1), rule);
        }
        b"CG Profile" => {
            let edges = value.and_then(|m| view.tuple(m));
            for &edge in edges.unwrap_or_default() {
                let _ = check_profile_edge(checker, Metadata::from_word(edge));
            }
        }
        _ => {}
    }
    Ok(())
}

/// The flag for signed pointers to constructors and destructors.
const INIT_FINI: &[u8] = b"ptrauth-init-fini";
/// The flag for address discrimination of these pointers.
const ADDRESS_DISCRIMINATION: &[u8] = b"ptrauth-init-fini-address-discrimination";

fn check_signed_constructors(checker: &mut Checker) -> Checked {
    let is_on = |flag| int_flag(checker.view, flag).is_some_and(|v| v.to_u64() == Some(1));
    check!(checker, !is_on(ADDRESS_DISCRIMINATION) || is_on(INIT_FINI), rules::ADDRESS_SIGNING_ALONE);
    Ok(())
}

/// Checks an edge of the call graph with its execution count.
fn check_profile_edge(checker: &mut Checker, edge: Option<Metadata>) -> Checked {
    let view = checker.view;
    let parts = edge.and_then(|m| flag_parts(view, m));
    let Some([from, to, count]) = parts else { return checker.fail(&rules::PROFILE_EDGE, &[edge.into()]) };
    for function in [from, to].into_iter().flatten() {
        let value = view.constant(function).map(|v| base_of_constant(view, v, Through::Zeros));
        if value.is_none_or(|v| view.function(v).is_none()) {
            let _ = checker.fail(&rules::PROFILE_FUNCTION, &[function.into()]);
        }
    }
    let ty = count.and_then(|m| view.constant(m)).map_or(Type::VOID, |v| view.module.value_type(None, v));
    check!(checker, view.cx.is_int(ty), rules::PROFILE_COUNT, count);
    Ok(())
}
