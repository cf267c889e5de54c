//! Folding of branches and switches with a known or simplifiable condition.

use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, FastMathFlags, IntFlags, IntPredicate};
use lindworm_ir::hash::HashSet;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::Simplifier;
use crate::edges::{keep_successor, phis, predecessors, remove_edges, remove_edges_to};
use crate::effects::{is_pad, may_throw, will_return};
use crate::erase::erase_all;

impl Simplifier<'_, '_, '_> {
    /// Replaces a conditional branch or switch with a known target by an unconditional branch. Returns whether anything changed.
    pub(super) fn fold_terminator(&mut self, block: Block) -> bool {
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
                self.dead.push(condition);
                true
            }
            InstData::Switch { condition, default, cases } => {
                let body = self.f.editor.body();
                let pairs: Vec<(Value, Block)> = body
                    .list_values(&cases)
                    .chunks_exact(2)
                    .filter_map(|pair| Some((pair[0], pair[1].as_block()?)))
                    .collect();
                if constants.as_u64(condition).is_some() || pairs.iter().all(|&(_, to)| to == default) {
                    let taken = pairs.iter().find(|&&(value, _)| value == condition).map_or(default, |&(_, to)| to);
                    keep_successor(&mut self.f.editor, block, Some(taken));
                    self.dead.push(condition);
                    return true;
                }
                // Removes cases that have the same destination as the default. With branch weights they are kept, because their
                // weights would have to be added to the default's.
                let has_weights = body.attachment(inst, lindworm_ir::context::MetadataKind::PROF).is_some();
                let redundant = pairs.iter().filter(|&&(_, to)| to == default).count();
                if redundant > 0 && !has_weights {
                    let kept: Vec<(Value, Block)> = pairs.into_iter().filter(|&(_, to)| to != default).collect();
                    remove_edges(&mut self.f.editor, default, block, redundant);
                    self.set_cases(inst, &kept);
                    return true;
                }
                if let [(value, to)] = pairs[..]
                    && !has_weights
                {
                    let compare =
                        InstData::ICmp { predicate: IntPredicate::Eq, same_sign: false, lhs: condition, rhs: value };
                    let editor = self.editor();
                    let location = editor.body().debug_loc(inst);
                    let compare = editor.insert(Point::Before(inst), compare, Type::I1);
                    editor.set_name(compare.into(), b"cond");
                    editor.set_debug_loc(compare, location);
                    let branch = InstData::CondBr { condition: compare.into(), if_true: to, if_false: default };
                    self.replace_terminator(block, branch);
                    return true;
                }
                false
            }
            _ => false,
        }
    }

    pub(super) fn set_cases(&mut self, switch: Inst, cases: &[(Value, Block)]) {
        let list: Vec<Value> = cases.iter().flat_map(|&(value, to)| [value, to.into()]).collect();
        let editor = self.editor();
        let list = editor.list(&list);
        editor.change(switch, |data, _| {
            if let InstData::Switch { cases, .. } = data {
                *cases = list;
            }
        });
    }

    /// Folds a branch whose condition is implied by the only incoming edge.
    pub(super) fn simplify_branch(&mut self, block: Block, inst: Inst) -> bool {
        let Some((_, InstData::CondBr { condition, if_true, if_false })) = self.terminator(block) else { return false };
        if let Some(from) = self.f.editor.single_predecessor(block)
            && from != block
            && let Some((_, InstData::CondBr { condition: known, if_true: then, if_false: otherwise })) =
                self.terminator(from)
            && then != otherwise
            && !condition.is_constant()
            && let Some(is) = self.query().implied(known, condition, then == block)
        {
            let value = self.query().bool(Type::I1, is);
            let operand = operand_of(&self.f.editor, inst, condition);
            self.editor().set_operand(Use { user: inst, operand }, value);
            self.dead.push(condition);
            return true;
        }
        self.speculate_branch(block, if_true, if_false)
            || self.speculate_branch(block, if_false, if_true)
            || self.merge_branches(block)
    }

    /// Removes cases that the known bits of the condition exclude.
    pub(super) fn simplify_switch(&mut self, block: Block, inst: Inst) -> bool {
        let Some((_, InstData::Switch { condition, cases, .. })) = self.terminator(block) else { return false };
        let body = self.f.editor.body();
        if body.attachment(inst, lindworm_ir::context::MetadataKind::PROF).is_some() {
            return false;
        }
        let Some(known) = self.query().known_bits(condition) else { return false };
        if known.is_unknown() {
            return false;
        }
        let (module, mut dead, mut kept) = (self.f.editor.module(), Vec::new(), Vec::new());
        for pair in self.f.editor.body().list_values(&cases).chunks_exact(2) {
            let (Some(n), Some(to)) = (module.constants().as_int(module.context(), pair[0]), pair[1].as_block()) else {
                return false;
            };
            let is_possible = n.and(&known.zero).is_zero() && n.not().and(&known.one).is_zero();
            if is_possible { kept.push((pair[0], to)) } else { dead.push(to) }
        }
        if dead.is_empty() {
            return false;
        }
        self.set_cases(inst, &kept);
        remove_edges_to(&mut self.f.editor, block, &dead);
        true
    }

    /// Removes the instructions before an `unreachable` that are guaranteed to reach it. If the block is then otherwise empty,
    /// removes the edges to it.
    pub(super) fn simplify_unreachable(&mut self, block: Block, inst: Inst) -> bool {
        let mut has_changed = false;
        while let Some(before) = self.f.editor.body().prev_inst(inst) {
            let editor = &self.f.editor;
            let data = editor.body().inst(before);
            let is_volatile =
                matches!(data, InstData::Load { volatile: true, .. } | InstData::Store { volatile: true, .. });
            if is_pad(data)
                || is_volatile
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
                Some((switch, InstData::Switch { cases, default, .. })) if default != block => {
                    if self.f.editor.body().attachment(switch, lindworm_ir::context::MetadataKind::PROF).is_some() {
                        continue;
                    }
                    let body = self.f.editor.body();
                    let pairs = body.list_values(&cases).chunks_exact(2);
                    let kept: Vec<(Value, Block)> = pairs
                        .filter_map(|pair| Some((pair[0], pair[1].as_block()?)))
                        .filter(|&(_, to)| to != block)
                        .collect();
                    self.set_cases(switch, &kept);
                    has_changed = true;
                }
                _ => {}
            }
        }
        has_changed
    }

    /// Inserts an `llvm.assume` that a condition holds, or that its negation does.
    fn assume(&mut self, at: Inst, condition: Value, holds: bool) {
        if condition.is_constant() {
            return;
        }
        let Ok(assume) = self.f.additions.intrinsic("llvm.assume", &[]) else { return };
        let module = self.f.editor.module();
        let (cx, constants) = (module.context(), module.constants());
        let mut fact = condition;
        let editor = &mut self.f.editor;
        let location = editor.body().debug_loc(at);
        if !holds {
            let one = constants.int(cx, Type::I1, 1);
            let (flags, fast_math) = (IntFlags::empty(), FastMathFlags::empty());
            let not = editor.insert(
                Point::Before(at),
                InstData::Binary { op: BinaryOp::Xor, flags, fast_math, lhs: condition, rhs: one },
                Type::I1,
            );
            editor.set_debug_loc(not, location);
            fact = not.into();
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

    /// Merges two branches to a common successor into one branch on a combined condition: `br a, t, next` and, in `next`, `br b,
    /// t, f`.
    fn merge_branches(&mut self, block: Block) -> bool {
        let Some((branch, InstData::CondBr { condition, if_true, if_false })) = self.terminator(block) else {
            return false;
        };
        let Some(from) = self.f.editor.single_predecessor(block).filter(|&from| from != block) else { return false };
        let Some((first, InstData::CondBr { condition: outer, if_true: then, if_false: otherwise })) =
            self.terminator(from)
        else {
            return false;
        };
        let body = self.f.editor.body();
        // The block must contain only the condition, which has no other use.
        let Some(inst) =
            condition.as_inst().filter(|&i| body.first_inst(block) == Some(i) && body.next_inst(i) == Some(branch))
        else {
            return false;
        };
        let has_metadata =
            |i| !body.attachments(i).iter().all(|&(kind, _)| kind == lindworm_ir::context::MetadataKind::DBG);
        if !matches!(body.inst(inst), InstData::ICmp { .. } | InstData::FCmp { .. } | InstData::Binary { .. })
            || !self.is_safe_to_speculate(inst)
            || !self.f.editor.uses().has_one_use(condition)
            || has_metadata(first)
            || has_metadata(branch)
            || self.headers.contains(&block)
            || if_true == if_false
        {
            return false;
        }
        let other = if then == block { otherwise } else { then };
        if other == block || other != if_true && other != if_false || !self.has_few_entries(other) {
            return false;
        }
        let rest = if other == if_true { if_false } else { if_true };
        // Phis of the common successor must have the same value for both edges.
        for phi in phis(&self.f.editor, other) {
            if self.incoming_value(phi, from) != self.incoming_value(phi, block) {
                return false;
            }
        }
        if rest == other || !self.has_few_entries(rest) || self.successors(from).contains(&rest) {
            return false;
        }
        // The value of the outer condition for which control goes to `other` directly.
        let at_once = then == other;
        if at_once != (other == if_true) {
            return false;
        }
        let editor = &mut self.f.editor;
        editor.move_inst(inst, Point::Before(first));
        editor.set_debug_loc(inst, None);
        let module = editor.module();
        let constant = module.constants().int(module.context(), Type::I1, at_once.into());
        let (on_true, on_false) = if at_once { (constant, condition) } else { (condition, constant) };
        let both = InstData::Select {
            condition: outer,
            if_true: on_true,
            if_false: on_false,
            fast_math: FastMathFlags::empty(),
        };
        let both = editor.insert(Point::Before(first), both, Type::I1);
        let location = editor.body().debug_loc(first);
        editor.set_debug_loc(both, location);
        editor.set_name(both.into(), b"or.cond");
        let new = InstData::CondBr { condition: both.into(), if_true, if_false };
        for phi in phis(&self.f.editor, rest) {
            if let Some(value) = self.incoming_value(phi, block) {
                self.editor().add_incoming(phi, value, from);
            }
        }
        self.replace_terminator(from, new);
        true
    }
}

/// The operand index of a value in an instruction.
fn operand_of(editor: &lindworm_ir::editor::Editor<'_>, inst: Inst, value: Value) -> u32 {
    let body = editor.body();
    (0..body.operand_count(inst)).find(|&n| body.operand(inst, n) == Some(value)).unwrap_or(0) as u32
}
