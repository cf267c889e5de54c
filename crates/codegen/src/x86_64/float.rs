//! Arithmetic on `float` and `double`.

use lindworm_ir::eval::BinaryOp;
use lindworm_ir::{Inst, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Op, Reg, Size, op};

use super::Pass;
use super::registers::SCRATCH_FLOAT;
use crate::error::Result;
use crate::relocation::Runtime;

impl<'m> Pass<'m> {
    pub fn float_binary(&mut self, inst: Inst, what: BinaryOp, lhs: Value, rhs: Value) -> Result {
        let kind = self.scalar(self.inst_type(inst))?;
        let is_single = match kind {
            PartKind::F32 => true,
            PartKind::F64 => false,
            PartKind::F16 => {
                return self
                    .as_floats(inst, &[lhs, rhs], |pass, inst, args| pass.float_binary(inst, what, args[0], args[1]));
            }
            PartKind::F128 => return self.binary_quad(inst, what, lhs, rhs),
            _ => return self.binary_x87(inst, what, lhs, rhs),
        };
        let op = match (what, is_single) {
            (BinaryOp::FAdd, true) => op::ADDSS,
            (BinaryOp::FAdd, false) => op::ADDSD,
            (BinaryOp::FSub, true) => op::SUBSS,
            (BinaryOp::FSub, false) => op::SUBSD,
            (BinaryOp::FMul, true) => op::MULSS,
            (BinaryOp::FMul, false) => op::MULSD,
            (BinaryOp::FDiv, true) => op::DIVSS,
            (BinaryOp::FDiv, false) => op::DIVSD,
            _ => return self.call_runtime(inst, Runtime(if is_single { "fmodf" } else { "fmod" }), &[lhs, rhs]),
        };
        let left = self.take(lhs, 0)?;
        let right = self.right_part(rhs, 0)?;
        self.with_right(op, Size::B32, left, right);
        self.result(inst, left)
    }

    pub fn float_negate(&mut self, inst: Inst, value: Value) -> Result {
        if self.is_vector(value) {
            return self.elementwise(inst, &[value], |pass, inst, args| pass.float_negate(inst, args[0]));
        }
        let kind = self.scalar(self.inst_type(inst))?;
        if kind == PartKind::F80 {
            return self.unary_x87(inst, &[0xd9, 0xe0], value);
        }
        let reg = self.with_sign_mask(op::XORPS, kind, value, true)?;
        self.result(inst, reg)
    }

    /// The absolute value.
    pub fn float_absolute(&mut self, inst: Inst, value: Value) -> Result {
        let kind = self.scalar(self.inst_type(inst))?;
        if kind == PartKind::F80 {
            return self.unary_x87(inst, &[0xd9, 0xe1], value);
        }
        let reg = self.with_sign_mask(op::ANDPS, kind, value, false)?;
        self.result(inst, reg)
    }

    /// A value combined with a mask: the sign bit, or all other bits.
    fn with_sign_mask(&mut self, combine: Op, kind: PartKind, value: Value, is_sign: bool) -> Result<Reg> {
        let sign: u128 = 1 << (8 * kind.size() - 1);
        let all = u128::MAX >> (128 - 8 * kind.size());
        let reg = self.take(value, 0)?;
        self.load_bits(kind, SCRATCH_FLOAT, if is_sign { sign } else { all ^ sign });
        self.code.body.rr(combine, Size::B32, reg, SCRATCH_FLOAT);
        Ok(reg)
    }

    /// The magnitude of one value with the sign of another.
    pub fn copy_sign(&mut self, inst: Inst, magnitude: Value, sign: Value) -> Result {
        let kind = self.scalar(self.inst_type(inst))?;
        let result = self.with_sign_mask(op::ANDPS, kind, magnitude, false)?;
        let other = self.with_sign_mask(op::ANDPS, kind, sign, true)?;
        self.code.body.rr(op::ORPS, Size::B32, result, other);
        self.result(inst, result)
    }

    /// The square root.
    pub fn square_root(&mut self, inst: Inst, value: Value) -> Result {
        let kind = self.scalar(self.inst_type(inst))?;
        let op = match kind {
            PartKind::F32 => op::SQRTSS,
            PartKind::F64 => op::SQRTSD,
            PartKind::F128 => return self.call_runtime(inst, Runtime("sqrtf128"), &[value]),
            PartKind::F16 => {
                return self.as_floats(inst, &[value], |pass, inst, args| pass.square_root(inst, args[0]));
            }
            _ => return self.unary_x87(inst, &[0xd9, 0xfa], value),
        };
        let source = self.right_part(value, 0)?;
        let reg = self.temp_float()?;
        self.with_right(op, Size::B32, reg, source);
        self.result(inst, reg)
    }

    /// `a * b + c`, rounded twice, which `llvm.fmuladd` permits.
    pub fn multiply_add(&mut self, inst: Inst, a: Value, b: Value, c: Value) -> Result {
        let kind = self.scalar(self.inst_type(inst))?;
        let (mul, add) = match kind {
            PartKind::F32 => (op::MULSS, op::ADDSS),
            PartKind::F64 => (op::MULSD, op::ADDSD),
            PartKind::F16 | PartKind::F128 => {
                self.hold_times(1, &[a, b, c]);
                let product = self.binary_step(BinaryOp::FMul, a, b)?;
                self.float_binary(inst, BinaryOp::FAdd, product, c)?;
                self.done(&[product, c]);
                return Ok(());
            }
            _ => return self.multiply_add_x87(inst, a, b, c),
        };
        let reg = self.take(a, 0)?;
        let right = self.right_part(b, 0)?;
        self.with_right(mul, Size::B32, reg, right);
        let right = self.right_part(c, 0)?;
        self.with_right(add, Size::B32, reg, right);
        self.result(inst, reg)
    }
}
