//! The comments of `llvm-dis -show-annotations`: number of uses, type, source line.

use lindworm_ir::debug_info::{NodeKind, location};
use lindworm_ir::use_list::UseLists;
use lindworm_ir::{Global, Inst, Type};

use super::Writer;
use super::body::{COMMENT_COLUMN, FunctionWriter};
use super::names::push_decimal;
use super::output::Output;

/// Pads with spaces up to the comment column.
pub(super) fn pad_to_comment(out: &mut Output<'_>) {
    let column = out.iter().rev().take_while(|&&byte| byte != b'\n').count();
    let end = out.len() + COMMENT_COLUMN.saturating_sub(column).max(1);
    out.resize(end, b' ');
}

impl Writer<'_> {
    /// Writes the annotation at the end of the line of a variable, alias or ifunc.
    pub(super) fn annotate_global(&self, out: &mut Output<'_>, global: Global) {
        if let Some(uses) = &self.annotations {
            self.annotate_value(out, uses.uses_of(global.into()).len(), self.module[global].ty());
        }
    }

    /// Writes the annotation line before a function.
    pub(super) fn annotate_function(&self, out: &mut Output<'_>, function: Global) {
        if let Some(uses) = &self.annotations {
            out.extend_from_slice(b"; [#uses=");
            push_decimal(out, uses.uses_of(function.into()).len() as u32);
            out.extend_from_slice(b"]\n");
        }
    }

    fn annotate_value(&self, out: &mut Output<'_>, uses: usize, ty: Type) {
        pad_to_comment(out);
        out.extend_from_slice(b"; [#uses=");
        push_decimal(out, uses as u32);
        out.extend_from_slice(b" type=");
        self.write_type(out, ty);
        out.push(b']');
    }
}

impl FunctionWriter<'_> {
    /// Writes the annotation at the end of the line of an instruction.
    pub(super) fn annotate_inst(&self, out: &mut Output<'_>, inst: Inst, uses: &UseLists) {
        let ty = self.body.inst_type(inst);
        if ty != Type::VOID {
            self.writer.annotate_value(out, uses.uses_of(inst.into()).len(), ty);
        }
        let metadata = self.writer.module.metadata();
        let mut next = self.body.debug_loc(inst).and_then(|m| m.as_node());
        if next.is_none() {
            return;
        }
        if ty == Type::VOID {
            pad_to_comment(out);
            out.push(b';');
        }
        out.extend_from_slice(b" [debug line = ");
        let mut first = true;
        // A cyclic `inlinedAt` chain is invalid, but possible.
        for _ in 0..=metadata.node_count() {
            let Some(node) = next.map(|n| metadata.node(n)).filter(|n| n.kind == NodeKind::DILocation) else { break };
            if !std::mem::replace(&mut first, false) {
                out.push(b'@');
            }
            push_decimal(out, node.get(location::LINE) as u32);
            out.push(b':');
            push_decimal(out, node.get(location::COLUMN) as u32);
            next = node.get_ref(location::INLINED_AT).and_then(|m| m.as_node());
        }
        out.push(b']');
    }
}
