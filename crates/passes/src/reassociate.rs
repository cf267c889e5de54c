//! `reassociate`: orders the operands of associative expressions, so that constants meet and loop-invariant parts are computed
//! apart.
//!
//! Each value has a rank: constants 0, then arguments, then instructions by block and depth. The operands of a tree of equal
//! operations are sorted by descending rank; the tree becomes a chain with the operand of the highest rank at the end.

use cranelift_entity::SecondaryMap;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, FastMathFlags, Int, IntFlags};
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use crate::effects::{has_side_effects, is_trivially_dead, may_read};
use crate::pass::{FunctionEdit, FunctionPass};
use crate::salvage::DebugUsers;
use crate::value_tracking::Query;

/// The maximum number of operands of an expression.
const MAX_OPERANDS: usize = 256;

/// Reassociates integer expressions.
pub struct Reassociate;

impl FunctionPass for Reassociate {
    fn name(&self) -> &'static str {
        "reassociate"
    }

    fn class(&self) -> &'static str {
        "ReassociatePass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let order = reverse_post_order(f);
        let mut pass =
            Pass { debug_users: DebugUsers::of(f), ranks: SecondaryMap::new(), block_ranks: SecondaryMap::new(), f };
        pass.rank_all(&order);
        for &block in &order {
            let mut next = pass.f.editor.body().first_inst(block);
            while let Some(inst) = next {
                // What is inserted is before the instruction, and what is erased too.
                next = pass.f.editor.body().next_inst(inst);
                if is_trivially_dead(&pass.f.editor, inst) {
                    crate::erase::erase_dead(pass.f, &mut pass.debug_users, vec![inst]);
                    continue;
                }
                pass.visit(inst);
            }
        }
    }
}

/// The reachable blocks in reverse post-order.
fn reverse_post_order(f: &FunctionEdit<'_, '_>) -> Vec<Block> {
    let body = f.editor.body();
    let Some(entry) = body.entry() else { return Vec::new() };
    let successors = |block: Block| {
        let mut all = Vec::new();
        if let Some(terminator) = body.terminator(block) {
            body.inst(terminator).for_each_successor(body.values(), |to| all.push(to));
        }
        all
    };
    let mut seen: lindworm_ir::hash::HashSet<Block> = [entry].into_iter().collect();
    let (mut order, mut stack) = (Vec::new(), vec![(entry, successors(entry))]);
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if seen.insert(next) => stack.push((next, successors(next))),
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

struct Pass<'f, 'a, 'm> {
    f: &'f mut FunctionEdit<'a, 'm>,
    debug_users: DebugUsers,
    ranks: SecondaryMap<Inst, u64>,
    block_ranks: SecondaryMap<Block, u64>,
}

impl Pass<'_, '_, '_> {
    /// Ranks all instructions. Those that cannot move have a rank of their own.
    fn rank_all(&mut self, order: &[Block]) {
        let mut rank = 2 + self.f.editor.body().args().len() as u64;
        for &block in order {
            rank += 1;
            let mut own = rank << 16;
            self.block_ranks[block] = own;
            let insts: Vec<Inst> = self.f.editor.body().insts(block).collect();
            for inst in insts {
                let data = self.f.editor.body().inst(inst);
                let is_fixed = matches!(data, InstData::Phi { .. } | InstData::Alloca { .. } | InstData::Load { .. })
                    || matches!(data, InstData::Binary { op, .. } if op.is_int_div_rem())
                    || data.is_terminator()
                    || crate::effects::is_pad(data)
                    || data.call_info().is_some()
                    || may_read(&self.f.editor, inst)
                    || has_side_effects(&self.f.editor, inst);
                let rank = if is_fixed {
                    own += 1;
                    own
                } else {
                    self.computed_rank(inst)
                };
                self.ranks[inst] = rank;
            }
        }
    }

    /// The rank of an instruction by those of its operands.
    fn computed_rank(&self, inst: Inst) -> u64 {
        let body = self.f.editor.body();
        let most = body.inst_block(inst).map_or(0, |block| self.block_ranks[block]);
        let mut rank = 0;
        body.inst(inst).for_each_operand(body.values(), |operand| rank = rank.max(self.rank(operand)));
        let rank = rank.min(most);
        let is_free = matches!(body.inst(inst), InstData::FNeg { .. }) || self.negated(inst).is_some() || {
            matches!(body.inst(inst), InstData::Binary { op: BinaryOp::Xor, rhs, .. } if self.is_all_ones(*rhs))
        };
        if is_free { rank } else { rank + 1 }
    }

    fn rank(&self, value: Value) -> u64 {
        match value.kind() {
            ValueKind::Arg(n) => 3 + u64::from(n),
            ValueKind::Inst(inst) => self.ranks[inst],
            _ => 0,
        }
    }

    fn is_all_ones(&self, value: Value) -> bool {
        let module = self.f.editor.module();
        module.constants().is_all_ones(module.context(), value)
    }

    /// The operand of a negation.
    fn negated(&self, inst: Inst) -> Option<Value> {
        match *self.f.editor.body().inst(inst) {
            InstData::Binary { op: BinaryOp::Sub, lhs, rhs, .. } if self.f.editor.module().constants().is_zero(lhs) => {
                Some(rhs)
            }
            _ => None,
        }
    }

    /// The operands of an operation that has one use and can be a part of a larger expression.
    fn part(&self, value: Value, wanted: BinaryOp) -> Option<(Inst, IntFlags, Value, Value)> {
        let inst = value.as_inst().filter(|_| self.f.editor.uses().has_one_use(value))?;
        match *self.f.editor.body().inst(inst) {
            InstData::Binary { op, flags, lhs, rhs, .. } if op == wanted => Some((inst, flags, lhs, rhs)),
            _ => None,
        }
    }

    fn only_user(&self, inst: Inst) -> Option<InstData> {
        let mut users = self.f.editor.uses().of(inst.into());
        let (user, None) = (users.next()?, users.next()) else { return None };
        Some(*self.f.editor.body().inst(user.user))
    }

    fn visit(&mut self, inst: Inst) {
        let InstData::Binary { op, lhs, rhs, .. } = *self.f.editor.body().inst(inst) else { return };
        // Operands of a lower rank come last, constants too.
        if op.is_commutative()
            && lhs != rhs
            && !rhs.is_constant()
            && (lhs.is_constant() || self.rank(rhs) < self.rank(lhs))
        {
            self.f.editor.set_operands(inst, &[rhs, lhs]);
        }
        let ty = self.f.editor.body().inst_type(inst);
        let cx = self.f.editor.module().context();
        if op.is_float() || cx.scalar_type(ty) == Type::I1 {
            return;
        }
        let mut inst = inst;
        if op == BinaryOp::Sub {
            if !self.is_subtraction_of_sum(inst, lhs, rhs) {
                return;
            }
            inst = self.as_addition(inst, lhs, rhs);
        }
        let InstData::Binary { op, .. } = *self.f.editor.body().inst(inst) else { return };
        if !op.is_associative() {
            return;
        }
        // The inner operations of an expression are visited with its outermost one.
        if let Some(InstData::Binary { op: user, .. }) = self.only_user(inst)
            && (user == op || op == BinaryOp::Add && user == BinaryOp::Sub)
        {
            return;
        }
        self.reassociate(inst, op, ty);
    }

    /// Whether a subtraction is a part of a larger sum.
    fn is_subtraction_of_sum(&self, inst: Inst, lhs: Value, rhs: Value) -> bool {
        let is_sum = |v| self.part(v, BinaryOp::Add).is_some() || self.part(v, BinaryOp::Sub).is_some();
        let constants = self.f.editor.module().constants();
        if constants.is_zero(lhs) || constants.is_undef_or_poison(rhs) {
            return false;
        }
        let user = self.only_user(inst);
        is_sum(lhs) || is_sum(rhs) || matches!(user, Some(InstData::Binary { op: BinaryOp::Add | BinaryOp::Sub, .. }))
    }

    /// Replaces `x - y` by `x + -y`. Returns the addition.
    fn as_addition(&mut self, inst: Inst, lhs: Value, rhs: Value) -> Inst {
        let negated = self.negate(rhs, inst, 0);
        let sum = self.insert(inst, BinaryOp::Add, lhs, negated);
        self.f.editor.take_name(inst.into(), sum.into());
        self.f.editor.replace_all(inst.into(), sum.into());
        let rank = self.computed_rank(sum);
        self.ranks[sum] = rank;
        crate::erase::erase_dead(self.f, &mut self.debug_users, vec![inst]);
        sum
    }

    /// The negation of a value, before an instruction. The negation of a sum is the sum of negations.
    fn negate(&mut self, value: Value, at: Inst, depth: u32) -> Value {
        let ty = self.f.editor.type_of(value);
        let module = self.f.editor.module();
        let zero = module.constants().zero(module.context(), ty);
        if value.is_constant()
            && let Some(folded) = module.fold_binary(BinaryOp::Sub, IntFlags::empty(), zero, value)
        {
            return folded;
        }
        if let Some((inst, _, lhs, rhs)) = self.part(value, BinaryOp::Add).filter(|_| depth < 16) {
            let (l, r) = (self.negate(lhs, at, depth + 1), self.negate(rhs, at, depth + 1));
            let sum = self.insert(at, BinaryOp::Add, l, r);
            let name = [self.f.editor.body().name(inst.into()), b".neg"].concat();
            if name.len() > 4 {
                self.f.editor.set_name(sum.into(), &name);
            }
            return sum.into();
        }
        if let Some(of) = value.as_inst().and_then(|inst| self.negated(inst)) {
            return of;
        }
        let new = self.insert(at, BinaryOp::Sub, zero, value);
        let name = self.f.editor.body().name(value);
        if !name.is_empty() {
            let name = [name, b".neg"].concat();
            self.f.editor.set_name(new.into(), &name);
        }
        new.into()
    }

    fn insert(&mut self, at: Inst, op: BinaryOp, lhs: Value, rhs: Value) -> Inst {
        let ty = self.f.editor.type_of(lhs);
        let data = InstData::Binary { op, flags: IntFlags::empty(), fast_math: FastMathFlags::empty(), lhs, rhs };
        let new = self.f.editor.insert(Point::Before(at), data, ty);
        let loc = self.f.editor.body().debug_loc(at);
        self.f.editor.set_debug_loc(new, loc);
        let rank = self.computed_rank(new);
        self.ranks[new] = rank;
        new
    }

    /// Sorts and simplifies the operands of the expression that ends in `root`.
    fn reassociate(&mut self, root: Inst, op: BinaryOp, ty: Type) {
        let (mut operands, mut inner) = (Vec::new(), Vec::new());
        let mut flags = IntFlags::all();
        let mut pending = vec![root];
        while let Some(inst) = pending.pop() {
            let InstData::Binary { flags: own, lhs, rhs, .. } = *self.f.editor.body().inst(inst) else { return };
            flags &= own;
            for value in [lhs, rhs] {
                match self.part(value, op) {
                    Some((part, ..)) if part != root => {
                        pending.push(part);
                        inner.push(part);
                    }
                    _ => operands.push(value),
                }
            }
            if operands.len() + pending.len() > MAX_OPERANDS {
                return;
            }
        }
        let before = operands.clone();
        operands.sort_by_key(|&v| std::cmp::Reverse(self.rank(v)));
        let found = self.simplify(op, ty, &mut operands).or(match operands[..] {
            [only] => Some(only),
            _ => None,
        });
        if let Some(value) = found {
            if value != root.into() {
                self.f.editor.replace_all(root.into(), value);
                crate::erase::erase_dead(self.f, &mut self.debug_users, vec![root]);
            }
            return;
        }
        let is_same_set = before.len() == operands.len();
        let kept = match op {
            BinaryOp::Add if is_same_set && flags.contains(IntFlags::NUW) => flags & (IntFlags::NUW | IntFlags::NSW),
            _ => IntFlags::empty(),
        };
        self.rewrite(root, &operands, inner, kept);
    }

    /// Makes the expression that ends in `root` a chain of the operands: the last two are added first.
    fn rewrite(&mut self, root: Inst, operands: &[Value], inner: Vec<Inst>, flags: IntFlags) {
        let mut free: Vec<Inst> = inner.clone();
        let (mut node, mut chain, mut lowest_change) = (root, vec![root], None);
        for place in 0..operands.len() - 1 {
            let InstData::Binary { lhs, rhs, .. } = *self.f.editor.body().inst(node) else { return };
            let is_last = place + 2 == operands.len();
            let new_rhs = operands[if is_last { place + 1 } else { place }];
            if is_last {
                let new_lhs = operands[place];
                if (lhs, rhs) == (new_lhs, new_rhs) {
                    break;
                }
                if (lhs, rhs) == (new_rhs, new_lhs) {
                    // The order of the operands does not matter for flags.
                    self.f.editor.set_operands(node, &[new_lhs, new_rhs]);
                    break;
                }
                self.f.editor.set_operands(node, &[new_lhs, new_rhs]);
                lowest_change = Some(chain.len() - 1);
                break;
            }
            // An inner operation that is the left operand already stays there.
            let next = match lhs.as_inst().filter(|i| free.contains(i)) {
                Some(next) => next,
                None => {
                    match free.iter().position(|i| Some(*i) != rhs.as_inst()).or(Some(0)).filter(|_| !free.is_empty()) {
                        Some(at) => free[at],
                        None => return,
                    }
                }
            };
            free.retain(|i| *i != next);
            if (lhs, rhs) != (next.into(), new_rhs) {
                self.f.editor.set_operands(node, &[next.into(), new_rhs]);
                lowest_change = Some(chain.len() - 1);
            }
            chain.push(next);
            node = next;
        }
        // Changed operations, and what uses them, are computed where the expression ends.
        if let Some(lowest) = lowest_change {
            for place in (0..=lowest).rev() {
                let inst = chain[place];
                self.f.editor.change(inst, |data, _| {
                    if let InstData::Binary { flags: own, .. } = data {
                        *own = flags;
                    }
                });
                if inst != root {
                    self.debug_users.detach(self.f, inst);
                    self.f.editor.move_inst(inst, Point::Before(root));
                }
            }
        }
        for &inst in chain.iter().rev() {
            let rank = self.computed_rank(inst);
            self.ranks[inst] = rank;
        }
        let unused: Vec<Inst> = inner.into_iter().filter(|i| self.f.editor.uses().is_unused((*i).into())).collect();
        crate::erase::erase_dead(self.f, &mut self.debug_users, unused);
    }

    /// Simplifies sorted operands. Returns the value of the whole expression, if that is simple.
    fn simplify(&mut self, op: BinaryOp, ty: Type, operands: &mut Vec<Value>) -> Option<Value> {
        let module = self.f.editor.module();
        let (cx, constants) = (module.context(), module.constants());
        let width = cx.scalar_int_width(ty)?;
        let number = |n: &Int| {
            let element = constants.int_or_byte(cx.scalar_type(ty), n);
            if cx.is_vector(ty) { constants.splat(cx, ty, element) } else { element }
        };
        let (zero, ones) = (constants.zero(cx, ty), constants.all_ones(cx, ty));
        let identity = match op {
            BinaryOp::Mul => number(&Int::one(width)),
            BinaryOp::And => ones,
            _ => zero,
        };
        // Constants are last.
        let mut constant = None;
        while let Some(&last) = operands.last().filter(|v| v.is_constant()) {
            constant = match constant {
                None => Some(last),
                Some(other) => match module.fold_binary(op, IntFlags::empty(), last, other) {
                    Some(folded) => Some(folded),
                    None => break,
                },
            };
            operands.pop();
        }
        if let Some(constant) = constant {
            let absorbs = match op {
                BinaryOp::Mul | BinaryOp::And => constant == zero,
                BinaryOp::Or => constant == ones,
                _ => false,
            };
            if absorbs {
                return Some(constant);
            }
            if constant != identity || operands.is_empty() {
                operands.push(constant);
            }
        }
        if operands.len() == 1 {
            return operands.first().copied();
        }
        self.cancel(op, operands, zero, ones)?;
        operands.is_empty().then_some(identity)
    }

    /// Removes operands that are equal or complements of each other. Returns `None` if nothing is left to do, else leaves the
    /// value of the expression, if known, as the only operand.
    fn cancel(&mut self, op: BinaryOp, operands: &mut Vec<Value>, zero: Value, ones: Value) -> Option<()> {
        let function = self.f.additions.function();
        let query = Query::new(&self.f.editor, function);
        let mut place = 0;
        while place < operands.len() {
            let value = operands[place];
            let is_equal = |other: &Value| *other == value;
            let later = operands[place + 1..].iter().position(is_equal).map(|at| at + place + 1);
            let complement = query.as_not(value).and_then(|of| operands.iter().position(|v| *v == of));
            match op {
                BinaryOp::And | BinaryOp::Or => {
                    if let Some(later) = later {
                        operands.remove(later);
                        continue;
                    }
                    if complement.is_some() {
                        operands.clear();
                        operands.push(if op == BinaryOp::And { zero } else { ones });
                        return None;
                    }
                }
                BinaryOp::Xor => {
                    if let Some(later) = later {
                        operands.remove(later);
                        operands.remove(place);
                        continue;
                    }
                }
                BinaryOp::Add => {
                    let negated = value.as_inst().and_then(|inst| self.negated(inst));
                    if let Some(at) = negated.and_then(|of| operands.iter().position(|v| *v == of)) {
                        operands.remove(at.max(place));
                        operands.remove(at.min(place));
                        place = 0;
                        continue;
                    }
                }
                _ => return None,
            }
            place += 1;
        }
        operands.is_empty().then_some(())
    }
}
