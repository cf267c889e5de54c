//! Pipes within the machine.

use std::collections::VecDeque;

use super::Answer;
use crate::builtin::errno::{EAGAIN, EPIPE};
use crate::limits::Footprint;

/// What was written to a pipe and not yet read.
#[derive(Default)]
pub(crate) struct Pipe(VecDeque<u8>);

/// How many bytes wait in a pipe at most.
const CAPACITY: usize = 65536;

impl Pipe {
    pub(super) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.0);
    }

    /// Takes at most `len` bytes. If there are none, that is the end, unless somebody may still write.
    pub(super) fn read(&mut self, len: u64, others: bool) -> Answer<Vec<u8>> {
        if self.0.is_empty() && others && len > 0 {
            return Err(EAGAIN);
        }
        let count = self.0.len().min(len as usize);
        Ok(self.0.drain(..count).collect())
    }

    /// Adds as many of these bytes as there is room for.
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
