//! The run-time state of a program.

use std::rc::Rc;

use lindworm_eval::Rounding;
use lindworm_eval::reinterpret::{Limb, Row};
use lindworm_ir::Global;
use lindworm_ir::hash::HashMap;
use lindworm_ir::module::{GlobalKind, GlobalValue, Linkage, TlsModel, Visibility};
use smallvec::SmallVec;

use crate::builtin::Library;
use crate::builtin::intrinsic::coroutine::{Coroutine, Running};
use crate::builtin::intrinsic::preallocated::Setups;
use crate::builtin::intrinsic::trampoline::Trampoline;
use crate::builtin::intrinsic::type_metadata::Members;
use crate::decode::op::Code;
use crate::decode::{self, constant_registers};
use crate::endless::NextLook;
use crate::host::Host;
use crate::limits::{Footprint, Limits};
use crate::memory::{Addresses, EntryFlags, Kind, Memory, Place, StackMark};
use crate::options::{Options, UndefChoice};
use crate::program::{self, Program};
use crate::promise::access::Seen;
use crate::promise::tbaa::StoredTypes;
use crate::promise::value::all_defined;
use crate::promise::{Active, Pledge, Promises};
use crate::report::Reports;
use crate::run::code_data::CodeData;
use crate::run::{SoundCode, VarArgs};
use crate::shape::{self, Leaf, Packed, Scalar, Shape};
use crate::stop::{Report, Stop};
use crate::thread::{Own, Threads};
use crate::unwind::funclet::Funclet;
use crate::unwind::{Exceptions, ThreadExceptions};
use crate::value::{Knowledge, Provenance, Reg, Site, UndefTable};
use crate::watch::Watch;
use crate::{embedder, ub};

/// An active call.
pub(crate) struct Frame {
    /// The function's number.
    pub(crate) function: u32,
    /// The index of the next operation; during a call, the operation after the call.
    pub(crate) pc: u32,
    /// The index of the first register.
    pub(crate) base: u32,
    /// The index of the call site in the caller's code; [`FROM_OUTSIDE`] if no interpreted function made the call.
    pub(crate) call: u32,
    /// The stack mark at entry.
    pub(crate) mark: StackMark,
    /// State that few frames need.
    pub(crate) extra: Option<Box<FrameExtra>>,
}

/// [`Frame::call`] of a function that was not called by an interpreted function.
pub(crate) const FROM_OUTSIDE: u32 = u32::MAX;

/// [`Frame::call`] of a function after whose return the call of the caller is executed again.
pub(crate) const AGAIN: u32 = u32::MAX - 1;

/// State that few frames need.
#[derive(Default)]
pub(crate) struct FrameExtra {
    /// The variadic arguments.
    pub(crate) varargs: VarArgs,
    /// The caught exception and its selector, until the landing pad reads them.
    pub(crate) landing: SmallVec<[Reg; 2]>,
    /// For a callee of a `tail` call: the marks between which the caller's stack objects are inaccessible until the callee
    /// returns.
    pub(crate) hidden: Option<(StackMark, StackMark)>,
    /// The results of `llvm.stacksave`: the address of the stack top and its mark.
    pub(crate) stack_saves: Vec<(u64, StackMark)>,
    /// The preallocated calls in progress.
    pub(crate) setups: Setups,
    /// The exception pads that were entered and not exited.
    pub(crate) funclets: Vec<Funclet>,
    /// The coroutine that the frame executes.
    pub(crate) coroutine: Option<Running>,
    /// The serial number that `setjmp` assigned to the frame; 0 if none.
    pub(crate) serial: u64,
    /// The result of `llvm.localaddress`.
    pub(crate) address: Option<Reg>,
    /// The allocations passed to `llvm.localescape`.
    pub(crate) escaped: Vec<Reg>,
    /// The result of `llvm.swift.async.context.addr`.
    pub(crate) async_context: Option<Reg>,
    /// The iteration counter of a hardware loop.
    pub(crate) iterations: u64,
    /// State of the checks of accesses with metadata.
    pub(crate) seen: Option<Box<Seen>>,
    /// Promises that are checked until the frame returns.
    pub(crate) guards: Vec<Active>,
}

/// A thread of the program.
pub(crate) struct Thread {
    pub(crate) regs: Vec<Reg>,
    pub(crate) frames: Vec<Frame>,
    /// The number of the thread's stack.
    pub(crate) stack: usize,
    /// The number of frames when the innermost call from outside began.
    pub(crate) depth: usize,
    /// The exception state of the thread.
    pub(crate) exceptions: ThreadExceptions,
    /// Attributes of active functions that constrain all operations until the functions return.
    pub(crate) pledges: Vec<Pledge>,
    /// The thread's copies of the thread-local variables, allocated on first use.
    pub(crate) locals: Vec<Option<Reg>>,
    /// The indices in `locals` that are being initialized: the first triggered the initialization, and its initializer referred
    /// to the others.
    new_locals: Vec<u32>,
    /// The state of the thread with respect to other threads: waiting, synchronization, actions at exit.
    pub(crate) own: Own,
}

impl FrameExtra {
    fn footprint(&self, all: &mut Footprint) {
        let FrameExtra { varargs, landing, hidden: _, stack_saves, setups, funclets, coroutine, serial: _, .. } = self;
        let FrameExtra { address: _, escaped, async_context: _, iterations: _, seen, guards, .. } = self;
        varargs.footprint(all);
        all.add(landing);
        all.add(stack_saves);
        setups.footprint(all);
        all.add(funclets);
        if let Some(running) = coroutine {
            running.footprint(all);
        }
        all.add(escaped);
        all.add(seen);
        if let Some(seen) = seen {
            seen.footprint(all);
        }
        all.add(guards);
        all.each(guards, |all, guard| guard.footprint(all));
    }
}

impl Thread {
    /// Adds the memory used by the thread's tables.
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        let Thread { regs, frames, stack: _, depth: _, exceptions, pledges, locals, new_locals, own } = self;
        all.add(regs);
        all.add(frames);
        all.each(frames, |all, frame| {
            all.add(&frame.extra);
            if let Some(extra) = &frame.extra {
                extra.footprint(all);
            }
        });
        exceptions.footprint(all);
        all.add(pledges);
        all.each(pledges, |all, pledge| pledge.footprint(all));
        all.add(locals);
        all.add(new_locals);
        own.footprint(all);
    }

    /// A thread without frames, with stack number `stack` and `locals` thread-local variables.
    pub(crate) fn new(stack: usize, locals: usize) -> Thread {
        Thread {
            regs: Vec::new(),
            frames: Vec::new(),
            stack,
            depth: 0,
            exceptions: ThreadExceptions::default(),
            pledges: Vec::new(),
            locals: vec![None; locals],
            new_locals: Vec::new(),
            own: Own::default(),
        }
    }
}

/// The run-time state of a program. Registers and frames are those of the running thread.
pub struct State {
    pub(crate) options: Options,
    /// The program's memory.
    pub memory: Memory,
    pub(crate) undefs: UndefTable,
    addresses: Vec<Vec<Reg>>,
    block_addresses: Vec<Vec<Reg>>,
    /// The running thread.
    pub(crate) thread: Thread,
    /// The other threads and their wait conditions.
    pub(crate) threads: Threads,
    /// The exception state of the machine.
    pub(crate) exceptions: Exceptions,
    random: u64,
    pub(crate) limits: Limits,
    /// The number of steps until the next check of limits and the thread scheduler.
    pub(crate) fuel: u64,
    /// The number of steps executed before `fuel` was last refilled, plus the amount of the refill.
    pub(crate) steps_and_fuel: u64,
    pub(crate) promises: Promises,
    /// The dynamic rounding mode.
    pub(crate) rounding: Rounding,
    /// Trampolines by the address of their memory.
    pub(crate) trampolines: HashMap<u64, Trampoline>,
    /// Coroutines by handle.
    pub(crate) coroutines: HashMap<u64, Coroutine>,
    /// The addresses of each type (`!type` metadata), computed on first use.
    pub(crate) type_members: Option<Members>,
    /// Prefix and prologue data of functions, materialized on first use.
    pub(crate) code_data: HashMap<(u32, CodeData), Reg>,
    /// The entry function of the program, whose result is the exit status.
    pub(crate) main: Option<u32>,
    /// The addresses of the functions that resume, destroy and continue coroutines, created on first use.
    pub(crate) coroutine_entries: Option<[Reg; 3]>,
    /// Reports that did not stop the program.
    pub(crate) reports: Reports,
    /// State of the C library.
    pub(crate) library: Box<Library>,
    /// The size in bytes of all decoded code.
    pub(crate) decoded: u64,
    /// Hooks on operations and accesses, if any.
    pub(crate) watch: Option<Box<Watch>>,
    /// The types with which memory was stored, if type-based aliasing is checked.
    pub(crate) types: Option<Box<StoredTypes>>,
    /// The next check for a loop that never ends.
    pub(crate) next_look: NextLook,
    /// The program, needed for reports.
    pub(crate) program: Rc<Program>,
    /// The host's libraries, if the program needs them.
    pub(crate) host: Option<Box<Host>>,
    /// The embedder's functions.
    pub(crate) embedder: embedder::Functions,
    /// The host's stack pointer at the first call of the program that has not returned.
    pub(crate) host_stack: Option<usize>,
}

/// Thread-local variables of the C++ library that only built-in functions use. The library's own variables belong to the one
/// host thread that runs all threads of the program.
const OWN_THREAD_LOCALS: [&[u8]; 2] = [b"_ZSt15__once_callable", b"_ZSt11__once_call"];

/// The maximum depth of calls, independent of the stack size.
const MAX_FRAMES: usize = 1 << 20;

impl State {
    pub(crate) fn new(program: &Rc<Program>, options: Options) -> Result<State, Stop> {
        let host = Host::open(program, &options)?;
        let layout = program.modules.first().map(|m| m.data_layout());
        let bits = layout.map_or(64, |l| l.pointer(0).bits);
        let big_endian = layout.is_some_and(|l| l.big_endian);
        let addresses = match bits {
            64 if !options.isolated => Addresses::Host,
            0..=16 => Addresses::From(0),
            _ => Addresses::From(1 << 20),
        };
        let limit = match bits {
            33.. => options.max_memory,
            bits => options.max_memory.min((1 << bits) / 4),
        };
        let out = |e: crate::memory::OutOfMemory| Stop::error(e.to_string());
        let mut memory =
            Memory::new(limit, addresses, bits.div_ceil(8).into(), big_endian, options.seed).map_err(out)?;
        memory.set_total_limit(options.max_memory);
        let stack = memory.new_stack(options.stack_size.min(limit / 2)).map_err(out)?;
        let threads = Threads::new(options.seed);
        let random = options.seed ^ 0x9e37_79b9_7f4a_7c15;
        let library = Library::new(program.modules.first(), &options);
        let mut state = State {
            options,
            memory,
            undefs: UndefTable::default(),
            addresses: Vec::new(),
            block_addresses: Vec::new(),
            thread: Thread::new(stack, program.thread_locals.len()),
            threads,
            exceptions: Exceptions::default(),
            random,
            limits: Limits::default(),
            fuel: 0,
            steps_and_fuel: 0,
            promises: Promises::default(),
            rounding: Rounding::NearestEven,
            trampolines: HashMap::default(),
            coroutines: HashMap::default(),
            type_members: None,
            code_data: HashMap::default(),
            main: None,
            coroutine_entries: None,
            reports: Reports::default(),
            watch: None,
            types: None,
            next_look: NextLook::default(),
            library: Box::new(library),
            decoded: 0,
            program: program.clone(),
            host,
            embedder: embedder::Functions::default(),
            host_stack: None,
        };
        if state.options.tbaa {
            // All accesses must take the slow path.
            state.types = Some(Box::default());
            state.watch();
        }
        state.load_program(program)?;
        Ok(state)
    }

    /// The memory that the interpreter uses on behalf of the program. Tables that do not grow at run time are not counted:
    /// addresses, type information, signatures of host functions.
    pub(crate) fn footprint(&self) -> Footprint {
        let State { options: _, memory, undefs, addresses: _, block_addresses: _, thread, threads, exceptions, .. } =
            self;
        let State { random: _, limits: _, fuel: _, steps_and_fuel: _, promises, rounding: _, trampolines, .. } = self;
        let State { coroutines, type_members: _, coroutine_entries: _, reports: _, library, watch: _, decoded, .. } =
            self;
        let State { types, next_look: _, program: _, host: _, host_stack: _, code_data, main: _, .. } = self;
        let mut all = Footprint::default();
        memory.footprint(&mut all);
        undefs.footprint(&mut all);
        thread.footprint(&mut all);
        threads.footprint(&mut all);
        exceptions.footprint(&mut all);
        promises.footprint(&mut all);
        all.add(trampolines);
        all.add(coroutines);
        all.add(code_data);
        all.each(coroutines.values(), |all, coroutine| coroutine.footprint(all));
        library.footprint(&mut all);
        all.add_bytes(*decoded);
        all.each(types, |all, types| types.footprint(all));
        all
    }

    /// Allocates and initializes the globals of a program.
    fn load_program(&mut self, program: &Program) -> Result<(), Stop> {
        for module in &program.modules {
            self.addresses.push(vec![Reg::default(); module.globals().len()]);
            self.block_addresses.push(Vec::new());
        }
        let mut late = Vec::new();
        for (m, module) in program.modules.iter().enumerate() {
            for global in module.definition_order() {
                if program.resolve(m, global) != (m, global) {
                    continue;
                }
                let g = &module[global];
                let address = match &g.kind {
                    GlobalKind::Variable(_) if g.tls != TlsModel::None => Reg::default(),
                    GlobalKind::Variable(v) if v.initializer.is_some() => {
                        self.variable(program, m, global, Kind::Global)?
                    }
                    GlobalKind::Variable(_) => self.outside_variable(program, g)?,
                    // The function's address is resolved on first use.
                    GlobalKind::Function(_) if self.host.is_some() => Reg::default(),
                    GlobalKind::Function(_) => match program.number(m, global) {
                        Some(number) if program.is_missing(number) => Reg::default(),
                        Some(number) => self.code_address(Kind::Function, number)?,
                        None => Reg::default(),
                    },
                    GlobalKind::Alias { aliasee } => {
                        late.push((m, global, *aliasee));
                        Reg::default()
                    }
                    GlobalKind::IFunc { .. } => self.code_address(Kind::Function, crate::start::UNRESOLVED)?,
                };
                self.addresses[m][program::index(global)] = address;
            }
            for i in 0..module.block_addresses().len() {
                let address = self.code_address(Kind::Block, i as u32)?;
                self.block_addresses[m].push(address);
            }
        }
        self.share(program);
        // An aliasee may be an alias that is defined later.
        for _ in 0..late.len().min(64) {
            for &(m, global, aliasee) in &late {
                let mut regs = Vec::new();
                constant_registers(program, self, m, aliasee, Site::default(), &mut regs).map_err(Stop::shape)?;
                self.addresses[m][program::index(global)] = regs.first().copied().unwrap_or_default();
            }
            self.share(program);
        }
        for (m, module) in program.modules.iter().enumerate() {
            for &global in module.variables() {
                let address = self.addresses[m][program::index(global)];
                if let GlobalKind::Variable(v) = &module[global].kind
                    && let Some(initializer) = v.initializer
                    && program.resolve(m, global) == (m, global)
                    && address.bits != 0
                {
                    decode::image(program, self, m, initializer, address.bits).map_err(Stop::shape)?;
                    let mut end = address.bits + program::size_of(&program.modules, (m, global));
                    for (m, initializer, size) in program.appended_to((m, global)) {
                        decode::image(program, self, m, initializer, end).map_err(Stop::shape)?;
                        end += size;
                    }
                    if v.constant
                        && let Some(entry) = self.memory.entry_mut(address.meta.provenance())
                    {
                        entry.flags |= EntryFlags::CONSTANT | EntryFlags::SLOW_WRITE;
                    }
                }
            }
        }
        self.check_same(program)
    }

    /// Checks that comdats which must be identical in all modules are identical.
    fn check_same(&mut self, program: &Program) -> Result<(), Stop> {
        for &[first, (m, global)] in &program.symbols.same {
            let size = program::size_of(&program.modules, first);
            let g = &program.modules[m][global];
            let initializer = g.as_variable().and_then(|v| v.initializer);
            let site = Site::default();
            let copy = self.memory.allocate(Kind::Machine, size, 16, site).map_err(|e| Stop::error(e.to_string()))?;
            if let Some(initializer) = initializer {
                decode::image(program, self, m, initializer, copy.bits).map_err(Stop::shape)?;
            }
            let places = [self.address_of(first.0, first.1), copy].map(|at| self.memory.place_of(at.bits));
            let same = self.memory.bytes(places[0], size) == self.memory.bytes(places[1], size);
            self.memory.free(copy.meta.provenance(), site);
            if !same {
                let files = [first.0, m].map(|m| program.modules[m].name());
                return Err(Stop::error(format!(
                    "Linking COMDATs named '{}': ExactMatch violated! (in `{}` and `{}`)",
                    String::from_utf8_lossy(g.name()),
                    files[0],
                    files[1]
                )));
            }
        }
        Ok(())
    }

    /// Gives declarations the addresses of the definitions in other modules.
    fn share(&mut self, program: &Program) {
        for (m, module) in program.modules.iter().enumerate() {
            for global in module.definition_order() {
                let (of, resolved) = program.resolve(m, global);
                self.addresses[m][program::index(global)] = self.addresses[of][program::index(resolved)];
            }
        }
    }

    /// Allocates a variable.
    fn variable(&mut self, program: &Program, m: usize, global: Global, kind: Kind) -> Result<Reg, Stop> {
        let module = &program.modules[m];
        let g = &module[global];
        let (cx, layout) = (module.context(), module.data_layout());
        let mut size = shape::alloc_size(cx, layout, self.options.vscale, g.value_type).unwrap_or(0);
        size += program.appended_to((m, global)).map(|(.., size)| size).sum::<u64>();
        let align = g.align.bytes().or_else(|| layout.preferred_align(cx, g.value_type)?.bytes()).unwrap_or(1);
        let address = self
            .memory
            .allocate(kind, size, align, Site::default())
            .map_err(|e| Stop::error(format!("no memory for `@{}`: {e}", String::from_utf8_lossy(g.name()))))?;
        if let Some(entry) = self.memory.entry_mut(address.meta.provenance()) {
            entry.info = program::index(global) as u32;
        }
        Ok(address)
    }

    /// The address of a variable that the program only declares.
    fn outside_variable(&mut self, program: &Program, g: &GlobalValue) -> Result<Reg, Stop> {
        let name = g.name();
        if let Some(variable) = self.c_variable(name)? {
            return Ok(variable);
        }
        if let Some(variable) = self.cxx_variable(program, name)? {
            return Ok(variable);
        }
        // A symbol with hidden visibility cannot be defined in another library.
        let native = if g.visibility == Visibility::Default { self.native_variable(name) } else { None };
        match native {
            Some(variable) => Ok(variable),
            None if g.linkage == Linkage::ExternalWeak => Ok(Reg::default()),
            None => self.code_address(Kind::Undefined, 0),
        }
    }

    /// Allocates a unique address for a function or block.
    pub(crate) fn code_address(&mut self, kind: Kind, info: u32) -> Result<Reg, Stop> {
        let block = self
            .memory
            .allocate(kind, 1, 16, Site::default())
            .map_err(|e| Stop::error(format!("no memory for functions: {e}")))?;
        if let Some(entry) = self.memory.entry_mut(block.meta.provenance()) {
            entry.info = info;
            entry.flags |= EntryFlags::SLOW_READ | EntryFlags::SLOW_WRITE | EntryFlags::EXPOSED;
        }
        Ok(block)
    }

    /// The address of a global, computed if necessary.
    pub(crate) fn address(&mut self, program: &Program, module: usize, global: Global) -> Reg {
        let address = self.addresses[module][program::index(global)];
        match address.bits == 0 && self.host.is_some() {
            true => self.native_address(program, module, global),
            false => address,
        }
    }

    /// The address of a global, if already computed.
    pub(crate) fn address_of(&self, module: usize, global: Global) -> Reg {
        self.addresses[module][program::index(global)]
    }

    /// Sets the address of a global.
    pub(crate) fn set_address(&mut self, module: usize, global: Global, address: Reg) {
        self.addresses[module][program::index(global)] = address;
    }

    /// The address of a block.
    pub(crate) fn block_address(&self, module: usize, index: u32) -> Reg {
        self.block_addresses[module].get(index as usize).copied().unwrap_or_default()
    }

    /// The running thread's copy of a thread-local variable.
    pub(crate) fn thread_local(&mut self, program: &Program, variable: u32) -> Result<Reg, Stop> {
        if let Some(address) = self.thread.locals[variable as usize] {
            return Ok(address);
        }
        let (m, global) = program.thread_locals[variable as usize];
        let g = &program.modules[m][global];
        if g.is_declaration()
            && !OWN_THREAD_LOCALS.contains(&g.name())
            && let Some(address) = self.native_variable(g.name())
        {
            return Ok(address);
        }
        let address = self.variable(program, m, global, Kind::ThreadLocal)?;
        self.thread.locals[variable as usize] = Some(address);
        self.thread.new_locals.push(variable);
        // An initializer may refer to its own variable or to another thread-local variable. That variable is initialized
        // afterwards.
        if self.thread.new_locals.len() == 1 {
            let done = self.initialize_thread_locals(program);
            self.thread.new_locals.clear();
            done?;
        }
        Ok(address)
    }

    fn initialize_thread_locals(&mut self, program: &Program) -> Result<(), Stop> {
        let mut at = 0;
        while let Some(&variable) = self.thread.new_locals.get(at) {
            at += 1;
            let (m, global) = program.thread_locals[variable as usize];
            if let GlobalKind::Variable(v) = &program.modules[m][global].kind
                && let (Some(initializer), Some(address)) = (v.initializer, self.thread.locals[variable as usize])
            {
                decode::image(program, self, m, initializer, address.bits).map_err(Stop::shape)?;
            }
        }
        Ok(())
    }

    /// The code of a function, decoded on first use.
    #[inline]
    pub(crate) fn code<'p>(&mut self, program: &'p Program, function: u32) -> Result<&'p SoundCode, Stop> {
        let cell = &program.functions[function as usize].code;
        if let Some(code) = cell.get() {
            return Ok(code);
        }
        let code = decode::decode(program, self, function).map_err(|e| {
            let name = String::from_utf8_lossy(program.function_name(function)).into_owned();
            Stop::error(format!("`@{name}` cannot be run: {e}"))
        })?;
        self.decoded += code.bytes;
        self.spend_on(code.bytes)?;
        Ok(cell.get_or_init(|| Box::new(code)))
    }

    /// Enters a function. `args` has one register for each scalar. Parameters without an argument are poison.
    pub(crate) fn enter(&mut self, program: &Program, function: u32, args: &[Reg], call: u32) -> Result<(), Stop> {
        if !program.functions[function as usize].defined {
            return Err(self.unknown_function(program, function));
        }
        let code = self.code(program, function)?;
        let base = match self.thread.frames.last() {
            Some(frame) => frame.base + self.code(program, frame.function)?.registers,
            None => 0,
        };
        if code.weight > 0 {
            self.spend(code.weight.into())?;
        }
        self.reserve(base, code.registers)?;
        let count = args.len().min(code.parameters as usize);
        let missing = Reg::poison(self.site());
        let (given, rest) = self.thread.regs[base as usize..][..code.parameters as usize].split_at_mut(count);
        given.copy_from_slice(&args[..count]);
        rest.fill(missing);
        if code.expectations.more || !all_defined(&args[..count]) {
            self.expect_at(&code.expectations, base as usize)?;
        }
        let Some(guard) = &code.guard else { return self.push_frame(code, base, call) };
        let end = base as usize + code.parameters as usize;
        let mut args: SmallVec<[Reg; 8]> = self.thread.regs[base as usize..end].into();
        let active = self.begin_guard(guard, function, &mut args)?;
        self.thread.regs[base as usize..end].copy_from_slice(&args);
        self.push_frame(code, base, call)?;
        if let Some(frame) = self.thread.frames.last_mut() {
            frame.extra.get_or_insert_default().guards.push(active);
        }
        Ok(())
    }

    /// Ensures room for registers.
    #[inline]
    pub(crate) fn reserve(&mut self, base: u32, count: u32) -> Result<(), Stop> {
        let end = base as usize + count as usize;
        if self.thread.regs.len() < end { self.grow_registers(end) } else { Ok(()) }
    }

    #[cold]
    fn grow_registers(&mut self, end: usize) -> Result<(), Stop> {
        if end > (self.options.max_memory / 16) as usize || end > u32::MAX as usize / 2 {
            return Err(self.stack_overflow());
        }
        let regs = &mut self.thread.regs;
        let bytes = |len: usize| ((len - regs.len()) * size_of::<Reg>()) as u64;
        // Grows geometrically if the memory limit allows.
        let ample = (end * 2).max(1024);
        let len = if bytes(ample) <= self.memory.room() { ample } else { end };
        let added = bytes(len);
        if added > self.memory.room() {
            return Err(self.out_of_memory());
        }
        self.memory.lengthen_tables(added);
        regs.reserve_exact(len - regs.len());
        regs.resize(len, Reg::default());
        Ok(())
    }

    /// Pushes a frame. The arguments must already be in the frame's registers, and the registers must be reserved.
    #[inline]
    pub(crate) fn push_frame(&mut self, code: &Code, base: u32, call: u32) -> Result<(), Stop> {
        if self.thread.frames.len() >= MAX_FRAMES {
            return Err(self.stack_overflow());
        }
        let end = (base + code.registers) as usize;
        self.thread.regs[end - code.constants.len()..end].copy_from_slice(&code.constants);
        let mark = self.memory.stack_mark(self.thread.stack);
        self.thread.frames.push(Frame { function: code.function, pc: 0, base, call, mark, extra: None });
        Ok(())
    }

    pub(crate) fn stack_overflow(&mut self) -> Stop {
        match self.undefined(&ub::memory::STACK_OVERFLOW, "calls are nested too deeply", Vec::new()) {
            Err(stop) => stop,
            Ok(()) => Stop::error("calls are nested too deeply".into()),
        }
    }

    /// The site of the running operation.
    pub(crate) fn site(&self) -> Site {
        self.thread.frames.last().map_or(Site::default(), |f| Site { function: f.function, op: f.pc.saturating_sub(1) })
    }

    /// The running operation or, in a function of a standard library, the innermost call site outside of the libraries. Used in
    /// reports about allocations.
    pub(crate) fn site_of_user(&self) -> Site {
        let here = self.site();
        match self.program.functions.get(here.function as usize) {
            Some(function) if function.is_library => self.call_of_library().unwrap_or(here),
            _ => here,
        }
    }

    #[cold]
    fn call_of_library(&self) -> Option<Site> {
        let mut frames = self.thread.frames.iter().rev();
        let user = frames.find(|f| !self.program.functions[f.function as usize].is_library)?;
        Some(Site { function: user.function, op: user.pc.saturating_sub(1) })
    }

    /// A pseudo-random number that depends on the seed.
    pub(crate) fn random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A choice of undef bits according to the options.
    pub(crate) fn choose(&mut self) -> u64 {
        match self.options.undef {
            UndefChoice::Zero => 0,
            UndefChoice::Ones => u64::MAX,
            UndefChoice::Random => self.random(),
        }
    }

    /// An undef value of up to 64 bits.
    pub(crate) fn undef(&mut self, bits: u32, origin: Site) -> Reg {
        let mask = u64::MAX >> (64 - bits.clamp(1, 64));
        Reg { bits: self.choose() & mask, meta: self.undefs.meta(mask, origin) }
    }

    /// The result of `freeze`: undef bits are fixed to their chosen values, and all bits of poison are chosen now.
    pub(crate) fn freeze(&mut self, value: Reg, bits: u32) -> Reg {
        match value.meta.knowledge() {
            Knowledge::Defined(_) => value,
            Knowledge::Poison(_) => Reg::int(self.choose() & (u64::MAX >> (64 - bits.clamp(1, 64)))),
            Knowledge::Undef(_) => Reg::int(value.bits),
        }
    }

    /// Writes a value to memory regardless of its definedness. The place must be large enough.
    pub(crate) fn store_shape(&mut self, shape: &Shape, place: Place, regs: &[Reg]) {
        if shape.has_padding {
            self.memory.forget(place, shape.store_size);
        }
        let big_endian = self.memory.is_big_endian();
        shape.each_whole(|leaf| {
            let pointer = matches!(leaf.scalar, Scalar::Pointer(_));
            for (register, offset, len) in words(leaf, big_endian) {
                let place = Memory::behind(place, offset);
                self.memory.store_any(place, len as usize, pointer, regs[register], &self.undefs);
            }
        });
        for packed in &shape.packed {
            self.store_packed(shape, packed, Memory::behind(place, packed.offset), regs);
        }
    }

    /// Reads a value from memory regardless of its definedness.
    pub(crate) fn load_shape(&mut self, shape: &Shape, place: Place, site: Site, regs: &mut [Reg]) {
        let big_endian = self.memory.is_big_endian();
        shape.each_whole(|leaf| {
            let pointer = matches!(leaf.scalar, Scalar::Pointer(_));
            let mut bits = leaf.scalar.bits();
            for (register, offset, len) in words(leaf, big_endian) {
                let mut reg = self.load_word(Memory::behind(place, offset), len as usize, pointer, site);
                if bits < 64 {
                    reg = self.mask(reg, u64::MAX >> (64 - bits));
                }
                bits = bits.saturating_sub(64);
                regs[register] = reg;
            }
        });
        for packed in &shape.packed {
            self.load_packed(shape, packed, Memory::behind(place, packed.offset), site, regs);
        }
    }

    /// Clears the bits of the value that are not in `mask`.
    pub(crate) fn mask(&mut self, reg: Reg, mask: u64) -> Reg {
        match reg.meta.knowledge() {
            Knowledge::Undef(index) => {
                let undef = self.undefs.get(index);
                Reg { bits: reg.bits & mask, meta: self.undefs.meta(undef.mask & mask, undef.origin) }
            }
            _ => Reg { bits: reg.bits & mask, meta: reg.meta },
        }
    }

    /// Reads up to eight bytes of memory regardless of their definedness. Reading a pointer as an integer exposes its
    /// allocation.
    pub(crate) fn load_word(&mut self, place: Place, len: usize, pointer: bool, site: Site) -> Reg {
        if !pointer {
            self.memory.expose_pointers(place, len as u64);
        }
        let mut random = (self.options.undef == UndefChoice::Random).then(|| self.random());
        let fixed = if self.options.undef == UndefChoice::Ones { u64::MAX } else { 0 };
        self.memory.load_any(place, len, pointer, &mut self.undefs, &mut || random.take().unwrap_or(fixed), site)
    }

    /// The bits and the definedness of a register.
    pub(crate) fn limb(&self, reg: Reg) -> Limb {
        match reg.meta.knowledge() {
            Knowledge::Defined(_) => reg.bits.into(),
            Knowledge::Undef(index) => Limb { bits: reg.bits, undef: self.undefs.get(index).mask, poison: 0 },
            Knowledge::Poison(_) => Limb { bits: 0, undef: 0, poison: u64::MAX },
        }
    }

    /// Converts a limb to a register. `undef` and `poison` are recorded as the origins of undef and poison bits.
    pub(crate) fn register_of(&mut self, limb: Limb, undef: Site, poison: Site) -> Reg {
        match limb.poison {
            0 => Reg { bits: limb.bits, meta: self.undefs.meta(limb.undef, undef) },
            _ => Reg::poison(poison),
        }
    }

    fn store_packed(&mut self, shape: &Shape, packed: &Packed, place: Place, regs: &[Reg]) {
        let mut row = Row::new(packed.size as u32 * 8);
        let mut poison = Site::default();
        for (register, at, width) in packed_limbs(shape, packed) {
            let reg = regs[register];
            match reg.meta.knowledge() {
                Knowledge::Poison(site) => poison = site,
                // The bits of a packed element do not hold a provenance.
                Knowledge::Defined(provenance) => self.memory.expose(provenance),
                Knowledge::Undef(_) => {}
            }
            row.add(at, width, self.limb(reg));
        }
        for (i, at) in packed_bytes(packed, self.memory.is_big_endian()) {
            self.memory.store_limb(Memory::behind(place, i), row.get(at, 8), poison);
        }
    }

    fn load_packed(&mut self, shape: &Shape, packed: &Packed, place: Place, site: Site, regs: &mut [Reg]) {
        self.memory.expose_pointers(place, packed.size);
        let mut row = Row::new(packed.size as u32 * 8);
        let mut poison = site;
        for (i, at) in packed_bytes(packed, self.memory.is_big_endian()) {
            let (mut limb, made) = self.memory.load_limb(Memory::behind(place, i));
            if limb.undef != 0 {
                limb.bits = limb.bits & !limb.undef | self.choose() & limb.undef;
            }
            poison = made.unwrap_or(poison);
            row.add(at, 8, limb);
        }
        for leaf in &shape.leaves[packed.leaves.clone()] {
            let at = (leaf.offset - packed.offset * 8) as u32;
            for (i, reg) in regs[leaf.registers()].iter_mut().enumerate() {
                let width = (leaf.scalar.bits() - 64 * i as u32).min(64);
                *reg = self.register_of(row.get(at + 64 * i as u32, width), site, poison);
                if matches!(leaf.scalar, Scalar::Pointer(_)) && reg.meta.is_defined() {
                    *reg = Memory::pointer_of_integer(reg.bits);
                }
            }
        }
    }

    /// The function that a pointer points to, if any.
    pub(crate) fn function_at(&self, pointer: Reg) -> Option<u32> {
        let provenance = match pointer.meta.provenance() {
            Provenance::WILDCARD | Provenance::NONE | Provenance::FOREIGN => self.memory.allocation_at(pointer.bits)?,
            provenance => provenance,
        };
        let entry = self.memory.entry(provenance)?;
        let found = entry.kind == Kind::Function && entry.base == pointer.bits;
        (found && entry.info != crate::start::UNRESOLVED).then_some(entry.info)
    }
}

/// The registers of a byte-aligned scalar, with the byte offset and the byte length of each.
fn words(leaf: &Leaf, big_endian: bool) -> impl Iterator<Item = (usize, u64, u64)> {
    let (first, offset) = (leaf.register as usize, leaf.offset / 8);
    let size = u64::from(leaf.scalar.bits()).div_ceil(8);
    let highest_first = leaf.scalar.highest_first(big_endian);
    (0..size.div_ceil(8)).map(move |i| {
        let len = (size - 8 * i).min(8);
        (first + i as usize, offset + if highest_first { size - 8 * i - len } else { 8 * i }, len)
    })
}

/// The registers of a packed vector, with the lowest bit and the bit width of each in the vector's integer.
fn packed_limbs<'a>(shape: &'a Shape, packed: &Packed) -> impl Iterator<Item = (usize, u32, u32)> + use<'a> {
    let start = packed.offset * 8;
    shape.leaves[packed.leaves.clone()].iter().flat_map(move |leaf| {
        let at = (leaf.offset - start) as u32;
        (0..leaf.scalar.registers())
            .map(move |i| ((leaf.register + i) as usize, at + 64 * i, (leaf.scalar.bits() - 64 * i).min(64)))
    })
}

/// The bytes of a packed vector, with the lowest bit of each in the vector's integer.
fn packed_bytes(packed: &Packed, big_endian: bool) -> impl Iterator<Item = (u64, u32)> + use<> {
    let size = packed.size;
    (0..size).map(move |i| (i, 8 * if big_endian { size - 1 - i } else { i } as u32))
}

impl Stop {
    /// An error of the interpreter, without an undefined behaviour.
    pub(crate) fn error(message: String) -> Stop {
        Stop::Report(Box::new(Report {
            kind: None,
            message,
            notes: Vec::new(),
            memory: None,
            stack: Vec::new(),
            left_out: None,
            operands: Vec::new(),
            thread: None,
            signal: None,
        }))
    }

    pub(crate) fn shape(error: shape::ShapeError) -> Stop {
        Stop::error(error.to_string())
    }
}
