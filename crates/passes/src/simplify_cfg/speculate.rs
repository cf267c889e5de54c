//! Speculation: cheap blocks are executed unconditionally, and phis become selects.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Int};
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::Simplifier;
use crate::edges;
use crate::effects::{call_has, may_read, may_write};

const UNPREDICTABLE: lindworm_ir::context::MetadataKind = crate::known(b"unpredictable");
/// The cost limit if one block is speculated: of its instruction, and of the selects.
const ONE_SIDE: u32 = 2;
/// The cost limit of the instructions in the blocks between a branch and a phi of two values.
const TWO_SIDES: u32 = 4;

impl Simplifier<'_, '_, '_> {
    /// Whether an instruction can be executed speculatively: it has no side effects and cannot cause undefined behaviour.
    pub(super) fn is_safe_to_speculate(&self, inst: Inst) -> bool {
        let (editor, module) = (&self.f.editor, self.f.editor.module());
        let body = editor.body();
        match *body.inst(inst) {
            InstData::Binary { op, lhs, rhs, .. } if op.is_int_div_rem() => {
                let query = self.query();
                let Some(divisor) = query.constant_int(rhs).filter(|n| !n.is_zero()) else { return false };
                let is_signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
                !is_signed || !divisor.is_all_ones() || query.constant_int(lhs).is_some_and(|n: Int| !n.is_min_signed())
            }
            InstData::Call { ref call, .. } => {
                module.callee(call.callee).is_some_and(|f| f.intrinsic.is_some())
                    && call_has(module, call, AttrKind::SPECULATABLE)
                    && call.attributes == Default::default()
                    && !may_read(editor, inst)
                    && !may_write(editor, inst)
            }
            InstData::Binary { .. }
            | InstData::FNeg { .. }
            | InstData::Cast { .. }
            | InstData::ICmp { .. }
            | InstData::FCmp { .. }
            | InstData::Select { .. }
            | InstData::GetElementPtr { .. }
            | InstData::ExtractElement { .. }
            | InstData::InsertElement { .. }
            | InstData::ShuffleVector { .. }
            | InstData::ExtractValue { .. }
            | InstData::InsertValue { .. }
            | InstData::Freeze { .. } => true,
            _ => false,
        }
    }

    /// The cost of an instruction in units of a cheap one, without a target.
    fn cost(&self, inst: Inst) -> u32 {
        let (editor, module) = (&self.f.editor, self.f.editor.module());
        let body = editor.body();
        match *body.inst(inst) {
            InstData::Binary { op, .. } if op.is_int_div_rem() || matches!(op, BinaryOp::FDiv | BinaryOp::FRem) => 4,
            InstData::Cast { op, value, .. } => match op {
                CastOp::BitCast | CastOp::AddrSpaceCast => 0,
                CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Trunc => {
                    let bits = |ty| {
                        let (cx, layout) = (module.context(), module.data_layout());
                        layout.size_in_bits(cx, ty).map_or(0, |size| size.min)
                    };
                    let narrow = if op == CastOp::IntToPtr { editor.type_of(value) } else { body.inst_type(inst) };
                    u32::from(!module.data_layout().is_legal_int(bits(narrow)))
                }
                _ => 1,
            },
            InstData::GetElementPtr { operands, .. } => {
                u32::from(!body.list_values(&operands)[1..].iter().all(|v| v.is_constant()))
            }
            InstData::ExtractValue { .. } | InstData::Freeze { .. } => 0,
            _ => 1,
        }
    }

    /// Whether a constant can be an operand of a select without evaluating an operation that may have undefined behaviour.
    fn is_cheap_value(&self, value: Value) -> bool {
        use lindworm_ir::constant::ConstantData;
        let node = self.f.editor.module().constants().node(value);
        node.is_none_or(|node| !matches!(node.data, ConstantData::Expr(_)))
    }

    /// Speculates `middle` in `br c, middle, end`, where `middle` branches to `end` and has at most one cheap instruction.
    pub(super) fn speculate_branch(&mut self, block: Block, middle: Block, end: Block) -> bool {
        if middle == end
            || middle == block
            || self.f.editor.single_predecessor(middle) != Some(block)
            || self.f.additions.is_address_taken(middle)
        {
            return false;
        }
        let Some((branch, InstData::CondBr { condition, if_true, .. })) = self.terminator(block) else { return false };
        let Some((last, InstData::Br { dest })) = self.terminator(middle) else { return false };
        if !self.options.speculate_blocks || dest != end || end == block || !self.has_few_entries(end) {
            return false;
        }
        let body = self.f.editor.body();
        let insts: smallvec::SmallVec<[Inst; 2]> = body.insts(middle).filter(|&i| i != last).take(2).collect();
        if insts.len() > 1 || body.attachment(branch, UNPREDICTABLE).is_some() {
            return false;
        }
        for &inst in &insts {
            if !self.is_safe_to_speculate(inst) || self.cost(inst) > ONE_SIDE {
                return false;
            }
        }
        let phis = edges::phis(&self.f.editor, end);
        let mut cost = 0;
        let mut changed = Vec::new();
        for &phi in &phis {
            let (Some(then), Some(otherwise)) = (self.incoming_value(phi, middle), self.incoming_value(phi, block))
            else {
                return false;
            };
            if then == otherwise {
                continue;
            }
            if !self.is_cheap_value(then) || !self.is_cheap_value(otherwise) || body.inst_type(phi) == Type::TOKEN {
                return false;
            }
            cost += 1;
            changed.push((phi, then, otherwise));
        }
        if changed.is_empty() || cost > ONE_SIDE {
            return false;
        }
        self.drop_records(middle);
        for inst in insts {
            let editor = self.editor();
            editor.move_inst(inst, Point::Before(branch));
            editor.set_debug_loc(inst, None);
        }
        let is_true = if_true == middle;
        for (phi, then, otherwise) in changed {
            let (on_true, on_false) = if is_true { (then, otherwise) } else { (otherwise, then) };
            let editor = &mut self.f.editor;
            let (ty, location) = (editor.body().inst_type(phi), editor.body().debug_loc(branch));
            let fast_math = editor.body().inst(phi).fast_math().unwrap_or_default();
            let select = InstData::Select { condition, if_true: on_true, if_false: on_false, fast_math };
            let select = editor.insert(Point::Before(branch), select, ty);
            editor.set_name(select.into(), b"spec.select");
            editor.set_debug_loc(select, location);
            let places: Vec<u32> = (0..editor.body().operand_count(phi) as u32)
                .step_by(2)
                .filter(|&n| {
                    let from = editor.body().operand(phi, n as usize + 1);
                    from == Some(middle.into()) || from == Some(block.into())
                })
                .collect();
            for operand in places {
                editor.set_operand(lindworm_ir::use_list::Use { user: phi, operand }, select.into());
            }
        }
        true
    }

    /// Turns the phis of a block with two predecessors into selects, if the blocks between the common branch and the block are
    /// cheap.
    pub(super) fn fold_two_entry_phi(&mut self, block: Block) -> bool {
        if !self.options.speculate_blocks {
            return false;
        }
        let phis = edges::phis(&self.f.editor, block);
        let predecessors = edges::predecessors(&self.f.editor, block);
        let ([a, b], false) = (&predecessors[..], phis.is_empty() || phis.len() > 2) else { return false };
        let (a, b) = (*a, *b);
        if a == b {
            return false;
        }
        // The block with the branch, and the blocks between it and the phi.
        let side = |s: Block| match self.terminator(s) {
            Some((_, InstData::Br { .. })) if !self.f.additions.is_address_taken(s) => {
                self.f.editor.single_predecessor(s)
            }
            _ => None,
        };
        let head = match (side(a), side(b)) {
            (Some(x), Some(y)) if x == y => x,
            (Some(x), _) if x == b => b,
            (_, Some(y)) if y == a => a,
            _ => return false,
        };
        let Some((branch, InstData::CondBr { condition, if_true, if_false })) = self.terminator(head) else {
            return false;
        };
        if if_true == if_false || head == block || self.headers.contains(&block) {
            return false;
        }
        let body = self.f.editor.body();
        // In the order of the phi's entries.
        let entries = (0..2).filter_map(|n| body.operand(phis[0], 2 * n + 1)?.as_block());
        let middles: smallvec::SmallVec<[Block; 2]> = entries.filter(|&s| s != head).collect();
        let mut cost = 0;
        let mut insts = Vec::new();
        for &middle in &middles {
            for inst in body.insts(middle).filter(|&i| Some(i) != body.terminator(middle)) {
                cost += self.cost(inst);
                if !self.is_safe_to_speculate(inst) || cost > TWO_SIDES {
                    return false;
                }
                insts.push(inst);
            }
        }
        let true_side = if if_true == block { head } else { if_true };
        let false_side = if if_false == block { head } else { if_false };
        for &phi in &phis {
            let values = [self.incoming_value(phi, true_side), self.incoming_value(phi, false_side)];
            let is_logic = |v: &Option<Value>| {
                v.is_some_and(|v| {
                    matches!(self.query().binary(v), Some((BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, ..)))
                })
            };
            if values.iter().flatten().count() < 2 || !values.iter().flatten().all(|&v| self.is_cheap_value(v)) {
                return false;
            }
            if body.inst_type(phi) == Type::I1 && values.iter().any(is_logic) || body.inst_type(phi) == Type::TOKEN {
                return false;
            }
        }
        for &middle in &middles {
            self.drop_records(middle);
        }
        let location = self.f.editor.body().debug_loc(branch);
        for inst in insts {
            let editor = self.editor();
            editor.move_inst(inst, Point::Before(branch));
            editor.set_debug_loc(inst, location);
        }
        for phi in phis {
            let (Some(on_true), Some(on_false)) =
                (self.incoming_value(phi, true_side), self.incoming_value(phi, false_side))
            else {
                continue;
            };
            let editor = &mut self.f.editor;
            let ty = editor.body().inst_type(phi);
            let fast_math: FastMathFlags = editor.body().inst(phi).fast_math().unwrap_or_default();
            let select = InstData::Select { condition, if_true: on_true, if_false: on_false, fast_math };
            let select = editor.insert(Point::Before(branch), select, ty);
            editor.set_debug_loc(select, location);
            editor.replace_all(phi.into(), select.into());
            editor.take_name(phi.into(), select.into());
            editor.erase(phi);
        }
        self.replace_terminator(head, InstData::Br { dest: block });
        for &middle in &middles {
            self.editor().erase_blocks(&[middle]);
        }
        true
    }

    /// Drops the debug records of a block that is speculated.
    fn drop_records(&mut self, block: Block) {
        let body = self.f.editor.body();
        if !body.has_debug_records() {
            return;
        }
        let records: Vec<_> =
            body.insts(block).flat_map(|inst| body.debug_records(inst).handles().map(|(record, _)| record)).collect();
        for record in records {
            self.editor().remove_debug_record(record);
        }
    }
}
