//! Branches, freezes, calls and branch weights.

use lindworm_ir::attributes::{AttrKind, AttributeSet};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::eval::range::ConstantRange;
use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags};
use lindworm_ir::instruction::TailCall;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};
use smallvec::SmallVec;

use super::Combiner;
use super::allocations::Allocator;

/// The maximum number of uses of a condition, or of predecessors of a block, that are looked at.
const MAX_USES: usize = 64;

impl Combiner<'_, '_, '_> {
    pub(super) fn visit_cond_br(&mut self, inst: Inst) -> Option<Value> {
        let InstData::CondBr { condition, if_true, if_false } = self.data(inst) else { return None };
        if let Some(of) = self.query().as_not(condition)
            && !of.is_constant()
        {
            self.swap_successors(inst, of);
            return Some(inst.into());
        }
        if let Some(inverse) = self.inverse_of_and_not(inst, condition) {
            self.swap_successors(inst, inverse);
            return Some(inst.into());
        }
        if if_true != if_false && self.invert_to_canonical(condition) {
            self.swap_successors(inst, condition);
            return Some(inst.into());
        }
        if if_true == if_false && !condition.is_constant() {
            let module = self.f.editor.module();
            let no = module.constants().int(module.context(), lindworm_ir::Type::I1, 0);
            self.set_operand(inst, 0, no);
            return Some(inst.into());
        }
        if condition.is_constant() {
            let constants = self.f.editor.module().constants();
            let taken = constants.as_u64(condition).map(|n| if n != 0 { if_true } else { if_false });
            if taken.is_some() || constants.is_undef_or_poison(condition) {
                self.keep_edge(inst, taken);
            }
            return None;
        }
        self.decide_uses(inst, condition, if_true, if_false);
        None
    }

    /// `!c | d`, for a condition `c & !d`.
    fn inverse_of_and_not(&mut self, inst: Inst, condition: Value) -> Option<Value> {
        let query = self.query();
        let once = |v: Value| query.uses.has_one_use(v);
        let (c, not_d) = query.as_logic(condition, true).filter(|_| once(condition))?;
        let is_select = matches!(query.inst(condition), Some(InstData::Select { .. }));
        let (c, d) = match (query.as_not(c), query.as_not(not_d)) {
            (None, Some(d)) if once(not_d) => (c, d),
            (Some(d), None) if once(c) && !is_select => (not_d, d),
            _ => return None,
        };
        if c.is_constant() || d.is_constant() {
            return None;
        }
        let ones = self.ones(Type::I1);
        let not = self.not(inst, c);
        Some(match is_select {
            true => self.select(inst, not, ones, d),
            false => self.binary(inst, BinaryOp::Or, IntFlags::empty(), not, d),
        })
    }

    /// Replaces uses of a condition that a branch on it dominates.
    fn decide_uses(&mut self, branch: Inst, condition: Value, if_true: Block, if_false: Block) {
        if if_true == if_false || condition.as_block().is_some() {
            return;
        }
        let body = self.f.editor.body();
        let Some(from) = body.inst_block(branch) else { return };
        let uses: Vec<Use> = self.f.editor.uses().of(condition).take(MAX_USES).filter(|at| at.user != branch).collect();
        if uses.is_empty() {
            return;
        }
        for (to, is_true) in [(if_true, true), (if_false, false)] {
            let has_other_entry = self.f.editor.single_predecessor(to) != Some(from);
            for at in &uses {
                let body = self.f.editor.body();
                let Some(block) = body.inst_block(at.user) else { continue };
                let is_in_edge = match body.inst(at.user) {
                    InstData::Phi { .. } => {
                        let Some(before) = body.operand(at.user, at.operand as usize + 1).and_then(|v| v.as_block())
                        else {
                            continue;
                        };
                        before == from && block == to || !has_other_entry && self.dominators.dominates(to, before)
                    }
                    _ => !has_other_entry && self.dominators.dominates(to, block),
                };
                if is_in_edge && self.dominators.is_reachable(to) {
                    let known = self.query().bool(Type::I1, is_true);
                    self.set_operand(at.user, at.operand, known);
                    self.worklist.push(at.user);
                }
            }
        }
    }

    /// Marks the edges of a terminator as never taken, except those to `taken`: what they alone lead to is emptied.
    fn keep_edge(&mut self, terminator: Inst, taken: Option<Block>) {
        let body = self.f.editor.body();
        let Some(from) = body.inst_block(terminator) else { return };
        let mut left: Vec<(Block, Block)> = Vec::new();
        let data = *body.inst(terminator);
        data.for_each_successor(body.values(), |to| left.push((from, to)));
        left.retain(|&(_, to)| Some(to) != taken);
        while let Some((from, to)) = left.pop() {
            if !self.dead_edges.insert((from, to)) {
                continue;
            }
            for phi in crate::edges::phis(&self.f.editor, to) {
                let poison = self.f.editor.module().constants().poison(self.f.editor.body().inst_type(phi));
                for place in self.incoming_from(phi, from) {
                    if self.f.editor.body().operand(phi, place as usize) != Some(poison) {
                        self.set_operand(phi, place, poison);
                        self.worklist.push(phi);
                    }
                }
            }
            let editor = &self.f.editor;
            let edges = editor.uses().of(to.into()).take(MAX_USES + 1);
            let before: SmallVec<[Block; 4]> = edges.filter_map(|at| editor.body().inst_block(at.user)).collect();
            let is_dead = before.len() <= MAX_USES
                && before.iter().all(|&b| self.dead_edges.contains(&(b, to)) || self.dominators.dominates(to, b));
            if is_dead {
                self.empty(to);
                let body = self.f.editor.body();
                if let Some(end) = body.terminator(to) {
                    body.inst(end).for_each_successor(body.values(), |next| left.push((to, next)));
                }
            }
        }
    }

    /// The operands of a phi that are the values for a block. Few operands of the phi are searched, otherwise the phi uses of the
    /// block.
    fn incoming_from(&self, phi: Inst, from: Block) -> Vec<u32> {
        let editor = &self.f.editor;
        let count = editor.body().operand_count(phi);
        if count <= 2 * MAX_USES {
            let is_from = |&place: &usize| editor.body().operand(phi, place + 1) == Some(from.into());
            return (0..count).step_by(2).filter(is_from).map(|place| place as u32).collect();
        }
        editor.uses().incoming_of(from).filter(|at| at.user == phi).map(|at| at.operand - 1).collect()
    }

    pub(super) fn swap_successors(&mut self, inst: Inst, new: Value) {
        let old = self.f.editor.body().operand(inst, 0);
        self.f.editor.change(inst, |data, _| {
            if let InstData::CondBr { condition, if_true, if_false } = data {
                *condition = new;
                std::mem::swap(if_true, if_false);
            }
        });
        self.swap_weights(inst);
        if let Some(old) = old {
            self.lost_a_use(old);
        }
    }

    /// Swaps the two branch weights of an instruction.
    pub(super) fn swap_weights(&mut self, inst: Inst) {
        let Some(prof) = self.f.editor.body().attachment(inst, MetadataKind::PROF) else { return };
        let Some(node) = prof.as_node() else { return };
        let mut words = self.f.additions.metadata.node(node).words.to_vec();
        // The name, whether the weights are expected ones, and two weights.
        let [.., a, b] = &mut words[..] else { return };
        std::mem::swap(a, b);
        if !(3..=4).contains(&words.len()) {
            return;
        }
        let swapped = self.f.additions.metadata.add_node(NodeKind::Tuple, false, &words);
        self.f.editor.set_attachment(inst, MetadataKind::PROF, Some(swapped));
    }

    /// A switch on an operation with a constant is a switch on its operand, with other cases.
    pub(super) fn visit_switch(&mut self, inst: Inst) -> Option<Value> {
        let InstData::Switch { condition, default, cases } = self.data(inst) else { return None };
        let query = self.query();
        let pairs = query.body.list_values(&cases).to_vec();
        let numbers: Option<Vec<Int>> = pairs.iter().step_by(2).map(|&v| query.constant_int(v)).collect();
        let numbers = numbers?;
        if condition.is_constant() {
            let constants = query.module.constants();
            let found = pairs.chunks_exact(2).find(|pair| pair[0] == condition).and_then(|pair| pair[1].as_block());
            if query.constant_int(condition).is_some() {
                self.keep_edge(inst, Some(found.unwrap_or(default)));
            } else if constants.is_undef_or_poison(condition) {
                self.keep_edge(inst, None);
            }
            return None;
        }
        let width = query.width_of(condition)?;
        let (mut on, mut ty) = (condition, query.type_of(condition));
        let mut new: Option<Vec<Int>> = None;
        let mut mask = None;
        match query.inst(condition) {
            Some(&InstData::Binary { op, flags, lhs, rhs, .. }) => {
                match (op, query.constant_int(lhs), query.constant_int(rhs)) {
                    (BinaryOp::Add, _, Some(by)) => {
                        (on, new) = (lhs, Some(numbers.iter().map(|n| n.sub(&by)).collect()))
                    }
                    (BinaryOp::Sub, Some(by), _) => {
                        (on, new) = (rhs, Some(numbers.iter().map(|n| by.sub(n)).collect()))
                    }
                    (BinaryOp::Xor, _, Some(by)) if !by.is_min_signed() && !by.is_max_signed() => {
                        (on, new) = (lhs, Some(numbers.iter().map(|n| n.xor(&by)).collect()));
                    }
                    (BinaryOp::Shl, _, Some(by)) => {
                        let by = by.to_u64().filter(|&by| by < width.into())? as u32;
                        let can_mask = !flags.is_empty() || query.uses.has_one_use(condition);
                        if can_mask && numbers.iter().all(|n| n.is_zero() || n.trailing_zeros() >= by) {
                            let is_signed = flags.contains(IntFlags::NSW) && !flags.contains(IntFlags::NUW);
                            let back = |n: &Int| if is_signed { n.ashr(by) } else { n.lshr(by) };
                            new = Some(numbers.iter().map(back).collect());
                            on = lhs;
                            mask = flags.is_empty().then(|| query.int(ty, &Int::all_ones(width).lshr(by)));
                        }
                    }
                    _ => {}
                }
            }
            Some(&InstData::Cast { op: op @ (CastOp::ZExt | CastOp::SExt), value, .. }) => {
                let narrow = query.width_of(value)?;
                let fits = |n: &Int| {
                    let short = n.trunc(narrow);
                    *n == if op == CastOp::ZExt { short.zext(width) } else { short.sext(width) }
                };
                if numbers.iter().all(fits) {
                    (on, ty) = (value, query.type_of(value));
                    new = Some(numbers.iter().map(|n| n.trunc(narrow)).collect());
                }
            }
            Some(&InstData::Select { condition: c, if_true, if_false, .. }) => {
                for (constant, other, is_true) in [(if_true, if_false, true), (if_false, if_true, false)] {
                    let Some(n) = query.constant_int(constant) else { continue };
                    let is_default = numbers
                        .iter()
                        .position(|m| *m == n)
                        .is_none_or(|at| pairs[2 * at + 1].as_block() == Some(default));
                    let Some(&InstData::ICmp { predicate, lhs, rhs, .. }) = query.inst(c) else { continue };
                    let Some(limit) = query.constant_int(rhs).filter(|_| lhs == other && is_default) else { continue };
                    let predicate = if is_true { predicate.inverse() } else { predicate };
                    let range = ConstantRange::satisfying(predicate, &limit);
                    if numbers.iter().all(|n| range.contains(n)) {
                        (on, new) = (other, Some(numbers.clone()));
                        break;
                    }
                }
            }
            _ => {}
        }
        if new.is_none() {
            // The known high bits are not compared.
            let known = query.known_bits(condition)?;
            let zeros = numbers.iter().map(Int::leading_zeros).min().unwrap_or(width).min(known.min_leading_zeros());
            let ones = known.one.not().leading_zeros();
            let ones = numbers.iter().map(|n| n.not().leading_zeros()).min().unwrap_or(width).min(ones);
            let short = width - zeros.max(ones);
            if short == 0 || short >= width {
                return None;
            }
            ty = query.module.context().int(short);
            if !self.should_change_type(self.type_of(condition), ty) {
                return None;
            }
            on = self.cast(inst, CastOp::Trunc, IntFlags::empty(), condition, ty);
            new = Some(numbers.iter().map(|n| n.trunc(short)).collect());
        }
        if let Some(mask) = mask {
            on = self.binary(inst, BinaryOp::And, IntFlags::empty(), on, mask);
        }
        let query = self.query();
        let mut operands = vec![on, default.into()];
        for (pair, n) in pairs.chunks_exact(2).zip(new?) {
            operands.extend([query.int(ty, &n), pair[1]]);
        }
        self.f.editor.set_operands(inst, &operands);
        self.lost_a_use(condition);
        Some(inst.into())
    }

    /// A freeze moves to the only operand that may be poison or undef.
    pub(super) fn visit_freeze(&mut self, value: Value) -> Option<Value> {
        let query = self.query();
        let constants = query.module.constants();
        if constants.is_undef_or_poison(value) {
            let ty = query.type_of(value);
            let is_number = query.module.context().is_int_or_int_vector(ty)
                || query.module.context().is_float_or_float_vector(ty)
                || query.module.context().is_pointer_or_pointer_vector(ty);
            return is_number.then(|| self.zero(ty));
        }
        let source = value.as_inst().filter(|_| query.uses.has_one_use(value))?;
        let data = *query.body.inst(source);
        let cannot_create = match data {
            InstData::Binary { op, rhs, .. } => {
                let is_far = |n: &Int| n.ucmp(&Int::new(n.width(), n.width().into())).is_lt();
                !op.is_float()
                    && !op.is_int_div_rem()
                    && (!op.is_shift() || rhs.is_constant() && query.elements_are(rhs, is_far))
            }
            InstData::ICmp { .. } | InstData::GetElementPtr { .. } => true,
            InstData::Cast { op, .. } => {
                use lindworm_ir::eval::CastOp::*;
                matches!(op, Trunc | ZExt | SExt | BitCast | PtrToInt | IntToPtr)
            }
            _ => return None,
        };
        if !cannot_create {
            return None;
        }
        let count = query.body.operand_count(source);
        let mut unsafe_operand = None;
        for place in 0..count {
            let operand = query.body.operand(source, place)?;
            if query.is_not_undef(operand) {
                continue;
            }
            if unsafe_operand.is_some() {
                return None;
            }
            unsafe_operand = Some((place as u32, operand));
        }
        self.f.editor.change(source, |data, _| match data {
            InstData::Binary { flags, .. } | InstData::Cast { flags, .. } => *flags = IntFlags::empty(),
            InstData::ICmp { same_sign, .. } => *same_sign = false,
            InstData::GetElementPtr { flags, .. } => *flags = Default::default(),
            _ => {}
        });
        if let Some((place, operand)) = unsafe_operand {
            let ty = self.type_of(operand);
            let frozen = self.insert(source, InstData::Freeze { value: operand }, ty);
            self.name_after(frozen, operand, b".fr");
            self.f.editor.set_operand(lindworm_ir::use_list::Use { user: source, operand: place }, frozen);
        }
        Some(value)
    }

    /// Adds `nonnull` to the arguments of a call, invoke or callbr that are known not to be null, and replaces the result by the
    /// argument that is returned.
    pub(super) fn visit_call_base(&mut self, inst: Inst, allocator: Option<&Allocator>) -> Option<Value> {
        let data = self.data(inst);
        let call = data.call_info()?;
        let query = self.query();
        let (module, cx) = (query.module, query.module.context());
        let declared = module.callee(call.callee).map(|f| cx.attribute_list(f.attributes));
        let list = cx.attribute_list(call.attributes);
        let args = query.body.call_args(call);
        let mut attributes = call.attributes;
        for (place, &arg) in args.iter().enumerate() {
            let set = list.param(place);
            if cx.is_pointer(query.type_of(arg))
                && !cx.has_attribute(set, AttrKind::NON_NULL)
                && !declared.is_some_and(|list| cx.has_attribute(list.param(place), AttrKind::NON_NULL))
                && query.is_non_zero(arg)
                && let Some(non_null) = AttributeSet::of(AttrKind::NON_NULL)
            {
                attributes = cx.with_param_attributes(attributes, place, cx.merge_attributes([set, non_null]));
            }
        }
        let returned = args.iter().enumerate().find(|&(place, _)| {
            let is_returned = |set| cx.has_attribute(set, AttrKind::RETURNED);
            is_returned(list.param(place)) || declared.is_some_and(|list| is_returned(list.param(place)))
        });
        let ty = query.body.inst_type(inst);
        let is_must_tail = matches!(data, InstData::Call { tail: TailCall::MustTail, .. });
        let returned = returned.map(|(_, &arg)| arg).filter(|&arg| {
            query.type_of(arg) == ty && !is_must_tail && arg != inst.into() && !query.uses.is_unused(inst.into())
        });
        let mut is_changed = attributes != call.attributes;
        if is_changed {
            self.f.editor.change(inst, |data, _| {
                if let Some(call) = data.call_info_mut() {
                    call.attributes = attributes;
                }
            });
        }
        is_changed |= self.mark_allocation(inst, allocator);
        if let Some(arg) = returned {
            self.push_users(inst);
            self.f.editor.replace_all(inst.into(), arg);
        }
        is_changed.then(|| inst.into())
    }

    /// Constant indices of vectors are of type `i64`.
    pub(super) fn widen_index(&mut self, inst: Inst, place: u32) -> Option<Value> {
        let index = self.f.editor.body().operand(inst, place as usize)?;
        let module = self.f.editor.module();
        let (cx, constants) = (module.context(), module.constants());
        let n = constants.as_int(cx, index).filter(|n| n.width() != 64 && n.active_bits() <= 64)?;
        let wide = constants.int(cx, Type::I64, n.to_u64()?);
        self.f.editor.set_operand(lindworm_ir::use_list::Use { user: inst, operand: place }, wide);
        Some(inst.into())
    }

    pub(super) fn visit_call(&mut self, inst: Inst) -> Option<Value> {
        let allocator = self.allocator_at(inst);
        let allocator = allocator.as_ref();
        if self.visit_free(inst, allocator).is_some() || self.remove_unneeded(inst, allocator) {
            return None;
        }
        if let Some(result) = self.visit_marker(inst) {
            return result;
        }
        let base = self.visit_call_base(inst, allocator);
        if self.visit_library_call(inst) {
            return None;
        }
        self.visit_intrinsic(inst).or(base)
    }

    /// Simplifies a call of an intrinsic of which nothing else is to be simplified, such as its arguments. Returns the result for
    /// such a call, and `None` for all others.
    fn visit_marker(&mut self, inst: Inst) -> Option<Option<Value>> {
        use IntrinsicId as I;
        let InstData::Call { call, .. } = self.data(inst) else { return None };
        let id = self.f.editor.module().callee(call.callee)?.intrinsic?;
        let args = self.f.editor.body().call_args(&call);
        match id {
            I::OBJECTSIZE => Some(crate::lower_constant_intrinsics::exact_object_size(self.f, inst)),
            I::MEMCPY | I::MEMMOVE | I::MEMSET if !self.f.editor.module().constants().is_zero(args[3]) => {
                // A volatile access.
                Some(self.visit_transfer(inst, id))
            }
            I::LIFETIME_END if !self.query().function_is_sanitized() => {
                self.remove_empty_range(inst, I::LIFETIME_START).then_some(None)
            }
            I::VA_END => {
                let _ = self.remove_empty_range(inst, I::VA_START) || self.remove_empty_range(inst, I::VA_COPY);
                Some(None)
            }
            I::STACKRESTORE => self.remove_restore(inst).then_some(None),
            _ => None,
        }
    }

    /// Removes a marker of the end of a range and that of its start, if only other markers are between them.
    fn remove_empty_range(&mut self, end: Inst, start: IntrinsicId) -> bool {
        let body = self.f.editor.body();
        let arg = body.operand(end, 0);
        let mut next = body.prev_inst(end);
        let mut steps = 0;
        while let Some(inst) = next.filter(|_| steps < 64) {
            steps += 1;
            let Some(call) = body.inst(inst).call_info() else { return false };
            let Some(id) = self.f.editor.module().callee(call.callee).and_then(|f| f.intrinsic) else { return false };
            if id == start && body.operand(inst, 0) == arg {
                self.remove_store(inst);
                self.remove_store(end);
                return true;
            }
            use IntrinsicId as I;
            // The list is the source of a copy.
            if id == I::VA_COPY && body.operand(inst, 1) == arg {
                return false;
            }
            let is_marker = matches!(id, I::LIFETIME_START | I::LIFETIME_END | I::VA_START | I::VA_END | I::VA_COPY)
                && (matches!(id, I::LIFETIME_START | I::LIFETIME_END)
                    == matches!(start, I::LIFETIME_START | I::LIFETIME_END));
            if !is_marker {
                return false;
            }
            next = body.prev_inst(inst);
        }
        false
    }

    /// Removes a restoration of the stack right after the save, or after which nothing is allocated before the function returns
    /// or the stack is restored again.
    fn remove_restore(&mut self, inst: Inst) -> bool {
        let body = self.f.editor.body();
        let saved = body.operand(inst, 0).and_then(|v| v.as_inst());
        let is_harmless = |inst: Inst| match body.inst(inst) {
            InstData::Alloca { .. } => false,
            data => match data.call_info() {
                None => true,
                Some(call) => self.f.editor.module().callee(call.callee).is_some_and(|f| f.intrinsic.is_some()),
            },
        };
        let is_save = |saved: Inst| matches!(self.query().intrinsic(saved.into()), Some((IntrinsicId::STACKSAVE, _)));
        if body.prev_inst(inst) == saved && saved.is_some_and(is_save) {
            self.remove_store(inst);
            return true;
        }
        let mut next = body.next_inst(inst);
        for _ in 0..64 {
            let Some(after) = next else { return false };
            let data = body.inst(after);
            if matches!(data, InstData::Ret { .. } | InstData::Resume { .. }) {
                self.remove_store(inst);
                return true;
            }
            let is_restore =
                self.query().intrinsic(after.into()).is_some_and(|(id, _)| id == IntrinsicId::STACKRESTORE);
            if is_restore {
                self.remove_store(inst);
                return true;
            }
            if data.is_terminator() || !is_harmless(after) {
                return false;
            }
            next = body.next_inst(after);
        }
        false
    }

    fn visit_intrinsic(&mut self, inst: Inst) -> Option<Value> {
        let InstData::Call { call, tail, .. } = self.data(inst) else { return None };
        if tail == TailCall::MustTail {
            return None;
        }
        let callee = self.f.editor.module().callee(call.callee)?;
        let id = callee.intrinsic?;
        let mut is_changed = false;
        use IntrinsicId as I;
        let is_commutative = matches!(
            id,
            I::SMAX
                | I::SMIN
                | I::UMAX
                | I::UMIN
                | I::SADD_SAT
                | I::UADD_SAT
                | I::MAXNUM
                | I::MINNUM
                | I::MAXIMUM
                | I::MINIMUM
                | I::UADD_WITH_OVERFLOW
                | I::SADD_WITH_OVERFLOW
                | I::UMUL_WITH_OVERFLOW
                | I::SMUL_WITH_OVERFLOW
                | I::FMA
                | I::FMULADD
        );
        let args: Vec<Value> = self.f.editor.body().call_args(&call).to_vec();
        if is_commutative && args[0].is_constant() && !args[1].is_constant() {
            self.f.editor.set_operand(lindworm_ir::use_list::Use { user: inst, operand: 0 }, args[1]);
            self.f.editor.set_operand(lindworm_ir::use_list::Use { user: inst, operand: 1 }, args[0]);
            is_changed = true;
        }
        self.by_rules(inst)
            .or_else(|| match id {
                I::MEMCPY
                | I::MEMMOVE
                | I::MEMSET
                | I::MEMCPY_ELEMENT_UNORDERED_ATOMIC
                | I::MEMMOVE_ELEMENT_UNORDERED_ATOMIC
                | I::MEMSET_ELEMENT_UNORDERED_ATOMIC => self.visit_transfer(inst, id),
                I::POW
                | I::EXP2
                | I::SQRT
                | I::LOG
                | I::LOG2
                | I::LOG10
                | I::COS
                | I::COSH
                | I::SIN
                | I::TAN
                | I::SINH
                | I::TANH => self.visit_math_intrinsic(inst, id),
                I::VECTOR_REDUCE_ADD
                | I::VECTOR_REDUCE_MUL
                | I::VECTOR_REDUCE_AND
                | I::VECTOR_REDUCE_OR
                | I::VECTOR_REDUCE_XOR
                | I::VECTOR_REDUCE_SMIN
                | I::VECTOR_REDUCE_SMAX
                | I::VECTOR_REDUCE_UMIN
                | I::VECTOR_REDUCE_UMAX => self.visit_reduction(inst, id, args[0]),
                I::FSHL | I::FSHR => self.visit_funnel_shift(inst, id, &args),
                I::CTPOP | I::CTLZ | I::CTTZ => self.visit_bit_count(inst, id, args[0]),
                I::UADD_WITH_OVERFLOW
                | I::SADD_WITH_OVERFLOW
                | I::USUB_WITH_OVERFLOW
                | I::SSUB_WITH_OVERFLOW
                | I::UMUL_WITH_OVERFLOW
                | I::SMUL_WITH_OVERFLOW => self.visit_with_overflow(inst),
                _ => None,
            })
            .or_else(|| is_changed.then(|| inst.into()))
    }

    /// The amount of a funnel shift is less than the width; a right shift by a constant is a left shift.
    fn visit_funnel_shift(&mut self, inst: Inst, id: IntrinsicId, args: &[Value]) -> Option<Value> {
        let query = self.query();
        let amount = query.constant_int(args[2])?;
        let width = amount.width();
        let count = Int::new(width, width.into());
        let reduced = amount.urem(&count)?;
        if id == IntrinsicId::FSHR {
            let ty = query.type_of(args[0]);
            let left = query.int(ty, &count.sub(&reduced));
            return (!reduced.is_zero())
                .then(|| self.call_intrinsic(inst, "llvm.fshl", &[ty], &[args[0], args[1], left]))?;
        }
        if reduced == amount {
            return None;
        }
        let reduced = self.int_like(args[2], &reduced);
        self.set_operand(inst, 2, reduced);
        Some(inst.into())
    }
}
