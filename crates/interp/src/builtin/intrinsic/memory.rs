//! `llvm.memcpy` and similar intrinsics ([Standard C/C++ Library
//! Intrinsics](https://llvm.org/docs/LangRef.html#standard-c-c-library-intrinsics)).

use crate::builtin::{Call, Then, builtins};
use crate::memory::{Memory, Target, state};
use crate::run::Access;
use crate::stop::Stop;
use crate::ub::intrinsic as kinds;
use crate::value::Reg;

builtins! {
    "llvm.memcpy" = |c| copy(c, true),
    "llvm.memcpy.inline" = |c| copy(c, true),
    "llvm.memmove" = |c| copy(c, false),
    "llvm.memset" = set,
    "llvm.memset.inline" = set,
    "llvm.memcpy.element.unordered.atomic" = |c| copy_elements(c, true),
    "llvm.memmove.element.unordered.atomic" = |c| copy_elements(c, false),
    "llvm.memset.element.unordered.atomic" = |c| {
        element_length(c)?;
        set(c)
    },
    "llvm.experimental.memset.pattern" = set_pattern,
}

/// The third argument, a number of bytes or elements.
fn length(c: &mut Call<'_>) -> Result<u64, Stop> {
    let length = c.register(2)?;
    if !length.meta.is_defined() {
        let notes = c.state.origin_note(length);
        let what = if length.meta.is_poison() { "poison" } else { "undefined" };
        c.state.undefined(&kinds::LENGTH, format!("the length is {what}"), notes)?;
        return Ok(c.state.freeze(length, 64).bits);
    }
    Ok(length.bits)
}

fn copy(c: &mut Call<'_>, apart: bool) -> Result<Then, Stop> {
    let len = length(c)?;
    let (to, from) = (c.register(0)?, c.register(1)?);
    // A length larger than any object, such as a negative number, is reported as out of bounds instead.
    let overlap = to.bits != from.bits && to.bits.abs_diff(from.bits) < len && len <= i64::MAX as u64;
    if apart && overlap {
        let message = format!("{len} bytes are copied from {:#x} to {:#x}", from.bits, to.bits);
        c.state.undefined(&kinds::OVERLAP, message, Vec::new())?;
    }
    c.state.copy_memory(to, from, len, 1, 1)?;
    Ok(Then::Return)
}

/// The length must be a multiple of the element size. Each element is copied at once.
fn element_length(c: &mut Call<'_>) -> Result<u64, Stop> {
    let (len, size) = (length(c)?, c.size(3)?.max(1));
    if len % size != 0 {
        let message = format!("{len} bytes are not a whole number of elements of {size} bytes");
        c.state.undefined(&kinds::ELEMENT_LENGTH, message, Vec::new())?;
    }
    Ok(len)
}

fn copy_elements(c: &mut Call<'_>, apart: bool) -> Result<Then, Stop> {
    element_length(c)?;
    copy(c, apart)
}

fn set(c: &mut Call<'_>) -> Result<Then, Stop> {
    let len = length(c)?;
    let (to, byte) = (c.register(0)?, c.register(1)?);
    let place = match c.state.access(to, 0, len, 1, Access::Store)? {
        Some(Target::Arena(place, _)) => place,
        Some(Target::Foreign(address)) => {
            let byte = c.state.freeze(byte, 8);
            c.state.fill_foreign(address, &[byte.bits as u8], len)?;
            return Ok(Then::Return);
        }
        None => return Ok(Then::Return),
    };
    if byte.meta.is_defined() {
        c.state.memory.fill(place, len, byte.bits as u8);
    } else if c.state.undefs.mask(byte.meta) & 0xff == 0xff {
        c.state.memory.set_states(c.state.memory.address_of(place), len, state::UNDEF);
    } else {
        c.state.spend(len)?;
        for i in 0..len {
            c.state.memory.store_any(Memory::behind(place, i), 1, false, byte, &c.state.undefs);
        }
    }
    Ok(Then::Return)
}

/// Stores a value repeatedly.
fn set_pattern(c: &mut Call<'_>) -> Result<Then, Stop> {
    let count = length(c)?;
    let (to, value) = (c.register(0)?, c.registers(1)?);
    let Some(param) = c.site.params.get(1) else { return Ok(Then::Return) };
    let module = &c.program.modules[c.module];
    let (cx, layout, vscale) = (module.context(), module.data_layout(), c.state.options.vscale);
    let shape = c.state.shape(module, param.ty).map_err(Stop::shape)?;
    let step = crate::shape::alloc_size(cx, layout, vscale, param.ty).unwrap_or(0);
    let len = count.saturating_mul(step);
    match c.state.access(to, 0, len, 1, Access::Store)? {
        Some(Target::Arena(place, _)) => {
            c.state.spend(count.saturating_mul(shape.registers.into()))?;
            for i in 0..count {
                c.state.store_shape(&shape, Memory::behind(place, i * step), &value);
            }
        }
        Some(Target::Foreign(_)) => {
            for i in 0..count {
                let at = Reg { bits: to.bits.wrapping_add(i * step), ..to };
                c.state.store_value(&shape, at, 1, &value)?;
            }
        }
        None => {}
    }
    Ok(Then::Return)
}
