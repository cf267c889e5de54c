//! A shared, append-only interning table.

use std::hash::Hash;
use std::sync::Mutex;

use crate::hash::hash_one;
use crate::value::{Value, check_count};
use hashbrown::HashTable;

/// Items with dense indices; equal items have equal indices. Readers take no lock.
pub(crate) struct Interner<T> {
    items: boxcar::Vec<T>,
    index: Mutex<HashTable<Entry>>,
}

/// An item and its hash. The hash rejects most unequal items without a comparison, and lets the table grow without rehashing.
#[derive(Clone)]
struct Entry {
    /// The upper half of the hash, which is enough for the maximum number of items.
    hash: u32,
    item: u32,
}

/// The part of a key's hash that an entry stores.
fn hash_of(key: &(impl Hash + ?Sized)) -> u32 {
    (hash_one(key) >> 32) as u32
}

/// The hash by which the table stores an item.
fn table_hash(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { items: boxcar::Vec::new(), index: Mutex::default() }
    }
}

impl<T: Clone> Clone for Interner<T> {
    fn clone(&self) -> Self {
        // Nothing is added while the lock is held.
        let index = self.index.lock().unwrap_or_else(|e| e.into_inner());
        let items = self.items.iter().map(|(_, item)| item.clone()).collect();
        Interner { items, index: Mutex::new(index.clone()) }
    }
}

impl<T: Hash + Eq> Interner<T> {
    /// The index of the item equal to `item`, which is added if it does not exist.
    pub fn intern(&self, item: T) -> u32 {
        self.intern_hashed(hash_of(&item), item)
    }

    fn intern_hashed(&self, hash: u32, item: T) -> u32 {
        let mut index = self.index.lock().unwrap_or_else(|e| e.into_inner());
        let found = index.find(table_hash(hash), |e| e.hash == hash && self.items[e.item as usize] == item);
        if let Some(found) = found {
            return found.item;
        }
        self.add(&mut index, hash, item)
    }
}

impl<T> Interner<T> {
    /// The index of the item for which `same` holds, among those with this hash; created if it does not exist.
    fn intern_key(&self, hash: u32, same: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> u32 {
        let mut index = self.index.lock().unwrap_or_else(|e| e.into_inner());
        let found = index.find(table_hash(hash), |e| e.hash == hash && same(&self.items[e.item as usize]));
        if let Some(found) = found {
            return found.item;
        }
        self.add(&mut index, hash, make())
    }

    fn add(&self, index: &mut HashTable<Entry>, hash: u32, item: T) -> u32 {
        check_count(index.len(), Value::MAX_ENTITIES);
        let item = self.items.push(item) as u32;
        index.insert_unique(table_hash(hash), Entry { hash, item }, |e| table_hash(e.hash));
        item
    }

    /// The item at `index`, which must have come from this table.
    pub fn get(&self, index: u32) -> &T {
        &self.items[index as usize]
    }

    /// The item at `index`, if it exists.
    pub fn try_get(&self, index: u32) -> Option<&T> {
        self.items.get(index as usize)
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.count()
    }
}

/// Initial items shared by all tables of a kind, created once in a process.
pub(crate) struct Fixed<T> {
    items: Box<[T]>,
    index: HashTable<Entry>,
}

impl<T: Hash> Fixed<T> {
    /// Creates the shared items, which must be distinct.
    pub fn new(items: impl IntoIterator<Item = T>) -> Fixed<T> {
        let items: Box<[T]> = items.into_iter().collect();
        let mut index = HashTable::with_capacity(items.len());
        for (item, number) in items.iter().zip(0..) {
            let entry = Entry { hash: hash_of(item), item: number };
            index.insert_unique(table_hash(entry.hash), entry, |e| table_hash(e.hash));
        }
        Fixed { items, index }
    }

    fn find(&self, hash: u32, same: impl Fn(&T) -> bool) -> Option<u32> {
        let found = self.index.find(table_hash(hash), |e| e.hash == hash && same(&self.items[e.item as usize]));
        found.map(|e| e.item)
    }
}

/// An [`Interner`] that starts with fixed items. Creating it allocates and copies nothing.
pub(crate) struct Extended<T: 'static> {
    fixed: &'static Fixed<T>,
    own: Interner<T>,
}

impl<T: Hash + Eq> Extended<T> {
    /// The index of the item equal to `item`, which is added if it does not exist.
    pub fn intern(&self, item: T) -> u32 {
        let hash = hash_of(&item);
        self.fixed.find(hash, |i| *i == item).unwrap_or_else(|| self.behind_fixed(self.own.intern_hashed(hash, item)))
    }

    /// The index of the item for which `same` holds, created if it does not exist. `key` must have the same hash as the item.
    pub fn intern_key<K: Hash + ?Sized>(&self, key: &K, same: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> u32 {
        let hash = hash_of(key);
        let found = self.fixed.find(hash, &same);
        found.unwrap_or_else(|| self.behind_fixed(self.own.intern_key(hash, same, make)))
    }
}

impl<T> Extended<T> {
    /// A table that starts with these items.
    pub fn new(fixed: &'static Fixed<T>) -> Extended<T> {
        Extended { fixed, own: Interner::default() }
    }

    fn behind_fixed(&self, own: u32) -> u32 {
        self.fixed.items.len() as u32 + own
    }

    /// The item at `index`, which must have come from this table.
    pub fn get(&self, index: u32) -> &T {
        let fixed = &self.fixed.items;
        fixed.get(index as usize).unwrap_or_else(|| self.own.get(index - fixed.len() as u32))
    }

    /// The item at `index`, if it exists.
    pub fn try_get(&self, index: u32) -> Option<&T> {
        let fixed = &self.fixed.items;
        fixed.get(index as usize).or_else(|| self.own.try_get(index - fixed.len() as u32))
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.fixed.items.len() + self.own.len()
    }
}
