//! Forced unwinding, without a handler: the exit of a thread, and `_Unwind_ForcedUnwind`; and backtraces.

use crate::builtin::Then;
use crate::memory::{Kind, OutOfMemory};
use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::value::{Reg, Site};

/// The reason of a forced unwind, by the header that landing pads receive.
#[derive(Clone, Copy)]
pub(super) enum Forced {
    /// The exit of a thread.
    Exit,
    /// A stop function is called for each frame with the argument.
    Stop { function: Reg, argument: Reg },
}

/// Actions passed to a stop function: the clean-up phase, a forced unwind, and the end of the stack.
const CLEANUP_PHASE: u64 = 2;
const FORCE_UNWIND: u64 = 8;
const END_OF_STACK: u64 = 16;

impl State {
    /// `pthread_exit`: unwinds all frames of the running thread and ends it.
    pub(crate) fn exit_thread(&mut self, program: &Program, value: Reg) -> Result<Then, Stop> {
        let header = self.exception_header(b"GNUCFOR\0")?;
        self.thread.own.exits = Some((value, header));
        self.force(program, header, Forced::Exit)
    }

    /// `__pthread_unwind_next`: continues after a clean-up of an exiting thread.
    pub(crate) fn go_on_exiting(&mut self, program: &Program) -> Result<Then, Stop> {
        match self.thread.own.exits {
            Some((_, header)) => self.go_on_by_force(program, header, self.thread.frames.len()),
            None => Err(self.error("a thread goes on to end that does not end")),
        }
    }

    /// `_Unwind_ForcedUnwind`.
    pub(crate) fn force_unwind(
        &mut self,
        program: &Program,
        header: Reg,
        function: Reg,
        argument: Reg,
    ) -> Result<Then, Stop> {
        self.force(program, header, Forced::Stop { function, argument })
    }

    fn force(&mut self, program: &Program, header: Reg, forced: Forced) -> Result<Then, Stop> {
        self.exceptions.forced.insert(header.bits, forced);
        self.go_on_by_force(program, header, self.thread.frames.len())
    }

    /// Unwinds to the nearest clean-up in the first `below` frames.
    pub(super) fn go_on_by_force(&mut self, program: &Program, header: Reg, below: usize) -> Result<Then, Stop> {
        let Some(&forced) = self.exceptions.forced.get(&header.bits) else { return Ok(Then::Elsewhere) };
        // A `pthread_cleanup_push` buffer belongs to one of the frames.
        let noted = match (forced, self.thread.own.clean_ups.last().copied()) {
            (Forced::Exit, Some(buffer)) => self.frame_of(buffer)?.map(|frame| (frame, buffer)),
            _ => None,
        };
        for index in (noted.map_or(0, |(frame, _)| frame + 1)..below).rev() {
            self.spend(super::FRAME)?;
            if let Forced::Stop { function, argument } = forced {
                self.ask(program, header, function, argument, index, CLEANUP_PHASE | FORCE_UNWIND)?;
            }
            if let Some(pad) = self.pad(program, index, header)? {
                self.thread.exceptions.in_flight.insert(header.bits);
                return self.go_to_pad(index, pad, header);
            }
        }
        if let Some((_, buffer)) = noted {
            self.thread.own.clean_ups.pop();
            return self.jump(program, buffer, 1);
        }
        self.exceptions.forced.remove(&header.bits);
        if let Forced::Stop { function, argument } = forced {
            self.ask(program, header, function, argument, 0, CLEANUP_PHASE | FORCE_UNWIND | END_OF_STACK)?;
            return self.terminate(program);
        }
        let site = self.site();
        self.memory.free(header.meta.provenance(), site);
        self.leave_frames(0);
        Err(Stop::Unwound)
    }

    /// Calls a stop function. Terminates the program unless the result is `_URC_NO_REASON` (0).
    fn ask(
        &mut self,
        program: &Program,
        header: Reg,
        function: Reg,
        argument: Reg,
        frame: usize,
        actions: u64,
    ) -> Result<(), Stop> {
        let context = self.context(frame)?;
        let class = self.read_int(header, 0, 8)?;
        let args = [Reg::int(1), Reg::int(actions), Reg::int(class), header, context, argument];
        let answer = self.call_pointer(program, function, &args);
        self.free_context(context);
        match answer?.first().is_some_and(|answer| answer.bits as u32 == 0) {
            true => Ok(()),
            false => self.terminate(program).map(drop),
        }
    }

    /// `_Unwind_Backtrace`: calls a function for each frame, innermost first, until the function stops the walk.
    pub(crate) fn backtrace(&mut self, program: &Program, function: Reg, argument: Reg) -> Result<(), Stop> {
        for frame in (0..self.thread.frames.len()).rev() {
            self.spend(super::FRAME)?;
            let context = self.context(frame)?;
            let answer = self.call_pointer(program, function, &[context, argument]);
            self.free_context(context);
            if answer?.first().is_none_or(|answer| answer.bits as u32 != 0) {
                break;
            }
        }
        Ok(())
    }

    /// Allocates an `_Unwind_Context` for a frame.
    fn context(&mut self, frame: usize) -> Result<Reg, Stop> {
        let made = self.memory.allocate(Kind::Machine, 8, 8, Site::default());
        let made = made.map_err(|e: OutOfMemory| self.error(e.to_string()))?;
        self.write_int(made, 0, 8, frame as u64)?;
        Ok(made)
    }

    fn free_context(&mut self, context: Reg) {
        let site = self.site();
        self.memory.free(context.meta.provenance(), site);
    }

    /// The address of the function of an `_Unwind_Context`.
    pub(crate) fn function_of_context(&mut self, program: &Program, context: Reg) -> Result<Reg, Stop> {
        let frame = self.read_int(context, 0, 8)?;
        let function = self.thread.frames.get(frame as usize).map(|f| &program.functions[f.function as usize]);
        Ok(function.map_or(Reg::default(), |info| self.address(program, info.module, info.global)))
    }
}
