//! Comparisons of a value with constants: branches on them and switches are combined with those of predecessors.

use lindworm_ir::editor::Point;
use lindworm_ir::eval::{CastOp, Int, IntPredicate};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, Inst, InstData, Type, Value};
use smallvec::{SmallVec, smallvec};

use super::Simplifier;
use super::switch::drain_cases_to;
use crate::edges::{keep_successor, phis, predecessors, remove_edges, remove_edges_to, split_predecessors};
use crate::erase::erase_all;

/// A terminator that branches on which constant a value equals.
pub(super) struct ValueBranch {
    pub value: Value,
    pub cases: SmallVec<[(Value, Block); 2]>,
    pub default: Block,
}

impl Simplifier<'_, '_, '_> {
    /// The comparison that a terminator branches on.
    pub(super) fn value_branch(&self, block: Block) -> Option<ValueBranch> {
        const MAX_EDGES: usize = 128;
        let body = self.f.editor.body();
        let (last, data) = self.terminator(block)?;
        let constants = self.f.editor.module().constants();
        let (mut value, cases, default) = match data {
            InstData::Switch { condition, default, .. } => {
                let cases = self.cases(last);
                // Large switches are not combined with many predecessors.
                let limit = MAX_EDGES / (cases.len() + 1);
                if self.f.editor.uses().of(block.into()).take(limit).count() >= limit {
                    return None;
                }
                (condition, cases.into(), default)
            }
            InstData::CondBr { condition, if_true, if_false } => {
                let compare = condition.as_inst().filter(|_| self.f.editor.uses().has_one_use(condition))?;
                match *body.inst(compare) {
                    InstData::ICmp { predicate, lhs, rhs, .. } if predicate.is_equality() => {
                        let is_eq = predicate == IntPredicate::Eq;
                        let (then, otherwise) = if is_eq { (if_true, if_false) } else { (if_false, if_true) };
                        (lhs, smallvec![(self.case_constant(rhs)?, then)], otherwise)
                    }
                    InstData::Cast { op: CastOp::Trunc, flags, value, .. }
                        if flags.contains(lindworm_ir::eval::IntFlags::NUW) =>
                    {
                        let one = constants.int(self.f.editor.module().context(), self.f.editor.type_of(value), 1);
                        (value, smallvec![(one, if_true)], if_false)
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        // A lossless `ptrtoint` compares the pointer.
        if let Some(cast) = value.as_inst()
            && let InstData::Cast { op: CastOp::PtrToInt, value: pointer, .. } = *body.inst(cast)
        {
            let module = self.f.editor.module();
            let ty = self.f.editor.type_of(pointer);
            if module.data_layout().int_type_of_pointer(module.context(), ty) == Some(body.inst_type(cast)) {
                value = pointer;
            }
        }
        Some(ValueBranch { value, cases, default })
    }

    /// A constant as the value of a case: an integer, or a null pointer as zero.
    fn case_constant(&self, value: Value) -> Option<Value> {
        let module = self.f.editor.module();
        let (cx, constants) = (module.context(), module.constants());
        if constants.as_int(cx, value).is_some() {
            return Some(value);
        }
        let ty = self.f.editor.type_of(value);
        let space = cx.addr_space(ty).filter(|_| cx.is_pointer(ty))?;
        if module.data_layout().pointer(space).is_non_integral() {
            return None;
        }
        let int = module.data_layout().int_type_of_pointer(cx, ty)?;
        if constants.is_zero(value) {
            return Some(constants.zero(cx, int));
        }
        use lindworm_ir::constant::{ConstantData, ConstantExpr};
        match &constants.node(value)?.data {
            ConstantData::Expr(expr) => match &**expr {
                ConstantExpr::Cast { op: CastOp::IntToPtr, value: number, .. } => {
                    let n = constants.as_int(cx, *number)?;
                    let width = cx.int_width(int)?;
                    Some(constants.wide_int(cx, &n.zext_or_trunc(width)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn case_int(&self, value: Value) -> Int {
        let module = self.f.editor.module();
        module.constants().as_int(module.context(), value).unwrap_or_else(|| Int::zero(1))
    }

    /// Folds a comparison by what the comparison of the only predecessor says about the value.
    pub(super) fn fold_known_value(&mut self, block: Block, from: Block) -> bool {
        let (Some(outer), Some(inner)) = (self.value_branch(from), self.value_branch(block)) else { return false };
        if outer.value != inner.value || from == block {
            return false;
        }
        let known: Vec<(Value, Block)> = outer.cases.iter().copied().filter(|case| case.1 != outer.default).collect();
        let cases: Vec<(Value, Block)> = inner.cases.iter().copied().filter(|case| case.1 != inner.default).collect();
        if outer.default == block {
            // The value is none of the predecessor's cases.
            let excluded: HashSet<Value> = known.iter().map(|&(value, _)| value).collect();
            if !cases.iter().any(|(value, _)| excluded.contains(value)) {
                return false;
            }
            let Some((inst, data)) = self.terminator(block) else { return false };
            if let InstData::CondBr { .. } = data {
                remove_edges(&mut self.f.editor, cases[0].1, block, 1);
                self.replace_branch(block, InstData::Br { dest: inner.default });
                return true;
            }
            let mut weights = self.f.branch_weights(inst);
            let mut kept = inner.cases.clone();
            let mut gone = Vec::new();
            for place in (0..kept.len()).rev() {
                if excluded.contains(&kept[place].0) {
                    gone.push(kept.swap_remove(place).1);
                    if let Some(weights) = &mut weights {
                        weights.swap_remove(place + 1);
                    }
                }
            }
            self.set_cases(inst, &kept);
            if let Some(weights) = weights {
                self.f.set_branch_weights(inst, &weights);
            }
            remove_edges_to(&mut self.f.editor, block, &gone);
            return true;
        }
        let mut values = known.iter().filter(|case| case.1 == block).map(|case| case.0);
        let (Some(value), None) = (values.next(), values.next()) else { return false };
        let to = cases.iter().find(|case| case.0 == value).map_or(inner.default, |case| case.1);
        let condition = self.condition(block);
        keep_successor(&mut self.f.editor, block, Some(to));
        self.erase_if_dead(condition);
        true
    }

    /// Folds the comparison of an otherwise empty block into predecessors that compare the same value.
    pub(super) fn fold_into_predecessors(&mut self, block: Block) -> bool {
        let Some(value) = self.value_branch(block).map(|branch| branch.value) else { return false };
        let mut seen: HashSet<Block> = HashSet::default();
        let mut sources: Vec<Block> =
            predecessors(&self.f.editor, block).into_iter().filter(|&b| seen.insert(b)).collect();
        let mut has_changed = false;
        while let Some(from) = sources.pop() {
            if from == block || self.value_branch(from).is_none_or(|branch| branch.value != value) {
                continue;
            }
            // Phis that differ for the two blocks get a block of their own.
            let of_both: Vec<Block> = {
                let of_from = self.successors(from);
                self.unique_successors(block).into_iter().filter(|to| of_from.contains(to)).collect()
            };
            if of_both.iter().any(|&to| !self.has_few_entries(to)) {
                return has_changed;
            }
            for to in of_both {
                let differs = phis(&self.f.editor, to)
                    .into_iter()
                    .any(|phi| self.incoming_value(phi, block) != self.incoming_value(phi, from));
                if differs && split_predecessors(&mut self.f.editor, to, &[block], b".fold.split", None).is_none() {
                    return has_changed;
                }
            }
            self.fold_into_predecessor(block, from);
            has_changed = true;
        }
        has_changed
    }

    fn fold_into_predecessor(&mut self, block: Block, from: Block) {
        let (Some(outer), Some(inner)) = (self.value_branch(from), self.value_branch(block)) else { return };
        let (Some((old, _)), Some((own, _))) = (self.terminator(from), self.terminator(block)) else { return };
        // Weights: the default's first, then one for each case.
        let of = |this: &Self, inst: Inst, branch: &ValueBranch| {
            let weights = this.f.branch_weights(inst)?;
            Some(match this.f.editor.body().inst(inst) {
                InstData::CondBr { if_true, .. } if *if_true == branch.cases[0].1 => vec![weights[1], weights[0]],
                _ => weights,
            })
        };
        let (mut weights, mut theirs) = (of(self, old, &outer), of(self, own, &inner));
        if weights.is_some() || theirs.is_some() {
            weights = weights.or_else(|| Some(vec![1; outer.cases.len() + 1]));
            theirs = theirs.or_else(|| Some(vec![1; inner.cases.len() + 1]));
        }
        let mut cases = outer.cases.into_vec();
        let mut default = outer.default;
        let mut added: Vec<Block> = Vec::new();
        let mut handled: HashSet<Value> = HashSet::default();
        if default == block {
            let sum = drain_cases_to(&mut cases, weights.as_mut(), block);
            if let Some(weights) = &mut weights {
                weights[0] += sum;
            }
            handled.extend(cases.iter().map(|case| case.0));
            if default != inner.default {
                default = inner.default;
                added.push(default);
            }
            let first_new = cases.len();
            let (mut total, mut unhandled) = (0, theirs.as_ref().map_or(0, |w| w[0]));
            for (n, &(value, to)) in inner.cases.iter().enumerate() {
                if !handled.contains(&value) && to != inner.default {
                    cases.push((value, to));
                    added.push(to);
                    if let (Some(weights), Some(theirs)) = (&mut weights, &theirs) {
                        weights.push(weights[0].saturating_mul(theirs[n + 1]));
                        unhandled += theirs[n + 1];
                    }
                }
            }
            if let (Some(weights), Some(theirs)) = (&mut weights, &theirs) {
                total += unhandled;
                for weight in &mut weights[1..=first_new] {
                    *weight = weight.saturating_mul(total);
                }
                weights[0] = weights[0].saturating_mul(theirs[0]);
            }
        } else {
            let mut sent: HashMap<Value, u64> = HashMap::default();
            let mut place = 0;
            while place < cases.len() {
                if cases[place].1 != block {
                    place += 1;
                    continue;
                }
                handled.insert(cases[place].0);
                if let Some(weights) = &mut weights {
                    sent.insert(cases[place].0, weights[place + 1]);
                    weights.swap_remove(place + 1);
                }
                cases.swap_remove(place);
            }
            for &(value, to) in &inner.cases {
                if handled.remove(&value) {
                    if let Some(weights) = &mut weights {
                        weights.push(sent.get(&value).copied().unwrap_or(0));
                    }
                    cases.push((value, to));
                    added.push(to);
                }
            }
            let mut rest: Vec<Value> = handled.into_iter().collect();
            rest.sort_by(|&a, &b| self.case_int(a).ucmp(&self.case_int(b)));
            for value in rest {
                if let Some(weights) = &mut weights {
                    weights.push(sent.get(&value).copied().unwrap_or(0));
                }
                cases.push((value, inner.default));
                added.push(inner.default);
            }
        }
        for to in added {
            self.add_predecessor(to, from, block);
        }
        let condition = self.condition(from);
        let mut value = outer.value;
        let module = self.f.editor.module();
        let cx = module.context();
        let ty = self.f.editor.type_of(value);
        if cx.is_pointer(ty)
            && let Some(int) = module.data_layout().int_type_of_pointer(cx, ty)
        {
            let cast = self.editor().build_before(old, |b| b.named("magicptr").cast(CastOp::PtrToInt, value, int));
            value = cast.unwrap_or(value);
        }
        if cases.iter().any(|case| case.1 == block) || default == block {
            let forever = self.create_infinite_loop();
            cases.iter_mut().filter(|case| case.1 == block).for_each(|case| case.1 = forever);
            if default == block {
                default = forever;
            }
        }
        let list: Vec<Value> = cases.iter().flat_map(|&(value, to)| [value, to.into()]).collect();
        let location = self.f.editor.body().debug_loc(old);
        let editor = self.editor();
        let cases = editor.list(&list);
        let new = editor.insert(Point::Before(old), InstData::Switch { condition: value, default, cases }, Type::VOID);
        editor.set_debug_loc(new, location);
        if let Some(weights) = weights {
            self.f.set_branch_weights(new, &weights);
        }
        erase_all(self.editor(), &[old]);
        self.erase_if_dead(condition);
    }

    /// Simplifies a block that has nothing but a comparison with a constant, whose result a phi of the successor uses:
    /// the default of a switch over the same value, or the only destination of other cases.
    pub(super) fn fold_compare_before_branch(&mut self, block: Block) -> bool {
        let body = self.f.editor.body();
        let Some((last, InstData::Br { dest })) = self.terminator(block) else { return false };
        let Some(compare) = body.first_inst(block).filter(|&i| body.next_inst(i) == Some(last)) else { return false };
        let InstData::ICmp { predicate, lhs, rhs, .. } = *body.inst(compare) else { return false };
        let module = self.f.editor.module();
        let (cx, constants) = (module.context(), module.constants());
        if !predicate.is_equality()
            || constants.as_int(cx, rhs).is_none()
            || !self.f.editor.uses().has_one_use(compare.into())
        {
            return false;
        }
        let Some(from) = self.f.editor.single_predecessor(block) else { return false };
        let Some((switch, InstData::Switch { condition, default, .. })) = self.terminator(from) else { return false };
        if condition != lhs {
            return false;
        }
        let mut cases = self.cases(switch);
        let is_eq = predicate == IntPredicate::Eq;
        if default != block {
            // The value is the constant of the only case with this destination.
            let Some(&(value, _)) = cases.iter().find(|case| case.1 == block) else { return false };
            let result = self.query().bool(Type::I1, (value == rhs) == is_eq);
            let editor = self.editor();
            editor.replace_all(compare.into(), result);
            editor.erase(compare);
            return self.resimplify();
        }
        // The value is none of the constants.
        if cases.iter().any(|case| case.0 == rhs) {
            let result = self.query().bool(Type::I1, !is_eq);
            let editor = self.editor();
            editor.replace_all(compare.into(), result);
            editor.erase(compare);
            return self.resimplify();
        }
        // A phi in the successor uses the result: the constant becomes a case.
        let user = self.f.editor.uses().of(compare.into()).next().map(|at| at.user);
        let is_phi = user
            .is_some_and(|user| matches!(body.inst(user), InstData::Phi { .. }) && body.inst_block(user) == Some(dest));
        let only_phi = body.first_inst(dest).is_some_and(|i| Some(i) == user)
            && user.and_then(|u| body.next_inst(u)).is_some_and(|i| !matches!(body.inst(i), InstData::Phi { .. }));
        if !is_phi || !only_phi {
            return false;
        }
        let (of_default, of_case) = (self.query().bool(Type::I1, !is_eq), self.query().bool(Type::I1, is_eq));
        let weights = self.f.branch_weights(switch);
        let editor = self.editor();
        editor.replace_all(compare.into(), of_default);
        editor.erase(compare);
        let new = editor.create_block(editor.body().prev_block(block).or(Some(block)));
        editor.set_name(new.into(), b"switch.edge");
        let location = editor.body().debug_loc(switch);
        let branch = editor.insert(Point::End(new), InstData::Br { dest }, Type::VOID);
        editor.set_debug_loc(branch, location);
        cases.push((rhs, new));
        self.set_cases(switch, &cases);
        if let Some(mut weights) = weights {
            let half = weights[0].div_ceil(2);
            weights[0] = half;
            weights.push(half);
            self.f.set_branch_weights(switch, &weights);
        }
        if let Some(phi) = user {
            self.editor().add_incoming(phi, of_case, new);
        }
        true
    }
}
