//! Declarations of intrinsics: attributes and errors.

use lindworm_eval::Int;

use super::{AttributePlace, IntrinsicAttribute, IntrinsicId};
use crate::attributes::{AttrKind, Attribute, AttributeBuilder, AttributeList, AttributeSet};
use crate::context::Context;
use crate::types::Type;
use crate::version::IrVersion;

/// The reason why an intrinsic cannot be declared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IntrinsicError {
    /// The version has no intrinsic of exactly this name.
    #[error("there is no intrinsic `{0}`")]
    Unknown(String),
    /// The intrinsic exists, but does not accept these types.
    #[error("there is no overload of `{name}` for {}", if .types.is_empty() { "no types" } else { .types })]
    #[allow(missing_docs)]
    NoOverload { name: String, types: String },
}

impl IntrinsicId {
    /// The attributes of the declaration as a function of type `ty`; `None` if the type does not match.
    pub fn attribute_list(self, version: IrVersion, cx: &Context, ty: Type) -> Option<AttributeList> {
        self.match_signature(version, cx, ty).ok()?;
        let (result, params, _) = cx.function_parts(ty)?;
        let mut function = AttributeBuilder::new();
        let mut of_result = AttributeBuilder::new();
        let mut of_params: Vec<AttributeBuilder> = vec![AttributeBuilder::new(); params.len()];
        for (place, attribute) in self.attributes(version) {
            let (builder, ty) = match place {
                AttributePlace::Function => (&mut function, Type::VOID),
                AttributePlace::Result => (&mut of_result, result),
                AttributePlace::Argument(i) => match of_params.get_mut(usize::from(i)) {
                    Some(builder) => (builder, params[usize::from(i)]),
                    None => continue,
                },
            };
            let kind = |name: &str| AttrKind::from_name(name.as_bytes());
            let made = match attribute {
                IntrinsicAttribute::Flag(name) => kind(name).map(Attribute::Enum),
                IntrinsicAttribute::Int(name, n) => kind(name).map(|kind| Attribute::Int(kind, n)),
                IntrinsicAttribute::Range { lower, upper } => cx.int_width(cx.scalar_type(ty)).map(|width| {
                    let bound = |n| Int::from_i64(width, n);
                    Attribute::Range(AttrKind::RANGE, Box::new((bound(lower), bound(upper))))
                }),
            };
            made.into_iter().for_each(|attribute| builder.add(attribute));
        }
        let params: Vec<AttributeSet> = of_params.iter_mut().map(|b| cx.make_attribute_set(b)).collect();
        let (function, result) = (cx.make_attribute_set(&mut function), cx.make_attribute_set(&mut of_result));
        Some(cx.make_attribute_list(function, result, &params))
    }
}
