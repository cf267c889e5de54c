//! `instcombine`: replaces instructions by fewer or simpler ones, in canonical forms that other passes expect.
//!
//! A worklist has the instructions of the reachable blocks. An instruction is simplified to an existing value, brought into
//! canonical form, or replaced by the result of a rule; what may profit from the change is visited again. Rules for patterns of
//! operations are lines of `inst_combine/combine.rules`; the files of the folder have what is not a pattern, one for each kind
//! of instruction.

mod allocations;
mod binary;
mod bit_counts;
mod casts;
mod compare;
mod compare_constant;
mod control;
mod demanded;
mod float_casts;
mod invert;
mod library;
mod log2;
mod memory;
mod negate;
mod overflow;
mod phis;
mod reductions;
mod select;
mod shifts;
mod sink;
mod transfers;
mod vectors;
mod worklist;

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use cranelift_entity::EntitySet;
use lindworm_analysis::DominatorTree;
use lindworm_ir::body::Mark;
use lindworm_ir::constant::ConstantData;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Int, IntFlags};
use lindworm_ir::hash::HashSet;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Global, Inst, InstData, Type, Value};
use smallvec::SmallVec;

use self::worklist::Worklist;
use crate::conditions::Conditions;
use crate::effects::is_trivially_dead;
use crate::known_bits::KnownBitsMemo;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::salvage::DebugUsers;
use crate::simplify::rules::{Op, Plan, Planned, Rules, Source};
use crate::value_tracking::Query;

static RULES: LazyLock<Rules> = LazyLock::new(|| match Rules::parse(include_str!("inst_combine/combine.rules")) {
    Ok(rules) => rules,
    Err(line) => panic!("not a rule: {line}"),
});

/// The mark of the last run: instructions that were not edited since have nothing to combine.
pub(crate) const MARK: Mark = Mark::named("instcombine");

/// The maximum number of visits, for each instruction of a function.
const VISITS_PER_INST: usize = 64;

/// Combines instructions.
pub struct InstCombine;

impl InstCombine {
    /// The pass with textual parameters: LLVM's `max-iterations=N`, `verify-fixpoint` and their like, of which none has an effect.
    ///
    /// # Errors
    ///
    /// LLVM's message about an unknown parameter.
    pub fn parse(parameters: &str) -> Result<InstCombine, String> {
        for parameter in parameters.split(';').filter(|p| !p.is_empty()) {
            if let Some(count) = parameter.strip_prefix("max-iterations=") {
                if count.parse::<u32>().is_err() {
                    return Err(format!("invalid argument to InstCombine pass max-iterations parameter: '{count}' "));
                }
            } else if !matches!(parameter.strip_prefix("no-").unwrap_or(parameter), "verify-fixpoint") {
                return Err(format!("invalid InstCombine pass parameter '{parameter}' "));
            }
        }
        Ok(InstCombine)
    }
}

impl FunctionPass for InstCombine {
    fn name(&self) -> &'static str {
        "instcombine"
    }

    fn class(&self) -> &'static str {
        "InstCombinePass"
    }

    fn is_settled_by_no_change(&self) -> bool {
        true
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let body = f.editor.body();
        if body.entry().is_none() || body.edits_since(MARK).is_some_and(|edits| edits.is_empty()) {
            return;
        }
        let dominators = f.analyses.get::<DominatorTree>(&f.editor);
        let conditions = Conditions::new(&f.editor, true);
        let debug_users = DebugUsers::of(f);
        let function = f.additions.function();
        let mut combiner = Combiner {
            f,
            dominators,
            conditions,
            debug_users,
            worklist: Worklist::default(),
            function,
            dead_edges: HashSet::default(),
            at: None,
            memo: RefCell::default(),
        };
        combiner.prepare();
        combiner.run();
        combiner.f.editor.mark(MARK);
    }
}

/// The state of a run on a function.
struct Combiner<'f, 'a, 'm> {
    f: &'f mut FunctionEdit<'a, 'm>,
    dominators: Arc<DominatorTree>,
    conditions: Conditions,
    debug_users: DebugUsers,
    worklist: Worklist,
    function: Global,
    /// Edges that are never taken.
    dead_edges: HashSet<(Block, Block)>,
    /// The instruction that is visited.
    at: Option<Inst>,
    /// The known bits that were asked for during the visit.
    memo: RefCell<KnownBitsMemo>,
}

impl<'a> Combiner<'_, 'a, '_> {
    #[inline]
    fn query(&self) -> Query<'_> {
        let (dominators, conditions) = (Some(&*self.dominators), Some(&self.conditions));
        self.memo.borrow_mut().refresh(self.at, self.f.editor.changes().epoch());
        let memo = Some(&self.memo);
        Query { dominators, conditions, at: self.at, memo, ..Query::new(&self.f.editor, self.function) }
    }

    fn data(&self, inst: Inst) -> InstData {
        *self.f.editor.body().inst(inst)
    }

    fn type_of(&self, value: Value) -> Type {
        self.f.editor.type_of(value)
    }

    /// Removes dead instructions and those of unreachable blocks, and puts the others into the worklist, in program order.
    fn prepare(&mut self) {
        let order = self.live_blocks();
        let mut is_live = EntitySet::with_capacity(self.f.editor.body().block_count());
        is_live.extend(order.iter().copied());
        let blocks: Vec<Block> = self.f.editor.body().blocks().collect();
        for block in blocks.into_iter().filter(|&block| !is_live.contains(block)) {
            self.empty(block);
        }
        let mut insts: Vec<Inst> = Vec::new();
        for &block in &order {
            insts.extend(self.f.editor.body().insts(block));
        }
        let edited = self.edited(&order, &insts);
        // The last instruction is pushed first. Uses come before definitions here, so that whole dead expressions are removed.
        let is_edited = |inst: Inst| edited.as_ref().is_none_or(|edited| edited.contains(inst));
        for inst in insts.into_iter().rev().filter(|&inst| is_edited(inst)) {
            if is_trivially_dead(&self.f.editor, inst) {
                match edited {
                    // The operands may be dead too, but were not edited.
                    Some(_) => self.erase(inst),
                    None => {
                        self.debug_users.salvage(self.f, inst);
                        self.f.editor.erase(inst);
                    }
                }
            } else {
                self.fold_constant_operands(inst);
                self.worklist.push(inst);
            }
        }
    }

    /// The instructions to visit: those edited since the last run and their users; those that lost a use and their only remaining user;
    /// the phis and terminators of blocks that lost an instruction or whose edges changed. `None` if the pass did not run before.
    fn edited(&self, blocks: &[Block], insts: &[Inst]) -> Option<EntitySet<Inst>> {
        let body = self.f.editor.body();
        let edits = body.edits_since(MARK)?;
        let mut edited: EntitySet<Inst> = EntitySet::with_capacity(body.inst_count());
        for &inst in insts {
            if edits.has_inst(inst) {
                edited.insert(inst);
                edited.extend(self.f.editor.uses().of(inst.into()).map(|at| at.user));
            } else if edits.has_uses_of(inst) {
                edited.insert(inst);
                edited.extend(self.f.editor.uses().only(inst.into()).map(|at| at.user));
            }
        }
        for &block in blocks.iter().filter(|&&block| edits.has_block(block) || edits.has_edge_to(block)) {
            edited.extend(crate::edges::phis(&self.f.editor, block));
            edited.extend(body.terminator(block));
        }
        Some(edited)
    }

    fn fold_constant_operands(&mut self, inst: Inst) {
        let (body, constants) = (self.f.editor.body(), self.f.editor.module().constants());
        let is_expression =
            |value: Value| constants.node(value).is_some_and(|node| matches!(node.data, ConstantData::Expr(_)));
        let mut expressions: SmallVec<[(u32, Value); 2]> = SmallVec::new();
        let mut operand = 0;
        body.inst(inst).for_each_operand(body.values(), |value| {
            if value.is_constant() && is_expression(value) {
                expressions.push((operand, value));
            }
            operand += 1;
        });
        for (operand, address) in expressions {
            if let Some(folded) = self.query().canonical_address(address) {
                self.f.editor.set_operand(Use { user: inst, operand }, folded);
            }
        }
    }

    /// The blocks that are reachable if branches on constants are decided, in reverse post-order. The incoming values of phis
    /// for edges that are never taken become poison.
    fn live_blocks(&mut self) -> Vec<Block> {
        let body = self.f.editor.body();
        let Some(entry) = body.entry() else { return Vec::new() };
        let mut seen: EntitySet<Block> = EntitySet::with_capacity(body.block_count());
        let mut dead: Vec<(Block, Block)> = Vec::new();
        let successors = |block: Block, dead: &mut Vec<(Block, Block)>| {
            let mut all: SmallVec<[Block; 4]> = SmallVec::new();
            let Some(terminator) = body.terminator(block) else { return all };
            let data = body.inst(terminator);
            data.for_each_successor(body.values(), |to| all.push(to));
            let module = self.f.editor.module();
            let taken = match *data {
                InstData::CondBr { condition, if_true, if_false } if if_true != if_false => {
                    let number = module.constants().as_u64(condition);
                    number.map(|n| if n != 0 { if_true } else { if_false })
                }
                InstData::Switch { condition, default, ref cases } if condition.is_constant() => {
                    let known = module.constants().as_int(module.context(), condition);
                    known.map(|_| {
                        let pairs = body.list_values(cases).chunks_exact(2);
                        let found = pairs.filter(|pair| pair[0] == condition).find_map(|pair| pair[1].as_block());
                        found.unwrap_or(default)
                    })
                }
                _ => None,
            };
            if let Some(taken) = taken {
                dead.extend(all.iter().filter(|&&to| to != taken).map(|&to| (block, to)));
                all.retain(|to| *to == taken);
                all.truncate(1);
            }
            all
        };
        // A depth-first walk with an explicit stack: the block, and its successors that are not visited yet.
        let mut order = Vec::new();
        seen.insert(entry);
        let mut stack = vec![(entry, successors(entry, &mut dead))];
        while let Some((block, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(next) => {
                    if seen.insert(next) {
                        let rest = successors(next, &mut dead);
                        stack.push((next, rest));
                    }
                }
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        // Edges from unreachable blocks are never taken either.
        for block in body.blocks().filter(|&block| !seen.contains(block)) {
            if let Some(terminator) = body.terminator(block) {
                body.inst(terminator).for_each_successor(body.values(), |to| dead.push((block, to)));
            }
        }
        self.dead_edges.extend(dead.iter().copied());
        let targets: HashSet<Block> = dead.iter().map(|&(_, to)| to).collect();
        let mut targets: Vec<Block> = targets.into_iter().filter(|&to| seen.contains(to)).collect();
        targets.sort_unstable();
        for target in targets {
            for phi in crate::edges::phis(&self.f.editor, target) {
                let poison = self.f.editor.module().constants().poison(self.f.editor.body().inst_type(phi));
                let entries = crate::edges::incoming(&self.f.editor, phi);
                for (place, (value, from)) in (0..).zip(entries) {
                    if self.dead_edges.contains(&(from, target)) && value != poison {
                        self.f.editor.set_operand(Use { user: phi, operand: 2 * place }, poison);
                    }
                }
            }
        }
        order
    }

    /// Removes the instructions of an unreachable block, except its terminator and exception handling pads.
    fn empty(&mut self, block: Block) {
        let insts: Vec<Inst> = self.f.editor.body().insts(block).collect();
        for inst in insts.into_iter().rev() {
            let data = self.data(inst);
            let ty = self.f.editor.body().inst_type(inst);
            if data.is_terminator() || crate::effects::is_pad(&data) || ty == Type::TOKEN {
                continue;
            }
            crate::erase::erase_all(&mut self.f.editor, &[inst]);
        }
    }

    fn run(&mut self) {
        // Each rule makes progress towards a canonical form; the limit is for combinations of rules that do not. Erased
        // instructions do not count: the limit of the next run would grow with what this one made.
        let mut budget = VISITS_PER_INST * (self.worklist.len() + 64);
        while budget > 0 {
            budget -= 1;
            while let Some(inst) = self.worklist.take_deferred() {
                if self.f.editor.body().inst_block(inst).is_none() {
                    continue;
                }
                if is_trivially_dead(&self.f.editor, inst) {
                    self.erase(inst);
                } else {
                    self.worklist.push(inst);
                }
            }
            let Some(inst) = self.worklist.pop() else { return };
            if self.f.editor.body().inst_block(inst).is_none() {
                continue;
            }
            if is_trivially_dead(&self.f.editor, inst) {
                self.erase(inst);
                continue;
            }
            if let Some(to) = self.sink_target(inst) {
                self.sink(inst, to);
            }
            let Some(value) = self.visit(inst) else { continue };
            if value == inst.into() {
                if is_trivially_dead(&self.f.editor, inst) {
                    self.erase(inst);
                } else {
                    self.push_users(inst);
                    self.worklist.push(inst);
                }
            } else {
                self.replace(inst, value);
            }
        }
    }

    fn push_users(&mut self, inst: Inst) {
        for at in self.f.editor.uses().of(inst.into()) {
            self.worklist.push(at.user);
        }
    }

    /// Replaces an instruction by a value of the same type, and erases it.
    fn replace(&mut self, inst: Inst, value: Value) {
        let body = self.f.editor.body();
        if let Some(new) = value.as_inst() {
            self.worklist.push(new);
            // Only a new instruction takes the name.
            let is_new = self.f.editor.uses().is_unused(value);
            if is_new && body.name(value).is_empty() && !body.name(inst.into()).is_empty() {
                self.f.editor.take_name(inst.into(), value);
            }
        }
        self.push_users(inst);
        self.f.editor.replace_all(inst.into(), value);
        if is_trivially_dead(&self.f.editor, inst) {
            self.erase(inst);
        }
    }

    /// Erases an instruction without uses. Its operands, and what else uses them, may be combined then.
    fn erase(&mut self, inst: Inst) {
        self.debug_users.salvage(self.f, inst);
        let mut operands: SmallVec<[Value; 4]> = SmallVec::new();
        self.data(inst).for_each_operand(self.f.editor.body().values(), |v| operands.push(v));
        self.f.editor.erase(inst);
        self.worklist.remove(inst);
        for operand in operands {
            self.lost_a_use(operand);
        }
    }

    /// Visits a value that lost a use, and its only remaining user.
    fn lost_a_use(&mut self, value: Value) {
        let Some(inst) = value.as_inst() else { return };
        self.worklist.defer(inst);
        if self.f.editor.uses().has_one_use(value)
            && let Some(at) = self.f.editor.uses().of(value).next()
        {
            self.worklist.defer(at.user);
        }
    }

    /// Sets an operand.
    fn set_operand(&mut self, inst: Inst, operand: u32, value: Value) {
        let old = self.f.editor.body().operand(inst, operand as usize);
        self.f.editor.set_operand(Use { user: inst, operand }, value);
        if let Some(old) = old {
            self.lost_a_use(old);
        }
    }

    /// Inserts an instruction before another, with the debug location of that.
    fn insert(&mut self, at: Inst, data: InstData, ty: Type) -> Value {
        let new = self.f.editor.insert(Point::Before(at), data, ty);
        let loc = self.f.editor.body().debug_loc(at);
        self.f.editor.set_debug_loc(new, loc);
        self.worklist.defer(new);
        new.into()
    }

    /// Inserts a binary operation.
    fn binary(&mut self, at: Inst, op: BinaryOp, flags: IntFlags, lhs: Value, rhs: Value) -> Value {
        if lhs.is_constant()
            && rhs.is_constant()
            && let Some(folded) = self.f.editor.module().fold_binary(op, IntFlags::empty(), lhs, rhs)
        {
            return folded;
        }
        let ty = self.type_of(lhs);
        self.insert(at, InstData::Binary { op, flags, fast_math: FastMathFlags::empty(), lhs, rhs }, ty)
    }

    /// Inserts a cast, unless the value is of the type.
    fn cast(&mut self, at: Inst, op: CastOp, flags: IntFlags, value: Value, to: Type) -> Value {
        if self.type_of(value) == to {
            return value;
        }
        if value.is_constant()
            && let Some(folded) = self.f.editor.module().fold_cast(op, value, to)
        {
            return folded;
        }
        self.insert(at, InstData::Cast { op, flags, fast_math: FastMathFlags::empty(), value }, to)
    }

    fn icmp(&mut self, at: Inst, predicate: lindworm_ir::eval::IntPredicate, lhs: Value, rhs: Value) -> Value {
        let scalar = self.type_of(lhs);
        let ty = self.f.editor.module().context().with_scalar(scalar, Type::I1);
        self.insert(at, InstData::ICmp { predicate, same_sign: false, lhs, rhs }, ty)
    }

    fn not(&mut self, at: Inst, value: Value) -> Value {
        let ones = self.ones(self.type_of(value));
        let new = self.binary(at, BinaryOp::Xor, IntFlags::empty(), value, ones);
        self.name_after(new, value, b".not");
        new
    }

    /// Inserts a select. In front of a select with the same condition, the profile of that applies to it too.
    fn select(&mut self, at: Inst, condition: Value, if_true: Value, if_false: Value) -> Value {
        let ty = self.type_of(if_true);
        let new =
            self.insert(at, InstData::Select { condition, if_true, if_false, fast_math: FastMathFlags::empty() }, ty);
        if let (InstData::Select { condition: of, .. }, Some(select)) = (self.data(at), new.as_inst())
            && of == condition
            && let Some(profile) = self.f.editor.body().attachment(at, MetadataKind::PROF)
        {
            self.f.editor.set_attachment(select, MetadataKind::PROF, Some(profile));
        }
        new
    }

    /// Names a new value after another, with a suffix.
    fn name_after(&mut self, new: Value, old: Value, suffix: &[u8]) {
        let name = self.f.editor.body().name(old);
        if new.as_inst().is_some() && !name.is_empty() {
            let name = [name, suffix].concat();
            self.f.editor.set_name(new, &name);
        }
    }

    fn ones(&self, ty: Type) -> Value {
        let module = self.f.editor.module();
        module.constants().all_ones(module.context(), ty)
    }

    fn zero(&self, ty: Type) -> Value {
        let module = self.f.editor.module();
        module.constants().zero(module.context(), ty)
    }

    fn int(&self, ty: Type, n: &Int) -> Value {
        self.query().int(ty, n)
    }

    /// Calls an intrinsic.
    fn call_intrinsic(&mut self, at: Inst, name: &str, overloads: &[Type], args: &[Value]) -> Option<Value> {
        let callee = self.f.additions.intrinsic(name, overloads).ok()?;
        let built = self.f.editor.build_before(at, |b| b.call_function(callee, args)).ok()?;
        self.worklist.defer(built);
        Some(built.into())
    }

    /// Creates what a plan has.
    fn realize(&mut self, at: Inst, plan: &Plan) -> Option<Value> {
        let mut made: SmallVec<[Value; 4]> = SmallVec::new();
        for operation in &plan.operations {
            let value = self.create(at, operation, &made)?;
            made.push(value);
        }
        Some(match plan.result {
            Source::Value(value) => value,
            Source::Planned(n) => made[n as usize],
        })
    }

    fn create(&mut self, at: Inst, operation: &Planned, made: &[Value]) -> Option<Value> {
        let source = |&source: &Source| match source {
            Source::Value(value) => value,
            Source::Planned(n) => made[n as usize],
        };
        let args: SmallVec<[Value; 3]> = operation.args[..operation.count as usize].iter().map(source).collect();
        match operation.instruction(&args) {
            Some(data) => {
                let new = self.insert(at, data, operation.ty);
                if operation.op == Op::Select
                    && !matches!(self.data(at), InstData::Select { .. })
                    && let Some(select) = new.as_inst()
                {
                    self.f.set_unknown_weights(select, "instcombine");
                }
                Some(new)
            }
            None => {
                let Op::Intrinsic(it) = operation.op else { return None };
                let call = self.call_intrinsic(at, it.name(), &[operation.ty], &args)?;
                if !operation.fast_math.is_empty()
                    && let Some(inst) = call.as_inst()
                {
                    let flags = operation.fast_math;
                    self.f.set_fast_math(inst, flags);
                }
                Some(call)
            }
        }
    }

    /// Replaces an instruction by the result of the first rule that matches.
    fn by_rules(&mut self, inst: Inst) -> Option<Value> {
        let query = self.query();
        let body = self.f.editor.body();
        let operation = query.operation(body.inst(inst), body.inst_type(inst))?;
        let plan = query.plan_by_rules(&RULES, &operation)?;
        self.realize(inst, &plan)
    }

    /// Combines an instruction. Returns its replacement, or the instruction itself if it was changed in place.
    fn visit(&mut self, inst: Inst) -> Option<Value> {
        self.at = Some(inst);
        if let Some(value) = self.query().simplify(inst) {
            return Some(value);
        }
        match self.data(inst) {
            InstData::Binary { .. } => self.visit_binary(inst),
            InstData::FNeg { .. } => self.by_rules(inst),
            InstData::Freeze { value } => self.visit_freeze(value),
            InstData::Cast { .. } => self.visit_cast(inst),
            InstData::ICmp { .. } => self.visit_icmp(inst),
            InstData::FCmp { .. } => self.visit_fcmp(inst),
            InstData::Select { .. } => self.visit_select(inst),
            InstData::Phi { .. } => self.visit_phi(inst),
            InstData::GetElementPtr { .. } => self.visit_gep(inst),
            InstData::Load { .. } => self.visit_load(inst),
            InstData::Store { .. } => self.visit_store(inst),
            InstData::Alloca { .. } => self.visit_alloca(inst),
            InstData::CondBr { .. } => self.visit_cond_br(inst),
            InstData::Switch { .. } => self.visit_switch(inst),
            InstData::Call { .. } => self.visit_call(inst),
            InstData::Invoke { .. } | InstData::CallBr { .. } => {
                let allocator = self.allocator_at(inst);
                self.visit_call_base(inst, allocator.as_ref())
            }
            InstData::ExtractValue { .. } => self.visit_extract_value(inst),
            InstData::ExtractElement { .. } => self.visit_extract_element(inst),
            InstData::ShuffleVector { .. } => self.visit_shuffle(inst),
            InstData::InsertElement { .. } => self.widen_index(inst, 2),
            _ => None,
        }
    }
}
