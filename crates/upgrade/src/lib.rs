//! Old LLVM IR into that of today.
//!
//! LLVM's readers bring what they read up to date: intrinsics that are gone or have changed become what takes their place,
//! debug intrinsics become debug records, metadata, attributes and data layouts of older versions are put as today's are.
//! [`upgrade_module`] does what LLVM's reader of text does when all of a module is read; [`declare_called`] comes before it, as
//! LLVM lets intrinsics be called without being declared.
//!
//! What LLVM upgrades in bitcode alone is in functions of its own: [`attributes::upgrade_set`],
//! [`attributes::upgrade_functions`], [`globals::upgrade_constructors`], [`inline_asm::upgrade_marker`],
//! [`bundles::upgrade_bundles`], [`loops::upgrade_loops`], [`compile_units::move_local_imports`], [`upgrade_arc_runtime`];
//! [`bitcode::upgrade_as_read`] does of it what LLVM does whether old bitcode is to be upgraded or not. What
//! both readers do while they read is in [`expression`] and [`typed_pointers`]; what the reader of text does, in [`old_constants`] and
//! [`addresses`]. Where bodies are read one by one,
//! [`BodyUpgrade`] upgrades one at a time.
//!
//! ```
//! use lindworm_ir::{Context, Module, Type};
//! use lindworm_ir::module::{Function, GlobalKind, GlobalValue};
//!
//! let cx = Context::new();
//! let mut module = Module::new(&cx, "m");
//! let ty = cx.function_type(Type::VOID, &[Type::PTR], false);
//! let function = GlobalKind::Function(Box::new(Function::default()));
//! module.add_global(GlobalValue::new(b"llvm.va_start", ty, Type::PTR, function));
//! assert!(lindworm_upgrade::upgrade_module(&mut module).unwrap().is_empty());
//! assert!(module.global_named(b"llvm.va_start.p0").is_some());
//! assert!(module.global_named(b"llvm.va_start").is_none());
//! ```

pub mod addresses;
pub mod attributes;
pub mod bitcode;
pub mod bundles;
pub mod compile_units;
pub mod data_layout;
pub mod debug_info;
pub mod expression;
pub mod globals;
pub mod inline_asm;
mod intrinsics;
mod lazy;
pub mod loops;
mod module_flags;
mod nvvm_annotations;
pub mod old_constants;
pub mod old_debug_info;
mod tbaa;
pub mod typed_pointers;
pub mod version;

pub use intrinsics::{Refused, Undeclared, declare_called, declare_undefined, upgrade_arc_runtime};
pub use lazy::BodyUpgrade;
use lindworm_ir::{Body, Global, Module};

/// Brings a module that was read from text up to date, in LLVM's order. What was dropped on the way is told in warnings.
pub fn upgrade_module(module: &mut Module) -> Result<Vec<String>, Refused> {
    upgrade_module_of(module, Age::Opaque, Form::Text)
}

/// How old a source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// Its pointers may have types: `i32*`. LLVM 22 reads the types in text, but not all else of that age.
    Typed,
    /// All its pointers are `ptr`.
    Opaque,
}

/// In what form a source is: LLVM's readers of the two upgrade one thing or another in another order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text.
    Text,
    /// Bitcode.
    Bitcode,
}

/// The same for a source of that age and form: of old ones, what was said by types of pointers alone is said by attributes, and
/// the like, as LLVM's reader of bitcode does it.
pub fn upgrade_module_of(module: &mut Module, age: Age, form: Form) -> Result<Vec<String>, Refused> {
    let mut tags = tbaa::Tags::default();
    for function in module.functions().to_vec() {
        module.change_body(function, |module, body| upgrade_body(module, function, body, age, &mut tags));
    }
    debug_info::upgrade_debug_intrinsics(module);
    intrinsics::upgrade(module, age, form)?;
    let warning = debug_info::upgrade_debug_info(module);
    module_flags::upgrade(module);
    nvvm_annotations::upgrade(module);
    globals::upgrade_sections(module);
    attributes::copy_branch_protection(module);
    version::to_its_version(module, form);
    Ok(warning.into_iter().collect())
}

/// Upgrades what of a body comes before its calls.
fn upgrade_body(module: &mut Module, function: Global, body: &mut Body, age: Age, tags: &mut tbaa::Tags) {
    tbaa::upgrade_body(module, body, tags);
    if age == Age::Typed {
        inline_asm::upgrade_callbr(module, function, body);
    }
}
