//! The effects of x86 instructions on the operands of inline assembly, memory and flags.
//!
//! A result is undef or poison if an operand is. The instructions themselves are not undefined behaviour, as processors know
//! neither; the program's use of the result may be. Memory accesses are atomic, as on x86: loads acquire, stores release, and
//! locked instructions are sequentially consistent.

use lindworm_eval::intrinsic::{Intrinsic, Operation};
use lindworm_eval::{BinaryOp, FastMathFlags, FloatFormat, IntFlags, IntPredicate};
use lindworm_ir::instruction::AtomicOrdering;

use super::syntax::{self, Instruction, Operand, Register};
use super::{Operands, Slot, State};
use crate::run::Regs;
use crate::run::memory::Access;
use crate::shape::{Scalar, Shape};
use crate::stop::Stop;
use crate::thread::Manner;
use crate::value::{Knowledge, Provenance, Reg, Site};

const CARRY: u64 = 1;
const PARITY: u64 = 1 << 2;
const ZERO: u64 = 1 << 6;
const SIGN: u64 = 1 << 7;
const OVERFLOW: u64 = 1 << 11;

/// An operand with computed address.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// A part of a register.
    Register {
        slot: usize,
        bits: u32,
        shift: u32,
    },
    Memory {
        pointer: Reg,
        bits: Option<u32>,
    },
    Immediate(u64),
}

impl Place {
    fn bits(self) -> Option<u32> {
        match self {
            Place::Register { bits, .. } => Some(bits),
            Place::Memory { bits, .. } => bits,
            Place::Immediate(_) => None,
        }
    }

    fn is_memory(self) -> bool {
        matches!(self, Place::Memory { .. })
    }
}

/// Instructions that compute the first of two operands from both, and instructions with one operand.
const BINARY: &[(&str, BinaryOp)] = &[
    ("add", BinaryOp::Add),
    ("adc", BinaryOp::Add),
    ("sub", BinaryOp::Sub),
    ("sbb", BinaryOp::Sub),
    ("and", BinaryOp::And),
    ("or", BinaryOp::Or),
    ("xor", BinaryOp::Xor),
];
const SHIFTS: &[(&str, BinaryOp)] =
    &[("shl", BinaryOp::Shl), ("sal", BinaryOp::Shl), ("shr", BinaryOp::LShr), ("sar", BinaryOp::AShr)];
const FLOATS: &[(&str, BinaryOp)] =
    &[("add", BinaryOp::FAdd), ("sub", BinaryOp::FSub), ("mul", BinaryOp::FMul), ("div", BinaryOp::FDiv)];
/// Other instructions that may have a width suffix.
const OTHERS: &[&str] = &[
    "mov", "movabs", "lea", "xchg", "xadd", "cmpxchg", "cmp", "test", "not", "neg", "inc", "dec", "bsf", "bsr",
    "tzcnt", "lzcnt", "popcnt", "rol", "ror", "bswap", "bt", "bts", "btr", "btc", "imul", "mul", "div",
];

/// Splits the width suffix from a mnemonic.
fn name_and_width(name: &str) -> (&str, Option<u32>) {
    let known =
        |name: &str| OTHERS.contains(&name) || BINARY.iter().any(|b| b.0 == name) || SHIFTS.iter().any(|s| s.0 == name);
    let suffix = match name.bytes().last() {
        Some(b'b') => Some(8),
        Some(b'w') => Some(16),
        Some(b'l') => Some(32),
        Some(b'q') => Some(64),
        _ => None,
    };
    match suffix {
        Some(bits) if !known(name) && known(&name[..name.len() - 1]) => (&name[..name.len() - 1], Some(bits)),
        _ => (name, None),
    }
}

fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

impl State {
    /// Executes an instruction. Returns false if it is not supported.
    pub(super) fn execute(&mut self, o: &mut Operands, instruction: &Instruction<'_>) -> Result<bool, Stop> {
        let name = instruction.name;
        if instruction.operands.is_empty() {
            return self.without_operands(o, instruction);
        }
        // A locked operation on the stack without effect is a fence.
        if instruction.locked
            && let [Operand::Memory(memory), Operand::Immediate(0)] = instruction.operands.as_slice()
            && let [(Operand::Register(Register { family: syntax::SP, .. }), _)] = memory.terms.as_slice()
        {
            self.fence(AtomicOrdering::SeqCst);
            return Ok(true);
        }
        let mut places = Vec::new();
        for operand in &instruction.operands {
            match self.place(o, operand)? {
                Some(place) => places.push(place),
                None => return Ok(false),
            }
        }
        let ordering = match instruction.locked {
            true => AtomicOrdering::SeqCst,
            false => AtomicOrdering::AcqRel,
        };
        if let Some(known) = self.on_floats(o, name, &places)? {
            return Ok(known);
        }
        if let Some(known) = self.extends(o, name, &places)? {
            return Ok(known);
        }
        if let Some(condition) = name.strip_prefix("set")
            && let Some(value) = self.condition(o, condition)
        {
            return self.write(o, places[0], 8, value, ordering);
        }
        if let Some(rest) = name.strip_prefix("cmov")
            && let [to, from] = places[..]
        {
            let condition = self.condition(o, rest).or_else(|| self.condition(o, rest.get(..rest.len().max(1) - 1)?));
            let (Some(condition), Some(width)) = (condition, to.bits()) else { return Ok(false) };
            let (old, new) = (self.read(o, to, width, ordering)?, self.read(o, from, width, ordering)?);
            let value = match condition.meta.is_defined() {
                true if condition.bits != 0 => new,
                true => old,
                false => self.derived(width, &[condition, old, new], old.bits),
            };
            return self.write(o, to, width, value, ordering);
        }
        let (name, suffix) = name_and_width(name);
        let registers = places.iter().copied().filter(|p| matches!(p, Place::Register { .. }));
        let width = suffix.or_else(|| registers.clone().find_map(Place::bits));
        let Some(width) = width.or_else(|| places.iter().find_map(|p| p.bits())) else { return Ok(false) };
        let is_count = |i: usize| i == 1 && (SHIFTS.iter().any(|s| s.0 == name) || matches!(name, "rol" | "ror"));
        let fits = |(i, place): (usize, &Place)| match place {
            Place::Register { bits, .. } => *bits == width || is_count(i),
            _ => true,
        };
        if !matches!(width, 8 | 16 | 32 | 64) || !places.iter().enumerate().all(fits) {
            return Ok(false);
        }
        // `xchg` with memory is locked even without the prefix.
        let ordering = match name == "xchg" && places.iter().any(|p| p.is_memory()) {
            true => AtomicOrdering::SeqCst,
            false => ordering,
        };
        self.on_integers(o, name, &places, width, ordering)
    }

    fn without_operands(&mut self, o: &mut Operands, instruction: &Instruction<'_>) -> Result<bool, Stop> {
        match instruction.name {
            "lfence" => {}
            "mfence" | "sfence" => self.fence(AtomicOrdering::SeqCst),
            // A processor without leaves, and thus without optional extensions.
            "cpuid" => [syntax::A, syntax::B, syntax::C, syntax::D].iter().for_each(|&f| o.set_family(f, Reg::int(0))),
            name @ ("rdtsc" | "rdtscp") => {
                let time = self.ticks();
                o.set_family(syntax::A, Reg::int(time & 0xffff_ffff));
                o.set_family(syntax::D, Reg::int(time >> 32));
                if name == "rdtscp" {
                    o.set_family(syntax::C, Reg::int(0));
                }
            }
            "cld" => {}
            "cltq" | "cdqe" => {
                let a = self.family(o, syntax::A);
                let a = self.derived(64, &[a], a.bits as i32 as u64);
                o.set_family(syntax::A, a);
            }
            "fsqrt" => {
                let at = o.numbers.iter().copied().find(|&n| matches!(o.slots[n].scalar, Some(Scalar::Float(_))));
                let Some(Slot { value: Some(value), scalar: Some(Scalar::Float(format)), .. }) =
                    at.map(|at| &o.slots[at])
                else {
                    return Ok(false);
                };
                let (value, format) = (value.clone(), *format);
                let result = self.x87_sqrt(&value, format)?;
                if let Some(at) = at {
                    o.slots[at].value = Some(result);
                }
            }
            name if name.starts_with("stos") || name.starts_with("movs") => {
                let Some(width) = name_and_width(&format!("mov{}", &name[4..])).1 else { return Ok(false) };
                return self.strings(o, &name[..4], width, instruction.repeated).map(|()| true);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `stos` and `movs` in forward direction.
    fn strings(&mut self, o: &mut Operands, name: &str, width: u32, repeated: bool) -> Result<(), Stop> {
        let bytes = u64::from(width / 8);
        let count = match repeated {
            true => self.family(o, syntax::C),
            false => Reg::int(1),
        };
        for _ in 0..count.bits {
            self.spend(1)?;
            let to = self.family(o, syntax::DI);
            let value = match name {
                "stos" => {
                    let value = self.family(o, syntax::A);
                    self.mask(value, mask(width))
                }
                _ => {
                    let from = self.family(o, syntax::SI);
                    let value = self.read_memory(from, width, AtomicOrdering::AcqRel)?;
                    o.set_family(syntax::SI, Reg { bits: from.bits.wrapping_add(bytes), ..from });
                    value
                }
            };
            self.write_memory(to, width, value, AtomicOrdering::AcqRel)?;
            o.set_family(syntax::DI, Reg { bits: to.bits.wrapping_add(bytes), ..to });
        }
        if repeated {
            o.set_family(syntax::C, Reg::int(0));
        }
        Ok(())
    }

    fn x87_sqrt(&mut self, value: &[Reg], format: FloatFormat) -> Result<Regs, Stop> {
        let long = Scalar::Float(FloatFormat::X86Fp80);
        let none = (IntFlags::empty(), FastMathFlags::empty());
        let cast = |state: &mut State, from: Scalar, to: Scalar, value: &[Reg]| match from.bits() < to.bits() {
            true => state.wide_cast(lindworm_eval::CastOp::FPExt, none.0, none.1, from, to, value),
            false => state.wide_cast(lindworm_eval::CastOp::FPTrunc, none.0, none.1, from, to, value),
        };
        let is_long = format == FloatFormat::X86Fp80;
        let operand = if is_long { value.into() } else { cast(self, Scalar::Float(format), long, value) };
        let result = self.intrinsic(Intrinsic::Sqrt, none.1, &[(operand, long)], &[long])?;
        Ok(if is_long { result } else { cast(self, long, Scalar::Float(format), &result) })
    }

    /// `sqrtsd`, `addss`, ...; `None` for other mnemonics.
    fn on_floats(&mut self, o: &mut Operands, name: &str, places: &[Place]) -> Result<Option<bool>, Stop> {
        let format = match name.get(name.len().max(2) - 2..) {
            Some("sd") => FloatFormat::Double,
            Some("ss") => FloatFormat::Float,
            _ => return Ok(None),
        };
        let (base, width, plain) = (&name[..name.len() - 2], format.bits(), AtomicOrdering::AcqRel);
        let op = FLOATS.iter().find(|f| f.0 == base).map(|f| f.1);
        let &[to, from] = places else { return Ok(None) };
        let b = self.read(o, from, width, plain)?;
        let result = match (base, op) {
            ("mov", _) => b,
            ("sqrt", _) => self.float_intrinsic(Intrinsic::Sqrt, FastMathFlags::empty(), format, &[b])?,
            (_, Some(op)) => {
                let a = self.read(o, to, width, plain)?;
                self.operation(Operation::Binary(op), Scalar::Float(format), [&[a], &[b]])?[0]
            }
            _ => return Ok(None),
        };
        self.write(o, to, width, result, plain).map(Some)
    }

    /// `movzbl`, `movsx`, ...; `None` for other mnemonics.
    fn extends(&mut self, o: &mut Operands, name: &str, places: &[Place]) -> Result<Option<bool>, Stop> {
        let (Some(kind @ ("movz" | "movs")), &[to, from]) = (name.get(..4), places) else { return Ok(None) };
        let width_of = |letter: u8| name_and_width(&format!("mov{}", letter as char)).1;
        let widths = match &name.as_bytes()[4..] {
            b"x" | b"xd" => (from.bits(), to.bits()),
            &[from, to] => (width_of(from), width_of(to)),
            &[letter] if to.bits().is_some() => (width_of(letter), to.bits()),
            _ => return Ok(None),
        };
        let (Some(narrow @ (8 | 16 | 32)), Some(wide)) = widths else { return Ok(Some(false)) };
        let value = self.read(o, from, narrow, AtomicOrdering::AcqRel)?;
        let bits = match kind {
            "movz" => value.bits,
            _ => ((value.bits << (64 - narrow)) as i64 >> (64 - narrow)) as u64 & mask(wide),
        };
        let value = self.derived(wide, &[value], bits);
        self.write(o, to, wide, value, AtomicOrdering::AcqRel).map(Some)
    }

    fn on_integers(
        &mut self,
        o: &mut Operands,
        name: &str,
        places: &[Place],
        width: u32,
        ordering: AtomicOrdering,
    ) -> Result<bool, Stop> {
        let of = |table: &[(&str, BinaryOp)]| table.iter().find(|entry| entry.0 == name).map(|entry| entry.1);
        match (name, places) {
            ("mov" | "movabs", &[to, from]) => {
                let value = self.read(o, from, width, ordering)?;
                self.write(o, to, width, value, ordering)
            }
            ("lea", &[to, Place::Memory { pointer, .. }]) => {
                let value = match width {
                    64 => pointer,
                    _ => {
                        let number = self.number(pointer);
                        self.mask(number, mask(width))
                    }
                };
                self.write(o, to, width, value, ordering)
            }
            ("xchg", &[a, b]) => {
                let (x, y) = (self.read(o, a, width, ordering)?, self.read(o, b, width, ordering)?);
                Ok(self.write(o, a, width, y, ordering)? && self.write(o, b, width, x, ordering)?)
            }
            ("xadd", &[to, from]) => {
                let (x, y) = (self.read(o, to, width, ordering)?, self.read(o, from, width, ordering)?);
                let sum = self.arithmetic(o, "add", BinaryOp::Add, width, x, y)?;
                Ok(self.write(o, from, width, x, ordering)? && self.write(o, to, width, sum, ordering)?)
            }
            ("cmpxchg", &[to, new]) => {
                let (old, new) = (self.read(o, to, width, ordering)?, self.read(o, new, width, ordering)?);
                let expected = self.family(o, syntax::A);
                let expected = self.mask(expected, if width < 64 { mask(width) } else { u64::MAX });
                let (x, y) = (self.number(expected), self.number(old));
                self.arithmetic(o, "cmp", BinaryOp::Sub, width, x, y)?;
                let equal = self.wide_icmp(IntPredicate::Eq, width, false, &[y], &[x]);
                if self.freeze(equal, 1).bits != 0 {
                    return self.write(o, to, width, new, ordering);
                }
                // The memory must be writable.
                if let Place::Memory { pointer, .. } = to {
                    self.access_as(pointer, 0, u64::from(width / 8), 1, Access::Store, Manner::Apart)?;
                }
                let accumulator = o.register(syntax::A, width);
                self.write(o, accumulator, width, old, ordering)
            }
            ("cmp" | "test", &[a, b]) => {
                let (x, y) = (self.read(o, a, width, ordering)?, self.read(o, b, width, ordering)?);
                let op = if name == "cmp" { BinaryOp::Sub } else { BinaryOp::And };
                self.arithmetic(o, name, op, width, x, y)?;
                Ok(true)
            }
            ("not", &[at]) => {
                let x = self.read(o, at, width, ordering)?;
                let x = self.number(x);
                let value = self.derived(width, &[x], !x.bits & mask(width));
                self.write(o, at, width, value, ordering)
            }
            ("neg", &[at]) => {
                let x = self.read(o, at, width, ordering)?;
                let value = self.arithmetic(o, name, BinaryOp::Sub, width, Reg::int(0), x)?;
                self.write(o, at, width, value, ordering)
            }
            ("inc" | "dec", &[at]) => {
                let x = self.read(o, at, width, ordering)?;
                let carry = o.flags;
                let op = if name == "inc" { BinaryOp::Add } else { BinaryOp::Sub };
                let value = self.arithmetic(o, name, op, width, x, Reg::int(1))?;
                if let (Some(before), Some(now)) = (carry, o.flags) {
                    o.flags = Some(self.derived(64, &[before, now], now.bits & !CARRY | before.bits & CARRY));
                }
                self.write(o, at, width, value, ordering)
            }
            ("bsf" | "bsr" | "tzcnt" | "lzcnt" | "popcnt", &[to, from]) => {
                let x = self.read(o, from, width, ordering)?;
                let x = self.number(x);
                let leading = u64::from(x.bits.leading_zeros()) - u64::from(64 - width);
                let trailing = u64::from(x.bits.trailing_zeros()).min(width.into());
                let (result, flag) = match name {
                    "bsf" => (trailing, x.bits == 0),
                    "bsr" => (u64::from(width - 1).wrapping_sub(leading), x.bits == 0),
                    "tzcnt" => (trailing, trailing == 0),
                    "lzcnt" => (leading, leading == 0),
                    _ => (u64::from(x.bits.count_ones()), x.bits == 0),
                };
                let carry = x.bits == 0 && matches!(name, "tzcnt" | "lzcnt");
                let flags = (if flag { ZERO } else { 0 }) | (if carry { CARRY } else { 0 });
                o.flags = Some(self.derived(64, &[x], flags));
                if matches!(name, "bsf" | "bsr") && x.meta.is_defined() && x.bits == 0 {
                    // The result is undefined in this case.
                    let undefined = self.undef(width, self.site());
                    return self.write(o, to, width, undefined, ordering);
                }
                let value = self.derived(width, &[x], result & mask(width));
                self.write(o, to, width, value, ordering)
            }
            ("rol" | "ror" | "shl" | "sal" | "shr" | "sar", _) => {
                let (at, count) = match *places {
                    [at] => (at, Reg::int(1)),
                    [at, count] => (at, self.read(o, count, 8, ordering)?),
                    _ => return Ok(false),
                };
                let x = self.read(o, at, width, ordering)?;
                let x = self.number(x);
                let count = Reg { bits: count.bits & if width == 64 { 63 } else { 31 }, ..count };
                let value = match of(SHIFTS) {
                    Some(op) => self.shift(o, op, width, x, count)?,
                    None => {
                        let by = count.bits as u32 % width;
                        let by = if name == "rol" { by } else { (width - by) % width };
                        let bits = (x.bits << by | (x.bits >> 1) >> (width - 1 - by)) & mask(width);
                        let carry = if name == "rol" { bits & 1 } else { bits >> (width - 1) };
                        if count.bits != 0 {
                            o.flags = Some(self.derived(64, &[x, count], carry));
                        }
                        self.derived(width, &[x, count], bits)
                    }
                };
                self.write(o, at, width, value, ordering)
            }
            ("bswap", &[at]) if width >= 32 => {
                let x = self.read(o, at, width, ordering)?;
                let x = self.number(x);
                let value = self.int_intrinsic(Intrinsic::BSwap, width, &[width], &[x])?[0];
                self.write(o, at, width, value, ordering)
            }
            ("bt" | "bts" | "btr" | "btc", &[at, index]) => {
                let index = self.read(o, index, width, ordering)?;
                let (mut at, mut bit) = (at, index.bits);
                if let Place::Memory { pointer, bits } = at
                    && bit >= u64::from(width)
                {
                    // A bit offset may refer to memory before or after the operand.
                    let bytes = ((bit << (64 - width)) as i64 >> (64 - width) >> 3) as u64 & !u64::from(width / 8 - 1);
                    at = Place::Memory { pointer: Reg { bits: pointer.bits.wrapping_add(bytes), ..pointer }, bits };
                }
                bit &= u64::from(width - 1);
                let x = self.read(o, at, width, ordering)?;
                let x = self.number(x);
                o.flags = Some(self.derived(64, &[x, index], x.bits >> bit & 1));
                let bits = match name {
                    "bts" => x.bits | 1 << bit,
                    "btr" => x.bits & !(1 << bit),
                    "btc" => x.bits ^ 1 << bit,
                    _ => return Ok(true),
                };
                let value = self.derived(width, &[x, index], bits);
                self.write(o, at, width, value, ordering)
            }
            ("imul", &[to, ref from @ ..]) if !from.is_empty() && from.len() <= 2 => {
                let (a, b) = if from.len() == 2 { (from[0], from[1]) } else { (to, from[0]) };
                let (x, y) = (self.read(o, a, width, ordering)?, self.read(o, b, width, ordering)?);
                let (x, y) = (self.number(x), self.number(y));
                let value = self.int_binary(BinaryOp::Mul, IntFlags::empty(), width, x, y)?;
                let signed = |bits: u64| i128::from((bits << (64 - width)) as i64 >> (64 - width));
                let overflows = signed(x.bits) * signed(y.bits) != signed(value.bits);
                o.flags = Some(self.derived(64, &[x, y], if overflows { CARRY | OVERFLOW } else { 0 }));
                self.write(o, to, width, value, ordering)
            }
            ("mul", &[by]) if width >= 16 => {
                let (x, y) = (self.family(o, syntax::A), self.read(o, by, width, ordering)?);
                let x = self.mask(x, mask(width));
                let product = u128::from(x.bits) * u128::from(y.bits);
                let (low, high) = (product as u64 & mask(width), (product >> width) as u64 & mask(width));
                o.flags = Some(self.derived(64, &[x, y], if high != 0 { CARRY | OVERFLOW } else { 0 }));
                for (family, bits) in [(syntax::A, low), (syntax::D, high)] {
                    let value = self.derived(width, &[x, y], bits);
                    let place = o.register(family, width);
                    self.write(o, place, width, value, ordering)?;
                }
                Ok(true)
            }
            ("div", &[by]) if width >= 16 => {
                let (low, high) = (self.family(o, syntax::A), self.family(o, syntax::D));
                let (low, high) = (self.mask(low, mask(width)), self.mask(high, mask(width)));
                let by = self.read(o, by, width, ordering)?;
                let dividend = u128::from(high.bits) << width | u128::from(low.bits);
                let quotient = dividend.checked_div(by.bits.into()).filter(|&q| q <= mask(width).into());
                let Some(quotient) = quotient else {
                    return Err(self.error(format!(
                        "the instruction `div` gives a quotient of {dividend} by {} that has no {width} bits: the processor would \
                         end the program",
                        by.bits
                    )));
                };
                let remainder = dividend % u128::from(by.bits);
                for (family, bits) in [(syntax::A, quotient), (syntax::D, remainder)] {
                    let value = self.derived(width, &[low, high, by], bits as u64);
                    let place = o.register(family, width);
                    self.write(o, place, width, value, ordering)?;
                }
                Ok(true)
            }
            (_, &[to, from]) => {
                let Some(op) = of(BINARY) else { return Ok(false) };
                // The result is zero regardless of the register's value.
                if to == from && matches!(name, "xor" | "sub") && !to.is_memory() {
                    o.flags = Some(Reg::int(ZERO | PARITY));
                    return self.write(o, to, width, Reg::int(0), ordering);
                }
                let (x, y) = (self.read(o, to, width, ordering)?, self.read(o, from, width, ordering)?);
                let value = self.arithmetic(o, name, op, width, x, y)?;
                self.write(o, to, width, value, ordering)
            }
            _ => Ok(false),
        }
    }

    /// A sum, difference or bitwise operation, which sets all flags. A result computed from one pointer remains a pointer.
    fn arithmetic(
        &mut self,
        o: &mut Operands,
        name: &str,
        op: BinaryOp,
        width: u32,
        a: Reg,
        b: Reg,
    ) -> Result<Reg, Stop> {
        let (x, y) = (self.number(a), self.number(b));
        let none = IntFlags::empty();
        let mut value = self.int_binary(op, none, width, x, y)?;
        let mut inputs = vec![x, y];
        let mut carried = 0;
        if matches!(name, "adc" | "sbb") {
            let flags = o.flags.unwrap_or_else(|| self.undef(64, self.site()));
            carried = flags.bits & CARRY;
            let carry = self.mask(flags, CARRY);
            value = self.int_binary(op, none, width, value, carry)?;
            inputs.push(carry);
        }
        let r = value.bits;
        let sign = |bits: u64| bits >> (width - 1) & 1 != 0;
        let (carry, overflow) = match op {
            BinaryOp::Add => {
                let sum = u128::from(x.bits) + u128::from(y.bits) + u128::from(carried);
                (sum >> width != 0, sign(!(x.bits ^ y.bits) & (x.bits ^ r)))
            }
            BinaryOp::Sub => {
                (u128::from(x.bits) < u128::from(y.bits) + u128::from(carried), sign((x.bits ^ y.bits) & (x.bits ^ r)))
            }
            _ => (false, false),
        };
        let flags = [
            (carry, CARRY),
            ((r as u8).count_ones().is_multiple_of(2), PARITY),
            (r == 0, ZERO),
            (sign(r), SIGN),
            (overflow, OVERFLOW),
        ];
        let flags = flags.iter().filter(|flag| flag.0).map(|flag| flag.1).sum();
        o.flags = Some(self.derived(64, &inputs, flags));
        let pointers = [a, b].map(|reg| reg.meta.provenance()).map(|p| (p != Provenance::NONE).then_some(p));
        Ok(match pointers {
            [Some(p), None] | [None, Some(p)] if width == 64 && value.meta.is_defined() => Reg::pointer(r, p),
            _ => value,
        })
    }

    fn shift(&mut self, o: &mut Operands, op: BinaryOp, width: u32, x: Reg, count: Reg) -> Result<Reg, Stop> {
        let by = count.bits as u32;
        if by == 0 && count.meta.is_defined() {
            return Ok(x);
        }
        let signed = (x.bits << (64 - width)) as i64 >> (64 - width);
        let (bits, carry) = match op {
            BinaryOp::Shl => {
                (u128::from(x.bits).checked_shl(by).map_or(0, |v| v as u64), (u128::from(x.bits) << by) >> width & 1)
            }
            BinaryOp::LShr => (x.bits.checked_shr(by).unwrap_or(0), u128::from(x.bits >> (by.max(1) - 1) & 1)),
            _ => ((signed >> by.min(63)) as u64, (signed >> (by.max(1) - 1) & 1) as u128),
        };
        let bits = bits & mask(width);
        let sign = |bits: u64| bits >> (width - 1) & 1 != 0;
        let flags = (if carry != 0 { CARRY } else { 0 })
            | (if (bits as u8).count_ones().is_multiple_of(2) { PARITY } else { 0 })
            | (if bits == 0 { ZERO } else { 0 })
            | (if sign(bits) { SIGN } else { 0 })
            | (if by == 1 && sign(x.bits ^ bits) { OVERFLOW } else { 0 });
        o.flags = Some(self.derived(64, &[x, count], flags));
        Ok(self.derived(width, &[x, count], bits))
    }

    /// Evaluates a condition of the flags; `None` if there is no such condition.
    pub(super) fn condition(&mut self, o: &Operands, name: &str) -> Option<Reg> {
        let flags = o.flags.unwrap_or_else(|| self.undef(64, self.site()));
        let is = |flag: u64| flags.bits & flag != 0;
        let less = is(SIGN) != is(OVERFLOW);
        let (negated, rest) = match name.strip_prefix('n') {
            Some(rest) if !rest.is_empty() => (true, rest),
            _ => (false, name),
        };
        let holds = match rest {
            "o" => is(OVERFLOW),
            "b" | "c" => is(CARRY),
            "ae" => !is(CARRY),
            "e" | "z" => is(ZERO),
            "be" => is(CARRY) || is(ZERO),
            "a" => !is(CARRY) && !is(ZERO),
            "s" => is(SIGN),
            "p" => is(PARITY),
            "pe" if !negated => is(PARITY),
            "po" if !negated => !is(PARITY),
            "l" => less,
            "ge" => !less,
            "le" => less || is(ZERO),
            "g" => !less && !is(ZERO),
            _ => return None,
        };
        Some(self.derived(8, &[flags], u64::from(holds != negated)))
    }

    /// A result of `width` bits; undef or poison if an operand is.
    fn derived(&mut self, width: u32, operands: &[Reg], bits: u64) -> Reg {
        if let Some(poison) = operands.iter().find(|reg| reg.meta.is_poison()) {
            return Reg { bits: 0, meta: poison.meta };
        }
        match operands.iter().find_map(|reg| match reg.meta.knowledge() {
            Knowledge::Undef(index) => Some(self.undefs.get(index).origin),
            _ => None,
        }) {
            Some(origin) => Reg { bits, meta: self.undefs.meta(mask(width), origin) },
            None => Reg::int(bits),
        }
    }

    /// Converts a pointer to an integer, and exposes it, since the program may observe the integer.
    fn number(&mut self, reg: Reg) -> Reg {
        match reg.meta.provenance() {
            Provenance::NONE => reg,
            provenance => {
                self.memory.expose(provenance);
                Reg::int(reg.bits)
            }
        }
    }

    /// Resolves an operand; `None` if it is not supported.
    fn place(&mut self, o: &mut Operands, operand: &Operand) -> Result<Option<Place>, Stop> {
        Ok(match operand {
            Operand::Immediate(bits) => Some(Place::Immediate(*bits)),
            &Operand::Register(Register { family, bits, shift }) => {
                Some(Place::Register { slot: o.slot_of(family), bits, shift })
            }
            &Operand::Numbered(number, modifier) => {
                let Some(&slot) = o.numbers.get(number) else { return Ok(None) };
                let Slot { in_memory, value, .. } = &o.slots[slot];
                let own = o.slots[slot].bits();
                if *in_memory {
                    let pointer = value.as_ref().map_or(Reg::default(), |value| value[0]);
                    return Ok(Some(Place::Memory { pointer, bits: Some(own).filter(|&bits| bits > 0) }));
                }
                let part = match modifier {
                    Some('b') => Some((8, 0)),
                    Some('h') => Some((8, 8)),
                    Some('w') => Some((16, 0)),
                    Some('k') => Some((32, 0)),
                    Some('q') => Some((64, 0)),
                    None | Some('c' | 'P') => Some((own, 0)),
                    _ => None,
                };
                part.filter(|&(bits, _)| matches!(bits, 8 | 16 | 32 | 64)).map(|(bits, shift)| Place::Register {
                    slot,
                    bits,
                    shift,
                })
            }
            Operand::Memory(memory) => {
                let mut pointer = Reg::int(memory.displacement);
                let mut bits = memory.bits;
                for (term, scale) in &memory.terms {
                    let value = match self.place(o, term)? {
                        Some(Place::Memory { pointer, bits: own }) => {
                            bits = bits.or(own);
                            pointer
                        }
                        Some(place @ Place::Register { slot, .. }) => {
                            let is_constant = place.bits() != Some(64) && o.slots[slot].output.is_none();
                            match place.bits() {
                                Some(64) => self.read(o, place, 64, AtomicOrdering::AcqRel)?,
                                Some(width) if is_constant => {
                                    let value = self.read(o, place, width, AtomicOrdering::AcqRel)?;
                                    let signed = (value.bits << (64 - width)) as i64 >> (64 - width);
                                    self.derived(64, &[value], signed as u64)
                                }
                                _ => return Ok(None),
                            }
                        }
                        _ => return Ok(None),
                    };
                    let provenance = [pointer, value].map(|reg| reg.meta.provenance());
                    let sum = pointer.bits.wrapping_add(value.bits.wrapping_mul(*scale));
                    let (a, b) = (pointer, value);
                    pointer = match provenance {
                        _ if !a.meta.is_defined() || !b.meta.is_defined() => self.derived(64, &[a, b], sum),
                        [Provenance::NONE, p] if *scale == 1 => Reg::pointer(sum, p),
                        [p, Provenance::NONE] => Reg::pointer(sum, p),
                        _ => {
                            self.number(a);
                            self.number(b);
                            Reg::pointer(sum, Provenance::WILDCARD)
                        }
                    };
                }
                if pointer.meta.is_defined() && pointer.meta.provenance() == Provenance::NONE {
                    pointer = crate::memory::Memory::pointer_of_integer(pointer.bits);
                }
                Some(Place::Memory { pointer, bits })
            }
        })
    }

    fn read(&mut self, o: &mut Operands, place: Place, width: u32, ordering: AtomicOrdering) -> Result<Reg, Stop> {
        match place {
            Place::Immediate(bits) => Ok(Reg::int(bits & mask(width))),
            Place::Memory { pointer, .. } => self.read_memory(pointer, width, ordering),
            Place::Register { slot, shift, .. } => {
                let slot = &o.slots[slot];
                let known = slot.scalar.map_or(64, |scalar| scalar.bits().min(64));
                let value = slot.value.as_ref().and_then(|value| value.first().copied());
                let value = value.unwrap_or_else(|| self.undef(known, self.site()));
                if width == 64 && known == 64 || known == width && shift == 0 {
                    return Ok(value);
                }
                let (value, here) = (self.number(value), self.site());
                let mut limb = self.limb(value);
                let origin = match value.meta.knowledge() {
                    Knowledge::Undef(index) => self.undefs.get(index).origin,
                    Knowledge::Poison(site) => site,
                    Knowledge::Defined(_) => here,
                };
                if width + shift > known {
                    // The register's bits beyond the operand are undef.
                    limb.undef |= !mask(known);
                    limb.bits |= self.choose() & !mask(known);
                }
                limb.bits = limb.bits >> shift & mask(width);
                limb.undef = limb.undef >> shift & mask(width);
                limb.poison = limb.poison >> shift & mask(width);
                Ok(self.register_of(limb, origin, origin))
            }
        }
    }

    /// Writes to an operand. Returns false if the operand cannot be written.
    fn write(
        &mut self,
        o: &mut Operands,
        place: Place,
        width: u32,
        value: Reg,
        ordering: AtomicOrdering,
    ) -> Result<bool, Stop> {
        match place {
            Place::Immediate(_) => return Ok(false),
            Place::Memory { pointer, .. } => self.write_memory(pointer, width, value, ordering)?,
            Place::Register { slot: at, shift, .. } => {
                let mut value = value;
                if width < 32 {
                    // The other bits of the register are unchanged.
                    let old = o.slots[at].value.as_ref().and_then(|old| old.first().copied());
                    let old = old.unwrap_or_else(|| self.undef(64, self.site()));
                    let (old, new) = (self.number(old), self.number(value));
                    let (kept, part) = (self.limb(old), self.limb(new));
                    let hole = mask(width) << shift;
                    let mut limb = kept;
                    limb.bits = kept.bits & !hole | part.bits << shift & hole;
                    limb.undef = kept.undef & !hole | part.undef << shift & hole;
                    limb.poison = kept.poison & !hole | part.poison << shift & hole;
                    let origin = |reg: Reg| match reg.meta.knowledge() {
                        Knowledge::Undef(index) => Some(self.undefs.get(index).origin),
                        Knowledge::Poison(site) => Some(site),
                        Knowledge::Defined(_) => None,
                    };
                    let origin: Site = origin(new).or(origin(old)).unwrap_or_default();
                    let bits = o.slots[at].scalar.map_or(64, |scalar| scalar.bits().min(64));
                    if bits < 64 && limb.poison & mask(bits) == 0 {
                        limb.poison = 0;
                    }
                    value = self.register_of(limb, origin, origin);
                    value = self.mask(value, mask(bits));
                } else if o.slots[at].bits() > width && !matches!(o.slots[at].scalar, Some(Scalar::Float(_))) {
                    value = self.number(value);
                }
                o.slots[at].value = Some(Regs::from_elem(value, 1));
            }
        }
        Ok(true)
    }

    fn read_memory(&mut self, pointer: Reg, width: u32, ordering: AtomicOrdering) -> Result<Reg, Stop> {
        let (shape, len) = (memory_shape(width), u64::from(width / 8));
        self.special_access(pointer, len, Access::Load, special(ordering), false)?;
        let value = self.load_value_as(&shape, pointer, 1, Manner::Atomic)?;
        self.acquire_at(pointer.bits, len, ordering);
        Ok(value[0])
    }

    fn write_memory(&mut self, pointer: Reg, width: u32, value: Reg, ordering: AtomicOrdering) -> Result<(), Stop> {
        let (shape, len) = (memory_shape(width), u64::from(width / 8));
        self.special_access(pointer, len, Access::Store, special(ordering), false)?;
        let value = if width == 64 { value } else { self.number(value) };
        self.store_value_as(&shape, pointer, 1, &[value], Manner::Atomic)?;
        let keeps = ordering == AtomicOrdering::SeqCst;
        self.release_at(pointer.bits, len, ordering, keeps);
        Ok(())
    }

    /// The value of a processor register.
    fn family(&mut self, o: &mut Operands, family: usize) -> Reg {
        let slot = o.slot_of(family);
        let value = o.slots[slot].value.as_ref().and_then(|value| value.first().copied());
        value.unwrap_or_else(|| self.undef(64, self.site()))
    }
}

/// The ordering of an access for promises: only locked instructions synchronize.
fn special(ordering: AtomicOrdering) -> AtomicOrdering {
    match ordering {
        AtomicOrdering::SeqCst => ordering,
        _ => AtomicOrdering::NotAtomic,
    }
}

/// The shape of a loaded or stored value; with 64 bits it may be a pointer.
fn memory_shape(width: u32) -> Shape {
    Shape::of_scalar(if width == 64 { Scalar::Pointer(64) } else { Scalar::Int(width) })
}

impl Operands {
    /// The slot of a processor register.
    fn slot_of(&mut self, family: usize) -> usize {
        *self.families[family].get_or_insert_with(|| {
            self.slots.push(Slot::default());
            self.slots.len() - 1
        })
    }

    /// The low bits of a processor register.
    fn register(&mut self, family: usize, bits: u32) -> Place {
        Place::Register { slot: self.slot_of(family), bits, shift: 0 }
    }

    fn set_family(&mut self, family: usize, value: Reg) {
        let slot = self.slot_of(family);
        self.slots[slot].value = Some(Regs::from_elem(value, 1));
    }
}
