//! The returns of an `llvm.coro.id.retcon` coroutine:
//! [`llvm.coro.suspend.retcon`](https://llvm.org/docs/Coroutines.html#llvm-coro-suspend-retcon-intrinsic) and `llvm.coro.end`.

use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, Type};

use super::Decoder;
use super::calls_through::Through;
use super::op::{Callee, Op};
use crate::builtin::intrinsic::intrinsic;
use crate::shape::ShapeError;
use crate::value::Reg;

impl Decoder<'_> {
    /// Decodes a call of such an intrinsic. Returns whether `name` is one.
    pub(super) fn continuation(
        &mut self,
        inst: Inst,
        name: &str,
        call: &CallInfo,
        convention: CallingConvention,
    ) -> Result<bool, ShapeError> {
        match name {
            "llvm.coro.suspend.retcon" => self.suspend_by_returning(inst, call, convention)?,
            "llvm.coro.end.results" => self.keep_results(inst, call)?,
            "llvm.coro.end" => return self.end_by_returning(call),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn suspend_by_returning(
        &mut self,
        inst: Inst,
        call: &CallInfo,
        convention: CallingConvention,
    ) -> Result<(), ShapeError> {
        let builtin = intrinsic(b"llvm.coro.suspend.retcon").ok_or(ShapeError::NoValue)?;
        let global = self.program.functions[self.code.function as usize].global;
        let returned = self.cx.function_parts(self.module[global].value_type);
        let shape = (*self.shape(returned.map_or(Type::VOID, |(result, ..)| result))?).clone();
        let (a, count) = (self.registers(shape.registers)?, shape.registers);
        self.emit_call_through(Through {
            inst,
            convention,
            callee: Callee::Builtin(builtin),
            function_type: call.function_type,
            args: self.body.call_args(call),
            skipped: 0,
            result: (a, shape),
            invoke: None,
        })?;
        self.emit(Op::Ret { a, count });
        Ok(())
    }

    /// `llvm.coro.end` outside of an unwind path: returns the null pointer or the arguments of `llvm.coro.end.results`.
    fn end_by_returning(&mut self, call: &CallInfo) -> Result<bool, ShapeError> {
        let &[_, unwinds, token] = self.body.call_args(call) else { return Ok(false) };
        if self.module.constants().as_u64(unwinds) != Some(0) || !self.returns_continuations() {
            return Ok(false);
        }
        let results = match token.as_inst() {
            Some(inst) => self.kept_results(inst)?,
            None => (0, 0),
        };
        // The first caller of the function receives the full result of the function.
        let count = results.1.max(self.code.result);
        let a = self.registers(count)?;
        let nothing = self.constant(&vec![Reg::int(0); count as usize]);
        self.move_run(a, nothing, count);
        self.move_run(a, results.0, results.1);
        self.emit(Op::Ret { a, count });
        Ok(true)
    }

    /// Copies the arguments of `llvm.coro.end.results` to registers for the users of its token.
    fn keep_results(&mut self, inst: Inst, call: &CallInfo) -> Result<(), ShapeError> {
        let mut at = self.kept_results(inst)?.0;
        for &value in self.body.call_args(call) {
            let ty = self.type_of(value);
            let (from, count) = (self.operand(value)?, self.shape(ty)?.registers);
            self.move_run(at, from, count);
            at += count;
        }
        Ok(())
    }

    /// The registers of the arguments of `llvm.coro.end.results`: the first and their number.
    fn kept_results(&mut self, inst: Inst) -> Result<(u32, u32), ShapeError> {
        if let Some(&kept) = self.kept_results.get(&inst) {
            return Ok(kept);
        }
        let mut count = 0;
        let body = self.body;
        for &value in body.inst(inst).call_info().map_or(&[][..], |call| body.call_args(call)) {
            let ty = self.type_of(value);
            count += self.shape(ty)?.registers;
        }
        let kept = (self.registers(count)?, count);
        self.kept_results.insert(inst, kept);
        Ok(kept)
    }

    fn returns_continuations(&mut self) -> bool {
        let (body, module) = (self.body, self.module);
        *self.returns_continuations.get_or_insert_with(|| {
            let calls = body.blocks().flat_map(|block| body.insts(block)).filter_map(|i| body.inst(i).call_info());
            let mut callees = calls.filter_map(|call| module.callee(call.callee)?.intrinsic);
            callees.any(|id| [IntrinsicId::CORO_ID_RETCON, IntrinsicId::CORO_ID_RETCON_ONCE].contains(&id))
        })
    }
}
