//! Work on all cores, where the feature `parallel` is on; one thing after the other where it is not. For the rooms that read,
//! write and check modules.

/// Does both, at the same time if possible.
pub fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    #[cfg(feature = "parallel")]
    return rayon::join(a, b);
    #[cfg(not(feature = "parallel"))]
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
    if items.len() > 1 {
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
    return rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    1
}
