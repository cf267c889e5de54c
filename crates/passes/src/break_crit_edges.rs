//! `break-crit-edges`: splits critical edges.

use lindworm_analysis::Cfg;
use lindworm_ir::InstData;
use lindworm_ir::use_list::Use;

use crate::edges::critical_edge_name;
use crate::pass::{FunctionEdit, FunctionPass};

/// Places a block on each edge from a block with several successors to a block with several predecessors, except edges to exception
/// handling pads and those of `indirectbr` and `callbr`.
pub struct BreakCriticalEdges;

impl FunctionPass for BreakCriticalEdges {
    fn name(&self) -> &'static str {
        "break-crit-edges"
    }

    fn class(&self) -> &'static str {
        "BreakCriticalEdgesPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let cfg = f.analyses.get::<Cfg>(&f.editor);
        for &block in cfg.layout() {
            let successors = cfg.successors(block);
            let Some(terminator) = f.editor.body().terminator(block).filter(|_| successors.len() > 1) else {
                continue;
            };
            for (edge, &to) in successors.iter().enumerate() {
                let body = f.editor.body();
                // The operand of the terminator.
                let operand = match body.inst(terminator) {
                    InstData::CondBr { .. } => 2 - edge,
                    InstData::Switch { .. } => 1 + 2 * edge,
                    // The unwind destination is a pad.
                    InstData::Invoke { call, .. } if edge == 0 => body.list_values(&call.args).len(),
                    _ => break,
                };
                if cfg.predecessors(to).len() > 1 {
                    let name = critical_edge_name(body, block, to);
                    f.editor.split_edge(Use { user: terminator, operand: operand as u32 }, &name);
                }
            }
        }
    }
}
