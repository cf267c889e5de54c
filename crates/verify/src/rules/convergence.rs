//! Rules about convergence control: LW1300 to LW1349.

use crate::rule::rules;

rules! {
}
