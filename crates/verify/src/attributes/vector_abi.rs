//! Names of vector variants according to the vector function ABIs of the targets: `_ZGV<isa><mask><lanes><parameters>_<scalar
//! name>[(<vector name>)]`.

use lindworm_ir::types::TypeKind;
use lindworm_ir::{Context, Type};

/// Whether this is a valid name of a vector variant of a function with this type.
pub(super) fn is_variant_name(cx: &Context, name: &[u8], function_type: Type) -> bool {
    parse(cx, &mut Parser(name), function_type).is_some()
}

/// The instruction set of a variant, as far as relevant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Isa {
    /// LLVM's internal ABI, which requires the name of the vector function.
    Llvm,
    /// Instruction sets with scalable vectors: AArch64's SVE and RISC-V's.
    Scalable,
    Fixed,
}

/// The rest of a name.
struct Parser<'a>(&'a [u8]);

impl Parser<'_> {
    fn take(&mut self, text: &[u8]) -> bool {
        match self.0.strip_prefix(text) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }

    fn require(&mut self, text: &[u8]) -> Option<()> {
        self.take(text).then_some(())
    }

    /// Parses a decimal number; consumes nothing if there is none.
    fn number(&mut self) -> Option<u64> {
        let digits = self.0.iter().take_while(|b| b.is_ascii_digit()).count();
        let (number, rest) = self.0.split_at(digits);
        let number = std::str::from_utf8(number).ok()?.parse().ok()?;
        self.0 = rest;
        Some(number)
    }

    /// Parses an optionally negative decimal number.
    fn signed_number(&mut self) -> Option<i64> {
        let before = self.0;
        let sign = if self.take(b"-") { -1 } else { 1 };
        let number = self.number().and_then(|n| Some(sign * i64::try_from(n).ok()?));
        if number.is_none() {
            self.0 = before;
        }
        number
    }
}

fn parse(cx: &Context, p: &mut Parser, function_type: Type) -> Option<()> {
    let (result, params, _) = cx.function_parts(function_type)?;
    p.require(b"_ZGV")?;
    let isa = parse_isa(p)?;
    if !p.take(b"M") && !p.take(b"N") {
        return None;
    }
    let scalable = parse_lanes(p, isa)?;
    let mut vectors = Vec::new();
    let mut read = 0;
    while let Some(is_vector) = parse_parameter(p)? {
        vectors.extend(params.get(read).filter(|_| is_vector));
        read += 1;
    }
    if read == 0 || read != params.len() {
        return None;
    }
    match cx.kind(result) {
        TypeKind::Void => {}
        TypeKind::Struct { fields, packed: false } => vectors.extend(fields),
        _ => vectors.push(&result),
    }
    if scalable && (vectors.is_empty() || !vectors.iter().all(|&&ty| has_lanes(cx, ty))) {
        return None;
    }
    p.require(b"_")?;
    parse_names(p, isa)
}

/// Any letter is an instruction set, possibly an unknown one.
fn parse_isa(p: &mut Parser) -> Option<Isa> {
    if p.take(b"_LLVM_") {
        return Some(Isa::Llvm);
    }
    let (&letter, rest) = p.0.split_first()?;
    p.0 = rest;
    Some(if matches!(letter, b's' | b'r') { Isa::Scalable } else { Isa::Fixed })
}

/// Parses the number of lanes. Returns whether it is scalable, so that it is determined by the types.
fn parse_lanes(p: &mut Parser, isa: Isa) -> Option<bool> {
    if p.take(b"x") {
        return (isa == Isa::Scalable).then_some(true);
    }
    let lanes = u32::try_from(p.number()?).ok()?;
    (lanes > 0).then_some(false)
}

/// Parses the next parameter, if any. Returns whether it is a vector parameter.
fn parse_parameter(p: &mut Parser) -> Option<Option<bool>> {
    let is_vector = p.take(b"v");
    if !is_vector && !p.take(b"u") {
        if [b"ls", b"Rs", b"Ls", b"Us"].into_iter().any(|kind| p.take(kind)) {
            // The index of the parameter that holds the stride.
            i32::try_from(p.signed_number()?).ok()?;
        } else if [b"l", b"R", b"L", b"U"].into_iter().any(|kind| p.take(kind)) {
            // The stride, 1 by default.
            p.take(b"n");
            p.signed_number();
        } else {
            return Some(None);
        }
    }
    if p.take(b"a") && !p.number()?.is_power_of_two() {
        return None;
    }
    Some(Some(is_vector))
}

/// Whether a type determines the number of lanes of a scalable vector.
fn has_lanes(cx: &Context, ty: Type) -> bool {
    use TypeKind::*;
    matches!(cx.kind(ty), Int(8 | 16 | 32 | 64) | Half | BFloat | Float | Double | Pointer { .. })
}

/// Parses the name of the scalar function and, in parentheses, that of the vector function.
fn parse_names(p: &mut Parser, isa: Isa) -> Option<()> {
    let scalar = p.0.iter().take_while(|&&b| b != b'(').count();
    let (scalar, vector) = p.0.split_at(scalar);
    let vector = match vector {
        [] => None,
        _ => Some(vector.strip_prefix(b"(")?.strip_suffix(b")")?),
    };
    let named = vector.is_none_or(|name| !name.is_empty()) && (isa != Isa::Llvm || vector.is_some());
    (!scalar.is_empty() && named).then_some(())
}
