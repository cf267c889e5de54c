//! The kinds of undefined behaviour: codes, words, reasons and examples, in files by what does it; each file's codes
//! begin at the next hundred.

pub mod arithmetic;
pub mod attribute;
pub mod call;
pub mod concurrency;
pub mod control;
pub mod intrinsic;
pub mod library;
pub mod memory;
pub mod metadata;
pub mod unwinding;

/// A kind of undefined behaviour that the machine catches.
#[derive(Debug)]
pub struct Kind {
    /// Such as `UB0207`. It stays the kind's for good.
    pub code: &'static str,
    /// What happened, in a few words, such as `access out of bounds`.
    pub title: &'static str,
    /// What a program must not do, in a sentence or two.
    pub what: &'static str,
    /// Why it is undefined: what may go wrong, or what LLVM takes for granted.
    pub why: &'static str,
    /// Where it is written: a label of the Language Reference such as `i-load`, or a whole address.
    pub section: &'static str,
    /// A module whose `main` does it, at the line that ends in `; UB`. Where the value that is to blame was made at
    /// another line, that one ends in `; origin`.
    pub bad: &'static str,
    /// Its twin, which does not, and whose `main` returns 0.
    pub good: &'static str,
}

impl Kind {
    /// The kind with this code.
    ///
    /// ```
    /// use lindworm_interp::ub::Kind;
    ///
    /// assert_eq!(Kind::with_code("UB0101").unwrap().title, "division by zero");
    /// assert!(Kind::with_code("UB9999").is_none());
    /// ```
    pub fn with_code(code: &str) -> Option<&'static Kind> {
        all().find(|k| k.code == code)
    }

    /// The address of the section where it is written.
    pub fn address(&self) -> String {
        match self.section.contains("://") {
            true => self.section.into(),
            false => format!("https://llvm.org/docs/LangRef.html#{}", self.section),
        }
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        self.code == other.code
    }
}

impl Eq for Kind {}

/// Every file's kinds, in the order of their codes.
static TABLES: &[&[&Kind]] = &[
    arithmetic::TABLE,
    memory::TABLE,
    control::TABLE,
    call::TABLE,
    attribute::TABLE,
    metadata::TABLE,
    intrinsic::TABLE,
    library::TABLE,
    concurrency::TABLE,
    unwinding::TABLE,
];

/// Every kind, in the order of their codes.
pub fn all() -> impl Iterator<Item = &'static Kind> {
    TABLES.iter().copied().flatten().copied()
}

/// Defines kinds: `UB0101 NAME "title" { what, why, section }`, and `TABLE` of them all. The examples of each are in
/// `ub/examples`, in files that are named for its code.
macro_rules! kinds {
    ($($code:ident $name:ident $title:literal {
        what: $what:literal,
        why: $why:literal,
        section: $section:literal $(,)?
    })*) => {
        $(
            #[doc = concat!("`", stringify!($code), "`: ", $title, ".")]
            pub static $name: $crate::ub::Kind = $crate::ub::Kind {
                code: stringify!($code),
                title: $title,
                what: $what,
                why: $why,
                section: $section,
                bad: include_str!(concat!("examples/", stringify!($code), ".bad.ll")),
                good: include_str!(concat!("examples/", stringify!($code), ".good.ll")),
            };
        )*
        /// The kinds of this file.
        pub static TABLE: &[&$crate::ub::Kind] = &[$(&$name),*];
    };
}
pub(crate) use kinds;
