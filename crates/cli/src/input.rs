//! Input: a memory-mapped file, or bytes.
//!
//! The readers need the whole input at once, and a mapped file is neither copied nor in memory twice: mapping the 31 MB of sqlite3's
//! text with debug information takes no time, while reading them takes 10 ms.

#![allow(unsafe_code)]

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;

use memmap2::Mmap;

/// Files that are shorter are read: that takes no longer than to map them.
const SHORTEST_MAPPED: u64 = 1 << 14;

/// The bytes of an input.
pub enum Input {
    /// A file as a part of the address space.
    Mapped(Mmap),
    /// What was read.
    Read(Vec<u8>),
}

impl Deref for Input {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Input::Mapped(bytes) => bytes,
            Input::Read(bytes) => bytes,
        }
    }
}

impl Input {
    /// All of a file from where it stands; of a pipe or a terminal all that comes.
    pub fn of(mut file: File) -> io::Result<Input> {
        let is_long = file.metadata().is_ok_and(|m| m.is_file() && m.len() >= SHORTEST_MAPPED);
        if is_long && io::Seek::stream_position(&mut file).is_ok_and(|place| place == 0) {
            // SAFETY: this process never writes to the mapped bytes: output goes to another file, which then replaces the old one. If
            // another process writes to the file or truncates it meanwhile, the bytes change or vanish, as under any tool that maps its
            // input; no part of Lindworm relies on bytes that it has read staying the same.
            if let Ok(bytes) = unsafe { Mmap::map(&file) } {
                return Ok(Input::Mapped(bytes));
            }
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Input::Read(bytes))
    }
}
