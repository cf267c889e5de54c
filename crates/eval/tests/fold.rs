//! What operations give. The folded values are those of LLVM 22.

use lindworm_eval::fold::*;
use lindworm_eval::{
    BinaryOp, CastOp, FastMathFlags, Float, FloatFormat, FloatPredicate, Int, IntFlags, IntPredicate, Outcome, Scalar,
    ScalarType, Why,
};

use Outcome::{Poison, Undefined, Value};

const I8: ScalarType = ScalarType::Int(8);
const DOUBLE: ScalarType = ScalarType::Float(FloatFormat::Double);

fn i8(value: i64) -> Int {
    Int::from_i64(8, value)
}

fn f64(value: f64) -> Float {
    Float::from_f64(value)
}

#[track_caller]
fn check(op: BinaryOp, flags: IntFlags, a: i64, b: i64, expected: Outcome<i64>) {
    assert_eq!(int_binary(op, flags, &i8(a), &i8(b)), expected.map(i8));
}

#[test]
fn wrapping_breaks_nuw_and_nsw() {
    use BinaryOp::*;
    let (none, nuw, nsw) = (IntFlags::empty(), IntFlags::NUW, IntFlags::NSW);
    check(Add, none, 127, 1, Value(-128));
    check(Add, nuw, 127, 1, Value(-128));
    check(Add, nsw, 127, 1, Poison(Why::SignedWrap));
    check(Add, nsw, -1, 1, Value(0));
    check(Add, nuw, -1, 1, Poison(Why::UnsignedWrap));
    check(Sub, nuw, 1, 2, Poison(Why::UnsignedWrap));
    check(Sub, nsw, -128, 1, Poison(Why::SignedWrap));
    check(Mul, nuw, 16, 16, Poison(Why::UnsignedWrap));
    check(Mul, nsw, 16, 8, Poison(Why::SignedWrap));
    check(Mul, nuw, 16, 8, Value(-128));
    check(Shl, nuw, -1, 1, Poison(Why::UnsignedWrap));
    check(Shl, nsw, -1, 1, Value(-2));
    check(Shl, nsw, 1, 7, Poison(Why::SignedWrap));
}

#[test]
fn shifting_by_the_width_is_poison() {
    for op in [BinaryOp::Shl, BinaryOp::LShr, BinaryOp::AShr] {
        check(op, IntFlags::empty(), 1, 8, Poison(Why::ShiftTooFar));
        check(op, IntFlags::empty(), 1, -1, Poison(Why::ShiftTooFar));
    }
    check(BinaryOp::AShr, IntFlags::empty(), -128, 7, Value(-1));
    check(BinaryOp::LShr, IntFlags::empty(), -128, 7, Value(1));
}

#[test]
fn a_lost_remainder_breaks_exact() {
    use BinaryOp::*;
    for op in [UDiv, SDiv] {
        check(op, IntFlags::EXACT, 6, 2, Value(3));
        check(op, IntFlags::EXACT, 7, 2, Poison(Why::Inexact));
        check(op, IntFlags::empty(), 7, 2, Value(3));
    }
    for op in [LShr, AShr] {
        check(op, IntFlags::EXACT, 6, 1, Value(3));
        check(op, IntFlags::EXACT, 7, 1, Poison(Why::Inexact));
    }
}

#[test]
fn a_common_bit_breaks_disjoint() {
    check(BinaryOp::Or, IntFlags::DISJOINT, 1, 2, Value(3));
    check(BinaryOp::Or, IntFlags::DISJOINT, 3, 2, Poison(Why::NotDisjoint));
    check(BinaryOp::Or, IntFlags::empty(), 3, 2, Value(3));
}

#[test]
fn dividing_by_zero_or_out_of_range_is_undefined() {
    use BinaryOp::*;
    for op in [UDiv, SDiv, URem, SRem] {
        check(op, IntFlags::empty(), 1, 0, Undefined(Why::DivisionByZero));
    }
    for op in [SDiv, SRem] {
        check(op, IntFlags::empty(), -128, -1, Undefined(Why::DivisionOverflow));
    }
    check(SDiv, IntFlags::empty(), 7, -2, Value(-3));
    check(SRem, IntFlags::empty(), -7, 2, Value(-1));
}

#[test]
fn a_float_operation_takes_no_integers() {
    check(BinaryOp::FAdd, IntFlags::empty(), 1, 1, Undefined(Why::WrongOperands));
    let outcome = float_binary(BinaryOp::Add, FastMathFlags::empty(), f64(1.0), f64(1.0));
    assert_eq!(outcome, Undefined(Why::WrongOperands));
}

#[test]
fn nan_breaks_nnan_and_infinity_breaks_ninf() {
    let (nnan, ninf) = (FastMathFlags::NNAN, FastMathFlags::NINF);
    let (one, infinity) = (f64(1.0), f64(f64::INFINITY));
    assert_eq!(float_binary(BinaryOp::FAdd, nnan | ninf, one, one), Value(f64(2.0)));
    assert_eq!(float_binary(BinaryOp::FSub, nnan, infinity, infinity), Poison(Why::Nan));
    assert_eq!(float_binary(BinaryOp::FDiv, ninf, one, f64(0.0)), Poison(Why::Infinite));
    assert_eq!(float_binary(BinaryOp::FDiv, ninf, one, infinity), Poison(Why::Infinite));
    assert_eq!(fcmp(FloatPredicate::Olt, ninf, one, infinity), Poison(Why::Infinite));
}

#[test]
fn integers_compare_as_the_predicate_says() {
    let holds = |predicate, a, b| icmp(predicate, IntFlags::empty(), &i8(a), &i8(b)).value().unwrap();
    let when_less = |it: IntPredicate| !it.holds_when_equal() && holds(it, -1, 1);
    let less: Vec<_> = IntPredicate::ALL.iter().copied().filter(|&it| when_less(it)).collect();
    assert_eq!(less, [IntPredicate::Ne, IntPredicate::Ugt, IntPredicate::Slt]);
    for &predicate in IntPredicate::ALL {
        assert_eq!(holds(predicate, 5, 5), predicate.holds_when_equal());
        for (a, b) in [(1, 2), (2, 1), (-1, 1), (3, 3)] {
            assert_eq!(holds(predicate, a, b), !holds(predicate.inverse(), a, b));
            assert_eq!(holds(predicate, a, b), holds(predicate.swapped(), b, a));
        }
    }
    let samesign = icmp(IntPredicate::Ult, IntFlags::SAMESIGN, &i8(-1), &i8(1));
    assert_eq!(samesign, Poison(Why::SignsDiffer));
}

#[test]
fn floats_compare_as_the_predicate_says() {
    let holds = |predicate, a, b| fcmp(predicate, FastMathFlags::empty(), f64(a), f64(b)).value().unwrap();
    assert!(holds(FloatPredicate::Oeq, 0.0, -0.0));
    assert!(!holds(FloatPredicate::Oeq, f64::NAN, f64::NAN));
    assert!(holds(FloatPredicate::Ueq, f64::NAN, 1.0));
    assert!(holds(FloatPredicate::Ole, -2.0, -1.0));
    assert!(holds(FloatPredicate::Ord, -2.0, -1.0));
}

#[test]
fn casts_keep_their_promises() {
    let trunc = |flags, value| cast(CastOp::Trunc, flags, &Int::from_i64(16, value).into(), I8);
    assert_eq!(trunc(IntFlags::empty(), 256), Value(i8(0).into()));
    assert_eq!(trunc(IntFlags::NUW, 255), Value(i8(-1).into()));
    assert_eq!(trunc(IntFlags::NUW, 256), Poison(Why::UnsignedWrap));
    assert_eq!(trunc(IntFlags::NSW, -128), Value(i8(-128).into()));
    assert_eq!(trunc(IntFlags::NSW, 128), Poison(Why::SignedWrap));
    let i16 = ScalarType::Int(16);
    assert_eq!(cast(CastOp::ZExt, IntFlags::NNEG, &i8(-1).into(), i16), Poison(Why::Negative));
    assert_eq!(cast(CastOp::UIToFP, IntFlags::NNEG, &i8(-1).into(), DOUBLE), Poison(Why::Negative));
    assert_eq!(cast(CastOp::UIToFP, IntFlags::empty(), &i8(-1).into(), DOUBLE), Value(f64(255.0).into()));
    assert_eq!(cast(CastOp::SIToFP, IntFlags::empty(), &i8(-1).into(), DOUBLE), Value(f64(-1.0).into()));
    let to_int = |op, value: f64| cast(op, IntFlags::empty(), &f64(value).into(), I8);
    assert_eq!(to_int(CastOp::FPToSI, 200.0), Poison(Why::NotRepresentable));
    assert_eq!(to_int(CastOp::FPToUI, 200.5), Value(i8(-56).into()));
    assert_eq!(to_int(CastOp::Trunc, 1.0), Undefined(Why::WrongOperands));
    assert_eq!(to_int(CastOp::BitCast, 1.0), Undefined(Why::WrongOperands));
}

#[test]
fn bits_are_cast_and_back() {
    let bits = Int::new(64, 0x7FF0_0000_0000_0001);
    let float = cast(CastOp::BitCast, IntFlags::empty(), &bits.clone().into(), DOUBLE).value().unwrap();
    let back = cast(CastOp::BitCast, IntFlags::empty(), &float, ScalarType::Int(64));
    assert_eq!(back, Value(bits.into()));
}

/// `undef`, `poison`, or a number of the type.
fn scalar(ty: ScalarType, text: &str) -> Scalar {
    match (text, ty) {
        ("undef", _) => Scalar::Undef,
        ("poison", _) => Scalar::Poison,
        ("nan", ScalarType::Float(format)) => Float::nan(format).into(),
        ("snan", ScalarType::Float(format)) => Float::from_bits(format, Float::infinity(format).to_bits() + 1).into(),
        (_, ScalarType::Int(width)) => Int::parse_decimal(text.as_bytes()).unwrap().resize(width).into(),
        (_, ScalarType::Float(format)) => Float::parse_decimal(text.as_bytes()).unwrap().convert(format).0.into(),
    }
}

/// Each case is `op a, b => result`.
#[track_caller]
fn check_folds(ty: ScalarType, cases: &str) {
    for case in cases.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let words: Vec<_> = case.split([' ', ',']).filter(|it| !it.is_empty() && *it != "=>").collect();
        let [op, a, b, result] = words[..] else { panic!("{case}") };
        let op = BinaryOp::from_name(op.as_bytes()).unwrap();
        assert_eq!(fold_binary(op, ty, &scalar(ty, a), &scalar(ty, b)), scalar(ty, result), "{case}");
    }
}

#[test]
fn integers_fold_as_in_llvm() {
    check_folds(
        ScalarType::Int(32),
        "add undef, 3 => undef
        sub 3, undef => undef
        sub undef, undef => undef
        xor undef, undef => 0
        xor undef, 3 => undef
        and undef, 3 => 0
        and undef, -1 => undef
        and undef, undef => undef
        or undef, 3 => -1
        or undef, undef => undef
        mul undef, 3 => undef
        mul undef, 4 => 0
        mul undef, undef => undef
        udiv undef, 3 => 0
        udiv undef, 1 => undef
        udiv undef, 0 => poison
        udiv 3, undef => poison
        udiv 1, 0 => poison
        sdiv -2147483648, -1 => poison
        urem undef, 3 => 0
        srem undef, 1 => 0
        srem 3, undef => poison
        shl undef, 3 => 0
        shl undef, 0 => undef
        shl undef, 32 => 0
        shl 3, undef => poison
        shl 1, 32 => poison
        lshr undef, undef => poison
        ashr undef, 3 => 0
        and poison, 0 => poison
        add poison, undef => poison
        add 2147483647, 1 => -2147483648",
    );
    check_folds(ScalarType::Int(1), "srem 1, 1 => 0");
}

#[test]
fn floats_fold_as_in_llvm() {
    check_folds(
        DOUBLE,
        "fadd undef, 1.0 => nan
        fadd undef, -0.0 => undef
        fadd undef, undef => undef
        fsub undef, 1.0 => nan
        fsub undef, 0.0 => undef
        fsub -0.0, undef => undef
        frem 1.0, undef => nan
        fdiv undef, 1.0 => undef
        fdiv 1.0, undef => nan
        fmul snan, 1.0 => snan
        fadd snan, -0.0 => snan
        fmul 2.0, poison => poison
        fadd 1.0, 2.0 => 3.0",
    );
    let ppc = ScalarType::Float(FloatFormat::PpcFp128);
    check_folds(ppc, "fsub undef, 0.0 => undef");
    let half_negative = Float::from_bits(FloatFormat::PpcFp128, 1 << 63).into();
    assert_eq!(fold_binary(BinaryOp::FAdd, ppc, &Scalar::Undef, &half_negative), Scalar::Undef);
    let negative = Float::zero(FloatFormat::PpcFp128).neg().into();
    assert_eq!(fold_binary(BinaryOp::FAdd, ppc, &Scalar::Undef, &negative), Float::nan(FloatFormat::PpcFp128).into());
}

#[test]
fn comparisons_of_undef_fold_as_in_llvm() {
    let (three, one) = (Scalar::from(i8(3)), Scalar::from(f64(1.0)));
    let icmp = |predicate, b: &Scalar| fold_icmp(predicate, &Scalar::Undef, b);
    assert_eq!(icmp(IntPredicate::Eq, &three), Scalar::Undef);
    assert_eq!(icmp(IntPredicate::Ult, &three), false.into());
    assert_eq!(icmp(IntPredicate::Ule, &three), true.into());
    assert_eq!(icmp(IntPredicate::Slt, &Scalar::Undef), Scalar::Undef);
    assert_eq!(icmp(IntPredicate::Slt, &Scalar::Poison), Scalar::Poison);
    assert_eq!(fold_icmp(IntPredicate::Slt, &three, &three), false.into());
    let fcmp = |predicate, b: &Scalar| fold_fcmp(predicate, &Scalar::Undef, b);
    assert_eq!(fcmp(FloatPredicate::Oeq, &one), false.into());
    assert_eq!(fcmp(FloatPredicate::Une, &Scalar::Undef), true.into());
    assert_eq!(fcmp(FloatPredicate::Une, &Scalar::Poison), Scalar::Poison);
    assert_eq!(fcmp(FloatPredicate::False, &Scalar::Poison), false.into());
    assert_eq!(fold_fcmp(FloatPredicate::Oge, &one, &one), true.into());
}

#[test]
fn casts_of_undef_fold_as_in_llvm() {
    for op in [CastOp::ZExt, CastOp::SExt] {
        assert_eq!(fold_cast(op, &Scalar::Undef, I8), Some(Scalar::zero(I8)));
        assert_eq!(fold_cast(op, &Scalar::Poison, I8), Some(Scalar::Poison));
    }
    assert_eq!(fold_cast(CastOp::SIToFP, &Scalar::Undef, DOUBLE), Some(Scalar::zero(DOUBLE)));
    for (op, ty) in [(CastOp::Trunc, I8), (CastOp::FPToUI, I8), (CastOp::FPExt, DOUBLE), (CastOp::BitCast, DOUBLE)] {
        assert_eq!(fold_cast(op, &Scalar::Undef, ty), Some(Scalar::Undef));
    }
    assert_eq!(fold_cast(CastOp::FPToSI, &f64(f64::NAN).into(), I8), Some(Scalar::Poison));
    assert_eq!(fold_fneg(&Scalar::Undef), Scalar::Undef);
    assert_eq!(fold_fneg(&f64(1.0).into()), f64(-1.0).into());
}

#[test]
fn some_bitcasts_llvm_does_not_fold() {
    let ppc = FloatFormat::PpcFp128;
    let bitcast = |value: Scalar, to| fold_cast(CastOp::BitCast, &value, to);
    assert_eq!(bitcast(Float::zero(ppc).into(), ScalarType::Int(128)), None);
    assert_eq!(bitcast(Int::zero(128).into(), ScalarType::Float(ppc)), None);
    assert_eq!(bitcast(Float::zero(FloatFormat::BFloat).into(), ScalarType::Float(FloatFormat::Half)), None);
}
