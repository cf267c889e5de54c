//! Types of one module in another: what links identified structs that mean the same.
//!
//! [`TypeMap`] determines, for each type of the source, the type of the destination that takes its place. Two identified structs
//! become one where the destination has one of the same name and shape, or else one of the same fields. Each type is looked at once;
//! comparing two of one name costs their size. Types of another context are first copied into the destination's, as a reader
//! would make them there; everything else is about one context then.

use smallvec::SmallVec;

use crate::attributes::Attribute;
use crate::constant::{ConstantData, ConstantExpr};
use crate::context::Context;
use crate::hash::{HashMap, HashSet};
use crate::module::Module;
use crate::types::{StructId, Type, TypeKind};
use crate::value::Value;

/// The identified structs of a module that others are imported into.
#[derive(Clone, Debug, Default)]
pub(super) struct StructTypes {
    all: HashSet<StructId>,
    by_name: HashMap<Box<[u8]>, Type>,
    by_fields: HashMap<(Box<[Type]>, bool), Type>,
    copies: Copies,
}

/// The copies of another context's types in the context of the destination. Those of the context that was last are kept: of
/// many modules of one context, each type is copied once.
#[derive(Clone, Debug, Default)]
struct Copies {
    from: Option<Context>,
    /// By type of that context.
    types: Vec<Option<Type>>,
    /// So many of its structs are copied already.
    structs: usize,
}

impl Copies {
    #[inline]
    fn get(&self, ty: Type) -> Option<Type> {
        self.types.get(ty.index()).copied().flatten()
    }
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
    /// Whether structs are linked by their names when they are met, and not all at once before.
    links_names: bool,
    /// By type of the source, copied into the context of the destination if it was of another one.
    mapped: Vec<Option<Type>>,
}

fn set(table: &mut Vec<Option<Type>>, ty: Type, value: Type) {
    if table.len() <= ty.index() {
        table.resize(ty.index() + 1, None);
    }
    table[ty.index()] = Some(value);
}

impl<'a> TypeMap<'a> {
    pub(super) fn new(from: &Context, to: &Context, structs: &'a mut StructTypes) -> TypeMap<'a> {
        let is_same = from.same(to);
        if !is_same && !structs.copies.from.as_ref().is_some_and(|last| last.same(from)) {
            structs.copies = Copies { from: Some(from.clone()), ..Copies::default() };
        }
        TypeMap { from: from.clone(), to: to.clone(), is_same, structs, links_names: true, mapped: Vec::new() }
    }

    #[inline]
    fn get(&self, ty: Type) -> Option<Type> {
        self.mapped.get(ty.index()).copied().flatten()
    }

    /// The type that takes the place of `ty`.
    #[inline]
    pub(super) fn map(&mut self, ty: Type) -> Type {
        if ty.is_in_every_context() {
            return ty;
        }
        assert!(self.from.has_type(ty), "a type of another context than the source's");
        let ty = self.copy(ty);
        self.get(ty).unwrap_or_else(|| self.make(ty))
    }

    /// A type of the source as it would be if the source had been read into the context of the destination.
    #[inline]
    fn copy(&mut self, ty: Type) -> Type {
        if self.is_same || ty.is_in_every_context() {
            return ty;
        }
        self.structs.copies.get(ty).unwrap_or_else(|| self.make_copy(ty))
    }

    /// Copies a type after those that it is made of; of an identified struct, these follow.
    fn make_copy(&mut self, ty: Type) -> Type {
        let (from, to) = (self.from.clone(), self.to.clone());
        let mut stack = vec![ty];
        let mut structs = Vec::new();
        while let Some(&ty) = stack.last() {
            let known = |this: &Self, ty: Type| match ty.is_in_every_context() {
                true => Some(ty),
                false => this.structs.copies.get(ty),
            };
            if known(self, ty).is_some() {
                stack.pop();
                continue;
            }
            if let TypeKind::Identified(id) = *from.kind(ty) {
                let copy = to.new_struct(from.struct_def(id).name());
                set(&mut self.structs.copies.types, ty, copy);
                structs.push((id, copy));
            }
            let open = stack.len();
            for_each_part(&from, ty, |part| {
                if known(self, part).is_none() {
                    stack.push(part);
                }
            });
            if stack.len() == open {
                if known(self, ty).is_none() {
                    let copy = to.intern_type(with_parts(from.kind(ty), |part| known(self, part).unwrap_or(part)));
                    set(&mut self.structs.copies.types, ty, copy);
                }
                stack.pop();
            }
        }
        for (id, copy) in structs {
            if let (Some(body), TypeKind::Identified(new)) = (from.struct_def(id).body(), to.kind(copy)) {
                let fields: Box<[Type]> = body.fields.iter().map(|&field| self.copy(field)).collect();
                to.define_struct(*new, &fields, body.packed);
            }
        }
        self.copy(ty)
    }

    /// Maps a type after those that it is made of. The stack is in memory: types may be nested deeply.
    fn make(&mut self, ty: Type) -> Type {
        let mut stack = vec![ty];
        while let Some(&ty) = stack.last() {
            if self.get(ty).is_some() {
                stack.pop();
                continue;
            }
            if self.links_names && self.link_by_name(ty) {
                continue;
            }
            let open = stack.len();
            for_each_part(&self.to, ty, |part| {
                if !part.is_in_every_context() && self.get(part).is_none() {
                    stack.push(part);
                }
            });
            // Of structs with the same fields the first that is met stays: LLVM meets parts in their order.
            stack[open..].reverse();
            if stack.len() == open {
                let mapped = self.rebuild(ty);
                set(&mut self.mapped, ty, mapped);
                stack.pop();
            }
        }
        self.get(ty).unwrap_or(ty)
    }

    /// Links the identified structs of a module to those of the destination by their names, but for those that only bodies name:
    /// LLVM's linker has not read these yet when it looks for names, and links them by their fields. All structs of another context
    /// are copied first, in their order, so that each gets the name that it gets where all modules are read into one context.
    pub(super) fn link_names(&mut self, source: &Module) {
        self.links_names = false;
        let from = self.from.clone();
        if !self.is_same {
            let known = std::mem::replace(&mut self.structs.copies.structs, from.structs().count());
            for def in (known..).map_while(|id| from.structs().get(id)) {
                if let Some(&ty) = def.ty.get() {
                    self.copy(ty);
                }
            }
            from.metadata_kind_names().for_each(|name| _ = self.to.metadata_kind(name));
        }
        if self.structs.by_name.is_empty() {
            return;
        }
        let (mut seen, mut constants) = (HashSet::default(), HashSet::default());
        let (mut types, mut values) = (Vec::new(), Vec::new());
        for global in source.globals.values() {
            types.push(global.value_type);
            let list = global.as_function().map(|f| from.attribute_list(f.attributes));
            let sets = list.iter().flat_map(|l| [l.function, l.result].into_iter().chain(l.params.iter().copied()));
            types.extend(sets.flat_map(|set| from.attribute_set(set)).filter_map(|attribute| match attribute {
                Attribute::Type(_, ty) => *ty,
                _ => None,
            }));
            values.extend(global.operands().into_iter().flatten().filter_map(Value::as_constant));
            while let Some(constant) = values.pop() {
                if !constants.insert(constant) {
                    continue;
                }
                let node = source.constants.get(constant);
                types.push(node.ty);
                if let ConstantData::Expr(expr) = &node.data
                    && let ConstantExpr::GetElementPtr { source, .. } = &**expr
                {
                    types.push(*source);
                }
                node.data.for_each_operand(|v| values.extend(v.as_constant()));
            }
            while let Some(ty) = types.pop() {
                if !ty.is_in_every_context() && seen.insert(ty) {
                    for_each_part(&from, ty, |part| types.push(part));
                    let ty = self.copy(ty);
                    self.link_by_name(ty);
                }
            }
        }
    }

    /// Links a struct to the one of its name in the destination, if that is of the same shape, and the types that it is made of.
    fn link_by_name(&mut self, ty: Type) -> bool {
        let Some(parts) = self.struct_of_its_name(ty) else { return false };
        for (source, dest) in parts {
            set(&mut self.mapped, source, dest);
            // The name is free for what is read next.
            if let TypeKind::Identified(id) = *self.to.kind(source) {
                self.to.clear_struct_name(id);
            }
        }
        true
    }

    /// A type whose parts are mapped.
    fn rebuild(&mut self, ty: Type) -> Type {
        let to = self.to.clone();
        match to.kind(ty) {
            TypeKind::Identified(id) => self.rebuild_struct(ty, *id),
            kind => to.intern_type(with_parts(kind, |part| self.mapped_part(part))),
        }
    }

    /// What takes the place of a part of a type that is being rebuilt. Parts are mapped before.
    fn mapped_part(&self, part: Type) -> Type {
        if part.is_in_every_context() { part } else { self.get(part).unwrap_or(part) }
    }

    fn rebuild_struct(&mut self, ty: Type, id: StructId) -> Type {
        let cx = self.to.clone();
        let def = cx.struct_def(id);
        let Some(body) = def.body() else {
            self.structs.add(&cx, ty);
            return ty;
        };
        let fields: Box<[Type]> = body.fields.iter().map(|&t| self.mapped_part(t)).collect();
        if let Some(&equal) = self.structs.by_fields.get(&(fields.clone(), body.packed)) {
            if equal != ty {
                cx.clear_struct_name(id);
            }
            return equal;
        }
        let new = match fields == body.fields {
            true => ty,
            false => {
                let name = def.name().to_vec();
                cx.clear_struct_name(id);
                let new = cx.new_struct(&name);
                if let TypeKind::Identified(id) = *cx.kind(new) {
                    cx.define_struct(id, &fields, body.packed);
                }
                new
            }
        };
        self.structs.add(&cx, new);
        new
    }

    /// This struct and the types that it is made of, and what they are in the destination, if that has a struct of the same shape
    /// and name. The number that tells two of a context apart is no part of the name.
    fn struct_of_its_name(&self, ty: Type) -> Option<HashMap<Type, Type>> {
        let TypeKind::Identified(id) = *self.to.kind(ty) else { return None };
        let name = self.to.struct_def(id).name();
        let plain = without_number(name);
        if plain.len() == name.len() || self.structs.all.contains(&id) {
            return None;
        }
        let same = *self.structs.by_name.get(plain)?;
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
            if dest == source {
                continue;
            }
            let (d, s) = (self.to.kind(dest), self.to.kind(source));
            match (d, s) {
                (&TypeKind::Identified(d), &TypeKind::Identified(s)) => {
                    match (self.to.struct_def(d).body(), self.to.struct_def(s).body()) {
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
            for_each_part(&self.to, source, |t| others.push(t));
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

/// A type, no identified struct, that is made of other parts.
fn with_parts(kind: &TypeKind, mut part: impl FnMut(Type) -> Type) -> TypeKind {
    match kind {
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
        TypeKind::Target { name, types, ints } => {
            TypeKind::Target { name: name.clone(), types: types.iter().map(|&t| part(t)).collect(), ints: ints.clone() }
        }
        other => other.clone(),
    }
}

/// A name without the `.N` with which a context makes names of structs unique.
fn without_number(name: &[u8]) -> &[u8] {
    match name.iter().rposition(|&b| b == b'.') {
        Some(dot) if dot > 0 && name.get(dot + 1).is_some_and(u8::is_ascii_digit) => &name[..dot],
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "a type of another context than the source's")]
    fn a_type_of_the_destination_is_refused() {
        let (from, to) = (Context::new(), Context::new());
        from.array(Type::I8, 3);
        let mut structs = StructTypes::default();
        TypeMap::new(&from, &to, &mut structs).map(to.array(Type::I16, 5));
    }
}
