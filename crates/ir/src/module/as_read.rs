//! How a module was read. Used only to write a module again as LLVM would; empty for a module that was built.

use super::Module;
use crate::body::UseListOrder;
use crate::constant::ConstantData;
use crate::types::Type;
use crate::value::{Global, Inst, Value};

/// The data that readers record in addition to the module itself. The directives of a function are in its body.
#[derive(Clone, Debug, Default)]
pub(crate) struct AsRead {
    /// The `uselistorder` directives outside functions, as read.
    pub(crate) use_list_orders: Vec<UseListOrder>,
    /// The uses created after the whole module was read, in order. They determine the order of use lists too.
    pub(crate) late_uses: Vec<LateUse>,
    /// Whether the module was read from bitcode: the initial order of use lists then differs from that of text.
    pub(crate) from_bitcode: bool,
    /// The splat vectors that are represented as a scalar constant of vector type. The value is the same, but the constant has no
    /// operands.
    pub(crate) native_splats: NativeSplats,
}

bitflags::bitflags! {
    /// Kinds of splat vectors that LLVM represents as a `ConstantInt` or `ConstantFP` of vector type when options such as
    /// `-use-constant-int-for-fixed-length-splat` are set. Bitcode then has a single record for the constant.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct NativeSplats: u8 {
        /// Integer vectors of fixed length.
        const FIXED_INTS = 1;
        /// Floating-point vectors of fixed length.
        const FIXED_FLOATS = 2;
        /// Scalable integer vectors.
        const SCALABLE_INTS = 4;
        /// Scalable floating-point vectors.
        const SCALABLE_FLOATS = 8;
    }
}

/// An instruction that was created, or whose callee was replaced, after the whole module was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateUse {
    /// The function that contains the instruction.
    pub function: Global,
    /// The instruction.
    pub user: Inst,
    /// Whether only the callee of an existing instruction was replaced.
    pub callee_only: bool,
}

impl Module {
    /// The `uselistorder` directives outside functions, as read.
    pub fn use_list_orders(&self) -> &[UseListOrder] {
        &self.as_read.use_list_orders
    }

    /// Mutable form of [`Module::use_list_orders`].
    pub fn use_list_orders_mut(&mut self) -> &mut Vec<UseListOrder> {
        &mut self.as_read.use_list_orders
    }

    /// Records uses that were created after the whole module was read: see [`LateUse`].
    pub fn add_late_uses(&mut self, uses: impl IntoIterator<Item = LateUse>) {
        self.as_read.late_uses.extend(uses);
    }

    /// Whether the module was read from bitcode: the initial order of use lists then differs from that of text.
    pub fn is_from_bitcode(&self) -> bool {
        self.as_read.from_bitcode
    }

    /// Records that the module was read from bitcode.
    pub fn set_from_bitcode(&mut self) {
        self.as_read.from_bitcode = true;
    }

    /// Sets the kinds of splat vectors that are represented as a scalar constant of vector type. The value is the same, but the
    /// constant has no operands.
    pub fn set_native_splats(&mut self, kinds: NativeSplats) {
        self.as_read.native_splats = kinds;
    }

    /// Whether the splat of `element` with that type is represented as a scalar constant of vector type: see
    /// [`Module::set_native_splats`].
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
