//! Type-based aliasing: loads from memory that was stored with an incompatible
//! [`!tbaa`](https://llvm.org/docs/LangRef.html#tbaa-metadata) tag, according to which the accesses do not alias.
//!
//! Only with [`Options::tbaa`](crate::Options::tbaa), which makes all memory accesses slow.

use std::ops::Range;

use lindworm_ir::context::MetadataKind;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::metadata::{MetadataRef, NodeRef};
use lindworm_ir::{InstData, Metadata, Module};

use crate::limits::Footprint;
use crate::memory::Kind;
use crate::run::memory::Access;
use crate::state::State;
use crate::stop::{Note, Stop};
use crate::ub::metadata as kinds;
use crate::value::{Provenance, Site};

/// The types with which memory was stored.
#[derive(Default)]
pub(crate) struct StoredTypes {
    /// By address, for each byte that was stored with a tag.
    bytes: HashMap<u64, Stored>,
    /// Whether accesses with two tags of a module may alias (cache).
    alias: HashMap<(usize, Metadata, Metadata), bool>,
}

/// The store of a byte.
#[derive(Clone, Copy)]
struct Stored {
    module: usize,
    tag: Metadata,
    site: Site,
    /// The copy that moved the byte here.
    copied: Option<Site>,
    /// The object that contained the byte; the address may be reused.
    object: Provenance,
}

/// The types of copied bytes, by offset.
pub(crate) struct CopiedTypes {
    types: Vec<(u64, Stored)>,
    /// Whether the copy instruction itself declares the types.
    declared: bool,
}

impl StoredTypes {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        let StoredTypes { bytes, alias } = self;
        all.add(bytes);
        all.add(alias);
    }

    /// The typed bytes in a range.
    fn within(&self, range: Range<u64>) -> Vec<(u64, Stored)> {
        match range.end - range.start > self.bytes.len() as u64 {
            true => self.bytes.iter().filter(|(byte, _)| range.contains(byte)).map(|(&b, &s)| (b, s)).collect(),
            false => range.filter_map(|byte| Some((byte, *self.bytes.get(&byte)?))).collect(),
        }
    }
}

impl State {
    /// Checks or records an access to an object that is otherwise valid.
    pub(crate) fn typed_access(
        &mut self,
        address: u64,
        len: u64,
        access: Access,
        object: Provenance,
    ) -> Result<(), Stop> {
        let (site, tag) = (self.site(), self.tag());
        let Some(types) = &mut self.types else { return Ok(()) };
        let range = address..address + len;
        match (access, tag) {
            (Access::Store, Some((module, tag))) => {
                let stored = Stored { module, tag, site, copied: None, object };
                types.bytes.extend(range.map(|byte| (byte, stored)));
                Ok(())
            }
            // The type of a library function's store is unknown.
            (Access::Store, None) if len > types.bytes.len() as u64 => {
                types.bytes.retain(|byte, _| !range.contains(byte));
                Ok(())
            }
            (Access::Store, None) => {
                range.for_each(|byte| _ = types.bytes.remove(&byte));
                Ok(())
            }
            (Access::Load, None) => Ok(()),
            (Access::Load, Some((module, tag))) => self.typed_load(range, module, tag, object, "load"),
        }
    }

    /// Checks a load of a range with a tag of a module.
    fn typed_load(
        &mut self,
        range: Range<u64>,
        module: usize,
        tag: Metadata,
        object: Provenance,
        verb: &str,
    ) -> Result<(), Stop> {
        let (address, len) = (range.start, range.end - range.start);
        let Some(types) = &mut self.types else { return Ok(()) };
        let StoredTypes { bytes, alias } = &mut **types;
        let program = &self.program;
        let mut is_other = |stored: &Stored| {
            let key = (module, tag, stored.tag);
            let may_alias = || may_alias(&program.modules[module], tag, stored.tag);
            let same = stored.module == module && stored.object == object;
            same && tag != stored.tag && !*alias.entry(key).or_insert_with(may_alias)
        };
        let found = match len > bytes.len() as u64 {
            true => {
                let within = bytes.iter().filter(|(byte, _)| range.contains(byte));
                within.filter(|(_, stored)| is_other(stored)).min_by_key(|(byte, _)| **byte).map(|(_, stored)| *stored)
            }
            false => range.filter_map(|byte| bytes.get(&byte)).copied().find(is_other),
        };
        let Some(stored) = found else { return Ok(()) };
        let module = &self.program.modules[module];
        let (loaded, other) = (type_name(module, tag), type_name(module, stored.tag));
        let message = format!("{verb} as {loaded} of memory that was stored as {other}");
        let mut notes = vec![Note::new("it was stored here", Some(stored.site))];
        notes.extend(stored.copied.map(|site| Note::new("it was copied here", Some(site))));
        let memory = self.accessed_address("load", len, address);
        self.undefined_at(&kinds::TBAA, message, notes, Some(memory))
    }

    /// The types of memory that is about to be copied. The types declared by the copy must be compatible with those of the
    /// stores.
    pub(crate) fn types_to_copy(&mut self, address: u64, len: u64, object: Provenance) -> Result<CopiedTypes, Stop> {
        let mut copied = CopiedTypes { types: Vec::new(), declared: false };
        let Some(types) = &self.types else { return Ok(copied) };
        let within = types.within(address..address + len);
        let site = self.site();
        copied.types.extend(
            within
                .into_iter()
                .filter(|(_, stored)| stored.object == object)
                .map(|(byte, stored)| (byte - address, Stored { copied: Some(site), ..stored })),
        );
        let Some((module, whole, fields)) = self.tags_of_copy(len) else { return Ok(copied) };
        copied.declared = true;
        if let Some(tag) = whole {
            self.typed_load(address..address + len, module, tag, object, "copy")?;
        }
        if let Some(fields) = fields {
            copied.types.clear();
            for (Range { start, end }, tag) in fields {
                self.typed_load(address + start..address + end, module, tag, object, "copy")?;
                let stored = Stored { module, tag, site, copied: None, object };
                copied.types.extend((start..end).map(|byte| (byte, stored)));
            }
        }
        Ok(copied)
    }

    /// Sets the types of copied bytes. In C, heap memory takes the types of the data that is copied to it. Variables have
    /// declared types, which IR does not contain, and so have all objects in C++.
    pub(crate) fn types_were_copied(&mut self, address: u64, object: Provenance, copied: CopiedTypes) {
        let is_heap = self.memory.entry(object).is_some_and(|entry| entry.kind == Kind::Heap);
        let Some(types) = &mut self.types else { return };
        if !copied.declared && !is_heap {
            return;
        }
        for (offset, stored) in copied.types {
            if copied.declared || !is_of_cpp(&self.program.modules[stored.module], stored.tag) {
                types.bytes.insert(address + offset, Stored { object, ..stored });
            }
        }
    }

    /// The module and the tag of the running load or store.
    fn tag(&self) -> Option<(usize, Metadata)> {
        let site = self.site();
        let (module, function, inst) = self.program.instruction(site)?;
        let body = module.body(function)?;
        let is_access = matches!(
            body.inst(inst),
            InstData::Load { .. } | InstData::Store { .. } | InstData::AtomicRmw { .. } | InstData::CmpXchg { .. }
        );
        Some((self.program.module_of(site.function)?, body.attachment(inst, MetadataKind::TBAA).filter(|_| is_access)?))
    }

    /// The module, the `!tbaa` tag and the fields of `!tbaa.struct` of the running copy of `len` bytes, if it has one of them.
    #[allow(clippy::type_complexity)]
    fn tags_of_copy(&self, len: u64) -> Option<(usize, Option<Metadata>, Option<Vec<(Range<u64>, Metadata)>>)> {
        let site = self.site();
        let (module, function, inst) = self.program.instruction(site)?;
        let body = module.body(function)?;
        let InstData::Call { call, .. } = body.inst(inst) else { return None };
        module.callee(call.callee).filter(|callee| callee.intrinsic.is_some())?;
        let whole = body.attachment(inst, MetadataKind::TBAA);
        let fields = TypeNode::new(module, body.attachment(inst, MetadataKind::TBAA_STRUCT)).map(|node| {
            let fields = (0..node.node.words.len()).step_by(3).filter_map(|i| {
                let start = node.number(i).min(len);
                Some((start..start.saturating_add(node.number(i + 1)).min(len), node.operand(i + 2)?))
            });
            fields.filter(|(range, _)| !range.is_empty()).collect()
        });
        (whole.is_some() || fields.is_some()).then_some((self.program.module_of(site.function)?, whole, fields))
    }
}

/// The maximum length of a chain of types; beyond it, accesses may alias.
const LONGEST: usize = 256;

/// A type node: a scalar or a struct.
///
/// The old format is `!{name, field, offset, field, offset, ...}`, where the only field of a scalar is its parent. The new
/// format is `!{parent, size, name, field, offset, size, ...}`.
#[derive(Clone, Copy)]
struct TypeNode<'m> {
    module: &'m Module,
    id: Metadata,
    node: NodeRef<'m>,
}

impl<'m> TypeNode<'m> {
    fn new(module: &'m Module, id: Option<Metadata>) -> Option<TypeNode<'m>> {
        Some(TypeNode { module, id: id?, node: module.metadata().node(id?.as_node()?) })
    }

    fn operand(self, index: usize) -> Option<Metadata> {
        Metadata::from_word(*self.node.words.get(index)?)
    }

    fn number(self, index: usize) -> u64 {
        match self.operand(index).map(Metadata::open) {
            Some(MetadataRef::Value(value)) => {
                self.module.constants().as_u64(self.module.metadata().value(value)).unwrap_or(0)
            }
            _ => 0,
        }
    }

    fn is_new(self) -> bool {
        self.node.words.len() >= 3 && self.operand(0).is_some_and(|first| first.as_node().is_some())
    }

    fn parent(self) -> Option<TypeNode<'m>> {
        TypeNode::new(self.module, self.operand(if self.is_new() { 0 } else { 1 }))
    }

    /// The chain of parents, starting with the node itself.
    fn ancestors(self) -> impl Iterator<Item = TypeNode<'m>> {
        std::iter::successors(Some(self), |ty| ty.parent()).take(LONGEST)
    }

    /// The operand indices of the fields; for a scalar of the old format, of its parent.
    fn fields(self) -> impl Iterator<Item = usize> {
        let (first, step) = if self.is_new() { (3, 3) } else { (1, 2) };
        (first..self.node.words.len()).step_by(step)
    }

    /// The field at an offset, or the parent of a scalar, and the offset in it.
    fn field(self, offset: u64) -> Option<(TypeNode<'m>, u64)> {
        let first = self.fields().next()?;
        let field = self.fields().take_while(|&field| field == first || self.number(field + 1) <= offset).last()?;
        Some((TypeNode::new(self.module, self.operand(field))?, offset.wrapping_sub(self.number(field + 1))))
    }

    /// Whether a field, at any depth, has the given type.
    fn has_field(self, wanted: Metadata) -> bool {
        let (mut seen, mut left) = (HashSet::default(), vec![self]);
        while let Some(ty) = left.pop() {
            let fields = ty.fields().filter_map(|field| TypeNode::new(self.module, ty.operand(field)));
            for field in fields {
                if field.id == wanted {
                    return true;
                }
                if seen.insert(field.id) {
                    left.push(field);
                }
            }
        }
        false
    }

    fn name(self) -> Option<String> {
        match self.operand(if self.is_new() { 2 } else { 0 })?.open() {
            MetadataRef::String(s) => Some(String::from_utf8_lossy(self.module.metadata().string(s)).into_owned()),
            _ => None,
        }
    }
}

/// An access tag: the access type at an offset in the base type.
#[derive(Clone, Copy)]
struct Tag<'m> {
    base: TypeNode<'m>,
    access: TypeNode<'m>,
    offset: u64,
}

impl<'m> Tag<'m> {
    fn new(module: &'m Module, tag: Metadata) -> Option<Tag<'m>> {
        let parts = TypeNode::new(module, Some(tag))?;
        let base = TypeNode::new(module, parts.operand(0))?;
        let access = TypeNode::new(module, parts.operand(1))?;
        Some(Tag { base, access, offset: parts.number(2) })
    }

    fn is_whole(self) -> bool {
        self.base.id == self.access.id
    }
}

/// Whether accesses with these tags may alias.
fn may_alias(module: &Module, a: Metadata, b: Metadata) -> bool {
    let (Some(a), Some(b)) = (Tag::new(module, a), Tag::new(module, b)) else { return true };
    let (of_a, of_b): (Vec<_>, Vec<_>) = (a.access.ancestors().collect(), b.access.ancestors().collect());
    if of_a.len() == LONGEST || of_b.len() == LONGEST {
        return true;
    }
    // The nearest common ancestor. Different roots belong to different languages, whose accesses may alias.
    let Some(common) = of_a.iter().find(|ty| of_b.iter().any(|other| other.id == ty.id)) else { return true };
    reaches(a, b, common.id).or_else(|| reaches(b, a, common.id)).unwrap_or(false)
}

/// Whether the types of a tag are those of C++, according to the name that clang gives their root.
fn is_of_cpp(module: &Module, tag: Metadata) -> bool {
    let root = Tag::new(module, tag).and_then(|tag| tag.access.ancestors().last()).and_then(TypeNode::name);
    root.is_some_and(|name| name == "Simple C++ TBAA")
}

/// Whether an access may alias another one to a part of the same type; `None` if the part's base type is not contained.
fn reaches(whole: Tag<'_>, part: Tag<'_>, common: Metadata) -> Option<bool> {
    if whole.is_whole() && whole.access.id == common {
        return Some(true);
    }
    let (mut ty, mut offset) = (whole.base, whole.offset);
    for _ in 0..LONGEST {
        if ty.id == part.base.id {
            return Some(offset == part.offset || ty.id == whole.access.id || part.is_whole());
        }
        if ty.is_new() && ty.id == whole.access.id {
            // The access covers the whole aggregate with all its fields.
            return ty.has_field(part.base.id).then_some(true);
        }
        (ty, offset) = ty.field(offset)?;
    }
    Some(true)
}

/// Describes a tag, as in `int`, or `float` of `point` at offset 4.
fn type_name(module: &Module, tag: Metadata) -> String {
    let quoted = |ty: TypeNode<'_>| format!("`{}`", ty.name().unwrap_or_default());
    match Tag::new(module, tag) {
        Some(tag) if tag.is_whole() => quoted(tag.access),
        Some(tag) => format!("{} at offset {} of {}", quoted(tag.access), tag.offset, quoted(tag.base)),
        None => "a type".into(),
    }
}
