//! Mathematical functions.
//!
//! Exact functions (rounding, remainders, square roots, decomposition) are exact in every format. The others call the functions
//! of the host, so that results are the same as natively: through Rust's standard library if it has the function, otherwise as
//! native functions. Without a host, `long double` functions are computed in `double`.

use lindworm_eval::{Float, FloatFormat, Int, Rounding};

use super::errno::{EDOM, ERANGE};
use super::{Builtin, Call, Then};
use crate::stop::Stop;
use crate::value::Reg;

/// Defines a table. Each function exists for `double`, as `NAMEf` for `float` and as `NAMEl` for `long double`. The first flag
/// tells whether the first two are approximate, the second whether the last one is.
macro_rules! math {
    ($table:ident, $approximate:literal, $long:literal: $($name:literal = $run:expr,)*) => {
        pub(crate) const $table: &[Builtin] = &[
            $(
                Builtin { name: $name, approximate: $approximate, run: $run },
                Builtin { name: concat!($name, "f"), approximate: $approximate, run: $run },
                Builtin { name: concat!($name, "l"), approximate: $long, run: $run },
            )*
        ];
    };
}

math! {
    OF_HOST, false, true:
    "sin" = |c| one(c, f32::sin, f64::sin),
    "cos" = |c| one(c, f32::cos, f64::cos),
    "tan" = |c| one(c, f32::tan, f64::tan),
    "asin" = |c| one(c, f32::asin, f64::asin),
    "acos" = |c| one(c, f32::acos, f64::acos),
    "atan" = |c| one(c, f32::atan, f64::atan),
    "sinh" = |c| one(c, f32::sinh, f64::sinh),
    "cosh" = |c| one(c, f32::cosh, f64::cosh),
    "tanh" = |c| one(c, f32::tanh, f64::tanh),
    "exp" = |c| one(c, f32::exp, f64::exp),
    "exp2" = |c| one(c, f32::exp2, f64::exp2),
    "expm1" = |c| one(c, f32::exp_m1, f64::exp_m1),
    "log" = |c| one(c, f32::ln, f64::ln),
    "log2" = |c| one(c, f32::log2, f64::log2),
    "log10" = |c| one(c, f32::log10, f64::log10),
    "log1p" = |c| one(c, f32::ln_1p, f64::ln_1p),
    "pow" = |c| two(c, f32::powf, f64::powf),
    "atan2" = |c| two(c, f32::atan2, f64::atan2),
    "hypot" = |c| two(c, f32::hypot, f64::hypot),
    "sincos" = |c| {
        let (value, sine, cosine) = (c.float(0)?, c.register(1)?, c.register(2)?);
        let (s, k) = match value.format() {
            FloatFormat::Float => {
                let (s, k) = single(value).sin_cos();
                (Float::from_f32(s), Float::from_f32(k))
            }
            format => {
                let (s, k) = double(value).sin_cos();
                (Float::from_f64(s).convert(format).0, Float::from_f64(k).convert(format).0)
            }
        };
        c.state.write_float(sine, s)?;
        c.state.write_float(cosine, k)?;
        Ok(Then::Return)
    },
    "cabs" = |c| complex(c, f64::hypot),
    "carg" = |c| complex(c, |re, im| im.atan2(re)),
}

math! {
    APPROXIMATE, true, true:
    "asinh" = |c| one(c, libm::asinhf, libm::asinh),
    "acosh" = |c| one(c, libm::acoshf, libm::acosh),
    "atanh" = |c| one(c, libm::atanhf, libm::atanh),
    "exp10" = |c| one(c, libm::exp10f, libm::exp10),
    "pow10" = |c| one(c, libm::exp10f, libm::exp10),
    "cbrt" = |c| one(c, f32::cbrt, f64::cbrt),
    "erf" = |c| one(c, libm::erff, libm::erf),
    "erfc" = |c| one(c, libm::erfcf, libm::erfc),
    "tgamma" = |c| one(c, libm::tgammaf, libm::tgamma),
    "j0" = |c| one(c, libm::j0f, libm::j0),
    "j1" = |c| one(c, libm::j1f, libm::j1),
    "y0" = |c| one(c, libm::y0f, libm::y0),
    "y1" = |c| one(c, libm::y1f, libm::y1),
    "jn" = |c| {
        let (n, x) = (c.int(0)?, double(c.float(1)?));
        c.state.spend(n.unsigned_abs().into())?;
        c.give_float(Float::from_f64(libm::jn(n, x)))
    },
    "yn" = |c| {
        let (n, x) = (c.int(0)?, double(c.float(1)?));
        c.state.spend(n.unsigned_abs().into())?;
        c.give_float(Float::from_f64(libm::yn(n, x)))
    },
}

math! {
    TABLE, false, false:
    // The host's function would set its own `signgam`.
    "lgamma" = |c| {
        let sign = libm::lgamma_r(double(c.float(0)?)).1;
        c.state.set_c_int(b"signgam", sign)?;
        one(c, libm::lgammaf, libm::lgamma)
    },
    "gamma" = |c| one(c, libm::lgammaf, libm::lgamma),
    "fabs" = |c| exact(c, Float::abs),
    "sqrt" = |c| {
        let value = c.float(0)?;
        let root = value.sqrt();
        report(c, root, &[value])?;
        c.give_float(root)
    },
    "floor" = |c| exact(c, |x| x.round(Rounding::Downward)),
    "ceil" = |c| exact(c, |x| x.round(Rounding::Upward)),
    "trunc" = |c| exact(c, |x| x.round(Rounding::TowardZero)),
    "round" = |c| exact(c, |x| x.round(Rounding::NearestAway)),
    "roundeven" = |c| exact(c, |x| x.round(Rounding::NearestEven)),
    "rint" = |c| exact(c, |x| x.round(Rounding::NearestEven)),
    "nearbyint" = |c| exact(c, |x| x.round(Rounding::NearestEven)),
    "lround" = |c| to_integer(c, Rounding::NearestAway),
    "llround" = |c| to_integer(c, Rounding::NearestAway),
    "lrint" = |c| to_integer(c, Rounding::NearestEven),
    "llrint" = |c| to_integer(c, Rounding::NearestEven),
    "fmod" = |c| remainder(c, Float::rem),
    "remainder" = |c| remainder(c, nearest_remainder),
    "drem" = |c| remainder(c, nearest_remainder),
    "remquo" = |c| {
        let ([a, b], place) = (c.floats()?, c.register(2)?);
        let rest = nearest_remainder(a, b);
        // The last bits of the quotient, which is an integer up to rounding.
        let quotient = double(a.sub(rest).div(b).round(Rounding::NearestEven));
        let low = (quotient.abs() % 8.0) as i64;
        let low = if quotient < 0.0 { -low } else { low };
        c.state.write_int(place, 0, 4, low as u64)?;
        c.give_float(rest)
    },
    "copysign" = |c| {
        let [a, b] = c.floats()?;
        c.give_float(a.copysign(b))
    },
    "fmax" = |c| {
        let [a, b] = c.floats()?;
        c.give_float(if b.is_nan() || a.compare(b).is_some_and(|o| o.is_ge()) { a } else { b })
    },
    "fmin" = |c| {
        let [a, b] = c.floats()?;
        c.give_float(if b.is_nan() || a.compare(b).is_some_and(|o| o.is_le()) { a } else { b })
    },
    "fdim" = |c| {
        let [a, b] = c.floats()?;
        let result = match a.compare(b) {
            Some(order) if order.is_le() => Float::zero(a.format()),
            _ => a.sub(b),
        };
        report(c, result, &[a, b])?;
        c.give_float(result)
    },
    "fma" = |c| {
        let [a, b, d] = c.floats()?;
        let result = a.fma(b, d);
        report(c, result, &[a, b, d])?;
        c.give_float(result)
    },
    "ldexp" = |c| scale(c),
    "scalbn" = |c| scale(c),
    "scalbln" = |c| scale(c),
    "frexp" = |c| {
        let (value, place) = (c.float(0)?, c.register(1)?);
        let (fraction, exponent) = value.frexp();
        c.state.write_int(place, 0, 4, exponent as u64)?;
        c.give_float(fraction)
    },
    "modf" = |c| {
        let (value, place) = (c.float(0)?, c.register(1)?);
        let whole = value.round(Rounding::TowardZero);
        c.state.write_float(place, whole)?;
        let rest = if value.is_finite() { value.sub(whole) } else { Float::zero(value.format()) };
        c.give_float(if value.is_nan() { value } else { rest.copysign(value) })
    },
    "logb" = |c| {
        let value = c.float(0)?;
        let format = value.format();
        let result = match () {
            () if value.is_nan() => value,
            () if value.is_infinite() => value.abs(),
            () if value.is_zero() => {
                c.state.set_errno(ERANGE)?;
                Float::infinity(format).neg()
            }
            () => Float::from_f64(f64::from(value.frexp().1 - 1)),
        };
        c.give_float(result)
    },
    "ilogb" = |c| {
        let value = c.float(0)?;
        let (result, error) = match () {
            () if value.is_zero() || value.is_nan() => (i32::MIN, true),
            () if value.is_infinite() => (i32::MAX, true),
            () => (value.frexp().1 - 1, false),
        };
        if error {
            c.state.set_errno(EDOM)?;
        }
        c.give_signed(result.into())
    },
    "significand" = |c| {
        let value = c.float(0)?;
        let exponent = value.frexp().1;
        c.give_float(value.ldexp(1 - exponent))
    },
    "nextafter" = |c| next_after(c),
    "nexttoward" = |c| next_after(c),
    "nan" = |c| c.give_float(Float::nan(FloatFormat::Double)),
    "finite" = |c| {
        let finite = c.float(0)?.is_finite();
        c.give(finite.into())
    },
    "isnan" = |c| {
        let nan = c.float(0)?.is_nan();
        c.give(nan.into())
    },
    "isinf" = |c| infinite(c),
    "__isnan" = |c| {
        let nan = c.float(0)?.is_nan();
        c.give(nan.into())
    },
    "__isinf" = |c| infinite(c),
    "__finite" = |c| {
        let finite = c.float(0)?.is_finite();
        c.give(finite.into())
    },
    "__signbit" = |c| {
        let negative = c.float(0)?.is_negative();
        c.give(negative.into())
    },
    "__fpclassify" = |c| {
        let value = c.float(0)?;
        c.give(match () {
            () if value.is_nan() => 0,
            () if value.is_infinite() => 1,
            () if value.is_zero() => 2,
            () if value.is_denormal() => 3,
            () => 4,
        })
    },

    "creal" = |c| complex(c, |re, _| re),
    "cimag" = |c| complex(c, |_, im| im),
}

fn double(value: Float) -> f64 {
    value.convert(FloatFormat::Double).0.to_f64().unwrap_or(f64::NAN)
}

fn single(value: Float) -> f32 {
    value.convert(FloatFormat::Float).0.to_f32().unwrap_or(f32::NAN)
}

/// Sets `errno` if a result is NaN and no operand is, or if it is infinite and all operands are finite.
fn report(c: &mut Call<'_>, result: Float, operands: &[Float]) -> Result<(), Stop> {
    if result.is_nan() && !operands.iter().any(|o| o.is_nan()) {
        return c.state.set_errno(EDOM);
    }
    if result.is_infinite() && operands.iter().all(|o| o.is_finite()) {
        return c.state.set_errno(ERANGE);
    }
    Ok(())
}

/// A unary function, rounded to its format.
fn one(c: &mut Call<'_>, float: fn(f32) -> f32, wide: fn(f64) -> f64) -> Result<Then, Stop> {
    let value = c.float(0)?;
    let result = match value.format() {
        FloatFormat::Float => Float::from_f32(float(single(value))),
        format => Float::from_f64(wide(double(value))).convert(format).0,
    };
    report(c, result, &[value])?;
    c.give_float(result)
}

/// A binary function, rounded to its format.
fn two(c: &mut Call<'_>, float: fn(f32, f32) -> f32, wide: fn(f64, f64) -> f64) -> Result<Then, Stop> {
    let [a, b] = c.floats()?;
    let result = match a.format() {
        FloatFormat::Float => Float::from_f32(float(single(a), single(b))),
        format => Float::from_f64(wide(double(a), double(b))).convert(format).0,
    };
    report(c, result, &[a, b])?;
    c.give_float(result)
}

/// A function that is exact in every format.
fn exact(c: &mut Call<'_>, function: fn(Float) -> Float) -> Result<Then, Stop> {
    let value = c.float(0)?;
    c.give_float(function(value))
}

fn to_integer(c: &mut Call<'_>, rounding: Rounding) -> Result<Then, Stop> {
    let value = c.float(0)?.round(rounding);
    let bits = c.site.result.leaves.first().map_or(64, |l| l.scalar.bits());
    // An out-of-range value is converted as processors do.
    let result = value.to_int(bits, true).unwrap_or_else(|| Int::min_signed(bits));
    c.give(result.low_u64())
}

fn remainder(c: &mut Call<'_>, function: fn(Float, Float) -> Float) -> Result<Then, Stop> {
    let [a, b] = c.floats()?;
    let result = function(a, b);
    report(c, result, &[a, b])?;
    c.give_float(result)
}

/// The remainder of a division whose quotient is rounded to nearest, ties to even.
fn nearest_remainder(a: Float, b: Float) -> Float {
    if !a.is_finite() || !b.is_finite() || b.is_zero() {
        return a.rem(b);
    }
    let format = a.format();
    let magnitude = b.abs();
    // Computed modulo twice the divisor, in order to determine whether the quotient is even.
    let twice = magnitude.add(magnitude);
    let mut rest = if twice.is_finite() { a.abs().rem(twice) } else { a.abs() };
    let half = magnitude.ldexp(-1);
    let above = |rest: Float, limit: Float| rest.compare(limit).is_some_and(|o| o.is_gt());
    let reaches = |rest: Float, limit: Float| rest.compare(limit).is_some_and(|o| o.is_ge());
    // Half of the smallest numbers is inexact; then twice the remainder is compared.
    let over =
        |rest: Float| if half.add(half) == magnitude { above(rest, half) } else { above(rest.add(rest), magnitude) };
    if over(rest) {
        rest = rest.sub(magnitude);
        let again = if half.add(half) == magnitude { reaches(rest, half) } else { reaches(rest.add(rest), magnitude) };
        if again {
            rest = rest.sub(magnitude);
        }
    }
    let rest = if rest.is_zero() { Float::zero(format) } else { rest };
    if a.is_negative() { rest.neg() } else { rest }
}

fn scale(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (value, exponent) = (c.float(0)?, c.signed(1)?);
    let result = value.ldexp(exponent.clamp(-100_000, 100_000) as i32);
    if !value.is_zero() && value.is_finite() && (result.is_zero() || result.is_infinite()) {
        c.state.set_errno(ERANGE)?;
    }
    c.give_float(result)
}

/// The next representable number after the first argument towards the second.
fn next_after(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (from, to) = (c.float(0)?, c.float(1)?);
    let format = from.format();
    let wide = FloatFormat::Fp128;
    let result = match from.convert(wide).0.compare(to.convert(wide).0) {
        None => {
            if from.is_nan() {
                from
            } else {
                to.convert(format).0
            }
        }
        Some(order) if order.is_eq() => to.convert(format).0,
        Some(order) => {
            let up = order.is_lt();
            let magnitude = from.abs().to_bits();
            // Numbers of the same sign are ordered like their bits. x87 has an explicit integer bit.
            let x87 = format == FloatFormat::X86Fp80;
            let step = |bits: u128, more: bool| match (more, x87) {
                (true, true) if bits & 0x7fff_ffff_ffff_ffff == 0x7fff_ffff_ffff_ffff => {
                    let exponent = (bits >> 64) + 1;
                    exponent << 64 | 1 << 63
                }
                (false, true) if bits & 0x7fff_ffff_ffff_ffff == 0 && bits >> 64 != 0 => {
                    let exponent = (bits >> 64) - 1;
                    let top = if exponent == 0 { 0 } else { 1 << 63 };
                    exponent << 64 | top | 0x7fff_ffff_ffff_ffff
                }
                (true, _) => bits + 1,
                (false, _) => bits - 1,
            };
            if from.is_zero() {
                let least = Float::from_bits(format, 1);
                if up { least } else { least.neg() }
            } else {
                let next = Float::from_bits(format, step(magnitude, up != from.is_negative()));
                if from.is_negative() { next.neg() } else { next }
            }
        }
    };
    if from.is_finite() && result.is_infinite() || result.is_denormal() {
        c.state.set_errno(ERANGE)?;
    }
    c.give_float(result)
}

fn infinite(c: &mut Call<'_>) -> Result<Then, Stop> {
    let value = c.float(0)?;
    c.give_signed(match (value.is_infinite(), value.is_negative()) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => -1,
    })
}

/// A function of a complex number, which is passed as two floats or as a vector.
fn complex(c: &mut Call<'_>, function: fn(f64, f64) -> f64) -> Result<Then, Stop> {
    let args: Vec<Reg> = c.args.to_vec();
    let single = c.builtin.name.ends_with('f');
    let number = |reg: Reg| match single {
        true => f64::from(f32::from_bits(reg.bits as u32)),
        false => f64::from_bits(reg.bits),
    };
    if c.builtin.name.ends_with('l') || args.len() != 2 {
        return Err(c.state.error(format!("`@{}` is not known for this target", c.builtin.name)));
    }
    let result = function(number(args[0]), number(args[1]));
    c.give_float(Float::from_f64(result))
}
