//! Branch weights: the `!prof` of terminators and selects
//! ([Language Reference](https://llvm.org/docs/LangRef.html#prof-node-branch-weights)).

use lindworm_ir::Inst;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::{Metadata, Type};

use crate::pass::FunctionEdit;

impl FunctionEdit<'_, '_> {
    /// The branch weights of a select or terminator; `None` unless there is one for each outcome.
    pub(crate) fn branch_weights(&self, inst: Inst) -> Option<Vec<u64>> {
        let body = self.editor.body();
        let node = body.attachment(inst, MetadataKind::PROF)?.as_node()?;
        let metadata = &self.additions.metadata;
        let words = Some(metadata.node(node)).filter(|node| node.kind == NodeKind::Tuple)?.words;
        let mut operands = words.iter().map(|&word| Metadata::from_word(word).map(Metadata::open)).peekable();
        let Some(Some(MetadataRef::String(name))) = operands.next() else { return None };
        if metadata.string(name) != b"branch_weights" {
            return None;
        }
        // The origin of the weights may precede them.
        operands.next_if(|operand| matches!(operand, Some(MetadataRef::String(_))));
        let mut outcomes = 0;
        body.inst(inst).for_each_successor(body.values(), |_| outcomes += 1);
        let weights: Option<Vec<u64>> = operands
            .map(|operand| match operand? {
                MetadataRef::Value(value) => self.editor.module().constants().as_u64(metadata.value(value)),
                _ => None,
            })
            .collect();
        weights.filter(|weights| weights.len() == outcomes.max(2))
    }

    /// Sets the branch weights of an instruction, scaled to 32 bits. Without weights, or if all are zero, the attachment is
    /// removed.
    pub(crate) fn set_branch_weights(&mut self, inst: Inst, weights: &[u64]) {
        let most = weights.iter().copied().max().unwrap_or(0);
        if most == 0 {
            self.editor.set_attachment(inst, MetadataKind::PROF, None);
            return;
        }
        let shift = 32u32.saturating_sub(most.leading_zeros());
        let module = self.editor.module();
        let mut words = vec![self.additions.metadata.add_string(b"branch_weights").bits()];
        for weight in weights {
            let weight = module.constants().int(module.context(), Type::I32, weight >> shift);
            words.push(self.additions.metadata.add_value(weight).bits());
        }
        let node = self.additions.metadata.add_node(NodeKind::Tuple, false, &words);
        self.editor.set_attachment(inst, MetadataKind::PROF, Some(node));
    }

    /// States that the weights of a new terminator or select are not known, and which pass made it, if the function has a profile.
    pub(crate) fn set_unknown_weights(&mut self, inst: Inst, pass: &str) {
        let module = self.editor.module();
        if module.entry_count(&module[self.additions.function()]).is_some() {
            let words = ["unknown", pass].map(|word| self.additions.metadata.add_string(word.as_bytes()).bits());
            let node = self.additions.metadata.add_node(NodeKind::Tuple, false, &words);
            self.editor.set_attachment(inst, MetadataKind::PROF, Some(node));
        }
    }
}

/// Whether an outcome with this weight is predicted: LLVM's default threshold is 99 %.
pub(crate) fn is_predictable(weight: u64, total: u64) -> bool {
    total != 0 && u128::from(weight) * 100 >= u128::from(total) * 99
}
