//! Fast path without tokens for `!N = !DILocation(...)` in the form that writers print: half of the lines of a module with
//! debug info.

use lindworm_ir::Metadata;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::metadata::{MetadataRef, NULL_WORD};

use super::FIRST_LARGE_SLOT;
use crate::reader::parser::{PResult, Parser};

/// A cursor over bytes.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    src: &'a [u8],
    pos: usize,
}

impl Cursor<'_> {
    #[inline]
    fn eat<const N: usize>(&mut self, text: &[u8; N]) -> bool {
        let is = self.src.get(self.pos..).and_then(|rest| rest.first_chunk::<N>()) == Some(text);
        if is {
            self.pos += N;
        }
        is
    }

    /// A number of at most nine digits.
    #[inline]
    fn number(&mut self) -> Option<u32> {
        let mut n = 0;
        let start = self.pos;
        while let Some(digit) = self.src.get(self.pos).map(|c| c.wrapping_sub(b'0')).filter(|&d| d < 10) {
            if self.pos - start == 9 {
                return None;
            }
            n = n * 10 + digit as u32;
            self.pos += 1;
        }
        (self.pos > start).then_some(n)
    }

    /// `!N = !DILocation(...)`: the number, the words of the node, and the number of words used.
    #[inline]
    fn location_line(&mut self) -> Option<(u32, [u32; 4], usize)> {
        if !self.eat(b"!") {
            return None;
        }
        let number = self.number()?;
        if !self.eat(b" = !DILocation(line: ") {
            return None;
        }
        let line = self.number()?;
        let column = if self.eat(b", column: ") { self.number().filter(|&c| c <= 0xffff)? } else { 0 };
        if !self.eat(b", scope: ") {
            return None;
        }
        let scope = self.slot()?;
        let inlined_at = if self.eat(b", inlinedAt: ") { self.slot()? } else { NULL_WORD };
        let len = if inlined_at == NULL_WORD { 3 } else { 4 };
        self.eat(b")").then_some((number, [line, column, scope, inlined_at], len))
    }

    /// `!N`, if the number fits a reference.
    #[inline]
    fn slot(&mut self) -> Option<u32> {
        if !self.eat(b"!") {
            return None;
        }
        let n = self.number().filter(|&n| n < FIRST_LARGE_SLOT)?;
        Some(Metadata::new(MetadataRef::Slot(n)).bits())
    }
}

impl Parser<'_> {
    /// Reads all lines of the printed form that follow. Returns whether there was any.
    pub(super) fn location_lines(&mut self) -> PResult<bool> {
        let mut at = Cursor { src: self.lex.source(), pos: self.lex.start };
        let mut end = None;
        let mut start = at.pos;
        while let Some((number, words, len)) = at.location_line() {
            self.check_node_count()?;
            let node = self.metadata.store.push(NodeKind::DILocation, false, &words[..len]);
            self.note_node(node, start..at.pos);
            end = Some(at.pos);
            if self.metadata.definitions.get(number).is_some() || !at.eat(b"\n") {
                self.lex.seek(at.pos);
                self.define_node(number, node)?;
                return Ok(true);
            }
            self.metadata.definitions.set(number, node);
            start = at.pos;
        }
        if let Some(end) = end {
            self.lex.seek(end);
        }
        Ok(end.is_some())
    }
}
