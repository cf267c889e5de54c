//! The registers of the running frame and its operations, without a look at bounds at each access.
//!
//! The loop executes some forty million operations a second, each of which reads and writes three or four of these; with
//! checked indices a third of the loop's instructions were comparisons. What makes it safe is that every operation of a
//! function is checked once, when the function is decoded, and that a [`Window`] takes nothing but [`SoundCode`], which only
//! that check makes and nothing changes.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::ops::{Deref, Index, IndexMut};

use crate::decode::op::{Code, Op};
use crate::value::Reg;

/// Code of which [`SoundCode::new`] has checked that everything its operations name is there.
#[derive(Debug)]
pub(crate) struct SoundCode(Code);

impl SoundCode {
    /// Checks code, which then stays as it is.
    ///
    /// # Panics
    /// If an operation names a register, a table or an operation that is not there, or control can fall off the end.
    pub(crate) fn new(code: Code) -> SoundCode {
        assert!(is_sound(&code), "the decoder made unsound code of function {}", code.function);
        SoundCode(code)
    }
}

impl Deref for SoundCode {
    type Target = Code;

    #[inline(always)]
    fn deref(&self) -> &Code {
        &self.0
    }
}

/// The registers of a frame, and the code that runs in it.
pub(super) struct Window<'a> {
    regs: *mut Reg,
    ops: *const Op,
    lives: PhantomData<(&'a mut [Reg], &'a Code)>,
}

impl<'a> Window<'a> {
    /// The registers at the start of `regs`, of which there must be as many as the code has, and the operation `pc` that
    /// comes next; panics otherwise.
    #[inline(always)]
    pub(super) fn new(code: &'a SoundCode, regs: &'a mut [Reg], pc: usize) -> Window<'a> {
        assert!(regs.len() >= code.registers as usize && pc < code.ops.len());
        Window { regs: regs.as_mut_ptr(), ops: code.ops.as_ptr(), lives: PhantomData }
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
    pub(super) fn copy(&mut self, dst: u32, from: u32, count: u32) {
        // SAFETY: runs of registers of sound code are in bounds as a whole.
        unsafe { std::ptr::copy(self.regs.add(from as usize), self.regs.add(dst as usize), count as usize) }
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

/// Whether all that the loop's operations name is there: registers, tables and the operations that jumps go to; and whether control
/// cannot fall off the end.
fn is_sound(code: &Code) -> bool {
    let reg = |register: u32, count: u32| register as usize + count as usize <= code.registers as usize;
    let op = |to: u32| (to as usize) < code.ops.len();
    // What every function ends with, so that control that falls off the end finds something.
    let ends = matches!(code.ops.last(), Some(Op::Unreachable));
    let tables = code.switches.iter().all(|s| {
        op(s.default)
            && s.cases.iter().all(|c| op(c.1))
            && s.table.as_ref().is_none_or(|(_, table)| table.iter().all(|&to| op(to)))
    });
    let calls = code.calls.iter().all(|call| {
        call.invoke.is_none_or(|(normal, unwind)| op(normal) && op(unwind))
            && reg(call.dst, call.result.registers)
            && call.args.iter().all(|&a| reg(a, 1))
    });
    ends && tables
        && calls
        && code.indirect_branches.iter().all(|targets| targets.values().all(|&to| op(to)))
        && code.ops.iter().all(|it| {
            let mut sound = true;
            let mut copy = *it;
            copy.for_each_register(|first, count| sound &= reg(*first, count));
            copy.for_each_target(|to| sound &= op(*to));
            if let Op::Alloca { alloca, .. } = *it {
                sound &= (alloca as usize) < code.allocas.len();
            }
            sound
        })
}
