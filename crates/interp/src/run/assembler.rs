//! Inline assembler ([Language Reference](https://llvm.org/docs/LangRef.html#inline-assembler-expressions)).
//!
//! The machine has no registers of any processor, so it knows only text that does nothing but hide values from a compiler,
//! and a few instructions that do something to the operands alone.

use lindworm_eval::intrinsic::Intrinsic;
use lindworm_ir::Module;
use lindworm_ir::inline_asm::{self, Constraint, ConstraintKind};
use lindworm_ir::triple::{Arch, Triple};
use lindworm_ir::value::InlineAsm;
use smallvec::smallvec;

use super::{Regs, State};
use crate::decode::op::CallSite;
use crate::program::Program;
use crate::shape::{self, Shape};
use crate::stop::Stop;
use crate::value::Reg;

/// What a line of assembler does, as far as the machine knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// Nothing, or nothing that a program can see.
    Nothing,
    /// `cpuid`: a processor that has no leaves, and so none of the extensions that they tell of.
    Identification,
    /// `rdtsc`: the time goes into `ax` and `dx`.
    Time,
    /// To the first operand from the second.
    Move(usize, Source),
    /// The bytes of an operand the other way round.
    Reverse(usize),
    Exchange(usize, usize),
}

/// What is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Operand(usize),
    Immediate(u64),
}

/// The instructions without operands that are known.
const KNOWN: &[(&str, Effect)] = &[
    ("nop", Effect::Nothing),
    ("pause", Effect::Nothing),
    ("yield", Effect::Nothing),
    ("isb", Effect::Nothing),
    ("lfence", Effect::Nothing),
    ("mfence", Effect::Nothing),
    ("sfence", Effect::Nothing),
    ("cpuid", Effect::Identification),
    ("rdtsc", Effect::Time),
];

/// A place that values are in: an output, an input, or both if they must be the same.
struct Slot {
    /// What is there; nothing if nobody wrote it.
    value: Option<Regs>,
    /// The bits of a scalar; 0 of anything else.
    bits: u32,
    /// Of an output, its first register in the result.
    output: Option<usize>,
    /// The fixed register that it is in, as `{ax}`.
    fixed: Option<Box<[u8]>>,
}

/// What the operands of a piece of assembler are.
#[derive(Default)]
struct Operands {
    slots: Vec<Slot>,
    /// By the numbers of operands, as `$0`, which slots they are.
    numbers: Vec<usize>,
}

impl State {
    /// The results of inline assembler.
    pub(super) fn assembler(
        &mut self,
        program: &Program,
        module: usize,
        asm: InlineAsm,
        site: &CallSite,
        args: &[Reg],
    ) -> Result<Regs, Stop> {
        let module = &program.modules[module];
        let data = module.inline_asm(asm);
        let text = String::from_utf8_lossy(&data.template).into_owned();
        let x86 = matches!(Triple::new(&module.triple).arch, Arch::X86 | Arch::X86_64);
        let outputs = output_shapes(module, self.options.vscale, site)?;
        let constraints = inline_asm::parse(&data.constraints).unwrap_or_default();
        let operands = Operands::new(module, &constraints, &outputs, site, args);
        let dialect = Dialect { x86, source_first: x86 && !data.intel_dialect };
        let known = operands.and_then(|operands| Some((effects(&text, dialect, &operands)?, operands)));
        let Some((effects, mut operands)) = known else {
            return Err(self.error(format!("inline assembler cannot be run: `{}`", text.escape_default())));
        };
        for effect in effects {
            self.execute(effect, &mut operands)?;
        }
        let here = self.site();
        let mut result = Regs::from_elem(Reg::int(0), site.result.registers as usize);
        for slot in &operands.slots {
            let Some((first, shape)) = slot.output.and_then(|first| outputs.iter().find(|o| o.0 == first)) else {
                continue;
            };
            for leaf in &shape.leaves {
                for r in 0..leaf.scalar.registers() {
                    let at = (leaf.register + r) as usize;
                    result[first + at] = match slot.value.as_ref().and_then(|value| value.get(at)) {
                        Some(&reg) => reg,
                        None => self.undef((leaf.scalar.bits() - 64 * r).min(64), here),
                    };
                }
            }
        }
        Ok(result)
    }

    fn execute(&mut self, effect: Effect, operands: &mut Operands) -> Result<(), Stop> {
        let here = self.site();
        match effect {
            Effect::Nothing => {}
            Effect::Identification => {
                for slot in operands.slots.iter_mut().filter(|slot| slot.output.is_some()) {
                    slot.value = Some(smallvec![Reg::int(0); slot.bits.div_ceil(64).max(1) as usize]);
                }
            }
            Effect::Time => {
                let time = self.ticks();
                for slot in &mut operands.slots {
                    match slot.fixed.as_deref() {
                        Some(b"{ax}" | b"{eax}" | b"{rax}") => {
                            slot.value = Some(smallvec![Reg::int(time & 0xffff_ffff)])
                        }
                        Some(b"{dx}" | b"{edx}" | b"{rdx}") => slot.value = Some(smallvec![Reg::int(time >> 32)]),
                        _ => {}
                    }
                }
            }
            Effect::Move(to, Source::Operand(from)) => operands.slots[to].value = operands.slots[from].value.clone(),
            Effect::Move(to, Source::Immediate(bits)) => operands.slots[to].value = Some(smallvec![Reg::int(bits)]),
            Effect::Exchange(a, b) => {
                let value = operands.slots[a].value.take();
                operands.slots[a].value = operands.slots[b].value.take();
                operands.slots[b].value = value;
            }
            Effect::Reverse(at) => {
                let bits = operands.slots[at].bits;
                let value = operands.slots[at].value.as_ref().and_then(|v| v.first().copied());
                let value = value.unwrap_or_else(|| self.undef(bits, here));
                operands.slots[at].value = Some(self.int_intrinsic(Intrinsic::BSwap, bits, &[bits], &[value])?);
            }
        }
        Ok(())
    }
}

/// The first registers and the shapes of the outputs: the result, or the fields of a struct, if there are several.
fn output_shapes(module: &Module, vscale: u32, site: &CallSite) -> Result<Vec<(usize, Shape)>, Stop> {
    let cx = &module.context;
    let Some((result, ..)) = cx.function_parts(site.function_type) else { return Ok(Vec::new()) };
    let types = match cx.struct_parts(result) {
        Some((fields, _)) => fields.to_vec(),
        None => vec![result],
    };
    let mut first = 0;
    let mut shapes = Vec::new();
    for ty in types {
        let shape = Shape::of(cx, &module.data_layout, vscale, ty).map_err(Stop::shape)?;
        let registers = shape.registers as usize;
        shapes.push((first, shape));
        first += registers;
    }
    Ok(shapes)
}

impl Operands {
    /// The operands as they are before the text; `None` if the constraints do not fit the call.
    fn new(
        module: &Module,
        constraints: &[Constraint<'_>],
        outputs: &[(usize, Shape)],
        site: &CallSite,
        args: &[Reg],
    ) -> Option<Operands> {
        let mut operands = Operands::default();
        let (mut outputs, mut params) = (outputs.iter(), site.params.iter());
        for constraint in constraints {
            let slot = match constraint.kind {
                ConstraintKind::Clobber | ConstraintKind::Label => continue,
                ConstraintKind::Output if !constraint.indirect => {
                    let (first, shape) = outputs.next()?;
                    let bits = match shape.leaves.as_slice() {
                        [leaf] => leaf.scalar.bits(),
                        _ => 0,
                    };
                    let fixed = constraint.codes.first().map(|&code| code.into());
                    Slot { value: None, bits, output: Some(*first), fixed }
                }
                _ => {
                    let param = params.next()?;
                    let (first, count) = (param.first as usize, param.registers as usize);
                    let value = Some(Regs::from_slice(&args[first..first + count]));
                    if let Some(output) = constraint.matching.and_then(|m| operands.numbers.get(m).copied()) {
                        operands.slots[output].value = value;
                        operands.numbers.push(output);
                        continue;
                    }
                    // What is passed by a pointer is in memory, where nothing is looked for.
                    let scalar = shape::scalar(&module.context, &module.data_layout, param.ty);
                    let bits = scalar.filter(|_| !constraint.indirect).map_or(0, |scalar| scalar.bits());
                    Slot { value, bits, output: None, fixed: None }
                }
            };
            operands.numbers.push(operands.slots.len());
            operands.slots.push(slot);
        }
        Some(operands)
    }
}

/// How operands are written.
#[derive(Clone, Copy)]
struct Dialect {
    x86: bool,
    /// Where something is moved from stands before where it is moved to.
    source_first: bool,
}

/// What the lines of a text do, if all of them are known.
fn effects(text: &str, dialect: Dialect, operands: &Operands) -> Option<Vec<Effect>> {
    let text = alternatives(text, dialect);
    let words = |line: &str| line.split([' ', '\t', ',']).map(str::to_string).filter(|w| !w.is_empty()).collect();
    let lines: Vec<Vec<String>> = text
        .split(['\n', ';'])
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
        .map(words)
        .collect();
    let mut effects = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let word = line.first()?.as_str();
        if let Some(&(_, known)) = KNOWN.iter().find(|k| k.0 == word) {
            effects.push(known);
            continue;
        }
        // `cpuid` between the two halves of saving `rbx`, which position-independent code must.
        let cpuid = |i: usize| lines.get(i).is_some_and(|l| l.first().is_some_and(|w| w == "cpuid"));
        let saves = line.iter().skip(1).any(|w| w.contains("rbx"));
        let around =
            saves && (word.starts_with("mov") && cpuid(i + 1) || word.starts_with("xchg") && i > 0 && cpuid(i - 1));
        if !around {
            effects.push(on_operands(line, dialect, operands)?);
        }
    }
    Some(effects)
}

/// What an instruction of the x86 does to the operands.
fn on_operands(line: &[String], dialect: Dialect, operands: &Operands) -> Option<Effect> {
    let name = ["mov", "bswap", "xchg"].into_iter().find(|name| line[0].starts_with(name)).filter(|_| dialect.x86)?;
    let suffix = match &line[0][name.len()..] {
        "" => None,
        suffix => Some(width(suffix)?),
    };
    let slot = |word: &str| -> Option<usize> {
        let inner = word.strip_prefix('$')?;
        let inner = inner.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')).unwrap_or(inner);
        let (number, modifier) = inner.split_once(':').map_or((inner, None), |(n, modifier)| (n, Some(modifier)));
        let modifier = match modifier {
            Some(letter) => Some(width(letter)?),
            None => None,
        };
        let at = *operands.numbers.get(number.parse::<usize>().ok()?)?;
        let bits = operands.slots[at].bits;
        // Parts of registers are not known of.
        let all = |part: Option<u32>| part.is_none_or(|part| part == bits);
        (matches!(bits, 8 | 16 | 32 | 64) && all(suffix) && all(modifier)).then_some(at)
    };
    let same = |a: usize, b: usize| operands.slots[a].bits == operands.slots[b].bits;
    match (name, &line[1..]) {
        ("bswap", [of]) => slot(of).filter(|&at| operands.slots[at].bits >= 32).map(Effect::Reverse),
        ("xchg", [a, b]) => {
            let (a, b) = (slot(a)?, slot(b)?);
            same(a, b).then_some(Effect::Exchange(a, b))
        }
        ("mov", [first, second]) => {
            let (to, from) = if dialect.source_first { (second, first) } else { (first, second) };
            let to = slot(to)?;
            let immediate = if dialect.source_first { from.strip_prefix("$$") } else { Some(from.as_str()) };
            if let Some(bits) = immediate.and_then(|n| n.parse::<u64>().ok()) {
                let mask = u64::MAX >> (64 - operands.slots[to].bits);
                return (bits <= mask).then_some(Effect::Move(to, Source::Immediate(bits)));
            }
            let from = slot(from)?;
            same(to, from).then_some(Effect::Move(to, Source::Operand(from)))
        }
        _ => None,
    }
}

/// The bits that a suffix of an instruction, or a modifier of an operand, speaks of.
fn width(letter: &str) -> Option<u32> {
    match letter {
        "b" => Some(8),
        "w" => Some(16),
        "l" | "k" => Some(32),
        "q" => Some(64),
        _ => None,
    }
}

/// The text with one of each `$(for AT&T$|for Intel$)`.
fn alternatives(text: &str, dialect: Dialect) -> String {
    let mut chosen = String::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once("$(") {
        chosen.push_str(before);
        let (choices, after) = inside.split_once("$)").unwrap_or((inside, ""));
        let (att, intel) = choices.split_once("$|").unwrap_or((choices, ""));
        chosen.push_str(if dialect.source_first { att } else { intel });
        rest = after;
    }
    chosen + rest
}

#[cfg(test)]
mod tests {
    use super::{Dialect, Effect, Operands, Slot, Source, effects};

    const ATT: Dialect = Dialect { x86: true, source_first: true };
    const INTEL: Dialect = Dialect { x86: true, source_first: false };
    const OTHER: Dialect = Dialect { x86: false, source_first: false };

    /// What a text does to two operands of 32 bits, and one of 64 that must be the same as the second.
    fn known(text: &str, dialect: Dialect) -> Option<Vec<Effect>> {
        let slot = |bits| Slot { value: None, bits, output: None, fixed: None };
        effects(text, dialect, &Operands { slots: vec![slot(32), slot(32), slot(64)], numbers: vec![0, 1, 2, 1] })
    }

    #[test]
    fn text_that_does_nothing_is_known() {
        for text in ["", "# a comment", "nop", "pause\n\tnop ; pause"] {
            let effects = known(text, OTHER).expect(text);
            assert!(effects.iter().all(|&e| e == Effect::Nothing), "{text}");
        }
    }

    #[test]
    fn cpuid_may_save_a_register() {
        assert_eq!(known("mov ${0:q}, rbx\ncpuid\nxchg ${0:q}, rbx", INTEL), Some(vec![Effect::Identification]));
        assert_eq!(known("movq %rbx, ${0:q}\n cpuid\n xchgq %rbx, ${0:q}", ATT), Some(vec![Effect::Identification]));
    }

    #[test]
    fn operands_are_in_the_order_of_the_dialect() {
        assert_eq!(known("movl $1, $0", ATT), Some(vec![Effect::Move(0, Source::Operand(1))]));
        assert_eq!(known("mov $0, ${1:k}", INTEL), Some(vec![Effect::Move(0, Source::Operand(1))]));
        assert_eq!(known("mov$(l $$7, $0$| $0, 8$)", ATT), Some(vec![Effect::Move(0, Source::Immediate(7))]));
        assert_eq!(known("mov$(l $$7, $0$| $0, 8$)", INTEL), Some(vec![Effect::Move(0, Source::Immediate(8))]));
        assert_eq!(known("xchg $0, $3; bswap $2", ATT), Some(vec![Effect::Exchange(0, 1), Effect::Reverse(2)]));
    }

    #[test]
    fn other_text_is_not_known() {
        for text in ["mov rax, rbx", "addl $1, $0", "nop\nsyscall", "movl $2, $0", "movb $1, $0", "mov $4, $0"] {
            assert_eq!(known(text, ATT), None, "{text}");
        }
        for text in ["movw ${1:w}, ${0:w}", "movl ($1), $0", "movl $$4294967296, $0", "mov $(", "xchg $0", "$", "${"] {
            assert_eq!(known(text, ATT), None, "{text}");
        }
        assert_eq!(known("mov $0, $1", OTHER), None);
    }
}
