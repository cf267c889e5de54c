//! Rules about nodes of debug information: LW1600 to LW1799.

use crate::rule::rules;

rules! {
}
