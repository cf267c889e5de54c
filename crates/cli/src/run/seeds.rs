//! `lindworm run --seeds`: many runs of a program that resolve nondeterminism differently, each in a separate process.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{GAVE_UP, REFUSED, UNDEFINED};
use crate::compiler::{self, Language};
use crate::files::is_dash;
use crate::streams::tell;

/// Runs the program of this process's command line with the seeds 0 to `count`, and shows what the lowest one shows that goes wrong.
/// Gives the exit status: that of the run, or 0 if none goes wrong.
pub fn run(count: u64, file: &Path, compiler: Option<&str>) -> io::Result<i32> {
    if is_dash(file) {
        return Err(io::Error::other("--seeds reads the program more than once: it cannot be the standard input"));
    }
    let compiled = match Language::of(file) {
        Some(language) => Some(compiler::compile(language, file, compiler)?),
        None => None,
    };
    let arguments = arguments(file, compiled.as_ref().map_or(file, |compiled| &compiled.ir));
    let program = std::env::current_exe()?;
    let (next, found) = (AtomicU64::new(0), Mutex::new(Ok(None)));
    let try_seeds = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= count {
                return;
            }
            let mut run = Command::new(&program);
            run.args(["run", "--seed", &seed.to_string()]).args(&arguments);
            let done = run.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).output();
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            match done {
                Ok(output) if !goes_wrong(&output) => continue,
                Ok(output) if matches!(&*found, Ok(Some((first, _))) if *first < seed) => drop(output),
                Ok(output) => *found = Ok(Some((seed, output))),
                Err(e) => *found = Err(e),
            }
            // Stops the search: all seeds lower than this seed have been started.
            next.store(count, Ordering::Relaxed);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(try_seeds)));
        try_seeds();
    });
    match found.into_inner().unwrap_or_else(PoisonError::into_inner)? {
        None => {
            tell(format!("lindworm: {count} seeds, and no run failed\n"));
            Ok(0)
        }
        Some((seed, output)) => {
            // The IR file, which is deleted by then, is shown under the name that it has in a report of a single run.
            let shown =
                compiled.map(|compiled| (compiled.ir.display().to_string(), format!("{} (IR)", file.display())));
            let text = String::from_utf8_lossy(&output.stderr);
            tell(shown.map_or(text.to_string(), |(ir, name)| text.replace(&ir, &name)));
            let status = output.status.code().unwrap_or(GAVE_UP);
            if status != REFUSED {
                tell(format!("lindworm: the run with seed {seed} failed: `--seed {seed}` repeats it\n"));
            }
            Ok(status)
        }
    }
}

/// Whether a run ended with a report, by a signal, or not at all.
fn goes_wrong(output: &Output) -> bool {
    output.status.code().is_none_or(|code| matches!(code, UNDEFINED | GAVE_UP | REFUSED) || code >= 128)
}

/// The command line behind `lindworm run`, without `--seeds`, and with another file in the place of the program's.
fn arguments(file: &Path, instead: &Path) -> Vec<OsString> {
    let mut rest = std::env::args_os().skip(2);
    let mut arguments = Vec::new();
    while let Some(argument) = rest.next() {
        let bytes = argument.as_encoded_bytes();
        if argument == OsStr::new("--seeds") {
            rest.next();
        } else if argument == file.as_os_str() {
            arguments.push(instead.into());
            arguments.extend(rest);
            break;
        } else if !bytes.starts_with(b"--seeds=") {
            arguments.push(argument);
        }
    }
    arguments
}
