//! Debug records of an alloca that is split: each part describes a fragment of the variable.

use lindworm_ir::body::{DebugRecord, DebugRecordData, RecordPosition};
use lindworm_ir::debug_info::{NodeKind, OP_LLVM_FRAGMENT, expression_operations};
use lindworm_ir::hash::HashMap;
use lindworm_ir::{Inst, InstData, Metadata};

use super::Splitter;
use crate::debug_values::size_of_variable;
use crate::pass::FunctionEdit;

/// `DW_OP_plus_uconst`, `DW_OP_LLVM_extract_bits_sext` and `DW_OP_LLVM_extract_bits_zext`.
const OP_PLUS_UCONST: u64 = 0x23;
const OP_EXTRACT_BITS: [u64; 2] = [0x1006, 0x1007];

/// The records that describe a variable by the address of an alloca.
#[derive(Default)]
pub(super) struct AddressRecords(HashMap<Inst, Vec<DebugRecord>>);

/// An alloca made of a part of another: its place in that, in bits.
pub(super) struct Fragment {
    pub alloca: Inst,
    pub offset: u64,
    pub bits: u64,
}

impl AddressRecords {
    /// The records of all allocas. Linear in the instructions if the function has records.
    pub fn of(f: &FunctionEdit<'_, '_>) -> AddressRecords {
        let body = f.editor.body();
        let mut found = AddressRecords::default();
        if !body.has_debug_records() {
            return found;
        }
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            for (record, data) in body.debug_records(inst).handles() {
                let (DebugRecordData::Declare { location, .. } | DebugRecordData::Value { location, .. }) = *data
                else {
                    continue;
                };
                if let Some(alloca) = body.local_value(location).and_then(|value| value.as_inst())
                    && matches!(body.inst(alloca), InstData::Alloca { .. })
                {
                    found.0.entry(alloca).or_default().push(record);
                }
            }
        }
        found
    }
}

impl Splitter<'_, '_, '_> {
    /// Removes the records of an alloca that is about to be erased.
    pub(super) fn remove_records(&mut self, alloca: Inst) {
        for record in self.records.0.remove(&alloca).unwrap_or_default() {
            if matches!(self.f.editor.body().debug_record(record), DebugRecordData::Declare { .. }) {
                self.f.editor.remove_debug_record(record);
            }
        }
    }

    /// Describes the parts of an alloca.
    pub(super) fn describe_fragments(&mut self, alloca: Inst, fragments: &[Fragment]) {
        let records = self.records.0.get(&alloca).cloned().unwrap_or_default();
        for record in records {
            for fragment in fragments {
                self.describe_fragment(record, alloca, fragment);
            }
        }
    }

    /// Inserts a record for the part of a variable that is in a part of its alloca, if there is one.
    fn describe_fragment(&mut self, record: DebugRecord, alloca: Inst, part: &Fragment) -> Option<()> {
        let data = *self.f.editor.body().debug_record(record);
        let (DebugRecordData::Declare { variable, expression, debug_loc, .. }
        | DebugRecordData::Value { variable, expression, debug_loc, .. }) = data
        else {
            return None;
        };
        let metadata = &self.f.additions.metadata;
        // The expression: an offset from the address, operations, and the fragment.
        let node = metadata.node(expression.as_node()?);
        let (mut offset, mut kept, mut old_fragment) = (0i64, Vec::new(), None);
        for op in expression_operations(node.words) {
            let args: Vec<u64> = op.args().collect();
            match op.code {
                OP_LLVM_FRAGMENT => old_fragment = Some((*args.first()?, *args.get(1)?)),
                OP_PLUS_UCONST if kept.is_empty() => offset = offset.checked_add_unsigned(*args.first()?)?,
                code if OP_EXTRACT_BITS.contains(&code) => return None,
                code => kept.extend(std::iter::once(code).chain(args)),
            }
        }
        let size = size_of_variable(self.f.editor.module(), metadata, variable);
        let (of_begin, of_bits) = old_fragment.or(size.map(|size| (0, size))).filter(|&(_, bits)| bits != 0)?;
        // The place of the part in the described memory, and of what both have in common in the variable.
        let place = (part.offset as i64).checked_sub(offset.checked_mul(8)?)?;
        let begin = place.max(0);
        let end = place.checked_add_unsigned(part.bits)?.min(i64::try_from(of_bits).ok()?);
        if begin >= end {
            return None;
        }
        let range = (begin as u64 + of_begin, (end - begin) as u64);
        let fragment = if range == (of_begin, of_bits) { old_fragment } else { Some(range) };
        let mut elements = Vec::new();
        if place < 0 {
            elements.extend([OP_PLUS_UCONST, place.unsigned_abs().div_ceil(8)]);
        }
        elements.extend(kept);
        if let Some((begin, bits)) = fragment {
            elements.extend([OP_LLVM_FRAGMENT, begin, bits]);
        }
        let words: Vec<u32> = elements.iter().flat_map(|&e| [e as u32, (e >> 32) as u32]).collect();
        let expression: Metadata = self.f.additions.metadata.add_node(NodeKind::DIExpression, false, &words);
        let location = self.f.value_as_metadata(part.alloca.into());
        let new = match data {
            DebugRecordData::Declare { .. } => DebugRecordData::Declare { location, variable, expression, debug_loc },
            _ => DebugRecordData::Value { location, variable, expression, debug_loc },
        };
        let made = self.f.editor.insert_debug_record(RecordPosition::Before(alloca), new);
        self.records.0.entry(part.alloca).or_default().push(made);
        Some(())
    }
}
