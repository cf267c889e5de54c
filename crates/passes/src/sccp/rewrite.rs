//! Changes of a function by what the solver found.

use lindworm_ir::editor::Point;
use lindworm_ir::eval::range::ConstantRange;
use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Int, IntFlags, IntPredicate};
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::{GepFlags, TailCall};
use lindworm_ir::{Block, Global, Inst, InstData, Type, Value};

use super::facts::Facts;
use crate::edges::{keep_successor, remove_edges};
use crate::effects::{has_side_effects, is_pad};
use crate::erase::erase_all;
use crate::lattice::int_or_splat;
use crate::pass::FunctionEdit;
use crate::value_tracking::Query;

/// What a rewritten function requires of others.
#[derive(Default)]
pub(super) struct Rewritten {
    /// Functions whose result is used by a call that stays as it is.
    pub needed_results: Vec<Global>,
    /// Whether a pointer argument was replaced by a constant.
    pub replaced_pointer: bool,
}

/// Replaces constant values, removes infeasible edges, and erases unreachable blocks.
pub(super) fn rewrite(f: &mut FunctionEdit<'_, '_>, facts: Facts) -> Rewritten {
    let mut rewriter = Rewriter { facts, new: HashSet::default(), result: Rewritten::default() };
    let Some(entry) = f.editor.body().entry() else { return rewriter.result };
    if rewriter.facts.reached[entry] {
        rewriter.replace_args(f);
    }
    let blocks: Vec<Block> = f.editor.body().blocks().collect();
    for &block in &blocks {
        if rewriter.facts.reached[block] {
            rewriter.rewrite_block(f, block);
        }
    }
    let dead: Vec<Block> = blocks.iter().copied().filter(|&block| !rewriter.facts.reached[block]).collect();
    for &block in dead.iter().filter(|&&block| block != entry) {
        clear(f, block);
    }
    if !rewriter.facts.reached[entry] {
        clear(f, entry);
    }
    let mut unreachable = None;
    for &block in blocks.iter().filter(|&&block| rewriter.facts.reached[block]) {
        rewriter.remove_edges(f, block, &mut unreachable);
    }
    let erased: Vec<Block> =
        dead.into_iter().filter(|&block| block != entry && !f.additions.is_address_taken(block)).collect();
    f.editor.erase_blocks(&erased);
    rewriter.result
}

/// Replaces the instructions of an unreachable block behind its phis by `unreachable`.
fn clear(f: &mut FunctionEdit<'_, '_>, block: Block) {
    keep_successor(&mut f.editor, block, None);
    let body = f.editor.body();
    let insts =
        body.insts(block).filter(|&inst| !matches!(body.inst(inst), InstData::Phi { .. } | InstData::Unreachable));
    let insts: Vec<Inst> = insts.collect();
    // A token has no poison.
    if insts.iter().all(|&inst| body.inst_type(inst) != Type::TOKEN) {
        erase_all(&mut f.editor, &insts);
    }
}

struct Rewriter {
    facts: Facts,
    /// Instructions that the solver has not seen.
    new: HashSet<Inst>,
    result: Rewritten,
}

impl Rewriter {
    fn replace_args(&mut self, f: &mut FunctionEdit<'_, '_>) {
        for (n, ty) in f.editor.body().args().to_vec().into_iter().enumerate() {
            let arg = Value::arg(n as u32);
            if f.editor.uses().is_unused(arg) {
                continue;
            }
            let module = f.editor.module();
            if let Some(value) = self.facts.constant(module, arg, ty) {
                self.result.replaced_pointer |= module.context().is_pointer(ty);
                f.editor.replace_all(arg, value);
            }
        }
    }

    fn rewrite_block(&mut self, f: &mut FunctionEdit<'_, '_>, block: Block) {
        for inst in f.editor.body().insts(block).collect::<Vec<_>>() {
            let ty = f.editor.body().inst_type(inst);
            if ty == Type::VOID || is_pad(f.editor.body().inst(inst)) {
                continue;
            }
            if !self.replace(f, inst, ty) && !self.replace_signed(f, inst, ty) && !self.refine(f, inst, ty) {
                self.simplify(f, inst);
            }
        }
    }

    /// Replaces an instruction by its constant.
    fn replace(&mut self, f: &mut FunctionEdit<'_, '_>, inst: Inst, ty: Type) -> bool {
        let (module, body) = (f.editor.module(), f.editor.body());
        let Some(value) = self.facts.constant(module, inst.into(), ty) else { return false };
        let data = *body.inst(inst);
        let is_removed = !has_side_effects(&f.editor, inst) && !data.is_terminator()
            || matches!(data, InstData::Load { volatile: false, .. });
        if let Some(call) = data.call_info() {
            let is_must_tail = matches!(data, InstData::Call { tail: TailCall::MustTail, .. });
            let is_attached = body.bundles(call.bundles).iter().any(|bundle| *bundle.tag == *b"clang.arc.attachedcall");
            if is_must_tail && !is_removed || is_attached {
                self.result.needed_results.extend(call.callee.as_global());
                return false;
            }
        }
        if ty == Type::TOKEN {
            return false;
        }
        f.editor.replace_all(inst.into(), value);
        if is_removed {
            f.editor.erase(inst);
        }
        true
    }

    /// The range of an integer operand.
    fn range(&self, f: &FunctionEdit<'_, '_>, value: Value) -> Option<ConstantRange> {
        let ty = f.editor.type_of(value);
        match value.as_inst() {
            Some(inst) if self.new.contains(&inst) => {
                f.editor.module().context().scalar_int_width(ty).map(ConstantRange::full)
            }
            _ => self.facts.range(f.editor.module(), value, ty),
        }
    }

    fn is_non_negative(&self, f: &FunctionEdit<'_, '_>, value: Value) -> bool {
        self.range(f, value).is_some_and(|range| range.is_all_non_negative())
    }

    /// Replaces a signed operation on numbers that are not negative by an unsigned one.
    fn replace_signed(&mut self, f: &mut FunctionEdit<'_, '_>, inst: Inst, ty: Type) -> bool {
        let new = match *f.editor.body().inst(inst) {
            InstData::Cast { op: op @ (CastOp::SExt | CastOp::SIToFP), value, .. }
                if self.is_non_negative(f, value) =>
            {
                let op = if op == CastOp::SExt { CastOp::ZExt } else { CastOp::UIToFP };
                InstData::Cast { op, flags: IntFlags::NNEG, fast_math: FastMathFlags::empty(), value }
            }
            InstData::Binary { op: BinaryOp::AShr, flags, fast_math, lhs, rhs } if self.is_non_negative(f, lhs) => {
                InstData::Binary { op: BinaryOp::LShr, flags, fast_math, lhs, rhs }
            }
            InstData::Binary { op: op @ (BinaryOp::SDiv | BinaryOp::SRem), flags, fast_math, lhs, rhs }
                if self.is_non_negative(f, lhs) && self.is_non_negative(f, rhs) =>
            {
                let op = if op == BinaryOp::SDiv { BinaryOp::UDiv } else { BinaryOp::URem };
                InstData::Binary { op, flags, fast_math, lhs, rhs }
            }
            _ => return false,
        };
        let loc = f.editor.body().debug_loc(inst);
        let replacement = f.editor.insert(Point::Before(inst), new, ty);
        f.editor.set_debug_loc(replacement, loc);
        f.editor.take_name(inst.into(), replacement.into());
        self.new.insert(replacement);
        f.editor.replace_all(inst.into(), replacement.into());
        f.editor.erase(inst);
        true
    }

    /// Adds flags that the ranges of the operands justify. Returns whether there are any.
    fn refine(&mut self, f: &mut FunctionEdit<'_, '_>, inst: Inst, ty: Type) -> bool {
        let body = f.editor.body();
        let mut added = IntFlags::empty();
        match *body.inst(inst) {
            InstData::Binary { op, flags, lhs, rhs, .. }
                if matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl)
                    && !flags.contains(IntFlags::NUW | IntFlags::NSW) =>
            {
                let (Some(a), Some(b)) = (self.range(f, lhs), self.range(f, rhs)) else { return false };
                added = a.no_wrap_flags(op, &b).difference(flags);
            }
            InstData::Cast { op: CastOp::ZExt | CastOp::UIToFP, flags, value, .. }
                if flags.is_empty() && self.is_non_negative(f, value) =>
            {
                added = IntFlags::NNEG;
            }
            InstData::Cast { op: CastOp::Trunc, flags, value, .. } => {
                let (Some(range), Some(width)) =
                    (self.range(f, value), f.editor.module().context().scalar_int_width(ty))
                else {
                    return false;
                };
                added = range.trunc_flags(width).difference(flags);
            }
            InstData::GetElementPtr { flags, ref operands, .. }
                if flags.contains(GepFlags::NUSW) && !flags.contains(GepFlags::NUW) =>
            {
                let indices: Vec<Value> = body.list_values(operands)[1..].to_vec();
                if indices.iter().all(|&index| self.is_non_negative(f, index)) {
                    f.editor.change(inst, |data, _| {
                        if let InstData::GetElementPtr { flags, .. } = data {
                            *flags |= GepFlags::NUW;
                        }
                    });
                    return true;
                }
            }
            _ => {}
        }
        if !added.is_empty() {
            f.editor.change(inst, |data, _| {
                if let InstData::Binary { flags, .. } | InstData::Cast { flags, .. } = data {
                    *flags |= added;
                }
            });
        }
        !added.is_empty()
    }

    /// Removes masks without effect, and makes one comparison of a check of a range.
    fn simplify(&mut self, f: &mut FunctionEdit<'_, '_>, inst: Inst) {
        let (module, body) = (f.editor.module(), f.editor.body());
        match *body.inst(inst) {
            InstData::Binary { op: BinaryOp::And, lhs, rhs, .. } => {
                let Some(mask) = int_or_splat(module, rhs) else { return };
                let is_low = mask.add(&Int::one(mask.width())).and(&mask).is_zero();
                if is_low && self.range(f, lhs).is_some_and(|range| range.unsigned_max().ucmp(&mask).is_le()) {
                    f.editor.replace_all(inst.into(), lhs);
                    f.editor.erase(inst);
                }
            }
            InstData::ICmp { predicate, lhs, rhs, .. } => {
                let Some((value, checked)) = checked_range(f, predicate, lhs, rhs) else { return };
                let Some(range) = self.range(f, value).filter(|range| !range.is_full()) else { return };
                // Other integers do not occur, so that the result for them may be true or false.
                let relaxed = [checked.exact_union(&range.inverse()), checked.exact_intersection(&range)];
                let Some((predicate, n)) = relaxed.iter().flatten().find_map(|range| {
                    let (predicate, n, offset) = range.as_compare();
                    (offset.is_zero() && !range.is_full() && !range.is_empty()).then_some((predicate, n))
                }) else {
                    return;
                };
                let n = Query::new(&f.editor, f.additions.function()).int(f.editor.type_of(value), &n);
                let loc = f.editor.body().debug_loc(inst);
                let ty = f.editor.body().inst_type(inst);
                let data = InstData::ICmp { predicate, same_sign: false, lhs: value, rhs: n };
                let new = f.editor.insert(Point::Before(inst), data, ty);
                f.editor.set_debug_loc(new, loc);
                self.new.insert(new);
                f.editor.replace_all(inst.into(), new.into());
                f.editor.erase(inst);
            }
            _ => {}
        }
    }

    /// Removes the infeasible edges of a block.
    fn remove_edges(&self, f: &mut FunctionEdit<'_, '_>, block: Block, unreachable: &mut Option<Block>) {
        let body = f.editor.body();
        let Some(terminator) = body.terminator(block) else { return };
        let data = *body.inst(terminator);
        if !matches!(data, InstData::CondBr { .. } | InstData::Switch { .. } | InstData::IndirectBr { .. }) {
            return;
        }
        let is_feasible = |to: Block| self.facts.edges.contains(&(block, to));
        let mut all = Vec::new();
        data.for_each_successor(body.values(), |to| all.push(to));
        let taken: Vec<Block> = all.iter().copied().filter(|&to| is_feasible(to)).collect();
        if taken.len() == all.len() && !taken.is_empty() {
            return;
        }
        if taken.iter().all(|to| Some(to) == taken.first()) {
            keep_successor(&mut f.editor, block, taken.first().copied());
            return;
        }
        let InstData::Switch { default, ref cases, .. } = data else { return };
        let mut cases: Vec<(Value, Block)> =
            body.list_values(cases).chunks_exact(2).filter_map(|pair| Some((pair[0], pair[1].as_block()?))).collect();
        let mut weights = f.branch_weights(terminator);
        let mut gone = Vec::new();
        let mut place = 0;
        while let Some(&(_, to)) = cases.get(place) {
            if is_feasible(to) {
                place += 1;
                continue;
            }
            gone.push(to);
            cases.swap_remove(place);
            if let Some(weights) = &mut weights {
                weights.swap_remove(place + 1);
            }
        }
        let new_default = match is_feasible(default) {
            true => default,
            false => {
                gone.push(default);
                *unreachable.get_or_insert_with(|| {
                    let new = f.editor.create_block(f.editor.body().prev_block(default));
                    f.editor.set_name(new.into(), b"default.unreachable");
                    f.editor.insert(Point::End(new), InstData::Unreachable, Type::VOID);
                    new
                })
            }
        };
        let mut counts: Vec<(Block, usize)> = Vec::new();
        gone.sort_unstable_by_key(|to| to.as_u32());
        for to in gone {
            match counts.last_mut() {
                Some((last, count)) if *last == to => *count += 1,
                _ => counts.push((to, 1)),
            }
        }
        counts.into_iter().for_each(|(to, count)| remove_edges(&mut f.editor, to, block, count));
        let list: Vec<Value> = cases.iter().flat_map(|&(n, to)| [n, to.into()]).collect();
        f.editor.change(terminator, |data, pool| {
            if let InstData::Switch { default, cases, .. } = data {
                *default = new_default;
                lindworm_ir::value::replace_list(cases, &list, pool);
            }
        });
        if let Some(weights) = weights {
            f.set_branch_weights(terminator, &weights);
        }
    }
}

/// The value of which a comparison of a sum, or of the high bits, checks whether it is in a range, and the range.
fn checked_range(
    f: &FunctionEdit<'_, '_>,
    predicate: IntPredicate,
    lhs: Value,
    rhs: Value,
) -> Option<(Value, ConstantRange)> {
    let module = f.editor.module();
    let n = int_or_splat(module, rhs)?;
    let data = *f.editor.body().inst(lhs.as_inst().filter(|_| f.editor.uses().has_one_use(lhs))?);
    let InstData::Binary { op, flags, lhs: value, rhs: constant, .. } = data else { return None };
    let constant = int_or_splat(module, constant)?;
    match op {
        BinaryOp::Or if !flags.contains(IntFlags::DISJOINT) => None,
        BinaryOp::Add | BinaryOp::Or => {
            Some((value, ConstantRange::satisfying(predicate, &n).sub(&ConstantRange::from(constant))))
        }
        BinaryOp::And if predicate.is_equality() && constant.neg().is_power_of_two() => {
            if n.trailing_zeros() < constant.trailing_zeros() {
                return None;
            }
            let range = ConstantRange::new(n.clone(), n.sub(&constant));
            Some((value, if predicate == IntPredicate::Eq { range } else { range.inverse() }))
        }
        _ => None,
    }
}
