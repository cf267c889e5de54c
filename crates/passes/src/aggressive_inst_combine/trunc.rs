//! Expressions that are computed in a narrower type, because their result is truncated.

use lindworm_analysis::DominatorTree;
use lindworm_ir::eval::{BinaryOp, CastOp, IntFlags};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Inst, InstData, Type, Value};
use smallvec::SmallVec;

use crate::edges::incoming;
use crate::pass::FunctionEdit;
use crate::value_tracking::Query;

/// The greatest number of instructions of an expression.
const MAX_INSTS: usize = 1000;

/// Narrows the expressions of all truncations. Each instruction of an expression is visited once for each truncation that it leads
/// to only.
pub(super) fn narrow(f: &mut FunctionEdit<'_, '_>, dominators: &DominatorTree) {
    let body = f.editor.body();
    let blocks = body.blocks().filter(|&block| dominators.is_reachable(block));
    let mut pending: Vec<Inst> = blocks.flat_map(|block| body.insts(block)).filter(|&i| is_trunc(f, i)).collect();
    let mut waiting: HashSet<Inst> = pending.iter().copied().collect();
    // Truncations within expressions that were narrowed while they were waiting, and what is in their place.
    let mut replaced: HashMap<Inst, Option<Inst>> = HashMap::default();
    while let Some(next) = pending.pop() {
        let mut next = Some(next);
        while let Some(&new) = next.and_then(|inst| replaced.get(&inst)) {
            next = new;
        }
        let Some(trunc) = next else { continue };
        waiting.remove(&trunc);
        if let InstData::Cast { value, .. } = *f.editor.body().inst(trunc)
            && value.as_constant().is_some()
        {
            let ty = f.editor.body().inst_type(trunc);
            if let Some(folded) = f.editor.module().fold_cast(CastOp::Trunc, value, ty) {
                f.editor.replace_all(trunc.into(), folded);
                f.editor.erase(trunc);
            }
            continue;
        }
        let Some(expression) = Expression::of(f, trunc) else { continue };
        let Some(width) = expression.width(f, dominators) else { continue };
        for (old, new) in expression.narrow(f, width) {
            if waiting.remove(&old) {
                replaced.insert(old, new);
            } else {
                pending.extend(new);
            }
            waiting.extend(new);
        }
    }
}

fn is_trunc(f: &FunctionEdit<'_, '_>, inst: Inst) -> bool {
    matches!(f.editor.body().inst(inst), InstData::Cast { op: CastOp::Trunc, .. })
}

/// The operands of which only the low bits are needed if only the low bits of the result are; `None` if the instruction cannot be
/// part of an expression. Casts end an expression.
fn parts(f: &FunctionEdit<'_, '_>, inst: Inst) -> Option<SmallVec<[Value; 2]>> {
    use BinaryOp::*;
    Some(match *f.editor.body().inst(inst) {
        InstData::Cast { op: CastOp::Trunc | CastOp::ZExt | CastOp::SExt, .. } => SmallVec::new(),
        InstData::Binary {
            op: Add | Sub | Mul | And | Or | Xor | Shl | LShr | AShr | UDiv | URem, lhs, rhs, ..
        } => SmallVec::from_slice(&[lhs, rhs]),
        InstData::InsertElement { vector, element, .. } => SmallVec::from_slice(&[vector, element]),
        InstData::ExtractElement { vector, .. } => SmallVec::from_slice(&[vector]),
        InstData::Select { if_true, if_false, .. } => SmallVec::from_slice(&[if_true, if_false]),
        InstData::Phi { .. } => incoming(&f.editor, inst).into_iter().map(|(value, _)| value).collect(),
        _ => return None,
    })
}

/// Whether an operand of an instruction is among its [`parts`].
fn is_part(f: &FunctionEdit<'_, '_>, user: Inst, operand: u32) -> bool {
    match f.editor.body().inst(user) {
        InstData::Cast { .. } => false,
        InstData::InsertElement { .. } => operand < 2,
        InstData::ExtractElement { .. } => operand == 0,
        InstData::Select { .. } => operand != 0,
        _ => true,
    }
}

fn scalar_width(f: &FunctionEdit<'_, '_>, ty: Type) -> Option<u32> {
    let cx = f.editor.module().context();
    cx.int_width(cx.scalar_type(ty))
}

/// The instructions that compute the operand of a truncation.
struct Expression {
    trunc: Inst,
    root: Value,
    /// The instructions: phis first, then each after its operands.
    insts: Vec<Inst>,
    /// How many of them are phis.
    phis: usize,
}

impl Expression {
    /// The expression, if it has only instructions that can be narrowed, and constants.
    fn of(f: &FunctionEdit<'_, '_>, trunc: Inst) -> Option<Expression> {
        let body = f.editor.body();
        let InstData::Cast { value: root, .. } = *body.inst(trunc) else { return None };
        root.as_inst()?;
        let mut all: HashSet<Inst> = HashSet::default();
        let mut phis: Vec<Inst> = Vec::new();
        let mut pending = vec![root];
        while let Some(value) = pending.pop() {
            if value.as_constant().is_some() {
                continue;
            }
            let inst = value.as_inst()?;
            if !all.insert(inst) {
                continue;
            }
            if inst == trunc || all.len() > MAX_INSTS {
                return None;
            }
            pending.extend(parts(f, inst)?);
            if matches!(body.inst(inst), InstData::Phi { .. }) {
                phis.push(inst);
            }
        }
        let mut insts = phis.clone();
        let mut done: HashSet<Inst> = phis.iter().copied().collect();
        let mut open: HashSet<Inst> = HashSet::default();
        let mut starts: Vec<Value> = vec![root];
        phis.iter().for_each(|&phi| starts.extend(parts(f, phi).unwrap_or_default()));
        let mut pending: Vec<(Inst, bool)> = starts.iter().rev().filter_map(|v| Some((v.as_inst()?, false))).collect();
        while let Some((inst, has_operands)) = pending.pop() {
            if has_operands {
                open.remove(&inst);
                done.insert(inst);
                insts.push(inst);
            } else if !done.contains(&inst) {
                // Unreachable code may have cycles without phis.
                if !open.insert(inst) {
                    return None;
                }
                pending.push((inst, true));
                pending.extend(
                    parts(f, inst)?
                        .iter()
                        .rev()
                        .filter_map(|v| v.as_inst())
                        .filter_map(|operand| (!done.contains(&operand)).then_some((operand, false))),
                );
            }
        }
        Some(Expression { trunc, root, insts, phis: phis.len() })
    }

    /// The width in which the expression can be computed, if that is less than now, and worthwhile.
    fn width(&self, f: &FunctionEdit<'_, '_>, dominators: &DominatorTree) -> Option<u32> {
        let (body, module) = (f.editor.body(), f.editor.module());
        let old = scalar_width(f, f.editor.type_of(self.root))?;
        let result = body.inst_type(self.trunc);
        let wanted = scalar_width(f, result)?;
        let all: HashSet<Inst> = self.insts.iter().copied().collect();
        // A value with other users would be computed twice, unless it is extended from the new type.
        let mut source_width = None;
        for &inst in &self.insts {
            if f.editor.uses().has_one_use(inst.into()) {
                continue;
            }
            for at in f.editor.uses().of(inst.into()) {
                if at.user == self.trunc || all.contains(&at.user) && is_part(f, at.user, at.operand) {
                    continue;
                }
                let InstData::Cast { op: CastOp::ZExt | CastOp::SExt, value, .. } = *body.inst(inst) else {
                    return None;
                };
                let width = scalar_width(f, f.editor.type_of(value));
                if source_width.is_some() && source_width != width {
                    return None;
                }
                source_width = width;
            }
        }
        let query = Query {
            dominators: Some(dominators),
            at: Some(self.trunc),
            ..Query::new(&f.editor, f.additions.function())
        };
        let active = |value: Value| Some(query.known_bits(value)?.max_unsigned().active_bits());
        let mut width = wanted;
        for &inst in &self.insts {
            use BinaryOp::*;
            let InstData::Binary { op, lhs, rhs, .. } = *body.inst(inst) else { continue };
            let least = match op {
                Shl | LShr | AShr => {
                    // One bit more than the greatest amount; of what is shifted to the right, nothing may be lost.
                    let amount = query.known_bits(rhs)?.max_unsigned().to_u64().unwrap_or(u64::MAX);
                    let least = amount.saturating_add(1).min(old.into()) as u32;
                    match op {
                        LShr => least.max(active(lhs)?),
                        AShr => least.max(old - query.sign_bits(lhs) + 1),
                        _ => least,
                    }
                }
                UDiv | URem => active(lhs)?.max(active(rhs)?),
                _ => continue,
            };
            if least >= old {
                return None;
            }
            width = width.max(least);
        }
        let is_vector = module.context().is_vector(result);
        let layout = module.data_layout();
        if width > wanted {
            width = layout.smallest_legal_int(width).filter(|_| !is_vector)?;
        } else if !is_vector && width != 1 && layout.is_legal_int(old.into()) && !layout.is_legal_int(width.into()) {
            return None;
        }
        (width < old && source_width.is_none_or(|source| source == width)).then_some(width)
    }

    /// Computes the expression in integers of `width` bits. Returns the casts that were replaced, with the new casts that
    /// truncate.
    fn narrow(&self, f: &mut FunctionEdit<'_, '_>, width: u32) -> Vec<(Inst, Option<Inst>)> {
        let module = f.editor.module();
        let cx = module.context();
        let narrowed = |ty: Type| cx.with_scalar(ty, cx.int(width));
        let mut casts = Vec::new();
        let mut new: HashMap<Inst, Value> = HashMap::default();
        // All constants must fold.
        for &inst in &self.insts {
            for value in parts(f, inst).unwrap_or_default() {
                if value.as_constant().is_some()
                    && module.fold_cast(CastOp::Trunc, value, narrowed(f.editor.type_of(value))).is_none()
                {
                    return casts;
                }
            }
        }
        for (place, &inst) in self.insts.iter().enumerate() {
            let (data, ty) = (*f.editor.body().inst(inst), narrowed(f.editor.body().inst_type(inst)));
            let first_new = f.editor.body().inst_count();
            let operand = |value: Value| match value.as_inst() {
                Some(operand) => new.get(&operand).copied(),
                None => module.fold_cast(CastOp::Trunc, value, narrowed(module.value_type(None, value))),
            };
            let built = match data {
                _ if place < self.phis => Some(f.editor.build_before(inst, |b| b.phi(ty, &[]))),
                InstData::Cast { op, value, .. } => {
                    let built = f.editor.build_before(inst, |b| b.int_cast(value, ty, op == CastOp::SExt));
                    let created = built.as_ref().ok().filter(|&&built| built != value).and_then(|v| v.as_inst());
                    let truncation = created.filter(|&created| is_trunc(f, created));
                    if op == CastOp::Trunc || truncation.is_some() {
                        casts.push((inst, truncation));
                    }
                    Some(built)
                }
                InstData::Binary { op, flags, lhs, rhs, .. } => operand(lhs).zip(operand(rhs)).map(|(lhs, rhs)| {
                    let flags = flags & IntFlags::EXACT;
                    f.editor.build_before(inst, |b| b.binary_with(op, flags, lhs, rhs))
                }),
                InstData::ExtractElement { vector, index } => {
                    operand(vector).map(|vector| f.editor.build_before(inst, |b| b.extract_element_at(vector, index)))
                }
                InstData::InsertElement { vector, element, index } => {
                    operand(vector).zip(operand(element)).map(|(vector, element)| {
                        f.editor.build_before(inst, |b| b.insert_element_at(vector, element, index))
                    })
                }
                InstData::Select { condition, if_true, if_false, .. } => operand(if_true)
                    .zip(operand(if_false))
                    .map(|(if_true, if_false)| f.editor.build_before(inst, |b| b.select(condition, if_true, if_false))),
                _ => None,
            };
            let value = built.and_then(Result::ok).unwrap_or_else(|| module.constants().poison(ty));
            if let Some(created) = value.as_inst().filter(|created| created.as_u32() as usize >= first_new) {
                f.editor.take_name(inst.into(), created.into());
                if matches!(data, InstData::Select { .. }) {
                    for kind in [lindworm_ir::context::MetadataKind::PROF, crate::known!(b"unpredictable")] {
                        let metadata = f.editor.body().attachment(inst, kind);
                        f.editor.set_attachment(created, kind, metadata);
                    }
                }
            }
            new.insert(inst, value);
        }
        let operand = |value: Value| match value.as_inst() {
            Some(operand) => new.get(&operand).copied(),
            None => module.fold_cast(CastOp::Trunc, value, narrowed(module.value_type(None, value))),
        };
        for &phi in &self.insts[..self.phis] {
            for (value, from) in incoming(&f.editor, phi) {
                if let (Some(narrow), Some(value)) = (new[&phi].as_inst(), operand(value)) {
                    f.editor.add_incoming(narrow, value, from);
                }
            }
        }
        let Some(mut result) = operand(self.root) else { return casts };
        let ty = f.editor.body().inst_type(self.trunc);
        if f.editor.type_of(result) != ty {
            let Ok(cast) = f.editor.build_before(self.trunc, |b| b.int_cast(result, ty, false)) else { return casts };
            if let Some(created) = cast.as_inst() {
                f.editor.take_name(self.trunc.into(), created.into());
            }
            result = cast;
        }
        f.editor.replace_all(self.trunc.into(), result);
        f.editor.erase(self.trunc);
        for &phi in &self.insts[..self.phis] {
            let poison = module.constants().poison(f.editor.body().inst_type(phi));
            f.editor.replace_all(phi.into(), poison);
            f.editor.erase(phi);
        }
        for &inst in self.insts[self.phis..].iter().rev() {
            if f.editor.uses().is_unused(inst.into()) {
                f.editor.erase(inst);
            }
        }
        casts
    }
}
