//! Hoisting: instructions with which all successors of a branch begin are executed before the branch.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::Point;
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::TailCall;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};
use smallvec::SmallVec;

use super::{Simplifier, Switch};
use crate::combine::is_identical;
use crate::edges::phis;
use crate::effects::{call_has, has_side_effects, may_read, may_throw, may_write, will_return};
use crate::erase::erase_all;

/// What the instructions do over which others are hoisted.
#[derive(Clone, Copy, Default)]
struct Skipped {
    reads: bool,
    has_side_effects: bool,
    /// Whether control may not reach the next instruction.
    leaves: bool,
}

impl Simplifier<'_, '_, '_> {
    /// Hoists common instructions of the successors of a block. Without the parameter `hoist-common-insts`, only if the
    /// successors are equal.
    pub(super) fn hoist_common(&mut self, block: Block, branch: Inst) -> bool {
        if !self.options.hoists_common {
            return false;
        }
        let all = self.unique_successors(block);
        let body = self.f.editor.body();
        let is_unreachable =
            |&to: &Block| body.first_inst(to).is_some_and(|i| matches!(body.inst(i), InstData::Unreachable));
        for &to in &all {
            let is_own = self.unique_predecessor(to) == Some(block);
            if self.f.additions.is_address_taken(to) || !is_own && !is_unreachable(&to) {
                return false;
            }
            if body.first_inst(to).is_none_or(|i| matches!(body.inst(i), InstData::Phi { .. })) {
                return false;
            }
        }
        if all.len() < 2 || !self.options.is_on(Switch::HoistCommon) && !self.are_equal(&all) {
            return false;
        }
        let mut sides = all.clone();
        if sides.len() > 2 {
            sides.retain(|to| !is_unreachable(to));
            if sides.len() < 2 {
                return false;
            }
        }
        let mut places: SmallVec<[Option<Inst>; 4]> = sides.iter().map(|&to| body.first_inst(to)).collect();
        let mut skipped: SmallVec<[Skipped; 4]> = SmallVec::from_elem(Skipped::default(), sides.len());
        let (mut skipped_count, mut has_changed) = (0, false);
        loop {
            let Some(insts) = places.iter().copied().collect::<Option<SmallVec<[Inst; 4]>>>() else {
                return has_changed;
            };
            let (first, others) = (insts[0], &insts[1..]);
            let (cx, body) = (self.f.editor.module().context(), self.f.editor.body());
            let are_identical = others.iter().all(|&other| is_identical(cx, body, first, other));
            if insts.iter().any(|&inst| body.inst(inst).is_terminator()) {
                if skipped_count > 0 || !are_identical {
                    return has_changed;
                }
                return self.hoist_terminators(block, branch, &sides, &insts) || has_changed;
            }
            let can_hoist = are_identical
                && insts.iter().zip(&skipped).all(|(&inst, &skipped)| self.can_hoist(inst, skipped))
                && others.iter().all(|&other| self.should_merge(first, other));
            for place in &mut places {
                *place = place.and_then(|inst| body.next_inst(inst));
            }
            if can_hoist {
                self.hoist_records(branch, &insts);
                self.editor().move_inst(first, Point::BeforeRecords(branch));
                for &other in others {
                    self.editor().replace_all(other.into(), first.into());
                    self.f.combine(first, other, true);
                    self.f.merge_location(first, other);
                    self.editor().erase(other);
                }
                has_changed = true;
                continue;
            }
            if skipped_count >= self.options.hoist_skip_limit {
                return has_changed;
            }
            for (&inst, skipped) in insts.iter().zip(&mut skipped) {
                let editor = &self.f.editor;
                let is_alloca = matches!(editor.body().inst(inst), InstData::Alloca { .. });
                skipped.reads |= may_read(editor, inst);
                skipped.has_side_effects |= has_side_effects(editor, inst) || is_alloca;
                skipped.leaves |= may_throw(editor, inst) || !will_return(editor, inst);
            }
            skipped_count += 1;
        }
    }

    /// Whether blocks have the same instructions.
    fn are_equal(&self, blocks: &[Block]) -> bool {
        let (cx, body) = (self.f.editor.module().context(), self.f.editor.body());
        let first = blocks[0];
        blocks[1..].iter().all(|&other| {
            let (mut a, mut b) = (body.last_inst(first), body.last_inst(other));
            while let (Some(x), Some(y)) = (a, b) {
                if !is_identical(cx, body, x, y) {
                    return false;
                }
                (a, b) = (body.prev_inst(x), body.prev_inst(y));
            }
            a.is_none() && b.is_none()
        })
    }

    /// Whether an instruction can be moved to the front of its block over instructions with these effects.
    fn can_hoist(&self, inst: Inst, skipped: Skipped) -> bool {
        let (editor, module) = (&self.f.editor, self.f.editor.module());
        let body = editor.body();
        let data = body.inst(inst);
        let (reads, writes) = (may_read(editor, inst), may_write(editor, inst));
        let is_effect = has_side_effects(editor, inst) || matches!(data, InstData::Alloca { .. });
        if skipped.reads && writes
            || skipped.has_side_effects && (reads || is_effect)
            || skipped.leaves && !self.query().can_speculate(inst)
        {
            return false;
        }
        let intrinsic = data.call_info().and_then(|call| module.callee(call.callee)).and_then(|f| f.intrinsic);
        if intrinsic == Some(IntrinsicId::EXPERIMENTAL_DEOPTIMIZE) {
            return false;
        }
        let block = body.inst_block(inst);
        let mut is_free = true;
        data.for_each_operand(body.values(), |v| {
            is_free &= v.as_inst().is_none_or(|operand| body.inst_block(operand) != block);
        });
        is_free
    }

    /// Whether two equal calls may become one.
    fn should_merge(&self, a: Inst, b: Inst) -> bool {
        let (body, module) = (self.f.editor.body(), self.f.editor.module());
        let is_tail = |inst| matches!(body.inst(inst), InstData::Call { tail: TailCall::MustTail, .. });
        let stays = |inst| {
            body.inst(inst).call_info().is_some_and(|call| {
                [AttrKind::NO_MERGE, AttrKind::CONVERGENT].into_iter().any(|kind| call_has(module, call, kind))
            })
        };
        is_tail(a) == is_tail(b) && !stays(a) && !stays(b)
    }

    /// Hoists the debug records that all of the instructions have.
    fn hoist_records(&mut self, branch: Inst, insts: &[Inst]) {
        use lindworm_ir::body::RecordPosition;
        let body = self.f.editor.body();
        if !body.has_debug_records() {
            return;
        }
        // Records of one value may wrap it as different metadata.
        let records = |inst: Inst| {
            let all = body.debug_records(inst).handles();
            all.map(|(record, data)| {
                let mut same = *data;
                let values: SmallVec<[Option<Value>; 2]> = data.operands().map(|m| body.local_value(m)).collect();
                same.for_each_operand_mut(|m| {
                    if body.local_value(*m).is_some() {
                        *m = lindworm_ir::Metadata::new(lindworm_ir::metadata::MetadataRef::Local(0));
                    }
                });
                (record, (same, values))
            })
            .collect::<Vec<_>>()
        };
        let lists: SmallVec<[Vec<_>; 4]> = insts.iter().map(|&inst| records(inst)).collect();
        let count = lists.iter().map(Vec::len).min().unwrap_or(0);
        let same: Vec<_> = (0..count)
            .filter(|&n| lists[1..].iter().all(|list| list[n].1 == lists[0][n].1))
            .map(|n| lists.iter().map(|list| list[n].0).collect::<SmallVec<[_; 4]>>())
            .collect();
        for group in same {
            self.editor().move_debug_record(group[0], RecordPosition::Before(branch));
            group[1..].iter().for_each(|&record| self.editor().remove_debug_record(record));
        }
    }

    /// Replaces a branch by the equal terminators of its successors. Phis of their successors get selects where they differ.
    fn hoist_terminators(&mut self, block: Block, branch: Inst, sides: &[Block], insts: &[Inst]) -> bool {
        let condition = match *self.f.editor.body().inst(branch) {
            InstData::CondBr { condition, if_true, .. } => Some((condition, if_true)),
            _ => None,
        };
        let body = self.f.editor.body();
        // The new terminator would be the branch itself again, or a branch to the blocks.
        if matches!(body.inst(insts[0]), InstData::CallBr { .. } | InstData::Invoke { .. }) && condition.is_none() {
            return false;
        }
        let next = self.unique_successors(sides[0]);
        if next.iter().any(|to| sides.contains(to)) {
            return false;
        }
        for &to in &next {
            if !self.has_few_entries(to) {
                return false;
            }
            for phi in phis(&self.f.editor, to) {
                let value = self.incoming_value(phi, sides[0]);
                for &side in &sides[1..] {
                    let other = self.incoming_value(phi, side);
                    if value == other {
                        continue;
                    }
                    let (Some(a), Some(b), Some(_)) = (value, other, condition) else { return false };
                    if self.is_passing_undefined(a, phi)
                        || self.is_passing_undefined(b, phi)
                        || body.inst_type(phi) == Type::TOKEN
                    {
                        return false;
                    }
                }
            }
        }
        self.hoist_records(branch, insts);
        let name: Box<[u8]> = self.f.editor.body().name(insts[0].into()).into();
        let new = self.editor().clone_inst(insts[0], Point::Before(branch));
        for &other in insts {
            if other != insts[0] {
                self.f.merge_location(new, other);
            }
            if self.f.editor.body().inst_type(other) != Type::VOID {
                self.editor().replace_all(other.into(), new.into());
            }
        }
        if !name.is_empty() {
            self.editor().set_name(insts[0].into(), b"");
            self.editor().set_name(new.into(), &name);
        }
        let mut selects: HashMap<(Value, Value), Value> = HashMap::default();
        if let Some((condition, _)) = condition {
            for &to in &next {
                for phi in phis(&self.f.editor, to) {
                    let (Some(a), Some(b)) = (self.incoming_value(phi, sides[0]), self.incoming_value(phi, sides[1]))
                    else {
                        continue;
                    };
                    if a == b {
                        continue;
                    }
                    let select = match selects.get(&(a, b)) {
                        Some(&select) => select,
                        None => {
                            let body = self.f.editor.body();
                            let name = [body.name(a), b".", body.name(b)].concat();
                            let fast_math = body.inst(phi).fast_math().unwrap_or_default();
                            let location = body.debug_loc(new);
                            let select = self.f.editor.build(Point::Before(new), location, |builder| {
                                builder.fast_math = fast_math;
                                builder.named(name).select(condition, a, b)
                            });
                            let select = select.unwrap_or(a);
                            self.copy_branch_metadata(branch, select);
                            selects.insert((a, b), select);
                            select
                        }
                    };
                    let body = self.f.editor.body();
                    let places: SmallVec<[u32; 4]> = (0..body.operand_count(phi) as u32)
                        .step_by(2)
                        .filter(|&n| {
                            let from = body.operand(phi, n as usize + 1);
                            sides.iter().any(|&side| from == Some(side.into()))
                        })
                        .collect();
                    for operand in places {
                        self.editor().set_operand(Use { user: phi, operand }, select);
                    }
                }
            }
        }
        // One entry for each edge.
        for to in self.successors(sides[0]) {
            self.add_predecessor(to, block, sides[0]);
        }
        let old = self.condition(block);
        crate::edges::remove_outgoing_edges(&mut self.f.editor, block, None);
        erase_all(self.editor(), &[branch]);
        self.erase_if_dead(old);
        true
    }
}
