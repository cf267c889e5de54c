//! Time, as those who wait see it.

use std::time::Duration;

use crate::state::State;

impl State {
    /// Nanoseconds of the clock that knows no calendar.
    pub(crate) fn monotonic(&self) -> u64 {
        self.elapsed().as_nanos() as u64
    }

    /// When it will be that time of the clock that goes by the calendar, or of the other one, by [`State::monotonic`].
    pub(crate) fn deadline(&self, nanoseconds: u64, by_calendar: bool) -> u64 {
        match by_calendar {
            true => self.monotonic().saturating_add(nanoseconds.saturating_sub(self.now().as_nanos() as u64)),
            false => nanoseconds,
        }
    }

    /// Lets time pass, since no thread has anything to do until then.
    pub(super) fn sleep_until(&mut self, deadline: u64) {
        let left = deadline.saturating_sub(self.monotonic());
        self.library.outside.sleep(Duration::from_nanos(left));
    }
}
