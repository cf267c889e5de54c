//! Comparisons and their users: branches and `select`.

use lindworm_ir::eval::{FloatPredicate, IntPredicate};
use lindworm_ir::{Inst, InstData, Type, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Condition, Mem, Reg, Size, op};
use smallvec::{SmallVec, smallvec};

use super::Pass;
use super::operands::Right;
use crate::error::Result;

/// A test of flags. Equality and inequality of floats need two conditions, because an unordered comparison also sets the zero
/// flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    One(Condition),
    Both(Condition, Condition),
    Either(Condition, Condition),
    Never,
    Always,
}

/// A predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Int(IntPredicate),
    Float(FloatPredicate),
}

impl Test {
    pub fn negated(self) -> Test {
        match self {
            Test::One(a) => Test::One(a.negated()),
            Test::Both(a, b) => Test::Either(a.negated(), b.negated()),
            Test::Either(a, b) => Test::Both(a.negated(), b.negated()),
            Test::Never => Test::Always,
            Test::Always => Test::Never,
        }
    }
}

impl<'m> Pass<'m> {
    /// `icmp` or `fcmp`: fused into the next branch or `select` if that is the only user.
    pub fn comparison(&mut self, inst: Inst, data: &'m InstData) -> Result {
        let (InstData::ICmp { lhs, .. } | InstData::FCmp { lhs, .. }) = *data else { return Ok(()) };
        if let Some(InstData::CondBr { .. } | InstData::Select { .. }) = self.only_user_is_next(inst)
            && self.sets_flags(self.type_of(lhs))
        {
            self.fuse(inst);
            return Ok(());
        }
        match *data {
            InstData::ICmp { predicate, lhs, rhs, .. } => {
                self.compare_to_register(inst, Comparison::Int(predicate), lhs, rhs)?;
            }
            InstData::FCmp { predicate, lhs, rhs, .. } => {
                self.compare_to_register(inst, Comparison::Float(predicate), lhs, rhs)?;
            }
            _ => return Err("a condition".into()),
        }
        self.retire_operands(data);
        Ok(())
    }

    /// Whether a comparison of values of a type gives its result in flags.
    fn sets_flags(&self, ty: Type) -> bool {
        match self.types.parts(ty) {
            _ if self.module.context().is_vector(ty) => false,
            Ok([part]) => !matches!(part.kind, PartKind::F16 | PartKind::F128),
            Ok([_, _]) => self.is_wide_int(ty),
            _ => false,
        }
    }

    /// A comparison of scalars or vectors.
    pub fn compare_to_register(&mut self, inst: Inst, what: Comparison, lhs: Value, rhs: Value) -> Result {
        let ty = self.type_of(lhs);
        if self.module.context().is_vector(ty) {
            return self.compare_lanes(inst, what, lhs, rhs);
        }
        let test = match (what, self.types.parts(ty)?) {
            (Comparison::Float(predicate), [part]) if part.kind == PartKind::F128 => {
                return self.compare_quad(inst, predicate, lhs, rhs);
            }
            (Comparison::Float(_), [part]) if part.kind == PartKind::F16 => {
                return self.as_floats(inst, &[lhs, rhs], |pass, inst, args| {
                    pass.compare_to_register(inst, what, args[0], args[1])
                });
            }
            (Comparison::Int(predicate), [_, _, _, ..]) => return self.compare_limbs(inst, predicate, lhs, rhs),
            (Comparison::Int(predicate), _) => self.compare_ints_or_pairs(predicate, lhs, rhs)?,
            (Comparison::Float(predicate), _) => self.compare_floats(predicate, lhs, rhs)?,
        };
        let reg = self.test_to_register(test)?;
        self.result(inst, reg)
    }

    /// Sets flags according to a condition.
    pub fn test(&mut self, condition: Value) -> Result<Test> {
        if let Some(data) = self.fused(condition) {
            return self.compare(data);
        }
        if let Some(bits) = self.constant_int(condition) {
            return Ok(if bits & 1 == 1 { Test::Always } else { Test::Never });
        }
        match self.right_part(condition, 0)? {
            Right::Mem(mem) => self.code.body.test_mi(Size::B8, mem, 1),
            Right::Reg(reg) => self.code.body.test_ri(Size::B8, reg, 1),
            Right::Imm(_) => {}
        }
        Ok(Test::One(Condition::NotEqual))
    }

    fn compare(&mut self, data: &InstData) -> Result<Test> {
        match *data {
            InstData::ICmp { predicate, lhs, rhs, .. } => self.compare_ints_or_pairs(predicate, lhs, rhs),
            InstData::FCmp { predicate, lhs, rhs, .. } => self.compare_floats(predicate, lhs, rhs),
            _ => Err("a condition".into()),
        }
    }

    fn compare_ints_or_pairs(&mut self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Result<Test> {
        match self.types.parts(self.type_of(lhs))? {
            [_] => Ok(Test::One(self.compare_ints(predicate, lhs, rhs)?)),
            [_, _] => Ok(Test::One(self.compare_wide(predicate, lhs, rhs)?)),
            _ => Err("a comparison".into()),
        }
    }

    /// Compares integers. Returns the machine condition of the predicate.
    fn compare_ints(&mut self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Result<Condition> {
        let swap = self.constant_int(lhs).is_some() && self.constant_int(rhs).is_none();
        let (predicate, lhs, rhs) = if swap { (predicate.swapped(), rhs, lhs) } else { (predicate, lhs, rhs) };
        let bits = self.bits_of(lhs)?;
        let size = Size::of_bits(bits);
        let is_signed = predicate.is_signed();
        if size.bits() != bits {
            let left = self.take(lhs, 0)?;
            self.extend(left, bits, is_signed);
            let right = self.take(rhs, 0)?;
            self.extend(right, bits, is_signed);
            self.code.body.rr(op::CMP, size.at_least_32(), left, right);
            return Ok(int_condition(predicate));
        }
        let left = self.reg(lhs, 0)?;
        match self.right(rhs, bits)? {
            Right::Imm(0) if matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) => {
                self.code.body.rr(op::TEST, size, left, left);
            }
            right => self.with_right(op::CMP, size, left, right),
        }
        Ok(int_condition(predicate))
    }

    fn compare_floats(&mut self, predicate: FloatPredicate, lhs: Value, rhs: Value) -> Result<Test> {
        use Condition::*;
        use FloatPredicate as P;
        let (test, swap) = match predicate {
            P::False => return Ok(Test::Never),
            P::True => return Ok(Test::Always),
            P::Oeq => (Test::Both(Equal, NoParity), false),
            P::Une => (Test::Either(NotEqual, Parity), false),
            P::Ogt => (Test::One(Above), false),
            P::Oge => (Test::One(AboveEqual), false),
            P::Olt => (Test::One(Above), true),
            P::Ole => (Test::One(AboveEqual), true),
            P::One => (Test::One(NotEqual), false),
            P::Ueq => (Test::One(Equal), false),
            P::Ord => (Test::One(NoParity), false),
            P::Uno => (Test::One(Parity), false),
            P::Ult => (Test::One(Below), false),
            P::Ule => (Test::One(BelowEqual), false),
            P::Ugt => (Test::One(Below), true),
            P::Uge => (Test::One(BelowEqual), true),
        };
        let (lhs, rhs) = if swap { (rhs, lhs) } else { (lhs, rhs) };
        let op = match self.kind_of(lhs)? {
            PartKind::F32 => op::UCOMISS,
            PartKind::F64 => op::UCOMISD,
            PartKind::F80 => {
                self.compare_x87(lhs, rhs)?;
                return Ok(test);
            }
            _ => return Err("a comparison".into()),
        };
        let left = self.reg(lhs, 0)?;
        let right = self.right_part(rhs, 0)?;
        self.with_right(op, Size::B32, left, right);
        Ok(test)
    }

    /// Converts flags to a value of type i1.
    pub fn test_to_register(&mut self, test: Test) -> Result<Reg> {
        let reg = self.temp_general()?;
        match test {
            Test::One(condition) => self.code.body.setcc(condition, reg),
            Test::Both(a, b) | Test::Either(a, b) => {
                let other = self.temp_general()?;
                self.code.body.setcc(a, reg);
                self.code.body.setcc(b, other);
                let both = if matches!(test, Test::Both(..)) { op::AND } else { op::OR };
                self.code.body.rr(both, Size::B8, reg, other);
                self.registers.unlock_one(other);
            }
            Test::Never | Test::Always => self.code.body.mov_ri(reg, u64::from(test == Test::Always)),
        }
        Ok(reg)
    }

    pub fn select(&mut self, inst: Inst, condition: Value, if_true: Value, if_false: Value) -> Result {
        let parts = self.types.parts(self.inst_type(inst))?;
        if self.is_vector(condition) {
            return self.select_lanes(inst, condition, if_true, if_false);
        }
        self.scalar(self.type_of(condition))?;
        if self.is_x87(if_true) {
            return self.select_x87(inst, condition, if_true, if_false);
        }
        if parts.len() > 4 || parts.iter().any(|part| part.kind == PartKind::F80) {
            return self.select_parts(inst, condition, if_true, if_false);
        }
        if let [part] = parts
            && let PartKind::Int(bits) = part.kind
        {
            let result = self.take(if_true, 0)?;
            let other = self.reg(if_false, 0)?;
            let size = Size::of_bits(bits.into()).at_least_32();
            match self.test(condition)?.negated() {
                Test::One(condition) => self.code.body.cmov(condition, size, result, other),
                Test::Either(a, b) => {
                    self.code.body.cmov(a, size, result, other);
                    self.code.body.cmov(b, size, result, other);
                }
                test => {
                    let skips = self.jump_if(test.negated());
                    self.code.body.rr(op::MOV, size, result, other);
                    self.bind_here(&skips);
                }
            }
            return self.result(inst, result);
        }
        let (mut results, mut others): (SmallVec<[Reg; 4]>, SmallVec<[Reg; 4]>) = Default::default();
        for part in 0..parts.len() {
            results.push(self.take(if_true, part)?);
            others.push(self.reg(if_false, part)?);
        }
        let test = self.test(condition)?;
        let skips = self.jump_if(test);
        for (part, (result, other)) in parts.iter().zip(results.iter().zip(&others)) {
            self.move_register(part.kind, *result, *other);
        }
        self.bind_here(&skips);
        let at = self.define(inst)?;
        for (i, result) in results.into_iter().enumerate() {
            self.assign(at + i, result);
        }
        Ok(())
    }

    /// `select` of values with more parts than registers: a branch around copies.
    fn select_parts(&mut self, inst: Inst, condition: Value, if_true: Value, if_false: Value) -> Result {
        let count = self.types.parts(self.inst_type(inst))?.len();
        let at = self.define(inst)?;
        // Both values are stored first, so that both paths read from memory.
        for value in [if_true, if_false] {
            for part in 0..count {
                if let Some(at) = self.part_at(value, part)? {
                    self.in_slot(at)?;
                }
            }
        }
        for part in 0..count {
            self.slot_of(at + part)?;
        }
        let test = self.test(condition)?;
        let skips = self.jump_if(test.negated());
        self.parts_to_slots(at, if_true, count)?;
        let end = self.code.body.jmp();
        self.bind_here(&skips);
        self.parts_to_slots(at, if_false, count)?;
        self.bind_here(&[end]);
        self.free_unused(inst);
        Ok(())
    }

    /// Copies the parts of a value to slots.
    fn parts_to_slots(&mut self, at: usize, value: Value, count: usize) -> Result {
        for part in 0..count {
            let from = self.source(value, part)?;
            let target = self.values.parts[at + part];
            self.store_source(target.kind, Mem::base(Reg::RBP, target.slot), from)?;
        }
        Ok(())
    }

    /// Emits jumps that are taken if the test holds. The caller binds them.
    pub fn jump_if(&mut self, test: Test) -> SmallVec<[u32; 2]> {
        let asm = &mut self.code.body;
        match test {
            Test::Never => smallvec![],
            Test::Always => smallvec![asm.jmp()],
            Test::One(a) => smallvec![asm.jcc(a)],
            Test::Either(a, b) => smallvec![asm.jcc(a), asm.jcc(b)],
            Test::Both(a, b) => {
                let skip = asm.jcc(a.negated());
                let taken = asm.jcc(b);
                let here = asm.position();
                asm.bind32(skip, here);
                smallvec![taken]
            }
        }
    }

    /// Binds jumps to the current offset.
    pub fn bind_here(&mut self, jumps: &[u32]) {
        let here = self.code.body.position();
        for &jump in jumps {
            self.code.body.bind32(jump, here);
        }
    }
}

fn int_condition(predicate: IntPredicate) -> Condition {
    match predicate {
        IntPredicate::Eq => Condition::Equal,
        IntPredicate::Ne => Condition::NotEqual,
        IntPredicate::Ugt => Condition::Above,
        IntPredicate::Uge => Condition::AboveEqual,
        IntPredicate::Ult => Condition::Below,
        IntPredicate::Ule => Condition::BelowEqual,
        IntPredicate::Sgt => Condition::Greater,
        IntPredicate::Sge => Condition::GreaterEqual,
        IntPredicate::Slt => Condition::Less,
        IntPredicate::Sle => Condition::LessEqual,
    }
}
