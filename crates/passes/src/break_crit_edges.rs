//! `break-crit-edges`: splits critical edges.

use lindworm_analysis::Cfg;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, InstData};

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
        let cfg = Cfg::new(f.editor.body());
        for &block in cfg.layout() {
            let Some(terminator) = f.editor.body().terminator(block).filter(|_| cfg.successors(block).len() > 1) else {
                continue;
            };
            if matches!(f.editor.body().inst(terminator), InstData::IndirectBr { .. } | InstData::CallBr { .. }) {
                continue;
            }
            // The edges in the order of the successors.
            let successors: Vec<Block> = cfg.successors(block).to_vec();
            let mut places: Vec<(u32, Block)> = Vec::new();
            let mut operand = 0;
            let body = f.editor.body();
            body.inst(terminator).for_each_operand(body.values(), |value| {
                places.extend(value.as_block().map(|to| (operand, to)));
                operand += 1;
            });
            for to in successors {
                let Some(at) = places.iter().position(|&(_, other)| other == to) else { continue };
                let (operand, _) = places.remove(at);
                if cfg.predecessors(to).len() > 1 {
                    let name = |block: Block| {
                        let name = f.editor.body().name(block.into());
                        name.to_vec()
                    };
                    let name = [&name(block)[..], b".", &name(to), b"_crit_edge"].concat();
                    f.editor.split_edge(Use { user: terminator, operand }, &name);
                }
            }
        }
    }
}
