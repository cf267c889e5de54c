//! The kinds of metadata nodes and their fields ([Language Reference: Specialized Metadata
//! Nodes](https://llvm.org/docs/LangRef.html#specialized-metadata-nodes)).
//!
//! One table defines the fields of each kind in the order in which they are written; reader, writer and verifier use it. A node
//! stores its fields in words in the same order, one word each, or two for 64-bit fields. Trailing words with default values are
//! omitted, so that equal nodes have equal words. To read fields, use [`NodeRef::get`](crate::metadata::NodeRef::get) and related
//! methods, which account for that.
//!
//! Parts of variable length (operands, big integers) follow the words of the other fields, none of which is omitted then.

mod expression;

pub use expression::*;

use crate::dwarf::{self, Symbols};
use crate::metadata::{Metadata, NULL_WORD};
use crate::version::IrVersion;

/// The kind of value of a field.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// Metadata, which may be `null` unless stated otherwise.
    Ref {
        /// Whether the text may have `null`.
        null: bool,
    },
    /// A string.
    String(EmptyString),
    /// An unsigned integer up to `max`.
    Unsigned {
        /// The maximum.
        max: u64,
    },
    /// A signed integer.
    Signed {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// `true` or `false`.
    Bool,
    /// A name from a set, or its number.
    Symbol(&'static Symbols),
    /// A name from a set.
    Name(&'static Symbols),
    /// Names and numbers separated by `|`.
    Flags(&'static Symbols),
    /// An unsigned 64-bit integer, stored as a constant, or metadata.
    UnsignedOrRef,
    /// A signed 64-bit integer that is at least `min`, stored as a constant, or metadata.
    SignedOrRef {
        /// The minimum.
        min: i64,
        /// Whether the text may have `null`.
        null: bool,
    },
    /// Like `SignedOrRef`, but an integer is stored as `!DIExpression(DW_OP_consts, ...)`.
    SignedOrExpression,
    /// An integer of any width. At the end of the node: its bit width, then its bits in 32-bit words.
    BigInt,
    /// `{...}`. At the end of the node: one word for each element.
    List,
}

/// The meaning of the empty string in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyString {
    /// No string.
    Null,
    /// The empty string.
    Keep,
    /// An error.
    Error,
}

/// The condition under which the writer writes a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Always.
    Always,
    /// Unless it has its default value.
    NotDefault,
    /// Unless it has its default value; from this version on, always.
    AlwaysSince(IrVersion),
    /// Unless it has its default value or is the integer 0.
    NotZero,
    /// By a rule specific to the kind.
    Special,
    /// Never: a field of old textual IR. It is not stored either.
    Old,
}

/// A field of a node kind.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name before the colon.
    pub name: &'static str,
    /// The kind of value.
    pub kind: FieldKind,
    /// The value if the text omits the field: a number, or the word of a reference.
    pub default: u64,
    /// Whether the text must have the field.
    pub required: bool,
    /// The condition under which it is written.
    pub show: Show,
    /// The first version with the field; LLVM 22 for all fields that are not newer.
    pub since: IrVersion,
    /// The index of its first word in the node.
    pub word: usize,
}

impl FieldKind {
    /// The number of words.
    const fn words(self) -> usize {
        match self {
            FieldKind::Unsigned { max } => 1 + (max > u32::MAX as u64) as usize,
            FieldKind::BigInt | FieldKind::List => 0,
            _ => 1,
        }
    }

    /// Whether the field holds a reference.
    pub const fn is_ref(self) -> bool {
        use FieldKind::*;
        matches!(self, Ref { .. } | String(_) | UnsignedOrRef | SignedOrRef { .. } | SignedOrExpression)
    }
}

impl Field {
    const fn new(name: &'static str, kind: FieldKind) -> Field {
        let default = if kind.is_ref() { NULL_WORD as u64 } else { 0 };
        Field { name, kind, default, required: false, show: Show::NotDefault, since: IrVersion::V22, word: 0 }
    }

    const fn required(mut self) -> Field {
        self.required = true;
        self
    }

    const fn default(mut self, default: u64) -> Field {
        self.default = default;
        self
    }

    const fn show(mut self, show: Show) -> Field {
        self.show = show;
        self
    }

    const fn always(self) -> Field {
        self.show(Show::Always)
    }

    const fn since(mut self, version: IrVersion) -> Field {
        self.since = version;
        self
    }
}

/// The description of a node kind.
#[derive(Debug)]
pub struct KindInfo {
    /// The name after `!`; empty for tuples.
    pub name: &'static str,
    /// The fields, in the order in which they are written.
    pub fields: &'static [Field],
    /// The number of words of the fields of fixed length.
    pub fixed_words: usize,
    /// The indices of the words that are references, in LLVM's operand order, which may differ from the textual order.
    operands: [u8; MAX_FIELDS],
    operand_count: usize,
    /// Whether the words after the fixed ones are references.
    ref_tail: bool,
    /// Whether a part of variable length follows the fixed words.
    pub has_tail: bool,
    /// The first version with all fields of the kind.
    pub since: IrVersion,
}

/// Assigns a word index to each field.
const fn lay_out<const N: usize>(mut fields: [Field; N]) -> [Field; N] {
    let (mut i, mut word) = (0, 0);
    while i < N {
        fields[i].word = word;
        if !matches!(fields[i].show, Show::Old) {
            word += fields[i].kind.words();
        }
        i += 1;
    }
    fields
}

impl KindInfo {
    const fn new(name: &'static str, fields: &'static [Field], first_operands: &[usize]) -> KindInfo {
        let mut info = KindInfo {
            name,
            fields,
            fixed_words: 0,
            operands: [0; MAX_FIELDS],
            operand_count: 0,
            ref_tail: false,
            has_tail: false,
            since: IrVersion::V22,
        };
        let mut i = 0;
        while i < first_operands.len() {
            info.add_operand(fields[first_operands[i]].word);
            i += 1;
        }
        i = 0;
        while i < fields.len() {
            let f = &fields[i];
            if !matches!(f.since, IrVersion::V22) {
                info.since = f.since;
            }
            if !matches!(f.show, Show::Old) {
                info.fixed_words += f.kind.words();
                if f.kind.is_ref() {
                    info.add_operand(f.word);
                }
                info.has_tail |= matches!(f.kind, FieldKind::BigInt | FieldKind::List);
                info.ref_tail |= matches!(f.kind, FieldKind::List);
            }
            i += 1;
        }
        info
    }

    const fn add_operand(&mut self, word: usize) {
        let mut i = 0;
        while i < self.operand_count {
            if self.operands[i] as usize == word {
                return;
            }
            i += 1;
        }
        self.operands[self.operand_count] = word as u8;
        self.operand_count += 1;
    }

    #[inline]
    fn operands(&self) -> &[u8] {
        &self.operands[..self.operand_count]
    }
}

const REF: FieldKind = FieldKind::Ref { null: true };
const NODE: FieldKind = FieldKind::Ref { null: false };
const STRING: FieldKind = FieldKind::String(EmptyString::Null);
const U8: FieldKind = FieldKind::Unsigned { max: 0xff };
const U16: FieldKind = FieldKind::Unsigned { max: 0xffff };
const U32: FieldKind = FieldKind::Unsigned { max: 0xffff_ffff };
const U64: FieldKind = FieldKind::Unsigned { max: u64::MAX };
const BOUND: FieldKind = FieldKind::SignedOrRef { min: i64::MIN, null: true };
const SIZE: FieldKind = FieldKind::UnsignedOrRef;
const BOOL: FieldKind = FieldKind::Bool;
const TAG: FieldKind = FieldKind::Symbol(&dwarf::TAG);
const ENCODING: FieldKind = FieldKind::Symbol(&dwarf::ENCODING);
const FLAGS: FieldKind = FieldKind::Flags(&dwarf::FLAGS);
/// The value of an absent number whose default is not 0.
const NONE: u64 = u32::MAX as u64;

/// Defines [`NodeKind`], the fields of each kind, and constants for their indices.
macro_rules! node_kinds {
    ($(
        $(#[$meta:meta])*
        $variant:ident $module:ident $([$($first:ident)*])? {
            $($id:ident $name:literal $kind:ident $(.$method:ident($($arg:expr)?))*;)*
        }
    )*) => {
        /// The kind of a metadata node.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum NodeKind {
            /// `!{...}`: each word is an operand.
            Tuple,
            /// `!DIExpression(...)`: two words for each element, low half first.
            DIExpression,
            $($(#[$meta])* $variant,)*
        }

        $(
            #[doc = concat!("The places of the fields of `", stringify!($variant), "` in its list of fields.")]
            #[allow(missing_docs)]
            pub mod $module {
                #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
                #[allow(dead_code)]
                enum Place { $($id,)* }
                $(pub const $id: usize = Place::$id as usize;)*
                pub(super) static FIELDS: &[super::Field] = {
                    use super::*;
                    &const { lay_out([$(Field::new($name, $kind)$(.$method($($arg)?))*),*]) }
                };
            }
        )*

        static KINDS: &[KindInfo] = &[
            KindInfo { ref_tail: true, has_tail: true, ..KindInfo::new("", &[], &[]) },
            KindInfo { has_tail: true, ..KindInfo::new("DIExpression", &[], &[]) },
            $(KindInfo::new(stringify!($variant), $module::FIELDS, &[$($($module::$first),*)?]),)*
        ];

        impl NodeKind {
            /// All kinds, in order.
            pub const ALL: &[NodeKind] = &[NodeKind::Tuple, NodeKind::DIExpression, $(NodeKind::$variant),*];
        }
    };
}

node_kinds! {
    /// A source location.
    DILocation location {
        LINE "line" U32.always();
        COLUMN "column" U16;
        SCOPE "scope" NODE.required().always();
        INLINED_AT "inlinedAt" REF;
        IMPLICIT_CODE "isImplicitCode" BOOL;
        ATOM_GROUP "atomGroup" U64;
        ATOM_RANK "atomRank" U8;
    }
    /// A global variable and its location expression.
    DIGlobalVariableExpression global_variable_expression {
        VAR "var" REF.required();
        EXPR "expr" REF.required();
    }
    /// A DWARF entry without a kind of its own.
    GenericDINode generic {
        TAG_ "tag" TAG.required().always();
        HEADER "header" STRING;
        OPERANDS "operands" LIST.show(Show::Special);
    }
    /// The bounds of one dimension of an array.
    DISubrange subrange {
        COUNT "count" COUNT_BOUND;
        LOWER_BOUND "lowerBound" BOUND;
        UPPER_BOUND "upperBound" BOUND;
        STRIDE "stride" BOUND;
    }
    /// A value of an enumeration.
    DIEnumerator enumerator {
        NAME "name" STRING.required().always();
        VALUE "value" BIG_INT.required().always();
        IS_UNSIGNED "isUnsigned" BOOL;
    }
    /// `int`.
    DIBasicType basic_type {
        TAG_ "tag" TAG.default(0x24);
        NAME "name" STRING;
        SIZE_ "size" SIZE.show(Show::NotZero);
        ALIGN "align" U32;
        DATA_SIZE "dataSize" U32;
        ENCODING_ "encoding" ENCODING;
        NUM_EXTRA_INHABITANTS "num_extra_inhabitants" U32;
        FLAGS_ "flags" FLAGS;
    }
    /// A pointer, member, typedef, ...
    DIDerivedType derived_type [FILE SCOPE SIZE_ OFFSET] {
        TAG_ "tag" TAG.required().always();
        NAME "name" STRING;
        SCOPE "scope" REF;
        FILE "file" REF;
        LINE "line" U32;
        BASE_TYPE "baseType" REF.required().always();
        SIZE_ "size" SIZE.show(Show::NotZero);
        // For `DW_TAG_LLVM_ptrauth_type`, the packed `pointer_auth` fields.
        ALIGN "align" U32.show(Show::Special);
        OFFSET "offset" SIZE.show(Show::NotZero);
        FLAGS_ "flags" FLAGS;
        EXTRA_DATA "extraData" REF;
        DWARF_ADDRESS_SPACE "dwarfAddressSpace" U32.default(NONE);
        ANNOTATIONS "annotations" REF;
        PTR_AUTH_KEY "ptrAuthKey" U3.show(Show::Old);
        PTR_AUTH_IS_ADDRESS_DISCRIMINATED "ptrAuthIsAddressDiscriminated" BOOL.show(Show::Old);
        PTR_AUTH_EXTRA_DISCRIMINATOR "ptrAuthExtraDiscriminator" U16.show(Show::Old);
        PTR_AUTH_ISA_POINTER "ptrAuthIsaPointer" BOOL.show(Show::Old);
        PTR_AUTH_AUTHENTICATES_NULL_VALUES "ptrAuthAuthenticatesNullValues" BOOL.show(Show::Old);
    }
    /// A struct, array, enumeration, ...
    DICompositeType composite_type [FILE SCOPE SIZE_ OFFSET] {
        TAG_ "tag" TAG.required().always();
        NAME "name" STRING;
        SCOPE "scope" REF;
        FILE "file" REF;
        LINE "line" U32;
        BASE_TYPE "baseType" REF;
        SIZE_ "size" SIZE.show(Show::NotZero);
        ALIGN "align" U32;
        OFFSET "offset" SIZE.show(Show::NotZero);
        NUM_EXTRA_INHABITANTS "num_extra_inhabitants" U32;
        FLAGS_ "flags" FLAGS;
        ELEMENTS "elements" REF;
        RUNTIME_LANG "runtimeLang" LANGUAGE;
        VTABLE_HOLDER "vtableHolder" REF;
        TEMPLATE_PARAMS "templateParams" REF;
        IDENTIFIER "identifier" STRING;
        DISCRIMINATOR "discriminator" REF;
        DATA_LOCATION "dataLocation" REF;
        ASSOCIATED "associated" REF;
        ALLOCATED "allocated" REF;
        RANK "rank" BOUND;
        ANNOTATIONS "annotations" REF;
        SPECIFICATION "specification" REF;
        ENUM_KIND_ "enumKind" ENUM_KIND.default(NONE);
        BIT_STRIDE "bitStride" REF;
    }
    /// The type of a function.
    DISubroutineType subroutine_type {
        FLAGS_ "flags" FLAGS;
        CC_ "cc" CC;
        TYPES "types" REF.required().always();
    }
    /// A source file.
    DIFile file {
        FILENAME "filename" STRING.required().always();
        DIRECTORY "directory" STRING.required().always();
        // 0 for none; then there is no checksum either.
        CHECKSUM_KIND_ "checksumkind" CHECKSUM_KIND;
        CHECKSUM "checksum" STRING.show(Show::Special);
        SOURCE "source" STRING_OR_EMPTY;
    }
    /// A compile unit.
    DICompileUnit compile_unit {
        LANGUAGE_ "language" LANGUAGE.default(NONE);
        SOURCE_LANGUAGE_NAME "sourceLanguageName" LANGUAGE_NAME.default(NONE);
        SOURCE_LANGUAGE_VERSION "sourceLanguageVersion" U32;
        FILE "file" NODE.required().always();
        PRODUCER "producer" STRING;
        IS_OPTIMIZED "isOptimized" BOOL.always();
        FLAGS_ "flags" STRING;
        RUNTIME_VERSION "runtimeVersion" U32.always();
        SPLIT_DEBUG_FILENAME "splitDebugFilename" STRING;
        EMISSION_KIND_ "emissionKind" EMISSION_KIND.always();
        ENUMS "enums" REF;
        RETAINED_TYPES "retainedTypes" REF;
        GLOBALS "globals" REF;
        IMPORTS "imports" REF;
        MACROS "macros" REF;
        DWO_ID "dwoId" U64;
        SPLIT_DEBUG_INLINING "splitDebugInlining" BOOL.default(1);
        DEBUG_INFO_FOR_PROFILING "debugInfoForProfiling" BOOL;
        NAME_TABLE_KIND_ "nameTableKind" NAME_TABLE_KIND;
        RANGES_BASE_ADDRESS "rangesBaseAddress" BOOL;
        SYSROOT "sysroot" STRING;
        SDK "sdk" STRING;
        DIALECT_ "dialect" DIALECT.since(IrVersion::V23);
    }
    /// A function.
    DISubprogram subprogram [FILE SCOPE NAME LINKAGE_NAME TYPE UNIT DECLARATION RETAINED_NODES CONTAINING_TYPE TEMPLATE_PARAMS] {
        NAME "name" STRING;
        LINKAGE_NAME "linkageName" STRING;
        SCOPE "scope" REF.always();
        FILE "file" REF;
        LINE "line" U32;
        TYPE "type" REF;
        SCOPE_LINE "scopeLine" U32;
        CONTAINING_TYPE "containingType" REF;
        VIRTUAL_INDEX "virtualIndex" U32.show(Show::Special);
        THIS_ADJUSTMENT "thisAdjustment" I32;
        FLAGS_ "flags" FLAGS;
        SP_FLAGS_ "spFlags" SP_FLAGS.always();
        UNIT "unit" REF;
        TEMPLATE_PARAMS "templateParams" REF;
        DECLARATION "declaration" REF;
        RETAINED_NODES "retainedNodes" REF;
        THROWN_TYPES "thrownTypes" REF;
        ANNOTATIONS "annotations" REF;
        TARGET_FUNC_NAME "targetFuncName" STRING;
        KEY_INSTRUCTIONS "keyInstructions" BOOL;
        // The fields that `spFlags` replaced.
        IS_LOCAL "isLocal" BOOL.show(Show::Old);
        IS_DEFINITION "isDefinition" BOOL.default(1).show(Show::Old);
        IS_OPTIMIZED "isOptimized" BOOL.show(Show::Old);
        VIRTUALITY_ "virtuality" VIRTUALITY.show(Show::Old);
    }
    /// A lexical block.
    DILexicalBlock lexical_block [FILE] {
        SCOPE "scope" NODE.required().always();
        FILE "file" REF;
        LINE "line" U32;
        COLUMN "column" U16;
    }
    /// A lexical block with a discriminator, or in another file.
    DILexicalBlockFile lexical_block_file [FILE] {
        SCOPE "scope" NODE.required().always();
        FILE "file" REF;
        DISCRIMINATOR "discriminator" U32.required().always();
    }
    /// A namespace.
    DINamespace namespace [SCOPE] {
        NAME "name" STRING;
        SCOPE "scope" REF.required().always();
        EXPORT_SYMBOLS "exportSymbols" BOOL;
    }
    /// A module of the source language.
    DIModule module [FILE] {
        SCOPE "scope" REF.required().always();
        NAME "name" STRING.required();
        CONFIG_MACROS "configMacros" STRING;
        INCLUDE_PATH "includePath" STRING;
        API_NOTES "apinotes" STRING;
        FILE "file" REF;
        LINE "line" U32;
        IS_DECL "isDecl" BOOL;
    }
    /// A type parameter of a template.
    DITemplateTypeParameter template_type_parameter {
        NAME "name" STRING;
        TYPE "type" REF.required().always();
        DEFAULTED "defaulted" BOOL;
    }
    /// A value parameter of a template.
    DITemplateValueParameter template_value_parameter {
        TAG_ "tag" TAG.default(0x30);
        NAME "name" STRING;
        TYPE "type" REF;
        DEFAULTED "defaulted" BOOL;
        VALUE "value" REF.required().always();
    }
    /// A global variable.
    DIGlobalVariable global_variable [SCOPE NAME FILE TYPE] {
        NAME "name" STRING_NOT_EMPTY;
        LINKAGE_NAME "linkageName" STRING;
        SCOPE "scope" REF.always();
        FILE "file" REF;
        LINE "line" U32;
        TYPE "type" REF;
        IS_LOCAL "isLocal" BOOL.always();
        IS_DEFINITION "isDefinition" BOOL.default(1).always();
        DECLARATION "declaration" REF;
        TEMPLATE_PARAMS "templateParams" REF;
        ALIGN "align" U32;
        ANNOTATIONS "annotations" REF;
    }
    /// A local variable.
    DILocalVariable local_variable [SCOPE] {
        NAME "name" STRING;
        ARG "arg" U16;
        SCOPE "scope" NODE.required().always();
        FILE "file" REF;
        LINE "line" U32;
        TYPE "type" REF;
        FLAGS_ "flags" FLAGS;
        ALIGN "align" U32;
        ANNOTATIONS "annotations" REF;
    }
    /// A label.
    DILabel label {
        SCOPE "scope" NODE.required().always();
        NAME "name" STRING.required();
        FILE "file" REF.required();
        LINE "line" U32.required().show(Show::AlwaysSince(IrVersion::V23));
        COLUMN "column" U16;
        IS_ARTIFICIAL "isArtificial" BOOL;
        CORO_SUSPEND_IDX "coroSuspendIdx" U64.default(u64::MAX);
    }
    /// An Objective-C property.
    DIObjCProperty objc_property [NAME FILE GETTER] {
        NAME "name" STRING;
        FILE "file" REF;
        LINE "line" U32;
        SETTER "setter" STRING;
        GETTER "getter" STRING;
        ATTRIBUTES "attributes" U32;
        TYPE "type" REF;
    }
    /// An entity imported into a scope.
    DIImportedEntity imported_entity [SCOPE ENTITY] {
        TAG_ "tag" TAG.required().always();
        NAME "name" STRING;
        SCOPE "scope" REF.required().always();
        ENTITY "entity" REF;
        FILE "file" REF;
        LINE "line" U32;
        ELEMENTS "elements" REF;
    }
    /// The link between an assignment and its debug records.
    DIAssignID assign_id {}
    /// A macro.
    DIMacro macro_ {
        TYPE "type" MACINFO.required().always();
        LINE "line" U32;
        NAME "name" STRING.required();
        VALUE "value" STRING;
    }
    /// The macros of a file.
    DIMacroFile macro_file {
        TYPE "type" MACINFO.default(3).show(Show::Special);
        LINE "line" U32;
        FILE "file" REF.required().always();
        NODES "nodes" REF;
    }
    /// A Fortran common block.
    DICommonBlock common_block {
        SCOPE "scope" REF.required().always();
        DECLARATION "declaration" REF.always();
        NAME "name" STRING;
        FILE "file" REF;
        LINE "line" U32;
    }
    /// A Fortran string type.
    DIStringType string_type [SIZE_] {
        TAG_ "tag" TAG.default(0x12);
        NAME "name" STRING;
        STRING_LENGTH "stringLength" REF;
        STRING_LENGTH_EXPRESSION "stringLengthExpression" REF;
        STRING_LOCATION_EXPRESSION "stringLocationExpression" REF;
        SIZE_ "size" SIZE.show(Show::NotZero);
        ALIGN "align" U32;
        ENCODING_ "encoding" ENCODING;
    }
    /// The bounds of an array whose rank is known only at run time.
    DIGenericSubrange generic_subrange {
        COUNT "count" EXPRESSION_BOUND;
        LOWER_BOUND "lowerBound" EXPRESSION_BOUND;
        UPPER_BOUND "upperBound" EXPRESSION_BOUND;
        STRIDE "stride" EXPRESSION_BOUND;
    }
    /// A subrange of another type.
    DISubrangeType subrange_type [FILE SCOPE SIZE_] {
        NAME "name" STRING;
        SCOPE "scope" REF;
        FILE "file" REF;
        LINE "line" U32;
        SIZE_ "size" SIZE.show(Show::NotZero);
        ALIGN "align" U32;
        FLAGS_ "flags" FLAGS;
        BASE_TYPE "baseType" REF.always();
        LOWER_BOUND "lowerBound" BOUND;
        UPPER_BOUND "upperBound" BOUND;
        STRIDE "stride" BOUND;
        BIAS "bias" BOUND;
    }
    /// A fixed-point type.
    DIFixedPointType fixed_point_type [FILE SCOPE SIZE_] {
        TAG_ "tag" TAG.default(0x24);
        NAME "name" STRING;
        SCOPE "scope" REF.since(IrVersion::V23);
        FILE "file" REF.since(IrVersion::V23);
        LINE "line" U32.since(IrVersion::V23);
        SIZE_ "size" SIZE.show(Show::NotZero);
        ALIGN "align" U32;
        ENCODING_ "encoding" ENCODING;
        FLAGS_ "flags" FLAGS;
        KIND "kind" FIXED_POINT_KIND.always();
        FACTOR "factor" I64;
        NUMERATOR "numerator" BIG_INT.show(Show::Special);
        DENOMINATOR "denominator" BIG_INT.show(Show::Special);
    }
}

const LIST: FieldKind = FieldKind::List;
const BIG_INT: FieldKind = FieldKind::BigInt;
const COUNT_BOUND: FieldKind = FieldKind::SignedOrRef { min: -1, null: false };
const EXPRESSION_BOUND: FieldKind = FieldKind::SignedOrExpression;
const U3: FieldKind = FieldKind::Unsigned { max: 7 };
const I32: FieldKind = FieldKind::Signed { min: i32::MIN as i64, max: i32::MAX as i64 };
/// Written as a 64-bit number, of which 32 bits are stored.
const I64: FieldKind = FieldKind::Signed { min: i64::MIN, max: i64::MAX };
const STRING_OR_EMPTY: FieldKind = FieldKind::String(EmptyString::Keep);
const STRING_NOT_EMPTY: FieldKind = FieldKind::String(EmptyString::Error);
const LANGUAGE: FieldKind = FieldKind::Symbol(&dwarf::LANGUAGE);
const DIALECT: FieldKind = FieldKind::Symbol(&dwarf::LANGUAGE_DIALECT);
const LANGUAGE_NAME: FieldKind = FieldKind::Symbol(&dwarf::LANGUAGE_NAME);
const ENUM_KIND: FieldKind = FieldKind::Symbol(&dwarf::ENUM_KIND);
const CC: FieldKind = FieldKind::Symbol(&dwarf::CALLING_CONVENTION);
const VIRTUALITY: FieldKind = FieldKind::Symbol(&dwarf::VIRTUALITY);
const MACINFO: FieldKind = FieldKind::Symbol(&dwarf::MACINFO);
const EMISSION_KIND: FieldKind = FieldKind::Symbol(&dwarf::EMISSION_KIND);
const NAME_TABLE_KIND: FieldKind = FieldKind::Symbol(&dwarf::NAME_TABLE_KIND);
const FIXED_POINT_KIND: FieldKind = FieldKind::Symbol(&dwarf::FIXED_POINT_KIND);
const CHECKSUM_KIND: FieldKind = FieldKind::Name(&dwarf::CHECKSUM);
const SP_FLAGS: FieldKind = FieldKind::Flags(&dwarf::SUBPROGRAM_FLAGS);

/// The maximum number of fields of a kind.
pub const MAX_FIELDS: usize = 26;

const _: () = {
    let mut i = 0;
    while i < NodeKind::ALL.len() {
        assert!(NodeKind::ALL[i] as usize == i);
        i += 1;
    }
};

/// The tag of a member of a struct.
pub const TAG_MEMBER: u32 = 0x0d;
/// The tag of a pointer with an authentication schema.
pub const TAG_PTRAUTH_TYPE: u32 = 0x4300;
/// `DIFlagFwdDecl`.
pub const FLAG_FWD_DECL: u32 = 1 << 2;
/// `DISPFlagDefinition`.
pub const SP_FLAG_DEFINITION: u32 = 1 << 3;

impl NodeKind {
    /// The name, fields and layout of the kind.
    #[inline]
    pub fn info(self) -> &'static KindInfo {
        &KINDS[self as usize]
    }

    /// The fields, in the order in which they are written.
    #[inline]
    pub fn fields(self) -> &'static [Field] {
        self.info().fields
    }

    /// The kind with this name; `None` for the empty name.
    pub fn from_name(name: &[u8]) -> Option<NodeKind> {
        Self::ALL[1..].iter().copied().find(|k| k.info().name.as_bytes() == name)
    }

    /// Whether a word of a node of this kind is a reference to `target`.
    pub fn refers_to(self, words: &[u32], target: Metadata) -> bool {
        let mut found = false;
        if words.contains(&target.bits()) {
            self.for_each_ref(words, |m| found |= m == target);
        }
        found
    }

    /// Calls `f` with each reference in the words of a node of this kind, in LLVM's operand order.
    #[inline]
    pub fn for_each_ref(self, words: &[u32], mut f: impl FnMut(Metadata)) {
        let info = self.info();
        for &i in info.operands() {
            if let Some(m) = words.get(i as usize).and_then(|&w| Metadata::from_word(w)) {
                f(m);
            }
        }
        if info.ref_tail {
            words[words.len().min(info.fixed_words)..].iter().filter_map(|&w| Metadata::from_word(w)).for_each(f);
        }
    }

    /// Replaces each reference in the words of a node of this kind.
    #[inline]
    pub fn for_each_ref_mut(self, words: &mut [u32], mut f: impl FnMut(Metadata) -> Metadata) {
        let info = self.info();
        let mut map = |w: &mut u32| {
            if let Some(m) = Metadata::from_word(*w) {
                *w = f(m).bits();
            }
        };
        for &i in info.operands() {
            if let Some(w) = words.get_mut(i as usize) {
                map(w);
            }
        }
        if info.ref_tail {
            let fixed = words.len().min(info.fixed_words);
            words[fixed..].iter_mut().for_each(map);
        }
    }

    /// Whether nodes of this kind are written inline, without a number.
    #[inline]
    pub fn is_written_in_place(self) -> bool {
        self == NodeKind::DIExpression
    }

    /// Appends the words of a node with these fields, in the order of [`NodeKind::fields`]; `tail` is the part of variable
    /// length.
    #[inline]
    pub fn encode(self, values: &[u64], tail: &[u32], out: &mut Vec<u32>) {
        let info = self.info();
        let start = out.len();
        let mut end = start;
        for (f, &value) in info.fields.iter().zip(values) {
            if f.show == Show::Old {
                continue;
            }
            let is_default = match f.kind.words() {
                0 => value == f.default,
                1 => {
                    out.push(value as u32);
                    value as u32 == f.default as u32
                }
                _ => {
                    out.extend([value as u32, (value >> 32) as u32]);
                    value == f.default
                }
            };
            if !is_default {
                end = out.len();
            }
        }
        if info.has_tail {
            out.extend_from_slice(tail);
        } else {
            out.truncate(end);
        }
    }

    /// The value of a field in the words of a node of this kind: a number, or the word of a reference.
    #[inline]
    pub fn decode(self, words: &[u32], field: usize) -> u64 {
        let f = &self.fields()[field];
        match (f.kind.words(), words.get(f.word), words.get(f.word + 1)) {
            (1, Some(&w), _) => w as u64,
            (2, Some(&low), Some(&high)) => low as u64 | (high as u64) << 32,
            _ => f.default,
        }
    }
}

/// Splits the data of a field of [`FieldKind::BigInt`] at the start of `tail` into the bit width, the words of the number, and
/// the rest of `tail`.
pub fn split_big_int(tail: &[u32]) -> Option<(u32, &[u32], &[u32])> {
    let (&bits, rest) = tail.split_first()?;
    let len = bits.div_ceil(32) as usize;
    Some((bits, rest.get(..len)?, &rest[len..]))
}

/// The schema of an authenticated pointer type, which is stored in place of the alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointerAuth {
    /// The key.
    pub key: u32,
    /// Whether the discriminator includes the address.
    pub address_discriminated: bool,
    /// The extra discriminator.
    pub extra_discriminator: u32,
    /// Whether it is an `isa` pointer.
    pub isa_pointer: bool,
    /// Whether null values are authenticated too.
    pub authenticates_null: bool,
}

impl PointerAuth {
    /// The encoding as one word.
    pub fn pack(self) -> u32 {
        self.key
            | (self.address_discriminated as u32) << 4
            | self.extra_discriminator << 5
            | (self.isa_pointer as u32) << 21
            | (self.authenticates_null as u32) << 22
    }

    /// Decodes one word.
    pub fn unpack(word: u32) -> PointerAuth {
        PointerAuth {
            key: word & 15,
            address_discriminated: word >> 4 & 1 != 0,
            extra_discriminator: word >> 5 & 0xffff,
            isa_pointer: word >> 21 & 1 != 0,
            authenticates_null: word >> 22 & 1 != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_limits() {
        assert_eq!(NodeKind::from_name(b"DILocation"), Some(NodeKind::DILocation));
        assert_eq!(NodeKind::from_name(b"DILocations"), None);
        for kind in NodeKind::ALL {
            let info = kind.info();
            assert!(info.fields.len() <= MAX_FIELDS && info.fixed_words <= 32, "{}", info.name);
        }
    }

    #[test]
    fn words_at_the_end_that_hold_defaults_are_left_out() {
        let mut words = Vec::new();
        let null = NULL_WORD as u64;
        NodeKind::DILocation.encode(&[3, 4, 5, null, 0, 0, 0], &[], &mut words);
        assert_eq!(words, [3, 4, 5]);
        assert_eq!(NodeKind::DILocation.decode(&words, location::INLINED_AT), null);
        assert_eq!(NodeKind::DILocation.decode(&words, location::SCOPE), 5);
        words.clear();
        NodeKind::DILocation.encode(&[3, 4, 5, null, 0, 1 << 40, 0], &[], &mut words);
        assert_eq!(NodeKind::DILocation.decode(&words, location::ATOM_GROUP), 1 << 40);
    }

    #[test]
    fn fields_out_of_fixed_length_stand_at_the_end() {
        let mut words = Vec::new();
        NodeKind::DIEnumerator.encode(&[7, 0, 1], &[5, 30], &mut words);
        assert_eq!(words, [7, 1, 5, 30]);
        assert_eq!(split_big_int(&words[NodeKind::DIEnumerator.info().fixed_words..]), Some((5, &[30][..], &[][..])));
    }

    #[test]
    fn only_references_are_mapped() {
        // The number of line 2 equals the word of the reference to node 2.
        let mut words = [2u32, 2, 2];
        NodeKind::DILocation.for_each_ref_mut(&mut words, |m| Metadata::from_word(m.bits() + 1).unwrap());
        assert_eq!(words, [2, 2, 3]);
        assert!(!NodeKind::DILocation.refers_to(&words, Metadata::from_word(2).unwrap()));
        assert!(NodeKind::DILocation.refers_to(&words, Metadata::from_word(3).unwrap()));
    }
}
