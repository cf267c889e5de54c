//! Threading: an edge to a block whose condition is known on that edge goes to the block's successor directly.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::ValueMap;
use lindworm_ir::hash::HashSet;
use lindworm_ir::{Block, Inst, InstData, Value};

use super::Simplifier;
use crate::edges::{incoming, phis, predecessors, remove_edges, split_predecessors};
use crate::effects::{call_has, is_trivially_dead};

impl Simplifier<'_, '_, '_> {
    /// Threads edges over a block with a conditional branch, until no condition is known on an edge.
    pub(super) fn thread_edges(&mut self, block: Block, branch: Inst) -> bool {
        const MAX_EDGES: usize = 256;
        // A loop header stays the only entry of its loop.
        if self.headers.contains(block) {
            return false;
        }
        let mut has_changed = false;
        for _ in 0..MAX_EDGES {
            if !self.thread_edge(block, branch) {
                break;
            }
            has_changed = true;
        }
        has_changed
    }

    /// The predecessors from which the condition has a known value, by the value in the order of occurrence.
    fn known_edges(&self, block: Block, condition: Value) -> Vec<(bool, Vec<Block>)> {
        let body = self.f.editor.body();
        let constants = self.f.editor.module().constants();
        let phi = condition
            .as_inst()
            .filter(|&i| matches!(body.inst(i), InstData::Phi { .. }) && body.inst_block(i) == Some(block));
        let known: Vec<(bool, Block)> = match phi {
            Some(phi) => incoming(&self.f.editor, phi)
                .into_iter()
                .filter_map(|(value, from)| Some((constants.as_u64(value)? != 0, from)))
                .collect(),
            None => predecessors(&self.f.editor, block)
                .into_iter()
                .filter_map(|from| match self.terminator(from)?.1 {
                    InstData::CondBr { condition: known, if_true, if_false }
                        if known == condition && if_true != if_false =>
                    {
                        Some((if_true == block, from))
                    }
                    _ => None,
                })
                .collect(),
        };
        let mut groups: Vec<(bool, Vec<Block>)> = Vec::new();
        let mut seen: HashSet<(bool, Block)> = HashSet::default();
        for (is, from) in known.into_iter().filter(|&edge| seen.insert(edge)) {
            match groups.iter_mut().find(|group| group.0 == is) {
                Some(group) => group.1.push(from),
                None => groups.push((is, vec![from])),
            }
        }
        groups
    }

    /// The blocks that use values of a block; `None` if the block is too large to be copied.
    fn users_outside(&self, block: Block) -> Option<HashSet<Block>> {
        let body = self.f.editor.body();
        let (mut size, mut outside) = (0, HashSet::default());
        for inst in body.insts(block) {
            let data = body.inst(inst);
            if data.is_terminator() {
                break;
            }
            if let Some(call) = data.call_info()
                && [AttrKind::NO_DUPLICATE, AttrKind::CONVERGENT]
                    .into_iter()
                    .any(|kind| call_has(self.f.editor.module(), call, kind))
            {
                return None;
            }
            if size > self.options.small_block_size || body.inst_type(inst) == lindworm_ir::Type::TOKEN {
                return None;
            }
            size += u32::from(!matches!(data, InstData::Phi { .. }));
            for at in self.f.editor.uses().of(inst.into()) {
                let user = body.inst_block(at.user)?;
                if user == block && !matches!(body.inst(at.user), InstData::Phi { .. }) {
                    continue;
                }
                let used_in = match body.inst(at.user) {
                    InstData::Phi { .. } => body.operand(at.user, at.operand as usize + 1)?.as_block()?,
                    _ => user,
                };
                if used_in != block || user == block {
                    outside.insert(used_in);
                }
            }
        }
        Some(outside)
    }

    /// The blocks from which a user of a value of `block` is reached, but not through `block`; `None` if there are too many.
    fn live_blocks(&self, block: Block, users: HashSet<Block>) -> Option<HashSet<Block>> {
        let mut live: HashSet<Block> = HashSet::default();
        let mut pending: Vec<Block> = users.into_iter().collect();
        while let Some(next) = pending.pop() {
            if next == block || !live.insert(next) {
                continue;
            }
            if live.len() > self.options.max_live_blocks as usize {
                return None;
            }
            pending.extend(predecessors(&self.f.editor, next));
        }
        Some(live)
    }

    fn thread_edge(&mut self, block: Block, branch: Inst) -> bool {
        let Some((_, InstData::CondBr { condition, if_true, if_false })) = self.terminator(block) else { return false };
        if if_true == if_false || condition.is_constant() || !self.has_few_entries(block) {
            return false;
        }
        let groups = self.known_edges(block, condition);
        if groups.is_empty() {
            return false;
        }
        let Some(live) = self.users_outside(block).and_then(|users| self.live_blocks(block, users)) else {
            return false;
        };
        for (is, sources) in groups {
            let to = if is { if_true } else { if_false };
            let is_indirect = |&from: &Block| {
                matches!(self.terminator(from), Some((_, InstData::IndirectBr { .. } | InstData::CallBr { .. })) | None)
            };
            if to == block || sources.iter().any(is_indirect) || live.contains(&to) || !self.has_few_entries(to) {
                continue;
            }
            let Some(edge) = split_predecessors(&mut self.f.editor, block, &sources, b".critedge", None) else {
                continue;
            };
            let location = self.f.editor.body().debug_loc(branch);
            let name = [self.f.editor.body().name(to.into()), b".critedge"].concat();
            let editor = self.editor();
            editor.set_name(edge.into(), &name);
            if let Some(before) = editor.body().prev_block(to).filter(|&before| before != edge) {
                editor.move_block_after(edge, before);
            }
            self.add_predecessor(to, edge, block);
            let mut map = ValueMap::default();
            let Some(end) = self.f.editor.body().terminator(edge) else { return true };
            let insts: Vec<Inst> = self.f.editor.body().insts(block).filter(|&i| i != branch).collect();
            let value = self.query().bool(lindworm_ir::Type::I1, is);
            for inst in insts {
                if matches!(self.f.editor.body().inst(inst), InstData::Phi { .. }) {
                    if let Some(value) = self.incoming_value(inst, edge) {
                        map.set(inst.into(), value);
                    }
                    if condition == inst.into() {
                        map.set(condition, value);
                    }
                    continue;
                }
                if condition == inst.into() {
                    map.set(condition, value);
                }
                let copy = self.copy_inst(inst, end, &map);
                let name = self.f.editor.body().name(inst.into());
                if !name.is_empty() {
                    let name = [name, b".c"].concat();
                    self.editor().set_name(copy.into(), &name);
                }
                match self.query().simplify(copy) {
                    Some(simple) => {
                        map.set(inst.into(), simple);
                        if is_trivially_dead(&self.f.editor, copy) {
                            self.editor().erase(copy);
                        }
                    }
                    None => map.set(inst.into(), copy.into()),
                }
            }
            // Phis of the new successor use the copies.
            for phi in phis(&self.f.editor, to) {
                if let Some(value) = self.incoming_value(phi, edge) {
                    let new = map.get(value);
                    if new != value {
                        self.set_incoming_value(phi, edge, new);
                    }
                }
            }
            self.editor().change(end, |data, _| *data = InstData::Br { dest: to });
            self.editor().set_debug_loc(end, location);
            remove_edges(&mut self.f.editor, block, edge, 1);
            return true;
        }
        false
    }
}
