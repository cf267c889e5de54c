//! [Pointer Authentication](https://llvm.org/docs/PointerAuth.html): signatures in the upper 16 bits of pointers.
//!
//! There are no secret keys: a signature depends only on the pointer, the key number and the discriminator. Failed
//! authentication traps.

use lindworm_ir::Module;

use super::general::trap;
use crate::builtin::{Call, builtins};
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "llvm.ptrauth.sign" = |c| {
        let (pointer, key, discriminator) = (c.arg(0)?, c.size(1)?, c.size(2)?);
        c.give_register(sign(pointer, key, discriminator))
    },
    "llvm.ptrauth.auth" = |c| match authenticate(c)? {
        Some(pointer) => c.give_register(pointer),
        None => trap(c, "the authentication of a pointer fails, which ends the program"),
    },
    "llvm.ptrauth.resign" = |c| match authenticate(c)? {
        Some(pointer) => {
            let (key, discriminator) = (c.size(3)?, c.size(4)?);
            c.give_register(sign(pointer, key, discriminator))
        }
        None => trap(c, "the authentication of a pointer fails, which ends the program"),
    },
    "llvm.ptrauth.strip" = |c| {
        let pointer = c.arg(0)?;
        c.give_register(Reg { bits: pointer.bits & ADDRESS, ..pointer })
    },
    "llvm.ptrauth.blend" = |c| {
        let (address, integer) = (c.size(0)?, c.size(1)?);
        c.give(blend(address, integer))
    },
    "llvm.ptrauth.sign.generic" = |c| {
        let (value, discriminator) = (c.size(0)?, c.size(1)?);
        c.give(mix(value ^ mix(discriminator)) & !u64::from(u32::MAX))
    },
}

/// The address bits; the others are the signature.
const ADDRESS: u64 = u64::MAX >> 16;

/// Signs a pointer.
fn sign(pointer: Reg, key: u64, discriminator: u64) -> Reg {
    let signature = mix(pointer.bits & ADDRESS ^ mix(discriminator ^ mix(key)));
    Reg { bits: pointer.bits ^ signature & !ADDRESS, ..pointer }
}

/// The pointer in the first argument, if its signature matches the given key and discriminator.
fn authenticate(c: &mut Call<'_>) -> Result<Option<Reg>, Stop> {
    let (signed, key, discriminator) = (c.arg(0)?, c.size(1)?, c.size(2)?);
    let pointer = Reg { bits: signed.bits & ADDRESS, ..signed };
    Ok((sign(pointer, key, discriminator).bits == signed.bits).then_some(pointer))
}

/// Combines an address discriminator and an integer, which occupies the unused address bits.
fn blend(address: u64, integer: u64) -> u64 {
    address & ADDRESS | integer << 48
}

/// The value of a constant `ptrauth (pointer, key, discriminator, address discriminator)`.
pub(crate) fn signed_constant(module: &Module, parts: [Reg; 4]) -> Reg {
    let [pointer, key, discriminator, address] = parts;
    let discriminator = match (discriminator.bits, address.bits) {
        (integer, 0) => integer,
        (0, address) => address,
        (integer, address) => blend(address, integer),
    };
    match module.data_layout().pointer(0).bits {
        64 => sign(pointer, key.bits, discriminator),
        // The pointer has no room for a signature.
        _ => pointer,
    }
}

/// A hash: each bit of the result depends on all bits of the argument.
fn mix(bits: u64) -> u64 {
    let folded = (bits ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let folded = (folded ^ folded >> 31).wrapping_mul(0x94d0_49bb_1331_11eb);
    folded ^ folded >> 29
}
