//! [Garbage collection](https://llvm.org/docs/LangRef.html#accurate-garbage-collection-intrinsics) with a collector that never
//! runs and never moves objects. `llvm.experimental.gc.statepoint` is decoded as a call (`decode/calls_through.rs`).

use crate::builtin::argument::offset;
use crate::builtin::{Call, Then, builtins};
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "llvm.experimental.gc.get.pointer.base" = |c| {
        let (pointer, distance) = from_base(c)?;
        c.give_register(offset(pointer, distance.wrapping_neg()))
    },
    "llvm.experimental.gc.get.pointer.offset" = |c| {
        let (_, distance) = from_base(c)?;
        c.give(distance)
    },
    // The object argument is for the collector; the access is to the other pointer.
    "llvm.gcread" = |c| {
        let place = c.arg(1)?;
        let value = c.state.read_pointer(place, 0)?;
        c.give_register(value)
    },
    "llvm.gcwrite" = |c| {
        let (value, place) = (c.register(0)?, c.arg(2)?);
        c.state.write_pointer(place, 0, value)?;
        Ok(Then::Return)
    },
}

/// The argument, and its offset in its object; 0 if it points to none.
fn from_base(c: &mut Call<'_>) -> Result<(Reg, u64), Stop> {
    let pointer = c.arg(0)?;
    let object = c.state.object_of(pointer).and_then(|object| c.state.memory.entry(object));
    Ok((pointer, object.map_or(0, |entry| pointer.bits.wrapping_sub(entry.base))))
}
