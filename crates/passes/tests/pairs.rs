//! `tests/pairs`: modules before passes, which the first line names, and behind them, as LLVM 22 prints them.

use std::fs;
use std::path::Path;

use lindworm_ir::{Context, Module};
use lindworm_passes::Pipeline;
use lindworm_verify::verify;

fn read(name: &str, text: &[u8]) -> Module {
    let read = lindworm_text::read(&Context::new(), "<stdin>", text, &Default::default());
    read.unwrap_or_else(|errors| panic!("{name}: {errors:?}")).module
}

/// The text of a module without comments that say where blocks come from.
fn text(module: &Module) -> String {
    let text = String::from_utf8(lindworm_text::to_bytes(module)).unwrap();
    text.lines()
        .skip_while(|line| line.starts_with("; ModuleID") || line.starts_with("source_filename"))
        .fold(String::new(), |all, line| all + line.trim_end() + "\n")
}

#[test]
fn passes_give_what_llvm_gives() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pairs");
    let mut checked = 0;
    for entry in fs::read_dir(&directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let Some(stem) = name.strip_suffix(".ll").filter(|stem| !stem.ends_with(".out")) else { continue };
        let before = fs::read(&path).unwrap();
        let expected = fs::read(directory.join(format!("{stem}.out.ll"))).unwrap();
        let first = before.split(|&b| b == b'\n').next().unwrap();
        let passes = std::str::from_utf8(first).unwrap().strip_prefix("; passes: ").unwrap();
        let mut module = read(&name, &before);
        assert!(verify(&module).is_ok(), "{name}");
        Pipeline::parse(passes).unwrap().run(&mut module);
        assert!(verify(&module).is_ok(), "{name}:\n{}", text(&module));
        assert_eq!(text(&module), text(&read(&name, &expected)), "{name}");
        checked += 1;
    }
    assert!(checked > 10, "{checked} pairs");
}
