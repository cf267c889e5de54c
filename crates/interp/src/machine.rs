//! The public interface of the interpreter: [`Machine`].

use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use lindworm_ir::{Module, Type};

use crate::embedder::{Byte, Guest};
use crate::options::Options;
use crate::program::Program;
use crate::shape::{MAX_REGISTERS, Shape};
use crate::state::{FROM_OUTSIDE, State};
use crate::stop::{Report, Stop};
use crate::typed::{Layout, Pointer, Value};
use crate::value::{Reg, Site};
use crate::watch::{MemoryAccess, View};

/// The output of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// Bytes written to standard output.
    pub stdout: Vec<u8>,
    /// Bytes written to standard error.
    pub stderr: Vec<u8>,
}

/// The result of [`Machine::step`].
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// An operation was executed. The site is that of the next operation.
    Next(Site),
    /// The entered function returned this result; `None` if the function is `void`.
    Returned(Option<Value>),
}

/// A loaded program and its run-time state.
///
/// Accesses by the embedder are subject to the same checks as accesses of the program:
///
/// ```
/// use lindworm_interp::{Machine, Options, Stop, Value};
/// use lindworm_ir::Context;
/// use lindworm_text::{ReadOptions, read};
///
/// let source = b"define i32 @second(ptr %p) {\n  %q = getelementptr i32, ptr %p, i64 1\n\
///     %x = load i32, ptr %q\n  ret i32 %x\n}\n";
/// let module = read(&Context::new(), "m.ll", source, &ReadOptions::default()).unwrap().module;
/// let mut machine = Machine::new(vec![module], Options::default())?;
/// let two = machine.allocate(8, 4)?;
/// machine.write(two.offset(4), &42_i32.to_ne_bytes())?;
/// assert_eq!(machine.call("second", &[two.into()])?, Some(Value::from(42)));
///
/// let one = machine.allocate(4, 4)?;
/// let Err(Stop::Report(report)) = machine.call("second", &[one.into()]) else { panic!() };
/// assert_eq!(report.kind.unwrap().title, "access out of bounds");
/// # Ok::<(), Stop>(())
/// ```
pub struct Machine {
    program: Rc<Program>,
    state: State,
}

impl Machine {
    /// Loads modules, allocates their global variables and evaluates the initializers. The modules must be valid according to
    /// [`lindworm_verify`].
    ///
    /// [`lindworm_verify`]: https://docs.rs/lindworm-verify
    ///
    /// # Errors
    ///
    /// [`Stop::Report`] if memory is exhausted, a variable has an unsized type, or two modules define the same symbol.
    pub fn new(modules: Vec<Module>, options: Options) -> Result<Machine, Stop> {
        let program = Rc::new(Program::new(modules)?);
        let state = State::new(&program, options)?;
        Ok(Machine { program, state })
    }

    /// The program; the caller may keep a clone of the `Rc`.
    pub fn program(&self) -> &Rc<Program> {
        &self.program
    }

    /// The number of operations executed by all threads. One instruction may be decoded to several operations, or be fused with
    /// the next instruction into one operation.
    pub fn steps(&self) -> u64 {
        self.state.steps()
    }

    /// The undefined behaviour that was reported without stopping the program
    /// ([`OnUndefined::Warn`](crate::OnUndefined::Warn)): each kind at most once per operation, and at most the first thousand
    /// reports.
    pub fn reports(&self) -> &[Report] {
        &self.state.reports.all
    }

    /// Calls `listener` for each report of [`Machine::reports`] when the report is made.
    pub fn on_report(&mut self, listener: impl FnMut(&Program, &Report) + 'static) {
        self.state.reports.listener = Some(Box::new(listener));
    }

    /// Calls the function `name` and returns its result; `None` if it is `void`. Static constructors are not run first.
    /// Buffered output of the program is flushed when the call returns.
    ///
    /// # Errors
    ///
    /// The reason why the program stopped before the function returned; a report without a kind if no such function exists or
    /// the arguments do not match the parameter types.
    pub fn call(&mut self, name: &str, args: &[Value]) -> Result<Option<Value>, Stop> {
        let function = self.function(name)?;
        let regs = self.registers_of(name, function, args)?;
        let regs = self.call_function(function, &regs)?;
        self.result_of(function, regs)
    }

    /// Converts typed arguments to registers.
    fn registers_of(&mut self, name: &str, function: u32, args: &[Value]) -> Result<Vec<Reg>, Stop> {
        let (module, _, params) = self.signature(function);
        if args.len() != params.len() {
            return Err(Stop::error(format!("`@{name}` takes {} arguments, not {}", params.len(), args.len())));
        }
        let program = self.program.clone();
        let module = &program.modules[module];
        let layout = Layout { cx: module.context(), layout: module.data_layout(), vscale: self.state.options.vscale };
        let mut regs = Vec::new();
        for (i, (&ty, arg)) in params.iter().zip(args).enumerate() {
            if !layout.registers(ty, arg, &mut self.state.undefs, &mut regs) {
                let ty = ty.display(module.context());
                return Err(Stop::error(format!(
                    "argument {i} of `@{name}` is of type {ty}, not {arg} of type {}",
                    arg.type_text()
                )));
            }
        }
        Ok(regs)
    }

    /// Converts the result registers of a function to a value.
    fn result_of(&self, function: u32, regs: Vec<Reg>) -> Result<Option<Value>, Stop> {
        let (module, result, _) = self.signature(function);
        let module = &self.program.modules[module];
        let layout = Layout { cx: module.context(), layout: module.data_layout(), vscale: self.state.options.vscale };
        layout.shape(result).map_err(Stop::shape)?;
        Ok(layout.value(result, &self.state.undefs, &mut regs.into_iter()))
    }

    /// Enters the function `name`, to be executed by [`Machine::step`].
    ///
    /// ```
    /// use lindworm_interp::{Machine, Options, Step, Stop, Value};
    /// use lindworm_ir::Context;
    /// use lindworm_text::{ReadOptions, read};
    ///
    /// let source = b"define i32 @f(i32 %x) {\n  %y = mul i32 %x, %x\n  %z = add i32 %y, 1\n  ret i32 %z\n}\n";
    /// let module = read(&Context::new(), "m.ll", source, &ReadOptions::default()).unwrap().module;
    /// let mut machine = Machine::new(vec![module], Options::default())?;
    /// machine.enter("f", &[Value::from(6)])?;
    /// let mut steps = 0;
    /// let result = loop {
    ///     match machine.step()? {
    ///         Step::Next(site) => steps += usize::from(machine.program().instruction(site).is_some()),
    ///         Step::Returned(result) => break result,
    ///     }
    /// };
    /// assert_eq!((steps, result), (2, Some(Value::from(37))));
    /// # Ok::<(), Stop>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Machine::call`] that occur before the call.
    pub fn enter(&mut self, name: &str, args: &[Value]) -> Result<(), Stop> {
        let function = self.function(name)?;
        let regs = self.registers_of(name, function, args)?;
        self.state.leave_all();
        self.state.enter(&self.program, function, &regs, FROM_OUTSIDE)?;
        // The outside call ends when the entered function returns, or when another function is called or entered.
        let _ = self.state.begin_outside(0);
        Ok(())
    }

    /// Executes one operation of the function entered by [`Machine::enter`]. A function called by a built-in function, such as
    /// the comparison function of `qsort`, is executed within one step.
    ///
    /// # Errors
    ///
    /// The reason why the program stopped; a report without a kind if no function was entered.
    pub fn step(&mut self) -> Result<Step, Stop> {
        let Some(outermost) = self.state.thread.frames.first().map(|f| f.function) else {
            return Err(Stop::error("no function was entered".into()));
        };
        self.state.watch().until_pause = Some(1);
        let run = crate::run::run(&self.program, &mut self.state, 0);
        self.state.watch().until_pause = None;
        match self.settle_output(run) {
            Ok(regs) => {
                self.state.leave_all();
                self.result_of(outermost, regs.into_vec()).map(Step::Returned)
            }
            Err(Stop::Paused) => {
                let next = self.state.thread.frames.last().map(|f| Site { function: f.function, op: f.pc });
                Ok(Step::Next(next.unwrap_or_default()))
            }
            Err(stop) => Err(stop),
        }
    }

    /// Stops the program soon after `interrupt` is set, with a report of the current site. A signal handler may set
    /// `interrupt`.
    pub fn stop_when(&mut self, interrupt: &'static AtomicBool) {
        self.state.limits.interrupt = Some(interrupt);
    }

    /// Calls `hook` before each operation.
    pub fn on_step(&mut self, hook: impl FnMut(&View<'_>) + 'static) {
        self.state.watch().on_step = Some(Box::new(hook));
    }

    /// Calls `hook` before each memory access, including accesses of built-in functions.
    ///
    /// ```
    /// use std::{cell::Cell, rc::Rc};
    ///
    /// use lindworm_interp::{Machine, Options, Stop};
    /// use lindworm_ir::Context;
    /// use lindworm_text::{ReadOptions, read};
    ///
    /// let source = b"define void @f(ptr %p) {\n  %x = load i64, ptr %p\n  store i64 %x, ptr %p\n  ret void\n}\n";
    /// let module = read(&Context::new(), "m.ll", source, &ReadOptions::default()).unwrap().module;
    /// let mut machine = Machine::new(vec![module], Options::default())?;
    /// let memory = machine.allocate(8, 8)?;
    /// machine.write(memory, &[1; 8])?;
    /// let written = Rc::new(Cell::new(0));
    /// let counter = written.clone();
    /// machine.on_access(move |access| counter.set(counter.get() + if access.writes { access.size } else { 0 }));
    /// machine.call("f", &[memory.into()])?;
    /// assert_eq!(written.get(), 8);
    /// # Ok::<(), Stop>(())
    /// ```
    pub fn on_access(&mut self, hook: impl FnMut(&MemoryAccess) + 'static) {
        self.state.watch().on_access = Some(Box::new(hook));
    }

    /// Calls the function `name` with argument registers and returns the result registers: [`Machine::call`] without the
    /// conversion of values. Bits of an integer beyond its bit width are ignored.
    ///
    /// # Errors
    ///
    /// The reason why the program stopped before the function returned.
    pub fn call_registers(&mut self, name: &str, args: &[Reg]) -> Result<Vec<Reg>, Stop> {
        let function = self.function(name)?;
        let mut args = args.to_vec();
        let (module, _, params) = self.signature(function);
        let module = &self.program.modules[module];
        let (cx, data_layout, vscale) = (module.context(), module.data_layout(), self.state.options.vscale);
        let mut first = 0;
        for &ty in params.iter() {
            // An argument that needs more registers than remain is rejected when the function is called.
            let most = (args.len() - first).min(MAX_REGISTERS as usize) as u32;
            let Ok(shape) = Shape::of(cx, data_layout, vscale, most, ty) else { break };
            for leaf in &shape.leaves {
                for (i, arg) in (0..).zip(&mut args[first..][leaf.registers()]) {
                    arg.bits &= u64::MAX >> (64 - (leaf.scalar.bits() - 64 * i).min(64));
                }
            }
            first += shape.registers as usize;
        }
        self.call_function(function, &args)
    }

    /// Runs the program: constructors, `main`, destructors. `args[0]` is the program name. Returns the exit code.
    ///
    /// # Errors
    ///
    /// The reason why the program stopped, other than by its exit code.
    pub fn run(&mut self, args: &[&[u8]]) -> Result<i32, Stop> {
        self.run_as_main("main", args)
    }

    /// Like [`Machine::run`], with the function `name` in place of `main`.
    ///
    /// # Errors
    ///
    /// The errors of [`Machine::run`].
    pub fn run_as_main(&mut self, name: &str, args: &[&[u8]]) -> Result<i32, Stop> {
        let main = self.function(name)?;
        self.state.leave_all();
        self.state.main = Some(main);
        let ended = self.run_main(main, args);
        self.state.sync_mappings();
        match self.settle_output(ended) {
            Err(Stop::Exit(code)) => Ok(code),
            done => done,
        }
    }

    /// Flushes the buffers of the program's streams after a call, unless the call ended the program.
    fn settle_output<T>(&mut self, ended: Result<T, Stop>) -> Result<T, Stop> {
        match &ended {
            Ok(_) => self.flush()?,
            // Output printed before the error helps to locate the error.
            Err(Stop::Report(_)) => drop(self.flush()),
            // `exit` has flushed the buffers; `_exit` and signals discard them.
            Err(Stop::Exit(_) | Stop::Signal(_)) => self.state.lose_output(),
            Err(Stop::Unwound | Stop::Paused) => {}
        }
        ended
    }

    /// Flushes the buffers of the program's streams. Calls that return and completed runs have done so already.
    ///
    /// # Errors
    ///
    /// The undefined behaviour of a call of `fflush`.
    pub fn flush(&mut self) -> Result<(), Stop> {
        match self.state.library.streams.is_any_pending() {
            true => self.state.unlimited(|state| state.flush_all()).map(drop),
            false => Ok(()),
        }
    }

    /// From now on, captures standard output and standard error of the program for [`Machine::take_output`]. Native functions
    /// still write directly to the host.
    ///
    /// ```
    /// use lindworm_interp::{Machine, Options, Stop};
    /// use lindworm_ir::Context;
    /// use lindworm_text::{ReadOptions, read};
    ///
    /// let source = b"@s = constant [3 x i8] c\"hi\\00\"\ndeclare i32 @puts(ptr)\n\
    ///     define i32 @main() {\n  %r = call i32 @puts(ptr @s)\n  ret i32 0\n}\n";
    /// let module = read(&Context::new(), "m.ll", source, &ReadOptions::default()).unwrap().module;
    /// let mut machine = Machine::new(vec![module], Options::default())?;
    /// machine.keep_output();
    /// machine.run(&[b"hi"])?;
    /// assert_eq!(machine.take_output()?.stdout, b"hi\n");
    /// # Ok::<(), Stop>(())
    /// ```
    pub fn keep_output(&mut self) {
        self.state.library.outside.keep_output();
    }

    /// Returns the output captured since [`Machine::keep_output`] or the last call of this function.
    ///
    /// # Errors
    ///
    /// The errors of [`Machine::flush`].
    pub fn take_output(&mut self) -> Result<Output, Stop> {
        self.flush()?;
        let outside = &mut self.state.library.outside;
        Ok(Output { stdout: outside.take_output(1), stderr: outside.take_output(2) })
    }

    fn run_main(&mut self, main: u32, args: &[&[u8]]) -> Result<i32, Stop> {
        self.state.set_program_name(args.first().copied().unwrap_or_default())?;
        self.state.start(&self.program)?;
        let argv = self.state.argument_vector(args)?;
        let environment = self.state.environment_vector()?;
        let all = [Reg::int(args.len() as u64), argv, environment];
        let code = self.state.code(&self.program, main)?;
        let parameters = (code.parameters as usize).min(all.len());
        let result = self.state.call_back(&self.program, main, &all[..parameters])?;
        Err(self.state.exit(result.first().map_or(0, |r| r.bits as i32)))
    }

    fn call_function(&mut self, function: u32, args: &[Reg]) -> Result<Vec<Reg>, Stop> {
        self.state.leave_all();
        let ended = self.state.call_back(&self.program, function, args);
        Ok(self.settle_output(ended)?.into_vec())
    }

    /// The number of the function definition `name`. An alias yields its aliasee, an ifunc the function that its resolver
    /// returns.
    ///
    /// ```
    /// use lindworm_interp::{Machine, Options, Stop, Value};
    /// use lindworm_ir::Context;
    /// use lindworm_text::{ReadOptions, read};
    ///
    /// let source = b"@i = ifunc i32 (), ptr @choose\ndefine ptr @choose() {\n  ret ptr @f\n}\n\
    ///     define i32 @f() {\n  ret i32 7\n}\n";
    /// let module = read(&Context::new(), "m.ll", source, &ReadOptions::default()).unwrap().module;
    /// let mut machine = Machine::new(vec![module], Options::default())?;
    /// assert_eq!(machine.function("i")?, machine.function("f")?);
    /// assert_eq!(machine.call("i", &[])?, Some(Value::from(7)));
    /// # Ok::<(), Stop>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A report without a kind if no such function exists; the reason why a resolver did not return.
    pub fn function(&mut self, name: &str) -> Result<u32, Stop> {
        let program = self.program.clone();
        self.state.resolve_ifuncs(&program)?;
        let resolved = || {
            let (module, global) = program.global_named(name.as_bytes())?;
            let address = self.state.address(&program, module, global);
            self.state.function_at(address)
        };
        match program.function_named(name.as_bytes()).or_else(resolved) {
            Some(function) if self.program.functions[function as usize].defined => Ok(function),
            Some(_) => Err(Stop::error(format!("the function `@{name}` is only declared"))),
            None => Err(Stop::error(format!("there is no function `@{name}`"))),
        }
    }

    /// The module, the result type and the parameter types of a function.
    fn signature(&self, function: u32) -> (usize, Type, Vec<Type>) {
        let info = &self.program.functions[function as usize];
        let module = &self.program.modules[info.module];
        let parts = module.context().function_parts(module[info.global].value_type);
        parts.map_or((info.module, Type::VOID, Vec::new()), |(result, params, _)| (info.module, result, params.into()))
    }

    /// The address of the global variable or function `name`; `None` if no module defines the symbol.
    ///
    /// ```
    /// use lindworm_interp::{Machine, Options, Stop};
    /// use lindworm_ir::Context;
    /// use lindworm_text::{ReadOptions, read};
    ///
    /// let source = b"@word = global [5 x i8] c\"hello\"\n";
    /// let module = read(&Context::new(), "m.ll", source, &ReadOptions::default()).unwrap().module;
    /// let mut machine = Machine::new(vec![module], Options::default())?;
    /// let word = machine.global("word").unwrap();
    /// assert_eq!(machine.read(word, 5)?, b"hello");
    /// # Ok::<(), Stop>(())
    /// ```
    pub fn global(&mut self, name: &str) -> Option<Pointer> {
        let (module, global) = self.program.global_named(name.as_bytes())?;
        Some(Pointer::of(self.state.address(&self.program, module, global))).filter(|p| p.address != 0)
    }

    /// Allocates undef memory on the program's heap, like `malloc`. Only [`Machine::free`] may free the memory.
    ///
    /// # Errors
    ///
    /// If memory is exhausted or `align` is not a power of two.
    pub fn allocate(&mut self, size: u64, align: u64) -> Result<Pointer, Stop> {
        self.guest().allocate(size, align)
    }

    /// Frees memory allocated by [`Machine::allocate`].
    ///
    /// # Errors
    ///
    /// If the pointer is not the start of a heap allocation.
    pub fn free(&mut self, pointer: Pointer) -> Result<(), Stop> {
        self.guest().free(pointer)
    }

    /// Reads `len` bytes, all of which must be defined.
    ///
    /// # Errors
    ///
    /// The undefined behaviour of a load; a report without a kind if a byte is undef or poison.
    pub fn read(&mut self, pointer: Pointer, len: u64) -> Result<Vec<u8>, Stop> {
        self.guest().read(pointer, len)
    }

    /// The contents of each of `len` bytes.
    ///
    /// # Errors
    ///
    /// The undefined behaviour of a load.
    pub fn bytes(&mut self, pointer: Pointer, len: u64) -> Result<Vec<Byte>, Stop> {
        self.guest().bytes(pointer, len)
    }

    /// Writes bytes to memory.
    ///
    /// # Errors
    ///
    /// The undefined behaviour of a store.
    pub fn write(&mut self, pointer: Pointer, bytes: &[u8]) -> Result<(), Stop> {
        self.guest().write(pointer, bytes)
    }

    fn guest(&mut self) -> Guest<'_> {
        Guest::new(&mut self.state)
    }

    /// Binds the declared function `name` to a function of the embedder, which takes precedence over a built-in function and a
    /// function of the host. The result must match the function's return type; `None` is `void`.
    ///
    /// ```
    /// use lindworm_interp::{Machine, Options, Stop, Value};
    /// use lindworm_ir::Context;
    /// use lindworm_text::{ReadOptions, read};
    ///
    /// let source = b"declare i32 @sensor(i32)\ndefine i32 @f() {\n  %x = call i32 @sensor(i32 3)\n  ret i32 %x\n}\n";
    /// let module = read(&Context::new(), "m.ll", source, &ReadOptions::default()).unwrap().module;
    /// let mut machine = Machine::new(vec![module], Options::default())?;
    /// machine.define("sensor", |_, args| {
    ///     assert_eq!(args, [Value::from(3)]);
    ///     Ok(Some(Value::from(40)))
    /// })?;
    /// assert_eq!(machine.call("f", &[])?, Some(Value::from(40)));
    /// # Ok::<(), Stop>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the program does not declare the function, defines the function, or the function is an intrinsic.
    pub fn define(
        &mut self,
        name: &str,
        function: impl Fn(&mut Guest<'_>, &[Value]) -> Result<Option<Value>, Stop> + 'static,
    ) -> Result<(), Stop> {
        let found = self.program.function_named(name.as_bytes());
        let Some(number) = found else { return Err(Stop::error(format!("there is no function `@{name}`"))) };
        let info = &self.program.functions[number as usize];
        if info.defined {
            return Err(Stop::error(format!("the function `@{name}` is defined in the program")));
        }
        if self.program.modules[info.module].function(info.global).is_some_and(|f| f.intrinsic.is_some()) {
            return Err(Stop::error(format!("`@{name}` is an intrinsic")));
        }
        self.state.embedder.insert(number, Rc::new(function));
        Ok(())
    }
}
