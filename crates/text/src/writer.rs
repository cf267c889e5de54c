//! The writer: modules as text, byte for byte as LLVM prints them, in the module's [version](Module::version).
//!
//! [`write`] writes a module, [`to_bytes`] returns its text. [`Writer`] and [`FunctionWriter`] write single entities in the
//! same form: types, operands, instructions.
//!
//! Two passes over the module come first: one assigns slot numbers to unnamed entities (`slots.rs`), one finds the structs
//! to define (`type_finder.rs`). Functions and runs of metadata are then independent pieces. They are written in parallel
//! into buffers of bounded total size, and sent in order.

use std::io;
use std::ops::Range;
use std::sync::atomic::AtomicUsize;

use lindworm_ir::module::AsmProperties;
use lindworm_ir::use_list::{ModuleUses, UseListOrders};
use lindworm_ir::{Context, Global, Metadata, Module, Type, Value};

use lindworm_ir::parallel;

mod annotation;
mod attributes;
mod body;
mod constant;
mod display;
mod forms;
mod globals;
mod instruction;
mod message;
mod metadata;
mod names;
mod output;
mod slots;
mod summary;
mod type_finder;
mod types;
mod use_list;

pub use body::FunctionWriter;
pub use display::{DisplayIn, Displayed};
pub use message::MessageWriter;
pub use output::Output;
use slots::{LocalSlots, ModuleSlots};
pub use summary::write_summary;
pub use types::type_to_string;

/// Options of the writer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// Whether `uselistorder` directives are written, so that a reader reproduces the use-list orders of this module:
    /// `-preserve-ll-uselistorder` of LLVM's tools.
    pub preserve_use_list_order: bool,
    /// Whether comments give the number of uses of functions, variables and instructions: `llvm-dis -show-annotations`.
    pub show_annotations: bool,
    /// Whether a comment behind an instruction gives its source line: `-print-inst-debug-locs`.
    pub show_debug_locations: bool,
    /// Whether the `!prof` of functions and instructions is written in place too: `-print-prof-data`.
    pub show_profiles: bool,
    /// Whether address spaces are written by their names in the data layout rather than by number.
    pub addr_space_names: bool,
}

/// State shared by all parts of one module's text: slot numbers and cached texts.
pub struct Writer<'a> {
    module: &'a Module,
    cx: &'a Context,
    types: types::TypeTexts,
    slots: ModuleSlots,
    attributes: slots::AttributeTexts,
    names: names::GlobalNames,
    block_addresses: constant::BlockAddressNames,
    calls: globals::CallComments,
    shows_debug_locations: bool,
    shows_profiles: bool,
    use_list_orders: UseListOrders,
    /// The use lists, if annotations are written.
    annotations: Option<ModuleUses>,
    /// The names of metadata kinds, escaped as after `!`.
    metadata_kinds: Vec<Box<[u8]>>,
    forms: forms::Forms,
    /// The number of threads.
    threads: usize,
}

impl<'a> Writer<'a> {
    /// Numbers the types, globals, attribute groups and metadata of a module, as for its whole text.
    pub fn new(module: &'a Module) -> Writer<'a> {
        Writer::with_options(module, &WriteOptions::default())
    }

    /// Same as [`Writer::new`], with options.
    pub fn with_options(module: &'a Module, options: &WriteOptions) -> Writer<'a> {
        Writer::numbered(module, *options, true)
    }

    /// Writes the text of the module.
    pub fn write(&self, out: &mut (dyn io::Write + Send)) -> io::Result<()> {
        let pieces = self.pieces();
        if self.threads > 1 {
            return write_in_waves(self, &pieces, out);
        }
        let mut out = Output::to(out);
        let mut slots = LocalSlots::default();
        for piece in &pieces {
            if out.is_full() {
                break;
            }
            slots = self.write_piece(&mut out, piece, slots);
        }
        out.finish()
    }

    /// Without `calls`, attribute groups that only calls use are not numbered.
    fn numbered(module: &'a Module, options: WriteOptions, calls: bool) -> Writer<'a> {
        let cx = module.context();
        let bodies = module.functions().iter().filter_map(|&f| module.body(f));
        let work =
            bodies.map(|b| b.inst_count()).sum::<usize>() + module.metadata().node_count() + module.globals().len();
        // Little work does not pay for waking other threads.
        let threads = if work < 32 * PIECE_SIZE { 1 } else { parallel::threads() };
        let layout = options.addr_space_names.then_some(module.data_layout());
        let types = || types::TypeTexts::new(cx, module.version(), type_finder::find(module), layout);
        let slots = || ModuleSlots::new(module, calls);
        let (types, (slots, lists)) = parallel::join_if(threads > 1, types, slots);
        Writer {
            attributes: slots::AttributeTexts::new(cx, &types, &slots, lists),
            names: names::GlobalNames::new(module, &slots),
            block_addresses: constant::BlockAddressNames::new(module),
            calls: globals::CallComments::new(module),
            use_list_orders: match options.preserve_use_list_order {
                true => UseListOrders::new(module),
                false => UseListOrders::default(),
            },
            shows_debug_locations: options.show_debug_locations,
            shows_profiles: options.show_profiles,
            annotations: options.show_annotations.then(|| ModuleUses::new(module)),
            metadata_kinds: metadata_kind_names(cx),
            forms: forms::Forms::of(module.version()),
            module,
            cx,
            types,
            slots,
            threads,
        }
    }

    /// The module being written.
    pub fn module(&self) -> &'a Module {
        self.module
    }

    /// The slot number of a metadata node; `None` for nodes that the text does not number.
    pub fn metadata_slot(&self, node: u32) -> Option<u32> {
        self.slots.metadata(node)
    }

    /// Writes a type.
    #[inline]
    pub fn write_type(&self, out: &mut Output<'_>, ty: Type) {
        self.types.write(out, self.cx, ty);
    }

    /// Writes a value that is not local to a function as an operand: a constant, a global, metadata, inline assembly. With
    /// its type, as in `i32 1`, or without.
    pub fn write_value_as_operand(&self, out: &mut Output<'_>, value: Value, with_type: bool) {
        match with_type {
            true => self.write_typed_constant(out, value),
            false => self.write_operand_in(out, None, value),
        }
    }

    /// Writes metadata as in LLVM's messages: a node with its content, as in `!3 = !{i32 1}`; other metadata as an operand.
    /// `function` is the function of the operand, if any.
    pub fn write_metadata_in_full(&self, out: &mut Output<'_>, function: Option<&FunctionWriter<'_>>, m: Metadata) {
        self.write_metadata(out, function, m);
        if let Some(node) = m.as_node().filter(|&n| !self.module.metadata().node(n).kind.is_written_in_place()) {
            out.extend_from_slice(b" = ");
            self.write_metadata_node(out, node);
        }
    }

    /// Writes `; ModuleID = 'name'` and a newline.
    fn write_module_id(&self, out: &mut Output<'_>) {
        out.extend_from_slice(b"; ModuleID = '");
        out.extend_from_slice(self.module.name().as_bytes());
        out.extend_from_slice(b"'\n");
    }

    /// Writes the entities before the functions.
    fn write_head(&self, out: &mut Output<'_>) {
        let module = self.module;
        if !module.name().is_empty() && !module.name().contains('\n') {
            self.write_module_id(out);
        }
        if !module.source_filename().is_empty() {
            out.extend_from_slice(b"source_filename = ");
            names::write_quoted(out, module.source_filename());
            out.push(b'\n');
        }
        for (keyword, text) in [("datalayout", &module.data_layout().text[..]), ("triple", module.triple())] {
            if !text.is_empty() {
                for part in [b"target ", keyword.as_bytes(), b" = \"", text, b"\"\n"] {
                    out.extend_from_slice(part);
                }
            }
        }
        if !module.module_asm().is_empty() {
            out.push(b'\n');
            self.write_module_asm(out);
        }
        self.types.write_definitions(out, self.cx);
        self.write_comdats(out);
        if !module.variables().is_empty() {
            out.push(b'\n');
        }
    }

    /// Writes module-level inline assembly, with one block per run of equal properties.
    fn write_module_asm(&self, out: &mut Output<'_>) {
        let (text, stretches) = (self.module.module_asm(), self.module.module_asm_stretches());
        let none = AsmProperties::default();
        let (mut start, mut properties) = (0, &none);
        for next in stretches.iter().map(Some).chain([None]) {
            let end = next.map_or(text.len(), |stretch| stretch.start);
            if let Some(piece) = text.get(start..end).filter(|piece| !piece.is_empty()) {
                self.write_asm_block(out, piece, properties);
            }
            if let Some(stretch) = next {
                (start, properties) = (stretch.start, &stretch.properties);
            }
        }
    }

    fn write_asm_block(&self, out: &mut Output<'_>, text: &[u8], properties: &AsmProperties) {
        if self.forms.asm_blocks {
            out.extend_from_slice(b"module asm");
            let said = [("target_features", &properties.target_features), ("target_cpu", &properties.target_cpu)];
            let said = || said.iter().filter(|(_, value)| !value.is_empty());
            for (i, (name, value)) in said().enumerate() {
                out.extend_from_slice(if i == 0 { b"(" } else { b", " });
                out.extend_from_slice(name.as_bytes());
                out.extend_from_slice(b": ");
                names::write_quoted(out, value);
            }
            out.extend_from_slice(if said().next().is_some() { b")\n" } else { b"\n" });
        }
        let before = if self.forms.asm_blocks { &b"    "[..] } else { b"module asm " };
        for line in text.strip_suffix(b"\n").unwrap_or(text).split(|&b| b == b'\n') {
            out.extend_from_slice(before);
            names::write_quoted(out, line);
            out.push(b'\n');
        }
    }

    /// Writes the line of a variable, an alias or an ifunc.
    fn write_global_line(&self, out: &mut Output<'_>, global: Global) {
        self.write_global(out, global);
        self.annotate_global(out, global);
        out.push(b'\n');
    }

    /// Writes the entities between the functions and the metadata nodes.
    fn write_tail(&self, out: &mut Output<'_>) {
        self.write_use_list_orders(out);
        if !self.slots.group_order.is_empty() {
            out.push(b'\n');
        }
        for (i, &set) in (0..).zip(&self.slots.group_order) {
            if out.is_full() {
                return;
            }
            out.extend_from_slice(b"attributes #");
            names::push_decimal(out, i);
            out.extend_from_slice(b" = { ");
            attributes::write_attribute_set(out, self.cx, self.module.version(), set, true, |out, ty| {
                self.write_type(out, ty)
            });
            out.extend_from_slice(b" }\n");
        }
        if !self.module.named_metadata().is_empty() {
            out.push(b'\n');
        }
        for named in self.module.named_metadata() {
            if out.is_full() {
                return;
            }
            self.write_named_metadata(out, named);
        }
        if !self.slots.node_order.is_empty() {
            out.push(b'\n');
        }
    }

    /// Writes the nodes with these slot numbers.
    fn write_nodes(&self, out: &mut Output<'_>, numbers: Range<usize>) {
        for i in numbers {
            if out.is_full() {
                return;
            }
            out.push(b'!');
            names::push_decimal(out, i as u32);
            out.extend_from_slice(b" = ");
            self.write_metadata_node(out, self.slots.node_order[i]);
            out.push(b'\n');
        }
    }

    /// Writes one piece of the text. Takes and returns `slots` to reuse their memory.
    fn write_piece(&self, out: &mut Output<'_>, piece: &Piece<'_>, slots: LocalSlots) -> LocalSlots {
        match piece {
            Piece::Head => self.write_head(out),
            Piece::Globals(globals) => {
                for &global in *globals {
                    if out.is_full() {
                        break;
                    }
                    self.write_global_line(out, global);
                }
            }
            Piece::BlankLine => out.push(b'\n'),
            Piece::Functions(functions) => {
                return functions.iter().fold(slots, |slots, &f| match out.is_full() {
                    true => slots,
                    false => {
                        out.push(b'\n');
                        self.write_function(out, f, slots)
                    }
                });
            }
            Piece::Tail => self.write_tail(out),
            Piece::Nodes(numbers) => self.write_nodes(out, numbers.clone()),
        }
        slots
    }

    /// The independent pieces of the text, in order.
    fn pieces(&self) -> Vec<Piece<'a>> {
        let module = self.module;
        let mut pieces = vec![Piece::Head];
        pieces.extend(module.variables().chunks(PIECE_SIZE / 4).map(Piece::Globals));
        for list in [module.aliases(), module.ifuncs()] {
            if !list.is_empty() {
                pieces.push(Piece::BlankLine);
            }
            pieces.extend(list.chunks(PIECE_SIZE / 4).map(Piece::Globals));
        }
        let (mut first, mut size) = (0, 0);
        for (i, &f) in module.functions().iter().enumerate() {
            size += 1 + module.body(f).map_or(0, |b| b.inst_count());
            if size >= PIECE_SIZE || i + 1 == module.functions().len() {
                pieces.push(Piece::Functions(&module.functions()[first..=i]));
                (first, size) = (i + 1, 0);
            }
        }
        pieces.push(Piece::Tail);
        let nodes = self.slots.node_order.len();
        pieces.extend((0..nodes).step_by(PIECE_SIZE).map(|i| Piece::Nodes(i..nodes.min(i + PIECE_SIZE))));
        pieces
    }
}

/// The number of instructions or nodes per task: large enough to amortize scheduling, small enough to bound the pending
/// output.
const PIECE_SIZE: usize = 512;

/// An independent piece of a module's text.
enum Piece<'a> {
    Head,
    Globals(&'a [Global]),
    BlankLine,
    Functions(&'a [Global]),
    Tail,
    Nodes(Range<usize>),
}

/// The names of the metadata kinds, escaped as after `!`.
fn metadata_kind_names(cx: &Context) -> Vec<Box<[u8]>> {
    let escape = |name: &[u8]| {
        let mut out = Vec::with_capacity(name.len());
        names::write_metadata_name(&mut out, name);
        out.into()
    };
    cx.metadata_kind_names().map(escape).collect()
}

/// Writes the text of a module. Memory use is bounded independently of the length of the text, which may be exponential in
/// the size of a module with shared types or constants.
///
/// ```
/// use lindworm_ir::{Context, Module};
/// let module = Module::new(&Context::new(), "m");
/// let mut out = Vec::new();
/// lindworm_text::write(&module, &mut out)?;
/// assert_eq!(out, b"; ModuleID = 'm'\nsource_filename = \"m\"\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write(module: &Module, out: &mut (dyn io::Write + Send)) -> io::Result<()> {
    write_with(module, &WriteOptions::default(), out)
}

/// Same as [`write()`], with options.
pub fn write_with(module: &Module, options: &WriteOptions, out: &mut (dyn io::Write + Send)) -> io::Result<()> {
    Writer::with_options(module, options).write(out)
}

/// The text of a module in memory. The text of an untrusted module may be exponentially longer than the module: use
/// [`write()`] with a bounded output instead.
#[must_use]
pub fn to_bytes(module: &Module) -> Vec<u8> {
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = Writer::new(module).write(&mut out);
    out
}

/// Limit of the pending output in bytes, beyond a small allowance per piece.
const WAVE_BYTES: usize = 1 << 26;

/// Writes pieces in waves: one wave is written while the previous one is sent. A piece too long to be buffered is written
/// again, directly to `out`, when it is its turn.
fn write_in_waves(writer: &Writer<'_>, pieces: &[Piece<'_>], out: &mut (dyn io::Write + Send)) -> io::Result<()> {
    // Buffers are reused: fresh memory causes page faults.
    let mut written: Vec<(Vec<u8>, Option<&Piece<'_>>)> = Vec::new();
    let mut sent: Vec<Vec<u8>> = Vec::new();
    let mut send = |written: &[(Vec<u8>, Option<&Piece<'_>>)]| {
        written.iter().try_for_each(|(buffer, too_long)| match too_long {
            None => out.write_all(buffer),
            Some(piece) => {
                let mut out = Output::to(out);
                writer.write_piece(&mut out, piece, LocalSlots::default());
                out.finish()
            }
        })
    };
    for wave in pieces.chunks(16 * writer.threads) {
        let left = AtomicUsize::new(WAVE_BYTES);
        let write = |(buffer, piece)| {
            let mut out = Output::sharing(buffer, &left);
            writer.write_piece(&mut out, piece, LocalSlots::default());
            let is_too_long = out.is_full();
            (out.into_bytes(), is_too_long.then_some(piece))
        };
        let buffers = sent.drain(..).chain(std::iter::repeat_with(Vec::new));
        let work = buffers.zip(wave).collect();
        let (new, result) = parallel::join(|| parallel::map(work, write), || send(&written));
        result?;
        sent = std::mem::replace(&mut written, new).into_iter().map(|(buffer, _)| buffer).collect();
    }
    send(&written)
}
