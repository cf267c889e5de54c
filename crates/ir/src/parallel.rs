//! Work on all cores, where the feature `parallel` is on; one thing after the other where it is not. For the rooms that read,
//! write and check modules.

#[cfg(feature = "parallel")]
use std::{error::Error, sync::OnceLock};

/// Does both, at the same time if possible.
pub fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    #[cfg(feature = "parallel")]
    if has_threads() {
        return rayon::join(a, b);
    }
    (a(), b())
}

/// Does both, at the same time only if that is worth waking another thread.
pub fn join_if<A: Send, B: Send>(
    is_worth_it: bool,
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    if is_worth_it { join(a, b) } else { (a(), b()) }
}

/// What `f` makes of each item, in order.
pub fn map<T: Send, U: Send>(items: Vec<T>, f: impl Fn(T) -> U + Sync + Send) -> Vec<U> {
    #[cfg(feature = "parallel")]
    if items.len() > 1 && has_threads() {
        use rayon::prelude::*;
        return items.into_par_iter().with_max_len(1).map(f).collect();
    }
    items.into_iter().map(f).collect()
}

/// What `f` gives on each of at most `count` threads.
pub fn on_threads<T: Send>(count: usize, f: impl Fn() -> T + Sync + Send) -> Vec<T> {
    map(vec![(); count.min(threads()).max(1)], |()| f())
}

/// Over how many cores work is spread.
pub fn threads() -> usize {
    #[cfg(feature = "parallel")]
    if has_threads() {
        return rayon::current_num_threads();
    }
    1
}

/// Whether there is a pool of threads. The system may give none, as where a limit of processes is reached; rayon would panic.
#[cfg(feature = "parallel")]
fn has_threads() -> bool {
    static HAS_POOL: OnceLock<bool> = OnceLock::new();
    // An error without a source is that somebody else has made the pool.
    let make = || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(asked_threads());
        pool.build_global().map_or_else(|e| e.source().is_none(), |()| true)
    };
    rayon::current_thread_index().is_some() || *HAS_POOL.get_or_init(make)
}

/// How many threads `RAYON_NUM_THREADS` asks for: 0 if that is left to rayon, and not many times more than there are cores, as a
/// process may end where the system gives no more threads.
#[cfg(feature = "parallel")]
fn asked_threads() -> usize {
    const MOST_FOR_EACH_CORE: usize = 8;
    let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    asked.min(MOST_FOR_EACH_CORE * std::thread::available_parallelism().map_or(1, usize::from))
}
