//! Stores and fills side by side become one `memset`.

use std::collections::BTreeMap;

use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::{Inst, InstData, Type, Value};

use super::{Copies, Kind, Transfer};
use crate::effects::{call_memory, may_read, may_write};
use crate::value_tracking::Query;

/// The maximum number of instructions after a store that are searched. A longer run is merged piece by piece.
const MAX_SEARCHED: usize = 500;

/// The maximum nesting of constants.
const MAX_NESTING: usize = 16;

/// The byte of which a value consists in memory, as an `i8`.
pub(crate) fn byte_of(query: &Query<'_>, value: Value) -> Option<Value> {
    byte_at_depth(query, value, 0)
}

fn byte_at_depth(query: &Query<'_>, value: Value, depth: usize) -> Option<Value> {
    let (module, cx, constants) = (query.module, query.module.context(), query.module.constants());
    let ty = query.type_of(value);
    if ty == Type::I8 {
        return Some(value);
    }
    let size = module.data_layout().store_size(cx, ty);
    if constants.is_undef_or_poison(value) || size.is_some_and(|size| size.min == 0) {
        return Some(constants.undef(Type::I8));
    }
    if value.is_constant() && constants.is_zero(value) {
        // The size of a scalable type is not known.
        return size.filter(|size| !size.scalable).map(|_| constants.int(cx, Type::I8, 0));
    }
    if depth == MAX_NESTING || size.is_none_or(|size| size.scalable) {
        return None;
    }
    if let Some(int) = constants.as_int(cx, value) {
        return same_bytes(query, &int);
    }
    if let Some(float) = constants.as_float(value) {
        let bits = [Type::HALF, Type::FLOAT, Type::DOUBLE].contains(&ty).then(|| float.to_bits())?;
        return same_bytes(query, &lindworm_ir::eval::Int::from_u128(8 * size?.min as u32, bits));
    }
    let mut all: Option<Value> = None;
    for element in constants.elements(cx, value)? {
        let byte = byte_at_depth(query, element, depth + 1)?;
        all = match all {
            Some(known) if known == byte || constants.is_undef(byte) => Some(known),
            Some(known) if !constants.is_undef(known) => return None,
            _ => Some(byte),
        };
    }
    all
}

/// The byte of which a number consists.
fn same_bytes(query: &Query<'_>, int: &lindworm_ir::eval::Int) -> Option<Value> {
    let width = int.width();
    let first = int.low_u64() & 0xff;
    let is_same = width.is_multiple_of(8) && (0..width / 8).all(|n| int.extract_bits(8 * n, 8).low_u64() == first);
    is_same.then(|| query.module.constants().int(query.module.context(), Type::I8, first))
}

/// Bytes that are stored side by side.
struct Range {
    end: i64,
    pointer: Value,
    align: Option<u64>,
    /// The stores, in the order in which they were found.
    stores: Vec<Inst>,
    has_memset: bool,
}

impl Range {
    /// The number of bytes.
    fn len(&self, start: i64) -> u64 {
        self.end.abs_diff(start)
    }

    /// Whether a `memset` is better than the stores.
    fn is_profitable(&self, start: i64, largest_int: u64) -> bool {
        let bytes = self.len(start);
        let count = self.stores.len() as u64;
        match count {
            _ if count >= 4 || bytes >= 64 => true,
            0 | 1 => false,
            _ if self.has_memset => true,
            // The code generator merges pairs.
            2 => false,
            _ => count > bytes / largest_int + bytes % largest_int,
        }
    }
}

/// The ranges by their first bytes.
#[derive(Default)]
struct Ranges(BTreeMap<i64, Range>);

impl Ranges {
    fn add(&mut self, start: i64, size: u64, pointer: Value, align: Option<u64>, inst: Inst, is_memset: bool) {
        let Some(end) = i64::try_from(size).ok().and_then(|size| start.checked_add(size)) else { return };
        let before = self.0.range(..start).next_back().filter(|(_, range)| range.end >= start).map(|(&at, _)| at);
        let meeting = before.or_else(|| self.0.range(start..=end).next().map(|(&at, _)| at));
        let Some(at) = meeting else {
            let stores = vec![inst];
            self.0.insert(start, Range { end, pointer, align, stores, has_memset: is_memset });
            return;
        };
        let Some(mut range) = self.0.remove(&at) else { return };
        range.stores.push(inst);
        range.has_memset |= is_memset;
        if start < at {
            (range.pointer, range.align) = (pointer, align);
        }
        range.end = range.end.max(end);
        let first = at.min(start);
        while let Some((&at, _)) = self.0.range(first..=range.end).next()
            && let Some(next) = self.0.remove(&at)
        {
            range.end = range.end.max(next.end);
            range.has_memset |= next.has_memset;
            range.stores.extend(next.stores);
        }
        self.0.insert(first, range);
    }
}

impl Copies<'_, '_, '_> {
    /// Merges neighbouring stores and fills into a fill.
    pub(super) fn visit_memset(&mut self, set: Transfer) -> Option<Inst> {
        (!set.volatile && self.constant(set.len).is_some())
            .then(|| self.merge_into_memset(set.inst, set.dest, set.source))?
    }

    /// Merges a store or fill with those after it that store the same byte side by side. Returns the last `memset` made.
    pub(super) fn merge_into_memset(&mut self, first: Inst, pointer: Value, mut byte: Value) -> Option<Inst> {
        let editor = &self.f.editor;
        let (module, body) = (editor.module(), editor.body());
        let query = self.query();
        let mut ranges = Ranges::default();
        let mut last_access = first;
        let mut next = body.next_inst(first);
        for _ in 0..MAX_SEARCHED {
            let inst = next?;
            let data = body.inst(inst);
            if data.is_terminator() {
                break;
            }
            next = body.next_inst(inst);
            if let Some(call) = data.call_info()
                && self.transfer(inst).is_none_or(|set| set.kind != Kind::Set)
            {
                use lindworm_ir::attributes::{MemoryEffects, MemoryLocation, ModRef};
                let inaccessible = MemoryEffects::only(MemoryLocation::Inaccessible, ModRef::all());
                if call_memory(module, call) & inaccessible != call_memory(module, call) {
                    next = Some(inst);
                    break;
                }
                continue;
            }
            let added = match *data {
                InstData::Store { value, pointer: to, align, ordering, volatile, .. } => {
                    let is_plain = ordering == AtomicOrdering::NotAtomic && !volatile;
                    let size = module.data_layout().store_size(module.context(), editor.type_of(value));
                    let stored = byte_of(&query, value).filter(|_| is_plain);
                    let size = size.filter(|size| !size.scalable).map(|size| size.min);
                    stored.zip(size).map(|(stored, size)| (to, stored, size, align.bytes(), false))
                }
                _ => match self.transfer(inst) {
                    Some(set) if !set.volatile => {
                        self.constant(set.len).map(|len| (set.dest, set.source, len, set.aligns[0], true))
                    }
                    Some(_) => None,
                    None if may_write(editor, inst) || may_read(editor, inst) => None,
                    None => continue,
                },
            };
            let matching = added.filter(|&(_, stored, _, _, is_memset)| {
                if module.constants().is_undef(byte) && !is_memset {
                    byte = stored;
                }
                stored == byte
            });
            let Some(((to, _, size, align, is_memset), offset)) =
                matching.and_then(|added| self.distance(pointer, added.0).map(|offset| (added, offset)))
            else {
                next = Some(inst);
                break;
            };
            ranges.add(offset, size, to, align, inst, is_memset);
            last_access = inst;
        }
        if ranges.0.is_empty() {
            return None;
        }
        let (size, align, is_memset) = match *body.inst(first) {
            InstData::Store { value, align, .. } => {
                let size = module.data_layout().store_size(module.context(), editor.type_of(value));
                (size.filter(|size| !size.scalable)?.min, align.bytes(), false)
            }
            _ => self.transfer(first).and_then(|set| Some((self.constant(set.len)?, set.aligns[0], true)))?,
        };
        ranges.add(0, size, pointer, align, first, is_memset);
        let largest_int = module.data_layout().legal_ints.iter().max().map_or(1, |&bits| u64::from(bits / 8)).max(1);
        let place = next.or_else(|| body.last_inst(body.inst_block(first)?))?;
        let mut made = None;
        for (start, range) in ranges.0 {
            if range.stores.len() < 2 || !range.is_profitable(start, largest_int) {
                continue;
            }
            let module = self.f.editor.module();
            let len = module.constants().int(module.context(), Type::I64, range.len(start));
            let (kind, dest, aligns) = (Kind::Set, range.pointer, [range.align, None]);
            let loc = self.f.editor.body().debug_loc(*range.stores.first()?);
            let new = Transfer { inst: first, kind, dest, source: byte, len, volatile: false, aligns };
            let Some(inst) = self.create(place, loc, &new) else { continue };
            self.ssa.insert_after(inst, last_access);
            last_access = inst;
            for store in range.stores {
                self.erase(store);
            }
            made = Some(inst);
        }
        made
    }
}
