//! Upgrades of old LLVM IR.
//!
//! LLVM's readers upgrade the IR that they read: removed or changed intrinsics are replaced, debug intrinsics become debug
//! records, and metadata, attributes and data layouts are converted to their current form. [`upgrade_module`] performs the
//! upgrades of LLVM's text reader at the end of a module. [`declare_called`] precedes it, since LLVM lets intrinsics be
//! called without a declaration.
//!
//! Upgrades that LLVM performs only on bitcode are separate functions: [`attributes::upgrade_set`],
//! [`attributes::upgrade_functions`], [`globals::upgrade_constructors`], [`inline_asm::upgrade_marker`],
//! [`bundles::upgrade_bundles`], [`loops::upgrade_loops`], [`compile_units::move_local_imports`], [`upgrade_arc_runtime`];
//! [`bitcode::upgrade_as_read`] combines those that LLVM performs even if upgrades are disabled. Upgrades during reading
//! are in [`expression`] and [`typed_pointers`] for both readers, and in [`old_constants`] and [`addresses`] for the text
//! reader. [`BodyUpgrade`] upgrades lazily read bodies one at a time.
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

/// Upgrades a module read from text, in LLVM's order. Returns warnings about dropped parts.
pub fn upgrade_module(module: &mut Module) -> Result<Vec<String>, Refused> {
    upgrade_module_of(module, Age::Opaque, Form::Text)
}

/// The age of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// Its pointers may be typed: `i32*`. LLVM 22 reads typed pointers in text, but not all other forms of that age.
    Typed,
    /// All its pointers are opaque: `ptr`.
    Opaque,
}

/// The form of a source. LLVM's text and bitcode readers perform some upgrades in a different order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text.
    Text,
    /// Bitcode.
    Bitcode,
}

/// Same as [`upgrade_module`], for a source of this age and form. In old sources, attributes replace information in typed
/// pointers, as in LLVM's bitcode reader.
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

/// The upgrades of a body that precede those of its calls.
fn upgrade_body(module: &mut Module, function: Global, body: &mut Body, age: Age, tags: &mut tbaa::Tags) {
    tbaa::upgrade_body(module, body, tags);
    if age == Age::Typed {
        inline_asm::upgrade_callbr(module, function, body);
    }
}
