//! Pure intrinsics: one operation per lane.

use std::rc::Rc;

use lindworm_eval::intrinsic::{Intrinsic, Operation};
use lindworm_eval::{FastMathFlags, FloatPredicate, IntFlags, IntPredicate, Rounding};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Inst, Type, Value};

use super::Decoder;
use super::op::{Constrained, Op, Operand, Rare};
use crate::shape::{Scalar, Shape, ShapeError};
use crate::value::Reg;

/// A scalar operand: its register and its type.
pub(super) type Place = (Operand, Scalar);

impl Decoder<'_> {
    /// Decodes a call of a pure intrinsic. Returns whether `name` is one.
    pub(super) fn arithmetic(
        &mut self,
        inst: Inst,
        name: &str,
        call: &CallInfo,
        flags: FastMathFlags,
    ) -> Result<bool, ShapeError> {
        let Some(operation) = Operation::of_intrinsic(name) else { return Ok(false) };
        let body = self.body;
        let ty = body.inst_type(inst);
        let dst = self.code.slots[cranelift_entity::EntityRef::index(inst)];
        // Predicates, rounding modes and exception behaviour are metadata operands.
        let said: Vec<&[u8]> = body.call_args(call).iter().filter_map(|&a| self.metadata_string(a)).collect();
        let mut args = body.call_args(call).iter().copied().filter(|a| a.as_metadata().is_none()).collect::<Vec<_>>();
        let constrained = name.starts_with("llvm.experimental.constrained.") && operation != Operation::FCmp;
        let rounding = said.iter().find_map(|&name| Rounding::from_name(name));
        if constrained && (self.program.changes_rounding || rounding.is_some_and(|r| r != Rounding::NearestEven)) {
            return self.constrained(operation, flags, rounding, &args, ty, dst);
        }
        let rounds = matches!(operation, Operation::Intrinsic(Intrinsic::Sqrt | Intrinsic::FMA | Intrinsic::FMulAdd));
        if rounds {
            self.default_environment();
        }
        let gate = match name.starts_with("llvm.vp.") {
            true => Some(self.predication(&mut args)?),
            false => None,
        };
        let mut operands = Vec::new();
        for arg in args {
            let ty = self.type_of(arg);
            operands.push((self.operand(arg)?, ty));
        }
        if operation == Operation::Intrinsic(Intrinsic::FPTruncRound) {
            let rounding = rounding.unwrap_or(Rounding::NearestEven);
            operands.push((self.constant(&[Reg::int(rounding as u64)]), Type::I32));
        }
        if let Operation::Intrinsic(intrinsic) = operation
            && let Some(joined_by) = intrinsic.reduces_by()
        {
            match gate {
                Some(gate) => self.predicated_reduction(joined_by, flags, &operands, dst, gate)?,
                None => self.reduction(intrinsic, flags, &operands, ty, dst)?,
            }
            return Ok(true);
        }
        let results = self.shape(ty)?;
        let count = match operation {
            Operation::Intrinsic(intrinsic) => intrinsic.result_count(),
            _ => 1,
        };
        let lanes = results.leaves.len() / count;
        for lane in 0..lanes {
            let mut of_lane: Vec<Place> = Vec::new();
            for &(operand, ty) in &operands {
                let at = if matches!(self.cx.kind(ty), TypeKind::Vector { .. }) { lane } else { 0 };
                if let Some(leaf) = self.shape(ty)?.leaves.get(at) {
                    of_lane.push((operand + leaf.register, leaf.scalar));
                }
            }
            let results: Vec<Place> = (0..count)
                .map(|i| results.leaves[i * lanes + lane])
                .map(|leaf| (dst + leaf.register, leaf.scalar))
                .collect();
            let compute = |decoder: &mut Self| decoder.compute(operation, &said, flags, &of_lane, &results);
            match gate {
                Some(gate) => self.gated(gate, lane as u32, results[0], false, compute),
                None => compute(self),
            }
        }
        Ok(true)
    }

    /// A constrained operation whose rounding mode may not be to nearest.
    fn constrained(
        &mut self,
        operation: Operation,
        flags: FastMathFlags,
        rounding: Option<Rounding>,
        args: &[Value],
        ty: Type,
        dst: u32,
    ) -> Result<bool, ShapeError> {
        let mut all = Vec::new();
        for &arg in args {
            let ty = self.type_of(arg);
            all.push((self.operand(arg)?, self.shape(ty)?));
        }
        for (lane, leaf) in self.shape(ty)?.leaves.iter().enumerate() {
            let of_lane = |(operand, shape): &(Operand, Rc<Shape>)| {
                let leaf = shape.leaves.get(lane).or(shape.leaves.first())?;
                Some((operand + leaf.register, leaf.scalar))
            };
            let operands: Box<[(Operand, Scalar)]> = all.iter().filter_map(of_lane).collect();
            let of = Box::new(Constrained { operation, flags, rounding, result: leaf.scalar });
            self.rare(Rare::Constrained { of, dst: dst + leaf.register, operands });
        }
        Ok(true)
    }

    /// Emits, before an ordinary operation that rounds, the check for the default environment.
    pub(super) fn default_environment(&mut self) {
        let global = self.program.functions[self.code.function as usize].global;
        let strict = self
            .module
            .function(global)
            .is_some_and(|f| self.cx.has_attribute(self.cx.attribute_list(f.attributes).function, AttrKind::STRICT_FP));
        if self.program.changes_rounding && !strict {
            self.rare(Rare::DefaultEnvironment);
        }
    }

    /// Emits the computation of a lane. `said` contains the predicate.
    pub(super) fn compute(
        &mut self,
        operation: Operation,
        said: &[&[u8]],
        flags: FastMathFlags,
        operands: &[Place],
        results: &[Place],
    ) {
        let none = IntFlags::empty();
        let Some(&(dst, result)) = results.first() else { return };
        match (operation, operands) {
            (Operation::Binary(op), &[(a, _), (b, _)]) => self.binary(op, none, flags, result, dst, a, b),
            (Operation::Cast(op), &[(a, from)]) => self.cast_scalar(op, none, flags, from, result, dst, a),
            (Operation::FNeg, &[(a, _)]) => self.fneg(flags, result, dst, a),
            (Operation::ICmp, &[(a, compared), (b, _)]) => {
                let predicate = said.iter().find_map(|&name| IntPredicate::from_name(name)).unwrap_or(IntPredicate::Eq);
                self.icmp(predicate, false, compared, dst, a, b);
            }
            (Operation::FCmp, &[(a, compared), (b, _)]) => {
                let predicate =
                    said.iter().find_map(|&name| FloatPredicate::from_name(name)).unwrap_or(FloatPredicate::False);
                self.fcmp(predicate, flags, compared, dst, a, b);
            }
            (Operation::Intrinsic(intrinsic), _) => match word_operation(intrinsic, flags, operands, results) {
                Some(op) => self.emit(op),
                None => {
                    let (operands, results) = (operands.into(), results.into());
                    self.rare(Rare::Intrinsic { intrinsic, flags, operands, results });
                }
            },
            _ => self.rare(Rare::Unsupported { what: "an intrinsic with such operands".into() }),
        }
    }

    /// A reduction of all lanes of the operands.
    fn reduction(
        &mut self,
        intrinsic: Intrinsic,
        flags: FastMathFlags,
        args: &[(Operand, Type)],
        ty: Type,
        dst: u32,
    ) -> Result<(), ShapeError> {
        let mut operands = Vec::new();
        for &(operand, ty) in args {
            operands.extend(self.shape(ty)?.leaves.iter().map(|leaf| (operand + leaf.register, leaf.scalar)));
        }
        let results = self.shape(ty)?.leaves.iter().map(|leaf| (dst + leaf.register, leaf.scalar)).collect();
        self.rare(Rare::Intrinsic { intrinsic, flags, operands: operands.into(), results });
        Ok(())
    }
}

/// The operation of the main loop, if all operands are single registers.
fn word_operation(
    intrinsic: Intrinsic,
    flags: FastMathFlags,
    operands: &[(Operand, Scalar)],
    results: &[(u32, Scalar)],
) -> Option<Op> {
    use Intrinsic::{SDivFix, SDivFixSat, SMulFix, SMulFixSat, UDivFix, UDivFixSat, UMulFix, UMulFixSat};
    let (dst, result) = *results.first()?;
    let (a, first) = *operands.first()?;
    let b = operands.get(1).map_or(a, |o| o.0);
    let c = operands.get(2).map_or(a, |o| o.0);
    if operands.len() > 3 || first.bits() > 64 || result.bits() > 64 || results.get(1).is_some_and(|r| r.0 != dst + 1) {
        return None;
    }
    let fixed_point =
        matches!(intrinsic, SDivFix | SDivFixSat | SMulFix | SMulFixSat | UDivFix | UDivFixSat | UMulFix | UMulFixSat);
    match (first, result) {
        (Scalar::Int(width), Scalar::Int(result_width))
            if !fixed_point && operands.iter().all(|o| matches!(o.1, Scalar::Int(n) if n == width || n == 1)) =>
        {
            let (width, result_width, overflow) = (width as u8, result_width as u8, results.len() == 2);
            Some(match operands.len() {
                _ if overflow => Op::IntOverflow { intrinsic, width, dst, a, b },
                1 => Op::IntIntrinsic1 { intrinsic, width, result_width, dst, a },
                2 => Op::IntIntrinsic2 { intrinsic, width, result_width, dst, a, b },
                _ => Op::IntIntrinsic3 { intrinsic, width, result_width, dst, a, b, c },
            })
        }
        (Scalar::Float(format), Scalar::Float(_))
            if results.len() == 1 && operands.iter().all(|o| o.1 == first) && result == first =>
        {
            Some(match operands.len() {
                1 => Op::FloatIntrinsic1 { intrinsic, format, flags, dst, a },
                2 => Op::FloatIntrinsic2 { intrinsic, format, flags, dst, a, b },
                _ => Op::FloatIntrinsic3 { intrinsic, format, flags, dst, a, b, c },
            })
        }
        _ => None,
    }
}
