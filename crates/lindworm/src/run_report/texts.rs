//! Locations of operations of a running program: in the text of its modules and in its source files.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lindworm_interp::{Location, Program, Site};
use lindworm_ir::{Block, Global, Inst, Value};
use lindworm_text::{MessageWriter, Spans};

use crate::source::{Place, Source};

/// The text that a module was read from.
#[derive(Debug)]
pub struct ModuleText<'a> {
    /// The name of the file.
    pub name: String,
    /// The text.
    pub bytes: &'a [u8],
    /// The byte ranges of the module's entities: [`ReadOutcome::spans`](crate::ReadOutcome::spans).
    pub spans: Option<Spans>,
}

/// The texts of a program.
pub struct Texts<'a> {
    modules: Vec<(&'a ModuleText<'a>, OnceCell<Source<'a>>)>,
    /// The source files requested so far; `None` if a file does not exist.
    sources: RefCell<HashMap<PathBuf, Option<Rc<[u8]>>>>,
    /// Whether source files may be read.
    pub reads_sources: bool,
}

/// The size limit of source files, in bytes.
const LONGEST_SOURCE: u64 = 64 << 20;

/// The location of an instruction in the text of its module.
pub struct IrPlace<'a> {
    /// The file name of the module.
    pub file: &'a str,
    /// Line and column.
    pub place: Place<'a>,
    /// The byte range of the instruction in the text.
    pub span: Range<usize>,
}

impl<'a> Texts<'a> {
    /// The texts of a program's modules, in order.
    pub fn new(modules: &'a [ModuleText<'a>]) -> Texts<'a> {
        let modules = modules.iter().map(|m| (m, OnceCell::new())).collect();
        Texts { modules, sources: RefCell::default(), reads_sources: true }
    }

    /// The location of the instruction of an operation in the text.
    pub fn ir(&self, program: &Program, site: Site) -> Option<IrPlace<'_>> {
        let (_, function, inst) = program.instruction(site)?;
        let (module, source) = self.modules.get(program.module_of(site.function)?)?;
        let span = module.spans.as_ref()?.inst(function, inst)?;
        let source = source.get_or_init(|| Source::new(&module.name, module.bytes));
        Some(IrPlace { file: &module.name, place: source.place(span.start), span })
    }

    /// The line of a source file and the name of the file, if they exist.
    pub fn source_line(&self, program: &Program, site: Site, location: &Location) -> Option<Vec<u8>> {
        if !self.reads_sources || location.line == 0 || location.file.is_empty() {
            return None;
        }
        let file = Path::new(&location.file);
        let beside = program.module_of(site.function).and_then(|m| Path::new(&self.modules.get(m)?.0.name).parent());
        let name = file.file_name()?;
        let candidates = [
            Some(Path::new(&location.directory).join(file)),
            Some(file.to_path_buf()),
            beside.map(|directory| directory.join(name)),
        ];
        let text = candidates.into_iter().flatten().find_map(|path| self.source(path))?;
        let line = text.split(|&b| b == b'\n').nth(location.line as usize - 1)?;
        Some(line.strip_suffix(b"\r").unwrap_or(line).to_vec())
    }

    fn source(&self, path: PathBuf) -> Option<Rc<[u8]>> {
        // A name in debug info may refer to anything, such as an endless device.
        let read = |path: &PathBuf| {
            let is_shown = fs::metadata(path).is_ok_and(|m| m.is_file() && m.len() <= LONGEST_SOURCE);
            is_shown.then(|| fs::read(path).ok()).flatten().map(Rc::from)
        };
        self.sources.borrow_mut().entry(path).or_insert_with_key(read).clone()
    }
}

/// Writes instructions and operands as LLVM does. Each module is numbered once.
#[derive(Default)]
pub struct Names<'p> {
    writers: HashMap<usize, MessageWriter<'p>>,
}

impl<'p> Names<'p> {
    fn writer(&mut self, program: &'p Program, function: u32) -> Option<&mut MessageWriter<'p>> {
        let module = program.module_of(function)?;
        Some(self.writers.entry(module).or_insert_with(|| MessageWriter::new(&program.modules[module])))
    }

    /// The instruction of an operation.
    pub fn instruction(&mut self, program: &'p Program, site: Site) -> Option<String> {
        let (_, function, inst) = program.instruction(site)?;
        self.inst(program, site.function, function, inst)
    }

    /// An instruction of the function with this number in the program.
    pub fn inst(&mut self, program: &'p Program, number: u32, function: Global, inst: Inst) -> Option<String> {
        let mut out = Vec::new();
        self.writer(program, number)?.value(&mut out, Some(function), inst.into());
        Some(String::from_utf8_lossy(&out).trim().to_owned())
    }

    /// The label of a block of a function, or its number.
    pub fn label(&mut self, program: &'p Program, number: u32, block: Block) -> String {
        let mut out = Vec::new();
        let function = program.global_of(number);
        if let Some(writer) = self.writer(program, number) {
            writer.operand(&mut out, function, block.into());
        }
        String::from_utf8_lossy(&out).trim_start_matches("label %").to_owned()
    }

    /// A value in the function of an operation, with its type.
    pub fn operand(&mut self, program: &'p Program, site: Site, value: Value) -> Option<String> {
        let (_, function, _) = program.instruction(site)?;
        let mut out = Vec::new();
        self.writer(program, site.function)?.operand(&mut out, Some(function), value);
        Some(String::from_utf8_lossy(&out).into_owned())
    }
}

/// The name of a function with `@`, without the quotes of IR.
pub fn function_name(program: &Program, function: u32) -> String {
    format!("@{}", shown_name(program.function_name(function)))
}

/// A name as text, with control characters escaped as in IR.
pub fn shown_name(name: &[u8]) -> String {
    let mut out = String::new();
    for c in String::from_utf8_lossy(name).chars() {
        match c.is_control() {
            true => out.push_str(&format!("\\{:02X}", u32::from(c))),
            false => out.push(c),
        }
    }
    out
}
