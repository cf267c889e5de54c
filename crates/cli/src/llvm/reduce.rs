//! `llvm-reduce`: the smallest module that a test finds interesting.

use std::ffi::OsString;
use std::path::PathBuf;

use lindworm::bitcode::is_bitcode;
use lindworm::passes::Pipeline;
use lindworm::reduce::{Options, PASSES, Settings};

use super::transform::{read, verify_input};
use super::{Failure, Request, Tool, said};
use crate::files::reason;
use crate::form::{Form, write_form};
use crate::reduce::{Test, Trouble, passes, run_reduction};
use crate::streams::tell;

/// The options of `llvm-reduce`.
#[derive(Debug, Default, PartialEq)]
pub struct ReduceRequest {
    pub test: Option<PathBuf>,
    pub args: Vec<OsString>,
    pub passes: String,
    pub skipped: String,
    pub jobs: Option<u32>,
    pub iterations: Option<u32>,
    pub granularity: u32,
    pub pipeline: Option<String>,
    /// -1 for any size.
    pub most_inlined: Option<i64>,
    pub writes_bitcode: bool,
    pub lists_passes: bool,
    pub in_place: bool,
    pub stops_at_invalid: bool,
    pub keeps_debug_environment: bool,
    pub temporary_bitcode: bool,
}

/// Reduces the input, or lists the passes.
pub fn run(program: &str, request: &Request) -> Result<i32, Failure> {
    let asked = &request.reduce;
    if asked.lists_passes {
        let mut list = "Delta passes (pass to `--delta-passes=` as a comma separated list):\n IR:\n".to_owned();
        PASSES.iter().for_each(|pass| list += &format!("  {}\n", pass.name));
        return said(list);
    }
    if request.inputs.is_empty() && asked.test.is_none() {
        return said(super::help(Tool::Reduce, false));
    }
    let fail = |message: String| Failure::from(format!("{program}: error: {message}\n"));
    if request.inputs.is_empty() {
        return Err(fail("reduction testcase positional argument must be specified".into()));
    }
    let Some(test) = &asked.test else { return Err(fail("--test option must be specified".into())) };
    let names = |text: &str| text.split(',').filter(|n| !n.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    let passes = passes(&names(&asked.passes), &names(&asked.skipped))
        .map_err(|name| Failure::from(format!("unknown pass \"{name}\"\n")))?;
    let mut settings = Settings::default();
    if let Some(pipeline) = &asked.pipeline {
        Pipeline::parse(pipeline).map_err(|message| Failure::from(format!("{program}: {message}\n")))?;
        settings.pipeline.clone_from(pipeline);
    }
    if let Some(most) = asked.most_inlined {
        settings.most_inlined = usize::try_from(most).unwrap_or(usize::MAX);
    }
    let (bytes, outcome) = read(Tool::Reduce, program, request, request.input())?;
    let mut module = outcome.module;
    verify_input(Tool::Reduce, program, request, &mut module)?;
    let output = match &request.output {
        _ if asked.in_place => request.input().to_owned(),
        Some(output) => output.clone(),
        None if asked.writes_bitcode || is_bitcode(&bytes) => "reduced.bc".into(),
        None => "reduced.ll".into(),
    };
    let writes_bitcode = asked.writes_bitcode || output.extension().is_some_and(|e| e == "bc");
    let test = Test {
        program: test.clone(),
        args: asked.args.clone(),
        bitcode: asked.temporary_bitcode || writes_bitcode,
        keeps_debug_environment: asked.keeps_debug_environment,
    };
    let form = if writes_bitcode { Form::Bitcode } else { Form::Text };
    let options = Options {
        passes,
        iterations: asked.iterations.unwrap_or(5) as usize,
        jobs: asked.jobs.unwrap_or(1).max(1) as usize,
        granularity: asked.granularity,
        settings,
    };
    let done = run_reduction(
        module,
        &test,
        &options,
        asked.stops_at_invalid,
        &mut |module| {
            write_form(module, None, &output, form)?;
            tell(format!(" **** SUCCESS | Saved new best reduction to {}\n", output.display()));
            Ok(())
        },
        &mut |pass| tell(format!("*** {} ({})...\n{}\n", pass.title, pass.name, "-".repeat(80))),
    );
    match done {
        Ok(module) => {
            // A module that could not be reduced is written too.
            write_form(&module, None, &output, form)?;
            tell(format!("Done reducing! Reduced testcase: {}\n", output.display()));
            Ok(0)
        }
        Err(Trouble::NotInteresting) => {
            Err(Failure::WithStatus(2, b"\nInput isn't interesting! Verify interesting-ness test\n".to_vec()))
        }
        Err(Trouble::Failed(error)) => Err(fail(reason(&error))),
        Err(Trouble::Invalid(pass)) => Err(fail(format!("invalid reduction by {}", pass.name))),
    }
}
