//! Bounds of induction variables that a loop compares with the value at which it ends.

use lindworm_ir::eval::{Int, IntPredicate};
use lindworm_ir::{Block, InstData, Value};

use super::linear::Compare;
use super::work::Collector;
use crate::scalar_evolution::Wrap;

impl Collector<'_> {
    /// The value of a header's phi when the loop is entered, and the only block from which it is entered.
    fn start_of(&self, phi: Value, header: Block) -> Option<Value> {
        let of = self.loops.loop_of(header)?;
        let mut outside = self.cfg.predecessors(header).iter().filter(|&&from| !self.loops.contains(of, from));
        let entering = *outside.next()?;
        if outside.any(|&other| other != entering) {
            return None;
        }
        let InstData::Phi { incoming, .. } = self.query.inst(phi)? else { return None };
        let entries = self.query.body.list_values(incoming);
        let mut pairs = entries.chunks_exact(2).filter(|_| entries.len() == 4);
        pairs.find(|pair| pair[1].as_block() == Some(entering)).map(|pair| pair[0])
    }

    /// Adds the bounds of the variable that the branch of a loop header compares for equality. A variable that counts up by a step
    /// that divides the distance to the end is between its start and the end, if the start is at most the end. One that counts
    /// down by one is so in the other direction.
    pub fn induction(&mut self, header: Block) {
        let Some(of) = self.loops.loop_of(header).filter(|&of| self.loops.header(of) == header) else { return };
        let query = self.query;
        let Some(&InstData::CondBr { condition, if_true, if_false }) =
            query.body.terminator(header).map(|inst| query.body.inst(inst))
        else {
            return;
        };
        let Some(&InstData::ICmp { predicate, lhs, rhs, .. }) = query.inst(condition) else { return };
        let is_phi = |value: Value| {
            matches!(query.inst(value), Some(InstData::Phi { .. }))
                && value.as_inst().and_then(|inst| query.body.inst_block(inst)) == Some(header)
        };
        let (phi, end) = if matches!(query.inst(lhs), Some(InstData::Phi { .. })) { (lhs, rhs) } else { (rhs, lhs) };
        if !is_phi(phi) || !self.scev.has_expressions(query.type_of(phi)) {
            return;
        }
        let inside = match predicate {
            IntPredicate::Ne => if_true,
            IntPredicate::Eq => if_false,
            _ => return,
        };
        let outside = if inside == if_true { if_false } else { if_true };
        if inside == header || !self.loops.contains(of, inside) || self.loops.contains(of, outside) {
            return;
        }
        let recurrence = self.scev.of(phi);
        let Some((first, step, own)) = self.scev.affine(recurrence) else { return };
        let Some(entered) = self.start_of(phi, header).filter(|_| own == of) else { return };
        let start = match self.scev.as_constant(first) {
            Some(number) if !self.scev.is_pointer(first) => query.int(query.type_of(phi), number),
            _ => entered,
        };
        let flags = self.scev.flags(recurrence);
        let is_nuw = flags.contains(Wrap::NUW);
        let is_nsw = flags.contains(Wrap::NSW) && self.scev.is_non_negative(step);
        use IntPredicate::{Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let compare = |predicate, lhs, rhs| Compare { predicate, lhs, rhs };
        for (predicate, is_certain) in [(Uge, is_nuw), (Sge, is_nsw)] {
            if is_certain {
                self.fact(inside, compare(predicate, phi, start), false, None);
            }
        }
        let Some(step) = self.scev.as_constant(step).cloned() else { return };
        let is_invariant =
            end.as_inst().and_then(|inst| query.body.inst_block(inst)).is_none_or(|b| !self.loops.contains(of, b));
        if !is_invariant {
            return;
        }
        if step.is_negative() {
            if step.is_all_ones() {
                for (at_least, greater, at_most) in [(Uge, Ugt, Ule), (Sge, Sgt, Sle)] {
                    let need = Some(compare(at_most, end, start));
                    self.fact(inside, compare(at_least, start, phi), false, need);
                    self.fact(inside, compare(greater, phi, end), false, need);
                }
            }
            return;
        }
        if step.is_zero() || !step.is_one() && !self.is_reached(end, start, &step) {
            return;
        }
        let signs = [(Uge, Ult, Ule, is_nuw), (Sge, Slt, Sle, is_nsw)];
        for (at_least, _, at_most, is_certain) in signs {
            if !is_certain {
                self.fact(inside, compare(at_least, phi, start), false, Some(compare(at_most, start, end)));
            }
        }
        for (_, less, at_most, _) in signs {
            self.fact(inside, compare(less, phi, end), false, Some(compare(at_most, start, end)));
        }
        self.exits(of, header, compare(Ule, phi, end), compare(Ule, start, end));
    }

    /// Whether a variable with this start and step takes the value of `end`, unless it overflows before.
    fn is_reached(&mut self, end: Value, start: Value, step: &Int) -> bool {
        let (end, start) = (self.scev.of(end), self.scev.of(start));
        let Some(distance) = self.scev.minus(end, start, Wrap::empty()) else { return false };
        self.scev.constant_multiple(distance).urem(step).is_some_and(|rest| rest.is_zero())
    }

    /// Adds a comparison that holds whenever the loop ends to the exits that only the loop leads to.
    fn exits(&mut self, of: lindworm_analysis::Loop, header: Block, fact: Compare, need: Compare) {
        let blocks: Vec<Block> = self.loops.blocks(of).take(self.exit_steps).collect();
        self.exit_steps -= blocks.len();
        for block in blocks {
            for place in 0..self.cfg.successors(block).len() {
                let to = self.cfg.successors(block)[place];
                if !self.loops.contains(of, to) && self.dominators.dominates(header, to) {
                    self.fact(to, fact, false, Some(need));
                }
            }
        }
    }
}
