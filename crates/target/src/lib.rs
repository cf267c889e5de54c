//! Targets of code generation: what is true of a machine and its ABI, whichever way code is selected for it.
//!
//! - [`legal`]: how values of each type are held, in registers and in memory: a [`legal::TypeTable`] of a module.
//! - [`x86_64`]: x86-64 under the System V ABI: registers, an encoder of instructions, where arguments and results are passed.
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
