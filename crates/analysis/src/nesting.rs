//! A nesting forest that is built from the inside out.

use cranelift_entity::packed_option::{PackedOption, ReservedValue};
use cranelift_entity::{EntityRef, SecondaryMap};

/// For each item, an ancestor, if known.
#[derive(Clone, Debug)]
pub(crate) struct Nesting<K: EntityRef + ReservedValue>(SecondaryMap<K, PackedOption<K>>);

impl<K: EntityRef + ReservedValue> Default for Nesting<K> {
    fn default() -> Nesting<K> {
        Nesting(SecondaryMap::new())
    }
}

impl<K: EntityRef + ReservedValue> Nesting<K> {
    /// Removes all items.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Makes an outermost item a child of another.
    pub fn put(&mut self, inner: K, outer: K) {
        self.0[inner] = outer.into();
    }

    /// The outermost known ancestor of an item. Compresses paths.
    pub fn outermost(&mut self, mut inner: K) -> K {
        while let Some(up) = self.0[inner].expand() {
            if let further @ Some(_) = self.0[up].expand() {
                self.0[inner] = further.into();
            }
            inner = up;
        }
        inner
    }
}
