//! The process that starts and supervises workers: a mutant that ends or blocks a worker is a find too.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::mutants::{Form, Mutants};
use crate::paths::{Counts, Find, PATHS};
use crate::random::Random;
use crate::report::{causes, report};
use crate::seeds::{Seeds, directories};
use crate::worker::{Status, seeds_of};

/// The arguments of `run`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Directories of seeds [default: LLVM's tests, where $LINDWORM_LLVM has them, and those of the crates]
    #[arg(long, value_name = "DIR")]
    pub seeds: Vec<PathBuf>,
    /// The approximate number of seeds
    #[arg(long, value_name = "N", default_value_t = 16_000)]
    pub sample: usize,
    /// The number of mutants
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub count: u64,
    /// The number of the first mutant
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub from: u64,
    /// The time limit in seconds
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<u64>,
    /// The form of mutants
    #[arg(long, value_delimiter = ',', value_enum, default_value = "text,bitcode,run")]
    pub paths: Vec<Form>,
    /// The seed number of the campaign: the same number gives the same mutants
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The number of processes [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// LLVM's `opt`, to compare acceptance
    #[arg(long, value_name = "OPT")]
    pub oracle: Option<PathBuf>,
    /// The directory for finds
    #[arg(long, value_name = "DIR", default_value = "campaign")]
    pub out: PathBuf,
}

/// The processor time limit of a mutant.
const DEADLINE: Duration = Duration::from_secs(10);
/// The processor time limit while an input is minimized.
const MINIMIZING_DEADLINE: Duration = Duration::from_secs(60);

/// The time that a process has used since a moment: processor time, so that a busy machine causes no false hang, or a twentieth of
/// the wall time if that is more, as a blocked process uses no processor time.
struct Stopwatch {
    process: u32,
    start: Instant,
    processor: Option<Duration>,
}

impl Stopwatch {
    fn of(process: u32) -> Stopwatch {
        Stopwatch { process, start: Instant::now(), processor: processor_time(process) }
    }

    fn elapsed(&self) -> Duration {
        let waited = self.start.elapsed();
        match (self.processor, processor_time(self.process)) {
            (Some(before), Some(now)) => now.saturating_sub(before).max(waited / 20),
            _ => waited,
        }
    }
}

/// The processor time of a process so far, on Linux.
fn processor_time(process: u32) -> Option<Duration> {
    /// The unit of `/proc/N/stat`.
    const TICK: Duration = Duration::from_millis(10);
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, which is the second field, ends with the last parenthesis; fields 14 and 15 are time in the program and in the kernel.
    let fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    let ticks: Option<u32> = fields.skip(11).take(2).map(|field| field.parse::<u32>().ok()).sum();
    Some(TICK * ticks?)
}

struct Worker {
    child: Child,
    status_path: PathBuf,
    status_file: File,
    last: Status,
    since: Stopwatch,
}

impl Worker {
    fn start(args: &Args, index: u64, from: u64) -> io::Result<Worker> {
        let status_path = args.out.join(format!("status-{index}"));
        let status_file = File::options().read(true).write(true).create(true).truncate(true).open(&status_path)?;
        let forms: Vec<String> = args.paths.iter().map(|f| format!("{f:?}").to_lowercase()).collect();
        let jobs = args.jobs().to_string();
        let child = Command::new(std::env::current_exe()?)
            .args(["worker", "--seed", &args.seed.to_string(), "--from", &from.to_string(), "--step", &jobs])
            .args(["--to", &(args.from + args.count).to_string(), "--paths", &forms.join(",")])
            .args(args.oracle.iter().flat_map(|opt| [Path::new("--oracle"), opt]))
            .arg("--status")
            .arg(&status_path)
            .arg("--out")
            .arg(&args.out)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(args.out.join(format!("words-{index}")))?)
            .spawn()?;
        let last = Status { mutant: from, ..Status::default() };
        let since = Stopwatch::of(child.id());
        Ok(Worker { child, status_path, status_file, last, since })
    }

    /// Reads the status of the worker; returns whether a mutant exceeded its limit.
    fn look(&mut self) -> bool {
        if let Some(now) = Status::read(&self.status_file) {
            if (now.mutant, now.minimizes) != (self.last.mutant, self.last.minimizes) {
                self.since = Stopwatch::of(self.child.id());
            }
            self.last = now;
        }
        self.since.elapsed() > if self.last.minimizes { MINIMIZING_DEADLINE } else { DEADLINE }
    }
}

impl Args {
    fn jobs(&self) -> usize {
        self.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, |n| n.get())).max(1)
    }
}

/// Runs a campaign; returns whether there were no finds.
pub fn run(args: &Args) -> io::Result<bool> {
    fs::create_dir_all(&args.out)?;
    let start = Instant::now();
    let seeds = Seeds::find(&directories(&args.seeds), args.sample, &mut Random::of_mutant(args.seed, u64::MAX))?;
    fs::write(args.out.join("seeds"), seeds.to_bytes())?;
    eprintln!(
        "{} texts of which {} are programs, {} that are refused, {} bitcode files; read in {:.1} s",
        seeds.texts.len(),
        seeds.programs.len(),
        seeds.refused.len(),
        seeds.bitcode.len(),
        start.elapsed().as_secs_f64()
    );
    let start = Instant::now();
    let jobs = args.jobs() as u64;
    let mut done = Counts::default();
    let mut workers: Vec<Option<Worker>> =
        (0..jobs).map(|i| Worker::start(args, i, args.from + i).map(Some)).collect::<io::Result<_>>()?;
    let mut ended = 0;
    let mut mutants = None;
    let mut shown = Instant::now();
    while workers.iter().any(Option::is_some) {
        thread::sleep(Duration::from_millis(50));
        let over = args.time.is_some_and(|seconds| start.elapsed() > Duration::from_secs(seconds));
        for (i, slot) in workers.iter_mut().enumerate() {
            let Some(worker) = slot else { continue };
            let too_long = worker.look();
            let exit = worker.child.try_wait()?;
            if exit.is_none() && !too_long && !over {
                continue;
            }
            if exit.is_none() {
                worker.child.kill()?;
                worker.child.wait()?;
            }
            worker.look();
            let Status { mutant, minimizes, counts } = worker.last;
            done.add(&counts);
            if exit.is_some_and(|status| status.success()) || over {
                fs::remove_file(&worker.status_path)?;
                *slot = None;
                continue;
            }
            if let Some(code) = exit.and_then(|status| status.code()) {
                let words = fs::read_to_string(args.out.join(format!("words-{i}")))?;
                return Err(io::Error::other(format!("a worker gave {code} at mutant {mutant}: {words}")));
            }
            if !minimizes {
                ended += 1;
                if mutants.is_none() {
                    mutants = Some(Mutants::new(seeds_of(&args.out)?, args.seed, &args.paths));
                }
                if let Some(mutants) = &mut mutants {
                    report_end(args, mutants, mutant)?;
                }
            }
            *slot = Some(Worker::start(args, i as u64, mutant + jobs)?);
        }
        if shown.elapsed() > Duration::from_secs(10) {
            shown = Instant::now();
            let mut now = done;
            workers.iter().flatten().for_each(|worker| now.add(&worker.last.counts));
            let rate = now.mutants as f64 / start.elapsed().as_secs_f64();
            eprintln!(
                "{:>7.0} s {:>10} mutants {rate:>6.0}/s {:>3.0} % accepted {:>3.0} % valid {:>6} finds {ended} ends",
                start.elapsed().as_secs_f64(),
                now.mutants,
                share(now.accepted, now.mutants),
                share(now.valid, now.mutants),
                now.finds
            );
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{} mutants in {seconds:.0} s: {:.0} a second", done.mutants, done.mutants as f64 / seconds);
    println!("{:>12} accepted by the reader: {:.1} %", done.accepted, share(done.accepted, done.mutants));
    println!("{:>12} valid: {:.1} %", done.valid, share(done.valid, done.mutants));
    for (i, (_, name)) in PATHS.iter().enumerate() {
        let (count, [memory, allocations]) = (done.paths[i], done.most[i]);
        let time = done.times[i] as f64 / 1000.0 / count.max(1) as f64;
        println!(
            "{count:>12} {name}: {time:.1} µs each, at most {memory} bytes and {allocations} allocations for each byte"
        );
    }
    let causes = causes(&args.out)?;
    println!("{} finds, {ended} ends of workers, {} causes", done.finds, causes.len());
    causes.iter().for_each(|(cause, count)| println!("{count:>12} {cause}"));
    Ok(done.finds + ended == 0)
}

fn share(part: u64, of: u64) -> f64 {
    part as f64 * 100.0 / of.max(1) as f64
}

/// Determines why a mutant ended a worker, and reports the find.
fn report_end(args: &Args, mutants: &mut Mutants, number: u64) -> io::Result<()> {
    let mut mutant = Vec::new();
    let (_, choices) = mutants.make(number, &mut mutant);
    let place = args.out.join("candidate");
    let key = |input: &[u8]| fs::write(&place, input).and_then(|()| ends(&place, choices));
    let key_of_mutant = key(&mutant)?.unwrap_or_else(|| "an end that does not come again".into());
    let find = Find { key: key_of_mutant.clone(), detail: String::new() };
    report(&args.out, &mutant, (number, choices), &find, |input| {
        key(input).is_ok_and(|key| key.as_deref() == Some(&key_of_mutant))
    })?;
    fs::remove_file(&place)
}

/// The reason why a process that runs this input ends abnormally.
fn ends(input: &Path, choices: u64) -> io::Result<Option<String>> {
    let mut child = Command::new(std::env::current_exe()?)
        .args(["check", "--tell", "--choices", &choices.to_string()])
        .arg(input)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    // The output is short: the path and the last message.
    let time = Stopwatch::of(child.id());
    let status = loop {
        match child.try_wait()? {
            Some(status) => break Some(status),
            None if time.elapsed() > DEADLINE => break None,
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    if status.is_none() {
        child.kill()?;
        child.wait()?;
    }
    let mut words = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        let mut bytes = Vec::new();
        stderr.read_to_end(&mut bytes)?;
        words = String::from_utf8_lossy(&bytes).into_owned();
    }
    let path = words.lines().rfind(|line| PATHS.iter().any(|(_, name)| name == line)).unwrap_or("read");
    Ok(match status {
        None => Some(format!("hang in {path}")),
        Some(status) if status.code().is_some() => None,
        Some(_) if words.contains("overflowed its stack") => Some(format!("stack overflow in {path}")),
        Some(_) if words.contains("memory allocation of") => Some(format!("out of memory in {path}")),
        Some(status) => Some(format!("{status} in {path}")),
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_works_uses_processor_time_and_one_that_waits_little() {
        let before = processor_time(std::process::id()).unwrap();
        let start = Instant::now();
        while processor_time(std::process::id()).unwrap() < before + Duration::from_millis(50) {
            assert!(start.elapsed() < Duration::from_secs(60), "no time is counted");
        }
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let watch = Stopwatch::of(child.id());
        thread::sleep(Duration::from_millis(400));
        let elapsed = watch.elapsed();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!((Duration::from_millis(20)..Duration::from_millis(400)).contains(&elapsed), "{elapsed:?}");
    }
}
