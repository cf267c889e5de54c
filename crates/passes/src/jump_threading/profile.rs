//! Branch weights of the predecessors of a branch on a phi.

use lindworm_ir::{Block, Inst, InstData, Type};

use super::Threading;
use crate::edges::incoming;

/// The denominator of probabilities.
const ONE: u64 = 1 << 31;

/// The maximum number of predecessors that are followed from an incoming block.
const MAX_STEPS: usize = 64;

impl Threading<'_, '_, '_> {
    /// Sets the weights of branches that lead to a constant of a phi, from those of the branch on the phi: the constant cannot be
    /// more probable than the successor that it selects. Branches with weights keep them.
    pub(super) fn set_weights_of_predecessors(&mut self, block: Block, branch: Inst, phi: Inst) {
        let Some(weights) = self.f.branch_weights(branch) else { return };
        let &[if_true, if_false] = &weights[..] else { return };
        let total = if_true.saturating_add(if_false);
        if total == 0 || self.f.editor.body().inst_type(phi) != Type::I1 {
            return;
        }
        for (value, from) in incoming(&self.f.editor, phi) {
            let Some(n) = self.f.editor.module().constants().as_u64(value) else { continue };
            let weight = if n == 0 { if_false } else { if_true };
            let bound = ((u128::from(weight) * u128::from(ONE) + u128::from(total / 2)) / u128::from(total)) as u64;
            let Some((inst, first, to)) = self.branch_before(from, block) else { return };
            // A bound of one half says nothing.
            if self.f.branch_weights(inst).is_some() || bound >= ONE / 2 {
                continue;
            }
            let weights = if first == to { [bound, ONE - bound] } else { [ONE - bound, bound] };
            self.f.set_branch_weights(inst, &weights);
        }
    }

    /// The conditional branch on the only way to an edge, its first successor, and the successor on that way.
    fn branch_before(&self, from: Block, to: Block) -> Option<(Inst, Block, Block)> {
        let (mut from, mut to) = (from, to);
        for _ in 0..MAX_STEPS {
            if let Some((inst, InstData::CondBr { if_true, .. })) = self.terminator(from) {
                return Some((inst, if_true, to));
            }
            (from, to) = (self.f.editor.single_predecessor(from)?, from);
        }
        None
    }
}
