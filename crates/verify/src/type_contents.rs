//! What is in a type: which `target` types, and scalable vectors.

use lindworm_ir::target_type::TargetProperties;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Context, Type};

/// What a type is or, as an aggregate, contains.
#[derive(Clone, Copy)]
pub(crate) struct Contents {
    /// The properties that all `target` types in it have.
    pub target: TargetProperties,
    /// Whether there is a scalable vector in it.
    pub is_scalable: bool,
}

/// The contents of types by their numbers, as far as they were asked for.
#[derive(Default)]
pub(crate) struct TypeContents(Vec<Option<Contents>>);

impl TypeContents {
    /// What is in a type.
    pub fn of(&mut self, cx: &Context, ty: Type) -> Contents {
        // Each type is there twice: before its parts and after them.
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
            // Meanwhile this ends the walk of a struct that holds itself.
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
