//! Constants: as registers, and as bytes of memory.

use lindworm_eval::{CastOp, Int, fold};
use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::{Module, Type, TypeKind, Value, ValueKind};

use crate::builtin::intrinsic::pointer_authentication::signed_constant;
use crate::program::Program;
use crate::shape::{self, Scalar, Shape, ShapeError};
use crate::state::State;
use crate::value::{Reg, Site};

/// How deep constants may be nested in one another.
const MAX_DEPTH: u32 = 256;

/// Adds the registers of a constant.
pub(crate) fn registers(
    program: &Program,
    state: &mut State,
    module: usize,
    value: Value,
    site: Site,
    out: &mut Vec<Reg>,
) -> Result<(), ShapeError> {
    Constants { program, state, index: module, module: &program.modules[module], site, depth: 0 }.add(value, out)
}

struct Constants<'a> {
    program: &'a Program,
    state: &'a mut State,
    index: usize,
    module: &'a Module,
    site: Site,
    depth: u32,
}

impl Constants<'_> {
    fn shape(&self, ty: Type) -> Result<Shape, ShapeError> {
        Shape::of(&self.module.context, &self.module.data_layout, self.state.options.vscale, ty)
    }

    fn add(&mut self, value: Value, out: &mut Vec<Reg>) -> Result<(), ShapeError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ShapeError::TooLarge);
        }
        let result = self.add_nested(value, out);
        self.depth -= 1;
        result
    }

    fn add_nested(&mut self, value: Value, out: &mut Vec<Reg>) -> Result<(), ShapeError> {
        if let ValueKind::Global(global) = value.kind() {
            out.push(self.state.address(self.program, self.index, global));
            return Ok(());
        }
        let Some(node) = self.module.constants.node(value) else { return Err(ShapeError::NoValue) };
        let cx = &self.module.context;
        match &node.data {
            ConstantData::Int(bits) | ConstantData::Float(bits) => out.push(Reg::int(*bits)),
            ConstantData::WideInt(int) => push_int(int, out),
            ConstantData::WideFloat(float) => push_int(&float.to_int_bits(), out),
            ConstantData::Null | ConstantData::Zero | ConstantData::None => {
                let count = self.shape(node.ty)?.registers;
                out.extend((0..count).map(|_| Reg::int(0)));
            }
            ConstantData::Undef => {
                for leaf in self.shape(node.ty)?.leaves {
                    for i in 0..leaf.scalar.registers() {
                        let bits = (leaf.scalar.bits() - i * 64).min(64);
                        out.push(self.state.undef(bits, self.site));
                    }
                }
            }
            ConstantData::Poison => {
                let count = self.shape(node.ty)?.registers;
                out.extend((0..count).map(|_| Reg::poison(self.site)));
            }
            ConstantData::Data(_) | ConstantData::Aggregate(_) => {
                let elements: Vec<Value> =
                    self.module.constants.elements(cx, value).ok_or(ShapeError::NoValue)?.collect();
                self.shape(node.ty)?;
                elements.into_iter().try_for_each(|element| self.add(element, out))?;
            }
            ConstantData::Splat(element) => {
                let (scalar, count) = (*element, self.shape(node.ty)?.leaves.len());
                let start = out.len();
                self.add(scalar, out)?;
                let one = out[start..].to_vec();
                (1..count).for_each(|_| out.extend_from_slice(&one));
            }
            ConstantData::BlockAddress(index) => out.push(self.state.block_address(self.index, *index)),
            ConstantData::DsoLocalEquivalent(global) | ConstantData::NoCfi(global) => {
                out.push(self.state.address(self.program, self.index, *global));
            }
            ConstantData::PtrAuth(parts) => {
                let mut regs = Vec::new();
                parts.iter().take(4).try_for_each(|&part| self.add(part, &mut regs))?;
                let regs: [Reg; 4] = regs.try_into().map_err(|_| ShapeError::NoValue)?;
                out.push(signed_constant(self.module, regs));
            }
            ConstantData::Expr(expr) => self.expression(node.ty, expr, out)?,
        }
        Ok(())
    }

    /// A pointer through which only what lies between the bounds may be accessed.
    fn in_range(&mut self, pointer: Reg, bounds: &(Int, Int)) -> Reg {
        let memory = &mut self.state.memory;
        let Some(&entry) = memory.entry(pointer.meta.provenance()) else { return pointer };
        let at = |bound: &Int| pointer.bits.wrapping_add(bound.sext_or_trunc(64).low_u64());
        let part = at(&bounds.0).max(entry.base)..at(&bounds.1).min(entry.base + entry.size);
        match memory.narrow(pointer.meta.provenance(), part, self.site) {
            Some(narrowed) => Reg::pointer(pointer.bits, narrowed),
            None => pointer,
        }
    }

    fn expression(&mut self, ty: Type, expr: &ConstantExpr, out: &mut Vec<Reg>) -> Result<(), ShapeError> {
        let vscale = self.state.options.vscale;
        let cx = &self.module.context;
        let layout = &self.module.data_layout;
        match expr {
            ConstantExpr::Cast { op, value, .. } => {
                let mut from = Vec::new();
                self.add(*value, &mut from)?;
                let target = self.shape(ty)?;
                if from.len() != target.registers as usize || matches!(op, CastOp::Trunc) {
                    // Only `trunc` of a scalar changes the number of registers.
                    from.truncate(target.registers as usize);
                }
                for (reg, leaf) in from.into_iter().zip(&target.leaves) {
                    let bits = leaf.scalar.bits().min(64);
                    let mask = u64::MAX >> (64 - bits);
                    out.push(match (op, leaf.scalar) {
                        (CastOp::IntToPtr, _) => crate::memory::Memory::pointer_of_integer(reg.bits & mask),
                        (CastOp::PtrToInt, _) => {
                            self.state.memory.expose(reg.meta.provenance());
                            Reg { bits: reg.bits & mask, meta: keep_undefined(reg) }
                        }
                        (CastOp::AddrSpaceCast, _) | (CastOp::BitCast, Scalar::Pointer(_)) => reg,
                        _ => Reg { bits: reg.bits & mask, meta: keep_undefined(reg) },
                    });
                }
                Ok(())
            }
            ConstantExpr::Binary { op, flags, lhs, rhs } => {
                let (mut a, mut b) = (Vec::new(), Vec::new());
                self.add(*lhs, &mut a)?;
                self.add(*rhs, &mut b)?;
                for ((a, b), leaf) in a.into_iter().zip(b).zip(self.shape(ty)?.leaves) {
                    let width = leaf.scalar.bits().min(64);
                    let (x, y) = (Int::new(width, a.bits), Int::new(width, b.bits));
                    let defined = a.meta.is_defined() && b.meta.is_defined();
                    out.push(match fold::int_binary(*op, *flags, &x, &y).value() {
                        Some(result) if defined => Reg::int(result.low_u64()),
                        _ => Reg::poison(self.site),
                    });
                }
                Ok(())
            }
            ConstantExpr::GetElementPtr { source, operands, in_range, .. } => {
                let lanes = self.shape(ty)?.registers as usize;
                let mut parts: Vec<(Type, Vec<Reg>)> = Vec::new();
                for &operand in operands.iter() {
                    let mut regs = Vec::new();
                    self.add(operand, &mut regs)?;
                    parts.push((self.module.value_type(None, operand), regs));
                }
                for lane in 0..lanes {
                    let lane_of = |regs: &[Reg]| regs.get(lane).or(regs.first()).copied().unwrap_or_default();
                    let Some((_, base)) = parts.first() else { return Err(ShapeError::NoValue) };
                    let mut pointer = lane_of(base);
                    let mut at = *source;
                    for (i, (index_ty, regs)) in parts.iter().enumerate().skip(1) {
                        let width = cx.int_width(cx.scalar_type(*index_ty)).unwrap_or(64).min(64);
                        let index = lindworm_eval::word::sign_extend(width, lane_of(regs).bits);
                        let offset = if i > 1 && cx.is_struct(at) {
                            let field = index as usize;
                            let offset =
                                shape::field_offset(cx, layout, vscale, at, field).ok_or(ShapeError::NoValue)?;
                            at = cx.element_type(at, field as u64).ok_or(ShapeError::NoValue)?;
                            offset
                        } else {
                            if i > 1 {
                                at = cx.element_type(at, 0).ok_or(ShapeError::NoValue)?;
                            }
                            let size = shape::alloc_size(cx, layout, vscale, at).ok_or(ShapeError::NoValue)?;
                            (index as u64).wrapping_mul(size)
                        };
                        pointer.bits = pointer.bits.wrapping_add(offset);
                    }
                    out.push(match in_range {
                        Some(bounds) => self.in_range(pointer, bounds),
                        None => pointer,
                    });
                }
                Ok(())
            }
            ConstantExpr::ExtractElement { vector, index } => {
                let mut regs = Vec::new();
                self.add(*vector, &mut regs)?;
                let index = self.module.constants.as_u64(*index).unwrap_or(u64::MAX) as usize;
                let count = self.shape(ty)?.registers as usize;
                match regs.get(index.saturating_mul(count)..).and_then(|rest| rest.get(..count)) {
                    Some(lane) => out.extend_from_slice(lane),
                    None => out.extend((0..count).map(|_| Reg::poison(self.site))),
                }
                Ok(())
            }
            ConstantExpr::InsertElement { vector, element, index } => {
                let start = out.len();
                self.add(*vector, out)?;
                let mut lane = Vec::new();
                self.add(*element, &mut lane)?;
                let index = self.module.constants.as_u64(*index).unwrap_or(u64::MAX) as usize;
                let at = start.saturating_add(index.saturating_mul(lane.len()));
                match out.get_mut(at..).and_then(|rest| rest.get_mut(..lane.len())) {
                    Some(place) => place.copy_from_slice(&lane),
                    None => out[start..].fill(Reg::poison(self.site)),
                }
                Ok(())
            }
            ConstantExpr::ShuffleVector { v1, v2, mask } => {
                let mut both = Vec::new();
                self.add(*v1, &mut both)?;
                self.add(*v2, &mut both)?;
                let lane = self.shape(cx.scalar_type(ty))?.registers as usize;
                for &choice in mask.iter() {
                    let at = usize::try_from(choice).ok().map(|c| c * lane);
                    match at.and_then(|at| both.get(at..at + lane)) {
                        Some(regs) => out.extend_from_slice(regs),
                        None => out.extend((0..lane).map(|_| Reg::poison(self.site))),
                    }
                }
                Ok(())
            }
        }
    }
}

fn keep_undefined(reg: Reg) -> crate::value::Meta {
    if reg.meta.is_defined() { crate::value::Meta::DEFINED } else { reg.meta }
}

fn push_int(int: &Int, out: &mut Vec<Reg>) {
    out.extend((0..int.width().div_ceil(64)).map(|i| Reg::int(int.limb(i as usize))));
}

/// Writes a constant to memory: what a global variable holds at the start.
pub(crate) fn image(
    program: &Program,
    state: &mut State,
    module: usize,
    value: Value,
    address: u64,
    depth: u32,
) -> Result<(), ShapeError> {
    if depth > MAX_DEPTH {
        return Err(ShapeError::TooLarge);
    }
    let m = &program.modules[module];
    let (cx, layout, vscale) = (&m.context, &m.data_layout, state.options.vscale);
    let ty = m.value_type(None, value);
    let size = shape::size_bits(cx, layout, vscale, ty).div_ceil(8);
    let data = m.constants.node(value).map(|node| &node.data);
    let place = state.memory.place_of(address);
    match data {
        Some(ConstantData::Zero | ConstantData::Null) if !matches!(cx.kind(ty), TypeKind::Target { .. }) => {
            state.memory.fill(place, size, 0);
            return Ok(());
        }
        // The memory of a variable is undef from the start, but for what an aggregate around it has filled with zeros.
        Some(ConstantData::Undef) => {
            if depth > 0 {
                state.memory.set_states(address, size, crate::memory::state::UNDEF);
            }
            return Ok(());
        }
        Some(ConstantData::Data(bytes)) if !layout.big_endian || cx.element_type(ty, 0) == Some(Type::I8) => {
            state.memory.write_bytes(place, bytes);
            return Ok(());
        }
        Some(ConstantData::Data(_) | ConstantData::Aggregate(_)) if cx.is_aggregate(ty) => {
            // What is between the fields of a struct is zero in the image that a compiler makes.
            state.memory.fill(place, size, 0);
            let elements: Vec<Value> = m.constants.elements(cx, value).ok_or(ShapeError::NoValue)?.collect();
            let step = match cx.kind(ty) {
                TypeKind::Array { element, .. } => shape::alloc_size(cx, layout, vscale, *element),
                _ => None,
            };
            for (i, element) in elements.into_iter().enumerate() {
                let offset = match step {
                    Some(step) => step * i as u64,
                    None => shape::field_offset(cx, layout, vscale, ty, i).ok_or(ShapeError::NoValue)?,
                };
                image(program, state, module, element, address + offset, depth + 1)?;
            }
            return Ok(());
        }
        _ => {}
    }
    let mut regs = Vec::new();
    registers(program, state, module, value, Site::default(), &mut regs)?;
    let shape = Shape::of(cx, layout, vscale, ty)?;
    state.store_shape(&shape, place, &regs);
    Ok(())
}
