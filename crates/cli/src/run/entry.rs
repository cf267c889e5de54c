//! `lindworm run --entry`: parses arguments of a function from the command line.

use lindworm::eval::{Float, Int};
use lindworm::interp::{Machine, Pointer, Program, Stop, Value};
use lindworm::text::type_to_string;
use lindworm::{Context, Global, Module, Type, TypeKind};

use crate::streams::tell;

/// Why a program cannot begin at a function of that name, and at which functions it could.
pub fn missing(program: &Program, name: &str) -> Option<String> {
    /// As many names are shown.
    const MOST: usize = 20;
    let is_defined = |module: &Module, global: Global| module.body(global).is_some();
    let found = program.function_named(name.as_bytes());
    let why = match found.and_then(|f| Some((program.module_of(f)?, program.global_of(f)?))) {
        Some((m, global)) if is_defined(&program.modules[m], global) => return None,
        Some(_) => format!("error: the function `@{name}` is only declared\n"),
        None => format!("error: there is no function `@{name}`\n"),
    };
    let mut names = Vec::new();
    for module in &program.modules {
        for &function in module.functions().iter().filter(|&&function| is_defined(module, function)) {
            let g = &module[function];
            if !g.linkage.is_local() && !g.name().is_empty() && names.len() <= MOST {
                names.push(format!("@{}", String::from_utf8_lossy(g.name())));
            }
        }
    }
    let more = if names.len() > MOST { ", ..." } else { "" };
    names.truncate(MOST);
    Some(match names.is_empty() {
        true => why,
        false => {
            format!("{why}note: `--entry FUNC` calls another function with arguments: {}{more}\n", names.join(", "))
        }
    })
}

/// Says that inline assembler is taken as that of this machine, where a module does not say of which it is.
pub fn note_assumed_target(program: &Program) {
    for module in program.modules.iter().filter(|module| module.triple().is_empty()) {
        if module.inline_asms().any(|asm| !asm.template.trim_ascii().is_empty()) {
            tell(format!(
                "note: {} has no target triple: its inline assembler is taken as that of {}\n",
                module.name(),
                std::env::consts::ARCH
            ));
        }
    }
}

/// What a function takes, with the number of its module.
fn parameters(program: &Program, function: u32) -> Option<Vec<(Type, usize)>> {
    let (m, global) = (program.module_of(function)?, program.global_of(function)?);
    let module = &program.modules[m];
    let parts = module.context().function_parts(module[global].value_type);
    Some(parts.map_or(Vec::new(), |(_, params, _)| params.iter().map(|&ty| (ty, m)).collect()))
}

/// Calls a function with arguments that are written as its types ask for, and gives its result.
pub fn call(machine: &mut Machine, name: &str, args: &[Vec<u8>]) -> Result<Option<Value>, Failure> {
    let program = machine.program().clone();
    // A function that is only declared is reported when it is called.
    let function = match program.function_named(name.as_bytes()) {
        Some(function) => Some(function),
        None => match machine.function(name) {
            Ok(function) => Some(function),
            // A plain report means that the function does not exist. Other errors come from an ifunc resolver.
            Err(Stop::Report(report)) if report.kind.is_none() && report.stack.is_empty() => None,
            Err(stop) => return Err(Failure::Stop(stop)),
        },
    };
    let parameters = function.and_then(|function| parameters(&program, function));
    let parameters = parameters.ok_or_else(|| Failure::Words(format!("there is no function `@{name}`")))?;
    if parameters.len() != args.len() {
        let message = format!("`@{name}` takes {} arguments, and {} are given", parameters.len(), args.len());
        return Err(Failure::Words(message));
    }
    let mut values = Vec::new();
    for (i, (&(ty, m), arg)) in parameters.iter().zip(args).enumerate() {
        let module = &program.modules[m];
        let text = String::from_utf8_lossy(arg);
        let value = match (module.context().kind(ty), &*text) {
            (TypeKind::Pointer { .. }, text) if text != "null" && text != "poison" => string(machine, arg)?,
            _ => parse(module.context(), ty, &text).ok_or_else(|| {
                let ty = type_to_string(module.context(), ty);
                Failure::Words(format!("argument {} of `@{name}` is of type {ty}, which '{text}' is not", i + 1))
            })?,
        };
        values.push(value);
    }
    machine.call(name, &values).map_err(Failure::Stop)
}

/// Why there is no result.
pub enum Failure {
    /// The function cannot be called like that.
    Words(String),
    /// It did not return.
    Stop(Stop),
}

/// A string in memory, with a zero byte behind it.
fn string(machine: &mut Machine, text: &[u8]) -> Result<Value, Failure> {
    let pointer = machine.allocate(text.len() as u64 + 1, 1).map_err(Failure::Stop)?;
    machine.write(pointer, &[text, b"\0"].concat()).map_err(Failure::Stop)?;
    Ok(pointer.into())
}

/// A scalar: a number in decimal or, for an integer, with `0x` in hexadecimal; `true`, `false`, `null`, `poison`.
fn parse(cx: &Context, ty: Type, text: &str) -> Option<Value> {
    if text == "poison" {
        return Some(Value::Poison(None));
    }
    if let Some(format) = ty.float_format() {
        return Some(Value::Float(Float::from_f64(text.parse().ok()?).convert(format).0));
    }
    match (cx.kind(ty), text) {
        (TypeKind::Pointer { .. }, "null") => Some(Value::Pointer(Pointer::NULL)),
        (TypeKind::Int(1), "true") => Some(true.into()),
        (TypeKind::Int(1), "false") => Some(false.into()),
        (&TypeKind::Int(width), _) => integer(width, text).map(Value::Int),
        _ => None,
    }
}

/// An integer that fits so many bits, signed or unsigned.
fn integer(width: u32, text: &str) -> Option<Int> {
    if let Some(digits) = text.strip_prefix("0x") {
        let value = Int::parse_hex(digits.as_bytes())?;
        return (value.active_bits() <= width).then(|| value.zext_or_trunc(width));
    }
    let literal = Int::parse_decimal(text.as_bytes())?;
    let bits = if literal.signed { literal.value.min_signed_bits() } else { literal.value.active_bits() };
    (bits <= width).then(|| literal.resize(width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_fit_their_width() {
        for (text, width, value) in [
            ("0", 1, Some(0)),
            ("255", 8, Some(255)),
            ("-128", 8, Some(128)),
            ("0xff", 8, Some(255)),
            ("256", 8, None),
            ("-129", 8, None),
            ("0x100", 8, None),
            ("", 8, None),
            ("1x", 8, None),
            ("0x", 8, None),
        ] {
            assert_eq!(integer(width, text), value.map(|v| Int::new(width, v)), "{text}");
        }
    }
}
