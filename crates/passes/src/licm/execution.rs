//! Which instructions a loop executes whenever it is entered.

use lindworm_ir::editor::Editor;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, Inst};

use crate::edges::predecessors;
use crate::effects::{may_throw, will_return};
use crate::loop_form::{LoopForm, successors};
use crate::pass::FunctionEdit;

/// The maximum number of blocks that are known to be executed.
const MAX_CERTAIN: usize = 257;

/// The blocks of a loop that are executed in the first iteration, unless an instruction does not return or unwinds.
#[derive(Default)]
pub(crate) struct Execution {
    /// Blocks that every path through the loop reaches.
    blocks: HashSet<Block>,
    /// The instructions of these blocks after the first one that may not return or may unwind.
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
        let is_certain = |&block: &Block| block == form.header || is_on_all_paths(editor, form, block, &stops);
        let blocks: HashSet<Block> = form.blocks.iter().copied().filter(is_certain).take(MAX_CERTAIN).collect();
        let mut late = HashSet::default();
        for stop in blocks.iter().filter_map(|block| stops.get(block)) {
            late.extend(std::iter::successors(editor.body().next_inst(*stop), |&inst| editor.body().next_inst(inst)));
        }
        Execution { blocks, late }
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
        editor.body().inst_block(inst).is_some_and(|block| self.blocks.contains(&block)) && !self.late.contains(&inst)
    }
}

/// Whether execution may not continue after an instruction.
fn may_stop(editor: &Editor<'_>, inst: Inst) -> bool {
    !editor.body().inst(inst).is_terminator() && (may_throw(editor, inst) || !will_return(editor, inst))
}

/// Whether all paths from the header reach the block before they leave the loop or return to the header.
fn is_on_all_paths(editor: &Editor<'_>, form: &LoopForm, block: Block, stops: &HashMap<Block, Inst>) -> bool {
    /// The maximum number of blocks before the block.
    const MAX: usize = 64;
    let mut before: HashSet<Block> = HashSet::default();
    let mut pending: Vec<Block> = predecessors(editor, block).to_vec();
    while let Some(from) = pending.pop() {
        if from == block || !form.contains(from) {
            return false;
        }
        if !before.insert(from) {
            continue;
        }
        if before.len() > MAX || stops.contains_key(&from) {
            return false;
        }
        if from != form.header {
            pending.extend(predecessors(editor, from));
        }
    }
    let leads_on = |to: Block| to == block || before.contains(&to) && to != form.header;
    before.iter().all(|&from| successors(editor, from).into_iter().all(leads_on))
}
