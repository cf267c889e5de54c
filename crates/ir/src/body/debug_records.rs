//! Debug records and their positions ([Debug records](https://llvm.org/docs/SourceLevelDebugging.html#debug-records)).
//!
//! [`DebugRecords`] determines the debug records at each position of a body, and their order. It does not determine which
//! positions exist, or what the records mean for variables.
//!
//! A reader creates records in instruction order, so the records of a position form a range of one table. The first change that
//! ranges cannot represent converts all of them to linked lists, once; each later change takes constant time. A body that is
//! never changed has no links.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};

use super::Body;
use crate::hash::HashMap;
use crate::metadata::Metadata;
use crate::value::{Block, Inst};

/// A debug record of a body ([Debug records](https://llvm.org/docs/SourceLevelDebugging.html#debug-records)).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DebugRecord(u32);
entity_impl!(DebugRecord, "dbg");

/// The content of a debug record. It takes effect before the instruction at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum DebugRecordData {
    /// `#dbg_value(location, variable, expression, debug_loc)`.
    Value { location: Metadata, variable: Metadata, expression: Metadata, debug_loc: Metadata },
    /// `#dbg_declare(...)`, with the same operands.
    Declare { location: Metadata, variable: Metadata, expression: Metadata, debug_loc: Metadata },
    /// `#dbg_declare_value(...)`, with the same operands.
    DeclareValue { location: Metadata, variable: Metadata, expression: Metadata, debug_loc: Metadata },
    /// `#dbg_assign(location, variable, expression, id, address, address_expression, debug_loc)`.
    Assign {
        location: Metadata,
        variable: Metadata,
        expression: Metadata,
        id: Metadata,
        address: Metadata,
        address_expression: Metadata,
        debug_loc: Metadata,
    },
    /// `#dbg_label(label, debug_loc)`.
    Label { label: Metadata, debug_loc: Metadata },
}

impl DebugRecordData {
    /// The operands in textual order.
    pub fn operands(&self) -> impl DoubleEndedIterator<Item = Metadata> {
        let mut copy = *self;
        let mut all = smallvec::SmallVec::<[Metadata; 7]>::new();
        copy.for_each_operand_mut(|m| all.push(*m));
        all.into_iter()
    }

    /// The keyword after `#dbg_`.
    pub fn name(&self) -> &'static str {
        match self {
            DebugRecordData::Value { .. } => "value",
            DebugRecordData::Declare { .. } => "declare",
            DebugRecordData::DeclareValue { .. } => "declare_value",
            DebugRecordData::Assign { .. } => "assign",
            DebugRecordData::Label { .. } => "label",
        }
    }

    /// Calls `f` with each operand in textual order.
    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Metadata)) {
        match self {
            DebugRecordData::Value { location, variable, expression, debug_loc }
            | DebugRecordData::Declare { location, variable, expression, debug_loc }
            | DebugRecordData::DeclareValue { location, variable, expression, debug_loc } => {
                [location, variable, expression, debug_loc].into_iter().for_each(f);
            }
            DebugRecordData::Assign { location, variable, expression, id, address, address_expression, debug_loc } => {
                [location, variable, expression, id, address, address_expression, debug_loc].into_iter().for_each(f);
            }
            DebugRecordData::Label { label, debug_loc } => {
                f(label);
                f(debug_loc);
            }
        }
    }
}

/// A position of debug records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordPosition {
    /// Before an instruction.
    Before(Inst),
    /// At the end of a block. A valid block has no such records: they arise when the terminator is removed, until the block gets
    /// another.
    End(Block),
}

/// The first and last record of a position.
#[derive(Clone, Copy, Default)]
struct Ends {
    first: PackedOption<DebugRecord>,
    last: PackedOption<DebugRecord>,
}

#[derive(Clone, Copy)]
struct Link {
    prev: PackedOption<DebugRecord>,
    next: PackedOption<DebugRecord>,
    /// The position of the record. Valid only for the first and last record of a position, so that all records of a position can
    /// be moved in constant time.
    position: RecordPosition,
}

#[derive(Clone, Default)]
struct Links {
    /// The links of each record; stale for a detached record.
    of: Vec<Link>,
    before: SecondaryMap<Inst, Ends>,
    at_end: HashMap<Block, Ends>,
}

impl Links {
    fn ends(&self, position: RecordPosition) -> Ends {
        match position {
            RecordPosition::Before(inst) => self.before[inst],
            RecordPosition::End(block) => self.at_end.get(&block).copied().unwrap_or_default(),
        }
    }

    fn set_ends(&mut self, position: RecordPosition, ends: Ends) {
        for end in [ends.first, ends.last].into_iter().filter_map(|e| e.expand()) {
            self.of[end.index()].position = position;
        }
        match position {
            RecordPosition::Before(inst) => self.before[inst] = ends,
            RecordPosition::End(block) if ends.first.is_none() => drop(self.at_end.remove(&block)),
            RecordPosition::End(block) => drop(self.at_end.insert(block, ends)),
        }
    }

    /// Inserts the detached records of `ends` before the records of `position`.
    fn prepend(&mut self, ends: Ends, position: RecordPosition) {
        let (Some(last), old) = (ends.last.expand(), self.ends(position)) else { return };
        self.of[last.index()].next = old.first;
        if let Some(first) = old.first.expand() {
            self.of[first.index()].prev = last.into();
        }
        let last = if old.last.is_some() { old.last } else { ends.last };
        self.set_ends(position, Ends { first: ends.first, last });
    }

    /// Inserts a detached record before the records of `position`.
    fn prepend_one(&mut self, record: DebugRecord, position: RecordPosition) {
        let link = Link { prev: None.into(), next: None.into(), position };
        if self.of.len() <= record.index() {
            self.of.resize(record.index() + 1, link);
        }
        self.of[record.index()] = link;
        self.prepend(Ends { first: record.into(), last: record.into() }, position);
    }

    /// Inserts a detached record after the records of `position`.
    fn append(&mut self, record: DebugRecord, position: RecordPosition) {
        let old = self.ends(position);
        let link = Link { prev: old.last, next: None.into(), position };
        if self.of.len() <= record.index() {
            self.of.resize(record.index() + 1, link);
        }
        self.of[record.index()] = link;
        if let Some(last) = old.last.expand() {
            self.of[last.index()].next = record.into();
        }
        let first = if old.first.is_some() { old.first } else { record.into() };
        self.set_ends(position, Ends { first, last: record.into() });
    }

    fn unlink(&mut self, record: DebugRecord) {
        let Link { prev, next, position } = self.of[record.index()];
        if let Some(prev) = prev.expand() {
            self.of[prev.index()].next = next;
        }
        if let Some(next) = next.expand() {
            self.of[next.index()].prev = prev;
        }
        if prev.is_none() || next.is_none() {
            let Ends { first, last } = self.ends(position);
            let first = if prev.is_none() { next } else { first };
            let last = if next.is_none() { prev } else { last };
            self.set_ends(position, Ends { first, last });
        }
    }
}

/// The debug records of a body: see the [module](self).
#[derive(Clone, Default)]
pub(super) struct DebugRecords {
    data: PrimaryMap<DebugRecord, DebugRecordData>,
    /// The first record and number of records of each position; unused once links exist.
    ranges: SecondaryMap<Inst, (u32, u32)>,
    links: Option<Box<Links>>,
}

impl DebugRecords {
    pub(super) fn clear(&mut self) {
        self.data.clear();
        self.ranges.clear();
        self.links = None;
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut DebugRecordData> {
        self.data.values_mut()
    }

    /// The links, created from the ranges if they do not exist.
    fn links(&mut self) -> &mut Links {
        if self.links.is_none() {
            let mut links = Links::default();
            for (inst, &(start, len)) in self.ranges.iter() {
                for record in (start..start + len).map(DebugRecord::from_u32) {
                    links.append(record, RecordPosition::Before(inst));
                }
            }
            self.ranges.clear();
            self.links = Some(Box::new(links));
        }
        self.links.get_or_insert_default()
    }

    fn iter(&self, position: RecordPosition) -> DebugRecordIter<'_> {
        let (next, until) = match (&self.links, position) {
            (Some(links), _) => (links.ends(position).first, None.into()),
            (None, RecordPosition::Before(inst)) => {
                let (start, len) = self.ranges[inst];
                let end = DebugRecord::from_u32(start + len).into();
                (if len == 0 { end } else { DebugRecord::from_u32(start).into() }, end)
            }
            (None, RecordPosition::End(_)) => (None.into(), None.into()),
        };
        DebugRecordIter { records: self, next, until }
    }

    /// Moves the records of `from` before the records of `to`.
    pub(super) fn join(&mut self, from: RecordPosition, to: RecordPosition) {
        if from == to {
            return;
        }
        if let (None, RecordPosition::Before(from), RecordPosition::Before(to)) = (&self.links, from, to) {
            let ((start, len), second) = (self.ranges[from], self.ranges[to]);
            if len == 0 {
                return;
            }
            if second.1 == 0 || second.0 == start + len {
                self.ranges[from] = (0, 0);
                self.ranges[to] = (start, len + second.1);
                return;
            }
        }
        if self.iter(from).next().is_none() {
            return;
        }
        let links = self.links();
        let ends = links.ends(from);
        links.set_ends(from, Ends::default());
        links.prepend(ends, to);
    }
}

/// The debug records of a position, in order.
#[derive(Clone)]
pub struct DebugRecordIter<'a> {
    records: &'a DebugRecords,
    next: PackedOption<DebugRecord>,
    until: PackedOption<DebugRecord>,
}

impl<'a> DebugRecordIter<'a> {
    /// Whether no records remain.
    pub fn is_empty(&self) -> bool {
        self.next == self.until || self.next.is_none()
    }

    /// The records with their handles.
    pub fn handles(self) -> impl Iterator<Item = (DebugRecord, &'a DebugRecordData)> {
        let (records, mut at) = (self.records, self);
        std::iter::from_fn(move || at.advance().map(|r| (r, &records.data[r])))
    }

    #[inline]
    fn advance(&mut self) -> Option<DebugRecord> {
        if self.next == self.until {
            return None;
        }
        let record = self.next.expand()?;
        self.next = match &self.records.links {
            None => DebugRecord::from_u32(record.as_u32() + 1).into(),
            Some(links) => links.of[record.index()].next,
        };
        Some(record)
    }
}

impl<'a> Iterator for DebugRecordIter<'a> {
    type Item = &'a DebugRecordData;

    #[inline]
    fn next(&mut self) -> Option<&'a DebugRecordData> {
        self.advance().map(|r| &self.records.data[r])
    }
}

impl Body {
    /// Whether the body has, or had, debug records.
    pub fn has_debug_records(&self) -> bool {
        !self.records.data.is_empty()
    }

    /// Creates a detached debug record.
    pub fn create_debug_record(&mut self, data: DebugRecordData) -> DebugRecord {
        self.records.data.push(data)
    }

    /// The content of a debug record.
    pub fn debug_record(&self, record: DebugRecord) -> &DebugRecordData {
        &self.records.data[record]
    }

    /// The content of a debug record, mutable.
    pub fn debug_record_mut(&mut self, record: DebugRecord) -> &mut DebugRecordData {
        &mut self.records.data[record]
    }

    /// The debug records before an instruction, in order.
    #[inline]
    pub fn debug_records(&self, inst: Inst) -> DebugRecordIter<'_> {
        self.records.iter(RecordPosition::Before(inst))
    }

    /// The debug records at a position, in order.
    pub fn debug_records_at(&self, position: RecordPosition) -> DebugRecordIter<'_> {
        self.records.iter(position)
    }

    /// Replaces the debug records before an instruction.
    pub fn set_debug_records(&mut self, inst: Inst, records: &[DebugRecordData]) {
        let start = self.records.data.len() as u32;
        for &r in records {
            self.records.data.push(r);
        }
        if let Some(links) = &mut self.records.links {
            links.set_ends(RecordPosition::Before(inst), Ends::default());
        }
        self.stand_before(inst, start, records.len() as u32);
    }

    /// Places the last `len` created debug records before an instruction that has none.
    pub fn attach_last_debug_records(&mut self, inst: Inst, len: u32) {
        let start = self.records.data.len() as u32 - len;
        self.stand_before(inst, start, len);
    }

    fn stand_before(&mut self, inst: Inst, start: u32, len: u32) {
        match &mut self.records.links {
            None => self.records.ranges[inst] = (start, len),
            Some(links) => (start..start + len)
                .map(DebugRecord::from_u32)
                .for_each(|record| links.append(record, RecordPosition::Before(inst))),
        }
    }

    /// Creates a debug record after the records of a position. Constant time.
    pub fn append_debug_record(&mut self, position: RecordPosition, data: DebugRecordData) -> DebugRecord {
        let record = self.records.data.push(data);
        self.records.links().append(record, position);
        record
    }

    /// Creates a debug record before the records of a position. Constant time.
    pub fn prepend_debug_record(&mut self, position: RecordPosition, data: DebugRecordData) -> DebugRecord {
        let record = self.records.data.push(data);
        self.records.links().prepend_one(record, position);
        record
    }

    /// Removes a debug record from its position. Constant time.
    pub fn remove_debug_record(&mut self, record: DebugRecord) {
        self.records.links().unlink(record);
    }

    /// Inserts a detached debug record after the records of a position. Constant time.
    pub fn place_debug_record(&mut self, record: DebugRecord, position: RecordPosition) {
        self.records.links().append(record, position);
    }

    /// Moves the debug records of one position before the records of another. Constant time.
    pub fn move_debug_records(&mut self, from: RecordPosition, to: RecordPosition) {
        self.records.join(from, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::InstData;
    use crate::metadata::MetadataRef;
    use crate::types::Type;

    fn record(number: u32) -> DebugRecordData {
        let label = Metadata::new(MetadataRef::Node(number));
        DebugRecordData::Label { label, debug_loc: label }
    }

    /// A block of instructions with two debug records before each.
    fn with_records(count: u32) -> (Body, Vec<Inst>) {
        let mut body = Body::new(&[]);
        let block = body.create_block();
        body.append_block(block);
        let append = |i| {
            let inst = body.append_inst(block, InstData::Unreachable, Type::VOID);
            body.set_debug_records(inst, &[record(2 * i), record(2 * i + 1)]);
            inst
        };
        let insts = (0..count).map(append).collect();
        (body, insts)
    }

    fn at(body: &Body, position: RecordPosition) -> Vec<DebugRecordData> {
        body.debug_records_at(position).copied().collect()
    }

    #[test]
    fn records_of_a_removed_instruction_go_to_the_next_one_without_a_copy() {
        const COUNT: u32 = 100;
        let all: Vec<_> = (0..2 * COUNT).map(record).collect();
        let forwards: Vec<usize> = (0..COUNT as usize - 1).collect();
        let backwards: Vec<usize> = forwards.iter().rev().copied().collect();
        for order in [forwards, backwards] {
            let (mut body, insts) = with_records(COUNT);
            order.iter().for_each(|&i| body.remove_inst(insts[i]));
            assert_eq!(at(&body, RecordPosition::Before(insts[COUNT as usize - 1])), all);
            assert_eq!(body.records.data.len(), all.len());
            assert!(body.records.links.is_none());
        }
    }

    #[test]
    fn records_that_lie_apart_are_joined() {
        let (mut body, insts) = with_records(3);
        body.set_debug_records(insts[1], &[record(7)]);
        body.remove_inst(insts[0]);
        assert_eq!(at(&body, RecordPosition::Before(insts[1])), [record(0), record(1), record(7)]);
        body.remove_inst(insts[1]);
        let all = [0, 1, 7, 4, 5].map(record);
        assert_eq!(at(&body, RecordPosition::Before(insts[2])), all);
        body.remove_inst(insts[2]);
    }

    #[test]
    fn records_move_to_the_end_of_a_block_and_back() {
        let (mut body, insts) = with_records(2);
        let end = RecordPosition::End(body.inst_block(insts[0]).unwrap());
        body.move_debug_records(RecordPosition::Before(insts[0]), end);
        body.move_debug_records(RecordPosition::Before(insts[1]), end);
        assert_eq!(at(&body, end), [2, 3, 0, 1].map(record));
        let (third, _) = body.debug_records_at(end).handles().nth(2).unwrap();
        body.remove_debug_record(third);
        body.append_debug_record(end, record(9));
        assert_eq!(at(&body, end), [2, 3, 1, 9].map(record));
        body.move_debug_records(end, RecordPosition::Before(insts[1]));
        body.place_debug_record(third, RecordPosition::Before(insts[1]));
        assert_eq!(at(&body, RecordPosition::Before(insts[1])), [2, 3, 1, 9, 0].map(record));
        assert!(at(&body, end).is_empty());
    }
}
