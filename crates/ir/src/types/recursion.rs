//! Structs that contain themselves, by value or as a type parameter of a target type, which is invalid.

use crate::hash::{HashMap, HashSet};

use super::{StructId, Type, TypeKind};
use crate::context::Context;

impl Context {
    /// The component types of a type: element, fields, return and parameter types.
    pub fn contained_types(&self, ty: Type) -> impl Iterator<Item = Type> + '_ {
        let (one, many): (Option<Type>, &[Type]) = match self.kind(ty) {
            TypeKind::Vector { element, .. } | TypeKind::Array { element, .. } => (Some(*element), &[]),
            TypeKind::Struct { fields: types, .. } | TypeKind::Target { types, .. } => (None, types),
            TypeKind::Identified(id) => (None, self.struct_def(*id).body().map_or(&[], |body| &body.fields)),
            TypeKind::Function { result, params, .. } => (Some(*result), params),
            _ => (None, &[]),
        };
        one.into_iter().chain(many.iter().copied())
    }

    /// Whether a struct with these fields would contain itself.
    pub(super) fn would_hold_itself(&self, id: StructId, fields: &[Type]) -> bool {
        let mut seen = HashSet::default();
        let mut todo = fields.to_vec();
        while let Some(ty) = todo.pop() {
            match *self.kind(ty) {
                TypeKind::Identified(other) if other == id => return true,
                _ if seen.insert(ty) => todo.extend(self.contained_types(ty)),
                _ => {}
            }
        }
        false
    }

    /// The first of the structs, in order of [definition](Context::define_struct), whose definition made it contain itself. No
    /// other struct may contain them.
    pub fn first_recursive_struct(&self, structs: &[StructId]) -> Option<StructId> {
        let places: HashMap<StructId, usize> = structs.iter().enumerate().map(|(i, &id)| (id, i)).collect();
        if !self.is_recursive(&places, structs.len()) {
            return None;
        }
        // Binary search: a recursion remains when more structs are defined.
        let (mut without, mut with) = (0, structs.len());
        while with - without > 1 {
            let middle = without + (with - without) / 2;
            match self.is_recursive(&places, middle) {
                true => with = middle,
                false => without = middle,
            }
        }
        structs.get(without).copied()
    }

    /// Whether one of the first `count` structs contains itself while the others are opaque.
    fn is_recursive(&self, places: &HashMap<StructId, usize>, count: usize) -> bool {
        let is_open = |ty: Type| match *self.kind(ty) {
            TypeKind::Identified(id) => places.get(&id).is_some_and(|&place| place < count),
            TypeKind::Vector { .. }
            | TypeKind::Array { .. }
            | TypeKind::Struct { .. }
            | TypeKind::Target { .. }
            | TypeKind::Function { .. } => true,
            _ => false,
        };
        // Visited types, and whether they are on the current path, i.e. contain the current type.
        let mut on_path: HashMap<Type, bool> = HashMap::default();
        let mut path = Vec::new();
        for id in places.keys() {
            let start = self.struct_def(*id).ty.get().copied().filter(|&ty| is_open(ty) && !on_path.contains_key(&ty));
            let Some(start) = start else { continue };
            on_path.insert(start, true);
            path.push((start, self.contained_types(start)));
            while let Some((ty, left)) = path.last_mut() {
                let Some(next) = left.next() else {
                    on_path.insert(*ty, false);
                    path.pop();
                    continue;
                };
                match on_path.get(&next) {
                    Some(true) => return true,
                    None if is_open(next) => {
                        on_path.insert(next, true);
                        path.push((next, self.contained_types(next)));
                    }
                    _ => {}
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opaque(cx: &Context) -> (StructId, Type) {
        let ty = cx.new_struct(b"");
        let TypeKind::Identified(id) = *cx.kind(ty) else { unreachable!() };
        (id, ty)
    }

    #[test]
    fn a_struct_cannot_hold_itself() {
        let cx = Context::new();
        let [(a, a_type), (b, b_type)] = [opaque(&cx), opaque(&cx)];
        let target = TypeKind::Target { name: (*b"t").into(), types: [a_type].into(), ints: [].into() };
        for field in [a_type, cx.array(a_type, 0), cx.struct_type(&[Type::I8, a_type], true), cx.intern_type(target)] {
            assert!(!cx.set_struct_body(a, &[Type::I8, field], false));
        }
        assert!(cx.set_struct_body(a, &[Type::PTR, b_type], false));
        assert!(!cx.set_struct_body(b, &[cx.array(a_type, 2)], false));
        assert!(cx.set_struct_body(b, &[Type::PTR], false));
    }

    #[test]
    fn the_first_struct_that_closes_a_circle_is_found() {
        let cx = Context::new();
        let [(a, a_type), (b, b_type), (c, c_type), (d, d_type)] = [(); 4].map(|()| opaque(&cx));
        let literal = cx.struct_type(&[b_type], false);
        cx.define_struct(a, &[literal, c_type], false);
        cx.define_struct(b, &[Type::PTR, c_type], false);
        cx.define_struct(c, &[cx.array(a_type, 1)], false);
        cx.define_struct(d, &[d_type], false);
        assert_eq!(cx.first_recursive_struct(&[a, b]), None);
        assert_eq!(cx.first_recursive_struct(&[a, b, c, d]), Some(c));
        assert_eq!(cx.first_recursive_struct(&[d, c, b, a]), Some(d));
        assert_eq!(cx.first_recursive_struct(&[c, b, a]), Some(a));
    }
}
