//! `lindworm extract`: extracts a part of a module.

use std::io;
use std::mem::ManuallyDrop;
use std::path::PathBuf;

use lindworm::inspect::glob;
use lindworm::ir::hash::HashSet;
use lindworm::link::{ExtractOptions, block_named, extract, extract_blocks, with_callees};
use lindworm::{Block, Global, Module};

use crate::form::{Form, form_of_name, write_form};
use crate::pattern::Pattern;
use crate::reading::read_module;

/// What is extracted, and how.
#[derive(clap::Args)]
pub struct Args {
    /// File to read; `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Names of functions, variables and aliases, with or without `@`; `*` stands for any characters, `?` for one
    #[arg(value_name = "NAME", required_unless_present_any = ["regex", "block"])]
    names: Vec<String>,
    /// Also what has a match of a regular expression in its name; may be repeated
    #[arg(long, value_name = "REGEX")]
    regex: Vec<String>,
    /// Blocks of a function that become a function: its name, a colon, and names of blocks with semicolons between; `%5` is the block
    /// without a name whose number is 5; may be repeated
    #[arg(long, value_name = "FUNCTION:BLOCK")]
    block: Vec<String>,
    /// Also the functions that functions call directly, and those that these call, and so on
    #[arg(long)]
    callees: bool,
    /// Leave everything but what is named
    #[arg(long)]
    delete: bool,
    /// Keep the values of constants everywhere
    #[arg(long)]
    keep_constants: bool,
    /// File to write; nothing is written on an error
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// What to write; by default, what the extension of the output says (.ll or .bc), or else text
    #[arg(long, value_enum, value_name = "FORM")]
    to: Option<Form>,
}

/// Extracts what the arguments name.
pub fn run(args: &Args) -> io::Result<bool> {
    let Some(module) = read_module(&args.file)? else { return Ok(false) };
    let mut module = ManuallyDrop::new(module);
    let mut chosen = HashSet::default();
    let mut choose = |text: &str, matches: &dyn Fn(&[u8]) -> bool| {
        let matching: Vec<Global> = globals(&module).filter(|&g| matches(module[g].name())).collect();
        chosen.extend(&matching);
        match matching.is_empty() {
            true => Err(io::Error::other(format!("{}: nothing is named '{text}'", module.name()))),
            false => Ok(()),
        }
    };
    for text in &args.names {
        let name = text.strip_prefix('@').unwrap_or(text);
        choose(text, &|n| glob::matches(name.as_bytes(), n))?;
    }
    for text in &args.regex {
        let pattern = Pattern::regex(text).map_err(|reason| io::Error::other(format!("'{text}': {reason}")))?;
        choose(text, &|name| pattern.matches(name))?;
    }
    if args.callees {
        chosen = with_callees(&module, &chosen);
    }
    if !args.block.is_empty() {
        let groups = args.block.iter().map(|text| group(&module, text)).collect::<io::Result<Vec<_>>>()?;
        let made = extract_blocks(&mut module, &groups);
        if made.len() < groups.len() {
            return Err(io::Error::other(
                "the blocks cannot be a function: only the first may be branched to from elsewhere, and none may be reached in \
                 another way than by branches",
            ));
        }
        chosen.extend(made);
    }
    let options = ExtractOptions { delete: args.delete, keep_constant_initializers: args.keep_constants };
    extract(&mut module, &chosen, options);
    write_form(&module, None, &args.output, args.to.or(form_of_name(&args.output)).unwrap_or(Form::Text))?;
    Ok(true)
}

/// All that has a name of its own.
fn globals(module: &Module) -> impl Iterator<Item = Global> {
    module.global_values().filter(|&g| !module[g].name().is_empty())
}

/// A function and blocks of it.
fn group(module: &Module, text: &str) -> io::Result<(Global, Vec<Block>)> {
    let (name, blocks) = text.split_once(':').unwrap_or((text, ""));
    let fail = |what: String| Err(io::Error::other(format!("{}: {what}", module.name())));
    let function = module.global_named(name.as_bytes());
    let Some((function, body)) = function.and_then(|f| Some((f, module.body(f)?))) else {
        return fail(format!("no function with a body is named '{name}'"));
    };
    let mut found = Vec::new();
    for block in blocks.split(';').filter(|b| !b.is_empty()) {
        match block_named(body, block.as_bytes()) {
            Some(block) => found.push(block),
            None => return fail(format!("the function '{name}' has no block '{block}'")),
        }
    }
    if found.is_empty() {
        return fail(format!("'{text}' names no block: FUNCTION:BLOCK is needed"));
    }
    Ok((function, found))
}
