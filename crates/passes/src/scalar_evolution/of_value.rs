//! The expressions of values.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags};
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::{Kind, MinMax, ScalarEvolution, Scev, Wrap};

/// The number of instructions that are considered to find where control goes.
const MAX_INSTS: usize = 32;

/// A binary operation, perhaps written in another way.
struct Operation {
    op: BinaryOp,
    lhs: Value,
    rhs: Value,
    /// A constant instead of `rhs`.
    constant: Option<Int>,
    flags: IntFlags,
}

impl ScalarEvolution<'_> {
    /// The expression of an integer or pointer.
    ///
    /// # Panics
    /// If the value has another type, for example that of a vector.
    pub fn of(&mut self, value: Value) -> Scev {
        assert!(self.has_expressions(self.query.type_of(value)), "{value:?} is neither an integer nor a pointer");
        if let Some(&known) = self.tables.of_value.get(&value) {
            return known;
        }
        // Operands first, without recursion.
        let mut pending: Vec<(Value, bool)> = vec![(value, false)];
        while let Some((value, has_operands)) = pending.pop() {
            if self.tables.of_value.contains_key(&value) {
                continue;
            }
            if !has_operands {
                pending.push((value, true));
                for operand in self.operands_of(value) {
                    if !self.tables.of_value.contains_key(&operand) && operand != value {
                        pending.push((operand, false));
                    }
                }
                continue;
            }
            let mut made = self.create(value);
            if self.is_too_big(made) {
                made = self.unknown(value);
            }
            self.note(value, made);
        }
        self.tables.of_value[&value]
    }

    pub(super) fn note(&mut self, value: Value, s: Scev) {
        self.tables.of_value.insert(value, s);
        self.tables.inserted.push(value);
        if !self.tables.nodes[s.0 as usize].loops.is_empty() {
            self.tables.values_of.entry(s).or_default().push(value);
        }
    }

    /// The operands whose expressions the expression of a value is made of; none of a phi.
    fn operands_of(&self, value: Value) -> smallvec::SmallVec<[Value; 4]> {
        let mut found = smallvec::SmallVec::new();
        let Some(inst) = value.as_inst() else { return found };
        let data = self.query.body.inst(inst);
        let is_folded = match data {
            InstData::Binary { op, .. } => !matches!(op, BinaryOp::FAdd | BinaryOp::FSub),
            InstData::Cast { .. } | InstData::GetElementPtr { .. } | InstData::Select { .. } => true,
            InstData::Call { .. } => self.query.intrinsic(value).is_some(),
            _ => false,
        };
        if is_folded {
            data.for_each_operand(self.query.body.values(), |v| {
                if v.as_inst().is_some() && self.has_expressions(self.query.type_of(v)) {
                    found.push(v);
                }
            });
        }
        found
    }

    fn create(&mut self, value: Value) -> Scev {
        let query = self.query;
        let (module, body) = (query.module, query.body);
        match value.kind() {
            ValueKind::Constant(_) => {
                let constant = module.constants().as_int(module.context(), value);
                return match constant {
                    Some(constant) => self.constant(constant),
                    None => self.unknown(value),
                };
            }
            ValueKind::Inst(_) => {}
            _ => return self.unknown(value),
        }
        let Some(inst) = value.as_inst() else { return self.unknown(value) };
        // Code that is not reached may refer to itself.
        if !body.inst_block(inst).is_some_and(|block| self.dominators.is_reachable(block)) {
            let poison = module.constants().poison(body.inst_type(inst));
            return self.unknown(poison);
        }
        let found = match *body.inst(inst) {
            InstData::Binary { .. } => self.of_binary(inst),
            InstData::Cast { op, value: operand, .. } => self.of_cast(inst, op, operand),
            InstData::GetElementPtr { .. } => self.of_address(inst),
            InstData::Phi { .. } => Some(self.of_phi(inst)),
            InstData::Select { condition, if_true, if_false, .. } => self.of_select(inst, condition, if_true, if_false),
            InstData::Call { .. } | InstData::Invoke { .. } => self.of_call(value),
            InstData::ExtractValue { aggregate, .. } => self.of_overflow(inst, aggregate),
            _ => None,
        };
        found.unwrap_or_else(|| self.unknown(value))
    }

    /// A binary operation as an operation that has expressions.
    fn operation(&self, inst: Inst) -> Option<Operation> {
        let InstData::Binary { op, flags, lhs, rhs, .. } = *self.query.body.inst(inst) else { return None };
        let plain = Operation { op, lhs, rhs, constant: None, flags };
        let constant = self.query.constant_int(rhs);
        let width = self.width_of(self.query.body.inst_type(inst));
        Some(match op {
            BinaryOp::Or if flags.contains(IntFlags::DISJOINT) => {
                Operation { op: BinaryOp::Add, flags: IntFlags::NUW | IntFlags::NSW, ..plain }
            }
            BinaryOp::Xor if constant.as_ref().is_some_and(|c| c.is_min_signed()) && width > 1 => {
                Operation { op: BinaryOp::Add, flags: IntFlags::empty(), ..plain }
            }
            BinaryOp::Xor if width == 1 => Operation { op: BinaryOp::Add, flags: IntFlags::empty(), ..plain },
            BinaryOp::LShr => {
                let Some(n) = constant.filter(|n| n.ucmp(&Int::new(width, width.into())).is_lt()) else {
                    return Some(plain);
                };
                let divisor = Int::one(width).shl(n.to_u64().unwrap_or(0) as u32);
                Operation { op: BinaryOp::UDiv, constant: Some(divisor), ..plain }
            }
            _ => plain,
        })
    }

    fn of_binary(&mut self, inst: Inst) -> Option<Scev> {
        let Operation { op, lhs, rhs, constant, flags } = self.operation(inst)?;
        let ty = self.query.body.inst_type(inst);
        let width = self.width_of(ty);
        let a = self.of(lhs);
        let b = match constant {
            Some(constant) => self.constant(constant),
            None => self.of(rhs),
        };
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                let flags = self.certain_flags(inst, flags);
                match op {
                    BinaryOp::Add => Some(self.sum(vec![a, b], flags, 0)),
                    BinaryOp::Sub => self.minus(a, b, flags),
                    _ => Some(self.product(vec![a, b], flags, 0)),
                }
            }
            BinaryOp::UDiv => Some(self.udiv(a, b)),
            BinaryOp::URem => Some(self.urem(a, b)),
            BinaryOp::SDiv if self.is_non_negative(a) && self.is_non_negative(b) => Some(self.udiv(a, b)),
            BinaryOp::SRem if self.is_non_negative(a) && self.is_non_negative(b) => Some(self.urem(a, b)),
            BinaryOp::Shl => {
                let n = self.as_constant(b).filter(|n| n.ucmp(&Int::new(width, width.into())).is_lt())?;
                let n = n.to_u64()? as u32;
                let flags = match n + 1 == width && flags.contains(IntFlags::NSW) && !flags.contains(IntFlags::NUW) {
                    // The factor is negative.
                    true => Wrap::empty(),
                    false => self.certain_flags(inst, flags),
                };
                let factor = self.constant(Int::one(width).shl(n));
                Some(self.product(vec![a, factor], flags, 0))
            }
            BinaryOp::AShr => self.of_ashr(lhs, a, b, ty),
            BinaryOp::And if width == 1 => Some(self.umin(a, b)),
            BinaryOp::Or if width == 1 => Some(self.umax(a, b)),
            BinaryOp::And => self.of_and(a, b, ty),
            BinaryOp::Or => match self.as_constant(b).is_some_and(Int::is_min_signed) {
                true if self.range(a, true).is_all_non_negative() => Some(self.sum(vec![a, b], Wrap::empty(), 0)),
                _ => {
                    // The operands have no common bits.
                    let constant = self.as_constant(b)?.clone();
                    let zeros = self.min_trailing_zeros(a);
                    (constant.active_bits() <= zeros).then(|| self.sum(vec![a, b], Wrap::NUW | Wrap::NSW, 0))
                }
            },
            BinaryOp::Xor => {
                let constant = self.as_constant(b)?.clone();
                if constant.is_all_ones() {
                    return Some(self.not(a));
                }
                // The complement of the low bits of a zero extension is that of the narrow integer.
                if let Kind::ZExt(narrow) = *self.kind(a) {
                    let narrow_width = self.width(narrow);
                    if constant.zext(width) == Int::all_ones(narrow_width).zext(width) {
                        let not = self.not(narrow);
                        return Some(self.zext(not, ty, 0));
                    }
                }
                None
            }
            _ => None,
        }
    }

    fn of_and(&mut self, a: Scev, b: Scev, ty: Type) -> Option<Scev> {
        let mask = self.as_constant(b)?.clone();
        let width = mask.width();
        if mask.is_zero() {
            return Some(b);
        }
        if mask.is_all_ones() {
            return Some(a);
        }
        // A mask of consecutive bits: the low bits are divided away, the high ones truncated.
        let (low, high) = (mask.trailing_zeros(), mask.leading_zeros());
        if mask.count_ones() + low + high != width {
            return None;
        }
        let middle = width - low - high;
        let mut value = a;
        if low > 0 {
            // Of a factor that is a multiple of a power of two, that power is divided away first.
            let mut rest = low;
            if let Kind::Mul(factors) = self.kind(a).clone()
                && let Some(factor) = self.as_constant(factors[0]).cloned()
            {
                let common = factor.trailing_zeros().min(low);
                rest -= common;
                let mut factors = factors.to_vec();
                factors[0] = self.constant(factor.lshr(common));
                value = self.product(factors, Wrap::empty(), 0);
            }
            let divisor = self.constant(Int::one(width).shl(rest));
            value = self.udiv(value, divisor);
        }
        let narrow = self.query.module.context().int(middle);
        let low_bits = self.trunc(value, narrow, 0);
        let wide = self.zext(low_bits, ty, 0);
        if low == 0 {
            return Some(wide);
        }
        let factor = self.constant(Int::one(width).shl(low));
        Some(self.product(vec![wide, factor], Wrap::NUW, 0))
    }

    fn of_ashr(&mut self, lhs: Value, a: Scev, b: Scev, ty: Type) -> Option<Scev> {
        let n = self.as_constant(b)?.to_u64()? as u32;
        let width = self.width_of(ty);
        if n == 0 {
            return Some(a);
        }
        if n >= width {
            return None;
        }
        // (x << m) >> n is a sign extension of a part.
        if let Some((BinaryOp::Shl, _, inner, amount)) = self.query.binary(lhs)
            && let Some(m) = self.query.constant_int(amount).and_then(|m| m.to_u64())
            && m < u64::from(width)
        {
            let (m, inner) = (m as u32, self.of(inner));
            let narrow = self.query.module.context().int(width - n);
            if m == n {
                let low = self.trunc(inner, narrow, 0);
                return Some(self.sext(low, ty, 0));
            }
            if m > n {
                let factor = self.constant(Int::one(width - n).shl(m - n));
                let low = self.trunc(inner, narrow, 0);
                let product = self.product(vec![low, factor], Wrap::empty(), 0);
                return Some(self.sext(product, ty, 0));
            }
        }
        // A shift of a non-negative integer is a division.
        if self.is_non_negative(a) {
            let divisor = self.constant(Int::one(width).shl(n));
            return Some(self.udiv(a, divisor));
        }
        None
    }

    fn of_cast(&mut self, inst: Inst, op: CastOp, operand: Value) -> Option<Scev> {
        let ty = self.query.body.inst_type(inst);
        let from = self.query.type_of(operand);
        if !self.has_expressions(from) {
            return None;
        }
        let s = self.of(operand);
        match op {
            CastOp::Trunc => Some(self.trunc(s, ty, 0)),
            CastOp::ZExt => Some(self.zext(s, ty, 0)),
            CastOp::SExt => {
                // The extension of a difference that does not overflow is the difference of the extensions.
                if let Some((BinaryOp::Sub, flags, x, y)) = self.query.binary(operand)
                    && flags.contains(IntFlags::NSW)
                {
                    let (x, y) = (self.of(x), self.of(y));
                    let (x, y) = (self.sext(x, ty, 0), self.sext(y, ty, 0));
                    return self.minus(x, y, Wrap::NSW);
                }
                Some(self.sext(s, ty, 0))
            }
            CastOp::BitCast if self.has_expressions(from) => Some(s),
            CastOp::PtrToInt => {
                let whole = self.ptr_to_int(s)?;
                Some(self.trunc_or_zext(whole, ty, 0))
            }
            _ => None,
        }
    }

    fn of_address(&mut self, inst: Inst) -> Option<Scev> {
        let body = self.query.body;
        let InstData::GetElementPtr { source, flags, ref operands } = *body.inst(inst) else { return None };
        let operands: Vec<Value> = body.list_values(operands).to_vec();
        let module = self.query.module;
        let (cx, layout) = (module.context(), module.data_layout());
        let base = self.of(operands[0]);
        let index_type = self.int_type(self.ty(base));
        let certain = self.is_never_poison(inst);
        let wrap = match certain {
            true if flags.contains(GepFlags::NUSW) => Wrap::NSW,
            _ => Wrap::empty(),
        };
        let offset_flags = wrap | if certain && flags.contains(GepFlags::NUW) { Wrap::NUW } else { Wrap::empty() };
        let mut offsets = Vec::new();
        let mut ty = source;
        for (place, &index) in operands[1..].iter().enumerate() {
            if place > 0 && cx.is_struct(ty) {
                let field = module.constants().as_u64(index)?;
                let offset = layout.struct_layout(cx, ty)?.offsets.get(field as usize)?.min;
                offsets.push(self.int(index_type, offset as i64));
                ty = cx.element_type(ty, field)?;
                continue;
            }
            let size;
            (ty, size) = layout.indexed(cx, ty, place == 0)?;
            if !self.has_expressions(self.query.type_of(index)) {
                return None;
            }
            let index = self.of(index);
            let index = self.trunc_or_sext(index, index_type, 0);
            let mut element = self.int(index_type, size.min as i64);
            if size.scalable {
                let vscale = self.intern(Kind::VScale, index_type, Wrap::empty());
                element = self.product(vec![element, vscale], Wrap::NUW, 0);
            }
            offsets.push(self.product(vec![index, element], offset_flags, 0));
        }
        if offsets.is_empty() {
            return Some(base);
        }
        let offset = self.sum(offsets, offset_flags, 0);
        // The address is not below the base if the offset is not negative.
        let is_up = flags.contains(GepFlags::NUSW) && certain && self.is_non_negative(offset);
        let base_flags = match is_up || certain && flags.contains(GepFlags::NUW) {
            true => Wrap::NUW,
            false => Wrap::empty(),
        };
        Some(self.sum(vec![base, offset], base_flags, 0))
    }

    fn of_call(&mut self, value: Value) -> Option<Scev> {
        let body = self.query.body;
        let Some((id, args)) = self.query.intrinsic(value) else {
            // A function that returns its argument.
            let call = self.query.inst(value)?.call_info()?;
            let (module, args) = (self.query.module, body.call_args(call));
            let lists = [Some(call.attributes), module.callee(call.callee).map(|f| f.attributes)];
            let cx = module.context();
            let returned = (0..args.len()).find(|&n| {
                let mut sets = lists.iter().flatten().map(|&list| cx.attribute_list(list).param(n));
                sets.any(|set| cx.has_attribute(set, AttrKind::RETURNED))
            })?;
            let same_type = self.query.type_of(args[returned]) == self.query.type_of(value);
            return (same_type && self.nesting < super::MAX_NESTING).then(|| {
                self.nesting += 1;
                let result = self.of(args[returned]);
                self.nesting -= 1;
                result
            });
        };
        use IntrinsicId as I;
        let min_max = match id {
            I::UMAX => Some(MinMax::UMax),
            I::SMAX => Some(MinMax::SMax),
            I::UMIN => Some(MinMax::UMin),
            I::SMIN => Some(MinMax::SMin),
            _ => None,
        };
        let args: Vec<Value> = args.to_vec();
        if let Some(op) = min_max {
            let (a, b) = (self.of(args[0]), self.of(args[1]));
            return Some(self.min_max(op, vec![a, b]));
        }
        match id {
            I::ABS => {
                let a = self.of(args[0]);
                let is_never_min = self.query.module.constants().as_u64(args[1]) == Some(1);
                let flags = if is_never_min { Wrap::NSW } else { Wrap::empty() };
                let minus_one = self.int(self.ty(a), -1);
                let negative = self.product(vec![minus_one, a], flags, 0);
                Some(self.smax(a, negative))
            }
            I::USUB_SAT => {
                let (a, b) = (self.of(args[0]), self.of(args[1]));
                let least = self.umin(a, b);
                self.minus(a, least, Wrap::NUW)
            }
            I::UADD_SAT => {
                let (a, b) = (self.of(args[0]), self.of(args[1]));
                let not = self.not(b);
                let least = self.umin(a, not);
                Some(self.sum(vec![least, b], Wrap::NUW, 0))
            }
            I::START_LOOP_ITERATIONS | I::ANNOTATION | I::PTR_ANNOTATION => Some(self.of(args[0])),
            I::VSCALE => {
                let ty = self.query.type_of(value);
                Some(self.intern(Kind::VScale, ty, Wrap::empty()))
            }
            _ => None,
        }
    }

    /// The result of an arithmetic operation with an overflow bit, where it did not overflow on all ways to a use.
    fn of_overflow(&mut self, inst: Inst, aggregate: Value) -> Option<Scev> {
        let body = self.query.body;
        let InstData::ExtractValue { ref indices, .. } = *body.inst(inst) else { return None };
        if body.list_ints(indices).first().map(|i| i.0) != Some(0) {
            return None;
        }
        let (id, args) = self.query.intrinsic(aggregate)?;
        use IntrinsicId as I;
        let op = match id {
            I::UADD_WITH_OVERFLOW | I::SADD_WITH_OVERFLOW => BinaryOp::Add,
            I::USUB_WITH_OVERFLOW | I::SSUB_WITH_OVERFLOW => BinaryOp::Sub,
            I::UMUL_WITH_OVERFLOW | I::SMUL_WITH_OVERFLOW => BinaryOp::Mul,
            _ => return None,
        };
        let args = args.to_vec();
        if self.nesting >= super::MAX_NESTING {
            return None;
        }
        self.nesting += 1;
        let (a, b) = (self.of(args[0]), self.of(args[1]));
        self.nesting -= 1;
        match op {
            BinaryOp::Add => Some(self.add(a, b)),
            BinaryOp::Sub => self.minus(a, b, Wrap::empty()),
            _ => Some(self.mul(a, b)),
        }
    }

    /// The flags of an instruction, if the program has undefined behaviour whenever they are violated.
    pub(super) fn certain_flags(&mut self, inst: Inst, flags: IntFlags) -> Wrap {
        let wrap = wrap_flags(flags);
        if wrap.is_empty() || !self.is_never_poison(inst) { Wrap::empty() } else { wrap }
    }

    /// Whether the result of an instruction is not poison whenever its operands are defined: where they are, the instruction is
    /// executed, and the program has undefined behaviour if the result is poison.
    fn is_never_poison(&mut self, inst: Inst) -> bool {
        if !self.query.is_undefined_if_poison(inst) {
            return false;
        }
        let mut operands = Vec::new();
        let body = self.query.body;
        body.inst(inst).for_each_operand(body.values(), |v| {
            if self.has_expressions(self.query.type_of(v)) {
                operands.push(v);
            }
        });
        let operands: Vec<Scev> = operands.into_iter().map(|v| self.of(v)).collect();
        let bound = self.latest_definition(&operands);
        self.is_reached_from(bound, inst)
    }

    /// The latest block, and instruction if any, at which one of the leaves of expressions is defined.
    fn latest_definition(&self, operands: &[Scev]) -> (Option<Block>, Option<Inst>) {
        let entry = self.query.body.entry();
        let mut bound: (Option<Block>, Option<Inst>) = (entry, None);
        let mut met = lindworm_ir::hash::HashSet::default();
        let mut pending: Vec<Scev> = operands.to_vec();
        while let Some(s) = pending.pop() {
            if !met.insert(s) {
                continue;
            }
            let (block, inst) = match self.kind(s) {
                Kind::AddRec(_, of) => (Some(self.loops.header(*of)), None),
                Kind::Unknown(value) => match value.as_inst() {
                    Some(inst) => (self.query.body.inst_block(inst), Some(inst)),
                    None => continue,
                },
                _ => {
                    pending.extend(self.operands(s));
                    continue;
                }
            };
            let (Some(old), Some(new)) = (bound.0, block) else { continue };
            let is_later = if old == new {
                match (bound.1, inst) {
                    (_, None) => false,
                    (None, Some(_)) => true,
                    (Some(a), Some(b)) => self.precedes(a, b),
                }
            } else {
                self.dominators.dominates(old, new)
            };
            if is_later {
                bound = (block, inst);
            }
        }
        bound
    }

    /// Whether an instruction comes before another one in a block, as far as the next instructions tell.
    fn precedes(&self, a: Inst, b: Inst) -> bool {
        let body = self.query.body;
        let mut next = body.next_inst(a);
        for _ in 0..4 * MAX_INSTS {
            match next {
                Some(at) if at == b => return true,
                Some(at) => next = body.next_inst(at),
                None => return false,
            }
        }
        // Not known: the later one makes fewer flags certain.
        false
    }

    /// Whether control that reaches a definition goes on to an instruction.
    pub(super) fn is_reached_from(&self, from: (Option<Block>, Option<Inst>), to: Inst) -> bool {
        let body = self.query.body;
        let (Some(mut block), Some(target)) = (from.0, body.inst_block(to)) else { return false };
        let mut at = match from.1 {
            Some(inst) => body.next_inst(inst),
            None => body.first_inst(block),
        };
        if from.1 == Some(to) {
            return true;
        }
        let mut steps = 0;
        loop {
            while let Some(inst) = at {
                if inst == to {
                    return true;
                }
                steps += 1;
                if steps > MAX_INSTS || !self.goes_on(inst) {
                    return false;
                }
                at = body.next_inst(inst);
            }
            if block == target {
                return false;
            }
            // Only one successor, or a preheader.
            match self.cfg.successors(block) {
                &[only] => block = only,
                _ => return false,
            }
            at = body.first_inst(block);
        }
    }

    /// Whether control passes from an instruction to the next one.
    fn goes_on(&self, inst: Inst) -> bool {
        let data = self.query.body.inst(inst);
        match data {
            InstData::Call { call, .. } => {
                let has = |kind| crate::effects::call_has(self.query.module, call, kind);
                has(AttrKind::NO_UNWIND) && has(AttrKind::WILL_RETURN)
            }
            InstData::Store { volatile, .. } => !volatile,
            InstData::Load { volatile, .. } => !volatile,
            InstData::Invoke { .. } | InstData::CallBr { .. } | InstData::Ret { .. } | InstData::Unreachable => false,
            _ => !matches!(data, InstData::Resume { .. } | InstData::CatchSwitch { .. } | InstData::CleanupRet { .. }),
        }
    }

    /// Whether a loop is entered wherever these expressions are defined.
    pub(super) fn is_executed_with_entry(&mut self, operands: &[Scev], of: lindworm_analysis::Loop) -> bool {
        let bound = self.latest_definition(operands);
        let header = self.loops.header(of);
        let first = self.query.body.first_inst(header);
        first.is_some_and(|first| self.is_reached_from(bound, first))
    }
}

pub(super) fn wrap_flags(flags: IntFlags) -> Wrap {
    let mut wrap = Wrap::empty();
    if flags.contains(IntFlags::NUW) {
        wrap |= Wrap::NUW;
    }
    if flags.contains(IntFlags::NSW) {
        wrap |= Wrap::NSW;
    }
    wrap
}
