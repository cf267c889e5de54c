//! Memory accesses of enabled lanes: [masked](https://llvm.org/docs/LangRef.html#masked-vector-load-and-store-intrinsics),
//! gather and scatter, expanding and compressing, and
//! [predicated](https://llvm.org/docs/LangRef.html#vector-predication-intrinsics) intrinsics.
//!
//! Lanes are accessed separately and in order. Disabled lanes are not accessed.

use std::borrow::Cow;

use lindworm_eval::BinaryOp;
use lindworm_eval::intrinsic::{Intrinsic, Operation};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::{InstData, Type};
use smallvec::SmallVec;

use crate::builtin::argument::offset;
use crate::builtin::{Call, Then, builtins};
use crate::memory::access::AccessKind;
use crate::run::{LIGHT, Regs};
use crate::shape::{Leaf, Packed, Scalar, Shape};
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "llvm.masked.load" = |c| load(c, Access { at: At::Consecutive, pointer: 0, mask: 1, length: None }, Some(2)),
    "llvm.masked.gather" = |c| load(c, Access { at: At::Each, pointer: 0, mask: 1, length: None }, Some(2)),
    "llvm.masked.expandload" = |c| load(c, Access { at: At::Packed, pointer: 0, mask: 1, length: None }, Some(2)),
    "llvm.vp.load" = |c| load(c, Access { at: At::Consecutive, pointer: 0, mask: 1, length: Some(2) }, None),
    "llvm.vp.load.ff" = load_first,
    "llvm.vp.gather" = |c| load(c, Access { at: At::Each, pointer: 0, mask: 1, length: Some(2) }, None),
    "llvm.experimental.vp.strided.load" = |c| {
        load(c, Access { at: At::Strided, pointer: 0, mask: 2, length: Some(3) }, None)
    },
    "llvm.masked.store" = |c| store(c, Access { at: At::Consecutive, pointer: 1, mask: 2, length: None }),
    "llvm.masked.scatter" = |c| store(c, Access { at: At::Each, pointer: 1, mask: 2, length: None }),
    "llvm.masked.compressstore" = |c| store(c, Access { at: At::Packed, pointer: 1, mask: 2, length: None }),
    "llvm.vp.store" = |c| store(c, Access { at: At::Consecutive, pointer: 1, mask: 2, length: Some(3) }),
    "llvm.vp.scatter" = |c| store(c, Access { at: At::Each, pointer: 1, mask: 2, length: Some(3) }),
    "llvm.experimental.vp.strided.store" = |c| {
        store(c, Access { at: At::Strided, pointer: 1, mask: 3, length: Some(4) })
    },
    "llvm.experimental.vector.histogram.add" = |c| histogram(c, Operation::Binary(BinaryOp::Add)),
    "llvm.experimental.vector.histogram.uadd.sat" = |c| histogram(c, Operation::Intrinsic(Intrinsic::UAddSat)),
    "llvm.experimental.vector.histogram.umax" = |c| histogram(c, Operation::Intrinsic(Intrinsic::UMax)),
    "llvm.experimental.vector.histogram.umin" = |c| histogram(c, Operation::Intrinsic(Intrinsic::UMin)),
}

/// The addresses of the lanes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// As in the vector type.
    Consecutive,
    /// The enabled lanes are contiguous.
    Packed,
    /// Each lane has its own pointer.
    Each,
    /// At a constant byte distance, the operand after the pointer.
    Strided,
}

/// The operand numbers of an access.
#[derive(Clone, Copy)]
struct Access {
    at: At,
    pointer: usize,
    mask: usize,
    /// The explicit vector length.
    length: Option<usize>,
}

/// A prepared access.
struct Lanes {
    /// The shape of the whole vector.
    vector: Shape,
    /// The shape of one element.
    element: Shape,
    /// The mask of enabled lanes, a bit per lane.
    mask: SmallVec<[Reg; 16]>,
    /// The pointers: one per lane, or one.
    pointers: SmallVec<[Reg; 16]>,
    stride: Option<u64>,
    align: u64,
}

impl Lanes {
    fn new(c: &mut Call<'_>, access: Access, ty: Type) -> Result<Lanes, Stop> {
        let lanes = c.site.params.get(access.mask).map_or(0, |mask| mask.registers);
        if lanes > LIGHT {
            c.state.spend(lanes.into())?;
        }
        let module = &c.program.modules[c.module];
        let (cx, layout) = (module.context(), module.data_layout());
        let vector = c.state.shape(module, ty).map_err(Stop::shape)?;
        let element = c.state.shape(module, cx.scalar_type(ty)).map_err(Stop::shape)?;
        let aligned = match access.at {
            At::Consecutive => ty,
            _ => cx.scalar_type(ty),
        };
        // An `align` attribute of the pointer was checked with the other attributes.
        let align = match access.length {
            Some(_) if !says_align(c, access.pointer) => {
                layout.abi_align(cx, aligned).and_then(|a| a.bytes()).unwrap_or(1)
            }
            _ => 1,
        };
        let mut mask: SmallVec<[Reg; 16]> = c.registers(access.mask)?.into_iter().collect();
        if let Some(length) = access.length {
            let length = c.register(length)?;
            let length = c.state.vector_length(length, mask.len() as u64)?;
            mask.iter_mut().skip(length as usize).for_each(|lane| *lane = Reg::bool(false));
        }
        let pointers = c.registers(access.pointer)?.into_iter().collect();
        let stride = match access.at {
            At::Strided => Some(c.signed(access.pointer + 1)? as u64),
            _ => None,
        };
        Ok(Lanes { vector, element, mask, pointers, stride, align })
    }

    /// Whether all lanes are enabled and laid out as in the vector type.
    fn is_whole(&self, at: At) -> bool {
        matches!(at, At::Consecutive | At::Packed) && self.mask.iter().all(|m| m.meta.is_defined() && m.bits & 1 != 0)
    }

    /// The address and layout of lane `i`, which is the enabled lane number `nth`.
    fn place(&self, at: At, i: usize, nth: usize, big_endian: bool) -> (Reg, Cow<'_, Shape>) {
        let base = self.pointers[0];
        let whole = Cow::Borrowed(&self.element);
        let leaf = self.vector.leaves[if at == At::Packed { nth } else { i }];
        match (at, self.stride) {
            (At::Each, _) => (self.pointers[i], whole),
            (_, Some(stride)) => (offset(base, stride.wrapping_mul(i as u64)), whole),
            _ if self.vector.packed.is_empty() => (offset(base, leaf.offset / 8), whole),
            _ => {
                // The bytes that contain a bit of the lane.
                let (first, end) = (leaf.offset / 8, (leaf.offset + u64::from(leaf.scalar.bits())).div_ceil(8));
                let from = if big_endian { self.vector.store_size - end } else { first };
                (offset(base, from), Cow::Owned(part(leaf, leaf.offset - first * 8, end - first)))
            }
        }
    }
}

/// The shape of a lane that begins at a bit of some bytes, followed by the other bits of these bytes.
fn part(lane: Leaf, start: u64, size: u64) -> Shape {
    let end = start + u64::from(lane.scalar.bits());
    let mut leaves = vec![Leaf { register: 0, offset: start, ..lane }];
    let mut registers = lane.scalar.registers();
    for offset in (0..start).chain(end..size * 8) {
        leaves.push(Leaf { scalar: Scalar::Int(1), register: registers, offset });
        registers += 1;
    }
    let packed = vec![Packed { leaves: 0..leaves.len(), offset: 0, size }];
    Shape { leaves, registers, store_size: size, packed, has_padding: false }
}

/// Whether the call specifies the alignment of the pointer.
fn says_align(c: &Call<'_>, argument: usize) -> bool {
    let module = &c.program.modules[c.module];
    let function = c.program.functions.get(c.state.site().function as usize);
    let call = function.and_then(|f| match module.body(f.global)?.inst(c.site.inst) {
        InstData::Call { call, .. } | InstData::Invoke { call, .. } => Some(call),
        _ => None,
    });
    call.is_some_and(|call| {
        let attributes = module.context().attribute_list(call.attributes);
        module.context().has_attribute(attributes.param(argument), AttrKind::ALIGN)
    })
}

/// The type of the result, or of its first field.
fn result_type(c: &Call<'_>) -> Type {
    let cx = c.program.modules[c.module].context();
    let ty = cx.function_parts(c.site.function_type).map_or(Type::VOID, |(result, ..)| result);
    cx.struct_parts(ty).and_then(|(fields, _)| fields.first().copied()).unwrap_or(ty)
}

/// A load. Disabled lanes are those of the argument `otherwise`, or poison.
fn load(c: &mut Call<'_>, access: Access, otherwise: Option<usize>) -> Result<Then, Stop> {
    let ty = result_type(c);
    let lanes = Lanes::new(c, access, ty)?;
    if lanes.is_whole(access.at) {
        c.result = c.state.load_value(&lanes.vector, lanes.pointers[0], lanes.align)?;
        return Ok(Then::Return);
    }
    match otherwise {
        Some(argument) => c.result = c.registers(argument)?,
        None => c.result.fill(c.state.poison_here()),
    }
    let (big_endian, mut nth) = (c.state.memory.is_big_endian(), 0);
    for (i, &mask) in lanes.mask.iter().enumerate() {
        let leaf = lanes.vector.leaves[i];
        let place = leaf.registers();
        if mask.meta.is_poison() {
            c.result[place].fill(mask);
        } else if mask.bits & 1 != 0 {
            let (pointer, shape) = lanes.place(access.at, i, nth, big_endian);
            let value = c.state.load_value(&shape, pointer, lanes.align)?;
            let count = place.len();
            c.result[place].copy_from_slice(&value[..count]);
            nth += 1;
        }
    }
    Ok(Then::Return)
}

/// `llvm.vp.load.ff`: loads as many lanes as possible, and returns their number.
fn load_first(c: &mut Call<'_>) -> Result<Then, Stop> {
    let access = Access { at: At::Consecutive, pointer: 0, mask: 1, length: Some(2) };
    let ty = result_type(c);
    let lanes = Lanes::new(c, access, ty)?;
    let big_endian = c.state.memory.is_big_endian();
    let length = c.register(2)?.bits.min(lanes.mask.len() as u64) as usize;
    c.result.fill(c.state.poison_here());
    let mut loaded = length;
    for (i, &mask) in lanes.mask.iter().enumerate().take(length) {
        if mask.meta.is_poison() || mask.bits & 1 == 0 {
            continue;
        }
        let (pointer, shape) = lanes.place(access.at, i, i, big_endian);
        let readable = || c.state.memory.resolve(pointer, 0, shape.store_size, lanes.align, AccessKind::Read).is_ok();
        if i > 0 && !readable() {
            loaded = i;
            break;
        }
        let value = c.state.load_value(&shape, pointer, lanes.align)?;
        let leaf = lanes.vector.leaves[i];
        c.result[leaf.registers()].copy_from_slice(&value[..leaf.scalar.registers() as usize]);
    }
    if let Some(count) = c.result.last_mut() {
        *count = Reg::int(loaded as u64);
    }
    Ok(Then::Return)
}

/// A store of the first argument.
fn store(c: &mut Call<'_>, access: Access) -> Result<Then, Stop> {
    let ty = c.site.params.first().map_or(Type::VOID, |p| p.ty);
    let value = c.registers(0)?;
    let lanes = Lanes::new(c, access, ty)?;
    if lanes.is_whole(access.at) {
        c.state.store_value(&lanes.vector, lanes.pointers[0], lanes.align, &value)?;
        return Ok(Then::Return);
    }
    let (big_endian, mut nth) = (c.state.memory.is_big_endian(), 0);
    for (i, &mask) in lanes.mask.iter().enumerate() {
        // With a poison mask bit, the stored value is unspecified.
        if !mask.meta.is_poison() && mask.bits & 1 == 0 {
            continue;
        }
        let leaf = lanes.vector.leaves[i];
        let mut lane = Regs::from_slice(&value[leaf.registers()]);
        if mask.meta.is_poison() {
            lane.fill(mask);
        }
        let (pointer, shape) = lanes.place(access.at, i, nth, big_endian);
        if !shape.packed.is_empty() {
            // The adjacent bits are unchanged.
            let around = c.state.load_value(&shape, pointer, lanes.align)?;
            lane.extend_from_slice(&around[lane.len()..]);
        }
        c.state.store_value(&shape, pointer, lanes.align, &lane)?;
        nth += 1;
    }
    Ok(Then::Return)
}

/// Updates the memory at each enabled pointer lane, in order.
fn histogram(c: &mut Call<'_>, operation: Operation) -> Result<Then, Stop> {
    let ty = c.site.params.get(1).map_or(Type::VOID, |p| p.ty);
    let module = &c.program.modules[c.module];
    let shape = c.state.shape(module, ty).map_err(Stop::shape)?;
    let (pointers, operand, mask) = (c.registers(0)?, c.registers(1)?, c.registers(2)?);
    let &[Leaf { scalar, .. }] = &shape.leaves[..] else {
        return Err(c.state.error(format!("the value that `@{}` is called with is not an integer", c.builtin.name)));
    };
    for (&pointer, &mask) in pointers.iter().zip(&mask) {
        if !mask.meta.is_poison() && mask.bits & 1 == 0 {
            continue;
        }
        let old = c.state.load_value(&shape, pointer, 1)?;
        let mut new = c.state.operation(operation, scalar, [&old, &operand])?;
        if mask.meta.is_poison() {
            new.fill(mask);
        }
        c.state.store_value(&shape, pointer, 1, &new)?;
    }
    Ok(Then::Return)
}
