//! Since which marks each instruction and block of a body was edited.
//!
//! A pass that runs again on a body can restrict itself to what was edited since its last run. The record starts with the first
//! [`Editor::mark`](crate::editor::Editor::mark); a body without marks has none. It covers the edits of
//! [`Editor`](crate::editor::Editor)s, and operands that are replaced in the whole module.
//!
//! An edit costs constant time, a mark a word for each instruction and block. A copy from another body has the record of its original,
//! mark by mark, so what a pass saw in the other body it need not see again.

use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use super::Body;
use crate::value::{Block, Inst, Value, ValueKind};

/// The name of a mark, hashed: who sets a mark chooses a name that nobody else does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(u64);

impl Mark {
    /// The mark with a name.
    pub const fn named(name: &str) -> Mark {
        // FNV-1a.
        let (mut hash, mut rest) = (0xcbf2_9ce4_8422_2325, name.as_bytes());
        while let [byte, behind @ ..] = rest {
            hash = (hash ^ *byte as u64).wrapping_mul(0x100_0000_01b3);
            rest = behind;
        }
        Mark(hash)
    }

    /// The mark of a pass with a parameter.
    pub const fn with(self, parameter: u64) -> Mark {
        Mark((self.0 ^ parameter).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

/// A set of marks: a bit for each place in [`EditRecord::marks`].
type Marks = u32;

/// The edits of a body: see the [module](self).
#[derive(Clone, Default)]
pub(super) struct EditRecord {
    /// The known marks. When a set has no bit left, a new mark replaces the oldest one.
    marks: SmallVec<[Mark; 8]>,
    /// The number of replaced marks.
    forgotten: usize,
    /// The marks since which anything was edited.
    any: Marks,
    /// Entities past the end of a table are new.
    insts: Vec<Edited>,
    blocks: Vec<Edited>,
    is_paused: bool,
}

/// The marks since which an instruction or a block was edited.
#[derive(Clone, Copy)]
struct Edited {
    /// Edits of the instruction or the block.
    edit: Marks,
    /// Edits of the uses of its value.
    uses: Marks,
}

impl Edited {
    const NEW: Edited = Edited { edit: Marks::MAX, uses: Marks::MAX };
}

impl EditRecord {
    /// Records an edit of an instruction or a block; values of other kinds have no record.
    #[inline]
    fn note(&mut self, value: Value, note: impl FnOnce(&mut Edited)) {
        if self.is_paused {
            return;
        }
        self.any = Marks::MAX;
        let (all, index) = match value.kind() {
            ValueKind::Inst(inst) => (&mut self.insts, inst.index()),
            ValueKind::Block(block) => (&mut self.blocks, block.index()),
            _ => return,
        };
        if all.len() <= index {
            all.resize(index + 1, Edited::NEW);
        }
        note(&mut all[index]);
    }

    fn bit(&self, mark: Mark) -> Option<Marks> {
        self.marks.iter().position(|&known| known == mark).map(|place| 1 << place)
    }

    /// The entry of another record, with the marks of this one. `places` has the place of each mark of this record in the other.
    fn translated(&self, edited: Edited, places: &PlacesOfMarks) -> Edited {
        let translate = |marks: Marks| {
            let is_set = |&place: &Option<u8>| place.is_none_or(|place| marks >> place & 1 != 0);
            (0..).zip(places).map(|(place, of)| Marks::from(is_set(of)) << place).sum()
        };
        Edited { edit: translate(edited.edit), uses: translate(edited.uses) }
    }
}

/// The place that each mark of a record has in another record.
type PlacesOfMarks = SmallVec<[Option<u8>; 8]>;

/// What was edited since a mark.
#[derive(Clone, Copy)]
pub struct Edits<'a> {
    record: &'a EditRecord,
    since: Marks,
}

impl Edits<'_> {
    /// Whether there is no edit.
    pub fn is_empty(self) -> bool {
        self.record.any & self.since == 0
    }

    /// Whether an instruction was inserted or moved, or its operands, flags, type or attachments were changed.
    #[inline]
    pub fn has_inst(self, inst: Inst) -> bool {
        self.has(&self.record.insts, inst, |edited| edited.edit)
    }

    /// Whether the result of an instruction lost a use.
    #[inline]
    pub fn has_uses_of(self, inst: Inst) -> bool {
        self.has(&self.record.insts, inst, |edited| edited.uses)
    }

    /// Whether an instruction of a block was erased or moved away.
    #[inline]
    pub fn has_block(self, block: Block) -> bool {
        self.has(&self.record.blocks, block, |edited| edited.edit)
    }

    /// Whether an edge to a block was added or removed.
    #[inline]
    pub fn has_edge_to(self, block: Block) -> bool {
        self.has(&self.record.blocks, block, |edited| edited.uses)
    }

    #[inline]
    fn has(self, all: &[Edited], entity: impl EntityRef, marks: impl Fn(&Edited) -> Marks) -> bool {
        all.get(entity.index()).is_none_or(|edited| marks(edited) & self.since != 0)
    }
}

impl Body {
    /// The edits since a mark was set; `None` if it was not.
    pub fn edits_since(&self, mark: Mark) -> Option<Edits<'_>> {
        let record = self.edit_record.as_deref()?;
        Some(Edits { record, since: record.bit(mark)? })
    }

    pub(crate) fn mark_edits(&mut self, mark: Mark) {
        let (insts, blocks) = (self.inst_count(), self.block_count());
        let record = self.edit_record.get_or_insert_default();
        let bit = record.bit(mark).unwrap_or_else(|| {
            if record.marks.len() < Marks::BITS as usize {
                record.marks.push(mark);
                return 1 << (record.marks.len() - 1);
            }
            let place = record.forgotten % record.marks.len();
            record.marks[place] = mark;
            record.forgotten += 1;
            1 << place
        });
        record.any &= !bit;
        for (all, count) in [(&mut record.insts, insts), (&mut record.blocks, blocks)] {
            all.resize(count, Edited::NEW);
            for edited in all {
                (edited.edit, edited.uses) = (edited.edit & !bit, edited.uses & !bit);
            }
        }
    }

    pub(crate) fn pause_edits(&mut self, is_paused: bool) {
        if let Some(record) = &mut self.edit_record {
            record.is_paused = is_paused;
        }
    }

    #[inline]
    pub(crate) fn records_edits(&self) -> bool {
        self.edit_record.is_some()
    }

    /// The record for a body whose instructions and blocks are those of this one in the given order.
    pub(super) fn reordered_edit_record(
        &self,
        insts: impl Iterator<Item = Inst>,
        blocks: impl Iterator<Item = Block>,
    ) -> Option<Box<EditRecord>> {
        let record = self.edit_record.as_deref()?;
        let of = |all: &[Edited], index: usize| all.get(index).copied().unwrap_or(Edited::NEW);
        Some(Box::new(EditRecord {
            insts: insts.map(|inst| of(&record.insts, inst.index())).collect(),
            blocks: blocks.map(|block| of(&record.blocks, block.index())).collect(),
            marks: record.marks.clone(),
            forgotten: record.forgotten,
            any: record.any,
            is_paused: false,
        }))
    }

    /// The places that the marks of this body have in another body, for [`Body::note_copy`].
    pub(crate) fn marks_in(&self, other: &Body) -> PlacesOfMarks {
        let marks = other.edit_record.as_deref().map_or(&[][..], |record| &record.marks);
        let place = |mark: &Mark| marks.iter().position(|known| known == mark).map(|place| place as u8);
        self.edit_record.iter().flat_map(|record| &record.marks).map(place).collect()
    }

    /// Records that a new instruction or block is a copy of one of another body.
    pub(crate) fn note_copy(&mut self, copy: Value, other: &Body, original: Value, places: &PlacesOfMarks) {
        let Some(record) = &mut self.edit_record else { return };
        let edited = match (original.kind(), other.edit_record.as_deref()) {
            (ValueKind::Inst(inst), Some(other)) => other.insts.get(inst.index()),
            (ValueKind::Block(block), Some(other)) => other.blocks.get(block.index()),
            _ => None,
        };
        let edited = record.translated(edited.copied().unwrap_or(Edited::NEW), places);
        record.note(copy, |of_copy| *of_copy = edited);
    }

    /// Records an edit of an instruction or a block; values of other kinds have no record.
    #[inline]
    pub(crate) fn note_edit(&mut self, value: Value) {
        if let Some(record) = &mut self.edit_record {
            record.note(value, |edited| edited.edit = Marks::MAX);
        }
    }

    /// Records that an instruction lost a use, or a block has one more or less.
    #[inline]
    pub(crate) fn note_edit_of_uses(&mut self, value: Value) {
        if let Some(record) = &mut self.edit_record {
            record.note(value, |edited| edited.uses = Marks::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::{Editor, Point, ValueMap};
    use crate::eval::{BinaryOp, FastMathFlags, IntFlags};
    use crate::instruction::InstData;
    use crate::use_list::Use;
    use crate::{Context, Module, Type};

    const MARK: Mark = Mark::named("test");

    fn negation(value: Value) -> InstData {
        let (flags, fast_math) = (IntFlags::empty(), FastMathFlags::empty());
        InstData::Binary { op: BinaryOp::Xor, flags, fast_math, lhs: value, rhs: value }
    }

    /// A body of a chain of three operations on its argument, and the operations.
    fn chain(module: &Module) -> (Body, [Inst; 3]) {
        let mut body = Body::new(&[Type::I32]);
        let mut editor = Editor::new(module, &mut body);
        let entry = editor.create_block(None);
        let mut value = Value::arg(0);
        let insts = [(); 3].map(|()| {
            let inst = editor.insert(Point::End(entry), negation(value), Type::I32);
            value = inst.into();
            inst
        });
        editor.insert(Point::End(entry), InstData::Ret { value: value.into() }, Type::VOID);
        (body, insts)
    }

    fn edited(body: &Body, insts: &[Inst]) -> Vec<bool> {
        let edits = body.edits_since(MARK).unwrap();
        insts.iter().map(|&inst| edits.has_inst(inst)).collect()
    }

    #[test]
    fn the_user_of_a_replaced_operand_is_edited_and_the_operand_has_other_uses() {
        let module = Module::new(&Context::new(), "m");
        let (mut body, insts) = chain(&module);
        assert!(body.edits_since(MARK).is_none());
        let mut editor = Editor::new(&module, &mut body);
        editor.mark(MARK);
        assert!(editor.body().edits_since(MARK).is_some_and(|edits| edits.is_empty()));
        editor.set_operand(Use { user: insts[2], operand: 0 }, Value::arg(0));
        editor.set_operand(Use { user: insts[0], operand: 0 }, Value::arg(0));
        assert_eq!(edited(&body, &insts), [false, false, true]);
        let edits = body.edits_since(MARK).unwrap();
        assert_eq!(insts.map(|inst| edits.has_uses_of(inst)), [false, true, false]);
    }

    #[test]
    fn a_block_that_lost_an_instruction_is_edited() {
        let module = Module::new(&Context::new(), "m");
        let (mut body, insts) = chain(&module);
        let entry = body.entry().unwrap();
        let mut editor = Editor::new(&module, &mut body);
        editor.mark(MARK);
        editor.replace_all(insts[2].into(), insts[1].into());
        assert!(!editor.body().edits_since(MARK).unwrap().has_block(entry));
        editor.erase(insts[2]);
        let edits = body.edits_since(MARK).unwrap();
        assert!(edits.has_block(entry) && !edits.has_edge_to(entry));
    }

    #[test]
    fn compaction_keeps_the_record() {
        let module = Module::new(&Context::new(), "m");
        let (mut body, insts) = chain(&module);
        let mut editor = Editor::new(&module, &mut body);
        editor.replace_all(insts[0].into(), Value::arg(0));
        editor.erase(insts[0]);
        editor.mark(MARK);
        editor.set_operand(Use { user: insts[2], operand: 1 }, Value::arg(0));
        body.compact().unwrap();
        let all: Vec<Inst> = body.insts(body.entry().unwrap()).collect();
        assert_eq!(edited(&body, &all), [false, true, false]);
    }

    #[test]
    fn a_copy_of_a_settled_instruction_is_settled_unless_it_uses_an_argument() {
        let module = Module::new(&Context::new(), "m");
        let (mut callee, _) = chain(&module);
        Editor::new(&module, &mut callee).mark(MARK);
        let (mut caller, _) = chain(&module);
        let entry = caller.entry().unwrap();
        let mut editor = Editor::new(&module, &mut caller);
        editor.mark(MARK);
        let mut map = ValueMap::of_args(&[Value::arg(0)]);
        editor.splice(entry, &callee, &mut map);
        let copies: Vec<Inst> = caller.insts(caller.blocks().nth(1).unwrap()).collect();
        assert_eq!(edited(&caller, &copies), [true, false, false, false]);
    }

    #[test]
    fn a_copy_has_the_record_of_its_original_mark_by_mark() {
        const OTHER: Mark = Mark::named("other");
        let module = Module::new(&Context::new(), "m");
        let (mut callee, insts) = chain(&module);
        let mut editor = Editor::new(&module, &mut callee);
        editor.mark(OTHER);
        editor.set_operand(Use { user: insts[2], operand: 0 }, insts[0].into());
        editor.mark(MARK);
        let (mut caller, _) = chain(&module);
        let entry = caller.entry().unwrap();
        let mut editor = Editor::new(&module, &mut caller);
        // In another order than in the callee.
        [MARK, OTHER].into_iter().for_each(|mark| editor.mark(mark));
        editor.splice(entry, &callee, &mut ValueMap::of_args(&[Value::arg(0)]));
        let copies: Vec<Inst> = caller.insts(caller.blocks().nth(1).unwrap()).collect();
        assert_eq!(edited(&caller, &copies), [true, false, false, false]);
        let edits = caller.edits_since(OTHER).unwrap();
        assert_eq!(copies.iter().map(|&copy| edits.has_inst(copy)).collect::<Vec<_>>(), [true, false, true, false]);
    }

    #[test]
    fn more_marks_than_bits_replace_the_oldest_ones() {
        let module = Module::new(&Context::new(), "m");
        let (mut body, insts) = chain(&module);
        let marks: Vec<Mark> = (0..=Marks::BITS).map(|n| Mark::named(&n.to_string())).collect();
        let mut editor = Editor::new(&module, &mut body);
        marks.iter().for_each(|&mark| editor.mark(mark));
        editor.set_operand(Use { user: insts[0], operand: 0 }, insts[0].into());
        assert!(body.edits_since(marks[0]).is_none());
        for &mark in &marks[1..] {
            assert!(body.edits_since(mark).is_some_and(|edits| edits.has_inst(insts[0]) && !edits.has_inst(insts[1])));
        }
    }
}
