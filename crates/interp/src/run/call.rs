//! The slow paths of calls and returns.

use std::sync::atomic::{AtomicU32, Ordering};

use cranelift_entity::EntityRef;
use lindworm_ir::attributes::{AttrKind, AttributeSet};
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::{Inst, Module, Type};
use smallvec::SmallVec;

use super::{Regs, State};
use crate::builtin::cpp_library::Reads;
use crate::builtin::{self, Builtin, Call, Then};
use crate::decode::op::{CallSite, Callee, Code, Param};
use crate::memory::Kind;
use crate::program::{FunctionInfo, Program};
use crate::promise::value::{Expectations, all_defined};
use crate::shape::{Scalar, Shape, ShapeError};
use crate::state::{AGAIN, FROM_OUTSIDE, Frame};
use crate::stop::Stop;
use crate::ub::call as kinds;
use crate::value::{Knowledge, Reg};

impl CallSite {
    /// The call site of a call by the machine itself, with `count` argument registers.
    pub(crate) fn internal(count: u32) -> CallSite {
        let param = |first| Param { ty: Type::VOID, first, registers: 1, by_value: None };
        CallSite {
            inst: Inst::new(0),
            callee: Callee::Nothing,
            function_type: Type::VOID,
            convention: CallingConvention::default(),
            args: Box::default(),
            params: (0..count).map(param).collect(),
            fixed: count,
            skipped: 0,
            dst: 0,
            result: Box::new(Shape::of_scalar(Scalar::Int(64))),
            invoke: None,
            must_tail: false,
            hides_stack: false,
            callees: None,
            bundles: Box::default(),
            expectations: Expectations::default(),
            returns: None,
            guard: None,
            agrees_with: AtomicU32::new(u32::MAX),
            by_value: false,
        }
    }

    /// The call site of a call by the machine itself, with a function type.
    fn declared(state: &mut State, module: &Module, function_type: Type) -> Result<CallSite, ShapeError> {
        let (result, types, _) = module.context().function_parts(function_type).unwrap_or((Type::VOID, &[], false));
        let mut first = 0;
        let mut params = Vec::with_capacity(types.len());
        for &ty in types {
            let registers = state.shape(module, ty)?.registers;
            params.push(Param { ty, first, registers, by_value: None });
            first += registers;
        }
        let result = Box::new(state.shape(module, result)?);
        let fixed = params.len() as u32;
        Ok(CallSite { function_type, params: params.into(), fixed, result, ..CallSite::internal(0) })
    }

    /// Whether a call of a function only needs to copy the arguments.
    #[inline]
    pub(crate) fn plain(&self, callee: &Code) -> bool {
        self.agrees_with.load(Ordering::Relaxed) == callee.function
            && self.args.len() == callee.parameters as usize
            && self.result.registers <= callee.result
            && !self.by_value
            && !self.must_tail
            && !self.hides_stack
            && self.guard.is_none()
            && !callee.watched
    }
}

impl Call<'_> {
    /// Calls a function in place of the running one, which returns with the result when the callee returns.
    pub(crate) fn call_instead(&mut self, pointer: Reg, args: &[Reg]) -> Result<Then, Stop> {
        let function = self.state.function_at(pointer).filter(|&f| self.program.functions[f as usize].defined);
        match function {
            Some(function) if self.number != FROM_OUTSIDE => {
                self.state.enter(self.program, function, args, self.number)?;
                Ok(Then::Elsewhere)
            }
            _ => {
                let result = self.state.call_pointer(self.program, pointer, args)?;
                let count = result.len().min(self.result.len());
                self.result[..count].copy_from_slice(&result[..count]);
                Ok(Then::Return)
            }
        }
    }
}

impl State {
    /// The slow path of calls: of built-in functions, indirect calls, and calls with promises.
    pub(super) fn call(&mut self, program: &Program, code: &Code, call: u32, _depth: usize) -> Result<(), Stop> {
        let site = &code.calls[call as usize];
        if site.args.len() > super::LIGHT as usize {
            self.spend(site.args.len() as u64)?;
        }
        let mut args: SmallVec<[Reg; 8]> = site.args.iter().map(|&a| self.operand(code, a)).collect();
        if site.expectations.more || !all_defined(&args) {
            self.expect(&site.expectations, &mut args)?;
        }
        match site.callee {
            Callee::Nothing => Ok(()),
            Callee::Builtin(builtin) => self.call_builtin(program, code, call, builtin, &args),
            Callee::Function(function) => self.call_function(program, code, call, function, args),
            Callee::Pointer(pointer) => {
                let pointer = self.operand(code, pointer);
                match self.function_at(pointer) {
                    Some(function) => {
                        if site.callees.as_ref().is_some_and(|known| !known.contains(&function)) {
                            let name = String::from_utf8_lossy(program.function_name(function)).into_owned();
                            let message = format!("`@{name}` is called");
                            self.undefined(&crate::ub::metadata::CALLEES, message, Vec::new())?;
                        }
                        self.call_function(program, code, call, function, args)
                    }
                    None if self.is_native_code(pointer) => self.call_native(program, code, call, pointer.bits, &args),
                    None => match self.trampoline_at(pointer)? {
                        Some((function, nest)) => self.call_trampoline(program, call, function, nest, args),
                        None => match self.coroutine_entry(pointer) {
                            Some(entry) => self.call_coroutine(program, code, call, entry, &args),
                            None => self.call_nothing(pointer),
                        },
                    },
                }
            }
            Callee::InlineAsm(asm) => {
                let result = self.assembler(program, code, asm, site, &args)?;
                self.set(site.dst, &result);
                if let Some((normal, _)) = site.invoke
                    && let Some(frame) = self.thread.frames.last_mut()
                {
                    frame.pc = normal;
                }
                Ok(())
            }
        }
    }

    /// The error for a call of an undefined function.
    pub(crate) fn unknown_function(&self, program: &Program, function: u32) -> Stop {
        let symbol = program.function_name(function);
        let name = String::from_utf8_lossy(symbol);
        if program.is_in_module_assembler(symbol) {
            return self.error(format!("the function `@{name}` is defined in module assembler, which cannot be run"));
        }
        let why = match self.is_callable(symbol) {
            true => self.searched(),
            false => "no module defines it, and it is not one that can be called in a library".into(),
        };
        self.error(format!("the function `@{name}` is not defined, and not built into the interpreter: {why}"))
    }

    /// Reports a call of a pointer that is not a function.
    fn call_nothing(&mut self, pointer: Reg) -> Result<(), Stop> {
        let notes = self.origin_note(pointer);
        let (kind, message) = match pointer.meta.knowledge() {
            Knowledge::Poison(_) => (&kinds::CALL_POISON, "the callee is poison".to_string()),
            Knowledge::Undef(_) => (&kinds::CALL_UNDEF, "the callee is undef".to_string()),
            Knowledge::Defined(_) if pointer.bits == 0 => (&kinds::CALL_NULL, "the callee is null".to_string()),
            Knowledge::Defined(_) => (&kinds::CALL_NO_FUNCTION, format!("there is no function at {:#x}", pointer.bits)),
        };
        self.undefined(kind, message, notes)?;
        Err(self.error("there is nothing to call"))
    }

    fn call_function(
        &mut self,
        program: &Program,
        code: &Code,
        call: u32,
        function: u32,
        mut args: SmallVec<[Reg; 8]>,
    ) -> Result<(), Stop> {
        let site = &code.calls[call as usize];
        let info = &program.functions[function as usize];
        if !info.defined {
            let module = &program.modules[program.functions[code.function as usize].module];
            let types = site.params.iter().map(|p| p.ty);
            if let Some(result) = self.call_embedder(program, module, function, types, &args) {
                return self.returned(code, site, &mut result?);
            }
            if site.agrees_with.load(Ordering::Relaxed) != function {
                match site.breaks_prototype(program, code.function, &info.name, self.library.abi) {
                    Some((kind, message)) => self.undefined(kind, message, Vec::new())?,
                    None => site.agrees_with.store(function, Ordering::Relaxed),
                }
            }
            return match (info.builtin, self.native_instead(info, function)) {
                (_, Some(address)) => {
                    if info.reads != Reads::Nothing {
                        self.before_native_reads(info.reads, &args)?;
                    }
                    self.call_native(program, code, call, address, &args)
                }
                (Some(builtin), None) => self.call_builtin(program, code, call, builtin, &args),
                (None, None) => Err(self.unknown_function(program, function)),
            };
        }
        self.code(program, function)?;
        if site.agrees_with.load(Ordering::Relaxed) != function {
            match site.disagreement(program, code.function, function) {
                Some((kind, message)) => self.undefined(kind, message, Vec::new())?,
                None => site.agrees_with.store(function, Ordering::Relaxed),
            }
        }
        let variable = match site.params.len() > site.fixed as usize {
            true => site.params.get(program.parameters(function)..).unwrap_or_default(),
            false => &[],
        };
        let mark = self.memory.stack_mark(self.thread.stack);
        let varargs = match variable.is_empty() {
            true => None,
            false => Some(self.pass_varargs(program, code, site, program.parameters(function), &args)?),
        };
        // The copy of a `byval` argument lives until the call returns.
        for param in site.params.iter().filter(|p| p.by_value.is_some()) {
            let (size, align) = param.by_value.unwrap_or((0, 1));
            let from = args[param.first as usize];
            let stack = self.thread.stack;
            let here = self.site();
            if size > super::SMALL_OBJECT {
                self.spend_on(size.min(self.memory.stack_room(stack)))?;
            }
            let Some(copy) = self.memory.push_stack(stack, Kind::Argument, size, align, here) else {
                return Err(self.no_room_on_stack(size));
            };
            self.copy_memory(copy, from, size, 1, 1)?;
            args[param.first as usize] = copy;
        }
        let fixed = variable.first().map_or(args.len(), |p| p.first as usize);
        let (mut call, mut mark, mut hidden) = (call, mark, None);
        if let Some(caller) = self.thread.frames.last()
            && (site.hides_stack || site.must_tail)
        {
            let (stack, from, call_of_caller) = (self.thread.stack, caller.mark, caller.call);
            // The callee's frame replaces the caller's frame if there is nothing to do in the caller afterwards.
            let replaces = site.must_tail && !site.by_value && varargs.is_none() && caller.extra.is_none();
            let here = self.site();
            if site.hides_stack {
                let objects = self.memory.stack_objects(stack, from).len() as u64;
                self.spend_on(objects * 4)?;
                self.memory.hide_stack(stack, from, mark, true);
                hidden = Some((from, mark));
            }
            if replaces {
                self.memory.pop_stack(stack, from, here);
                self.thread.frames.pop();
                (call, mark, hidden) = (call_of_caller, from, None);
            }
        }
        let active = match &site.guard {
            Some(guard) => Some(self.begin_guard(guard, function, &mut args[..fixed])?),
            None => None,
        };
        self.enter(program, function, &args[..fixed], call)?;
        if let Some(frame) = self.thread.frames.last_mut() {
            frame.mark = mark;
            if let Some(active) = active {
                frame.extra.get_or_insert_default().guards.insert(0, active);
            }
            if hidden.is_some() {
                frame.extra.get_or_insert_default().hidden = hidden;
            }
            if let Some(varargs) = varargs {
                frame.extra.get_or_insert_default().varargs = varargs;
            }
        }
        Ok(())
    }

    /// Calls a function through a trampoline, which provides the value of the `nest` parameter.
    fn call_trampoline(
        &mut self,
        program: &Program,
        call: u32,
        function: u32,
        nest: Reg,
        mut args: SmallVec<[Reg; 8]>,
    ) -> Result<(), Stop> {
        let info = &program.functions[function as usize];
        if !info.defined {
            return Err(self.error("a trampoline of a function that the program only declares"));
        }
        let module = &program.modules[info.module];
        let parameters = module.function(info.global).map(|f| module.context().attribute_list(f.attributes));
        let is_nest = |&set: &AttributeSet| module.context().has_attribute(set, AttrKind::NEST);
        let at = parameters.and_then(|all| all.params.iter().position(is_nest));
        let types = module.context().function_parts(module[info.global].value_type).map(|(_, params, _)| params);
        let (Some(at), Some(types)) = (at, types) else { return Err(self.error("a trampoline without `nest`")) };
        let mut register = 0;
        for &ty in &types[..at] {
            register += self.shape(module, ty).map_err(Stop::shape)?.registers as usize;
        }
        args.insert(register.min(args.len()), nest);
        let code = self.code(program, function)?;
        if args.len() != code.parameters as usize {
            let message = "the function behind the trampoline has other parameters";
            self.undefined(&kinds::ARGUMENT_COUNT, message, Vec::new())?;
        }
        self.enter(program, function, &args, call)
    }

    /// The address of a library function that is preferred to the built-in one.
    fn native_instead(&self, info: &FunctionInfo, function: u32) -> Option<u64> {
        match info.builtin {
            Some(builtin) if !builtin.approximate => None,
            _ => self.native_function(function),
        }
    }

    /// Calls a built-in function.
    fn call_builtin(
        &mut self,
        program: &Program,
        code: &Code,
        number: u32,
        builtin: &'static Builtin,
        args: &[Reg],
    ) -> Result<(), Stop> {
        self.kept_by(builtin, args);
        self.check_inaccessible(builtin)?;
        let site = &code.calls[number as usize];
        let mut call = Call {
            program,
            state: self,
            builtin,
            site,
            number,
            module: program.functions[code.function as usize].module,
            args,
            result: SmallVec::from_elem(Reg::default(), site.result.registers as usize),
        };
        let done = (builtin.run)(&mut call);
        let mut result = call.result;
        let then = match done {
            Ok(then) => then,
            Err(stop) => {
                let raised = matches!(&stop, Stop::Report(report) if report.signal.is_some());
                if raised || matches!(stop, Stop::Exit(_) | Stop::Signal(_)) {
                    self.check_end(program)?;
                }
                return Err(stop);
            }
        };
        match then {
            Then::Return => self.returned(code, site, &mut result),
            Then::Wait => {
                if let Some(frame) = self.thread.frames.last_mut() {
                    frame.pc -= 1;
                }
                self.end_slice();
                Ok(())
            }
            Then::Elsewhere => Ok(()),
        }
    }

    /// Returns from the running function. Returns the result if the caller is outside.
    pub(super) fn leave(&mut self, program: &Program, mut result: Regs) -> Result<Option<Regs>, Stop> {
        if let Some(frame) = self.thread.frames.last()
            && let Some(code) = program.functions[frame.function as usize].code.get()
            && (code.returns.more || !all_defined(&result))
        {
            let base = frame.base as usize;
            let args: SmallVec<[Reg; 8]> = self.thread.regs[base..base + code.parameters as usize].into();
            self.check_result(&code.returns, &args, &mut result)?;
        }
        if self.memory.races.is_some() {
            self.frame_ends()?;
        }
        if let Some(extra) = self.thread.frames.last_mut().and_then(|f| f.extra.as_mut()) {
            let guards = std::mem::take(&mut extra.guards);
            self.end_guards(guards, Some(&mut result));
        }
        let Some(frame) = self.pop_frame() else { return Ok(Some(result)) };
        if frame.call == FROM_OUTSIDE {
            return self.returned_outside(program, result);
        }
        let Some(caller) = self.thread.frames.last_mut() else { return Ok(Some(result)) };
        if frame.call == AGAIN {
            caller.pc -= 1;
            return Ok(None);
        }
        let code = program.functions[caller.function as usize].code.get();
        let Some((code, site)) = code.and_then(|c| Some((c, c.calls.get(frame.call as usize)?))) else {
            return Err(Stop::error("a frame without a caller".into()));
        };
        let callee = program.functions[frame.function as usize].code.get();
        let guards = [callee.and_then(|c| c.guard.as_ref()), site.guard.as_ref()];
        if guards.into_iter().flatten().any(|g| g.noalias_result) {
            self.begin_result(&mut result);
        }
        self.returned(code, site, &mut result)?;
        Ok(None)
    }

    /// Pops the innermost frame and frees its stack objects.
    pub(crate) fn pop_frame(&mut self) -> Option<Frame> {
        let here = self.site();
        let mut frame = self.thread.frames.pop()?;
        if let Some(extra) = &mut frame.extra {
            self.end_guards(std::mem::take(&mut extra.guards), None);
        }
        self.memory.pop_stack(self.thread.stack, frame.mark, here);
        if let Some((from, to)) = frame.extra.as_ref().and_then(|extra| extra.hidden) {
            self.memory.hide_stack(self.thread.stack, from, to, false);
        }
        if let Some(coroutine) = frame.extra.as_mut().and_then(|extra| extra.coroutine.take()) {
            self.leave_coroutine(coroutine, here);
        }
        Some(frame)
    }

    /// Writes a result to the registers of the waiting call.
    pub(crate) fn returned(&mut self, code: &Code, site: &CallSite, result: &mut [Reg]) -> Result<(), Stop> {
        if let Some(promises) = &site.returns {
            let args: SmallVec<[Reg; 8]> = site.args.iter().map(|&a| self.operand(code, a)).collect();
            self.check_result(promises, &args, result)?;
        }
        if let Some((normal, _)) = site.invoke
            && let Some(frame) = self.thread.frames.last_mut()
        {
            frame.pc = normal;
        }
        let count = result.len().min(site.result.registers as usize);
        self.set(site.dst, &result[..count]);
        Ok(())
    }

    /// Removes all frames of the running thread after an error or a pause.
    pub(crate) fn leave_all(&mut self) {
        self.end_other_threads();
        let here = self.site();
        if let Some(outermost) = self.thread.frames.first() {
            self.memory.pop_stack(self.thread.stack, outermost.mark, here);
            self.thread.frames.clear();
        }
    }

    /// Calls a function of the program on behalf of the machine, and returns its result.
    pub(crate) fn call_back(&mut self, program: &Program, function: u32, args: &[Reg]) -> Result<Regs, Stop> {
        /// The maximum size in bytes of the host's stack that nested calls of this kind may use.
        const HOST_STACK: usize = 1 << 20;
        let here = std::ptr::from_ref(&function).addr();
        self.check_callback(program)?;
        let outermost = *self.host_stack.get_or_insert(here);
        if outermost.abs_diff(here) > HOST_STACK {
            return Err(self.stack_overflow());
        }
        let result = self.call_back_nested(program, function, args);
        if outermost == here {
            self.host_stack = None;
        }
        result
    }

    fn call_back_nested(&mut self, program: &Program, function: u32, args: &[Reg]) -> Result<Regs, Stop> {
        let info = &program.functions[function as usize];
        if !info.defined {
            let module = &program.modules[info.module];
            let types = module.context().function_parts(module[info.global].value_type).map_or(&[][..], |p| p.1);
            if let Some(result) = self.call_embedder(program, module, function, types.iter().copied(), args) {
                return result;
            }
            return match (info.builtin, self.native_instead(info, function)) {
                (_, Some(address)) => self.call_native_back(program, function, address, args),
                (Some(builtin), None) => {
                    let site = self.declared_site(program, info, args)?;
                    self.call_builtin_back(program, builtin, &site, info.module, args)
                }
                (None, None) => Err(self.unknown_function(program, function)),
            };
        }
        self.enter(program, function, args, FROM_OUTSIDE)?;
        let depth = self.thread.frames.len() - 1;
        let outer = self.begin_outside(depth);
        let result = super::run(program, self, depth);
        self.end_outside(outer);
        result
    }

    /// The call site of a call of a built-in function by the machine itself.
    fn declared_site(&mut self, program: &Program, info: &FunctionInfo, args: &[Reg]) -> Result<CallSite, Stop> {
        let module = &program.modules[info.module];
        let global = &module[info.global];
        match *global.name() == *info.name {
            true => CallSite::declared(self, module, global.value_type).map_err(Stop::shape),
            // No module declares the function.
            false => Ok(CallSite::internal(args.len() as u32)),
        }
    }

    /// Enters a function, after whose return the running call of a built-in function is executed again.
    pub(crate) fn call_and_again(&mut self, program: &Program, pointer: Reg, args: &[Reg]) -> Result<Then, Stop> {
        let function = self.function_at(pointer);
        let info = function.map(|f| &program.functions[f as usize]);
        if let (Some(function), Some(info)) = (function, info)
            && info.defined
        {
            self.enter(program, function, args, AGAIN)?;
            return Ok(Then::Elsewhere);
        }
        if let (Some(function), Some(info)) = (function, info)
            && let Some(builtin) = info.builtin
            && self.native_instead(info, function).is_none()
        {
            let site = self.declared_site(program, info, args)?;
            if let (Then::Elsewhere, _) = self.run_builtin(program, builtin, &site, info.module, args, AGAIN)? {
                return Ok(Then::Elsewhere);
            }
        } else {
            self.call_pointer(program, pointer, args)?;
        }
        if let Some(frame) = self.thread.frames.last_mut() {
            frame.pc -= 1;
        }
        Ok(Then::Elsewhere)
    }

    /// Calls the function that a pointer refers to, on behalf of the machine.
    pub(crate) fn call_pointer(&mut self, program: &Program, pointer: Reg, args: &[Reg]) -> Result<Regs, Stop> {
        match self.function_at(pointer) {
            Some(function) => self.call_back(program, function, args),
            None if self.is_native_code(pointer) => {
                Ok(Regs::from_elem(self.call_native_words(program, pointer.bits, args)?, 1))
            }
            None => self.call_nothing(pointer).map(|()| Regs::new()),
        }
    }

    /// Calls the library function `name`, which the program may define.
    pub(crate) fn call_named(&mut self, program: &Program, name: &str, args: &[Reg]) -> Result<Regs, Stop> {
        match (program.function_named(name.as_bytes()), builtin::library(name.as_bytes())) {
            (Some(function), _) => self.call_back(program, function, args),
            (None, Some(builtin)) => {
                let site = CallSite::internal(args.len() as u32);
                self.call_builtin_back(program, builtin, &site, 0, args)
            }
            (None, None) => Err(self.error(format!("there is no function `@{name}`"))),
        }
    }

    /// Calls a built-in function on behalf of the machine, and returns its result.
    fn call_builtin_back(
        &mut self,
        program: &Program,
        builtin: &'static Builtin,
        site: &CallSite,
        module: usize,
        args: &[Reg],
    ) -> Result<Regs, Stop> {
        match self.run_builtin(program, builtin, site, module, args, FROM_OUTSIDE)? {
            (Then::Elsewhere, _) => Err(Stop::Unwound),
            (_, result) => Ok(result),
        }
    }

    /// Runs a built-in function that is not called by an instruction; the function must not wait.
    fn run_builtin(
        &mut self,
        program: &Program,
        builtin: &'static Builtin,
        site: &CallSite,
        module: usize,
        args: &[Reg],
        number: u32,
    ) -> Result<(Then, Regs), Stop> {
        let result = SmallVec::from_elem(Reg::default(), site.result.registers as usize);
        let mut call = Call { program, state: self, builtin, site, number, module, args, result };
        match (builtin.run)(&mut call)? {
            Then::Wait => Err(self.error(format!("`@{}` would have to wait", builtin.name))),
            then => Ok((then, call.result)),
        }
    }

    /// The number of executed operations.
    pub fn steps(&self) -> u64 {
        self.steps_and_fuel - self.fuel
    }
}
