//! Memory mappings: `mmap` and related functions.

use super::errno::*;
use super::{Call, Then, builtins};
use crate::limits::Footprint;
use crate::memory::Kind;
use crate::outside::{Answer, OpenFile};
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "mmap" = map,
    "mmap64" = map,
    "munmap" = |c| {
        let (pointer, len) = (c.arg(0)?, c.size(1)?);
        c.state.sync_mappings();
        c.state.count(c.state.library.mappings.len() as u64 / 16);
        let mappings = &mut c.state.library.mappings;
        match mappings.iter().position(|m| m.memory.bits == pointer.bits && m.size == len.next_multiple_of(PAGE)) {
            Some(found) => {
                let mapping = mappings.swap_remove(found);
                let site = c.state.site();
                c.state.memory.free(mapping.memory.meta.provenance(), site);
                c.give(0)
            }
            // Unmapping a part has no effect: the memory just stays allocated.
            None => c.give(0),
        }
    },
    "mremap" = |c| c.fail(ENOMEM),
    "mprotect" = |c| c.give(0),
    "madvise" = |c| c.give(0),
    "posix_madvise" = |c| c.give(0),
    "mlock" = |c| c.give(0),
    "munlock" = |c| c.give(0),
    "msync" = |c| {
        c.state.sync_mappings();
        c.give(0)
    },
}

const PAGE: u64 = 4096;

/// A mapping made by `mmap`.
pub(crate) struct Mapping {
    memory: Reg,
    size: u64,
    /// The mapped file, for a shared mapping.
    shared: Option<Shared>,
}

/// A shared mapping of a file.
struct Shared {
    file: OpenFile,
    /// The file offset of the mapping.
    at: u64,
    /// The contents at the last synchronization.
    last: Vec<u8>,
}

impl Mapping {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        if let Some(shared) = &self.shared {
            all.add(&shared.last);
        }
    }
}

/// `mmap`: anonymous or of a file.
fn map(c: &mut Call<'_>) -> Result<Then, Stop> {
    const SHARED: i32 = 1;
    const FIXED: i32 = 0x10;
    const ANONYMOUS: i32 = 0x20;
    let (len, flags) = (c.size(1)?, c.int(3)?);
    let (descriptor, at) = (c.int(4)?, c.signed(5)?);
    let Some(size) = len.checked_next_multiple_of(PAGE).filter(|&s| s > 0) else { return failed(c, EINVAL) };
    if flags & FIXED != 0 {
        return failed(c, ENODEV);
    }
    let (mut last, mut file) = (Vec::new(), None);
    if flags & ANONYMOUS == 0 {
        c.state.sync_mappings();
        let at = u64::try_from(at).unwrap_or(u64::MAX);
        let outside = &mut c.state.library.outside;
        let found = outside.file(descriptor).and_then(|file| Ok((outside.read_file(&file, len, Some(at))?, file)));
        match found {
            Ok((bytes, found)) => (last, file) = (bytes, Some((found, at))),
            Err(error) => return failed(c, error),
        }
    }
    let site = c.state.site();
    let Ok(memory) = c.state.memory.allocate(Kind::Machine, size, PAGE, site) else { return failed(c, ENOMEM) };
    c.state.spend_on(size)?;
    let place = c.state.memory.place_of(memory.bits);
    c.state.memory.fill(place, size, 0);
    c.state.memory.write_bytes(place, &last);
    c.state.memory.lengthen_tables(last.len() as u64);
    let shared = file.filter(|_| flags & SHARED != 0).map(|(file, at)| Shared { file, at, last });
    c.state.library.mappings.push(Mapping { memory, size, shared });
    c.give_register(memory)
}

impl State {
    /// Synchronizes shared mappings with their files in both directions. The time of synchronization is unobservable, provided
    /// that it happens before and after all file operations of the program.
    pub(crate) fn sync_mappings(&mut self) {
        let shared = self.library.mappings.iter().map(|m| m.shared.as_ref().map_or(0, |shared| shared.last.len()));
        self.count(shared.map(|len| len as u64 / 8 + 1).sum());
        let (memory, library) = (&mut self.memory, &mut *self.library);
        for mapping in &mut library.mappings {
            let Some(shared) = &mapping.shared else { continue };
            let now = memory.bytes(memory.place_of(mapping.memory.bits), shared.last.len() as u64);
            let differs = |i: &usize| now[*i] != shared.last[*i];
            let mut from = 0;
            while let Some(start) = (from..now.len()).find(differs) {
                let end = (start..now.len()).find(|i| !differs(i)).unwrap_or(now.len());
                // The kernel ignores write errors, too.
                let _ = library.outside.write_file(&shared.file, &now[start..end], Some(shared.at + start as u64));
                from = end;
            }
        }
        for mapping in &mut library.mappings {
            let Some(shared) = &mut mapping.shared else { continue };
            let Ok(new) = library.outside.read_file(&shared.file, mapping.size, Some(shared.at)) else { continue };
            if new != shared.last {
                memory.write_bytes(memory.place_of(mapping.memory.bits), &new);
                shared.last = new;
            }
        }
    }

    /// [`Outside::read`](crate::outside::Outside::read), including data written to mappings.
    pub(crate) fn read_file(&mut self, descriptor: i32, len: u64, at: Option<u64>) -> Answer<Vec<u8>> {
        self.sync_mappings();
        let read = self.library.outside.read(descriptor, len, at);
        self.count(read.as_ref().map_or(0, |bytes| bytes.len() as u64 / 16));
        read
    }

    /// [`Outside::truncate`](crate::outside::Outside::truncate), including data written to mappings.
    pub(crate) fn truncate_file(&mut self, descriptor: i32, len: i64) -> Answer<()> {
        let len = u64::try_from(len).map_err(|_| EINVAL)?;
        self.sync_mappings();
        if self.options.isolated {
            let grows = len.saturating_sub(self.library.outside.status(descriptor)?.size);
            if grows > self.memory.room() {
                return Err(ENOSPC);
            }
            self.count(grows / 16);
            self.memory.lengthen_tables(grows);
        }
        self.library.outside.truncate(descriptor, len)
    }

    /// [`Outside::write`](crate::outside::Outside::write), visible in mappings.
    pub(crate) fn write_file(&mut self, descriptor: i32, bytes: &[u8], at: Option<u64>) -> Answer<u64> {
        // Files in memory count against the memory limit.
        if self.options.isolated {
            if bytes.len() as u64 > self.memory.room() {
                return Err(ENOSPC);
            }
            self.memory.lengthen_tables(bytes.len() as u64);
        }
        self.count(bytes.len() as u64 / 16);
        self.sync_mappings();
        let written = self.library.outside.write(descriptor, bytes, at);
        self.sync_mappings();
        written
    }
}

/// Returns `MAP_FAILED`.
fn failed(c: &mut Call<'_>, error: i32) -> Result<Then, Stop> {
    c.state.set_errno(error)?;
    c.give(u64::MAX)
}
