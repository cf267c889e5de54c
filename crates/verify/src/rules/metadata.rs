//! Rules about metadata in general: LW1550 to LW1599.

use crate::rule::rules;

rules! {
}
