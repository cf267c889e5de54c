//! Tests that are functions without parameters: each file under a directory has such, and says above each what it gives, in a
//! line `; = <1, 2>`; or what it gives for some `vscale`, in lines `; vscale 2 = <1, 2, 3, 4>`; or of which kind its
//! undefined behaviour is, as `; = UB0713`. Without `vscale`, it is so for several. A file that begins with `; --tbaa` is run with
//! that option.

use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};
use lindworm_interp::{Machine, Options, Stop};
use lindworm_ir::{Context, Module};

/// Runs those of a directory beside this one.
pub fn run(directory: &str) -> ! {
    let args = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(directory);
    let mut trials = Vec::new();
    for entry in std::fs::read_dir(root).expect("the directory of the tests") {
        let path = entry.expect("its entries").path();
        let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a readable file");
        for (name, vscale, expected) in expectations(&text) {
            let text = text.clone();
            let title = format!("{file}/{name}/vscale_{vscale}");
            trials.push(Trial::test(title, move || gives(&text, &name, vscale, &expected)));
        }
    }
    trials.sort_by(|a, b| a.name().cmp(b.name()));
    libtest_mimic::run(&args, trials).exit()
}
/// The functions of a text, for which `vscale` each is called, and what is said that it gives.
fn expectations(text: &str) -> Vec<(String, u32, String)> {
    let mut found = Vec::new();
    let mut said: Vec<(u32, String)> = Vec::new();
    for line in text.lines() {
        if let Some(expected) = line.strip_prefix("; = ") {
            said.extend([1, 2, 4].map(|vscale| (vscale, expected.to_owned())));
        } else if let Some((vscale, expected)) = line.strip_prefix("; vscale ").and_then(|l| l.split_once(" = ")) {
            said.push((vscale.parse().expect("a number"), expected.to_owned()));
        } else if let Some(define) = line.strip_prefix("define ") {
            let name = define.split_once('@').and_then(|(_, rest)| rest.split_once('(')).map_or("", |(name, _)| name);
            found.extend(said.drain(..).map(|(vscale, expected)| (name.to_owned(), vscale, expected)));
        }
    }
    found
}

fn module(text: &str) -> Result<Module, Failed> {
    let read = lindworm_text::read(&Context::new(), "test.ll", text.as_bytes(), &Default::default());
    let module = read.map_err(|errors| errors[0].message.clone())?.module;
    match lindworm_verify::verify(&module).findings.first() {
        Some(finding) => Err(String::from_utf8_lossy(&finding.message).into_owned().into()),
        None => Ok(module),
    }
}

fn gives(text: &str, name: &str, vscale: u32, expected: &str) -> Result<(), Failed> {
    let tbaa = text.starts_with("; --tbaa");
    let options = Options { vscale, tbaa, max_steps: Some(1_000_000), ..Options::default() };
    let mut machine = Machine::new(vec![module(text)?], options).map_err(|stop| format!("{stop:?}"))?;
    let given = match machine.call(name, &[]) {
        Ok(value) => value.map_or("nothing".into(), |value| value.to_string()),
        Err(Stop::Report(report)) => report.kind.map_or(report.message, |kind| kind.code.into()),
        Err(stop) => format!("{stop:?}"),
    };
    match given == expected {
        true => Ok(()),
        false => Err(format!("expected {expected}, got {given}").into()),
    }
}
