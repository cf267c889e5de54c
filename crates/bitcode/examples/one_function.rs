//! Reads one function of a bitcode file, and no other: `one_function FILE.bc NAME`. Without a name, says how many there are.

use std::process::exit;
use std::time::Instant;

use lindworm_bitcode::{LazyModule, ReadOptions};
use lindworm_ir::Context;

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(path), name) = (args.next(), args.next()) else { fail("usage: one_function FILE.bc [NAME]") };
    let data = std::fs::read(&path).unwrap_or_else(|error| fail(&format!("{path}: {error}")));
    let start = Instant::now();
    let opened = LazyModule::open(&Context::new(), &path, &data, &ReadOptions::default());
    let mut module = opened.unwrap_or_else(|error| fail(&format!("{path}: {error}")));
    println!("opened in {:?}", start.elapsed());
    let functions = module.module().functions();
    println!(
        "{} functions, {} with bodies",
        functions.len(),
        functions.iter().filter(|&&f| module.is_materializable(f)).count()
    );
    let Some(name) = name else { return };
    let function =
        module.module().global_named(name.as_bytes()).unwrap_or_else(|| fail("there is no function of that name"));
    let start = Instant::now();
    module.materialize(function).unwrap_or_else(|error| fail(&format!("{path}: {error}")));
    let insts = module.module().body(function).map_or(0, |body| body.inst_count());
    println!("{name}: {insts} instructions, read in {:?}", start.elapsed());
}

fn fail(message: &str) -> ! {
    eprintln!("{message}");
    exit(1)
}
