//! The kinds of undefined behaviour, with codes, descriptions and examples. Each submodule covers one area; its codes begin at
//! a multiple of one hundred.

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

/// A kind of undefined behaviour that the interpreter detects.
#[derive(Debug)]
pub struct Kind {
    /// A stable code, such as `UB0207`.
    pub code: &'static str,
    /// A short description, such as `access out of bounds`.
    pub title: &'static str,
    /// The violated rule, in one or two sentences.
    pub what: &'static str,
    /// The reason: a possible failure, or an assumption of LLVM.
    pub why: &'static str,
    /// The reference: a label of the Language Reference such as `i-load`, or a URL.
    pub section: &'static str,
    /// A module whose `main` has the undefined behaviour at the line that ends in `; UB`. If the offending value was made at
    /// another line, that line ends in `; origin`.
    pub bad: &'static str,
    /// The corrected module, whose `main` returns 0.
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

    /// The URL of the reference.
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

/// The tables of the submodules, in the order of their codes.
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

/// All kinds, in the order of their codes.
pub fn all() -> impl Iterator<Item = &'static Kind> {
    TABLES.iter().copied().flatten().copied()
}

/// Defines kinds: `UB0101 NAME "title" { what, why, section }`, and `TABLE` of all of them. The examples are in files of
/// `ub/examples`, named by code.
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
        /// The kinds of this module.
        pub static TABLE: &[&$crate::ub::Kind] = &[$(&$name),*];
    };
}
pub(crate) use kinds;
