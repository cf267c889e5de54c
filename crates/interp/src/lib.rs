//! An interpreter of LLVM IR that detects undefined behaviour.
//!
//! A [`Machine`] is a loaded program with its run-time state. A function is decoded on its first call into operations, which
//! are then interpreted. Values are [registers](value). Memory is an arena that records for each byte whether it is
//! initialized, and for each pointer its provenance. Undefined behaviour yields a [`Report`] with a [`ub::Kind`].
//!
//! ```
//! use lindworm_interp::{Machine, Options, Stop, Value};
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
//! assert_eq!(machine.call("half", &[Value::from(42)]).unwrap(), Some(Value::from(21)));
//! let Err(Stop::Report(report)) = machine.call("div", &[Value::from(0)]) else { panic!() };
//! assert_eq!(report.kind.unwrap().code, "UB0101");
//! ```

// `println!` and `eprintln!` panic if the write fails.
#![deny(clippy::print_stdout, clippy::print_stderr)]
// Without a host, the items of other modules that only `host` uses are dead code.
#![cfg_attr(
    not(all(feature = "host", unix, any(target_arch = "x86_64", target_arch = "aarch64"))),
    allow(dead_code, clippy::unused_self)
)]

mod abi;
mod builtin;
mod decode;
mod embedder;
mod endless;
#[cfg(all(feature = "host", unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod host;
#[cfg(not(all(feature = "host", unix, any(target_arch = "x86_64", target_arch = "aarch64"))))]
#[path = "host/absent.rs"]
mod host;
mod limits;
mod location;
mod machine;
mod memory;
mod options;
mod origin;
mod outside;
mod program;
mod promise;
mod report;
mod run;
pub mod shape;
mod start;
mod state;
mod stop;
mod thread;
mod typed;
pub mod ub;
mod unwind;
pub mod value;
mod watch;

pub use embedder::{Byte, Guest};
pub use location::Location;
pub use machine::{Machine, Output, Step};
pub use memory::Kind as ObjectKind;
pub use options::{OnRace, OnUndefined, Options, UndefChoice};
pub use program::Program;
pub use stop::{Accessed, Note, Object, Operand, Origin, Report, Stop};
pub use typed::{Pointer, Value, hex};
pub use value::{Reg, Site};
pub use watch::{MemoryAccess, View};

/// Whether the machine itself implements the library function `name`, such as `strlen`.
pub fn provides(name: &str) -> bool {
    builtin::library(name.as_bytes()).is_some()
}
