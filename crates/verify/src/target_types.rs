//! What may be done with the `target` types in a type.

use lindworm_ir::target_type::TargetProperties;
use lindworm_ir::{Context, Type, TypeKind};

/// By the number of a type, the properties that all `target` types have that it is or, as an aggregate, holds.
#[derive(Default)]
pub(crate) struct TargetTypes(Vec<Option<TargetProperties>>);

impl TargetTypes {
    /// The properties that all `target` types have that a type is or, as an aggregate, holds.
    pub fn properties(&mut self, cx: &Context, ty: Type) -> TargetProperties {
        // Each type is there twice: before its parts and after them.
        let mut todo = vec![(ty, false)];
        while let Some((ty, has_known_parts)) = todo.pop() {
            if !has_known_parts && self.known(ty).is_some() {
                continue;
            }
            let parts = match cx.kind(ty) {
                TypeKind::Array { element, .. } => std::slice::from_ref(element),
                _ => cx.struct_parts(ty).map_or(&[][..], |(fields, _)| fields),
            };
            let own = match cx.kind(ty) {
                TypeKind::Target { .. } => cx.target_type(ty).map_or(TargetProperties::empty(), |t| t.properties),
                _ => TargetProperties::all(),
            };
            if self.0.len() <= ty.index() {
                self.0.resize(ty.index() + 1, None);
            }
            // Meanwhile this ends the walk of a struct that holds itself.
            let common = parts.iter().filter_map(|&part| self.known(part)).fold(own, |common, of| common & of);
            self.0[ty.index()] = Some(common);
            if !has_known_parts && !parts.is_empty() {
                todo.push((ty, true));
                todo.extend(parts.iter().map(|&part| (part, false)));
            }
        }
        self.known(ty).unwrap_or_default()
    }

    fn known(&self, ty: Type) -> Option<TargetProperties> {
        *self.0.get(ty.index())?
    }
}
