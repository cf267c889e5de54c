//! Demanded bits of integer values.

use cranelift_entity::SecondaryMap;
use lindworm_ir::editor::{Editor, Listener};
use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags};
use lindworm_ir::hash::HashSet;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Global, Inst, InstData, Type, Value};

use crate::effects::{has_side_effects, is_pad};
use crate::known_bits::KnownBits;
use crate::value_tracking::Query;

/// The demanded bits of each instruction of a function: LLVM's analysis `demanded-bits`. For a vector, the union over its
/// elements.
///
/// An instruction is revisited each time that more of its bits become demanded, so at most once per bit.
#[derive(Default)]
pub struct DemandedBits {
    /// The demanded bits of instructions with an integer type.
    alive: SecondaryMap<Inst, Option<Int>>,
    /// Live instructions of other types, except those with side effects.
    visited: SecondaryMap<Inst, bool>,
    dead_uses: HashSet<Use>,
}

/// The context for computing the demanded bits of the operands of an instruction.
struct Needs<'e, 'b, L: Listener> {
    editor: &'e Editor<'b, L>,
    query: Query<'e>,
    user: Inst,
    /// The demanded bits of the result.
    out: Int,
}

/// The bit width of an integer, or of the elements of a vector of integers.
pub(crate) fn scalar_width<L: Listener>(editor: &Editor<'_, L>, ty: Type) -> Option<u32> {
    editor.module().context().scalar_int_width(ty)
}

/// Whether an instruction is live regardless of its uses.
fn is_always_live<L: Listener>(editor: &Editor<'_, L>, inst: Inst) -> bool {
    let data = editor.body().inst(inst);
    data.is_terminator() || is_pad(data) || has_side_effects(editor, inst)
}

impl DemandedBits {
    /// Computes the demanded bits of a function.
    pub fn new<L: Listener>(editor: &Editor<'_, L>, function: Global) -> DemandedBits {
        let mut found = DemandedBits::default();
        let body = editor.body();
        let mut pending: Vec<Inst> = Vec::new();
        let mut is_pending: SecondaryMap<Inst, bool> = SecondaryMap::new();
        found.alive.resize(body.inst_count());
        found.visited.resize(body.inst_count());
        is_pending.resize(body.inst_count());
        let push = |pending: &mut Vec<Inst>, is_pending: &mut SecondaryMap<Inst, bool>, inst: Inst| {
            if !std::mem::replace(&mut is_pending[inst], true) {
                pending.push(inst);
            }
        };
        for inst in editor.insts() {
            if !is_always_live(editor, inst) {
                continue;
            }
            if let Some(width) = scalar_width(editor, body.inst_type(inst)) {
                if found.alive[inst].is_none() {
                    found.alive[inst] = Some(Int::zero(width));
                    push(&mut pending, &mut is_pending, inst);
                }
                continue;
            }
            body.inst(inst).for_each_operand(body.values(), |operand| {
                if let Some(operand) = operand.as_inst() {
                    match scalar_width(editor, body.inst_type(operand)) {
                        Some(width) => found.alive[operand] = Some(Int::all_ones(width)),
                        None => found.visited[operand] = true,
                    }
                    push(&mut pending, &mut is_pending, operand);
                }
            });
        }
        while let Some(user) = pending.pop() {
            is_pending[user] = false;
            let out = found.alive[user].clone().filter(|_| scalar_width(editor, body.inst_type(user)).is_some());
            let is_dead = out.as_ref().is_some_and(Int::is_zero) && !is_always_live(editor, user);
            let needs =
                Needs { editor, query: Query::new(editor, function), user, out: out.unwrap_or_else(|| Int::zero(1)) };
            let has_bits = scalar_width(editor, body.inst_type(user)).is_some();
            for place in 0..body.operand_count(user) {
                let Some(value) = body.operand(user, place) else { continue };
                if !matches!(value.kind(), ValueKind::Inst(_) | ValueKind::Arg(_)) {
                    continue;
                }
                let Some(width) = scalar_width(editor, editor.type_of(value)) else {
                    if let Some(inst) = value.as_inst()
                        && !std::mem::replace(&mut found.visited[inst], true)
                    {
                        push(&mut pending, &mut is_pending, inst);
                    }
                    continue;
                };
                let mut bits = Int::all_ones(width);
                if is_dead {
                    bits = Int::zero(width);
                } else {
                    if has_bits {
                        bits = needs.of_operand(place, width);
                    }
                    let at = Use { user, operand: place as u32 };
                    match bits.is_zero() {
                        true => found.dead_uses.insert(at),
                        false => found.dead_uses.remove(&at),
                    };
                }
                if let Some(inst) = value.as_inst() {
                    let old = found.alive[inst].take();
                    let new = old.as_ref().map_or(bits.clone(), |old| old.or(&bits));
                    if old.as_ref() != Some(&new) {
                        push(&mut pending, &mut is_pending, inst);
                    }
                    found.alive[inst] = Some(new);
                }
            }
        }
        found
    }

    /// The demanded bits of the result of an instruction with an integer type.
    pub fn of<L: Listener>(&self, editor: &Editor<'_, L>, inst: Inst) -> Option<Int> {
        let width = scalar_width(editor, editor.body().inst_type(inst))?;
        Some(self.alive[inst].clone().unwrap_or_else(|| Int::all_ones(width)))
    }

    /// The demanded bits of an instruction that were computed: none if the instruction is dead or its type is not one of integers.
    pub fn known(&self, inst: Inst) -> Option<&Int> {
        self.alive[inst].as_ref()
    }

    /// The demanded bits of an operand, all if it is not one of integers. `None` if the operand has no size.
    pub fn of_use<L: Listener>(&self, editor: &Editor<'_, L>, function: Global, at: Use) -> Option<Int> {
        let value = editor.body().operand(at.user, at.operand as usize)?;
        let ty = editor.type_of(value);
        let Some(width) = scalar_width(editor, ty) else {
            let cx = editor.module().context();
            let layout = editor.module().data_layout();
            let bits = u32::try_from(layout.size_in_bits(cx, cx.scalar_type(ty))?.min).ok()?;
            return Some(Int::all_ones(bits.clamp(1, 64)));
        };
        if self.is_use_dead(editor, at) {
            return Some(Int::zero(width));
        }
        let Some(out) = self.of(editor, at.user) else { return Some(Int::all_ones(width)) };
        let needs = Needs { editor, query: Query::new(editor, function), user: at.user, out };
        Some(needs.of_operand(at.operand as usize, width))
    }

    /// Whether an instruction is dead.
    pub fn is_dead<L: Listener>(&self, editor: &Editor<'_, L>, inst: Inst) -> bool {
        !self.visited[inst] && self.alive[inst].is_none() && !is_always_live(editor, inst)
    }

    /// Whether no bit of an integer operand is demanded by a use.
    pub fn is_use_dead<L: Listener>(&self, editor: &Editor<'_, L>, at: Use) -> bool {
        !is_always_live(editor, at.user)
            && (self.dead_uses.contains(&at) || self.of(editor, at.user).is_some_and(|bits| bits.is_zero()))
    }
}

fn high_bits(width: u32, count: u32) -> Int {
    Int::all_ones(width).shl(width - count.min(width))
}

fn low_bits(width: u32, count: u32) -> Int {
    match count {
        0 => Int::zero(width),
        _ => Int::all_ones(width).lshr(width - count.min(width)),
    }
}

fn shl(bits: &Int, by: u32) -> Int {
    if by >= bits.width() { Int::zero(bits.width()) } else { bits.shl(by) }
}

fn lshr(bits: &Int, by: u32) -> Int {
    if by >= bits.width() { Int::zero(bits.width()) } else { bits.lshr(by) }
}

/// The union of `bits` shifted by each amount from `min` to `max`.
fn shifted(bits: &Int, min: u32, max: u32, shift: fn(&Int, u32) -> Int) -> Int {
    let (mut mask, mut run) = (bits.clone(), bits.clone());
    let (mut left, mut by) = (max - min, 1);
    while by <= left {
        if left & by != 0 {
            mask = mask.or(&shift(&run, by));
            left ^= by;
        }
        run = run.or(&shift(&run, by));
        by <<= 1;
    }
    shift(&mask, min)
}

impl<L: Listener> Needs<'_, '_, L> {
    fn operand(&self, place: usize) -> Option<Value> {
        self.editor.body().operand(self.user, place)
    }

    /// An operand as a constant integer or a splat of one.
    fn constant(&self, place: usize) -> Option<Int> {
        constant(self.editor, self.operand(place)?)
    }

    fn known(&self, place: usize, width: u32) -> KnownBits {
        let known = self.operand(place).and_then(|value| self.query.known_bits(value));
        known.unwrap_or_else(|| KnownBits::unknown(width))
    }

    /// The minimum and maximum shift amount.
    fn amounts(&self, width: u32) -> (u32, u32) {
        let known = self.known(1, width);
        let limited = |n: &Int| n.to_u64().map_or(width - 1, |n| n.min(u64::from(width - 1)) as u32);
        (limited(&known.one), limited(&known.zero.not()))
    }

    /// The demanded bits of an operand of the given width.
    fn of_operand(&self, place: usize, width: u32) -> Int {
        let (all, out) = (Int::all_ones(width), &self.out);
        match *self.editor.body().inst(self.user) {
            InstData::Binary { op, flags, .. } => self.of_binary(op, flags, place, width),
            InstData::Phi { .. } => out.clone(),
            InstData::Cast { op: CastOp::Trunc, .. } => out.zext(width),
            InstData::Cast { op: CastOp::ZExt, .. } => out.trunc(width),
            InstData::Cast { op: CastOp::SExt, .. } => {
                let low = out.trunc(width);
                match lshr(out, width).is_zero() {
                    true => low,
                    false => low.or(&Int::min_signed(width)),
                }
            }
            InstData::Select { .. } if place > 0 => out.clone(),
            InstData::ExtractElement { .. } if place == 0 => out.clone(),
            InstData::InsertElement { .. } | InstData::ShuffleVector { .. } if place < 2 => out.clone(),
            InstData::Call { call, .. } if place < self.editor.body().call_args(&call).len() => {
                let intrinsic = self.editor.module().callee(call.callee).and_then(|f| f.intrinsic);
                intrinsic.map_or(all, |id| self.of_intrinsic(id, place, width))
            }
            _ => all,
        }
    }

    fn of_binary(&self, op: BinaryOp, flags: IntFlags, place: usize, width: u32) -> Int {
        let out = &self.out;
        match op {
            BinaryOp::Add | BinaryOp::Sub => {
                let is_mask = out.active_bits() == out.count_ones();
                match is_mask {
                    true => out.clone(),
                    false => self.of_sum(op, place, width),
                }
            }
            BinaryOp::Mul => low_bits(width, out.active_bits()),
            BinaryOp::Shl if place == 0 => {
                let (min, max) = self.amounts(width);
                let bits = shifted(out, min, max, lshr);
                // With `nuw` or `nsw` the bits shifted out must be zero, or equal to the sign bit, so they are demanded.
                match () {
                    _ if flags.contains(IntFlags::NSW) => bits.or(&high_bits(width, max + 1)),
                    _ if flags.contains(IntFlags::NUW) => bits.or(&high_bits(width, max)),
                    _ => bits,
                }
            }
            BinaryOp::LShr | BinaryOp::AShr if place == 0 => {
                let (min, max) = self.amounts(width);
                let mut bits = shifted(out, min, max, shl);
                if op == BinaryOp::AShr && !out.and(&high_bits(width, max)).is_zero() {
                    bits = bits.or(&Int::min_signed(width));
                }
                match flags.contains(IntFlags::EXACT) {
                    true => bits.or(&low_bits(width, max)),
                    false => bits,
                }
            }
            BinaryOp::And => {
                let [a, b] = [self.known(0, width).zero, self.known(1, width).zero];
                out.and(&if place == 0 { b.not() } else { a.and(&b.not()).not() })
            }
            BinaryOp::Or => {
                let [a, b] = [self.known(0, width).one, self.known(1, width).one];
                out.and(&if place == 0 { b.not() } else { a.and(&b.not()).not() })
            }
            BinaryOp::Xor => out.clone(),
            _ => Int::all_ones(width),
        }
    }

    /// The demanded bits of an operand of an addition or subtraction: the demanded bits of the result, and the bits that a carry
    /// into a demanded bit depends on.
    fn of_sum(&self, op: BinaryOp, place: usize, width: u32) -> Int {
        let (out, lhs, mut rhs) = (&self.out, self.known(0, width), self.known(1, width));
        let is_sub = op == BinaryOp::Sub;
        if is_sub {
            rhs = KnownBits { zero: rhs.one, one: rhs.zero };
        }
        // A carry does not propagate past a position where both operands have the same known bit. On reversed bits, this bound is
        // itself computed by a carry.
        let bound = lhs.zero.and(&rhs.zero).or(&lhs.one.and(&rhs.one)).bitreverse();
        let reversed = out.bitreverse();
        let carries = reversed.add(&reversed.or(&bound.not())).xor(&bound.not()).bitreverse();
        let (own, other) = if place == 0 { (&lhs, &rhs) } else { (&rhs, &lhs) };
        let keeps_zero = own.zero.or(&other.zero.not());
        let keeps_one = own.one.or(&other.one.not());
        let carry = |is_set: bool| Int::new(width, u64::from(is_set));
        let most = lhs.zero.not().add(&rhs.zero.not()).add(&carry(is_sub));
        let least = lhs.one.add(&rhs.one).add(&carry(is_sub));
        out.or(&carries.and(&most.not().or(&keeps_zero).and(&least.or(&keeps_one))))
    }

    fn of_intrinsic(&self, id: IntrinsicId, place: usize, width: u32) -> Int {
        use IntrinsicId as I;
        let (all, out) = (Int::all_ones(width), &self.out);
        match id {
            I::BSWAP => out.bswap(),
            I::BITREVERSE => out.bitreverse(),
            I::FSHL | I::FSHR if place == 2 && width.is_power_of_two() => Int::new(width, u64::from(width - 1)),
            I::FSHL | I::FSHR if place < 2 => {
                let Some(amount) = self.constant(2).and_then(|n| n.urem(&Int::new(width, u64::from(width)))) else {
                    return all;
                };
                let amount = amount.low_u64() as u32;
                let amount = if id == I::FSHR { width - amount } else { amount };
                if place == 0 { lshr(out, amount) } else { shl(out, width - amount) }
            }
            I::UMAX | I::UMIN | I::SMAX | I::SMIN => shl(&all, out.trailing_zeros()),
            _ => all,
        }
    }
}

/// A value as a constant integer or a splat of one.
pub(crate) fn constant<L: Listener>(editor: &Editor<'_, L>, value: Value) -> Option<Int> {
    let (cx, constants) = (editor.module().context(), editor.module().constants());
    constants.as_int(cx, value).or_else(|| constants.as_int(cx, constants.splat_value(cx, value)?))
}
