//! Modules ([Language Reference: Module Structure](https://llvm.org/docs/LangRef.html#module-structure)).

use crate::hash::{HashMap, HashSet};
use std::collections::hash_map::Entry;

use cranelift_entity::{EntityRef, PrimaryMap};

use crate::attributes::{AttributeList, AttributeSet};
use crate::body::Body;
use crate::calling_convention::CallingConvention;
use crate::constant::{ConstantData, Constants};
use crate::context::Context;
use crate::data_layout::DataLayout;
use crate::instruction::{Align, keyword_enum};
use crate::intrinsics::IntrinsicId;
use crate::metadata::{Attachment, Metadata, MetadataStore};
use crate::types::{Type, TypeKind};
use crate::value::{Block, Global, InlineAsm, Value, ValueKind, check_count};
use crate::version::{IrVersion, NewestForm};

mod address;
mod as_read;

mod assembler;
mod build;
mod drop;
mod edit_bodies;
mod flags;
mod parts;
mod replace;
mod strip_debug_info;

pub use address::BaseObjects;
use as_read::AsRead;
pub use as_read::{LateUse, NativeSplats};
pub use edit_bodies::Additions;

keyword_enum! {
    /// Linkage ([Language Reference](https://llvm.org/docs/LangRef.html#linkage-types)). The keyword `external` is printed only
    /// on declarations of variables.
    Linkage {
        External = "external",
        AvailableExternally = "available_externally",
        LinkOnceAny = "linkonce",
        LinkOnceOdr = "linkonce_odr",
        WeakAny = "weak",
        WeakOdr = "weak_odr",
        Appending = "appending",
        Internal = "internal",
        Private = "private",
        ExternalWeak = "extern_weak",
        Common = "common",
    }
}

impl Linkage {
    /// Whether the linkage is `internal` or `private`.
    pub fn is_local(self) -> bool {
        matches!(self, Linkage::Internal | Linkage::Private)
    }

    /// Whether the linker may replace the definition by a different one.
    pub fn is_interposable(self) -> bool {
        matches!(self, Linkage::WeakAny | Linkage::LinkOnceAny | Linkage::Common | Linkage::ExternalWeak)
    }
}

keyword_enum! {
    /// Visibility ([Language Reference](https://llvm.org/docs/LangRef.html#visibility-styles)).
    Visibility {
        Default = "default",
        Hidden = "hidden",
        Protected = "protected",
    }
}

keyword_enum! {
    /// DLL storage class ([Language Reference](https://llvm.org/docs/LangRef.html#dll-storage-classes)).
    DllStorage {
        Default = "",
        Import = "dllimport",
        Export = "dllexport",
    }
}

keyword_enum! {
    /// Thread-local storage model ([Language Reference](https://llvm.org/docs/LangRef.html#tls-models)).
    TlsModel {
        None = "",
        GeneralDynamic = "generaldynamic",
        LocalDynamic = "localdynamic",
        InitialExec = "initialexec",
        LocalExec = "localexec",
    }
}

keyword_enum! {
    /// Whether the address is significant.
    UnnamedAddr {
        None = "",
        Local = "local_unnamed_addr",
        Global = "unnamed_addr",
    }
}

keyword_enum! {
    /// Code model of a variable.
    CodeModel {
        Tiny = "tiny",
        Small = "small",
        Kernel = "kernel",
        Medium = "medium",
        Large = "large",
    }
}

keyword_enum! {
    /// How the linker selects among comdats of the same name ([Language Reference](https://llvm.org/docs/LangRef.html#comdats)).
    ComdatKind {
        Any = "any",
        ExactMatch = "exactmatch",
        Largest = "largest",
        NoDeduplicate = "nodeduplicate",
        SameSize = "samesize",
    }
}

/// A comdat of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Comdat(u32);
cranelift_entity::entity_impl!(Comdat, "comdat");

/// A comdat: `$name = comdat kind`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComdatData {
    /// The name without `$`.
    pub name: Box<[u8]>,
    /// The selection kind.
    pub kind: ComdatKind,
}

bitflags::bitflags! {
    /// Properties of a variable that concern sanitizers.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct SanitizerFlags: u8 {
        /// `no_sanitize_address`.
        const NO_ADDRESS = 1;
        /// `no_sanitize_hwaddress`.
        const NO_HWADDRESS = 2;
        /// `sanitize_memtag`.
        const MEMTAG = 4;
        /// `sanitize_address_dyninit`.
        const ADDRESS_DYN_INIT = 8;
    }
}

/// A global variable, function, alias or ifunc. A property that does not apply to the kind of the global has its default value.
#[derive(Clone)]
pub struct GlobalValue {
    pub(crate) name: Box<[u8]>,
    /// The value type; for a function the function type.
    pub value_type: Type,
    pub(crate) ty: Type,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// DLL storage class.
    pub dll_storage: DllStorage,
    /// `dso_local`, explicit or implied by linkage or visibility.
    pub dso_local: bool,
    /// Whether the address is significant.
    pub unnamed_addr: UnnamedAddr,
    /// Thread-local storage model.
    pub tls: TlsModel,
    /// Partition; empty if none.
    pub partition: Box<[u8]>,
    /// Section; empty if none.
    pub section: Box<[u8]>,
    /// Alignment.
    pub align: Align,
    /// Comdat.
    pub comdat: Option<Comdat>,
    /// Metadata attachments, ordered by kind. A kind may occur more than once.
    pub metadata: Vec<Attachment>,
    /// The kind, with the properties of that kind.
    pub kind: GlobalKind,
}

/// The kind of a global.
#[derive(Clone)]
pub enum GlobalKind {
    /// `@x = global` or `constant`.
    Variable(Variable),
    /// `define` or `declare`.
    Function(Box<Function>),
    /// `@x = alias`.
    Alias {
        /// The aliasee.
        aliasee: Value,
    },
    /// `@x = ifunc`.
    IFunc {
        /// The resolver function.
        resolver: Value,
    },
}

/// Properties of variables ([Language Reference](https://llvm.org/docs/LangRef.html#global-variables)).
#[derive(Clone, Debug, Default)]
pub struct Variable {
    /// The initializer; `None` for a declaration.
    pub initializer: Option<Value>,
    /// `constant` rather than `global`.
    pub constant: bool,
    /// `externally_initialized`.
    pub externally_initialized: bool,
    /// Attributes.
    pub attributes: AttributeSet,
    /// `code_model`.
    pub code_model: Option<CodeModel>,
    /// Sanitizer flags.
    pub sanitizer: SanitizerFlags,
}

/// Properties of functions ([Language Reference](https://llvm.org/docs/LangRef.html#functions)).
#[derive(Clone, Default)]
pub struct Function {
    /// Attributes of the function, its return value and its parameters.
    pub attributes: AttributeList,
    /// Calling convention.
    pub convention: CallingConvention,
    /// `prefalign`, from LLVM 23 on.
    pub preferred_align: Align,
    /// Garbage collector strategy; empty if none.
    pub gc: Box<[u8]>,
    /// Prefix data.
    pub prefix: Option<Value>,
    /// Prologue data.
    pub prologue: Option<Value>,
    /// Personality function.
    pub personality: Option<Value>,
    /// The intrinsic that the function's name denotes.
    pub intrinsic: Option<IntrinsicId>,
    /// The body; `None` for a declaration.
    pub body: Option<Box<Body>>,
}

impl GlobalValue {
    /// A global with external linkage and default properties.
    pub fn new(name: &[u8], value_type: Type, ty: Type, kind: GlobalKind) -> GlobalValue {
        GlobalValue {
            name: name.into(),
            value_type,
            ty,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            dll_storage: DllStorage::Default,
            dso_local: false,
            unnamed_addr: UnnamedAddr::None,
            tls: TlsModel::None,
            partition: Box::default(),
            section: Box::default(),
            align: Align::NONE,
            comdat: None,
            metadata: Vec::new(),
            kind,
        }
    }

    /// A global with the linkage, section and other properties of this one that do not depend on the kind of global, except its
    /// metadata attachments.
    pub fn like(&self, name: &[u8], value_type: Type, ty: Type, kind: GlobalKind) -> GlobalValue {
        GlobalValue {
            name: name.into(),
            value_type,
            ty,
            kind,
            partition: self.partition.clone(),
            section: self.section.clone(),
            metadata: Vec::new(),
            ..*self
        }
    }

    /// The name without `@`; empty for an unnamed global. [`Module::set_global_name`] changes the name of a global in a module, and
    /// keeps names unique.
    pub fn name(&self) -> &[u8] {
        &self.name
    }

    /// The type of the global's address: `ptr addrspace(N)`.
    pub fn ty(&self) -> Type {
        self.ty
    }

    /// The function properties, if this is a function.
    pub fn as_function(&self) -> Option<&Function> {
        match &self.kind {
            GlobalKind::Function(f) => Some(f),
            _ => None,
        }
    }

    /// Mutable form of [`GlobalValue::as_function`].
    pub fn as_function_mut(&mut self) -> Option<&mut Function> {
        match &mut self.kind {
            GlobalKind::Function(f) => Some(f),
            _ => None,
        }
    }

    /// The variable properties, if this is a variable.
    pub fn as_variable(&self) -> Option<&Variable> {
        match &self.kind {
            GlobalKind::Variable(v) => Some(v),
            _ => None,
        }
    }

    /// Mutable form of [`GlobalValue::as_variable`].
    pub fn as_variable_mut(&mut self) -> Option<&mut Variable> {
        match &mut self.kind {
            GlobalKind::Variable(v) => Some(v),
            _ => None,
        }
    }

    /// The operands of the global, in LLVM's operand order: the initializer, aliasee or resolver; for a function the personality
    /// function, prefix data and prologue data.
    pub fn operands(&self) -> [Option<Value>; 3] {
        match &self.kind {
            GlobalKind::Variable(v) => [v.initializer, None, None],
            GlobalKind::Alias { aliasee: v } | GlobalKind::IFunc { resolver: v } => [Some(*v), None, None],
            GlobalKind::Function(f) => [f.personality, f.prefix, f.prologue],
        }
    }

    /// Whether symbol tables can omit this global: every module that uses the global defines it, and its address is not
    /// significant.
    pub fn can_be_omitted_from_symbol_table(&self) -> bool {
        self.linkage == Linkage::LinkOnceOdr
            && match self.unnamed_addr {
                UnnamedAddr::Global => true,
                UnnamedAddr::Local => self.as_variable().is_none_or(|v| v.constant),
                UnnamedAddr::None => false,
            }
    }

    /// Whether this is a function without a body or a variable without an initializer.
    pub fn is_declaration(&self) -> bool {
        match &self.kind {
            GlobalKind::Variable(v) => v.initializer.is_none(),
            GlobalKind::Function(f) => f.body.is_none(),
            GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => false,
        }
    }
}

/// A stretch of module-level inline assembly with equal properties. It ends where the next stretch starts ([Language
/// Reference](https://llvm.org/docs/LangRef.html#module-level-inline-assembly)).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AsmStretch {
    /// The byte offset of the stretch in [`Module::module_asm`].
    pub start: usize,
    /// Its properties.
    pub properties: AsmProperties,
}

/// `module asm(target_features: "...", target_cpu: "...")`. An empty property is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AsmProperties {
    /// `target_features`
    pub target_features: Box<[u8]>,
    /// `target_cpu`
    pub target_cpu: Box<[u8]>,
}

impl AsmProperties {
    /// The property called `name`, if there is one of that name.
    pub fn named(&mut self, name: &[u8]) -> Option<&mut Box<[u8]>> {
        match name {
            b"target_features" => Some(&mut self.target_features),
            b"target_cpu" => Some(&mut self.target_cpu),
            _ => None,
        }
    }
}

/// Appends a piece to module-level inline assembly, and a newline if the text does not end with one.
pub fn append_asm(text: &mut Vec<u8>, stretches: &mut Vec<AsmStretch>, piece: &[u8], properties: AsmProperties) {
    if stretches.last().map_or(properties != AsmProperties::default(), |last| last.properties != properties) {
        stretches.push(AsmStretch { start: text.len(), properties });
    }
    text.extend_from_slice(piece);
    if text.last().is_some_and(|&c| c != b'\n') {
        text.push(b'\n');
    }
}

/// `asm "..." , "..."` as a callee ([Language Reference](https://llvm.org/docs/LangRef.html#inline-assembler-expressions)).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InlineAsmData {
    /// The function type that the expression is called with.
    pub function_type: Type,
    /// The assembler template.
    pub template: Box<[u8]>,
    /// The constraints.
    pub constraints: Box<[u8]>,
    /// `sideeffect`.
    pub side_effect: bool,
    /// `alignstack`.
    pub align_stack: bool,
    /// `inteldialect`.
    pub intel_dialect: bool,
    /// `unwind`.
    pub can_unwind: bool,
}

/// Named metadata: `!name = !{...}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMetadata {
    /// The name without `!`.
    pub name: Box<[u8]>,
    /// The nodes.
    pub operands: Vec<Metadata>,
}

/// A module. It owns its data, can be sent to another thread and be read by many threads at once.
///
/// ```
/// use lindworm_ir::{Context, Module};
/// let module = Module::new(&Context::new(), "m");
/// assert_eq!(module.functions().len(), 0);
/// ```
///
/// A clone shares only the context.
#[derive(Clone)]
pub struct Module {
    /// The LLVM version whose language the module is in.
    pub(crate) version: IrVersion,
    pub(crate) newest_form: NewestForm,
    /// The context of its types and attributes.
    pub(crate) context: Context,
    /// The module identifier: `; ModuleID`, the path that the module was read from.
    pub(crate) name: String,
    /// `source_filename`.
    pub(crate) source_filename: Vec<u8>,
    /// `target triple`.
    pub(crate) triple: Vec<u8>,
    /// `target datalayout`.
    pub(crate) data_layout: DataLayout,
    /// The lines of `module asm`.
    pub(crate) module_asm: Vec<u8>,
    /// The stretches of `module_asm` in order, from LLVM 23 on. Text before the first stretch has default properties.
    pub(crate) module_asm_stretches: Vec<AsmStretch>,
    /// Every global, removed ones included.
    pub(crate) globals: PrimaryMap<Global, GlobalValue>,
    /// The type of each global's address. Longer than `globals` while reserved globals are undefined.
    global_types: boxcar::Vec<Type>,
    requested: edit_bodies::RequestedDeclarations,
    /// The variables in module order.
    pub(crate) variables: Vec<Global>,
    /// The functions in module order.
    pub(crate) functions: Vec<Global>,
    /// The aliases in module order.
    pub(crate) aliases: Vec<Global>,
    /// The ifuncs in module order.
    pub(crate) ifuncs: Vec<Global>,
    /// Every global in order of definition.
    definition_order: Vec<Global>,
    symbols: HashMap<Box<[u8]>, Global>,
    /// The last number appended to make a name unique: one counter for all names, as in LLVM.
    last_number: u32,
    /// Comdats.
    pub(crate) comdats: PrimaryMap<Comdat, ComdatData>,
    /// Constants.
    pub(crate) constants: Constants,
    inline_asm: crate::intern::Interner<InlineAsmData>,
    /// The functions and blocks that `blockaddress` constants refer to.
    pub(crate) block_addresses: Vec<(Global, Block)>,
    /// Metadata.
    pub(crate) metadata: MetadataStore,
    /// Named metadata in module order.
    pub(crate) named_metadata: Vec<NamedMetadata>,
    pub(crate) as_read: AsRead,
}

impl Module {
    /// An empty module.
    pub fn new(context: &Context, name: &str) -> Module {
        Module {
            version: IrVersion::default(),
            newest_form: NewestForm::default(),
            context: context.clone(),
            name: name.into(),
            source_filename: name.into(),
            triple: Vec::new(),
            data_layout: DataLayout::default(),
            module_asm: Vec::new(),
            module_asm_stretches: Vec::new(),
            globals: PrimaryMap::new(),
            global_types: boxcar::Vec::new(),
            requested: Default::default(),
            variables: Vec::new(),
            functions: Vec::new(),
            aliases: Vec::new(),
            ifuncs: Vec::new(),
            definition_order: Vec::new(),
            symbols: HashMap::default(),
            last_number: 0,
            comdats: PrimaryMap::new(),
            constants: Constants::default(),
            inline_asm: crate::intern::Interner::default(),
            block_addresses: Vec::new(),
            metadata: MetadataStore::default(),
            named_metadata: Vec::new(),
            as_read: AsRead::default(),
        }
    }

    /// Adds a global at the end of the list of its kind. If the name is taken, a number is appended: see [`Module::unused_name`].
    pub fn add_global(&mut self, global: GlobalValue) -> Global {
        let id = self.reserve_global(global.ty);
        self.define_global(id, global);
        id
    }

    /// Reserves a handle for a global that is defined later, by [`Module::define_global`]; `ty` is the type of its address.
    /// Constants may refer to the handle at once. A module with an undefined reserved global is not valid.
    pub fn reserve_global(&self, ty: Type) -> Global {
        let index = self.global_types.push(ty);
        check_count(index, Value::MAX_ENTITIES);
        Global::from_u32(index as u32)
    }

    /// Defines a reserved global, at the end of the list of its kind. The type of its address must be the type given when it was
    /// reserved. If the name is taken, a number is appended: see [`Module::unused_name`].
    pub fn define_global(&mut self, id: Global, mut global: GlobalValue) {
        while self.globals.len() < self.global_types.count() {
            let ty = self.global_types[self.globals.len()];
            self.globals.push(GlobalValue::new(b"", Type::I8, ty, GlobalKind::Variable(Variable::default())));
        }
        // As in LLVM, a function is an intrinsic by its name alone.
        if let GlobalKind::Function(function) = &mut global.kind
            && function.intrinsic.is_none()
            && global.name.starts_with(b"llvm.")
        {
            function.intrinsic = IntrinsicId::lookup(self.version, &global.name);
        }
        global.dso_local |= global.is_implicitly_dso_local();
        global.name = self.take_name(id, std::mem::take(&mut global.name));
        self.list_mut(&global.kind).push(id);
        self.globals[id] = global;
        self.definition_order.push(id);
    }

    /// Registers `name`, made unique if it is taken, as the name of `global` and returns it. The empty name is always free.
    fn take_name(&mut self, global: Global, name: Box<[u8]>) -> Box<[u8]> {
        if name.is_empty() {
            return name;
        }
        match self.symbols.entry(name) {
            Entry::Vacant(free) => {
                let name = free.key().clone();
                free.insert(global);
                name
            }
            Entry::Occupied(taken) => {
                let name: Box<[u8]> = taken.key().clone();
                let free: Box<[u8]> = self.unused_name(&name).into();
                self.symbols.insert(free.clone(), global);
                free
            }
        }
    }

    /// Replaces a global, perhaps by one of another kind, which goes to the end of the list of its kind. The name and the type of
    /// the address must be the same.
    pub fn replace_global(&mut self, id: Global, global: GlobalValue) {
        let is_of_other_kind = std::mem::discriminant(&self.globals[id].kind) != std::mem::discriminant(&global.kind);
        if is_of_other_kind {
            self.list_mut(&global.kind).push(id);
        }
        let old = std::mem::replace(&mut self.globals[id], global);
        if is_of_other_kind {
            self.list_mut(&old.kind).retain(|&other| other != id);
        }
    }

    /// The globals in order of definition, which is the order of the text that they were read from. Includes removed globals.
    pub fn definition_order(&self) -> impl Iterator<Item = Global> + '_ {
        self.definition_order.iter().copied()
    }

    /// Removes a global from the list of its kind and frees its name. It must have no uses. The cost is linear in that list: use
    /// [`Module::remove_globals`] to remove many.
    pub fn remove_global(&mut self, global: Global) {
        self.remove_globals(&HashSet::from_iter([global]));
    }

    /// Removes globals from the lists of their kinds and frees their names. They must have no uses.
    pub fn remove_globals(&mut self, removed: &HashSet<Global>) {
        for list in [&mut self.variables, &mut self.functions, &mut self.aliases, &mut self.ifuncs] {
            list.retain(|global| !removed.contains(global));
        }
        for &global in removed {
            self.set_global_name(global, b"");
        }
    }

    /// Renames a global. If the name is taken, a number is appended: see [`Module::unused_name`]. The empty name makes the global
    /// unnamed.
    pub fn set_global_name(&mut self, global: Global, name: &[u8]) {
        let old = std::mem::take(&mut self.globals[global].name);
        if self.symbols.get(&old) == Some(&global) {
            self.symbols.remove(&old);
        }
        self.globals[global].name = self.take_name(global, name.into());
    }

    /// All globals in the order of LLVM's `Module::global_values`: functions, variables, aliases and ifuncs.
    pub fn global_values(&self) -> impl Iterator<Item = Global> + Clone + '_ {
        [&self.functions, &self.variables, &self.aliases, &self.ifuncs].into_iter().flatten().copied()
    }

    /// The global with this name.
    pub fn global_named(&self, name: &[u8]) -> Option<Global> {
        self.symbols.get(name).copied()
    }

    /// `name` if it is free, otherwise `name.N` for the next free `N`, as LLVM makes names of globals unique. One counter `N`
    /// serves all names. For NVPTX the dot is omitted, because its assembler does not accept it.
    pub fn unused_name(&mut self, name: &[u8]) -> Vec<u8> {
        let dot = if self.triple.starts_with(b"nvptx") { "" } else { "." };
        let mut free = name.to_vec();
        while self.symbols.contains_key(&*free) {
            self.last_number += 1;
            free.truncate(name.len());
            free.extend_from_slice(format!("{dot}{}", self.last_number).as_bytes());
        }
        free
    }

    /// The number of globals that were ever reserved or added.
    pub fn global_count(&self) -> usize {
        self.global_types.count()
    }

    /// The reserved globals that are not defined.
    pub fn undefined_globals(&self) -> impl Iterator<Item = Global> {
        let mut defined = Vec::new();
        if self.definition_order.len() != self.global_types.count() {
            defined = vec![false; self.global_types.count()];
            self.definition_order.iter().for_each(|g| defined[g.as_u32() as usize] = true);
        }
        (0..).zip(defined).filter(|(_, defined)| !defined).map(|(i, _)| Global::from_u32(i))
    }

    /// The function behind a handle; `None` for another kind of global and for a reserved global that is not defined.
    #[inline]
    pub fn function(&self, global: Global) -> Option<&Function> {
        self.global(global)?.as_function()
    }

    /// The global behind a handle, if it exists. Includes declarations that [`Additions`] requested.
    #[inline]
    pub fn global(&self, global: Global) -> Option<&GlobalValue> {
        self.globals.get(global).or_else(|| self.requested.get(global))
    }

    /// The body of a function; `None` for a declaration.
    pub fn body(&self, global: Global) -> Option<&Body> {
        self.function(global)?.body.as_deref()
    }

    /// Edits the body of a function, if it has one, together with the rest of the module. The body is detached from the module
    /// meanwhile.
    pub fn change_body<R>(&mut self, function: Global, change: impl FnOnce(&mut Module, &mut Body) -> R) -> Option<R> {
        let mut body = self.globals[function].as_function_mut()?.body.take()?;
        let result = change(self, &mut body);
        if let Some(function) = self.globals[function].as_function_mut() {
            function.body = Some(body);
        }
        Some(result)
    }

    /// The function that `callee` directly refers to, if any.
    pub fn callee(&self, callee: Value) -> Option<&Function> {
        self.function(callee.as_global()?)
    }

    /// The inline assembler expression with this content, interned.
    pub fn add_inline_asm(&self, data: InlineAsmData) -> Value {
        InlineAsm::from_u32(self.inline_asm.intern(data)).into()
    }

    /// Whether the handle is that of an inline assembler expression of this module.
    pub fn has_inline_asm(&self, asm: InlineAsm) -> bool {
        (asm.as_u32() as usize) < self.inline_asm.len()
    }

    /// An inline assembler expression.
    pub fn inline_asm(&self, asm: InlineAsm) -> &InlineAsmData {
        self.inline_asm.get(asm.as_u32())
    }

    /// All inline assembler expressions.
    pub fn inline_asms(&self) -> impl Iterator<Item = &InlineAsmData> {
        (0..self.inline_asm.len()).map(|i| self.inline_asm.get(i as u32))
    }

    /// Whether LLVM keeps a use list for a value. It keeps none for metadata, for inline assembler (that list exists but is not
    /// observable) and for constants that are plain data, such as a fixed-length splat of numbers of a usual size.
    pub fn has_use_list(&self, value: Value) -> bool {
        const USUAL: [Type; 8] =
            [Type::I8, Type::I16, Type::I32, Type::I64, Type::HALF, Type::BFLOAT, Type::FLOAT, Type::DOUBLE];
        match value.kind() {
            ValueKind::Constant(c) => {
                use ConstantData as C;
                let node = self.constants.get(c);
                match &node.data {
                    C::Splat(element) => {
                        let is_data = matches!(
                            self.context.kind(node.ty),
                            TypeKind::Vector { element, scalable: false, .. } if USUAL.contains(element)
                        );
                        !is_data && !self.is_native_splat(node.ty, *element)
                    }
                    C::Aggregate(_) | C::Expr(_) | C::BlockAddress(_) => true,
                    C::DsoLocalEquivalent(_) | C::NoCfi(_) | C::PtrAuth(_) => true,
                    _ => false,
                }
            }
            ValueKind::Metadata(_) | ValueKind::InlineAsm(_) => false,
            _ => true,
        }
    }

    /// Whether a value belongs to the module or to `body`. Does not check that metadata exists.
    #[inline]
    pub fn has_value(&self, body: &Body, value: Value) -> bool {
        match value.kind() {
            ValueKind::Inst(i) => i.index() < body.inst_count(),
            ValueKind::Arg(n) => (n as usize) < body.args().len(),
            ValueKind::Block(b) => b.index() < body.block_count(),
            ValueKind::Constant(c) => c.index() < self.constants.len(),
            // Globals requested during an edit of bodies have a type before they are in `globals`.
            ValueKind::Global(g) => self.global_types.get(g.index()).is_some(),
            ValueKind::Metadata(_) => true,
            ValueKind::InlineAsm(asm) => asm.index() < self.inline_asm.len(),
        }
    }

    /// The type of a value; `body` is the body of the function that contains the use, if any. `void` for a value that does not
    /// exist.
    #[inline]
    pub fn value_type(&self, body: Option<&Body>, value: Value) -> Type {
        let local = body.and_then(|body| body.local_type(value));
        local.unwrap_or_else(|| self.outer_type(value))
    }

    /// The type of a value that is not in a body.
    fn outer_type(&self, value: Value) -> Type {
        match value.kind() {
            ValueKind::Constant(_) => self.constants.node(value).map_or(Type::VOID, |n| n.ty),
            ValueKind::Global(g) => self.global_types.get(g.as_u32() as usize).copied().unwrap_or(Type::VOID),
            ValueKind::Metadata(_) => Type::METADATA,
            ValueKind::InlineAsm(_) => Type::PTR,
            ValueKind::Inst(_) | ValueKind::Arg(_) | ValueKind::Block(_) => Type::VOID,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &[u8]) -> GlobalValue {
        GlobalValue::new(name, Type::I8, Type::PTR, GlobalKind::Variable(Variable::default()))
    }

    #[test]
    fn a_name_that_is_taken_gets_a_number_as_in_llvm() {
        let mut module = Module::new(&Context::new(), "m");
        let names: Vec<_> = [&b"a"[..], b"a", b"b", b"b", b"a.3", b"a", b"", b""]
            .map(|name| module.add_global(variable(name)))
            .map(|id| String::from_utf8(module.globals[id].name.to_vec()).unwrap())
            .into();
        assert_eq!(names, ["a", "a.1", "b", "b.2", "a.3", "a.4", "", ""]);
        let second = module.global_named(b"a.1").unwrap();
        module.set_global_name(second, b"b");
        assert_eq!((module.global_named(b"a.1"), module.global_named(b"b.5")), (None, Some(second)));
        module.set_global_name(second, b"b.5");
        assert_eq!(module.global_named(b"b.5"), Some(second));
    }

    #[test]
    fn for_nvptx_the_number_follows_without_a_dot() {
        let mut module = Module::new(&Context::new(), "m");
        module.triple = b"nvptx64-nvidia-cuda".to_vec();
        let [_, second] = [b"a", b"a"].map(|name| module.add_global(variable(name)));
        assert_eq!(*module.globals[second].name, *b"a1");
    }

    #[test]
    fn a_clone_changes_by_itself() {
        let mut module = Module::new(&Context::new(), "m");
        let seven = module.constants.int(&module.context, Type::I32, 7);
        let g = module.add_variable(b"g", Type::I32, Some(seven));
        let mut copy = module.clone();
        assert_eq!(copy.constants.int(&copy.context, Type::I32, 7), seven);
        let eight = copy.constants.int(&copy.context, Type::I32, 8);
        copy.globals[g].as_variable_mut().unwrap().initializer = Some(eight);
        copy.set_global_name(g, b"h");
        assert_eq!(module.globals[g].as_variable().unwrap().initializer, Some(seven));
        assert_eq!((module.global_named(b"g"), module.constants.node(eight)), (Some(g), None));
    }

    #[test]
    fn what_is_reserved_is_undefined_until_it_is_defined() {
        let mut module = Module::new(&Context::new(), "m");
        let [first, second, third] = [(); 3].map(|()| module.reserve_global(Type::PTR));
        module.define_global(second, variable(b"x"));
        assert_eq!(module.undefined_globals().collect::<Vec<_>>(), [first, third]);
        module.define_global(first, variable(b"x"));
        module.define_global(third, variable(b"x"));
        assert_eq!(module.undefined_globals().next(), None);
    }
}
