//! What is nested in what, while it is being found out from the inside.

use cranelift_entity::packed_option::{PackedOption, ReservedValue};
use cranelift_entity::{EntityRef, SecondaryMap};

/// Of each thing, one further up, as far as is known.
#[derive(Clone, Debug)]
pub(crate) struct Nesting<K: EntityRef + ReservedValue>(SecondaryMap<K, PackedOption<K>>);

impl<K: EntityRef + ReservedValue> Default for Nesting<K> {
    fn default() -> Nesting<K> {
        Nesting(SecondaryMap::new())
    }
}

impl<K: EntityRef + ReservedValue> Nesting<K> {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Puts what was outermost into another.
    pub fn put(&mut self, inner: K, outer: K) {
        self.0[inner] = outer.into();
    }

    /// The outermost known one that one is in. Ways up are made shorter as they are gone.
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
