//! `!DIAssignID`: what ties an assignment to its debug records.

use lindworm_ir::body::DebugRecordData;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::{Global, Inst, InstData, Metadata, Module};
use rustc_hash::FxHashMap;

use crate::check::{Checked, FunctionCheck, check};
use crate::finding::Entity;
use crate::rules::attachments as rules;

/// Who refers to each `DIAssignID` of a module.
pub(crate) struct AssignIds(FxHashMap<Metadata, Uses>);

/// Who refers to one.
#[derive(Default)]
struct Uses {
    /// Calls that have it as an operand.
    calls: Vec<(Global, Inst)>,
    /// Debug records: by function, instruction and number before that.
    records: Vec<(Global, Inst, usize)>,
    /// Whether the records are in more than one function.
    scattered: bool,
}

impl AssignIds {
    /// Looks through all functions of a module.
    pub fn new(module: &Module) -> AssignIds {
        let mut uses: FxHashMap<Metadata, Uses> = FxHashMap::default();
        for &function in &module.functions {
            let Some(body) = module.body(function) else { continue };
            for inst in body.blocks().flat_map(|b| body.insts(b)) {
                for (index, record) in body.debug_records(inst).iter().enumerate() {
                    if let DebugRecordData::Assign { id, .. } = *record {
                        let of = uses.entry(id).or_default();
                        of.scattered |= of.records.first().is_some_and(|r| r.0 != function);
                        of.records.push((function, inst, index));
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
    if f.view.node_of_kind(m, NodeKind::DIAssignID).is_none() {
        return Ok(());
    }
    let Some(uses) = f.view.assign_ids().0.get(&m) else { return Ok(()) };
    for &(function, user) in &uses.calls {
        let assigns = f.module.body(function).and_then(|b| b.inst(user).call_info()).is_some_and(|c| {
            let callee = c.callee.as_global().and_then(|g| f.view.global(g));
            callee.is_some_and(|g| *g.name == *b"llvm.dbg.assign")
        });
        let user = Entity::Value { function: Some(function), value: user.into() };
        check!(f, assigns, rules::ASSIGN_ID_OPERAND, m, user);
    }
    if !uses.scattered && uses.records.first().is_none_or(|r| r.0 == f.id) {
        return Ok(());
    }
    for &(function, before, index) in &uses.records {
        let record = Entity::DebugRecord { function, inst: before, index };
        check!(f, function == f.id, rules::ASSIGN_ELSEWHERE, record, f.value(inst));
    }
    Ok(())
}
