//! Decodes function bodies to [`Code`].

mod access;
mod arithmetic;
mod call;
mod calls_through;
mod coalesce;
mod constant;
mod continuations;
mod instruction;
mod lanes;
pub(crate) mod loops;
pub mod op;
mod predicated;
mod preserved;
mod promise;

use std::rc::Rc;

use cranelift_entity::EntityRef;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Body, Context, Inst, InstData, Module, Type, Value};
use smallvec::SmallVec;

pub use op::{CONSTANT, Code, Op, Operand};

use crate::program::Program;
use crate::run::{LIGHT, SoundCode};
use crate::shape::{Shape, ShapeError};
use crate::state::State;
use crate::value::{Reg, Site};

/// Decodes a function, which must have a body.
pub(crate) fn decode(program: &Program, state: &mut State, function: u32) -> Result<SoundCode, ShapeError> {
    let info = &program.functions[function as usize];
    let module = &program.modules[info.module];
    let Some(body) = module.body(info.global) else {
        return Ok(SoundCode::new(Code { function, ops: vec![Op::Unreachable], ..Code::default() }));
    };
    let room = state.memory.room().min(state.affordable());
    let mut decoder = Decoder {
        weighed: Weighed { room, bytes: 0, shapes: 0, rare: 0, calls: 0 },
        program,
        state,
        module,
        module_index: info.module,
        cx: module.context(),
        body,
        code: Code { function, slots: vec![u32::MAX; body.inst_count()], ..Code::default() },
        shapes: HashMap::default(),
        arg_slots: Vec::new(),
        lifetime_starts: HashSet::default(),
        uses: vec![0; body.inst_count()],
        block_ops: vec![u32::MAX; body.block_count()],
        edges: Vec::new(),
        constants: HashMap::default(),
        undefined_ends: Default::default(),
        has_stack: false,
        access_metadata: access::AccessMetadata::of(module, body),
        has_funclets: false,
        statepoints: Default::default(),
        kept_results: HashMap::default(),
        block_addresses: None,
        incoming: HashMap::default(),
        returns_continuations: None,
        inst: Inst::new(0),
        skip: None,
    };
    decoder.code.conflicts = decoder.access_metadata.take_conflicts();
    let personality = module.function(info.global).and_then(|f| f.personality);
    decoder.code.personality = personality.map(|p| lindworm_analysis::Personality::of(module, p));
    decoder.slots()?;
    decoder.coalesce();
    decoder.undefined_ends = decoder.loops();
    decoder.blocks()?;
    decoder.resolve_targets();
    decoder.forget_unwritten();
    decoder.emit(Op::Unreachable);
    decoder.place_constants()?;
    let copied = decoder.code.constants.len() as u32 + decoder.code.parameters + decoder.code.result;
    if copied > LIGHT {
        decoder.code.weight = copied;
        decoder.code.watched = true;
    }
    decoder.code.bytes = decoder.weighed.bytes + decoder.code.size();
    Ok(SoundCode::new(decoder.code))
}

/// The intrinsics that are decoded to operations, except those of [`lindworm_eval::intrinsic::Operation`].
#[cfg(test)]
pub(crate) const INTRINSICS: &[&str] = &[
    "llvm.coro.end",
    "llvm.coro.end.results",
    "llvm.coro.suspend.retcon",
    "llvm.experimental.deoptimize",
    "llvm.experimental.gc.relocate",
    "llvm.experimental.gc.result",
    "llvm.experimental.gc.statepoint",
    "llvm.experimental.guard",
    "llvm.experimental.patchpoint",
    "llvm.experimental.patchpoint.void",
    "llvm.matrix.transpose",
    "llvm.preserve.array.access.index",
    "llvm.preserve.struct.access.index",
    "llvm.preserve.union.access.index",
    "llvm.stepvector",
    "llvm.vector.deinterleave2",
    "llvm.vector.deinterleave3",
    "llvm.vector.deinterleave4",
    "llvm.vector.deinterleave5",
    "llvm.vector.deinterleave6",
    "llvm.vector.deinterleave7",
    "llvm.vector.deinterleave8",
    "llvm.vector.extract",
    "llvm.vector.insert",
    "llvm.vector.interleave2",
    "llvm.vector.interleave3",
    "llvm.vector.interleave4",
    "llvm.vector.interleave5",
    "llvm.vector.interleave6",
    "llvm.vector.interleave7",
    "llvm.vector.interleave8",
    "llvm.vector.partial.reduce.add",
    "llvm.vector.partial.reduce.fadd",
    "llvm.vector.reverse",
    "llvm.vector.splice.left",
    "llvm.vector.splice.right",
    "llvm.vp.merge",
    "llvm.vp.select",
    "llvm.vscale",
];

/// The memory used by the code decoded so far.
struct Weighed {
    /// The maximum number of bytes.
    room: u64,
    /// The heap memory of the operations and calls that were counted already.
    bytes: u64,
    /// The memory of shapes, freed after decoding.
    shapes: u64,
    rare: usize,
    calls: usize,
}

struct Decoder<'a> {
    weighed: Weighed,
    program: &'a Program,
    state: &'a mut State,
    module: &'a Module,
    module_index: usize,
    cx: &'a Context,
    body: &'a Body,
    code: Code,
    shapes: HashMap<Type, Rc<Shape>>,
    arg_slots: Vec<u32>,
    /// The `alloca`s whose lifetime an `llvm.lifetime.start` begins.
    lifetime_starts: HashSet<Inst>,
    /// The number of uses of each instruction's result, capped at 2.
    uses: Vec<u8>,
    block_ops: Vec<u32>,
    /// Targets of jumps, until the positions of all blocks are known.
    edges: Vec<Edge>,
    constants: HashMap<Value, Operand>,
    /// Whether the function has stack objects: allocas or copies of arguments.
    has_stack: bool,
    /// Whether the function has a `catchpad` or `cleanuppad`.
    has_funclets: bool,
    /// Terminators that are undefined behaviour when reached.
    undefined_ends: loops::UndefinedEnds,
    access_metadata: access::AccessMetadata,
    statepoints: calls_through::Statepoints,
    /// The registers of the arguments of `llvm.coro.end.results`.
    kept_results: HashMap<Inst, (u32, u32)>,
    /// The addresses of each block of the function, computed on first use.
    block_addresses: Option<HashMap<Block, SmallVec<[u64; 1]>>>,
    /// The incoming values by block, for phis with many predecessors.
    incoming: HashMap<Inst, HashMap<Block, Value>>,
    /// Whether the function is a coroutine that returns continuations, computed on first use.
    returns_continuations: Option<bool>,
    /// The current instruction.
    inst: Inst,
    /// An instruction that was fused with another and must be skipped.
    skip: Option<Inst>,
}

/// An edge of the control flow graph.
#[derive(Clone, Copy)]
struct Edge {
    to: Block,
    /// The index of the first phi move on the edge, if any.
    moves: Option<u32>,
}

impl<'a> Decoder<'a> {
    fn shape(&mut self, ty: Type) -> Result<Rc<Shape>, ShapeError> {
        if let Some(shape) = self.shapes.get(&ty) {
            return Ok(shape.clone());
        }
        let shape = Rc::new(self.state.shape(self.module, ty)?);
        self.weighed.shapes += shape.weight();
        self.check_room_for(0)?;
        self.shapes.insert(ty, shape.clone());
        Ok(shape)
    }

    fn registers(&mut self, count: u32) -> Result<u32, ShapeError> {
        let first = self.code.registers;
        self.code.registers =
            first.checked_add(count).filter(|&n| n <= crate::shape::MAX_REGISTERS).ok_or(ShapeError::TooLarge)?;
        Ok(first)
    }

    /// The string of a metadata operand.
    fn metadata_string(&self, value: Value) -> Option<&'a [u8]> {
        let metadata = self.module.metadata();
        match value.as_metadata()?.open() {
            MetadataRef::String(s) if (s as usize) < metadata.string_count() => Some(metadata.string(s)),
            _ => None,
        }
    }

    fn type_of(&self, value: Value) -> Type {
        self.module.value_type(Some(self.body), value)
    }

    /// Assigns registers to arguments and instructions, and counts uses.
    fn slots(&mut self) -> Result<(), ShapeError> {
        for &ty in self.body.args() {
            let count = self.shape(ty)?.registers;
            let slot = self.registers(count)?;
            self.arg_slots.push(slot);
        }
        self.code.parameters = self.code.registers;
        let info = &self.program.functions[self.code.function as usize];
        let attributes = self.module.function(info.global).map(|f| self.cx.attribute_list(f.attributes));
        self.has_stack =
            attributes.is_some_and(|all| all.params.iter().any(|&set| self.cx.has_attribute(set, AttrKind::BY_VAL)));
        for block in self.body.blocks() {
            for inst in self.body.insts(block) {
                self.has_stack |= matches!(self.body.inst(inst), InstData::Alloca { .. });
                self.has_funclets |=
                    matches!(self.body.inst(inst), InstData::CatchPad { .. } | InstData::CleanupPad { .. });
                let ty = self.body.inst_type(inst);
                if ty != Type::VOID {
                    let count = self.shape(ty)?.registers;
                    self.code.slots[inst.index()] = self.registers(count)?;
                }
                if let InstData::Call { call, .. } = self.body.inst(inst)
                    && let Some(callee) = self.module.callee(call.callee)
                    && callee.intrinsic == Some(IntrinsicId::LIFETIME_START)
                {
                    let args = self.body.call_args(call);
                    self.lifetime_starts.extend(args.last().and_then(|v| v.as_inst()));
                }
                let uses = &mut self.uses;
                self.body.inst(inst).for_each_operand(self.body.values(), |v| {
                    if let Some(used) = v.as_inst() {
                        uses[used.index()] = uses[used.index()].saturating_add(1);
                    }
                });
            }
        }
        let info = &self.program.functions[self.code.function as usize];
        let ty = self.module[info.global].value_type;
        let result = self.cx.function_parts(ty).map_or(Type::VOID, |(result, ..)| result);
        self.code.result = self.shape(result)?.registers;
        self.function_promises(result)?;
        Ok(())
    }

    fn blocks(&mut self) -> Result<(), ShapeError> {
        for block in self.body.blocks() {
            self.block_ops[block.index()] = self.code.ops.len() as u32;
            let edges = self.edges.len();
            for inst in self.body.insts(block) {
                self.inst = inst;
                if self.skip.take_if(|skip| *skip == inst).is_none() {
                    self.instruction(inst)?;
                    self.check_room()?;
                }
            }
            // Emits the phi moves of the terminator's edges.
            for i in edges..self.edges.len() {
                let to = self.edges[i].to;
                if !self.body.first_inst(to).is_some_and(|i| matches!(self.body.inst(i), InstData::Phi { .. })) {
                    continue;
                }
                // The moves of an unconditional branch replace the jump.
                if matches!(self.code.ops.last(), Some(&Op::Jump { to }) if to == i as u32) {
                    self.code.ops.pop();
                    self.code.insts.pop();
                }
                self.edges[i].moves = Some(self.code.ops.len() as u32);
                self.phi_moves(block, to)?;
                let edge = self.edges.len() as u32;
                self.edges.push(Edge { to, moves: None });
                match self.code.ops.last() {
                    Some(&Op::Move { dst, a }) if self.edges[i].moves != Some(self.code.ops.len() as u32) => {
                        self.code.ops.pop();
                        self.code.insts.pop();
                        self.emit(Op::MoveJump { dst, a, to: edge });
                    }
                    _ => self.emit(Op::Jump { to: edge }),
                }
            }
            // A jump to the next operation is redundant.
            if let Some(&Op::Jump { to }) = self.code.ops.last()
                && self.edges[to as usize].moves.is_none()
                && self.body.blocks_after(block).next() == Some(self.edges[to as usize].to)
            {
                self.code.ops.pop();
                self.code.insts.pop();
            }
        }
        Ok(())
    }

    /// Checks the memory limit for the code decoded so far.
    fn check_room(&mut self) -> Result<(), ShapeError> {
        let (rare, calls) = (self.weighed.rare..self.code.rare.len(), self.weighed.calls..self.code.calls.len());
        (self.weighed.rare, self.weighed.calls) = (rare.end, calls.end);
        let rare = self.code.rare[rare].iter().map(op::Rare::weight);
        self.weighed.bytes += rare.chain(self.code.calls[calls].iter().map(op::CallSite::weight)).sum::<u64>();
        self.check_room_for(0)
    }

    /// Checks the memory limit for `bytes` more bytes.
    fn check_room_for(&self, bytes: u64) -> Result<(), ShapeError> {
        let Weighed { room, bytes: weighed, shapes, .. } = self.weighed;
        match weighed + shapes + self.code.size() + bytes <= room {
            true => Ok(()),
            false => Err(ShapeError::NoRoom),
        }
    }

    /// Emits the phi moves of the edge from `from` to `to`, which are parallel.
    fn phi_moves(&mut self, from: Block, to: Block) -> Result<(), ShapeError> {
        let body = self.body;
        let mut moves: Vec<(u32, Operand, u32, Inst)> = Vec::new();
        for phi in body.insts(to) {
            let InstData::Phi { .. } = body.inst(phi) else { break };
            if let Some(value) = self.incoming(phi, from) {
                self.inst = phi;
                let count = self.shape(body.inst_type(phi))?.registers;
                let source = self.operand(value)?;
                moves.push((self.code.slots[phi.index()], source, count, phi));
            }
        }
        let written: HashSet<u32> = moves.iter().map(|m| m.0).collect();
        for m in &mut moves {
            if m.0 != m.1 && written.contains(&m.1) {
                let copy = self.registers(m.2)?;
                self.inst = m.3;
                self.move_run(copy, m.1, m.2);
                m.1 = copy;
            }
        }
        for (dst, source, count, phi) in moves {
            self.inst = phi;
            self.move_run(dst, source, count);
        }
        Ok(())
    }

    fn move_run(&mut self, dst: u32, a: Operand, count: u32) {
        match count {
            _ if dst == a => {}
            0 => {}
            1 => self.emit(Op::Move { dst, a }),
            _ => self.emit(Op::MoveRun { dst, a, count }),
        }
    }

    fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.insts.push(self.inst);
    }

    /// The addresses of a block of the function.
    fn addresses_of(&mut self, block: Block) -> SmallVec<[u64; 1]> {
        let function = self.program.functions[self.code.function as usize].global;
        let all = self.block_addresses.get_or_insert_with(|| {
            let mut all: HashMap<Block, SmallVec<[u64; 1]>> = HashMap::default();
            for (i, &(of, block)) in (0..).zip(self.module.block_addresses()) {
                if of == function {
                    all.entry(block).or_default().push(self.state.block_address(self.module_index, i).bits);
                }
            }
            all
        });
        all.get(&block).cloned().unwrap_or_default()
    }

    /// The incoming value of a phi from a predecessor.
    fn incoming(&mut self, phi: Inst, from: Block) -> Option<Value> {
        /// The number of predecessors above which incoming values are looked up in a map, rather than searched for each edge.
        const MANY: usize = 32;
        let InstData::Phi { incoming, .. } = self.body.inst(phi) else { return None };
        let pairs = self.body.list_values(incoming).chunks_exact(2);
        if pairs.len() <= MANY {
            return pairs.into_iter().find(|pair| pair[1] == Value::from(from)).map(|pair| pair[0]);
        }
        let by_block = self.incoming.entry(phi).or_insert_with(|| {
            // The first of equal predecessors takes precedence.
            pairs.rev().filter_map(|pair| Some((pair[1].as_block()?, pair[0]))).collect()
        });
        by_block.get(&from).copied()
    }

    /// The number of the edge from the current block to `to`, used as jump target until [`Decoder::resolve_targets`].
    fn edge(&mut self, to: Block) -> u32 {
        self.edges.push(Edge { to, moves: None });
        self.edges.len() as u32 - 1
    }

    /// Replaces edge numbers by operation indices.
    fn resolve_targets(&mut self) {
        let at = |edge: &mut u32| {
            let Edge { to, moves } = self.edges[*edge as usize];
            *edge = moves.unwrap_or(self.block_ops[to.index()]);
        };
        self.code.ops.iter_mut().for_each(|op| op.for_each_target(at));
        for switch in &mut self.code.switches {
            switch.cases.iter_mut().for_each(|(_, to)| at(to));
            at(&mut switch.default);
            if let Some((_, table)) = &mut switch.table {
                table.iter_mut().for_each(at);
            }
        }
        for branch in &mut self.code.indirect_branches {
            branch.values_mut().for_each(at);
        }
        for call in &mut self.code.calls {
            if let Some((normal, unwind)) = &mut call.invoke {
                at(normal);
                at(unwind);
            }
        }
        for rare in &mut self.code.rare {
            match rare {
                op::Rare::Switch { cases, default, .. } => {
                    cases.iter_mut().for_each(|(_, to)| at(to));
                    at(default);
                }
                op::Rare::CatchSwitch { handlers, unwind } => {
                    handlers.iter_mut().for_each(|(_, to)| at(to));
                    unwind.iter_mut().for_each(at);
                }
                op::Rare::CatchRet { to, .. } => at(to),
                op::Rare::CleanupRet { unwind, .. } => unwind.iter_mut().for_each(at),
                _ => {}
            }
        }
    }

    /// Removes the slots of instructions that were fused into their users and are never written, so that reports do not show
    /// stale registers. A phi may have no operation because its incoming values are computed in its register.
    fn forget_unwritten(&mut self) {
        let mut written = vec![false; self.code.slots.len()];
        self.code.insts.iter().for_each(|inst| written[inst.index()] = true);
        for (i, slot) in self.code.slots.iter_mut().enumerate() {
            if !written[i] && !matches!(self.body.inst(Inst::new(i)), InstData::Phi { .. }) {
                *slot = u32::MAX;
            }
        }
    }

    /// Assigns the last registers of the frame to the constants.
    fn place_constants(&mut self) -> Result<(), ShapeError> {
        let first = self.registers(self.code.constants.len() as u32)?;
        let place = |operand: &mut Operand| {
            if *operand & CONSTANT != 0 {
                *operand = (*operand & !CONSTANT) + first;
            }
        };
        self.code.ops.iter_mut().for_each(|op| op.for_each_register(|operand, _| place(operand)));
        self.code.calls.iter_mut().flat_map(|call| call.args.iter_mut()).for_each(place);
        Ok(())
    }

    /// The first of the consecutive registers of a value.
    fn operand(&mut self, value: Value) -> Result<Operand, ShapeError> {
        match value.kind() {
            ValueKind::Inst(inst) => Ok(self.code.slots[inst.index()]),
            ValueKind::Arg(n) => Ok(self.arg_slots[n as usize]),
            ValueKind::Constant(_) | ValueKind::Global(_) => {
                if let Some(variable) = self.program.thread_local(self.module_index, value) {
                    let dst = self.registers(1)?;
                    self.emit(Op::ThreadLocal { dst, variable });
                    return Ok(dst);
                }
                if let Some(&operand) = self.constants.get(&value) {
                    return Ok(operand);
                }
                let ty = self.type_of(value);
                let count = self.shape(ty)?.registers;
                if constant::is_thread_local(self.program, self.module_index, value) {
                    let dst = self.registers(count)?;
                    self.rare(op::Rare::Constant { value, dst });
                    return Ok(dst);
                }
                // The constant is evaluated and then copied to the frame.
                self.check_room_for(u64::from(count) * 2 * size_of::<Reg>() as u64)?;
                let mut regs = Vec::new();
                let site = Site { function: self.code.function, op: self.code.ops.len() as u32 };
                constant::registers(self.program, self.state, self.module_index, value, site, &mut regs)?;
                let operand = self.constant(&regs);
                self.constants.insert(value, operand);
                Ok(operand)
            }
            _ => Ok(CONSTANT),
        }
    }

    /// Adds the registers of a constant.
    fn constant(&mut self, regs: &[Reg]) -> Operand {
        let first = self.code.constants.len() as u32;
        self.code.constants.extend_from_slice(regs);
        CONSTANT | first
    }
}

pub(crate) use constant::{image, registers as constant_registers};
