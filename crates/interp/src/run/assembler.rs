//! Inline assembler ([Language Reference](https://llvm.org/docs/LangRef.html#inline-assembler-expressions)).
//!
//! The machine has no registers of any processor, so it knows only text that does nothing but hide values from a compiler,
//! and a few instructions whose effect does not depend on where values are.

use lindworm_ir::inline_asm::{self, Constraint, ConstraintKind};
use lindworm_ir::value::InlineAsm;

use super::{Regs, State};
use crate::decode::op::CallSite;
use crate::program::Program;
use crate::stop::Stop;
use crate::value::Reg;

/// What a line of assembler does, as far as the machine knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// Nothing, or nothing that a program can see.
    Nothing,
    /// `cpuid`: a processor that has no leaves, and so none of the extensions that they tell of.
    Identification,
}

/// The instructions that are known, by their first word.
const KNOWN: &[(&str, Effect)] = &[
    ("nop", Effect::Nothing),
    ("pause", Effect::Nothing),
    ("yield", Effect::Nothing),
    ("isb", Effect::Nothing),
    ("lfence", Effect::Nothing),
    ("mfence", Effect::Nothing),
    ("sfence", Effect::Nothing),
    ("cpuid", Effect::Identification),
];

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
        let data = program.modules[module].inline_asm(asm);
        let text = String::from_utf8_lossy(&data.template).into_owned();
        let Some(effect) = effect(&text) else {
            return Err(self.error(format!("inline assembler cannot be run: `{}`", text.escape_default())));
        };
        let mut result = Regs::from_elem(Reg::int(0), site.result.registers as usize);
        if effect == Effect::Nothing {
            // What comes out where something went in is what went in; nobody wrote to other outputs.
            let constraints = inline_asm::parse(&data.constraints).unwrap_or_default();
            let outputs = |c: &&Constraint<'_>| c.kind == ConstraintKind::Output && !c.indirect;
            let inputs = constraints.iter().filter(|c| c.kind == ConstraintKind::Input || c.indirect);
            let sources: Vec<Option<usize>> = inputs.map(|c| c.matching).collect();
            let places = constraints.iter().filter(|c| c.kind == ConstraintKind::Output);
            let mut next = 0;
            let numbers: Vec<Option<usize>> = places
                .map(|c| {
                    (!c.indirect).then(|| {
                        next += 1;
                        next - 1
                    })
                })
                .collect();
            let here = self.site();
            if constraints.iter().filter(outputs).count() == site.result.leaves.len() {
                for (i, leaf) in site.result.leaves.iter().enumerate() {
                    let source = sources.iter().position(|m| m.is_some_and(|m| numbers.get(m) == Some(&Some(i))));
                    for r in 0..leaf.scalar.registers() {
                        let to = (leaf.register + r) as usize;
                        result[to] = match source.and_then(|s| site.params.get(s)) {
                            Some(param) if r < param.registers => args[(param.first + r) as usize],
                            _ => self.undef((leaf.scalar.bits() - 64 * r).min(64), here),
                        };
                    }
                }
            }
        }
        Ok(result)
    }
}

/// What the text does, if all of it is known.
fn effect(text: &str) -> Option<Effect> {
    let mut effect = Effect::Nothing;
    let words = |line: &str| line.split([' ', '\t', ',']).map(str::to_string).filter(|w| !w.is_empty()).collect();
    let lines: Vec<Vec<String>> = text
        .split(['\n', ';'])
        .map(|line| line.split(['#']).next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
        .map(words)
        .collect();
    for (i, line) in lines.iter().enumerate() {
        let word = line.first()?.as_str();
        if let Some(&(_, known)) = KNOWN.iter().find(|k| k.0 == word) {
            if known != Effect::Nothing {
                effect = known;
            }
            continue;
        }
        // `cpuid` between the two halves of saving `rbx`, which position-independent code must.
        let cpuid = |i: usize| lines.get(i).is_some_and(|l| l.first().is_some_and(|w| w == "cpuid"));
        let saves = line.iter().skip(1).any(|w| w.contains("rbx"));
        let around =
            saves && (word.starts_with("mov") && cpuid(i + 1) || word.starts_with("xchg") && i > 0 && cpuid(i - 1));
        if !around {
            return None;
        }
    }
    Some(effect)
}

#[cfg(test)]
mod tests {
    use super::{Effect, effect};

    #[test]
    fn text_that_does_nothing_is_known() {
        for text in ["", "# a comment", "nop", "pause\n\tnop ; pause"] {
            assert_eq!(effect(text), Some(Effect::Nothing), "{text}");
        }
    }

    #[test]
    fn cpuid_may_save_a_register() {
        assert_eq!(effect("mov ${0:q}, rbx\ncpuid\nxchg ${0:q}, rbx"), Some(Effect::Identification));
        assert_eq!(effect("movq %rbx, ${0:q}\n cpuid\n xchgq %rbx, ${0:q}"), Some(Effect::Identification));
    }

    #[test]
    fn other_text_is_not_known() {
        for text in ["mov rax, rbx", "addl $1, $0", "nop\nsyscall"] {
            assert_eq!(effect(text), None, "{text}");
        }
    }
}
