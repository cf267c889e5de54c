//! Selects that become branches, because a branch on the result or on the condition can be threaded then.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::Threading;
use crate::edges::{incoming, phis, set_incoming};
use crate::merged_location;

impl Threading<'_, '_, '_> {
    /// The entries of a phi of a block that are selects of the incoming block, which branches to the block only.
    fn incoming_selects(&mut self, block: Block, phi: Value) -> Vec<(usize, Block, Inst)> {
        let body = self.f.editor.body();
        let Some(phi) = phi.as_inst().filter(|&i| body.inst_block(i) == Some(block)) else { return Vec::new() };
        if !matches!(body.inst(phi), InstData::Phi { .. }) {
            return Vec::new();
        }
        let entries = incoming(&self.f.editor, phi);
        if !self.spend(entries.len()) {
            return Vec::new();
        }
        let select = |(place, (value, from)): (usize, (Value, Block))| {
            let inst = value.as_inst().filter(|_| self.is_in(value, from))?;
            let is_select = matches!(self.f.editor.body().inst(inst), InstData::Select { .. });
            let jumps = matches!(self.terminator(from), Some((_, InstData::Br { .. })));
            (is_select && jumps && self.f.editor.uses().has_one_use(value)).then_some((place, from, inst))
        };
        entries.into_iter().enumerate().filter_map(select).collect()
    }

    /// Unfolds a select that a switch depends on through a phi.
    pub(super) fn unfold_select_of_switch(&mut self, block: Block, phi: Value) -> bool {
        let Some(&(place, from, select)) = self.incoming_selects(block, phi).first() else { return false };
        self.unfold(block, phi, place, from, select)
    }

    /// Unfolds a select that a comparison with a constant depends on through a phi, if one of its operands determines the result.
    pub(super) fn unfold_select_of_compare(&mut self, block: Block, compare: Value) -> bool {
        let Some((_, InstData::CondBr { .. })) = self.terminator(block) else { return false };
        let Some(&InstData::ICmp { predicate, lhs, rhs, .. }) = self.query().inst(compare) else { return false };
        for (place, from, select) in self.incoming_selects(block, lhs) {
            let InstData::Select { if_true, if_false, .. } = *self.f.editor.body().inst(select) else { continue };
            let [a, b] =
                [if_true, if_false].map(|side| self.info.compare_on_edge(self.f, predicate, side, rhs, from, block));
            if a != b {
                return self.unfold(block, lhs, place, from, select);
            }
        }
        false
    }

    /// Replaces a select at the end of `from` by a branch around an empty block.
    fn unfold(&mut self, block: Block, phi: Value, place: usize, from: Block, select: Inst) -> bool {
        let body = self.f.editor.body();
        let InstData::Select { condition, if_true, if_false, .. } = *body.inst(select) else { return false };
        let (Some(phi), Some((jump, _)), Some(before)) = (phi.as_inst(), self.terminator(from), body.prev_block(block))
        else {
            return false;
        };
        if self.f.editor.module().context().is_vector(self.f.editor.type_of(condition)) {
            return false;
        }
        let new = self.f.editor.create_block(Some(before));
        self.f.editor.set_name(new.into(), b"select.unfold");
        self.f.editor.move_inst(jump, Point::End(new));
        let data = InstData::CondBr { condition, if_true: new, if_false: block };
        let branch = self.f.editor.insert(Point::End(from), data, Type::VOID);
        let [a, b] = [jump, select].map(|inst| self.f.editor.body().debug_loc(inst));
        let loc = merged_location(&mut self.f.additions.metadata, a, b);
        self.f.editor.set_debug_loc(branch, loc);
        let profile = self.f.editor.body().attachment(select, MetadataKind::PROF);
        self.f.editor.set_attachment(branch, MetadataKind::PROF, profile);
        for other in phis(&self.f.editor, block) {
            let mut entries = incoming(&self.f.editor, other);
            let value = match other == phi {
                true => {
                    entries[place].0 = if_false;
                    if_true
                }
                false => match entries.iter().find(|&&(_, source)| source == from) {
                    Some(&(value, _)) => value,
                    None => continue,
                },
            };
            entries.push((value, new));
            set_incoming(&mut self.f.editor, other, &entries);
        }
        self.f.editor.erase(select);
        true
    }

    fn is_int_constant(&self, value: Value) -> bool {
        let module = self.f.editor.module();
        module.context().is_int(self.f.editor.type_of(value)) && module.constants().as_u64(value).is_some()
    }

    /// Whether a use is the condition of a select of the block that is no conjunction or disjunction.
    fn selects_by(&self, at: Use, block: Block) -> bool {
        let value: Value = at.user.into();
        let InstData::Select { condition, .. } = *self.f.editor.body().inst(at.user) else { return false };
        at.operand == 0
            && self.is_in(value, block)
            && self.f.editor.type_of(condition) == Type::I1
            && self.query().as_logic(value, false).is_none()
            && self.query().as_logic(value, true).is_none()
    }

    /// Replaces a select of the block by a branch, if its condition is a phi with constants, or compares one with a constant.
    pub(super) fn unfold_select_of_block(&mut self, block: Block) -> bool {
        if self.headers.contains(block) || self.query().function_has(AttrKind::SANITIZE_MEMORY) {
            return false;
        }
        let select = phis(&self.f.editor, block).into_iter().find_map(|phi| {
            let entries = incoming(&self.f.editor, phi);
            if !self.spend(entries.len()) || !entries.iter().any(|&(value, _)| self.is_int_constant(value)) {
                return None;
            }
            let uses: Vec<Use> = self.f.editor.uses().of(phi.into()).take(64).collect();
            uses.into_iter().find_map(|at| {
                let user: Value = at.user.into();
                match *self.f.editor.body().inst(at.user) {
                    InstData::ICmp { lhs, rhs, .. } => {
                        let other = if at.operand == 0 { rhs } else { lhs };
                        let only = self
                            .f
                            .editor
                            .uses()
                            .only(user)
                            .filter(|_| self.is_int_constant(other) && self.is_in(user, block))?;
                        self.selects_by(only, block).then_some(only.user)
                    }
                    _ => self.selects_by(at, block).then_some(at.user),
                }
            })
        });
        let Some(select) = select else { return false };
        let InstData::Select { mut condition, if_true, if_false, .. } = *self.f.editor.body().inst(select) else {
            return false;
        };
        if !self.query().is_not_undef(condition) {
            let freeze = self.f.editor.insert(Point::Before(select), InstData::Freeze { value: condition }, Type::I1);
            self.f.editor.set_name(freeze.into(), b"cond.fr");
            condition = freeze.into();
        }
        let ty = self.f.editor.body().inst_type(select);
        let loc = self.f.editor.body().debug_loc(select);
        let profile = self.f.editor.body().attachment(select, MetadataKind::PROF);
        let place = self.places.get(cranelift_entity::EntityRef::index(block)).copied().unwrap_or(u32::MAX);
        let tail = self.f.editor.split_block(select, b"");
        let then = self.f.editor.create_block(Some(block));
        for new in [tail, then] {
            self.set_place(new, place);
        }
        let jump = self.f.editor.insert(Point::End(then), InstData::Br { dest: tail }, Type::VOID);
        self.f.editor.set_debug_loc(jump, loc);
        if let Some((old, _)) = self.terminator(block) {
            self.f.editor.erase(old);
        }
        let data = InstData::CondBr { condition, if_true: then, if_false: tail };
        let branch = self.f.editor.insert(Point::End(block), data, Type::VOID);
        self.f.editor.set_debug_loc(branch, loc);
        self.f.editor.set_attachment(branch, MetadataKind::PROF, profile);
        let list = self.f.editor.list(&[if_true, then.into(), if_false, block.into()]);
        let data = InstData::Phi { incoming: list, fast_math: FastMathFlags::empty() };
        let phi = self.f.editor.insert(Point::Before(select), data, ty);
        self.f.editor.set_debug_loc(phi, loc);
        self.f.editor.replace_all(select.into(), phi.into());
        self.f.editor.erase(select);
        true
    }
}
