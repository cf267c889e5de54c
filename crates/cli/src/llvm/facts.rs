//! `print<demanded-bits>` and `print<lazy-value-info>`: facts about the values of a function.

use std::fmt::Write;

use lindworm::ir::editor::Editor;
use lindworm::ir::eval::Int;
use lindworm::ir::use_list::Use;
use lindworm::passes::{DemandedBits, LatticeState, LatticeValue};
use lindworm::text::{FunctionWriter, MessageWriter, Output, Writer};
use lindworm::{Global, Inst, Module, Value};

/// An instruction as text, behind two spaces.
fn instruction(writer: &mut MessageWriter<'_>, function: Global, inst: Inst) -> String {
    let mut out = Vec::new();
    writer.value(&mut out, Some(function), inst.into());
    format!("  {}", String::from_utf8_lossy(&out).trim())
}

/// Writes the demanded bits of the integers of a function, and of their operands.
pub fn demanded_bits(module: &Module, function: Global, writer: &mut MessageWriter<'_>, out: &mut String) {
    let Some(body) = module.body(function) else { return };
    let mut copy = body.clone();
    let editor = Editor::new(module, &mut copy);
    let demanded = DemandedBits::new(&editor, function);
    let name = String::from_utf8_lossy(module[function].name());
    *out += &format!("Printing analysis 'Demanded Bits Analysis' for function '{name}':\n");
    for inst in body.blocks().flat_map(|block| body.insts(block)) {
        let Some(bits) = demanded.known(inst) else { continue };
        let text = instruction(writer, function, inst);
        _ = writeln!(out, "DemandedBits: {} for {text}", hex(bits));
        for place in 0..body.operand_count(inst) {
            let Some(value) = body.operand(inst, place) else { continue };
            let at = Use { user: inst, operand: place as u32 };
            let Some(bits) = demanded.of_use(&editor, function, at) else { continue };
            let operand = operand(writer, function, value);
            _ = writeln!(out, "DemandedBits: {} for {operand} in {text}", hex(&bits));
        }
    }
}

/// Bits as a number, at most that of 64 bits.
fn hex(bits: &Int) -> String {
    format!("{:#x}", bits.to_u64().unwrap_or(u64::MAX))
}

/// A value as an operand without its type.
fn operand(writer: &mut MessageWriter<'_>, function: Global, value: Value) -> String {
    let mut out = Vec::new();
    writer.operand(&mut out, Some(function), value);
    let text = String::from_utf8_lossy(&out).into_owned();
    let mut ty = Vec::new();
    let module = writer.module();
    writer.ty(&mut ty, module.value_type(module.body(function), value));
    text.trim_start().strip_prefix(String::from_utf8_lossy(&ty).trim()).unwrap_or(&text).trim_start().to_owned()
}

/// Writes a function with the ranges of its values: at the beginning of each block those of the arguments, before an instruction
/// its own range, where it is computed and in the blocks of its users.
pub fn lazy_value_info(
    module: &Module,
    function: Global,
    values: Vec<LatticeValue>,
    writer: &mut MessageWriter<'_>,
    out: &mut String,
) {
    let Some(body) = module.body(function) else { return };
    let name = String::from_utf8_lossy(module[function].name());
    *out += &format!("LVI for function '{name}':\n");
    let mut values = values.into_iter().peekable();
    let whole = Writer::new(module);
    let Some(text) = FunctionWriter::new(&whole, function) else { return };
    let mut all = Output::new();
    whole.write_whole_function(&mut all, function);
    let all = String::from_utf8_lossy(&all.into_bytes()).into_owned();
    let header = all.find("define").and_then(|at| Some(at + all[at..].find('\n')?));
    *out += all[..header.unwrap_or(0)].trim_start_matches('\n');
    out.push('\n');
    for block in body.blocks() {
        let mut states = |at: Option<Inst>, out: &mut String| {
            while let Some(value) = values.next_if(|value| value.block == block && value.at == at) {
                let what = match value.value.as_inst() {
                    Some(inst) => instruction(writer, function, inst),
                    None => typed(writer, function, value.value),
                };
                let place = match value.within {
                    Some(block) => format!(" in BB: '{}'", operand(writer, function, block.into())),
                    None => String::new(),
                };
                let state = match value.state {
                    LatticeState::Text(text) => text,
                    LatticeState::Constant(value) => format!("constant<{}>", typed(writer, function, value)),
                    LatticeState::Not(value) => format!("notconstant<{}>", typed(writer, function, value)),
                };
                _ = writeln!(out, "; LatticeVal for: '{what}'{place} is: {state}");
            }
        };
        let mut label = Output::new();
        text.write_block_label(&mut label, block);
        *out += &String::from_utf8_lossy(&label.into_bytes());
        states(None, out);
        for inst in body.insts(block) {
            states(Some(inst), out);
            let mut line = Output::new();
            text.write_instruction(&mut line, inst);
            *out += &String::from_utf8_lossy(&line.into_bytes());
            out.push('\n');
        }
    }
    *out += "}\n";
}

/// A value as an operand with its type.
fn typed(writer: &mut MessageWriter<'_>, function: Global, value: Value) -> String {
    let mut out = Vec::new();
    writer.operand(&mut out, Some(function), value);
    String::from_utf8_lossy(&out).into_owned()
}
