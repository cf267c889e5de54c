//! Upgrades of data layouts: specifications that targets added to their layout strings.
//!
//! LLVM upgrades the layouts of modules read from bitcode only.

use lindworm_ir::version::IrVersion;

/// Removes the parts of a layout string that LLVM 3.6 and earlier ignored and current versions reject: specifications that
/// are empty or end in `:`, a third alignment, an unknown stack alignment, and an alignment of `i8` other than one byte.
///
/// ```
/// use lindworm_upgrade::data_layout::without_ignored;
/// assert_eq!(without_ignored(b"-p:32:32-i8:32:32-f80:128:128:n8-S0"), b"p:32:32-f80:128:128");
/// ```
pub fn without_ignored(text: &[u8]) -> Vec<u8> {
    let specifications = text.split(|&c| c == b'-').map(|spec| match spec.first() {
        // A size and two alignments; the rest was ignored.
        Some(b'i' | b'v' | b'f' | b'a') => match (0..spec.len()).filter(|&i| spec[i] == b':').nth(2) {
            Some(rest) => &spec[..rest],
            None => spec.strip_suffix(b":").unwrap_or(spec),
        },
        _ => spec.strip_suffix(b":").unwrap_or(spec),
    });
    let is_ignored = |spec: &[u8]| {
        matches!(spec, b"" | b"S0") || spec.strip_prefix(b"i8:").is_some_and(|align| !align.starts_with(b"8"))
    };
    specifications.filter(|spec| !is_ignored(spec)).collect::<Vec<_>>().join(&b'-')
}

/// Upgrades the layout string `text` of a module for `triple` to a version.
///
/// ```
/// use lindworm_ir::version::IrVersion;
/// use lindworm_upgrade::data_layout::upgrade;
/// assert_eq!(upgrade(IrVersion::V22, b"e-m:e-i64:64-n32:64-S128", b"aarch64-linux-gnu"), b"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-n32:64-S128-Fn32");
/// ```
pub fn upgrade(version: IrVersion, text: &[u8], triple: &[u8]) -> Vec<u8> {
    let triple = Triple::new(version, triple);
    let mut layout = text.to_vec();
    match triple.arch {
        Arch::Spir => add_globals(text, &mut layout),
        // `i32` became a native integer type.
        Arch::RiscV64 | Arch::LoongArch64 => replace(&mut layout, b"-n64-", b"-n32:64-"),
        Arch::AmdGcn | Arch::R600 => {
            add_globals(text, &mut layout);
            if triple.arch == Arch::AmdGcn {
                add_buffers(text, &mut layout);
            }
            if !contains(text, b"m:e") {
                layout.splice(..0, *b"m:e-");
            }
        }
        Arch::AArch64 => {
            if !text.is_empty() && !contains(text, b"-Fn32") {
                layout.extend(b"-Fn32");
            }
            add_sized_pointers(&mut layout);
        }
        Arch::X86 { bits64 } => {
            add_sized_pointers(&mut layout);
            if !triple.os.starts_with(b"elfiamcu") {
                add_x86_i128(&mut layout);
            }
            if !bits64 && triple.is_windows_msvc() {
                replace(&mut layout, b"-f80:32-", b"-f80:128-");
            }
        }
        Arch::Mips64 | Arch::Ppc { .. } | Arch::Sparc | Arch::Wasm => {
            let has_i128 = match triple.arch {
                Arch::Mips64 => !contains(text, b"m:m"),
                Arch::Ppc { bits64 } => bits64,
                _ => true,
            };
            if has_i128 && !contains(text, b"-i128:128") {
                replace(&mut layout, b"-i64:64", b"-i64:64-i128:128");
            }
            let is_aix = matches!(triple.arch, Arch::Ppc { .. }) && triple.os.starts_with(b"aix");
            if is_aix && !text.is_empty() && !contains(text, b"f64:32:64") {
                let at = find(&layout, b"-S128").unwrap_or(layout.len());
                layout.splice(at..at, *b"-f64:32:64");
            }
        }
        // The stack alignment became explicit.
        Arch::SystemZ => {
            if version >= IrVersion::V23 && !text.is_empty() && !contains(text, b"-S64") {
                layout.splice(..1, *b"E-S64");
            }
        }
        Arch::Other => {}
    }
    layout
}

/// Places globals in address space 1.
fn add_globals(text: &[u8], layout: &mut Vec<u8>) {
    if !says(text, b"G") {
        layout.extend(if layout.is_empty() { &b"G1"[..] } else { b"-G1" });
    }
}

/// Adds the buffer pointer types: fat (7), resource (8) and strided (9) pointers.
fn add_buffers(text: &[u8], layout: &mut Vec<u8>) {
    if !says(text, b"ni") {
        layout.extend(b"-ni:7:8:9");
    }
    if text.ends_with(b"ni:7") {
        layout.extend(b":8:9");
    } else if text.ends_with(b"ni:7:8") {
        layout.extend(b":9");
    }
    if !says(text, b"p7") {
        layout.extend(b"-p7:160:256:256:32");
    }
    if !says(text, b"p8") {
        layout.extend(b"-p8:128:128:128:48");
    }
    if contains(text, b"-p8:128:128-") {
        replace(layout, b"-p8:128:128-", b"-p8:128:128:128:48-");
    }
    if !says(text, b"p9") {
        layout.extend(b"-p9:192:256:256:32");
    }
}

/// Adds the address spaces of 32-bit and 64-bit pointers after the start of the layout: `e-m:X` and `-p:32:32`.
fn add_sized_pointers(layout: &mut Vec<u8>) {
    const SPACES: &[u8] = b"-p270:32:32-p271:32:32-p272:64:64";
    let (&[b'E' | b'e', b'-', b'm', b':', b'a'..=b'z', ref rest @ ..], false) = (&layout[..], contains(layout, SPACES))
    else {
        return;
    };
    let after = rest.strip_prefix(b"-p:32:32").filter(|rest| rest.starts_with(b"-")).unwrap_or(rest);
    if after.starts_with(b"-") {
        let at = layout.len() - after.len();
        layout.splice(at..at, SPACES.iter().copied());
    }
}

/// Adds the alignment of i128 after the specifications of mangling, pointers and integers, if all of these come first.
fn add_x86_i128(layout: &mut Vec<u8>) {
    let Some(rest) = layout.strip_prefix(b"e") else { return };
    if contains(layout, b"-i128:128") || !(rest.is_empty() || rest.starts_with(b"-")) {
        return;
    }
    let comes_first = |spec: &[u8]| matches!(spec.first(), Some(b'm' | b'p' | b'i'));
    let mut at = 1;
    let mut specs = rest.split(|&b| b == b'-').skip(1).peekable();
    while let Some(spec) = specs.next_if(|spec| comes_first(spec)) {
        at += 1 + spec.len();
    }
    if specs.all(|spec| !spec.is_empty() && !comes_first(spec)) {
        layout.splice(at..at, *b"-i128:128");
    }
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|w| w == part)
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    find(text, part).is_some()
}

/// Whether a specification starts with `spec`.
fn says(text: &[u8], spec: &[u8]) -> bool {
    text.starts_with(spec) || contains(text, &[b"-", spec].concat())
}

/// Replaces the first occurrence.
fn replace(layout: &mut Vec<u8>, old: &[u8], new: &[u8]) {
    if let Some(at) = find(layout, old) {
        layout.splice(at..at + old.len(), new.iter().copied());
    }
}

/// The architectures with layout changes.
#[derive(Clone, Copy, PartialEq)]
enum Arch {
    AArch64,
    AmdGcn,
    LoongArch64,
    Mips64,
    Ppc {
        bits64: bool,
    },
    R600,
    RiscV64,
    Sparc,
    /// SPIR, and SPIR-V with physical addressing.
    Spir,
    SystemZ,
    Wasm,
    X86 {
        bits64: bool,
    },
    Other,
}

const ARCHS: &[(&[&str], Arch)] = &[
    (&["aarch64", "aarch64_be", "aarch64_32", "arm64", "arm64_32", "arm64e", "arm64ec", "aarch64_lfi"], Arch::AArch64),
    (&["amdgcn"], Arch::AmdGcn),
    (&["loongarch64"], Arch::LoongArch64),
    (
        &[
            "mips64",
            "mips64eb",
            "mips64el",
            "mipsn32",
            "mipsn32el",
            "mipsisa64r6",
            "mipsisa64r6el",
            "mips64r6",
            "mips64r6el",
            "mipsn32r6",
            "mipsn32r6el",
        ],
        Arch::Mips64,
    ),
    (&["powerpc64", "powerpc64le", "ppc64", "ppc64le", "ppu"], Arch::Ppc { bits64: true }),
    (&["powerpc", "powerpcle", "powerpcspe", "ppc", "ppc32", "ppcle", "ppc32le"], Arch::Ppc { bits64: false }),
    (&["r600"], Arch::R600),
    (&["riscv64", "riscv64be"], Arch::RiscV64),
    (&["sparc", "sparcel", "sparcv9", "sparc64"], Arch::Sparc),
    (&["spir", "spir64"], Arch::Spir),
    (&["s390x", "systemz"], Arch::SystemZ),
    (&["wasm32", "wasm64"], Arch::Wasm),
    (&["i386", "i486", "i586", "i686", "i786", "i886", "i986"], Arch::X86 { bits64: false }),
    (&["x86_64", "x86_64h", "amd64"], Arch::X86 { bits64: true }),
];

/// Prefixes of the environments other than `msvc`, which is the default on Windows.
const OTHER_ENVIRONMENTS: &[&str] = &[
    "eabi",
    "gnu",
    "code16",
    "android",
    "musl",
    "itanium",
    "cygnus",
    "coreclr",
    "simulator",
    "macabi",
    "pixel",
    "vertex",
    "geometry",
    "hull",
    "domain",
    "compute",
    "library",
    "raygeneration",
    "intersection",
    "anyhit",
    "closesthit",
    "miss",
    "callable",
    "mesh",
    "amplification",
    "rootsignature",
    "opencl",
    "ohos",
    "pauthtest",
    "llvm",
    "mlibc",
    "mtia",
];

/// The parts of a target triple `arch-vendor-os-environment` that a layout depends on.
struct Triple<'a> {
    arch: Arch,
    os: &'a [u8],
    environment: &'a [u8],
}

impl<'a> Triple<'a> {
    fn new(version: IrVersion, text: &'a [u8]) -> Self {
        let mut parts = text.splitn(4, |&b| b == b'-');
        let arch = parts.next().unwrap_or_default();
        let known = ARCHS.iter().find(|(names, _)| names.iter().any(|name| name.as_bytes() == arch));
        let arch = match known {
            Some(&(_, arch)) => arch,
            None => match arch.strip_prefix(b"spirv32").or_else(|| arch.strip_prefix(b"spirv64")) {
                Some([] | [b'v', b'1', b'.', b'0'..=b'6']) => Arch::Spir,
                _ if arch.starts_with(b"arm64v") || arch.starts_with(b"aarch64v") => Arch::AArch64,
                _ if arch.starts_with(b"amdgpu") && version >= IrVersion::V23 => Arch::AmdGcn,
                _ => Arch::Other,
            },
        };
        let mut part = || parts.next().unwrap_or_default();
        let _vendor = part();
        Triple { arch, os: part(), environment: part() }
    }

    fn is_windows_msvc(&self) -> bool {
        let windows = self.os.starts_with(b"windows") || self.os.starts_with(b"win32");
        windows && !OTHER_ENVIRONMENTS.iter().any(|other| self.environment.starts_with(other.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use lindworm_ir::version::IrVersion;

    use super::upgrade;

    #[test]
    fn each_target() {
        for (triple, old, new) in [
            ("r600", "", "m:e-G1"),
            ("spir64-unknown-unknown", "e-i64:64", "e-i64:64-G1"),
            ("spirv64v1.2", "e-G1", "e-G1"),
            ("spirv", "e", "e"),
            ("riscv64", "e-m:e-p:64:64-i64:64-n64-S128", "e-m:e-p:64:64-i64:64-n32:64-S128"),
            ("amdgcn-amd-amdhsa", "", "m:e-G1-ni:7:8:9-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32"),
            ("amdgcn", "e-m:e-G1-p7:1:8-p8:128:128-p9:1:8-ni:7:8", "e-m:e-G1-p7:1:8-p8:128:128:128:48-p9:1:8-ni:7:8:9"),
            ("aarch64", "e-i64:64", "e-i64:64-Fn32"),
            (
                "powerpc64-ibm-aix",
                "E-m:a-i64:64-S128-v256:256:256",
                "E-m:a-i64:64-i128:128-f64:32:64-S128-v256:256:256",
            ),
            ("wasm32", "e-p:32:32-i64:64-n32:64", "e-p:32:32-i64:64-i128:128-n32:64"),
            ("mips64-linux", "E-m:m-i64:64", "E-m:m-i64:64"),
            (
                "x86_64-linux-gnu",
                "e-m:e-i64:64-f80:128-n8:16:32:64-S128",
                "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
            ),
            ("i386-pc-elfiamcu", "e-p:32:32-S32", "e-p:32:32-S32"),
            (
                "i686-pc-windows-msvc",
                "e-m:x-p:32:32-i64:64-f80:32-n8:16:32-a:0:32-S32",
                "e-m:x-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32-a:0:32-S32",
            ),
            ("sun4v", "e-i64:64", "e-i64:64"),
        ] {
            assert_eq!(upgrade(IrVersion::V22, old.as_bytes(), triple.as_bytes()), new.as_bytes(), "{triple} {old}");
        }
    }

    #[test]
    fn what_is_new_stays() {
        for (triple, old) in [("x86_64", "e-m:e-i64:64-f80:128"), ("aarch64", "e-m:o"), ("amdgcn", "")] {
            let once = upgrade(IrVersion::V22, old.as_bytes(), triple.as_bytes());
            assert_eq!(upgrade(IrVersion::V22, &once, triple.as_bytes()), once, "{triple}");
        }
    }

    #[test]
    fn of_versions() {
        let upgraded =
            |version, old: &str| String::from_utf8(upgrade(version, old.as_bytes(), b"s390x-linux")).unwrap();
        assert_eq!(upgraded(IrVersion::V22, "E-m:e"), "E-m:e");
        assert_eq!(upgraded(IrVersion::V23, "E-m:e"), "E-S64-m:e");
        assert_eq!(upgraded(IrVersion::V23, "E-S64-m:e"), "E-S64-m:e");
        assert_eq!(upgraded(IrVersion::V23, ""), "");
    }
}
