//! Exception handling: `invoke`, `landingpad`, `resume`.

use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::instruction::{CallInfo, TailCall};
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Block, Global, Inst, InstData, Type, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Reg, Size, op};
use smallvec::SmallVec;

use super::Pass;
use super::call::Signature;
use crate::constants;
use crate::error::Result;
use crate::exception_table::Pad;
use crate::relocation::{Runtime, Symbol};

/// The registers in which a landing pad receives the exception and the selector.
const LANDING: [Reg; 2] = [Reg::RAX, Reg::RDX];

impl<'m> Pass<'m> {
    /// A call with a normal and an unwind destination. Values that are live after the block are stored in slots before it, because
    /// a landing pad receives no registers except `LANDING`.
    pub fn invoke(
        &mut self,
        inst: Inst,
        data: &'m InstData,
        call: &CallInfo,
        convention: CallingConvention,
        [normal, unwind]: [Block; 2],
    ) -> Result {
        let action = self.action(unwind)?;
        self.settle_phi_inputs()?;
        for &arg in self.body.call_args(call) {
            self.settle_address(arg)?;
        }
        self.settle_address(call.callee)?;
        self.spill_what_lives_on()?;
        let start = self.code.body.position();
        self.call_end = Default::default();
        self.call(inst, call, convention, TailCall::None)?;
        self.registers.unlock();
        self.retire_operands(data);
        self.spill_what_lives_on()?;
        let end = self.call_end;
        let position = self.position_of(unwind);
        if end.code <= start {
            // An intrinsic without a call.
            return self.edge(normal, true);
        }
        if end.stack == 0 && !self.has_phis(unwind) {
            self.exceptions.add_site(start..end.code, Pad::Block(position), action);
            self.edge(normal, true)?;
        } else {
            self.edge(normal, false)?;
            self.exceptions.add_site(start..end.code, Pad::Code(self.code.body.position()), action);
            if end.stack > 0 {
                self.code.body.ri(op::ADD, Size::B64, Reg::RSP, end.stack as i32);
            }
            self.edge(unwind, true)?;
        }
        if position == self.position + 1 {
            self.registers.forget_all(&mut self.values.parts);
        }
        Ok(())
    }

    /// The actions of a landing pad.
    fn action(&mut self, block: Block) -> Result<u32> {
        if let Some(action) = self.exceptions.known_action(block) {
            return Ok(action);
        }
        let body = self.body;
        let mut insts = body.insts(block).map(|inst| body.inst(inst));
        let pad = insts.find(|data| !matches!(data, InstData::Phi { .. }));
        let Some(InstData::LandingPad { cleanup, clauses }) = pad else {
            return Err("an exception pad other than landingpad".into());
        };
        let cx = self.module.context();
        let mut selectors: SmallVec<[i64; 8]> = SmallVec::new();
        for &clause in body.list_values(clauses) {
            let ty = constants::type_of(self.module, clause);
            if matches!(cx.kind(ty), TypeKind::Array { .. }) {
                let elements = self.module.constants().elements(cx, clause);
                let types: Result<Vec<_>> = elements.into_iter().flatten().map(|ty| self.caught_type(ty)).collect();
                selectors.push(self.exceptions.filter(&types?));
            } else {
                let ty = self.caught_type(clause)?;
                selectors.push(self.exceptions.type_number(ty).into());
            }
        }
        if *cleanup {
            selectors.push(0);
        }
        Ok(self.exceptions.action(block, &selectors))
    }

    /// The type that a clause catches; `None` for everything.
    fn caught_type(&self, value: Value) -> Result<Option<Global>> {
        match constants::address(self.module, self.types, value)? {
            (None, 0) => Ok(None),
            (Some(Symbol::Global(ty)), 0) => Ok(Some(ty)),
            _ => Err("a type of exceptions that is not the address of a global".into()),
        }
    }

    /// `llvm.eh.typeid.for`: the selector of a type.
    pub fn type_number(&mut self, inst: Inst, ty: Value) -> Result {
        let ty = self.caught_type(ty)?;
        let number = self.exceptions.type_number(ty);
        let reg = self.temp_general()?;
        self.code.body.mov_ri(reg, number.into());
        self.result(inst, reg)
    }

    pub fn landing_pad(&mut self, inst: Inst) -> Result {
        if self.inst_type(inst) == Type::TOKEN {
            // The landing pad of a statepoint: `stack_maps.rs`.
            return Ok(());
        }
        let parts = self.types.parts(self.inst_type(inst))?;
        if !matches!(parts, [a, b] if a.kind == PartKind::Int(64) && matches!(b.kind, PartKind::Int(_))) {
            return Err("a landing pad that is not a pointer and an integer".into());
        }
        let at = self.define(inst)?;
        if self.values.of_inst(inst).uses > 0 {
            for (i, reg) in LANDING.into_iter().enumerate() {
                self.assign(at + i, reg);
            }
        }
        Ok(())
    }

    /// Resumes unwinding.
    pub fn resume(&mut self, value: Value) -> Result {
        // The function takes only the first part.
        self.emit_call(Runtime("_Unwind_Resume").into(), &[value], Signature::default())?;
        self.retire(value);
        Ok(())
    }

    /// Writes the exception table, once all code offsets are known.
    pub fn write_exception_table(&mut self) {
        let code = &mut self.code;
        if self.function.personality.is_none() {
            code.exception_table.clear();
            code.exception_relocations.clear();
            return;
        }
        let (prologue, body) = (code.prologue.position(), code.body.position());
        self.exceptions.write(prologue, body, &self.starts, &mut code.exception_table, &mut code.exception_relocations);
    }
}
