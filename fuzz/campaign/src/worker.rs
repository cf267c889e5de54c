//! A worker: a process that runs mutants along their paths, one after the other, supervised by its parent process.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use crate::mutants::{Form, Mutants};
use crate::oracle::Oracle;
use crate::paths::{Checker, Counts, catch_panics};
use crate::report::report;
use crate::seeds::Seeds;

/// The arguments of a worker.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The directory of the finds, which contains the seeds
    #[arg(long)]
    pub out: PathBuf,
    /// The seed number of the campaign
    #[arg(long)]
    pub seed: u64,
    /// The number of the first mutant
    #[arg(long)]
    pub from: u64,
    /// One past the number of the last mutant
    #[arg(long)]
    pub to: u64,
    /// The distance between mutants of this worker
    #[arg(long)]
    pub step: u64,
    /// The form of mutants
    #[arg(long, value_delimiter = ',', value_enum)]
    pub paths: Vec<Form>,
    /// LLVM's `opt`, to compare acceptance
    #[arg(long)]
    pub oracle: Option<PathBuf>,
    /// The file for the status of the worker
    #[arg(long)]
    pub status: PathBuf,
}

/// The status of a worker.
#[derive(Clone, Copy, Debug, Default)]
pub struct Status {
    /// The number of the current mutant.
    pub mutant: u64,
    /// Whether an input is being minimized.
    pub minimizes: bool,
    /// The counters so far.
    pub counts: Counts,
}

const LEN: usize = 2 + Counts::LEN;

impl Status {
    fn write(&self, file: &File) -> io::Result<()> {
        let mut numbers = [0; LEN];
        numbers[0] = self.mutant;
        numbers[1] = self.minimizes.into();
        numbers[2..].copy_from_slice(&self.counts.to_numbers());
        let mut bytes = [0; LEN * 8];
        bytes.chunks_exact_mut(8).zip(numbers).for_each(|(to, n)| to.copy_from_slice(&n.to_le_bytes()));
        file.write_all_at(&bytes, 0)
    }

    /// The last status of a worker.
    pub fn read(file: &File) -> Option<Status> {
        let mut bytes = [0; LEN * 8];
        file.read_exact_at(&mut bytes, 0).ok()?;
        let mut numbers = bytes.chunks_exact(8).map(|b| b.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b)));
        let [mutant, minimizes] = [numbers.next()?, numbers.next()?];
        let mut counts = [0; Counts::LEN];
        counts.iter_mut().zip(numbers).for_each(|(to, n)| *to = n);
        Some(Status { mutant, minimizes: minimizes != 0, counts: Counts::from_numbers(&counts) })
    }
}

/// The seeds in the directory of the campaign.
pub fn seeds_of(out: &std::path::Path) -> io::Result<Seeds> {
    let bytes = std::fs::read(out.join("seeds"))?;
    Seeds::from_bytes(&bytes).ok_or_else(|| io::Error::other("the file of seeds is broken"))
}

/// Runs the worker's share of the mutants.
pub fn run(args: &Args) -> io::Result<()> {
    catch_panics();
    let status_file = File::options().write(true).open(&args.status)?;
    let mut mutants = Mutants::new(seeds_of(&args.out)?, args.seed, &args.paths);
    let mut checker = Checker::new(false);
    let oracle = args.oracle.as_ref().map(|program| Oracle::new(program, &args.out));
    let mut mutant = Vec::new();
    let mut number = args.from;
    while number < args.to {
        let (_, choices) = mutants.make(number, &mut mutant);
        Status { mutant: number, minimizes: false, counts: checker.counts }.write(&status_file)?;
        checker.counts.mutants += 1;
        let checked = checker.check(&mutant, choices);
        let compared = oracle.as_ref().map_or(Ok(()), |oracle| oracle.compare(&mutant));
        if let Err(find) = checked.clone().and(compared) {
            checker.counts.finds += 1;
            let counts = checker.counts;
            Status { mutant: number, minimizes: true, counts }.write(&status_file)?;
            report(&args.out, &mutant, (number, choices), &find, |input| {
                let shown = match (&checked, &oracle) {
                    (Ok(()), Some(oracle)) => oracle.compare(input),
                    _ => checker.check(input, choices),
                };
                shown.is_err_and(|other| other.key == find.key)
            })?;
            checker.counts = counts;
        }
        number += args.step;
    }
    Status { mutant: number, minimizes: false, counts: checker.counts }.write(&status_file)
}
