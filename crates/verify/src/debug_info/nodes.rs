//! Debug information nodes, each by itself: [Language
//! Reference](https://llvm.org/docs/LangRef.html#specialized-metadata-nodes).

use lindworm_ir::debug_info::*;
use lindworm_ir::metadata::{MetadataRef, NodeRef};
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Metadata, debug_info};

use super::{FLAG_ALL_CALLS_DESCRIBED, rules, units};
use crate::check::{Checked, Checker, ModuleView, check};
use crate::finding::Entity;

/// A set of node kinds.
#[derive(Clone, Copy)]
pub(super) struct Kinds(u64);

impl Kinds {
    pub const fn of(kinds: &[NodeKind]) -> Kinds {
        let (mut bits, mut i) = (0, 0);
        while i < kinds.len() {
            bits |= 1 << kinds[i] as u64;
            i += 1;
        }
        Kinds(bits)
    }

    const fn and(self, others: Kinds) -> Kinds {
        Kinds(self.0 | others.0)
    }

    #[inline]
    pub fn has(self, kind: NodeKind) -> bool {
        self.0 >> kind as u64 & 1 != 0
    }
}

use NodeKind::*;
pub(super) const TYPE: Kinds = Kinds::of(&[
    DIBasicType,
    DIFixedPointType,
    DIStringType,
    DISubrangeType,
    DIDerivedType,
    DICompositeType,
    DISubroutineType,
]);
pub(super) const LOCAL_SCOPE: Kinds = Kinds::of(&[DISubprogram, DILexicalBlock, DILexicalBlockFile]);
pub(super) const SCOPE: Kinds =
    TYPE.and(LOCAL_SCOPE).and(Kinds::of(&[DIFile, DICompileUnit, DINamespace, DIModule, DICommonBlock]));
const VARIABLE: Kinds = Kinds::of(&[DILocalVariable, DIGlobalVariable]);
const TEMPLATE_PARAMETER: Kinds = Kinds::of(&[DITemplateTypeParameter, DITemplateValueParameter]);
const MACRO_NODE: Kinds = Kinds::of(&[DIMacro, DIMacroFile]);
/// Kinds that may be imported: those with a DWARF entry.
const ENTRY: Kinds = SCOPE.and(VARIABLE).and(TEMPLATE_PARAMETER).and(Kinds::of(&[
    GenericDINode,
    DISubrange,
    DIGenericSubrange,
    DIEnumerator,
    DILabel,
    DIObjCProperty,
    DIImportedEntity,
    DIAssignID,
]));
const RETAINED: Kinds = Kinds::of(&[DILocalVariable, DILabel, DIImportedEntity]);
const EXTRA_DATA: Kinds = Kinds::of(&[DIObjCProperty]);
const FILE: Kinds = Kinds::of(&[DIFile]);
const TUPLE: Kinds = Kinds::of(&[Tuple]);
/// Kinds of non-constant array bounds.
const BOUND: Kinds = VARIABLE.and(Kinds::of(&[DIExpression]));
const TYPE_BOUND: Kinds = BOUND.and(Kinds::of(&[DIDerivedType]));

/// `DW_TAG_...`.
mod tag {
    pub const ARRAY_TYPE: u32 = 0x01;
    pub const CLASS_TYPE: u32 = 0x02;
    pub const ENUMERATION_TYPE: u32 = 0x04;
    pub const IMPORTED_DECLARATION: u32 = 0x08;
    pub const MEMBER: u32 = 0x0d;
    pub const POINTER_TYPE: u32 = 0x0f;
    pub const REFERENCE_TYPE: u32 = 0x10;
    pub const STRING_TYPE: u32 = 0x12;
    pub const STRUCTURE_TYPE: u32 = 0x13;
    pub const TYPEDEF: u32 = 0x16;
    pub const UNION_TYPE: u32 = 0x17;
    pub const VARIANT: u32 = 0x19;
    pub const INHERITANCE: u32 = 0x1c;
    pub const PTR_TO_MEMBER_TYPE: u32 = 0x1f;
    pub const SET_TYPE: u32 = 0x20;
    pub const SUBRANGE_TYPE: u32 = 0x21;
    pub const BASE_TYPE: u32 = 0x24;
    pub const CONST_TYPE: u32 = 0x26;
    pub const FRIEND: u32 = 0x2a;
    pub const NAMELIST: u32 = 0x2b;
    pub const TEMPLATE_VALUE_PARAMETER: u32 = 0x30;
    pub const VARIANT_PART: u32 = 0x33;
    pub const VARIABLE: u32 = 0x34;
    pub const VOLATILE_TYPE: u32 = 0x35;
    pub const RESTRICT_TYPE: u32 = 0x37;
    pub const IMPORTED_MODULE: u32 = 0x3a;
    pub const UNSPECIFIED_TYPE: u32 = 0x3b;
    pub const RVALUE_REFERENCE_TYPE: u32 = 0x42;
    pub const TEMPLATE_ALIAS: u32 = 0x43;
    pub const ATOMIC_TYPE: u32 = 0x47;
    pub const IMMUTABLE_TYPE: u32 = 0x4b;
    pub const GNU_TEMPLATE_TEMPLATE_PARAM: u32 = 0x4106;
    pub const GNU_TEMPLATE_PARAMETER_PACK: u32 = 0x4107;
    pub const PTRAUTH_TYPE: u32 = 0x4300;
}

/// `DIFlag...`.
mod flag {
    pub const BLOCK_BY_REF_STRUCT: u32 = 1 << 4;
    pub const VECTOR: u32 = 1 << 11;
    pub const STATIC_MEMBER: u32 = 1 << 12;
    pub const LVALUE_REFERENCE: u32 = 1 << 13;
    pub const RVALUE_REFERENCE: u32 = 1 << 14;
    pub const TYPE_PASS_BY_VALUE: u32 = 1 << 22;
    pub const TYPE_PASS_BY_REFERENCE: u32 = 1 << 23;
}

/// A node under check.
#[derive(Clone, Copy)]
pub(super) struct Node<'m> {
    view: &'m ModuleView<'m>,
    pub id: Metadata,
    node: NodeRef<'m>,
}

impl<'m> Node<'m> {
    pub fn new(view: &'m ModuleView<'m>, id: Metadata) -> Option<Node<'m>> {
        Some(Node { view, id, node: view.node(id)? })
    }

    #[inline]
    fn number(&self, field: usize) -> u64 {
        self.node.get(field)
    }

    #[inline]
    pub fn word(&self, field: usize) -> u32 {
        self.node.get(field) as u32
    }

    #[inline]
    pub fn get(&self, field: usize) -> Option<Metadata> {
        self.node.get_ref(field)
    }

    /// The node in a field.
    #[inline]
    fn node_in(&self, field: usize) -> Option<Node<'m>> {
        Node::new(self.view, self.get(field)?)
    }

    /// Whether a field is a node of one of these kinds.
    #[inline]
    pub fn has(&self, field: usize, kinds: Kinds) -> bool {
        self.get(field).is_some_and(|m| is(self.view, m, kinds))
    }

    /// Whether a field is null or a node of one of these kinds.
    #[inline]
    pub fn has_or_null(&self, field: usize, kinds: Kinds) -> bool {
        self.get(field).is_none_or(|m| is(self.view, m, kinds))
    }

    /// Whether a field is a constant, null or a node of one of these kinds.
    fn has_or_constant(&self, field: usize, kinds: Kinds) -> bool {
        self.get(field).is_none_or(|m| is_constant(m) || is(self.view, m, kinds))
    }

    /// The operands of the tuple in a field; empty if it is null or not a tuple.
    pub fn list(&self, field: usize) -> &'m [u32] {
        self.get(field).and_then(|m| self.view.tuple(m)).unwrap_or(&[])
    }

    /// The string in a field.
    pub fn string(&self, field: usize) -> &'m [u8] {
        self.get(field).and_then(|m| self.view.string(m)).unwrap_or(&[])
    }

    pub fn kind(&self) -> NodeKind {
        self.node.kind
    }

    pub fn is_distinct(&self) -> bool {
        self.node.distinct
    }

    /// The tag of a type.
    fn tag(&self) -> u32 {
        match self.node.kind {
            DIBasicType => self.word(basic_type::TAG_),
            DIDerivedType => self.word(derived_type::TAG_),
            DICompositeType => self.word(composite_type::TAG_),
            DISubrange | DISubrangeType => tag::SUBRANGE_TYPE,
            GenericDINode => self.word(generic::TAG_),
            _ => 0,
        }
    }

    /// Whether a subprogram is a definition.
    pub fn is_definition(&self) -> bool {
        self.word(subprogram::SP_FLAGS_) & SP_FLAG_DEFINITION != 0
    }
}

impl From<Node<'_>> for Entity {
    fn from(node: Node<'_>) -> Entity {
        node.id.into()
    }
}

/// Whether this is a node of one of these kinds.
#[inline]
pub(super) fn is(view: &ModuleView, metadata: Metadata, kinds: Kinds) -> bool {
    view.node(metadata).is_some_and(|n| kinds.has(n.kind))
}

fn is_constant(metadata: Metadata) -> bool {
    matches!(metadata.open(), MetadataRef::Value(_))
}

/// Whether this is an enumeration type.
pub(super) fn is_enumeration(view: &ModuleView, metadata: Metadata) -> bool {
    let node = Node::new(view, metadata).filter(|n| n.kind() == DICompositeType);
    node.is_some_and(|n| n.tag() == tag::ENUMERATION_TYPE)
}

/// Whether this is a subprogram declaration.
pub(super) fn is_declaration(view: &ModuleView, metadata: Metadata) -> bool {
    let node = Node::new(view, metadata).filter(|n| n.kind() == DISubprogram);
    node.is_some_and(|n| !n.is_definition())
}

/// Checks a node by itself, according to its kind.
pub(crate) fn check_node(c: &mut Checker, node: u32) -> Checked {
    let Some(n) = Node::new(c.view, Metadata::new(MetadataRef::Node(node))) else { return Ok(()) };
    match n.node.kind {
        Tuple | DIEnumerator => Ok(()),
        DIExpression => expression(c, n),
        DILocation => location(c, n),
        DIGlobalVariableExpression => global_variable_expression(c, n),
        GenericDINode => {
            check!(c, n.word(generic::TAG_) != 0, rules::TAG, n);
            Ok(())
        }
        DISubrange => subrange(c, n),
        DIGenericSubrange => generic_subrange(c, n),
        DISubrangeType => subrange_type(c, n),
        DIBasicType => basic_type(c, n),
        DIFixedPointType => fixed_point_type(c, n),
        DIStringType => {
            check!(c, n.word(string_type::TAG_) == tag::STRING_TYPE, rules::TAG, n);
            Ok(())
        }
        DIDerivedType => derived_type(c, n),
        DICompositeType => composite_type(c, n),
        DISubroutineType => subroutine_type(c, n),
        DIFile => file(c, n),
        DICompileUnit => units::check(c, n),
        DISubprogram => subprogram(c, n),
        DILexicalBlock => lexical_block(c, n),
        DILexicalBlockFile => local_scope(c, n, lexical_block_file::SCOPE),
        DINamespace => {
            let scope = namespace::SCOPE;
            check!(c, n.has_or_null(scope, SCOPE), rules::SCOPE_REFERENCE, n, n.get(scope));
            Ok(())
        }
        DICommonBlock => common_block(c, n),
        DIModule => {
            check!(c, !n.string(module::NAME).is_empty(), rules::NAMELESS_MODULE, n);
            Ok(())
        }
        DITemplateTypeParameter => type_reference(c, n, template_type_parameter::TYPE),
        DITemplateValueParameter => template_value_parameter(c, n),
        DIGlobalVariable => global_variable(c, n),
        DILocalVariable => local_variable(c, n),
        DILabel => label(c, n),
        DIObjCProperty => {
            type_reference(c, n, objc_property::TYPE)?;
            file_reference(c, n, objc_property::FILE)
        }
        DIImportedEntity => imported_entity(c, n),
        DIAssignID => {
            check!(c, n.is_distinct(), rules::SHARED_ASSIGN_ID, n);
            Ok(())
        }
        DIMacro => macro_(c, n),
        DIMacroFile => macro_file(c, n),
    }
}

// Fields that many kinds have.

fn file_reference(c: &mut Checker, n: Node, field: usize) -> Checked {
    check!(c, n.has_or_null(field, FILE), rules::FILE, n, n.get(field));
    Ok(())
}

fn scope_reference(c: &mut Checker, n: Node, field: usize) -> Checked {
    check!(c, n.has_or_null(field, SCOPE), rules::SCOPE, n, n.get(field));
    Ok(())
}

fn type_reference(c: &mut Checker, n: Node, field: usize) -> Checked {
    check!(c, n.has_or_null(field, TYPE), rules::TYPE_REFERENCE, n, n.get(field));
    Ok(())
}

fn reference_flags(c: &mut Checker, n: Node, flags: u32) -> Checked {
    let both = |a, b| flags & a != 0 && flags & b != 0;
    let conflict = both(flag::LVALUE_REFERENCE, flag::RVALUE_REFERENCE)
        || both(flag::TYPE_PASS_BY_VALUE, flag::TYPE_PASS_BY_REFERENCE);
    check!(c, !conflict, rules::REFERENCE_FLAGS, n);
    Ok(())
}

/// Checks a field that is null or a tuple.
pub(super) fn is_list(c: &mut Checker, n: Node, field: usize, rule: &'static crate::Rule) -> Checked {
    if n.has_or_null(field, TUPLE) {
        return Ok(());
    }
    c.fail(rule, &[n.into(), n.get(field).into()])
}

fn template_parameters(c: &mut Checker, n: Node, field: usize) -> Checked {
    is_list(c, n, field, &rules::TEMPLATE_PARAMETER_LIST)?;
    for &word in n.list(field) {
        let parameter = Metadata::from_word(word);
        let fits = parameter.is_some_and(|m| is(c.view, m, TEMPLATE_PARAMETER));
        check!(c, fits, rules::TEMPLATE_PARAMETER, n, n.get(field), parameter);
    }
    Ok(())
}

/// Checks the scope of a lexical block.
fn local_scope(c: &mut Checker, n: Node, field: usize) -> Checked {
    let scope = n.node_in(field).filter(|s| LOCAL_SCOPE.has(s.kind()));
    check!(c, scope.is_some(), rules::LOCAL_SCOPE, n, n.get(field));
    check!(c, scope.is_none_or(has_code), rules::SCOPE_IN_TYPES, n);
    Ok(())
}

/// Whether a local scope is a lexical block or a subprogram definition.
fn has_code(scope: Node) -> bool {
    scope.kind() != DISubprogram || scope.is_definition()
}

// One function for each kind.

fn location(c: &mut Checker, n: Node) -> Checked {
    use debug_info::location::*;
    let scope = n.node_in(SCOPE).filter(|s| LOCAL_SCOPE.has(s.kind()));
    check!(c, scope.is_some(), rules::LOCATION_SCOPE, n, n.get(SCOPE));
    check!(c, n.has_or_null(INLINED_AT, Kinds::of(&[DILocation])), rules::INLINED_AT, n, n.get(INLINED_AT));
    check!(c, scope.is_none_or(has_code), rules::SCOPE_IN_TYPES, n);
    Ok(())
}

/// Whether a quick check shows that a location is valid. `good_scope` is the last valid scope of a location.
pub(crate) fn is_plain_location(view: &ModuleView, node: NodeRef, good_scope: &mut Option<Metadata>) -> bool {
    use debug_info::location::*;
    // The kind is known, and therefore the positions of the fields.
    let get = |field| Metadata::from_word(DILocation.decode(node.words, field) as u32);
    let Some(scope) = get(SCOPE) else { return false };
    if *good_scope != Some(scope) {
        if !Node::new(view, scope).is_some_and(|s| LOCAL_SCOPE.has(s.kind()) && has_code(s)) {
            return false;
        }
        *good_scope = Some(scope);
    }
    get(INLINED_AT).is_none_or(|m| is(view, m, Kinds::of(&[DILocation])))
}

fn expression(c: &mut Checker, n: Node) -> Checked {
    check!(c, n.node.words.is_empty() || is_valid_expression(n.node.words), rules::EXPRESSION, n);
    Ok(())
}

/// Checks an array bound that may be a constant.
fn bound(c: &mut Checker, n: Node, field: usize, kinds: Kinds, rule: &'static crate::Rule) -> Checked {
    if n.has_or_constant(field, kinds) { Ok(()) } else { c.fail(rule, &[n.into()]) }
}

fn subrange(c: &mut Checker, n: Node) -> Checked {
    use debug_info::subrange::*;
    check!(c, n.get(COUNT).is_none() || n.get(UPPER_BOUND).is_none(), rules::SUBRANGE_COUNT_AND_BOUND, n);
    bound(c, n, COUNT, BOUND, &rules::COUNT)?;
    let count = n.get(COUNT).and_then(|m| c.module.constants().as_int(c.cx, c.view.constant(m)?));
    let is_negative = count.is_some_and(|v| v.to_i64().is_some_and(|v| v < -1));
    check!(c, !is_negative, rules::NEGATIVE_COUNT, n);
    bound(c, n, LOWER_BOUND, BOUND, &rules::LOWER_BOUND)?;
    bound(c, n, UPPER_BOUND, BOUND, &rules::UPPER_BOUND)?;
    bound(c, n, STRIDE, BOUND, &rules::STRIDE)
}

fn generic_subrange(c: &mut Checker, n: Node) -> Checked {
    use debug_info::generic_subrange::*;
    check!(c, n.get(COUNT).is_none() || n.get(UPPER_BOUND).is_none(), rules::GENERIC_COUNT_AND_BOUND, n);
    check!(c, n.has_or_null(COUNT, BOUND), rules::COUNT, n);
    check!(c, n.get(LOWER_BOUND).is_some(), rules::NO_LOWER_BOUND, n);
    check!(c, n.has(LOWER_BOUND, BOUND), rules::LOWER_BOUND, n);
    check!(c, n.has_or_null(UPPER_BOUND, BOUND), rules::UPPER_BOUND, n);
    check!(c, n.get(STRIDE).is_some(), rules::NO_STRIDE, n);
    check!(c, n.has(STRIDE, BOUND), rules::STRIDE, n);
    Ok(())
}

fn subrange_type(c: &mut Checker, n: Node) -> Checked {
    use debug_info::subrange_type::*;
    check!(c, n.has_or_null(BASE_TYPE, TYPE), rules::SUBRANGE_BASE_TYPE);
    bound(c, n, LOWER_BOUND, TYPE_BOUND, &rules::TYPE_LOWER_BOUND)?;
    bound(c, n, UPPER_BOUND, TYPE_BOUND, &rules::TYPE_UPPER_BOUND)?;
    bound(c, n, STRIDE, BOUND, &rules::STRIDE)?;
    bound(c, n, BIAS, BOUND, &rules::BIAS)?;
    constant_size(c, n, SIZE_)
}

fn constant_size(c: &mut Checker, n: Node, field: usize) -> Checked {
    check!(c, n.get(field).is_none_or(is_constant), rules::CONSTANT_SIZE);
    Ok(())
}

fn basic_type(c: &mut Checker, n: Node) -> Checked {
    use debug_info::basic_type::*;
    let is_basic = matches!(n.word(TAG_), tag::BASE_TYPE | tag::UNSPECIFIED_TYPE | tag::STRING_TYPE);
    check!(c, is_basic, rules::TAG, n);
    constant_size(c, n, SIZE_)
}

fn fixed_point_type(c: &mut Checker, n: Node) -> Checked {
    use debug_info::fixed_point_type::*;
    let is_basic = matches!(n.word(TAG_), tag::BASE_TYPE | tag::UNSPECIFIED_TYPE | tag::STRING_TYPE);
    let _ = if is_basic { constant_size(c, n, SIZE_) } else { c.fail(&rules::TAG, &[n.into()]) };
    check!(c, n.word(TAG_) == tag::BASE_TYPE, rules::TAG, n);
    // DW_ATE_signed_fixed, DW_ATE_unsigned_fixed
    check!(c, matches!(n.word(ENCODING_), 0x0d | 0x0e), rules::ENCODING, n);
    const RATIONAL: u32 = 2;
    check!(c, n.word(KIND) <= RATIONAL, rules::FIXED_POINT_KIND, n);
    let is_rational = n.word(KIND) == RATIONAL;
    check!(c, !is_rational || n.number(FACTOR) == 0, rules::RATIONAL_FACTOR, n);
    let is_zero = split_big_int(n.node.tail()).is_none_or(|(_, numerator, rest)| {
        let denominator = split_big_int(rest).map_or(&[][..], |(_, denominator, _)| denominator);
        numerator.iter().chain(denominator).all(|&word| word == 0)
    });
    check!(c, is_rational || is_zero, rules::FRACTION, n);
    Ok(())
}

fn derived_type(c: &mut Checker, n: Node) -> Checked {
    use debug_info::derived_type::*;
    let _ = file_reference(c, n, FILE);
    let tag = n.word(TAG_);
    let fits = match tag {
        tag::TYPEDEF
        | tag::POINTER_TYPE
        | tag::PTR_TO_MEMBER_TYPE
        | tag::REFERENCE_TYPE
        | tag::RVALUE_REFERENCE_TYPE
        | tag::CONST_TYPE
        | tag::IMMUTABLE_TYPE
        | tag::VOLATILE_TYPE
        | tag::RESTRICT_TYPE
        | tag::ATOMIC_TYPE
        | tag::PTRAUTH_TYPE
        | tag::MEMBER
        | tag::INHERITANCE
        | tag::FRIEND
        | tag::SET_TYPE
        | tag::TEMPLATE_ALIAS => true,
        tag::VARIABLE => n.word(FLAGS_) & flag::STATIC_MEMBER != 0,
        _ => false,
    };
    check!(c, fits, rules::TAG, n);
    match tag {
        tag::PTR_TO_MEMBER_TYPE => {
            check!(c, n.has_or_null(EXTRA_DATA, TYPE), rules::MEMBER_POINTER_TYPE, n, n.get(EXTRA_DATA));
        }
        tag::TEMPLATE_ALIAS => is_list(c, n, EXTRA_DATA, &rules::TEMPLATE_ALIAS_PARAMETERS)?,
        tag::INHERITANCE | tag::MEMBER | tag::VARIABLE => {
            check!(c, is_extra_data(n), rules::EXTRA_DATA, n, n.get(EXTRA_DATA));
        }
        tag::SET_TYPE => {
            let base = n.get(BASE_TYPE);
            let fits = base.is_none_or(|m| Node::new(c.view, m).is_some_and(can_be_in_set));
            check!(c, fits, rules::SET_BASE_TYPE, n, base);
        }
        _ => {}
    }
    scope_reference(c, n, SCOPE)?;
    check!(c, n.has_or_null(BASE_TYPE, TYPE), rules::BASE_TYPE, n, n.get(BASE_TYPE));
    let is_pointer = matches!(tag, tag::POINTER_TYPE | tag::REFERENCE_TYPE | tag::RVALUE_REFERENCE_TYPE);
    let has_address_space = n.word(DWARF_ADDRESS_SPACE) != u32::MAX;
    check!(c, !has_address_space || is_pointer, rules::DWARF_ADDRESS_SPACE, n);
    check!(c, n.has_or_constant(SIZE_, BOUND), rules::SIZE);
    Ok(())
}

/// Whether a member has valid extra data.
fn is_extra_data(n: Node) -> bool {
    let Some(data) = n.get(debug_info::derived_type::EXTRA_DATA) else { return true };
    match data.open() {
        MetadataRef::Value(_) | MetadataRef::String(_) => true,
        _ if is(n.view, data, EXTRA_DATA) => true,
        _ => match n.view.tuple(data) {
            Some(&[only]) => Metadata::from_word(only).is_some_and(is_constant),
            _ => false,
        },
    }
}

/// Whether a type is valid as the element type of a set.
fn can_be_in_set(n: Node) -> bool {
    match n.node.kind {
        DICompositeType => n.tag() == tag::ENUMERATION_TYPE,
        DISubrangeType => true,
        // DW_ATE_boolean, _signed, _signed_char, _unsigned, _unsigned_char
        DIBasicType => matches!(n.word(debug_info::basic_type::ENCODING_), 0x02 | 0x05..=0x08),
        _ => false,
    }
}

fn composite_type(c: &mut Checker, n: Node) -> Checked {
    use debug_info::composite_type::*;
    let _ = file_reference(c, n, FILE);
    let tag = n.word(TAG_);
    let fits = matches!(
        tag,
        tag::ARRAY_TYPE
            | tag::STRUCTURE_TYPE
            | tag::UNION_TYPE
            | tag::ENUMERATION_TYPE
            | tag::CLASS_TYPE
            | tag::VARIANT_PART
            | tag::VARIANT
            | tag::NAMELIST
    );
    check!(c, fits, rules::TAG, n);
    scope_reference(c, n, SCOPE)?;
    check!(c, n.has_or_null(BASE_TYPE, TYPE), rules::BASE_TYPE, n, n.get(BASE_TYPE));
    is_list(c, n, ELEMENTS, &rules::ELEMENTS)?;
    check!(c, n.has_or_null(VTABLE_HOLDER, TYPE), rules::VTABLE_HOLDER, n, n.get(VTABLE_HOLDER));
    let flags = n.word(FLAGS_);
    reference_flags(c, n, flags)?;
    check!(c, flags & flag::BLOCK_BY_REF_STRUCT == 0, rules::BLOCK_BY_REF_STRUCT, n);
    let elements = n.list(ELEMENTS);
    check!(c, elements.iter().all(|&word| Metadata::from_word(word).is_some()), rules::NULL_ELEMENT, n);
    let is_subrange = |&word| {
        let element = Metadata::from_word(word).and_then(|m| Node::new(c.view, m));
        element.is_some_and(|e| e.tag() == tag::SUBRANGE_TYPE)
    };
    let is_vector = matches!(elements, [only] if is_subrange(only));
    check!(c, flags & flag::VECTOR == 0 || is_vector, rules::VECTOR, n);
    let _ = template_parameters(c, n, TEMPLATE_PARAMS);
    if n.get(DISCRIMINATOR).is_some() {
        let fits = n.has(DISCRIMINATOR, Kinds::of(&[DIDerivedType])) && tag == tag::VARIANT_PART;
        check!(c, fits, rules::DISCRIMINATOR);
    }
    let is_array = tag == tag::ARRAY_TYPE;
    check!(c, is_array || n.get(DATA_LOCATION).is_none(), rules::DATA_LOCATION);
    check!(c, is_array || n.get(ASSOCIATED).is_none(), rules::ASSOCIATED);
    check!(c, is_array || n.get(ALLOCATED).is_none(), rules::ALLOCATED);
    check!(c, is_array || n.get(RANK).is_none(), rules::RANK);
    check!(c, !is_array || n.get(BASE_TYPE).is_some(), rules::ARRAY_BASE_TYPE, n);
    check!(c, n.has_or_constant(SIZE_, BOUND), rules::SIZE);
    Ok(())
}

fn subroutine_type(c: &mut Checker, n: Node) -> Checked {
    use debug_info::subroutine_type::*;
    is_list(c, n, TYPES, &rules::ELEMENTS)?;
    for &word in n.list(TYPES) {
        let ty = Metadata::from_word(word);
        check!(c, ty.is_none_or(|m| is(c.view, m, TYPE)), rules::SUBROUTINE_TYPE_REFERENCE, n, n.get(TYPES), ty);
    }
    reference_flags(c, n, n.word(FLAGS_))
}

fn file(c: &mut Checker, n: Node) -> Checked {
    use debug_info::file::*;
    // MD5, SHA1, SHA256
    let digits = match n.word(CHECKSUM_KIND_) {
        0 => return Ok(()),
        1 => 32,
        2 => 40,
        3 => 64,
        _ => return c.fail(&rules::CHECKSUM_KIND, &[n.into()]),
    };
    let checksum = n.string(CHECKSUM);
    check!(c, checksum.len() == digits, rules::CHECKSUM_LENGTH, n);
    check!(c, checksum.iter().all(u8::is_ascii_hexdigit), rules::CHECKSUM, n);
    Ok(())
}

fn subprogram(c: &mut Checker, n: Node) -> Checked {
    use debug_info::subprogram::*;
    scope_reference(c, n, SCOPE)?;
    file_reference(c, n, FILE)?;
    if n.get(FILE).is_none() && n.word(LINE) != 0 {
        let line = Entity::Text(n.word(LINE).to_string().into_bytes());
        return c.fail(&rules::LINE_WITHOUT_FILE, &[n.into(), line]);
    }
    check!(c, n.has_or_null(TYPE, Kinds::of(&[DISubroutineType])), rules::SUBROUTINE_TYPE, n, n.get(TYPE));
    check!(c, n.has_or_null(CONTAINING_TYPE, self::TYPE), rules::CONTAINING_TYPE, n, n.get(CONTAINING_TYPE));
    let _ = template_parameters(c, n, TEMPLATE_PARAMS);
    if let Some(declaration) = n.get(DECLARATION) {
        let node = Node::new(c.view, declaration).filter(|d| d.node.kind == DISubprogram);
        check!(c, node.is_some_and(|d| !d.is_definition()), rules::SUBPROGRAM_DECLARATION, n, declaration);
    }
    is_list(c, n, RETAINED_NODES, &rules::RETAINED_NODE_LIST)?;
    for &word in n.list(RETAINED_NODES) {
        retained_node(c, n, Metadata::from_word(word))?;
    }
    let flags = n.word(FLAGS_);
    reference_flags(c, n, flags)?;
    let unit = n.get(UNIT);
    if n.is_definition() {
        check!(c, n.is_distinct(), rules::SHARED_DEFINITION, n);
        check!(c, unit.is_some(), rules::DEFINITION_WITHOUT_UNIT, n);
        check!(c, n.has(UNIT, Kinds::of(&[DICompileUnit])), rules::UNIT_TYPE, n, unit);
        if c.view.options.odr_uniquing {
            let scope = n.node_in(SCOPE).filter(|s| s.node.kind == DICompositeType);
            let is_nested = scope.is_some_and(|s| s.get(debug_info::composite_type::IDENTIFIER).is_some());
            check!(c, !is_nested || n.get(DECLARATION).is_some(), rules::NESTED_DEFINITION, n);
        }
    } else {
        check!(c, unit.is_none(), rules::DECLARATION_WITH_UNIT, n);
        check!(c, n.get(DECLARATION).is_none(), rules::DECLARATION_OF_DECLARATION);
    }
    is_list(c, n, THROWN_TYPES, &rules::THROWN_TYPE_LIST)?;
    for &word in n.list(THROWN_TYPES) {
        let ty = Metadata::from_word(word);
        check!(c, ty.is_some_and(|m| is(c.view, m, self::TYPE)), rules::THROWN_TYPE, n, n.get(THROWN_TYPES), ty);
    }
    check!(c, flags & FLAG_ALL_CALLS_DESCRIBED == 0 || n.is_definition(), rules::ALL_CALLS_DESCRIBED);
    Ok(())
}

/// The scope of a node, if its kind has one.
pub(super) fn scope(view: &ModuleView, m: Metadata) -> Option<Metadata> {
    let node = Node::new(view, m)?;
    node.get(node.node.kind.fields().iter().position(|field| field.name == "scope")?)
}

fn retained_node(c: &mut Checker, n: Node, retained: Option<Metadata>) -> Checked {
    let list = n.get(debug_info::subprogram::RETAINED_NODES);
    check!(c, retained.is_some(), rules::NULL_RETAINED, n, list);
    // Since LLVM 23, also types and static variables.
    let newer = c.module.version() >= IrVersion::V23;
    let fits = |kind| RETAINED.has(kind) || newer && (TYPE.has(kind) || kind == DIGlobalVariableExpression);
    let node = retained.and_then(|m| Node::new(c.view, m)).filter(|r| fits(r.node.kind));
    check!(c, node.is_some(), rules::RETAINED_KIND, n, list, retained);
    let scope = node.and_then(|r| match r.node.kind {
        DIGlobalVariableExpression => scope(c.view, r.get(debug_info::global_variable_expression::VAR)?),
        _ => scope(c.view, r.id),
    });
    check!(c, scope.is_some_and(|m| is(c.view, m, LOCAL_SCOPE)), rules::RETAINED_NOT_LOCAL, n, list, retained);
    let owner = scope.and_then(|m| c.view.links().subprogram(m)).map(|s| Metadata::new(MetadataRef::Node(s)));
    if owner != Some(n.id) {
        let unit = owner.and_then(|m| Node::new(c.view, m)?.get(debug_info::subprogram::UNIT));
        let entities = [n.into(), list.into(), retained.into(), scope.into(), owner.into(), unit.into()];
        return c.fail(&rules::RETAINED_ELSEWHERE, &entities);
    }
    Ok(())
}

fn lexical_block(c: &mut Checker, n: Node) -> Checked {
    use debug_info::lexical_block::*;
    let _ = local_scope(c, n, SCOPE);
    check!(c, n.word(LINE) != 0 || n.word(COLUMN) == 0, rules::COLUMN_WITHOUT_LINE, n);
    Ok(())
}

fn common_block(c: &mut Checker, n: Node) -> Checked {
    use debug_info::common_block::*;
    check!(c, n.has_or_null(SCOPE, self::SCOPE), rules::SCOPE_REFERENCE, n, n.get(SCOPE));
    let is_variable = n.has_or_null(DECLARATION, Kinds::of(&[DIGlobalVariable]));
    check!(c, is_variable, rules::COMMON_DECLARATION, n, n.get(DECLARATION));
    Ok(())
}

fn template_value_parameter(c: &mut Checker, n: Node) -> Checked {
    use debug_info::template_value_parameter::*;
    let _ = type_reference(c, n, TYPE);
    let fits = matches!(
        n.word(TAG_),
        tag::TEMPLATE_VALUE_PARAMETER | tag::GNU_TEMPLATE_TEMPLATE_PARAM | tag::GNU_TEMPLATE_PARAMETER_PACK
    );
    check!(c, fits, rules::TAG, n);
    Ok(())
}

/// The common checks of variables and labels.
fn scope_and_file(c: &mut Checker, n: Node, scope: usize, file: usize) -> Checked {
    scope_reference(c, n, scope)?;
    file_reference(c, n, file)
}

fn global_variable(c: &mut Checker, n: Node) -> Checked {
    use debug_info::global_variable::*;
    let _ = scope_and_file(c, n, SCOPE, FILE);
    type_reference(c, n, TYPE)?;
    check!(c, n.word(IS_DEFINITION) == 0 || n.get(TYPE).is_some(), rules::VARIABLE_TYPE, n);
    let is_member = n.has_or_null(DECLARATION, Kinds::of(&[DIDerivedType]));
    check!(c, is_member, rules::STATIC_MEMBER_DECLARATION, n, n.get(DECLARATION));
    Ok(())
}

fn local_variable(c: &mut Checker, n: Node) -> Checked {
    use debug_info::local_variable::*;
    let _ = scope_and_file(c, n, SCOPE, FILE);
    type_reference(c, n, TYPE)?;
    check!(c, n.has(SCOPE, LOCAL_SCOPE), rules::VARIABLE_SCOPE, n, n.get(SCOPE));
    check!(c, !n.has(TYPE, Kinds::of(&[DISubroutineType])), rules::FUNCTION_AS_VARIABLE, n, n.get(TYPE));
    Ok(())
}

fn label(c: &mut Checker, n: Node) -> Checked {
    use debug_info::label::*;
    scope_and_file(c, n, SCOPE, FILE)?;
    check!(c, n.has(SCOPE, LOCAL_SCOPE), rules::LABEL_SCOPE, n, n.get(SCOPE));
    Ok(())
}

/// Checks a variable and its expression.
pub(super) fn global_variable_expression(c: &mut Checker, n: Node) -> Checked {
    use debug_info::global_variable_expression::*;
    let Some(variable) = n.get(VAR) else { return c.fail(&rules::NO_VARIABLE, &[]) };
    let Some(variable) = Node::new(c.view, variable).filter(|v| v.node.kind == DIGlobalVariable) else {
        return c.fail(&rules::TAG, &[variable.into()]);
    };
    let _ = global_variable(c, variable);
    let Some(expression) = n.get(EXPR) else { return Ok(()) };
    let Some(expression) = Node::new(c.view, expression).filter(|e| e.node.kind == DIExpression) else {
        return c.fail(&rules::EXPRESSION, &[expression.into()]);
    };
    let _ = self::expression(c, expression);
    match Fragment::of(expression.node.words) {
        Some(fragment) => check_fragment(c, fragment, variable, n.into()),
        None => Ok(()),
    }
}

/// The fragment of a variable that an expression describes.
#[derive(Clone, Copy)]
pub(super) struct Fragment {
    offset: u32,
    size: u32,
}

impl Fragment {
    pub fn of(words: &[u32]) -> Option<Fragment> {
        let operation = expression_operations(words).find(|op| op.code == OP_LLVM_FRAGMENT)?;
        let mut args = operation.args();
        Some(Fragment { offset: args.next()? as u32, size: args.next()? as u32 })
    }
}

/// Checks that a fragment is a proper part of its variable. `shown` is the node or record with the fragment.
pub(super) fn check_fragment(c: &mut Checker, fragment: Fragment, variable: Node, shown: Entity) -> Checked {
    let Some(size) = size_of_variable(variable) else { return Ok(()) };
    let end = fragment.offset.wrapping_add(fragment.size);
    check!(c, end as u64 <= size, rules::FRAGMENT_OUTSIDE, shown.clone(), variable);
    check!(c, fragment.size as u64 != size, rules::FRAGMENT_OF_ALL, shown, variable);
    Ok(())
}

/// The size of a variable in bits, if known: the first size in the chain of base types.
fn size_of_variable(variable: Node) -> Option<u64> {
    let field = match variable.node.kind {
        DILocalVariable => debug_info::local_variable::TYPE,
        _ => debug_info::global_variable::TYPE,
    };
    let mut ty = variable.get(field)?;
    // Only a cyclic chain is longer.
    for _ in 0..variable.view.module.metadata().node_count() {
        let n = Node::new(variable.view, ty)?;
        let size = match n.node.kind {
            DIBasicType => debug_info::basic_type::SIZE_,
            DIFixedPointType => debug_info::fixed_point_type::SIZE_,
            DIStringType => debug_info::string_type::SIZE_,
            DISubrangeType => debug_info::subrange_type::SIZE_,
            DIDerivedType => debug_info::derived_type::SIZE_,
            DICompositeType => debug_info::composite_type::SIZE_,
            _ => return None,
        };
        let size = n.get(size).and_then(|m| n.view.module.constants().as_u64(n.view.constant(m)?));
        match size {
            Some(size) if size != 0 => return Some(size),
            _ if n.node.kind == DIDerivedType => ty = n.get(debug_info::derived_type::BASE_TYPE)?,
            _ => return None,
        }
    }
    None
}

fn imported_entity(c: &mut Checker, n: Node) -> Checked {
    use debug_info::imported_entity::*;
    check!(c, matches!(n.word(TAG_), tag::IMPORTED_MODULE | tag::IMPORTED_DECLARATION), rules::TAG, n);
    check!(c, n.has_or_null(SCOPE, self::SCOPE), rules::IMPORT_SCOPE, n, n.get(SCOPE));
    check!(c, n.has_or_null(ENTITY, ENTRY), rules::IMPORTED_ENTITY, n, n.get(ENTITY));
    Ok(())
}

/// `DW_MACINFO_start_file`.
const MACRO_FILE: u32 = 3;

fn macro_(c: &mut Checker, n: Node) -> Checked {
    use debug_info::macro_::*;
    // DW_MACINFO_define, DW_MACINFO_undef
    check!(c, matches!(n.word(TYPE), 1 | 2), rules::MACRO_KIND, n);
    check!(c, !n.string(NAME).is_empty(), rules::NAMELESS_MACRO, n);
    Ok(())
}

fn macro_file(c: &mut Checker, n: Node) -> Checked {
    use debug_info::macro_file::*;
    check!(c, n.word(TYPE) == MACRO_FILE, rules::MACRO_KIND, n);
    file_reference(c, n, FILE)?;
    macros(c, n, NODES)
}

/// Checks a list of macros.
pub(super) fn macros(c: &mut Checker, n: Node, field: usize) -> Checked {
    is_list(c, n, field, &rules::MACRO_LIST)?;
    for &word in n.list(field) {
        let m = Metadata::from_word(word);
        check!(c, m.is_some_and(|m| is(c.view, m, MACRO_NODE)), rules::MACRO_REFERENCE, n, m);
    }
    Ok(())
}
