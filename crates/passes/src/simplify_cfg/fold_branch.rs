//! Folding of two conditional branches with a common destination into one on a combined condition.

use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::{Point, ValueMap};
use lindworm_ir::eval::BinaryOp;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Value};

use super::{Simplifier, UNPREDICTABLE};
use crate::branch_weights::is_predictable;
use crate::edges::{phis, predecessors};

const ANNOTATION: MetadataKind = crate::known!(b"annotation");

/// How two branches are combined.
struct Recipe {
    op: BinaryOp,
    /// Whether the condition of the first branch is negated.
    inverts: bool,
}

impl Simplifier<'_, '_, '_> {
    /// Whether the phis of common successors have the same value for two blocks.
    pub(super) fn can_merge_terminators(&self, a: Block, b: Block) -> bool {
        if a == b {
            return false;
        }
        let of_a = self.successors(a);
        self.unique_successors(b).into_iter().filter(|to| of_a.contains(to)).all(|to| {
            self.has_few_entries(to)
                && phis(&self.f.editor, to)
                    .into_iter()
                    .all(|phi| self.incoming_value(phi, a) == self.incoming_value(phi, b))
        })
    }

    /// The weights of a predecessor's branch and of a branch, if one of them has weights.
    fn weights_of_both(&self, first: Inst, second: Inst) -> Option<[[u64; 2]; 2]> {
        let of = |inst| self.f.branch_weights(inst).and_then(|w| <[u64; 2]>::try_from(w).ok());
        match (of(first), of(second)) {
            (None, None) => None,
            (a, b) => Some([a.unwrap_or([1, 1]), b.unwrap_or([1, 1])]),
        }
    }

    fn recipe(&self, first: Inst, [a, b]: [Block; 2], [c, d]: [Block; 2]) -> Option<Recipe> {
        let is_unpredictable = self.f.editor.body().attachment(first, UNPREDICTABLE).is_some();
        let weights = self.f.branch_weights(first).filter(|_| !is_unpredictable);
        // If the first branch is likely to go to the common destination, the second condition is not computed before it.
        let is_likely = |n: usize| weights.as_ref().is_some_and(|w| is_predictable(w[n], w.iter().sum()));
        let (common, op, inverts) = if a == c {
            (0, BinaryOp::Or, false)
        } else if b == d {
            (1, BinaryOp::And, false)
        } else if a == d {
            (0, BinaryOp::And, true)
        } else if b == c {
            (1, BinaryOp::Or, true)
        } else {
            return None;
        };
        (!is_likely(common)).then_some(Recipe { op, inverts })
    }

    /// Folds a branch into a predecessor that branches to one of its successors too. The instructions of the block, which must
    /// be few and safe to speculate, are copied to the predecessor.
    pub(super) fn fold_to_common_destination(&mut self, block: Block, branch: Inst) -> bool {
        const VECTOR_MULTIPLIER: u32 = 2;
        let body = self.f.editor.body();
        let InstData::CondBr { condition, if_true, if_false } = *body.inst(branch) else { return false };
        let Some(compare) = condition.as_inst().filter(|&i| body.inst_block(i) == Some(block)) else { return false };
        use InstData::{Binary, Cast, FCmp, ICmp, Select};
        let is_condition = match body.inst(compare) {
            ICmp { .. } | FCmp { .. } | Binary { .. } | Select { .. } => true,
            Cast { op, .. } => *op == lindworm_ir::eval::CastOp::Trunc,
            _ => false,
        };
        if !is_condition || !self.f.editor.uses().has_one_use(condition) || if_true == block || if_false == block {
            return false;
        }
        let is_foldable = |&from: &Block| {
            let Some((first, InstData::CondBr { condition: known, if_true: a, if_false: b })) = self.terminator(from)
            else {
                return false;
            };
            if !self.can_merge_terminators(block, from) {
                return false;
            }
            let Some(recipe) = self.recipe(first, [a, b], [if_true, if_false]) else { return false };
            let is_compare = known.as_inst().is_some_and(|i| matches!(body.inst(i), ICmp { .. } | FCmp { .. }));
            let is_free = is_compare && self.f.editor.uses().has_one_use(known);
            u32::from(recipe.inverts && !is_free) < self.options.branch_fold_threshold
        };
        let sources: Vec<Block> = predecessors(&self.f.editor, block).into_iter().filter(is_foldable).collect();
        let Some(&from) = sources.first() else { return false };
        let (mut bonus, mut has_vectors) = (0, false);
        let cx = self.f.editor.module().context();
        for inst in body.insts(block) {
            if inst == compare || inst == branch {
                continue;
            }
            if !self.query().can_speculate(inst) {
                return false;
            }
            let mut is_vector = cx.is_vector(body.inst_type(inst));
            body.inst(inst).for_each_operand(body.values(), |v| is_vector |= cx.is_vector(self.f.editor.type_of(v)));
            has_vectors |= is_vector;
            if self.cost(inst) > 0 {
                bonus += sources.len() as u32;
                if bonus > self.options.bonus_inst_threshold * VECTOR_MULTIPLIER {
                    return false;
                }
            }
            if !self.is_used_only_by(inst, block) {
                return false;
            }
        }
        if bonus > self.options.bonus_inst_threshold * if has_vectors { VECTOR_MULTIPLIER } else { 1 } {
            return false;
        }
        self.fold_into(block, branch, from)
    }

    /// Negates the condition of a branch and exchanges its successors.
    fn invert_branch(&mut self, branch: Inst) {
        let body = self.f.editor.body();
        let InstData::CondBr { condition, .. } = *body.inst(branch) else { return };
        let compare = condition.as_inst().filter(|_| self.f.editor.uses().has_one_use(condition));
        let inverse = compare.and_then(|inst| {
            let mut data = *body.inst(inst);
            match &mut data {
                InstData::ICmp { predicate, .. } => *predicate = predicate.inverse(),
                InstData::FCmp { predicate, .. } => *predicate = predicate.inverse(),
                _ => return None,
            }
            Some((inst, data))
        });
        let new = match inverse {
            Some((inst, data)) => {
                self.editor().change(inst, |old, _| *old = data);
                condition
            }
            None => self.insert_not(branch, condition),
        };
        let weights = self.f.branch_weights(branch);
        self.editor().change(branch, |data, _| {
            if let InstData::CondBr { condition, if_true, if_false } = data {
                *condition = new;
                std::mem::swap(if_true, if_false);
            }
        });
        if let Some(weights) = weights {
            self.f.set_branch_weights(branch, &[weights[1], weights[0]]);
        }
    }

    /// Inserts the negation of a condition before an instruction.
    pub(super) fn insert_not(&mut self, at: Inst, condition: Value) -> Value {
        let name = [self.f.editor.body().name(condition), b".not"].concat();
        self.editor().build_before(at, |b| b.named(name).not(condition)).unwrap_or(condition)
    }

    /// Inserts `a op b`, where `b` may be poison if `a` decides alone.
    fn insert_logic(&mut self, at: Inst, op: BinaryOp, a: Value, b: Value, name: &[u8]) -> Value {
        let is_bitwise = self.query().is_not_poison_if_other(b, a);
        let built = self.f.editor.build_before(at, |builder| {
            builder.named(name);
            if is_bitwise {
                return builder.binary(op, a, b);
            }
            let ty = builder.type_of(a);
            let constant = builder.int(ty, u64::from(op == BinaryOp::Or));
            match op {
                BinaryOp::Or => builder.select(a, constant, b),
                _ => builder.select(a, b, constant),
            }
        });
        built.unwrap_or(a)
    }

    fn fold_into(&mut self, block: Block, branch: Inst, from: Block) -> bool {
        let Some((first, InstData::CondBr { if_true: a, if_false: b, .. })) = self.terminator(from) else {
            return false;
        };
        let InstData::CondBr { condition, if_true, if_false } = *self.f.editor.body().inst(branch) else {
            return false;
        };
        let Some(recipe) = self.recipe(first, [a, b], [if_true, if_false]) else { return false };
        let old: Vec<Value> = self.condition(from).into_iter().collect();
        if recipe.inverts {
            self.invert_branch(first);
        }
        let Some((_, InstData::CondBr { if_true: a, .. })) = self.terminator(from) else { return false };
        let on_true = a == block;
        let rest = if on_true { if_true } else { if_false };
        self.add_predecessor(rest, from, block);
        let weights = self.weights_of_both(first, branch);
        let combined = weights.map(|[[t, f], [x, y]]| match on_true {
            true => [t * x, f * (x + y) + t * y],
            false => [t * (x + y) + f * x, f * y],
        });
        self.f.set_branch_weights(first, combined.as_ref().map_or(&[], |w| &w[..]));
        self.editor().change(first, |data, _| {
            if let InstData::CondBr { if_true, if_false, .. } = data {
                *(if on_true { if_true } else { if_false }) = rest;
            }
        });
        if let Some(id) = self.f.editor.body().attachment(branch, MetadataKind::LOOP) {
            self.editor().set_attachment(first, MetadataKind::LOOP, Some(id));
        }
        let mut map = ValueMap::default();
        let insts: Vec<Inst> = self.f.editor.body().insts(block).filter(|&i| i != branch).collect();
        let location = self.f.editor.body().debug_loc(first);
        for inst in insts {
            let copy = self.copy_inst(inst, first, &map);
            map.set(inst.into(), copy.into());
            if self.f.editor.body().debug_loc(copy) != location {
                self.drop_location(copy);
            }
            self.f.drop_undefined_behaviour(copy);
            if !self.f.editor.body().name(inst.into()).is_empty() {
                self.editor().take_name(inst.into(), copy.into());
                let old = [self.f.editor.body().name(copy.into()), b".old"].concat();
                self.editor().set_name(inst.into(), &old);
            }
            // The phis of the new successor use the copy.
            let uses: Vec<Use> = self.f.editor.uses().of(inst.into()).collect();
            for at in uses {
                let body = self.f.editor.body();
                if matches!(body.inst(at.user), InstData::Phi { .. })
                    && body.operand(at.user, at.operand as usize + 1) == Some(from.into())
                {
                    self.editor().set_operand(at, copy.into());
                }
            }
        }
        let Some((_, InstData::CondBr { condition: outer, .. })) = self.terminator(from) else { return true };
        let both = self.insert_logic(first, recipe.op, outer, map.get(condition), b"or.cond");
        self.set_condition(first, both);
        self.set_select_weights(both, outer, combined);
        let annotation = self.f.editor.body().attachment(branch, ANNOTATION);
        for value in [both, outer].into_iter().filter(|&v| annotation.is_some() && !old.contains(&v)) {
            if let Some(inst) = value.as_inst() {
                self.editor().set_attachment(inst, ANNOTATION, annotation);
            }
        }
        self.again = true;
        true
    }

    /// A combined condition that is a select branches as the first condition does.
    fn set_select_weights(&mut self, both: Value, outer: Value, weights: Option<[u64; 2]>) {
        let body = self.f.editor.body();
        if let (Some(inst), Some(weights)) = (both.as_inst(), weights)
            && matches!(*body.inst(inst), InstData::Select { condition, .. } if condition == outer)
        {
            self.f.set_branch_weights(inst, &weights);
        }
    }

    /// Inserts a copy of an instruction with mapped operands and with its debug records.
    pub(super) fn copy_inst(&mut self, inst: Inst, at: Inst, map: &ValueMap) -> Inst {
        let copy = self.editor().clone_inst(inst, Point::BeforeRecords(at));
        let body = self.f.editor.body();
        let operands: Vec<Value> =
            (0..body.operand_count(copy)).filter_map(|n| body.operand(copy, n)).map(|v| map.get(v)).collect();
        self.editor().set_operands(copy, &operands);
        copy
    }

    /// Merges a branch into a predecessor's branch with a common destination, if the block has nothing but the branch.
    pub(super) fn merge_with_predecessor(&mut self, block: Block, branch: Inst, from: Block) -> bool {
        let Some((first, InstData::CondBr { condition: outer, if_true: a, if_false: b })) = self.terminator(from)
        else {
            return false;
        };
        let InstData::CondBr { condition, if_true, if_false } = *self.f.editor.body().inst(branch) else {
            return false;
        };
        if condition == outer && a != b && self.f.editor.single_predecessor(block).is_some() {
            let value = self.query().bool(lindworm_ir::Type::I1, a == block);
            self.set_condition(branch, value);
            return true;
        }
        if self.f.editor.body().first_inst(block) != Some(branch) {
            return false;
        }
        let (place, own) = match () {
            _ if a == if_true => (0, 0),
            _ if a == if_false => (0, 1),
            _ if b == if_true => (1, 0),
            _ if b == if_false => (1, 1),
            _ => return false,
        };
        let common = [a, b][place];
        if common == block {
            return false;
        }
        let body = self.f.editor.body();
        let is_unpredictable = body.attachment(first, UNPREDICTABLE).is_some();
        if let Some(weights) = self.f.branch_weights(first).filter(|_| !is_unpredictable)
            && is_predictable(weights[place], weights.iter().sum())
        {
            return false;
        }
        const MAX_PHIS: usize = 2;
        if phis(&self.f.editor, common).len() > MAX_PHIS || !self.has_few_entries(common) {
            return false;
        }
        let mut other = [if_true, if_false][1 - own];
        if !self.has_few_entries(other) {
            return false;
        }
        if other == block {
            // The rest is an infinite loop.
            other = self.create_infinite_loop();
        }
        let weights = self.weights_of_both(first, branch);
        let outer = if place == 1 { self.insert_not(first, outer) } else { outer };
        let inner = if own == 1 { self.insert_not(first, condition) } else { condition };
        let both = self.insert_logic(first, BinaryOp::Or, outer, inner, b"brmerge");
        self.editor().change(first, |data, _| {
            *data = InstData::CondBr { condition: both, if_true: common, if_false: other };
        });
        let split = weights.map(|[x, y]| {
            let (to_common, to_other) = (x[place], x[1 - place]);
            let (common, other) = (y[own], y[1 - own]);
            ([to_common * (common + other) + to_other * common, to_other * other], [to_common, to_other])
        });
        if let Some((of_branch, of_select)) = split {
            self.f.set_branch_weights(first, &of_branch);
            self.set_select_weights(both, outer, Some(of_select));
        }
        self.add_predecessor(other, from, block);
        for phi in phis(&self.f.editor, common) {
            let (Some(ours), Some(theirs)) = (self.incoming_value(phi, block), self.incoming_value(phi, from)) else {
                continue;
            };
            if ours == theirs {
                continue;
            }
            let name = [self.f.editor.body().name(theirs), b".mux"].concat();
            let select =
                self.f.editor.build_before(first, |b| b.named(name).select(outer, theirs, ours)).unwrap_or(ours);
            if let (Some(inst), Some((_, of_select))) = (select.as_inst(), split) {
                self.f.set_branch_weights(inst, &of_select);
            }
            self.set_incoming_value(phi, from, select);
        }
        true
    }

    /// A block at the end of the function that branches to itself.
    pub(super) fn create_infinite_loop(&mut self) -> Block {
        let editor = self.editor();
        let block = editor.create_block(None);
        editor.set_name(block.into(), b"infloop");
        editor.insert(Point::End(block), InstData::Br { dest: block }, lindworm_ir::Type::VOID);
        block
    }
}
