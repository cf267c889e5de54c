//! Pseudo-random numbers, identical to those of the GNU C library for the same seed.

use super::{Call, Then, builtins};
use crate::stop::Stop;

builtins! {
    "rand" = next,
    "random" = next,
    "srand" = seed,
    "srandom" = seed,
    "rand_r" = |c| {
        let place = c.register(0)?;
        let mut state = c.state.read_int(place, 0, 4)? as u32;
        let mut step = |modulus: u32| {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
            (state / 65536) % modulus
        };
        let result = step(2048) << 20 | step(1024) << 10;
        let result = result ^ step(1024);
        c.state.write_int(place, 0, 4, state.into())?;
        c.give(result.into())
    },
    "drand48" = |c| {
        let value = c.state.library.random.step48() as f64 / (1u64 << 48) as f64;
        c.give_float(lindworm_eval::Float::from_f64(value))
    },
    "lrand48" = |c| {
        let value = c.state.library.random.step48() >> 17;
        c.give(value)
    },
    "mrand48" = |c| {
        let value = (c.state.library.random.step48() >> 16) as i32;
        c.give_signed(value.into())
    },
    "srand48" = |c| {
        let seed = c.size(0)? as u32;
        c.state.library.random.state48 = u64::from(seed) << 16 | 0x330e;
        Ok(Then::Return)
    },
    "getentropy" = |c| {
        let (to, len) = (c.register(0)?, c.size(1)?);
        if len > 256 {
            return c.fail(super::errno::EIO);
        }
        fill(c, to, len)?;
        c.give(0)
    },
    "getrandom" = |c| {
        let (to, len) = (c.register(0)?, c.size(1)?);
        let len = len.min(1 << 20);
        fill(c, to, len)?;
        c.give(len)
    },
    "arc4random" = |c| {
        let value = c.state.random();
        c.give(value & u64::from(u32::MAX))
    },
    "arc4random_uniform" = |c| {
        let limit = c.size(0)?;
        let value = c.state.random();
        c.give(if limit == 0 { 0 } else { value % limit })
    },
    "arc4random_buf" = |c| {
        let (to, len) = (c.register(0)?, c.size(1)?);
        fill(c, to, len)?;
        Ok(Then::Return)
    },
}

/// The state of the generators.
pub(crate) struct Random {
    /// The last 31 numbers of `random`. Each number is the sum of the third and the 31st before it.
    last: [u32; 31],
    /// The index of the oldest number.
    at: usize,
    /// The state of `drand48` and related functions.
    state48: u64,
}

impl Random {
    /// The initial state.
    pub(crate) fn new() -> Random {
        Random::seeded(1)
    }

    fn seeded(seed: u32) -> Random {
        let mut last = [0; 31];
        let mut word = if seed == 0 { 1 } else { seed as i32 };
        for place in &mut last {
            *place = word as u32;
            // 16807 times the word, modulo 2^31 - 1.
            let next = (i64::from(word) * 16807) % 2_147_483_647;
            word = (if next < 0 { next + 2_147_483_647 } else { next }) as i32;
        }
        // The first three numbers count as the latest ones.
        let mut random = Random { last, at: 3, state48: 0 };
        for _ in 0..310 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u32 {
        let before = (self.at + 31 - 3) % 31;
        let word = self.last[self.at].wrapping_add(self.last[before]);
        self.last[self.at] = word;
        self.at = (self.at + 1) % 31;
        word >> 1
    }

    fn step48(&mut self) -> u64 {
        self.state48 = self.state48.wrapping_mul(0x5_deec_e66d).wrapping_add(11) & ((1 << 48) - 1);
        self.state48
    }
}

fn next(c: &mut Call<'_>) -> Result<Then, Stop> {
    let value = c.state.library.random.next();
    c.give(value.into())
}

fn seed(c: &mut Call<'_>) -> Result<Then, Stop> {
    let seed = c.size(0)? as u32;
    let state48 = c.state.library.random.state48;
    c.state.library.random = Random { state48, ..Random::seeded(seed) };
    Ok(Then::Return)
}

/// Fills memory with numbers that depend on the machine's seed.
fn fill(c: &mut Call<'_>, to: crate::value::Reg, len: u64) -> Result<(), Stop> {
    if c.state.access(to, 0, len, 1, crate::run::Access::Store)?.is_none() {
        return Ok(());
    }
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < len {
        bytes.extend_from_slice(&c.state.random().to_le_bytes());
    }
    c.state.write_bytes(to, &bytes[..len as usize])
}
