//! What the C library remembers.

use std::time::Instant;

use lindworm_ir::Module;
use rustc_hash::FxHashMap;

use crate::abi::Abi;
use crate::memory::Kind;
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

/// What the C library remembers while a program runs.
pub(crate) struct Library {
    /// When the program started.
    pub(crate) started: Instant,
    /// What C's types are.
    pub(crate) abi: Abi,
    /// Where each thread's `errno` is, by the number of its stack.
    pub(crate) errno: FxHashMap<usize, Reg>,
    /// Strings that functions leave until they are called again.
    pub(crate) slots: FxHashMap<Slot, Reg>,
    /// The rest of the string that `strtok` cuts.
    pub(crate) strtok: Reg,
}

impl Library {
    /// For a program of which this is a module.
    pub(crate) fn new(module: Option<&Module>) -> Library {
        Library {
            started: Instant::now(),
            abi: Abi::of(module),
            errno: FxHashMap::default(),
            slots: FxHashMap::default(),
            strtok: Reg::int(0),
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
    /// Of `setlocale` and `nl_langinfo`.
    Locale,
    /// Of `tmpnam`, `ttyname` and `ctermid`.
    Name,
    /// Of `getlogin` and its kin.
    User,
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
        self.memory.fill(self.memory.place_of(made.bits), len, 0);
        Ok(made)
    }
}
