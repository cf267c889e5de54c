//! The verifier's findings as text, in LLVM's wording, and their locations in the source.

use std::ops::Range;

use lindworm_ir::Module;
use lindworm_text::{MessageWriter, Spans, WriteOptions};
use lindworm_verify::{Entity, Finding, Options, Report};

/// Writes findings as LLVM's verifier does: the message, followed by the entities that it refers to.
///
/// ```
/// use lindworm::{Context, FindingWriter, ReadOptions, read, verify};
///
/// let source = b"define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 1, 1\n  ret i32 %x\n}\n";
/// let module = read(&Context::new(), "f.ll", source, &ReadOptions::default()).unwrap().module;
/// let mut out = Vec::new();
/// let mut writer = FindingWriter::new(&module);
/// for finding in &verify(&module).findings {
///     writer.write(&mut out, finding);
/// }
/// let text = "Instruction does not dominate all uses!\n  %y = add i32 1, 1\n  %x = add i32 %y, 1\n";
/// assert_eq!(String::from_utf8(out).unwrap(), text);
/// ```
pub struct FindingWriter<'m> {
    writer: MessageWriter<'m>,
}

impl<'m> FindingWriter<'m> {
    /// A writer of findings about a module. As in LLVM, metadata is numbered on the way: write all findings of a report
    /// with one writer, in order.
    pub fn new(module: &'m Module) -> Self {
        FindingWriter::with_options(module, WriteOptions::default())
    }

    /// Same as [`FindingWriter::new`], with options.
    pub fn with_options(module: &'m Module, options: WriteOptions) -> Self {
        FindingWriter { writer: MessageWriter::with_options(module, options) }
    }

    /// Writes a finding as LLVM does.
    pub fn write(&mut self, out: &mut Vec<u8>, finding: &Finding) {
        out.extend_from_slice(&finding.message);
        out.push(b'\n');
        for entity in &finding.entities {
            self.write_entity(out, entity);
        }
    }

    /// Writes an entity of a finding as LLVM does: most kinds with a newline, a type without.
    pub fn write_entity(&mut self, out: &mut Vec<u8>, entity: &Entity) {
        let w = &mut self.writer;
        match entity {
            Entity::Nothing => {}
            Entity::Value { function, value } => w.value(out, *function, *value),
            Entity::Metadata { function, metadata } => w.metadata(out, *function, *metadata),
            Entity::NamedMetadata(index) => w.named_metadata(out, *index),
            Entity::DebugRecord { function, inst, index } => w.debug_record(out, *function, *inst, *index),
            Entity::Type(ty) => w.ty(out, *ty),
            Entity::Comdat(comdat) => w.comdat(out, *comdat),
            Entity::Module => w.module_id(out),
            Entity::Attribute(attribute) => w.attribute(out, attribute),
            Entity::AttributeSet(set) => w.attribute_set(out, *set),
            Entity::AttributeList(list) => w.attribute_list(out, *list),
            Entity::Text(line) => {
                out.extend_from_slice(line);
                out.push(b'\n');
            }
        }
    }
}

/// The byte range of a finding in the source text: that of the instruction being verified, or else of the first entity with
/// a range.
pub fn place_of(finding: &Finding, module: &Module, spans: &Spans) -> Option<Range<usize>> {
    let place = finding.place;
    let inst = place.global.zip(place.inst).and_then(|(g, i)| spans.inst(g, i));
    inst.or_else(|| finding.entities.iter().find_map(|e| place_of_entity(e, module, spans)))
        .or_else(|| spans.global(place.global?))
}

/// The byte range of an entity of a finding in the source text.
pub fn place_of_entity(entity: &Entity, module: &Module, spans: &Spans) -> Option<Range<usize>> {
    use lindworm_ir::value::ValueKind as V;
    match *entity {
        Entity::Value { function, value } => match value.kind() {
            V::Inst(inst) => spans.inst(function?, inst),
            V::Arg(index) => spans.argument(function?, index as usize),
            V::Block(block) => spans.block(function?, block),
            V::Global(global) => spans.global(global),
            V::Metadata(metadata) => spans.metadata(metadata),
            _ => None,
        },
        Entity::Metadata { metadata, .. } => spans.metadata(metadata),
        Entity::NamedMetadata(index) => spans.named_metadata(&module.named_metadata().get(index)?.name),
        Entity::DebugRecord { function, inst, index } => spans.debug_record(function, inst, index),
        Entity::Comdat(comdat) => spans.comdat(comdat),
        Entity::AttributeSet(set) => spans.attribute_group(set),
        _ => None,
    }
}

/// The verification that LLVM performs after reading a module: full verification if the module has debug info of the
/// current version ([`DEBUG_INFO_VERSION`](lindworm_upgrade::debug_info::DEBUG_INFO_VERSION)); otherwise none, and the
/// result is `None`. If only debug info is broken, LLVM drops it and continues ([`Module::strip_debug_info`]).
///
/// ```
/// use lindworm::verifier::Options;
/// use lindworm::{Context, ReadOptions, read, verify_after_reading};
///
/// let source = b"define void @f() !dbg !1 {\n  ret void\n}\n\
///     !llvm.module.flags = !{!0}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
///     !1 = distinct !DISubprogram(name: \"f\")\n";
/// let mut module = read(&Context::new(), "f.ll", source, &ReadOptions::default()).unwrap().module;
/// let report = verify_after_reading(&module, Options::default()).unwrap();
/// assert_eq!(report.findings[0].message, b"subprogram definitions must have a compile unit");
/// assert!(report.has_broken_debug_info() && !report.is_broken());
/// module.strip_debug_info();
/// assert!(verify_after_reading(&module, Options::default()).unwrap().is_ok());
/// ```
pub fn verify_after_reading(module: &Module, options: Options) -> Option<Report> {
    use lindworm_upgrade::debug_info::{DEBUG_INFO_VERSION, debug_info_version};
    (debug_info_version(module) == DEBUG_INFO_VERSION).then(|| lindworm_verify::verify_with(module, options))
}
