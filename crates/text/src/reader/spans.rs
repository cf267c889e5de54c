//! Where in the source things stand: kept only when asked for.

use std::ops::Range;

use cranelift_entity::EntityRef;
use lindworm_ir::attributes::AttributeSet;
use lindworm_ir::hash::HashMap;
use lindworm_ir::module::Comdat;
use lindworm_ir::{Block, Global, Inst, Metadata};

type Span = Range<usize>;

/// Where the things of a module stand in the text that it was read from, in bytes from its start.
///
/// What was made after reading, such as by an upgrade, stands nowhere.
///
/// ```
/// use lindworm_ir::Context;
/// use lindworm_text::{ReadOptions, read};
///
/// let source = b"define i32 @f(i32 %x) {\n  %y = add i32 %x, 7\n  ret i32 %y\n}\n";
/// let options = ReadOptions { spans: true, ..ReadOptions::default() };
/// let outcome = read(&Context::new(), "m", source, &options).unwrap();
/// let spans = outcome.spans.unwrap();
/// let function = outcome.module.functions()[0];
/// let body = outcome.module.body(function).unwrap();
/// let add = body.insts(body.entry().unwrap()).next().unwrap();
/// assert_eq!(&source[spans.inst(function, add).unwrap()], b"%y = add i32 %x, 7");
/// assert_eq!(&source[spans.operands(function, add)[1].clone()], b"7");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Spans {
    pub(super) globals: HashMap<Global, Span>,
    pub(super) arguments: HashMap<Global, Vec<Span>>,
    pub(super) bodies: HashMap<Global, BodySpans>,
    /// By node; empty where it is not known.
    pub(super) nodes: Vec<Span>,
    pub(super) named_metadata: HashMap<Box<[u8]>, Span>,
    pub(super) comdats: HashMap<Comdat, Span>,
    pub(super) attribute_groups: HashMap<AttributeSet, Span>,
}

impl Spans {
    /// Where a global is defined or declared: from its name on, up to the body of a function.
    pub fn global(&self, global: Global) -> Option<Span> {
        self.globals.get(&global).cloned()
    }

    /// Where an argument of a function stands in its header, with its type and attributes.
    pub fn argument(&self, function: Global, index: usize) -> Option<Span> {
        self.arguments.get(&function)?.get(index).cloned()
    }

    /// Where the label of a block stands; an empty span at the start of a block without one.
    pub fn block(&self, function: Global, block: Block) -> Option<Span> {
        self.bodies.get(&function)?.blocks.get(block.index())?.clone()
    }

    /// Where an instruction stands, its name and metadata included.
    pub fn inst(&self, function: Global, inst: Inst) -> Option<Span> {
        Some(self.bodies.get(&function)?.insts.get(inst.index())?.span.clone())
    }

    /// Where the operands of an instruction stand, without their types, in the order of the text; what a call calls is not
    /// among them.
    pub fn operands(&self, function: Global, inst: Inst) -> &[Span] {
        let operands = self.bodies.get(&function).and_then(|body| {
            let inst = body.insts.get(inst.index())?;
            body.operands.get(inst.operands.clone())
        });
        operands.unwrap_or_default()
    }

    /// Where the debug record of this number before an instruction stands.
    pub fn debug_record(&self, function: Global, inst: Inst, index: usize) -> Option<Span> {
        let body = self.bodies.get(&function)?;
        body.records.get(body.record_lists.get(&inst)?.clone())?.get(index).cloned()
    }

    /// Where a metadata node stands: the line that defines it, or the place where it is written without a number. Of equal
    /// nodes, which are one, it is the first.
    pub fn metadata(&self, metadata: Metadata) -> Option<Span> {
        self.nodes.get(metadata.as_node()? as usize).filter(|span| !span.is_empty()).cloned()
    }

    /// Where the named metadata of this name stands: the first of its lines.
    pub fn named_metadata(&self, name: &[u8]) -> Option<Span> {
        self.named_metadata.get(name).cloned()
    }

    /// Where a comdat is defined.
    pub fn comdat(&self, comdat: Comdat) -> Option<Span> {
        self.comdats.get(&comdat).cloned()
    }

    /// Where the attribute group with just these attributes is defined.
    pub fn attribute_group(&self, attributes: AttributeSet) -> Option<Span> {
        self.attribute_groups.get(&attributes).cloned()
    }
}

/// Where the things of one body stand.
#[derive(Clone, Debug, Default)]
pub struct BodySpans {
    /// By block, which are made when they are used first.
    blocks: Vec<Option<Span>>,
    insts: Vec<InstSpans>,
    operands: Vec<Span>,
    records: Vec<Span>,
    /// The places in `records` of the records before an instruction.
    record_lists: HashMap<Inst, Range<usize>>,
}

/// Where an instruction stands, and the places of its operands in the body's list.
#[derive(Clone, Debug)]
struct InstSpans {
    span: Span,
    operands: Range<usize>,
}

impl BodySpans {
    pub(super) fn block(&mut self, block: Block, span: Span) {
        if self.blocks.len() <= block.index() {
            self.blocks.resize(block.index() + 1, None);
        }
        self.blocks[block.index()] = Some(span);
    }

    pub(super) fn operand(&mut self, span: Span) {
        self.operands.push(span);
    }

    /// How many operands were noted so far.
    pub(super) fn operand_count(&self) -> usize {
        self.operands.len()
    }

    /// Notes one operand in place of those from `first` on, which stand within it.
    pub(super) fn operand_around(&mut self, first: usize, span: Span) {
        self.operands.truncate(first);
        self.operands.push(span);
    }

    /// Notes an instruction, whose operands are those from `first_operand` on.
    pub(super) fn inst(&mut self, inst: Inst, span: Span, first_operand: usize) {
        let spans = InstSpans { span, operands: first_operand..self.operands.len() };
        // Instructions are made in the order of the text; what failed in between leaves a gap.
        self.insts.resize(inst.index(), spans.clone());
        self.insts.push(spans);
    }

    pub(super) fn debug_record(&mut self, span: Span) {
        self.records.push(span);
    }

    /// Says that the last `len` debug records stand before an instruction.
    pub(super) fn attach_last_debug_records(&mut self, inst: Inst, len: usize) {
        let end = self.records.len();
        self.record_lists.insert(inst, end.saturating_sub(len)..end);
    }
}
