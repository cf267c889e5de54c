//! How a module was read. Only what writes a module again as LLVM would asks for it; a module that was built has none of it.

use super::Module;
use crate::body::UseListOrder;
use crate::constant::ConstantData;
use crate::types::Type;
use crate::value::{Global, Inst, Value};

/// What readers note beside the module itself. The directives within a function are in its body.
#[derive(Clone, Debug, Default)]
pub(crate) struct AsRead {
    /// `uselistorder` directives outside of functions, as they were read.
    pub(crate) use_list_orders: Vec<UseListOrder>,
    /// What was made after all was read, in order: this too makes the order of use lists.
    pub(crate) late_uses: Vec<LateUse>,
    /// Whether it was read from bitcode: from that, use lists come in another order than from text.
    pub(crate) from_bitcode: bool,
    /// Which vectors of equal numbers are a number of that type. They mean the same, but are not made of anything.
    pub(crate) native_splats: NativeSplats,
}

bitflags::bitflags! {
    /// Kinds of vectors whose elements are one number, which LLVM keeps as a number that has the vector's type when it is told to:
    /// `-use-constant-int-for-fixed-length-splat` and so on. Bitcode has one record for it then.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct NativeSplats: u8 {
        /// Integers, vectors of a fixed length.
        const FIXED_INTS = 1;
        /// Floating-point numbers, vectors of a fixed length.
        const FIXED_FLOATS = 2;
        /// Integers, scalable vectors.
        const SCALABLE_INTS = 4;
        /// Floating-point numbers, scalable vectors.
        const SCALABLE_FLOATS = 8;
    }
}

/// An instruction that was made, or got another callee, when all of a module was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateUse {
    /// The function that it is in.
    pub function: Global,
    /// The instruction.
    pub user: Inst,
    /// Whether it was there and only got another callee.
    pub callee_only: bool,
}

impl Module {
    /// `uselistorder` directives outside of functions, as they were read.
    pub fn use_list_orders(&self) -> &[UseListOrder] {
        &self.as_read.use_list_orders
    }

    /// The directives, to change.
    pub fn use_list_orders_mut(&mut self) -> &mut Vec<UseListOrder> {
        &mut self.as_read.use_list_orders
    }

    /// Notes uses that were made after all was read: see [`LateUse`].
    pub fn add_late_uses(&mut self, uses: impl IntoIterator<Item = LateUse>) {
        self.as_read.late_uses.extend(uses);
    }

    /// Whether it was read from bitcode: from that, use lists come in another order than from text.
    pub fn is_from_bitcode(&self) -> bool {
        self.as_read.from_bitcode
    }

    /// Notes that it was read from bitcode.
    pub fn set_from_bitcode(&mut self) {
        self.as_read.from_bitcode = true;
    }

    /// Says which vectors of equal numbers are a number of that type. They mean the same, but are not made of anything.
    pub fn set_native_splats(&mut self, kinds: NativeSplats) {
        self.as_read.native_splats = kinds;
    }

    /// Whether the vector of that type with this element everywhere is a number of that type: see [`Module::set_native_splats`].
    pub fn is_native_splat(&self, ty: Type, element: Value) -> bool {
        use ConstantData::{Float, Int, WideFloat, WideInt};
        let scalable = self.context.vector_shape(ty).is_some_and(|(_, _, scalable)| scalable);
        let kind = match (self.constants.node(element).map(|node| &node.data), scalable) {
            (Some(Int(_) | WideInt(_)), false) => NativeSplats::FIXED_INTS,
            (Some(Int(_) | WideInt(_)), true) => NativeSplats::SCALABLE_INTS,
            (Some(Float(_) | WideFloat(_)), false) => NativeSplats::FIXED_FLOATS,
            (Some(Float(_) | WideFloat(_)), true) => NativeSplats::SCALABLE_FLOATS,
            _ => return false,
        };
        self.as_read.native_splats.contains(kind)
    }
}
