//! Blocks, phis and terminators.

use cranelift_entity::EntityRef;
use lindworm_ir::constant::ConstantData;
use lindworm_ir::hash::HashSet;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use crate::check::{Checked, FunctionCheck, check};
use crate::rules::{blocks as rules, instructions::OPERAND_TYPE};
use crate::{convergence, operands};

/// State of the checks of one function.
#[derive(Default)]
pub(crate) struct State {
    /// The number of the current block, from 1, as in [`FunctionCheck::seen_in`].
    pub number: u32,
    /// The result of [`operands::are_plain`] for the current instruction.
    pub has_plain_operands: bool,
    /// Reused buffers.
    predecessors: Vec<Block>,
    incoming: Vec<[Value; 2]>,
    cases: Vec<Value>,
}

/// Checks the start of a block: phis and convergence.
pub(crate) fn check(f: &mut FunctionCheck, block: Block) -> Checked {
    f.blocks.number += 1;
    convergence::visit_block(f, block);
    if f.body.first_inst(block).is_some_and(|i| matches!(f.body.inst(i), InstData::Phi { .. })) {
        check_phis(f, block)?;
    }
    Ok(())
}

/// Checks that an instruction in the sequence of a block belongs to the block. If an instruction was inserted twice, the
/// sequence is cyclic or continues in another block.
#[inline]
pub(crate) fn check_place(f: &mut FunctionCheck, block: Block, inst: Inst) -> Checked {
    let is_there = f.seen_in[inst.index()] == 0 && f.body.inst_block(inst) == Some(block);
    check!(f, is_there, rules::WRONG_BLOCK);
    Ok(())
}

/// Checks the phis of a block against the predecessors.
fn check_phis(f: &mut FunctionCheck, block: Block) -> Checked {
    let mut predecessors = std::mem::take(&mut f.blocks.predecessors);
    let mut incoming = std::mem::take(&mut f.blocks.incoming);
    predecessors.clear();
    predecessors.extend_from_slice(f.cfg.predecessors(block));
    predecessors.sort_unstable();
    let body = f.body;
    let phis = body.insts(block).map_while(|inst| match body.inst(inst) {
        InstData::Phi { incoming, .. } => Some((inst, body.list_values(incoming))),
        _ => None,
    });
    // An acyclic list is not longer.
    let mut phis = phis.take(body.inst_count());
    let checked = phis.try_for_each(|(phi, list)| check_phi(f, phi, list, &predecessors, &mut incoming));
    f.blocks.predecessors = predecessors;
    f.blocks.incoming = incoming;
    checked
}

/// Checks a phi against the sorted predecessors of its block.
fn check_phi(
    f: &mut FunctionCheck,
    phi: Inst,
    list: &[Value],
    predecessors: &[Block],
    incoming: &mut Vec<[Value; 2]>,
) -> Checked {
    check!(f, list.len() == 2 * predecessors.len(), rules::PHI_ENTRIES, f.value(phi));
    incoming.clear();
    incoming.extend(list.chunks_exact(2).map(|pair| [pair[1], pair[0]]));
    // The sort is stable: incoming values of one predecessor stay in the order of the phi, since their handles may differ from
    // run to run.
    incoming.sort_by_key(|[block, _]| block.index());
    let mut before = None;
    for (&[block, value], &predecessor) in incoming.iter().zip(predecessors) {
        if let Some([last_block, last_value]) = before.replace([block, value]) {
            let agree = block != last_block || value == last_value;
            check!(f, agree, rules::PHI_AMBIGUOUS, f.value(phi), f.value(block), f.value(value), f.value(last_value));
        }
        let is_predecessor = block == predecessor.into();
        check!(f, is_predecessor, rules::PHI_BLOCKS, f.value(phi), f.value(block), f.value(predecessor));
    }
    Ok(())
}

/// The common checks of terminators, then those of all instructions.
pub(crate) fn check_terminator(f: &mut FunctionCheck, inst: Inst) -> Checked {
    check!(
        f,
        f.body.next_inst(inst).is_none(),
        rules::TERMINATOR_IN_MIDDLE,
        f.body.inst_block(inst).map(|b| f.value(b))
    );
    operands::check(f, inst)
}

/// Checks `ret`.
pub(crate) fn check_ret(f: &mut FunctionCheck, inst: Inst, value: Option<Value>) -> Checked {
    let ty = f.result_type().unwrap_or(Type::VOID);
    match ty {
        Type::VOID => check!(f, value.is_none(), rules::RET_OF_VOID, f.value(inst), ty),
        _ => check!(f, value.map(|v| f.ty(v)) == Some(ty), rules::RET_TYPE, f.value(inst), ty),
    }
    check_terminator(f, inst)
}

/// Checks `br i1`.
pub(crate) fn check_cond_br(f: &mut FunctionCheck, inst: Inst, condition: Value) -> Checked {
    check!(f, f.ty(condition) == Type::I1, rules::BR_CONDITION, f.value(inst), f.value(condition));
    check_terminator(f, inst)
}

/// Checks `switch`.
pub(crate) fn check_switch(f: &mut FunctionCheck, inst: Inst, condition: Value, cases: &[Value]) -> Checked {
    check!(f, f.body.inst_type(inst) == Type::VOID, rules::SWITCH_RESULT, f.value(inst));
    let ty = f.ty(condition);
    check!(f, f.cx.is_int(ty), OPERAND_TYPE, f.value(inst), f.value(condition));
    let mut sorted = std::mem::take(&mut f.blocks.cases);
    sorted.clear();
    sorted.extend(cases.chunks(2).map(|case| case[0]));
    let good = sorted.iter().all(|&v| f.ty(v) == ty && is_int_constant(f, v)) && {
        sorted.sort_unstable_by_key(|v| v.index());
        sorted.windows(2).all(|pair| pair[0] != pair[1])
    };
    f.blocks.cases = sorted;
    if !good {
        find_bad_case(f, inst, ty, cases)?;
    }
    check_terminator(f, inst)
}

fn is_int_constant(f: &FunctionCheck, value: Value) -> bool {
    let node = f.module.constants().node(value);
    node.is_some_and(|n| matches!(n.data, ConstantData::Int(_) | ConstantData::WideInt(_)))
}

#[cold]
fn find_bad_case(f: &mut FunctionCheck, inst: Inst, ty: Type, cases: &[Value]) -> Checked {
    let mut seen = HashSet::default();
    for case in cases.chunks(2) {
        let value = case[0];
        check!(f, f.ty(value) == ty, rules::SWITCH_CASE_TYPE, f.value(inst));
        check!(f, is_int_constant(f, value), OPERAND_TYPE, f.value(inst), f.value(value));
        check!(f, seen.insert(value), rules::SWITCH_DUPLICATE, f.value(inst), f.value(value));
    }
    Ok(())
}

/// Checks `indirectbr`.
pub(crate) fn check_indirect_br(f: &mut FunctionCheck, inst: Inst, address: Value, dests: &[Value]) -> Checked {
    check!(f, f.cx.is_pointer(f.ty(address)), rules::INDIRECTBR_ADDRESS, f.value(inst));
    check!(f, dests.iter().all(|d| d.as_block().is_some()), rules::INDIRECTBR_DESTS, f.value(inst));
    check_terminator(f, inst)
}
