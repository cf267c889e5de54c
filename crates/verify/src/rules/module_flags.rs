//! Rules about named metadata with a meaning: module flags, identifications, command lines: LW0200 to LW0249.

use crate::rule::rules;

rules! {
}
