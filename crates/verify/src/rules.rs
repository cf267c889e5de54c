//! All rules, grouped by subject. The head of each submodule states its range of codes.

pub mod attachments;
pub mod attributes;
pub mod blocks;
pub mod bundles;
pub mod calls;
pub mod convergence;
pub mod debug_info;
pub mod debug_records;
pub mod debug_scopes;
pub mod debug_types;
pub mod exceptions;
pub mod functions;
pub mod globals;
pub mod instructions;
pub mod intrinsics;
pub mod metadata;
pub mod module_flags;
pub mod statepoints;
pub mod tail_calls;
pub mod target_intrinsics;
pub mod tbaa;
pub mod unwinding;
pub mod vector_intrinsics;

use crate::rule::Rule;

/// The tables of the submodules, in the order of their codes.
static TABLES: &[&[&Rule]] = &[
    globals::TABLE,
    module_flags::TABLE,
    attributes::TABLE,
    functions::TABLE,
    blocks::TABLE,
    instructions::TABLE,
    calls::TABLE,
    bundles::TABLE,
    tail_calls::TABLE,
    exceptions::TABLE,
    unwinding::TABLE,
    intrinsics::TABLE,
    vector_intrinsics::TABLE,
    target_intrinsics::TABLE,
    statepoints::TABLE,
    convergence::TABLE,
    attachments::TABLE,
    tbaa::TABLE,
    metadata::TABLE,
    debug_info::TABLE,
    debug_types::TABLE,
    debug_scopes::TABLE,
    debug_records::TABLE,
];

/// All rules, in the order of their codes.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    TABLES.iter().copied().flatten().copied()
}
