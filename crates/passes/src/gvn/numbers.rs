//! Numbers of values: equal numbers mean equal values.

use cranelift_entity::EntityRef;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::Editor;
use lindworm_ir::hash::HashMap;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Block, Global, Inst, InstData, Value};
use smallvec::SmallVec;

use crate::effects::{call_has, may_read, may_write};
use crate::value_numbers::ValueNumbers;
use crate::value_tracking::Query;

/// An operation on numbers, in words.
type Expression = SmallVec<[u32; 8]>;

pub(super) struct Numbers {
    function: Global,
    of_value: ValueNumbers,
    expressions: HashMap<Expression, u32>,
    next: u32,
}

impl Numbers {
    /// No numbers yet, for a body with `insts` instructions.
    pub fn new(function: Global, insts: usize) -> Numbers {
        // About half of the instructions compute something from others.
        let expressions = HashMap::with_capacity_and_hasher(insts / 2, Default::default());
        Numbers { function, of_value: ValueNumbers::for_insts(insts), expressions, next: 0 }
    }

    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// The number of a value. A value without a number gets a new one.
    pub fn of(&mut self, value: Value) -> u32 {
        if let Some(number) = self.known(value) {
            return number;
        }
        let number = self.fresh();
        self.of_value.set(value, number);
        number
    }

    pub fn forget(&mut self, value: Value) {
        self.of_value.set(value, 0);
    }

    /// The number that a value has.
    pub fn known(&self, value: Value) -> Option<u32> {
        Some(self.of_value.get(value)).filter(|&number| number != 0)
    }

    /// The number of an instruction, and whether no other instruction had it before.
    pub fn of_inst(&mut self, editor: &Editor<'_>, inst: Inst) -> (u32, bool) {
        let known = self.known(inst.into());
        let Some(expression) = self.expression(editor, inst, |_, v| v) else {
            return (self.of(inst.into()), known.is_none());
        };
        if let Some(&number) = self.expressions.get(&expression) {
            self.of_value.set(inst.into(), number);
            return (number, false);
        }
        // An instruction that was used before it was visited keeps its number.
        let number = known.unwrap_or_else(|| self.fresh());
        self.expressions.insert(expression, number);
        self.of_value.set(inst.into(), number);
        (number, true)
    }

    /// The number of an instruction as it would be in a predecessor of its block, where phis of the block have the value of that
    /// edge. `None` if nothing has that number.
    pub fn in_predecessor(&mut self, editor: &Editor<'_>, inst: Inst, from: Block) -> Option<u32> {
        let block = editor.body().inst_block(inst)?;
        let expression = self.expression(editor, inst, |_, v| translated(editor, v, block, from))?;
        self.expressions.get(&expression).copied()
    }

    /// The number of a comparison.
    pub fn of_comparison(&mut self, predicate: u32, lhs: Value, rhs: Value, ty: u32) -> Option<u32> {
        let (l, r) = (self.of(lhs), self.of(rhs));
        let expression: Expression = [ICMP, ty, predicate, l, r].into_iter().collect();
        self.expressions.get(&expression).copied()
    }

    fn expression(
        &mut self,
        editor: &Editor<'_>,
        inst: Inst,
        map: impl Fn(&Editor<'_>, Value) -> Value,
    ) -> Option<Expression> {
        let body = editor.body();
        let data = body.inst(inst);
        let ty = body.inst_type(inst).index() as u32;
        let mut words: Expression = SmallVec::new();
        if let InstData::GetElementPtr { source, ref operands, .. } = *data {
            // Constant offsets are compared in bytes, whatever the types are.
            let query = Query::new(editor, self.function);
            if let [base, indices @ ..] = body.list_values(operands)
                && let Some(offset) = query.constant_offset(source, indices)
            {
                words.extend([16, ty, self.of(map(editor, *base)), offset as u32, (offset >> 32) as u32]);
                return Some(words);
            }
        }
        match *data {
            InstData::Binary { op, lhs, rhs, .. } => {
                let (mut l, mut r) = (self.of(map(editor, lhs)), self.of(map(editor, rhs)));
                if op.is_commutative() && r < l {
                    (l, r) = (r, l);
                }
                words.extend([1, ty, op as u32, l, r]);
            }
            InstData::ICmp { predicate, lhs, rhs, .. } => {
                let (l, r) = (self.of(map(editor, lhs)), self.of(map(editor, rhs)));
                let (predicate, l, r) = if r < l { (predicate.swapped(), r, l) } else { (predicate, l, r) };
                words.extend([ICMP, ty, predicate as u32, l, r]);
            }
            InstData::FCmp { predicate, lhs, rhs, .. } => {
                let (l, r) = (self.of(map(editor, lhs)), self.of(map(editor, rhs)));
                let (predicate, l, r) = if r < l { (predicate.swapped(), r, l) } else { (predicate, l, r) };
                words.extend([3, ty, predicate as u32, l, r]);
            }
            InstData::Cast { op, value, .. } => words.extend([4, ty, op as u32, self.of(map(editor, value))]),
            InstData::FNeg { value, .. } => words.extend([5, ty, self.of(map(editor, value))]),
            InstData::Select { condition, if_true, if_false, .. } => {
                words.extend([6, ty]);
                words.extend([condition, if_true, if_false].map(|v| self.of(map(editor, v))));
            }
            InstData::GetElementPtr { source, operands, .. } => {
                words.extend([7, ty, source.index() as u32]);
                words.extend(body.list_values(&operands).iter().map(|&v| self.of(map(editor, v))));
            }
            InstData::ExtractValue { aggregate, indices } => {
                words.extend([8, ty, self.of(map(editor, aggregate))]);
                words.extend(body.list_ints(&indices).iter().map(|n| n.0));
            }
            InstData::InsertValue { aggregate, value, indices } => {
                words.extend([9, ty, self.of(map(editor, aggregate)), self.of(map(editor, value))]);
                words.extend(body.list_ints(&indices).iter().map(|n| n.0));
            }
            InstData::ExtractElement { vector, index } => {
                words.extend([10, ty, self.of(map(editor, vector)), self.of(map(editor, index))]);
            }
            InstData::InsertElement { vector, element, index } => {
                words.extend([11, ty]);
                words.extend([vector, element, index].map(|v| self.of(map(editor, v))));
            }
            InstData::ShuffleVector { v1, v2, mask } => {
                words.extend([12, ty, self.of(map(editor, v1)), self.of(map(editor, v2))]);
                words.extend(body.list_ints(&mask).iter().map(|n| n.0));
            }
            InstData::Freeze { value } => words.extend([13, ty, self.of(map(editor, value))]),
            InstData::Phi { incoming, .. } => {
                let block = body.inst_block(inst)?;
                words.extend([14, ty, block.index() as u32]);
                let mut pairs: SmallVec<[(u32, u32); 4]> = SmallVec::new();
                for pair in body.list_values(&incoming).chunks_exact(2) {
                    pairs.push((pair[1].as_block()?.index() as u32, self.of(pair[0])));
                }
                pairs.sort_unstable();
                words.extend(pairs.into_iter().flat_map(|(from, value)| [from, value]));
            }
            InstData::Call { ref call, .. } => {
                let module = editor.module();
                let is_pure = !may_read(editor, inst)
                    && !may_write(editor, inst)
                    && !call_has(module, call, AttrKind::CONVERGENT)
                    && !call_has(module, call, AttrKind::NO_MERGE)
                    && call.bundles.is_none();
                if !is_pure {
                    return None;
                }
                words.extend([15, ty, self.of(call.callee)]);
                words.extend(body.call_args(call).iter().map(|&v| self.of(map(editor, v))));
                let intrinsic = module.callee(call.callee).and_then(|f| f.intrinsic);
                if intrinsic.is_some_and(is_commutative) && words.len() >= 5 {
                    words[3..5].sort_unstable();
                }
            }
            _ => return None,
        }
        Some(words)
    }
}

const ICMP: u32 = 2;

/// Whether the first two arguments of an intrinsic can be exchanged.
fn is_commutative(id: IntrinsicId) -> bool {
    use IntrinsicId as I;
    matches!(
        id,
        I::SMAX
            | I::SMIN
            | I::UMAX
            | I::UMIN
            | I::MAXNUM
            | I::MINNUM
            | I::MAXIMUM
            | I::MINIMUM
            | I::SADD_SAT
            | I::UADD_SAT
            | I::SADD_WITH_OVERFLOW
            | I::UADD_WITH_OVERFLOW
            | I::SMUL_WITH_OVERFLOW
            | I::UMUL_WITH_OVERFLOW
            | I::SMUL_FIX
            | I::UMUL_FIX
            | I::FMA
            | I::FMULADD
    )
}

/// A value as it is at the end of a predecessor of a block.
pub(super) fn translated(editor: &Editor<'_>, value: Value, block: Block, from: Block) -> Value {
    let Some(phi) = value.as_inst().filter(|&inst| editor.body().inst_block(inst) == Some(block)) else { return value };
    let InstData::Phi { incoming, .. } = editor.body().inst(phi) else { return value };
    let entries = editor.body().list_values(incoming);
    entries.chunks_exact(2).find(|pair| pair[1] == from.into()).map_or(value, |pair| pair[0])
}

/// An instruction that stands for another one keeps only the flags that both have, and the attachments that hold for both.
pub(super) fn intersect_flags(editor: &mut Editor<'_>, kept: Inst, gone: Inst) {
    let (a, b) = (*editor.body().inst(kept), *editor.body().inst(gone));
    let mut new = a;
    match (&mut new, b) {
        (InstData::Binary { flags, fast_math, .. }, InstData::Binary { flags: f, fast_math: m, .. })
        | (InstData::Cast { flags, fast_math, .. }, InstData::Cast { flags: f, fast_math: m, .. }) => {
            *flags &= f;
            *fast_math &= m;
        }
        (InstData::GetElementPtr { flags, .. }, InstData::GetElementPtr { flags: f, .. }) => *flags &= f,
        (InstData::ICmp { same_sign, .. }, InstData::ICmp { same_sign: s, .. }) => *same_sign &= s,
        _ => {
            if let (Some(kept), Some(gone)) = (new.fast_math_mut(), b.fast_math()) {
                *kept &= gone;
            }
        }
    }
    if new != a {
        editor.change(kept, |data, _| *data = new);
    }
    let kinds: Vec<_> = editor.body().attachments(kept).to_vec();
    for (kind, metadata) in kinds {
        if editor.body().attachment(gone, kind) != Some(metadata) && kind != lindworm_ir::context::MetadataKind::PROF {
            editor.set_attachment(kept, kind, None);
        }
    }
}
