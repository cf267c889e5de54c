//! The paths that each mutant takes, and what must hold of them.

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

/// A stretch of the way that a mutant takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// The module is read, from text or bitcode.
    Read,
    /// It is checked, and what is found is shown.
    Verify,
    /// It is printed.
    Print,
    /// What was printed is read and printed, until it stays.
    Reread,
    /// It is written as bitcode.
    WriteBitcode,
    /// That is read and printed.
    ReadBitcode,
    /// Bodies are read from bitcode one by one, and then all.
    Lazy,
    /// `llvm-bcanalyzer` goes over the bitcode.
    Analyzer,
    /// A summary is made, written and read, as bitcode and text.
    Summary,
    /// It is run, isolated.
    Run,
}

/// All of them, in order.
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

/// One in how many mutants goes along a path. All go along the others: these go over much that was gone over already.
mod share {
    /// What was written of the mutant.
    pub const LAZY: usize = 3;
    pub const ANALYZER: usize = 8;
    pub const SUMMARY: usize = 4;
    /// Texts with a `main`, which are there to be run: all paths by way of bitcode.
    pub const BITCODE_OF_PROGRAM: usize = 3;
    /// Mutants of bitcode as they are.
    pub const LAZY_OF_MUTANT: usize = 2;
    pub const ANALYZER_OF_MUTANT: usize = 3;
}

/// What a path may cost.
mod bound {
    use std::time::Duration;

    /// Bytes of memory at once, whatever the input.
    pub const MEMORY: usize = 8 << 20;
    /// The same, for a program that is run: up to four times what it may have.
    pub const MEMORY_OF_RUN: usize = 32 << 20;
    /// The same, for each byte of the input.
    pub const MEMORY_PER_BYTE: usize = 1_000;
    /// Time, whatever the input. It is taken three times before it counts, then of the processor: other processes want it too.
    pub const TIME: Duration = Duration::from_millis(60);
    /// The same, for a program that is run: most of its steps may be worth a warning.
    pub const TIME_OF_RUN: Duration = Duration::from_millis(1_000);
    /// The same, for each byte of the input.
    pub const TIME_PER_BYTE: Duration = Duration::from_micros(20);
    /// How often memory is asked for, whatever the input: what work is counted by, the same in each run.
    pub const ALLOCATIONS: usize = 5_000;
    /// The same, for each byte of the input.
    pub const ALLOCATIONS_PER_BYTE: usize = 10;
    /// The same, for a program that is run: 250 for each step that it may take. A warning that names two accesses costs about as many.
    pub const ALLOCATIONS_OF_RUN: usize = 5_000_000;
    /// Bytes of text, whatever the input. What is shared in the input is not in its text, which is not printed on from there.
    pub const OUTPUT: usize = 1 << 20;
    /// The same, for each byte of the input.
    pub const OUTPUT_PER_BYTE: usize = 200;
    /// Bytes that are still there when all is done.
    pub const LEFT: usize = 64 << 10;
}

/// What is wrong with how a mutant was treated.
#[derive(Clone, Debug)]
pub struct Find {
    /// Finds with the same words have the same cause, as far as one can tell.
    pub key: String,
    /// What there is to know.
    pub detail: String,
}

impl Find {
    fn new(path: Path, kind: &str, detail: impl Into<String>) -> Find {
        Find { key: format!("{kind} in {}", path.name()), detail: detail.into() }
    }

    /// The same, one of those that have these words in common; numbers and names in them do not count.
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

/// Words without the numbers and names that make one message differ from the next.
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

/// How many mutants went along each path, and how the most expensive one did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Mutants.
    pub mutants: u64,
    /// Those that the reader accepted.
    pub accepted: u64,
    /// Those of which the verifier said nothing.
    pub valid: u64,
    /// Times that something was found.
    pub finds: u64,
    /// By path.
    pub paths: [u64; PATHS.len()],
    /// The time that each path took, in nanoseconds.
    pub times: [u64; PATHS.len()],
    /// The most memory at once, and the most allocations, of each path for each byte of an input of which [`FREE`] are added.
    pub most: [[u64; 2]; PATHS.len()],
}

/// Bytes that an input is taken to be longer than it is, so that what is spent on any input does not count as that of a small one.
pub const FREE: usize = 2_000;

fn per_byte(cost: usize, len: usize) -> u64 {
    (cost / (len + FREE)) as u64
}

impl Counts {
    /// How many numbers there are.
    pub const LEN: usize = 4 + 4 * PATHS.len();

    /// As numbers in a row.
    pub fn to_numbers(self) -> [u64; Counts::LEN] {
        let most = self.most.into_iter().flatten();
        let numbers = [self.mutants, self.accepted, self.valid, self.finds].into_iter();
        let numbers = numbers.chain(self.paths).chain(self.times).chain(most);
        let mut row = [0; Counts::LEN];
        row.iter_mut().zip(numbers).for_each(|(to, number)| *to = number);
        row
    }

    /// From such a row.
    pub fn from_numbers(row: &[u64; Counts::LEN]) -> Counts {
        let [mutants, accepted, valid, finds, rest @ ..] = *row;
        let by_path = |from: usize| std::array::from_fn(|path| rest[from + path]);
        let most = std::array::from_fn(|path| [0, 1].map(|i| rest[2 * PATHS.len() + 2 * path + i]));
        Counts { mutants, accepted, valid, finds, paths: by_path(0), times: by_path(PATHS.len()), most }
    }

    /// Adds those of another worker.
    pub fn add(&mut self, other: &Counts) {
        let [mut sum, more] = [self.to_numbers(), other.to_numbers()];
        let sums = Counts::LEN - 2 * PATHS.len();
        sum[..sums].iter_mut().zip(more).for_each(|(a, b)| *a += b);
        sum[sums..].iter_mut().zip(&more[sums..]).for_each(|(a, &b)| *a = b.max(*a));
        *self = Counts::from_numbers(&sum);
    }
}

thread_local! {
    /// Where the mutant is.
    static PLACE: Cell<Path> = const { Cell::new(Path::Read) };
    static IS_ON_THE_WAY: Cell<bool> = const { Cell::new(false) };
    /// The last panic: where, and what it said.
    static PANIC: RefCell<(String, String)> = const { RefCell::new((String::new(), String::new())) };
}

/// Keeps the panics on the way of mutants to themselves, to be told of as finds.
pub fn catch_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !IS_ON_THE_WAY.get() {
            return usual(info);
        }
        let mut place = info.location().map_or(String::new(), |l| format!("{}:{}", l.file(), l.line()));
        if !place.contains("/crates/") {
            // Who called the standard library, or another crate.
            let calls = Backtrace::force_capture().to_string();
            let ours = calls.lines().filter_map(|line| line.trim_start().strip_prefix("at "));
            place = ours.into_iter().find(|at| at.contains("/crates/")).unwrap_or(&place).to_owned();
        }
        let words = info.payload_as_str().unwrap_or("a panic without words").to_owned();
        PANIC.with(|p| *p.borrow_mut() = (place, words));
    }));
}

/// Takes mutants along all paths.
pub struct Checker {
    /// What was done.
    pub counts: Counts,
    /// Whether it is said where the mutant is, for those that end the process.
    tells: bool,
    /// What time is taken by.
    clock: fn() -> Duration,
    source: Source,
}

/// The time since this was first asked.
fn wall_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The time that this thread had a processor; where the system does not tell, that since this was first asked.
fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(wall_time, Duration::from_nanos)
}

/// What the mutant is.
#[derive(Clone, Copy, Default)]
struct Source {
    len: usize,
    /// Whether it took longer than it may, this time.
    slow: Option<(Path, Duration)>,
}

/// Somewhere to write to with room for no more than that.
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
    /// One that says, or does not say, where the mutant is.
    pub fn new(tells: bool) -> Checker {
        Checker { counts: Counts::default(), tells, clock: wall_time, source: Source::default() }
    }

    /// Takes a mutant along all paths; `choices` decides how, where there is something to choose.
    pub fn check(&mut self, mutant: &[u8], choices: u64) -> Result<(), Find> {
        let before = memory::live();
        self.check_once(mutant, choices)?;
        if memory::live() > before + bound::LEFT {
            // Tables that are made once are no leak.
            let before = memory::live();
            self.check_once(mutant, choices)?;
            if memory::live() > before + bound::LEFT {
                let left = memory::live() - before;
                return Err(Find::new(Path::Run, "leak", format!("{left} bytes are still there")));
            }
        }
        // What is slow is slow each time, and also if the time does not count in which others had the processor.
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

    /// Goes along one path.
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
        // The order of uses shows in the text, and bitcode has it only if it is asked for.
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
        // A reader of bitcode brings some things up to date that one of text leaves as they are. What comes back of a module is what
        // it is when that was done.
        upgrade_as_read(&mut module);
        let Some(text) = self.along(Path::Print, || printed(&module, &write, room))? else { return Ok(()) };
        // What was read was brought up to date already. Once more, and some of it changes again, in LLVM too.
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

    /// What is done with bitcode whether it can be read or not.
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

/// Two texts that should be the same: told by the first line that differs.
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

/// Reads text; nothing if it is refused.
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

/// Reads bitcode; nothing if it is refused.
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

/// The text of a module, if there is room for it.
fn printed(module: &Module, options: &WriteOptions, room: usize) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    write_with(module, options, &mut Bounded { out: &mut out, room }).is_ok().then_some(out)
}

/// What readers of text say of modules of bitcode that LLVM prints too, but does not read: neither the reader of bitcode nor the
/// verifier looks at it.
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

/// Whether LLVM cannot read it either when it prints a module of bitcode.
fn is_unreadable(text: &[u8], why: &str) -> bool {
    let asm = || contains(text, b" asm ") || contains(text, b" asm(");
    // Fields of debug information that are out of their ranges.
    let is_field = why.starts_with("value for '") && contains(why.as_bytes(), b"' too large, limit is ");
    // Operations of expressions that have no name are printed as nothing.
    let is_nameless = || [&b", ,"[..], b"(, ", b", )"].iter().any(|gap| contains(text, gap));
    let is_operation = why == "expected unsigned integer" && is_nameless();
    asm() || contains(text, b"!<empty name>") || is_field || is_operation || ONLY_TEXT.contains(&why)
}

/// Whether there is a quote in the name of an attribute or in a triple: LLVM prints these as they are, and escapes all others. What
/// looks like a string is then left open, or followed by what follows none.
fn has_bare_quote(text: &[u8]) -> bool {
    text.split(|&b| b == b'\n').any(|line| {
        let mut pieces = line.split(|&b| b == b'"').skip(2).step_by(2);
        line.iter().filter(|&&b| b == b'"').count() % 2 != 0
            || pieces.any(|after| after.first().is_some_and(|b| !b" ,=:()[]{}<>*;".contains(b)))
    })
}

/// What was printed twice stays as it is; and what is valid can be read. Tells whether it can be.
fn reread(text: &[u8], (is_bitcode, is_valid): (bool, bool), room: usize) -> Result<bool, Find> {
    // Without bringing old IR up to date: where only a half of it is old, that takes several rounds, in LLVM too.
    let options = ReadOptions { upgrade: false, ..ReadOptions::default() };
    let again = |text: &[u8]| match read(&Context::new(), "m", text, &options) {
        Ok(outcome) => Ok(printed(&outcome.module, &WriteOptions::default(), room)),
        Err(errors) => Err(errors.first().map_or(String::new(), |e| e.message.clone())),
    };
    let twice = match again(text) {
        Ok(Some(twice)) => twice,
        // The greatest alignment, as an attribute of a variable: in a group there is no room for it, in LLVM neither.
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

/// Words of what bitcode cannot say, in LLVM neither: the reader takes this name for blocks of its own, the greatest alignment is
/// none, and the name of an attribute ends at a zero byte.
const NOT_IN_BITCODE: &[&[u8]] = &[b"phi.constexpr", b"align 4294967296", b"align=4294967296", b"\0"];

/// What must come out of bitcode that was written.
struct Expected<'a> {
    is_valid: bool,
    /// Whether it may load or store an `x86_amx`, which readers of text accept and those of bitcode do not.
    has_amx: bool,
    /// Whether a name, such as that of an attribute, may have a zero byte.
    has_zero_byte: bool,
    /// The module's text, where it is to be the same.
    text: Option<&'a Vec<u8>>,
    read: &'a bitcode::ReadOptions,
    write: &'a WriteOptions,
}

impl Expected<'_> {
    /// Whether bitcode may be refused with this error: what it was written of was not valid, or is one of what readers of text accept
    /// and those of bitcode do not, in LLVM too: an attribute with a zero byte in its name, an `x86_amx` that is loaded or stored.
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

/// Whether the callee of a call is an input of the call's operand bundles, too. LLVM's writer of bitcode takes the callee for the last
/// use of a call, and the reader makes it before those in the bundles: the order of uses does not come back, in LLVM neither.
fn names_a_callee_in_a_bundle(module: &Module) -> bool {
    module.functions().iter().filter_map(|&function| module.body(function)).any(|body| {
        body.blocks().flat_map(|block| body.insts(block)).filter_map(|inst| body.inst(inst).call_info()).any(|call| {
            let inputs = &body.list_values(&call.args)[body.call_args(call).len()..];
            inputs.contains(&call.callee)
        })
    })
}

/// Reads bodies one by one, from the last to the first or only some, then all at once.
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

/// The summary of a module can be read when it was written; behind the module's text, as text too.
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
                // Names are in a summary as they are, which no reader of text can take if there are quotes in them.
                if let (Some(shown), Some(text)) = (shown(&summary), text)
                    && !contains(text, b"\\")
                    // What is known by no more than a number that is 0, neither.
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

/// Runs `main`, and then each function by itself.
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
