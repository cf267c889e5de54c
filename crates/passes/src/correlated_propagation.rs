//! `correlated-propagation`: simplification of instructions by the ranges of values where they are used.

mod arithmetic;

use lindworm_analysis::DominatorTree;
use lindworm_ir::attributes::{AttrKind, Attribute};
use lindworm_ir::body::Mark;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::IntPredicate;
use lindworm_ir::eval::range::{ConstantRange, Preferred};
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::use_list::Use;
use lindworm_ir::value::replace_list;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use crate::edges::{incoming, keep_successor, remove_edges, set_incoming};
use crate::edited::edited_insts;
use crate::lazy_value_info::LazyValueInfo;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::value_tracking::Query;

/// The mark of the start of the last run.
const MARK: Mark = Mark::named("correlated-propagation");

/// The maximum number of cases of a switch that are compared with the condition.
const MAX_CASES: usize = 1000;

/// The maximum number of uses that are inspected.
const MAX_USES: usize = 32;

/// Simplifies instructions by lazy value info.
pub struct CorrelatedPropagation;

impl FunctionPass for CorrelatedPropagation {
    fn name(&self) -> &'static str {
        "correlated-propagation"
    }

    fn class(&self) -> &'static str {
        "CorrelatedValuePropagationPass"
    }

    fn is_settled_by_no_change(&self) -> bool {
        true
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let edited = edited_insts(&f.editor, MARK);
        f.editor.mark(MARK);
        let mut pass = Propagation { f, info: LazyValueInfo::default(), result: None };
        let mut seen: HashSet<Block> = HashSet::default();
        let mut pending: Vec<Block> = pass.f.editor.body().entry().into_iter().collect();
        // In preorder, along the edges that remain: the values of a block that became unreachable may be their own operands.
        while let Some(block) = pending.pop() {
            if !seen.insert(block) {
                continue;
            }
            let is_edited = |inst: Inst| edited.as_ref().is_none_or(|edited| edited.contains(inst));
            let body = pass.f.editor.body();
            let insts: Vec<Inst> = body.insts(block).filter(|&inst| is_edited(inst)).collect();
            let is_terminator_edited = body.terminator(block).is_some_and(is_edited);
            for inst in insts {
                if pass.f.editor.body().inst_block(inst).is_some() {
                    pass.visit(inst);
                }
            }
            pass.visit_terminator(block, is_terminator_edited);
            let body = pass.f.editor.body();
            let first = pending.len();
            if let Some(terminator) = body.terminator(block) {
                body.inst(terminator).for_each_successor(body.values(), |to| pending.push(to));
            }
            pending[first..].reverse();
        }
        pass.declare_range();
    }
}

struct Propagation<'p, 'a, 'm> {
    f: &'p mut FunctionEdit<'a, 'm>,
    info: LazyValueInfo,
    /// The integers that the function returns.
    result: Option<ConstantRange>,
}

impl Propagation<'_, '_, '_> {
    fn query(&self) -> Query<'_> {
        Query::new(&self.f.editor, self.f.additions.function())
    }

    /// The range of an operand.
    fn range(&mut self, user: Inst, operand: u32, allow_undef: bool) -> Option<ConstantRange> {
        self.info.range_at(self.f, Use { user, operand }, allow_undef)
    }

    /// Replaces an instruction by a value.
    fn replace(&mut self, inst: Inst, value: Value) {
        self.f.editor.replace_all(inst.into(), value);
        self.f.editor.erase(inst);
    }

    fn visit(&mut self, inst: Inst) {
        match *self.f.editor.body().inst(inst) {
            InstData::Phi { .. } => self.phi(inst),
            InstData::Select { condition, if_true, if_false, .. } => self.select(inst, condition, if_true, if_false),
            InstData::ICmp { predicate, lhs, rhs, .. } => self.compare(inst, predicate, lhs, rhs),
            InstData::Binary { .. } | InstData::Cast { .. } => self.arithmetic(inst),
            InstData::Call { call, .. } | InstData::Invoke { call, .. } => self.call(inst, &call),
            _ => {}
        }
    }

    fn visit_terminator(&mut self, block: Block, is_edited: bool) {
        let Some(terminator) = self.f.editor.body().terminator(block) else { return };
        match *self.f.editor.body().inst(terminator) {
            InstData::Switch { .. } if is_edited => self.switch(block, terminator),
            InstData::Ret { value } => {
                let Some(value) = value.expand() else { return };
                let width = self.f.editor.module().context().scalar_int_width(self.f.editor.type_of(value));
                if let Some(width) = width {
                    let range = self.info.at(self.f, value, terminator).range(self.f.editor.module(), width);
                    self.result = Some(match self.result.take() {
                        Some(others) => others.union(&range, Preferred::Smallest),
                        None => range,
                    });
                }
                if !value.is_local() || !is_edited {
                    return;
                }
                if let Some(constant) = self.constant_at(value, terminator) {
                    self.f.editor.set_operands(terminator, &[constant]);
                }
            }
            _ => {}
        }
    }

    /// Declares the range of the result, unless it is constant.
    fn declare_range(&mut self) {
        let module = self.f.editor.module();
        let cx = module.context();
        let is_exact = crate::function_attrs::is_exact(module, self.f.additions.function());
        let Some(mut range) = self.result.take().filter(|range| is_exact && !range.is_full()) else { return };
        let list = self.f.additions.attributes();
        let set = cx.attribute_list(list).result;
        if let Some(Attribute::Range(_, old)) = cx.attribute(set, AttrKind::RANGE) {
            let old = ConstantRange::new(old.0.clone(), old.1.clone());
            range = range.intersect(&old, Preferred::Smallest);
        }
        if !range.is_empty() && !range.is_full() && range.single().is_none() {
            let bounds = Box::new((range.lower().clone(), range.upper().clone()));
            let set = cx.with_attribute(set, Attribute::Range(AttrKind::RANGE, bounds));
            self.f.additions.set_attributes(cx.with_result_attributes(list, set));
        }
    }

    /// The constant that a value is at an instruction; for a comparison, also by its operands there.
    fn constant_at(&mut self, value: Value, at: Inst) -> Option<Value> {
        if let Some(constant) = self.info.constant_at(self.f, value, at) {
            return Some(constant);
        }
        let InstData::ICmp { predicate, lhs, rhs, .. } = *self.f.editor.body().inst(value.as_inst()?) else {
            return None;
        };
        if !rhs.is_constant() {
            return None;
        }
        let holds = self.info.compare_at(self.f, predicate, lhs, rhs, at)?;
        Some(self.query().bool(self.f.editor.type_of(value), holds))
    }

    /// Replaces uses of a select where its condition is known.
    fn select(&mut self, inst: Inst, condition: Value, if_true: Value, if_false: Value) {
        let is_vector = self.f.editor.module().context().is_vector(self.f.editor.body().inst_type(inst));
        if is_vector || condition.is_constant() || self.f.editor.type_of(condition) != Type::I1 {
            return;
        }
        let mut is_changed = false;
        for at in self.f.editor.uses().of(inst.into()).collect::<Vec<_>>() {
            let known = match self.edge_of(at) {
                Some((from, to)) => self.info.constant_on_edge(self.f, condition, from, to),
                None => self.constant_at(condition, at.user),
            };
            if let Some(known) = known.and_then(|c| self.f.editor.module().constants().as_u64(c)) {
                self.f.editor.set_operand(at, if known == 1 { if_true } else { if_false });
                is_changed = true;
            }
        }
        if is_changed && self.f.editor.uses().is_unused(inst.into()) {
            self.f.editor.erase(inst);
        }
    }

    /// The edge of a use by a phi.
    fn edge_of(&self, at: Use) -> Option<(Block, Block)> {
        let body = self.f.editor.body();
        let InstData::Phi { incoming, .. } = body.inst(at.user) else { return None };
        let from = body.list_values(incoming).get(at.operand as usize + 1)?.as_block()?;
        Some((from, body.inst_block(at.user)?))
    }

    /// Replaces incoming values that are constant on their edge.
    fn phi(&mut self, inst: Inst) {
        let Some(block) = self.f.editor.body().inst_block(inst) else { return };
        let ty = self.f.editor.body().inst_type(inst);
        let mut entries = incoming(&self.f.editor, inst);
        let mut is_changed = false;
        for (value, from) in &mut entries {
            if !value.is_local() {
                continue;
            }
            let known = match self.info.constant_on_edge(self.f, *value, *from, block) {
                Some(constant) => Some(constant),
                None => self.select_on_edge(*value, *from, block, ty),
            };
            if let Some(known) = known {
                is_changed |= known != *value;
                *value = known;
            }
        }
        if is_changed {
            set_incoming(&mut self.f.editor, inst, &entries);
        }
        if let Some(value) = self.query().simplify(inst) {
            return self.replace(inst, value);
        }
        self.common_value(inst, block, &entries);
    }

    /// The operand of a select that is its value on an edge.
    fn select_on_edge(&mut self, value: Value, from: Block, to: Block, ty: Type) -> Option<Value> {
        let InstData::Select { condition, if_true, if_false, .. } = *self.f.editor.body().inst(value.as_inst()?) else {
            return None;
        };
        if self.f.editor.module().context().is_vector(ty) || self.f.editor.type_of(condition) != Type::I1 {
            return None;
        }
        let constants = self.f.editor.module().constants();
        if let Some(known) = self.info.constant_on_edge(self.f, condition, from, to).and_then(|c| constants.as_u64(c)) {
            return Some(if known == 1 { if_true } else { if_false });
        }
        for (constant, other) in [(if_false, if_true), (if_true, if_false)] {
            if constant.is_constant()
                && self.info.compare_on_edge(self.f, IntPredicate::Eq, value, constant, from, to) == Some(false)
            {
                return Some(other);
            }
        }
        None
    }

    /// Replaces a phi of a value and constants, if the value is those constants on their edges.
    fn common_value(&mut self, inst: Inst, block: Block, entries: &[(Value, Block)]) {
        let Some(&(common, _)) = entries.iter().find(|(value, _)| value.is_local()) else { return };
        if entries.iter().any(|&(value, _)| value.is_local() && value != common) {
            return;
        }
        if common == inst.into() || !common.is_local() {
            return;
        }
        let tree = self.info.dominators(self.f);
        let body = self.f.editor.body();
        // The value must be neither undef nor poison where the phi is a constant.
        if !self.query().is_not_undef(common) && !self.decides_branch(common, block, &tree) {
            return;
        }
        // The result of an invoke is not available on its unwind edge.
        if let Some(of) = common.as_inst()
            && (body.inst(of).is_terminator()
                || !body.inst_block(of).is_some_and(|of| tree.properly_dominates(of, block)))
        {
            return;
        }
        for &(value, from) in entries.iter().filter(|(value, _)| !value.is_local()) {
            let state = self.info.on_edge(self.f, common, from, block);
            let ty = self.f.editor.type_of(common);
            if state.constant(self.f.editor.module(), ty) != Some(value) {
                return;
            }
        }
        self.replace(inst, common);
    }

    /// Whether a branch that dominates a block depends on a value, alone or compared with a constant, so that undef and poison
    /// would be undefined behaviour.
    fn decides_branch(&self, value: Value, block: Block, tree: &DominatorTree) -> bool {
        let (body, uses) = (self.f.editor.body(), self.f.editor.uses());
        let decides = |at: Use| {
            let is_decided = match body.inst(at.user) {
                InstData::CondBr { .. } | InstData::Switch { .. } => at.operand == 0,
                _ => false,
            };
            is_decided && body.inst_block(at.user).is_some_and(|of| tree.properly_dominates(of, block))
        };
        uses.of(value).take(MAX_USES).any(|at| match *body.inst(at.user) {
            InstData::ICmp { lhs, rhs, .. } if lhs.is_constant() || rhs.is_constant() => {
                uses.of(at.user.into()).take(MAX_USES).any(decides)
            }
            _ => decides(at),
        })
    }

    fn compare(&mut self, inst: Inst, predicate: IntPredicate, lhs: Value, rhs: Value) {
        if let Some(holds) = self.info.compare_at(self.f, predicate, lhs, rhs, inst) {
            let value = self.query().bool(self.f.editor.body().inst_type(inst), holds);
            return self.replace(inst, value);
        }
        let is_marked = matches!(self.f.editor.body().inst(inst), InstData::ICmp { same_sign: true, .. });
        if predicate.is_equality() || is_marked {
            return;
        }
        let (Some(a), Some(b)) = (self.range(inst, 0, false), self.range(inst, 1, false)) else { return };
        if arithmetic::is_of_same_sign(&a, &b) {
            self.f.editor.change(inst, |data, _| {
                if let InstData::ICmp { predicate, same_sign, .. } = data {
                    *predicate = predicate.to_unsigned();
                    *same_sign = true;
                }
            });
        }
    }

    fn call(&mut self, inst: Inst, call: &CallInfo) {
        let module = self.f.editor.module();
        if let Some(id) = module.callee(call.callee).and_then(|f| f.intrinsic)
            && !self.f.editor.body().inst(inst).is_terminator()
            && self.intrinsic(inst, id, call)
        {
            return;
        }
        // State for deoptimization is replaced by constants.
        let body = self.f.editor.body();
        let first = body.call_args(call).len();
        let bundles: Vec<(bool, usize)> =
            body.bundles(call.bundles).iter().map(|bundle| (*bundle.tag == *b"deopt", bundle.len as usize)).collect();
        let mut place = first;
        for (is_deopt, len) in bundles {
            for operand in place..place + len {
                let Some(value) = self.f.editor.body().operand(inst, operand).filter(|v| is_deopt && v.is_local())
                else {
                    continue;
                };
                if let Some(constant) = self.constant_at(value, inst) {
                    self.f.editor.set_operand(Use { user: inst, operand: operand as u32 }, constant);
                }
            }
            place += len;
        }
        self.non_null_arguments(inst, call);
    }

    /// Declares that arguments are not null.
    fn non_null_arguments(&mut self, inst: Inst, call: &CallInfo) {
        let module = self.f.editor.module();
        let cx = module.context();
        let args = self.f.editor.body().call_args(call).to_vec();
        let mut list = call.attributes;
        for (n, arg) in args.into_iter().enumerate() {
            let ty = self.f.editor.type_of(arg);
            let set = cx.attribute_list(list).param(n);
            if !cx.is_pointer(ty) || arg.is_constant() || cx.has_attribute(set, AttrKind::NON_NULL) {
                continue;
            }
            let null = module.constants().zero(cx, ty);
            if self.info.compare_at(self.f, IntPredicate::Eq, arg, null, inst) == Some(false) {
                list = cx.with_param_attributes(list, n, cx.with_attribute(set, Attribute::Enum(AttrKind::NON_NULL)));
            }
        }
        if list != call.attributes {
            self.f.editor.change(inst, |data, _| {
                if let Some(call) = data.call_info_mut() {
                    call.attributes = list;
                }
            });
        }
    }

    fn is_case_in(&self, case: Value, range: &ConstantRange) -> bool {
        let module = self.f.editor.module();
        module.constants().as_int(module.context(), case).is_some_and(|n| range.contains(&n))
    }

    /// Removes the cases that the condition is never equal to.
    fn switch(&mut self, block: Block, inst: Inst) {
        let body = self.f.editor.body();
        let InstData::Switch { default, ref cases, .. } = *body.inst(inst) else { return };
        let mut cases: Vec<(Value, Block)> =
            body.list_values(cases).chunks_exact(2).filter_map(|pair| Some((pair[0], pair[1].as_block()?))).collect();
        if cases.len() > MAX_CASES {
            return;
        }
        let mut weights = self.f.branch_weights(inst);
        let count = cases.len();
        let mut place = 0;
        while let Some(&(case, to)) = cases.get(place) {
            // The condition may be a phi that the removal of an edge replaced.
            let Some(condition) = self.f.editor.body().operand(inst, 0) else { return };
            match self.info.compare_at(self.f, IntPredicate::Eq, condition, case, inst) {
                None => place += 1,
                Some(true) => {
                    keep_successor(&mut self.f.editor, block, Some(to));
                    return;
                }
                Some(false) => {
                    remove_edges(&mut self.f.editor, to, block, 1);
                    cases.swap_remove(place);
                    if let Some(weights) = &mut weights {
                        weights.swap_remove(place + 1);
                    }
                    let list: Vec<Value> = cases.iter().flat_map(|&(n, to)| [n, to.into()]).collect();
                    self.f.editor.change(inst, |data, pool| {
                        if let InstData::Switch { cases, .. } = data {
                            replace_list(cases, &list, pool);
                        }
                    });
                }
            }
        }
        let is_dead = |this: &Self| {
            let body = this.f.editor.body();
            body.first_non_phi(default).is_some_and(|inst| matches!(body.inst(inst), InstData::Unreachable))
        };
        if !is_dead(self)
            && let Some(range) = self.range(inst, 0, false)
            && !range.is_larger_than(cases.iter().filter(|(n, _)| self.is_case_in(*n, &range)).count() as u64)
        {
            remove_edges(&mut self.f.editor, default, block, 1);
            let new = self.f.editor.create_block(self.f.editor.body().prev_block(default));
            self.f.editor.set_name(new.into(), b"default.unreachable");
            self.f.editor.insert(Point::End(new), InstData::Unreachable, Type::VOID);
            self.f.editor.change(inst, |data, _| {
                if let InstData::Switch { default, .. } = data {
                    *default = new;
                }
            });
        }
        if cases.len() == count {
            return;
        }
        if let Some(weights) = weights.filter(|_| !cases.is_empty()) {
            self.f.set_branch_weights(inst, &weights);
        }
        crate::simplify_cfg::fold_terminator(self.f, block);
    }
}
