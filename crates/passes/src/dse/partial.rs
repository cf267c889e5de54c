//! Writes of which a part is overwritten: the rest is written only, or a constant with both values.

use lindworm_analysis::alias::{AccessSize, Aliasing, Location};
use lindworm_ir::attributes::{AttrKind, Attribute, AttributeSet, ModRef};
use lindworm_ir::editor::Point;
use lindworm_ir::eval::Int;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::{AtomicOrdering, GepFlags};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Inst, InstData, Type};

use super::Elimination;
use crate::edges::predecessors;

/// The maximum number of writes that overwrite parts.
const MAX_PARTS: usize = 16;
/// The maximum number of instructions among which they are.
const MAX_SCANNED: usize = 60;

/// A write that overwrites a part of another: the bytes of the other that it overwrites.
struct Part {
    by: Inst,
    start: u64,
    end: u64,
}

impl Elimination<'_, '_, '_> {
    /// Handles a write of which parts are dead. Returns whether the whole write is.
    pub(super) fn shrink(&mut self, inst: Inst, at: &Location) -> bool {
        let AccessSize::Precise(size) = at.size else { return false };
        let mut parts = self.dead_parts(inst, at, size);
        for _ in 0..if self.merges { MAX_PARTS } else { 0 } {
            let Some(merged) = parts.iter().position(|part| self.merge(inst, part)) else { break };
            parts.swap_remove(merged);
        }
        // The dead bytes from the start, and those up to the end.
        parts.sort_unstable_by_key(|part| part.start);
        let head = parts.iter().fold(0, |end, part| if part.start <= end { part.end.max(end) } else { end });
        if head >= size {
            return true;
        }
        parts.sort_unstable_by_key(|part| std::cmp::Reverse(part.end));
        let tail = parts.iter().fold(size, |start, part| if part.end >= start { part.start.min(start) } else { start });
        if head > 0 || tail < size {
            self.shorten(inst, head, tail, size);
        }
        false
    }

    /// The parts of a write that are overwritten before they are read, with what overwrites them.
    fn dead_parts(&self, inst: Inst, at: &Location, size: u64) -> Vec<Part> {
        let mut parts = Vec::new();
        let Some(&(mut block, mut index)) = self.places.get(&inst) else { return parts };
        let object = self.aliases().underlying_object(at.pointer);
        if !self.is_overwritten_by_others(inst, object) {
            return parts;
        }
        let mut met = vec![block];
        index += 1;
        for _ in 0..MAX_SCANNED {
            let list = self.memory.get(&block).map_or(&[][..], |list| list);
            let Some(&next) = list.get(index) else {
                // Further on, only on a path that all others join.
                match self.post_dominators.idom(block) {
                    Some(next) if !met.contains(&next) => (block, index) = (next, 0),
                    _ => break,
                }
                met.push(block);
                continue;
            };
            index += 1;
            if self.erased.contains(&next) || !self.may_overwrite(next, object) {
                continue;
            }
            let Some((killer, false)) = self.overwritten(next) else { continue };
            let AccessSize::Precise(length) = killer.size else { continue };
            let Some(offset) = self.offset(at, &killer) else { continue };
            let start = offset.max(0) as u64;
            let end = offset.saturating_add_unsigned(length).clamp(0, size.min(i64::MAX as u64) as i64) as u64;
            if start < end && self.is_dead(inst, &killer) {
                parts.push(Part { by: next, start, end });
                if parts.len() == MAX_PARTS {
                    break;
                }
            }
        }
        parts
    }

    /// The offset from the address of one location to that of another.
    fn offset(&self, from: &Location, to: &Location) -> Option<i64> {
        let aliases = self.aliases();
        match aliases.alias(from, to) {
            Aliasing::No => None,
            Aliasing::Must => Some(0),
            _ => aliases.distance(from.pointer, to.pointer),
        }
    }

    /// Stores one constant that has the bytes of both, if a store of a constant overwrites a part of another. Returns whether it
    /// did.
    fn merge(&mut self, inst: Inst, part: &Part) -> bool {
        let module = self.f.editor.module();
        let (cx, constants, layout) = (module.context(), module.constants(), module.data_layout());
        let number = |inst: Inst| match *self.f.editor.body().inst(inst) {
            InstData::Store { value, volatile: false, ordering: AtomicOrdering::NotAtomic, .. } => {
                let ty = self.f.editor.type_of(value);
                let width = u64::from(cx.int_width(ty)?);
                let fits = layout.store_size(cx, ty)?.min * 8 == width;
                Some((ty, constants.as_int(cx, value).filter(|_| fits)?))
            }
            _ => None,
        };
        let (Some((ty, whole)), Some((_, new))) = (number(inst), number(part.by)) else { return false };
        let Some(at) = self.aliases().location(part.by) else { return false };
        if (part.end - part.start) * 8 != u64::from(new.width()) || !self.is_unmodified_between(inst, part.by, &at) {
            return false;
        }
        let low = match layout.big_endian {
            false => part.start * 8,
            true => u64::from(whole.width()) - part.end * 8,
        };
        let merged: Int = whole.insert_bits(low as u32, &new);
        let value = constants.wide_int(cx, &merged);
        debug_assert_eq!(module.value_type(None, value), ty);
        self.f.editor.set_operand(Use { user: inst, operand: 0 }, value);
        self.erase(part.by);
        true
    }

    /// Whether `first` precedes `later` on all paths, and nothing in between writes to a location. Follows at most
    /// [`MAX_SCANNED`] instructions and blocks.
    pub(super) fn is_unmodified_between(&self, first: Inst, later: Inst, at: &Location) -> bool {
        let aliases = self.aliases();
        let Some(&(block, index)) = self.places.get(&later) else { return false };
        let mut met = HashSet::default();
        let mut pending = vec![(block, index)];
        let mut steps = 0;
        while let Some((block, end)) = pending.pop() {
            let list = self.memory.get(&block).map_or(&[][..], |list| list);
            let mut found = false;
            for &inst in list[..end.min(list.len())].iter().rev() {
                steps += 1;
                found = inst == first;
                if found {
                    break;
                }
                if steps > MAX_SCANNED
                    || !self.erased.contains(&inst) && aliases.mod_ref(inst, at).contains(ModRef::MOD)
                {
                    return false;
                }
            }
            if found {
                continue;
            }
            let from = predecessors(&self.f.editor, block);
            steps += 1;
            if from.is_empty() || steps > MAX_SCANNED {
                return false;
            }
            pending.extend(from.into_iter().filter(|&from| met.insert(from)).map(|from| (from, usize::MAX)));
        }
        true
    }

    /// Makes a fill or copy of `size` bytes one of the bytes from `start` to `end`.
    fn shorten(&mut self, inst: Inst, start: u64, end: u64, size: u64) {
        let Some((intrinsic, call)) = self.call(inst) else { return };
        use IntrinsicId as I;
        let element = match intrinsic {
            Some(I::MEMSET | I::MEMCPY) => 1,
            Some(I::MEMSET_ELEMENT_UNORDERED_ATOMIC | I::MEMCPY_ELEMENT_UNORDERED_ATOMIC) => {
                let size = self.f.editor.body().call_args(call).get(3).copied();
                size.and_then(|size| self.f.editor.module().constants().as_u64(size)).unwrap_or(0).max(1)
            }
            _ => return,
        };
        let is_memset = matches!(intrinsic, Some(I::MEMSET | I::MEMSET_ELEMENT_UNORDERED_ATOMIC));
        let (cx, attributes) = (self.f.editor.module().context(), call.attributes);
        let data = cx.attribute_list(attributes);
        let align = cx.attribute_int(data.param(0), AttrKind::ALIGN).unwrap_or(1).max(1);
        // The rest stays aligned.
        let end = end.checked_next_multiple_of(align).unwrap_or(size).min(size);
        let start = if is_memset { start / align * align } else { 0 };
        let len = end - start;
        if len == size || !len.is_multiple_of(element) || !start.is_multiple_of(element) {
            return;
        }
        let args = self.f.editor.body().call_args(call).to_vec();
        let [dest, _, old_len, ..] = args[..] else { return };
        let ty = self.f.editor.type_of(old_len);
        let new_len = self.f.editor.module().constants().int(cx, ty, len);
        self.f.editor.set_operand(Use { user: inst, operand: 2 }, new_len);
        let mut sets = data.params.to_vec();
        sets.resize(sets.len().max(1), AttributeSet::EMPTY);
        sets[0] = cx.with_attribute(sets[0], Attribute::Int(AttrKind::ALIGN, align));
        for kind in [AttrKind::DEREFERENCEABLE, AttrKind::DEREFERENCEABLE_OR_NULL] {
            sets[0] = match cx.attribute_int(sets[0], kind).filter(|_| start > 0) {
                Some(bytes) if bytes > start => cx.with_attribute(sets[0], Attribute::Int(kind, bytes - start)),
                Some(_) => cx.without_attribute(sets[0], kind),
                None => sets[0],
            };
        }
        let shorter = cx.make_attribute_list(data.function, data.result, &sets);
        self.f.editor.change(inst, |data, _| {
            if let Some(call) = data.call_info_mut() {
                call.attributes = shorter;
            }
        });
        if start > 0 {
            let loc = self.f.editor.body().debug_loc(inst);
            let flags = GepFlags::INBOUNDS | GepFlags::NUSW;
            let offset = self.f.editor.module().constants().int(cx, ty, start);
            let built = self.f.editor.build(Point::Before(inst), loc, |b| b.gep(Type::I8, flags, dest, &[offset]));
            if let Ok(address) = built {
                self.f.editor.set_operand(Use { user: inst, operand: 0 }, address);
            }
        }
    }
}
