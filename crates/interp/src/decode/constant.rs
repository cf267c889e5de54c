//! Evaluation of constants, to registers or to memory.

use lindworm_eval::{BinaryOp, CastOp, FastMathFlags, Int, IntFlags, word};
use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::types::TypeKind;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Module, Type, Value};
use smallvec::SmallVec;

use crate::builtin::intrinsic::pointer_authentication::signed_constant;
use crate::program::Program;
use crate::run::LIGHT;
use crate::shape::{self, Leaf, Shape, ShapeError};
use crate::state::State;
use crate::value::{Reg, Site};

/// The maximum nesting depth of constants.
const MAX_DEPTH: u32 = 256;

/// Appends the registers of a constant.
pub(crate) fn registers(
    program: &Program,
    state: &mut State,
    module: usize,
    value: Value,
    site: Site,
    out: &mut Vec<Reg>,
) -> Result<(), ShapeError> {
    Constants::new(program, state, module, site, 0).add(value, out)
}

/// Whether a constant depends on the address of a thread-local variable and therefore on the thread.
pub(super) fn is_thread_local(program: &Program, module: usize, value: Value) -> bool {
    if program.thread_locals.is_empty() {
        return false;
    }
    let (mut todo, mut seen) = (vec![value], HashSet::default());
    while let Some(value) = todo.pop() {
        if program.thread_local(module, value).is_some() || program.thread_local_expression(module, value).is_some() {
            return true;
        }
        if let Some(node) = program.modules[module].constants().node(value)
            && matches!(node.data, ConstantData::Expr(_) | ConstantData::Aggregate(_) | ConstantData::Splat(_))
            && seen.insert(value)
        {
            node.data.for_each_operand(|operand| todo.push(operand));
        }
    }
    false
}

/// The scalars of a value, usually one.
type Leaves = SmallVec<[Leaf; 1]>;

/// The factor of an index of a `getelementptr`.
enum Index {
    /// None: the index selects a field.
    Field,
    Number(i64),
    Lanes(Box<(Leaves, Vec<Reg>)>),
}

struct Constants<'a> {
    program: &'a Program,
    state: &'a mut State,
    index: usize,
    module: &'a Module,
    site: Site,
    depth: u32,
    /// The registers of nested expressions, which may be shared by many operands.
    nested: HashMap<Value, Vec<Reg>>,
    /// The total number of these registers.
    kept: usize,
}

impl<'a> Constants<'a> {
    fn new(program: &'a Program, state: &'a mut State, index: usize, site: Site, depth: u32) -> Constants<'a> {
        let module = &program.modules[index];
        Constants { program, state, index, module, site, depth, nested: HashMap::default(), kept: 0 }
    }

    fn shape(&mut self, ty: Type) -> Result<Shape, ShapeError> {
        self.state.shape(self.module, ty)
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
            if let Some((module, aliasee)) = self.program.thread_local_expression(self.index, value) {
                return Constants::new(self.program, self.state, module, self.site, self.depth).add(aliasee, out);
            }
            out.push(match self.program.thread_local(self.index, value) {
                Some(variable) => self.state.thread_local(self.program, variable).map_err(|_| ShapeError::NoValue)?,
                None => self.state.address(self.program, self.index, global),
            });
            return Ok(());
        }
        let Some(node) = self.module.constants().node(value) else { return Err(ShapeError::NoValue) };
        let cx = self.module.context();
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
                    self.module.constants().elements(cx, value).ok_or(ShapeError::NoValue)?.collect();
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
            ConstantData::Expr(expr) if self.depth <= 2 => self.expression(node.ty, expr, out)?,
            ConstantData::Expr(expr) => {
                if let Some(regs) = self.nested.get(&value) {
                    out.extend_from_slice(regs);
                    return Ok(());
                }
                let start = out.len();
                self.expression(node.ty, expr, out)?;
                self.kept += out.len() - start;
                if self.kept > LIGHT as usize && (self.kept * size_of::<Reg>()) as u64 > self.state.memory.room() {
                    return Err(ShapeError::NoRoom);
                }
                self.nested.insert(value, out[start..].to_vec());
            }
        }
        Ok(())
    }

    /// A pointer whose provenance is narrowed to the bounds (`inrange`).
    fn in_range(&mut self, pointer: Reg, bounds: &(Int, Int)) -> Reg {
        let memory = &mut self.state.memory;
        let Some(&entry) = memory.entry(pointer.meta.provenance()) else { return pointer };
        let at = |bound: &Int| pointer.bits.wrapping_add(bound.sext_or_trunc(64).low_u64());
        let part = at(&bounds.0).max(entry.base)..at(&bounds.1).min(entry.base + entry.size);
        match memory.narrow(pointer.meta.provenance(), part) {
            Some(narrowed) => Reg::pointer(pointer.bits, narrowed),
            None => pointer,
        }
    }

    /// The scalars of a type.
    fn leaves(&mut self, ty: Type) -> Result<Leaves, ShapeError> {
        match shape::scalar(self.module.context(), self.module.data_layout(), ty) {
            Some(scalar) => Ok(Leaves::from_buf([Leaf { scalar: scalar.checked()?, register: 0, offset: 0 }])),
            None => Ok(self.shape(ty)?.leaves.into()),
        }
    }

    /// The scalars and the registers of an operand.
    fn operand(&mut self, value: Value) -> Result<(Leaves, Vec<Reg>), ShapeError> {
        let leaves = self.leaves(self.module.value_type(None, value))?;
        let mut regs = Vec::new();
        self.add(value, &mut regs)?;
        let count = leaves.last().map_or(0, |last| last.registers().end);
        if regs.len() == count { Ok((leaves, regs)) } else { Err(ShapeError::NoValue) }
    }

    /// The result; if it is poison that was made by this expression, with the current site as its origin.
    fn placed(&self, reg: Reg, made_here: bool) -> Reg {
        if made_here && reg.meta.is_poison() { Reg::poison(self.site) } else { reg }
    }

    /// An integer operation. None of the operations of constant expressions has undefined behaviour.
    fn binary(
        &mut self,
        op: BinaryOp,
        flags: IntFlags,
        width: u32,
        a: &[Reg],
        b: &[Reg],
        out: &mut Vec<Reg>,
    ) -> Result<(), ShapeError> {
        let result = self.state.wide_int_binary(op, flags, width, a, b).map_err(|_| ShapeError::NoValue)?;
        let made_here = !a.iter().chain(b).any(|reg| reg.meta.is_poison());
        out.extend(result.into_iter().map(|reg| self.placed(reg, made_here)));
        Ok(())
    }

    fn get_element_ptr(
        &mut self,
        ty: Type,
        source: Type,
        flags: GepFlags,
        in_range: Option<&(Int, Int)>,
        operands: &[Value],
        out: &mut Vec<Reg>,
    ) -> Result<(), ShapeError> {
        let vscale = self.state.options.vscale;
        let (cx, layout) = (self.module.context(), self.module.data_layout());
        let index_width = layout.pointer(cx.addr_space(cx.scalar_type(ty)).unwrap_or(0)).index_bits.min(64);
        let (&base, indices) = operands.split_first().ok_or(ShapeError::NoValue)?;
        let (_, base) = self.operand(base)?;
        let mut steps: SmallVec<[(Index, u64); 4]> = SmallVec::new();
        let mut at = source;
        for (i, &index) in indices.iter().enumerate() {
            if i > 0 && cx.is_struct(at) {
                let field = self.module.constants().struct_index(cx, index).ok_or(ShapeError::NoValue)?;
                let offset = shape::field_offset(cx, layout, vscale, at, field as usize).ok_or(ShapeError::NoValue)?;
                steps.push((Index::Field, offset));
                at = cx.element_type(at, field).ok_or(ShapeError::NoValue)?;
                continue;
            }
            let size;
            (at, size) = shape::indexed(cx, layout, vscale, at, i == 0).ok_or(ShapeError::NoValue)?;
            let node = self.module.constants().node(index).map(|node| (&node.data, cx.int_width(node.ty)));
            let index = match node {
                Some((&ConstantData::Int(bits), Some(width))) => Index::Number(word::sign_extend(width, bits)),
                _ => Index::Lanes(Box::new(self.operand(index)?)),
            };
            steps.push((index, size));
        }
        for lane in 0..self.leaves(ty)?.len() {
            let mut pointer = *base.get(lane).or(base.first()).ok_or(ShapeError::NoValue)?;
            for (index, size) in &steps {
                let before = pointer;
                let mut index_is_poison = false;
                pointer = match index {
                    Index::Field => self.state.gep(flags, index_width, pointer, *size, false),
                    Index::Number(n) => {
                        let index = Reg::int(*n as u64);
                        self.state.gep_index(flags, index_width, pointer, index, *n, *size)
                    }
                    Index::Lanes(operand) => {
                        let (leaves, regs) = &**operand;
                        let leaf = leaves.get(lane).or(leaves.first()).ok_or(ShapeError::NoValue)?;
                        let index = &regs[leaf.registers()];
                        index_is_poison = index.iter().any(|reg| reg.meta.is_poison());
                        self.state.gep_far(flags, index_width, pointer, index, leaf.scalar.bits(), *size)
                    }
                };
                pointer = self.placed(pointer, !before.meta.is_poison() && !index_is_poison);
            }
            out.push(match in_range {
                Some(bounds) => self.in_range(pointer, bounds),
                None => pointer,
            });
        }
        Ok(())
    }

    fn expression(&mut self, ty: Type, expr: &ConstantExpr, out: &mut Vec<Reg>) -> Result<(), ShapeError> {
        let cx = self.module.context();
        match expr {
            ConstantExpr::Cast { op, value, .. } => {
                let (from, regs) = self.operand(*value)?;
                let to = self.leaves(ty)?;
                if *op == CastOp::BitCast {
                    out.extend(self.state.bitcast(&from, &to, &regs));
                    return Ok(());
                }
                for (f, t) in from.iter().zip(&to) {
                    let (int, fast_math) = (IntFlags::empty(), FastMathFlags::empty());
                    let a = &regs[f.registers()];
                    out.extend(self.state.wide_cast(*op, int, fast_math, f.scalar, t.scalar, a));
                }
                Ok(())
            }
            ConstantExpr::Binary { op, flags, lhs, rhs } => {
                let (leaves, a) = self.operand(*lhs)?;
                let (_, b) = self.operand(*rhs)?;
                leaves.iter().try_for_each(|leaf| {
                    let own = leaf.registers();
                    self.binary(*op, *flags, leaf.scalar.bits(), &a[own.clone()], &b[own], out)
                })
            }
            ConstantExpr::GetElementPtr { source, flags, in_range, operands } => {
                self.get_element_ptr(ty, *source, *flags, in_range.as_deref(), operands, out)
            }
            ConstantExpr::ExtractElement { vector, index } => {
                let mut regs = Vec::new();
                self.add(*vector, &mut regs)?;
                let index = self.module.constants().as_u64(*index).unwrap_or(u64::MAX) as usize;
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
                let index = self.module.constants().as_u64(*index).unwrap_or(u64::MAX) as usize;
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
                let shape = self.shape(ty)?;
                let lane = self.shape(cx.scalar_type(ty))?.registers as usize;
                for i in 0..shape.leaves.len() {
                    // The mask of a scalable vector is one element for all lanes.
                    let choice = mask.get(i).or(mask.first()).copied().unwrap_or(-1);
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

fn push_int(int: &Int, out: &mut Vec<Reg>) {
    out.extend((0..int.width().div_ceil(64)).map(|i| Reg::int(int.limb(i as usize))));
}

/// Writes a constant to memory, as the initial contents of a global variable.
pub(crate) fn image(
    program: &Program,
    state: &mut State,
    module: usize,
    value: Value,
    address: u64,
) -> Result<(), ShapeError> {
    image_within(program, state, module, value, address, u64::MAX, 0)
}

/// Writes a constant, or a part of one at nesting level `depth`, to at most `room` bytes of memory. The size of an aggregate wraps
/// at 64 bits, so that a part may be larger than the whole.
fn image_within(
    program: &Program,
    state: &mut State,
    module: usize,
    value: Value,
    address: u64,
    room: u64,
    depth: u32,
) -> Result<(), ShapeError> {
    let m = &program.modules[module];
    let (cx, layout, vscale) = (m.context(), m.data_layout(), state.options.vscale);
    let ty = m.value_type(None, value);
    let size = shape::size_bits(cx, layout, vscale, ty).div_ceil(8);
    if depth > MAX_DEPTH || size > room {
        return Err(ShapeError::TooLarge);
    }
    // Zero-sized values may be nested in exponentially many ways.
    if size == 0 {
        return Ok(());
    }
    let data = m.constants().node(value).map(|node| &node.data);
    let place = state.memory.place_of(address);
    match data {
        Some(ConstantData::Zero | ConstantData::Null) if !matches!(cx.kind(ty), TypeKind::Target { .. }) => {
            // Nested in an aggregate, the memory is zero already.
            if depth == 0 {
                state.memory.fill(place, size, 0);
            }
            return Ok(());
        }
        // The memory of a variable is initially undef, except where an enclosing aggregate has filled it with zeros.
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
            // Padding between struct fields is zero in the images that compilers emit.
            if depth == 0 {
                state.memory.fill(place, size, 0);
            }
            let elements: Vec<Value> = m.constants().elements(cx, value).ok_or(ShapeError::NoValue)?.collect();
            let step = match cx.kind(ty) {
                TypeKind::Array { element, .. } => shape::alloc_size(cx, layout, vscale, *element),
                _ => None,
            };
            for (i, element) in elements.into_iter().enumerate() {
                let offset = match step {
                    Some(step) => step.checked_mul(i as u64),
                    None => Some(shape::field_offset(cx, layout, vscale, ty, i).ok_or(ShapeError::NoValue)?),
                };
                let room = offset.and_then(|offset| size.checked_sub(offset)).ok_or(ShapeError::TooLarge)?;
                image_within(program, state, module, element, address + size - room, room, depth + 1)?;
            }
            return Ok(());
        }
        _ => {}
    }
    let mut regs = Vec::new();
    registers(program, state, module, value, Site::default(), &mut regs)?;
    let shape = state.shape(m, ty)?;
    state.store_shape(&shape, place, &regs);
    Ok(())
}
