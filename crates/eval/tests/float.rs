//! `Float`'s text and arithmetic. The expected values are what LLVM 22 prints.

use lindworm_eval::{Float, FloatFormat, Int, LiteralError};
use proptest::prelude::*;

use FloatFormat::*;

/// The literal as a value of the type.
fn literal(format: FloatFormat, text: &str) -> Result<Float, LiteralError> {
    let value = match Float::parse_decimal(text.as_bytes()) {
        Some(value) => value,
        None => Float::parse_hex(text.as_bytes())?.0,
    };
    value.literal_for(format)
}

/// What LLVM prints for the literal.
fn printed(format: FloatFormat, text: &str) -> String {
    literal(format, text).unwrap().to_string()
}

fn formats() -> impl Strategy<Value = FloatFormat> {
    proptest::sample::select(FloatFormat::ALL)
}

/// Floats of one format, near the edges of its range more often than chance would give.
fn floats<const N: usize>() -> impl Strategy<Value = [Float; N]> {
    let bits = prop_oneof![
        any::<u128>(),
        any::<u64>().prop_map(u128::from),
        any::<u128>().prop_map(|it| it << 64),
        proptest::sample::select(FloatFormat::ALL).prop_map(|it| Float::infinity(it).to_bits()),
        proptest::sample::select(FloatFormat::ALL).prop_map(|it| Float::largest(it).to_bits()),
        any::<i64>().prop_map(|it| Float::from_f64(it as f64).to_bits()),
    ];
    (formats(), proptest::collection::vec(bits, N))
        .prop_map(|(format, bits)| std::array::from_fn(|i| Float::from_bits(format, bits[i])))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back([value] in floats()) {
        prop_assert_eq!(literal(value.format(), &value.to_string()), Ok(value));
    }

    #[test]
    fn six_digits_read_back(digits in 0..1_000_000u32, exponent in -330..300i32) {
        let value = Float::from_f64(format!("{digits}e{exponent}").parse().unwrap());
        prop_assert_eq!(literal(Double, &value.to_string()), Ok(value));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-+]?(0x)?[KLMHR]?[0-9a-fA-F.eE+-]{0,40}") {
        for &format in FloatFormat::ALL {
            let _ = literal(format, &text);
        }
    }

    #[test]
    fn no_operands_panic([a, b, c] in floats(), width in 1..300u32) {
        for result in [a.add(b), a.sub(b), a.mul(b), a.div(b), a.rem(b), a.fma(b, c)] {
            prop_assert_eq!(result.format(), a.format());
            // LLVM does not quiet the NaNs of ppc_fp128.
            prop_assert!(!result.is_signaling() || a.format() == PpcFp128);
        }
        for &format in FloatFormat::ALL {
            let _ = a.convert(format);
            let _ = a.literal_for(format);
        }
        let _ = (a.to_int_saturating(width, true), a.to_int(width, false), a.is_denormal());
    }

    #[test]
    fn the_machine_agrees(a: u64, b: u64) {
        let (a, b) = (Float::from_bits(Double, a.into()), Float::from_bits(Double, b.into()));
        // fp128 holds every product and, if exponents are close, every sum of two doubles.
        let widened = a.convert(Fp128).0.mul(b.convert(Fp128).0).convert(Double).0;
        prop_assert!(widened == a.mul(b) || a.mul(b).is_denormal() || a.mul(b).is_nan());
        prop_assert_eq!(a.compare(b), a.to_f64().unwrap().partial_cmp(&b.to_f64().unwrap()));
    }

    #[test]
    fn a_wider_format_holds_every_value([value] in floats()) {
        for &wider in FloatFormat::ALL {
            // But the exponents of ppc_fp128 are those of double.
            let holds_all = (wider, value.format()) != (PpcFp128, X86Fp80);
            if wider.bits() > value.format().bits() && holds_all && !value.is_nan() {
                let (widened, lost) = value.convert(wider);
                prop_assert!(!lost);
                prop_assert_eq!(widened.convert(value.format()), (value, false));
            }
        }
    }

    #[test]
    fn comparison_is_antisymmetric([a, b] in floats()) {
        prop_assert_eq!(a.compare(b), b.compare(a).map(|it| it.reverse()));
        // The second half of a ppc_fp128 may be a NaN, too.
        let unordered = a.is_nan() || b.is_nan();
        prop_assert!(a.compare(b).is_none() == unordered || a.format() == PpcFp128);
        prop_assert_eq!(a.neg().neg(), a);
    }

    #[test]
    fn small_integers_come_back(value: i64, format in formats(), width in 64..200u32) {
        let small = Int::from_i64(width, value >> (64 - format.precision().min(63)));
        let float = Float::from_int(format, &small, true);
        // The largest half is 65504.
        prop_assert!(float.to_int(width, true) == Some(small) || format == Half);
    }

    #[test]
    fn integers_round_as_the_machine_rounds(value: u128) {
        for width in [128, 129, 300] {
            let int = Int::from_u128(width, value);
            prop_assert_eq!(Float::from_int(Double, &int, false), Float::from_f64(value as f64));
            prop_assert_eq!(Float::from_int(Float, &int, false), Float::from_f32(value as f32));
            // By the way around 128 bits.
            let shifted = Float::from_int(Double, &int.zext(400).shl(77), false);
            prop_assert_eq!(shifted, Float::from_f64(value as f64 * 2f64.powi(77)));
        }
    }

    #[test]
    fn x87_patterns_are_what_the_library_makes_of_them(bits: u128) {
        use rustc_apfloat::{Float as _, ieee::X87DoubleExtended};
        for mask in [u128::MAX, !(1 << 63), !(0x7FFF << 64), u128::from(u64::MAX)] {
            let float = Float::from_bits(X86Fp80, bits & mask);
            let theirs = X87DoubleExtended::from_bits(bits & mask & ((1 << 80) - 1));
            prop_assert_eq!(float.to_bits(), theirs.to_bits());
            prop_assert_eq!(float.is_nan(), theirs.is_nan());
        }
    }
}

#[test]
fn six_exact_digits_are_written_in_decimal() {
    for (text, expected) in [
        ("0.0", "0.000000e+00"),
        ("-0.0", "-0.000000e+00"),
        ("+1.0", "1.000000e+00"),
        ("1.5E+3", "1.500000e+03"),
        ("1.e5", "1.000000e+05"),
        ("0.1", "1.000000e-01"),
        ("123456.0", "1.234560e+05"),
        ("1234567.0", "0x4132D68700000000"),
        ("123456.7", "0x40FE240B33333333"),
        ("1.0e300", "1.000000e+300"),
        ("4.9e-324", "4.940660e-324"),
        ("1.0e400", "0x7FF0000000000000"),
        ("-1.0e400", "0xFFF0000000000000"),
        ("1.0e-99999999999999999999", "0.000000e+00"),
        ("0x3ff", "5.054290e-321"),
        ("0x7FEFFFFFFFFFFFFF", "0x7FEFFFFFFFFFFFFF"),
    ] {
        assert_eq!(printed(Double, text), expected, "{text}");
    }
}

#[test]
fn llvm_cuts_off_digits_before_it_rounds() {
    for (text, expected) in [
        ("0.7", "0x3FE6666666666666"),
        ("0.009", "0x3F826E978D4FDF3B"),
        ("9.7", "0x4023666666666666"),
        ("0.3", "3.000000e-01"),
    ] {
        assert_eq!(printed(Double, text), expected, "{text}");
    }
}

#[test]
fn hexadecimal_doubles_have_no_leading_zeros() {
    assert_eq!(printed(Double, "0x060676941FB1B1F"), "0x60676941FB1B1F");
}

#[test]
fn a_float_is_written_as_a_double() {
    assert_eq!(printed(Float, "1.5"), "1.500000e+00");
    assert_eq!(printed(Float, "0x36A0000000000000"), "0x36A0000000000000");
    // Signaling NaNs stay signaling.
    for text in ["0x7FF0000020000000", "0xFFF4000000000000", "0x7FF8000020000000"] {
        assert_eq!(printed(Float, text), text);
    }
}

#[test]
fn other_formats_are_written_in_hexadecimal() {
    assert_eq!(printed(Half, "65504.0"), "0xH7BFF");
    assert_eq!(printed(Half, "5.9604644775390625e-08"), "0xH0001");
    assert_eq!(printed(Half, "0x7FF0040000000000"), "0xH7C01");
    assert_eq!(printed(BFloat, "0x7FF4000000000000"), "0xR7FA0");
    assert_eq!(printed(X86Fp80, "0xK3fff8000000000000000"), "0xK3FFF8000000000000000");
    let fp128 = "0xL00000000000000013FFF000000000000";
    assert_eq!(printed(Fp128, fp128), fp128);
    assert_eq!(literal(Fp128, fp128).unwrap().to_bits(), 0x3FFF_0000_0000_0000 << 64 | 1);
    let ppc = "0xM3FF00000000000003C00000000000000";
    assert_eq!(printed(PpcFp128, ppc), ppc);
}

#[test]
fn too_few_digits_are_taken_as_llvm_takes_them() {
    assert_eq!(printed(Half, "0xH3"), "0xH0003");
    assert_eq!(printed(Half, "0xH00003c00"), "0xH3C00");
    assert_eq!(printed(Fp128, "0xL3ff"), "0xL000000000000000000000000000003FF");
    assert_eq!(printed(Fp128, "0xL00000000000000013fff"), "0xL00000000000000010000000000003FFF");
    assert_eq!(printed(PpcFp128, "0xM3ff0000000000000"), "0xM3FF00000000000000000000000000000");
}

#[test]
fn too_many_digits_are_taken_as_llvm_takes_them() {
    let read = |text: &str| {
        let (value, fault) = Float::parse_hex(text.as_bytes()).unwrap();
        (value.to_string(), fault)
    };
    // LLVM does not notice every overflow.
    assert_eq!(read("0x13ff0000000000000"), ("1.000000e+00".into(), None));
    assert_eq!(read("0x10000000000000000"), ("0.000000e+00".into(), Some(LiteralError::Over64Bits)));
    assert_eq!(read("0xH10000000000000000"), ("0xH0000".into(), Some(LiteralError::Over64Bits)));
    let over = Some(LiteralError::Over128Bits);
    assert_eq!(read("0xK3fff80000000000000001"), ("0xK3FFF8000000000000000".into(), over));
    assert_eq!(read("0xL00000000000000013fff000000000000ab"), ("0xL00000000000000013FFF000000000000".into(), over));
    let error = Float::parse_hex(b"0xH13c00").unwrap_err();
    assert_eq!(error.to_string(), "hexadecimal constant too large for half (16-bit)");
    let error = Float::parse_hex(b"0xR1ffff").unwrap_err();
    assert_eq!(error.to_string(), "hexadecimal constant too large for bfloat (16-bit)");
}

#[test]
fn other_texts_are_refused() {
    for text in ["", "-", "inf", "nan", "1", "1e5", ".5", "-.5", "infinity", "1.0f", "--1.0"] {
        assert_eq!(Float::parse_decimal(text.as_bytes()), None, "{text}");
    }
    for text in ["", "0x", "0xK", "0xG0", "0x1.0", "1"] {
        assert_eq!(Float::parse_hex(text.as_bytes()), Err(LiteralError::Malformed), "{text}");
    }
}

#[test]
fn x87_patterns_that_no_processor_makes_are_replaced() {
    for (text, expected) in [
        ("0xK3ff", "0xK7FFF0000000000000000"),
        ("0xK3fff8", "0xK7FFF0000000000000008"),
        ("0xK00008000000000000000", "0xK00018000000000000000"),
        ("0xK7fff0000000000000000", "0xK7FFF0000000000000000"),
    ] {
        assert_eq!(printed(X86Fp80, text), expected, "{text}");
    }
}

#[test]
fn a_literal_must_be_exact_in_its_type() {
    for (format, text) in [
        (Float, "0.1"),
        (Float, "1.0e39"),
        (Float, "1.0e-50"),
        (Float, "0x7FF0000000000001"),
        (Half, "65520.0"),
        (Half, "0x7FF8000000000001"),
        (BFloat, "0x7FF0000020000000"),
        (X86Fp80, "0xL0"),
    ] {
        assert_eq!(literal(format, text), Err(LiteralError::InvalidForType), "{format} {text}");
    }
    let error = literal(Float, "0.1").unwrap_err();
    assert_eq!(error.to_string(), "floating point constant invalid for type");
}

#[test]
fn only_smaller_types_take_a_double_literal() {
    for (format, text) in [
        (X86Fp80, "1.5"),
        (Fp128, "1.5"),
        (PpcFp128, "1.5"),
        (Double, "0xH3c00"),
        (Float, "0xH3c00"),
        (Half, "0xR3f80"),
    ] {
        assert_eq!(literal(format, text), Err(LiteralError::WrongType(format)), "{format} {text}");
    }
    let error = literal(X86Fp80, "1.5").unwrap_err();
    assert_eq!(error.to_string(), "floating point constant does not have type 'x86_fp80'");
}

#[test]
fn the_first_nan_is_the_result_made_quiet() {
    let double = |bits: u64| Float::from_bits(Double, bits.into());
    let one = Float::from_f64(1.0);
    assert_eq!(double(0x7FF0000000000001).add(double(0x7FF8000000000002)), double(0x7FF8000000000001));
    assert_eq!(one.sub(double(0xFFF0000000000001)), double(0xFFF8000000000001));
    let infinity = Float::infinity(Double);
    for invalid in [infinity.sub(infinity), infinity.mul(double(0)), double(0).div(double(0)), one.rem(double(0))] {
        assert_eq!(invalid, Float::nan(Double));
    }
    assert_eq!(double(0x7FF0000000000001).convert(Float).0, Float::nan(Float));
    assert_eq!(double(0x7FF0000000000001).neg(), double(0xFFF0000000000001));
}

#[test]
fn ppc_fp128_is_a_sum_of_doubles() {
    let ppc = |text: &str| literal(PpcFp128, text).unwrap();
    let check = |result: Float, text: &str| assert_eq!(result.to_string(), text);
    let one = ppc("0xM3FF00000000000000000000000000000");
    let three = ppc("0xM40080000000000000000000000000000");
    check(one.add(ppc("0xM00000000000000010000000000000000")), "0xM3FF00000000000000000000000000001");
    check(one.div(three), "0xM3FD55555555555553C75555555555556");
    check(one.sub(three), "0xMC0000000000000008000000000000000");
    check(one.neg(), "0xMBFF00000000000008000000000000000");
    let ones = Int::all_ones(128);
    check(Float::from_int(PpcFp128, &ones, false), "0xM47F0000000000000BFF0000000000000");
    assert_eq!(Float::from_int(PpcFp128, &ones, false).to_int(128, false), Some(ones));
    let signaling = ppc("0xM7FF00000000000010000000000000000");
    check(signaling.div(one), "0xM7FF80000000000010000000000000000");
}

#[test]
fn integers_are_truncated_and_checked() {
    let to_int = |value: f64, width, signed| Float::from_f64(value).to_int(width, signed).map(|it| it.to_string());
    assert_eq!(to_int(-128.9, 8, true).as_deref(), Some("-128"));
    assert_eq!(to_int(-129.0, 8, true), None);
    assert_eq!(to_int(128.0, 8, true), None);
    assert_eq!(to_int(255.9, 8, false).as_deref(), Some("-1"));
    assert_eq!(to_int(-0.9, 8, false).as_deref(), Some("0"));
    assert_eq!(to_int(-1.0, 8, false), None);
    assert_eq!(to_int(f64::NAN, 8, true), None);
    assert_eq!(to_int(1e300, 1000, true).unwrap(), format!("{:.0}", 1e300));
    let saturating = |value: f64, signed| Float::from_f64(value).to_int_saturating(8, signed).low_u64();
    assert_eq!(saturating(f64::NAN, true), 0);
    assert_eq!((saturating(1e9, true), saturating(-1e9, true)), (0x7F, 0x80));
    assert_eq!((saturating(f64::INFINITY, false), saturating(-5.0, false)), (0xFF, 0));
}

#[test]
fn integers_beyond_the_largest_float_are_infinite() {
    assert_eq!(Float::from_int(Half, &Int::new(64, 70_000), false), Float::infinity(Half));
    assert_eq!(Float::from_int(Float, &Int::all_ones(128), false), Float::infinity(Float));
    assert_eq!(Float::from_int(Double, &Int::min_signed(2000), true), Float::infinity(Double).neg());
}

#[test]
fn a_denormal_is_smaller_than_full_precision_reaches() {
    for &format in FloatFormat::ALL {
        assert!(Float::from_bits(format, 1).is_denormal(), "{format}");
        assert!(!Float::zero(format).is_denormal(), "{format}");
        assert!(!Float::largest(format).is_denormal(), "{format}");
        assert!(Float::infinity(format).is_infinite() && Float::nan(format).is_nan(), "{format}");
    }
}
