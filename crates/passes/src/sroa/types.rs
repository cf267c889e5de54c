//! The type of the alloca that a partition becomes, so that its accesses become loads and stores of that type.

use lindworm_ir::builder::{BuildError, Builder};
use lindworm_ir::context::Context;
use lindworm_ir::data_layout::DataLayout;
use lindworm_ir::eval::CastOp;
use lindworm_ir::hash::HashSet;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Module, Type, Value};

use super::slices::{Access, Partition, Slice, Slices};
use crate::pass::FunctionEdit;

/// The maximum number of elements of a vector that takes the place of a partition, as in LLVM.
const MAX_ELEMENTS: u64 = 65535;
/// The maximum width of an integer type.
const MAX_INT_BITS: u64 = (1 << 23) - 1;
/// The maximum nesting of types.
const MAX_NESTING: usize = 64;

/// The types of a module and their sizes.
#[derive(Clone, Copy)]
pub(super) struct Types<'m> {
    pub cx: &'m Context,
    pub layout: &'m DataLayout,
    /// `vscale`, if the function fixes it.
    vscale: Option<u64>,
}

/// A vector type that takes the place of a partition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Vector {
    pub ty: Type,
    pub element: Type,
    pub element_bytes: u64,
    pub count: u64,
}

/// How the accesses of a partition become accesses of one type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// By conversions of whole values, if at all.
    Plain,
    /// Parts are extracted from and inserted into an integer of this type.
    Int(Type),
    /// Parts are elements of a vector.
    Vector(Vector),
}

impl<'m> Types<'m> {
    /// The types of a module, with the range of `vscale` in a function.
    pub fn new(module: &'m Module, vscale: Option<(u32, Option<u32>)>) -> Types<'m> {
        let vscale = vscale.filter(|&(least, most)| Some(least) == most).map(|(least, _)| least.into());
        Types { cx: module.context(), layout: module.data_layout(), vscale }
    }

    /// The size in bits.
    pub fn bits(&self, ty: Type) -> Option<u64> {
        let size = self.layout.size_in_bits(self.cx, ty)?;
        if size.scalable { size.min.checked_mul(self.vscale?) } else { Some(size.min) }
    }

    /// The number of bytes that a store of a type other than a scalable vector overwrites.
    pub fn fixed_store_bytes(&self, ty: Type) -> Option<u64> {
        self.layout.store_size(self.cx, ty).filter(|size| !size.scalable).map(|size| size.min)
    }

    /// The number of bytes that a store overwrites.
    pub fn store_bytes(&self, ty: Type) -> Option<u64> {
        let size = self.layout.store_size(self.cx, ty)?;
        if size.scalable { size.min.checked_mul(self.vscale?) } else { Some(size.min) }
    }

    /// The distance of array elements in bytes.
    pub fn alloc_bytes(&self, ty: Type) -> Option<u64> {
        self.layout.alloc_size(self.cx, ty).filter(|size| !size.scalable).map(|size| size.min)
    }

    /// Whether values of the type have a bit for each bit of the bytes that a store overwrites.
    pub fn fills_bytes(&self, ty: Type) -> bool {
        self.bits(ty).is_some_and(|bits| Some(bits) == self.store_bytes(ty).and_then(|bytes| bytes.checked_mul(8)))
    }

    /// Whether loads and stores of the type may be transfers of bytes, which can be split.
    pub fn is_transfer(&self, ty: Type) -> bool {
        self.cx.is_int(ty) && self.fills_bytes(ty)
    }

    /// Whether the type is neither a struct nor an array.
    pub fn is_single(&self, ty: Type) -> bool {
        !self.cx.is_aggregate(ty) && self.cx.is_first_class(ty)
    }

    /// The integer type of this many bytes.
    pub fn int(&self, bytes: u64) -> Option<Type> {
        let bits = bytes.checked_mul(8).filter(|&bits| bits <= MAX_INT_BITS && bits > 0)?;
        Some(self.cx.int(bits as u32))
    }

    /// The type of this many elements: a vector, or the element type itself.
    pub fn elements(&self, element: Type, count: u64) -> Type {
        if count == 1 { element } else { self.cx.vector(element, count as u32, false) }
    }

    fn non_integral(&self, pointer: Type) -> bool {
        self.cx.addr_space(pointer).is_some_and(|space| self.layout.pointer(space).is_non_integral())
    }

    /// Whether a value of one type is a value of another type with the same bits.
    pub fn can_convert(&self, from: Type, to: Type) -> bool {
        let cx = self.cx;
        if from == to {
            return true;
        }
        let (old, new) = (cx.scalar_type(from), cx.scalar_type(to));
        let is_simple = |scalar: Type| cx.is_int(scalar) || cx.is_pointer(scalar) || scalar.is_float();
        let is_scalable = |ty| cx.vector_shape(ty).is_some_and(|(_, _, scalable)| scalable);
        if (cx.is_int(from) && cx.is_int(to))
            || !self.is_single(from)
            || !self.is_single(to)
            || !is_simple(old)
            || !is_simple(new)
            || is_scalable(from) != is_scalable(to)
            || self.bits(from).is_none()
            || self.bits(from) != self.bits(to)
        {
            return false;
        }
        match (cx.is_pointer(old), cx.is_pointer(new)) {
            (false, false) => true,
            (true, true) => {
                let [a, b] = [old, new].map(|ty| cx.addr_space(ty).unwrap_or(0));
                let is_same_size = self.layout.pointer(a).bits == self.layout.pointer(b).bits;
                a == b || !self.non_integral(old) && !self.non_integral(new) && is_same_size
            }
            (true, false) => cx.is_int(new) && !self.non_integral(old),
            (false, true) => cx.is_int(old) && !self.non_integral(new),
        }
    }

    /// The integer type, or vector of integers, with the shape of a pointer type.
    fn as_ints(&self, pointer: Type) -> Type {
        let scalar = self.cx.scalar_type(pointer);
        let int = self.layout.int_type_of_pointer(self.cx, scalar).unwrap_or(scalar);
        self.cx.with_scalar(pointer, int)
    }

    /// Converts a value to a type for which [`Types::can_convert`] holds.
    pub fn convert(&self, b: &mut Builder<'_>, value: Value, to: Type) -> Result<Value, BuildError> {
        let from = b.type_of(value);
        if from == to {
            return Ok(value);
        }
        let is_pointer = |ty| self.cx.is_pointer_or_pointer_vector(ty);
        match (is_pointer(from), is_pointer(to)) {
            (false, false) => b.cast(CastOp::BitCast, value, to),
            (true, true)
                if self.cx.scalar_type(from) == self.cx.scalar_type(to) && self.as_ints(from) == self.as_ints(to) =>
            {
                b.cast(CastOp::BitCast, value, to)
            }
            (true, true) => {
                let ints = b.cast(CastOp::PtrToInt, value, self.as_ints(from))?;
                let ints = b.cast(CastOp::BitCast, ints, self.as_ints(to))?;
                b.cast(CastOp::IntToPtr, ints, to)
            }
            (true, false) => {
                let ints = b.cast(CastOp::PtrToInt, value, self.as_ints(from))?;
                b.cast(CastOp::BitCast, ints, to)
            }
            (false, true) => {
                let ints = b.cast(CastOp::BitCast, value, self.as_ints(to))?;
                b.cast(CastOp::IntToPtr, ints, to)
            }
        }
    }

    /// The innermost type that a struct or array of a single element of the same size contains.
    fn unwrapped(&self, ty: Type) -> Type {
        let mut ty = ty;
        for _ in 0..MAX_NESTING {
            let inner = match *self.cx.kind(ty) {
                TypeKind::Array { element, .. } => Some(element),
                _ => self.cx.struct_parts(ty).and_then(|(fields, _)| {
                    let layout = self.layout.struct_layout(self.cx, ty)?;
                    fields.get(layout.field_at(0)?).copied()
                }),
            };
            let Some(inner) = inner else { return ty };
            if self.alloc_bytes(ty) > self.alloc_bytes(inner) || self.bits(ty) > self.bits(inner) {
                return ty;
            }
            ty = inner;
        }
        ty
    }

    /// The type of `size` bytes at an offset of a type: a part of it, a shorter array, or a struct of some of the fields.
    pub fn part(&self, ty: Type, offset: u64, size: u64) -> Option<Type> {
        let (mut ty, mut offset) = (ty, offset);
        for _ in 0..MAX_NESTING {
            let whole = self.alloc_bytes(ty)?;
            if offset == 0 && whole == size {
                return Some(self.unwrapped(ty));
            }
            whole.checked_sub(offset).filter(|&left| left >= size)?;
            let (element, fields) = match *self.cx.kind(ty) {
                TypeKind::Array { element, len } => {
                    let bytes = self.alloc_bytes(element).filter(|&bytes| bytes > 0)?;
                    if offset / bytes >= len {
                        return None;
                    }
                    offset %= bytes;
                    (element, None)
                }
                TypeKind::Vector { element, len, scalable: false } => {
                    let bytes = self.alloc_bytes(element).filter(|&bytes| bytes > 0)?;
                    if offset / bytes >= len.into() {
                        return None;
                    }
                    offset %= bytes;
                    (element, None)
                }
                _ => {
                    let (fields, packed) = self.cx.struct_parts(ty)?;
                    let layout = self.layout.struct_layout(self.cx, ty).filter(|layout| !layout.size.scalable)?;
                    if offset + size > layout.size.min {
                        return None;
                    }
                    let first = layout.field_at(offset)?;
                    let end = offset + size;
                    offset -= layout.offsets[first].min;
                    (*fields.get(first)?, Some((layout, fields, packed, first, end)))
                }
            };
            let bytes = self.alloc_bytes(element)?;
            if offset > 0 || size < bytes {
                if offset + size > bytes {
                    return None;
                }
                ty = element;
                continue;
            }
            if size == bytes {
                return Some(self.unwrapped(element));
            }
            let Some((layout, fields, packed, first, end)) = fields else {
                return size.is_multiple_of(bytes).then(|| self.cx.array(element, size / bytes));
            };
            let last = if end < layout.size.min {
                let last = layout.field_at(end)?;
                if last == first || layout.offsets[last].min != end {
                    return None;
                }
                last
            } else {
                fields.len()
            };
            let sub = self.cx.struct_type(&fields[first..last], packed);
            let sub_size = self.layout.struct_layout(self.cx, sub)?.size;
            return (sub_size.min == size && !sub_size.scalable).then_some(sub);
        }
        None
    }
}

/// The candidates for the vector type of a partition: all of the same size.
#[derive(Default)]
struct Candidates {
    list: Vec<Type>,
    element: Option<Type>,
    /// Whether there are several element types.
    is_mixed: bool,
    /// A vector of pointers.
    pointers: Option<Type>,
    has_many_pointers: bool,
}

impl Candidates {
    fn add(&mut self, types: Types<'_>, ty: Type) {
        let Some((element, _, false)) = types.cx.vector_shape(ty) else { return };
        if self.list.first().is_some_and(|&first| types.bits(first) != types.bits(ty)) {
            self.list.clear();
            return;
        }
        self.list.push(ty);
        self.is_mixed |= *self.element.get_or_insert(element) != element;
        if types.cx.is_pointer(element) {
            self.has_many_pointers |= *self.pointers.get_or_insert(ty) != ty;
        }
    }

    /// Adds vectors of these elements that have the size of the vectors `seeds`.
    fn extend(&mut self, types: Types<'_>, seeds: &[Type], elements: &[Type]) {
        // All vectors are of one size, so distinct pairs of size and element type suffice.
        let mut seen = HashSet::default();
        for &element in elements {
            let is_element = types.cx.is_int(element) || types.cx.is_pointer(element) || element.is_float();
            let Some(bits) = types.bits(element).filter(|&bits| is_element && bits > 0) else { continue };
            for &seed in seeds {
                let (Some(all), Some((inner, ..))) = (types.bits(seed), types.cx.vector_shape(seed)) else { continue };
                if bits != all && Some(bits) != types.bits(inner) && all % bits == 0 && all / bits <= MAX_ELEMENTS {
                    let ty = types.cx.vector(element, (all / bits) as u32, false);
                    if seen.insert(ty) {
                        self.add(types, ty);
                    }
                }
            }
        }
    }

    /// The candidates to be tried, the best first.
    fn ranked(&self, types: Types<'_>) -> Vec<Type> {
        let count = |ty: &Type| types.cx.vector_shape(*ty).map_or(0, |(_, len, _)| len);
        let mut list = match (self.pointers, self.is_mixed) {
            _ if self.list.is_empty() => Vec::new(),
            (Some(_), _) if self.has_many_pointers => Vec::new(),
            (Some(pointers), true) => vec![pointers],
            (None, true) => {
                let as_ints = |&ty: &Type| match types.cx.vector_shape(ty) {
                    Some((element, len, _)) if !types.cx.is_int(element) => {
                        let int = types.cx.int(types.bits(element).unwrap_or(8) as u32);
                        types.cx.vector(int, len, false)
                    }
                    _ => ty,
                };
                let mut list: Vec<Type> = self.list.iter().map(as_ints).collect();
                list.sort_by_key(count);
                list.dedup_by_key(|ty| count(ty));
                list
            }
            (_, false) => vec![self.list[0]],
        };
        list.retain(|ty| u64::from(count(ty)) <= MAX_ELEMENTS);
        list
    }
}

/// The choice of a type for the partitions of an alloca.
pub(super) struct Chooser<'c, 'a, 'm> {
    pub f: &'c FunctionEdit<'a, 'm>,
    pub types: Types<'c>,
    pub slices: &'c Slices,
}

impl Chooser<'_, '_, '_> {
    /// The type of the alloca that a partition of an alloca of type `allocated` becomes. Linear in the slices of the partition.
    ///
    /// Vectors of floats are preferred; then a type that all accesses share; then a part of the allocated type. Integers are
    /// preferred over vectors if accesses of several types suggest arithmetic on bits.
    pub fn choose(&self, part: &Partition, allocated: Type) -> (Type, Form) {
        let (types, size) = (self.types, part.end - part.begin);
        let vector = self.vector(part);
        let of_vector = |vector: Vector| (vector.ty, Form::Vector(vector));
        if let Some(vector) = vector.filter(|vector| vector.element.is_float() && vector.count > 1) {
            return of_vector(vector);
        }
        let (common, widest) = self.common_type(part);
        let spans = |ty: Type| types.alloc_bytes(ty).is_some_and(|bytes| bytes >= size);
        if let Some(common) = common.filter(|&ty| spans(ty)) {
            return vector.map_or_else(|| (common, self.int_form(part, common)), of_vector);
        }
        if let Some(mut natural) = types.part(allocated, part.begin, size) {
            let is_int_array = match *types.cx.kind(natural) {
                TypeKind::Array { element, .. } => types.cx.is_int(element),
                _ => false,
            };
            if is_int_array && size.checked_mul(8).is_some_and(|bits| types.layout.is_legal_int(bits)) {
                natural = types.int(size).unwrap_or(natural);
            }
            let form = self.int_form(part, natural);
            if form != Form::Plain {
                return (natural, form);
            }
            if let Some(vector) = vector {
                return of_vector(vector);
            }
            if let Some(widest) = widest.filter(|&ty| spans(ty)) {
                let form = self.int_form(part, widest);
                if form != Form::Plain {
                    return (widest, form);
                }
            }
            return (natural, Form::Plain);
        }
        let legal = || {
            let is_legal = size.checked_mul(8).is_some_and(|bits| types.layout.is_legal_int(bits));
            types.int(size).filter(|_| is_legal)
        };
        let ty = widest.filter(|&ty| spans(ty)).or_else(legal).unwrap_or_else(|| types.cx.array(Type::I8, size));
        (ty, Form::Plain)
    }

    /// The type of all accesses of a whole partition, if they have one type, and the widest integer type among them.
    fn common_type(&self, part: &Partition) -> (Option<Type>, Option<Type>) {
        let types = self.types;
        let (mut common, mut is_common, mut widest) = (None, true, None);
        let own = self.slices.own(part);
        let Some(first) = own.first() else { return (None, None) };
        for slice in own.iter().filter(|slice| (slice.begin, slice.end) == (first.begin, part.end)) {
            let ty = match Access::of(self.f, slice.at).0 {
                Access::Load(ty) | Access::Store(ty) => Some(ty),
                Access::Join => None,
                _ => continue,
            };
            if let Some((ty, width)) = ty.and_then(|ty| Some((ty, u64::from(types.cx.int_width(ty)?)))) {
                // A wider access was split; a bit width that does not fill bytes loses bits.
                if width % 8 != 0 || width / 8 > part.end - first.begin {
                    continue;
                }
                if widest.is_none_or(|(_, most)| most < width) {
                    widest = Some((ty, width));
                }
            }
            match ty {
                Some(ty) if common.is_none_or(|common| common == ty) => common = Some(ty),
                _ => is_common = false,
            }
        }
        (common.filter(|_| is_common), widest.map(|(ty, _)| ty))
    }

    /// The vector type of which all accesses of a partition are whole elements.
    fn vector(&self, part: &Partition) -> Option<Vector> {
        let types = self.types;
        let mut candidates = Candidates::default();
        let (mut seen, mut accessed, mut deferred) = (HashSet::default(), Vec::new(), Vec::new());
        for slice in self.slices.own(part) {
            let Some(ty) = Access::of(self.f, slice.at).0.value_type() else { continue };
            let is_whole = (slice.begin, slice.end) == (part.begin, part.end);
            if types.cx.is_pointer(types.cx.scalar_type(ty)) && !is_whole {
                if seen.insert(ty) {
                    deferred.push(ty);
                }
                continue;
            }
            if seen.insert(ty) {
                accessed.push(ty);
            }
            if is_whole {
                candidates.add(types, ty);
            }
        }
        if candidates.list.is_empty() && candidates.element.is_none() {
            return None;
        }
        let seeds: Vec<Type> = {
            let mut seen = HashSet::default();
            candidates.list.iter().copied().filter(|&ty| seen.insert(ty)).collect()
        };
        candidates.extend(types, &seeds, &accessed);
        self.first_viable(part, &candidates).or_else(|| {
            candidates.list.clear();
            candidates.extend(types, &seeds, &deferred);
            self.first_viable(part, &candidates)
        })
    }

    fn first_viable(&self, part: &Partition, candidates: &Candidates) -> Option<Vector> {
        let types = self.types;
        candidates.ranked(types).into_iter().find_map(|ty| {
            let (element, len, _) = types.cx.vector_shape(ty)?;
            let bits = types.bits(element).filter(|bits| bits % 8 == 0)?;
            let vector = Vector { ty, element, element_bytes: bits / 8, count: len.into() };
            self.slices.all(part).all(|slice| self.fits_vector(slice, part, vector)).then_some(vector)
        })
    }

    /// Whether an access is one of whole elements of a vector.
    fn fits_vector(&self, slice: &Slice, part: &Partition, vector: Vector) -> bool {
        let types = self.types;
        let (begin, end) = (slice.begin.max(part.begin) - part.begin, slice.end.min(part.end) - part.begin);
        let is_whole = begin % vector.element_bytes == 0 && end % vector.element_bytes == 0;
        if !is_whole || end / vector.element_bytes > vector.count {
            return false;
        }
        let elements = types.elements(vector.element, (end - begin) / vector.element_bytes);
        let is_split = slice.begin < part.begin || slice.end > part.end;
        let (access, is_volatile) = Access::of(self.f, slice.at);
        let value = match access.value_type() {
            Some(_) if is_split => types.int(end - begin),
            other => other,
        };
        match access {
            _ if is_volatile => false,
            Access::Load(ty) => {
                !types.cx.is_struct(ty) && value.is_some_and(|value| types.can_convert(elements, value))
            }
            Access::Store(ty) => {
                !types.cx.is_struct(ty) && value.is_some_and(|value| types.can_convert(value, elements))
            }
            Access::Set => {
                let int = types.int(vector.element_bytes);
                slice.splittable && int.is_some_and(|int| types.can_convert(int, vector.element))
            }
            Access::Copy => slice.splittable,
            Access::Marker => true,
            Access::Join => false,
        }
    }

    /// Whether all accesses can be parts of an integer that is converted from and to `ty`, and one accesses all of it.
    fn int_form(&self, part: &Partition, ty: Type) -> Form {
        let types = self.types;
        let int = || {
            let bits = types.bits(ty).filter(|&bits| bits <= MAX_INT_BITS && bits > 0 && types.fills_bytes(ty))?;
            let int = types.cx.int(bits as u32);
            if !types.can_convert(ty, int) || !types.can_convert(int, ty) {
                return None;
            }
            let mut has_whole = part.own.is_empty() && types.layout.is_legal_int(bits);
            let fits = self.slices.all(part).all(|slice| self.fits_int(slice, part.begin, ty, &mut has_whole));
            (fits && has_whole).then_some(int)
        };
        int().map_or(Form::Plain, Form::Int)
    }

    fn fits_int(&self, slice: &Slice, begin: u64, ty: Type, has_whole: &mut bool) -> bool {
        let types = self.types;
        let (access, is_volatile) = Access::of(self.f, slice.at);
        let Some(size) = types.store_bytes(ty) else { return false };
        if access == Access::Marker {
            return true;
        }
        if is_volatile || slice.end.wrapping_sub(begin) > size {
            return false;
        }
        match access {
            Access::Load(value) | Access::Store(value) => {
                let is_scalable = types.cx.vector_shape(value).is_some_and(|(_, _, scalable)| scalable);
                if is_scalable || slice.begin < begin || types.store_bytes(value).is_none_or(|bytes| bytes > size) {
                    return false;
                }
                let is_whole = slice.begin == begin && slice.end - begin == size;
                *has_whole |= is_whole && !types.cx.is_vector(value);
                if types.cx.is_int(value) {
                    return types.fills_bytes(value);
                }
                is_whole
                    && match access {
                        Access::Load(_) => types.can_convert(ty, value),
                        _ => types.can_convert(value, ty),
                    }
            }
            Access::Set | Access::Copy => slice.splittable,
            _ => false,
        }
    }
}
