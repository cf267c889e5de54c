//! The kinds of things that there can be many of, in tables by what holds them.

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

/// A kind of thing that there can be many of.
pub struct Kind {
    pub name: &'static str,
    /// The smaller of the two numbers of things.
    pub n: usize,
    what: What,
}

/// What is done with how many things.
#[derive(Clone, Copy)]
enum What {
    /// The text that holds them takes these paths.
    Text(fn(usize) -> String, &'static [&'static [Path]]),
    /// Something of its own.
    Work(fn(usize) -> Cost),
}

/// The name of a path, and what it costs for a number of things.
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

/// What each text begins with: only with a data layout there is a symbol table in bitcode.
const TARGET: &str = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
    target triple = \"x86_64-unknown-linux-gnu\"\n";

const N: usize = 500;

/// How deep things in one line are nested: the reader refuses more than 256.
const DEEP: usize = 60;

/// The same for types whose text is printed again and again: it is copied up to 256 bytes, and put together beyond, so that the steps of
/// one cannot be compared with those of the other. `api.rs` has types that are deeper.
const SHALLOW: usize = 15;

impl Kind {
    /// The paths that the kind takes.
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

    /// The same kind with fewer or more things, where `N` would be too slow or too few.
    const fn of(self, n: usize) -> Kind {
        Kind { n, ..self }
    }
}

const fn text(name: &'static str, text: fn(usize) -> String, paths: &'static [&'static [Path]]) -> Kind {
    Kind { name, n: N, what: What::Text(text, paths) }
}

/// Things in a text that is valid.
const fn valid(name: &'static str, of: fn(usize) -> String) -> Kind {
    text(name, of, &[paths::READABLE, paths::VALID])
}

/// Things in a program that is valid and gives 0.
const fn run(name: &'static str, of: fn(usize) -> String) -> Kind {
    text(name, of, &[paths::READABLE, paths::VALID, paths::RUN])
}

/// Things in a text that the verifier finds fault with.
const fn invalid(name: &'static str, of: fn(usize) -> String) -> Kind {
    text(name, of, &[paths::READABLE])
}

/// Things in a text that the reader refuses.
const fn refused(name: &'static str, of: fn(usize) -> String) -> Kind {
    text(name, of, &[paths::REFUSED])
}

/// Things that something else is done with, which counts what it costs.
const fn work(name: &'static str, cost: fn(usize) -> Cost) -> Kind {
    Kind { name, n: N, what: What::Work(cost) }
}

/// What `item` gives for 0 to `n`, one after the other.
fn each(n: usize, item: impl Fn(usize) -> String) -> String {
    (0..n).map(item).collect()
}

/// The same, with commas between.
fn list(n: usize, item: impl Fn(usize) -> String) -> String {
    (0..n).map(item).collect::<Vec<_>>().join(", ")
}

/// A function with these parameters and this body.
fn function(parameters: &str, body: &str) -> String {
    format!("define void @f({parameters}) {{\n{body}}}\n")
}
