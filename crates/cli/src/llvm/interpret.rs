//! `lli`: runs a program.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lindworm::Module;
use lindworm::run_report::ModuleText;

use super::transform::{read, verify_input};
use super::{Failure, Request, Tool, read_bytes};
use crate::files::input_name;
use crate::native::{self, Dump, Extra};
use crate::run::{Entry, Format, Run, kept};
use crate::streams::tell;

/// How `lli` compiles a program.
#[derive(Debug, Default, PartialEq)]
pub struct JitRequest {
    pub is_lazy: bool,
    /// Whether whole modules are compiled even if the kind of compilation is lazy.
    pub per_module: bool,
    pub dump: Dump,
    pub threads: Vec<String>,
    pub without_process: bool,
    /// Whether objects are kept: in a directory, or beside their modules.
    pub uses_cache: bool,
    pub cache: Option<PathBuf>,
}

impl JitRequest {
    /// The file of the object of a module.
    fn cached(&self, module: &Path) -> PathBuf {
        match &self.cache {
            // The path of the module, absolute or not, becomes a part of that of the object.
            Some(directory) => directory.join(module.strip_prefix("/").unwrap_or(module)).with_extension("o"),
            None => module.with_extension("o"),
        }
    }
}

/// Reads the modules of a program and runs it; gives its exit status. What cannot be compiled is interpreted.
pub fn run(program: &str, request: &Request) -> Result<i32, Failure> {
    let input = request.input();
    let (mut modules, mut texts) = (Vec::new(), Vec::new());
    let inputs: Vec<&Path> = std::iter::once(input).chain(request.extra_modules.iter().map(|m| &**m)).collect();
    for &file in &inputs {
        let (bytes, mut outcome) = read(Tool::Interpreter, program, request, file)?;
        outcome.warnings.iter().for_each(|warning| tell(format!("warning: {warning}\n")));
        verify_input(Tool::Interpreter, program, request, &mut outcome.module)?;
        modules.push(outcome.module);
        texts.push(ModuleText { name: input_name(file), bytes: kept(bytes), spans: outcome.spans });
    }
    let extra = Extra {
        objects: bytes_of(program, &request.extra_objects)?,
        archives: bytes_of(program, &request.extra_archives)?,
        is_lazy: request.jit.is_lazy && !request.jit.per_module,
        dump: if request.jit.is_lazy { request.jit.dump } else { Dump::Nothing },
        threads: request.jit.threads.clone(),
        without_process: request.jit.without_process,
        emulated_thread_locals: request.compile.options.emulated_thread_locals,
        cache: match request.jit.uses_cache {
            true => inputs.iter().map(|file| request.jit.cached(file)).collect(),
            false => Vec::new(),
        },
        ..Extra::default()
    };
    let has_objects = !extra.objects.is_empty() || !extra.archives.is_empty();
    let entry = request.entry.clone().unwrap_or_else(|| "main".into());
    let defined = |m: &Module| m.global_named(entry.as_bytes()).is_some_and(|g| m.body(g).is_some());
    if !has_objects && !modules.iter().any(defined) {
        let message = format!("{program}: error: '{entry}' function not found in module.\n").into_bytes();
        return Err(Failure::WithStatus(255, message));
    }
    let name = request.program_name.clone().unwrap_or_else(|| {
        let name = input_name(input).into_bytes();
        name.strip_suffix(b".bc").map(<[u8]>::to_vec).unwrap_or(name)
    });
    let args: Vec<Vec<u8>> = std::iter::once(name).chain(request.args.iter().cloned()).collect();
    if has_objects && request.interprets {
        return Err(format!("{program}: error: objects cannot be interpreted\n").into());
    }
    if !request.interprets {
        let must_compile = has_objects || request.jit.without_process;
        let shared: Vec<Arc<Module>> = modules.into_iter().map(Arc::new).collect();
        match native::run(&shared, &request.libraries, &entry, &args, extra) {
            Ok(status) => return Ok(status),
            Err(why) if must_compile => {
                let words = if why.starts_with("Symbols not found") { "JIT session error" } else { "error" };
                return Err(format!("{program}: {words}: {why}\n").into());
            }
            Err(_) => modules = shared.into_iter().filter_map(Arc::into_inner).collect(),
        }
    }
    let options = lindworm::interp::Options { libraries: request.libraries.clone(), ..Default::default() };
    let run = Run { modules, texts, entry: Entry::Main(entry), args, options, format: Format::Human, trace: None };
    Ok(run.run())
}

fn bytes_of(program: &str, paths: &[std::path::PathBuf]) -> Result<Vec<Vec<u8>>, Failure> {
    paths.iter().map(|path| Ok(read_bytes(program, path)?.to_vec())).collect()
}
