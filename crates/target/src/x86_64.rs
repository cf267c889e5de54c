//! x86-64, System V ABI.

mod encode;
mod instructions;
mod registers;
pub mod system_v;

pub use encode::{Assembler, Mem, Scale};
pub use instructions::{Condition, Op, Operands, Size, op};
pub use registers::{Reg, RegSet};
