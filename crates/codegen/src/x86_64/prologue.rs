//! Incoming arguments, prologue and epilogue.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::{Type, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::system_v::{
    Arguments, CALLEE_SAVED, FLOAT_ARGUMENTS, INTEGER_ARGUMENTS, Location, Results, SWIFT_ERROR,
};
use lindworm_target::x86_64::{Condition, Mem, Reg, RegSet, Size, op};

use super::Pass;
use super::call::{INTERRUPT, Locations};
use super::registers::{SCRATCH, SCRATCH_FLOAT, SCRATCH_FLOAT_2};
use crate::data;
use crate::error::Result;
use crate::values::{Address, AddressBase};

/// Offset from the frame pointer of the first stack argument, above the caller's frame pointer and the return address.
const FIRST_ARGUMENT: i32 = 16;
/// Size in bytes of the red zone, the area below the stack pointer that a leaf function may use.
const RED_ZONE: u32 = 128;

/// The distance of stack probes in bytes.
const PAGE: u32 = 4096;
/// The maximum size of prologue data in bytes.
const MAX_PROLOGUE_DATA: u64 = 1 << 16;

/// The callee-saved registers that a function saves: general-purpose registers are pushed, vector registers have slots in the
/// frame.
struct Saved {
    general: RegSet,
    vector: Vec<(Reg, i32)>,
}

/// The data that `va_start` needs.
#[derive(Clone, Copy)]
pub struct VarArgs {
    /// Offset of the register save area.
    pub saved: i32,
    /// Size in bytes of the integer and of the float registers that named arguments occupy.
    pub integers: u32,
    pub floats: u32,
    /// Offset of the first unnamed stack argument.
    pub stack: i32,
}

impl<'m> Pass<'m> {
    /// Defines the arguments from their registers and stack locations.
    pub fn arguments(&mut self) -> Result {
        if self.function.convention == INTERRUPT {
            return self.interrupt_arguments();
        }
        let cx = self.module.context();
        let list = cx.attribute_list(self.function.attributes);
        let mut arguments = Arguments::new(self.convention);
        let result = cx.function_parts(self.function_type).map_or(Type::VOID, |parts| parts.0);
        if self.is_in_memory(result, self.convention)?
            && let Location::Reg(reg) = arguments.next(PartKind::Int(64))
        {
            let slot = self.frame.allocate(8, 8)?;
            self.code.body.mr(op::MOV_STORE, Size::B64, Mem::base(Reg::RBP, slot), reg);
            self.result_pointer = Some(slot);
        }
        for (number, &ty) in self.body.args().iter().enumerate() {
            let set = list.param(number);
            let value = self.values.number(Value::arg(number as u32)).unwrap_or(0);
            let at = self.define_number(value, ty)?;
            let is_used = self.values.info(value).uses > 0;
            let disp = match self.locate(&mut arguments, set, ty, self.convention)? {
                Locations::Error => {
                    let slot = self.frame.allocate(8, 8)?;
                    self.code.body.mr(op::MOV_STORE, Size::B64, Mem::base(Reg::RBP, slot), SWIFT_ERROR);
                    self.registers.used.insert(SWIFT_ERROR);
                    self.error_slot = Some(slot);
                    slot
                }
                Locations::Allocated => FIRST_ARGUMENT,
                Locations::Copy { at: offset, .. } => FIRST_ARGUMENT + offset as i32,
                Locations::Parts(places) => {
                    for (i, place) in places.into_iter().enumerate() {
                        match place {
                            Location::Reg(Reg::RBP) => {
                                // The prologue has pushed the argument.
                                let slot = self.frame.slot(8)?;
                                let asm = &mut self.code.body;
                                asm.rm(op::MOV, Size::B64, SCRATCH, Mem::base(Reg::RBP, 0));
                                asm.mr(op::MOV_STORE, Size::B64, Mem::base(Reg::RBP, slot), SCRATCH);
                                self.values.parts[at + i].slot = slot;
                            }
                            Location::Reg(SCRATCH) => return Err("so many arguments of preserve_nonecc".into()),
                            Location::Reg(reg) => {
                                self.argument_registers.insert(reg);
                                if is_used {
                                    self.assign(at + i, reg);
                                }
                            }
                            Location::Stack(offset) => self.values.parts[at + i].slot = FIRST_ARGUMENT + offset as i32,
                            _ => {}
                        }
                    }
                    continue;
                }
            };
            self.values.set_address(value, Address { base: AddressBase::Frame, index: None, disp });
        }
        self.argument_area = self.convention.argument_area(arguments.stack_size());
        let is_variadic = cx.function_parts(self.function_type).is_some_and(|(_, _, variadic)| variadic);
        if is_variadic {
            if self.convention.has_own_arguments() {
                return Err("a variadic function of such a convention".into());
            }
            self.save_varargs(&arguments)?;
        }
        Ok(())
    }

    /// The arguments of an interrupt handler: the machine has pushed the frame of the interrupted code and, for some interrupts,
    /// an error code.
    fn interrupt_arguments(&mut self) -> Result {
        let has_code = self.has_interrupt_code();
        for (number, &ty) in self.body.args().iter().enumerate() {
            let value = self.values.number(Value::arg(number as u32)).unwrap_or(0);
            let at = self.define_number(value, ty)?;
            match (number, self.types.parts(ty)?) {
                (0, [_]) => {
                    let disp = if has_code { FIRST_ARGUMENT + 8 } else { 8 };
                    self.values.set_address(value, Address { base: AddressBase::Frame, index: None, disp });
                }
                (1, [_]) => self.values.parts[at].slot = FIRST_ARGUMENT,
                _ => return Err("an interrupt handler with such arguments".into()),
            }
        }
        Ok(())
    }

    /// Whether the machine pushes an error code. Then the prologue pushes a register first, so that the frame is aligned.
    fn has_interrupt_code(&self) -> bool {
        self.function.convention == INTERRUPT && self.body.args().len() > 1
    }

    /// Saves the argument registers that may hold unnamed arguments.
    fn save_varargs(&mut self, arguments: &Arguments) -> Result {
        let saved = self.frame.allocate(176, 16)?;
        let asm = &mut self.code.body;
        for (i, &reg) in INTEGER_ARGUMENTS.iter().enumerate().skip(arguments.integers() as usize) {
            asm.mr(op::MOV_STORE, Size::B64, Mem::base(Reg::RBP, saved + 8 * i as i32), reg);
        }
        asm.rr(op::TEST, Size::B8, Reg::RAX, Reg::RAX);
        let none = asm.jcc(Condition::Equal);
        for (i, &reg) in FLOAT_ARGUMENTS.iter().enumerate().skip(arguments.floats() as usize) {
            asm.mr(op::MOVAPS_STORE, Size::B32, Mem::base(Reg::RBP, saved + 48 + 16 * i as i32), reg);
        }
        let here = asm.position();
        asm.bind32(none, here);
        self.varargs = Some(VarArgs {
            saved,
            integers: 8 * arguments.integers(),
            floats: 48 + 16 * arguments.floats(),
            stack: FIRST_ARGUMENT + arguments.stack_size().next_multiple_of(8) as i32,
        });
        Ok(())
    }

    /// Writes the prologue, and the epilogue after the body.
    pub fn finish(&mut self) -> Result {
        let Saved { general: saved, vector } = self.saved_registers()?;
        self.code.saved = saved;
        let pushed = 8 * saved.len() as u32;
        let frame = self.frame.size();
        let cx = self.module.context();
        let set = cx.attribute_list(self.function.attributes).function;
        let is_interrupt = self.function.convention == INTERRUPT;
        let is_leaf = !is_interrupt
            && !self.makes_calls
            && !self.has_dynamic_stack
            && !cx.has_attribute(set, AttrKind::NO_RED_ZONE);
        if cx.has_attribute(set, AttrKind::NAKED) {
            return self.finish_naked();
        }
        let lead = self.prologue_data()?;
        self.code.lead = lead.len() as u32;
        let probes = frame > pushed + PAGE && cx.attribute_value(set, b"probe-stack").is_some();
        let has_interrupt_code = self.has_interrupt_code();
        let prologue = &mut self.code.prologue;
        lead.chunks(8).for_each(|bytes| prologue.bytes(bytes));
        if has_interrupt_code {
            prologue.push(Reg::RAX);
        }
        prologue.push(Reg::RBP);
        prologue.rr(op::MOV, Size::B64, Reg::RBP, Reg::RSP);
        for reg in saved {
            prologue.push(reg);
        }
        let mut size = if is_leaf && frame <= RED_ZONE { 0 } else { frame - pushed.min(frame) };
        self.code.stack_size = if self.has_dynamic_stack { u64::MAX } else { u64::from(8 + pushed + size) };
        if probes {
            // Touches each page so that the frame cannot skip the guard page of the stack.
            prologue.mov_ri(SCRATCH, (size / PAGE).into());
            let again = prologue.position();
            prologue.ri(op::SUB, Size::B64, Reg::RSP, PAGE as i32);
            prologue.mov_mi(Size::B64, Mem::base(Reg::RSP, 0), 0);
            prologue.ri(op::SUB, Size::B32, SCRATCH, 1);
            prologue.jcc_back(Condition::NotEqual, again);
            size %= PAGE;
        }
        if size > 0 {
            prologue.ri(op::SUB, Size::B64, Reg::RSP, size as i32);
        }
        if is_interrupt {
            // cld
            prologue.bytes(&[0xfc]);
        }
        for &(reg, disp) in &vector {
            prologue.mr(op::MOVUPS_STORE, Size::B32, Mem::base(Reg::RBP, disp), reg);
        }
        let here = self.code.body.position();
        let is_reached = !self.returns.is_empty() || self.ends_with_return();
        for i in 0..self.returns.len() {
            self.code.body.bind32(self.returns[i], here);
        }
        self.code.return_length = 0;
        if is_reached {
            self.check_stack();
            for &(reg, disp) in &vector {
                self.code.body.rm(op::MOVUPS, Size::B32, reg, Mem::base(Reg::RBP, disp));
            }
            self.epilogue(saved);
            if is_interrupt {
                if has_interrupt_code {
                    self.code.body.ri(op::ADD, Size::B64, Reg::RSP, FIRST_ARGUMENT);
                }
                // iretq
                self.code.body.bytes(&[0x48, 0xcf]);
                self.code.return_length = 2;
            } else if self.convention.callee_pops {
                // ret bytes
                let area = u16::try_from(self.argument_area).map_err(|_| "a callee that pops more than 64 KB")?;
                let [low, high] = area.to_le_bytes();
                self.code.body.bytes(&[0xc2, low, high]);
                self.code.return_length = 3;
            } else {
                // ret
                self.code.body.bytes(&[0xc3]);
                self.code.return_length = 1;
            }
        }
        if !self.tail_calls.is_empty() {
            // The unwind table describes only the frame release before the last `ret`.
            self.code.return_length = 0;
            self.finish_tail_calls(saved);
        }
        Ok(())
    }

    /// Ends a naked function, whose body is assembler that does all the work.
    fn finish_naked(&mut self) -> Result {
        if !self.frame.is_unused() || self.has_dynamic_stack || !self.tail_calls.is_empty() {
            return Err("a naked function that needs a frame".into());
        }
        (self.code.lead, self.code.return_length, self.code.saved) = (0, 0, RegSet::EMPTY);
        let here = self.code.body.position();
        if !self.returns.is_empty() || self.ends_with_return() {
            // ret
            self.code.body.bytes(&[0xc3]);
        }
        for i in 0..self.returns.len() {
            self.code.body.bind32(self.returns[i], here);
        }
        Ok(())
    }

    /// The callee-saved registers to save: those in use, and those that callees may clobber.
    fn saved_registers(&mut self) -> Result<Saved> {
        let mut used = self.registers.used;
        if self.convention.callee_saved == CALLEE_SAVED {
            let mut general = used.and(CALLEE_SAVED).without(RegSet::of(&[Reg::RBP]));
            if self.error_slot.is_some() {
                general.remove(SWIFT_ERROR);
            }
            return Ok(Saved { general, vector: Vec::new() });
        }
        used.insert(SCRATCH);
        used.insert(SCRATCH_FLOAT);
        used.insert(SCRATCH_FLOAT_2);
        if self.makes_calls {
            used = RegSet::GENERAL.union(RegSet::XMM);
        }
        let result = self.module.context().function_parts(self.function_type).map_or(Type::VOID, |parts| parts.0);
        let mut results = Results::new(self.convention);
        let mut saved = used.and(self.convention.callee_saved).without(RegSet::of(&[Reg::RBP]));
        if self.convention.has_own_arguments() {
            saved = saved.without(self.argument_registers);
        }
        for part in self.types.parts(result)? {
            if let Some(Location::Reg(reg)) = results.next(part.kind) {
                saved.remove(reg);
            }
        }
        if self.result_pointer.is_some() {
            saved.remove(Reg::RAX);
        }
        let vector = saved.and(RegSet::XMM).map(|reg| Ok((reg, self.frame.allocate(16, 16)?)));
        Ok(Saved { general: saved.and(RegSet::GENERAL), vector: vector.collect::<Result<_>>()? })
    }

    /// The prologue data, placed before the prologue.
    fn prologue_data(&self) -> Result<Vec<u8>> {
        let Some(constant) = self.function.prologue else { return Ok(Vec::new()) };
        let size = self.types.size(self.type_of(constant)).filter(|&size| size <= MAX_PROLOGUE_DATA);
        let mut bytes = vec![0; size.ok_or("prologue data of this size")? as usize];
        let mut relocations = Vec::new();
        data::write(self.module, self.types, None, constant, 0, &mut bytes, &mut relocations)?;
        match relocations.is_empty() {
            true => Ok(bytes),
            false => Err("prologue data with addresses".into()),
        }
    }

    /// Restores the callee-saved registers.
    pub fn epilogue(&mut self, saved: RegSet) {
        let asm = &mut self.code.body;
        if saved.is_empty() {
            // leave
            asm.bytes(&[0xc9]);
        } else {
            asm.rm(op::LEA, Size::B64, Reg::RSP, Mem::base(Reg::RBP, -8 * saved.len() as i32));
            let mut regs: smallvec::SmallVec<[Reg; 8]> = saved.collect();
            while let Some(reg) = regs.pop() {
                asm.pop(reg);
            }
            asm.pop(Reg::RBP);
        }
    }

    fn ends_with_return(&self) -> bool {
        let last = self.order.blocks().last().and_then(|&block| self.body.terminator(block));
        last.is_some_and(|inst| matches!(self.body.inst(inst), lindworm_ir::InstData::Ret { .. }))
    }
}
