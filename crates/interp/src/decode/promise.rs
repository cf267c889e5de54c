//! Promises of attributes and metadata about values: arguments and results of functions and calls, and loaded values.

use std::rc::Rc;
use std::sync::Arc;

use cranelift_entity::EntityRef;
use lindworm_ir::attributes::AttributeListData;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::{Inst, Type};

use super::Decoder;
use super::op::{Callee, Op, Param};
use crate::promise::effects::{Effects, may_recurse};
use crate::promise::guard::Guard;
use crate::promise::metadata;
use crate::promise::result::ResultPromises;
use crate::promise::value::{Expectations, Subject, Types, of_attributes, of_exit_status, of_metadata};
use crate::shape::{Shape, ShapeError};

impl Decoder<'_> {
    fn types(&self) -> Types<'_> {
        Types { cx: self.cx, layout: self.module.data_layout(), vscale: self.state.options.vscale }
    }

    /// The promises of the function about its arguments and its result.
    pub(super) fn function_promises(&mut self, result: Type) -> Result<(), ShapeError> {
        let info = &self.program.functions[self.code.function as usize];
        let Some(function) = self.module.function(info.global) else { return Ok(()) };
        let attributes = self.cx.attribute_list(function.attributes);
        let mut shapes = Vec::new();
        for (i, &ty) in self.body.args().iter().enumerate() {
            shapes.push((self.arg_slots[i], self.shape(ty)?));
        }
        let result = self.shape(result)?;
        let params: Vec<_> = self.body.args().iter().copied().zip(self.arg_slots.iter().copied()).collect();
        let guard = Guard::of(self.cx, attributes, &params);
        let guard = self.left(guard, Some(self.code.function));
        self.code.watched |= guard.is_some();
        self.code.guard = guard;
        let types = self.types();
        let arguments = expectations(&types, attributes, &shapes);
        let mut returns = ResultPromises::new(&types, attributes, &result, &self.arg_slots);
        if self.state.main == Some(self.code.function) {
            returns = returns.add(of_exit_status(&result));
        }
        (self.code.expectations, self.code.returns) = (arguments, returns);
        Ok(())
    }

    /// The promises of a call about all operations until it returns, beyond those of the callee, as far as they must be
    /// checked. Built-in functions are known to satisfy them.
    pub(super) fn call_guard(&mut self, call: &CallInfo, callee: &Callee, params: &[Param]) -> Option<Arc<Guard>> {
        let function = match *callee {
            Callee::Function(f) if self.program.functions[f as usize].defined => Some(f),
            Callee::Pointer(_) => None,
            _ => return None,
        };
        let params: Vec<_> = params.iter().map(|p| (p.ty, p.first)).collect();
        let mut guard = Guard::of(self.cx, self.cx.attribute_list(call.attributes), &params);
        if let Some(f) = function
            && self.program.functions[f as usize].module == self.module_index
            && let Some(declared) = self.module.function(self.program.functions[f as usize].global)
        {
            guard = guard.without(&Guard::of(self.cx, self.cx.attribute_list(declared.attributes), &params));
        }
        self.left(guard, function)
    }

    /// The part of a guard that the function is not statically known to satisfy; the whole guard for an unknown callee.
    fn left(&mut self, guard: Guard, function: Option<u32>) -> Option<Arc<Guard>> {
        if guard.is_nothing() {
            return None;
        }
        let effects = function.and_then(|f| self.effects(f)).unwrap_or_else(|| Effects::unknown(0).into());
        let recursive = &mut self.state.promises.recursive;
        let may_recurse =
            || function.is_none_or(|f| *recursive.entry(f).or_insert_with(|| may_recurse(self.program, f)));
        guard.left(&effects, self.state.options.vscale, may_recurse)
    }

    /// The statically known effects of a function of the program.
    fn effects(&mut self, function: u32) -> Option<Rc<Effects>> {
        if let Some(known) = self.state.promises.effects.get(&function) {
            return Some(known.clone());
        }
        let info = &self.program.functions[function as usize];
        let body = self.program.modules[info.module].body(info.global)?;
        let effects = Rc::new(Effects::of(self.program, info.module, body));
        self.state.promises.effects.insert(function, effects.clone());
        Some(effects)
    }

    /// The promises of a call about its arguments and its result, beyond those of the callee.
    pub(super) fn call_promises(
        &mut self,
        inst: Inst,
        call: &CallInfo,
        callee: &Callee,
        params: &[Param],
        result: &Shape,
    ) -> Result<(Expectations, Option<Box<ResultPromises>>), ShapeError> {
        if let Callee::Builtin(builtin) = callee
            && builtin.name.starts_with("llvm.mem")
        {
            // The alignment of these arguments is that of the accesses.
            return Ok(Default::default());
        }
        let attributes = self.cx.attribute_list(call.attributes);
        let firsts: Vec<u32> = params.iter().map(|p| p.first).collect();
        let mut shapes = Vec::new();
        for param in params {
            shapes.push((param.first, self.shape(param.ty)?));
        }
        let types = self.types();
        let mut arguments = expectations(&types, attributes, &shapes);
        let mut returned = ResultPromises::new(&types, attributes, result, &firsts);
        if let Some(m) = metadata::of_value(self.module, self.body, inst) {
            returned = returned.add(of_metadata(&m, result, Subject::Result));
        }
        // The promises of a function of the program are checked at its entry and return; those of another declaration are
        // checked at the call.
        if let Callee::Function(f) = *callee
            && let Some(declared) = self.module.callee(call.callee)
        {
            let info = &self.program.functions[f as usize];
            let declared = self.cx.attribute_list(declared.attributes);
            let others = expectations(&types, declared, &shapes);
            let its = ResultPromises::new(&types, declared, result, &firsts);
            if !info.defined {
                arguments.add(others.without(arguments.list()).list().to_vec());
                returned = returned.and(its);
            } else if info.module == self.module_index && call.callee.as_global() == Some(info.global) {
                arguments = arguments.without(others.list());
                returned = returned.without(&its);
            }
        }
        Ok((arguments, (!returned.is_empty()).then(|| returned.into())))
    }

    /// Emits the checks of promises about the result of an intrinsic that is an operation.
    pub(super) fn intrinsic_promises(&mut self, inst: Inst, call: &CallInfo) -> Result<(), ShapeError> {
        let ty = self.body.inst_type(inst);
        if ty == Type::VOID {
            return Ok(());
        }
        let shape = self.shape(ty)?;
        let set = self.cx.attribute_list(call.attributes).result;
        let mut expectations = Expectations::default();
        expectations.add(of_attributes(&self.types(), set, &shape, 0, Subject::Result));
        if let Some(m) = metadata::of_value(self.module, self.body, inst) {
            expectations.add(of_metadata(&m, &shape, Subject::Result));
        }
        let dst = self.code.slots[inst.index()];
        self.expect(dst, shape.registers, expectations);
        Ok(())
    }

    fn expect(&mut self, dst: u32, count: u32, expectations: Expectations) {
        if !expectations.list().is_empty() {
            self.code.loaded.push(expectations);
            let expectations = self.code.loaded.len() as u32 - 1;
            self.emit(Op::Expect { dst, count, expectations });
        }
    }

    /// Emits the checks of metadata about the loaded value in `dst`.
    pub(super) fn load_promises(&mut self, inst: Inst, ty: Type, dst: u32) -> Result<(), ShapeError> {
        let Some(m) = metadata::of_value(self.module, self.body, inst) else { return Ok(()) };
        let shape = self.shape(ty)?;
        let mut expectations = Expectations::default();
        expectations.add(of_metadata(&m, &shape, Subject::Loaded));
        self.expect(dst, shape.registers, expectations);
        Ok(())
    }
}

fn expectations(types: &Types<'_>, attributes: &AttributeListData, shapes: &[(u32, Rc<Shape>)]) -> Expectations {
    let mut all = Expectations::default();
    for (i, (first, shape)) in shapes.iter().enumerate() {
        all.add(of_attributes(types, attributes.param(i), shape, *first, Subject::Argument(i as u32)));
    }
    all
}
