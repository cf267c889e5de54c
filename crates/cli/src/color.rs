//! Determines whether output is colored.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU8, Ordering};

use clap::ValueEnum;

/// When text is colored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set or TERM is `dumb`; and where CLICOLOR_FORCE is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

static WHEN: AtomicU8 = AtomicU8::new(When::Auto as u8);

/// Sets what `--color` asks for.
pub fn set(when: When) {
    WHEN.store(when as u8, Ordering::Relaxed);
}

/// Whether what is written to a stream is colored.
pub fn is_on(stream: &impl IsTerminal) -> bool {
    let when = WHEN.load(Ordering::Relaxed);
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    match when {
        _ if when == When::Always as u8 => true,
        _ if when == When::Never as u8 || variable("NO_COLOR").is_some() => false,
        _ if variable("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
        _ => stream.is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
    }
}
