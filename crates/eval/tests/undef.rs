//! Undef bits against every choice of what they may be.

use lindworm_eval::integer::{self, Integer};
use lindworm_eval::intrinsic::Intrinsic;
use lindworm_eval::undef::{self, Bits};
use lindworm_eval::word::{self, Word};
use lindworm_eval::{
    BinaryOp, CastOp, FastMathFlags, Float, FloatFormat, FloatPredicate, Int, IntFlags, IntPredicate, Outcome, Scalar,
    ScalarType, Why, fold,
};
use proptest::prelude::*;

use Outcome::{Poison, Undefined, Value};

/// Intrinsics on two integers of one width.
const OF_TWO: [Intrinsic; 19] = {
    use Intrinsic::*;
    [
        SMax,
        SMin,
        UMax,
        UMin,
        SCmp,
        UCmp,
        SAddWithOverflow,
        UAddWithOverflow,
        SSubWithOverflow,
        USubWithOverflow,
        SMulWithOverflow,
        UMulWithOverflow,
        SAddSat,
        UAddSat,
        SSubSat,
        USubSat,
        SShlSat,
        UShlSat,
        ClMul,
    ]
};

/// Every row of `width` bits of which each is 0, 1 or undef.
fn rows(width: u32) -> impl Iterator<Item = Bits<Word>> + Clone {
    let ones = (1 << width) - 1;
    let split = move |undef: u64| (0..=ones).filter(move |value| value & undef == 0).map(move |value| (value, undef));
    (0..=ones).flat_map(split).map(move |(value, undef)| Bits::new(Word::new(width, value), Word::new(width, undef)))
}

/// Everything that `bits` may be.
fn choices(bits: &Bits<Word>) -> impl Iterator<Item = Word> + Clone + use<> {
    let (width, value, undef) = (bits.width(), bits.defined_bits().bits(), bits.undef_bits().bits());
    let ranges = bits.ranges().map(|it| it.map(|(from, to)| from.bits()..=to.bits()));
    let next = move |choice: &u64| (*choice != 0).then(|| (choice - 1) & undef);
    std::iter::successors(Some(undef), next)
        .map(move |choice| value | choice)
        .filter(move |it| ranges.iter().flatten().any(|range| range.contains(it)))
        .map(move |it| Word::new(width, it))
}

/// What the outcomes of all choices are together, as `undef` promises: the worst, or which bits differ.
#[derive(Debug, PartialEq)]
enum Together {
    Undefined,
    Poison,
    Value(u64, u64),
}

fn together(outcomes: impl Iterator<Item = Outcome<Word>>) -> Together {
    let (mut poison, mut zeros, mut ones) = (false, 0, 0);
    for outcome in outcomes {
        match outcome {
            Undefined(_) => return Together::Undefined,
            Poison(_) => poison = true,
            Value(value) => (zeros, ones) = (zeros | !value.bits(), ones | value.bits()),
        }
    }
    if poison { Together::Poison } else { Together::Value(ones & !zeros, ones & zeros) }
}

fn simple(outcome: &Outcome<Bits<Word>>) -> Together {
    match outcome {
        Undefined(_) => Together::Undefined,
        Poison(_) => Together::Poison,
        Value(bits) => Together::Value(bits.defined_bits().bits(), bits.undef_bits().bits()),
    }
}

/// `got` is what `expected` is, except that more bits may be undef.
fn covers(got: &Together, expected: &Together) -> bool {
    match (got, expected) {
        (&Together::Value(value, undef), &Together::Value(other, varying)) => {
            varying & !undef == 0 && value == other & !undef
        }
        _ => got == expected,
    }
}

fn every_set(of: IntFlags) -> impl Iterator<Item = IntFlags> {
    (0..=of.bits()).filter_map(IntFlags::from_bits).filter(move |it| of.contains(*it))
}

/// Calls `check` with both operands and the outcomes of all their choices.
fn for_each_pair(
    width: u32,
    combine: impl Fn(&Word, &Word) -> Outcome<Word>,
    check: impl Fn(&Bits<Word>, &Bits<Word>, Together),
) {
    for a in rows(width) {
        for b in rows(width) {
            let outcomes = choices(&a).flat_map(|x| choices(&b).map(move |y| (x, y))).map(|(x, y)| combine(&x, &y));
            check(&a, &b, together(outcomes));
        }
    }
}

#[test]
fn binary_operations_give_what_all_choices_have_in_common() {
    use BinaryOp::*;
    for width in [1, 3, 4] {
        for op in [Add, Sub, Mul, Shl, LShr, AShr, UDiv, SDiv, URem, SRem, And, Or, Xor] {
            for flags in every_set(op.allowed_flags()) {
                for_each_pair(
                    width,
                    |x, y| integer::binary(op, flags, x, y),
                    |a, b, expected| {
                        let got = simple(&undef::binary(op, flags, a, b));
                        let exact = !matches!(op, Mul | URem | SRem | UDiv | SDiv);
                        // As documented, an undef divisor is no divisor of all.
                        if flags.contains(IntFlags::EXACT) && !b.is_defined() && got == Together::Poison {
                            return;
                        }
                        let right = if exact { got == expected } else { covers(&got, &expected) };
                        assert!(right, "{op} {flags:?} {a:?}, {b:?}: {got:?}, not {expected:?}");
                    },
                );
            }
        }
    }
}

#[test]
fn a_product_is_defined_below_its_first_undef_bit_and_above_its_last() {
    let (low, high) = (Bits::new(Word::new(16, 0b0110), Word::new(16, 0b1000)), Word::new(16, 0b0100).into());
    let product = undef::binary(BinaryOp::Mul, IntFlags::empty(), &low, &high);
    assert_eq!(product, Value(Bits::new(Word::new(16, 0b011000), Word::new(16, 0b100000))));
}

#[test]
fn comparisons_are_undef_where_a_choice_decides() {
    for predicate in IntPredicate::ALL {
        for same_sign in [false, true] {
            for_each_pair(
                4,
                |x, y| integer::icmp(*predicate, same_sign, x, y).map(|it| Word::new(1, it.into())),
                |a, b, expected| {
                    let Together::Value(value, undef) = expected else {
                        return assert_eq!(simple(&undef::icmp(*predicate, same_sign, a, b)), expected);
                    };
                    let got = simple(&undef::icmp(*predicate, same_sign, a, b));
                    assert_eq!(got, Together::Value(value & 1, undef & 1), "{predicate} {a:?}, {b:?}");
                },
            );
        }
    }
}

#[test]
fn casts_give_what_all_choices_have_in_common() {
    for (op, from, to) in [
        (CastOp::Trunc, 5, 3),
        (CastOp::Trunc, 4, 1),
        (CastOp::ZExt, 4, 7),
        (CastOp::SExt, 4, 7),
        (CastOp::BitCast, 4, 4),
    ] {
        for flags in every_set(op.allowed_flags()) {
            for a in rows(from) {
                let cast = |it: Word| match op {
                    CastOp::BitCast => Value(it),
                    _ => integer::cast(op, flags, &it, to),
                };
                let expected = together(choices(&a).map(cast));
                let got = undef::cast(op, flags, ScalarType::Int(from), &a, ScalarType::Int(to));
                assert_eq!(simple(&got), expected, "{op} {flags:?} {a:?}");
            }
        }
    }
}

#[test]
fn select_of_an_undef_condition_may_be_either() {
    for (a, b) in rows(3).flat_map(|a| rows(3).map(move |b| (a, b))) {
        let expected = together(choices(&a).chain(choices(&b)).map(Value));
        assert_eq!(simple(&Value(undef::select(&Bits::undef(1), &a, &b))), expected);
        assert_eq!(undef::select(&Word::new(1, 1).into(), &a, &b), a);
        assert_eq!(undef::select(&Word::new(1, 0).into(), &a, &b), b);
    }
}

#[test]
fn intrinsics_give_what_all_choices_have_in_common() {
    use Intrinsic::*;
    let exact = [SAddWithOverflow, UAddWithOverflow, SSubWithOverflow, USubWithOverflow, FShl, FShr, BSwap, BitReverse];
    let check = |intrinsic: Intrinsic, width: u32, operands: &[Bits<Word>], expected: &[Outcome<(u64, bool)>]| {
        let value = |it: &Outcome<(u64, bool)>| it.map(|it| Word::new(width, it.0));
        let overflow = |it: &Outcome<(u64, bool)>| it.map(|it| Word::new(1, it.1.into()));
        let got = undef::intrinsic(intrinsic, width, operands);
        let (got_value, got_overflow) = (simple(&got.map(|it| it.0)), simple(&got.map(|it| it.1)));
        let (value, overflow) = (together(expected.iter().map(value)), together(expected.iter().map(overflow)));
        let right = if exact.contains(&intrinsic) { got_value == value } else { covers(&got_value, &value) };
        assert!(right, "{intrinsic} {operands:?}: {got_value:?}, not {value:?}");
        if intrinsic.name().ends_with("with.overflow") {
            assert_eq!(got_overflow, overflow, "{intrinsic} {operands:?}");
        }
    };
    for width in 1..=4 {
        let words = |words: [Word; 2]| words.map(Word::bits);
        for a in rows(width) {
            for flag in [0, 1] {
                for intrinsic in [Abs, CtLz, CtTz] {
                    let flag_bits = Word::new(1, flag).into();
                    let all: Vec<_> =
                        choices(&a).map(|x| word::intrinsic(intrinsic, width, width, [x.bits(), flag])).collect();
                    check(intrinsic, width, &[a, flag_bits], &all);
                }
            }
            for intrinsic in [CtPop, BitReverse] {
                let all: Vec<_> = choices(&a).map(|x| word::intrinsic(intrinsic, width, width, [x.bits()])).collect();
                check(intrinsic, width, &[a], &all);
            }
            for b in rows(width) {
                let pairs: Vec<_> = choices(&a).flat_map(|x| choices(&b).map(move |y| [x, y])).collect();
                for intrinsic in OF_TWO.into_iter().filter(|it| width > 1 || !matches!(it, SCmp | UCmp)) {
                    let all: Vec<_> =
                        pairs.iter().map(|&pair| word::intrinsic(intrinsic, width, width, words(pair))).collect();
                    check(intrinsic, width, &[a, b], &all);
                }
                // With all amounts it would take a while.
                let amounts =
                    rows(width).filter(|_| width < 3 || width == 3 && b.undef_bits().bits().is_multiple_of(5));
                for amount in amounts {
                    for intrinsic in [FShl, FShr] {
                        let all: Vec<_> = pairs
                            .iter()
                            .flat_map(|&[x, y]| choices(&amount).map(move |n| [x, y, n].map(Word::bits)))
                            .map(|operands| word::intrinsic(intrinsic, width, width, operands))
                            .collect();
                        check(intrinsic, width, &[a, b, amount], &all);
                    }
                }
            }
        }
    }
}

#[test]
fn undef_bytes_are_swapped() {
    let word = |bits| Word::new(32, bits);
    let swapped = undef::intrinsic(Intrinsic::BSwap, 32, &[Bits::new(word(0x1122_0000), word(0xFF00))]);
    assert_eq!(swapped.map(|it| it.0), Value(Bits::new(word(0x2211), word(0x00FF_0000))));
}

#[test]
fn a_wide_funnel_shift_counts_only_the_low_bits_of_its_amount() {
    let word = |bits| Word::new(32, bits);
    let amount = Bits::new(word(8), word(0xFFFF_FFE0));
    let shifted = undef::intrinsic(Intrinsic::FShl, 32, &[word(0x1234_5678).into(), word(0x9ABC_DEF0).into(), amount]);
    assert_eq!(shifted.map(|it| it.0), Value(word(0x3456_789A).into()));
}

/// Halves of which a few bits of sign, exponent and fraction are undef.
fn some_halves() -> impl Iterator<Item = Bits<Word>> {
    let patterns = [0u64, 0x3C00, 0x7BFF, 0x7E00, 0x4401];
    let masks = [0u64, 0x8000, 0x0001, 0x8400, 0x7C00, 0xC201];
    let word = |bits| Word::new(16, bits);
    patterns.into_iter().flat_map(move |value| masks.map(|undef| Bits::new(word(value), word(undef))))
}

#[test]
fn float_operations_keep_their_promises_for_all_choices() {
    let half = FloatFormat::Half;
    let float = |it: &Word| Float::from_bits(half, it.bits().into());
    let flags = [FastMathFlags::NNAN, FastMathFlags::NINF];
    let word = |it: Float| Word::new(16, it.to_bits() as u64);
    for flags in flags {
        for a in some_halves() {
            let negated = |it: Word| fold::fast_math(flags, &[float(&it)], word(float(&it).neg()));
            assert_eq!(simple(&undef::fneg(flags, half, &a)), together(choices(&a).map(negated)), "fneg {a:?}");
            for b in some_halves() {
                for op in [BinaryOp::FAdd, BinaryOp::FSub, BinaryOp::FMul, BinaryOp::FDiv, BinaryOp::FRem] {
                    let got = simple(&undef::float_binary(op, flags, half, &a, &b));
                    let pairs = choices(&a).flat_map(|x| choices(&b).map(move |y| (x, y)));
                    let outcomes = pairs.map(|(x, y)| fold::float_binary(op, flags, float(&x), float(&y)).map(word));
                    assert!(covers(&got, &together(outcomes)), "{op} {flags:?} {a:?}, {b:?}: {got:?}");
                }
                let got = undef::fcmp(FloatPredicate::True, FastMathFlags::empty(), half, &a, &b);
                assert_eq!(got, Value(Word::new(1, 1).into()));
            }
        }
    }
}

#[test]
fn floats_become_integers_if_all_choices_fit() {
    let half = ScalarType::Float(FloatFormat::Half);
    for op in [CastOp::FPToSI, CastOp::FPToUI] {
        for a in some_halves() {
            for width in [1, 8, 12, 17] {
                let to = ScalarType::Int(width);
                let cast = |it: Word| {
                    let float = Float::from_bits(FloatFormat::Half, it.bits().into());
                    fold::cast(op, IntFlags::empty(), &float.into(), to).map(|_| Word::new(width, 0))
                };
                let got = simple(&undef::cast(op, IntFlags::empty(), half, &a, to));
                let expected = together(choices(&a).map(cast));
                assert_eq!(got == Together::Poison, expected == Together::Poison, "{op} {a:?} to i{width}");
            }
        }
    }
}

#[test]
fn a_wide_shift_by_too_uncertain_an_amount_has_any_bits() {
    let one: Bits<Int> = Int::one(1000).into();
    let amount = Bits::new(Int::zero(1000), Int::new(1000, 0x1FF));
    let shifted = undef::binary(BinaryOp::Shl, IntFlags::empty(), &one, &amount).value().expect("a value");
    assert_eq!(shifted.undef_bits(), &Int::all_ones(1000).lshr(1000 - 512), "at most 2^511");
    let too_far = Bits::new(Int::zero(1000), Int::new(1000, 0x3FF));
    let outcome = undef::binary(BinaryOp::Shl, IntFlags::empty(), &one, &too_far);
    assert_eq!(outcome, Poison(Why::ShiftTooFar));
}

/// Values of four bits in many ranges, of all bits, of the even ones and of some.
fn limited() -> Vec<Bits<Word>> {
    let word = |bits| Word::new(4, bits);
    let range = |(from, to): (u64, u64)| (word(from), word(to));
    let mut all: Vec<Bits<Word>> = Vec::new();
    for undef in [0b1111, 0b1110, 0b1101] {
        let any = Bits::new(word(0), word(undef));
        for positive in [None, Some((0, 0)), Some((1, 5)), Some((3, 4)), Some((0, 7)), Some((7, 7))] {
            for negative in [None, Some((8, 8)), Some((9, 14)), Some((12, 15)), Some((15, 15))] {
                all.push(any.within(&[positive.map(range), negative.map(range)]));
            }
        }
    }
    all.sort_by_key(|it| (it.undef_bits().bits(), it.ranges().map(|it| it.map(|(a, b)| (a.bits(), b.bits())))));
    all.dedup();
    all
}

/// Holds that each choice is among what is promised.
fn assert_holds(promised: &Outcome<Bits<Word>>, choice: &Outcome<Word>, what: &dyn Fn() -> String) {
    match (promised, choice) {
        (Value(bits), Value(value)) => {
            assert!(is_among(bits, *value), "{}: {value:?} is not in {bits:?}", what());
        }
        (Value(_), _) => panic!("{}: {choice:?}, though {promised:?}", what()),
        _ => {}
    }
}

#[test]
fn ranges_hold_what_each_choice_gives() {
    let all = limited();
    for (i, a) in all.iter().enumerate() {
        for b in all.iter().skip(i % 3).step_by(3) {
            for &op in BinaryOp::ALL.iter().filter(|op| !op.name().starts_with('f')) {
                let got = undef::binary(op, IntFlags::empty(), a, b);
                for (x, y) in choices(a).flat_map(|x| choices(b).map(move |y| (x, y))) {
                    let one = integer::binary(op, IntFlags::empty(), &x, &y);
                    assert_holds(&got, &one, &|| format!("{op} {a:?}, {b:?} for {x:?}, {y:?}"));
                }
            }
            for &predicate in IntPredicate::ALL {
                let got = undef::icmp(predicate, false, a, b);
                for (x, y) in choices(a).flat_map(|x| choices(b).map(move |y| (x, y))) {
                    let one = integer::icmp(predicate, false, &x, &y).map(|it| Word::new(1, it.into()));
                    assert_holds(&got, &one, &|| format!("{predicate} {a:?}, {b:?} for {x:?}, {y:?}"));
                }
            }
            use Intrinsic::*;
            for intrinsic in [Abs, CtLz, CtTz].into_iter().chain(OF_TWO) {
                let got = undef::intrinsic(intrinsic, 4, &[*a, *b]);
                for (x, y) in choices(a).flat_map(|x| choices(b).map(move |y| (x, y))) {
                    let one = word::intrinsic(intrinsic, 4, 4, [x.bits(), y.bits()]);
                    let what = || format!("{intrinsic} {a:?}, {b:?} for {x:?}, {y:?}");
                    assert_holds(&got.map(|it| it.0), &one.map(|it| Word::new(4, it.0)), &what);
                    assert_holds(&got.map(|it| it.1), &one.map(|it| Word::new(1, it.1.into())), &what);
                }
            }
        }
        for x in choices(a) {
            let one = word::intrinsic(Intrinsic::CtPop, 4, 4, [x.bits()]).map(|it| Word::new(4, it.0));
            let got = undef::intrinsic(Intrinsic::CtPop, 4, &[*a]).map(|it| it.0);
            assert_holds(&got, &one, &|| format!("ctpop {a:?} for {x:?}"));
            for (op, to) in [(CastOp::Trunc, 3), (CastOp::ZExt, 6), (CastOp::SExt, 6)] {
                let got = undef::cast(op, IntFlags::empty(), ScalarType::Int(4), a, ScalarType::Int(to));
                let one = integer::cast(op, IntFlags::empty(), &x, to);
                assert_holds(&got, &one, &|| format!("{op} {a:?} for {x:?}"));
            }
            let half = ScalarType::Float(FloatFormat::Half);
            for op in [CastOp::UIToFP, CastOp::SIToFP] {
                let got = undef::cast(op, IntFlags::empty(), ScalarType::Int(4), a, half);
                let one = fold::cast(op, IntFlags::empty(), &x.to_int().into(), half);
                let Value(bits) = &got else { panic!("{got:?}") };
                let one = one.map(|it| Word::from_int(&of_float(&it).to_int_bits()));
                assert!(one.value().is_some_and(|it| is_among(bits, it)), "{op} {a:?} for {x:?}: {got:?}");
            }
        }
    }
}

fn of_float(scalar: &Scalar) -> Float {
    match scalar {
        Scalar::Float(float) => *float,
        other => panic!("{other:?} is no float"),
    }
}

/// Whether `bits` may be `value`.
fn is_among(bits: &Bits<Word>, value: Word) -> bool {
    let in_range = |&(from, to): &(Word, Word)| (from.bits()..=to.bits()).contains(&value.bits());
    value.bits() & !bits.undef_bits().bits() == bits.defined_bits().bits()
        && bits.ranges().iter().flatten().any(in_range)
}

/// Halves between some numbers, with and without NaNs.
fn ranges_of_halves() -> Vec<Bits<Word>> {
    let word = |bits| Word::new(16, bits);
    let ends = [0, 0x3C00, 0x4401, 0x7C00, 0x7FFF];
    let mut all = vec![word(0x3C00).into(), word(0xC000).into(), Bits::undef(16)];
    for (i, &from) in ends.iter().enumerate() {
        for &to in &ends[i..] {
            let (range, negative) = ((word(from), word(to)), (word(from | 0x8000), word(to | 0x8000)));
            all.extend(
                [[Some(range), None], [None, Some(negative)], [Some(range), Some(negative)]]
                    .map(|ranges| Bits::undef(16).within(&ranges)),
            );
        }
    }
    all
}

#[test]
fn ranges_of_floats_hold_what_choices_give() {
    use Intrinsic::*;
    let half = FloatFormat::Half;
    let float = |it: &Word| Float::from_bits(half, it.bits().into());
    let word = |it: Float| Word::new(16, it.to_bits() as u64);
    let none = FastMathFlags::empty();
    let samples = |bits: &Bits<Word>| -> Vec<Word> {
        let of_range = |&(from, to): &(Word, Word)| {
            let (from, to) = (from.bits(), to.bits());
            [from, to, from + 1, from + (to - from) / 3].into_iter().filter(move |it| (from..=to).contains(it))
        };
        bits.ranges().iter().flatten().flat_map(of_range).map(|bits| Word::new(16, bits)).collect()
    };
    let all = ranges_of_halves();
    for (i, a) in all.iter().enumerate() {
        let xs = samples(a);
        for x in &xs {
            let Value(got) = undef::fneg(none, half, a) else { panic!("fneg of {a:?}") };
            assert!(is_among(&got, word(float(x).neg())), "fneg {a:?} for {x:?}: {got:?}");
            for intrinsic in [FAbs, Floor, Ceil, Trunc, RInt, Round, RoundEven, Sqrt, Canonicalize] {
                let one =
                    lindworm_eval::intrinsic::evaluate(intrinsic, none, &[float(x).into()], &[ScalarType::Float(half)]);
                let Value(one) = one.map(|it| it[0].clone()) else { continue };
                let got = undef::float_intrinsic(intrinsic, none, half, ScalarType::Float(half), &[*a]);
                let Value(got) = got else { panic!("{intrinsic} of {a:?}") };
                assert!(is_among(&got, word(of_float(&one))), "{intrinsic} {a:?} for {x:?}: {got:?}");
            }
            for intrinsic in [FPToSISat, FPToUISat] {
                let to = ScalarType::Int(8);
                let one = lindworm_eval::intrinsic::evaluate(intrinsic, none, &[float(x).into()], &[to]);
                let one = match &one.value().expect("a value")[0] {
                    Scalar::Int(it) => it.low_u64(),
                    other => panic!("{other:?}"),
                };
                let Value(got) = undef::float_intrinsic(intrinsic, none, half, to, &[*a]) else { panic!() };
                assert!(is_among(&got, Word::new(8, one)), "{intrinsic} {a:?} for {x:?}: {got:?}");
            }
        }
        for b in all.iter().skip(i % 5).step_by(5) {
            for (x, y) in xs.iter().flat_map(|x| samples(b).into_iter().map(move |y| (x, y))) {
                for op in [BinaryOp::FAdd, BinaryOp::FSub, BinaryOp::FMul, BinaryOp::FDiv, BinaryOp::FRem] {
                    let Value(got) = undef::float_binary(op, none, half, a, b) else { panic!("{op}") };
                    let one = fold::float_binary(op, none, float(x), float(&y)).value().expect("a value");
                    assert!(is_among(&got, word(one)), "{op} {a:?}, {b:?} for {x:?}, {y:?}: {got:?}");
                }
                for intrinsic in [MinNum, MaxNum, Minimum, Maximum, MinimumNum, MaximumNum, CopySign] {
                    let operands = [float(x).into(), float(&y).into()];
                    let one =
                        lindworm_eval::intrinsic::evaluate(intrinsic, none, &operands, &[ScalarType::Float(half)]);
                    let one = of_float(&one.value().expect("a value")[0]);
                    let got = undef::float_intrinsic(intrinsic, none, half, ScalarType::Float(half), &[*a, *b]);
                    let Value(got) = got else { panic!("{intrinsic}") };
                    assert!(is_among(&got, word(one)), "{intrinsic} {a:?}, {b:?} for {x:?}, {y:?}: {got:?}");
                }
                for &predicate in FloatPredicate::ALL {
                    let Value(got) = undef::fcmp(predicate, none, half, a, b) else { panic!("{predicate}") };
                    let one = fold::fcmp(predicate, none, float(x), float(&y)).value().expect("a value");
                    assert!(is_among(&got, Word::new(1, one.into())), "{predicate} {a:?}, {b:?} for {x:?}, {y:?}");
                }
            }
        }
    }
}

/// Whether a comparison with a constant is certain.
fn is_certain(predicate: IntPredicate, a: &Bits<Word>, b: u64) -> bool {
    undef::icmp(predicate, false, a, &Word::new(a.width(), b).into()) == Value(Word::new(1, 1).into())
}

#[test]
fn what_no_choice_exceeds_is_certain() {
    use IntPredicate::*;
    let any = Bits::undef(32);
    let word = |bits: u64| Bits::from(Word::new(32, bits));
    let int =
        |intrinsic, operands: &[Bits<Word>]| undef::intrinsic(intrinsic, 32, operands).value().expect("a value").0;
    let op = |op, a: &Bits<Word>, b: &Bits<Word>| undef::binary(op, IntFlags::empty(), a, b).value().expect("a value");
    let ones = int(Intrinsic::CtPop, &[any]);
    assert!(is_certain(Ule, &ones, 32) && !is_certain(Ule, &ones, 31));
    assert!(is_certain(Ne, &ones, 33) && !is_certain(Ne, &ones, 32));
    assert!(is_certain(Ule, &op(BinaryOp::Add, &ones, &word(5)), 37), "a sum of what is limited is limited");
    assert!(is_certain(Ule, &op(BinaryOp::Mul, &ones, &word(10)), 320), "so is a product");
    assert!(is_certain(Sge, &op(BinaryOp::Sub, &ones, &word(5)), -5i32 as u32 as u64));
    let flag = Bits::from(Word::new(32, 0));
    assert!(is_certain(Ule, &int(Intrinsic::CtLz, &[any, flag]), 32));
    assert!(is_certain(Ule, &int(Intrinsic::CtTz, &[any, flag]), 32));
    assert!(is_certain(Ule, &int(Intrinsic::UMin, &[any, word(3)]), 3));
    assert!(is_certain(Uge, &int(Intrinsic::UMax, &[any, word(3)]), 3));
    assert!(is_certain(Sle, &int(Intrinsic::SMin, &[any, word(5)]), 5));
    assert!(is_certain(Sge, &int(Intrinsic::SMax, &[any, word(5)]), 5));
    assert!(is_certain(Ule, &int(Intrinsic::Abs, &[any, flag]), 1 << 31));
    assert!(is_certain(Sle, &int(Intrinsic::SCmp, &[any, any]), 1));
    assert!(is_certain(Uge, &int(Intrinsic::UAddSat, &[any, word(9)]), 9));
    assert!(is_certain(Ule, &op(BinaryOp::UDiv, &any, &word(4)), u64::from(u32::MAX) / 4));
    let quarter = op(BinaryOp::SDiv, &any, &word(4));
    assert!(is_certain(Sle, &quarter, 1 << 29) && is_certain(Sge, &quarter, -(1i32 << 29) as u32 as u64));
    assert!(is_certain(Ult, &op(BinaryOp::URem, &any, &word(10)), 10));
    let left = op(BinaryOp::SRem, &any, &word(10));
    assert!(is_certain(Slt, &left, 10) && is_certain(Sgt, &left, -10i32 as u32 as u64));
    assert!(is_certain(Ule, &op(BinaryOp::And, &any, &word(5)), 5));
    assert!(is_certain(Ule, &undef::select(&Bits::undef(1), &word(4), &word(6)), 6));

    let byte = Bits::undef(8);
    for (cast, least, most) in [(CastOp::UIToFP, 0.0, 255.0), (CastOp::SIToFP, -128.0, 127.0)] {
        let single = FloatFormat::Float;
        let to = ScalarType::Float(single);
        let number = undef::cast(cast, IntFlags::empty(), ScalarType::Int(8), &byte, to).value().expect("a value");
        let bits = |it: f32| Bits::from(Word::new(32, it.to_bits().into()));
        let holds = |predicate, other| {
            undef::fcmp(predicate, FastMathFlags::empty(), single, &number, &bits(other))
                == Value(Word::new(1, 1).into())
        };
        assert!(holds(FloatPredicate::Ole, most) && holds(FloatPredicate::Oge, least), "{cast}");
        assert!(!holds(FloatPredicate::Olt, most) && !holds(FloatPredicate::Ogt, least), "{cast}");
        assert!(holds(FloatPredicate::Ord, 0.0), "{cast}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

    /// At any width, any choice agrees with what is defined of the result.
    #[test]
    fn wide_integers_agree_with_a_choice(
        width in prop_oneof![60..=64u32, 120..=140u32],
        values in any::<[[u64; 3]; 2]>(),
        masks in any::<[[u64; 3]; 2]>(),
        chosen in any::<[[u64; 3]; 2]>(),
    ) {
        let int = |limbs: &[u64; 3]| Int::from_limbs(width, limbs);
        let sparse = |limbs: &[u64; 3]| int(limbs).and(&int(limbs).rotl(17)).and(&int(limbs).rotl(29));
        let bits = [0, 1].map(|i| Bits::new(int(&values[i]), sparse(&masks[i])));
        let choice = [0, 1].map(|i| bits[i].defined_bits().or(&bits[i].undef_bits().and(&int(&chosen[i]))));
        for &op in BinaryOp::ALL {
            let one = integer::binary(op, IntFlags::empty(), &choice[0], &choice[1]);
            if let Value(all) = undef::binary(op, IntFlags::empty(), &bits[0], &bits[1]) {
                let one = one.value().expect("a value for all is one for each");
                prop_assert!(one.xor(all.defined_bits()).and(&all.undef_bits().not()).is_zero(), "{} {:?}", op, bits);
            }
        }
    }
}
