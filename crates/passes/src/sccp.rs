//! `sccp`: sparse conditional constant propagation.
//!
//! Mark N. Wegman, F. Kenneth Zadeck: Constant propagation with conditional branches, 1991. The lattice of a value is unknown
//! (top), undef, a constant, overdefined (bottom). Undef merges with a constant to that constant, because undef may take any
//! value. Only edges found feasible are propagated along.

use cranelift_entity::SecondaryMap;
use lindworm_ir::editor::Editor;
use lindworm_ir::eval::BinaryOp;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::TailCall;
use lindworm_ir::{Block, Inst, InstData, Module, Type, Value};

use crate::edges::{incoming, keep_successor, phis};
use crate::effects::{has_side_effects, is_pad};
use crate::pass::{FunctionEdit, FunctionPass};

/// The maximum number of incoming values of a phi. A phi with more is overdefined.
const MAX_INCOMING: usize = 64;

/// Replaces values by the constants they are proven to be, and removes infeasible edges and unreachable blocks.
pub struct Sccp;

impl FunctionPass for Sccp {
    fn name(&self) -> &'static str {
        "sccp"
    }

    fn class(&self) -> &'static str {
        "SCCPPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let Some(entry) = f.editor.body().entry() else { return };
        let mut solver = Solver::default();
        solver.reach(entry);
        loop {
            solver.solve(&f.editor);
            if !solver.decide_unknown(&f.editor) {
                break;
            }
        }
        solver.rewrite(f);
    }
}

/// The lattice state of a value.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Unknown,
    Undef,
    Constant(Value),
    Anything,
}

impl State {
    /// The state of a value that is one of two values.
    fn join(self, other: State) -> State {
        match (self, other) {
            (old, State::Unknown) => old,
            (State::Unknown | State::Undef, new) => new,
            (old, State::Undef) => old,
            (old, new) if old == new => old,
            _ => State::Anything,
        }
    }
}

#[derive(Default)]
struct Solver {
    states: SecondaryMap<Inst, State>,
    reached: SecondaryMap<Block, bool>,
    edges: HashSet<(Block, Block)>,
    pending_blocks: Vec<Block>,
    pending_insts: Vec<Inst>,
}

impl Solver {
    fn reach(&mut self, block: Block) {
        if !std::mem::replace(&mut self.reached[block], true) {
            self.pending_blocks.push(block);
        }
    }

    fn state(&self, editor: &Editor<'_>, value: Value) -> State {
        let constants = editor.module().constants();
        match value.as_inst() {
            Some(inst) => self.states[inst],
            None if constants.is_undef_or_poison(value) => State::Undef,
            None if value.is_local() => State::Anything,
            None => State::Constant(value),
        }
    }

    /// Merges a new state into the state of an instruction.
    fn merge(&mut self, inst: Inst, new: State) {
        let old = self.states[inst];
        let merged = old.join(new);
        if merged != old {
            self.states[inst] = merged;
            self.pending_insts.push(inst);
        }
    }

    fn solve(&mut self, editor: &Editor<'_>) {
        loop {
            if let Some(changed) = self.pending_insts.pop() {
                for at in editor.uses().of(changed.into()) {
                    if editor.body().inst_block(at.user).is_some_and(|block| self.reached[block]) {
                        self.visit(editor, at.user);
                    }
                }
            } else if let Some(block) = self.pending_blocks.pop() {
                editor.body().insts(block).for_each(|inst| self.visit(editor, inst));
            } else {
                return;
            }
        }
    }

    /// Makes reachable values overdefined that are still unknown because they depend on undef. Returns whether there were any.
    fn decide_unknown(&mut self, editor: &Editor<'_>) -> bool {
        let mut is_changed = false;
        for inst in editor.insts() {
            let is_reached = editor.body().inst_block(inst).is_some_and(|block| self.reached[block]);
            if is_reached && editor.body().inst_type(inst) != Type::VOID && self.states[inst] == State::Unknown {
                self.merge(inst, State::Anything);
                is_changed = true;
            }
        }
        is_changed
    }

    fn take_edge(&mut self, editor: &Editor<'_>, from: Block, to: Block) {
        if !self.edges.insert((from, to)) {
            return;
        }
        if self.reached[to] {
            phis(editor, to).into_iter().for_each(|phi| self.visit(editor, phi));
        } else {
            self.reach(to);
        }
    }

    fn visit(&mut self, editor: &Editor<'_>, inst: Inst) {
        let body = editor.body();
        let Some(block) = body.inst_block(inst) else { return };
        if body.inst(inst).is_terminator() {
            for to in self.feasible(editor, inst) {
                self.take_edge(editor, block, to);
            }
        }
        if body.inst_type(inst) == Type::VOID || self.states[inst] == State::Anything {
            return;
        }
        let new = self.evaluate(editor, inst, block);
        self.merge(inst, new);
    }

    /// The feasible successors of a terminator, one entry for each edge.
    fn feasible(&self, editor: &Editor<'_>, inst: Inst) -> Vec<Block> {
        let body = editor.body();
        let mut all = Vec::new();
        body.inst(inst).for_each_successor(body.values(), |to| all.push(to));
        let constants = editor.module().constants();
        match *body.inst(inst) {
            InstData::CondBr { condition, if_true, if_false } => match self.state(editor, condition) {
                State::Unknown | State::Undef => Vec::new(),
                State::Constant(c) => match constants.as_u64(c) {
                    Some(c) => vec![if c == 1 { if_true } else { if_false }],
                    None => all,
                },
                State::Anything => all,
            },
            InstData::Switch { condition, default, ref cases } => match self.state(editor, condition) {
                State::Unknown | State::Undef => Vec::new(),
                State::Constant(c) if constants.as_int(editor.module().context(), c).is_some() => {
                    let mut pairs = body.list_values(cases).chunks_exact(2);
                    let taken = pairs.find(|pair| pair[0] == c).and_then(|pair| pair[1].as_block());
                    vec![taken.unwrap_or(default)]
                }
                _ => all,
            },
            _ => all,
        }
    }

    fn evaluate(&self, editor: &Editor<'_>, inst: Inst, block: Block) -> State {
        let body = editor.body();
        match *body.inst(inst) {
            InstData::Phi { .. } => {
                let values = incoming(editor, inst);
                if values.len() > MAX_INCOMING {
                    return State::Anything;
                }
                let feasible = values.into_iter().filter(|&(_, from)| self.edges.contains(&(from, block)));
                feasible.fold(State::Unknown, |all, (value, _)| all.join(self.state(editor, value)))
            }
            InstData::Select { condition, if_true, if_false, .. } => match self.state(editor, condition) {
                State::Unknown | State::Undef => State::Unknown,
                State::Constant(c) => match editor.module().constants().as_u64(c) {
                    Some(c) => self.state(editor, if c == 1 { if_true } else { if_false }),
                    None => self.fold(editor, inst),
                },
                State::Anything => match [if_true, if_false].map(|value| self.state(editor, value)) {
                    [State::Unknown | State::Undef, other] | [other, State::Unknown | State::Undef] => other,
                    [a, b] if a == b => a,
                    _ => State::Anything,
                },
            },
            InstData::Freeze { value } => match self.state(editor, value) {
                State::Constant(c) if editor.module().constants().as_int(editor.module().context(), c).is_some() => {
                    State::Constant(c)
                }
                State::Unknown => State::Unknown,
                _ => State::Anything,
            },
            _ => self.fold(editor, inst),
        }
    }

    /// The state of an instruction by constant folding; unknown while any operand is unknown or undef.
    fn fold(&self, editor: &Editor<'_>, inst: Inst) -> State {
        let (module, body) = (editor.module(), editor.body());
        let mut values: Vec<Value> = Vec::new();
        let (mut is_unknown, mut is_constant) = (false, true);
        body.inst(inst).for_each_operand(body.values(), |operand| match self.state(editor, operand) {
            State::Unknown | State::Undef => is_unknown = true,
            State::Constant(c) => values.push(c),
            State::Anything => {
                is_constant = false;
                values.push(operand);
            }
        });
        let folds = matches!(
            body.inst(inst),
            InstData::Binary { .. }
                | InstData::FNeg { .. }
                | InstData::Cast { .. }
                | InstData::ICmp { .. }
                | InstData::FCmp { .. }
                | InstData::Select { .. }
                | InstData::GetElementPtr { .. }
        );
        if !folds {
            return State::Anything;
        }
        if is_unknown {
            return State::Unknown;
        }
        let folded = match is_constant {
            true => fold(module, body.inst(inst), &values, body.inst_type(inst)),
            false => absorbed(module, body.inst(inst), &values),
        };
        match folded {
            Some(value) if module.constants().is_undef_or_poison(value) => State::Undef,
            Some(value) => State::Constant(value),
            None => State::Anything,
        }
    }

    /// Replaces constant values, removes infeasible edges, and erases unreachable blocks.
    fn rewrite(&self, f: &mut FunctionEdit<'_, '_>) {
        for block in f.editor.body().blocks().collect::<Vec<_>>() {
            if self.reached[block] {
                self.rewrite_block(f, block);
            }
        }
        let dead: Vec<Block> = f.editor.body().blocks().filter(|&block| !self.reached[block]).collect();
        for &block in &dead {
            keep_successor(&mut f.editor, block, None);
        }
        for block in f.editor.body().blocks().filter(|&block| self.reached[block]).collect::<Vec<_>>() {
            let Some(terminator) = f.editor.body().terminator(block) else { continue };
            if matches!(f.editor.body().inst(terminator), InstData::CondBr { .. } | InstData::Switch { .. }) {
                let body = f.editor.body();
                let mut all = Vec::new();
                body.inst(terminator).for_each_successor(body.values(), |to| all.push(to));
                let taken: Vec<Block> = all.iter().copied().filter(|&to| self.edges.contains(&(block, to))).collect();
                if taken.len() < all.len() && taken.iter().all(|to| Some(to) == taken.first()) {
                    keep_successor(&mut f.editor, block, taken.first().copied());
                }
            }
        }
        let dead: Vec<Block> = dead.into_iter().filter(|&block| !f.additions.is_address_taken(block)).collect();
        f.editor.erase_blocks(&dead);
    }

    fn rewrite_block(&self, f: &mut FunctionEdit<'_, '_>, block: Block) {
        for inst in f.editor.body().insts(block).collect::<Vec<_>>() {
            let (module, ty) = (f.editor.module(), f.editor.body().inst_type(inst));
            let is_must_tail = matches!(f.editor.body().inst(inst), InstData::Call { tail: TailCall::MustTail, .. });
            if ty == Type::VOID || is_must_tail || is_pad(f.editor.body().inst(inst)) {
                continue;
            }
            let value = match self.states[inst] {
                State::Constant(value) => value,
                State::Undef => module.constants().undef(ty),
                State::Unknown | State::Anything => continue,
            };
            f.editor.replace_all(inst.into(), value);
            if !has_side_effects(&f.editor, inst) && !f.editor.body().inst(inst).is_terminator() {
                f.editor.erase(inst);
            }
        }
    }
}

/// Folds an instruction with constant operands.
pub(crate) fn fold(module: &Module, data: &InstData, values: &[Value], ty: Type) -> Option<Value> {
    match (data, values) {
        (InstData::Binary { op, flags, .. }, &[lhs, rhs]) => module.fold_binary(*op, *flags, lhs, rhs),
        (InstData::FNeg { .. }, &[value]) => module.fold_fneg(value),
        (InstData::Cast { op, .. }, &[value]) => module.fold_cast(*op, value, ty),
        (InstData::ICmp { predicate, .. }, &[lhs, rhs]) => module.fold_icmp(*predicate, lhs, rhs),
        (InstData::FCmp { predicate, .. }, &[lhs, rhs]) => module.fold_fcmp(*predicate, lhs, rhs),
        (InstData::Select { .. }, &[condition, if_true, if_false]) => module.fold_select(condition, if_true, if_false),
        (InstData::GetElementPtr { source, flags, .. }, values) => module.fold_gep(*source, *flags, values),
        _ => None,
    }
}

/// The result of an instruction with an absorbing operand, whatever its other operand is: multiplication by zero, `and` with
/// zero, `or` with all ones.
pub(crate) fn absorbed(module: &Module, data: &InstData, values: &[Value]) -> Option<Value> {
    let InstData::Binary { op, .. } = data else { return None };
    let is_zero = |value: &&Value| !value.is_local() && module.constants().is_zero(**value);
    let is_all = |value: &&Value| !value.is_local() && module.constants().is_all_ones(module.context(), **value);
    match op {
        BinaryOp::And | BinaryOp::Mul => values.iter().find(is_zero).copied(),
        BinaryOp::Or => values.iter().find(is_all).copied(),
        _ => None,
    }
}
