//! Hash tables for keys that come from untrusted input.
//!
//! With a known hash function, an input could contain thousands of keys that collide. Each process seeds its hash function with
//! entropy from the standard library, so a given file cannot cause collisions in every process. The iteration order of a table
//! therefore differs between runs, and output must not depend on it.

use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::LazyLock;

use foldhash::SharedSeed;
use foldhash::fast::FoldHasher;
use hashbrown::HashTable;

/// A hash map with a [`RandomState`].
pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

/// A hash set with a [`RandomState`].
pub type HashSet<T> = std::collections::HashSet<T, RandomState>;

/// Creates hashers with the seed of this process.
#[derive(Clone, Copy, Debug)]
pub struct RandomState(&'static Seed);

#[derive(Debug)]
struct Seed(u64, SharedSeed);

impl Default for RandomState {
    #[inline]
    fn default() -> RandomState {
        static SEED: LazyLock<Seed> = LazyLock::new(|| {
            let random = || std::hash::RandomState::new().build_hasher().finish();
            Seed(random(), SharedSeed::from_u64(random()))
        });
        RandomState(&SEED)
    }
}

impl BuildHasher for RandomState {
    type Hasher = FoldHasher<'static>;

    #[inline]
    fn build_hasher(&self) -> FoldHasher<'static> {
        FoldHasher::with_seed(self.0.0, &self.0.1)
    }
}

/// Clears a map that is reused many times. Clearing is linear in the capacity, so a large capacity is released when few entries
/// remain.
pub fn clear_to_reuse<K, V>(map: &mut HashMap<K, V>) {
    if is_too_large(map.capacity(), map.len()) { *map = HashMap::default() } else { map.clear() }
}

/// Like [`clear_to_reuse`], for a table of indices.
pub fn clear_index_to_reuse(table: &mut HashTable<u32>) {
    if is_too_large(table.capacity(), table.len()) { *table = HashTable::new() } else { table.clear() }
}

fn is_too_large(capacity: usize, entries: usize) -> bool {
    capacity > 64 * (entries + 64)
}

/// The hash of a key in this process.
#[inline]
pub fn hash_one(key: impl Hash) -> u64 {
    RandomState::default().hash_one(key)
}

/// The hash of a number and words in this process. Faster than the hash of a pair, because it omits the length.
#[inline]
pub fn hash_words(first: u32, words: &[u32]) -> u64 {
    let mut hasher = RandomState::default().build_hasher();
    hasher.write_u32(first);
    u32::hash_slice(words, &mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::intern::Interner;

    /// The multiplier of `rustc-hash` 2, and its inverse.
    const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
    const INVERSE: u64 = {
        let (mut inverse, mut i) = (1u64, 0);
        while i < 6 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(FACTOR.wrapping_mul(inverse)));
            i += 1;
        }
        inverse
    };
    /// The constant that `rustc-hash` mixes with the first eight bytes of a short string: for a string that starts with it, the
    /// hash depends only on the length.
    const FIRST_SEED: u64 = 0x243f_6a88_85a3_08d3;

    const COUNT: usize = 20_000;

    thread_local! {
        static COMPARED: Cell<usize> = const { Cell::new(0) };
    }

    /// A key that counts its comparisons.
    #[expect(clippy::derived_hash_with_manual_eq, reason = "equal keys are still those with equal content")]
    #[derive(Clone, Debug, Hash, Eq)]
    struct Counted<T>(T);

    impl<T: PartialEq> PartialEq for Counted<T> {
        fn eq(&self, other: &Self) -> bool {
            COMPARED.set(COMPARED.get() + 1);
            self.0 == other.0
        }
    }

    /// The number of key comparisons for inserting all keys into a map and an interner, and looking them up.
    fn comparisons<T: Clone + Hash + Eq>(keys: impl Iterator<Item = T>) -> usize {
        let keys: Vec<_> = keys.map(Counted).collect();
        let (mut map, interner) = (HashMap::default(), Interner::default());
        COMPARED.set(0);
        for (i, key) in (0..).zip(&keys) {
            map.insert(key.clone(), i);
            assert_eq!(interner.intern(key.clone()), i);
        }
        for (i, key) in (0..).zip(&keys) {
            assert_eq!((map.get(key), interner.intern(key.clone())), (Some(&i), i));
        }
        COMPARED.get()
    }

    /// Each successful lookup compares once, with few further comparisons.
    const MOST: usize = 3 * COUNT;

    #[test]
    fn numbers_that_collide_unseeded_do_not() {
        let unseeded = |(a, b): (u64, u64)| a.wrapping_mul(FACTOR).wrapping_add(b).wrapping_mul(FACTOR);
        let keys = (0..COUNT as u64).map(|b| (7u64.wrapping_sub(b).wrapping_mul(INVERSE), b));
        assert!(keys.clone().all(|key| unseeded(key) == unseeded((7u64.wrapping_mul(INVERSE), 0))));
        let compared = comparisons(keys);
        assert!(compared < MOST, "{compared} comparisons");
    }

    #[test]
    fn numbers_whose_unseeded_hashes_have_one_lower_half_do_not_collide() {
        let unseeded = |key: u64| key.wrapping_mul(FACTOR).rotate_left(26) as u32;
        let keys = (0..COUNT as u64).map(|i| (i << 32 | 5).rotate_right(26).wrapping_mul(INVERSE));
        assert!(keys.clone().all(|key| unseeded(key) == 5));
        let compared = comparisons(keys);
        assert!(compared < MOST, "{compared} comparisons");
    }

    #[test]
    fn names_that_collide_unseeded_do_not() {
        let name = |i: u64| [FIRST_SEED.to_le_bytes(), i.to_le_bytes()].concat();
        let compared = comparisons((0..COUNT as u64).map(name));
        assert!(compared < MOST, "{compared} comparisons");
    }

    #[test]
    fn a_map_that_was_large_once_is_small_when_it_is_used_again() {
        let mut map: HashMap<usize, ()> = (0..COUNT).map(|i| (i, ())).collect();
        clear_to_reuse(&mut map);
        assert!(map.is_empty() && map.capacity() >= COUNT);
        map.insert(1, ());
        clear_to_reuse(&mut map);
        assert_eq!(map.capacity(), 0);
    }
}
