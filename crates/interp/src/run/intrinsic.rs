//! The slow paths of pure intrinsics.

use lindworm_eval::intrinsic::{self, Intrinsic, Operation};
use lindworm_eval::undef::{self, Bits};
use lindworm_eval::{BinaryOp, FastMathFlags, Float, FloatFormat, Int, IntFlags, Outcome, ScalarType, Why, fold, word};
use smallvec::SmallVec;

use super::{Regs, State};
use crate::shape::Scalar;
use crate::stop::Stop;
use crate::ub::arithmetic;
use crate::value::{Knowledge, Reg};

impl State {
    /// The result of an operation without flags on two scalars of the same type.
    pub(crate) fn operation(
        &mut self,
        operation: Operation,
        scalar: Scalar,
        operands: [&[Reg]; 2],
    ) -> Result<Regs, Stop> {
        let flags = FastMathFlags::empty();
        let [a, b] = operands;
        self.spend_on_words(scalar.registers(), operation == Operation::Binary(BinaryOp::Mul))?;
        match (operation, scalar) {
            (Operation::Binary(op), Scalar::Float(format)) => Ok(self.wide_float_binary(op, flags, format, a, b)),
            (Operation::Binary(op), _) => self.wide_int_binary(op, IntFlags::empty(), scalar.bits(), a, b),
            (Operation::Intrinsic(intrinsic), _) => {
                let operands = operands.map(|regs| (Regs::from_slice(regs), scalar));
                self.intrinsic(intrinsic, flags, &operands, &[scalar])
            }
            _ => Err(self.error("this is not an operation on two scalars")),
        }
    }

    /// The results of an intrinsic with scalar operands, one after the other.
    pub(crate) fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        flags: FastMathFlags,
        operands: &[(Regs, Scalar)],
        results: &[Scalar],
    ) -> Result<Regs, Stop> {
        let registers: u32 = results.iter().map(|r| r.registers()).sum();
        let all = || operands.iter().flat_map(|o| o.0.iter());
        if let Some(&poison) = all().find(|r| r.meta.is_poison()) {
            return Ok((0..registers).map(|_| poison).collect());
        }
        let undef = all().find(|r| !r.meta.is_defined()).copied();
        if undef.is_some()
            && let Some(operation) = intrinsic.reduces_by()
            && let [result @ Scalar::Int(_)] = *results
            && let [first, rest @ ..] = operands
        {
            let joined = |all: Regs, next: &(Regs, Scalar)| self.operation(operation, result, [&all, &next.0]);
            return rest.iter().try_fold(first.0.clone(), joined);
        }
        let scalars: Vec<fold::Scalar> = operands
            .iter()
            .map(|(regs, scalar)| {
                let limbs: Vec<u64> = regs.iter().map(|r| r.bits).collect();
                let bits = Int::from_limbs(scalar.bits(), &limbs);
                match scalar {
                    Scalar::Float(format) => Float::from_bits(*format, bits.low_u128()).into(),
                    _ => bits.into(),
                }
            })
            .collect();
        let types: Vec<ScalarType> = results.iter().map(|&r| r.scalar_type()).collect();
        let known = match undef {
            Some(_) => self.undef_results(intrinsic, flags, operands, results),
            None => None,
        };
        // An outcome for all choices of undef bits takes precedence over that for the actual choice.
        let outcome = match known {
            Some(Outcome::Poison(why)) => Outcome::Poison(why),
            Some(Outcome::Undefined(why)) => Outcome::Undefined(why),
            _ => intrinsic::evaluate(intrinsic, flags, &scalars, &types),
        };
        let values = match outcome {
            Outcome::Value(values) => values,
            Outcome::Poison(_) => return Ok((0..registers).map(|_| self.poison_here()).collect()),
            Outcome::Undefined(why) => {
                let kind = match why {
                    Why::DivisionByZero => &arithmetic::DIVISION_BY_ZERO,
                    _ => &arithmetic::FIXED_POINT_OVERFLOW,
                };
                let notes = undef.map_or(Vec::new(), |reg| self.origin_note(reg));
                self.undefined(kind, why.to_string(), notes)?;
                return Ok((0..registers).map(|_| Reg::int(0)).collect());
            }
        };
        let origin = match undef.map(|r| r.meta.knowledge()) {
            Some(Knowledge::Undef(index)) => self.undefs.get(index).origin,
            _ => self.site(),
        };
        let mut out = Regs::new();
        if let Some(Outcome::Value(known)) = known {
            for ((bits, value), &scalar) in known.iter().zip(&values).zip(results) {
                let chosen = match value {
                    fold::Scalar::Int(int) => Some(int.clone()),
                    fold::Scalar::Float(float) => Some(float.to_int_bits()),
                    _ => None,
                };
                let mut regs = self.regs_of(bits, origin);
                if let Some(chosen) = chosen.filter(|_| !bits.is_defined()) {
                    (0..).zip(&mut regs).for_each(|(i, reg)| reg.bits = chosen.limb(i));
                }
                out.extend(regs);
                debug_assert_eq!(bits.width(), scalar.bits());
            }
            return Ok(out);
        }
        for (value, &scalar) in values.iter().zip(results) {
            let bits = match value {
                fold::Scalar::Int(int) => Some(int.clone()),
                fold::Scalar::Float(float) => Some(float.to_int_bits()),
                _ => None,
            };
            for i in 0..scalar.registers() {
                let width = (scalar.bits() - 64 * i).min(64);
                let word = bits.as_ref().map_or(0, |b| b.limb(i as usize));
                out.push(match value {
                    fold::Scalar::Poison => self.poison_here(),
                    fold::Scalar::Undef => self.undef(width, origin),
                    // Each bit of the result may depend on an undef operand.
                    _ if undef.is_some() => Reg { bits: word, ..self.undef(width, origin) },
                    _ => Reg::int(word),
                });
            }
        }
        Ok(out)
    }

    /// The common outcome of all choices of undef bits of the operands, if known.
    fn undef_results(
        &self,
        intrinsic: Intrinsic,
        flags: FastMathFlags,
        operands: &[(Regs, Scalar)],
        results: &[Scalar],
    ) -> Option<Outcome<SmallVec<[Bits<Int>; 2]>>> {
        let bits = |operand: &(Regs, Scalar)| self.bits(&operand.0, operand.1.bits()).ok();
        let bits: SmallVec<[Bits<Int>; 3]> = operands.iter().map(bits).collect::<Option<_>>()?;
        let is_int = |scalar: &Scalar| matches!(scalar, Scalar::Int(_));
        match (operands, results) {
            ([_] | [_, _] | [_, _, _], [first, ..])
                if operands.iter().all(|it| is_int(&it.1)) && results.iter().all(is_int) =>
            {
                match undef::intrinsic(intrinsic, first.bits(), &bits) {
                    Outcome::Undefined(Why::WrongOperands) => None,
                    outcome => Some(outcome.map(|(value, overflow)| [value, overflow].into_iter().collect())),
                }
            }
            ([(_, Scalar::Float(format)), ..], [result])
                if operands.len() <= 3 && operands.iter().all(|it| it.1 == Scalar::Float(*format)) =>
            {
                let outcome = undef::float_intrinsic(intrinsic, flags, *format, result.scalar_type(), &bits);
                Some(outcome.map(|it| [it].into_iter().collect()))
            }
            _ => None,
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn int_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        width: u32,
        results: &[u32],
        operands: &[Reg],
    ) -> Result<Regs, Stop> {
        // An operand with another width than the first one is a flag, of which only zero or nonzero matters.
        let operands: Vec<(Regs, Scalar)> =
            operands.iter().map(|&r| (Regs::from_slice(&[r]), Scalar::Int(width))).collect();
        let results: Vec<Scalar> = results.iter().map(|&bits| Scalar::Int(bits)).collect();
        self.intrinsic(intrinsic, FastMathFlags::empty(), &operands, &results)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn float_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        flags: FastMathFlags,
        format: FloatFormat,
        operands: &[Reg],
    ) -> Result<Reg, Stop> {
        let operands: Vec<(Regs, Scalar)> =
            operands.iter().map(|&r| (Regs::from_slice(&[r]), Scalar::Float(format))).collect();
        Ok(self.intrinsic(intrinsic, flags, &operands, &[Scalar::Float(format)])?[0])
    }
}

/// [`word::intrinsic`], instantiated only once per number of operands.
#[inline(never)]
pub(super) fn int_words<const COUNT: usize>(
    intrinsic: Intrinsic,
    result_width: u32,
    width: u32,
    operands: [u64; COUNT],
) -> Outcome<(u64, bool)> {
    word::intrinsic(intrinsic, result_width, width, operands)
}

/// [`word::float_intrinsic`], instantiated only once per number of operands.
#[inline(never)]
pub(super) fn float_words<const COUNT: usize>(
    intrinsic: Intrinsic,
    flags: FastMathFlags,
    format: FloatFormat,
    operands: [u64; COUNT],
) -> Outcome<u64> {
    word::float_intrinsic(intrinsic, flags, format, operands)
}
