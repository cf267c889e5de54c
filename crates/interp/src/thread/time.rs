//! Time, as observed by waiting threads.

use std::time::Duration;

use crate::state::State;

impl State {
    /// The monotonic clock in nanoseconds.
    pub(crate) fn monotonic(&self) -> u64 {
        self.elapsed().as_nanos() as u64
    }

    /// Converts a time of the real-time clock (`by_calendar`) or the monotonic clock to a deadline in terms of
    /// [`State::monotonic`].
    pub(crate) fn deadline(&self, nanoseconds: u64, by_calendar: bool) -> u64 {
        match by_calendar {
            true => self.monotonic().saturating_add(nanoseconds.saturating_sub(self.now().as_nanos() as u64)),
            false => nanoseconds,
        }
    }

    /// Advances the time to the earliest deadline, when no thread is ready.
    pub(super) fn sleep_until(&mut self, deadline: u64) {
        let left = deadline.saturating_sub(self.monotonic());
        self.library.outside.sleep(Duration::from_nanos(left));
    }
}
