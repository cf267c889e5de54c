//! What an operation of LLVM IR does to numbers, written once: integers of any width, seven float formats, undef and poison.
//!
//! - [`Int`] is a value of an integer type, [`Float`] one of a float type; each knows its own arithmetic and text.
//! - [`ops`] names the operations, predicates and flags.
//! - [`fold`] says what each operation gives: a value, poison or undefined behaviour; [`word`] says the same faster, for
//!   values of at most 64 bits, [`intrinsic`] what the arithmetic intrinsics give, and [`undef`] what all of them do to
//!   values of which some bits are undef.
//! - [`reinterpret`] says what the bits of vectors and scalars are as another type.
//!
//! Nothing here knows a type other than these, an instruction or a module, and nothing that comes from outside panics.
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
pub mod reinterpret;
pub mod undef;
pub mod word;

pub use float::{Float, FloatFormat, LiteralError, Rounding};
pub use fold::{Scalar, ScalarType};
pub use int::{Int, IntLiteral, MAX_WIDTH};
pub use ops::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags, IntPredicate};
pub use outcome::{Outcome, Why};
