//! The order of instructions.

use cranelift_entity::EntityRef;
use lindworm_ir::{Body, Inst};

use crate::cfg::refill;

/// The number of an instruction that is not in a block.
const NOWHERE: u32 = u32::MAX;

/// The order of the instructions of a body.
#[derive(Clone, Debug, Default)]
pub struct InstOrder {
    numbers: Vec<u32>,
}

impl InstOrder {
    /// The order of a body.
    pub fn new(body: &Body) -> InstOrder {
        let mut order = InstOrder::default();
        order.compute(body);
        order
    }

    /// Computes the order of a body, reusing the buffers.
    pub fn compute(&mut self, body: &Body) {
        refill(&mut self.numbers, body.inst_count(), NOWHERE);
        let mut count = 0;
        for block in body.blocks() {
            for inst in body.insts(block) {
                // An instruction placed twice makes the order cyclic.
                if self.numbers[inst.index()] != NOWHERE {
                    return;
                }
                self.numbers[inst.index()] = count;
                count += 1;
            }
        }
    }

    /// Whether `a` precedes `b` in the text of the body. Detached instructions come after all others.
    #[inline]
    pub fn comes_before(&self, a: Inst, b: Inst) -> bool {
        self.number(a) < self.number(b)
    }

    /// The number of an instruction in the order; the greatest number if the instruction is detached.
    pub fn number(&self, inst: Inst) -> u32 {
        self.numbers.get(inst.index()).copied().unwrap_or(NOWHERE)
    }
}

#[cfg(test)]
mod tests {
    use lindworm_ir::Type;
    use lindworm_ir::instruction::InstData;

    use super::*;
    use crate::test_bodies::{block, body_of};

    #[test]
    fn follows_the_lists() {
        let mut body = body_of(&[&[1][..], &[]]);
        let [first, second] = [0, 1].map(|b| body.first_inst(block(b)).unwrap());
        let [before, nowhere] = [(); 2].map(|()| body.create_inst(InstData::Unreachable, Type::VOID));
        body.insert_before(before, first);
        let order = InstOrder::new(&body);
        assert!(order.comes_before(before, first) && order.comes_before(first, second));
        assert!(!order.comes_before(first, before) && !order.comes_before(first, first));
        assert!(order.comes_before(second, nowhere) && !order.comes_before(nowhere, Inst::new(99)));
    }
}
