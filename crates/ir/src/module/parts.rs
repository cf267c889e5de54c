//! What a module consists of, to look at and to change.

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
/// If the module has no such global: see [`Module::global`].
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

/// Of the lists of variables, functions, aliases and ifuncs, that of a kind.
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
    /// The version of LLVM in whose language it is.
    #[inline]
    pub fn version(&self) -> IrVersion {
        self.version
    }

    /// Sets the version of LLVM in whose language it is.
    pub fn set_version(&mut self, version: IrVersion) {
        self.version = version;
    }

    /// The context of its types and attributes.
    #[inline]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Where it was read from: `; ModuleID`.
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

    /// `module asm`: its lines.
    pub fn module_asm(&self) -> &[u8] {
        &self.module_asm
    }

    /// The stretches of [`Module::module_asm`] with properties or behind one with some, in order; from LLVM 23 on.
    pub fn module_asm_stretches(&self) -> &[AsmStretch] {
        &self.module_asm_stretches
    }

    /// Sets module-level inline assembler, which consists of whole lines, and its stretches.
    pub fn set_module_asm(&mut self, text: Vec<u8>, stretches: Vec<AsmStretch>) {
        self.module_asm = text;
        self.module_asm_stretches = stretches;
    }

    /// Adds a piece to module-level inline assembler, which then ends a line.
    pub fn append_module_asm(&mut self, piece: &[u8], properties: AsmProperties) {
        append_asm(&mut self.module_asm, &mut self.module_asm_stretches, piece, properties);
    }

    /// Every global by its handle, those that were removed included. The lists by kind have those that are there.
    #[inline]
    pub fn globals(&self) -> &PrimaryMap<Global, GlobalValue> {
        &self.globals
    }

    /// Every global, to change.
    pub fn globals_mut(&mut self) -> impl Iterator<Item = &mut GlobalValue> {
        self.globals.values_mut()
    }

    /// The global behind a handle, if there is one, to change.
    #[inline]
    pub fn global_mut(&mut self, global: Global) -> Option<&mut GlobalValue> {
        self.globals.get_mut(global)
    }

    /// The variables in order.
    #[inline]
    pub fn variables(&self) -> &[Global] {
        &self.variables
    }

    /// The functions in order.
    #[inline]
    pub fn functions(&self) -> &[Global] {
        &self.functions
    }

    /// The aliases in order.
    #[inline]
    pub fn aliases(&self) -> &[Global] {
        &self.aliases
    }

    /// The ifuncs in order.
    #[inline]
    pub fn ifuncs(&self) -> &[Global] {
        &self.ifuncs
    }

    /// The list of the globals of a kind.
    pub(super) fn list_mut(&mut self, kind: &GlobalKind) -> &mut Vec<Global> {
        list_of([&mut self.variables, &mut self.functions, &mut self.aliases, &mut self.ifuncs], kind)
    }

    /// Puts the globals in this order, those of each kind in their list. What is not in the order is in no list.
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

    /// Comdats, to change and to add to.
    pub fn comdats_mut(&mut self) -> &mut PrimaryMap<Comdat, ComdatData> {
        &mut self.comdats
    }

    /// Constants. Who has the module by `&Module` can add some.
    #[inline]
    pub fn constants(&self) -> &Constants {
        &self.constants
    }

    /// What [`ConstantData::BlockAddress`](crate::constant::ConstantData::BlockAddress) names by place: a function and its block.
    #[inline]
    pub fn block_addresses(&self) -> &[(Global, Block)] {
        &self.block_addresses
    }

    /// Adds to [`Module::block_addresses`].
    pub fn extend_block_addresses(&mut self, addresses: impl IntoIterator<Item = (Global, Block)>) {
        self.block_addresses.extend(addresses);
    }

    /// Metadata.
    #[inline]
    pub fn metadata(&self) -> &MetadataStore {
        &self.metadata
    }

    /// Metadata, to change and to add to.
    #[inline]
    pub fn metadata_mut(&mut self) -> &mut MetadataStore {
        &mut self.metadata
    }

    /// Metadata to change, beside the constants.
    pub fn metadata_and_constants(&mut self) -> (&mut MetadataStore, &Constants) {
        (&mut self.metadata, &self.constants)
    }

    /// Named metadata in order.
    pub fn named_metadata(&self) -> &[NamedMetadata] {
        &self.named_metadata
    }

    /// Named metadata, to change.
    pub fn named_metadata_mut(&mut self) -> &mut Vec<NamedMetadata> {
        &mut self.named_metadata
    }
}
