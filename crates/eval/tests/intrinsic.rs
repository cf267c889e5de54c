//! What the arithmetic intrinsics give. `conformance/eval` compares far more of it with LLVM; here is what LLVM does not fold,
//! and what breaks promises.

use lindworm_eval::fold::{self, Scalar, ScalarType};
use lindworm_eval::intrinsic::{self, Intrinsic, Operation, Results};
use lindworm_eval::{BinaryOp, CastOp, FastMathFlags, Float, FloatFormat, Int, IntFlags, Outcome, Rounding, Why, word};
use proptest::prelude::*;

use Intrinsic::*;
use Outcome::{Poison, Undefined, Value};

const I8: ScalarType = ScalarType::Int(8);
const I1: ScalarType = ScalarType::Int(1);
const DOUBLE: ScalarType = ScalarType::Float(FloatFormat::Double);
const NONE: FastMathFlags = FastMathFlags::empty();

fn i8(value: i64) -> Scalar {
    Int::from_i64(8, value).into()
}

fn flag(value: bool) -> Scalar {
    value.into()
}

fn f64(value: f64) -> Scalar {
    Float::from_f64(value).into()
}

fn all(intrinsic: Intrinsic, operands: &[Scalar], results: &[ScalarType]) -> Outcome<Results> {
    intrinsic::evaluate(intrinsic, NONE, operands, results)
}

/// The one result.
#[track_caller]
fn one(intrinsic: Intrinsic, operands: &[Scalar], result: ScalarType) -> Outcome<Scalar> {
    all(intrinsic, operands, &[result]).map(|it| {
        assert_eq!(it.len(), 1);
        it[0].clone()
    })
}

#[track_caller]
fn of_bytes(intrinsic: Intrinsic, operands: &[i64]) -> Outcome<Scalar> {
    let operands: Vec<_> = operands.iter().map(|&it| i8(it)).collect();
    one(intrinsic, &operands, I8)
}

#[track_caller]
fn of_doubles(intrinsic: Intrinsic, operands: &[f64]) -> f64 {
    let operands: Vec<_> = operands.iter().map(|&it| f64(it)).collect();
    match one(intrinsic, &operands, DOUBLE) {
        Value(Scalar::Float(it)) => it.to_f64().unwrap(),
        other => panic!("{intrinsic} gives {other:?}"),
    }
}

#[test]
fn what_a_flag_forbids_is_poison() {
    assert_eq!(one(Abs, &[i8(-128), flag(true)], I8), Poison(Why::SmallestSigned));
    assert_eq!(one(Abs, &[i8(-128), flag(false)], I8), Value(i8(-128)));
    assert_eq!(one(Abs, &[i8(-127), flag(true)], I8), Value(i8(127)));
    for intrinsic in [CtLz, CtTz] {
        assert_eq!(one(intrinsic, &[i8(0), flag(true)], I8), Poison(Why::Zero));
        assert_eq!(one(intrinsic, &[i8(0), flag(false)], I8), Value(i8(8)));
    }
    assert_eq!(of_bytes(SShlSat, &[1, 8]), Poison(Why::ShiftTooFar));
    assert_eq!(of_bytes(UShlSat, &[1, -1]), Poison(Why::ShiftTooFar));
    let infinity = [f64(1.0), f64(f64::INFINITY)];
    let max = |flags| intrinsic::evaluate(MaxNum, flags, &infinity, &[DOUBLE]);
    assert_eq!(max(FastMathFlags::NINF), Poison(Why::Infinite));
    assert_eq!(intrinsic::evaluate(Sqrt, FastMathFlags::NNAN, &[f64(-1.0)], &[DOUBLE]), Poison(Why::Nan));
}

#[test]
fn saturation_stops_at_the_ends() {
    assert_eq!(of_bytes(SShlSat, &[1, 7]), Value(i8(127)));
    assert_eq!(of_bytes(SShlSat, &[-1, 7]), Value(i8(-128)));
    assert_eq!(of_bytes(SShlSat, &[-2, 7]), Value(i8(-128)));
    assert_eq!(of_bytes(UShlSat, &[1, 7]), Value(i8(-128)));
    assert_eq!(of_bytes(UShlSat, &[2, 7]), Value(i8(-1)));
    assert_eq!(of_bytes(USubSat, &[1, 2]), Value(i8(0)));
}

#[test]
fn products_without_carries() {
    let clmul = |a, b| match one(ClMul, &[Int::from_i64(4, a).into(), Int::from_i64(4, b).into()], ScalarType::Int(4)) {
        Value(Scalar::Int(it)) => it.to_i64().unwrap(),
        other => panic!("{other:?}"),
    };
    assert_eq!([clmul(1, 2), clmul(5, 6), clmul(-4, 2), clmul(-4, -5)], [2, -2, -8, 4]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn products_without_carries_add_up_without_carries(a: [u64; 4], b: [u64; 4], c: [u64; 4], width in 1..250u32) {
        let [a, b, c] = [a, b, c].map(|it| Int::from_limbs(width, &it));
        prop_assert_eq!(a.clmul(&b), b.clmul(&a));
        prop_assert_eq!(a.clmul(&b.xor(&c)), a.clmul(&b).xor(&a.clmul(&c)));
        prop_assert_eq!(a.clmul(&Int::one(width).shl(width / 3)), a.shl(width / 3));
    }

    /// On words as on any integers.
    #[test]
    fn words_give_what_integers_give(width in 1..=64u32, bits: [u64; 3], near in any::<[bool; 3]>(), other in 2..=64u32) {
        let near = |i: usize| if near[i] { (bits[i] as i64 % 5) as u64 } else { bits[i] };
        let bits = [near(0), near(1), near(2)].map(|it| it & word::mask(width));
        let ints = bits.map(|it| Scalar::from(Int::new(width, it)));
        for &intrinsic in Intrinsic::ALL.iter().filter(|&&it| it <= ClMul) {
            let result = if matches!(intrinsic, SCmp | UCmp) { other } else { width };
            let got = [
                word::intrinsic(intrinsic, result, width, [bits[0]]),
                word::intrinsic(intrinsic, result, width, [bits[0], bits[1]]),
                word::intrinsic(intrinsic, result, width, bits),
            ];
            for (count, got) in (1..).zip(got) {
                let types = [ScalarType::Int(result), I1];
                let with_overflow = intrinsic.name().ends_with("with.overflow");
                let types = if with_overflow { &types[..] } else { &types[..1] };
                let exact = all(intrinsic, &ints[..count], types);
                let got = got.map(|(value, overflow)| {
                    let value = Scalar::from(Int::new(result, value));
                    if with_overflow { vec![value, overflow.into()] } else { vec![value] }
                });
                prop_assert_eq!(got, exact.map(|it| it.to_vec()), "{} {:?}", intrinsic, &ints[..count]);
            }
        }
    }

    /// On bits of floats as on any floats.
    #[test]
    fn float_words_give_what_floats_give(
        format in proptest::sample::select(&FloatFormat::ALL[..4]),
        bits: [u64; 3],
        kinds in any::<[u8; 3]>(),
        flags: u8,
    ) {
        let float = |i: usize| match kinds[i] % 4 {
            0 => Float::infinity(format).to_bits().wrapping_add((bits[i] % 3).into()).wrapping_sub(1),
            1 => Float::from_int(format, &Int::new(64, bits[i] % 5), false).to_bits(),
            _ => bits[i].into(),
        };
        let signed = |i: usize| Float::from_bits(format, float(i) ^ u128::from(bits[i] >> 63) << (format.bits() - 1));
        let floats = [signed(0), signed(1), signed(2)];
        let bits = floats.map(|it| it.to_bits() as u64);
        let flags = FastMathFlags::from_bits_truncate(flags);
        for &intrinsic in Intrinsic::ALL.iter().filter(|&&it| it >= FAbs && it < ReduceAdd && it != FPTruncRound) {
            let got = [
                word::float_intrinsic(intrinsic, flags, format, [bits[0]]),
                word::float_intrinsic(intrinsic, flags, format, [bits[0], bits[1]]),
                word::float_intrinsic(intrinsic, flags, format, bits),
            ];
            for (count, got) in (1..).zip(got) {
                let operands: Vec<_> = floats[..count].iter().map(|&it| it.into()).collect();
                let exact = intrinsic::evaluate(intrinsic, flags, &operands, &[ScalarType::Float(format)]);
                let got = got.map(|it| vec![Scalar::from(Float::from_bits(format, it.into()))]);
                prop_assert_eq!(got, exact.map(|it| it.to_vec()), "{} {:?}", intrinsic, operands);
            }
        }
    }

    /// The square root is the number whose square is nearest, in the formats that the machine does not know.
    #[test]
    fn roots_of_squares(value: u64, exponent in -100..100i32) {
        for format in [FloatFormat::X86Fp80, FloatFormat::Fp128, FloatFormat::PpcFp128] {
            // A number of half the bits has an exact square.
            let root = Float::from_int(format, &Int::new(64, value >> 32), false).ldexp(exponent);
            prop_assert_eq!(root.mul(root).sqrt(), root);
            let square = Float::from_int(format, &Int::new(64, value), false).ldexp(exponent);
            if format != FloatFormat::PpcFp128 {
                // Neither neighbour is nearer: the square of what lies halfway to it is beyond.
                let root = square.sqrt();
                let (wider, next) = (FloatFormat::Fp128, Float::from_bits(format, root.to_bits() + 1));
                if format == FloatFormat::X86Fp80 && value != 0 {
                    let halves = root.convert(wider).0.add(next.convert(wider).0).ldexp(-1);
                    prop_assert!(halves.mul(halves).compare(square.convert(wider).0).is_some_and(|it| it.is_ge()));
                }
            }
        }
    }

    #[test]
    fn numbers_are_taken_apart_and_put_together(
        format in proptest::sample::select(FloatFormat::ALL),
        low: u64,
        high: u64,
    ) {
        let value = Float::from_bits(format, u128::from(low) | u128::from(high) << 64);
        prop_assume!(value.is_finite() && format != FloatFormat::PpcFp128);
        let (fraction, exponent) = value.frexp();
        prop_assert_eq!(fraction.ldexp(exponent), value);
        let half = Float::from_int(format, &Int::one(8), false).ldexp(-1);
        let is_fraction = fraction.abs().compare(half).is_some_and(|it| it.is_ge());
        prop_assert!(value.is_zero() || is_fraction && fraction.abs().compare(half.ldexp(1)).is_some_and(|it| it.is_lt()));
        let (after, before) = value.modf();
        prop_assert_eq!(after.add(before).compare(value), Some(std::cmp::Ordering::Equal));
        prop_assert!(after.abs().compare(half.ldexp(1)).is_some_and(|it| it.is_lt()));
        prop_assert_eq!(before.round(Rounding::TowardZero), before);
        prop_assert!(after.is_negative() == value.is_negative() && before.is_negative() == value.is_negative());
    }

    #[test]
    fn rounding_agrees_with_the_machine_in_larger_formats(bits: u64, halves in -20..20i32) {
        for value in [f64::from_bits(bits), f64::from(halves) / 2.0] {
            prop_assume!(!value.is_nan());
            for format in [FloatFormat::X86Fp80, FloatFormat::Fp128, FloatFormat::PpcFp128] {
                for &rounding in Rounding::ALL {
                    let machine = Float::from_f64(value).round(rounding);
                    let larger = Float::from_f64(value).convert(format).0.round(rounding);
                    prop_assert_eq!(larger.convert(FloatFormat::Double).0, machine);
                }
            }
        }
    }

    #[test]
    fn nothing_panics(
        intrinsic in proptest::sample::select(Intrinsic::ALL),
        operands in proptest::collection::vec((0..8usize, any::<u64>()), 0..4),
        results in proptest::collection::vec((0..8usize, 1..100u32), 0..3),
    ) {
        let format = |it: usize| FloatFormat::ALL[it % 7];
        let operand = |(kind, bits): (usize, u64)| match kind {
            7 => Scalar::Int(Int::from_i64(1 + (bits % 200) as u32, bits as i64 >> 8)),
            _ => Scalar::Float(Float::from_bits(format(kind), u128::from(bits) * u128::from(u64::MAX))),
        };
        let result = |(kind, width)| if kind == 7 { ScalarType::Int(width) } else { ScalarType::Float(format(kind)) };
        let operands: Vec<_> = operands.into_iter().map(operand).collect();
        let results: Vec<_> = results.into_iter().map(result).collect();
        if let Value(values) = all(intrinsic, &operands, &results) {
            prop_assert_eq!(values.len(), results.len());
        }
    }
}

#[test]
fn fixed_point_results_that_do_not_fit_are_undefined() {
    let scaled = |intrinsic, a, b, scale| {
        let [a, b] = [a, b].map(|it| Int::from_i64(4, it).into());
        one(intrinsic, &[a, b, Int::new(32, scale).into()], ScalarType::Int(4))
    };
    let value = |value| Value(Int::from_i64(4, value).into());
    assert_eq!(scaled(SMulFix, 3, 2, 1), value(3));
    assert_eq!(scaled(SMulFix, 3, -2, 1), value(-3));
    assert_eq!(scaled(SMulFix, 3, -3, 1), value(-5));
    assert_eq!(scaled(SMulFix, 7, 7, 1), Undefined(Why::FixedPointOverflow));
    assert_eq!(scaled(SMulFixSat, 7, 7, 1), value(7));
    assert_eq!(scaled(SMulFixSat, 7, -8, 1), value(-8));
    assert_eq!(scaled(UMulFix, 3, 3, 1), value(4));
    assert_eq!(scaled(UMulFixSat, -8, -8, 2), value(-1));
    assert_eq!(scaled(SDivFix, 6, 4, 1), value(3));
    assert_eq!(scaled(SDivFix, 3, -2, 1), value(-3));
    assert_eq!(scaled(SDivFix, -3, 4, 1), value(-2));
    assert_eq!(scaled(SDivFix, -8, -1, 0), Undefined(Why::FixedPointOverflow));
    assert_eq!(scaled(SDivFixSat, -8, -1, 0), value(7));
    assert_eq!(scaled(SDivFixSat, -4, 1, 2), value(-8));
    assert_eq!(scaled(UDivFix, 1, -8, 4), value(2));
    assert_eq!(scaled(UDivFixSat, -8, 2, 2), value(-1));
    for intrinsic in [SDivFix, UDivFix, SDivFixSat, UDivFixSat] {
        assert_eq!(scaled(intrinsic, 1, 0, 1), Undefined(Why::DivisionByZero));
    }
    assert_eq!(scaled(SMulFix, 1, 1, 5), Undefined(Why::WrongOperands));
}

#[test]
fn extremes_treat_nans_as_they_say() {
    let (quiet, signaling) = (f64::NAN, f64::from_bits(0x7FF4_0000_0000_0000));
    for (min, max) in [(MinNum, MaxNum), (Minimum, Maximum), (MinimumNum, MaximumNum)] {
        for (a, b) in [(1.0, 2.0), (-0.0, 0.0)] {
            for (x, y) in [(a, b), (b, a)] {
                assert_eq!(of_doubles(min, &[x, y]).to_bits(), a.to_bits());
                assert_eq!(of_doubles(max, &[x, y]).to_bits(), b.to_bits());
            }
        }
        for it in [min, max] {
            assert!(of_doubles(it, &[quiet, signaling]).is_nan());
            let keeps = |nan| [[nan, 1.0], [1.0, nan]].map(|both| of_doubles(it, &both) == 1.0);
            assert_eq!(keeps(quiet), [it != min && it != max || !matches!(it, Minimum | Maximum); 2]);
            assert_eq!(keeps(signaling), [matches!(it, MinimumNum | MaximumNum); 2]);
        }
    }
}

#[test]
fn classes_are_those_of_the_language_reference() {
    let tiny = f64::from_bits(1);
    let signaling = f64::from_bits(0x7FF4_0000_0000_0000);
    let values = [signaling, f64::NAN, f64::NEG_INFINITY, -1.0, -tiny, -0.0, 0.0, tiny, 1.0, f64::INFINITY];
    for (bit, value) in values.into_iter().enumerate() {
        for format in [FloatFormat::Double, FloatFormat::Fp128] {
            // What is small in a double is not in fp128.
            if format == FloatFormat::Fp128 && value.is_subnormal()
                || value.is_nan() && bit == 0 && format != FloatFormat::Double
            {
                continue;
            }
            let value = Float::from_f64(value).convert(format).0;
            assert_eq!(value.class(), 1 << bit, "{value:?}");
            let test = |mask: u64| one(IsFPClass, &[value.into(), Int::new(32, mask).into()], I1);
            assert_eq!((test(1 << bit), test(0x3FF ^ 1 << bit)), (Value(flag(true)), Value(flag(false))));
        }
    }
}

#[test]
fn what_an_integer_cannot_hold_is_clamped_or_anything() {
    let to_i8 = |intrinsic, value| one(intrinsic, &[f64(value)], I8);
    assert_eq!(to_i8(FPToSISat, 200.0), Value(i8(127)));
    assert_eq!(to_i8(FPToUISat, -1.0), Value(i8(0)));
    assert_eq!(to_i8(FPToUISat, f64::NAN), Value(i8(0)));
    assert_eq!((to_i8(LRound, 2.5), to_i8(LRInt, 2.5)), (Value(i8(3)), Value(i8(2))));
    assert_eq!((to_i8(LLRound, -2.5), to_i8(LLRInt, -3.5)), (Value(i8(-3)), Value(i8(-4))));
    assert_eq!((to_i8(LRound, 200.0), to_i8(LRInt, f64::NAN)), (Value(Scalar::Undef), Value(Scalar::Undef)));
}

#[test]
fn a_fraction_and_a_whole() {
    let modf = |value: f64| all(Modf, &[f64(value)], &[DOUBLE; 2]).map(|it| it.to_vec());
    assert_eq!(modf(-1.5), Value(vec![f64(-0.5), f64(-1.0)]));
    assert_eq!(modf(-0.0), Value(vec![f64(-0.0), f64(-0.0)]));
    assert_eq!(modf(f64::NEG_INFINITY), Value(vec![f64(-0.0), f64(f64::NEG_INFINITY)]));
    let frexp = |value: f64| all(FrExp, &[f64(value)], &[DOUBLE, I8]).map(|it| it.to_vec());
    assert_eq!(frexp(-6.0), Value(vec![f64(-0.75), i8(3)]));
    assert_eq!(frexp(f64::INFINITY), Value(vec![f64(f64::INFINITY), i8(0)]));
}

#[test]
fn the_sine_of_a_whole_multiple_of_pi_is_zero() {
    let sincospi = |value: f64| match all(SinCosPi, &[f64(value)], &[DOUBLE; 2]) {
        Value(both) => [0, 1].map(|i| match both[i] {
            Scalar::Float(it) => it.to_f64().unwrap(),
            _ => panic!("{both:?}"),
        }),
        other => panic!("{other:?}"),
    };
    let exact = |value: f64| sincospi(value).map(f64::to_bits);
    let bits = |sine: f64, cosine: f64| [sine, cosine].map(f64::to_bits);
    assert_eq!(exact(0.0), bits(0.0, 1.0));
    assert_eq!(exact(-0.0), bits(-0.0, 1.0));
    assert_eq!(exact(0.5), bits(1.0, 0.0));
    assert_eq!(exact(-0.5), bits(-1.0, 0.0));
    assert_eq!(exact(1.0), bits(0.0, -1.0));
    assert_eq!(exact(-3.0), bits(-0.0, -1.0));
    assert_eq!(exact(1.5), bits(-1.0, 0.0));
    assert_eq!(exact(1e300), bits(0.0, 1.0));
    for value in [0.1, 0.3, 0.6, 0.9, 1.2, 1.4, 1.7, 1.9, -0.4, -7.3] {
        let [sine, cosine] = sincospi(value);
        let angle = value * std::f64::consts::PI;
        assert!((sine - angle.sin()).abs() < 1e-14 && (cosine - angle.cos()).abs() < 1e-14, "{value}");
    }
    assert!(sincospi(f64::INFINITY)[0].is_nan());
}

#[test]
fn powers_of_all_formats() {
    for &format in FloatFormat::ALL {
        let float = |value: i64| Float::from_int(format, &Int::from_i64(32, value), true);
        let powi = |base: Float, exponent: i64| {
            let operands = [base.into(), Int::from_i64(32, exponent).into()];
            match one(PowI, &operands, ScalarType::Float(format)) {
                Value(Scalar::Float(it)) => it,
                other => panic!("{other:?}"),
            }
        };
        let is = |a: Float, b: Float| a.compare(b).is_some_and(|it| it.is_eq());
        assert!(is(powi(float(-3), 3), float(-27)));
        assert!(is(powi(float(2), -2), float(1).ldexp(-2)));
        assert!(is(powi(float(7), 0), float(1)));
        assert!(is(powi(Float::nan(format), 0), float(1)));
    }
}

#[test]
fn a_product_is_rounded_before_the_sum_or_not() {
    // (1 + e)^2 - (1 + 2e) is e^2, which is lost if the product is rounded.
    let epsilon = 2f64.powi(-40);
    let operands = [1.0 + epsilon, 1.0 + epsilon, -(1.0 + 2.0 * epsilon)];
    assert_eq!(of_doubles(FMA, &operands), epsilon * epsilon);
    assert_eq!(of_doubles(FMulAdd, &operands), 0.0);
}

#[test]
fn rounding_is_a_choice_of_fptrunc_round() {
    let trunc = |rounding: Rounding| {
        let operands = [f64(1.0 + 2f64.powi(-60) + 2f64.powi(-30)), Int::new(32, rounding as u64).into()];
        one(FPTruncRound, &operands, ScalarType::Float(FloatFormat::Float))
    };
    let next = f32::from_bits(1f32.to_bits() + 1);
    assert_eq!(trunc(Rounding::NearestEven), Value(Float::from_f32(1.0).into()));
    assert_eq!(trunc(Rounding::Downward), Value(Float::from_f32(1.0).into()));
    assert_eq!(trunc(Rounding::Upward), Value(Float::from_f32(next).into()));
}

#[test]
fn reductions_go_from_the_first_to_the_last() {
    assert_eq!(of_bytes(ReduceAdd, &[100, 100, 1]), Value(i8(-55)));
    assert_eq!(of_bytes(ReduceUMax, &[1, -1, 5]), Value(i8(-1)));
    assert_eq!(of_bytes(ReduceSMax, &[1, -1, 5]), Value(i8(5)));
    // From the other end it would be 1.
    assert_eq!(of_doubles(ReduceFAdd, &[1.0, 1e300, -1e300]), 0.0);
    assert_eq!(of_doubles(ReduceFMax, &[f64::NAN, 1.0, 2.0]), 2.0);
    assert!(of_doubles(ReduceFMaximum, &[f64::NAN, 1.0, 2.0]).is_nan());
    assert_eq!(one(ReduceAdd, &[i8(1), Scalar::Poison], I8), Value(Scalar::Poison));
    assert_eq!(one(ReduceAdd, &[], I8), Undefined(Why::WrongOperands));
}

#[test]
fn twins_do_what_they_are_twins_of() {
    let named = Operation::of_intrinsic;
    assert_eq!(named("llvm.vp.add"), Some(Operation::Binary(BinaryOp::Add)));
    assert_eq!(named("llvm.vp.trunc"), Some(Operation::Cast(CastOp::Trunc)));
    assert_eq!(named("llvm.vp.roundtozero"), Some(Operation::Intrinsic(Trunc)));
    assert_eq!(named("llvm.vp.reduce.fadd"), Some(Operation::Intrinsic(ReduceFAdd)));
    assert_eq!(named("llvm.vp.fshl"), Some(Operation::Intrinsic(FShl)));
    assert_eq!(named("llvm.vp.fneg"), Some(Operation::FNeg));
    assert_eq!(named("llvm.experimental.constrained.trunc"), Some(Operation::Intrinsic(Trunc)));
    assert_eq!(named("llvm.experimental.constrained.fptosi"), Some(Operation::Cast(CastOp::FPToSI)));
    assert_eq!(named("llvm.experimental.constrained.fcmps"), Some(Operation::FCmp));
    assert_eq!(named("llvm.sadd.with.overflow"), Some(Operation::Intrinsic(SAddWithOverflow)));
    for none in ["llvm.vp.load", "llvm.memcpy", "add", "llvm.add", "llvm.vp.cttz.elts", "llvm.vp.reduce.fneg"] {
        assert_eq!(named(none), None, "{none}");
    }
}

#[test]
fn undef_and_poison_pass_through() {
    assert_eq!(one(SMax, &[i8(1), Scalar::Poison], I8), Value(Scalar::Poison));
    assert_eq!(one(SMax, &[i8(1), Scalar::Undef], I8), Value(Scalar::Undef));
    assert_eq!(one(SMax, &[Scalar::Undef, Scalar::Poison], I8), Value(Scalar::Poison));
}

#[test]
fn the_rules_of_overflow_are_those_of_the_flags() {
    let ops = [(SAddWithOverflow, BinaryOp::Add), (SSubWithOverflow, BinaryOp::Sub), (SMulWithOverflow, BinaryOp::Mul)];
    for (intrinsic, op) in ops {
        for (a, b) in [(100, 28), (-128, -1), (16, 8), (-16, 8), (0, -128), (11, -11)] {
            let [x, y] = [a, b].map(|it| Int::from_i64(8, it));
            let plain = fold::int_binary(op, IntFlags::empty(), &x, &y).value().unwrap();
            let wraps = fold::int_binary(op, IntFlags::NSW, &x, &y).value().is_none();
            let both = all(intrinsic, &[i8(a), i8(b)], &[I8, I1]).map(|it| it.to_vec());
            assert_eq!(both, Value(vec![plain.into(), flag(wraps)]), "{intrinsic} {a}, {b}");
        }
    }
}
