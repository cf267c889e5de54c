//! The size of loops, and what complete unrolling saves.

use lindworm_analysis::Loop;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::eval::{CastOp, Int};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::module::Linkage;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::preferences::{BACK_EDGE, is_real_call, is_x86_64};
use crate::edges::{incoming, phis, successors};
use crate::effects::{call_has, has_side_effects};
use crate::loop_form::LoopForm;
use crate::pass::FunctionEdit;
use crate::scalar_evolution::{Kind, ScalarEvolution, Scev};
use crate::value_tracking::Query;

/// The size of a loop, and what prevents copies of it.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub instructions: u32,
    /// Whether there is a call that inlining will replace.
    pub has_inline_candidate: bool,
    /// Whether no copy may run under other conditions than the loop.
    pub is_convergent: bool,
}

/// The cost of an instruction.
pub(crate) fn code_size(f: &FunctionEdit<'_, '_>, query: &Query<'_>, inst: Inst, is_x86: bool) -> u32 {
    let body = f.editor.body();
    match *body.inst(inst) {
        InstData::Phi { .. } => 0,
        InstData::Call { ref call, .. } | InstData::Invoke { ref call, .. } | InstData::CallBr { ref call, .. } => {
            let is_intrinsic = query.module.callee(call.callee).is_some_and(|f| f.intrinsic.is_some());
            match is_intrinsic {
                true => query.cost(inst),
                false if is_real_call(f, inst) => 1 + body.call_args(call).len() as u32,
                false => 1,
            }
        }
        InstData::GetElementPtr { source, ref operands, .. } if is_x86 => {
            let (cx, layout) = (query.module.context(), query.module.data_layout());
            let indices = &body.list_values(operands)[1..];
            let is_scaled = |index: &Value| {
                let size = layout.alloc_size(cx, source).map_or(0, |size| size.min);
                !index.is_constant() && matches!(size, 1 | 2 | 4 | 8) && indices.len() == 1
            };
            u32::from(!indices.iter().all(|index| index.is_constant() || is_scaled(index)))
        }
        InstData::Cast { op, value, .. } if is_x86 => {
            let cx = query.module.context();
            let bits = |ty| cx.int_width(ty);
            match (op, bits(query.type_of(value)), bits(body.inst_type(inst))) {
                (CastOp::ZExt, Some(32), Some(64))
                | (CastOp::Trunc, Some(..=64), Some(8 | 16 | 32))
                | (CastOp::PtrToInt | CastOp::IntToPtr, ..) => 0,
                _ => 1,
            }
        }
        InstData::Store { pointer, .. } if is_x86 => {
            // An address of two registers takes another micro-operation.
            let is_indexed = matches!(query.inst(pointer), Some(InstData::GetElementPtr { operands, .. })
                if !body.list_values(operands)[1..].iter().all(|v| v.is_constant()));
            1 + u32::from(is_indexed)
        }
        _ => query.cost(inst),
    }
}

/// The size of the loop; `None` if it cannot be copied.
pub(super) fn size(f: &FunctionEdit<'_, '_>, form: &LoopForm, ephemeral: &HashSet<Inst>) -> Option<Size> {
    let (body, module) = (f.editor.body(), f.editor.module());
    let query = Query::new(&f.editor, f.additions.function());
    let is_x86 = is_x86_64(module);
    let mut found = Size { instructions: 0, has_inline_candidate: false, is_convergent: false };
    for &block in &form.blocks {
        if f.additions.is_address_taken(block) {
            return None;
        }
        for inst in body.insts(block) {
            let data = body.inst(inst);
            let is_fixed = matches!(data, InstData::IndirectBr { .. });
            if is_fixed || body.inst_type(inst) == Type::TOKEN && is_used_elsewhere(f, inst, block) {
                return None;
            }
            if let Some(call) = data.call_info() {
                if call_has(module, call, AttrKind::NO_DUPLICATE) {
                    return None;
                }
                found.is_convergent |= call_has(module, call, AttrKind::CONVERGENT);
                found.has_inline_candidate |= is_inline_candidate(f, inst);
            }
            if !ephemeral.contains(&inst) {
                found.instructions = found.instructions.saturating_add(code_size(f, &query, inst, is_x86));
            }
        }
    }
    found.instructions = found.instructions.max(BACK_EDGE + 1);
    Some(found)
}

fn is_used_elsewhere(f: &FunctionEdit<'_, '_>, inst: Inst, block: Block) -> bool {
    f.editor.uses().of(inst.into()).any(|at| f.editor.body().inst_block(at.user) != Some(block))
}

/// Whether an instruction calls a local function that nothing else refers to.
fn is_inline_candidate(f: &FunctionEdit<'_, '_>, inst: Inst) -> bool {
    let module = f.editor.module();
    let Some(call) = f.editor.body().inst(inst).call_info() else { return false };
    let Some(global) = call.callee.as_global().and_then(|g| module.global(g)) else { return false };
    let is_local = matches!(global.linkage, Linkage::Internal | Linkage::Private);
    is_local
        && !call_has(module, call, AttrKind::NO_INLINE)
        && global.as_function().is_some_and(|f| f.intrinsic.is_none())
        && f.editor.uses().of(call.callee).nth(1).is_none()
}

/// The instructions of the loop that only compute what is assumed.
pub(crate) fn ephemeral(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> HashSet<Inst> {
    use lindworm_ir::intrinsics::IntrinsicId as I;
    let body = f.editor.body();
    let is_assumption = |&inst: &Inst| {
        let callee = body.inst(inst).call_info().and_then(|call| f.editor.module().callee(call.callee));
        matches!(callee.and_then(|f| f.intrinsic), Some(I::ASSUME))
    };
    let all = form.blocks.iter().flat_map(|&block| body.insts(block));
    let mut pending: Vec<Inst> = all.filter(is_assumption).collect();
    let mut found: HashSet<Inst> = pending.iter().copied().collect();
    while let Some(inst) = pending.pop() {
        body.inst(inst).for_each_operand(body.values(), |operand| {
            let Some(operand) = operand.as_inst() else { return };
            let is_inside = body.inst_block(operand).is_some_and(|block| form.contains(block));
            if is_inside
                && !found.contains(&operand)
                && !has_side_effects(&f.editor, operand)
                && !body.inst(operand).is_terminator()
                && f.editor.uses().of(operand.into()).all(|at| found.contains(&at.user))
            {
                found.insert(operand);
                pending.push(operand);
            }
        });
    }
    found
}

/// The cost of all iterations, as they are and after unrolling.
pub(super) struct Savings {
    pub unrolled: u32,
    pub rolled: u32,
}

/// What is known of the values of an iteration.
struct Iteration<'s, 'a, 'f> {
    scev: &'s mut ScalarEvolution<'a>,
    of: Loop,
    form: &'f LoopForm,
    number: u32,
    values: HashMap<Value, Value>,
    /// The base and the offset of addresses.
    addresses: HashMap<Value, (Value, Int)>,
}

/// Executes the iterations of a loop as far as values are known, and counts the instructions that remain. `None` if the loop has
/// nested loops, more iterations than `max_iterations`, calls, or nothing that becomes simpler, or if more than `max_size`
/// instructions remain. Linear in the iterations times the size of the loop.
pub(super) fn savings(
    f: &FunctionEdit<'_, '_>,
    form: &LoopForm,
    scev: &mut ScalarEvolution<'_>,
    ephemeral: &HashSet<Inst>,
    (count, max_iterations, max_size): (u32, u32, u64),
) -> Option<Savings> {
    let body = f.editor.body();
    let (preheader, latch) = (form.preheader?, form.latch?);
    let of = scev.loops.loop_of(form.header)?;
    let is_innermost = form.blocks.iter().all(|&block| scev.loops.loop_of(block) == Some(of));
    if !is_innermost || max_iterations == 0 || count > max_iterations {
        return None;
    }
    let query = Query::new(&f.editor, f.additions.function());
    let is_x86 = is_x86_64(f.editor.module());
    let header_phis = phis(&f.editor, form.header);
    let entry = |phi: Inst, source: Block| {
        incoming(&f.editor, phi).into_iter().find(|&(_, from)| from == source).map(|(value, _)| value)
    };
    let mut states: HashMap<(Inst, u32), (bool, bool)> = HashMap::default();
    let (mut unrolled, mut rolled) = (0u64, 0u64);
    let mut exits: Vec<(Block, Block)> = Vec::new();
    let mut values: HashMap<Value, Value> = HashMap::default();
    // Adds the cost of an instruction and of what it depends on, in this iteration and those before.
    let add = |states: &mut HashMap<(Inst, u32), (bool, bool)>, unrolled: &mut u64, root: Inst, number: u32| {
        let mut pending = vec![(root, number)];
        while let Some((inst, number)) = pending.pop() {
            let Some((is_free, is_counted)) = states.get_mut(&(inst, number)).filter(|state| !state.1) else {
                continue;
            };
            *is_counted = true;
            if matches!(body.inst(inst), InstData::Phi { .. }) && body.inst_block(inst) == Some(form.header) {
                let next = entry(inst, latch).and_then(Value::as_inst).filter(|_| number > 0);
                pending.extend(next.filter(|&i| !form.is_invariant(&f.editor, i.into())).map(|i| (i, number - 1)));
                continue;
            }
            if !*is_free {
                *unrolled += u64::from(code_size(f, &query, inst, is_x86));
            }
            body.inst(inst).for_each_operand(body.values(), |operand| {
                if let Some(operand) = operand.as_inst().filter(|_| !form.is_invariant(&f.editor, operand)) {
                    pending.push((operand, number));
                }
            });
        }
    };
    for number in 0..count {
        let start: HashMap<Value, Value> = header_phis
            .iter()
            .filter_map(|&phi| {
                let value = entry(phi, if number == 0 { preheader } else { latch })?;
                Some((phi.into(), if number == 0 { value } else { values.get(&value).copied().unwrap_or(value) }))
            })
            .collect();
        let mut iteration = Iteration { scev, of, form, number, values: start, addresses: HashMap::default() };
        let mut blocks = vec![form.header];
        let mut met: HashSet<Block> = blocks.iter().copied().collect();
        let mut place = 0;
        while let Some(&block) = blocks.get(place) {
            place += 1;
            for inst in body.insts(block).filter(|inst| !ephemeral.contains(inst)) {
                rolled += u64::from(code_size(f, &query, inst, is_x86));
                let is_free = iteration.visit(f, &query, inst);
                states.insert((inst, number), (is_free, false));
                if is_free {
                    continue;
                }
                if is_real_call(f, inst) {
                    return None;
                }
                if has_side_effects(&f.editor, inst) && !body.inst(inst).is_terminator() {
                    add(&mut states, &mut unrolled, inst, number);
                }
                if unrolled > max_size {
                    return None;
                }
            }
            let terminator = body.terminator(block)?;
            let mut go = |to: Block| match form.contains(to) {
                true if met.insert(to) => blocks.push(to),
                true => {}
                false if !exits.contains(&(block, to)) => exits.push((block, to)),
                false => {}
            };
            match iteration.known_successor(f, terminator) {
                Some(to) => go(to),
                None => {
                    successors(&f.editor, block).into_iter().for_each(&mut go);
                    add(&mut states, &mut unrolled, terminator, number);
                }
            }
        }
        values = iteration.values;
        if unrolled == rolled {
            return None;
        }
    }
    while let Some((from, exit)) = exits.pop() {
        for phi in phis(&f.editor, exit) {
            if let Some(inst) = entry(phi, from).filter(|&v| !form.is_invariant(&f.editor, v)).and_then(Value::as_inst)
            {
                add(&mut states, &mut unrolled, inst, count - 1);
            }
        }
    }
    Some(Savings { unrolled: u32::try_from(unrolled).ok()?, rolled: u32::try_from(rolled).ok()? })
}

impl Iteration<'_, '_, '_> {
    fn get(&self, value: Value) -> Value {
        if value.is_constant() { value } else { self.values.get(&value).copied().unwrap_or(value) }
    }

    /// Whether an instruction disappears in this iteration. Notes its value.
    fn visit(&mut self, f: &FunctionEdit<'_, '_>, query: &Query<'_>, inst: Inst) -> bool {
        let body = f.editor.body();
        let simple = match *body.inst(inst) {
            InstData::Binary { op, flags, fast_math, lhs, rhs } => {
                query.simplify_binary(op, flags, fast_math, self.get(lhs), self.get(rhs), 2)
            }
            InstData::Cast { op, flags, value, .. } => {
                query.simplify_cast(op, flags, self.get(value), body.inst_type(inst))
            }
            InstData::ICmp { predicate, lhs, rhs, .. } => {
                let (mut lhs, mut rhs) = (self.get(lhs), self.get(rhs));
                if let (Some((a, x)), Some((b, y))) = (self.addresses.get(&lhs), self.addresses.get(&rhs))
                    && a == b
                {
                    (lhs, rhs) = {
                        let ty = query.module.context().int(x.width());
                        (query.int(ty, x), query.int(ty, y))
                    };
                }
                query.simplify_icmp(predicate, lhs, rhs, 2)
            }
            InstData::Load { pointer, volatile: false, .. } => self.constant_at(query, pointer, body.inst_type(inst)),
            InstData::Phi { .. } => {
                return self.is_simple(inst) || body.inst_block(inst) == Some(self.form.header);
            }
            _ => None,
        };
        match simple {
            Some(value) => {
                self.values.insert(inst.into(), value);
                true
            }
            None => self.is_simple(inst),
        }
    }

    /// Whether scalar evolution knows the value in this iteration, or that it is that of the first one.
    fn is_simple(&mut self, inst: Inst) -> bool {
        let value = Value::from(inst);
        let ty = self.scev.query.type_of(value);
        if !self.scev.has_expressions(ty) {
            return false;
        }
        let s = self.scev.of(value);
        if self.note_constant(value, s) {
            return true;
        }
        if self.number > 0 && self.scev.is_invariant(s, self.of) {
            return true;
        }
        let Kind::AddRec(operands, own) = self.scev.kind(s).clone() else { return false };
        if own != self.of {
            return false;
        }
        let width_type = self.scev.int_type(self.scev.ty(s));
        let number = self.scev.int(width_type, self.number.into());
        let Some(now) = self.scev.evaluate_at(&operands, number) else { return false };
        if self.note_constant(value, now) {
            return true;
        }
        let base = self.scev.pointer_base(s);
        if let Kind::Unknown(pointer) = *self.scev.kind(base)
            && self.scev.is_pointer(s)
            && let Some(offset) = self.scev.minus(now, base, Default::default())
            && let Some(offset) = self.scev.as_constant(offset).cloned()
        {
            self.addresses.insert(value, (pointer, offset));
        }
        false
    }

    fn note_constant(&mut self, value: Value, s: Scev) -> bool {
        let Some(number) = self.scev.as_constant(s) else { return false };
        let constant = self.scev.query.int(self.scev.ty(s), number);
        self.values.insert(value, constant);
        true
    }

    /// The constant at an address of a constant array.
    fn constant_at(&self, query: &Query<'_>, pointer: Value, ty: Type) -> Option<Value> {
        let (base, offset) = self.addresses.get(&pointer)?;
        let global = query.module.global(base.as_global()?)?;
        let variable = global.as_variable().filter(|v| v.constant && !v.externally_initialized)?;
        if global.linkage.is_interposable() {
            return None;
        }
        query.constant_at(variable.initializer?, offset.to_u64()?, ty)
    }

    /// The successor that this iteration goes to, if that is known.
    fn known_successor(&self, f: &FunctionEdit<'_, '_>, terminator: Inst) -> Option<Block> {
        let body = f.editor.body();
        let constants = f.editor.module().constants();
        match *body.inst(terminator) {
            InstData::CondBr { condition, if_true, if_false } => {
                let condition = self.get(condition);
                if constants.is_undef_or_poison(condition) {
                    return Some(if_true);
                }
                constants.as_u64(condition).map(|is_true| if is_true == 1 { if_true } else { if_false })
            }
            InstData::Switch { condition, .. } => {
                let condition = self.get(condition);
                condition.is_constant().then(|| crate::loop_form::case_of(&f.editor, terminator, condition)).flatten()
            }
            _ => None,
        }
    }
}
