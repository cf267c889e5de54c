//! Profile metadata: `!prof`, `!memprof`, `!callsite`.

use super::{int, is_call, node, operand, operands, string};
use crate::check::{Checked, Checker, FunctionCheck, check};
use crate::rules::attachments as rules;
use lindworm_ir::hash::HashSet;
use lindworm_ir::{Inst, InstData, Metadata};

/// The number of value profile kinds: indirect call targets, memory operation sizes, vtable targets.
const VALUE_KINDS: u64 = 3;

/// Checks `!prof`.
pub(super) fn check(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let _ = check_profile(f, inst, m);
    Ok(())
}

fn check_profile(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let words = operands(f.view, m);
    check!(f, !words.is_empty(), rules::PROF_EMPTY, m);
    check!(f, operand(words, 0).is_some(), rules::PROF_NULL, m);
    let Some(name) = string(f, operand(words, 0)) else { return f.fail(&rules::PROF_NAME, &[m.into()]) };
    let is_invoke = matches!(f.body.inst(inst), InstData::Invoke { .. });
    if name == b"unknown" {
        check!(f, is_invoke || weights_of(f, inst) != 0, rules::PROF_UNKNOWN_PLACE, m);
        let _ = check_unknown(f, m);
        return Ok(());
    }
    check!(f, words.len() >= 2, rules::PROF_SHORT, m);
    match name {
        b"branch_weights" => {
            let first = if string(f, operand(words, 1)).is_some() { 2 } else { 1 };
            let weights = words.len() - first;
            if is_invoke {
                check!(f, matches!(weights, 1 | 2), rules::PROF_INVOKE, m);
            } else {
                let expected = weights_of(f, inst);
                if expected == 0 {
                    let _ = f.fail(&rules::PROF_PLACE, &[m.into()]);
                }
                check!(f, weights == expected, rules::PROF_WEIGHTS, m);
            }
            for i in first..words.len() {
                check!(f, operand(words, i).is_some(), rules::PROF_SECOND_NULL, m);
                check!(f, int(f, operand(words, i)).is_some(), rules::PROF_WEIGHT);
            }
            Ok(())
        }
        b"VP" => check_values(f, inst, m),
        _ => f.fail(&rules::PROF_UNKNOWN_NAME, &[m.into()]),
    }
}

/// The number of branch weights of an instruction; 0 if it has none or is an `invoke`.
fn weights_of(f: &FunctionCheck, inst: Inst) -> usize {
    use InstData::*;
    let data = f.body.inst(inst);
    match data {
        Br { .. } | CondBr { .. } | Switch { .. } | IndirectBr { .. } | CallBr { .. } => {
            let mut count = 0;
            data.for_each_successor(f.body.values(), |_| count += 1);
            count
        }
        Call { .. } => 1,
        Select { .. } => 2,
        _ => 0,
    }
}

/// Checks `!{!"unknown", !"pass"}`.
pub(crate) fn check_unknown(checker: &mut Checker, m: Metadata) -> Checked {
    let words = operands(checker.view, m);
    check!(checker, words.len() == 2, rules::PROF_UNKNOWN_OPERANDS, m);
    let pass = string(checker, operand(words, 1));
    check!(checker, pass.is_some(), rules::PROF_UNKNOWN_STRING);
    check!(checker, pass.is_some_and(|p| !p.is_empty()), rules::PROF_UNKNOWN_EMPTY);
    Ok(())
}

/// Checks a value profile: kind, total, and pairs of a value and its count.
fn check_values(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let words = operands(f.view, m);
    check!(f, words.len() >= 5, rules::VP_SHORT, m);
    let value_kind = int(f, operand(words, 1)).and_then(|v| f.module.constants().as_u64(v));
    let Some(value_kind) = value_kind else { return f.fail(&rules::VP_NO_KIND, &[m.into()]) };
    check!(f, value_kind < VALUE_KINDS, rules::VP_KIND, m);
    check!(f, words.len() % 2 == 1, rules::VP_PAIRS, m);
    let value = |pair: &[u32]| int(f, operand(pair, 0)).and_then(|v| f.module.constants().as_u64(v));
    let mut values = HashSet::default();
    let is_new = words[3..].chunks(2).filter_map(value).all(|value| values.insert(value));
    check!(f, is_new, rules::VP_TWICE, m);
    if value_kind < 2 {
        check!(f, is_call(f, inst), rules::VP_PLACE, m);
    }
    Ok(())
}

/// Checks `!memprof`.
pub(super) fn check_memprof(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let _ = check_allocation(f, inst, m);
    Ok(())
}

fn check_allocation(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    check!(f, is_call(f, inst), rules::MEMPROF_PLACE, f.value(inst));
    let has_stack = f.body.attachment(inst, super::kind("callsite")).is_some();
    check!(f, has_stack, rules::MEMPROF_CALLSITE, f.value(inst), m);
    let words = operands(f.view, m);
    check!(f, !words.is_empty(), rules::MEMPROF_EMPTY, m);
    for &word in words {
        // LLVM assumes that these are nodes.
        let Some(block) = Metadata::from_word(word).filter(|&b| f.view.node(b).is_some()) else {
            return f.fail(&rules::MEMPROF_BLOCK, &[m.into()]);
        };
        let parts = operands(f.view, block);
        check!(f, parts.len() >= 2, rules::MEMPROF_BLOCK, block);
        check!(f, operand(parts, 0).is_some(), rules::MEMPROF_STACK_NULL, block);
        let stack = operand(parts, 0).filter(|&s| f.view.node(s).is_some());
        let Some(stack) = stack else { return f.fail(&rules::MEMPROF_STACK, &[block.into()]) };
        let _ = check_stack(f, stack);
        check!(f, string(f, operand(parts, 1)).is_some(), rules::MEMPROF_TAG, block);
        for i in 2..parts.len() {
            let pair = operand(parts, i);
            check!(f, node(f, pair).is_some(), rules::MEMPROF_CONTEXT, block);
            let pair = pair.map_or(&[][..], |p| operands(f.view, p));
            check!(f, pair.len() == 2, rules::MEMPROF_CONTEXT_PAIR, block);
            let ints = pair.iter().all(|&w| int(f, Metadata::from_word(w)).is_some());
            check!(f, ints, rules::MEMPROF_CONTEXT_INTS, block);
        }
    }
    Ok(())
}

/// Checks `!callsite`.
pub(super) fn check_callsite(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    if is_call(f, inst) {
        let _ = check_stack(f, m);
    } else {
        let entities = [f.value(inst)];
        let _ = f.fail(&rules::CALLSITE_PLACE, &entities);
    }
    Ok(())
}

/// Checks a call stack: hashes of locations.
fn check_stack(checker: &mut Checker, stack: Metadata) -> Checked {
    let words = operands(checker.view, stack);
    check!(checker, !words.is_empty(), rules::STACK_EMPTY, stack);
    for &word in words {
        let hash = Metadata::from_word(word);
        check!(checker, int(checker, hash).is_some(), rules::STACK_HASH, hash);
    }
    Ok(())
}
