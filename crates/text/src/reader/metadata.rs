//! Metadata: nodes, strings, values as metadata, attachments, debug records.
//!
//! Each parser collects metadata in its [`MetadataBuffer`], with references to `!N` by number. After all parts of the
//! source are read, [`Resolved`] merges the buffers. The fields of specialized nodes are in `fields.rs`.

use std::ops::Range;

use lindworm_ir::body::DebugRecordData;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::hash::HashMap;
use lindworm_ir::metadata::{Attachment, Attachments, MetadataRef, MetadataStore, NULL_WORD};
use lindworm_ir::module::NamedMetadata;
use lindworm_ir::{Inst, Metadata, Type, Value};
use lindworm_upgrade::old_constants;

use super::old_form::OldForm;
use super::parser::{PResult, Parser};
use super::spans::BodySpans;
use crate::keyword::Keyword;
use crate::lexer::Tok;

mod fields;
mod location;
mod resolve;

pub use resolve::Resolved;

/// Whether a word of a node refers to function-local metadata.
fn is_local(word: u32) -> bool {
    Metadata::from_word(word).is_some_and(|m| matches!(m.open(), MetadataRef::Local(_)))
}

/// The metadata read by one parser.
#[derive(Default)]
pub struct MetadataBuffer {
    /// Strings, values and nodes. Nodes are not uniqued yet.
    store: MetadataStore,
    /// The nodes defined by `!N = ...`.
    definitions: Definitions,
    /// Numbers of nodes that do not fit a reference.
    large_slots: Vec<u32>,
    /// Attachment kinds that are not predefined, in the order of first use, with the byte offset of that use.
    kinds: Vec<(usize, Box<[u8]>)>,
    kind_index: HashMap<Box<[u8]>, u32>,
    /// The `DIAssignID` nodes, with the byte offsets of their definitions.
    assign_ids: Vec<(u32, usize)>,
    /// Words of the nodes being read.
    stack: Vec<u32>,
    /// Removed fields of old debug info nodes, for [`OldDebugInfo::of_text`].
    ///
    /// [`OldDebugInfo::of_text`]: lindworm_upgrade::old_debug_info::OldDebugInfo::of_text
    old_fields: Vec<(u32, Metadata)>,
    /// Byte ranges of the nodes, if requested.
    spans: Vec<Range<usize>>,
}

/// References to node numbers from here on are indices into [`MetadataBuffer::large_slots`].
const FIRST_LARGE_SLOT: u32 = 1 << 25;

/// Attachment kinds from here on are indices into [`MetadataBuffer::kinds`].
const FIRST_OWN_KIND: u32 = 1 << 30;

/// Nodes by number: dense, with a sparse part for numbers far past the end.
#[derive(Default)]
struct Definitions {
    dense: Vec<u32>,
    sparse: HashMap<u32, u32>,
}

const UNDEFINED: u32 = u32::MAX;

impl Definitions {
    #[inline]
    fn get(&self, number: u32) -> Option<u32> {
        match self.dense.get(number as usize) {
            Some(&n) if n != UNDEFINED => Some(n),
            _ if self.sparse.is_empty() => None,
            _ => self.sparse.get(&number).copied(),
        }
    }

    #[inline]
    fn set(&mut self, number: u32, node: u32) {
        let i = number as usize;
        if i >= self.dense.len() {
            if i > 2 * self.dense.len() + 1024 {
                self.sparse.insert(number, node);
                return;
            }
            self.dense.resize(i + 1, UNDEFINED);
        }
        self.dense[i] = node;
    }

    /// All pairs of number and node.
    fn all(&self) -> impl Iterator<Item = (u32, u32)> {
        let dense = self.dense.iter().enumerate().filter(|(_, n)| **n != UNDEFINED).map(|(i, n)| (i as u32, *n));
        dense.chain(self.sparse.iter().map(|(i, n)| (*i, *n)))
    }
}

impl MetadataBuffer {
    /// Whether nothing was read.
    fn is_empty(&self) -> bool {
        self.store.node_count() == 0 && self.store.string_count() == 0 && self.store.values().is_empty()
    }

    fn slot(&mut self, number: u32) -> Metadata {
        if number < FIRST_LARGE_SLOT {
            return Metadata::new(MetadataRef::Slot(number));
        }
        self.large_slots.push(number);
        Metadata::new(MetadataRef::Slot(FIRST_LARGE_SLOT + self.large_slots.len() as u32 - 1))
    }
}

impl<'a> Parser<'a> {
    /// `!N = [distinct] !{...}` or a specialized node, starting at the first `!`.
    pub fn standalone_metadata(&mut self) -> PResult<()> {
        if self.location_lines()? {
            return Ok(());
        }
        let pos = self.pos();
        self.bump();
        let number = self.uint32()?;
        self.expect(Tok::Equal, "expected '=' here")?;
        if matches!(self.tok(), Tok::Type | Tok::IntType) && !self.eat_metadata_type() {
            return self.error_here("unexpected type in metadata definition");
        }
        let distinct = self.eat_word(Keyword::Distinct);
        let node = if self.tok() == Tok::MetadataName {
            let node = self.specialized_node(distinct)?;
            if self.metadata.store.node(node).kind == NodeKind::DIAssignID {
                self.metadata.assign_ids.push((node, pos));
            }
            node
        } else {
            self.expect(Tok::Exclaim, "Expected '!' here")?;
            self.tuple(distinct, false)?.0
        };
        self.note_node(node, pos..self.lex.prev_end);
        self.define_node(number, node)
    }

    /// Records the byte range of a node, if requested.
    #[inline]
    fn note_node(&mut self, node: u32, span: Range<usize>) {
        if self.keep_spans {
            let (spans, i) = (&mut self.metadata.spans, node as usize);
            if spans.len() <= i {
                spans.resize(i + 1, 0..0);
            }
            spans[i] = span;
        }
    }

    #[inline]
    fn define_node(&mut self, number: u32, node: u32) -> PResult<()> {
        if self.metadata.definitions.get(number).is_some() {
            return self.error_here("Metadata id is already used");
        }
        self.metadata.definitions.set(number, node);
        Ok(())
    }

    /// `!name = !{...}`, and its byte range. A further definition of the same name appends operands.
    pub fn named_metadata(&mut self) -> PResult<(NamedMetadata, Range<usize>)> {
        let pos = self.pos();
        let name = self.take_name();
        let mut named = NamedMetadata { name: (*name).into(), operands: Vec::new() };
        self.expect(Tok::Equal, "expected '=' here")?;
        self.expect(Tok::Exclaim, "Expected '!' here")?;
        self.expect(Tok::LBrace, "Expected '{' here")?;
        if !self.eat(Tok::RBrace) {
            loop {
                let operand = if self.tok() == Tok::MetadataName && *self.lex.name() == *b"DIExpression" {
                    let node = self.specialized_node(false)?;
                    Metadata::new(MetadataRef::Node(node))
                } else if self.tok() == Tok::MetadataName && *self.lex.name() == *b"DIArgList" {
                    return self.error_here("found DIArgList outside of function");
                } else {
                    self.expect(Tok::Exclaim, "Expected '!' here")?;
                    self.node_number()?
                };
                named.operands.push(operand);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            self.expect(Tok::RBrace, "expected end of metadata node")?;
        }
        Ok((named, pos..self.lex.prev_end))
    }

    /// Metadata as an operand, after the type `metadata`.
    pub fn metadata_as_value(&mut self) -> PResult<Value> {
        let pos = self.pos();
        let first = self.function.as_ref().and_then(|f| f.spans.as_ref()).map(BodySpans::operand_count);
        let metadata = self.metadata(true)?;
        let end = self.lex.prev_end;
        if let Some(first) = first
            && let Some(spans) = &mut self.fun().spans
        {
            spans.operand_around(first, pos..end);
        }
        Ok(metadata.into())
    }

    /// Any metadata; with `local`, function-local metadata is valid.
    pub fn metadata(&mut self, local: bool) -> PResult<Metadata> {
        match self.tok() {
            Tok::MetadataName if *self.lex.name() == *b"DIArgList" => self.arg_list(local),
            Tok::MetadataName => Ok(Metadata::new(MetadataRef::Node(self.specialized_node(false)?))),
            Tok::Exclaim => {
                self.bump();
                if self.tok() == Tok::String {
                    let string = self.take_name();
                    return self.metadata_string(&string);
                }
                self.node_tail(local)
            }
            Tok::Type if self.eat_metadata_type() => self.metadata(false),
            _ => self.value_as_metadata("expected metadata operand", local),
        }
    }

    /// `!{...}`, `!N` or a specialized node such as `!DIFile(...)`.
    pub fn metadata_node(&mut self) -> PResult<Metadata> {
        if self.tok() == Tok::MetadataName {
            return Ok(Metadata::new(MetadataRef::Node(self.specialized_node(false)?)));
        }
        self.expect(Tok::Exclaim, "expected '!' here")?;
        self.node_tail(false)
    }

    /// The rest of a node after its `!`. With `local`, it may hold a function-local value.
    #[inline]
    fn node_tail(&mut self, local: bool) -> PResult<Metadata> {
        if self.tok() == Tok::LBrace {
            let (node, value) = self.tuple(false, local)?;
            return Ok(value.unwrap_or(Metadata::new(MetadataRef::Node(node))));
        }
        self.node_number()
    }

    /// Consumes the type `metadata` before the `!` of metadata, as LLVM 3.5 and earlier wrote it.
    fn eat_metadata_type(&mut self) -> bool {
        if self.tok() != Tok::Type || self.lex.ty != Type::METADATA {
            return false;
        }
        let mut after = self.lex.clone();
        after.bump();
        let is_old = after.kind == Tok::Exclaim;
        if is_old {
            self.note_old(OldForm::MetadataType, self.pos());
            self.bump();
        }
        is_old
    }

    #[inline]
    fn node_number(&mut self) -> PResult<Metadata> {
        let number = self.uint32()?;
        Ok(self.metadata.slot(number))
    }

    fn metadata_string(&mut self, string: &[u8]) -> PResult<Metadata> {
        if self.metadata.store.string_count() >= Metadata::MAX {
            return self.error_here("too many metadata strings");
        }
        Ok(self.metadata.store.add_string(string))
    }

    fn check_node_count(&mut self) -> PResult<()> {
        if self.metadata.store.node_count() >= Metadata::MAX {
            return self.error_here("too many metadata nodes");
        }
        Ok(())
    }

    /// `{...}` as a tuple, after the `!`. With `local`, it may be a function-local node of LLVM 3.5 and earlier: a tuple of
    /// one local value, which becomes that value as metadata.
    fn tuple(&mut self, distinct: bool, local: bool) -> PResult<(u32, Option<Metadata>)> {
        let pos = self.lex.prev_end.saturating_sub(1);
        let start = self.metadata.stack.len();
        self.element_list(local)?;
        self.check_node_count()?;
        let mut value = None;
        if local && self.metadata.stack[start..].iter().any(|&word| is_local(word)) {
            if let [word] = self.metadata.stack[start..] {
                value = Metadata::from_word(word);
            }
            self.note_old(OldForm::LocalNode, pos);
            // A node with a local value among several elements has no current form.
            self.metadata.stack.truncate(start);
        }
        let buffer = &mut self.metadata;
        let node = buffer.store.push(NodeKind::Tuple, distinct, &buffer.stack[start..]);
        buffer.stack.truncate(start);
        self.note_node(node, pos..self.lex.prev_end);
        Ok((node, value))
    }

    /// `{...}`: pushes the words of the elements. With `local`, function-local values are valid.
    fn element_list(&mut self, local: bool) -> PResult<()> {
        self.expect(Tok::LBrace, "expected '{' here")?;
        if self.eat(Tok::RBrace) {
            return Ok(());
        }
        loop {
            let word =
                if self.eat_word(Keyword::Null) { NULL_WORD } else { self.nested(|p| p.metadata(local))?.bits() };
            self.metadata.stack.push(word);
            if !self.eat(Tok::Comma) {
                return self.expect(Tok::RBrace, "expected end of metadata node");
            }
        }
    }

    /// `type value`.
    fn value_as_metadata(&mut self, message: &str, local: bool) -> PResult<Metadata> {
        let pos = self.pos();
        let ty = self.type_or(message, false)?;
        if ty == Type::METADATA {
            return self.error(pos, "invalid metadata-value-metadata roundtrip");
        }
        let value = if local {
            self.value(ty).and_then(|v| self.computed(v))?
        } else {
            // Elements of a node cannot refer to local values.
            let function = self.function.take();
            let value = self.value(ty);
            self.function = function;
            match value? {
                // No instructions can be inserted here.
                old if old_constants::is_old(old) => self.module.constants().poison(ty),
                value => value,
            }
        };
        if value.is_constant() {
            return Ok(self.metadata.store.add_value(value));
        }
        let Some(f) = self.function.as_mut() else {
            return self.error(pos, "invalid use of function-local name");
        };
        Ok(f.body.add_local_metadata(value))
    }

    /// `!DIArgList(...)`.
    fn arg_list(&mut self, local: bool) -> PResult<Metadata> {
        if !local || self.function.is_none() {
            return self.error_here("found DIArgList outside of function");
        }
        self.bump();
        self.expect(Tok::LParen, "expected '(' here")?;
        let mut args = Vec::new();
        if self.tok() != Tok::RParen {
            loop {
                args.push(self.value_as_metadata("expected value-as-metadata operand", true)?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RParen, "expected ')' here")?;
        Ok(self.fun().body.add_arg_list(args.into()))
    }

    // Attachments.

    /// `!name !N`, on instructions and globals.
    pub fn metadata_attachment(&mut self) -> PResult<Attachment> {
        let pos = self.pos();
        let name = self.lex.name();
        let kind = match MetadataKind::fixed(&name) {
            Some(kind) => kind,
            None => {
                let buffer = &mut self.metadata;
                let index = match buffer.kind_index.get(&*name) {
                    Some(&index) => index,
                    None => {
                        let index = buffer.kinds.len() as u32;
                        buffer.kinds.push((pos, (*name).into()));
                        buffer.kind_index.insert((*name).into(), index);
                        index
                    }
                };
                MetadataKind(FIRST_OWN_KIND + index)
            }
        };
        self.bump();
        Ok((kind, self.metadata_node()?))
    }

    /// `!name !N, !name !N`, after the comma.
    pub(super) fn instruction_metadata(&mut self, inst: Inst) -> PResult<()> {
        let mut attachments = Attachments::new();
        loop {
            if self.tok() != Tok::MetadataName {
                return self.error_here("expected metadata after comma");
            }
            let (kind, metadata) = self.metadata_attachment()?;
            if kind == MetadataKind::DBG {
                self.fun().body.set_debug_loc(inst, Some(metadata));
            } else {
                attachments.push((kind, metadata));
            }
            if !self.eat(Tok::Comma) {
                self.fun().body.set_attachments(inst, attachments);
                return Ok(());
            }
        }
    }

    // Debug records.

    /// `dbg_value(...)` or another debug record, after the `#`.
    pub(super) fn debug_record(&mut self) -> PResult<()> {
        let name = match self.tok() {
            Tok::Word => self.lex.text(),
            _ => b"",
        };
        if !matches!(name, b"dbg_value" | b"dbg_declare" | b"dbg_assign" | b"dbg_label" | b"dbg_declare_value") {
            return self.error_here("expected debug record type here");
        }
        self.bump();
        self.expect(Tok::LParen, "Expected '(' here")?;
        if name == b"dbg_label" {
            let label = self.record_node()?;
            let debug_loc = self.metadata_node()?;
            self.expect(Tok::RParen, "Expected ')' here")?;
            self.fun().body.create_debug_record(DebugRecordData::Label { label, debug_loc });
            return Ok(());
        }
        let location = self.record_value()?;
        let variable = self.record_node()?;
        let expression = self.record_node()?;
        let assigned = match name {
            b"dbg_assign" => Some((self.record_node()?, self.record_value()?, self.record_node()?)),
            _ => None,
        };
        let debug_loc = self.metadata_node()?;
        self.expect(Tok::RParen, "Expected ')' here")?;
        use DebugRecordData::*;
        let record = match (name, assigned) {
            (_, Some((id, address, address_expression))) => {
                Assign { location, variable, expression, id, address, address_expression, debug_loc }
            }
            (b"dbg_value", _) => Value { location, variable, expression, debug_loc },
            (b"dbg_declare", _) => Declare { location, variable, expression, debug_loc },
            _ => DeclareValue { location, variable, expression, debug_loc },
        };
        self.fun().body.create_debug_record(record);
        Ok(())
    }

    fn record_value(&mut self) -> PResult<Metadata> {
        let m = self.metadata(true)?;
        self.expect(Tok::Comma, "Expected ',' here")?;
        Ok(m)
    }

    fn record_node(&mut self) -> PResult<Metadata> {
        let m = self.metadata_node()?;
        self.expect(Tok::Comma, "Expected ',' here")?;
        Ok(m)
    }
}
