//! Where in the source things stand: kept only when asked for.

use std::ops::Range;

use cranelift_entity::EntityRef;
use lindworm_ir::{Global, Inst};
use rustc_hash::FxHashMap;

/// Where the globals and instructions of a module stand in the text that it was read from, in bytes from its start.
///
/// ```
/// use lindworm_ir::Context;
/// use lindworm_text::{ReadOptions, read};
///
/// let source = b"define i32 @f(i32 %x) {\n  %y = add i32 %x, 7\n  ret i32 %y\n}\n";
/// let options = ReadOptions { spans: true, ..ReadOptions::default() };
/// let outcome = read(&Context::new(), "m", source, &options).unwrap();
/// let spans = outcome.spans.unwrap();
/// let function = outcome.module.functions[0];
/// let body = outcome.module.body(function).unwrap();
/// let add = body.insts(body.entry().unwrap()).next().unwrap();
/// assert_eq!(&source[spans.inst(function, add).unwrap()], b"%y = add i32 %x, 7");
/// assert_eq!(&source[spans.operands(function, add)[1].clone()], b"7");
/// ```
#[derive(Debug, Default)]
pub struct Spans {
    pub(super) globals: FxHashMap<Global, Range<usize>>,
    pub(super) bodies: FxHashMap<Global, BodySpans>,
}

/// Where the instructions of one body stand.
#[derive(Debug, Default)]
pub struct BodySpans {
    /// By instruction: where it stands, and where its operands start in `operands`.
    insts: Vec<(Range<usize>, usize)>,
    operands: Vec<Range<usize>>,
}

impl Spans {
    /// Where a global is defined or declared: from its name on, up to the body of a function.
    pub fn global(&self, global: Global) -> Option<Range<usize>> {
        self.globals.get(&global).cloned()
    }

    /// Where an instruction stands, its name and metadata included. None for one that was made after reading, such as by an
    /// upgrade.
    pub fn inst(&self, function: Global, inst: Inst) -> Option<Range<usize>> {
        Some(self.bodies.get(&function)?.insts.get(inst.index())?.0.clone())
    }

    /// Where the operands of an instruction stand, without their types, in the order of the text.
    pub fn operands(&self, function: Global, inst: Inst) -> &[Range<usize>] {
        let Some(body) = self.bodies.get(&function) else { return &[] };
        let Some((_, start)) = body.insts.get(inst.index()) else { return &[] };
        let end = body.insts.get(inst.index() + 1).map_or(body.operands.len(), |(_, next)| *next);
        &body.operands[*start..end]
    }
}

impl BodySpans {
    pub(super) fn operand(&mut self, span: Range<usize>) {
        self.operands.push(span);
    }

    /// How many operands were noted so far.
    pub(super) fn operand_count(&self) -> usize {
        self.operands.len()
    }

    /// Notes an instruction, whose operands are those from `first_operand` on.
    pub(super) fn inst(&mut self, inst: Inst, span: Range<usize>, first_operand: usize) {
        // Instructions are made in the order of the text; what failed in between leaves a gap.
        self.insts.resize(inst.index(), (span.clone(), first_operand));
        self.insts.push((span, first_operand));
    }
}
