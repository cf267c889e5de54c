//! The representation of C types on the program's target.

use lindworm_eval::FloatFormat;
use lindworm_ir::Module;
use lindworm_ir::triple::{Arch, Os, Triple};

/// The representation of C types on a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Abi {
    /// The size in bytes of a pointer, `size_t` and `ptrdiff_t`.
    pub(crate) pointer: u64,
    /// The size in bytes of `long`: 4 or 8.
    pub(crate) long: u64,
    /// The size in bytes of `wchar_t`.
    pub(crate) wchar: u64,
    /// The format of `long double`.
    pub(crate) long_double: FloatFormat,
    /// The layout of `va_list`.
    pub(crate) va_list: VaList,
}

/// The layout of `va_list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VaList {
    /// A pointer to the next argument. Each argument occupies whole slots, and is aligned as its type requires, up to a limit.
    Pointer { slot: u64, max_align: u64 },
    /// `{ i32 gp_offset, i32 fp_offset, ptr overflow_arg_area, ptr reg_save_area }` of the System V ABI for x86-64.
    SystemV,
    /// `{ ptr stack, ptr gr_top, ptr vr_top, i32 gr_offs, i32 vr_offs }` of the procedure call standard for AArch64.
    AArch64,
}

impl VaList {
    /// The size in bytes.
    pub(crate) fn size(self, pointer: u64) -> u64 {
        match self {
            VaList::Pointer { .. } => pointer,
            VaList::SystemV => 24,
            VaList::AArch64 => 32,
        }
    }
}

impl Abi {
    /// The size in bytes of `time_t`.
    pub(crate) fn time(self) -> u64 {
        if self.pointer < 8 { 4 } else { 8 }
    }

    /// The ABI of a module's target. All modules of a program have the same target.
    pub(crate) fn of(module: Option<&Module>) -> Abi {
        let pointer = module.map_or(64, |m| m.data_layout().pointer(0).bits).div_ceil(8).into();
        let triple = module.map_or(Triple::new(b""), |m| Triple::new(m.triple()));
        let windows = triple.os == Os::Windows;
        let plain = VaList::Pointer { slot: pointer, max_align: if windows { pointer } else { 16 } };
        let va_list = match triple.arch {
            Arch::X86_64 if !windows && pointer == 8 => VaList::SystemV,
            Arch::AArch64 | Arch::AArch64Be if !windows && !triple.is_darwin() => VaList::AArch64,
            Arch::Wasm32 | Arch::Wasm64 => VaList::Pointer { slot: 4, max_align: 16 },
            _ => plain,
        };
        let long_double = match triple.arch {
            _ if triple.is_windows_msvc() => FloatFormat::Double,
            Arch::X86 | Arch::X86_64 => FloatFormat::X86Fp80,
            Arch::AArch64 | Arch::AArch64Be if triple.is_darwin() => FloatFormat::Double,
            Arch::AArch64 | Arch::AArch64Be | Arch::RiscV64 | Arch::RiscV32 | Arch::LoongArch64 => FloatFormat::Fp128,
            Arch::Wasm32 | Arch::Wasm64 | Arch::SystemZ | Arch::SparcV9 | Arch::Mips64 | Arch::Mips64El => {
                FloatFormat::Fp128
            }
            Arch::Ppc | Arch::Ppc64 | Arch::Ppc64Le => FloatFormat::PpcFp128,
            // Without a triple, the most common format is assumed.
            Arch::Unknown => FloatFormat::X86Fp80,
            _ => FloatFormat::Double,
        };
        Abi {
            pointer,
            long: if windows { 4 } else { pointer.next_power_of_two().clamp(4, 8) },
            wchar: if windows { 2 } else { 4 },
            long_double,
            va_list,
        }
    }
}
