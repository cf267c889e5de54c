//! Where arguments arrive, and the code at both ends of a function.

use lindworm_ir::Value;
use lindworm_ir::attributes::AttrKind;
use lindworm_target::x86_64::system_v::{Arguments, CALLEE_SAVED, FLOAT_ARGUMENTS, INTEGER_ARGUMENTS, Location, NEST};
use lindworm_target::x86_64::{Mem, Reg, RegSet, Size, op};

use super::Pass;
use crate::error::Result;
use crate::values::{Address, AddressBase, State};

/// Bytes above the frame pointer where arguments on the stack begin: the caller's frame pointer and the return address are before.
const FIRST_ARGUMENT: i32 = 16;
/// Bytes below the stack pointer that a function may use if it calls nothing.
const RED_ZONE: u32 = 128;

/// What `va_start` needs.
#[derive(Clone, Copy)]
pub struct VarArgs {
    /// Where the registers of arguments are kept.
    pub saved: i32,
    /// Bytes of integer and of float registers that named arguments take.
    pub integers: u32,
    pub floats: u32,
    /// Where the first unnamed argument on the stack is.
    pub stack: i32,
}

impl<'m> Pass<'m> {
    /// Finds the arguments in their registers and on the stack.
    pub fn arguments(&mut self) -> Result {
        let cx = self.module.context();
        let list = cx.attribute_list(self.function.attributes);
        let mut arguments = Arguments::default();
        for (number, &ty) in self.body.args().iter().enumerate() {
            let set = list.param(number);
            let value = self.values.number(Value::arg(number as u32)).unwrap_or(0);
            let at = self.define_number(value, ty)?;
            let is_used = self.values.info(value).uses > 0;
            if let Some((size, align)) = self.by_value(set)? {
                let disp = FIRST_ARGUMENT + arguments.by_value(size, align) as i32;
                self.values.parts[at].slot = self.values.addresses.len() as i32;
                self.values.addresses.push(Address { base: AddressBase::Frame, index: None, disp });
                self.values.info_mut(value).state = State::Address;
                continue;
            }
            let parts = self.types.parts(ty)?;
            let is_nest = !set.is_empty() && cx.has_attribute(set, AttrKind::NEST);
            let pair = (parts.len() == 2 && self.is_wide_int(ty)).then(|| arguments.next_pair());
            for (i, part) in parts.iter().enumerate() {
                let place = match (pair, is_nest) {
                    (Some(pair), _) => pair[i],
                    (None, true) => Location::Reg(NEST),
                    (None, false) => arguments.next(part.kind),
                };
                match place {
                    Location::Reg(reg) if is_used => self.assign(at + i, reg),
                    Location::Stack(offset) => self.values.parts[at + i].slot = FIRST_ARGUMENT + offset as i32,
                    _ => {}
                }
            }
        }
        let is_variadic = cx.function_parts(self.function_type).is_some_and(|(_, _, variadic)| variadic);
        if is_variadic {
            self.save_varargs(&arguments)?;
        }
        Ok(())
    }

    /// Saves the registers of unnamed arguments.
    fn save_varargs(&mut self, arguments: &Arguments) -> Result {
        let saved = self.frame.allocate(176, 16)?;
        let asm = &mut self.code.body;
        for (i, &reg) in INTEGER_ARGUMENTS.iter().enumerate().skip(arguments.integers() as usize) {
            asm.mr(op::MOV_STORE, Size::B64, Mem::base(Reg::RBP, saved + 8 * i as i32), reg);
        }
        asm.rr(op::TEST, Size::B8, Reg::RAX, Reg::RAX);
        let none = asm.jcc(lindworm_target::x86_64::Condition::Equal);
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

    /// Writes the prologue, and the epilogue behind the body.
    pub fn finish(&mut self) -> Result {
        let saved = self.registers.used.and(CALLEE_SAVED).without(RegSet::of(&[Reg::RBP]));
        self.code.saved = saved;
        let pushed = 8 * saved.len() as u32;
        let frame = self.frame.size();
        let cx = self.module.context();
        let set = cx.attribute_list(self.function.attributes).function;
        let is_leaf = !self.makes_calls && !self.has_dynamic_stack && !cx.has_attribute(set, AttrKind::NO_RED_ZONE);
        let prologue = &mut self.code.prologue;
        prologue.push(Reg::RBP);
        prologue.rr(op::MOV, Size::B64, Reg::RBP, Reg::RSP);
        for reg in saved {
            prologue.push(reg);
        }
        if !(is_leaf && frame <= RED_ZONE) && frame > pushed {
            prologue.ri(op::SUB, Size::B64, Reg::RSP, (frame - pushed) as i32);
        }
        let here = self.code.body.position();
        let is_reached = !self.returns.is_empty() || self.ends_with_return();
        for i in 0..self.returns.len() {
            self.code.body.bind32(self.returns[i], here);
        }
        self.code.returns = is_reached;
        if !is_reached {
            return Ok(());
        }
        let asm = &mut self.code.body;
        if saved.is_empty() {
            // leave
            asm.bytes(&[0xc9]);
        } else {
            asm.rm(op::LEA, Size::B64, Reg::RSP, Mem::base(Reg::RBP, -(pushed as i32)));
            let mut regs: smallvec::SmallVec<[Reg; 8]> = saved.collect();
            while let Some(reg) = regs.pop() {
                asm.pop(reg);
            }
            asm.pop(Reg::RBP);
        }
        asm.bytes(&[0xc3]);
        Ok(())
    }

    fn ends_with_return(&self) -> bool {
        let last = self.order.blocks().last().and_then(|&block| self.body.terminator(block));
        last.is_some_and(|inst| matches!(self.body.inst(inst), lindworm_ir::InstData::Ret { .. }))
    }
}
