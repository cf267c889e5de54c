//! Undefined behaviour: what cannot be executed is removed.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::Point;
use lindworm_ir::instruction::{CallInfo, TailCall};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::Simplifier;
use crate::edges::{incoming, phis, remove_edges, remove_outgoing_edges};
use crate::effects::{call_has, may_throw, will_return};
use crate::erase::erase_all;

impl Simplifier<'_, '_, '_> {
    /// Ends each block after a call that does not return, or before an instruction with undefined behaviour.
    pub(super) fn end_blocks_at_undefined_behaviour(&mut self) {
        let blocks: Vec<Block> = self.f.editor.body().blocks().collect();
        for block in blocks {
            let body = self.f.editor.body();
            let end = body.insts(block).find_map(|inst| {
                // No other instruction ends a block here.
                if !matches!(body.inst(inst), InstData::Store { .. } | InstData::Call { .. }) {
                    return None;
                }
                if self.is_undefined(inst) {
                    return Some(inst);
                }
                let next = body.next_inst(inst).filter(|_| self.never_returns(inst))?;
                (!matches!(body.inst(next), InstData::Unreachable)).then_some(next)
            });
            if let Some(end) = end {
                self.end_block(block, end);
            }
        }
    }

    /// Whether an instruction has undefined behaviour: a store to null, a call of null, an assumption of false.
    fn is_undefined(&self, inst: Inst) -> bool {
        let (body, module) = (self.f.editor.body(), self.f.editor.module());
        let constants = module.constants();
        let is_nowhere = |pointer: Value| {
            let space = module.context().addr_space(self.f.editor.type_of(pointer)).unwrap_or(0);
            constants.is_undef_or_poison(pointer) || constants.is_zero(pointer) && !self.query().is_null_valid(space)
        };
        match body.inst(inst) {
            InstData::Store { pointer, volatile: false, .. } => pointer.is_constant() && is_nowhere(*pointer),
            InstData::Call { call, .. } => {
                let intrinsic = module.callee(call.callee).and_then(|f| f.intrinsic);
                let condition = body.call_args(call).first().filter(|_| intrinsic == Some(IntrinsicId::ASSUME));
                condition.is_some_and(|&c| constants.is_zero(c) || constants.is_undef_or_poison(c))
                    || call.callee.is_constant() && intrinsic.is_none() && is_nowhere(call.callee)
            }
            _ => false,
        }
    }

    fn never_returns(&self, inst: Inst) -> bool {
        match self.f.editor.body().inst(inst) {
            InstData::Call { call, tail, .. } => {
                *tail != TailCall::MustTail && call_has(self.f.editor.module(), call, AttrKind::NO_RETURN)
            }
            _ => false,
        }
    }

    /// Replaces an instruction and all that follow it in the block by `unreachable`.
    pub(super) fn end_block(&mut self, block: Block, end: Inst) {
        remove_outgoing_edges(&mut self.f.editor, block, None);
        while let Some(last) = self.f.editor.body().last_inst(block) {
            let editor = &mut self.f.editor;
            let location = editor.body().debug_loc(last);
            erase_all(editor, &[last]);
            if last == end {
                let new = editor.insert(Point::End(block), InstData::Unreachable, Type::VOID);
                editor.set_debug_loc(new, location);
                return;
            }
        }
    }

    /// Whether a phi with this value is undefined behaviour: null or undef is used by an instruction of its block as only a
    /// valid address may be.
    pub(super) fn is_passing_undefined(&self, value: Value, phi: Inst) -> bool {
        let constants = self.f.editor.module().constants();
        if !constants.is_zero(value) && !constants.is_undef_or_poison(value) {
            return false;
        }
        self.is_undefined_with(value, phi, 0)
    }

    /// Whether the first use of an instruction's result in its block is undefined if the result is `value`.
    fn is_undefined_with(&self, value: Value, inst: Inst, depth: usize) -> bool {
        const MAX_INSTS: usize = 32;
        const MAX_DEPTH: usize = 4;
        let (editor, module) = (&self.f.editor, self.f.editor.module());
        let (body, constants) = (editor.body(), module.constants());
        let block = body.inst_block(inst);
        let users: Vec<Inst> = editor
            .uses()
            .of(inst.into())
            .map(|at| at.user)
            .filter(|&user| body.inst_block(user) == block && !matches!(body.inst(user), InstData::Phi { .. }))
            .take(MAX_INSTS)
            .collect();
        let mut next = Some(inst);
        let mut user = None;
        for _ in 0..MAX_INSTS {
            next = next.and_then(|at| body.next_inst(at));
            let Some(at) = next else { break };
            if users.contains(&at) {
                user = Some(at);
                break;
            }
            if !matches!(body.inst(at), InstData::Phi { .. }) && (may_throw(editor, at) || !will_return(editor, at)) {
                return false;
            }
        }
        let Some(user) = user else { return false };
        let is_undef = constants.is_undef_or_poison(value);
        let is_invalid = |pointer: Value| {
            let space = module.context().addr_space(editor.type_of(pointer)).unwrap_or(0);
            pointer == inst.into() && (is_undef || !self.query().is_null_valid(space))
        };
        match *body.inst(user) {
            InstData::Load { pointer, volatile: false, .. } => is_invalid(pointer),
            InstData::Store { pointer, volatile: false, .. } => is_invalid(pointer),
            InstData::GetElementPtr { operands, source, .. } => {
                let list = body.list_values(&operands);
                let is_base = list[0] == inst.into();
                let offset = self.query().constant_offset(source, &list[1..]);
                is_base && depth < MAX_DEPTH && offset == Some(0) && self.is_undefined_with(value, user, depth + 1)
            }
            InstData::Call { ref call, .. } | InstData::Invoke { ref call, .. } => {
                if call.callee == inst.into() {
                    return is_invalid(call.callee);
                }
                let intrinsic = module.callee(call.callee).and_then(|f| f.intrinsic);
                if intrinsic == Some(IntrinsicId::ASSUME) {
                    return body.call_args(call).first() == Some(&inst.into());
                }
                self.is_undefined_argument(call, inst.into(), is_undef)
            }
            InstData::Ret { value: returned } => {
                let list = module.function(self.f.additions.function()).map(|f| f.attributes).unwrap_or_default();
                let set = module.context().attribute_list(list).result;
                let has = |kind| module.context().has_attribute(set, kind);
                returned.expand() == Some(inst.into())
                    && has(AttrKind::NO_UNDEF)
                    && (is_undef || has(AttrKind::NON_NULL) && constants.is_zero(value))
            }
            InstData::Binary { op, rhs, .. } if op.is_int_div_rem() => rhs == inst.into(),
            _ => false,
        }
    }

    fn is_undefined_argument(&self, call: &CallInfo, arg: Value, is_undef: bool) -> bool {
        let module = self.f.editor.module();
        let lists = [Some(call.attributes), module.callee(call.callee).map(|f| f.attributes)];
        let args = self.f.editor.body().call_args(call);
        args.iter().enumerate().filter(|&(_, &a)| a == arg).any(|(n, _)| {
            let has = |kind| {
                let mut sets = lists.iter().flatten().map(|&list| module.context().attribute_list(list).param(n));
                sets.any(|set| module.context().has_attribute(set, kind))
            };
            let is_pointer = module.context().is_pointer(self.f.editor.type_of(arg));
            has(AttrKind::NO_UNDEF) && (is_undef || is_pointer && has(AttrKind::NON_NULL))
        })
    }

    /// Removes an edge on which a phi of the block has a value that is undefined behaviour.
    pub(super) fn remove_undefined_edge(&mut self, block: Block) -> bool {
        let constants = self.f.editor.module().constants();
        for phi in phis(&self.f.editor, block) {
            for (value, from) in incoming(&self.f.editor, phi) {
                let may_be = value.is_constant() && (constants.is_zero(value) || constants.is_undef_or_poison(value));
                if !may_be || !self.is_passing_undefined(value, phi) {
                    continue;
                }
                match self.terminator(from) {
                    Some((_, InstData::Br { .. })) => {
                        remove_edges(&mut self.f.editor, block, from, 1);
                        self.replace_terminator(from, InstData::Unreachable);
                        return true;
                    }
                    Some((branch, InstData::CondBr { condition, if_true, if_false })) if if_true != if_false => {
                        self.assume(branch, condition, if_false == block);
                        remove_edges(&mut self.f.editor, block, from, 1);
                        let dest = if if_true == block { if_false } else { if_true };
                        self.replace_terminator(from, InstData::Br { dest });
                        return true;
                    }
                    Some((switch, InstData::Switch { default, .. })) => {
                        self.remove_switch_edges(from, switch, block, default == block);
                        return true;
                    }
                    _ => {}
                }
            }
        }
        false
    }

    /// Removes the edges of a switch to a block that must not be reached from there.
    fn remove_switch_edges(&mut self, from: Block, switch: Inst, block: Block, is_default: bool) {
        let removed = self.remove_cases_to(switch, block);
        remove_edges(&mut self.f.editor, block, from, removed + usize::from(is_default));
        if is_default {
            let editor = self.editor();
            let new = editor.create_block(editor.body().prev_block(block).or(Some(from)));
            editor.set_name(new.into(), b"unreachable");
            editor.insert(Point::End(new), InstData::Unreachable, Type::VOID);
            self.set_default(switch, new);
        }
    }
}
