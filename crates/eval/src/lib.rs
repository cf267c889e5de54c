//! The arithmetic semantics of LLVM IR: integers of any width, seven floating-point formats, undef and poison.
//!
//! - [`Int`] is a value of an integer type, [`Float`] a value of a floating-point type, with arithmetic and text.
//! - [`ops`] lists the operations, predicates and flags.
//! - [`fold`] computes the result of each operation: a value, poison or undefined behaviour. [`word`] is a faster
//!   equivalent for values of at most 64 bits; [`intrinsic`] has the arithmetic intrinsics; and [`undef`] computes all of
//!   these for values with undef bits.
//! - [`ConstantRange`] is a set of integers, with the results of each operation on all of them.
//! - [`reinterpret`] converts the bits of vectors and scalars to another type.
//!
//! This crate is independent of instructions, modules and other types, and no input makes it panic.
//!
//! ```
//! use lindworm_eval::{BinaryOp, Int, IntFlags, Outcome, Why, fold};
//!
//! let (a, b) = (Int::new(8, 100), Int::new(8, 28));
//! let add = |flags| fold::int_binary(BinaryOp::Add, flags, &a, &b);
//! assert_eq!(add(IntFlags::NUW), Outcome::Value(Int::from_i64(8, -128)));
//! assert_eq!(add(IntFlags::NSW), Outcome::Poison(Why::SignedWrap));
//! ```

pub mod float;
pub mod fold;
pub mod int;
pub mod integer;
pub mod intrinsic;
pub mod ops;
pub mod outcome;
mod ppc;
pub mod range;
pub mod reinterpret;
pub mod undef;
pub mod word;

pub use float::{Float, FloatFormat, LiteralError, Rounding};
pub use fold::{Scalar, ScalarType};
pub use int::{Int, IntLiteral, MAX_WIDTH};
pub use ops::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags, IntPredicate};
pub use outcome::{Outcome, Why};
pub use range::ConstantRange;
