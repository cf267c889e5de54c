//! A compiler for Kaleidoscope, the language of LLVM's tutorial, written with `Builder` and `DIBuilder`: functions of numbers, `if`,
//! `for`, variables that change, operators of one's own, and debug information.
//!
//! ```sh
//! echo 'def square(x) x * x; square(4) + square(3);' | cargo run --example kaleidoscope            # runs it: 25
//! echo 'def square(x) x * x;' | cargo run --example kaleidoscope -- --ir                           # prints its IR
//! ```

mod codegen;
mod parser;

use std::io::{Read, Write};
use std::process::ExitCode;

use lindworm::interp::{Machine, Options, Value};
use lindworm::verify;

fn main() -> ExitCode {
    match run(std::env::args().any(|arg| arg == "--ir")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(prints_ir: bool) -> Result<(), String> {
    let mut source = String::new();
    std::io::stdin().read_to_string(&mut source).map_err(|e| e.to_string())?;
    let program = parser::parse(&source)?;
    let (module, expressions) = codegen::compile("input.ks", &program)?;
    let mut out = std::io::stdout();
    if prints_ir {
        return out.write_all(&lindworm::to_bytes(&module)).map_err(|e| e.to_string());
    }
    if let Some(finding) = verify(&module).findings.first() {
        return Err(String::from_utf8_lossy(&finding.message).into_owned());
    }
    let mut machine = Machine::new(vec![module], Options::default()).map_err(|e| format!("{e:?}"))?;
    for name in expressions {
        let value = machine.call(&name, &[]).map_err(|e| format!("{e:?}"))?;
        let Some(Value::Float(value)) = value else { return Err(format!("@{name} gives {value:?}")) };
        writeln!(out, "{}", value.to_f64().unwrap_or(f64::NAN)).map_err(|e| e.to_string())?;
    }
    Ok(())
}
