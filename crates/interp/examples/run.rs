//! Runs a module's `main`: `cargo run --release -p lindworm-interp --example run -- FILE [ARGS]`.

use lindworm_interp::{Machine, Options, Stop};

fn main() {
    let args: Vec<Vec<u8>> = std::env::args_os().skip(1).map(|a| a.into_encoded_bytes()).collect();
    let Some(path) = args.first() else { panic!("usage: run FILE [ARGS]") };
    let path = String::from_utf8_lossy(path).into_owned();
    let text = std::fs::read(&path).expect("a file that can be read");
    let module =
        lindworm_text::read(&lindworm_ir::Context::new(), &path, &text, &lindworm_text::ReadOptions::default())
            .unwrap_or_else(|e| panic!("{e:?}"));
    let mut machine = Machine::new(vec![module.module], Options::default()).expect("a program that fits");
    let slices: Vec<&[u8]> = args.iter().map(|a| a.as_slice()).collect();
    match machine.run(&slices) {
        Ok(code) => std::process::exit(code),
        Err(Stop::Report(report)) => {
            let kind = report.kind.map_or(String::new(), |k| format!("{} {}: ", k.code, k.title));
            eprintln!("{kind}{}", report.message);
            for site in &report.stack {
                let name = String::from_utf8_lossy(machine.program().function_name(site.function)).into_owned();
                eprintln!("  in @{name}, operation {}", site.op);
            }
            std::process::exit(125);
        }
        Err(stop) => panic!("{stop:?}"),
    }
}
