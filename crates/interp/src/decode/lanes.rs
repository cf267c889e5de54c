//! Intrinsics that permute lanes ([Vector Manipulation
//! Intrinsics](https://llvm.org/docs/LangRef.html#vector-manipulation-intrinsics)), decoded to moves like `shufflevector`; and
//! intrinsics whose result is known at decoding.

use lindworm_eval::{BinaryOp, FastMathFlags, IntFlags};
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Inst, Type, Value};

use super::Decoder;
use super::op::Rare;
use crate::shape::{Scalar, ShapeError};
use crate::value::Reg;

/// The source lane in the operands for each result lane.
type Permutation = Box<dyn Fn(usize) -> usize>;

impl Decoder<'_> {
    /// Decodes a call of such an intrinsic. Returns whether `name` is one.
    pub(super) fn lanes(&mut self, inst: Inst, name: &str, call: &CallInfo) -> Result<bool, ShapeError> {
        let body = self.body;
        let ty = body.inst_type(inst);
        let dst = self.code.slots[cranelift_entity::EntityRef::index(inst)];
        let args = body.call_args(call);
        match name {
            "llvm.vscale" => self.vscale(ty, dst)?,
            "llvm.stepvector" => self.stepvector(ty, dst)?,
            "llvm.vector.partial.reduce.add" | "llvm.vector.partial.reduce.fadd" => {
                self.partial_reduction(args, ty, dst)?
            }
            _ => match self.permutation(name, args, ty)? {
                Some(of_lane) => self.permute(args, ty, dst, of_lane)?,
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    /// The number of lanes of a vector; for a struct, the sum over its vectors.
    fn lane_count(&mut self, ty: Type) -> Result<usize, ShapeError> {
        Ok(self.shape(ty)?.leaves.len())
    }

    /// The source lane of each result lane. The lanes of all operands are numbered consecutively.
    fn permutation(&mut self, name: &str, args: &[Value], ty: Type) -> Result<Option<Permutation>, ShapeError> {
        let number = |at: usize| args.get(at).and_then(|&n| self.module.constants().as_u64(n)).unwrap_or(0) as usize;
        let (second, third) = (number(1), number(2));
        let first = match args.first() {
            Some(&arg) => self.type_of(arg),
            None => return Ok(None),
        };
        // `[]` of a nonexistent lane is out of the range of all operands, and yields poison.
        const NONE: usize = usize::MAX;
        let all = self.lane_count(ty)?;
        let scale = |of: Type| match self.cx.kind(of) {
            TypeKind::Vector { scalable: true, .. } => self.state.options.vscale as usize,
            _ => 1,
        };
        Ok(Some(match name {
            "llvm.vector.reverse" => Box::new(move |i| all - 1 - i),
            "llvm.vector.splice.left" if third < all => Box::new(move |i| i + third),
            "llvm.vector.splice.right" if third <= all => Box::new(move |i| all - third + i),
            "llvm.vector.splice.left" | "llvm.vector.splice.right" => Box::new(|_| NONE),
            "llvm.vector.extract" => {
                let at = second.saturating_mul(scale(ty));
                let within = at.saturating_add(all) <= self.lane_count(first)?;
                Box::new(move |i| if within { at + i } else { NONE })
            }
            "llvm.vector.insert" => {
                let part = args.get(1).map_or(ty, |&part| self.type_of(part));
                let at = third.saturating_mul(scale(part));
                let part = self.lane_count(part)?;
                let end = at.saturating_add(part);
                Box::new(move |i| match i {
                    _ if end > all => NONE,
                    i if (at..end).contains(&i) => all + i - at,
                    i => i,
                })
            }
            "llvm.matrix.transpose" if second * third == all => Box::new(move |i| (i % third) * second + i / third),
            _ => match (name.strip_prefix("llvm.vector.interleave"), name.strip_prefix("llvm.vector.deinterleave")) {
                (Some(_), _) => {
                    let (of, each) = (args.len(), self.lane_count(first)?);
                    Box::new(move |i| i % of * each + i / of)
                }
                (_, Some(of)) => {
                    let of = of.parse::<usize>().unwrap_or(2).max(1);
                    let each = all / of;
                    Box::new(move |i| i % each * of + i / each)
                }
                _ => return Ok(None),
            },
        }))
    }

    /// Emits the moves to the lanes of the result.
    fn permute(
        &mut self,
        args: &[Value],
        ty: Type,
        dst: u32,
        of_lane: Box<dyn Fn(usize) -> usize>,
    ) -> Result<(), ShapeError> {
        let mut sources = Vec::new();
        for &arg in args {
            let of = self.type_of(arg);
            if matches!(self.cx.kind(of), TypeKind::Vector { .. }) {
                let first = self.operand(arg)?;
                sources.extend(self.shape(of)?.leaves.iter().map(|leaf| first + leaf.register));
            }
        }
        for (i, leaf) in self.shape(ty)?.leaves.iter().enumerate() {
            let (dst, count) = (dst + leaf.register, leaf.scalar.registers());
            match sources.get(of_lane(i)) {
                Some(&source) => self.move_run(dst, source, count),
                None => self.rare(Rare::Poison { dst, count }),
            }
        }
        Ok(())
    }

    /// `llvm.vscale`; poison if the result type cannot represent the value.
    fn vscale(&mut self, ty: Type, dst: u32) -> Result<(), ShapeError> {
        let vscale = u64::from(self.state.options.vscale);
        let Some(leaf) = self.shape(ty)?.leaves.first().copied() else { return Ok(()) };
        let (bits, count) = (leaf.scalar.bits(), leaf.scalar.registers());
        if bits < 64 && vscale >> bits != 0 {
            self.rare(Rare::Poison { dst, count });
            return Ok(());
        }
        let mut regs = vec![Reg::int(0); count as usize];
        regs[0] = Reg::int(vscale);
        let value = self.constant(&regs);
        self.move_run(dst, value, count);
        Ok(())
    }

    /// `llvm.stepvector`: 0, 1, 2, ..., truncated to the element type.
    fn stepvector(&mut self, ty: Type, dst: u32) -> Result<(), ShapeError> {
        let shape = self.shape(ty)?;
        let mut regs = vec![Reg::int(0); shape.registers as usize];
        for (i, leaf) in shape.leaves.iter().enumerate() {
            let mask = u64::MAX >> (64 - leaf.scalar.bits().min(64));
            regs[leaf.register as usize] = Reg::int(i as u64 & mask);
        }
        let steps = self.constant(&regs);
        self.move_run(dst, steps, shape.registers);
        Ok(())
    }

    /// `llvm.vector.partial.reduce.*`: adds to each lane of the first operand the lanes of the second operand with the same
    /// index modulo the lane count.
    fn partial_reduction(&mut self, args: &[Value], ty: Type, dst: u32) -> Result<(), ShapeError> {
        let &[start, more] = args else { return Err(ShapeError::NoValue) };
        let (shape, of) = (self.shape(ty)?, self.type_of(more));
        let (start, more, of) = (self.operand(start)?, self.operand(more)?, self.shape(of)?);
        self.move_run(dst, start, shape.registers);
        for (i, leaf) in of.leaves.iter().enumerate() {
            let sum = dst + shape.leaves[i % shape.leaves.len()].register;
            let op = match leaf.scalar {
                Scalar::Float(_) => BinaryOp::FAdd,
                _ => BinaryOp::Add,
            };
            self.binary(op, IntFlags::empty(), FastMathFlags::empty(), leaf.scalar, sum, sum, more + leaf.register);
        }
        Ok(())
    }
}
