//! Errors of compilation.

use std::borrow::Cow;
use std::fmt;

use lindworm_ir::{Global, Inst, Module};

/// An unsupported construct.
#[derive(Debug)]
pub(crate) struct Refusal(Box<Cow<'static, str>>);

/// The result of a step of compilation.
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
    /// Adds the place of the construct.
    pub(crate) fn within(self, global: Option<Global>, inst: Option<Inst>) -> Unsupported {
        Unsupported { what: self.0.into_owned(), global, inst }
    }
}

/// An unsupported construct and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The construct.
    pub what: String,
    /// The function or variable with the construct; `None` for the module itself.
    pub global: Option<Global>,
    /// The instruction.
    pub inst: Option<Inst>,
}

impl Unsupported {
    /// The message, with the name of the function or variable: `@f: not supported: a vector`.
    pub fn message(&self, module: &Module) -> String {
        match self.global {
            Some(global) => {
                let name = String::from_utf8_lossy(module.globals()[global].name());
                format!("@{name}: not supported: {}", self.what)
            }
            None => format!("not supported: {}", self.what),
        }
    }
}

/// Why a module cannot be compiled: every unsupported construct, in module order, at most one for each function.
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
