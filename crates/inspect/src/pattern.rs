//! Patterns of instructions.
//!
//! A pattern is written like an instruction. Its parts must occur in this order in the instruction; parts that it omits may be
//! anything:
//!
//! | in the pattern | in the instruction |
//! |---|---|
//! | `_` | one operand, type or word: `%x`, `7`, `i32`, `[4 x i8]`, `getelementptr (...)`, `null` |
//! | `%_`, `@_` | any local value, any global |
//! | `...` | anything, up to what follows in the pattern |
//! | `*` and `?` in a word or name | any characters, one character: `@mem*`, `llvm.*`, `i*`, `sext` as `?ext` |
//! | `\|` in a word | one of several: `load\|store` |
//! | anything else | itself: `nsw`, `volatile`, `i32 0`, `"target"` |
//!
//! A pattern may omit the result (`%x =`), words (`tail`, `nsw`, `noundef`, calling conventions), types, attributes (`#3`,
//! `range(i32 0, 5)`), and clauses at the end (`, align 8`, `, !dbg !7`), as well as everything after the end of the pattern.
//! Numbers, names, constants, commas and brackets are never omitted.
//!
//! | pattern | matches |
//! |---|---|
//! | `%_ = add nsw i32 _, 1` | additions of 1 that must not wrap |
//! | `call @memcpy(...)` | calls of `memcpy` |
//! | `call @f(_, null` | calls of `@f` whose second argument is null |
//! | `store volatile` | volatile stores |
//! | `load\|store atomic` | atomic loads and stores |
//! | `icmp eq ptr _, null` | comparisons of pointers with null |
//! | `getelementptr %struct.node` | addresses of fields of a struct |

use std::fmt;

use crate::glob;

/// The maximum number of tokens of a pattern.
pub const MAX_TOKENS: usize = 63;

/// A pattern for instructions: see the [module](self).
#[derive(Clone, Debug)]
pub struct Pattern {
    tokens: Vec<Want>,
    /// The possible opcodes; empty if the pattern does not restrict them.
    opcodes: Vec<Vec<u8>>,
    has_result: bool,
}

/// The reason why a pattern is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// The message.
    pub message: &'static str,
    /// The byte offset of the error.
    pub offset: usize,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at column {} of the pattern", self.message, self.offset + 1)
    }
}

impl std::error::Error for PatternError {}

/// A token of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Want {
    Any,
    AnyRun,
    AnyOf(u8),
    Text(Vec<u8>),
    Globs(Vec<Vec<u8>>),
}

/// The opcodes of instructions.
const OPCODES: &str = "ret br switch indirectbr invoke callbr resume unreachable cleanupret catchret catchswitch fneg add fadd sub fsub \
    mul fmul udiv sdiv fdiv urem srem frem shl lshr ashr and or xor extractelement insertelement shufflevector extractvalue \
    insertvalue alloca load store fence cmpxchg atomicrmw getelementptr trunc zext sext fptrunc fpext fptoui fptosi uitofp \
    sitofp ptrtoint ptrtoaddr inttoptr bitcast addrspacecast icmp fcmp phi select freeze call va_arg landingpad catchpad cleanuppad";

/// Words that are operands.
const CONSTANT_WORDS: &[&[u8]] = &[b"null", b"undef", b"poison", b"true", b"false", b"zeroinitializer", b"none"];

/// A token of an instruction's text, as a range of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Token {
    start: usize,
    end: usize,
    kind: Kind,
    /// The token after the matching closing bracket; for other tokens, the next token.
    after: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Word,
    Local,
    Global,
    Metadata,
    AttributeGroup,
    Number,
    Text,
    Open,
    Close,
    Comma,
    Other,
}

impl Kind {
    fn is_operand(self, text: &[u8]) -> bool {
        match self {
            Kind::Word => CONSTANT_WORDS.contains(&text),
            Kind::Local | Kind::Global | Kind::Number | Kind::Metadata | Kind::Text => true,
            _ => false,
        }
    }
}

/// Splits text into tokens. Unclosed brackets end with the text.
fn tokens(text: &[u8]) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let start = at;
        let is_name = |b: &u8| b.is_ascii_alphanumeric() || b"$._-*?|".contains(b) || *b >= 0x80;
        let name = |from: usize| from + text[from..].iter().take_while(|b| is_name(b)).count();
        let quoted = |from: usize| match text.get(from) {
            Some(b'"') => text[from + 1..].iter().position(|&b| b == b'"').map_or(text.len(), |len| from + len + 2),
            _ => name(from),
        };
        let kind = match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {
                at += 1;
                continue;
            }
            b';' => break,
            b'%' => Kind::Local,
            b'@' => Kind::Global,
            b'!' => Kind::Metadata,
            b'#' => Kind::AttributeGroup,
            b'"' => Kind::Text,
            b'(' | b'[' | b'{' | b'<' => Kind::Open,
            b')' | b']' | b'}' | b'>' => Kind::Close,
            b',' => Kind::Comma,
            b'0'..=b'9' | b'-' | b'+' => Kind::Number,
            _ if is_name(&byte) => Kind::Word,
            _ => Kind::Other,
        };
        at = match kind {
            Kind::Local | Kind::Global | Kind::Metadata | Kind::AttributeGroup => quoted(start + 1),
            Kind::Text => quoted(start),
            Kind::Number => name(start + 1),
            Kind::Word => {
                let end = name(start);
                // `c"..."`, `f0x...` and `splat (i32 1)` are operands; the last is a word with brackets.
                if &text[start..end] == b"c" && text.get(end) == Some(&b'"') { quoted(end) } else { end }
            }
            _ => start + 1,
        };
        let kind = if kind == Kind::Word && text[start..at].ends_with(b"\"") { Kind::Text } else { kind };
        match kind {
            Kind::Open => open.push(tokens.len()),
            Kind::Close => {
                if let Some(first) = open.pop() {
                    tokens[first].after = tokens.len() + 1;
                }
            }
            _ => {}
        }
        tokens.push(Token { start, end: at, kind, after: tokens.len() + 1 });
    }
    for first in open {
        tokens[first].after = tokens.len();
    }
    tokens
}

impl Pattern {
    /// Parses a pattern.
    pub fn new(text: &str) -> Result<Pattern, PatternError> {
        let bytes = text.as_bytes();
        let mut wants = Vec::new();
        let mut opcodes = Vec::new();
        let mut has_result = false;
        let tokens = tokens(bytes);
        for (i, token) in tokens.iter().enumerate() {
            if wants.len() == MAX_TOKENS {
                return Err(PatternError { message: "too many tokens", offset: token.start });
            }
            let text = &bytes[token.start..token.end];
            has_result |= i == 1 && text == b"=";
            let is_name = matches!(token.kind, Kind::Word | Kind::Local | Kind::Global | Kind::Text | Kind::Number);
            wants.push(match text {
                b"_" => Want::Any,
                b"..." => Want::AnyRun,
                b"%_" | b"@_" => Want::AnyOf(text[0]),
                _ if is_name && (glob::is_glob(text) || token.kind == Kind::Word && text.contains(&b'|')) => {
                    Want::Globs(text.split(|&b| b == b'|').map(<[u8]>::to_vec).collect())
                }
                _ => Want::Text(text.to_vec()),
            });
            let is_start = wants.len() == 1 || has_result && wants.len() == 3;
            if opcodes.is_empty() && token.kind == Kind::Word && (is_start || wants.len() <= 4) {
                let matching = |opcode: &&str| match wants.last() {
                    Some(Want::Text(word)) => *word == *opcode.as_bytes(),
                    Some(Want::Globs(globs)) if is_start => globs.iter().any(|g| glob::matches(g, opcode.as_bytes())),
                    _ => false,
                };
                opcodes = OPCODES.split_whitespace().filter(matching).map(|o| o.as_bytes().to_vec()).collect();
            }
        }
        match wants.is_empty() {
            true => Err(PatternError { message: "nothing to look for", offset: 0 }),
            false => Ok(Pattern { tokens: wants, opcodes, has_result }),
        }
    }

    /// Whether an instruction with this opcode may match. Avoids printing instructions that cannot match.
    pub fn may_match(&self, opcode: &str) -> bool {
        self.opcodes.is_empty() || self.opcodes.iter().any(|known| *known == *opcode.as_bytes())
    }

    /// Whether the pattern matches the text of an instruction, as LLVM prints it. Linear in the text.
    pub fn matches(&self, text: &[u8]) -> bool {
        let tokens = tokens(text);
        let text_of = |i: usize| tokens.get(i).map_or(&b""[..], |t: &Token| &text[t.start..t.end]);
        let kind_of = |i: usize| tokens.get(i).map(|t| t.kind);
        // For each token, the set of pattern positions at which the match may be before it, as bits.
        let mut places = vec![0u64; tokens.len() + 1];
        places[0] = 1;
        if !self.has_result && text_of(1) == b"=" {
            places[2] = 1;
        }
        let all = 1u64 << self.tokens.len();
        for (i, token) in tokens.iter().enumerate() {
            let mut here = places[i];
            // `...` may match nothing.
            for (p, want) in self.tokens.iter().enumerate() {
                if *want == Want::AnyRun && here & 1 << p != 0 {
                    here |= 1 << (p + 1);
                }
            }
            if here & all != 0 {
                return true;
            }
            if here == 0 {
                continue;
            }
            let word = &text[token.start..token.end];
            let is_word_with_brackets = token.kind == Kind::Word && text_of(i + 1) == b"(";
            let item_end = if is_word_with_brackets { tokens[i + 1].after } else { token.after };
            for (p, want) in self.tokens.iter().enumerate().filter(|(p, _)| here & 1 << p != 0) {
                let next = 1 << (p + 1);
                match want {
                    Want::Any if !matches!(token.kind, Kind::Close | Kind::Comma | Kind::Other) => {
                        places[item_end] |= next;
                        if is_word_with_brackets {
                            places[i + 1] |= next;
                        }
                    }
                    Want::AnyRun if token.kind != Kind::Close => {
                        places[token.after] |= 1 << p;
                        places[i + 1] |= 1 << p;
                    }
                    // `...` may extend to the end of the brackets in which it began.
                    Want::AnyRun => places[i + 1] |= 1 << p,
                    Want::AnyOf(sigil) if word[0] == *sigil => places[i + 1] |= next,
                    Want::Text(wanted) if wanted == word => places[i + 1] |= next,
                    Want::Globs(globs) if globs.iter().any(|g| glob::matches(g, word)) => places[i + 1] |= next,
                    _ => {}
                }
            }
            // For a pattern of a single word, the first word of the text cannot be omitted.
            if (i > 0 || self.tokens.len() > 1)
                && let Some(end) = skipped(&tokens, i, &text_of, &kind_of)
            {
                places[end.min(tokens.len())] |= here;
                if is_word_with_brackets {
                    places[i + 1] |= here;
                }
            }
        }
        let mut end = places[tokens.len()];
        for (p, want) in self.tokens.iter().enumerate() {
            if *want == Want::AnyRun && end & 1 << p != 0 {
                end |= 1 << (p + 1);
            }
        }
        end & all != 0
    }
}

/// The index after a token, with the tokens that belong to it, if a pattern may omit them.
fn skipped<'t>(
    tokens: &[Token],
    i: usize,
    text_of: &impl Fn(usize) -> &'t [u8],
    kind_of: &impl Fn(usize) -> Option<Kind>,
) -> Option<usize> {
    let token = tokens[i];
    let next_is_operand = |at: usize| {
        kind_of(at).is_some_and(|kind| kind.is_operand(text_of(at)) || kind == Kind::Open && text_of(at) != b"(")
    };
    match token.kind {
        Kind::Word if token.kind.is_operand(text_of(i)) => None,
        Kind::Word if matches!(text_of(i), b"align" | b"x") && kind_of(i + 1) == Some(Kind::Number) => Some(i + 2),
        // A constant expression is an operand, attributes with an argument are not: an operand ends an item.
        Kind::Word if text_of(i + 1) == b"(" => {
            let end = tokens[i + 1].after;
            (kind_of(end).is_some() && !matches!(kind_of(end), Some(Kind::Comma | Kind::Close))).then_some(end)
        }
        Kind::Word | Kind::AttributeGroup => Some(i + 1),
        // A type precedes an operand of that type.
        Kind::Local if next_is_operand(i + 1) => Some(i + 1),
        Kind::Open if text_of(i) != b"(" && next_is_operand(token.after) => Some(token.after),
        // The parameter types before a callee: `call i32 (ptr, ...) @printf(`.
        Kind::Open if matches!(kind_of(token.after), Some(Kind::Global | Kind::Local)) => Some(token.after),
        // Operand bundles.
        Kind::Open if text_of(i) == b"[" && kind_of(i + 1) == Some(Kind::Text) => Some(token.after),
        // `, align 8` and `, !dbg !7`.
        Kind::Comma => match (text_of(i + 1), kind_of(i + 1)) {
            (b"align", _) => Some(i + 3),
            (b"addrspace", _) => Some(tokens.get(i + 2)?.after),
            (_, Some(Kind::Metadata)) if kind_of(i + 2) == Some(Kind::Metadata) => {
                // `!DIExpression()` and the like have brackets.
                let end = if text_of(i + 3) == b"(" { tokens[i + 3].after } else { i + 3 };
                Some(end)
            }
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pattern: &str, instruction: &str) -> bool {
        Pattern::new(pattern).unwrap().matches(instruction.as_bytes())
    }

    #[test]
    fn patterns_find_what_they_say() {
        for (pattern, instruction, is_found) in [
            ("%_ = add nsw i32 _, 1", "%x = add nsw i32 %y, 1, !dbg !4", true),
            ("%_ = add nsw i32 _, 1", "%x = add nuw nsw i32 %y, 1", true),
            ("%_ = add nsw i32 _, 1", "%x = add i32 %y, 1", false),
            ("%_ = add nsw i32 _, 1", "%x = add nsw i32 %y, 10", false),
            ("add _, 1", "%x = add nsw i32 %y, 1", true),
            ("add i* _, 1", "%x = add i64 %y, 1", true),
            ("%x = add", "%x = add i64 %y, 1", true),
            ("%y = add", "%x = add i64 %y, 1", false),
            ("call @memcpy(...)", "%1 = tail call ptr @memcpy(ptr %a, ptr %b, i64 8) #4", true),
            ("call @memcpy(...)", "call void @memcpyx(ptr %a)", false),
            ("call @mem*(...)", "call void @memset(ptr %a, i32 0, i64 8)", true),
            ("call @f()", "call void @f()", true),
            ("call @f()", "call void @f(i32 1)", false),
            ("call @f(_)", "call void @f(ptr noundef nonnull align 8 dereferenceable(8) %x)", true),
            ("call @f(_)", "call void @f(ptr %x, ptr %y)", false),
            ("call @f(_, null", "call void @f(i32 2, ptr null, ptr %x)", true),
            ("call @f(..., null)", "call void @f(i32 2, ptr %y, ptr null)", true),
            ("call @f(..., null)", "call void @f(i32 2, ptr null, ptr %y)", false),
            ("call @printf(", "%1 = call i32 (ptr, ...) @printf(ptr @.str, i32 7)", true),
            ("store volatile", "store volatile i32 0, ptr %p, align 4", true),
            ("store volatile", "store i32 0, ptr %p, align 4", false),
            ("load|store atomic", "%1 = load atomic i32, ptr %p seq_cst, align 4", true),
            ("load|store atomic", "store atomic i32 %1, ptr %p seq_cst, align 4", true),
            ("load|store atomic", "%1 = load i32, ptr %p, align 4", false),
            ("load ptr", "%1 = load ptr, ptr %p, align 8", true),
            ("load i32", "%1 = load ptr, ptr %p, align 8", false),
            ("load _, _, align 8", "%1 = load ptr, ptr %p, align 8", true),
            ("load _, %p, !nonnull", "%1 = load ptr, ptr %p, align 8, !nonnull !2", true),
            ("icmp eq ptr _, null", "%c = icmp eq ptr %x, null", true),
            ("icmp eq ptr _, null", "%c = icmp ne ptr %x, null", false),
            ("br i1", "br i1 %c, label %a, label %b", true),
            ("br i1", "br label %a", false),
            ("br %a", "br label %a", true),
            ("getelementptr %struct.node", "%p = getelementptr inbounds nuw %struct.node, ptr %q, i64 0, i32 2", true),
            ("getelementptr _, _, _, 2", "%p = getelementptr inbounds [4 x i32], ptr %q, i64 0, i32 2", true),
            ("store _, @x", "store ptr getelementptr inbounds (i8, ptr @y, i64 8), ptr @x, align 8", true),
            ("store @y", "store ptr getelementptr inbounds (i8, ptr @y, i64 8), ptr @x, align 8", false),
            ("... @y", "store ptr getelementptr inbounds (i8, ptr @y, i64 8), ptr @x, align 8", true),
            ("ret _", "ret void", true),
            ("ret 0", "ret i32 0", true),
            ("phi _ [ 0, _ ]", "%i = phi i32 [ 0, %entry ], [ %n, %loop ]", true),
            ("?ext i8", "%w = sext i8 %b to i32", true),
            ("call ... !srcloc", "call void asm \"nop\", \"\"() #1, !srcloc !4", true),
            ("add <4 x i32> _, splat", "%v = add <4 x i32> %a, splat (i32 1)", true),
            ("add _, splat (1)", "%v = add <4 x i32> %a, splat (i32 1)", true),
        ] {
            assert_eq!(found(pattern, instruction), is_found, "{pattern}   in   {instruction}");
        }
    }

    #[test]
    fn opcodes_are_known_beforehand() {
        let pattern = Pattern::new("%_ = load|store").unwrap();
        assert!(pattern.may_match("store") && pattern.may_match("load") && !pattern.may_match("add"));
        assert!(Pattern::new("tail call @f").unwrap().may_match("call"));
        assert!(Pattern::new("volatile").unwrap().may_match("store"));
        assert!(Pattern::new("... @y").unwrap().may_match("store"));
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        assert_eq!(Pattern::new(" ").unwrap_err().message, "nothing to look for");
        assert_eq!(Pattern::new(&"a ".repeat(64)).unwrap_err().offset, 126);
        assert!(!found(")](", "ret void"));
        assert!(!found("\"", "call void asm \""));
        assert!(!found("x y z", "load ptr, align"));
    }
}
