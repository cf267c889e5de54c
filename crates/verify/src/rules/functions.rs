//! Rules about functions as a whole: signature, calling convention, attachments: LW0400 to LW0449.

use crate::rule::rules;

rules! {
}
