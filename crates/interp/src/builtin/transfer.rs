//! Copies between files: `sendfile`, `copy_file_range`.

use super::errno::{EAGAIN, EINVAL};
use super::{Call, Then, builtins};
use crate::outside::{Answer, Whence, file_type};
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "sendfile" = send,
    "sendfile64" = send,
    "copy_file_range" = |c| {
        let (from, to, len, flags) = (c.int(0)?, c.int(2)?, c.size(4)?, c.int(5)?);
        let (from_place, to_place) = (c.register(1)?, c.register(3)?);
        if flags != 0 || !is_regular(c, to) {
            return c.fail(EINVAL);
        }
        transfer(c, (from, from_place), (to, to_place), len)
    },
}

/// `sendfile(to, from, position, len)`.
fn send(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (to, from, place, len) = (c.int(0)?, c.int(1)?, c.register(2)?, c.size(3)?);
    transfer(c, (from, place), (to, Reg::default()), len)
}

/// Copies at most `len` bytes. Each file has a pointer to its offset, which is updated; null refers to the file's own offset.
fn transfer(c: &mut Call<'_>, from: (i32, Reg), to: (i32, Reg), len: u64) -> Result<Then, Stop> {
    /// The maximum number of bytes copied by a call; a short copy is allowed.
    const MOST: u64 = 1 << 24;
    if !is_regular(c, from.0) {
        return c.fail(EINVAL);
    }
    let (from_at, to_at) = (position(c, from.1)?, position(c, to.1)?);
    let bytes = match c.state.read_file(from.0, len.min(MOST), from_at) {
        Ok(bytes) => bytes,
        Err(error) => return c.fail(error),
    };
    let answer = if bytes.is_empty() { Ok(0) } else { c.state.write_file(to.0, &bytes, to_at) };
    let written = *answer.as_ref().unwrap_or(&0);
    if from_at.is_none() {
        let back = -((bytes.len() as u64 - written) as i64);
        if let Err(error) = c.state.library.outside.seek(from.0, back, Whence::Here) {
            return c.fail(error);
        }
    }
    for (place, at) in [(from.1, from_at), (to.1, to_at)] {
        if let Some(at) = at {
            c.state.write_int(place, 0, 8, at.wrapping_add(written))?;
        }
    }
    match answer {
        // Another thread may read from the pipe.
        Err(EAGAIN) => Ok(Then::Wait),
        answer => c.answer(answer.map(|count| count as i64)),
    }
}

fn position(c: &mut Call<'_>, place: Reg) -> Result<Option<u64>, Stop> {
    match place.bits {
        0 => Ok(None),
        _ => c.state.read_int(place, 0, 8).map(Some),
    }
}

fn is_regular(c: &mut Call<'_>, descriptor: i32) -> bool {
    let status: Answer<_> = c.state.library.outside.status(descriptor);
    status.is_ok_and(|status| status.mode & file_type::MASK == file_type::REGULAR)
}
