//! Test-case reduction: finds a small module that a test still finds interesting, such as a few lines that crash a compiler.
//!
//! [`reduce`] runs a list of [`Pass`]es, such as "remove functions" or "replace operands by zero". Each pass has targets. The
//! targets that can be removed while the module stays interesting are found as in delta debugging: large chunks are tried first,
//! then smaller ones. Invalid candidates are never tested.
//!
//! ```
//! use lindworm_ir::{Context, Module, Type};
//! use lindworm_reduce::{Options, reduce};
//!
//! let mut module = Module::new(&Context::new(), "m");
//! for name in [&b"a"[..], b"b", b"c"] {
//!     module.add_variable(name, Type::I32, None);
//! }
//! let reduced = reduce(module, &Options::default(), &|m| m.global_named(b"b").is_some(), &mut |_| {});
//! assert_eq!(reduced.variables().len(), 1);
//! ```

mod body;
mod delta;
mod globals;
mod instructions;
mod ir_passes;
mod passes;
mod signatures;
mod values;

pub use delta::{Event, Options, Settings, is_valid, reduce};
pub use passes::{PASSES, Pass};
