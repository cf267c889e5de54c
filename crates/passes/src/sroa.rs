//! `sroa`: scalar replacement of aggregates. Promotes allocas to SSA values, structs and arrays part by part.
//!
//! The uses of an alloca are followed through addresses with constant offsets. The byte ranges that are accessed together are
//! partitions. If each partition is always accessed whole, as one type, the alloca is split into one alloca for each partition,
//! and these are promoted. Other allocas are not changed.

use lindworm_ir::body::{DebugRecord, DebugRecordData, RecordPosition};
use lindworm_ir::debug_info::{NodeKind, OP_LLVM_FRAGMENT, expression_operations};
use lindworm_ir::editor::Point;
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Metadata, Type};

use crate::pass::{FunctionEdit, FunctionPass};
use crate::promote::{is_promotable, promote};
use crate::value_tracking::Query;

/// Promotes the allocas that [`Mem2Reg`](crate::Mem2Reg) promotes, and splits allocas of aggregates into scalars.
pub struct Sroa;

impl FunctionPass for Sroa {
    fn name(&self) -> &'static str {
        "sroa"
    }

    fn class(&self) -> &'static str {
        "SROAPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let Some(entry) = f.editor.body().entry() else { return };
        // Terminates because each round promotes allocas or splits them into smaller ones; a round with nothing to promote is the last.
        loop {
            let allocas: Vec<Inst> = f
                .editor
                .body()
                .insts(entry)
                .filter(|&inst| matches!(f.editor.body().inst(inst), InstData::Alloca { .. }))
                .collect();
            let mut records = AddressRecords::of(f);
            for alloca in allocas {
                if !is_promotable(&f.editor, alloca)
                    && let Some(slices) = Slices::of(f, alloca)
                {
                    slices.split(f, &mut records);
                }
            }
            let promotable: Vec<Inst> =
                f.editor.body().insts(entry).filter(|&inst| is_promotable(&f.editor, inst)).collect();
            if promotable.is_empty() {
                return;
            }
            promote(f, &promotable);
        }
    }
}

/// A load or store of a byte range of an alloca.
struct Slice {
    begin: u64,
    end: u64,
    inst: Inst,
    ty: Type,
}

/// The uses of an alloca.
struct Slices {
    alloca: Inst,
    /// Sorted by start offset.
    slices: Vec<Slice>,
    /// The index in `slices` at which each partition starts. All accesses of a partition have the same byte range and type.
    partitions: Vec<usize>,
    /// Address computations; operands precede users.
    addresses: Vec<Inst>,
    /// Lifetime markers.
    markers: Vec<Inst>,
}

impl Slices {
    /// The uses of an alloca; `None` if a use prevents splitting.
    fn of(f: &FunctionEdit<'_, '_>, alloca: Inst) -> Option<Slices> {
        let (module, body) = (f.editor.module(), f.editor.body());
        let (cx, layout) = (module.context(), module.data_layout());
        let query = Query::new(&f.editor, f.additions.function());
        let InstData::Alloca { allocated, count, in_alloca: false, swift_error: false, .. } = *body.inst(alloca) else {
            return None;
        };
        if module.constants().as_u64(count) != Some(1) {
            return None;
        }
        let size = layout.alloc_size(cx, allocated).filter(|size| !size.scalable)?.min;
        let mut found =
            Slices { alloca, slices: Vec::new(), partitions: Vec::new(), addresses: Vec::new(), markers: Vec::new() };
        let mut pending = vec![(alloca, 0u64)];
        while let Some((address, offset)) = pending.pop() {
            for at in f.editor.uses().of(address.into()) {
                let user = at.user;
                let mut access = |ty: Type| {
                    let len = layout.store_size(cx, ty).filter(|size| !size.scalable)?.min;
                    let end = offset.checked_add(len).filter(|&end| end <= size && len > 0)?;
                    found.slices.push(Slice { begin: offset, end, inst: user, ty });
                    Some(())
                };
                match *body.inst(user) {
                    InstData::Load { volatile: false, ordering: AtomicOrdering::NotAtomic, .. } => {
                        access(body.inst_type(user))?
                    }
                    InstData::Store { value, volatile: false, ordering: AtomicOrdering::NotAtomic, .. }
                        if value != address.into() =>
                    {
                        access(f.editor.type_of(value))?;
                    }
                    InstData::GetElementPtr { source, operands, .. } if at.operand == 0 => {
                        let step = query.constant_offset(source, &body.list_values(&operands)[1..])?;
                        let to = offset.checked_add_signed(step).filter(|&to| to <= size)?;
                        if cx.is_vector(body.inst_type(user)) {
                            return None;
                        }
                        found.addresses.push(user);
                        pending.push((user, to));
                    }
                    InstData::Call { .. } => match query.intrinsic(user.into())?.0 {
                        IntrinsicId::LIFETIME_START | IntrinsicId::LIFETIME_END => found.markers.push(user),
                        _ => return None,
                    },
                    _ => return None,
                }
            }
        }
        found.slices.sort_by_key(|slice| (slice.begin, std::cmp::Reverse(slice.end), slice.inst));
        let mut reach = 0;
        for (n, slice) in found.slices.iter().enumerate() {
            if n == 0 || slice.begin >= reach {
                found.partitions.push(n);
                reach = slice.end;
                continue;
            }
            let first = &found.slices[*found.partitions.last()?];
            if (slice.begin, slice.end, slice.ty) != (first.begin, first.end, first.ty) {
                return None;
            }
        }
        // Loads and stores of whole aggregates are not split.
        found.slices.iter().all(|slice| !cx.is_aggregate(slice.ty)).then_some(found)
    }

    /// Splits the alloca into one for each partition.
    fn split(self, f: &mut FunctionEdit<'_, '_>, records: &mut AddressRecords) {
        let Slices { alloca, slices, partitions, addresses, markers } = self;
        let module = f.editor.module();
        let (cx, layout) = (module.context(), module.data_layout());
        let InstData::Alloca { allocated, count, align, in_alloca, swift_error } = *f.editor.body().inst(alloca) else {
            return;
        };
        let ty = f.editor.body().inst_type(alloca);
        let described = records.take(alloca);
        let whole = layout.alloc_size(cx, allocated).map_or(0, |size| size.min);
        for marker in markers {
            f.editor.erase(marker);
        }
        for (n, &start) in partitions.iter().enumerate() {
            let end = partitions.get(n + 1).copied().unwrap_or(slices.len());
            let first = &slices[start];
            let aligned = align.bytes().unwrap_or(1);
            let part_align = if first.begin == 0 { aligned } else { aligned.min(1 << first.begin.trailing_zeros()) };
            let data = InstData::Alloca {
                allocated: first.ty,
                count,
                align: lindworm_ir::instruction::Align::new(part_align).unwrap_or(align),
                in_alloca,
                swift_error,
            };
            let part = f.editor.insert(Point::Before(alloca), data, ty);
            let location = f.editor.body().debug_loc(alloca);
            f.editor.set_debug_loc(part, location);
            let name = f.editor.body().name(alloca.into());
            if !name.is_empty() {
                let name = [name, format!(".sroa.{start}").as_bytes()].concat();
                f.editor.set_name(part.into(), &name);
            }
            for slice in &slices[start..end] {
                f.editor.change(slice.inst, |data, _| {
                    if let InstData::Load { pointer, .. } | InstData::Store { pointer, .. } = data {
                        *pointer = part.into();
                    }
                });
            }
            // As in LLVM, sizes in bits wrap.
            let range = [first.begin, first.end - first.begin, whole].map(|bytes| bytes.wrapping_mul(8));
            for &record in &described {
                describe_part(f, record, part, range, records);
            }
        }
        for record in described {
            f.editor.remove_debug_record(record);
        }
        // Operands of an address computation precede it in the list, so users are erased first.
        for &address in addresses.iter().rev() {
            f.editor.erase(address);
        }
        f.editor.erase(alloca);
    }
}

/// The `#dbg_declare`s of each alloca.
#[derive(Default)]
struct AddressRecords(HashMap<Inst, Vec<DebugRecord>>);

impl AddressRecords {
    fn of(f: &FunctionEdit<'_, '_>) -> AddressRecords {
        let body = f.editor.body();
        let mut found = AddressRecords::default();
        if body.has_debug_records() {
            for inst in body.blocks().flat_map(|block| body.insts(block)) {
                for (record, data) in body.debug_records(inst).handles() {
                    if let DebugRecordData::Declare { location, .. } = *data
                        && let Some(alloca) = body.local_value(location).and_then(|v| v.as_inst())
                    {
                        found.0.entry(alloca).or_default().push(record);
                    }
                }
            }
        }
        found
    }

    fn take(&mut self, alloca: Inst) -> Vec<DebugRecord> {
        self.0.remove(&alloca).unwrap_or_default()
    }
}

/// Inserts a `#dbg_declare` of a fragment of a variable in a separate alloca: `[offset, bits, bits of the whole]`.
fn describe_part(
    f: &mut FunctionEdit<'_, '_>,
    record: DebugRecord,
    part: Inst,
    [offset, bits, whole]: [u64; 3],
    records: &mut AddressRecords,
) {
    let data = *f.editor.body().debug_record(record);
    let DebugRecordData::Declare { variable, expression, debug_loc, .. } = data else { return };
    let Some(expression) = with_fragment(f, expression, offset, bits, bits == whole) else { return };
    let location = f.value_as_metadata(part.into());
    let new = DebugRecordData::Declare { location, variable, expression, debug_loc };
    let Some(entry) = f.editor.body().entry() else { return };
    let at = f.editor.body().next_inst(part).map_or(RecordPosition::End(entry), RecordPosition::Before);
    let made = f.editor.insert_debug_record(at, new);
    records.0.entry(part).or_default().push(made);
}

/// An expression for a fragment of the variable that another expression describes; `None` if that expression does more than
/// locate the variable.
fn with_fragment(
    f: &mut FunctionEdit<'_, '_>,
    expression: Metadata,
    offset: u64,
    bits: u64,
    is_whole: bool,
) -> Option<Metadata> {
    if is_whole {
        return Some(expression);
    }
    let words = f.additions.metadata.node(expression.as_node()?).words;
    if expression_operations(words).next().is_some() {
        return None;
    }
    let elements = [OP_LLVM_FRAGMENT, offset, bits];
    let words: Vec<u32> = elements.iter().flat_map(|&e| [e as u32, (e >> 32) as u32]).collect();
    Some(f.additions.metadata.add_node(NodeKind::DIExpression, false, &words))
}
