//! `constraint-elimination`: simplifies comparisons that follow from comparisons that are known to hold.
//!
//! The conditions of branches, switches and assumptions, the results of some intrinsics, the bounds of accessed objects and of
//! induction variables are facts in the blocks that they dominate. The pass visits facts and comparisons in preorder of the
//! dominator tree. It keeps the current facts as two systems of linear inequalities, one of signed and one of unsigned integers, and
//! asks whether these imply a comparison or its inverse. A question costs at most a constant, as systems, sums and eliminations have
//! limits.

mod facts;
mod induction;
mod linear;
mod system;
mod work;

use lindworm_analysis::{Cfg, DominatorTree, Loops};
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, FastMathFlags, Int, IntFlags, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId as I;
use lindworm_ir::use_list::Use;
use lindworm_ir::value::Imm;
use lindworm_ir::{Inst, InstData, Value};

use self::facts::{Facts, Scope};
use self::linear::{Compare, bounded_index};
use self::work::{Collector, Task, access, comparison, context_of};
use crate::pass::{FunctionEdit, FunctionPass};
use crate::scalar_evolution::ScevInput;
use crate::value_tracking::Query;

/// The maximum number of parts of a conjunction or disjunction that are assumed while another part is checked.
const MAX_PARTS: usize = 32;

/// Simplifies comparisons by systems of linear inequalities.
pub struct ConstraintElimination;

impl FunctionPass for ConstraintElimination {
    fn name(&self) -> &'static str {
        "constraint-elimination"
    }

    fn class(&self) -> &'static str {
        "ConstraintEliminationPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let input = ScevInput::of(f);
        let (cfg, dominators, loops) = (
            f.analyses.get::<Cfg>(&f.editor),
            f.analyses.get::<DominatorTree>(&f.editor),
            f.analyses.get::<Loops>(&f.editor),
        );
        let query = Query::new(&f.editor, f.additions.function());
        let work = Collector::new(query, &cfg, &dominators, &loops, input.analyse(f)).collect();
        let args = f.editor.body().args().len();
        let mut pass = Elimination { f, facts: Facts::new(args), dead: Vec::new() };
        for work in work {
            pass.facts.enter(work.scope);
            match work.task {
                Task::Fact { of, same_sign, need } => {
                    if need.is_none_or(|need| pass.holds(need)) {
                        pass.add(of, same_sign, work.scope);
                    }
                }
                Task::Instruction(inst) => pass.instruction(inst, work.scope),
                Task::Use(at) => pass.check_use(at, work.scope),
                Task::Call(inst) => pass.check_call(inst),
            }
        }
        pass.finish();
    }
}

struct Elimination<'p, 'a, 'm> {
    f: &'p mut FunctionEdit<'a, 'm>,
    facts: Facts,
    /// Instructions without uses. They stay until the end, since facts may be about them.
    dead: Vec<Inst>,
}

impl Elimination<'_, '_, '_> {
    fn query(&self) -> Query<'_> {
        Query::new(&self.f.editor, self.f.additions.function())
    }

    fn holds(&self, of: Compare) -> bool {
        self.facts.holds(&self.query(), of)
    }

    fn result(&self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Option<bool> {
        self.facts.result(&self.query(), Compare { predicate, lhs, rhs })
    }

    fn add(&mut self, of: Compare, same_sign: bool, scope: Scope) {
        let query = Query::new(&self.f.editor, self.f.additions.function());
        self.facts.add_with_consequences(&query, of, same_sign, scope);
    }

    /// Adds what an instruction implies.
    fn instruction(&mut self, inst: Inst, scope: Scope) {
        use IntPredicate::{Sge, Uge, Ule};
        let result: Value = inst.into();
        let query = self.query();
        if let Some((pointer, ty)) = access(&query, inst) {
            if let Some(of) = bounded_index(&query, pointer, ty) {
                self.add(of, false, scope);
            }
            return;
        }
        let Some((id, args)) = query.intrinsic(result) else { return };
        let args: smallvec::SmallVec<[Value; 2]> = args.iter().copied().take(2).collect();
        let compare = |predicate, rhs| Compare { predicate, lhs: result, rhs };
        match (id, &args[..]) {
            (I::ASSUME, &[condition, ..]) => {
                if let Some((of, same_sign)) = comparison(&query, condition) {
                    self.add(of, same_sign, scope);
                }
            }
            (I::ABS, &[from, is_min_poison]) => {
                if query.module.constants().as_u64(is_min_poison) == Some(1) {
                    let zero = query.module.constants().zero(query.module.context(), query.type_of(result));
                    self.add(compare(Sge, zero), false, scope);
                }
                self.add(compare(Sge, from), false, scope);
            }
            (I::UMIN | I::UMAX | I::SMIN | I::SMAX | I::UADD_SAT, &[lhs, rhs]) => {
                let predicate = extreme(id).unwrap_or(Uge);
                self.add(compare(predicate, lhs), false, scope);
                self.add(compare(predicate, rhs), false, scope);
            }
            (I::USUB_SAT, &[lhs, _]) => self.add(compare(Ule, lhs), false, scope),
            _ => {}
        }
    }

    fn check_use(&mut self, at: Use, scope: Scope) {
        let query = self.query();
        let Some(value) = query.body.operand(at.user, at.operand as usize) else { return };
        let (Some(inst), Some((of, same_sign))) = (value.as_inst(), comparison(&query, value)) else { return };
        let is_assumption = |user: Inst| matches!(query.intrinsic(user.into()), Some((I::ASSUME, _)));
        let mut result = self.facts.result(&query, of);
        if result.is_none() && same_sign && of.predicate.is_unsigned() {
            result = self.facts.result(&query, Compare { predicate: of.predicate.to_signed(), ..of });
        }
        match result {
            // An assumption that is certain says nothing more: it stays, since its condition may be used by others.
            Some(_) if is_assumption(at.user) => {}
            Some(holds) => {
                let constant = query.bool(query.type_of(value), holds);
                self.f.editor.set_operand(at, constant);
                self.note_unused(inst);
            }
            None => {
                if context_of(&query, at) == Some(at.user) {
                    self.check_part(at.user, inst, of, scope);
                }
            }
        }
    }

    fn note_unused(&mut self, inst: Inst) {
        if self.f.editor.uses().is_unused(inst.into()) {
            self.dead.push(inst);
        }
    }

    /// Simplifies a conjunction or disjunction one part of which decides whether another one holds.
    fn check_part(&mut self, join: Inst, part: Inst, of: Compare, scope: Scope) {
        let query = Query::new(&self.f.editor, self.f.additions.function());
        let value: Value = join.into();
        let is_or = query.as_logic(value, false).is_some();
        let Some((lhs, rhs)) = query.as_logic(value, !is_or) else { return };
        if query.uses.is_unused(value) {
            return;
        }
        let is_first = lhs == part.into();
        // The second operand of a select may be poison where the first one decides.
        if is_first && matches!(query.body.inst(join), InstData::Select { .. }) {
            return;
        }
        let other = if is_first { rhs } else { lhs };
        let held = self.facts.len();
        let mut pending = vec![other];
        for _ in 0..MAX_PARTS {
            let Some(next) = pending.pop() else { break };
            if let Some((mut of, _)) = comparison(&query, next) {
                if is_or {
                    of.predicate = of.predicate.inverse();
                }
                self.facts.add(&query, of, scope);
            } else if let Some((a, b)) = query.as_logic(next, !is_or) {
                pending.extend([a, b]);
            }
        }
        let result = match self.facts.len() == held {
            true => None,
            false => self.facts.result(&query, of),
        };
        self.facts.truncate(held);
        let Some(result) = result else { return };
        let new = if result == is_or { query.bool(query.type_of(value), result) } else { other };
        self.f.editor.replace_all(value, new);
        self.dead.push(join);
    }

    fn check_call(&mut self, inst: Inst) {
        let value: Value = inst.into();
        let Some((id, &[lhs, rhs])) = self.query().intrinsic(value) else { return };
        use IntPredicate::{Eq, Sge, Sgt, Slt, Ugt, Ult};
        let new = match id {
            I::SSUB_WITH_OVERFLOW => return self.check_subtraction(inst, lhs, rhs, Sge),
            I::UCMP | I::SCMP => {
                let (greater, less) = if id == I::SCMP { (Sgt, Slt) } else { (Ugt, Ult) };
                let is = |predicate| self.result(predicate, lhs, rhs) == Some(true);
                let number = match () {
                    () if is(greater) => 1,
                    () if is(less) => -1,
                    () if is(Eq) => 0,
                    () => return,
                };
                let query = self.query();
                Some(query.int(query.type_of(value), &Int::from_i64(query.width_of(value).unwrap_or(1), number)))
            }
            _ => {
                let Some(predicate) = extreme(id) else { return };
                match (self.result(predicate, lhs, rhs), self.result(predicate, rhs, lhs)) {
                    (Some(is_lhs), _) => Some(if is_lhs { lhs } else { rhs }),
                    (None, Some(is_rhs)) => Some(if is_rhs { rhs } else { lhs }),
                    (None, None) => None,
                }
            }
        };
        if let Some(new) = new {
            self.f.editor.replace_all(value, new);
            self.dead.push(inst);
        }
    }

    /// A difference of integers that are not negative, the first of which is not less, does not overflow.
    fn check_subtraction(&mut self, inst: Inst, lhs: Value, rhs: Value, at_least: IntPredicate) {
        let query = self.query();
        let ty = query.type_of(lhs);
        let zero = query.module.constants().zero(query.module.context(), ty);
        let is = |lhs, rhs| self.holds(Compare { predicate: at_least, lhs, rhs });
        if !is(lhs, rhs) || !is(rhs, zero) {
            return;
        }
        let mut difference = None;
        for at in self.f.editor.uses().of(inst.into()).collect::<Vec<_>>() {
            let InstData::ExtractValue { indices, .. } = self.f.editor.body().inst(at.user) else { continue };
            let is_difference = self.f.editor.body().list_ints(indices) == [Imm(0)];
            let new = match is_difference {
                true => *difference.get_or_insert_with(|| {
                    let fast_math = FastMathFlags::empty();
                    let data = InstData::Binary { op: BinaryOp::Sub, flags: IntFlags::NSW, fast_math, lhs, rhs };
                    let new = self.f.editor.insert(Point::Before(inst), data, ty);
                    let loc = self.f.editor.body().debug_loc(inst);
                    self.f.editor.set_debug_loc(new, loc);
                    new.into()
                }),
                false => {
                    let query = self.query();
                    query.bool(query.type_of(at.user.into()), false)
                }
            };
            self.f.editor.replace_all(at.user.into(), new);
            self.dead.push(at.user);
        }
        self.dead.push(inst);
    }

    fn finish(&mut self) {
        for inst in std::mem::take(&mut self.dead) {
            let editor = &mut self.f.editor;
            if editor.body().inst_block(inst).is_some() && editor.uses().is_unused(inst.into()) {
                editor.erase(inst);
            }
        }
    }
}

/// How a minimum or maximum compares with its operands.
fn extreme(id: I) -> Option<IntPredicate> {
    match id {
        I::UMIN => Some(IntPredicate::Ule),
        I::UMAX => Some(IntPredicate::Uge),
        I::SMIN => Some(IntPredicate::Sle),
        I::SMAX => Some(IntPredicate::Sge),
        _ => None,
    }
}
