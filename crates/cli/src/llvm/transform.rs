//! `opt`, `llvm-as` and `verify-uselistorder`: tools that read, verify and write a module.

use std::borrow::Cow;
use std::io::LineWriter;
use std::mem::ManuallyDrop;
use std::path::Path;

use lindworm::analysis::module_summary::summarize;
use lindworm::bitcode;
use lindworm::ir::data_layout::DataLayout;
use lindworm::ir::parallel;
use lindworm::ir::triple::{Arch, Triple};
use lindworm::passes::{PassOptions, PassRun, Pipeline, Step, Unit};
use lindworm::source::Source;
use lindworm::text::Writer;
use lindworm::verifier::{Options, verify_with};
use lindworm::{
    Context, DataLayoutSource, FindingWriter, Module, ReadError, ReadOptions, ReadOutcome, Report, SummaryIndex,
    WriteOptions, read_any,
};

use super::instruments::Session;
use super::{
    Failure, Request, Tool, bitcode_of, is_refused, output_path, read_bytes, says_something, target, thin_lto,
    write_bitcode,
};
use crate::files::{input_name, write_in_any_order, write_output};
use crate::form::BITCODE_VERSION;
use crate::input::Input;
use crate::report;
use crate::streams::{self, tell};
use crate::verify_uselistorder;

/// Reads the input and writes the output; gives the exit status.
pub fn run(tool: Tool, program: &str, request: &Request) -> Result<i32, Failure> {
    if request.lists_passes {
        streams::print(Pipeline::list().into_bytes())?;
        return Ok(0);
    }
    let input = request.input();
    let (_, outcome) = read(tool, program, request, input)?;
    // The process ends soon: dropping the module would waste time.
    let mut outcome = ManuallyDrop::new(outcome);
    let ReadOutcome { module, warnings, summary, .. } = &mut *outcome;
    check_version(program, request, request.assembly, module)?;
    let triple = request.triple.as_deref().unwrap_or(module.triple());
    if tool == Tool::Opt && !triple.is_empty() && module.data_layout().text.is_empty() && request.data_layout.is_none()
    {
        tell(format!("{program}: warning: failed to infer data layout from target triple\n"));
    }
    for warning in warnings {
        tell(format!("warning: {warning}\n"));
    }
    let output = match tool {
        Tool::As => output_path(request, input, ".ll", ".bc"),
        _ => output_path(request, Path::new("-"), "", ""),
    };
    let has_target = !request.cpu.is_empty() || !request.features.is_empty();
    let only_converts = tool != Tool::VerifyUseListOrder
        && request.passes.is_none()
        && request.triple.is_none()
        && !has_target
        && request.function_attributes.is_empty()
        && !request.strip_debug
        && !request.thin_lto;
    if only_converts && !request.no_output && !request.module_summary {
        let make = || make(request, module, summary.as_ref());
        if let Some(made) = while_checking(tool, request, module, make) {
            if tool == Tool::Opt {
                check_architecture(program, module)?;
            }
            return put(request, &output, made, summary.as_ref()).map(|()| 0);
        }
    }
    verify_input(tool, program, request, module)?;
    if tool == Tool::VerifyUseListOrder {
        let how = verify_uselistorder::Check {
            shuffles: request.shuffles.unwrap_or(1),
            save_temps: request.save_temps,
            read: request.read_options(),
            write: request.write_options(),
        };
        return verify_uselistorder::run(&mut LineWriter::new(streams::stdout()?), module, &how).map(|()| 0);
    }
    if tool == Tool::Opt {
        check_architecture(program, module)?;
        target::add_function_attributes(module, &request.function_attributes);
        if has_target && Triple::in_version(module.version(), module.triple()).arch != Arch::Unknown {
            target::set_function_attributes(module, &request.cpu, &request.features);
        }
    }
    if request.strip_debug {
        module.strip_debug_info();
    }
    if request.thin_lto && thin_lto::add_flags(request, module) && !request.no_verify {
        verify_as_pass(Unit::Module, request, module)?;
    }
    if let Some(passes) = &request.passes {
        let pipeline = pipeline(passes, request).map_err(|e| format!("{}: {e}\n", tool.name()))?;
        if request.print_pipeline {
            let mut texts: Vec<String> = pipeline.steps.iter().map(Step::text).collect();
            texts.extend((!request.no_verify).then(|| "verify".into()));
            texts.extend(
                (!request.no_output).then(|| if request.assembly { "print" } else { "BitcodeWriterPass" }.into()),
            );
            streams::print(format!("{}\n", texts.join(",")).into_bytes())?;
            return Ok(0);
        }
        run_passes(&pipeline, request, module)?;
    }
    if request.no_output {
        if request.output.is_some() && tool == Tool::Opt {
            tell("WARNING: The -o (output filename) option is ignored when\nthe --disable-output option is used.\n");
        }
        return Ok(0);
    }
    if request.thin_lto && !request.assembly {
        return thin_lto::write(program, request, module, &output).map(|()| 0);
    }
    let made = request.module_summary.then(|| summarize(module));
    let summary = made.as_ref().or(summary.as_ref());
    let made = match &made {
        Some(summary) if !request.assembly => {
            thin_lto::check_names(module)?;
            Made::Bitcode(bitcode::write_with_summary(module, summary, &request.bitcode_options()))
        }
        None if !request.assembly && !summary.as_ref().is_some_and(says_something) => Made::Module(module),
        _ => make(request, module, summary),
    };
    put(request, &output, made, summary).map(|()| 0)
}

/// What goes out.
pub enum Made<'m> {
    Text(Box<Writer<'m>>),
    Bitcode(Vec<u8>),
    /// A module that becomes bitcode piece by piece, as it is written.
    Module(&'m Module),
}

fn make<'m>(request: &Request, module: &'m Module, summary: Option<&SummaryIndex>) -> Made<'m> {
    match request.assembly {
        true => Made::Text(Box::new(Writer::with_options(module, &request.write_options()))),
        false => Made::Bitcode(bitcode_of(module, summary, &request.bitcode_options())),
    }
}

fn put(request: &Request, output: &Path, made: Made<'_>, summary: Option<&SummaryIndex>) -> Result<(), Failure> {
    match made {
        Made::Bitcode(bytes) => write_bitcode(request, output, &bytes),
        Made::Module(_) if is_refused(request, output) => Ok(()),
        Made::Module(module) => write_in_any_order(output, |out| {
            Ok::<(), Failure>(bitcode::write_to(module, &request.bitcode_options(), out)?)
        }),
        Made::Text(writer) => put_text(output, &writer, summary),
    }
}

/// Writes a module, as text or bitcode. The order of uses is kept in bitcode only if that is asked for.
pub fn put_module(request: &Request, module: &Module) -> Result<(), Failure> {
    put_made(request, make_module(request, module))
}

/// What is to go out of a module.
pub fn make_module<'m>(request: &Request, module: &'m Module) -> Made<'m> {
    if request.assembly {
        return make(request, module, None);
    }
    Made::Bitcode(bitcode_of(module, None, &module_options(request)))
}

/// How the bitcode of a module is written.
pub fn module_options(request: &Request) -> bitcode::WriteOptions {
    let preserve_use_list_order = request.preserve_in_bitcode.unwrap_or(false);
    bitcode::WriteOptions { preserve_use_list_order, ..request.bitcode_options() }
}

/// Writes it.
pub fn put_made(request: &Request, made: Made<'_>) -> Result<(), Failure> {
    put(request, request.output.as_deref().unwrap_or(Path::new("-")), made, None)
}

/// Writes a module's text, and its summary behind it.
pub fn put_text(output: &Path, writer: &Writer<'_>, summary: Option<&SummaryIndex>) -> Result<(), Failure> {
    Ok(write_output(output, |out| {
        writer.write(out)?;
        summary.map_or(Ok(()), |summary| lindworm::write_summary(summary, out))
    })?)
}

/// What `make` gives, called while a module is checked; nothing if something is to be said about the module, or if it is so small
/// that it is not worth waking another thread.
pub fn while_checking<T: Send>(
    tool: Tool,
    request: &Request,
    module: &Module,
    make: impl FnOnce() -> T + Send,
) -> Option<T> {
    if !is_large(module) {
        return None;
    }
    let (is_valid, made) = parallel::join(|| is_valid(tool, request, module), make);
    is_valid.then_some(made)
}

/// Whether checking a module takes long enough to do something else meanwhile.
pub fn is_large(module: &Module) -> bool {
    const MANY_INSTS: usize = 1 << 13;
    let bodies = module.functions().iter().filter_map(|&f| module.body(f));
    bodies.map(|body| body.inst_count()).sum::<usize>() >= MANY_INSTS
}

/// Reads the input of a tool.
pub fn read(tool: Tool, program: &str, request: &Request, input: &Path) -> Result<(Input, ReadOutcome), Failure> {
    read_in(&Context::new(), tool, program, request, input)
}

/// Reads an input of a tool into a context.
pub fn read_in(
    context: &Context,
    tool: Tool,
    program: &str,
    request: &Request,
    input: &Path,
) -> Result<(Input, ReadOutcome), Failure> {
    let bytes = read_bytes(program, input)?;
    let outcome = read_from(context, tool, program, request, &input_name(input), &bytes)?;
    Ok((bytes, outcome))
}

/// Reads the input of a tool, which is called `name`, from these bytes.
pub fn read_from(
    context: &Context,
    tool: Tool,
    program: &str,
    request: &Request,
    name: &str,
    bytes: &[u8],
) -> Result<ReadOutcome, Failure> {
    let data_layout = match (tool, &request.data_layout, &request.triple) {
        (_, Some(layout), _) => {
            DataLayout::parse(layout).map_err(|message| format!("{program}: <unknown>:0: error: {message}\n"))?;
            DataLayoutSource::Given(layout.clone())
        }
        (_, _, Some(triple)) => DataLayoutSource::ModuleOrGivenTriple(triple.clone()),
        (Tool::Opt | Tool::Compiler, ..) => DataLayoutSource::ModuleOrTriple,
        _ => DataLayoutSource::Module,
    };
    let options = ReadOptions {
        data_layout,
        odr_types: has_type_map(tool, request),
        spans: tool == Tool::Interpreter,
        summary: tool == Tool::As,
        ..request.read_options()
    };
    read_any(context, name, bytes, &options).map_err(|error| match error {
        ReadError::Text(errors) => {
            let shown = |e| report::llvm(program, &Source::new(name, bytes), e);
            Failure::Message(errors.first().map_or(Vec::new(), shown))
        }
        ReadError::Bitcode(error) => format!("{program}: {name}: error: {}\n", error.llvm_message()).into(),
    })
}

const BROKEN_MODULE: Failure = Failure::Fatal(Cow::Borrowed("Broken module found, compilation aborted!"));

/// Whether types of debug information of one identifier become one.
fn has_type_map(tool: Tool, request: &Request) -> bool {
    matches!(tool, Tool::Opt | Tool::Link) && !request.no_type_map
}

/// How a tool has modules checked.
pub fn verifier_options(tool: Tool, request: &Request) -> Options {
    Options {
        odr_uniquing: has_type_map(tool, request),
        noalias_scope_dominance: request.noalias_scope_dominance,
        skips_bodies: false,
        skips_nodes: false,
    }
}

/// Whether a tool has what was read from text or bitcode checked at all.
fn checks(tool: Tool, request: &Request) -> bool {
    tool != Tool::As || !request.no_verify
}

/// Whether a tool has modules checked that are not known to be good when they are read.
fn checks_after_all(tool: Tool, request: &Request) -> bool {
    tool != Tool::Dis && !request.no_verify
}

/// Whether [`verify_input`] has nothing to say of a module that keeps its triple.
fn is_valid(tool: Tool, request: &Request, module: &Module) -> bool {
    let options = verifier_options(tool, request);
    let after_reading = || lindworm::verify_after_reading(module, options).map(|report| report.is_ok());
    let after_all = || !checks_after_all(tool, request) || verify_with(module, options).is_ok();
    !checks(tool, request) || after_reading().unwrap_or_else(after_all)
}

/// Checks a module that has debug info, as LLVM's readers do, and drops that if it is broken. Gives what was found; nothing if nothing
/// was checked.
pub fn drop_broken_debug_info(
    tool: Tool,
    program: &str,
    request: &Request,
    module: &mut Module,
) -> Result<Option<Report>, Failure> {
    let report = lindworm::verify_after_reading(module, verifier_options(tool, request));
    drop_broken(tool, program, request, module, report)
}

/// [`drop_broken_debug_info`] for a module that was verified already, with the report of the verifier.
pub fn drop_broken(
    tool: Tool,
    program: &str,
    request: &Request,
    module: &mut Module,
    report: Option<Report>,
) -> Result<Option<Report>, Failure> {
    let Some(report) = report else { return Ok(None) };
    show(request, module, &report);
    if report.is_broken() {
        return Err(BROKEN_MODULE);
    }
    if report.has_broken_debug_info() {
        module.strip_debug_info();
        let tool = if tool == Tool::Dis { format!("{program}: ") } else { String::new() };
        tell(format!("{tool}warning: ignoring invalid debug info in {}\n", module.name()));
    }
    Ok(Some(report))
}

/// Checks what was read when and as LLVM's tools do, drops broken debug info, and gives the module the triple that is asked for.
pub fn verify_input(tool: Tool, program: &str, request: &Request, module: &mut Module) -> Result<(), Failure> {
    if !checks(tool, request) {
        return Ok(());
    }
    let after_reading = drop_broken_debug_info(tool, program, request, module)?;
    if let Some(triple) = &request.triple {
        module.set_triple(&triple[..]);
    }
    let known_good = request.triple.is_none() && after_reading.is_some_and(|r| r.is_ok());
    if known_good || !checks_after_all(tool, request) {
        return Ok(());
    }
    let report = verify_with(module, verifier_options(tool, request));
    if report.is_ok() {
        return Ok(());
    }
    if tool == Tool::As {
        tell(format!("{program}: assembly parsed, but does not verify as correct!\n"));
    }
    show(request, module, &report);
    match tool {
        Tool::Opt | Tool::Interpreter | Tool::VerifyUseListOrder => {
            let input = request.input().display();
            Err(format!("{program}: {input}: error: input module is broken!\n").into())
        }
        _ => Err(Failure::Message(Vec::new())),
    }
}

/// Checks as the pass `verify` does.
pub fn verify_as_pass(unit: Unit<'_>, request: &Request, module: &Module) -> Result<(), Failure> {
    let report = verify_with(module, verifier_options(Tool::Opt, request));
    show(request, module, &report);
    match unit {
        _ if report.is_ok() => Ok(()),
        Unit::Module => Err(BROKEN_MODULE),
        _ => Err(Failure::Fatal("Broken function found, compilation aborted!".into())),
    }
}

/// Runs the steps of a pipeline, and verifies the module that they leave.
fn run_passes(pipeline: &Pipeline, request: &Request, module: &mut Module) -> Result<(), Failure> {
    let counters = &request.pass_options.counters;
    if request.counter_queries {
        counters.iter().for_each(|counter| counter.set_log(|text: String| tell(text)));
    }
    let mut session = Session::new(request);
    parallel::on_pool(|| pipeline.run_with(module, &mut session))?;
    if request.print_counters {
        let lines: String = counters.iter().map(|counter| counter.line()).collect();
        tell(format!("Counters and values:\n{lines}"));
    }
    session.finish(module)
}

/// Checks what a pass made.
pub fn verify_after(pass: &PassRun<'_>, request: &Request, module: &Module) -> Result<(), Failure> {
    let report = verify_with(module, verifier_options(Tool::Opt, request));
    show(request, module, &report);
    let what = match pass.unit {
        Unit::Functions(_) | Unit::Function(_) | Unit::Loop(..) => "function",
        Unit::Module | Unit::Component(_) => "module",
    };
    match report.is_ok() {
        true => Ok(()),
        false => Err(Failure::Fatal(
            format!("Broken {what} found after pass \"{}\", compilation aborted!", pass.class).into(),
        )),
    }
}

/// The pipeline that a command line asks for. Extensions that are malformed are left out.
fn pipeline(passes: &str, request: &Request) -> Result<Pipeline, String> {
    let mut options = request.pass_options.clone();
    options.extensions.retain(|(point, text)| match point.check(text, &PassOptions::default()) {
        Ok(()) => true,
        Err(message) => {
            tell(format!("Could not parse -passes-ep-{} pipeline: {message}. I'm going to ignore it.\n", point.name()));
            false
        }
    });
    Pipeline::parse_with(passes, &options)
}

/// Says what the verifier found, as LLVM says it.
pub fn show(request: &Request, module: &Module, report: &Report) {
    if report.is_ok() {
        return;
    }
    let mut out = Vec::new();
    let options = WriteOptions { addr_space_names: request.addr_space_names, ..WriteOptions::default() };
    let mut writer = FindingWriter::with_options(module, options);
    for finding in &report.findings {
        writer.write(&mut out, finding);
        if out.len() >= 1 << 16 {
            tell(&out);
            out.clear();
        }
    }
    tell(out);
}

/// Refuses what the version that is written has no form for, as text or as bitcode.
pub fn check_version(program: &str, request: &Request, as_text: bool, module: &Module) -> Result<(), Failure> {
    if request.no_output {
        return Ok(());
    }
    if !as_text && request.version > BITCODE_VERSION {
        return Err(format!("{program}: error: bitcode is written as {BITCODE_VERSION} writes it\n").into());
    }
    match module.newer_form(module.version()) {
        None => Ok(()),
        Some(newer) => Err(format!("{program}: {}: error: {}\n", module.name(), newer.message(module)).into()),
    }
}

/// Refuses an architecture that is not known, as `opt` does.
fn check_architecture(program: &str, module: &Module) -> Result<(), Failure> {
    let Triple { arch, parts: [name, ..], .. } = Triple::in_version(module.version(), module.triple());
    if arch == Arch::Unknown && !matches!(name, b"" | b"unknown") {
        let name = String::from_utf8_lossy(name);
        return Err(format!("{program}: unrecognized architecture '{name}' provided.\n").into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use lindworm::ir::module::Linkage;
    use lindworm::passes::ModulePass;

    use super::*;

    /// Gives functions a linkage.
    struct Relink(Linkage);

    impl ModulePass for Relink {
        fn name(&self) -> &'static str {
            "relink"
        }

        fn run(&self, module: &mut Module) {
            for f in module.functions().to_vec() {
                module[f].linkage = self.0;
            }
        }
    }

    #[test]
    fn each_pass_is_verified_if_that_is_asked_for() {
        let run = |verify_each| {
            let text = b"define void @f() {\n  ret void\n}\n";
            let read = read_any(&Context::new(), "m", text, &ReadOptions::default());
            let mut module = read.map(|outcome| outcome.module).unwrap_or_else(|_| panic!("not read"));
            // A function cannot have common linkage; the second pass repairs the module that the first pass breaks.
            let passes = [Linkage::Common, Linkage::External].map(|linkage| Step::Module(Box::new(Relink(linkage))));
            let request = Request { verify_each, ..Request::default() };
            run_passes(&Pipeline { steps: passes.into() }, &request, &mut module)
        };
        assert!(run(false).is_ok());
        let Err(Failure::Fatal(text)) = run(true) else { panic!("the module is not verified") };
        assert_eq!(text, "Broken module found after pass \"relink\", compilation aborted!");
    }
}
