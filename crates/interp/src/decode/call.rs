//! Calls.

use std::sync::atomic::AtomicU32;

use cranelift_entity::EntityRef;
use lindworm_ir::attributes::{AttrKind, AttributeSet};
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::instruction::{CallInfo, TailCall};
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Inst, InstData, Value};

use super::Decoder;
use super::op::{Bundle, CallSite, Callee, Op, Operand, Param, Rare};
use crate::builtin::Builtin;
use crate::builtin::intrinsic::{self, refused};
use crate::shape::{self, ShapeError};

impl Decoder<'_> {
    pub(super) fn call(
        &mut self,
        inst: Inst,
        call: &CallInfo,
        convention: CallingConvention,
        invoke: Option<(u32, u32)>,
        must_tail: bool,
        fast_math: lindworm_eval::FastMathFlags,
    ) -> Result<(), ShapeError> {
        let body = self.body;
        let callee = match call.callee.kind() {
            ValueKind::Global(global) => match self.module.function(global).and_then(|f| f.intrinsic) {
                Some(id) => {
                    let name = id.name();
                    if name == "llvm.experimental.noalias.scope.decl"
                        && let [list] = *body.call_args(call)
                    {
                        self.scope_declared(list);
                    }
                    if self.arithmetic(inst, &name, call, fast_math)?
                        || self.lanes(inst, &name, call)?
                        || self.predicated_select(inst, &name, call)?
                        || self.preserved_access(inst, &name, call)?
                        || self.continuation(inst, &name, call, convention)?
                        || intrinsic::NOTHING.contains(&name.as_str())
                    {
                        self.intrinsic_promises(inst, call)?;
                        if let Some((to, _)) = invoke {
                            self.emit(Op::Jump { to });
                        }
                        return Ok(());
                    }
                    if self.call_through(inst, &name, call, convention, invoke)? {
                        return Ok(());
                    }
                    match intrinsic::intrinsic(name.as_bytes()) {
                        Some(builtin) => Callee::Builtin(builtin),
                        None => {
                            let what = match refused::reason(&name) {
                                Some(why) => format!("intrinsic `{name}` ({why})"),
                                None => format!("intrinsic `{name}`"),
                            };
                            self.rare(Rare::Unsupported { what: what.into() });
                            return Ok(());
                        }
                    }
                }
                None => self.callee(call.callee)?,
            },
            _ => self.callee(call.callee)?,
        };
        let result = Box::new((*self.shape(body.inst_type(inst))?).clone());
        let dst = self.code.slots.get(inst.index()).copied().unwrap_or(0);
        let dst = if dst == u32::MAX { 0 } else { dst };
        let (mut args, mut params) = (Vec::new(), Vec::new());
        if !matches!(callee, Callee::Nothing) {
            let attributes = self.cx.attribute_list(call.attributes);
            let hidden = self.hidden_argument(&callee);
            for (i, &arg) in body.call_args(call).iter().chain(&hidden).enumerate() {
                let ty = self.type_of(arg);
                let registers = self.shape(ty)?.registers;
                let by_value = self.cx.attribute_type(attributes.param(i), AttrKind::BY_VAL).map(|pointee| {
                    let layout = self.module.data_layout();
                    let size = shape::alloc_size(self.cx, layout, self.state.options.vscale, pointee).unwrap_or(0);
                    let align = self.cx.attribute_int(attributes.param(i), AttrKind::ALIGN);
                    let align = align.or_else(|| layout.abi_align(self.cx, pointee)?.bytes()).unwrap_or(1);
                    (size, align.max(1))
                });
                params.push(Param { ty, first: args.len() as u32, registers, by_value });
                if registers > 0 {
                    let first = self.operand(arg)?;
                    self.check_room_for((size_of_val(&args[..]) + registers as usize * size_of::<Operand>()) as u64)?;
                    args.extend((0..registers).map(|r| first + r));
                }
            }
        }
        let awaits = matches!(callee, Callee::Builtin(b) if b.name == "llvm.coro.await.suspend.handle");
        let (result, dst, invoke) = match awaits {
            true => (Box::new((*self.shape(self.type_of(call.callee))?).clone()), self.registers(1)?, None),
            false => (result, dst, invoke),
        };
        if let Callee::Builtin(builtin) = callee {
            self.before_copy(inst, builtin.name, &args);
        }
        let callees = self.callees(inst);
        let bundles = self.bundles(call)?;
        let callee = self.authenticated(inst, callee, &bundles)?;
        let token = bundles.iter().find(|b| &*b.tag == b"preallocated").and_then(|b| Some(b.inputs.first()?.0));
        let attributes = self.cx.attribute_list(call.attributes);
        let in_alloca = |i: &usize| self.cx.has_attribute(attributes.param(*i), AttrKind::IN_ALLOCA);
        let in_alloca = (0..params.len()).find(in_alloca).map(|i| args[params[i].first as usize]);
        if let Some(token) = token {
            self.rare(Rare::PreallocatedCall { token });
        }
        let funclet = bundles.iter().find(|b| &*b.tag == b"funclet").and_then(|b| Some(b.inputs.first()?.0));
        let is_intrinsic = call.callee.as_global().and_then(|g| self.module.function(g)?.intrinsic).is_some();
        if (self.has_funclets || funclet.is_some()) && !is_intrinsic {
            self.rare(Rare::FuncletCall { token: funclet });
        }
        if let Some(pointer) = in_alloca {
            self.rare(Rare::InAllocaCall { pointer });
        }
        let (expectations, returns) = self.call_promises(inst, call, &callee, &params, &result)?;
        let guard = self.call_guard(call, &callee, &params);
        let fixed = self.cx.function_parts(call.function_type).map_or(0, |(_, params, _)| params.len()) as u32;
        self.code.calls.push(CallSite {
            inst,
            callee,
            function_type: call.function_type,
            convention,
            args: args.into(),
            by_value: params.iter().any(|p: &Param| p.by_value.is_some()),
            params: params.into(),
            fixed,
            skipped: 0,
            dst,
            result,
            invoke,
            must_tail,
            hides_stack: self.has_stack && self.is_tail_call(inst),
            callees,
            bundles,
            expectations,
            returns,
            guard,
            agrees_with: AtomicU32::new(u32::MAX),
        });
        let call = self.code.calls.len() as u32 - 1;
        self.emit(Op::Call { call });
        // The coroutine whose handle the call returned is resumed.
        if awaits && let Some(resume) = intrinsic::intrinsic(b"llvm.coro.resume") {
            self.code.calls.push(CallSite {
                inst,
                callee: Callee::Builtin(resume),
                args: [dst].into(),
                result: Box::default(),
                ..CallSite::internal(1)
            });
            let call = self.code.calls.len() as u32 - 1;
            self.emit(Op::Call { call });
        }
        if invoke.is_none() && token.is_some() {
            self.rare(Rare::PreallocatedReturn);
        }
        if let Some(pointer) = in_alloca.filter(|_| invoke.is_none()) {
            self.rare(Rare::InAllocaReturn { pointer });
        }
        Ok(())
    }

    /// The callee of a call that is not an intrinsic.
    pub(super) fn callee(&mut self, value: Value) -> Result<Callee, ShapeError> {
        let function = value.as_global().and_then(|global| self.program.callee(self.module_index, global));
        Ok(match (function, value.kind()) {
            (Some(function), _) => Callee::Function(function),
            (None, ValueKind::InlineAsm(asm)) => Callee::InlineAsm(asm),
            (None, _) => Callee::Pointer(self.operand(value)?),
        })
    }

    /// An implicit operand of an intrinsic from the calling function: for `llvm.swift.async.context.addr`, the `swiftasync`
    /// argument.
    fn hidden_argument(&self, callee: &Callee) -> Option<Value> {
        let Callee::Builtin(Builtin { name: "llvm.swift.async.context.addr", .. }) = callee else { return None };
        let function = self.module.function(self.program.functions[self.code.function as usize].global)?;
        let is_it = |&set: &AttributeSet| self.cx.has_attribute(set, AttrKind::SWIFT_ASYNC);
        let at = self.cx.attribute_list(function.attributes).params.iter().position(is_it)?;
        Some(Value::arg(at as u32))
    }

    /// The callee, after the check of its signature if the call has a `ptrauth` bundle.
    fn authenticated(&mut self, inst: Inst, callee: Callee, bundles: &[Bundle]) -> Result<Callee, ShapeError> {
        let bundle = bundles.iter().find(|b| &*b.tag == b"ptrauth");
        let (Callee::Pointer(pointer), Some(bundle)) = (&callee, bundle) else { return Ok(callee) };
        let (Some(auth), &[key, discriminator]) = (intrinsic::intrinsic(b"llvm.ptrauth.auth"), &*bundle.inputs) else {
            return Err(ShapeError::NoValue);
        };
        let dst = self.registers(1)?;
        let (callee, args) = (Callee::Builtin(auth), [*pointer, key.0, discriminator.0].into());
        self.code.calls.push(CallSite { inst, callee, args, dst, ..CallSite::internal(3) });
        let call = self.code.calls.len() as u32 - 1;
        self.emit(Op::Call { call });
        Ok(Callee::Pointer(dst))
    }

    fn is_tail_call(&self, inst: Inst) -> bool {
        let tail = |tail: &TailCall| matches!(tail, TailCall::Tail | TailCall::MustTail);
        matches!(self.body.inst(inst), InstData::Call { tail: kind, .. } if tail(kind))
    }

    /// The operand bundles of a call.
    fn bundles(&mut self, call: &CallInfo) -> Result<Box<[Bundle]>, ShapeError> {
        let body = self.body;
        let mut bundles = Vec::new();
        for (bundle, inputs) in body.bundle_inputs(call) {
            let mut places = Vec::new();
            for &input in inputs {
                let ty = self.type_of(input);
                let registers = self.shape(ty)?.registers;
                places.push((self.operand(input)?, registers));
            }
            bundles.push(Bundle { tag: bundle.tag.clone(), inputs: places.into() });
        }
        Ok(bundles.into())
    }
}
