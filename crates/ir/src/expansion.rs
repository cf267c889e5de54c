//! A limit on data that a reader creates without explicit text in its input.

use std::sync::atomic::{AtomicU64, Ordering};

/// Bounds the data that a reader creates without explicit text in its input: every function may have the same long type, every
/// section the same long name, and a zero mask has the length of its type. The total is limited in proportion to the size of the
/// input.
#[derive(Debug, Default)]
pub struct Expansion {
    made: AtomicU64,
    most: u64,
}

impl Expansion {
    /// The limit for an input of that many bytes.
    pub fn of(bytes: usize) -> Expansion {
        Expansion { made: AtomicU64::new(0), most: (1 << 18) + 64 * bytes as u64 }
    }

    /// Reserves that many more arguments, elements or bytes; `None` if the limit is exceeded.
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
