//! `!N = !DILocation(...)` in the one form that writers give it, without going by tokens: half the lines of a module with
//! debug info are such.

use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::metadata::{MetadataRef, NULL_WORD};
use lindworm_ir::Metadata;

use super::FIRST_LARGE_SLOT;
use crate::reader::parser::Parser;

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

    /// `!N`, if that is a number that fits a reference.
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
    /// If a whole line of the usual form is ahead, takes it: the number, and the node.
    #[inline]
    pub(super) fn location_line(&mut self) -> Option<(u32, u32)> {
        let mut at = Cursor { src: self.lex.source(), pos: self.lex.start };
        if !at.eat(b"!") {
            return None;
        }
        let number = at.number()?;
        if !at.eat(b" = !DILocation(line: ") {
            return None;
        }
        let line = at.number()?;
        let column = if at.eat(b", column: ") { at.number().filter(|&c| c <= 0xffff)? } else { 0 };
        if !at.eat(b", scope: ") {
            return None;
        }
        let scope = at.slot()?;
        let inlined_at = if at.eat(b", inlinedAt: ") { at.slot()? } else { NULL_WORD };
        if !at.eat(b")") || self.metadata.store.node_count() >= Metadata::MAX {
            return None;
        }
        let words = [line, column, scope, inlined_at];
        let len = if inlined_at == NULL_WORD { 3 } else { 4 };
        let node = self.metadata.store.push(NodeKind::DILocation, false, &words[..len]);
        self.lex.seek(at.pos);
        Some((number, node))
    }
}
