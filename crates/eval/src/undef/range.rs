//! Ranges of values with undef bits.

use std::cmp::Ordering;

use smallvec::{SmallVec, smallvec};

use crate::integer::Integer;

/// The minimum and the maximum unsigned value among the values with a clear sign bit, and among those with a set sign bit;
/// `None` if there are no such values.
///
/// This determines the minimum and the maximum as unsigned, as signed, and as floating-point values.
pub type Ranges<N> = [Option<(N, N)>; 2];

/// A short list, inline up to the number of extremes.
pub(super) type List<T> = SmallVec<[T; 6]>;

/// The order of results in which an operation is monotonic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Unsigned,
    Signed,
    /// The order of floats that are not NaN, by their bits; -0 is before 0.
    Float,
}

impl Order {
    /// A key for `value`: its unsigned order is this order.
    pub(super) fn key<N: Integer>(self, value: &N) -> N {
        match self {
            Order::Unsigned => value.clone(),
            Order::Float if value.is_negative() => value.not(),
            Order::Signed | Order::Float => value.xor(&N::min_signed(value.width())),
        }
    }

    /// The value of a key.
    fn value<N: Integer>(self, key: &N) -> N {
        match self {
            Order::Unsigned => key.clone(),
            Order::Float if !key.is_negative() => key.not(),
            Order::Signed | Order::Float => key.xor(&N::min_signed(key.width())),
        }
    }

    /// The values from `least` to `largest`.
    pub(super) fn range<N: Integer>(self, least: &N, largest: &N) -> Ranges<N> {
        let (from, to) = (self.key(least), self.key(largest));
        // In each order the sign changes with the highest bit of the key.
        let middle = N::min_signed(from.width());
        let low =
            (!from.is_negative()).then(|| (from.clone(), if to.is_negative() { middle.not() } else { to.clone() }));
        let high = to.is_negative().then(|| (if from.is_negative() { from } else { middle }, to));
        let values = |(from, to): (N, N)| {
            let (a, b) = (self.value(&from), self.value(&to));
            if a.ucmp(&b).is_le() { (a, b) } else { (b, a) }
        };
        match self {
            Order::Unsigned => [low.map(values), high.map(values)],
            Order::Signed | Order::Float => [high.map(values), low.map(values)],
        }
    }
}

/// The range of all values with the bits of `value` outside of `undef`.
pub(super) fn of_bits<N: Integer>(value: &N, undef: &N) -> Ranges<N> {
    let sign = N::min_signed(value.width());
    let largest = value.or(undef);
    [
        (!value.is_negative()).then(|| (value.clone(), largest.and(&sign.not()))),
        largest.is_negative().then(|| (value.or(&sign), largest.clone())),
    ]
}

/// The smallest ranges that contain both.
pub(super) fn join<N: Integer>(a: &Ranges<N>, b: &Ranges<N>) -> Ranges<N> {
    [0, 1].map(|half| match (&a[half], &b[half]) {
        (Some((from, to)), Some((other, end))) => Some((min(from, other), max(to, end))),
        (one, other) => one.clone().or_else(|| other.clone()),
    })
}

/// The intersection, restricted to values with the bits of `value` outside of `undef`.
pub(super) fn meet<N: Integer>(a: &Ranges<N>, b: &Ranges<N>, value: &N, undef: &N) -> Ranges<N> {
    [0, 1].map(|half| {
        let ((from, to), (other, end)) = (a[half].as_ref()?, b[half].as_ref()?);
        let from = least_from(&max(from, other), value, undef)?;
        // By complementing all bits, the maximum up to a bound becomes the minimum from a bound.
        let turned = value.not().and(&undef.not());
        let to = least_from(&min(to, end).not(), &turned, undef)?.not();
        from.ucmp(&to).is_le().then_some((from, to))
    })
}

/// The minimum value that is at least `limit` and has the bits of `value` outside of `undef`.
fn least_from<N: Integer>(limit: &N, value: &N, undef: &N) -> Option<N> {
    let width = value.width();
    let above = |bits: u32| N::all_ones(width).shl(bits);
    let conflict = limit.xor(value).and(&undef.not()).active_bits();
    if conflict == 0 {
        return Some(limit.clone());
    }
    let below = above(conflict).not();
    let bit = N::new(width, 1).shl(conflict - 1);
    if !value.and(&bit).is_zero() {
        return Some(limit.and(&above(conflict)).or(&value.and(&below)));
    }
    // A higher undef bit has to be set that is zero in the limit.
    let zeros = undef.and(&limit.not()).and(&above(conflict));
    let raised = zeros.and(&N::new(width, 0).sub(&zeros));
    if raised.is_zero() {
        return None;
    }
    let kept = above(raised.active_bits());
    Some(limit.and(&kept).or(&raised).or(&value.and(&kept.not())))
}

pub(super) fn min<N: Integer>(a: &N, b: &N) -> N {
    if a.ucmp(b) == Ordering::Greater { b.clone() } else { a.clone() }
}

pub(super) fn max<N: Integer>(a: &N, b: &N) -> N {
    if a.ucmp(b) == Ordering::Less { b.clone() } else { a.clone() }
}

/// The Cartesian product of several lists.
pub(super) fn combinations<T: Clone>(lists: &[List<T>]) -> impl Iterator<Item = SmallVec<[T; 3]>> {
    let count = lists.iter().map(SmallVec::len).product();
    (0..count).map(move |mut number: usize| {
        let pick = |list: &List<T>| {
            let picked = list[number % list.len()].clone();
            number /= list.len();
            picked
        };
        lists.iter().map(pick).collect()
    })
}

/// The ranges of `f` for operands in these ranges. Requires that `f` is monotonic in each operand, in this order of its
/// results, while no operand changes its sign: the bounds of the operands then determine the bounds of the results. `None`
/// if `f` is `None` for some of the bounds.
pub(super) fn monotonic<N: Integer>(
    order: Order,
    operands: &[&Ranges<N>],
    f: impl Fn(&[N]) -> Option<N>,
) -> Option<Ranges<N>> {
    let halves: SmallVec<[List<(N, N)>; 3]> =
        operands.iter().map(|ranges| ranges.iter().flatten().cloned().collect()).collect();
    let mut all: Ranges<N> = [None, None];
    for ranges in combinations(&halves) {
        let ends: SmallVec<[List<N>; 3]> = ranges
            .into_iter()
            .map(|(from, to)| if from == to { smallvec![from] } else { smallvec![from, to] })
            .collect();
        let mut found: Option<(N, N)> = None;
        for operands in combinations(&ends) {
            let result = f(&operands)?;
            let key = order.key(&result);
            found = Some(match found {
                None => (result.clone(), result),
                Some((least, largest)) if key.ucmp(&order.key(&least)).is_lt() => (result, largest),
                Some((least, largest)) if key.ucmp(&order.key(&largest)).is_gt() => (least, result),
                Some(found) => found,
            });
        }
        let (least, largest) = found?;
        all = join(&all, &order.range(&least, &largest));
    }
    Some(all)
}
