//! Other rounding modes: results lie beside the nearest one, on the side that the mode says.

use lindworm_eval::{BinaryOp, Float, FloatFormat, Int, Rounding};
use proptest::prelude::*;

const BASIC: [BinaryOp; 4] = [BinaryOp::FAdd, BinaryOp::FSub, BinaryOp::FMul, BinaryOp::FDiv];

fn f64_of(it: Float) -> f64 {
    f64::from_bits(it.to_int_bits().low_u64())
}

/// Checks the results of the modes, which are numbers, against each other and the nearest one.
fn beside(of: impl Fn(Rounding) -> Float) -> Result<(), TestCaseError> {
    let [down, up, zero] = [Rounding::Downward, Rounding::Upward, Rounding::TowardZero].map(|mode| f64_of(of(mode)));
    let nearest = f64_of(of(Rounding::NearestEven));
    if nearest.is_nan() {
        return Ok(());
    }
    prop_assert!(down <= nearest && nearest <= up, "{down} {nearest} {up}");
    // There is nothing between the two.
    prop_assert!(down == up || down.next_up() == up, "{down} {up}");
    prop_assert_eq!(zero, if nearest.is_sign_negative() { up } else { down });
    Ok(())
}

proptest! {
    #[test]
    fn basic_operations(a: f64, b: f64, op in 0usize..4) {
        let (a, b) = (Float::from_f64(a), Float::from_f64(b));
        beside(|mode| a.binary_rounding(BASIC[op], b, mode).unwrap())?;
        let exact = |it: Float| it.to_int_bits();
        let nearest = a.binary_rounding(BASIC[op], b, Rounding::NearestEven).unwrap();
        let plain = match BASIC[op] {
            BinaryOp::FAdd => a.add(b),
            BinaryOp::FSub => a.sub(b),
            BinaryOp::FMul => a.mul(b),
            _ => a.div(b),
        };
        prop_assert!(nearest.is_nan() && plain.is_nan() || exact(nearest) == exact(plain));
    }

    #[test]
    fn fused(a: f64, b: f64, c: f64) {
        let (a, b, c) = (Float::from_f64(a), Float::from_f64(b), Float::from_f64(c));
        beside(|mode| a.fma_rounding(b, c, mode))?;
    }

    #[test]
    fn roots(a in 0.0f64..1e300) {
        beside(|mode| Float::from_f64(a).sqrt_rounding(mode))?;
    }

    #[test]
    fn integers(value: i64, signed: bool) {
        let value = Int::new(64, value as u64);
        beside(|mode| Float::from_int_rounding(FloatFormat::Double, &value, signed, mode))?;
    }
}

#[test]
fn only_the_basic_operations_round() {
    let one = Float::from_f64(1.0);
    assert!(one.binary_rounding(BinaryOp::FRem, one, Rounding::Upward).is_none());
}
