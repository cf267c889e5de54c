//! A shared, append-only table that gives equal items the same index.

use std::hash::{BuildHasher, Hash};
use std::sync::Mutex;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Items by dense index; equal items have one index. Reading takes no lock.
pub(crate) struct Interner<T> {
    items: boxcar::Vec<T>,
    index: Mutex<HashTable<u32>>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { items: boxcar::Vec::new(), index: Mutex::default() }
    }
}

impl<T: Hash + Eq> Interner<T> {
    /// The index of the item equal to `item`, which is added if there is none.
    pub fn intern(&self, item: T) -> u32 {
        let hash = FxBuildHasher.hash_one(&item);
        let mut index = self.index.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(&found) = index.find(hash, |&i| self.items[i as usize] == item) {
            return found;
        }
        let new = self.items.push(item) as u32;
        index.insert_unique(hash, new, |&i| FxBuildHasher.hash_one(&self.items[i as usize]));
        new
    }
}

impl<T: Hash> Interner<T> {
    /// The index of the item that is `same` as `key`, made if there is none. `key` must hash as that item does.
    pub fn intern_key<K: Hash + ?Sized>(&self, key: &K, same: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> u32 {
        let hash = FxBuildHasher.hash_one(key);
        let mut index = self.index.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(&found) = index.find(hash, |&i| same(&self.items[i as usize])) {
            return found;
        }
        let new = self.items.push(make()) as u32;
        index.insert_unique(hash, new, |&i| FxBuildHasher.hash_one(&self.items[i as usize]));
        new
    }
}

impl<T> Interner<T> {
    /// Adds an item that is equal to no other, such as one with an identity of its own.
    pub fn push_distinct(&self, item: T) -> u32 {
        let _order = self.index.lock().unwrap_or_else(|e| e.into_inner());
        self.items.push(item) as u32
    }

    /// The item at `index`, which must have come from this table.
    pub fn get(&self, index: u32) -> &T {
        &self.items[index as usize]
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.count()
    }
}
