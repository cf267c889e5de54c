//! Calls and returns that the loop leaves.

use std::sync::atomic::Ordering;

use smallvec::SmallVec;

use super::{Regs, State};
use crate::builtin::{Builtin, Call, Then};
use crate::decode::op::{CallSite, Callee, Code};
use crate::memory::Kind;
use crate::program::Program;
use crate::state::{FROM_OUTSIDE, FrameExtra};
use crate::stop::Stop;
use crate::ub::call as kinds;
use crate::value::{Knowledge, Reg};

impl CallSite {
    /// Whether a call of a function needs nothing but its arguments copied.
    #[inline]
    pub(crate) fn plain(&self, callee: &Code) -> bool {
        self.agrees_with.load(Ordering::Relaxed) == callee.function
            && self.args.len() == callee.parameters as usize
            && self.result.registers <= callee.result
            && !self.by_value
            && !self.must_tail
            && !callee.watched
    }
}

impl State {
    /// A call that the loop leaves: of a built-in function, through a pointer, or one that promises something.
    pub(super) fn call(&mut self, program: &Program, code: &Code, call: u32, _depth: usize) -> Result<(), Stop> {
        let site = &code.calls[call as usize];
        let args: SmallVec<[Reg; 8]> = site.args.iter().map(|&a| self.operand(code, a)).collect();
        match site.callee {
            Callee::Nothing => Ok(()),
            Callee::Builtin(builtin) => self.call_builtin(program, code, site, builtin, &args),
            Callee::Function(function) => self.call_function(program, code, call, function, args),
            Callee::Pointer(pointer) => {
                let pointer = self.operand(code, pointer);
                match self.function_at(pointer) {
                    Some(function) => self.call_function(program, code, call, function, args),
                    None => self.call_nothing(pointer),
                }
            }
            Callee::InlineAsm(_) => Err(self.error("inline assembler cannot be run")),
        }
    }

    /// A call of what is no function of the program.
    fn call_nothing(&mut self, pointer: Reg) -> Result<(), Stop> {
        let notes = self.origin_note(pointer);
        let (kind, message) = match pointer.meta.knowledge() {
            Knowledge::Poison(_) => (&kinds::CALL_POISON, "the callee is poison".to_string()),
            Knowledge::Undef(_) => (&kinds::CALL_UNDEF, "the callee is undef".to_string()),
            Knowledge::Defined(_) if pointer.bits == 0 => (&kinds::CALL_NULL, "the callee is null".to_string()),
            Knowledge::Defined(_) => {
                (&kinds::CALL_NO_FUNCTION, format!("there is no function at {:#x}", pointer.bits))
            }
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
            return match info.builtin {
                Some(builtin) => self.call_builtin(program, code, site, builtin, &args),
                None => {
                    let name = String::from_utf8_lossy(&info.name);
                    Err(self.error(format!("the function `@{name}` is not defined, and not known to the machine")))
                }
            };
        }
        self.code(program, function)?;
        if site.agrees_with.load(Ordering::Relaxed) != function {
            match site.disagreement(program, code.function, function) {
                Some((kind, message)) => self.undefined(kind, message, Vec::new())?,
                None => site.agrees_with.store(function, Ordering::Relaxed),
            }
        }
        let mut extra = FrameExtra::default();
        let variable = match site.params.len() > site.fixed as usize {
            true => site.params.get(program.parameters(function)..).unwrap_or_default(),
            false => &[],
        };
        for param in variable {
            let regs = &args[param.first as usize..(param.first + param.registers) as usize];
            extra.varargs.push((param.ty, regs.into()));
        }
        let mark = self.memory.stack_mark(self.thread.stack);
        // A copy of what is passed `byval`, which lives as long as the call.
        for param in site.params.iter().filter(|p| p.by_value.is_some()) {
            let (size, align) = param.by_value.unwrap_or((0, 1));
            let from = args[param.first as usize];
            let stack = self.thread.stack;
            let here = self.site();
            let Some(copy) = self.memory.push_stack(stack, Kind::Argument, size, align, here) else {
                return Err(self.error("the stack is exhausted"));
            };
            self.copy_memory(copy, from, size, 1, 1)?;
            args[param.first as usize] = copy;
        }
        let fixed = variable.first().map_or(args.len(), |p| p.first as usize);
        self.enter(program, function, &args[..fixed], call)?;
        if let Some(frame) = self.thread.frames.last_mut() {
            frame.mark = mark;
            if !extra.varargs.is_empty() {
                frame.extra = Some(Box::new(extra));
            }
        }
        Ok(())
    }

    /// Calls a function that the machine has.
    fn call_builtin(
        &mut self,
        program: &Program,
        code: &Code,
        site: &CallSite,
        builtin: &'static Builtin,
        args: &[Reg],
    ) -> Result<(), Stop> {
        if builtin.outside && self.options.isolated {
            return Err(self.error(format!("`@{}` reaches outside, which an isolated program may not", builtin.name)));
        }
        let mut call = Call {
            program,
            state: self,
            builtin,
            site,
            module: program.functions[code.function as usize].module,
            args,
            result: SmallVec::from_elem(Reg::default(), site.result.registers as usize),
        };
        let then = (builtin.run)(&mut call)?;
        let result = call.result;
        match then {
            Then::Return => {
                self.set(site.dst, &result);
                if let Some((normal, _)) = site.invoke
                    && let Some(frame) = self.thread.frames.last_mut()
                {
                    frame.pc = normal;
                }
                Ok(())
            }
            Then::Wait => {
                if let Some(frame) = self.thread.frames.last_mut() {
                    frame.pc -= 1;
                }
                self.fuel = 0;
                Ok(())
            }
            Then::Elsewhere => Ok(()),
        }
    }

    /// Returns from the running function. Gives the result if whoever waits for it is outside: the frame at `depth`
    /// returned.
    pub(super) fn leave(&mut self, program: &Program, result: Regs, depth: usize) -> Result<Option<Regs>, Stop> {
        let here = self.site();
        let Some(frame) = self.thread.frames.pop() else { return Ok(Some(result)) };
        self.memory.pop_stack(self.thread.stack, frame.mark, here);
        if frame.call == FROM_OUTSIDE || self.thread.frames.len() <= depth {
            return Ok(Some(result));
        }
        let Some(caller) = self.thread.frames.last_mut() else { return Ok(Some(result)) };
        let code = program.functions[caller.function as usize].code.get();
        let Some(site) = code.and_then(|c| c.calls.get(frame.call as usize)) else {
            return Err(Stop::error("a frame without a caller".into()));
        };
        if let Some((normal, _)) = site.invoke {
            caller.pc = normal;
        }
        let count = result.len().min(site.result.registers as usize);
        self.set(site.dst, &result[..count]);
        Ok(None)
    }

    /// Leaves all functions that the running thread is still in, since an error or a pause ended them.
    pub(crate) fn leave_all(&mut self) {
        let here = self.site();
        if let Some(outermost) = self.thread.frames.first() {
            self.memory.pop_stack(self.thread.stack, outermost.mark, here);
            self.thread.frames.clear();
        }
    }

    /// Calls a function of the program from the machine itself, and gives its result when it has returned.
    pub(crate) fn call_back(&mut self, program: &Program, function: u32, args: &[Reg]) -> Result<Regs, Stop> {
        let info = &program.functions[function as usize];
        if !info.defined {
            let name = String::from_utf8_lossy(&info.name);
            return Err(self.error(format!("the function `@{name}` is not defined")));
        }
        let depth = self.thread.frames.len();
        self.enter(program, function, args, FROM_OUTSIDE)?;
        super::run(program, self, depth)
    }

    /// The steps that were counted in advance are used up: the limit may be reached, or another thread have its turn.
    #[cold]
    pub(super) fn out_of_fuel(&mut self, _program: &Program) -> Result<(), Stop> {
        /// How many operations run before somebody looks.
        const SLICE: u64 = 1 << 16;
        let done = self.steps();
        let more = match self.options.max_steps {
            Some(max) if done >= max => {
                return Err(self.error(format!("the program did not end within {max} steps")));
            }
            Some(max) => SLICE.min(max - done).max(64),
            None => SLICE,
        };
        self.fuel += more;
        self.steps_and_fuel += more;
        Ok(())
    }

    /// How many operations were executed.
    pub fn steps(&self) -> u64 {
        self.steps_and_fuel - self.fuel
    }
}
