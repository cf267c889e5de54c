//! Reinterpretation of bits as another type: the result of `bitcast`, and of a load of a value stored as another type.
//!
//! The elements of a vector form one integer without padding: the first element is in the lowest bits, or on a big-endian
//! target in the highest bits ([Vector Type](https://llvm.org/docs/LangRef.html#vector-type)). A scalar counts as a vector
//! of length one. An element is represented by limbs of 64 bits, the lowest one first.
//!
//! The two doubles of a `ppc_fp128` have the first one first in memory on any target, and likewise in this integer.
//!
//! ```
//! use lindworm_eval::ScalarType::Int;
//! use lindworm_eval::reinterpret::{Limb, reinterpret};
//!
//! let bytes = [7, 1, 2, 3].map(Limb::from);
//! assert_eq!(reinterpret(false, [Int(8); 4], bytes, [Int(32)]).as_slice(), [Limb::from(0x0302_0107)]);
//! assert_eq!(reinterpret(true, [Int(8); 4], bytes, [Int(32)]).as_slice(), [Limb::from(0x0701_0203)]);
//! ```

use smallvec::SmallVec;

use crate::float::FloatFormat;
use crate::fold::ScalarType;
use crate::word;

/// Up to 64 bits, with masks of the undef and poison bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limb {
    /// The bits. Undef bits have a chosen value.
    pub bits: u64,
    /// The mask of undef bits.
    pub undef: u64,
    /// The mask of poison bits.
    pub poison: u64,
}

/// Fully defined bits.
impl From<u64> for Limb {
    fn from(bits: u64) -> Self {
        Self { bits, undef: 0, poison: 0 }
    }
}

/// The integer formed by the elements of a vector.
#[derive(Clone, Debug)]
pub struct Row {
    bits: Plane,
    /// Empty while no bit is undef.
    undef: Plane,
    /// Empty while no bit is poison.
    poison: Plane,
}

type Plane = SmallVec<[u64; 4]>;

impl Row {
    /// An integer of `width` bits, all zero.
    pub fn new(width: u32) -> Self {
        Self { bits: zeros(width), undef: Plane::new(), poison: Plane::new() }
    }

    /// Sets the `width` bits, 1 to 64, from bit `at` on, which must be zero before.
    #[inline]
    pub fn add(&mut self, at: u32, width: u32, limb: Limb) {
        add(&mut self.bits, at, width, limb.bits);
        for (plane, bits) in [(&mut self.undef, limb.undef), (&mut self.poison, limb.poison)] {
            if bits != 0 {
                if plane.is_empty() {
                    plane.resize(self.bits.len(), 0);
                }
                add(plane, at, width, bits);
            }
        }
    }

    /// The `width` bits, 1 to 64, from bit `at` on.
    #[inline]
    pub fn get(&self, at: u32, width: u32) -> Limb {
        Limb {
            bits: get(&self.bits, at, width),
            undef: get(&self.undef, at, width),
            poison: get(&self.poison, at, width),
        }
    }
}

fn zeros(width: u32) -> Plane {
    Plane::from_elem(0, width.div_ceil(64) as usize)
}

#[inline]
fn add(plane: &mut [u64], at: u32, width: u32, bits: u64) {
    let (i, shift, bits) = (at as usize / 64, at % 64, bits & word::mask(width));
    plane[i] |= bits << shift;
    if shift + width > 64 {
        plane[i + 1] |= bits >> (64 - shift);
    }
}

#[inline]
fn get(plane: &[u64], at: u32, width: u32) -> u64 {
    let (i, shift) = (at as usize / 64, at % 64);
    let Some(low) = plane.get(i) else { return 0 };
    let high = if shift + width > 64 { plane[i + 1] << (64 - shift) } else { 0 };
    (low >> shift | high) & word::mask(width)
}

/// The first bit of an element of `width` bits in an integer of `total` bits, with `before` bits of preceding elements.
#[inline]
pub const fn place(big_endian: bool, total: u32, before: u32, width: u32) -> u32 {
    if big_endian { total - before - width } else { before }
}

/// The positions of an element's limbs in an integer of `total` bits: first bit and width of each. `before` is the width of
/// the preceding elements.
#[inline]
fn limbs(big_endian: bool, total: u32, before: u32, element: ScalarType) -> impl Iterator<Item = (u32, u32)> + Clone {
    let width = element.bits();
    let at = place(big_endian, total, before, width);
    let swapped = big_endian && element == ScalarType::Float(FloatFormat::PpcFp128);
    (0..width.div_ceil(64)).map(move |i| {
        let bit = 64 * if swapped { 1 - i } else { i };
        (at + bit, (width - bit).min(64))
    })
}

/// Reinterprets elements of types `from` with limbs `values` as elements of types `to`. Returns their limbs. The total
/// widths should be equal, at most `u32::MAX`; missing bits are zero.
///
/// An element with a poison bit is poison in all its limbs.
pub fn reinterpret(
    big_endian: bool,
    from: impl IntoIterator<Item = ScalarType, IntoIter: Clone>,
    values: impl IntoIterator<Item = Limb>,
    to: impl IntoIterator<Item = ScalarType, IntoIter: Clone>,
) -> SmallVec<[Limb; 4]> {
    let (from, to, mut values) = (from.into_iter(), to.into_iter(), values.into_iter());
    let (width, result_width) = (total(from.clone()), total(to.clone()));
    let mut row = Row::new(width.max(result_width));
    let mut before = 0;
    for element in from {
        let places = limbs(big_endian, width, before, element);
        before += element.bits();
        let mut poison = false;
        for ((at, width), limb) in places.clone().zip(&mut values) {
            poison |= limb.poison != 0;
            row.add(at, width, limb);
        }
        if poison {
            places.for_each(|(at, width)| row.add(at, width, POISON));
        }
    }
    let mut result = SmallVec::new();
    before = 0;
    for element in to {
        let start = result.len();
        result.extend(limbs(big_endian, result_width, before, element).map(|(at, width)| row.get(at, width)));
        before += element.bits();
        if result[start..].iter().any(|limb: &Limb| limb.poison != 0) {
            result[start..].fill(POISON);
        }
    }
    result
}

const POISON: Limb = Limb { bits: 0, undef: 0, poison: u64::MAX };

fn total(elements: impl Iterator<Item = ScalarType>) -> u32 {
    elements.map(ScalarType::bits).sum()
}
