//! Phis, and operations on phis.

use lindworm_ir::editor::Point;
use lindworm_ir::eval::{FastMathFlags, IntFlags};
use lindworm_ir::hash::HashMap;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::Combiner;
use crate::edges::{incoming, phis, predecessors, set_incoming};
use crate::merged_location;
use crate::simplify::rules::Op;

/// The maximum number of incoming values that are compared or simplified.
const MAX_INCOMING: usize = 64;

/// The maximum number of phis of a block that are compared with one.
const MAX_PHIS: usize = 64;

impl Combiner<'_, '_, '_> {
    pub(super) fn visit_phi(&mut self, inst: Inst) -> Option<Value> {
        self.phi_of_operations(inst)
            .or_else(|| self.dead_cycle(inst))
            .or_else(|| self.order_incoming(inst))
            .or_else(|| self.equal_phi(inst))
            .or_else(|| self.phi_of_condition(inst))
    }

    /// A phi of equal operations as the operation of a phi.
    fn phi_of_operations(&mut self, phi: Inst) -> Option<Value> {
        let entries = incoming(&self.f.editor, phi);
        let insts: Option<Vec<Inst>> = entries.iter().map(|(value, _)| value.as_inst()).collect();
        let insts = insts.filter(|insts| insts.len() >= 2 && insts.len() <= MAX_INCOMING)?;
        let body = self.f.editor.body();
        let block = body.inst_block(phi)?;
        // The block must have a place for the operation.
        let place = body.first_non_phi(block)?;
        if crate::effects::is_pad(body.inst(place)) {
            return None;
        }
        let is_private = |inst: Inst| self.f.editor.uses().of(inst.into()).all(|at| at.user == phi);
        if !insts.iter().all(|&inst| inst != phi && is_private(inst)) {
            return None;
        }
        let first = *body.inst(insts[0]);
        let ty = body.inst_type(phi);
        // The operation, with the operands that are to be equal in all.
        let mut flags = match first {
            InstData::Binary { flags, .. } | InstData::Cast { flags, .. } => flags,
            _ => Default::default(),
        };
        let varying = match first {
            InstData::Cast { op, value, .. } => {
                let from = self.type_of(value);
                let is_int = |ty| self.f.editor.module().context().is_int(ty);
                if is_int(ty) && is_int(from) && !self.should_change_type(ty, from) {
                    return None;
                }
                let same = insts.iter().all(|&i| {
                    matches!(*body.inst(i), InstData::Cast { op: other, value, .. } if other == op && self.type_of(value) == from)
                });
                if !same {
                    return None;
                }
                0
            }
            InstData::Binary { op, fast_math, lhs, rhs, .. } => {
                let parts: Option<Vec<(Value, Value)>> = insts
                    .iter()
                    .map(|&i| match *body.inst(i) {
                        InstData::Binary { op: other, lhs, rhs, fast_math: f, .. } if other == op && f == fast_math => {
                            Some((lhs, rhs))
                        }
                        _ => None,
                    })
                    .collect();
                let parts = parts?;
                if parts.iter().all(|p| p.1 == rhs) {
                    0
                } else if parts.iter().all(|p| p.0 == lhs) {
                    1
                } else {
                    return None;
                }
            }
            InstData::ICmp { predicate, lhs, rhs, .. } => {
                let from = self.type_of(lhs);
                let parts: Option<Vec<(Value, Value)>> = insts
                    .iter()
                    .map(|&i| match *body.inst(i) {
                        InstData::ICmp { predicate: other, lhs, rhs, .. }
                            if other == predicate && self.type_of(lhs) == from =>
                        {
                            Some((lhs, rhs))
                        }
                        _ => None,
                    })
                    .collect();
                let parts = parts?;
                if parts.iter().all(|p| p.1 == rhs) {
                    0
                } else if parts.iter().all(|p| p.0 == lhs) {
                    1
                } else {
                    return None;
                }
            }
            _ => return None,
        };
        for &inst in &insts {
            flags &= match *body.inst(inst) {
                InstData::Binary { flags, .. } | InstData::Cast { flags, .. } => flags,
                _ => Default::default(),
            };
        }
        // The common operand must be available in the block of the phi.
        if !matches!(first, InstData::Cast { .. }) {
            let common = body.operand(insts[0], 1 - varying)?;
            if !self.query().dominates(common, phi) {
                return None;
            }
        }
        let mut list: Vec<Value> = Vec::new();
        let mut loc = body.debug_loc(insts[0]);
        let operands: Option<Vec<Value>> = insts.iter().map(|&inst| body.operand(inst, varying)).collect();
        let operands = operands?;
        let from = self.type_of(operands[0]);
        for (value, (_, block)) in operands.iter().zip(&entries) {
            list.extend([*value, (*block).into()]);
        }
        for &inst in &insts[1..] {
            loc = merged_location(&mut self.f.additions.metadata, loc, self.f.editor.body().debug_loc(inst));
        }
        let new_phi = if operands.iter().all(|&v| v == operands[0]) {
            operands[0]
        } else {
            let incoming = self.f.editor.list(&list);
            let new_phi = self.insert(phi, InstData::Phi { incoming, fast_math: FastMathFlags::empty() }, from);
            self.name_after(new_phi, phi.into(), b".in");
            new_phi
        };
        let mut data = first;
        match &mut data {
            InstData::Cast { value, flags: f, .. } => (*value, *f) = (new_phi, flags),
            InstData::Binary { lhs, rhs, flags: f, .. } => {
                *(if varying == 0 { lhs } else { rhs }) = new_phi;
                *f = flags;
            }
            InstData::ICmp { lhs, rhs, same_sign, .. } => {
                *(if varying == 0 { lhs } else { rhs }) = new_phi;
                *same_sign = false;
            }
            _ => return None,
        }
        let new = self.insert(place, data, ty);
        if let Some(new) = new.as_inst() {
            self.f.editor.set_debug_loc(new, loc);
        }
        Some(new)
    }

    /// A phi without a user except an operation whose only user is the phi.
    fn dead_cycle(&mut self, phi: Inst) -> Option<Value> {
        let mut current = phi;
        // A cycle of phis and operations, each with one user.
        for _ in 0..16 {
            let mut users = self.f.editor.uses().of(current.into());
            let (only, None) = (users.next()?, users.next()) else { return None };
            drop(users);
            if only.user == phi {
                let ty = self.f.editor.body().inst_type(phi);
                return Some(self.f.editor.module().constants().poison(ty));
            }
            let data = self.data(only.user);
            let is_plain =
                matches!(data, InstData::Phi { .. } | InstData::Binary { .. } | InstData::GetElementPtr { .. })
                    && !crate::effects::has_side_effects(&self.f.editor, only.user);
            if !is_plain {
                return None;
            }
            current = only.user;
        }
        None
    }

    /// The incoming values in the order of the first phi of the block.
    fn order_incoming(&mut self, phi: Inst) -> Option<Value> {
        let body = self.f.editor.body();
        let first = body.insts(body.inst_block(phi)?).next()?;
        let (mine, model) = (incoming(&self.f.editor, phi), incoming(&self.f.editor, first));
        if mine.len() != model.len() || mine.iter().zip(&model).all(|(a, b)| a.1 == b.1) {
            return None;
        }
        let values: HashMap<Block, Value> = mine.iter().map(|&(value, from)| (from, value)).collect();
        let mut entries: Vec<(Value, Block)> = Vec::new();
        for (_, from) in model {
            entries.push((*values.get(&from)?, from));
        }
        set_incoming(&mut self.f.editor, phi, &entries);
        Some(phi.into())
    }

    /// A phi whose incoming constants are those for which a condition leads to their edges: the condition, or its inverse.
    fn phi_of_condition(&mut self, phi: Inst) -> Option<Value> {
        let body = self.f.editor.body();
        let block = body.inst_block(phi)?;
        let ty = body.inst_type(phi);
        let entries = incoming(&self.f.editor, phi);
        if entries.len() > MAX_INCOMING || !entries.iter().all(|(value, _)| self.query().constant_int(*value).is_some())
        {
            return None;
        }
        let from = self.dominators.idom(block)?;
        let module = self.f.editor.module();
        let bool_of = |b: u64| module.constants().int(module.context(), Type::I1, b);
        // For each successor, the only value of the condition for which it is taken.
        let (condition, targets): (Value, Vec<(Value, Block)>) = match *body.inst(body.terminator(from)?) {
            InstData::CondBr { condition, if_true, if_false } if if_true != if_false => {
                (condition, vec![(bool_of(1), if_true), (bool_of(0), if_false)])
            }
            InstData::Switch { condition, default, ref cases } if body.list_values(cases).len() <= 2 * MAX_INCOMING => {
                let pairs = body.list_values(cases).chunks_exact(2);
                let targets: Vec<(Value, Block)> =
                    pairs.filter_map(|pair| Some((pair[0], pair[1].as_block()?))).collect();
                let is_single = |to: Block| to != default && targets.iter().filter(|t| t.1 == to).count() == 1;
                (condition, targets.iter().copied().filter(|t| is_single(t.1)).collect())
            }
            _ => return None,
        };
        if self.type_of(condition) != ty || condition.is_constant() {
            return None;
        }
        let is_behind = |value: Value, before: Block| {
            targets.iter().any(|&(of, to)| {
                of == value
                    && if to == block {
                        before == from
                    } else {
                        self.dominators.dominates(to, before)
                            && predecessors(&self.f.editor, to).iter().all(|&b| b == from)
                    }
            })
        };
        if entries.iter().all(|&(value, before)| is_behind(value, before)) {
            return Some(condition);
        }
        let inverse = |value: Value| self.query().constant_int(value).map(|n| self.int(ty, &n.not()));
        if entries.iter().all(|&(value, before)| inverse(value).is_some_and(|v| is_behind(v, before))) {
            let place = self.f.editor.body().first_non_phi(block)?;
            if crate::effects::is_pad(self.f.editor.body().inst(place)) {
                return None;
            }
            return Some(self.not(place, condition));
        }
        None
    }

    /// Another phi of the block with the same incoming values.
    fn equal_phi(&mut self, phi: Inst) -> Option<Value> {
        let body = self.f.editor.body();
        let block = body.inst_block(phi)?;
        let ty = body.inst_type(phi);
        let InstData::Phi { incoming: list, .. } = body.inst(phi) else { return None };
        let mine = body.list_values(list);
        if mine.len() > 2 * MAX_INCOMING {
            return None;
        }
        for other in phis(&self.f.editor, block).into_iter().take(MAX_PHIS).filter(|&other| other != phi) {
            let InstData::Phi { incoming: list, fast_math } = body.inst(other) else { continue };
            if body.inst_type(other) == ty && body.list_values(list) == mine && fast_math.is_empty() {
                return Some(other.into());
            }
        }
        None
    }

    /// Applies an operation to the incoming values of a phi that has no other users, if all results but one are simple.
    pub(super) fn push_into_phi(&mut self, inst: Inst) -> Option<Value> {
        let query = self.query();
        let body = self.f.editor.body();
        let data = self.data(inst);
        let place = match data {
            InstData::Binary { lhs, rhs, .. } | InstData::ICmp { lhs, rhs, .. } => {
                // The other operand must be available in the preceding blocks.
                let is_available = |phi: Value, other: Value| {
                    let before = phi.as_inst().and_then(|phi| body.inst_block(phi));
                    other.is_constant()
                        || other.as_inst().is_none_or(|inst| body.inst_block(inst) != before)
                            && phi.as_inst().is_some_and(|phi| query.dominates(other, phi))
                };
                let is_phi = |v: Value| matches!(query.inst(v), Some(InstData::Phi { .. }));
                if is_phi(lhs) && is_available(lhs, rhs) {
                    0
                } else if is_phi(rhs) && is_available(rhs, lhs) {
                    1
                } else {
                    return None;
                }
            }
            InstData::Cast { value, .. } if matches!(query.inst(value), Some(InstData::Phi { .. })) => 0,
            _ => return None,
        };
        let operation = query.operation(&data, query.body.inst_type(inst))?;
        let phi = operation.args()[place].as_inst()?;
        let is_division = matches!(operation.op, Op::Binary(op) if op.is_int_div_rem());
        if phi == inst || is_division || !query.uses.has_one_use(phi.into()) {
            return None;
        }
        let entries = incoming(&self.f.editor, phi);
        if entries.is_empty() || entries.len() > MAX_INCOMING {
            return None;
        }
        let mut results: Vec<Option<Value>> = Vec::new();
        let mut left: Option<(Value, Block)> = None;
        for &(value, from) in &entries {
            let with = self.with_operand(inst, place, value)?;
            let query = self.query().at_end_of(from.into());
            let simple = match with.op {
                _ if with.args().iter().all(|v| v.is_constant()) => query.fold_operation(with.op, with.args(), with.ty),
                Op::ICmp(p) => query.simplify_icmp(p, with.args[0], with.args[1], 3).or_else(|| {
                    let (condition, is_true) = query.condition_of_edge(query.body.inst_block(phi))?;
                    let known = query.implies_compare(
                        condition,
                        is_true,
                        (p, with.args[0], with.args[1]),
                        with.flags.contains(IntFlags::SAMESIGN),
                        4,
                    )?;
                    Some(query.bool(with.ty, known))
                }),
                Op::Binary(op) => query.simplify_binary(op, with.flags, with.fast_math, with.args[0], with.args[1], 3),
                _ => None,
            };
            let simple = simple.filter(|&v| v.as_inst().is_none() || v == value);
            if simple.is_none() {
                if left.is_some() {
                    return None;
                }
                left = Some((value, from));
            }
            results.push(simple);
        }
        if let Some((value, from)) = left {
            // The operation must not be executed where it was not, nor in a loop of which the phi is the head.
            let body = self.f.editor.body();
            let terminator = body.terminator(from)?;
            let (block, at) = (body.inst_block(phi)?, body.inst_block(inst)?);
            let is_back_edge = self.dominators.dominates(block, from);
            if !matches!(body.inst(terminator), InstData::Br { .. })
                || is_back_edge
                || !self.dominators.is_reachable(from)
                || block != at
                || value
                    .as_inst()
                    .is_some_and(|i| matches!(body.inst(i), InstData::Invoke { .. } | InstData::CallBr { .. }))
            {
                return None;
            }
            let copy = self.f.editor.clone_inst(inst, Point::Before(terminator));
            self.f.editor.set_operand(Use { user: copy, operand: place as u32 }, value);
            self.worklist.defer(copy);
            for result in results.iter_mut().filter(|r| r.is_none()) {
                *result = Some(copy.into());
            }
        }
        let ty: Type = self.f.editor.body().inst_type(inst);
        let mut list: Vec<Value> = Vec::new();
        for (result, (_, from)) in results.iter().zip(&entries) {
            list.extend([(*result)?, (*from).into()]);
        }
        let incoming = self.f.editor.list(&list);
        let new = self.insert(phi, InstData::Phi { incoming, fast_math: FastMathFlags::empty() }, ty);
        if let Some(new) = new.as_inst() {
            let loc = self.f.editor.body().debug_loc(phi);
            self.f.editor.set_debug_loc(new, loc);
        }
        Some(new)
    }
}
