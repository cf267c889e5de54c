//! The fast operations on words give what the exact ones on `Int` and `Float` give.

use lindworm_eval::fold::{self, Scalar, ScalarType};
use lindworm_eval::intrinsic::Intrinsic;
use lindworm_eval::{
    BinaryOp, CastOp, FastMathFlags, Float, FloatFormat, FloatPredicate, Int, IntFlags, IntPredicate, Outcome, Why,
    word,
};
use proptest::prelude::*;

/// The formats that fit a word.
const FORMATS: [FloatFormat; 4] = [FloatFormat::Half, FloatFormat::BFloat, FloatFormat::Float, FloatFormat::Double];

/// Integers of one width, of which many are near the ends of its range, or zero, or have few bits.
fn ints<const N: usize>() -> impl Strategy<Value = (u32, [u64; N])> {
    let width = prop_oneof![1..=64u32, proptest::sample::select(&[1, 8, 16, 32, 64][..])];
    let near = (-3..4i64).prop_map(|it| it as u64);
    let value =
        prop_oneof![any::<u64>(), near.clone(), near.prop_map(|it| it ^ 1 << 63), any::<u64>().prop_map(|it| it >> 50)];
    let value = (value, 0..64u32, any::<bool>());
    (width, proptest::collection::vec(value, N)).prop_map(|(width, values)| {
        let fit = |(value, shift, high): (u64, u32, bool)| {
            // At the high end, what is near the ends of 64 bits is near those of the width.
            (if high { value.rotate_left(shift) >> (64 - width) } else { value }) & word::mask(width)
        };
        (width, std::array::from_fn(|i| fit(values[i])))
    })
}

/// Floats of one format, near the edges of its range and near each other more often than chance would give.
fn floats<const N: usize>() -> impl Strategy<Value = (FloatFormat, [u64; N])> {
    let bits = (any::<u64>(), 0..6u32, -4..4i64);
    (proptest::sample::select(&FORMATS[..]), proptest::collection::vec(bits, N)).prop_map(|(format, bits)| {
        let fit = |(bits, kind, near): (u64, u32, i64)| {
            let bits = match kind {
                0 => Float::infinity(format).to_bits() as u64,
                1 => Float::from_int(format, &Int::from_i64(64, near), true).to_bits() as u64,
                2 => near as u64,
                3 => Float::from_int(format, &Int::new(64, bits >> (bits % 64)), true).to_bits() as u64,
                _ => bits,
            };
            bits.wrapping_add(if kind == 0 { near as u64 } else { 0 }) & word::mask(format.bits())
        };
        (format, std::array::from_fn(|i| fit(bits[i])))
    })
}

fn float(format: FloatFormat, bits: u64) -> Float {
    Float::from_bits(format, bits.into())
}

fn word_of(scalar: Scalar) -> u64 {
    match scalar {
        Scalar::Int(it) => it.to_u64().unwrap(),
        Scalar::Float(it) => it.to_bits() as u64,
        Scalar::Undef | Scalar::Poison => panic!("{scalar:?} is no word"),
    }
}

fn fast_math() -> impl Strategy<Value = FastMathFlags> {
    any::<u8>().prop_map(FastMathFlags::from_bits_truncate)
}

fn int_flags() -> impl Strategy<Value = IntFlags> {
    any::<u8>().prop_map(IntFlags::from_bits_truncate)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 5000, ..ProptestConfig::default() })]

    #[test]
    fn integers_are_combined_alike((width, [a, b]) in ints(), flags in int_flags()) {
        let (x, y) = (Int::new(width, a), Int::new(width, b));
        for &op in BinaryOp::ALL {
            let exact = fold::int_binary(op, flags, &x, &y).map(|it| it.to_u64().unwrap());
            prop_assert_eq!(word::binary(op, flags, width, a, b), exact, "{} {:?} {:?}, {:?}", op, flags, x, y);
            // Amounts past the width are rare otherwise.
            let amount = (b % (u64::from(width) + 2)) & word::mask(width);
            let exact = fold::int_binary(op, flags, &x, &Int::new(width, amount)).map(|it| it.to_u64().unwrap());
            prop_assert_eq!(word::binary(op, flags, width, a, amount), exact, "{} {:?} {:?}, {}", op, flags, x, amount);
        }
        for &predicate in IntPredicate::ALL {
            let exact = fold::icmp(predicate, flags, &x, &y);
            let same_sign = flags.contains(IntFlags::SAMESIGN);
            prop_assert_eq!(word::icmp(predicate, same_sign, width, a, b), exact, "{} {:?}, {:?}", predicate, x, y);
        }
    }

    #[test]
    fn integers_are_cast_alike((width, [value]) in ints(), other in 1..=64u32, flags in int_flags()) {
        for op in [CastOp::Trunc, CastOp::ZExt, CastOp::SExt] {
            let exact = fold::cast(op, flags, &Int::new(width, value).into(), ScalarType::Int(other)).map(word_of);
            prop_assert_eq!(word::cast(op, flags, width, other, value), exact, "{}", op);
        }
        for format in FORMATS {
            for (op, signed) in [(CastOp::SIToFP, true), (CastOp::UIToFP, false)] {
                let exact = fold::cast(op, flags, &Int::new(width, value).into(), ScalarType::Float(format)).map(word_of);
                prop_assert_eq!(word::int_to_float(signed, flags, width, format, value), exact, "{} {}", op, format);
            }
        }
    }

    #[test]
    fn floats_are_combined_alike((format, [a, b]) in floats(), flags in fast_math()) {
        let (x, y) = (float(format, a), float(format, b));
        for &op in BinaryOp::ALL {
            let exact = fold::float_binary(op, flags, x, y).map(|it| it.to_bits() as u64);
            prop_assert_eq!(word::float_binary(op, flags, format, a, b), exact, "{} {:?} {:?}, {:?}", op, flags, x, y);
        }
        for &predicate in FloatPredicate::ALL {
            let exact = fold::fcmp(predicate, flags, x, y);
            prop_assert_eq!(word::fcmp(predicate, flags, format, a, b), exact, "{} {:?}, {:?}", predicate, x, y);
        }
        let exact = fold::fast_math(flags, &[x, x.neg()], x.neg().to_bits() as u64);
        prop_assert_eq!(word::fneg(flags, format, a), exact);
    }

    #[test]
    fn floats_are_cast_alike((format, [value]) in floats(), width in 1..=64u32, flags in fast_math()) {
        let exact = float(format, value);
        for to in FORMATS {
            let converted = exact.convert(to).0;
            let outcome = fold::fast_math(flags, &[exact, converted], converted.to_bits() as u64);
            prop_assert_eq!(word::float_cast(flags, format, to, value), outcome, "{:?} to {}", exact, to);
        }
        for (op, signed) in [(CastOp::FPToSI, true), (CastOp::FPToUI, false)] {
            let outcome = fold::cast(op, IntFlags::empty(), &exact.into(), ScalarType::Int(width)).map(word_of);
            prop_assert_eq!(word::float_to_int(signed, format, width, value), outcome, "{} {:?} i{}", op, exact, width);
        }
    }

    #[test]
    fn bits_above_the_width_make_nothing_panic(width in 0..=70u32, other in 0..=70u32, bits: [u64; 3], shift in 0..64u32) {
        // What is zero in its width is not to be divided by, however many bits are set above.
        let [a, b, c] = bits.map(|it| it << shift);
        let none = FastMathFlags::empty();
        for (flags, &op) in [IntFlags::empty(), IntFlags::all()].iter().flat_map(|f| BinaryOp::ALL.iter().map(move |op| (*f, op))) {
            let _ = word::binary(op, flags, width, a, b);
        }
        for &predicate in IntPredicate::ALL {
            let _ = word::icmp(predicate, true, width, a, b);
        }
        for op in [CastOp::Trunc, CastOp::ZExt, CastOp::SExt] {
            let _ = word::cast(op, IntFlags::all(), width, other, a);
        }
        for &intrinsic in Intrinsic::ALL {
            let _ = (word::intrinsic(intrinsic, other, width, [a]), word::intrinsic(intrinsic, other, width, [a, b]));
            let _ = word::intrinsic(intrinsic, other, width, [a, b, c]);
            for format in FORMATS {
                let _ = word::float_intrinsic(intrinsic, none, format, [a]);
                let _ = word::float_intrinsic(intrinsic, none, format, [a, b]);
                let _ = word::float_intrinsic(intrinsic, none, format, [a, b, c]);
            }
        }
        for format in FORMATS {
            let _ = (word::fneg(none, format, a), word::fcmp(FloatPredicate::Oeq, none, format, a, b));
            let _ = word::int_to_float(true, IntFlags::all(), width, format, a);
            let _ = word::float_to_int(true, format, width, a);
            for &op in BinaryOp::ALL {
                let _ = word::float_binary(op, none, format, a, b);
            }
            for to in FORMATS {
                let _ = word::float_cast(none, format, to, a);
            }
        }
    }
}

#[test]
fn what_fits_no_word_is_refused() {
    let (wide, none) = (FloatFormat::Fp128, FastMathFlags::empty());
    assert_eq!(word::float_binary(BinaryOp::FAdd, none, wide, 0, 0), Outcome::Undefined(Why::WrongOperands));
    assert_eq!(word::float_cast(none, FloatFormat::Double, wide, 0), Outcome::Undefined(Why::WrongOperands));
    assert_eq!(word::fcmp(FloatPredicate::Oeq, none, wide, 0, 0), Outcome::Undefined(Why::WrongOperands));
    assert_eq!(word::float_to_int(true, wide, 8, 0), Outcome::Undefined(Why::WrongOperands));
    assert_eq!(word::int_to_float(true, IntFlags::empty(), 8, wide, 0), Outcome::Undefined(Why::WrongOperands));
    assert_eq!(word::fneg(none, wide, 0), Outcome::Undefined(Why::WrongOperands));
}

#[test]
fn nothing_panics_outside_the_widths() {
    for width in [0, 65, 100, u32::MAX] {
        for (a, b) in [(0, 0), (u64::MAX, u64::MAX), (1 << 63, u64::MAX), (1e300f64.to_bits(), 3)] {
            for &op in BinaryOp::ALL {
                let _ = word::binary(op, IntFlags::all(), width, a, b);
            }
            let _ = word::icmp(IntPredicate::Slt, true, width, a, b);
            for op in [CastOp::Trunc, CastOp::ZExt, CastOp::SExt] {
                let _ = (word::cast(op, IntFlags::NSW, width, 8, a), word::cast(op, IntFlags::NUW, 8, width, a));
            }
            for format in FORMATS {
                let _ = word::float_to_int(true, format, width, a);
                let _ = word::int_to_float(true, IntFlags::empty(), width, format, a);
            }
        }
    }
}
