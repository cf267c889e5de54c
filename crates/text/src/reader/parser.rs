//! The token cursor and helpers used by all parts of the reader.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

use lindworm_eval::{Int, IntLiteral};
use lindworm_ir::attributes::AttributeSet;
use lindworm_ir::hash::HashMap;
use lindworm_ir::types::StructId;
use lindworm_ir::{Context, Module, Type};
use lindworm_upgrade::old_constants::OldConstants;

use super::body::{FunctionState, Spare};
use super::constant::ConstantCache;
use super::diagnostic::Diagnostic;
use super::function::SkippedBody;
use super::metadata::MetadataBuffer;
use super::old_form::OldForm;
use super::symbols::{SymbolCache, Symbols};
use crate::keyword::Keyword;
use crate::lexer::{Lexer, Tok};

/// A parse error.
#[derive(Debug)]
pub struct Failed(pub Box<Diagnostic>);

/// The result of a parse function.
pub type PResult<T> = Result<T, Failed>;

/// Nesting limit of types, constants and metadata.
pub const MAX_DEPTH: u32 = 256;

/// A parser of one part of a source: the top level, the metadata, or some of the function bodies.
pub struct Parser<'a> {
    /// The lexer.
    pub lex: Lexer<'a>,
    /// Types, attributes, metadata kinds.
    pub cx: &'a Context,
    /// The module being read: constants, inline assembly and data layout. Globals are added later.
    pub module: &'a Module,
    /// Symbol tables and constants, shared by all parsers of the source.
    pub symbols: &'a Symbols,
    pub(super) cache: SymbolCache<'a>,
    pub(super) constants: ConstantCache,
    /// By type: whether it is known to be sized and free of scalable vectors.
    plain_types: Vec<bool>,
    /// The pointee of the last typed pointer, and the byte offset of its end.
    pointee: (Type, usize),
    /// The pointee of the parameter whose attributes are being read, if it has a typed pointer.
    pub(super) param_pointee: Option<Type>,
    /// Whether the comma before metadata is already consumed.
    pub(super) ate_comma: bool,
    /// The attribute groups; complete after the top level is read.
    pub attribute_groups: &'a HashMap<u32, AttributeSet>,
    /// The metadata nodes of this part.
    pub metadata: MetadataBuffer,
    /// Whether byte ranges are kept.
    pub keep_spans: bool,
    /// Placeholders for expressions that do not fold in the constant being read.
    pub(super) old_constants: OldConstants,
    /// The number of old forms this parser has met.
    pub(super) old_forms_met: Cell<u32>,
    /// Whether the initializer being read may be deferred until all globals are known, and whether it must be.
    pub(super) can_defer: bool,
    pub(super) is_deferred: bool,
    /// The function whose body is being read.
    pub function: Option<Box<FunctionState<'a>>>,
    /// The function bodies skipped by the first pass.
    pub skipped_bodies: Vec<SkippedBody<'a>>,
    /// The tables of the last body, for reuse.
    pub(super) spare: Spare<'a>,
    /// Byte offset of the end of the last function header.
    pub(super) header_end: Option<usize>,
    /// The nesting depth of the current construct.
    pub depth: u32,
    /// The structs that were defined, and the range between the end of each definition and the next token.
    pub defined_structs: Vec<(StructId, Range<usize>)>,
    /// Errors after which reading continued.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    /// A parser positioned at the first token at or after `pos`.
    pub fn new(
        source: &'a [u8],
        pos: usize,
        module: &'a Module,
        symbols: &'a Symbols,
        attribute_groups: &'a HashMap<u32, AttributeSet>,
    ) -> Parser<'a> {
        Parser {
            lex: Lexer::new(source, pos),
            cx: module.context(),
            module,
            symbols,
            cache: SymbolCache::default(),
            constants: ConstantCache::default(),
            attribute_groups,
            plain_types: Vec::new(),
            pointee: (Type::VOID, usize::MAX),
            param_pointee: None,
            ate_comma: false,
            metadata: MetadataBuffer::default(),
            keep_spans: false,
            old_constants: OldConstants::default(),
            old_forms_met: Cell::new(0),
            can_defer: false,
            is_deferred: false,
            function: None,
            skipped_bodies: Vec::new(),
            spare: Spare::default(),
            header_end: None,
            depth: 0,
            defined_structs: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// The kind of the current token.
    #[inline]
    pub fn tok(&self) -> Tok {
        self.lex.kind
    }

    /// The keyword of the current token.
    #[inline]
    pub fn word(&self) -> Keyword {
        self.lex.keyword
    }

    /// Byte offset of the current token.
    #[inline]
    pub fn pos(&self) -> usize {
        self.lex.start
    }

    /// Advances to the next token.
    #[inline]
    pub fn bump(&mut self) {
        self.lex.bump();
    }

    /// Records an old form at `pos`.
    #[cold]
    pub(super) fn note_old(&self, form: OldForm, pos: usize) {
        self.old_forms_met.set(self.old_forms_met.get() + 1);
        self.symbols.old_forms.note(form, pos);
    }

    /// Whether only white space precedes the current token on its line.
    pub fn is_at_line_start(&self) -> bool {
        let before = self.lex.source().get(..self.pos()).unwrap_or_default();
        let behind_blanks = before.iter().rev().find(|&&b| !matches!(b, b' ' | b'\t'));
        self.tok() == Tok::Eof || matches!(behind_blanks, None | Some(b'\n' | b'\r'))
    }

    /// An error at `pos`, unless the lexer has a more specific one.
    #[cold]
    pub fn error<T>(&mut self, pos: usize, message: impl Into<String>) -> PResult<T> {
        let (offset, message) = match self.lex.error.take() {
            Some((at, message)) => (at, message.into()),
            None => (pos, message.into()),
        };
        Err(Failed(Box::new(Diagnostic { offset, message, is_fatal: false, found: self.pos() })))
    }

    /// An error at the current token.
    #[cold]
    pub fn error_here<T>(&mut self, message: impl Into<String>) -> PResult<T> {
        self.error(self.pos(), message)
    }

    /// Consumes the current token if it is of kind `tok`.
    #[inline]
    pub fn eat(&mut self, tok: Tok) -> bool {
        let is = self.lex.kind == tok;
        if is {
            self.bump();
        }
        is
    }

    /// Consumes the current token if it is the keyword `word`.
    #[inline]
    pub fn eat_word(&mut self, word: Keyword) -> bool {
        let is = self.lex.keyword == word;
        if is {
            self.bump();
        }
        is
    }

    /// Consumes the current token, which must be of kind `tok`.
    #[inline]
    pub fn expect(&mut self, tok: Tok, message: &str) -> PResult<()> {
        if self.lex.kind != tok {
            return self.error_here(message);
        }
        self.bump();
        Ok(())
    }

    /// Consumes the current token, which must be the keyword `word`.
    #[inline]
    pub fn expect_word(&mut self, word: Keyword, message: &str) -> PResult<()> {
        if self.lex.keyword != word {
            return self.error_here(message);
        }
        self.bump();
        Ok(())
    }

    /// Consumes a name: without sigil and quotes, escapes resolved.
    #[inline]
    pub fn take_name(&mut self) -> Cow<'a, [u8]> {
        let name = self.lex.name();
        self.bump();
        name
    }

    /// Consumes an id token and returns its number.
    #[inline]
    pub fn take_id(&mut self) -> u32 {
        let id = self.lex.value as u32;
        self.bump();
        id
    }

    /// A string literal.
    pub fn string(&mut self) -> PResult<Cow<'a, [u8]>> {
        self.string_or("expected string constant")
    }

    /// A string literal; `message` is the error if there is none.
    pub fn string_or(&mut self, message: &str) -> PResult<Cow<'a, [u8]>> {
        if self.lex.kind != Tok::String {
            return self.error_here(message);
        }
        Ok(self.take_name())
    }

    /// The value of the current token if it is an unsigned integer literal; `u64::MAX` above 64 bits.
    #[inline]
    pub fn peek_unsigned(&self) -> Option<u64> {
        if self.lex.kind != Tok::Int {
            return None;
        }
        let text = self.lex.text();
        match text[0] {
            b'-' | b's' => None,
            b'u' => Some(text[3..].iter().fold(0u64, |v, &c| {
                if v >> 60 != 0 { u64::MAX } else { v << 4 | (c as char).to_digit(16).unwrap_or(0) as u64 }
            })),
            _ => Some(text.iter().fold(0u64, |v, c| v.saturating_mul(10).saturating_add((c - b'0') as u64))),
        }
    }

    /// An integer from 0 to 2^32-1.
    #[inline]
    pub fn uint32(&mut self) -> PResult<u32> {
        match self.peek_unsigned() {
            None => self.error_here("expected integer"),
            Some(v) => match u32::try_from(v) {
                Ok(v) => {
                    self.bump();
                    Ok(v)
                }
                Err(_) => self.error_here("expected 32-bit integer (too large)"),
            },
        }
    }

    /// An integer from 0 to 2^64-1; saturates.
    pub fn uint64(&mut self) -> PResult<u64> {
        match self.peek_unsigned() {
            None => self.error_here("expected integer"),
            Some(v) => {
                self.bump();
                Ok(v)
            }
        }
    }

    /// `true` or `false`, for flags in summary entries and metadata.
    pub fn boolean(&mut self) -> Option<bool> {
        let value = match self.word() {
            Keyword::True => true,
            Keyword::False => false,
            _ => return None,
        };
        self.bump();
        Some(value)
    }

    /// The integer literal of the current token, with the minimum bit width.
    pub fn int_literal(&self) -> IntLiteral {
        let text = self.lex.text();
        let literal = match text[0] {
            b'u' | b's' => Int::parse_hex(&text[3..]).map(|value| IntLiteral { value, signed: text[0] == b's' }),
            _ => Int::parse_decimal(text),
        };
        literal.unwrap_or(IntLiteral { value: Int::zero(1), signed: false })
    }

    /// Runs `f` one nesting level deeper; an error beyond [`MAX_DEPTH`].
    pub fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> PResult<T>) -> PResult<T> {
        if self.depth >= MAX_DEPTH {
            return self.error_here("nested too deeply");
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    /// The pointee of the type or constant just read. `None` unless it is a typed pointer such as `i32*`, as LLVM 14 and
    /// earlier wrote them, or a vector of them.
    #[inline]
    pub fn pointee(&self) -> Option<Type> {
        (self.pointee.1 == self.lex.prev_end).then_some(self.pointee.0)
    }

    /// Sets the pointee of the type or constant just read.
    #[inline]
    pub(super) fn set_pointee(&mut self, pointee: Type) {
        self.pointee = (pointee, self.lex.prev_end);
    }

    /// Whether a type is sized and free of scalable vectors, as nearly all are.
    #[inline]
    pub fn is_plain(&mut self, ty: Type) -> bool {
        if self.plain_types.get(ty.index()) == Some(&true) {
            return true;
        }
        let plain = self.module.data_layout().layout(self.cx, ty).is_some_and(|layout| !layout.size_in_bits().scalable);
        if plain {
            if self.plain_types.len() <= ty.index() {
                self.plain_types.resize(ty.index() + 1, false);
            }
            self.plain_types[ty.index()] = true;
        }
        plain
    }

    /// Whether a type is sized.
    pub fn is_sized(&self, ty: Type) -> bool {
        self.module.data_layout().is_sized(self.cx, ty)
    }

    /// The text of a type for messages.
    pub fn type_text(&self, ty: Type) -> String {
        crate::writer::type_to_string(self.cx, ty)
    }
}
