//! Folding of branches and switches with a known or simplifiable condition.

use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, FastMathFlags, IntPredicate};
use lindworm_ir::hash::HashSet;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::switch::drain_cases_to;
use super::{Simplifier, Switch};
use crate::edges::{incoming, keep_successor, predecessors, remove_edges};
use crate::effects::{is_pad, may_throw, will_return};
use crate::erase::erase_all;

impl Simplifier<'_, '_, '_> {
    /// Replaces a conditional branch or switch with a known target by an unconditional branch, and erases its condition if that is
    /// asked for and the condition is dead. Returns whether anything changed.
    pub(super) fn fold_terminator(&mut self, block: Block, erases_condition: bool) -> bool {
        let Some((inst, data)) = self.terminator(block) else { return false };
        let constants = self.f.editor.module().constants();
        match data {
            InstData::CondBr { condition, if_true, if_false } => {
                let taken = if if_true == if_false {
                    if_true
                } else if let Some(n) = constants.as_u64(condition) {
                    if n == 1 { if_true } else { if_false }
                } else {
                    return false;
                };
                keep_successor(&mut self.f.editor, block, Some(taken));
                self.erase_if_dead(Some(condition).filter(|_| erases_condition));
                true
            }
            InstData::Switch { condition, .. } => self.fold_switch(block, inst, condition, erases_condition),
            _ => false,
        }
    }

    /// Folds a switch with a known target; removes cases that go where the default goes.
    fn fold_switch(&mut self, block: Block, switch: Inst, condition: Value, erases_condition: bool) -> bool {
        let InstData::Switch { default, .. } = *self.f.editor.body().inst(switch) else { return false };
        let constants = self.f.editor.module().constants();
        let mut cases = self.cases(switch);
        let ignores_default = !cases.is_empty() && self.is_unreachable(default);
        let only = if ignores_default { cases[0].1 } else { default };
        if constants.as_u64(condition).is_some() || cases.iter().all(|&(_, to)| to == only) {
            let of_value = cases.iter().find(|&&(value, _)| value == condition).map(|&(_, to)| to);
            let taken = match constants.as_u64(condition) {
                Some(_) => of_value.unwrap_or(default),
                None => only,
            };
            keep_successor(&mut self.f.editor, block, Some(taken));
            self.erase_if_dead(Some(condition).filter(|_| erases_condition));
            return true;
        }
        let mut weights = self.f.branch_weights(switch);
        let count = cases.len();
        let sum = drain_cases_to(&mut cases, weights.as_mut(), default);
        if let Some(weights) = &mut weights {
            weights[0] += sum;
        }
        let has_changed = cases.len() < count;
        if has_changed {
            remove_edges(&mut self.f.editor, default, block, count - cases.len());
            self.set_cases(switch, &cases);
            if let Some(weights) = &weights {
                self.f.set_branch_weights(switch, weights);
            }
        }
        let ([(value, to)], Some(condition)) = (&cases[..], self.condition(block)) else { return has_changed };
        let (value, to) = (*value, *to);
        let compare = self
            .editor()
            .build_before(switch, |b| b.named("cond").icmp(IntPredicate::Eq, condition, value))
            .unwrap_or(condition);
        let branch = InstData::CondBr { condition: compare, if_true: to, if_false: default };
        if let (Some(new), Some(weights)) = (self.replace_terminator(block, branch), weights) {
            self.f.set_branch_weights(new, &[weights[1], weights[0]]);
        }
        true
    }

    /// Folds a switch or an indirect branch on a select of two constants into a branch on the select's condition.
    pub(super) fn fold_select_terminator(&mut self, block: Block, inst: Inst) -> bool {
        let body = self.f.editor.body();
        let (InstData::Switch { condition, .. } | InstData::IndirectBr { address: condition, .. }) = *body.inst(inst)
        else {
            return false;
        };
        let Some(InstData::Select { if_true, if_false, .. }) = condition.as_inst().map(|i| *body.inst(i)) else {
            return false;
        };
        let module = self.f.editor.module();
        let constants = module.constants();
        let mut weights = None;
        let targets = match *body.inst(inst) {
            InstData::Switch { default, .. } => {
                let cx = module.context();
                if constants.as_int(cx, if_true).is_none() || constants.as_int(cx, if_false).is_none() {
                    return false;
                }
                let cases = self.cases(inst);
                let place = |value: Value| cases.iter().position(|case| case.0 == value);
                let all = self.f.branch_weights(inst);
                weights = all.map(|w| [if_true, if_false].map(|v| place(v).map_or(w[0], |n| w[n + 1])));
                [if_true, if_false].map(|v| place(v).map_or(default, |n| cases[n].1))
            }
            _ => {
                use lindworm_ir::constant::ConstantData;
                let block_of = |value: Value| match constants.node(value)?.data {
                    ConstantData::BlockAddress(index) => {
                        let (function, block) = *module.block_addresses().get(index as usize)?;
                        (function == self.f.additions.function()).then_some(block)
                    }
                    _ => None,
                };
                let (Some(a), Some(b)) = (block_of(if_true), block_of(if_false)) else { return false };
                [a, b]
            }
        };
        // One edge to each target stays.
        let mut gone: Vec<Block> = self.successors(block).to_vec();
        let mut missing = [false; 2];
        for (n, &to) in targets.iter().enumerate() {
            if n == 1 && to == targets[0] {
                continue;
            }
            match gone.iter().position(|&other| other == to) {
                Some(place) => {
                    gone.remove(place);
                }
                None => missing[n] = true,
            }
        }
        if missing != [false; 2] {
            return false;
        }
        crate::edges::remove_edges_to(&mut self.f.editor, block, &gone);
        // The condition may have been a phi of one of the targets.
        let Some(InstData::Select { condition: is, .. }) =
            self.condition(block).and_then(|v| v.as_inst()).map(|i| *self.f.editor.body().inst(i))
        else {
            return false;
        };
        let data = match targets {
            [a, b] if a == b => InstData::Br { dest: a },
            [a, b] => InstData::CondBr { condition: is, if_true: a, if_false: b },
        };
        if let (Some(new), Some(weights)) = (self.replace_terminator(block, data), weights)
            && targets[0] != targets[1]
        {
            self.f.set_branch_weights(new, &weights);
        }
        self.erase_if_dead(Some(condition));
        true
    }

    /// Replaces an invoke by a call and a branch to its normal destination.
    pub(super) fn invoke_to_call(&mut self, block: Block, inst: Inst, is_nounwind: bool) {
        let InstData::Invoke { unwind, .. } = *self.f.editor.body().inst(inst) else { return };
        remove_edges(&mut self.f.editor, unwind, block, 1);
        let InstData::Invoke { mut call, convention, normal, .. } = *self.f.editor.body().inst(inst) else { return };
        let module = self.f.editor.module();
        let cx = module.context();
        if is_nounwind {
            let set = cx.attribute_list(call.attributes).function;
            let kind = lindworm_ir::attributes::AttrKind::NO_UNWIND;
            let set = cx.with_attribute(set, lindworm_ir::attributes::Attribute::Enum(kind));
            call.attributes = cx.with_function_attributes(call.attributes, set);
        }
        let body = self.f.editor.body();
        let (ty, location) = (body.inst_type(inst), body.debug_loc(inst));
        let attachments: Vec<_> = body.attachments(inst).to_vec();
        let weights = self.f.branch_weights(inst);
        let args: Vec<Value> = body.list_values(&call.args).to_vec();
        let editor = self.editor();
        call.args = editor.list(&args);
        let data = InstData::Call { call, convention, tail: Default::default(), fast_math: Default::default() };
        let new = editor.insert(Point::Before(inst), data, ty);
        for (kind, metadata) in attachments {
            editor.set_attachment(new, kind, Some(metadata));
        }
        editor.set_debug_loc(new, location);
        let branch = editor.insert(Point::Before(inst), InstData::Br { dest: normal }, Type::VOID);
        editor.set_debug_loc(branch, location);
        if ty != Type::VOID {
            editor.replace_all(inst.into(), new.into());
            editor.take_name(inst.into(), new.into());
        }
        erase_all(editor, &[inst]);
        if let Some(weights) = weights {
            self.f.set_branch_weights(new, &[weights.iter().sum()]);
        }
    }

    /// Replaces invokes that cannot unwind by calls.
    pub(super) fn replace_nounwind_invokes(&mut self) {
        let blocks: Vec<Block> = self.f.editor.body().blocks().collect();
        for block in blocks {
            if let Some((inst, InstData::Invoke { call, .. })) = self.terminator(block)
                && crate::effects::call_has(self.f.editor.module(), &call, lindworm_ir::attributes::AttrKind::NO_UNWIND)
            {
                self.invoke_to_call(block, inst, false);
            }
        }
    }

    /// Removes a landing pad or cleanup pad that only continues the unwinding to the caller: the invokes that unwind to it become
    /// calls.
    pub(super) fn simplify_resume(&mut self, block: Block, resume: Inst) -> bool {
        if let InstData::Resume { value } = *self.f.editor.body().inst(resume)
            && let Some(phi) = value.as_inst().filter(|&i| matches!(self.f.editor.body().inst(i), InstData::Phi { .. }))
        {
            return self.simplify_common_resume(block, resume, phi);
        }
        let body = self.f.editor.body();
        let value = match *body.inst(resume) {
            InstData::Resume { value } => value,
            InstData::CleanupRet { pad, unwind } if unwind.is_none() => pad,
            _ => return false,
        };
        let is_invoke = |from: &Block| matches!(self.terminator(*from), Some((_, InstData::Invoke { .. })));
        let is_removed = |pad: &Inst| match body.inst(*pad) {
            InstData::LandingPad { .. } => true,
            InstData::CleanupPad { .. } => {
                self.f.editor.uses().has_one_use(value) && predecessors(&self.f.editor, block).iter().all(is_invoke)
            }
            _ => false,
        };
        let Some(pad) = value.as_inst().filter(is_removed) else { return false };
        if body.first_inst(block) != Some(pad) {
            return false;
        }
        if !self.is_cleanup_empty(body.next_inst(pad), resume) {
            return false;
        }
        for from in predecessors(&self.f.editor, block) {
            if let Some((inst, InstData::Invoke { .. })) = self.terminator(from) {
                self.invoke_to_call(from, inst, false);
            }
        }
        keep_successor(&mut self.f.editor, block, None);
        self.editor().erase_blocks(&[block]);
        true
    }

    /// Whether the instructions before another one in a block only end lifetimes.
    fn is_cleanup_empty(&self, first: Option<Inst>, end: Inst) -> bool {
        use lindworm_ir::intrinsics::IntrinsicId as I;
        let body = self.f.editor.body();
        let mut next = first;
        while let Some(inst) = next.filter(|&i| i != end) {
            let intrinsic = body.inst(inst).call_info().and_then(|call| self.f.editor.module().callee(call.callee));
            if !matches!(intrinsic.and_then(|f| f.intrinsic), Some(I::LIFETIME_END)) {
                return false;
            }
            next = body.next_inst(inst);
        }
        true
    }

    /// Turns invokes into calls that unwind to a landing pad from which a block is reached that only resumes unwinding.
    fn simplify_common_resume(&mut self, block: Block, resume: Inst, phi: Inst) -> bool {
        let body = self.f.editor.body();
        if body.inst_block(phi) != Some(block) || !self.is_cleanup_empty(body.first_non_phi(block), resume) {
            return false;
        }
        let is_trivial = |&(value, from): &(Value, Block)| {
            let Some((end, InstData::Br { .. })) = self.terminator(from) else { return false };
            let pad = body.first_non_phi(from).filter(|&i| matches!(body.inst(i), InstData::LandingPad { .. }));
            pad.is_some_and(|pad| value == pad.into() && self.is_cleanup_empty(body.next_inst(pad), end))
        };
        let mut trivial: Vec<Block> =
            incoming(&self.f.editor, phi).iter().filter(|pair| is_trivial(pair)).map(|&(_, from)| from).collect();
        trivial.dedup();
        for &pad in &trivial {
            for from in predecessors(&self.f.editor, pad) {
                if let Some((inst, InstData::Invoke { .. })) = self.terminator(from) {
                    self.invoke_to_call(from, inst, false);
                }
            }
            keep_successor(&mut self.f.editor, pad, None);
        }
        if predecessors(&self.f.editor, block).is_empty() {
            keep_successor(&mut self.f.editor, block, None);
            self.editor().erase_blocks(&[block]);
        }
        !trivial.is_empty()
    }

    /// Simplifies a conditional branch.
    pub(super) fn simplify_branch(&mut self, block: Block, inst: Inst) -> bool {
        let Some((_, InstData::CondBr { condition, if_true, if_false })) = self.terminator(block) else { return false };
        if condition.is_constant() || if_true == if_false {
            return false;
        }
        if self.value_branch(block).is_some() {
            let from = self.f.editor.single_predecessor(block);
            if from.is_some_and(|from| self.fold_known_value(block, from)) {
                return self.resimplify();
            }
            let body = self.f.editor.body();
            let first = body.first_inst(block);
            let is_compare_only =
                first.is_some_and(|first| condition == first.into() && body.next_inst(first) == Some(inst));
            if (first == Some(inst) || is_compare_only) && self.fold_into_predecessors(block) {
                return self.resimplify();
            }
        }
        if self.fold_compare_chain(block, inst) {
            return true;
        }
        if let Some(from) = self.unique_predecessor(block)
            && from != block
            && let Some((_, InstData::CondBr { condition: known, if_true: then, if_false: otherwise })) =
                self.terminator(from)
            && then != otherwise
            && let Some(is) = self.query().implied(known, condition, then == block)
        {
            let value = self.query().bool(Type::I1, is);
            self.set_condition(inst, value);
            self.erase_if_dead(Some(condition));
            return self.resimplify();
        }
        if self.fold_to_common_destination(block, inst) {
            return self.resimplify();
        }
        let is_own = |this: &Self, to| this.f.editor.single_predecessor(to) == Some(block);
        let speculates = self.options.is_on(Switch::Speculate);
        match (is_own(self, if_true), is_own(self, if_false)) {
            (true, true) if self.hoist_common(block, inst) => return self.resimplify(),
            (true, false) if speculates && self.speculate_branch(block, if_true, if_false) => return self.resimplify(),
            (false, true) if speculates && self.speculate_branch(block, if_false, if_true) => return self.resimplify(),
            _ => {}
        }
        if self.thread_edges(block, inst) {
            return self.resimplify();
        }
        if !self.options.is_on(Switch::SimplifyCondBranch) {
            return false;
        }
        let sources = predecessors(&self.f.editor, block);
        for from in sources {
            if from != block && self.merge_with_predecessor(block, inst, from) {
                return self.resimplify();
            }
        }
        if self.merge_nested_branches(block, inst) {
            return self.resimplify();
        }
        false
    }

    /// Merges a branch to two blocks that branch on one condition to the same blocks, exchanged.
    fn merge_nested_branches(&mut self, block: Block, inst: Inst) -> bool {
        let InstData::CondBr { condition: outer, if_true: first, if_false: second } = *self.f.editor.body().inst(inst)
        else {
            return false;
        };
        let only = |to: Block| {
            let (last, data) = self.terminator(to)?;
            (self.f.editor.body().first_inst(to) == Some(last)).then_some((last, data))
        };
        let (Some((x, InstData::CondBr { condition: inner, if_true: a, if_false: b })), Some((y, other))) =
            (only(first), only(second))
        else {
            return false;
        };
        let is_exchanged = matches!(other, InstData::CondBr { condition, if_true, if_false }
            if condition == inner && if_true == b && if_false == a);
        if first == second || a == b || !is_exchanged || [a, b].iter().any(|to| [block, first, second].contains(to)) {
            return false;
        }
        for to in [a, b] {
            let differs = |phi| self.incoming_value(phi, first) != self.incoming_value(phi, second);
            if !self.has_few_entries(to) || crate::edges::phis(&self.f.editor, to).into_iter().any(differs) {
                return false;
            }
        }
        let all = [inst, x, y].map(|branch| self.f.branch_weights(branch));
        let condition = self.editor().build_before(inst, |b| b.binary(BinaryOp::Xor, outer, inner)).unwrap_or(outer);
        for to in [a, b] {
            self.add_predecessor(to, block, first);
        }
        remove_edges(&mut self.f.editor, first, block, 1);
        remove_edges(&mut self.f.editor, second, block, 1);
        let new = self.replace_terminator(block, InstData::CondBr { condition, if_true: b, if_false: a });
        if let (Some(new), [Some(w), Some(x), Some(y)]) = (new, all) {
            self.f.set_branch_weights(new, &[w[0] * x[1] + w[1] * y[0], w[0] * x[0] + w[1] * y[1]]);
        }
        true
    }

    /// Removes the instructions before an `unreachable` that are guaranteed to reach it. If the block is then otherwise empty,
    /// removes the edges to it.
    pub(super) fn simplify_unreachable(&mut self, block: Block, inst: Inst) -> bool {
        let mut has_changed = false;
        while let Some(before) = self.f.editor.body().prev_inst(inst) {
            let editor = &self.f.editor;
            let data = editor.body().inst(before);
            if is_pad(data)
                || may_throw(editor, before)
                || !will_return(editor, before)
                || editor.body().inst_type(before) == Type::TOKEN
            {
                break;
            }
            erase_all(self.editor(), &[before]);
            has_changed = true;
        }
        if self.f.editor.body().first_inst(block) != Some(inst) {
            return has_changed;
        }
        let mut seen: HashSet<Block> = HashSet::default();
        for from in predecessors(&self.f.editor, block).into_iter().filter(|&from| seen.insert(from)) {
            if !self.f.editor.body().is_placed(from) {
                continue;
            }
            match self.terminator(from) {
                Some((_, InstData::Br { .. })) => {
                    self.replace_terminator(from, InstData::Unreachable);
                    has_changed = true;
                }
                Some((branch, InstData::CondBr { condition, if_true, if_false })) => {
                    has_changed = true;
                    if if_true == if_false {
                        self.replace_terminator(from, InstData::Unreachable);
                        continue;
                    }
                    self.assume(branch, condition, if_false == block);
                    let taken = if if_true == block { if_false } else { if_true };
                    self.replace_terminator(from, InstData::Br { dest: taken });
                }
                Some((switch, InstData::Switch { .. })) => {
                    has_changed |= self.remove_cases_to(switch, block) > 0;
                }
                Some((invoke, InstData::Invoke { unwind, .. })) if unwind == block => {
                    self.invoke_to_call(from, invoke, true);
                    has_changed = true;
                }
                _ => {}
            }
        }
        has_changed
    }

    /// Inserts an `llvm.assume` that a condition holds, or that its negation does.
    pub(super) fn assume(&mut self, at: Inst, condition: Value, holds: bool) {
        if condition.is_constant() {
            return;
        }
        let Ok(assume) = self.f.additions.intrinsic("llvm.assume", &[]) else { return };
        let module = self.f.editor.module();
        let cx = module.context();
        let mut fact = condition;
        let editor = &mut self.f.editor;
        let location = editor.body().debug_loc(at);
        if !holds {
            fact = editor.build_before(at, |b| b.not(condition)).unwrap_or(condition);
        }
        let args = editor.list(&[fact]);
        let call = lindworm_ir::instruction::CallInfo {
            callee: assume.into(),
            args,
            function_type: cx.function_type(Type::VOID, &[Type::I1], false),
            attributes: Default::default(),
            bundles: Default::default(),
        };
        let data = InstData::Call {
            call,
            convention: Default::default(),
            tail: Default::default(),
            fast_math: FastMathFlags::empty(),
        };
        let call = editor.insert(Point::Before(at), data, Type::VOID);
        editor.set_debug_loc(call, location);
    }
}
