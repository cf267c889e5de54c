//! Memory by the page: `mmap` and its kin.

use super::errno::*;
use super::{Call, Then, builtins};
use crate::memory::Kind;
use crate::stop::Stop;

builtins! {
    "mmap" = map,
    "mmap64" = map,
    "munmap" = |c| {
        let (pointer, len) = (c.arg(0)?, c.size(1)?);
        match c.state.library.mappings.get(&pointer.bits) {
            Some(&mapped) if mapped.1 == len.next_multiple_of(PAGE) => {
                c.state.library.mappings.remove(&pointer.bits);
                let site = c.state.site();
                c.state.memory.free(mapped.0.meta.provenance(), site);
                c.give(0)
            }
            // A part of a mapping stays: it is only memory that nobody uses.
            _ => c.give(0),
        }
    },
    "mremap" = |c| c.fail(ENOMEM),
    "mprotect" = |c| c.give(0),
    "madvise" = |c| c.give(0),
    "posix_madvise" = |c| c.give(0),
    "mlock" = |c| c.give(0),
    "munlock" = |c| c.give(0),
    "msync" = |c| c.give(0),
}

const PAGE: u64 = 4096;

/// `mmap`: of nothing, or of a copy of a file.
fn map(c: &mut Call<'_>) -> Result<Then, Stop> {
    const SHARED: i32 = 1;
    const WRITE: i32 = 2;
    const FIXED: i32 = 0x10;
    const ANONYMOUS: i32 = 0x20;
    let (len, protection, flags) = (c.size(1)?, c.int(2)?, c.int(3)?);
    let (file, at) = (c.int(4)?, c.signed(5)?);
    let Some(size) = len.checked_next_multiple_of(PAGE).filter(|&s| s > 0) else { return failed(c, EINVAL) };
    if flags & FIXED != 0 || flags & ANONYMOUS == 0 && flags & SHARED != 0 && protection & WRITE != 0 {
        return failed(c, ENODEV);
    }
    let bytes = match flags & ANONYMOUS {
        0 => match c.state.library.outside.read(file, len, u64::try_from(at).ok()) {
            Ok(bytes) => bytes,
            Err(error) => return failed(c, error),
        },
        _ => Vec::new(),
    };
    let site = c.state.site();
    let Ok(made) = c.state.memory.allocate(Kind::Machine, size, PAGE, site) else { return failed(c, ENOMEM) };
    let place = c.state.memory.place_of(made.bits);
    c.state.memory.fill(place, size, 0);
    c.state.memory.write_bytes(place, &bytes);
    c.state.library.mappings.insert(made.bits, (made, size));
    c.give_register(made)
}

/// Returns `MAP_FAILED`.
fn failed(c: &mut Call<'_>, error: i32) -> Result<Then, Stop> {
    c.state.set_errno(error)?;
    c.give(u64::MAX)
}
