//! Unsplit [coroutines](https://llvm.org/docs/Coroutines.html): those of `llvm.coro.id`, which are resumed by their handle, and
//! those of `llvm.coro.id.retcon`, which are resumed by calling the continuation that they return.
//!
//! A suspending coroutine saves its registers; resuming restores them in a new frame. The objects of its `alloca`s belong to
//! the coroutine rather than the stack, so that they outlive the frames.

use super::general::same;
use crate::builtin::{Call, Then, builtins};
use cranelift_entity::EntityRef;

use crate::decode::op::{CallSite, Callee, Code, Op};
use crate::limits::Footprint;
use crate::memory::{EntryFlags, Kind, Memory};
use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::ub::{call, intrinsic as kinds};
use crate::value::{Provenance, Reg, Site};

builtins! {
    "llvm.coro.id" = |c| {
        let promise = c.registers(1)?[0];
        running(c.state, |frame| frame.promise = promise);
        c.give(0)
    },
    "llvm.coro.id.retcon" = |c| returns_continuations(c, false),
    "llvm.coro.id.retcon.once" = |c| returns_continuations(c, true),
    "llvm.coro.alloc" = |c| c.give(1),
    "llvm.coro.size" = |c| {
        let word = c.word();
        c.give(FRAME_WORDS * word)
    },
    "llvm.coro.align" = |c| {
        let word = c.word();
        c.give(2 * word)
    },
    "llvm.coro.begin" = begin,
    "llvm.coro.frame" = |c| {
        let handle = running(c.state, |frame| frame.handle);
        c.give_register(handle)
    },
    "llvm.coro.save" = save,
    "llvm.coro.suspend" = suspend,
    "llvm.coro.suspend.retcon" = suspend_by_returning,
    "llvm.coro.end" = end,
    "llvm.coro.is_in_ramp" = |c| {
        let in_ramp = running(c.state, |frame| frame.resumed == 0);
        c.give(in_ramp.into())
    },
    // The handle is the memory passed to `llvm.coro.begin`.
    "llvm.coro.free" = |c| {
        let memory = c.registers(1)?[0];
        c.give_register(memory)
    },
    "llvm.coro.prepare.async" = same,
    "llvm.coro.prepare.retcon" = same,
    "llvm.coro.resume" = |c| resume(c, 0),
    "llvm.coro.destroy" = |c| resume(c, 1),
    "llvm.coro.subfn.addr" = part,
    "llvm.coro.done" = done,
    "llvm.coro.alloca.alloc" = |c| {
        let (size, align) = (c.size(0)?, c.size(1)?);
        let align = align.checked_next_power_of_two().unwrap_or(1);
        let made = c.state.coroutine_object(size, align, false)?;
        c.give_register(made)
    },
    // The token is the pointer.
    "llvm.coro.alloca.get" = same,
    "llvm.coro.alloca.free" = |c| {
        let object = c.registers(0)?[0].meta.provenance();
        c.state.memory.set_flags(object, EntryFlags::OUT_OF_LIFETIME, true);
        Ok(Then::Return)
    },
    "llvm.coro.promise" = promise,
    "llvm.coro.noop" = noop,
    "llvm.coro.await.suspend.void" = await_suspend,
    "llvm.coro.await.suspend.bool" = await_suspend,
    // The result is resumed next (see the decoder).
    "llvm.coro.await.suspend.handle" = await_suspend,
}

/// The size in words of a coroutine's memory. Its contents are unused, but its address is unique.
const FRAME_WORDS: u64 = 4;

/// The coroutine state of a frame.
#[derive(Default)]
pub(crate) struct Running {
    /// The result of `llvm.coro.begin`.
    pub(crate) handle: Reg,
    promise: Reg,
    /// For a coroutine that returns continuations, the buffer passed to it, which is its handle; and whether it is a
    /// `retcon.once` coroutine.
    returns: Option<(Reg, bool)>,
    /// Whether the coroutine was resumed for its end.
    ends: bool,
    /// The resume count of the coroutine when this frame began; 0 for the first frame.
    resumed: u64,
    /// The objects of `alloca`s before `llvm.coro.begin`.
    objects: Vec<Provenance>,
}

/// A coroutine.
pub(crate) struct Coroutine {
    function: u32,
    promise: Reg,
    /// Whether the coroutine may suspend only once.
    once: bool,
    state: CoroutineState,
    /// The number of resumes.
    resumed: u64,
    /// The objects of its `alloca`s.
    objects: Vec<Provenance>,
}

enum CoroutineState {
    Running,
    Suspended {
        /// The registers of the suspended frame.
        registers: Vec<Reg>,
        /// The index of the `llvm.coro.suspend` call in the code, and of the following operation.
        call: u32,
        pc: u32,
        /// Whether the coroutine is at its final suspend point and can only be destroyed.
        done: bool,
    },
    /// `llvm.coro.noop`: has no code.
    Noop,
}

impl Running {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.objects);
    }
}

impl Coroutine {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.objects);
        if let CoroutineState::Suspended { registers, .. } = &self.state {
            all.add(registers);
        }
    }
}

/// Accesses the coroutine state of the running frame.
fn running<T: Default>(state: &mut State, look: impl FnOnce(&mut Running) -> T) -> T {
    let frame = state.thread.frames.last_mut();
    frame.map_or(T::default(), |f| look(f.extra.get_or_insert_default().coroutine.get_or_insert_default()))
}

fn returns_continuations(c: &mut Call<'_>, once: bool) -> Result<Then, Stop> {
    let buffer = c.registers(2)?[0];
    running(c.state, |frame| frame.returns = Some((buffer, once)));
    c.give(0)
}

fn begin(c: &mut Call<'_>) -> Result<Then, Stop> {
    let memory = c.registers(1)?[0];
    let (handle, once) = running(c.state, |frame| frame.returns).unwrap_or((memory, false));
    let function = c.state.thread.frames.last().map_or(0, |f| f.function);
    let (promise, objects) = running(c.state, |frame| {
        frame.handle = handle;
        (frame.promise, std::mem::take(&mut frame.objects))
    });
    let made = Coroutine { function, promise, once, state: CoroutineState::Running, resumed: 0, objects };
    c.state.coroutines.insert(handle.bits, made);
    c.give_register(handle)
}

/// `llvm.coro.save`: from now on the coroutine may be resumed after the `llvm.coro.suspend` with this token.
fn save(c: &mut Call<'_>) -> Result<Then, Stop> {
    let token = running(c.state, |frame| frame.resumed) + 1;
    c.give(token)?;
    c.state.set(c.site.dst, &c.result);
    let function = c.state.thread.frames.last().map_or(0, |f| f.function);
    let code = c.state.code(c.program, function)?;
    c.state.spend_on(code.ops.len() as u64)?;
    let names = |site: &CallSite| {
        let suspends = matches!(site.callee, Callee::Builtin(b) if b.name == "llvm.coro.suspend");
        suspends && site.args.first() == Some(&c.site.dst)
    };
    let Some(call) = code.calls.iter().position(names) else { return Ok(Then::Return) };
    let is_it = |op: &Op| matches!(*op, Op::Call { call: c } if c as usize == call);
    let Some(pc) = code.ops.iter().position(is_it) else { return Ok(Then::Return) };
    let done = code.calls[call].args.get(1).is_some_and(|&last| c.state.operand(code, last).bits != 0);
    c.state.leave_behind(call as u32, pc as u32 + 1, done);
    Ok(Then::Return)
}

/// `llvm.coro.suspend`: returns -1, with which the frame proceeds to its end. A resumed frame gets 0 or 1 instead.
fn suspend(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (saved, done) = (c.args[0].bits, c.size(1)? != 0);
    let pc = c.state.thread.frames.last().map_or(0, |f| f.pc);
    let handle = running(c.state, |frame| frame.handle);
    let resumed = c.state.coroutines.get(&handle.bits).map_or(0, |co| co.resumed);
    // The coroutine may have been resumed since the save, and have continued.
    if saved == 0 || saved == resumed + 1 {
        c.state.leave_behind(c.number, pc, done);
    }
    c.give_signed(-1)
}

/// `llvm.coro.suspend.retcon`: the result is the continuation and the arguments, which the following operation returns. A call
/// of the continuation resumes after that operation.
fn suspend_by_returning(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (ends, resumed) = running(c.state, |frame| (frame.ends, frame.resumed != 0));
    let once = running(c.state, |frame| frame.returns).is_some_and(|(_, once)| once);
    if ends || once && resumed {
        let message = if ends { "it was resumed to end" } else { "it was suspended before" };
        c.state.undefined(&kinds::CORO_SUSPENDS_AGAIN, message, Vec::new())?;
    }
    let pc = c.state.thread.frames.last().map_or(0, |f| f.pc);
    c.state.leave_behind(c.number, pc + 1, false);
    let continuation = c.state.coroutine_entries()?[Entry::Continuation as usize];
    let given = std::iter::once(&continuation).chain(c.args);
    c.result.iter_mut().zip(given).for_each(|(to, &from)| *to = from);
    Ok(Then::Return)
}

/// `llvm.coro.end`: returns from a resumed frame.
fn end(c: &mut Call<'_>) -> Result<Then, Stop> {
    let unwinds = c.size(1)? != 0;
    let (handle, resumed) = running(c.state, |frame| (frame.handle, frame.resumed != 0));
    if unwinds {
        if let Some(coroutine) = c.state.coroutines.get_mut(&handle.bits) {
            coroutine.state = CoroutineState::Suspended { registers: Vec::new(), call: u32::MAX, pc: 0, done: true };
        }
        return Ok(Then::Return);
    }
    if !resumed {
        return Ok(Then::Return);
    }
    let Some(frame) = c.state.pop_frame() else { return Ok(Then::Return) };
    let function = c.state.thread.frames.last().map_or(0, |f| f.function);
    let code = c.state.code(c.program, function)?;
    if let Some(site) = code.calls.get(frame.call as usize) {
        c.state.returned(code, site, &mut [])?;
    }
    Ok(Then::Elsewhere)
}

/// `llvm.coro.resume` and `llvm.coro.destroy`, where `llvm.coro.suspend` yields 0 and 1.
fn resume(c: &mut Call<'_>, how: u64) -> Result<Then, Stop> {
    let handle = c.arg(0)?;
    let caller = c.state.thread.frames.last().map_or(0, |f| f.function);
    let own = c.state.code(c.program, caller)?;
    let entered = c.state.resume_coroutine(c.program, own, c.number, handle, how)?;
    Ok(if entered { Then::Elsewhere } else { Then::Return })
}

/// The functions that a coroutine would be split into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    Resume,
    Destroy,
    /// The function returned by `llvm.coro.suspend.retcon`.
    Continuation,
}

/// Whether a call is of `llvm.coro.suspend.retcon`.
fn returns_continuation(site: &CallSite) -> bool {
    matches!(site.callee, Callee::Builtin(b) if b.name == "llvm.coro.suspend.retcon")
}

/// `llvm.coro.subfn.addr`: the function that resumes or destroys a coroutine; for a split coroutine, the function in its frame.
fn part(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (handle, index) = (c.arg(0)?, c.size(1)?);
    if !c.state.coroutines.contains_key(&handle.bits) {
        let offset = index.wrapping_mul(c.word());
        let function = c.state.read_pointer(handle, offset)?;
        return c.give_register(function);
    }
    let entry = if index == 0 { Entry::Resume } else { Entry::Destroy };
    let pointer = c.state.coroutine_entries()?[entry as usize];
    c.give_register(pointer)
}

fn done(c: &mut Call<'_>) -> Result<Then, Stop> {
    let handle = c.arg(0)?;
    let done = c
        .state
        .suspended(handle)?
        .is_some_and(|coroutine| matches!(coroutine.state, CoroutineState::Suspended { done: true, .. }));
    c.give(done.into())
}

/// `llvm.coro.promise`: converts between handle and promise.
fn promise(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (pointer, back) = (c.arg(0)?, c.size(2)? != 0);
    let found = match back {
        false => c.state.coroutines.get(&pointer.bits).map(|coroutine| coroutine.promise),
        true => {
            c.state.count(c.state.coroutines.len() as u64);
            let all = c.state.coroutines.iter().filter(|(_, coroutine)| coroutine.promise.bits == pointer.bits);
            all.map(|(&handle, _)| handle).min().map(|handle| match c.state.memory.allocation_at(handle) {
                Some(provenance) => Reg::pointer(handle, provenance),
                None => Memory::pointer_of_integer(handle),
            })
        }
    };
    match found {
        Some(found) => c.give_register(found),
        None => {
            let message = format!("there is no coroutine with a promise at {:#x}", pointer.bits);
            c.state.undefined(&kinds::CORO_NOT_SUSPENDED, message, Vec::new())?;
            c.give_null()
        }
    }
}

fn noop(c: &mut Call<'_>) -> Result<Then, Stop> {
    let size = FRAME_WORDS * c.word();
    let made = c.state.memory.allocate(Kind::Machine, size, 16, Site::default());
    let handle = made.map_err(|e| c.state.error(e.to_string()))?;
    let state = CoroutineState::Noop;
    let noop = Coroutine { function: 0, promise: Reg::default(), once: false, state, resumed: 0, objects: Vec::new() };
    c.state.coroutines.insert(handle.bits, noop);
    c.give_register(handle)
}

/// `llvm.coro.await.suspend`: calls a function with an awaiter and the handle.
fn await_suspend(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (awaiter, handle, function) = (c.registers(0)?[0], c.registers(1)?[0], c.arg(2)?);
    c.call_instead(function, &[awaiter, handle])
}

impl State {
    /// The addresses of the entry functions, in the order of [`Entry`].
    fn coroutine_entries(&mut self) -> Result<[Reg; 3], Stop> {
        if let Some(entries) = self.coroutine_entries {
            return Ok(entries);
        }
        let mut made = [Reg::default(); 3];
        for entry in &mut made {
            *entry = self.code_address(Kind::Function, crate::start::UNRESOLVED)?;
        }
        self.coroutine_entries = Some(made);
        Ok(made)
    }

    /// The entry function that a pointer refers to, if any.
    pub(crate) fn coroutine_entry(&self, pointer: Reg) -> Option<Entry> {
        let entries = self.coroutine_entries.as_ref().filter(|_| pointer.meta.is_defined())?;
        let at = entries.iter().position(|entry| entry.bits == pointer.bits)?;
        Some([Entry::Resume, Entry::Destroy, Entry::Continuation][at])
    }

    /// Calls an entry function; the first argument is the handle.
    pub(crate) fn call_coroutine(
        &mut self,
        program: &Program,
        code: &Code,
        call: u32,
        entry: Entry,
        args: &[Reg],
    ) -> Result<(), Stop> {
        let how = match (entry, args) {
            (Entry::Resume, [_]) => 0,
            (Entry::Destroy, [_]) => 1,
            (Entry::Continuation, &[_, ends, ..]) => self.freeze(ends, 1).bits & 1,
            _ => {
                let message = "a function that goes on with a coroutine has other parameters";
                self.undefined(&call::ARGUMENT_COUNT, message, Vec::new())?;
                return Err(self.error("there is no coroutine to go on with"));
            }
        };
        match self.resume_coroutine(program, code, call, args[0], how)? {
            true => Ok(()),
            false => self.returned(code, &code.calls[call as usize], &mut []),
        }
    }

    /// Enters a suspended coroutine from a call site in `caller`. Returns false if there is none to enter. `how` is the result
    /// of its `llvm.coro.suspend`.
    fn resume_coroutine(
        &mut self,
        program: &Program,
        caller: &Code,
        from: u32,
        handle: Reg,
        how: u64,
    ) -> Result<bool, Stop> {
        let (function, registers, call, pc) = match self.suspended(handle)? {
            None => return Ok(false),
            Some(coroutine) => match &mut coroutine.state {
                CoroutineState::Suspended { done: true, .. } if how == 0 => {
                    let message = "the coroutine is at its final suspend point";
                    self.undefined(&kinds::CORO_DONE, message, Vec::new())?;
                    return Ok(false);
                }
                &mut CoroutineState::Suspended { ref mut registers, call, pc, .. } => {
                    (coroutine.function, std::mem::take(registers), call, pc)
                }
                CoroutineState::Running | CoroutineState::Noop => return Ok(false),
            },
        };
        let base = self.thread.frames.last().map_or(0, |f| f.base) + caller.registers;
        let code = self.code(program, function)?;
        self.spend(code.registers.into())?;
        self.reserve(base, code.registers)?;
        self.push_frame(code, base, from)?;
        self.set(0, &registers);
        let site = code.calls.get(call as usize);
        let by_returning = site.is_some_and(returns_continuation);
        if let Some(site) = site {
            // For a continuation, `site.dst` is the value that was returned.
            let dst = if by_returning { code.slots[site.inst.index()] } else { site.dst };
            self.set(dst, &[Reg::int(how)]);
        }
        let (resumed, once) = self.coroutines.get_mut(&handle.bits).map_or((1, false), |coroutine| {
            coroutine.state = CoroutineState::Running;
            coroutine.resumed += 1;
            (coroutine.resumed, coroutine.once)
        });
        if let Some(frame) = self.thread.frames.last_mut() {
            frame.pc = pc;
        }
        running(self, |frame| {
            (frame.handle, frame.resumed) = (handle, resumed);
            if by_returning {
                (frame.returns, frame.ends) = (Some((handle, once)), how != 0);
            }
        });
        Ok(true)
    }

    /// Saves the state of the running frame that is needed to continue after an `llvm.coro.suspend`.
    fn leave_behind(&mut self, call: u32, pc: u32, done: bool) {
        let code = self.thread.frames.last().and_then(|f| self.program.functions[f.function as usize].code.get());
        self.count(code.map_or(0, |code| code.registers.into()));
        let Some(frame) = self.thread.frames.last() else { return };
        let handle = frame.extra.as_ref().and_then(|extra| Some(extra.coroutine.as_ref()?.handle));
        let code = self.program.functions[frame.function as usize].code.get();
        let (Some(handle), Some(code)) = (handle, code) else { return };
        let base = frame.base as usize;
        let registers = self.thread.regs[base..base + code.registers as usize].to_vec();
        if let Some(coroutine) = self.coroutines.get_mut(&handle.bits) {
            coroutine.state = CoroutineState::Suspended { registers, call, pc, done };
        }
    }

    /// The suspended coroutine of a handle. Reports a coroutine that is not suspended; `None` if there is nothing to do.
    fn suspended(&mut self, handle: Reg) -> Result<Option<&mut Coroutine>, Stop> {
        match self.coroutines.get(&handle.bits).map(|coroutine| &coroutine.state) {
            Some(CoroutineState::Suspended { .. }) => Ok(self.coroutines.get_mut(&handle.bits)),
            Some(CoroutineState::Noop) => Ok(None),
            Some(CoroutineState::Running) => {
                self.undefined(&kinds::CORO_NOT_SUSPENDED, "the coroutine is running", Vec::new())?;
                Ok(None)
            }
            None => {
                let message = format!("there is no coroutine at {:#x}, or it has ended", handle.bits);
                self.undefined(&kinds::CORO_NOT_SUSPENDED, message, Vec::new())?;
                Ok(None)
            }
        }
    }

    /// Allocates an object of a coroutine, which outlives the frame.
    pub(crate) fn coroutine_object(&mut self, size: u64, align: u64, begins_later: bool) -> Result<Reg, Stop> {
        let site = self.site();
        let made = self.memory.allocate(Kind::Stack, size, align, site).map_err(|e| self.error(e.to_string()))?;
        let provenance = made.meta.provenance();
        if begins_later {
            self.memory.set_flags(provenance, EntryFlags::OUT_OF_LIFETIME, true);
        }
        let handle = running(self, |frame| frame.handle);
        match self.coroutines.get_mut(&handle.bits) {
            Some(coroutine) => coroutine.objects.push(provenance),
            None => running(self, |frame| frame.objects.push(provenance)),
        }
        Ok(made)
    }

    /// The frame of a coroutine was removed: unless suspended, the coroutine has ended.
    #[cold]
    pub(crate) fn leave_coroutine(&mut self, frame: Running, here: Site) {
        let mut objects = frame.objects;
        if let Some(coroutine) = self.coroutines.get(&frame.handle.bits)
            && matches!(coroutine.state, CoroutineState::Running)
            && coroutine.resumed == frame.resumed
            && let Some(coroutine) = self.coroutines.remove(&frame.handle.bits)
        {
            objects.extend(coroutine.objects);
        }
        for object in objects {
            self.memory.free(object, here);
        }
    }
}
