//! [Variadic arguments](https://llvm.org/docs/LangRef.html#variable-argument-handling-intrinsics): their layout at a call, and
//! reading them.
//!
//! The layout follows the calling convention of the target, and `va_list` has the layout of the target's C compiler, since the
//! compiler emits most of the code that reads arguments.

use lindworm_eval::FloatFormat::{self, X86Fp80};
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Module, Type};
use smallvec::SmallVec;

use super::{Access, Regs};
use crate::abi::VaList;
use crate::decode::op::{CallSite, Code};
use crate::limits::Footprint;
use crate::memory::{Kind, Memory, Target};
use crate::program::Program;
use crate::shape::{Leaf, Scalar, Shape};
use crate::state::State;
use crate::stop::Stop;
use crate::ub::call as kinds;
use crate::value::Reg;

/// The variadic arguments of a call in memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct VarArgs {
    /// The register save area; all arguments if a `va_list` is a pointer.
    registers: Reg,
    /// The arguments passed on the stack.
    stack: Reg,
    /// The general and floating-point registers used by the fixed arguments.
    named: Taken,
    /// The variadic arguments, in order.
    passed: Vec<Passed>,
}

impl VarArgs {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.passed);
    }
}

/// The registers in use.
#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    general: u64,
    float: u64,
    /// Bytes on the stack.
    stack: u64,
}

/// A part of an argument that is passed in one location.
struct Part {
    class: Class,
    size: u64,
    align: u64,
    what: What,
    /// The first register, relative to the first register of the argument.
    register: u32,
    shape: Shape,
}

/// A passed argument or part.
#[derive(Clone, Copy, Debug)]
struct Passed {
    address: u64,
    size: u64,
    what: What,
}

/// The class of an argument's type for checks of `va_arg`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// An integer or a pointer.
    Number,
    /// A float.
    Float(FloatFormat),
    /// A vector or `byval` argument.
    Bytes,
}

/// The register class in which a part is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    General(u64),
    Float,
    Stack,
}

/// The location of a part.
enum Spot {
    General(u64),
    Float(u64),
    Stack(u64),
}

const GENERAL_SYSTEM_V: u64 = 6;
const FLOAT: u64 = 8;
const GENERAL_AARCH64: u64 = 8;

impl Taken {
    /// Assigns the next location to a part.
    fn take(&mut self, list: VaList, class: Class, size: u64, align: u64) -> Spot {
        let registers = match list {
            VaList::Pointer { .. } => 0,
            VaList::SystemV => GENERAL_SYSTEM_V,
            VaList::AArch64 => GENERAL_AARCH64,
        };
        match class {
            Class::General(count) if registers > 0 => {
                let first = match list {
                    VaList::AArch64 if count == 2 && align == 16 => self.general.next_multiple_of(2),
                    _ => self.general,
                };
                if first + count <= registers {
                    self.general = first + count;
                    return Spot::General(first);
                }
                if list == VaList::AArch64 {
                    self.general = registers;
                }
            }
            Class::Float if registers > 0 && self.float < FLOAT => {
                self.float += 1;
                return Spot::Float(self.float - 1);
            }
            _ => {}
        }
        let (slot, max_align) = slots(list);
        let at = round_up(self.stack, align.clamp(slot, max_align.max(slot)));
        self.stack = at.saturating_add(round_up(size, slot));
        Spot::Stack(at)
    }
}

/// Rounds up to a multiple of a power of two; saturates at the largest multiple.
fn round_up(n: u64, align: u64) -> u64 {
    n.checked_next_multiple_of(align).unwrap_or(u64::MAX - (align - 1))
}

/// The size of a stack slot in bytes, and its maximum alignment.
fn slots(list: VaList) -> (u64, u64) {
    match list {
        VaList::Pointer { slot, max_align } => (slot, max_align),
        VaList::SystemV | VaList::AArch64 => (8, 16),
    }
}

impl State {
    /// The parts in which an argument of a type is passed.
    fn parts(&self, module: &Module, ty: Type, shape: &Shape) -> SmallVec<[Part; 2]> {
        let (cx, layout) = (module.context(), module.data_layout());
        let word = self.library.abi.pointer.max(1);
        let align = layout.abi_align(cx, ty).and_then(|a| a.bytes()).unwrap_or(1);
        if let TypeKind::Vector { .. } = cx.kind(ty) {
            let class = if shape.store_size <= 16 { Class::Float } else { Class::Stack };
            let (size, shape) = (shape.store_size, shape.clone());
            return SmallVec::from_iter([Part { class, size, align, what: What::Bytes, register: 0, shape }]);
        }
        let part = |leaf: &Leaf| {
            let bytes = u64::from(leaf.scalar.bits()).div_ceil(8);
            let align = if shape.leaves.len() == 1 { align } else { bytes.next_power_of_two().min(16) };
            let (class, what, size) = match leaf.scalar {
                Scalar::Float(X86Fp80) => (Class::Stack, What::Float(X86Fp80), round_up(bytes, align)),
                Scalar::Float(format) => (Class::Float, What::Float(format), bytes),
                Scalar::Int(_) | Scalar::Pointer(_) => (Class::General(bytes.div_ceil(word)), What::Number, bytes),
            };
            Part { class, size, align, what, register: leaf.register, shape: Shape::of_scalar(leaf.scalar) }
        };
        shape.leaves.iter().map(part).collect()
    }

    /// Stores the variadic arguments of a call, from index `first` on, where the callee expects them.
    pub(super) fn pass_varargs(
        &mut self,
        program: &Program,
        code: &Code,
        site: &CallSite,
        first: usize,
        args: &[Reg],
    ) -> Result<VarArgs, Stop> {
        let module = &program.modules[program.functions[code.function as usize].module];
        let list = self.library.abi.va_list;
        let mut taken = Taken::default();
        let mut named = Taken::default();
        // The location of each part, its type, and the registers to store.
        let mut all: Vec<(Spot, Part, Regs)> = Vec::new();
        for (i, param) in site.params.iter().enumerate() {
            if i == first {
                // The list does not contain fixed arguments on the stack.
                taken.stack = 0;
                named = taken;
            }
            let variable = i >= first;
            let regs = &args[param.first as usize..(param.first + param.registers) as usize];
            if let Some((size, align)) = param.by_value {
                let spot = taken.take(list, Class::Stack, size, align);
                let part =
                    Part { class: Class::Stack, size, align, what: What::Bytes, register: 0, shape: Shape::default() };
                if variable {
                    all.push((spot, part, regs.into()));
                }
                continue;
            }
            let shape = self.shape(module, param.ty).map_err(Stop::shape)?;
            for part in self.parts(module, param.ty, &shape) {
                let spot = taken.take(list, part.class, part.size, part.align);
                if variable {
                    let from = part.register as usize;
                    let regs = regs[from..from + part.shape.registers as usize].into();
                    all.push((spot, part, regs));
                }
            }
        }
        let save = match list {
            VaList::Pointer { .. } => 0,
            VaList::SystemV => GENERAL_SYSTEM_V * 8 + FLOAT * 16,
            VaList::AArch64 => GENERAL_AARCH64 * 8 + FLOAT * 16,
        };
        let registers = self.push_varargs(save)?;
        let stack = self.push_varargs(taken.stack)?;
        let mut passed = Vec::with_capacity(all.len());
        for (spot, part, regs) in all {
            let (area, offset) = match spot {
                Spot::General(n) => (registers, n * 8),
                Spot::Float(n) if list == VaList::AArch64 => (registers, GENERAL_AARCH64 * 8 + n * 16),
                Spot::Float(n) => (registers, GENERAL_SYSTEM_V * 8 + n * 16),
                Spot::Stack(at) => (stack, at),
            };
            let offset = offset + self.justify(&spot, part.size, part.what);
            let place = Memory::behind(self.memory.place_of(area.bits), offset);
            match part.shape.leaves.is_empty() {
                true => self.copy_memory(Reg { bits: area.bits + offset, ..area }, regs[0], part.size, 1, 1)?,
                false => self.store_shape(&part.shape, place, &regs),
            }
            passed.push(Passed { address: area.bits + offset, size: part.size, what: part.what });
        }
        Ok(VarArgs { registers, stack, named, passed })
    }

    /// The offset of a number that does not fill its slot: on big-endian targets it is at the end.
    fn justify(&self, spot: &Spot, size: u64, what: What) -> u64 {
        let (slot, _) = slots(self.library.abi.va_list);
        let width = if matches!(spot, Spot::Float(_)) { 16 } else { slot };
        let at_end = self.memory.is_big_endian() && size < width && what != What::Bytes;
        if at_end { width - size } else { 0 }
    }

    fn push_varargs(&mut self, size: u64) -> Result<Reg, Stop> {
        let site = self.site();
        match self.memory.push_stack(self.thread.stack, Kind::Argument, size, 16, site) {
            Some(made) => Ok(made),
            None => Err(self.no_room_on_stack(size)),
        }
    }

    /// `llvm.va_start`: initializes a list of the running function's variadic arguments.
    pub(crate) fn va_start(&mut self, list: Reg) -> Result<(), Stop> {
        let args = self.thread.frames.last().and_then(|f| f.extra.as_ref()).map(|e| e.varargs.clone());
        let args = match args.filter(|args| self.memory.entry(args.stack.meta.provenance()).is_some()) {
            Some(args) => args,
            None => {
                // There are no variadic arguments.
                let args =
                    VarArgs { registers: self.push_varargs(0)?, stack: self.push_varargs(0)?, ..VarArgs::default() };
                if let Some(frame) = self.thread.frames.last_mut() {
                    frame.extra.get_or_insert_default().varargs = args.clone();
                }
                args
            }
        };
        let after = |pointer: Reg, bytes: u64| Reg { bits: pointer.bits.wrapping_add(bytes), ..pointer };
        match self.library.abi.va_list {
            VaList::Pointer { .. } => self.write_pointer(list, 0, args.stack),
            VaList::SystemV => {
                self.write_int(list, 0, 4, args.named.general * 8)?;
                self.write_int(list, 4, 4, GENERAL_SYSTEM_V * 8 + args.named.float * 16)?;
                self.write_pointer(list, 8, args.stack)?;
                self.write_pointer(list, 16, args.registers)
            }
            VaList::AArch64 => {
                let (general, float) = (GENERAL_AARCH64 - args.named.general, FLOAT - args.named.float);
                self.write_pointer(list, 0, args.stack)?;
                self.write_pointer(list, 8, after(args.registers, GENERAL_AARCH64 * 8))?;
                self.write_pointer(list, 16, after(args.registers, GENERAL_AARCH64 * 8 + FLOAT * 16))?;
                self.write_int(list, 24, 4, (general * 8).wrapping_neg())?;
                self.write_int(list, 28, 4, (float * 16).wrapping_neg())
            }
        }
    }

    /// `llvm.va_end`: invalidates the list.
    pub(crate) fn va_end(&mut self, list: Reg) -> Result<(), Stop> {
        let len = self.library.abi.va_list.size(self.library.abi.pointer);
        if let Some(Target::Arena(place, _)) = self.access(list, 0, len, 1, Access::Store)? {
            let poison = self.poison_here();
            for i in 0..len {
                self.memory.store_any(Memory::behind(place, i), 1, false, poison, &self.undefs);
            }
        }
        Ok(())
    }

    /// `llvm.va_copy`.
    pub(crate) fn va_copy(&mut self, to: Reg, from: Reg) -> Result<(), Stop> {
        let len = self.library.abi.va_list.size(self.library.abi.pointer);
        self.copy_memory(to, from, len, 1, 1)
    }

    /// The next argument of a list, with a type of `module`.
    pub(crate) fn va_arg(&mut self, module: &Module, list: Reg, ty: Type, shape: &Shape) -> Result<Regs, Stop> {
        let mut regs = Regs::from_elem(Reg::int(0), shape.registers as usize);
        for part in self.parts(module, ty, shape) {
            let first = part.register as usize;
            let value = self.va_part(list, &part)?;
            regs[first..first + value.len()].copy_from_slice(&value);
        }
        Ok(regs)
    }

    fn va_part(&mut self, list: Reg, part: &Part) -> Result<Regs, Stop> {
        let site = self.site();
        let Some(pointer) = self.va_next(list, part)? else {
            return Ok((0..part.shape.registers).map(|_| Reg::int(0)).collect());
        };
        let passed = self.passed(pointer);
        match passed {
            Some(Some(p)) if (p.what, p.size) != (part.what, part.size) => {
                let name = |what, size| match what {
                    What::Number => format!("an integer or pointer of {size} bytes"),
                    What::Float(format) => format!("a `{}`", format.name()),
                    What::Bytes => format!("{size} bytes"),
                };
                let message =
                    format!("{} was passed, and {} is read", name(p.what, p.size), name(part.what, part.size));
                self.undefined(&kinds::VA_ARG_TYPE, message, Vec::new())?;
            }
            Some(None) => {
                let message = "all arguments that were passed have been read";
                self.undefined(&kinds::VA_ARG_PAST_END, message, Vec::new())?;
                return Ok((0..part.shape.registers).map(|_| self.undef(64, site)).collect());
            }
            _ => {}
        }
        self.load_value(&part.shape, pointer, 1)
    }

    /// The argument at a location among the variadic arguments of a call; `None` if there is no such location.
    fn passed(&self, pointer: Reg) -> Option<Option<Passed>> {
        let provenance = pointer.meta.provenance();
        // The list usually belongs to the running function or one of its callers.
        let args = self.thread.frames.iter().rev().find_map(|f| {
            let args = &f.extra.as_ref()?.varargs;
            let of = |area: Reg| area.bits != 0 && area.meta.provenance() == provenance;
            (of(args.registers) || of(args.stack)).then_some(args)
        })?;
        Some(args.passed.iter().find(|p| p.address == pointer.bits).copied())
    }

    /// A field of a list; `None` if the pointer is not a list.
    fn va_field(&mut self, list: Reg, offset: u64, len: u64, pointer: bool) -> Result<Option<Reg>, Stop> {
        let site = self.site();
        let Some(Target::Arena(place, _)) = self.access(list, offset, len, 1, Access::Load)? else { return Ok(None) };
        let reg = self.load_word(place, len as usize, pointer, site);
        if reg.meta.is_defined() {
            return Ok(Some(reg));
        }
        let notes = self.origin_note(reg);
        self.undefined(&kinds::VA_LIST, "the list was not begun, or has been ended", notes)?;
        Ok(None)
    }

    /// The location of the next part; advances the list.
    fn va_next(&mut self, list: Reg, part: &Part) -> Result<Option<Reg>, Stop> {
        let kind = self.library.abi.va_list;
        let after = |pointer: Reg, bytes: u64| Reg { bits: pointer.bits.wrapping_add(bytes), ..pointer };
        let stack_at = match kind {
            VaList::Pointer { .. } | VaList::AArch64 => 0,
            VaList::SystemV => 8,
        };
        match (kind, part.class) {
            (VaList::SystemV, Class::General(count)) => {
                let Some(used) = self.va_field(list, 0, 4, false)? else { return Ok(None) };
                if used.bits + 8 * count <= GENERAL_SYSTEM_V * 8 {
                    self.write_int(list, 0, 4, used.bits + 8 * count)?;
                    let area = self.va_field(list, 16, 8, true)?;
                    return Ok(area.map(|area| after(area, used.bits)));
                }
            }
            (VaList::SystemV, Class::Float) => {
                let Some(used) = self.va_field(list, 4, 4, false)? else { return Ok(None) };
                if used.bits < GENERAL_SYSTEM_V * 8 + FLOAT * 16 {
                    self.write_int(list, 4, 4, used.bits + 16)?;
                    let area = self.va_field(list, 16, 8, true)?;
                    return Ok(area.map(|area| after(area, used.bits)));
                }
            }
            (VaList::AArch64, Class::General(_) | Class::Float) => {
                let (field, top, step) = match part.class {
                    Class::General(count) => (24, 8, 8 * count),
                    _ => (28, 16, 16),
                };
                let Some(used) = self.va_field(list, field, 4, false)? else { return Ok(None) };
                let mut used = i64::from(used.bits as i32);
                if used < 0 {
                    if step == 16 && part.align == 16 && field == 24 {
                        used = (used + 15) & !15;
                    }
                    let next = used + step as i64;
                    self.write_int(list, field, 4, next as u64)?;
                    if next <= 0 {
                        let top = self.va_field(list, top, 8, true)?;
                        let spot = if field == 24 { Spot::General(0) } else { Spot::Float(0) };
                        let justify = self.justify(&spot, part.size, part.what);
                        return Ok(top.map(|top| after(top, (used as u64).wrapping_add(justify))));
                    }
                }
            }
            _ => {}
        }
        let pointer_bytes = self.library.abi.pointer;
        let Some(next) = self.va_field(list, stack_at, pointer_bytes, true)? else { return Ok(None) };
        let (slot, max_align) = slots(kind);
        let align = part.align.clamp(slot, max_align.max(slot));
        let aligned = Reg { bits: round_up(next.bits, align), ..next };
        self.write_pointer(list, stack_at, after(aligned, round_up(part.size, slot)))?;
        let justify = self.justify(&Spot::Stack(0), part.size, part.what);
        Ok(Some(after(aligned, justify)))
    }
}
