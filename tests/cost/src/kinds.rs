//! The kinds of things that can be numerous, in tables by the part of a module that holds them.

use crate::counters::Cost;
use crate::paths::{self, Path};

mod api;
mod attributes;
mod constants;
mod debug_info;
mod editor;
mod errors;
mod exceptions;
mod functions;
mod inspect;
mod instructions;
mod metadata;
mod module;
mod old;
mod passes;
mod run;
mod summary;
mod types;

/// A kind of thing that can be numerous.
pub struct Kind {
    pub name: &'static str,
    /// The smaller of the two numbers.
    pub n: usize,
    what: What,
}

/// The input for a number of things, or the operation on them.
#[derive(Clone, Copy)]
enum What {
    /// A text that takes these paths.
    Text(fn(usize) -> String, &'static [&'static [Path]]),
    /// Another operation.
    Work(fn(usize) -> Cost),
}

/// The name of a path, and the cost of the path for a number of things.
pub type NamedCost = (&'static str, Box<dyn Fn(usize) -> Cost>);

pub fn all() -> impl Iterator<Item = &'static Kind> {
    let tables = [
        api::KINDS,
        attributes::KINDS,
        constants::KINDS,
        debug_info::KINDS,
        editor::KINDS,
        errors::KINDS,
        exceptions::KINDS,
        functions::KINDS,
        inspect::KINDS,
        instructions::KINDS,
        metadata::KINDS,
        module::KINDS,
        old::KINDS,
        passes::KINDS,
        run::KINDS,
        summary::KINDS,
        types::KINDS,
    ];
    tables.into_iter().flatten()
}

/// The start of each text: bitcode has a symbol table only with a data layout.
const TARGET: &str = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
    target triple = \"x86_64-unknown-linux-gnu\"\n";

const N: usize = 500;

/// The nesting depth of things in one line: the reader rejects more than 256 levels.
const DEEP: usize = 60;

/// The nesting depth of types that are printed repeatedly: short texts of up to 256 bytes are copied and longer texts are formatted, so
/// that the costs of both are not comparable. `api.rs` has deeper types.
const SHALLOW: usize = 15;

impl Kind {
    /// The paths of the kind.
    pub fn paths(&self) -> Vec<NamedCost> {
        match self.what {
            What::Work(cost) => vec![("work", Box::new(move |n| Cost { input: n, ..cost(n) }))],
            What::Text(text, paths) => {
                let path = |&(name, cost): &Path| -> NamedCost {
                    let cost = move |n| {
                        let text = TARGET.to_owned() + &text(n);
                        let cost = cost(text.as_bytes());
                        Cost { input: text.len() + cost.input, ..cost }
                    };
                    (name, Box::new(cost))
                };
                paths.iter().copied().flatten().map(path).collect()
            }
        }
    }

    /// The kind with another number, where `N` is too slow or too few.
    const fn of(self, n: usize) -> Kind {
        Kind { n, ..self }
    }
}

const fn text(name: &'static str, text: fn(usize) -> String, paths: &'static [&'static [Path]]) -> Kind {
    Kind { name, n: N, what: What::Text(text, paths) }
}

/// Things in a valid text.
const fn valid(name: &'static str, of: fn(usize) -> String) -> Kind {
    text(name, of, &[paths::READABLE, paths::VALID])
}

/// Things in a valid program that returns 0.
const fn run(name: &'static str, of: fn(usize) -> String) -> Kind {
    text(name, of, &[paths::READABLE, paths::VALID, paths::RUN])
}

/// Things in a text that the verifier rejects.
const fn invalid(name: &'static str, of: fn(usize) -> String) -> Kind {
    text(name, of, &[paths::READABLE])
}

/// Things in a text that the reader rejects.
const fn refused(name: &'static str, of: fn(usize) -> String) -> Kind {
    text(name, of, &[paths::REFUSED])
}

/// Things with an operation that measures its cost.
const fn work(name: &'static str, cost: fn(usize) -> Cost) -> Kind {
    Kind { name, n: N, what: What::Work(cost) }
}

/// The texts of `item` for 0 to `n`, concatenated.
fn each(n: usize, item: impl Fn(usize) -> String) -> String {
    (0..n).map(item).collect()
}

/// The texts of `item` for 0 to `n`, separated by commas.
fn list(n: usize, item: impl Fn(usize) -> String) -> String {
    (0..n).map(item).collect::<Vec<_>>().join(", ")
}

/// A function with these parameters and this body.
fn function(parameters: &str, body: &str) -> String {
    format!("define void @f({parameters}) {{\n{body}}}\n")
}
