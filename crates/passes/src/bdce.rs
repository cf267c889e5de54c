//! `bdce`: removes instructions with no demanded bits.

use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Int, IntFlags};
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::use_list::Use;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Inst, InstData, Value};

use crate::demanded_bits::{DemandedBits, constant, scalar_width};
use crate::effects::{has_side_effects, is_pad};
use crate::erase::erase_all;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::salvage::DebugUsers;

/// Erases instructions with no demanded bits, and simplifies those with only some demanded bits.
pub struct Bdce;

impl FunctionPass for Bdce {
    fn name(&self) -> &'static str {
        "bdce"
    }

    fn class(&self) -> &'static str {
        "BDCEPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let demanded = DemandedBits::new(&f.editor, f.additions.function());
        let mut dead = Vec::new();
        // Instructions whose poison-generating flags and metadata were dropped, and whose users were processed as far as
        // necessary.
        let mut dropped: HashSet<Inst> = HashSet::default();
        for inst in f.editor.insts() {
            if has_side_effects(&f.editor, inst) && f.editor.uses().is_unused(inst.into()) {
                continue;
            }
            if is_dead(f, &demanded, inst) || simplify(f, &demanded, &mut dropped, inst) {
                dead.push(inst);
                continue;
            }
            clear_dead_operands(f, &demanded, &mut dropped, inst);
        }
        let mut users = DebugUsers::of(f);
        dead.iter().rev().for_each(|&inst| users.salvage(f, inst));
        erase_all(&mut f.editor, &dead);
    }
}

/// Whether an instruction is dead, or has no demanded bits.
fn is_dead(f: &FunctionEdit<'_, '_>, demanded: &DemandedBits, inst: Inst) -> bool {
    if demanded.is_dead(&f.editor, inst) {
        return true;
    }
    let no_bit = demanded.of(&f.editor, inst).is_some_and(|bits| bits.is_zero());
    let data = f.editor.body().inst(inst);
    no_bit && !has_side_effects(&f.editor, inst) && !data.is_terminator() && !is_pad(data)
}

/// Replaces an instruction by a simpler one with the same demanded bits. Returns whether there is one.
fn simplify(f: &mut FunctionEdit<'_, '_>, demanded: &DemandedBits, dropped: &mut HashSet<Inst>, inst: Inst) -> bool {
    let Some(bits) = demanded.of(&f.editor, inst) else { return false };
    let simpler: Value = match *f.editor.body().inst(inst) {
        InstData::Cast { op: CastOp::SExt, value, .. } => {
            let Some(from) = scalar_width(&f.editor, f.editor.type_of(value)) else { return false };
            if bits.leading_zeros() < bits.width() - from {
                return false;
            }
            let (ty, loc) = (f.editor.body().inst_type(inst), f.editor.body().debug_loc(inst));
            drop_assumptions(f, demanded, dropped, inst);
            let data =
                InstData::Cast { op: CastOp::ZExt, flags: IntFlags::empty(), fast_math: FastMathFlags::empty(), value };
            let new = f.editor.insert(Point::Before(inst), data, ty);
            f.editor.set_debug_loc(new, loc);
            let name = f.editor.body().name(inst.into()).to_vec();
            if !name.is_empty() {
                f.editor.set_name(new.into(), &name);
            }
            f.editor.replace_all(inst.into(), new.into());
            return true;
        }
        InstData::Binary { op, lhs, rhs, .. } if !bits.is_all_ones() => {
            let Some(mask) = constant(&f.editor, rhs) else { return false };
            let is_noop = match op {
                BinaryOp::Or | BinaryOp::Xor => bits.and(&mask).is_zero(),
                BinaryOp::And => bits.and(&mask.not()).is_zero(),
                _ => false,
            };
            if !is_noop {
                return false;
            }
            lhs
        }
        _ => return false,
    };
    drop_assumptions(f, demanded, dropped, inst);
    f.editor.replace_all(inst.into(), simpler);
    true
}

/// Replaces operands with no demanded bits by zero.
fn clear_dead_operands(f: &mut FunctionEdit<'_, '_>, demanded: &DemandedBits, dropped: &mut HashSet<Inst>, inst: Inst) {
    for place in 0..f.editor.body().operand_count(inst) {
        let at = Use { user: inst, operand: place as u32 };
        let Some(value) = f.editor.body().operand(inst, place) else { continue };
        let is_variable = matches!(value.kind(), ValueKind::Inst(_) | ValueKind::Arg(_));
        if !is_variable || scalar_width(&f.editor, f.editor.type_of(value)).is_none() {
            continue;
        }
        if demanded.is_use_dead(&f.editor, at) {
            drop_assumptions(f, demanded, dropped, inst);
            let module = f.editor.module();
            let zero = module.constants().zero(module.context(), f.editor.type_of(value));
            f.editor.set_operand(at, zero);
        }
    }
}

/// Drops poison-generating flags and metadata of the transitive users of an instruction whose undemanded bits may have changed,
/// until all bits are demanded.
fn drop_assumptions(f: &mut FunctionEdit<'_, '_>, demanded: &DemandedBits, dropped: &mut HashSet<Inst>, inst: Inst) {
    let is_all =
        |f: &FunctionEdit<'_, '_>, inst| demanded.of(&f.editor, inst).is_none_or(|bits| Int::is_all_ones(&bits));
    if is_all(f, inst) {
        return;
    }
    let mut pending = vec![inst];
    while let Some(next) = pending.pop() {
        let users: Vec<Inst> = f.editor.uses().of(next.into()).map(|at| at.user).collect();
        for user in users {
            if scalar_width(&f.editor, f.editor.body().inst_type(user)).is_none() || !dropped.insert(user) {
                continue;
            }
            drop_promises(f, user);
            if !is_all(f, user) {
                pending.push(user);
            }
        }
    }
}

/// Drops flags and metadata that can make the result poison.
fn drop_promises(f: &mut FunctionEdit<'_, '_>, inst: Inst) {
    f.editor.change(inst, |data, _| match data {
        InstData::Binary { flags, .. } | InstData::Cast { flags, .. } => *flags = IntFlags::empty(),
        InstData::ICmp { same_sign, .. } => *same_sign = false,
        InstData::GetElementPtr { flags, .. } => *flags = GepFlags::empty(),
        _ => {}
    });
    for kind in [crate::RANGE, crate::NON_NULL, crate::ALIGN] {
        f.editor.set_attachment(inst, kind, None);
    }
}
