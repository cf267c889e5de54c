//! Rules about type-based alias analysis metadata: LW1500 to LW1549.

use crate::rule::rules;

rules! {
}
