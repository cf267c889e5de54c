//! Rules about exception handling: LW0750 to LW0849.

use crate::rule::rules;

rules! {
}
