//! What is computed by the machine is what rustc_apfloat computes in software.

use lindworm_eval::{Float, FloatFormat, Int, Rounding};
use proptest::prelude::*;
use rustc_apfloat::{Float as _, FloatConvert, Round, ieee};

const FORMATS: [FloatFormat; 4] = [FloatFormat::Half, FloatFormat::BFloat, FloatFormat::Float, FloatFormat::Double];

/// Evaluates `$body` with `$F` as rustc_apfloat's type for `$format`.
macro_rules! soft {
    ($format:expr, $F:ident => $body:expr) => {
        match $format {
            FloatFormat::Half => {
                type $F = ieee::Half;
                $body
            }
            FloatFormat::BFloat => {
                type $F = ieee::BFloat;
                $body
            }
            FloatFormat::Float => {
                type $F = ieee::Single;
                $body
            }
            _ => {
                type $F = ieee::Double;
                $body
            }
        }
    };
}

/// Bits of floats, which are often near each other, small, or at the edges of the range.
fn bits<const N: usize>() -> impl Strategy<Value = (FloatFormat, [u128; N])> {
    let bits = (any::<u64>(), 0..6u32, -4..4i64);
    (proptest::sample::select(&FORMATS[..]), proptest::collection::vec(bits, N)).prop_map(|(format, bits)| {
        let fit = |(bits, kind, near): (u64, u32, i64)| {
            let magnitude = match kind {
                0 => (Float::infinity(format).to_bits() as u64).wrapping_add(near as u64),
                1 => near as u64 & 0xF,
                2 => Float::from_int(format, &Int::new(64, bits >> (bits % 64)), false).to_bits() as u64,
                _ => bits,
            };
            Float::from_bits(format, u128::from(magnitude) ^ u128::from(bits & 1) << (format.bits() - 1)).to_bits()
        };
        (format, std::array::from_fn(|i| fit(bits[i])))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 5000, ..ProptestConfig::default() })]

    #[test]
    fn arithmetic((format, [a, b, c]) in bits()) {
        let [x, y, z] = [a, b, c].map(|it| Float::from_bits(format, it));
        let machine = [x.add(y), x.sub(y), x.mul(y), x.div(y), x.rem(y), x.fma(y, z)].map(Float::to_bits);
        let soft = soft!(format, F => {
            let [x, y, z] = [a, b, c].map(F::from_bits);
            [x + y, x - y, x * y, x / y, x % y, x.mul_add(y, z)].map(|it| it.value.to_bits())
        });
        prop_assert_eq!(machine, soft, "{:?} {:?} {:?}", x, y, z);
        let order = soft!(format, F => F::from_bits(a).partial_cmp(&F::from_bits(b)));
        prop_assert_eq!(x.compare(y), order);
    }

    #[test]
    fn casts((format, [value]) in bits()) {
        for to in FORMATS.into_iter().filter(|&it| it != format) {
            let converted = soft!(format, F => soft!(to, T => {
                let mut lost = false;
                let converted = F::from_bits(value).convert(&mut lost);
                let converted: T = converted.value;
                (converted.to_bits(), lost)
            }));
            let (machine, lost) = Float::from_bits(format, value).convert(to);
            prop_assert_eq!(machine.to_bits(), converted.0);
            prop_assert!(lost == converted.1 || machine.is_nan());
        }
    }

    #[test]
    fn integers((format, [value]) in bits(), width in 1..=64u32, integer: i64, shift in 0..64u32) {
        let float = Float::from_bits(format, value);
        let whole = soft!(format, F => F::from_bits(value).to_i128_r(128, Round::TowardZero, &mut false));
        let whole = (!whole.status.contains(rustc_apfloat::Status::INVALID_OP)).then_some(whole.value);
        let signed = whole.filter(|&it| it == it << (128 - width) >> (128 - width));
        let unsigned = whole.filter(|it| (0..1i128 << width).contains(it));
        prop_assert_eq!(float.to_int(width, true), signed.map(|it| Int::from_i128(width, it)));
        prop_assert_eq!(float.to_int(width, false), unsigned.map(|it| Int::from_i128(width, it)));

        let integer = integer >> shift;
        let (signed, unsigned) = soft!(format, F => {
            (F::from_i128(integer.into()).value.to_bits(), F::from_u128((integer as u64).into()).value.to_bits())
        });
        prop_assert_eq!(Float::from_int(format, &Int::from_i64(64, integer), true).to_bits(), signed);
        prop_assert_eq!(Float::from_int(format, &Int::from_i64(64, integer), false).to_bits(), unsigned);
    }

    #[test]
    fn rounding((format, [value]) in bits(), exponent in -300..300i32) {
        let float = Float::from_bits(format, value);
        for &rounding in Rounding::ALL {
            let rounded = soft!(format, F => F::from_bits(value).round_to_integral(rounding.into()).value.to_bits());
            prop_assert_eq!(float.round(rounding).to_bits(), rounded, "{:?} {}", float, rounding);
        }
        let scaled = soft!(format, F => F::from_bits(value).scalbn(exponent).to_bits());
        prop_assert_eq!(float.ldexp(exponent).to_bits(), Float::from_bits(format, scaled).quiet().to_bits());
    }
}

#[test]
fn every_half_and_bfloat_and_what_is_between_them() {
    for format in [FloatFormat::Half, FloatFormat::BFloat] {
        for bits in 0..=0xFFFF {
            let wide = soft!(format, F => {
                let wide: ieee::Double = F::from_bits(bits).convert(&mut false).value;
                wide.to_bits()
            });
            assert_eq!(Float::from_bits(format, bits).convert(FloatFormat::Double).0.to_bits(), wide);
            // The next of the format is so many `double`s away.
            let ulp = 1u128 << (53 - format.precision());
            for near in [1, ulp / 2 - 1, ulp / 2, ulp / 2 + 1, ulp - 1].map(|it| wide + it) {
                let narrow = soft!(format, F => {
                    let narrow: F = ieee::Double::from_bits(near).convert(&mut false).value;
                    narrow.to_bits()
                });
                let machine = Float::from_bits(FloatFormat::Double, near).convert(format).0;
                assert_eq!(machine.to_bits(), narrow, "{near:#x} to {format}");
            }
        }
    }
}
