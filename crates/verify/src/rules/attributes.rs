//! Rules about attributes and where they may stand: LW0250 to LW0399.

use crate::rule::rules;

rules! {
}
