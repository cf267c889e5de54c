//! Attribute kinds: keywords, value classes, and valid places.

use std::sync::LazyLock;

use crate::hash::HashMap;
use crate::version::IrVersion;
use bitflags::bitflags;

/// The kind of a non-string attribute.
///
/// Kinds are ordered as LLVM orders and prints the attributes of a set: by class, then by LLVM's name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttrKind(u8);

/// The value class of an attribute kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttrClass {
    /// No value: `nounwind`.
    Enum,
    /// A type: `byval(T)`.
    Type,
    /// An integer, with an encoding specific to the kind (such as [`MemoryEffects`](super::MemoryEffects)): `align 8`.
    Int,
    /// An integer range: `range(i32 0, 10)`.
    Range,
    /// A list of ranges: `initializes((0, 4), (8, 12))`.
    Ranges,
}

bitflags! {
    /// Places where an attribute is valid.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct AttrPlace: u8 {
        /// On a function or a call site.
        const FUNCTION = 1;
        /// On a parameter.
        const PARAM = 2;
        /// On a return value.
        const RETURN = 4;
    }
}

struct KindInfo {
    name: &'static str,
    class: AttrClass,
    code: u8,
    place: AttrPlace,
    since: IrVersion,
}

macro_rules! since {
    () => {
        IrVersion::V22
    };
    ($version:ident) => {
        IrVersion::$version
    };
}

macro_rules! attr_kinds {
    ($($kind:ident = $name:literal, $class:ident, $code:literal, $($place:ident)|+ $(, $since:ident)?;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Index { $($kind),* }

        impl AttrKind {
            $(#[doc = concat!("`", $name, "`")] pub const $kind: AttrKind = AttrKind(Index::$kind as u8);)*
        }

        const KINDS: &[KindInfo] = &[$(KindInfo {
            name: $name,
            class: AttrClass::$class,
            code: $code,
            place: AttrPlace::from_bits_truncate($(AttrPlace::$place.bits())|+),
            since: since!($($since)?),
        }),*];
    };
}

// Keyword, value class, bitcode number, places, and the first version with the kind if that is newer than LLVM 22.
attr_kinds! {
    ALLOC_ALIGN = "allocalign", Enum, 80, PARAM;
    ALLOC_PTR = "allocptr", Enum, 81, PARAM;
    ALWAYS_INLINE = "alwaysinline", Enum, 2, FUNCTION;
    BUILTIN = "builtin", Enum, 35, FUNCTION;
    COLD = "cold", Enum, 36, FUNCTION;
    CONVERGENT = "convergent", Enum, 43, FUNCTION;
    CORO_ONLY_DESTROY_WHEN_COMPLETE = "coro_only_destroy_when_complete", Enum, 90, FUNCTION;
    CORO_ELIDE_SAFE = "coro_elide_safe", Enum, 98, FUNCTION;
    DEAD_ON_RETURN = "dead_on_return", Enum, 103, PARAM;
    DEAD_ON_UNWIND = "dead_on_unwind", Enum, 91, PARAM;
    DISABLE_SANITIZER_INSTRUMENTATION = "disable_sanitizer_instrumentation", Enum, 78, FUNCTION;
    FLATTEN = "flatten", Enum, 108, FUNCTION, V23;
    FN_RET_THUNK_EXTERN = "fn_ret_thunk_extern", Enum, 84, FUNCTION;
    HOT = "hot", Enum, 72, FUNCTION;
    HYBRID_PATCHABLE = "hybrid_patchable", Enum, 95, FUNCTION;
    IMM_ARG = "immarg", Enum, 60, PARAM;
    IN_REG = "inreg", Enum, 5, PARAM | RETURN;
    INLINE_HINT = "inlinehint", Enum, 4, FUNCTION;
    JUMP_TABLE = "jumptable", Enum, 40, FUNCTION;
    MIN_SIZE = "minsize", Enum, 6, FUNCTION;
    MUST_PROGRESS = "mustprogress", Enum, 70, FUNCTION;
    NAKED = "naked", Enum, 7, FUNCTION;
    NEST = "nest", Enum, 8, PARAM;
    NO_ALIAS = "noalias", Enum, 9, PARAM | RETURN;
    NO_BUILTIN = "nobuiltin", Enum, 10, FUNCTION;
    NO_CALLBACK = "nocallback", Enum, 71, FUNCTION;
    NO_CF_CHECK = "nocf_check", Enum, 56, FUNCTION;
    NO_CREATE_UNDEF_OR_POISON = "nocreateundeforpoison", Enum, 105, FUNCTION;
    NO_DIVERGENCE_SOURCE = "nodivergencesource", Enum, 100, FUNCTION;
    NO_DUPLICATE = "noduplicate", Enum, 12, FUNCTION;
    NO_EXT = "noext", Enum, 99, PARAM | RETURN;
    NO_FREE = "nofree", Enum, 62, FUNCTION | PARAM;
    NO_IPA = "noipa", Enum, 109, FUNCTION, V23;
    NO_IMPLICIT_FLOAT = "noimplicitfloat", Enum, 13, FUNCTION;
    NO_INLINE = "noinline", Enum, 14, FUNCTION;
    NO_MERGE = "nomerge", Enum, 66, FUNCTION;
    NO_OUTLINE = "nooutline", Enum, 107, FUNCTION, V23;
    NO_PROFILE = "noprofile", Enum, 73, FUNCTION;
    NO_RECURSE = "norecurse", Enum, 48, FUNCTION;
    NO_RED_ZONE = "noredzone", Enum, 16, FUNCTION;
    NO_RETURN = "noreturn", Enum, 17, FUNCTION;
    NO_SANITIZE_BOUNDS = "nosanitize_bounds", Enum, 79, FUNCTION;
    NO_SANITIZE_COVERAGE = "nosanitize_coverage", Enum, 76, FUNCTION;
    NO_SYNC = "nosync", Enum, 63, FUNCTION;
    NO_UNDEF = "noundef", Enum, 68, PARAM | RETURN;
    NO_UNWIND = "nounwind", Enum, 18, FUNCTION;
    NON_LAZY_BIND = "nonlazybind", Enum, 15, FUNCTION;
    NON_NULL = "nonnull", Enum, 39, PARAM | RETURN;
    NULL_POINTER_IS_VALID = "null_pointer_is_valid", Enum, 67, FUNCTION;
    OPT_FOR_FUZZING = "optforfuzzing", Enum, 57, FUNCTION;
    OPT_DEBUG = "optdebug", Enum, 88, FUNCTION;
    OPT_SIZE = "optsize", Enum, 19, FUNCTION;
    OPT_NONE = "optnone", Enum, 37, FUNCTION;
    PRESPLIT_COROUTINE = "presplitcoroutine", Enum, 83, FUNCTION;
    READ_NONE = "readnone", Enum, 20, PARAM;
    READ_ONLY = "readonly", Enum, 21, PARAM;
    RETURNED = "returned", Enum, 22, PARAM;
    RETURNS_TWICE = "returns_twice", Enum, 23, FUNCTION;
    SIGN_EXT = "signext", Enum, 24, PARAM | RETURN;
    SAFE_STACK = "safestack", Enum, 44, FUNCTION;
    SANITIZE_ADDRESS = "sanitize_address", Enum, 30, FUNCTION;
    SANITIZE_ALLOC_TOKEN = "sanitize_alloc_token", Enum, 104, FUNCTION;
    SANITIZE_HW_ADDRESS = "sanitize_hwaddress", Enum, 55, FUNCTION;
    SANITIZE_MEM_TAG = "sanitize_memtag", Enum, 64, FUNCTION;
    SANITIZE_MEMORY = "sanitize_memory", Enum, 32, FUNCTION;
    SANITIZE_NUMERICAL_STABILITY = "sanitize_numerical_stability", Enum, 93, FUNCTION;
    SANITIZE_REALTIME = "sanitize_realtime", Enum, 96, FUNCTION;
    SANITIZE_REALTIME_BLOCKING = "sanitize_realtime_blocking", Enum, 97, FUNCTION;
    SANITIZE_THREAD = "sanitize_thread", Enum, 31, FUNCTION;
    SANITIZE_TYPE = "sanitize_type", Enum, 101, FUNCTION;
    SHADOW_CALL_STACK = "shadowcallstack", Enum, 58, FUNCTION;
    SKIP_PROFILE = "skipprofile", Enum, 85, FUNCTION;
    SPECULATABLE = "speculatable", Enum, 53, FUNCTION;
    SPECULATIVE_LOAD_HARDENING = "speculative_load_hardening", Enum, 59, FUNCTION;
    STACK_PROTECT = "ssp", Enum, 26, FUNCTION;
    STACK_PROTECT_REQ = "sspreq", Enum, 27, FUNCTION;
    STACK_PROTECT_STRONG = "sspstrong", Enum, 28, FUNCTION;
    STRICT_FP = "strictfp", Enum, 54, FUNCTION;
    SWIFT_ASYNC = "swiftasync", Enum, 75, PARAM;
    SWIFT_ERROR = "swifterror", Enum, 47, PARAM;
    SWIFT_SELF = "swiftself", Enum, 46, PARAM;
    WILL_RETURN = "willreturn", Enum, 61, FUNCTION;
    WRITABLE = "writable", Enum, 89, PARAM;
    WRITE_ONLY = "writeonly", Enum, 52, PARAM;
    ZERO_EXT = "zeroext", Enum, 34, PARAM | RETURN;
    BY_REF = "byref", Type, 69, PARAM;
    BY_VAL = "byval", Type, 3, PARAM;
    ELEMENT_TYPE = "elementtype", Type, 77, PARAM | RETURN;
    IN_ALLOCA = "inalloca", Type, 38, PARAM;
    PREALLOCATED = "preallocated", Type, 65, FUNCTION | PARAM;
    STRUCT_RET = "sret", Type, 29, PARAM;
    ALIGN = "align", Int, 1, PARAM | RETURN;
    ALLOC_KIND = "allockind", Int, 82, FUNCTION;
    ALLOC_SIZE = "allocsize", Int, 51, FUNCTION;
    CAPTURES = "captures", Int, 102, PARAM;
    DEAD_ON_RETURN_BYTES = "dead_on_return", Int, 103, PARAM, V23;
    DENORMAL_FP_ENV = "denormal_fpenv", Int, 106, FUNCTION, V23;
    DEREFERENCEABLE = "dereferenceable", Int, 41, PARAM | RETURN;
    DEREFERENCEABLE_OR_NULL = "dereferenceable_or_null", Int, 42, PARAM | RETURN;
    MEMORY = "memory", Int, 86, FUNCTION;
    NO_FP_CLASS = "nofpclass", Int, 87, PARAM | RETURN;
    ALIGN_STACK = "alignstack", Int, 25, FUNCTION | PARAM | RETURN;
    UW_TABLE = "uwtable", Int, 33, FUNCTION;
    VSCALE_RANGE = "vscale_range", Int, 74, FUNCTION;
    RANGE = "range", Range, 92, PARAM | RETURN;
    INITIALIZES = "initializes", Ranges, 94, PARAM;
}

impl AttrKind {
    /// All kinds, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = AttrKind> {
        (0..KINDS.len() as u8).map(AttrKind)
    }

    /// The kind with this keyword; the first if there are several: `dead_on_return` is an attribute with a number of bytes
    /// ([`AttrKind::DEAD_ON_RETURN_BYTES`]) from LLVM 23 on.
    pub fn from_name(name: &[u8]) -> Option<AttrKind> {
        static BY_NAME: LazyLock<HashMap<&[u8], AttrKind>> =
            LazyLock::new(|| AttrKind::all().rev().map(|kind| (kind.name().as_bytes(), kind)).collect());
        BY_NAME.get(name).copied()
    }

    /// The kinds with this bitcode number: one, or several with different value classes.
    pub fn with_code(code: u64) -> impl Iterator<Item = AttrKind> {
        AttrKind::all().filter(move |kind| kind.code() == code)
    }

    fn info(self) -> &'static KindInfo {
        &KINDS[usize::from(self.0)]
    }

    /// The keyword.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The value class.
    pub fn class(self) -> AttrClass {
        self.info().class
    }

    /// The bitcode number.
    pub fn code(self) -> u64 {
        self.info().code.into()
    }

    /// Whether the kind is valid in (one of) these places.
    pub fn fits(self, place: AttrPlace) -> bool {
        self.info().place.intersects(place)
    }

    /// The first version with this kind; LLVM 22 for all kinds that are not newer.
    pub fn since(self) -> IrVersion {
        self.info().since
    }

    /// The index in the order of all kinds.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

impl std::fmt::Debug for AttrKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of attribute kinds.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct AttrKinds(u128);

const _: () = assert!(KINDS.len() <= 128);

impl AttrKinds {
    /// The empty set.
    pub const NONE: AttrKinds = AttrKinds(0);

    /// The set of these kinds.
    pub const fn of(kinds: &[AttrKind]) -> AttrKinds {
        let (mut all, mut i) = (0, 0);
        while i < kinds.len() {
            all |= 1 << kinds[i].0;
            i += 1;
        }
        AttrKinds(all)
    }

    /// Whether the set has this kind.
    pub const fn contains(self, kind: AttrKind) -> bool {
        self.0 >> kind.0 & 1 != 0
    }

    /// Whether the sets have a kind in common.
    pub const fn intersects(self, other: AttrKinds) -> bool {
        self.0 & other.0 != 0
    }

    /// The union of the sets.
    pub const fn union(self, other: AttrKinds) -> AttrKinds {
        AttrKinds(self.0 | other.0)
    }

    /// The kinds of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = AttrKind> {
        AttrKind::all().filter(move |kind| self.contains(*kind))
    }
}

impl FromIterator<AttrKind> for AttrKinds {
    fn from_iter<I: IntoIterator<Item = AttrKind>>(kinds: I) -> Self {
        AttrKinds(kinds.into_iter().fold(0, |all, kind| all | 1 << kind.0))
    }
}

impl std::fmt::Debug for AttrKinds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
