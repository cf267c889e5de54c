//! `sroa`: scalar replacement of aggregates. Promotes allocas to SSA values, structs and arrays part by part.
//!
//! The uses of an alloca are followed through addresses with constant offsets. The byte ranges that loads and stores access
//! together, and the ranges between them that only `memcpy` and the like access, are partitions. The alloca is split into one
//! alloca for each partition. Those whose accesses can be values of one type are promoted. Parts of integers are extracted and
//! inserted by shifts and masks.

mod rewrite;

use lindworm_ir::body::{DebugRecord, DebugRecordData, RecordPosition};
use lindworm_ir::debug_info::{NodeKind, OP_LLVM_FRAGMENT, expression_operations};
use lindworm_ir::editor::Point;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Metadata, Type};

use crate::debug_values::size_of_variable;
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
            for alloca in allocas.into_iter().rev() {
                split_aggregate_accesses(f, alloca);
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

/// What accesses a byte range of an alloca.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// A load or store of this type.
    Value(Type),
    /// `memset`.
    Set,
    /// `memcpy` or `memmove` from the alloca or to it.
    CopyFrom,
    CopyTo,
}

/// An access of a byte range of an alloca.
#[derive(Clone, Copy)]
struct Slice {
    begin: u64,
    end: u64,
    inst: Inst,
    access: Access,
}

impl Slice {
    /// Whether the access can be split into accesses of parts of the range.
    fn is_splittable(&self) -> bool {
        !matches!(self.access, Access::Value(_))
    }
}

/// A byte range of an alloca that becomes an alloca.
#[derive(Clone, Copy)]
struct Partition {
    begin: u64,
    end: u64,
    /// The type as which the range is promoted; `None` if only `memcpy` and the like access it.
    ty: Option<Type>,
    /// The number of slices that begin earlier.
    index: usize,
}

/// The uses of an alloca.
struct Slices {
    alloca: Inst,
    /// Sorted by start offset.
    slices: Vec<Slice>,
    /// The splittable ones among them.
    splittable: Vec<Slice>,
    partitions: Vec<Partition>,
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
        let mut found = Slices {
            alloca,
            slices: Vec::new(),
            splittable: Vec::new(),
            partitions: Vec::new(),
            addresses: Vec::new(),
            markers: Vec::new(),
        };
        let mut copies: HashSet<Inst> = HashSet::default();
        let mut pending = vec![(alloca, 0u64)];
        while let Some((address, offset)) = pending.pop() {
            for at in f.editor.uses().of(address.into()) {
                let user = at.user;
                let mut access = |ty: Type| {
                    let len = layout.store_size(cx, ty).filter(|size| !size.scalable)?.min;
                    let end = offset.checked_add(len).filter(|&end| end <= size && len > 0)?;
                    found.slices.push(Slice { begin: offset, end, inst: user, access: Access::Value(ty) });
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
                    InstData::Call { ref call, .. } => {
                        use IntrinsicId as I;
                        let (intrinsic, args) = query.intrinsic(user.into())?;
                        let access = match intrinsic {
                            I::LIFETIME_START | I::LIFETIME_END => {
                                found.markers.push(user);
                                continue;
                            }
                            I::MEMSET if at.operand == 0 => Access::Set,
                            I::MEMCPY | I::MEMMOVE if at.operand == 0 => Access::CopyTo,
                            I::MEMCPY | I::MEMMOVE if at.operand == 1 => Access::CopyFrom,
                            _ => return None,
                        };
                        let is_volatile = module.constants().as_u64(*args.get(3)?) != Some(0);
                        let len = module.constants().as_u64(args[2])?;
                        if is_volatile || !body.bundles(call.bundles).is_empty() || len == 0 || offset >= size {
                            return None;
                        }
                        // A copy within the alloca stays.
                        if !copies.insert(user) {
                            return None;
                        }
                        let end = offset.checked_add(len)?.min(size);
                        found.slices.push(Slice { begin: offset, end, inst: user, access });
                    }
                    _ => return None,
                }
            }
        }
        found
            .slices
            .sort_by_key(|slice| (slice.begin, slice.is_splittable(), std::cmp::Reverse(slice.end), slice.inst));
        found.splittable = found.slices.iter().copied().filter(Slice::is_splittable).collect();
        found.partitions = found.partition(f)?;
        (found.partitions.iter().any(|part| part.ty.is_some())).then_some(found)
    }

    /// The partitions, sorted; `None` if one can neither be promoted nor is accessed by `memcpy` and the like only.
    fn partition(&self, f: &FunctionEdit<'_, '_>) -> Option<Vec<Partition>> {
        // The ranges of loads and stores, merged where they overlap.
        let mut values: Vec<(u64, u64)> = Vec::new();
        for slice in self.slices.iter().filter(|slice| !slice.is_splittable()) {
            match values.last_mut() {
                Some(last) if slice.begin < last.1 => last.1 = last.1.max(slice.end),
                _ => values.push((slice.begin, slice.end)),
            }
        }
        // The ranges of splittable accesses between these.
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        let mut reach = 0;
        let add_gaps = |ranges: &mut Vec<(u64, u64)>, from: u64, to: u64| {
            let mut gaps: Vec<(u64, u64)> = Vec::new();
            for slice in &self.splittable {
                let (begin, end) = (slice.begin.max(from), slice.end.min(to));
                if begin >= end {
                    continue;
                }
                match gaps.last_mut() {
                    Some(last) if begin < last.1 => last.1 = last.1.max(end),
                    _ => gaps.push((begin, end)),
                }
            }
            ranges.extend(gaps);
        };
        const MAX_PARTITIONS: usize = 1024;
        if values.len() > MAX_PARTITIONS && !self.splittable.is_empty() {
            return None;
        }
        for &(begin, end) in &values {
            add_gaps(&mut ranges, reach, begin);
            ranges.push((begin, end));
            reach = end;
        }
        add_gaps(&mut ranges, reach, u64::MAX);
        ranges
            .into_iter()
            .map(|(begin, end)| {
                let index = self.slices.partition_point(|slice| slice.begin < begin);
                let mut part = Partition { begin, end, ty: None, index };
                part.ty = self.type_of(f, &part);
                let has_values = values.binary_search(&(begin, end)).is_ok();
                (part.ty.is_some() || !has_values).then_some(part)
            })
            .collect()
    }

    /// The slices that access a partition: splittable ones that begin earlier, then those that begin in it.
    fn members<'s>(&'s self, part: &Partition) -> impl Iterator<Item = &'s Slice> + use<'s> {
        let (begin, end) = (part.begin, part.end);
        let earlier = self.splittable.iter().filter(move |slice| slice.begin < begin && slice.end > begin);
        earlier.chain(self.slices[part.index..].iter().take_while(move |slice| slice.begin < end))
    }

    /// The type as which a partition can be promoted.
    fn type_of(&self, f: &FunctionEdit<'_, '_>, part: &Partition) -> Option<Type> {
        let module = f.editor.module();
        let (cx, layout) = (module.context(), module.data_layout());
        let bytes = part.end - part.begin;
        let bits = bytes.checked_mul(8)?;
        let (mut whole, mut is_common) = (None, true);
        for slice in self.members(part) {
            let Access::Value(ty) = slice.access else { continue };
            if (slice.begin, slice.end) != (part.begin, part.end) {
                // Only integers are parts of integers.
                cx.int_width(ty).filter(|&width| u64::from(width) == (slice.end - slice.begin) * 8)?;
                continue;
            }
            if cx.is_aggregate(ty) {
                return None;
            }
            is_common &= whole.is_none_or(|other| other == ty);
            whole.get_or_insert(ty);
        }
        let InstData::Alloca { allocated, .. } = *f.editor.body().inst(self.alloca) else { return None };
        let int = u32::try_from(bits).ok().filter(|&bits| layout.is_legal_int(bits.into())).map(|bits| cx.int(bits));
        let natural = || {
            let ty = rewrite::type_at(f, allocated, part.begin, bytes)?;
            (!cx.is_aggregate(ty)).then_some(ty)
        };
        let mut ty = match whole.filter(|_| is_common) {
            Some(ty) => ty,
            None => natural().or(int)?,
        };
        let splits = self.members(part).any(|slice| match slice.access {
            Access::Value(_) => (slice.begin, slice.end) != (part.begin, part.end),
            _ => slice.begin > part.begin || slice.end < part.end,
        });
        if splits {
            ty = if cx.int_width(ty).is_some_and(|width| u64::from(width) == bits) { ty } else { int? };
        }
        let is_fine = self.members(part).all(|slice| match slice.access {
            Access::Value(other) if (slice.begin, slice.end) == (part.begin, part.end) => {
                rewrite::can_convert(f, other, ty) && rewrite::can_convert(f, ty, other)
            }
            Access::Value(_) => true,
            Access::Set => rewrite::can_be_set(f, ty, bytes),
            Access::CopyFrom | Access::CopyTo => true,
        });
        is_fine.then_some(ty)
    }

    /// Splits the alloca into one for each partition.
    fn split(self, f: &mut FunctionEdit<'_, '_>, records: &mut AddressRecords) {
        let alloca = self.alloca;
        let module = f.editor.module();
        let (cx, layout) = (module.context(), module.data_layout());
        let InstData::Alloca { allocated, count, align, in_alloca, swift_error } = *f.editor.body().inst(alloca) else {
            return;
        };
        let ty = f.editor.body().inst_type(alloca);
        let described = records.take(alloca);
        let whole = layout.alloc_size(cx, allocated).map_or(0, |size| size.min);
        for &marker in &self.markers {
            f.editor.erase(marker);
        }
        for part in &self.partitions {
            let aligned = align.bytes().unwrap_or(1);
            let part_align = if part.begin == 0 { aligned } else { aligned.min(1 << part.begin.trailing_zeros()) };
            let bytes = part.end - part.begin;
            let data = InstData::Alloca {
                allocated: part.ty.unwrap_or_else(|| cx.array(Type::I8, bytes)),
                count,
                align: lindworm_ir::instruction::Align::new(part_align).unwrap_or(align),
                in_alloca,
                swift_error,
            };
            let new = f.editor.insert(Point::Before(alloca), data, ty);
            let location = f.editor.body().debug_loc(alloca);
            f.editor.set_debug_loc(new, location);
            let name = f.editor.body().name(alloca.into());
            if part.begin == 0 && part.ty == Some(allocated) {
                f.editor.take_name(alloca.into(), new.into());
            } else if !name.is_empty() {
                let name = [name, format!(".sroa.{}", part.index).as_bytes()].concat();
                f.editor.set_name(new.into(), &name);
            }
            let members: Vec<Slice> = self.members(part).copied().collect();
            for slice in members {
                rewrite::rewrite(f, &slice, part, new);
            }
            // As in LLVM, sizes in bits wrap.
            let range = [part.begin, bytes, whole].map(|bytes| bytes.wrapping_mul(8));
            for &record in &described {
                describe_part(f, record, new, range, records);
            }
        }
        for record in described {
            f.editor.remove_debug_record(record);
        }
        // Split accesses were replaced by accesses of the parts.
        for slice in &self.splittable {
            f.editor.erase(slice.inst);
        }
        // Operands of an address computation precede it in the list, so users are erased first.
        for &address in self.addresses.iter().rev() {
            f.editor.erase(address);
        }
        f.editor.erase(alloca);
    }
}

/// Splits loads and stores of structs and arrays from an alloca into loads and stores of their scalars.
fn split_aggregate_accesses(f: &mut FunctionEdit<'_, '_>, alloca: Inst) {
    let mut pending = vec![alloca];
    let mut found: Vec<Inst> = Vec::new();
    while let Some(address) = pending.pop() {
        let body = f.editor.body();
        for at in f.editor.uses().of(address.into()) {
            match *body.inst(at.user) {
                InstData::GetElementPtr { .. } if at.operand == 0 => pending.push(at.user),
                InstData::Load { volatile: false, ordering: AtomicOrdering::NotAtomic, .. } => found.push(at.user),
                InstData::Store { value, volatile: false, ordering: AtomicOrdering::NotAtomic, .. }
                    if value != address.into() =>
                {
                    found.push(at.user);
                }
                InstData::Call { .. } => {}
                // An address that is used otherwise is not split.
                _ => return,
            }
        }
    }
    for inst in found {
        rewrite::split_aggregate(f, inst);
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
    // An alloca may be larger than the variable. A fragment is a proper part of the variable.
    let size = size_of_variable(f.editor.module(), &f.additions.metadata, variable).unwrap_or(whole);
    if offset.saturating_add(bits) > size && bits != whole {
        return;
    }
    let is_whole = bits == whole || (offset, bits) == (0, size);
    let Some(expression) = with_fragment(f, expression, offset, bits, is_whole) else { return };
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
