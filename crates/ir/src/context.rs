//! Data shared by modules: uniqued types, attributes, and the names of metadata kinds and synchronization scopes.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::hash::{HashMap, HashSet};

use crate::attributes::{AttributeEdit, AttributeListData, AttributeSet, AttributeSetData};
use crate::intern::{Extended, Fixed};
use crate::types::{FIXED_TYPES, StructDef, StructId, TypeKind, context_tag};
use crate::version::IrVersion;

/// Uniqued types, attribute sets and names, shared by any number of modules and threads.
///
/// A context is a handle: a clone is cheap and refers to the same context. A context only grows. Readers take no lock.
///
/// ```
/// use lindworm_ir::{Context, Type};
/// let cx = Context::new();
/// assert_eq!(cx.int(32), Type::I32);
/// assert_eq!(cx.array(Type::I8, 4), cx.array(Type::I8, 4));
/// ```
#[derive(Clone, Default)]
pub struct Context(Arc<Shared>);

struct Shared {
    types: Extended<TypeKind>,
    /// The tag in the handles of types that are not in every context.
    type_tag: u32,
    structs: boxcar::Vec<StructDef>,
    struct_names: Mutex<StructNames>,
    attribute_sets: Extended<AttributeSetData>,
    attribute_lists: Extended<AttributeListData>,
    /// Cache of the results of attribute set edits.
    attribute_edits: Mutex<HashMap<AttributeEdit, AttributeSet>>,
    metadata_kinds: Extended<Box<[u8]>>,
    sync_scopes: Extended<Box<[u8]>>,
}

/// The names of identified structs.
#[derive(Default)]
struct StructNames {
    taken: HashSet<Box<[u8]>>,
    /// The next number to append to a taken name: one counter for all names, as in LLVM.
    next: u32,
}

/// The metadata kinds with fixed numbers, in LLVM's order (`FixedMetadataKinds.def`).
const FIXED_METADATA_KINDS: &[&str] = &[
    "dbg",
    "tbaa",
    "prof",
    "fpmath",
    "range",
    "tbaa.struct",
    "invariant.load",
    "alias.scope",
    "noalias",
    "nontemporal",
    "llvm.mem.parallel_loop_access",
    "nonnull",
    "dereferenceable",
    "dereferenceable_or_null",
    "make.implicit",
    "unpredictable",
    "invariant.group",
    "align",
    "llvm.loop",
    "type",
    "section_prefix",
    "absolute_symbol",
    "associated",
    "callees",
    "irr_loop",
    "llvm.access.group",
    "callback",
    "llvm.preserve.access.index",
    "vcall_visibility",
    "noundef",
    "annotation",
    "nosanitize",
    "func_sanitize",
    "exclude",
    "memprof",
    "callsite",
    "kcfi_type",
    "pcsections",
    "DIAssignID",
    "coro.outside.frame",
    "mmra",
    "noalias.addrspace",
    "callee_type",
    "nofree",
    "captures",
    "alloc_token",
    "implicit.ref",
];

/// The kinds with fixed numbers in newer versions, which follow the others.
static NEWER_METADATA_KINDS: &[(IrVersion, &str)] = &[
    (IrVersion::V23, "nofpclass"),
    (IrVersion::V23, "call_target"),
    (IrVersion::V23, "inline_history"),
    (IrVersion::V23, "elf_section_properties"),
    (IrVersion::V23, "guid"),
    (IrVersion::V23, "mem.cache_hint"),
    (IrVersion::V23, "block.uniformity.profile"),
    (IrVersion::V23, "callgraph"),
];

impl Default for Shared {
    fn default() -> Self {
        static TYPES: LazyLock<Fixed<TypeKind>> = LazyLock::new(|| Fixed::new(FIXED_TYPES.iter().cloned()));
        static ATTRIBUTE_SETS: LazyLock<Fixed<AttributeSetData>> =
            LazyLock::new(|| Fixed::new(AttributeSetData::fixed()));
        static ATTRIBUTE_LISTS: LazyLock<Fixed<AttributeListData>> =
            LazyLock::new(|| Fixed::new([AttributeListData::default()]));
        static METADATA_KINDS: LazyLock<Fixed<Box<[u8]>>> = LazyLock::new(|| names(FIXED_METADATA_KINDS));
        static CONTEXTS: AtomicU32 = AtomicU32::new(0);
        static SYNC_SCOPES: LazyLock<Fixed<Box<[u8]>>> = LazyLock::new(|| names(&["singlethread", ""]));
        Shared {
            types: Extended::new(&TYPES),
            type_tag: context_tag(CONTEXTS.fetch_add(1, Ordering::Relaxed)),
            structs: boxcar::Vec::new(),
            struct_names: Mutex::default(),
            attribute_sets: Extended::new(&ATTRIBUTE_SETS),
            attribute_lists: Extended::new(&ATTRIBUTE_LISTS),
            attribute_edits: Mutex::default(),
            metadata_kinds: Extended::new(&METADATA_KINDS),
            sync_scopes: Extended::new(&SYNC_SCOPES),
        }
    }
}

/// The kind of a metadata attachment, such as `!tbaa`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MetadataKind(pub u32);

impl MetadataKind {
    /// `!dbg`.
    pub const DBG: MetadataKind = MetadataKind(0);
    /// `!tbaa`.
    pub const TBAA: MetadataKind = MetadataKind(1);
    /// `!tbaa.struct`.
    pub const TBAA_STRUCT: MetadataKind = MetadataKind(5);
    /// `!prof`.
    pub const PROF: MetadataKind = MetadataKind(2);
    /// `!irr_loop`.
    pub const IRR_LOOP: MetadataKind = MetadataKind(24);
    /// `!llvm.loop`.
    pub const LOOP: MetadataKind = MetadataKind(18);
    /// `!type`.
    pub const TYPE: MetadataKind = MetadataKind(19);
    /// `!absolute_symbol`.
    pub const ABSOLUTE_SYMBOL: MetadataKind = MetadataKind(21);
    /// `!associated`.
    pub const ASSOCIATED: MetadataKind = MetadataKind(22);
    /// `!implicit.ref`.
    pub const IMPLICIT_REF: MetadataKind = MetadataKind(46);
    /// `!kcfi_type`.
    pub const KCFI_TYPE: MetadataKind = MetadataKind(36);
    /// `!DIAssignID`.
    pub const DI_ASSIGN_ID: MetadataKind = MetadataKind(38);

    /// Whether the kind is known in every context.
    pub fn is_fixed(self) -> bool {
        (self.0 as usize) < FIXED_METADATA_KINDS.len()
    }

    /// The kind with this name, if it is known in every context.
    #[inline]
    pub const fn fixed(name: &[u8]) -> Option<MetadataKind> {
        let mut i = 0;
        while i < FIXED_METADATA_KINDS.len() {
            if same(FIXED_METADATA_KINDS[i].as_bytes(), name) {
                return Some(MetadataKind(i as u32));
            }
            i += 1;
        }
        None
    }
}

/// Equality of names, also in constant evaluation.
const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// The set of threads that an atomic operation synchronizes with
/// ([Language Reference: Atomic Memory Ordering Constraints](https://llvm.org/docs/LangRef.html#ordering)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SyncScope(pub u8);

impl SyncScope {
    /// `syncscope("singlethread")`.
    pub const SINGLE_THREAD: SyncScope = SyncScope(0);
    /// All threads: the default, with no text form.
    pub const SYSTEM: SyncScope = SyncScope(1);
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Context")
    }
}

impl Context {
    /// A context with only the data that every context has.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether both are handles of the same context.
    pub fn same(&self, other: &Context) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub(crate) fn types(&self) -> &Extended<TypeKind> {
        &self.0.types
    }

    #[inline]
    pub(crate) fn type_tag(&self) -> u32 {
        self.0.type_tag
    }

    pub(crate) fn structs(&self) -> &boxcar::Vec<StructDef> {
        &self.0.structs
    }

    pub(crate) fn attribute_sets(&self) -> &Extended<AttributeSetData> {
        &self.0.attribute_sets
    }

    pub(crate) fn attribute_lists(&self) -> &Extended<AttributeListData> {
        &self.0.attribute_lists
    }

    pub(crate) fn attribute_edits(&self) -> &Mutex<HashMap<AttributeEdit, AttributeSet>> {
        &self.0.attribute_edits
    }

    /// Adds a struct named `name`, or `name.N` for the next free `N`.
    pub(crate) fn add_struct(&self, name: &[u8]) -> u32 {
        let mut names = self.0.struct_names.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free: Box<[u8]> = name.into();
        if !name.is_empty() {
            while !names.taken.insert(free.clone()) {
                free = [name, b".", names.next.to_string().as_bytes()].concat().into();
                names.next += 1;
            }
        }
        self.0.structs.push(StructDef {
            name: free,
            is_nameless: AtomicBool::default(),
            ty: Default::default(),
            body: Default::default(),
        }) as u32
    }

    /// Frees the name of a struct that was not completed, such as a struct of a text with errors. The struct itself keeps the
    /// name.
    pub fn release_struct_name(&self, name: &[u8]) {
        self.0.struct_names.lock().unwrap_or_else(PoisonError::into_inner).taken.remove(name);
    }

    /// Removes the name of a struct.
    pub fn clear_struct_name(&self, id: StructId) {
        let def = self.struct_def(id);
        self.release_struct_name(def.name());
        def.is_nameless.store(true, Ordering::Relaxed);
    }

    /// Registers the metadata kinds that have fixed numbers in a version, where those numbers are free. Attachments are written
    /// in the order of these numbers.
    pub fn know_metadata_kinds_of(&self, version: IrVersion) {
        for (_, name) in NEWER_METADATA_KINDS.iter().filter(|(since, _)| *since <= version) {
            self.metadata_kind(name.as_bytes());
        }
    }

    /// The metadata kind called `name`, created if it does not exist.
    pub fn metadata_kind(&self, name: &[u8]) -> MetadataKind {
        MetadataKind(number(&self.0.metadata_kinds, name))
    }

    /// The name of a metadata kind.
    pub fn metadata_kind_name(&self, kind: MetadataKind) -> &[u8] {
        self.0.metadata_kinds.get(kind.0)
    }

    /// The names of all metadata kinds, by kind.
    pub fn metadata_kind_names(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        all(&self.0.metadata_kinds)
    }

    /// The synchronization scope called `name`, created if it does not exist; `None` if 255 scopes exist.
    pub fn sync_scope(&self, name: &[u8]) -> Option<SyncScope> {
        u8::try_from(number(&self.0.sync_scopes, name)).ok().map(SyncScope)
    }

    /// The names of all synchronization scopes, by scope. The name of [`SyncScope::SYSTEM`] is empty.
    pub fn sync_scope_names(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        all(&self.0.sync_scopes)
    }

    /// The name of a synchronization scope; empty for [`SyncScope::SYSTEM`].
    pub fn sync_scope_name(&self, scope: SyncScope) -> &[u8] {
        self.0.sync_scopes.get(scope.0.into())
    }
}

fn names(names: &[&str]) -> Fixed<Box<[u8]>> {
    Fixed::new(names.iter().map(|name| name.as_bytes().into()))
}

/// The number of `name`, which is added if it is new.
fn number(names: &Extended<Box<[u8]>>, name: &[u8]) -> u32 {
    names.intern_key(name, |n| **n == *name, || name.into())
}

/// The names, ordered by number.
fn all(names: &Extended<Box<[u8]>>) -> impl ExactSizeIterator<Item = &[u8]> {
    (0..names.len() as u32).map(|number| &**names.get(number))
}
