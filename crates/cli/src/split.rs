//! `lindworm split`: splits a module into parts.

use std::io;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use lindworm::Module;
use lindworm::link::{Category, SplitOptions, split, split_by_category};

use crate::form::{Form, write_form};
use crate::progress::Progress;
use crate::reading::read_module;
use crate::streams::print;

/// What is split, and how.
#[derive(clap::Args)]
pub struct Args {
    /// File to read; `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What the names of the parts begin with: PREFIX.0.bc, PREFIX.1.bc, ...; by default, the name of the file without its extension
    #[arg(short, long, value_name = "PREFIX")]
    output: Option<PathBuf>,
    /// Number of parts
    #[arg(short = 'n', long, value_name = "NUMBER", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1024))]
    parts: u32,
    /// Leave internal and private symbols as they are, in one part with all that refers to them
    #[arg(long)]
    keep_locals: bool,
    /// Give each part as many functions as the others, rather than go by hashes of their names
    #[arg(long)]
    round_robin: bool,
    /// A part for each kernel of a graphics processor, or for each value of the attribute "module-id" of kernels; code that several need
    /// is copied
    #[arg(long, value_enum, value_name = "CATEGORY", conflicts_with_all = ["parts", "keep_locals", "round_robin"])]
    by: Option<By>,
    /// What to write
    #[arg(long, value_enum, value_name = "FORM", default_value = "bitcode")]
    to: Form,
}

#[derive(Clone, Copy, ValueEnum)]
enum By {
    /// A part for each kernel
    Kernel,
    /// A part for each translation unit
    ModuleId,
}

/// Splits a module as the arguments say, and lists the files.
pub fn run(args: &Args) -> io::Result<bool> {
    let Some(module) = read_module(&args.file)? else { return Ok(false) };
    let mut module = ManuallyDrop::new(module);
    let prefix = args.output.clone().unwrap_or_else(|| match args.file.to_str() {
        Some("-") => PathBuf::from("part"),
        _ => args.file.with_extension(""),
    });
    let (mut done, mut count) = (Ok(()), 0);
    let progress = Progress::new();
    let mut put = |part: Module| {
        progress.show(format_args!("part {}", count + 1));
        if done.is_ok() {
            done = put_part(&part, &prefix, count, args.to);
        }
        count += 1;
    };
    match args.by {
        Some(By::Kernel) => split_by_category(&module, Category::Kernel, put),
        Some(By::ModuleId) => split_by_category(&module, Category::ModuleId, put),
        None => {
            let options = SplitOptions {
                parts: args.parts as usize,
                preserve_locals: args.keep_locals,
                round_robin: args.round_robin,
            };
            split(&mut module, options, &mut put);
        }
    }
    drop(progress);
    if count == 0 {
        return Err(io::Error::other(format!("{}: no kernel to split by", args.file.display())));
    }
    done.map(|()| true)
}

fn put_part(part: &Module, prefix: &Path, number: u32, form: Form) -> io::Result<()> {
    let mut path = prefix.as_os_str().to_owned();
    path.push(format!(".{number}.{}", if form == Form::Text { "ll" } else { "bc" }));
    let path = PathBuf::from(path);
    if let Some(finding) = lindworm::verify(part).findings.first() {
        let message = String::from_utf8_lossy(&finding.message).into_owned();
        return Err(io::Error::other(format!("{}: a part would not be valid: {message}", path.display())));
    }
    write_form(part, None, &path, form)?;
    let defined = |globals: &[lindworm::Global]| globals.iter().filter(|&&g| !part[g].is_declaration()).count();
    let (functions, variables) = (defined(part.functions()), defined(part.variables()));
    print(format!("{}: functions: {functions}, variables: {variables}\n", path.display()))
}
