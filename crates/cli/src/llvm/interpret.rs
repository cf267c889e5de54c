//! `lli`: runs a program.

use lindworm::Module;
use lindworm::run_report::ModuleText;

use super::transform::{read, verify_input};
use super::{Failure, Request, Tool};
use crate::files::input_name;
use crate::run::{Entry, Format, Run, kept};
use crate::streams::tell;

/// Reads the modules of a program and runs it; gives its exit status.
pub fn run(program: &str, request: &Request) -> Result<i32, Failure> {
    let input = request.input();
    let (mut modules, mut texts) = (Vec::new(), Vec::new());
    for file in std::iter::once(input).chain(request.extra_modules.iter().map(|m| &**m)) {
        let (bytes, mut outcome) = read(Tool::Interpreter, program, request, file)?;
        outcome.warnings.iter().for_each(|warning| tell(format!("warning: {warning}\n")));
        verify_input(Tool::Interpreter, program, request, &mut outcome.module)?;
        modules.push(outcome.module);
        texts.push(ModuleText { name: input_name(file), bytes: kept(bytes), spans: outcome.spans });
    }
    let entry = request.entry.clone().unwrap_or_else(|| "main".into());
    let defined = |m: &Module| m.global_named(entry.as_bytes()).is_some_and(|g| m.body(g).is_some());
    if !modules.iter().any(defined) {
        let message = format!("{program}: error: '{entry}' function not found in module.\n").into_bytes();
        return Err(Failure::WithStatus(255, message));
    }
    let name = request.program_name.clone().unwrap_or_else(|| {
        let name = input_name(input).into_bytes();
        name.strip_suffix(b".bc").map(<[u8]>::to_vec).unwrap_or(name)
    });
    let args = std::iter::once(name).chain(request.args.iter().cloned()).collect();
    let options = lindworm::interp::Options { libraries: request.libraries.clone(), ..Default::default() };
    let run = Run { modules, texts, entry: Entry::Main(entry), args, options, format: Format::Human, trace: None };
    Ok(run.run())
}
