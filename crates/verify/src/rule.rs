//! A rule: its code, its words, why it is, and what breaks and keeps it.

use lindworm_ir::version::IrVersion;

/// A rule of the language. All of them are in [`crate::rules`].
#[derive(Debug)]
pub struct Rule {
    /// Such as `LW0217`. It stays the rule's for good.
    pub code: &'static str,
    /// LLVM's words, where LLVM has any; `{}` stands for what differs from case to case.
    pub message: &'static str,
    /// What must hold, in a sentence or two.
    pub what: &'static str,
    /// Why it must.
    pub why: &'static str,
    /// The section of the documentation that says so: a label of the Language Reference such as `i_phi`, or a whole address.
    pub section: &'static str,
    /// What breaks this rule and no other.
    pub bad: Example,
    /// What keeps it.
    pub good: &'static str,
    /// Whether only debug information is broken: LLVM's tools drop all of a module's and go on.
    pub debug_info: bool,
    /// The first version of LLVM that has it; LLVM 22 for all that are not newer.
    pub since: IrVersion,
    /// The last version of LLVM that has it.
    pub until: IrVersion,
}

/// A module that breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// As text.
    Text(&'static str),
    /// No text can break the rule, as the reader refuses it already: what to do, in words, to [`Rule::good`] through the
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

    /// Whether it holds for modules of a version.
    pub fn is_of(&self, version: IrVersion) -> bool {
        self.since <= version && version <= self.until
    }

    /// The address of the section that says so.
    pub fn address(&self) -> String {
        match self.section.contains("://") {
            true => self.section.into(),
            false => format!("https://llvm.org/docs/LangRef.html#{}", self.section),
        }
    }

    /// The message with what differs from case to case put in.
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

/// Defines rules: `LW0450 NAME "message" { what, why, section, bad, good }`, and `TABLE` of them all. A rule whose name is
/// followed by `debug` is one of debug information alone; `since V23` or `until V22` behind the message names the first or last
/// version that has it; a bad example after `built` is one in words (see [`Example::Built`]).
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
        /// The rules of this file.
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
