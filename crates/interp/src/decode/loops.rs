//! Errors in loops that are known at decoding: loops that promise forward progress and cannot make any, and loops that
//! contradict their metadata.

use cranelift_entity::EntityRef;
use lindworm_analysis::{Cfg, Cycles};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::hash::HashMap;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::{Block, Body, Inst, InstData, Metadata, Module};

use super::Decoder;
use crate::ub::{Kind, control, metadata};

const IRR_LOOP: MetadataKind = MetadataKind::fixed(b"irr_loop").unwrap();

/// The terminators that are undefined behaviour when reached, and the reason.
pub(super) type UndefinedEnds = HashMap<Inst, (&'static Kind, &'static str)>;

impl Decoder<'_> {
    /// Finds the erroneous loops.
    pub(super) fn loops(&self) -> UndefinedEnds {
        let mut found = UndefinedEnds::default();
        self.endless_loops(&mut found);
        self.reducible_loops(&mut found);
        found
    }

    /// Finds loops without exit and without effects that must make progress according to the loop or the function.
    fn endless_loops(&self, found: &mut UndefinedEnds) {
        let body = self.body;
        let info = &self.program.functions[self.code.function as usize];
        let attributes = self.module.function(info.global).map(|f| self.cx.attribute_list(f.attributes).function);
        let promised = attributes.is_some_and(|set| {
            [AttrKind::MUST_PROGRESS, AttrKind::WILL_RETURN].iter().any(|&kind| self.cx.has_attribute(set, kind))
        });
        if !promised && !body.has_attachments() {
            return;
        }
        // Follows the idle blocks from each start. A path that returns to one of its own blocks is an endless loop.
        let mut passed = vec![0u32; body.block_count()];
        for (way, start) in (1..).zip(body.blocks()) {
            let mut at = start;
            while passed[at.index()] == 0
                && let Some(next) = self.idle_step(at)
            {
                passed[at.index()] = way;
                at = next;
            }
            if passed[at.index()] != way {
                continue;
            }
            let mut ends = Vec::new();
            let first = at;
            while let (Some(end), Some(next)) = (body.terminator(at), self.idle_step(at)) {
                ends.push(end);
                at = next;
                if at == first {
                    break;
                }
            }
            if promised || ends.iter().any(|&end| must_progress(self.module, body, end)) {
                let why = "nothing ends this loop, and it does nothing";
                found.extend(ends.into_iter().map(|end| (end, (&control::NO_PROGRESS, why))));
            }
        }
    }

    /// The single successor of a block without side effects.
    fn idle_step(&self, block: Block) -> Option<Block> {
        let body = self.body;
        let Some(InstData::Br { dest }) = body.terminator(block).map(|end| body.inst(end)) else { return None };
        let idle = body.insts(block).all(|inst| match body.inst(inst) {
            InstData::Br { .. } | InstData::Phi { .. } | InstData::FNeg { .. } | InstData::ICmp { .. } => true,
            InstData::FCmp { .. } | InstData::Cast { .. } | InstData::Select { .. } | InstData::Freeze { .. } => true,
            InstData::Binary { op, .. } => !op.is_int_div_rem(),
            InstData::GetElementPtr { .. } => true,
            _ => false,
        });
        idle.then_some(*dest)
    }

    /// Finds `!irr_loop` on blocks that are not an entry of an irreducible cycle.
    fn reducible_loops(&self, found: &mut UndefinedEnds) {
        let body = self.body;
        if !body.has_attachments() {
            return;
        }
        let marked = |block| body.terminator(block).filter(|&end| body.attachment(end, IRR_LOOP).is_some());
        let mut marked = body.blocks().filter_map(|block| Some((block, marked(block)?))).peekable();
        if marked.peek().is_none() {
            return;
        }
        let cfg = Cfg::new(body);
        let Some(cycles) = Cycles::in_linear_time(&cfg) else { return };
        for (block, end) in marked {
            // A block is the header of at most one cycle, and not an entry of any cycle around one that it is not an entry of.
            let mut cycle = cycles.cycle_of(block);
            if let Some(c) = cycle
                && cycles.is_reducible(c)
                && cycles.header(c) == block
            {
                cycle = cycles.parent(c);
            }
            let is_entry = |c| cycles.header(c) == block || cycles.is_entry(&cfg, c, block);
            if !cycle.is_some_and(|c| !cycles.is_reducible(c) && is_entry(c)) {
                let why = "no irreducible loop has this block for a header";
                found.insert(end, (&metadata::IRR_LOOP, why));
            }
        }
    }
}

/// Whether the loop with the latch terminator `end` is marked `llvm.loop.mustprogress`.
pub(crate) fn must_progress(module: &Module, body: &Body, end: Inst) -> bool {
    let metadata = module.metadata();
    let words = |word: Metadata| word.as_node().map(|node| metadata.node(node).words).unwrap_or_default();
    let Some(of_loop) = body.attachment(end, MetadataKind::LOOP) else { return false };
    words(of_loop).iter().filter_map(|&w| Metadata::from_word(w)).any(|property| {
        let name = words(property).first().and_then(|&w| Metadata::from_word(w)).map(Metadata::open);
        matches!(name, Some(MetadataRef::String(s)) if metadata.string(s) == b"llvm.loop.mustprogress")
    })
}
