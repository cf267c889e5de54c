//! Rules about the intrinsics of targets: LW1150 to LW1249.

use crate::rule::rules;

rules! {
}
