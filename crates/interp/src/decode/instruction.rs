//! Decoding of instructions.

use cranelift_entity::EntityRef;
use lindworm_eval::{BinaryOp, CastOp, FastMathFlags, FloatFormat, FloatPredicate, IntFlags, IntPredicate};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::context::SyncScope;
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::{Align, AtomicOrdering, GepFlags};
use lindworm_ir::{Inst, InstData, Type, Value};

use super::Decoder;
use super::op::{Alloca, CONSTANT, Op, Operand, Rare, Switch};
use crate::promise::access::Length;
use crate::run::memory::Access;
use crate::shape::{self, Scalar, Shape, ShapeError};
use crate::value::Reg;

/// The effect of an ordering on other threads: a single-thread scope orders nothing.
fn across_threads(ordering: AtomicOrdering, scope: SyncScope) -> AtomicOrdering {
    match scope {
        SyncScope::SINGLE_THREAD => ordering.min(AtomicOrdering::Monotonic),
        _ => ordering,
    }
}

/// Whether a float of this format fits in one register.
fn is_word(format: FloatFormat) -> bool {
    format.bits() <= 64
}

impl Decoder<'_> {
    pub(super) fn instruction(&mut self, inst: Inst) -> Result<(), ShapeError> {
        let body = self.body;
        let ty = body.inst_type(inst);
        let dst = self.code.slots[inst.index()];
        self.before_end(inst);
        if self.has_funclets && matches!(body.inst(inst), InstData::Ret { .. }) {
            self.rare(Rare::FuncletReturn);
        }
        if let Some(&(kind, message)) = self.undefined_ends.get(&inst) {
            self.rare(Rare::Undefined { kind, message });
        }
        match *body.inst(inst) {
            InstData::Ret { value } => match value.expand() {
                Some(value) => {
                    let a = self.operand(value)?;
                    let count = self.code.result;
                    self.emit(Op::Ret { a, count });
                }
                None => self.emit(Op::Ret { a: CONSTANT, count: 0 }),
            },
            InstData::Br { dest } => {
                let to = self.edge(dest);
                self.emit(Op::Jump { to });
            }
            InstData::CondBr { condition, if_true, if_false } => self.cond_br(condition, if_true, if_false)?,
            InstData::Switch { condition, default, cases } => self.switch(condition, default, &cases)?,
            InstData::IndirectBr { address, dests } => {
                let address = self.operand(address)?;
                let mut targets = HashMap::default();
                for dest in body.list_values(&dests).iter().filter_map(|v| v.as_block()) {
                    let addresses = self.addresses_of(dest);
                    // If several blocks share an address, the first one is the target.
                    if addresses.iter().any(|address| !targets.contains_key(address)) {
                        let to = self.edge(dest);
                        for address in addresses {
                            targets.entry(address).or_insert(to);
                        }
                    }
                }
                self.code.indirect_branches.push(targets);
                let branch = self.code.indirect_branches.len() as u32 - 1;
                self.emit(Op::IndirectBr { address, branch });
            }
            InstData::Unreachable => self.emit(Op::Unreachable),
            InstData::Invoke { call, convention, normal, unwind } => {
                let targets = (self.edge(normal), self.edge(unwind));
                self.call(inst, &call, convention, Some(targets), false, FastMathFlags::empty())?;
            }
            InstData::CallBr { call, convention, default, .. } => {
                self.call(inst, &call, convention, None, false, FastMathFlags::empty())?;
                let to = self.edge(default);
                self.emit(Op::Jump { to });
            }
            InstData::Call { call, convention, tail, fast_math } => {
                let must_tail = tail == lindworm_ir::instruction::TailCall::MustTail;
                self.call(inst, &call, convention, None, must_tail, fast_math)?;
                self.fast_math(fast_math, ty, dst)?;
            }
            InstData::Resume { value } => {
                let a = self.operand(value)?;
                self.rare(Rare::Resume { a });
            }
            InstData::LandingPad { .. } => {
                let count = self.shape(ty)?.registers;
                self.rare(Rare::LandingPad { dst, count });
            }
            InstData::FNeg { value, fast_math } => {
                let a = self.operand(value)?;
                for leaf in &self.shape(ty)?.leaves {
                    self.fneg(fast_math, leaf.scalar, dst + leaf.register, a + leaf.register);
                }
            }
            InstData::Binary { op, flags, fast_math, lhs, rhs } => {
                if matches!(op, BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv) {
                    self.default_environment();
                }
                let (a, b) = (self.operand(lhs)?, self.operand(rhs)?);
                for leaf in &self.shape(ty)?.leaves {
                    let r = leaf.register;
                    self.binary(op, flags, fast_math, leaf.scalar, dst + r, a + r, b + r);
                }
            }
            InstData::ICmp { predicate, same_sign, lhs, rhs } => {
                let (a, b) = (self.operand(lhs)?, self.operand(rhs)?);
                let compared = self.type_of(lhs);
                let pointers = self.cx.is_pointer(self.cx.scalar_type(compared));
                for (i, leaf) in self.shape(compared)?.leaves.iter().enumerate() {
                    if pointers && !self.module.block_addresses().is_empty() {
                        self.rare(Rare::CompareBlocks { a: a + leaf.register, b: b + leaf.register });
                    }
                    let (dst, a, b) = (dst + i as u32, a + leaf.register, b + leaf.register);
                    self.icmp(predicate, same_sign, leaf.scalar, dst, a, b);
                }
            }
            InstData::FCmp { predicate, fast_math, lhs, rhs } => {
                let (a, b) = (self.operand(lhs)?, self.operand(rhs)?);
                let compared = self.type_of(lhs);
                for (i, leaf) in self.shape(compared)?.leaves.iter().enumerate() {
                    let (dst, a, b) = (dst + i as u32, a + leaf.register, b + leaf.register);
                    self.fcmp(predicate, fast_math, leaf.scalar, dst, a, b);
                }
            }
            InstData::Cast { op, flags, fast_math, value } => {
                if matches!(op, CastOp::FPTrunc | CastOp::SIToFP | CastOp::UIToFP) {
                    self.default_environment();
                }
                self.cast(op, flags, fast_math, value, ty, dst)?;
                if op == CastOp::IntToPtr {
                    self.load_promises(inst, ty, dst)?;
                    self.not_freed(inst);
                }
            }
            InstData::Select { condition, if_true, if_false, fast_math } => {
                let (c, a, b) = (self.operand(condition)?, self.operand(if_true)?, self.operand(if_false)?);
                let lanes = self.cx.is_vector(self.type_of(condition));
                let leaves = self.shape(ty)?.leaves.clone();
                for (i, leaf) in leaves.into_iter().enumerate() {
                    let condition = if lanes { c + i as u32 } else { c };
                    for r in leaf.register..leaf.register + leaf.scalar.registers() {
                        self.emit(Op::Select { dst: dst + r, condition, a: a + r, b: b + r });
                    }
                }
                self.fast_math(fast_math, ty, dst)?;
            }
            InstData::Freeze { value } => {
                let a = self.operand(value)?;
                for leaf in &self.shape(ty)?.leaves {
                    let (dst, a) = (dst + leaf.register, a + leaf.register);
                    match leaf.scalar.bits() {
                        bits @ ..=64 => self.emit(Op::Freeze { width: bits as u8, dst, a }),
                        _ => self.rare(Rare::Freeze { scalar: leaf.scalar, dst, a }),
                    }
                }
            }
            InstData::Phi { fast_math, .. } => self.fast_math(fast_math, ty, dst)?,
            InstData::ExtractValue { aggregate, indices } => {
                let a = self.operand(aggregate)?;
                let indices: Vec<u32> = body.list_ints(&indices).iter().map(|i| i.0).collect();
                let of = self.type_of(aggregate);
                let at = self.register_at(of, &indices)?;
                let count = self.shape(ty)?.registers;
                self.move_run(dst, a + at, count);
            }
            InstData::InsertValue { aggregate, value, indices } => {
                let (a, v) = (self.operand(aggregate)?, self.operand(value)?);
                let indices: Vec<u32> = body.list_ints(&indices).iter().map(|i| i.0).collect();
                let at = self.register_at(ty, &indices)?;
                let (all, part) = (self.shape(ty)?.registers, self.type_of(value));
                let part = self.shape(part)?.registers;
                self.move_run(dst, a, all);
                self.move_run(dst + at, v, part);
            }
            InstData::ExtractElement { vector, index } => {
                let (v, i) = (self.operand(vector)?, self.operand(index)?);
                let of = self.type_of(vector);
                let lane_registers = self.shape(ty)?.registers;
                let lanes = self.shape(of)?.leaves.len() as u32;
                match self.module.constants().as_u64(index) {
                    Some(n) if n < lanes.into() => self.move_run(dst, v + n as u32 * lane_registers, lane_registers),
                    _ => {
                        let index_bits = self.int_bits(index);
                        self.rare(Rare::ExtractElement { lanes, lane_registers, dst, vector: v, index: i, index_bits });
                    }
                }
            }
            InstData::InsertElement { vector, element, index } => {
                let (v, e, i) = (self.operand(vector)?, self.operand(element)?, self.operand(index)?);
                let shape = self.shape(ty)?;
                let (lanes, all) = (shape.leaves.len() as u32, shape.registers);
                let lane_registers = all / lanes.max(1);
                match self.module.constants().as_u64(index) {
                    Some(n) if n < lanes.into() => {
                        self.move_run(dst, v, all);
                        self.move_run(dst + n as u32 * lane_registers, e, lane_registers);
                    }
                    _ => {
                        let index_bits = self.int_bits(index);
                        self.rare(Rare::InsertElement {
                            lanes,
                            lane_registers,
                            dst,
                            vector: v,
                            element: e,
                            index: i,
                            index_bits,
                        });
                    }
                }
            }
            InstData::ShuffleVector { v1, v2, mask } => {
                let (a, b) = (self.operand(v1)?, self.operand(v2)?);
                let of = self.type_of(v1);
                let (lanes, all) = (self.shape(of)?.leaves.len() as u32, self.shape(of)?.registers);
                let lane = all / lanes.max(1);
                let out = self.shape(ty)?.leaves.len() as u32;
                let mask: Vec<u32> = body.list_ints(&mask).iter().map(|i| i.0).collect();
                for i in 0..out {
                    // The mask of a scalable vector is one element for all lanes.
                    let choice = mask.get(i as usize).or(mask.first()).copied().unwrap_or(u32::MAX);
                    let dst = dst + i * lane;
                    match choice {
                        n if n < lanes => self.move_run(dst, a + n * lane, lane),
                        n if n < lanes.saturating_mul(2) => self.move_run(dst, b + (n - lanes) * lane, lane),
                        _ => self.rare(Rare::Poison { dst, count: lane }),
                    }
                }
            }
            InstData::Alloca { allocated, count, align, .. } => {
                let counted = self.operand(count)?;
                let layout = self.module.data_layout();
                let vscale = self.state.options.vscale;
                let size = shape::alloc_size(self.cx, layout, vscale, allocated).unwrap_or(0);
                let align = align.bytes().or_else(|| layout.preferred_align(self.cx, allocated)?.bytes()).unwrap_or(1);
                let begins_later = self.lifetime_starts.contains(&inst);
                let function = self.module.function(self.program.functions[self.code.function as usize].global);
                let outlives = function.is_some_and(|f| {
                    let set = self.cx.attribute_list(f.attributes).function;
                    self.cx.has_attribute(set, AttrKind::PRESPLIT_COROUTINE)
                });
                self.code.allocas.push(Alloca { size, align, begins_later, outlives });
                let alloca = self.code.allocas.len() as u32 - 1;
                self.emit(Op::Alloca { dst, count: counted, alloca });
            }
            InstData::Load { pointer, align, ordering, scope, volatile, .. } => {
                let ordering = across_threads(ordering, scope);
                let place = self.operand(pointer)?;
                let align = self.align(align, ty);
                let len = Length::Bytes(self.shape(ty)?.store_size);
                self.before_access(inst, place, len, Access::Load);
                self.load(ty, dst, place, align, ordering, volatile)?;
                self.value_of_access(inst, pointer, ty, dst, Access::Load)?;
                self.load_promises(inst, ty, dst)?;
                self.not_freed(inst);
            }
            InstData::Store { value, pointer, align, ordering, scope, volatile, .. } => {
                let ordering = across_threads(ordering, scope);
                let ty = self.type_of(value);
                let (value, place) = (self.operand(value)?, self.operand(pointer)?);
                let align = self.align(align, ty);
                let len = Length::Bytes(self.shape(ty)?.store_size);
                self.before_access(inst, place, len, Access::Store);
                self.value_of_access(inst, pointer, ty, value, Access::Store)?;
                let value = self.captured(inst, value)?;
                self.store(ty, value, place, align, ordering, volatile)?;
            }
            // The operations of a single thread are ordered anyway.
            InstData::Fence { scope: SyncScope::SINGLE_THREAD, .. } => {}
            InstData::Fence { ordering, .. } => self.rare(Rare::Fence { ordering }),
            InstData::CmpXchg { pointer, expected, new, align, success, failure, scope, weak, volatile, .. } => {
                let (success, failure) = (across_threads(success, scope), across_threads(failure, scope));
                let ty = self.type_of(expected);
                let align = self.align(align, ty);
                let shape = Box::new((*self.shape(ty)?).clone());
                let (pointer, expected, new) = (self.operand(pointer)?, self.operand(expected)?, self.operand(new)?);
                self.before_access(inst, pointer, Length::Bytes(shape.store_size), Access::Store);
                self.rare(Rare::CmpXchg {
                    shape,
                    dst,
                    pointer,
                    expected,
                    new,
                    align,
                    success,
                    failure,
                    weak,
                    volatile,
                });
            }
            InstData::AtomicRmw { op, pointer, value, align, ordering, scope, volatile, .. } => {
                let ordering = across_threads(ordering, scope);
                let ty = self.type_of(value);
                let align = self.align(align, ty);
                let scalars = Box::new((*self.shape(ty)?).clone());
                let (pointer, value) = (self.operand(pointer)?, self.operand(value)?);
                self.before_access(inst, pointer, Length::Bytes(scalars.store_size), Access::Store);
                self.rare(Rare::AtomicRmw { op, scalars, dst, pointer, value, align, ordering, volatile });
            }
            InstData::GetElementPtr { source, flags, operands } => {
                let operands = body.list_values(&operands).to_vec();
                self.get_element_ptr(source, flags, &operands, ty, dst)?;
            }
            // Neither our verifier nor LLVM's checks the type.
            InstData::VaArg { list } if !self.cx.is_pointer(self.type_of(list)) => return Err(ShapeError::NoValue),
            InstData::VaArg { list } => {
                let list = self.operand(list)?;
                let shape = Box::new((*self.shape(ty)?).clone());
                self.rare(Rare::VaArg { ty, dst, list, shape });
            }
            InstData::CatchSwitch { handlers, unwind, .. } => {
                let mut all = Vec::new();
                for handler in body.list_values(&handlers).iter().filter_map(|v| v.as_block()) {
                    let pad = body.insts(handler).find(|&i| matches!(body.inst(i), InstData::CatchPad { .. }));
                    if let Some(pad) = pad {
                        all.push((pad, self.edge(handler)));
                    }
                }
                let unwind = unwind.expand().map(|block| self.edge(block));
                self.rare(Rare::CatchSwitch { handlers: all.into(), unwind });
            }
            InstData::CatchPad { parent: switch, .. } => {
                let parent = switch.as_inst().map(|i| body.inst(i));
                let Some(&InstData::CatchSwitch { parent, .. }) = parent else { return Err(ShapeError::NoValue) };
                let parent = self.operand(parent)?;
                self.rare(Rare::EnterPad { dst, token: inst.index() as u64 + 1, parent });
            }
            InstData::CleanupPad { parent, .. } => {
                let parent = self.operand(parent)?;
                self.rare(Rare::EnterPad { dst, token: inst.index() as u64 + 1, parent });
            }
            InstData::CatchRet { pad, dest } => {
                let pad = self.operand(pad)?;
                let to = self.edge(dest);
                self.rare(Rare::CatchRet { pad, to });
            }
            InstData::CleanupRet { pad, unwind } => {
                let pad = self.operand(pad)?;
                let unwind = unwind.expand().map(|block| self.edge(block));
                self.rare(Rare::CleanupRet { pad, unwind });
            }
        }
        Ok(())
    }

    /// Applies fast-math flags of an instruction that does not compute: `phi`, `select`, `call`.
    fn fast_math(&mut self, flags: FastMathFlags, ty: Type, dst: u32) -> Result<(), ShapeError> {
        if flags.intersects(FastMathFlags::NNAN | FastMathFlags::NINF) {
            for leaf in &self.shape(ty)?.leaves {
                if let Scalar::Float(format) = leaf.scalar {
                    self.rare(Rare::FastMath { flags, format, dst: dst + leaf.register });
                }
            }
        }
        Ok(())
    }

    pub(super) fn rare(&mut self, rare: Rare) {
        self.code.rare.push(rare);
        let rare = self.code.rare.len() as u32 - 1;
        self.emit(Op::Rare { rare });
    }

    fn int_bits(&self, value: Value) -> u32 {
        self.cx.int_width(self.type_of(value)).unwrap_or(64)
    }

    /// The alignment of an access, by default that of its type.
    fn align(&self, align: Align, ty: Type) -> u64 {
        align.bytes().or_else(|| self.module.data_layout().abi_align(self.cx, ty)?.bytes()).unwrap_or(1)
    }

    /// The register offset of a part of an aggregate.
    fn register_at(&mut self, mut ty: Type, indices: &[u32]) -> Result<u32, ShapeError> {
        let mut at = 0;
        for &index in indices {
            match self.cx.struct_parts(ty) {
                Some((fields, _)) => {
                    for &field in &fields[..index as usize] {
                        at += self.shape(field)?.registers;
                    }
                    ty = fields[index as usize];
                }
                None => {
                    ty = self.cx.element_type(ty, index.into()).ok_or(ShapeError::NoValue)?;
                    at += self.shape(ty)?.registers * index;
                }
            }
        }
        Ok(at)
    }

    fn cond_br(
        &mut self,
        condition: Value,
        if_true: lindworm_ir::Block,
        if_false: lindworm_ir::Block,
    ) -> Result<(), ShapeError> {
        let compare = condition.as_inst().filter(|&c| {
            self.uses[c.index()] == 1 && self.body.prev_inst(self.inst) == Some(c) && !self.code.ops.is_empty()
        });
        let condition = self.operand(condition)?;
        let (if_true, if_false) = (self.edge(if_true), self.edge(if_false));
        // A comparison whose only use is this branch is fused into the branch.
        if compare.is_some()
            && let Some(&Op::ICmp { predicate, width, same_sign, dst, a, b }) = self.code.ops.last()
            && dst == condition
            // An instruction that may yield poison must be a separate operation, so that reports can refer to it.
            && !same_sign
        {
            self.code.ops.pop();
            self.code.insts.pop();
            self.emit(Op::BranchICmp { predicate, width, same_sign, a, b, if_true, if_false });
            return Ok(());
        }
        self.emit(Op::Branch { condition, if_true, if_false });
        Ok(())
    }

    fn switch(
        &mut self,
        condition: Value,
        default: lindworm_ir::Block,
        cases: &lindworm_ir::value::ValueList,
    ) -> Result<(), ShapeError> {
        let body = self.body;
        let bits = self.int_bits(condition);
        let condition = self.operand(condition)?;
        let default = self.edge(default);
        let pairs = body.list_values(cases);
        if bits > 64 {
            let mut far = Vec::new();
            for pair in pairs.chunks_exact(2) {
                let Some(to) = pair[1].as_block() else { continue };
                let value = self.operand(pair[0])?;
                far.push((value, self.edge(to)));
            }
            self.rare(Rare::Switch { bits, condition, cases: far.into(), default });
            return Ok(());
        }
        let mut sorted = Vec::with_capacity(pairs.len() / 2);
        for pair in pairs.chunks_exact(2) {
            if let (Some(value), Some(to)) = (self.module.constants().as_u64(pair[0]), pair[1].as_block()) {
                sorted.push((value, self.edge(to)));
            }
        }
        sorted.sort_unstable();
        let table = match (sorted.first(), sorted.last()) {
            (Some(&(first, _)), Some(&(last, _))) if last - first < 4 * sorted.len() as u64 + 16 => {
                let mut table = vec![default; (last - first) as usize + 1];
                sorted.iter().for_each(|&(value, to)| table[(value - first) as usize] = to);
                Some((first, table.into()))
            }
            _ => None,
        };
        self.code.switches.push(Switch { cases: sorted.into(), default, table });
        let switch = self.code.switches.len() as u32 - 1;
        self.emit(Op::Switch { condition, switch });
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        flags: IntFlags,
        fast_math: FastMathFlags,
        scalar: Scalar,
        dst: u32,
        a: Operand,
        b: Operand,
    ) {
        macro_rules! int {
            ($name:ident) => {
                self.emit(Op::$name { width: scalar.bits() as u8, flags, dst, a, b })
            };
        }
        macro_rules! float {
            ($name:ident, $format:expr) => {
                self.emit(Op::$name { format: $format, flags: fast_math, dst, a, b })
            };
        }
        match (op, scalar) {
            (_, scalar) if scalar.bits() > 64 => self.rare(Rare::Binary { op, flags, fast_math, scalar, dst, a, b }),
            (BinaryOp::Add, _) => int!(Add),
            (BinaryOp::Sub, _) => int!(Sub),
            (BinaryOp::Mul, _) => int!(Mul),
            (BinaryOp::UDiv, _) => int!(UDiv),
            (BinaryOp::SDiv, _) => int!(SDiv),
            (BinaryOp::URem, _) => int!(URem),
            (BinaryOp::SRem, _) => int!(SRem),
            (BinaryOp::Shl, _) => int!(Shl),
            (BinaryOp::LShr, _) => int!(LShr),
            (BinaryOp::AShr, _) => int!(AShr),
            (BinaryOp::And, _) => int!(And),
            (BinaryOp::Or, _) => int!(Or),
            (BinaryOp::Xor, _) => int!(Xor),
            (BinaryOp::FAdd, Scalar::Float(format)) => float!(FAdd, format),
            (BinaryOp::FSub, Scalar::Float(format)) => float!(FSub, format),
            (BinaryOp::FMul, Scalar::Float(format)) => float!(FMul, format),
            (BinaryOp::FDiv, Scalar::Float(format)) => float!(FDiv, format),
            (BinaryOp::FRem, Scalar::Float(format)) => float!(FRem, format),
            _ => self.rare(Rare::Binary { op, flags, fast_math, scalar, dst, a, b }),
        }
    }

    pub(super) fn cast(
        &mut self,
        op: CastOp,
        flags: IntFlags,
        fast_math: FastMathFlags,
        value: Value,
        ty: Type,
        dst: u32,
    ) -> Result<(), ShapeError> {
        let a = self.operand(value)?;
        let from_ty = self.type_of(value);
        let (from, to) = (self.shape(from_ty)?, self.shape(ty)?);
        if op == CastOp::BitCast && from.leaves != to.leaves {
            match shape::same_registers(&from.leaves, &to.leaves, self.module.data_layout().big_endian) {
                true => self.move_run(dst, a, to.registers),
                false => {
                    self.rare(Rare::BitCast { from: Box::new((*from).clone()), to: Box::new((*to).clone()), dst, a })
                }
            }
            return Ok(());
        }
        for (f, t) in from.leaves.iter().zip(&to.leaves) {
            self.cast_scalar(op, flags, fast_math, f.scalar, t.scalar, dst + t.register, a + f.register);
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn cast_scalar(
        &mut self,
        op: CastOp,
        flags: IntFlags,
        fast_math: FastMathFlags,
        from: Scalar,
        to: Scalar,
        dst: u32,
        a: Operand,
    ) {
        let small = from.bits() <= 64 && to.bits() <= 64;
        let (from_width, width) = (from.bits() as u8, to.bits() as u8);
        match op {
            CastOp::BitCast | CastOp::AddrSpaceCast => self.move_run(dst, a, to.registers()),
            CastOp::Trunc if small => self.emit(Op::Trunc { from: from_width, to: width, flags, dst, a }),
            CastOp::ZExt if small => self.emit(Op::ZExt { from: from_width, to: width, flags, dst, a }),
            CastOp::SExt if small => self.emit(Op::SExt { from: from_width, to: width, dst, a }),
            CastOp::PtrToInt if small => self.emit(Op::PtrToInt { width, dst, a }),
            CastOp::PtrToAddr if small => self.emit(Op::PtrToAddr { width, dst, a }),
            CastOp::IntToPtr if small && from.bits() <= to.bits() => self.emit(Op::IntToPtr { dst, a }),
            _ => match (op, from, to) {
                (CastOp::FPTrunc | CastOp::FPExt, Scalar::Float(from), Scalar::Float(to)) if small => {
                    self.emit(Op::FloatCast { from, to, flags: fast_math, dst, a });
                }
                (CastOp::FPToSI | CastOp::FPToUI, Scalar::Float(format), Scalar::Int(_)) if small => {
                    let signed = op == CastOp::FPToSI;
                    self.emit(Op::FloatToInt { signed, format, width, dst, a });
                }
                (CastOp::SIToFP | CastOp::UIToFP, Scalar::Int(_), Scalar::Float(format)) if small => {
                    let signed = op == CastOp::SIToFP;
                    self.emit(Op::IntToFloat { signed, flags, width: from_width, format, dst, a });
                }
                _ => self.rare(Rare::Cast { op, flags, fast_math, from, to, dst, a }),
            },
        }
    }

    pub(super) fn fneg(&mut self, fast_math: FastMathFlags, scalar: Scalar, dst: u32, a: Operand) {
        match scalar {
            Scalar::Float(format) if is_word(format) => self.emit(Op::FNeg { format, flags: fast_math, dst, a }),
            Scalar::Float(format) => self.rare(Rare::FNeg { fast_math, format, dst, a }),
            _ => {}
        }
    }

    pub(super) fn icmp(
        &mut self,
        predicate: IntPredicate,
        same_sign: bool,
        scalar: Scalar,
        dst: u32,
        a: Operand,
        b: Operand,
    ) {
        match scalar.bits() {
            bits @ ..=64 => self.emit(Op::ICmp { predicate, width: bits as u8, same_sign, dst, a, b }),
            bits => self.rare(Rare::ICmp { predicate, same_sign, bits, dst, a, b }),
        }
    }

    pub(super) fn fcmp(
        &mut self,
        predicate: FloatPredicate,
        fast_math: FastMathFlags,
        scalar: Scalar,
        dst: u32,
        a: Operand,
        b: Operand,
    ) {
        match scalar {
            Scalar::Float(format) if is_word(format) => {
                self.emit(Op::FCmp { predicate, format, flags: fast_math, dst, a, b });
            }
            Scalar::Float(format) => self.rare(Rare::FCmp { predicate, fast_math, format, dst, a, b }),
            _ => {}
        }
    }

    fn load(
        &mut self,
        ty: Type,
        dst: u32,
        pointer: Operand,
        align: u64,
        ordering: AtomicOrdering,
        volatile: bool,
    ) -> Result<(), ShapeError> {
        let shape = self.shape(ty)?;
        let align_log2 = align.trailing_zeros() as u8;
        if let Some((bits, is_pointer)) = self.simple_access(&shape, ordering, volatile) {
            let (align, offset) = (align_log2, 0);
            self.emit(match (bits.div_ceil(8), is_pointer) {
                (8, true) => Op::LoadPointer { align, dst, pointer, offset },
                (1, _) => Op::Load8 { bits, align, dst, pointer, offset },
                (2, _) => Op::Load16 { bits, align, dst, pointer, offset },
                (4, _) => Op::Load32 { bits, align, dst, pointer, offset },
                _ => Op::Load64 { bits, align, dst, pointer, offset },
            });
            return Ok(());
        }
        let shape = Box::new((*shape).clone());
        self.rare(Rare::Load { shape, dst, pointer, align, ordering, volatile });
        Ok(())
    }

    fn store(
        &mut self,
        ty: Type,
        value: Operand,
        pointer: Operand,
        align: u64,
        ordering: AtomicOrdering,
        volatile: bool,
    ) -> Result<(), ShapeError> {
        let shape = self.shape(ty)?;
        let align_log2 = align.trailing_zeros() as u8;
        if let Some((bits, is_pointer)) = self.simple_access(&shape, ordering, volatile) {
            let (align, offset) = (align_log2, 0);
            self.emit(match (bits.div_ceil(8), is_pointer) {
                (8, true) => Op::StorePointer { align, value, pointer, offset },
                (1, _) => Op::Store8 { bits, align, value, pointer, offset },
                (2, _) => Op::Store16 { bits, align, value, pointer, offset },
                (4, _) => Op::Store32 { bits, align, value, pointer, offset },
                _ => Op::Store64 { bits, align, value, pointer, offset },
            });
            return Ok(());
        }
        let shape = Box::new((*shape).clone());
        self.rare(Rare::Store { shape, value, pointer, align, ordering, volatile });
        Ok(())
    }

    /// The bit width and whether the type is a pointer, if an access is of one register and one, two, four or eight bytes.
    fn simple_access(&self, shape: &Shape, ordering: AtomicOrdering, volatile: bool) -> Option<(u8, bool)> {
        let [leaf] = shape.leaves.as_slice() else { return None };
        let bits = leaf.scalar.bits();
        let is_pointer = matches!(leaf.scalar, Scalar::Pointer(_));
        let fits = matches!(bits.div_ceil(8), 1 | 2 | 4 | 8) && (!is_pointer || bits == 64);
        (fits && ordering == AtomicOrdering::NotAtomic && !volatile && !self.module.data_layout().big_endian)
            .then_some((bits as u8, is_pointer))
    }

    fn get_element_ptr(
        &mut self,
        source: Type,
        flags: GepFlags,
        operands: &[Value],
        ty: Type,
        dst: u32,
    ) -> Result<(), ShapeError> {
        let lanes = self.shape(ty)?.registers;
        let pointer_ty = self.cx.scalar_type(ty);
        let space = self.cx.addr_space(pointer_ty).unwrap_or(0);
        let index_width = self.module.data_layout().pointer(space).index_bits.min(64) as u8;
        let mut indices: Vec<(Operand, Type)> = Vec::new();
        for &operand in operands {
            let ty = self.type_of(operand);
            indices.push((self.operand(operand)?, ty));
        }
        for lane in 0..lanes {
            let dst = dst + lane;
            let lane_of = |cx: &lindworm_ir::Context, (operand, ty): (Operand, Type)| match cx.is_vector(ty) {
                true => operand + lane * cx.int_width(cx.scalar_type(ty)).map_or(1, |width| width.div_ceil(64)),
                false => operand,
            };
            let mut base = lane_of(self.cx, indices[0]);
            let mut offset = 0u64;
            let mut at = source;
            let mut emitted = false;
            // Steps in the same direction can be merged: if the last one satisfies the flags, all do.
            let together = |offset: u64, step: i64| {
                let same_way = (offset as i64 ^ step) >= 0 && (offset as i64).checked_add(step).is_some();
                flags.is_empty() || offset == 0 || same_way
            };
            for (i, (&value, &index)) in operands.iter().zip(&indices).enumerate().skip(1) {
                if i > 1 && self.cx.is_struct(at) {
                    let field = self.module.constants().struct_index(self.cx, value).ok_or(ShapeError::NoValue)?;
                    let vscale = self.state.options.vscale;
                    let step = shape::field_offset(self.cx, self.module.data_layout(), vscale, at, field as usize)
                        .ok_or(ShapeError::NoValue)?;
                    if step != 0 && !together(offset, step as i64) {
                        self.gep(flags, index_width, dst, base, offset);
                        (base, offset, emitted) = (dst, 0, true);
                    }
                    offset = offset.wrapping_add(step);
                    at = self.cx.element_type(at, field).ok_or(ShapeError::NoValue)?;
                    continue;
                }
                let (layout, vscale) = (self.module.data_layout(), self.state.options.vscale);
                let scale;
                (at, scale) = shape::indexed(self.cx, layout, vscale, at, i == 1).ok_or(ShapeError::NoValue)?;
                let width = self.cx.int_width(self.cx.scalar_type(index.1)).unwrap_or(64);
                let operand = lane_of(self.cx, index);
                if operand & CONSTANT != 0 && width <= 64 {
                    let reg: Reg = self.code.constants[(operand & !CONSTANT) as usize];
                    if reg.meta.is_defined() {
                        let n = lindworm_eval::word::sign_extend(width, reg.bits);
                        let (step, wraps) = n.overflowing_mul(scale as i64);
                        if !(wraps || scale > i64::MAX as u64) || flags.is_empty() {
                            if step != 0 && !together(offset, step) {
                                self.gep(flags, index_width, dst, base, offset);
                                (base, offset, emitted) = (dst, 0, true);
                            }
                            offset = offset.wrapping_add(step as u64);
                            continue;
                        }
                    }
                }
                if offset != 0 {
                    self.gep(flags, index_width, dst, base, offset);
                    (base, offset) = (dst, 0);
                }
                match (u32::try_from(scale), u8::try_from(width)) {
                    (Ok(scale), Ok(width)) if width <= 64 => {
                        self.emit(Op::GepIndex { flags, width, index_width, dst, base, index: operand, scale });
                    }
                    _ => self.rare(Rare::GepFar {
                        flags,
                        width,
                        index_width: index_width.into(),
                        dst,
                        base,
                        index: operand,
                        scale,
                    }),
                }
                base = dst;
                emitted = true;
            }
            if offset != 0 {
                self.gep(flags, index_width, dst, base, offset);
            } else if !emitted {
                // A zero offset satisfies the flags.
                self.emit(Op::Move { dst, a: base });
            }
        }
        Ok(())
    }

    pub(super) fn gep(&mut self, flags: GepFlags, index_width: u8, dst: u32, base: Operand, offset: u64) {
        let (offset_low, offset_high) = (offset as u32, (offset >> 32) as u32);
        self.emit(Op::Gep { flags, index_width, dst, base, offset_low, offset_high });
    }
}
