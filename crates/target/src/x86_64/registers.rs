//! The registers of x86-64: 16 general-purpose and 16 vector registers.

use std::fmt;

/// A register: `rax` to `r15` are 0 to 15, `xmm0` to `xmm15` are 16 to 31.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(u8);

macro_rules! registers {
    ($($name:ident = $number:literal, $text:literal;)*) => {
        #[allow(missing_docs)]
        impl Reg {
            $(pub const $name: Reg = Reg($number);)*
        }
        const NAMES: &[&str] = &[$($text),*];
    };
}

registers! {
    RAX = 0, "rax";
    RCX = 1, "rcx";
    RDX = 2, "rdx";
    RBX = 3, "rbx";
    RSP = 4, "rsp";
    RBP = 5, "rbp";
    RSI = 6, "rsi";
    RDI = 7, "rdi";
    R8 = 8, "r8";
    R9 = 9, "r9";
    R10 = 10, "r10";
    R11 = 11, "r11";
    R12 = 12, "r12";
    R13 = 13, "r13";
    R14 = 14, "r14";
    R15 = 15, "r15";
    XMM0 = 16, "xmm0";
    XMM1 = 17, "xmm1";
    XMM2 = 18, "xmm2";
    XMM3 = 19, "xmm3";
    XMM4 = 20, "xmm4";
    XMM5 = 21, "xmm5";
    XMM6 = 22, "xmm6";
    XMM7 = 23, "xmm7";
    XMM8 = 24, "xmm8";
    XMM9 = 25, "xmm9";
    XMM10 = 26, "xmm10";
    XMM11 = 27, "xmm11";
    XMM12 = 28, "xmm12";
    XMM13 = 29, "xmm13";
    XMM14 = 30, "xmm14";
    XMM15 = 31, "xmm15";
}

impl Reg {
    /// Every register, by number.
    pub fn all() -> impl Iterator<Item = Reg> {
        (0..32).map(Reg)
    }

    /// The number among all registers, 0 to 31.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The number in instruction encodings, 0 to 15.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0 & 15
    }

    /// Whether this is a vector register.
    #[inline]
    pub const fn is_xmm(self) -> bool {
        self.0 >= 16
    }

    /// The register's number in DWARF.
    pub const fn dwarf(self) -> u8 {
        const GENERAL: [u8; 8] = [0, 2, 1, 3, 7, 6, 4, 5];
        if self.is_xmm() {
            17 + self.code()
        } else if self.0 < 8 {
            GENERAL[self.0 as usize]
        } else {
            self.0
        }
    }

    /// The name of the register at a width of 8, 16, 32 or 64 bits, or of a vector register.
    pub fn name_of(self, bits: u32) -> String {
        let name = self.name();
        if self.is_xmm() {
            return name.to_owned();
        }
        match (bits, self.code()) {
            (8, 0..=3) => format!("{}l", &name[1..2]),
            (8, 4..=7) => format!("{}l", &name[1..]),
            (8, _) => format!("{name}b"),
            (16, 0..=7) => name[1..].to_owned(),
            (16, _) => format!("{name}w"),
            (32, 0..=7) => format!("e{}", &name[1..]),
            (32, _) => format!("{name}d"),
            _ => name.to_owned(),
        }
    }

    /// The name of the full register.
    pub const fn name(self) -> &'static str {
        NAMES[self.index()]
    }
}

impl fmt::Debug for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of registers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct RegSet(u32);

impl RegSet {
    /// The empty set.
    pub const EMPTY: RegSet = RegSet(0);
    /// Every vector register.
    pub const XMM: RegSet = RegSet(0xffff_0000);
    /// Every general-purpose register, including the stack pointer.
    pub const GENERAL: RegSet = RegSet(0xffff);

    /// Every register but the stack pointer: those that an interrupt handler preserves.
    pub const ALL_SAVED: RegSet = RegSet(0xffff_ffef);

    /// The set of the given registers.
    pub const fn of(regs: &[Reg]) -> RegSet {
        let (mut bits, mut i) = (0, 0);
        while i < regs.len() {
            bits |= 1 << regs[i].0;
            i += 1;
        }
        RegSet(bits)
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of registers in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set contains `reg`.
    #[inline]
    pub const fn contains(self, reg: Reg) -> bool {
        self.0 & 1 << reg.0 != 0
    }

    /// The register with the lowest number.
    #[inline]
    pub const fn first(self) -> Option<Reg> {
        if self.0 == 0 { None } else { Some(Reg(self.0.trailing_zeros() as u8)) }
    }

    /// Adds a register.
    #[inline]
    pub fn insert(&mut self, reg: Reg) {
        self.0 |= 1 << reg.0;
    }

    /// Removes a register.
    #[inline]
    pub fn remove(&mut self, reg: Reg) {
        self.0 &= !(1 << reg.0);
    }

    /// The union.
    #[inline]
    pub const fn union(self, other: RegSet) -> RegSet {
        RegSet(self.0 | other.0)
    }

    /// The intersection.
    #[inline]
    pub const fn and(self, other: RegSet) -> RegSet {
        RegSet(self.0 & other.0)
    }

    /// The registers that are not in `other`.
    #[inline]
    pub const fn without(self, other: RegSet) -> RegSet {
        RegSet(self.0 & !other.0)
    }
}

impl Iterator for RegSet {
    type Item = Reg;

    #[inline]
    fn next(&mut self) -> Option<Reg> {
        let reg = self.first()?;
        self.0 &= self.0 - 1;
        Some(reg)
    }
}

impl fmt::Debug for RegSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
