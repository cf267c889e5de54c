//! The search for the targets of a pass that can be removed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use lindworm_ir::Module;
use lindworm_ir::hash::{HashMap, hash_one};
use lindworm_text::to_bytes;

use crate::passes::{PASSES, Pass};

/// Options of a reduction.
#[derive(Clone, Debug)]
pub struct Options {
    /// The passes, in order.
    pub passes: Vec<&'static Pass>,
    /// The maximum number of runs of all passes, repeated while the module becomes smaller.
    pub iterations: usize,
    /// The number of concurrent tests.
    pub jobs: usize,
    /// The number of times that chunks are halved before the first test.
    pub granularity: u32,
    /// Settings of single passes.
    pub settings: Settings,
}

/// Settings of single passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The pipeline that `ir-passes` runs, one pass on one function at a time, as `opt -passes=` takes it. Nothing runs if it
    /// cannot be parsed.
    pub pipeline: String,
    /// The most instructions of a function that `inline-call-sites` inlines.
    pub most_inlined: usize,
}

impl Default for Settings {
    fn default() -> Self {
        // The passes of LLVM's `ir-passes`, except `infer-address-spaces`.
        let pipeline = "function(sroa,instcombine<no-verify-fixpoint>,gvn,simplifycfg)".to_owned();
        Settings { pipeline, most_inlined: 5 }
    }
}

impl Default for Options {
    fn default() -> Self {
        let jobs = std::thread::available_parallelism().map_or(1, |n| n.get());
        Options { passes: PASSES.iter().collect(), iterations: 5, jobs, granularity: 0, settings: Settings::default() }
    }
}

/// Events of a reduction.
pub enum Event<'a> {
    /// A pass begins.
    Pass(&'static Pass),
    /// A smaller module was found, the best one so far.
    Smaller(&'a Module),
    /// A candidate was invalid, which is an error of a pass.
    Invalid(&'static Pass),
}

/// Decides for each target of a pass whether it is kept. A pass asks in the same order each time.
pub struct Oracle<'a> {
    /// By target; further targets are kept.
    stays: &'a [bool],
    asked: usize,
    pub(crate) settings: &'a Settings,
}

impl Oracle<'_> {
    /// Whether the next target is kept.
    pub(crate) fn keep(&mut self) -> bool {
        let stays = self.stays.get(self.asked).copied().unwrap_or(true);
        self.asked += 1;
        stays
    }
}

/// Whether a module passes the verifier.
pub fn is_valid(module: &Module) -> bool {
    let report = lindworm_verify::verify(module);
    report.is_ok()
}

/// A cache of test results by hash of the module's text. No module is tested twice.
struct Tests<'t> {
    is_interesting: &'t (dyn Fn(&Module) -> bool + Sync),
    known: Mutex<HashMap<u64, bool>>,
}

impl Tests<'_> {
    /// Makes every candidate that is equal to this module fail: it is no smaller.
    fn exclude(&self, module: &Module) {
        let hash = hash_one(to_bytes(module).as_slice());
        self.known.lock().unwrap_or_else(|e| e.into_inner()).insert(hash, false);
    }

    fn run(&self, module: &Module) -> bool {
        let hash = hash_one(to_bytes(module).as_slice());
        let known = |tests: &Tests<'_>| tests.known.lock().unwrap_or_else(|e| e.into_inner()).get(&hash).copied();
        if let Some(known) = known(self) {
            return known;
        }
        let verdict = (self.is_interesting)(module);
        self.known.lock().unwrap_or_else(|e| e.into_inner()).insert(hash, verdict);
        verdict
    }
}

/// Reduces a module while `is_interesting` holds, and reports events to `listener`. The test runs on several threads
/// concurrently; it must be deterministic.
pub fn reduce(
    module: Module,
    options: &Options,
    is_interesting: &(dyn Fn(&Module) -> bool + Sync),
    listener: &mut dyn FnMut(Event<'_>),
) -> Module {
    let tests = Tests { is_interesting, known: Mutex::default() };
    let mut best = module;
    for _ in 0..options.iterations {
        let mut is_smaller = false;
        for &pass in &options.passes {
            listener(Event::Pass(pass));
            if let Some(smaller) = run_pass(&best, pass, options, &tests, listener) {
                best = smaller;
                is_smaller = true;
            }
        }
        if !is_smaller {
            break;
        }
    }
    best
}

/// The module without the removed targets of a pass; `None` if the pass cannot run or the result is invalid.
fn apply(module: &Module, pass: &Pass, stays: &[bool], settings: &Settings) -> Module {
    let mut copy = module.clone();
    (pass.run)(&mut copy, &mut Oracle { stays, asked: 0, settings });
    copy
}

/// Removes targets in chunks that are halved repeatedly.
fn run_pass(
    module: &Module,
    pass: &'static Pass,
    options: &Options,
    tests: &Tests<'_>,
    listener: &mut dyn FnMut(Event<'_>),
) -> Option<Module> {
    let mut counter = Oracle { stays: &[], asked: 0, settings: &options.settings };
    (pass.run)(&mut module.clone(), &mut counter);
    let count = counter.asked;
    if count == 0 {
        return None;
    }
    tests.exclude(module);
    let mut stays = vec![true; count];
    let mut best = None;
    let mut size = count;
    for _ in 0..options.granularity {
        size = size.div_ceil(2);
    }
    loop {
        // From the end: later targets usually depend on earlier ones.
        let mut chunks: Vec<std::ops::Range<usize>> =
            (0..count).step_by(size).map(|start| start..(start + size).min(count)).collect();
        chunks.retain(|chunk| stays[chunk.clone()].contains(&true));
        let mut found_any = false;
        while let Some(found) = next_success(module, pass, &stays, &mut chunks, options, tests, listener) {
            let (removed, smaller) = found;
            for chunk in removed {
                stays[chunk].fill(false);
            }
            listener(Event::Smaller(&smaller));
            best = Some(smaller);
            found_any = true;
        }
        match size {
            1 if !found_any => break,
            1 => {}
            _ => size = size.div_ceil(2),
        }
    }
    best
}

/// Tries chunks from the end of the list, several concurrently, until one can be removed; tried chunks are taken off the list.
/// Returns the removed chunks and the remaining module.
fn next_success(
    module: &Module,
    pass: &'static Pass,
    stays: &[bool],
    chunks: &mut Vec<std::ops::Range<usize>>,
    options: &Options,
    tests: &Tests<'_>,
    listener: &mut dyn FnMut(Event<'_>),
) -> Option<(Vec<std::ops::Range<usize>>, Module)> {
    while !chunks.is_empty() {
        let batch = chunks.split_off(chunks.len().saturating_sub(options.jobs.max(1)));
        let invalid = AtomicUsize::new(0);
        let attempt = |removed: &[std::ops::Range<usize>]| -> Option<Module> {
            let mut stays = stays.to_vec();
            removed.iter().for_each(|chunk| stays[chunk.clone()].fill(false));
            let candidate = apply(module, pass, &stays, &options.settings);
            if !is_valid(&candidate) {
                invalid.fetch_add(1, Ordering::Relaxed);
                return None;
            }
            tests.run(&candidate).then_some(candidate)
        };
        let mut results: Vec<Option<Module>> = Vec::new();
        if let [only] = &batch[..] {
            results.push(attempt(std::slice::from_ref(only)));
        } else {
            std::thread::scope(|scope| {
                let handles: Vec<_> =
                    batch.iter().map(|chunk| scope.spawn(|| attempt(std::slice::from_ref(chunk)))).collect();
                results.extend(handles.into_iter().map(|handle| handle.join().unwrap_or_default()));
            });
        }
        let gone: Vec<std::ops::Range<usize>> =
            batch.iter().zip(&results).filter(|(_, result)| result.is_some()).map(|(chunk, _)| chunk.clone()).collect();
        // Chunks that can be removed individually may not be removable together.
        let together = if gone.len() > 1 { attempt(&gone) } else { None };
        for _ in 0..invalid.into_inner() {
            listener(Event::Invalid(pass));
        }
        if let Some(module) = together {
            return Some((gone, module));
        }
        if let Some((chunk, Some(module))) = batch.into_iter().zip(results).rev().find(|(_, result)| result.is_some()) {
            // The other individually removable chunks are tried again.
            chunks.extend(gone.into_iter().filter(|other| *other != chunk));
            return Some((vec![chunk], module));
        }
    }
    None
}
