//! Rules about calls, their operand bundles, tail calls, inline assembler: LW0650 to LW0749.

use crate::rule::rules;

rules! {
}
