//! Sinking: instructions with which several predecessors of a block end are executed in the block.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Inst, InstData, Type, Value};
use smallvec::SmallVec;

use super::Simplifier;
use crate::combine::is_same_operation;
use crate::edges::{phis, predecessors, split_predecessors};
use crate::effects::{call_has, is_pad};
use crate::erase::erase_all;

type Row = SmallVec<[Inst; 4]>;
/// The values that a use of the first instruction of a row has in each predecessor.
type Merged = HashMap<Use, SmallVec<[Value; 4]>>;

impl Simplifier<'_, '_, '_> {
    /// Sinks the common last instructions of the predecessors that branch to a block unconditionally.
    pub(super) fn sink_common(&mut self, block: Block) -> bool {
        if !self.options.sinks_common {
            return false;
        }
        let all = predecessors(&self.f.editor, block);
        let is_plain = |&from: &Block| matches!(self.terminator(from), Some((_, InstData::Br { .. })));
        let sources: SmallVec<[Block; 4]> = all.iter().copied().filter(is_plain).collect();
        if sources.len() < 2 || !self.has_few_entries(block) {
            return false;
        }
        let mut merged = Merged::default();
        for phi in phis(&self.f.editor, block) {
            let values: Option<SmallVec<[Value; 4]>> =
                sources.iter().map(|&from| self.incoming_value(phi, from)).collect();
            let Some(values) = values else { return false };
            if let Some(at) = self.incoming_use(phi, sources[0]) {
                merged.insert(at, values);
            }
        }
        let body = self.f.editor.body();
        let before = |row: &Row| row.iter().map(|&inst| body.prev_inst(inst)).collect::<Option<Row>>();
        let last: Option<Row> = sources.iter().map(|&from| body.terminator(from)).collect();
        let mut rows: Vec<Row> = Vec::new();
        let mut next = last.as_ref().and_then(before);
        while let Some(row) = next.filter(|row| self.can_sink(row, &mut merged)) {
            next = before(&row);
            rows.push(row);
        }
        let ends = self.ends_abnormally(block);
        if !ends {
            self.keep_profitable(&mut rows, &merged);
        }
        if rows.is_empty() {
            return false;
        }
        if sources.len() < all.len() {
            if !ends && rows.iter().all(|row| self.query().can_speculate(row[0])) {
                return false;
            }
            let mut target = sources.clone();
            target.dedup();
            if split_predecessors(&mut self.f.editor, block, &target, b".sink.split", None).is_none() {
                return false;
            }
        }
        for row in &rows {
            self.sink_row(row);
        }
        true
    }

    /// Whether a block leads to `unreachable` or a deoptimization without further branches.
    fn ends_abnormally(&self, block: Block) -> bool {
        const MAX_BLOCKS: usize = 8;
        let (body, mut block) = (self.f.editor.body(), block);
        for _ in 0..MAX_BLOCKS {
            match self.terminator(block) {
                Some((_, InstData::Unreachable)) => return true,
                Some((inst, InstData::Ret { .. })) => {
                    let call = body.prev_inst(inst).and_then(|i| body.inst(i).call_info());
                    let callee = call.and_then(|call| self.f.editor.module().callee(call.callee));
                    return callee.is_some_and(|f| f.intrinsic == Some(IntrinsicId::EXPERIMENTAL_DEOPTIMIZE));
                }
                Some((_, InstData::Br { dest })) => block = dest,
                _ => return false,
            }
        }
        false
    }

    /// Whether instructions, one of each predecessor, can become one. Records the operands that need a phi.
    fn can_sink(&self, row: &Row, merged: &mut Merged) -> bool {
        let (editor, module) = (&self.f.editor, self.f.editor.module());
        let (cx, body) = (module.context(), editor.body());
        let first = row[0];
        let uses: Vec<Use> = editor.uses().of(first.into()).collect();
        let operand_type = |inst, place| body.operand(inst, place).map(|value| editor.type_of(value));
        let has_same_types =
            |inst| (0..body.operand_count(first)).all(|n| operand_type(inst, n) == operand_type(first, n));
        for &inst in row {
            let data = body.inst(inst);
            if matches!(data, InstData::Phi { .. } | InstData::Alloca { .. })
                || is_pad(data)
                || body.inst_type(inst) == Type::TOKEN
                || body.inst_block(inst).is_some_and(|b| self.successors(b)[..] == [b])
                || editor.uses().of(inst.into()).count() != uses.len()
                || !is_same_operation(cx, body, first, inst)
                || !has_same_types(inst)
            {
                return false;
            }
            if let Some(call) = data.call_info()
                && (matches!(call.callee.kind(), ValueKind::InlineAsm(_))
                    || [AttrKind::NO_MERGE, AttrKind::CONVERGENT].into_iter().any(|kind| call_has(module, call, kind)))
            {
                return false;
            }
        }
        let is_row = |values: &[Value]| values.iter().copied().eq(row.iter().map(|&inst| Value::from(inst)));
        if !uses.iter().all(|at| merged.get(at).is_some_and(|values| is_row(values))) {
            return false;
        }
        let call = body.inst(first).call_info();
        let is_direct = |value: Value| value.as_global().is_some_and(|g| module.function(g).is_some());
        for operand in 0..body.operand_count(first) {
            let Some(own) = body.operand(first, operand) else { return false };
            let values: SmallVec<[Value; 4]> = row.iter().filter_map(|&inst| body.operand(inst, operand)).collect();
            if values.iter().all(|&v| v == own) {
                continue;
            }
            if call.is_some_and(|call| call.callee == own) && values.iter().any(|&v| is_direct(v) || v.is_constant()) {
                return false;
            }
            if values.iter().any(|&v| !self.can_be_variable(first, operand, v)) {
                return false;
            }
            merged.insert(Use { user: first, operand: operand as u32 }, values);
        }
        true
    }

    /// Whether an operand, which is a constant, may be replaced by a variable.
    fn can_be_variable(&self, inst: Inst, operand: usize, value: Value) -> bool {
        let (module, body) = (self.f.editor.module(), self.f.editor.body());
        let ty = self.f.editor.type_of(value);
        if ty == Type::TOKEN || ty == Type::METADATA || matches!(value.kind(), ValueKind::Metadata(_)) {
            return false;
        }
        let data = body.inst(inst);
        let intrinsic = data.call_info().and_then(|call| module.callee(call.callee)).and_then(|f| f.intrinsic);
        if matches!(intrinsic, Some(IntrinsicId::LIFETIME_START | IntrinsicId::LIFETIME_END)) {
            return false;
        }
        if !value.is_constant() {
            return true;
        }
        match data {
            InstData::Call { call, .. } => {
                let args = body.call_args(call).len();
                intrinsic.is_none() && operand < args
            }
            InstData::Invoke { .. } => false,
            InstData::GetElementPtr { source, operands, .. } => {
                operand == 0 || !self.indexes_struct(*source, body.list_values(operands), operand)
            }
            _ => true,
        }
    }

    /// Whether an operand of an address computation selects the field of a struct.
    fn indexes_struct(&self, source: Type, operands: &[Value], operand: usize) -> bool {
        let module = self.f.editor.module();
        let (cx, mut ty) = (module.context(), source);
        for &index in &operands[2..operand.max(2)] {
            let number = module.constants().as_u64(index).filter(|_| cx.is_struct(ty)).unwrap_or(0);
            match cx.element_type(ty, number) {
                Some(inner) => ty = inner,
                None => return true,
            }
        }
        operand > 1 && cx.is_struct(ty)
    }

    /// Drops rows that would need more than one phi each, and those before them.
    fn keep_profitable(&self, rows: &mut Vec<Row>, merged: &Merged) {
        let body = self.f.editor.body();
        let mut sunk: HashSet<Value> = rows.iter().flatten().map(|&inst| inst.into()).collect();
        let is_profitable = |row: &Row, sunk: &HashSet<Value>| {
            let mut count = 0;
            for operand in 0..body.operand_count(row[0]) as u32 {
                let Some(values) = merged.get(&Use { user: row[0], operand }) else { continue };
                if values.iter().all(|value| sunk.contains(value)) {
                    continue;
                }
                count += 1;
                let is_address = match body.inst(row[0]) {
                    InstData::Load { .. } => operand == 0,
                    InstData::Store { pointer, .. } => body.operand(row[0], operand as usize) == Some(*pointer),
                    _ => false,
                };
                let is_gep =
                    |v: &Value| v.as_inst().is_some_and(|i| matches!(body.inst(i), InstData::GetElementPtr { .. }));
                if is_address && values.iter().any(is_gep) {
                    return false;
                }
            }
            count <= 1
        };
        let count = rows.iter().take_while(|row| is_profitable(row, &sunk)).count();
        if count == rows.len() {
            return;
        }
        rows.truncate(count);
        sunk = rows.iter().flatten().map(|&inst| inst.into()).collect();
        // A row that uses results of dropped rows may need more phis.
        for place in (0..count).rev() {
            if !is_profitable(&rows[place], &sunk) {
                for inst in rows.drain(place..).flatten() {
                    sunk.remove(&inst.into());
                }
            }
        }
    }

    fn sink_row(&mut self, row: &Row) {
        let body = self.f.editor.body();
        let first = row[0];
        let Some((_, InstData::Br { dest })) = body.inst_block(first).and_then(|from| self.terminator(from)) else {
            return;
        };
        let sources: SmallVec<[Block; 4]> = row.iter().filter_map(|&inst| body.inst_block(inst)).collect();
        let mut operands: Vec<Value> = Vec::new();
        for operand in 0..body.operand_count(first) {
            let values: SmallVec<[Value; 4]> =
                row.iter().filter_map(|&inst| self.f.editor.body().operand(inst, operand)).collect();
            if values.iter().all(|&v| v == values[0]) {
                operands.push(values[0]);
                continue;
            }
            let list: Vec<Value> =
                values.iter().zip(&sources).flat_map(|(&value, &from)| [value, from.into()]).collect();
            let editor = self.editor();
            let incoming = editor.list(&list);
            let Some(begin) = editor.body().first_inst(dest) else { return };
            let ty = editor.type_of(values[0]);
            let data = InstData::Phi { incoming, fast_math: FastMathFlags::empty() };
            let phi = editor.insert(Point::BeforeRecords(begin), data, ty);
            let name = [editor.body().name(values[0]), b".sink"].concat();
            editor.set_name(phi.into(), &name);
            operands.push(phi.into());
        }
        let Some(begin) = self.first_non_phi(dest) else { return };
        let editor = self.editor();
        editor.set_operands(first, &operands);
        editor.move_inst(first, Point::BeforeRecords(begin));
        for &other in &row[1..] {
            self.f.merge_location(first, other);
            self.f.combine(first, other, true);
        }
        let users: Vec<Inst> = self.f.editor.uses().of(first.into()).map(|at| at.user).collect();
        for phi in users {
            if matches!(self.f.editor.body().inst(phi), InstData::Phi { .. })
                && self.f.editor.body().inst_block(phi).is_some()
            {
                self.editor().replace_all(phi.into(), first.into());
                self.editor().erase(phi);
            }
        }
        for &other in &row[1..] {
            if self.f.editor.body().inst_type(other) != Type::VOID {
                self.editor().replace_all(other.into(), first.into());
            }
            erase_all(self.editor(), &[other]);
        }
    }
}
