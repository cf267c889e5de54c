//! Runs LLVM IR, and catches every undefined behaviour.
//!
//! A [`Machine`] is a program and all that changes while it runs. Functions are [decoded](decode) when they are first called,
//! and then [run](run) operation by operation. Values are [registers](value), memory is an [arena](memory) in which each
//! byte knows whether it was written and each pointer what it may access. What goes wrong is a [`Report`] of a
//! [`ub::Kind`].
//!
//! ```
//! use lindworm_interp::{Machine, Options, Reg, Stop};
//!
//! use lindworm_ir::Context;
//! use lindworm_text::ReadOptions;
//!
//! let read = lindworm_text::read(
//!     &Context::new(),
//!     "m.ll",
//!     b"define i32 @half(i32 %x) {\n  %h = sdiv exact i32 %x, 2\n  ret i32 %h\n}\n\
//!       define i32 @div(i32 %x) {\n  %d = sdiv i32 1, %x\n  ret i32 %d\n}\n",
//!     &ReadOptions::default(),
//! ).unwrap();
//! let mut machine = Machine::new(vec![read.module], Options::default()).unwrap();
//! assert_eq!(machine.call("half", &[Reg::int(42)]).unwrap(), [Reg::int(21)]);
//! let Err(Stop::Report(report)) = machine.call("div", &[Reg::int(0)]) else { panic!() };
//! assert_eq!(report.kind.unwrap().code, "UB0101");
//! ```

mod builtin;
mod decode;
mod machine;
pub mod memory;
mod options;
mod program;
mod run;
pub mod shape;
mod start;
mod state;
mod stop;
pub mod ub;
pub mod value;

pub use machine::Machine;
pub use options::{OnUndefined, Options, UndefChoice};
pub use program::Program;
pub use state::State;
pub use stop::{Note, Report, Stop};
pub use value::{Reg, Site};
