//! `redundant-dbg-inst-elim`: removes redundant debug records.

use lindworm_ir::body::{DebugRecord, DebugRecordData};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::{OP_LLVM_FRAGMENT, expression_operations, location};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, Inst, Metadata, Value};

use crate::pass::{FunctionEdit, FunctionPass};

/// Removes records that a later record at the same position overrides, and records that repeat the current location of a
/// variable.
pub struct RedundantDebugRecords;

impl FunctionPass for RedundantDebugRecords {
    fn name(&self) -> &'static str {
        "redundant-dbg-inst-elim"
    }

    fn class(&self) -> &'static str {
        "RedundantDbgInstEliminationPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let blocks: Vec<Block> = f.editor.body().blocks().collect();
        remove_redundant(f, &blocks);
    }
}

/// Removes the redundant records of blocks. The records of an assignment are kept.
pub(crate) fn remove_redundant(f: &mut FunctionEdit<'_, '_>, blocks: &[Block]) {
    let body = f.editor.body();
    if !body.has_debug_records() {
        return;
    }
    let assigned = body.blocks().flat_map(|block| body.insts(block));
    let assigned = assigned.filter_map(|inst| body.attachment(inst, MetadataKind::DI_ASSIGN_ID)).collect();
    for &block in blocks {
        remove(f, replaced(f, block, &assigned));
        remove(f, repeated(f, block, &assigned));
    }
}

/// Removes the redundant records of one block. Records that an assigning instruction may be linked with stay.
pub(crate) fn remove_in_block(f: &mut FunctionEdit<'_, '_>, block: Block) {
    let body = f.editor.body();
    let records = body.insts(block).flat_map(|inst| body.debug_records(inst).handles());
    let assigned = records.filter_map(|(_, data)| match *data {
        DebugRecordData::Assign { id, .. } => Some(id),
        _ => None,
    });
    let assigned = assigned.collect();
    remove(f, replaced(f, block, &assigned));
    remove(f, repeated(f, block, &assigned));
}

fn remove(f: &mut FunctionEdit<'_, '_>, records: Vec<DebugRecord>) {
    records.into_iter().for_each(|record| f.editor.remove_debug_record(record));
}

/// The location of a variable: a value of the function, or other metadata.
type Location = Result<Value, Metadata>;

/// A variable, its inlined-at location, and the bits of its fragment, if any.
type Part = (Metadata, Option<Metadata>, Option<(u64, u64)>);

/// The contents of a record.
struct Said {
    variable: Metadata,
    inlined_at: Option<Metadata>,
    expression: Metadata,
    location: Location,
    is_declare: bool,
    /// Whether the record is linked with an assigning instruction by its `!DIAssignID`.
    is_linked: bool,
}

impl Said {
    fn of(f: &FunctionEdit<'_, '_>, data: &DebugRecordData, assigned: &HashSet<Metadata>) -> Option<Said> {
        let (DebugRecordData::Value { location, variable, expression, debug_loc }
        | DebugRecordData::Declare { location, variable, expression, debug_loc }
        | DebugRecordData::DeclareValue { location, variable, expression, debug_loc }
        | DebugRecordData::Assign { location, variable, expression, debug_loc, .. }) = *data
        else {
            return None;
        };
        let loc = debug_loc.as_node().map(|n| f.additions.metadata.node(n));
        let inlined_at = loc.and_then(|loc| loc.get_ref(location::INLINED_AT));
        let is_declare = matches!(data, DebugRecordData::Declare { .. });
        let is_linked = matches!(data, DebugRecordData::Assign { id, .. } if assigned.contains(id));
        let location = f.editor.body().local_value(location).ok_or(location);
        Some(Said { variable, inlined_at, expression, location, is_declare, is_linked })
    }

    /// The bits of the variable's fragment, if any.
    fn fragment(&self, f: &FunctionEdit<'_, '_>) -> Option<(u64, u64)> {
        let node = f.additions.metadata.node(self.expression.as_node()?);
        let fragment = expression_operations(node.words).find(|op| op.code == OP_LLVM_FRAGMENT)?;
        let mut args = fragment.args();
        Some((args.next()?, args.next()?))
    }
}

fn insts(f: &FunctionEdit<'_, '_>, block: Block) -> Vec<Inst> {
    f.editor.body().insts(block).collect()
}

/// The records that later records before the same instruction override.
fn replaced(f: &FunctionEdit<'_, '_>, block: Block, assigned: &HashSet<Metadata>) -> Vec<DebugRecord> {
    let mut found = Vec::new();
    for inst in insts(f, block) {
        let mut seen: HashSet<Part> = HashSet::default();
        let records: Vec<_> = f.editor.body().debug_records(inst).handles().collect();
        for (record, data) in records.into_iter().rev() {
            let Some(said) = Said::of(f, data, assigned) else { continue };
            if !said.is_declare && !seen.insert((said.variable, said.inlined_at, said.fragment(f))) && !said.is_linked {
                found.push(record);
            }
        }
    }
    found
}

/// The records that repeat the last location of their variable.
fn repeated(f: &FunctionEdit<'_, '_>, block: Block, assigned: &HashSet<Metadata>) -> Vec<DebugRecord> {
    let mut found = Vec::new();
    let mut last: HashMap<(Metadata, Option<Metadata>), (Location, Option<Metadata>)> = HashMap::default();
    for inst in insts(f, block) {
        for (record, data) in f.editor.body().debug_records(inst).handles() {
            let Some(said) = Said::of(f, data, assigned).filter(|said| !said.is_declare) else { continue };
            let key = (said.variable, said.inlined_at);
            if last.get(&key) != Some(&(said.location, Some(said.expression))) {
                last.insert(key, (said.location, (!said.is_linked).then_some(said.expression)));
            } else if !said.is_linked {
                found.push(record);
            }
        }
    }
    found
}
