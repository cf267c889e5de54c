//! The registers of the running frame, its constants and its operations, without a look at bounds at each access.
//!
//! The loop executes some forty million operations a second, each of which reads and writes three or four of these; with
//! checked indices a third of the loop's instructions were comparisons. What makes it safe is that every operation of a
//! function is checked once, when the function is decoded ([`Code::is_sound`]), and that only functions so checked run
//! ([`Window::new`]).
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use crate::decode::op::{CONSTANT, Code, Op, Operand};
use crate::value::Reg;

/// The registers of a frame, and the code that runs in it.
pub(super) struct Window<'a> {
    regs: *mut Reg,
    constants: *const Reg,
    ops: *const Op,
    lives: PhantomData<(&'a mut [Reg], &'a Code)>,
}

impl<'a> Window<'a> {
    /// The registers at the start of `regs`, of which there must be as many as the code has, and the operation `pc` that
    /// comes next; panics otherwise.
    #[inline(always)]
    pub(super) fn new(code: &'a Code, regs: &'a mut [Reg], pc: usize) -> Window<'a> {
        assert!(code.sound && regs.len() >= code.registers as usize && pc < code.ops.len());
        Window {
            regs: regs.as_mut_ptr(),
            constants: code.constants.as_ptr(),
            ops: code.ops.as_ptr(),
            lives: PhantomData,
        }
    }

    /// The value of an operand of the code.
    #[inline(always)]
    pub(super) fn get(&self, operand: Operand) -> Reg {
        // SAFETY: operands of sound code are in bounds of the one or the other.
        unsafe {
            match operand & CONSTANT == 0 {
                true => *self.regs.add(operand as usize),
                false => *self.constants.add((operand & !CONSTANT) as usize),
            }
        }
    }

    /// The operation of that number: the one that the window was made for, one that another jumps to, or one that follows
    /// an operation which always goes on there or is not the last.
    #[inline(always)]
    pub(super) fn op(&self, pc: usize) -> &'a Op {
        // SAFETY: jumps of sound code go to its operations, and its last operation goes nowhere else.
        unsafe { &*self.ops.add(pc) }
    }

    /// Copies registers that may overlap.
    #[inline(always)]
    pub(super) fn copy(&mut self, dst: u32, from: Operand, count: u32) {
        let (dst, count) = (dst as usize, count as usize);
        // SAFETY: runs of registers of sound code are in bounds as a whole.
        unsafe {
            let from = match from & CONSTANT == 0 {
                true => self.regs.add(from as usize).cast_const(),
                false => self.constants.add((from & !CONSTANT) as usize),
            };
            std::ptr::copy(from, self.regs.add(dst), count);
        }
    }
}

impl Index<usize> for Window<'_> {
    type Output = Reg;

    #[inline(always)]
    fn index(&self, register: usize) -> &Reg {
        // SAFETY: registers of sound code are in bounds.
        unsafe { &*self.regs.add(register) }
    }
}

impl IndexMut<usize> for Window<'_> {
    #[inline(always)]
    fn index_mut(&mut self, register: usize) -> &mut Reg {
        // SAFETY: as above.
        unsafe { &mut *self.regs.add(register) }
    }
}

impl Code {
    /// Whether all that the loop's operations name is there: registers, constants, tables and the operations that jumps go
    /// to; and whether control cannot fall off the end.
    pub(crate) fn is_sound(&self) -> bool {
        let operand = |operand: Operand, count: u32| {
            let (first, len) = match operand & CONSTANT == 0 {
                true => (operand, self.registers as usize),
                false => (operand & !CONSTANT, self.constants.len()),
            };
            first as usize + count as usize <= len
        };
        let reg = |register: u32, count: u32| register as usize + count as usize <= self.registers as usize;
        let op = |to: u32| (to as usize) < self.ops.len();
        // What every function ends with, so that control that falls off the end finds something.
        let ends = matches!(self.ops.last(), Some(Op::Unreachable));
        let tables = self.switches.iter().all(|s| {
            op(s.default)
                && s.cases.iter().all(|c| op(c.1))
                && s.table.as_ref().is_none_or(|(_, table)| table.iter().all(|&to| op(to)))
        });
        let calls = self.calls.iter().all(|call| {
            call.invoke.is_none_or(|(normal, unwind)| op(normal) && op(unwind))
                && reg(call.dst, call.result.registers)
                && call.args.iter().all(|&a| operand(a, 1))
        });
        ends && tables
            && calls
            && self.indirect_branches.iter().all(|targets| targets.iter().all(|t| op(t.1)))
            && self.ops.iter().all(|&it| match it {
                Op::Add { dst, a, b, .. }
                | Op::Sub { dst, a, b, .. }
                | Op::Mul { dst, a, b, .. }
                | Op::UDiv { dst, a, b, .. }
                | Op::SDiv { dst, a, b, .. }
                | Op::URem { dst, a, b, .. }
                | Op::SRem { dst, a, b, .. }
                | Op::Shl { dst, a, b, .. }
                | Op::LShr { dst, a, b, .. }
                | Op::AShr { dst, a, b, .. }
                | Op::And { dst, a, b, .. }
                | Op::Or { dst, a, b, .. }
                | Op::Xor { dst, a, b, .. }
                | Op::ICmp { dst, a, b, .. }
                | Op::FAdd { dst, a, b, .. }
                | Op::FSub { dst, a, b, .. }
                | Op::FMul { dst, a, b, .. }
                | Op::FDiv { dst, a, b, .. }
                | Op::FRem { dst, a, b, .. }
                | Op::FCmp { dst, a, b, .. }
                | Op::GepIndex { dst, base: a, index: b, .. } => reg(dst, 1) && operand(a, 1) && operand(b, 1),
                Op::FNeg { dst, a, .. }
                | Op::Trunc { dst, a, .. }
                | Op::ZExt { dst, a, .. }
                | Op::SExt { dst, a, .. }
                | Op::PtrToInt { dst, a, .. }
                | Op::PtrToAddr { dst, a, .. }
                | Op::IntToPtr { dst, a, .. }
                | Op::Move { dst, a }
                | Op::Freeze { dst, a, .. }
                | Op::Gep { dst, base: a, .. }
                | Op::Load8 { dst, pointer: a, .. }
                | Op::Load16 { dst, pointer: a, .. }
                | Op::Load32 { dst, pointer: a, .. }
                | Op::Load64 { dst, pointer: a, .. }
                | Op::LoadPointer { dst, pointer: a, .. } => reg(dst, 1) && operand(a, 1),
                Op::Store8 { value, pointer, .. }
                | Op::Store16 { value, pointer, .. }
                | Op::Store32 { value, pointer, .. }
                | Op::Store64 { value, pointer, .. }
                | Op::StorePointer { value, pointer, .. } => operand(value, 1) && operand(pointer, 1),
                Op::MoveRun { dst, a, count } => reg(dst, count) && operand(a, count),
                Op::Select { dst, condition, a, b } => {
                    reg(dst, 1) && operand(condition, 1) && operand(a, 1) && operand(b, 1)
                }
                Op::Alloca { dst, count, alloca, .. } => {
                    reg(dst, 1) && operand(count, 1) && (alloca as usize) < self.allocas.len()
                }
                Op::Jump { to } => op(to),
                Op::MoveJump { dst, a, to } => reg(dst, 1) && operand(a, 1) && op(to),
                Op::Branch { condition, if_true, if_false } => operand(condition, 1) && op(if_true) && op(if_false),
                Op::BranchICmp { a, b, if_true, if_false, .. } => {
                    operand(a, 1) && operand(b, 1) && op(if_true) && op(if_false)
                }
                Op::Switch { condition, .. } => operand(condition, 1),
                Op::IndirectBr { address, .. } => operand(address, 1),
                Op::Ret { a, count } => count == 0 || operand(a, count),
                Op::ThreadLocal { dst, .. } => reg(dst, 1),
                Op::Unreachable | Op::Call { .. } | Op::Rare { .. } => true,
            })
    }
}
