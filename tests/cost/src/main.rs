//! Cost is linear in the input: each kind of thing that can be numerous in a module is taken along every path `n` and `4n` times,
//! and no counter may grow more than fivefold. The counters are deterministic; see `counters.rs`.
//!
//! ```sh
//! cd tests/cost
//! cargo test                    # all kinds
//! cargo test -- "named metadata"
//! COST_SHOW=1 cargo test -- globals   # with figures
//! ```
//!
//! A new kind is one line in a table of `kinds/`. Kinds that are not linear are listed in `known.rs`, with the reason.

mod counters;
mod kinds;
mod known;
mod paths;

use libtest_mimic::{Arguments, Failed, Trial};

use counters::{Cost, function_of_edge, stack_at};
use kinds::Kind;

/// The ratio of the two numbers of things.
const FACTOR: usize = 4;
/// The permitted growth of the cost relative to that of the input: between 4 and 5, as tables double and numbers get more digits.
const SLACK: f64 = 1.25;

fn main() {
    let mut arguments = Arguments::from_args();
    // Costs are per thread; the pool must not have more threads than there are cores.
    arguments.test_threads.get_or_insert(std::thread::available_parallelism().map_or(1, usize::from));
    let kinds = kinds::all().map(|kind| Trial::test(kind.name, move || linear(kind)));
    let trials = kinds.chain([Trial::test("known", exist)]).collect();
    libtest_mimic::run(&arguments, trials).exit();
}

/// Checks that the entries of `known.rs` name existing kinds and paths.
fn exist() -> Result<(), Failed> {
    for (name, path) in known::all() {
        let kind = kinds::all().find(|kind| kind.name == name).ok_or_else(|| format!("known.rs: no kind {name:?}"))?;
        kind.paths()
            .iter()
            .find(|p| p.0 == path)
            .ok_or_else(|| format!("known.rs: {name:?} takes no path {path:?}"))?;
    }
    Ok(())
}

/// Checks that all costs of a kind are linear, except the known ones.
fn linear(kind: &Kind) -> Result<(), Failed> {
    let mut problems = String::new();
    for (path, cost_of) in kind.paths() {
        // Lazy initialization of the process would count for `n`.
        cost_of(kind.n / 16 + 1);
        let [small, large] = [kind.n, kind.n * FACTOR].map(&cost_of);
        let growth = growth(path, kind.n as u64, &small, &large, || drop(cost_of(kind.n)));
        match known::why(kind.name, path) {
            None => problems += &growth,
            Some(_) if !growth.is_empty() => {}
            Some(why) => problems += &format!("{path}: is linear now: take it off the list in known.rs ({why})\n"),
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

/// The counters that grow too fast, one per line. `again` repeats the measurement of the smaller number.
fn growth(path: &str, n: u64, small: &Cost, large: &Cost, again: impl Fn()) -> String {
    let mut problems = String::new();
    // Some texts grow faster than the number of their things.
    let bound = SLACK * (large.input as f64 / small.input as f64).max(FACTOR as f64);
    let is_too_much = |small: u64, large: u64, negligible: u64| large as f64 > bound * small.max(n * negligible) as f64;
    // Costs below the last number per thing are ignored.
    let counters = |cost: &Cost| {
        [
            ("steps", cost.steps(), 64),
            ("bytes moved", cost.bytes_moved, 256),
            ("allocations", cost.allocations, 1),
            ("bytes allocated", cost.bytes_allocated, 1024),
            ("peak", cost.peak, 512),
        ]
    };
    for ((name, small, negligible), (_, large, _)) in counters(small).into_iter().zip(counters(large)) {
        let times = large as f64 / small as f64;
        if std::env::var_os("COST_SHOW").is_some() {
            println!("    {path}: {name} {small} -> {large}, {times:.2} times");
        }
        if is_too_much(small, large, negligible) {
            problems += &format!("{path}: {name} {small} -> {large}, {times:.2} times\n");
        }
    }
    // An edge that is executed n^2 times is visible long before the sum grows. Tree searches are allowed.
    let mut edges: Vec<usize> =
        (0..large.edges.len()).filter(|&e| is_too_much(small.edges[e] * 8 / 5, large.edges[e], 48)).collect();
    edges.sort_by_key(|&e| std::cmp::Reverse(large.edges[e]));
    let mut functions = Vec::new();
    let mut stacks: Vec<Vec<String>> = Vec::new();
    for edge in edges {
        // Other edges of the function, and of its callees, grow for the same reason.
        let function = function_of_edge(edge);
        if stacks.len() == 2 || functions.contains(&function) {
            continue;
        }
        functions.push(function);
        let [small, large] = [small, large].map(|cost| cost.edges[edge]);
        let stack = stack_at(edge, small / 2 + 1, &again);
        if !stacks.iter().any(|shown| shown[..shown.len().min(2)] == stack[..stack.len().min(2)]) {
            problems +=
                &format!("{path}: executed {small} -> {large} times: {}\n", stack[..stack.len().min(6)].join(" < "));
            stacks.push(stack);
        }
    }
    problems
}
