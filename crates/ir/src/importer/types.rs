//! Types of one module in another: what links identified structs that mean the same.
//!
//! [`TypeMap`] determines, for each type of the source, the type of the destination that takes its place. Two identified structs
//! become one where the destination has one of the same name and shape, or else one of the same fields. Each type is looked at once;
//! comparing two of one name costs their size.

use smallvec::SmallVec;

use crate::context::Context;
use crate::hash::{HashMap, HashSet};
use crate::types::{StructId, Type, TypeKind};

/// The identified structs of a module that others are imported into.
#[derive(Clone, Debug, Default)]
pub(super) struct StructTypes {
    all: HashSet<StructId>,
    by_name: HashMap<Box<[u8]>, Type>,
    by_fields: HashMap<(Box<[Type]>, bool), Type>,
}

impl StructTypes {
    fn add(&mut self, cx: &Context, ty: Type) {
        let TypeKind::Identified(id) = *cx.kind(ty) else { return };
        if !self.all.insert(id) {
            return;
        }
        let def = cx.struct_def(id);
        if !def.name().is_empty() {
            self.by_name.insert(def.name().into(), ty);
        }
        if let Some(body) = def.body() {
            self.by_fields.entry((body.fields.clone(), body.packed)).or_insert(ty);
        }
    }
}

/// What types of the source are in the destination.
pub(super) struct TypeMap<'a> {
    from: Context,
    to: Context,
    /// Whether both are one context, in which a type may stay what it is.
    is_same: bool,
    structs: &'a mut StructTypes,
    /// By type of the source.
    mapped: Vec<Option<Type>>,
}

impl<'a> TypeMap<'a> {
    pub(super) fn new(from: &Context, to: &Context, structs: &'a mut StructTypes) -> TypeMap<'a> {
        TypeMap { from: from.clone(), to: to.clone(), is_same: from.same(to), structs, mapped: Vec::new() }
    }

    #[inline]
    fn get(&self, ty: Type) -> Option<Type> {
        self.mapped.get(ty.index()).copied().flatten()
    }

    fn set(&mut self, ty: Type, mapped: Type) {
        if self.mapped.len() <= ty.index() {
            self.mapped.resize(ty.index() + 1, None);
        }
        self.mapped[ty.index()] = Some(mapped);
    }

    /// The type that takes the place of `ty`.
    #[inline]
    pub(super) fn map(&mut self, ty: Type) -> Type {
        if ty.is_in_every_context() {
            return ty;
        }
        self.get(ty).unwrap_or_else(|| self.make(ty))
    }

    /// Maps a type after those that it is made of. The stack is in memory: types may be nested deeply.
    fn make(&mut self, ty: Type) -> Type {
        let mut stack = vec![ty];
        while let Some(&ty) = stack.last() {
            if self.get(ty).is_some() {
                stack.pop();
                continue;
            }
            if let Some(parts) = self.struct_of_its_name(ty) {
                for (source, dest) in parts {
                    self.set(source, dest);
                    // The name is free for what is read next.
                    if let TypeKind::Identified(id) = *self.from.kind(source)
                        && self.is_same
                    {
                        self.from.clear_struct_name(id);
                    }
                }
                continue;
            }
            let open = stack.len();
            for_each_part(&self.from, ty, |part| {
                if !part.is_in_every_context() && self.get(part).is_none() {
                    stack.push(part);
                }
            });
            if stack.len() == open {
                let mapped = self.rebuild(ty);
                self.set(ty, mapped);
                stack.pop();
            }
        }
        self.get(ty).unwrap_or(ty)
    }

    /// A type whose parts are mapped.
    fn rebuild(&mut self, ty: Type) -> Type {
        let (from, to) = (self.from.clone(), self.to.clone());
        let mut changed = !self.is_same;
        let mut part = |ty: Type| {
            let mapped = self.map(ty);
            changed |= mapped != ty;
            mapped
        };
        let kind = match from.kind(ty) {
            TypeKind::Identified(id) => return self.rebuild_struct(ty, *id),
            &TypeKind::Vector { element, len, scalable } => TypeKind::Vector { element: part(element), len, scalable },
            &TypeKind::Array { element, len } => TypeKind::Array { element: part(element), len },
            TypeKind::Struct { fields, packed } => {
                TypeKind::Struct { fields: fields.iter().map(|&t| part(t)).collect(), packed: *packed }
            }
            TypeKind::Function { result, params, variadic } => TypeKind::Function {
                result: part(*result),
                params: params.iter().map(|&t| part(t)).collect(),
                variadic: *variadic,
            },
            TypeKind::Target { name, types, ints } => TypeKind::Target {
                name: name.clone(),
                types: types.iter().map(|&t| part(t)).collect(),
                ints: ints.clone(),
            },
            other => other.clone(),
        };
        if changed { to.intern_type(kind) } else { ty }
    }

    fn rebuild_struct(&mut self, ty: Type, id: StructId) -> Type {
        let (from, to) = (self.from.clone(), self.to.clone());
        let def = from.struct_def(id);
        let Some(body) = def.body() else {
            let opaque = if self.is_same { ty } else { to.new_struct(def.name()) };
            self.structs.add(&to, opaque);
            return opaque;
        };
        let fields: Box<[Type]> = body.fields.iter().map(|&t| self.map(t)).collect();
        if let Some(&equal) = self.structs.by_fields.get(&(fields.clone(), body.packed)) {
            if self.is_same {
                from.clear_struct_name(id);
            }
            return equal;
        }
        let stays = self.is_same && fields == body.fields;
        let new = match stays {
            true => ty,
            false => {
                let name = def.name().to_vec();
                if self.is_same {
                    from.clear_struct_name(id);
                }
                let new = to.new_struct(&name);
                if let TypeKind::Identified(id) = *to.kind(new) {
                    to.define_struct(id, &fields, body.packed);
                }
                new
            }
        };
        self.structs.add(&to, new);
        new
    }

    /// This struct and the types that it is made of, and what they are in the destination, if that has a struct of the same shape
    /// and name. The number that tells two of a context apart is no part of the name.
    fn struct_of_its_name(&self, ty: Type) -> Option<HashMap<Type, Type>> {
        let TypeKind::Identified(id) = *self.from.kind(ty) else { return None };
        let name = self.from.struct_def(id).name();
        let plain = without_number(name);
        if name.is_empty() || self.is_same && (plain.len() == name.len() || self.structs.all.contains(&id)) {
            return None;
        }
        let found = self.structs.by_name.get(name).filter(|_| !self.is_same);
        let same = found.or_else(|| self.structs.by_name.get(plain)).copied()?;
        self.isomorphism(same, ty)
    }

    /// The types that `source` is made of, and what they are in `dest`, if the two are of the same shape.
    fn isomorphism(&self, dest: Type, source: Type) -> Option<HashMap<Type, Type>> {
        let mut assumed: HashMap<Type, Type> = HashMap::default();
        let mut stack = vec![(dest, source)];
        while let Some((dest, source)) = stack.pop() {
            if let Some(known) = self.get(source).or_else(|| assumed.get(&source).copied()) {
                if known != dest {
                    return None;
                }
                continue;
            }
            if self.is_same && dest == source {
                continue;
            }
            let (d, s) = (self.to.kind(dest), self.from.kind(source));
            match (d, s) {
                (&TypeKind::Identified(d), &TypeKind::Identified(s)) => {
                    match (self.to.struct_def(d).body(), self.from.struct_def(s).body()) {
                        (None, None) => {}
                        (Some(d), Some(s)) if d.packed == s.packed => {}
                        _ => return None,
                    }
                }
                (TypeKind::Array { len: d, .. }, TypeKind::Array { len: s, .. }) if d == s => {}
                (TypeKind::Vector { len: d, scalable: a, .. }, TypeKind::Vector { len: s, scalable: b, .. })
                    if d == s && a == b => {}
                (TypeKind::Struct { packed: d, .. }, TypeKind::Struct { packed: s, .. }) if d == s => {}
                (TypeKind::Function { variadic: d, .. }, TypeKind::Function { variadic: s, .. }) if d == s => {}
                (TypeKind::Target { name: d, ints: a, .. }, TypeKind::Target { name: s, ints: b, .. })
                    if d == s && a == b => {}
                _ if d == s => {}
                _ => return None,
            }
            assumed.insert(source, dest);
            let (mut parts, mut others) = (SmallVec::<[Type; 8]>::new(), SmallVec::<[Type; 8]>::new());
            for_each_part(&self.to, dest, |t| parts.push(t));
            for_each_part(&self.from, source, |t| others.push(t));
            if parts.len() != others.len() {
                return None;
            }
            stack.extend(parts.into_iter().zip(others));
        }
        Some(assumed)
    }
}

/// Calls `f` with each type that a type is made of.
fn for_each_part(cx: &Context, ty: Type, mut f: impl FnMut(Type)) {
    match cx.kind(ty) {
        TypeKind::Vector { element, .. } | TypeKind::Array { element, .. } => f(*element),
        TypeKind::Struct { fields: types, .. } | TypeKind::Target { types, .. } => types.iter().for_each(|&t| f(t)),
        TypeKind::Function { result, params, .. } => {
            f(*result);
            params.iter().for_each(|&t| f(t));
        }
        TypeKind::Identified(_) => {
            cx.struct_parts(ty).iter().flat_map(|(fields, _)| fields.iter()).for_each(|&t| f(t));
        }
        _ => {}
    }
}

/// A name without the `.N` with which a context makes names of structs unique.
fn without_number(name: &[u8]) -> &[u8] {
    match name.iter().rposition(|&b| b == b'.') {
        Some(dot) if dot > 0 && name.get(dot + 1).is_some_and(u8::is_ascii_digit) => &name[..dot],
        _ => name,
    }
}
