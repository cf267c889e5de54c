//! Parallel execution if the feature `parallel` is enabled, sequential otherwise. For the crates that read, write and verify
//! modules.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
#[cfg(feature = "parallel")]
use std::{cell::Cell, error::Error, sync::OnceLock};

#[cfg(feature = "parallel")]
thread_local! {
    static IS_ALONE: Cell<bool> = const { Cell::new(false) };
}

/// The result of `f`, which is computed on this thread alone: for one of several pieces of work that are done at the same time
/// anyway.
pub fn alone<T>(f: impl FnOnce() -> T) -> T {
    #[cfg(feature = "parallel")]
    let before = IS_ALONE.replace(true);
    let result = f();
    #[cfg(feature = "parallel")]
    IS_ALONE.set(before);
    result
}

/// The result of `f`, which runs on a thread of the pool: a parallel section within `f` then begins on that thread, without waking
/// another one and waiting for the result.
pub fn on_pool<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    #[cfg(feature = "parallel")]
    if has_threads() && rayon::current_thread_index().is_none() {
        return rayon::scope(|_| f());
    }
    f()
}

/// Runs both functions, in parallel if possible.
pub fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    #[cfg(feature = "parallel")]
    if has_threads() {
        return rayon::join(a, b);
    }
    (a(), b())
}

/// Runs both functions, in parallel only if the work is worth waking another thread.
pub fn join_if<A: Send, B: Send>(
    is_worth_it: bool,
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    if is_worth_it { join(a, b) } else { (a(), b()) }
}

/// The results of `f` for the items, in order.
pub fn map<T: Send, U: Send>(items: Vec<T>, f: impl Fn(T) -> U + Sync + Send) -> Vec<U> {
    #[cfg(feature = "parallel")]
    if items.len() > 1 && has_threads() {
        use rayon::prelude::*;
        return items.into_par_iter().with_max_len(1).map(f).collect();
    }
    items.into_iter().map(f).collect()
}

/// Like [`map`]. Half of the threads begin with the heaviest items, the others with light ones, so that the memory that heavy items
/// take meanwhile is not taken by all threads at once. The lightest items are the last ones, so that all threads end at about the same
/// time.
pub fn map_by_weight<T: Send, U: Send>(
    items: Vec<T>,
    weight: impl Fn(&T) -> usize,
    f: impl Fn(T) -> U + Sync + Send,
) -> Vec<U> {
    map_groups(items, weight, 0, |group| group.into_iter().map(&f).collect())
}

/// Like [`map_by_weight`], for an `f` that is faster on several items than on one after the other: it gets groups of items that
/// together weigh at most `most`, or single items. The groups become smaller towards the end, so that all threads still end at about
/// the same time; which items are grouped depends on the threads.
pub fn map_groups<T: Send, U: Send>(
    items: Vec<T>,
    weight: impl Fn(&T) -> usize,
    most: usize,
    f: impl Fn(Vec<T>) -> Vec<U> + Sync + Send,
) -> Vec<U> {
    let mut queue: VecDeque<Item<T>> =
        items.into_iter().enumerate().map(|(place, item)| Item { place, weight: weight(&item), item }).collect();
    queue.make_contiguous().sort_by_key(|item| item.weight);
    let left: usize = queue.iter().map(|item| item.weight).sum();
    let count = threads().min(queue.len());
    let mut reserved = 0;
    let is_last = |item: &&Item<T>| {
        reserved += item.weight;
        reserved <= left / SHARE_OF_LAST
    };
    let count_of_last = queue.iter().take_while(is_last).count();
    let last = queue.drain(..count_of_last).collect();
    let queue = Mutex::new(Queue { queue, last, left });
    let work = |thread: usize| {
        let mut results = Vec::new();
        loop {
            let (places, group) = {
                let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
                queue.take(thread.is_multiple_of(2), most)
            };
            if group.is_empty() {
                return results;
            }
            results.extend(places.into_iter().zip(f(group)));
        }
    };
    let mut results: Vec<(usize, U)> = map((0..count).collect(), work).into_iter().flatten().collect();
    results.sort_unstable_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}

/// An item of [`map_groups`].
struct Item<T> {
    place: usize,
    weight: usize,
    item: T,
}

/// The items taken last have at most this part of the total weight: one in so many.
const SHARE_OF_LAST: usize = 16;

/// The items that no thread has taken, by increasing weight.
struct Queue<T> {
    queue: VecDeque<Item<T>>,
    /// The lightest items, taken after the others.
    last: VecDeque<Item<T>>,
    /// The sum of the weights of both lists.
    left: usize,
}

impl<T> Queue<T> {
    /// The places and items of the next group, from the end with the heaviest items or from the other one; empty if no items are left.
    fn take(&mut self, is_heavy_end: bool, most: usize) -> (Vec<usize>, Vec<T>) {
        const GROUPS_LEFT_FOR_EACH_THREAD: usize = 4;
        let mut room = most.min(self.left / (GROUPS_LEFT_FOR_EACH_THREAD * threads()));
        let (mut places, mut group) = (Vec::new(), Vec::new());
        let queue = if self.queue.is_empty() { &mut self.last } else { &mut self.queue };
        while let Some(next) = if is_heavy_end { queue.back() } else { queue.front() } {
            if !group.is_empty() && next.weight > room {
                break;
            }
            room = room.saturating_sub(next.weight);
            self.left -= next.weight;
            let next = if is_heavy_end { queue.pop_back() } else { queue.pop_front() };
            places.extend(next.as_ref().map(|next| next.place));
            group.extend(next.map(|next| next.item));
        }
        (places, group)
    }
}

/// The results of `f` on each of at most `count` threads.
pub fn on_threads<T: Send>(count: usize, f: impl Fn() -> T + Sync + Send) -> Vec<T> {
    map(vec![(); count.min(threads()).max(1)], |()| f())
}

/// The number of threads used for parallel work.
pub fn threads() -> usize {
    #[cfg(feature = "parallel")]
    if has_threads() {
        return rayon::current_num_threads();
    }
    1
}

/// The size of the stack of a thread of the pool, in bytes: usually that of the main thread.
#[cfg(feature = "parallel")]
const STACK: usize = 8 << 20;

/// Whether a thread pool exists. Creating threads may fail, for example at a process limit; rayon would panic.
#[cfg(feature = "parallel")]
fn has_threads() -> bool {
    if IS_ALONE.get() {
        return false;
    }
    static HAS_POOL: OnceLock<bool> = OnceLock::new();
    // An error without a source means that the pool already exists.
    let make = || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(asked_threads()).stack_size(STACK);
        pool.build_global().map_or_else(|e| e.source().is_none(), |()| true)
    };
    rayon::current_thread_index().is_some() || *HAS_POOL.get_or_init(make)
}

/// The number of threads that `RAYON_NUM_THREADS` requests: 0 to leave the choice to rayon. Capped at a small multiple of the
/// number of cores, because a process may abort if the system refuses more threads.
#[cfg(feature = "parallel")]
fn asked_threads() -> usize {
    const MOST_FOR_EACH_CORE: usize = 8;
    let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    asked.min(MOST_FOR_EACH_CORE * std::thread::available_parallelism().map_or(1, usize::from))
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_are_in_the_order_of_the_items_whatever_these_weigh() {
        let items: Vec<usize> = (0..100).map(|n| n * 37 % 101).collect();
        let doubled: Vec<usize> = items.iter().map(|n| 2 * n).collect();
        assert_eq!(super::map_by_weight(items.clone(), |&n| n, |n| 2 * n), doubled);
        let double = |group: Vec<usize>| group.into_iter().map(|n| 2 * n).collect();
        assert_eq!(super::map_groups(items, |&n| n, 500, double), doubled);
    }

    #[test]
    fn the_lightest_items_are_taken_last() {
        let item = |weight: usize| super::Item { place: weight, weight, item: () };
        let mut queue =
            super::Queue { queue: [5, 7, 9].map(item).into(), last: [1, 2].map(item).into(), left: 5 + 7 + 9 + 1 + 2 };
        let order: Vec<usize> = [true, false, true, true, false].iter().flat_map(|&end| queue.take(end, 0).0).collect();
        assert_eq!(order, [9, 5, 7, 2, 1]);
        assert_eq!(queue.left, 0);
    }

    #[test]
    fn a_group_weighs_at_most_so_much_unless_it_is_one_item() {
        let sizes = |weight: usize| {
            let items = vec![(); 10_000];
            super::map_groups(items, |()| weight, 100, |group: Vec<()>| vec![group.len(); group.len()])
        };
        assert!(sizes(5).iter().all(|&len| len <= 20));
        assert!(sizes(5).iter().any(|&len| len > 1));
        assert_eq!(sizes(200), [1; 10_000]);
    }
}
