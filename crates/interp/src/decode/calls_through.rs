//! Intrinsics that call another function:
//! [`llvm.experimental.gc.statepoint`](https://llvm.org/docs/LangRef.html#llvm-experimental-gc-statepoint-intrinsic) and the
//! users of its token,
//! [`llvm.experimental.patchpoint`](https://llvm.org/docs/StackMaps.html#llvm-experimental-patchpoint-intrinsic),
//! `llvm.experimental.deoptimize` and `llvm.experimental.guard`.

use cranelift_entity::EntityRef;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::Decoder;
use super::op::{CallSite, Callee, Op, Param, Rare};
use crate::builtin::intrinsic::{deoptimization, intrinsic};
use crate::shape::{Shape, ShapeError};

/// The statepoints of a function.
#[derive(Default)]
pub(super) struct Statepoints {
    known: HashMap<Inst, Statepoint>,
    /// Invoked statepoints by unwind destination.
    by_landing_pad: Option<HashMap<Block, Inst>>,
}

/// The results of a statepoint: runs of registers.
#[derive(Clone)]
struct Statepoint {
    /// The result of the call.
    result: (u32, u32),
    /// The live pointers.
    live: Box<[(u32, u32)]>,
}

/// The operand index of a statepoint's callee, and the number of operands before the call arguments.
const STATEPOINT_TARGET: usize = 2;
const STATEPOINT_OPERANDS: usize = 5;
const PATCHPOINT_TARGET: usize = 2;
const PATCHPOINT_OPERANDS: usize = 4;

/// A call made by an intrinsic.
pub(super) struct Through<'a> {
    pub(super) inst: Inst,
    pub(super) convention: CallingConvention,
    pub(super) callee: Callee,
    pub(super) function_type: Type,
    pub(super) args: &'a [Value],
    /// The number of arguments of the intrinsic before the call arguments.
    pub(super) skipped: usize,
    pub(super) result: (u32, Shape),
    pub(super) invoke: Option<(u32, u32)>,
}

impl Decoder<'_> {
    /// Decodes a call of such an intrinsic. Returns whether `name` is one.
    pub(super) fn call_through(
        &mut self,
        inst: Inst,
        name: &str,
        call: &CallInfo,
        convention: CallingConvention,
        invoke: Option<(u32, u32)>,
    ) -> Result<bool, ShapeError> {
        let args = self.body.call_args(call);
        let dst = self.code.slots[inst.index()];
        let Some(name) = name.strip_prefix("llvm.experimental.") else { return Ok(false) };
        match name {
            "gc.statepoint" => self.statepoint_call(inst, call, convention, invoke)?,
            "gc.result" => {
                let found = self.statepoint_of(args[0])?.map(|s| s.result);
                self.project(inst, found)?;
            }
            "gc.relocate" => {
                let at = self.module.constants().as_u64(args[2]).unwrap_or(u64::MAX) as usize;
                let found = self.statepoint_of(args[0])?.and_then(|s| s.live.get(at).copied());
                self.project(inst, found)?;
            }
            "patchpoint" | "patchpoint.void" => self.patchpoint(inst, call, convention, invoke)?,
            "deoptimize" => {
                let shape = (*self.shape(self.body.inst_type(inst))?).clone();
                let dst = if shape.registers == 0 { 0 } else { dst };
                self.deoptimize(inst, convention, args, (dst, shape))?;
            }
            "guard" => self.guard(inst, convention, args)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The function type of a statepoint's callee.
    fn statepoint_type(&self, call: &CallInfo) -> Result<Type, ShapeError> {
        let attributes = self.cx.attribute_list(call.attributes);
        let ty = self.cx.attribute_type(attributes.param(STATEPOINT_TARGET), AttrKind::ELEMENT_TYPE);
        ty.ok_or(ShapeError::NoValue)
    }

    fn statepoint_call(
        &mut self,
        inst: Inst,
        call: &CallInfo,
        convention: CallingConvention,
        invoke: Option<(u32, u32)>,
    ) -> Result<(), ShapeError> {
        let (body, args) = (self.body, self.body.call_args(call));
        let function_type = self.statepoint_type(call)?;
        let statepoint = self.statepoint(inst)?;
        let live = self.live_pointers(call);
        for (value, &(to, count)) in live.into_iter().zip(&statepoint.live) {
            let from = self.operand(value)?;
            self.move_run(to, from, count);
        }
        let count = self.module.constants().as_u64(args[3]).unwrap_or(0) as usize;
        let passed = args.get(STATEPOINT_OPERANDS..STATEPOINT_OPERANDS.saturating_add(count));
        let result = self.cx.function_parts(function_type).map_or(Type::VOID, |(result, ..)| result);
        let through = Through {
            inst,
            convention,
            callee: self.callee(body.call_args(call)[STATEPOINT_TARGET])?,
            function_type,
            args: passed.ok_or(ShapeError::NoValue)?,
            skipped: STATEPOINT_OPERANDS,
            result: (statepoint.result.0, (*self.shape(result)?).clone()),
            invoke,
        };
        self.emit_call_through(through)
    }

    /// The inputs of the `gc-live` bundle of a statepoint.
    fn live_pointers(&self, call: &CallInfo) -> Vec<Value> {
        let live = self.body.bundle_inputs(call).find(|(bundle, _)| *bundle.tag == *b"gc-live");
        live.map_or(Vec::new(), |(_, inputs)| inputs.to_vec())
    }

    /// The registers of a statepoint, assigned on first use: a user of its token may be decoded first.
    fn statepoint(&mut self, inst: Inst) -> Result<Statepoint, ShapeError> {
        if let Some(known) = self.statepoints.known.get(&inst) {
            return Ok(known.clone());
        }
        let call = *self.body.inst(inst).call_info().ok_or(ShapeError::NoValue)?;
        let result = self.cx.function_parts(self.statepoint_type(&call)?).map_or(Type::VOID, |(result, ..)| result);
        let count = self.shape(result)?.registers;
        let result = (self.registers(count)?, count);
        let mut live = Vec::new();
        for value in self.live_pointers(&call) {
            let ty = self.type_of(value);
            let count = self.shape(ty)?.registers;
            live.push((self.registers(count)?, count));
        }
        let made = Statepoint { result, live: live.into() };
        self.statepoints.known.insert(inst, made.clone());
        Ok(made)
    }

    /// The statepoint of a token, or of the landing pad that serves as token.
    fn statepoint_of(&mut self, token: Value) -> Result<Option<Statepoint>, ShapeError> {
        let Some(inst) = token.as_inst() else { return Ok(None) };
        let found = match self.body.inst(inst) {
            InstData::LandingPad { .. } => {
                let body = self.body;
                let by_landing_pad = self.statepoints.by_landing_pad.get_or_insert_with(|| {
                    let ends = body.blocks().filter_map(|block| body.last_inst(block));
                    let unwinds = ends.filter_map(|end| match *body.inst(end) {
                        InstData::Invoke { unwind, .. } => Some((unwind, end)),
                        _ => None,
                    });
                    unwinds.collect()
                });
                body.inst_block(inst).and_then(|block| by_landing_pad.get(&block).copied())
            }
            _ => Some(inst),
        };
        found.map(|inst| self.statepoint(inst)).transpose()
    }

    /// Copies a result of a statepoint to an instruction, if known.
    fn project(&mut self, inst: Inst, from: Option<(u32, u32)>) -> Result<(), ShapeError> {
        let count = self.shape(self.body.inst_type(inst))?.registers;
        let dst = self.code.slots[inst.index()];
        match from {
            Some((from, of)) if of == count => self.move_run(dst, from, count),
            _ if count == 0 => {}
            _ => self.rare(Rare::Poison { dst, count }),
        }
        Ok(())
    }

    fn patchpoint(
        &mut self,
        inst: Inst,
        call: &CallInfo,
        convention: CallingConvention,
        invoke: Option<(u32, u32)>,
    ) -> Result<(), ShapeError> {
        let args = self.body.call_args(call);
        let ty = self.body.inst_type(inst);
        let result = (*self.shape(ty)?).clone();
        let dst = if result.registers == 0 { 0 } else { self.code.slots[inst.index()] };
        let target = args[PATCHPOINT_TARGET];
        if self.module.constants().is_zero(target) {
            // Without a callee the result register is never set.
            if result.registers > 0 {
                self.rare(Rare::Poison { dst, count: result.registers });
            }
            if let Some((to, _)) = invoke {
                self.emit(Op::Jump { to });
            }
            return Ok(());
        }
        let count = self.module.constants().as_u64(args[3]).unwrap_or(0) as usize;
        let passed = args.get(PATCHPOINT_OPERANDS..PATCHPOINT_OPERANDS.saturating_add(count));
        let passed = passed.ok_or(ShapeError::NoValue)?;
        let through = Through {
            inst,
            convention,
            callee: self.callee(target)?,
            function_type: self.type_of_call(ty, passed),
            args: passed,
            skipped: PATCHPOINT_OPERANDS,
            result: (dst, result),
            invoke,
        };
        self.emit_call_through(through)
    }

    fn guard(&mut self, inst: Inst, convention: CallingConvention, args: &[Value]) -> Result<(), ShapeError> {
        let builtin = intrinsic(b"llvm.experimental.guard").ok_or(ShapeError::NoValue)?;
        self.emit_call_through(Through {
            inst,
            convention,
            callee: Callee::Builtin(builtin),
            function_type: Type::VOID,
            args: &args[..1],
            skipped: 0,
            result: Default::default(),
            invoke: None,
        })?;
        let before = self.code.ops.len();
        let global = self.program.functions[self.code.function as usize].global;
        let ty = self.module[global].value_type;
        let result = self.cx.function_parts(ty).map_or(Type::VOID, |(result, ..)| result);
        let shape = (*self.shape(result)?).clone();
        let (a, count) = (self.registers(shape.registers)?, shape.registers);
        self.deoptimize(inst, convention, &args[1..], (a, shape))?;
        self.emit(Op::Ret { a, count });
        debug_assert_eq!(self.code.ops.len() - before, deoptimization::AFTER_GUARD as usize);
        Ok(())
    }

    /// Decodes a call of `__llvm_deoptimize`, if the program has the function.
    fn deoptimize(
        &mut self,
        inst: Inst,
        convention: CallingConvention,
        args: &[Value],
        result: (u32, Shape),
    ) -> Result<(), ShapeError> {
        let builtin = intrinsic(b"llvm.experimental.deoptimize").ok_or(ShapeError::NoValue)?;
        let callee = match self.program.function_named(b"__llvm_deoptimize") {
            Some(function) => Callee::Function(function),
            None => Callee::Builtin(builtin),
        };
        let function_type = self.type_of_call(Type::VOID, args);
        let through = Through { inst, convention, callee, function_type, args, skipped: 0, result, invoke: None };
        self.emit_call_through(through)
    }

    fn type_of_call(&self, result: Type, args: &[Value]) -> Type {
        let params: Vec<Type> = args.iter().map(|&arg| self.type_of(arg)).collect();
        self.cx.function_type(result, &params, false)
    }

    pub(super) fn emit_call_through(&mut self, through: Through<'_>) -> Result<(), ShapeError> {
        let Through { inst, convention, callee, function_type, args: passed, skipped, result, invoke } = through;
        let (mut args, mut params) = (Vec::new(), Vec::new());
        for &arg in passed {
            let ty = self.type_of(arg);
            let registers = self.shape(ty)?.registers;
            params.push(Param { ty, first: args.len() as u32, registers, by_value: None });
            let first = self.operand(arg)?;
            args.extend((0..registers).map(|r| first + r));
        }
        let fixed = self.cx.function_parts(function_type).map_or(0, |(_, params, _)| params.len()) as u32;
        self.code.calls.push(CallSite {
            inst,
            callee,
            function_type,
            convention,
            args: args.into(),
            params: params.into(),
            fixed,
            skipped: skipped as u32,
            dst: result.0,
            result: Box::new(result.1),
            invoke,
            ..CallSite::internal(0)
        });
        let call = self.code.calls.len() as u32 - 1;
        self.emit(Op::Call { call });
        Ok(())
    }
}
