//! The same bits as another type.

use lindworm_eval::ScalarType::{self, Float, Int};
use lindworm_eval::reinterpret::{Limb, reinterpret};
use lindworm_eval::{FloatFormat, word};
use proptest::prelude::*;

/// Elements of random widths, and their limbs.
fn elements() -> impl Strategy<Value = (Vec<ScalarType>, Vec<Limb>)> {
    let element = prop_oneof![(1..200u32).prop_map(Int), proptest::sample::select(FloatFormat::ALL).prop_map(Float)];
    proptest::collection::vec(element, 1..8).prop_flat_map(|types| {
        let limbs: Vec<_> = types
            .iter()
            .flat_map(|ty| (0..ty.bits().div_ceil(64)).map(|i| word::mask((ty.bits() - 64 * i).min(64))))
            .map(|mask| (any::<u64>(), any::<u64>()).prop_map(move |(bits, undef)| (bits & mask, undef & mask)))
            .collect();
        let limb = |(bits, undef): (u64, u64)| Limb { bits, undef, poison: 0 };
        (Just(types), limbs.prop_map(move |limbs| limbs.into_iter().map(limb).collect()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn there_and_back((types, limbs) in elements(), big_endian: bool) {
        let width = types.iter().map(|ty| ty.bits()).sum();
        let whole = reinterpret(big_endian, types.clone(), limbs.clone(), [Int(width)]);
        let back = reinterpret(big_endian, [Int(width)], whole.clone(), types);
        prop_assert_eq!(back.to_vec(), limbs);
        let bits = reinterpret(big_endian, [Int(width)], whole.clone(), vec![Int(1); width as usize]);
        for (i, bit) in bits.iter().enumerate() {
            let at = if big_endian { width as usize - 1 - i } else { i };
            let of = |limb: fn(&Limb) -> u64| limb(&whole[at / 64]) >> (at % 64) & 1;
            prop_assert_eq!(*bit, Limb { bits: of(|l| l.bits), undef: of(|l| l.undef), poison: 0 });
        }
    }

    /// What is past an element's width is none of its bits.
    #[test]
    fn bits_above_the_width_are_left_out(bits: u64, width in 1..64u32, big_endian: bool) {
        let result = reinterpret(big_endian, [Int(width); 2], [Limb::from(bits), Limb::from(0)], [Int(width); 2]);
        prop_assert_eq!(result.to_vec(), [Limb::from(bits & word::mask(width)), Limb::from(0)]);
    }
}

#[test]
fn poison_takes_the_elements_that_overlap_it() {
    let poison = Limb { bits: 0, undef: 0, poison: u64::MAX };
    let five = [1, 2, 3, 4, 5].map(Limb::from);
    let [mut low, mut high] = [five; 2];
    (low[0], high[4]) = (poison, poison);
    // Of 12, 12 and 6 bits the first one ends in the third element.
    let to = [Int(12), Int(12), Int(6)];
    let found =
        |limbs| reinterpret(false, [Int(6); 5], limbs, to).iter().map(|limb| limb.poison != 0).collect::<Vec<_>>();
    assert_eq!(found(low), [true, false, false]);
    assert_eq!(found(high), [false, false, true]);
    // All of a wide element is.
    let wide =
        reinterpret(false, [Int(8); 16], (0..16).map(|i| if i == 0 { poison } else { Limb::from(i) }), [Int(128)]);
    assert_eq!(wide.to_vec(), [poison, poison]);
    let halves = reinterpret(false, [Int(128)], [poison, Limb::from(1)], [Int(64); 2]);
    assert_eq!(halves.to_vec(), [poison, poison]);
}

#[test]
fn the_first_double_of_a_pair_is_first() {
    let (pair, doubles) = ([Float(FloatFormat::PpcFp128)], [Float(FloatFormat::Double); 2]);
    let (first, second) = (Limb::from(1.0f64.to_bits()), Limb::from(0.5f64.to_bits()));
    for big_endian in [false, true] {
        assert_eq!(reinterpret(big_endian, pair, [first, second], doubles).to_vec(), [first, second]);
        assert_eq!(reinterpret(big_endian, doubles, [first, second], pair).to_vec(), [first, second]);
    }
    assert_eq!(reinterpret(false, pair, [first, second], [Int(128)]).to_vec(), [first, second]);
    assert_eq!(reinterpret(true, pair, [first, second], [Int(128)]).to_vec(), [second, first]);
}
