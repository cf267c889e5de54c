//! Inline assembler: assigns registers to operands, and assembles the text with the system's assembler.

use std::fmt::Write;

use lindworm_ir::inline_asm::{self, Constraint, ConstraintKind};
use lindworm_ir::value::InlineAsm;
use lindworm_ir::{Inst, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Condition, Mem, Reg, RegSet, Size, op};

use super::Pass;
use super::moves::RegisterMove;
use super::registers::is_allocatable;
use crate::assembler;
use crate::constants::PartOfConstant;
use crate::error::Result;
use crate::relocation::{Relocation, RelocationKind, Symbol};

/// The replacement of an operand in the text.
#[derive(Clone)]
enum Operand {
    /// A register and its operand width.
    Register(Reg, u32),
    /// The memory that a register points to.
    Memory(Reg),
    /// A number, or a symbol plus a number.
    Immediate(String),
    /// Flags: the operand is the value of a condition.
    Flags(Condition),
    /// The label of a block, by its number among the indirect destinations of a `callbr`.
    Label(usize),
    /// An element of the x87 stack, counted from the top.
    Stack(u8),
    /// A clobber, which the text cannot refer to.
    None,
}

/// The constraint of an operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Any(RegSet),
    One(Reg),
    Memory,
    /// A register that holds an address.
    Address,
    Label,
    Immediate,
    /// An immediate if the operand is constant, otherwise a register.
    Either,
    Flags(Condition),
    /// An element of the x87 stack, if it is a certain one.
    Stack(Option<u8>),
}

/// Whether values of a kind can be on the x87 stack.
fn is_on_x87_stack(kind: PartKind) -> bool {
    matches!(kind, PartKind::F32 | PartKind::F64 | PartKind::F80)
}

/// The prefix of the symbols that stand for the labels of blocks.
const LABEL: &str = "lindworm.label.";

/// A reference to the label of a block: the offset of its 32 bits, the number of the label, and the addend.
#[derive(Clone, Copy)]
pub struct LabelUse {
    pub at: u32,
    pub label: u32,
    pub addend: i64,
}

impl<'m> Pass<'m> {
    pub fn inline_asm(&mut self, inst: Inst, asm: InlineAsm, args: &[Value]) -> Result {
        let asm = self.module.inline_asm(asm);
        let constraints = inline_asm::parse(&asm.constraints).ok_or("inline assembler with such constraints")?;
        let ty = self.inst_type(inst);
        let parts = self.types.parts(ty)?;
        for &arg in args {
            self.settle_address(arg)?;
        }
        // Named registers first: their contents are stored.
        let mut classes = Vec::new();
        let mut changes_frame_pointer = false;
        let mut labels = 0;
        for constraint in &constraints {
            classes.push(class(constraint)?);
            if let Some(Class::One(reg)) = classes[classes.len() - 1] {
                if reg == Reg::RBP || reg == Reg::RSP {
                    if constraint.kind != ConstraintKind::Clobber {
                        return Err("inline assembler that takes the stack or frame pointer".into());
                    }
                    changes_frame_pointer |= reg == Reg::RBP;
                } else if is_allocatable(reg) {
                    self.claim(reg)?;
                }
            }
        }
        let mut operands = vec![Operand::None; constraints.len()];
        let mut results: Vec<Operand> = Vec::new();
        let mut moves: Vec<RegisterMove> = Vec::new();
        let mut inputs = args.iter();
        // Inputs on the x87 stack.
        let mut pushed: Vec<(u8, Value)> = Vec::new();
        // Outputs, and inputs tied to outputs.
        for (i, constraint) in constraints.iter().enumerate() {
            if constraint.kind != ConstraintKind::Output || constraint.indirect {
                continue;
            }
            let kind = parts.get(results.len()).ok_or("inline assembler with more outputs than results")?.kind;
            let operand = match classes[i] {
                Some(Class::Flags(condition)) => Operand::Flags(condition),
                Some(Class::Stack(Some(element))) if is_on_x87_stack(kind) => Operand::Stack(element),
                Some(Class::One(reg)) => Operand::Register(reg, 8 * kind.size()),
                Some(Class::Any(bank)) => Operand::Register(self.temp(bank)?, 8 * kind.size()),
                Some(Class::Either) => Operand::Register(self.temp(Self::bank(kind)?)?, 8 * kind.size()),
                _ => return Err("inline assembler with such an output".into()),
            };
            results.push(operand.clone());
            operands[i] = operand;
        }
        if results.len() != parts.len() {
            return Err("inline assembler with a result of such a type".into());
        }
        for (i, constraint) in constraints.iter().enumerate() {
            if constraint.kind == ConstraintKind::Label {
                operands[i] = Operand::Label(labels);
                labels += 1;
                continue;
            }
            let is_input = constraint.kind == ConstraintKind::Input || constraint.indirect;
            if !is_input {
                continue;
            }
            let &arg = inputs.next().ok_or("inline assembler with too few arguments")?;
            operands[i] = match (constraint.matching.and_then(|output| operands.get(output)), classes[i]) {
                (Some(&Operand::Stack(element)), _) | (None, Some(Class::Stack(Some(element)))) => {
                    Operand::Stack(element)
                }
                (None, Some(Class::Stack(None))) => {
                    let is_used = |n: &u8| {
                        let fixed = classes.contains(&Some(Class::Stack(Some(*n))));
                        fixed || pushed.iter().any(|&(element, _): &(u8, Value)| element == *n)
                    };
                    Operand::Stack((0..8).find(|n| !is_used(n)).ok_or("inline assembler with so many operands")?)
                }
                _ => self.asm_input(constraint, classes[i], arg, &operands, &mut moves)?,
            };
            if let Operand::Stack(element) = operands[i] {
                pushed.push((element, arg));
            }
        }
        self.push_asm_inputs(&mut pushed)?;
        let text = self.asm_text(&asm.template, asm.intel_dialect, &operands)?;
        // Moves use scratch registers, which are set last.
        let (first, mut last): (Vec<_>, Vec<_>) = moves.into_iter().partition(|m| is_allocatable(m.to));
        last.sort_by_key(|m| !m.to.is_xmm());
        self.move_to_registers(&first)?;
        self.move_to_registers(&last)?;
        if !text.trim().is_empty() {
            if changes_frame_pointer {
                self.code.body.push(Reg::RBP);
            }
            self.assemble(&text, asm.intel_dialect)?;
            if changes_frame_pointer {
                self.code.body.pop(Reg::RBP);
            }
        }
        let at = if parts.is_empty() { 0 } else { self.define(inst)? };
        let is_used = !parts.is_empty() && self.values.of_inst(inst).uses > 0;
        self.pop_asm_results(at, is_used, &results, &pushed, &constraints)?;
        // Flags first: the other outputs preserve flags.
        for (i, operand) in results.iter().enumerate() {
            if let Operand::Flags(condition) = *operand {
                let reg = self.temp_general()?;
                self.code.body.setcc(condition, reg);
                self.code.body.rr(op::MOVZX8, Size::B32, reg, reg);
                if is_used {
                    self.assign(at + i, reg);
                }
            }
        }
        for (i, operand) in results.iter().enumerate() {
            if let (&Operand::Register(reg, _), true) = (operand, is_used) {
                if is_allocatable(reg) {
                    self.assign(at + i, reg);
                } else {
                    let mem = Mem::base(Reg::RBP, self.slot_of(at + i)?);
                    self.store_register(self.values.parts[at + i].kind, mem, reg);
                }
            }
        }
        self.registers.unlock();
        Ok(())
    }

    fn asm_input(
        &mut self,
        constraint: &Constraint<'_>,
        class: Option<Class>,
        arg: Value,
        operands: &[Operand],
        moves: &mut Vec<RegisterMove>,
    ) -> Result<Operand> {
        if constraint.indirect {
            return Ok(Operand::Memory(self.reg(arg, 0)?));
        }
        if let Some(&Operand::Memory(reg)) = constraint.matching.and_then(|output| operands.get(output)) {
            self.store_value(arg, Mem::base(reg, 0).into())?;
            return Ok(Operand::Memory(reg));
        }
        let kind = self.kind_of(arg)?;
        let bits = 8 * kind.size();
        let mut bring = |pass: &mut Self, to: Reg| -> Result<Operand> {
            let from = pass.source(arg, 0)?;
            moves.push(RegisterMove { to, kind, from, extend: None });
            Ok(Operand::Register(to, bits))
        };
        if let Some(output) = constraint.matching {
            return match operands.get(output) {
                Some(&Operand::Register(reg, _)) => bring(self, reg),
                _ => Err("inline assembler with an input tied to such an output".into()),
            };
        }
        match class {
            Some(Class::One(reg)) => bring(self, reg),
            Some(Class::Any(bank)) => {
                let own = Self::bank(kind)?;
                if own == bank {
                    return Ok(Operand::Register(self.reg(arg, 0)?, bits));
                }
                if own.and(bank) != bank {
                    return Err("inline assembler with an operand in a register of another kind".into());
                }
                let to = self.temp(bank)?;
                bring(self, to)
            }
            Some(Class::Memory) => {
                let size = self.types.size(self.type_of(arg)).unwrap_or(16);
                let place = Mem::base(Reg::RBP, self.frame.allocate(size, 16)?);
                self.store_value(arg, place.into())?;
                let reg = self.temp_general()?;
                self.code.body.rm(op::LEA, Size::B64, reg, place);
                Ok(Operand::Memory(reg))
            }
            Some(Class::Address) => Ok(Operand::Memory(self.reg(arg, 0)?)),
            Some(Class::Immediate) => {
                self.asm_immediate(arg)?.ok_or_else(|| "inline assembler with an immediate that is not constant".into())
            }
            Some(Class::Either) => match self.asm_immediate(arg)? {
                Some(immediate)
                    if constraint.codes.iter().any(|code| matches!(code, [b'i' | b'n' | b'g' | b'X' | b'e'])) =>
                {
                    Ok(immediate)
                }
                _ => Ok(Operand::Register(self.reg(arg, 0)?, bits)),
            },
            _ => Err("inline assembler with such an input".into()),
        }
    }

    /// Pushes the inputs on the x87 stack, the top last.
    fn push_asm_inputs(&mut self, inputs: &mut [(u8, Value)]) -> Result {
        inputs.sort_unstable_by_key(|&(element, _)| element);
        if inputs.iter().enumerate().any(|(i, &(element, _))| i != usize::from(element)) {
            return Err("inline assembler with such operands on the x87 stack".into());
        }
        for &(_, arg) in inputs.iter().rev() {
            let kind = self.kind_of(arg)?;
            if !is_on_x87_stack(kind) {
                return Err("inline assembler with an operand on the x87 stack that is no float".into());
            }
            self.push_any_x87(arg, 0, kind)?;
        }
        Ok(())
    }

    /// Pops the results that are on the x87 stack, then the inputs that the text has left there: those that are neither clobbers nor
    /// tied to results.
    fn pop_asm_results(
        &mut self,
        at: usize,
        is_used: bool,
        results: &[Operand],
        inputs: &[(u8, Value)],
        constraints: &[Constraint<'_>],
    ) -> Result {
        // fstp st
        const POP: [u8; 2] = [0xdd, 0xd8];
        let of_element =
            |element| results.iter().position(|result| matches!(result, Operand::Stack(n) if *n == element));
        let mut count = 0;
        while let Some(result) = of_element(count) {
            match is_used {
                true => self.pop_x87(at + result)?,
                false => self.code.body.bytes(&POP),
            }
            count += 1;
        }
        if results.iter().any(|result| matches!(result, Operand::Stack(n) if *n >= count)) {
            return Err("inline assembler with such results on the x87 stack".into());
        }
        let is_clobbered = |element| {
            let clobbers = constraints.iter().filter(|constraint| constraint.kind == ConstraintKind::Clobber);
            clobbers.flat_map(|constraint| &constraint.codes).any(|code| stack_element(code) == Some(element))
        };
        for &(element, _) in inputs {
            if of_element(element).is_none() && !is_clobbered(element) {
                self.code.body.bytes(&POP);
            }
        }
        Ok(())
    }

    fn asm_immediate(&self, arg: Value) -> Result<Option<Operand>> {
        if self.values.number(arg).is_some() {
            return Ok(None);
        }
        let bits = self.bits_of(arg)?;
        Ok(match self.constant(arg, 0)? {
            PartOfConstant::Bits(value) => {
                let shift = 64 - bits.min(64);
                Some(Operand::Immediate((((value as u64) << shift) as i64 >> shift).to_string()))
            }
            PartOfConstant::Address(Symbol::Global(global), addend) => {
                let name = String::from_utf8_lossy(self.module.globals()[global].name()).into_owned();
                Some(Operand::Immediate(if addend == 0 { name } else { format!("{name}{addend:+}") }))
            }
            _ => None,
        })
    }

    /// The text with operands substituted.
    fn asm_text(&self, template: &[u8], intel: bool, operands: &[Operand]) -> Result<String> {
        let template = std::str::from_utf8(template).map_err(|_| "inline assembler that is not UTF-8")?;
        let mut text = String::new();
        let mut rest = template;
        // Selects one alternative of `$( AT&T $| Intel $)`.
        let mut alternative = None;
        while let Some(at) = rest.find('$') {
            let takes = |alternative: Option<usize>| alternative.is_none_or(|n| n == usize::from(intel));
            if takes(alternative) {
                text += &rest[..at];
            }
            rest = &rest[at + 1..];
            let Some(next) = rest.chars().next() else { return Err("inline assembler that ends in $".into()) };
            let after = &rest[next.len_utf8()..];
            match next {
                '$' => {
                    if takes(alternative) {
                        text.push('$');
                    }
                    rest = after;
                }
                '(' => (alternative, rest) = (Some(0), after),
                '|' => (alternative, rest) = (alternative.map(|n| n + 1), after),
                ')' => (alternative, rest) = (None, after),
                _ => {
                    let (name, end) = match next {
                        '{' => {
                            let end = after.find('}').ok_or("inline assembler with an open brace")?;
                            (&after[..end], &after[end + 1..])
                        }
                        _ => {
                            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                            (&rest[..digits], &rest[digits..])
                        }
                    };
                    rest = end;
                    if takes(alternative) {
                        self.asm_operand(&mut text, name, intel, operands)?;
                    }
                }
            }
        }
        Ok(text + rest)
    }

    /// Writes the replacement of `number:modifier`.
    fn asm_operand(&self, text: &mut String, name: &str, intel: bool, operands: &[Operand]) -> Result {
        let (number, modifier) = name.split_once(':').unwrap_or((name, ""));
        if number.is_empty() {
            match modifier {
                // A unique number for each occurrence.
                "uid" => write!(text, "{}_{}", self.inst.map_or(0, |inst| inst.as_u32()), self.code.body.position()),
                "comment" => write!(text, "#"),
                "private" => write!(text, ".L"),
                _ => return Err(format!("inline assembler with ${{{name}}}").into()),
            }
            .unwrap_or_default();
            return Ok(());
        }
        let operand = number.parse::<usize>().ok().and_then(|n| operands.get(n));
        let sigil = if intel { "" } else { "%" };
        let done = match operand {
            Some(Operand::Register(reg, bits)) => {
                let bits = match modifier {
                    "" => *bits,
                    "b" => 8,
                    "w" => 16,
                    "k" => 32,
                    "q" => 64,
                    "h" if reg.code() < 4 && !reg.is_xmm() => {
                        return write!(text, "{sigil}{}h", &reg.name()[1..2]).map_err(|_| "text".into());
                    }
                    "h" => return Err("inline assembler with the second byte of a register".into()),
                    "V" => return write!(text, "{}", reg.name()).map_err(|_| "text".into()),
                    "A" => return write!(text, "*%{}", reg.name()).map_err(|_| "text".into()),
                    "x" | "t" | "g" if reg.is_xmm() => {
                        let letter = ["x", "y", "z"][["x", "t", "g"].iter().position(|&m| m == modifier).unwrap_or(0)];
                        return write!(text, "{sigil}{letter}{}", &reg.name()[1..]).map_err(|_| "text".into());
                    }
                    "a" if intel => return write!(text, "[{}]", reg.name()).map_err(|_| "text".into()),
                    "a" => return write!(text, "(%{})", reg.name()).map_err(|_| "text".into()),
                    _ => return Err(format!("inline assembler with the modifier {modifier}").into()),
                };
                write!(text, "{sigil}{}", reg.name_of(bits))
            }
            Some(Operand::Stack(0)) => write!(text, "{sigil}st"),
            Some(Operand::Stack(element)) => write!(text, "{sigil}st({element})"),
            Some(Operand::Memory(reg)) if intel => write!(text, "[{}]", reg.name()),
            Some(Operand::Memory(reg)) => write!(text, "(%{})", reg.name()),
            Some(Operand::Label(number)) => write!(text, "{LABEL}{number}"),
            Some(Operand::Immediate(value)) => match modifier {
                "" if !intel => write!(text, "${value}"),
                "" | "c" | "P" | "p" => write!(text, "{value}"),
                "a" if value.parse::<i64>().is_err() => write!(text, "{value}(%rip)"),
                "a" => write!(text, "{value}"),
                "n" => write!(text, "{}", value.parse::<i64>().map_err(|_| "a negated symbol")?.wrapping_neg()),
                _ => return Err(format!("inline assembler with the modifier {modifier}").into()),
            },
            _ => return Err(format!("inline assembler with ${name}").into()),
        };
        done.map_err(|_| "text".into())
    }

    /// Appends the code of a text.
    fn assemble(&mut self, text: &str, intel: bool) -> Result {
        let assembled = assembler::assemble(text, intel)?;
        let start = self.code.body.position();
        assembled.code.chunks(8).for_each(|bytes| self.code.body.bytes(bytes));
        for (offset, kind, name, addend) in &assembled.relocations {
            if let Some(label) = name.strip_prefix(LABEL).and_then(|number| number.parse().ok()) {
                if !matches!(kind, RelocationKind::Relative | RelocationKind::Call) {
                    return Err("inline assembler with the address of a label".into());
                }
                self.label_uses.push(LabelUse { at: start + offset, label, addend: *addend });
                continue;
            }
            let global = self.module.global_named(name.as_bytes());
            let symbol = Symbol::Global(global.ok_or_else(|| format!("inline assembler with the symbol {name}"))?);
            let (offset, kind, addend) = (start + offset, *kind, *addend);
            self.code.relocations.push(Relocation { offset, kind, symbol, addend });
        }
        // The assembler code may call functions and clobber the red zone.
        self.makes_calls = true;
        Ok(())
    }
}

/// The location of an operand; `None` for clobbers that affect no allocatable register.
fn class(constraint: &Constraint<'_>) -> Result<Option<Class>> {
    if constraint.kind == ConstraintKind::Label {
        return Ok(Some(Class::Label));
    }
    if constraint.indirect || constraint.matching.is_some() {
        return Ok(Some(Class::Memory));
    }
    let mut found: Option<Class> = None;
    for code in &constraint.codes {
        let class = match *code {
            b"r" | b"q" | b"R" | b"l" => Class::Any(RegSet::GENERAL),
            b"Q" => Class::Any(RegSet::of(&[Reg::RAX, Reg::RBX, Reg::RCX, Reg::RDX])),
            b"p" => Class::Address,
            b"x" | b"v" | b"^Yz" => Class::Any(RegSet::XMM),
            // The second `=` of `==`.
            b"=" => continue,
            b"a" | b"A" => Class::One(Reg::RAX),
            b"b" => Class::One(Reg::RBX),
            b"c" => Class::One(Reg::RCX),
            b"d" => Class::One(Reg::RDX),
            b"S" => Class::One(Reg::RSI),
            b"D" => Class::One(Reg::RDI),
            b"m" | b"o" | b"V" => Class::Memory,
            b"i" | b"n" | b"s" | b"e" | b"Z" | b"I" | b"J" | b"K" | b"L" | b"M" | b"N" | b"O" => Class::Immediate,
            b"g" | b"X" => Class::Either,
            [b'{', b'@', b'c', b'c', name @ .., b'}'] => {
                Class::Flags(condition(name).ok_or("inline assembler with such flags")?)
            }
            b"f" => Class::Stack(None),
            b"t" => Class::Stack(Some(0)),
            b"u" => Class::Stack(Some(1)),
            _ if constraint.kind != ConstraintKind::Clobber && stack_element(code).is_some() => {
                Class::Stack(stack_element(code))
            }
            [b'{', name @ .., b'}'] => match register(name) {
                Some(reg) => Class::One(reg),
                None if constraint.kind == ConstraintKind::Clobber => return clobber(name),
                None => return Err(format!("inline assembler with {}", String::from_utf8_lossy(code)).into()),
            },
            [b'@', _, b'c', b'c', name @ ..] => {
                Class::Flags(condition(name).ok_or("inline assembler with such flags")?)
            }
            _ => return Err(format!("inline assembler with the constraint {}", String::from_utf8_lossy(code)).into()),
        };
        found = Some(match (found, class) {
            (None, class) => class,
            (Some(Class::Memory), class) | (Some(class), Class::Memory) => class,
            (Some(Class::Immediate), Class::Any(_)) | (Some(Class::Any(_)), Class::Immediate) => Class::Either,
            (Some(first), _) => first,
        });
    }
    Ok(found)
}

/// Clobbers other than registers that hold values.
fn clobber(name: &[u8]) -> Result<Option<Class>> {
    match name {
        b"memory" | b"cc" | b"dirflag" | b"fpsr" | b"fpcr" | b"flags" | b"mxcsr" | b"eflags" => Ok(None),
        _ if name.starts_with(b"st") || name.starts_with(b"mm") => Ok(None),
        _ if name.starts_with(b"ymm") || name.starts_with(b"zmm") || name.starts_with(b"k") => Ok(None),
        _ if name.starts_with(b"xmm") => Ok(None),
        _ => Err(format!("inline assembler that changes {}", String::from_utf8_lossy(name)).into()),
    }
}

/// The element of the x87 stack that a constraint names.
fn stack_element(code: &[u8]) -> Option<u8> {
    match code {
        b"{st}" => Some(0),
        [b'{', b's', b't', b'(', element @ b'0'..=b'7', b')', b'}'] => Some(element - b'0'),
        _ => None,
    }
}

/// The register with a name, of any size.
fn register(name: &[u8]) -> Option<Reg> {
    let name = std::str::from_utf8(name).ok()?;
    Reg::all().find(|reg| {
        let is_vector = reg.is_xmm() && name.len() > 3 && name[1..] == reg.name()[1..] && "xyz".contains(&name[..1]);
        is_vector || [64, 32, 16, 8].into_iter().any(|bits| reg.name_of(bits) == name)
    })
}

/// The condition with a name, as in `setcc`.
fn condition(name: &[u8]) -> Option<Condition> {
    const NAMES: [&[&[u8]]; 16] = [
        &[b"o"],
        &[b"no"],
        &[b"b", b"c", b"nae"],
        &[b"ae", b"nb", b"nc"],
        &[b"e", b"z"],
        &[b"ne", b"nz"],
        &[b"be", b"na"],
        &[b"a", b"nbe"],
        &[b"s"],
        &[b"ns"],
        &[b"p"],
        &[b"np"],
        &[b"l", b"nge"],
        &[b"ge", b"nl"],
        &[b"le", b"ng"],
        &[b"g", b"nle"],
    ];
    NAMES.iter().position(|names| names.contains(&name)).map(|i| Condition::ALL[i])
}
