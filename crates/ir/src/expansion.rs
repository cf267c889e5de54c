//! What a reader makes that its input does not spell out.

use std::sync::atomic::{AtomicU64, Ordering};

/// How much a reader may make that its input does not spell out: a long type may be that of every function, a long name that of
/// every section, and a mask of zeros is as long as its type says. All of it together is to be no more than the input justifies.
#[derive(Debug, Default)]
pub struct Expansion {
    made: AtomicU64,
    most: u64,
}

impl Expansion {
    /// For an input of that many bytes.
    pub fn of(bytes: usize) -> Expansion {
        Expansion { made: AtomicU64::new(0), most: (1 << 18) + 64 * bytes as u64 }
    }

    /// Allows that many more arguments, elements or bytes to be made, unless that is too much.
    pub fn allow(&self, count: u64) -> Option<()> {
        let before = self.made.fetch_add(count, Ordering::Relaxed);
        (before.saturating_add(count) <= self.most).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_the_input_the_more_is_allowed() {
        let most = |bytes: usize| {
            let expansion = Expansion::of(bytes);
            (0..).take_while(|_| expansion.allow(1 << 16).is_some()).count()
        };
        assert_eq!((most(0), most(1 << 16)), (4, 68));
    }
}
