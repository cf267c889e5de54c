//! The pass over a function's instructions, for x86-64.
//!
//! [`Pass::compile`] visits the blocks. `registers.rs` holds registers and slots, `operands.rs` operands; the other files hold
//! the instructions, by kind. `r11`, `xmm14` and `xmm15` are never allocated: they are scratch registers for moves between memory
//! locations.
//!
//! Values that are not operands of the current instruction stay in place. Code on an edge, and code between a comparison and the
//! branch that uses the flags, consists of moves only: computation would change the flags, or registers that another edge relies
//! on.

mod aggregate;
mod atomic;
mod call;
mod cast;
mod compare;
mod constrained;
mod control;
mod exceptions;
mod fixed_point;
mod float;
mod float_steps;
mod half;
mod inline_asm;
mod integer;
mod integer_steps;
mod intrinsics;
mod limbs;
mod limbs_float;
mod machine_intrinsics;
mod machine_state;
mod memory;
mod moves;
mod operands;
mod packed;
mod predicated;
mod prologue;
mod quad;
mod registers;
mod shuffle;
mod stack_maps;
mod stack_protector;
mod steps;
mod tail;
mod varargs;
mod variables;
mod vector;
mod vector_intrinsics;
mod vector_memory;
mod wide;
mod x87;

use std::collections::HashMap;

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::instruction::TailCall;
use lindworm_ir::module::Function;
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Type, Value};
use lindworm_target::legal::TypeTable;
use lindworm_target::x86_64::system_v::Convention;
use lindworm_target::x86_64::{Assembler, RegSet};

use crate::block_order::BlockOrder;
use crate::debug_info::{Line, Variable, subprogram_of};
use crate::error::{Refusal, Result};
use crate::exception_table::ExceptionTable;
use crate::frame::Frame;
use crate::liveness::Liveness;
use crate::relocation::Relocation;
use crate::stack_map::{Location, Record};
use crate::values::{NONE, Part, State, Values};

pub use call::INTERRUPT;
pub use fixed_point::is_fixed_point;
use registers::Registers;
pub use stack_protector::Guard;

/// The module-wide context of the compilation, shared by all threads.
pub struct Surroundings<'m> {
    pub module: &'m Module,
    /// The bodies that are compiled in place of the functions' own.
    pub bodies: HashMap<Global, Body>,
    pub types: TypeTable<'m>,
    /// Whether the address of each global is known relative to the code, so that no load from the global offset table is needed.
    pub is_local: Vec<bool>,
    /// Whether thread-local variables have no known offset from the thread pointer.
    pub dynamic_thread_locals: bool,
    /// Whether a function of the runtime library finds thread-local variables.
    pub emulated_thread_locals: bool,
    /// Whether debug information is written.
    pub debug_info: bool,
    /// Whether the module has functions that may return several times from one call (`returns_twice`).
    pub has_returns_twice: bool,
    /// Whether the module has statepoints.
    pub has_statepoints: bool,
    /// The place of the guard of stack protectors.
    pub guard: Guard,
    /// The address-taken blocks of each function, with their numbers.
    pub block_addresses: HashMap<Global, Vec<(u32, Block)>>,
}

/// The compiled code of a function.
#[derive(Default)]
pub struct Compiled {
    /// The prologue, which is generated last.
    pub prologue: Assembler,
    /// The body.
    pub body: Assembler,
    /// The relocations of the body.
    pub relocations: Vec<Relocation>,
    /// Jump tables and constants that the body refers to. Their relocations are relative to the body.
    pub read_only: Vec<u8>,
    /// The relocations of the read-only data.
    pub read_only_relocations: Vec<Relocation>,
    /// By number, the offsets of blocks whose addresses are taken; 0 for an unreachable block.
    pub blocks: Vec<(u32, u32)>,
    /// The exception table; empty if no call unwinds to a landing pad.
    pub exception_table: Vec<u8>,
    /// The relocations of the exception table, relative to its start.
    pub exception_relocations: Vec<Relocation>,
    /// The source locations of instructions, in order of their offsets.
    pub lines: Vec<Line>,
    /// The variables of the source, a row for each place.
    pub variables: Vec<Variable>,
    /// The records for `.llvm_stackmaps`, and their locations.
    pub stack_maps: Vec<Record>,
    pub locations: Vec<Location>,
    /// Size in bytes of the frame without the return address; all ones if the size varies.
    pub stack_size: u64,
    /// Size in bytes of the prologue data at the beginning of the prologue.
    pub lead: u32,
    /// The general-purpose callee-saved registers that the prologue saves, in order.
    pub saved: RegSet,
    /// Size in bytes of the `ret` at the end of the body; 0 if there is no `ret`.
    pub return_length: u32,
}

/// A compiler of functions, one for each thread. Functions reuse its memory.
pub struct Pass<'m> {
    around: &'m Surroundings<'m>,
    module: &'m Module,
    types: &'m TypeTable<'m>,
    body: &'m Body,
    function: &'m Function,
    function_type: Type,
    convention: Convention,
    /// Size in bytes of the function's own arguments on the stack.
    argument_area: u32,
    /// The slot of the address to which the result is written, if the result does not fit in registers.
    result_pointer: Option<i32>,
    /// The registers of the function's arguments.
    argument_registers: RegSet,
    /// The slot of the copy of the stack protector's guard.
    guard_slot: Option<i32>,
    /// The `swifterror` argument of the current call.
    error_argument: Option<Value>,
    /// The slot of the function's `swifterror` value.
    error_slot: Option<i32>,
    /// Calls that replace the function's frame: see `tail.rs`.
    tail_calls: Vec<tail::TailCall>,
    code: Compiled,
    order: BlockOrder,
    liveness: Liveness,
    values: Values,
    registers: Registers,
    frame: Frame,
    /// The position of the block that is being compiled.
    position: u32,
    inst: Option<Inst>,
    /// The offset of the code of each block, by position; `NONE` if not yet compiled.
    starts: Vec<u32>,
    /// Displacements of jumps to blocks that are not yet compiled: the offset of the displacement, and the position of the block.
    jumps: Vec<(u32, u32)>,
    /// Displacements of jumps to the epilogue.
    returns: Vec<u32>,
    /// Jump-table entries of blocks: offset in the read-only data, start of the table, and the block's position.
    table_entries: Vec<(u32, u32, u32)>,
    /// The data that `va_start` needs in a variadic function.
    varargs: Option<prologue::VarArgs>,
    /// Whether the body changes the stack pointer.
    has_dynamic_stack: bool,
    /// Whether the body has calls.
    makes_calls: bool,
    moves: moves::Scratch,
    exceptions: ExceptionTable,
    call_end: call::CallEnd,
    /// Whether source locations are recorded.
    records_lines: bool,
    tracker: variables::Tracker,
    /// References to the labels of the current `callbr`.
    label_uses: Vec<inline_asm::LabelUse>,
    statepoints: stack_maps::Statepoints,
}

/// An instruction that cannot be compiled, and the reason.
pub struct Failed {
    pub inst: Option<Inst>,
    pub refusal: Refusal,
}

static EMPTY: std::sync::LazyLock<(Body, Function)> = std::sync::LazyLock::new(Default::default);

impl<'m> Pass<'m> {
    /// Creates a compiler of functions of a module.
    pub fn new(around: &'m Surroundings<'m>) -> Pass<'m> {
        Pass {
            around,
            module: around.module,
            types: &around.types,
            body: &EMPTY.0,
            function: &EMPTY.1,
            function_type: Type::VOID,
            convention: Convention::C,
            argument_area: 0,
            result_pointer: None,
            argument_registers: RegSet::EMPTY,
            guard_slot: None,
            error_argument: None,
            error_slot: None,
            tail_calls: Vec::new(),
            code: Compiled::default(),
            order: BlockOrder::default(),
            liveness: Liveness::default(),
            values: Values::default(),
            registers: Registers::default(),
            frame: Frame::default(),
            position: 0,
            inst: None,
            starts: Vec::new(),
            jumps: Vec::new(),
            returns: Vec::new(),
            table_entries: Vec::new(),
            varargs: None,
            has_dynamic_stack: false,
            makes_calls: false,
            moves: moves::Scratch::default(),
            exceptions: ExceptionTable::default(),
            call_end: call::CallEnd::default(),
            records_lines: false,
            tracker: variables::Tracker::default(),
            label_uses: Vec::new(),
            statepoints: stack_maps::Statepoints::default(),
        }
    }

    /// Compiles a function that has a body.
    pub fn compile(&mut self, global: Global) -> std::result::Result<&Compiled, Failed> {
        self.inst = None;
        match self.compile_function(global) {
            Ok(()) => Ok(&self.code),
            Err(refusal) => {
                // Instructions that compute constants are not in the function's own body.
                let count = self.function.body.as_deref().map_or(0, Body::inst_count);
                Err(Failed { inst: self.inst.filter(|inst| (inst.as_u32() as usize) < count), refusal })
            }
        }
    }

    fn compile_function(&mut self, global: Global) -> Result {
        let data = &self.module.globals()[global];
        let (Some(function), Some(body)) = (data.as_function(), data.as_function().and_then(|f| f.body.as_deref()))
        else {
            return Err("a function without a body".into());
        };
        let body = self.around.bodies.get(&global).unwrap_or(body);
        (self.function, self.body, self.function_type) = (function, body, data.value_type);
        self.records_lines =
            self.around.debug_info && body.has_debug_locs() && subprogram_of(self.module, global).is_some();
        self.tracker.reset(self.records_lines && body.has_debug_records());
        self.refuse_function()?;
        self.convention = convention(function.convention)?;
        let attributes = self.module.context().attribute_list(function.attributes).function;
        if self.module.context().attribute_value(attributes, b"no_caller_saved_registers").is_some() {
            self.convention.callee_saved = RegSet::ALL_SAVED;
        }
        self.order.compute(body);
        if self.order.blocks().is_empty() {
            return Err("a function without blocks".into());
        }
        self.values.reset(body.inst_count(), body.args().len());
        let returned = self.struct_return();
        if self.around.has_statepoints {
            self.find_statepoints();
        }
        self.liveness.compute(body, &self.order, &mut self.values, returned, &self.statepoints.uses);
        self.reset();
        self.protect_stack()?;
        self.arguments()?;
        for position in 0..self.order.blocks().len() as u32 {
            self.block(position)?;
        }
        self.inst = None;
        self.bind_jumps();
        self.record_variables();
        self.finish()?;
        self.write_exception_table();
        self.code.blocks.clear();
        if let Some(blocks) = self.around.block_addresses.get(&global) {
            let start = |block: Block| self.order.position(block).map_or(0, |position| self.starts[position as usize]);
            self.code.blocks.extend(blocks.iter().map(|&(number, block)| (number, start(block))));
        }
        Ok(())
    }

    fn reset(&mut self) {
        let code = &mut self.code;
        code.prologue.clear();
        code.body.clear();
        code.relocations.clear();
        code.read_only.clear();
        code.read_only_relocations.clear();
        code.lines.clear();
        code.variables.clear();
        code.stack_maps.clear();
        code.locations.clear();
        self.registers.reset();
        // `rbp` is saved separately.
        let saved = self.convention.callee_saved.and(RegSet::GENERAL).len() as u32 - 1;
        let keeps_slots = self.around.has_returns_twice && self.calls_what_returns_twice();
        self.frame.reset(saved, keeps_slots);
        self.result_pointer = None;
        self.argument_registers = RegSet::EMPTY;
        self.error_slot = None;
        self.tail_calls.clear();
        self.starts.clear();
        self.starts.resize(self.order.blocks().len(), NONE);
        self.jumps.clear();
        self.returns.clear();
        self.table_entries.clear();
        self.varargs = None;
        self.has_dynamic_stack = false;
        self.makes_calls = false;
        if self.function.personality.is_some() {
            self.exceptions.clear();
        }
    }

    /// Records the source location of the next instruction.
    fn record_line(&mut self, inst: Inst) {
        let Some(location) = self.body.debug_loc(inst) else { return };
        let at = self.code.body.position();
        match self.code.lines.last_mut() {
            Some(last) if last.location == location => {}
            Some(last) if last.at == at => last.location = location,
            _ => self.code.lines.push(Line { at, location }),
        }
    }

    fn calls_what_returns_twice(&self) -> bool {
        let cx = self.module.context();
        let returns_twice = |inst: Inst| {
            let (InstData::Call { call, .. } | InstData::Invoke { call, .. }) = self.body.inst(inst) else {
                return false;
            };
            cx.has_attribute(cx.attribute_list(call.attributes).function, AttrKind::RETURNS_TWICE)
                || call.callee.as_global().is_some_and(|callee| crate::driver::returns_twice(self.module, callee))
        };
        self.body.blocks().flat_map(|block| self.body.insts(block)).any(returns_twice)
    }

    /// Rejects unsupported properties of the function.
    fn refuse_function(&self) -> Result {
        let function = self.function;
        // Functions of these collectors need nothing but their intrinsics, which are refused.
        const WITHOUT_TABLES: [&[u8]; 3] = [b"", b"statepoint-example", b"coreclr"];
        if !WITHOUT_TABLES.contains(&&*function.gc) {
            return Err(format!("the garbage collector {}", String::from_utf8_lossy(&function.gc)).into());
        }
        Ok(())
    }

    /// The `sret` argument, whose address the function also returns.
    fn struct_return(&self) -> Option<u32> {
        let cx = self.module.context();
        let list = cx.attribute_list(self.function.attributes);
        let count = self.body.args().len().min(2);
        (0..count).find(|&i| cx.has_attribute(list.param(i), AttrKind::STRUCT_RET)).map(|i| i as u32)
    }

    fn block(&mut self, position: u32) -> Result {
        self.position = position;
        self.starts[position as usize] = self.code.body.position();
        // Arguments arrive in registers.
        if position > 0 && !self.order.follows_alone(position) {
            self.registers.forget_all(&mut self.values.parts);
        }
        let block = self.order.blocks()[position as usize];
        let mut next = self.body.first_inst(block);
        while let Some(inst) = next {
            self.inst = Some(inst);
            next = self.body.next_inst(inst);
            let data = self.body.inst(inst);
            if self.records_lines {
                self.record_line(inst);
            }
            if self.tracker.is_active {
                self.note_records(inst);
            }
            self.instruction(inst, data)?;
            self.registers.unlock();
            if matches!(data, InstData::Call { tail: TailCall::MustTail, .. }) {
                // The callee executes the `ret` after the call.
                break;
            }
        }
        let mut ending = self.liveness.first_end(position);
        while let Some(number) = ending {
            self.free(number);
            ending = self.liveness.next_end(number);
        }
        Ok(())
    }

    fn instruction(&mut self, inst: Inst, data: &'m InstData) -> Result {
        use InstData::*;
        let ty = self.inst_type(inst);
        let is_unused = ty != Type::VOID && self.values.of_inst(inst).uses == 0;
        if is_unused && has_no_effect(data) {
            self.retire_operands(data);
            return Ok(());
        }
        match data {
            Br { .. }
            | CondBr { .. }
            | Switch { .. }
            | Ret { .. }
            | Unreachable
            | Invoke { .. }
            | CallBr { .. }
            | Resume { .. }
            | IndirectBr { .. } => return self.terminator(inst, data),
            Phi { .. } => return Ok(()),
            Alloca { .. } => self.alloca(inst, data)?,
            Load { .. } => return self.load(inst, data),
            Store { .. } => self.store(data)?,
            GetElementPtr { source, operands, .. } => {
                self.get_element_ptr(inst, *source, self.body.list_values(operands))?;
            }
            Binary { op, lhs, rhs, .. } => self.binary(inst, *op, *lhs, *rhs)?,
            ICmp { .. } | FCmp { .. } => return self.comparison(inst, data),
            Cast { op, value, .. } => self.cast(inst, *op, *value)?,
            Select { condition, if_true, if_false, .. } => self.select(inst, *condition, *if_true, *if_false)?,
            Freeze { value } if self.is_emulated(*value) => self.emulated_address(inst, *value)?,
            Freeze { value } => self.copy_value(inst, *value)?,
            FNeg { value, .. } => self.float_negate(inst, *value)?,
            Call { call, convention, tail, .. } => self.call(inst, call, *convention, *tail)?,
            LandingPad { .. } => self.landing_pad(inst)?,
            VaArg { list } => self.va_arg(inst, *list)?,
            ExtractValue { aggregate, indices } => self.extract_value(inst, *aggregate, indices)?,
            InsertValue { aggregate, value, indices } => self.insert_value(inst, *aggregate, *value, indices)?,
            ExtractElement { vector, index } => self.extract_element(inst, *vector, *index)?,
            InsertElement { vector, element, index } => self.insert_element(inst, *vector, *element, *index)?,
            ShuffleVector { v1, v2, mask } => self.shuffle_vector(inst, *v1, *v2, self.body.list_ints(mask))?,
            Fence { .. } => self.fence(data),
            CmpXchg { .. } => self.compare_exchange(inst, data)?,
            AtomicRmw { .. } => self.atomic_rmw(inst, data)?,
            _ => return Err(data.opcode_name().into()),
        }
        self.retire_operands(data);
        Ok(())
    }

    /// Defines the parts of an instruction's result.
    fn define(&mut self, inst: Inst) -> Result<usize> {
        self.define_number(inst.as_u32(), self.inst_type(inst))
    }

    fn define_number(&mut self, number: u32, ty: Type) -> Result<usize> {
        let kinds = self.types.parts(ty)?;
        let first = self.values.parts.len();
        self.values.parts.extend(kinds.iter().map(|part| Part {
            value: number,
            slot: 0,
            kind: part.kind,
            reg: None,
            dirty: false,
        }));
        let info = self.values.info_mut(number);
        info.first_part = first as u32;
        info.parts = kinds.len() as u16;
        Ok(first)
    }

    /// Counts one use of each operand of an instruction as done.
    fn retire_operands(&mut self, data: &InstData) {
        data.for_each_operand(self.body.values(), |operand| self.retire(operand));
    }

    /// Counts one use of a value as done. The last use frees the value.
    fn retire(&mut self, value: Value) {
        let Some(number) = self.values.number(value) else { return };
        let position = self.position;
        let info = self.values.info_mut(number);
        info.uses = info.uses.saturating_sub(1);
        if info.uses == 0 && !info.through && info.last <= position {
            self.free(number);
        }
    }

    /// Frees the registers and slots of a value, and the uses that its representation holds.
    fn free(&mut self, number: u32) {
        let info = *self.values.info(number);
        match info.state {
            State::Fused => {
                if let Some(inst) = self.values.inst(number) {
                    let data = self.body.inst(inst);
                    self.retire_operands(data);
                }
                return;
            }
            State::Address => {
                let at = self.values.parts[info.first_part as usize].slot as usize;
                let address = self.values.addresses[at];
                if let crate::values::AddressBase::Value(base) = address.base {
                    self.retire(base);
                }
                if let Some((index, _)) = address.index {
                    self.retire(index);
                }
            }
            State::Parts => {}
        }
        if info.first_part == NONE {
            return;
        }
        if self.tracker.is_active {
            self.stop_watching(number);
        }
        for at in info.first_part as usize..info.first_part as usize + usize::from(info.parts) {
            let part = &mut self.values.parts[at];
            if let Some(reg) = part.reg.take() {
                self.registers.release(reg);
            }
            if info.state == State::Parts && part.slot != 0 {
                self.frame.release(part.slot, part.kind.size());
                part.slot = 0;
            }
        }
    }

    /// Whether a value is live after the current block.
    fn lives_on(&self, number: u32) -> bool {
        let info = self.values.info(number);
        info.last > self.position || info.through
    }

    /// Whether the current instruction, of which the value is an operand, is the last use of the value.
    fn dies_here(&self, number: u32) -> bool {
        self.values.info(number).uses == 1 && !self.lives_on(number)
    }

    /// The instruction after `inst`, if `inst` is its condition (of a branch or `select`) or its operand (of a cast), and has no
    /// other use.
    fn only_user_is_next(&self, inst: Inst) -> Option<&'m InstData> {
        if self.is_temporary(inst) {
            return None;
        }
        let info = self.values.of_inst(inst);
        if info.uses != 1 || info.last != self.position || info.through {
            return None;
        }
        let next = self.body.inst(self.body.next_inst(inst)?);
        match *next {
            InstData::CondBr { condition: value, .. }
            | InstData::Select { condition: value, .. }
            | InstData::Cast { value, .. } => (value == inst.into()).then_some(next),
            _ => None,
        }
    }

    /// Marks an instruction to be computed by the next instruction.
    fn fuse(&mut self, inst: Inst) {
        self.values.info_mut(inst.as_u32()).state = State::Fused;
    }

    /// The instruction of a value that is fused into its user.
    fn fused(&self, value: Value) -> Option<&'m InstData> {
        let inst = value.as_inst()?;
        (self.values.of_inst(inst).state == State::Fused).then(|| self.body.inst(inst))
    }
}

/// Whether an unused instruction can be omitted.
fn has_no_effect(data: &InstData) -> bool {
    use InstData::*;
    match data {
        Load { volatile, ordering, .. } => !volatile && *ordering == Default::default(),
        Alloca { .. }
        | GetElementPtr { .. }
        | Binary { .. }
        | ICmp { .. }
        | FCmp { .. }
        | Cast { .. }
        | Select { .. }
        | Freeze { .. }
        | FNeg { .. }
        | ExtractValue { .. }
        | InsertValue { .. }
        | ExtractElement { .. }
        | InsertElement { .. }
        | ShuffleVector { .. } => true,
        _ => false,
    }
}

/// The properties of a calling convention; an error if the convention is not supported.
fn convention(convention: CallingConvention) -> Result<Convention> {
    let named = || convention.name().map_or(format!("cc{}", convention.0), str::to_owned);
    Convention::of(convention.0).ok_or_else(|| format!("the calling convention {}", named()).into())
}
