//! Debug records of variables that are promoted from memory to registers.

use lindworm_ir::body::{DebugRecord, DebugRecordData, RecordPosition};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::{NodeKind, OP_LLVM_FRAGMENT, expression_operations, local_variable, location};
use lindworm_ir::editor::Editor;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::metadata::{MetadataRef, NewMetadata};
use lindworm_ir::{Inst, InstData, Metadata, Module, Type, Value};

use crate::pass::FunctionEdit;

/// `DW_OP_deref`.
const OP_DEREF: u64 = 0x06;
/// `DW_OP_LLVM_extract_bits_sext` and `DW_OP_LLVM_extract_bits_zext`.
const OP_EXTRACT_BITS: [u64; 2] = [0x1006, 0x1007];

/// The records of an alloca.
#[derive(Clone, Default)]
pub(crate) struct AllocaRecords {
    /// Records that use its address.
    records: Vec<DebugRecord>,
    /// Records linked by its `!DIAssignID`, one for each variable.
    assigns: Vec<DebugRecord>,
    /// The size in bits, if known.
    size: Option<u64>,
}

/// The debug records of the promoted allocas of a function.
#[derive(Default)]
pub(crate) struct DebugValues {
    of_alloca: HashMap<Inst, AllocaRecords>,
    /// The `#dbg_assign`s of each `!DIAssignID`.
    assigns: HashMap<Metadata, Vec<DebugRecord>>,
    /// Records to remove once all allocas are promoted.
    retired: Vec<DebugRecord>,
}

/// The contents of a record.
#[derive(Clone, Copy)]
struct Described {
    variable: Metadata,
    expression: Metadata,
    debug_loc: Metadata,
    is_declare: bool,
    is_value: bool,
}

impl Described {
    fn of(data: &DebugRecordData) -> Option<Described> {
        let (DebugRecordData::Value { variable, expression, debug_loc, .. }
        | DebugRecordData::Declare { variable, expression, debug_loc, .. }
        | DebugRecordData::DeclareValue { variable, expression, debug_loc, .. }
        | DebugRecordData::Assign { variable, expression, debug_loc, .. }) = *data
        else {
            return None;
        };
        let is_declare = matches!(data, DebugRecordData::Declare { .. });
        let is_value = matches!(data, DebugRecordData::Value { .. });
        Some(Described { variable, expression, debug_loc, is_declare, is_value })
    }
}

impl DebugValues {
    /// Collects the records of these allocas. Linear in the instructions if the function has records.
    pub fn of_allocas(f: &FunctionEdit<'_, '_>, allocas: &[Inst]) -> DebugValues {
        let mut found = DebugValues::default();
        let body = f.editor.body();
        if !body.has_debug_records() {
            return found;
        }
        let module = f.editor.module();
        for &alloca in allocas {
            let InstData::Alloca { allocated, count, .. } = *body.inst(alloca) else { continue };
            let size = module
                .data_layout()
                .alloc_size(module.context(), allocated)
                .filter(|size| !size.scalable)
                .map(|size| size.min);
            let size =
                size.zip(module.constants().as_u64(count)).and_then(|(size, n)| size.checked_mul(n)?.checked_mul(8));
            found.of_alloca.insert(alloca, AllocaRecords { size, ..AllocaRecords::default() });
        }
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            for (record, data) in body.debug_records(inst).handles() {
                match *data {
                    DebugRecordData::Assign { id, .. } => found.assigns.entry(id).or_default().push(record),
                    DebugRecordData::Value { location, .. } | DebugRecordData::Declare { location, .. } => {
                        let listed = match location.open() {
                            MetadataRef::ArgList(n) => &body.arg_lists()[n as usize][..],
                            _ => &[location],
                        };
                        for alloca in listed.iter().filter_map(|&m| body.local_value(m)?.as_inst()) {
                            if let Some(records) = found.of_alloca.get_mut(&alloca) {
                                records.records.push(record);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        if !found.assigns.is_empty() {
            for (&alloca, records) in &mut found.of_alloca {
                let id = body.attachment(alloca, MetadataKind::DI_ASSIGN_ID);
                let mut variables: HashSet<[Option<Metadata>; 2]> = HashSet::default();
                let linked = id.and_then(|id| found.assigns.get(&id)).into_iter().flatten();
                let is_first = |&record: &DebugRecord| variables.insert(variable_key(f, record));
                records.assigns = linked.copied().filter(is_first).collect();
            }
        }
        found
    }

    /// The records of an alloca.
    pub fn of_alloca(&mut self, alloca: Inst) -> AllocaRecords {
        self.of_alloca.remove(&alloca).unwrap_or_default()
    }

    /// Inserts a record of the value of a store that is about to be erased, replacing the linked `#dbg_assign`s.
    pub fn store_erased(&mut self, f: &mut FunctionEdit<'_, '_>, records: &AllocaRecords, store: Inst) {
        if records.assigns.is_empty() {
            return;
        }
        let id = f.editor.body().attachment(store, MetadataKind::DI_ASSIGN_ID);
        let linked = id.and_then(|id| self.assigns.get(&id)).cloned().unwrap_or_default();
        let mut described: HashSet<[Option<Metadata>; 2]> = HashSet::default();
        for record in linked {
            described.insert(variable_key(f, record));
            let data = f.editor.debug_record_mut(record);
            if let DebugRecordData::Assign { location, variable, expression, debug_loc, .. } = *data {
                *data = DebugRecordData::Value { location, variable, expression, debug_loc };
            }
        }
        for &record in &records.assigns {
            if !described.contains(&variable_key(f, record)) {
                records.describe_store(f, record, store);
            }
        }
        self.retired.extend(&records.assigns);
    }

    /// Inserts a record for a phi that is the new value of the variable.
    pub fn phi_made(&mut self, f: &mut FunctionEdit<'_, '_>, records: &AllocaRecords, phi: Inst) {
        for &record in records.assigns.iter().chain(&records.records) {
            records.describe_phi(f, record, phi);
        }
        self.retired.extend(&records.assigns);
    }

    /// Removes the `#dbg_assign`s that are linked with promoted accesses.
    pub fn remove_assignments(&mut self, editor: &mut Editor<'_>) {
        let mut removed = HashSet::default();
        for &record in &self.retired {
            let is_assign = matches!(editor.body().debug_record(record), DebugRecordData::Assign { .. });
            if is_assign && removed.insert(record) {
                editor.remove_debug_record(record);
            }
        }
    }
}

/// The identity of the variable of a record: the variable and its inlined-at location.
fn variable_key(f: &FunctionEdit<'_, '_>, record: DebugRecord) -> [Option<Metadata>; 2] {
    let Some(described) = Described::of(f.editor.body().debug_record(record)) else { return [None; 2] };
    let loc = described.debug_loc.as_node().map(|n| f.additions.metadata.node(n));
    [Some(described.variable), loc.and_then(|loc| loc.get_ref(location::INLINED_AT))]
}

impl AllocaRecords {
    /// Inserts a record of the variable at a store that is about to be erased.
    pub fn value_stored(&self, f: &mut FunctionEdit<'_, '_>, store: Inst) {
        for &record in &self.records {
            if Described::of(f.editor.body().debug_record(record)).is_some_and(|d| d.is_declare) {
                self.describe_store(f, record, store);
            }
        }
    }

    /// Removes the records that describe the variable by its address. `only_store` is about to be erased too, and has no record
    /// yet.
    pub fn retire(&self, f: &mut FunctionEdit<'_, '_>, only_store: Option<Inst>) {
        for &record in &self.records {
            let Some(described) = Described::of(f.editor.body().debug_record(record)) else { continue };
            let starts_with_deref = operations(&f.additions.metadata, described.expression).first() == Some(&OP_DEREF);
            if let Some(store) = only_store {
                if described.is_declare {
                    self.describe_store(f, record, store);
                } else if described.is_value && starts_with_deref {
                    let InstData::Store { value, .. } = *f.editor.body().inst(store) else { continue };
                    insert_value(f, RecordPosition::Before(store), value, described, false);
                }
            }
            if described.is_declare || starts_with_deref {
                f.editor.remove_debug_record(record);
            }
        }
    }

    /// Inserts a `#dbg_value` of the stored value for the variable of a record; of poison if the store does not cover the
    /// variable.
    fn describe_store(&self, f: &mut FunctionEdit<'_, '_>, record: DebugRecord, store: Inst) {
        let Some(described) = Described::of(f.editor.body().debug_record(record)) else { return };
        let InstData::Store { value, .. } = *f.editor.body().inst(store) else { return };
        let ty = f.editor.type_of(value);
        let operations = operations(&f.additions.metadata, described.expression);
        let is_all = match operations[..] {
            [OP_DEREF] => true,
            [OP_DEREF, ..] => false,
            _ => self.covers(f, ty, described),
        };
        let value = if is_all { value } else { f.editor.module().constants().poison(ty) };
        insert_value(f, RecordPosition::Before(store), value, described, false);
    }

    /// Inserts a `#dbg_value` of a phi, if it covers the variable of a record and no such record exists.
    fn describe_phi(&self, f: &mut FunctionEdit<'_, '_>, record: DebugRecord, phi: Inst) {
        let Some(described) = Described::of(f.editor.body().debug_record(record)) else { return };
        let body = f.editor.body();
        if described.is_value || !self.covers(f, body.inst_type(phi), described) {
            return;
        }
        let Some(block) = body.inst_block(phi) else { return };
        let mut first = body.first_non_phi(block);
        if let Some(pad) = first
            && matches!(
                body.inst(pad),
                InstData::LandingPad { .. }
                    | InstData::CatchPad { .. }
                    | InstData::CleanupPad { .. }
                    | InstData::CatchSwitch { .. }
            )
        {
            first = body.next_inst(pad);
        }
        let Some(first) = first else { return };
        insert_value(f, RecordPosition::Before(first), phi.into(), described, true);
    }

    /// Whether a value of a type covers the variable, or fragment, that a record describes.
    fn covers(&self, f: &FunctionEdit<'_, '_>, ty: Type, described: Described) -> bool {
        let module = f.editor.module();
        let Some(size) = module.data_layout().alloc_size(module.context(), ty) else { return false };
        let of_variable = active_bits(module, &f.additions.metadata, described);
        of_variable
            .or(self.size.filter(|_| described.is_declare))
            .is_some_and(|bits| size.min.saturating_mul(8) >= bits)
    }
}

/// The opcodes of an expression.
fn operations(metadata: &NewMetadata<'_>, expression: Metadata) -> Vec<u64> {
    let node = expression.as_node().map(|n| metadata.node(n));
    node.map_or(Vec::new(), |node| expression_operations(node.words).map(|op| op.code).collect())
}

/// The number of bits of its variable that an expression describes.
fn active_bits(module: &Module, metadata: &NewMetadata<'_>, described: Described) -> Option<u64> {
    let all = size_of_variable(module, metadata, described.variable);
    let mut active = all;
    let expression = metadata.node(described.expression.as_node()?);
    for op in expression_operations(expression.words) {
        active = match op.code {
            OP_LLVM_FRAGMENT => op.args().nth(1).map(|bits| active.map_or(bits, |active| active.min(bits))),
            code if OP_EXTRACT_BITS.contains(&code) => all,
            _ => all,
        };
    }
    active
}

/// The size of a variable in bits, if its type has one: the first size on the chain of base types.
pub(crate) fn size_of_variable(module: &Module, metadata: &NewMetadata<'_>, variable: Metadata) -> Option<u64> {
    use lindworm_ir::debug_info as d;
    let mut ty = metadata.node(variable.as_node()?).get_ref(local_variable::TYPE)?;
    // Only a cycle can be longer than the number of nodes.
    for _ in 0..module.metadata().node_count() {
        let node = metadata.node(ty.as_node()?);
        let size = match node.kind {
            NodeKind::DIBasicType => d::basic_type::SIZE_,
            NodeKind::DIFixedPointType => d::fixed_point_type::SIZE_,
            NodeKind::DIStringType => d::string_type::SIZE_,
            NodeKind::DISubrangeType => d::subrange_type::SIZE_,
            NodeKind::DIDerivedType => d::derived_type::SIZE_,
            NodeKind::DICompositeType => d::composite_type::SIZE_,
            _ => return None,
        };
        let size = node.get_ref(size).and_then(|m| match m.open() {
            MetadataRef::Value(n) => module.constants().as_u64(metadata.value(n)),
            _ => None,
        });
        match size {
            Some(size) if size != 0 => return Some(size),
            _ if node.kind == NodeKind::DIDerivedType => ty = node.get_ref(d::derived_type::BASE_TYPE)?,
            _ => return None,
        }
    }
    None
}

/// Inserts a `#dbg_value` of a value, at line 0 in the scope of the record that described the variable before.
fn insert_value(f: &mut FunctionEdit<'_, '_>, at: RecordPosition, value: Value, described: Described, is_first: bool) {
    let Described { variable, expression, debug_loc, .. } = described;
    let old = debug_loc.as_node().map(|n| f.additions.metadata.node(n)).filter(|n| n.kind == NodeKind::DILocation);
    let scope = old.and_then(|old| old.get_ref(location::SCOPE));
    let inlined_at = old.and_then(|old| old.get_ref(location::INLINED_AT));
    let debug_loc = scope.map_or(debug_loc, |scope| f.additions.metadata.location(0, 0, scope, inlined_at));
    let location = f.value_as_metadata(value);
    let data = DebugRecordData::Value { location, variable, expression, debug_loc };
    if is_first {
        let is_there = |old: &DebugRecordData| match *old {
            DebugRecordData::Value { location: l, variable: v, expression: e, .. } => {
                (l, v, e) == (location, variable, expression)
            }
            _ => false,
        };
        if !f.editor.body().debug_records_at(at).any(is_there) {
            f.editor.prepend_debug_record(at, data);
        }
    } else {
        f.editor.insert_debug_record(at, data);
    }
}

impl FunctionEdit<'_, '_> {
    /// Wraps a value as metadata.
    pub fn value_as_metadata(&mut self, value: Value) -> Metadata {
        if value.is_local() { self.editor.local_metadata(value) } else { self.additions.metadata.add_value(value) }
    }
}
