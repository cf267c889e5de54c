//! Folding of targets' intrinsics whose operands are constants.
//!
//! The names of a target's intrinsics are built of parts (`llvm.nvvm.add.rz.ftz.f`), so that the parts select the operation.

use std::ops::Range;
use std::sync::LazyLock;

use lindworm_ir::eval::{BinaryOp, FastMathFlags, Float, FloatFormat, Int, Rounding};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Type, Value};
use smallvec::SmallVec;

use crate::value_tracking::Query;

impl Query<'_> {
    /// Folds a call of a target's intrinsic.
    pub(super) fn simplify_target_call(&self, id: IntrinsicId, args: &[Value], ty: Type) -> Option<Value> {
        if !TARGETS.iter().any(|ids| ids.contains(&id.index())) {
            return None;
        }
        let name = id.name();
        let (cx, constants) = (self.module.context(), self.module.constants());
        let parts: SmallVec<[&str; 8]> = name.split('.').skip(1).collect();
        if let ["aarch64", "sve", reduction] = parts[..] {
            return self.simplify_sve_reduction(reduction, args, ty);
        }
        if !args.iter().all(|arg| arg.is_constant()) {
            return None;
        }
        let floats: SmallVec<[Float; 3]> = args.iter().map_while(|&arg| constants.as_float(arg)).collect();
        let ints = || args.iter().map_while(|&arg| constants.as_int(cx, arg)).collect::<SmallVec<[Int; 3]>>();
        let float = |value: Float| Some(constants.float(ty, value));
        match parts[..] {
            ["aarch64", "sve", "convert", "from", "svbool"] => {
                constants.is_zero(args[0]).then(|| constants.zero(cx, ty))
            }
            ["amdgcn", "wave", "reduce", _] => {
                let is_number = constants.is_poison(args[0]) || constants.as_int(cx, args[0]).is_some();
                is_number.then_some(args[0])
            }
            ["amdgcn", "perm"] => self.fold_permutation(args, ty),
            ["amdgcn", ..] => float(fold_amdgcn(&parts[1..], &floats, args.len())?),
            ["arm", "mve", "vctp8" | "vctp16" | "vctp32" | "vctp64"] => {
                let count = ints().first()?.to_u64()?;
                let (_, len, _) = cx.vector_shape(ty)?;
                let lanes: SmallVec<[Value; 16]> =
                    (0..u64::from(len)).map(|lane| self.bool(Type::I1, lane < count)).collect();
                Some(constants.aggregate(cx, ty, &lanes))
            }
            ["nvvm", conversion, rounding, ..] if conversion.contains('2') => {
                let (from, to) = conversion.split_once('2')?;
                let is_known = matches!(from, "f" | "d") && matches!(to, "i" | "ui" | "ll" | "ull");
                let [number] = floats[..] else { return None };
                if !is_known {
                    return None;
                }
                let (width, is_signed) = (cx.int_width(ty)?, !to.starts_with('u'));
                if number.is_nan() {
                    // The result is 0 only if neither the number nor the result has 64 bits.
                    let is_narrow = from == "f" && width < 64;
                    return Some(self.int(ty, &if is_narrow { Int::zero(width) } else { Int::min_signed(width) }));
                }
                let number = if parts.last() == Some(&"ftz") { flush(number) } else { number };
                Some(self.int(ty, &number.round(rounding_of(rounding)?).to_int_saturating(width, is_signed)))
            }
            // An undef operand is as large as the other one.
            ["nvvm", "fmin" | "fmax", .., last]
                if args.len() == 2 && args.iter().any(|&arg| constants.is_undef(arg)) =>
            {
                let known = args.iter().find_map(|&arg| constants.as_float(arg))?;
                let known = if parts.contains(&"ftz") { flush(known) } else { known };
                float(if last == "d" { known } else { canonical_nan(known) })
            }
            ["nvvm", ..] if floats.len() == args.len() => float(fold_nvvm(&parts[1..], &floats)?),
            ["wasm", "trunc", sign, ..] => {
                Some(self.int(ty, &floats.first()?.to_int(cx.int_width(ty)?, sign == "signed")?))
            }
            ["wasm", what @ ("anytrue" | "alltrue")] => {
                let mut lanes =
                    constants.elements(cx, args[0])?.map(|lane| Some(!constants.as_int(cx, lane)?.is_zero()));
                let lanes: SmallVec<[bool; 16]> = lanes.by_ref().collect::<Option<_>>()?;
                let is_true = if what == "anytrue" { lanes.contains(&true) } else { !lanes.contains(&false) };
                Some(self.int(ty, &Int::new(cx.int_width(ty)?, is_true.into())))
            }
            ["x86", "sse" | "sse2" | "avx512", conversion] => {
                let (is_truncation, is_signed) =
                    match conversion.strip_prefix("cvtt").or(conversion.strip_prefix("vcvtt")) {
                        Some(rest) => (true, !rest.contains("2usi")),
                        None => (false, !conversion.contains("2usi")),
                    };
                if !conversion.contains("2si") && !conversion.contains("2usi") {
                    return None;
                }
                let number = constants.as_float(constants.element(cx, args[0], 0)?)?;
                // An inexact result is only certain if the rounding mode does not matter.
                let is_exact = number.is_finite() && number.round(Rounding::TowardZero) == number;
                (is_exact || is_truncation)
                    .then(|| Some(self.int(ty, &number.to_int(cx.int_width(ty)?, is_signed)?)))?
            }
            _ => None,
        }
    }

    /// Simplifies a reduction of the active lanes of a scalable vector.
    fn simplify_sve_reduction(&self, reduction: &str, args: &[Value], ty: Type) -> Option<Value> {
        let &[active, vector] = args else { return None };
        let width = self.module.context().int_width(ty)?;
        let neutral = match reduction {
            "andv" | "uminv" => Int::all_ones(width),
            "eorv" | "orv" | "saddv" | "uaddv" | "umaxv" => Int::zero(width),
            "smaxv" => Int::min_signed(width),
            "sminv" => Int::max_signed(width),
            _ => return None,
        };
        let is_none_active = self.module.constants().is_zero(active);
        let is_neutral = |n: Int| n.zext_or_trunc(width) == neutral && (!neutral.is_all_ones() || n.width() == width);
        if is_none_active || self.constant_int(vector).is_some_and(is_neutral) {
            return Some(self.int(ty, &neutral));
        }
        if !self.elements_are(active, Int::is_all_ones) || reduction.ends_with("addv") {
            return None;
        }
        let element = self.splatted(vector)?;
        // The number of elements is even.
        Some(if reduction == "eorv" { self.zero(ty) } else { element })
    }

    /// `llvm.amdgcn.perm`: each byte of the last operand selects a byte of the others, or a constant. Undef bytes are 0, unless
    /// all are undef.
    fn fold_permutation(&self, args: &[Value], ty: Type) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let &[high, low, selector] = args else { return None };
        if constants.is_undef(selector) {
            return Some(constants.undef(ty));
        }
        let number = |v: Value| match constants.is_undef(v) {
            true => Some(None),
            false => Some(Some(constants.as_int(cx, v)?.to_u64()?)),
        };
        let (high, low, selector) = (number(high)?, number(low)?, constants.as_int(cx, selector)?.to_u64()?);
        let byte = |index: u64| {
            let word = if index < 4 { low } else { high };
            word.map(|word| word >> (index % 4 * 8) & 0xff)
        };
        let bytes = [0, 8, 16, 24].map(|shift| match selector >> shift & 0xff {
            index @ 0..8 => byte(index),
            // The sign of the odd bytes.
            index @ 8..12 => byte((index - 8) * 2 + 1).map(|byte| if byte & 0x80 != 0 { 0xff } else { 0 }),
            12 => Some(0),
            _ => Some(0xff),
        });
        if bytes == [None; 4] {
            return Some(constants.undef(ty));
        }
        let word = bytes.iter().rev().fold(0, |word, byte| word << 8 | byte.unwrap_or(0));
        Some(self.int(ty, &Int::new(32, word)))
    }
}

/// The indices of the intrinsics of the targets some of whose intrinsics are folded.
static TARGETS: LazyLock<[Range<usize>; 6]> = LazyLock::new(|| {
    ["aarch64", "amdgcn", "arm", "nvvm", "wasm", "x86"]
        .map(|target| IntrinsicId::with_prefix(&format!("llvm.{target}.")))
});

fn fold_amdgcn(name: &[&str], floats: &[Float], count: usize) -> Option<Float> {
    if floats.len() != count {
        return None;
    }
    match (name, floats) {
        (["cubeid" | "cubesc" | "cubetc" | "cubema"], &[x, y, z]) => Some(fold_cube(name[0], x, y, z)),
        (["fmul", "legacy"], &[a, b]) => {
            // A product with zero is 0.
            if a.is_zero() || b.is_zero() {
                Some(Float::zero(a.format()))
            } else {
                Some(a.fma(b, Float::negative_zero(a.format())))
            }
        }
        (["fma", "legacy"], &[a, b, c]) => {
            let zero = Float::zero(a.format());
            if a.is_zero() || b.is_zero() {
                return zero.binary_rounding(BinaryOp::FAdd, c, Rounding::NearestEven);
            }
            Some(a.fma(b, c))
        }
        (["fract"], &[x]) => {
            let fraction = x.binary_rounding(BinaryOp::FSub, x.round(Rounding::Downward), Rounding::NearestEven)?;
            // The result is less than 1.
            let one = Float::from_int(x.format(), &Int::new(2, 1), true);
            let below_one = Float::from_bits(x.format(), one.to_bits() - 1);
            let is_less = fraction.compare(below_one) == Some(std::cmp::Ordering::Less);
            Some(if fraction.is_nan() || is_less { fraction } else { below_one })
        }
        ([function @ ("sin" | "cos")], &[x]) => {
            let turns = x.convert(FloatFormat::Double).0.to_f64()?;
            // Targets differ outside of this interval.
            if !(-256.0..=256.0).contains(&turns) {
                return None;
            }
            let quarters = turns * 4.0;
            let result = if quarters == quarters.floor() {
                let quarter = quarters as i64 + i64::from(*function == "cos");
                [0.0, 1.0, 0.0, -1.0][(quarter & 3) as usize]
            } else if *function == "cos" {
                (turns * 2.0 * std::f64::consts::PI).cos()
            } else {
                (turns * 2.0 * std::f64::consts::PI).sin()
            };
            Some(Float::from_f64(result).convert(x.format()).0)
        }
        _ => None,
    }
}

/// The face of a cube that a direction points to, the coordinates on it, or twice the major coordinate.
fn fold_cube(what: &str, x: Float, y: Float, z: Float) -> Float {
    let at_least = |a: Float, b: Float| a.abs().compare(b.abs()).is_some_and(std::cmp::Ordering::is_ge);
    let is_below = |a: Float| a.is_negative() && !a.is_zero();
    let (face, s, t, major) = if at_least(z, x) && at_least(z, y) {
        (4, if is_below(z) { x.neg() } else { x }, y.neg(), z)
    } else if at_least(y, x) {
        (2, x, if is_below(y) { z.neg() } else { z }, y)
    } else {
        (0, if is_below(x) { z } else { z.neg() }, y.neg(), x)
    };
    let number = |n: u64| Float::from_int(x.format(), &Int::new(8, n), false);
    match what {
        "cubeid" => number(face + u64::from(is_below(major))),
        "cubesc" => s,
        "cubetc" => t,
        _ => major.fma(number(2), Float::negative_zero(x.format())),
    }
}

fn rounding_of(part: &str) -> Option<Rounding> {
    Some(match part {
        "rm" => Rounding::Downward,
        "rn" => Rounding::NearestEven,
        "rp" => Rounding::Upward,
        "rz" => Rounding::TowardZero,
        _ => return None,
    })
}

/// A subnormal number as a zero of the same sign.
fn flush(number: Float) -> Float {
    if number.is_denormal() { Float::zero(number.format()).copysign(number) } else { number }
}

fn fold_nvvm(parts: &[&str], floats: &[Float]) -> Option<Float> {
    let (&name, modifiers) = parts.split_first()?;
    let has = |part: &str| modifiers.contains(&part);
    let operand = |number: &Float| if has("ftz") { flush(*number) } else { *number };
    let operands: SmallVec<[Float; 3]> = floats.iter().map(operand).collect();
    let rounding = modifiers.first().and_then(|part| rounding_of(part));
    let result = match (name, &operands[..], rounding) {
        ("add", &[a, b], Some(rounding)) => rounded(rounding, |r| a.binary_rounding(BinaryOp::FAdd, b, r)),
        ("mul", &[a, b], Some(rounding)) => rounded(rounding, |r| a.binary_rounding(BinaryOp::FMul, b, r)),
        ("div", &[a, b], Some(rounding)) if !b.is_zero() || a.is_infinite() => {
            rounded(rounding, |r| a.binary_rounding(BinaryOp::FDiv, b, r))
        }
        ("fma", &[a, b, c], Some(rounding)) => rounded(rounding, |r| Some(a.fma_rounding(b, c, r))),
        ("rcp", &[a], Some(rounding)) if a.is_finite() && !a.is_zero() => {
            let one = Float::from_int(a.format(), &Int::new(2, 1), true);
            rounded(rounding, |r| one.binary_rounding(BinaryOp::FDiv, a, r))
        }
        ("sqrt", &[a], None | Some(Rounding::NearestEven)) if a.is_finite() && !a.is_negative() && !has("approx") => {
            Some(a.sqrt())
        }
        ("ceil", &[a], None) if a.is_finite() => Some(a.round(Rounding::Upward)),
        ("floor", &[a], None) if a.is_finite() => Some(a.round(Rounding::Downward)),
        ("round", &[a], None) if a.is_finite() => Some(a.round(Rounding::NearestEven)),
        ("fabs", &[a], None) if a.is_finite() => Some(a.abs()),
        ("saturate", &[a], None) if a.is_finite() => {
            let one = Float::from_int(a.format(), &Int::new(2, 1), true);
            let is_above = a.compare(one) == Some(std::cmp::Ordering::Greater);
            Some(match a.is_negative() || a.is_zero() {
                true => Float::zero(a.format()),
                false if is_above => one,
                false => a,
            })
        }
        ("fmin" | "fmax", &[a, b], None) => {
            let xors_sign = has("xorsign");
            let (x, y) = if xors_sign { (a.abs(), b.abs()) } else { (a, b) };
            let result = extreme(name == "fmax", has("nan"), x, y);
            let is_negative = a.is_negative() != b.is_negative();
            Some(match xors_sign && !result.is_nan() {
                true if result.is_negative() != is_negative => result.neg(),
                _ => canonical_nan(result),
            })
        }
        _ => None,
    };
    result.map(|result| if has("ftz") { flush(result) } else { result })
}

/// The only NaN that operations on `float` have as a result. Those on `double` keep a NaN.
fn canonical_nan(number: Float) -> Float {
    if number.is_nan() && number.format() == FloatFormat::Float {
        Float::from_bits(number.format(), 0x7fff_ffff)
    } else {
        number
    }
}

/// The minimum or maximum of two numbers, where -0 is less than 0. A NaN operand is the result, or it is ignored.
fn extreme(is_max: bool, keeps_nan: bool, a: Float, b: Float) -> Float {
    use lindworm_ir::eval::intrinsic::{Intrinsic::*, evaluate};
    use lindworm_ir::eval::{Outcome, Scalar, ScalarType};
    let it = match (is_max, keeps_nan) {
        (true, true) => Maximum,
        (true, false) => MaximumNum,
        (false, true) => Minimum,
        (false, false) => MinimumNum,
    };
    match evaluate(it, FastMathFlags::empty(), &[Scalar::Float(a), Scalar::Float(b)], &[ScalarType::Float(a.format())])
    {
        Outcome::Value(results) => match results.first() {
            Some(Scalar::Float(result)) => *result,
            _ => a,
        },
        _ => a,
    }
}

/// The result of an operation, unless it is NaN, overflows or underflows.
fn rounded(rounding: Rounding, operation: impl Fn(Rounding) -> Option<Float>) -> Option<Float> {
    let [below, above] = [Rounding::Downward, Rounding::Upward].map(&operation);
    let (below, above, result) = (below?, above?, operation(rounding)?);
    let is_exact = below.compare(above).is_some_and(std::cmp::Ordering::is_eq);
    let is_normal = result.is_finite() && !result.is_denormal() && !result.is_zero();
    (!result.is_nan() && (is_exact || is_normal)).then_some(result)
}
