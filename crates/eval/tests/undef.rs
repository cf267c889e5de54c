//! Undef bits against every choice of what they may be.

use lindworm_eval::integer::{self, Integer};
use lindworm_eval::intrinsic::Intrinsic;
use lindworm_eval::undef::{self, Bits};
use lindworm_eval::word::{self, Word};
use lindworm_eval::{
    BinaryOp, CastOp, FastMathFlags, Float, FloatFormat, FloatPredicate, Int, IntFlags, IntPredicate, Outcome,
    ScalarType, Why, fold,
};
use proptest::prelude::*;

use Outcome::{Poison, Undefined, Value};

/// Every row of `width` bits of which each is 0, 1 or undef.
fn rows(width: u32) -> impl Iterator<Item = Bits<Word>> + Clone {
    let ones = (1 << width) - 1;
    let split = move |undef: u64| (0..=ones).filter(move |value| value & undef == 0).map(move |value| (value, undef));
    (0..=ones).flat_map(split).map(move |(value, undef)| Bits::new(Word::new(width, value), Word::new(width, undef)))
}

/// Everything that `bits` may be.
fn choices(bits: &Bits<Word>) -> impl Iterator<Item = Word> + Clone + use<> {
    let (width, value, undef) = (bits.width(), bits.defined_bits().bits(), bits.undef_bits().bits());
    let next = move |choice: &u64| (*choice != 0).then(|| (choice - 1) & undef);
    std::iter::successors(Some(undef), next).map(move |choice| Word::new(width, value | choice))
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
    let of_two = [
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
    ];
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
                for intrinsic in of_two.into_iter().filter(|it| width > 1 || !matches!(it, SCmp | UCmp)) {
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
fn a_wide_shift_by_too_uncertain_an_amount_is_all_undef() {
    let one: Bits<Int> = Int::one(1000).into();
    let amount = Bits::new(Int::zero(1000), Int::new(1000, 0x1FF));
    assert_eq!(undef::binary(BinaryOp::Shl, IntFlags::empty(), &one, &amount), Value(Bits::undef(1000)));
    let too_far = Bits::new(Int::zero(1000), Int::new(1000, 0x3FF));
    let outcome = undef::binary(BinaryOp::Shl, IntFlags::empty(), &one, &too_far);
    assert_eq!(outcome, Poison(Why::ShiftTooFar));
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
