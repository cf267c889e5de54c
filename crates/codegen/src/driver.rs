//! Compiles the functions of a module on all cores.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::{Linkage, TlsModel, Visibility};
use lindworm_ir::triple::{Arch, Triple};
use lindworm_ir::{Block, Body, Global, Module, parallel};
use lindworm_target::legal::TypeTable;

use crate::constant_operands;
use crate::debug_info::{Line, Variable};
use crate::error::{CompileError, Unsupported};
use crate::object_file::{self, CompiledObject, Contents};
use crate::relocation::Relocation;
use crate::stack_map::{Location, Record};
use crate::unwind_table::FrameInfo;
use crate::x86_64::{Guard, INTERRUPT, Pass, Surroundings, is_fixed_point};

/// Options of a compilation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether each function gets a section of its own.
    pub function_sections: bool,
    /// Whether each variable gets a section of its own.
    pub data_sections: bool,
    /// Whether the code may be in a library that is loaded at run time, whose thread-local variables have no known offset: the
    /// `general-dynamic` and `local-dynamic` models rather than `initial-exec`.
    pub dynamic_thread_locals: bool,
    /// Whether thread-local variables are emulated: `__emutls_get_address` of the compiler's runtime library finds each by its control
    /// variable.
    pub emulated_thread_locals: bool,
    /// Whether debug information is left out.
    pub omit_debug_info: bool,
}

/// The code of a function.
pub struct FunctionCode {
    pub global: Global,
    /// Offset of the code in the text of its chunk.
    pub start: u32,
    /// The function's relocations in the chunk; their offsets are relative to `body`.
    pub relocations: std::ops::Range<usize>,
    /// The function's read-only data in the chunk.
    pub read_only: std::ops::Range<usize>,
    /// The relocations of the read-only data, relative to its start; distances to the text are relative to `body`.
    pub read_only_relocations: std::ops::Range<usize>,
    /// The function's exception table in the chunk.
    pub exception_table: std::ops::Range<usize>,
    /// The relocations of the exception table, relative to its start.
    pub exception_relocations: std::ops::Range<usize>,
    /// The source locations of the function's instructions in the chunk.
    pub lines: std::ops::Range<usize>,
    /// The function's variables of the source in the chunk.
    pub variables: std::ops::Range<usize>,
    /// The function's records for `.llvm_stackmaps` in the chunk, and their locations.
    pub stack_maps: std::ops::Range<usize>,
    pub locations: std::ops::Range<usize>,
    /// Size in bytes of the frame without the return address; all ones if the size varies.
    pub stack_size: u64,
    /// By number, the offsets in the body of blocks whose addresses are taken.
    pub blocks: Vec<(u32, u32)>,
    /// Size of the prologue in bytes.
    pub prologue: u32,
    pub frame: FrameInfo,
    pub has_unwind_entry: bool,
}

/// The code of consecutive functions of the module.
#[derive(Default)]
pub struct Chunk {
    pub text: Vec<u8>,
    pub read_only: Vec<u8>,
    pub relocations: Vec<Relocation>,
    pub read_only_relocations: Vec<Relocation>,
    pub exception_tables: Vec<u8>,
    pub exception_relocations: Vec<Relocation>,
    pub lines: Vec<Line>,
    pub variables: Vec<Variable>,
    pub stack_maps: Vec<Record>,
    pub locations: Vec<Location>,
    pub functions: Vec<FunctionCode>,
    pub unsupported: Vec<Unsupported>,
}

/// The approximate number of instructions of a chunk.
const CHUNK: usize = 4096;

/// Compiles a verified module to an ELF object for x86-64 Linux.
///
/// The code is position-independent. Debug information becomes DWARF 5.
///
/// # Errors
/// A construct of the module that is not supported.
pub fn compile(module: &Module, options: &Options) -> Result<Vec<u8>, CompileError> {
    compile_object(module, options)?.bytes()
}

/// Same as [`compile`], for an object that goes to a file: [`CompiledObject::write`] takes less memory.
///
/// # Errors
/// A construct of the module that is not supported.
pub fn compile_object(module: &Module, options: &Options) -> Result<CompiledObject, CompileError> {
    let compiler = Compiler::new(module, options)?;
    object_file::build(&compiler.around, &compiler.options, Contents::Module, &compiler.functions())
}

/// A verified module, prepared for the compilation of all or some of its functions.
pub struct Compiler<'m> {
    pub(crate) around: Surroundings<'m>,
    pub(crate) options: Options,
}

impl<'m> Compiler<'m> {
    /// Prepares a verified module.
    ///
    /// # Errors
    /// A target that is not supported.
    pub fn new(module: &'m Module, options: &Options) -> Result<Compiler<'m>, CompileError> {
        let triple = Triple::new(module.triple());
        if !module.triple().is_empty() && triple.arch != Arch::X86_64 {
            let what = format!("the target {}", String::from_utf8_lossy(module.triple()));
            return Err(CompileError { unsupported: vec![Unsupported { what, global: None, inst: None }] });
        }
        add_types(module);
        let types = TypeTable::new(module.context(), module.data_layout());
        let mut block_addresses: HashMap<Global, Vec<(u32, Block)>> = HashMap::new();
        for (number, &(function, block)) in (0..).zip(module.block_addresses()) {
            block_addresses.entry(function).or_default().push((number, block));
        }
        let around = Surroundings {
            module,
            bodies: constant_operands::computed(module, &types, options.emulated_thread_locals),
            types,
            is_local: local_globals(module),
            block_addresses,
            guard: Guard::of(module),
            dynamic_thread_locals: options.dynamic_thread_locals,
            emulated_thread_locals: options.emulated_thread_locals,
            debug_info: !options.omit_debug_info,
            has_statepoints: module.functions().iter().any(|&function| is_statepoint(module, function)),
            has_returns_twice: module.functions().iter().any(|&function| returns_twice(module, function)),
        };
        Ok(Compiler { around, options: options.clone() })
    }

    /// The functions of the module that an object of it defines.
    pub(crate) fn functions(&self) -> Vec<Global> {
        let module = self.around.module;
        let is_defined = |&function: &Global| {
            module.body(function).is_some() && module[function].linkage != Linkage::AvailableExternally
        };
        module.functions().iter().copied().filter(is_defined).collect()
    }
}

/// Adds the integer types that the code of some operations needs: for each integer of the module that may be multiplied in double
/// width, the integer type of that width. Multiplications of fixed-point numbers need it at all widths.
fn add_types(module: &Module) {
    let cx = module.context();
    let intrinsic = |&function: &Global| module.globals()[function].as_function().and_then(|f| f.intrinsic);
    let from = if module.functions().iter().filter_map(intrinsic).any(is_fixed_point) { 2 } else { 65 };
    for ty in cx.all_types() {
        if let Some(bits) = cx.int_or_byte_width(ty)
            && (from..=4096).contains(&bits)
        {
            cx.int(2 * bits);
        }
    }
    // The bits of an `x86_fp80`.
    cx.int(80);
}

/// By number, whether the address of a global is known relative to the code.
fn local_globals(module: &Module) -> Vec<bool> {
    let is_local = |global: &lindworm_ir::module::GlobalValue| {
        let is_hidden = global.linkage.is_local() || global.visibility != Visibility::Default;
        let may_be_absent = global.linkage == Linkage::ExternalWeak;
        (is_hidden || global.dso_local) && !may_be_absent && global.tls == TlsModel::None
    };
    module.globals().values().map(is_local).collect()
}

/// Chunks in the order of the module, although they are compiled in any order.
struct InOrder<F> {
    /// Is called with each chunk when all before it are there.
    place: F,
    placed: Vec<Chunk>,
    /// By number, chunks that are compiled before an earlier one.
    waiting: BTreeMap<usize, Chunk>,
}

impl<F: FnMut(&mut Chunk)> InOrder<F> {
    fn add(&mut self, number: usize, chunk: Chunk) {
        self.waiting.insert(number, chunk);
        while let Some(mut next) = self.waiting.remove(&self.placed.len()) {
            (self.place)(&mut next);
            self.placed.push(next);
        }
    }
}

/// Compiles functions on all cores. Calls `place` with each chunk of code, in order and soon, so that it can release the code.
pub fn compile_functions(
    around: &Surroundings<'_>,
    functions: &[Global],
    place: impl FnMut(&mut Chunk) + Send,
) -> Result<Vec<Chunk>, CompileError> {
    let mut ranges = Vec::new();
    let (mut start, mut size) = (0, 0);
    for (i, &function) in functions.iter().enumerate() {
        size += around.module.body(function).map_or(0, Body::inst_count) + 16;
        if size >= CHUNK || i + 1 == functions.len() {
            ranges.push(start..i + 1);
            (start, size) = (i + 1, 0);
        }
    }
    let next = AtomicUsize::new(0);
    let in_order = Mutex::new(InOrder { place, placed: Vec::new(), waiting: BTreeMap::new() });
    parallel::on_threads(ranges.len(), || {
        let mut pass = Pass::new(around);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(range) = ranges.get(number) else { return };
            let chunk = compile_chunk(around, &mut pass, &functions[range.clone()]);
            in_order.lock().unwrap_or_else(PoisonError::into_inner).add(number, chunk);
        }
    });
    let mut chunks = in_order.into_inner().unwrap_or_else(PoisonError::into_inner).placed;
    let unsupported: Vec<Unsupported> =
        chunks.iter_mut().flat_map(|chunk| std::mem::take(&mut chunk.unsupported)).collect();
    if unsupported.is_empty() { Ok(chunks) } else { Err(CompileError { unsupported }) }
}

/// Compiles functions one after the other.
fn compile_chunk<'m>(around: &Surroundings<'m>, pass: &mut Pass<'m>, functions: &[Global]) -> Chunk {
    const NOP: u8 = 0x90;
    let mut chunk = Chunk::default();
    for &global in functions {
        let code = match pass.compile(global) {
            Ok(code) => code,
            Err(failed) => {
                chunk.unsupported.push(failed.refusal.within(Some(global), failed.inst));
                continue;
            }
        };
        chunk.text.resize(chunk.text.len().next_multiple_of(16), NOP);
        chunk.read_only.resize(chunk.read_only.len().next_multiple_of(4), 0);
        let (prologue, body) = (code.prologue.code(), code.body.code());
        let (relocations, read_only, read_only_relocations) =
            (chunk.relocations.len(), chunk.read_only.len(), chunk.read_only_relocations.len());
        let (exception_table, exception_relocations) =
            (chunk.exception_tables.len(), chunk.exception_relocations.len());
        let start = chunk.text.len() as u32;
        let (lines, variables) = (chunk.lines.len(), chunk.variables.len());
        let (stack_maps, locations) = (chunk.stack_maps.len(), chunk.locations.len());
        chunk.stack_maps.extend_from_slice(&code.stack_maps);
        chunk.locations.extend_from_slice(&code.locations);
        chunk.lines.extend_from_slice(&code.lines);
        chunk.variables.extend_from_slice(&code.variables);
        chunk.text.extend_from_slice(prologue);
        chunk.text.extend_from_slice(body);
        chunk.read_only.extend_from_slice(&code.read_only);
        chunk.relocations.extend_from_slice(&code.relocations);
        chunk.read_only_relocations.extend_from_slice(&code.read_only_relocations);
        chunk.exception_tables.extend_from_slice(&code.exception_table);
        chunk.exception_relocations.extend_from_slice(&code.exception_relocations);
        let frame = FrameInfo {
            length: chunk.text.len() as u32 - start,
            lead: code.lead,
            saved: code.saved,
            return_length: code.return_length,
        };
        chunk.functions.push(FunctionCode {
            global,
            start,
            relocations: relocations..chunk.relocations.len(),
            read_only: read_only..chunk.read_only.len(),
            read_only_relocations: read_only_relocations..chunk.read_only_relocations.len(),
            exception_table: exception_table..chunk.exception_tables.len(),
            exception_relocations: exception_relocations..chunk.exception_relocations.len(),
            lines: lines..chunk.lines.len(),
            variables: variables..chunk.variables.len(),
            stack_maps: stack_maps..chunk.stack_maps.len(),
            locations: locations..chunk.locations.len(),
            stack_size: code.stack_size,
            blocks: code.blocks.clone(),
            prologue: prologue.len() as u32,
            frame,
            has_unwind_entry: has_unwind_entry(around.module, global),
        });
    }
    chunk
}

fn is_statepoint(module: &Module, global: Global) -> bool {
    let function = module.globals()[global].as_function();
    function.and_then(|f| f.intrinsic) == Some(IntrinsicId::EXPERIMENTAL_GC_STATEPOINT)
}

/// Whether one call of a function may return several times (`returns_twice`).
pub fn returns_twice(module: &Module, global: Global) -> bool {
    let Some(function) = module.globals()[global].as_function() else { return false };
    let cx = module.context();
    cx.has_attribute(cx.attribute_list(function.attributes).function, AttrKind::RETURNS_TWICE)
        || function.intrinsic == Some(IntrinsicId::EH_SJLJ_SETJMP)
}

/// Whether a function has an entry in `.eh_frame`, by LLVM's criteria.
fn has_unwind_entry(module: &Module, global: Global) -> bool {
    let Some(function) = module.globals()[global].as_function() else { return false };
    let cx = module.context();
    let set = cx.attribute_list(function.attributes).function;
    if function.convention == INTERRUPT && function.body.as_deref().is_some_and(|body| body.args().len() > 1) {
        // No rule describes a frame above an error code.
        return false;
    }
    // The frame of a naked function is not known.
    let is_naked = cx.has_attribute(set, AttrKind::NAKED);
    function.personality.is_some()
        || !is_naked && cx.has_attribute(set, AttrKind::UW_TABLE)
        || !is_naked && !cx.has_attribute(set, AttrKind::NO_UNWIND)
}
