//! The bitcode reader.
//!
//! One pass over a module block reads types, attributes, globals, constants and metadata into [`ModuleTables`], and records
//! the positions of function bodies. Bodies are read afterwards: all in parallel, or individually on demand
//! ([`LazyModule`]). A body depends on the tables, which are immutable by then, and not on other bodies.

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

/// Options of the reader.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The LLVM version of the module: old and new forms are converted to it where it has an equivalent.
    pub version: IrVersion,
    /// Whether old IR is upgraded, as in LLVM.
    pub upgrade: bool,
    /// Whether debug info types with the same identifier are merged, as in `opt` and compilers, but not in `llvm-as` and
    /// `llvm-dis`.
    pub odr_types: bool,
    /// The source of the data layout.
    pub data_layout: DataLayoutSource,
    /// Limit of the length of argument, block and instruction names.
    pub name_limit: NameLimit,
    /// Whether these names are discarded.
    pub discard_value_names: bool,
    /// The vectors of equal numbers that are represented as a number of vector type.
    pub native_splats: NativeSplats,
    /// Whether all constant expressions in functions are expanded into instructions, including those that are still valid
    /// constants. Outside of functions they are an error.
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

/// The result of reading.
pub struct ReadOutcome {
    /// The module.
    pub module: Module,
    /// Warnings about removed parts.
    pub warnings: Vec<String>,
}

/// A value and its type id, which for old bitcode determines the pointee type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypedValue {
    pub value: Value,
    pub ty: TypeId,
}

/// The value with a value id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// A value.
    Value(TypedValue),
    /// A removed constant expression, which is expanded into instructions at its uses. The index in
    /// [`ModuleTables::expressions`], or past its end in the expressions of the function.
    Expression(u32),
}

/// The module-level tables that function bodies refer to. Complete before the first body is read.
#[derive(Default)]
pub(crate) struct ModuleTables {
    /// Whether operand ids are relative to the current instruction: since module version 1.
    pub relative_ids: bool,
    /// Limit of the length of local names.
    pub name_limit: NameLimit,
    /// Whether all constant expressions are expanded into instructions.
    pub expand_constants: bool,
    pub block_info: BlockInfo,
    pub types: TypeTable,
    /// By id, from 1; id 0 is the empty list.
    pub attributes: Vec<AttributeList>,
    /// Whether any list has a type attribute without its type.
    pub has_untyped_attributes: bool,
    /// Globals, then constants, by id.
    pub values: Vec<Slot>,
    /// The expressions of [`Slot::Expression`].
    pub expressions: Vec<expression::Expression>,
    /// Limit of the size of everything that the file does not spell out: expansions of expressions, arguments, masks,
    /// shared strings.
    pub expansion: Expansion,
    /// The types of functions, whose parameters may be typed pointers.
    pub function_types: HashMap<Global, TypeId>,
    pub metadata_kinds: HashMap<u64, MetadataKind>,
    pub sync_scopes: Vec<SyncScope>,
    pub bundle_tags: Vec<Box<[u8]>>,
    /// The blocks whose addresses are taken; becomes `Module::block_addresses`.
    pub block_addresses: Mutex<BlockAddresses>,
}

/// The blocks whose addresses are taken, by block number in the function.
#[derive(Default)]
pub(crate) struct BlockAddresses {
    pub list: Vec<(Global, Block)>,
    pub places: HashMap<(Global, Block), u32>,
}
