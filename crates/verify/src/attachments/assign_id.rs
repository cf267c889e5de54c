//! `!DIAssignID`, which links an assignment to its debug records.

use lindworm_ir::body::DebugRecordData;
use lindworm_ir::debug_info::NodeKind::DIAssignID;
use lindworm_ir::hash::HashMap;
use lindworm_ir::{Global, Inst, InstData, Metadata};

use crate::check::{Checked, FunctionCheck, ModuleView, check};
use crate::finding::Entity;
use crate::rules::attachments as rules;

/// The uses of each `DIAssignID` of a module.
pub(crate) struct AssignIds(HashMap<Metadata, Uses>);

/// The uses of a `DIAssignID`.
#[derive(Default)]
struct Uses {
    /// Calls that have it as an operand.
    calls: Vec<(Global, Inst)>,
    /// Debug records. Of consecutive `#dbg_assign`s in one function, only the last.
    records: Vec<Record>,
}

/// A debug record: its function, the instruction that it precedes, and its index.
#[derive(Clone, Copy)]
struct Record {
    function: Global,
    inst: Inst,
    index: usize,
    assigns: bool,
}

impl AssignIds {
    /// Collects the uses in all functions of a module.
    pub fn new(view: &ModuleView) -> AssignIds {
        let module = view.module;
        let mut uses: HashMap<Metadata, Uses> = HashMap::default();
        for &function in module.functions() {
            let Some(body) = module.body(function) else { continue };
            for inst in body.blocks().flat_map(|b| body.insts(b)) {
                for (index, data) in body.debug_records(inst).enumerate() {
                    use DebugRecordData::*;
                    let record = Record { function, inst, index, assigns: matches!(data, Assign { .. }) };
                    let operands = match *data {
                        Assign { location, id, address, .. } => [Some(id), Some(location), Some(address)],
                        Value { location, .. } | Declare { location, .. } | DeclareValue { location, .. } => {
                            [Some(location), None, None]
                        }
                        Label { .. } => continue,
                    };
                    for id in operands.into_iter().flatten().filter(|&m| view.node_of_kind(m, DIAssignID).is_some()) {
                        let records = &mut uses.entry(id).or_default().records;
                        records.pop_if(|last| last.function == function && last.assigns && record.assigns);
                        records.push(record);
                    }
                }
                if let Some(call) = body.inst(inst).call_info() {
                    for m in body.list_values(&call.args).iter().filter_map(|v| v.as_metadata()) {
                        uses.entry(m).or_default().calls.push((function, inst));
                    }
                }
            }
        }
        AssignIds(uses)
    }
}

/// Checks `!DIAssignID`.
pub(super) fn check(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let _ = check_assignment(f, inst, m);
    Ok(())
}

fn check_assignment(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let data = f.body.inst(inst);
    let intrinsic = data.call_info().is_some_and(|c| f.called_intrinsic(c).is_some());
    let expected = intrinsic || matches!(data, InstData::Alloca { .. } | InstData::Store { .. });
    check!(f, expected, rules::ASSIGN_ID_PLACE, f.value(inst), m);
    if f.view.node_of_kind(m, DIAssignID).is_none() {
        return Ok(());
    }
    let Some(uses) = f.view.assign_ids().0.get(&m) else { return Ok(()) };
    for &(function, user) in &uses.calls {
        let assigns = f.module.body(function).and_then(|b| b.inst(user).call_info()).is_some_and(|c| {
            let callee = c.callee.as_global().and_then(|g| f.view.global(g));
            callee.is_some_and(|g| g.name() == b"llvm.dbg.assign")
        });
        let user = Entity::Value { function: Some(function), value: user.into() };
        check!(f, assigns, rules::ASSIGN_ID_OPERAND, m, user);
    }
    // In reverse order, as in LLVM.
    for &Record { function, inst: before, index, assigns } in uses.records.iter().rev() {
        let record = Entity::DebugRecord { function, inst: before, index };
        check!(f, assigns, rules::ASSIGN_ID_RECORD, m, record);
        check!(f, function == f.id, rules::ASSIGN_ELSEWHERE, record, f.value(inst));
    }
    Ok(())
}
