//! Metadata that relates memory accesses: alias scopes, access groups, memory model relaxations.

use lindworm_ir::attributes::MemoryEffects;
use lindworm_ir::{Inst, InstData, Metadata};

use super::{node, operand, operands, string};
use crate::check::{Checked, Checker, FunctionCheck, check};
use crate::rules::attachments as rules;

/// Checks `!noalias` or `!alias.scope`: a list of scopes.
pub(super) fn check_scopes(f: &mut FunctionCheck, _: Inst, m: Metadata) -> Checked {
    let _ = check_scope_list(f, m);
    Ok(())
}

/// Checks a list of scopes.
pub(crate) fn check_scope_list(checker: &mut Checker, m: Metadata) -> Checked {
    for &word in operands(checker.view, m) {
        let scope = Metadata::from_word(word).filter(|&s| checker.view.node(s).is_some());
        let Some(scope) = scope else { return checker.fail(&rules::SCOPE_LIST, &[m.into()]) };
        let _ = check_scope(checker, scope);
    }
    Ok(())
}

fn check_scope(checker: &mut Checker, scope: Metadata) -> Checked {
    let parts = operands(checker.view, scope);
    check!(checker, matches!(parts.len(), 2 | 3), rules::SCOPE_OPERANDS, scope);
    check!(checker, names_itself(checker, scope, parts), rules::SCOPE_NAME, scope);
    check!(checker, parts.len() == 2 || string(checker, operand(parts, 2)).is_some(), rules::SCOPE_TEXT, scope);
    let domain = operand(parts, 1).filter(|&d| checker.view.node(d).is_some());
    let Some(domain) = domain else { return checker.fail(&rules::SCOPE_DOMAIN, &[scope.into()]) };
    let parts = operands(checker.view, domain);
    check!(checker, matches!(parts.len(), 1 | 2), rules::DOMAIN_OPERANDS, domain);
    check!(checker, names_itself(checker, domain, parts), rules::DOMAIN_NAME, domain);
    check!(checker, parts.len() == 1 || string(checker, operand(parts, 1)).is_some(), rules::DOMAIN_TEXT, domain);
    Ok(())
}

/// Whether the first operand of a node is the node itself or a string.
fn names_itself(checker: &Checker, of: Metadata, parts: &[u32]) -> bool {
    operand(parts, 0) == Some(of) || string(checker, operand(parts, 0)).is_some()
}

/// Checks `!llvm.access.group`: a group, or a list of groups.
pub(super) fn check_access_group(f: &mut FunctionCheck, _: Inst, m: Metadata) -> Checked {
    let _ = check_groups(f, m);
    Ok(())
}

fn check_groups(checker: &mut Checker, m: Metadata) -> Checked {
    let is_group = |m: Metadata| checker.view.node(m).is_some_and(|n| n.distinct && n.tail().is_empty());
    if is_group(m) {
        return Ok(());
    }
    for &word in operands(checker.view, m) {
        let group = Metadata::from_word(word);
        check!(checker, node(checker, group).is_some(), rules::ACCESS_GROUP_LIST, m);
        let is_group = |m: Metadata| checker.view.node(m).is_some_and(|n| n.distinct && n.tail().is_empty());
        check!(checker, group.is_some_and(is_group), rules::ACCESS_GROUP, m);
    }
    Ok(())
}

/// Checks `!mmra`: a tag, or a list of tags.
pub(super) fn check_mmra(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let _ = check_relaxations(f, inst, m);
    Ok(())
}

fn check_relaxations(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    use InstData::*;
    let data = f.body.inst(inst);
    let accesses = match data {
        Load { .. } | Store { .. } | CmpXchg { .. } | AtomicRmw { .. } | Fence { .. } => true,
        _ => data.call_info().is_some_and(|call| may_access_memory(f, call)),
    };
    check!(f, accesses, rules::MMRA_PLACE, f.value(inst), m);
    if is_tag(f, Some(m)) {
        return Ok(());
    }
    check!(f, f.view.tuple(m).is_some(), rules::MMRA_TUPLE, f.value(inst), m);
    for &word in operands(f.view, m) {
        let tag = Metadata::from_word(word);
        check!(f, is_tag(f, tag), rules::MMRA_TAG, f.value(inst), tag);
    }
    Ok(())
}

/// Whether this is a pair of strings.
fn is_tag(checker: &Checker, m: Option<Metadata>) -> bool {
    let tuple = m.and_then(|m| checker.view.tuple(m));
    tuple.is_some_and(|t| t.len() == 2 && t.iter().all(|&w| string(checker, Metadata::from_word(w)).is_some()))
}

/// Whether neither the call nor the callee is `memory(none)`.
fn may_access_memory(f: &FunctionCheck, call: &lindworm_ir::instruction::CallInfo) -> bool {
    let of = |list| f.cx.memory_effects(f.cx.attribute_list(list).function);
    let callee = f.view.function(call.callee).map(|c| of(c.attributes));
    of(call.attributes) != MemoryEffects::NONE && callee != Some(MemoryEffects::NONE)
}
