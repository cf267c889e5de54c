//! `Int` against num-bigint, at widths on both sides of every change of representation.

use std::cmp::Ordering;
use std::collections::HashSet;

use lindworm_eval::{Int, IntLiteral, MAX_WIDTH};
use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;

fn widths() -> impl Strategy<Value = u32> {
    prop_oneof![1..=70u32, 120..=135u32, 185..=200u32, 1..=600u32]
}

/// Integers of one width, with long runs of equal bits more often than chance would give.
fn ints<const N: usize>() -> impl Strategy<Value = [Int; N]> {
    let limb = prop_oneof![Just(0), Just(u64::MAX), Just(1), Just(1 << 63), any::<u64>()];
    let limbs = proptest::collection::vec(limb, 10 * N);
    (widths(), limbs, any::<[u32; N]>()).prop_map(|(width, limbs, shifts)| {
        let int = |i: usize| Int::from_limbs(width, &limbs[10 * i..10 * i + 10]);
        std::array::from_fn(|i| int(i).ashr(shifts[i] % (2 * width)))
    })
}

#[test]
fn an_int_takes_two_words() {
    assert_eq!(size_of::<Int>(), 16);
}

fn unsigned(int: &Int) -> BigUint {
    let bytes: Vec<u8> = int.limbs().iter().flat_map(|it| it.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

fn signed(int: &Int) -> BigInt {
    let value = BigInt::from(unsigned(int));
    if value.bit(u64::from(int.width()) - 1) { value - (BigInt::from(1) << int.width()) } else { value }
}

/// The low `width` bits of `value`.
fn wrapped(width: u32, value: BigInt) -> Int {
    let modulus = BigInt::from(1) << width;
    let value = ((value % &modulus) + &modulus) % modulus;
    Int::from_limbs(width, &value.iter_u64_digits().collect::<Vec<_>>())
}

fn unsigned_text(int: &Int) -> String {
    let mut text = Vec::new();
    int.write_unsigned_decimal(&mut text);
    String::from_utf8(text).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn adds_subtracts_and_multiplies_modulo_the_width([a, b] in ints()) {
        let (ua, ub) = (BigInt::from(unsigned(&a)), BigInt::from(unsigned(&b)));
        let (sa, sb) = (signed(&a), signed(&b));
        type Overflowing = fn(&Int, &Int) -> (Int, bool);
        let unsigned_ops: [(Overflowing, BigInt); 3] = [
            (Int::uadd_overflow, &ua + &ub), (Int::usub_overflow, &ua - &ub), (Int::umul_overflow, &ua * &ub),
        ];
        for (op, exact) in unsigned_ops {
            let result = wrapped(a.width(), exact.clone());
            let wraps = BigInt::from(unsigned(&result)) != exact;
            prop_assert_eq!(op(&a, &b), (result, wraps));
        }
        let signed_ops: [(Overflowing, BigInt); 3] = [
            (Int::sadd_overflow, &sa + &sb), (Int::ssub_overflow, &sa - &sb), (Int::smul_overflow, &sa * &sb),
        ];
        for (op, exact) in signed_ops {
            let result = wrapped(a.width(), exact.clone());
            let wraps = signed(&result) != exact;
            prop_assert_eq!(op(&a, &b), (result, wraps));
        }
        prop_assert_eq!(a.mul(&b), wrapped(a.width(), ua * ub));
        prop_assert_eq!(a.neg(), wrapped(a.width(), -sa));
    }

    #[test]
    fn divides([a, b] in ints()) {
        if b.is_zero() {
            prop_assert_eq!((a.udiv(&b), a.sdiv(&b), a.urem(&b), a.srem(&b)), (None, None, None, None));
        } else {
            let quotient = wrapped(a.width(), (unsigned(&a) / unsigned(&b)).into());
            let remainder = wrapped(a.width(), (unsigned(&a) % unsigned(&b)).into());
            prop_assert_eq!((a.udiv(&b), a.urem(&b)), (Some(quotient), Some(remainder)));
            let quotient = wrapped(a.width(), signed(&a) / signed(&b));
            let remainder = wrapped(a.width(), signed(&a) % signed(&b));
            prop_assert_eq!((a.sdiv(&b), a.srem(&b)), (Some(quotient), Some(remainder)));
        }
    }

    #[test]
    fn shifts([a] in ints(), amount in 0..700u32) {
        let amount = amount % (a.width() + 5);
        let power = BigInt::from(1) << amount;
        let left = wrapped(a.width(), signed(&a) * &power);
        prop_assert_eq!(a.lshr(amount), wrapped(a.width(), (unsigned(&a) >> amount).into()));
        prop_assert_eq!(a.ashr(amount), wrapped(a.width(), signed(&a) >> amount));
        if amount < a.width() {
            prop_assert_eq!(a.sshl_overflow(amount).1, signed(&left) != signed(&a) * &power);
            prop_assert_eq!(a.ushl_overflow(amount).1, unsigned(&left) != unsigned(&a) << amount);
        }
        prop_assert_eq!(a.shl(amount), left);
        prop_assert_eq!(a.rotl(amount).rotr(amount), a.clone());
        prop_assert_eq!(a.rotl(1).bit(0), a.is_negative());
    }

    #[test]
    fn bits_work_one_by_one([a, b] in ints()) {
        for i in 0..a.width() {
            prop_assert_eq!(a.and(&b).bit(i), a.bit(i) & b.bit(i));
            prop_assert_eq!(a.or(&b).bit(i), a.bit(i) | b.bit(i));
            prop_assert_eq!(a.xor(&b).bit(i), a.bit(i) ^ b.bit(i));
            prop_assert_eq!(a.not().bit(i), !a.bit(i));
            prop_assert_eq!(a.bitreverse().bit(i), a.bit(a.width() - 1 - i));
            if a.width() % 8 == 0 {
                prop_assert_eq!(a.bswap().bit(i), a.bit(a.width() - 8 - i / 8 * 8 + i % 8));
            }
        }
    }

    #[test]
    fn compares([a, b] in ints()) {
        prop_assert_eq!(a.ucmp(&b), unsigned(&a).cmp(&unsigned(&b)));
        prop_assert_eq!(a.scmp(&b), signed(&a).cmp(&signed(&b)));
        prop_assert_eq!(a == b, a.ucmp(&b).is_eq());
    }

    #[test]
    fn changes_width([a] in ints(), width in widths()) {
        prop_assert_eq!(a.zext_or_trunc(width), wrapped(width, unsigned(&a).into()));
        prop_assert_eq!(a.sext_or_trunc(width), wrapped(width, signed(&a)));
    }

    #[test]
    fn extracts_what_was_inserted([a, b] in ints(), offset in 0..600u32, width in widths()) {
        let offset = offset % a.width();
        let width = width.min(a.width() - offset);
        let part = b.zext_or_trunc(width);
        let whole = a.insert_bits(offset, &part);
        prop_assert_eq!(whole.extract_bits(offset, width), part);
        prop_assert_eq!(whole.insert_bits(offset, &a.extract_bits(offset, width)), a);
    }

    #[test]
    fn counts([a] in ints()) {
        prop_assert_eq!(u64::from(a.active_bits()), unsigned(&a).bits());
        prop_assert_eq!(u64::from(a.count_ones()), unsigned(&a).count_ones());
        prop_assert_eq!(a.trailing_zeros(), unsigned(&a).trailing_zeros().map_or(a.width(), |it| it as u32));
        prop_assert_eq!(a.leading_zeros() + a.active_bits(), a.width());
        prop_assert_eq!(a.trunc(a.min_signed_bits()).sext(a.width()), a.clone());
        prop_assert_eq!(a.to_i64(), signed(&a).try_into().ok());
        prop_assert_eq!(a.to_i128(), signed(&a).try_into().ok());
        prop_assert_eq!(a.to_u64(), unsigned(&a).try_into().ok());
        prop_assert_eq!(a.to_u128(), unsigned(&a).try_into().ok());
        prop_assert_eq!(a.is_all_ones(), a == Int::all_ones(a.width()));
        prop_assert_eq!(a.is_min_signed(), a == Int::min_signed(a.width()));
        prop_assert_eq!(a.is_max_signed(), a == Int::max_signed(a.width()));
    }

    #[test]
    fn what_is_written_reads_back([a] in ints()) {
        prop_assert_eq!(a.to_string(), signed(&a).to_string());
        prop_assert_eq!(unsigned_text(&a), unsigned(&a).to_string());
        for text in [a.to_string(), unsigned_text(&a)] {
            let literal = Int::parse_decimal(text.as_bytes()).unwrap();
            prop_assert_eq!(literal.resize(a.width()), a.clone());
            let least = if literal.signed { a.min_signed_bits() } else { a.active_bits().max(1) };
            prop_assert_eq!(literal.value.width(), least);
        }
        let hex = Int::parse_hex(format!("{:X}", unsigned(&a)).as_bytes()).unwrap();
        prop_assert_eq!(hex.width(), a.active_bits().max(1));
        prop_assert_eq!(hex.zext_or_trunc(a.width()), a);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "-?[0-9a-fA-F ]{0,60}") {
        let is_decimal = !text.trim_start_matches('-').is_empty() && text.parse::<BigInt>().is_ok();
        prop_assert_eq!(Int::parse_decimal(text.as_bytes()).is_some(), is_decimal);
        let is_hex = !text.is_empty() && text.bytes().all(|it| it.is_ascii_hexdigit());
        prop_assert_eq!(Int::parse_hex(text.as_bytes()).is_some(), is_hex);
    }
}

#[test]
fn literals_take_their_smallest_width() {
    let parse = |text: &str| Int::parse_decimal(text.as_bytes()).unwrap();
    let literal = |width, value, signed| IntLiteral { value: Int::from_i64(width, value), signed };
    assert_eq!(parse("0"), literal(1, 0, false));
    assert_eq!(parse("-0"), literal(1, 0, true));
    assert_eq!(parse("-1"), literal(1, -1, true));
    assert_eq!(parse("1"), literal(1, 1, false));
    assert_eq!(parse("-128"), literal(8, -128, true));
    assert_eq!(parse("-129"), literal(9, -129, true));
    assert_eq!(parse("000255"), literal(8, 255, false));
    assert_eq!(parse("256").resize(8), Int::zero(8));
    assert_eq!(parse("-129").resize(8), Int::new(8, 127));
    for text in ["", "-", "+1", "1a", "--1", " 1"] {
        assert_eq!(Int::parse_decimal(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn a_hexadecimal_literal_loses_its_leading_zeros_even_where_it_is_signed() {
    let value = Int::parse_hex(b"0FF").unwrap();
    assert_eq!(value, Int::new(8, 255));
    assert_eq!(IntLiteral { value, signed: true }.resize(32), Int::from_i64(32, -1));
    assert_eq!(Int::parse_hex(b"000"), Some(Int::zero(1)));
}

#[test]
fn a_long_integer_is_read_and_written_in_no_time() {
    let digits = "9".repeat(50_000);
    let value = Int::parse_decimal(digits.as_bytes()).unwrap().value;
    assert_eq!(unsigned_text(&value), digits);
}

#[test]
fn the_smallest_signed_value_over_minus_one_is_itself() {
    for width in [1, 8, 64, 128, 129] {
        let (min, minus_one) = (Int::min_signed(width), Int::all_ones(width));
        assert_eq!(min.sdiv(&minus_one), Some(min.clone()));
        assert_eq!(min.srem(&minus_one), Some(Int::zero(width)));
    }
}

#[test]
fn debug_shows_width_and_value() {
    assert_eq!(format!("{:?}", Int::from_i64(200, -5)), "i200 -5");
}

#[test]
fn small_numbers_of_a_wide_type_are_small() {
    // Each of them is a megabyte long when it is written out.
    let numbers: Vec<Int> = (-20_000..20_000).map(|n| Int::from_i64(MAX_WIDTH, n)).collect();
    let (one, two) = (Int::one(MAX_WIDTH), Int::from_i64(MAX_WIDTH, 2));
    for (n, number) in (-20_000..).zip(&numbers) {
        assert_eq!((number.to_i64(), number.is_negative()), (Some(n), n < 0));
        assert_eq!(number.add(&one).sub(&two).neg().not().to_i64(), Some(n - 2));
        assert_eq!(number.xor(number).or(number).and(number), *number);
        assert_eq!(number.trunc(200).sext(MAX_WIDTH).shl(200).ashr(200), *number);
        assert_eq!((number.scmp(&one), number.ucmp(number)), (n.cmp(&1), Ordering::Equal));
    }
    assert_eq!(numbers.iter().collect::<HashSet<_>>().len(), numbers.len());
}
