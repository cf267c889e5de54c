//! Reads text or bitcode from standard input, and writes it as text with `-S`, as bitcode without.

use std::io::{Read, Write};
use std::process::exit;

use lindworm_ir::Context;

fn main() {
    let mut data = Vec::new();
    std::io::stdin().read_to_end(&mut data).expect("standard input can be read");
    let cx = Context::new();
    let module = if lindworm_bitcode::is_bitcode(&data) {
        match lindworm_bitcode::read(&cx, "<stdin>", &data, &lindworm_bitcode::ReadOptions::default()) {
            Ok(outcome) => outcome.module,
            Err(error) => fail(&format!("<stdin>: error: {error}")),
        }
    } else {
        match lindworm_text::read(&cx, "<stdin>", &data, &lindworm_text::ReadOptions::default()) {
            Ok(outcome) => outcome.module,
            Err(errors) => fail(&format!("<stdin>:{}: error: {}", errors[0].line_and_column(&data).0, errors[0].message)),
        }
    };
    let text = std::env::args().any(|a| a == "-S");
    let out = match text {
        true => lindworm_text::to_bytes(&module),
        false => lindworm_bitcode::write(&module, &lindworm_bitcode::WriteOptions::default()),
    };
    std::io::stdout().write_all(&out).expect("standard output can be written");
}

fn fail(message: &str) -> ! {
    eprintln!("{message}");
    exit(1)
}
