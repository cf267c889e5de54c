//! Loads: parts of a number, elements of tables, and constants with a pattern.

use lindworm_analysis::alias::{AccessSize, AliasAnalysis, AliasCache, AliasTags, Location};
use lindworm_ir::attributes::ModRef;
use lindworm_ir::builder::BuildError;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntPredicate};
use lindworm_ir::instruction::{Align, AtomicOrdering, GepFlags};
use lindworm_ir::module::Linkage;
use lindworm_ir::{Global, Inst, InstData, Type, Value};
use smallvec::SmallVec;

use super::{Finder, native_widths};
use crate::effects::may_write;
use crate::value_tracking::Query;

/// The maximum number of loads that are combined, and of additions to an address.
const MAX_PARTS: usize = 64;

/// The maximum size of a constant that is searched for a pattern.
const MAX_PATTERN: u64 = 4096;

/// Values with their factors.
type Terms = SmallVec<[(Value, i64); 2]>;

/// A load, extended and shifted, as a part of a number.
#[derive(Clone, Copy)]
struct Part {
    load: Inst,
    shift: u64,
}

/// The bytes that some parts load together.
struct Merged {
    /// The load at the lowest address, which is `offset` bytes from the base.
    lowest: Inst,
    offset: i64,
    bits: u64,
    shift: u64,
    /// The first of the loads.
    first: Inst,
    tags: AliasTags,
}

impl Query<'_> {
    /// The operand of a cast.
    fn cast_of(&self, value: Value, wanted: CastOp) -> Option<Value> {
        match *self.inst(value)? {
            InstData::Cast { op, value, .. } => (op == wanted).then_some(value),
            _ => None,
        }
    }

    /// The offset of an address from its base in bytes: values with their factors, and a constant.
    fn offsets(&self, address: Value) -> Option<(Value, Terms, i64)> {
        let (cx, layout) = (self.module.context(), self.module.data_layout());
        let (source, operands) = self.gep(address)?;
        let (&base, indices) = operands.split_first()?;
        if cx.is_vector(self.type_of(address)) {
            return None;
        }
        let (mut ty, mut offset, mut variable) = (source, 0i64, Terms::new());
        for (depth, &index) in indices.iter().enumerate() {
            if depth > 0 && cx.is_struct(ty) {
                let field = self.module.constants().struct_index(cx, index)?;
                let start = layout.struct_layout(cx, ty)?.offsets.get(field as usize).copied()?;
                offset = offset.checked_add_unsigned(start.min)?;
                ty = cx.element_type(ty, field)?;
                continue;
            }
            let size;
            (ty, size) = layout.indexed(cx, ty, depth == 0).filter(|(_, size)| !size.scalable)?;
            let size = i64::try_from(size.min).ok()?;
            match self.constant_int(index) {
                Some(n) => offset = offset.checked_add(n.to_i64()?.checked_mul(size)?)?,
                None => match variable.iter_mut().find(|(value, _)| *value == index) {
                    Some((_, factor)) => *factor = factor.checked_add(size)?,
                    None => variable.push((index, size)),
                },
            }
        }
        Some((base, variable, offset))
    }

    /// The value of a variable that never changes and that no other definition replaces.
    pub(crate) fn final_value(&self, global: Global) -> Option<Value> {
        let data = self.module.global(global)?;
        let variable = data.as_variable()?;
        let is_final = matches!(
            data.linkage,
            Linkage::External | Linkage::Internal | Linkage::Private | Linkage::LinkOnceOdr | Linkage::WeakOdr
        );
        (variable.constant && is_final && !variable.externally_initialized).then_some(variable.initializer).flatten()
    }
}

impl Finder<'_, '_, '_, '_> {
    /// `zext load << shift`.
    fn part(&self, query: &Query<'_>, value: Value, load_has_one_use: bool) -> Option<Part> {
        let has_one_use = |v: Value| query.uses.has_one_use(v);
        let (extended, shift) = match query.with_constant(value, BinaryOp::Shl) {
            Some((inner, shift)) => (inner, shift.to_u64()?),
            None => (value, 0),
        };
        let load = query.cast_of(extended, CastOp::ZExt)?;
        let is_simple =
            matches!(query.inst(load)?, InstData::Load { ordering: AtomicOrdering::NotAtomic, volatile: false, .. });
        let is_only = has_one_use(value) && has_one_use(extended) && (!load_has_one_use || has_one_use(load));
        let width = query.width_of(load).filter(|_| !query.module.context().is_vector(query.type_of(load)))?;
        (is_simple && is_only && width.is_multiple_of(8)).then_some(Part { load: load.as_inst()?, shift })
    }

    /// Adjacent loads whose results are put together.
    pub(super) fn consecutive_loads(&mut self, inst: Inst) -> Option<Value> {
        let query = self.query();
        let widths = native_widths(query.module);
        if widths.is_empty() {
            return None;
        }
        let mut parts: SmallVec<[Part; 8]> = SmallVec::new();
        let mut next = Value::from(inst);
        while let Some((BinaryOp::Or, _, lhs, rhs)) = query.binary(next) {
            if !query.uses.has_one_use(next) || parts.len() >= MAX_PARTS {
                return None;
            }
            let is_shifted = |v: Value| query.binary(v).is_some_and(|(op, ..)| op == BinaryOp::Shl);
            let found = [(lhs, rhs), (rhs, lhs)].into_iter().enumerate().find_map(|(order, (rest, value))| {
                let part = self.part(&query, value, true).filter(|_| order == 0 || is_shifted(value))?;
                // The first two parts may be in either order.
                let is_last = query.binary(rest).is_none_or(|(op, ..)| op != BinaryOp::Or);
                (!is_last || self.part(&query, rest, false).is_some()).then_some((rest, part))
            });
            let (rest, part) = found?;
            parts.push(part);
            next = rest;
        }
        if parts.is_empty() {
            return None;
        }
        let start = self.part(&query, next, false)?;
        let (pointer, _) = self.access(start.load)?;
        let (base, offset) = query.base_and_offset(pointer, true);
        let mut merged = Merged {
            lowest: start.load,
            offset: offset.to_i64()?,
            bits: query.width_of(start.load.into())?.into(),
            shift: start.shift,
            first: start.load,
            tags: AliasTags::of(query.body, start.load),
        };
        for &part in parts.iter().rev() {
            merged = self.append(base, merged, part)?;
        }
        let (pointer, align) = self.access(merged.lowest)?;
        let ty = self.f.editor.body().inst_type(inst);
        let module = self.f.editor.module();
        let (cx, width) = (module.context(), u32::try_from(merged.bits).ok().filter(|width| widths.contains(width))?);
        let is_available = self.is_before(pointer, merged.first);
        let tags = merged.tags;
        let index = module.data_layout().int_type_of_pointer(cx, self.f.editor.type_of(pointer))?;
        let lowest = merged.lowest;
        let (load, number) = self
            .f
            .editor
            .build_before(merged.first, |b| {
                let address = match is_available {
                    true => pointer,
                    false => {
                        let offset = b.int(index, merged.offset as u64);
                        b.gep(Type::I8, GepFlags::empty(), base, &[offset])?
                    }
                };
                let load = b.load(cx.int(width), address, align)?;
                let mut number = b.cast(CastOp::ZExt, load, ty)?;
                if merged.shift > 0 {
                    let amount = b.int(ty, merged.shift);
                    number = b.binary(BinaryOp::Shl, number, amount)?;
                }
                Ok::<_, BuildError>((load, number))
            })
            .ok()?;
        self.f.editor.take_name(lowest.into(), load);
        if let Some(load) = load.as_inst() {
            self.f.editor.set_attachment(load, MetadataKind::TBAA, tags.tbaa);
            self.f.editor.set_attachment(load, crate::known!(b"alias.scope"), tags.scopes);
            self.f.editor.set_attachment(load, crate::known!(b"noalias"), tags.no_alias);
        }
        Some(number)
    }

    fn access(&self, load: Inst) -> Option<(Value, Align)> {
        match *self.f.editor.body().inst(load) {
            InstData::Load { pointer, align, .. } => Some((pointer, align)),
            _ => None,
        }
    }

    /// Whether a value is available at an instruction.
    fn is_before(&mut self, value: Value, at: Inst) -> bool {
        let Some(inst) = value.as_inst() else { return true };
        let body = self.f.editor.body();
        match (body.inst_block(inst), body.inst_block(at)) {
            (Some(a), Some(b)) if a == b => self.f.editor.comes_before(inst, at),
            (Some(a), Some(b)) => self.dominators.dominates(a, b),
            _ => false,
        }
    }

    /// Adds a load that is adjacent to others, if it can be executed where the first of them is.
    fn append(&mut self, base: Value, merged: Merged, part: Part) -> Option<Merged> {
        let body = self.f.editor.body();
        if body.inst_block(part.load) != body.inst_block(merged.first) || part.load == merged.lowest {
            return None;
        }
        let (pointer, _) = self.access(part.load)?;
        let query = self.query();
        let (own_base, own_offset) = query.base_and_offset(pointer, true);
        let (own_offset, own_bits) = (own_offset.to_i64()?, u64::from(query.width_of(part.load.into())?));
        if own_base != base {
            return None;
        }
        let is_later = self.f.editor.comes_before(merged.first, part.load);
        let (from, to) = if is_later { (merged.first, part.load) } else { (part.load, merged.first) };
        let (pointer_of_merged, _) = self.access(merged.lowest)?;
        let (editor, body) = (&self.f.editor, self.f.editor.body());
        let cache = AliasCache::default();
        let mut aliases = AliasAnalysis::new(editor.module(), body, editor.uses(), self.f.additions.function(), &cache);
        aliases.rules = self.pass.alias_rules;
        let moved = match is_later {
            true => aliases.location(part.load)?,
            false => Location::new(pointer_of_merged, AccessSize::Precise(merged.bits / 8)),
        };
        let (mut next, mut scanned) = (Some(from), 0);
        while let Some(inst) = next.filter(|&inst| inst != to) {
            scanned += 1;
            let clobbers = may_write(editor, inst) && aliases.mod_ref(inst, &moved).contains(ModRef::MOD);
            if clobbers || scanned > self.pass.max_scanned {
                return None;
            }
            next = body.next_inst(inst);
        }
        // Each with its offset, size and shift, the one at the lower address first.
        let mut low = (merged.offset, merged.bits, merged.shift, merged.lowest);
        let mut high = (own_offset, own_bits, part.shift, part.load);
        if high.0 < low.0 {
            (low, high) = (high, low);
        }
        let is_big_endian = editor.module().data_layout().big_endian;
        let is_adjacent = high.0.checked_sub(low.0)? == (low.1 / 8) as i64;
        let (least, fits) = match is_big_endian {
            true => (high.2, low.2.checked_sub(high.2) == Some(high.1)),
            false => (low.2, high.2.checked_sub(low.2) == Some(low.1)),
        };
        if !is_adjacent || !fits {
            return None;
        }
        let tags = AliasTags::of(body, part.load);
        let common = |a, b| if a == b { a } else { None };
        Some(Merged {
            lowest: low.3,
            offset: low.0,
            bits: low.1 + high.1,
            shift: least,
            first: from,
            tags: AliasTags {
                tbaa: common(merged.tags.tbaa, tags.tbaa),
                scopes: common(merged.tags.scopes, tags.scopes),
                no_alias: common(merged.tags.no_alias, tags.no_alias),
            },
        })
    }

    /// A load from a constant that has the same value at all offsets that the address can have.
    pub(super) fn patterned_load(&mut self, inst: Inst) -> Option<Value> {
        let query = self.query();
        let InstData::Load { pointer, align, volatile: false, .. } = *query.body.inst(inst) else { return None };
        let mut address = pointer;
        let (mut stride, mut offset) = (0u64, 0i64);
        for _ in 0..MAX_PARTS {
            let Some((_, flags, _)) = query.gep_parts(address) else { break };
            let (base, variable, constant) = query.offsets(address)?;
            for (_, factor) in variable {
                let factor = factor.unsigned_abs();
                // If the product may wrap, only a power of two divides it.
                let may_wrap = !flags.contains(GepFlags::NUSW);
                stride = gcd(stride, if may_wrap { factor & factor.wrapping_neg() } else { factor });
            }
            offset = offset.checked_add(constant)?;
            address = base;
        }
        let global = address.as_global()?;
        let whole = query.final_value(global)?;
        let (cx, layout) = (query.module.context(), query.module.data_layout());
        let size = layout.alloc_size(cx, query.type_of(whole)).filter(|size| !size.scalable)?.min;
        let ty = query.body.inst_type(inst);
        let loaded = layout.store_size(cx, ty).filter(|size| !size.scalable)?.min;
        if size == 0 || size > MAX_PATTERN || loaded > size {
            return None;
        }
        let mut start = match stride {
            0 => {
                stride = 1;
                0
            }
            _ => offset.rem_euclid(i64::try_from(stride).ok()?) as u64,
        };
        let of_variable = query.module.global(global)?.align.bytes().unwrap_or(1);
        if let Some(align) = align.bytes().filter(|&align| align <= of_variable && stride < align) {
            (start, stride) = (0, align);
        }
        let value = query.constant_at(whole, start, ty)?;
        while start <= size - loaded {
            if query.constant_at(whole, start, ty) != Some(value) {
                return None;
            }
            start += stride;
        }
        Some(value)
    }

    /// The number of trailing zeros, found in a table by the product of the lowest bit and a de Bruijn number.
    pub(super) fn trailing_zeros_table(&mut self, inst: Inst) -> Option<Value> {
        let query = self.query();
        let InstData::Load { pointer, volatile: false, ordering: AtomicOrdering::NotAtomic, .. } =
            *query.body.inst(inst)
        else {
            return None;
        };
        let ty = query.body.inst_type(inst);
        let cx = query.module.context();
        cx.int_width(ty)?;
        let (_, flags, _) = query.gep_parts(pointer)?;
        let (base, variable, 0) = query.offsets(pointer)? else { return None };
        let [(mut index, size)] = variable[..] else { return None };
        let table = query.final_value(base.as_global()?)?;
        if !flags.contains(GepFlags::NUSW) {
            return None;
        }
        index = query.cast_of(index, CastOp::ZExt).or(query.cast_of(index, CastOp::Trunc)).unwrap_or(index);
        let (unmasked, mask) = match query.with_constant(index, BinaryOp::And) {
            Some((inner, mask)) => (inner, Some(mask)),
            None => (index, None),
        };
        let (product, shift) = query.with_constant(unmasked, BinaryOp::LShr)?;
        let (lowest, factor) = query.with_constant(product, BinaryOp::Mul)?;
        let Some((BinaryOp::And, _, a, b)) = query.binary(lowest) else { return None };
        let source = if query.is_opposite(a, b) { b } else { Some(a).filter(|&a| query.is_opposite(b, a))? };
        let width = query.width_of(source).filter(|width| [16, 32, 64, 128].contains(width))?;
        let shift = u32::try_from(shift.to_u64()?).ok().filter(|&shift| shift < width)?;
        let entry = |index: u64| {
            let offset = index.checked_mul(u64::try_from(size).ok()?)?;
            query.constant_int(query.constant_at(table, offset, ty)?)
        };
        let is_table = (0..width).all(|bit| {
            let index = factor.shl(bit).lshr(shift);
            let index = mask.as_ref().map_or(index.clone(), |mask| index.and(mask));
            index.to_u64().and_then(entry).is_some_and(|n| n.to_u64() == Some(bit.into()))
        });
        if !is_table {
            return None;
        }
        let of_zero = entry(0)?.to_u64()?;
        let is_natural = of_zero == width.into();
        let source_type = query.type_of(source);
        let (constants, zero) = (query.module.constants(), query.module.constants().zero(cx, source_type));
        let is_poison_for_zero = constants.int(cx, Type::I1, u64::from(!is_natural));
        let of_zero = query.int(source_type, &Int::new(width, of_zero));
        let mut count = self.call_intrinsic(inst, "llvm.cttz", source_type, &[source, is_poison_for_zero])?;
        if !is_natural {
            let is_zero = self.f.editor.build_before(inst, |b| b.icmp(IntPredicate::Eq, source, zero)).ok()?;
            count = self.f.editor.build_before(inst, |b| b.select(is_zero, of_zero, count)).ok()?;
            if let Some(select) = count.as_inst() {
                self.f.set_branch_weights(select, &[1, (1 << 20) - 1]);
            }
        }
        self.f.editor.build_before(inst, |b| b.int_cast(count, ty, false)).ok()
    }
}

impl Query<'_> {
    /// Whether `a` is `0 - b`.
    fn is_opposite(&self, a: Value, b: Value) -> bool {
        matches!(self.binary(a), Some((BinaryOp::Sub, _, zero, value))
            if value == b && self.constant_int(zero).is_some_and(|n| n.is_zero()))
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
