//! In-memory representation of LLVM IR.
//!
//! A [`Context`] holds the data that modules share: types ([`Type`], [`TypeKind`](types::TypeKind)), attributes and the names of
//! metadata kinds. A [`Module`] owns its globals, constants and metadata. Each function owns its [`Body`]: blocks and
//! instructions ([`InstData`]). Entities are referred to by 4-byte handles; [`Value`] is the handle of an operand.

pub mod attributes;
pub mod body;
pub mod builder;
pub mod calling_convention;
pub mod constant;
pub mod constant_build;
pub mod constant_fold;
pub mod context;
pub mod data_layout;
pub mod debug_info;
pub mod di_builder;
pub mod dwarf;
pub mod editor;
pub mod expansion;
pub mod hash;
pub mod importer;
pub mod inline_asm;
pub mod instruction;
mod intern;
pub mod intrinsics;
pub mod library;
pub mod list_order;
pub mod metadata;
pub mod module;
pub mod name_limit;
pub mod parallel;
pub mod profile;
pub mod summary;
pub mod target_type;
pub mod triple;
pub mod types;
pub mod typing;
pub mod use_list;
pub mod uses;
pub mod value;
pub mod version;

pub use body::Body;
pub use context::Context;
pub use instruction::InstData;
pub use lindworm_eval as eval;
pub use metadata::Metadata;
pub use module::Module;
pub use types::Type;
pub use value::{Block, Global, Inst, Value};
