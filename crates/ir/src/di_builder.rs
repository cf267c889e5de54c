//! Debug info builder: LLVM's `DIBuilder` ([Language Reference: Specialized Metadata
//! Nodes](https://llvm.org/docs/LangRef.html#specialized-metadata-nodes)).
//!
//! A [`DIBuilder`] creates the nodes of one compile unit. It borrows nothing: each method takes the module, so that a [`Builder`]
//! can be used in between. [`DIBuilder::finalize`] writes the lists of the compile unit and of subprograms. Sizes and alignments
//! are in bits. [`MetadataStore::add_fields`](crate::metadata::MetadataStore::add_fields) creates nodes of kinds that have no
//! method here.
//!
//! ```
//! use lindworm_ir::builder::BuildError;
//! use lindworm_ir::di_builder::{CompileUnit, DIBuilder, Subprogram};
//! use lindworm_ir::{Context, Module, Type, Value, dwarf};
//!
//! let mut module = Module::new(&Context::new(), "m");
//! let file = DIBuilder::file(&mut module, "square.k", "/src");
//! let unit = CompileUnit { language: 2, producer: "an example", ..CompileUnit::new(file) };
//! let mut di = DIBuilder::new(&mut module, &unit);
//! let signed = dwarf::ENCODING.code(b"DW_ATE_signed").unwrap_or(0);
//! let int = di.basic_type(&mut module, "int", 32, signed);
//! let function_type = di.subroutine_type(&mut module, &[Some(int), Some(int)]);
//!
//! let ty = module.context().function_type(Type::I32, &[Type::I32], false);
//! let function = module.add_function(b"same", ty);
//! let subprogram = Subprogram { file: Some(file), line: 3, scope_line: 3, ..Subprogram::new(file, "same", function_type) };
//! let subprogram = di.function(&mut module, &subprogram);
//! module.set_subprogram(function, subprogram);
//! module.build_body(function, |b| {
//!     let entry = b.append_block("entry");
//!     b.at_end(entry).at_location(3, 1, subprogram);
//!     let x = di.parameter(b.module_mut(), subprogram, "x", 1, file, 3, Some(int));
//!     let expression = di.expression(b.module_mut(), &[]);
//!     b.dbg_value(Value::arg(0), x, expression)?;
//!     b.ret(Some(Value::arg(0)))
//! })?;
//! di.finalize(&mut module);
//! # Ok::<(), BuildError>(())
//! ```

use crate::body::{DebugRecordData, RecordPosition};
use crate::builder::{BuildError, Builder};
use crate::context::MetadataKind;
use crate::debug_info::*;
use crate::editor::Point;
use crate::hash::HashMap;
use crate::metadata::{Metadata, MetadataRef, NULL_WORD};
use crate::module::{Module, NamedMetadata};
use crate::types::Type;
use crate::value::{Global, Value};

/// The properties of a compile unit.
#[derive(Clone, Copy, Debug)]
pub struct CompileUnit<'s> {
    /// The source language: a number of [`crate::dwarf::LANGUAGE`].
    pub language: u32,
    /// The file, made by [`DIBuilder::file`].
    pub file: Metadata,
    /// The compiler.
    pub producer: &'s str,
    /// Whether the code is optimized.
    pub is_optimized: bool,
    /// The command line.
    pub flags: &'s str,
    /// The version of the Objective-C runtime.
    pub runtime_version: u32,
    /// The emission kind: a number of [`crate::dwarf::EMISSION_KIND`], 1 for full debug information.
    pub emission_kind: u32,
}

impl CompileUnit<'_> {
    /// A compile unit of a C file, with full debug information.
    pub fn new(file: Metadata) -> CompileUnit<'static> {
        let (producer, flags) = ("", "");
        CompileUnit { language: 2, file, producer, is_optimized: false, flags, runtime_version: 0, emission_kind: 1 }
    }
}

/// The properties of a subprogram.
#[derive(Clone, Copy, Debug)]
pub struct Subprogram<'s> {
    /// The enclosing scope: a file, namespace or type.
    pub scope: Metadata,
    /// The name.
    pub name: &'s str,
    /// The symbol name, if it differs from the name.
    pub linkage_name: &'s str,
    /// The file.
    pub file: Option<Metadata>,
    /// The line of the declaration.
    pub line: u32,
    /// The type: [`DIBuilder::subroutine_type`].
    pub ty: Metadata,
    /// The line where the body starts.
    pub scope_line: u32,
    /// `DIFlags`: numbers of [`crate::dwarf::FLAGS`].
    pub flags: u32,
    /// `DISPFlags`: numbers of [`crate::dwarf::SUBPROGRAM_FLAGS`].
    pub sp_flags: u32,
}

impl<'s> Subprogram<'s> {
    /// A function defined in this scope.
    pub fn new(scope: Metadata, name: &'s str, ty: Metadata) -> Subprogram<'s> {
        let (linkage_name, file, sp_flags) = ("", None, SP_FLAG_DEFINITION);
        Subprogram { scope, name, linkage_name, file, line: 0, ty, scope_line: 0, flags: 0, sp_flags }
    }
}

/// The properties of a type derived from another: a member, `typedef`, qualified type, ...
#[derive(Clone, Copy, Debug)]
pub struct DerivedType<'s> {
    /// The tag: a number of [`crate::dwarf::TAG`].
    pub tag: u32,
    /// The name; empty if none.
    pub name: &'s str,
    /// The enclosing scope.
    pub scope: Option<Metadata>,
    /// The file.
    pub file: Option<Metadata>,
    /// The line.
    pub line: u32,
    /// The base type; `None` for `void`.
    pub base: Option<Metadata>,
    /// The size in bits.
    pub size: u64,
    /// The alignment in bits, if it is not the default.
    pub align: u32,
    /// The offset in the struct, in bits.
    pub offset: u64,
    /// `DIFlags`: numbers of [`crate::dwarf::FLAGS`].
    pub flags: u32,
}

impl DerivedType<'_> {
    /// A type with this tag and base type.
    pub fn new(tag: u32, base: Option<Metadata>) -> DerivedType<'static> {
        let (name, scope, file) = ("", None, None);
        DerivedType { tag, name, scope, file, line: 0, base, size: 0, align: 0, offset: 0, flags: 0 }
    }
}

/// The properties of a struct, union, class, array or enumeration.
#[derive(Clone, Copy, Debug)]
pub struct CompositeType<'s> {
    /// The tag: a number of [`crate::dwarf::TAG`].
    pub tag: u32,
    /// The name; empty if none.
    pub name: &'s str,
    /// The enclosing scope.
    pub scope: Option<Metadata>,
    /// The file.
    pub file: Option<Metadata>,
    /// The line.
    pub line: u32,
    /// The element type of an array, or the underlying type of an enumeration.
    pub base: Option<Metadata>,
    /// The size in bits.
    pub size: u64,
    /// The alignment in bits, if it is not the default.
    pub align: u32,
    /// `DIFlags`: numbers of [`crate::dwarf::FLAGS`].
    pub flags: u32,
    /// Members, dimensions or enumerators.
    pub elements: &'s [Metadata],
    /// The identifier by which equal types of several modules are unified; empty if none.
    pub identifier: &'s str,
}

impl CompositeType<'_> {
    /// A type with this tag and no elements.
    pub fn new(tag: u32) -> CompositeType<'static> {
        let (name, scope, file, base) = ("", None, None, None);
        let (elements, identifier) = (&[], "");
        CompositeType { tag, name, scope, file, line: 0, base, size: 0, align: 0, flags: 0, elements, identifier }
    }
}

/// Creates the debug information of a compile unit: see the [module](self).
#[derive(Clone, Debug)]
pub struct DIBuilder {
    unit: Metadata,
    enums: Vec<Metadata>,
    retained_types: Vec<Metadata>,
    globals: Vec<Metadata>,
    /// For each subprogram with variables, the nodes to keep although they are not used.
    retained_nodes: HashMap<Metadata, Vec<Metadata>>,
}

fn word(m: Option<Metadata>) -> u64 {
    m.map_or(NULL_WORD, Metadata::bits).into()
}

/// The word of a string; `null` for the empty string.
fn string(module: &mut Module, text: &str) -> u64 {
    word((!text.is_empty()).then(|| module.metadata.add_string(text.as_bytes())))
}

/// The word of a size in bits, which is a constant; `null` for 0.
fn size(module: &mut Module, bits: u64) -> u64 {
    if bits == 0 { NULL_WORD.into() } else { number(module, bits) }
}

/// The word of a number, which is a constant.
fn number(module: &mut Module, number: u64) -> u64 {
    let constant = module.constants.int(&module.context, Type::I64, number);
    word(Some(module.metadata.add_value(constant)))
}

fn tuple(module: &mut Module, elements: &[Option<Metadata>]) -> Metadata {
    let words: Vec<u32> = elements.iter().map(|&m| word(m) as u32).collect();
    module.metadata.add_node(NodeKind::Tuple, false, &words)
}

fn list(module: &mut Module, elements: &[Metadata]) -> Metadata {
    let elements: Vec<_> = elements.iter().copied().map(Some).collect();
    tuple(module, &elements)
}

/// The numbers of DWARF tags that have dedicated methods.
const TAG_ARRAY: u32 = 0x01;
const TAG_ENUMERATION: u32 = 0x04;
const TAG_POINTER: u32 = 0x0f;

impl DIBuilder {
    /// Starts a compile unit. Adds the module flag `Debug Info Version`, without which LLVM drops debug information.
    pub fn new(module: &mut Module, unit: &CompileUnit<'_>) -> DIBuilder {
        use compile_unit::*;
        let fields = [
            (LANGUAGE_, unit.language.into()),
            (FILE, unit.file.bits().into()),
            (PRODUCER, string(module, unit.producer)),
            (IS_OPTIMIZED, unit.is_optimized.into()),
            (FLAGS_, string(module, unit.flags)),
            (RUNTIME_VERSION, unit.runtime_version.into()),
            (EMISSION_KIND_, unit.emission_kind.into()),
        ];
        let unit = module.metadata.add_fields(NodeKind::DICompileUnit, true, &fields, &[]);
        match module.named_metadata.iter_mut().find(|named| *named.name == *b"llvm.dbg.cu") {
            Some(units) => units.operands.push(unit),
            None => module.named_metadata.push(NamedMetadata { name: b"llvm.dbg.cu"[..].into(), operands: vec![unit] }),
        }
        if module.flag(b"Debug Info Version").is_none() {
            const WARNING: u32 = 2;
            module.add_flag_with(WARNING, b"Debug Info Version", 3);
        }
        let (enums, retained_types, globals) = (Vec::new(), Vec::new(), Vec::new());
        DIBuilder { unit, enums, retained_types, globals, retained_nodes: HashMap::default() }
    }

    /// The compile unit.
    pub fn unit(&self) -> Metadata {
        self.unit
    }

    /// A source file. Needs no builder, because a compile unit needs a file first.
    pub fn file(module: &mut Module, name: &str, directory: &str) -> Metadata {
        let [name, directory] = [name, directory].map(|s| module.metadata.add_string(s.as_bytes()).bits().into());
        module.metadata.add_fields(
            NodeKind::DIFile,
            false,
            &[(file::FILENAME, name), (file::DIRECTORY, directory)],
            &[],
        )
    }

    // Types.

    /// A basic type, such as an integer, character or boolean; `encoding` is a number of [`crate::dwarf::ENCODING`].
    pub fn basic_type(&mut self, module: &mut Module, name: &str, bits: u64, encoding: u32) -> Metadata {
        use basic_type::*;
        let fields = [(NAME, string(module, name)), (SIZE_, size(module, bits)), (ENCODING_, encoding.into())];
        module.metadata.add_fields(NodeKind::DIBasicType, false, &fields, &[])
    }

    /// A type without a size, such as `nullptr_t`.
    pub fn unspecified_type(&mut self, module: &mut Module, name: &str) -> Metadata {
        use basic_type::*;
        const UNSPECIFIED: u64 = 0x3b;
        let fields = [(TAG_, UNSPECIFIED), (NAME, string(module, name))];
        module.metadata.add_fields(NodeKind::DIBasicType, false, &fields, &[])
    }

    /// A pointer type of this size; a pointer to `void` if `to` is `None`.
    pub fn pointer_type(&mut self, module: &mut Module, to: Option<Metadata>, bits: u64) -> Metadata {
        self.derived_type(module, &DerivedType { size: bits, ..DerivedType::new(TAG_POINTER, to) })
    }

    /// A derived type: a member, `typedef`, qualified type, pointer, ...
    pub fn derived_type(&mut self, module: &mut Module, ty: &DerivedType<'_>) -> Metadata {
        use derived_type::*;
        let fields = [
            (TAG_, ty.tag.into()),
            (NAME, string(module, ty.name)),
            (SCOPE, word(ty.scope)),
            (FILE, word(ty.file)),
            (LINE, ty.line.into()),
            (BASE_TYPE, word(ty.base)),
            (SIZE_, size(module, ty.size)),
            (ALIGN, ty.align.into()),
            (OFFSET, size(module, ty.offset)),
            (FLAGS_, ty.flags.into()),
        ];
        module.metadata.add_fields(NodeKind::DIDerivedType, false, &fields, &[])
    }

    /// A struct, union, class, array or enumeration. An enumeration is added to the list of the compile unit.
    pub fn composite_type(&mut self, module: &mut Module, ty: &CompositeType<'_>) -> Metadata {
        self.composite(module, ty, false)
    }

    /// A struct whose elements may refer to it through a pointer: the elements are created after the struct.
    ///
    /// ```
    /// use lindworm_ir::di_builder::{CompileUnit, CompositeType, DIBuilder, DerivedType};
    /// use lindworm_ir::{Context, Module};
    ///
    /// let mut module = Module::new(&Context::new(), "m");
    /// let file = DIBuilder::file(&mut module, "list.c", "/src");
    /// let mut di = DIBuilder::new(&mut module, &CompileUnit::new(file));
    /// let list = CompositeType { name: "list", size: 64, ..CompositeType::new(0x13) };
    /// di.recursive_type(&mut module, &list, |di, module, list| {
    ///     let next = di.pointer_type(module, Some(list), 64);
    ///     vec![di.derived_type(module, &DerivedType { name: "next", size: 64, ..DerivedType::new(0x0d, Some(next)) })]
    /// });
    /// ```
    pub fn recursive_type(
        &mut self,
        module: &mut Module,
        ty: &CompositeType<'_>,
        elements: impl FnOnce(&mut DIBuilder, &mut Module, Metadata) -> Vec<Metadata>,
    ) -> Metadata {
        let made = self.composite(module, ty, true);
        let elements = elements(self, module, made);
        let elements = list(module, &elements);
        self.set(module, made, composite_type::ELEMENTS, elements);
        made
    }

    fn composite(&mut self, module: &mut Module, ty: &CompositeType<'_>, distinct: bool) -> Metadata {
        use composite_type::*;
        let elements = if ty.elements.is_empty() { None } else { Some(list(module, ty.elements)) };
        let fields = [
            (TAG_, ty.tag.into()),
            (NAME, string(module, ty.name)),
            (SCOPE, word(ty.scope)),
            (FILE, word(ty.file)),
            (LINE, ty.line.into()),
            (BASE_TYPE, word(ty.base)),
            (SIZE_, size(module, ty.size)),
            (ALIGN, ty.align.into()),
            (FLAGS_, ty.flags.into()),
            (ELEMENTS, word(elements)),
            (IDENTIFIER, string(module, ty.identifier)),
        ];
        let made = module.metadata.add_fields(NodeKind::DICompositeType, distinct, &fields, &[]);
        if ty.tag == TAG_ENUMERATION {
            self.enums.push(made);
        }
        made
    }

    /// An array of this size, with dimensions from [`DIBuilder::subrange`].
    pub fn array_type(&mut self, module: &mut Module, of: Metadata, bits: u64, dimensions: &[Metadata]) -> Metadata {
        let new = CompositeType::new(TAG_ARRAY);
        self.composite_type(module, &CompositeType { base: Some(of), size: bits, elements: dimensions, ..new })
    }

    /// A dimension of an array: `count` elements, with lower bound 0.
    pub fn subrange(&mut self, module: &mut Module, count: u64) -> Metadata {
        let count = number(module, count);
        module.metadata.add_fields(NodeKind::DISubrange, false, &[(subrange::COUNT, count)], &[])
    }

    /// An enumerator.
    pub fn enumerator(&mut self, module: &mut Module, name: &str, value: i64, is_unsigned: bool) -> Metadata {
        use enumerator::*;
        let name = module.metadata.add_string(name.as_bytes()).bits();
        let fields = [(NAME, name.into()), (IS_UNSIGNED, is_unsigned.into())];
        let value = [64, value as u32, (value >> 32) as u32];
        module.metadata.add_fields(NodeKind::DIEnumerator, false, &fields, &value)
    }

    /// The type of a function: return type, then parameter types; `None` for `void`.
    pub fn subroutine_type(&mut self, module: &mut Module, types: &[Option<Metadata>]) -> Metadata {
        let types = tuple(module, types).bits();
        let fields = [(subroutine_type::TYPES, types.into())];
        module.metadata.add_fields(NodeKind::DISubroutineType, false, &fields, &[])
    }

    /// Keeps a type that is not used.
    pub fn retain_type(&mut self, ty: Metadata) {
        self.retained_types.push(ty);
    }

    // Functions, scopes and variables.

    /// A subprogram. [`Module::set_subprogram`] attaches it.
    pub fn function(&mut self, module: &mut Module, function: &Subprogram<'_>) -> Metadata {
        use subprogram::*;
        let is_definition = function.sp_flags & SP_FLAG_DEFINITION != 0;
        let fields = [
            (NAME, string(module, function.name)),
            (LINKAGE_NAME, string(module, function.linkage_name)),
            (SCOPE, function.scope.bits().into()),
            (FILE, word(function.file)),
            (LINE, function.line.into()),
            (TYPE, function.ty.bits().into()),
            (SCOPE_LINE, function.scope_line.into()),
            (FLAGS_, function.flags.into()),
            (SP_FLAGS_, function.sp_flags.into()),
            (UNIT, word(is_definition.then_some(self.unit))),
        ];
        module.metadata.add_fields(NodeKind::DISubprogram, is_definition, &fields, &[])
    }

    /// A lexical block within a function or another block.
    pub fn lexical_block(
        &mut self,
        module: &mut Module,
        scope: Metadata,
        file: Metadata,
        line: u32,
        column: u32,
    ) -> Metadata {
        use lexical_block::*;
        let (scope, file) = (scope.bits().into(), file.bits().into());
        let fields = [(SCOPE, scope), (FILE, file), (LINE, line.into()), (COLUMN, column.into())];
        module.metadata.add_fields(NodeKind::DILexicalBlock, true, &fields, &[])
    }

    /// A local variable. `retained` keeps it in the list of its function even if it is optimized out.
    #[allow(clippy::too_many_arguments)]
    pub fn variable(
        &mut self,
        module: &mut Module,
        scope: Metadata,
        name: &str,
        file: Metadata,
        line: u32,
        ty: Option<Metadata>,
        retained: bool,
    ) -> Metadata {
        self.local(module, scope, name, 0, file, line, ty, retained)
    }

    /// A parameter of a function, numbered from 1.
    #[allow(clippy::too_many_arguments)]
    pub fn parameter(
        &mut self,
        module: &mut Module,
        scope: Metadata,
        name: &str,
        number: u16,
        file: Metadata,
        line: u32,
        ty: Option<Metadata>,
    ) -> Metadata {
        self.local(module, scope, name, number, file, line, ty, false)
    }

    #[allow(clippy::too_many_arguments)]
    fn local(
        &mut self,
        module: &mut Module,
        scope: Metadata,
        name: &str,
        arg: u16,
        file: Metadata,
        line: u32,
        ty: Option<Metadata>,
        retained: bool,
    ) -> Metadata {
        use local_variable::*;
        let fields = [
            (NAME, string(module, name)),
            (ARG, arg.into()),
            (SCOPE, scope.bits().into()),
            (FILE, file.bits().into()),
            (LINE, line.into()),
            (TYPE, word(ty)),
        ];
        let made = module.metadata.add_fields(NodeKind::DILocalVariable, false, &fields, &[]);
        if let Some(subprogram) = subprogram_of(module, scope) {
            let nodes = self.retained_nodes.entry(subprogram).or_default();
            nodes.extend(retained.then_some(made));
        }
        made
    }

    /// A global variable with its location: a `DIGlobalVariableExpression`, to be attached to the variable as `!dbg`.
    #[allow(clippy::too_many_arguments)]
    pub fn global_variable(
        &mut self,
        module: &mut Module,
        name: &str,
        linkage_name: &str,
        file: Metadata,
        line: u32,
        ty: Option<Metadata>,
        is_local: bool,
    ) -> Metadata {
        use global_variable::*;
        let fields = [
            (NAME, string(module, name)),
            (LINKAGE_NAME, string(module, linkage_name)),
            (SCOPE, self.unit.bits().into()),
            (FILE, file.bits().into()),
            (LINE, line.into()),
            (TYPE, word(ty)),
            (IS_LOCAL, is_local.into()),
        ];
        let variable = module.metadata.add_fields(NodeKind::DIGlobalVariable, true, &fields, &[]);
        let expression = self.expression(module, &[]);
        use global_variable_expression::{EXPR, VAR};
        let fields = [(VAR, variable.bits().into()), (EXPR, expression.bits().into())];
        let made = module.metadata.add_fields(NodeKind::DIGlobalVariableExpression, false, &fields, &[]);
        self.globals.push(made);
        made
    }

    /// `!DIExpression` with these operations and arguments.
    pub fn expression(&mut self, module: &mut Module, elements: &[u64]) -> Metadata {
        let words: Vec<u32> = elements.iter().flat_map(|&e| [e as u32, (e >> 32) as u32]).collect();
        module.metadata.add_node(NodeKind::DIExpression, false, &words)
    }

    /// Writes the lists of the compile unit and of subprograms.
    pub fn finalize(self, module: &mut Module) {
        use compile_unit::{ENUMS, GLOBALS, RETAINED_TYPES};
        for (field, nodes) in [(ENUMS, &self.enums), (RETAINED_TYPES, &self.retained_types), (GLOBALS, &self.globals)] {
            if !nodes.is_empty() {
                let nodes = list(module, nodes);
                self.set(module, self.unit, field, nodes);
            }
        }
        let mut functions: Vec<_> = self.retained_nodes.iter().collect();
        functions.sort_by_key(|(function, _)| function.bits());
        for (&function, nodes) in functions {
            let nodes = list(module, nodes);
            self.set(module, function, subprogram::RETAINED_NODES, nodes);
        }
    }

    /// Sets a field of a distinct node.
    fn set(&self, module: &mut Module, node: Metadata, field: usize, value: Metadata) {
        if let Some(node) = node.as_node() {
            module.metadata.set_field(node, field, value.bits().into());
        }
    }
}

/// The subprogram that contains the scope, or is the scope, if it is a definition.
fn subprogram_of(module: &Module, mut scope: Metadata) -> Option<Metadata> {
    loop {
        let node = module.metadata.node(scope.as_node()?);
        match node.kind {
            NodeKind::DISubprogram => return node.distinct.then_some(scope),
            NodeKind::DILexicalBlock => scope = node.get_ref(lexical_block::SCOPE)?,
            NodeKind::DILexicalBlockFile => scope = node.get_ref(lexical_block_file::SCOPE)?,
            _ => return None,
        }
    }
}

impl Module {
    /// Attaches a subprogram to a function, or the result of [`DIBuilder::global_variable`] to a variable, as `!dbg`.
    pub fn set_subprogram(&mut self, global: Global, subprogram: Metadata) {
        let attached = &mut self.globals[global].metadata;
        // Attachments are ordered by kind, and `!dbg` is the first.
        attached.insert(0, (MetadataKind::DBG, subprogram));
    }
}

/// Debug records, created at the insertion point.
impl Builder<'_, &mut Module> {
    /// `#dbg_declare`: the variable is in memory at `address`.
    pub fn dbg_declare(&mut self, address: Value, variable: Metadata, expression: Metadata) -> Result<(), BuildError> {
        let location = self.metadata_of(address);
        self.dbg_record(|debug_loc| DebugRecordData::Declare { location, variable, expression, debug_loc })
    }

    /// `#dbg_value`: the variable has `value` from here on.
    pub fn dbg_value(&mut self, value: Value, variable: Metadata, expression: Metadata) -> Result<(), BuildError> {
        let location = self.metadata_of(value);
        self.dbg_record(|debug_loc| DebugRecordData::Value { location, variable, expression, debug_loc })
    }

    /// `#dbg_label`.
    pub fn dbg_label(&mut self, label: Metadata) -> Result<(), BuildError> {
        self.dbg_record(|debug_loc| DebugRecordData::Label { label, debug_loc })
    }

    /// Inserts a debug record, with the debug location of the builder, at the insertion point.
    fn dbg_record(&mut self, record: impl FnOnce(Metadata) -> DebugRecordData) -> Result<(), BuildError> {
        let location = self.debug_loc.ok_or(BuildError::NoLocation)?;
        let position = match self.point().ok_or(BuildError::NoPoint)? {
            Point::Before(inst) | Point::BeforeRecords(inst) => RecordPosition::Before(inst),
            Point::End(block) => RecordPosition::End(block),
        };
        self.body().append_debug_record(position, record(location));
        Ok(())
    }

    /// A value as metadata: `ValueAsMetadata`.
    pub fn metadata_of(&mut self, value: Value) -> Metadata {
        if !value.is_local() {
            return self.module_mut().metadata.add_value(value);
        }
        let values = &mut self.body().local_metadata;
        values.push(value);
        Metadata::new(MetadataRef::Local(values.len() as u32 - 1))
    }
}
