//! The blocks at the border of a loop.

use std::sync::{Arc, Mutex, PoisonError};

use cranelift_entity::EntitySet;
use lindworm_analysis::analyses::Subject;
use lindworm_analysis::{Analyses, Analysis, Loops};
use lindworm_ir::editor::{Editor, Listener, Parts};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, Inst, InstData, Value};

use crate::edges::{predecessors, successors, successors_in};
use crate::pass::FunctionEdit;

/// A loop in `loop-simplify` form, as it was when this was computed.
#[derive(Clone)]
pub(crate) struct LoopForm {
    pub header: Block,
    /// The blocks, including those of nested loops, in reverse post-order.
    pub blocks: Vec<Block>,
    /// The blocks, sorted.
    set: Vec<Block>,
    /// The block from which the loop is entered.
    pub preheader: Option<Block>,
    /// The only block with a back edge.
    pub latch: Option<Block>,
    /// The blocks with an edge that leaves the loop.
    pub exiting: Vec<Block>,
    /// The blocks that these edges lead to, without duplicates.
    pub exits: Vec<Block>,
}

/// The forms of loops, each computed when a pass asks for it first.
#[derive(Default)]
struct LoopForms(Mutex<HashMap<Block, Arc<LoopForm>>>);

impl Analysis for LoopForms {
    const DEPENDS_ON: Parts = Parts::CONTROL_FLOW;

    fn compute(_: Subject<'_>, _: &mut Analyses) -> LoopForms {
        LoopForms::default()
    }
}

/// The targets of the back edges of a depth-first search from the entry.
pub(crate) struct LoopHeaders(pub EntitySet<Block>);

impl Analysis for LoopHeaders {
    const DEPENDS_ON: Parts = Parts::CONTROL_FLOW;

    /// Linear in the edges.
    fn compute(subject: Subject<'_>, _: &mut Analyses) -> LoopHeaders {
        let body = subject.body;
        let mut headers = EntitySet::with_capacity(body.block_count());
        let Some(entry) = body.entry() else { return LoopHeaders(headers) };
        let (mut seen, mut on_path) = (headers.clone(), headers.clone());
        seen.insert(entry);
        on_path.insert(entry);
        let mut path = vec![(entry, successors_in(body, entry).into_iter())];
        while let Some((block, rest)) = path.last_mut() {
            match rest.next() {
                Some(to) if on_path.contains(to) => {
                    headers.insert(to);
                }
                Some(to) => {
                    if seen.insert(to) {
                        on_path.insert(to);
                        path.push((to, successors_in(body, to).into_iter()));
                    }
                }
                None => {
                    on_path.remove(*block);
                    path.pop();
                }
            }
        }
        LoopHeaders(headers)
    }
}

/// The successor of a `switch` for a constant condition.
pub(crate) fn case_of<L: Listener>(editor: &Editor<'_, L>, switch: Inst, condition: Value) -> Option<Block> {
    let body = editor.body();
    let InstData::Switch { default, ref cases, .. } = *body.inst(switch) else { return None };
    let mut pairs = body.list_values(cases).chunks_exact(2);
    pairs.find(|pair| pair[0] == condition).map_or(Some(default), |pair| pair[1].as_block())
}

/// The blocks that are reached from `start` through the blocks of a sorted list, in reverse post-order. Linear in these blocks, with
/// a binary search for each edge.
fn reverse_postorder<L: Listener>(editor: &Editor<'_, L>, start: Block, among: &[Block]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::with_capacity(among.len());
    let mut is_met = vec![false; among.len()];
    let mut meet =
        |block: Block| among.binary_search(&block).is_ok_and(|place| !std::mem::replace(&mut is_met[place], true));
    meet(start);
    let mut path = vec![(start, successors(editor, start).into_iter())];
    while let Some((block, rest)) = path.last_mut() {
        match rest.next() {
            Some(to) if meet(to) => path.push((to, successors(editor, to).into_iter())),
            Some(_) => {}
            None => {
                blocks.push(*block);
                path.pop();
            }
        }
    }
    blocks.reverse();
    blocks
}

impl LoopForm {
    /// The loop with this header; `None` if the block is not a header. Linear in the loop, unless control flow is as it
    /// was when a pass asked for the loop before.
    pub fn of(f: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Arc<LoopForm>> {
        let forms = f.analyses.get::<LoopForms>(&f.editor);
        let mut forms = forms.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(form) = forms.get(&header) {
            return Some(form.clone());
        }
        let loops = f.analyses.get::<Loops>(&f.editor);
        let one = loops.loop_of(header).filter(|&one| loops.header(one) == header)?;
        let form = Arc::new(LoopForm::with_blocks(&f.editor, header, loops.blocks(one).collect()));
        forms.insert(header, form.clone());
        Some(form)
    }

    /// The loop with this header and these blocks.
    pub fn with_blocks<L: Listener>(editor: &Editor<'_, L>, header: Block, mut set: Vec<Block>) -> LoopForm {
        set.sort_unstable();
        let blocks = reverse_postorder(editor, header, &set);
        let is_inside = |block: &Block| set.binary_search(block).is_ok();
        let (mut exiting, mut exits): (Vec<Block>, Vec<Block>) = (Vec::new(), Vec::new());
        for &block in &blocks {
            let outside = exits.len();
            exits.extend(successors(editor, block).into_iter().filter(|to| !is_inside(to)));
            if exits.len() > outside {
                exiting.push(block);
            }
        }
        if exits.len() > 1 {
            let mut known: HashSet<Block> = HashSet::default();
            exits.retain(|&exit| known.insert(exit));
        }
        let all = predecessors(editor, header);
        let only = |mut blocks: Box<dyn Iterator<Item = Block> + '_>| {
            let first = blocks.next()?;
            blocks.all(|block| block == first).then_some(first)
        };
        let latch = only(Box::new(all.iter().copied().filter(is_inside)));
        let entry = only(Box::new(all.iter().copied().filter(|from| !is_inside(from))));
        let preheader = entry.filter(|&block| {
            let terminator = editor.body().terminator(block).map(|inst| editor.body().inst(inst));
            match terminator {
                Some(InstData::Br { .. }) => true,
                Some(InstData::Switch { .. }) => successors(editor, block).len() == 1,
                _ => false,
            }
        });
        LoopForm { header, blocks, set, preheader, latch, exiting, exits }
    }

    /// The number of blocks that have a number.
    pub fn number_count(&self) -> usize {
        self.set.len()
    }

    /// The number of a block of the loop, from 0, in no order of control flow; `None` for other blocks.
    pub fn number(&self, block: Block) -> Option<usize> {
        self.set.binary_search(&block).ok()
    }

    /// Whether a block is in the loop.
    pub fn contains(&self, block: Block) -> bool {
        self.set.binary_search(&block).is_ok()
    }

    /// Whether a value is not computed in the loop.
    pub fn is_invariant<L: Listener>(&self, editor: &Editor<'_, L>, value: Value) -> bool {
        let block = value.as_inst().and_then(|inst| editor.body().inst_block(inst));
        block.is_none_or(|block| !self.contains(block))
    }

    /// Whether no operand of an instruction is computed in the loop.
    pub fn has_invariant_operands<L: Listener>(&self, editor: &Editor<'_, L>, inst: Inst) -> bool {
        let (body, mut all) = (editor.body(), true);
        body.inst(inst).for_each_operand(body.values(), |v| all &= self.is_invariant(editor, v));
        all
    }

    /// Whether the predecessors of the exits are all in the loop.
    pub fn has_dedicated_exits<L: Listener>(&self, editor: &Editor<'_, L>) -> bool {
        self.exits.iter().all(|&exit| predecessors(editor, exit).iter().all(|&from| self.contains(from)))
    }

    /// The numbers of the preheader, the blocks of the loop and its exits in reverse post-order, in the current control flow. The
    /// relative order is that of the whole function: blocks after an exit do not lead back to the loop except through the
    /// preheader.
    pub fn places<L: Listener>(&self, editor: &Editor<'_, L>, preheader: Block) -> HashMap<Block, u32> {
        let mut members: Vec<Block> = self.blocks.iter().chain(&self.exits).copied().collect();
        members.sort_unstable();
        let blocks = reverse_postorder(editor, preheader, &members);
        blocks.into_iter().zip(0..).collect()
    }

    /// The loop with the same header and blocks, after edges around it changed.
    pub fn renewed<L: Listener>(&self, editor: &Editor<'_, L>) -> LoopForm {
        LoopForm::with_blocks(editor, self.header, self.set.clone())
    }

    pub fn is_exiting(&self, block: Block) -> bool {
        self.exiting.contains(&block)
    }
}
