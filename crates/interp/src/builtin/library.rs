//! The state of the C library.

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

/// The arguments of a function to be called at exit.
pub(crate) type AtExit = SmallVec<[Reg; 2]>;

/// The state of the C library.
pub(crate) struct Library {
    /// The start time of the program.
    pub(crate) started: Instant,
    /// The representation of C types.
    pub(crate) abi: Abi,
    /// The address of each thread's `errno`, by the number of its stack.
    pub(crate) errno: HashMap<usize, Reg>,
    /// Static buffers in which functions return strings.
    pub(crate) slots: HashMap<Slot, Reg>,
    /// The rest of the string of `strtok`.
    pub(crate) strtok: Reg,
    /// Files, the terminal and the clock.
    pub(crate) outside: Outside,
    pub(crate) streams: Streams,
    /// The buffers of `open_memstream` streams, by the address of the program's pointer to the buffer.
    pub(crate) growing: HashMap<u64, Reg>,
    /// The open directories, by the address of the `DIR`.
    pub(crate) directories: HashMap<u64, Directory>,
    /// Signal handling.
    pub(crate) signals: Signals,
    /// Whether the locale's character encoding is UTF-8; otherwise ASCII.
    pub(crate) utf8: bool,
    /// The copy of a `va_list` that was passed by value.
    pub(crate) va_list: Option<Reg>,
    /// The functions to be called at exit, in reverse order, with their arguments.
    pub(crate) at_exit: Vec<(Reg, AtExit)>,
    pub(crate) at_quick_exit: Vec<(Reg, AtExit)>,
    /// The state of `getopt`.
    pub(crate) options: super::getopt::Options,
    pub(crate) random: Random,
    /// The name of the locale.
    pub(crate) locale: Vec<u8>,
    /// The time zone names given to the program.
    pub(crate) zone_names: HashMap<Vec<u8>, Reg>,
    pub(crate) mappings: Vec<super::mapping::Mapping>,
    /// Whether the program is exiting.
    pub(crate) exiting: bool,
    /// The variables that the program refers to, by name.
    pub(crate) variables: HashMap<&'static str, Reg>,
    /// The program's `argv[0]`.
    pub(crate) program_name: Vec<u8>,
}

impl Library {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        // The other fields have a bounded number of entries in the program's memory.
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

    /// The initial state for a program that contains `module`.
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

/// A static buffer, in which a function returns a string until its next call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    /// `strerror`.
    Error,
    /// `strsignal`.
    Signal,
    /// `asctime` and `ctime`.
    Time,
    /// `gmtime` and `localtime`.
    Date,
    /// `localeconv`.
    Conventions,
    /// `setlocale` and `nl_langinfo`.
    Locale,
    /// The tables of `isalpha` and related functions, of `tolower` and of `toupper`.
    Classes,
    /// `gnu_get_libc_version`.
    Version,
    Lower,
    Upper,
}

impl State {
    /// Stores a string in a static buffer.
    pub(crate) fn library_string(&mut self, slot: Slot, text: &[u8]) -> Result<Reg, Stop> {
        let mut bytes = text.to_vec();
        bytes.push(0);
        self.library_object(slot, &bytes)
    }

    /// Stores bytes in a static buffer, whose address is stable while they fit.
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

    /// Allocates memory of the library, which the program may read and write.
    pub(crate) fn machine_memory(&mut self, len: u64, align: u64) -> Result<Reg, Stop> {
        let site = self.site();
        let made = self.memory.allocate(Kind::Machine, len, align, site);
        let made = made.map_err(|e| self.error(e.to_string()))?;
        self.spend_on(len)?;
        self.memory.fill(self.memory.place_of(made.bits), len, 0);
        Ok(made)
    }
}
