//! The debug records of a header that is copied to the preheader.

use lindworm_ir::body::{DebugRecord, DebugRecordData, RecordPosition};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, Inst, InstData, Metadata, Value};

use crate::edges::{incoming, phis};
use crate::effects::is_pad;
use crate::loop_form::LoopForm;
use crate::pass::FunctionEdit;

/// The location of a variable: a value of the function, or other metadata.
type Location = Result<Value, Metadata>;

/// What a record says: the location, variable and expression.
type Said = (Location, Metadata, Metadata);

fn said(f: &FunctionEdit<'_, '_>, data: &DebugRecordData) -> Option<Said> {
    match *data {
        DebugRecordData::Value { location, variable, expression, .. } => {
            Some((f.editor.body().local_value(location).ok_or(location), variable, expression))
        }
        _ => None,
    }
}

fn location_mut(data: &mut DebugRecordData) -> Option<&mut Metadata> {
    match data {
        DebugRecordData::Value { location, .. }
        | DebugRecordData::Declare { location, .. }
        | DebugRecordData::DeclareValue { location, .. }
        | DebugRecordData::Assign { location, .. } => Some(location),
        DebugRecordData::Label { .. } => None,
    }
}

/// What the records at the end of the preheader say.
pub(super) fn said_before(f: &FunctionEdit<'_, '_>, entry: Inst) -> HashSet<Said> {
    f.editor.body().debug_records(entry).filter_map(|data| said(f, data)).collect()
}

/// Copies the records of an instruction of the header to the end of the preheader, with its values there, except those that
/// repeat what was said before. The first records, those of hoisted instructions, have been copied already: their count is
/// given, and the new count returned.
pub(super) fn copy(
    f: &mut FunctionEdit<'_, '_>,
    inst: Inst,
    copied: usize,
    before: Inst,
    map: &HashMap<Value, Value>,
    said_before: &HashSet<Said>,
) -> usize {
    let records: Vec<DebugRecordData> = f.editor.body().debug_records(inst).copied().collect();
    let count = records.len();
    for mut data in records.into_iter().skip(copied) {
        let Some(location) = location_mut(&mut data) else { continue };
        if let Some(&new) = f.editor.body().local_value(*location).and_then(|value| map.get(&value)) {
            *location = f.value_as_metadata(new);
        }
        if said(f, &data).is_none_or(|said| !said_before.contains(&said)) {
            f.editor.insert_debug_record(RecordPosition::Before(before), data);
        }
    }
    count
}

/// The records of the loop and its exits that use an instruction of the header, each with its block. Linear in the loop.
pub(super) fn users(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> HashMap<Value, Vec<(DebugRecord, Block)>> {
    let body = f.editor.body();
    let mut found: HashMap<Value, Vec<(DebugRecord, Block)>> = HashMap::default();
    if body.has_debug_records() {
        for &block in form.blocks.iter().chain(&form.exits).filter(|&&block| block != form.header) {
            for (record, data) in body.insts(block).flat_map(|inst| body.debug_records(inst).handles()) {
                let mut data = *data;
                let Some(value) = location_mut(&mut data).and_then(|m| body.local_value(*m)) else { continue };
                if value.as_inst().and_then(|inst| body.inst_block(inst)) == Some(form.header) {
                    found.entry(value).or_default().push((record, block));
                }
            }
        }
    }
    found
}

/// Sets the location of a record.
pub(super) fn set_location(f: &mut FunctionEdit<'_, '_>, record: DebugRecord, value: Value) {
    let new = f.value_as_metadata(value);
    if let Some(location) = location_mut(f.editor.debug_record_mut(record)) {
        *location = new;
    }
}

/// A phi that was inserted for a variable's phi in the header describes the variable in its block.
pub(super) fn describe_phis(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, is_new: impl Fn(Inst) -> bool) {
    let body = f.editor.body();
    if !body.has_debug_records() {
        return;
    }
    let mut of_phi: HashMap<Value, DebugRecordData> = HashMap::default();
    for data in body.insts(form.header).flat_map(|inst| body.debug_records(inst)) {
        let mut copy = *data;
        let value = location_mut(&mut copy).and_then(|m| body.local_value(*m));
        if let Some(inst) = value.and_then(Value::as_inst)
            && matches!(body.inst(inst), InstData::Phi { .. })
        {
            of_phi.entry(inst.into()).or_insert(*data);
        }
    }
    for &block in form.blocks.iter().chain(&form.exits) {
        let body = f.editor.body();
        let Some(at) = body.first_non_phi(block).filter(|&inst| !is_pad(body.inst(inst))) else { continue };
        for phi in phis(&f.editor, block).into_iter().filter(|&phi| is_new(phi)).rev() {
            let described = incoming(&f.editor, phi).into_iter().find_map(|(value, _)| of_phi.get(&value));
            let Some(mut data) = described.copied() else { continue };
            let new = f.value_as_metadata(phi.into());
            if let Some(location) = location_mut(&mut data) {
                *location = new;
            }
            f.editor.prepend_debug_record(RecordPosition::Before(at), data);
        }
    }
}
