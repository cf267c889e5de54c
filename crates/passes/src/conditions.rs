//! What is known at an instruction because a condition holds there: the condition of an `llvm.assume`, or of a branch one edge of
//! which dominates the instruction.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::{Editor, Listener};
use lindworm_ir::eval::range::ConstantRange;
use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags, IntPredicate};
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Body, Inst, InstData, Module, Value};
use smallvec::SmallVec;

use crate::call_site::param_has;
use crate::effects::call_has;
use crate::known_bits::KnownBits;
use crate::value_numbers::ValueNumbers;
use crate::value_tracking::Query;

/// The maximum number of conditions about a value that are considered.
const MAX_CONDITIONS: usize = 16;

/// The maximum number of parts of a condition.
const MAX_PARTS: usize = 8;

/// The maximum number of instructions between two instructions of a block whose order matters.
const MAX_DISTANCE: usize = 256;

/// The maximum number of operands that are searched for an instruction from which an assumption is computed.
const MAX_FEEDING: u32 = 256;

/// The maximum number of uses of a value that are searched for a fact about the value.
const MAX_USES: usize = 20;

/// The maximum number of dominating blocks that are searched for a branch on a value.
const MAX_DOMINATORS: usize = 64;

/// The assumptions and branches of a body, by the values that their conditions are about.
#[derive(Default)]
pub struct Conditions {
    /// The number of the list of each value, counted from 1.
    of_value: ValueNumbers,
    lists: Vec<SmallVec<[Inst; 4]>>,
}

impl Conditions {
    /// The assumptions of a body, and its conditional branches if `with_branches`.
    pub fn new<L: Listener>(editor: &Editor<'_, L>, with_branches: bool) -> Conditions {
        Conditions::of_body(editor.module(), editor.body(), with_branches)
    }

    /// The same of a body that is not being edited.
    pub fn of_body(module: &Module, body: &Body, with_branches: bool) -> Conditions {
        let mut all = Conditions::default();
        let mut visit = |inst: Inst| {
            let condition = match body.inst(inst) {
                InstData::Call { call, .. } => {
                    let callee = module.callee(call.callee).and_then(|f| f.intrinsic);
                    body.call_args(call).first().copied().filter(|_| callee == Some(IntrinsicId::ASSUME))
                }
                InstData::CondBr { condition, if_true, if_false } if with_branches && if_true != if_false => {
                    Some(*condition)
                }
                _ => None,
            };
            if let Some(condition) = condition {
                all.add(body, condition, inst);
            }
        };
        if module.global_named(b"llvm.assume").is_some() {
            body.blocks().flat_map(|block| body.insts(block)).for_each(&mut visit);
        } else if with_branches {
            body.blocks().filter_map(|block| body.terminator(block)).for_each(&mut visit);
        }
        all
    }

    /// The first assumptions and branches on conditions about a value.
    fn about(&self, value: Value) -> impl Iterator<Item = &Inst> {
        let list = self.of_value.get(value).checked_sub(1).and_then(|place| self.lists.get(place as usize));
        list.into_iter().flatten().take(MAX_CONDITIONS)
    }

    fn add(&mut self, body: &lindworm_ir::Body, condition: Value, at: Inst) {
        let mut parts: SmallVec<[Value; MAX_PARTS]> = SmallVec::from_slice(&[condition]);
        let mut about = |value: Value| {
            if !matches!(value.kind(), ValueKind::Inst(_) | ValueKind::Arg(_)) {
                return;
            }
            match self.of_value.get(value) {
                0 => {
                    self.lists.push(SmallVec::from_slice(&[at]));
                    self.of_value.set(value, self.lists.len() as u32);
                }
                number => {
                    let list = &mut self.lists[number as usize - 1];
                    if list.last() != Some(&at) {
                        list.push(at);
                    }
                }
            }
        };
        let mut next = 0;
        while let Some(&part) = parts.get(next).filter(|_| next < MAX_PARTS) {
            next += 1;
            about(part);
            let Some(data) = part.as_inst().map(|inst| body.inst(inst)) else { continue };
            match *data {
                InstData::Binary { op: BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, lhs, rhs, .. } => {
                    parts.extend([lhs, rhs]);
                }
                InstData::Select { condition, if_true, if_false, .. } => parts.extend([condition, if_true, if_false]),
                InstData::Cast { value, .. } => about(value),
                InstData::ICmp { lhs, rhs, .. } | InstData::FCmp { lhs, rhs, .. } => {
                    for side in [lhs, rhs] {
                        about(side);
                        if let Some(inst) = side.as_inst() {
                            let data = body.inst(inst);
                            if matches!(data, InstData::Binary { .. } | InstData::Cast { .. } | InstData::FNeg { .. }) {
                                data.for_each_operand(body.values(), &mut about);
                            } else if let InstData::Call { call, .. } = data {
                                body.call_args(call).iter().copied().for_each(&mut about);
                            }
                        }
                    }
                }
                InstData::Call { ref call, .. } => body.call_args(call).iter().copied().for_each(&mut about),
                _ => {}
            }
        }
    }
}

impl Query<'_> {
    /// The same queries with the facts that hold at another instruction.
    pub(crate) fn at(&self, inst: Inst) -> Self {
        Query { at: Some(inst), ..*self }
    }

    /// The same queries, for the incoming value of a phi from a block.
    pub(crate) fn at_end_of(&self, block: Value) -> Self {
        Query { at: block.as_block().and_then(|block| self.body.terminator(block)), ..*self }
    }

    /// Calls `f` with each condition about a value that is known at the context instruction, and whether it is true or false.
    pub(crate) fn for_each_condition(&self, value: Value, mut f: impl FnMut(Value, bool)) {
        let (Some(conditions), Some(at)) = (self.conditions, self.at) else { return };
        for &inst in conditions.about(value) {
            match *self.body.inst(inst) {
                InstData::Call { .. } if self.is_assumed(inst, at) => {
                    if let Some((IntrinsicId::ASSUME, [condition, ..])) = self.intrinsic(inst.into()) {
                        f(*condition, true);
                    }
                }
                InstData::CondBr { condition, if_true, if_false } => {
                    if let Some(is_true) = self.taken_edge(inst, if_true, if_false, at) {
                        f(condition, is_true);
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether assumptions imply a comparison, or that it does not hold.
    pub(crate) fn implied_by_assumptions(&self, compare: (IntPredicate, Value, Value)) -> Option<bool> {
        let (conditions, at) = (self.conditions?, self.at?);
        [compare.1, compare.2].into_iter().find_map(|value| {
            let mut calls = conditions.about(value).filter(|&&inst| self.body.inst(inst).call_info().is_some());
            calls.find_map(|&inst| {
                let (IntrinsicId::ASSUME, &[condition, ..]) = self.intrinsic(inst.into())? else { return None };
                let known = self.implies_compare(condition, true, compare, false, 4)?;
                self.is_assumed(inst, at).then_some(known)
            })
        })
    }

    /// Which edge of a conditional branch dominates an instruction.
    fn taken_edge(&self, branch: Inst, if_true: Block, if_false: Block, at: Inst) -> Option<bool> {
        let (tree, block) = (self.dominators?, self.body.inst_block(at)?);
        let from = self.body.inst_block(branch)?;
        if if_true == if_false || !tree.properly_dominates(from, block) {
            return None;
        }
        let dominates = |to: Block| {
            // The edge is the only way into its target, apart from back edges.
            tree.dominates(to, block)
                && self.uses.of(to.into()).all(|at| {
                    at.user == branch || self.body.inst_block(at.user).is_none_or(|block| tree.dominates(to, block))
                })
        };
        if dominates(if_true) {
            return Some(true);
        }
        dominates(if_false).then_some(false)
    }

    /// Whether an assumption holds at an instruction: the assumption is always executed before it, or certainly after it.
    fn is_assumed(&self, assume: Inst, at: Inst) -> bool {
        let body = self.body;
        if assume == at {
            return false;
        }
        if self.is_executed_before(assume, at) {
            return true;
        }
        if body.inst_block(assume) != body.inst_block(at) {
            return false;
        }
        // The instruction precedes the assumption, and must not be what is assumed.
        let mut next = Some(at);
        for _ in 0..16 {
            let Some(inst) = next else { return false };
            if inst == assume {
                let mut left = MAX_FEEDING;
                return !self.feeds(at, assume, 6, &mut left);
            }
            if !self.continues(inst) {
                return false;
            }
            next = body.next_inst(inst);
        }
        false
    }

    /// Whether the result of an instruction may be used to compute an operand of another. `left` bounds the number of visits,
    /// because operations may share operands.
    fn feeds(&self, inst: Inst, user: Inst, depth: u32, left: &mut u32) -> bool {
        let data = self.body.inst(user);
        if matches!(data, InstData::Phi { .. }) {
            return false;
        }
        let mut found = false;
        data.for_each_operand(self.body.values(), |operand| {
            if let Some(operand) = operand.as_inst() {
                *left = left.saturating_sub(1);
                found =
                    found || operand == inst || depth == 0 || *left == 0 || self.feeds(inst, operand, depth - 1, left);
            }
        });
        found
    }

    /// Whether control certainly passes from an instruction to the next one.
    pub(crate) fn continues(&self, inst: Inst) -> bool {
        let data = self.body.inst(inst);
        match data {
            InstData::Store { volatile, .. } | InstData::Load { volatile, .. } => !volatile,
            InstData::Call { call, .. } => {
                call_has(self.module, call, AttrKind::WILL_RETURN) && call_has(self.module, call, AttrKind::NO_UNWIND)
            }
            _ => !data.is_terminator(),
        }
    }

    /// What the conditions that hold say about the bits of a value.
    pub(crate) fn bits_of_conditions(&self, value: Value, mut known: KnownBits) -> KnownBits {
        self.for_each_condition(value, |condition, is_true| {
            known = known.both(&self.bits_if(value, known.width(), condition, is_true, 4));
        });
        known
    }

    /// What a condition says about the bits of a value, if it is true or false.
    pub(crate) fn bits_if(&self, value: Value, width: u32, condition: Value, is_true: bool, depth: u32) -> KnownBits {
        let unknown = KnownBits::unknown(width);
        if condition == value {
            return KnownBits::constant(&Int::new(width, is_true.into()));
        }
        if depth == 0 {
            return unknown;
        }
        if let Some(inner) = self.as_not(condition) {
            return self.bits_if(value, width, inner, !is_true, depth - 1);
        }
        if let Some((a, b)) = self.as_logic(condition, is_true) {
            let known = self.bits_if(value, width, a, is_true, depth - 1);
            return known.both(&self.bits_if(value, width, b, is_true, depth - 1));
        }
        if let Some((a, b)) = self.as_logic(condition, !is_true) {
            // One of the two parts has the value.
            let known = self.bits_if(value, width, a, is_true, depth - 1);
            if known.is_unknown() {
                return known;
            }
            return known.either(&self.bits_if(value, width, b, is_true, depth - 1));
        }
        match self.inst(condition) {
            Some(&InstData::Cast { op: CastOp::Trunc, value: of, flags, .. }) if of == value => {
                if flags.contains(IntFlags::NUW) || flags.contains(IntFlags::NSW) && !is_true {
                    return KnownBits::constant(&Int::new(width, is_true.into()));
                }
                let one = Int::one(width);
                if is_true {
                    KnownBits { zero: Int::zero(width), one }
                } else {
                    KnownBits { zero: one, one: Int::zero(width) }
                }
            }
            Some(&InstData::ICmp { predicate, lhs, rhs, .. }) => {
                let predicate = if is_true { predicate } else { predicate.inverse() };
                let known = self.bits_if_compared(value, width, predicate, [lhs, rhs], depth);
                known.both(&self.bits_if_compared(value, width, predicate.swapped(), [rhs, lhs], depth))
            }
            _ => unknown,
        }
    }

    /// The bits of a value that a comparison implies. `depth` bounds the recursion.
    fn bits_if_compared(
        &self,
        value: Value,
        width: u32,
        p: IntPredicate,
        [lhs, rhs]: [Value; 2],
        depth: u32,
    ) -> KnownBits {
        let depth = depth.min(2) as usize;
        use IntPredicate::*;
        let unknown = || KnownBits::unknown(width);
        let Some(compared) = self.width_of(lhs) else { return unknown() };
        // Without conditions, because those may be about each other.
        let free = Query { at: None, conditions: None, ..*self };
        if lhs == value {
            if let Some(n) =
                self.constant_int(rhs).or_else(|| self.module.constants().is_zero(rhs).then(|| Int::zero(width)))
            {
                return KnownBits::of_range(&ConstantRange::satisfying(p, &n));
            }
            return match p {
                Eq => free.bits(rhs, width, depth),
                Ult | Ule => {
                    let least = free.bits(rhs, width, depth).min_leading_zeros();
                    unknown().with_leading_zeros(least)
                }
                Ugt | Uge => {
                    let ones = free.bits(rhs, width, depth).one.not().leading_zeros();
                    KnownBits { zero: Int::zero(width), one: high_bits(width, ones) }
                }
                _ => unknown(),
            };
        }
        let Some(n) = self.constant_int(rhs) else { return unknown() };
        match self.inst(lhs) {
            Some(&InstData::Binary { op, lhs: a, rhs: b, .. }) => {
                let Some(c) = self.constant_int(b).filter(|_| a == value) else { return unknown() };
                let by = c.to_u64().filter(|&by| by < width.into()).map(|by| by as u32);
                match (op, p) {
                    (BinaryOp::And, Eq) => KnownBits { zero: n.not().and(&c), one: n.and(&c) },
                    (BinaryOp::And, Ne) if c.is_power_of_two() && n.is_zero() => {
                        KnownBits { zero: Int::zero(width), one: c }
                    }
                    (BinaryOp::And, Ne) if c.is_power_of_two() && n == c => {
                        KnownBits { zero: c, one: Int::zero(width) }
                    }
                    (BinaryOp::Or, Eq) => KnownBits { zero: n.not(), one: n.and(&c.not()) },
                    (BinaryOp::Xor, Eq) => KnownBits::constant(&n.xor(&c)),
                    (BinaryOp::Add, _) => KnownBits::of_range(&ConstantRange::satisfying(p, &n).sub(&c.into())),
                    (BinaryOp::Shl, Eq) => by.map_or_else(unknown, |by| {
                        let low = Int::all_ones(width).lshr(by);
                        KnownBits { zero: n.not().lshr(by).and(&low), one: n.lshr(by) }
                    }),
                    (BinaryOp::LShr | BinaryOp::AShr, Eq) => {
                        by.map_or_else(unknown, |by| KnownBits { zero: n.not().shl(by), one: n.shl(by) })
                    }
                    _ => unknown(),
                }
            }
            Some(&InstData::Cast { op: CastOp::Trunc, value: of, .. }) if of == value && p == Eq => {
                let low = Int::all_ones(compared).zext(width);
                let n = n.zext(width);
                KnownBits { zero: n.not().and(&low), one: n }
            }
            _ => unknown(),
        }
    }

    /// Whether a comparison that holds excludes that its left operand is zero.
    pub(crate) fn excludes_zero(&self, p: IntPredicate, rhs: Value) -> bool {
        use IntPredicate::*;
        if p == Ugt {
            return true;
        }
        if p == Ne && self.module.constants().is_zero(rhs) {
            return true;
        }
        // As in LLVM, no element may be poison.
        let constants = self.module.constants();
        let is_vector = self.module.context().is_vector(self.type_of(rhs));
        let lanes = constants.elements(self.module.context(), rhs).filter(|_| is_vector);
        if lanes.into_iter().flatten().any(|lane| constants.is_undef_or_poison(lane)) {
            return false;
        }
        self.elements_are(rhs, |n| match p {
            Eq => !n.is_zero(),
            Ne => n.is_zero(),
            Uge => !n.is_zero(),
            Sgt => !n.is_negative(),
            Sge => !n.is_negative() && !n.is_zero(),
            Slt => n.is_negative() || n.is_zero(),
            Sle => n.is_negative(),
            _ => false,
        })
    }

    /// Whether a condition says that a value is not zero.
    pub(crate) fn is_non_zero_if(&self, value: Value, condition: Value, is_true: bool, depth: u32) -> bool {
        if condition == value {
            return is_true;
        }
        if depth == 0 {
            return false;
        }
        if let Some(inner) = self.as_not(condition) {
            return self.is_non_zero_if(value, inner, !is_true, depth - 1);
        }
        if let Some((a, b)) = self.as_logic(condition, is_true) {
            return [a, b].into_iter().any(|part| self.is_non_zero_if(value, part, is_true, depth - 1));
        }
        match self.inst(condition) {
            Some(&InstData::ICmp { predicate, lhs, rhs, .. }) => {
                let predicate = if is_true { predicate } else { predicate.inverse() };
                // The integer of an address says whether the address is null.
                let is = |v: Value| {
                    let address = match self.inst(v) {
                        Some(&InstData::Cast { op: CastOp::PtrToInt, value, .. }) => value,
                        _ => v,
                    };
                    v == value || address == value && self.width_of(v) == self.width_of(address)
                };
                is(lhs) && self.excludes_zero(predicate, rhs) || is(rhs) && self.excludes_zero(predicate.swapped(), lhs)
            }
            _ => false,
        }
    }

    /// Whether a use of a value that is executed before the context instruction, or an edge that leads there, shows that the
    /// value is not zero.
    pub(crate) fn is_non_zero_by_use(&self, value: Value) -> bool {
        let Some(at) = self.at.filter(|_| self.dominators.is_some()) else { return false };
        if !matches!(value.kind(), ValueKind::Inst(_) | ValueKind::Arg(_)) {
            return false;
        }
        let cx = self.module.context();
        let space = cx.addr_space(self.type_of(value));
        self.uses.of(value).take(MAX_USES).any(|used| {
            let data = self.body.inst(used.user);
            let implies = match *data {
                InstData::Load { pointer, volatile: false, .. } | InstData::Store { pointer, volatile: false, .. } => {
                    pointer == value && space.is_some_and(|space| !self.is_null_valid(space))
                }
                InstData::Binary { op, rhs, .. } => op.is_int_div_rem() && rhs == value,
                InstData::Call { ref call, .. } => self.argument_is_non_zero(call, value),
                InstData::ICmp { predicate, lhs, rhs, .. } => {
                    let predicate = if lhs == value { predicate } else { predicate.swapped() };
                    let other = if lhs == value { rhs } else { lhs };
                    let if_true = self.excludes_zero(predicate, other);
                    if !if_true && !self.excludes_zero(predicate.inverse(), other) {
                        return false;
                    }
                    return self.edge_has(used.user.into(), if_true, at, 2);
                }
                _ => false,
            };
            implies && self.is_executed_before(used.user, at)
        })
    }

    /// Whether the value of a condition is known at an instruction, because of a branch on it or on a conjunction of it.
    fn edge_has(&self, condition: Value, is_true: bool, at: Inst, depth: u32) -> bool {
        self.uses.of(condition).take(MAX_USES).any(|used| match *self.body.inst(used.user) {
            InstData::CondBr { if_true, if_false, .. } => {
                self.taken_edge(used.user, if_true, if_false, at) == Some(is_true)
            }
            _ => {
                let user = used.user.into();
                depth > 0
                    && self.as_logic(user, is_true).is_some_and(|(a, b)| a == condition || b == condition)
                    && self.edge_has(user, is_true, at, depth - 1)
            }
        })
    }

    fn argument_is_non_zero(&self, call: &CallInfo, value: Value) -> bool {
        self.argument_has(call, value, &[AttrKind::NON_NULL, AttrKind::NO_UNDEF])
    }

    fn argument_is_defined(&self, call: &CallInfo, value: Value) -> bool {
        [AttrKind::NO_UNDEF, AttrKind::DEREFERENCEABLE, AttrKind::DEREFERENCEABLE_OR_NULL]
            .into_iter()
            .any(|kind| self.argument_has(call, value, &[kind]))
    }

    /// Whether a value is an argument of a call that has all the attributes.
    fn argument_has(&self, call: &CallInfo, value: Value, kinds: &[AttrKind]) -> bool {
        let has_all = |n| kinds.iter().all(|&kind| param_has(self.module, call, n, kind));
        self.body.call_args(call).iter().enumerate().any(|(n, &arg)| arg == value && has_all(n))
    }

    /// Whether an instruction is always executed before another one. Without a dominator tree, only a single predecessor is known.
    pub(crate) fn is_executed_before(&self, inst: Inst, at: Inst) -> bool {
        let (Some(from), Some(to)) = (self.body.inst_block(inst), self.body.inst_block(at)) else { return false };
        if from != to {
            return match self.dominators {
                Some(tree) => tree.properly_dominates(from, to),
                None => self.uses.only(to.into()).is_some_and(|edge| self.body.terminator(from) == Some(edge.user)),
            };
        }
        let mut next = self.body.next_inst(inst);
        for _ in 0..MAX_DISTANCE {
            match next {
                Some(inst) if inst == at => return true,
                Some(inst) => next = self.body.next_inst(inst),
                None => return false,
            }
        }
        false
    }

    /// Whether a dominating block branches on a value, which must then be neither undef nor poison.
    pub(crate) fn is_branched_on(&self, value: Value) -> bool {
        let Some((tree, at)) = self.dominators.zip(self.at) else { return false };
        let mut block = self.body.inst_block(at).filter(|&block| tree.is_reachable(block));
        for _ in 0..MAX_DOMINATORS {
            block = block.and_then(|block| tree.idom(block));
            let Some(block) = block else { return false };
            match self.body.terminator(block).map(|inst| self.body.inst(inst)) {
                Some(InstData::CondBr { condition, .. } | InstData::Switch { condition, .. })
                    if *condition == value =>
                {
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    /// Whether a value must be neither undef nor poison, because an instruction that is certainly executed after its definition
    /// would be undefined behaviour otherwise, or because of a branch before the context instruction.
    pub(crate) fn must_be_defined(&self, value: Value) -> bool {
        let mut next = match value.kind() {
            ValueKind::Inst(inst) => self.body.next_inst(inst),
            ValueKind::Arg(_) => self.body.entry().and_then(|entry| self.body.first_inst(entry)),
            _ => return false,
        };
        for _ in 0..32 {
            let Some(inst) = next else { break };
            let is_needed = match self.body.inst(inst) {
                InstData::Load { pointer, .. } | InstData::Store { pointer, .. } => *pointer == value,
                InstData::AtomicRmw { pointer, .. } | InstData::CmpXchg { pointer, .. } => *pointer == value,
                InstData::CondBr { condition, .. } | InstData::Switch { condition, .. } => *condition == value,
                InstData::Call { call, .. } | InstData::Invoke { call, .. } => {
                    call.callee == value || self.argument_is_defined(call, value)
                }
                _ => false,
            };
            if is_needed {
                return true;
            }
            if !self.continues(inst) {
                break;
            }
            next = self.body.next_inst(inst);
        }
        self.is_branched_on(value)
    }

    /// The condition of the branch at the context instruction, and whether it is true if the branch goes to a block.
    pub(crate) fn condition_of_edge(&self, to: Option<Block>) -> Option<(Value, bool)> {
        match *self.body.inst(self.at?) {
            InstData::CondBr { condition, if_true, if_false } if if_true != if_false => {
                Some((condition, Some(if_true) == to))
            }
            _ => None,
        }
    }

    /// The condition of the branch of the only predecessor of the context instruction's block, and whether it is true.
    pub(crate) fn condition_of_predecessor(&self) -> Option<(Value, bool)> {
        let block = self.body.inst_block(self.at?)?;
        let mut branches = self.uses.of(block.into());
        let branch = branches.next()?.user;
        if branches.next().is_some() {
            return None;
        }
        match *self.body.inst(branch) {
            InstData::CondBr { condition, if_true, if_false } if if_true != if_false => {
                Some((condition, if_true == block))
            }
            _ => None,
        }
    }
}

/// The given number of high bits.
pub(crate) fn high_bits(width: u32, count: u32) -> Int {
    match count {
        0 => Int::zero(width),
        _ if count >= width => Int::all_ones(width),
        _ => Int::all_ones(width).lshr(count).not(),
    }
}
