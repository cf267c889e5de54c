//! The layouts of metadata node records: one table for reader and writer, of the records of LLVM 22. Older records are
//! converted to these in `reader/metadata/old.rs`.

use lindworm_ir::debug_info::NodeKind;

use crate::codes::metadata as code;

/// An obsolete operand, or one that the reader and the writer handle separately.
pub(crate) const UNUSED: u8 = 63;
/// A non-null reference: a metadata id. Other references are a metadata id plus 1, or 0.
pub(crate) const ID: u8 = 1 << 6;
/// A number plus 1, or 0 for none.
pub(crate) const PLUS_ONE: u8 = 1 << 7;
/// The mask of the field index.
pub(crate) const PLACE: u8 = ID - 1;

/// The layout of a record. Bit 0 of the first operand is set for a distinct node.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The record code.
    pub code: u32,
    /// The node kind.
    pub kind: NodeKind,
    /// The bits of the first operand that are always set.
    pub flags: u64,
    /// The bit of the first operand that marks sizes and offsets as metadata; they were numbers before.
    pub size_flag: u64,
    /// A field that is stored in bit 1 of the first operand.
    pub flag_field: Option<u8>,
    /// The minimum number of operands. Missing fields have their defaults.
    pub least: usize,
    /// The fields from the second operand on: indices into the fields of the kind, with [`ID`] or [`PLUS_ONE`].
    pub operands: &'static [u8],
}

impl Layout {
    const fn new(code: u32, kind: NodeKind, least: usize, operands: &'static [u8]) -> Layout {
        Layout { code, kind, flags: 0, size_flag: 0, flag_field: None, least, operands }
    }

    const fn flags(mut self, flags: u64) -> Layout {
        self.flags = flags;
        self
    }

    const fn size_flag(mut self, flag: u64) -> Layout {
        self.size_flag = flag;
        self.flags |= flag;
        self
    }

    const fn flag_field(mut self, field: u8) -> Layout {
        self.flag_field = Some(field);
        self
    }
}

/// A layout: `record!(code, kind, module of its fields, minimum number of operands: fields)`.
macro_rules! record {
    ($code:ident $kind:ident $module:ident $least:literal: $($field:ident $(|$flag:ident)?)*) => {
        Layout::new(code::$code, NodeKind::$kind, $least, &[$(place!($module $field) $(|$flag)?),*])
    };
}

macro_rules! place {
    ($module:ident UNUSED) => {
        UNUSED
    };
    ($module:ident $field:ident) => {
        lindworm_ir::debug_info::$module::$field as u8
    };
}

/// The layouts of all kinds with a fixed list of fields.
const LAYOUTS: &[Layout] = &[
    record!(LOCATION DILocation location 5: LINE COLUMN SCOPE|ID INLINED_AT IMPLICIT_CODE ATOM_GROUP ATOM_RANK),
    record!(SUBRANGE DISubrange subrange 5: COUNT LOWER_BOUND UPPER_BOUND STRIDE).flags(2 << 1),
    record!(GENERIC_SUBRANGE DIGenericSubrange generic_subrange 5: COUNT LOWER_BOUND UPPER_BOUND STRIDE),
    record!(BASIC_TYPE DIBasicType basic_type 6: TAG_ NAME SIZE_ ALIGN ENCODING_ FLAGS_ NUM_EXTRA_INHABITANTS DATA_SIZE)
        .size_flag(2),
    record!(STRING_TYPE DIStringType string_type 9:
        TAG_ NAME STRING_LENGTH STRING_LENGTH_EXPRESSION STRING_LOCATION_EXPRESSION SIZE_ ALIGN ENCODING_)
    .size_flag(2),
    // The last operand holds the pointer authentication data, which the node has in place of the alignment.
    record!(DERIVED_TYPE DIDerivedType derived_type 12:
        TAG_ NAME FILE LINE SCOPE BASE_TYPE SIZE_ ALIGN OFFSET FLAGS_ EXTRA_DATA DWARF_ADDRESS_SPACE|PLUS_ONE ANNOTATIONS UNUSED)
    .size_flag(2),
    record!(SUBRANGE_TYPE DISubrangeType subrange_type 13:
        NAME FILE LINE SCOPE SIZE_ ALIGN FLAGS_ BASE_TYPE LOWER_BOUND UPPER_BOUND STRIDE BIAS)
    .size_flag(2),
    // Bit 1 of the first operand: the type is not referenced by its identifier.
    record!(COMPOSITE_TYPE DICompositeType composite_type 16:
        TAG_ NAME FILE LINE SCOPE BASE_TYPE SIZE_ ALIGN OFFSET FLAGS_ ELEMENTS RUNTIME_LANG VTABLE_HOLDER TEMPLATE_PARAMS
        IDENTIFIER DISCRIMINATOR DATA_LOCATION ASSOCIATED ALLOCATED RANK ANNOTATIONS NUM_EXTRA_INHABITANTS SPECIFICATION
        ENUM_KIND_ BIT_STRIDE)
    .flags(2)
    .size_flag(4),
    // Bit 1: the types are not referenced by their identifiers.
    record!(SUBROUTINE_TYPE DISubroutineType subroutine_type 3: FLAGS_ TYPES CC_).flags(2),
    record!(FILE DIFile file 3: FILENAME DIRECTORY CHECKSUM_KIND_ CHECKSUM SOURCE),
    // The unused operand was the list of subprograms.
    record!(COMPILE_UNIT DICompileUnit compile_unit 14:
        LANGUAGE_ FILE PRODUCER IS_OPTIMIZED FLAGS_ RUNTIME_VERSION SPLIT_DEBUG_FILENAME EMISSION_KIND_ ENUMS RETAINED_TYPES
        UNUSED GLOBALS IMPORTS DWO_ID MACROS SPLIT_DEBUG_INLINING DEBUG_INFO_FOR_PROFILING NAME_TABLE_KIND_ RANGES_BASE_ADDRESS
        SYSROOT SDK SOURCE_LANGUAGE_VERSION DIALECT_),
    // Bit 1: has a unit; bit 2: has subprogram flags.
    record!(SUBPROGRAM DISubprogram subprogram 18:
        SCOPE NAME LINKAGE_NAME FILE LINE TYPE SCOPE_LINE CONTAINING_TYPE SP_FLAGS_ VIRTUAL_INDEX FLAGS_ UNIT TEMPLATE_PARAMS
        DECLARATION RETAINED_NODES THIS_ADJUSTMENT THROWN_TYPES ANNOTATIONS TARGET_FUNC_NAME KEY_INSTRUCTIONS)
    .flags(2 | 4),
    record!(LEXICAL_BLOCK DILexicalBlock lexical_block 5: SCOPE FILE LINE COLUMN),
    record!(LEXICAL_BLOCK_FILE DILexicalBlockFile lexical_block_file 4: SCOPE FILE DISCRIMINATOR),
    record!(NAMESPACE DINamespace namespace 3: SCOPE NAME).flag_field(place!(namespace EXPORT_SYMBOLS)),
    record!(TEMPLATE_TYPE DITemplateTypeParameter template_type_parameter 3: NAME TYPE DEFAULTED),
    record!(TEMPLATE_VALUE DITemplateValueParameter template_value_parameter 6: TAG_ NAME TYPE DEFAULTED VALUE),
    record!(GLOBAL_VAR DIGlobalVariable global_variable 11:
        SCOPE NAME LINKAGE_NAME FILE LINE TYPE IS_LOCAL IS_DEFINITION DECLARATION TEMPLATE_PARAMS ALIGN ANNOTATIONS)
    .flags(2 << 1),
    // Bit 1: has an alignment.
    record!(LOCAL_VAR DILocalVariable local_variable 8: SCOPE NAME FILE LINE TYPE ARG FLAGS_ ALIGN ANNOTATIONS).flags(2),
    record!(OBJC_PROPERTY DIObjCProperty objc_property 8: NAME FILE LINE SETTER GETTER ATTRIBUTES TYPE),
    record!(IMPORTED_ENTITY DIImportedEntity imported_entity 6: TAG_ SCOPE ENTITY LINE NAME FILE ELEMENTS),
    record!(MODULE DIModule module 8: FILE SCOPE NAME CONFIG_MACROS INCLUDE_PATH API_NOTES LINE IS_DECL),
    record!(MACRO DIMacro macro_ 5: TYPE LINE NAME VALUE),
    record!(MACRO_FILE DIMacroFile macro_file 5: TYPE LINE FILE NODES),
    record!(GLOBAL_VAR_EXPR DIGlobalVariableExpression global_variable_expression 3: VAR EXPR),
    record!(LABEL DILabel label 5: SCOPE NAME FILE LINE COLUMN CORO_SUSPEND_IDX).flag_field(place!(label IS_ARTIFICIAL)),
    record!(COMMON_BLOCK DICommonBlock common_block 6: SCOPE DECLARATION NAME FILE LINE),
    record!(ASSIGN_ID DIAssignID assign_id 1:),
    // The trailing big integers and lists of these are handled separately by reader and writer.
    record!(GENERIC_DEBUG GenericDINode generic 4: TAG_ UNUSED HEADER),
    record!(ENUMERATOR DIEnumerator enumerator 3: UNUSED NAME)
        .flags(4)
        .flag_field(place!(enumerator IS_UNSIGNED)),
    record!(FIXED_POINT_TYPE DIFixedPointType fixed_point_type 11: TAG_ NAME SIZE_ ALIGN ENCODING_ FLAGS_ KIND FACTOR)
        .size_flag(2),
];

/// The highest bit of the language of a compile unit: the language has a version.
pub(crate) const VERSIONED_LANGUAGE: u64 = 1 << 63;

/// A word of a big integer with the sign as its lowest bit.
pub(crate) fn rotate(n: u64) -> u64 {
    if (n as i64) < 0 { n.wrapping_neg() << 1 | 1 } else { n << 1 }
}

/// The inverse of [`rotate`].
pub(crate) fn unrotate(n: u64) -> u64 {
    match n {
        // The minimum, `i64::MIN`.
        1 => 1 << 63,
        n if n & 1 != 0 => (n >> 1).wrapping_neg(),
        n => n >> 1,
    }
}

/// The number of record codes.
const CODES: usize = 64;

/// For each key, the index of its layout plus 1.
const fn index(by_code: bool) -> [u8; CODES] {
    let mut index = [0; CODES];
    let mut i = 0;
    while i < LAYOUTS.len() {
        index[if by_code { LAYOUTS[i].code as usize } else { LAYOUTS[i].kind as usize }] = i as u8 + 1;
        i += 1;
    }
    index
}

impl Layout {
    /// The layout of a record code.
    #[inline]
    pub fn of_code(code: u32) -> Option<&'static Layout> {
        static BY_CODE: [u8; CODES] = index(true);
        LAYOUTS.get((*BY_CODE.get(code as usize)? as usize).wrapping_sub(1))
    }

    /// The layout of a node kind.
    #[inline]
    pub fn of_kind(kind: NodeKind) -> Option<&'static Layout> {
        static BY_KIND: [u8; CODES] = index(false);
        LAYOUTS.get((*BY_KIND.get(kind as usize)? as usize).wrapping_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_record() {
        for &kind in NodeKind::ALL {
            let layout = Layout::of_kind(kind);
            assert_eq!(layout.is_none(), matches!(kind, NodeKind::Tuple | NodeKind::DIExpression), "{kind:?}");
            if let Some(layout) = layout {
                assert!(std::ptr::eq(Layout::of_code(layout.code).unwrap(), layout));
                let fields = kind.fields().len();
                assert!(
                    layout.operands.iter().all(|o| o & PLACE == UNUSED || usize::from(o & PLACE) < fields),
                    "{kind:?}"
                );
            }
        }
    }
}
