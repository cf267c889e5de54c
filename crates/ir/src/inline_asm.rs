//! Constraint strings of inline assembler
//! ([Language Reference](https://llvm.org/docs/LangRef.html#inline-asm-constraint-string)).

use crate::context::Context;
use crate::types::{Type, TypeKind};

/// The kind of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintKind {
    /// No prefix `=`, `~` or `!`.
    Input,
    /// `=`
    Output,
    /// `~`
    Clobber,
    /// `!`
    Label,
}

/// One constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint<'a> {
    /// The kind.
    pub kind: ConstraintKind,
    /// Whether the operand is indirect: `*`.
    pub indirect: bool,
    /// Whether the output is written before all inputs are read: `&`.
    pub early_clobber: bool,
    /// Whether the operand is commutative with the next: `%`.
    pub commutative: bool,
    /// The output to which the input is tied, if any.
    pub matching: Option<usize>,
    /// The codes: `r`, `{eax}`, `^Rf`, ... `|` separates alternatives.
    pub codes: Vec<&'a [u8]>,
}

/// Parses a constraint string; `None` if it is malformed.
pub fn parse(text: &[u8]) -> Option<Vec<Constraint<'_>>> {
    let mut constraints: Vec<Constraint<'_>> = Vec::new();
    if text.is_empty() {
        return Some(constraints);
    }
    let mut tied: Vec<Tied> = Vec::new();
    for part in text.split(|&c| c == b',') {
        if part.is_empty() {
            return None;
        }
        let c = parse_one(part, &constraints, &mut tied)?;
        constraints.push(c);
        let alternatives = part.iter().filter(|&&c| c == b'|').count() + 1;
        tied.push(Tied { whole: None, alternatives: vec![false; if alternatives > 1 { alternatives } else { 0 }] });
    }
    Some(constraints)
}

/// The inputs tied to an output: at most one, or one for each of its alternatives.
struct Tied {
    whole: Option<usize>,
    alternatives: Vec<bool>,
}

impl Tied {
    /// Ties constraint number `input`, or one of its alternatives. `None` if the output is tied to another constraint.
    fn tie(&mut self, input: usize, alternative: Option<usize>) -> Option<()> {
        let was_tied = match alternative {
            Some(number) => std::mem::replace(self.alternatives.get_mut(number)?, true),
            None => *self.whole.get_or_insert(input) != input,
        };
        (!was_tied).then_some(())
    }
}

fn parse_one<'a>(text: &'a [u8], before: &[Constraint<'_>], tied: &mut [Tied]) -> Option<Constraint<'a>> {
    let mut alternative = text.contains(&b'|').then_some(0);
    let mut rest = text;
    let kind = match rest[0] {
        b'~' => {
            rest = &rest[1..];
            // A clobber names a register.
            if rest.first() != Some(&b'{') {
                return None;
            }
            ConstraintKind::Clobber
        }
        b'=' => {
            rest = &rest[1..];
            ConstraintKind::Output
        }
        b'!' => {
            rest = &rest[1..];
            ConstraintKind::Label
        }
        _ => ConstraintKind::Input,
    };
    let mut c = Constraint {
        kind,
        indirect: false,
        early_clobber: false,
        commutative: false,
        matching: None,
        codes: Vec::new(),
    };
    if rest.first() == Some(&b'*') {
        c.indirect = true;
        rest = &rest[1..];
    }
    if rest.is_empty() {
        return None;
    }
    while let Some(&modifier) = rest.first() {
        match modifier {
            b'&' => {
                if kind != ConstraintKind::Output || c.early_clobber {
                    return None;
                }
                c.early_clobber = true;
            }
            b'%' => {
                if kind == ConstraintKind::Clobber || c.commutative {
                    return None;
                }
                c.commutative = true;
            }
            b'#' | b'*' => return None,
            _ => break,
        }
        rest = &rest[1..];
        if rest.is_empty() {
            return None;
        }
    }
    while let Some(&first) = rest.first() {
        let len = match first {
            b'{' => rest.iter().position(|&c| c == b'}')? + 1,
            b'0'..=b'9' => {
                let len = rest.iter().take_while(|c| c.is_ascii_digit()).count();
                let n: usize = std::str::from_utf8(&rest[..len]).ok()?.parse().ok()?;
                let target = before.get(n)?;
                if target.kind != ConstraintKind::Output || kind != ConstraintKind::Input {
                    return None;
                }
                tied.get_mut(n)?.tie(before.len(), alternative)?;
                c.matching = Some(n);
                len
            }
            b'|' => {
                alternative = alternative.map(|number| number + 1);
                rest = &rest[1..];
                continue;
            }
            b'^' => 3,
            b'@' => {
                let n = (*rest.get(1)? as char).to_digit(10)? as usize;
                2 + n
            }
            _ => 1,
        };
        c.codes.push(rest.get(..len)?);
        rest = &rest[len..];
    }
    Some(c)
}

/// Checks that inline assembler of this type can have these constraints. Errors have LLVM's wording.
pub fn check(cx: &Context, function_type: Type, text: &[u8]) -> Result<(), &'static str> {
    let (result, params, variadic) = cx.function_parts(function_type).unwrap_or((Type::VOID, &[], false));
    if variadic {
        return Err("inline asm cannot be variadic");
    }
    let Some(constraints) = parse(text) else { return Err("failed to parse constraints") };
    if constraints.is_empty() && !text.is_empty() {
        return Err("failed to parse constraints");
    }
    let (mut outputs, mut inputs, mut clobbers, mut indirect, mut labels) = (0usize, 0usize, 0usize, 0usize, 0usize);
    for c in &constraints {
        match c.kind {
            ConstraintKind::Output => {
                if inputs > indirect || clobbers > 0 || labels > 0 {
                    return Err("output constraint occurs after input, clobber or label constraint");
                }
                if c.indirect {
                    indirect += 1;
                    inputs += 1;
                } else {
                    outputs += 1;
                }
            }
            ConstraintKind::Input => {
                if clobbers > 0 {
                    return Err("input constraint occurs after clobber constraint");
                }
                inputs += 1;
            }
            ConstraintKind::Clobber => clobbers += 1,
            ConstraintKind::Label => {
                if clobbers > 0 {
                    return Err("label constraint occurs after clobber constraint");
                }
                labels += 1;
            }
        }
    }
    match outputs {
        0 if result != Type::VOID => return Err("inline asm without outputs must return void"),
        0 => {}
        1 if cx.is_struct(result) => return Err("inline asm with one output cannot return struct"),
        1 => {}
        n => {
            let fields = match cx.kind(result) {
                TypeKind::Struct { .. } | TypeKind::Identified(_) => cx.struct_parts(result).map(|(f, _)| f.len()),
                _ => None,
            };
            if fields != Some(n) {
                return Err("number of output constraints does not match number of return struct elements");
            }
        }
    }
    if params.len() != inputs {
        return Err("number of input constraints does not match number of parameters");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constraints_are_taken_apart() {
        let c = parse(b"=&r,*m,0,~{memory},!i").unwrap();
        assert_eq!(c.len(), 5);
        assert!(c[0].early_clobber && c[0].kind == ConstraintKind::Output);
        assert!(c[1].indirect);
        assert_eq!(c[2].matching, Some(0));
        // An output is tied to one input, or one for each alternative of both.
        for good in ["=r,=r,0,1", "=r,00", "=r|m,0|r,r|0", "=r|m,0,0|0"] {
            assert!(parse(good.as_bytes()).is_some(), "{good}");
        }
        for bad in ["=r,0,0", "=r|m,0|r,0|r", "=r,0|r"] {
            assert!(parse(bad.as_bytes()).is_none(), "{bad}");
        }
        assert_eq!(c[3].kind, ConstraintKind::Clobber);
        assert_eq!(c[4].kind, ConstraintKind::Label);
        assert_eq!(parse(b"r,"), None);
        assert_eq!(parse(b"~r"), None);
        assert_eq!(parse(b"{eax"), None);
    }

    #[test]
    fn outputs_make_the_result() {
        let cx = Context::new();
        let ty = cx.function_type(Type::I32, &[Type::I32], false);
        assert_eq!(check(&cx, ty, b"=r,r"), Ok(()));
        assert!(check(&cx, ty, b"r").is_err());
        assert!(check(&cx, ty, b"=r").is_err());
        assert!(check(&cx, ty, b"r,=r").is_err());
    }
}
