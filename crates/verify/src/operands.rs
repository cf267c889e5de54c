//! Common checks of all instructions: operands, and dominance of definitions over uses.

use cranelift_entity::EntityRef;
use cranelift_entity::packed_option::ReservedValue;
use lindworm_ir::constant::ConstantData;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Inst, InstData, Type, Value};
use smallvec::SmallVec;

use crate::check::{Checked, FunctionCheck, check};
use crate::{attachments, constants, rules::blocks as rules};

/// The value of [`FunctionCheck::seen_in`] for instructions of the entry block, which dominate all other blocks.
const ENTRY: u32 = 1;

/// The value of [`FunctionCheck::seen_in`] for instructions without a value, or whose value is not available on all successor
/// edges.
pub(crate) const NOT_FOR_USE: u32 = u32::MAX;

/// Whether a quick check shows that all operands of an instruction are valid: they belong to the function, dominate the
/// instruction, and need no further checks. This is the common case; for the others see [`check_handles`] and [`check`].
#[inline]
pub(crate) fn are_plain(f: &FunctionCheck, data: &InstData) -> bool {
    let InstData::Phi { incoming, .. } = data else {
        let mut plain = true;
        data.for_each_operand(f.body.values(), |v| plain &= is_plain(f, v));
        return plain;
    };
    let mut pairs = f.body.list_values(incoming).chunks(2);
    pairs.all(|pair| matches!(*pair, [value, block] if is_plain_other(f, block) && is_plain_at_end(f, value, block)))
}

#[inline]
fn is_plain(f: &FunctionCheck, value: Value) -> bool {
    match value.as_inst() {
        Some(i) => f.seen_in.get(i.index()).is_some_and(|&seen| {
            seen == f.blocks.number
                || seen == ENTRY
                || is_known_to_dominate(f, seen, block_of_number(f, f.blocks.number))
        }),
        None => is_plain_other(f, value),
    }
}

fn block_of_number(f: &FunctionCheck, number: u32) -> Option<Block> {
    f.cfg.layout().get(number.wrapping_sub(1) as usize).copied()
}

/// Whether a definition in a visited block is known to dominate another block, according to the dominator tree if already
/// computed.
fn is_known_to_dominate(f: &FunctionCheck, seen: u32, block: Option<Block>) -> bool {
    f.dominators_if_made().is_some_and(|dominators| {
        block_of_number(f, seen).zip(block).is_some_and(|(def, block)| dominators.dominates(def, block))
    })
}

/// The quick check of an operand that is not an instruction.
fn is_plain_other(f: &FunctionCheck, value: Value) -> bool {
    match value.kind() {
        ValueKind::Arg(n) => (n as usize) < f.body.args().len(),
        ValueKind::Block(b) => f.cfg.contains(b),
        ValueKind::Constant(_) => is_plain_constant(f, value),
        ValueKind::Global(g) => f.view.global(g).is_some_and(|g| g.as_function().is_none_or(|f| f.intrinsic.is_none())),
        ValueKind::Metadata(_) => true,
        ValueKind::Inst(_) | ValueKind::InlineAsm(_) => false,
    }
}

/// The quick check of an incoming value of a phi at the end of a predecessor.
fn is_plain_at_end(f: &FunctionCheck, value: Value, block: Value) -> bool {
    let Some(inst) = value.as_inst() else { return is_plain_other(f, value) };
    let is_of_block = || {
        f.body_inst(inst).is_some_and(|data| {
            f.body.inst_block(inst).map(Value::from) == Some(block)
                && !matches!(data, InstData::Invoke { .. })
                && f.body.inst_type(inst) != Type::VOID
        })
    };
    let seen = f.seen_in.get(inst.index()).copied().unwrap_or(0);
    seen == ENTRY || is_of_block() || is_known_to_dominate(f, seen, block.as_block())
}

/// Whether a value is a constant of a first-class type without operands.
fn is_plain_constant(f: &FunctionCheck, constant: Value) -> bool {
    use ConstantData::*;
    f.module.constants().node(constant).is_some_and(|node| {
        matches!(node.data, Int(_) | WideInt(_) | Float(_) | WideFloat(_) | Null | Zero | Undef | Poison | Data(_))
            && is_first_class(f, node.ty)
    })
}

fn is_first_class(f: &FunctionCheck, ty: Type) -> bool {
    // All types with a fixed index are first-class, except `void`.
    match ty.index() <= Type::PTR.index() {
        true => ty != Type::VOID,
        false => f.cx.is_first_class(ty),
    }
}

/// Checks that the handles of the operands are valid in this function and module, so that they can be accessed.
#[cold]
pub(crate) fn check_handles(f: &mut FunctionCheck, inst: Inst) -> Checked {
    for value in operands(f, inst) {
        check!(f, !value.is_reserved_value(), rules::OPERAND_NULL, f.value(inst));
        let (known, rule) = match value.kind() {
            ValueKind::Inst(i) => {
                let block = f.body_inst(i).and_then(|_| f.body.inst_block(i));
                (block.is_some_and(|b| f.cfg.contains(b)), &rules::OTHER_INSTRUCTION)
            }
            ValueKind::Arg(n) => ((n as usize) < f.body.args().len(), &rules::OTHER_ARGUMENT),
            ValueKind::Block(b) => (f.cfg.contains(b), &rules::OTHER_BLOCK),
            ValueKind::Constant(_) => (f.module.constants().node(value).is_some(), &rules::OTHER_GLOBAL),
            ValueKind::Global(g) => (f.view.global(g).is_some(), &rules::OTHER_GLOBAL),
            ValueKind::Metadata(_) => (true, &rules::OTHER_GLOBAL),
            ValueKind::InlineAsm(a) => (f.module.has_inline_asm(a), &rules::OTHER_GLOBAL),
        };
        if !known {
            let shown = [f.value(inst)];
            return f.fail(rule, &shown);
        }
    }
    Ok(())
}

fn operands(f: &FunctionCheck, inst: Inst) -> SmallVec<[Value; 8]> {
    let mut operands = SmallVec::new();
    f.body.inst(inst).for_each_operand(f.body.values(), |v| operands.push(v));
    operands
}

/// Checks the operands and attachments of an instruction.
pub(crate) fn check(f: &mut FunctionCheck, inst: Inst) -> Checked {
    let data = f.body.inst(inst);
    let ty = f.body.inst_type(inst);
    if !f.blocks.has_plain_operands && !matches!(data, InstData::Phi { .. }) {
        let is_reachable = f.body.inst_block(inst).is_some_and(|b| f.cfg.is_reachable(b));
        let refers_to_itself = is_reachable && operands(f, inst).contains(&inst.into());
        check!(f, !refers_to_itself, rules::SELF_REFERENCE, f.value(inst));
    }
    if ty == Type::VOID {
        let has_name = f.body.has_named_insts() && !f.body.name(inst.into()).is_empty();
        check!(f, !has_name, rules::NAMED_VOID, f.value(inst));
    } else {
        check!(f, is_first_class(f, ty), rules::RESULT_NOT_FIRST_CLASS, f.value(inst));
        let is_metadata = ty == Type::METADATA && !matches!(data, InstData::Call { .. } | InstData::Invoke { .. });
        check!(f, !is_metadata, rules::RESULT_METADATA, f.value(inst));
    }
    if !f.blocks.has_plain_operands {
        check_operands(f, inst, data)?;
    }
    attachments::check(f, inst)
}

#[cold]
fn check_operands(f: &mut FunctionCheck, inst: Inst, data: &InstData) -> Checked {
    let operands = operands(f, inst);
    let call = data.call_info();
    for (i, &value) in operands.iter().enumerate() {
        check!(f, is_first_class(f, f.ty(value)), rules::OPERAND_NOT_FIRST_CLASS, f.value(inst));
        // The callee is the last operand.
        let is_called = call.is_some() && i + 1 == operands.len();
        match value.kind() {
            ValueKind::Global(_) => {
                if let Some(id) = f.view.intrinsic(value) {
                    let is_attached = call.is_some_and(|call| is_attached_call(f, call, i));
                    check!(f, is_called || is_attached, rules::INTRINSIC_ADDRESS, f.value(inst));
                    let may = !matches!(data, InstData::Invoke { .. }) || is_attached || may_be_invoked(id);
                    check!(f, may, rules::INTRINSIC_INVOKED, f.value(inst));
                }
            }
            ValueKind::Inst(def) => {
                let incoming = match data {
                    InstData::Phi { .. } => operands.get(i + 1).and_then(|b| b.as_block()),
                    _ => None,
                };
                let _ = check_dominance(f, def, inst, incoming);
            }
            ValueKind::InlineAsm(_) => check!(f, is_called, rules::ASM_ADDRESS, f.value(inst)),
            ValueKind::Constant(_) if !is_plain_constant(f, value) => {
                let _ = constants::check(f, value);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether an operand of a call is an input of a `clang.arc.attachedcall` bundle.
fn is_attached_call(f: &FunctionCheck, call: &CallInfo, operand: usize) -> bool {
    let mut end = f.body.list_values(&call.args).len();
    f.body.bundles(call.bundles).iter().rev().any(|bundle| {
        let start = end.saturating_sub(bundle.len as usize);
        let holds = (start..end).contains(&operand);
        end = start;
        holds && *bundle.tag == *b"clang.arc.attachedcall"
    })
}

/// Whether an intrinsic may be called by `invoke`.
fn may_be_invoked(id: IntrinsicId) -> bool {
    matches!(
        &*id.name(),
        "llvm.donothing"
            | "llvm.seh.try.begin"
            | "llvm.seh.try.end"
            | "llvm.seh.scope.begin"
            | "llvm.seh.scope.end"
            | "llvm.coro.resume"
            | "llvm.coro.destroy"
            | "llvm.coro.await.suspend.void"
            | "llvm.coro.await.suspend.bool"
            | "llvm.coro.await.suspend.handle"
            | "llvm.experimental.patchpoint.void"
            | "llvm.experimental.patchpoint"
            | "llvm.fake.use"
            | "llvm.experimental.gc.statepoint"
            | "llvm.wasm.throw"
            | "llvm.wasm.rethrow"
    )
}

/// Checks that a definition dominates its use. Incoming values of a phi are used at the ends of the predecessors.
fn check_dominance(f: &mut FunctionCheck, def: Inst, user: Inst, incoming: Option<Block>) -> Checked {
    if incoming.is_none() && f.seen_in.get(def.index()) == Some(&f.blocks.number) {
        return Ok(());
    }
    let body = f.body;
    let (Some(def_block), Some(user_block)) = (body.inst_block(def), body.inst_block(user)) else { return Ok(()) };
    let use_block = incoming.unwrap_or(user_block);
    if !f.cfg.is_reachable(use_block) {
        return Ok(());
    }
    let dominates = f.cfg.is_reachable(def_block)
        && match *body.inst(def) {
            // Rejected by the rules of `invoke`.
            InstData::Invoke { normal, unwind, .. } if normal == unwind => true,
            // The result is defined on the edge to `normal`.
            InstData::Invoke { normal, .. } => {
                let (cfg, dominators) = f.graph();
                incoming == Some(def_block) && user_block == normal
                    || dominators.dominates_edge(cfg, def_block, normal, use_block)
            }
            // Earlier instructions of the same block were visited.
            _ if def_block == use_block => incoming.is_some(),
            _ => f.dominators().dominates(def_block, use_block),
        };
    check!(f, dominates, rules::DOMINANCE, f.value(def), f.value(user));
    Ok(())
}
