//! `llvm-diff`: differences between two modules.

use std::mem::ManuallyDrop;
use std::path::PathBuf;

use lindworm::inspect::diff::{Difference, Line, Place, Side, What, diff, diff_functions};
use lindworm::ir::hash::HashSet;
use lindworm::text::{FunctionWriter, Output, Writer};
use lindworm::{Context, Global, InstData, Module, Type, Value, ValueKind};

use super::transform::{drop_broken_debug_info, read_in};
use super::{Failure, Request, Tool};
use crate::streams::tell;

/// Compares two modules; the exit status is 1 if functions of one name differ.
pub fn run(program: &str, request: &Request) -> Result<i32, Failure> {
    let [left, right, names @ ..] = &request.inputs[..] else { return Ok(1) };
    let context = Context::new();
    let read = |path: &PathBuf| -> Result<Module, Failure> {
        let (_, outcome) = read_in(&context, Tool::Diff, program, request, path)?;
        let mut module = outcome.module;
        drop_broken_debug_info(Tool::Diff, program, request, &mut module)?;
        Ok(module)
    };
    let (left, right) = (ManuallyDrop::new(read(left)?), ManuallyDrop::new(read(right)?));
    let writers = [Writer::new(&left), Writer::new(&right)];
    let mut report =
        Report { modules: [&left, &right], writers: &writers, functions: None, out: Vec::new(), differs: false };
    if names.is_empty() {
        report.write(&diff(&left, &right));
    }
    for name in names {
        let name = name.as_os_str().as_encoded_bytes();
        let name = name.strip_prefix(b"@").unwrap_or(name);
        let function = |module: &Module| module.global_named(name).filter(|&g| module.function(g).is_some());
        let missing = match (function(&left), function(&right)) {
            (Some(l), Some(r)) => {
                report.write(&diff_functions(&left, &right, l, r));
                continue;
            }
            (None, None) => "either module",
            (None, _) => "left module",
            (_, None) => "right module",
        };
        report.out.extend_from_slice(b"No function named @");
        report.out.extend_from_slice(name);
        report.out.extend_from_slice(format!(" in {missing}\n").as_bytes());
    }
    tell(&report.out);
    Ok(i32::from(report.differs))
}

/// Differences in the form of `llvm-diff`.
struct Report<'m> {
    modules: [&'m Module; 2],
    writers: &'m [Writer<'m>; 2],
    /// The functions that are reported on, and what writes their values.
    functions: Option<([Global; 2], [Option<FunctionWriter<'m>>; 2])>,
    out: Vec<u8>,
    differs: bool,
}

impl<'m> Report<'m> {
    fn write(&mut self, differences: &[Difference]) {
        // Each place is named once, before its first difference.
        let mut named = HashSet::default();
        for Difference { places, what } in differences {
            if let Some(&(_, Place::Functions(l, r))) = places.first()
                && self.functions.as_ref().is_none_or(|(known, _)| *known != [l, r])
            {
                let [left, right] = self.writers;
                self.functions = Some(([l, r], [FunctionWriter::new(left, l), FunctionWriter::new(right, r)]));
            }
            for &(visit, place) in places {
                if named.insert(visit) {
                    self.heading(place);
                }
            }
            let indent = " ".repeat(2 * places.len());
            match what {
                What::OnlyIn(side, function) => {
                    self.out.extend_from_slice(format!("{indent}function ").as_bytes());
                    self.value(*side, (*function).into());
                    let side = if *side == Side::Left { "left" } else { "right" };
                    self.out.extend_from_slice(format!(" exists only in {side} module\n").as_bytes());
                }
                What::Anonymous(left, right) => self.out.extend_from_slice(
                    format!(
                        "{indent}not comparing {left} anonymous functions in the left module and {right} in the right module\n"
                    )
                    .as_bytes(),
                ),
                What::Says(text, values) => {
                    self.out.extend_from_slice(indent.as_bytes());
                    let mut values = values.iter();
                    for (i, piece) in text.split('%').enumerate() {
                        if i > 0
                            && let Some(&(side, value)) = values.next()
                        {
                            self.value(side, value);
                        }
                        self.out.extend_from_slice(piece.as_bytes());
                    }
                    self.out.push(b'\n');
                }
                What::Lines(lines) => {
                    for line in lines {
                        let (sign, side, inst) = match *line {
                            Line::Both(l, _) => ("  ", Side::Left, l),
                            Line::Left(l) => ("< ", Side::Left, l),
                            Line::Right(r) => ("> ", Side::Right, r),
                        };
                        self.out.extend_from_slice(format!("{indent}{sign}").as_bytes());
                        let mut out = Output::new();
                        if let Some(function) = self.function(side) {
                            function.write_instruction(&mut out, inst);
                        }
                        self.out.extend_from_slice(&out.into_bytes());
                        self.out.push(b'\n');
                    }
                }
            }
            self.differs |= !places.is_empty();
        }
    }

    /// What writes the values of the function that is reported on.
    fn function(&self, side: Side) -> Option<&FunctionWriter<'m>> {
        self.functions.as_ref()?.1[side as usize].as_ref()
    }

    fn heading(&mut self, place: Place) {
        let pair = |this: &mut Self, l: Value, r: Value| {
            this.value(Side::Left, l);
            this.out.extend_from_slice(b" / ");
            this.value(Side::Right, r);
            this.out.extend_from_slice(b":\n");
        };
        match place {
            Place::Functions(l, _) => {
                if self.differs {
                    self.out.push(b'\n');
                }
                self.out.extend_from_slice(b"in function ");
                self.out.extend_from_slice(self.modules[0][l].name());
                self.out.extend_from_slice(b":\n");
            }
            Place::Blocks(l, r) => {
                self.out.extend_from_slice(b"  in block ");
                let name = |side: Side, block: Value| {
                    Some(self.function(side)?.body().name(block)).filter(|name| !name.is_empty())
                };
                let names = (name(Side::Left, l.into()), name(Side::Right, r.into()));
                match names {
                    (Some(a), Some(b)) if a == b => {
                        let name = [b"%", a, b":\n"].concat();
                        self.out.extend_from_slice(&name);
                    }
                    _ => pair(self, l.into(), r.into()),
                }
            }
            Place::Insts(l, r) => {
                self.out.extend_from_slice(b"    in instruction ");
                pair(self, l.into(), r.into());
            }
        }
    }

    /// Writes a value as LLVM names it: by its name, its number, or what it does.
    fn value(&mut self, side: Side, value: Value) {
        let module = self.modules[side as usize];
        let writer = &self.writers[side as usize];
        let named = |sign: u8, name: &[u8]| [&[sign][..], name].concat();
        if let Some(global) = value.as_global() {
            return self.out.extend_from_slice(&named(b'@', module[global].name()));
        }
        let mut out = Output::new();
        match (value.kind(), self.function(side)) {
            (ValueKind::Constant(_) | ValueKind::Metadata(_) | ValueKind::InlineAsm(_), _) | (_, None) => {
                writer.write_value_as_operand(&mut out, value, true);
            }
            (_, Some(function)) if !function.body().name(value).is_empty() => {
                let name = named(b'%', function.body().name(value));
                return self.out.extend_from_slice(&name);
            }
            (ValueKind::Inst(inst), Some(function)) if function.body().inst_type(inst) == Type::VOID => {
                let (does, to) = match function.body().inst(inst) {
                    InstData::Store { pointer, .. } => ("store to ", *pointer),
                    InstData::Call { call, .. } => ("call to ", call.callee),
                    InstData::Invoke { call, .. } => ("invoke to ", call.callee),
                    _ => {
                        function.write_instruction(&mut out, inst);
                        return self.out.extend_from_slice(&out.into_bytes());
                    }
                };
                self.out.extend_from_slice(does.as_bytes());
                return self.value(side, to);
            }
            (_, Some(function)) => function.write_value_as_operand(&mut out, value, false),
        }
        self.out.extend_from_slice(&out.into_bytes());
    }
}
