//! The verifier: what the [Language Reference](https://llvm.org/docs/LangRef.html) and LLVM 22's verifier call ill-formed.
//!
//! [`verify`] looks at a whole module and gives a [`Report`]: every breach of a [`Rule`], in LLVM's words and in LLVM's order.
//!
//! ```
//! use lindworm_ir::{Context, Module};
//! assert!(lindworm_verify::verify(&Module::new(&Context::new(), "m")).is_ok());
//! ```
//!
//! # How it goes
//!
//! A valid module is what one mostly meets, and it should cost little: functions are checked on all cores, and metadata nodes
//! one after the other as they lie in memory, each by itself. Only when that walk (`Mode::Detect`) meets anything that is or
//! may be wrong, a second one (`Mode::Exact`) goes through the module as LLVM's does, one thing after the other, and writes
//! down what it finds. The same code checks in both; what differs is how metadata is reached.

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
