//! The number of copies of the sign bit: LLVM's `ComputeNumSignBits`.

use lindworm_ir::eval::{BinaryOp, CastOp, Int};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{InstData, Value};

use crate::value_tracking::{MAX_DEPTH, MAX_INCOMING, Query};

impl Query<'_> {
    /// The least number of high bits of an integer, or of each element of a vector of integers, that equal its sign bit; at least
    /// 1.
    pub(crate) fn sign_bits(&self, value: Value) -> u32 {
        self.width_of(value).map_or(1, |width| self.sign_bits_at(value, width, MAX_DEPTH))
    }

    fn sign_bits_at(&self, value: Value, width: u32, depth: usize) -> u32 {
        let known = self.bits(value, width, depth.min(MAX_DEPTH));
        let of_bits = if known.is_non_negative() {
            known.min_leading_zeros()
        } else if known.is_negative() {
            known.one.not().leading_zeros()
        } else {
            1
        };
        if value.is_constant()
            && let Some(bounds) = self.bounds(value)
        {
            let most = bounds.smin.min_signed_bits().max(bounds.smax.min_signed_bits());
            return of_bits.max(width + 1 - most);
        }
        if depth == 0 || value.is_constant() {
            return of_bits.max(1);
        }
        let depth = depth - 1;
        let of = |v: Value| self.sign_bits_at(v, width, depth);
        let constant = |v: Value| self.constant_int(v).and_then(|n| n.to_u64()).filter(|&n| n < width.into());
        let of_operation = match self.inst(value) {
            Some(&InstData::Cast { op: CastOp::SExt, value: from, .. }) => match self.width_of(from) {
                Some(narrow) => self.sign_bits_at(from, narrow, depth) + (width - narrow),
                None => 1,
            },
            Some(&InstData::Cast { op: CastOp::Trunc, value: from, .. }) => match self.width_of(from) {
                Some(wide) => self.sign_bits_at(from, wide, depth).saturating_sub(wide - width),
                None => 1,
            },
            Some(&InstData::Binary { op, lhs, rhs, .. }) => match op {
                BinaryOp::AShr => {
                    let by = constant(rhs).unwrap_or(0) as u32;
                    (of(lhs) + by).min(width)
                }
                BinaryOp::Shl => match constant(rhs) {
                    Some(by) => of(lhs).saturating_sub(by as u32),
                    None => 1,
                },
                BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => of(lhs).min(of(rhs)),
                // 0 or 1, less 1, is 0 or -1.
                BinaryOp::Add
                    if self.elements_are(rhs, |n| n.is_all_ones())
                        && self.bits(lhs, width, depth).min_leading_zeros() + 1 >= width =>
                {
                    width
                }
                BinaryOp::Add | BinaryOp::Sub => of(lhs).min(of(rhs)) - 1,
                BinaryOp::Mul => {
                    let valid = (width - of(lhs) + 1) + (width - of(rhs) + 1);
                    if valid > width { 1 } else { width - valid + 1 }
                }
                BinaryOp::SDiv => match self.constant_int(rhs) {
                    Some(n) if !n.is_negative() && !n.is_zero() => (of(lhs) + (n.active_bits() - 1)).min(width),
                    _ => 1,
                },
                // The remainder is less than the divisor.
                BinaryOp::SRem => match self.constant_int(rhs) {
                    Some(n) if !n.is_negative() && !n.is_zero() => {
                        of(lhs).max(width - n.sub(&Int::one(width)).active_bits())
                    }
                    _ => 1,
                },
                _ => 1,
            },
            Some(&InstData::Select { if_true, if_false, .. }) => of(if_true).min(of(if_false)),
            Some(InstData::Phi { incoming, .. }) => {
                let values = self.body.list_values(incoming);
                let depth = depth.min(1);
                if values.len() > MAX_INCOMING.min(8) || values.is_empty() {
                    1
                } else {
                    values.iter().step_by(2).map(|&v| self.sign_bits_at(v, width, depth)).min().unwrap_or(1)
                }
            }
            Some(&InstData::ExtractElement { vector, .. }) => of(vector),
            Some(InstData::Call { .. }) => match self.intrinsic(value) {
                Some((IntrinsicId::SMAX | IntrinsicId::SMIN | IntrinsicId::UMAX | IntrinsicId::UMIN, args)) => {
                    of(args[0]).min(of(args[1]))
                }
                Some((IntrinsicId::ABS, args)) => of(args[0]) - 1,
                _ => 1,
            },
            _ => 1,
        };
        of_bits.max(of_operation).max(1)
    }
}
