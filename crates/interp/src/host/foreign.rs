//! Host memory outside of the arena.

use super::Host;
use super::native::{self, Copier};
use crate::memory::{Kind, Place};
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

impl State {
    /// Reads host memory. Returns false, after a report, if the memory is not mapped.
    pub(crate) fn read_foreign(&mut self, address: u64, out: &mut [u8]) -> Result<bool, Stop> {
        let there = self.host.as_mut().is_some_and(|host| host.copy(|copier| copier.read(address, out)));
        if !there {
            let message = format!("load of {} bytes at {address:#x}, where no memory is", out.len());
            self.unmapped(message)?;
        }
        Ok(there)
    }

    /// Writes host memory. Returns false, after a report, if the memory is not writable.
    pub(crate) fn write_foreign(&mut self, address: u64, bytes: &[u8]) -> Result<bool, Stop> {
        let there = self.host.as_mut().is_some_and(|host| host.copy(|copier| copier.write(address, bytes)));
        if !there {
            let message =
                format!("store of {} bytes at {address:#x}, where no memory is that can be written", bytes.len());
            self.unmapped(message)?;
        }
        Ok(there)
    }

    /// Fills host memory with `count` copies of `unit`.
    pub(crate) fn fill_foreign(&mut self, mut address: u64, unit: &[u8], mut count: u64) -> Result<(), Stop> {
        /// The number of units per write, so that an invalid count fails early.
        const UNITS: u64 = 1 << 14;
        let units = unit.repeat(count.min(UNITS) as usize);
        while count > 0 {
            let part = &units[..count.min(UNITS) as usize * unit.len()];
            if !self.write_foreign(address, part)? {
                break;
            }
            address = address.wrapping_add(part.len() as u64);
            count -= count.min(UNITS);
        }
        Ok(())
    }

    /// Reads `len` bytes of host memory; zeros if they are not mapped and the program continues.
    pub(crate) fn foreign_bytes(&mut self, address: u64, len: u64) -> Result<Vec<u8>, Stop> {
        /// The number of bytes that are read first, so that an invalid length fails early.
        const FIRST: u64 = 1 << 16;
        let mut bytes = vec![0; len.min(FIRST) as usize];
        if self.read_foreign(address, &mut bytes)? && len > FIRST {
            if len > self.options.max_memory {
                return Err(self.error(format!("{len} bytes are more than the program may have")));
            }
            bytes.resize(len as usize, 0);
            self.read_foreign(address.wrapping_add(FIRST), &mut bytes[FIRST as usize..])?;
        }
        bytes.resize(len.min(self.options.max_memory) as usize, 0);
        Ok(bytes)
    }

    /// Copies host memory to the arena. The copy is freed after a few more copies.
    pub(crate) fn copy_of_foreign(&mut self, address: u64, len: u64) -> Result<Place, Stop> {
        let bytes = self.foreign_bytes(address, len)?;
        self.keep_copy(&bytes)
    }

    fn keep_copy(&mut self, bytes: &[u8]) -> Result<Place, Stop> {
        /// The number of copies kept, more than a library function uses at once.
        const COPIES: usize = 4;
        let copy = self.memory.allocate(Kind::Machine, bytes.len() as u64, 16, self.site());
        let copy = copy.map_err(|e| self.error(e.to_string()))?;
        let place = self.memory.place_of(copy.bits);
        self.memory.write_bytes(place, bytes);
        if let Some(host) = &mut self.host {
            host.copies.push_back(copy);
            let old = if host.copies.len() > COPIES { host.copies.pop_front() } else { None };
            if let Some(old) = old {
                self.memory.free(old.meta.provenance(), self.site());
            }
        }
        Ok(place)
    }

    /// Copies host memory to the arena up to the first byte `end`, `limit` bytes, or the end of mapped memory. Also returns the
    /// number of copied bytes, which may extend beyond `end`. `None` if the address is not mapped and the program continues.
    pub(crate) fn copy_of_foreign_up_to(
        &mut self,
        address: u64,
        end: u8,
        limit: u64,
    ) -> Result<Option<(Place, u64)>, Stop> {
        const PAGE: u64 = 4096;
        let (mut bytes, mut step) = (Vec::new(), PAGE - address % PAGE);
        let limit = limit.min(self.options.max_memory / 2);
        while memchr::memchr(end, &bytes[bytes.len().saturating_sub(step as usize)..]).is_none()
            && (bytes.len() as u64) < limit
        {
            let start = bytes.len();
            step = if start == 0 { step } else { (start as u64).next_multiple_of(PAGE) };
            bytes.resize(start + step as usize, 0);
            let at = address.wrapping_add(start as u64);
            if !self.host.as_mut().is_some_and(|host| host.copy(|copier| copier.read(at, &mut bytes[start..]))) {
                bytes.truncate(start);
                break;
            }
        }
        if bytes.is_empty() {
            self.read_foreign(address, &mut [0])?;
            return Ok(None);
        }
        Ok(Some((self.keep_copy(&bytes)?, bytes.len() as u64)))
    }

    /// Frees memory allocated by native code. Returns whether the memory can belong to native code.
    pub(crate) fn free_foreign(&mut self, pointer: Reg) -> bool {
        let native = self.may_be_foreign(pointer);
        if native {
            native::free(pointer.bits);
        }
        native
    }

    /// Reallocates memory allocated by native code. The result is null if memory is exhausted.
    pub(crate) fn reallocate_foreign(&mut self, pointer: Reg, size: u64) -> Option<Reg> {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        self.may_be_foreign(pointer).then(|| self.native_pointer(native::reallocate(pointer.bits, size)))
    }

    /// Whether the pointer may refer to host memory.
    fn may_be_foreign(&mut self, pointer: Reg) -> bool {
        let address = pointer.bits;
        let there = |host: &mut Host| host.copy(|copier| copier.read(address, &mut [0]));
        let outside = address != 0 && !self.memory.contains(address) && pointer.meta.is_defined();
        outside && self.host.as_deref_mut().is_some_and(there)
    }
}

impl Host {
    /// Runs `copy` with the copier, which is replaced after a failure.
    fn copy(&mut self, copy: impl FnOnce(&mut Copier) -> bool) -> bool {
        if self.copier.is_none() {
            self.copier = Copier::new();
        }
        let done = self.copier.as_mut().is_some_and(copy);
        if !done {
            self.copier = None;
        }
        done
    }

    /// Whether the address is in executable memory.
    #[cfg(target_os = "linux")]
    pub(super) fn is_code(&mut self, address: u64) -> bool {
        if !self.code_ranges.iter().any(|range| range.contains(&address)) {
            let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
            self.code_ranges = maps.lines().filter_map(code_range).collect();
        }
        self.code_ranges.iter().any(|range| range.contains(&address))
    }

    /// Whether the address is in executable memory.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn is_code(&mut self, address: u64) -> bool {
        native::in_library(address)
    }
}

/// The address range of a line of `/proc/self/maps`, `start-end permissions ...`, if it is executable.
#[cfg(target_os = "linux")]
fn code_range(line: &str) -> Option<std::ops::Range<u64>> {
    let (range, rest) = line.split_once(' ')?;
    let (start, end) = range.split_once('-')?;
    let number = |hex| u64::from_str_radix(hex, 16).ok();
    (rest.as_bytes().get(2) == Some(&b'x')).then_some(number(start)?..number(end)?)
}
