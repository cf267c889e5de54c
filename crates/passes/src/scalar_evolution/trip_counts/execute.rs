//! Execution of loops of constants.

use lindworm_analysis::Loop;
use lindworm_ir::eval::{BinaryOp, ConstantRange, Int, IntFlags};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Inst, InstData, Type, Value};

use super::ExitCount;
use crate::scalar_evolution::ScalarEvolution;

/// A phi of a loop header with its values on entry and from the latch.
type Variable = (Inst, Value, Value);

impl ScalarEvolution<'_> {
    /// The phis of the header that a value depends on and the operations between, operands first; `None` if anything but constants
    /// goes in.
    fn computation(&self, of: Loop, roots: &[Value]) -> Option<(Vec<Variable>, Vec<Inst>)> {
        let body = self.query.body;
        let (mut variables, mut operations) = (Vec::new(), Vec::new());
        let mut met: HashSet<Inst> = HashSet::default();
        let mut pending: Vec<(Value, bool)> = roots.iter().map(|&root| (root, false)).collect();
        while let Some((value, is_done)) = pending.pop() {
            let inside = self.block_of(value).filter(|&block| self.loops.contains(of, block));
            let (Some(block), Some(inst)) = (inside, value.as_inst()) else {
                if value.is_constant() { continue } else { return None }
            };
            if is_done {
                operations.push(inst);
                continue;
            }
            if !met.insert(inst) {
                continue;
            }
            if met.len() > 64 || self.loops.loop_of(block) != Some(of) {
                return None;
            }
            match body.inst(inst) {
                InstData::Phi { incoming, .. } if block == self.loops.header(of) => {
                    let (mut start, mut next) = (None, None);
                    for pair in body.list_values(incoming).chunks_exact(2) {
                        let from = pair[1].as_block()?;
                        let place = if self.loops.contains(of, from) { &mut next } else { &mut start };
                        if place.is_some_and(|known| known != pair[0]) {
                            return None;
                        }
                        *place = Some(pair[0]);
                    }
                    let (start, next) = (start?, next?);
                    if !start.is_constant() {
                        return None;
                    }
                    variables.push((inst, start, next));
                    pending.push((next, false));
                }
                InstData::Binary { .. } | InstData::ICmp { .. } | InstData::Cast { .. } | InstData::Select { .. } => {
                    pending.push((value, true));
                    body.inst(inst).for_each_operand(body.values(), |v| pending.push((v, false)));
                }
                _ => return None,
            }
        }
        Some((variables, operations))
    }

    fn execute_iteration(&self, operations: &[Inst], values: &mut HashMap<Value, Value>) -> Option<()> {
        let (module, body) = (self.query.module, self.query.body);
        for &inst in operations {
            let get = |v: Value| if v.is_constant() { Some(v) } else { values.get(&v).copied() };
            let result = match *body.inst(inst) {
                InstData::Binary { op, lhs, rhs, .. } => {
                    module.fold_binary(op, IntFlags::empty(), get(lhs)?, get(rhs)?)?
                }
                InstData::ICmp { predicate, lhs, rhs, .. } => module.fold_icmp(predicate, get(lhs)?, get(rhs)?)?,
                InstData::Cast { op, value, .. } => module.fold_cast(op, get(value)?, body.inst_type(inst))?,
                InstData::Select { condition, if_true, if_false, .. } => {
                    module.fold_select(get(condition)?, get(if_true)?, get(if_false)?)?
                }
                _ => return None,
            };
            values.insert(inst.into(), result);
        }
        Some(())
    }

    /// How often the back edge is taken until a condition has a value, by executing the loop.
    pub(super) fn execute_for_count(&self, of: Loop, condition: Value, exits_if: bool) -> Option<u64> {
        if self.max_executed == 0 {
            return None;
        }
        let (variables, operations) = self.computation(of, &[condition])?;
        let mut values: HashMap<Value, Value> = variables.iter().map(|&(phi, start, _)| (phi.into(), start)).collect();
        for count in 0..self.max_executed {
            self.execute_iteration(&operations, &mut values)?;
            let get = |v: Value| if v.is_constant() { Some(v) } else { values.get(&v).copied() };
            let taken = self.query.module.constants().as_u64(get(condition)?)?;
            if (taken == 1) == exits_if {
                return Some(count.into());
            }
            let next: Vec<Value> = variables.iter().map(|&(_, _, next)| get(next)).collect::<Option<_>>()?;
            for (&(phi, ..), value) in variables.iter().zip(next) {
                values.insert(phi.into(), value);
            }
        }
        None
    }

    /// The value of a phi of the header after the back edge was taken `count` times.
    pub(in crate::scalar_evolution) fn execute_for_value(&self, of: Loop, phi: Inst, count: u64) -> Option<Value> {
        if count > u64::from(self.max_executed) {
            return None;
        }
        let (variables, operations) = self.computation(of, &[phi.into()])?;
        let mut values: HashMap<Value, Value> = variables.iter().map(|&(phi, start, _)| (phi.into(), start)).collect();
        for _ in 0..count {
            self.execute_iteration(&operations, &mut values)?;
            let get = |v: Value| if v.is_constant() { Some(v) } else { values.get(&v).copied() };
            let next: Vec<Value> = variables.iter().map(|&(_, _, next)| get(next)).collect::<Option<_>>()?;
            for (&(phi, ..), value) in variables.iter().zip(next) {
                values.insert(phi.into(), value);
            }
        }
        values.get(&phi.into()).copied()
    }

    /// A bound of the number of iterations of a loop that shifts a value until it has a certain value: after as many shifts as it
    /// has bits, the value does not change.
    pub(super) fn bound_by_shift(&mut self, of: Loop, condition: Value, exits_if: bool) -> ExitCount {
        let bound = self.shifts_until_left(of, condition, exits_if).map(|(ty, count)| self.int(ty, count));
        ExitCount { constant_max: bound, symbolic_max: bound, ..ExitCount::default() }
    }

    fn shifts_until_left(&mut self, of: Loop, condition: Value, exits_if: bool) -> Option<(Type, i64)> {
        let body = self.query.body;
        let &InstData::ICmp { predicate, lhs, rhs, .. } = self.query.inst(condition)? else { return None };
        let limit = self.query.constant_int(rhs)?.clone();
        let shift = |value: Value| match self.query.binary(value)? {
            (op @ (BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr), _, x, by) => {
                let by = self.query.constant_int(by)?;
                (!by.is_zero() && by.ucmp(&Int::new(by.width(), by.width().into())).is_lt()).then_some((op, x))
            }
            _ => None,
        };
        // The compared value may be the phi, or the phi shifted.
        let (outer, value) = match shift(lhs) {
            Some((op, x)) => (Some(op), x),
            None => (None, lhs),
        };
        let phi = value.as_inst()?;
        let InstData::Phi { incoming, .. } = body.inst(phi) else { return None };
        if body.inst_block(phi) != Some(self.loops.header(of)) {
            return None;
        }
        let latch = self.latch(of)?;
        let (mut start, mut next) = (None, None);
        for pair in body.list_values(incoming).chunks_exact(2) {
            match pair[1].as_block()? {
                from if from == latch => next = Some(pair[0]),
                _ if start.is_some_and(|known| known != pair[0]) => return None,
                _ => start = Some(pair[0]),
            }
        }
        let (op, x) = shift(next?)?;
        if x != phi.into() || outer.is_some_and(|outer| outer != op) {
            return None;
        }
        let width = limit.width();
        let stable = match op {
            BinaryOp::AShr => {
                let bits = self.query.known_bits(start?)?;
                match () {
                    _ if bits.is_non_negative() => Int::zero(width),
                    _ if bits.is_negative() => Int::all_ones(width),
                    _ => return None,
                }
            }
            _ => Int::zero(width),
        };
        let ty = self.query.type_of(rhs);
        (ConstantRange::satisfying(predicate, &limit).contains(&stable) == exits_if).then_some((ty, width.into()))
    }
}
