//! `llvm-link`: links modules into one module.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::ErrorKind;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::sync::mpsc::sync_channel;

use lindworm::bitcode::archive::is_archive;
use lindworm::bitcode::file::BitcodeFile;
use lindworm::ir::hash::HashSet;
use lindworm::ir::module::Linkage;
use lindworm::ir::parallel;
use lindworm::link::{LinkOptions, Linker, internalize_promoted, promote};
use lindworm::source::Source;
use lindworm::verifier::{Options, Report, verify_with};
use lindworm::{
    Context, DataLayoutSource, Global, Module, ReadError, ReadOptions, SummaryIndex, bitcode, read_any,
    read_bitcode_module, to_bytes,
};

use super::objects::read_archive;
use super::transform::{
    drop_broken, is_large, make_module, module_options, put_made, put_module, show, verifier_options,
};
use super::{Failure, Request, Tool};
use crate::files::{input_name, is_dash, read_input, reason, write_in_any_order};
use crate::report;
use crate::streams::tell;

/// Links all inputs, then those that override what they define.
pub fn run(program: &str, request: &Request) -> Result<i32, Failure> {
    let context = Context::new();
    let new = if request.no_type_map { Linker::without_odr_types } else { Linker::new };
    let mut linker = new(&context, "llvm-link");
    // Linking changes no metadata node, so that the result is checked without the nodes: those of the inputs are valid.
    let mut skips_nodes = request.imports.is_empty() && request.summary_index.is_none();
    let mut index = request.summary_index.as_deref().map(|file| read_index(program, file)).transpose()?;
    // No thin link has decided which local symbols other modules refer to, so all of them count as exported.
    index.iter_mut().for_each(export_all);
    let of_inputs =
        LinkOptions { only_needed: request.only_needed, internalize: request.internalize, override_earlier: false };
    // The options do not apply to the first file of each kind, which is linked as a whole.
    let lists = [
        (&request.inputs, of_inputs, LinkOptions::default()),
        (
            &request.overriding,
            LinkOptions { override_earlier: true, ..of_inputs },
            LinkOptions { override_earlier: true, ..LinkOptions::default() },
        ),
    ];
    for (files, options, of_first) in lists {
        let mut options_of_next = of_first;
        let readers = parallel::threads().min(files.len());
        let is_one_of_many = files.len() > 2 * readers;
        let load = &|file: &Path| match is_one_of_many {
            true => parallel::alone(|| load(program, request, file)),
            false => load(program, request, file),
        };
        // The next files are read, one per thread, while the previous file is linked.
        std::thread::scope(|scope| {
            let read = |first: usize| {
                let (send, loaded) = sync_channel(0);
                let mut files = files.iter().skip(first).step_by(readers);
                scope.spawn(move || files.all(|file| send.send(load(file)).is_ok()));
                loaded
            };
            let queues: Vec<_> = (0..readers).map(read).collect();
            for (file, queue) in files.iter().zip(queues.iter().cycle()) {
                // The scope passes on the panic of a reader.
                let Ok(loaded) = queue.recv() else { break };
                if request.verbose {
                    tell(format!("Loading '{}'\n", input_name(file)));
                }
                tell(&loaded.said);
                let (module, report) = loaded.module?;
                skips_nodes &= report.as_ref().is_some_and(Report::is_ok);
                let mut module = checked(program, request, module, report)?;
                if let Some(index) = &index {
                    promote(&mut module, index);
                }
                if request.verbose {
                    tell(format!("Linking in '{}'\n", input_name(file)));
                }
                let warnings = linker.link(module, &options_of_next).map_err(|e| format!("error: {e}\n"))?;
                tell(shown_warnings(request, &warnings));
                options_of_next = options;
            }
            Ok::<(), Failure>(())
        })?;
    }
    if let Some(index) = &index {
        import(program, request, &mut linker, index)?;
    }
    let mut module = ManuallyDrop::new(linker.finish());
    if index.is_some() {
        internalize_promoted(&mut module);
    }
    if request.dump_assembly {
        tell(b"Here's the assembly:\n");
        tell(to_bytes(&module));
    }
    let check = || (!request.no_verify).then(|| verify_with(&module, Options { skips_nodes, ..Options::default() }));
    let accept = |report: Option<Report>| {
        if let Some(report) = report.filter(|report| !report.is_ok()) {
            show(request, &module, &report);
            return Err(Failure::from(format!("{program}: error: linked module is broken!\n")));
        }
        if request.verbose {
            tell(b"Writing bitcode...\n");
        }
        Ok(())
    };
    if !is_large(&module) {
        accept(check())?;
        return put_module(request, &module).map(|()| 0);
    }
    let file = request.output.as_deref().filter(|file| !request.assembly && !is_dash(file));
    let Some(file) = file else {
        let (report, made) = parallel::join(check, || make_module(request, &module));
        accept(report)?;
        return put_made(request, made).map(|()| 0);
    };
    // The file that is written meanwhile replaces the old one only if the module is valid.
    let options = module_options(request);
    write_in_any_order(file, |out| {
        let (report, written) = parallel::join(check, || bitcode::write_to(&module, &options, out));
        accept(report)?;
        Ok::<(), Failure>(written?)
    })?;
    Ok(0)
}

fn shown_warnings(request: &Request, warnings: &[String]) -> String {
    let shown = warnings.iter().filter(|_| !request.suppress_warnings);
    shown.map(|warning| format!("warning: {warning}\n")).collect()
}

/// Reads the summaries of a file of bitcode; none if it has none.
fn read_index(program: &str, file: &Path) -> Result<SummaryIndex, Failure> {
    let bytes = read_input(file).map_err(|e| format!("{program}: {}\n", reason(&e)))?;
    let index = BitcodeFile::single_module(&bytes).and_then(|module| bitcode::read_summary(&input_name(file), &module));
    Ok(index.map_err(|e| format!("{program}: {}\n", e.llvm_message()))?.unwrap_or_default())
}

/// Makes every definition of an index visible outside its module.
fn export_all(index: &mut SummaryIndex) {
    for summary in index.globals.values_mut().flat_map(|global| &mut global.summaries) {
        if summary.flags.linkage.is_local() {
            summary.flags.linkage = Linkage::External;
        }
    }
}

/// Imports the functions that `-import` names, file by file.
fn import(program: &str, request: &Request, linker: &mut Linker, index: &SummaryIndex) -> Result<(), Failure> {
    let mut files: BTreeMap<&str, (Module, HashSet<Global>)> = BTreeMap::new();
    for asked in &request.imports {
        let Some((function, file)) = asked.split_once(':') else {
            return Err(format!("Import parameter bad format: {asked}\n").into());
        };
        let (module, functions) = match files.entry(file) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                if request.verbose {
                    tell(format!("Loading '{file}'\n"));
                }
                entry.insert((load_valid(program, request, file)?, HashSet::default()))
            }
        };
        let found = module.global_named(function.as_bytes()).filter(|&f| module[f].as_function().is_some());
        let ignored = match found {
            None => "non-existent",
            Some(f) if module[f].linkage == Linkage::WeakAny => "weak-any",
            Some(f) => {
                if request.verbose {
                    tell(format!("Importing {function} from {file}\n"));
                }
                functions.insert(f);
                continue;
            }
        };
        tell(format!("Ignoring import request for {ignored} function {function} from {file}\n"));
    }
    for (module, functions) in files.into_values().filter(|(_, functions)| !functions.is_empty()) {
        let warnings = linker.import(module, &functions, index);
        let warnings = warnings.map_err(|e| format!("{program}: Function Import: link error: {e}\n"))?;
        tell(shown_warnings(request, &warnings));
    }
    Ok(())
}

/// Reads the module of a file and checks it.
fn load_valid(program: &str, request: &Request, file: &str) -> Result<Module, Failure> {
    let loaded = load(program, request, Path::new(file));
    tell(&loaded.said);
    let (module, report) = loaded.module?;
    let module = checked(program, request, module, report)?;
    let report = verify_with(&module, Options::default());
    if !report.is_ok() {
        show(request, &module, &report);
        return Err(format!("{program}: {file}error: input module is broken!\n").into());
    }
    Ok(module)
}

/// What was read of a file.
struct Loaded {
    /// What is told of it.
    said: Vec<u8>,
    /// Its module, and what was found where debug information is checked.
    module: Result<(Module, Option<Report>), Failure>,
}

/// Reads a file into a context of its own, on any thread.
fn load(program: &str, request: &Request, file: &Path) -> Loaded {
    let mut said = Vec::new();
    let module = read(program, request, file, &mut said).map(|(module, is_lazy)| {
        let options = Options { skips_bodies: is_lazy, ..verifier_options(Tool::Link, request) };
        let report = lindworm::verify_after_reading(&module, options);
        (module, report)
    });
    Loaded { said, module }
}

/// Reads a file. Gives the module, and whether LLVM's linker reads its bodies on demand, and so does not check them: the linked
/// module is checked.
fn read(program: &str, request: &Request, file: &Path, said: &mut Vec<u8>) -> Result<(Module, bool), Failure> {
    let name = input_name(file);
    let bytes = read_input(file).map_err(|e| match e.kind() {
        ErrorKind::NotFound if !is_dash(file) => {
            format!("{program}: No such file or directory: '{}'\n", file.display())
        }
        _ => format!("{program}: error: Could not open input file: {}\n", reason(&e)),
    })?;
    let options = ReadOptions {
        data_layout: DataLayoutSource::Module,
        odr_types: !request.no_type_map,
        ..request.read_options()
    };
    if is_archive(&bytes) {
        return Ok((link_archive(program, request, &name, &bytes, &options, said)?, false));
    }
    let outcome = read_any(&Context::new(), &name, &bytes, &options).map_err(|error| {
        match error {
            ReadError::Text(errors) => {
                let source = Source::new(&name, &bytes);
                if let Some(error) = errors.first() {
                    said.extend(report::llvm(program, &source, error));
                }
            }
            ReadError::Bitcode(error) => {
                said.extend_from_slice(format!("{program}: {name}: error: {}\n", error.llvm_message()).as_bytes());
            }
        }
        format!("{program}: error:  loading file '{name}'\n")
    })?;
    for warning in &outcome.warnings {
        said.extend_from_slice(format!("warning: {warning}\n").as_bytes());
    }
    Ok((outcome.module, bitcode::is_bitcode(&bytes)))
}

/// Links all members of an archive, which have to be bitcode.
fn link_archive(
    program: &str,
    request: &Request,
    name: &str,
    bytes: &[u8],
    options: &ReadOptions,
    said: &mut Vec<u8>,
) -> Result<Module, Failure> {
    let archive = read_archive(bytes).map_err(|e| format!("{program}: {e}\n"))?;
    let fail =
        |why: String| Failure::from(format!("{program}: error: {why}\n{program}: error:  loading file '{name}'\n"));
    if request.verbose {
        said.extend(format!("Reading library archive file '{name}' to memory\n").into_bytes());
    }
    let mut linker = Linker::new(&Context::new(), "ArchiveModule");
    for (member, data) in archive.entries.iter().filter_map(|entry| Some((&entry.name, entry.data?))) {
        let member = String::from_utf8_lossy(member);
        if request.verbose {
            said.extend(format!("Parsing member '{member}' of archive library to module.\n").into_bytes());
        }
        if !bitcode::is_bitcode(data) {
            return Err(fail(format!("  member of archive is not a bitcode file: '{member}'")));
        }
        let module = BitcodeFile::single_module(data)
            .and_then(|module| read_bitcode_module(&Context::new(), &member, &module, options))
            .map_err(|_| fail(format!(" parsing member '{member}' of archive library failed'{name}'")))?;
        if request.verbose {
            said.extend(format!("Linking member '{member}' of archive library.\n").into_bytes());
        }
        let warnings = linker.link(module.module, &LinkOptions::default());
        let warnings = warnings.map_err(|e| format!("error: {e}\n{program}: error:  loading file '{name}'\n"))?;
        said.extend(shown_warnings(request, &warnings).into_bytes());
    }
    Ok(linker.finish())
}

/// A module that was read, without debug information that is broken.
fn checked(program: &str, request: &Request, mut module: Module, report: Option<Report>) -> Result<Module, Failure> {
    drop_broken(Tool::Link, program, request, &mut module, report)?;
    if request.no_type_map && !request.no_verify {
        let report = verify_with(&module, Options::default());
        if !report.is_ok() {
            show(request, &module, &report);
            return Err(format!("{program}: {}: error: input module is broken!\n", module.name()).into());
        }
    }
    Ok(module)
}
