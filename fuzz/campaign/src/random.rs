//! Pseudorandom numbers, the same in each run.

/// A generator of numbers (xorshift64*).
pub struct Random(u64);

impl Random {
    /// The generator of one mutant of a campaign, independent of that of the next mutant.
    pub fn of_mutant(campaign: u64, mutant: u64) -> Random {
        // splitmix64: each output bit depends on all input bits.
        let mut z = campaign.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ mutant.wrapping_mul(0xd1b5_4a32_d192_ed03);
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Random((z ^ z >> 31) | 1)
    }

    /// A random number.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A random number below `end`; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.bits()) * end as u128) >> 64) as usize
    }

    /// True once in `times` calls on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// A random item.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// A random item, with a preference for the first items: for lists sorted by size.
    pub fn early(&mut self, end: usize) -> usize {
        let [a, b] = [self.below(end), self.below(end)];
        a.min(b)
    }

    /// A random index in a list sorted by size, weighted towards the small items: of a thousand items, mostly one of the first
    /// two hundred.
    pub fn small(&mut self, end: usize) -> usize {
        self.early(end).min(self.below(end))
    }

    /// A number of changes: mostly one or two.
    pub fn few(&mut self) -> usize {
        let mut n = 1;
        while n < 12 && self.once_in(3) {
            n += 1;
        }
        n
    }

    /// A random number, likely at a limit.
    pub fn interesting(&mut self) -> u64 {
        let power = 1u64 << self.below(64);
        match self.below(8) {
            0 | 1 => self.below(17) as u64,
            2 => power,
            3 => power - 1,
            4 => power.wrapping_neg(),
            5 => power + 1,
            6 => u64::MAX - self.below(4) as u64,
            _ => self.bits() >> self.below(64),
        }
    }
}
