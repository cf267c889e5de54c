//! The lexer: tokens over bytes.
//!
//! The lexer has one token of lookahead: [`Lexer::kind`] and the neighbouring fields describe the current token,
//! [`Lexer::bump`] advances. A token is a span of the source. Its payload (an unescaped name, a number) is computed on
//! demand. Reads past the end of the source return NUL, which counts as white space before the end.

use std::borrow::Cow;

use lindworm_ir::Type;

use crate::keyword::Keyword;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Tok {
    Eof,
    /// A byte sequence that is not a token. [`Lexer::error`] may hold the reason.
    Error,
    Equal,
    Comma,
    Star,
    Bar,
    Colon,
    Hash,
    Exclaim,
    DotDotDot,
    LSquare,
    RSquare,
    LBrace,
    RBrace,
    Less,
    Greater,
    LParen,
    RParen,
    /// `%name`, `%"name"`
    LocalName,
    /// `%12`
    LocalId,
    /// `@name`
    GlobalName,
    /// `@12`
    GlobalId,
    /// `$name`
    ComdatName,
    /// `!name`
    MetadataName,
    /// `#12`
    AttributeGroupId,
    /// `^12`
    SummaryId,
    /// `name:`, `"name":`
    LabelName,
    /// `12:`
    LabelId,
    /// `"..."`
    String,
    /// A decimal integer, or `u0x...` and `s0x...`.
    Int,
    /// A floating-point number in any of its forms, `+inf`, `-nan(0x1)` and `f0x3C00` included.
    Float,
    /// `iN`; N is [`Lexer::value`].
    IntType,
    /// `bN`; N is [`Lexer::value`].
    ByteType,
    /// A type that is a keyword; see [`Lexer::ty`].
    Type,
    /// A word; see [`Lexer::keyword`].
    Word,
}

/// A cursor over the tokens of a source.
#[derive(Clone)]
pub struct Lexer<'a> {
    src: &'a [u8],
    /// Byte offset at which the scan for the next token starts; the end of the current token.
    next: usize,
    /// The kind of the current token.
    pub kind: Tok,
    /// The keyword of the current token; `Other` if the token is not a known word.
    pub keyword: Keyword,
    /// Byte offset of the current token.
    pub start: usize,
    /// Byte offset of the end of the previous token.
    pub prev_end: usize,
    /// The number of an id token, or the bit width of an integer type.
    pub value: u64,
    /// The type named by the current token, if its kind is [`Tok::Type`].
    pub ty: Type,
    /// The span of the name within the token, before escapes are resolved; for numbers, of the digits.
    name: (usize, usize),
    escapes: bool,
    /// Whether `name:` lexes as two tokens, as in summary entries.
    pub split_labels: bool,
    /// An error found by the lexer, with its byte offset. Takes precedence over the parser's error, which is less specific.
    pub error: Option<(usize, &'static str)>,
}

const LABEL: u8 = 1;
const DIGIT: u8 = 2;
const ALPHA: u8 = 4;
const HEX: u8 = 8;
const WORD: u8 = 16;
const SPACE: u8 = 32;

/// Character classes of each byte.
static CLASS: [u8; 256] = {
    let mut t = [0u8; 256];
    let mut i = 0;
    while i < 256 {
        let c = i as u8;
        if c.is_ascii_digit() {
            t[i] |= DIGIT | LABEL | HEX;
        }
        if c.is_ascii_alphabetic() {
            t[i] |= ALPHA | LABEL;
        }
        if c.is_ascii_hexdigit() {
            t[i] |= HEX;
        }
        if c.is_ascii_alphanumeric() || c == b'_' {
            t[i] |= WORD;
        }
        if matches!(c, b' ' | b'\n' | b'\t' | b'\r' | 0) {
            t[i] |= SPACE;
        }
        if c == b'-' || c == b'$' || c == b'.' || c == b'_' {
            t[i] |= LABEL;
        }
        i += 1;
    }
    t
};

#[inline]
fn is(c: u8, class: u8) -> bool {
    CLASS[c as usize] & class != 0
}

/// The number of bytes of a class that a text starts with.
#[inline]
fn count(text: &[u8], class: u8) -> usize {
    let mut len = 0;
    while let Some(&c) = text.get(len)
        && is(c, class)
    {
        len += 1;
    }
    len
}

/// The number that a text starts with; `u64::MAX` if it is greater.
#[cold]
fn number(text: &[u8]) -> u64 {
    let digits = text.iter().take_while(|c| c.is_ascii_digit());
    digits.fold(0, |value: u64, c| value.saturating_mul(10).saturating_add((c - b'0').into()))
}

impl<'a> Lexer<'a> {
    /// A lexer whose current token is the first one at or after `pos`.
    pub fn new(src: &'a [u8], pos: usize) -> Lexer<'a> {
        let mut lexer = Lexer {
            src,
            next: pos,
            kind: Tok::Eof,
            keyword: Keyword::Other,
            start: pos,
            prev_end: pos,
            value: 0,
            ty: Type::VOID,
            name: (pos, pos),
            escapes: false,
            split_labels: false,
            error: None,
        };
        lexer.bump();
        lexer
    }

    /// The source.
    pub fn source(&self) -> &'a [u8] {
        self.src
    }

    /// Byte offset of the end of the current token.
    pub fn end(&self) -> usize {
        self.next
    }

    /// Makes the first token at or after `pos` the current one.
    pub fn seek(&mut self, pos: usize) {
        self.next = pos;
        self.bump();
    }

    /// The bytes of the current token.
    pub fn text(&self) -> &'a [u8] {
        &self.src[self.start..self.next]
    }

    /// The name of the current token, or the content of a string, with escapes resolved.
    #[inline]
    pub fn name(&self) -> Cow<'a, [u8]> {
        let raw = &self.src[self.name.0..self.name.1];
        if self.escapes { unescape(raw) } else { Cow::Borrowed(raw) }
    }

    #[inline]
    fn at(&self, pos: usize) -> u8 {
        self.src.get(pos).copied().unwrap_or(0)
    }

    /// Advances to the next token.
    #[inline]
    pub fn bump(&mut self) {
        self.prev_end = self.next;
        self.kind = self.lex();
    }

    /// Whether the current token or a later one is of kind `kind`.
    pub fn any(mut self, kind: Tok) -> bool {
        while self.kind != kind && self.kind != Tok::Eof {
            self.bump();
        }
        self.kind == kind
    }

    fn fail(&mut self, message: &'static str) -> Tok {
        self.error = Some((self.start, message));
        Tok::Error
    }

    /// Tokens that are rare, or long anyway, are lexed by functions of their own that are not inlined: so this one, which is called for
    /// each token, needs few registers.
    fn lex(&mut self) -> Tok {
        self.keyword = Keyword::Other;
        loop {
            let mut at = self.next;
            let first = loop {
                let Some(&c) = self.src.get(at) else {
                    self.start = self.src.len();
                    self.next = self.src.len();
                    return Tok::Eof;
                };
                if !is(c, SPACE) {
                    break c;
                }
                at += 1;
            };
            self.start = at;
            self.next = at + 1;
            return match first {
                b',' => Tok::Comma,
                b'%' => self.lex_var(Tok::LocalName, Tok::LocalId),
                b'!' => self.lex_exclaim(),
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.lex_word(),
                b'0'..=b'9' | b'-' => self.lex_number(),
                b'=' => Tok::Equal,
                b'@' => self.lex_var(Tok::GlobalName, Tok::GlobalId),
                b'(' => Tok::LParen,
                b')' => Tok::RParen,
                b'{' => Tok::LBrace,
                b'}' => Tok::RBrace,
                b'[' => Tok::LSquare,
                b']' => Tok::RSquare,
                b'<' => Tok::Less,
                b'>' => Tok::Greater,
                b'*' => Tok::Star,
                b'|' => Tok::Bar,
                b':' => Tok::Colon,
                b';' => {
                    let rest = &self.src[self.next..];
                    self.next += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
                    continue;
                }
                b'"' => self.lex_quote(),
                b'#' if is(self.at(self.next), DIGIT) => self.lex_id(Tok::AttributeGroupId),
                b'#' => Tok::Hash,
                b'^' => self.lex_id(Tok::SummaryId),
                b'$' => self.lex_dollar(),
                b'+' => self.lex_positive(),
                b'.' => {
                    if self.label_tail() {
                        Tok::LabelName
                    } else if self.at(self.next) == b'.' && self.at(self.next + 1) == b'.' {
                        self.next += 2;
                        Tok::DotDotDot
                    } else {
                        Tok::Error
                    }
                }
                b'/' if self.at(self.next) == b'*' => {
                    if !self.skip_block_comment() {
                        return self.fail("unterminated comment");
                    }
                    continue;
                }
                _ => Tok::Error,
            };
        }
    }

    /// Skips the rest of a C comment, which does not nest. Returns false if it is unterminated.
    #[inline(never)]
    fn skip_block_comment(&mut self) -> bool {
        let rest = &self.src[self.next + 1..];
        match memchr::memmem::find(rest, b"*/") {
            Some(len) => {
                self.next += 1 + len + 2;
                true
            }
            None => {
                self.next = self.src.len();
                false
            }
        }
    }

    /// Consumes label characters and a colon if they follow: the token is then a label.
    #[inline(never)]
    fn label_tail(&mut self) -> bool {
        let p = self.next + count(&self.src[self.next..], LABEL);
        if self.at(p) != b':' {
            return false;
        }
        self.name = (self.start, p);
        self.escapes = false;
        self.next = p + 1;
        true
    }

    /// Consumes the rest of a quoted name or string, after the opening quote.
    fn quoted(&mut self, at_end: &'static str) -> Option<Tok> {
        let rest = &self.src[self.next..];
        let Some(len) = memchr::memchr(b'"', rest) else {
            self.next = self.src.len();
            return Some(self.fail(at_end));
        };
        self.name = (self.next, self.next + len);
        self.escapes = memchr::memchr(b'\\', &rest[..len]).is_some();
        self.next += len + 1;
        None
    }

    fn name_has_nul(&self) -> bool {
        memchr::memchr(0, &self.name()).is_some()
    }

    fn quoted_name(&mut self, tok: Tok, at_end: &'static str) -> Tok {
        self.next += 1;
        if let Some(error) = self.quoted(at_end) {
            return error;
        }
        if self.name_has_nul() { self.fail("NUL character is not allowed in names") } else { tok }
    }

    /// Consumes `[-a-zA-Z$._][-a-zA-Z$._0-9]*`.
    #[inline]
    fn var_name(&mut self) -> bool {
        let rest = self.src.get(self.next..).unwrap_or(&[]);
        if rest.first().is_none_or(|&c| !is(c, LABEL) || is(c, DIGIT)) {
            return false;
        }
        let len = count(rest, LABEL);
        self.name = (self.next, self.next + len);
        self.escapes = false;
        self.next += len;
        true
    }

    #[inline(always)]
    fn lex_var(&mut self, name: Tok, id: Tok) -> Tok {
        if is(self.at(self.next), DIGIT) {
            return self.lex_id(id);
        }
        if self.at(self.next) == b'"' {
            return self.quoted_name(name, "end of file in global variable name");
        }
        if self.var_name() { name } else { Tok::Error }
    }

    // The compiler would not inline the ids of values, which are a fifth of all tokens.
    #[inline(always)]
    fn lex_id(&mut self, tok: Tok) -> Tok {
        let rest = self.src.get(self.next..).unwrap_or(&[]);
        // A number of up to 19 digits does not wrap.
        let mut value = 0u64;
        let mut len = 0;
        while let Some(&c) = rest.get(len)
            && is(c, DIGIT)
        {
            value = value.wrapping_mul(10).wrapping_add((c - b'0') as u64);
            len += 1;
        }
        if len > 19 {
            value = number(rest);
        }
        self.next += len;
        if len == 0 {
            return Tok::Error;
        }
        if value > u32::MAX as u64 {
            self.number_too_large(value);
            value &= u32::MAX as u64;
        }
        self.value = value;
        tok
    }

    #[cold]
    fn number_too_large(&mut self, value: u64) {
        let message = match value {
            u64::MAX => "constant bigger than 64 bits detected",
            _ => "invalid value number (too large)",
        };
        self.error = Some((self.start, message));
    }

    #[inline(never)]
    fn lex_dollar(&mut self) -> Tok {
        if self.label_tail() {
            Tok::LabelName
        } else if self.at(self.next) == b'"' {
            self.quoted_name(Tok::ComdatName, "end of file in COMDAT variable name")
        } else if self.var_name() {
            Tok::ComdatName
        } else {
            Tok::Error
        }
    }

    #[inline(never)]
    fn lex_quote(&mut self) -> Tok {
        if let Some(error) = self.quoted("end of file in string constant") {
            return error;
        }
        if self.at(self.next) != b':' {
            return Tok::String;
        }
        self.next += 1;
        if self.name_has_nul() { self.fail("NUL character is not allowed in names") } else { Tok::LabelName }
    }

    #[inline]
    fn lex_exclaim(&mut self) -> Tok {
        let c = self.at(self.next);
        if is(c, DIGIT) || !(is(c, LABEL) || c == b'\\') {
            return Tok::Exclaim;
        }
        let mut p = self.next;
        self.escapes = false;
        loop {
            let c = self.at(p);
            if c == b'\\' {
                self.escapes = true;
            } else if !is(c, LABEL) {
                break;
            }
            p += 1;
        }
        self.name = (self.next, p);
        self.next = p;
        Tok::MetadataName
    }

    /// A label, integer type, keyword, or hexadecimal integer.
    #[inline]
    fn lex_word(&mut self) -> Tok {
        let rest = &self.src[self.start..];
        let mut len = 1;
        while let Some(&c) = rest.get(len)
            && is(c, WORD)
        {
            len += 1;
        }
        let mut after = rest.get(len).copied().unwrap_or(0);
        // A label may continue past the end of a word.
        let mut end = len;
        if is(after, LABEL) {
            end += count(&rest[len..], LABEL);
            after = rest.get(end).copied().unwrap_or(0);
        }
        if after == b':' && !self.split_labels {
            self.name = (self.start, self.start + end);
            self.escapes = false;
            self.next = self.start + end + 1;
            return Tok::LabelName;
        }
        let word = &rest[..len];
        if let [b'i', digit, ..] = word
            && is(*digit, DIGIT)
        {
            return self.lex_sized_type(Tok::IntType);
        }
        self.next = self.start + len;
        let keyword = Keyword::from_bytes(word);
        if let Some(ty) = keyword.as_type() {
            self.ty = ty;
            return Tok::Type;
        }
        self.keyword = keyword;
        if keyword != Keyword::Other {
            return Tok::Word;
        }
        if matches!(word, [b'u' | b's' | b'f', b'0', b'x', digit, ..] if is(*digit, HEX)) {
            if word[3..].iter().all(|&c| is(c, HEX)) {
                return if word[0] == b'f' { Tok::Float } else { Tok::Int };
            }
            self.next = self.start + 3;
            return Tok::Error;
        }
        if matches!(word, [b'b', digit, ..] if is(*digit, DIGIT)) {
            return self.lex_sized_type(Tok::ByteType);
        }
        // A word that starts with `cc` is the keyword `cc` directly followed by its number. The remaining words
        // (attributes, DWARF names, ...) are classified by the parser.
        if word.starts_with(b"cc") && word != b"ccc" {
            self.next = self.start + 2;
            self.keyword = Keyword::Cc;
        }
        Tok::Word
    }

    /// A letter followed by a bit width.
    fn lex_sized_type(&mut self, tok: Tok) -> Tok {
        let mut bits = 0u64;
        let mut p = self.start + 1;
        while is(self.at(p), DIGIT) {
            bits = bits.saturating_mul(10).saturating_add((self.at(p) - b'0') as u64);
            p += 1;
        }
        self.next = p;
        if bits < 1 || bits > lindworm_ir::types::MAX_INT_BITS as u64 {
            return self.fail("bitwidth for integer type out of range");
        }
        self.value = bits;
        tok
    }

    /// A label or a number, possibly starting with `-`.
    #[inline(never)]
    fn lex_number(&mut self) -> Tok {
        let first = self.src[self.start];
        if first == b'-' && !is(self.at(self.next), DIGIT) {
            return if self.label_tail() { Tok::LabelName } else { self.lex_special_float() };
        }
        self.next += count(&self.src[self.next..], DIGIT);
        let c = self.at(self.next);
        if first != b'-' && c == b':' {
            let digits = &self.src[self.start..self.next];
            self.next += 1;
            let value = number(digits);
            if value > u32::MAX as u64 {
                self.number_too_large(value);
            }
            self.value = value & u32::MAX as u64;
            return Tok::LabelId;
        }
        if (is(c, LABEL) || c == b':') && self.label_tail() {
            return Tok::LabelName;
        }
        if c != b'.' {
            if first == b'0' && self.at(self.start + 1) == b'x' {
                return self.lex_hex_float();
            }
            return if c == b'x' && self.hex_fraction() { Tok::Float } else { Tok::Int };
        }
        self.lex_fraction()
    }

    /// `0x`, an optional format letter and hexadecimal digits; or a hexadecimal number with an exponent.
    fn lex_hex_float(&mut self) -> Tok {
        if self.hex_fraction() {
            return Tok::Float;
        }
        self.next = self.start + 2;
        if matches!(self.at(self.next), b'K' | b'L' | b'M' | b'H' | b'R') {
            self.next += 1;
        }
        if !is(self.at(self.next), HEX) {
            self.next = self.start + 1;
            return Tok::Error;
        }
        while is(self.at(self.next), HEX) {
            self.next += 1;
        }
        Tok::Float
    }

    /// Consumes the token if it is a hexadecimal float such as `0x1.8p3`, with an optional sign.
    #[cold]
    fn hex_fraction(&mut self) -> bool {
        let rest = &self.src[self.start..];
        let unsigned = rest.strip_prefix(b"-").or(rest.strip_prefix(b"+")).unwrap_or(rest);
        let Some(digits) = unsigned.strip_prefix(b"0x") else { return false };
        let count = |text: &[u8], class| text.iter().take_while(|&&c| is(c, class)).count();
        let whole = count(digits, HEX);
        let Some(fraction) = digits[whole..].strip_prefix(b".").filter(|_| whole > 0) else { return false };
        let [b'p' | b'P', exponent @ ..] = &fraction[count(fraction, HEX)..] else { return false };
        let exponent = exponent.strip_prefix(b"-").or(exponent.strip_prefix(b"+")).unwrap_or(exponent);
        let len = count(exponent, DIGIT);
        if len > 0 {
            self.next = self.src.len() - exponent.len() + len;
        }
        len > 0
    }

    /// `inf`, `qnan`, `nan(0x1)` or `snan(0x1)` after a sign.
    #[cold]
    fn lex_special_float(&mut self) -> Tok {
        let rest = &self.src[self.next..];
        let word = &rest[..rest.iter().take_while(|&&c| is(c, ALPHA)).count()];
        if word == b"inf" || word == b"qnan" {
            self.next += word.len();
            return Tok::Float;
        }
        if word != b"nan" && word != b"snan" {
            return Tok::Error;
        }
        let payload = rest[word.len()..].strip_prefix(b"(0x").unwrap_or_default();
        let len = payload.iter().take_while(|&&c| is(c, HEX)).count();
        if len == 0 || payload.get(len) != Some(&b')') {
            return self.fail("bad payload format for nan literal");
        }
        self.next = self.src.len() - payload.len() + len + 1;
        Tok::Float
    }

    #[inline(never)]
    fn lex_positive(&mut self) -> Tok {
        if !is(self.at(self.next), DIGIT) {
            return self.lex_special_float();
        }
        while is(self.at(self.next), DIGIT) {
            self.next += 1;
        }
        if self.at(self.next) == b'x' && self.hex_fraction() {
            return Tok::Float;
        }
        if self.at(self.next) != b'.' {
            self.next = self.start + 1;
            return Tok::Error;
        }
        self.lex_fraction()
    }

    /// `.`, digits and an optional exponent.
    fn lex_fraction(&mut self) -> Tok {
        self.next += 1;
        while is(self.at(self.next), DIGIT) {
            self.next += 1;
        }
        if matches!(self.at(self.next), b'e' | b'E') {
            let sign = matches!(self.at(self.next + 1), b'-' | b'+') as usize;
            if is(self.at(self.next + 1 + sign), DIGIT) {
                self.next += 2;
                while is(self.at(self.next), DIGIT) {
                    self.next += 1;
                }
            }
        }
        Tok::Float
    }
}

fn hex_digit(c: u8) -> Option<u8> {
    (c as char).to_digit(16).map(|d| d as u8)
}

/// Resolves `\\` and `\XX`; any other backslash is literal.
pub fn unescape(raw: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = memchr::memchr(b'\\', raw) else { return Cow::Borrowed(raw) };
    let mut out = raw[..first].to_vec();
    let mut i = first;
    while i < raw.len() {
        let c = raw[i];
        if c == b'\\' {
            if raw.get(i + 1) == Some(&b'\\') {
                out.push(b'\\');
                i += 2;
                continue;
            }
            let digits = (raw.get(i + 1).and_then(|&c| hex_digit(c)), raw.get(i + 2).and_then(|&c| hex_digit(c)));
            if let (Some(h), Some(l)) = digits {
                out.push(h * 16 + l);
                i += 3;
                continue;
            }
        }
        out.push(c);
        i += 1;
    }
    Cow::Owned(out)
}
