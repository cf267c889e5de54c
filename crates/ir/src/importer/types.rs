//! Import of types, and linking of identified structs.
//!
//! [`TypeMap`] determines the destination type that replaces each source type. An identified struct is merged with a struct of
//! the destination that has the same name and shape, or else with one that has the same fields. Each type is visited once;
//! comparing two types of the same name costs their size. Types of another context are first copied into the destination's
//! context, as a reader would create them there, so that the rest of the algorithm deals with one context.

use smallvec::SmallVec;

use crate::attributes::Attribute;
use crate::constant::{ConstantData, ConstantExpr};
use crate::context::Context;
use crate::hash::{HashMap, HashSet};
use crate::module::Module;
use crate::types::{StructId, Type, TypeKind};
use crate::value::Value;

/// The identified structs of a destination module.
#[derive(Clone, Debug, Default)]
pub(super) struct StructTypes {
    all: HashSet<StructId>,
    by_name: HashMap<Box<[u8]>, Type>,
    by_fields: HashMap<(Box<[Type]>, bool), Type>,
    copies: Copies,
}

/// The copies of the types of another context in the destination's context. They are kept for the last context: when many modules
/// share a context, each type is copied once.
#[derive(Clone, Debug, Default)]
struct Copies {
    from: Option<Context>,
    /// The copy of each type of that context.
    types: Vec<Option<Type>>,
    /// The number of structs already copied.
    structs: usize,
}

impl Copies {
    #[inline]
    fn get(&self, ty: Type) -> Option<Type> {
        get(&self.types, ty)
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

/// Maps types of the source to types of the destination.
pub(super) struct TypeMap<'a> {
    from: Context,
    to: Context,
    /// Whether both modules share a context, in which case a type may map to itself.
    is_same: bool,
    structs: &'a mut StructTypes,
    /// Whether structs are linked by name on first use, rather than all in advance.
    links_names: bool,
    /// The replacement of each source type. Types of another context are copied first, and indexed by their copies.
    mapped: Vec<Option<Type>>,
}

#[inline]
fn get(table: &[Option<Type>], ty: Type) -> Option<Type> {
    table.get(ty.index()).copied().flatten()
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
        get(&self.mapped, ty)
    }

    /// The type that replaces `ty`.
    #[inline]
    pub(super) fn map(&mut self, ty: Type) -> Type {
        if ty.is_in_every_context() {
            return ty;
        }
        assert!(self.from.has_type(ty), "a type of another context than the source's");
        let ty = self.copy(ty);
        self.get(ty).unwrap_or_else(|| self.make(ty))
    }

    /// A type of the source as if the source had been read into the destination's context.
    #[inline]
    fn copy(&mut self, ty: Type) -> Type {
        if self.is_same || ty.is_in_every_context() {
            return ty;
        }
        self.structs.copies.get(ty).unwrap_or_else(|| self.make_copy(ty))
    }

    /// Copies a type after its component types. The fields of an identified struct are copied later.
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

    /// Maps a type after its component types. Uses an explicit stack, because types may be nested deeply.
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
            // Among structs with the same fields the first visited remains. LLVM visits components in order.
            stack[open..].reverse();
            if stack.len() == open {
                let mapped = self.rebuild(ty);
                set(&mut self.mapped, ty, mapped);
                stack.pop();
            }
        }
        self.get(ty).unwrap_or(ty)
    }

    /// Links the identified structs of a module to those of the destination by name, except those used only in bodies: LLVM's
    /// linker has not read bodies when it compares names, and links these structs by their fields. All structs of another context
    /// are copied first, in order, so that each gets the name that it would get if all modules were read into one context.
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
        let (mut lists, mut constants) = (HashSet::default(), HashSet::default());
        let mut seen = Vec::new();
        let (mut types, mut values) = (Vec::new(), Vec::new());
        for global in source.globals.values() {
            types.push(global.value_type);
            if let Some(function) = global.as_function()
                && lists.insert(function.attributes)
            {
                let list = from.attribute_list(function.attributes);
                let sets = [list.function, list.result].into_iter().chain(list.params.iter().copied());
                types.extend(sets.flat_map(|set| from.attribute_set(set)).filter_map(|attribute| match attribute {
                    Attribute::Type(_, ty) => *ty,
                    _ => None,
                }));
            }
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
                if ty.is_in_every_context() || get(&seen, ty).is_some() {
                    continue;
                }
                set(&mut seen, ty, ty);
                for_each_part(&from, ty, |part| types.push(part));
                let ty = self.copy(ty);
                self.link_by_name(ty);
            }
        }
    }

    /// Links a struct, and its component types, to the destination's struct of the same name, if that has the same shape.
    fn link_by_name(&mut self, ty: Type) -> bool {
        let Some(parts) = self.struct_of_its_name(ty) else { return false };
        for (source, dest) in parts {
            set(&mut self.mapped, source, dest);
            // Frees the name for structs read later.
            if let TypeKind::Identified(id) = *self.to.kind(source) {
                self.to.clear_struct_name(id);
            }
        }
        true
    }

    /// A type with mapped components.
    fn rebuild(&mut self, ty: Type) -> Type {
        let to = self.to.clone();
        match to.kind(ty) {
            TypeKind::Identified(id) => self.rebuild_struct(ty, *id),
            kind => to.intern_type(with_parts(kind, |part| self.mapped_part(part))),
        }
    }

    /// The replacement of a component of a type that is being rebuilt. Components are mapped first.
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

    /// This struct and its component types with their counterparts in the destination, if that has a struct of the same shape and
    /// name. The suffix that makes names unique within a context is ignored.
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

    /// The component types of `source` with their counterparts in `dest`, if both have the same shape.
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

/// Calls `f` with each component type of a type.
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

/// A type other than an identified struct, with other component types.
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

/// A name without the `.N` suffix by which a context makes struct names unique.
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
