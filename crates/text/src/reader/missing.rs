//! All undefined globals and metadata of a rejected text, reported along with the error.

use cranelift_entity::EntityRef;
use lindworm_ir::hash::{HashMap, HashSet};

use super::diagnostic::Diagnostic;
use super::symbols::{GlobalNames, SymbolName};
use crate::lexer::{Lexer, Tok};

/// The undefined globals and metadata, in the order of first use. Empty if the text has lexical errors.
pub fn missing(source: &[u8], names: &GlobalNames, allow_incomplete: bool) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut told = HashSet::default();
    // Node numbers with the byte offset of the first use.
    let (mut nodes, mut defined): (HashMap<u64, usize>, HashSet<u64>) = (HashMap::default(), HashSet::default());
    let mut lexer = Lexer::new(source, 0);
    loop {
        let start = lexer.start;
        let name = match lexer.kind {
            Tok::Eof => break,
            Tok::Error => return Vec::new(),
            Tok::GlobalName => Some(SymbolName::Name(lexer.name().into())),
            Tok::GlobalId => Some(SymbolName::Number(lexer.value as u32)),
            Tok::Exclaim => {
                lexer.bump();
                if lexer.kind == Tok::Int && lexer.text().iter().all(u8::is_ascii_digit) {
                    let digits = lexer.text().iter();
                    let number = digits.fold(0u64, |n, c| n.saturating_mul(10).saturating_add((c - b'0').into()));
                    let at = lexer.start;
                    lexer.bump();
                    match lexer.kind {
                        Tok::Equal => _ = defined.insert(number),
                        _ => _ = nodes.entry(number).or_insert(at),
                    }
                }
                continue;
            }
            _ => None,
        };
        lexer.bump();
        let Some(name) = name else { continue };
        let is_missing = match &name {
            SymbolName::Name(n) => !allow_incomplete && !n.starts_with(b"llvm."),
            SymbolName::Number(_) => true,
        };
        // Globals that no parser has read cannot be classified.
        let Some(global) = names.find(&name).filter(|_| is_missing) else { continue };
        if names.entries[global.index()].forward.is_some() && told.insert(global) {
            let name = match &name {
                SymbolName::Name(n) => String::from_utf8_lossy(n).into_owned(),
                SymbolName::Number(n) => n.to_string(),
            };
            found.push(Diagnostic::new(start, format!("use of undefined value '@{name}'")));
        }
    }
    let nodes = nodes.into_iter().filter(|(number, _)| !allow_incomplete && !defined.contains(number));
    found.extend(nodes.map(|(number, at)| Diagnostic::new(at, format!("use of undefined metadata '!{number}'"))));
    found.sort_by_key(|d| d.offset);
    found
}
