//! `setjmp` and `longjmp`: jumps to an active frame. Registers of the frame keep their values.

use crate::builtin::Then;
use crate::decode::op::Op;
use crate::program::Program;
use crate::state::{FrameExtra, State};
use crate::stop::Stop;
use crate::ub::library as kinds;
use crate::ub::unwinding::UNWIND_THROUGH_NATIVE;
use crate::value::Reg;

/// The words of a buffer that identify the target. They must be words that only the library writes, both in `jmp_buf` and in
/// the buffer of `llvm.eh.sjlj.setjmp`, whose first and third words the program writes.
const SERIAL: u64 = 1;
const DEPTH: u64 = 3;
const OPERATION: u64 = 4;

impl State {
    /// Stores the running call in a buffer.
    pub(crate) fn set_jump(&mut self, buffer: Reg) -> Result<(), Stop> {
        let bytes = self.memory.pointer_bytes();
        let depth = self.thread.frames.len() as u64 - 1;
        let Some(frame) = self.thread.frames.last_mut() else { return Ok(()) };
        let operation = u64::from(frame.pc - 1);
        let extra: &mut FrameExtra = frame.extra.get_or_insert_default();
        if extra.serial == 0 {
            self.exceptions.last_serial += 1;
            extra.serial = self.exceptions.last_serial;
        }
        let serial = extra.serial;
        for (word, value) in [(SERIAL, serial), (DEPTH, depth), (OPERATION, operation)] {
            self.store(bytes as u32 * 8, false, Reg::int(value), buffer, word * bytes, 1)?;
        }
        Ok(())
    }

    /// Returns again from the call stored in a buffer, with result `value`.
    pub(crate) fn jump(&mut self, program: &Program, buffer: Reg, value: u64) -> Result<Then, Stop> {
        let Some(depth) = self.frame_of(buffer)? else {
            let message = format!("no function of this thread waits that has filled the buffer at {:#x}", buffer.bits);
            self.undefined(&kinds::LONGJMP, message, Vec::new())?;
            return Err(self.error("there is nowhere to go on"));
        };
        let bytes = self.memory.pointer_bytes();
        let operation = self.load(bytes as u32 * 8, false, buffer, OPERATION * bytes, 1)?.bits;
        let code = self.code(program, self.thread.frames[depth].function)?;
        let Some(Op::Call { call }) = code.ops.get(operation as usize) else {
            return Err(self.error("a buffer of `setjmp` was changed"));
        };
        let site = &code.calls[*call as usize];
        let pc = site.invoke.map_or(operation as u32 + 1, |(normal, _)| normal);
        self.go_to(depth, pc, |state| {
            if site.result.registers == 1 {
                state.set(site.dst, &[Reg::int(value)]);
            }
        })
    }

    /// The index of the frame stored in a buffer, if it is still active.
    pub(super) fn frame_of(&mut self, buffer: Reg) -> Result<Option<usize>, Stop> {
        let bytes = self.memory.pointer_bytes();
        let serial = self.load(bytes as u32 * 8, false, buffer, SERIAL * bytes, 1)?;
        let depth = self.load(bytes as u32 * 8, false, buffer, DEPTH * bytes, 1)?;
        let frame = self.thread.frames.get(depth.bits as usize).filter(|frame| {
            let its = frame.extra.as_ref().map_or(0, |extra| extra.serial);
            its != 0 && its == serial.bits && serial.meta.both_defined(depth.meta)
        });
        Ok(frame.map(|_| depth.bits as usize))
    }

    /// Runs `then` in frame `index` and continues at operation `pc`. The frames above are removed.
    pub(super) fn go_to(&mut self, index: usize, pc: u32, then: impl FnOnce(&mut State)) -> Result<Then, Stop> {
        if self.native_frame().is_some_and(|callers| index < callers) {
            let message = "control leaves a function that native code called, which goes on";
            self.undefined(&UNWIND_THROUGH_NATIVE, message, Vec::new())?;
        }
        self.leave_frames(index + 1);
        if let Some(frame) = self.thread.frames.last_mut() {
            frame.pc = pc;
        }
        then(self);
        // Calls from outside that were left must be informed that they do not return.
        if index < self.thread.depth { Err(Stop::Unwound) } else { Ok(Then::Elsewhere) }
    }
}
