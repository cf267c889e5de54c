//! Intrinsics, by family.

mod assume;
mod code_generator;
pub(crate) mod coroutine;
pub(crate) mod deoptimization;
mod environment;
mod exception;
mod garbage_collection;
mod general;
mod hardware_loop;
mod invariant;
mod lifetime;
mod masked;
mod matrix;
mod memory;
mod objective_c;
pub(crate) mod pointer_authentication;
pub(crate) mod preallocated;
pub(crate) mod refused;
pub(crate) mod trampoline;
pub(crate) mod type_metadata;
mod varargs;
mod vector;

use super::Builtin;

/// The tables of all intrinsics.
const TABLES: &[&[Builtin]] = &[
    assume::TABLE,
    code_generator::TABLE,
    coroutine::TABLE,
    deoptimization::TABLE,
    environment::TABLE,
    exception::TABLE,
    garbage_collection::TABLE,
    general::TABLE,
    hardware_loop::TABLE,
    invariant::TABLE,
    lifetime::TABLE,
    masked::TABLE,
    matrix::TABLE,
    memory::TABLE,
    objective_c::TABLE,
    pointer_authentication::TABLE,
    preallocated::TABLE,
    trampoline::TABLE,
    type_metadata::TABLE,
    varargs::TABLE,
    vector::TABLE,
];

/// The intrinsic with this base name, without the suffix of overloaded types.
pub(crate) fn intrinsic(name: &[u8]) -> Option<&'static Builtin> {
    use std::collections::HashMap;
    use std::sync::LazyLock;
    static INDEX: LazyLock<HashMap<&'static [u8], &'static Builtin>> =
        LazyLock::new(|| TABLES.iter().flat_map(|t| t.iter()).map(|b| (b.name.as_bytes(), b)).collect());
    INDEX.get(name).copied()
}

/// Intrinsics without a result that only inform a compiler, a collector or a profiler.
pub(crate) const NOTHING: &[&str] = &[
    "llvm.codeview.annotation",
    "llvm.dbg.assign",
    "llvm.dbg.declare",
    "llvm.dbg.label",
    "llvm.dbg.value",
    "llvm.donothing",
    "llvm.eh.unwind.init",
    "llvm.experimental.noalias.scope.decl",
    "llvm.experimental.stackmap",
    "llvm.fake.use",
    "llvm.gcroot",
    "llvm.instrprof.callsite",
    "llvm.instrprof.cover",
    "llvm.instrprof.increment",
    "llvm.instrprof.increment.step",
    "llvm.instrprof.mcdc.parameters",
    "llvm.instrprof.mcdc.tvbitmap.update",
    "llvm.instrprof.timestamp",
    "llvm.instrprof.value.profile",
    "llvm.objc.arc.annotation.bottomup.bbend",
    "llvm.objc.arc.annotation.bottomup.bbstart",
    "llvm.objc.arc.annotation.topdown.bbend",
    "llvm.objc.arc.annotation.topdown.bbstart",
    "llvm.objc.clang.arc.noop.use",
    "llvm.objc.clang.arc.use",
    "llvm.prefetch",
    "llvm.pseudoprobe",
    "llvm.reloc.none",
    "llvm.seh.scope.begin",
    "llvm.seh.scope.end",
    "llvm.seh.try.begin",
    "llvm.seh.try.end",
    "llvm.sideeffect",
    "llvm.var.annotation",
    "llvm.x86.sse2.pause",
    "llvm.xray.customevent",
    "llvm.xray.typedevent",
];
