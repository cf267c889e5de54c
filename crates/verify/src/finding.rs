//! The findings of the verifier.

use std::fmt;

use lindworm_ir::attributes::{Attribute, AttributeList, AttributeSet};
use lindworm_ir::module::Comdat;
use lindworm_ir::{Global, Inst, Metadata, Type, Value};

use crate::rule::Rule;

/// A violation of a rule.
#[derive(Clone, PartialEq)]
pub struct Finding {
    /// The violated rule.
    pub rule: &'static Rule,
    /// The message, the same as LLVM's if LLVM has the rule.
    pub message: Vec<u8>,
    /// The entities that LLVM prints after the message, in order.
    pub entities: Vec<Entity>,
    /// The location of the violation.
    pub place: Place,
}

/// The location of a finding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The global being checked.
    pub global: Option<Global>,
    /// The instruction being checked, in the function `global`.
    pub inst: Option<Inst>,
}

/// An entity that a finding is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Entity {
    /// Absent: LLVM would print a null entity here.
    Nothing,
    /// A value. An instruction is printed in full, other values with their type.
    Value {
        /// The function of the value, if it is local.
        function: Option<Global>,
        /// The value.
        value: Value,
    },
    /// Metadata.
    Metadata {
        /// The function, if the metadata is function-local.
        function: Option<Global>,
        /// The metadata.
        metadata: Metadata,
    },
    /// The named metadata at this index of [`lindworm_ir::Module::named_metadata`].
    NamedMetadata(usize),
    /// A debug record: the record number `index` before an instruction.
    #[allow(missing_docs)]
    DebugRecord { function: Global, inst: Inst, index: usize },
    /// A type.
    Type(Type),
    /// A comdat.
    Comdat(Comdat),
    /// The module itself.
    Module,
    /// An attribute.
    Attribute(Attribute),
    /// The attributes of a parameter, result or function.
    AttributeSet(AttributeSet),
    /// The attribute list of a function or call.
    AttributeList(AttributeList),
    /// Text, such as a number.
    Text(Vec<u8>),
}

impl Entity {
    /// A value that is not local to a function.
    pub fn of_module(value: impl Into<Value>) -> Entity {
        Entity::Value { function: None, value: value.into() }
    }
}

impl From<Global> for Entity {
    fn from(global: Global) -> Entity {
        Entity::of_module(global)
    }
}

impl From<Metadata> for Entity {
    fn from(metadata: Metadata) -> Entity {
        Entity::Metadata { function: None, metadata }
    }
}

impl From<Type> for Entity {
    fn from(ty: Type) -> Entity {
        Entity::Type(ty)
    }
}

impl<T: Into<Entity>> From<Option<T>> for Entity {
    fn from(entity: Option<T>) -> Entity {
        entity.map_or(Entity::Nothing, Into::into)
    }
}

/// The findings of the verifier, in LLVM's order.
#[derive(Clone, Default, PartialEq)]
#[must_use]
pub struct Report {
    /// All violations.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether there are no findings.
    pub fn is_ok(&self) -> bool {
        self.findings.is_empty()
    }

    /// Whether there are findings other than in debug information.
    pub fn is_broken(&self) -> bool {
        self.findings.iter().any(|f| !f.rule.debug_info)
    }

    /// Whether there are findings in debug information.
    pub fn has_broken_debug_info(&self) -> bool {
        self.findings.iter().any(|f| f.rule.debug_info)
    }
}

impl Report {
    /// Returns the report as an error if the module is [broken](Report::is_broken).
    pub fn into_result(self) -> Result<(), Report> {
        if self.is_broken() { Err(self) } else { Ok(()) }
    }
}

/// Prints the first finding, and the number of others.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.findings[..] {
            [] => f.write_str("no rule is broken"),
            [first] => first.fmt(f),
            [first, others @ ..] => write!(f, "{first} (and {} more)", others.len()),
        }
    }
}

/// Same as [`Display`](fmt::Display), so that a `main` that returns the error prints a readable message.
impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Report {}

impl std::error::Error for Finding {}

impl fmt::Display for Finding {
    /// `LW0450: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule.code, String::from_utf8_lossy(&self.message))
    }
}
