//! Inline assembly ([Language Reference](https://llvm.org/docs/LangRef.html#inline-assembler-expressions)): operands and
//! results of an expression. The instructions of x86 are in [`x86`].
//!
//! Processor registers are not modelled globally. Each register operand has its own slot, which represents the processor
//! register that the constraint names, if any.

mod syntax;
mod x86;

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::inline_asm::{self, Constraint, ConstraintKind};
use lindworm_ir::triple::{Arch, Triple};
use lindworm_ir::value::InlineAsm;
use lindworm_ir::{Module, Type};

use super::{Regs, State};
use crate::decode::op::{CallSite, Code};
use crate::memory::Memory;
use crate::program::Program;
use crate::shape::{self, Scalar, Shape};
use crate::stop::Stop;
use crate::value::{Meta, Provenance, Reg};
use syntax::{Dialect, FAMILIES};

/// A register operand, or the address of a memory operand.
#[derive(Default)]
struct Slot {
    /// The value; `None` if it was not written.
    value: Option<Regs>,
    /// The type of the operand or the memory; `None` if it is not a scalar.
    scalar: Option<Scalar>,
    /// Whether the operand is in memory.
    in_memory: bool,
    /// For an output, its first register in the result.
    output: Option<usize>,
    /// For an indirect register output, the address where it is stored at the end.
    stored_at: Option<Reg>,
    /// For a memory output, the tied input: the contents before the first instruction.
    tied: Option<Regs>,
    /// For a flag output, the condition.
    condition: Option<Box<str>>,
}

impl Slot {
    fn bits(&self) -> u32 {
        self.scalar.map_or(0, Scalar::bits)
    }
}

/// The operands of an expression, and the used registers and flags of the processor.
struct Operands {
    slots: Vec<Slot>,
    /// The slot of each operand number, such as `$0`.
    numbers: Vec<usize>,
    /// The slot of each register family.
    families: [Option<usize>; FAMILIES],
    /// The flags, in the layout of the x86 flags register.
    flags: Option<Reg>,
}

/// Instructions of any processor without an effect visible to a program.
const NOTHING: &[&str] = &["nop", "pause", "yield", "isb", "endbr64", "endbr32"];

impl State {
    /// Executes inline assembly and returns its results.
    pub(super) fn assembler(
        &mut self,
        program: &Program,
        code: &Code,
        asm: InlineAsm,
        site: &CallSite,
        args: &[Reg],
    ) -> Result<Regs, Stop> {
        let info = &program.functions[code.function as usize];
        let module = &program.modules[info.module];
        let data = module.inline_asm(asm);
        let text = String::from_utf8_lossy(&data.template);
        let arch = Triple::arch_of(module.triple());
        let x86 = match arch {
            Arch::Unknown => cfg!(target_arch = "x86_64"),
            arch => matches!(arch, Arch::X86 | Arch::X86_64),
        };
        let outputs = output_shapes(self, module, site)?;
        let constraints = inline_asm::parse(&data.constraints).unwrap_or_default();
        let cx = module.context();
        let call = module.body(info.global).and_then(|body| body.inst(site.inst).call_info());
        let elements = |param| {
            let list = cx.attribute_list(call?.attributes);
            cx.attribute_type(list.param(param), AttrKind::ELEMENT_TYPE)
        };
        let operands = Operands::new(module, &constraints, &outputs, site, args, &elements);
        let Some(mut operands) = operands else {
            return Err(self.error("the operands of inline assembler are of types that it cannot be run with"));
        };
        for slot in 0..operands.slots.len() {
            let Slot { value, scalar, tied, .. } = &mut operands.slots[slot];
            if let (Some(tied), Some(place), Some(scalar)) = (tied.take(), value, *scalar) {
                let place = place[0];
                let value = self.extended(Some(tied), scalar);
                self.store_value(&Shape::of_scalar(scalar), place, 1, &value)?;
            }
        }
        let dialect = if data.intel_dialect { Dialect::Intel } else { Dialect::Att };
        let text = syntax::alternatives(&text, dialect);
        let instructions = syntax::instructions(&text, dialect).map_err(|line| self.not_known(line))?;
        for instruction in &instructions {
            self.spend(1)?;
            let nothing = NOTHING.contains(&instruction.name) && instruction.operands.is_empty();
            if !(nothing || x86 && self.execute(&mut operands, instruction)?) {
                return Err(self.not_known(instruction.line));
            }
        }
        self.outcome_of(&mut operands, &outputs, site)
    }

    fn not_known(&self, line: &str) -> Stop {
        self.error(format!("inline assembler cannot be run: the instruction `{}` is not known", line.escape_default()))
    }

    /// The registers of the result. Stores the indirect outputs.
    fn outcome_of(
        &mut self,
        operands: &mut Operands,
        outputs: &[(usize, Shape)],
        site: &CallSite,
    ) -> Result<Regs, Stop> {
        let here = self.site();
        for i in 0..operands.slots.len() {
            if let Some(condition) = operands.slots[i].condition.take() {
                let value = self.condition(operands, &condition).ok_or_else(|| self.not_known(&condition))?;
                operands.slots[i].value = Some(Regs::from_elem(value, 1));
            }
            let slot = &operands.slots[i];
            if let (Some(place), Some(scalar)) = (slot.stored_at, slot.scalar) {
                let value = self.extended(slot.value.clone(), scalar);
                self.store_value(&Shape::of_scalar(scalar), place, 1, &value)?;
            }
        }
        let mut result = Regs::from_elem(Reg::int(0), site.result.registers as usize);
        for slot in &operands.slots {
            let Some((first, shape)) = slot.output.and_then(|first| outputs.iter().find(|o| o.0 == first)) else {
                continue;
            };
            for leaf in &shape.leaves {
                for r in 0..leaf.scalar.registers() {
                    let at = (leaf.register + r) as usize;
                    let bits = (leaf.scalar.bits() - 64 * r).min(64);
                    result[first + at] = match slot.value.as_ref().and_then(|value| value.get(at)) {
                        Some(&reg) => self.as_scalar(reg, leaf.scalar, bits),
                        None => self.undef(bits, here),
                    };
                }
            }
        }
        Ok(result)
    }

    /// The registers of a scalar whose value was set with a smaller type: missing registers are undef.
    fn extended(&mut self, value: Option<Regs>, scalar: Scalar) -> Regs {
        let here = self.site();
        let mut value = value.unwrap_or_default();
        for r in value.len() as u32..scalar.registers() {
            value.push(self.undef((scalar.bits() - 64 * r).min(64), here));
        }
        value
    }

    /// Converts between pointers and integers, and clears bits beyond the type.
    fn as_scalar(&mut self, reg: Reg, scalar: Scalar, bits: u32) -> Reg {
        let (pointer, provenance) = (matches!(scalar, Scalar::Pointer(_)), reg.meta.provenance());
        match (reg.meta.is_defined(), pointer) {
            (true, true) if provenance == Provenance::NONE => Memory::pointer_of_integer(reg.bits),
            (true, false) if provenance != Provenance::NONE => {
                self.memory.expose(provenance);
                self.mask(Reg { meta: Meta::DEFINED, ..reg }, u64::MAX >> (64 - bits))
            }
            (_, true) => reg,
            (_, false) => self.mask(reg, u64::MAX >> (64 - bits)),
        }
    }
}

/// The first registers and the shapes of the outputs: the result, or the fields of a struct if there are several.
fn output_shapes(state: &mut State, module: &Module, site: &CallSite) -> Result<Vec<(usize, Shape)>, Stop> {
    let cx = module.context();
    let Some((result, ..)) = cx.function_parts(site.function_type) else { return Ok(Vec::new()) };
    let types = match cx.struct_parts(result) {
        Some((fields, _)) => fields.to_vec(),
        None => vec![result],
    };
    let mut first = 0;
    let mut shapes = Vec::new();
    for ty in types {
        let shape = state.shape(module, ty).map_err(Stop::shape)?;
        let registers = shape.registers as usize;
        shapes.push((first, shape));
        first += registers;
    }
    Ok(shapes)
}

/// The register family that a constraint names, if any: `{ax}`, `a`.
fn family(codes: &[&[u8]]) -> Option<usize> {
    let &[code] = codes else { return None };
    match code {
        b"a" => Some(syntax::A),
        b"b" => Some(syntax::B),
        b"c" => Some(syntax::C),
        b"d" => Some(syntax::D),
        b"S" => Some(syntax::SI),
        b"D" => Some(syntax::DI),
        _ => {
            let name = std::str::from_utf8(code.strip_prefix(b"{")?.strip_suffix(b"}")?).ok()?;
            syntax::register(name).map(|register| register.family)
        }
    }
}

impl Operands {
    /// The operands before the first instruction; `None` if the constraints do not match the call.
    fn new(
        module: &Module,
        constraints: &[Constraint<'_>],
        outputs: &[(usize, Shape)],
        site: &CallSite,
        args: &[Reg],
        element: &dyn Fn(usize) -> Option<Type>,
    ) -> Option<Operands> {
        let mut operands = Operands { slots: Vec::new(), numbers: Vec::new(), families: [None; FAMILIES], flags: None };
        let scalar = |ty| shape::scalar(module.context(), module.data_layout(), ty);
        let (mut outputs, mut params) = (outputs.iter(), site.params.iter().enumerate());
        for constraint in constraints {
            let family = family(&constraint.codes);
            let slot = match constraint.kind {
                ConstraintKind::Clobber | ConstraintKind::Label => continue,
                ConstraintKind::Output if !constraint.indirect => {
                    let (first, shape) = outputs.next()?;
                    let scalar = match shape.leaves.as_slice() {
                        [leaf] => Some(leaf.scalar),
                        _ => None,
                    };
                    let flag = constraint.codes.first().and_then(|code| code.strip_prefix(b"{@cc")?.strip_suffix(b"}"));
                    let condition = flag.map(|flag| String::from_utf8_lossy(flag).into());
                    Slot { scalar, output: Some(*first), condition, ..Slot::default() }
                }
                _ => {
                    let (number, param) = params.next()?;
                    let (first, count) = (param.first as usize, param.registers as usize);
                    let value = Regs::from_slice(&args[first..first + count]);
                    if let Some(output) = constraint.matching.and_then(|m| operands.numbers.get(m).copied()) {
                        let slot = &mut operands.slots[output];
                        if slot.in_memory {
                            slot.tied = Some(value);
                        } else if slot.value.is_none() {
                            slot.scalar = slot.scalar.or_else(|| scalar(param.ty));
                            slot.value = Some(value);
                        }
                        operands.numbers.push(output);
                        continue;
                    }
                    match constraint.indirect {
                        true => {
                            let in_register = constraint.kind == ConstraintKind::Output
                                && (family.is_some() || constraint.codes == [b"r"] || constraint.codes == [b"q"]);
                            let scalar = element(number).and_then(scalar);
                            match in_register {
                                true => Slot { scalar, stored_at: value.first().copied(), ..Slot::default() },
                                false => Slot { value: Some(value), scalar, in_memory: true, ..Slot::default() },
                            }
                        }
                        false => Slot { value: Some(value), scalar: scalar(param.ty), ..Slot::default() },
                    }
                }
            };
            let at = match family.and_then(|family| operands.families[family]) {
                // An input in the register of an output.
                Some(at) if slot.output.is_none() && slot.stored_at.is_none() => {
                    operands.slots[at].value = slot.value;
                    at
                }
                _ => {
                    operands.slots.push(slot);
                    operands.slots.len() - 1
                }
            };
            if let Some(family) = family {
                operands.families[family] = Some(at);
            }
            operands.numbers.push(at);
        }
        Some(operands)
    }
}
