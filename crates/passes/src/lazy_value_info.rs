//! Lazy value info: ranges and constants of values by block and by edge, computed on demand.
//!
//! The state of a value in a block is merged from the edges into the block. Each edge adds what the condition of its branch says.
//! A block that is under computation already, in a loop, counts as anything.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use lindworm_analysis::DominatorTree;
use lindworm_ir::attributes::AttributeSet;
use lindworm_ir::eval::range::{ConstantRange, Preferred};
use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags, IntPredicate};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Body, Inst, InstData, Type, Value};
use smallvec::SmallVec;

use crate::call_site::result_sets;
use crate::edges::predecessors;
use crate::effects::{has_side_effects, may_throw, will_return};
use crate::intrinsic_ranges::{has_ranges, intrinsic_range};
use crate::lattice::{State, int_or_splat};
use crate::pass::FunctionEdit;
use crate::value_tracking::Query;

pub use printed::{LatticeState, LatticeValue, lattice_values};

mod printed;

/// The maximum number of states computed for one query.
const MAX_STEPS: usize = 500;

/// The maximum depth to which combined conditions are followed.
const MAX_CONDITION_DEPTH: usize = 6;

/// The maximum number of edges into a block that are compared, and of cases of a switch that are followed.
const MAX_EDGES: usize = 500;

/// The maximum number of single users that are followed for a range at a use.
const MAX_USERS: usize = 3;

/// The maximum number of assumptions about a value that are considered.
const MAX_ASSUMPTIONS: usize = 64;

/// The maximum number of dominator trees that are computed while the function changes.
const MAX_TREES: usize = 64;

/// A state that must be known first.
type Need = (Block, Value);

/// The states known so far.
#[derive(Default)]
pub(crate) struct LazyValueInfo {
    /// None for a state under computation.
    known: HashMap<Need, Option<State>>,
    /// The conditions of `llvm.assume`, by the values of which they may imply a range.
    assumptions: Option<HashMap<Value, Vec<(Inst, Value)>>>,
    /// The last dominator tree.
    tree: Option<Arc<DominatorTree>>,
    /// How many dominator trees were computed.
    trees: usize,
    /// How many states were computed.
    pub steps: usize,
}

fn query<'a>(f: &'a FunctionEdit<'_, '_>) -> Query<'a> {
    Query::new(&f.editor, f.additions.function())
}

fn width_of(f: &FunctionEdit<'_, '_>, value: Value) -> Option<u32> {
    f.editor.module().context().scalar_int_width(f.editor.type_of(value))
}

/// Queries.
impl LazyValueInfo {
    /// The dominator tree; after many changes, a tree from before. It lacks some dominators if edges were removed. If blocks were
    /// copied, a block and its copies together dominate what the tree says the block dominates.
    pub fn dominators(&mut self, f: &mut FunctionEdit<'_, '_>) -> Arc<DominatorTree> {
        if let Some(tree) = self.tree.as_ref().filter(|_| self.trees >= MAX_TREES) {
            return tree.clone();
        }
        let tree = f.analyses.get::<DominatorTree>(&f.editor);
        if !self.tree.as_ref().is_some_and(|last| Arc::ptr_eq(last, &tree)) {
            self.trees += 1;
            self.tree = Some(tree.clone());
        }
        tree
    }

    /// The state of a value in a block, wherever in the block it is used.
    pub fn in_block(&mut self, f: &mut FunctionEdit<'_, '_>, value: Value, block: Block) -> State {
        if value.is_constant() {
            return State::of_constant(f.editor.module(), value);
        }
        let need = (self.origin(f, block, value), value);
        self.solve(f, need);
        self.known.get(&need).cloned().flatten().unwrap_or(State::Anything)
    }

    /// The state of a value at an instruction.
    pub fn at(&mut self, f: &mut FunctionEdit<'_, '_>, value: Value, inst: Inst) -> State {
        let Some(block) = f.editor.body().inst_block(inst) else { return State::Anything };
        let state = self.in_block(f, value, block);
        self.with_assumptions(f, value, state, inst)
    }

    /// The state of a value on an edge.
    pub fn on_edge(&mut self, f: &mut FunctionEdit<'_, '_>, value: Value, from: Block, to: Block) -> State {
        if value.is_constant() {
            return State::of_constant(f.editor.module(), value);
        }
        loop {
            match self.edge(f, value, from, to) {
                Ok(state) => return state,
                Err(need) => self.solve(f, need),
            }
        }
    }

    /// The constant that a value is at an instruction.
    pub fn constant_at(&mut self, f: &mut FunctionEdit<'_, '_>, value: Value, inst: Inst) -> Option<Value> {
        let state = self.at(f, value, inst);
        state.constant(f.editor.module(), f.editor.type_of(value))
    }

    /// The constant that a value is on an edge.
    pub fn constant_on_edge(
        &mut self,
        f: &mut FunctionEdit<'_, '_>,
        value: Value,
        from: Block,
        to: Block,
    ) -> Option<Value> {
        let state = self.on_edge(f, value, from, to);
        state.constant(f.editor.module(), f.editor.type_of(value))
    }

    /// The range of an integer at one of its uses: also what the conditions of selects say through which alone it is used.
    pub fn range_at(&mut self, f: &mut FunctionEdit<'_, '_>, at: Use, allow_undef: bool) -> Option<ConstantRange> {
        let value = f.editor.body().operand(at.user, at.operand as usize)?;
        let width = width_of(f, value)?;
        let state = self.at(f, value, at.user);
        let mut range = range_of(f, &state, width, allow_undef);
        let mut at = at;
        for _ in 0..MAX_USERS {
            let user = at.user;
            match *f.editor.body().inst(user) {
                InstData::Select { condition, if_true, if_false, .. } => {
                    // An undef condition may be another at each use.
                    let is_vector = f.editor.module().context().is_vector(f.editor.type_of(condition));
                    if is_vector || if_true == if_false || !query(f).is_never_undef(condition) {
                        break;
                    }
                    let holds = match at.operand {
                        1 => true,
                        2 => false,
                        _ => break,
                    };
                    if let Ok(state) = self.condition(f, value, condition, holds, None, 0) {
                        range = range.intersect(&range_of(f, &state, width, allow_undef), Preferred::Smallest);
                    }
                }
                InstData::Phi { incoming, .. } => {
                    let list = f.editor.body().list_values(&incoming);
                    let from = list.get(at.operand as usize + 1).and_then(|v| v.as_block());
                    let to = f.editor.body().inst_block(user);
                    if let (Some(from), Some(to)) = (from, to) {
                        let state = self.edge_condition(f, value, from, to);
                        range = range.intersect(&range_of(f, &state, width, allow_undef), Preferred::Smallest);
                    }
                }
                _ => {}
            }
            let is_passed_on = query(f).can_speculate(user) && !f.has_undefined_behaviour_if_poison(user);
            match f.editor.uses().only(user.into()).filter(|_| is_passed_on) {
                Some(next) => at = next,
                None => break,
            }
        }
        Some(range)
    }

    /// The result of a comparison at an instruction, as far as states in its block and on the edges into it determine it.
    pub fn compare_at(
        &mut self,
        f: &mut FunctionEdit<'_, '_>,
        predicate: IntPredicate,
        lhs: Value,
        rhs: Value,
        inst: Inst,
    ) -> Option<bool> {
        self.compare(f, predicate, lhs, rhs, inst, true)
    }

    /// Like [`LazyValueInfo::compare_at`], but only with `!range`, assumptions and states on the edges into the block.
    pub fn compare_on_edges_to(
        &mut self,
        f: &mut FunctionEdit<'_, '_>,
        predicate: IntPredicate,
        lhs: Value,
        rhs: Value,
        inst: Inst,
    ) -> Option<bool> {
        self.compare(f, predicate, lhs, rhs, inst, false)
    }

    fn compare(
        &mut self,
        f: &mut FunctionEdit<'_, '_>,
        mut predicate: IntPredicate,
        mut lhs: Value,
        mut rhs: Value,
        inst: Inst,
        with_block: bool,
    ) -> Option<bool> {
        if lhs.is_constant() {
            (lhs, rhs, predicate) = (rhs, lhs, predicate.swapped());
        }
        let block = f.editor.body().inst_block(inst)?;
        if !rhs.is_constant() {
            let a = self.at(f, lhs, inst);
            if a == State::Anything {
                return None;
            }
            let b = self.at(f, rhs, inst);
            return compared(f, &a, predicate, &b);
        }
        if predicate.is_equality() && f.editor.module().constants().is_zero(rhs) && width_of(f, lhs).is_none() {
            let is_pointer = f.editor.module().context().is_pointer(f.editor.type_of(lhs));
            if is_pointer && query(f).is_non_zero(lhs) {
                return Some(predicate == IntPredicate::Ne);
            }
        }
        let other = State::of_constant(f.editor.module(), rhs);
        let state = match with_block {
            true => self.at(f, lhs, inst),
            false => {
                let declared = lhs.as_inst().zip(width_of(f, lhs)).map(|(of, width)| metadata_range(f, of, width));
                let declared = declared.map_or(State::Anything, |range| State::of_range(range, false));
                self.with_assumptions(f, lhs, declared, inst)
            }
        };
        if let Some(known) = compared(f, &state, predicate, &other) {
            return Some(known);
        }
        // Each edge alone may determine the result.
        let body = f.editor.body();
        let edges: SmallVec<[(Value, Block); 8]> = match lhs.as_inst().filter(|&i| body.inst_block(i) == Some(block)) {
            Some(inst) => match body.inst(inst) {
                InstData::Phi { incoming, .. } => body
                    .list_values(incoming)
                    .chunks_exact(2)
                    .filter_map(|pair| Some((pair[0], pair[1].as_block()?)))
                    .collect(),
                _ => return None,
            },
            None => predecessors(&f.editor, block).into_iter().map(|from| (lhs, from)).collect(),
        };
        if edges.len() > MAX_EDGES {
            return None;
        }
        let mut agreed = None;
        for (value, from) in edges {
            let state = self.on_edge(f, value, from, block);
            let known = compared(f, &state, predicate, &other)?;
            if agreed.is_some_and(|agreed| agreed != known) {
                return None;
            }
            agreed = Some(known);
        }
        agreed
    }

    /// The result of a comparison with a constant on an edge.
    pub fn compare_on_edge(
        &mut self,
        f: &mut FunctionEdit<'_, '_>,
        predicate: IntPredicate,
        value: Value,
        constant: Value,
        from: Block,
        to: Block,
    ) -> Option<bool> {
        let state = self.on_edge(f, value, from, to);
        let other = State::of_constant(f.editor.module(), constant);
        compared(f, &state, predicate, &other)
    }

    /// Forgets the states, after control flow changed so that they may be more precise.
    pub fn forget(&mut self) {
        self.known.clear();
    }
}

/// The result of a comparison of states, also of vectors of integers.
fn compared(f: &FunctionEdit<'_, '_>, a: &State, predicate: IntPredicate, b: &State) -> Option<bool> {
    let module = f.editor.module();
    let result = match (a.elements(module, true), b.elements(module, true)) {
        (Some(a), Some(b)) if a.width() == b.width() => return a.compare(predicate, &b),
        _ => a.compare(module, predicate, b),
    };
    Some(result.as_range(true)?.single()?.is_one())
}

fn range_of(f: &FunctionEdit<'_, '_>, state: &State, width: u32, allow_undef: bool) -> ConstantRange {
    match state {
        State::Range(of) if allow_undef && of.range.width() == width => of.range.clone(),
        State::Undef => ConstantRange::full(width),
        state => state.range(f.editor.module(), width),
    }
}

/// Computation.
impl LazyValueInfo {
    /// The block with the same state of a value as `block`: the last block, on the chain of single predecessors from `block`, that
    /// is reached without an edge that may say something about the value. The chain ends at the block that defines the value.
    fn origin(&mut self, f: &FunctionEdit<'_, '_>, mut block: Block, value: Value) -> Block {
        if !self.assumptions.get_or_insert_with(|| assumptions(f)).is_empty() {
            return block;
        }
        let body = f.editor.body();
        let definition = value.as_inst().and_then(|inst| body.inst_block(inst)).or(body.entry());
        for _ in 0..MAX_STEPS {
            let from = match f.editor.single_predecessor(block) {
                Some(from) if definition != Some(block) && from != block => from,
                _ => return block,
            };
            if body.terminator(from).is_none_or(|terminator| may_be_about(body, terminator, value)) {
                return block;
            }
            block = from;
        }
        block
    }

    fn solve(&mut self, f: &mut FunctionEdit<'_, '_>, key: Need) {
        match self.known.entry(key) {
            Entry::Occupied(_) => return,
            Entry::Vacant(entry) => entry.insert(None),
        };
        let mut pending: SmallVec<[Need; 16]> = SmallVec::from_slice(&[key]);
        let mut steps = 0;
        while let Some(&(block, value)) = pending.last() {
            steps += 1;
            self.steps += 1;
            if steps > MAX_STEPS {
                for open in pending {
                    self.known.remove(&open);
                }
                self.known.insert(key, Some(State::Anything));
                return;
            }
            match self.compute(f, block, value) {
                Ok(state) => {
                    self.known.insert((block, value), Some(state));
                    pending.pop();
                }
                Err(need) => {
                    self.known.insert(need, None);
                    pending.push(need);
                }
            }
        }
    }

    /// The state of a value in a block, if it is known already.
    fn get(&mut self, f: &FunctionEdit<'_, '_>, value: Value, block: Block) -> Result<State, Need> {
        match value.kind() {
            ValueKind::Constant(_) | ValueKind::Global(_) => Ok(State::of_constant(f.editor.module(), value)),
            _ => {
                let need = (self.origin(f, block, value), value);
                match self.known.get(&need) {
                    Some(Some(state)) => Ok(state.clone()),
                    Some(None) => Ok(State::Anything),
                    None => Err(need),
                }
            }
        }
    }

    /// The state of a value at an instruction.
    fn get_at(&mut self, f: &mut FunctionEdit<'_, '_>, value: Value, inst: Inst, block: Block) -> Result<State, Need> {
        let state = self.get(f, value, block)?;
        Ok(self.with_assumptions(f, value, state, inst))
    }

    fn compute(&mut self, f: &mut FunctionEdit<'_, '_>, block: Block, value: Value) -> Result<State, Need> {
        let body = f.editor.body();
        let inst = value.as_inst().filter(|&inst| body.inst_block(inst) == Some(block));
        let Some(inst) = inst else { return self.non_local(f, block, value) };
        let ty = body.inst_type(inst);
        let data = *body.inst(inst);
        match data {
            InstData::Phi { incoming, .. } => {
                let incoming: SmallVec<[(Value, Block); 8]> = body
                    .list_values(&incoming)
                    .chunks_exact(2)
                    .filter_map(|pair| Some((pair[0], pair[1].as_block()?)))
                    .collect();
                let mut state = State::Unknown;
                for (value, from) in incoming {
                    let new = self.edge(f, value, from, block)?;
                    state.merge(f.editor.module(), &new, None);
                    if state == State::Anything {
                        break;
                    }
                }
                Ok(state)
            }
            InstData::Select { condition, if_true, if_false, .. } => {
                self.select(f, inst, block, condition, if_true, if_false)
            }
            _ if f.editor.module().context().is_pointer(ty) => {
                let is_object = query(f).is_non_zero(value);
                let zero = f.editor.module().constants().zero(f.editor.module().context(), ty);
                Ok(if is_object { State::Not(zero) } else { State::Anything })
            }
            _ => match f.editor.module().context().scalar_int_width(ty) {
                Some(width) => self.integer(f, inst, block, &data, width),
                None => Ok(State::Anything),
            },
        }
    }

    fn non_local(&mut self, f: &mut FunctionEdit<'_, '_>, block: Block, value: Value) -> Result<State, Need> {
        if f.editor.body().entry() == Some(block) {
            return Ok(match value.kind() {
                ValueKind::Arg(n) => {
                    let set = query(f).param_attributes(n);
                    let ty = f.editor.type_of(value);
                    match State::of_attributes(f.editor.module(), &[set], ty) {
                        State::Anything
                            if f.editor.module().context().is_pointer(ty) && query(f).is_non_zero(value) =>
                        {
                            State::Not(f.editor.module().constants().zero(f.editor.module().context(), ty))
                        }
                        state => state,
                    }
                }
                _ => State::Anything,
            });
        }
        let mut state = State::Unknown;
        // An edge from the block to itself adds nothing.
        for from in predecessors(&f.editor, block).into_iter().filter(|&from| from != block) {
            let new = self.edge(f, value, from, block)?;
            state.merge(f.editor.module(), &new, None);
            if state == State::Anything {
                break;
            }
        }
        Ok(state)
    }

    fn select(
        &mut self,
        f: &mut FunctionEdit<'_, '_>,
        inst: Inst,
        block: Block,
        condition: Value,
        if_true: Value,
        if_false: Value,
    ) -> Result<State, Need> {
        let (mut a, mut b) = (self.get_at(f, if_true, inst, block)?, self.get_at(f, if_false, inst, block)?);
        let is_scalar = !f.editor.module().context().is_vector(f.editor.type_of(condition));
        if let Some(width) = width_of(f, if_true)
            && [&a, &b].iter().any(|state| state.as_range(true).is_some())
        {
            // A minimum or maximum of the two.
            let [x, y] = [&a, &b].map(|state| range_of(f, state, width, true));
            if let Some(predicate) = minimum(f, condition, if_true, if_false) {
                let range = match predicate {
                    IntPredicate::Ult => x.umin(&y),
                    IntPredicate::Ugt => x.umax(&y),
                    IntPredicate::Slt => x.smin(&y),
                    _ => x.smax(&y),
                };
                let may_be_undef = [&a, &b].iter().any(|s| matches!(s, State::Range(r) if r.may_be_undef));
                return Ok(State::of_range(range, may_be_undef));
            }
        }
        if is_scalar && query(f).is_never_undef(condition) {
            a = a.meet(&self.condition(f, if_true, condition, true, None, 0)?);
            b = b.meet(&self.condition(f, if_false, condition, false, None, 0)?);
        }
        a.merge(f.editor.module(), &b, None);
        Ok(a)
    }

    /// The state of an integer that an instruction of the block computes.
    fn integer(
        &mut self,
        f: &mut FunctionEdit<'_, '_>,
        inst: Inst,
        block: Block,
        data: &InstData,
        width: u32,
    ) -> Result<State, Need> {
        let mut range = |f: &mut FunctionEdit<'_, '_>, value: Value| -> Result<ConstantRange, Need> {
            let Some(width) = width_of(f, value) else { return Ok(ConstantRange::full(width)) };
            let state = self.get_at(f, value, inst, block)?;
            Ok(state.range(f.editor.module(), width))
        };
        let found = match *data {
            InstData::Cast { op: op @ (CastOp::Trunc | CastOp::ZExt | CastOp::SExt), flags, value, .. } => {
                range(f, value)?.cast(op, flags, width)
            }
            InstData::Binary { op, flags, lhs, rhs, .. } if !op.is_float() => {
                let (a, b) = (range(f, lhs)?, range(f, rhs)?);
                let of_arms = self.binary_of_select(f, lhs, &b, rhs, |arm, x| arm.binary(op, flags, x));
                match of_arms.or_else(|| self.binary_of_select(f, rhs, &a, lhs, |arm, x| x.binary(op, flags, arm))) {
                    Some(range) => range,
                    None => a.binary(op, flags, &b),
                }
            }
            InstData::ExtractValue { aggregate, ref indices } => {
                let place = f.editor.body().list_ints(indices).first().map(|n| n.0);
                if let Some(part) = query(f).simplify(inst).filter(|&v| v != inst.into()) {
                    return match part.is_constant() {
                        true => Ok(State::of_constant(f.editor.module(), part)),
                        false => self.get_at(f, part, inst, block),
                    };
                }
                match query(f).overflowing_call(aggregate).filter(|_| place == Some(0)) {
                    Some((op, _, a, b)) => range(f, a)?.binary(op, IntFlags::empty(), &range(f, b)?),
                    None => ConstantRange::full(width),
                }
            }
            InstData::Call { ref call, .. } => {
                let module = f.editor.module();
                let args: SmallVec<[Value; 4]> = SmallVec::from_slice(f.editor.body().call_args(call));
                let sets: SmallVec<[AttributeSet; 2]> = result_sets(module, call).collect();
                let known = metadata_range(f, inst, width);
                let known = match State::of_attributes(module, &sets, f.editor.body().inst_type(inst)) {
                    State::Range(of) => known.intersect(&of.range, Preferred::Smallest),
                    _ => known,
                };
                match f.editor.module().callee(call.callee).and_then(|f| f.intrinsic).filter(|&id| has_ranges(id)) {
                    Some(id) => {
                        let flag = args.get(1).is_some_and(|&v| f.editor.module().constants().as_u64(v) == Some(1));
                        let a = match args.first() {
                            Some(&a) => range(f, a)?,
                            None => ConstantRange::full(width),
                        };
                        let b = match args.get(1) {
                            Some(&b) => range(f, b)?,
                            None => ConstantRange::full(width),
                        };
                        intrinsic_range(id, &a, &b, flag, width).intersect(&known, Preferred::Smallest)
                    }
                    None => known,
                }
            }
            _ => metadata_range(f, inst, width),
        };
        Ok(State::of_range(found, false))
    }

    /// The range of an operation on a select of two constants and another operand, of which the condition may say something.
    fn binary_of_select(
        &mut self,
        f: &mut FunctionEdit<'_, '_>,
        select: Value,
        other_range: &ConstantRange,
        other: Value,
        op: impl Fn(&ConstantRange, &ConstantRange) -> ConstantRange,
    ) -> Option<ConstantRange> {
        let InstData::Select { condition, if_true, if_false, .. } = *f.editor.body().inst(select.as_inst()?) else {
            return None;
        };
        let module = f.editor.module();
        let arms = [int_or_splat(module, if_true)?, int_or_splat(module, if_false)?];
        if module.context().is_vector(f.editor.type_of(condition)) || !query(f).is_never_undef(condition) {
            return None;
        }
        let mut result = ConstantRange::empty(other_range.width());
        for (arm, holds) in arms.into_iter().zip([true, false]) {
            let known = self.condition(f, other, condition, holds, None, 0).ok()?;
            let known = known.range(f.editor.module(), other_range.width());
            let known = other_range.intersect(&known, Preferred::Smallest);
            result = result.union(&op(&arm.into(), &known), Preferred::Smallest);
        }
        Some(result)
    }

    /// The state of a value on an edge.
    fn edge(&mut self, f: &mut FunctionEdit<'_, '_>, value: Value, from: Block, to: Block) -> Result<State, Need> {
        if value.is_constant() {
            return Ok(State::of_constant(f.editor.module(), value));
        }
        let local = self.edge_state(f, value, from, to, true)?;
        if matches!(&local, State::Range(range) if range.range.single().is_some())
            || matches!(local, State::Constant(_))
        {
            return Ok(local);
        }
        let Some(terminator) = f.editor.body().terminator(from) else { return Ok(local) };
        let state = self.get_at(f, value, terminator, from)?;
        Ok(local.meet(&state))
    }

    /// What the condition of an edge alone says about a value.
    fn edge_condition(&mut self, f: &mut FunctionEdit<'_, '_>, value: Value, from: Block, to: Block) -> State {
        self.edge_state(f, value, from, to, false).unwrap_or(State::Anything)
    }

    fn edge_state(
        &mut self,
        f: &mut FunctionEdit<'_, '_>,
        value: Value,
        from: Block,
        to: Block,
        uses_blocks: bool,
    ) -> Result<State, Need> {
        let body = f.editor.body();
        let Some(terminator) = body.terminator(from) else { return Ok(State::Anything) };
        match *body.inst(terminator) {
            InstData::CondBr { condition, if_true, if_false } if if_true != if_false => {
                let holds = to == if_true;
                let state = self.condition(f, value, condition, holds, uses_blocks.then_some(from), 0)?;
                if state != State::Anything {
                    return Ok(state);
                }
                Ok(self.by_operand(f, value, condition, holds))
            }
            InstData::Switch { condition, default, ref cases } => {
                let Some(width) = width_of(f, condition) else { return Ok(State::Anything) };
                if f.editor.body().list_values(cases).len() > 2 * MAX_EDGES {
                    return Ok(State::Anything);
                }
                let module = f.editor.module();
                let is_condition = value == condition;
                let data = value.as_inst().map(|inst| *f.editor.body().inst(inst));
                let operand = data.filter(|data| is_foldable_in(data, condition));
                if !is_condition && operand.is_none() {
                    return Ok(State::Anything);
                }
                let Some(result_width) = width_of(f, value) else { return Ok(State::Anything) };
                let is_default = to == default;
                if is_default && !is_condition {
                    return Ok(State::Anything);
                }
                let mut range =
                    if is_default { ConstantRange::full(width) } else { ConstantRange::empty(result_width) };
                for pair in f.editor.body().list_values(cases).chunks_exact(2) {
                    let is_taken = pair[1] == Value::from(to);
                    let Some(n) = module.constants().as_int(module.context(), pair[0]) else { continue };
                    if is_default {
                        if !is_taken {
                            range = without(&range, &n);
                        }
                        continue;
                    }
                    if is_taken {
                        let n = match &operand {
                            None => n,
                            Some(data) => match fold_with(f, data, value, condition, pair[0]) {
                                Some(n) => n,
                                None => return Ok(State::Anything),
                            },
                        };
                        range = range.union(&n.into(), Preferred::Smallest);
                    }
                }
                Ok(State::of_range(range, false))
            }
            _ => Ok(State::Anything),
        }
    }

    /// The state of a value that is computed from the condition, or from an operand of which the condition makes a constant.
    fn by_operand(&mut self, f: &mut FunctionEdit<'_, '_>, value: Value, condition: Value, holds: bool) -> State {
        let Some(data) = value.as_inst().map(|inst| *f.editor.body().inst(inst)) else { return State::Anything };
        let module = f.editor.module();
        let operands: SmallVec<[Value; 2]> = match data {
            InstData::Cast { value, .. } | InstData::Freeze { value } => SmallVec::from_slice(&[value]),
            InstData::Binary { op, lhs, rhs, .. } if !op.is_float() => SmallVec::from_slice(&[lhs, rhs]),
            _ => return State::Anything,
        };
        for &operand in operands.iter().filter(|v| !v.is_constant()) {
            if !is_foldable_in(&data, operand) {
                continue;
            }
            let state = match operand == condition {
                true => State::of_range(Int::from_bool(holds).into(), false),
                false => self.condition(f, operand, condition, holds, None, 0).unwrap_or(State::Anything),
            };
            if let (InstData::Cast { op, flags, .. }, Some(width)) = (data, width_of(f, value))
                && let Some(range) = state.as_range(false)
            {
                return State::of_range(range.cast(op, flags, width), false);
            }
            let ty = f.editor.type_of(operand);
            if let Some(constant) = state.constant(module, ty)
                && let Some(n) = fold_with(f, &data, value, operand, constant)
            {
                return State::of_range(n.into(), false);
            }
        }
        State::Anything
    }

    /// What a condition that holds, or does not, says about a value. `at` is the block at whose end the states of other values are
    /// used too.
    fn condition(
        &mut self,
        f: &mut FunctionEdit<'_, '_>,
        value: Value,
        condition: Value,
        holds: bool,
        at: Option<Block>,
        depth: usize,
    ) -> Result<State, Need> {
        if value == condition {
            return Ok(State::of_range(Int::from_bool(holds).into(), false));
        }
        let module = f.editor.module();
        let Some(data) = condition.as_inst().map(|inst| *f.editor.body().inst(inst)) else {
            return Ok(State::Anything);
        };
        let is = |value: Value, n: u64| module.constants().as_u64(value) == Some(n);
        let (a, b, is_and) = match data {
            InstData::ICmp { predicate, lhs, rhs, .. } => {
                let predicate = if holds { predicate } else { predicate.inverse() };
                return self.comparison(f, value, predicate, lhs, rhs, at);
            }
            InstData::Cast { op: CastOp::Trunc, flags, value: from, .. } if from == value => {
                let width = width_of(f, value).unwrap_or(1);
                let (bit, none) = (Int::one(width), Int::zero(width));
                // The lowest bit is known, and all others if they were zero.
                let range = match (flags.contains(IntFlags::NUW), holds) {
                    (true, _) => Int::new(width, holds.into()).into(),
                    (false, true) => ConstantRange::of_known_bits(&none, &bit, false),
                    (false, false) => ConstantRange::of_known_bits(&bit, &none, false),
                };
                return Ok(State::of_range(range, false));
            }
            InstData::Binary { op: BinaryOp::Xor, lhs, rhs, .. } if is(rhs, 1) && depth < MAX_CONDITION_DEPTH => {
                return self.condition(f, value, lhs, !holds, at, depth + 1);
            }
            InstData::Binary { op: BinaryOp::And, lhs, rhs, .. } => (lhs, rhs, true),
            InstData::Binary { op: BinaryOp::Or, lhs, rhs, .. } => (lhs, rhs, false),
            InstData::Select { condition, if_true, if_false, .. } if is(if_false, 0) => (condition, if_true, true),
            InstData::Select { condition, if_true, if_false, .. } if is(if_true, 1) => (condition, if_false, false),
            _ => return Ok(State::Anything),
        };
        if depth >= MAX_CONDITION_DEPTH || f.editor.type_of(condition) != Type::I1 {
            return Ok(State::Anything);
        }
        let mut first = self.condition(f, value, a, holds, at, depth + 1)?;
        if is_and != holds && first == State::Anything {
            return Ok(first);
        }
        let second = self.condition(f, value, b, holds, at, depth + 1)?;
        // Both hold, or at least one does not.
        if is_and == holds {
            return Ok(first.meet(&second));
        }
        first.merge(f.editor.module(), &second, None);
        Ok(first)
    }

    /// What a comparison that holds says about a value.
    fn comparison(
        &mut self,
        f: &mut FunctionEdit<'_, '_>,
        value: Value,
        predicate: IntPredicate,
        lhs: Value,
        rhs: Value,
        at: Option<Block>,
    ) -> Result<State, Need> {
        let module = f.editor.module();
        if rhs.is_constant() && lhs == value && predicate.is_equality() && width_of(f, value).is_none() {
            let is_null = module.constants().is_zero(rhs);
            return Ok(match predicate {
                IntPredicate::Eq if !module.constants().is_undef_or_poison(rhs) => State::Constant(rhs),
                IntPredicate::Ne if is_null => State::Not(rhs),
                _ => State::Anything,
            });
        }
        let Some(width) = width_of(f, value) else { return Ok(State::Anything) };
        for (a, b, predicate) in [(lhs, rhs, predicate), (rhs, lhs, predicate.swapped())] {
            if let Some(offset) = offset_from(f, a, value, width) {
                let other = match int_or_splat(module, b) {
                    Some(n) => n.into(),
                    None if b.is_constant() => ConstantRange::full(width),
                    None => match at {
                        Some(block) => self.get(f, b, block)?.range(module, width),
                        None => match b.as_inst() {
                            Some(inst) => metadata_range(f, inst, width),
                            None => ConstantRange::full(width),
                        },
                    },
                };
                let allowed = other.allowed(predicate);
                return Ok(State::of_range(allowed.sub(&offset.into()), false));
            }
        }
        if predicate.is_equality() && is_difference_of(f, value, lhs, rhs) {
            let zero = ConstantRange::from(Int::zero(width));
            return Ok(State::of_range(if predicate == IntPredicate::Eq { zero } else { zero.inverse() }, false));
        }
        let Some(n) = int_or_splat(module, rhs) else { return Ok(State::Anything) };
        let Some(data) = lhs.as_inst().map(|inst| *f.editor.body().inst(inst)) else { return Ok(State::Anything) };
        let one = Int::one(n.width());
        Ok(match data {
            InstData::Binary { op: BinaryOp::And, lhs, rhs, .. } if lhs == value && predicate.is_equality() => {
                let Some(mask) = int_or_splat(module, rhs) else { return Ok(State::Anything) };
                match predicate {
                    IntPredicate::Eq => {
                        let known = ConstantRange::of_known_bits(&mask.and(&n.not()), &mask.and(&n), false);
                        State::of_range(known, false)
                    }
                    // One of the bits is set.
                    IntPredicate::Ne if n.is_zero() && !mask.is_zero() => {
                        let least = one.shl(mask.trailing_zeros());
                        State::of_range(ConstantRange::new(least, Int::zero(width)), false)
                    }
                    // The high bits differ.
                    IntPredicate::Ne if mask.neg().is_power_of_two() && n.and(&mask) == n => {
                        let equal = ConstantRange::new(n.clone(), n.sub(&mask));
                        State::of_range(equal.inverse(), false)
                    }
                    _ => State::Anything,
                }
            }
            // A value is at most the union of its bits with others, and at least the intersection.
            InstData::Binary { op: BinaryOp::Or, lhs, rhs, .. }
                if (lhs == value || rhs == value) && matches!(predicate, IntPredicate::Ult | IntPredicate::Ule) =>
            {
                State::of_range(ConstantRange::satisfying(predicate, &n), false)
            }
            InstData::Binary { op: BinaryOp::And, lhs, rhs, .. }
                if (lhs == value || rhs == value) && matches!(predicate, IntPredicate::Ugt | IntPredicate::Uge) =>
            {
                State::of_range(ConstantRange::satisfying(predicate, &n), false)
            }
            // The least and the greatest number with so many bits.
            InstData::Call { ref call, .. }
                if f.editor.body().call_args(call).first() == Some(&value)
                    && module.callee(call.callee).and_then(|f| f.intrinsic) == Some(IntrinsicId::CTPOP) =>
            {
                let range = ConstantRange::satisfying(predicate, &n);
                let count = |n: Int| n.to_u64().unwrap_or(u64::MAX).min(width.into()) as u32;
                let (least, most) = (count(range.unsigned_min()), count(range.unsigned_max()));
                let (begin, end) = (ones_below(width, least), ones_below(width, width - most).not().add(&one));
                State::of_range(
                    if begin == end { ConstantRange::full(width) } else { ConstantRange::new(begin, end) },
                    false,
                )
            }
            // The remainder is at most the dividend.
            InstData::Binary { op: BinaryOp::URem, lhs, .. } if lhs == value => {
                let range = ConstantRange::satisfying(predicate, &n);
                State::of_range(ConstantRange::new(range.unsigned_min(), Int::zero(width)), false)
            }
            InstData::Cast { op: CastOp::Trunc, value: from, .. } if from == value => {
                let range = ConstantRange::satisfying(predicate, &n);
                let least = range.unsigned_min().zext(width);
                State::of_range(ConstantRange::new(least, Int::zero(width)), false)
            }
            InstData::Binary { op: BinaryOp::AShr, lhs, rhs, .. } if lhs == value && predicate.is_signed() => {
                let Some(by) = int_or_splat(module, rhs).and_then(|n| n.to_u64()).filter(|&by| by < width.into())
                else {
                    return Ok(State::Anything);
                };
                let by = by as u32;
                let range = ConstantRange::satisfying(predicate, &n);
                // The first and the last number that are shifted to one of the range.
                let (first, last) = (range.signed_min(), range.signed_max());
                let (low, high) = (first.shl(by), last.shl(by).or(&ones_below(width, by)));
                let low = match low.ashr(by) == first {
                    true => low,
                    false if first.is_negative() => Int::min_signed(width),
                    false => return Ok(State::Anything),
                };
                let high = match high.ashr(by) == last {
                    true => high,
                    false if !last.is_negative() => Int::max_signed(width),
                    false => return Ok(State::Anything),
                };
                let end = high.add(&one);
                State::of_range(
                    if low == end { ConstantRange::full(width) } else { ConstantRange::new(low, end) },
                    false,
                )
            }
            _ => State::Anything,
        })
    }

    /// Adds what assumptions say about a value at an instruction.
    fn with_assumptions(&mut self, f: &mut FunctionEdit<'_, '_>, value: Value, state: State, inst: Inst) -> State {
        let list = self.assumptions.get_or_insert_with(|| assumptions(f));
        if list.is_empty() {
            return state;
        }
        let Some(of_value) = list.get(&value).cloned() else { return state };
        let mut state = state;
        let tree = self.dominators(f);
        for (call, condition) in of_value {
            let (Some(from), Some(to)) = (f.editor.body().inst_block(call), f.editor.body().inst_block(inst)) else {
                continue;
            };
            // The assumption may be about another value by now, and a new block may not be in the tree yet.
            if f.editor.body().operand(call, 0) != Some(condition) || !tree.is_reachable(to) {
                continue;
            }
            let holds = match from == to {
                true => f.editor.comes_before(call, inst) || is_reached(f, inst, call) && !is_ephemeral(f, inst, call),
                false => tree.dominates(from, to),
            };
            if holds && let Ok(known) = self.condition(f, value, condition, true, None, 0) {
                state = state.meet(&known);
            }
        }
        state
    }
}

/// Whether the edges of a terminator may say something about a value. If not, [`LazyValueInfo::edge`] computes the state of the value
/// in the block of the terminator. Each condition that [`LazyValueInfo::condition`] follows must be among those here.
fn may_be_about(body: &Body, terminator: Inst, value: Value) -> bool {
    let has_operand = |of: Value| {
        let mut has = of == value;
        if let Some(inst) = of.as_inst() {
            body.inst(inst).for_each_operand(body.values(), |operand| has |= operand == value);
        }
        has
    };
    // A value that is computed from others may be known if these are.
    let is_computed = || {
        let data = value.as_inst().map(|inst| body.inst(inst));
        matches!(data, Some(InstData::Cast { .. } | InstData::Freeze { .. } | InstData::Binary { .. }))
    };
    match *body.inst(terminator) {
        InstData::Switch { condition, .. } => condition == value || is_computed(),
        InstData::CondBr { condition, .. } if condition == value || is_computed() => true,
        InstData::CondBr { condition, .. } => match condition.as_inst().map(|inst| body.inst(inst)) {
            Some(&InstData::ICmp { lhs, rhs, .. }) => has_operand(lhs) || has_operand(rhs),
            Some(InstData::Binary { .. } | InstData::Select { .. } | InstData::Cast { .. }) => true,
            _ => false,
        },
        _ => false,
    }
}

/// The maximum number of instructions before an assumption that holds for them, and of values that it is computed from.
const MAX_BEFORE: usize = 15;

/// Whether an assumption is reached whenever an instruction before it in the same block is.
fn is_reached(f: &FunctionEdit<'_, '_>, inst: Inst, assumption: Inst) -> bool {
    let (editor, body) = (&f.editor, f.editor.body());
    let intrinsic = body.inst(assumption).call_info().and_then(|call| editor.module().callee(call.callee)?.intrinsic);
    let between = std::iter::successors(Some(inst), |&inst| body.next_inst(inst));
    let mut passed = between.take_while(|&inst| inst != assumption);
    intrinsic == Some(IntrinsicId::ASSUME)
        && (0..MAX_BEFORE).find_map(|_| match passed.next() {
            Some(inst) => (may_throw(editor, inst) || !will_return(editor, inst)).then_some(false),
            None => Some(true),
        }) == Some(true)
}

/// Whether an instruction serves only to compute an assumption, which must not decide it then.
fn is_ephemeral(f: &FunctionEdit<'_, '_>, inst: Inst, assumption: Inst) -> bool {
    let (editor, body) = (&f.editor, f.editor.body());
    let mut ephemeral: HashSet<Inst> = HashSet::default();
    let mut pending = vec![assumption];
    let mut is_operand = false;
    body.inst(assumption).for_each_operand(body.values(), |operand| is_operand |= operand == inst.into());
    while let Some(next) = pending.pop().filter(|_| !is_operand) {
        let is_used_there = editor.uses().of(next.into()).all(|at| ephemeral.contains(&at.user));
        if !is_used_there || next != assumption && has_side_effects(editor, next) || !ephemeral.insert(next) {
            continue;
        }
        if next == inst || ephemeral.len() > MAX_BEFORE {
            return true;
        }
        body.inst(next).for_each_operand(body.values(), |operand| pending.extend(operand.as_inst()));
    }
    is_operand
}

/// The conditions of the assumptions of a function, by the values of which they may imply a range.
fn assumptions(f: &FunctionEdit<'_, '_>) -> HashMap<Value, Vec<(Inst, Value)>> {
    let (module, body) = (f.editor.module(), f.editor.body());
    let mut list: HashMap<Value, Vec<(Inst, Value)>> = HashMap::default();
    for inst in body.blocks().flat_map(|block| body.insts(block)) {
        let Some(call) = body.inst(inst).call_info() else { continue };
        // Behind a guard, its condition holds as that of an assumption does.
        let intrinsic = module.callee(call.callee).and_then(|f| f.intrinsic);
        if !matches!(intrinsic, Some(IntrinsicId::ASSUME | IntrinsicId::EXPERIMENTAL_GUARD)) {
            continue;
        }
        let Some(&condition) = body.call_args(call).first() else { continue };
        // The condition, and what it is computed from, as deep as conditions are understood.
        let mut pending = vec![(condition, 0)];
        let mut seen: HashSet<Value> = HashSet::default();
        while let Some((value, depth)) = pending.pop() {
            if !value.is_local() || value.as_block().is_some() || !seen.insert(value) {
                continue;
            }
            let of_value = list.entry(value).or_default();
            if of_value.len() < MAX_ASSUMPTIONS {
                of_value.push((inst, condition));
            }
            if let Some(inst) = value.as_inst().filter(|_| depth < 3) {
                body.inst(inst).for_each_operand(body.values(), |operand| pending.push((operand, depth + 1)));
            }
        }
    }
    list
}

/// The integer with the `count` lowest bits set.
fn ones_below(width: u32, count: u32) -> Int {
    if count == 0 { Int::zero(width) } else { Int::all_ones(width).lshr(width - count) }
}

/// The constant that must be added to `value` to get `sum`.
fn offset_from(f: &FunctionEdit<'_, '_>, sum: Value, value: Value, width: u32) -> Option<Int> {
    if sum == value {
        return Some(Int::zero(width));
    }
    let module = f.editor.module();
    let added = |of: Value, to: Value| match *f.editor.body().inst(of.as_inst()?) {
        InstData::Binary { op: BinaryOp::Add, lhs, rhs, .. } if lhs == to => int_or_splat(module, rhs),
        InstData::Binary { op: BinaryOp::Or, flags, lhs, rhs, .. }
            if lhs == to && flags.contains(IntFlags::DISJOINT) =>
        {
            int_or_splat(module, rhs)
        }
        _ => None,
    };
    added(sum, value).or_else(|| added(value, sum).map(|n| n.neg()))
}

/// A range without one integer, as far as that is an interval.
fn without(range: &ConstantRange, n: &Int) -> ConstantRange {
    range.intersect(&ConstantRange::from(n.clone()).inverse(), Preferred::Smallest)
}

/// Whether an instruction is an integer operation that has this operand, and constants besides.
fn is_foldable_in(data: &InstData, operand: Value) -> bool {
    match *data {
        InstData::Cast { op: CastOp::Trunc | CastOp::ZExt | CastOp::SExt, value, .. } | InstData::Freeze { value } => {
            value == operand
        }
        InstData::Binary { op, lhs, rhs, .. } => {
            let is_known = |v: Value| v == operand || v.is_constant();
            !op.is_float() && is_known(lhs) && is_known(rhs)
        }
        _ => false,
    }
}

/// Whether a value is the difference of two values, which may be pointers, in either order.
fn is_difference_of(f: &FunctionEdit<'_, '_>, value: Value, a: Value, b: Value) -> bool {
    let body = f.editor.body();
    let Some(InstData::Binary { op: BinaryOp::Sub, lhs, rhs, .. }) = value.as_inst().map(|inst| body.inst(inst)) else {
        return false;
    };
    let layout = f.editor.module().data_layout();
    let cx = f.editor.module().context();
    let base = |v: Value| match v.as_inst().map(|inst| body.inst(inst)) {
        // The number has all bits of the pointer.
        Some(&InstData::Cast { op: CastOp::PtrToInt, value, .. }) => {
            let ty = f.editor.type_of(value);
            let bits = cx.addr_space(cx.scalar_type(ty)).map(|space| layout.pointer(space).bits);
            if bits == width_of(f, v) { value } else { v }
        }
        _ => v,
    };
    let sides = (base(*lhs), base(*rhs));
    sides == (a, b) || sides == (b, a)
}

/// The result of such an operation if the operand is a constant.
fn fold_with(f: &FunctionEdit<'_, '_>, data: &InstData, value: Value, operand: Value, constant: Value) -> Option<Int> {
    let module = f.editor.module();
    let with = |v: Value| if v == operand { constant } else { v };
    let folded = match *data {
        InstData::Cast { op, value: from, .. } => module.fold_cast(op, with(from), f.editor.type_of(value))?,
        InstData::Freeze { .. } => constant,
        InstData::Binary { op, lhs, rhs, .. } => module.fold_binary(op, IntFlags::empty(), with(lhs), with(rhs))?,
        _ => return None,
    };
    int_or_splat(module, folded)
}

/// Whether a select is the minimum (`slt`, `ult`) or maximum (`sgt`, `ugt`) of its operands.
fn minimum(f: &FunctionEdit<'_, '_>, condition: Value, if_true: Value, if_false: Value) -> Option<IntPredicate> {
    use IntPredicate::*;
    let body = f.editor.body();
    let compared = |condition: Value| match *body.inst(condition.as_inst()?) {
        InstData::ICmp { predicate, lhs, rhs, .. } => Some((predicate.strict(), lhs, rhs)),
        _ => None,
    };
    let of_both = |condition: Value, a: Value, b: Value| {
        let (predicate, lhs, rhs) = compared(condition).filter(|it| !it.0.is_equality())?;
        match (lhs, rhs) {
            sides if sides == (a, b) => Some(predicate),
            sides if sides == (b, a) => Some(predicate.swapped()),
            _ => None,
        }
    };
    if let Some(predicate) = of_both(condition, if_true, if_false) {
        return Some(predicate);
    }
    // `x < low ? low : min(x, high)` is a maximum, and likewise for the other orders.
    let (predicate, x, _) = compared(condition).filter(|&(_, _, low)| low == if_true)?;
    let InstData::Select { condition: inner, if_true: a, if_false: b, .. } = *body.inst(if_false.as_inst()?) else {
        return None;
    };
    let other = if a == x { b } else { a };
    let number = |v| int_or_splat(f.editor.module(), v);
    let (low, high) = (number(if_true)?, number(other)?);
    let is_ordered = match predicate {
        Slt => low.scmp(&high).is_lt(),
        Sgt => low.scmp(&high).is_gt(),
        Ult => low.ucmp(&high).is_lt(),
        Ugt => low.ucmp(&high).is_gt(),
        _ => false,
    };
    let is_clamp = is_ordered && [a, b].contains(&x) && of_both(inner, a, b) == Some(predicate);
    is_clamp.then_some(predicate.swapped())
}

/// The range of a result by its `!range`.
fn metadata_range(f: &FunctionEdit<'_, '_>, inst: Inst, width: u32) -> ConstantRange {
    query(f).range_of_metadata(inst, width).unwrap_or_else(|| ConstantRange::full(width))
}
