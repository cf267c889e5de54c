//! Simplification of unrolled loops.

use lindworm_analysis::Loops;
use lindworm_ir::eval::{BinaryOp, IntFlags};
use lindworm_ir::hash::HashMap;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Value};

use super::iterations::keeps_closed;
use crate::effects::{is_trivially_dead, may_write};
use crate::erase::erase_dead;
use crate::loop_form::LoopForm;
use crate::pass::FunctionEdit;
use crate::salvage::DebugUsers;
use crate::scalar_evolution::{Scev, ScevInput};
use crate::value_tracking::Query;

/// Simplifies the instructions of blocks. If the loop with `header` is still there, its variables are simplified first, and
/// loads are not repeated.
pub(super) fn simplify(f: &mut FunctionEdit<'_, '_>, header: Option<Block>, blocks: &[Block]) {
    if let Some(form) = header.and_then(|header| LoopForm::of(f, header)) {
        crate::ind_vars::simplify_users(f, &form);
        reuse_loads(f, &form);
    }
    if f.editor.body().has_debug_records() {
        crate::redundant_dbg::remove_redundant(f, blocks);
    }
    let loops = f.analyses.get::<Loops>(&f.editor);
    let mut debug_users = DebugUsers::of(f);
    for &block in blocks {
        let insts: Vec<Inst> = f.editor.body().insts(block).collect();
        let mut dead = Vec::new();
        for inst in insts {
            if f.editor.body().inst(inst).is_terminator() {
                continue;
            }
            let value = Query::new(&f.editor, f.additions.function()).simplify(inst);
            if let Some(value) = value.filter(|&v| v != inst.into() && keeps_closed(f, &loops, inst, v)) {
                debug_users.replace(f, inst, value);
                f.editor.replace_all(inst.into(), value);
            }
            if is_trivially_dead(&f.editor, inst) {
                dead.push(inst);
            }
            join_additions(f, inst, &mut dead);
        }
        erase_dead(f, &mut debug_users, dead);
    }
}

/// Makes `(x + c1) + c2` into `x + (c1 + c2)`: the variables of an unrolled loop stay simple.
fn join_additions(f: &mut FunctionEdit<'_, '_>, inst: Inst, dead: &mut Vec<Inst>) {
    let query = Query::new(&f.editor, f.additions.function());
    let Some((BinaryOp::Add, outer, lhs, rhs)) = query.binary(inst.into()) else { return };
    let Some((BinaryOp::Add, inner, x, constant)) = query.binary(lhs) else { return };
    let (Some(c2), Some(c1)) = (query.constant_int(rhs), query.constant_int(constant)) else { return };
    if query.module.context().is_vector(query.type_of(rhs)) {
        return;
    }
    let sum = c1.add(&c2);
    let overflows = c1.is_negative() == c2.is_negative() && sum.is_negative() != c1.is_negative();
    let mut flags = outer & inner & (IntFlags::NUW | IntFlags::NSW);
    if overflows {
        flags.remove(IntFlags::NSW);
    }
    let sum = query.int(query.type_of(rhs), &sum);
    for (operand, value) in (0..).zip([x, sum]) {
        f.editor.set_operand(Use { user: inst, operand }, value);
    }
    f.editor.change(inst, |data, _| {
        if let InstData::Binary { flags: old, .. } = data {
            *old = flags;
        }
    });
    dead.extend(lhs.as_inst().filter(|&inner| is_trivially_dead(&f.editor, inner)));
}

/// Replaces loads from the same address as an earlier load of the block, if nothing is written between them.
fn reuse_loads(f: &mut FunctionEdit<'_, '_>, form: &LoopForm) {
    let input = ScevInput::of(f);
    let mut pairs: Vec<(Inst, Inst)> = Vec::new();
    {
        let mut scev = input.analyse(f);
        let body = f.editor.body();
        for &block in &form.blocks {
            let mut known: HashMap<Scev, Inst> = HashMap::default();
            for inst in body.insts(block) {
                match *body.inst(inst) {
                    InstData::Load { pointer, volatile: false, ordering, .. }
                        if ordering == lindworm_ir::instruction::AtomicOrdering::NotAtomic
                            && scev.has_expressions(f.editor.type_of(pointer)) =>
                    {
                        let address = scev.of(pointer);
                        match known.get(&address) {
                            Some(&first) if body.inst_type(first) == body.inst_type(inst) => pairs.push((inst, first)),
                            Some(_) => {}
                            None => drop(known.insert(address, inst)),
                        }
                    }
                    _ if may_write(&f.editor, inst) => known.clear(),
                    _ => {}
                }
            }
        }
    }
    for (inst, first) in pairs {
        f.editor.replace_all(inst.into(), Value::from(first));
        f.editor.erase(inst);
    }
}
