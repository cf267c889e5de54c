//! The call edges of a function: one for all calls of the same callee, with frequencies.

use std::cell::OnceCell;

use lindworm_ir::hash::HashMap;
use lindworm_ir::module::GlobalValue;
use lindworm_ir::summary::{CallEdge, Guid, Hotness};
use lindworm_ir::{Body, Inst, Module};

use super::hotness::CallCounts;
use crate::BlockFrequencies;

/// The maximum frequency of a call.
const MOST_FREQUENT: u32 = (1 << 28) - 1;

/// The calls of a function.
pub(super) struct Calls<'m> {
    module: &'m Module,
    body: &'m Body,
    entry_count: Option<u64>,
    frequencies: OnceCell<BlockFrequencies>,
    places: HashMap<Guid, usize>,
    pub edges: Vec<CallEdge>,
}

impl<'m> Calls<'m> {
    pub fn new(module: &'m Module, function: &GlobalValue, body: &'m Body) -> Calls<'m> {
        Calls {
            module,
            body,
            entry_count: module.entry_count(function),
            frequencies: OnceCell::new(),
            places: HashMap::default(),
            edges: Vec::new(),
        }
    }

    /// The edge to a function, created if it does not exist.
    pub fn edge(&mut self, callee: Guid) -> &mut CallEdge {
        let place = *self.places.entry(callee).or_insert_with(|| {
            self.edges.push(CallEdge { callee, hotness: Hotness::Unknown, relative_frequency: 0, tail: false });
            self.edges.len() - 1
        });
        &mut self.edges[place]
    }

    /// Adds a possible call of a function, with its hotness.
    pub fn add(&mut self, callee: Guid, hotness: Hotness) {
        let edge = self.edge(callee);
        edge.hotness = edge.hotness.max(hotness);
    }

    /// Adds a call.
    pub fn add_call(&mut self, counts: &CallCounts<'_>, call: Inst, callee: Guid, tail: bool) {
        let frequencies = || self.frequencies.get_or_init(|| BlockFrequencies::new(self.module, self.body));
        let Some(block) = self.body.inst_block(call) else { return };
        let count = counts.of_call(self.body, call, || Some(frequencies().count(block, self.entry_count?)));
        let hotness = count.map_or(Hotness::Unknown, |count| counts.hotness(count));
        let relative = if hotness == Hotness::Unknown { frequencies().relative(block) } else { 0 };
        self.add(callee, hotness);
        let edge = self.edge(callee);
        let relative = u32::try_from(relative).unwrap_or(MOST_FREQUENT);
        edge.relative_frequency = edge.relative_frequency.saturating_add(relative).min(MOST_FREQUENT);
        edge.tail |= tail;
    }
}
