//! The frame of a coroutine: its type, and the stores and loads of values in it.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::builder::BuildError;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::CastOp;
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::{Align, GepFlags};
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::crossing::Crossing;
use super::layout::{self, align_to};
use super::normalize::{insertion_point, replace_uses_in};
use super::shape::{Abi, Frame, NotSplit, Shape};
use super::spills::{FrameAlloca, Spills};
use super::{arg, intrinsic, is_suspend};
use crate::pass::FunctionEdit;

/// The maximum size of a frame.
const MAX_SIZE: u64 = 1 << 40;

/// Where values are in the frame.
pub(super) struct Places {
    /// The field of each value or alloca.
    fields: HashMap<Value, Place>,
}

#[derive(Clone, Copy)]
struct Place {
    field: u64,
    ty: Type,
    align: u64,
    /// The alignment that an address is rounded up to; 0 if the field has it.
    dynamic_align: u64,
}

/// A field before the layout is known.
struct Field {
    ty: Type,
    type_align: u64,
    /// Bytes behind the field so that its address can be rounded up.
    padding: u64,
    layout: layout::Field,
}

/// The fields of a frame under construction.
struct Builder<'f, 'a, 'm> {
    f: &'f FunctionEdit<'a, 'm>,
    fields: Vec<Field>,
    /// The end of the fields with fixed offsets.
    header: u64,
    /// The alignment that the frame can have at most.
    max_align: Option<u64>,
}

impl Builder<'_, '_, '_> {
    /// Adds a field. A field without size has the place of the first field.
    fn add(&mut self, ty: Type, align: Option<Align>, is_header: bool, is_value: bool) -> Result<usize, NotSplit> {
        let module = self.f.editor.module();
        let (layout, cx) = (module.data_layout(), module.context());
        let size = layout.alloc_size(cx, ty).filter(|size| !size.scalable).ok_or(NotSplit::Unsupported)?.min;
        let own = layout.abi_align(cx, ty).and_then(Align::bytes).unwrap_or(1);
        if size == 0 {
            return Ok(0);
        }
        let type_align = if is_value { own.min(self.max_align.unwrap_or(own)) } else { own };
        let mut align = align.and_then(Align::bytes).unwrap_or(type_align);
        let mut padding = 0;
        if let Some(most) = self.max_align.filter(|&most| align > most) {
            padding = align - most;
            align = most;
        }
        let size = size.saturating_add(padding);
        let offset = is_header.then(|| align_to(self.header, align));
        if let Some(offset) = offset {
            self.header = offset.saturating_add(size);
        }
        if size > MAX_SIZE || self.header > MAX_SIZE {
            return Err(NotSplit::Unsupported);
        }
        self.fields.push(Field { ty, type_align, padding, layout: layout::Field { size, align, offset } });
        Ok(self.fields.len() - 1)
    }

    fn add_alloca(&mut self, alloca: Inst, is_header: bool) -> Result<usize, NotSplit> {
        let InstData::Alloca { allocated, count, align, .. } = *self.f.editor.body().inst(alloca) else {
            return Err(NotSplit::Unsupported);
        };
        let module = self.f.editor.module();
        let count = module.constants().as_u64(count).ok_or(NotSplit::Unsupported)?;
        let ty = if count == 1 { allocated } else { module.context().array(allocated, count) };
        self.add(ty, Some(align), is_header, false)
    }
}

/// Determines the layout of the frame, and makes its type.
pub(super) fn make_type(
    f: &FunctionEdit<'_, '_>,
    shape: &mut Shape,
    spills: &mut Spills,
    slots: &[Vec<Inst>],
) -> Result<Places, NotSplit> {
    let module = f.editor.module();
    let cx = module.context();
    let max_align = match shape.abi {
        Abi::Async => arg(f.editor.body(), shape.id, 1).and_then(|v| module.constants().as_u64(v)),
        _ => None,
    };
    let mut builder = Builder { f, fields: Vec::new(), header: 0, max_align };
    let mut index = None;
    let mut places: Vec<(Value, usize)> = Vec::new();
    if shape.abi == Abi::Switch {
        builder.add(Type::PTR, None, true, false)?;
        builder.add(Type::PTR, None, true, false)?;
        if let Some(promise) = shape.promise {
            places.push((promise.into(), builder.add_alloca(promise, true)?));
        }
        let bits = shape.suspends.len().next_power_of_two().trailing_zeros().max(1);
        shape.frame.index_type = cx.int(bits);
        index = Some(builder.add(shape.frame.index_type, None, false, false)?);
    }
    for slot in slots {
        let Some(&first) = slot.first() else { continue };
        let field = builder.add_alloca(first, false)?;
        places.extend(slot.iter().map(|&alloca| (Value::from(alloca), field)));
    }
    if let Some(promise) = shape.promise {
        spills.allocas.push(FrameAlloca { alloca: promise, aliases: Vec::new(), may_be_written_before: false });
    }
    for (value, _) in &spills.values {
        let by_value = by_value_type(f, *value);
        let align = by_value.and_then(|_| param_align(f, *value)).and_then(Align::new);
        let ty = by_value.unwrap_or_else(|| f.editor.type_of(*value));
        places.push((*value, builder.add(ty, align, false, true)?));
    }
    let fields = builder.fields;
    let arranged: Vec<layout::Field> = fields.iter().map(|field| field.layout).collect();
    let layout = layout::arrange(&arranged);
    if layout.size > MAX_SIZE {
        return Err(NotSplit::Unsupported);
    }
    let is_packed = layout.order.iter().any(|&(n, offset)| offset % fields[n].type_align != 0);
    let (mut types, mut last) = (Vec::new(), 0u64);
    let mut numbers = vec![(0, 0); fields.len()];
    for &(n, offset) in &layout.order {
        let field = &fields[n];
        if offset != last && (is_packed || align_to(last, field.type_align) != offset) {
            types.push(cx.array(Type::I8, offset - last));
        }
        numbers[n] = (types.len() as u64, offset);
        types.push(field.ty);
        if field.padding > 0 {
            types.push(cx.array(Type::I8, field.padding));
        }
        last = offset + field.layout.size;
    }
    let name = module.global(f.additions.function()).map(|g| g.name().to_vec()).unwrap_or_default();
    let ty = cx.new_struct(&[&name[..], b".Frame"].concat());
    if let TypeKind::Identified(id) = *cx.kind(ty) {
        cx.set_struct_body(id, &types, is_packed);
    }
    // Without the bytes that only the alignment of a packed frame would add.
    let size = match shape.abi {
        Abi::Switch => module.data_layout().alloc_size(cx, ty).map_or(layout.size, |size| size.min),
        _ => layout.size,
    };
    shape.frame = Frame {
        ty,
        size,
        align: Align::new(layout.align).unwrap_or(Align::ONE),
        index_field: index.map_or(0, |n| numbers[n].0),
        index_type: shape.frame.index_type,
    };
    let fields = places.into_iter().map(|(value, n)| {
        // A value without size has any place.
        let place = match fields.get(n) {
            Some(field) => Place {
                field: numbers[n].0,
                ty: field.ty,
                align: field.layout.align,
                dynamic_align: if field.padding > 0 { field.padding + field.layout.align } else { 0 },
            },
            None => Place { field: 0, ty: f.editor.type_of(value), align: 1, dynamic_align: 0 },
        };
        (value, place)
    });
    Ok(Places { fields: fields.collect() })
}

/// The type that an argument passed `byval` points to: the frame has the value.
fn by_value_type(f: &FunctionEdit<'_, '_>, value: Value) -> Option<Type> {
    let lindworm_ir::value::ValueKind::Arg(n) = value.kind() else { return None };
    let cx = f.editor.module().context();
    cx.attribute_type(cx.attribute_list(f.additions.attributes()).param(n as usize), AttrKind::BY_VAL)
}

/// The alignment of an argument.
fn param_align(f: &FunctionEdit<'_, '_>, value: Value) -> Option<u64> {
    let lindworm_ir::value::ValueKind::Arg(n) = value.kind() else { return None };
    let cx = f.editor.module().context();
    cx.attribute_int(cx.attribute_list(f.additions.attributes()).param(n as usize), AttrKind::ALIGN)
}

/// Stores each value in the frame after its definition, and loads it in each block that uses it after a suspend point. Replaces
/// allocas by addresses in the frame.
pub(super) fn insert_spills(
    f: &mut FunctionEdit<'_, '_>,
    shape: &mut Shape,
    places: &Places,
    spills: &Spills,
    crossing: &Crossing,
) -> Result<(), NotSplit> {
    for (value, users) in &spills.values {
        spill(f, shape, places, crossing, *value, users)?;
    }
    let after = shape.after_begin(f.editor.body()).ok_or(NotSplit::Unsupported)?;
    let block = f.editor.split_block(after, b"AllocaSpillBB");
    let first = f.editor.body().first_inst(block).ok_or(NotSplit::Unsupported)?;
    f.editor.split_block(first, b"PostSpill");
    shape.alloca_spill_block = Some(block);
    let mut replaced: HashMap<Value, Value> = HashMap::default();
    for alloca in &spills.allocas {
        replaced.extend(replace_alloca(f, shape, places, crossing, block, alloca.alloca)?);
    }
    if !replaced.is_empty() && f.editor.body().has_debug_records() {
        super::debug::replace_in_records(f, &replaced);
    }
    if shape.abi != Abi::Switch {
        return Ok(());
    }
    let Some(at) = shape.after_begin(f.editor.body()) else { return Err(NotSplit::Unsupported) };
    for alloca in &spills.allocas {
        let is_promise = Some(alloca.alloca) == shape.promise;
        if alloca.may_be_written_before || is_promise && is_promise_written_before(f, shape, crossing) {
            copy_to_frame(f, shape, places, at, alloca.alloca)?;
        }
        for &(alias, offset) in &alloca.aliases {
            let base = address(f, shape, places, Point::Before(at), alloca.alloca.into())?;
            let new = f.editor.build_before(at, |b| {
                let offset = b.int(Type::I64, offset as u64);
                b.gep(Type::I8, GepFlags::empty(), base, &[offset])
            })?;
            let uses: Vec<_> = f.editor.uses().of(alias.into()).collect();
            for at in uses {
                if crossing.dominates(f, shape.begin, at.user) {
                    f.editor.set_operand(at, new);
                }
            }
        }
    }
    Ok(())
}

/// The address of the field of a value.
fn address(
    f: &mut FunctionEdit<'_, '_>,
    shape: &Shape,
    places: &Places,
    at: Point,
    value: Value,
) -> Result<Value, NotSplit> {
    let place = places.fields.get(&value).copied().ok_or(NotSplit::Unsupported)?;
    let module = f.editor.module();
    let alloca = value.as_inst().map(|inst| *f.editor.body().inst(inst));
    let is_array = matches!(alloca, Some(InstData::Alloca { count, .. })
        if module.constants().as_u64(count).is_some_and(|count| count > 1));
    let loc = match at {
        Point::Before(inst) | Point::BeforeRecords(inst) => f.editor.body().debug_loc(inst),
        Point::End(_) => None,
    };
    let (frame, ty) = (shape.frame.ty, f.editor.type_of(value));
    let result = f.editor.build(at, loc, |b| {
        let mut indices = vec![b.int(Type::I32, 0), b.int(Type::I32, place.field)];
        indices.extend(is_array.then(|| b.int(Type::I32, 0)));
        let address = b.gep(frame, GepFlags::INBOUNDS | GepFlags::NUSW, shape.begin.into(), &indices)?;
        if !matches!(alloca, Some(InstData::Alloca { .. })) {
            return Ok(address);
        }
        if place.dynamic_align != 0 {
            let int = b.module().data_layout().int_type_of_pointer(b.context(), ty).unwrap_or(Type::I64);
            let mask = b.int(int, place.dynamic_align - 1);
            let inverse = b.int(int, !(place.dynamic_align - 1));
            let number = b.cast(CastOp::PtrToInt, address, int)?;
            let number = b.binary(lindworm_ir::eval::BinaryOp::Add, number, mask)?;
            let number = b.binary(lindworm_ir::eval::BinaryOp::And, number, inverse)?;
            return b.cast(CastOp::IntToPtr, number, ty);
        }
        if b.type_of(address) != ty {
            return b.cast(CastOp::AddrSpaceCast, address, ty);
        }
        Ok(address)
    });
    result.map_err(|_: BuildError| NotSplit::Unsupported)
}

fn spill(
    f: &mut FunctionEdit<'_, '_>,
    shape: &Shape,
    places: &Places,
    crossing: &Crossing,
    value: Value,
    users: &[Inst],
) -> Result<(), NotSplit> {
    let place = places.fields.get(&value).copied().ok_or(NotSplit::Unsupported)?;
    let align = Align::new(place.align).unwrap_or(Align::ONE);
    let by_value = by_value_type(f, value);
    if let lindworm_ir::value::ValueKind::Arg(n) = value.kind() {
        // The frame outlives the call.
        let cx = f.editor.module().context();
        let list = f.additions.attributes();
        let set = cx.without_attribute(cx.attribute_list(list).param(n as usize), AttrKind::CAPTURES);
        f.additions.set_attributes(cx.with_param_attributes(list, n as usize, set));
    }
    let at = store_point(f, shape, crossing, value).ok_or(NotSplit::Unsupported)?;
    let name = f.editor.body().name(value).to_vec();
    let named = |suffix: &[u8]| [&name[..], suffix].concat();
    let frame = shape.frame.ty;
    f.editor.build_before(at, |b| {
        let indices = [b.int(Type::I32, 0), b.int(Type::I32, place.field)];
        let flags = GepFlags::INBOUNDS | GepFlags::NUSW;
        let address = b.named(named(b".spill.addr")).gep(frame, flags, shape.begin.into(), &indices)?;
        let stored = match by_value {
            Some(ty) => b.load(ty, value, Align::NONE)?,
            None => value,
        };
        b.store(stored, address, align)
    })?;
    let (mut current, mut reload): (Option<Block>, Value) = (None, value);
    for &user in users {
        let Some(block) = f.editor.body().inst_block(user) else { continue };
        if current != Some(block) {
            current = Some(block);
            let at = match intrinsic(f.editor.module(), f.editor.body(), user) {
                Some(id) if is_suspend(id) => {
                    let from = f.editor.single_predecessor(block);
                    from.and_then(|from| f.editor.body().terminator(from))
                }
                _ => insertion_point(f.editor.body(), block),
            };
            let at = at.ok_or(NotSplit::Unsupported)?;
            let address = address(f, shape, places, Point::Before(at), value)?;
            f.editor.set_name(address, &named(b".reload.addr"));
            reload = match by_value {
                Some(_) => address,
                None => f.editor.build_before(at, |b| b.named(named(b".reload")).load(place.ty, address, align))?,
            };
        }
        if matches!(f.editor.body().inst(user), InstData::Phi { .. }) {
            super::replace(&mut f.editor, user, reload);
        } else {
            replace_uses_in(f, user, value, reload);
        }
    }
    Ok(())
}

/// The instruction before which a value is stored in the frame.
fn store_point(f: &mut FunctionEdit<'_, '_>, shape: &Shape, crossing: &Crossing, value: Value) -> Option<Inst> {
    let Some(inst) = value.as_inst() else { return shape.after_begin(f.editor.body()) };
    let is_suspension = intrinsic(f.editor.module(), f.editor.body(), inst).is_some_and(is_suspend);
    if is_suspension {
        let body = f.editor.body();
        let next = crossing.cfg.successors(body.inst_block(inst)?).first().copied()?;
        return body.first_non_phi(next);
    }
    if !crossing.dominates(f, shape.begin, inst) {
        return shape.after_begin(f.editor.body());
    }
    let body = f.editor.body();
    let block = body.inst_block(inst)?;
    match *body.inst(inst) {
        InstData::Invoke { normal, .. } => {
            let operands = body.operand_count(inst);
            let place = (0..operands).find(|&n| body.operand(inst, n) == Some(normal.into()))?;
            let edge = lindworm_ir::use_list::Use { user: inst, operand: place as u32 };
            let name = match f.editor.single_predecessor(normal) {
                Some(_) => [body.name(normal.into()), b".split"].concat(),
                None => crate::edges::critical_edge_name(body, block, normal),
            };
            let new = f.editor.split_edge(edge, &name)?;
            f.editor.body().terminator(new)
        }
        InstData::Phi { .. } => insertion_point(body, block),
        _ => body.next_inst(inst),
    }
}

/// Replaces an alloca, where it is used after `llvm.coro.begin`, by its address in the frame.
fn replace_alloca(
    f: &mut FunctionEdit<'_, '_>,
    shape: &Shape,
    places: &Places,
    crossing: &Crossing,
    block: Block,
    alloca: Inst,
) -> Result<Option<(Value, Value)>, NotSplit> {
    let uses: Vec<_> = f.editor.uses().of(alloca.into()).collect();
    let mut replaced = Vec::new();
    for at in uses {
        // The frame of other kinds of coroutines is known from the start.
        if shape.abi != Abi::Switch || crossing.dominates(f, shape.begin, at.user) {
            replaced.push(at);
        }
    }
    if replaced.is_empty() && shape.abi == Abi::Switch {
        return Ok(None);
    }
    let end = f.editor.body().terminator(block).ok_or(NotSplit::Unsupported)?;
    let name = f.editor.body().name(alloca.into()).to_vec();
    let new = address(f, shape, places, Point::Before(end), alloca.into())?;
    if shape.abi == Abi::Switch {
        f.editor.set_name(new, &[&name[..], b".reload.addr"].concat());
    } else {
        f.editor.take_name(alloca.into(), new);
    }
    for at in replaced {
        if crate::effects::is_lifetime_marker(&f.editor, at.user) {
            f.editor.erase(at.user);
        } else {
            f.editor.set_operand(at, new);
        }
    }
    if shape.abi != Abi::Switch {
        f.editor.erase(alloca);
    }
    Ok(Some((alloca.into(), new)))
}

/// Copies what was written to an alloca before `llvm.coro.begin` to the frame.
fn copy_to_frame(
    f: &mut FunctionEdit<'_, '_>,
    shape: &Shape,
    places: &Places,
    at: Inst,
    alloca: Inst,
) -> Result<(), NotSplit> {
    let InstData::Alloca { allocated, count, .. } = *f.editor.body().inst(alloca) else { return Ok(()) };
    let module = f.editor.module();
    let count = module.constants().as_u64(count).unwrap_or(1);
    let ty = if count == 1 { allocated } else { module.context().array(allocated, count) };
    let to = address(f, shape, places, Point::Before(at), alloca.into())?;
    f.editor.build_before(at, |b| {
        let value = b.load(ty, alloca.into(), Align::NONE)?;
        b.store(value, to, Align::NONE)
    })?;
    Ok(())
}

/// Whether the promise may be written before `llvm.coro.begin`.
fn is_promise_written_before(f: &mut FunctionEdit<'_, '_>, shape: &Shape, crossing: &Crossing) -> bool {
    let Some(promise) = shape.promise else { return false };
    let uses: Vec<_> = f.editor.uses().of(promise.into()).collect();
    uses.into_iter().any(|at| {
        if crossing.dominates(f, shape.begin, at.user) {
            return false;
        }
        let (module, body) = (f.editor.module(), f.editor.body());
        match body.inst(at.user) {
            InstData::Store { .. } | InstData::GetElementPtr { .. } | InstData::Cast { .. } => true,
            InstData::Call { call, .. } => {
                use lindworm_ir::attributes::ModRef;
                let reads = |kind| crate::call_site::param_has(module, call, at.operand as usize, kind);
                crate::effects::call_memory(module, call).any().contains(ModRef::MOD)
                    && !reads(AttrKind::READ_ONLY)
                    && !reads(AttrKind::READ_NONE)
                    && !crate::effects::is_lifetime_marker(&f.editor, at.user)
            }
            _ => false,
        }
    })
}
