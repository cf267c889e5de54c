//! Which of two items of a list comes first, by tags that grow along the list.
//!
//! An item that is inserted gets a tag between its neighbours'. Where there is none left, the smallest surrounding range of tags that is
//! sparse enough is spread evenly, which costs O(log n) amortized an insertion (Bender, Cole, Demaine, Farach-Colton, Zito: Two
//! simplified algorithms for maintaining order in a list, 2002). The list and its tags belong to the caller.

/// How far apart tags are at first.
pub const STRIDE: u64 = 1 << 32;

/// A run of a list that gets new tags: `start + stride` for the first item, and `stride` more for each next one.
#[derive(Clone, Copy, Debug)]
pub struct Spread<T> {
    /// The first item.
    pub first: T,
    /// How many items there are.
    pub count: u64,
    /// What the first tag is above.
    pub start: u64,
    /// The distance of two tags.
    pub stride: u64,
}

/// The run around an item that is to be spread, so that there is room for tags beside each item of the run. The item need not have a tag: `at`
/// is its tag, or that of the item before it. `prev` and `next` give the neighbours of an item, with their tags.
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
