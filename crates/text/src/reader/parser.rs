//! The token cursor and what all parts of the reader share.

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

/// Why something could not be read.
#[derive(Debug)]
pub struct Failed(pub Box<Diagnostic>);

/// What a parse function gives.
pub type PResult<T> = Result<T, Failed>;

/// How deep types, constants and metadata may nest in one another.
pub const MAX_DEPTH: u32 = 256;

/// Reads one part of a source: its top level, its metadata, or some of its function bodies.
pub struct Parser<'a> {
    /// The tokens.
    pub lex: Lexer<'a>,
    /// Types, attributes, names of metadata kinds.
    pub cx: &'a Context,
    /// The module being read: its constants, inline assembler and data layout; its globals are not there yet.
    pub module: &'a Module,
    /// Names of globals and types; constants. Shared with those who read other parts.
    pub symbols: &'a Symbols,
    pub(super) cache: SymbolCache<'a>,
    pub(super) constants: ConstantCache,
    /// By type: whether it is known to have a size and to hold no scalable vector.
    plain_types: Vec<bool>,
    /// What the typed pointer that was read last points to, and where it ends in the source.
    pointee: (Type, usize),
    /// The same of the parameter whose attributes are being read, if it is a typed pointer.
    pub(super) param_pointee: Option<Type>,
    /// Whether the comma before metadata was taken with the instruction.
    pub(super) ate_comma: bool,
    /// The attribute groups, once the top level is read.
    pub attribute_groups: &'a HashMap<u32, AttributeSet>,
    /// The metadata nodes of this part.
    pub metadata: MetadataBuffer,
    /// Whether it is kept where things stand.
    pub keep_spans: bool,
    /// The expressions that do not fold in the constant that is being read.
    pub(super) old_constants: OldConstants,
    /// How many forms of older text this parser has met.
    pub(super) old_forms_met: Cell<u32>,
    /// Whether an initializer is being read that may be read again once all globals are known, and whether it must be.
    pub(super) can_defer: bool,
    pub(super) is_deferred: bool,
    /// The function whose body is being read.
    pub function: Option<Box<FunctionState<'a>>>,
    /// The bodies that the top level was found to hold.
    pub skipped_bodies: Vec<SkippedBody<'a>>,
    /// The tables of the body that was read last.
    pub(super) spare: Spare<'a>,
    /// Where the header of the function that was read last ends.
    pub(super) header_end: Option<usize>,
    /// How deep the current construct is nested.
    pub depth: u32,
    /// The structs that were given fields, and what stands behind each definition.
    pub defined_structs: Vec<(StructId, Range<usize>)>,
    /// What was found wrong, where reading could go on.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    /// A parser at the first token at or after `pos`.
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

    /// The word that the current token is.
    #[inline]
    pub fn word(&self) -> Keyword {
        self.lex.keyword
    }

    /// Where the current token starts.
    #[inline]
    pub fn pos(&self) -> usize {
        self.lex.start
    }

    /// Goes on to the next token.
    #[inline]
    pub fn bump(&mut self) {
        self.lex.bump();
    }

    /// Notes that a form of older text stands at `pos`.
    #[cold]
    pub(super) fn note_old(&self, form: OldForm, pos: usize) {
        self.old_forms_met.set(self.old_forms_met.get() + 1);
        self.symbols.old_forms.note(form, pos);
    }

    /// Whether the current token is the first of its line, or there is none.
    pub fn is_at_line_start(&self) -> bool {
        let before = self.lex.source().get(..self.pos()).unwrap_or_default();
        let behind_blanks = before.iter().rev().find(|&&b| !matches!(b, b' ' | b'\t'));
        self.tok() == Tok::Eof || matches!(behind_blanks, None | Some(b'\n' | b'\r'))
    }

    /// An error at `pos`, unless the lexer knows a better one.
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

    /// Takes the current token if it is of that kind.
    #[inline]
    pub fn eat(&mut self, tok: Tok) -> bool {
        let is = self.lex.kind == tok;
        if is {
            self.bump();
        }
        is
    }

    /// Takes the current token if it is that word.
    #[inline]
    pub fn eat_word(&mut self, word: Keyword) -> bool {
        let is = self.lex.keyword == word;
        if is {
            self.bump();
        }
        is
    }

    /// Takes the current token, which must be of that kind.
    #[inline]
    pub fn expect(&mut self, tok: Tok, message: &str) -> PResult<()> {
        if self.lex.kind != tok {
            return self.error_here(message);
        }
        self.bump();
        Ok(())
    }

    /// Takes the current token, which must be that word.
    #[inline]
    pub fn expect_word(&mut self, word: Keyword, message: &str) -> PResult<()> {
        if self.lex.keyword != word {
            return self.error_here(message);
        }
        self.bump();
        Ok(())
    }

    /// Takes the name of the current token: without its sign and quotes, escapes resolved.
    #[inline]
    pub fn take_name(&mut self) -> Cow<'a, [u8]> {
        let name = self.lex.name();
        self.bump();
        name
    }

    /// Takes the number of the current id token.
    #[inline]
    pub fn take_id(&mut self) -> u32 {
        let id = self.lex.value as u32;
        self.bump();
        id
    }

    /// A string.
    pub fn string(&mut self) -> PResult<Cow<'a, [u8]>> {
        self.string_or("expected string constant")
    }

    /// A string; `message` tells if there is none.
    pub fn string_or(&mut self, message: &str) -> PResult<Cow<'a, [u8]>> {
        if self.lex.kind != Tok::String {
            return self.error_here(message);
        }
        Ok(self.take_name())
    }

    /// The value of the current token if it is an integer of up to 64 bits without a sign; `u64::MAX` if it is greater.
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

    /// An integer of 0 to 2^32-1.
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

    /// An integer of 0 to 2^64-1; greater ones are that.
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

    /// The integer that the current token is, of the least width that holds it.
    pub fn int_literal(&self) -> IntLiteral {
        let text = self.lex.text();
        let literal = match text[0] {
            b'u' | b's' => Int::parse_hex(&text[3..]).map(|value| IntLiteral { value, signed: text[0] == b's' }),
            _ => Int::parse_decimal(text),
        };
        literal.unwrap_or(IntLiteral { value: Int::zero(1), signed: false })
    }

    /// Runs `f` one level deeper, which must not be too deep.
    pub fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> PResult<T>) -> PResult<T> {
        if self.depth >= MAX_DEPTH {
            return self.error_here("nested too deeply");
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    /// What the type or constant that was just read says it points to: nothing unless it is, or is a vector of, what LLVM 14
    /// and older wrote as `i32*`.
    #[inline]
    pub fn pointee(&self) -> Option<Type> {
        (self.pointee.1 == self.lex.prev_end).then_some(self.pointee.0)
    }

    /// Says what the type or constant that was just read points to.
    #[inline]
    pub(super) fn set_pointee(&mut self, pointee: Type) {
        self.pointee = (pointee, self.lex.prev_end);
    }

    /// Whether a type has a size and holds no scalable vector: so do nearly all.
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

    /// Whether a type has a size.
    pub fn is_sized(&self, ty: Type) -> bool {
        self.module.data_layout().is_sized(self.cx, ty)
    }

    /// The text of a type, for messages.
    pub fn type_text(&self, ty: Type) -> String {
        crate::writer::type_to_string(self.cx, ty)
    }
}
