//! [General Intrinsics](https://llvm.org/docs/LangRef.html#general-intrinsics): hints that return their argument, and traps.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::triple::{Arch, Triple};

use crate::builtin::argument::offset;
use crate::builtin::{Call, Then, builtins};
use crate::memory::Memory;
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "llvm.allow.sanitize.address" = |c| sanitizes(c, AttrKind::SANITIZE_ADDRESS),
    "llvm.allow.sanitize.hwaddress" = |c| sanitizes(c, AttrKind::SANITIZE_HW_ADDRESS),
    "llvm.allow.sanitize.memory" = |c| sanitizes(c, AttrKind::SANITIZE_MEMORY),
    "llvm.allow.sanitize.thread" = |c| sanitizes(c, AttrKind::SANITIZE_THREAD),
    "llvm.arithmetic.fence" = same,
    "llvm.callbr.landingpad" = same,
    "llvm.expect" = same,
    "llvm.expect.with.probability" = same,
    "llvm.annotation" = same,
    "llvm.ptr.annotation" = same,
    "llvm.launder.invariant.group" = same,
    "llvm.strip.invariant.group" = same,
    "llvm.ssa.copy" = same,
    "llvm.threadlocal.address" = same,
    "llvm.preserve.static.offset" = same,
    "llvm.is.constant" = |c| c.give(0),
    "llvm.allow.runtime.check" = |c| c.give(1),
    "llvm.allow.ubsan.check" = |c| c.give(1),
    // Convergence tokens of a group of threads, which consists of one thread.
    "llvm.experimental.convergence.anchor" = |_| Ok(Then::Return),
    "llvm.experimental.convergence.entry" = |_| Ok(Then::Return),
    "llvm.experimental.convergence.loop" = |_| Ok(Then::Return),
    // The token of an unannotated allocation.
    "llvm.alloc.token.id" = |c| c.give(0),
    "llvm.objectsize" = |c| {
        // The minimum or maximum size of an unknown object.
        let least = c.size(1)? != 0;
        c.give(if least { 0 } else { u64::MAX })
    },
    "llvm.ptrmask" = mask,
    "llvm.load.relative" = load_relative,
    "llvm.trap" = |c| trap(
        c,
        "`llvm.trap` ends the program: clang has it for `__builtin_trap`, and in C++ where a function that returns a value ends \
         without a `return`",
    ),
    "llvm.ubsantrap" = |c| trap(c, "`llvm.ubsantrap` ends the program: a check of the sanitizer failed"),
    "llvm.debugtrap" = |_| Err(Stop::Signal(SIGTRAP)),
}

const SIGILL: i32 = 4;
const SIGTRAP: i32 = 5;

pub(super) fn same(c: &mut Call<'_>) -> Result<Then, Stop> {
    let value = c.registers(0)?;
    if c.result.len() == value.len() {
        c.result.copy_from_slice(&value);
    }
    Ok(Then::Return)
}

/// Whether the calling function has a sanitizer attribute.
fn sanitizes(c: &mut Call<'_>, attribute: AttrKind) -> Result<Then, Stop> {
    let function = &c.program.functions[c.state.site().function as usize];
    let module = &c.program.modules[function.module];
    let attributes = module.function(function.global).map(|f| module.context().attribute_list(f.attributes).function);
    let sanitized = attributes.is_some_and(|set| module.context().has_attribute(set, attribute));
    c.give(sanitized.into())
}

/// `llvm.ptrmask`: clears the bits of a pointer, or vector of pointers, that are not in the mask.
fn mask(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (pointers, masks) = (c.registers(0)?, c.registers(1)?);
    let index_bits = c.site.params.first().map_or(64, |p| {
        let module = &c.program.modules[c.module];
        let cx = module.context();
        cx.addr_space(p.ty).map_or(64, |space| module.data_layout().pointer(space).index_bits)
    });
    // Bits beyond the index width are unchanged.
    let high = if index_bits >= 64 { 0 } else { u64::MAX << index_bits };
    for (i, (pointer, mask)) in pointers.iter().zip(&masks).enumerate() {
        let bits = pointer.bits & (mask.bits | high);
        let result = match (pointer.meta.is_defined(), mask.meta.is_defined()) {
            (true, true) => Reg { bits, meta: pointer.meta },
            (false, _) if pointer.meta.is_poison() => *pointer,
            (_, false) if mask.meta.is_poison() => *mask,
            _ => {
                let undef = c.state.undefs.mask(pointer.meta) & (mask.bits | high)
                    | c.state.undefs.mask(mask.meta) & pointer.bits;
                let site = c.state.site();
                Reg { bits, meta: c.state.undefs.meta(undef, site) }
            }
        };
        if let Some(to) = c.result.get_mut(i) {
            *to = result;
        }
    }
    Ok(Then::Return)
}

/// `llvm.load.relative`: adds to `base` the relative offset stored at `base` plus the argument.
pub(super) fn load_relative(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (base, at) = (c.arg(0)?, c.signed(1)?);
    let distance = c.state.read_int(offset(base, at as u64), 0, 4)? as i32;
    // The offset is a difference of two addresses. The result may be any object, so its provenance is that of an integer.
    c.give_register(Memory::pointer_of_integer(base.bits.wrapping_add(distance as u64)))
}

/// Raises the signal of the trap instruction.
pub(super) fn trap(c: &mut Call<'_>, why: &str) -> Result<Then, Stop> {
    let arch = Triple::arch_of(c.program.modules[c.module].triple());
    let signal = if matches!(arch, Arch::AArch64) { SIGTRAP } else { SIGILL };
    Err(c.state.raised(signal, why.into()))
}
