//! What cannot be compiled.

use std::borrow::Cow;
use std::fmt;

use lindworm_ir::{Global, Inst, Module};

/// The construct that is not supported.
#[derive(Debug)]
pub(crate) struct Refusal(Box<Cow<'static, str>>);

/// What a step of compilation gives.
pub(crate) type Result<T = ()> = std::result::Result<T, Refusal>;

impl From<&'static str> for Refusal {
    #[cold]
    fn from(what: &'static str) -> Refusal {
        Refusal(Box::new(Cow::Borrowed(what)))
    }
}

impl From<String> for Refusal {
    #[cold]
    fn from(what: String) -> Refusal {
        Refusal(Box::new(Cow::Owned(what)))
    }
}

impl Refusal {
    /// The same with its place.
    pub(crate) fn within(self, global: Option<Global>, inst: Option<Inst>) -> Unsupported {
        Unsupported { what: self.0.into_owned(), global, inst }
    }
}

/// A construct that is not supported, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The construct.
    pub what: String,
    /// The function or variable that has it; none where the module itself does.
    pub global: Option<Global>,
    /// The instruction.
    pub inst: Option<Inst>,
}

impl Unsupported {
    /// What it says, with the name of the function or variable: `@f: not supported: a vector`.
    pub fn message(&self, module: &Module) -> String {
        match self.global {
            Some(global) => {
                let name = String::from_utf8_lossy(&module.globals()[global].name);
                format!("@{name}: not supported: {}", self.what)
            }
            None => format!("not supported: {}", self.what),
        }
    }
}

/// Why a module has no object: everything in it that is not supported, in the order of the module, the first of each function.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct CompileError {
    /// Never empty.
    pub unsupported: Vec<Unsupported>,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.unsupported.first().map_or("", |u| &u.what);
        write!(f, "not supported: {first}")
    }
}
