//! Attributes ([Language Reference: Parameter Attributes](https://llvm.org/docs/LangRef.html#parameter-attributes),
//! [Function Attributes](https://llvm.org/docs/LangRef.html#function-attributes)).
//!
//! An [`AttributeSet`] belongs to one function, parameter, return value, call site or variable; an [`AttributeList`] has the sets
//! of a function or call site. Both are handles into a [`Context`]: equal sets have equal handles. Sets are created with an
//! [`AttributeBuilder`] and immutable; an edit returns another set.

mod kind;
mod text;
mod values;

use std::hash::{Hash, Hasher};
use std::sync::PoisonError;

use lindworm_eval::Int;
use smallvec::SmallVec;

use crate::context::Context;
use crate::hash::HashSet;
use crate::types::Type;

pub use kind::{AttrClass, AttrKind, AttrKinds, AttrPlace};
pub use text::write_fp_class;
pub use values::{
    AllocKind, AllocSize, CaptureComponents, Captures, DEAD_ON_RETURN_ALL, DenormalFpEnv, DenormalKind, DenormalMode,
    FpClass, MemoryEffects, MemoryLocation, ModRef, UWTABLE_ASYNC, UWTABLE_SYNC, VscaleRange,
};

/// A set of attributes of one function, parameter, return value, call site or variable: a handle into a [`Context`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttributeSet(pub(crate) u32);

/// The attribute sets of a function or call site, of its return value and of its parameters: a handle into a [`Context`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttributeList(pub(crate) u32);

/// The content of an [`AttributeSet`], sorted as LLVM prints it.
#[derive(Debug, Default)]
pub(crate) struct AttributeSetData {
    attributes: Box<[Attribute]>,
    /// The kinds of the attributes other than strings.
    kinds: AttrKinds,
}

/// The content of an [`AttributeList`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct AttributeListData {
    /// The attributes of the function or call site itself.
    pub function: AttributeSet,
    /// The attributes of the return value.
    pub result: AttributeSet,
    /// The attributes of the parameters, without trailing empty sets.
    pub params: Box<[AttributeSet]>,
}

/// An attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// Such as `nounwind`.
    Enum(AttrKind),
    /// Such as `align 8`, `memory(...)`: the number in LLVM's encoding.
    Int(AttrKind, u64),
    /// Such as `byval(T)`; in old bitcode the type may be absent.
    Type(AttrKind, Option<Type>),
    /// Such as `range(i32 0, 10)`: lower bound included, upper bound excluded.
    Range(AttrKind, Box<(Int, Int)>),
    /// Such as `initializes((0, 4), (8, 12))`.
    Ranges(AttrKind, Box<[(Int, Int)]>),
    /// `"key"` or `"key"="value"`.
    String(Box<[u8]>, Box<[u8]>),
}

/// The key of an attribute in its set. Sets are ordered by key: kinds, then strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AttrKey<'a> {
    /// The key of an attribute with a kind.
    Kind(AttrKind),
    /// The key of a string attribute.
    String(&'a [u8]),
}

impl From<AttrKind> for AttrKey<'_> {
    fn from(kind: AttrKind) -> Self {
        AttrKey::Kind(kind)
    }
}

impl<'a> From<&'a [u8]> for AttrKey<'a> {
    fn from(key: &'a [u8]) -> Self {
        AttrKey::String(key)
    }
}

impl<'a> From<&'a str> for AttrKey<'a> {
    fn from(key: &'a str) -> Self {
        AttrKey::String(key.as_bytes())
    }
}

impl Attribute {
    /// `"key"="value"`, or `"key"` if the value is empty.
    pub fn string(key: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Attribute {
        Attribute::String(key.as_ref().into(), value.as_ref().into())
    }

    /// `memory(...)`.
    pub fn memory(effects: MemoryEffects) -> Attribute {
        Attribute::Int(AttrKind::MEMORY, effects.bits())
    }

    /// `captures(...)`.
    pub fn captures(captures: Captures) -> Attribute {
        Attribute::Int(AttrKind::CAPTURES, captures.bits())
    }

    /// The key of the attribute.
    pub fn key(&self) -> AttrKey<'_> {
        match self {
            Attribute::String(key, _) => AttrKey::String(key),
            Attribute::Enum(kind)
            | Attribute::Int(kind, _)
            | Attribute::Type(kind, _)
            | Attribute::Range(kind, _)
            | Attribute::Ranges(kind, _) => AttrKey::Kind(*kind),
        }
    }

    /// The kind, unless it is a string attribute.
    pub fn kind(&self) -> Option<AttrKind> {
        match self.key() {
            AttrKey::Kind(kind) => Some(kind),
            AttrKey::String(_) => None,
        }
    }

    /// The number of an integer attribute.
    pub fn int(&self) -> Option<u64> {
        match self {
            Attribute::Int(_, value) => Some(*value),
            _ => None,
        }
    }

    /// The type of a type attribute.
    pub fn ty(&self) -> Option<Type> {
        match self {
            Attribute::Type(_, ty) => *ty,
            _ => None,
        }
    }

    /// The value of a string attribute; empty if it has none.
    pub fn value(&self) -> Option<&[u8]> {
        match self {
            Attribute::String(_, value) => Some(value),
            _ => None,
        }
    }
}

impl PartialEq for AttributeSetData {
    fn eq(&self, other: &Self) -> bool {
        self.attributes == other.attributes
    }
}

impl Eq for AttributeSetData {}

impl Hash for AttributeSetData {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.attributes.hash(state);
    }
}

impl AttributeSetData {
    fn new(attributes: &[Attribute]) -> Self {
        let kinds = attributes.iter().filter_map(Attribute::kind);
        AttributeSetData { attributes: attributes.into(), kinds: kinds.collect() }
    }

    /// The sets that are in every context, with the handles that [`AttributeSet::of`] returns.
    pub(crate) fn fixed() -> impl Iterator<Item = AttributeSetData> {
        let single = AttrKind::all().filter(|kind| kind.class() == AttrClass::Enum).map(Attribute::Enum);
        std::iter::once(Self::default()).chain(single.map(|attribute| Self::new(&[attribute])))
    }
}

impl AttributeSet {
    /// No attributes.
    pub const EMPTY: AttributeSet = AttributeSet(0);

    /// The set with a single attribute without a value; `None` for kinds with a value. Needs no context.
    pub fn of(kind: AttrKind) -> Option<AttributeSet> {
        // Kinds without a value come first, and their sets follow the empty set.
        (kind.class() == AttrClass::Enum).then_some(AttributeSet(kind.index() as u32 + 1))
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

impl AttributeList {
    /// No attributes.
    pub const EMPTY: AttributeList = AttributeList(0);
}

impl AttributeListData {
    /// The attributes of parameter `index`.
    pub fn param(&self, index: usize) -> AttributeSet {
        self.params.get(index).copied().unwrap_or_default()
    }

    /// All sets: of the function, of the return value, of the parameters.
    pub fn sets(&self) -> impl Iterator<Item = AttributeSet> {
        [self.function, self.result].into_iter().chain(self.params.iter().copied())
    }
}

/// An edit of attribute sets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AttributeEdit {
    Add(AttributeSet, Attribute),
    RemoveKinds(AttributeSet, AttrKinds),
    RemoveString(AttributeSet, Box<[u8]>),
    Merge(SmallVec<[AttributeSet; 8]>),
}

/// Collects the attributes of a new set. Of several attributes with the same kind or string key the last wins.
#[derive(Clone, Debug, Default)]
pub struct AttributeBuilder {
    /// In any order; an attribute overrides the earlier ones with the same key.
    attributes: SmallVec<[Attribute; 4]>,
    /// Whether the attributes are not strictly sorted.
    unsorted: bool,
}

impl AttributeBuilder {
    /// A builder without attributes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the builder has no attributes.
    pub fn is_empty(&self) -> bool {
        self.attributes.is_empty()
    }

    /// Removes all attributes.
    pub fn clear(&mut self) {
        self.attributes.clear();
        self.unsorted = false;
    }

    /// Adds an attribute; replaces the attribute with the same kind or key.
    pub fn add(&mut self, attribute: Attribute) {
        self.unsorted |= self.attributes.last().is_some_and(|last| last.key() >= attribute.key());
        self.attributes.push(attribute);
    }

    /// Adds the attributes of a set.
    pub fn merge(&mut self, attributes: &[Attribute]) {
        attributes.iter().for_each(|attribute| self.add(attribute.clone()));
    }

    /// The attribute with this kind or string key.
    pub fn get<'k>(&self, key: impl Into<AttrKey<'k>>) -> Option<&Attribute> {
        let key = key.into();
        self.attributes.iter().rfind(|attribute| attribute.key() == key)
    }

    /// The number of the integer attribute of this kind.
    pub fn int(&self, kind: AttrKind) -> Option<u64> {
        self.get(kind).and_then(Attribute::int)
    }

    /// Removes the attribute with this kind or string key. Returns whether there was one.
    pub fn remove<'k>(&mut self, key: impl Into<AttrKey<'k>>) -> bool {
        let (key, before) = (key.into(), self.attributes.len());
        self.attributes.retain(|attribute| attribute.key() != key);
        self.attributes.len() < before
    }

    /// Removes the attributes for which `keep` returns false.
    pub fn retain(&mut self, mut keep: impl FnMut(&Attribute) -> bool) {
        self.attributes.retain(|attribute| keep(attribute));
    }

    /// The attributes in set order.
    pub fn sorted(&mut self) -> &[Attribute] {
        if self.unsorted {
            self.attributes.sort_by(|a, b| a.key().cmp(&b.key()));
            // `dedup_by` removes the later of two elements, so the later attribute is moved to the earlier position first.
            self.attributes.dedup_by(|later, kept| {
                let same = later.key() == kept.key();
                if same {
                    std::mem::swap(later, kept);
                }
                same
            });
            self.unsorted = false;
        }
        &self.attributes
    }
}

impl Extend<Attribute> for AttributeBuilder {
    fn extend<I: IntoIterator<Item = Attribute>>(&mut self, attributes: I) {
        attributes.into_iter().for_each(|attribute| self.add(attribute));
    }
}

impl From<&[Attribute]> for AttributeBuilder {
    fn from(attributes: &[Attribute]) -> Self {
        let mut builder = Self::new();
        builder.merge(attributes);
        builder
    }
}

/// Creation and content of attribute sets and lists.
impl Context {
    /// The set with the attributes of the builder.
    pub fn make_attribute_set(&self, builder: &mut AttributeBuilder) -> AttributeSet {
        match builder.sorted() {
            [] => AttributeSet::EMPTY,
            &[Attribute::Enum(kind)] => AttributeSet(kind.index() as u32 + 1),
            attributes => AttributeSet(self.attribute_sets().intern_key(
                attributes,
                |set| *set.attributes == *attributes,
                || AttributeSetData::new(attributes),
            )),
        }
    }

    /// The list with these sets.
    pub fn make_attribute_list(
        &self,
        function: AttributeSet,
        result: AttributeSet,
        params: &[AttributeSet],
    ) -> AttributeList {
        let used = params.iter().rposition(|set| !set.is_empty()).map_or(0, |last| last + 1);
        let key = (function, result, &params[..used]);
        if key == (AttributeSet::EMPTY, AttributeSet::EMPTY, &[]) {
            return AttributeList::EMPTY;
        }
        AttributeList(self.attribute_lists().intern_key(
            &key,
            |list| (list.function, list.result, &*list.params) == key,
            || AttributeListData { function, result, params: key.2.into() },
        ))
    }

    /// Whether the handle belongs to a list of this context.
    pub fn has_attribute_list(&self, list: AttributeList) -> bool {
        self.attribute_lists().try_get(list.0).is_some()
    }

    /// The content of a list; empty if it does not belong to this context.
    pub fn attribute_list(&self, list: AttributeList) -> &AttributeListData {
        self.attribute_lists().try_get(list.0).unwrap_or_else(|| self.attribute_lists().get(AttributeList::EMPTY.0))
    }

    /// Whether any function or call of modules of this context may have this attribute.
    pub fn has_function_attribute(&self, kind: AttrKind) -> bool {
        let lists = (0..self.attribute_lists().len() as u32).map(|list| self.attribute_lists().get(list));
        lists.into_iter().any(|list| self.has_attribute(list.function, kind))
    }

    /// The attributes of a set, in the order in which LLVM prints them.
    pub fn attribute_set(&self, set: AttributeSet) -> &[Attribute] {
        &self.attribute_sets().get(set.0).attributes
    }

    /// The kinds of the non-string attributes of a set.
    #[inline]
    pub fn attribute_kinds(&self, set: AttributeSet) -> AttrKinds {
        self.attribute_sets().get(set.0).kinds
    }

    /// Whether a set has an attribute of this kind.
    #[inline]
    pub fn has_attribute(&self, set: AttributeSet, kind: AttrKind) -> bool {
        self.attribute_kinds(set).contains(kind)
    }

    /// The attribute of a set with this kind or string key.
    pub fn attribute<'k>(&self, set: AttributeSet, key: impl Into<AttrKey<'k>>) -> Option<&Attribute> {
        let (key, attributes) = (key.into(), self.attribute_set(set));
        if matches!(key, AttrKey::Kind(kind) if !self.has_attribute(set, kind)) {
            return None;
        }
        attributes.binary_search_by(|attribute| attribute.key().cmp(&key)).ok().map(|found| &attributes[found])
    }

    /// The number of the integer attribute of this kind.
    #[inline]
    pub fn attribute_int(&self, set: AttributeSet, kind: AttrKind) -> Option<u64> {
        self.attribute(set, kind).and_then(Attribute::int)
    }

    /// The type of the type attribute of this kind.
    pub fn attribute_type(&self, set: AttributeSet, kind: AttrKind) -> Option<Type> {
        self.attribute(set, kind).and_then(Attribute::ty)
    }

    /// The value of the string attribute with this key; empty if it has none.
    pub fn attribute_value(&self, set: AttributeSet, key: &[u8]) -> Option<&[u8]> {
        self.attribute(set, key).and_then(Attribute::value)
    }

    /// The memory effects of the owner of a set.
    #[inline]
    pub fn memory_effects(&self, set: AttributeSet) -> MemoryEffects {
        self.attribute_int(set, AttrKind::MEMORY).map_or(MemoryEffects::UNKNOWN, MemoryEffects::from_bits)
    }

    /// The set with an attribute added, which replaces the attribute with the same kind or key.
    pub fn with_attribute(&self, set: AttributeSet, attribute: Attribute) -> AttributeSet {
        self.edit_attributes(AttributeEdit::Add(set, attribute))
    }

    /// The set without the attribute of this kind or string key.
    pub fn without_attribute<'k>(&self, set: AttributeSet, key: impl Into<AttrKey<'k>>) -> AttributeSet {
        let key = key.into();
        match (self.attribute(set, key), key) {
            (None, _) => set,
            (Some(_), AttrKey::Kind(kind)) => self.without_attributes(set, AttrKinds::of(&[kind])),
            (Some(_), AttrKey::String(key)) => self.edit_attributes(AttributeEdit::RemoveString(set, key.into())),
        }
    }

    /// The set without the attributes of these kinds.
    pub fn without_attributes(&self, set: AttributeSet, kinds: AttrKinds) -> AttributeSet {
        match self.attribute_kinds(set).intersects(kinds) {
            true => self.edit_attributes(AttributeEdit::RemoveKinds(set, kinds)),
            false => set,
        }
    }

    /// The union of all sets; of several attributes with the same kind or key, the last wins.
    pub fn merge_attributes(&self, sets: impl IntoIterator<Item = AttributeSet>) -> AttributeSet {
        let mut sets: SmallVec<[AttributeSet; 8]> = sets.into_iter().filter(|set| !set.is_empty()).collect();
        if sets.len() > 1 {
            // Of equal sets only the last matters.
            let mut seen = HashSet::default();
            sets.reverse();
            sets.retain(|set| seen.insert(*set));
            sets.reverse();
        }
        match sets[..] {
            [] => AttributeSet::EMPTY,
            [set] => set,
            _ => self.edit_attributes(AttributeEdit::Merge(sets)),
        }
    }

    /// The result of an edit, which is cached: many functions and calls may share a large set.
    fn edit_attributes(&self, edit: AttributeEdit) -> AttributeSet {
        let edits = || self.attribute_edits().lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&done) = edits().get(&edit) {
            return done;
        }
        let mut builder = AttributeBuilder::new();
        match &edit {
            AttributeEdit::Add(set, attribute) => {
                builder.merge(self.attribute_set(*set));
                builder.add(attribute.clone());
            }
            AttributeEdit::RemoveKinds(set, kinds) => {
                let kept = |a: &&Attribute| !a.kind().is_some_and(|kind| kinds.contains(kind));
                builder.extend(self.attribute_set(*set).iter().filter(kept).cloned());
            }
            AttributeEdit::RemoveString(set, key) => {
                let kept = |a: &&Attribute| a.key() != AttrKey::String(key);
                builder.extend(self.attribute_set(*set).iter().filter(kept).cloned());
            }
            AttributeEdit::Merge(sets) => sets.iter().for_each(|set| builder.merge(self.attribute_set(*set))),
        }
        let done = self.make_attribute_set(&mut builder);
        edits().insert(edit, done);
        done
    }

    /// Applies `edit` to every set of a list; `edit` also gets the owner of the set.
    pub fn map_attribute_list(
        &self,
        list: AttributeList,
        mut edit: impl FnMut(AttributeOwner, AttributeSet) -> AttributeSet,
    ) -> AttributeList {
        let data = self.attribute_list(list);
        let function = edit(AttributeOwner::Function, data.function);
        let result = edit(AttributeOwner::Result, data.result);
        let params: SmallVec<[AttributeSet; 8]> =
            data.params.iter().enumerate().map(|(i, set)| edit(AttributeOwner::Param(i), *set)).collect();
        self.make_attribute_list(function, result, &params)
    }

    /// The list with the set of the function or call site replaced.
    pub fn with_function_attributes(&self, list: AttributeList, set: AttributeSet) -> AttributeList {
        let data = self.attribute_list(list);
        self.make_attribute_list(set, data.result, &data.params)
    }

    /// The list with the set of the return value replaced.
    pub fn with_result_attributes(&self, list: AttributeList, set: AttributeSet) -> AttributeList {
        let data = self.attribute_list(list);
        self.make_attribute_list(data.function, set, &data.params)
    }

    /// The list with the set of parameter `index` replaced.
    pub fn with_param_attributes(&self, list: AttributeList, index: usize, set: AttributeSet) -> AttributeList {
        let data = self.attribute_list(list);
        let mut params = SmallVec::<[AttributeSet; 8]>::from_slice(&data.params);
        params.resize(params.len().max(index + 1), AttributeSet::EMPTY);
        params[index] = set;
        self.make_attribute_list(data.function, data.result, &params)
    }
}

/// The owner of a set of an [`AttributeList`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttributeOwner {
    /// The function or call site itself.
    Function,
    /// The return value.
    Result,
    /// The parameter with this index.
    Param(usize),
}

const ONLY_INTEGERS: AttrKinds = AttrKinds::of(&[AttrKind::ALLOC_ALIGN, AttrKind::SIGN_EXT, AttrKind::ZERO_EXT]);

const ONLY_POINTERS: AttrKinds = AttrKinds::of(&[
    AttrKind::NO_ALIAS,
    AttrKind::NON_NULL,
    AttrKind::READ_NONE,
    AttrKind::READ_ONLY,
    AttrKind::DEREFERENCEABLE,
    AttrKind::DEREFERENCEABLE_OR_NULL,
    AttrKind::WRITABLE,
    AttrKind::DEAD_ON_UNWIND,
    AttrKind::INITIALIZES,
    AttrKind::CAPTURES,
    AttrKind::DEAD_ON_RETURN,
    AttrKind::DEAD_ON_RETURN_BYTES,
    AttrKind::NEST,
    AttrKind::SWIFT_ERROR,
    AttrKind::PREALLOCATED,
    AttrKind::IN_ALLOCA,
    AttrKind::BY_VAL,
    AttrKind::STRUCT_RET,
    AttrKind::BY_REF,
    AttrKind::ELEMENT_TYPE,
    AttrKind::ALLOC_PTR,
]);

/// Attributes and types.
impl Context {
    /// The attribute kinds that a parameter or return value of type `ty` cannot have. `set` has its attributes: the width of
    /// `range` must match the type.
    pub fn incompatible_attributes(&self, ty: Type, set: AttributeSet) -> AttrKinds {
        let mut kinds = AttrKinds::NONE;
        let mut rule = |holds: bool, only_then: AttrKinds| {
            if !holds {
                kinds = kinds.union(only_then);
            }
        };
        rule(self.is_int(ty) || self.is_byte(ty), ONLY_INTEGERS);
        rule(self.is_pointer(ty), ONLY_POINTERS);
        rule(self.is_int_or_int_vector(ty), AttrKinds::of(&[AttrKind::RANGE]));
        rule(self.is_pointer_or_pointer_vector(ty), AttrKinds::of(&[AttrKind::ALIGN]));
        rule(self.takes_fast_math(ty), AttrKinds::of(&[AttrKind::NO_FP_CLASS]));
        rule(ty != Type::VOID, AttrKinds::of(&[AttrKind::NO_UNDEF]));
        if let (Some(width), Some(Attribute::Range(_, range))) =
            (self.int_width(self.scalar_type(ty)), self.attribute(set, AttrKind::RANGE))
            && range.0.width() != width
        {
            kinds = kinds.union(AttrKinds::of(&[AttrKind::RANGE]));
        }
        kinds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cx: &Context, attributes: &[Attribute]) -> AttributeSet {
        cx.make_attribute_set(&mut attributes.into())
    }

    #[test]
    fn a_set_is_sorted_by_kind_then_key_and_the_later_of_two_counts() {
        let cx = Context::new();
        let made = set(
            &cx,
            &[
                Attribute::string("b", "1"),
                Attribute::Int(AttrKind::ALIGN, 8),
                Attribute::string("a", ""),
                Attribute::Enum(AttrKind::NO_UNWIND),
                Attribute::Int(AttrKind::ALIGN, 16),
                Attribute::Enum(AttrKind::COLD),
                Attribute::string("b", "2"),
            ],
        );
        assert_eq!(
            cx.attribute_set(made),
            [
                Attribute::Enum(AttrKind::COLD),
                Attribute::Enum(AttrKind::NO_UNWIND),
                Attribute::Int(AttrKind::ALIGN, 16),
                Attribute::string("a", ""),
                Attribute::string("b", "2"),
            ]
        );
        assert_eq!(cx.attribute_int(made, AttrKind::ALIGN), Some(16));
        assert_eq!(cx.attribute_value(made, b"b"), Some(&b"2"[..]));
        assert_eq!(cx.attribute_value(made, b"c"), None);
        assert!(cx.has_attribute(made, AttrKind::COLD) && !cx.has_attribute(made, AttrKind::HOT));
    }

    #[test]
    fn equal_sets_are_one_handle() {
        let cx = Context::new();
        for kind in AttrKind::all().filter(|kind| kind.class() == AttrClass::Enum) {
            let single = AttributeSet::of(kind).unwrap();
            assert_eq!(cx.attribute_set(single), [Attribute::Enum(kind)]);
            assert_eq!(cx.attribute_sets().intern(AttributeSetData::new(&[Attribute::Enum(kind)])), single.0);
        }
        let align = set(&cx, &[Attribute::Int(AttrKind::ALIGN, 8)]);
        let more = cx.with_attribute(align, Attribute::Enum(AttrKind::NO_UNDEF));
        assert_ne!(align, more);
        assert_eq!(cx.without_attribute(more, AttrKind::NO_UNDEF), align);
        assert_eq!(cx.without_attribute(more, AttrKind::ALIGN), AttributeSet::of(AttrKind::NO_UNDEF).unwrap());
        assert_eq!(cx.merge_attributes([align, AttributeSet::of(AttrKind::NO_UNDEF).unwrap()]), more);
        assert_eq!(cx.without_attributes(more, cx.attribute_kinds(more)), AttributeSet::EMPTY);
    }

    #[test]
    fn of_merged_sets_the_last_counts_and_none_but_the_result_is_made() {
        let cx = Context::new();
        let string = |key: usize, value: &str| Attribute::string(key.to_string(), value);
        let groups: Vec<AttributeSet> =
            (0..100).map(|group| set(&cx, &[string(group, "own"), string(group + 1, "before")])).collect();
        let before = cx.attribute_sets().len();
        let merged = cx.merge_attributes(groups.iter().copied());
        assert_eq!(cx.attribute_sets().len(), before + 1);
        assert_eq!(cx.attribute_set(merged).len(), 101);
        assert_eq!(cx.attribute_value(merged, b"7"), Some(&b"own"[..]));
        // Each again, and the first two again at the end: the last of each wins.
        let again = groups.iter().chain(&groups).chain(&groups[..1]).copied();
        let turned = cx.merge_attributes(again.chain([AttributeSet::EMPTY]));
        assert_eq!(cx.attribute_value(turned, b"1"), Some(&b"before"[..]));
        assert_eq!(cx.merge_attributes([groups[3], groups[3]]), groups[3]);
        assert_eq!(cx.merge_attributes([]), AttributeSet::EMPTY);
    }

    #[test]
    fn a_list_ends_with_its_last_set_that_is_not_empty() {
        let cx = Context::new();
        let (none, some) = (AttributeSet::EMPTY, AttributeSet::of(AttrKind::NO_UNDEF).unwrap());
        assert_eq!(cx.make_attribute_list(none, none, &[none, none]), AttributeList::EMPTY);
        let list = cx.make_attribute_list(none, some, &[none, some, none]);
        assert_eq!(list, cx.make_attribute_list(none, some, &[none, some]));
        assert_eq!(cx.attribute_list(list).param(1), some);
        assert_eq!(cx.attribute_list(list).param(7), none);
        let shorter = cx.with_param_attributes(list, 1, none);
        assert_eq!(cx.with_result_attributes(shorter, none), AttributeList::EMPTY);
    }

    #[test]
    fn kinds_have_names_and_bitcode_numbers_of_their_own() {
        // Two kinds share a name and number: one with a number of bytes, one without.
        for kind in AttrKind::all() {
            let is_second = kind == AttrKind::DEAD_ON_RETURN_BYTES;
            assert_eq!(AttrKind::from_name(kind.name().as_bytes()) == Some(kind), !is_second);
            assert_eq!(AttrKind::with_code(kind.code()).next() == Some(kind), !is_second);
            assert!(AttrKind::with_code(kind.code()).all(|k| k == kind || k.class() != kind.class()));
        }
        assert_eq!(AttrKind::from_name(b"nocapture"), None);
    }

    #[test]
    fn some_attributes_do_not_fit_some_types() {
        let cx = Context::new();
        let none = AttributeSet::EMPTY;
        let bad = |ty, set| cx.incompatible_attributes(ty, set);
        assert!(bad(Type::I32, none).contains(AttrKind::NON_NULL));
        assert!(bad(Type::I32, none).contains(AttrKind::BY_VAL));
        assert!(bad(Type::VOID, none).contains(AttrKind::SIGN_EXT));
        assert!(!bad(Type::PTR, none).contains(AttrKind::NON_NULL));
        assert!(!bad(cx.vector(Type::PTR, 2, false), none).contains(AttrKind::ALIGN));
        assert!(bad(Type::VOID, none).contains(AttrKind::NO_UNDEF));
        let range = set(&cx, &[Attribute::Range(AttrKind::RANGE, Box::new((Int::new(8, 0), Int::new(8, 3))))]);
        assert!(bad(Type::I32, range).contains(AttrKind::RANGE));
        assert!(!bad(Type::I8, range).contains(AttrKind::RANGE));
        let pair = cx.struct_type(&[Type::FLOAT, Type::FLOAT], false);
        assert!(!bad(pair, none).contains(AttrKind::NO_FP_CLASS));
        assert!(bad(cx.array(pair, 2), none).contains(AttrKind::NO_FP_CLASS));
    }

    #[test]
    fn numbers_are_as_llvm_encodes_them() {
        assert_eq!(MemoryEffects::all(ModRef::REF).bits(), 1365);
        assert_eq!(MemoryEffects::only(MemoryLocation::Target0, ModRef::REF).bits(), 256);
        assert_eq!(MemoryEffects::from_bits(1365).with(MemoryLocation::Arg, ModRef::empty()).bits(), 1364);
        let captures = Captures { other: CaptureComponents::ADDRESS, result: CaptureComponents::PROVENANCE };
        assert_eq!(captures.bits(), 60);
        assert_eq!(Captures::from_bits(60), captures);
        assert_eq!(AllocSize { size: 0, count: Some(1) }.bits(), 1);
        assert_eq!(AllocSize::from_bits(u64::from(u32::MAX)), AllocSize { size: 0, count: None });
    }
}
