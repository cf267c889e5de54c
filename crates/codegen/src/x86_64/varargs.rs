//! `va_start` and `va_arg`: unnamed arguments of variadic functions.

use lindworm_ir::{Inst, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Condition, Mem, Reg, Size, op};

use super::Pass;
use super::registers::SCRATCH;
use crate::error::Result;

/// Offsets in a `va_list` of: the offset of the next integer and of the next float in the register save area, the address of the
/// next stack argument, and the address of the register save area.
const INTEGERS: u32 = 0;
const FLOATS: u32 = 4;
const STACK: u32 = 8;
const SAVED: u32 = 16;

impl Pass<'_> {
    pub fn va_start(&mut self, list: Value) -> Result {
        let varargs = self.varargs.ok_or("va_start in a function that is not variadic")?;
        let place = self.place(list)?;
        self.mov_mi(Size::B32, place.plus(INTEGERS)?, varargs.integers as i32);
        self.mov_mi(Size::B32, place.plus(FLOATS)?, varargs.floats as i32);
        for (at, disp) in [(STACK, varargs.stack), (SAVED, varargs.saved)] {
            self.code.body.rm(op::LEA, Size::B64, SCRATCH, Mem::base(Reg::RBP, disp));
            self.mr(op::MOV_STORE, Size::B64, place.plus(at)?, SCRATCH);
        }
        Ok(())
    }

    pub fn va_arg(&mut self, inst: Inst, list: Value) -> Result {
        let kind = self.scalar(self.inst_type(inst))?;
        let list = self.reg(list, 0)?;
        let address = self.temp_general()?;
        let field = |at: u32| Mem::base(list, at as i32);
        if kind == PartKind::F80 {
            let asm = &mut self.code.body;
            asm.rm(op::MOV, Size::B64, address, field(STACK));
            asm.ri(op::ADD, Size::B64, address, 15);
            asm.ri(op::AND, Size::B64, address, -16);
            asm.rm(op::LEA, Size::B64, SCRATCH, Mem::base(address, 16));
            asm.mr(op::MOV_STORE, Size::B64, field(STACK), SCRATCH);
            let at = self.define(inst)?;
            return self.load_x87(at, Mem::base(address, 0).into());
        }
        let (offset, size, end) = match kind {
            PartKind::Int(_) => (INTEGERS, 8, 48),
            kind if kind.size() == 16 => return Err("va_arg of such a type".into()),
            _ => (FLOATS, 16, 176),
        };
        let result = self.temp(Self::bank(kind)?)?;
        let asm = &mut self.code.body;
        asm.rm(op::MOV, Size::B32, address, field(offset));
        asm.ri(op::CMP, Size::B32, address, end - size);
        let on_stack = asm.jcc(Condition::Above);
        asm.mi(op::ADD, Size::B32, field(offset), size);
        asm.rm(op::ADD, Size::B64, address, field(SAVED));
        let found = asm.jmp();
        self.bind_here(&[on_stack]);
        let asm = &mut self.code.body;
        asm.rm(op::MOV, Size::B64, address, field(STACK));
        asm.mi(op::ADD, Size::B64, field(STACK), 8);
        self.bind_here(&[found]);
        self.load_kind(kind, result, Mem::base(address, 0).into())?;
        self.result(inst, result)
    }
}
