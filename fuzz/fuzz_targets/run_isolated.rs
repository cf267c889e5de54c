//! Whatever is valid can be run on its own within small limits: it ends, without a panic, and reaches nothing of the host.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lindworm::interp::{Machine, OnUndefined, Options, Reg, UndefChoice};
use lindworm::{Context, ReadOptions, read, verify};

fuzz_target!(|source: &[u8]| {
    let Ok(outcome) = read(&Context::new(), "fuzz", source, &ReadOptions::default()) else { return };
    if !verify(&outcome.module).findings.is_empty() {
        return;
    }
    let module = outcome.module;
    let functions: Vec<String> =
        module.functions().iter().map(|&f| String::from_utf8_lossy(module[f].name()).into_owned()).collect();
    let seed = source.len() as u64;
    let options = Options {
        isolated: true,
        max_steps: Some(50_000),
        max_memory: 8 << 20,
        stack_size: 1 << 16,
        undef: [UndefChoice::Zero, UndefChoice::Ones, UndefChoice::Random][source.len() % 3],
        on_undefined: if seed % 2 == 0 { OnUndefined::Ignore } else { OnUndefined::Stop },
        seed,
        ..Options::default()
    };
    let registers: Vec<Reg> = (0..8).map(Reg::int).collect();
    let Ok(mut machine) = Machine::new(vec![module], options) else { return };
    let _ = machine.run(&[b"fuzz", b"argument"]);
    for name in functions {
        let _ = machine.call_registers(&name, &registers);
    }
});
