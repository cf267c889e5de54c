//! The smallest module that a test still finds interesting: what makes a compiler crash, in a few lines.
//!
//! [`reduce`] goes through a list of [`Pass`]es, such as "remove functions" or "operands become zero". Each has targets; which of them
//! can go without the module becoming uninteresting is found by trying large chunks first and smaller ones then, as in delta
//! debugging. A candidate that would break a rule of the language is never tested.
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
mod passes;
mod signatures;
mod values;

pub use delta::{Event, Options, is_valid, reduce};
pub use passes::{PASSES, Pass};
