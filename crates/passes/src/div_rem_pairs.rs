//! `div-rem-pairs`: divisions and remainders of the same operands.

use lindworm_analysis::{Cfg, DominatorTree};
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, IntFlags};
use lindworm_ir::hash::HashMap;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Module, Type, Value};

use crate::function_attrs::{may_not_stall, may_throw};
use crate::pass::{FunctionEdit, FunctionPass};
use crate::value_tracking::Query;

/// Brings a division and the remainder of the same operands together, on targets that compute both at once; on other targets,
/// computes the remainder from the quotient.
pub struct DivRemPairs;

/// The operands, and whether the operation is signed.
type Key = (bool, Value, Value);

impl FunctionPass for DivRemPairs {
    fn name(&self) -> &'static str {
        "div-rem-pairs"
    }

    fn class(&self) -> &'static str {
        "DivRemPairsPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let pairs = pairs(f);
        if pairs.is_empty() {
            return;
        }
        let cfg = f.analyses.get::<Cfg>(&f.editor);
        let dominators = f.analyses.get::<DominatorTree>(&f.editor);
        let mut flow = Flow { cfg: &cfg, dominators: &dominators, stops: HashMap::default() };
        for ((is_signed, ..), division, remainder) in pairs {
            // An operand may be a remainder that was replaced meanwhile.
            if let InstData::Binary { lhs, rhs, .. } = *f.editor.body().inst(division) {
                combine(f, &mut flow, is_signed, [lhs, rhs], division, remainder);
            }
        }
    }
}

/// The control flow of a function.
struct Flow<'a> {
    cfg: &'a Cfg,
    dominators: &'a DominatorTree,
    /// The first instruction of a block that may not transfer control to the next one, for the blocks where it was searched.
    stops: HashMap<Block, Option<Inst>>,
}

/// The operation of an integer division or remainder: whether it is signed, and whether it is a division.
fn kind(op: BinaryOp) -> Option<(bool, bool)> {
    match op {
        BinaryOp::SDiv => Some((true, true)),
        BinaryOp::UDiv => Some((false, true)),
        BinaryOp::SRem => Some((true, false)),
        BinaryOp::URem => Some((false, false)),
        _ => None,
    }
}

/// The remainders with a division of the same operands, in order. A remainder may be written as `x - x / y * y`.
fn pairs(f: &FunctionEdit<'_, '_>) -> Vec<(Key, Inst, Inst)> {
    let body = f.editor.body();
    let binary = |value: Value| match *body.inst(value.as_inst()?) {
        InstData::Binary { op, lhs, rhs, .. } => Some((op, lhs, rhs)),
        _ => None,
    };
    let mut divisions: HashMap<Key, Inst> = HashMap::default();
    let (mut remainders, mut places): (Vec<(Key, Inst)>, HashMap<Key, usize>) = Default::default();
    for inst in body.blocks().flat_map(|block| body.insts(block)) {
        let InstData::Binary { op, lhs, rhs, .. } = *body.inst(inst) else { continue };
        let found = match kind(op) {
            Some((is_signed, true)) => {
                divisions.insert((is_signed, lhs, rhs), inst);
                None
            }
            Some((is_signed, false)) => Some((is_signed, lhs, rhs)),
            None if op == BinaryOp::Sub => binary(rhs).and_then(|(op, a, b)| {
                let of = |quotient: Value, y: Value| {
                    let (op, x, divisor) = binary(quotient)?;
                    let (is_signed, _) = kind(op).filter(|(_, is_division)| *is_division)?;
                    (x == lhs && divisor == y).then_some((is_signed, x, y))
                };
                if op == BinaryOp::Mul { of(a, b).or_else(|| of(b, a)) } else { None }
            }),
            None => None,
        };
        if let Some(key) = found {
            let place = *places.entry(key).or_insert(remainders.len());
            match remainders.get_mut(place) {
                Some(known) => known.1 = inst,
                None => remainders.push((key, inst)),
            }
        }
    }
    remainders.into_iter().filter_map(|(key, remainder)| Some((key, *divisions.get(&key)?, remainder))).collect()
}

/// Whether the target has an instruction that divides integers of a type and computes the remainder too.
fn has_both(module: &Module, ty: Type) -> bool {
    let architecture = module.triple().split(|&c| c == b'-').next().unwrap_or_default();
    let widest = match architecture {
        b"x86_64" => 64,
        b"i386" | b"i486" | b"i586" | b"i686" => 32,
        _ => return false,
    };
    module.context().int_width(ty).is_some_and(|width| width >= 8 && width.is_power_of_two() && width <= widest)
}

fn combine(
    f: &mut FunctionEdit<'_, '_>,
    flow: &mut Flow<'_>,
    is_signed: bool,
    [x, y]: [Value; 2],
    division: Inst,
    mut remainder: Inst,
) {
    let ty = f.editor.body().inst_type(division);
    let has_both = has_both(f.editor.module(), ty);
    let is_expanded = matches!(f.editor.body().inst(remainder), InstData::Binary { op: BinaryOp::Sub, .. });
    if has_both && is_expanded {
        let op = if is_signed { BinaryOp::SRem } else { BinaryOp::URem };
        let Some(next) = f.editor.body().next_inst(remainder) else { return };
        let real = binary(f, next, op, x, y, ty, remainder);
        let name = [f.editor.body().name(remainder.into()), b".recomposed"].concat();
        f.editor.set_name(real.into(), &name);
        f.editor.replace_all(remainder.into(), real.into());
        f.editor.erase(remainder);
        remainder = real;
    }
    let body = f.editor.body();
    let (Some(of_division), Some(of_remainder)) = (body.inst_block(division), body.inst_block(remainder)) else {
        return;
    };
    if has_both && of_division == of_remainder {
        return;
    }
    let mut comes_first = match of_division == of_remainder {
        true => f.editor.comes_before(division, remainder),
        false => flow.dominators.dominates(of_division, of_remainder),
    };
    if !comes_first && of_division != of_remainder && !flow.dominators.dominates(of_remainder, of_division) {
        // Neither dominates the other, but every path from a common predecessor computes one of the two.
        let Some(before) = common_predecessor(f, flow, (division, of_division), (remainder, of_remainder)) else {
            return;
        };
        let Some(end) = f.editor.body().terminator(before) else { return };
        comes_first = true;
        f.editor.move_inst(division, Point::Before(end));
        if has_both {
            f.editor.move_inst(remainder, Point::Before(end));
            return;
        }
    }
    if has_both {
        let (first, second) = if comes_first { (division, remainder) } else { (remainder, division) };
        if let Some(next) = f.editor.body().next_inst(first) {
            f.editor.move_inst(second, Point::Before(next));
        }
        return;
    }
    if is_expanded {
        return;
    }
    if !comes_first {
        f.editor.move_inst(division, Point::Before(remainder));
    }
    let Some(next) = f.editor.body().next_inst(remainder) else { return };
    let product = binary(f, next, BinaryOp::Mul, division.into(), y, ty, remainder);
    let difference = binary(f, next, BinaryOp::Sub, x, product.into(), ty, remainder);
    f.editor.change(division, |data, _| {
        if let InstData::Binary { flags, .. } = data {
            *flags = IntFlags::empty();
        }
    });
    // Two uses of undef may have different values; the remainder has one use of each operand.
    for (value, users) in [(x, [(division, 0), (difference, 0)]), (y, [(division, 1), (product, 1)])] {
        let function = f.additions.function();
        if Query::new(&f.editor, function).is_not_undef(value) {
            continue;
        }
        let frozen = f.editor.insert(Point::Before(division), InstData::Freeze { value }, ty);
        let loc = f.editor.body().debug_loc(division);
        f.editor.set_debug_loc(frozen, loc);
        let name = [f.editor.body().name(value), b".frozen"].concat();
        f.editor.set_name(frozen.into(), &name);
        for (user, operand) in users {
            f.editor.set_operand(Use { user, operand }, frozen.into());
        }
    }
    let name = [f.editor.body().name(remainder.into()), b".decomposed"].concat();
    f.editor.set_name(difference.into(), &name);
    f.editor.replace_all(remainder.into(), difference.into());
    f.editor.erase(remainder);
}

/// Inserts an operation with the location of another instruction.
fn binary(
    f: &mut FunctionEdit<'_, '_>,
    before: Inst,
    op: BinaryOp,
    lhs: Value,
    rhs: Value,
    ty: Type,
    like: Inst,
) -> Inst {
    let (flags, fast_math) = Default::default();
    let loc = f.editor.body().debug_loc(like);
    let inst = f.editor.insert(Point::Before(before), InstData::Binary { op, flags, fast_math, lhs, rhs }, ty);
    f.editor.set_debug_loc(inst, loc);
    inst
}

/// The block all of whose successors are the blocks of two instructions, one of which leads to the other, if both instructions run
/// whenever the block ends.
fn common_predecessor(
    f: &mut FunctionEdit<'_, '_>,
    flow: &mut Flow<'_>,
    a: (Inst, Block),
    b: (Inst, Block),
) -> Option<Block> {
    let cfg = flow.cfg;
    let mut is_reached = |(inst, block): (Inst, Block)| {
        let (module, body) = (f.editor.module(), f.editor.body());
        let may_stop = |&other: &Inst| may_throw(module, body, other) || !may_not_stall(module, body, other);
        let stop = *flow.stops.entry(block).or_insert_with(|| body.insts(block).find(may_stop));
        stop.is_none_or(|stop| f.editor.comes_before(inst, stop))
    };
    let of = |side: Block, end: Block| {
        let &before = cfg.predecessors(side).first().filter(|_| cfg.successors(side) == [end])?;
        let fits = cfg.predecessors(side).iter().all(|&from| from == before)
            && cfg.successors(before).iter().all(|&to| to == side || to == end)
            && cfg.predecessors(end).iter().all(|&from| from == side || from == before);
        fits.then_some(before)
    };
    let before = of(b.1, a.1).or_else(|| of(a.1, b.1))?;
    (is_reached(a) && is_reached(b)).then_some(before)
}
