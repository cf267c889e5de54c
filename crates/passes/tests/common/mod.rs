//! What the tests of passes share: reading modules, running passes on them, and comparing functions.
#![allow(dead_code, reason = "each test file uses a part")]

use lindworm_ir::{Context, Module};
use lindworm_passes::Pipeline;
use lindworm_verify::verify;

pub fn read(text: &str) -> Module {
    let read = lindworm_text::read(&Context::new(), "m", text.as_bytes(), &Default::default());
    read.unwrap_or_else(|errors| panic!("{errors:?}\n{text}")).module
}

pub fn text(module: &Module) -> String {
    String::from_utf8(lindworm_text::to_bytes(module)).unwrap()
}

/// The module after passes. It must be valid before and after.
#[track_caller]
pub fn run(passes: &str, before: &str) -> Module {
    let mut module = read(before);
    assert!(verify(&module).is_ok(), "{before}");
    Pipeline::parse(passes).unwrap().run(&mut module);
    assert!(verify(&module).is_ok(), "{passes}: {}", text(&module));
    module
}

/// The lines of a module's text from its first definition on, without comments, declarations and attributes.
pub fn functions(module: &Module) -> Vec<String> {
    let text = text(module);
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or("").trim_end().to_string());
    let lines = lines.skip_while(|line| !line.starts_with("define"));
    lines.filter(|line| !line.is_empty() && !line.starts_with("declare") && !line.starts_with("attributes")).collect()
}

/// Checks the definitions of a module after passes.
#[track_caller]
pub fn check(passes: &str, before: &str, after: &str) {
    assert_eq!(functions(&run(passes, before)), functions(&read(after)));
}
