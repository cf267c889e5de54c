//! Programs as native code and in the interpreter.
#![allow(dead_code)]

use std::process::Command;

use lindworm_codegen::{Options, compile};
use lindworm_interp::Machine;
use lindworm_ir::{Context, Module};

/// Whether there is a `cc` for this machine; says so where there is none.
pub fn has_cc() -> bool {
    let works = Command::new("cc").arg("--version").output().is_ok_and(|o| o.status.success());
    let found = works && cfg!(all(target_arch = "x86_64", target_os = "linux"));
    if !found {
        eprintln!("SKIPPED: there is no `cc` for x86-64 Linux to link with");
    }
    found
}

/// A module that verifies.
pub fn read(text: &str) -> Module {
    let read = lindworm_text::read(&Context::new(), "test.ll", text.as_bytes(), &Default::default());
    let module = read.unwrap_or_else(|e| panic!("{e:?}\n{text}")).module;
    assert!(lindworm_verify::verify(&module).is_ok(), "{text}");
    module
}

/// The object of a program.
pub fn compiled(text: &str) -> Vec<u8> {
    let module = read(text);
    compile(&module, &Options::default())
        .unwrap_or_else(|e| panic!("{:?}", e.unsupported.iter().map(|u| u.message(&module)).collect::<Vec<_>>()))
}

/// A generator of numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below another.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }
}

/// What a program writes, and its exit status.
pub fn native(object: &[u8]) -> (String, i32) {
    native_with(object, &[])
}

/// The same of a program that is linked with more.
pub fn native_with(object: &[u8], more: &[&str]) -> (String, i32) {
    native_run(object, more, &[])
}

/// The same of a program that is run with arguments.
pub fn native_run(object: &[u8], more: &[&str], args: &[&str]) -> (String, i32) {
    let directory = tempfile::tempdir().unwrap();
    let [object_file, program] = ["program.o", "program"].map(|name| directory.path().join(name));
    std::fs::write(&object_file, object).unwrap();
    let linked = Command::new("cc").arg(&object_file).arg("-o").arg(&program).args(more).arg("-lm").output().unwrap();
    assert!(linked.status.success(), "{}", String::from_utf8_lossy(&linked.stderr));
    let output = Command::new("timeout").arg("60").arg(program).args(args).output().unwrap();
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().unwrap_or(-1))
}

/// The same by the interpreter.
pub fn interpreted(text: &str) -> (String, i32) {
    let options = lindworm_interp::Options { isolated: true, ..Default::default() };
    let mut machine = Machine::new(vec![read(text)], options).unwrap();
    machine.keep_output();
    let status = machine.run(&[b"program"]).unwrap_or_else(|stop| panic!("{stop:?}\n{text}"));
    (String::from_utf8(machine.take_output().unwrap().stdout).unwrap(), status)
}
