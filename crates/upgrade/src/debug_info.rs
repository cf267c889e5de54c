//! Debug info: intrinsics become debug records; debug info of another version than LLVM's is dropped.

use lindworm_ir::body::DebugRecordData;
use lindworm_ir::constant::Constants;
use lindworm_ir::debug_info::{NodeKind, OP_LLVM_FRAGMENT, OP_STACK_VALUE, expression_operations};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::metadata::{MetadataRef, MetadataStore};
use lindworm_ir::use_list::ModuleUses;
use lindworm_ir::{Block, Body, Constant, Global, Inst, InstData, Metadata, MetadataKind, Module, Value};

/// The version of debug info that is understood.
pub const DEBUG_INFO_VERSION: u64 = 3;

/// `DW_OP_deref`.
const OP_DEREF: u32 = 0x06;

/// `DW_OP_plus_uconst`.
const OP_PLUS_UCONST: u64 = 0x23;

/// The debug intrinsics, without `llvm.dbg.`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DebugIntrinsic {
    Addr,
    Assign,
    Declare,
    Label,
    Value,
}

impl DebugIntrinsic {
    fn from_name(name: &[u8]) -> Option<DebugIntrinsic> {
        Some(match name.strip_prefix(b"llvm.dbg.")? {
            b"addr" => DebugIntrinsic::Addr,
            b"assign" => DebugIntrinsic::Assign,
            b"declare" => DebugIntrinsic::Declare,
            b"label" => DebugIntrinsic::Label,
            b"value" => DebugIntrinsic::Value,
            _ => return None,
        })
    }
}

/// The debug intrinsics that a module declares.
pub(crate) struct DebugIntrinsics(HashMap<Global, DebugIntrinsic>);

impl DebugIntrinsics {
    pub fn of(module: &Module) -> DebugIntrinsics {
        let intrinsic = |&f: &Global| {
            let global = &module.globals[f];
            Some((f, DebugIntrinsic::from_name(&global.name).filter(|_| global.is_declaration())?))
        };
        DebugIntrinsics(module.functions.iter().filter_map(intrinsic).collect())
    }

    /// Turns the calls in a body into debug records. Gives whether anything else in it refers to the intrinsics.
    pub fn upgrade_body(&self, module: &mut Module, body: &mut Body) -> bool {
        let mut is_mentioned = false;
        if !self.0.is_empty() {
            for block in body.blocks().collect::<Vec<_>>() {
                is_mentioned |= upgrade_block(body, &mut module.metadata, &module.constants, self, block);
            }
        }
        is_mentioned
    }

    fn get(&self, value: Value) -> Option<DebugIntrinsic> {
        self.0.get(&value.as_global()?).copied()
    }
}

/// Turns calls of debug intrinsics into debug records, and removes the intrinsics. One that something else refers to stays, for
/// whoever checks the module to find.
pub fn upgrade_debug_intrinsics(module: &mut Module) {
    let intrinsics = DebugIntrinsics::of(module);
    if intrinsics.0.is_empty() {
        return;
    }
    let mut is_mentioned = false;
    for function in module.functions.clone() {
        let mentions = module.change_body(function, |module, body| intrinsics.upgrade_body(module, body));
        is_mentioned |= mentions == Some(true);
    }
    let Module { globals, metadata, constants, .. } = module;
    let is_one = |v| intrinsics.get(v).is_some();
    is_mentioned |= globals.values().any(|global| global.operands().into_iter().flatten().any(is_one));
    is_mentioned |= (0..constants.len() as u32).any(|c| {
        let mut found = false;
        constants.get(Constant::from_u32(c)).data.for_each_operand(|v| found |= is_one(v));
        found
    });
    let mut removed: HashSet<Global> = intrinsics.0.keys().copied().collect();
    removed.retain(|&f| !metadata.values().contains(&f.into()));
    if is_mentioned {
        let uses = ModuleUses::new(module);
        removed.retain(|&f| uses.uses_of(f.into()).is_empty());
    }
    module.remove_globals(&removed);
}

/// Upgrades the calls in a block. Gives whether anything else in it refers to the intrinsics.
fn upgrade_block(
    body: &mut Body,
    metadata: &mut MetadataStore,
    constants: &Constants,
    intrinsics: &DebugIntrinsics,
    block: Block,
) -> bool {
    let mut is_mentioned = false;
    // The records since the last instruction that stays.
    let mut pending: Vec<DebugRecordData> = Vec::new();
    let mut next = body.first_inst(block);
    while let Some(inst) = next {
        next = body.next_inst(inst);
        let intrinsic = match body.inst(inst) {
            InstData::Call { call, .. } => intrinsics.get(call.callee).map(|intrinsic| (intrinsic, *call)),
            _ => None,
        };
        match intrinsic {
            Some((intrinsic, call)) => {
                pending.extend(body.debug_records(inst).copied());
                pending.extend(record(body, metadata, constants, inst, intrinsic, &call));
                body.set_debug_records(inst, &[]);
                body.remove_inst(inst);
            }
            None => {
                body.inst(inst).for_each_operand(&body.values, |v| is_mentioned |= intrinsics.get(v).is_some());
                if !pending.is_empty() {
                    pending.extend(body.debug_records(inst).copied());
                    body.set_debug_records(inst, &pending);
                    pending.clear();
                }
            }
        }
    }
    is_mentioned
}

/// The record that a call of a debug intrinsic becomes; none if it only goes.
fn record(
    body: &mut Body,
    metadata: &mut MetadataStore,
    constants: &Constants,
    inst: Inst,
    intrinsic: DebugIntrinsic,
    call: &CallInfo,
) -> Option<DebugRecordData> {
    let args: Vec<Value> = body.call_args(call).to_vec();
    // What is missing is no valid debug info either way.
    let mut missing = || metadata.add_node(NodeKind::Tuple, false, &[]);
    let mut arg = |i: usize| args.get(i).and_then(|v| v.as_metadata()).unwrap_or_else(&mut missing);
    let debug_loc = match body.debug_loc(inst) {
        Some(loc) => loc,
        None => arg(usize::MAX),
    };
    let location = arg(0);
    Some(match intrinsic {
        DebugIntrinsic::Label => DebugRecordData::Label { label: location, debug_loc },
        DebugIntrinsic::Declare => {
            DebugRecordData::Declare { location, variable: arg(1), expression: arg(2), debug_loc }
        }
        DebugIntrinsic::Assign => DebugRecordData::Assign {
            location,
            variable: arg(1),
            expression: arg(2),
            id: arg(3),
            address: arg(4),
            address_expression: arg(5),
            debug_loc,
        },
        DebugIntrinsic::Addr => {
            let (variable, expression) = (arg(1), arg(2));
            let expression = append_deref(metadata, expression);
            DebugRecordData::Value { location, variable, expression, debug_loc }
        }
        DebugIntrinsic::Value => {
            // Once there was an offset. Only 0 has a meaning today.
            let offset = (args.len() == 4) as usize;
            if offset == 1 && !constants.is_zero(args[1]) {
                return None;
            }
            DebugRecordData::Value { location, variable: arg(1 + offset), expression: arg(2 + offset), debug_loc }
        }
    })
}

/// The expression with `DW_OP_deref` at the end, that is before what can only be the end.
fn append_deref(metadata: &mut MetadataStore, expression: Metadata) -> Metadata {
    let Some(node) = expression.as_node().map(|n| metadata.node(n)).filter(|n| n.kind == NodeKind::DIExpression) else {
        return expression;
    };
    let mut words = Vec::with_capacity(node.words.len() + 2);
    let mut added = false;
    for op in expression_operations(node.words) {
        if op.code == OP_PLUS_UCONST && op.args().eq([0]) {
            continue;
        }
        if !added && matches!(op.code, OP_STACK_VALUE | OP_LLVM_FRAGMENT) {
            words.extend([OP_DEREF, 0]);
            added = true;
        }
        for element in std::iter::once(op.code).chain(op.args()) {
            words.extend([element as u32, (element >> 32) as u32]);
        }
    }
    if !added {
        words.extend([OP_DEREF, 0]);
    }
    metadata.add_node(NodeKind::DIExpression, false, &words)
}

/// The version that the module flag `Debug Info Version` gives; 0 if there is none.
pub fn debug_info_version(module: &Module) -> u64 {
    module.integer_flag(b"Debug Info Version").unwrap_or(0)
}

/// Drops debug info that is not of [`DEBUG_INFO_VERSION`]. Gives what LLVM warns of.
pub fn upgrade_debug_info(module: &mut Module) -> Option<String> {
    let version = debug_info_version(module);
    if version == DEBUG_INFO_VERSION || !strip_debug_info(module) {
        return None;
    }
    Some(format!("ignoring debug info with an invalid version ({}) in {}", version as u32, module.name))
}

/// Removes all debug info. Tells whether there was any, not counting debug records.
pub fn strip_debug_info(module: &mut Module) -> bool {
    let named = module.named_metadata.len();
    module.named_metadata.retain(|n| !n.name.starts_with(b"llvm.dbg.") && *n.name != *b"llvm.gcov");
    let mut changed = module.named_metadata.len() != named;
    let heap_alloc_site = module.context.metadata_kind_names().position(|k| k == b"heapallocsite");
    let stripped = |kind: MetadataKind| {
        kind == MetadataKind::DI_ASSIGN_ID || heap_alloc_site.is_some_and(|site| site == kind.0 as usize)
    };
    let Module { globals, metadata, .. } = module;
    for global in globals.values_mut() {
        let attachments = global.metadata.len();
        global.metadata.retain(|&(kind, _)| kind != MetadataKind::DBG);
        changed |= global.metadata.len() != attachments;
        let Some(body) = global.as_function_mut().and_then(|f| f.body.as_deref_mut()) else { continue };
        changed |= body.strip_debug_info();
        let mut loops: HashMap<Metadata, Option<Metadata>> = HashMap::default();
        for list in body.attachment_lists_mut() {
            list.retain_mut(|(kind, m)| {
                if *kind == MetadataKind::LOOP {
                    let old = *m;
                    match loops.entry(old).or_insert_with(|| strip_loop(metadata, old)) {
                        Some(new) => *m = *new,
                        None => return false,
                    }
                }
                !stripped(*kind)
            });
        }
    }
    changed
}

/// A loop's metadata without source locations; none if nothing else is there.
fn strip_loop(metadata: &mut MetadataStore, m: Metadata) -> Option<Metadata> {
    let Some(node) = m.as_node().filter(|&n| metadata.node(n).kind == NodeKind::Tuple) else { return Some(m) };
    let operands: Vec<u32> = metadata.node(node).words.to_vec();
    let Some((_, rest)) = operands.split_first() else { return Some(m) };
    let mut strip = LoopStripper::default();
    strip.visit(metadata, node);
    let as_node = |&word: &u32| Metadata::from_word(word).and_then(Metadata::as_node);
    if !rest.iter().filter_map(as_node).any(|n| strip.reaches_location.contains(&n)) {
        return Some(m);
    }
    if rest.iter().all(|w| as_node(w).is_some_and(|n| strip.only_locations.contains(&n))) {
        return None;
    }
    let mut new = vec![lindworm_ir::metadata::NULL_WORD];
    new.extend(rest.iter().filter_map(|&w| strip.stripped_word(w)));
    let new_node = metadata.push(NodeKind::Tuple, true, &new);
    let new_m = Metadata::new(MetadataRef::Node(new_node));
    metadata.words_mut(new_node)[0] = new_m.bits();
    Some(new_m)
}

/// What the nodes that a loop's metadata refers to become.
#[derive(Default)]
struct LoopStripper {
    seen: HashSet<u32>,
    /// Locations, and nodes that refer to one, directly or not.
    reaches_location: HashSet<u32>,
    /// Locations, and nodes that refer to nothing else.
    only_locations: HashSet<u32>,
    /// What those that reach a location become.
    stripped: HashMap<u32, Option<Metadata>>,
}

impl LoopStripper {
    /// Looks at all that a node refers to, operands first.
    fn visit(&mut self, metadata: &mut MetadataStore, root: u32) {
        let mut stack = vec![(root, false)];
        while let Some((n, operands_done)) = stack.pop() {
            if operands_done {
                if n != root {
                    self.strip(metadata, n);
                }
            } else if self.seen.insert(n) {
                stack.push((n, true));
                metadata.node(n).for_each_ref(|m| {
                    if let Some(operand) = m.as_node() {
                        stack.push((operand, false));
                    }
                });
            }
        }
    }

    fn strip(&mut self, metadata: &mut MetadataStore, n: u32) {
        let node = metadata.node(n);
        if node.kind == NodeKind::DILocation {
            self.reaches_location.insert(n);
            self.only_locations.insert(n);
            self.stripped.insert(n, None);
            return;
        }
        let mut reaches = false;
        node.for_each_ref(|m| reaches |= m.as_node().is_some_and(|o| self.reaches_location.contains(&o)));
        if !reaches || node.kind != NodeKind::Tuple {
            return;
        }
        self.reaches_location.insert(n);
        let itself = Metadata::new(MetadataRef::Node(n)).bits();
        let is_location = |&word: &u32| {
            word == itself
                || Metadata::from_word(word)
                    .and_then(Metadata::as_node)
                    .is_some_and(|o| self.only_locations.contains(&o))
        };
        if node.words.iter().all(is_location) {
            self.only_locations.insert(n);
            self.stripped.insert(n, None);
            return;
        }
        let refers_to_itself = node.words.first() == Some(&itself);
        let distinct = node.distinct;
        let words: Vec<u32> = node.words.iter().filter_map(|&w| self.stripped_word(w)).collect();
        let new = if words.is_empty() || (refers_to_itself && words.len() == 1) {
            None
        } else if refers_to_itself {
            let new = metadata.push(NodeKind::Tuple, true, &words);
            let m = Metadata::new(MetadataRef::Node(new));
            metadata.words_mut(new)[0] = m.bits();
            Some(m)
        } else {
            Some(metadata.add_node(NodeKind::Tuple, distinct, &words))
        };
        self.stripped.insert(n, new);
    }

    /// What a word of a node becomes, if it stays.
    fn stripped_word(&self, word: u32) -> Option<u32> {
        match Metadata::from_word(word).and_then(Metadata::as_node).and_then(|n| self.stripped.get(&n)) {
            Some(new) => new.map(Metadata::bits),
            None => Some(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lindworm_ir::debug_info::expression_elements;
    use lindworm_ir::module::{Function, GlobalKind, GlobalValue};
    use lindworm_ir::{Context, Type};

    fn expression(store: &mut MetadataStore, elements: &[u64]) -> Metadata {
        let words: Vec<u32> = elements.iter().flat_map(|&e| [e as u32, (e >> 32) as u32]).collect();
        store.add_node(NodeKind::DIExpression, false, &words)
    }

    #[test]
    fn deref_comes_before_what_ends_an_expression() {
        let mut store = MetadataStore::default();
        for (before, after) in [
            (&[][..], &[0x06][..]),
            (&[0x23, 3, OP_STACK_VALUE], &[0x23, 3, 0x06, OP_STACK_VALUE]),
            (&[OP_LLVM_FRAGMENT, 0, 8], &[0x06, OP_LLVM_FRAGMENT, 0, 8]),
            (&[0x23, 0], &[0x06]),
        ] {
            let before = expression(&mut store, before);
            let got = append_deref(&mut store, before).as_node().unwrap();
            assert_eq!(expression_elements(store.node(got).words).collect::<Vec<_>>(), after);
        }
    }

    #[test]
    fn loops_lose_their_locations() {
        let mut store = MetadataStore::default();
        let location = store.add_node(NodeKind::DILocation, false, &[1]);
        let name = store.add_string(b"llvm.loop.mustprogress").bits();
        let property = store.add_node(NodeKind::Tuple, false, &[name]);
        let only_location = store.push(NodeKind::Tuple, true, &[0, location.bits()]);
        assert_eq!(strip_loop(&mut store, Metadata::new(MetadataRef::Node(only_location))), None);
        let both = store.push(NodeKind::Tuple, true, &[0, location.bits(), property.bits()]);
        let stripped = strip_loop(&mut store, Metadata::new(MetadataRef::Node(both))).unwrap();
        assert_eq!(store.node(stripped.as_node().unwrap()).words, [stripped.bits(), property.bits()]);
        assert_eq!(strip_loop(&mut store, stripped), Some(stripped));
    }

    #[test]
    fn a_debug_intrinsic_that_is_used_otherwise_stays() {
        let cx = Context::new();
        for is_used in [false, true] {
            let mut module = Module::new(&cx, "m");
            let mut function = |name: &[u8], function: Function| {
                let kind = GlobalKind::Function(Box::new(function));
                module.add_global(GlobalValue::new(name, cx.function_type(Type::VOID, &[], false), Type::PTR, kind))
            };
            let intrinsic = function(b"llvm.dbg.value", Function::default());
            function(b"f", Function { prefix: is_used.then_some(intrinsic.into()), ..Function::default() });
            upgrade_debug_intrinsics(&mut module);
            assert_eq!(module.functions.contains(&intrinsic), is_used);
        }
    }
}
