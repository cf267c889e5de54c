//! Times and dates.

use std::time::Duration;

use super::date::Date;
use super::errno::*;
use super::library::Slot;
use super::zone::Zone;
use super::{Call, Then, builtins};
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "time" = |c| {
        let place = c.arg(0)?;
        let seconds = c.state.now().as_secs();
        if place.bits != 0 {
            let len = c.state.library.abi.time();
            c.state.write_int(place, 0, len, seconds)?;
        }
        c.give(seconds)
    },
    "clock" = |c| {
        let elapsed = c.state.elapsed();
        c.give(elapsed.as_micros() as u64)
    },
    "gettimeofday" = |c| {
        let place = c.arg(0)?;
        let now = c.state.now();
        if place.bits != 0 {
            write_pair(c, place, now.as_secs(), now.subsec_micros().into())?;
        }
        c.give(0)
    },
    "clock_gettime" = clock_time,
    "clock_getres" = |c| {
        let place = c.arg(1)?;
        if place.bits != 0 {
            write_pair(c, place, 0, 1)?;
        }
        c.give(0)
    },
    "timespec_get" = |c| {
        let (place, base) = (c.register(0)?, c.int(1)?);
        let now = c.state.now();
        write_pair(c, place, now.as_secs(), now.subsec_nanos().into())?;
        c.give_signed(base.into())
    },
    "times" = |c| {
        let (place, word) = (c.arg(0)?, c.word());
        let ticks = c.state.elapsed().as_millis() as u64 / 10;
        if place.bits != 0 {
            for (i, value) in [ticks, 0, 0, 0].into_iter().enumerate() {
                c.state.write_int(place, i as u64 * word, word, value)?;
            }
        }
        c.give(ticks)
    },
    "getrusage" = |c| {
        let (place, word) = (c.register(1)?, c.word());
        let used = c.state.elapsed();
        c.state.write_bytes(place, &vec![0; 18 * word as usize])?;
        write_pair(c, place, used.as_secs(), used.subsec_micros().into())?;
        c.give(0)
    },
    "difftime" = |c| {
        let (a, b) = (c.signed(0)?, c.signed(1)?);
        c.give_float(lindworm_eval::Float::from_f64((i128::from(a) - i128::from(b)) as f64))
    },
    "gmtime" = |c| {
        let place = c.state.broken_down()?;
        break_down(c, place, false)
    },
    "gmtime_r" = |c| {
        let place = c.register(1)?;
        break_down(c, place, false)
    },
    "localtime" = |c| {
        let place = c.state.broken_down()?;
        break_down(c, place, true)
    },
    "localtime_r" = |c| {
        let place = c.register(1)?;
        break_down(c, place, true)
    },
    "mktime" = |c| make_time(c, true),
    "timegm" = |c| make_time(c, false),
    "timelocal" = |c| make_time(c, true),
    "asctime" = |c| {
        let place = c.register(0)?;
        let date = Date::read(c, place, super::date::ALL_FIELDS)?;
        let text = date.ascii();
        let place = c.state.library_string(Slot::Time, text.as_bytes())?;
        c.give_register(place)
    },
    "asctime_r" = |c| {
        let (place, to) = (c.register(0)?, c.register(1)?);
        let text = Date::read(c, place, super::date::ALL_FIELDS)?.ascii();
        c.state.write_string(to, text.as_bytes())?;
        c.give_register(to)
    },
    "ctime" = |c| {
        let seconds = time_behind(c, 0)?;
        let text = c.state.zone()?.local(seconds).ascii();
        let place = c.state.library_string(Slot::Time, text.as_bytes())?;
        c.give_register(place)
    },
    "ctime_r" = |c| {
        let (seconds, to) = (time_behind(c, 0)?, c.register(1)?);
        let text = c.state.zone()?.local(seconds).ascii();
        c.state.write_string(to, text.as_bytes())?;
        c.give_register(to)
    },
    "strftime" = |c| {
        let (to, room, format, place) = (c.register(0)?, c.size(1)?, c.path(2)?, c.register(3)?);
        let date = Date::read(c, place, super::date::fields(&format))?;
        c.state.spend(format.len() as u64)?;
        let mut text = Vec::new();
        super::date::format(&format, &date, room, &mut text);
        c.state.spend_on(text.len() as u64)?;
        if text.len() as u64 >= room {
            return c.give(0);
        }
        c.state.write_string(to, &text)?;
        c.give(text.len() as u64)
    },
    "tzset" = |c| {
        c.state.zone()?;
        Ok(Then::Return)
    },
}

impl State {
    /// The time since 1970.
    pub(crate) fn now(&self) -> Duration {
        self.library.outside.now(self.steps())
    }

    /// The approximate time since the program started.
    pub(crate) fn elapsed(&self) -> Duration {
        self.library.outside.elapsed(self.steps())
    }

    /// The static buffer of `gmtime` and `localtime`.
    fn broken_down(&mut self) -> Result<Reg, Stop> {
        if let Some(&place) = self.library.slots.get(&Slot::Date) {
            return Ok(place);
        }
        let place = self.machine_memory(64, 8)?;
        self.library.slots.insert(Slot::Date, place);
        Ok(place)
    }

    /// The time zone of the environment.
    fn zone(&mut self) -> Result<Zone, Stop> {
        let name = self.environment_value(b"TZ")?;
        let outside = &self.library.outside;
        Ok(Zone::named(name.as_deref(), &|path| outside.host_file(path)))
    }
}

/// Writes two numbers of the size of a `long`, such as a `struct timespec`.
fn write_pair(c: &mut Call<'_>, place: Reg, seconds: u64, part: u64) -> Result<(), Stop> {
    let word = c.word();
    c.state.write_int(place, 0, word, seconds)?;
    c.state.write_int(place, word, word, part)
}

fn clock_time(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (clock, place) = (c.int(0)?, c.register(1)?);
    let time = match clock {
        // Real time, also in its coarse and TAI variants.
        0 | 5 | 8 | 11 => c.state.now(),
        1..=4 | 6 | 7 | 9 => c.state.elapsed(),
        _ => return c.fail(EINVAL),
    };
    write_pair(c, place, time.as_secs(), time.subsec_nanos().into())?;
    c.give(0)
}

/// The `time_t` at argument `i`.
fn time_behind(c: &mut Call<'_>, i: usize) -> Result<i64, Stop> {
    let (place, len) = (c.register(i)?, c.state.library.abi.time());
    let bits = c.state.read_int(place, 0, len)?;
    Ok(lindworm_eval::word::sign_extend(len as u32 * 8, bits))
}

fn break_down(c: &mut Call<'_>, to: Reg, local: bool) -> Result<Then, Stop> {
    let seconds = time_behind(c, 0)?;
    let date = if local { c.state.zone()?.local(seconds) } else { Zone::utc().local(seconds) };
    if i32::try_from(date.year - 1900).is_err() {
        return c.null(EOVERFLOW);
    }
    date.write(c, to)?;
    c.give_register(to)
}

fn make_time(c: &mut Call<'_>, local: bool) -> Result<Then, Stop> {
    let place = c.register(0)?;
    let given = Date::read(c, place, super::date::INPUT_FIELDS)?;
    let zone = if local { c.state.zone()? } else { Zone::utc() };
    let Some(seconds) = zone.seconds(&given) else { return c.fail(EOVERFLOW) };
    zone.local(seconds).write(c, place)?;
    c.give_signed(seconds)
}

impl Date {
    /// Reads the fields of a `struct tm` whose bits are set in `wanted`.
    fn read(c: &mut Call<'_>, place: Reg, wanted: u16) -> Result<Date, Stop> {
        let mut fields = [0i64; 9];
        for (i, field) in fields.iter_mut().enumerate() {
            if wanted >> i & 1 != 0 {
                *field = i64::from(c.state.read_int(place, i as u64 * 4, 4)? as i32);
            }
        }
        let [second, minute, hour, day, month, year, weekday, yearday, daylight] = fields;
        // Fields beyond the standard ones may be uninitialized.
        let word = c.word();
        let (at, len) = (36u64.next_multiple_of(word), c.state.library.abi.long);
        let known = c.state.first_undefined(place, at + 2 * word)?.is_none();
        let (offset, name) = match known {
            true => {
                let offset = c.state.read_int(place, at, len)?;
                let name = c.state.read_pointer(place, at + word)?;
                let name = if name.bits == 0 { Vec::new() } else { c.state.string(name)? };
                (lindworm_eval::word::sign_extend(len as u32 * 8, offset), name)
            }
            false => (0, Vec::new()),
        };
        Ok(Date { second, minute, hour, day, month, year: year + 1900, weekday, yearday, daylight, offset, name })
    }

    /// Writes a `struct tm`.
    fn write(&self, c: &mut Call<'_>, place: Reg) -> Result<(), Stop> {
        let fields = [
            self.second,
            self.minute,
            self.hour,
            self.day,
            self.month,
            self.year - 1900,
            self.weekday,
            self.yearday,
            self.daylight,
        ];
        for (i, field) in fields.into_iter().enumerate() {
            c.state.write_int(place, i as u64 * 4, 4, field as u64)?;
        }
        let word = c.word();
        let (at, len) = (36u64.next_multiple_of(word), c.state.library.abi.long);
        c.state.write_int(place, at, len, self.offset as u64)?;
        let name = match c.state.library.zone_names.get(&self.name) {
            Some(&name) => name,
            None => {
                let made = c.state.machine_string(&self.name)?;
                c.state.library.zone_names.insert(self.name.clone(), made);
                made
            }
        };
        c.state.write_pointer(place, at + word, name)
    }
}
