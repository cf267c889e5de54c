//! Rules about debug records, variables and locations: LW1800 to LW1899.

use crate::rule::rules;

rules! {
}
