//! Computes the number of uses of each value and the last block where it is live.

use cranelift_entity::EntityRef;
use lindworm_ir::{Body, Inst, InstData, Value};

use crate::block_order::BlockOrder;
use crate::values::{NONE, Values};

/// An incoming value of a phi.
#[derive(Clone, Copy)]
pub struct PhiInput {
    /// The position of the predecessor.
    from: u32,
    /// The position of the phi's block.
    pub to: u32,
    /// The phi.
    pub phi: Inst,
    /// The incoming value.
    pub value: Value,
}

/// Results of the walk other than those in [`Values`].
#[derive(Default)]
pub struct Liveness {
    phis: Vec<Inst>,
    unsorted: Vec<PhiInput>,
    /// Sorted by the position of the predecessor, then by the position of the phi's block, then by phi.
    inputs: Vec<PhiInput>,
    input_starts: Vec<u32>,
    /// Linked lists of the values that are live up to the end of a block: the first value of each block, and the successor of
    /// each value.
    ends: Vec<u32>,
    next_end: Vec<u32>,
}

impl Liveness {
    /// Walks over the blocks in order. The value `keeps_argument` is live everywhere. `others` are uses that are not operands, with
    /// their positions.
    pub fn compute(
        &mut self,
        body: &Body,
        order: &BlockOrder,
        values: &mut Values,
        keeps_argument: Option<u32>,
        others: &[(Value, u32)],
    ) {
        self.phis.clear();
        self.unsorted.clear();
        for (position, &block) in order.blocks().iter().enumerate() {
            let position = position as u32;
            for inst in body.insts(block) {
                let info = values.info_mut(inst.index() as u32);
                info.defined = position;
                info.last = info.last.max(position);
                let data = body.inst(inst);
                if let InstData::Phi { .. } = data {
                    self.phis.push(inst);
                    continue;
                }
                data.for_each_operand(body.values(), |operand| use_at(order, values, operand, position));
            }
        }
        others.iter().for_each(|&(value, position)| use_at(order, values, value, position));
        self.find_phi_inputs(body, order, values);
        if let Some(number) = keeps_argument.and_then(|arg| values.number(Value::arg(arg))) {
            let last = order.blocks().len() as u32 - 1;
            let info = values.info_mut(number);
            (info.uses, info.last, info.through) = (info.uses + 1, last, true);
        }
        self.find_ends(order, values, body.inst_count() + body.args().len());
    }

    fn find_phi_inputs(&mut self, body: &Body, order: &BlockOrder, values: &mut Values) {
        for &phi in &self.phis {
            let InstData::Phi { incoming, .. } = body.inst(phi) else { continue };
            for pair in body.list_values(incoming).chunks_exact(2) {
                let Some(from) = pair[1].as_block().and_then(|block| order.position(block)) else { continue };
                use_at(order, values, pair[0], from);
                let info = values.info_mut(phi.index() as u32);
                // On a back edge, the phi's slot is assigned where the edge begins.
                if from >= info.defined && from >= info.last {
                    (info.last, info.through) = (from, true);
                }
                self.unsorted.push(PhiInput { from, to: info.defined, phi, value: pair[0] });
            }
        }
        let starts = &mut self.input_starts;
        starts.clear();
        starts.resize(order.blocks().len() + 2, 0);
        for input in &self.unsorted {
            starts[input.from as usize + 2] += 1;
        }
        for i in 2..starts.len() {
            starts[i] += starts[i - 1];
        }
        self.inputs.clone_from(&self.unsorted);
        for input in &self.unsorted {
            let place = &mut starts[input.from as usize + 1];
            self.inputs[*place as usize] = *input;
            *place += 1;
        }
    }

    fn find_ends(&mut self, order: &BlockOrder, values: &Values, count: usize) {
        self.ends.clear();
        self.ends.resize(order.blocks().len(), NONE);
        self.next_end.clear();
        self.next_end.resize(count, NONE);
        for number in 0..count as u32 {
            let info = values.info(number);
            if info.through {
                self.next_end[number as usize] = std::mem::replace(&mut self.ends[info.last as usize], number);
            }
        }
    }

    /// The range of the incoming values on edges from the block at `from`.
    pub fn inputs_from(&self, from: u32) -> std::ops::Range<usize> {
        self.input_starts[from as usize] as usize..self.input_starts[from as usize + 1] as usize
    }

    /// The range of the incoming values on edges from the block at `from` to the block at `to`.
    pub fn inputs_between(&self, from: u32, to: u32) -> std::ops::Range<usize> {
        let all = self.inputs_from(from);
        let start = all.start + self.inputs[all.clone()].partition_point(|input| input.to < to);
        let count = self.inputs[start..all.end].partition_point(|input| input.to == to);
        start..start + count
    }

    /// The incoming value at an index.
    pub fn input(&self, at: usize) -> PhiInput {
        self.inputs[at]
    }

    /// The first value that is live up to the end of the block at a position.
    pub fn first_end(&self, position: u32) -> Option<u32> {
        Some(self.ends[position as usize]).filter(|&n| n != NONE)
    }

    /// The value after `number` in the list of [`first_end`](Self::first_end).
    pub fn next_end(&self, number: u32) -> Option<u32> {
        Some(self.next_end[number as usize]).filter(|&n| n != NONE)
    }
}

/// Counts a use in the block at a position.
#[inline]
fn use_at(order: &BlockOrder, values: &mut Values, value: Value, position: u32) {
    let Some(number) = values.number(value) else { return };
    let info = values.info_mut(number);
    info.uses += 1;
    let (last, through) = order.live_until(info.defined, position);
    if last > info.last {
        (info.last, info.through) = (last, through);
    } else if last == info.last {
        info.through |= through;
    }
}
