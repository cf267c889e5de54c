//! Copies of blocks for the predecessors that determine their successor.

use cranelift_entity::EntityRef;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::constant::ConstantData;
use lindworm_ir::editor::{Point, ValueMap};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::intrinsics::IntrinsicId as I;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::Threading;
use super::known::{Known, Wanted};
use crate::edges::{incoming, phis, predecessors, remove_edge_of_exit, set_incoming, split_predecessors};
use crate::effects::{call_has, has_side_effects, is_pad, is_trivially_dead};
use crate::ssa::{Definitions, use_block};

/// The reduction of the cost of a block that ends with a switch or an indirect branch.
const SWITCH_BONUS: u32 = 6;
const INDIRECT_BONUS: u32 = 8;

/// The maximum number of operands that are followed from a condition to the predecessor of the predecessor.
const MAX_DEPTH: u32 = 8;

impl Threading<'_, '_, '_> {
    /// The cost of a copy of a block; `None` if it cannot be copied or costs more than the threshold.
    fn cost(&self, block: Block) -> Option<u32> {
        let (module, body) = (self.f.editor.module(), self.f.editor.body());
        let bonus = match self.terminator(block)?.1 {
            InstData::Switch { .. } => SWITCH_BONUS,
            InstData::IndirectBr { .. } => INDIRECT_BONUS,
            _ => 0,
        };
        let (mut phis, mut size) = (0, 0u32);
        for inst in body.insts(block) {
            let data = body.inst(inst);
            if matches!(data, InstData::Phi { .. }) {
                phis += 1;
                if phis > self.max_phis {
                    return None;
                }
                continue;
            }
            if size > self.threshold + bonus {
                return None;
            }
            if data.is_terminator() {
                break;
            }
            if body.inst_type(inst) == Type::TOKEN
                && self.f.editor.uses().of(inst.into()).any(|at| body.inst_block(at.user) != Some(block))
            {
                return None;
            }
            let intrinsic = match data.call_info() {
                Some(call) => {
                    let forbids = [AttrKind::NO_DUPLICATE, AttrKind::CONVERGENT];
                    if forbids.into_iter().any(|kind| call_has(module, call, kind)) {
                        return None;
                    }
                    let id = module.callee(call.callee).and_then(|f| f.intrinsic);
                    // The scopes of a copy would have to be copied too.
                    if id == Some(I::EXPERIMENTAL_NOALIAS_SCOPE_DECL) {
                        return None;
                    }
                    Some(id.is_some())
                }
                None => None,
            };
            if self.query().cost(inst) == 0 {
                continue;
            }
            size += match intrinsic {
                Some(false) => 4,
                Some(true) if !module.context().is_vector(body.inst_type(inst)) => 2,
                _ => 1,
            };
        }
        Some(size.saturating_sub(bonus)).filter(|&cost| cost <= self.threshold)
    }

    /// The successor of a block for a constant condition.
    pub(super) fn successor_for(&self, block: Block, constant: Value) -> Option<Block> {
        let (body, constants) = (self.f.editor.body(), self.f.editor.module().constants());
        if constants.is_undef_or_poison(constant) {
            return self.best_of_undef(block);
        }
        match self.terminator(block)?.1 {
            InstData::CondBr { if_true, if_false, .. } => {
                Some(if constants.is_zero(constant) { if_false } else { if_true })
            }
            InstData::Switch { default, cases, .. } => {
                let mut pairs = body.list_values(&cases).chunks_exact(2);
                pairs.find(|pair| pair[0] == constant).map_or(Some(default), |pair| pair[1].as_block())
            }
            InstData::IndirectBr { .. } => {
                let Some(ConstantData::BlockAddress(place)) = constants.node(constant).map(|node| &node.data) else {
                    return None;
                };
                let (function, to) = self.f.editor.module().block_addresses().get(*place as usize).copied()?;
                (function == self.f.additions.function() && self.successors(block).contains(&to)).then_some(to)
            }
            _ => None,
        }
    }

    fn is_indirect(&self, from: Block) -> bool {
        matches!(self.terminator(from), None | Some((_, InstData::IndirectBr { .. })))
    }

    /// Threads the edges on which the condition of a block is known, to the successor that most of them lead to.
    pub(super) fn thread_known_edges(&mut self, block: Block, condition: Value, wanted: Wanted, at: Inst) -> bool {
        if self.headers.contains(block) {
            return false;
        }
        let known: Known = self.known(condition, block, wanted, at);
        if known.is_empty() {
            return self.thread_two_blocks(block, condition);
        }
        let constants = self.f.editor.module().constants();
        // The successor for each predecessor, `None` if the condition is undef.
        let mut seen: HashSet<Block> = HashSet::default();
        let mut targets: Vec<(Block, Option<Block>)> = Vec::new();
        let mut all: Vec<(Value, Option<Block>)> = Vec::new();
        for (value, from) in known {
            if !seen.insert(from) {
                continue;
            }
            let to = match constants.is_undef_or_poison(value) {
                true => None,
                false => match self.successor_for(block, value) {
                    Some(to) => Some(to),
                    None => continue,
                },
            };
            all.push((value, to));
            if !self.is_indirect(from) {
                targets.push((from, to));
            }
        }
        if targets.is_empty() {
            return false;
        }
        let only = all[0].1.filter(|&to| all.iter().all(|other| other.1 == Some(to)));
        if let Some(to) = only
            && predecessors(&self.f.editor, block).len() == targets.len()
        {
            self.go_to(block, to);
            if let Some(inst) = condition.as_inst() {
                if self.f.editor.uses().is_unused(condition) && !has_side_effects(&self.f.editor, inst) {
                    self.f.editor.erase(inst);
                } else if all.iter().all(|other| other.0 == all[0].0) {
                    self.replace_at_end(condition, all[0].0, block);
                }
            }
            return true;
        }
        let is_same = all.iter().all(|other| other.1 == all[0].1);
        let popular = match is_same {
            true => all[0].1,
            false => {
                targets.retain(|(_, to)| to.is_none_or(|to| !self.headers.contains(to)));
                if targets.is_empty() {
                    return false;
                }
                self.most_popular(block, &targets)
            }
        };
        let mut sources: Vec<Block> = Vec::new();
        for &(from, _) in targets.iter().filter(|(_, to)| *to == popular) {
            sources.extend(self.successors(from).into_iter().filter(|&to| to == block).map(|_| from));
        }
        let Some(to) = popular.or_else(|| self.best_of_undef(block)) else { return false };
        if to == block || self.headers.contains(to) || self.cost(block).is_none() {
            return false;
        }
        self.thread_edge(block, &sources, to)
    }

    /// The successor that is the target of most edges; the first one of these.
    fn most_popular(&self, block: Block, targets: &[(Block, Option<Block>)]) -> Option<Block> {
        let mut counts: HashMap<Block, usize> = HashMap::default();
        targets.iter().filter_map(|(_, to)| *to).for_each(|to| *counts.entry(to).or_default() += 1);
        let mut best: (usize, Option<Block>) = (0, None);
        for to in self.successors(block) {
            let count = counts.get(&to).copied().unwrap_or(0);
            if count > best.0 {
                best = (count, Some(to));
            }
        }
        best.1
    }

    /// A block that all edges from these predecessors go through.
    fn factored(&mut self, block: Block, sources: &[Block]) -> Option<Block> {
        if let &[from] = sources {
            return Some(from);
        }
        let first = self.f.editor.body().first_non_phi(block);
        let loc = first.and_then(|inst| self.f.editor.body().debug_loc(inst));
        let place = self.place(block);
        let new = split_predecessors(&mut self.f.editor, block, sources, b".thr_comm", loc)?;
        self.set_place(new, place);
        Some(new)
    }

    fn place(&self, block: Block) -> u32 {
        self.places.get(block.index()).copied().unwrap_or(u32::MAX)
    }

    pub(super) fn set_place(&mut self, block: Block, place: u32) {
        if self.places.len() <= block.index() {
            self.places.resize(block.index() + 1, u32::MAX);
        }
        self.places[block.index()] = place;
    }

    /// Copies a block for the edges from `sources`; the copy branches to `to`.
    fn thread_edge(&mut self, block: Block, sources: &[Block], to: Block) -> bool {
        let size = self.f.editor.body().insts(block).count();
        if !self.spend(size + sources.len()) {
            return false;
        }
        let Some(from) = self.factored(block, sources) else { return false };
        let name = [self.f.editor.body().name(block.into()), b".thread"].concat();
        let (new, map) = self.copy_block(block, from, from, &name);
        let (Some((old, _)), Some((end, _))) = (self.terminator(block), self.terminator(new)) else { return false };
        let loc = self.f.editor.body().debug_loc(old);
        self.f.editor.erase(end);
        let branch = self.f.editor.insert(Point::End(new), InstData::Br { dest: to }, Type::VOID);
        self.f.editor.set_debug_loc(branch, loc);
        self.add_entries(to, block, new, &map);
        self.redirect(from, block, new);
        self.rewrite_uses(block, new, &map);
        self.simplify_insts(new);
        true
    }

    /// Copies a block after `after`, with the values of its phis on entry from `from`. The phis stay, with one entry each.
    fn copy_block(&mut self, block: Block, from: Block, after: Block, name: &[u8]) -> (Block, ValueMap) {
        let mut map = ValueMap::default();
        self.f.editor.clone_blocks(after, &[block], &mut map);
        let Some(new) = map.block(block) else { return (block, map) };
        self.f.editor.set_name(new.into(), name);
        let place = self.place(block);
        self.set_place(new, place);
        for (phi, copy) in phis(&self.f.editor, block).into_iter().zip(phis(&self.f.editor, new)) {
            let entry = incoming(&self.f.editor, phi).into_iter().find(|&(_, source)| source == from);
            set_incoming(&mut self.f.editor, copy, &entry.into_iter().collect::<Vec<_>>());
        }
        (new, map)
    }

    /// Adds the values of the copy of `old` to the phis of a block that the copy branches to.
    fn add_entries(&mut self, to: Block, old: Block, new: Block, map: &ValueMap) {
        for phi in phis(&self.f.editor, to) {
            let entry = incoming(&self.f.editor, phi).into_iter().find(|&(_, source)| source == old);
            if let Some((value, _)) = entry {
                self.f.editor.add_incoming(phi, map.get(value), new);
            }
        }
    }

    /// Redirects the edges from a block to another target.
    fn redirect(&mut self, from: Block, old: Block, new: Block) {
        let Some(terminator) = self.f.editor.body().terminator(from) else { return };
        let edges: Vec<Use> = self.f.editor.uses().of(old.into()).filter(|at| at.user == terminator).collect();
        for edge in edges {
            remove_edge_of_exit(&mut self.f.editor, old, from);
            self.f.editor.set_operand(edge, new.into());
        }
    }

    /// Values of a block have two definitions after it was copied. Rewrites the uses outside.
    fn rewrite_uses(&mut self, block: Block, new: Block, map: &ValueMap) {
        for inst in self.f.editor.body().insts(block).collect::<Vec<_>>() {
            let value: Value = inst.into();
            let is_outside = |at: &Use| use_block(&self.f.editor, *at) != Some(block);
            let mut uses: Vec<Use> = self.f.editor.uses().of(value).filter(is_outside).collect();
            if uses.is_empty() {
                continue;
            }
            uses.reverse();
            let ty = self.f.editor.body().inst_type(inst);
            let name = self.f.editor.body().name(value).to_vec();
            let of_block = [(block, value), (new, map.get(value))].into_iter().collect();
            let places = &self.places;
            let place = |block: Block| places.get(block.index()).copied().unwrap_or(u32::MAX);
            Definitions { place: &place, of_block, ty, name }.rewrite(&mut self.f.editor, &uses);
        }
    }

    /// Simplifies the instructions of a block, and erases dead ones.
    fn simplify_insts(&mut self, block: Block) {
        let Some((terminator, _)) = self.terminator(block) else { return };
        let mut pending: Vec<Inst> = self.f.editor.body().insts(block).filter(|&inst| inst != terminator).collect();
        pending.reverse();
        while let Some(inst) = pending.pop() {
            if self.f.editor.body().inst_block(inst).is_none() || !self.spend(1) {
                continue;
            }
            if is_trivially_dead(&self.f.editor, inst) {
                self.erase_if_dead(inst);
                continue;
            }
            let Some(simple) = self.query().simplify(inst).filter(|&simple| simple != inst.into()) else { continue };
            if self.f.editor.uses().is_unused(inst.into()) {
                continue;
            }
            let users: Vec<Inst> = self.f.editor.uses().of(inst.into()).map(|at| at.user).collect();
            pending.extend(users.into_iter().filter(|&user| user != inst && !self.is_terminator(user)));
            self.f.editor.replace_all(inst.into(), simple);
            if is_trivially_dead(&self.f.editor, inst) {
                self.f.editor.erase(inst);
            }
        }
    }

    /// Copies the only predecessor of a block for one of its predecessors, if that determines the condition of the block, and
    /// threads the copy.
    fn thread_two_blocks(&mut self, block: Block, condition: Value) -> bool {
        let Some((_, InstData::CondBr { if_true, if_false, .. })) = self.terminator(block) else { return false };
        let Some(middle) = self.f.editor.single_predecessor(block) else { return false };
        let Some((_, InstData::CondBr { .. })) = self.terminator(middle) else { return false };
        let first = self.f.editor.body().first_non_phi(middle);
        if self.f.editor.single_predecessor(middle).is_some()
            || self.successors(middle).contains(&middle)
            || self.headers.contains(middle)
            || first.is_some_and(|inst| is_pad(self.f.editor.body().inst(inst)))
        {
            return false;
        }
        let sources = predecessors(&self.f.editor, middle);
        if !self.spend(sources.len()) {
            return false;
        }
        // The only predecessors for which the condition is false or true.
        let mut found: [Vec<Block>; 2] = [Vec::new(), Vec::new()];
        for from in sources {
            if self.is_indirect(from) {
                continue;
            }
            let constant = self.constant_through(block, middle, from, condition, MAX_DEPTH);
            match constant.and_then(|c| self.f.editor.module().constants().as_u64(c)) {
                Some(n) if self.f.editor.type_of(condition) == Type::I1 => found[usize::from(n != 0)].push(from),
                _ => {}
            }
        }
        let (from, to) = match &found {
            [zero, _] if zero.len() == 1 => (zero[0], if_false),
            [_, one] if one.len() == 1 => (one[0], if_true),
            _ => return false,
        };
        if to == block || self.headers.contains(block) || self.headers.contains(to) {
            return false;
        }
        let (Some(a), Some(b)) = (self.cost(block), self.cost(middle)) else { return false };
        if a + b > self.threshold {
            return false;
        }
        let size = self.f.editor.body().insts(middle).count();
        if !self.spend(size) {
            return false;
        }
        let name = [self.f.editor.body().name(middle.into()), b".thread"].concat();
        let (new, map) = self.copy_block(middle, from, middle, &name);
        self.redirect(from, middle, new);
        for next in self.successors(middle) {
            self.add_entries(next, middle, new, &map);
        }
        self.rewrite_uses(middle, new, &map);
        self.simplify_insts(new);
        self.simplify_insts(middle);
        self.thread_edge(block, &[new], to);
        true
    }

    /// The constant that a value of a block is if its only predecessor is entered from a block.
    fn constant_through(
        &mut self,
        block: Block,
        middle: Block,
        from: Block,
        value: Value,
        depth: u32,
    ) -> Option<Value> {
        if value.is_constant() {
            return Some(value);
        }
        if !self.is_in(value, block) && !self.is_in(value, middle) {
            return self.info.constant_on_edge(self.f, value, from, middle);
        }
        let inst = value.as_inst()?;
        match *self.f.editor.body().inst(inst) {
            InstData::Phi { .. } if self.is_in(value, middle) => {
                let entry = incoming(&self.f.editor, inst).into_iter().find(|&(_, source)| source == from);
                entry.map(|(value, _)| value).filter(|value| value.is_constant())
            }
            InstData::ICmp { predicate, lhs, rhs, .. } if self.is_in(value, block) && depth > 0 => {
                let a = self.constant_through(block, middle, from, lhs, depth - 1)?;
                let b = self.constant_through(block, middle, from, rhs, depth - 1)?;
                self.query().simplify_icmp(predicate, a, b, 1)
            }
            InstData::FCmp { predicate, lhs, rhs, .. } if self.is_in(value, block) && depth > 0 => {
                let a = self.constant_through(block, middle, from, lhs, depth - 1)?;
                let b = self.constant_through(block, middle, from, rhs, depth - 1)?;
                self.f.editor.module().fold_fcmp(predicate, a, b)
            }
            _ => None,
        }
    }

    /// Copies a block that branches on its phi to the end of a predecessor that branches to it only.
    pub(super) fn copy_branch_on_phi(&mut self, block: Block, phi: Inst) -> bool {
        let entries = incoming(&self.f.editor, phi);
        if !self.spend(entries.len()) {
            return false;
        }
        entries.into_iter().any(|(_, from)| {
            matches!(self.terminator(from), Some((_, InstData::Br { .. }))) && self.copy_branch_into(block, &[from])
        })
    }

    /// Copies a block that branches on an exclusive disjunction to the predecessors for which one operand is known.
    pub(super) fn copy_branch_on_xor(&mut self, block: Block, xor: Inst, lhs: Value, rhs: Value) -> bool {
        let body = self.f.editor.body();
        let first = body.first_inst(block);
        if lhs.is_constant()
            || rhs.is_constant()
            || !first.is_some_and(|inst| matches!(body.inst(inst), InstData::Phi { .. }))
            || body.first_non_phi(block).is_some_and(|inst| is_pad(body.inst(inst)))
        {
            return false;
        }
        let Some(entries) = first.map(|phi| incoming(&self.f.editor, phi).len()) else { return false };
        let mut operand = 0;
        let mut known = self.known(lhs, block, Wanted::Integer, xor);
        if known.is_empty() {
            operand = 1;
            known = self.known(rhs, block, Wanted::Integer, xor);
        }
        if known.is_empty() {
            return false;
        }
        let constants = self.f.editor.module().constants();
        let is_undef = |value: Value| constants.is_undef_or_poison(value);
        let ones = known.iter().filter(|k| !is_undef(k.0) && !constants.is_zero(k.0)).count();
        let zeros = known.iter().filter(|k| !is_undef(k.0) && constants.is_zero(k.0)).count();
        let split = (ones + zeros > 0).then(|| self.query().bool(Type::I1, ones > zeros));
        known.retain(|k| is_undef(k.0) || Some(k.0) == split);
        let sources: Vec<Block> = known.into_iter().map(|(_, from)| from).collect();
        if sources.len() == entries {
            let other = if operand == 0 { rhs } else { lhs };
            match split {
                None => {
                    let undef = constants.undef(Type::I1);
                    self.f.editor.replace_all(xor.into(), undef);
                    self.f.editor.erase(xor);
                }
                Some(value) if constants.is_zero(value) && other != xor.into() => {
                    self.f.editor.replace_all(xor.into(), other);
                    self.f.editor.erase(xor);
                }
                Some(value) => self.f.editor.set_operand(Use { user: xor, operand }, value),
            }
            return true;
        }
        if sources.iter().any(|&from| self.is_indirect(from)) {
            return false;
        }
        self.copy_branch_into(block, &sources)
    }

    /// Copies a block with a conditional branch to the end of its predecessors.
    fn copy_branch_into(&mut self, block: Block, sources: &[Block]) -> bool {
        if self.headers.contains(block) || self.cost(block).is_none() {
            return false;
        }
        let size = self.f.editor.body().insts(block).count();
        if !self.spend(size) {
            return false;
        }
        let Some(mut from) = self.factored(block, sources) else { return false };
        if !matches!(self.terminator(from), Some((_, InstData::Br { .. }))) {
            let Some((terminator, _)) = self.terminator(from) else { return false };
            let Some(edge) = self.f.editor.uses().of(block.into()).find(|at| at.user == terminator) else {
                return false;
            };
            let name = crate::edges::critical_edge_name(self.f.editor.body(), from, block);
            let place = self.place(from);
            let Some(new) = self.f.editor.split_edge(edge, &name) else { return false };
            self.set_place(new, place);
            from = new;
        }
        let Some((jump, _)) = self.terminator(from) else { return false };
        let Some((_, InstData::CondBr { if_true, if_false, .. })) = self.terminator(block) else { return false };
        let mut map = ValueMap::default();
        for inst in self.f.editor.body().insts(block).collect::<Vec<_>>() {
            if let InstData::Phi { .. } = self.f.editor.body().inst(inst) {
                let entry = incoming(&self.f.editor, inst).into_iter().find(|&(_, source)| source == from);
                if let Some((value, _)) = entry {
                    map.set(inst.into(), value);
                }
                continue;
            }
            let copy = self.f.editor.clone_inst(inst, Point::Before(jump));
            let mut operands: Vec<Value> = Vec::new();
            self.f.editor.body().inst(copy).for_each_operand(self.f.editor.body().values(), |v| operands.push(v));
            operands.iter_mut().filter(|v| v.as_block().is_none()).for_each(|v| *v = map.get(*v));
            self.f.editor.set_operands(copy, &operands);
            let simple = self.query().simplify(copy).filter(|_| !self.is_terminator(copy));
            map.set(inst.into(), simple.unwrap_or(copy.into()));
            if simple.is_some() && !has_side_effects(&self.f.editor, copy) {
                self.f.editor.erase(copy);
                continue;
            }
            let name = self.f.editor.body().name(inst.into()).to_vec();
            if !name.is_empty() {
                self.f.editor.set_name(copy.into(), &name);
            }
        }
        for to in [if_true, if_false] {
            self.add_entries(to, block, from, &map);
        }
        self.rewrite_uses(block, from, &map);
        remove_edge_of_exit(&mut self.f.editor, block, from);
        self.f.editor.erase(jump);
        true
    }
}
