//! The contents of types: `target` types and scalable vectors.

use lindworm_ir::target_type::TargetProperties;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Context, Type};

/// Properties of a type, including the element types of aggregates.
#[derive(Clone, Copy)]
pub(crate) struct Contents {
    /// The properties common to all contained `target` types.
    pub target: TargetProperties,
    /// Whether the type contains a scalable vector.
    pub is_scalable: bool,
}

/// The contents of types by type index, as far as computed.
#[derive(Default)]
pub(crate) struct TypeContents(Vec<Option<Contents>>);

impl TypeContents {
    /// The contents of a type.
    pub fn of(&mut self, cx: &Context, ty: Type) -> Contents {
        // Each type is pushed twice: before and after its elements.
        let mut todo = vec![(ty, false)];
        while let Some((ty, has_known_parts)) = todo.pop() {
            if !has_known_parts && self.known(ty).is_some() {
                continue;
            }
            let mut contents = Contents { target: TargetProperties::all(), is_scalable: false };
            let layout;
            let parts = match *cx.kind(ty) {
                TypeKind::Array { ref element, .. } => std::slice::from_ref(element),
                TypeKind::Target { .. } => match cx.target_type(ty) {
                    Some(target) => {
                        contents.target = target.properties;
                        layout = target.layout;
                        std::slice::from_ref(&layout)
                    }
                    None => {
                        contents.target = TargetProperties::empty();
                        &[]
                    }
                },
                TypeKind::Vector { scalable, .. } => {
                    contents.is_scalable = scalable;
                    &[]
                }
                _ => cx.struct_parts(ty).map_or(&[][..], |(fields, _)| fields),
            };
            if self.0.len() <= ty.index() {
                self.0.resize(ty.index() + 1, None);
            }
            // A preliminary result, which ends the walk of a recursive struct.
            for part in parts.iter().filter_map(|&part| self.known(part)) {
                contents.target &= part.target;
                contents.is_scalable |= part.is_scalable;
            }
            self.0[ty.index()] = Some(contents);
            if !has_known_parts && !parts.is_empty() {
                todo.push((ty, true));
                todo.extend(parts.iter().map(|&part| (part, false)));
            }
        }
        self.known(ty).unwrap_or(Contents { target: TargetProperties::empty(), is_scalable: false })
    }

    fn known(&self, ty: Type) -> Option<Contents> {
        *self.0.get(ty.index())?
    }
}
