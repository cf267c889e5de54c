//! Intrinsics that only compute: one operation for each lane.

use std::rc::Rc;

use lindworm_eval::intrinsic::{Intrinsic, Operation};
use lindworm_eval::{FastMathFlags, FloatPredicate, Rounding};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::{Inst, Module, Type, TypeKind, Value};

use super::Decoder;
use super::op::{Constrained, Op, Operand, Rare};
use crate::shape::{Scalar, Shape, ShapeError};

/// The string that an argument is, if it is metadata.
fn string(module: &Module, value: Value) -> Option<&[u8]> {
    match value.as_metadata()?.open() {
        MetadataRef::String(s) => Some(module.metadata.string(s)),
        _ => None,
    }
}

impl Decoder<'_> {
    /// Decodes a call of the intrinsic of this name, if it is one that only computes; says whether it is.
    pub(super) fn arithmetic(
        &mut self,
        inst: Inst,
        name: &str,
        call: &CallInfo,
        flags: FastMathFlags,
    ) -> Result<bool, ShapeError> {
        if name.starts_with("llvm.vp.") {
            return Ok(false);
        }
        let Some(operation) = Operation::of_intrinsic(name) else { return Ok(false) };
        let body = self.body;
        let ty = body.inst_type(inst);
        let dst = self.code.slots[cranelift_entity::EntityRef::index(inst)];
        // What a constrained operation says of rounding and exceptions is metadata.
        let said: Vec<&[u8]> = body.call_args(call).iter().filter_map(|&a| string(self.module, a)).collect();
        let args = body.call_args(call).iter().copied().filter(|a| a.as_metadata().is_none()).collect::<Vec<_>>();
        let constrained = name.starts_with("llvm.experimental.constrained.");
        let rounding = said.iter().find_map(|&name| Rounding::from_name(name));
        if constrained && (self.program.changes_rounding || rounding.is_some_and(|r| r != Rounding::NearestEven)) {
            return self.constrained(operation, flags, rounding, &args, ty, dst);
        }
        let rounds = matches!(operation, Operation::Intrinsic(Intrinsic::Sqrt | Intrinsic::FMA | Intrinsic::FMulAdd));
        if rounds {
            self.default_environment();
        }
        match operation {
            Operation::Binary(op) if args.len() == 2 => {
                let (a, b) = (self.operand(args[0])?, self.operand(args[1])?);
                for leaf in self.shape(ty)?.leaves.clone() {
                    let r = leaf.register;
                    self.binary(op, lindworm_eval::IntFlags::empty(), flags, leaf.scalar, dst + r, a + r, b + r);
                }
            }
            Operation::Cast(op) if args.len() == 1 => {
                self.cast(op, lindworm_eval::IntFlags::empty(), flags, args[0], ty, dst)?;
            }
            Operation::Intrinsic(intrinsic) => {
                let mut operands = Vec::new();
                for arg in args {
                    let ty = self.type_of(arg);
                    operands.push((self.operand(arg)?, ty));
                }
                self.intrinsic(intrinsic, flags, &operands, ty, dst)?;
            }
            Operation::FCmp if args.len() == 2 => {
                let Some(predicate) = said.iter().find_map(|&name| FloatPredicate::from_name(name)) else {
                    return Ok(false);
                };
                self.fcmp(predicate, flags, args[0], args[1], dst)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A constrained operation that may round otherwise than to the nearest.
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
        for (lane, leaf) in self.shape(ty)?.leaves.clone().into_iter().enumerate() {
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

    /// Before an ordinary operation that rounds: whether the environment is the one that it is for.
    pub(super) fn default_environment(&mut self) {
        let global = self.program.functions[self.code.function as usize].global;
        let strict = self.module.function(global).is_some_and(|f| {
            self.cx.has_attribute(self.cx.attribute_list(f.attributes).function, AttrKind::STRICT_FP)
        });
        if self.program.changes_rounding && !strict {
            self.rare(Rare::DefaultEnvironment);
        }
    }

    fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        flags: FastMathFlags,
        args: &[(Operand, Type)],
        ty: Type,
        dst: u32,
    ) -> Result<(), ShapeError> {
        let results = self.shape(ty)?;
        let count = intrinsic.result_count();
        if intrinsic.reduces_by().is_some() {
            let mut operands = Vec::new();
            for &(operand, ty) in args {
                operands.extend(self.shape(ty)?.leaves.iter().map(|leaf| (operand + leaf.register, leaf.scalar)));
            }
            let results = results.leaves.iter().map(|leaf| (dst + leaf.register, leaf.scalar)).collect();
            self.rare(Rare::Intrinsic { intrinsic, flags, operands: operands.into(), results });
            return Ok(());
        }
        let lanes = results.leaves.len() / count;
        for lane in 0..lanes {
            let mut operands: Vec<(Operand, Scalar)> = Vec::new();
            for &(operand, ty) in args {
                let shape = self.shape(ty)?;
                let of_lane = if matches!(self.cx.kind(ty), TypeKind::Vector { .. }) { lane } else { 0 };
                if let Some(leaf) = shape.leaves.get(of_lane) {
                    operands.push((operand + leaf.register, leaf.scalar));
                }
            }
            let results: Vec<(u32, Scalar)> = (0..count)
                .map(|i| results.leaves[i * lanes + lane])
                .map(|leaf| (dst + leaf.register, leaf.scalar))
                .collect();
            match word_operation(intrinsic, flags, &operands, &results) {
                Some(op) => self.emit(op),
                None => {
                    let (operands, results) = (operands.into(), results.into());
                    self.rare(Rare::Intrinsic { intrinsic, flags, operands, results });
                }
            }
        }
        Ok(())
    }
}

/// The operation of the loop, if all is in single registers.
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
