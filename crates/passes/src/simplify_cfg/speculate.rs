//! Speculation: cheap blocks are executed unconditionally, and phis become selects.

use lindworm_ir::constant::ConstantData;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};
use smallvec::SmallVec;

use super::{Simplifier, Switch, UNPREDICTABLE};
use crate::branch_weights::is_predictable;
use crate::edges;
use crate::effects::may_write;

/// The maximum depth of the operands of a phi that are speculated.
const MAX_DEPTH: usize = 10;

/// What a phi of two values costs as a select.
struct Speculated {
    /// The instructions that are speculated.
    insts: HashSet<Inst>,
    cost: u32,
}

impl Simplifier<'_, '_, '_> {
    /// The cost of an instruction in units of a cheap one, without a target.
    pub(super) fn cost(&self, inst: Inst) -> u32 {
        self.query().cost(inst)
    }

    /// Whether a constant is an expression, which is an instruction in the end.
    fn is_expression(&self, value: Value) -> bool {
        let node = self.f.editor.module().constants().node(value);
        node.is_some_and(|node| matches!(node.data, ConstantData::Expr(_)))
    }

    /// Whether a branch is predicted to go to this successor, so that speculation of the other one does not pay.
    fn is_predicted(&self, branch: Inst, successor: usize) -> bool {
        if self.f.editor.body().attachment(branch, UNPREDICTABLE).is_some() {
            return false;
        }
        let weights = self.f.branch_weights(branch);
        weights.is_some_and(|weights| is_predictable(weights[successor], weights.iter().sum()))
    }

    /// Speculates `middle` in `br c, middle, end`, where `middle` branches to `end` and has at most one cheap instruction.
    pub(super) fn speculate_branch(&mut self, block: Block, middle: Block, end: Block) -> bool {
        if middle == end || self.f.additions.is_address_taken(middle) {
            return false;
        }
        let Some((branch, InstData::CondBr { condition, if_true, .. })) = self.terminator(block) else { return false };
        let Some((last, InstData::Br { dest })) = self.terminator(middle) else { return false };
        if dest != end || end == block || !self.has_few_entries(end) {
            return false;
        }
        let body = self.f.editor.body();
        if condition.as_inst().is_some_and(|i| matches!(body.inst(i), InstData::FCmp { .. })) {
            return false;
        }
        let inverted = if_true != middle;
        if self.is_predicted(branch, usize::from(!inverted)) {
            return false;
        }
        let mut speculated = 0;
        let mut store: Option<(Inst, Value)> = None;
        let mut sinkable: HashMap<Inst, usize> = HashMap::default();
        let mut next = body.prev_inst(last);
        while let Some(inst) = next {
            next = body.prev_inst(inst);
            speculated += 1;
            if speculated > 1 {
                return false;
            }
            if !self.query().at(branch).can_speculate(inst) {
                let value = self.options.hoists_stores.then(|| self.stored_before(inst, block)).flatten();
                let Some(value) = value else { return false };
                store = Some((inst, value));
            } else if self.cost(inst) > self.options.phi_folding_threshold {
                return false;
            }
            // An operand that is used only in the speculated block could be sunk into that block.
            body.inst(inst).for_each_operand(body.values(), |v| {
                let Some(operand) = v.as_inst().filter(|&i| body.inst_block(i) == Some(block)) else { return };
                if !crate::effects::has_side_effects(&self.f.editor, operand) {
                    *sinkable.entry(operand).or_default() += 1;
                }
            });
        }
        for (operand, count) in sinkable {
            if self.f.editor.uses().of(operand.into()).take(count + 1).count() == count {
                speculated += 1;
                if speculated > 1 {
                    return false;
                }
            }
        }
        let mut cost = 0;
        let mut changed = Vec::new();
        for phi in edges::phis(&self.f.editor, end) {
            let (Some(then), Some(otherwise)) = (self.incoming_value(phi, middle), self.incoming_value(phi, block))
            else {
                return false;
            };
            if then == otherwise {
                continue;
            }
            let is_undefined = |v| self.is_passing_undefined(v, phi);
            if body.inst_type(phi) == Type::TOKEN || is_undefined(then) || is_undefined(otherwise) {
                return false;
            }
            cost += 1;
            if self.is_expression(then) || self.is_expression(otherwise) {
                speculated += 1;
                if speculated > 1 {
                    return false;
                }
            }
            changed.push((phi, then, otherwise));
        }
        if changed.is_empty() && store.is_none() || cost > self.options.phi_folding_threshold {
            return false;
        }
        let select = |this: &mut Self, then, otherwise, name: &[u8], fast_math| {
            let (on_true, on_false) = if inverted { (otherwise, then) } else { (then, otherwise) };
            this.insert_select(branch, condition, on_true, on_false, name, fast_math)
        };
        if let Some((store, before)) = store
            && let InstData::Store { value, .. } = *self.f.editor.body().inst(store)
        {
            let value = select(self, value, before, b"spec.store.select", FastMathFlags::empty());
            self.f.merge_location(store, branch);
            self.editor().change(store, |data, _| {
                if let InstData::Store { value: stored, .. } = data {
                    *stored = value;
                }
            });
        }
        self.drop_records(middle);
        let insts: SmallVec<[Inst; 2]> = self.f.editor.body().insts(middle).filter(|&i| i != last).collect();
        for inst in insts {
            if store.is_none() {
                self.drop_location(inst);
            }
            self.f.drop_undefined_behaviour(inst);
            self.editor().move_inst(inst, Point::Before(branch));
        }
        for (phi, then, otherwise) in changed {
            let select = select(self, then, otherwise, b"spec.select", FastMathFlags::empty());
            let editor = &mut self.f.editor;
            let places: SmallVec<[u32; 4]> = (0..editor.body().operand_count(phi) as u32)
                .step_by(2)
                .filter(|&n| {
                    let from = editor.body().operand(phi, n as usize + 1);
                    from == Some(middle.into()) || from == Some(block.into())
                })
                .collect();
            for operand in places {
                editor.set_operand(Use { user: phi, operand }, select);
            }
        }
        true
    }

    /// Inserts a select on the condition of a branch, with the branch's weights.
    pub(super) fn insert_select(
        &mut self,
        branch: Inst,
        condition: Value,
        if_true: Value,
        if_false: Value,
        name: &[u8],
        fast_math: FastMathFlags,
    ) -> Value {
        let select = self.f.editor.build_before(branch, |b| {
            b.fast_math = fast_math;
            b.named(name).select(condition, if_true, if_false)
        });
        let select = select.unwrap_or(if_true);
        self.copy_branch_metadata(branch, select);
        select
    }

    /// The value that memory has before a conditional store, if the block that branches to the store accesses the same memory,
    /// so that an unconditional store is as good.
    fn stored_before(&self, store: Inst, block: Block) -> Option<Value> {
        const MAX_INSTS: usize = 9;
        let body = self.f.editor.body();
        let InstData::Store { value, pointer, align, ordering: AtomicOrdering::NotAtomic, volatile: false, .. } =
            *body.inst(store)
        else {
            return None;
        };
        let ty = self.f.editor.type_of(value);
        let mut next = body.last_inst(block);
        for _ in 0..MAX_INSTS {
            let inst = next?;
            next = body.prev_inst(inst);
            match *body.inst(inst) {
                InstData::Store { value, pointer: to, align: a, ordering, volatile, .. } => {
                    let is_same = to == pointer && self.f.editor.type_of(value) == ty;
                    let is_simple = !volatile && ordering == AtomicOrdering::NotAtomic;
                    return (is_same && is_simple && a >= align).then_some(value);
                }
                InstData::Load {
                    pointer: from,
                    align: a,
                    ordering: AtomicOrdering::NotAtomic,
                    volatile: false,
                    ..
                } if from == pointer
                    && body.inst_type(inst) == ty
                    && a >= align
                    && self.is_private_variable(self.underlying(pointer)) =>
                {
                    return Some(inst.into());
                }
                _ if may_write(&self.f.editor, inst) => return None,
                _ => {}
            }
        }
        None
    }

    /// The address that an address is computed from.
    fn underlying(&self, mut address: Value) -> Value {
        const MAX_STEPS: usize = 6;
        let body = self.f.editor.body();
        for _ in 0..MAX_STEPS {
            match address.as_inst().map(|inst| *body.inst(inst)) {
                Some(InstData::GetElementPtr { operands, .. }) => address = body.list_values(&operands)[0],
                _ => break,
            }
        }
        address
    }

    /// Removes the debug location of an instruction that is executed elsewhere. A call, which needs one, keeps the scope.
    pub(super) fn drop_location(&mut self, inst: Inst) {
        let body = self.f.editor.body();
        let is_call = body
            .inst(inst)
            .call_info()
            .is_some_and(|call| self.f.editor.module().callee(call.callee).is_none_or(|f| f.intrinsic.is_none()));
        let module = self.f.editor.module();
        let function = module.global(self.f.additions.function());
        let scope =
            function.and_then(|f| f.metadata.iter().find(|(kind, _)| *kind == MetadataKind::DBG)).map(|&(_, m)| m);
        let location = match (is_call && body.debug_loc(inst).is_some(), scope) {
            (true, Some(scope)) => Some(self.f.additions.metadata.location(0, 0, scope, None)),
            _ => None,
        };
        self.editor().set_debug_loc(inst, location);
    }

    /// Whether a value is the address of a local variable that never escapes.
    fn is_private_variable(&self, base: Value) -> bool {
        const MAX_USES: usize = 64;
        let body = self.f.editor.body();
        if !base.as_inst().is_some_and(|i| matches!(body.inst(i), InstData::Alloca { .. })) {
            return false;
        }
        let (mut pending, mut count) = (vec![base], 0);
        while let Some(address) = pending.pop() {
            for at in self.f.editor.uses().of(address) {
                count += 1;
                if count > MAX_USES {
                    return false;
                }
                match *body.inst(at.user) {
                    InstData::Load { volatile: false, .. } => {}
                    InstData::Store { value, volatile: false, .. } if value != address => {}
                    InstData::GetElementPtr { .. } => pending.push(at.user.into()),
                    InstData::ICmp { lhs, rhs, .. }
                        if self.query().module.constants().is_zero(lhs)
                            || self.query().module.constants().is_zero(rhs) => {}
                    InstData::Call { ref call, .. } => {
                        use lindworm_ir::intrinsics::IntrinsicId as I;
                        let intrinsic = self.f.editor.module().callee(call.callee).and_then(|f| f.intrinsic);
                        if !matches!(intrinsic, Some(I::LIFETIME_START | I::LIFETIME_END)) {
                            return false;
                        }
                    }
                    _ => return false,
                }
            }
        }
        true
    }

    /// Turns the phis of a block with two predecessors into selects, if the blocks between the common branch and the block are
    /// cheap.
    pub(super) fn fold_two_entry_phi(&mut self, block: Block) -> bool {
        let phis = edges::phis(&self.f.editor, block);
        // A phi has two operands for each edge.
        if phis.is_empty() || phis.len() > 3 || self.f.editor.body().operand_count(phis[0]) != 4 {
            return false;
        }
        let [a, b] = edges::predecessors(&self.f.editor, block)[..] else { return false };
        if a == b {
            return false;
        }
        // The block with the branch, and the blocks between it and the phi.
        let side = |s: Block| match self.terminator(s) {
            Some((_, InstData::Br { .. })) => self.f.editor.single_predecessor(s),
            _ => None,
        };
        let head = match (side(a), side(b)) {
            (Some(x), Some(y)) if x == y => x,
            (Some(x), _) if x == b => b,
            (_, Some(y)) if y == a => a,
            _ => return false,
        };
        let Some((branch, InstData::CondBr { condition, if_true, if_false })) = self.terminator(head) else {
            return false;
        };
        let body = self.f.editor.body();
        let is_own_phi = condition
            .as_inst()
            .is_some_and(|i| matches!(body.inst(i), InstData::Phi { .. }) && body.inst_block(i) == Some(block));
        if if_true == if_false || head == block || condition.is_constant() || is_own_phi {
            return false;
        }
        // In the order of the phi's entries.
        let entries = (0..2).filter_map(|n| body.operand(phis[0], 2 * n + 1)?.as_block());
        let middles: SmallVec<[Block; 2]> =
            entries.filter(|&s| matches!(self.terminator(s), Some((_, InstData::Br { .. })))).collect();
        let is_unpredictable = body.attachment(branch, UNPREDICTABLE).is_some();
        let is_predicted = match middles[..] {
            [_] => self.is_predicted(branch, usize::from(if_true != block)),
            _ => self.is_predicted(branch, 0) || self.is_predicted(branch, 1),
        };
        if is_predicted || middles.is_empty() {
            return false;
        }
        const MISPREDICTION: u32 = 14;
        let speculates_more = is_unpredictable && self.options.is_on(Switch::SpeculateUnpredictables);
        let budget = self.options.two_entry_phi_threshold + if speculates_more { MISPREDICTION } else { 0 };
        let mut speculated = Speculated { insts: HashSet::default(), cost: 0 };
        let mut has_changed = false;
        let mut kept = SmallVec::<[Inst; 4]>::new();
        for &phi in &phis {
            if let Some(value) = self.query().simplify(phi).filter(|&v| v != phi.into()) {
                let editor = self.editor();
                editor.replace_all(phi.into(), value);
                editor.erase(phi);
                has_changed = true;
                continue;
            }
            let values = edges::incoming(&self.f.editor, phi);
            if self.f.editor.body().inst_type(phi) == Type::TOKEN
                || !values.iter().all(|&(v, _)| self.can_speculate(v, block, branch, &mut speculated, budget, 0))
            {
                return has_changed;
            }
            kept.push(phi);
        }
        let Some(&first) = kept.first() else { return true };
        // Branches on a phi of conditions fold better than selects.
        if self.f.editor.body().inst_type(first) == Type::I1 {
            let values = edges::incoming(&self.f.editor, first);
            let is_logic = values.iter().any(|&(v, _)| self.is_logic(v)) || self.is_logic(condition);
            if is_logic && !self.can_hoist_not(values[0].0, values[1].0) {
                return has_changed;
            }
        }
        let body = self.f.editor.body();
        for &middle in &middles {
            let last = body.terminator(middle);
            if body.insts(middle).any(|i| Some(i) != last && !speculated.insts.contains(&i))
                || self.f.additions.is_address_taken(middle)
            {
                return has_changed;
            }
        }
        let (true_side, false_side) =
            (if if_true == block { head } else { if_true }, if if_false == block { head } else { if_false });
        let location = body.debug_loc(branch);
        for &middle in &middles {
            self.drop_records(middle);
            let last = self.f.editor.body().terminator(middle);
            let insts: Vec<Inst> = self.f.editor.body().insts(middle).filter(|&i| Some(i) != last).collect();
            for inst in insts {
                self.f.drop_undefined_behaviour(inst);
                let editor = self.editor();
                editor.move_inst(inst, Point::Before(branch));
                editor.set_debug_loc(inst, location);
            }
        }
        for phi in kept {
            let (Some(on_true), Some(on_false)) =
                (self.incoming_value(phi, true_side), self.incoming_value(phi, false_side))
            else {
                continue;
            };
            let fast_math = self.f.editor.body().inst(phi).fast_math().unwrap_or_default();
            let select = self.insert_select(branch, condition, on_true, on_false, b"", fast_math);
            let editor = &mut self.f.editor;
            editor.replace_all(phi.into(), select);
            if !select.is_constant() {
                editor.take_name(phi.into(), select);
            }
            editor.erase(phi);
        }
        self.replace_terminator(head, InstData::Br { dest: block });
        true
    }

    /// Whether the value of a phi in `merge` can be computed before the branch. Collects the instructions to speculate.
    fn can_speculate(
        &self,
        value: Value,
        merge: Block,
        branch: Inst,
        speculated: &mut Speculated,
        budget: u32,
        depth: usize,
    ) -> bool {
        let Some(inst) = value.as_inst() else { return true };
        let body = self.f.editor.body();
        let Some(block) = body.inst_block(inst).filter(|&b| b != merge) else { return false };
        if !matches!(self.terminator(block), Some((_, InstData::Br { dest })) if dest == merge)
            || speculated.insts.contains(&inst)
        {
            return true;
        }
        if depth == MAX_DEPTH || !self.query().at(branch).can_speculate(inst) {
            return false;
        }
        speculated.cost += self.cost(inst);
        // A single instruction is speculated at any cost.
        if speculated.cost > budget && (!self.options.speculates_expensive || !speculated.insts.is_empty() || depth > 0)
        {
            return false;
        }
        let mut operands: SmallVec<[Value; 4]> = SmallVec::new();
        body.inst(inst).for_each_operand(body.values(), |v| operands.push(v));
        if !operands.into_iter().all(|v| self.can_speculate(v, merge, branch, speculated, budget, depth + 1)) {
            return false;
        }
        speculated.insts.insert(inst);
        true
    }

    /// Whether a value is a binary operation, or a select with a constant.
    fn is_logic(&self, value: Value) -> bool {
        match value.as_inst().map(|i| *self.f.editor.body().inst(i)) {
            Some(InstData::Binary { .. }) => true,
            Some(InstData::Select { if_true, if_false, .. }) => {
                [if_true, if_false].into_iter().any(|v| v.is_constant() && !self.is_expression(v))
            }
            _ => false,
        }
    }

    /// Whether one of two values is a negation, and the other one a negation or a constant.
    fn can_hoist_not(&self, a: Value, b: Value) -> bool {
        let query = self.query();
        let is_not = |v| query.as_not(v).is_some();
        is_not(a) && (is_not(b) || b.is_constant()) || is_not(b) && a.is_constant()
    }

    /// Drops the debug records of a block that is speculated.
    pub(super) fn drop_records(&mut self, block: Block) {
        let body = self.f.editor.body();
        if !body.has_debug_records() {
            return;
        }
        let records: Vec<_> =
            body.insts(block).flat_map(|inst| body.debug_records(inst).handles().map(|(record, _)| record)).collect();
        for record in records {
            self.editor().remove_debug_record(record);
        }
    }
}
