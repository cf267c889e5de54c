//! Which instructions a loop executes whenever it is entered.

use std::cell::RefCell;

use lindworm_ir::editor::Editor;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, Inst};

use crate::edges::{predecessors, successors};
use crate::effects::{may_throw, will_return};
use crate::loop_form::LoopForm;
use crate::pass::FunctionEdit;

/// The blocks of a loop that are executed in the first iteration, unless an instruction does not return or unwinds.
#[derive(Default)]
pub(crate) struct Execution {
    header: Option<Block>,
    /// The blocks of the loop.
    blocks: HashSet<Block>,
    /// Whether every path through the loop reaches a block, for the blocks that were asked for.
    certain: RefCell<HashMap<Block, bool>>,
    /// The first instruction of each block that may not return or may unwind.
    stops: HashMap<Block, Inst>,
    /// The instructions after these.
    late: HashSet<Inst>,
}

impl Execution {
    pub fn of(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> Execution {
        let editor = &f.editor;
        let stops: HashMap<Block, Inst> = form
            .blocks
            .iter()
            .filter_map(|&block| {
                let stop = editor.body().insts(block).find(|&inst| may_stop(editor, inst))?;
                Some((block, stop))
            })
            .collect();
        let mut late = HashSet::default();
        for stop in stops.values() {
            late.extend(std::iter::successors(editor.body().next_inst(*stop), |&inst| editor.body().next_inst(inst)));
        }
        let blocks = form.blocks.iter().copied().collect();
        Execution { header: Some(form.header), blocks, certain: RefCell::default(), stops, late }
    }

    /// Whether all paths from the header reach the block before they leave the loop or return to the header.
    fn is_reached(&self, editor: &Editor<'_>, block: Block) -> bool {
        if let Some(&known) = self.certain.borrow().get(&block) {
            return known;
        }
        let is_reached =
            Some(block) == self.header || self.blocks.contains(&block) && self.is_on_all_paths(editor, block);
        self.certain.borrow_mut().insert(block, is_reached);
        is_reached
    }

    /// The same for a block that is not the header.
    fn is_on_all_paths(&self, editor: &Editor<'_>, block: Block) -> bool {
        /// The maximum number of blocks before the block.
        const MAX: usize = 64;
        let mut before: HashSet<Block> = HashSet::default();
        let mut pending: Vec<Block> = predecessors(editor, block).to_vec();
        while let Some(from) = pending.pop() {
            if from == block || !self.blocks.contains(&from) {
                return false;
            }
            if !before.insert(from) {
                continue;
            }
            if before.len() > MAX || self.stops.contains_key(&from) {
                return false;
            }
            if Some(from) != self.header {
                pending.extend(predecessors(editor, from));
            }
        }
        let leads_on = |to: Block| to == block || before.contains(&to) && Some(to) != self.header;
        before.iter().all(|&from| successors(editor, from).into_iter().all(leads_on))
    }

    /// Notes that an instruction leaves the loop: the next instruction that may not return comes first in the block now.
    pub fn leaves(&mut self, editor: &Editor<'_>, inst: Inst) {
        if self.late.contains(&inst) || !may_stop(editor, inst) {
            return;
        }
        let later = std::iter::successors(editor.body().next_inst(inst), |&inst| editor.body().next_inst(inst));
        for inst in later {
            self.late.remove(&inst);
            if may_stop(editor, inst) {
                break;
            }
        }
    }

    /// Whether an instruction is executed whenever the loop is entered.
    pub fn is_certain(&self, editor: &Editor<'_>, inst: Inst) -> bool {
        !self.late.contains(&inst) && editor.body().inst_block(inst).is_some_and(|block| self.is_reached(editor, block))
    }
}

/// Whether execution may not continue after an instruction.
fn may_stop(editor: &Editor<'_>, inst: Inst) -> bool {
    !editor.body().inst(inst).is_terminator() && (may_throw(editor, inst) || !will_return(editor, inst))
}
