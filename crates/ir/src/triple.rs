//! Target triples, `arch-vendor-os-environment`, and their data layouts.
//!
//! The components are recognized as in LLVM: architectures and vendors by full name, operating systems and environments by prefix
//! (`darwin23.1`, `android21`), object formats by the suffix of the last component.

mod data_layout;
mod normalize;

pub use data_layout::default_data_layout;
pub use normalize::normalize;

use crate::version::IrVersion;

/// A component of a triple: its kinds with their names. Of two names of which one is a prefix of the other, the longer comes
/// first.
macro_rules! part {
    ($(#[$doc:meta])* $part:ident { $($kind:ident: $name:literal $($alias:literal)*,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $part {
            /// None of the kinds below.
            #[default]
            Unknown,
            $(#[doc = concat!("`", $name, "`" $(, ", `", $alias, "`")*)] $kind,)*
        }

        impl $part {
            const NAMES: &[(&str, $part)] = &[$(($name, $part::$kind), $(($alias, $part::$kind),)*)*];
        }
    };
}

part! {
    /// An architecture. ARM architectures have further names, which include the architecture version: see [`SubArch::Arm`].
    Arch {
        AArch64: "aarch64" "arm64" "arm64e" "arm64ec" "aarch64_lfi",
        AArch64Be: "aarch64_be",
        AArch64_32: "aarch64_32" "arm64_32",
        AmdGcn: "amdgcn",
        AmdIl: "amdil",
        AmdIl64: "amdil64",
        Arc: "arc",
        Arm: "arm" "xscale",
        ArmEb: "armeb" "xscaleeb",
        Avr: "avr",
        BpfEb: "bpfeb" "bpf_be",
        BpfEl: "bpfel" "bpf_le" "bpf",
        Csky: "csky",
        Dxil: "dxil",
        Hexagon: "hexagon",
        Hsail: "hsail",
        Hsail64: "hsail64",
        Kalimba: "kalimba",
        Lanai: "lanai",
        LoongArch32: "loongarch32",
        LoongArch64: "loongarch64",
        M68k: "m68k",
        Mips: "mips" "mipseb" "mipsallegrex" "mipsisa32r6" "mipsr6",
        MipsEl: "mipsel" "mipsallegrexel" "mipsisa32r6el" "mipsr6el",
        Mips64: "mips64" "mips64eb" "mipsn32" "mipsisa64r6" "mips64r6" "mipsn32r6",
        Mips64El: "mips64el" "mipsn32el" "mipsisa64r6el" "mips64r6el" "mipsn32r6el",
        Msp430: "msp430",
        Nvptx: "nvptx",
        Nvptx64: "nvptx64",
        Ppc: "powerpc" "powerpcspe" "ppc" "ppc32",
        PpcLe: "powerpcle" "ppcle" "ppc32le",
        Ppc64: "powerpc64" "ppu" "ppc64",
        Ppc64Le: "powerpc64le" "ppc64le",
        R600: "r600",
        RenderScript32: "renderscript32",
        RenderScript64: "renderscript64",
        RiscV32: "riscv32",
        RiscV32Be: "riscv32be",
        RiscV64: "riscv64",
        RiscV64Be: "riscv64be",
        Shave: "shave",
        Sparc: "sparc",
        SparcEl: "sparcel",
        SparcV9: "sparcv9" "sparc64",
        Spir: "spir",
        Spir64: "spir64",
        SpirV: "spirv",
        SpirV32: "spirv32",
        SpirV64: "spirv64",
        SystemZ: "s390x" "systemz",
        Tce: "tce",
        TceLe: "tcele",
        Thumb: "thumb",
        ThumbEb: "thumbeb",
        Ve: "ve",
        Wasm32: "wasm32",
        Wasm64: "wasm64",
        X86: "i386" "i486" "i586" "i686" "i786" "i886" "i986",
        X86_64: "x86_64" "amd64" "x86_64h",
        XCore: "xcore",
        Xtensa: "xtensa",
    }
}

part! {
    /// A vendor.
    Vendor {
        Amd: "amd",
        Apple: "apple",
        Csr: "csr",
        Freescale: "fsl",
        Ibm: "ibm",
        ImaginationTechnologies: "img",
        Intel: "intel",
        Mesa: "mesa",
        Meta: "meta",
        MipsTechnologies: "mti",
        Nvidia: "nvidia",
        OpenEmbedded: "oe",
        Pc: "pc",
        Scei: "scei" "sie",
        Suse: "suse",
    }
}

part! {
    /// An operating system; a version may follow its name.
    Os {
        Aix: "aix",
        AmdHsa: "amdhsa",
        AmdPal: "amdpal",
        BridgeOs: "bridgeos",
        CheriotRtos: "cheriotrtos",
        Cuda: "cuda",
        Darwin: "darwin",
        DragonFly: "dragonfly",
        DriverKit: "driverkit",
        ElfIamcu: "elfiamcu",
        Emscripten: "emscripten",
        FreeBsd: "freebsd",
        Fuchsia: "fuchsia",
        Haiku: "haiku",
        HermitCore: "hermit",
        Hurd: "hurd",
        Ios: "ios",
        KFreeBsd: "kfreebsd",
        Linux: "linux",
        LiteOs: "liteos",
        Lv2: "lv2",
        MacOsX: "macosx" "macos",
        Managarm: "managarm",
        Mesa3D: "mesa3d",
        NetBsd: "netbsd",
        NvCl: "nvcl",
        OpenBsd: "openbsd",
        Ps4: "ps4",
        Ps5: "ps5",
        Rtems: "rtems",
        Serenity: "serenity",
        ShaderModel: "shadermodel",
        Solaris: "solaris",
        TvOs: "tvos",
        Uefi: "uefi",
        Vulkan: "vulkan",
        WasiP1: "wasip1",
        WasiP2: "wasip2",
        WasiP3: "wasip3",
        Wasi: "wasi",
        WatchOs: "watchos",
        Windows: "windows" "win32",
        XrOs: "xros" "visionos",
        ZOs: "zos",
    }
}

part! {
    /// An environment: an ABI, a C library, or a shader stage.
    Environment {
        Amplification: "amplification",
        Android: "android",
        AnyHit: "anyhit",
        Callable: "callable",
        ClosestHit: "closesthit",
        Code16: "code16",
        Compute: "compute",
        CoreClr: "coreclr",
        Cygnus: "cygnus",
        Domain: "domain",
        EabiHf: "eabihf",
        Eabi: "eabi",
        Geometry: "geometry",
        GnuAbiN32: "gnuabin32",
        GnuAbi64: "gnuabi64",
        GnuEabiHfT64: "gnueabihft64",
        GnuEabiHf: "gnueabihf",
        GnuEabiT64: "gnueabit64",
        GnuEabi: "gnueabi",
        GnuF32: "gnuf32",
        GnuF64: "gnuf64",
        GnuSf: "gnusf",
        GnuX32: "gnux32",
        GnuIlp32: "gnu_ilp32",
        GnuT64: "gnut64",
        Gnu: "gnu",
        Hull: "hull",
        Intersection: "intersection",
        Itanium: "itanium",
        Library: "library",
        Llvm: "llvm",
        MacAbi: "macabi",
        Mesh: "mesh",
        Miss: "miss",
        Mlibc: "mlibc",
        Msvc: "msvc",
        Mtia: "mtia",
        MuslAbiN32: "muslabin32",
        MuslAbi64: "muslabi64",
        MuslEabiHf: "musleabihf",
        MuslEabi: "musleabi",
        MuslF32: "muslf32",
        MuslSf: "muslsf",
        MuslWali: "muslwali",
        MuslX32: "muslx32",
        Musl: "musl",
        OpenCl: "opencl",
        OpenHos: "ohos",
        PAuthTest: "pauthtest",
        Pixel: "pixel",
        RayGeneration: "raygeneration",
        RootSignature: "rootsignature",
        Simulator: "simulator",
        Vertex: "vertex",
    }
}

part! {
    /// An object file format. Every triple has one: `Unknown` means none. A triple cannot specify `dxcontainer`.
    ObjectFormat {
        Xcoff: "xcoff",
        Coff: "coff",
        DxContainer: "dxcontainer",
        Elf: "elf",
        Goff: "goff",
        MachO: "macho",
        SpirV: "spirv",
        Wasm: "wasm",
    }
}

/// The part of an architecture name beyond [`Arch`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SubArch {
    /// Nothing.
    #[default]
    None,
    /// A version of the ARM architecture, as ARM writes it: `v7-a`, `v8.1-m.main`.
    Arm(&'static str),
    /// `arm64e`: AArch64 with pointer authentication.
    Arm64e,
    /// `arm64ec`: AArch64 that mixes with x86-64.
    Arm64ec,
    /// `aarch64_lfi`: AArch64 in a sandbox.
    Lfi,
    /// The sixth release of MIPS.
    MipsR6,
    /// `powerpcspe`: PowerPC with the signal processing engine.
    PowerPcSpe,
    /// SPIR-V or DXIL version 1.N.
    Version1(u8),
}

/// Architecture names with a sub-architecture.
const SUB_ARCHS: &[(&str, SubArch)] = &[
    ("aarch64", SubArch::Arm("v8-a")),
    ("aarch64_lfi", SubArch::Lfi),
    ("arm64", SubArch::Arm("v8-a")),
    ("arm64e", SubArch::Arm64e),
    ("arm64ec", SubArch::Arm64ec),
    ("mips64r6", SubArch::MipsR6),
    ("mips64r6el", SubArch::MipsR6),
    ("mipsisa32r6", SubArch::MipsR6),
    ("mipsisa32r6el", SubArch::MipsR6),
    ("mipsisa64r6", SubArch::MipsR6),
    ("mipsisa64r6el", SubArch::MipsR6),
    ("mipsn32r6", SubArch::MipsR6),
    ("mipsn32r6el", SubArch::MipsR6),
    ("mipsr6", SubArch::MipsR6),
    ("mipsr6el", SubArch::MipsR6),
    ("powerpcspe", SubArch::PowerPcSpe),
    ("xscale", SubArch::Arm("xscale")),
    ("xscaleeb", SubArch::Arm("xscale")),
];

/// Prefixes of architecture names added in a version.
const NEWER_NAMES: &[(&str, IrVersion, Arch)] = &[("amdgpu", IrVersion::V23, Arch::AmdGcn)];

/// Architectures with a version in the name: the prefix before the last digit, and the range of that digit.
const VERSIONED: &[(&str, Arch, std::ops::RangeInclusive<u8>)] = &[
    ("dxilv1.", Arch::Dxil, 0..=9),
    ("spirv1.", Arch::SpirV, 5..=6),
    ("spirv32v1.", Arch::SpirV32, 0..=6),
    ("spirv64v1.", Arch::SpirV64, 0..=6),
];

/// Prefixes of ARM architecture names, with the little-endian and big-endian architectures.
const ARM_FAMILIES: &[(&str, Arch, Arch)] = &[
    ("aarch64_32", Arch::AArch64, Arch::AArch64Be),
    ("aarch64", Arch::AArch64, Arch::AArch64Be),
    ("arm64_32", Arch::AArch64, Arch::AArch64Be),
    ("arm64e", Arch::AArch64, Arch::AArch64Be),
    ("arm64", Arch::AArch64, Arch::AArch64Be),
    ("arm", Arch::Arm, Arch::ArmEb),
    ("thumb", Arch::Thumb, Arch::ThumbEb),
];

/// The versions of the ARM architecture, with other spellings. A suffix of a name stands for the first version with that suffix.
const ARM_VERSIONS: &[(&str, &[&str])] = &[
    ("v4", &[]),
    ("v4t", &[]),
    ("v5t", &["v5"]),
    ("v5te", &["v5e"]),
    ("v5tej", &[]),
    ("v6", &["v6j"]),
    ("v6k", &["v6hl"]),
    ("v6t2", &[]),
    ("v6kz", &["v6z", "v6zk"]),
    ("v6-m", &["v6m", "v6sm", "v6s-m"]),
    ("v7-a", &["v7", "v7a", "v7hl", "v7l"]),
    ("v7ve", &[]),
    ("v7-r", &["v7r"]),
    ("v7-m", &["v7m"]),
    ("v7e-m", &["v7em"]),
    ("v8-a", &["v8", "v8a", "v8l"]),
    ("v8.1-a", &["v8.1a"]),
    ("v8.2-a", &["v8.2a"]),
    ("v8.3-a", &["v8.3a"]),
    ("v8.4-a", &["v8.4a"]),
    ("v8.5-a", &["v8.5a"]),
    ("v8.6-a", &["v8.6a"]),
    ("v8.7-a", &["v8.7a"]),
    ("v8.8-a", &["v8.8a"]),
    ("v8.9-a", &["v8.9a"]),
    ("v9-a", &["v9", "v9a"]),
    ("v9.1-a", &["v9.1a"]),
    ("v9.2-a", &["v9.2a"]),
    ("v9.3-a", &["v9.3a"]),
    ("v9.4-a", &["v9.4a"]),
    ("v9.5-a", &["v9.5a"]),
    ("v9.6-a", &["v9.6a"]),
    ("v9.7-a", &["v9.7a"]),
    ("v8-r", &["v8r"]),
    ("v8-m.base", &["v8m.base"]),
    ("v8-m.main", &["v8m.main"]),
    ("v8.1-m.main", &["v8.1m.main"]),
    ("iwmmxt", &[]),
    ("iwmmxt2", &[]),
    ("xscale", &[]),
    ("v7s", &[]),
    ("v7k", &[]),
];

/// The version of an operating system; all zero if the triple has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// The first number.
    pub major: u32,
    /// The second number.
    pub minor: u32,
    /// The third number.
    pub micro: u32,
}

impl Version {
    /// One to four numbers separated by dots; the fourth is dropped. Any other text has no version.
    fn parse(text: &[u8]) -> Version {
        let mut numbers = [0; 4];
        for (i, digits) in text.split(|&b| b == b'.').enumerate() {
            if i == numbers.len() || digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
                return Version::default();
            }
            numbers[i] = digits.iter().fold(0, |n: u32, d| n.wrapping_mul(10).wrapping_add(u32::from(d - b'0')));
        }
        let [major, minor, micro, _] = numbers;
        Version { major, minor, micro }
    }
}

/// A target triple.
///
/// ```
/// use lindworm_ir::triple::{Arch, ObjectFormat, Os, Triple};
/// let triple = Triple::new(b"x86_64-apple-macosx10.15.0");
/// assert_eq!((triple.arch, triple.os, triple.object_format), (Arch::X86_64, Os::MacOsX, ObjectFormat::MachO));
/// assert_eq!((triple.os_version().major, triple.os_version().minor), (10, 15));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Triple<'a> {
    /// The architecture.
    pub arch: Arch,
    /// The sub-architecture.
    pub sub_arch: SubArch,
    /// The vendor.
    pub vendor: Vendor,
    /// The operating system.
    pub os: Os,
    /// The environment.
    pub environment: Environment,
    /// The object file format: explicit, or the default of the target.
    pub object_format: ObjectFormat,
    /// The components as written; the last is the whole remainder.
    pub parts: [&'a [u8]; 4],
}

impl<'a> Triple<'a> {
    /// Parses a triple. Components are not reordered.
    pub fn new(text: &'a [u8]) -> Self {
        let mut split = text.splitn(4, |&b| b == b'-');
        let parts = [(); 4].map(|()| split.next().unwrap_or_default());
        let [arch_name, vendor, os, environment] = parts;
        let (arch, sub_arch) = parse_arch(arch_name);
        let mut triple = Triple {
            arch,
            sub_arch,
            vendor: named(Vendor::NAMES, vendor).unwrap_or_default(),
            os: begins_with_name(Os::NAMES, os).map_or(Os::Unknown, |(os, _)| os),
            environment: begins_with_name(Environment::NAMES, environment).map_or(Environment::Unknown, |(e, _)| e),
            object_format: ObjectFormat::Unknown,
            parts,
        };
        if text == arch_name {
            triple.environment = environment_of_arch(arch_name);
        }
        triple.object_format = match object_format_at_end(environment) {
            ObjectFormat::Unknown => triple.default_object_format(),
            format => format,
        };
        triple
    }

    /// The architecture of a triple: the field `arch` of [`Triple::new`], without the cost of the other fields.
    ///
    /// ```
    /// use lindworm_ir::triple::{Arch, Triple};
    /// assert_eq!(Triple::arch_of(b"x86_64-unknown-linux-gnu"), Arch::X86_64);
    /// ```
    pub fn arch_of(text: &[u8]) -> Arch {
        parse_arch(text.split(|&byte| byte == b'-').next().unwrap_or_default()).0
    }

    /// Parses a triple as a version of LLVM does; a newer version may know more architectures.
    pub fn in_version(version: IrVersion, text: &'a [u8]) -> Self {
        let triple = Triple::new(text);
        let newer = NEWER_NAMES.iter().find(|(name, since, _)| {
            triple.arch == Arch::Unknown && *since <= version && triple.parts[0].starts_with(name.as_bytes())
        });
        match newer {
            // All other properties follow from the other components.
            Some(&(.., arch)) => Triple { arch, ..triple },
            None => triple,
        }
    }

    fn default_object_format(&self) -> ObjectFormat {
        use Arch::*;
        match self.arch {
            Unknown | AArch64 | AArch64_32 | Arm | Thumb | X86 | X86_64 => match self.os {
                Os::Windows | Os::Uefi => ObjectFormat::Coff,
                _ if self.is_darwin() => ObjectFormat::MachO,
                _ => ObjectFormat::Elf,
            },
            MipsEl if self.os == Os::Windows => ObjectFormat::Coff,
            Ppc | Ppc64 if self.os == Os::Aix => ObjectFormat::Xcoff,
            Ppc | Ppc64 if self.is_darwin() => ObjectFormat::MachO,
            SystemZ if self.os == Os::ZOs => ObjectFormat::Goff,
            Wasm32 | Wasm64 => ObjectFormat::Wasm,
            SpirV | SpirV32 | SpirV64 => ObjectFormat::SpirV,
            Dxil => ObjectFormat::DxContainer,
            _ => ObjectFormat::Elf,
        }
    }

    /// The version after the operating system name.
    pub fn os_version(&self) -> Version {
        begins_with_name(Os::NAMES, self.parts[2]).map_or(Version::default(), |(_, rest)| Version::parse(rest))
    }

    /// Whether the operating system is an Apple system.
    pub fn is_darwin(&self) -> bool {
        use Os::*;
        matches!(self.os, Darwin | MacOsX | Ios | TvOs | WatchOs | DriverKit | XrOs | BridgeOs)
    }

    /// Whether the C library is musl.
    pub fn is_musl(&self) -> bool {
        use Environment::*;
        self.os == Os::LiteOs
            || matches!(
                self.environment,
                Musl | MuslAbiN32 | MuslAbi64 | MuslEabi | MuslEabiHf | MuslF32 | MuslSf | MuslX32 | MuslWali | OpenHos
            )
    }

    /// Whether this is Windows with the MSVC environment, which is also the default.
    pub fn is_windows_msvc(&self) -> bool {
        self.os == Os::Windows && matches!(self.environment, Environment::Msvc | Environment::Unknown)
    }

    /// Whether the architecture is an ARM microcontroller (M profile).
    pub fn is_arm_m_profile(&self) -> bool {
        matches!(self.sub_arch, SubArch::Arm(version) if version.contains("-m"))
    }

    /// Whether the target is big-endian.
    pub fn is_big_endian(&self) -> bool {
        use Arch::*;
        matches!(
            self.arch,
            AArch64Be
                | ArmEb
                | BpfEb
                | Lanai
                | M68k
                | Mips
                | Mips64
                | Ppc
                | Ppc64
                | RiscV32Be
                | RiscV64Be
                | Sparc
                | SparcV9
                | SystemZ
                | Tce
                | ThumbEb
        )
    }
}

fn named<T: Copy>(names: &[(&str, T)], text: &[u8]) -> Option<T> {
    names.iter().find(|(name, _)| name.as_bytes() == text).map(|&(_, kind)| kind)
}

/// The first kind whose name is a prefix of `text`, and the rest.
fn begins_with_name<'a, T: Copy>(names: &[(&str, T)], text: &'a [u8]) -> Option<(T, &'a [u8])> {
    names.iter().find_map(|&(name, kind)| Some((kind, text.strip_prefix(name.as_bytes())?)))
}

/// The object format whose name is a suffix of the last component.
fn object_format_at_end(text: &[u8]) -> ObjectFormat {
    let is_at_end = |(name, format): &&(&str, ObjectFormat)| {
        text.ends_with(name.as_bytes()) && *format != ObjectFormat::DxContainer
    };
    ObjectFormat::NAMES.iter().find(is_at_end).map_or(ObjectFormat::Unknown, |&(_, format)| format)
}

fn parse_arch(name: &[u8]) -> (Arch, SubArch) {
    if let Some(arch) = named(Arch::NAMES, name) {
        return (arch, named(SUB_ARCHS, name).unwrap_or_default());
    }
    if name.starts_with(b"kalimba") {
        return (Arch::Kalimba, SubArch::None);
    }
    let versioned =
        VERSIONED.iter().find_map(|(before, arch, digits)| match *name.strip_prefix(before.as_bytes())? {
            [b @ b'0'..=b'9'] if digits.contains(&(b - b'0')) => Some((*arch, SubArch::Version1(b - b'0'))),
            _ => None,
        });
    versioned.or_else(|| parse_arm_arch(name)).unwrap_or_default()
}

/// Parses an ARM architecture family and version. Big-endian is marked by `eb` after either, or `_be` after `aarch64`.
fn parse_arm_arch(name: &[u8]) -> Option<(Arch, SubArch)> {
    let says_eb = |text: &[u8]| text.windows(2).any(|w| w == b"eb");
    let &(family, little, big) = ARM_FAMILIES.iter().find(|(family, ..)| name.starts_with(family.as_bytes()))?;
    let mut start = family.len();
    if family == "aarch64" {
        if says_eb(name) {
            return None;
        }
        start += if name[start..].starts_with(b"_be") { 3 } else { 0 };
    }
    let version = name[start..].strip_prefix(b"eb").unwrap_or_else(|| {
        let without_eb = name.strip_suffix(b"eb").unwrap_or(name);
        without_eb.get(start..).unwrap_or_default()
    });
    let well_formed = match version {
        [] | [_] => true,
        [b'v', b'0'..=b'9', ..] => !says_eb(version),
        _ => false,
    };
    let too_old = little == Arch::Thumb && (version.starts_with(b"v2") || version.starts_with(b"v3"));
    if !well_formed || too_old {
        return None;
    }

    let is_big = [&b"armeb"[..], b"thumbeb", b"aarch64_be"].iter().any(|family| name.starts_with(family))
        || (name.ends_with(b"eb") && !name.starts_with(b"aarch64"));
    let is_meant = |(known, spellings): &&(&str, &[&str])| {
        known.as_bytes().ends_with(version) || spellings.iter().any(|spelling| spelling.as_bytes() == version)
    };
    Some(match ARM_VERSIONS.iter().filter(|_| !version.is_empty()).find(is_meant) {
        // This version has only the Thumb instruction set.
        Some(&("v6-m", _)) => (if is_big { Arch::ThumbEb } else { Arch::Thumb }, SubArch::Arm("v6-m")),
        known => (if is_big { big } else { little }, known.map_or(SubArch::None, |(known, _)| SubArch::Arm(known))),
    })
}

/// The ABI that the name of a MIPS architecture implies, for a triple without an environment.
fn environment_of_arch(name: &[u8]) -> Environment {
    const BEGINNINGS: &[(&str, Environment)] = &[
        ("mipsn32", Environment::GnuAbiN32),
        ("mips64", Environment::GnuAbi64),
        ("mipsisa64", Environment::GnuAbi64),
        ("mipsisa32", Environment::Gnu),
    ];
    match name {
        b"mips" | b"mipsel" | b"mipsr6" | b"mipsr6el" => Environment::Gnu,
        _ => begins_with_name(BEGINNINGS, name).map_or(Environment::Unknown, |(environment, _)| environment),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arch(text: &str) -> (Arch, SubArch) {
        let triple = Triple::new(text.as_bytes());
        (triple.arch, triple.sub_arch)
    }

    #[test]
    fn archs_have_whole_names() {
        assert_eq!(arch("i786-pc-linux"), (Arch::X86, SubArch::None));
        assert_eq!(arch("i786x"), (Arch::Unknown, SubArch::None));
        assert_eq!(arch("kalimba5"), (Arch::Kalimba, SubArch::None));
        assert_eq!(arch(""), (Arch::Unknown, SubArch::None));
    }

    #[test]
    fn sub_archs() {
        assert_eq!(arch("arm64e-apple-ios"), (Arch::AArch64, SubArch::Arm64e));
        assert_eq!(arch("mipsisa64r6el"), (Arch::Mips64El, SubArch::MipsR6));
        assert_eq!(arch("dxilv1.9"), (Arch::Dxil, SubArch::Version1(9)));
        assert_eq!(arch("spirv1.5"), (Arch::SpirV, SubArch::Version1(5)));
        assert_eq!(arch("spirv1.4"), (Arch::Unknown, SubArch::None));
    }

    #[test]
    fn arm_versions() {
        assert_eq!(arch("armv7"), (Arch::Arm, SubArch::Arm("v7-a")));
        assert_eq!(arch("thumbv8.1m.main-none-eabi"), (Arch::Thumb, SubArch::Arm("v8.1-m.main")));
        assert_eq!(arch("arm64v8.5a"), (Arch::AArch64, SubArch::Arm("v8.5-a")));
        assert_eq!(arch("armv1234"), (Arch::Arm, SubArch::None));
        assert_eq!(arch("armcortex"), (Arch::Unknown, SubArch::None));
        // The suffix of a version.
        assert_eq!(arch("arma"), (Arch::Arm, SubArch::Arm("v7-a")));
        // v6-m has only Thumb, and Thumb requires v4.
        assert_eq!(arch("armv6m"), (Arch::Thumb, SubArch::Arm("v6-m")));
        assert_eq!(arch("thumbv3"), (Arch::Unknown, SubArch::None));
    }

    #[test]
    fn arm_big_endian() {
        for name in ["armebv7", "armv7eb"] {
            assert_eq!(arch(name), (Arch::ArmEb, SubArch::Arm("v7-a")));
        }
        assert_eq!(arch("aarch64_bev8"), (Arch::AArch64Be, SubArch::Arm("v8-a")));
        for name in ["armebv7eb", "aarch64v8eb"] {
            assert_eq!(arch(name), (Arch::Unknown, SubArch::None));
        }
    }

    #[test]
    fn longer_names_first() {
        for names in
            [Os::NAMES.iter().map(|n| n.0).collect::<Vec<_>>(), Environment::NAMES.iter().map(|n| n.0).collect()]
        {
            for (i, name) in names.iter().enumerate() {
                assert!(!names[..i].iter().any(|before| name.starts_with(before)), "{name}");
            }
        }
    }

    #[test]
    fn os_versions() {
        let version = |text: &str| {
            let Version { major, minor, micro } = Triple::new(text.as_bytes()).os_version();
            (major, minor, micro)
        };
        assert_eq!(version("x-y-macos10.15.7"), (10, 15, 7));
        assert_eq!(version("x-y-linux5.4.3.2-gnu"), (5, 4, 3));
        for none in ["x-y-linux", "x-y-linux5.", "x-y-linux5a", "x-y-linux1.2.3.4.5", "x-y-os5", "x"] {
            assert_eq!(version(none), (0, 0, 0), "{none}");
        }
    }

    #[test]
    fn object_formats() {
        let format = |text: &str| Triple::new(text.as_bytes()).object_format;
        assert_eq!(format("x86_64-pc-windows"), ObjectFormat::Coff);
        assert_eq!(format("x86_64-pc-windows-msvc-elf"), ObjectFormat::Elf);
        assert_eq!(format("arm64-apple-ios"), ObjectFormat::MachO);
        assert_eq!(format("armeb-apple-ios"), ObjectFormat::Elf);
        assert_eq!(format("powerpc-ibm-aix"), ObjectFormat::Xcoff);
        assert_eq!(format("s390x-ibm-zos"), ObjectFormat::Goff);
        assert_eq!(format("dxil"), ObjectFormat::DxContainer);
        assert_eq!(format("x86_64-pc-linux-dxcontainer"), ObjectFormat::Elf);
    }

    #[test]
    fn environment_of_a_lone_mips() {
        let environment = |text: &str| Triple::new(text.as_bytes()).environment;
        assert_eq!(environment("mipsn32"), Environment::GnuAbiN32);
        assert_eq!(environment("mipsn32-"), Environment::Unknown);
        assert_eq!(environment("x-y-z-androideabi21"), Environment::Android);
    }
}
