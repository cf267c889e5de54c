//! `lindworm graph`: drawings of functions and modules.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use lindworm::inspect::dot::to_dot;
use lindworm::inspect::glob;
use lindworm::inspect::graph::{Graph, GraphKind, GraphOptions, of_calls, of_function};
use lindworm::inspect::svg::to_svg;
use lindworm::{Global, Module, ReadOptions};

use crate::files::write_output;
use crate::modules;
use crate::problem::Format;
use crate::shown::{Shown, about};

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Blocks of a function, and where control goes
    Cfg,
    /// Which block dominates which
    Dom,
    /// Which block post-dominates which
    Postdom,
    /// Natural loops, and how they are nested
    Loops,
    /// Who calls whom
    Calls,
}

/// The language of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A picture
    Svg,
    /// For Graphviz
    Dot,
}

#[derive(clap::Args)]
pub struct Args {
    /// File to read; `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Function to draw, with or without `@`; by default the largest, and for calls all
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// What to draw
    #[arg(long, value_enum, default_value_t = Kind::Cfg)]
    kind: Kind,
    /// File to write; nothing is written on an error
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// What to write; by default, what the extension of the output says (.svg or .dot), or else SVG
    #[arg(long, value_enum)]
    to: Option<Form>,
    /// Number of nodes above which blocks are drawn together
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    max_nodes: u32,
    /// Number of instructions shown of each block; by default 8, or 4 where blocks are drawn together
    #[arg(long, value_name = "NUMBER")]
    instructions: Option<u32>,
    /// For calls: how many steps from the function are drawn
    #[arg(long, value_name = "NUMBER", default_value_t = 2)]
    depth: u32,
}

/// Draws what is asked for.
pub fn run(args: &Args) -> io::Result<bool> {
    let mut shown = Shown::new(Format::Human)?;
    let mut graph = None;
    let mut any_body = false;
    let good = modules::each(&args.file, &ReadOptions::default(), &mut shown, &mut |opened| {
        if graph.is_none() {
            any_body |= largest(&opened.outcome.module).is_some();
            graph = draw(args, &opened.outcome.module);
        }
        Ok(())
    })?;
    shown.finish()?;
    if !good {
        return Ok(false);
    }
    let Some(graph) = graph else {
        return Err(io::Error::other(match &args.function {
            Some(name) if any_body => format!("no function with a body is named '{name}'"),
            _ => "no function has a body".to_owned(),
        }));
    };
    let form = args.to.unwrap_or(match args.output.extension().and_then(|e| e.to_str()) {
        Some("dot" | "gv") => Form::Dot,
        _ => Form::Svg,
    });
    let text = if form == Form::Dot { to_dot(&graph) } else { to_svg(&graph) };
    write_output(&args.output, |out: &mut (dyn Write + Send)| out.write_all(text.as_bytes()))
        .map_err(about(Path::new(&args.output)))?;
    Ok(true)
}

fn draw(args: &Args, module: &Module) -> Option<Graph> {
    let options = GraphOptions {
        max_nodes: args.max_nodes as usize,
        max_lines: args.instructions.map(|n| n as usize),
        ..GraphOptions::default()
    };
    let named = args.function.as_ref().map(|name| name.strip_prefix('@').unwrap_or(name).as_bytes());
    let is_named = |f: &&Global| named.is_none_or(|name| glob::matches(name, module[**f].name()));
    if args.kind == Kind::Calls {
        let start = module.functions().iter().find(is_named).copied();
        let around = match named {
            Some(_) => Some((start?, args.depth as usize)),
            None => None,
        };
        return Some(of_calls(module, around, options));
    }
    let function = match named {
        Some(_) => *module.functions().iter().filter(is_named).find(|&&f| module.body(f).is_some())?,
        None => largest(module)?,
    };
    let kind = match args.kind {
        Kind::Dom => GraphKind::Dominators,
        Kind::Postdom => GraphKind::PostDominators,
        Kind::Loops => GraphKind::Loops,
        Kind::Cfg | Kind::Calls => GraphKind::ControlFlow,
    };
    of_function(module, function, kind, options)
}

/// The function with the most blocks.
fn largest(module: &Module) -> Option<Global> {
    let blocks = |&&f: &&Global| module.body(f).map(|body| body.block_count());
    module.functions().iter().filter(|f| blocks(f).is_some()).max_by_key(blocks).copied()
}
