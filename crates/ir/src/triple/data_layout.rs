//! The data layouts of target triples.

use crate::version::IrVersion;

use super::{Arch, Environment, ObjectFormat, Os, SubArch, Triple, Vendor, Version};

/// The data layout that LLVM gives a module for `triple` when the module has none; `None` if LLVM has no target for the
/// architecture, in which case the module keeps the default layout.
///
/// ```
/// use lindworm_ir::triple::default_data_layout;
/// use lindworm_ir::version::IrVersion;
/// let version = IrVersion::V22;
/// assert_eq!(default_data_layout(version, b"bpf").unwrap(), "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128");
/// assert_eq!(default_data_layout(version, b"unknown-unknown-linux"), None);
/// ```
pub fn default_data_layout(version: IrVersion, triple: &[u8]) -> Option<String> {
    Triple::in_version(version, triple).data_layout(version, b"")
}

/// Layouts that changed in a version.
const NEWER_LAYOUTS: &[(Arch, IrVersion, &str)] = &[
    (Arch::Dxil, IrVersion::V23, "e-m:e-ve-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64"),
    (Arch::SpirV, IrVersion::V23, "e-ve-i64:64-n8:16:32:64-G10"),
    (
        Arch::Tce,
        IrVersion::V23,
        "E-p:32:32:32-i1:8:8-i8:8:32-i16:16:32-i32:32:32-i64:32:32-f16:16:16-f32:32:32-f64:32:32-v64:64:64-i128:128\
         -v128:128:128-v256:256:256-v512:512:512-v1024:1024:1024-v2048:2048:2048-v4096:4096:4096-a0:0:32-n32",
    ),
    (
        Arch::TceLe,
        IrVersion::V23,
        "e-p:32:32:32-i1:8:8-i8:8:32-i16:16:32-i32:32:32-i64:32:32-f16:16:16-f32:32:32-f64:32:32-v64:64:64-i128:128\
         -v128:128:128-v256:256:256-v512:512:512-v1024:1024:1024-v2048:2048:2048-v4096:4096:4096-a0:0:32-n32",
    ),
];

/// Layouts that depend only on the architecture.
const FIXED_LAYOUTS: &[(Arch, &str)] = &[
    (
        Arch::AmdGcn,
        "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48\
         -p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048\
         -n32:64-S32-A5-G1-ni:7:8:9",
    ),
    (Arch::Arc, "e-m:e-p:32:32-i1:8:32-i8:8:32-i16:16:32-i32:32:32-f32:32:32-i64:32-f64:32-a:0:32-n32"),
    (Arch::Avr, "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8"),
    (Arch::BpfEb, "E-m:e-p:64:64-i64:64-i128:128-n32:64-S128"),
    (Arch::BpfEl, "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"),
    (Arch::Csky, "e-m:e-S32-p:32:32-i32:32:32-i64:32:32-f32:32:32-f64:32:32-v64:32:32-v128:32:32-a:0:32-Fi32-n32"),
    (
        Arch::Dxil,
        "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64",
    ),
    (
        Arch::Hexagon,
        "e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-v64:64:64\
         -v512:512:512-v1024:1024:1024-v2048:2048:2048",
    ),
    (Arch::Lanai, "E-m:e-p:32:32-i64:64-a:0:32-n32-S64"),
    (Arch::LoongArch32, "e-m:e-p:32:32-i64:64-n32-S128"),
    (Arch::LoongArch64, "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"),
    (Arch::M68k, "E-m:e-p:32:16:32-i8:8:8-i16:16:16-i32:16:32-n8:16:32-a:0:16-S16"),
    (Arch::Msp430, "e-m:e-p:16:16-i32:16-i64:16-f32:16-f64:16-a:8-n8:16-S16"),
    (
        Arch::R600,
        "e-m:e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048\
         -n32:64-S32-A5-G1",
    ),
    (Arch::Sparc, "E-m:e-p:32:32-i64:64-i128:128-f128:64-n32-S64"),
    (Arch::SparcEl, "e-m:e-p:32:32-i64:64-i128:128-f128:64-n32-S64"),
    (Arch::SparcV9, "E-m:e-i64:64-i128:128-n32:64-S128"),
    (Arch::SpirV, "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G10"),
    (
        Arch::SpirV32,
        "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1",
    ),
    (
        Arch::Ve,
        "e-m:e-i64:64-n32:64-S128-v64:64:64-v128:64:64-v256:64:64-v512:64:64-v1024:64:64-v2048:64:64-v4096:64:64\
         -v8192:64:64-v16384:64:64",
    ),
    (Arch::XCore, "e-m:e-p:32:32-i1:8:32-i8:8:32-i16:16:32-i64:32-f64:32-a:0:32-n32"),
    (Arch::Xtensa, "e-m:e-p:32:32-i8:8:32-i16:16:32-i64:64-n32"),
];

impl Triple<'_> {
    /// The data layout for this triple and ABI name (`-target-abi`); an empty name selects the default ABI. `None` for
    /// architectures without a target.
    pub fn data_layout(&self, version: IrVersion, abi: &[u8]) -> Option<String> {
        use Arch::*;
        let newer = NEWER_LAYOUTS.iter().rfind(|(arch, since, _)| *arch == self.arch && *since <= version);
        if let Some((.., layout)) = newer {
            return Some((*layout).to_owned());
        }
        Some(match self.arch {
            AArch64 | AArch64Be | AArch64_32 => self.aarch64_layout(),
            Arm | ArmEb | Thumb | ThumbEb => self.arm_layout(abi),
            Mips | MipsEl | Mips64 | Mips64El => self.mips_layout(abi),
            Nvptx | Nvptx64 => self.nvptx_layout(abi),
            Ppc | PpcLe | Ppc64 | Ppc64Le => self.ppc_layout(abi),
            RiscV32 | RiscV32Be | RiscV64 | RiscV64Be => self.riscv_layout(abi),
            Spir | Spir64 | SpirV64 => self.spir_layout(),
            SystemZ => self.systemz_layout(version),
            Wasm32 | Wasm64 => self.wasm_layout(),
            // TCE has no layout of its own.
            X86 | X86_64 | Tce | TceLe => self.x86_layout(),
            _ => FIXED_LAYOUTS.iter().find(|(arch, _)| *arch == self.arch)?.1.to_owned(),
        })
    }

    fn endianness(&self) -> &'static str {
        if self.is_big_endian() { "E" } else { "e" }
    }

    /// The mangling of symbols.
    fn mangling(&self) -> &'static str {
        match (self.object_format, self.os) {
            (ObjectFormat::Goff, _) => "-m:l",
            (ObjectFormat::MachO, _) => "-m:o",
            (ObjectFormat::Coff, Os::Windows | Os::Uefi) if self.arch == Arch::X86 => "-m:x",
            (ObjectFormat::Coff, Os::Windows | Os::Uefi) => "-m:w",
            (ObjectFormat::Xcoff, _) => "-m:a",
            _ => "-m:e",
        }
    }

    fn aarch64_layout(&self) -> String {
        const SIZED_POINTERS: &str = "-p270:32:32-p271:32:32-p272:64:64";
        const REST: &str = "-i64:64-i128:128-n32:64-S128-Fn32";
        let pointers = |short| if short { "-p:32:32" } else { "" };
        match self.object_format {
            ObjectFormat::MachO => ["e-m:o", pointers(self.arch == Arch::AArch64_32), SIZED_POINTERS, REST].concat(),
            ObjectFormat::Coff => ["e-m:w", SIZED_POINTERS, "-p:64:64-i32:32", REST].concat(),
            _ => {
                let pointers = pointers(self.environment == Environment::GnuIlp32);
                [self.endianness(), "-m:e", pointers, SIZED_POINTERS, "-i8:8:32-i16:16:32", REST].concat()
            }
        }
    }

    fn arm_layout(&self, abi: &[u8]) -> String {
        let abi = if abi.is_empty() { self.arm_abi() } else { abi };
        let (alignments, stack) = match abi {
            b"aapcs16" => ("-i64:64", "-S128"),
            _ if abi.starts_with(b"aapcs") => ("-i64:64-v128:64:128", "-S64"),
            _ if abi.starts_with(b"apcs") => ("-f64:32:64-v64:32:64-v128:32:128", "-S32"),
            _ => ("-i64:64-v128:64:128", "-S32"),
        };
        [self.endianness(), self.mangling(), "-p:32:32-Fi8", alignments, "-a:0:32-n32", stack].concat()
    }

    /// The default ABI of 32-bit ARM.
    fn arm_abi(&self) -> &'static [u8] {
        use Environment::*;
        let is_eabi = matches!(self.environment, Eabi | EabiHf);
        let is_linux_eabi = matches!(
            self.environment,
            Android | GnuEabi | GnuEabiT64 | GnuEabiHf | GnuEabiHfT64 | MuslEabi | MuslEabiHf | OpenHos
        );
        match (self.object_format, self.os) {
            (ObjectFormat::MachO, os) => match self.sub_arch {
                _ if self.environment == Eabi || os == Os::Unknown || self.is_arm_m_profile() => b"aapcs",
                SubArch::Arm("v7k") => b"aapcs16",
                _ => b"apcs",
            },
            (_, Os::NetBsd) if !is_eabi && !is_linux_eabi => b"apcs",
            _ => b"aapcs",
        }
    }

    fn mips_layout(&self, abi: &[u8]) -> String {
        let is_n32 = matches!(self.environment, Environment::GnuAbiN32 | Environment::MuslAbiN32);
        let rest = match abi.get(..3).unwrap_or_default() {
            b"o32" => O32,
            b"n32" => N32,
            b"n64" => N64,
            _ if is_n32 => N32,
            _ if matches!(self.arch, Arch::Mips64 | Arch::Mips64El) => N64,
            _ => O32,
        };
        const O32: &str = "-m:m-p:32:32-i8:8:32-i16:16:32-i64:64-n32-S64";
        const N32: &str = "-m:e-p:32:32-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128";
        const N64: &str = "-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128";
        [self.endianness(), rest].concat()
    }

    fn nvptx_layout(&self, abi: &[u8]) -> String {
        let pointers = match self.arch {
            Arch::Nvptx => "-p:32:32-p6:32:32-p7:32:32",
            _ if abi == b"shortptr" => "-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32",
            _ => "-p6:32:32",
        };
        ["e", pointers, "-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"].concat()
    }

    fn ppc_layout(&self, abi: &[u8]) -> String {
        let is_64 = matches!(self.arch, Arch::Ppc64 | Arch::Ppc64Le);
        let is_aix = self.os == Os::Aix;
        // Function pointers refer to code (ELFv2) rather than to descriptors.
        let is_elf_v2 = match self.os {
            _ if abi == b"elfv2" || self.is_musl() => true,
            Os::FreeBsd => {
                matches!(self.os_version(), Version { major: 13.., .. } | Version { major: 0, minor: 0, micro: 0 })
            }
            os => os == Os::OpenBsd,
        };
        let functions = match self.arch {
            Arch::Ppc64 if !is_elf_v2 => "-Fi64",
            _ if !is_aix => "-Fn32",
            _ if is_64 => "-Fi64",
            _ => "-Fi32",
        };
        [
            self.endianness(),
            self.mangling(),
            if !is_64 || self.os == Os::Lv2 { "-p:32:32" } else { "" },
            functions,
            if is_64 { "-i64:64-i128:128-n32:64" } else { "-i64:64-n32" },
            if is_aix { "-f64:32:64" } else { "" },
            if is_64 && (is_aix || self.os == Os::Linux) { "-S128-v256:256:256-v512:512:512" } else { "" },
        ]
        .concat()
    }

    fn riscv_layout(&self, abi: &[u8]) -> String {
        if self.object_format == ObjectFormat::MachO {
            return "e-m:o-p:32:32-i64:64-n32-S128".into();
        }
        let sizes = match self.arch {
            Arch::RiscV64 | Arch::RiscV64Be => "-m:e-p:64:64-i64:64-i128:128-n32:64",
            _ => "-m:e-p:32:32-i64:64-n32",
        };
        let stack = match abi {
            b"ilp32e" => "-S32",
            b"lp64e" => "-S64",
            _ => "-S128",
        };
        [self.endianness(), sizes, stack].concat()
    }

    fn spir_layout(&self) -> String {
        let rest = match (self.vendor, self.os) {
            (Vendor::Amd, Os::AmdHsa) => "-n32:64-S32-G1-P4-A0",
            (Vendor::Intel, _) => "-n8:16:32:64-G1-P9-A0",
            _ => "-n8:16:32:64-G1",
        };
        ["e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024", rest].concat()
    }

    fn systemz_layout(&self, version: IrVersion) -> String {
        let stack = if version >= IrVersion::V23 { "-S64" } else { "" };
        let pointers = if self.os == Os::ZOs { "-p1:32:32" } else { "" };
        ["E", stack, self.mangling(), pointers, "-i1:8:16-i8:8:16-i64:64-f128:64-v128:64-a:8:16-n32:64"].concat()
    }

    fn wasm_layout(&self) -> String {
        let pointers = if self.arch == Arch::Wasm64 { "-p:64:64" } else { "-p:32:32" };
        let f128 = if self.os == Os::Emscripten { "-f128:64" } else { "" };
        ["e-m:e", pointers, "-p10:8:8-p20:8:8-i64:64-i128:128", f128, "-n32:64-S128-ni:1:10:20"].concat()
    }

    fn x86_layout(&self) -> String {
        let is_64 = self.arch == Arch::X86_64;
        let is_windows = self.os == Os::Windows;
        let is_iamcu = self.os == Os::ElfIamcu;
        let is_x32 = matches!(self.environment, Environment::GnuX32 | Environment::MuslX32);
        [
            "e",
            self.mangling(),
            if !is_64 || is_x32 { "-p:32:32" } else { "" },
            "-p270:32:32-p271:32:32-p272:64:64",
            if is_64 || is_windows {
                "-i64:64-i128:128"
            } else if is_iamcu {
                "-i64:32-f64:32"
            } else {
                "-i128:128-f64:32:64"
            },
            if is_iamcu {
                "-f128:32"
            } else if is_64 || self.is_darwin() || self.is_windows_msvc() {
                "-f80:128"
            } else {
                "-f80:32"
            },
            if is_64 { "-n8:16:32:64" } else { "-n8:16:32" },
            if (!is_64 && is_windows) || is_iamcu { "-a:0:32-S32" } else { "-S128" },
        ]
        .concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_layout::DataLayout;

    #[test]
    fn none_without_code() {
        for triple in ["", "unknown", "foo-bar-linux", "kalimba", "hsail64"] {
            assert_eq!(default_data_layout(IrVersion::V22, triple.as_bytes()), None, "{triple}");
        }
    }

    #[test]
    fn all_are_well_formed() {
        for &(name, arch) in Arch::NAMES {
            if let Some(layout) = default_data_layout(IrVersion::NEWEST, name.as_bytes()) {
                assert!(DataLayout::parse(layout.as_bytes()).is_ok(), "{arch:?} {layout}");
            }
        }
    }

    /// The layout components that each choice includes and excludes.
    #[test]
    fn choices() {
        for (triple, with, without) in [
            ("x86_64-linux", "e-m:e-p270:32:32", "-p:32:32"),
            ("x86_64-x-linux-gnux32", "-m:e-p:32:32-p270", "-m:e-p270"),
            ("i686-linux", "-i128:128-f64:32:64-f80:32-n8:16:32-S128", "-i64"),
            ("i686-x-darwin", "e-m:o", "-f80:32"),
            ("i686-x-windows", "-m:x-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128", "-S128"),
            ("i686-x-windows-gnu", "-f80:32-n8:16:32-a:0:32-S32", "-f64"),
            ("x86_64-x-windows", "-m:w", "-a:0:32"),
            ("i386-x-elfiamcu", "-i64:32-f64:32-f128:32", "-f80"),
            ("tce", "-p270:32:32", "E"),
            ("aarch64", "-i8:8:32", "-p:32:32"),
            ("aarch64_be-x-y-gnu_ilp32", "E-m:e-p:32:32-p270", "-p:64:64"),
            ("arm64_32-apple-ios", "e-m:o-p:32:32-p270", "-i8"),
            ("aarch64-x-windows", "-p272:64:64-p:64:64-i32:32-i64:64", "-i8"),
            ("armv7", "-i64:64-v128:64:128-a:0:32-n32-S64", "-f64"),
            ("armv7-x-netbsd", "-f64:32:64-v64:32:64-v128:32:128-a:0:32-n32-S32", "-i64"),
            ("armv7-x-netbsd-eabi", "-S64", "-f64"),
            ("armv7-apple-ios", "e-m:o", "-S64"),
            ("armv7m-apple-ios", "-S64", "-f64"),
            ("armv7k-apple-watchos", "-i64:64-a:0:32-n32-S128", "-v128"),
            ("armv7-x-y-macho", "e-m:o-p:32:32-Fi8-i64:64", "-S32"),
            ("mipsel", "e-m:m-p:32:32", "-i128"),
            ("mips64", "E-m:e-i8", "-p:"),
            ("mipsn32", "E-m:e-p:32:32", "-m:m"),
            ("powerpc64-x-linux", "-Fi64-i64:64-i128:128-n32:64-S128-v256:256:256-v512:512:512", "-f64"),
            ("powerpc64-x-linux-musl", "-Fn32", "-Fi64"),
            ("powerpc64-x-freebsd12.1", "-Fi64", "-S128"),
            ("powerpc64-x-freebsd13", "-Fn32", "-S128"),
            ("powerpc64-x-freebsd", "-Fn32", "-S128"),
            ("powerpc64le", "e-m:e-Fn32", "-p:"),
            ("powerpc64-x-lv2", "-p:32:32-Fi64", "-Fn32"),
            ("powerpc-x-aix", "E-m:a-p:32:32-Fi32-i64:64-n32-f64:32:64", "-S128"),
            ("riscv64be", "E-m:e-p:64:64", "-p:32:32"),
            ("spirv64-intel", "-P9", "-P4"),
            ("spir64-amd-amdhsa", "-P4", "-P9"),
            ("s390x-ibm-zos", "E-m:l-p1:32:32", "-S64"),
            ("wasm64-x-emscripten", "-p:64:64-p10:8:8-p20:8:8-i64:64-i128:128-f128:64", "-p:32:32"),
            ("nvptx", "-p:32:32-p6:32:32-p7:32:32", "-p3"),
        ] {
            let layout = default_data_layout(IrVersion::V22, triple.as_bytes()).unwrap();
            assert!(layout.contains(with) && !layout.contains(without), "{triple}: {layout}");
        }
    }

    #[test]
    fn abis() {
        for (triple, abi, with) in [
            ("armv7", "apcs-gnu", "-f64:32:64"),
            ("armv7", "aapcs16", "-i64:64-a:0:32-n32-S128"),
            ("armv7", "other", "-v128:64:128-a:0:32-n32-S32"),
            ("mips64", "o32", "-m:m"),
            ("mips", "n64", "-m:e-i8"),
            ("nvptx64", "shortptr", "-p3:32:32"),
            ("powerpc64", "elfv2", "-Fn32"),
            ("riscv32", "ilp32e", "-S32"),
            ("riscv64", "lp64e", "-S64"),
        ] {
            let layout = Triple::new(triple.as_bytes()).data_layout(IrVersion::V22, abi.as_bytes()).unwrap();
            assert!(layout.contains(with), "{triple} {abi}: {layout}");
        }
    }

    #[test]
    fn versions() {
        let layouts = |triple: &str| IrVersion::ALL.map(|v| default_data_layout(v, triple.as_bytes()).unwrap());
        let [old, new] = layouts("s390x");
        assert_eq!(new, old.replacen("E-", "E-S64-", 1));
        let [old, new] = layouts("spirv");
        assert!(old.contains("-v24:32") && new.contains("-ve-"));
        let [old, new] = layouts("x86_64");
        assert_eq!(old, new);
    }
}
