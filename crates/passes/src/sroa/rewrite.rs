//! Accesses of an alloca as accesses of one of its parts.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::builder::{BuildError, Builder};
use lindworm_ir::eval::{BinaryOp, CastOp, Int};
use lindworm_ir::instruction::{Align, GepFlags};
use lindworm_ir::{Inst, InstData, Type, Value};

use super::{Access, Partition, Slice};
use crate::pass::FunctionEdit;

type Built = Result<Value, BuildError>;

/// The element of a type at a byte offset with this size.
pub(super) fn type_at(f: &FunctionEdit<'_, '_>, ty: Type, offset: u64, bytes: u64) -> Option<Type> {
    const MAX_NESTING: usize = 64;
    let module = f.editor.module();
    let (cx, layout) = (module.context(), module.data_layout());
    let (mut ty, mut offset) = (ty, offset);
    for _ in 0..MAX_NESTING {
        let size = layout.alloc_size(cx, ty).filter(|size| !size.scalable)?.min;
        if offset == 0 && size == bytes && !cx.is_aggregate(ty) {
            return Some(ty);
        }
        if cx.is_struct(ty) {
            let fields = layout.struct_layout(cx, ty)?;
            let field = fields.field_at(offset)?;
            offset = offset.checked_sub(fields.offsets.get(field)?.min)?;
            ty = cx.element_type(ty, field as u64)?;
        } else if cx.is_aggregate(ty) {
            ty = cx.element_type(ty, 0)?;
            let step = layout.alloc_size(cx, ty).filter(|size| !size.scalable && size.min > 0)?.min;
            offset %= step;
        } else {
            return None;
        }
    }
    None
}

fn bits(f: &FunctionEdit<'_, '_>, ty: Type) -> Option<u64> {
    let module = f.editor.module();
    let size = module.data_layout().size_in_bits(module.context(), ty)?;
    (!size.scalable).then_some(size.min)
}

/// Whether a value of one type has the same bits as one of another type.
pub(super) fn can_convert(f: &FunctionEdit<'_, '_>, from: Type, to: Type) -> bool {
    let module = f.editor.module();
    let (cx, layout) = (module.context(), module.data_layout());
    if from == to {
        return true;
    }
    let is_simple = |ty| {
        let scalar = cx.scalar_type(ty);
        !cx.is_aggregate(ty) && (cx.int_width(scalar).is_some() || cx.is_pointer(scalar) || scalar.is_float())
    };
    if !is_simple(from) || !is_simple(to) || bits(f, from) != bits(f, to) || bits(f, from).is_none() {
        return false;
    }
    let space = |ty: Type| cx.addr_space(cx.scalar_type(ty)).filter(|_| cx.is_pointer(cx.scalar_type(ty)));
    match (space(from), space(to)) {
        (None, None) => true,
        (Some(a), Some(b)) => a == b && !cx.is_vector(from) && !cx.is_vector(to),
        (Some(space), None) => cx.int_width(to).is_some() && !layout.pointer(space).is_non_integral(),
        (None, Some(space)) => cx.int_width(from).is_some() && !layout.pointer(space).is_non_integral(),
    }
}

/// Whether `memset` can be a store of this type: every byte belongs to the value.
pub(super) fn can_be_set(f: &FunctionEdit<'_, '_>, ty: Type, bytes: u64) -> bool {
    let cx = f.editor.module().context();
    u32::try_from(bytes * 8).is_ok_and(|bits| bits <= 1 << 16 && can_convert(f, cx.int(bits), ty))
}

fn convert(b: &mut Builder<'_>, value: Value, to: Type) -> Built {
    let cx = b.context();
    let from = b.type_of(value);
    let op = match (cx.is_pointer(from), cx.is_pointer(to)) {
        (true, false) => CastOp::PtrToInt,
        (false, true) => CastOp::IntToPtr,
        _ => CastOp::BitCast,
    };
    b.cast(op, value, to)
}

/// The names of instructions for a part: prefix, and the offset at which the access begins.
struct Namer(Vec<u8>);

impl Namer {
    fn name(&self, suffix: &str) -> Vec<u8> {
        if self.0.is_empty() { Vec::new() } else { [&self.0[..], suffix.as_bytes()].concat() }
    }
}

/// The number of bits by which a part of an integer in memory is shifted.
fn shift(b: &Builder<'_>, whole: Type, part: Type, offset: u64) -> u64 {
    let width = |ty| u64::from(b.context().int_width(ty).unwrap_or(0));
    match b.module().data_layout().big_endian {
        true => width(whole).saturating_sub(width(part)).saturating_sub(8 * offset),
        false => 8 * offset,
    }
}

/// The integer at an offset of an integer.
fn extract(b: &mut Builder<'_>, value: Value, ty: Type, offset: u64, names: &Namer) -> Built {
    let whole = b.type_of(value);
    let by = shift(b, whole, ty, offset);
    let mut value = value;
    if by != 0 {
        let by = b.int(whole, by);
        value = b.named(names.name("extract.shift")).binary(BinaryOp::LShr, value, by)?;
    }
    if ty != whole {
        value = b.named(names.name("extract.trunc")).cast(CastOp::Trunc, value, ty)?;
    }
    Ok(value)
}

/// An integer with another one at an offset.
fn insert(b: &mut Builder<'_>, old: Value, value: Value, offset: u64, names: &Namer) -> Built {
    let (whole, ty) = (b.type_of(old), b.type_of(value));
    let by = shift(b, whole, ty, offset);
    let (mut value, mut old) = (value, old);
    let width = |ty| b.context().int_width(ty).unwrap_or(1);
    let (whole_width, part_width) = (width(whole), width(ty));
    if ty != whole {
        value = b.named(names.name("insert.ext")).cast(CastOp::ZExt, value, whole)?;
    }
    if by != 0 {
        let amount = b.int(whole, by);
        value = b.named(names.name("insert.shift")).binary(BinaryOp::Shl, value, amount)?;
    }
    if by != 0 || ty != whole {
        let mask = Int::all_ones(part_width).zext(whole_width).shl(by as u32).not();
        let mask = b.module().constants().wide_int(b.context(), &mask);
        old = b.named(names.name("insert.mask")).binary(BinaryOp::And, old, mask)?;
        value = b.named(names.name("insert.insert")).binary(BinaryOp::Or, old, value)?;
    }
    Ok(value)
}

/// The byte repeated to an integer of this many bytes.
fn splat(b: &mut Builder<'_>, byte: Value, bytes: u64, names: &Namer) -> Built {
    if bytes == 1 {
        return Ok(byte);
    }
    let width = bytes as u32 * 8;
    let ty = b.context().int(width);
    let wide = b.named(names.name("zext")).cast(CastOp::ZExt, byte, ty)?;
    let ones = Int::all_ones(width);
    let factor = ones.udiv(&Int::new(width, 255)).unwrap_or(ones);
    let factor = b.module().constants().wide_int(b.context(), &factor);
    b.named(names.name("isplat")).binary(BinaryOp::Mul, wide, factor)
}

fn common_align(align: u64, offset: u64) -> Align {
    let bytes = if offset == 0 { align } else { align.min(1 << offset.trailing_zeros()) };
    Align::new(bytes).unwrap_or(Align::ONE)
}

/// The alignment of a pointer argument.
fn arg_align(f: &FunctionEdit<'_, '_>, call: Inst, n: usize) -> u64 {
    let cx = f.editor.module().context();
    let list = f.editor.body().inst(call).call_info().map(|call| call.attributes).unwrap_or_default();
    cx.attribute_int(cx.attribute_list(list).param(n), AttrKind::ALIGN).unwrap_or(1)
}

/// Replaces an access of a partition by an access of the alloca that the partition becomes. Accesses that reach beyond the
/// partition stay.
pub(super) fn rewrite(f: &mut FunctionEdit<'_, '_>, slice: &Slice, part: &Partition, new: Inst) {
    let alloca = f.editor.body().name(new.into());
    let names = Namer(match alloca {
        [] => Vec::new(),
        name => [name, format!(".{}.", slice.begin).as_bytes()].concat(),
    });
    let InstData::Alloca { align, .. } = *f.editor.body().inst(new) else { return };
    let (begin, end) = (slice.begin.max(part.begin), slice.end.min(part.end));
    let (offset, bytes) = (begin - part.begin, end - begin);
    let is_whole = (begin, end) == (part.begin, part.end);
    let done = match (slice.access, part.ty) {
        (Access::Value(ty), Some(of_part)) if is_whole && ty == of_part => {
            f.editor.change(slice.inst, |data, _| {
                if let InstData::Load { pointer, .. } | InstData::Store { pointer, .. } = data {
                    *pointer = new.into();
                }
            });
            Ok(())
        }
        (Access::Value(ty), Some(of_part)) => {
            rewrite_value(f, slice.inst, ty, of_part, new, is_whole, offset, align, &names)
        }
        (access, Some(of_part)) => {
            rewrite_split(f, slice, access, of_part, new, (offset, bytes, begin), is_whole, align, &names)
        }
        (access, None) => copy_split(f, slice, access, new, (offset, bytes, begin), align, &names),
    };
    debug_assert!(done.is_ok(), "the types of the parts agree");
}

#[expect(clippy::too_many_arguments, reason = "all describe one access")]
fn rewrite_value(
    f: &mut FunctionEdit<'_, '_>,
    inst: Inst,
    ty: Type,
    of_part: Type,
    new: Inst,
    is_whole: bool,
    offset: u64,
    align: Align,
    names: &Namer,
) -> Result<(), BuildError> {
    if let InstData::Store { value, .. } = *f.editor.body().inst(inst) {
        f.editor.build_before(inst, |b| {
            let value = if is_whole {
                convert(b, value, of_part)?
            } else {
                let old = b.named(names.name("oldload")).load(of_part, new.into(), align)?;
                insert(b, old, value, offset, names)?
            };
            b.store(value, new.into(), align)
        })?;
        f.editor.erase(inst);
        return Ok(());
    }
    let value = f.editor.build_before(inst, |b| {
        let value = b.named(names.name("load")).load(of_part, new.into(), align)?;
        if is_whole { convert(b, value, ty) } else { extract(b, value, ty, offset, names) }
    })?;
    f.editor.replace_all(inst.into(), value);
    f.editor.erase(inst);
    Ok(())
}

/// The address at an offset of the other operand of a copy.
fn other_address(b: &mut Builder<'_>, pointer: Value, offset: u64, name: Vec<u8>) -> Built {
    if offset == 0 {
        return Ok(pointer);
    }
    let index = b.int(Type::I64, offset);
    b.named(name).gep(Type::I8, GepFlags::INBOUNDS | GepFlags::NUSW, pointer, &[index])
}

fn other_name(f: &FunctionEdit<'_, '_>, other: Value, names: &Namer) -> Vec<u8> {
    match names.0.is_empty() {
        true => Vec::new(),
        false => [&names.0[..], f.editor.body().name(other), b".sroa_idx"].concat(),
    }
}

#[expect(clippy::too_many_arguments, reason = "all describe one access")]
fn rewrite_split(
    f: &mut FunctionEdit<'_, '_>,
    slice: &Slice,
    access: Access,
    of_part: Type,
    new: Inst,
    (offset, bytes, begin): (u64, u64, u64),
    is_whole: bool,
    align: Align,
    names: &Namer,
) -> Result<(), BuildError> {
    let body = f.editor.body();
    let Some(call) = body.inst(slice.inst).call_info() else { return Ok(()) };
    let args: Vec<Value> = body.call_args(call).to_vec();
    let of_slice = begin - slice.begin;
    let (to, from) = (arg_align(f, slice.inst, 0), arg_align(f, slice.inst, 1));
    let other = if access == Access::CopyFrom { args[0] } else { args[1] };
    let name = other_name(f, other, names);
    let int = f.editor.module().context().int(bytes as u32 * 8);
    f.editor.build_before(slice.inst, |b| {
        let piece = if is_whole { of_part } else { int };
        if access == Access::CopyFrom {
            let pointer = other_address(b, other, of_slice, name)?;
            let mut value = b.named(names.name("load")).load(of_part, new.into(), align)?;
            if !is_whole {
                value = extract(b, value, int, offset, names)?;
            }
            b.store(value, pointer, common_align(to, of_slice))?;
            return Ok(());
        }
        let value = match access {
            Access::Set => {
                let value = splat(b, other, bytes, names)?;
                if is_whole { convert(b, value, of_part)? } else { value }
            }
            _ => {
                let pointer = other_address(b, other, of_slice, name)?;
                b.named(names.name("copyload")).load(piece, pointer, common_align(from, of_slice))?
            }
        };
        let value = if is_whole {
            value
        } else {
            let old = b.named(names.name("oldload")).load(of_part, new.into(), align)?;
            insert(b, old, value, offset, names)?
        };
        b.store(value, new.into(), align)?;
        Ok(())
    })
}

/// Replaces the part of a `memset` or copy that accesses a partition by one of the partition's alloca.
fn copy_split(
    f: &mut FunctionEdit<'_, '_>,
    slice: &Slice,
    access: Access,
    new: Inst,
    (offset, bytes, begin): (u64, u64, u64),
    align: Align,
    names: &Namer,
) -> Result<(), BuildError> {
    let of_slice = begin - slice.begin;
    let body = f.editor.body();
    let Some(call) = body.inst(slice.inst).call_info() else { return Ok(()) };
    let args: Vec<Value> = body.call_args(call).to_vec();
    let (to, from) = (arg_align(f, slice.inst, 0), arg_align(f, slice.inst, 1));
    let other = if access == Access::CopyFrom { args[0] } else { args[1] };
    let name = other_name(f, other, names);
    let own_name = other_name(f, if access == Access::CopyFrom { args[1] } else { args[0] }, names);
    let (own, address) = f.editor.build_before(slice.inst, |b| {
        let own = other_address(b, new.into(), offset, own_name)?;
        let address = if access == Access::Set { other } else { other_address(b, other, of_slice, name)? };
        Ok::<_, BuildError>((own, address))
    })?;
    let module = f.editor.module();
    let cx = module.context();
    let len = module.constants().int(cx, f.editor.type_of(args[2]), bytes);
    let location = f.editor.body().debug_loc(slice.inst);
    let copy = f.editor.clone_inst(slice.inst, lindworm_ir::editor::Point::Before(slice.inst));
    f.editor.set_debug_loc(copy, location);
    // Metadata of the whole access does not describe the part.
    let kinds: Vec<_> = f.editor.body().attachments(copy).iter().map(|&(kind, _)| kind).collect();
    for kind in kinds {
        f.editor.set_attachment(copy, kind, None);
    }
    f.editor.set_debug_loc(copy, location);
    let own_align = common_align(align.bytes().unwrap_or(1), offset).bytes();
    let aligns = match access {
        Access::CopyFrom => [common_align(to, of_slice).bytes(), own_align],
        _ => [own_align, common_align(from, of_slice).bytes()],
    };
    f.editor.change(copy, |data, values| {
        let Some(call) = data.call_info_mut() else { return };
        let list = call.args.as_mut_slice(values);
        match access {
            Access::CopyFrom => (list[0], list[1]) = (address, own),
            _ => (list[0], list[1]) = (own, address),
        }
        list[2] = len;
        for (n, align) in aligns.into_iter().enumerate() {
            if n == 1 && access == Access::Set {
                continue;
            }
            let set = cx.attribute_list(call.attributes).param(n);
            let attribute = lindworm_ir::attributes::Attribute::Int(AttrKind::ALIGN, align.unwrap_or(1));
            let set = cx.with_attribute(set, attribute);
            call.attributes = cx.with_param_attributes(call.attributes, n, set);
        }
    });
    Ok(())
}

/// The scalars of an aggregate type: the indices of each, and its type; `None` if there are many.
fn scalars(f: &FunctionEdit<'_, '_>, ty: Type) -> Option<Vec<(Vec<u32>, Type)>> {
    const MAX_SCALARS: usize = 64;
    let cx = f.editor.module().context();
    let mut found = Vec::new();
    let mut pending = vec![(Vec::new(), ty)];
    while let Some((path, ty)) = pending.pop() {
        if !cx.is_aggregate(ty) {
            found.push((path, ty));
        } else {
            let count = f.editor.module().constants().element_count(cx, ty)?;
            if count as usize + pending.len() + found.len() > MAX_SCALARS || path.len() > MAX_SCALARS {
                return None;
            }
            for n in (0..count).rev() {
                let inner = [&path[..], &[n as u32]].concat();
                pending.push((inner, cx.element_type(ty, n)?));
            }
        }
    }
    Some(found)
}

/// Splits a load or store of a struct or array into loads or stores of its scalars.
pub(super) fn split_aggregate(f: &mut FunctionEdit<'_, '_>, inst: Inst) {
    let (module, body) = (f.editor.module(), f.editor.body());
    let (cx, layout) = (module.context(), module.data_layout());
    let (ty, pointer, align, stored) = match *body.inst(inst) {
        InstData::Load { pointer, align, .. } => (body.inst_type(inst), pointer, align, None),
        InstData::Store { value, pointer, align, .. } => (f.editor.type_of(value), pointer, align, Some(value)),
        _ => return,
    };
    if !cx.is_aggregate(ty) {
        return;
    }
    let Some(parts) = scalars(f, ty) else { return };
    let name = |value: Value| body.name(value).to_vec();
    let base = name(stored.unwrap_or(inst.into()));
    let mut offsets = Vec::new();
    let query = crate::value_tracking::Query::new(&f.editor, f.additions.function());
    for (path, _) in &parts {
        let mut indices = vec![module.constants().int(cx, Type::I64, 0)];
        indices.extend(path.iter().map(|&n| module.constants().int(cx, Type::I32, n.into())));
        let Some(offset) = query.constant_offset(ty, &indices).and_then(|n| u64::try_from(n).ok()) else { return };
        offsets.push((indices, offset));
    }
    let own = align.bytes().or_else(|| layout.abi_align(cx, ty)?.bytes()).unwrap_or(1);
    let built = f.editor.build_before(inst, |b| {
        let mut whole = b.module().constants().poison(ty);
        for ((path, scalar), (indices, offset)) in parts.iter().zip(&offsets) {
            let places: Vec<String> = path.iter().map(u32::to_string).collect();
            let of = |what: &str| [&base[..], format!(".fca.{}.{what}", places.join(".")).as_bytes()].concat();
            let align = common_align(own, *offset);
            match stored {
                Some(value) => {
                    let part = b.named(of("extract")).extract_value_at(value, path)?;
                    let to = b.named(of("gep")).gep(ty, GepFlags::INBOUNDS | GepFlags::NUSW, pointer, indices)?;
                    b.store(part, to, align)?;
                }
                None => {
                    let from = b.named(of("gep")).gep(ty, GepFlags::INBOUNDS | GepFlags::NUSW, pointer, indices)?;
                    let part = b.named(of("load")).load(*scalar, from, align)?;
                    whole = b.named(of("insert")).insert_value_at(whole, part, path)?;
                }
            }
        }
        Ok::<Value, BuildError>(whole)
    });
    let Ok(whole) = built else { return };
    if stored.is_none() {
        f.editor.replace_all(inst.into(), whole);
    }
    f.editor.erase(inst);
}
