//! Pipes in memory.

use std::collections::VecDeque;

use super::Answer;
use crate::builtin::errno::{EAGAIN, EPIPE};
use crate::limits::Footprint;

/// The data written to a pipe and not yet read.
#[derive(Default)]
pub(crate) struct Pipe(VecDeque<u8>);

/// The capacity of a pipe in bytes.
const CAPACITY: usize = 65536;

impl Pipe {
    pub(super) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.0);
    }

    /// Reads at most `len` bytes. An empty pipe is at its end, unless it can still be written to.
    pub(super) fn read(&mut self, len: u64, others: bool) -> Answer<Vec<u8>> {
        if self.0.is_empty() && others && len > 0 {
            return Err(EAGAIN);
        }
        let count = self.0.len().min(len as usize);
        Ok(self.0.drain(..count).collect())
    }

    /// Writes as many of the bytes as fit.
    pub(super) fn write(&mut self, bytes: &[u8], others: bool) -> Answer<u64> {
        if !others {
            return Err(EPIPE);
        }
        let count = bytes.len().min(CAPACITY - self.0.len());
        if count == 0 && !bytes.is_empty() {
            return Err(EAGAIN);
        }
        self.0.extend(&bytes[..count]);
        Ok(count as u64)
    }
}
