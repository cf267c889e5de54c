//! Block ids and record codes ([Bitcode file format](https://llvm.org/docs/BitCodeFormat.html#llvm-ir-blocks)): one table
//! for the reader, the writer and the analyzer.

/// Block ids.
pub mod block {
    /// Abbreviations for the blocks of the whole file.
    pub const BLOCKINFO: u32 = 0;
    /// A module.
    pub const MODULE: u32 = 8;
    /// Attribute lists.
    pub const PARAMATTR: u32 = 9;
    /// Attribute groups.
    pub const PARAMATTR_GROUP: u32 = 10;
    /// Constants of a module or function.
    pub const CONSTANTS: u32 = 11;
    /// A function body.
    pub const FUNCTION: u32 = 12;
    /// The producer of the module that follows.
    pub const IDENTIFICATION: u32 = 13;
    /// Names of values.
    pub const VALUE_SYMTAB: u32 = 14;
    /// Metadata of a module or function.
    pub const METADATA: u32 = 15;
    /// Metadata of a function's instructions.
    pub const METADATA_ATTACHMENT: u32 = 16;
    /// Types.
    pub const TYPE: u32 = 17;
    /// Use-list orders.
    pub const USELIST: u32 = 18;
    /// The modules of a combined summary.
    pub const MODULE_STRTAB: u32 = 19;
    /// A summary for ThinLTO.
    pub const GLOBALVAL_SUMMARY: u32 = 20;
    /// Tags of operand bundles.
    pub const OPERAND_BUNDLE_TAGS: u32 = 21;
    /// Names of metadata kinds.
    pub const METADATA_KIND: u32 = 22;
    /// The string table with the names of a file's globals.
    pub const STRTAB: u32 = 23;
    /// A summary for full LTO.
    pub const FULL_LTO_GLOBALVAL_SUMMARY: u32 = 24;
    /// The symbol table for linkers.
    pub const SYMTAB: u32 = 25;
    /// Names of synchronization scopes.
    pub const SYNC_SCOPE_NAMES: u32 = 26;
}

/// Defines the record codes of a block, and their names.
macro_rules! codes {
    ($(#[$doc:meta])* $module:ident: $($name:ident = $code:literal,)*) => {
        $(#[$doc])*
        #[allow(missing_docs)]
        pub mod $module {
            $(pub const $name: u32 = $code;)*

            /// The name of a record.
            pub fn name(code: u32) -> Option<&'static str> {
                match code {
                    $($code => Some(stringify!($name)),)*
                    _ => None,
                }
            }
        }
    };
}

codes! {
    /// The records of `BLOCKINFO`, which are the same in every bitstream.
    blockinfo:
    SETBID = 1,
    BLOCKNAME = 2,
    SETRECORDNAME = 3,
}

codes! {
    /// The records of `IDENTIFICATION_BLOCK`.
    identification:
    STRING = 1,
    EPOCH = 2,
}

codes! {
    /// The records of `MODULE_BLOCK`.
    module:
    VERSION = 1,
    TRIPLE = 2,
    DATALAYOUT = 3,
    ASM = 4,
    SECTIONNAME = 5,
    DEPLIB = 6,
    GLOBALVAR = 7,
    FUNCTION = 8,
    ALIAS_OLD = 9,
    GCNAME = 11,
    COMDAT = 12,
    VSTOFFSET = 13,
    ALIAS = 14,
    METADATA_VALUES_UNUSED = 15,
    SOURCE_FILENAME = 16,
    ASM_PROPERTY = 19,
    HASH = 17,
    IFUNC = 18,
}

codes! {
    /// The records of `PARAMATTR_BLOCK`.
    attribute:
    CODE_ENTRY_OLD = 1,
    CODE_ENTRY = 2,
    GRP_CODE_ENTRY = 3,
}

codes! {
    /// The records of `TYPE_NEW_BLOCK`.
    ty:
    NUMENTRY = 1,
    VOID = 2,
    FLOAT = 3,
    DOUBLE = 4,
    LABEL = 5,
    OPAQUE = 6,
    INTEGER = 7,
    POINTER = 8,
    FUNCTION_OLD = 9,
    HALF = 10,
    ARRAY = 11,
    VECTOR = 12,
    X86_FP80 = 13,
    FP128 = 14,
    PPC_FP128 = 15,
    METADATA = 16,
    X86_MMX = 17,
    STRUCT_ANON = 18,
    STRUCT_NAME = 19,
    STRUCT_NAMED = 20,
    FUNCTION = 21,
    TOKEN = 22,
    BFLOAT = 23,
    X86_AMX = 24,
    OPAQUE_POINTER = 25,
    TARGET_TYPE = 26,
    BYTE = 27,
}

codes! {
    /// The records of `OPERAND_BUNDLE_TAGS_BLOCK`.
    bundle:
    TAG = 1,
}

codes! {
    /// The records of `SYNC_SCOPE_NAMES_BLOCK`.
    sync_scope:
    NAME = 1,
}

codes! {
    /// The records of `VALUE_SYMTAB_BLOCK`.
    symtab:
    ENTRY = 1,
    BBENTRY = 2,
    FNENTRY = 3,
    COMBINED_ENTRY = 5,
}

codes! {
    /// The records of `MODULE_STRTAB_BLOCK`.
    module_path:
    ENTRY = 1,
    HASH = 2,
}

codes! {
    /// The records of `GLOBALVAL_SUMMARY_BLOCK`.
    summary:
    PERMODULE = 1,
    PERMODULE_PROFILE = 2,
    PERMODULE_GLOBALVAR_INIT_REFS = 3,
    COMBINED = 4,
    COMBINED_PROFILE = 5,
    COMBINED_GLOBALVAR_INIT_REFS = 6,
    ALIAS = 7,
    COMBINED_ALIAS = 8,
    COMBINED_ORIGINAL_NAME = 9,
    VERSION = 10,
    TYPE_TESTS = 11,
    TYPE_TEST_ASSUME_VCALLS = 12,
    TYPE_CHECKED_LOAD_VCALLS = 13,
    TYPE_TEST_ASSUME_CONST_VCALL = 14,
    TYPE_CHECKED_LOAD_CONST_VCALL = 15,
    VALUE_GUID = 16,
    CFI_FUNCTION_DEFS = 17,
    CFI_FUNCTION_DECLS = 18,
    PERMODULE_RELBF = 19,
    FLAGS = 20,
    TYPE_ID = 21,
    TYPE_ID_METADATA = 22,
    PERMODULE_VTABLE_GLOBALVAR_INIT_REFS = 23,
    BLOCK_COUNT = 24,
    PARAM_ACCESS = 25,
    PERMODULE_CALLSITE_INFO = 26,
    PERMODULE_ALLOC_INFO = 27,
    COMBINED_CALLSITE_INFO = 28,
    COMBINED_ALLOC_INFO = 29,
    STACK_IDS = 30,
    ALLOC_CONTEXT_IDS = 31,
    CONTEXT_RADIX_TREE_ARRAY = 32,
    COMBINED_ALLOC_INFO_NO_CONTEXT = 33,
}

codes! {
    /// The records of `METADATA_BLOCK`.
    metadata:
    STRING_OLD = 1,
    VALUE = 2,
    NODE = 3,
    NAME = 4,
    DISTINCT_NODE = 5,
    KIND = 6,
    LOCATION = 7,
    OLD_NODE = 8,
    OLD_FN_NODE = 9,
    NAMED_NODE = 10,
    ATTACHMENT = 11,
    GENERIC_DEBUG = 12,
    SUBRANGE = 13,
    ENUMERATOR = 14,
    BASIC_TYPE = 15,
    FILE = 16,
    DERIVED_TYPE = 17,
    COMPOSITE_TYPE = 18,
    SUBROUTINE_TYPE = 19,
    COMPILE_UNIT = 20,
    SUBPROGRAM = 21,
    LEXICAL_BLOCK = 22,
    LEXICAL_BLOCK_FILE = 23,
    NAMESPACE = 24,
    TEMPLATE_TYPE = 25,
    TEMPLATE_VALUE = 26,
    GLOBAL_VAR = 27,
    LOCAL_VAR = 28,
    EXPRESSION = 29,
    OBJC_PROPERTY = 30,
    IMPORTED_ENTITY = 31,
    MODULE = 32,
    MACRO = 33,
    MACRO_FILE = 34,
    STRINGS = 35,
    GLOBAL_DECL_ATTACHMENT = 36,
    GLOBAL_VAR_EXPR = 37,
    INDEX_OFFSET = 38,
    INDEX = 39,
    LABEL = 40,
    STRING_TYPE = 41,
    COMMON_BLOCK = 44,
    GENERIC_SUBRANGE = 45,
    ARG_LIST = 46,
    ASSIGN_ID = 47,
    SUBRANGE_TYPE = 48,
    FIXED_POINT_TYPE = 49,
}

codes! {
    /// The records of `CONSTANTS_BLOCK`.
    constant:
    SETTYPE = 1,
    NULL = 2,
    UNDEF = 3,
    INTEGER = 4,
    WIDE_INTEGER = 5,
    FLOAT = 6,
    AGGREGATE = 7,
    STRING = 8,
    CSTRING = 9,
    CE_BINOP = 10,
    CE_CAST = 11,
    CE_GEP_OLD = 12,
    CE_SELECT = 13,
    CE_EXTRACTELT = 14,
    CE_INSERTELT = 15,
    CE_SHUFFLEVEC = 16,
    CE_CMP = 17,
    INLINEASM_OLD = 18,
    CE_SHUFVEC_EX = 19,
    CE_INBOUNDS_GEP = 20,
    BLOCKADDRESS = 21,
    DATA = 22,
    INLINEASM_OLD2 = 23,
    CE_GEP_WITH_INRANGE_INDEX_OLD = 24,
    CE_UNOP = 25,
    POISON = 26,
    DSO_LOCAL_EQUIVALENT = 27,
    INLINEASM_OLD3 = 28,
    NO_CFI_VALUE = 29,
    INLINEASM = 30,
    CE_GEP_WITH_INRANGE = 31,
    CE_GEP = 32,
    PTRAUTH = 33,
    PTRAUTH2 = 34,
    BYTE = 35,
    WIDE_BYTE = 36,
}

codes! {
    /// The records of `FUNCTION_BLOCK`.
    function:
    DECLAREBLOCKS = 1,
    INST_BINOP = 2,
    INST_CAST = 3,
    INST_GEP_OLD = 4,
    INST_SELECT = 5,
    INST_EXTRACTELT = 6,
    INST_INSERTELT = 7,
    INST_SHUFFLEVEC = 8,
    INST_CMP = 9,
    INST_RET = 10,
    INST_BR = 11,
    INST_SWITCH = 12,
    INST_INVOKE = 13,
    INST_UNREACHABLE = 15,
    INST_PHI = 16,
    INST_ALLOCA = 19,
    INST_LOAD = 20,
    INST_VAARG = 23,
    INST_STORE_OLD = 24,
    INST_EXTRACTVAL = 26,
    INST_INSERTVAL = 27,
    INST_CMP2 = 28,
    INST_VSELECT = 29,
    INST_INBOUNDS_GEP_OLD = 30,
    INST_INDIRECTBR = 31,
    DEBUG_LOC_AGAIN = 33,
    INST_CALL = 34,
    DEBUG_LOC = 35,
    INST_FENCE = 36,
    INST_CMPXCHG_OLD = 37,
    INST_ATOMICRMW_OLD = 38,
    INST_RESUME = 39,
    INST_LANDINGPAD_OLD = 40,
    INST_LOADATOMIC = 41,
    INST_STOREATOMIC_OLD = 42,
    INST_GEP = 43,
    INST_STORE = 44,
    INST_STOREATOMIC = 45,
    INST_CMPXCHG = 46,
    INST_LANDINGPAD = 47,
    INST_CLEANUPRET = 48,
    INST_CATCHRET = 49,
    INST_CATCHPAD = 50,
    INST_CLEANUPPAD = 51,
    INST_CATCHSWITCH = 52,
    OPERAND_BUNDLE = 55,
    INST_UNOP = 56,
    INST_CALLBR = 57,
    INST_FREEZE = 58,
    INST_ATOMICRMW = 59,
    BLOCKADDR_USERS = 60,
    DEBUG_RECORD_VALUE = 61,
    DEBUG_RECORD_DECLARE = 62,
    DEBUG_RECORD_ASSIGN = 63,
    DEBUG_RECORD_VALUE_SIMPLE = 64,
    DEBUG_RECORD_LABEL = 65,
    DEBUG_RECORD_DECLARE_VALUE = 66,
}

codes! {
    /// The records of `USELIST_BLOCK`.
    use_list:
    DEFAULT = 1,
    BB = 2,
}

codes! {
    /// The records of `STRTAB_BLOCK`.
    strtab:
    BLOB = 1,
}

codes! {
    /// The records of `SYMTAB_BLOCK`.
    symtab_blob:
    BLOB = 1,
}

/// The form of an attribute in an attribute group record.
pub mod attribute_form {
    /// An enum attribute: kind only.
    pub const ENUM: u64 = 0;
    /// An integer attribute: kind and value.
    pub const INT: u64 = 1;
    /// A string attribute without a value.
    pub const KEY: u64 = 3;
    /// A string attribute with a value.
    pub const KEY_AND_VALUE: u64 = 4;
    /// A type attribute without a type.
    pub const TYPE_LEFT_OUT: u64 = 5;
    /// A type attribute: kind and type.
    pub const TYPE: u64 = 6;
    /// A kind and a constant range.
    pub const RANGE: u64 = 7;
    /// A kind and a list of constant ranges.
    pub const RANGES: u64 = 8;
}

/// The predefined operand bundle tags, by id.
pub const BUNDLE_TAGS: &[&str] = &[
    "deopt",
    "funclet",
    "gc-transition",
    "cfguardtarget",
    "preallocated",
    "gc-live",
    "clang.arc.attachedcall",
    "ptrauth",
    "kcfi",
    "convergencectrl",
    "align",
    "deactivation-symbol",
];
