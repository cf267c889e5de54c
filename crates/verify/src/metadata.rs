//! Metadata: traversal of nodes, and rules on operands of any node.

use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::hash::HashSet;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Inst, Metadata, Type};

use crate::check::{Checked, Checker, FunctionCheck, Mode, ModuleView, check};
use crate::debug_info;
use crate::finding::Entity;
use crate::rules::debug_info::{LOCATION_NOT_ALLOWED, NO_COMPILE_UNIT, UNKNOWN_DEBUG_LIST};
use crate::rules::metadata as rules;

/// The name of a loop property with an integer operand.
const TRIP_COUNT: &[u8] = b"llvm.loop.estimated_trip_count";

/// State of a walk.
#[derive(Default)]
pub(crate) struct Remembered {
    /// The visited nodes, by number.
    seen: Vec<bool>,
    /// The visited operands of instructions that are not nodes, with the function.
    seen_operands: HashSet<(u32, Metadata)>,
}

/// Whether a node and its operands may be or contain a `DILocation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Locations {
    Forbidden,
    Allowed,
}

/// The operands of a tuple; empty for other nodes, which are never requested.
pub(crate) fn operands<'m>(view: &ModuleView<'m>, m: Metadata) -> &'m [u32] {
    view.tuple(m).unwrap_or_default()
}

/// The operand of that number.
pub(crate) fn operand(operands: &[u32], index: usize) -> Option<Metadata> {
    Metadata::from_word(*operands.get(index)?)
}

/// Whether any node of the module is, or may be, invalid. Checks each node by itself, in memory order.
pub(crate) fn are_nodes_suspicious(view: &ModuleView) -> bool {
    let mut checker = Checker::new(view, Mode::Detect);
    let store = view.module.metadata();
    let mut good_scope = None;
    for number in 0..store.node_count() as u32 {
        let node = store.node(number);
        // Most nodes are locations.
        if node.kind == NodeKind::DILocation && debug_info::is_plain_location(view, node, &mut good_scope) {
            continue;
        }
        let _ = check_single(&mut checker, number);
        if checker.broken {
            return true;
        }
    }
    false
}

/// Checks a node and its operands without recursion; locations are assumed to be allowed.
fn check_single(checker: &mut Checker, node: u32) -> Checked {
    debug_info::check_node(checker, node)?;
    let mut result = Ok(());
    let whole = checker.module.metadata().node(node);
    whole.for_each_ref(|operand| match operand.open() {
        MetadataRef::Node(_) | MetadataRef::String(_) => {}
        _ => result = result.and(check_node_operand(checker, node, operand, Locations::Allowed)),
    });
    result?;
    if whole.kind == NodeKind::Tuple { check_trip_count(checker, node) } else { Ok(()) }
}

/// Checks an attached node, and recursively all nodes that it refers to and that were not visited yet.
pub(crate) fn check_node(checker: &mut Checker, node: Metadata, locations: Locations) -> Checked {
    let Some(number) = node.as_node().filter(|&n| (n as usize) < checker.module.metadata().node_count()) else {
        return checker.fail(&rules::NO_NODE, &[]);
    };
    match checker.mode {
        Mode::Detect => {
            let fits = locations == Locations::Allowed || !checker.view.links().leads_to_location(number);
            check!(checker, fits, LOCATION_NOT_ALLOWED, node);
        }
        Mode::Exact => walk(checker, number, locations),
    }
    Ok(())
}

/// A node being visited, with the position of its next operand.
struct Step {
    node: u32,
    next: usize,
    end: usize,
}

/// Visits a node, then its operands in order, each node once. Uses an explicit stack, since the nesting depth is unlimited.
fn walk(checker: &mut Checker, root: u32, locations: Locations) {
    let mut operands = Vec::new();
    let mut steps = Vec::new();
    enter(checker, root, &mut operands, &mut steps);
    while let Some(step) = steps.last_mut() {
        let node = step.node;
        let Some(&operand) = operands.get(step.next).filter(|_| step.next < step.end) else {
            let _ = check_trip_count(checker, node);
            leave(&mut operands, &mut steps);
            continue;
        };
        step.next += 1;
        if check_node_operand(checker, node, operand, locations).is_err() {
            leave(&mut operands, &mut steps);
        } else if let Some(next) = operand.as_node() {
            enter(checker, next, &mut operands, &mut steps);
        }
    }
}

fn enter(checker: &mut Checker, node: u32, operands: &mut Vec<Metadata>, steps: &mut Vec<Step>) {
    let seen = &mut checker.metadata.seen;
    seen.resize(checker.module.metadata().node_count(), false);
    if seen.get_mut(node as usize).is_none_or(|seen| std::mem::replace(seen, true)) {
        return;
    }
    let _ = debug_info::check_node(checker, node);
    let next = operands.len();
    checker.module.metadata().node(node).for_each_ref(|m| operands.push(m));
    steps.push(Step { node, next, end: operands.len() });
}

fn leave(operands: &mut Vec<Metadata>, steps: &mut Vec<Step>) {
    steps.pop();
    operands.truncate(steps.last().map_or(0, |s| s.end));
}

/// Checks an operand of a node. A violation within a constant does not stop the checks of the other operands; other
/// violations do.
fn check_node_operand(checker: &mut Checker, node: u32, operand: Metadata, locations: Locations) -> Checked {
    let whole = Metadata::new(MetadataRef::Node(node));
    match operand.open() {
        MetadataRef::Node(n) => {
            check!(checker, (n as usize) < checker.module.metadata().node_count(), rules::NO_NODE, whole);
            let is_location = checker.view.node_of_kind(operand, NodeKind::DILocation).is_some();
            check!(checker, locations == Locations::Allowed || !is_location, LOCATION_NOT_ALLOWED, whole, operand);
        }
        MetadataRef::String(_) | MetadataRef::ArgList(_) => {}
        MetadataRef::Value(_) => {
            let _ = check_constant(checker, operand);
        }
        MetadataRef::Local(_) => check!(checker, false, rules::LOCAL_IN_NODE, whole),
        MetadataRef::Slot(_) | MetadataRef::Pending(_) => check!(checker, false, rules::FORWARD_DECLARATION, whole),
    }
    Ok(())
}

/// Checks a constant as metadata.
fn check_constant(checker: &mut Checker, metadata: Metadata) -> Checked {
    let value = checker.view.constant(metadata);
    let is_there = value.is_some_and(|v| v.as_global().is_some() || checker.module.constants().node(v).is_some());
    let is_metadata = value.is_some_and(|v| v.as_metadata().is_some());
    check!(checker, is_there || is_metadata, rules::NO_VALUE);
    let entity = value.map(Entity::of_module);
    check!(checker, !is_metadata, rules::ROUND_TRIP, metadata, entity.unwrap_or(Entity::Nothing));
    Ok(())
}

/// Checks `!{!"llvm.loop.estimated_trip_count", ...}`.
fn check_trip_count(checker: &mut Checker, node: u32) -> Checked {
    let whole = Metadata::new(MetadataRef::Node(node));
    let view = checker.view;
    let Some(words @ [first, ..]) = view.tuple(whole) else { return Ok(()) };
    if Metadata::from_word(*first).and_then(|m| view.string(m)) != Some(TRIP_COUNT) {
        return Ok(());
    }
    check!(checker, words.len() == 2, rules::TRIP_COUNT_OPERANDS, whole);
    let count = words.get(1).and_then(|&w| view.constant(Metadata::from_word(w)?));
    let is_int =
        count.is_some_and(|v| view.cx.int_width(view.module.value_type(None, v)).is_some_and(|bits| bits <= 32));
    check!(checker, is_int, rules::TRIP_COUNT_TYPE, whole);
    Ok(())
}

/// Checks metadata that is an operand of an instruction.
pub(crate) fn check_operand(f: &mut FunctionCheck, metadata: Metadata) -> Checked {
    if metadata.as_node().is_some() {
        return check_node(f, metadata, Locations::Forbidden);
    }
    // A violation must be reported once.
    let key = (f.id.as_u32(), metadata);
    if f.mode == Mode::Exact && !f.metadata.seen_operands.insert(key) {
        return Ok(());
    }
    match metadata.open() {
        MetadataRef::ArgList(_) => check_arg_list(f, metadata),
        _ => check_value(f, metadata),
    }
}

/// Checks each value of `!DIArgList(...)`.
pub(crate) fn check_arg_list(f: &mut FunctionCheck, list: Metadata) -> Checked {
    let MetadataRef::ArgList(list) = list.open() else { return Ok(()) };
    let body = f.body;
    let Some(values) = body.arg_lists().get(list as usize) else { return f.fail(&rules::NO_VALUE, &[]) };
    for &value in values {
        let _ = check_value(f, value);
    }
    Ok(())
}

/// Checks a value as metadata in a function.
pub(crate) fn check_value(f: &mut FunctionCheck, metadata: Metadata) -> Checked {
    let MetadataRef::Local(local) = metadata.open() else {
        return match metadata.open() {
            MetadataRef::Value(_) => check_constant(f, metadata),
            _ => Ok(()),
        };
    };
    let Some(&value) = f.body.local_metadata().get(local as usize) else { return f.fail(&rules::NO_VALUE, &[]) };
    let entity = f.local_metadata(metadata);
    check!(f, value.as_metadata().is_none(), rules::ROUND_TRIP, entity, f.value(value));
    let is_here = match value.kind() {
        ValueKind::Inst(inst) => {
            let is_placed = f.body_inst(inst).is_some() && f.body.inst_block(inst).is_some();
            check!(f, is_placed, rules::LOCAL_NOT_IN_BLOCK);
            true
        }
        ValueKind::Block(block) => (block.as_u32() as usize) < f.body.block_count(),
        ValueKind::Arg(n) => f.body.args().get(n as usize).is_some(),
        _ => true,
    };
    check!(f, is_here, rules::LOCAL_OF_OTHER_FUNCTION);
    Ok(())
}

/// The type of a value as metadata.
pub(crate) fn value_type(f: &FunctionCheck, metadata: Metadata) -> Option<Type> {
    match metadata.open() {
        MetadataRef::Local(n) => {
            let value = *f.body.local_metadata().get(n as usize)?;
            let is_there = value.as_inst().is_none_or(|i: Inst| f.body_inst(i).is_some());
            is_there.then(|| f.ty(value))
        }
        _ => f.view.constant(metadata).map(|v| f.ty(v)),
    }
}

/// Checks the named metadata of a module.
pub(crate) fn check_named(checker: &mut Checker) {
    for at in 0..checker.module.named_metadata().len() {
        let _ = check_list(checker, at);
    }
}

fn check_list(checker: &mut Checker, at: usize) -> Checked {
    let list = &checker.module.named_metadata()[at];
    let is_units = *list.name == *b"llvm.dbg.cu";
    check!(checker, is_units || !list.name.starts_with(b"llvm.dbg."), UNKNOWN_DEBUG_LIST, Entity::NamedMetadata(at));
    for &node in &list.operands {
        if is_units {
            let is_unit = checker.view.node_of_kind(node, NodeKind::DICompileUnit).is_some();
            check!(checker, is_unit, NO_COMPILE_UNIT, Entity::NamedMetadata(at), node);
        }
        let _ = check_node(checker, node, Locations::Allowed);
    }
    Ok(())
}
