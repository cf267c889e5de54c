//! Programs with coroutines, split by `opt`, run by the machine and as native code.

#![cfg(unix)]

mod tool;

use std::process::Command;

use tool::Scratch;

const GENERATOR: &str = include_str!("coroutines/generator.ll");
const PING_PONG: &str = include_str!("coroutines/ping_pong.ll");

/// Runs a program at each level of optimization. It must be free of undefined behaviour and print this.
#[track_caller]
fn check(name: &str, program: &str, expected: &str) {
    let dir = Scratch::new(name);
    let input = dir.file("in.ll", program);
    for level in ["-O0", "-O1", "-O2", "-O3", "-Os"] {
        let split = dir.file("split.ll", "");
        let (status, _, err) = tool::run("opt", &["-S", level, &input, "-o", &split], b"");
        assert_eq!((status, &*err), (0, ""), "{level}");
        let (machine, native) = (["run", &split], ["run", "--native", &split]);
        let mut ways: Vec<&[&str]> = vec![&machine];
        if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            ways.push(&native);
        }
        for way in ways {
            let output = Command::new(env!("CARGO_BIN_EXE_lindworm")).args(way).env("NO_COLOR", "1").output().unwrap();
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            assert_eq!(
                (text(&output.stdout), text(&output.stderr)),
                (expected.into(), String::new()),
                "{level} {way:?}"
            );
            assert_eq!(output.status.code(), Some(0), "{level} {way:?}");
        }
    }
}

#[test]
fn a_generator_yields_values_until_it_is_done() {
    check("generator", GENERATOR, "0\n1\n4\n9\n16\n");
}

#[test]
fn two_coroutines_transfer_control_to_each_other() {
    let expected = "ping 0 0\npong 0 0\nping 1 3\npong 1 10\nping 2 12\npong 2 40\nping 3 25\npong 3 67\nping 4 43\n\
                    pong 4 106\nping 1 0\n";
    check("ping_pong", PING_PONG, expected);
}
