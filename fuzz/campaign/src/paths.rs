//! The paths that each mutant takes, and the checks on each path.

use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use lindworm::analysis::module_summary::summarize;
use lindworm::bitcode::analyzer::{AnalyzerOptions, DumpOptions, analyze};
use lindworm::bitcode::codes::block;
use lindworm::bitcode::file::BitcodeFile;
use lindworm::bitcode::{self, LazyModule};
use lindworm::interp::{Machine, OnUndefined, Options, Reg, Stop, UndefChoice};
use lindworm::{
    Context, DataLayoutSource, FindingWriter, Module, ReadOptions, ReadOutcome, SummaryIndex, WriteOptions, place_of,
    read, verify, write_summary, write_with,
};
use lindworm_upgrade::bitcode::upgrade_as_read;

use crate::memory;
use crate::random::Random;

/// A path of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Reads the module, from text or bitcode.
    Read,
    /// Verifies the module and formats the findings.
    Verify,
    /// Prints the module.
    Print,
    /// Reads and prints the printed text until a fixed point.
    Reread,
    /// Writes the module as bitcode.
    WriteBitcode,
    /// Reads and prints the written bitcode.
    ReadBitcode,
    /// Reads function bodies from bitcode one by one, then all bodies.
    Lazy,
    /// Analyzes the bitcode as `llvm-bcanalyzer` does.
    Analyzer,
    /// Builds, writes and reads a summary, as bitcode and as text.
    Summary,
    /// Runs the program, isolated.
    Run,
}

/// All paths, in order.
pub const PATHS: [(Path, &str); 10] = [
    (Path::Read, "read"),
    (Path::Verify, "verify"),
    (Path::Print, "print"),
    (Path::Reread, "reread"),
    (Path::WriteBitcode, "write-bitcode"),
    (Path::ReadBitcode, "read-bitcode"),
    (Path::Lazy, "lazy"),
    (Path::Analyzer, "analyzer"),
    (Path::Summary, "summary"),
    (Path::Run, "run"),
];

/// Expensive paths are taken by one mutant in this number. All mutants take the other paths.
mod share {
    /// Written bitcode of a mutant.
    pub const LAZY: usize = 3;
    pub const ANALYZER: usize = 8;
    pub const SUMMARY: usize = 4;
    /// Texts with a `main`, which are generated to be run: all paths through bitcode.
    pub const BITCODE_OF_PROGRAM: usize = 3;
    /// Mutants of bitcode, unchanged.
    pub const LAZY_OF_MUTANT: usize = 2;
    pub const ANALYZER_OF_MUTANT: usize = 3;
}

/// The limits of a path.
mod bound {
    use std::time::Duration;

    /// Peak memory in bytes, for any input.
    pub const MEMORY: usize = 8 << 20;
    /// Peak memory in bytes of a program that is run: up to four times its memory limit.
    pub const MEMORY_OF_RUN: usize = 32 << 20;
    /// Additional peak memory in bytes, for each byte of the input.
    pub const MEMORY_PER_BYTE: usize = 1_000;
    /// Time, for any input. A find needs three runs above the limit; the second and the third run count processor time.
    pub const TIME: Duration = Duration::from_millis(60);
    /// Time of a program that is run: each of its steps may cause a warning.
    pub const TIME_OF_RUN: Duration = Duration::from_millis(1_000);
    /// Additional time for each byte of the input.
    pub const TIME_PER_BYTE: Duration = Duration::from_micros(20);
    /// Allocations, for any input: a deterministic measure of work.
    pub const ALLOCATIONS: usize = 5_000;
    /// Additional allocations for each byte of the input.
    pub const ALLOCATIONS_PER_BYTE: usize = 10;
    /// Allocations of a program that is run: 250 for each permitted step. A warning that names two accesses costs about as many.
    pub const ALLOCATIONS_OF_RUN: usize = 5_000_000;
    /// Printed bytes, for any input. Text stops at shared parts of the input, so that the sharing does not multiply.
    pub const OUTPUT: usize = 1 << 20;
    /// Additional printed bytes for each byte of the input.
    pub const OUTPUT_PER_BYTE: usize = 200;
    /// Bytes that remain allocated at the end.
    pub const LEFT: usize = 64 << 10;
}

/// A defect that a mutant revealed.
#[derive(Clone, Debug)]
pub struct Find {
    /// The cause: finds with the same words are assumed to have the same cause.
    pub key: String,
    /// The details.
    pub detail: String,
}

impl Find {
    fn new(path: Path, kind: &str, detail: impl Into<String>) -> Find {
        Find { key: format!("{kind} in {}", path.name()), detail: detail.into() }
    }

    /// A find whose cause is a class of messages; numbers and names in the message do not count.
    fn like(mut self, words: &[u8]) -> Find {
        self.key.push_str(": ");
        self.key.push_str(&gist(words));
        self
    }
}

impl Path {
    fn name(self) -> &'static str {
        PATHS[self as usize].1
    }
}

/// A message without its numbers and names.
pub fn gist(words: &[u8]) -> String {
    let mut out = String::new();
    let mut rest = words;
    while let [first, after @ ..] = rest {
        let word = |w: &[u8]| w.iter().take_while(|b| b.is_ascii_alphanumeric() || b"_.$-".contains(b)).count();
        match first {
            b'%' | b'@' | b'!' | b'#' | b'$' if word(after) > 0 && !after.starts_with(b"DI") => {
                out.push(*first as char);
                rest = &after[word(after)..];
            }
            b'\'' | b'"' if after.contains(first) => {
                let end = after.iter().position(|b| b == first).unwrap_or_default();
                out.push_str("''");
                rest = &after[end + 1..];
            }
            b'0'..=b'9' => {
                out.push('0');
                rest = &rest[rest.iter().take_while(|b| b.is_ascii_alphanumeric()).count()..];
            }
            _ => {
                out.push(if first.is_ascii_graphic() { *first as char } else { ' ' });
                rest = after;
            }
        }
        if out.len() > 100 {
            break;
        }
    }
    out
}

/// The number of mutants on each path, and the highest cost of a mutant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// The number of mutants.
    pub mutants: u64,
    /// The number of mutants that the reader accepted.
    pub accepted: u64,
    /// The number of mutants without a finding of the verifier.
    pub valid: u64,
    /// The number of finds.
    pub finds: u64,
    /// The number of mutants on each path.
    pub paths: [u64; PATHS.len()],
    /// The time in each path, in nanoseconds.
    pub times: [u64; PATHS.len()],
    /// The highest peak memory and the most allocations on each path, for each byte of an input that is [`FREE`] bytes longer.
    pub most: [[u64; 2]; PATHS.len()],
}

/// This number of bytes is added to the length of an input, so that constant costs do not count as costs of a small input.
pub const FREE: usize = 2_000;

fn per_byte(cost: usize, len: usize) -> u64 {
    (cost / (len + FREE)) as u64
}

impl Counts {
    /// The number of counters.
    pub const LEN: usize = 4 + 4 * PATHS.len();

    /// The counters as a sequence of numbers.
    pub fn to_numbers(self) -> [u64; Counts::LEN] {
        let most = self.most.into_iter().flatten();
        let numbers = [self.mutants, self.accepted, self.valid, self.finds].into_iter();
        let numbers = numbers.chain(self.paths).chain(self.times).chain(most);
        let mut row = [0; Counts::LEN];
        row.iter_mut().zip(numbers).for_each(|(to, number)| *to = number);
        row
    }

    /// The counters of such a sequence.
    pub fn from_numbers(row: &[u64; Counts::LEN]) -> Counts {
        let [mutants, accepted, valid, finds, rest @ ..] = *row;
        let by_path = |from: usize| std::array::from_fn(|path| rest[from + path]);
        let most = std::array::from_fn(|path| [0, 1].map(|i| rest[2 * PATHS.len() + 2 * path + i]));
        Counts { mutants, accepted, valid, finds, paths: by_path(0), times: by_path(PATHS.len()), most }
    }

    /// Adds the counters of another worker.
    pub fn add(&mut self, other: &Counts) {
        let [mut sum, more] = [self.to_numbers(), other.to_numbers()];
        let sums = Counts::LEN - 2 * PATHS.len();
        sum[..sums].iter_mut().zip(more).for_each(|(a, b)| *a += b);
        sum[sums..].iter_mut().zip(&more[sums..]).for_each(|(a, &b)| *a = b.max(*a));
        *self = Counts::from_numbers(&sum);
    }
}

thread_local! {
    /// The current path of the mutant.
    static PLACE: Cell<Path> = const { Cell::new(Path::Read) };
    static IS_ON_THE_WAY: Cell<bool> = const { Cell::new(false) };
    /// The place and the message of the last panic.
    static PANIC: RefCell<(String, String)> = const { RefCell::new((String::new(), String::new())) };
}

/// Records panics of mutants as finds instead of printing them.
pub fn catch_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !IS_ON_THE_WAY.get() {
            return usual(info);
        }
        let mut place = info.location().map_or(String::new(), |l| format!("{}:{}", l.file(), l.line()));
        if !place.contains("/crates/") {
            // The innermost frame outside of the standard library and of other crates.
            let calls = Backtrace::force_capture().to_string();
            let ours = calls.lines().filter_map(|line| line.trim_start().strip_prefix("at "));
            place = ours.into_iter().find(|at| at.contains("/crates/")).unwrap_or(&place).to_owned();
        }
        let words = info.payload_as_str().unwrap_or("a panic without words").to_owned();
        PANIC.with(|p| *p.borrow_mut() = (place, words));
    }));
}

/// Runs mutants along all paths.
pub struct Checker {
    /// The counters.
    pub counts: Counts,
    /// Whether the current path is recorded, for mutants that end the process.
    tells: bool,
    /// The clock.
    clock: fn() -> Duration,
    source: Source,
}

/// The time since the first call.
fn wall_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The processor time of this thread; the time since the first call on systems without such a clock.
fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(wall_time, Duration::from_nanos)
}

/// The form of a mutant.
#[derive(Clone, Copy, Default)]
struct Source {
    len: usize,
    /// Whether the mutant exceeded the time limit in this run.
    slow: Option<(Path, Duration)>,
}

/// A writer with a maximum size.
struct Bounded<'a> {
    out: &'a mut Vec<u8>,
    room: usize,
}

impl Write for Bounded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.room = self.room.checked_sub(bytes.len()).ok_or(io::ErrorKind::FileTooLarge)?;
        self.out.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Checker {
    /// A runner that does or does not record the current path.
    pub fn new(tells: bool) -> Checker {
        Checker { counts: Counts::default(), tells, clock: wall_time, source: Source::default() }
    }

    /// Runs a mutant along all paths; `choices` determines the random choices.
    pub fn check(&mut self, mutant: &[u8], choices: u64) -> Result<(), Find> {
        let before = memory::live();
        self.check_once(mutant, choices)?;
        if memory::live() > before + bound::LEFT {
            // Tables that are allocated once are not a leak.
            let before = memory::live();
            self.check_once(mutant, choices)?;
            if memory::live() > before + bound::LEFT {
                let left = memory::live() - before;
                return Err(Find::new(Path::Run, "leak", format!("{left} bytes are still there")));
            }
        }
        // A slow mutant is slow in each run. The repeated runs count processor time, since other processes run too.
        for again in 0..3 {
            match self.source.slow {
                None => break,
                Some((path, time)) if again == 2 => return Err(Find::new(path, "slow", format!("{time:?}"))),
                Some(_) => {
                    self.clock = processor_time;
                    let done = self.check_once(mutant, choices);
                    self.clock = wall_time;
                    done?;
                }
            }
        }
        Ok(())
    }

    fn check_once(&mut self, mutant: &[u8], choices: u64) -> Result<(), Find> {
        self.source = Source { len: mutant.len(), slow: None };
        PLACE.set(Path::Read);
        IS_ON_THE_WAY.set(true);
        let done = catch_unwind(AssertUnwindSafe(|| self.all_paths(mutant, choices)));
        IS_ON_THE_WAY.set(false);
        done.unwrap_or_else(|_| {
            let (place, words) = PANIC.with(|p| p.take());
            let place = place.rsplit_once("/crates/").map_or(&*place, |(_, p)| p);
            Err(Find { key: format!("panic at {place}"), detail: format!("in {}: {words}", PLACE.get().name()) })
        })
    }

    /// Runs a mutant along one path.
    fn along<T>(&mut self, path: Path, go: impl FnOnce() -> T) -> Result<T, Find> {
        if self.tells {
            eprintln!("{}", path.name());
        }
        PLACE.set(path);
        self.counts.paths[path as usize] += 1;
        let [before, allocations] = [memory::live(), memory::allocations() as usize];
        memory::reset_peak();
        let start = (self.clock)();
        let done = go();
        let time = (self.clock)().saturating_sub(start);
        self.counts.times[path as usize] += time.as_nanos() as u64;
        let peak = memory::peak().saturating_sub(before);
        let allocations = memory::allocations() as usize - allocations;
        let len = self.source.len;
        let most = &mut self.counts.most[path as usize];
        *most = [most[0].max(per_byte(peak, len)), most[1].max(per_byte(allocations, len))];
        let (most_memory, most_allocations, most_time) = match path {
            Path::Run => (bound::MEMORY_OF_RUN, bound::ALLOCATIONS_OF_RUN, bound::TIME_OF_RUN),
            _ => (bound::MEMORY, bound::ALLOCATIONS, bound::TIME),
        };
        if peak > most_memory + bound::MEMORY_PER_BYTE * len {
            return Err(Find::new(path, "memory", format!("{peak} bytes for an input of {len}")));
        }
        if allocations > most_allocations + bound::ALLOCATIONS_PER_BYTE * len {
            return Err(Find::new(path, "work", format!("{allocations} allocations for an input of {len}")));
        }
        if time > most_time + bound::TIME_PER_BYTE * len as u32 {
            self.source.slow = Some((path, time));
        }
        Ok(done)
    }

    fn all_paths(&mut self, mutant: &[u8], choices: u64) -> Result<(), Find> {
        let random = &mut Random::of_mutant(choices, 0);
        let is_bitcode = bitcode::is_bitcode(mutant);
        if is_bitcode {
            self.bitcode_alone(mutant, random)?;
        }
        let upgrade = !random.once_in(4);
        let self_tells = self.tells;
        let outcome = self.along(Path::Read, || match is_bitcode {
            true => read_bitcode(mutant, upgrade, self_tells),
            false => read_text(mutant, upgrade, self_tells),
        })??;
        let Some(outcome) = outcome else { return Ok(()) };
        self.counts.accepted += 1;
        let mut module = outcome.module;
        let is_valid = self.along(Path::Verify, || {
            let report = verify(&module);
            let mut writer = FindingWriter::new(&module);
            let mut out = Vec::new();
            for finding in &report.findings {
                writer.write(&mut out, finding);
                let place = outcome.spans.as_ref().and_then(|spans| place_of(finding, &module, spans));
                if place.is_some_and(|p| p.end > mutant.len()) {
                    return Err(Find::new(Path::Verify, "place outside", finding.to_string()));
                }
                out.clear();
            }
            Ok(report.is_ok())
        })??;
        self.counts.valid += u64::from(is_valid);
        let room = bound::OUTPUT + bound::OUTPUT_PER_BYTE * mutant.len();
        // The order of uses is visible in the text; bitcode contains the order only on request.
        let preserve_use_list_order = random.once_in(2);
        let write = WriteOptions {
            preserve_use_list_order: preserve_use_list_order && random.once_in(2),
            ..WriteOptions::default()
        };
        let text = self.along(Path::Print, || printed(&module, &WriteOptions::default(), room))?;
        let Some(text) = text else { return Ok(()) };
        let is_readable = self.along(Path::Reread, || reread(&text, (is_bitcode, is_valid), room))??;
        let is_program = contains(mutant, b"@main(");
        if is_program && !random.once_in(share::BITCODE_OF_PROGRAM) {
            return if is_valid { self.along(Path::Run, || run(module, random))? } else { Ok(()) };
        }
        let how = bitcode::WriteOptions {
            preserve_use_list_order,
            module_hash: random.once_in(8),
            ..bitcode::WriteOptions::default()
        };
        let written = self.along(Path::WriteBitcode, || bitcode::write(&module, &how))?;
        // The reader of bitcode upgrades forms that the reader of text keeps. The text to compare with is therefore that of the
        // upgraded module.
        upgrade_as_read(&mut module);
        let Some(text) = self.along(Path::Print, || printed(&module, &write, room))? else { return Ok(()) };
        // The module was upgraded when it was read. A second upgrade may change the module again, in LLVM too.
        let read = bitcode::ReadOptions {
            upgrade: false,
            data_layout: DataLayoutSource::Given(module.data_layout().text.clone()),
            ..bitcode::ReadOptions::default()
        };
        let expected = Expected {
            is_valid,
            has_amx: contains(&text, b"x86_amx"),
            has_zero_byte: contains(&text, b"\0") || contains(&text, b"\\00"),
            text: (preserve_use_list_order && is_valid && (upgrade || is_bitcode))
                .then_some(&text)
                .filter(|text| !NOT_IN_BITCODE.iter().any(|words| contains(text, words))),
            read: &read,
            write: &write,
        };
        self.along(Path::ReadBitcode, || {
            expected.hold(Path::ReadBitcode, bitcode::read(&Context::new(), "m", &written, &read), room)
        })??;
        if random.once_in(share::LAZY) {
            self.along(Path::Lazy, || lazily(&written, random, Some(&expected), room))??;
        }
        if !is_bitcode && random.once_in(share::ANALYZER) {
            self.along(Path::Analyzer, || analyzed(&written, random, room))?;
        }
        if random.once_in(share::SUMMARY) {
            let text = is_readable.then_some(&text).filter(|_| is_valid);
            self.along(Path::Summary, || summarized(&module, text, room))??;
        }
        if is_valid {
            self.along(Path::Run, || run(module, random))??;
        }
        Ok(())
    }

    /// The paths of bitcode that do not need a valid module.
    fn bitcode_alone(&mut self, mutant: &[u8], random: &mut Random) -> Result<(), Find> {
        let room = bound::OUTPUT + bound::OUTPUT_PER_BYTE * mutant.len();
        if random.once_in(share::ANALYZER_OF_MUTANT) {
            self.along(Path::Analyzer, || analyzed(mutant, random, room))?;
        }
        if random.once_in(share::LAZY_OF_MUTANT) {
            self.along(Path::Lazy, || lazily(mutant, random, None, room))??;
        }
        self.along(Path::Summary, || {
            let Ok(file) = BitcodeFile::read(mutant) else { return };
            for contents in &file.modules {
                if let Ok(Some(summary)) = bitcode::read_summary("m", contents) {
                    let _ = write_summary(&summary, &mut Bounded { out: &mut Vec::new(), room });
                    bitcode::write_index(&summary, &bitcode::WriteOptions::default());
                }
            }
        })
    }
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|w| w == word)
}

fn wrong(path: Path, kind: &str, words: &[u8]) -> Find {
    Find::new(path, kind, String::from_utf8_lossy(words)).like(words)
}

/// Compares two texts that must be equal; the find names the first line that differs.
fn different(path: Path, expected: &[u8], found: &[u8]) -> Find {
    let [mut a, mut b] = [expected, found].map(|text| text.split(|&b| b == b'\n'));
    let (a, b) = loop {
        match (a.next(), b.next()) {
            (a, b) if a == b && a.is_some() => {}
            (a, b) => break (a.unwrap_or_default(), b.unwrap_or_default()),
        }
    };
    let detail = format!("expected: {}\nfound:    {}", String::from_utf8_lossy(a), String::from_utf8_lossy(b));
    Find::new(path, "difference", detail).like(a)
}

/// Reads text; `None` if the text is rejected.
fn read_text(source: &[u8], upgrade: bool, tells: bool) -> Result<Option<ReadOutcome>, Find> {
    let options = ReadOptions { upgrade, spans: true, summary: true, ..ReadOptions::default() };
    match read(&Context::new(), "m", source, &options) {
        Ok(outcome) => Ok(Some(outcome)),
        Err(errors) if errors.is_empty() => Err(Find::new(Path::Read, "refused without saying why", "")),
        Err(errors) => match errors.iter().find(|e| e.offset > source.len()) {
            Some(error) => Err(Find::new(Path::Read, "place outside", format!("{error:?}"))),
            None => {
                if tells {
                    eprintln!("refused: {}", errors[0].message);
                }
                Ok(None)
            }
        },
    }
}

/// Reads bitcode; `None` if the bitcode is rejected.
fn read_bitcode(data: &[u8], upgrade: bool, tells: bool) -> Result<Option<ReadOutcome>, Find> {
    let contents = BitcodeFile::single_module(data);
    let options = ReadOptions { upgrade, summary: true, ..ReadOptions::default() };
    let read = contents.and_then(|contents| lindworm::read_bitcode_module(&Context::new(), "m", &contents, &options));
    match read {
        Ok(outcome) => Ok(Some(outcome)),
        Err(error) if error.bit > data.len() as u64 * 8 => {
            Err(Find::new(Path::Read, "place outside", format!("{error:?}")))
        }
        Err(error) => {
            if tells {
                eprintln!("refused: {error}");
            }
            Ok(None)
        }
    }
}

/// The text of a module, if the text does not exceed its limit.
fn printed(module: &Module, options: &WriteOptions, room: usize) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    write_with(module, options, &mut Bounded { out: &mut out, room }).is_ok().then_some(out)
}

/// Errors of the text reader on modules that LLVM prints from bitcode but cannot read back: neither the bitcode reader nor the
/// verifier checks these properties.
const ONLY_TEXT: &[&str] = &[
    "NUL character is not allowed in names",
    "void type only allowed for function results",
    "expected top-level entity",
    "invalid element type for struct",
    "invalid function return type",
    "invalid type for global variable",
    "invalid type for alloca",
    "expected a function, alias to function, or ifunc in dso_local_equivalent",
    "expected metadata operand",
    "base element of getelementptr must be sized",
    "the range represent the empty set but limits aren't 0!",
    "invalid linkage for function definition",
    "Invalid result type for LLVM function",
    "expected end to be larger than start",
    "'allocsize' indices can't refer to the same parameter",
];

/// Whether LLVM cannot read its own text of a module of bitcode either.
fn is_unreadable(text: &[u8], why: &str) -> bool {
    let asm = || contains(text, b" asm ") || contains(text, b" asm(");
    // Fields of debug information outside of their ranges.
    let is_field = why.starts_with("value for '") && contains(why.as_bytes(), b"' too large, limit is ");
    // Expression operations without a name are printed as nothing.
    let is_nameless = || [&b", ,"[..], b"(, ", b", )"].iter().any(|gap| contains(text, gap));
    let is_operation = why == "expected unsigned integer" && is_nameless();
    asm() || contains(text, b"!<empty name>") || is_field || is_operation || ONLY_TEXT.contains(&why)
}

/// Whether the name of an attribute or the triple contains a quote. LLVM prints these two without escapes, so that a string
/// constant in the text ends too early or not at all.
fn has_bare_quote(text: &[u8]) -> bool {
    text.split(|&b| b == b'\n').any(|line| {
        let mut pieces = line.split(|&b| b == b'"').skip(2).step_by(2);
        line.iter().filter(|&&b| b == b'"').count() % 2 != 0
            || pieces.any(|after| after.first().is_some_and(|b| !b" ,=:()[]{}<>*;".contains(b)))
    })
}

/// Checks that printing reaches a fixed point and that the text of a valid module can be read. Returns whether it can be read.
fn reread(text: &[u8], (is_bitcode, is_valid): (bool, bool), room: usize) -> Result<bool, Find> {
    // Without upgrades: a module that is partly old needs several upgrades, in LLVM too.
    let options = ReadOptions { upgrade: false, ..ReadOptions::default() };
    let again = |text: &[u8]| match read(&Context::new(), "m", text, &options) {
        Ok(outcome) => Ok(printed(&outcome.module, &WriteOptions::default(), room)),
        Err(errors) => Err(errors.first().map_or(String::new(), |e| e.message.clone())),
    };
    let twice = match again(text) {
        Ok(Some(twice)) => twice,
        // The maximum alignment as an attribute of a variable: attribute groups cannot express it, in LLVM neither.
        Err(_) if contains(text, b"align=4294967296") => return Ok(false),
        Err(_) if has_bare_quote(text) => return Ok(false),
        Err(why) if is_valid && !(is_bitcode && is_unreadable(text, &why)) => {
            return Err(wrong(Path::Reread, "refused", why.as_bytes()));
        }
        _ => return Ok(false),
    };
    if twice == text {
        return Ok(true);
    }
    match again(&twice) {
        Ok(Some(thrice)) if thrice != twice => Err(different(Path::Reread, &twice, &thrice)),
        Err(why) => Err(wrong(Path::Reread, "refused twice", why.as_bytes())),
        _ => Ok(true),
    }
}

/// Names in modules that bitcode cannot represent, in LLVM neither: the reader reserves this name for blocks, the maximum
/// alignment is read as no alignment, and the name of an attribute ends at a zero byte.
const NOT_IN_BITCODE: &[&[u8]] = &[b"phi.constexpr", b"align 4294967296", b"align=4294967296", b"\0"];

/// The expected result of reading written bitcode.
struct Expected<'a> {
    is_valid: bool,
    /// Whether the module may load or store an `x86_amx`, which the text reader accepts and the bitcode reader rejects.
    has_amx: bool,
    /// Whether a name, such as that of an attribute, may contain a zero byte.
    has_zero_byte: bool,
    /// The text of the module, if the text must be equal.
    text: Option<&'a Vec<u8>>,
    read: &'a bitcode::ReadOptions,
    write: &'a WriteOptions,
}

impl Expected<'_> {
    /// Whether bitcode may be rejected with this error: the module was invalid, or has a property that the text reader accepts and
    /// the bitcode reader rejects, in LLVM too: an attribute with a zero byte in its name, a load or store of `x86_amx`.
    fn may_be_refused(&self, error: &bitcode::Error) -> bool {
        !self.is_valid
            || error.block == Some(block::PARAMATTR_GROUP) && self.has_zero_byte
            || error.message == "Cannot load/store from pointer" && self.has_amx
    }

    fn hold(&self, path: Path, read: bitcode::Result<bitcode::ReadOutcome>, room: usize) -> Result<(), Find> {
        let back = match read {
            Ok(back) => back.module,
            Err(error) if self.may_be_refused(&error) => return Ok(()),
            Err(error) => return Err(wrong(path, "refused", error.message.as_bytes())),
        };
        match (printed(&back, self.write, room), self.text) {
            (Some(again), Some(text)) if again != *text && !names_a_callee_in_a_bundle(&back) => {
                Err(different(path, text, &again))
            }
            _ => Ok(()),
        }
    }
}

/// Whether the callee of a call is also an input of its operand bundles. LLVM's bitcode writer treats the callee as the last
/// use of a call, and the reader creates this use before the uses in the bundles: the order of uses is lost, in LLVM too.
fn names_a_callee_in_a_bundle(module: &Module) -> bool {
    module.functions().iter().filter_map(|&function| module.body(function)).any(|body| {
        body.blocks().flat_map(|block| body.insts(block)).filter_map(|inst| body.inst(inst).call_info()).any(|call| {
            let inputs = &body.list_values(&call.args)[body.call_args(call).len()..];
            inputs.contains(&call.callee)
        })
    })
}

/// Reads bodies one by one, in reverse order or only some, then all bodies.
fn lazily(data: &[u8], random: &mut Random, expected: Option<&Expected<'_>>, room: usize) -> Result<(), Find> {
    let cx = Context::new();
    let upgrading = bitcode::ReadOptions { upgrade: random.once_in(2), ..Default::default() };
    let options = expected.map_or(&upgrading, |expected| expected.read);
    let Ok(mut lazy) = LazyModule::open(&cx, "m", data, options) else { return Ok(()) };
    let mut functions = lazy.module().functions().to_vec();
    functions.reverse();
    let some = random.once_in(2);
    for function in functions {
        if some && random.once_in(2) {
            continue;
        }
        match lazy.materialize(function) {
            Err(error) if expected.is_some_and(|expected| !expected.may_be_refused(&error)) => {
                return Err(wrong(Path::Lazy, "refused", error.message.as_bytes()));
            }
            Err(_) => return Ok(()),
            Ok(()) => {}
        }
    }
    if lazy.materialize_metadata().is_err() {
        return Ok(());
    }
    match expected {
        Some(expected) if random.once_in(2) => expected.hold(Path::Lazy, lazy.finish(), room),
        _ => {
            let _ = verify(lazy.module());
            printed(lazy.module(), &WriteOptions::default(), room);
            Ok(())
        }
    }
}

fn analyzed(data: &[u8], random: &mut Random, room: usize) {
    let dump =
        DumpOptions { numbers: random.once_in(2), binary_blobs: random.once_in(2), block_info: random.once_in(2) };
    let options = AnalyzerOptions { dump: random.once_in(2).then_some(dump), ..AnalyzerOptions::default() };
    let _ = analyze(data, "m", &options, &mut Bounded { out: &mut Vec::new(), room });
}

/// Checks that a written summary can be read, and as text when printed after the text of the module.
fn summarized(module: &Module, text: Option<&Vec<u8>>, room: usize) -> Result<(), Find> {
    let summary = summarize(module);
    let shown = |summary: &SummaryIndex| {
        let mut out = Vec::new();
        write_summary(summary, &mut Bounded { out: &mut out, room }).is_ok().then_some(out)
    };
    shown(&summary);
    let written = bitcode::write_with_summary(module, &summary, &bitcode::WriteOptions::default());
    let Ok(file) = BitcodeFile::read(&written) else {
        return Err(Find::new(Path::Summary, "refused", "the file"));
    };
    for contents in &file.modules {
        match bitcode::read_summary("m", contents) {
            Ok(Some(summary)) => {
                let options = ReadOptions { summary: true, upgrade: false, ..Default::default() };
                // Names in a summary are not escaped, so that no text reader can read names with quotes.
                if let (Some(shown), Some(text)) = (shown(&summary), text)
                    && !contains(text, b"\\")
                    // The same holds for entries known only by the number 0.
                    && !contains(&shown, b"(guid: 0)")
                    && let Err(errors) = read(&Context::new(), "m", &[text, &*shown].concat(), &options)
                {
                    let why = errors.first().map_or(String::new(), |e| e.message.clone());
                    return Err(wrong(Path::Summary, "text refused", why.as_bytes()));
                }
            }
            Ok(None) => {}
            // Tools refuse to write a summary of globals without names.
            Err(error) if text.is_some() && module.globals().values().all(|g| !g.name().is_empty()) => {
                return Err(wrong(Path::Summary, "refused", error.message.as_bytes()));
            }
            Err(_) => {}
        }
    }
    Ok(())
}

/// Runs `main`, then each function alone.
fn run(module: Module, random: &mut Random) -> Result<(), Find> {
    let cx = module.context();
    let mut functions: Vec<(String, Vec<bool>)> = Vec::new();
    for &f in module.functions().iter().filter(|&&f| module.body(f).is_some()) {
        let params = cx.function_parts(module[f].value_type).map_or(&[][..], |(_, params, _)| params);
        let name = String::from_utf8_lossy(module[f].name()).into_owned();
        functions.push((name, params.iter().map(|&ty| cx.is_pointer(ty)).collect()));
    }
    if functions.is_empty() {
        return Ok(());
    }
    let options = Options {
        isolated: true,
        max_steps: Some([500, 3_000, 20_000][random.below(3)]),
        max_memory: [1 << 20, 1 << 21, 8 << 20][random.below(3)],
        stack_size: [1 << 12, 1 << 16, 1 << 18][random.below(3)],
        undef: [UndefChoice::Zero, UndefChoice::Ones, UndefChoice::Random][random.below(3)],
        on_undefined: [OnUndefined::Stop, OnUndefined::Warn, OnUndefined::Ignore][random.below(3)],
        seed: random.bits(),
        vscale: [1, 1, 2, 16][random.below(4)],
        ..Options::default()
    };
    let Ok(mut machine) = Machine::new(vec![module], options) else { return Ok(()) };
    machine.keep_output();
    let went_on = |result: &Result<(), Stop>| matches!(result, Ok(()) | Err(Stop::Exit(_) | Stop::Signal(_)));
    if functions.iter().any(|(name, _)| name == "main") {
        let _ = machine.run(&[b"m", b"argument", b"12"]);
    }
    let memory = machine.allocate(64, 16).ok();
    for (name, params) in functions.iter().take(12).filter(|(name, _)| name != "main") {
        let args: Vec<Reg> = params
            .iter()
            .map(|&is_pointer| match memory {
                Some(memory) if is_pointer && !random.once_in(8) => Reg::pointer(memory.address, memory.provenance),
                _ => Reg::int(random.interesting()),
            })
            .collect();
        let ended = machine.call_registers(name, &args).map(drop);
        if !went_on(&ended) && machine.steps() > 50_000 {
            break;
        }
    }
    let _ = machine.take_output();
    Ok(())
}
