//! Partial redundancy elimination: a computation that all predecessors of its block but one have made is made in that one too.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::Numbering;
use super::numbers::translated;
use crate::edges::{predecessors, successors};
use crate::effects::{call_has, has_side_effects, is_pad, may_read, may_throw, will_return};

/// The maximum number of predecessors of a block.
const MAX_PREDECESSORS: usize = 32;

impl Numbering<'_, '_, '_> {
    pub(super) fn insert_partially_redundant(&mut self, block: Block) {
        let from = predecessors(&self.f.editor, block);
        let body = self.f.editor.body();
        let first = body.first_non_phi(block);
        if from.len() < 2
            || from.len() > MAX_PREDECESSORS
            || Some(block) == body.entry()
            || first.is_none_or(|inst| is_pad(body.inst(inst)))
            || from.iter().any(|&from| !self.dominators.is_reachable(from))
            || (1..from.len()).any(|n| from[..n].contains(&from[n]))
        {
            return;
        }
        let mut next = body.first_inst(block);
        let mut may_stop = false;
        while let Some(inst) = next {
            next = self.f.editor.body().next_inst(inst);
            if self.may_insert(inst) {
                self.insert_in_predecessor(block, inst, &from, may_stop);
            }
            if self.f.editor.body().inst_block(inst).is_some() {
                may_stop |= may_throw(&self.f.editor, inst) || !will_return(&self.f.editor, inst);
            }
        }
    }

    fn may_insert(&self, inst: Inst) -> bool {
        let editor = &self.f.editor;
        let (body, data) = (editor.body(), editor.body().inst(inst));
        let is_excluded = matches!(
            data,
            InstData::Phi { .. }
                | InstData::Alloca { .. }
                | InstData::GetElementPtr { .. }
                | InstData::ICmp { .. }
                | InstData::FCmp { .. }
        );
        let ty = body.inst_type(inst);
        !is_excluded
            && !data.is_terminator()
            && ty != Type::VOID
            && ty != Type::TOKEN
            && !matches!(editor.module().context().kind(ty), TypeKind::Target { .. })
            && !may_read(editor, inst)
            && !has_side_effects(editor, inst)
            && data.call_info().is_none_or(|call| !call_has(editor.module(), call, AttrKind::CONVERGENT))
    }

    fn insert_in_predecessor(&mut self, block: Block, inst: Inst, from: &[Block], may_stop: bool) {
        let mut values: Vec<(Block, Option<Value>)> = Vec::new();
        let body = self.f.editor.body();
        let mut operands: Vec<Value> = Vec::new();
        body.inst(inst).for_each_operand(body.values(), |v| operands.push(v));
        let is_here = |v: &Value| v.as_inst().is_some_and(|inst| body.inst_block(inst) == Some(block));
        let has_own_operand = operands.iter().any(is_here);
        let place = self.places[block].unwrap_or(0);
        for &source in from {
            let is_back_edge = self.places[source].is_some_and(|p| p >= place);
            if is_back_edge && has_own_operand {
                return;
            }
            let number = self.numbers.in_predecessor(&self.f.editor, inst, source);
            let found = number.and_then(|number| self.leader(number, source));
            if found == Some(inst.into()) {
                return;
            }
            let attributes = |inst: Inst| body.inst(inst).call_info().map(|call| call.attributes);
            if found.and_then(|v| v.as_inst()).is_some_and(|earlier| attributes(earlier) != attributes(inst)) {
                return;
            }
            values.push((source, found));
        }
        let lacking: Vec<Block> = values.iter().filter(|(_, v)| v.is_none()).map(|&(from, _)| from).collect();
        if lacking.len() > 1 || lacking.len() == values.len() {
            return;
        }
        if let [source] = lacking[..] {
            if may_stop && !self.query().can_speculate(inst) {
                return;
            }
            let Some(terminator) = self.f.editor.body().terminator(source) else { return };
            if successors(&self.f.editor, source).len() != 1 {
                let is_splittable = !matches!(
                    self.f.editor.body().inst(terminator),
                    InstData::IndirectBr { .. } | InstData::CallBr { .. }
                );
                if is_splittable {
                    self.splits.push((source, block));
                }
                return;
            }
            // The operands, as they are in the predecessor.
            for operand in &mut operands {
                *operand = translated(&self.f.editor, *operand, block, source);
                if !operand.is_local() || operand.as_inst().is_none() {
                    continue;
                }
                let Some(number) = self.numbers.known(*operand) else { return };
                let Some(leader) = self.leader(number, source) else { return };
                *operand = leader;
            }
            let copy = self.f.editor.clone_inst(inst, Point::Before(terminator));
            self.f.editor.set_operands(copy, &operands);
            self.f.editor.set_name(copy.into(), b".pre");
            let (number, _) = self.numbers.of_inst(&self.f.editor, copy);
            self.add_leader(number, copy.into(), source);
            values.iter_mut().filter(|(_, v)| v.is_none()).for_each(|(_, v)| *v = Some(copy.into()));
        }
        let list: Vec<Value> =
            values.iter().filter_map(|&(from, value)| Some([value?, from.into()])).flatten().collect();
        let incoming = self.f.editor.list(&list);
        let Some(first) = self.f.editor.body().first_inst(block) else { return };
        let (ty, loc) = (self.f.editor.body().inst_type(inst), self.f.editor.body().debug_loc(inst));
        let phi = InstData::Phi { incoming, fast_math: FastMathFlags::empty() };
        let phi = self.f.editor.insert(Point::BeforeRecords(first), phi, ty);
        let name = self.f.editor.body().name(inst.into());
        let name = if name.is_empty() { b".pre-phi".to_vec() } else { [name, b".pre-phi"].concat() };
        self.f.editor.set_name(phi.into(), &name);
        self.f.editor.set_debug_loc(phi, loc);
        for (_, value) in values {
            if let Some(earlier) = value.and_then(|v| v.as_inst()) {
                super::numbers::intersect_flags(&mut self.f.editor, earlier, inst);
            }
        }
        if let Some(number) = self.numbers.known(inst.into()) {
            self.add_leader(number, phi.into(), block);
        }
        self.numbers.of(phi.into());
        self.replace(inst, phi.into());
    }
}
