//! Exceptions ([Exception Handling in LLVM](https://llvm.org/docs/ExceptionHandling.html)): how they leave frames.
//!
//! An exception is known by the address of its header, an `_Unwind_Exception`: that is what a landing pad is given. Raising
//! one first looks for a frame that handles it. If there is one, frames are left up to the first that has something to do,
//! the handler or a clean-up; that one resumes when it is done. If there is none, no frame is left.

pub(crate) mod cxx;
mod forced;
pub(crate) mod funclet;
mod jump;
mod landing;
mod library;
mod type_info;

use lindworm_analysis::Personality;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Inst, InstData};

pub(crate) use library::methods;

use crate::builtin::Then;
use crate::decode::op::{CONSTANT, CallSite, Callee, Code, Op, Operand};
use crate::limits::Footprint;
use crate::program::Program;
use crate::state::{AGAIN, FROM_OUTSIDE, State};
use crate::stop::{Note, Stop};
use crate::ub::unwinding as kinds;
use crate::value::{Reg, Site};

/// What the machine knows of exceptions.
#[derive(Default)]
pub(crate) struct Exceptions {
    /// C++ exceptions.
    pub(crate) cxx: cxx::Exceptions,
    /// The numbers of types that selectors are, by the address of their type info.
    type_ids: HashMap<u64, i32>,
    /// What leaves frames by force, by the address of its header.
    forced: HashMap<u64, forced::Forced>,
    /// The last number that a frame was given to be known by.
    last_serial: u64,
    /// Always empty: the funclets of no frame.
    no_funclets: Vec<funclet::Funclet>,
    /// What is known of type infos and the classes of C++'s library.
    library: library::Library,
}

/// What a thread knows of exceptions.
#[derive(Default)]
pub(crate) struct ThreadExceptions {
    /// The headers of those that left a call, and that nobody has caught since.
    pub(crate) in_flight: HashSet<u64>,
    /// The C++ exceptions that are caught, the innermost last.
    pub(crate) caught: Vec<cxx::Caught>,
    /// How many C++ exceptions are thrown and not caught yet.
    pub(crate) uncaught: u32,
}

impl Exceptions {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        // What the library has is as much as the program names.
        let Exceptions { cxx, type_ids, forced, last_serial: _, no_funclets, library: _ } = self;
        cxx.footprint(all);
        all.add(type_ids);
        all.add(forced);
        all.add(no_funclets);
    }
}

impl ThreadExceptions {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        let ThreadExceptions { in_flight, caught, uncaught: _ } = self;
        all.add(in_flight);
        all.add(caught);
    }
}

/// Where in a frame an exception is taken up.
struct Pad {
    /// The operation.
    pc: u32,
    /// What a `landingpad` gives beside the exception.
    selector: i32,
    /// Whether it handles the exception, rather than cleans up and resumes.
    handles: bool,
}

impl State {
    /// Raises an exception: goes to where it is handled or to the first clean-up on the way, or says that nobody handles it,
    /// and nothing has changed.
    pub(crate) fn raise(&mut self, program: &Program, header: Reg) -> Result<bool, Stop> {
        for index in (0..self.thread.frames.len()).rev() {
            self.spend(FRAME)?;
            self.may_leave_call(program, index)?;
            if self.pad(program, index, header)?.is_some_and(|pad| pad.handles) {
                self.thread.exceptions.in_flight.insert(header.bits);
                self.unwind(program, self.thread.frames.len(), header)?;
                return Ok(true);
            }
            self.may_leave_function(program, index)?;
        }
        Ok(false)
    }

    /// Leaves frames, of which there are `below` at most that may take the exception up, up to the next that does so.
    pub(super) fn unwind(&mut self, program: &Program, below: usize, header: Reg) -> Result<Then, Stop> {
        for index in (0..below).rev() {
            self.spend(FRAME)?;
            if let Some(pad) = self.pad(program, index, header)? {
                return self.go_to_pad(index, pad, header);
            }
        }
        Err(self.error("no frame takes up an exception that was raised to be handled"))
    }

    /// Goes to where a frame takes an exception up.
    fn go_to_pad(&mut self, index: usize, pad: Pad, header: Reg) -> Result<Then, Stop> {
        let selector = Reg::int(u64::from(pad.selector as u32));
        self.go_to(index, pad.pc, |state| {
            if let Some(frame) = state.thread.frames.last_mut() {
                frame.extra.get_or_insert_default().landing = [header, selector].into();
            }
        })
    }

    /// Leaves all but the first `keep` frames.
    pub(crate) fn leave_frames(&mut self, keep: usize) {
        let mut waited_for = false;
        while self.thread.frames.len() > keep {
            waited_for |= self.pop_frame().is_some_and(|frame| frame.call == AGAIN);
        }
        if waited_for {
            self.wake_who_waits_for_once();
        }
    }

    /// `resume`: an exception goes on to the callers of the running function.
    pub(crate) fn resume(&mut self, program: &Program, header: Reg) -> Result<Then, Stop> {
        if !header.meta.is_defined() || !self.thread.exceptions.in_flight.contains(&header.bits) {
            let notes = self.origin_note(header);
            let message = format!("there is no exception in flight at {:#x}", header.bits);
            self.undefined(&kinds::RESUME, message, notes)?;
            return Err(self.error("there is nothing to resume"));
        }
        let below = self.thread.frames.len() - 1;
        match self.exceptions.forced.contains_key(&header.bits) {
            true => self.go_on_by_force(program, header, below),
            false => self.unwind(program, below, header),
        }
    }

    /// What the pad gives that the unwinder has gone to: `count` registers.
    pub(crate) fn landing(&mut self, dst: u32, count: u32) {
        let Some(frame) = self.thread.frames.last_mut() else { return };
        let landing = frame.extra.as_mut().map(|extra| std::mem::take(&mut extra.landing)).unwrap_or_default();
        self.set(dst, &landing[..landing.len().min(count as usize)]);
    }

    /// The call that a frame is in; none if it is at something else.
    fn call_of<'p>(&mut self, program: &'p Program, index: usize) -> Result<Option<(&'p Code, &'p CallSite)>, Stop> {
        let frame = &self.thread.frames[index];
        let (function, pc) = (frame.function, frame.pc);
        let code = self.code(program, function)?;
        let Some(Op::Call { call }) = code.ops.get(pc.wrapping_sub(1) as usize) else { return Ok(None) };
        Ok(Some((code, &code.calls[*call as usize])))
    }

    /// Where a frame takes up an exception that leaves the call that it is in.
    fn pad(&mut self, program: &Program, index: usize, header: Reg) -> Result<Option<Pad>, Stop> {
        let Some((code, site)) = self.call_of(program, index)? else { return Ok(None) };
        let Some((_, pc)) = site.invoke else { return Ok(None) };
        let Some(inst) = pad_of(program, code, site.inst) else { return Ok(None) };
        let landing = match self.landing_pad(program, code, inst, header)? {
            Some(landing) => Some(landing),
            None => self.funclet_pad(program, code, inst, header)?.map(|handles| (0, handles)),
        };
        Ok(landing.map(|(selector, handles)| Pad { pc, selector, handles }))
    }

    /// Reports an exception that leaves a call that promised that none would, or native code.
    fn may_leave_call(&mut self, program: &Program, index: usize) -> Result<(), Stop> {
        let Some((code, site)) = self.call_of(program, index)? else { return Ok(()) };
        let info = &program.functions[code.function as usize];
        let module = &program.modules[info.module];
        let cx = module.context();
        let call = module.body(info.global).and_then(|body| body.inst(site.inst).call_info());
        let attributes = call.map(|call| cx.attribute_list(call.attributes).function);
        if attributes.is_some_and(|set| cx.has_attribute(set, AttrKind::NO_UNWIND)) {
            let message = "an exception leaves a call that is `nounwind`";
            let notes = vec![Note::new("the call", self.site_of(index))];
            self.undefined(&kinds::NOUNWIND, message, notes)?;
        }
        let last = index + 1 == self.thread.frames.len();
        let left_outside = self.thread.frames.get(index + 1).is_some_and(|f| f.call == FROM_OUTSIDE);
        if !last && left_outside && !self.calls_builtin(program, index, site)? {
            let message = "an exception leaves a function that native code called";
            let notes = vec![Note::new("the call of native code", self.site_of(index))];
            self.undefined(&kinds::UNWIND_THROUGH_NATIVE, message, notes)?;
            return Err(self.error("native code cannot be unwound"));
        }
        Ok(())
    }

    /// Where a frame is.
    fn site_of(&self, index: usize) -> Option<Site> {
        let frame = self.thread.frames.get(index)?;
        Some(Site { function: frame.function, op: frame.pc.saturating_sub(1) })
    }

    /// The value of an operand of a frame.
    fn operand_of(&mut self, program: &Program, index: usize, operand: Operand) -> Result<Reg, Stop> {
        let (function, base) = (self.thread.frames[index].function, self.thread.frames[index].base);
        Ok(match operand & CONSTANT {
            0 => self.thread.regs[(base + operand) as usize],
            _ => self.code(program, function)?.constants[(operand & !CONSTANT) as usize],
        })
    }

    /// Whether the call that a frame is in is of a function that the machine itself has.
    fn calls_builtin(&mut self, program: &Program, index: usize, site: &CallSite) -> Result<bool, Stop> {
        let function = match site.callee {
            Callee::Builtin(_) => return Ok(true),
            Callee::Function(function) => Some(function),
            Callee::Pointer(operand) => {
                let pointer = self.operand_of(program, index, operand)?;
                self.function_at(pointer)
            }
            _ => None,
        };
        Ok(function.is_some_and(|f| program.functions[f as usize].builtin.is_some()))
    }

    /// Reports an exception that leaves a function that promised that none would.
    fn may_leave_function(&mut self, program: &Program, index: usize) -> Result<(), Stop> {
        let info = &program.functions[self.thread.frames[index].function as usize];
        let module = &program.modules[info.module];
        let cx = module.context();
        let attributes = module.function(info.global).map(|f| cx.attribute_list(f.attributes).function);
        if attributes.is_some_and(|set| cx.has_attribute(set, AttrKind::NO_UNWIND)) {
            let name = String::from_utf8_lossy(&info.name);
            let message = format!("an exception leaves `@{name}`, which is `nounwind`");
            self.undefined(&kinds::NOUNWIND, message, Vec::new())?;
        }
        Ok(())
    }

    /// An exception that nobody handles, or something like it: the program ends as its handler for that wants it, or with
    /// `SIGABRT`.
    pub(crate) fn terminate(&mut self, program: &Program) -> Result<Then, Stop> {
        let handler = self.exceptions.cxx.terminate_handler;
        if handler.bits != 0 {
            self.call_pointer(program, handler, &[])?;
        } else {
            self.say_why_terminated(program)?;
        }
        Err(Stop::Signal(SIGABRT))
    }
}

/// How many steps it takes to look what a frame does about an exception.
const FRAME: u64 = 8;

/// The signal of `abort`.
pub(crate) const SIGABRT: i32 = 6;

/// The pad that the unwind destination of an `invoke` begins with.
fn pad_of(program: &Program, code: &Code, invoke: Inst) -> Option<Inst> {
    let info = &program.functions[code.function as usize];
    let body = program.modules[info.module].body(info.global)?;
    let InstData::Invoke { unwind, .. } = body.inst(invoke) else { return None };
    body.insts(*unwind).find(|&inst| !matches!(body.inst(inst), InstData::Phi { .. }))
}

/// Whether the clauses of landing pads are C++'s.
fn catches_types(personality: Option<Personality>) -> bool {
    !matches!(personality, Some(Personality::Rust | Personality::GnuC | Personality::GnuCSjLj))
}
