//! Properties of the types `target("name", ...)` ([Language
//! Reference](https://llvm.org/docs/LangRef.html#target-extension-type)).

use crate::context::Context;
use crate::types::{MAX_INT_BITS, Type, TypeKind};

/// The properties of a `target` type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetType {
    /// The layout type, which has the same size and alignment; `void` if there is none.
    pub layout: Type,
    /// The permitted uses.
    pub properties: TargetProperties,
}

bitflags::bitflags! {
    /// The permitted uses of a `target` type.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct TargetProperties: u8 {
        /// The type has a `zeroinitializer`.
        const ZERO = 1;
        /// A global variable may have the type.
        const GLOBAL = 2;
        /// An `alloca` may have the type.
        const LOCAL = 4;
        /// A vector may have elements of the type.
        const VECTOR_ELEMENT = 8;
        /// The restrictions of `token` apply: no phi, no select.
        const TOKEN_LIKE = 16;
    }
}

/// Checks the parameters of a `target` type of this name. Errors have LLVM's wording.
pub fn check_parameters(name: &[u8], types: &[Type], ints: &[u32]) -> Result<(), &'static str> {
    match (name, types.len(), ints.len()) {
        (b"aarch64.svcount", 0, 0) | (b"riscv.vector.tuple", 1, 1) | (b"amdgcn.named.barrier", 0, 1) => Ok(()),
        (b"aarch64.svcount", ..) => Err("target extension type aarch64.svcount should have no parameters"),
        (b"riscv.vector.tuple", ..) => {
            Err("target extension type riscv.vector.tuple should have one type parameter and one integer parameter")
        }
        (b"amdgcn.named.barrier", ..) => {
            Err("target extension type amdgcn.named.barrier should have no type parameters and one integer parameter")
        }
        _ => Ok(()),
    }
}

impl Context {
    /// The properties of `ty`, if it is a `target` type.
    pub fn target_type(&self, ty: Type) -> Option<TargetType> {
        use TargetProperties as P;
        let TypeKind::Target { name, types, ints } = self.kind(ty) else { return None };
        let int = |i: usize| ints.get(i).copied().unwrap_or(0);
        let anywhere = P::GLOBAL | P::LOCAL;
        let (layout, properties) = match &**name {
            b"spirv.Image" | b"spirv.SignedImage" => (Type::PTR, anywhere),
            b"spirv.Type" => (self.spirv_type(int(1), int(2)), anywhere),
            b"spirv.IntegralConstant" | b"spirv.Literal" => (Type::VOID, P::empty()),
            b"spirv.Padding" | b"dx.Padding" => (self.array(Type::I8, int(0).into()), P::GLOBAL),
            b"aarch64.svcount" => (self.vector(Type::I1, 16, true), P::ZERO | P::LOCAL),
            b"riscv.vector.tuple" => match types.first().and_then(|&t| self.vector_shape(t)) {
                Some((_, len, true)) => {
                    (self.vector(Type::I8, len.max(8).saturating_mul(int(0)).max(1), true), P::ZERO | P::LOCAL)
                }
                _ => (Type::VOID, P::ZERO | P::LOCAL),
            },
            b"amdgcn.named.barrier" => (self.vector(Type::I32, 4, false), P::GLOBAL),
            b"wasm.externref" | b"wasm.funcref" => (Type::PTR, anywhere | P::ZERO),
            b"llvm.test.vectorelement" => (Type::I32, P::LOCAL | P::VECTOR_ELEMENT),
            name if name.starts_with(b"spirv.") => (Type::PTR, anywhere | P::ZERO),
            name if name.starts_with(b"dx.") => (Type::PTR, anywhere | P::TOKEN_LIKE),
            _ => (Type::VOID, P::empty()),
        };
        Some(TargetType { layout, properties })
    }

    /// The layout type of a SPIR-V type of that many bytes, with that alignment in bits.
    fn spirv_type(&self, bytes: u32, align_bits: u32) -> Type {
        if bytes == 0 || !(1..=MAX_INT_BITS).contains(&align_bits) {
            return Type::I32;
        }
        self.array(self.int(align_bits), u64::from(bytes) * 8 / u64::from(align_bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_and_properties() {
        let cx = Context::new();
        let target = |name: &[u8], types: &[Type], ints: &[u32]| {
            let ty = TypeKind::Target { name: name.into(), types: types.into(), ints: ints.into() };
            cx.target_type(cx.intern_type(ty)).unwrap()
        };
        assert_eq!(target(b"spirv.Event", &[], &[]).layout, Type::PTR);
        assert_eq!(target(b"spirv.Type", &[Type::I32], &[23, 12, 64]).layout, cx.array(Type::I64, 1));
        assert_eq!(target(b"spirv.Type", &[], &[23, 0, 0]).layout, Type::I32);
        assert_eq!(target(b"dx.Padding", &[], &[7]).layout, cx.array(Type::I8, 7));
        assert_eq!(target(b"unheard.of", &[], &[]).layout, Type::VOID);
        let pair = cx.vector(Type::I8, 4, true);
        assert_eq!(target(b"riscv.vector.tuple", &[pair], &[2]).layout, cx.vector(Type::I8, 16, true));
        assert!(target(b"spirv.Event", &[], &[]).properties.contains(TargetProperties::ZERO));
        assert!(!target(b"spirv.Image", &[], &[]).properties.contains(TargetProperties::ZERO));
        assert!(check_parameters(b"aarch64.svcount", &[], &[]).is_ok());
        assert!(check_parameters(b"aarch64.svcount", &[Type::I8], &[]).is_err());
    }
}
