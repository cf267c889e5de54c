//! What the verifier says of a module.

use std::fmt;

use lindworm_ir::attributes::{Attribute, AttributeList, AttributeSet};
use lindworm_ir::module::Comdat;
use lindworm_ir::{Global, Inst, Metadata, Type, Value};

use crate::rule::Rule;

/// One breach of a rule.
#[derive(Clone, PartialEq)]
pub struct Finding {
    /// Which rule is broken.
    pub rule: &'static Rule,
    /// How, in LLVM's words where it has words.
    pub message: Vec<u8>,
    /// What LLVM prints under the message, in order.
    pub entities: Vec<Entity>,
    /// Where the verifier was.
    pub place: Place,
}

/// Where the verifier was when it found something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The global that it looked at.
    pub global: Option<Global>,
    /// The instruction of that function.
    pub inst: Option<Inst>,
}

/// Something of a module that a finding is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Entity {
    /// Nothing: where LLVM would print something that is not there.
    Nothing,
    /// A value: an instruction is shown in full, any other with its type.
    Value {
        /// The function that it belongs to, if it is one's.
        function: Option<Global>,
        /// Which.
        value: Value,
    },
    /// A piece of metadata.
    Metadata {
        /// The function whose it is, if it is local to one.
        function: Option<Global>,
        /// Which.
        metadata: Metadata,
    },
    /// The named metadata at this place in [`lindworm_ir::Module::named_metadata`].
    NamedMetadata(usize),
    /// A debug record: that of this number before an instruction.
    #[allow(missing_docs)]
    DebugRecord { function: Global, inst: Inst, index: usize },
    /// A type.
    Type(Type),
    /// A comdat.
    Comdat(Comdat),
    /// The module itself.
    Module,
    /// One attribute.
    Attribute(Attribute),
    /// The attributes of one thing.
    AttributeSet(AttributeSet),
    /// The attributes of a function or call.
    AttributeList(AttributeList),
    /// A line of text, such as a number.
    Text(Vec<u8>),
}

impl Entity {
    /// A value that is not of a function.
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

/// What the verifier found, in LLVM's order.
#[derive(Clone, Default, PartialEq)]
#[must_use]
pub struct Report {
    /// Every breach of a rule.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether nothing is wrong at all.
    pub fn is_ok(&self) -> bool {
        self.findings.is_empty()
    }

    /// Whether more is wrong than debug information.
    pub fn is_broken(&self) -> bool {
        self.findings.iter().any(|f| !f.rule.debug_info)
    }

    /// Whether debug information is wrong.
    pub fn has_broken_debug_info(&self) -> bool {
        self.findings.iter().any(|f| f.rule.debug_info)
    }
}

impl Report {
    /// The report as an error if the module is [broken](Report::is_broken).
    pub fn into_result(self) -> Result<(), Report> {
        if self.is_broken() { Err(self) } else { Ok(()) }
    }
}

/// The first finding, and how many more there are.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.findings[..] {
            [] => f.write_str("no rule is broken"),
            [first] => first.fmt(f),
            [first, others @ ..] => write!(f, "{first} (and {} more)", others.len()),
        }
    }
}

/// As [`Display`](fmt::Display): a `main` that returns the error shows this.
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
