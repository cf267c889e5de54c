//! Rules about garbage collection: LW1250 to LW1299.

use crate::rule::rules;

rules! {
}
