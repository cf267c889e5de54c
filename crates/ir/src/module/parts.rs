//! Accessors of the parts of a module.

use std::ops::{Index, IndexMut};

use cranelift_entity::PrimaryMap;

use super::{
    AsmProperties, AsmStretch, Comdat, ComdatData, GlobalKind, GlobalValue, Module, NamedMetadata, append_asm,
};
use crate::constant::Constants;
use crate::context::Context;
use crate::data_layout::DataLayout;
use crate::metadata::MetadataStore;
use crate::value::{Block, Global};
use crate::version::IrVersion;

/// The global behind a handle.
///
/// # Panics
/// If the module does not have the global: see [`Module::global`].
impl Index<Global> for Module {
    type Output = GlobalValue;

    #[inline]
    fn index(&self, global: Global) -> &GlobalValue {
        &self.globals[global]
    }
}

impl IndexMut<Global> for Module {
    #[inline]
    fn index_mut(&mut self, global: Global) -> &mut GlobalValue {
        &mut self.globals[global]
    }
}

/// The list for globals of this kind, out of those of variables, functions, aliases and ifuncs.
fn list_of<'a>(lists: [&'a mut Vec<Global>; 4], kind: &GlobalKind) -> &'a mut Vec<Global> {
    let [variables, functions, aliases, ifuncs] = lists;
    match kind {
        GlobalKind::Variable(_) => variables,
        GlobalKind::Function(_) => functions,
        GlobalKind::Alias { .. } => aliases,
        GlobalKind::IFunc { .. } => ifuncs,
    }
}

impl Module {
    /// The LLVM version whose language the module is in.
    #[inline]
    pub fn version(&self) -> IrVersion {
        self.version
    }

    /// Sets the LLVM version whose language the module is in.
    pub fn set_version(&mut self, version: IrVersion) {
        self.version = version;
    }

    /// The context of its types and attributes.
    #[inline]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The module identifier: `; ModuleID`, the path that the module was read from.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sets [`Module::name`].
    pub fn set_name(&mut self, name: impl Into<String>) {
        self.name = name.into();
    }

    /// `source_filename`.
    pub fn source_filename(&self) -> &[u8] {
        &self.source_filename
    }

    /// Sets [`Module::source_filename`].
    pub fn set_source_filename(&mut self, name: impl Into<Vec<u8>>) {
        self.source_filename = name.into();
    }

    /// `target triple`.
    #[inline]
    pub fn triple(&self) -> &[u8] {
        &self.triple
    }

    /// Sets [`Module::triple`].
    pub fn set_triple(&mut self, triple: impl Into<Vec<u8>>) {
        self.triple = triple.into();
    }

    /// `target datalayout`.
    #[inline]
    pub fn data_layout(&self) -> &DataLayout {
        &self.data_layout
    }

    /// Sets [`Module::data_layout`].
    pub fn set_data_layout(&mut self, layout: DataLayout) {
        self.data_layout = layout;
    }

    /// The lines of `module asm`.
    pub fn module_asm(&self) -> &[u8] {
        &self.module_asm
    }

    /// The stretches of [`Module::module_asm`] in order, from LLVM 23 on. Text before the first stretch has default properties.
    pub fn module_asm_stretches(&self) -> &[AsmStretch] {
        &self.module_asm_stretches
    }

    /// Sets module-level inline assembly, which consists of whole lines, and its stretches.
    pub fn set_module_asm(&mut self, text: Vec<u8>, stretches: Vec<AsmStretch>) {
        self.module_asm = text;
        self.module_asm_stretches = stretches;
    }

    /// Appends a piece to module-level inline assembly, and a newline if the text does not end with one.
    pub fn append_module_asm(&mut self, piece: &[u8], properties: AsmProperties) {
        append_asm(&mut self.module_asm, &mut self.module_asm_stretches, piece, properties);
    }

    /// Every global by its handle, removed ones included. The lists by kind have only the globals of the module.
    #[inline]
    pub fn globals(&self) -> &PrimaryMap<Global, GlobalValue> {
        &self.globals
    }

    /// Every global, mutable.
    pub fn globals_mut(&mut self) -> impl Iterator<Item = &mut GlobalValue> {
        self.globals.values_mut()
    }

    /// Mutable form of [`Module::global`].
    #[inline]
    pub fn global_mut(&mut self, global: Global) -> Option<&mut GlobalValue> {
        self.globals.get_mut(global)
    }

    /// The variables in module order.
    #[inline]
    pub fn variables(&self) -> &[Global] {
        &self.variables
    }

    /// The functions in module order.
    #[inline]
    pub fn functions(&self) -> &[Global] {
        &self.functions
    }

    /// The aliases in module order.
    #[inline]
    pub fn aliases(&self) -> &[Global] {
        &self.aliases
    }

    /// The ifuncs in module order.
    #[inline]
    pub fn ifuncs(&self) -> &[Global] {
        &self.ifuncs
    }

    /// The list for globals of this kind.
    pub(super) fn list_mut(&mut self, kind: &GlobalKind) -> &mut Vec<Global> {
        list_of([&mut self.variables, &mut self.functions, &mut self.aliases, &mut self.ifuncs], kind)
    }

    /// Sets the order of globals: the list of each kind follows `order`. A global that is not in `order` is in no list.
    pub fn set_global_order(&mut self, order: &[Global]) {
        let Module { variables, functions, aliases, ifuncs, globals, .. } = self;
        for list in [&mut *variables, functions, aliases, ifuncs] {
            list.clear();
        }
        for &global in order {
            list_of([variables, functions, aliases, ifuncs], &globals[global].kind).push(global);
        }
    }

    /// Comdats.
    #[inline]
    pub fn comdats(&self) -> &PrimaryMap<Comdat, ComdatData> {
        &self.comdats
    }

    /// Comdats, mutable.
    pub fn comdats_mut(&mut self) -> &mut PrimaryMap<Comdat, ComdatData> {
        &mut self.comdats
    }

    /// Constants. A shared reference to the module suffices to add constants.
    #[inline]
    pub fn constants(&self) -> &Constants {
        &self.constants
    }

    /// The functions and blocks that [`ConstantData::BlockAddress`](crate::constant::ConstantData::BlockAddress) refers to by
    /// index.
    #[inline]
    pub fn block_addresses(&self) -> &[(Global, Block)] {
        &self.block_addresses
    }

    /// Extends [`Module::block_addresses`].
    pub fn extend_block_addresses(&mut self, addresses: impl IntoIterator<Item = (Global, Block)>) {
        self.block_addresses.extend(addresses);
    }

    /// Metadata.
    #[inline]
    pub fn metadata(&self) -> &MetadataStore {
        &self.metadata
    }

    /// Metadata, mutable.
    #[inline]
    pub fn metadata_mut(&mut self) -> &mut MetadataStore {
        &mut self.metadata
    }

    /// Metadata, mutable, together with the constants.
    pub fn metadata_and_constants(&mut self) -> (&mut MetadataStore, &Constants) {
        (&mut self.metadata, &self.constants)
    }

    /// Named metadata in module order.
    pub fn named_metadata(&self) -> &[NamedMetadata] {
        &self.named_metadata
    }

    /// Named metadata, mutable.
    pub fn named_metadata_mut(&mut self) -> &mut Vec<NamedMetadata> {
        &mut self.named_metadata
    }
}
