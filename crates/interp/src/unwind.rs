//! Unwinding by exceptions ([Exception Handling in LLVM](https://llvm.org/docs/ExceptionHandling.html)).
//!
//! An exception is identified by the address of its header, an `_Unwind_Exception`, which is the value of a landing pad.
//! Raising has two phases. The first phase looks for a frame with a handler. If there is one, the second phase unwinds to the
//! nearest frame with a handler or clean-up; a clean-up resumes unwinding at its end. If there is no handler, no frame is
//! unwound.

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

/// The exception state of the machine.
#[derive(Default)]
pub(crate) struct Exceptions {
    /// C++ exceptions.
    pub(crate) cxx: cxx::Exceptions,
    /// The type identifiers used as selectors, by the address of the type info.
    type_ids: HashMap<u64, i32>,
    /// Forced unwinds in progress, by the address of the header.
    forced: HashMap<u64, forced::Forced>,
    /// The last serial number assigned to a frame.
    last_serial: u64,
    /// Always empty: the funclets of a frame without funclets.
    no_funclets: Vec<funclet::Funclet>,
    /// Type infos and classes of the C++ library.
    library: library::Library,
}

/// The exception state of a thread.
#[derive(Default)]
pub(crate) struct ThreadExceptions {
    /// The headers of exceptions that have unwound a call and were not caught since.
    pub(crate) in_flight: HashSet<u64>,
    /// The caught C++ exceptions, innermost last.
    pub(crate) caught: Vec<cxx::Caught>,
    /// The number of thrown C++ exceptions that are not caught yet.
    pub(crate) uncaught: u32,
}

impl Exceptions {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        // The size of `library` is bounded by the symbols of the program.
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

/// A landing site in a frame.
struct Pad {
    /// The operation.
    pc: u32,
    /// The selector value of a `landingpad`.
    selector: i32,
    /// Whether the pad is a handler, rather than a clean-up.
    handles: bool,
}

impl State {
    /// Raises an exception: transfers control to the nearest handler or clean-up. Returns false, without any effect, if there
    /// is no handler.
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

    /// Unwinds to the nearest pad in the first `below` frames.
    pub(super) fn unwind(&mut self, program: &Program, below: usize, header: Reg) -> Result<Then, Stop> {
        for index in (0..below).rev() {
            self.spend(FRAME)?;
            if let Some(pad) = self.pad(program, index, header)? {
                return self.go_to_pad(index, pad, header);
            }
        }
        Err(self.error("no frame takes up an exception that was raised to be handled"))
    }

    /// Transfers control to the pad of a frame.
    fn go_to_pad(&mut self, index: usize, pad: Pad, header: Reg) -> Result<Then, Stop> {
        let selector = Reg::int(u64::from(pad.selector as u32));
        self.go_to(index, pad.pc, |state| {
            if let Some(frame) = state.thread.frames.last_mut() {
                frame.extra.get_or_insert_default().landing = [header, selector].into();
            }
        })
    }

    /// Removes all but the first `keep` frames.
    pub(crate) fn leave_frames(&mut self, keep: usize) {
        let mut waited_for = false;
        while self.thread.frames.len() > keep {
            waited_for |= self.pop_frame().is_some_and(|frame| frame.call == AGAIN);
        }
        if waited_for {
            self.wake_who_waits_for_once();
        }
    }

    /// `resume`: continues unwinding in the callers of the running function.
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

    /// Sets `count` registers to the result of the pad that the unwinder has entered.
    pub(crate) fn landing(&mut self, dst: u32, count: u32) {
        let Some(frame) = self.thread.frames.last_mut() else { return };
        let landing = frame.extra.as_mut().map(|extra| std::mem::take(&mut extra.landing)).unwrap_or_default();
        self.set(dst, &landing[..landing.len().min(count as usize)]);
    }

    /// The call site that a frame is at; `None` if the frame is not in a call.
    fn call_of<'p>(&mut self, program: &'p Program, index: usize) -> Result<Option<(&'p Code, &'p CallSite)>, Stop> {
        let frame = &self.thread.frames[index];
        let (function, pc) = (frame.function, frame.pc);
        let code = self.code(program, function)?;
        let Some(Op::Call { call }) = code.ops.get(pc.wrapping_sub(1) as usize) else { return Ok(None) };
        Ok(Some((code, &code.calls[*call as usize])))
    }

    /// The pad for an exception that unwinds the active call of a frame.
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

    /// Reports an exception that unwinds a `nounwind` call or native code.
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

    /// The site of a frame.
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

    /// Whether the active call of a frame calls a built-in function.
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

    /// Reports an exception that unwinds a `nounwind` function.
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

    /// Handles an unhandled exception or similar error: calls the terminate handler, or ends with `SIGABRT`.
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

/// The number of steps that the examination of a frame costs.
const FRAME: u64 = 8;

/// The signal of `abort`.
pub(crate) const SIGABRT: i32 = 6;

/// The pad at the start of the unwind destination of an `invoke`.
fn pad_of(program: &Program, code: &Code, invoke: Inst) -> Option<Inst> {
    let info = &program.functions[code.function as usize];
    let body = program.modules[info.module].body(info.global)?;
    let InstData::Invoke { unwind, .. } = body.inst(invoke) else { return None };
    body.insts(*unwind).find(|&inst| !matches!(body.inst(inst), InstData::Phi { .. }))
}

/// Whether the clauses of landing pads are those of C++.
fn catches_types(personality: Option<Personality>) -> bool {
    !matches!(personality, Some(Personality::Rust | Personality::GnuC | Personality::GnuCSjLj))
}
