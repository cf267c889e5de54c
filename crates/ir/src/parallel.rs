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

/// Like [`map`]. Half of the threads begin with the heaviest items, the others with the lightest, so that all threads end at about the
/// same time, and the memory that heavy items take meanwhile is not taken by all threads at once.
pub fn map_by_weight<T: Send, U: Send>(
    items: Vec<T>,
    weight: impl Fn(&T) -> usize,
    f: impl Fn(T) -> U + Sync + Send,
) -> Vec<U> {
    if items.len() < 2 || threads() == 1 {
        return items.into_iter().map(f).collect();
    }
    let mut by_weight: Vec<(usize, T)> = items.into_iter().enumerate().collect();
    by_weight.sort_by_cached_key(|(_, item)| weight(item));
    let queue = Mutex::new(VecDeque::from(by_weight));
    let work = |thread: usize| {
        let take = || {
            let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
            if thread.is_multiple_of(2) { queue.pop_back() } else { queue.pop_front() }
        };
        std::iter::from_fn(take).map(|(place, item)| (place, f(item))).collect::<Vec<(usize, U)>>()
    };
    let mut results: Vec<(usize, U)> = map((0..threads()).collect(), work).into_iter().flatten().collect();
    results.sort_unstable_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
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

/// Whether a thread pool exists. Creating threads may fail, for example at a process limit; rayon would panic.
#[cfg(feature = "parallel")]
fn has_threads() -> bool {
    if IS_ALONE.get() {
        return false;
    }
    static HAS_POOL: OnceLock<bool> = OnceLock::new();
    // An error without a source means that the pool already exists.
    let make = || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(asked_threads());
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
        assert_eq!(super::map_by_weight(items, |&n| n, |n| 2 * n), doubled);
    }
}
