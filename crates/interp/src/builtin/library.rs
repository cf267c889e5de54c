//! What the C library remembers.

use std::time::Instant;

use lindworm_ir::Module;
use lindworm_ir::hash::HashMap;
use smallvec::SmallVec;

use super::file::Directory;
use super::random::Random;
use super::signal::Signals;
use super::stream::Streams;
use crate::abi::Abi;
use crate::limits::Footprint;
use crate::memory::Kind;
use crate::options::Options;
use crate::outside::Outside;
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

/// The arguments of what is called at the end.
pub(crate) type AtExit = SmallVec<[Reg; 2]>;

/// What the C library remembers while a program runs.
pub(crate) struct Library {
    /// When the program started.
    pub(crate) started: Instant,
    /// What C's types are.
    pub(crate) abi: Abi,
    /// Where each thread's `errno` is, by the number of its stack.
    pub(crate) errno: HashMap<usize, Reg>,
    /// Strings that functions leave until they are called again.
    pub(crate) slots: HashMap<Slot, Reg>,
    /// The rest of the string that `strtok` cuts.
    pub(crate) strtok: Reg,
    /// Files, the terminal, the clock.
    pub(crate) outside: Outside,
    pub(crate) streams: Streams,
    /// The memory that streams of `open_memstream` have, by where it is told.
    pub(crate) growing: HashMap<u64, Reg>,
    /// The directories that are open, by the addresses of their `DIR`s.
    pub(crate) directories: HashMap<u64, Directory>,
    /// What is done on signals.
    pub(crate) signals: Signals,
    /// Whether characters beyond ASCII are UTF-8: the locale says so.
    pub(crate) utf8: bool,
    /// Where a copy of a `va_list` is that was passed by value.
    pub(crate) va_list: Option<Reg>,
    /// What is called at the end, the last one first, and with what.
    pub(crate) at_exit: Vec<(Reg, AtExit)>,
    pub(crate) at_quick_exit: Vec<(Reg, AtExit)>,
    /// What `getopt` remembers.
    pub(crate) options: super::getopt::Options,
    pub(crate) random: Random,
    /// The name of the locale.
    pub(crate) locale: Vec<u8>,
    /// The names of time zones that were given to the program.
    pub(crate) zone_names: HashMap<Vec<u8>, Reg>,
    pub(crate) mappings: Vec<super::mapping::Mapping>,
    /// Whether the program is ending.
    pub(crate) exiting: bool,
    /// The variables that the program asked for, by their names.
    pub(crate) variables: HashMap<&'static str, Reg>,
    /// The first argument of the program.
    pub(crate) program_name: Vec<u8>,
}

impl Library {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        // Of the others each has a bounded number of things, which are in the program's memory.
        let Library { outside, streams, growing, directories, at_exit, at_quick_exit, zone_names, mappings, .. } = self;
        outside.footprint(all);
        streams.footprint(all);
        all.add(growing);
        all.add(directories);
        all.each(directories.values(), |all, directory| directory.footprint(all));
        all.add(at_exit);
        all.add(at_quick_exit);
        all.add(zone_names);
        all.each(zone_names.keys(), |all, name| all.add(name));
        all.add(mappings);
        all.each(mappings, |all, mapping| mapping.footprint(all));
        all.add(&self.locale);
    }

    /// For a program of which this is a module.
    pub(crate) fn new(module: Option<&Module>, options: &Options) -> Library {
        Library {
            started: Instant::now(),
            abi: Abi::of(module),
            errno: HashMap::default(),
            slots: HashMap::default(),
            strtok: Reg::int(0),
            outside: Outside::new(options.isolated, options.max_memory),
            streams: Streams::new(),
            growing: HashMap::default(),
            directories: HashMap::default(),
            signals: Signals::default(),
            utf8: false,
            va_list: None,
            at_exit: Vec::new(),
            at_quick_exit: Vec::new(),
            options: super::getopt::Options::default(),
            random: Random::new(),
            locale: b"C".to_vec(),
            zone_names: HashMap::default(),
            mappings: Vec::new(),
            exiting: false,
            variables: HashMap::default(),
            program_name: Vec::new(),
        }
    }
}

/// A place of the library's own, in which a function leaves a string that is there until the next call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    /// Of `strerror`.
    Error,
    /// Of `strsignal`.
    Signal,
    /// Of `asctime` and `ctime`.
    Time,
    /// Of `gmtime` and `localtime`.
    Date,
    /// Of `localeconv`.
    Conventions,
    /// Of `setlocale` and `nl_langinfo`.
    Locale,
    /// The tables of `isalpha` and its kin, of `tolower`, and of `toupper`.
    Classes,
    /// Of `gnu_get_libc_version`.
    Version,
    Lower,
    Upper,
}

impl State {
    /// Leaves a string at a place of the library's own.
    pub(crate) fn library_string(&mut self, slot: Slot, text: &[u8]) -> Result<Reg, Stop> {
        let mut bytes = text.to_vec();
        bytes.push(0);
        self.library_object(slot, &bytes)
    }

    /// Leaves bytes at a place of the library's own: the same one for the same slot, as long as they fit.
    fn library_object(&mut self, slot: Slot, bytes: &[u8]) -> Result<Reg, Stop> {
        let len = bytes.len() as u64;
        let old = self.library.slots.get(&slot).copied();
        let place = match old.filter(|old| self.memory.entry(old.meta.provenance()).is_some_and(|e| e.size >= len)) {
            Some(place) => place,
            None => {
                let made = self.machine_memory(len.max(256), 16)?;
                self.library.slots.insert(slot, made);
                made
            }
        };
        self.memory.write_bytes(self.memory.place_of(place.bits), bytes);
        Ok(place)
    }

    /// Memory of the library's own, which the program may read and write.
    pub(crate) fn machine_memory(&mut self, len: u64, align: u64) -> Result<Reg, Stop> {
        let site = self.site();
        let made = self.memory.allocate(Kind::Machine, len, align, site);
        let made = made.map_err(|e| self.error(e.to_string()))?;
        self.spend_on(len)?;
        self.memory.fill(self.memory.place_of(made.bits), len, 0);
        Ok(made)
    }
}
