//! Locations of arguments and results, and callee-saved registers, in the System V ABI ([System V Application Binary Interface,
//! AMD64 supplement](https://gitlab.com/x86-psABIs/x86-64-ABI), 3.2).
//!
//! Front ends have already split structs: arguments and results are sequences of scalars.

use super::registers::{Reg, RegSet};
use crate::legal::PartKind;

/// The registers of integer and pointer arguments, in order.
pub const INTEGER_ARGUMENTS: [Reg; 6] = [Reg::RDI, Reg::RSI, Reg::RDX, Reg::RCX, Reg::R8, Reg::R9];
/// The registers of float arguments, in order.
pub const FLOAT_ARGUMENTS: [Reg; 8] =
    [Reg::XMM0, Reg::XMM1, Reg::XMM2, Reg::XMM3, Reg::XMM4, Reg::XMM5, Reg::XMM6, Reg::XMM7];
/// The registers of integer and pointer results. The third is LLVM's extension; only Swift's conventions use the fourth.
pub const INTEGER_RESULTS: [Reg; 4] = [Reg::RAX, Reg::RDX, Reg::RCX, Reg::R8];
/// The registers of float and vector results. The last two are LLVM's extension, for vectors only.
pub const VECTOR_RESULTS: [Reg; 4] = [Reg::XMM0, Reg::XMM1, Reg::XMM2, Reg::XMM3];
/// The callee-saved registers.
pub const CALLEE_SAVED: RegSet = RegSet::of(&[Reg::RBX, Reg::RBP, Reg::R12, Reg::R13, Reg::R14, Reg::R15]);
/// The register that holds the static chain (`nest`).
pub const NEST: Reg = Reg::R10;

/// The register of `swiftself`.
pub const SWIFT_SELF: Reg = Reg::R13;
/// The register of `swifterror`.
pub const SWIFT_ERROR: Reg = Reg::R12;
/// The register of `swiftasync`.
pub const SWIFT_ASYNC: Reg = Reg::R14;

/// The properties of a calling convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convention {
    /// The registers of integer and pointer arguments, in order.
    pub integer_arguments: &'static [Reg],
    /// The registers of float and vector arguments, in order.
    pub float_arguments: &'static [Reg],
    /// The registers of integer results, in order.
    pub integer_results: &'static [Reg],
    /// The registers of float results, and of vector results.
    pub float_results: [&'static [Reg]; 2],
    /// The callee-saved registers, except those of arguments and results.
    pub callee_saved: RegSet,
    /// The callee-saved registers that no argument takes.
    pub kept: RegSet,
    /// Whether the callee pops its arguments, so that it can make a tail call with more stack arguments than its own.
    pub callee_pops: bool,
    /// Whether the n-th argument takes the n-th register of either list, as on Windows. The stack has room for them too.
    pub by_position: bool,
    /// Whether an argument takes the frame pointer.
    pub passes_frame_pointer: bool,
}

impl Convention {
    /// The C calling convention.
    pub const C: Convention = Convention {
        integer_arguments: &INTEGER_ARGUMENTS,
        float_arguments: &FLOAT_ARGUMENTS,
        integer_results: &[Reg::RAX, Reg::RDX, Reg::RCX],
        float_results: [&[Reg::XMM0, Reg::XMM1], &VECTOR_RESULTS],
        callee_saved: CALLEE_SAVED,
        kept: CALLEE_SAVED,
        callee_pops: false,
        by_position: false,
        passes_frame_pointer: false,
    };

    /// The calling convention with a number of LLVM's; `None` for conventions that these properties do not describe.
    pub const fn of(number: u16) -> Option<Convention> {
        const ALL_GENERAL: RegSet = RegSet::GENERAL.without(RegSet::of(&[Reg::RSP, Reg::R11]));
        const HIGH_VECTORS: RegSet = RegSet::XMM.without(RegSet::of(&FLOAT_ARGUMENTS));
        const REGCALL: &[Reg] = &[
            Reg::RAX,
            Reg::RCX,
            Reg::RDX,
            Reg::RDI,
            Reg::RSI,
            Reg::R8,
            Reg::R9,
            Reg::R12,
            Reg::R13,
            Reg::R14,
            Reg::R15,
        ];
        const REGCALL_VECTORS: &[Reg] = &[
            Reg::XMM0,
            Reg::XMM1,
            Reg::XMM2,
            Reg::XMM3,
            Reg::XMM4,
            Reg::XMM5,
            Reg::XMM6,
            Reg::XMM7,
            Reg::XMM8,
            Reg::XMM9,
            Reg::XMM10,
            Reg::XMM11,
            Reg::XMM12,
            Reg::XMM13,
        ];
        const SWIFT: Convention = Convention { integer_results: &INTEGER_RESULTS, ..Convention::C };
        Some(match number {
            // ccc, fastcc, coldcc, x86_64_sysvcc; these differ from C only on 32-bit x86: x86_stdcallcc, x86_fastcallcc, x86_thiscallcc
            0 | 8 | 9 | 78 | 64 | 65 | 70 => Convention::C,
            // ghccc
            10 => Convention {
                integer_arguments: &[
                    Reg::R13,
                    Reg::RBP,
                    Reg::R12,
                    Reg::RBX,
                    Reg::R14,
                    Reg::RSI,
                    Reg::RDI,
                    Reg::R8,
                    Reg::R9,
                    Reg::R15,
                ],
                float_arguments: &[Reg::XMM1, Reg::XMM2, Reg::XMM3, Reg::XMM4, Reg::XMM5, Reg::XMM6],
                callee_saved: RegSet::of(&[Reg::RBP]),
                kept: RegSet::of(&[Reg::RBP]),
                passes_frame_pointer: true,
                ..Convention::C
            },
            // preserve_mostcc, cxx_fast_tlscc
            14 | 17 => Convention { callee_saved: ALL_GENERAL, ..Convention::C },
            // preserve_allcc
            15 => Convention { callee_saved: ALL_GENERAL.union(RegSet::XMM), ..Convention::C },
            // swiftcc
            16 => SWIFT,
            // tailcc
            18 => Convention { callee_pops: true, ..Convention::C },
            // swifttailcc
            20 => Convention { callee_pops: true, ..SWIFT },
            // preserve_nonecc
            21 => Convention {
                integer_arguments: &[
                    Reg::R12,
                    Reg::R13,
                    Reg::R14,
                    Reg::R15,
                    Reg::RDI,
                    Reg::RSI,
                    Reg::RDX,
                    Reg::RCX,
                    Reg::R8,
                    Reg::R9,
                    Reg::R11,
                    Reg::RAX,
                ],
                callee_saved: RegSet::of(&[Reg::RBP]),
                kept: RegSet::of(&[Reg::RBP]),
                ..Convention::C
            },
            // intel_ocl_bicc
            77 => Convention { callee_saved: CALLEE_SAVED.union(HIGH_VECTORS), ..Convention::C },
            // x86_intrcc
            83 => Convention { callee_saved: RegSet::ALL_SAVED, ..Convention::C },
            // win64cc
            79 => Convention {
                integer_arguments: &[Reg::RCX, Reg::RDX, Reg::R8, Reg::R9],
                float_arguments: &[Reg::XMM0, Reg::XMM1, Reg::XMM2, Reg::XMM3],
                callee_saved: CALLEE_SAVED
                    .union(RegSet::of(&[Reg::RDI, Reg::RSI, Reg::XMM6, Reg::XMM7]))
                    .union(HIGH_VECTORS),
                by_position: true,
                ..Convention::C
            },
            // x86_regcallcc
            92 => Convention {
                integer_arguments: REGCALL,
                float_arguments: REGCALL_VECTORS,
                integer_results: REGCALL,
                float_results: [REGCALL_VECTORS, REGCALL_VECTORS],
                callee_saved: CALLEE_SAVED.union(HIGH_VECTORS),
                kept: RegSet::of(&[Reg::RBX, Reg::RBP]),
                ..Convention::C
            },
            // graalcc
            107 => Convention { callee_saved: RegSet::of(&[Reg::RBP]), kept: RegSet::of(&[Reg::RBP]), ..Convention::C },
            _ => return None,
        })
    }

    /// Whether the registers of integer arguments are not those of C.
    pub fn has_own_arguments(self) -> bool {
        self.integer_arguments != INTEGER_ARGUMENTS
    }

    /// The size in bytes of the stack area for `size` bytes of arguments.
    pub const fn argument_area(self, size: u32) -> u32 {
        match self.callee_pops {
            // Together with the return address, a multiple of 16.
            true => (size + 8).next_multiple_of(16) - 8,
            false => size.next_multiple_of(16),
        }
    }
}

/// The location of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// In a register.
    Reg(Reg),
    /// On the stack, at this byte offset from the first stack argument.
    Stack(u32),
    /// At this depth of the x87 stack, 0 for its top; results only.
    X87(u8),
}

/// Assigns locations to the arguments of one call, in order.
#[derive(Clone, Copy, Debug)]
pub struct Arguments {
    integer_arguments: &'static [Reg],
    float_arguments: &'static [Reg],
    by_position: bool,
    integers: u8,
    floats: u8,
    stack: u32,
}

impl Arguments {
    /// Creates the assignment for a convention.
    pub fn new(convention: Convention) -> Arguments {
        let Convention { integer_arguments, float_arguments, by_position, .. } = convention;
        let stack = if by_position { 8 * integer_arguments.len() as u32 } else { 0 };
        Arguments { integer_arguments, float_arguments, by_position, integers: 0, floats: 0, stack }
    }

    /// The location of the next scalar.
    pub fn next(&mut self, kind: PartKind) -> Location {
        if self.by_position {
            let next = self.integers.max(self.floats);
            (self.integers, self.floats) = (next, next);
        }
        let (used, registers): (&mut u8, &[Reg]) = match kind {
            PartKind::Int(_) => (&mut self.integers, self.integer_arguments),
            PartKind::F80 => return Location::Stack(self.on_stack(16, 16)),
            _ => (&mut self.floats, self.float_arguments),
        };
        match registers.get(usize::from(*used)) {
            Some(&reg) => {
                *used += 1;
                Location::Reg(reg)
            }
            None => {
                let size = kind.size().max(8);
                Location::Stack(self.on_stack(size, size))
            }
        }
    }

    /// The locations of an integer of two registers: both in registers or both on the stack.
    pub fn next_pair(&mut self) -> [Location; 2] {
        if usize::from(self.integers) + 2 > self.integer_arguments.len() {
            let at = self.on_stack(16, 16);
            return [Location::Stack(at), Location::Stack(at + 8)];
        }
        [self.next(PartKind::Int(64)), self.next(PartKind::Int(64))]
    }

    /// The location of a `byval` argument.
    pub fn by_value(&mut self, size: u32, align: u32) -> u32 {
        self.on_stack(size.next_multiple_of(8), align.max(8))
    }

    fn on_stack(&mut self, size: u32, align: u32) -> u32 {
        let at = self.stack.next_multiple_of(align);
        self.stack = at + size;
        at
    }

    /// The number of integer argument registers in use.
    pub fn integers(&self) -> u32 {
        self.integers.into()
    }

    /// The number of float argument registers in use.
    pub fn floats(&self) -> u32 {
        self.floats.into()
    }

    /// The number of bytes of the stack in use.
    pub fn stack_size(&self) -> u32 {
        self.stack
    }
}

/// Assigns locations to the scalars of a result, in order; `None` if they do not fit in registers.
#[derive(Clone, Copy, Debug)]
pub struct Results {
    convention: Convention,
    integers: u8,
    floats: u8,
    x87: u8,
}

impl Results {
    /// Creates the assignment for a convention.
    pub fn new(convention: Convention) -> Results {
        Results { convention, integers: 0, floats: 0, x87: 0 }
    }

    /// The location of the next scalar.
    pub fn next(&mut self, kind: PartKind) -> Option<Location> {
        let (used, registers): (&mut u8, &[Reg]) = match kind {
            PartKind::Int(_) => (&mut self.integers, self.convention.integer_results),
            PartKind::F80 => return self.next_x87(),
            PartKind::F16 | PartKind::Lanes(_) | PartKind::Mask(_) => {
                (&mut self.floats, self.convention.float_results[1])
            }
            _ => (&mut self.floats, self.convention.float_results[0]),
        };
        match registers.get(usize::from(*used)) {
            Some(&reg) => {
                *used += 1;
                Some(Location::Reg(reg))
            }
            // As LLVM does, further results are on the x87 stack.
            None if matches!(kind, PartKind::F32 | PartKind::F64) => self.next_x87(),
            None => None,
        }
    }

    fn next_x87(&mut self) -> Option<Location> {
        self.x87 += 1;
        (self.x87 <= 2).then(|| Location::X87(self.x87 - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_take_registers_then_the_stack() {
        let mut arguments = Arguments::new(Convention::C);
        for reg in INTEGER_ARGUMENTS {
            assert_eq!(arguments.next(PartKind::Int(32)), Location::Reg(reg));
        }
        assert_eq!(arguments.next(PartKind::Int(8)), Location::Stack(0));
        assert_eq!(arguments.next(PartKind::F64), Location::Reg(Reg::XMM0));
        assert_eq!(arguments.next(PartKind::F80), Location::Stack(16));
        assert_eq!(arguments.next(PartKind::Int(64)), Location::Stack(32));
        assert_eq!(arguments.by_value(5, 1), 40);
        assert_eq!((arguments.stack_size(), arguments.floats()), (48, 1));
    }

    #[test]
    fn a_pair_is_never_half_in_registers() {
        let mut arguments = Arguments::new(Convention::C);
        for _ in 0..5 {
            arguments.next(PartKind::Int(64));
        }
        assert_eq!(arguments.next_pair(), [Location::Stack(0), Location::Stack(8)]);
        assert_eq!(arguments.next(PartKind::Int(64)), Location::Reg(Reg::R9));
    }

    #[test]
    fn results_that_do_not_fit_have_no_place() {
        let mut results = Results::new(Convention::C);
        assert_eq!(results.next(PartKind::Int(64)), Some(Location::Reg(Reg::RAX)));
        assert_eq!(results.next(PartKind::F32), Some(Location::Reg(Reg::XMM0)));
        assert_eq!(results.next(PartKind::Int(1)), Some(Location::Reg(Reg::RDX)));
        assert_eq!(results.next(PartKind::Int(1)), Some(Location::Reg(Reg::RCX)));
        assert_eq!(results.next(PartKind::Int(1)), None);
    }
}
