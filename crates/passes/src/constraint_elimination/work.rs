//! The facts and checks of a function, in the order in which they are processed.

use cranelift_entity::EntityRef;
use lindworm_analysis::{Cfg, DominatorTree, Loops};
use lindworm_ir::eval::IntPredicate;
use lindworm_ir::hash::HashSet;
use lindworm_ir::intrinsics::IntrinsicId as I;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::facts::Scope;
use super::linear::{Compare, bounded_index};
use crate::scalar_evolution::ScalarEvolution;
use crate::value_tracking::Query;

/// The maximum number of parts of the condition of a branch that are facts.
const MAX_PARTS: usize = 64;

pub(super) enum Task {
    /// A comparison holds at the start of the block, if `need` does.
    Fact { of: Compare, same_sign: bool, need: Option<Compare> },
    /// An instruction implies facts.
    Instruction(Inst),
    /// A use of a comparison may be simplified.
    Use(Use),
    /// A call may be simplified.
    Call(Inst),
}

pub(super) struct Work {
    pub scope: Scope,
    /// The place within the block. Facts at its start come first, those about a constant before others, because these transfer
    /// more easily between the signed and the unsigned system.
    place: (u8, u32),
    pub task: Task,
}

/// The scopes of blocks, and the places of instructions.
pub(super) struct Places {
    scopes: Vec<Option<Scope>>,
    insts: Vec<u32>,
}

impl Places {
    fn new(query: &Query<'_>, dominators: &DominatorTree) -> Places {
        let mut places = Places { scopes: Vec::new(), insts: Vec::new() };
        for (count, inst) in query.body.blocks().flat_map(|block| query.body.insts(block)).enumerate() {
            if places.insts.len() <= inst.index() {
                places.insts.resize(inst.index() + 1, 0);
            }
            places.insts[inst.index()] = count as u32;
        }
        let last = query.body.blocks().map(|block| block.index()).max().map_or(0, |last| last + 1);
        places.scopes = vec![None; last];
        let mut next = 0;
        let mut path: Vec<(Block, bool)> = query.body.entry().map(|block| (block, false)).into_iter().collect();
        while let Some((block, is_done)) = path.pop() {
            let Some(scope) = places.scopes.get_mut(block.index()) else { continue };
            if is_done {
                scope.iter_mut().for_each(|scope| scope.end = next);
                continue;
            }
            *scope = Some(Scope { start: next, end: next });
            next += 1;
            path.push((block, true));
            path.extend(dominators.children(block).map(|child| (child, false)));
        }
        places
    }

    fn scope(&self, block: Block) -> Option<Scope> {
        self.scopes.get(block.index()).copied().flatten()
    }

    fn inst(&self, inst: Inst) -> u32 {
        self.insts.get(inst.index()).copied().unwrap_or(0)
    }
}

/// Collects the work of a function.
pub(super) struct Collector<'q> {
    pub query: Query<'q>,
    pub cfg: &'q Cfg,
    pub dominators: &'q DominatorTree,
    pub loops: &'q Loops,
    pub scev: ScalarEvolution<'q>,
    /// The number of blocks of loops that are still searched for exits.
    pub exit_steps: usize,
    places: Places,
    work: Vec<Work>,
}

/// The instruction where a use takes place: for a phi, the end of the incoming block.
pub(super) fn context_of(query: &Query<'_>, at: Use) -> Option<Inst> {
    match query.body.inst(at.user) {
        InstData::Phi { .. } => {
            query.body.terminator(query.body.operand(at.user, at.operand as usize + 1)?.as_block()?)
        }
        _ => Some(at.user),
    }
}

/// The comparison that an instruction computes, and whether its operands have the same sign.
pub(super) fn comparison(query: &Query<'_>, value: Value) -> Option<(Compare, bool)> {
    match *query.inst(value)? {
        InstData::ICmp { predicate, same_sign, lhs, rhs } => Some((Compare { predicate, lhs, rhs }, same_sign)),
        _ => None,
    }
}

/// The pointer and the type of a load or store that is not volatile.
pub(super) fn access(query: &Query<'_>, inst: Inst) -> Option<(Value, Type)> {
    match *query.body.inst(inst) {
        InstData::Load { pointer, volatile: false, .. } => Some((pointer, query.body.inst_type(inst))),
        InstData::Store { value, pointer, volatile: false, .. } => Some((pointer, query.type_of(value))),
        _ => None,
    }
}

impl<'q> Collector<'q> {
    pub fn new(
        query: Query<'q>,
        cfg: &'q Cfg,
        dominators: &'q DominatorTree,
        loops: &'q Loops,
        scev: ScalarEvolution<'q>,
    ) -> Self {
        let places = Places::new(&query, dominators);
        let exit_steps = 1000 + 8 * cfg.layout().len();
        Collector { query, cfg, dominators, loops, scev, exit_steps, places, work: Vec::new() }
    }

    /// All work: in preorder of the dominator tree, in each block from top to bottom.
    pub fn collect(mut self) -> Vec<Work> {
        for block in self.query.body.blocks() {
            if self.dominators.is_reachable(block) {
                self.induction(block);
                self.instructions(block);
                self.terminator(block);
            }
        }
        self.work.sort_by_key(|work| (work.scope.start, work.place));
        self.work
    }

    /// Adds a comparison that holds at the start of a block.
    pub fn fact(&mut self, block: Block, of: Compare, same_sign: bool, need: Option<Compare>) {
        let Some(scope) = self.places.scope(block) else { return };
        let is_number = |value| self.query.module.constants().as_int(self.query.module.context(), value).is_some();
        let class = u8::from(!is_number(of.lhs) && !is_number(of.rhs));
        self.work.push(Work { scope, place: (class, 0), task: Task::Fact { of, same_sign, need } });
    }

    fn at(&mut self, inst: Inst, task: Task) {
        if let Some(scope) = self.query.body.inst_block(inst).and_then(|block| self.places.scope(block)) {
            self.work.push(Work { scope, place: (2, self.places.inst(inst)), task });
        }
    }

    fn instructions(&mut self, block: Block) {
        let query = self.query;
        // Facts of instructions that are certainly executed hold at the start of the block.
        let mut is_executed = true;
        for inst in query.body.insts(block) {
            if let InstData::ICmp { .. } = query.body.inst(inst) {
                for at in query.uses.of(inst.into()) {
                    if let Some(context) = context_of(&query, at) {
                        self.at(context, Task::Use(at));
                    }
                }
                continue;
            }
            if let Some((pointer, ty)) = access(&query, inst)
                && pointer.as_inst().is_some_and(|p| matches!(query.body.inst(p), InstData::GetElementPtr { .. }))
            {
                match is_executed {
                    true => {
                        if let Some(of) = bounded_index(&query, pointer, ty) {
                            self.fact(block, of, false, None);
                        }
                    }
                    false => self.at(inst, Task::Instruction(inst)),
                }
            }
            if let Some((id, args)) = query.intrinsic(inst.into()) {
                self.call(block, inst, id, args, is_executed);
            }
            is_executed &= query.continues(inst);
        }
    }

    fn call(&mut self, block: Block, inst: Inst, id: I, args: &[Value], is_executed: bool) {
        match id {
            I::ASSUME => {
                let Some((of, same_sign)) = args.first().and_then(|&arg| comparison(&self.query, arg)) else { return };
                match is_executed {
                    true => self.fact(block, of, same_sign, None),
                    false => self.at(inst, Task::Instruction(inst)),
                }
            }
            I::SSUB_WITH_OVERFLOW | I::UCMP | I::SCMP => self.at(inst, Task::Call(inst)),
            I::UMIN | I::UMAX | I::SMIN | I::SMAX => {
                self.at(inst, Task::Call(inst));
                self.result_fact(inst);
            }
            I::UADD_SAT | I::USUB_SAT => self.result_fact(inst),
            I::ABS => self.at(inst, Task::Instruction(inst)),
            _ => {}
        }
    }

    /// The result is related to the operands, unless poison hides that.
    fn result_fact(&mut self, inst: Inst) {
        if self.query.is_not_poison(inst.into()) || self.query.is_undefined_if_poison(inst) {
            self.at(inst, Task::Instruction(inst));
        }
    }

    /// Whether a block is only entered through an edge.
    fn is_guarded(&self, from: Block, to: Block) -> bool {
        self.dominators.dominates_edge(self.cfg, from, to, to)
    }

    fn terminator(&mut self, block: Block) {
        let query = self.query;
        let Some(terminator) = query.body.terminator(block) else { return };
        match *query.body.inst(terminator) {
            InstData::Switch { condition, ref cases, .. } => {
                for pair in query.body.list_values(cases).chunks_exact(2) {
                    let &[case, to] = pair else { continue };
                    if let Some(to) = to.as_block().filter(|&to| self.is_guarded(block, to)) {
                        let of = Compare { predicate: IntPredicate::Eq, lhs: condition, rhs: case };
                        self.fact(to, of, false, None);
                    }
                }
            }
            InstData::CondBr { condition, if_true, if_false } => self.branch(block, condition, if_true, if_false),
            _ => {}
        }
    }

    fn branch(&mut self, block: Block, condition: Value, if_true: Block, if_false: Block) {
        let inverse = |of: Compare| Compare { predicate: of.predicate.inverse(), ..of };
        let is_or = self.query.as_logic(condition, false).is_some();
        if !is_or && self.query.as_logic(condition, true).is_none() {
            let Some((of, same_sign)) = comparison(&self.query, condition) else { return };
            if self.is_guarded(block, if_true) {
                self.fact(if_true, of, same_sign, None);
            }
            if self.is_guarded(block, if_false) {
                self.fact(if_false, inverse(of), same_sign, None);
            }
            return;
        }
        // All parts of a conjunction hold if it does; no part of a disjunction holds if it does not.
        let to = if is_or { if_false } else { if_true };
        if !self.is_guarded(block, to) {
            return;
        }
        let mut met: HashSet<Value> = HashSet::default();
        let mut pending = vec![condition];
        while let Some(part) = pending.pop() {
            if let Some((of, same_sign)) = comparison(&self.query, part) {
                self.fact(to, if is_or { inverse(of) } else { of }, same_sign, None);
            } else if let Some((a, b)) = self.query.as_logic(part, !is_or) {
                for part in [b, a] {
                    if met.len() < MAX_PARTS && met.insert(part) {
                        pending.push(part);
                    }
                }
            }
        }
    }
}
