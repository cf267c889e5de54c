//! `simplifycfg`: merges blocks, folds branches with a known target, and turns phis into selects where computing both sides is
//! cheap.
//!
//! Each block is simplified to a fixed point, in layout order. The rounds repeat while any block changes, as in LLVM.

mod fold_branch;
mod hoist;
mod options;
mod phis;
mod sink;
mod speculate;
mod switch;
mod terminators;
mod thread;
mod undefined;
mod value_compare;

use cranelift_entity::EntitySet;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::body::Mark;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::{Editor, Point};
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::TailCall;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};
use smallvec::SmallVec;

pub use self::options::{SimplifyCfg, Switch};

use crate::edges::{erase_unreachable, keep_successor, merge_into_predecessor, phis};
use crate::edited::Round;
use crate::effects::is_trivially_dead;
use crate::erase::erase_dead;
use crate::loop_form::LoopHeaders;
use crate::merged_location::merged_location;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::salvage::DebugUsers;
use crate::value_tracking::Query;

/// The maximum number of rounds over the body.
const MAX_ROUNDS: usize = 16;

const UNPREDICTABLE: MetadataKind = crate::known!(b"unpredictable");

impl FunctionPass for SimplifyCfg {
    fn name(&self) -> &'static str {
        "simplifycfg"
    }

    fn class(&self) -> &'static str {
        "SimplifyCFGPass"
    }

    fn text(&self) -> String {
        format!("simplifycfg<{}>", self.parameters())
    }

    fn is_settled_by_no_change(&self) -> bool {
        true
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let query = Query::new(&f.editor, f.additions.function());
        let speculates = self.is_on(Switch::Speculate) && !query.function_has(AttrKind::OPT_FOR_FUZZING);
        let mut options = *self;
        options.set(Switch::Speculate, speculates);
        let mark = self.mark();
        let mut pass = Simplifier { options, ..Simplifier::of(f) };
        pass.end_blocks_at_undefined_behaviour();
        pass.replace_nounwind_invokes();
        erase_unreachable(pass.f);
        pass.merge_returns();
        for _ in 0..MAX_ROUNDS {
            pass.find_headers();
            let mut has_changed = false;
            for _ in 0..MAX_ROUNDS {
                if !pass.round(mark) {
                    break;
                }
                has_changed = true;
            }
            if !has_changed {
                break;
            }
            pass.end_blocks_at_undefined_behaviour();
            if !erase_unreachable(pass.f) {
                break;
            }
        }
    }
}

/// Removes a block that consists of phis and a branch, and redirects its predecessors to its successor. Returns whether it did.
/// `headers` are the headers of loops.
pub(crate) fn fold_empty_block(f: &mut FunctionEdit<'_, '_>, headers: &mut EntitySet<Block>, block: Block) -> bool {
    let mut pass = Simplifier { headers: std::mem::take(headers), ..Simplifier::of(f) };
    let has_changed = pass.fold_empty_block(block);
    *headers = pass.headers;
    has_changed
}

/// Folds the branch of a block into a predecessor that branches to one of its successors too. The block remains without
/// predecessors if that was its only one.
pub(crate) fn fold_to_common_destination(f: &mut FunctionEdit<'_, '_>, block: Block) -> bool {
    let mut pass = Simplifier::of(f);
    // At any cost of the combined condition.
    pass.options.branch_fold_threshold = u32::MAX;
    let branch = pass.f.editor.body().terminator(block);
    branch.is_some_and(|branch| pass.fold_to_common_destination(block, branch))
}

/// Removes what cannot be executed, and branches with a known target: LLVM's `removeUnreachableBlocks`. Linear in the body.
pub(crate) fn remove_unreachable_blocks(f: &mut FunctionEdit<'_, '_>) {
    let mut pass = Simplifier::of(f);
    pass.end_blocks_at_undefined_behaviour();
    pass.replace_nounwind_invokes();
    let Some(entry) = pass.f.editor.body().entry() else { return };
    let mut reached: HashSet<Block> = HashSet::from_iter([entry]);
    let mut pending = vec![entry];
    while let Some(block) = pending.pop() {
        pass.fold_terminator(block, true);
        pending.extend(pass.successors(block).into_iter().filter(|&to| reached.insert(to)));
    }
    erase_unreachable(pass.f);
}

/// Folds a branch or switch with a known target, and a switch with one case. The condition stays.
pub(crate) fn fold_terminator(f: &mut FunctionEdit<'_, '_>, block: Block) {
    let mut pass = Simplifier::of(f);
    pass.fold_terminator(block, false);
}

/// Replaces an instruction and all that follow it in its block by `unreachable`.
pub(crate) fn end_block_at(f: &mut FunctionEdit<'_, '_>, inst: Inst) {
    let Some(block) = f.editor.body().inst_block(inst) else { return };
    let mut pass = Simplifier::of(f);
    pass.end_block(block, inst);
}

struct Simplifier<'f, 'a, 'm> {
    f: &'f mut FunctionEdit<'a, 'm>,
    options: SimplifyCfg,
    /// The targets of the back edges of a depth-first search from the entry.
    headers: EntitySet<Block>,
    /// The debug records of instructions, collected when the first instruction is erased in a round.
    users: Option<DebugUsers>,
    /// Whether the last change asks for the block to be simplified again.
    again: bool,
}

impl<'f, 'a, 'm> Simplifier<'f, 'a, 'm> {
    /// A pass with default options that knows no headers.
    fn of(f: &'f mut FunctionEdit<'a, 'm>) -> Self {
        Simplifier { f, options: SimplifyCfg::default(), headers: EntitySet::new(), users: None, again: false }
    }

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
        crate::edges::successors(&self.f.editor, block)
    }

    fn find_headers(&mut self) {
        self.headers = match self.options.is_on(Switch::KeepLoops) {
            true => self.f.analyses.get::<LoopHeaders>(&self.f.editor).0.clone(),
            false => EntitySet::new(),
        };
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

    /// Simplifies each block for which something was edited since the start of the last round, which sets the mark. Returns whether
    /// anything changed.
    fn round(&mut self, mark: Mark) -> bool {
        const MAX_CHANGES: usize = 64;
        self.users = None;
        let round = Round::begin(&mut self.f.editor, mark);
        let mut has_changed = false;
        let mut next = self.f.editor.body().entry();
        while let Some(block) = next {
            // The next block is looked up before, because the block may be erased.
            next = self.f.editor.body().next_block(block);
            if !round.visits(self.f.editor.body(), block) {
                continue;
            }
            for _ in 0..MAX_CHANGES {
                self.again = false;
                has_changed |= self.simplify_block(block);
                if !self.again || !self.f.editor.body().is_placed(block) {
                    break;
                }
            }
            if next.is_some_and(|n| !self.f.editor.body().is_placed(n)) {
                return true;
            }
        }
        has_changed
    }

    /// Has the block simplified again.
    fn resimplify(&mut self) -> bool {
        self.again = true;
        true
    }

    /// Simplifies a block by one step of each kind at most. Returns whether anything changed.
    fn simplify_block(&mut self, block: Block) -> bool {
        let is_entry = self.f.editor.body().entry() == Some(block);
        let is_dead = !is_entry && !self.f.additions.is_address_taken(block) && {
            let body = self.f.editor.body();
            self.f.editor.uses().of(block.into()).all(|at| body.inst_block(at.user) == Some(block))
        };
        if is_dead {
            return self.erase_dead_block(block);
        }
        let mut has_changed = self.fold_terminator(block, true) | self.erase_duplicate_phis(block);
        if self.remove_undefined_edge(block) {
            return self.resimplify();
        }
        if !is_entry && !self.f.additions.is_address_taken(block) && self.merge(block) {
            return true;
        }
        if self.options.is_on(Switch::SinkCommon) && self.sink_common(block) {
            return true;
        }
        if self.options.is_on(Switch::Speculate) && self.fold_two_entry_phi(block) {
            return true;
        }
        has_changed |= match self.terminator(block) {
            Some((_, InstData::Br { .. })) => self.fold_empty_block(block) || self.fold_compare_before_branch(block),
            Some((inst, InstData::CondBr { .. })) => self.simplify_branch(block, inst),
            Some((inst, InstData::Switch { .. })) => self.simplify_switch(block, inst),
            Some((inst, InstData::IndirectBr { .. })) => self.simplify_indirect_branch(block, inst),
            Some((inst, InstData::Resume { .. } | InstData::CleanupRet { .. })) => self.simplify_resume(block, inst),
            Some((inst, InstData::Unreachable)) => self.simplify_unreachable(block, inst),
            _ => false,
        };
        has_changed
    }

    /// Merges a block into its single predecessor. The predecessor takes the name of the block if it has none.
    fn merge(&mut self, block: Block) -> bool {
        let Some(into) = self.f.editor.single_predecessor(block) else { return false };
        let name: SmallVec<[u8; 32]> = SmallVec::from_slice(self.f.editor.body().name(block.into()));
        let is_merged = merge_into_predecessor(self.editor(), block);
        if is_merged && self.f.editor.body().name(into.into()).is_empty() && !name.is_empty() {
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

    /// Replaces the terminator of a block, and erases its condition if that is dead then.
    fn replace_branch(&mut self, block: Block, data: InstData) -> Option<Inst> {
        let condition = self.condition(block);
        let new = self.replace_terminator(block, data);
        self.erase_if_dead(condition);
        new
    }

    /// The condition of the terminator of a block.
    fn condition(&self, block: Block) -> Option<Value> {
        match self.terminator(block)?.1 {
            InstData::CondBr { condition, .. } | InstData::Switch { condition, .. } => Some(condition),
            InstData::IndirectBr { address, .. } => Some(address),
            _ => None,
        }
    }

    /// Erases an instruction that is trivially dead, and those that become dead thereby.
    fn erase_if_dead(&mut self, value: Option<Value>) {
        let Some(inst) = value.and_then(Value::as_inst).filter(|&i| is_trivially_dead(&self.f.editor, i)) else {
            return;
        };
        let mut users = self.users.take().unwrap_or_else(|| DebugUsers::of(self.f));
        erase_dead(self.f, &mut users, vec![inst]);
        self.users = Some(users);
    }

    /// The successors of a block, each once.
    fn unique_successors(&self, block: Block) -> SmallVec<[Block; 4]> {
        let mut all = self.successors(block);
        if all.len() > 2 {
            let mut seen: HashSet<Block> = HashSet::default();
            all.retain(|&mut to| seen.insert(to));
        }
        all.dedup();
        all
    }

    /// The only predecessor of a block, which may have several edges to it.
    fn unique_predecessor(&self, block: Block) -> Option<Block> {
        let body = self.f.editor.body();
        let mut from = self.f.editor.uses().of(block.into()).map(|at| body.inst_block(at.user));
        let first = from.next()??;
        from.all(|other| other == Some(first)).then_some(first)
    }

    /// Adds an edge from `new` to the phis of `to`, with the values of the edge from `old`.
    fn add_predecessor(&mut self, to: Block, new: Block, old: Block) {
        for phi in phis(&self.f.editor, to) {
            if let Some(value) = self.incoming_value(phi, old) {
                self.editor().add_incoming(phi, value, new);
            }
        }
    }

    /// The first instruction of a block that is not a phi.
    fn first_non_phi(&self, block: Block) -> Option<Inst> {
        self.f.editor.body().first_non_phi(block)
    }

    fn set_condition(&mut self, inst: Inst, new: Value) {
        self.editor().change(inst, |data, _| {
            if let InstData::CondBr { condition, .. } | InstData::Switch { condition, .. } = data {
                *condition = new;
            }
        });
    }

    /// Copies the metadata of a branch that a select on its condition keeps.
    fn copy_branch_metadata(&mut self, from: Inst, to: Value) {
        let Some(to) = to.as_inst() else { return };
        for kind in [MetadataKind::PROF, UNPREDICTABLE] {
            if let Some(metadata) = self.f.editor.body().attachment(from, kind) {
                self.editor().set_attachment(to, kind, Some(metadata));
            }
        }
    }

    /// The uses of `to` as a successor by the terminator of `from`.
    fn edges(&self, from: Block, to: Block) -> smallvec::SmallVec<[Use; 2]> {
        let body = self.f.editor.body();
        self.f.editor.uses().of(to.into()).filter(|at| body.inst_block(at.user) == Some(from)).collect()
    }
}
