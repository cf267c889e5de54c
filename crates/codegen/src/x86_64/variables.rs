//! The places of the source's variables in each range of the code, from debug records and the places of the values that the records
//! name.
//!
//! A record holds up to the next record of the same variable, on every path. A value that a record names is watched while it is only
//! in a register. Once a value is in its slot, its place stays the same until the value is freed.

use std::collections::HashMap;

use lindworm_ir::Inst;
use lindworm_ir::body::DebugRecordData;
use lindworm_ir::metadata::{Metadata, MetadataRef};
use lindworm_target::legal::PartKind;
use smallvec::SmallVec;

use super::Pass;
use crate::block_order::BlockOrder;
use crate::debug_info::{Place, Variable};
use crate::debug_places::{fragment, inlined_at};
use crate::values::{Address, AddressBase, NONE, State};

/// The maximum number of records times blocks for which records hold beyond their own block.
const MAX_STATES: usize = 1 << 24;
/// The maximum number of parts of a variable that are described separately.
const MAX_PARTS: usize = 64;
/// The maximum number of walks over the blocks. Reducible control flow takes as many as the depth of its loops, and a few more.
const MAX_ROUNDS: usize = 32;
/// No record.
const NOTHING: u32 = u32::MAX;
/// The state of a block that is not yet visited.
const UNVISITED: u32 = u32::MAX - 1;

/// The place of a value from an offset in the code on.
#[derive(Clone, Copy)]
struct Change {
    at: u32,
    place: Place,
}

/// A debug record.
#[derive(Clone, Copy)]
struct Record {
    variable: Metadata,
    location: Metadata,
    expression: Metadata,
    of: Described,
    /// The position of the block.
    block: u32,
    /// The offset in the code.
    at: u32,
    is_address: bool,
}

/// The value that a record gives to the variable.
#[derive(Clone, Copy)]
enum Described {
    Local(u32),
    Constant(u64),
    Unknown,
}

/// The records and the places of values of a function.
#[derive(Default)]
pub struct Tracker {
    /// Whether the function has records.
    pub is_active: bool,
    records: Vec<Record>,
    /// By the number of a value that a record names.
    histories: HashMap<u32, SmallVec<[Change; 2]>>,
    /// The values that are only in a register.
    watched: Vec<u32>,
    /// The offset of the code of the current instruction.
    start: u32,
}

impl Tracker {
    /// Removes the records of the last function.
    pub fn reset(&mut self, is_active: bool) {
        self.is_active = is_active;
        self.records.clear();
        self.histories.clear();
        self.watched.clear();
    }
}

/// The record that holds at the start and at the end of each block, for a part of a variable.
#[derive(Default)]
struct States {
    starts: Vec<u32>,
    /// [`UNVISITED`] for blocks without records: that of the start.
    ends: Vec<u32>,
}

impl States {
    /// Finds the records by those in each block, which are in the order of the code.
    fn find(&mut self, order: &BlockOrder, changes: impl Iterator<Item = (u32, u32)>) {
        let count = order.blocks().len();
        for states in [&mut self.starts, &mut self.ends] {
            states.clear();
            states.resize(count, UNVISITED);
        }
        changes.for_each(|(block, state)| self.ends[block as usize] = state);
        self.starts[0] = NOTHING;
        for _ in 0..MAX_ROUNDS {
            let mut has_changed = false;
            for block in 1..count {
                let mut state = UNVISITED;
                for from in order.predecessors(block as u32) {
                    let end = match self.ends[from as usize] {
                        UNVISITED => self.starts[from as usize],
                        end => end,
                    };
                    match (state, end) {
                        (_, UNVISITED) => {}
                        (UNVISITED, _) => state = end,
                        _ if state != end => state = NOTHING,
                        _ => {}
                    }
                }
                has_changed |= std::mem::replace(&mut self.starts[block], state) != state;
            }
            if !has_changed {
                return;
            }
        }
        self.starts.fill(NOTHING);
    }
}

impl Pass<'_> {
    /// Notes the records before an instruction.
    pub fn note_records(&mut self, inst: Inst) {
        self.watch_values();
        let at = self.code.body.position();
        self.tracker.start = at;
        for (_, record) in self.body.debug_records(inst).handles() {
            let (&value, &variable, &expression, &location, is_address) = match record {
                DebugRecordData::Value { location: value, variable, expression, debug_loc }
                | DebugRecordData::DeclareValue { location: value, variable, expression, debug_loc }
                | DebugRecordData::Assign { location: value, variable, expression, debug_loc, .. } => {
                    (value, variable, expression, debug_loc, false)
                }
                DebugRecordData::Declare { location: value, variable, expression, debug_loc } => {
                    (value, variable, expression, debug_loc, true)
                }
                DebugRecordData::Label { .. } => continue,
            };
            let of = self.described(value);
            if let Described::Local(number) = of {
                self.start_history(number, at);
            }
            let block = self.position;
            self.tracker.records.push(Record { variable, location, expression, of, block, at, is_address });
        }
    }

    fn described(&self, location: Metadata) -> Described {
        let value = match location.open() {
            MetadataRef::Local(number) => self.body.local_metadata().get(number as usize).copied(),
            MetadataRef::Value(number) => Some(self.module.metadata().value(number)),
            _ => None,
        };
        let Some(value) = value else { return Described::Unknown };
        match self.values.number(value) {
            Some(number) => Described::Local(number),
            None => self.constant_int(value).map_or(Described::Unknown, Described::Constant),
        }
    }

    fn start_history(&mut self, number: u32, at: u32) {
        let place = self.place_of(number);
        let history = self.tracker.histories.entry(number).or_default();
        if history.last().is_none_or(|last| last.place != place) {
            history.push(Change { at, place });
        }
        if matches!(place, Place::Register(_)) && !self.tracker.watched.contains(&number) {
            self.tracker.watched.push(number);
        }
    }

    fn place_of(&self, number: u32) -> Place {
        let info = self.values.info(number);
        if info.first_part == NONE || info.parts != 1 {
            return Place::Nowhere;
        }
        let part = self.values.parts[info.first_part as usize];
        let in_register = part.reg.map_or(Place::Nowhere, Place::Register);
        match info.state {
            State::Fused => Place::Nowhere,
            State::Address => match self.values.addresses[part.slot as usize] {
                Address { base: AddressBase::Frame, index: None, disp } => Place::Frame(disp),
                _ => in_register,
            },
            State::Parts if part.slot != 0 && !part.dirty => Place::Slot(part.slot),
            State::Parts => in_register,
        }
    }

    /// Notes changes of the places of watched values. Values that have left their registers are no longer watched.
    pub fn watch_values(&mut self) {
        for i in (0..self.tracker.watched.len()).rev() {
            let number = self.tracker.watched[i];
            let place = self.place_of(number);
            self.change_place(number, place);
            if !matches!(place, Place::Register(_)) {
                self.tracker.watched.swap_remove(i);
            }
        }
    }

    /// Notes that a value is freed.
    pub fn stop_watching(&mut self, number: u32) {
        self.change_place(number, Place::Nowhere);
    }

    fn change_place(&mut self, number: u32, place: Place) {
        let at = self.code.body.position();
        let Some(history) = self.tracker.histories.get_mut(&number) else { return };
        let Some(last) = history.last().filter(|last| last.place != place) else { return };
        // A frame address stays valid.
        if matches!(last.place, Place::Frame(_)) {
            return;
        }
        // The value may leave its place anywhere in the code of the instruction, but not before its first byte.
        let left = (self.tracker.start + 1).min(at).max(last.at);
        history.push(Change { at: left, place: Place::Nowhere });
        if place != Place::Nowhere {
            history.push(Change { at, place });
        }
    }

    /// Records where the variables of the source are.
    pub fn record_variables(&mut self) {
        if !self.tracker.is_active {
            return;
        }
        self.watch_values();
        let records = std::mem::take(&mut self.tracker.records);
        let mut variables: HashMap<(Metadata, Option<Metadata>), usize> = HashMap::new();
        let mut of_variable: Vec<Vec<u32>> = Vec::new();
        for (i, record) in records.iter().enumerate() {
            let key = (record.variable, inlined_at(self.module, record.location));
            let number = *variables.entry(key).or_insert_with(|| {
                of_variable.push(Vec::new());
                of_variable.len() - 1
            });
            of_variable[number].push(i as u32);
        }
        let is_small = records.len().saturating_mul(self.order.blocks().len()) <= MAX_STATES;
        let mut states = is_small.then(States::default);
        for own in &of_variable {
            let before = self.code.variables.len();
            self.record_variable(&records, own, states.as_mut());
            if self.code.variables.len() == before {
                // A variable without a place is still a variable.
                let row = self.row(&records[own[0] as usize], Place::Nowhere, 0..0);
                self.code.variables.push(row);
            }
        }
        self.tracker.records = records;
    }

    /// Records one variable, by its records in the order of the code. The records hold beyond their blocks if there are `states`.
    fn record_variable(&mut self, records: &[Record], own: &[u32], mut states: Option<&mut States>) {
        let end = self.code.body.position();
        if let [only] = *own
            && let record = &records[only as usize]
            && let (true, Some(Place::Frame(disp))) = (record.is_address, self.only_place(record))
        {
            let row = self.row(record, Place::Frame(disp), 0..u32::MAX);
            self.code.variables.push(row);
            return;
        }
        // Each part that a record describes is recorded separately.
        let of_records: Vec<Option<(u64, u64)>> =
            own.iter().map(|&i| fragment(self.module, records[i as usize].expression)).collect();
        let mut parts = of_records.clone();
        parts.sort_unstable();
        parts.dedup();
        parts.truncate(MAX_PARTS);
        for this in parts {
            let overlaps = |other: Option<(u64, u64)>| match (this, other) {
                (Some(a), Some(b)) => a.0 < b.0 + b.1 && b.0 < a.0 + a.1,
                _ => true,
            };
            // The records that change the part, and the record that describes the part from there on.
            let changes: Vec<(u32, u32)> = own
                .iter()
                .zip(&of_records)
                .filter(|&(_, &other)| overlaps(other))
                .map(|(&i, &other)| (i, if other == this { i } else { NOTHING }))
                .collect();
            let Some(states) = states.as_deref_mut() else {
                for (k, &(i, state)) in changes.iter().enumerate() {
                    let Record { block, at, .. } = records[i as usize];
                    let next =
                        changes.get(k + 1).map(|next| &records[next.0 as usize]).filter(|next| next.block == block);
                    let end_of_block = self.starts.get(block as usize + 1).copied().unwrap_or(end);
                    self.record_range(records, state, at..next.map_or(end_of_block, |next| next.at));
                }
                continue;
            };
            states.find(&self.order, changes.iter().map(|&(i, state)| (records[i as usize].block, state)));
            let mut next = 0;
            let mut open = (NOTHING, 0);
            for block in 0..self.order.blocks().len() as u32 {
                let start = self.starts[block as usize];
                let mut turn = |this: &mut Self, state: u32, at: u32| {
                    if open.0 != state {
                        this.record_range(records, open.0, open.1..at);
                        open = (state, at);
                    }
                };
                turn(self, states.starts[block as usize], start);
                while let Some(&(i, state)) = changes.get(next).filter(|c| records[c.0 as usize].block == block) {
                    turn(self, state, records[i as usize].at);
                    next += 1;
                }
            }
            self.record_range(records, open.0, open.1..end);
        }
    }

    /// Adds the places of a record's value in a range of the code in which the record holds.
    fn record_range(&mut self, records: &[Record], record: u32, range: std::ops::Range<u32>) {
        let Some(record) = records.get(record as usize).filter(|_| !range.is_empty()) else { return };
        match record.of {
            Described::Unknown => {}
            Described::Constant(bits) => {
                let row = self.row(record, Place::Constant(bits), range);
                self.code.variables.push(row);
            }
            Described::Local(number) => {
                let Some(history) = self.tracker.histories.get(&number) else { return };
                let first = history.partition_point(|change| change.at <= range.start).saturating_sub(1);
                for (i, change) in history.iter().enumerate().skip(first) {
                    let from = change.at.max(range.start);
                    let to = history.get(i + 1).map_or(range.end, |next| next.at.min(range.end));
                    if change.at >= range.end {
                        break;
                    }
                    if from < to && change.place != Place::Nowhere {
                        let row = self.row(record, change.place, from..to);
                        self.code.variables.push(row);
                    }
                }
            }
        }
    }

    /// The place of a record's value, if the value is at one place only.
    fn only_place(&self, record: &Record) -> Option<Place> {
        let Described::Local(number) = record.of else { return None };
        match self.tracker.histories.get(&number)?.as_slice() {
            [only] => Some(only.place),
            _ => None,
        }
    }

    fn row(&self, record: &Record, place: Place, range: std::ops::Range<u32>) -> Variable {
        let kind = match record.of {
            Described::Local(number) => match self.values.info(number).first_part {
                NONE => None,
                part => Some(self.values.parts[part as usize].kind),
            },
            _ => None,
        };
        Variable {
            variable: record.variable,
            location: record.location,
            expression: record.expression,
            is_address: record.is_address,
            place,
            bits: match kind {
                Some(PartKind::Int(bits)) => bits,
                Some(PartKind::F16 | PartKind::F32) => 32,
                _ => 64,
            },
            from: range.start,
            to: range.end,
        }
    }
}
