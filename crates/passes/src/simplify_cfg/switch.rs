//! Switches: dead cases, ranges, and selection among values.

use lindworm_ir::Block;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, Int, IntPredicate};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Inst, InstData, Type, Value};

use super::{Simplifier, Switch};
use crate::edges::{incoming, phis, remove_edges, remove_edges_to, set_incoming};
use crate::erase::erase_all;

/// Cases that are a range of values, and where they and the others go.
struct Range {
    min: Int,
    max: Int,
    inside: Block,
    outside: Block,
}

/// Removes the cases that go to a block, and their weights, which follow the weight of the default. As in LLVM, the last case
/// takes the place of a removed one. Returns the sum of the removed weights.
pub(super) fn drain_cases_to(cases: &mut Vec<(Value, Block)>, mut weights: Option<&mut Vec<u64>>, block: Block) -> u64 {
    let (mut place, mut sum) = (0, 0u64);
    while let Some(&(_, to)) = cases.get(place) {
        if to != block {
            place += 1;
            continue;
        }
        cases.swap_remove(place);
        if let Some(weights) = &mut weights {
            sum += weights.swap_remove(place + 1);
        }
    }
    sum
}

impl Simplifier<'_, '_, '_> {
    /// The cases of a switch.
    pub(super) fn cases(&self, switch: Inst) -> Vec<(Value, Block)> {
        let body = self.f.editor.body();
        let InstData::Switch { cases, .. } = body.inst(switch) else { return Vec::new() };
        body.list_values(cases).chunks_exact(2).filter_map(|pair| Some((pair[0], pair[1].as_block()?))).collect()
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

    pub(super) fn set_default(&mut self, switch: Inst, to: Block) {
        self.editor().change(switch, |data, _| {
            if let InstData::Switch { default, .. } = data {
                *default = to;
            }
        });
    }

    /// Removes the cases of a switch that go to a block, with their weights. Returns the number of removed cases; the phis of
    /// the block keep the entries for these edges.
    pub(super) fn remove_cases_to(&mut self, switch: Inst, to: Block) -> usize {
        let (mut cases, mut weights) = (self.cases(switch), self.f.branch_weights(switch));
        let count = cases.len();
        drain_cases_to(&mut cases, weights.as_mut(), to);
        let removed = count - cases.len();
        if removed > 0 {
            self.set_cases(switch, &cases);
            if let Some(weights) = weights {
                self.f.set_branch_weights(switch, &weights);
            }
        }
        removed
    }

    fn int_of(&self, value: Value) -> Option<Int> {
        let module = self.f.editor.module();
        module.constants().as_int(module.context(), value)
    }

    /// Whether a block has nothing but `unreachable`.
    pub(super) fn is_unreachable(&self, block: Block) -> bool {
        let body = self.f.editor.body();
        self.first_non_phi(block).is_some_and(|inst| matches!(body.inst(inst), InstData::Unreachable))
    }

    /// Simplifies a switch.
    pub(super) fn simplify_switch(&mut self, block: Block, switch: Inst) -> bool {
        if self.value_branch(block).is_some() {
            let from = self.f.editor.single_predecessor(block);
            if from.is_some_and(|from| self.fold_known_value(block, from)) {
                return self.resimplify();
            }
            if self.f.editor.body().first_inst(block) == Some(switch) && self.fold_into_predecessors(block) {
                return self.resimplify();
            }
        }
        if self.fold_select_terminator(block, switch) {
            return self.resimplify();
        }
        if self.options.is_on(Switch::SwitchRangeToIcmp) && self.switch_to_range(block, switch) {
            return self.resimplify();
        }
        if self.remove_dead_cases(block, switch) {
            return self.resimplify();
        }
        if self.switch_to_select(block, switch) {
            return self.resimplify();
        }
        if self.options.is_on(Switch::ForwardSwitchCond) && self.forward_condition(block, switch) {
            return self.resimplify();
        }
        if self.hoist_common(block, switch) {
            return self.resimplify();
        }
        if self.merge_equal_arms(switch) {
            return self.resimplify();
        }
        false
    }

    /// Gives cases with equal destinations, which have nothing but a branch, one of these as common destination.
    fn merge_equal_arms(&mut self, switch: Inst) -> bool {
        let body = self.f.editor.body();
        let mut seen: HashSet<Block> = HashSet::default();
        // For each successor the blocks whose phi entries were compared, in the order of occurrence.
        let mut arms: HashMap<Block, Vec<Block>> = HashMap::default();
        let mut replaced: HashMap<Block, Block> = HashMap::default();
        const MAX_COMPARED: usize = 64;
        let InstData::Switch { default, .. } = *body.inst(switch) else { return false };
        let targets = std::iter::once(default).chain(self.cases(switch).into_iter().map(|case| case.1));
        for to in targets {
            if !seen.insert(to) || self.f.additions.is_address_taken(to) {
                continue;
            }
            let Some((inst, InstData::Br { dest })) = self.terminator(to) else { continue };
            if body.first_inst(to) != Some(inst) || dest == to {
                continue;
            }
            if !self.has_few_entries(dest) {
                continue;
            }
            let known = arms.entry(dest).or_default();
            let targets = phis(&self.f.editor, dest);
            let same = known.iter().take(MAX_COMPARED).find(|&&other| {
                targets.iter().all(|&phi| self.incoming_value(phi, other) == self.incoming_value(phi, to))
            });
            match same {
                Some(&other) => {
                    replaced.insert(to, other);
                }
                None => known.push(to),
            }
        }
        if replaced.is_empty() {
            return false;
        }
        let mut cases = self.cases(switch);
        for case in &mut cases {
            case.1 = replaced.get(&case.1).copied().unwrap_or(case.1);
        }
        self.set_cases(switch, &cases);
        if let Some(&other) = replaced.get(&default) {
            self.set_default(switch, other);
        }
        true
    }

    /// Removes duplicate and dead destinations of an indirect branch.
    pub(super) fn simplify_indirect_branch(&mut self, block: Block, inst: Inst) -> bool {
        let InstData::IndirectBr { address, dests } = *self.f.editor.body().inst(inst) else { return false };
        let all: Vec<Block> = self.f.editor.body().list_values(&dests).iter().filter_map(|v| v.as_block()).collect();
        let mut seen: HashSet<Block> = HashSet::default();
        let (mut kept, mut gone) = (all.clone(), Vec::new());
        let mut weights = self.f.branch_weights(inst);
        let mut place = 0;
        while place < kept.len() {
            if !self.f.additions.is_address_taken(kept[place]) || !seen.insert(kept[place]) {
                gone.push(kept.swap_remove(place));
                if let Some(weights) = &mut weights {
                    weights.swap_remove(place);
                }
            } else {
                place += 1;
            }
        }
        if !gone.is_empty() {
            remove_edges_to(&mut self.f.editor, block, &gone);
            let list: Vec<Value> = kept.iter().map(|&to| to.into()).collect();
            let editor = self.editor();
            let list = editor.list(&list);
            editor.change(inst, |data, _| {
                if let InstData::IndirectBr { dests, .. } = data {
                    *dests = list;
                }
            });
            if let Some(weights) = weights {
                self.f.set_branch_weights(inst, &weights);
            }
        }
        match kept[..] {
            [] => {
                self.replace_terminator(block, InstData::Unreachable);
                self.erase_if_dead(Some(address));
                true
            }
            [dest] => {
                self.replace_terminator(block, InstData::Br { dest });
                self.erase_if_dead(Some(address));
                true
            }
            _ if self.fold_select_terminator(block, inst) => self.resimplify(),
            _ => !gone.is_empty(),
        }
    }

    /// Gives a switch a default destination that is unreachable.
    fn set_unreachable_default(&mut self, block: Block, switch: Inst, removes_edge: bool) {
        let InstData::Switch { default: old, .. } = *self.f.editor.body().inst(switch) else { return };
        if removes_edge {
            remove_edges(&mut self.f.editor, old, block, 1);
        }
        let name = [self.f.editor.body().name(block.into()), b".unreachabledefault"].concat();
        let editor = self.editor();
        let new = editor.create_block(editor.body().prev_block(old).or(Some(old)));
        editor.set_name(new.into(), &name);
        editor.insert(Point::End(new), InstData::Unreachable, Type::VOID);
        self.set_default(switch, new);
    }

    /// The maximum number of bits of a value that are no copies of its sign.
    fn significant_bits(&self, value: Value) -> Option<u32> {
        use lindworm_ir::eval::CastOp;
        let query = self.query();
        match *query.inst(value)? {
            InstData::Cast { op: CastOp::SExt, value, .. } => query.width_of(value),
            InstData::Binary { op: BinaryOp::AShr, lhs, rhs, .. } => {
                let by = self.int_of(rhs)?.to_u64()?;
                query.width_of(lhs)?.checked_sub(u32::try_from(by).ok()?)
            }
            _ => None,
        }
    }

    /// Removes cases that the known bits of the condition exclude, and a default that no value reaches.
    fn remove_dead_cases(&mut self, block: Block, switch: Inst) -> bool {
        let InstData::Switch { condition, default, .. } = *self.f.editor.body().inst(switch) else { return false };
        let Some(known) = self.query().known_bits(condition) else { return false };
        let significant = self.significant_bits(condition);
        let cases = self.cases(switch);
        let mut kept = cases.clone();
        let mut weights = self.f.branch_weights(switch);
        let mut dead = Vec::new();
        for &(value, to) in &cases {
            let Some(n) = self.int_of(value) else { return false };
            let is_possible = n.and(&known.zero).is_zero()
                && n.not().and(&known.one).is_zero()
                && n.min_signed_bits() <= significant.unwrap_or(u32::MAX);
            if !is_possible {
                dead.push((value, to));
            }
        }
        if dead.is_empty() {
            let unknown = known.width() - known.zero.or(&known.one).count_ones();
            if self.is_unreachable(default) || unknown >= 64 {
                return false;
            }
            let all = 1u64 << unknown;
            if cases.len() as u64 == all {
                self.set_unreachable_default(block, switch, true);
                return true;
            }
            // The default is for a single value: it becomes a case.
            let bits = u64::from(known.width());
            let module = self.f.editor.module();
            let is_legal = bits <= 64 && module.data_layout().smallest_legal_int(bits as u32).is_some();
            if cases.len() as u64 == all - 1 && unknown > 1 && is_legal {
                let missing = cases.iter().filter_map(|case| self.int_of(case.0)).fold(0, |all, n| all ^ n.low_u64());
                let value = module.constants().int(module.context(), self.f.editor.type_of(condition), missing);
                kept.push((value, default));
                self.set_cases(switch, &kept);
                self.set_unreachable_default(block, switch, false);
                if let Some(mut weights) = weights {
                    weights.push(weights[0]);
                    weights[0] = 0;
                    self.f.set_branch_weights(switch, &weights);
                }
                return true;
            }
            return false;
        }
        let mut places: HashMap<Value, usize> = kept.iter().enumerate().map(|(n, case)| (case.0, n)).collect();
        for (value, _) in &dead {
            let Some(place) = places.remove(value) else { continue };
            kept.swap_remove(place);
            if let Some(weights) = &mut weights {
                weights.swap_remove(place + 1);
            }
            if let Some(moved) = kept.get(place) {
                places.insert(moved.0, place);
            }
        }
        let gone: Vec<Block> = dead.into_iter().map(|case| case.1).collect();
        remove_edges_to(&mut self.f.editor, block, &gone);
        self.set_cases(switch, &kept);
        if let Some(weights) = weights {
            self.f.set_branch_weights(switch, &weights);
        }
        true
    }

    /// The range that cases are, if they are one; if all values but a range, that range.
    fn range_of(&self, cases: &[Int], inside: Block, outside: Block) -> Option<Range> {
        let mut sorted = cases.to_vec();
        sorted.sort_by(|a, b| a.ucmp(b));
        let (min, max) = (sorted.first()?.clone(), sorted.last()?.clone());
        let width = min.width();
        let one = Int::one(width);
        let gaps: Vec<usize> = (1..sorted.len()).filter(|&n| sorted[n - 1].add(&one) != sorted[n]).collect();
        match gaps[..] {
            [] => Some(Range { min, max, inside, outside }),
            [gap] if min.is_zero() && max.is_all_ones() => {
                let (min, max) = (sorted[gap - 1].add(&one), sorted[gap].sub(&one));
                Some(Range { min, max, inside: outside, outside: inside })
            }
            _ => None,
        }
    }

    /// Replaces a switch with two destinations by a comparison, if the cases of one are a range.
    fn switch_to_range(&mut self, block: Block, switch: Inst) -> bool {
        let InstData::Switch { condition, default, .. } = *self.f.editor.body().inst(switch) else { return false };
        let has_default = !self.is_unreachable(default);
        let mut first = has_default.then_some(default);
        let mut second = None;
        let (mut of_first, mut of_second) = (Vec::new(), Vec::new());
        for (value, to) in self.cases(switch) {
            let Some(n) = self.int_of(value) else { return false };
            match to {
                to if *first.get_or_insert(to) == to => of_first.push(n),
                to if *second.get_or_insert(to) == to => of_second.push(n),
                _ => return false,
            }
        }
        let (Some(first), Some(second)) = (first, second) else { return false };
        // A single case is compared with rather than a range.
        let of_first = Some(of_first).filter(|cases| !has_default && (cases.len() == 1 || of_second.len() > 1));
        let found = of_first.and_then(|cases| self.range_of(&cases, first, second));
        let Some(range) = found.or_else(|| self.range_of(&of_second, second, first)) else { return false };
        let weights = self.f.branch_weights(switch);
        let cases = self.cases(switch);
        let count = range.max.sub(&range.min).add(&Int::one(range.min.width()));
        let ty = self.f.editor.type_of(condition);
        let name = [self.f.editor.body().name(condition), b".off"].concat();
        let is_all = count.is_zero();
        let compare = self.editor().build_before(switch, |b| {
            let mut value = condition;
            if is_all {
                return Ok(b.int(Type::I1, 1));
            }
            if count.is_one() {
                let only = b.module().constants().int_or_byte(ty, &range.min);
                return b.icmp(IntPredicate::Eq, value, only);
            }
            if !range.min.is_zero() {
                let offset = b.module().constants().int_or_byte(ty, &range.min.neg());
                value = b.named(name).binary(BinaryOp::Add, value, offset)?;
            }
            let count = b.module().constants().int_or_byte(ty, &count);
            b.named("switch").icmp(IntPredicate::Ult, value, count)
        });
        let Ok(compare) = compare else { return false };
        for to in [range.inside, range.outside] {
            let edges = cases.iter().filter(|case| case.1 == to).count() + usize::from(default == to);
            remove_edges(&mut self.f.editor, to, block, edges.saturating_sub(1));
        }
        if !has_default && default != range.inside && default != range.outside {
            remove_edges(&mut self.f.editor, default, block, 1);
        }
        let data = InstData::CondBr { condition: compare, if_true: range.inside, if_false: range.outside };
        let Some(new) = self.replace_terminator(block, data) else { return true };
        if let Some(weights) = weights {
            let mut sums = [0u64; 2];
            let targets = std::iter::once(default).chain(cases.iter().map(|case| case.1));
            for (to, weight) in targets.zip(weights) {
                sums[usize::from(to != range.inside)] += weight;
            }
            self.f.set_branch_weights(new, &sums);
        }
        true
    }

    /// The results that phis of the common destination have for a case, or for the default: the destination, and each phi with
    /// its value.
    pub(super) fn results_of_case(
        &self,
        block: Block,
        condition: Value,
        case: Option<Value>,
        to: Block,
        common: Option<Block>,
    ) -> Option<(Block, Vec<(Inst, Value)>)> {
        const MAX_INSTS: usize = 16;
        let body = self.f.editor.body();
        let mut pool: HashMap<Value, Value> = HashMap::default();
        pool.extend(case.map(|value| (condition, value)));
        let (mut from, mut dest) = (block, to);
        for (count, inst) in body.insts(to).enumerate() {
            if count > MAX_INSTS {
                return None;
            }
            let data = body.inst(inst);
            if data.is_terminator() {
                if let InstData::Br { dest: next } = data {
                    (from, dest) = (to, *next);
                } else if !matches!(data, InstData::Ret { .. } | InstData::Unreachable) && count > 0 {
                    return None;
                }
                break;
            }
            let Some(value) = self.fold_with(inst, &pool) else { break };
            if !self.is_used_only_by(inst, to) {
                return None;
            }
            pool.insert(inst.into(), value);
        }
        if common.is_some_and(|common| common != dest) || !self.has_few_entries(dest) {
            return None;
        }
        let mut results = Vec::new();
        for phi in phis(&self.f.editor, dest) {
            let Some(value) = self.incoming_value(phi, from) else { continue };
            let value = if value.is_constant() || value.as_global().is_some() { value } else { *pool.get(&value)? };
            results.push((phi, value));
        }
        (!results.is_empty()).then_some((dest, results))
    }

    /// The constant that an instruction computes from these constants.
    fn fold_with(&self, inst: Inst, pool: &HashMap<Value, Value>) -> Option<Value> {
        let (module, body) = (self.f.editor.module(), self.f.editor.body());
        let constant = |v: Value| if v.is_constant() { Some(v) } else { pool.get(&v).copied() };
        match *body.inst(inst) {
            InstData::Binary { op, flags, lhs, rhs, .. } => {
                module.fold_binary(op, flags, constant(lhs)?, constant(rhs)?)
            }
            InstData::Cast { op, value, .. } => module.fold_cast(op, constant(value)?, body.inst_type(inst)),
            InstData::ICmp { predicate, lhs, rhs, .. } => module.fold_icmp(predicate, constant(lhs)?, constant(rhs)?),
            InstData::Select { condition, if_true, if_false, .. } => {
                let is = module.constants().as_u64(constant(condition)?)?;
                constant(if is != 0 { if_true } else { if_false })
            }
            _ => None,
        }
    }

    /// Replaces a switch that selects among at most two values by selects.
    fn switch_to_select(&mut self, block: Block, switch: Inst) -> bool {
        const MAX_CASES: usize = 16;
        let InstData::Switch { condition, default, .. } = *self.f.editor.body().inst(switch) else { return false };
        let (mut common, mut phi) = (None, None);
        let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
        for (value, to) in self.cases(switch) {
            let Some((dest, results)) = self.results_of_case(block, condition, Some(value), to, common) else {
                return false;
            };
            common = Some(dest);
            let [(of, result)] = results[..] else { return false };
            if *phi.get_or_insert(of) != of {
                return false;
            }
            match groups.iter_mut().find(|group| group.0 == result) {
                Some(group) => group.1.push(value),
                None => groups.push((result, vec![value])),
            }
            if groups.len() > 2 || groups.iter().any(|group| group.1.len() > MAX_CASES) {
                return false;
            }
        }
        let (Some(phi), Some(dest)) = (phi, common) else { return false };
        let otherwise = match self.results_of_case(block, condition, None, default, common) {
            Some((_, results)) => match results[..] {
                [(of, result)] if of == phi => Some(result),
                _ => None,
            },
            None => None,
        };
        if otherwise.is_none() && !self.is_unreachable(default) {
            return false;
        }
        let Some((value, selects)) = self.select_of_groups(switch, condition, &groups, otherwise) else { return false };
        let weights = self.f.branch_weights(switch);
        if let Some(weights) = weights {
            self.weigh_selects(switch, &groups, &selects, &weights);
        }
        let mut entries = incoming(&self.f.editor, phi);
        entries.retain(|&mut (_, from)| from != block);
        entries.push((value, block));
        set_incoming(&mut self.f.editor, phi, &entries);
        let gone: Vec<Block> = self.successors(block).into_iter().filter(|&to| to != dest).collect();
        remove_edges_to(&mut self.f.editor, block, &gone);
        let location = self.f.editor.body().debug_loc(switch);
        let editor = self.editor();
        let branch = editor.insert(Point::Before(switch), InstData::Br { dest }, Type::VOID);
        editor.set_debug_loc(branch, location);
        erase_all(editor, &[switch]);
        true
    }

    /// Weights of selects: each takes the sum of the weights of its cases.
    fn weigh_selects(&mut self, switch: Inst, groups: &[(Value, Vec<Value>)], selects: &[Value], weights: &[u64]) {
        let cases = self.cases(switch);
        let of = |value: &Value| cases.iter().position(|case| case.0 == *value).map_or(0, |n| weights[n + 1]);
        let sums: Vec<u64> = groups.iter().map(|group| group.1.iter().map(of).sum()).collect();
        let mut rest = weights[0];
        // The selects of the last groups come first.
        let first = groups.len() - selects.len();
        if first > 0 {
            rest = sums[groups.len() - 1];
        }
        let order: Vec<usize> = match (groups.len(), selects.len()) {
            (2, 2) => vec![1, 0],
            _ => vec![0],
        };
        for (&select, group) in selects.iter().zip(order) {
            if let Some(inst) =
                select.as_inst().filter(|&i| matches!(self.f.editor.body().inst(i), InstData::Select { .. }))
            {
                self.f.set_branch_weights(inst, &[sums[group], rest]);
            }
            rest += sums[group];
        }
    }

    fn select_of_groups(
        &mut self,
        switch: Inst,
        condition: Value,
        groups: &[(Value, Vec<Value>)],
        otherwise: Option<Value>,
    ) -> Option<(Value, Vec<Value>)> {
        let ty = self.f.editor.type_of(condition);
        if let [(first, a), (second, b)] = groups
            && let ([a], [b]) = (&a[..], &b[..])
        {
            return self
                .editor()
                .build_before(switch, |builder| {
                    let (mut value, mut selects) = (*second, Vec::new());
                    if let Some(otherwise) = otherwise {
                        let is = builder.named("switch.selectcmp").icmp(IntPredicate::Eq, condition, *b)?;
                        value = builder.named("switch.select").select(is, *second, otherwise)?;
                        selects.push(value);
                    }
                    let is = builder.named("switch.selectcmp").icmp(IntPredicate::Eq, condition, *a)?;
                    let value = builder.named("switch.select").select(is, *first, value)?;
                    selects.push(value);
                    Ok::<_, lindworm_ir::builder::BuildError>((value, selects))
                })
                .ok();
        }
        let ([(result, values)], Some(otherwise)) = (groups, otherwise) else { return None };
        let ints: Vec<Int> = values.iter().filter_map(|&v| self.int_of(v)).collect();
        let min = ints.iter().min_by(|a, b| a.scmp(b))?.clone();
        let touched = ints.iter().fold(Int::zero(min.width()), |all, n| all.or(&n.sub(&min)));
        let is_mask = ints.len().is_power_of_two() && touched.count_ones() == ints.len().trailing_zeros();
        if !is_mask && ints.len() != 2 {
            return None;
        }
        let (pair, result) = (values.clone(), *result);
        self.editor()
            .build_before(switch, |builder| {
                let select =
                    |builder: &mut lindworm_ir::builder::Builder<'_>, is| builder.select(is, result, otherwise);
                let value = if is_mask {
                    let mut value = condition;
                    if !min.is_zero() {
                        let min = builder.module().constants().int_or_byte(ty, &min);
                        value = builder.binary(BinaryOp::Sub, value, min)?;
                    }
                    let mask = builder.module().constants().int_or_byte(ty, &touched.not());
                    let and = builder.named("switch.and").binary(BinaryOp::And, value, mask)?;
                    let zero = builder.zero(ty);
                    let is = builder.named("switch.selectcmp").icmp(IntPredicate::Eq, and, zero)?;
                    select(builder, is)?
                } else {
                    let a = builder.named("switch.selectcmp.case1").icmp(IntPredicate::Eq, condition, pair[0])?;
                    let b = builder.named("switch.selectcmp.case2").icmp(IntPredicate::Eq, condition, pair[1])?;
                    let is = builder.named("switch.selectcmp").binary(BinaryOp::Or, a, b)?;
                    select(builder, is)?
                };
                Ok::<_, lindworm_ir::builder::BuildError>((value, vec![value]))
            })
            .ok()
    }

    /// Replaces incoming values of phis that equal the case value on whose edge they come by the condition, if a phi then has
    /// the condition for several cases.
    fn forward_condition(&mut self, block: Block, switch: Inst) -> bool {
        let InstData::Switch { condition, .. } = *self.f.editor.body().inst(switch) else { return false };
        let mut forwarded: Vec<(Inst, Vec<u32>)> = Vec::new();
        let mut note = |phi: Inst, place: u32| match forwarded.iter_mut().find(|entry| entry.0 == phi) {
            Some(entry) => entry.1.push(place),
            None => forwarded.push((phi, vec![place])),
        };
        let mut direct = Vec::new();
        let body = self.f.editor.body();
        for (value, to) in self.cases(switch) {
            // A phi directly after the switch.
            for phi in phis(&self.f.editor, to) {
                let only = (0..body.operand_count(phi))
                    .step_by(2)
                    .filter(|&n| body.operand(phi, n + 1) == Some(block.into()) && body.operand(phi, n) == Some(value))
                    .map(|n| n as u32)
                    .collect::<Vec<_>>();
                let edges = incoming(&self.f.editor, phi).iter().filter(|&&(_, from)| from == block).count();
                if let [place] = only[..]
                    && edges == 1
                {
                    direct.push((phi, place));
                }
            }
            // A phi after an otherwise empty block.
            let Some((branch, InstData::Br { dest })) = self.terminator(to) else { continue };
            if body.first_inst(to) != Some(branch) || self.f.editor.single_predecessor(to) != Some(block) {
                continue;
            }
            for phi in phis(&self.f.editor, dest) {
                if let Some(at) = self.incoming_use(phi, to).filter(|_| self.incoming_value(phi, to) == Some(value)) {
                    note(phi, at.operand);
                }
            }
        }
        let mut has_changed = false;
        forwarded.retain(|entry| entry.1.len() >= 2);
        let all = direct
            .into_iter()
            .chain(forwarded.into_iter().flat_map(|(phi, places)| places.into_iter().map(move |place| (phi, place))));
        for (user, operand) in all.collect::<Vec<_>>() {
            self.editor().set_operand(lindworm_ir::use_list::Use { user, operand }, condition);
            has_changed = true;
        }
        has_changed
    }

    /// Turns a conjunction or disjunction of comparisons of a value with constants into a switch.
    pub(super) fn fold_compare_chain(&mut self, block: Block, branch: Inst) -> bool {
        let InstData::CondBr { condition, if_true, if_false } = *self.f.editor.body().inst(branch) else {
            return false;
        };
        let Some(chain) = self.compare_chain(condition) else { return false };
        let Chain { value, mut constants, extra, is_eq, used } = chain;
        if used <= 1 {
            return false;
        }
        constants.sort_by(|&a, &b| match (self.int_of(a), self.int_of(b)) {
            (Some(a), Some(b)) => b.ucmp(&a),
            _ => std::cmp::Ordering::Equal,
        });
        constants.dedup();
        if extra.is_some() && constants.len() < 2 {
            return false;
        }
        let (equal, default) = if is_eq { (if_true, if_false) } else { (if_false, if_true) };
        let module = self.f.editor.module();
        let (cx, ty) = (module.context(), self.f.editor.type_of(value));
        let weights = self.f.branch_weights(branch).map(|w| if is_eq { [w[0], w[1]] } else { [w[1], w[0]] });
        let mut at = block;
        let mut branch = branch;
        if let Some(extra) = extra {
            // The extra condition is evaluated first.
            let new = self.editor().split_block(branch, b"switch.early.test");
            let Some(old) = self.f.editor.body().terminator(block) else { return true };
            let extra = match self.query().is_not_undef(extra) {
                true => extra,
                false => self.editor().build_before(old, |b| b.freeze(extra)).unwrap_or(extra),
            };
            let data = match is_eq {
                true => InstData::CondBr { condition: extra, if_true: equal, if_false: new },
                false => InstData::CondBr { condition: extra, if_true: new, if_false: equal },
            };
            self.replace_terminator(block, data);
            self.add_predecessor(equal, block, new);
            at = new;
            let Some(last) = self.f.editor.body().terminator(new) else { return true };
            branch = last;
        }
        if equal == at || default == at {
            return false;
        }
        let mut value = value;
        if cx.is_pointer(ty)
            && let Some(int) = module.data_layout().int_type_of_pointer(cx, ty)
        {
            let cast = self
                .editor()
                .build_before(branch, |b| b.named("magicptr").cast(lindworm_ir::eval::CastOp::PtrToInt, value, int));
            value = cast.unwrap_or(value);
        }
        let list: Vec<Value> = constants.iter().flat_map(|&n| [n, equal.into()]).collect();
        let location = self.f.editor.body().debug_loc(branch);
        let editor = self.editor();
        let cases = editor.list(&list);
        let switch =
            editor.insert(Point::Before(branch), InstData::Switch { condition: value, default, cases }, Type::VOID);
        editor.set_debug_loc(switch, location);
        for phi in phis(&self.f.editor, equal) {
            if let Some(value) = self.incoming_value(phi, at) {
                for _ in 1..constants.len() {
                    self.editor().add_incoming(phi, value, at);
                }
            }
        }
        if let Some([of_equal, of_default]) = weights {
            let count = constants.len() as u64;
            let each = of_equal / count;
            let mut all = vec![of_default];
            all.extend(std::iter::repeat_n(each, constants.len()));
            self.f.set_branch_weights(switch, &all);
        }
        erase_all(self.editor(), &[branch]);
        self.erase_if_dead(Some(condition));
        self.resimplify()
    }

    fn compare_chain(&self, condition: Value) -> Option<Chain> {
        let query = self.query();
        // `or` of equalities, or `and` of inequalities.
        let is_eq = match query.inst(condition)? {
            InstData::Binary { op: BinaryOp::Or, .. } => true,
            InstData::Binary { op: BinaryOp::And, .. } => false,
            InstData::Select { if_true, if_false, .. } if self.f.editor.type_of(condition) == Type::I1 => {
                let constants = query.module.constants();
                match (constants.as_u64(*if_true), constants.as_u64(*if_false)) {
                    (Some(1), _) => true,
                    (_, Some(0)) => false,
                    _ => return None,
                }
            }
            _ => return None,
        };
        let mut chain = Chain { value: condition, constants: Vec::new(), extra: None, is_eq, used: 0 };
        let mut compared: Option<Value> = None;
        let mut pending = vec![condition];
        const MAX_TERMS: usize = 256;
        let mut count = 0;
        while let Some(term) = pending.pop() {
            count += 1;
            if count > MAX_TERMS {
                return None;
            }
            let parts = match query.inst(term) {
                Some(&InstData::Binary { op, lhs, rhs, .. })
                    if op == if is_eq { BinaryOp::Or } else { BinaryOp::And } =>
                {
                    Some((lhs, rhs))
                }
                Some(&InstData::Select { condition, if_true, if_false, .. })
                    if self.f.editor.type_of(term) == Type::I1 =>
                {
                    let constants = query.module.constants();
                    match is_eq {
                        true if constants.as_u64(if_true) == Some(1) => Some((condition, if_false)),
                        false if constants.as_u64(if_false) == Some(0) => Some((condition, if_true)),
                        _ => None,
                    }
                }
                _ => None,
            };
            if let Some((lhs, rhs)) = parts {
                if lhs == rhs {
                    return None;
                }
                pending.push(rhs);
                pending.push(lhs);
                continue;
            }
            if let Some(&InstData::ICmp { predicate, lhs, rhs, .. }) = query.inst(term)
                && let Some(numbers) = self.compared_constants(predicate, lhs, rhs, is_eq)
            {
                let (value, numbers) = numbers;
                if *compared.get_or_insert(value) == value {
                    chain.constants.extend(numbers);
                    chain.used += 1;
                    continue;
                }
            }
            if chain.extra.is_some() {
                return None;
            }
            chain.extra = Some(term);
        }
        chain.value = compared?;
        Some(chain)
    }

    /// The value and the few constants for which a comparison decides a chain.
    fn compared_constants(
        &self,
        predicate: IntPredicate,
        lhs: Value,
        rhs: Value,
        is_eq: bool,
    ) -> Option<(Value, Vec<Value>)> {
        const MAX_VALUES: u64 = 8;
        let module = self.f.editor.module();
        let (cx, constants) = (module.context(), module.constants());
        let wanted = if is_eq { IntPredicate::Eq } else { IntPredicate::Ne };
        let ty = self.f.editor.type_of(lhs);
        if predicate == wanted {
            if cx.is_pointer(ty) {
                let int = module.data_layout().int_type_of_pointer(cx, ty)?;
                let space = cx.addr_space(ty)?;
                let is_null = constants.is_zero(rhs) && !module.data_layout().pointer(space).is_non_integral();
                return is_null.then(|| (lhs, vec![constants.zero(cx, int)]));
            }
            let n = constants.as_int(cx, rhs)?;
            // (x & ~2^z) == y is x == y or x == y | 2^z.
            if let Some((BinaryOp::And, _, x, mask)) = self.query().binary(lhs)
                && let Some(mask) = constants.as_int(cx, mask)
                && mask.not().is_power_of_two()
                && n.and(&mask.not()).is_zero()
            {
                return Some((x, vec![rhs, constants.wide_int(cx, &n.or(&mask.not()))]));
            }
            // (x | 2^z) == y is x == y or x == y & ~2^z.
            if let Some((BinaryOp::Or, _, x, bit)) = self.query().binary(lhs)
                && let Some(bit) = constants.as_int(cx, bit)
                && bit.is_power_of_two()
                && !n.and(&bit).is_zero()
            {
                return Some((x, vec![rhs, constants.wide_int(cx, &n.and(&bit.not()))]));
            }
            return Some((lhs, vec![rhs]));
        }
        let n = constants.as_int(cx, rhs)?;
        // A comparison of an offset value with a small range.
        let (mut value, mut offset) = (lhs, Int::zero(n.width()));
        if let Some((BinaryOp::Add, _, x, by)) = self.query().binary(lhs)
            && let Some(by) = constants.as_int(cx, by)
        {
            (value, offset) = (x, by.neg());
        }
        let predicate = if is_eq { predicate } else { predicate.inverse() };
        let (first, count) = match predicate {
            IntPredicate::Ult => (Int::zero(n.width()), n.to_u64()?),
            IntPredicate::Ule => (Int::zero(n.width()), n.to_u64()?.checked_add(1)?),
            IntPredicate::Ugt => (n.add(&Int::one(n.width())), Int::all_ones(n.width()).sub(&n).to_u64()?),
            IntPredicate::Uge => (n.clone(), Int::all_ones(n.width()).sub(&n).to_u64()?.checked_add(1)?),
            IntPredicate::Slt => (Int::min_signed(n.width()), n.sub(&Int::min_signed(n.width())).to_u64()?),
            IntPredicate::Sgt => (n.add(&Int::one(n.width())), Int::max_signed(n.width()).sub(&n).to_u64()?),
            _ => return None,
        };
        if count == 0 || count > MAX_VALUES {
            return None;
        }
        let values =
            (0..count).map(|k| constants.wide_int(cx, &first.add(&Int::new(n.width(), k)).add(&offset))).collect();
        Some((value, values))
    }
}

/// A condition that compares a value with constants, and perhaps one other condition.
struct Chain {
    value: Value,
    constants: Vec<Value>,
    extra: Option<Value>,
    /// Whether the condition is true for the constants.
    is_eq: bool,
    /// The number of comparisons.
    used: usize,
}
