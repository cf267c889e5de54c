//! Symbols that module-level inline assembly defines ([Language Reference: Module-Level Inline
//! Assembly](https://llvm.org/docs/LangRef.html#module-level-inline-assembly)).
//!
//! LLVM uses the target's assembler. This module parses only the syntax that GNU assemblers of all targets share: labels,
//! assignments, and directives that set the binding of a symbol. Macros and conditionals are not evaluated.

use crate::hash::{HashMap, HashSet};

use super::Module;
use crate::triple::{Arch, Triple};

/// The properties of a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Symbol {
    defined: bool,
    binding: Binding,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Binding {
    #[default]
    Local,
    Global,
    Weak,
}

impl Module {
    /// The symbols that module-level inline assembly defines with local binding: neither `.globl` nor `.weak`. Sorted.
    ///
    /// ```
    /// use lindworm_ir::{Context, Module};
    /// let mut module = Module::new(&Context::new(), "m");
    /// module.set_triple("x86_64-unknown-linux-gnu");
    /// module.set_module_asm(b".globl f\nf: jmp g  # here:\ng: .set size, . - f\n".to_vec(), Vec::new());
    /// assert_eq!(module.local_assembler_symbols(), [b"g".to_vec(), b"size".to_vec()]);
    /// ```
    pub fn local_assembler_symbols(&self) -> Vec<Vec<u8>> {
        let mut reader = Reader::new(&Triple::new(&self.triple));
        reader.read(&self.module_asm);
        let is_local = |symbol: &Symbol| symbol.defined && symbol.binding == Binding::Local;
        let local = reader.symbols.into_iter().filter(|(_, symbol)| is_local(symbol));
        let mut names: Vec<Vec<u8>> = local.map(|(name, _)| name).collect();
        names.sort_unstable();
        names
    }
}

struct Reader {
    /// The start of a comment, besides `//`, which starts a comment for every target.
    comment: &'static [u8],
    separator: &'static [u8],
    symbols: HashMap<Vec<u8>, Symbol>,
    /// The symbols that `.lto_discard` lists, which are not to be defined here.
    discarded: HashSet<Vec<u8>>,
}

impl Reader {
    fn new(triple: &Triple<'_>) -> Reader {
        let comment: &[u8] = match triple.arch {
            Arch::Arm | Arch::ArmEb | Arch::Thumb | Arch::ThumbEb => b"@",
            Arch::AArch64 | Arch::AArch64Be | Arch::AArch64_32 if triple.is_darwin() => b";",
            Arch::AArch64 | Arch::AArch64Be | Arch::AArch64_32 => b"//",
            Arch::Avr | Arch::Msp430 | Arch::AmdGcn | Arch::R600 => b";",
            Arch::Sparc | Arch::SparcEl | Arch::SparcV9 => b"!",
            _ => b"#",
        };
        let separator: &[u8] = match comment {
            b";" if triple.is_darwin() => b"%%",
            b";" => b"\n",
            _ => b";",
        };
        Reader { comment, separator, symbols: HashMap::default(), discarded: HashSet::default() }
    }

    fn read(&mut self, text: &[u8]) {
        let mut rest = text;
        while !rest.is_empty() {
            let statement = self.statement(&mut rest);
            self.take(&statement);
        }
    }

    /// The next statement without comments; `rest` becomes the text after it.
    fn statement(&self, rest: &mut &[u8]) -> Vec<u8> {
        let mut statement = Vec::new();
        let mut in_string = false;
        while let Some((&byte, after)) = rest.split_first() {
            let at_start = statement.iter().all(|c: &u8| c.is_ascii_whitespace());
            if in_string {
                statement.push(byte);
                *rest = after;
                if let (b'\\', Some((&escaped, after))) = (byte, after.split_first()) {
                    statement.push(escaped);
                    *rest = after;
                }
                in_string = byte != b'"';
            } else if byte == b'\n' || rest.starts_with(self.separator) {
                *rest = if byte == b'\n' { after } else { &rest[self.separator.len()..] };
                break;
            } else if rest.starts_with(b"/*") {
                let end = rest[2..].windows(2).position(|w| w == b"*/").map_or(rest.len(), |end| end + 4);
                *rest = &rest[end..];
                statement.push(b' ');
            } else if rest.starts_with(self.comment) || rest.starts_with(b"//") || byte == b'#' && at_start {
                let end = rest.iter().position(|&c| c == b'\n').unwrap_or(rest.len());
                *rest = &rest[end..];
            } else {
                in_string = byte == b'"';
                statement.push(byte);
                *rest = after;
            }
        }
        statement
    }

    /// Records the symbols of a statement.
    fn take(&mut self, statement: &[u8]) {
        let mut rest = statement;
        loop {
            rest = rest.trim_ascii_start();
            let Some((name, after)) = name(rest) else { return };
            let after = after.trim_ascii_start();
            if let Some(after) = after.strip_prefix(b":") {
                self.define(name);
                rest = after;
            } else if after.starts_with(b"=") && !after.starts_with(b"==") {
                return self.define(name);
            } else {
                return self.directive(name, after);
            }
        }
    }

    fn directive(&mut self, directive: &[u8], operands: &[u8]) {
        let mut names = operands.split(|&c| c == b',').filter_map(|part| Some(name(part.trim_ascii_start())?.0));
        match directive {
            b".set" | b".equ" | b".equiv" | b".comm" | b".common" => {
                names.next().into_iter().for_each(|n| self.define(n))
            }
            b".globl" | b".global" => names.for_each(|name| self.bind(name, Binding::Global)),
            b".weak" => names.for_each(|name| self.bind(name, Binding::Weak)),
            b".zerofill" => names.nth(2).into_iter().for_each(|name| self.define(name)),
            b".lto_discard" => self.discarded = names.map(<[u8]>::to_vec).collect(),
            _ => {}
        }
    }

    fn symbol(&mut self, name: &[u8]) -> Option<&mut Symbol> {
        (!self.discarded.contains(name)).then(|| self.symbols.entry(name.to_vec()).or_default())
    }

    fn define(&mut self, name: &[u8]) {
        if let Some(symbol) = self.symbol(name) {
            symbol.defined = true;
        }
    }

    /// A weak symbol stays weak.
    fn bind(&mut self, name: &[u8], binding: Binding) {
        if let Some(symbol) = self.symbol(name).filter(|s| s.binding != Binding::Weak) {
            symbol.binding = binding;
        }
    }
}

/// The name at the start of a text, and the rest. Names may be quoted.
fn name(text: &[u8]) -> Option<(&[u8], &[u8])> {
    if let Some(quoted) = text.strip_prefix(b"\"") {
        let end = quoted.iter().position(|&c| c == b'"')?;
        return Some((&quoted[..end], &quoted[end + 1..]));
    }
    let is_part = |c: &u8| c.is_ascii_alphanumeric() || b"_.$@?".contains(c);
    let end = text.iter().position(|c| !is_part(c)).unwrap_or(text.len());
    text.first().filter(|c| is_part(c) && !c.is_ascii_digit())?;
    Some(text.split_at(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Context;

    fn local(triple: &str, text: &str) -> Vec<String> {
        let mut module = Module::new(&Context::new(), "m");
        module.triple = triple.into();
        module.module_asm = text.into();
        module.local_assembler_symbols().into_iter().map(|s| String::from_utf8(s).unwrap()).collect()
    }

    #[test]
    fn labels_assignments_and_directives() {
        let text = "a: b: nop # c:\n.lcomm d, 4\n.comm e,4,4; f:\ng = a + 4\n.set h, g\n.equ i, 1\n.equiv j, 2\n\
            .globl k, l\nk:\n.weak m\nm = 7\nn: .globl n\n/* o: */ p: // q:\n1: jmp 1b\n\"r s\":\n.hidden t\n\
            .lto_discard u\nu:\n.ascii \"v:;w:\\\"x:\"\n.lto_discard\nu2$.x:\ny == 3\n";
        let expected = ["a", "b", "e", "f", "g", "h", "i", "j", "p", "r s", "u2$.x"];
        assert_eq!(local("x86_64-unknown-linux-gnu", text), expected);
    }

    #[test]
    fn comments_are_the_targets() {
        let text = "a: @ b:\nc: # d:\n# e:\n";
        assert_eq!(local("thumbv7--linux-android", text), ["a", "c"]);
        assert_eq!(local("arm64-apple-ios", "a: ; b:\nc: %% d:"), ["a", "c", "d"]);
        assert_eq!(local("aarch64-linux", "a: ; b: // c:"), ["a", "b"]);
    }

    #[test]
    fn any_text_gives_an_answer() {
        for text in ["\"", "\"\\", "/*", "/", ":", "=", "a", ".set", ".set ,", "a: \"b", ".zerofill a,b"] {
            assert!(local("x86_64", text).len() < 2);
        }
    }
}
