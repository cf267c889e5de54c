//! The verifier: checks the well-formedness rules of the [Language Reference](https://llvm.org/docs/LangRef.html) and of LLVM
//! 22's verifier.
//!
//! [`verify`] checks a module and returns a [`Report`] of all violations of a [`Rule`], with LLVM's messages in LLVM's order.
//!
//! ```
//! use lindworm_ir::{Context, Module};
//! assert!(lindworm_verify::verify(&Module::new(&Context::new(), "m")).is_ok());
//! ```
//!
//! # Implementation
//!
//! The common case of a valid module must be cheap. A first pass (`Mode::Detect`) checks functions on all cores, and metadata
//! nodes in memory order, each by itself. Only if that pass finds anything that is or may be wrong, a second pass
//! (`Mode::Exact`) visits the module in LLVM's order on one thread, and records the violations. Both passes use the same
//! checks; they differ in the traversal of metadata.

mod check;
mod finding;
mod rule;
pub mod rules;

mod attachments;
mod attributes;
mod blocks;
mod calls;
mod constants;
mod convergence;
mod debug_info;
mod exceptions;
mod functions;
mod globals;
mod instructions;
mod intrinsics;
mod metadata;
mod module_flags;
mod operands;
mod pointers;
mod statepoints;
mod target_intrinsics;
mod tbaa;
mod type_contents;
mod vector_intrinsics;
mod walk;

pub use finding::{Entity, Finding, Place, Report};
pub use rule::{Example, Rule};
pub use tbaa::has_valid_tbaa;
pub use walk::{Options, verify, verify_with};
