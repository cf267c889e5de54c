//! Reading of a whole module.

use std::ops::Range;

use lindworm_ir::data_layout::{DataLayout, DataLayoutSource};
use lindworm_ir::expansion::Expansion;
use lindworm_ir::hash::HashMap;
use lindworm_ir::module::{NamedMetadata, NativeSplats};
use lindworm_ir::name_limit::NameLimit;
use lindworm_ir::summary::SummaryIndex;
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Block, Body, Context, Global, Module, Value};
use lindworm_upgrade::data_layout::without_ignored;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::function::SkippedBody;
use super::globals::{Skip, TopLevel};
use super::metadata::MetadataBuffer;
use super::missing::missing;
use super::old_form::{OldForm, OldFormUse};
use super::parser::Parser;
use super::spans::{BodySpans, Spans};
use super::symbols::{SymbolName, Symbols};
use crate::lexer::{Lexer, Tok};
use lindworm_ir::parallel;

/// Options of the reader.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The LLVM version of the module: old and new forms are converted to it where it has an equivalent.
    pub version: IrVersion,
    /// Whether old IR is upgraded, as by LLVM's reader.
    pub upgrade: bool,
    /// Whether debug info types with the same identifier are merged, as in `opt` and compilers, but not in `llvm-as` and
    /// `llvm-dis`.
    pub odr_types: bool,
    /// The source of the data layout.
    pub data_layout: DataLayoutSource,
    /// Whether byte ranges of the entities are kept.
    pub spans: bool,
    /// Whether the module summary is read, as by `llvm-as`; otherwise it is skipped, as by `opt`.
    pub summary: bool,
    /// Limit of the length of argument, block and instruction names.
    pub name_limit: NameLimit,
    /// Whether these names are discarded. Only possible for bitcode: in text they are references.
    pub discard_value_names: bool,
    /// The vectors of equal numbers that are represented as a number of vector type.
    pub native_splats: NativeSplats,
    /// Whether the text may be incomplete. Attachments, debug intrinsics and scope declarations that refer to undefined
    /// metadata are removed, and undefined globals are declared.
    pub allow_incomplete: bool,
    /// Whether all constant expressions in functions are expanded into instructions, which only the bitcode reader does.
    pub expand_constants: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            version: IrVersion::default(),
            upgrade: true,
            odr_types: true,
            data_layout: DataLayoutSource::default(),
            spans: false,
            summary: false,
            name_limit: NameLimit::default(),
            discard_value_names: false,
            native_splats: NativeSplats::default(),
            allow_incomplete: false,
            expand_constants: false,
        }
    }
}

/// The result of reading.
pub struct ReadOutcome {
    /// The module.
    pub module: Module,
    /// Warnings about an accepted module.
    pub warnings: Vec<String>,
    /// Byte ranges of the entities, if [`ReadOptions::spans`] is set.
    pub spans: Option<Spans>,
    /// Whether the text has typed pointers, as written by LLVM 14 and earlier.
    pub has_typed_pointers: bool,
    /// The old forms in the text that LLVM 22 rejects.
    pub old_forms: Vec<OldFormUse>,
    /// The module summary, if present and [`ReadOptions::summary`] is set.
    pub summary: Option<SummaryIndex>,
}

/// Reads a module from text.
///
/// `name` is the name of the module, for `; ModuleID`. Text that LLVM 22's reader rejects is rejected. The first diagnostic
/// is the error that LLVM reports; the others are further errors.
///
/// ```
/// use lindworm_ir::Context;
/// use lindworm_text::{ReadOptions, read};
///
/// let source = b"define i32 @one() {\n  ret i32 1\n}\n";
/// let outcome = read(&Context::new(), "m", source, &ReadOptions::default()).unwrap();
/// assert_eq!(outcome.module.functions().len(), 1);
///
/// let Err(errors) = read(&Context::new(), "m", b"@x = global i33 true", &ReadOptions::default()) else { panic!() };
/// assert_eq!(errors[0].line_and_column(b"@x = global i33 true"), (1, 17));
/// ```
///
/// # Errors
///
/// All errors of the text.
pub fn read(cx: &Context, name: &str, source: &[u8], options: &ReadOptions) -> Result<ReadOutcome, Diagnostics> {
    // Skipping by lines is only correct for text without errors.
    if let Some(Ok(outcome)) = read_with(cx, name, source, options, Skip::ByLines) {
        return Ok(outcome);
    }
    let result = read_with(cx, name, source, options, Skip::ByTokens)
        .unwrap_or_else(|| Err(vec![Diagnostic::new(0, "the end of a function body was not found")]));
    result.map_err(|all| Diagnostics::new(name, source, all))
}

/// Reads with one way of skipping. `None` if a skipped part turns out to end elsewhere.
fn read_with(
    cx: &Context,
    name: &str,
    source: &[u8],
    options: &ReadOptions,
    skip: Skip,
) -> Option<Result<ReadOutcome, Vec<Diagnostic>>> {
    let mut symbols = Symbols::default();
    symbols.name_limit = options.name_limit;
    symbols.expansion = Expansion::of(source.len());
    let result = read_into(cx, name, source, options, skip, &symbols);
    if !matches!(result, Some(Ok(_))) {
        symbols.release_struct_names(cx);
    }
    result
}

fn read_into(
    cx: &Context,
    name: &str,
    source: &[u8],
    options: &ReadOptions,
    skip: Skip,
    symbols: &Symbols,
) -> Option<Result<ReadOutcome, Vec<Diagnostic>>> {
    let mut module = Module::new(cx, name);
    module.set_version(options.version);
    cx.know_metadata_kinds_of(options.version);
    module.set_native_splats(options.native_splats);
    let no_groups = HashMap::default();

    let mut parser = Parser::new(source, 0, &module, symbols, &no_groups);
    if options.discard_value_names {
        let refused = parser.error_here("Can't read textual IR with a Context that discards named Values");
        return Some(refused.map_err(|failed| vec![*failed.0]));
    }
    let definitions = match parser.target_definitions() {
        Ok(definitions) => definitions,
        Err(failed) => return Some(Err(vec![*failed.0])),
    };
    let rest = parser.pos();
    drop(parser);
    if let Some(name) = definitions.source_filename {
        module.set_source_filename(name);
    }
    if let Some(triple) = definitions.triple {
        module.set_triple(triple);
    }
    let (layout, layout_pos) = definitions.layout.unwrap_or_default();
    let layout = options.data_layout.choose(options.version, layout, module.triple());
    let old = |message| match DataLayout::parse(&without_ignored(&layout)) {
        Ok(layout) if Lexer::new(source, 0).any(Tok::Star) => {
            symbols.old_forms.note(OldForm::IgnoredLayout, layout_pos);
            Ok(layout)
        }
        _ => Err(message),
    };
    match DataLayout::parse(&layout).or_else(old) {
        Ok(layout) => module.set_data_layout(layout),
        Err(e) => return Some(Err(vec![Diagnostic::new(layout_pos, e.message)])),
    }

    let mut top = TopLevel::default();
    top.summary = options.summary.then(Default::default);
    let mut parser = Parser::new(source, rest, &module, symbols, &no_groups);
    parser.keep_spans = options.spans;
    let takes_addresses = || memchr::memmem::find(source, b"blockaddress").is_some();
    // A short text is read before other threads would have started.
    let is_long = source.len() >= CHUNK_BYTES;
    // The search runs ahead of the parser and so brings the text into the cache.
    let ((), takes_addresses) = parallel::join_if(is_long, || parser.top_level(&mut top, skip), takes_addresses);
    let mut diagnostics = std::mem::take(&mut parser.diagnostics);
    let defines_all = diagnostics.is_empty();
    let top_buffer = std::mem::take(&mut parser.metadata);
    let skipped = std::mem::take(&mut parser.skipped_bodies);
    drop(parser);
    if skip == Skip::ByLines && !diagnostics.is_empty() {
        return None;
    }

    let regions = std::mem::take(&mut top.metadata);
    let shared = Shared {
        source,
        module: &module,
        symbols,
        groups: &top.groups,
        keep_labels: takes_addresses,
        keep_spans: options.spans,
    };
    let (metadata, chunks) = parallel::join_if(is_long, || shared.metadata(regions), || shared.bodies(skipped));
    let mut exact = metadata.exact;
    diagnostics.extend(metadata.diagnostics);
    top.named_metadata.extend(metadata.named);
    // The buffer with the definitions comes first.
    let (buffers, top_part) = match skip {
        Skip::ByLines => ([metadata.buffer, top_buffer], 1),
        Skip::ByTokens => ([top_buffer, metadata.buffer], 0),
    };
    for chunk in &chunks {
        exact &= chunk.exact;
        diagnostics.extend_from_slice(&chunk.diagnostics);
    }
    if skip == Skip::ByLines && !(exact && diagnostics.is_empty()) {
        return None;
    }
    if !diagnostics.is_empty() {
        diagnostics.sort_by_key(|d| d.found);
        // Entities missing because of a failed definition are not reported.
        if defines_all {
            diagnostics.extend(missing(source, &symbols.globals(), options.allow_incomplete));
        }
        return Some(Err(diagnostics));
    }
    let summary = top.summary.take();
    let mut more = Vec::new();
    let finished = super::finish::finish(module, source, symbols, top, chunks, buffers, top_part, options, &mut more);
    let with_summary = finished.and_then(|mut outcome| {
        outcome.summary = summary.map_or(Ok(None), |s| s.finish())?;
        Ok(outcome)
    });
    Some(with_summary.map_err(|first| std::iter::once(first).chain(more).collect()))
}

/// State shared by the readers of the parts.
struct Shared<'a> {
    source: &'a [u8],
    module: &'a Module,
    symbols: &'a Symbols,
    groups: &'a HashMap<u32, lindworm_ir::attributes::AttributeSet>,
    /// Whether labels are needed after reading, to resolve `blockaddress`.
    keep_labels: bool,
    keep_spans: bool,
}

/// A sequence of function bodies read by one parser.
pub(super) struct BodyChunk {
    /// The function, its body, and the byte offset of the body.
    pub bodies: Vec<(Global, Box<Body>, usize)>,
    /// The blocks by function and label.
    pub labels: HashMap<(Global, SymbolName), Block>,
    /// The personalities of landing pads, by function.
    pub personalities: Vec<(Global, Value)>,
    /// Byte ranges of the instructions, by function, if requested.
    pub spans: Vec<(Global, BodySpans)>,
    pub metadata: MetadataBuffer,
    diagnostics: Vec<Diagnostic>,
    /// Whether each body ends where the skip assumed.
    exact: bool,
}

/// The lines that hold only metadata.
struct MetadataLines {
    buffer: MetadataBuffer,
    named: Vec<(NamedMetadata, Range<usize>)>,
    diagnostics: Vec<Diagnostic>,
    /// Whether each region ends where the skip assumed.
    exact: bool,
}

/// The number of bytes of bodies per parser.
const CHUNK_BYTES: usize = 256 << 10;

impl<'a> Shared<'a> {
    fn parser(&self, pos: usize) -> Parser<'a> {
        let mut parser = Parser::new(self.source, pos, self.module, self.symbols, self.groups);
        parser.keep_spans = self.keep_spans;
        parser
    }

    /// Reads lines that hold only metadata.
    fn metadata(&self, regions: Vec<(Range<usize>, bool)>) -> MetadataLines {
        let mut parser = self.parser(regions.first().map_or(self.source.len(), |(r, _)| r.start));
        let mut named = Vec::new();
        let mut exact = true;
        for (region, split_labels) in regions {
            parser.lex.split_labels = split_labels;
            parser.lex.seek(region.start);
            while parser.pos() < region.end && parser.tok() != Tok::Eof {
                let result = match parser.tok() {
                    Tok::Exclaim => parser.standalone_metadata(),
                    Tok::MetadataName => parser.named_metadata().map(|n| named.push(n)),
                    _ => parser.error_here("expected top-level entity"),
                };
                if let Err(failed) = result {
                    parser.diagnostics.push(*failed.0);
                    break;
                }
            }
            exact &= parser.lex.prev_end <= region.end;
        }
        MetadataLines { buffer: parser.metadata, named, diagnostics: parser.diagnostics, exact }
    }

    fn chunk(&self, bodies: Vec<SkippedBody<'a>>) -> BodyChunk {
        let mut parser = self.parser(bodies.first().map_or(0, |b| b.start));
        let mut chunk = BodyChunk {
            bodies: Vec::with_capacity(bodies.len()),
            labels: HashMap::default(),
            personalities: Vec::new(),
            spans: Vec::new(),
            metadata: MetadataBuffer::default(),
            diagnostics: Vec::new(),
            exact: true,
        };
        for skipped in bodies {
            parser.lex.split_labels = skipped.split_labels;
            parser.lex.seek(skipped.start);
            let function = skipped.header.function;
            let mut state = parser.body(skipped.header);
            chunk.exact &= parser.lex.prev_end == skipped.end;
            if self.keep_labels {
                chunk.labels.extend(state.labels().map(|(name, block)| ((function, name), block)));
            }
            chunk.personalities.extend(state.personality.map(|personality| (function, personality)));
            chunk.spans.extend(state.spans.take().map(|spans| (function, spans)));
            chunk.bodies.push((function, Box::new(state.body.take_exact()), skipped.start));
            parser.spare = state.into_spare();
        }
        chunk.metadata = parser.metadata;
        chunk.diagnostics = parser.diagnostics;
        chunk
    }

    /// Reads all bodies. Neighbouring bodies share a parser.
    fn bodies(&self, skipped: Vec<SkippedBody<'a>>) -> Vec<BodyChunk> {
        let mut chunks: Vec<Vec<SkippedBody<'a>>> = Vec::new();
        let mut bytes = usize::MAX;
        for body in skipped {
            if bytes >= CHUNK_BYTES {
                chunks.push(Vec::new());
                bytes = 0;
            }
            bytes += body.end - body.start;
            if let Some(chunk) = chunks.last_mut() {
                chunk.push(body);
            }
        }
        parallel::map(chunks, |chunk| self.chunk(chunk))
    }
}
