//! Intrinsics, by family.

mod assume;
mod code_generator;
pub(crate) mod coroutine;
mod environment;
mod exception;
mod general;
mod invariant;
mod lifetime;
mod masked;
mod matrix;
mod memory;
pub(crate) mod preallocated;
pub(crate) mod trampoline;
mod varargs;
mod vector;

use super::Builtin;

/// The tables of all intrinsics.
const TABLES: &[&[Builtin]] = &[
    assume::TABLE,
    code_generator::TABLE,
    coroutine::TABLE,
    environment::TABLE,
    exception::TABLE,
    general::TABLE,
    invariant::TABLE,
    lifetime::TABLE,
    masked::TABLE,
    matrix::TABLE,
    memory::TABLE,
    preallocated::TABLE,
    trampoline::TABLE,
    varargs::TABLE,
    vector::TABLE,
];

/// The intrinsic of that name, which is without what overloads add.
pub(crate) fn intrinsic(name: &[u8]) -> Option<&'static Builtin> {
    use std::collections::HashMap;
    use std::sync::LazyLock;
    static INDEX: LazyLock<HashMap<&'static [u8], &'static Builtin>> =
        LazyLock::new(|| TABLES.iter().flat_map(|t| t.iter()).map(|b| (b.name.as_bytes(), b)).collect());
    INDEX.get(name).copied()
}

/// Intrinsics that say something to a compiler and do nothing.
pub(crate) const NOTHING: &[&str] = &[
    "llvm.dbg.assign",
    "llvm.dbg.declare",
    "llvm.dbg.label",
    "llvm.dbg.value",
    "llvm.donothing",
    "llvm.experimental.noalias.scope.decl",
    "llvm.fake.use",
    "llvm.pseudoprobe",
    "llvm.prefetch",
    "llvm.sideeffect",
    "llvm.var.annotation",
];
