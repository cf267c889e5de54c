//! The environment, and system information of the library.

use super::errno::*;
use super::{Call, Then, builtins};
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "getenv" = get,
    "secure_getenv" = get,
    "__secure_getenv" = get,
    "setenv" = |c| {
        let (name, value, replace) = (c.path(0)?, c.path(1)?, c.int(2)?);
        if name.is_empty() || name.contains(&b'=') {
            return c.fail(EINVAL);
        }
        if replace != 0 || c.state.environment_entry(&name)?.is_none() {
            let text = [&name[..], b"=", &value].concat();
            let entry = c.state.machine_string(&text)?;
            c.state.set_environment(&name, Some(entry))?;
        }
        c.give(0)
    },
    "unsetenv" = |c| {
        let name = c.path(0)?;
        if name.is_empty() || name.contains(&b'=') {
            return c.fail(EINVAL);
        }
        c.state.set_environment(&name, None)?;
        c.give(0)
    },
    "putenv" = |c| {
        // The string itself becomes part of the environment.
        let (entry, text) = (c.register(0)?, c.path(0)?);
        match memchr::memchr(b'=', &text) {
            Some(end) => c.state.set_environment(&text[..end], Some(entry))?,
            None => c.state.set_environment(&text, None)?,
        }
        c.give(0)
    },
    "clearenv" = |c| {
        let variable = c.state.c_variable(b"environ")?.unwrap_or(Reg::int(0));
        c.state.write_pointer(variable, 0, Reg::int(0))?;
        c.give(0)
    },
    "sysconf" = |c| {
        let number = c.int(0)?;
        let memory = c.state.memory.limit();
        let value = match number {
            // `ARG_MAX`, clock ticks per second, open files, groups.
            0 => 2_097_152,
            2 => 100,
            3 => 65536,
            4 => 1024,
            // The page size in bytes.
            30 => 4096,
            // Configured and online processors.
            83 | 84 => 1,
            // Total and available pages of memory.
            85 | 86 => (memory / 4096) as i64,
            // The maximum lengths of names and paths.
            180 => 64,
            _ => {
                c.state.set_errno(EINVAL)?;
                -1
            }
        };
        c.give_signed(value)
    },
    "pathconf" = |c| c.give(4096),
    "fpathconf" = |c| c.give(4096),
    "confstr" = |c| c.give(0),
    "getpagesize" = |c| c.give(4096),
    "getdtablesize" = |c| c.give(1024),
    "get_nprocs" = |c| c.give(1),
    "get_nprocs_conf" = |c| c.give(1),
    "getauxval" = |c| c.give(0),
    "getloadavg" = |c| c.fail(ENOSYS),
    "gethostname" = |c| {
        let (to, room) = (c.register(0)?, c.size(1)? as usize);
        let name = host_text(c, "/proc/sys/kernel/hostname", "localhost");
        if name.len() >= room {
            return c.fail(ENAMETOOLONG);
        }
        c.state.write_string(to, &name)?;
        c.give(0)
    },
    "uname" = |c| {
        const FIELD: u64 = 65;
        let to = c.register(0)?;
        let machine = lindworm_ir::triple::Triple::new(c.program.modules[c.module].triple());
        let machine = match machine.arch {
            lindworm_ir::triple::Arch::AArch64 => &b"aarch64"[..],
            _ => b"x86_64",
        };
        let fields = [
            host_text(c, "/proc/sys/kernel/ostype", "Linux"),
            host_text(c, "/proc/sys/kernel/hostname", "localhost"),
            host_text(c, "/proc/sys/kernel/osrelease", "6.0.0"),
            host_text(c, "/proc/sys/kernel/version", "#1"),
            machine.to_vec(),
            host_text(c, "/proc/sys/kernel/domainname", "(none)"),
        ];
        c.state.write_bytes(to, &[0; 6 * FIELD as usize])?;
        for (i, field) in fields.iter().enumerate() {
            let place = super::argument::offset(to, i as u64 * FIELD);
            c.state.write_string(place, &field[..field.len().min(FIELD as usize - 1)])?;
        }
        c.give(0)
    },
    "gnu_get_libc_version" = |c| {
        let place = c.state.library_string(super::library::Slot::Version, b"2.36")?;
        c.give_register(place)
    },
    "getrlimit" = limits,
    "getrlimit64" = limits,
    "setrlimit" = |c| c.give(0),
    "prlimit" = |c| c.give(0),
    "getpriority" = |c| c.give(0),
    "setpriority" = |c| c.give(0),
    "nice" = |c| c.give(0),
    "mallopt" = |c| c.give(1),
    "malloc_trim" = |c| c.give(0),
}

fn host_text(c: &Call<'_>, path: &str, otherwise: &str) -> Vec<u8> {
    let text = c.state.library.outside.host_file(path);
    text.map_or(otherwise.into(), |text| text.trim_ascii_end().to_vec())
}

fn limits(c: &mut Call<'_>) -> Result<Then, Stop> {
    let to = c.register(1)?;
    c.state.write_int(to, 0, 8, u64::MAX)?;
    c.state.write_int(to, 8, 8, u64::MAX)?;
    c.give(0)
}

fn get(c: &mut Call<'_>) -> Result<Then, Stop> {
    let name = c.path(0)?;
    match c.state.environment_entry(&name)? {
        Some((_, entry)) => c.give_register(super::argument::offset(entry, name.len() as u64 + 1)),
        None => c.give_null(),
    }
}

impl State {
    /// Allocates a string that is never freed.
    pub(crate) fn machine_string(&mut self, text: &[u8]) -> Result<Reg, Stop> {
        let made = self.machine_memory(text.len() as u64 + 1, 1)?;
        self.memory.write_bytes(self.memory.place_of(made.bits), text);
        Ok(made)
    }

    /// The initial environment vector of the program.
    pub(crate) fn environment(&mut self) -> Result<Reg, Stop> {
        fn name(entry: &[u8]) -> &[u8] {
            entry.split(|&b| b == b'=').next().unwrap_or_default()
        }
        let mut entries = self.library.outside.environment();
        for own in &self.options.environment {
            entries.retain(|entry| name(entry) != name(own));
            entries.push(own.clone());
        }
        let entries = entries.iter().map(|text| self.machine_string(text)).collect::<Result<Vec<Reg>, Stop>>()?;
        self.pointer_vector(&entries)
    }

    /// The current strings of the environment.
    pub(crate) fn environment_vector(&mut self) -> Result<Reg, Stop> {
        let variable = self.c_variable(b"environ")?.unwrap_or(Reg::int(0));
        self.read_pointer(variable, 0)
    }

    /// A null-terminated array of pointers.
    fn pointer_vector(&mut self, pointers: &[Reg]) -> Result<Reg, Stop> {
        let word = self.memory.pointer_bytes();
        let made = self.machine_memory((pointers.len() as u64 + 1) * word, word)?;
        for (i, &pointer) in pointers.iter().enumerate() {
            self.write_pointer(made, i as u64 * word, pointer)?;
        }
        Ok(made)
    }

    /// The strings of the environment, including changes by the program.
    fn environment_entries(&mut self) -> Result<Vec<Reg>, Stop> {
        let variable = self.c_variable(b"environ")?.unwrap_or(Reg::int(0));
        let vector = self.read_pointer(variable, 0)?;
        let word = self.memory.pointer_bytes();
        let mut entries = Vec::new();
        if vector.bits == 0 {
            return Ok(entries);
        }
        loop {
            let entry = self.read_pointer(vector, entries.len() as u64 * word)?;
            if entry.bits == 0 {
                break;
            }
            entries.push(entry);
        }
        Ok(entries)
    }

    /// The index and the string of an environment variable.
    fn environment_entry(&mut self, name: &[u8]) -> Result<Option<(usize, Reg)>, Stop> {
        for (i, entry) in self.environment_entries()?.into_iter().enumerate() {
            let start = self.string_up_to(entry, name.len() as u64 + 1)?;
            if start.strip_prefix(name) == Some(b"=") {
                return Ok(Some((i, entry)));
            }
        }
        Ok(None)
    }

    /// The value of an environment variable.
    pub(crate) fn environment_value(&mut self, name: &[u8]) -> Result<Option<Vec<u8>>, Stop> {
        match self.environment_entry(name)? {
            Some((_, entry)) => Ok(Some(self.string(entry)?.split_off(name.len() + 1))),
            None => Ok(None),
        }
    }

    /// Sets a variable to `NAME=VALUE`, or removes it.
    fn set_environment(&mut self, name: &[u8], entry: Option<Reg>) -> Result<(), Stop> {
        let old = self.environment_entry(name)?;
        let mut entries = self.environment_entries()?;
        match (old, entry) {
            (Some((i, _)), Some(entry)) => entries[i] = entry,
            (Some((i, _)), None) => drop(entries.remove(i)),
            (None, Some(entry)) => entries.push(entry),
            (None, None) => return Ok(()),
        }
        let vector = self.pointer_vector(&entries)?;
        let variable = self.c_variable(b"environ")?.unwrap_or(Reg::int(0));
        self.write_pointer(variable, 0, vector)
    }
}
