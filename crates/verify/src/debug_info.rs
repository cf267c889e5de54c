//! Debug information: nodes, records, locations.

mod assignments;
mod links;
mod locations;
mod nodes;
mod records;
mod units;

use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::hash::HashMap;
use lindworm_ir::{Global, Metadata};

use crate::check::{Checked, Checker, FunctionCheck, check};
use crate::finding::Entity;
use crate::metadata::{self, Locations};

pub(crate) use assignments::Assignments;
pub(crate) use links::Links;
pub(crate) use locations::check_function_locations;
pub(crate) use nodes::{check_node, is_plain_location};
pub(crate) use records::check_records;
pub(crate) use units::{check_compile_units, has_unlisted_unit};

/// The rules on nodes and on what they are attached to.
mod rules {
    pub use crate::rules::debug_info::*;
    pub use crate::rules::debug_scopes::*;
    pub use crate::rules::debug_types::*;
}

/// `DIFlagAllCallsDescribed`.
const FLAG_ALL_CALLS_DESCRIBED: u32 = 1 << 29;

/// State of a walk.
#[derive(Default)]
pub(crate) struct Remembered {
    /// The function to which each subprogram is attached.
    attached: HashMap<Metadata, Global>,
    /// The visited compile units.
    units: Vec<Metadata>,
    /// The variable of each argument of the current function, indexed by the argument number minus one.
    arguments: Vec<Option<Metadata>>,
}

impl Remembered {
    /// Merges the state of a walk over other functions. Returns false if they conflict.
    pub fn absorb(&mut self, other: Remembered) -> bool {
        if self.attached.is_empty() {
            self.attached = other.attached;
            return true;
        }
        other.attached.into_iter().all(|(subprogram, function)| self.attached.insert(subprogram, function).is_none())
    }
}

/// State of the checks of one function.
#[derive(Default)]
pub(crate) struct State {
    /// The function's subprogram.
    subprogram: Option<Metadata>,
    /// Whether a variable of an argument was encountered.
    has_arguments: bool,
}

/// Checks the `!dbg` attachments of a variable.
pub(crate) fn check_variable_attachments(c: &mut Checker, id: Global) -> Checked {
    let Some(global) = c.view.global(id) else { return Ok(()) };
    for &(_, node) in global.metadata.iter().filter(|(kind, _)| *kind == MetadataKind::DBG) {
        match nodes::Node::new(c.view, node).filter(|n| n.kind() == NodeKind::DIGlobalVariableExpression) {
            Some(expression) => drop(nodes::global_variable_expression(c, expression)),
            None => return c.fail(&rules::VARIABLE_ATTACHMENT, &[]),
        }
    }
    Ok(())
}

/// Checks the attachments of a function with a body.
pub(crate) fn check_function_attachments(f: &mut FunctionCheck) -> Checked {
    let (mut subprograms, mut profiles, mut kcfi_types) = (0, 0, 0);
    for &(kind, node) in &f.global.metadata {
        let mut locations = Locations::Forbidden;
        match kind {
            MetadataKind::DBG => {
                subprograms += 1;
                check!(f, subprograms == 1, rules::SECOND_SUBPROGRAM, f.id, node);
                check_subprogram_attachment(f, node)?;
                locations = Locations::Allowed;
            }
            MetadataKind::PROF => {
                profiles += 1;
                check!(f, profiles == 1, rules::SECOND_PROFILE, f.id, node);
            }
            MetadataKind::KCFI_TYPE => {
                kcfi_types += 1;
                check!(f, kcfi_types == 1, rules::SECOND_KCFI_TYPE, f.id, node);
            }
            _ => {}
        }
        let _ = metadata::check_node(f, node, locations);
    }
    Ok(())
}

fn check_subprogram_attachment(f: &mut FunctionCheck, node: Metadata) -> Checked {
    let subprogram = f.view.node_of_kind(node, NodeKind::DISubprogram);
    check!(f, subprogram.is_some(), rules::FUNCTION_ATTACHMENT, f.id, node);
    check!(f, subprogram.is_some_and(|s| s.distinct), rules::SHARED_SUBPROGRAM, f.id);
    let id = f.id;
    let function = *f.debug_info.attached.entry(node).or_insert(id);
    check!(f, function == id, rules::SUBPROGRAM_OF_TWO, node, Entity::from(id));
    Ok(())
}
