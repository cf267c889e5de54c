//! Which instructions a loop executes whenever it is entered.

use lindworm_ir::editor::Editor;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, Inst};

use crate::edges::predecessors;
use crate::effects::{may_throw, will_return};
use crate::loop_form::{LoopForm, successors};
use crate::pass::FunctionEdit;

/// The blocks of a loop that are executed in the first iteration, unless an instruction does not return or unwinds.
pub(super) struct Execution {
    /// For each block that every path through the loop reaches, the first instruction after which execution may not continue, if
    /// there is one.
    blocks: HashMap<Block, Option<Inst>>,
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
        // The blocks are few where this matters: only those without a stop before them are certain.
        let mut blocks = HashMap::default();
        for &block in &form.blocks {
            if block == form.header || is_on_all_paths(editor, form, block, &stops) {
                blocks.insert(block, stops.get(&block).copied());
            }
            if blocks.len() > 256 {
                break;
            }
        }
        Execution { blocks }
    }

    /// Whether an instruction is executed whenever the loop is entered.
    pub fn is_certain(&self, editor: &Editor<'_>, inst: Inst) -> bool {
        let body = editor.body();
        let Some(stop) = body.inst_block(inst).and_then(|block| self.blocks.get(&block)) else { return false };
        match stop {
            None => true,
            // Before the instruction that may stop, which itself is reached.
            Some(stop) => {
                let mut at = Some(*stop);
                while let Some(here) = at {
                    if here == inst {
                        return true;
                    }
                    at = body.prev_inst(here);
                }
                false
            }
        }
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
