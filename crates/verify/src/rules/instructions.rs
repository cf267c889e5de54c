//! Rules about single instructions: LW0500 to LW0649.

use crate::rule::rules;

rules! {
}
