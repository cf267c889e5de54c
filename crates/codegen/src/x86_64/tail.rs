//! `musttail`: calls that replace the frame of their caller.
//!
//! Arguments are computed as for any call. The rest of the call follows the body, when the saved registers are known: it restores
//! these registers, moves stack arguments to the place of the function's own arguments, and jumps to the callee.

use lindworm_ir::Value;
use lindworm_target::x86_64::system_v::{Convention, FLOAT_ARGUMENTS, INTEGER_ARGUMENTS};
use lindworm_target::x86_64::{Mem, Reg, RegSet, Size, op};

use super::Pass;
use super::call::{Callee, FRAME_POINTER_ARGUMENT, Signature};
use super::prologue::VarArgs;
use super::registers::SCRATCH;
use crate::error::Result;
use crate::relocation::{Relocation, RelocationKind, Symbol};

/// A tail call.
#[derive(Clone, Copy)]
pub struct TailCall {
    /// The displacement of the jump in the body.
    jump: u32,
    /// The callee; if `None`, the scratch register holds its address.
    callee: Option<Symbol>,
    /// Size in bytes of the stack arguments.
    area: u32,
    /// Whether an argument takes the frame pointer.
    passes_frame_pointer: bool,
    /// Whether the function's unnamed arguments are those of the callee.
    is_variadic: bool,
}

impl Pass<'_> {
    pub fn tail_call(&mut self, callee: Callee, args: &[Value], signature: Signature) -> Result {
        let passes_frame_pointer = self.convention.passes_frame_pointer;
        if self.convention.callee_saved != Convention::C.callee_saved && !passes_frame_pointer {
            return Err("musttail in a function of such a convention".into());
        }
        let (area, target) = self.pass_arguments(callee, args, signature, true)?;
        if passes_frame_pointer && (area > 0 || self.argument_area > 0) {
            return Err("ghccc with arguments on the stack".into());
        }
        if area != self.argument_area && !signature.convention.callee_pops {
            return Err("musttail with other arguments on the stack".into());
        }
        self.check_stack();
        if let Some(reg) = target {
            self.code.body.rr(op::MOV, Size::B64, SCRATCH, reg);
        }
        if signature.variadic {
            self.restore_varargs();
        }
        let callee = if let Callee::Symbol(symbol) = callee { Some(symbol) } else { None };
        let jump = self.code.body.jmp();
        self.tail_calls.push(TailCall { jump, callee, area, passes_frame_pointer, is_variadic: signature.variadic });
        self.makes_calls = true;
        self.registers.unlock();
        Ok(())
    }

    /// Loads the registers that may hold unnamed arguments. Those on the stack stay where they are.
    fn restore_varargs(&mut self) {
        let Some(VarArgs { saved, integers, floats, .. }) = self.varargs else { return };
        let asm = &mut self.code.body;
        for (i, &reg) in INTEGER_ARGUMENTS.iter().enumerate().skip(integers as usize / 8) {
            asm.rm(op::MOV, Size::B64, reg, Mem::base(Reg::RBP, saved + 8 * i as i32));
        }
        for (i, &reg) in FLOAT_ARGUMENTS.iter().enumerate().skip((floats as usize - 48) / 16) {
            asm.rm(op::MOVAPS, Size::B32, reg, Mem::base(Reg::RBP, saved + 48 + 16 * i as i32));
        }
    }

    /// Writes the code of tail calls after the body.
    pub fn finish_tail_calls(&mut self, saved: RegSet) {
        for i in 0..self.tail_calls.len() {
            let TailCall { jump, callee, area, passes_frame_pointer, is_variadic } = self.tail_calls[i];
            self.bind_here(&[jump]);
            if area == 0 && self.argument_area == 0 {
                self.epilogue(saved);
            } else {
                self.move_arguments(saved, area);
            }
            if passes_frame_pointer {
                self.code.body.rr(op::MOV, Size::B64, Reg::RBP, FRAME_POINTER_ARGUMENT);
            }
            if is_variadic {
                // As many vector registers as there may be unnamed arguments in.
                self.code.body.mov_ri(Reg::RAX, FLOAT_ARGUMENTS.len() as u64);
            }
            match callee {
                Some(symbol) => {
                    let offset = self.code.body.jmp();
                    self.code.relocations.push(Relocation { offset, kind: RelocationKind::Call, symbol, addend: -4 });
                }
                None => self.code.body.jmp_r(SCRATCH),
            }
        }
    }

    /// Moves stack arguments up into the place of the frame, preceded by the return address and the caller's frame pointer.
    fn move_arguments(&mut self, saved: RegSet, area: u32) {
        let up = self.argument_area as i32 - area as i32;
        let asm = &mut self.code.body;
        for (i, reg) in saved.enumerate() {
            asm.rm(op::MOV, Size::B64, reg, Mem::base(Reg::RBP, -8 * (i as i32 + 1)));
        }
        for disp in [8, 0] {
            asm.rm(op::MOV, Size::B64, Reg::RAX, Mem::base(Reg::RBP, disp));
            asm.push(Reg::RAX);
        }
        // In descending order, because source and destination may overlap.
        for at in (0..area as i32 + 16).step_by(8).rev() {
            asm.rm(op::MOV, Size::B64, Reg::RAX, Mem::base(Reg::RSP, at));
            asm.mr(op::MOV_STORE, Size::B64, Mem::base(Reg::RBP, up + at), Reg::RAX);
        }
        asm.rm(op::LEA, Size::B64, Reg::RSP, Mem::base(Reg::RBP, up));
        asm.pop(Reg::RBP);
    }
}
