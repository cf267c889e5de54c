//! Mutants of text: changes by token and by line.

use crate::random::Random;
use crate::seeds::Seeds;

/// The kind of a token. Tokens replace tokens of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Type,
    Word,
    Number,
    Local,
    Global,
    Metadata,
    Group,
    String,
    Label,
    Sign,
    Other,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    start: u32,
    end: u32,
    class: Class,
}

/// The tokens and lines of a text.
#[derive(Default)]
struct Parsed {
    tokens: Vec<Token>,
    /// The start of each line, and the end of the text.
    lines: Vec<u32>,
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$' | b'-')
}

impl Parsed {
    fn new(text: &[u8]) -> Parsed {
        let mut parsed = Parsed::default();
        parsed.lines.push(0);
        let mut at = 0;
        while let Some(&b) = text.get(at) {
            let start = at;
            at += 1;
            let word = |at: usize| at + text[at..].iter().take_while(|&&b| is_word(b)).count();
            let string = |at: usize| text[at..].iter().position(|&b| b == b'"').map_or(text.len(), |n| at + n + 1);
            let class = match b {
                b'\n' => {
                    parsed.lines.push(at as u32);
                    continue;
                }
                b' ' | b'\t' | b'\r' => continue,
                b'%' | b'@' | b'!' | b'#' | b'$' | b'^' => {
                    at = if text.get(at) == Some(&b'"') { string(at + 1) } else { word(at) };
                    match b {
                        b'%' => Class::Local,
                        b'@' => Class::Global,
                        b'!' => Class::Metadata,
                        b'#' => Class::Group,
                        _ => Class::Other,
                    }
                }
                b'"' => {
                    at = string(at);
                    Class::String
                }
                b'0'..=b'9' | b'-' => {
                    at = word(at);
                    if text.get(at) == Some(&b':') { Class::Label } else { Class::Number }
                }
                _ if is_word(b) => {
                    at = word(at);
                    match &text[start..at] {
                        [b'i', b'0'..=b'9', ..] => Class::Type,
                        b"half" | b"bfloat" | b"float" | b"double" | b"fp128" | b"x86_fp80" | b"ppc_fp128" | b"ptr"
                        | b"void" | b"label" | b"token" | b"metadata" | b"x86_amx" | b"opaque" => Class::Type,
                        _ if text.get(at) == Some(&b':') => Class::Label,
                        _ => Class::Word,
                    }
                }
                _ => Class::Sign,
            };
            parsed.tokens.push(Token { start: start as u32, end: at as u32, class });
        }
        if parsed.lines.last() != Some(&(text.len() as u32)) {
            parsed.lines.push(text.len() as u32);
        }
        parsed
    }
}

/// Types with few common properties.
const TYPES: &str = "\
    i1; i8; i16; i32; i64; i128; i3; i7; i24; i33; i65; i256; i1000; i8388607; i8388608; i0; half; bfloat; float; \
    double; fp128; x86_fp80; ppc_fp128; ptr; ptr addrspace(1); ptr addrspace(16777215); void; label; token; metadata; \
    x86_amx; {}; { i8, i32 }; <{ i8, i64 }>; [0 x i8]; [3 x i16]; [4 x ptr]; <1 x i32>; <2 x i64>; <3 x i1>; <4 x i8>; \
    <4 x float>; <2 x ptr>; <16 x i4>; <vscale x 1 x i32>; <vscale x 4 x float>; [2 x { i1, <2 x i8> }]; \
    target(\"spirv.Image\"); target(\"aarch64.svcount\"); i32 (); void (...); [18446744073709551615 x i8]; \
    [4294967296 x i64]; <65536 x i1>; i8*; i32 addrspace(3)*";

/// Numbers at limits.
const NUMBERS: &str = "\
    0; 1; -1; 2; 3; 4; 7; 8; 16; 31; 32; 33; 63; 64; 65; 127; 128; 255; 256; -128; 32767; 32768; 65535; 65536; \
    2147483647; 2147483648; -2147483648; 4294967294; 4294967295; 4294967296; 9223372036854775807; 9223372036854775808; \
    -9223372036854775808; 18446744073709551615; 18446744073709551616; 340282366920938463463374607431768211456; \
    0x7FF0000000000000; 0xFFF8000000000001; 0xK7FFF8000000000000000; 0xL00000000000000000000000000000000; \
    0xM00000000000000000000000000000000; 0xH7C00; 0xR7F80; u0xFFFFFFFF; s0x80; 1.0; -0.0; 1e400; 1.5e-320; 1073741824; \
    8388607; 16777215; 16777216; 536870912; 4611686018427387904";

/// Values that replace other values.
const VALUES: &str = "\
    undef; poison; null; zeroinitializer; none; true; false; blockaddress(@f, %b); dso_local_equivalent @f; no_cfi @f; \
    ptrauth (ptr null, i32 0); splat (i32 1); bitcast (i32 7 to <4 x i8>); ptrtoint (ptr null to i64); \
    inttoptr (i64 1 to ptr); getelementptr (i8, ptr null, i64 1); add (i32 1, i32 2); trunc (i64 5 to i32); \
    xor (i8 1, i8 2); addrspacecast (ptr null to ptr addrspace(1)); extractelement (<2 x i8> zeroinitializer, i32 0)";

/// Keywords that have a meaning in several positions.
const WORDS: &str = "\
    nuw; nsw; exact; inbounds; nusw; disjoint; samesign; nneg; fast; nnan; volatile; atomic; seq_cst; acquire; \
    release; monotonic; unordered; acq_rel; inreg; noundef; nonnull; noalias; zeroext; signext; byval(i32); sret(i64); \
    align 1; align 4294967296; dereferenceable(8); immarg; swiftself; swifterror; inalloca(i8); captures(none); \
    range(i32 0, 1); initializes((0, 4)); memory(none); nounwind; noreturn; willreturn; optnone noinline; convergent; \
    alwaysinline; vscale_range(1,2); allocsize(0); private; internal; weak; extern_weak; common; linkonce_odr; \
    appending; available_externally; hidden; protected; dllimport; dso_local; thread_local; unnamed_addr; \
    addrspace(1); externally_initialized; comdat; comdat($c); section \"s\"; partition \"p\"; \
    gc \"statepoint-example\"; prefix i32 0; prologue i8 1; personality ptr null; musttail; notail; tail; fastcc; \
    coldcc; swiftcc; tailcc; cc 10; x86_intrcc; ghccc; inalloca; unreachable; ret void; dbg_cfi; distinct; cleanup; \
    sideeffect; inteldialect; asm \"\", \"\"";

/// Groups of keywords that can replace each other in most texts, one group per line.
const ALIKE: &str = "\
    add sub mul udiv sdiv urem srem shl lshr ashr and or xor;\
    fadd fsub fmul fdiv frem;\
    eq ne ugt uge ult ule sgt sge slt sle;\
    oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true false;\
    zext sext trunc bitcast inttoptr ptrtoint addrspacecast ptrtoaddr;\
    sitofp uitofp fptosi fptoui fptrunc fpext bitcast;\
    fast nnan ninf nsz arcp contract afn reassoc;\
    nuw nsw exact inbounds nusw disjoint samesign nneg;\
    unordered monotonic acquire release acq_rel seq_cst;\
    xchg nand max min umax umin uinc_wrap udec_wrap usub_cond usub_sat add fadd fmaximum;\
    undef poison null zeroinitializer none true false;\
    private internal weak weak_odr linkonce linkonce_odr common appending extern_weak external \
      available_externally;\
    hidden protected default dso_local dllimport dllexport dso_preemptable;\
    global constant;\
    unnamed_addr local_unnamed_addr externally_initialized thread_local;\
    nounwind noreturn willreturn mustprogress readnone readonly norecurse nosync nofree cold hot noinline \
      alwaysinline optnone optsize minsize convergent strictfp speculatable nocallback naked returns_twice uwtable \
      ssp sspstrong builtin nobuiltin jumptable presplitcoroutine nomerge;\
    noundef nonnull noalias nocapture readonly writeonly readnone zeroext signext inreg returned nest swiftself \
      swifterror swiftasync immarg noext writable dead_on_unwind;\
    fastcc coldcc tailcc swiftcc ccc preserve_mostcc ghccc amdgpu_kernel x86_stdcallcc spir_func;\
    tail musttail notail;\
    any exactmatch largest nodeduplicate samesize;\
    define declare;\
    distinct uniqued";

const SIGNS: &[u8] = b"\0\xff 0159afx\"\\{}()[]<>!@%#$*,=:;.-\n";

/// The lists above, split into words.
struct Lists {
    types: Vec<&'static str>,
    numbers: Vec<&'static str>,
    values: Vec<&'static str>,
    words: Vec<&'static str>,
    alike: Vec<Vec<&'static str>>,
}

impl Lists {
    fn new() -> Lists {
        let list = |text: &'static str| text.split(';').map(str::trim).collect();
        Lists {
            types: list(TYPES),
            numbers: list(NUMBERS),
            values: list(VALUES),
            words: list(WORDS),
            alike: ALIKE.split(';').map(|words| words.split_ascii_whitespace().collect()).collect(),
        }
    }

    /// The keywords that can replace this keyword, for each group that contains it.
    fn alike(&self, random: &mut Random, word: &[u8]) -> Option<&'static str> {
        let fits = |words: &&Vec<&str>| words.iter().any(|w| w.as_bytes() == word);
        let count = self.alike.iter().filter(fits).count();
        let words = self.alike.iter().filter(fits).nth(random.below(count))?;
        Some(*random.pick(words))
    }
}

/// The generator of text mutants.
pub struct TextMutator {
    lists: Lists,
    parsed: Vec<Option<Box<Parsed>>>,
    changes: Vec<Change>,
}

/// The replacement of a part of the text.
struct Change {
    start: u32,
    end: u32,
    with: Vec<u8>,
}

impl TextMutator {
    pub fn new(seeds: &Seeds) -> TextMutator {
        TextMutator { lists: Lists::new(), parsed: seeds.texts.iter().map(|_| None).collect(), changes: Vec::new() }
    }

    /// A mutant of a text.
    pub fn mutant(&mut self, seeds: &Seeds, random: &mut Random, out: &mut Vec<u8>) {
        out.clear();
        if random.once_in(24) && !seeds.refused.is_empty() {
            // Most rejected mutants are cheap.
            let text = &seeds.refused[random.small(seeds.refused.len())].bytes;
            self.change(seeds, random, text, &Parsed::new(text), out);
            return;
        }
        let seed = random_index(seeds, random);
        self.mutant_of(seeds, random, seed, out);
    }

    /// A mutant of a program with a `main`.
    pub fn program_mutant(&mut self, seeds: &Seeds, random: &mut Random, out: &mut Vec<u8>) {
        out.clear();
        if seeds.programs.is_empty() {
            return self.mutant(seeds, random, out);
        }
        let seed = seeds.programs[random.small(seeds.programs.len())] as usize;
        self.mutant_of(seeds, random, seed, out);
    }

    fn mutant_of(&mut self, seeds: &Seeds, random: &mut Random, seed: usize, out: &mut Vec<u8>) {
        let text = &seeds.texts[seed].bytes;
        let parsed = self.parsed[seed].take().unwrap_or_else(|| Box::new(Parsed::new(text)));
        self.change(seeds, random, text, &parsed, out);
        self.parsed[seed] = Some(parsed);
        if random.once_in(24) {
            // Two modules in one text.
            out.extend_from_slice(&seeds.texts[random_index(seeds, random)].bytes);
        }
    }

    /// A mutant of any text.
    pub fn mutant_of_text(&mut self, seeds: &Seeds, random: &mut Random, text: &[u8], out: &mut Vec<u8>) {
        out.clear();
        self.change(seeds, random, text, &Parsed::new(text), out);
    }

    fn change(&mut self, seeds: &Seeds, random: &mut Random, text: &[u8], parsed: &Parsed, out: &mut Vec<u8>) {
        let mut changes = std::mem::take(&mut self.changes);
        changes.clear();
        for _ in 0..random.few() {
            match random.below(16) {
                0..=10 => changes.extend(self.token_change(seeds, random, text, parsed)),
                11 | 12 => change_everywhere(&self.lists, random, text, parsed, &mut changes),
                _ => changes.extend(self.line_change(seeds, random, text, parsed)),
            }
        }
        changes.sort_by_key(|c| c.start);
        let mut at = 0;
        for change in &changes {
            if change.start < at {
                continue;
            }
            out.extend_from_slice(&text[at as usize..change.start as usize]);
            out.extend_from_slice(&change.with);
            at = change.end;
        }
        out.extend_from_slice(&text[at as usize..]);
        if random.once_in(200) {
            out.truncate(random.below(out.len() + 1));
        }
        self.changes = changes;
    }

    fn token_change(&mut self, seeds: &Seeds, random: &mut Random, text: &[u8], parsed: &Parsed) -> Option<Change> {
        if parsed.tokens.is_empty() {
            return None;
        }
        // Punctuation is the structure of the text: most changes of punctuation are rejected at once.
        let mut any = (0..8).map(|_| random.below(parsed.tokens.len()));
        let mut index = any.find(|&i| parsed.tokens[i].class != Class::Sign)?;
        if random.once_in(40) {
            index = random.below(parsed.tokens.len());
        }
        let token = parsed.tokens[index];
        let bytes = |t: Token| &text[t.start as usize..t.end as usize];
        let own = bytes(token);
        let replace = |with: Vec<u8>| Some(Change { start: token.start, end: token.end, with });
        match random.below(30) {
            0..=13 if token.class == Class::Word && !random.once_in(12) => {
                replace(self.lists.alike(random, own)?.as_bytes().to_vec())
            }
            // A token of the same kind after the same token in this text: probably of the same type.
            0..=11 => {
                let before = |i: usize| i.checked_sub(1).map(|i| bytes(parsed.tokens[i]));
                let fits = |&i: &usize| {
                    parsed.tokens[i].class == token.class
                        && before(i) == before(index)
                        && bytes(parsed.tokens[i]) != own
                };
                let other = (0..64).map(|_| random.below(parsed.tokens.len())).find(fits)?;
                replace(bytes(parsed.tokens[other]).to_vec())
            }
            12 | 13 => replace(bytes(another(random, &parsed.tokens, index)?).to_vec()),
            // A token of the same kind from another text.
            14 | 15 => {
                let seed = random_index(seeds, random);
                let text = &seeds.texts[seed].bytes;
                let parsed = self.parsed[seed].get_or_insert_with(|| Box::new(Parsed::new(text)));
                let like = parsed.tokens.get(random.below(parsed.tokens.len()))?;
                let other = match like.class == token.class {
                    true => *like,
                    false => *parsed.tokens.iter().find(|t| t.class == token.class)?,
                };
                replace(text[other.start as usize..other.end as usize].to_vec())
            }
            16..=22 => match token.class {
                Class::Type => replace(random.pick(&self.lists.types).as_bytes().to_vec()),
                Class::Number if random.once_in(2) => replace(random.pick(&self.lists.numbers).as_bytes().to_vec()),
                Class::Number => replace(number_near(random, own)?),
                Class::Local | Class::Global => replace(random.pick(&self.lists.values).as_bytes().to_vec()),
                Class::Metadata | Class::Group => {
                    replace([&own[..1], random.pick(&self.lists.numbers).as_bytes()].concat())
                }
                Class::String => {
                    let mut string = own.to_vec();
                    let at = random.below(string.len());
                    string.insert(at, *random.pick(SIGNS));
                    replace(string)
                }
                _ => None,
            },
            // A keyword before the token, or instead of it.
            23 => {
                let word = [b" ", random.pick(&self.lists.words).as_bytes(), b" "].concat();
                Some(Change { start: token.start, end: token.start, with: word })
            }
            24 => replace(Vec::new()),
            25 => replace([own, b" ", own].concat()),
            26 => {
                let other = *parsed.tokens.get(index + 1)?;
                let between = &text[token.end as usize..other.start as usize];
                let with = [bytes(other), between, own].concat();
                Some(Change { start: token.start, end: other.end, with })
            }
            // A sequence of tokens, moved to another position.
            27 => {
                let from = random.below(parsed.tokens.len());
                let to = (from + random.below(8)).min(parsed.tokens.len() - 1);
                let piece = &text[parsed.tokens[from].start as usize..parsed.tokens[to].end as usize];
                Some(Change { start: token.start, end: token.start, with: [piece, b" "].concat() })
            }
            _ => {
                let mut changed = own.to_vec();
                let at = random.below(changed.len());
                changed[at] = *random.pick(SIGNS);
                replace(changed)
            }
        }
    }

    fn line_change(&mut self, seeds: &Seeds, random: &mut Random, text: &[u8], parsed: &Parsed) -> Option<Change> {
        let count = parsed.lines.len() - 1;
        let line = |i: usize| &text[parsed.lines[i] as usize..parsed.lines[i + 1] as usize];
        if count == 0 {
            return None;
        }
        // In functions, at the top level, or between: labels and braces.
        let is_top = |line: &[u8]| {
            [&b"@"[..], b"%", b"!", b"$", b"declare", b"attributes", b"target"].iter().any(|w| line.starts_with(w))
        };
        let place = |line: &[u8]| match line.first() {
            Some(b' ' | b'\t') => Some(true),
            _ => is_top(line).then_some(false),
        };
        // A line that defines no value can be removed.
        let can_go = |&i: &usize| !matches!(line(i).trim_ascii().first(), Some(b'%' | b'}') | None);
        let at = random.below(count);
        let at = (0..4).map(|_| random.below(count)).find(can_go).unwrap_or(at);
        let [start, end] = [parsed.lines[at], parsed.lines[at + 1]];
        match random.below(8) {
            0 | 1 => Some(Change { start, end, with: Vec::new() }),
            2 => Some(Change { start: end, end, with: renamed_result(line(at)) }),
            3 => {
                let other = (0..8)
                    .map(|_| random.below(count))
                    .find(|&i| place(line(i)).is_some() && place(line(i)) == place(line(at)))?;
                Some(Change { start, end: start, with: renamed_result(line(other)) })
            }
            4 if at + 1 < count => {
                Some(Change { start, end: parsed.lines[at + 2], with: [line(at + 1), line(at)].concat() })
            }
            // A line of another text, with the names of this text.
            _ => {
                let seed = random_index(seeds, random);
                let other_text = &seeds.texts[seed].bytes;
                let other = self.parsed[seed].get_or_insert_with(|| Box::new(Parsed::new(other_text)));
                let other_line = |&i: &usize| {
                    let line_there = &other_text[other.lines[i] as usize..other.lines[i + 1] as usize];
                    place(line_there).is_some() && place(line_there) == place(line(at))
                };
                let wanted = (0..8).map(|_| random.below(other.lines.len() - 1)).find(other_line)?;
                let range = other.lines[wanted]..other.lines[wanted + 1];
                let first = other.tokens.partition_point(|t| t.start < range.start);
                let mut with = Vec::new();
                let mut from = range.start;
                for token in other.tokens[first..].iter().take_while(|t| t.end <= range.end) {
                    with.extend_from_slice(&other_text[from as usize..token.start as usize]);
                    from = token.end;
                    let own = &other_text[token.start as usize..token.end as usize];
                    let is_result = with.trim_ascii().is_empty() && token.class == Class::Local;
                    let like = match token.class {
                        Class::Local | Class::Metadata | Class::Group if !is_result => {
                            any_of(random, &parsed.tokens, token.class)
                        }
                        _ => None,
                    };
                    match like {
                        _ if is_result => with.extend_from_slice(b"%another"),
                        Some(like) => with.extend_from_slice(&text[like.start as usize..like.end as usize]),
                        None => with.extend_from_slice(own),
                    }
                }
                with.extend_from_slice(&other_text[from as usize..range.end as usize]);
                Some(Change { start, end: start, with })
            }
        }
    }
}

/// A replacement for a type, number or keyword in any position.
fn change_everywhere(lists: &Lists, random: &mut Random, text: &[u8], parsed: &Parsed, changes: &mut Vec<Change>) {
    let bytes = |t: &Token| &text[t.start as usize..t.end as usize];
    let fits = |t: &&Token| matches!(t.class, Class::Type | Class::Number | Class::Word | Class::Metadata);
    let Some(token) = (0..16).filter_map(|_| parsed.tokens.get(random.below(parsed.tokens.len()))).find(fits) else {
        return;
    };
    let own = bytes(token);
    let with = match token.class {
        Class::Type => *random.pick(&lists.types),
        Class::Number => *random.pick(&lists.numbers),
        _ => match lists.alike(random, own) {
            Some(word) => word,
            None => return,
        },
    };
    let alike = parsed.tokens.iter().filter(|t| t.class == token.class && bytes(t) == own);
    changes.extend(alike.map(|t| Change { start: t.start, end: t.end, with: with.as_bytes().to_vec() }));
}

/// A text, with a preference for small texts.
fn random_index(seeds: &Seeds, random: &mut Random) -> usize {
    random.small(seeds.texts.len())
}

/// Another token of the same kind, if a short search finds one.
fn another(random: &mut Random, tokens: &[Token], index: usize) -> Option<Token> {
    let own = tokens[index];
    (0..24).map(|_| tokens[random.below(tokens.len())]).find(|t| t.class == own.class && t.start != own.start)
}

fn any_of(random: &mut Random, tokens: &[Token], class: Class) -> Option<Token> {
    (0..16).map(|_| tokens[random.below(tokens.len())]).find(|t| t.class == class)
}

/// A line with a new name for its result.
fn renamed_result(line: &[u8]) -> Vec<u8> {
    let mut out = line.to_vec();
    let name = line.iter().position(|b| !b.is_ascii_whitespace()).filter(|&i| line[i] == b'%');
    if let Some(start) = name
        && let Some(len) = line[start + 1..].iter().position(|&b| !is_word(b))
        && !line[start + 1].is_ascii_digit()
    {
        out.splice(start + 1 + len..start + 1 + len, *b".2");
    }
    out
}

/// A number near the given one, or with one bit changed.
fn number_near(random: &mut Random, number: &[u8]) -> Option<Vec<u8>> {
    let value = std::str::from_utf8(number).ok()?.parse::<i128>().ok()?;
    let changed = match random.below(6) {
        0 => value + 1,
        1 => value - 1,
        2 => value ^ 1 << random.below(64),
        3 => -value,
        4 => value.wrapping_mul(2),
        _ => i128::from(random.interesting()),
    };
    Some(changed.to_string().into_bytes())
}
