//! Removes unneeded globals, and the debug information of removed globals.

use lindworm_ir::constant::ConstantData;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::{
    NodeKind, OP_CONSTS, OP_CONSTU, OP_LLVM_FRAGMENT, OP_STACK_VALUE, compile_unit, expression_elements,
    global_variable_expression,
};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::InstData;
use lindworm_ir::metadata::Metadata;
use lindworm_ir::module::{BaseObjects, Comdat};
use lindworm_ir::value::{Constant, ValueKind};
use lindworm_ir::{Global, Module, Value};

use crate::resolve::is_discardable_if_unused;

/// The globals reachable from others through bodies, initializers and constants. Each constant is visited once.
pub struct Reached<'m> {
    module: &'m Module,
    constants: HashSet<Constant>,
    /// The globals in the order of the visit.
    pub globals: Vec<Global>,
    is_reached: HashSet<Global>,
    stack: Vec<Value>,
}

impl<'m> Reached<'m> {
    /// Creates an empty set.
    pub fn new(module: &'m Module) -> Reached<'m> {
        Reached {
            module,
            constants: HashSet::default(),
            globals: Vec::new(),
            is_reached: HashSet::default(),
            stack: Vec::new(),
        }
    }

    /// Whether a global is reachable.
    pub fn contains(&self, global: Global) -> bool {
        self.is_reached.contains(&global)
    }

    /// Visits the operands of a value.
    pub fn value(&mut self, value: Value) {
        let mut next = Some(value);
        while let Some(value) = next {
            match value.kind() {
                ValueKind::Global(g) if self.is_reached.insert(g) => self.globals.push(g),
                ValueKind::Constant(c) => match &self.module.constants().get(c).data {
                    // The most frequent constants have no operands.
                    ConstantData::Int(_) | ConstantData::Null | ConstantData::Poison | ConstantData::Undef => {}
                    _ if !self.constants.insert(c) => {}
                    ConstantData::BlockAddress(i) => {
                        let address = self.module.block_addresses().get(*i as usize);
                        self.stack.extend(address.map(|&(function, _)| Value::from(function)));
                    }
                    data => data.for_each_operand(|v| self.stack.push(v)),
                },
                _ => {}
            }
            next = self.stack.pop();
        }
    }

    /// Visits the references of a global.
    pub fn operands_of(&mut self, global: Global) {
        let module = self.module;
        module[global].operands().into_iter().flatten().for_each(|v| self.value(v));
        if let Some(body) = module.body(global) {
            for inst in body.blocks().flat_map(|b| body.insts(b)) {
                body.inst(inst).for_each_operand(body.values(), |v| self.value(v));
            }
        }
    }
}

/// The globals with references other than direct calls.
pub fn addresses_taken(module: &Module) -> Reached<'_> {
    let mut taken = Reached::new(module);
    for global in module.globals().values() {
        global.operands().into_iter().flatten().for_each(|value| taken.value(value));
    }
    for body in module.functions().iter().filter_map(|&f| module.body(f)) {
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            let data = body.inst(inst);
            let mut callee = data.call_info().map(|call| call.callee);
            // A callee that is also an argument is visited twice.
            data.for_each_operand(body.values(), |value| {
                if callee.take_if(|callee| *callee == value).is_none() {
                    taken.value(value);
                }
            });
        }
    }
    taken
}

/// Every global of a module, functions last.
pub(crate) fn all_globals(module: &Module) -> Vec<Global> {
    let lists = [module.variables(), module.aliases(), module.ifuncs(), module.functions()];
    lists.into_iter().flatten().copied().collect()
}

/// The virtual functions whose callers are all known.
#[derive(Clone, Debug, Default)]
pub struct VirtualFunctions {
    /// The vtables whose functions are called only through [`VirtualFunctions::loaded`].
    pub tables: HashSet<Global>,
    /// For each function, the functions that it may load from a vtable.
    pub loaded: HashMap<Global, Vec<Global>>,
}

/// Removes the globals that are not reachable from non-discardable definitions, as LLVM's pass `globaldce` does. Returns the
/// functions that are reachable only from vtables that do not need them: these functions are not removed.
pub fn remove_dead_globals(module: &mut Module, virtual_functions: &VirtualFunctions) -> HashSet<Global> {
    remove_empty_constructors(module);
    let objects = BaseObjects::new(module);
    let mut members: HashMap<Comdat, Vec<Global>> = HashMap::default();
    let all = all_globals(module);
    for &global in &all {
        if let Some(comdat) = objects.of(module, global.into()).and_then(|o| module[o].comdat) {
            members.entry(comdat).or_default().push(global);
        }
    }
    let mut live = Reached::new(module);
    for &global in &all {
        let data = &module[global];
        if !data.is_declaration() && !is_discardable_if_unused(data.linkage) {
            live.value(global.into());
        }
    }
    let mut next = 0;
    while let Some(&global) = live.globals.get(next) {
        next += 1;
        match virtual_functions.tables.contains(&global) {
            true => variables_of(module, global).into_iter().for_each(|g| live.value(g.into())),
            false => live.operands_of(global),
        }
        let loaded = virtual_functions.loaded.get(&global).into_iter().flatten();
        loaded.for_each(|&function| live.value(function.into()));
        let comdat = objects.of(module, global.into()).and_then(|o| module[o].comdat);
        for member in comdat.and_then(|c| members.remove(&c)).unwrap_or_default() {
            live.value(member.into());
        }
    }
    let mut dead: HashSet<Global> = all.into_iter().filter(|&g| !live.contains(g)).collect();
    let mut in_tables = Reached::new(module);
    let tables = virtual_functions.tables.iter().filter(|table| live.contains(**table));
    tables.for_each(|&table| in_tables.operands_of(table));
    let unreached: HashSet<Global> = in_tables.globals.iter().copied().filter(|g| dead.remove(g)).collect();
    module.remove_unused_globals(&dead);
    unreached
}

/// The globals other than functions that an initializer refers to.
fn variables_of(module: &Module, global: Global) -> Vec<Global> {
    let mut reached = Reached::new(module);
    reached.operands_of(global);
    reached.globals.into_iter().filter(|&g| module[g].as_function().is_none()).collect()
}

/// Removes unused declarations, as LLVM's pass `strip-dead-prototypes` does.
pub fn remove_dead_prototypes(module: &mut Module) {
    let mut used = Reached::new(module);
    let all = all_globals(module);
    all.iter().for_each(|&g| used.operands_of(g));
    let is_dead = |&g: &Global| module[g].is_declaration() && !used.contains(g);
    let dead = all.iter().copied().filter(is_dead).collect();
    module.remove_unused_globals(&dead);
}

/// Removes functions without effects from `llvm.global_ctors`.
fn remove_empty_constructors(module: &mut Module) {
    let Some(list) = module.global_named(b"llvm.global_ctors") else { return };
    let Some(initializer) = module[list].as_variable().and_then(|v| v.initializer) else { return };
    let Some(elements) = module.constants().elements(module.context(), initializer) else { return };
    let elements: Vec<Value> = elements.collect();
    let is_empty = |&element: &Value| {
        let function = module.constants().element(module.context(), element, 1).and_then(Value::as_global);
        let Some(body) = function.and_then(|f| module.body(f)) else { return false };
        let first = body.entry().and_then(|entry| body.first_inst(entry));
        first.is_some_and(|i| matches!(body.inst(i), InstData::Ret { value } if value.is_none()))
    };
    let kept: Vec<Value> = elements.iter().copied().filter(|e| !is_empty(e)).collect();
    if kept.len() == elements.len() {
        return;
    }
    let Some(element) = module.context().element_type(module[list].value_type, 0) else { return };
    let ty = module.context().array(element, kept.len() as u64);
    let initializer = module.constants().aggregate(module.context(), ty, &kept);
    module[list].value_type = ty;
    if let Some(variable) = module[list].as_variable_mut() {
        variable.initializer = Some(initializer);
    }
}

/// Removes compile units and debug descriptions of variables of which nothing is left, as LLVM's pass `strip-dead-debug-info`
/// does. Descriptions with a constant value are kept unless `constants` is set.
pub fn remove_dead_debug_info(module: &mut Module, constants: bool) {
    let Some(place) = module.named_metadata().iter().position(|n| *n.name == *b"llvm.dbg.cu") else { return };
    let variables = module.variables().iter().flat_map(|&v| &module[v].metadata);
    let described: HashSet<Metadata> =
        variables.filter(|(kind, _)| *kind == MetadataKind::DBG).map(|&(_, m)| m).collect();
    let mut live = units_of_functions(module);
    let units = module.named_metadata()[place].operands.clone();
    let mut seen = HashSet::default();
    for &unit in &units {
        let Some(node) = unit.as_node() else { continue };
        let list = module.metadata().node(node).get_ref(compile_unit::GLOBALS).and_then(Metadata::as_node);
        let old: Vec<u32> = list.map_or(Vec::new(), |l| module.metadata().node(l).words.to_vec());
        let is_kept = |&word: &u32| {
            Metadata::from_word(word)
                .is_some_and(|m| seen.insert(m) && (described.contains(&m) || !constants && is_constant(module, m)))
        };
        let new: Vec<u32> = old.iter().copied().filter(is_kept).collect();
        if !new.is_empty() {
            live.insert(unit);
        }
        if new.len() != old.len() {
            let list = module.metadata_mut().add_node(NodeKind::Tuple, false, &new);
            module.metadata_mut().set_field(node, compile_unit::GLOBALS, list.bits().into());
        }
    }
    module.named_metadata_mut()[place].operands.retain(|unit| live.contains(unit));
}

/// Whether the debug description of a variable contains its value.
fn is_constant(module: &Module, description: Metadata) -> bool {
    let Some(node) = description.as_node().map(|n| module.metadata().node(n)) else { return false };
    if node.kind != NodeKind::DIGlobalVariableExpression {
        return false;
    }
    let expression = node.get_ref(global_variable_expression::EXPR).and_then(Metadata::as_node);
    let elements: Vec<u64> =
        expression.map_or(Vec::new(), |n| expression_elements(module.metadata().node(n).words).collect());
    matches!(
        *elements,
        [OP_CONSTS | OP_CONSTU, _]
            | [OP_CONSTS | OP_CONSTU, _, OP_STACK_VALUE]
            | [OP_CONSTS | OP_CONSTU, _, OP_STACK_VALUE, OP_LLVM_FRAGMENT, ..]
    )
}

/// The compile units of functions, of their instructions, and of the nodes that these refer to.
fn units_of_functions(module: &Module) -> HashSet<Metadata> {
    let mut units = HashSet::default();
    let mut seen = vec![false; module.metadata().node_count()];
    let mut stack: Vec<Metadata> = Vec::new();
    for &function in module.functions() {
        stack.extend(module[function].metadata.iter().filter(|(k, _)| *k == MetadataKind::DBG).map(|&(_, m)| m));
        let Some(body) = module.body(function) else { continue };
        for inst in body.blocks().flat_map(|b| body.insts(b)) {
            stack.extend(body.debug_loc(inst));
            if body.has_debug_records() {
                body.debug_records(inst).for_each(|record| stack.extend(record.operands()));
            }
        }
    }
    while let Some(m) = stack.pop() {
        let Some(n) = m.as_node() else { continue };
        if std::mem::replace(&mut seen[n as usize], true) {
            continue;
        }
        let node = module.metadata().node(n);
        if node.kind == NodeKind::DICompileUnit {
            units.insert(m);
        }
        node.for_each_ref(|m| stack.push(m));
    }
    units
}
