//! [Trampoline Intrinsics](https://llvm.org/docs/LangRef.html#trampoline-intrinsics): functions made from a function and the
//! value of its `nest` parameter, in memory of the program.
//!
//! The memory contains the two addresses rather than code. If they are unchanged, the trampoline is valid.

use smallvec::SmallVec;

use crate::builtin::argument::offset;
use crate::builtin::{Call, Then, builtins};
use crate::state::State;
use crate::stop::Stop;
use crate::ub::intrinsic as kinds;
use crate::value::Reg;

builtins! {
    "llvm.init.trampoline" = init,
    "llvm.adjust.trampoline" = |c| {
        let pointer = c.registers(0)?[0];
        c.give_register(pointer)
    },
}

/// A trampoline made by `llvm.init.trampoline`.
#[derive(Clone, Copy)]
pub(crate) struct Trampoline {
    /// The function to call.
    function: Reg,
    /// The value of its `nest` parameter.
    nest: Reg,
}

fn init(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (at, trampoline) = (c.arg(0)?, Trampoline { function: c.arg(1)?, nest: c.registers(2)?[0] });
    let bytes = trampoline.bytes(c.word());
    c.state.write_bytes(at, &bytes)?;
    c.state.trampolines.insert(at.bits, trampoline);
    Ok(Then::Return)
}

impl Trampoline {
    /// The contents of its memory.
    fn bytes(&self, word: u64) -> SmallVec<[u8; 16]> {
        let words = [self.function.bits.to_le_bytes(), self.nest.bits.to_le_bytes()];
        words.iter().flat_map(|w| w[..word as usize].iter().copied()).collect()
    }
}

impl State {
    /// The function and `nest` value of a pointer to a trampoline.
    #[cold]
    pub(crate) fn trampoline_at(&mut self, pointer: Reg) -> Result<Option<(u32, Reg)>, Stop> {
        let Some(&trampoline) = self.trampolines.get(&pointer.bits) else { return Ok(None) };
        let word = self.memory.pointer_bytes();
        let expected = trampoline.bytes(word);
        let live = self.memory.entry(pointer.meta.provenance()).is_some();
        let intact = live && {
            let mut found = SmallVec::<[u8; 16]>::new();
            for i in 0..expected.len() as u64 {
                found.push(self.read_int(offset(pointer, i), 0, 1)? as u8);
            }
            found == expected
        };
        if !intact {
            let message = format!("the trampoline at {:#x} is not as `llvm.init.trampoline` made it", pointer.bits);
            self.undefined(&kinds::TRAMPOLINE, message, Vec::new())?;
        }
        Ok(self.function_at(trampoline.function).map(|function| (function, trampoline.nest)))
    }
}
