//! Calling conventions ([Language Reference](https://llvm.org/docs/LangRef.html#calling-conventions)).

/// A calling convention: LLVM's number, 0 to 1023.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallingConvention(pub u16);

/// Keyword and number of each convention that has a keyword, except for [`RISCV_VLS`].
const NAMED: &[(&str, u16)] = &[
    ("ccc", 0),
    ("fastcc", 8),
    ("coldcc", 9),
    ("ghccc", 10),
    ("anyregcc", 13),
    ("preserve_mostcc", 14),
    ("preserve_allcc", 15),
    ("swiftcc", 16),
    ("cxx_fast_tlscc", 17),
    ("tailcc", 18),
    ("cfguard_checkcc", 19),
    ("swifttailcc", 20),
    ("preserve_nonecc", 21),
    ("x86_stdcallcc", 64),
    ("x86_fastcallcc", 65),
    ("arm_apcscc", 66),
    ("arm_aapcscc", 67),
    ("arm_aapcs_vfpcc", 68),
    ("msp430_intrcc", 69),
    ("x86_thiscallcc", 70),
    ("ptx_kernel", 71),
    ("ptx_device", 72),
    ("spir_func", 75),
    ("spir_kernel", 76),
    ("intel_ocl_bicc", 77),
    ("x86_64_sysvcc", 78),
    ("win64cc", 79),
    ("x86_vectorcallcc", 80),
    ("hhvmcc", 81),
    ("hhvm_ccc", 82),
    ("x86_intrcc", 83),
    // LLVM prints these two with a space at the end.
    ("avr_intrcc ", 84),
    ("avr_signalcc ", 85),
    ("amdgpu_vs", 87),
    ("amdgpu_gs", 88),
    ("amdgpu_ps", 89),
    ("amdgpu_cs", 90),
    ("amdgpu_kernel", 91),
    ("x86_regcallcc", 92),
    ("amdgpu_hs", 93),
    ("amdgpu_ls", 95),
    ("amdgpu_es", 96),
    ("aarch64_vector_pcs", 97),
    ("aarch64_sve_vector_pcs", 98),
    ("amdgpu_gfx", 100),
    ("aarch64_sme_preservemost_from_x0", 102),
    ("aarch64_sme_preservemost_from_x2", 103),
    ("amdgpu_cs_chain", 104),
    ("amdgpu_cs_chain_preserve", 105),
    ("m68k_rtdcc", 106),
    ("graalcc", 107),
    ("riscv_vector_cc", 110),
    ("aarch64_sme_preservemost_from_x1", 111),
    ("amdgpu_gfx_whole_wave", 124),
    ("cheriot_compartmentcallcc", 125),
    ("cheriot_compartmentcalleecc", 126),
    ("cheriot_librarycallcc", 127),
];

/// `riscv_vls_cc(N)`: the keyword, the number of the convention for the minimum vector length, and that length in bits. The
/// vector length doubles with each following number, up to [`RISCV_VLS_MAX`]; `(N)` defaults to [`RISCV_VLS_DEFAULT`].
const RISCV_VLS: (&str, u16, u32) = ("riscv_vls_cc", 112, 32);
const RISCV_VLS_DEFAULT: u32 = 128;
const RISCV_VLS_MAX: u32 = 65536;

/// Keywords of earlier versions, which are still read.
const DROPPED: &[(&str, u16)] = &[("webkit_jscc", 12), ("x86_64_win64cc", 79)];

impl CallingConvention {
    /// `ccc`, the default: no keyword is printed.
    pub const C: CallingConvention = CallingConvention(0);
    /// The maximum number.
    pub const MAX: u32 = 1023;

    /// The keyword as LLVM prints it (for two of them with a trailing space), if the convention has a keyword without an
    /// argument. Others are `riscv_vls_cc(N)` ([`riscv_vls`](Self::riscv_vls)) or `ccN`.
    pub fn name(self) -> Option<&'static str> {
        NAMED.iter().find(|(_, n)| *n == self.0).map(|(name, _)| *name)
    }

    /// The convention with this keyword; for `riscv_vls_cc` the convention without `(N)`.
    pub fn from_name(name: &[u8]) -> Option<CallingConvention> {
        // Quick rejection: every keyword has this form, and few other words in this position do.
        if !name.ends_with(b"cc") && !name.contains(&b'_') {
            return None;
        }
        if let Some((_, number)) = DROPPED.iter().find(|(n, _)| n.as_bytes() == name) {
            return Some(CallingConvention(*number));
        }
        if name == RISCV_VLS.0.as_bytes() {
            return Self::from_riscv_vls(RISCV_VLS_DEFAULT);
        }
        NAMED.iter().find(|(n, _)| n.trim_end().as_bytes() == name).map(|(_, n)| CallingConvention(*n))
    }

    /// The `N` of `riscv_vls_cc(N)`.
    pub fn riscv_vls(self) -> Option<u32> {
        let bits = RISCV_VLS.2.checked_shl(self.0.checked_sub(RISCV_VLS.1)?.into())?;
        (RISCV_VLS.2..=RISCV_VLS_MAX).contains(&bits).then_some(bits)
    }

    /// The convention `riscv_vls_cc(bits)`.
    pub fn from_riscv_vls(bits: u32) -> Option<CallingConvention> {
        let known = bits.is_power_of_two() && (RISCV_VLS.2..=RISCV_VLS_MAX).contains(&bits);
        known.then(|| CallingConvention(RISCV_VLS.1 + (bits / RISCV_VLS.2).ilog2() as u16))
    }

    /// Appends the convention as LLVM prints it. `ccc` is printed too; callers that omit the default must check for it.
    pub fn write(self, out: &mut Vec<u8>) {
        match (self.name(), self.riscv_vls()) {
            (Some(name), _) => out.extend(name.as_bytes()),
            (None, Some(bits)) => out.extend(format!("{}({bits})", RISCV_VLS.0).bytes()),
            (None, None) => out.extend(format!("cc{}", self.0).bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(number: u16) -> String {
        let mut out = Vec::new();
        CallingConvention(number).write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_convention_is_read_as_it_is_written() {
        for (name, number) in NAMED {
            assert_eq!(CallingConvention::from_name(name.trim_end().as_bytes()), Some(CallingConvention(*number)));
            assert_eq!(written(*number), *name);
        }
        assert_eq!(CallingConvention::from_name(b"webkit_jscc"), Some(CallingConvention(12)));
        assert_eq!(written(86), "cc86");
        assert_eq!(CallingConvention::from_name(b"cc86"), None);
    }

    #[test]
    fn riscv_vector_lengths_are_powers_of_two() {
        assert_eq!(written(112), "riscv_vls_cc(32)");
        assert_eq!(written(123), "riscv_vls_cc(65536)");
        assert_eq!(CallingConvention::from_name(b"riscv_vls_cc"), CallingConvention::from_riscv_vls(128));
        assert_eq!(CallingConvention::from_riscv_vls(128), Some(CallingConvention(114)));
        assert_eq!(CallingConvention::from_riscv_vls(96), None);
        assert_eq!(CallingConvention(124).riscv_vls(), None);
        assert_eq!(CallingConvention(1023).riscv_vls(), None);
    }
}
