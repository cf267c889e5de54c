//! Metadata ids.
//!
//! The ids are those that LLVM assigns: operands before their users as far as possible, sorted into strings, values,
//! distinct nodes, uniqued nodes. Metadata used by a single function is numbered and written with that function.

use std::ops::Range;

use lindworm_ir::body::DebugRecordData;
use lindworm_ir::hash::HashMap;
use lindworm_ir::metadata::{MetadataRef, NodeRef};
use lindworm_ir::{Body, Global, Inst, InstData, Metadata, Module, Value};

use crate::writer::ids::Step;

/// The ids of metadata: those of the module, and those of each function.
#[derive(Default)]
pub(crate) struct MetadataIds {
    ids: Table<u32>,
    /// The metadata of the module, then that of each function, in the order of the ids.
    order: Vec<Metadata>,
    module: Part,
    functions: HashMap<Global, Part>,
    constants: Vec<(Step, Value)>,
}

/// A range of [`MetadataIds::order`], which starts with strings.
#[derive(Clone, Debug, Default)]
struct Part {
    range: Range<usize>,
    strings: usize,
}

/// A table with an entry for each string, value and node of a module.
#[derive(Default)]
struct Table<T> {
    nodes: Vec<T>,
    strings: Vec<T>,
    values: Vec<T>,
}

impl<T: Clone> Table<T> {
    fn new(module: &Module, value: T) -> Table<T> {
        Table {
            nodes: vec![value.clone(); module.metadata().node_count()],
            strings: vec![value.clone(); module.metadata().string_count()],
            values: vec![value; module.metadata().values().len()],
        }
    }

    #[inline]
    fn get(&self, m: Metadata) -> Option<&T> {
        match m.open() {
            MetadataRef::Node(n) => self.nodes.get(n as usize),
            MetadataRef::String(s) => self.strings.get(s as usize),
            MetadataRef::Value(v) => self.values.get(v as usize),
            _ => None,
        }
    }

    #[inline]
    fn get_mut(&mut self, m: Metadata) -> Option<&mut T> {
        match m.open() {
            MetadataRef::Node(n) => self.nodes.get_mut(n as usize),
            MetadataRef::String(s) => self.strings.get_mut(s as usize),
            MetadataRef::Value(v) => self.values.get_mut(v as usize),
            _ => None,
        }
    }
}

/// The state of a piece of metadata during the traversal.
#[derive(Clone, Copy)]
struct Seen {
    /// The function that uses it: its index in the list of functions plus 1; 0 for the module or several functions.
    function: u32,
    /// Its index in the order plus 1; 0 if not numbered yet.
    place: u32,
}

/// Not seen yet.
const NEW: Seen = Seen { function: u32::MAX, place: 0 };

/// The traversal that finds the metadata of a module.
struct Walk<'m> {
    module: &'m Module,
    seen: Table<Seen>,
    order: Vec<Metadata>,
    constants: Vec<(Step, Value)>,
    /// The stack of nodes being visited.
    open: Vec<Open>,
    /// The operands of the open nodes.
    operands: Vec<Metadata>,
    /// Distinct nodes referenced by a uniqued node. Visited after all uniqued nodes reachable from the latter are numbered.
    delayed: Vec<u32>,
    used_twice: Vec<u32>,
}

struct Open {
    node: u32,
    distinct: bool,
    first: usize,
    next: usize,
}

impl<'m> Walk<'m> {
    fn node(&self, n: u32) -> NodeRef<'m> {
        self.module.metadata().node(n)
    }

    /// Marks metadata as seen. Returns the node if it is a new one.
    #[inline]
    fn see(&mut self, function: u32, m: Metadata, step: Step) -> Option<u32> {
        let seen = self.seen.get_mut(m)?;
        if seen.function != NEW.function {
            if seen.function != function {
                self.use_twice(m);
            }
            return None;
        }
        seen.function = function;
        match m.open() {
            MetadataRef::Node(n) => return Some(n),
            MetadataRef::Value(v) => self.constants.push((step, self.module.metadata().value(v))),
            _ => {}
        }
        self.order.push(m);
        seen.place = self.order.len() as u32;
        None
    }

    /// Moves metadata used by two functions to the module, along with all metadata reachable from it.
    fn use_twice(&mut self, m: Metadata) {
        let drop = |seen: &mut Table<Seen>, m: Metadata, stack: &mut Vec<u32>| {
            let Some(seen) = seen.get_mut(m).filter(|s| s.function != 0 && s.function != NEW.function) else { return };
            seen.function = 0;
            if let (Some(n), true) = (m.as_node(), seen.place != 0) {
                stack.push(n);
            }
        };
        drop(&mut self.seen, m, &mut self.used_twice);
        while let Some(n) = self.used_twice.pop() {
            let node = self.module.metadata().node(n);
            node.for_each_ref(|m| drop(&mut self.seen, m, &mut self.used_twice));
        }
    }

    fn open(&mut self, n: u32) {
        let first = self.operands.len();
        let node = self.node(n);
        node.for_each_ref(|m| self.operands.push(m));
        self.open.push(Open { node: n, distinct: node.distinct, first, next: first });
    }

    /// Numbers metadata and everything reachable from it.
    #[inline]
    fn add(&mut self, function: u32, m: Metadata, step: Step) {
        if let Some(n) = self.see(function, m, step) {
            self.add_node(function, n, step);
        }
    }

    fn add_node(&mut self, function: u32, n: u32, step: Step) {
        self.open(n);
        while let Some(top) = self.open.last_mut() {
            if let Some(&operand) = self.operands.get(top.next) {
                top.next += 1;
                let is_distinct = top.distinct;
                if let Some(n) = self.see(function, operand, step) {
                    match self.node(n).distinct && !is_distinct {
                        true => self.delayed.push(n),
                        false => self.open(n),
                    }
                }
                continue;
            }
            let (node, first) = (top.node, top.first);
            self.open.pop();
            self.operands.truncate(first);
            self.order.push(Metadata::new(MetadataRef::Node(node)));
            self.seen.nodes[node as usize].place = self.order.len() as u32;
            if self.open.last().is_none_or(|o| o.distinct) {
                for n in std::mem::take(&mut self.delayed) {
                    self.open(n);
                }
            }
        }
    }

    /// Same as `add`, for an operand in a body. Function-local values are not numbered here; a constant that has replaced one is
    /// a constant of the module.
    fn add_operand(&mut self, function: u32, body: &Body, m: Metadata, step: Step) {
        match m.open() {
            MetadataRef::ArgList(list) => {
                for &arg in body.arg_lists().get(list as usize).into_iter().flatten() {
                    self.add_operand(function, body, arg, step);
                }
            }
            MetadataRef::Local(local) => {
                let value = body.local_metadata().get(local as usize).filter(|value| !value.is_local());
                self.constants.extend(value.map(|&value| (step, value)));
            }
            _ => self.add(function, m, step),
        }
    }

    fn module(&mut self) {
        for m in self.module.named_metadata().iter().flat_map(|n| &n.operands) {
            self.add(0, *m, Step::BEFORE_FUNCTIONS);
        }
        self.attachments(self.module.variables(), Step::BEFORE_FUNCTIONS);
        for (place, &global) in self.module.functions().iter().enumerate() {
            let function = &self.module[global];
            let number = if function.is_declaration() { 0 } else { place as u32 + 1 };
            for &(_, m) in &function.metadata {
                self.add(number, m, Step::new(place, 0, false));
            }
            if let Some(body) = self.module.body(global) {
                self.body(body, number, place);
            }
        }
        self.attachments(self.module.ifuncs(), Step::AFTER_FUNCTIONS);
    }

    fn attachments(&mut self, globals: &[Global], step: Step) {
        for &(_, m) in globals.iter().flat_map(|&g| &self.module[g].metadata) {
            self.add(0, m, step);
        }
    }

    fn body(&mut self, body: &Body, function: u32, place: usize) {
        let has_records = body.has_debug_records();
        let has_attachments = body.has_attachments();
        let has_locations = body.has_debug_locs();
        for (number, inst) in (0..).zip(body.blocks().flat_map(|b| body.insts(b))) {
            let step = Step::new(place, number, false);
            if has_records {
                for record in body.debug_records(inst) {
                    for m in in_order_of_numbering(record).into_iter().flatten() {
                        self.add_operand(function, body, m, step);
                    }
                }
            }
            for m in metadata_operands(body, inst) {
                self.add_operand(function, body, m, step);
            }
            let step = Step::new(place, number, true);
            if has_attachments {
                for &(_, m) in body.attachments(inst) {
                    self.add(function, m, step);
                }
            }
            // The location has a record among the instructions; only its operands are numbered.
            if has_locations && let Some(n) = body.debug_loc(inst).and_then(|m| m.as_node()) {
                let node = self.node(n);
                node.for_each_ref(|m| self.add(function, m, step));
            }
        }
    }
}

/// The metadata operands of an instruction.
fn metadata_operands(body: &Body, inst: Inst) -> impl Iterator<Item = Metadata> + '_ {
    let call = match body.inst(inst) {
        InstData::Call { call, .. } | InstData::Invoke { call, .. } | InstData::CallBr { call, .. } => Some(call),
        _ => None,
    };
    call.map_or(&[][..], |call| body.list_values(&call.args)).iter().filter_map(|v| v.as_metadata())
}

/// The operands of a debug record, in the order of LLVM's numbering.
fn in_order_of_numbering(record: &DebugRecordData) -> [Option<Metadata>; 7] {
    use DebugRecordData::*;
    match *record {
        Label { label, debug_loc } => [Some(label), Some(debug_loc), None, None, None, None, None],
        Value { location, variable, expression, debug_loc }
        | Declare { location, variable, expression, debug_loc }
        | DeclareValue { location, variable, expression, debug_loc } => {
            [Some(location), Some(expression), Some(variable), Some(debug_loc), None, None, None]
        }
        Assign { location, variable, expression, id, address, address_expression, debug_loc } => {
            [location, expression, variable, debug_loc, address, id, address_expression].map(Some)
        }
    }
}

impl MetadataIds {
    /// Numbers the metadata of a module in LLVM's order.
    pub fn new(module: &Module) -> MetadataIds {
        let mut walk = Walk {
            module,
            seen: Table::new(module, NEW),
            order: Vec::new(),
            constants: Vec::new(),
            open: Vec::new(),
            operands: Vec::new(),
            delayed: Vec::new(),
            used_twice: Vec::new(),
        };
        walk.module();
        let Walk { seen, order, constants, .. } = walk;
        let function_of = |m: Metadata| seen.get(m).map_or(0, |s| s.function);
        let mut keys: Vec<(u64, Metadata)> = (0..)
            .zip(order)
            .map(|(place, m)| {
                let rank = match m.open() {
                    MetadataRef::String(_) => 0,
                    MetadataRef::Node(n) if module.metadata().node(n).distinct => 2,
                    MetadataRef::Node(_) => 3,
                    _ => 1,
                };
                let place: u64 = place;
                (u64::from(function_of(m)) << 34 | rank << 32 | place, m)
            })
            .collect();
        keys.sort_unstable_by_key(|&(key, _)| key);
        let order: Vec<Metadata> = keys.into_iter().map(|(_, m)| m).collect();
        let mut ids = Table::new(module, 0);
        let mut all = MetadataIds { constants, ..MetadataIds::default() };
        let mut start = 0;
        for part in order.chunk_by(|&a, &b| function_of(a) == function_of(b)) {
            let function = function_of(part[0]);
            let first_id = if function == 0 { 0 } else { all.module.range.len() };
            for (i, &m) in part.iter().enumerate() {
                if let Some(id) = ids.get_mut(m) {
                    *id = (first_id + i) as u32;
                }
            }
            let strings = part.iter().take_while(|m| matches!(m.open(), MetadataRef::String(_))).count();
            let range = start..start + part.len();
            start = range.end;
            match function.checked_sub(1) {
                None => all.module = Part { range, strings },
                Some(place) => drop(all.functions.insert(module.functions()[place as usize], Part { range, strings })),
            }
        }
        MetadataIds { ids, order, ..all }
    }

    /// The constants used by metadata, in order and with their positions. They are module-level constants.
    pub fn constants(&self) -> &[(Step, Value)] {
        &self.constants
    }

    /// The id of module-level metadata.
    #[inline]
    pub(super) fn id(&self, m: Metadata) -> u32 {
        self.ids.get(m).copied().unwrap_or(0)
    }

    /// The strings of the module, and its other metadata.
    pub(super) fn of_module(&self) -> (&[Metadata], &[Metadata]) {
        self.part(&self.module)
    }

    fn part(&self, part: &Part) -> (&[Metadata], &[Metadata]) {
        self.order[part.range.clone()].split_at(part.strings)
    }
}

/// The metadata ids within a function.
pub(crate) struct FunctionMetadataIds<'a> {
    ids: &'a MetadataIds,
    own: Part,
    /// Local values, then argument lists, without duplicates.
    local: Vec<Metadata>,
    /// By index in the body.
    local_ids: Vec<u32>,
    list_ids: Vec<u32>,
}

impl<'a> FunctionMetadataIds<'a> {
    /// Numbers the metadata used by this function only, including local values and argument lists.
    pub fn new(ids: &'a MetadataIds, function: Global, body: &Body) -> FunctionMetadataIds<'a> {
        let own = ids.functions.get(&function).cloned().unwrap_or_default();
        let mut new = FunctionMetadataIds { ids, own, local: Vec::new(), local_ids: Vec::new(), list_ids: Vec::new() };
        if !body.local_metadata().is_empty() || !body.arg_lists().is_empty() {
            new.number_local(body);
        }
        new
    }

    fn number_local(&mut self, body: &Body) {
        let first_id = self.ids.module.range.len() + self.own.range.len();
        let mut locals: Vec<u32> = Vec::new();
        let mut lists: Vec<u32> = Vec::new();
        let mut add = |m: Metadata| match m.open() {
            MetadataRef::Local(i) => locals.push(i),
            MetadataRef::ArgList(i) => {
                lists.push(i);
                let args = body.arg_lists().get(i as usize).into_iter().flatten();
                locals.extend(args.filter_map(|m| match m.open() {
                    MetadataRef::Local(i) => Some(i),
                    _ => None,
                }));
            }
            _ => {}
        };
        let has_records = body.has_debug_records();
        for inst in body.blocks().flat_map(|b| body.insts(b)) {
            metadata_operands(body, inst).for_each(&mut add);
            if has_records {
                for record in body.debug_records(inst) {
                    match *record {
                        DebugRecordData::Label { .. } => {}
                        DebugRecordData::Value { location, .. }
                        | DebugRecordData::Declare { location, .. }
                        | DebugRecordData::DeclareValue { location, .. } => add(location),
                        DebugRecordData::Assign { location, address, .. } => {
                            add(location);
                            add(address);
                        }
                    }
                }
            }
        }
        self.local_ids = vec![0; body.local_metadata().len()];
        self.list_ids = vec![0; body.arg_lists().len()];
        let mut values: HashMap<Value, u32> = HashMap::default();
        for i in locals {
            let Some(&value) = body.local_metadata().get(i as usize) else { continue };
            self.local_ids[i as usize] = *values.entry(value).or_insert_with(|| {
                self.local.push(Metadata::new(MetadataRef::Local(i)));
                (first_id + self.local.len() - 1) as u32
            });
        }
        let mut known: HashMap<Vec<u32>, u32> = HashMap::default();
        for i in lists {
            let Some(args) = body.arg_lists().get(i as usize) else { continue };
            let args = args.iter().map(|&m| self.id(m)).collect();
            self.list_ids[i as usize] = *known.entry(args).or_insert_with(|| {
                self.local.push(Metadata::new(MetadataRef::ArgList(i)));
                (first_id + self.local.len() - 1) as u32
            });
        }
    }

    /// The id of metadata.
    #[inline]
    pub fn id(&self, m: Metadata) -> u32 {
        match m.open() {
            MetadataRef::Local(i) => self.local_ids.get(i as usize).copied().unwrap_or(0),
            MetadataRef::ArgList(i) => self.list_ids.get(i as usize).copied().unwrap_or(0),
            _ => self.ids.id(m),
        }
    }

    /// The id plus 1; 0 for none.
    #[inline]
    pub fn id_or_null(&self, m: Option<Metadata>) -> u32 {
        m.map_or(0, |m| self.id(m) + 1)
    }

    /// The strings used by this function only, and its other metadata.
    pub(super) fn own(&self) -> (&[Metadata], &[Metadata]) {
        self.ids.part(&self.own)
    }

    /// Local values and argument lists.
    pub(super) fn local(&self) -> &[Metadata] {
        &self.local
    }
}
