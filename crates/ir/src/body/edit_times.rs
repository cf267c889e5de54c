//! When each instruction and block of a body was last edited.
//!
//! A pass that runs again on a body can restrict itself to what was edited since its last run. The record starts with the first
//! [`Editor::mark`](crate::editor::Editor::mark); a body without marks has none. It covers the edits of
//! [`Editor`](crate::editor::Editor)s only.

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

/// The times of the last edits of an instruction or block.
#[derive(Clone, Copy, Default)]
struct Last {
    /// Of itself.
    edit: Time,
    /// Of its uses.
    uses: Time,
}

impl Last {
    const NEW: Last = Last { edit: Time::MAX, uses: Time::MAX };
}

impl EditTimes {
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

    /// Whether an instruction was not edited since any of the marks of another body.
    pub(crate) fn is_settled_like(&self, other: &Body, inst: Inst) -> bool {
        let mut marks = other.edit_times.iter().flat_map(|times| &times.marks);
        marks.all(|&(mark, _)| self.edits_since(mark).is_some_and(|edits| !edits.has_inst(inst)))
    }

    /// Records that an instruction is new, but equal to one that was not edited since any mark.
    pub(crate) fn note_settled(&mut self, inst: Inst) {
        if let Some(last) = self.edit_times.as_deref_mut().and_then(|times| times.last(inst.into())) {
            *last = Last::default();
        }
    }

    /// Records an edit of an instruction or a block; values of other kinds have no record.
    #[inline]
    pub(crate) fn note_edit(&mut self, value: Value) {
        if self.edit_times.is_some() {
            self.note(value, |last, now| last.edit = now);
        }
    }

    /// Records that an instruction lost a use, or a block has one more or less.
    #[inline]
    pub(crate) fn note_edit_of_uses(&mut self, value: Value) {
        if self.edit_times.is_some() {
            self.note(value, |last, now| last.uses = now);
        }
    }

    fn note(&mut self, value: Value, set: impl FnOnce(&mut Last, Time)) {
        if let Some(times) = self.edit_times.as_deref_mut().filter(|times| !times.is_paused) {
            let now = times.now;
            times.latest = now;
            if let Some(last) = times.last(value) {
                set(last, now);
            }
        }
    }
}
