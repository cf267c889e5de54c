//! Reads text or bitcode from standard input, and writes it as text with `-S`, as bitcode without; with
//! `-preserve-uselistorder` also the order of uses.

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
            Err(errors) => {
                fail(&format!("<stdin>:{}: error: {}", errors[0].line_and_column(&data).0, errors[0].message))
            }
        }
    };
    let is_asked = |flag| std::env::args().any(|a| a == flag);
    let preserve_use_list_order = is_asked("-preserve-uselistorder");
    let mut out = Vec::new();
    if is_asked("-S") {
        let options = lindworm_text::WriteOptions { preserve_use_list_order, ..Default::default() };
        lindworm_text::write_with(&module, &options, &mut out).expect("memory can be written to");
    } else {
        let options = lindworm_bitcode::WriteOptions { preserve_use_list_order, ..Default::default() };
        out = lindworm_bitcode::write(&module, &options);
    }
    std::io::stdout().write_all(&out).expect("standard output can be written");
}

fn fail(message: &str) -> ! {
    eprintln!("{message}");
    exit(1)
}
