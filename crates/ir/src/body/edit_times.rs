//! When each instruction and block of a body was last edited.
//!
//! A pass that runs again on a body can restrict itself to what was edited since its last run. The record starts with the first
//! [`Editor::mark`](crate::editor::Editor::mark); a body without marks has none. It covers the edits of
//! [`Editor`](crate::editor::Editor)s, and operands that are replaced in the whole module.

use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use super::Body;
use crate::value::{Block, Inst, Value, ValueKind};

/// The number of marks set before an edit.
type Time = u32;

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
}

/// The times of edits: see the [module](self).
#[derive(Clone, Default)]
pub(super) struct EditTimes {
    /// The number of marks set so far.
    now: Time,
    /// The time of the last edit.
    latest: Time,
    marks: SmallVec<[(Mark, Time); 4]>,
    /// The times of each instruction and block. Those behind the end are new.
    insts: Vec<Last>,
    blocks: Vec<Last>,
    is_paused: bool,
}

/// When an instruction or a block was last edited.
#[derive(Clone, Copy, Default)]
struct Last {
    /// The last edit of the instruction or the block.
    edit: Time,
    /// The last edit of the uses of its value.
    uses: Time,
}

impl Last {
    const NEW: Last = Last { edit: Time::MAX, uses: Time::MAX };
}

impl EditTimes {
    /// Sets a time of an instruction or a block to now; values of other kinds have none.
    fn set(&mut self, value: Value, set: impl FnOnce(&mut Last, Time)) {
        if self.is_paused {
            return;
        }
        let now = self.now;
        self.latest = now;
        if let Some(last) = self.last(value) {
            set(last, now);
        }
    }

    /// The times of an instruction or block.
    fn last(&mut self, value: Value) -> Option<&mut Last> {
        let (all, index) = match value.kind() {
            ValueKind::Inst(inst) => (&mut self.insts, inst.index()),
            ValueKind::Block(block) => (&mut self.blocks, block.index()),
            _ => return None,
        };
        if all.len() <= index {
            all.resize(index + 1, Last { edit: self.now, uses: self.now });
        }
        all.get_mut(index)
    }
}

/// What was edited since a mark.
#[derive(Clone, Copy)]
pub struct Edits<'a> {
    times: &'a EditTimes,
    since: Time,
}

impl Edits<'_> {
    /// Whether there is no edit.
    pub fn is_empty(self) -> bool {
        self.times.latest < self.since
    }

    /// Whether an instruction was inserted or moved, or its operands, flags, type or attachments were changed.
    pub fn has_inst(self, inst: Inst) -> bool {
        self.times.insts.get(inst.index()).is_none_or(|last| last.edit >= self.since)
    }

    /// Whether the result of an instruction lost a use.
    pub fn has_uses_of(self, inst: Inst) -> bool {
        self.times.insts.get(inst.index()).is_none_or(|last| last.uses >= self.since)
    }

    /// Whether an instruction of a block was erased or moved away.
    pub fn has_block(self, block: Block) -> bool {
        self.times.blocks.get(block.index()).is_none_or(|last| last.edit >= self.since)
    }

    /// Whether an edge to a block was added or removed.
    pub fn has_edge_to(self, block: Block) -> bool {
        self.times.blocks.get(block.index()).is_none_or(|last| last.uses >= self.since)
    }
}

impl Body {
    /// The edits since a mark was set; `None` if it was not.
    pub fn edits_since(&self, mark: Mark) -> Option<Edits<'_>> {
        let times = self.edit_times.as_deref()?;
        let &(_, since) = times.marks.iter().find(|(known, _)| *known == mark)?;
        Some(Edits { times, since })
    }

    pub(crate) fn mark_edits(&mut self, mark: Mark) {
        let (insts, blocks) = (self.inst_count(), self.block_count());
        let times = self.edit_times.get_or_insert_with(|| {
            let [insts, blocks] = [insts, blocks].map(|count| vec![Last::default(); count]);
            Box::new(EditTimes { insts, blocks, ..EditTimes::default() })
        });
        times.now += 1;
        match times.marks.iter_mut().find(|(known, _)| *known == mark) {
            Some((_, time)) => *time = times.now,
            None => times.marks.push((mark, times.now)),
        }
    }

    pub(crate) fn pause_edits(&mut self, is_paused: bool) {
        if let Some(times) = &mut self.edit_times {
            times.is_paused = is_paused;
        }
    }

    #[inline]
    pub(crate) fn records_edits(&self) -> bool {
        self.edit_times.is_some()
    }

    /// The record for a body whose instructions and blocks are those of this one in the given order.
    pub(super) fn reordered_edit_times(
        &self,
        insts: impl Iterator<Item = Inst>,
        blocks: impl Iterator<Item = Block>,
    ) -> Option<Box<EditTimes>> {
        let times = self.edit_times.as_deref()?;
        let time = |all: &[Last], index: usize| all.get(index).copied().unwrap_or(Last::NEW);
        Some(Box::new(EditTimes {
            insts: insts.map(|inst| time(&times.insts, inst.index())).collect(),
            blocks: blocks.map(|block| time(&times.blocks, block.index())).collect(),
            now: times.now,
            latest: times.latest,
            marks: times.marks.clone(),
            is_paused: false,
        }))
    }

    /// Whether this body has all marks of another body, and an instruction was edited since none of them.
    pub(crate) fn is_settled_like(&self, other: &Body, inst: Inst) -> bool {
        let mut marks = other.edit_times.iter().flat_map(|times| &times.marks);
        marks.all(|&(mark, _)| self.edits_since(mark).is_some_and(|edits| !edits.has_inst(inst)))
    }

    /// Records that a new instruction is a copy of one that was edited since no mark.
    pub(crate) fn note_settled(&mut self, inst: Inst) {
        if let Some(last) = self.edit_times.as_deref_mut().and_then(|times| times.last(inst.into())) {
            *last = Last::default();
        }
    }

    /// Records an edit of an instruction or a block; values of other kinds have no record.
    #[inline]
    pub(crate) fn note_edit(&mut self, value: Value) {
        if let Some(times) = &mut self.edit_times {
            times.set(value, |last, now| last.edit = now);
        }
    }

    /// Records that an instruction lost a use, or a block has one more or less.
    #[inline]
    pub(crate) fn note_edit_of_uses(&mut self, value: Value) {
        if let Some(times) = &mut self.edit_times {
            times.set(value, |last, now| last.uses = now);
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
    fn compaction_keeps_the_times() {
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
}
