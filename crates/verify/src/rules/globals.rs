//! Rules about symbols: linkage, variables, aliases, ifuncs, comdats, their initializers: LW0100 to LW0199.

use crate::rule::rules;

rules! {
}
