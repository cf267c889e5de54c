//! Stored values replace loads of an alloca that others may read, but only the function writes.

use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::Splitter;
use super::slices::{Access, Slices};
use crate::ssa::Definitions;

impl Splitter<'_, '_, '_> {
    /// Replaces the loads of each byte range that only simple accesses of one type access, and always as a whole.
    pub(super) fn forward_stores(&mut self, alloca: Inst, slices: &Slices) {
        let mut places: HashMap<Block, u32> = HashMap::default();
        let (mut group, mut is_fine, mut begin, mut end): (Vec<Inst>, bool, u64, u64) = (Vec::new(), true, 0, 0);
        for slice in &slices.slices {
            let (access, is_volatile) = Access::of(self.f, slice.at);
            if access == Access::Marker {
                continue;
            }
            if slice.begin >= end {
                if is_fine {
                    self.forward_group(alloca, &group, &mut places);
                }
                (group, is_fine, begin, end) = (Vec::new(), true, slice.begin, slice.end);
            } else if (slice.begin, slice.end) != (begin, end) {
                is_fine = false;
                end = end.max(slice.end);
                continue;
            }
            let is_simple = match *self.f.editor.body().inst(slice.at.user) {
                InstData::Load { ordering, .. } | InstData::Store { ordering, .. } => {
                    ordering == AtomicOrdering::NotAtomic && !is_volatile
                }
                _ => false,
            };
            let same = |other: &Inst| self.value_type(*other) == access.value_type();
            is_fine &= is_simple && group.last().is_none_or(same);
            group.push(slice.at.user);
        }
        if is_fine {
            self.forward_group(alloca, &group, &mut places);
        }
    }

    fn value_type(&self, inst: Inst) -> Option<Type> {
        match *self.f.editor.body().inst(inst) {
            InstData::Load { .. } => Some(self.f.editor.body().inst_type(inst)),
            InstData::Store { value, .. } => Some(self.f.editor.type_of(value)),
            _ => None,
        }
    }

    /// Replaces the loads among accesses of one location.
    fn forward_group(&mut self, alloca: Inst, group: &[Inst], places: &mut HashMap<Block, u32>) {
        let is_load = |inst: &Inst| matches!(self.f.editor.body().inst(*inst), InstData::Load { .. });
        if !group.iter().any(is_load) {
            return;
        }
        if places.is_empty() {
            *places = (0..).zip(self.f.editor.body().blocks()).map(|(place, block)| (block, place)).collect();
        }
        let Some(ty) = self.value_type(group[0]) else { return };
        let mut accesses: Vec<Inst> = group.to_vec();
        accesses.push(alloca);
        let place_of = |editor: &lindworm_ir::editor::Editor<'_>, inst| {
            editor.body().inst_block(inst).and_then(|block| places.get(&block).copied()).unwrap_or(0)
        };
        accesses.sort_by(|&a, &b| {
            let blocks = place_of(&self.f.editor, a).cmp(&place_of(&self.f.editor, b));
            blocks.then_with(|| match a == b {
                true => std::cmp::Ordering::Equal,
                false if self.f.editor.comes_before(a, b) => std::cmp::Ordering::Less,
                false => std::cmp::Ordering::Greater,
            })
        });
        let mut of_block: HashMap<Block, Value> = HashMap::default();
        let mut replaced: Vec<(Inst, Value)> = Vec::new();
        // Loads of the value at the start of their block.
        let mut open: Vec<(Block, Inst)> = Vec::new();
        for &inst in &accesses {
            let body = self.f.editor.body();
            let Some(block) = body.inst_block(inst) else { continue };
            match *body.inst(inst) {
                InstData::Store { value, .. } => {
                    of_block.insert(block, value);
                }
                InstData::Alloca { .. } => {
                    of_block.insert(block, self.f.editor.module().constants().undef(ty));
                }
                _ => match of_block.get(&block) {
                    Some(&value) => replaced.push((inst, value)),
                    None => open.push((block, inst)),
                },
            }
        }
        let name = match *self.f.editor.body().inst(group[0]) {
            InstData::Store { value, .. } => self.f.editor.body().name(value).to_vec(),
            _ => self.f.editor.body().name(group[0].into()).to_vec(),
        };
        let wanted: Vec<Block> = open.iter().map(|&(block, _)| block).collect();
        let place = |block| places.get(&block).copied().unwrap_or(0);
        let at_start = Definitions { place: &place, of_block, ty, name }.reaching(&mut self.f.editor, &wanted);
        replaced.extend(open.into_iter().filter_map(|(block, load)| Some((load, *at_start.get(&block)?))));
        // A load may be replaced by another load of the group. A load that would be replaced by itself is in unreachable code.
        let mut values: HashMap<Value, Value> = replaced.iter().map(|&(load, value)| (load.into(), value)).collect();
        for &(load, _) in &replaced {
            let (mut path, mut value) = (vec![Value::from(load)], values[&load.into()]);
            let mut seen: HashSet<Value> = path.iter().copied().collect();
            while let Some(&next) = values.get(&value) {
                if !seen.insert(value) {
                    value = self.f.editor.module().constants().poison(ty);
                    break;
                }
                path.push(value);
                value = next;
            }
            values.extend(path.into_iter().map(|load| (load, value)));
        }
        for (load, _) in replaced {
            self.f.editor.replace_all(load.into(), values[&load.into()]);
            self.dead.push(load);
        }
    }
}
