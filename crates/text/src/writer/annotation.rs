//! Comments that options ask for: number of uses, type, source line, profile.

use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::{NodeKind, file, lexical_block, lexical_block_file, location, subprogram};
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::use_list::UseLists;
use lindworm_ir::{Global, Inst, Metadata, Type};

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

impl Writer<'_> {
    /// The name of the file of a scope: that of the innermost scope that has one.
    fn file_of_scope(&self, mut scope: Option<Metadata>) -> &[u8] {
        // A cyclic chain of scopes is invalid, but possible.
        const MAX_SCOPES: usize = 1000;
        let metadata = self.module.metadata();
        for _ in 0..MAX_SCOPES {
            let Some(node) = scope.and_then(|m| m.as_node()).map(|n| metadata.node(n)) else { break };
            let (in_file, outer) = match node.kind {
                NodeKind::DISubprogram => (subprogram::FILE, subprogram::SCOPE),
                NodeKind::DILexicalBlock => (lexical_block::FILE, lexical_block::SCOPE),
                NodeKind::DILexicalBlockFile => (lexical_block_file::FILE, lexical_block_file::SCOPE),
                NodeKind::DIFile => {
                    return match node.get_ref(file::FILENAME).map(Metadata::open) {
                        Some(MetadataRef::String(name)) => metadata.string(name),
                        _ => b"",
                    };
                }
                _ => break,
            };
            scope = node.get_ref(in_file).or_else(|| node.get_ref(outer));
        }
        b""
    }

    /// Writes the definition of a `!prof`, if that is asked for.
    pub(super) fn write_profile(&self, out: &mut Output<'_>, profile: Option<Metadata>, before: &[u8]) {
        let Some((profile, node)) = profile.and_then(|m| Some((m, m.as_node()?))).filter(|_| self.shows_profiles)
        else {
            return;
        };
        out.extend_from_slice(before);
        self.write_metadata(out, None, profile);
        out.extend_from_slice(b" = ");
        self.write_metadata_node(out, node);
    }
}

impl FunctionWriter<'_> {
    /// Writes the source line of an instruction and its profile, if they are asked for.
    pub(super) fn write_location_and_profile(&self, out: &mut Output<'_>, inst: Inst) {
        let writer = self.writer;
        if writer.shows_profiles {
            writer.write_profile(out, self.body.attachment(inst, MetadataKind::PROF), b" ; ");
        }
        if writer.shows_debug_locations
            && let Some(location) = self.body.debug_loc(inst).and_then(|m| m.as_node())
        {
            out.extend_from_slice(b" ; ");
            self.write_source_location(out, location);
        }
    }

    /// Writes the file, line and column of a location, and where it was inlined.
    fn write_source_location(&self, out: &mut Output<'_>, location: u32) {
        let metadata = self.writer.module.metadata();
        let (mut next, mut depth) = (Some(location), 0);
        // A cyclic `inlinedAt` chain is invalid, but possible.
        while let Some(node) = next.map(|n| metadata.node(n)).filter(|n| n.kind == NodeKind::DILocation)
            && depth <= metadata.node_count()
        {
            if depth > 0 {
                out.extend_from_slice(b" @[ ");
            }
            depth += 1;
            let scope = node.get_ref(location::SCOPE);
            out.extend_from_slice(self.writer.file_of_scope(scope));
            out.push(b':');
            push_decimal(out, node.get(location::LINE) as u32);
            if node.get(location::COLUMN) != 0 {
                out.push(b':');
                push_decimal(out, node.get(location::COLUMN) as u32);
            }
            next = node.get_ref(location::INLINED_AT).and_then(|m| m.as_node());
        }
        for _ in 1..depth {
            out.extend_from_slice(b" ]");
        }
    }

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
