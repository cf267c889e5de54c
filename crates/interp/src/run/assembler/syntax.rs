//! The syntax of x86 inline assembly: instructions and operands in the AT&T and Intel dialects.

/// The dialect of the syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// `movl $$1, %eax`
    Att,
    /// `mov eax, 1`
    Intel,
}

/// A parsed instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Instruction<'a> {
    /// The line, for messages.
    pub(super) line: &'a str,
    /// `lock`
    pub(super) locked: bool,
    /// `rep`
    pub(super) repeated: bool,
    pub(super) name: &'a str,
    /// In Intel order: the destination is first.
    pub(super) operands: Vec<Operand>,
}

/// A parsed operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// `$0`, or `${0:k}` with a modifier: an operand of the expression.
    Numbered(usize, Option<char>),
    Register(Register),
    Immediate(u64),
    Memory(Memory),
}

/// An address: the sum of its components.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Memory {
    /// The width of the memory in bits, as in `dword ptr`.
    pub(super) bits: Option<u32>,
    pub(super) displacement: u64,
    /// Registers with their scales. A memory operand of the expression represents its address.
    pub(super) terms: Vec<(Operand, u64)>,
}

/// A part of a processor register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Register {
    pub(super) family: usize,
    pub(super) bits: u32,
    pub(super) shift: u32,
}

pub(super) const A: usize = 0;
pub(super) const B: usize = 1;
pub(super) const C: usize = 2;
pub(super) const D: usize = 3;
pub(super) const SI: usize = 4;
pub(super) const DI: usize = 5;
pub(super) const SP: usize = 7;
/// The number of register families: sixteen general and sixteen floating-point registers.
pub(super) const FAMILIES: usize = 32;

/// The named registers by family: of 64, 32, 16 and 8 bits, and the second byte.
const NAMES: [[&str; 5]; 8] = [
    ["rax", "eax", "ax", "al", "ah"],
    ["rbx", "ebx", "bx", "bl", "bh"],
    ["rcx", "ecx", "cx", "cl", "ch"],
    ["rdx", "edx", "dx", "dl", "dh"],
    ["rsi", "esi", "si", "sil", ""],
    ["rdi", "edi", "di", "dil", ""],
    ["rbp", "ebp", "bp", "bpl", ""],
    ["rsp", "esp", "sp", "spl", ""],
];
const WIDTHS: [(u32, u32); 5] = [(64, 0), (32, 0), (16, 0), (8, 0), (8, 8)];

/// The register `name`.
pub(super) fn register(name: &str) -> Option<Register> {
    let name = name.to_ascii_lowercase();
    for (family, names) in NAMES.iter().enumerate() {
        if let Some(i) = names.iter().position(|n| *n == name && !n.is_empty()) {
            return Some(Register { family, bits: WIDTHS[i].0, shift: WIDTHS[i].1 });
        }
    }
    if let Some(number) = name.strip_prefix("xmm") {
        let number = number.parse().ok().filter(|&n: &usize| n < 16)?;
        return Some(Register { family: 16 + number, bits: 64, shift: 0 });
    }
    let rest = name.strip_prefix('r')?;
    let digits = rest.trim_end_matches(['d', 'w', 'b']);
    let family = digits.parse().ok().filter(|n| (8..16).contains(n))?;
    let bits = match &rest[digits.len()..] {
        "" => 64,
        "d" => 32,
        "w" => 16,
        "b" => 8,
        _ => return None,
    };
    Some(Register { family, bits, shift: 0 })
}

/// Selects an alternative of each `$(for AT&T$|for Intel$)`.
pub(super) fn alternatives(text: &str, dialect: Dialect) -> String {
    let mut chosen = String::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once("$(") {
        chosen.push_str(before);
        let (choices, after) = inside.split_once("$)").unwrap_or((inside, ""));
        let (att, intel) = choices.split_once("$|").unwrap_or((choices, ""));
        chosen.push_str(if dialect == Dialect::Att { att } else { intel });
        rest = after;
    }
    chosen + rest
}

/// The instructions of a text; the error is the invalid line.
pub(super) fn instructions(text: &str, dialect: Dialect) -> Result<Vec<Instruction<'_>>, &str> {
    let mut all = Vec::new();
    let (mut locked, mut repeated) = (false, false);
    for line in text.split(['\n', ';']) {
        let mut rest = line.split('#').next().unwrap_or_default().trim();
        // Labels are skipped, since jumps are not supported.
        while let Some((label, after)) = rest.split_once(':') {
            if label.is_empty() || !label.bytes().all(|b| b.is_ascii_alphanumeric() || b"._".contains(&b)) {
                break;
            }
            rest = after.trim_start();
        }
        let name = loop {
            let (word, after) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
            match word {
                "lock" => locked = true,
                "rep" | "repe" | "repz" => repeated = true,
                _ => {
                    rest = after.trim();
                    break word;
                }
            }
            rest = after.trim_start();
        };
        if name.is_empty() {
            continue;
        }
        let mut operands = Vec::new();
        for part in parts(rest) {
            operands.push(operand(part.trim(), dialect).ok_or(line.trim())?);
        }
        if dialect == Dialect::Att {
            operands.reverse();
        }
        let (locked, repeated) = (std::mem::take(&mut locked), std::mem::take(&mut repeated));
        all.push(Instruction { line: line.trim(), locked, repeated, name, operands });
    }
    Ok(all)
}

/// Splits at commas outside of brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (i, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    if !text.is_empty() {
        parts.push(&text[start..]);
    }
    parts
}

fn operand(text: &str, dialect: Dialect) -> Option<Operand> {
    match dialect {
        Dialect::Att => att(text),
        Dialect::Intel => intel(text),
    }
}

/// `$0` or `${0:k}`.
fn numbered(text: &str) -> Option<Operand> {
    let inner = text.strip_prefix('$')?;
    let inner = inner.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')).unwrap_or(inner);
    let (number, modifier) = match inner.split_once(':') {
        Some((number, modifier)) => (number, Some(modifier.chars().next().filter(|_| modifier.len() == 1)?)),
        None => (inner, None),
    };
    Some(Operand::Numbered(number.parse().ok()?, modifier))
}

fn number(text: &str) -> Option<u64> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let lower = digits.to_ascii_lowercase();
    let value = match (lower.strip_prefix("0x"), lower.strip_suffix('h')) {
        (Some(hex), _) | (None, Some(hex)) => u64::from_str_radix(hex, 16).ok()?,
        (None, None) => lower.parse().ok()?,
    };
    Some(if negative { value.wrapping_neg() } else { value })
}

fn att(text: &str) -> Option<Operand> {
    if let Some(rest) = text.strip_prefix("$$") {
        return number(rest).map(Operand::Immediate).or_else(|| numbered(rest));
    }
    if let Some(name) = text.strip_prefix('%') {
        return register(name).map(Operand::Register);
    }
    if let Some(operand) = numbered(text) {
        return Some(operand);
    }
    let mut memory = Memory::default();
    let displacement = match text.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
        Some((displacement, inside)) => {
            let mut words = inside.split(',').map(str::trim);
            if let Some(base) = words.next().filter(|base| !base.is_empty()) {
                memory.terms.push((att(base)?, 1));
            }
            if let Some(index) = words.next() {
                let scale = words.next().map_or(Some(1), number)?;
                memory.terms.push((att(index)?, scale));
            }
            displacement.trim()
        }
        None => text,
    };
    // A number, an operand, or both: `8+$0`, `8$0`.
    let (digits, operand) = displacement.split_at(displacement.find('$').unwrap_or(displacement.len()));
    let digits = digits.trim().trim_end_matches('+');
    if !digits.is_empty() {
        memory.displacement = number(digits)?;
    }
    if !operand.is_empty() {
        memory.terms.push((numbered(operand)?, 1));
    }
    Some(Operand::Memory(memory))
}

fn intel(text: &str) -> Option<Operand> {
    let lower = text.to_ascii_lowercase();
    let sizes = [("byte ptr", 8), ("word ptr", 16), ("dword ptr", 32), ("qword ptr", 64)];
    let size = sizes.iter().find(|size| lower.starts_with(size.0));
    let rest = text[size.map_or(0, |size| size.0.len())..].trim();
    if let Some(inside) = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let mut memory = Memory { bits: size.map(|size| size.1), ..Memory::default() };
        let spaced = inside.replace('-', "+-");
        for term in spaced.split('+').map(str::trim).filter(|term| !term.is_empty()) {
            if let Some(displacement) = number(&term.replace(' ', "")) {
                memory.displacement = memory.displacement.wrapping_add(displacement);
                continue;
            }
            let (register, scale) = match term.split_once('*') {
                Some((a, b)) => match (number(a.trim()), number(b.trim())) {
                    (Some(scale), None) => (b.trim(), scale),
                    (None, Some(scale)) => (a.trim(), scale),
                    _ => return None,
                },
                None => (term, 1),
            };
            memory.terms.push((intel(register)?, scale));
        }
        return Some(Operand::Memory(memory));
    }
    if let Some(&(_, bits)) = size {
        return Some(Operand::Memory(Memory { bits: Some(bits), displacement: 0, terms: vec![(numbered(rest)?, 1)] }));
    }
    let immediate = rest.strip_prefix("$$").unwrap_or(rest);
    number(immediate)
        .map(Operand::Immediate)
        .or_else(|| register(rest).map(Operand::Register))
        .or_else(|| numbered(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str, dialect: Dialect) -> Option<Vec<Operand>> {
        instructions(text, dialect).ok()?.pop().map(|i| i.operands)
    }

    #[test]
    fn dialects_say_the_same() {
        let eax = Operand::Register(Register { family: A, bits: 32, shift: 0 });
        for (att, intel) in [
            ("movl $$7, %eax", "mov eax, 7"),
            ("movl $$-1, %eax", "mov eax, -1"),
            ("movl $$0x10, %eax", "mov eax, 10h"),
            ("movl ${1:k}, %eax", "mov eax, ${1:k}"),
            ("movl 4($0), %eax", "mov eax, [$0 + 4]"),
            ("movl -4($0,%rdx,8), %eax", "mov eax, [$0 + 8*rdx - 4]"),
        ] {
            let operands = one(att, Dialect::Att).expect(att);
            assert_eq!(operands[0], eax, "{att}");
            assert_eq!(Some(operands), one(intel, Dialect::Intel), "{att}");
        }
    }

    #[test]
    fn prefixes_labels_and_comments() {
        let all = instructions("1: lock; incl $0 # once\n\n rep nop ; pause", Dialect::Att).unwrap();
        let names: Vec<_> = all.iter().map(|i| (i.name, i.locked, i.repeated)).collect();
        assert_eq!(names, [("incl", true, false), ("nop", false, true), ("pause", false, false)]);
    }

    #[test]
    fn what_is_no_operand() {
        for text in ["movl %cr0, $0", "movl $$x, $0", "movl $x, $0", "jmp 1f", "movl ${0:kk}, $0", "mov %gs:0, $0"] {
            assert!(instructions(text, Dialect::Att).is_err(), "{text}");
        }
        for text in ["mov eax, [", "mov eax, [rbx*rcx]", "mov eax, dword ptr"] {
            assert!(instructions(text, Dialect::Intel).is_err(), "{text}");
        }
        assert_eq!(register("r16"), None);
        assert_eq!(register("r9d"), Some(Register { family: 9, bits: 32, shift: 0 }));
        assert_eq!(register("ah"), Some(Register { family: A, bits: 8, shift: 8 }));
    }

    #[test]
    fn alternatives_are_those_of_the_dialect() {
        assert_eq!(alternatives("mov$(l $$7, $0$| $0, 8$)", Dialect::Att), "movl $$7, $0");
        assert_eq!(alternatives("mov$(l $$7, $0$| $0, 8$)", Dialect::Intel), "mov $0, 8");
        assert_eq!(alternatives("mov $(", Dialect::Att), "mov ");
    }
}
