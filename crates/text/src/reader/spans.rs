//! Byte ranges of entities in the source, kept on request.

use std::ops::Range;

use cranelift_entity::EntityRef;
use lindworm_ir::attributes::AttributeSet;
use lindworm_ir::hash::HashMap;
use lindworm_ir::module::Comdat;
use lindworm_ir::{Block, Global, Inst, Metadata};

type Span = Range<usize>;

/// The byte ranges of a module's entities in the source text.
///
/// Entities created after reading, for example by an upgrade, have no range.
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
    /// By node; empty if unknown.
    pub(super) nodes: Vec<Span>,
    pub(super) named_metadata: HashMap<Box<[u8]>, Span>,
    pub(super) comdats: HashMap<Comdat, Span>,
    pub(super) attribute_groups: HashMap<AttributeSet, Span>,
}

impl Spans {
    /// The range of a global definition or declaration, from its name; for functions, up to the body.
    pub fn global(&self, global: Global) -> Option<Span> {
        self.globals.get(&global).cloned()
    }

    /// The range of a parameter in the function header, including type and attributes.
    pub fn argument(&self, function: Global, index: usize) -> Option<Span> {
        self.arguments.get(&function)?.get(index).cloned()
    }

    /// The range of a block label; an empty range at the start of a block without a label.
    pub fn block(&self, function: Global, block: Block) -> Option<Span> {
        self.bodies.get(&function)?.blocks.get(block.index())?.clone()
    }

    /// The range of an instruction, including its name and metadata.
    pub fn inst(&self, function: Global, inst: Inst) -> Option<Span> {
        Some(self.bodies.get(&function)?.insts.get(inst.index())?.span.clone())
    }

    /// The ranges of the operands of an instruction without their types, in textual order. The callee of a call is not
    /// included.
    pub fn operands(&self, function: Global, inst: Inst) -> &[Span] {
        let operands = self.bodies.get(&function).and_then(|body| {
            let inst = body.insts.get(inst.index())?;
            body.operands.get(inst.operands.clone())
        });
        operands.unwrap_or_default()
    }

    /// The range of the `index`th debug record before an instruction.
    pub fn debug_record(&self, function: Global, inst: Inst, index: usize) -> Option<Span> {
        let body = self.bodies.get(&function)?;
        body.records.get(body.record_lists.get(&inst)?.clone())?.get(index).cloned()
    }

    /// The range of a metadata node: the line of its definition, or the place of an inline node. For uniqued nodes, the
    /// first one.
    pub fn metadata(&self, metadata: Metadata) -> Option<Span> {
        self.nodes.get(metadata.as_node()? as usize).filter(|span| !span.is_empty()).cloned()
    }

    /// The range of named metadata: its first line.
    pub fn named_metadata(&self, name: &[u8]) -> Option<Span> {
        self.named_metadata.get(name).cloned()
    }

    /// The range of a comdat definition.
    pub fn comdat(&self, comdat: Comdat) -> Option<Span> {
        self.comdats.get(&comdat).cloned()
    }

    /// The range of the definition of the attribute group with exactly these attributes.
    pub fn attribute_group(&self, attributes: AttributeSet) -> Option<Span> {
        self.attribute_groups.get(&attributes).cloned()
    }
}

/// The byte ranges within one function body.
#[derive(Clone, Debug, Default)]
pub struct BodySpans {
    /// By block. Blocks are created at their first use.
    blocks: Vec<Option<Span>>,
    insts: Vec<InstSpans>,
    operands: Vec<Span>,
    records: Vec<Span>,
    /// By instruction: the indices in `records` of the debug records before it.
    record_lists: HashMap<Inst, Range<usize>>,
}

/// The range of an instruction, and the indices of its operands in `BodySpans::operands`.
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

    /// The number of operands recorded so far.
    pub(super) fn operand_count(&self) -> usize {
        self.operands.len()
    }

    /// Replaces the operands from index `first` on by one operand that encloses them.
    pub(super) fn operand_around(&mut self, first: usize, span: Span) {
        self.operands.truncate(first);
        self.operands.push(span);
    }

    /// Records an instruction, whose operands are those from index `first_operand` on.
    pub(super) fn inst(&mut self, inst: Inst, span: Span, first_operand: usize) {
        let spans = InstSpans { span, operands: first_operand..self.operands.len() };
        // Instructions are created in textual order; failed ones leave a gap.
        self.insts.resize(inst.index(), spans.clone());
        self.insts.push(spans);
    }

    pub(super) fn debug_record(&mut self, span: Span) {
        self.records.push(span);
    }

    /// Attaches the last `len` debug records to an instruction.
    pub(super) fn attach_last_debug_records(&mut self, inst: Inst, len: usize) {
        let end = self.records.len();
        self.record_lists.insert(inst, end.saturating_sub(len)..end);
    }
}
