//! Rules about intrinsics of general use: LW0850 to LW1049.

use crate::rule::rules;

rules! {
}
