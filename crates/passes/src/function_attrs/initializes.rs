//! `initializes(...)` of pointer parameters: the memory that a function always writes before it reads it.

use std::cell::OnceCell;

use lindworm_analysis::{Cfg, InstOrder};
use lindworm_ir::attributes::{AttrKind, Attribute, AttributeOwner, Captures};
use lindworm_ir::eval::Int;
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::{AtomicOrdering, CallInfo};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::uses::Uses;
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Type, Value};

use super::{Scc, is_exact, is_pointer, is_volatile_transfer};
use crate::call_site::{param_has, param_sets};
use crate::value_tracking::Query;

/// The maximum number of uses of a parameter.
const MAX_USES: usize = 1000;

/// Ranges of offsets in bytes, in order: neither overlapping nor adjacent. The upper bound is excluded.
type Ranges = Vec<(i64, i64)>;

/// What an instruction does with the memory behind a parameter.
enum Access {
    Read((i64, i64)),
    Write(Ranges),
    /// Writes, and may access other memory behind the parameter before.
    WriteAndMore(Ranges),
    Unknown,
}

/// The accesses of a block.
#[derive(Default)]
struct OfBlock {
    accesses: Vec<(Inst, Access)>,
    has_unknown: bool,
}

/// A body, with analyses that all parameters share.
struct Layout<'m> {
    body: &'m Body,
    cfg: OnceCell<Cfg>,
    order: OnceCell<InstOrder>,
}

/// Adds the attribute to the parameters of functions.
pub(super) fn add(scc: &mut Scc<'_>, functions: &[Global]) {
    let module = scc.module;
    for &function in functions {
        let Some(body) = module.body(function).filter(|_| is_exact(module, function)) else { continue };
        let layout = Layout { body, cfg: OnceCell::new(), order: OnceCell::new() };
        let mut found: Vec<(usize, Ranges)> = Vec::new();
        for n in 0..body.args().len() {
            if is_pointer(module, body.args()[n]) {
                let uses = scc.members.chains(function, body);
                found.extend(initialized(module, function, &layout, uses, n).map(|ranges| (n, ranges)));
            }
        }
        for (n, ranges) in found {
            scc.edit(function, AttributeOwner::Param(n), |cx, set| {
                let mut all = ranges;
                if let Some(Attribute::Ranges(_, old)) = cx.attribute(set, AttrKind::INITIALIZES) {
                    old.iter()
                        .filter_map(|(low, high)| Some((low.to_i64()?, high.to_i64()?)))
                        .for_each(|r| unite(&mut all, r));
                }
                let bound = |n: i64| Int::from_i64(64, n);
                let ranges = all.into_iter().map(|(low, high)| (bound(low), bound(high))).collect();
                cx.with_attribute(set, Attribute::Ranges(AttrKind::INITIALIZES, ranges))
            });
        }
    }
}

/// The memory behind a parameter that the function always writes first; `None` if there is none.
fn initialized(module: &Module, function: Global, layout: &Layout<'_>, uses: &Uses, n: usize) -> Option<Ranges> {
    let body = layout.body;
    let query = Query::of_body(module, function, body, uses);
    let entry = body.blocks().next()?;
    let mut blocks: HashMap<Block, OfBlock> = HashMap::default();
    let mut places: HashMap<Inst, usize> = HashMap::default();
    // Each use of an address, with the offset of the address if it is constant.
    let mut pending: Vec<(Use, Option<i64>)> = uses.of(Value::arg(n as u32)).map(|at| (at, Some(0))).collect();
    let (mut count, mut has_write, mut is_local) = (0, false, true);
    while let Some((at, offset)) = pending.pop() {
        count += 1;
        if count > MAX_USES {
            return None;
        }
        if let InstData::GetElementPtr { source, ref operands, .. } = *body.inst(at.user) {
            let step = query.constant_offset(source, &body.list_values(operands)[1..]);
            let inner = offset.and_then(|offset| offset.checked_add(step?));
            pending.extend(uses.of(at.user.into()).map(|at| (at, inner)));
            continue;
        }
        let block = body.inst_block(at.user)?;
        let of_block = blocks.entry(block).or_default();
        let access = access(module, body, at, offset);
        if let Some(&place) = places.get(&at.user) {
            // Two uses in one instruction.
            of_block.accesses[place].1 = Access::Unknown;
            of_block.has_unknown = true;
            continue;
        }
        places.insert(at.user, of_block.accesses.len());
        of_block.has_unknown |= matches!(access, Access::Unknown);
        if let Access::Write(ranges) | Access::WriteAndMore(ranges) = &access
            && !ranges.is_empty()
        {
            has_write = true;
            is_local &= block == entry;
        }
        of_block.accesses.push((at.user, access));
    }
    if !has_write {
        return None;
    }
    for of_block in blocks.values_mut().filter(|of| of.accesses.len() > 1) {
        let order = layout.order.get_or_init(|| InstOrder::new(body));
        of_block.accesses.sort_by_key(|(inst, _)| order.number(*inst));
    }
    let mut initialized: HashMap<Block, Ranges> = HashMap::default();
    let of_entry = match is_local {
        true => written(blocks.get(&entry), Ranges::new()),
        false => {
            let cfg = layout.cfg.get_or_init(|| Cfg::new(body));
            for &block in cfg.reverse_postorder().iter().rev() {
                let of_block = blocks.get(&block);
                let mut after = Ranges::new();
                if !of_block.is_some_and(|of| of.has_unknown) {
                    let mut of_successors = cfg.successors(block).iter().map(|to| initialized.get(to));
                    after = of_successors.next().flatten().cloned().unwrap_or_default();
                    for next in of_successors {
                        after = next.map_or(Ranges::new(), |next| intersection(&after, next));
                    }
                }
                let ranges = written(of_block, after);
                if !ranges.is_empty() {
                    initialized.insert(block, ranges);
                }
            }
            initialized.remove(&entry).unwrap_or_default()
        }
    };
    (!of_entry.is_empty()).then_some(of_entry)
}

/// What is written first from the beginning of a block, if `after` is from its end.
fn written(of_block: Option<&OfBlock>, after: Ranges) -> Ranges {
    let mut ranges = after;
    for (_, access) in of_block.into_iter().flat_map(|of| of.accesses.iter().rev()) {
        if matches!(access, Access::Unknown | Access::WriteAndMore(_)) {
            ranges.clear();
        }
        match access {
            Access::Write(written) | Access::WriteAndMore(written) => {
                written.iter().for_each(|&range| unite(&mut ranges, range));
            }
            Access::Read(read) => subtract(&mut ranges, *read),
            Access::Unknown => {}
        }
    }
    ranges
}

/// Adds a range, unless it is empty.
fn unite(ranges: &mut Ranges, (mut low, mut high): (i64, i64)) {
    if low >= high {
        return;
    }
    let first = ranges.partition_point(|&(_, other)| other < low);
    let last = ranges.partition_point(|&(other, _)| other <= high);
    if first < last {
        low = low.min(ranges[first].0);
        high = high.max(ranges[last - 1].1);
    }
    ranges.splice(first..last, [(low, high)]);
}

/// Removes a range.
fn subtract(ranges: &mut Ranges, (low, high): (i64, i64)) {
    let rest = |&(from, to): &(i64, i64)| [(from, to.min(low)), (from.max(high), to)];
    *ranges = ranges.iter().flat_map(rest).filter(|(from, to)| from < to).collect();
}

fn intersection(a: &Ranges, b: &Ranges) -> Ranges {
    let (mut i, mut j, mut both) = (0, 0, Ranges::new());
    while let (Some(&(a_low, a_high)), Some(&(b_low, b_high))) = (a.get(i), b.get(j)) {
        let (low, high) = (a_low.max(b_low), a_high.min(b_high));
        if low < high {
            both.push((low, high));
        }
        if a_high < b_high { i += 1 } else { j += 1 }
    }
    both
}

fn access(module: &Module, body: &Body, at: Use, offset: Option<i64>) -> Access {
    let range = |bytes: Option<i64>| {
        let (low, bytes) = (offset?, bytes.filter(|&bytes| bytes > 0)?);
        Some((low, low.checked_add(bytes)?))
    };
    let of_type = |ty: Type| {
        let size = module.data_layout().store_size(module.context(), ty).filter(|size| !size.scalable);
        range(size.and_then(|size| i64::try_from(size.min).ok()))
    };
    let read = |range: Option<(i64, i64)>| range.map_or(Access::Unknown, Access::Read);
    match *body.inst(at.user) {
        InstData::Store { value, volatile: false, ordering: AtomicOrdering::NotAtomic, .. } if at.operand == 1 => {
            Access::Write(of_type(module.value_type(Some(body), value)).into_iter().collect())
        }
        InstData::Load { volatile: false, ordering: AtomicOrdering::NotAtomic, .. } => {
            read(of_type(body.inst_type(at.user)))
        }
        ref data => {
            let Some(call) = data.call_info() else { return Access::Unknown };
            let length = || range(module.constants().as_int(module.context(), *body.call_args(call).get(2)?)?.to_i64());
            match (is_volatile_transfer(module, body, call), at.operand) {
                (Some(true), _) => Access::Unknown,
                (Some(false), 0) => Access::Write(length().into_iter().collect()),
                (Some(false), 1) => {
                    let is_set = module.callee(call.callee).and_then(|f| f.intrinsic) == Some(IntrinsicId::MEMSET);
                    if is_set { Access::Unknown } else { read(length()) }
                }
                _ => of_call(module, body, call, at, offset),
            }
        }
    }
}

/// What a callee initializes by its own attribute.
fn of_call(module: &Module, body: &Body, call: &CallInfo, at: Use, offset: Option<i64>) -> Access {
    let (cx, n) = (module.context(), at.operand as usize);
    if n >= body.call_args(call).len() || param_has(module, call, n, AttrKind::BY_VAL) {
        return Access::Unknown;
    }
    let declared = param_sets(module, call, n).find_map(|set| cx.attribute(set, AttrKind::INITIALIZES));
    let (Some(Attribute::Ranges(_, declared)), Some(offset)) = (declared, offset) else { return Access::Unknown };
    let mut ranges = Ranges::new();
    for (low, high) in declared {
        let bound = |n: &Int| n.to_i64()?.checked_add(offset);
        if let (Some(low), Some(high)) = (bound(low), bound(high)) {
            unite(&mut ranges, (low, high));
        }
    }
    let only_writes = [AttrKind::WRITE_ONLY, AttrKind::READ_NONE].iter().any(|&kind| param_has(module, call, n, kind));
    let captures = param_sets(module, call, n).filter_map(|set| cx.attribute_int(set, AttrKind::CAPTURES));
    let is_kept = !captures.map(Captures::from_bits).any(|captures| captures == Captures::NONE);
    if only_writes && !is_kept { Access::Write(ranges) } else { Access::WriteAndMore(ranges) }
}
