//! Operands of instructions.

use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Type, Value};

use super::function::BodyWriter;
use crate::encoding;

impl BodyWriter<'_> {
    /// Adds a number.
    #[inline]
    pub(super) fn push(&mut self, value: u64) {
        self.ops.push(value);
    }

    /// Adds a type.
    #[inline]
    pub(super) fn ty(&mut self, ty: Type) {
        self.ops.push(self.ids.ty(ty));
    }

    /// Adds a block.
    #[inline]
    pub(super) fn block(&mut self, block: Block) {
        self.ops.push(self.local.value(block.into()) as u64);
    }

    /// The relative id of a value: the distance to the next value id, modulo 2^32 for forward references.
    #[inline]
    fn distance(&self, id: u32) -> u64 {
        self.next.wrapping_sub(id) as u64
    }

    /// Adds a value whose type is implied.
    #[inline]
    pub(super) fn value(&mut self, value: Value) {
        self.ops.push(self.distance(self.local.value(value)));
    }

    /// Adds a value, followed by its type if it is a forward reference. Returns whether it is not.
    #[inline]
    pub(super) fn typed_value(&mut self, value: Value) -> bool {
        let id = self.local.value(value);
        self.ops.push(self.distance(id));
        let known = id < self.next;
        if !known {
            self.ty(self.module.value_type(Some(self.body), value));
        }
        known
    }

    /// Same as `typed_value`, for each value.
    pub(super) fn typed_values(&mut self, values: &[Value]) {
        for &value in values {
            self.typed_value(value);
        }
    }

    /// Adds an incoming value of a phi, often a forward reference: a signed relative id.
    #[inline]
    pub(super) fn signed_value(&mut self, value: Value) {
        let distance = self.next as i32 as i64 - self.local.value(value) as i32 as i64;
        self.ops.push(encoding::signed_code(distance));
    }

    /// Adds an input of an operand bundle.
    pub(super) fn bundle_input(&mut self, value: Value) {
        match value.kind() {
            ValueKind::Metadata(_) => {
                self.push(encoding::BUNDLE_METADATA);
                self.value(value);
            }
            _ => {
                self.typed_value(value);
            }
        }
    }
}
