//! Machine code from LLVM IR in one pass, for x86-64 Linux.
//!
//! [`compile`] compiles a verified module to an ELF object. Functions are compiled independently, on all cores; the object does
//! not depend on the number of cores. Each function takes two walks:
//!
//! 1. `block_order` orders the blocks; `liveness` computes for each value its number of uses and the last block where it is live.
//! 2. `x86_64` visits the instructions once: it selects machine instructions, allocates registers, and encodes. A value is in a
//!    register, in its stack slot, or both. Values that are live in other blocks are stored before the terminator of a block; phis
//!    are assigned on their incoming edges.
//!
//! A [`Compiler`] compiles single functions, on demand: see `lazy`.
//!
//! An unsupported construct gives an [`Unsupported`] that names the construct, the function and the instruction.
//!
//! ```
//! use lindworm_codegen::{Options, compile};
//! use lindworm_ir::Context;
//!
//! let text = b"define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}";
//! let read = lindworm_text::read(&Context::new(), "m.ll", text, &Default::default()).unwrap();
//! let object = compile(&read.module, &Options::default()).unwrap();
//! assert_eq!(object[..4], *b"\x7fELF");
//! ```

mod assembler;
mod assembly;
mod block_order;
mod constant_operands;
mod constants;
mod data;
mod debug_info;
mod debug_places;
mod driver;
mod error;
mod exception_table;
mod frame;
mod lazy;
mod liveness;
mod module_asm;
mod object_file;
mod relocation;
mod stack_map;
mod table;
mod unwind_table;
mod values;
mod x86_64;

pub use assembly::assembly;
pub use driver::{Compiler, Options, compile, compile_object};
pub use error::{CompileError, Unsupported};
pub use lazy::{FIRST_SLOT, LAZY_SECTION, symbol_name};
pub use object_file::CompiledObject;
