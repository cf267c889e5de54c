//! Function bodies: blocks, labels, operands.

use lindworm_ir::use_list::UseLists;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Body, Global, Type, Value};

use super::Writer;
use super::annotation::pad_to_comment;
use super::names::{push_decimal, write_name, write_quoted};
use super::output::Output;
use super::slots::LocalSlots;

/// The column of comments.
pub(super) const COMMENT_COLUMN: usize = 50;

/// A writer for one function: its instructions, blocks and local operands.
pub struct FunctionWriter<'a> {
    pub(super) writer: &'a Writer<'a>,
    pub(super) body: &'a Body,
    slots: LocalSlots,
    /// Whether the function is variadic.
    pub(super) variadic: bool,
    // Properties of the body, cached to avoid a check per instruction.
    pub(super) has_debug_locs: bool,
    pub(super) has_attachments: bool,
    has_debug_records: bool,
}

impl<'a> FunctionWriter<'a> {
    /// Assigns slot numbers to the local values of a function. `None` for a declaration.
    pub fn new(writer: &'a Writer<'a>, function: Global) -> Option<FunctionWriter<'a>> {
        FunctionWriter::with_slots(writer, function, LocalSlots::default())
    }

    /// Same as [`FunctionWriter::new`], reusing the memory of `slots`.
    pub(super) fn with_slots(
        writer: &'a Writer<'a>,
        function: Global,
        mut slots: LocalSlots,
    ) -> Option<FunctionWriter<'a>> {
        slots.number(writer.module.body(function)?);
        FunctionWriter::numbered(writer, function, slots)
    }

    /// Same as [`FunctionWriter::new`], with slot numbers that are already assigned.
    pub(super) fn numbered(writer: &'a Writer<'a>, function: Global, slots: LocalSlots) -> Option<FunctionWriter<'a>> {
        let body = writer.module.body(function)?;
        let (_, _, variadic) = writer.cx.function_parts(writer.module[function].value_type)?;
        Some(FunctionWriter {
            writer,
            body,
            slots,
            variadic,
            has_debug_locs: body.has_debug_locs(),
            has_attachments: body.has_attachments(),
            has_debug_records: body.has_debug_records(),
        })
    }

    /// The slot tables, for reuse.
    pub(super) fn into_slots(self) -> LocalSlots {
        self.slots
    }

    /// The body of the function.
    pub fn body(&self) -> &'a Body {
        self.body
    }

    /// The predecessors of a block.
    pub(super) fn predecessors(&self, block: Block) -> &[Block] {
        self.slots.predecessors.get_or_init(|| self.body.predecessors()).of(block)
    }

    /// Writes a value as an operand: with its type, as in `i32 %x`, or without.
    pub fn write_value_as_operand(&self, out: &mut Output<'_>, value: Value, with_type: bool) {
        match with_type {
            true => self.write_typed(out, value),
            false => self.write_operand(out, value),
        }
    }

    /// The type of a value as this function sees it.
    #[inline]
    pub(super) fn type_of(&self, value: Value) -> Type {
        match value.kind() {
            ValueKind::Inst(i) => self.body.inst_type(i),
            _ => self.writer.module.value_type(Some(self.body), value),
        }
    }

    /// Writes a type and a space.
    #[inline]
    pub(super) fn write_type(&self, out: &mut Output<'_>, ty: Type) {
        self.writer.types.write_spaced(out, self.writer.cx, ty);
    }

    /// Writes a value with its type before it.
    #[inline]
    pub(super) fn write_typed(&self, out: &mut Output<'_>, value: Value) {
        if let ValueKind::Block(block) = value.kind() {
            return self.write_label(out, block);
        }
        self.write_type(out, self.type_of(value));
        self.write_operand(out, value);
    }

    /// Writes `label %block`.
    #[inline]
    pub(super) fn write_label(&self, out: &mut Output<'_>, block: Block) {
        out.extend_from_slice(b"label ");
        self.write_local(out, block.into());
    }

    /// Writes a value without its type.
    #[inline]
    pub(super) fn write_operand(&self, out: &mut Output<'_>, value: Value) {
        match value.kind() {
            ValueKind::Inst(_) | ValueKind::Arg(_) | ValueKind::Block(_) => self.write_local(out, value),
            ValueKind::Constant(c) => self.writer.write_constant(out, c),
            _ => self.writer.write_operand_in(out, Some(self), value),
        }
    }

    /// Writes `%name` or `%0`.
    #[inline]
    pub(super) fn write_local(&self, out: &mut Output<'_>, value: Value) {
        match self.slots.get(value) {
            Some(slot) => {
                out.push(b'%');
                push_decimal(out, slot);
            }
            None => match self.body.name(value) {
                b"" => out.extend_from_slice(b"<badref>"),
                name => {
                    out.push(b'%');
                    write_name(out, name);
                }
            },
        }
    }

    /// Writes the blocks of the function with their labels, without the braces.
    pub(super) fn write_blocks(&self, out: &mut Output<'_>) {
        let uses = self.writer.annotations.as_ref().map(|_| UseLists::new(self.body));
        for block in self.body.blocks() {
            if out.is_full() {
                return;
            }
            self.write_block_with(out, block, uses.as_ref());
        }
    }

    /// Writes a block with its label.
    pub fn write_block(&self, out: &mut Output<'_>, block: Block) {
        self.write_block_with(out, block, None);
    }

    fn write_block_with(&self, out: &mut Output<'_>, block: Block, uses: Option<&UseLists>) {
        self.write_block_label(out, block);
        for inst in self.body.insts(block) {
            if out.is_full() {
                return;
            }
            if self.has_debug_records {
                for record in self.body.debug_records(inst) {
                    out.extend_from_slice(b"    ");
                    self.writer.write_debug_record(out, self, record, |_, _| false);
                    out.push(b'\n');
                }
            }
            self.write_instruction(out, inst);
            if let Some(uses) = uses {
                self.annotate_inst(out, inst, uses);
            }
            self.write_location_and_profile(out, inst);
            out.push(b'\n');
        }
    }

    /// Writes the label of a block and the comment with its predecessors. The entry block has no comment, and a label only
    /// if it is named.
    pub fn write_block_label(&self, out: &mut Output<'_>, block: Block) {
        let Some(entry) = self.body.entry() else { return };
        let predecessors = self.predecessors(block);
        let name = self.body.name(block.into());
        if !name.is_empty() {
            out.push(b'\n');
            write_name(out, name);
            out.push(b':');
        } else if block != entry {
            out.push(b'\n');
            match self.slots.block(block) {
                Some(slot) => push_decimal(out, slot),
                None => out.extend_from_slice(b"<badref>"),
            }
            out.push(b':');
        }
        if block != entry {
            pad_to_comment(out);
            for (i, &p) in predecessors.iter().enumerate() {
                if out.is_full() {
                    return;
                }
                out.extend_from_slice(if i == 0 { b"; preds = " } else { b", " });
                self.write_local(out, p.into());
            }
            if predecessors.is_empty() {
                out.extend_from_slice(b"; No predecessors!");
            }
        }
        out.push(b'\n');
    }
}

impl Writer<'_> {
    /// Writes a value with its type. `function` is the function of the operand, if any.
    pub(super) fn write_typed_in(&self, out: &mut Output<'_>, function: Option<&FunctionWriter<'_>>, value: Value) {
        match function {
            Some(f) => f.write_typed(out, value),
            None => self.write_typed_constant(out, value),
        }
    }

    /// Writes a value without its type. `function` is the function of the operand, if any.
    pub(super) fn write_operand_in(&self, out: &mut Output<'_>, function: Option<&FunctionWriter<'_>>, value: Value) {
        match value.kind() {
            ValueKind::Constant(c) => self.write_constant(out, c),
            ValueKind::Global(g) => out.extend_from_slice(self.names.get(g)),
            ValueKind::Metadata(m) => self.write_metadata(out, function, m),
            ValueKind::InlineAsm(asm) => {
                let asm = self.module.inline_asm(asm);
                out.extend_from_slice(b"asm ");
                for (set, keyword) in [
                    (asm.side_effect, "sideeffect "),
                    (asm.align_stack, "alignstack "),
                    (asm.intel_dialect, "inteldialect "),
                    (asm.can_unwind, "unwind "),
                ] {
                    if set {
                        out.extend_from_slice(keyword.as_bytes());
                    }
                }
                write_quoted(out, &asm.template);
                out.extend_from_slice(b", ");
                write_quoted(out, &asm.constraints);
            }
            ValueKind::Inst(_) | ValueKind::Arg(_) | ValueKind::Block(_) => match function {
                Some(f) => f.write_local(out, value),
                None => out.extend_from_slice(b"<badref>"),
            },
        }
    }
}
