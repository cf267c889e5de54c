//! Operands of instructions.

use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Type, Value};

use super::function::BodyWriter;
use crate::encoding;

impl BodyWriter<'_> {
    /// A number as it is.
    #[inline]
    pub(super) fn push(&mut self, value: u64) {
        self.ops.push(value);
    }

    /// A type.
    #[inline]
    pub(super) fn ty(&mut self, ty: Type) {
        self.ops.push(self.ids.ty(ty));
    }

    /// A block: its number.
    #[inline]
    pub(super) fn block(&mut self, block: Block) {
        self.ops.push(self.local.value(block.into()) as u64);
    }

    /// How far the number of a value is behind that of the instruction being written, in 32 bits: what comes later wraps.
    #[inline]
    fn distance(&self, id: u32) -> u64 {
        self.next.wrapping_sub(id) as u64
    }

    /// A value whose type the reader knows from elsewhere.
    #[inline]
    pub(super) fn value(&mut self, value: Value) {
        self.ops.push(self.distance(self.local.value(value)));
    }

    /// A value, followed by its type if the reader cannot know the value yet. Tells whether it can.
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

    /// The same, of each value.
    pub(super) fn typed_values(&mut self, values: &[Value]) {
        for &value in values {
            self.typed_value(value);
        }
    }

    /// A value of a phi, which may well come later: its distance with a sign.
    #[inline]
    pub(super) fn signed_value(&mut self, value: Value) {
        let distance = self.next as i32 as i64 - self.local.value(value) as i32 as i64;
        self.ops.push(encoding::signed_code(distance));
    }

    /// An input of an operand bundle.
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
