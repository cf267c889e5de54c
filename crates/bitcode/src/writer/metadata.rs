//! Metadata blocks: of modules and of functions.

use lindworm_ir::debug_info::{NodeKind, location};
use lindworm_ir::metadata::{Attachment, MetadataRef};
use lindworm_ir::{Body, Global, Metadata, Module, Value};

use crate::bitstream::{Abbreviation, BitWriter, Encoding, Scalar, StreamWriter};
use crate::codes::{block, metadata as code};

mod ids;
mod record;

pub(crate) use ids::{FunctionMetadataIds, MetadataIds};

/// The number of non-string metadata above which the module has an index.
pub(crate) const INDEX_THRESHOLD: usize = 25;

/// Returns the ids of the type of a value and of the value.
type ValueIds<'a> = &'a dyn Fn(Value) -> (u64, u64);

/// A fixed-width field.
const fn fixed(width: u32) -> Encoding {
    Encoding::Scalar(Scalar::Fixed(width))
}

/// A number that is usually small.
const NUMBER: Encoding = Encoding::Scalar(Scalar::Vbr(6));
/// An array of such numbers.
const NUMBERS: Encoding = Encoding::Array(Scalar::Vbr(6));

fn abbreviation(code: u32, operands: &[Encoding]) -> Abbreviation {
    Abbreviation([&[Encoding::Literal(code.into())], operands].concat().into())
}

/// The abbreviations of nodes. In a module block they are defined at the start, so that a reader can start at any record;
/// in a function block, when needed.
#[derive(Default)]
struct Abbreviations {
    location: Option<u32>,
    generic: Option<u32>,
}

impl Abbreviations {
    /// The abbreviation of a node kind; 0 for none.
    fn of(&mut self, kind: NodeKind, out: &mut StreamWriter) -> u32 {
        match kind {
            NodeKind::DILocation => *self.location.get_or_insert_with(|| {
                let column = Encoding::Scalar(Scalar::Vbr(8));
                let operands = [fixed(1), NUMBER, column, NUMBER, NUMBER, fixed(1), NUMBER, fixed(3)];
                out.define(abbreviation(code::LOCATION, &operands))
            }),
            NodeKind::GenericDINode => *self.generic.get_or_insert_with(|| {
                out.define(abbreviation(code::GENERIC_DEBUG, &[fixed(1), NUMBER, fixed(1), NUMBER, NUMBERS]))
            }),
            _ => 0,
        }
    }
}

/// Writes the strings of a block: their count, the offset of the characters, and a blob with lengths and characters.
fn write_strings(module: &Module, strings: &[Metadata], out: &mut StreamWriter) {
    if strings.is_empty() {
        return;
    }
    let bytes = |m: &Metadata| match m.open() {
        MetadataRef::String(s) => module.metadata().string(s),
        _ => b"",
    };
    let mut lengths = BitWriter::default();
    for string in strings {
        lengths.vbr(bytes(string).len() as u64, 6);
    }
    let mut blob = lengths.into_bytes();
    let offset = blob.len() as u64;
    strings.iter().for_each(|s| blob.extend_from_slice(bytes(s)));
    let id = out.define(abbreviation(code::STRINGS, &[NUMBER, NUMBER, Encoding::Blob]));
    out.with_blob(id, code::STRINGS, &[strings.len() as u64, offset], &blob);
}

/// Writes the record of metadata other than a string.
#[allow(clippy::too_many_arguments)]
fn write_one(
    module: &Module,
    body: Option<&Body>,
    m: Metadata,
    id: impl Fn(Metadata) -> u32 + Copy,
    value: ValueIds,
    abbreviations: &mut Abbreviations,
    ops: &mut Vec<u64>,
    out: &mut StreamWriter,
) {
    ops.clear();
    match m.open() {
        MetadataRef::Node(n) => {
            let node = module.metadata().node(n);
            let code = record::operands(node, id, ops);
            let abbreviation = abbreviations.of(node.kind, out);
            out.abbreviated(abbreviation, code, ops);
        }
        MetadataRef::ArgList(list) => {
            let list = body.and_then(|b| b.arg_lists().get(list as usize)).map_or(&[][..], |l| l);
            ops.extend(list.iter().map(|&m| u64::from(id(m))));
            out.record(code::ARG_LIST, ops);
        }
        _ => {
            let v = match m.open() {
                MetadataRef::Value(v) => module.metadata().values().get(v as usize),
                MetadataRef::Local(l) => body.and_then(|b| b.local_metadata().get(l as usize)),
                _ => None,
            };
            let (ty, value) = v.map_or((0, 0), |&v| value(v));
            out.record(code::VALUE, &[ty, value]);
        }
    }
}

impl MetadataIds {
    /// Writes the `METADATA` block of the module, if needed. `value` gives the ids of the type of a constant or global and
    /// of the value.
    pub fn write_module(&self, module: &Module, value: ValueIds, index_threshold: usize, out: &mut StreamWriter) {
        let (strings, others) = self.of_module();
        if strings.is_empty() && others.is_empty() && module.named_metadata().is_empty() {
            return;
        }
        out.enter_block(block::METADATA, 4);
        let mut abbreviations = Abbreviations::default();
        abbreviations.of(NodeKind::DILocation, out);
        abbreviations.of(NodeKind::GenericDINode, out);
        let offset_abbreviation = out.define(abbreviation(code::INDEX_OFFSET, &[fixed(32), fixed(32)]));
        let index_abbreviation = out.define(abbreviation(code::INDEX, &[NUMBERS]));
        write_strings(module, strings, out);
        let has_index = others.len() > index_threshold;
        if has_index {
            out.abbreviated(offset_abbreviation, code::INDEX_OFFSET, &[0, 0]);
        }
        let start = out.bits.bit();
        let mut ops = Vec::new();
        let mut index = Vec::with_capacity(if has_index { others.len() } else { 0 });
        let mut last = start;
        for &m in others {
            if has_index {
                let bit = out.bits.bit();
                index.push(bit - std::mem::replace(&mut last, bit));
            }
            write_one(module, None, m, |m| self.id(m), value, &mut abbreviations, &mut ops, out);
        }
        if has_index {
            let length = out.bits.bit() - start;
            out.bits.patch(start - 64, length as u32);
            out.bits.patch(start - 32, (length >> 32) as u32);
            out.abbreviated(index_abbreviation, code::INDEX, &index);
        }
        self.write_named(module, out);
        self.write_global_attachments(module, value, out);
        out.end_block();
    }

    fn write_named(&self, module: &Module, out: &mut StreamWriter) {
        if module.named_metadata().is_empty() {
            return;
        }
        let id = out.define(abbreviation(code::NAME, &[Encoding::Array(Scalar::Fixed(8))]));
        for named in module.named_metadata() {
            out.abbreviated(id, code::NAME, &named.name.iter().map(|&c| c.into()).collect::<Vec<_>>());
            let operands: Vec<u64> = named.operands.iter().map(|&m| self.id(m).into()).collect();
            out.record(code::NAMED_NODE, &operands);
        }
    }

    /// Writes the attachments of function declarations, ifuncs and variables.
    fn write_global_attachments(&self, module: &Module, value: ValueIds, out: &mut StreamWriter) {
        let declared = module.functions().iter().filter(|&&f| module[f].is_declaration());
        for &global in declared.chain(module.ifuncs()).chain(module.variables()) {
            let attachments = &module[global].metadata;
            if !attachments.is_empty() {
                let mut ops = vec![value(global.into()).1];
                push_attachments(attachments, |m| self.id(m), &mut ops);
                out.record(code::GLOBAL_DECL_ATTACHMENT, &ops);
            }
        }
    }
}

fn push_attachments(attachments: &[Attachment], id: impl Fn(Metadata) -> u32, ops: &mut Vec<u64>) {
    ops.extend(attachments.iter().flat_map(|&(kind, m)| [u64::from(kind.0), id(m).into()]));
}

/// Writes the `METADATA_KIND` block.
pub(crate) fn write_kinds(module: &Module, out: &mut StreamWriter) {
    out.enter_block(block::METADATA_KIND, 3);
    let mut ops = Vec::new();
    for (kind, name) in (0..).zip(module.context().metadata_kind_names()) {
        ops.clear();
        ops.push(kind);
        ops.extend(name.iter().map(|&c| u64::from(c)));
        out.record(code::KIND, &ops);
    }
    out.end_block();
}

impl FunctionMetadataIds<'_> {
    /// Writes the `METADATA` block of the function, if needed. `value` gives the ids of the type of a value and of the
    /// value.
    pub fn write_block(&self, module: &Module, body: &Body, value: ValueIds, out: &mut StreamWriter) {
        let (strings, others) = self.own();
        if strings.is_empty() && others.is_empty() && self.local().is_empty() {
            return;
        }
        out.enter_block(block::METADATA, 3);
        write_strings(module, strings, out);
        let mut abbreviations = Abbreviations::default();
        let mut ops = Vec::new();
        for &m in others.iter().chain(self.local()) {
            write_one(module, Some(body), m, |m| self.id(m), value, &mut abbreviations, &mut ops, out);
        }
        out.end_block();
    }

    /// Writes the `METADATA_ATTACHMENT` block of the function, if needed.
    pub fn write_attachments(&self, module: &Module, function: Global, body: &Body, out: &mut StreamWriter) {
        let of_function = &module[function].metadata;
        let has_any = body.has_attachments()
            && body.blocks().flat_map(|b| body.insts(b)).any(|i| !body.attachments(i).is_empty());
        if of_function.is_empty() && !has_any {
            return;
        }
        out.enter_block(block::METADATA_ATTACHMENT, 3);
        let mut ops = Vec::new();
        if !of_function.is_empty() {
            push_attachments(of_function, |m| self.id(m), &mut ops);
            out.record(code::ATTACHMENT, &ops);
        }
        if has_any {
            for (number, inst) in (0..).zip(body.blocks().flat_map(|b| body.insts(b))) {
                let attachments = body.attachments(inst);
                if !attachments.is_empty() {
                    ops.clear();
                    ops.push(number);
                    push_attachments(attachments, |m| self.id(m), &mut ops);
                    out.record(code::ATTACHMENT, &ops);
                }
            }
        }
        out.end_block();
    }
}

/// The operands of a `DEBUG_LOC` record: line, column, scope, `inlinedAt`, implicit code, atom group and rank.
pub(crate) fn debug_loc(ids: &FunctionMetadataIds, module: &Module, location: Metadata) -> [u64; 7] {
    use location::*;
    let Some(node) = location.as_node().map(|n| module.metadata().node(n)) else { return [0; 7] };
    let reference = |field| u64::from(ids.id_or_null(node.get_ref(field)));
    [
        node.get(LINE),
        node.get(COLUMN),
        reference(SCOPE),
        reference(INLINED_AT),
        node.get(IMPLICIT_CODE),
        node.get(ATOM_GROUP),
        node.get(ATOM_RANK),
    ]
}
