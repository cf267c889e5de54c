//! The text of the parts of a module that passes run on.

use lindworm::analysis::{Cfg, DominatorTree, Loops};
use lindworm::passes::Unit;
use lindworm::text::{FunctionWriter, Output, Writer};
use lindworm::{Block, Global, Module, to_bytes};

use super::Instruments;

/// The name of a part of a module in messages.
pub fn place(unit: Unit<'_>, module: &Module) -> String {
    let name = |function: Global| String::from_utf8_lossy(module[function].name()).into_owned();
    match unit {
        Unit::Module | Unit::Functions(_) => "[module]".into(),
        Unit::Component(functions) => {
            format!("({})", functions.iter().map(|&f| name(f)).collect::<Vec<String>>().join(", "))
        }
        Unit::Function(function) => name(function),
        Unit::Loop(function, header) => {
            format!("loop %{} in function {}", loop_name(module, function, header), name(function))
        }
    }
}

fn loop_name(module: &Module, function: Global, header: Block) -> String {
    match module.body(function).map_or(&b""[..], |body| body.name(header.into())) {
        b"" => "<unnamed loop>".into(),
        name => String::from_utf8_lossy(name).into_owned(),
    }
}

/// The size of a part of a module in messages.
pub fn size(unit: Unit<'_>, module: &Module) -> String {
    let counted = |count: usize, what: &str| format!(" ({count} {what}{})", if count == 1 { "" } else { "s" });
    match unit {
        Unit::Component(functions) => counted(functions.len(), "node"),
        Unit::Function(function) => module.body(function).map_or(String::new(), |body| {
            counted(body.blocks().map(|block| body.insts(block).count()).sum(), "instruction")
        }),
        Unit::Module | Unit::Functions(_) | Unit::Loop(..) => String::new(),
    }
}

impl Instruments {
    /// Whether a function is among those that are shown.
    pub fn shows(&self, module: &Module, function: Global) -> bool {
        self.shows_all() || self.functions.iter().any(|name| name.as_bytes() == module[function].name())
    }

    pub fn shows_all(&self) -> bool {
        self.functions.is_empty() || self.functions.iter().any(|name| name == "*")
    }

    /// Whether a part of a module has a function that is shown.
    pub fn shows_unit(&self, unit: Unit<'_>, module: &Module) -> bool {
        let mut shown: Box<dyn Iterator<Item = Global> + '_> = match unit {
            Unit::Module => Box::new(module.functions().iter().copied()),
            Unit::Component(functions) | Unit::Functions(functions) => Box::new(functions.iter().copied()),
            Unit::Function(function) | Unit::Loop(function, _) => Box::new(std::iter::once(function)),
        };
        self.shows_all() || shown.any(|function| self.shows(module, function))
    }

    /// The text of a part of a module, of which only some functions may be shown, or of the module if that is asked for.
    pub fn text(&self, unit: Unit<'_>, module: &Module) -> Vec<u8> {
        if !self.shows_unit(unit, module) {
            return Vec::new();
        }
        let functions = match unit {
            _ if self.whole_modules => return to_bytes(module),
            Unit::Module if self.shows_all() => return to_bytes(module),
            Unit::Loop(function, header) if !self.whole_functions => return loop_text(module, function, header),
            Unit::Loop(function, _) | Unit::Function(function) => vec![function],
            Unit::Module => module.functions().to_vec(),
            Unit::Component(functions) | Unit::Functions(functions) => functions.to_vec(),
        };
        functions_text(module, functions.into_iter().filter(|&function| self.shows(module, function)))
    }

    /// What follows the name of a loop if the text is that of more than the loop.
    pub fn loop_note(&self, unit: Unit<'_>, module: &Module) -> String {
        match unit {
            Unit::Loop(function, header) if self.whole_modules || self.whole_functions => {
                format!(" (loop: %{})", loop_name(module, function, header))
            }
            _ => String::new(),
        }
    }
}

/// The text of functions, one after the other.
pub fn functions_text(module: &Module, functions: impl Iterator<Item = Global>) -> Vec<u8> {
    let writer = Writer::new(module);
    let mut text = Vec::new();
    for function in functions {
        let mut out = Output::new();
        writer.write_whole_function(&mut out, function);
        let out = out.into_bytes();
        let start = out.iter().position(|&b| b != b'\n').unwrap_or(0);
        text.extend_from_slice(&out[start..]);
    }
    text
}

/// The text of a loop, with its preheader and exits.
fn loop_text(module: &Module, function: Global, header: Block) -> Vec<u8> {
    let Some(body) = module.body(function) else { return Vec::new() };
    let cfg = Cfg::new(body);
    let loops = Loops::new(&cfg, &DominatorTree::new(&cfg));
    let writer = Writer::new(module);
    let Some(writer) = FunctionWriter::new(&writer, function) else { return Vec::new() };
    let Some(one) = loops.loop_of(header) else { return Vec::new() };
    let mut out = Output::new();
    let outside = |block: &Block| !loops.contains(one, *block);
    let mut entering: Vec<Block> = cfg.predecessors(header).iter().copied().filter(outside).collect();
    entering.dedup();
    if let [preheader] = entering[..]
        && cfg.successors(preheader).len() == 1
    {
        out.extend_from_slice(b"\n; Preheader:");
        block_text(&mut out, &writer, preheader);
        out.extend_from_slice(b"\n; Loop:");
    }
    let mut blocks: Vec<Block> = loops.blocks(one).collect();
    // The header is first.
    blocks.sort_by_key(|&block| block != header);
    blocks.iter().for_each(|&block| block_text(&mut out, &writer, block));
    let exits: Vec<Block> = blocks.iter().flat_map(|&block| cfg.successors(block)).copied().filter(outside).collect();
    if !exits.is_empty() {
        out.extend_from_slice(b"\n; Exit blocks");
        exits.iter().for_each(|&block| block_text(&mut out, &writer, block));
    }
    out.into_bytes()
}

/// Writes a block behind a line that is not ended.
fn block_text(out: &mut Output<'_>, writer: &FunctionWriter<'_>, block: Block) {
    writer.write_block(out, block);
}

/// The texts of the blocks of a function by their labels, in order.
pub fn blocks(module: &Module, function: Global) -> Vec<(String, String)> {
    let writer = Writer::new(module);
    let Some(writer) = FunctionWriter::new(&writer, function) else { return Vec::new() };
    let text = |(i, block): (usize, Block)| {
        let mut out = Output::new();
        writer.write_block(&mut out, block);
        let label = match writer.body().name(block.into()) {
            b"" => i.to_string(),
            name => String::from_utf8_lossy(name).into_owned(),
        };
        (label, String::from_utf8_lossy(&out.into_bytes()).into_owned())
    };
    writer.body().blocks().enumerate().map(text).collect()
}
