//! The constants that a value is when a block is entered from its predecessors.

use lindworm_ir::constant::ConstantData;
use lindworm_ir::eval::range::ConstantRange;
use lindworm_ir::eval::{BinaryOp, Int, IntFlags, IntPredicate};
use lindworm_ir::hash::HashSet;
use lindworm_ir::{Block, Inst, InstData, Value};

use super::Threading;
use crate::edges::{incoming, predecessors};

/// The maximum number of operations between a phi and the condition that depends on it.
const MAX_DEPTH: u32 = 32;

/// The kind of constants that determine the successor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Integer,
    /// The address of a block.
    Address,
}

/// Constants, each with a predecessor for which the value is that constant.
pub(super) type Known = Vec<(Value, Block)>;

/// What a question is about.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub block: Block,
    pub wanted: Wanted,
    /// The instruction at which the value is used.
    pub at: Inst,
}

impl Threading<'_, '_, '_> {
    /// The value, if it is a constant that determines a successor. An undef value determines any.
    pub(super) fn known_constant(&self, value: Value, wanted: Wanted) -> Option<Value> {
        let module = self.f.editor.module();
        let constants = module.constants();
        if constants.is_undef_or_poison(value) {
            return Some(value);
        }
        let is_wanted = match wanted {
            Wanted::Integer => {
                module.context().is_int(self.f.editor.type_of(value))
                    && constants.as_int(module.context(), value).is_some()
            }
            Wanted::Address => {
                matches!(constants.node(value).map(|node| &node.data), Some(ConstantData::BlockAddress(_)))
            }
        };
        is_wanted.then_some(value)
    }

    /// The known values of a value at the end of a block.
    pub(super) fn known(&mut self, value: Value, block: Block, wanted: Wanted, at: Inst) -> Known {
        self.known_within(value, Context { block, wanted, at }, &mut HashSet::default(), MAX_DEPTH)
    }

    fn for_all_predecessors(&self, value: Value, block: Block) -> Known {
        predecessors(&self.f.editor, block).into_iter().map(|from| (value, from)).collect()
    }

    fn known_within(&mut self, value: Value, of: Context, met: &mut HashSet<Value>, depth: u32) -> Known {
        let Context { block, wanted, at } = of;
        if depth == 0 || !met.insert(value) {
            return Known::new();
        }
        if let Some(known) = self.known_constant(value, wanted) {
            return self.for_all_predecessors(known, block);
        }
        let Some(inst) = value.as_inst().filter(|_| self.is_in(value, block)) else {
            return self.known_of_outside(value, of);
        };
        let depth = depth - 1;
        let module = self.f.editor.module();
        let ty = self.f.editor.type_of(value);
        let is_bool = ty == lindworm_ir::Type::I1;
        let data = *self.f.editor.body().inst(inst);
        match data {
            InstData::Phi { .. } => return self.known_of_phi(inst, of),
            InstData::Cast { op, value: from, .. } => {
                let known = self.known_within(from, of, met, depth);
                let fold = |(value, from)| Some((module.fold_cast(op, value, ty)?, from));
                return known
                    .into_iter()
                    .filter_map(fold)
                    .filter(|k| self.known_constant(k.0, wanted).is_some())
                    .collect();
            }
            InstData::Freeze { value: from } => {
                let mut known = self.known_within(from, of, met, depth);
                known.retain(|&(value, _)| !module.constants().is_undef_or_poison(value));
                return known;
            }
            _ if is_bool && self.query().as_logic(value, false).or(self.query().as_logic(value, true)).is_some() => {
                return if wanted == Wanted::Integer {
                    self.known_of_logic(value, of, met, depth)
                } else {
                    Known::new()
                };
            }
            InstData::Binary { op, lhs, rhs, .. } => {
                if wanted != Wanted::Integer {
                    return Known::new();
                }
                if module.context().int_width(ty).is_none()
                    || module.constants().as_int(module.context(), rhs).is_none()
                {
                    if !is_bool {
                        return Known::new();
                    }
                } else if !is_bool || op == BinaryOp::Xor {
                    let known = self.known_within(lhs, of, met, depth);
                    let fold = |(value, from)| Some((module.fold_binary(op, IntFlags::empty(), value, rhs)?, from));
                    let known: Known = known.into_iter().filter_map(fold).collect();
                    return known.into_iter().filter(|k| self.known_constant(k.0, wanted).is_some()).collect();
                }
            }
            InstData::ICmp { .. } | InstData::FCmp { .. } => {
                if wanted != Wanted::Integer {
                    return Known::new();
                }
                if let Some(known) = self.known_of_compare(inst, of, met, depth) {
                    return known;
                }
            }
            InstData::Select { condition, if_true, if_false, .. } => {
                let sides = [if_false, if_true].map(|side| self.known_constant(side, wanted));
                if sides.iter().any(Option::is_some) {
                    let conditions =
                        self.known_within(condition, Context { wanted: Wanted::Integer, ..of }, met, depth);
                    if !conditions.is_empty() {
                        let side = |condition| match module.constants().as_u64(condition) {
                            Some(n) => sides[usize::from(n != 0)],
                            // Undef: the constant may be chosen.
                            None => sides[1].or(sides[0]),
                        };
                        return conditions.into_iter().filter_map(|(c, from)| Some((side(c)?, from))).collect();
                    }
                }
            }
            _ => {}
        }
        // The value may be known in the block, wherever control comes from.
        match self.info.constant_at(self.f, value, at).and_then(|known| self.known_constant(known, wanted)) {
            Some(known) => self.for_all_predecessors(known, block),
            None => Known::new(),
        }
    }

    /// The constants of a value that is defined outside the block.
    fn known_of_outside(&mut self, value: Value, of: Context) -> Known {
        let sources = predecessors(&self.f.editor, of.block);
        if !self.spend(sources.len()) {
            return Known::new();
        }
        let compare = match self.query().inst(value) {
            Some(&InstData::ICmp { predicate, lhs, rhs, .. }) if rhs.is_constant() => Some((predicate, lhs, rhs)),
            _ => None,
        };
        let ty = self.f.editor.type_of(value);
        let mut known = Known::new();
        for from in sources {
            let mut constant = self.info.constant_on_edge(self.f, value, from, of.block);
            if let Some((predicate, lhs, rhs)) = compare.filter(|_| constant.is_none()) {
                let holds = self.info.compare_on_edge(self.f, predicate, lhs, rhs, from, of.block);
                constant = holds.map(|holds| self.query().bool(ty, holds));
            }
            if let Some(constant) = constant.and_then(|constant| self.known_constant(constant, of.wanted)) {
                known.push((constant, from));
            }
        }
        known
    }

    fn known_of_phi(&mut self, phi: Inst, of: Context) -> Known {
        let entries = incoming(&self.f.editor, phi);
        if !self.spend(entries.len()) {
            return Known::new();
        }
        let mut known = Known::new();
        for (value, from) in entries {
            let constant = match self.known_constant(value, of.wanted) {
                Some(constant) => Some(constant),
                None if value.is_constant() => None,
                None => self.info.constant_on_edge(self.f, value, from, of.block),
            };
            if let Some(constant) = constant.and_then(|constant| self.known_constant(constant, of.wanted)) {
                known.push((constant, from));
            }
        }
        known
    }

    /// The constants of a conjunction or disjunction: those of one operand that determine the result.
    fn known_of_logic(&mut self, value: Value, of: Context, met: &mut HashSet<Value>, depth: u32) -> Known {
        let query = self.query();
        let is_or = query.as_logic(value, false).is_some();
        let Some((lhs, rhs)) = query.as_logic(value, !is_or) else { return Known::new() };
        let deciding = query.bool(query.type_of(value), is_or);
        let a = self.known_within(lhs, of, met, depth);
        let b = self.known_within(rhs, of, met, depth);
        let constants = self.f.editor.module().constants();
        let decides = |&(value, _): &(Value, Block)| value == deciding || constants.is_undef_or_poison(value);
        let mut known: Known = a.into_iter().filter(decides).map(|(_, from)| (deciding, from)).collect();
        let of_lhs: HashSet<Block> = known.iter().map(|&(_, from)| from).collect();
        known.extend(b.into_iter().filter(decides).filter(|(_, from)| !of_lhs.contains(from)).map(|k| (deciding, k.1)));
        known
    }

    /// The value on entry from a predecessor, if it is a phi of the block.
    pub(super) fn translated(&self, value: Value, block: Block, from: Block) -> Value {
        match value.as_inst().filter(|_| self.is_in(value, block)) {
            Some(inst) if matches!(self.f.editor.body().inst(inst), InstData::Phi { .. }) => {
                let entry = incoming(&self.f.editor, inst).into_iter().find(|&(_, source)| source == from);
                entry.map_or(value, |(value, _)| value)
            }
            _ => value,
        }
    }

    fn simplified_compare(&self, data: &InstData, lhs: Value, rhs: Value) -> Option<Value> {
        match *data {
            InstData::ICmp { predicate, .. } => self.query().simplify_icmp(predicate, lhs, rhs, 3),
            InstData::FCmp { predicate, fast_math, .. } => self.query().simplify_fcmp(predicate, fast_math, lhs, rhs),
            _ => None,
        }
    }

    /// The results of a comparison in the block. `None` if another way may find some.
    fn known_of_compare(&mut self, inst: Inst, of: Context, met: &mut HashSet<Value>, depth: u32) -> Option<Known> {
        let Context { block, wanted, .. } = of;
        let data = *self.f.editor.body().inst(inst);
        let (lhs, rhs) = self.compared(inst.into())?;
        let ty = self.f.editor.body().inst_type(inst);
        let is_phi =
            |value: Value| self.is_in(value, block) && matches!(self.query().inst(value), Some(InstData::Phi { .. }));
        let is_any_phi = |value: Value| matches!(self.query().inst(value), Some(InstData::Phi { .. }));
        let phi = if is_any_phi(lhs) { lhs } else { rhs };
        // A phi of a loop header may be of another iteration than the other operand.
        if is_phi(phi) && !self.headers.contains(block) {
            let entries = phi.as_inst().map(|phi| incoming(&self.f.editor, phi)).unwrap_or_default();
            if !self.spend(entries.len()) {
                return Some(Known::new());
            }
            let mut known = Known::new();
            for (_, from) in entries {
                let (a, b) = (self.translated(lhs, block, from), self.translated(rhs, block, from));
                let mut result = self.simplified_compare(&data, a, b);
                if result.is_none()
                    && b.is_constant()
                    && !self.is_in(a, block)
                    && let InstData::ICmp { predicate, .. } = data
                {
                    let holds = self.info.compare_on_edge(self.f, predicate, a, b, from, block);
                    result = holds.map(|holds| self.query().bool(ty, holds));
                }
                if let Some(result) = result.and_then(|result| self.known_constant(result, wanted)) {
                    known.push((result, from));
                }
            }
            return Some(known);
        }
        if !rhs.is_constant() || self.f.editor.module().context().is_vector(ty) {
            return None;
        }
        if let InstData::ICmp { predicate, .. } = data {
            if !self.is_in(lhs, block) {
                return Some(self.known_on_edges(block, ty, |this, from| {
                    this.info.compare_on_edge(this.f, predicate, lhs, rhs, from, block)
                }));
            }
            if let Some(known) = self.known_of_sum(block, ty, predicate, lhs, rhs) {
                return Some(known);
            }
        }
        let module = self.f.editor.module();
        let known = self.known_within(lhs, of, met, depth);
        let fold = |(value, from)| {
            let result = match data {
                InstData::ICmp { predicate, .. } => module.fold_icmp(predicate, value, rhs),
                InstData::FCmp { predicate, .. } => module.fold_fcmp(predicate, value, rhs),
                _ => None,
            };
            Some((result?, from))
        };
        Some(known.into_iter().filter_map(fold).filter(|k| self.known_constant(k.0, wanted).is_some()).collect())
    }

    fn known_on_edges(
        &mut self,
        block: Block,
        ty: lindworm_ir::Type,
        mut result: impl FnMut(&mut Self, Block) -> Option<bool>,
    ) -> Known {
        let sources = predecessors(&self.f.editor, block);
        if !self.spend(sources.len()) {
            return Known::new();
        }
        let mut known = Known::new();
        for from in sources {
            if let Some(holds) = result(self, from) {
                known.push((self.query().bool(ty, holds), from));
            }
        }
        known
    }

    /// The results of a comparison of a number with the sum of another number and a value from outside: a check of a range.
    fn known_of_sum(
        &mut self,
        block: Block,
        ty: lindworm_ir::Type,
        predicate: IntPredicate,
        lhs: Value,
        rhs: Value,
    ) -> Option<Known> {
        let (_, _, from_outside, addend) = self.query().binary(lhs).filter(|&(op, ..)| op == BinaryOp::Add)?;
        let module = self.f.editor.module();
        let int = |value| module.constants().as_int(module.context(), value);
        let (addend, bound): (Int, Int) = (int(addend)?, int(rhs)?);
        if self.is_in(from_outside, block) {
            return None;
        }
        let holds = ConstantRange::satisfying(predicate, &bound);
        let fails = holds.inverse();
        let addend: ConstantRange = addend.into();
        Some(self.known_on_edges(block, ty, |this, from| {
            let state = this.info.on_edge(this.f, from_outside, from, block);
            let sum = state.range(this.f.editor.module(), bound.width()).add(&addend);
            match (holds.contains_all(&sum), fails.contains_all(&sum)) {
                (true, _) => Some(true),
                (false, true) => Some(false),
                _ => None,
            }
        }))
    }
}
