//! Debug records: [Source Level Debugging with LLVM](https://llvm.org/docs/SourceLevelDebugging.html#debug-records).

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::body::DebugRecordData;
use lindworm_ir::debug_info::{
    NodeKind, OP_LLVM_ARG, expression_operations, is_valid_expression, label, local_variable, location,
};
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Inst, InstData, Metadata};

use super::nodes::{Fragment, LOCAL_SCOPE, Node, TYPE, check_fragment, is};
use crate::check::{Checked, FunctionCheck, Mode, check};
use crate::finding::Entity;
use crate::metadata::{self, Locations};
use crate::rules::{debug_info as node_rules, debug_records as rules};

/// A record under check.
#[derive(Clone, Copy)]
struct Record {
    inst: Inst,
    index: usize,
}

impl Record {
    fn entity(self, f: &FunctionCheck) -> Entity {
        Entity::DebugRecord { function: f.id, inst: self.inst, index: self.index }
    }

    /// The block and the function, which are the last entities of a finding.
    fn place(self, f: &FunctionCheck) -> [Entity; 2] {
        let block = f.body.inst_block(self.inst).map_or(Entity::Nothing, |b| f.value(b));
        [block, f.id.into()]
    }

    /// Reports that an operand of the record is invalid.
    #[cold]
    fn fail(self, f: &mut FunctionCheck, rule: &'static crate::Rule, what: Option<Metadata>) -> Checked {
        let [block, function] = self.place(f);
        let what = what.map_or(Entity::Nothing, |m| f.local_metadata(m));
        let record = self.entity(f);
        f.fail(rule, &[record, what, block, function])
    }
}

/// The common operands of variable records.
struct VariableRecord {
    location: Metadata,
    variable: Metadata,
    expression: Metadata,
    debug_loc: Metadata,
}

/// Checks the debug records before an instruction.
pub(crate) fn check_records(f: &mut FunctionCheck, inst: Inst) -> Checked {
    let records = f.body.debug_records(inst);
    if records.is_empty() {
        return Ok(());
    }
    check!(f, !matches!(f.body.inst(inst), InstData::Phi { .. }), rules::RECORD_BEFORE_PHI, f.value(inst));
    for (index, data) in records.enumerate() {
        let record = Record { inst, index };
        let debug_loc = match *data {
            DebugRecordData::Value { debug_loc, .. }
            | DebugRecordData::Declare { debug_loc, .. }
            | DebugRecordData::DeclareValue { debug_loc, .. }
            | DebugRecordData::Assign { debug_loc, .. }
            | DebugRecordData::Label { debug_loc, .. } => debug_loc,
        };
        if f.view.node_of_kind(debug_loc, NodeKind::DILocation).is_some() {
            let _ = metadata::check_node(f, debug_loc, Locations::Allowed);
        }
        match *data {
            DebugRecordData::Label { label, .. } => drop(check_label(f, record, label, debug_loc)),
            DebugRecordData::Value { location, variable, expression, .. }
            | DebugRecordData::Declare { location, variable, expression, .. }
            | DebugRecordData::DeclareValue { location, variable, expression, .. }
            | DebugRecordData::Assign { location, variable, expression, .. } => {
                let v = VariableRecord { location, variable, expression, debug_loc };
                let _ = check_variable(f, record, data, &v);
                let _ = check_expression(f, record, &v);
            }
        }
    }
    Ok(())
}

/// Whether this is a node without operands, which denotes a removed value.
fn is_empty_node(f: &FunctionCheck, m: Metadata) -> bool {
    f.view.node(m).is_some_and(|n| match n.kind {
        NodeKind::Tuple => n.words.is_empty(),
        NodeKind::DIExpression | NodeKind::DIAssignID => true,
        _ => false,
    })
}

fn is_value(m: Metadata) -> bool {
    matches!(m.open(), MetadataRef::Value(_) | MetadataRef::Local(_))
}

fn check_variable(f: &mut FunctionCheck, record: Record, data: &DebugRecordData, v: &VariableRecord) -> Checked {
    match v.location.open() {
        MetadataRef::Local(_) | MetadataRef::Value(_) => {
            let _ = metadata::check_value(f, v.location);
            if matches!(data, DebugRecordData::Declare { .. }) {
                let ty = metadata::value_type(f, v.location);
                if !ty.is_some_and(|ty| f.cx.is_pointer(ty) || f.cx.is_int(ty)) {
                    return record.fail(f, &rules::DECLARED_LOCATION, Some(v.location));
                }
            }
        }
        MetadataRef::ArgList(_) => drop(metadata::check_arg_list(f, v.location)),
        _ if is_empty_node(f, v.location) => {}
        _ => return record.fail(f, &rules::RECORD_LOCATION, Some(v.location)),
    }
    check_part(f, record, v.variable, NodeKind::DILocalVariable, &rules::RECORD_VARIABLE)?;
    check_part(f, record, v.expression, NodeKind::DIExpression, &rules::RECORD_EXPRESSION)?;
    if let DebugRecordData::Assign { id, address, address_expression, .. } = *data {
        check_part(f, record, id, NodeKind::DIAssignID, &rules::RECORD_ASSIGN_ID)?;
        if !is_value(address) && !is_empty_node(f, address) {
            return record.fail(f, &rules::RECORD_ADDRESS, Some(address));
        }
        let _ = metadata::check_value(f, address);
        check_part(f, record, address_expression, NodeKind::DIExpression, &rules::RECORD_ADDRESS_EXPRESSION)?;
        if let Some((function, inst)) = f.view.assignments().outside(id, f.id) {
            let inst = Entity::Value { function: Some(function), value: inst.into() };
            let [block, function] = record.place(f);
            let record = record.entity(f);
            return f.fail(&rules::ASSIGNED_ELSEWHERE, &[inst, record, block, function]);
        }
    }
    let Some(variable) = Node::new(f.view, v.variable) else { return Ok(()) };
    // The check is that of all variable nodes; here it adds the record to the finding.
    if f.mode == Mode::Exact && !variable.has_or_null(local_variable::TYPE, TYPE) {
        let [block, function] = record.place(f);
        let shown = [variable.into(), variable.get(local_variable::TYPE).into(), block, function];
        return f.fail(&node_rules::TYPE_REFERENCE, &shown);
    }
    let Some(debug_loc) = f.view.node_of_kind(v.debug_loc, NodeKind::DILocation) else {
        return record.fail(f, &rules::RECORD_DEBUG_LOC, Some(v.debug_loc));
    };
    let owner = |scope: Option<Metadata>| f.view.links().subprogram(scope.filter(|&s| is(f.view, s, LOCAL_SCOPE))?);
    let of_variable = owner(variable.get(local_variable::SCOPE));
    let of_location = owner(debug_loc.get_ref(location::SCOPE));
    if of_variable.is_none() || of_location.is_none() {
        return Ok(());
    }
    if of_variable != of_location {
        let place = record.place(f);
        let of = [(v.variable, of_variable), (v.debug_loc, of_location)];
        return fail_mismatch(f, record, &rules::VARIABLE_ELSEWHERE, of, &place);
    }
    if f.debug.subprogram.is_some() && debug_loc.get_ref(location::INLINED_AT).is_none() {
        check_argument(f, record, variable)?;
    }
    Ok(())
}

/// Checks that an operand is a node of this kind, and checks that node.
fn check_part(
    f: &mut FunctionCheck,
    record: Record,
    m: Metadata,
    kind: NodeKind,
    rule: &'static crate::Rule,
) -> Checked {
    if f.view.node_of_kind(m, kind).is_none() {
        // LLVM prints nothing for an operand that is not a node.
        return record.fail(f, rule, Some(m).filter(|m| m.as_node().is_some()));
    }
    let _ = metadata::check_node(f, m, Locations::Forbidden);
    Ok(())
}

/// Reports that two operands of a record belong to different functions. `behind` are further entities.
#[cold]
fn fail_mismatch(
    f: &mut FunctionCheck,
    record: Record,
    rule: &'static crate::Rule,
    parts: [(Metadata, Option<u32>); 2],
    behind: &[Entity],
) -> Checked {
    let [block, function] = record.place(f);
    let mut shown = vec![record.entity(f), block, function];
    for (part, subprogram) in parts {
        shown.push(part.into());
        shown.push(subprogram.map(|n| Metadata::new(MetadataRef::Node(n))).into());
    }
    shown.extend_from_slice(behind);
    f.fail(rule, &shown)
}

/// Checks that each argument of the function has only one variable.
fn check_argument(f: &mut FunctionCheck, record: Record, variable: Node) -> Checked {
    // The maximum argument number in LLVM.
    let number @ 1..=0xffff = variable.word(local_variable::ARG) as usize else { return Ok(()) };
    if !std::mem::replace(&mut f.debug.has_arguments, true) {
        f.debug_info.arguments.clear();
    }
    let arguments = &mut f.debug_info.arguments;
    if arguments.len() < number {
        arguments.resize(number, None);
    }
    let before = arguments[number - 1].replace(variable.id);
    check!(f, before.is_none_or(|b| b == variable.id), rules::ARGUMENT_TWICE, record.entity(f), before, variable);
    Ok(())
}

/// Checks the fragment in the expression of a record, if any.
fn check_expression(f: &mut FunctionCheck, record: Record, v: &VariableRecord) -> Checked {
    let expression = f.view.node_of_kind(v.expression, NodeKind::DIExpression);
    let Some(words) = expression.map(|e| e.words).filter(|w| !w.is_empty() && is_valid_expression(w)) else {
        return Ok(());
    };
    if let Some(fragment) = Fragment::of(words)
        && let Some(variable) = Node::new(f.view, v.variable).filter(|v| v.kind() == NodeKind::DILocalVariable)
    {
        // Members of an anonymous union are represented by artificial variables that share memory, so that a fragment may
        // exceed a variable.
        const ARTIFICIAL: u32 = 1 << 6;
        if variable.word(local_variable::FLAGS_) & ARTIFICIAL == 0 {
            let shown = record.entity(f);
            let _ = check_fragment(f, fragment, variable, shown);
        }
    }
    check!(f, !is_entry_value(words) || may_be_entry_value(f, v.location), rules::ENTRY_VALUE, record.entity(f));
    Ok(())
}

/// Whether an expression describes the value at function entry of its single location.
fn is_entry_value(words: &[u32]) -> bool {
    const ENTRY_VALUE: u64 = 0x1003;
    let mut operations = expression_operations(words).peekable();
    operations.next_if(|op| op.code == OP_LLVM_ARG && op.args().next() == Some(0));
    operations.next().is_some_and(|op| op.code == ENTRY_VALUE) && operations.all(|op| op.code != OP_LLVM_ARG)
}

/// Whether a location may be an entry value: a removed value, or an argument in a fixed register.
fn may_be_entry_value(f: &FunctionCheck, location: Metadata) -> bool {
    let value = f.body.local_value(location).or_else(|| f.view.constant(location));
    value.is_some_and(|value| match value.kind() {
        ValueKind::Arg(n) => {
            let list = f.cx.attribute_list(f.function.attributes);
            f.cx.has_attribute(list.param(n as usize), AttrKind::SWIFT_ASYNC)
        }
        _ => f.is_undef_or_poison(value),
    })
}

fn check_label(f: &mut FunctionCheck, record: Record, label: Metadata, debug_loc: Metadata) -> Checked {
    let shown = record.entity(f);
    let Some(node) = f.view.node_of_kind(label, NodeKind::DILabel) else {
        let shown = [shown, f.local_metadata(label)];
        return f.fail(&rules::RECORD_LABEL, &shown);
    };
    let Some(location) = f.view.node(debug_loc) else {
        let [block, function] = record.place(f);
        return f.fail(&rules::LABEL_WITHOUT_LOCATION, &[shown, block, function]);
    };
    if location.kind != NodeKind::DILocation {
        return Ok(());
    }
    let owner = |scope: Option<Metadata>| f.view.links().subprogram(scope.filter(|&s| is(f.view, s, LOCAL_SCOPE))?);
    let of_label = owner(node.get_ref(label::SCOPE));
    let of_location = owner(location.get_ref(location::SCOPE));
    if of_label.is_some() && of_location.is_some() && of_label != of_location {
        return fail_mismatch(f, record, &rules::LABEL_ELSEWHERE, [(label, of_label), (debug_loc, of_location)], &[]);
    }
    Ok(())
}
