//! Visits of the instructions of a function by the solver of `sccp` and `ipsccp`.

use lindworm_ir::attributes::{AttrKind, AttributeSet, ModRef};
use lindworm_ir::constant::ConstantData;
use lindworm_ir::eval::range::{ConstantRange, Preferred};
use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Int, IntFlags, IntPredicate};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{CallInfo, GepFlags};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Type, Value};
use smallvec::SmallVec;

use super::facts::{Code, Constraint, Facts, is_aggregate, tracked_fields};
use super::fold;
use super::solver::{Known, MAX_GROWTHS, Message};
use crate::NON_NULL;
use crate::call_site::result_sets;
use crate::intrinsic_ranges::{has_ranges, intrinsic_range, overflowing, vscale_range};
use crate::lattice::State;
use crate::value_tracking::{MAX_INCOMING, Query};

/// How often the range of an instruction is extended before it becomes all integers. Without a limit, the number of visits of a row
/// of operations, each of which has several of its predecessors as operands, may be exponential in its length.
const MAX_CHANGES: u32 = 64;

/// A function that is solved: the states of its values, and the pending visits.
pub(super) struct Function<'a> {
    code: Code<'a>,
    pub facts: Facts,
    /// Instructions that depend on a value that is not their operand.
    dependents: HashMap<Value, Vec<Inst>>,
    pub pending_blocks: Vec<Block>,
    pub pending_insts: Vec<Inst>,
    /// The block whose instructions are visited in order.
    current: Option<Block>,
    /// The loads of variables of which all loads and stores are known, and the calls of functions with tracked results.
    is_reader: HashSet<Inst>,
    /// The readers of this round that are new, each with the variable or function that is read.
    pub reads: Vec<(Global, Inst)>,
    /// The effects on other functions in this round.
    pub messages: Vec<Message>,
    /// Whether the result changed in this round.
    pub is_result_changed: bool,
}

impl<'a> Function<'a> {
    pub fn new(code: Code<'a>) -> Function<'a> {
        let mut dependents: HashMap<Value, Vec<Inst>> = HashMap::default();
        let mut copies: Vec<(&Inst, &Constraint)> = code.copies.iter().collect();
        copies.sort_unstable_by_key(|(inst, _)| inst.as_u32());
        for (&inst, constraint) in copies {
            dependents.entry(constraint.other).or_default().push(inst);
        }
        Function {
            code,
            facts: Facts::of(code.body),
            dependents,
            pending_blocks: Vec::new(),
            pending_insts: Vec::new(),
            current: None,
            is_reader: HashSet::default(),
            reads: Vec::new(),
            messages: Vec::new(),
            is_result_changed: false,
        }
    }

    /// Whether no visit is pending.
    pub fn is_idle(&self) -> bool {
        self.pending_blocks.is_empty() && self.pending_insts.is_empty()
    }

    /// About how many visits are pending.
    pub fn pending(&self) -> usize {
        let Code { body, .. } = self.code;
        let is_new = body.entry().is_some_and(|entry| self.facts.reached[entry] && !self.facts.visited[entry]);
        let all = if is_new { body.inst_count() } else { 0 };
        all + self.pending_blocks.len() + self.pending_insts.len()
    }
}

/// A function during a round, with the states of the others.
pub(super) struct Visit<'s, 'a> {
    pub module: &'a Module,
    pub known: &'s Known<'a>,
    pub own: &'s mut Function<'a>,
}

impl<'a> Visit<'_, 'a> {
    /// Starts at the entry of a function whose callers are unknown.
    pub fn enter(&mut self) {
        let query = self.query();
        for (n, &ty) in (0..).zip(self.own.code.body.args()) {
            match tracked_fields(self.module, ty) {
                Some(fields) => {
                    let fields = 0..fields.len() as u32;
                    fields.for_each(|field| self.merge_field(Value::arg(n), field, &State::Anything));
                }
                None => {
                    self.own.facts.args[n as usize] = state_of_attributes(&query, &[query.param_attributes(n)], ty);
                }
            }
        }
        self.call();
    }

    /// Reaches the entry, since there is a call.
    pub fn call(&mut self) {
        if let Some(entry) = self.own.code.body.entry() {
            self.reach(entry);
        }
    }

    /// Merges the state of an argument into that of the parameter, or of a field of the parameter.
    pub fn pass(&mut self, param: u32, field: Option<u32>, state: &State) {
        let value = Value::arg(param);
        match field {
            Some(field) => self.merge_field(value, field, state),
            None if self.own.facts.args[param as usize].merge(self.module, state, Some(MAX_GROWTHS)) => {
                self.changed(value);
            }
            None => {}
        }
    }

    /// Visits until no visit is pending.
    pub fn solve(&mut self) {
        loop {
            if let Some(inst) = self.own.pending_insts.pop() {
                self.visit(inst);
            } else if let Some(block) = self.own.pending_blocks.pop() {
                let body = self.own.code.body;
                self.own.facts.visited[block] = true;
                self.own.current = Some(block);
                body.insts(block).for_each(|inst| self.visit(inst));
                self.own.current = None;
            } else {
                return;
            }
        }
    }

    /// Gives up the values that are still unknown: they depend on undef. Returns whether there were any.
    pub fn decide_unknown(&mut self) -> bool {
        let Code { body, .. } = self.own.code;
        let mut is_changed = false;
        for block in body.blocks().filter(|&block| self.own.facts.reached[block]).collect::<Vec<_>>() {
            for inst in body.insts(block) {
                let ty = body.inst_type(inst);
                let data = body.inst(inst);
                let is_tracked = data
                    .call_info()
                    .and_then(|call| self.callee(call))
                    .is_some_and(|callee| self.known.results[callee].is_some());
                if ty == Type::VOID || is_tracked {
                    continue;
                }
                if let Some(fields) = tracked_fields(self.module, ty) {
                    if !matches!(
                        data,
                        InstData::ExtractValue { .. } | InstData::InsertValue { .. } | InstData::Phi { .. }
                    ) {
                        for n in 0..fields.len() as u32 {
                            if self.own.facts.field(self.module, inst.into(), n) == State::Unknown {
                                self.merge_field(inst.into(), n, &State::Anything);
                                is_changed = true;
                            }
                        }
                    }
                } else if *self.own.facts.insts.get(inst) == State::Unknown && !matches!(data, InstData::Load { .. }) {
                    self.merge(inst, &State::Anything, None);
                    is_changed = true;
                }
            }
        }
        is_changed
    }

    fn reach(&mut self, block: Block) {
        if !std::mem::replace(&mut self.own.facts.reached[block], true) {
            self.own.pending_blocks.push(block);
        }
    }

    fn query_of(&self, code: Code<'a>) -> Query<'a> {
        Query::of_body(self.module, code.function, code.body, code.uses)
    }

    fn query(&self) -> Query<'a> {
        self.query_of(self.own.code)
    }

    fn state(&self, value: Value) -> State {
        match is_aggregate(self.module, self.type_of(value)) {
            true => State::Anything,
            false => self.own.facts.state(self.module, value),
        }
    }

    fn type_of(&self, value: Value) -> Type {
        self.module.value_type(Some(self.own.code.body), value)
    }

    /// Visits the users of a value again, except those that are visited later in any case: those of blocks that were not visited, and
    /// those behind the value in the block that is being visited.
    pub fn changed(&mut self, value: Value) {
        let code = self.own.code;
        let home = value.as_inst().and_then(|inst| code.body.inst_block(inst));
        let current = home.filter(|&block| self.own.current == Some(block));
        for user in code.uses.of(value).map(|at| at.user) {
            let Some(block) = code.body.inst_block(user).filter(|&block| self.own.facts.visited[block]) else {
                continue;
            };
            if current != Some(block) || matches!(code.body.inst(user), InstData::Phi { .. }) {
                self.own.pending_insts.push(user);
            }
        }
        self.own.pending_insts.extend(self.own.dependents.get(&value).into_iter().flatten());
    }

    /// Visits an instruction again when the contents of a variable or the result of a function change.
    fn read_by(&mut self, global: Global, inst: Inst) {
        if self.own.is_reader.insert(inst) {
            self.own.reads.push((global, inst));
        }
    }

    fn merge(&mut self, inst: Inst, new: &State, widen: Option<u32>) {
        if self.own.facts.insts.merge(self.module, inst, new, widen) {
            self.changed(inst.into());
        }
    }

    pub fn merge_field(&mut self, value: Value, index: u32, new: &State) {
        if self.own.facts.fields.entry((value, index)).or_default().merge(self.module, new, Some(MAX_GROWTHS)) {
            self.changed(value);
        }
    }

    fn merge_anything(&mut self, inst: Inst) {
        let ty = self.own.code.body.inst_type(inst);
        match tracked_fields(self.module, ty) {
            Some(fields) => {
                (0..fields.len() as u32).for_each(|n| self.merge_field(inst.into(), n, &State::Anything));
            }
            None => self.merge(inst, &State::Anything, None),
        }
    }

    /// The function that a call enters, if it is under analysis.
    fn callee(&self, call: &CallInfo) -> Option<usize> {
        let callee = call.callee.as_global()?;
        let at = self.known.index.get(&callee).copied()?;
        (self.module[callee].value_type == call.function_type).then_some(at)
    }

    fn visit(&mut self, inst: Inst) {
        let Code { body, copies, .. } = self.own.code;
        let Some(block) = body.inst_block(inst) else { return };
        if !self.own.facts.reached[block] {
            return;
        }
        let data = body.inst(inst);
        if data.is_terminator() {
            let facts = &self.own.facts;
            for to in feasible(self.module, body, inst, |value| facts.state(self.module, value)) {
                if self.own.facts.edges.insert((block, to)) {
                    if self.own.facts.reached[to] {
                        let phis = body.insts(to).take_while(|&phi| matches!(body.inst(phi), InstData::Phi { .. }));
                        self.own.pending_insts.extend(phis);
                    } else {
                        self.reach(to);
                    }
                }
            }
        }
        let ty = body.inst_type(inst);
        match *data {
            InstData::Ret { value } => {
                if let Some(value) = value.expand() {
                    self.visit_return(value);
                }
            }
            InstData::Call { ref call, fast_math, .. } => self.visit_call(inst, call, fast_math),
            InstData::Invoke { ref call, .. } | InstData::CallBr { ref call, .. } => {
                self.visit_call(inst, call, FastMathFlags::empty());
            }
            InstData::Store { value, pointer, .. } => {
                if let Some(global) = pointer.as_global()
                    && let Some(state) = self.known.variables.get(&global)
                    && *state != State::Anything
                {
                    let state = self.state(value);
                    self.own.messages.push(Message::Store { variable: global, state });
                }
            }
            _ if ty == Type::VOID => {}
            InstData::Cast { value, .. } if copies.contains_key(&inst) => {
                let new = self.copy(value, copies[&inst]);
                if let Some(fields) = tracked_fields(self.module, ty) {
                    for n in 0..fields.len() as u32 {
                        let new = self.own.facts.field(self.module, value, n);
                        self.merge_field(inst.into(), n, &new);
                    }
                } else if let Some(new) = new {
                    self.merge(inst, &new, Some(MAX_CHANGES));
                }
            }
            InstData::Phi { ref incoming, .. } => self.visit_phi(inst, body.list_values(incoming), block),
            InstData::InsertValue { aggregate, value, ref indices } => match tracked_fields(self.module, ty) {
                Some(fields) => {
                    let place = match *body.list_ints(indices) {
                        [place] => place.0,
                        _ => return self.merge_anything(inst),
                    };
                    for n in 0..fields.len() as u32 {
                        let new = match n == place {
                            true => self.state(value),
                            false => self.own.facts.field(self.module, aggregate, n),
                        };
                        self.merge_field(inst.into(), n, &new);
                    }
                }
                None => self.merge(inst, &State::Anything, None),
            },
            _ if is_aggregate(self.module, ty) => self.merge_anything(inst),
            _ => {
                if *self.own.facts.insts.get(inst) != State::Anything
                    && let Some(new) = self.evaluate(inst, ty)
                {
                    self.merge(inst, &new, Some(MAX_CHANGES));
                }
            }
        }
    }

    fn visit_return(&mut self, value: Value) {
        let ty = self.type_of(value);
        let states: SmallVec<[State; 2]> = match tracked_fields(self.module, ty) {
            Some(fields) => (0..fields.len() as u32).map(|n| self.own.facts.field(self.module, value, n)).collect(),
            None => std::iter::once(self.state(value)).collect(),
        };
        let Some(result) = &mut self.own.facts.result else { return };
        let mut is_changed = false;
        for (known, new) in result.iter_mut().zip(&states) {
            is_changed |= known.merge(self.module, new, Some(MAX_GROWTHS));
        }
        self.own.is_result_changed |= is_changed;
    }

    fn visit_phi(&mut self, inst: Inst, incoming: &[Value], block: Block) {
        let ty = self.own.code.body.inst_type(inst);
        if *self.own.facts.insts.get(inst) == State::Anything {
            return;
        }
        if incoming.len() > MAX_INCOMING * 2 {
            return self.merge_anything(inst);
        }
        let facts = &self.own.facts;
        let feasible: SmallVec<[Value; 8]> = incoming
            .chunks_exact(2)
            .filter(|pair| pair[1].as_block().is_some_and(|from| facts.edges.contains(&(from, block))))
            .map(|pair| pair[0])
            .collect();
        if let Some(fields) = tracked_fields(self.module, ty) {
            for n in 0..fields.len() as u32 {
                for &value in &feasible {
                    let new = self.own.facts.field(self.module, value, n);
                    self.merge_field(inst.into(), n, &new);
                }
            }
            return;
        }
        if is_aggregate(self.module, ty) {
            return self.merge_anything(inst);
        }
        let (count, mut is_changed) = (feasible.len() as u32, false);
        let mut state = self.own.facts.insts.get(inst).clone();
        for &value in &feasible {
            let new = self.own.facts.state(self.module, value);
            is_changed |= state.merge(self.module, &new, Some(count + 1));
            if state == State::Anything {
                break;
            }
        }
        // Each feasible edge may extend the range once, without being an iteration of a loop.
        if let State::Range(range) = &mut state {
            range.growths = range.growths.max(count);
        }
        self.own.facts.insts.set(inst, state);
        if is_changed {
            self.changed(inst.into());
        }
    }

    fn visit_call(&mut self, inst: Inst, call: &CallInfo, fast_math: FastMathFlags) {
        let body = self.own.code.body;
        let args = body.call_args(call);
        if let Some(callee) = self.callee(call)
            && self.known.tracks_args[callee]
        {
            let code = self.known.code[callee];
            self.own.messages.push(Message::Enter { callee });
            let query = self.query_of(code);
            for (n, &ty) in code.body.args().iter().enumerate() {
                let Some(&arg) = args.get(n) else { break };
                let set = query.param_attributes(n as u32);
                let param = n as u32;
                let is_copied = self.module.context().has_attribute(set, AttrKind::BY_VAL);
                if let Some(fields) = tracked_fields(self.module, ty) {
                    for n in 0..fields.len() as u32 {
                        let state = self.own.facts.field(self.module, arg, n);
                        self.own.messages.push(Message::Arg { callee, param, field: Some(n), state });
                    }
                    continue;
                }
                let is_copied = is_copied && !only_reads(self.module, code.function);
                let state = match is_copied || is_aggregate(self.module, ty) {
                    true => State::Anything,
                    false => self.state(arg).meet(&state_of_attributes(&query, &[set], ty)),
                };
                self.own.messages.push(Message::Arg { callee, param, field: None, state });
            }
        }
        let ty = body.inst_type(inst);
        if ty == Type::VOID {
            return;
        }
        if let Some(callee) = self.callee(call)
            && self.known.results[callee].is_some()
        {
            let function = self.known.code[callee].function;
            self.read_by(function, inst);
            let known = self.known_result(inst, call, ty);
            let results = self.known.results[callee].as_deref().unwrap_or_default();
            if tracked_fields(self.module, ty).is_some() {
                (0..).zip(results).for_each(|(n, state)| self.merge_field(inst.into(), n, state));
            } else if let [state] = results {
                self.merge(inst, &state.meet(&known), Some(MAX_GROWTHS));
            }
            return;
        }
        let id = self.module.callee(call.callee).and_then(|f| f.intrinsic);
        if is_aggregate(self.module, ty) {
            // The elements of an arithmetic result with overflow are computed where they are extracted.
            if id.and_then(overflowing).is_some() {
                self.changed(inst.into());
            } else {
                self.merge_anything(inst);
            }
            return;
        }
        if *self.own.facts.insts.get(inst) == State::Anything {
            return;
        }
        if let Some(new) = self.call_result(inst, call, fast_math, id, ty) {
            self.merge(inst, &new, Some(MAX_CHANGES));
        }
    }

    /// What attributes and metadata say about the result of a call.
    fn known_result(&self, inst: Inst, call: &CallInfo, ty: Type) -> State {
        let sets: SmallVec<[AttributeSet; 2]> = result_sets(self.module, call).collect();
        self.metadata_state(inst).meet(&state_of_attributes(&self.query(), &sets, ty))
    }

    /// The result of a call of a function whose body is not analysed; `None` while an argument is unknown.
    fn call_result(
        &self,
        inst: Inst,
        call: &CallInfo,
        fast_math: FastMathFlags,
        id: Option<IntrinsicId>,
        ty: Type,
    ) -> Option<State> {
        let known = self.known_result(inst, call, ty);
        let args = self.own.code.body.call_args(call);
        let width = self.module.context().scalar_int_width(ty);
        let can_fold = id.is_some()
            || call.callee.as_global().and_then(|g| self.module.global(g)).is_some_and(|g| g.is_declaration());
        if !can_fold {
            return Some(known);
        }
        let states: SmallVec<[State; 4]> = args.iter().map(|&arg| self.state(arg)).collect();
        let is_ranged = width.is_some() && id.is_some_and(|id| has_ranges(id) || id == VECTOR_LENGTH);
        if is_ranged && states.iter().any(State::is_unknown_or_undef) {
            return None;
        }
        let constants: Option<SmallVec<[Value; 4]>> = states
            .iter()
            .zip(args)
            .map(|(state, &arg)| match arg.kind() {
                ValueKind::Constant(_) => Some(arg),
                _ => state.constant(self.module, self.type_of(arg)),
            })
            .collect();
        if let Some(constants) = constants.filter(|c| !c.is_empty())
            && let Some(value) = self.query().fold_call(call, fast_math, &constants, ty)
        {
            return Some(State::of_constant(self.module, value));
        }
        if let (Some(id), Some(width)) = (id.filter(|_| is_ranged), width) {
            let range = |n: usize| match states.get(n) {
                Some(state) => {
                    let ty = self.type_of(args[n]);
                    self.module
                        .context()
                        .scalar_int_width(ty)
                        .map_or(ConstantRange::full(width), |w| state.range(self.module, w))
                }
                None => ConstantRange::full(width),
            };
            if id == VECTOR_LENGTH {
                let is_scalable = args.get(2).is_some_and(|&v| self.module.constants().as_u64(v) == Some(1));
                let vscale = is_scalable.then(|| self.vscale());
                return Some(State::of_range(vector_length(&range(0), &range(1), vscale, width), false).meet(&known));
            }
            let flag = args.get(1).is_some_and(|&v| self.module.constants().as_u64(v) == Some(1));
            let result = intrinsic_range(id, &range(0), &range(1), flag, width);
            return Some(State::of_range(result, false).meet(&known));
        }
        if id == Some(IntrinsicId::VSCALE)
            && let Some(width) = width
            && let Some((least, most)) = self.vscale()
        {
            let range = vscale_range(least, most, width);
            return Some(State::of_range(range, false).meet(&known));
        }
        Some(known)
    }

    /// The `vscale_range` of a function.
    fn vscale(&self) -> Option<(u32, u32)> {
        let module = self.module;
        let list = module.function(self.own.code.function)?.attributes;
        let set = module.context().attribute_list(list).function;
        let range = module.context().attribute_int(set, AttrKind::VSCALE_RANGE)?;
        Some(((range >> 32) as u32, range as u32))
    }

    /// What `!range` and `!nonnull` say about a result.
    fn metadata_state(&self, inst: Inst) -> State {
        let body = self.own.code.body;
        let ty = body.inst_type(inst);
        if let Some(width) = self.module.context().scalar_int_width(ty) {
            let range = self.query().range_of_metadata(inst, width);
            return range.map_or(State::Anything, |range| State::of_range(range, false));
        }
        match self.module.context().is_pointer(ty) && body.attachment(inst, NON_NULL).is_some() {
            true => State::Not(self.module.constants().zero(self.module.context(), ty)),
            false => State::Anything,
        }
    }

    /// The state of a copy; `None` while that is unknown.
    fn copy(&self, value: Value, constraint: Constraint) -> Option<State> {
        let of = self.state(value);
        let other = self.state(constraint.other);
        if other == State::Unknown {
            return None;
        }
        let width = self.module.context().scalar_int_width(self.type_of(value));
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
    fn evaluate(&mut self, inst: Inst, ty: Type) -> Option<State> {
        let (module, body) = (self.module, self.own.code.body);
        let cx = module.context();
        // No operand is a struct, other than that of `extractvalue`.
        let state = |value: Value| self.own.facts.state(module, value);
        let constant = |state: &State, of: Value| state.constant(module, self.type_of(of));
        let folded = |value: Option<Value>| value.map_or(State::Anything, |v| State::of_constant(module, v));
        match *body.inst(inst) {
            InstData::Select { condition, if_true, if_false, .. } => {
                let known = state(condition);
                if known.is_unknown_or_undef() {
                    return None;
                }
                let choice = known.constant(module, self.type_of(condition));
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
                    let is_defined = |c: &Value| self.query().is_not_undef(*c);
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
                let is_scalar_bit_cast = op == CastOp::BitCast && cx.is_vector(ty) != cx.is_vector(self.type_of(value));
                match (cx.scalar_int_width(ty), cx.scalar_int_width(self.type_of(value))) {
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
                    let query = self.query();
                    let (left, right) = (left.unwrap_or(lhs), right.unwrap_or(rhs));
                    let result = query.simplify_binary(op, flags, fast_math, left, right, 0);
                    if let Some(result) = result.filter(|v| v.is_constant()) {
                        let mut state = State::of_constant(module, result);
                        // The other operand may be undef.
                        if let State::Range(range) = &mut state {
                            range.may_be_undef = true;
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
                if cx.is_pointer(self.type_of(lhs))
                    && let (Some(l), Some(r)) = (constant(&a, lhs), constant(&b, rhs))
                    && let Some(known) = self.query().simplify_icmp(predicate, l, r, 0).filter(|v| v.is_constant())
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
                            self.query().simplify_gep(source, flags, &values, ty)
                        }
                        ref data => fold(module, data, &values, ty),
                    }));
                }
                Some(match *body.inst(inst) {
                    InstData::GetElementPtr { flags, ref operands, .. } => {
                        self.address(flags, body.list_values(operands), ty)
                    }
                    _ => State::Anything,
                })
            }
            InstData::Alloca { .. } => match cx.addr_space(ty) == Some(0) && !self.query().is_null_valid(0) {
                true => Some(State::Not(module.constants().zero(cx, ty))),
                false => Some(State::Anything),
            },
            InstData::Load { pointer, volatile, .. } => self.load(inst, pointer, volatile, ty),
            InstData::ExtractValue { aggregate, ref indices } => {
                let [index] = *body.list_ints(indices) else { return Some(State::Anything) };
                let index = index.0;
                if let Some((op, is_signed, a, b)) = self.query().overflowing_call(aggregate) {
                    return self.extract_overflow(op, is_signed, a, b, index);
                }
                match tracked_fields(module, self.type_of(aggregate)) {
                    Some(_) => Some(self.own.facts.field(module, aggregate, index)),
                    None => Some(State::Anything),
                }
            }
            _ => Some(State::Anything),
        }
    }

    /// An offset within an object from an address that is not null does not result in null.
    fn address(&self, flags: GepFlags, operands: &[Value], ty: Type) -> State {
        let Some(&base) = operands.first() else { return State::Anything };
        let query = self.query();
        let space = self.module.context().addr_space(ty);
        let is_inside = flags.contains(GepFlags::NUW)
            || flags.contains(GepFlags::INBOUNDS) && space.is_some_and(|space| !query.is_null_valid(space));
        match self.own.facts.state(self.module, base) {
            State::Not(value) if is_inside && self.module.constants().is_zero(value) && self.type_of(base) == ty => {
                State::Not(value)
            }
            _ => State::Anything,
        }
    }

    fn load(&mut self, inst: Inst, pointer: Value, volatile: bool, ty: Type) -> Option<State> {
        if volatile {
            return Some(State::Anything);
        }
        let known = self.own.facts.state(self.module, pointer);
        if known.is_unknown_or_undef() {
            return None;
        }
        if let Some(address) = known.constant(self.module, self.type_of(pointer)) {
            let query = self.query();
            let space = self.module.context().addr_space(self.type_of(pointer)).unwrap_or(0);
            if self.module.constants().is_zero(address) {
                // Undefined behaviour, unless null is an address.
                return query.is_null_valid(space).then_some(State::Anything);
            }
            if let Some(global) = address.as_global()
                && let Some(state) = self.known.variables.get(&global)
            {
                let state = state.clone();
                self.read_by(global, inst);
                return Some(state);
            }
            if let Some(value) = query.simplify_load(address, ty) {
                return Some(State::of_constant(self.module, value));
            }
        }
        Some(self.metadata_state(inst))
    }

    fn extract_overflow(&self, op: BinaryOp, is_signed: bool, a: Value, b: Value, index: u32) -> Option<State> {
        let states = [a, b].map(|value| self.own.facts.state(self.module, value));
        if states.iter().any(State::is_unknown_or_undef) {
            return None;
        }
        let width = self.module.context().scalar_int_width(self.type_of(a))?;
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

/// What the attributes of a parameter or result say about the value.
fn state_of_attributes(query: &Query<'_>, sets: &[AttributeSet], ty: Type) -> State {
    let module = query.module;
    let cx = module.context();
    let is_object = |&set: &AttributeSet| {
        cx.has_attribute(set, AttrKind::NON_NULL)
            || cx.has_attribute(set, AttrKind::DEREFERENCEABLE)
                && cx.addr_space(ty).is_some_and(|space| !query.is_null_valid(space))
    };
    match cx.is_pointer(ty) && sets.iter().any(is_object) {
        true => State::Not(module.constants().zero(cx, ty)),
        false => State::of_attributes(module, sets, ty),
    }
}

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
