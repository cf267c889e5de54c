//! Reading bitcode.
//!
//! One pass over a module's block reads types, attributes, globals, constants and metadata ([`ModuleTables`]), and notes where
//! function bodies are. These are read afterwards, on as many cores as there are, or only when somebody asks for one
//! ([`LazyModule`]): a body refers to the tables, which no longer change, and knows no other body.

use std::sync::Mutex;

use lindworm_ir::attributes::AttributeList;
use lindworm_ir::context::{MetadataKind, SyncScope};
use lindworm_ir::data_layout::DataLayoutSource;
use lindworm_ir::expansion::Expansion;
use lindworm_ir::hash::HashMap;
use lindworm_ir::module::NativeSplats;
use lindworm_ir::name_limit::NameLimit;
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Block, Global, Module, Value};

use crate::bitstream::BlockInfo;
pub(crate) use globals::linkage;
use types::{TypeId, TypeTable};

pub use lazy::{LazyModule, read, read_module, read_module_with_summary};

mod attributes;
mod call;
mod constants;
mod debug_record;
mod expression;
mod function;
mod globals;
mod instruction;
mod lazy;
mod local_names;
mod memory;
mod metadata;
mod module;
mod operand;
mod symbols;
mod terminator;
mod types;
mod use_list;

/// How bitcode is read.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// In the language of which LLVM the module is to be: old and new forms are brought into that, where it has a word for them.
    pub version: IrVersion,
    /// Bring old IR up to date, as LLVM does.
    pub upgrade: bool,
    /// Whether types of debug information with the same identifier become one, as in `opt` and compilers, but not in `llvm-as`
    /// and `llvm-dis`.
    pub odr_types: bool,
    /// Where the data layout comes from.
    pub data_layout: DataLayoutSource,
    /// How long the names of arguments, blocks and instructions may be.
    pub name_limit: NameLimit,
    /// Whether these names are left out.
    pub discard_value_names: bool,
    /// Which vectors of equal numbers are a number of that type.
    pub native_splats: NativeSplats,
    /// Whether instructions take the place of all constant expressions in functions, also of those that are constants today.
    /// Elsewhere these are refused.
    pub expand_constants: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            version: IrVersion::default(),
            upgrade: true,
            odr_types: true,
            data_layout: DataLayoutSource::default(),
            name_limit: NameLimit::default(),
            discard_value_names: false,
            native_splats: NativeSplats::default(),
            expand_constants: false,
        }
    }
}

/// What was read.
pub struct ReadOutcome {
    /// The module.
    pub module: Module,
    /// What was dropped on the way.
    pub warnings: Vec<String>,
}

/// A value and its type, which old bitcode needs to tell what a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypedValue {
    pub value: Value,
    pub ty: TypeId,
}

/// What a value id stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// A value.
    Value(TypedValue),
    /// A constant expression of older bitcode that is no constant any more: instructions take its place where it is used. Its
    /// place in [`ModuleTables::expressions`], or behind these in the function's own.
    Expression(u32),
}

/// What the bodies of a module refer to. Complete before the first is read.
#[derive(Default)]
pub(crate) struct ModuleTables {
    /// Whether operands are given relative to the number of the instruction: from version 1 on.
    pub relative_ids: bool,
    /// How long names of local values may be.
    pub name_limit: NameLimit,
    /// Whether no constant expression is a constant.
    pub expand_constants: bool,
    pub block_info: BlockInfo,
    pub types: TypeTable,
    /// By id, from 1 on: what a record calls 0 is the empty list.
    pub attributes: Vec<AttributeList>,
    /// Whether any of them lacks the type that it has today.
    pub has_untyped_attributes: bool,
    /// Globals, then constants, by id.
    pub values: Vec<Slot>,
    /// What [`Slot::Expression`] stands for.
    pub expressions: Vec<expression::Expression>,
    /// How much may be made that the file does not spell out: what takes the place of these, arguments, masks, copies of strings.
    pub expansion: Expansion,
    /// The types of functions: their parameters may be typed pointers.
    pub function_types: HashMap<Global, TypeId>,
    pub metadata_kinds: HashMap<u64, MetadataKind>,
    pub sync_scopes: Vec<SyncScope>,
    pub bundle_tags: Vec<Box<[u8]>>,
    /// The blocks whose addresses were taken: what becomes `Module::block_addresses`.
    pub block_addresses: Mutex<BlockAddresses>,
}

/// The blocks whose addresses were taken, by their numbers in the function.
#[derive(Default)]
pub(crate) struct BlockAddresses {
    pub list: Vec<(Global, Block)>,
    pub places: HashMap<(Global, Block), u32>,
}
