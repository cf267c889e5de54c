//! Peeling: iterations before or after a loop, in which conditions have a known result.

use lindworm_ir::editor::{Point, ValueMap};
use lindworm_ir::eval::{BinaryOp, FastMathFlags, IntPredicate};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Value};

use super::{LoopUnroll, State, clean_up, runtime, scopes};
use crate::edges::{incoming_from, phis, set_incoming_from, successors};
use crate::effects::may_write;
use crate::loop_form::LoopForm;
use crate::pass::FunctionEdit;
use crate::scalar_evolution::{Expander, Kind, Operand, Recipe, ScalarEvolution, Scev, ScevInput, Wrap};
use crate::value_tracking::Query;

/// The property that counts peeled iterations.
const PEELED: &[u8] = b"llvm.loop.peeled.count";
/// The depth of the conditions that are analysed.
const MAX_DEPTH: u32 = 4;

/// How many iterations are peeled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Peel {
    pub count: u32,
    /// Whether it is the last iteration.
    pub is_last: bool,
    /// Whether the profile, or the user, decided: the loop is not unrolled afterwards.
    pub is_final: bool,
}

/// Whether the loop can be peeled, and its conditions are worth it.
pub(super) fn count(
    pass: &LoopUnroll,
    f: &FunctionEdit<'_, '_>,
    form: &LoopForm,
    scev: &mut ScalarEvolution<'_>,
    (size, threshold): (u32, u32),
) -> Option<Peel> {
    let options = &pass.options;
    let of = scev.loops.loop_of(form.header)?;
    let is_innermost = form.blocks.iter().all(|&block| scev.loops.loop_of(block) == Some(of));
    if options.flag("disable-advanced-peeling") == Some(true) && !leaves_rarely_elsewhere(f, form) {
        return None;
    }
    if !is_innermost && options.flag("unroll-allow-loop-nests-peeling") != Some(true) {
        return None;
    }
    if let Some(count) = options.number("unroll-force-peel-count") {
        return (count > 0).then_some(Peel { count, is_last: false, is_final: true });
    }
    let is_allowed = pass.parameters.peeling.or(options.flag("unroll-allow-peeling")).unwrap_or(true);
    if !is_allowed || 2 * size > threshold {
        return None;
    }
    let most = options.number("unroll-peel-max-count").unwrap_or(7);
    let id = form.latch.and_then(|latch| f.loop_id(latch));
    let done = f.loop_number(id, PEELED).unwrap_or(0) as u32;
    if done >= most {
        return None;
    }
    let max = most.min(threshold / size - 1);
    let mut wanted = options.number("unroll-peel-count").unwrap_or(0);
    if max > wanted {
        wanted = wanted.max(count_for_phis(f, form, max));
    }
    let mut compares = Compares { f, form, scev, of, max, wanted: 0, wanted_last: 0, budget: pass.budget() };
    compares.visit_all();
    let last = compares.wanted_last;
    wanted = wanted.max(compares.wanted);
    if wanted == 0 {
        wanted = u32::from(makes_loads_safe(f, form, scev));
    }
    let is_fine = |count: u32| count > 0 && count + done <= most;
    if is_fine(wanted.min(max)) {
        return Some(Peel { count: wanted.min(max), is_last: false, is_final: false });
    }
    is_fine(last.min(max)).then_some(Peel { count: last.min(max), is_last: true, is_final: false })
}

/// Whether the exits that are not left from the latch end the program.
fn leaves_rarely_elsewhere(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> bool {
    let body = f.editor.body();
    let mut exits = form.exiting.iter().filter(|&&block| Some(block) != form.latch).flat_map(|&block| {
        successors(&f.editor, block).into_iter().filter(|&to| !form.contains(to)).collect::<Vec<_>>()
    });
    exits.all(|exit| matches!(body.terminator(exit).map(|t| body.inst(t)), Some(InstData::Unreachable)))
}

/// After how many iterations, at most `max`, phis of the header do not change any more.
fn count_for_phis(f: &FunctionEdit<'_, '_>, form: &LoopForm, max: u32) -> u32 {
    let mut known: HashMap<Value, Option<u32>> = HashMap::default();
    let mut count = 0;
    for phi in phis(&f.editor, form.header) {
        let of_phi = iterations_to_invariance(f, form, phi.into(), max, &mut known, 0);
        count = count.max(of_phi.unwrap_or(0));
    }
    count
}

fn iterations_to_invariance(
    f: &FunctionEdit<'_, '_>,
    form: &LoopForm,
    value: Value,
    max: u32,
    known: &mut HashMap<Value, Option<u32>>,
    depth: u32,
) -> Option<u32> {
    const MAX_CHAIN: u32 = 256;
    if let Some(&found) = known.get(&value) {
        return found;
    }
    // What depends on itself never ends.
    known.insert(value, None);
    let body = f.editor.body();
    let mut of = |value: Value| match depth < MAX_CHAIN {
        true => iterations_to_invariance(f, form, value, max, known, depth + 1),
        false => None,
    };
    let found = if form.is_invariant(&f.editor, value) {
        Some(0)
    } else {
        match *body.inst(value.as_inst()?) {
            InstData::Phi { .. } => {
                let phi = value.as_inst()?;
                match body.inst_block(phi) == Some(form.header) {
                    true => of(incoming_from(&f.editor, phi, form.latch?)?).map(|n| n + 1).filter(|&n| n <= max),
                    false => None,
                }
            }
            InstData::Binary { lhs, rhs, .. } | InstData::ICmp { lhs, rhs, .. } | InstData::FCmp { lhs, rhs, .. } => {
                match of(lhs) {
                    Some(first) => of(rhs).map(|second| first.max(second)),
                    None => None,
                }
            }
            InstData::Cast { value, .. } => of(value),
            _ => None,
        }
    };
    known.insert(value, found);
    found
}

/// Searches for conditions that have one result in the first iterations, and the other one afterwards.
struct Compares<'c, 'a, 'f, 'm, 'b> {
    f: &'c FunctionEdit<'f, 'm>,
    form: &'c LoopForm,
    scev: &'b mut ScalarEvolution<'a>,
    of: lindworm_analysis::Loop,
    max: u32,
    wanted: u32,
    wanted_last: u32,
    budget: u32,
}

impl Compares<'_, '_, '_, '_, '_> {
    fn visit_all(&mut self) {
        // The loop is not peeled completely.
        if let Some(count) = self.scev.constant_max_count(self.of)
            && let Some(count) = self.scev.as_constant(count)
        {
            let count = count.to_u64().map_or(u32::MAX, |n| n.min(u32::MAX.into()) as u32);
            self.max = self.max.min(count.wrapping_sub(1));
        }
        let body = self.f.editor.body();
        for &block in &self.form.blocks {
            for inst in body.insts(block) {
                match *body.inst(inst) {
                    InstData::Select { condition, .. } => self.visit(condition, 0),
                    InstData::Call { ref call, .. } => {
                        let callee = self.f.editor.module().callee(call.callee).and_then(|f| f.intrinsic);
                        use IntrinsicId as I;
                        if let (Some(I::UMIN | I::UMAX | I::SMIN | I::SMAX), &[lhs, rhs]) =
                            (callee, body.call_args(call))
                        {
                            let is_signed = matches!(callee, Some(I::SMIN | I::SMAX));
                            self.visit_min_max(lhs, rhs, is_signed);
                        }
                    }
                    InstData::CondBr { condition, .. } if Some(block) != self.form.latch => self.visit(condition, 0),
                    _ => {}
                }
            }
        }
    }

    /// Advances a value while the predicate holds. Returns whether it does not hold then.
    fn advance(&mut self, count: &mut u32, value: &mut Scev, bound: Scev, step: Scev, predicate: IntPredicate) -> bool {
        while *count < self.max && self.scev.is_known(predicate, *value, bound) {
            *value = self.scev.add(*value, step);
            *count += 1;
        }
        self.scev.is_known(predicate.inverse(), *value, bound)
    }

    /// The start, the step and the operands of a recurrence of the loop.
    fn recurrence(&mut self, s: Scev) -> Option<Scev> {
        self.scev.affine(s).filter(|&(_, _, own)| own == self.of).map(|(_, step, _)| step)
    }

    fn value_at(&mut self, s: Scev, count: u32) -> Option<Scev> {
        let Kind::AddRec(operands, _) = self.scev.kind(s).clone() else { return None };
        let ty = self.scev.int_type(self.scev.ty(s));
        let count = self.scev.int(ty, count.into());
        self.scev.evaluate_at(&operands, count)
    }

    fn visit(&mut self, condition: Value, depth: u32) {
        let query = Query::new(&self.f.editor, self.f.additions.function());
        if depth >= MAX_DEPTH || !query.module.context().is_int(query.type_of(condition)) {
            return;
        }
        if let Some((BinaryOp::And | BinaryOp::Or, _, lhs, rhs)) = query.binary(condition) {
            self.visit(lhs, depth + 1);
            self.visit(rhs, depth + 1);
            return;
        }
        let Some(&InstData::ICmp { predicate, lhs, rhs, .. }) = query.inst(condition) else { return };
        if self.scev.has_expressions(query.type_of(lhs)) {
            self.visit_compare(predicate, lhs, rhs);
        }
    }

    fn visit_compare(&mut self, mut predicate: IntPredicate, lhs: Value, rhs: Value) {
        let (mut left, mut right) = (self.scev.of(lhs), self.scev.of(rhs));
        if self.scev.is_known(predicate, left, right) || self.scev.is_known(predicate.inverse(), left, right) {
            return;
        }
        if !matches!(self.scev.kind(left), Kind::AddRec(..)) {
            (left, right) = (right, left);
            predicate = predicate.swapped();
        }
        let Some(step) = self.recurrence(left) else { return };
        let is_equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
        if !(is_equality && self.scev.flags(left).contains(Wrap::NW) || self.is_monotonic(left, step, predicate)) {
            return;
        }
        let mut count = self.wanted;
        let Some(mut value) = self.value_at(left, count) else { return };
        if !self.scev.is_known(predicate, value, right) {
            predicate = predicate.inverse();
        }
        if !self.advance(&mut count, &mut value, right, step, predicate) {
            if self.is_known_at_end(predicate, left, right) {
                self.wanted_last = 1;
            }
            return;
        }
        let next = self.scev.add(value, step);
        if is_equality
            && !self.scev.is_known(predicate.inverse(), next, right)
            && !self.scev.is_known(predicate, value, right)
            && self.scev.is_known(predicate, next, right)
        {
            // The comparison has the first result again, after one more iteration.
            if count >= self.max {
                return;
            }
            count += 1;
        }
        self.wanted = self.wanted.max(count);
        self.wanted_last = self.wanted_last.max(count);
    }

    /// Whether the result of a comparison changes at most once.
    fn is_monotonic(&mut self, rec: Scev, step: Scev, predicate: IntPredicate) -> bool {
        let flags = self.scev.flags(rec);
        match predicate {
            IntPredicate::Eq | IntPredicate::Ne => false,
            _ if predicate.is_signed() => {
                flags.contains(Wrap::NSW) && (self.scev.is_non_negative(step) || self.scev.is_non_positive(step))
            }
            _ => flags.contains(Wrap::NUW),
        }
    }

    /// Whether a comparison has the other result in the last iteration only.
    fn is_known_at_end(&mut self, predicate: IntPredicate, left: Scev, right: Scev) -> bool {
        let Some(count) = last_test(self.f, self.form, self.scev).map(|(_, count)| count) else { return false };
        let entry = self.form.preheader.and_then(|preheader| self.f.editor.body().terminator(preheader));
        let Some(entry) = entry else { return false };
        if !self.scev.is_known_non_zero(count) {
            let (of, budget) = (self.of, self.budget);
            if Expander::new(self.scev).is_expensive(count, of, budget, entry) {
                return false;
            }
        }
        let Kind::AddRec(operands, _) = self.scev.kind(left).clone() else { return false };
        let minus_one = self.scev.int(self.scev.ty(count), -1);
        let before = self.scev.add(count, minus_one);
        let (Some(last), Some(before)) =
            (self.scev.evaluate_at(&operands, count), self.scev.evaluate_at(&operands, before))
        else {
            return false;
        };
        self.scev.is_known(predicate.inverse(), last, right) && self.scev.is_known(predicate, before, right)
    }

    fn visit_min_max(&mut self, lhs: Value, rhs: Value, is_signed: bool) {
        let query = Query::new(&self.f.editor, self.f.additions.function());
        if !query.module.context().is_int(query.type_of(lhs)) {
            return;
        }
        let (bound, value) = if self.form.is_invariant(&self.f.editor, lhs) {
            (lhs, rhs)
        } else if self.form.is_invariant(&self.f.editor, rhs) {
            (rhs, lhs)
        } else {
            return;
        };
        let (bound, rec) = (self.scev.of(bound), self.scev.of(value));
        let Some(step) = self.recurrence(rec) else { return };
        let grows = self.scev.is_known_positive(step);
        if !grows && !self.scev.is_known_negative(step) {
            return;
        }
        let (flag, predicate) = match (is_signed, grows) {
            (true, true) => (Wrap::NSW, IntPredicate::Slt),
            (true, false) => (Wrap::NSW, IntPredicate::Sgt),
            (false, true) => (Wrap::NUW, IntPredicate::Ult),
            (false, false) => (Wrap::NUW, IntPredicate::Ugt),
        };
        if !self.scev.flags(rec).contains(flag) {
            return;
        }
        let mut count = self.wanted;
        let Some(mut now) = self.value_at(rec, count) else { return };
        if self.advance(&mut count, &mut now, bound, step, predicate) {
            self.wanted = count;
        }
    }
}

/// The comparison that ends a loop whose last iteration can be peeled, and the number of back edges.
fn last_test(f: &FunctionEdit<'_, '_>, form: &LoopForm, scev: &mut ScalarEvolution<'_>) -> Option<(Inst, Scev)> {
    let body = f.editor.body();
    let latch = form.latch.filter(|&latch| form.exiting[..] == [latch])?;
    let of = scev.loops.loop_of(form.header)?;
    let count = scev.exact_count(of)?;
    let InstData::CondBr { condition, if_true, if_false } = *body.inst(body.terminator(latch)?) else { return None };
    let InstData::ICmp { predicate, lhs, rhs, .. } = *body.inst(condition.as_inst()?) else { return None };
    let is_right = match predicate {
        IntPredicate::Eq => if_false == form.header,
        IntPredicate::Ne => if_true == form.header,
        _ => false,
    };
    let is_int = f.editor.module().context().is_int(f.editor.type_of(rhs));
    if !is_right || !is_int || !f.editor.uses().has_one_use(condition) {
        return None;
    }
    let bound = scev.of(rhs);
    let value = scev.of(lhs);
    let (_, step, own) = scev.affine(value)?;
    (scev.is_invariant(bound, of) && own == of && scev.is_one(step))
        .then(|| condition.as_inst().map(|inst| (inst, count)))
        .flatten()
}

/// Whether a load from an address that does not change decides an exit, nothing is written, and the load is safe after the first
/// iteration.
fn makes_loads_safe(f: &FunctionEdit<'_, '_>, form: &LoopForm, scev: &mut ScalarEvolution<'_>) -> bool {
    let body = f.editor.body();
    let Some(latch) = form.latch else { return false };
    if form.exiting.len() < 2 || !leaves_rarely_elsewhere(f, form) {
        return false;
    }
    let query = Query::new(&f.editor, f.additions.function());
    let mut users: HashSet<Inst> = HashSet::default();
    for &block in &form.blocks {
        for inst in body.insts(block) {
            if may_write(&f.editor, inst) {
                return false;
            }
            let is_wanted = match *body.inst(inst) {
                InstData::Load { pointer, align, .. } => {
                    block != form.header
                        && scev.dominators.dominates(block, latch)
                        && form.is_invariant(&f.editor, pointer)
                        && !query.is_readable(pointer, body.inst_type(inst), align)
                }
                _ => false,
            };
            if is_wanted || users.contains(&inst) {
                users.extend(f.editor.uses().of(inst.into()).map(|at| at.user));
            }
        }
    }
    form.exiting.iter().any(|&block| body.terminator(block).is_some_and(|t| users.contains(&t)))
}

/// Peels iterations off a loop in loop-simplify form.
pub(super) fn peel(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, how: Peel, state: &State) -> bool {
    let (Some(preheader), Some(latch)) = (form.preheader, form.latch) else { return false };
    let done = f.loop_number(f.loop_id(latch), PEELED).unwrap_or(0);
    let is_peeled = match how.is_last {
        true => peel_last(f, form, preheader, latch),
        false => peel_first(f, form, preheader, latch, how.count),
    };
    if is_peeled.is_none() {
        return false;
    }
    f.set_loop_number(latch, PEELED, done + u64::from(how.count));
    state.is_dirty.set(true);
    runtime::dedicate_exits(f, form);
    let blocks = form.blocks.clone();
    clean_up::simplify(f, Some(form.header), &blocks);
    if how.is_final {
        f.forbid_unrolling(latch);
    }
    true
}

/// The phis of exits, each with the value from a block of the loop.
pub(super) fn outgoing(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> Vec<(Inst, Value, Block)> {
    let mut found = Vec::new();
    for &block in &form.blocks {
        for to in successors(&f.editor, block).into_iter().filter(|&to| !form.contains(to)) {
            for phi in phis(&f.editor, to) {
                found.extend(incoming_from(&f.editor, phi, block).map(|value| (phi, value, block)));
            }
        }
    }
    found
}

fn peel_first(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, preheader: Block, latch: Block, count: u32) -> Option<()> {
    let name =
        |f: &FunctionEdit<'_, '_>, block: Block, suffix: &[u8]| [f.editor.body().name(block.into()), suffix].concat();
    let entry = f.editor.body().terminator(preheader)?;
    let begin = name(f, form.header, b".peel.begin");
    let next_name = name(f, form.header, b".peel.next");
    let mut top = f.editor.split_block(entry, &begin);
    let mut bottom = f.editor.split_block(entry, &next_name);
    let end = name(f, preheader, b".peel.newph");
    let new_preheader = f.editor.split_block(entry, &end);
    let header_phis = phis(&f.editor, form.header);
    let outgoing = outgoing(f, form);
    let scopes = scopes::declared(f, &form.blocks);
    // The values of the header's phis in the iteration that is made next.
    let mut values: Vec<Value> =
        header_phis.iter().filter_map(|&phi| incoming_from(&f.editor, phi, new_preheader)).collect();
    let nexts: Vec<Value> = header_phis.iter().filter_map(|&phi| incoming_from(&f.editor, phi, latch)).collect();
    for number in 0..count {
        let mut map = ValueMap::default();
        f.editor.clone_blocks_with_suffix(top, &form.blocks, b".peel", &mut map);
        let copies: Vec<Block> = form.blocks.iter().filter_map(|&block| map.block(block)).collect();
        scopes::separate(f, &scopes, &copies, &format!("Peel{number}"));
        enter_and_leave(f, &map, form, latch, top, bottom);
        for (&phi, &value) in header_phis.iter().zip(&values) {
            if let Some(copy) = map.get(phi.into()).as_inst() {
                f.editor.replace_all(copy.into(), value);
                f.editor.erase(copy);
                map.set(phi.into(), value);
            }
        }
        for &(phi, value, from) in &outgoing {
            if let Some(copy) = map.block(from) {
                f.editor.add_incoming(phi, map.get(value), copy);
            }
        }
        values = nexts.iter().map(|&next| map.get(next)).collect();
        if let Some(branch) = map.block(latch).and_then(|latch| f.editor.body().terminator(latch)) {
            f.editor.set_attachment(branch, crate::LOOP, None);
        }
        top = bottom;
        let end = f.editor.body().terminator(bottom)?;
        bottom = f.editor.split_block(end, &next_name);
    }
    for (&phi, &value) in header_phis.iter().zip(&values) {
        set_incoming_from(&mut f.editor, phi, new_preheader, value);
    }
    Some(())
}

/// Makes `top` branch to the copy, and the back edge of the copy to `bottom`.
fn enter_and_leave(
    f: &mut FunctionEdit<'_, '_>,
    map: &ValueMap,
    form: &LoopForm,
    latch: Block,
    top: Block,
    bottom: Block,
) -> Option<()> {
    let (header, latch) = (map.block(form.header)?, map.block(latch)?);
    let (entry, back) = (f.editor.body().terminator(top)?, f.editor.body().terminator(latch)?);
    let edges: Vec<Use> = f.editor.uses().of(header.into()).filter(|at| at.user == back).collect();
    edges.into_iter().for_each(|edge| f.editor.set_operand(edge, bottom.into()));
    f.editor.set_operand(Use { user: entry, operand: 0 }, header.into());
    Some(())
}

fn peel_last(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, preheader: Block, latch: Block) -> Option<()> {
    let &[exit] = &form.exits[..] else { return None };
    let input = ScevInput::of(f);
    let entry = f.editor.body().terminator(preheader)?;
    let (test, back_edges): (Inst, Option<(Operand, Recipe)>) = {
        let mut scev = input.analyse(f);
        let (test, count) = last_test(f, form, &mut scev)?;
        let is_needed = !scev.is_known_non_zero(count);
        let mut expander = Expander::new(&mut scev);
        match is_needed {
            true => {
                let value = expander.expand(count, entry)?;
                (test, Some((value, expander.finish())))
            }
            false => (test, None),
        }
    };
    drop(input);
    // The exit keeps its phis and becomes the block before the last iteration.
    let name = f.editor.body().name(exit.into()).to_vec();
    let first = f.editor.body().first_non_phi(exit)?;
    let after = f.editor.split_block(first, b"");
    f.editor.set_name(exit.into(), &[&name[..], b".peel.begin"].concat());
    if !name.is_empty() {
        f.editor.set_name(after.into(), &name);
    }
    let end = f.editor.body().terminator(exit)?;
    let bottom = f.editor.split_block(end, &[&name[..], b".peel.next"].concat());
    let exit_phis: Vec<(Inst, Option<Value>)> =
        phis(&f.editor, exit).into_iter().map(|phi| (phi, incoming_from(&f.editor, phi, latch))).collect();
    let is_guarded = back_edges.is_some();
    let mut new_preheader = preheader;
    if let Some((count, recipe)) = back_edges {
        let values = recipe.insert(f);
        let count = count.value(&values);
        let name = [f.editor.body().name(preheader.into()), b".split"].concat();
        new_preheader = f.editor.split_block(entry, &name);
        let branch = f.editor.body().terminator(preheader)?;
        let built = f.editor.build_before(branch, |b| {
            let zero = b.int(b.type_of(count), 0);
            let runs = b.icmp(IntPredicate::Ne, count, zero)?;
            b.cond_br(runs, new_preheader, exit)
        });
        built.ok()?;
        f.editor.erase(branch);
    }
    let scopes = scopes::declared(f, &form.blocks);
    let mut map = ValueMap::default();
    f.editor.clone_blocks_with_suffix(exit, &form.blocks, b".peel", &mut map);
    let copies: Vec<Block> = form.blocks.iter().filter_map(|&block| map.block(block)).collect();
    scopes::separate(f, &scopes, &copies, "Peel0");
    enter_and_leave(f, &map, form, latch, exit, bottom);
    let next_name = [f.editor.body().name(form.header.into()), b".peel.next"].concat();
    let end = f.editor.body().terminator(bottom)?;
    f.editor.split_block(end, &next_name);
    // The copy does not repeat: both edges lead behind it.
    let copied_end = f.editor.body().terminator(map.block(latch)?)?;
    f.editor.set_attachment(copied_end, crate::LOOP, None);
    if let InstData::CondBr { .. } = f.editor.body().inst(copied_end) {
        for operand in 1..3 {
            f.editor.set_operand(Use { user: copied_end, operand }, bottom.into());
        }
    }
    for phi in phis(&f.editor, form.header) {
        let copy = map.get(phi.into()).as_inst()?;
        let start = incoming_from(&f.editor, phi, new_preheader)?;
        let next = incoming_from(&f.editor, phi, latch)?;
        let list = f.editor.list(&[]);
        let at = f.editor.body().first_non_phi(exit).map_or(Point::End(exit), Point::BeforeRecords);
        let data = InstData::Phi { incoming: list, fast_math: FastMathFlags::empty() };
        let ty = f.editor.body().inst_type(phi);
        let new = f.editor.insert(at, data, ty);
        if is_guarded {
            f.editor.add_incoming(new, start, preheader);
        }
        f.editor.add_incoming(new, next, latch);
        f.editor.replace_all(copy.into(), new.into());
        f.editor.erase(copy);
        map.set(phi.into(), new.into());
    }
    let bound = f.editor.body().operand(test, 1)?;
    let less = f.editor.build_before(test, |b| {
        let one = b.int(b.type_of(bound), 1);
        b.binary(BinaryOp::Sub, bound, one)
    });
    f.editor.set_operand(Use { user: test, operand: 1 }, less.ok()?);
    for (phi, value) in exit_phis {
        let value = map.get(value?);
        f.editor.replace_all(phi.into(), value);
        f.editor.erase(phi);
    }
    Some(())
}
