//! `llvm-extract`: extracts a part of a module.

use std::mem::ManuallyDrop;

use lindworm::ir::hash::HashSet;
use lindworm::link::{ExtractOptions, block_named, extract, extract_blocks, with_callees};
use lindworm::{Block, Global, Module};

use super::transform::{drop_broken_debug_info, put_module, read};
use super::{Failure, Request, Tool};
use crate::pattern::Pattern;

/// What `llvm-extract` is told to extract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// A function, variable or alias of this name.
    Named(Kind),
    /// The functions, variables or aliases whose names match this regular expression.
    Matching(Kind),
    /// `FUNCTION:BLOCK;BLOCK`.
    Blocks,
}

/// Kinds of globals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Alias,
    Variable,
    Function,
}

/// Extracts what the command line names.
pub fn run(program: &str, request: &Request) -> Result<i32, Failure> {
    let (_, outcome) = read(Tool::Extract, program, request, request.input())?;
    let mut module = ManuallyDrop::new(outcome.module);
    drop_broken_debug_info(Tool::Extract, program, request, &mut module)?;
    let mut chosen = HashSet::default();
    for kind in [Kind::Alias, Kind::Variable, Kind::Function] {
        for (how, name) in &request.chosen {
            match how {
                Chosen::Named(of) if *of == kind => _ = chosen.insert(named(program, &module, kind, name)?),
                Chosen::Matching(of) if *of == kind => chosen.extend(matching(program, &module, kind, name)?),
                _ => {}
            }
        }
    }
    let groups: Vec<&[u8]> =
        request.chosen.iter().filter(|(how, _)| *how == Chosen::Blocks).map(|(_, name)| &**name).collect();
    let functions = groups.iter().map(|group| function_of_group(program, &module, group));
    let functions: Vec<(Global, &[u8])> = functions.collect::<Result<_, _>>()?;
    chosen.extend(functions.iter().map(|(function, _)| function));
    if request.recursive {
        chosen = with_callees(&module, &chosen);
    }
    if !groups.is_empty() {
        if request.delete {
            // LLVM does not read the bodies of deleted functions.
            for &function in &chosen {
                module.change_body(function, |_, body| *body = Default::default());
            }
        }
        let blocks = functions.iter().map(|&(function, names)| blocks_of(program, &module, function, names));
        let blocks = blocks.collect::<Result<Vec<_>, _>>()?;
        chosen.extend(extract_blocks(&mut module, &blocks));
    }
    let options =
        ExtractOptions { delete: request.delete, keep_constant_initializers: request.keep_constant_initializers };
    extract(&mut module, &chosen, options);
    put_module(request, &module)?;
    Ok(0)
}

fn globals_of(module: &Module, kind: Kind) -> &[Global] {
    match kind {
        Kind::Alias => module.aliases(),
        Kind::Variable => module.variables(),
        Kind::Function => module.functions(),
    }
}

fn named(program: &str, module: &Module, kind: Kind, name: &[u8]) -> Result<Global, Failure> {
    let found = module.global_named(name).filter(|g| globals_of(module, kind).contains(g));
    let what = match kind {
        Kind::Alias => "alias",
        Kind::Variable => "global",
        Kind::Function => "function",
    };
    found.ok_or_else(|| missing(program, what, name))
}

fn missing(program: &str, what: &str, name: &[u8]) -> Failure {
    let name = String::from_utf8_lossy(name);
    format!("{program}: program doesn't contain {what} named '{name}'!\n").into()
}

fn matching(program: &str, module: &Module, kind: Kind, pattern: &[u8]) -> Result<Vec<Global>, Failure> {
    let text = String::from_utf8_lossy(pattern);
    let pattern_of =
        Pattern::regex(&text).map_err(|reason| format!("{program}: '{text}' invalid regex: {reason}\n"))?;
    let all = globals_of(module, kind).iter().copied();
    let found: Vec<Global> = all.filter(|&g| pattern_of.matches(module[g].name())).collect();
    match found.is_empty() {
        true => Err(missing(program, "global", pattern)),
        false => Ok(found),
    }
}

/// The function of a group of blocks, and the names of the blocks.
fn function_of_group<'a>(program: &str, module: &Module, group: &'a [u8]) -> Result<(Global, &'a [u8]), Failure> {
    let colon = group.iter().position(|&b| b == b':').unwrap_or(group.len());
    let (name, blocks) = (&group[..colon], group.get(colon + 1..).unwrap_or_default());
    let function = module.global_named(name).filter(|&g| module.function(g).is_some());
    Ok((function.ok_or_else(|| missing(program, "a function", name))?, blocks))
}

fn blocks_of(program: &str, module: &Module, function: Global, names: &[u8]) -> Result<(Global, Vec<Block>), Failure> {
    let mut blocks = Vec::new();
    for name in names.split(|&b| b == b';').filter(|name| !name.is_empty()) {
        let block = module.body(function).and_then(|body| block_named(body, name));
        blocks.push(block.ok_or_else(|| {
            let [function, name] = [module[function].name(), name].map(String::from_utf8_lossy);
            format!("{program}: function {function} doesn't contain a basic block named '{name}'!\n")
        })?);
    }
    Ok((function, blocks))
}
