//! The solver of `sccp` and `ipsccp`: the states of all values, as far as control flow is feasible.

use std::sync::Arc;

use cranelift_entity::SecondaryMap;
use lindworm_ir::attributes::{AttrKind, AttributeSet, ModRef};
use lindworm_ir::constant::ConstantData;
use lindworm_ir::eval::range::{ConstantRange, Preferred};
use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Int, IntFlags, IntPredicate};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{CallInfo, GepFlags};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::uses::Uses;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Type, Value};
use smallvec::SmallVec;

use super::fold;
use crate::NON_NULL;
use crate::call_site::result_sets;
use crate::intrinsic_ranges::{has_ranges, intrinsic_range, overflowing, vscale_range};
use crate::lattice::State;
use crate::value_tracking::{MAX_INCOMING, Query};

/// How often the range of a parameter or result is extended before it becomes all integers.
const MAX_GROWTHS: u32 = 10;

/// How often the range of any other instruction is extended before it becomes all integers. Without a limit, the number of visits
/// of a row of operations, each of which has several of its predecessors as operands, may be exponential in its length.
const MAX_CHANGES: u32 = 64;

/// The maximum number of elements of a struct that are tracked one by one.
const MAX_FIELDS: usize = 64;

/// What a copy of a value is known to be: the value compares to `other` by `predicate`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint {
    pub predicate: IntPredicate,
    pub other: Value,
}

/// A function under analysis.
#[derive(Clone, Copy)]
pub(super) struct Code<'a> {
    pub function: Global,
    pub body: &'a Body,
    pub uses: &'a Uses,
    /// The copies of values that hold only where a condition does.
    pub copies: &'a HashMap<Inst, Constraint>,
}

/// What is known about the values of a function.
#[derive(Default)]
pub(super) struct Facts {
    args: Vec<State>,
    insts: SecondaryMap<Inst, State>,
    /// The elements of structs.
    fields: HashMap<(Value, u32), State>,
    pub reached: SecondaryMap<Block, bool>,
    /// The reached blocks whose instructions were visited once, or are visited now.
    visited: SecondaryMap<Block, bool>,
    pub edges: HashSet<(Block, Block)>,
    /// The result, or its elements, if all calls are known.
    pub result: Option<Vec<State>>,
    /// Whether all callers are known.
    pub tracks_args: bool,
}

impl Facts {
    /// Nothing is known about the values of a body.
    fn of(body: &Body) -> Facts {
        let mut facts = Facts { args: vec![State::Unknown; body.args().len()], ..Facts::default() };
        facts.insts.resize(body.inst_count());
        facts.reached.resize(body.block_count());
        facts.visited.resize(body.block_count());
        facts
    }

    /// The state of a value that is not a struct.
    pub fn state(&self, module: &Module, value: Value) -> State {
        match value.kind() {
            ValueKind::Inst(inst) => self.insts[inst].clone(),
            ValueKind::Arg(n) => self.args.get(n as usize).cloned().unwrap_or(State::Anything),
            ValueKind::Constant(_) | ValueKind::Global(_) => State::of_constant(module, value),
            _ => State::Anything,
        }
    }

    fn field(&self, module: &Module, value: Value, index: u32) -> State {
        if let ValueKind::Constant(_) = value.kind() {
            let element = module.constants().element(module.context(), value, index.into());
            return element.map_or(State::Anything, |element| State::of_constant(module, element));
        }
        self.fields.get(&(value, index)).cloned().unwrap_or_default()
    }

    /// The constant that a value always is; undef if it is not computed.
    pub fn constant(&self, module: &Module, value: Value, ty: Type) -> Option<Value> {
        let of = |state: &State, ty| match state {
            State::Unknown | State::Undef => Some(module.constants().undef(ty)),
            state => state.constant(module, ty),
        };
        let Some(fields) = tracked_fields(module, ty) else {
            return match is_aggregate(module, ty) {
                true => None,
                false => of(&self.state(module, value), ty),
            };
        };
        let elements: Option<Vec<Value>> =
            (0..).zip(fields).map(|(n, &ty)| of(&self.field(module, value, n), ty)).collect();
        Some(module.constants().aggregate(module.context(), ty, &elements?))
    }

    /// The range of an integer that is not undef.
    pub fn range(&self, module: &Module, value: Value, ty: Type) -> Option<ConstantRange> {
        Some(self.state(module, value).range(module, module.context().scalar_int_width(ty)?))
    }
}

pub(super) fn is_aggregate(module: &Module, ty: Type) -> bool {
    module.context().is_struct(ty)
}

/// The types of the elements of a struct, if they are tracked: there are not too many, and none is a struct itself.
pub(super) fn tracked_fields(module: &Module, ty: Type) -> Option<&[Type]> {
    let (fields, _) = module.context().struct_parts(ty)?;
    let is_flat = fields.iter().all(|&field| !module.context().is_struct(field));
    (is_flat && fields.len() <= MAX_FIELDS).then_some(fields)
}

/// The functions under analysis and what is known about them.
pub(super) struct Solver<'a> {
    module: &'a Module,
    code: Vec<Code<'a>>,
    pub facts: Vec<Facts>,
    index: HashMap<Global, usize>,
    /// Variables of which all loads and stores are known, with their contents.
    pub variables: HashMap<Global, State>,
    /// The loads of such variables, and the calls of functions with tracked results.
    readers: HashMap<Global, Vec<(usize, Inst)>>,
    is_reader: HashSet<(usize, Inst)>,
    /// Instructions that depend on a value that is not their operand.
    dependents: HashMap<(usize, Value), Vec<Inst>>,
    pending_blocks: Vec<(usize, Block)>,
    pending_insts: Vec<(usize, Inst)>,
    /// The block whose instructions are visited in order.
    current: Option<(usize, Block)>,
}

impl<'a> Solver<'a> {
    pub fn new(module: &'a Module, code: Vec<Code<'a>>) -> Solver<'a> {
        let index = code.iter().enumerate().map(|(n, code)| (code.function, n)).collect();
        let mut dependents: HashMap<(usize, Value), Vec<Inst>> = HashMap::default();
        for (n, code) in code.iter().enumerate() {
            let mut copies: Vec<(&Inst, &Constraint)> = code.copies.iter().collect();
            copies.sort_unstable_by_key(|(inst, _)| inst.as_u32());
            for (&inst, constraint) in copies {
                dependents.entry((n, constraint.other)).or_default().push(inst);
            }
        }
        let facts = code.iter().map(|code| Facts::of(code.body)).collect();
        Solver {
            module,
            code,
            facts,
            index,
            variables: HashMap::default(),
            readers: HashMap::default(),
            is_reader: HashSet::default(),
            dependents,
            pending_blocks: Vec::new(),
            pending_insts: Vec::new(),
            current: None,
        }
    }

    /// Starts at the entry of a function whose callers are unknown.
    pub fn enter(&mut self, at: usize) {
        let code = self.code[at];
        let Some(entry) = code.body.entry() else { return };
        let query = self.query(at);
        for (n, &ty) in code.body.args().iter().enumerate() {
            let value = Value::arg(n as u32);
            let state = self.state_of_attributes(at, &[query.param_attributes(n as u32)], ty);
            match tracked_fields(self.module, ty) {
                Some(fields) => (0..fields.len() as u32).for_each(|n| self.merge_field(at, value, n, &State::Anything)),
                None => self.facts[at].args[n] = state,
            }
        }
        self.reach(at, entry);
    }

    fn query(&self, at: usize) -> Query<'a> {
        let Code { function, body, uses, .. } = self.code[at];
        Query::of_body(self.module, function, body, uses)
    }

    /// Computes all states.
    pub fn run(mut self) -> (Vec<Facts>, HashMap<Global, State>) {
        self.solve();
        // What is unknown still depends on undef. Deciding one function may decide the others.
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for at in 0..self.code.len() {
                if self.decide_unknown(at) {
                    is_changed = true;
                    self.solve();
                }
            }
        }
        (self.facts, self.variables)
    }

    fn solve(&mut self) {
        loop {
            if let Some((at, inst)) = self.pending_insts.pop() {
                self.visit(at, inst);
            } else if let Some((at, block)) = self.pending_blocks.pop() {
                let body = self.code[at].body;
                self.facts[at].visited[block] = true;
                self.current = Some((at, block));
                body.insts(block).for_each(|inst| self.visit(at, inst));
                self.current = None;
            } else {
                return;
            }
        }
    }

    fn decide_unknown(&mut self, at: usize) -> bool {
        let Code { body, .. } = self.code[at];
        let mut is_changed = false;
        for block in body.blocks().filter(|&block| self.facts[at].reached[block]).collect::<Vec<_>>() {
            for inst in body.insts(block) {
                let ty = body.inst_type(inst);
                let data = body.inst(inst);
                let is_tracked = data
                    .call_info()
                    .and_then(|call| self.callee(call))
                    .is_some_and(|callee| self.facts[callee].result.is_some());
                if ty == Type::VOID || is_tracked {
                    continue;
                }
                if let Some(fields) = tracked_fields(self.module, ty) {
                    if !matches!(
                        data,
                        InstData::ExtractValue { .. } | InstData::InsertValue { .. } | InstData::Phi { .. }
                    ) {
                        for n in 0..fields.len() as u32 {
                            if self.facts[at].field(self.module, inst.into(), n) == State::Unknown {
                                self.merge_field(at, inst.into(), n, &State::Anything);
                                is_changed = true;
                            }
                        }
                    }
                } else if self.facts[at].insts[inst] == State::Unknown && !matches!(data, InstData::Load { .. }) {
                    self.merge(at, inst, &State::Anything, None);
                    is_changed = true;
                }
            }
        }
        is_changed
    }

    fn reach(&mut self, at: usize, block: Block) {
        if !std::mem::replace(&mut self.facts[at].reached[block], true) {
            self.pending_blocks.push((at, block));
        }
    }

    fn state(&self, at: usize, value: Value) -> State {
        match is_aggregate(self.module, self.type_of(at, value)) {
            true => State::Anything,
            false => self.facts[at].state(self.module, value),
        }
    }

    fn type_of(&self, at: usize, value: Value) -> Type {
        self.module.value_type(Some(self.code[at].body), value)
    }

    /// Visits the users of a value again, except those that are visited later in any case: those of blocks that were not visited, and
    /// those behind the value in the block that is being visited.
    fn changed(&mut self, at: usize, value: Value) {
        let code = self.code[at];
        let home = value.as_inst().and_then(|inst| code.body.inst_block(inst));
        let current = home.filter(|&block| self.current == Some((at, block)));
        for user in code.uses.of(value).map(|at| at.user) {
            let Some(block) = code.body.inst_block(user).filter(|&block| self.facts[at].visited[block]) else {
                continue;
            };
            if current != Some(block) || matches!(code.body.inst(user), InstData::Phi { .. }) {
                self.pending_insts.push((at, user));
            }
        }
        if let Some(users) = self.dependents.get(&(at, value)) {
            self.pending_insts.extend(users.iter().map(|&user| (at, user)));
        }
    }

    /// Visits an instruction again when the contents of a variable or the result of a function change.
    fn read_by(&mut self, global: Global, at: usize, inst: Inst) {
        if self.is_reader.insert((at, inst)) {
            self.readers.entry(global).or_default().push((at, inst));
        }
    }

    fn merge(&mut self, at: usize, inst: Inst, new: &State, widen: Option<u32>) {
        if self.facts[at].insts[inst].merge(self.module, new, widen) {
            self.changed(at, inst.into());
        }
    }

    fn merge_field(&mut self, at: usize, value: Value, index: u32, new: &State) {
        if self.facts[at].fields.entry((value, index)).or_default().merge(self.module, new, Some(MAX_GROWTHS)) {
            self.changed(at, value);
        }
    }

    fn merge_anything(&mut self, at: usize, inst: Inst) {
        let ty = self.code[at].body.inst_type(inst);
        match tracked_fields(self.module, ty) {
            Some(fields) => {
                (0..fields.len() as u32).for_each(|n| self.merge_field(at, inst.into(), n, &State::Anything));
            }
            None => self.merge(at, inst, &State::Anything, None),
        }
    }

    /// The function that a call enters, if it is under analysis.
    fn callee(&self, call: &CallInfo) -> Option<usize> {
        let callee = call.callee.as_global()?;
        let at = self.index.get(&callee).copied()?;
        (self.module[callee].value_type == call.function_type).then_some(at)
    }

    fn visit(&mut self, at: usize, inst: Inst) {
        let Code { body, copies, .. } = self.code[at];
        let Some(block) = body.inst_block(inst) else { return };
        if !self.facts[at].reached[block] {
            return;
        }
        let data = body.inst(inst);
        if data.is_terminator() {
            let facts = &self.facts[at];
            for to in feasible(self.module, body, inst, |value| facts.state(self.module, value)) {
                if self.facts[at].edges.insert((block, to)) {
                    if self.facts[at].reached[to] {
                        let phis = body.insts(to).take_while(|&phi| matches!(body.inst(phi), InstData::Phi { .. }));
                        self.pending_insts.extend(phis.map(|phi| (at, phi)));
                    } else {
                        self.reach(at, to);
                    }
                }
            }
        }
        let ty = body.inst_type(inst);
        match *data {
            InstData::Ret { value } => {
                if let Some(value) = value.expand() {
                    self.visit_return(at, value);
                }
            }
            InstData::Call { ref call, fast_math, .. } => self.visit_call(at, inst, call, fast_math),
            InstData::Invoke { ref call, .. } | InstData::CallBr { ref call, .. } => {
                self.visit_call(at, inst, call, FastMathFlags::empty());
            }
            InstData::Store { value, pointer, .. } => {
                let variable = pointer.as_global();
                let new = self.state(at, value);
                if let Some(global) = variable
                    && let Some(state) = self.variables.get_mut(&global)
                    && state.merge(self.module, &new, Some(MAX_GROWTHS))
                {
                    self.pending_insts.extend(self.readers.get(&global).into_iter().flatten());
                }
            }
            _ if ty == Type::VOID => {}
            InstData::Cast { value, .. } if copies.contains_key(&inst) => {
                let new = self.copy(at, value, copies[&inst]);
                if let Some(fields) = tracked_fields(self.module, ty) {
                    for n in 0..fields.len() as u32 {
                        let new = self.facts[at].field(self.module, value, n);
                        self.merge_field(at, inst.into(), n, &new);
                    }
                } else if let Some(new) = new {
                    self.merge(at, inst, &new, Some(MAX_CHANGES));
                }
            }
            InstData::Phi { ref incoming, .. } => self.visit_phi(at, inst, body.list_values(incoming), block),
            InstData::InsertValue { aggregate, value, ref indices } => match tracked_fields(self.module, ty) {
                Some(fields) => {
                    let place = match *body.list_ints(indices) {
                        [place] => place.0,
                        _ => return self.merge_anything(at, inst),
                    };
                    for n in 0..fields.len() as u32 {
                        let new = match n == place {
                            true => self.state(at, value),
                            false => self.facts[at].field(self.module, aggregate, n),
                        };
                        self.merge_field(at, inst.into(), n, &new);
                    }
                }
                None => self.merge(at, inst, &State::Anything, None),
            },
            _ if is_aggregate(self.module, ty) => self.merge_anything(at, inst),
            _ => {
                if self.facts[at].insts[inst] != State::Anything
                    && let Some(new) = self.evaluate(at, inst, ty)
                {
                    self.merge(at, inst, &new, Some(MAX_CHANGES));
                }
            }
        }
    }

    fn visit_return(&mut self, at: usize, value: Value) {
        let ty = self.type_of(at, value);
        let states: SmallVec<[State; 2]> = match tracked_fields(self.module, ty) {
            Some(fields) => (0..fields.len() as u32).map(|n| self.facts[at].field(self.module, value, n)).collect(),
            None => std::iter::once(self.state(at, value)).collect(),
        };
        let Some(result) = &mut self.facts[at].result else { return };
        let mut is_changed = false;
        for (known, new) in result.iter_mut().zip(&states) {
            is_changed |= known.merge(self.module, new, Some(MAX_GROWTHS));
        }
        if is_changed {
            let function = self.code[at].function;
            self.pending_insts.extend(self.readers.get(&function).into_iter().flatten());
        }
    }

    fn visit_phi(&mut self, at: usize, inst: Inst, incoming: &[Value], block: Block) {
        let ty = self.code[at].body.inst_type(inst);
        if self.facts[at].insts[inst] == State::Anything {
            return;
        }
        if incoming.len() > MAX_INCOMING * 2 {
            return self.merge_anything(at, inst);
        }
        let facts = &self.facts[at];
        let feasible: SmallVec<[Value; 8]> = incoming
            .chunks_exact(2)
            .filter(|pair| pair[1].as_block().is_some_and(|from| facts.edges.contains(&(from, block))))
            .map(|pair| pair[0])
            .collect();
        if let Some(fields) = tracked_fields(self.module, ty) {
            for n in 0..fields.len() as u32 {
                for &value in &feasible {
                    let new = self.facts[at].field(self.module, value, n);
                    self.merge_field(at, inst.into(), n, &new);
                }
            }
            return;
        }
        if is_aggregate(self.module, ty) {
            return self.merge_anything(at, inst);
        }
        let old = self.facts[at].insts[inst].clone();
        let mut state = old.clone();
        let count = feasible.len() as u32;
        for &value in &feasible {
            let new = self.state(at, value);
            state.merge(self.module, &new, Some(count + 1));
        }
        // Each feasible edge may extend the range once, without being an iteration of a loop.
        if let State::Range(range) = &mut state {
            let range = Arc::make_mut(range);
            range.growths = range.growths.max(count);
        }
        if state != old {
            self.facts[at].insts[inst] = state;
            self.changed(at, inst.into());
        } else {
            self.facts[at].insts[inst] = state;
        }
    }

    fn visit_call(&mut self, at: usize, inst: Inst, call: &CallInfo, fast_math: FastMathFlags) {
        let body = self.code[at].body;
        let args = body.call_args(call);
        if let Some(callee) = self.callee(call)
            && self.facts[callee].tracks_args
        {
            let code = self.code[callee];
            if let Some(entry) = code.body.entry() {
                self.reach(callee, entry);
            }
            let query = self.query(callee);
            for (n, &ty) in code.body.args().iter().enumerate() {
                let Some(&arg) = args.get(n) else { break };
                let set = query.param_attributes(n as u32);
                let param = Value::arg(n as u32);
                let is_copied = self.module.context().has_attribute(set, AttrKind::BY_VAL);
                if let Some(fields) = tracked_fields(self.module, ty) {
                    for n in 0..fields.len() as u32 {
                        let new = self.facts[at].field(self.module, arg, n);
                        self.merge_field(callee, param, n, &new);
                    }
                    continue;
                }
                let is_copied = is_copied && !only_reads(self.module, code.function);
                let new = match is_copied || is_aggregate(self.module, ty) {
                    true => State::Anything,
                    false => self.state(at, arg).meet(&self.state_of_attributes(callee, &[set], ty)),
                };
                if self.facts[callee].args[n].merge(self.module, &new, Some(MAX_GROWTHS)) {
                    self.changed(callee, param);
                }
            }
        }
        let ty = body.inst_type(inst);
        if ty == Type::VOID {
            return;
        }
        if let Some(callee) = self.callee(call)
            && self.facts[callee].result.is_some()
        {
            let function = self.code[callee].function;
            self.read_by(function, at, inst);
            let known = self.known_result(at, inst, call, ty);
            let results = self.facts[callee].result.clone().unwrap_or_default();
            if tracked_fields(self.module, ty).is_some() {
                (0..).zip(&results).for_each(|(n, state)| self.merge_field(at, inst.into(), n, state));
            } else if let [state] = &results[..] {
                self.merge(at, inst, &state.meet(&known), Some(MAX_GROWTHS));
            }
            return;
        }
        let id = self.module.callee(call.callee).and_then(|f| f.intrinsic);
        if is_aggregate(self.module, ty) {
            // The elements of an arithmetic result with overflow are computed where they are extracted.
            if id.and_then(overflowing).is_some() {
                self.changed(at, inst.into());
            } else {
                self.merge_anything(at, inst);
            }
            return;
        }
        if self.facts[at].insts[inst] == State::Anything {
            return;
        }
        if let Some(new) = self.call_result(at, inst, call, fast_math, id, ty) {
            self.merge(at, inst, &new, Some(MAX_CHANGES));
        }
    }

    /// What the attributes of a parameter or result say about the value.
    fn state_of_attributes(&self, at: usize, sets: &[AttributeSet], ty: Type) -> State {
        let module = self.module;
        let cx = module.context();
        let is_object = |&set: &AttributeSet| {
            cx.has_attribute(set, AttrKind::NON_NULL)
                || cx.has_attribute(set, AttrKind::DEREFERENCEABLE)
                    && cx.addr_space(ty).is_some_and(|space| !self.query(at).is_null_valid(space))
        };
        match cx.is_pointer(ty) && sets.iter().any(is_object) {
            true => State::Not(module.constants().zero(cx, ty)),
            false => State::of_attributes(module, sets, ty),
        }
    }

    /// What attributes and metadata say about the result of a call.
    fn known_result(&self, at: usize, inst: Inst, call: &CallInfo, ty: Type) -> State {
        let sets: SmallVec<[AttributeSet; 2]> = result_sets(self.module, call).collect();
        self.metadata_state(at, inst).meet(&self.state_of_attributes(at, &sets, ty))
    }

    /// The result of a call of a function whose body is not analysed; `None` while an argument is unknown.
    fn call_result(
        &self,
        at: usize,
        inst: Inst,
        call: &CallInfo,
        fast_math: FastMathFlags,
        id: Option<IntrinsicId>,
        ty: Type,
    ) -> Option<State> {
        let known = self.known_result(at, inst, call, ty);
        let args = self.code[at].body.call_args(call);
        let width = self.module.context().scalar_int_width(ty);
        let can_fold = id.is_some()
            || call.callee.as_global().and_then(|g| self.module.global(g)).is_some_and(|g| g.is_declaration());
        if !can_fold {
            return Some(known);
        }
        let states: SmallVec<[State; 4]> = args.iter().map(|&arg| self.state(at, arg)).collect();
        let is_ranged = width.is_some() && id.is_some_and(|id| has_ranges(id) || id == VECTOR_LENGTH);
        if is_ranged && states.iter().any(State::is_unknown_or_undef) {
            return None;
        }
        let constants: Option<SmallVec<[Value; 4]>> = states
            .iter()
            .zip(args)
            .map(|(state, &arg)| match arg.kind() {
                ValueKind::Constant(_) => Some(arg),
                _ => state.constant(self.module, self.type_of(at, arg)),
            })
            .collect();
        if let Some(constants) = constants.filter(|c| !c.is_empty())
            && let Some(value) = self.query(at).fold_call(call, fast_math, &constants, ty)
        {
            return Some(State::of_constant(self.module, value));
        }
        if let (Some(id), Some(width)) = (id.filter(|_| is_ranged), width) {
            let range = |n: usize| match states.get(n) {
                Some(state) => {
                    let ty = self.type_of(at, args[n]);
                    self.module
                        .context()
                        .scalar_int_width(ty)
                        .map_or(ConstantRange::full(width), |w| state.range(self.module, w))
                }
                None => ConstantRange::full(width),
            };
            if id == VECTOR_LENGTH {
                let is_scalable = args.get(2).is_some_and(|&v| self.module.constants().as_u64(v) == Some(1));
                let vscale = is_scalable.then(|| self.vscale(at));
                return Some(State::of_range(vector_length(&range(0), &range(1), vscale, width), false).meet(&known));
            }
            let flag = args.get(1).is_some_and(|&v| self.module.constants().as_u64(v) == Some(1));
            let result = intrinsic_range(id, &range(0), &range(1), flag, width);
            return Some(State::of_range(result, false).meet(&known));
        }
        if id == Some(IntrinsicId::VSCALE)
            && let Some(width) = width
            && let Some((least, most)) = self.vscale(at)
        {
            let range = vscale_range(least, most, width);
            return Some(State::of_range(range, false).meet(&known));
        }
        Some(known)
    }

    /// The `vscale_range` of a function.
    fn vscale(&self, at: usize) -> Option<(u32, u32)> {
        let module = self.module;
        let list = module.function(self.code[at].function)?.attributes;
        let set = module.context().attribute_list(list).function;
        let range = module.context().attribute_int(set, AttrKind::VSCALE_RANGE)?;
        Some(((range >> 32) as u32, range as u32))
    }

    /// What `!range` and `!nonnull` say about a result.
    fn metadata_state(&self, at: usize, inst: Inst) -> State {
        let body = self.code[at].body;
        let ty = body.inst_type(inst);
        if let Some(width) = self.module.context().scalar_int_width(ty) {
            let range = self.query(at).range_of_metadata(inst, width);
            return range.map_or(State::Anything, |range| State::of_range(range, false));
        }
        match self.module.context().is_pointer(ty) && body.attachment(inst, NON_NULL).is_some() {
            true => State::Not(self.module.constants().zero(self.module.context(), ty)),
            false => State::Anything,
        }
    }

    /// The state of a copy; `None` while that is unknown.
    fn copy(&self, at: usize, value: Value, constraint: Constraint) -> Option<State> {
        let of = self.state(at, value);
        let other = self.state(at, constraint.other);
        if other == State::Unknown {
            return None;
        }
        let width = self.module.context().scalar_int_width(self.type_of(at, value));
        if let Some(width) = width
            && (other.as_range(true).is_some() || of.as_range(true).is_some())
        {
            let imposed = match other.as_range(true) {
                Some(range) if range.width() == width => range.allowed(constraint.predicate),
                _ => ConstantRange::full(width),
            };
            let known = match &of {
                State::Range(range) => range.range.clone(),
                state => state.range(self.module, width),
            };
            let both = imposed.intersect(&known, Preferred::Smallest);
            // That one integer is excluded is worth more than a bound.
            let is_hole = !known.contains_all(&both) && known.single_missing().is_some();
            return Some(State::of_range(if is_hole { known } else { both }, false));
        }
        match (constraint.predicate, &other) {
            (IntPredicate::Eq, State::Constant(_) | State::Not(_)) => Some(other),
            (IntPredicate::Ne, &State::Constant(value)) => Some(State::Not(value)),
            _ => Some(of),
        }
    }

    /// The state of an instruction by its operands; `None` while that is unknown.
    fn evaluate(&mut self, at: usize, inst: Inst, ty: Type) -> Option<State> {
        let (module, body) = (self.module, self.code[at].body);
        let cx = module.context();
        let state = |value: Value| self.state(at, value);
        let constant = |state: &State, of: Value| state.constant(module, self.type_of(at, of));
        let folded = |value: Option<Value>| value.map_or(State::Anything, |v| State::of_constant(module, v));
        match *body.inst(inst) {
            InstData::Select { condition, if_true, if_false, .. } => {
                let known = state(condition);
                if known.is_unknown_or_undef() {
                    return None;
                }
                let choice = known.constant(module, self.type_of(at, condition));
                if let Some(choice) = choice.and_then(|c| crate::lattice::int_or_splat(module, c)) {
                    return Some(state(if choice.is_one() { if_true } else { if_false }));
                }
                let mut both = state(if_true);
                both.merge(self.module, &state(if_false), None);
                Some(both)
            }
            InstData::Freeze { value } => match state(value) {
                State::Unknown | State::Undef => None,
                known => {
                    let constant = constant(&known, value);
                    let is_defined = |c: &Value| self.query(at).is_not_undef(*c);
                    Some(folded(constant.filter(is_defined)))
                }
            },
            InstData::Cast { op, flags, value, .. } => {
                let from = state(value);
                if from.is_unknown_or_undef() {
                    return None;
                }
                if let Some(c) = constant(&from, value)
                    && let Some(result) = module.fold_cast(op, c, ty)
                {
                    return Some(State::of_constant(module, result));
                }
                let is_scalar_bit_cast =
                    op == CastOp::BitCast && cx.is_vector(ty) != cx.is_vector(self.type_of(at, value));
                match (cx.scalar_int_width(ty), cx.scalar_int_width(self.type_of(at, value))) {
                    (Some(to), Some(width)) if !is_scalar_bit_cast && (op != CastOp::BitCast || to == width) => {
                        Some(State::of_range(from.range(self.module, width).cast(op, flags, to), false))
                    }
                    _ => Some(State::Anything),
                }
            }
            InstData::FNeg { value, .. } => match state(value) {
                State::Unknown | State::Undef => None,
                known => Some(folded(constant(&known, value).and_then(|c| module.fold_fneg(c)))),
            },
            InstData::Binary { op, flags, fast_math, lhs, rhs } => {
                let (a, b) = (state(lhs), state(rhs));
                if a.is_unknown_or_undef() || b.is_unknown_or_undef() {
                    return None;
                }
                if a == State::Anything && b == State::Anything {
                    return Some(State::Anything);
                }
                // Integers are computed as ranges, where other values may be undef.
                if matches!(a, State::Constant(_)) || matches!(b, State::Constant(_)) {
                    let (left, right) = (constant(&a, lhs), constant(&b, rhs));
                    let query = self.query(at);
                    let (left, right) = (left.unwrap_or(lhs), right.unwrap_or(rhs));
                    let result = query.simplify_binary(op, flags, fast_math, left, right, 0);
                    if let Some(result) = result.filter(|v| v.is_constant()) {
                        let mut state = State::of_constant(module, result);
                        // The other operand may be undef.
                        if let State::Range(range) = &mut state {
                            Arc::make_mut(range).may_be_undef = true;
                        }
                        return Some(state);
                    }
                }
                let Some(width) = cx.scalar_int_width(ty) else { return Some(State::Anything) };
                Some(State::of_range(
                    a.range(self.module, width).binary(op, flags, &b.range(self.module, width)),
                    false,
                ))
            }
            InstData::ICmp { predicate, lhs, rhs, .. } => {
                let (a, b) = (state(lhs), state(rhs));
                if a.is_unknown_or_undef() || b.is_unknown_or_undef() {
                    return None;
                }
                // The addresses of objects are known not to be equal.
                if cx.is_pointer(self.type_of(at, lhs))
                    && let (Some(l), Some(r)) = (constant(&a, lhs), constant(&b, rhs))
                    && let Some(known) = self.query(at).simplify_icmp(predicate, l, r, 0).filter(|v| v.is_constant())
                {
                    return Some(State::of_constant(module, known));
                }
                Some(a.compare(module, predicate, &b))
            }
            InstData::FCmp { .. } | InstData::GetElementPtr { .. } => {
                let mut values: SmallVec<[Value; 4]> = SmallVec::new();
                let (mut is_unknown, mut is_constant) = (false, true);
                body.inst(inst).for_each_operand(body.values(), |operand| {
                    if operand.is_constant() && !module.constants().is_undef_or_poison(operand) {
                        return values.push(operand);
                    }
                    let known = state(operand);
                    is_unknown |= known.is_unknown_or_undef();
                    match constant(&known, operand) {
                        Some(c) => values.push(c),
                        None => is_constant = false,
                    }
                });
                if is_unknown {
                    return None;
                }
                if is_constant {
                    return Some(folded(match *body.inst(inst) {
                        InstData::GetElementPtr { source, flags, .. } => {
                            self.query(at).simplify_gep(source, flags, &values, ty)
                        }
                        ref data => fold(module, data, &values, ty),
                    }));
                }
                Some(match *body.inst(inst) {
                    InstData::GetElementPtr { flags, ref operands, .. } => {
                        self.address(at, flags, body.list_values(operands), ty)
                    }
                    _ => State::Anything,
                })
            }
            InstData::Alloca { .. } => match cx.addr_space(ty) == Some(0) && !self.query(at).is_null_valid(0) {
                true => Some(State::Not(module.constants().zero(cx, ty))),
                false => Some(State::Anything),
            },
            InstData::Load { pointer, volatile, .. } => self.load(at, inst, pointer, volatile, ty),
            InstData::ExtractValue { aggregate, ref indices } => {
                let [index] = *body.list_ints(indices) else { return Some(State::Anything) };
                let index = index.0;
                if let Some((op, is_signed, a, b)) = self.query(at).overflowing_call(aggregate) {
                    return self.extract_overflow(at, op, is_signed, a, b, index);
                }
                match tracked_fields(module, self.type_of(at, aggregate)) {
                    Some(_) => Some(self.facts[at].field(module, aggregate, index)),
                    None => Some(State::Anything),
                }
            }
            _ => Some(State::Anything),
        }
    }

    /// An offset within an object from an address that is not null does not result in null.
    fn address(&self, at: usize, flags: GepFlags, operands: &[Value], ty: Type) -> State {
        let Some(&base) = operands.first() else { return State::Anything };
        let query = self.query(at);
        let space = self.module.context().addr_space(ty);
        let is_inside = flags.contains(GepFlags::NUW)
            || flags.contains(GepFlags::INBOUNDS) && space.is_some_and(|space| !query.is_null_valid(space));
        match self.state(at, base) {
            State::Not(value)
                if is_inside && self.module.constants().is_zero(value) && self.type_of(at, base) == ty =>
            {
                State::Not(value)
            }
            _ => State::Anything,
        }
    }

    fn load(&mut self, at: usize, inst: Inst, pointer: Value, volatile: bool, ty: Type) -> Option<State> {
        if volatile {
            return Some(State::Anything);
        }
        let known = self.state(at, pointer);
        if known.is_unknown_or_undef() {
            return None;
        }
        if let Some(address) = known.constant(self.module, self.type_of(at, pointer)) {
            let query = self.query(at);
            let space = self.module.context().addr_space(self.type_of(at, pointer)).unwrap_or(0);
            if self.module.constants().is_zero(address) {
                // Undefined behaviour, unless null is an address.
                return query.is_null_valid(space).then_some(State::Anything);
            }
            if let Some(global) = address.as_global()
                && let Some(state) = self.variables.get(&global)
            {
                let state = state.clone();
                self.read_by(global, at, inst);
                return Some(state);
            }
            if let Some(value) = query.simplify_load(address, ty) {
                return Some(State::of_constant(self.module, value));
            }
        }
        Some(self.metadata_state(at, inst))
    }

    fn extract_overflow(
        &self,
        at: usize,
        op: BinaryOp,
        is_signed: bool,
        a: Value,
        b: Value,
        index: u32,
    ) -> Option<State> {
        let states = [self.state(at, a), self.state(at, b)];
        if states.iter().any(State::is_unknown_or_undef) {
            return None;
        }
        let width = self.module.context().scalar_int_width(self.type_of(at, a))?;
        let [a, b] = states.map(|state| state.range(self.module, width));
        if index == 0 {
            return Some(State::of_range(a.binary(op, IntFlags::empty(), &b), false));
        }
        Some(match (a.single(), b.single()) {
            _ if a.never_overflows(op, is_signed, &b) => State::of_range(Int::from_bool(false).into(), false),
            (Some(_), Some(_)) => State::of_range(Int::from_bool(true).into(), false),
            _ => State::Anything,
        })
    }
}

const VECTOR_LENGTH: IntrinsicId = IntrinsicId::EXPERIMENTAL_GET_VECTOR_LENGTH;

/// The feasible successors of a terminator, one entry for each edge.
pub(super) fn feasible(
    module: &Module,
    body: &Body,
    inst: Inst,
    state: impl Fn(Value) -> State,
) -> SmallVec<[Block; 4]> {
    let mut all = SmallVec::new();
    body.inst(inst).for_each_successor(body.values(), |to| all.push(to));
    match *body.inst(inst) {
        InstData::CondBr { condition, if_true, if_false } => match state(condition) {
            State::Unknown | State::Undef => SmallVec::new(),
            known => match known.constant(module, Type::I1).and_then(|c| module.constants().as_u64(c)) {
                Some(c) => SmallVec::from_slice(&[if c == 1 { if_true } else { if_false }]),
                None => all,
            },
        },
        // What the condition is does not matter.
        InstData::Switch { ref cases, .. } if body.list_values(cases).is_empty() => all,
        InstData::Switch { condition, default, ref cases } => match state(condition) {
            State::Unknown | State::Undef => SmallVec::new(),
            known => {
                let single = known.as_range(true).filter(|range| range.single().is_some());
                let Some(range) = known.as_range(false).or(single) else { return all };
                let mut taken: SmallVec<[Block; 4]> = SmallVec::new();
                let mut count = 0;
                for pair in body.list_values(cases).chunks_exact(2) {
                    let n = module.constants().as_int(module.context(), pair[0]);
                    if n.is_none_or(|n| range.contains(&n)) {
                        count += 1;
                        taken.extend(pair[1].as_block());
                    }
                }
                if range.is_larger_than(count) {
                    taken.push(default);
                }
                taken
            }
        },
        InstData::IndirectBr { address, .. } => match state(address) {
            State::Unknown | State::Undef => SmallVec::new(),
            State::Constant(address) => {
                let target = match module.constants().node(address).map(|node| &node.data) {
                    Some(ConstantData::BlockAddress(n)) => {
                        module.block_addresses().get(*n as usize).map(|&(_, block)| block)
                    }
                    _ => None,
                };
                match target.filter(|target| all.contains(target)) {
                    Some(to) => SmallVec::from_slice(&[to]),
                    None => all,
                }
            }
            _ => all,
        },
        _ => all,
    }
}

/// The results of `llvm.experimental.get.vector.length` for ranges of the count and of the lanes, which `vscale`, if it is given,
/// multiplies: at most both, and the count if that is not larger.
fn vector_length(
    count: &ConstantRange,
    lanes: &ConstantRange,
    vscale: Option<Option<(u32, u32)>>,
    width: u32,
) -> ConstantRange {
    let wide = count.width().max(lanes.width());
    let (count, mut lanes) = (count.zext_or_trunc(wide), lanes.zext_or_trunc(wide));
    if let Some(vscale) = vscale {
        let factor = vscale.map_or(ConstantRange::full(wide), |(least, most)| vscale_range(least, most, wide));
        lanes = lanes.mul(&factor);
    }
    if count.compare(IntPredicate::Ule, &lanes) == Some(true) {
        return count.zext_or_trunc(width);
    }
    let up_to = |most: &ConstantRange| ConstantRange::satisfying(IntPredicate::Ule, &most.unsigned_max());
    up_to(&count).intersect(&up_to(&lanes), Preferred::Unsigned).zext_or_trunc(width)
}

/// Whether a function does not write memory.
fn only_reads(module: &Module, function: Global) -> bool {
    let list = module.function(function).map(|f| f.attributes).unwrap_or_default();
    let effects = module.context().memory_effects(module.context().attribute_list(list).function);
    !effects.any().contains(ModRef::MOD)
}
