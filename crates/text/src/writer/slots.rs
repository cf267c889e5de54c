//! Slot numbers of unnamed entities: globals, attribute groups, metadata nodes; and arguments, blocks and instructions
//! within a function. In LLVM's order.

use std::cell::OnceCell;

use lindworm_ir::attributes::{AttributeList, AttributeSet};
use lindworm_ir::body::{DebugRecordData, Predecessors};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Body, Context, Global, Inst, InstData, Metadata, Module, Type, Value};

use super::output::Output;
use super::types::TypeTexts;

/// No slot number: the entity is named or unused.
const NONE: u32 = u32::MAX;

/// The slot numbers of a module.
pub(super) struct ModuleSlots {
    globals: HashMap<Global, u32>,
    /// By attribute set.
    groups: HashMap<AttributeSet, u32>,
    /// The attribute sets in the order of their numbers.
    pub(super) group_order: Vec<AttributeSet>,
    /// By node.
    nodes: Vec<u32>,
    /// The nodes in the order of their numbers.
    pub(super) node_order: Vec<u32>,
}

impl ModuleSlots {
    /// Numbers a module. Returns the attribute lists in use, too. Without `calls`, attribute groups that only calls use are
    /// not numbered.
    pub(super) fn new(module: &Module, calls: bool) -> (ModuleSlots, Vec<AttributeList>) {
        let mut slots = ModuleSlots {
            globals: HashMap::default(),
            groups: HashMap::default(),
            group_order: Vec::new(),
            nodes: vec![NONE; module.metadata().node_count()],
            node_order: Vec::new(),
        };
        let mut unnamed = 0;
        for &id in [module.variables(), module.aliases(), module.ifuncs(), module.functions()].into_iter().flatten() {
            if module[id].name().is_empty() {
                slots.globals.insert(id, unnamed);
                unnamed += 1;
            }
        }
        let mut numberer = Numberer { module, slots, calls, lists: HashSet::default(), stack: Vec::new() };
        numberer.module();
        (numberer.slots, numberer.lists.into_iter().collect())
    }

    /// Numbers the attribute groups of a function's calls. Returns their attribute lists.
    pub(super) fn number_calls(&mut self, cx: &Context, body: &Body) -> HashSet<AttributeList> {
        let mut lists = HashSet::default();
        for inst in body.blocks().flat_map(|b| body.insts(b)) {
            if let Some(call) = body.inst(inst).call_info()
                && lists.insert(call.attributes)
            {
                self.number_group(cx.attribute_list(call.attributes).function);
            }
        }
        lists
    }

    fn number_group(&mut self, set: AttributeSet) {
        if set != AttributeSet::EMPTY {
            let next = self.group_order.len() as u32;
            if *self.groups.entry(set).or_insert(next) == next {
                self.group_order.push(set);
            }
        }
    }

    /// The slot number of an unnamed global.
    pub(super) fn global(&self, global: Global) -> Option<u32> {
        self.globals.get(&global).copied()
    }

    /// The number of an attribute group.
    #[inline]
    pub(super) fn group(&self, set: AttributeSet) -> Option<u32> {
        self.groups.get(&set).copied()
    }

    /// The slot number of a metadata node.
    #[inline]
    pub(super) fn metadata(&self, node: u32) -> Option<u32> {
        self.nodes.get(node as usize).copied().filter(|&n| n != NONE)
    }
}

/// Assigns the numbers of attribute groups and metadata.
struct Numberer<'a> {
    module: &'a Module,
    slots: ModuleSlots,
    calls: bool,
    lists: HashSet<AttributeList>,
    stack: Vec<Metadata>,
}

impl Numberer<'_> {
    fn module(&mut self) {
        let module = self.module;
        for &id in module.variables().iter().chain(module.ifuncs()) {
            let global = &module[id];
            for &(_, m) in &global.metadata {
                self.node(m);
            }
            if let Some(v) = global.as_variable() {
                self.slots.number_group(v.attributes);
            }
        }
        for named in module.named_metadata() {
            for &m in &named.operands {
                self.node(m);
            }
        }
        let functions = || module.functions().iter().filter_map(|&id| Some((&module[id], module.function(id)?)));
        for (_, function) in functions() {
            self.list(function.attributes, true);
        }
        for (global, function) in functions() {
            for &(_, m) in &global.metadata {
                self.node(m);
            }
            if let Some(body) = &function.body {
                self.body(body);
            }
        }
    }

    fn body(&mut self, body: &Body) {
        let (records, locations, attachments) =
            (body.has_debug_records(), body.has_debug_locs(), body.has_attachments());
        for block in body.blocks() {
            for inst in body.insts(block) {
                if records {
                    for record in body.debug_records(inst) {
                        self.record(record);
                    }
                }
                if let Some(call) = body.inst(inst).call_info() {
                    self.list(call.attributes, self.calls);
                    if matches!(body.inst(inst), InstData::Call { .. })
                        && self.is_intrinsic(call.callee, call.function_type)
                    {
                        for m in body.list_values(&call.args).iter().filter_map(|v| v.as_metadata()) {
                            self.node(m);
                        }
                    }
                }
                if locations && let Some(m) = body.debug_loc(inst) {
                    self.node(m);
                }
                if attachments {
                    for &(_, m) in body.attachments(inst) {
                        self.node(m);
                    }
                }
            }
        }
    }

    /// Numbers the metadata of a debug record. Values and expressions are written inline and not numbered.
    fn record(&mut self, record: &DebugRecordData) {
        use DebugRecordData::*;
        match *record {
            Value { location, variable, debug_loc, .. }
            | Declare { location, variable, debug_loc, .. }
            | DeclareValue { location, variable, debug_loc, .. } => {
                [location, variable, debug_loc].into_iter().for_each(|m| self.node(m));
            }
            Assign { location, variable, id, address, debug_loc, .. } => {
                [location, variable, id, address, debug_loc].into_iter().for_each(|m| self.node(m));
            }
            Label { label, debug_loc } => [label, debug_loc].into_iter().for_each(|m| self.node(m)),
        }
    }

    /// Whether a call is a direct call of an intrinsic, known or not.
    fn is_intrinsic(&self, callee: Value, function_type: Type) -> bool {
        callee.as_global().is_some_and(|id| {
            let global = &self.module[id];
            global.value_type == function_type && global.name().starts_with(b"llvm.")
        })
    }

    #[inline]
    fn list(&mut self, list: AttributeList, number: bool) {
        if list != AttributeList::EMPTY && self.lists.insert(list) && number {
            self.slots.number_group(self.module.context().attribute_list(list).function);
        }
    }

    #[inline]
    fn node(&mut self, m: Metadata) {
        if let MetadataRef::Node(n) = m.open()
            && self.slots.nodes.get(n as usize) == Some(&NONE)
        {
            self.number(m);
        }
    }

    /// Numbers a node and all nodes reachable from it, in preorder.
    fn number(&mut self, root: Metadata) {
        self.stack.push(root);
        while let Some(m) = self.stack.pop() {
            let MetadataRef::Node(n) = m.open() else { continue };
            let Some(slot @ &mut NONE) = self.slots.nodes.get_mut(n as usize) else { continue };
            let node = self.module.metadata().node(n);
            if node.kind.is_written_in_place() {
                continue;
            }
            *slot = self.slots.node_order.len() as u32;
            self.slots.node_order.push(n);
            let first = self.stack.len();
            node.kind.for_each_ref(node.words, |m| {
                if m.as_node().is_some() {
                    self.stack.push(m);
                }
            });
            self.stack[first..].reverse();
        }
    }
}

/// The texts of the attribute lists of functions and calls.
pub(super) struct AttributeTexts(HashMap<AttributeList, ListText>);

/// The text of one attribute list.
pub(super) struct ListText {
    /// The group number of the function attributes; [`NONE`] if not numbered yet.
    pub(super) group: Option<u32>,
    /// The return attributes.
    pub(super) result: SetText,
    /// The attributes of each parameter.
    pub(super) params: Vec<SetText>,
}

/// The text of return or parameter attributes, with a trailing space; empty if there are none.
pub(super) enum SetText {
    Kept(Box<[u8]>),
    /// The text is too long to cache.
    Long(AttributeSet),
}

/// The longest text that is cached, in bytes.
const KEPT_LENGTH: usize = 256;

impl AttributeTexts {
    pub(super) fn new(
        cx: &Context,
        types: &TypeTexts,
        slots: &ModuleSlots,
        lists: Vec<AttributeList>,
    ) -> AttributeTexts {
        let mut text = Output::limited(KEPT_LENGTH);
        let mut set_text = |set| {
            text.clear();
            types.write_attributes(&mut text, cx, set);
            if text.is_full() { SetText::Long(set) } else { SetText::Kept((&**text).into()) }
        };
        let list_text = |list| {
            let data = cx.attribute_list(list);
            let params = data.params.iter().map(|&set| set_text(set)).collect();
            (list, ListText { group: group(cx, slots, list), result: set_text(data.result), params })
        };
        AttributeTexts(lists.into_iter().map(list_text).collect())
    }

    /// Updates the group numbers of some lists.
    pub(super) fn renumber(
        &mut self,
        cx: &Context,
        slots: &ModuleSlots,
        lists: impl IntoIterator<Item = AttributeList>,
    ) {
        for list in lists {
            if let Some(text) = self.0.get_mut(&list) {
                text.group = group(cx, slots, list);
            }
        }
    }

    #[inline]
    pub(super) fn get(&self, list: AttributeList) -> Option<&ListText> {
        if list == AttributeList::EMPTY {
            return None;
        }
        self.0.get(&list)
    }
}

/// The group number of the function attributes of a list.
fn group(cx: &Context, slots: &ModuleSlots, list: AttributeList) -> Option<u32> {
    let set = cx.attribute_list(list).function;
    (set != AttributeSet::EMPTY).then(|| slots.group(set).unwrap_or(NONE))
}

/// The slot numbers of a function's arguments, blocks and instructions; and its predecessor lists, computed on demand.
#[derive(Default)]
pub(super) struct LocalSlots {
    args: Vec<u32>,
    blocks: Vec<u32>,
    insts: Vec<u32>,
    pub(super) predecessors: OnceCell<Predecessors>,
}

impl LocalSlots {
    /// Numbers the values of a function.
    pub(super) fn number(&mut self, body: &Body) {
        self.predecessors.take();
        let mut next = 0;
        let mut take = || {
            next += 1;
            next - 1
        };
        for (table, len) in [
            (&mut self.args, body.args().len()),
            (&mut self.blocks, body.block_count()),
            (&mut self.insts, body.inst_count()),
        ] {
            table.clear();
            table.resize(len, NONE);
        }
        for (i, slot) in self.args.iter_mut().enumerate() {
            if body.name(Value::arg(i as u32)).is_empty() {
                *slot = take();
            }
        }
        let named = body.has_named_insts();
        for block in body.blocks() {
            if body.name(block.into()).is_empty() {
                self.blocks[block.as_u32() as usize] = take();
            }
            for inst in body.insts(block) {
                if body.inst_type(inst) != Type::VOID && (!named || body.name(inst.into()).is_empty()) {
                    self.insts[inst.as_u32() as usize] = take();
                }
            }
        }
    }

    #[inline]
    pub(super) fn inst(&self, inst: Inst) -> Option<u32> {
        self.insts.get(inst.as_u32() as usize).copied().filter(|&n| n != NONE)
    }

    pub(super) fn block(&self, block: Block) -> Option<u32> {
        self.blocks.get(block.as_u32() as usize).copied().filter(|&n| n != NONE)
    }

    pub(super) fn get(&self, value: Value) -> Option<u32> {
        match value.kind() {
            ValueKind::Inst(i) => self.inst(i),
            ValueKind::Block(b) => self.block(b),
            ValueKind::Arg(n) => self.args.get(n as usize).copied().filter(|&n| n != NONE),
            _ => None,
        }
    }
}
