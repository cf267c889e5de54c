//! Access to the registers of the running frame and to its operations without bounds checks.
//!
//! The loop executes about forty million operations per second, each of which reads and writes three or four registers. With
//! bounds checks, comparisons were a third of the loop's instructions. Soundness: every operation of a function is checked
//! once, when the function is decoded, and a [`Window`] requires [`SoundCode`], which is only created by that check and
//! immutable afterwards.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::ops::{Deref, Index, IndexMut};

use crate::decode::op::{Code, Op};
use crate::value::Reg;

/// Code that [`SoundCode::new`] has checked: all registers, tables and operations that its operations refer to exist.
#[derive(Debug)]
pub(crate) struct SoundCode(Code);

impl SoundCode {
    /// Checks code, which is immutable afterwards.
    ///
    /// # Panics
    /// If an operation refers to a nonexistent register, table or operation, or if control can reach the end.
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

/// The registers of a frame, and its code.
pub(super) struct Window<'a> {
    regs: *mut Reg,
    ops: *const Op,
    lives: PhantomData<(&'a mut [Reg], &'a Code)>,
}

impl<'a> Window<'a> {
    /// A window on the registers at the start of `regs`, with next operation `pc`. Panics if there are fewer registers than the
    /// code has, or no such operation.
    #[inline(always)]
    pub(super) fn new(code: &'a SoundCode, regs: &'a mut [Reg], pc: usize) -> Window<'a> {
        assert!(regs.len() >= code.registers as usize && pc < code.ops.len());
        Window { regs: regs.as_mut_ptr(), ops: code.ops.as_ptr(), lives: PhantomData }
    }

    /// The operation at index `pc`. `pc` must be that of `new`, a jump target, or the successor of an operation that always
    /// continues with the next operation or is not the last one.
    #[inline(always)]
    pub(super) fn op(&self, pc: usize) -> &'a Op {
        // SAFETY: jump targets of sound code are operations, and its last operation has no successor.
        unsafe { &*self.ops.add(pc) }
    }

    /// Copies registers; the ranges may overlap.
    #[inline(always)]
    pub(super) fn copy(&mut self, dst: u32, from: u32, count: u32) {
        // SAFETY: register ranges of sound code are in bounds.
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
        // SAFETY: registers of sound code are in bounds.
        unsafe { &mut *self.regs.add(register) }
    }
}

/// Whether all registers, tables and jump targets of the operations exist, and control cannot reach the end.
fn is_sound(code: &Code) -> bool {
    let reg = |register: u32, count: u32| register as usize + count as usize <= code.registers as usize;
    let op = |to: u32| (to as usize) < code.ops.len();
    // Every function ends with `Unreachable`, which stops control that reaches the end.
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
