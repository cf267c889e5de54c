//! Order maintenance of a list by tags that increase along the list.
//!
//! An inserted item gets a tag between those of its neighbours. If there is none left, the smallest enclosing range of tags that
//! is sparse enough is respaced evenly, at an amortized cost of O(log n) for each insertion (Bender, Cole, Demaine,
//! Farach-Colton, Zito: Two simplified algorithms for maintaining order in a list, 2002). The caller owns the list and its tags.

/// The initial distance of tags.
pub const STRIDE: u64 = 1 << 32;

/// A run of a list that gets new tags: `start + stride` for the first item, increasing by `stride` for each further item.
#[derive(Clone, Copy, Debug)]
pub struct Spread<T> {
    /// The first item.
    pub first: T,
    /// The number of items.
    pub count: u64,
    /// The exclusive lower bound of the tags.
    pub start: u64,
    /// The distance of two tags.
    pub stride: u64,
}

/// The run around an item that must be respaced to make room for tags beside each item of the run. The item need not have a tag:
/// `at` is its tag, or the tag of the item before it. `prev` and `next` return the neighbours of an item, with their tags.
pub fn spread<T: Copy>(
    item: T,
    at: u64,
    prev: impl Fn(T) -> Option<(T, u64)>,
    next: impl Fn(T) -> Option<(T, u64)>,
) -> Spread<T> {
    let (mut first, mut last, mut count) = (item, item, 1u64);
    let mut limit = 1.0f64;
    let mut size = 0;
    loop {
        size = size << 1 | 1;
        let (start, end) = (at & !size, at | size);
        while let Some((before, _)) = prev(first).filter(|&(_, tag)| tag >= start) {
            (first, count) = (before, count + 1);
        }
        while let Some((after, _)) = next(last).filter(|&(_, tag)| tag <= end) {
            (last, count) = (after, count + 1);
        }
        limit *= 4.0 / 3.0;
        let stride = size / (count + 1);
        if size == u64::MAX || stride >= 4 && (count + 1) as f64 <= limit {
            return Spread { first, count, start, stride: stride.max(1) };
        }
    }
}
