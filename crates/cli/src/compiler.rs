//! `lindworm run` of source code: compiles the source to IR with an installed compiler.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[cfg(unix)]
use crate::signals;
use crate::streams::tell;

/// A language that compilers make IR of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    C,
    Cxx,
    Rust,
}

/// The endings of files of source code.
const ENDINGS: &[(&str, Language)] = &[
    ("c", Language::C),
    ("cc", Language::Cxx),
    ("cp", Language::Cxx),
    ("cpp", Language::Cxx),
    ("cxx", Language::Cxx),
    ("c++", Language::Cxx),
    ("C", Language::Cxx),
    ("rs", Language::Rust),
];

/// The versions of clang whose names are looked for, if there is no `clang`: those whose IR can be read.
const CLANG_VERSIONS: std::ops::RangeInclusive<u32> = 11..=23;

impl Language {
    /// The language of a file, as its name ends.
    pub fn of(file: &Path) -> Option<Language> {
        let ending = file.extension()?.to_str()?;
        ENDINGS.iter().find(|known| known.0 == ending).map(|known| known.1)
    }

    fn name(self) -> &'static str {
        match self {
            Language::C => "C",
            Language::Cxx => "C++",
            Language::Rust => "Rust",
        }
    }

    /// What compilers of it are called; the best ones come first.
    fn compilers(self) -> Vec<String> {
        let clang = match self {
            Language::Rust => return vec!["rustc".into()],
            Language::C => "clang",
            Language::Cxx => "clang++",
        };
        let versions = CLANG_VERSIONS.rev().map(|version| format!("{clang}-{version}"));
        std::iter::once(clang.to_owned()).chain(versions).collect()
    }

    /// Options that those of `--cc` override. Without optimization, as a compiler that optimizes assumes that there is no undefined
    /// behaviour.
    fn defaults(self) -> &'static [&'static str] {
        match self {
            Language::C | Language::Cxx => &["-O0", "-g"],
            Language::Rust => &["--edition=2021", "-g"],
        }
    }

    /// What is asked of the compiler; of Rust with the standard library, so that it is checked too.
    fn arguments(self, source: &Path, ir: &Path) -> Vec<OsString> {
        let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        match self {
            Language::C | Language::Cxx => {
                [words(&["-S", "-emit-llvm", "-o"]), vec![ir.into(), source.into()]].concat()
            }
            Language::Rust => {
                let mut emit = OsString::from("--emit=llvm-ir=");
                emit.push(ir);
                emit.push(",link=");
                emit.push(ir.with_extension("out"));
                [words(&["-Clto=fat", "-Ccodegen-units=1"]), vec![emit, source.into()]].concat()
            }
        }
    }
}

/// IR that was made of source code; it is gone when this is dropped.
pub struct Compiled {
    pub ir: PathBuf,
    _directory: tempfile::TempDir,
}

/// Has a compiler make IR of a file, and says on the standard error what is run. `compiler` is the command to use, if the user has
/// named one: a program, and arguments for it.
pub fn compile(language: Language, source: &Path, compiler: Option<&str>) -> io::Result<Compiled> {
    // A missing file is reported here: the message of the compiler would be misleading.
    std::fs::File::open(source).map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", source.display())))?;
    let directory = tempfile::Builder::new().prefix("lindworm-").tempdir()?;
    let ir = directory.path().join(source.file_stem().unwrap_or(OsStr::new("program"))).with_extension("ll");
    let arguments = language.arguments(source, &ir);
    let candidates: Vec<Vec<String>> = match compiler {
        Some(command) if Path::new(command).is_file() => vec![vec![command.into()]],
        Some(command) => vec![command.split_whitespace().map(str::to_owned).collect()],
        None => language.compilers().into_iter().map(|name| vec![name]).collect(),
    };
    for command in candidates {
        let Some((program, first)) = command.split_first() else { continue };
        // rustc accepts only one edition option.
        let is_given =
            |default: &str| default.starts_with("--edition") && first.iter().any(|o| o.starts_with("--edition"));
        let defaults = language.defaults().iter().filter(|default| !is_given(default)).map(OsString::from);
        let all = defaults.chain(first.iter().map(OsString::from)).chain(arguments.iter().cloned());
        let mut process = Command::new(program);
        // The output of the compiler is not output of the program.
        process.args(all).stdin(Stdio::null()).stdout(Stdio::null());
        let mut child = match process.spawn() {
            Ok(child) => child,
            Err(e) if e.kind() == io::ErrorKind::NotFound && compiler.is_none() => continue,
            Err(e) => return Err(io::Error::new(e.kind(), format!("{program}: {e}"))),
        };
        tell(format!("lindworm: running {}\n", shown(&process)));
        let _ = io::stderr().flush();
        #[cfg(unix)]
        let status = signals::ignoring_interrupts(|| child.wait())?;
        #[cfg(not(unix))]
        let status = child.wait()?;
        if !status.success() {
            return Err(io::Error::other(format!("{program} could not compile {} ({status})", source.display())));
        }
        if !ir.is_file() {
            return Err(io::Error::other(format!("{program} gave no IR of {}", source.display())));
        }
        return Ok(Compiled { ir, _directory: directory });
    }
    let name = language.compilers().swap_remove(0);
    Err(io::Error::other(format!(
        "{} is source code in {}, and there is no {name} to compile it: install one, name one with --cc, or give the IR of it",
        source.display(),
        language.name()
    )))
}

/// What files begin with that people take for IR.
const BEGINNINGS: &[(&[u8], &str)] = &[
    (b"\x7fELF", "an ELF file, which has machine code"),
    (b"\xcf\xfa\xed\xfe", "a Mach-O file, which has machine code"),
    (b"\xca\xfe\xba\xbe", "a Mach-O file, which has machine code"),
    (b"MZ", "a program of Windows, which has machine code"),
    (b"\0asm", "a WebAssembly module"),
    (b"#include", "source code in C or C++"),
    (b"#define", "source code in C or C++"),
    (b"/*", "source code"),
    (b"//", "source code"),
];

/// What a file is that is no IR, if that can be told.
pub fn no_ir(path: &Path, bytes: &[u8]) -> Option<String> {
    let bytes = bytes.trim_ascii_start();
    let begins = BEGINNINGS.iter().find(|(beginning, _)| bytes.starts_with(beginning));
    let what = match (Language::of(path), begins) {
        (Some(language), None) => format!("source code in {}", language.name()),
        (_, Some((_, what))) => (*what).to_owned(),
        (None, None) => return None,
    };
    Some(format!(
        "{}: this is {what}, and no LLVM IR: `clang -S -emit-llvm FILE.c` makes IR of source code",
        path.display()
    ))
}

/// A command as it could be typed.
fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let word = |word: &OsStr| {
        let word = word.to_string_lossy();
        let plain = |c: char| c.is_alphanumeric() || "-_=+./,:@%".contains(c);
        if word.chars().all(plain) && !word.is_empty() {
            word.into_owned()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    words.map(word).collect::<Vec<_>>().join(" ")
}
