//! `speculative-execution`: hoists cheap instructions above branches.

use lindworm_analysis::Cfg;
use lindworm_ir::editor::Point;
use lindworm_ir::hash::HashSet;
use lindworm_ir::{Block, Inst, InstData};

use crate::pass::{FunctionEdit, FunctionPass};
use crate::table::PassOptions;
use crate::value_tracking::Query;

/// Hoists the instructions of a conditional block without alternative before the branch, if that leaves little behind.
pub struct SpeculativeExecution {
    /// Whether the pass runs for targets with divergent branches only: `only-if-divergent-target`. Such targets are not known, so
    /// that the pass does nothing.
    pub only_if_divergent: bool,
    /// The greatest cost of what is hoisted: `-spec-exec-max-speculation-cost`.
    pub max_cost: u32,
    /// The greatest number of instructions that may stay: `-spec-exec-max-not-hoisted`.
    pub max_left: u32,
}

impl SpeculativeExecution {
    pub(crate) fn parse(parameters: &str, options: &PassOptions) -> Result<SpeculativeExecution, String> {
        let only_if_divergent = match parameters {
            "" => options.flag("spec-exec-only-if-divergent-target").unwrap_or(false),
            "only-if-divergent-target" => true,
            other => return Err(format!("invalid SpeculativeExecutionPass pass parameter '{other}' ")),
        };
        Ok(SpeculativeExecution {
            only_if_divergent,
            max_cost: options.number("spec-exec-max-speculation-cost").unwrap_or(7),
            max_left: options.number("spec-exec-max-not-hoisted").unwrap_or(5),
        })
    }

    fn hoist(&self, f: &mut FunctionEdit<'_, '_>, from: Block, to: Block) {
        let function = f.additions.function();
        let query = Query::new(&f.editor, function);
        let body = f.editor.body();
        let (mut cost, mut left, mut hoisted): (u32, HashSet<Inst>, Vec<Inst>) = Default::default();
        for inst in body.insts(from) {
            let mut is_available = true;
            body.inst(inst).for_each_operand(body.values(), |value| {
                is_available &= !value.as_inst().is_some_and(|operand| left.contains(&operand));
            });
            let has_cost = match body.inst(inst) {
                InstData::Load { .. } | InstData::Phi { .. } => false,
                InstData::Binary { op, .. } => !op.is_int_div_rem(),
                _ => true,
            };
            if has_cost && is_available && query.can_speculate(inst) {
                cost += query.cost(inst);
                hoisted.push(inst);
            } else {
                left.insert(inst);
            }
            if cost > self.max_cost || left.len() as u32 > self.max_left {
                return;
            }
        }
        let Some(branch) = body.terminator(to) else { return };
        for inst in hoisted {
            f.drop_undefined_behaviour(inst);
            f.editor.move_inst(inst, Point::Before(branch));
            // A call needs a location.
            if f.editor.body().inst(inst).call_info().is_none() {
                f.editor.set_debug_loc(inst, None);
            }
        }
    }
}

impl FunctionPass for SpeculativeExecution {
    fn name(&self) -> &'static str {
        "speculative-execution"
    }

    fn class(&self) -> &'static str {
        "SpeculativeExecutionPass"
    }

    fn text(&self) -> String {
        let parameter = if self.only_if_divergent { "<only-if-divergent-target>" } else { "" };
        format!("speculative-execution{parameter}")
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        if self.only_if_divergent {
            return;
        }
        let cfg = f.analyses.get::<Cfg>(&f.editor);
        let has_one = |block: Block| cfg.predecessors(block).len() == 1;
        let next = |block: Block| match cfg.successors(block) {
            [to, others @ ..] if others.iter().all(|other| other == to) => Some(*to),
            _ => None,
        };
        for &block in cfg.layout() {
            let terminator = f.editor.body().terminator(block).map(|inst| f.editor.body().inst(inst));
            let Some(InstData::CondBr { if_true, if_false, .. }) = terminator else { continue };
            let (a, b) = (*if_true, *if_false);
            if a == block || b == block || a == b {
                continue;
            }
            let is_empty = |block: Block| f.editor.body().insts(block).nth(1).is_none();
            let is_diamond =
                has_one(a) && has_one(b) && next(b).is_some() && next(b) != Some(block) && next(a) == next(b);
            let from = if has_one(a) && next(a) == Some(b) {
                a
            } else if has_one(b) && next(b) == Some(a) {
                b
            } else if is_diamond && is_empty(b) {
                a
            } else if is_diamond && is_empty(a) {
                b
            } else {
                continue;
            };
            self.hoist(f, from, block);
        }
    }
}
