//! The iteration order of LLVM's `DenseMap`, on which LLVM's output depends in some places.

/// The slot of the entry for which `is_same` holds, or the free slot for it. The table must have free slots, and a power of two
/// of slots.
pub(crate) fn find<T>(table: &[Option<T>], hash: usize, is_same: impl Fn(&T) -> bool) -> usize {
    let mask = table.len() - 1;
    let (mut place, mut step) = (hash & mask, 1);
    while table[place].as_ref().is_some_and(|known| !is_same(known)) {
        place = (place + step) & mask;
        step += 1;
    }
    place
}

/// The distinct numbers, in the iteration order of a `DenseSet`.
pub(crate) fn in_set_order(numbers: impl IntoIterator<Item = u64>) -> Vec<u64> {
    let hash = |number: u64| {
        let product = number.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (product ^ product >> 31) as usize
    };
    let mut table: Vec<Option<u64>> = vec![None; 64];
    let mut count = 0;
    for number in numbers {
        if table[find(&table, hash(number), |&known| known == number)].is_some() {
            continue;
        }
        count += 1;
        if count * 4 >= table.len() * 3 {
            let mut larger = vec![None; table.len() * 2];
            for known in table.into_iter().flatten() {
                let place = find(&larger, hash(known), |_| false);
                larger[place] = Some(known);
            }
            table = larger;
        }
        let place = find(&table, hash(number), |_| false);
        table[place] = Some(number);
    }
    table.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_llvms() {
        let numbers = [123, 77, 5_000_000_000, 999, 31, 123_456_789_123_456_789, 3, 77];
        assert_eq!(in_set_order(numbers), [77, 123_456_789_123_456_789, 31, 5_000_000_000, 3, 999, 123]);
        assert_eq!(in_set_order(0..1000).len(), 1000);
    }
}
