//! What tools print, as transcripts. Each file of `golden/` holds input files, each behind a line `;--- NAME`, and commands, each behind
//! a line `;--- $ COMMAND`, with what they write to the standard output and the standard error.
//!
//! What the tools under LLVM's names print is what LLVM's tools print for the same input.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

mod tool;

use tool::Scratch;

#[test]
fn tools_print_what_the_transcripts_say() {
    let transcripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut wrong = String::new();
    let mut count = 0;
    for entry in fs::read_dir(transcripts).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let dir = Scratch::new(&format!("golden-{name}"));
        assert_eq!(tool::run("lindworm", &["tools", &dir.path("tools")], b"").0, 0);
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_lindworm"), dir.path("tools/lindworm")).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let text = format!("\n{text}");
        for part in text.split("\n;--- ").skip(1) {
            let (title, content) = part.split_once('\n').unwrap_or((part, ""));
            let Some(command) = title.strip_prefix("$ ") else {
                dir.file(title, content.to_owned() + "\n");
                continue;
            };
            count += 1;
            let path = format!("{}:{}", dir.path("tools"), std::env::var("PATH").unwrap_or_default());
            let output = Command::new("/bin/sh")
                .args(["-c", &format!("exec 2>&1\n{command}")])
                .current_dir(&dir.0)
                .env("PATH", path)
                .env("NO_COLOR", "1")
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let found = String::from_utf8_lossy(&output.stdout);
            if found.trim_end() != content.trim_end() {
                wrong += &format!("{name}: {command}\n{found}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 10);
}
