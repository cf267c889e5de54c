//! Comparisons of a quotient or product with a constant: the values of the operand for which they hold are a range.

use lindworm_ir::eval::{BinaryOp, Int, IntFlags, IntPredicate};
use lindworm_ir::{Inst, Value};

use super::Combiner;

/// The end of a range of integers: a number, or beyond the least or greatest one.
#[derive(Clone)]
enum Bound {
    Below,
    At(Int),
    Above,
}

/// The bound for a sum or product that may wrap.
fn bound((n, wraps): (Int, bool), if_wraps: Bound) -> Bound {
    if wraps { if_wraps } else { Bound::At(n) }
}

/// The dividends, from the first bound to before the second one, whose quotient by `divisor` is `quotient`.
fn dividends(is_signed: bool, is_exact: bool, divisor: &Int, quotient: &Int) -> (Bound, Bound) {
    use Bound::*;
    let one = Int::one(divisor.width());
    let size = if is_exact { one.clone() } else { divisor.clone() };
    if !is_signed {
        let (product, wraps) = quotient.umul_overflow(divisor);
        if wraps {
            return (Above, Above);
        }
        return (At(product.clone()), bound(product.uadd_overflow(&size), Above));
    }
    let (product, wraps) = quotient.smul_overflow(divisor);
    if !divisor.is_negative() {
        if quotient.is_zero() {
            return (At(size.sub(&one).neg()), At(size));
        }
        if !quotient.is_negative() {
            return if wraps {
                (Above, Above)
            } else {
                (At(product.clone()), bound(product.sadd_overflow(&size), Above))
            };
        }
        if wraps {
            return (Below, Below);
        }
        let high = product.add(&one);
        return (bound(high.sadd_overflow(&size.neg()), Below), At(high));
    }
    let size = if is_exact { size.neg() } else { size };
    if quotient.is_zero() {
        let high = size.neg();
        let high = if high == *divisor { Above } else { At(high) };
        return (At(size.add(&one)), high);
    }
    if !quotient.is_negative() {
        if wraps {
            return (Below, Below);
        }
        let high = product.add(&one);
        return (bound(high.sadd_overflow(&size), Below), At(high));
    }
    if wraps { (Above, Above) } else { (At(product.clone()), bound(product.ssub_overflow(&size), Above)) }
}

/// `a / b`, rounded down or up.
fn divide(a: &Int, b: &Int, is_signed: bool, up: bool) -> Option<Int> {
    let (quotient, rest) = if is_signed { (a.sdiv(b)?, a.srem(b)?) } else { (a.udiv(b)?, a.urem(b)?) };
    // Division rounds toward zero.
    let is_below = is_signed && a.is_negative() != b.is_negative();
    let one = Int::one(a.width());
    Some(match (rest.is_zero(), up, is_below) {
        (false, true, false) => quotient.add(&one),
        (false, false, true) => quotient.sub(&one),
        _ => quotient,
    })
}

impl Combiner<'_, '_, '_> {
    /// A comparison of a quotient or product by a constant with a constant.
    pub(super) fn compare_with_constant(&mut self, inst: Inst) -> Option<Value> {
        let (predicate, _, lhs, rhs) = self.compare_parts(inst)?;
        let query = self.query();
        let c = query.constant_int(rhs)?;
        let (op, flags, x, by) = query.binary(lhs)?;
        let by = query.constant_int(by)?;
        match op {
            BinaryOp::UDiv | BinaryOp::SDiv => self.compare_quotient(inst, predicate, (op, flags, x, by), &c),
            BinaryOp::Mul => {
                let is_signed = predicate.is_signed();
                let flag = if is_signed { IntFlags::NSW } else { IntFlags::NUW };
                if predicate.is_equality() || !flags.contains(flag) || by.is_zero() {
                    return None;
                }
                if is_signed && by.is_all_ones() && c.is_min_signed() {
                    return None;
                }
                let predicate = if is_signed && by.is_negative() { predicate.swapped() } else { predicate };
                use IntPredicate::*;
                let up = matches!(predicate, Ult | Uge | Slt | Sge);
                let n = divide(&c, &by, is_signed, up)?;
                let n = self.int_like(x, &n);
                Some(self.icmp(inst, predicate, x, n))
            }
            _ => None,
        }
    }

    fn compare_quotient(
        &mut self,
        inst: Inst,
        predicate: IntPredicate,
        (op, flags, x, by): (BinaryOp, IntFlags, Value, Int),
        c: &Int,
    ) -> Option<Value> {
        use IntPredicate::*;
        let is_signed = op == BinaryOp::SDiv;
        if !predicate.is_equality() && is_signed != predicate.is_signed() {
            return None;
        }
        if by.is_zero() || by.is_one() || is_signed && by.is_all_ones() {
            return None;
        }
        let (low, high) = dividends(is_signed, flags.contains(IntFlags::EXACT), &by, c);
        let predicate = if is_signed && by.is_negative() { predicate.swapped() } else { predicate };
        let signed = |p: IntPredicate| if is_signed { p.to_signed() } else { p };
        let ty = self.f.editor.body().inst_type(inst);
        let always = |this: &Self, holds: bool| Some(this.query().bool(ty, holds));
        let against = |this: &mut Self, p: IntPredicate, n: &Int| {
            let n = this.int_like(x, n);
            Some(this.icmp(inst, p, x, n))
        };
        match predicate {
            Eq | Ne => {
                let is_eq = predicate == Eq;
                let either = |p: IntPredicate| if is_eq { signed(p) } else { signed(p).inverse() };
                match (low, high) {
                    (Bound::At(low), Bound::At(high)) => {
                        let least = if is_signed { Int::min_signed(low.width()) } else { Int::zero(low.width()) };
                        if low == least {
                            return against(self, either(Ult), &high);
                        }
                        let offset = self.int_like(x, &low.neg());
                        let moved = self.binary(inst, BinaryOp::Add, IntFlags::empty(), x, offset);
                        let size = self.int_like(x, &high.sub(&low));
                        Some(self.icmp(inst, if is_eq { Ult } else { Uge }, moved, size))
                    }
                    (Bound::At(low), _) => against(self, either(Uge), &low),
                    (_, Bound::At(high)) => against(self, either(Ult), &high),
                    _ => always(self, !is_eq),
                }
            }
            Ult | Slt => match low {
                Bound::Above => always(self, true),
                Bound::Below => always(self, false),
                Bound::At(low) => against(self, predicate, &low),
            },
            Ugt | Sgt => match high {
                Bound::Above => always(self, false),
                Bound::Below => always(self, true),
                Bound::At(high) => against(self, signed(Uge), &high),
            },
            _ => None,
        }
    }
}
