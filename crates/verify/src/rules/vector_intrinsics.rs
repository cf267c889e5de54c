//! Rules about vector-predicated, constrained floating-point, matrix and other vector intrinsics: LW1050 to LW1149.

use crate::rule::rules;

rules! {
}
