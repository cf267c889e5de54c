//! `simplifycfg`: merges blocks, folds branches with a known target, and turns phis into selects where computing both sides is
//! cheap.
//!
//! Each block is simplified to a fixed point, in layout order. The rounds repeat while any block changes, as in LLVM.

mod phis;
mod speculate;
mod terminators;

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::{Editor, Point};
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::TailCall;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use crate::edges::{keep_successor, remove_outgoing_edges};
use crate::effects::call_has;
use crate::erase::{erase_all, erase_dead};
use crate::merged_location::merged_location;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::salvage::DebugUsers;
use crate::value_tracking::Query;

/// The maximum number of rounds over the body.
const MAX_ROUNDS: usize = 16;

/// Simplifies the control flow of a function.
#[derive(Clone, Copy, Debug)]
pub struct SimplifyCfg {
    /// Whether to keep loops canonical: preheaders and latches are not folded.
    pub keep_loops: bool,
    /// Whether to speculate: to execute instructions on paths that do not need their results.
    pub speculate_blocks: bool,
}

impl Default for SimplifyCfg {
    fn default() -> Self {
        SimplifyCfg { keep_loops: true, speculate_blocks: true }
    }
}

impl SimplifyCfg {
    /// Parses the parameters of `simplifycfg<...>`. LLVM's parameters for transformations that are not implemented are accepted
    /// and have no effect.
    ///
    /// # Errors
    ///
    /// If LLVM has no such parameter, with LLVM's message.
    pub fn parse(parameters: &str) -> Result<SimplifyCfg, String> {
        const OTHERS: [&str; 9] = [
            "simplify-cond-branch",
            "forward-switch-cond",
            "switch-range-to-icmp",
            "switch-to-arithmetic",
            "switch-to-lookup",
            "hoist-common-insts",
            "hoist-loads-stores-with-cond-faulting",
            "sink-common-insts",
            "speculate-unpredictables",
        ];
        let mut options = SimplifyCfg::default();
        for parameter in parameters.split(';').filter(|parameter| !parameter.is_empty()) {
            let (name, is_on) = parameter.strip_prefix("no-").map_or((parameter, true), |name| (name, false));
            match name {
                "keep-loops" => options.keep_loops = is_on,
                "speculate-blocks" => options.speculate_blocks = is_on,
                _ if OTHERS.contains(&name) => {}
                _ => match parameter.strip_prefix("bonus-inst-threshold=") {
                    Some(number) if number.parse::<u32>().is_ok() => {}
                    Some(number) => {
                        return Err(format!(
                            "invalid argument to SimplifyCFG pass bonus-threshold parameter: '{number}'"
                        ));
                    }
                    None => return Err(format!("invalid SimplifyCFG pass parameter '{parameter}'")),
                },
            }
        }
        Ok(options)
    }
}

impl FunctionPass for SimplifyCfg {
    fn name(&self) -> &'static str {
        "simplifycfg"
    }

    fn class(&self) -> &'static str {
        "SimplifyCFGPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let mut pass = Simplifier { f, options: *self, headers: HashSet::default(), dead: Vec::new() };
        pass.end_blocks_at_undefined_behaviour();
        pass.erase_unreachable();
        pass.merge_returns();
        for _ in 0..MAX_ROUNDS {
            pass.find_headers();
            let has_changed = pass.round();
            pass.erase_dead_conditions();
            if !has_changed {
                break;
            }
            pass.erase_unreachable();
        }
    }
}

struct Simplifier<'f, 'a, 'm> {
    f: &'f mut FunctionEdit<'a, 'm>,
    options: SimplifyCfg,
    /// The targets of the back edges of a depth-first search from the entry.
    headers: HashSet<Block>,
    /// Former conditions that may be dead.
    dead: Vec<Value>,
}

impl<'a> Simplifier<'_, 'a, '_> {
    fn editor(&mut self) -> &mut Editor<'a> {
        &mut self.f.editor
    }

    fn query(&self) -> Query<'_> {
        Query::new(&self.f.editor, self.f.additions.function())
    }

    fn terminator(&self, block: Block) -> Option<(Inst, InstData)> {
        let body = self.f.editor.body();
        body.terminator(block).map(|inst| (inst, *body.inst(inst)))
    }

    fn successors(&self, block: Block) -> smallvec::SmallVec<[Block; 4]> {
        let body = self.f.editor.body();
        let mut all = smallvec::SmallVec::new();
        if let Some(inst) = body.terminator(block) {
            body.inst(inst).for_each_successor(body.values(), |b| all.push(b));
        }
        all
    }

    /// Ends each block after a call that does not return, or before an instruction with undefined behaviour.
    fn end_blocks_at_undefined_behaviour(&mut self) {
        let blocks: Vec<Block> = self.f.editor.body().blocks().collect();
        for block in blocks {
            let body = self.f.editor.body();
            let end = body.insts(block).find_map(|inst| {
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
    fn end_block(&mut self, block: Block, end: Inst) {
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

    /// Erases unreachable blocks.
    fn erase_unreachable(&mut self) -> bool {
        let body = self.f.editor.body();
        let Some(entry) = body.entry() else { return false };
        let mut reached: HashSet<Block> = HashSet::from_iter([entry]);
        let mut pending = vec![entry];
        while let Some(block) = pending.pop() {
            for next in self.successors(block) {
                if reached.insert(next) {
                    pending.push(next);
                }
            }
        }
        let gone: Vec<Block> = body.blocks().filter(|block| !reached.contains(block)).collect();
        for &block in &gone {
            remove_outgoing_edges(&mut self.f.editor, block, None);
            if self.f.additions.is_address_taken(block) {
                self.f.additions.replace_address(block);
            }
        }
        self.editor().erase_blocks(&gone);
        !gone.is_empty()
    }

    fn find_headers(&mut self) {
        self.headers.clear();
        if !self.options.keep_loops {
            return;
        }
        let Some(entry) = self.f.editor.body().entry() else { return };
        let mut on_path: HashSet<Block> = HashSet::default();
        let mut seen: HashSet<Block> = HashSet::from_iter([entry]);
        let mut path = vec![(entry, self.successors(entry), 0)];
        on_path.insert(entry);
        while let Some((block, successors, next)) = path.last_mut() {
            match successors.get(*next).copied() {
                Some(to) => {
                    *next += 1;
                    if on_path.contains(&to) {
                        self.headers.insert(to);
                    } else if seen.insert(to) {
                        on_path.insert(to);
                        let successors = self.successors(to);
                        path.push((to, successors, 0));
                    }
                }
                None => {
                    on_path.remove(block);
                    path.pop();
                }
            }
        }
    }

    /// Merges all returns into one common return block.
    fn merge_returns(&mut self) {
        let body = self.f.editor.body();
        let mut returns: Vec<(Block, Inst, Option<Value>)> = Vec::new();
        for block in body.blocks() {
            let Some((inst, InstData::Ret { value })) = self.terminator(block) else { continue };
            // A `musttail` call must precede its return.
            let is_tail = |inst: Inst| matches!(body.inst(inst), InstData::Call { tail: TailCall::MustTail, .. });
            let is_deoptimize = |inst: Inst| {
                let callee = body.inst(inst).call_info().and_then(|call| self.f.editor.module().callee(call.callee));
                callee.is_some_and(|f| f.intrinsic == Some(IntrinsicId::EXPERIMENTAL_DEOPTIMIZE))
            };
            let mut before = body.prev_inst(inst);
            if before.is_some_and(is_deoptimize) {
                continue;
            }
            if let Some(cast) = before.filter(|&i| matches!(body.inst(i), InstData::Cast { .. })) {
                before = body.prev_inst(cast);
            }
            if !before.is_some_and(is_tail) {
                returns.push((block, inst, value.expand()));
            }
        }
        let [(first, ..), _, ..] = returns[..] else { return };
        let is_token = returns[0].2.is_some_and(|v| self.f.editor.type_of(v) == Type::TOKEN);
        if is_token {
            return;
        }
        let mut location = self.f.editor.body().debug_loc(returns[0].1);
        for &(_, inst, _) in &returns[1..] {
            let other = self.f.editor.body().debug_loc(inst);
            location = merged_location(&mut self.f.additions.metadata, location, other);
        }
        let before = self.f.editor.body().prev_block(first);
        let editor = &mut self.f.editor;
        // The common block is placed before the first returning block; the entry block remains the first.
        let common = editor.create_block(before.or(Some(first)));
        editor.set_name(common.into(), b"common.ret");
        let value = returns[0].2.map(|value| {
            let ty = editor.type_of(value);
            let list: Vec<Value> =
                returns.iter().flat_map(|&(block, _, v)| [v.unwrap_or(value), block.into()]).collect();
            let incoming = editor.list(&list);
            let phi =
                editor.insert(Point::End(common), InstData::Phi { incoming, fast_math: FastMathFlags::empty() }, ty);
            editor.set_name(phi.into(), b"common.ret.op");
            Value::from(phi)
        });
        let ret = editor.insert(Point::End(common), InstData::Ret { value: value.into() }, Type::VOID);
        editor.set_debug_loc(ret, location);
        for (block, inst, _) in returns {
            let old = editor.body().debug_loc(inst);
            editor.erase(inst);
            let branch = editor.insert(Point::End(block), InstData::Br { dest: common }, Type::VOID);
            editor.set_debug_loc(branch, old);
        }
    }

    /// Simplifies each block. Returns whether anything changed.
    fn round(&mut self) -> bool {
        let mut has_changed = false;
        let mut next = self.f.editor.body().entry();
        while let Some(block) = next {
            // The next block is looked up before, because a block may be erased.
            next = self.f.editor.body().next_block(block);
            let mut changes = 0;
            while self.f.editor.body().is_placed(block) && changes < 64 && self.simplify_block(block) {
                changes += 1;
                next = match self.f.editor.body().is_placed(block) {
                    true => self.f.editor.body().next_block(block),
                    false => next.filter(|&n| self.f.editor.body().is_placed(n)),
                };
            }
            has_changed |= changes > 0;
            if next.is_some_and(|n| !self.f.editor.body().is_placed(n)) {
                return true;
            }
        }
        has_changed
    }

    /// Makes one change. Returns whether there was one.
    fn simplify_block(&mut self, block: Block) -> bool {
        let is_entry = self.f.editor.body().entry() == Some(block);
        let is_dead = !is_entry && !self.f.additions.is_address_taken(block) && {
            let body = self.f.editor.body();
            self.f.editor.uses().of(block.into()).all(|at| body.inst_block(at.user) == Some(block))
        };
        if is_dead {
            return self.erase_dead_block(block);
        }
        if self.fold_terminator(block) || self.erase_duplicate_phis(block) {
            return true;
        }
        if !is_entry && !self.f.additions.is_address_taken(block) && self.merge(block) {
            return true;
        }
        if self.fold_two_entry_phi(block) {
            return true;
        }
        match self.terminator(block) {
            Some((_, InstData::Br { .. })) => self.fold_empty_block(block),
            Some((inst, InstData::CondBr { .. })) => self.simplify_branch(block, inst),
            Some((inst, InstData::Switch { .. })) => self.simplify_switch(block, inst),
            Some((inst, InstData::Unreachable)) => self.simplify_unreachable(block, inst),
            _ => false,
        }
    }

    /// Merges a block into its single predecessor. The predecessor takes the name of the block if it has none.
    fn merge(&mut self, block: Block) -> bool {
        // `llvm.experimental.convergence.loop` must remain the first instruction of its block.
        let body = self.f.editor.body();
        let first = body.insts(block).find(|&inst| !matches!(body.inst(inst), InstData::Phi { .. }));
        let callee = first.and_then(|inst| self.f.editor.module().callee(body.inst(inst).call_info()?.callee));
        if callee.is_some_and(|f| f.intrinsic == Some(IntrinsicId::EXPERIMENTAL_CONVERGENCE_LOOP)) {
            return false;
        }
        let into = self.f.editor.single_predecessor(block);
        let name: Box<[u8]> = self.f.editor.body().name(block.into()).into();
        let is_merged = self.f.editor.merge_into_predecessor(block);
        if let Some(into) = into.filter(|_| is_merged)
            && self.f.editor.body().name(into.into()).is_empty()
            && !name.is_empty()
        {
            self.editor().set_name(into.into(), &name);
        }
        is_merged
    }

    /// Erases a block without predecessors other than itself.
    fn erase_dead_block(&mut self, block: Block) -> bool {
        // The outgoing edges are removed first.
        keep_successor(&mut self.f.editor, block, None);
        self.editor().erase_blocks(&[block]);
        true
    }

    /// Replaces the terminator of a block.
    fn replace_terminator(&mut self, block: Block, data: InstData) -> Option<Inst> {
        let (old, _) = self.terminator(block)?;
        let editor = self.editor();
        let location = editor.body().debug_loc(old);
        let new = editor.insert(Point::Before(old), data, Type::VOID);
        editor.erase(old);
        editor.set_debug_loc(new, location);
        Some(new)
    }

    /// Erases former conditions that are unused.
    fn erase_dead_conditions(&mut self) {
        let body = self.f.editor.body();
        let dead: Vec<Inst> = std::mem::take(&mut self.dead).into_iter().filter_map(|v| v.as_inst()).collect();
        let dead: Vec<Inst> = dead.into_iter().filter(|&inst| body.inst_block(inst).is_some()).collect();
        if !dead.is_empty() {
            let mut users = DebugUsers::of(self.f);
            erase_dead(self.f, &mut users, dead);
        }
    }

    /// The uses of `to` as a successor by the terminator of `from`.
    fn edges(&self, from: Block, to: Block) -> smallvec::SmallVec<[Use; 2]> {
        let body = self.f.editor.body();
        self.f.editor.uses().of(to.into()).filter(|at| body.inst_block(at.user) == Some(from)).collect()
    }
}
