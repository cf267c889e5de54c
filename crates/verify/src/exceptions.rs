//! Exception handling: landing pads, funclets, and their unwind destinations ([Exception Handling in
//! LLVM](https://llvm.org/docs/ExceptionHandling.html)).
//!
//! A pad is an instruction at the start of a block that is an unwind destination. The parent of a `catchpad`, `cleanuppad` or
//! `catchswitch` is the enclosing pad. `None` stands for no parent, and for unwinding to the caller.

mod edges;
mod nesting;
mod unwinding;

use lindworm_analysis::funclets::{Personality, blocks_in_funclets};
use lindworm_ir::constant::ConstantData;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::types::TypeKind;
use lindworm_ir::value::ValueList;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use crate::calls::{bundles, is_known};
use crate::check::{Checked, FunctionCheck, check};
use crate::rule::Rule;
use crate::rules::exceptions as rules;
use crate::{blocks, operands};

pub(crate) use unwinding::check_sibling_unwinds;

/// State of the checks of one function.
#[derive(Default)]
pub(crate) struct State {
    /// The type of all `landingpad`s and `resume`s.
    landing_pad_type: Option<Type>,
    siblings: unwinding::Siblings,
    exits: unwinding::Exits,
    /// The nesting of pads, computed on first use.
    nesting: Option<nesting::Nesting>,
    /// For each block, whether it is in a funclet; empty until first use.
    in_funclet: Vec<bool>,
}

/// Whether an instruction is a pad.
pub(crate) fn is_pad(data: &InstData) -> bool {
    matches!(data, InstData::LandingPad { .. }) || is_scoped_pad(data)
}

/// Whether an instruction is a pad with a parent.
fn is_scoped_pad(data: &InstData) -> bool {
    is_funclet_pad(data) || matches!(data, InstData::CatchSwitch { .. })
}

/// Whether an instruction begins a funclet.
fn is_funclet_pad(data: &InstData) -> bool {
    matches!(data, InstData::CatchPad { .. } | InstData::CleanupPad { .. })
}

/// The pad that an operand refers to; `None` for `none`.
fn named_pad(f: &FunctionCheck, value: Value) -> Option<Value> {
    let is_none = || f.module.constants().node(value).is_some_and(|n| n.data == ConstantData::None);
    (!is_known(f, value) || !is_none()).then_some(value)
}

/// The parent of a pad.
fn parent_of(f: &FunctionCheck, pad: Value) -> Option<Value> {
    match f.inst_of(pad)? {
        InstData::CatchPad { parent, .. }
        | InstData::CleanupPad { parent, .. }
        | InstData::CatchSwitch { parent, .. } => named_pad(f, *parent),
        _ => None,
    }
}

/// The first instruction of a block that is not a phi.
fn first_of<'m>(f: &FunctionCheck<'_, 'm>, block: Block) -> Option<(Inst, &'m InstData)> {
    let first = f.first_non_phi(block)?;
    Some((first, f.body.inst(first)))
}

/// Checks `landingpad`, `resume`, `catchpad`, `cleanuppad`, `catchswitch`, `catchret` and `cleanupret`.
pub(crate) fn check(f: &mut FunctionCheck, inst: Inst) -> Checked {
    let body = f.body;
    match body.inst(inst) {
        InstData::LandingPad { cleanup, clauses } => check_landing_pad(f, inst, *cleanup, clauses),
        InstData::Resume { value } => {
            check_personality(f, inst, &rules::RESUME_PERSONALITY)?;
            check_landing_pad_type(f, inst, f.ty(*value), &rules::RESUME_TYPE)?;
            blocks::check_terminator(f, inst)
        }
        InstData::CatchPad { parent, .. } => {
            check_personality(f, inst, &rules::CATCH_PAD_PERSONALITY)?;
            let is_in_switch = matches!(f.inst_of(*parent), Some(InstData::CatchSwitch { .. }));
            check!(f, is_in_switch, rules::CATCH_PAD_PARENT, f.value(*parent));
            check_first(f, inst, &rules::CATCH_PAD_FIRST)?;
            let _ = edges::check(f, inst);
            unwinding::check_funclet(f, inst)?;
            operands::check(f, inst)
        }
        InstData::CleanupPad { parent, .. } => {
            check_personality(f, inst, &rules::CLEANUP_PAD_PERSONALITY)?;
            check_first(f, inst, &rules::CLEANUP_PAD_FIRST)?;
            check!(f, can_be_parent(f, *parent), rules::CLEANUP_PAD_PARENT, f.value(inst));
            let _ = edges::check(f, inst);
            unwinding::check_funclet(f, inst)?;
            operands::check(f, inst)
        }
        InstData::CatchSwitch { parent, handlers, unwind } => {
            check_personality(f, inst, &rules::CATCH_SWITCH_PERSONALITY)?;
            check_first(f, inst, &rules::CATCH_SWITCH_FIRST)?;
            check!(f, can_be_parent(f, *parent), rules::CATCH_SWITCH_PARENT, f.value(*parent));
            if let Some(unwind) = unwind.expand() {
                let pad = unwind_pad(f, unwind);
                check!(f, pad.is_some(), rules::CATCH_SWITCH_UNWIND, f.value(inst));
                if pad.and_then(|pad| parent_of(f, pad.into())) == named_pad(f, *parent) {
                    f.exceptions.siblings.insert(inst, inst);
                }
            }
            check_handlers(f, inst, handlers)?;
            let _ = edges::check(f, inst);
            blocks::check_terminator(f, inst)
        }
        InstData::CatchRet { pad, .. } => {
            let is_catch = matches!(f.inst_of(*pad), Some(InstData::CatchPad { .. }));
            check!(f, is_catch, rules::CATCH_RET_PAD, f.value(inst), f.value(*pad));
            blocks::check_terminator(f, inst)
        }
        InstData::CleanupRet { pad, unwind } => {
            let is_cleanup = matches!(f.inst_of(*pad), Some(InstData::CleanupPad { .. }));
            check!(f, is_cleanup, rules::CLEANUP_RET_PAD, f.value(inst), f.value(*pad));
            if let Some(unwind) = unwind.expand() {
                check!(f, unwind_pad(f, unwind).is_some(), rules::CLEANUP_RET_UNWIND, f.value(inst));
            }
            blocks::check_terminator(f, inst)
        }
        _ => Ok(()),
    }
}

fn check_personality(f: &mut FunctionCheck, inst: Inst, rule: &'static Rule) -> Checked {
    check!(f, f.function.personality.is_some(), *rule, f.value(inst));
    Ok(())
}

/// Checks that a pad is the first non-phi instruction of its block.
fn check_first(f: &mut FunctionCheck, inst: Inst, rule: &'static Rule) -> Checked {
    let block = f.body.inst_block(inst);
    check!(f, block.and_then(|b| f.first_non_phi(b)) == Some(inst), *rule, f.value(inst));
    Ok(())
}

/// Whether the operand can be the parent of a `cleanuppad` or `catchswitch`.
fn can_be_parent(f: &FunctionCheck, parent: Value) -> bool {
    named_pad(f, parent).is_none() || f.inst_of(parent).is_some_and(is_funclet_pad)
}

/// The pad at the start of a block, if it has a parent.
fn unwind_pad(f: &FunctionCheck, block: Block) -> Option<Inst> {
    first_of(f, block).filter(|(_, data)| is_scoped_pad(data)).map(|(inst, _)| inst)
}

fn check_landing_pad(f: &mut FunctionCheck, inst: Inst, cleanup: bool, clauses: &ValueList) -> Checked {
    let clauses = f.body.list_values(clauses);
    check!(f, cleanup || !clauses.is_empty(), rules::LANDING_PAD_EMPTY, f.value(inst));
    let _ = edges::check(f, inst);
    check_landing_pad_type(f, inst, f.body.inst_type(inst), &rules::LANDING_PAD_TYPE)?;
    check_personality(f, inst, &rules::LANDING_PAD_PERSONALITY)?;
    check_first(f, inst, &rules::LANDING_PAD_FIRST)?;
    for &clause in clauses {
        let ty = f.ty(clause);
        if matches!(f.cx.kind(ty), TypeKind::Array { .. }) {
            let node = f.module.constants().node(clause);
            let is_filter = node.is_some_and(|n| matches!(n.data, ConstantData::Aggregate(_) | ConstantData::Zero));
            check!(f, is_filter, rules::FILTER_CLAUSE, f.value(inst));
        } else {
            check!(f, f.cx.is_pointer(ty), rules::CATCH_CLAUSE, f.value(inst));
        }
    }
    operands::check(f, inst)
}

/// Checks that all landing pads and `resume`s of a function have the same type.
fn check_landing_pad_type(f: &mut FunctionCheck, inst: Inst, ty: Type, rule: &'static Rule) -> Checked {
    let expected = *f.exceptions.landing_pad_type.get_or_insert(ty);
    check!(f, ty == expected, *rule, f.value(inst));
    Ok(())
}

fn check_handlers(f: &mut FunctionCheck, inst: Inst, handlers: &ValueList) -> Checked {
    let handlers = f.body.list_values(handlers);
    check!(f, !handlers.is_empty(), rules::CATCH_SWITCH_EMPTY, f.value(inst));
    for &handler in handlers {
        let first = handler.as_block().and_then(|b| first_of(f, b));
        let is_catch = matches!(first, Some((_, InstData::CatchPad { .. })));
        check!(f, is_catch, rules::CATCH_SWITCH_HANDLER, f.value(inst), f.value(handler));
    }
    Ok(())
}

/// Whether an intrinsic may be lowered to a call: those for functions of the Objective-C runtime.
fn may_become_call(id: IntrinsicId) -> bool {
    let of_runtime = IntrinsicId::OBJC_AUTORELEASE..=IntrinsicId::OBJC_UNSAFECLAIMAUTORELEASEDRETURNVALUE;
    of_runtime.contains(&id)
        && !matches!(
            id,
            IntrinsicId::OBJC_CLAIMAUTORELEASEDRETURNVALUE
                | IntrinsicId::OBJC_CLANG_ARC_NOOP_USE
                | IntrinsicId::OBJC_CLANG_ARC_USE
        )
}

/// Checks that a call of an intrinsic that may be lowered to a call has a `funclet` bundle.
pub(crate) fn check_funclet_token(f: &mut FunctionCheck, inst: Inst, call: &CallInfo, id: IntrinsicId) -> Checked {
    if !may_become_call(id) {
        return Ok(());
    }
    let is_scoped = f.function.personality.is_some_and(|p| Personality::of(f.module, p).is_scoped());
    if !is_scoped || bundles::of(f, call).any(|(tag, _)| tag == b"funclet") {
        return Ok(());
    }
    if f.exceptions.in_funclet.is_empty() {
        f.exceptions.in_funclet = blocks_in_funclets(f.body, &f.cfg);
    }
    let block = f.body.inst_block(inst).map_or(usize::MAX, |b| b.as_u32() as usize);
    let is_in_funclet = f.exceptions.in_funclet.get(block).copied().unwrap_or_default();
    check!(f, !is_in_funclet, rules::FUNCLET_TOKEN, f.value(inst));
    Ok(())
}
