//! Rules: code, message, explanation and examples.

use lindworm_ir::version::IrVersion;

/// A rule of the language. All rules are in [`crate::rules`].
#[derive(Debug)]
pub struct Rule {
    /// A stable code, such as `LW0217`.
    pub code: &'static str,
    /// The message, the same as LLVM's if LLVM has the rule; `{}` is a placeholder.
    pub message: &'static str,
    /// The requirement, in one or two sentences.
    pub what: &'static str,
    /// The reason for the requirement.
    pub why: &'static str,
    /// The reference: a label of the Language Reference such as `i_phi`, or a URL.
    pub section: &'static str,
    /// An example that violates this rule and no other.
    pub bad: Example,
    /// A valid example.
    pub good: &'static str,
    /// Whether the rule is only about debug information. On a violation, LLVM's tools strip the debug information and continue.
    pub debug_info: bool,
    /// The first version of LLVM with the rule; LLVM 22 unless newer.
    pub since: IrVersion,
    /// The last version of LLVM with the rule.
    pub until: IrVersion,
}

/// A module that violates a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// As text.
    Text(&'static str),
    /// The violation cannot be written as text, since the reader rejects it. Describes how to change [`Rule::good`] through the
    /// library.
    Built(&'static str),
}

impl Rule {
    /// The rule with this code.
    ///
    /// ```
    /// assert!(lindworm_verify::Rule::with_code("LW0450").is_some());
    /// assert!(lindworm_verify::Rule::with_code("LW9999").is_none());
    /// ```
    pub fn with_code(code: &str) -> Option<&'static Rule> {
        crate::rules::all().find(|r| r.code == code)
    }

    /// Whether the rule applies to modules of a version.
    pub fn is_of(&self, version: IrVersion) -> bool {
        self.since <= version && version <= self.until
    }

    /// The URL of the reference.
    pub fn address(&self) -> String {
        match self.section.contains("://") {
            true => self.section.into(),
            false => format!("https://llvm.org/docs/LangRef.html#{}", self.section),
        }
    }

    /// The message with the placeholders replaced.
    pub(crate) fn words(&self, parts: &[&[u8]]) -> Vec<u8> {
        let mut pieces = self.message.split("{}");
        let mut out = pieces.next().unwrap_or_default().as_bytes().to_vec();
        for (i, piece) in pieces.enumerate() {
            out.extend_from_slice(parts.get(i).copied().unwrap_or_default());
            out.extend_from_slice(piece.as_bytes());
        }
        out
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}

/// Defines rules: `LW0450 NAME "message" { what, why, section, bad, good }`, and `TABLE` of all of them. `debug` after the name
/// marks a rule on debug information; `since V23` or `until V22` after the message gives the first or last version with the
/// rule; `built` before a bad example marks a description (see [`Example::Built`]).
macro_rules! rules {
    ($($code:ident $name:ident $($debug:ident)? $message:literal $(since $since:ident)? $(until $until:ident)? {
        what: $what:literal,
        why: $why:literal,
        section: $section:literal,
        bad: $($built:ident)? $bad:literal,
        good: $good:literal $(,)?
    })*) => {
        $(
            #[doc = concat!("`` ", $message, " ``")]
            pub static $name: $crate::rule::Rule = $crate::rule::Rule {
                code: stringify!($code),
                message: $message,
                what: $what,
                why: $why,
                section: $section,
                bad: rules!(@example $($built)? $bad),
                good: $good,
                debug_info: rules!(@debug $($debug)?),
                since: rules!(@version V22 $($since)?),
                until: rules!(@version NEWEST $($until)?),
            };
        )*
        /// The rules of this module.
        pub static TABLE: &[&$crate::rule::Rule] = &[$(&$name),*];
    };
    (@example $bad:literal) => { $crate::rule::Example::Text($bad) };
    (@example built $bad:literal) => { $crate::rule::Example::Built($bad) };
    (@version $default:ident) => { lindworm_ir::version::IrVersion::$default };
    (@version $default:ident $version:ident) => { lindworm_ir::version::IrVersion::$version };
    (@debug) => { false };
    (@debug debug) => { true };
}
pub(crate) use rules;
