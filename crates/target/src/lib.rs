//! Properties of targets that do not depend on the method of code generation: machine and ABI.
//!
//! - [`legal`]: the representation of values of each type in registers and memory: a [`legal::TypeTable`] of a module.
//! - [`x86_64`]: x86-64 under the System V ABI: registers, an instruction encoder, and the locations of arguments and results.
//!
//! ```
//! use lindworm_target::x86_64::{Assembler, Mem, Reg, Size, op};
//!
//! let mut asm = Assembler::default();
//! asm.rm(op::ADD, Size::B32, Reg::RAX, Mem::base(Reg::RBP, -8));
//! assert_eq!(asm.code(), [0x03, 0x45, 0xf8]);
//! ```

pub mod legal;
pub mod x86_64;
